"""Colours of text and of what is behind it, as far as they tell whether the text can be seen."""

from __future__ import annotations

from typing import Any

from tinycss2 import parse_component_value_list
from tinycss2.color4 import parse_color

FAINT = 0.05  # an opacity of which nothing is seen
_SOLID = 0.9  # one through which nothing shines that matters
_ALIKE = 12  # of 255 levels, by which two colours are one
_GREY = 0.02  # of the whole range, within which a colour of another space is a grey


def of_text(value: str) -> str | None:
    """Six hexadecimal digits, "transparent", or None for what is not understood."""
    colour = _parsed(value)
    if colour is None or colour == "currentcolor":
        return None
    return "transparent" if colour.alpha <= FAINT else _digits(colour)


def behind(value: str) -> str | None:
    """The colour that a background gives, "unknown" where it shines through or is not understood, None where it is no colour."""
    for node in parse_component_value_list(value, skip_comments=True):
        colour = _parsed(node.serialize())
        if colour is not None and colour != "currentcolor" and colour.alpha > FAINT:
            return _digits(colour) or "unknown" if colour.alpha >= _SOLID else "unknown"
    return None


def alike(colour: str | None, ground: str) -> bool:
    """Whether text of a colour is not seen on a ground; where one of both is not known, it is."""
    if colour is None or "unknown" in (colour, ground):
        return False
    return all(abs(int(colour[i : i + 2], 16) - int(ground[i : i + 2], 16)) <= _ALIKE for i in (0, 2, 4))


def _parsed(value: str) -> Any:
    try:
        return parse_color(value)
    except ValueError:  # the library's own fault on `color()` with nothing in it
        return None


def _digits(colour: Any) -> str | None:  # the stubs of tinycss2 do not name what a colour has
    """A colour in the space of screens; of the spaces that are not converted here, greys alone."""
    try:
        parts = [part or 0.0 for part in colour.to("srgb").coordinates]
    except NotImplementedError:
        lightness, *others = (part or 0.0 for part in colour.coordinates)
        whole = 1.0 if colour.space.startswith("ok") else 100.0
        tints = others[:1] if colour.space.endswith("lch") else others
        if colour.space not in ("lab", "lch", "oklab", "oklch") or any(abs(tint) > _GREY * whole for tint in tints):
            return None
        parts = [lightness / whole] * 3
    return "".join(f"{round(min(1.0, max(0.0, part)) * 255):02x}" for part in parts)
