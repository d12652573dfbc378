"""Whether a condition of a style sheet holds for the reader whom a page is read for: a light screen of 1280 by 800 points, with a mouse.

What is not known about that reader (True, False or None, as CSS has it) makes a condition that does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import tinycss2
from tinycss2.ast import IdentToken, LiteralToken, Node, ParenthesesBlock

WIDTH, HEIGHT = 1280, 800
_HAS = {
    "orientation": "landscape", "hover": "hover", "any-hover": "hover", "pointer": "fine", "any-pointer": "fine", "scripting": "enabled",
    "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "prefers-contrast": "no-preference",
    "prefers-reduced-transparency": "no-preference", "prefers-reduced-data": "no-preference", "forced-colors": "none",
    "inverted-colors": "none", "display-mode": "browser", "update": "fast", "grid": "0", "monochrome": "0", "overflow-block": "scroll",
    "color-gamut": "srgb", "dynamic-range": "standard",
}  # fmt: skip
_NOTHING = ("0", "none", "no-preference")
_SIZE = re.compile(r"(\d*\.?\d+)(px|em|rem)?")
_COMPARED = re.compile(
    r"(?:(?P<left>[\d.]+\w*)\s*(?P<first><=?|>=?|=)\s*)?(?P<name>[a-z-]+)(?:\s*(?P<then><=?|>=?|=)\s*(?P<right>[\d.]+\w*))?"
)


def media(condition: Sequence[Node]) -> bool:
    """Of `@media`, or of a style element's `media`; an empty one holds."""
    queries = _split(condition)
    return not any(query for query in queries) or any(_query(query) is True for query in queries if query)


def supports(condition: Sequence[Node]) -> bool:
    """Of `@supports`: whatever is asked for is supported, and its absence is not."""
    words = [node for node in condition if node.type not in ("whitespace", "comment")]
    return not (words and isinstance(words[0], IdentToken) and words[0].lower_value == "not")


def _split(nodes: Sequence[Node]) -> list[list[Node]]:
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if isinstance(node, LiteralToken) and node.value == ",":
            parts.append([])
        elif node.type not in ("whitespace", "comment"):
            parts[-1].append(node)
    return parts


def _query(nodes: Sequence[Node]) -> bool | None:
    answers: list[bool | None] = []
    negated = either = whole = False
    for at, node in enumerate(nodes):
        word = node.lower_value if isinstance(node, IdentToken) else ""
        if word == "not":
            negated, whole = True, at + 1 < len(nodes) and isinstance(nodes[at + 1], IdentToken)
        elif word == "or":
            either = True
        elif word not in ("and", "only"):
            answer = word in ("all", "screen") if word else _feature(node)
            if negated and not whole:
                answer, negated = None if answer is None else not answer, False
            answers.append(answer)
    known = None if not answers else _either(answers) if either else _all(answers)
    return known if not (negated and whole) or known is None else not known


def _all(answers: list[bool | None]) -> bool | None:
    return False if False in answers else None if None in answers else True


def _either(answers: list[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def _feature(node: Node) -> bool | None:
    if not isinstance(node, ParenthesesBlock):
        return None
    inner = [part for part in node.content if part.type not in ("whitespace", "comment")]
    if any(isinstance(part, ParenthesesBlock) for part in inner):
        return _query(inner)
    text = tinycss2.serialize(inner).lower()
    name, colon, value = (part.strip() for part in text.partition(":"))
    if colon:
        return _plain(name, value)
    if (compared := _COMPARED.fullmatch(text)) is None:
        return None
    if compared["first"] is None and compared["then"] is None:
        return name in ("width", "height", "color") or (_HAS[name] not in _NOTHING if name in _HAS else None)
    own = _own(compared["name"])
    sides = [(own, compared["then"], _size(compared["right"])), (_size(compared["left"]), compared["first"], own)]
    return _all([_holds(one, sign, other) for one, sign, other in sides if sign is not None])


def _plain(name: str, value: str) -> bool | None:
    if name in _HAS:
        return value == _HAS[name]
    bound, _, plain = name.rpartition("min-") if name.startswith("min-") else name.rpartition("max-")
    own, wanted = _own(plain), _size(value)
    return _holds(own, {"min-": ">=", "max-": "<="}.get(name.removesuffix(plain), "="), wanted) if not bound else None


def _own(name: str) -> float | None:
    return {"width": WIDTH, "device-width": WIDTH, "height": HEIGHT, "device-height": HEIGHT}.get(name)


def _size(value: str | None) -> float | None:
    match = _SIZE.fullmatch(value or "")
    return None if match is None else float(match[1]) * (16 if match[2] in ("em", "rem") else 1)


def _holds(one: float | None, sign: str, other: float | None) -> bool | None:
    if one is None or other is None:
        return None
    return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other, "=": one == other}[sign]
