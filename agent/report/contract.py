"""What a report must be, whoever wrote its sentences: seven headings, two tables, known marks, nothing that loads or runs.

`check` holds a whole report against its records; `check_section` holds the sentences that a model wrote for one section against the
material that it was given. Both parse the text as GitHub would; a violation is a sentence for the log and for the next try.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.records import Report
from agent.report.commonmark import Token, parse
from agent.report.index import Index
from prompts.inert import hidden
from prompts.trust import Untrusted, derived, measure
from tools.quantities.figures import HeldFigures

TITLES = (
    "Context and provenance",
    "Claim audit",
    "Source ledger",
    "Findings",
    "Upgrade proposal",
    "Experiment opportunities",
    "Review checklist",
)
HEADINGS = tuple(f"## {number}. {title}" for number, title in enumerate(TITLES, start=1))
CLAIM_COLUMNS = ("Claim and where it appears", "Current evidence", "Concern", "Priority", "Proposed response")
SOURCE_COLUMNS = (
    "Identity",
    "Verified metadata",
    "URL",
    "Reading status",
    "Claims it bears on",
    "Limitations",
    "Verified and accessed",
)
# The headings of the third level that our code writes, by section.
SUBHEADINGS: dict[int, tuple[str, ...]] = {
    1: ("Limitations",),
    2: ("The chapter as read", "What needs your attention", "Every claim"),
    3: (),
    4: ("Supporting", "Qualifying", "Contradictory", "Unresolved"),
    5: ("Proposed changes", "Wanted, without words of ours", "Left as it is"),
    6: ("Run", "Not run", "Proposed"),
    7: ("Decisions", "Asked of you"),
}
MARK = re.compile(r"\[([CSEXP]\d+)\]")
_LINKS_ITSELF = re.compile(r"(?i)(?:https?|ftp)://|www\.|(?:mailto|xmpp):|\w@\w")


@dataclass(frozen=True)
class SectionMaterial:
    """What the writer of a section was given. text: all of it; marks: the labels it may cite; urls: those of the ledger."""

    text: Untrusted
    marks: frozenset[str]
    urls: frozenset[str]


def check(markdown: str, report: Report) -> tuple[str, ...]:
    """What in a whole report breaks the contract, in order; empty where nothing does."""
    index = Index(report)
    tokens = parse(markdown)
    return tuple(
        dict.fromkeys(
            [
                *_headings(tokens),
                *_tables(tokens),
                *_inert(markdown, tokens, index.marks, index.urls),
                *_states(tokens, index),
            ]
        )
    )


def check_section(number: int, markdown: str, material: SectionMaterial) -> tuple[str, ...]:
    """What in one section (without its heading) breaks the contract; sentences in it may say no number that its material does not."""
    tokens = parse(markdown)
    problems = [*_inert(markdown, tokens, material.marks, material.urls)]
    for level, title in _titles(tokens):
        if level != 3 or title not in SUBHEADINGS[number]:
            problems.append(f"section {number} has a heading of its own: {title[:80]!r}")
    return tuple(dict.fromkeys([*problems, *_numbers(tokens, measure(material.text))]))


def _titles(tokens: list[Token]) -> list[tuple[int, str]]:
    return [(int(token.tag[1:]), tokens[at + 1].content) for at, token in enumerate(tokens) if token.type == "heading_open"]


def _headings(tokens: list[Token]) -> Iterator[str]:
    titles = _titles(tokens)
    top = [f"{'#' * level} {title}" for level, title in titles if level < 3]
    if top != list(HEADINGS):
        yield f"the top-level headings are not the seven in order: {top[:9]}"
    section = 0
    for level, title in titles:
        if level < 3:
            section += 1
        elif level > 3 or title not in SUBHEADINGS.get(section, ()):
            yield f"section {section} has a heading of its own: {title[:80]!r}"


def _tables(tokens: list[Token]) -> Iterator[str]:
    headers: list[tuple[str, ...]] = []
    for at, token in enumerate(tokens):
        if token.type == "thead_open":
            headers.append(())
        elif token.type == "th_open":
            headers[-1] = (*headers[-1], tokens[at + 1].content)
    for columns, name in ((CLAIM_COLUMNS, "claim audit"), (SOURCE_COLUMNS, "source ledger")):
        if headers.count(columns) != 1:
            yield f"the table of the {name} with its {len(columns)} columns stands {headers.count(columns)} times"
    if len(headers) > 2:
        yield f"{len(headers)} tables where two are wanted"


def _inline(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def _inert(markdown: str, tokens: list[Token], marks: frozenset[str], urls: frozenset[str]) -> Iterator[str]:
    if hidden(derived(markdown)):
        yield "a character that hides, reorders or commands"
    for token in _inline(tokens):
        if token.type == "image":
            yield "an image"
        elif token.type in ("html_inline", "html_block"):
            yield f"raw HTML: {token.content[:40]!r}"
        elif token.type == "link_open" and (url := str(token.attrs.get("href"))) not in urls:
            yield f"a link outside the ledger: {url[:80]!r}"
        elif token.type == "text" and token.content not in urls:
            if _LINKS_ITSELF.search(token.content):
                yield f"an address that GitHub would link: {token.content[:80]!r}"
            for mark in MARK.findall(token.content):
                if mark not in marks:
                    yield f"a citation of nothing: [{mark}]"


def _rows(tokens: list[Token], columns: tuple[str, ...]) -> Iterator[list[str]]:
    header: list[str] = []
    row: list[str] = []
    for at, token in enumerate(tokens):
        if token.type == "table_open":
            header = []
        elif token.type == "th_open":
            header.append(tokens[at + 1].content)
        elif token.type == "tr_open":
            row = []
        elif token.type == "td_open":
            row.append(tokens[at + 1].content)
        elif token.type == "tr_close" and row and tuple(header) == columns:
            yield row
            row = []


def _states(tokens: list[Token], index: Index) -> Iterator[str]:
    """One row a claim and a source, UNVERIFIED and UNRUN wherever they are due."""
    rows = {match.group(1): row for row in _rows(tokens, CLAIM_COLUMNS) if (match := MARK.search(row[0]))}
    for claim in index.report.reading.claims:
        row = rows.get(claim.label)
        if row is None:
            yield f"the claim audit has no row for {claim.label}"
        elif index.verdict(claim) == "unverifiable" and "UNVERIFIED" not in row[1]:
            yield f"{claim.label} is unverifiable and its row does not say UNVERIFIED"
    ledger = {match.group(1) for row in _rows(tokens, SOURCE_COLUMNS) if (match := MARK.search(row[0]))}
    yield from (f"the source ledger has no row for {label}" for label in index.sources if label not in ledger)
    items = [token.content for token in tokens if token.type == "inline"]
    for experiment in index.report.experiments:
        if experiment.outcome.state == "unrun" and not any(
            item.startswith(f"**[{experiment.label}]") and "UNRUN" in item for item in items
        ):
            yield f"{experiment.label} was not run and nothing says UNRUN"


def _numbers(tokens: list[Token], material: str) -> Iterator[str]:
    said = "".join(
        (MARK.sub(" ", token.content) if token.type == "text" else token.content) + ("\n" if token.type.endswith("_close") else "")
        for token in _inline(tokens)
        if token.type in ("text", "text_special", "code_inline", "fence", "code_block", "softbreak") or token.type.endswith("_close")
    )
    for figure in HeldFigures(material).missing(said):
        written = "number in words" if figure.form == "words" else "number"
        yield f"a {written} that is not in the material: {figure.said[:40]}"
