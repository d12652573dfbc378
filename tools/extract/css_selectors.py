"""Selectors of style sheets in the form in which a page is held against them: step by step, from the outermost element inwards.

A step is matched against one element alone, so that a page is read in one walk, however deep it is and however many steps there are.
Names, classes, ids and places among siblings are compared here, attributes and pseudo-classes by soupsieve.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import soupsieve
import tinycss2
from bs4.element import Tag
from tinycss2.ast import FunctionBlock, HashToken, IdentToken, LiteralToken, Node
from tinycss2.nth import parse_nth

Weight = tuple[int, int, int]
_COMBINATORS = frozenset({">", "+", "~"})
_OLD_ELEMENTS = frozenset({"before", "after", "first-line", "first-letter"})
# States that soupsieve does not know, and in which no element of a page is before somebody acts on it.
_STATES = frozenset({
    "popover-open", "modal", "fullscreen", "picture-in-picture", "autofill", "user-valid", "user-invalid", "open", "state", "host-context",
    "active-view-transition", "seeking", "stalled", "buffering", "muted", "playing", "volume-locked",
})  # fmt: skip
_COUNTED = {"nth-child": False, "nth-of-type": True}  # by name: whether those of the element's own name are counted alone
_FIRST = {"first-child": "nth-child", "first-of-type": "nth-of-type"}
_ASKING, _SEARCHING = 20, 50_000  # what it costs to ask soupsieve, and where it may look through the page for an answer
_MOST_WITHIN = 2  # combinators within a pseudo-class; more could be followed through a page in too many ways


class Invalid(ValueError):
    """No selector that browsers know; it takes the whole rule with it."""


class _Beyond(Exception):
    """A selector that browsers know and that is not followed here."""


@dataclass(frozen=True)
class Step:
    """combinator: how the element stands to that of the step before (" ", ">", "+", "~"), "" for the first. key: under which it is found.

    nth: (of the own name, a, b) for places among siblings counted from the first. rest: what soupsieve is asked, None for nothing.
    cost: of holding it against an element, where a comparison costs one; counting: its siblings come to that.
    """

    combinator: str
    name: str
    marks: frozenset[str]
    nth: tuple[tuple[bool, int, int], ...]
    rest: soupsieve.SoupSieve | None
    cost: int
    counting: bool
    key: str

    def fits(self, tag: Tag, marks: frozenset[str], child: int, of_type: int) -> bool:
        """marks: the element's own, as `.class` and `#id`; child, of_type: its place among its siblings, and among those of its name."""
        if not self.marks <= marks or self.name not in ("", tag.name):
            return False
        if not all(_counts(of_type if own else child, a, b) for own, a, b in self.nth):
            return False
        return self.rest is None or self.rest.match(tag)


@dataclass(frozen=True)
class Selector:
    steps: tuple[Step, ...]
    weight: Weight


@lru_cache(maxsize=4_096)
def compiled(text: str) -> Selector | None:
    """The selector that a text is, None for one that no element of a page answers to; raises Invalid."""
    nodes = tinycss2.parse_component_value_list(text, skip_comments=True)
    steps, weight = [], (0, 0, 0)
    try:
        for combinator, compound in _compounds(nodes):
            steps.append(_step(combinator, compound))
            weight = _sum(weight, weight_of(compound))
    except _Beyond:
        return None
    return Selector(tuple(steps), weight)


def _compounds(nodes: Sequence[Node]) -> list[tuple[str, list[Node]]]:
    found: list[tuple[str, list[Node]]] = [("", [])]
    combinator = ""
    for node in nodes:
        if node.type == "whitespace":
            combinator = combinator or " "
        elif isinstance(node, LiteralToken) and node.value in _COMBINATORS:
            if combinator.strip() or not found[-1][1]:
                raise Invalid("two combinators")
            combinator = node.value
        elif combinator and found[-1][1]:
            found.append((combinator, [node]))
            combinator = ""
        else:
            found[-1][1].append(node)
            combinator = ""
    if not found[-1][1] or combinator.strip():
        raise Invalid("a combinator without an element")
    return found


def _step(combinator: str, nodes: list[Node]) -> Step:
    name, marks, nth, rest, at, reach = "", set[str](), [], list[Node](), 0, set[str]()
    while at < len(nodes):
        node, after = nodes[at], nodes[at + 1] if at + 1 < len(nodes) else None
        if isinstance(node, IdentToken) and at == 0:
            name, at = node.lower_value, at + 1
        elif isinstance(node, LiteralToken) and node.value == "*" and at == 0:
            at += 1
        elif isinstance(node, HashToken):
            marks.add(f"#{node.value}")
            at += 1
        elif isinstance(node, LiteralToken) and node.value == "." and after is not None and isinstance(after, IdentToken):
            marks.add(f".{after.value}")
            at += 2
        elif node.type == "[] block":
            rest.append(node)
            at += 1
        elif isinstance(node, LiteralToken) and node.value == ":" and after is not None:
            said = _pseudo(after)
            if said in _OLD_ELEMENTS or said in _STATES or said == ":" or said.startswith("-"):
                raise _Beyond
            if (place := _place(said, after)) is not None:
                nth.append(place)
            else:
                rest += [node, after]
                reach.add(_reach(said, after))
            at += 2
        else:
            raise Invalid("no selector")
    asked = _asked(rest) if rest else None
    key = min((mark for mark in marks if mark[0] == "#"), default="") or min(marks, default="") or name or "*"
    cost = 1 + _ASKING * bool(rest) + _SEARCHING * ("page" in reach)
    return Step(combinator, name, frozenset(marks), tuple(nth), asked, cost, "siblings" in reach, key)


def _pseudo(node: Node) -> str:
    if isinstance(node, FunctionBlock):
        return str(node.lower_name)
    if isinstance(node, IdentToken):
        return str(node.lower_value)
    if isinstance(node, LiteralToken) and node.value == ":":
        return ":"
    raise Invalid("no pseudo-class")


def _place(said: str, node: Node) -> tuple[bool, int, int] | None:
    if said in _FIRST:
        return _COUNTED[_FIRST[said]], 0, 1
    if said not in _COUNTED or not isinstance(node, FunctionBlock):
        return None
    if any(isinstance(part, IdentToken) and part.lower_value == "of" for part in node.arguments):
        return None
    if (formula := parse_nth(node.arguments)) is None:
        raise Invalid("no formula")
    return (_COUNTED[said], *formula)


def _counts(place: int, a: int, b: int) -> bool:
    return place == b if a == 0 else (place - b) % a == 0 and (place - b) // a >= 0


def _asked(nodes: list[Node]) -> soupsieve.SoupSieve:
    try:
        return soupsieve.compile(tinycss2.serialize(nodes))
    except (soupsieve.SelectorSyntaxError, ValueError, NotImplementedError) as error:
        raise Invalid(str(error)) from error


def _reach(said: str, node: Node) -> str:
    """How far a pseudo-class may have to look: "page", "siblings", or "" for the element alone."""
    if said == "has":
        return "page"
    if not isinstance(node, FunctionBlock) or said.startswith("nth-"):
        return "siblings" if said.startswith(("nth-", "last-", "only-")) else ""
    words = re.sub(r"\s*,\s*", ",", tinycss2.serialize(node.arguments).strip())
    within = len(re.findall(r"\s*[>+~]\s*|\s+", words))
    if within > _MOST_WITHIN:
        raise _Beyond
    if within or ":has" in words:
        return "page"
    return "siblings" if re.search(r":(?:nth|last|only)-", words) else ""


def weight_of(nodes: Iterable[Node]) -> Weight:
    """How specific a part of a selector is: ids; classes, attributes and pseudo-classes; names."""
    total: Weight = (0, 0, 0)
    before = ""
    for node in nodes:
        if isinstance(node, HashToken):
            total = _sum(total, (1, 0, 0))
        elif node.type == "[] block" or (isinstance(node, IdentToken) and before in (".", ":")):
            total = _sum(total, (0, 1, 0))
        elif isinstance(node, IdentToken):
            total = _sum(total, (0, 0, 1))
        elif isinstance(node, FunctionBlock) and node.lower_name in ("is", "not", "has", "matches", "-webkit-any", "-moz-any"):
            total = _sum(total, max(map(weight_of, _listed(node.arguments))))
        elif isinstance(node, FunctionBlock) and node.lower_name != "where":
            total = _sum(total, (0, 1, 0))
        before = str(node.value) if isinstance(node, LiteralToken) else ""
    return total


def _listed(nodes: Sequence[Node]) -> list[list[Node]]:
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if isinstance(node, LiteralToken) and node.value == ",":
            parts.append([])
        else:
            parts[-1].append(node)
    return parts


def texts(prelude: Sequence[Node]) -> list[str]:
    """The selectors of a rule, each as a text."""
    return [tinycss2.serialize(part).strip() for part in _listed([node for node in prelude if node.type != "comment"])]


def _sum(one: Weight, other: Weight) -> Weight:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
