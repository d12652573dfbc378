"""Where the behaviour of variants differs: the table of a matrix over versions of torch, or over other settings.

What is compared is what each did and said, call by call. Seconds and bytes are no behaviour and are left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from prompts.trust import Untrusted
from sandbox.compile.records import Call, Comparison, Row, Variant
from sandbox.compile.trace import ORIGIN

_LETTERS = {"compiled": "c", "reused": "r", "eager": "e", "raised": "x"}
_REACHED = {True: "yes", False: "no", None: "not decided"}
_UNMEASURED = "not measured"
_NOTHING = Untrusted("-", ORIGIN)


def comparisons(found: Sequence[Variant]) -> tuple[Comparison, ...]:
    """Versions of torch side by side where the matrix has several, for each combination of the other settings; else all variants."""
    if len({variant.settings.torch for variant in found}) > 1:
        alike = {replace(variant.settings, torch=""): None for variant in found}
        groups = [[number for number, each in enumerate(found) if replace(each.settings, torch="") == settings] for settings in alike]
        return tuple(_compared("torch", found, group) for group in groups)
    return (_compared("settings", found, range(len(found))),) if len(found) > 1 else ()


def _compared(by: str, found: Sequence[Variant], numbers: Iterable[int]) -> Comparison:
    """The rows in which measured variants differ; one that was not measured says why, and differs in nothing else."""
    places = tuple(numbers)
    told = [dict(_behaviour(found[place])) for place in places]
    measured = [each for place, each in zip(places, told, strict=True) if not found[place].problem]
    differing = [
        aspect for aspect in dict.fromkeys(itertools.chain.from_iterable(measured)) if len({each.get(aspect) for each in measured}) > 1
    ]
    if len(measured) < len(told):
        differing = [_UNMEASURED, *differing]
    return Comparison(by, places, tuple(Row(aspect, tuple(each.get(aspect, _NOTHING) for each in told)) for aspect in differing))


def _behaviour(variant: Variant) -> Iterator[tuple[str, Untrusted]]:
    """All that a variant did and said, each under a name that it has in every variant."""
    if variant.problem:
        yield _UNMEASURED, _ours(variant.problem)
        return
    yield "calls (c compiled, r reused, e eager, x raised)", _ours("".join(_LETTERS[mode] for mode in variant.modes))
    if variant.raised is not None:
        yield "the program raised", variant.raised
    for call in variant.calls:
        yield from _call(call)
    yield from _numbered("given once more, input", (_ours(mode) for mode in variant.again))
    for number, each in enumerate(variant.compilations, 1):
        for name, value in (("guards", each.guards), ("operations", each.operations)):
            if value is not None:
                yield f"compilation {number}, {name}", _ours(value)
        if each.failure:
            yield f"compilation {number}, given up", each.failure
    for level in [each for each in variant.levels if each.name != "WORTH IT"]:  # which follows from seconds
        yield f"level {level.name}", _ours(_REACHED[level.reached])
    yield "findings", _ours(", ".join(sorted({finding.kind for finding in variant.findings})) or "none")


def _call(call: Call) -> Iterator[tuple[str, Untrusted]]:
    where = f"call {call.index}"
    yield f"{where}, graphs compiled", _ours(call.graphs_compiled)
    yield f"{where}, graphs run", _ours(call.graphs_run)
    yield f"{where}, graph breaks", _ours(call.breaks)
    yield f"{where}, hits of the disk's cache", _ours("some" if call.disk_hits else "none")
    yield from _numbered(f"{where}, break", call.break_reasons)
    yield from _numbered(f"{where}, guard that failed", call.recompile_reasons)
    yield from _numbered(f"{where}, logged", (line.message for line in call.log))
    if call.raised is not None:
        yield f"{where}, raised", call.raised


def _numbered(name: str, values: Iterable[Untrusted]) -> Iterator[tuple[str, Untrusted]]:
    for number, value in enumerate(values, 1):
        yield f"{name} {number}", value


def _ours(value: object) -> Untrusted:
    """A figure of a run, which is data from the sandbox like the run's own words."""
    return Untrusted(str(value), ORIGIN)
