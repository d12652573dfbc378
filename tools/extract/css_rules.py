"""The rules of a style sheet that bear on whether text is seen, out of what tinycss2 reads: selectors, rank in the cascade, declarations.

Rules within `@media`, `@supports`, `@layer` and other rules are taken out of them where their condition holds. What depends on more than
the page (`@container`, `@scope`, imported sheets, animations) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

from tools.extract import css_media
from tools.extract.css_selectors import Invalid, Selector, compiled, texts

Style = dict[str, str]
_BEARING = frozenset({
    "display", "visibility", "content-visibility", "opacity", "filter", "zoom", "font-size", "font", "color", "background",
    "background-color", "background-image", "position", "left", "right", "top", "bottom", "inset", "text-indent", "transform", "scale",
    "clip", "clip-path", "overflow", "overflow-x", "overflow-y", "width", "height", "max-width", "max-height", "margin-left",
    "vertical-align", "text-decoration", "text-decoration-line", "translate", "-webkit-text-fill-color", "background-clip",
    "-webkit-background-clip",
})  # fmt: skip
_GLOBAL = r"initial|inherit|unset|revert|revert-layer"
# Properties of which a value that is none is told at once: a browser leaves such a declaration out.
_VALUES = {
    "display": re.compile(
        rf"{_GLOBAL}|(?:none|contents|block|inline|inline-block|inline-flex|inline-grid|inline-table|flow|flow-root|flex|grid|table|list-item"
        r"|run-in|ruby|ruby-\w+|table-[\w-]+|math|subgrid|grid-lanes|-webkit-[\w-]+|-ms-[\w-]+|-moz-[\w-]+)(?: [a-z-]+){0,2}"
    ),
    "visibility": re.compile(rf"{_GLOBAL}|visible|hidden|collapse"),
    "opacity": re.compile(rf"{_GLOBAL}|[+-]?\d*\.?\d+(?:e[+-]?\d+)?%?|(?:calc|min|max|clamp)\(.*"),
    "position": re.compile(rf"{_GLOBAL}|static|relative|absolute|fixed|sticky|-webkit-sticky"),
}
_PICTURE = re.compile(r"url\(|gradient\(|image(?:-set)?\(|element\(")
_FONT_SIZE = re.compile(r"(?:^| )(\d*\.?\d+(?:[a-z]+|%)?|(?:xx-|x-)?(?:small|large)|medium|smaller|larger)(?= ?/| [^/])")
_DEEPEST, _NESTED = 40, 8  # brackets within each other; rules within each other
_MOST_SELECTORS, _LONGEST_SELECTOR = 60, 1_000  # of one rule
_LAST = float("inf")


@dataclass(frozen=True)
class Declared:
    name: str
    value: str
    important: bool


@dataclass(frozen=True)
class Rule:
    """layer: its place among the layers, in which what stands in none comes last. order: among the rules of the page."""

    selectors: tuple[Selector, ...]
    layer: tuple[float, ...]
    order: int
    declared: tuple[Declared, ...]


def declarations(css: str) -> tuple[Declared, ...]:
    """Those of a style attribute, or of the text within a rule."""
    return tuple(_declared(tinycss2.parse_blocks_contents(css, skip_comments=True, skip_whitespace=True)))


def _declared(nodes: Sequence[Node]) -> Iterator[Declared]:
    for node in nodes:
        if not isinstance(node, Declaration) or not (node.lower_name in _BEARING or node.name.startswith("--")) or _deep(node.value):
            continue
        value = " ".join(tinycss2.serialize([part for part in node.value if part.type != "comment"]).lower().split())
        for name, own in _longhands(node.name if node.name.startswith("--") else node.lower_name, value):
            if name not in _VALUES or "var(" in own or _VALUES[name].fullmatch(own):
                yield Declared(name, own, node.important)


def _longhands(name: str, value: str) -> list[tuple[str, str]]:
    """A declaration of several properties as those of each."""
    if name == "background":
        clip = "text" if "text" in value.split() else "border-box"
        picture = value if _PICTURE.search(value) else "none"
        return [("background-color", value), ("background-image", picture), ("background-clip", clip)]
    if name == "-webkit-background-clip":
        return [("background-clip", value)]
    if name == "font":
        size = _FONT_SIZE.search(value)
        return [("font-size", size[1] if size else value if "var(" in value else "unset")]
    if name == "text-decoration":
        return [("text-decoration-line", value)]
    if name == "overflow":
        return [("overflow-x", value.split()[0]), ("overflow-y", value.split()[-1])] if value else []
    if name == "inset":
        sides = value.split()
        return list(zip(("top", "right", "bottom", "left"), (sides * 4)[:4] if len(sides) < 3 else [*sides, sides[1]][:4], strict=False))
    return [(name, value)]


def _deep(nodes: Sequence[Node]) -> bool:
    """Whether brackets stand deeper within each other than is written by hand or by a tool."""
    waiting = [(node, 0) for node in nodes]
    while waiting:
        node, depth = waiting.pop()
        if depth > _DEEPEST:
            return True
        inner = getattr(node, "arguments", None) or (getattr(node, "content", None) if node.type.endswith(" block") else None) or ()
        waiting += [(part, depth + 1) for part in inner]
    return False


@dataclass
class Reading:
    """The rules of the sheets of a page, in order."""

    rules: list[Rule] = field(default_factory=list)
    _layers: dict[tuple[str, ...], int] = field(default_factory=dict)

    def read(self, css: str, condition: str = "") -> None:
        """Add a sheet. condition: the `media` of its element."""
        if css_media.media(tinycss2.parse_component_value_list(condition, skip_comments=True)):
            self._read(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True), (), (), 0)

    def _read(self, nodes: Sequence[Node], parents: tuple[str, ...], layer: tuple[str, ...], depth: int) -> None:
        for node in nodes if depth <= _NESTED else ():
            if isinstance(node, AtRule):
                self._conditional(node, parents, layer, depth)
            elif isinstance(node, QualifiedRule) and not _deep(node.prelude):
                own = tuple(_within(parents, texts(node.prelude)))
                inner = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
                self._add(own, layer, inner)
                self._read(inner, own, layer, depth + 1)

    def _conditional(self, node: AtRule, parents: tuple[str, ...], layer: tuple[str, ...], depth: int) -> None:
        word = node.lower_at_keyword
        if word == "layer":
            named = [tuple(name.strip().split(".")) for name in tinycss2.serialize(node.prelude).split(",")]
            if node.content is None:
                for name in named:
                    self._place((*layer, *name))
                return
            layer = (*layer, *(named[0] if named[0] != ("",) else (f" {len(self._layers)}",)))
            self._place(layer)
        elif node.content is None or _deep(node.prelude) or not _holds(word, node.prelude):
            return
        inner = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
        if parents:
            self._add(parents, layer, inner)
        self._read(inner, parents, layer, depth + 1)

    def _place(self, layer: tuple[str, ...]) -> tuple[float, ...]:
        """Where a layer stands among the others, in the order in which they are first named."""
        return (*(self._layers.setdefault(layer[:end], len(self._layers)) for end in range(1, len(layer) + 1)), _LAST)

    def _add(self, selectors: tuple[str, ...], layer: tuple[str, ...], inner: Sequence[Node]) -> None:
        declared = tuple(_declared(inner))
        if not declared:
            return
        try:
            known = tuple(selector for text in selectors if (selector := compiled(text)) is not None)
        except Invalid:
            return
        if known:
            self.rules.append(Rule(known, self._place(layer), len(self.rules), declared))


def _holds(word: str, condition: Sequence[Node]) -> bool:
    return css_media.media(condition) if word == "media" else word == "supports" and css_media.supports(condition)


def _within(parents: tuple[str, ...], own: list[str]) -> Iterator[str]:
    """The selectors of a rule within another rule, written out."""
    count = 0
    for text in own:
        for parent in parents or ("",):
            whole = text if not parent or not text else text.replace("&", parent) if "&" in text else f"{parent} {text}"
            count += 1
            if count <= _MOST_SELECTORS and len(whole) <= _LONGEST_SELECTOR:
                yield whole
