"""The figures of a section in the order in which a reader meets them: which are still there to reckon with, and which were used up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.standing import standing
from tools.instruments.numbers.derivations.dimensional import derived
from tools.instruments.numbers.derivations.measures import RATIOS, Measure, measures_of
from tools.instruments.numbers.page import Page, Sentence
from tools.quantities import Interval
from tools.records import Span

_FAR = 10  # figures back that a result may still rest on
_OPERANDS = 3
_FEW = 20  # a small number of nothing comes of others by chance
CORRESPONDS = re.compile(r"(?<![^\W\d_])(?:corresponds?|equivalent|entspr\w+|correspond\w*|équiva\w+)(?![^\W\d_])", re.IGNORECASE)
_DRAWS = re.compile(
    r"(?<![^\W\d_])(?:draws?|consumes?|fills?|weighs?|spans?|burns?|saves?|handles?|serves?|zieh(?:t|en)|verbrauch(?:t|en)|füll(?:t|en)|"
    r"wieg(?:t|en)|consomm(?:e|ent)|rempli(?:t|ssent)|pès(?:e|ent))(?![^\W\d_])",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"^\)?(?:,|:|\s\(|\s[=≈])\s*(?:about |some |roughly |etwa |rund |environ )?[$€£]?$", re.IGNORECASE)
_CLAUSE_END = re.compile(
    r"[,;:.()–—](?!\d)|(?<![^\W\d_])(?:which|that|where|while|whereas|because|since|but|während|weil|aber|car|mais)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass
class Discourse:
    """What was said before a sentence in its section. told: the figures in order; spent: the places of those that a later figure was
    made of."""

    told: list[Measure] = field(default_factory=list)
    spent: set[Span] = field(default_factory=set)

    def open(self) -> list[Measure]:
        return [measure for measure in self.told if measure.span not in self.spent][-_FAR:]

    def take_in(self, page: Page, measure: Measure, lead: str) -> None:
        """Add a figure, and note which others it was made of, where the words before it say that it follows from them."""
        key = ("made of", measure.span)
        made = page.memo.get(key)
        if not isinstance(made, frozenset):
            made = page.memo[key] = self._made_of(page, measure, lead)
        self.spent |= made
        self.spent.update(one.span for one in self.told[-_FAR:] if one.sentence == measure.sentence and restated(one, measure))
        self.told.append(measure)

    def _made_of(self, page: Page, measure: Measure, lead: str) -> frozenset[Span]:
        told = self.told[-_FAR:]
        made = next(explanations(page, measure, told) if announced(lead) else _differences(page, measure, told), None)
        return frozenset(item.span for item in made.used) if made is not None else frozenset()


@dataclass(frozen=True)
class Place:
    """A figure where it stands. own: the figures before it in its sentence; lead: the words between the last of them and it;
    clause: its sentence up to the end of its clause."""

    stated: Measure
    own: tuple[Measure, ...]
    lead: str
    clause: str
    sentence: Sentence


def places(page: Page) -> Iterator[tuple[Place, Discourse]]:
    """The figures of the prose in order, each with what was said before it in the same section."""
    section, discourse = -1, Discourse()
    for sentence in page.sentences:
        if sentence.output:
            continue
        if page.sections[sentence.block] != section:
            section, discourse = page.sections[sentence.block], Discourse()
        measures = measures_of(page, sentence)
        for n, stated in enumerate(measures):
            start = measures[n - 1].end if n else sentence.span.start
            rest = page.text[stated.span.end : sentence.span.end]
            end = _CLAUSE_END.search(rest)
            clause = page.text[sentence.span.start : stated.span.end] + rest[: end.start() if end else len(rest)]
            yield Place(stated, tuple(measures[:n]), page.text[start : stated.span.start], clause, sentence), discourse
            discourse.take_in(page, stated, page.text[start : stated.span.start])


def announced(lead: str) -> bool:
    """Whether words lead from figures to what they come to."""
    return any(words.search(lead) for words in (cues.RESULT, cues.VERB, CORRESPONDS, _DRAWS, _BESIDE))


def restated(one: Measure, other: Measure) -> bool:
    """Whether a figure says again what another says, in another unit perhaps."""
    if one.dimensions != other.dimensions or one.item.quantity.unit.name == other.item.quantity.unit.name:
        return False
    return any(other.item.quantity.agreement(Interval.exact(value.exact)) == "yes" for value in one.item.readings)


def explanations(page: Page, stated: Measure, told: Sequence[Measure], using: Set[Span] = frozenset()) -> Iterator[Form]:
    """The ways in which a figure is what figures before it come to, the nearest first; using: those that must have a part in it."""
    if stated.bare and stated.item.quantity.value < _FEW:
        return
    for size in range(2, _OPERANDS + 1):
        for chosen in combinations(told[::-1], size):
            if using and not using <= {measure.span for measure in chosen}:
                continue
            if any(measure.bare or measure.item.kind in RATIOS for measure in chosen):
                continue
            yield from (form for _, form in derived(page, chosen, stated) if standing(stated.item.quantity, form) == "yes")
            yield from (form for form in _added(page, chosen, stated) if standing(stated.item.quantity, form) == "yes")


def _differences(page: Page, stated: Measure, told: Sequence[Measure]) -> Iterator[Form]:
    """The pairs of figures before a measured one between which it is the difference, the nearest first."""
    if not stated.item.value.dimensions or (stated.bare and stated.item.quantity.value < _FEW):
        return
    for chosen in combinations(told[::-1], 2):
        if not any(measure.bare or measure.item.kind in RATIOS for measure in chosen):
            forms = (form for form in _added(page, chosen, stated) if form.name == "difference")
            yield from (form for form in forms if standing(stated.item.quantity, form) == "yes")


def _added(page: Page, chosen: tuple[Measure, ...], stated: Measure) -> Iterator[Form]:
    """Sums, and the difference of two, of figures of the same dimension as the stated one."""
    wanted = stated.item.value.dimensions
    if any(measure.item.value.dimensions != wanted or measure.item.kind in ("percent", "times", "part") for measure in chosen):
        return
    if stated.item.kind in ("percent", "times", "part"):
        return
    shown = [page.words_at(measure.span) for measure in chosen]
    used = tuple(measure.item for measure in chosen)
    values = [measure.item.value for measure in chosen]
    total, wide = sum(value.exact for value in values), Interval.exact(0)
    for value in values:
        wide = wide + value.interval
    yield Form(type(values[0])(total, wide, wanted), " + ".join(shown), used, "sum")  # type: ignore[arg-type]
    if len(values) == 2:
        a, b = sorted((0, 1), key=lambda n: values[n].exact, reverse=True)
        difference = type(values[0])(values[a].exact - values[b].exact, values[a].interval - values[b].interval, wanted)
        yield Form(difference, f"{shown[a]} - {shown[b]}", used, "difference")
