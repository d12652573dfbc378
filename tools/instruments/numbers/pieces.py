"""How many pieces a whole makes: the number of rows divided by the size of a chunk, the last and shorter one counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, plain
from tools.instruments.numbers.words import vocabulary
from tools.quantities import Quantity, number_of
from tools.records import Finding, Span

_PIECES = vocabulary(
    "chunks pages packets parts pieces blocks slices shards portions blöcke blöcken seiten pakete paketen teile teilen stücke stücken "
    "portionen scheiben blocs morceaux paquets pages tranches parties lots"
)
_NUMBER = r"(?P<n>\d{1,3}(?:[.,_\u00a0\u202f ]\d{3})+(?!\d)|\d+)"
_SIZES = (
    re.compile(
        rf"(?:(?:chunk|page|block|part|packet|slice|shard)_?size\s*=\s*|(?:chunks|pages|packets|parts|pieces|blocks|slices|shards|"
        rf"portions) of "
        rf"|(?:blöcken?|seiten|paketen?|teilen?|stücken?|portionen) (?:zu|von|mit)(?: je)? |"
        rf"(?:blocs|morceaux|paquets|pages|tranches|lots) de )"
        rf"{_NUMBER}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![\d.,]){_NUMBER}\s+(?:[^\W\d_]+\s+)?(?:per|a|je|pro|par)\s+(?:page|chunk|block|packet|part|seite|paket|teil|stück|bloc|"
        r"paquet|tranche|morceau)(?![^\W\d_])",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:page|chunk|block|packet)[ -]size (?:of|is) {_NUMBER}", re.IGNORECASE),
)
_WHOLE = re.compile(
    r"(?<![^\W\d_])(?:full|whole|complete|entire|drop\w*|discard\w*|ignor\w*|remainder|rest|left over|voll\w*|ganze\w*|komplett\w*|"
    r"verw[io]rf\w*|übrig\w*|plein\w*|enti[eè]r\w*|compl[eè]t\w*|reste\w*|would|could|if|wenn|si|each|chacun\w*|more|mehr|plus)"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Size:
    value: Fraction
    span: Span


def check_pieces(page: Page) -> Iterator[Finding]:
    before: list[Sentence] = []
    for sentence in page.sentences:
        if sentence.output:
            continue
        before = [other for other in before if page.sections[other.block] == page.sections[sentence.block]]
        for quantity in sentence.quantities:
            finding = _held(page, sentence, before, quantity) if _counts_pieces(quantity) else None
            if finding is not None:
                yield finding
        before = [*before[-30:], sentence]


def _counts_pieces(quantity: Quantity) -> bool:
    return (
        quantity.kind == "count" and not quantity.ordinal and not quantity.bound and quantity.value.denominator == 1
        and quantity.value >= 2 and quantity.after[:1] != () and quantity.after[0] in _PIECES
    )  # fmt: skip


def _held(page: Page, sentence: Sentence, before: list[Sentence], stated: Quantity) -> Finding | None:
    head = sentence.text[: stated.span.start - sentence.span.start]
    clause = re.split(r"[;:.]\s", head)[-1] + page.text[stated.span.end : min(sentence.span.end, stated.span.end + 30)].partition(",")[0]
    sizes = _sizes(page, sentence) or [size for other in before[-2:] for size in _sizes(page, other)]
    if _WHOLE.search(clause) or len({size.value for size in sizes}) != 1 or sizes[0].value < 2:
        return None
    size = sizes[0]
    if size.span.start <= stated.span.start < size.span.end:
        return None
    totals = _totals(sentence, stated, size) or [q for other in before for q in _totals(other, stated, size)]
    if len({q.bases()[0] for q in totals}) != 1:
        return None
    whole = totals[-1]
    number = whole.bases()[0] / size.value
    step = f"{page.words_at(whole.span)} / {plain(size.value)} = {plain(number)}"
    if stated.value == ceil(number):
        said = Said(f"So many pieces there are, the last one counted: {ceil(number)}.", [step], [whole.span, size.span])
        return report.confirmed("pieces", stated.span, said)
    if stated.value != floor(number) and (whole not in sentence.quantities or size.span.start < sentence.span.start):
        return None
    working = [step, f"{floor(number)} full ones" + (" and a shorter last one" if number.denominator != 1 else "")]
    new = report.like(Fraction(ceil(number)), stated, page)
    replacement = report.replaced(page, stated.span, [(stated.number, new)], "the shorter last piece counts") if new else None
    said = Said(f"It makes {ceil(number)} pieces, not {page.words_at(stated.span)}.", working, [whole.span, size.span])
    return report.contradicted("pieces", stated.span, said, "high", replacement)


def _sizes(page: Page, sentence: Sentence) -> list[_Size]:
    found = []
    for match in (match for pattern in _SIZES for match in pattern.finditer(sentence.text)):
        read = number_of(match["n"].strip(" .,"), page.writing.decimal)
        if read is not None and read[0].denominator == 1:
            span = Span(start=sentence.span.start + match.start("n"), end=sentence.span.start + match.end("n"))
            found.append(_Size(read[0], span))
    return found


def _totals(sentence: Sentence, stated: Quantity, size: _Size) -> list[Quantity]:
    """The counts of things that are cut up: before the number of pieces, more than twice a piece, with a noun of their own."""
    return [
        q
        for q in sentence.quantities
        if q.kind == "count" and not q.ordinal and not q.glued and q.span.end <= stated.span.start and not q.bound
        and q.bases()[0] >= 2 * size.value and q.after and q.after[0] not in _PIECES and not q.span.overlaps(size.span)
    ]  # fmt: skip
