"""A figure of a sentence with the words and the other figures around it, from which it may follow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.items import Item, items_of, one_units, with_currency
from tools.instruments.numbers.announced.series import in_sentence, listed_in
from tools.instruments.numbers.page import Page, Sentence
from tools.records import Span

APPOSITION = re.compile(
    r"^[^\d.;!?]{0,60}?[,:–—]\s*(?:(?:or|an?|the|ein\w*|une?|un|una|with|mit|avec|con)\s(?:[\w-]+\s){1,4}(?:of|von|de)\s)?"
    r"(?:only |just |about |roughly |nur |etwa |rund |environ |some |at most |enough for |[$€£])*$",
    re.IGNORECASE,
)


# A figure that is named a statistic is no product; one after these words is a condition of what is told.
STATISTIC = re.compile(

        r"(?<![^\W\d_])(?:mean|median|average|deviation|variance|mode|percentile|slowest|fastest|longest|largest|smallest|"
        r"mittelwert|median|standardabweichung|varianz|moyenne|médiane|"
    r"écart-type|media|mediana)(?:\s(?:\w+\s){0,3}|,\s)$", re.IGNORECASE,
)  # fmt: skip


# After these words a figure is given and no result; "of" after one of these nouns states what it is.
_AMOUNTS = (
    "a an the saving average share total rate gain loss rise ratio speed accuracy reduction increase overhead difference factor "
    "probability efficiency throughput"
)
_NOT_AFTER = "".join(rf"(?<!{noun} )" for noun in _AMOUNTS.split())
GIVEN = re.compile(
    rf"(?<![^\W\d_])(?:every|each|with|{_NOT_AFTER}of|after|(?<!ran )(?<!runs )(?<!lasts )(?<!enough )for|by|padded to|up to|than|"
    r"alle|je|mit|nach|avec|après|chaque|toutes les|cada|con|tras|table|figure|version|section|python|numpy|pandas)\s(?:\w+\s)?$",
    re.IGNORECASE,
)

_ONE_FOR = re.compile(
    r"(?<![^\W\d_])(?:one|1|an?|eine?r?|une?|un)\s(?:[^\W\d_]+\s)?(?:for|per|to|in|auf|je|pour|sur|por|de)\s(?:every\s|each\s|je\s|chaque\s|cada\s)?$",
    re.IGNORECASE,
)


_JOINED_TO = re.compile(r"(?:\s[^\W\d_]+){0,4},?\s(?:and|und|et|y)\s(?:[^\W\d_]+\s){0,3}", re.IGNORECASE)


_LEVEL = re.compile(
    r"[\s-]*(?:confidence|interval|level|limits?|percentile|quantile|CI\b|konfidenz\w*|vertrauens\w*|intervalle?|niveau)|.{0,30}(?:confidence|konfidenz|confiance)",
    re.IGNORECASE,
)


_END = re.compile(r"[,;:.()–—]\s|[.;)]$")


_UNANSWERED = re.compile(r"\?\s*$")


_MOST_ITEMS = 6


SAME = re.compile(
    r"\)?\s*,?\s*(?:or|i\.e\.,?|that is,?|=|which (?:is|are|makes)|oder|d\. ?h\.|"
    r"das sind|also|ou|soit|c['’]est-à-dire|es decir|o)\s(?:just |exactly |genau )?",
    re.IGNORECASE,
)


OF_NEXT = re.compile(r"\s(?:of|von|der|des|de|du|del|sur)\s(?:[^\W\d_]+\s){0,3}$", re.IGNORECASE)


# "60 s / 7200 = 8.33 ms": what stands before the sign of equality is used up by what stands behind it.
_TERM = r"[(\[]?\d[\d.,\u202f\u00a0]*(?:\s?[^\W\d_]{1,8})?[)\]]?"
_EXPRESSION = re.compile(rf"{_TERM}(?:\s*(?:[×x*·/+−-]|\\times|\\cdot)\s*{_TERM}){{1,8}}\s*[=≈]")


def operands_in(page: Page, sentence: Sentence, items: Sequence[Item]) -> frozenset[Span]:
    """The figures of a sentence that an expression with a result of its own uses up."""
    base = sentence.span.start
    used = [(base + m.start(), base + m.end()) for m in _EXPRESSION.finditer(sentence.text)]
    return frozenset(item.span for item in items if any(a <= item.span.start < b for a, b in used))


@dataclass(frozen=True)
class Stated:
    """A figure with what stands around it. lead, tail: the words up to the figures beside it. own: figures before it in its sentence;
    scope: those and the ones of the sentences before, nearest last; later:
    figures after it in its sentence; joined: to an announced one;
    units: those that stand after an article; start: of its sentence."""

    item: Item
    lead: str
    tail: str
    own: tuple[Item, ...]
    scope: tuple[Item, ...]
    later: tuple[Item, ...]
    text: str
    joined: bool = False
    units: tuple[Item, ...] = ()
    start: int = 0

    @property
    def around(self) -> str:
        end = _END.search(self.tail)
        return f"{self.lead[-70:]} # {self.tail[: end.start() if end else 50][:50]}"

    @property
    def verbal(self) -> bool:
        """Whether a verb of having, needing or taking leads to it, and nothing says that it was measured."""
        return bool(cues.VERB.search(self.lead)) and not cues.MEASURED.search(self.text)

    @property
    def strictly(self) -> bool:
        """Whether it is said outright to follow."""
        if (
            _ONE_FOR.search(self.lead)
            or SAME.fullmatch(self.lead)
            or (self.item.kind == "percent" and len(self.own) == 1 and OF_NEXT.match(self.tail))
        ):
            return True
        return bool(cues.STRICT.search(self.lead[-60:]) or (APPOSITION.match(self.lead) and not self.later)) and not GIVEN.search(self.lead)

    @property
    def announced(self) -> bool:
        if self.strictly or self.joined:
            return True
        return bool(cues.RESULT.search(self.lead[-60:]) or APPOSITION.match(self.lead)) and not GIVEN.search(self.lead)


def stated_in(page: Page, sentence: Sentence, before: Sequence[Sentence]) -> Iterator[Stated]:
    """The figures of a sentence that others may come to."""
    if _UNANSWERED.search(sentence.text) or cues.CONTRAST.search(sentence.text) or len(sentence.quantities) > 12:
        return
    whole = {item.span: item for series in in_sentence(page, sentence) for item in series.items}
    items = [
        item if item.quantity.unit.name else replace(whole.get(item.span, item), noun=item.noun, each=item.each)
        for item in items_of(page, sentence)
    ]
    earlier = [item for own in before for item in items_of(page, own)]
    listed = {item.span for own in (sentence, *before) for series in listed_in(page, own) for item in series}
    articled = tuple(unit for own in (*before, sentence) for unit in one_units(page, own, items_of(page, own)))[:1]
    spent = {span for other_ in (sentence, *before) for span in operands_in(page, other_, items_of(page, other_))}
    previous: Stated | None = None
    for n, item in enumerate(items):
        start = items[n - 1].span.end if n else sentence.span.start
        end = items[n + 1].span.start if n + 1 < len(items) else sentence.span.end
        lead, tail = page.text[start : item.span.start], page.text[item.span.end : end]
        many = item.kind == "percent" or cues.SUM.search(lead + tail) or cues.REST.search(lead + tail)
        own = tuple(other for other in items[:n] if (many or other.span not in listed) and other.span not in spent)
        scope = (*(other for other in earlier if other.span not in spent and (many or other.span not in listed)), *own)[-_MOST_ITEMS:]
        if (item.span not in listed or many) and (scope or n + 2 < len(items)):
            stated = Stated(with_currency(item, scope), lead, tail, own, scope, tuple(items[n + 1 :]), sentence.text)
            stated = replace(stated, units=articled, start=sentence.span.start)
            if previous is not None and previous.announced and previous.item.kind == item.kind != "percent" and _JOINED_TO.fullmatch(lead):
                stated = replace(
                    stated,
                    joined=True,
                    own=tuple(o for o in own if o.span != previous.item.span),
                    scope=tuple(o for o in scope if o.span != previous.item.span),
                )
            previous = stated
            if not (item.kind == "percent" and _LEVEL.match(tail)):
                yield stated
