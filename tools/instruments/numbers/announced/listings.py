"""How many there are: things that a sentence counts and then lists, points of a list, figures that add up to a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.words import akin, words_of
from tools.quantities import Quantity
from tools.records import Finding, Span

_HEAD = re.compile(r"\s+(?:[\w'’-]+\s+){0,3}?[\w'’-]+\s*(?::|\s[–—-]\s|,?\s(?:namely|nämlich|à savoir|a saber)\s)\s*", re.IGNORECASE)
_SPLIT = re.compile(r"\s*(?:,\s*(?:and|und|et|y|or|oder|ou|o)\s|,|;|\s(?:and|und|et|y|or|oder|ou|o|sowie)\s)\s*", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)|`[^`]*`|\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“]*“")
_OPEN = re.compile(
    r"(?<![^\W\d_])(?:etc|and so on|such as|for example|e\.g\.|among|including|usw|unter anderem|z\. ?b|par exemple|"
    r"entre autres|like|as well as|with|which|that|because|mit|die|qui|que)(?![^\W\d_])|…|\.\.\.",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:^|\n)[ \t]*(?:[-*•+]|\d{1,2}[.)])[ \t]+$")
_LEADS = re.compile(r"\s+(?:[\w'’-]+\s+){0,3}?[\w'’-]+\s*(?:to\s[\w\s]{0,30})?:\s*$")
_FOLLOWS = re.compile(
    r"^(?:[Aa]ll|[Tt]he|[Tt]hese|[Aa]lle|[Dd]ie|[Dd]iese|[Tt]ous les|[Tt]outes les|[Ll]es|[Cc]es|[Ll]os|[Ll]as|[Ee]stos)\s+(?:the\s+)?$"
)
_MOST = 12


def check_listings(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or cues.CONDITION.search(sentence.text):
            continue
        for quantity in sentence.quantities:
            if (
                quantity.kind != "count"
                or quantity.ordinal
                or quantity.bound
                or quantity.glued
                or quantity.value.denominator != 1
                or not 2 <= quantity.value <= _MOST
            ):
                continue
            finding = _in_sentence(page, sentence, quantity) or _in_points(page, sentence, quantity)
            if finding is not None:
                yield finding
    yield from _parts_of_hundred(page)


def _in_sentence(page: Page, sentence: Sentence, quantity: Quantity) -> Finding | None:
    """ "four keys: host, port, user and password"."""
    rest = page.text[quantity.span.end : sentence.span.end]
    head = _HEAD.match(rest)
    if head is None or re.search(r"(?<![^\W\d_])(?:of|than|times|from|by|per|von|de|als|que)(?![^\W\d_])", head.group(), re.IGNORECASE):
        return None
    listed = _BRACKETS.sub("x", rest[head.end() :].rstrip(" .!"))
    listed = re.split(r"[.;:?!–—]\s", listed)[0] if ";" not in listed else re.split(r"[.:?!–—]\s", listed)[0]
    parts = [part for part in _SPLIT.split(listed) if part.strip()]
    if (
        len(parts) < 2
        or _OPEN.search(listed)
        or any(len(part.split()) > 5 for part in parts)
        or "=" in listed
        or "," not in listed
        or not _ends_in_and(listed)
    ):
        return None
    return _counted(page, quantity, len(parts), Span(start=quantity.span.end + head.end(), end=sentence.span.end))


def _ends_in_and(listed: str) -> bool:
    """Whether the last two are joined by a word, as the end of a list is, and no two before are."""
    joined = re.findall(r"\s(?:and|und|et|y|or|oder|ou|o|sowie)\s", listed, re.IGNORECASE)
    return len(joined) == 1 and "," not in listed[listed.rfind(joined[0]) :]


def _in_points(page: Page, sentence: Sentence, quantity: Quantity) -> Finding | None:
    """The points of the list that follows ("four steps:") or that stands right before ("All three are on the index")."""
    rest = page.text[quantity.span.end : sentence.span.end]
    definite = re.search(
        r"(?<![^\W\d_])(?:the|these|those|both|between|any|die|den|diese\w*|les|ces|los|las)\s$",
        page.text[sentence.span.start : quantity.span.start],
        re.IGNORECASE,
    )
    if _LEADS.fullmatch(rest) and not definite and page.blocks[sentence.block].span.end <= sentence.span.end + 2:
        points = _points(page, sentence.block + 1, 1)
    elif (
        _FOLLOWS.match(page.text[sentence.span.start : quantity.span.start])
        and page.blocks[sentence.block].span.start == sentence.span.start
        and not is_point(page, sentence.block)
    ):
        points = _points(page, sentence.block - 1, -1)
        if re.match(r"\s+(?:of|von|de)\s", rest) or not _means_points(page, sentence, quantity, points):
            return None
    else:
        return None
    if len(points) < 2:
        return None
    return _counted(page, quantity, len(points), Span(start=points[0].start, end=points[-1].end))


def _means_points(page: Page, sentence: Sentence, quantity: Quantity, points: list[Span]) -> bool:
    """Whether a number behind a list is of its points: said of all of them, or with a noun that names none of their contents."""
    if re.match(r"all|alle|tous|toutes", sentence.text, re.IGNORECASE) or not points:
        return True
    noun = re.match(r"\s+(?:[\w'’-]+\s+)??(?P<noun>[^\W\d_]{3,})", page.text[quantity.span.end : sentence.span.end])
    inside = words_of(" ".join(page.words_at(point) for point in points))
    return noun is None or not any(akin(noun["noun"].lower(), word) for word in inside)


def is_point(page: Page, block: int) -> bool:
    """Whether a block is a point of a list."""
    return _BULLET.search(page.text[max(0, page.blocks[block].span.start - 8) : page.blocks[block].span.start]) is not None


def _points(page: Page, block: int, step: int) -> list[Span]:
    """The points of a list, from a block onwards."""
    found: list[Span] = []
    while 0 <= block < len(page.blocks) and is_point(page, block):
        lead = page.text[max(0, page.blocks[block].span.start - 8) : page.blocks[block].span.start]
        if re.search(r"\n[ \t]{2,}\S+[ \t]+$", lead):
            return []
        found.append(page.blocks[block].span)
        block += step
    return found if step > 0 else found[::-1]


def _counted(page: Page, quantity: Quantity, count: int, place: Span) -> Finding | None:
    written = page.words_at(quantity.number)
    working = [f"{count} stand there: {page.words_at(place)[:160]}"]
    if quantity.value == count:
        return report.confirmed("listed", quantity.span, Said(f"There are {count}, as stated.", working, [place]))
    if abs(int(quantity.value) - count) > 2:
        return None
    new = report.like(quantity.value - quantity.value + count, quantity, page)
    replacement = (
        report.replaced(
            page, quantity.span, [(quantity.number, new[:1].upper() + new[1:] if written[:1].isupper() else new)], "how many are listed"
        )
        if new
        else None
    )
    return report.contradicted(
        "listed", quantity.span, Said(f"{count} are listed, not {written}.", working, [place]), "medium", replacement
    )


_AS_FOLLOWS = re.compile(
    r"(?<![^\W\d_])(?:as follows|(?:is|are) (?:spent|split|divided|distributed|made up)|breaks? down|consists?|"
    r"composition|verteil\w*|setzt sich|aufgeteilt|se répartit|réparti\w*|se reparte)(?![^\W\d_])",
    re.IGNORECASE,
)


def _parts_of_hundred(page: Page) -> Iterator[Finding]:
    """Percentages into which a whole is divided."""
    for sentence in page.sentences:
        rates = [q for q in sentence.quantities if q.kind == "percent"]
        if (
            sentence.output
            or len(rates) < 3
            or len(rates) != len([q for q in sentence.quantities if not q.ordinal])
            or not _AS_FOLLOWS.search(sentence.text)
        ):
            continue
        whole, slack = sum((q.value for q in rates), Fraction(0)), sum((q.half for q in rates), Fraction(0))
        span = Span(start=rates[0].span.start, end=rates[-1].span.end)
        shown = " + ".join(page.words_at(q.span) for q in rates)
        if any(q.bound for q in rates) or abs(whole - 100) > 30:
            continue
        if abs(whole - 100) <= slack:
            yield report.confirmed("parts", span, Said("The parts add up to 100 %.", [f"{shown} = {float(whole):g} %"], [span]))
        else:
            yield report.contradicted(
                "parts",
                span,
                Said(f"The parts add up to {float(whole):g} %, not to 100 %.", [f"{shown} = {float(whole):g} %"], [span]),
                "high",
            )
