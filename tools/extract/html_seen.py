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
from tools.extract.css_places import clipped, off_page
from tools.extract.css_rules import Style
from tools.extract.css_sizes import number, pixels
from tools.extract.records import Why

_NEVER = {
    "template", "noscript", "iframe", "script", "style", "object", "embed", "datalist", "rp", "noembed", "noframes", "annotation",
    "annotation-xml", "mphantom", "progress", "meter",
}  # fmt: skip
_STRUCK = {"del", "s", "strike"}
_FOR_SCREEN_READERS = {"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "sr-only-focusable"}
_GROUNDED = {"body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"}
_COLOURS = (("color", "color", {"font"}), ("text", "color", {"body"}), ("bgcolor", "background-color", _GROUNDED))
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0}
_LEAST_SIZE, _LEAST_ZOOM = 1.5, 0.1


@dataclass(frozen=True)
class Look:
    """What holds for the text within an element until something within it says otherwise.

    colour: six digits, "transparent", None where nothing sets it; ground: the colour behind it, "unknown" for a picture, None where
    nothing sets it; size: of letters, in pixels; indent: of first lines; fill: the colour of letters where it is set apart from that of
    the text; painted: letters are cut out of a background; positioned: places within are counted from something and not from the page.
    """

    colour: str | None = None
    ground: str | None = None
    size: float = 16.0
    visible: bool = True
    indent: float = 0.0
    fill: str | None = None
    painted: bool = False
    positioned: bool = False

    def why(self) -> Why | None:
        """Why a reader does not see this text."""
        if not self.visible:
            return "not displayed"
        if self.size <= _LEAST_SIZE:
            return "too small"
        if self.indent <= -500:
            return "off the page"
        colour = self.fill or self.colour
        if self.painted:
            return None
        if colour == "transparent":
            return "transparent"
        return "colour of its ground" if css_colours.alike(colour, self.ground or "ffffff") else None


def look(style: Style, outer: Look) -> Look:
    """The look within an element of this style. outer: that of what is around it."""
    if not style:
        return outer
    visibility, colour = style.get("visibility"), css_colours.of_text(style["color"]) if "color" in style else None
    size, indent = _letters(style.get("font-size"), outer.size), pixels(style.get("text-indent"))
    return replace(
        outer,
        colour=colour or outer.colour,
        ground=background(style) or outer.ground,
        size=outer.size if size is None else size,
        visible=outer.visible if visibility in (None, "inherit") else visibility not in ("hidden", "collapse"),
        indent=outer.indent if indent is None else indent,
        fill=_fill(style["-webkit-text-fill-color"], outer.fill) if "-webkit-text-fill-color" in style else outer.fill,
        painted=outer.painted or "text" in style.get("background-clip", "").split(),
        positioned=outer.positioned or style.get("position", "static") not in ("static", "inherit") or "transform" in style,
    )


def _fill(value: str, outer: str | None) -> str | None:
    return outer if value == "inherit" else css_colours.of_text(value)


def hints(tag: Tag) -> Style:
    """What attributes of an element say of colours; any style sheet says it better."""
    found: Style = {}
    for name, of, tags in _COLOURS:
        value = str(tag.get(name) or "").strip().lower() if tag.name in tags else ""
        if value:
            found[of] = f"#{value}" if re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{6}", value) else value
    if tag.get("background") and tag.name in _GROUNDED:
        found["background-image"] = "url()"
    return found


def unseen(tag: Tag, style: Style, positioned: bool = False) -> Why | None:
    """Why a reader sees nothing of this element, None where one may. positioned: its place is counted from something around it."""
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
    return next(_by_style(style, positioned), None) if style else None


def is_struck(tag: Tag, style: Style) -> bool:
    """Whether words are shown as what does not hold any more, with a line through them."""
    line = style.get("text-decoration-line")
    return "line-through" in line if line is not None else tag.name in _STRUCK


def _not_displayed(tag: Tag) -> bool:
    """What browsers do not display where no style says otherwise, until something on the page acts on it."""
    return tag.has_attr("hidden") or tag.has_attr("popover") or (tag.name == "dialog" and not tag.has_attr("open"))


def _by_style(style: Style, positioned: bool) -> Iterator[Why]:
    get = style.get
    if get("display") in ("none", "table-column", "table-column-group") or get("content-visibility") == "hidden":
        yield "not displayed"
    faint = re.search(r"opacity\(([^()]*)\)", get("filter", ""))
    for value in (get("opacity"), faint[1].strip() if faint else None):
        if (opacity := number(value)) is not None and opacity <= css_colours.FAINT:
            yield "transparent"
    if (zoom := number(get("zoom"))) is not None and 0 < zoom <= _LEAST_ZOOM:
        yield "too small"
    if off_page(style, positioned) or clipped(style):
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
    size = pixels(value, outer, outer)
    return size if size is not None and size >= 0 else 0.0 if size is not None and "(" in value else None
