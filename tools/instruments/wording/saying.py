"""What the checks of strong words share: which sentences state something, what softens a word, and how a finding is made."""

from __future__ import annotations

import re

from prompts.trust import derived
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import conditional, supposed
from tools.records import ChapterEvidence, Finding, Priority, Replacement, Span

NEAR = 3  # blocks: how far from its figure a strong word may stand
SOFT = re.compile(
    r"(?<![^\W\d_])(?:not|n't|never|nearly|almost|virtually|practically|essentially|approximately|numerically|within|up to|tolerance|"
    r"rounding|need not|"
    r"neither|nor|hardly|rarely|far from|no longer|nicht|nie|nahezu|fast|beinahe|praktisch|bis auf|toleranz|rundung\w*|kaum|"
    r"pas|presque|quasi\w*|près|tolérance|arrondi\w*)(?![^\W\d_])|n['’]t(?![^\W\d_])",
    re.IGNORECASE,
)


def finding_of(
    rule: str, span: Span, summary: str, working: list[str], places: list[Span], replacement: Replacement | None = None,
    holds: bool = False, priority: Priority = "medium",
) -> Finding:  # fmt: skip
    return Finding(
        instrument="wording", rule=rule, span=span, kind="numeric" if rule in ("identical", "trend", "none") else "behavioural",
        verdict="supported" if holds else "contradicted", priority="low" if holds else priority,
        response="no change" if holds else "correction",
        summary=derived(summary), working=tuple(derived(step) for step in working),
        grounds=tuple(ChapterEvidence(relation="SUPPORTS" if holds else "CONTRADICTS", span=place) for place in dict.fromkeys(places)),
        replacement=replacement,
    )  # fmt: skip


def spoken(sentence: Sentence) -> bool:
    """Whether a sentence states something of what is shown."""
    return (
        not sentence.output and not supposed(sentence.text) and not conditional(sentence.text) and not sentence.text.rstrip().endswith("?")
    )


def span_of(sentence: Sentence, match: re.Match[str]) -> Span:
    return Span(start=sentence.span.start + match.start(), end=sentence.span.start + match.end())


def clause(text: str, match: re.Match[str]) -> str:
    """The words around a match up to the next comma, dash or semicolon on either side."""
    start = max(text.rfind(mark, 0, match.start()) for mark in (",", ";", "—", "–", ":", "(")) + 1
    if match.groupdict().get("none"):
        return text[start : match.start()]
    end = min((at for mark in (",", ";", "—", "–", "(") if (at := text.find(mark, match.end())) >= 0), default=len(text))
    return text[start:end]


def beside(page: Page, block: int, other: int) -> bool:
    return page.sections[block] == page.sections[other] and abs(block - other) <= NEAR
