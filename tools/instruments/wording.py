"""The instrument that holds strong words ("identical", "always", "silent", "a single line") against the figures and outputs beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import derived
from tools.instruments.numbers.page import Page, Sentence, page_of
from tools.instruments.numbers.totals import labelled
from tools.instruments.numbers.words import conditional, elsewhere
from tools.quantities import Quantity
from tools.records import Chapter, ChapterEvidence, Examination, Facts, Finding, Priority, Replacement, RunOutcome, RunWanted, Span

_NEAR = 3  # blocks: how far from its figure a strong word may stand

_IDENTICAL = re.compile(
    r"(?<![^\W\d_])(?:(?P<adjective>identical|identische[nrs]?|identisch|identiques?)|(?P<same>exactly the same|exactly equal|the very same|exakt gleich\w*|"
    r"exactement les mêmes)|(?P<bits>bit[- ]for[- ]bit|bit-?wise (?:equal|identical)|bit-identical|bitgenau|bitgleich|match(?:es)? exactly|agree(?:s)? exactly)|"
    r"(?P<none>no difference|zero difference|not differ|kein(?:en)? unterschied|aucune différence))(?![^\W\d_])",
    re.IGNORECASE,
)
_RESULTS = re.compile(
    r"(?<![^\W\d_])(?:answers?|outputs?|results?|values?|logits|predictions?|numbers|tensors?|losses|gradients|ergebnis\w*|ausgaben?|werte\w*|antworten|"
    r"résultats?|sorties?|valeurs?|réponses?)(?![^\W\d_])",
    re.IGNORECASE,
)
_SOFT = re.compile(
    r"(?<![^\W\d_])(?:not|n't|never|nearly|almost|virtually|practically|essentially|approximately|numerically|within|up to|tolerance|rounding|need not|"
    r"nicht|nie|nahezu|fast|beinahe|praktisch|bis auf|toleranz|rundung\w*|pas|presque|quasi\w*|près|tolérance|arrondi\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"(?<![^\W\d_])(?:diff(?:erence|erenz|érence)?s?|delta|deviation|abweichung|écart|discrepancy|error|erreur|fehler|agreement)(?![^\W\d_])|[δΔ]|\|\s*\w+\s*[-−]\s*\w+\s*\|",
    re.IGNORECASE,
)


class Wording:
    """Strong words against figures."""

    name = "wording"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        page = page_of(chapter)
        found: dict[tuple[int, int], Finding] = {}
        for check in (_check_identical,):
            for finding in check(page):
                found.setdefault((finding.span.start, finding.span.end), finding)
        return Examination(findings=tuple(found[key] for key in sorted(found)))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """It asks for no run, so there is nothing to read."""
        return Examination()


def _contradicted(rule: str, span: Span, summary: str, working: list[str], places: list[Span], replacement: Replacement | None = None,
                  priority: Priority = "medium") -> Finding:  # fmt: skip
    return Finding(
        instrument="wording", rule=rule, span=span, kind="numeric", verdict="contradicted", priority=priority, response="correction",
        summary=derived(summary), working=tuple(derived(step) for step in working),
        grounds=tuple(ChapterEvidence(relation="CONTRADICTS", span=place) for place in dict.fromkeys(places)), replacement=replacement,
    )  # fmt: skip


def _check_identical(page: Page) -> Iterator[Finding]:
    """ "identical" beside a printed difference that is not zero."""
    differences = list(_differences(page))
    for sentence in page.sentences:
        if sentence.output or not differences:
            continue
        for match in _IDENTICAL.finditer(sentence.text):
            if (
                elsewhere(sentence.text)
                or conditional(sentence.text)
                or _SOFT.search(_clause(sentence.text, match))
                or not _RESULTS.search(sentence.text)
            ):
                continue
            near = [(other, q) for other, q in differences if _beside(page, sentence, other)]
            if near:
                yield _not_identical(page, sentence, match, *min(near, key=lambda pair: abs(pair[1].span.start - sentence.span.start)))


def _clause(text: str, match: re.Match[str]) -> str:
    """The words around a match up to the next comma, dash or semicolon on either side."""
    start = max(text.rfind(mark, 0, match.start()) for mark in (",", ";", "—", "–", ":", "(")) + 1
    if match["none"]:
        return text[start : match.start()]
    end = min((at for mark in (",", ";", "—", "–", "(") if (at := text.find(mark, match.end())) >= 0), default=len(text))
    return text[start:end]


def _beside(page: Page, sentence: Sentence, other: Sentence) -> bool:
    return page.sections[sentence.block] == page.sections[other.block] and abs(sentence.block - other.block) <= _NEAR


def _differences(page: Page) -> Iterator[tuple[Sentence, Quantity]]:
    """The figures that a text gives for how far results lie apart, where they are not zero."""
    for sentence in page.sentences:
        for label, quantity in labelled(page, sentence):
            if quantity.kind != "count" or not 0 < quantity.value < 1 or quantity.ordinal:
                continue
            words = label if sentence.output else sentence.text[: quantity.span.start - sentence.span.start]
            if (
                _DIFFERENCE.search(words[-70:])
                and not elsewhere(sentence.text)
                and not re.search(r"atol|rtol|toleran", sentence.text, re.I)
            ):
                yield sentence, quantity


def _not_identical(page: Page, sentence: Sentence, match: re.Match[str], other: Sentence, quantity: Quantity) -> Finding:
    start = sentence.span.start + match.start()
    span = Span(start=start, end=sentence.span.start + match.end())
    written = page.words_at(quantity.span)
    replacement = None
    noun = re.compile(
        r"\s+((?:\w+\s)?(?:answers?|outputs?|results?|values?|logits|predictions?|numbers|losses|gradients|ergebnisse|ausgaben|werte))\b",
        re.I,
    ).match(page.text, span.end, sentence.span.end)
    if match["adjective"] and noun:
        span = Span(start=start, end=noun.end())
        german = match["adjective"].lower().startswith("identisch")
        new = f"bis auf {written} gleiche {noun.group(1)}" if german else f"the same {noun.group(1)} to within {written}"
        replacement = Replacement(span=span, text=derived(new), reason="the difference that the text itself prints")
    elif match["adjective"] and page.writing.language == "en" and page.text[:start].endswith(("are ", "were ")):
        replacement = Replacement(
            span=span, text=derived(f"equal to within {written}"), reason="the difference that the text itself prints"
        )
    summary = f"The text prints a difference of {written}, so the results agree to a tolerance and are not identical."
    return _contradicted(
        "identical", span, summary, [f"{page.words_at(other.span)[:200]}", f"{written} is not 0"], [quantity.span], replacement
    )
