"""Which elements of a page a reader sees: by their attributes, their inline style and the style sheets within the page.

Style sheets that a page links to are not asked for, so what they alone hide counts as seen. A colour, a size of letters, a visibility and
an indentation hold for what is within an element until something within it says otherwise; whatever else hides it hides all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bs4.element import Tag

from tools.extract import css_colours
from tools.extract.css_cascade import classes
from tools.extract.css_rules import Style
from tools.extract.records import Why

_NEVER = {
    "template", "noscript", "iframe", "script", "style", "object", "embed", "datalist", "rp", "noembed", "noframes", "annotation",
    "annotation-xml", "mphantom",
}  # fmt: skip
_STRUCK = {"del", "s", "strike"}
_FOR_SCREEN_READERS = {"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "sr-only-focusable"}
_LENGTH = re.compile(r"([+-]?\d*\.?\d+(?:e[+-]?\d+)?)(px|em|rem|pt|vw|vh|ex|ch|in|cm|mm|pc|%)?")
_UNITS = {
    "em": 16, "rem": 16, "pt": 4 / 3, "pc": 16, "vw": 12.8, "vh": 8, "%": 0.16, "ex": 8, "ch": 8, "in": 96, "cm": 37.8, "mm": 3.78,
}  # fmt: skip
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0}
_LEAST_SIZE, _LEAST_ZOOM = 1.5, 0.1


@dataclass(frozen=True)
class Look:
    """What holds for the text within an element until something within it says otherwise.

    colour: six digits, "transparent", None where nothing sets it; ground: the colour behind it, "unknown" for a picture, None where
    nothing sets it; size: of letters, in pixels; indent: of first lines.
    """

    colour: str | None = None
    ground: str | None = None
    size: float = 16.0
    visible: bool = True
    indent: float = 0.0

    def why(self) -> Why | None:
        """Why a reader does not see this text."""
        if not self.visible:
            return "not displayed"
        if self.size <= _LEAST_SIZE:
            return "too small"
        if self.indent <= -500:
            return "off the page"
        if self.colour == "transparent":
            return "transparent"
        return "colour of its ground" if css_colours.alike(self.colour, self.ground or "ffffff") else None


def look(style: Style, outer: Look) -> Look:
    """The look within an element of this style. outer: that of what is around it."""
    if not style:
        return outer
    visibility, colour = style.get("visibility"), css_colours.of_text(style["color"]) if "color" in style else None
    size, indent = _letters(style.get("font-size"), outer.size), _pixels(style.get("text-indent"))
    return replace(
        outer,
        colour=colour or outer.colour,
        ground=background(style) or outer.ground,
        size=outer.size if size is None else size,
        visible=outer.visible if visibility in (None, "inherit") else visibility not in ("hidden", "collapse"),
        indent=outer.indent if indent is None else indent,
    )


def unseen(tag: Tag, style: Style) -> Why | None:
    """Why a reader sees nothing of this element, None where one may."""
    if tag.name in _NEVER:
        return "not rendered"
    if tag.name == "input" and tag.get("type") == "hidden":
        return "not displayed"
    if tag.get("aria-hidden") == "true" or _FOR_SCREEN_READERS & set(classes(tag)):
        return "not for readers"
    if "display" not in style and _not_displayed(tag):
        return "not displayed"
    if is_struck(tag, style):
        return "struck out"
    return next(_by_style(style), None) if style else None


def is_struck(tag: Tag, style: Style) -> bool:
    """Whether words are shown as what does not hold any more, with a line through them."""
    line = style.get("text-decoration-line")
    return "line-through" in line if line is not None else tag.name in _STRUCK


def _not_displayed(tag: Tag) -> bool:
    """What browsers do not display where no style says otherwise, until something on the page acts on it."""
    return tag.has_attr("hidden") or tag.has_attr("popover") or (tag.name == "dialog" and not tag.has_attr("open"))


def _by_style(style: Style) -> Iterator[Why]:
    get = style.get
    if get("display") == "none" or get("content-visibility") == "hidden":
        yield "not displayed"
    faint = re.search(r"opacity\(([^()]*)\)", get("filter", ""))
    for value in (get("opacity"), faint[1].strip() if faint else None):
        if (opacity := _number(value)) is not None and opacity <= css_colours.FAINT:
            yield "transparent"
    if (zoom := _number(get("zoom"))) is not None and 0 < zoom <= _LEAST_ZOOM:
        yield "too small"
    if _off_page(style) or _clipped(style):
        yield "off the page"


def background(style: Style) -> str | None:
    """The colour that an element has behind its text, None where it sets none, "unknown" where it is a picture or shines through."""
    if style.get("background-image", "none") != "none":
        return "unknown"
    return css_colours.behind(style["background-color"]) if "background-color" in style else None


def _letters(value: str | None, outer: float) -> float | None:
    """The size of letters that a value gives, within letters of another size."""
    if value is None:
        return None
    if value in _SIZES:
        return _SIZES[value]
    if value in ("smaller", "larger"):
        return outer * (0.83 if value == "smaller" else 1.2)
    length = _LENGTH.fullmatch(value)
    if length is not None and length[2] in ("em", "%", "ex", "ch"):
        return float(length[1]) * outer * {"em": 1.0, "%": 0.01}.get(length[2], 0.5)
    size = _pixels(value)
    return size if size is not None and size >= 0 else None


def _off_page(style: Style) -> bool:
    if style.get("position") in ("absolute", "fixed", "relative"):
        for side in ("left", "top", "right", "bottom"):
            if (distance := _pixels(style.get(side))) is not None and distance <= -500:
                return True
    if (margin := _pixels(style.get("margin-left"))) is not None and margin <= -2_000:
        return True
    if style.get("scale", "").split(" ")[0] in ("0", "0%"):
        return True
    transform = style.get("transform", "")
    moved = re.search(r"translate[xy3d]*\(\s*(-?[\d.]+)px", transform)
    return bool(re.search(r"scale[xy]?\(\s*0?\.?0+\s*[,)]", transform)) or (moved is not None and abs(float(moved[1])) >= 5_000)


def _clipped(style: Style) -> bool:
    clip = style.get("clip", "").replace(" ", "").replace("px", "")
    if clip in ("rect(0,0,0,0)", "rect(1,1,1,1)", "rect(000 0)") or re.search(
        r"inset\(\s*(?:50|[6-9]\d|100)%|circle\(\s*0", style.get("clip-path", "")
    ):
        return True
    sizes = [_pixels(style.get(name)) for name in ("width", "height", "max-width", "max-height")]
    return bool({style.get("overflow-x"), style.get("overflow-y")} & {"hidden", "clip"}) and any(
        size is not None and size <= 1 for size in sizes
    )


def _pixels(value: str | None) -> float | None:
    if value is None or (length := _LENGTH.fullmatch(value.strip())) is None:
        return None
    if length[2] is None and float(length[1]) != 0:
        return None
    return float(length[1]) * _UNITS.get(length[2] or "px", 1)


def _number(value: str | None) -> float | None:
    match = re.fullmatch(r"([+-]?\d*\.?\d+(?:e[+-]?\d+)?)(%?)", value or "")
    return None if match is None else float(match[1]) / (100 if match[2] else 1)
