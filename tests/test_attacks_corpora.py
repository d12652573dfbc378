"""Every published payload through the extractors, the fence, the section guard and every renderer.

`make test` takes one in fifteen and all of our own, `make test-all` each; where the folder is not there, our own alone.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.report import bibliography, markdown
from agent.report.commonmark import parse
from agent.report.contract import SectionMaterial, check, check_section
from agent.report.html import render_html
from agent.report.patch import align, patch_path, unified
from agent.report.proposal import proposal
from agent.report.rundir import records_of
from evals.attacks.carriers import CARRIERS, lookalike, tags
from evals.attacks.payloads import CORPORA, Payload, documents, own, published
from prompts import inert
from prompts.library import Quoted, render
from prompts.trust import Untrusted, derived, fence, measure
from tests.report_samples import hostile, loosened
from tools import directives
from tools.extract import CannotExtract, extract
from tools.records import Span

EVERY = [*own("https://evil.example"), *published()]
needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason="the published texts are not beside this clone")
# The name of a set of payloads and the set: all are left to `make test-all`.
SETS = {"slice": [*own("https://evil.example"), *list(published())[::15]], "all": EVERY}
each_set = pytest.mark.parametrize("of", ["slice", pytest.param("all", marks=[pytest.mark.slow, pytest.mark.timeout(1200)])])
CARRIED = [c for c in CARRIERS if c.name in ("visible", "comment", "attributes", "code", "notebook", "terminal", "forged")]


def batches(payloads: list[Payload], size: int = 40) -> Iterator[list[Payload]]:
    yield from (payloads[at : at + size] for at in range(0, len(payloads), size))


@needs_corpora
def test_there_are_payloads() -> None:
    """The folder is read: hundreds of texts and the six documents."""
    assert len(EVERY) > 500 and len(documents()) == 6


@each_set
@pytest.mark.parametrize("carrier", [pytest.param(c, id=c.name) for c in CARRIED])
def test_extractors_take_every_payload(of: str, carrier: object) -> None:
    """No payload breaks an extractor, and each span of its text says where it stands."""
    for payload in SETS[of]:
        page = carrier.page(payload.text)  # type: ignore[attr-defined]
        try:
            document = extract(page.body, page.headers["Content-Type"], "https://site.example/page")
        except CannotExtract:
            continue
        measure(document.text).encode()
        assert document.locate(Span(start=0, end=min(20, len(document.text)))).isascii()


@needs_corpora
@pytest.mark.parametrize("name", [name for name, _ in documents()] or ["none"])
def test_published_documents_are_read_and_stay_data(name: str) -> None:
    """The PDFs are read; their orders are text between marks like any other."""
    body = dict(documents())[name]
    document = extract(body, "application/pdf", f"https://site.example/{name}")
    assert len(document.text) > 100
    fenced = fence(document.text, "passage 1")
    assert fenced.text.count(fenced.boundary) == 2


@each_set
def test_no_payload_closes_a_fence_or_reaches_an_instruction(of: str) -> None:
    """Fenced, each payload stands whole between two lines that it does not hold; the instruction is that of the file."""
    plain = render("claim_reader", {"passage": ()}).instruction
    for payload in SETS[of]:
        fenced = fence(Untrusted(payload.text, "site"), "passage")
        assert fenced.text.count(fenced.boundary) == 2 and payload.text in fenced.text
        prompt = render("claim_reader", {"passage": (Quoted("passage", Untrusted(payload.text, "site")),)})
        assert prompt.instruction == plain


@each_set
def test_every_payload_is_inert_wherever_it_is_shown(of: str) -> None:
    """Line, terminal, Markdown, HTML, JSON, code, file name: no character that hides, no line too many, no markup, no path."""
    for payload in SETS[of]:
        for said in (payload.text, tags(payload.text[:200]), lookalike(payload.text), base64.b64encode(payload.text.encode()).decode()):
            text = Untrusted(said, "site")
            line, page = inert.one_line(text), inert.html_text(text)
            assert "\n" not in line and not inert.hidden(derived(line)) and not inert.hidden(derived(inert.terminal(text)))
            assert "<" not in page and '"' not in page and html.unescape(page).count("<") == said.count("<")
            assert set(inert.file_name(text, "name")) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
            json.dumps(inert.json_text(text)).encode()


def _material(text: str) -> SectionMaterial:
    return SectionMaterial(text=derived(text), marks=frozenset({"C1"}), urls=frozenset())


@each_set
def test_every_payload_made_inert_keeps_the_sections_contract(of: str) -> None:
    """As our code shows it, a payload is neither heading, image, link, HTML nor a mark of nothing."""
    for payload in SETS[of]:
        shown = f"[C1] {inert.markdown(Untrusted(payload.text, 'site'))}; {inert.code_span(Untrusted(payload.text, 'site'))}"
        # The numbers are its own: the material holds them.
        assert check_section(4, shown, _material(payload.text + shown)) == (), payload.name


def test_the_guard_refuses_what_a_payload_would_load() -> None:
    """As a model would write it, a payload with an image, a link, a heading, HTML or a number of its own is refused."""
    elements = {"image", "link_open", "html_inline", "html_block", "heading_open"}
    loud = [p for p in EVERY if elements & {each.type for token in parse(p.text) for each in (token, *(token.children or ()))}]
    assert loud and all(check_section(4, payload.text, _material("")) for payload in loud)


@each_set
@pytest.mark.parametrize("where", ["outside texts", "our strings too"])
def test_every_renderer_takes_every_payload(of: str, where: str) -> None:
    """Markdown, page, records, bibliography, proposal and patch hold payloads in all places at once, and stay what they are."""
    for group in batches(SETS[of]):
        text = "\n".join(payload.text for payload in group)[:6_000]
        report = hostile(text) if where == "outside texts" else loosened(text)
        written = markdown.render(report)
        faults = [fault for fault in check(written, report) if "stands 0 times" not in fault]
        assert where != "outside texts" or faults == []
        assert written.count("\n## ") + written.startswith("## ") == 7
        page = render_html(report, {}, "0" * 64)
        assert "<script" not in page and "<img" not in page and "<iframe" not in page and "default-src 'none'" in page
        assert not inert.hidden(derived(page)) and not inert.hidden(derived(written))
        records_of(report)
        books = bibliography.bibtex(report)
        assert books.count("{") == books.count("}") and not inert.hidden(derived(books))
        json.loads(bibliography.csl_json(report))
        assert not inert.hidden(derived(proposal(report, None)))
        align(report.changes, report.snapshot.chapter.text, Untrusted("a file of the author's", "person"))
        assert ".." not in patch_path(f"../../{group[0].text[:60]}").split("/")
        unified(patch_path("chapter.md"), "old\n", text)


@needs_corpora
def test_directives_are_found_in_time() -> None:
    """The rules find many, and take no more than a moment for any; they are a courtesy, and nothing rests on the count."""
    found = sum(bool(directives.find(Untrusted(payload.text, "site"))) for payload in EVERY)
    assert found > len(EVERY) // 20


def test_the_folder_is_not_part_of_the_project() -> None:
    """No published text lies in the repository."""
    root = Path(__file__).resolve().parent.parent
    sample = [payload.text for payload in published() if len(payload.text) > 120][:40]
    ours = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in (root / "evals" / "attacks").glob("*.py"))
    assert not any(text in ours for text in sample)
