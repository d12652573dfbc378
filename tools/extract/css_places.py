"""Whether a style puts an element out of a reader's sight: off the page, turned edge-on, drawn to nothing, or cut to nothing."""

from __future__ import annotations

import re
from itertools import pairwise

from tools.extract.css_rules import Style
from tools.extract.css_sizes import number, pixels

_FAR, _MARGIN, _MOVED = 500, 2_000, 5_000  # pixels off the page; what is moved less may belong to a row that is scrolled
_LEAST_SCALE = 0.02
_TURNED = re.compile(r"rotate[xy]\(\s*([+-]?[\d.]+)(deg|turn|rad|grad)\s*\)")
_WHOLE_TURN = {"deg": 360.0, "turn": 1.0, "rad": 6.283185, "grad": 400.0}
_CALL = re.compile(r"(scale(?:x|y|3d)?|translate(?:x|y|3d)?|matrix)\(([^()]*)\)")


def off_page(style: Style, positioned: bool) -> bool:
    """positioned: whether something around the element is what its place is counted from, and not the page itself."""
    position = style.get("position")
    if position in ("absolute", "fixed", "relative"):
        for side in ("left", "top", "right", "bottom"):
            value = style.get(side, "")
            if (distance := pixels(value)) is not None and distance <= -_FAR:
                return True
            of_page = position == "fixed" or (position == "absolute" and not positioned)
            if of_page and (share := re.fullmatch(r"(-?[\d.]{1,9})%", value)) is not None and _beyond(side, share[1]):
                return True
    if (margin := pixels(style.get("margin-left"))) is not None and margin <= -_MARGIN:
        return True
    return _transformed(style)


def _beyond(side: str, share: str) -> bool:
    """Whether a place in per cent of the page lies beyond the edges to which nobody can scroll."""
    amount = number(share)
    return amount is not None and (amount >= 100 if side in ("right", "bottom") else amount <= -100)


def _transformed(style: Style) -> bool:
    if any(_is_nothing(part) for part in style.get("scale", "").split()[:2]) or any(map(_far, style.get("translate", "").split()[:2])):
        return True
    transform = style.get("transform", "")
    for turned in _TURNED.finditer(transform):
        turns = (number(turned[1]) or 0.0) / _WHOLE_TURN[turned[2]] % 0.5
        if abs(turns - 0.25) < 0.0005:
            return True
    for call in _CALL.finditer(transform):
        values = [part.strip() for part in call[2].split(",")]
        if call[1].startswith("scale") and any(map(_is_nothing, values[:2])):
            return True
        if call[1].startswith("translate") and any(map(_far, values[:2])):
            return True
        if call[1] == "matrix" and len(values) == 6 and _flat(values):
            return True
    return False


def _is_nothing(value: str) -> bool:
    amount = number(value)
    return amount is not None and abs(amount) <= _LEAST_SCALE


def _far(value: str) -> bool:
    distance = pixels(value)
    return distance is not None and abs(distance) >= _MOVED


def _flat(values: list[str]) -> bool:
    a, b, c, d, across, down = (number(value) if value else None for value in values)
    if a is None or b is None or c is None or d is None:
        return False
    return abs(a * d - b * c) <= _LEAST_SCALE**2 or any(moved is not None and abs(moved) >= _MOVED for moved in (across, down))


def clipped(style: Style) -> bool:
    """Whether nothing is left of an element, or a point of it."""
    if _cut(style.get("clip", "")) or _cut_to_shape(style.get("clip-path", "")):
        return True
    sizes = [pixels(style.get(name), whole=1_280) for name in ("width", "height", "max-width", "max-height")]
    return bool({style.get("overflow-x"), style.get("overflow-y")} & {"hidden", "clip"}) and any(
        size is not None and size <= 1 for size in sizes
    )


def _cut(clip: str) -> bool:
    sides = re.fullmatch(r"rect\(([^()]*)\)", clip)
    edges = [pixels(part) for part in re.split(r"[\s,]+", sides[1].strip())] if sides else []
    if len(edges) != 4 or edges[0] is None or edges[1] is None or edges[2] is None or edges[3] is None:
        return False
    high, wide = edges[2] - edges[0], edges[1] - edges[3]
    return min(high, wide) <= 0 or max(high, wide) <= 1


def _cut_to_shape(shape: str) -> bool:
    if re.search(r"inset\(\s*(?:50|[6-9]\d|100)%|(?:circle|ellipse)\(\s*0(?:px|%|\s|\))", shape):
        return True
    polygon = re.fullmatch(r"polygon\((?:\s*(?:nonzero|evenodd)\s*,)?([^()]*)\)", shape)
    if polygon is None:
        return False
    corners = [[pixels(part, whole=1_000) for part in corner.split()] for corner in polygon[1].split(",")]
    known = [(corner[0], corner[1]) for corner in corners if len(corner) == 2 and corner[0] is not None and corner[1] is not None]
    if len(known) != len(corners) or not known:
        return False
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*known, known[0]]))) < 2
