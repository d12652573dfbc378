"""“Identical”, “bit for bit” and “no difference”, held against a printed difference that is not nought."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import derived
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.totals import labelled
from tools.instruments.numbers.words import conditional, supposed
from tools.instruments.wording.saying import NEAR, SOFT, beside, clause, finding_of, span_of, spoken
from tools.quantities import Quantity
from tools.records import Finding, Replacement, Span

_IDENTICAL = re.compile(
    r"(?<![^\W\d_])(?:(?P<adjective>identical|identische[nrs]?|identisch|identiques?)"
    r"|(?P<same>exactly the same|exactly equal|the very same|exakt gleich\w*|exakt dieselben|genau dieselben|exactement les mêmes)"
    r"|(?P<bits>bit[- ]for[- ]bit|bit-?wise (?:equal|identical)|bit-identical|"
    r"(?:down )?to the last bit|bis auf das letzte bit|au bit près|bitgenau|bitgleich|match(?:es)? exactly|agree(?:s)? exactly)"
    r"|(?P<none>no difference|zero difference|not differ|kein(?:en)? unterschied|aucune différence))(?![^\W\d_])",
    re.IGNORECASE,
)
_RESULTS = re.compile(
    r"(?<![^\W\d_])(?:answers?|outputs?|results?|values?|scores?|probabilities|arrays?|matrices|embeddings|logits|predictions?|numbers|"
    r"tensors?|losses|gradients|ergebnis\w*|ausgaben?|"
    r"werte\w*|antworten|"
    r"résultats?|sorties?|valeurs?|réponses?)(?![^\W\d_])",
    re.IGNORECASE,
)
_WAYS = re.compile(
    r"(?<![^\W\d_])(?:methods?|versions?|variants?|approaches|sums?|means?|both|the"
    r" two|verfahren|varianten|fassungen|methoden|summen|beiden?|méthodes?|variantes?|"
    r"sommes?|moyennes?|les deux)(?![^\W\d_])",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"(?<![^\W\d_])(?:speed|times?|fast|costs?|code|interface|signature|syntax|shapes?|memory|schnell|laufzeit\w*|aufwand|form|vitesse|temps|coût)(?![^\W\d_])",
    re.I,
)
_DIFFERENCE = re.compile(
    r"(?<![^\W\d_])(?:diff(?:erence|erenz|érence)?s?|delta|deviation|abweichung|écart|discrepancy|error|erreur|fehler|"
    r"agreement)(?![^\W\d_])"
    r"|[δΔ]|\|\s*\w+\s*[-−]\s*\w+\s*\|",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\s+((?:\w+\s)?(?:answers?|outputs?|results?|values?|scores?|probabilities|arrays?|matrices|embeddings|logits|predictions?|numbers|"
    r"losses|gradients|ergebnisse|ausgaben|werte))\b",
    re.IGNORECASE,
)


def check(page: Page) -> Iterator[Finding]:
    """ "identical" beside a printed difference that is not zero."""
    differences = [*_differences(page), *_tabled(page)]
    for sentence in page.sentences:
        if not differences:
            return
        for match in _IDENTICAL.finditer(sentence.text):
            if (
                not spoken(sentence)
                or SOFT.search(clause(sentence.text, match))
                or not (match["bits"] or _RESULTS.search(sentence.text) or _alike(sentence.text, match))
            ):
                continue
            reach = NEAR if match["bits"] or _RESULTS.search(sentence.text) else 1
            if reach == 1 and _OTHERWISE.search(clause(sentence.text, match)):
                continue
            near = [
                (other, q)
                for other, q in differences
                if beside(page, sentence.block, other.block) and abs(sentence.block - other.block) <= reach
            ]
            if near:
                yield _not_identical(page, sentence, match, *min(near, key=lambda pair: abs(pair[1].span.start - sentence.span.start)))


def _alike(text: str, match: re.Match[str]) -> bool:
    """Whether two ways of computing something are said to be identical ("the two methods are identical")."""
    verb = re.search(
        r"(?<![^\W\d_])(?:are|is|were|stay|remain|sind|waren|ist|bleiben|sont|restent)\s(?:\w+\s)?$", text[: match.start()], re.IGNORECASE
    )
    return (
        verb is not None
        and _WAYS.search(text[: match.start()]) is not None
        and re.match(r"\s*(?:[.,;:]|$|and|und|et)", text[match.end() :]) is not None
    )


def _differences(page: Page) -> Iterator[tuple[Sentence, Quantity]]:
    """The figures that a text gives for how far results lie apart, where they are not zero."""
    for sentence in page.sentences:
        for label, quantity in labelled(page, sentence):
            if quantity.kind != "count" or not 0 < quantity.value < 1 or quantity.ordinal or quantity.style == "words":
                continue
            words = label if sentence.output else sentence.text[: quantity.span.start - sentence.span.start]
            if not _DIFFERENCE.search(words[-70:]) or re.search(r"atol|rtol|toleran|threshold|loss|mean squared", sentence.text, re.I):
                continue
            if sentence.output or not (supposed(sentence.text) or conditional(sentence.text) or quantity.bound in ("below", "at most")):
                yield sentence, quantity


def _tabled(page: Page) -> Iterator[tuple[Sentence, Quantity]]:
    """Rows of printed tables that hold the name of a difference and its figure."""
    for grid in page.grids:
        for row, label in enumerate(grid.columns[0].cells):
            cell = grid.columns[-1].cells[row] if len(grid.columns) == 2 else None
            quantity = cell.quantity if cell is not None else None
            if (
                label is not None
                and quantity is not None
                and quantity.kind == "count"
                and 0 < quantity.value < 1
                and _DIFFERENCE.search(label.text)
            ):
                yield Sentence(grid.rows[row].span, page.words_at(grid.rows[row].span), grid.block, True, (), (), ()), quantity


def _not_identical(page: Page, sentence: Sentence, match: re.Match[str], other: Sentence, quantity: Quantity) -> Finding:
    span = span_of(sentence, match)
    written = page.words_at(quantity.span)
    replacement = None
    reason = "the difference that the text itself prints"
    noun = _NOUN.match(page.text, span.end, sentence.span.end)
    if match["adjective"] and noun:
        german = match["adjective"].lower().startswith("identisch")
        new = f"bis auf {written} gleiche {noun.group(1)}" if german else f"the same {noun.group(1)} to within {written}"
        span = Span(start=span.start, end=noun.end())
        replacement = Replacement(span=span, text=derived(new), reason=reason)
    elif match["adjective"] and page.writing.language == "en" and page.text[: span.start].endswith(("are ", "were ")):
        replacement = Replacement(span=span, text=derived(f"equal to within {written}"), reason=reason)
    summary = f"The text prints a difference of {written}, so the results agree to a tolerance and are not identical."
    working = [page.words_at(other.span)[:200], f"{written} is not 0"]
    return finding_of("identical", span, summary, working, [quantity.span], replacement)
