"""Which declarations apply to an element of a page: those of the page's own style sheets and of the element, by the rules of the cascade.

The page is walked once. Of each element that is open it is kept which beginnings of selectors it ends, so that a selector of many steps
costs no more than one comparison for each of them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from bs4 import BeautifulSoup
from bs4.element import Tag

from tools.extract.css_rules import Declared, Reading, Rule, Style, declarations
from tools.extract.css_selectors import Selector, Step, Weight

LONGEST = 1_000_000  # characters of all style sheets of a page
MOST_WORK = 1_000_000  # comparisons for one page
_LONGEST_VALUE = 1_000
_DEEPEST_VARIABLE = 20
_VARIABLE = re.compile(r"var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_NO_VALUE = frozenset({"initial", "unset", "revert", "revert-layer"})

Rank = tuple[int, tuple[float, ...], Weight, int]


@dataclass
class Place:
    """An element that is open. ends: beginnings of selectors that it ends; above: those that it or an element around it ends.

    last, earlier: of its children so far, those of the last and those of all; variables: custom properties that hold within it.
    """

    ends: frozenset[int] = frozenset()
    above: frozenset[int] = frozenset()
    variables: Style = field(default_factory=dict)
    last: frozenset[int] = frozenset()
    earlier: frozenset[int] = frozenset()
    children: int = 0
    names: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class _Entry:
    """A step of a rule's selector. before, own: numbers of the beginnings that end before it and with it; own is None for the last."""

    step: Step
    before: int | None
    own: int | None
    rule: Rule
    weight: Weight


class Sheet:
    """The style sheets within a page. notes: in which way they were not applied as a browser applies them."""

    def __init__(self, soup: BeautifulSoup) -> None:
        self.notes: list[str] = []
        self._found: dict[str, list[_Entry]] = {}
        self._beginnings = self._work = 0
        reading, left = Reading(), LONGEST
        for tag in soup.find_all("style"):
            css = str(tag.string or "")
            if tag.find_parent(["noscript", "template"]) is None:
                reading.read(css[: max(0, left)], str(tag.get("media") or ""))
                left -= len(css)
        if left < 0:
            self.notes.append("its style sheets are longer than is read: what the rest of them hides counts as seen")
        for rule in reading.rules:
            for selector in rule.selectors:
                self._add(rule, selector)

    def _add(self, rule: Rule, selector: Selector) -> None:
        before: int | None = None
        for step in selector.steps:
            own = None
            if step is not selector.steps[-1]:
                self._beginnings += 1
                own = self._beginnings
            self._found.setdefault(step.key, []).append(_Entry(step, before, own, rule, selector.weight))
            before = own

    def of(self, tag: Tag, outer: Place) -> tuple[Style, Place]:
        """The style that applies to an element, and its place. outer: that of the element around it; elements come in their order."""
        place = Place(variables=outer.variables)
        outer.children += 1
        outer.names[tag.name] += 1
        ranked: dict[str, tuple[Rank, str]] = {}
        ends = set[int]()
        marks = frozenset({f".{name}" for name in classes(tag)} | ({f"#{tag.get('id')}"} if tag.get("id") else set()))
        for key in (tag.name, "*", *sorted(marks)) if self._found else ():
            for entry in self._found.get(key, ()):
                if not self._matches(entry, tag, marks, outer):
                    continue
                if entry.own is not None:
                    ends.add(entry.own)
                else:
                    _rank(ranked, entry.rule.declared, entry.rule.layer, entry.weight, entry.rule.order)
        place.ends = frozenset(ends)
        place.above = outer.above | place.ends if not place.ends <= outer.above else outer.above
        outer.last = place.ends
        outer.earlier = outer.earlier | place.ends if not place.ends <= outer.earlier else outer.earlier
        written = tag.get("style")
        if isinstance(written, str):
            _rank(ranked, declarations(written), None, (0, 0, 0), 0)
        return _resolved({name: value for name, (_, value) in ranked.items()}, place), place

    def _matches(self, entry: _Entry, tag: Tag, marks: frozenset[str], outer: Place) -> bool:
        if entry.before is not None and entry.before not in _related(entry.step.combinator, outer):
            return False
        self._work += entry.step.cost + (len(tag.parent.contents) if entry.step.counting and tag.parent is not None else 0)
        if self._work > MOST_WORK:
            self._found = {}
            self.notes.append("its style sheets take more work than is done for a page: what they hide counts as seen from some place on")
            return False
        return entry.step.fits(tag, marks, outer.children, outer.names[tag.name])


def classes(tag: Tag) -> tuple[str, ...]:
    value = tag.get("class")
    return tuple(value) if isinstance(value, list) else tuple(str(value or "").split())


def _related(combinator: str, outer: Place) -> frozenset[int]:
    """The beginnings that end with an element which stands so to a child of the outer one that comes next."""
    if combinator == ">":
        return outer.ends
    if combinator == "+":
        return outer.last
    return outer.earlier if combinator == "~" else outer.above


def _rank(
    ranked: dict[str, tuple[Rank, str]], declared: tuple[Declared, ...], layer: tuple[float, ...] | None, weight: Weight, order: int
) -> None:  # fmt: skip
    """Keep of each property the declaration that wins. layer: None for what is written on the element itself."""
    for each in declared:
        kind = (3 if each.important else 1) if layer is None else 2 if each.important else 0
        placed = tuple(-part for part in layer or ()) if each.important else layer or ()  # what is important wins the other way round
        rank = (kind, placed, weight, order)
        if each.name not in ranked or rank >= ranked[each.name][0]:
            ranked[each.name] = (rank, each.value)


def _resolved(style: Style, place: Place) -> Style:
    """The style with its variables put in; the element's own custom properties hold within it."""
    own = {name: value for name, value in style.items() if name.startswith("--")}
    if own:
        variables = _Variables(place.variables, own)
        place.variables = place.variables | {name: said for name in own if (said := variables.of(name, 0)) is not None}
    put_in = _Variables(place.variables, {}).put_in
    found = {name: put_in(value, 0) if "var(" in value else value for name, value in style.items() if name not in own}
    return {name: value for name, value in found.items() if value is not None and value not in _NO_VALUE}


class _Variables:
    """Custom properties, each worked out once. known: what holds around the element; own: what it says itself."""

    def __init__(self, known: Style, own: Style) -> None:
        self._known, self._own = known, own
        self._worked: dict[str, str | None] = {}

    def of(self, name: str, depth: int) -> str | None:
        if name not in self._own:
            return self._known.get(name)
        if name not in self._worked:
            self._worked[name] = None  # what leads back to itself has no value
            self._worked[name] = self.put_in(self._own[name], depth)
        return self._worked[name]

    def put_in(self, value: str, depth: int) -> str | None:
        """A value with its variables put in; None where one has no value, or leads too far."""
        if "var(" not in value:
            return value
        if depth > _DEEPEST_VARIABLE or len(value) > _LONGEST_VALUE:
            return None
        parts, at = list[str](), 0
        for match in _VARIABLE.finditer(value):
            said = self.of(match[1], depth + 1)
            if said is None and match[2] is not None:
                said = self.put_in(match[2].strip(), depth + 1)
            if said is None:
                return None
            parts += [value[at : match.start()], said]
            at = match.end()
        put = "".join([*parts, value[at:]])
        return put if len(put) <= _LONGEST_VALUE else None
