"""Results of two separate runs compared outside of both, from plain numbers."""

from __future__ import annotations

import array
import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.compile.records import Difference

# Relative and absolute by the narrower type of a pair: those of torch.testing, with room in float32 for another order of summation.
TOLERANCES = {
    "torch.float16": (1e-3, 1e-3), "torch.bfloat16": (1.6e-2, 1e-3), "torch.float32": (1e-4, 1e-5), "torch.float64": (1e-7, 1e-7),
    "torch.complex64": (1e-4, 1e-5), "torch.complex128": (1e-7, 1e-7), "float": (1e-7, 1e-7),
}  # fmt: skip
_MOST = 1 << 20  # numbers compared of one result
_INFINITE = math.inf


@dataclass(frozen=True)
class Outputs:
    """The numbers that a run left, and the hash that it gave of them."""

    content: bytes
    digest: str

    @property
    def intact(self) -> bool:
        return hashlib.sha256(self.content).hexdigest() == self.digest

    def numbers(self, leaf: Mapping[str, Any]) -> array.array[Any]:
        """Those of one output. Raises ValueError where they are not there."""
        offset, count = int(leaf["offset"]), int(leaf["count"])
        if not 0 <= offset <= offset + 8 * count <= len(self.content):
            raise ValueError("an output lies outside of what the run left")
        found: array.array[Any] = array.array("d" if leaf["kind"] == "float" else "q")
        found.frombytes(self.content[offset : offset + 8 * count])
        return found


def difference(
    eager: tuple[Outputs, Sequence[Mapping[str, Any]]],
    compiled: tuple[Outputs, Sequence[Mapping[str, Any]]],
    tolerance: tuple[float, float] | None,
) -> Difference:
    """The greatest differences of two results. Raises ValueError, KeyError or TypeError where a run's account of them is broken."""
    pairs = list(zip(eager[1], compiled[1], strict=False))
    found = [_leaf((eager[0], one), (compiled[0], two), tolerance) for one, two in pairs]
    if len(eager[1]) != len(compiled[1]) or not found:
        same = len(eager[1]) == len(compiled[1])
        rtol, atol = tolerance or (0.0, 0.0)
        return Difference(0.0 if same else _INFINITE, 0.0 if same else _INFINITE, 0, 0, rtol, atol, same)
    worst = max(found, key=lambda each: (not each.within, each.absolute))
    return Difference(
        max(each.absolute for each in found),
        max(each.relative for each in found),
        sum(each.compared for each in found),
        sum(each.elements for each in found),
        worst.rtol,
        worst.atol,
        all(each.within for each in found),
    )


def _leaf(
    eager: tuple[Outputs, Mapping[str, Any]], compiled: tuple[Outputs, Mapping[str, Any]], tolerance: tuple[float, float] | None
) -> Difference:
    one, two = eager[1], compiled[1]
    rtol, atol = tolerance or TOLERANCES.get(str(one.get("dtype")), (0.0, 0.0))
    if one["kind"] == two["kind"] == "other":
        same = one["text"] == two["text"]
        return Difference(0.0 if same else _INFINITE, 0.0 if same else _INFINITE, 0, 0, rtol, atol, same)
    if any(one.get(key) != two.get(key) for key in ("kind", "dtype", "shape", "count")):
        return Difference(_INFINITE, _INFINITE, 0, int(one.get("elements", 0)), rtol, atol, False)
    left, right = eager[0].numbers(one), compiled[0].numbers(two)
    absolute, relative, within = _greatest(left[:_MOST], right[:_MOST], rtol, atol)
    return Difference(absolute, relative, min(len(left), _MOST), int(one["elements"]), rtol, atol, within)


def _greatest(left: array.array[Any], right: array.array[Any], rtol: float, atol: float) -> tuple[float, float, bool]:
    """Greatest absolute and relative difference, and whether every pair is within atol + rtol * |eager|."""
    if left == right:
        return 0.0, 0.0, True
    absolute = relative = 0.0
    within = True
    for expected, got in zip(left, right, strict=True):
        if expected == got or (expected != expected and got != got):
            continue
        apart = abs(expected - got)
        if not math.isfinite(apart):
            return _INFINITE, _INFINITE, False
        absolute = max(absolute, apart)
        relative = max(relative, apart / abs(expected)) if expected else relative
        within = within and apart <= atol + rtol * abs(expected)
    return float(absolute), float(relative), within
