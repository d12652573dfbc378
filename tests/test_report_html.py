"""report.html: one file that loads nothing and runs nothing, and whose citations lead to what they cite."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from report_samples import CONFIG, PACK, hostile, loosened, sample
from test_inert import hostile_texts

from agent.records import Report
from agent.report.html import render_html
from agent.report.passages import Passage, passages_of
from prompts.trust import Untrusted, measure
from tools.store import EvidenceStore

KNOWN = {
    "html", "head", "meta", "title", "style", "body", "header", "footer", "nav", "main", "section", "article", "h1", "h2", "h3", "small",
    "p", "ol", "ul", "li", "a", "code", "pre", "strong", "table", "thead", "tbody", "tr", "th", "td", "blockquote", "mark", "del",
    "ins", "span",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "href", "rel", "id", "class", "aria-label", "data-label",
}  # fmt: skip
URLS = {"https://pypi.org/project/torch/2.13.0/", "https://example.org/chapter-snapshot.txt"}


class Page(HTMLParser):
    """Elements and attributes of a page, with the text of its marked quotations."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.marked: dict[str, str] = {}
        self._article = ""
        self._marking = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "article":
            self._article = dict(attrs)["id"] or ""
        self._marking = tag == "mark"

    def handle_data(self, data: str) -> None:
        if self._marking:
            self.marked[self._article] = self.marked.get(self._article, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._marking = False

    def values(self, name: str) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get(name)) is not None]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> EvidenceStore:
    store = EvidenceStore(tmp_path_factory.mktemp("store") / "evidence.warc.gz")
    store.put("pack", PACK.encode(), "text/plain")
    store.put("config", CONFIG.encode(), "text/plain")
    return store


@pytest.fixture(scope="module")
def page(store: EvidenceStore) -> Page:
    return Page(shown(sample(), passages_of(sample(), store)))


def shown(report: Report, passages: dict[str, Passage]) -> str:
    return render_html(report, passages, "0" * 64)


def assert_inert(page: str) -> None:
    found = Page(page)
    assert {tag for tag, _ in found.elements} <= KNOWN
    assert {name for _, attrs in found.elements for name in attrs} <= ATTRIBUTES
    assert not [href for href in found.values("href") if not re.fullmatch(r"#[A-Za-z]+\d*", href) and href not in URLS]
    assert [tag for tag, _ in found.elements].count("section") == 8


def test_page_loads_and_runs_nothing(page: Page, store: EvidenceStore) -> None:
    """Its elements and attributes are a short list, links lead into the page or to the ledger's addresses."""
    assert_inert(shown(sample(), passages_of(sample(), store)))


@settings(max_examples=40, deadline=None)
@given(hostile_texts)
def test_hostile_words_add_no_element(text: str) -> None:
    """Outside text in every field, passages included, stays text."""
    words = Untrusted(text, "test")
    passages = {label: Passage(words, words, words, words, "S1") for label in ("C01", "E1", "E3", "E4")}
    assert_inert(shown(hostile(text), passages))
    assert_inert(shown(loosened(text), {}))


def test_policy_allows_its_own_style_alone(store: EvidenceStore) -> None:
    """The content security policy forbids everything but the style sheet in the page, by its hash."""
    page = shown(sample(), {})
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    expected = b64encode(sha256(style.group(1).encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{expected}'; base-uri 'none'; form-action 'none'" in page
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert not re.search(r"url\(|@import|<script|\son\w+=", page)


def test_every_citation_leads_to_what_it_cites(page: Page) -> None:
    """Each link into the page has its target, and each record of the report is one."""
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    targets = {href[1:] for href in page.values("href") if href.startswith("#")} - {"close"}
    assert targets <= set(ids)
    assert {claim.label for claim in sample().reading.claims} | {evidence.label for evidence in sample().evidence} <= set(ids)


def test_quotation_is_highlighted_in_its_passage(page: Page) -> None:
    """A citation of a source shows its words marked, with what stands around them in the stored document."""
    assert page.marked["E3"] == "cache_size_limit: int = Config(alias='recompile_limit')"
    assert page.marked["E1"] == "68.838 s"
    assert page.marked["E4"] == "8"
    assert page.marked["C02"] == "Every stall took eight to eleven seconds."


def test_passage_holds_its_surroundings(store: EvidenceStore) -> None:
    """What stands before and after a quotation comes from the stored document, character for character."""
    passage = passages_of(sample(), store)["E7"]
    assert measure(passage.before) + measure(passage.quotation) + measure(passage.after) == CONFIG
    assert passage.source == "S2"


def test_document_that_is_not_stored_is_named(tmp_path: Path) -> None:
    """A quotation whose document is gone is shown without surroundings, and says so."""
    passage = passages_of(sample(), EvidenceStore(tmp_path / "none.warc.gz"))["E3"]
    assert "not in the store" in measure(passage.locator)
    assert not passage.before


def test_cells_carry_their_column_for_a_phone(page: Page) -> None:
    """Folded tables show the name of the column beside each cell."""
    labels = [attrs["data-label"] for tag, attrs in page.elements if tag == "td"]
    assert labels[:5] == ["Claim and where it appears", "Current evidence", "Concern", "Priority", "Proposed response"]
    assert "Reading status" in labels


def test_page_names_its_records() -> None:
    """The page carries the hash of report.json that it was made from."""
    assert f"<code>{'0' * 64}</code>" in shown(sample(), {})


def test_label_that_is_no_label_becomes_no_anchor() -> None:
    """A record whose label is not of our form is not shown as a cited passage."""
    evidence = sample().evidence[0].model_copy(update={"label": 'E1"><b>'})
    report = sample().model_copy(update={"evidence": (evidence, *sample().evidence[1:])})
    assert not [value for value in Page(shown(report, {})).values("id") if not value.isalnum()]
