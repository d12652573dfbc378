"""Which elements of a page a reader sees: by their attributes, their inline style and the style sheets within the page.

Style sheets that a page links to are not asked for, so what they alone hide counts as seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4.element import Tag

from tools.extract.records import Why

Style = dict[str, str]
_NEVER = {"template", "noscript", "iframe", "script", "style", "object", "embed"}
_FOR_SCREEN_READERS = {"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "sr-only-focusable"}
_SIMPLE = re.compile(r"(?:([a-zA-Z][\w-]*)|\*)?((?:[.#][\w-]+)*)")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|em|rem|pt|vw|vh|ex|ch|in|cm|mm|pc|%)?")
_LONGEST_SHEET = 2_000_000
_COLOURS = {"white": "ffffff", "black": "000000", "snow": "fffafa", "ivory": "fffff0", "ghostwhite": "f8f8ff", "whitesmoke": "f5f5f5"}


class Sheet:
    """The rules of the page's own style sheets that have one simple selector: a name, classes and an id."""

    def __init__(self, css: str) -> None:
        self._rules: dict[str, list[tuple[str, frozenset[str], Style]]] = {}
        css = re.sub(r"/\*.*?\*/", "", css[:_LONGEST_SHEET], flags=re.S)
        depth, head = 0, ""
        for part in re.split(r"([{}])", css):
            if part in "{}" and part:
                depth = max(0, depth + (1 if part == "{" else -1))
            elif depth == 0:
                head = part
            elif depth == 1 and not head.lstrip().startswith("@"):  # what holds on some screens alone is left out
                style = declarations(part)
                for selector in head.split(",") if style else ():
                    self._add(selector.strip(), style)

    def _add(self, selector: str, style: Style) -> None:
        simple = _SIMPLE.fullmatch(selector)
        if simple is None or not selector:
            return
        marks = frozenset(re.findall(r"[.#][\w-]+", simple[2]))
        key = next(iter(sorted(marks)), (simple[1] or "").lower())
        if key:
            self._rules.setdefault(key, []).append(((simple[1] or "").lower(), marks, style))

    def of(self, tag: Tag) -> Style:
        """The style that applies to an element: the sheet's, under what is written on it."""
        style: Style = {}
        marks = {f".{name}" for name in classes(tag)} | {f"#{tag.get('id')}"}
        for key in [tag.name, *sorted(marks)] if self._rules else []:
            for name, wanted, declared in self._rules.get(key, ()):
                if wanted <= marks and name in ("", tag.name):
                    style |= declared
        written = tag.get("style")
        return style | declarations(written) if isinstance(written, str) else style


def declarations(css: str) -> Style:
    style: Style = {}
    for declaration in css.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            style[name.strip().lower()] = value.replace("!important", "").strip().lower()
    return style


def classes(tag: Tag) -> tuple[str, ...]:
    value = tag.get("class")
    return tuple(value) if isinstance(value, list) else tuple(str(value or "").split())


def unseen(tag: Tag, style: Style, ground: str | None) -> Why | None:
    """Why a reader does not see this element, None where one does. ground: the colour behind it, where it is known."""
    if tag.name in _NEVER:
        return "not rendered"
    if tag.has_attr("hidden") or (tag.name == "input" and tag.get("type") == "hidden"):
        return "not displayed"
    if tag.get("aria-hidden") == "true" or _FOR_SCREEN_READERS & set(classes(tag)):
        return "not for readers"
    return next(_by_style(style, ground), None) if style else None


def _by_style(style: Style, ground: str | None) -> Iterator[Why]:
    get = style.get
    if get("display") == "none" or get("visibility") in ("hidden", "collapse") or get("content-visibility") == "hidden":
        yield "not displayed"
    if (opacity := _number(get("opacity"))) is not None and opacity <= 0.05:
        yield "transparent"
    if (size := _pixels(get("font-size"))) is not None and 0 <= size <= 1.5:
        yield "too small"
    if _off_page(style) or _clipped(style):
        yield "off the page"
    colour = _colour(get("color"))
    if colour == "transparent":
        yield "transparent"
    behind = background(style) or ground or "ffffff"
    if colour is not None and _close(colour, behind):
        yield "colour of its ground"


def background(style: Style) -> str | None:
    """The colour that an element has behind its text, None where it sets none."""
    for name in ("background-color", "background"):
        colour = _colour(style.get(name, "").split(" ")[0] if not style.get(name, "").startswith("rgb") else style[name])
        if colour not in (None, "transparent"):
            return colour
    return (
        "unknown"
        if "background-image" in style or "url(" in style.get("background", "") or "gradient" in style.get("background", "")
        else None
    )


def _off_page(style: Style) -> bool:
    if style.get("position") in ("absolute", "fixed", "relative"):
        for side in ("left", "top", "right", "bottom"):
            if (distance := _pixels(style.get(side))) is not None and distance <= -500:
                return True
    if (indent := _pixels(style.get("text-indent"))) is not None and indent <= -500:
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
    return style.get("overflow") in ("hidden", "clip") and any(size is not None and size <= 1 for size in sizes)


def _pixels(value: str | None) -> float | None:
    if value is None or (length := _LENGTH.fullmatch(value.strip())) is None:
        return None
    if length[2] is None and float(length[1]) != 0:
        return None
    return float(length[1]) * {"em": 16, "rem": 16, "pt": 4 / 3, "vw": 12, "vh": 8, "%": 0.16, "ex": 8, "ch": 8, "in": 96, "cm": 38}.get(
        length[2] or "px", 1
    )


def _number(value: str | None) -> float | None:
    match = re.fullmatch(r"(\d*\.?\d+)(%?)", value or "")
    return None if match is None else float(match[1]) / (100 if match[2] else 1)


def _colour(value: str | None) -> str | None:
    """Six hexadecimal digits, "transparent", or None for what is not understood."""
    value = (value or "").strip()
    if value == "transparent":
        return "transparent"
    if value in _COLOURS:
        return _COLOURS[value]
    if hexadecimal := re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", value):
        digits = hexadecimal[1] if len(hexadecimal[1]) >= 6 else "".join(digit * 2 for digit in hexadecimal[1])
        return "transparent" if digits[6:] in ("00", "0") else digits[:6]
    if parts := re.fullmatch(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+)(%?))?\s*\)", value):
        if parts[4] is not None and float(parts[4]) / (100 if parts[5] else 1) <= 0.05:
            return "transparent"
        return "".join(f"{min(255, int(part)):02x}" for part in parts.groups()[:3])
    return None


def _close(colour: str, ground: str) -> bool:
    if ground == "unknown" or colour == "transparent" or ground == "transparent":
        return False
    return all(abs(int(colour[i : i + 2], 16) - int(ground[i : i + 2], 16)) <= 12 for i in (0, 2, 4))
