"""report.html: the report as one file that loads nothing and runs nothing; each citation opens what it cites.

It is made of report.md, so that both say the same, with the passages after it. A cited passage stands at the end of the page and,
when its link is followed, as a sheet over it: by CSS alone.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from html import escape

from agent.records import Change, Experiment, Report
from agent.report import markdown
from agent.report.commonmark import Token, page_parser
from agent.report.contract import MARK, TITLES
from agent.report.index import Index, address
from agent.report.passages import Passage
from agent.report.style import STYLE
from agent.report.words import VERDICTS
from prompts.inert import html_text
from prompts.trust import Untrusted, derived
from tools.records import Source

_RESULT = 4000


def render_html(report: Report, passages: Mapping[str, Passage], fingerprint: str) -> str:
    """The page. passages: by label; fingerprint: sha256 of report.json, so that the page tells which records it shows."""
    index = Index(report)
    title = f"{html_text(report.identity.chapter)}: research report"
    policy = f"default-src 'none'; style-src '{_style_hash()}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<header><p>{html_text(report.identity.book)}</p><h1>{title}</h1></header>\n"
        f"{_contents()}<main>\n{_sections(index, markdown.render(report))}"
        f'<section id="cited" class="cited"><h2>What is cited</h2>\n{"".join(_cited(index, passages))}</section>\n</main>\n'
        f"<footer>Made from report.json, sha256 <code>{escape(fingerprint)}</code>.</footer>\n</body>\n</html>\n"
    )


@cache
def _style_hash() -> str:
    return "sha256-" + b64encode(sha256(STYLE.encode()).digest()).decode()


def _contents() -> str:
    items = "".join(f'<li><a href="#s{number}">{title}</a></li>' for number, title in enumerate(TITLES, start=1))
    return f'<nav aria-label="Contents"><ol>{items}</ol></nav>\n'


# ---- the seven sections ----------------------------------------------------------------------------------------


def _sections(index: Index, text: str) -> str:
    parser = page_parser()
    tokens = parser.parse(text)
    out, number = [], 0
    header: list[str] = []
    column = 0
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            number += 1
            out.append(("</section>\n" if number > 1 else "") + f'<section id="s{number}">\n')
        if token.type == "table_open":
            header = []
        elif token.type == "th_open":
            header.append(tokens[at + 1].content)
        elif token.type == "tr_open":
            column = 0
        elif token.type == "td_open":
            token.attrSet("data-label", header[column])
            column += 1
        out.append(_inline(index, token) if token.type == "inline" else str(parser.renderer.render([token], parser.options, {})))
    return "".join(out) + "</section>\n"


def _inline(index: Index, token: Token) -> str:
    """An inline token, with its citation marks turned into links to what they cite."""
    parser = page_parser()
    out = []
    for child in token.children or ():
        if child.type == "text":
            out.append(_text(index, child.content))
        else:
            out.append(str(parser.renderer.render([child], parser.options, {})))
    line = "".join(out)
    return f'<span class="box">☐</span> {line[4:]}' if line.startswith("[ ] ") else line


def _text(index: Index, text: str) -> str:
    pieces = MARK.split(text)
    return "".join(
        escape(piece) if at % 2 == 0 else _link(piece) if piece in index.marks else escape(f"[{piece}]") for at, piece in enumerate(pieces)
    )


def _link(label: str) -> str:
    return f'<a class="mark" href="#{label}">{label}</a>'


# ---- what marks open -------------------------------------------------------------------------------------------


def _cited(index: Index, passages: Mapping[str, Passage]) -> Iterator[str]:
    report = index.report
    for claim in report.reading.claims:
        verdict = VERDICTS[index.verdict(claim)]
        yield _sheet(index, claim.label, f"Claim, {claim.kind}: {verdict}", _passage(passages.get(claim.label)))
    for evidence in report.evidence:
        said = f"<p>{html_text(evidence.statement)}</p>{_limits(evidence.limits)}"
        yield _sheet(
            index, evidence.label, f"{evidence.evidence_class}, {evidence.relation}", said + _passage(passages.get(evidence.label))
        )
    for label, source in index.sources.items():
        yield _sheet(index, label, f"Source, {source.kind}: {source.status}", _source(source))
    for experiment in report.experiments:
        state = "UNRUN" if experiment.outcome.state == "unrun" else experiment.outcome.state
        yield _sheet(index, experiment.label, f"Experiment: {state}", _experiment(experiment))
    for change in report.changes:
        yield _sheet(index, change.label, f"Proposal, {change.response}: {change.recommendation}", _change(change))


def _sheet(index: Index, label: str, head: str, body: str) -> str:
    if label not in index.marks:
        return ""
    close = '<a class="close" href="#close" aria-label="Close">×</a>'
    return f'<article id="{label}" class="sheet">{close}<h3>{label} <small>{html_text(derived(head))}</small></h3>{body}</article>\n'


def _limits(limits: str) -> str:
    return f"<p>Limit: {html_text(derived(limits))}</p>" if limits else ""


def _passage(passage: Passage | None) -> str:
    if passage is None:
        return "<p>UNVERIFIED: the passage is not in the store.</p>"
    where = html_text(passage.locator) + (f", {_link(passage.source)}" if passage.source else "")
    words = f"{html_text(passage.before)}<mark>{html_text(passage.quotation)}</mark>{html_text(passage.after)}"
    return f'<p class="where">{where}</p><blockquote>{words}</blockquote>'


def _source(source: Source) -> str:
    url = address(source.url)
    link = f'<p><a href="{escape(url)}" rel="noopener noreferrer">{escape(url)}</a></p>' if url else ""
    content = f"sha256 {source.sha256}" if source.sha256 else "nothing was obtained"
    lines = [
        source.id,
        content,
        f"accessed {source.accessed}",
        f"verified {source.verified}" if source.verified else "UNVERIFIED",
        source.note,
    ]
    return f"<p>{html_text(source.title)}</p>{link}" + "".join(f"<p>{html_text(derived(line))}</p>" for line in lines if line)


def _experiment(experiment: Experiment) -> str:
    outcome = experiment.outcome
    wanted = experiment.wanted
    criteria = (f"Success: {wanted.success}" if wanted.success else "", f"Failure: {wanted.failure}" if wanted.failure else "")
    program = f"Program: {experiment.command}" if experiment.command else ""
    shown = [f"<p>{html_text(derived(line))}</p>" for line in (wanted.question, *criteria, outcome.reason, program) if line]
    shown += [f"<p>{html_text(line)}</p>" for line in experiment.observations]
    if outcome.state == "ran":
        result = json.dumps(outcome.result, indent=1, sort_keys=True, ensure_ascii=False)
        cut = result if len(result) <= _RESULT else result[:_RESULT] + "\n…"
        shown.append(f"<pre>{html_text(Untrusted(cut, 'sandbox'))}</pre>")
    return "".join(shown)


def _change(change: Change) -> str:
    return f"<p><del>{html_text(change.old)}</del></p><p><ins>{html_text(change.new)}</ins></p><p>{html_text(change.reason)}</p>"
