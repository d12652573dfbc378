"""What came of an experiment as lines for a terminal; what the sandbox's texts hold cannot command it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from prompts.inert import one_line, terminal
from sandbox.compile import ExperimentResult, Settings, Variant
from sandbox.compile.records import Call, Comparison, Spread

_MOST_CALLS = 40
_MOST_ROWS = 60
_WIDE = 24


def lines(result: ExperimentResult) -> Iterator[str]:
    """The whole result: each variant with its calls, reasons and levels, then where they differ."""
    yield f"isolation: {result.tier}"
    yield from (f"note: {note}" for note in result.notes)
    for variant in result.variants:
        yield ""
        yield f"== {_name(variant.settings)} =="
        yield from _variant(variant)
    for comparison in result.comparisons:
        yield ""
        yield from _comparison(comparison, result)
    if result.honesty.held:
        yield ""
        yield "what may be believed of this:"
        yield from (f"  held: {words}" for words in result.honesty.held)
        yield from (f"  not held: {words}" for words in result.honesty.not_held)


def _variant(variant: Variant) -> Iterator[str]:
    if variant.problem or variant.machine is None:
        yield f"not measured: {variant.problem}"
        yield from (f"  | {line}" for line in terminal(variant.stderr).splitlines()[-8:])
        return
    told = variant.machine.facts
    yield "on " + "; ".join(f"{name} {one_line(told[name], 80)}" for name in ("torch", "gpu", "cpu capability", "compiler") if name in told)
    if variant.raised is not None:
        yield f"the program raised: {one_line(variant.raised, 200)}"
    yield from _cells(variant)
    if not variant.calls:
        yield "nothing was measured: the code called nothing that torch.compile gave it"
        yield from (f"  | {line}" for line in terminal(variant.stderr).splitlines()[-8:])
        return
    yield "call  shapes                mode      eager       compiled    graphs breaks  difference"
    yield from (_call(call) for call in variant.calls[:_MOST_CALLS])
    if len(variant.calls) > _MOST_CALLS:
        yield f"... and {len(variant.calls) - _MOST_CALLS} more calls"
    yield from _reasons(variant)
    if variant.calls and all(call.eager_seconds is not None for call in variant.calls):
        plain, whole = sum(call.eager_seconds or 0.0 for call in variant.calls), sum(call.seconds for call in variant.calls)
        longer = whole / max(plain, 1e-9)
        yield f"all {len(variant.calls)} calls: eager {_time(plain)}, compiled {_time(whole)} ({longer:.3g} times as long)"
    for each in variant.steady:
        eager = _spread(each.eager) if each.eager is not None else "not measured"
        yield f"steady, inputs of call {each.call} ({each.mode}): eager {eager}, compiled {_spread(each.compiled)}"
    for level in variant.levels:
        reached = {True: "yes", False: "no", None: "not decided"}[level.reached]
        yield f"{level.name:<9} {reached:<12} {level.why}"
    for finding in variant.findings:
        yield f"! {finding.kind}: {finding.text} {'; '.join(one_line(detail, 120) for detail in finding.detail)}".rstrip()


def _cells(variant: Variant) -> Iterator[str]:
    """The cells of a notebook that did not simply run."""
    for cell in variant.cells:
        if cell.outcome != "ran":
            yield f"cell {cell.number} {cell.outcome}" + (f": {one_line(cell.raised, 200)}" if cell.raised is not None else "")


def _call(call: Call) -> str:
    shapes = " ".join("x".join(map(str, shape)) or "scalar" for shape in call.shapes)[:20]
    eager = _time(call.eager_seconds) if call.eager_seconds is not None else "-"
    apart = "-" if call.difference is None else f"{call.difference.absolute:.2g}{'' if call.difference.within else ' (outside tolerance)'}"
    row = f"{call.index:>4}  {shapes:<20}  {call.mode:<8}  {eager:<10}  {_time(call.seconds):<10}"
    spread = (
        f"  over {call.spread.count} runs {_time(call.spread.least)} to {_time(call.spread.greatest)}" if call.spread is not None else ""
    )
    return f"{row}  {call.graphs_run:>6} {call.breaks:>6}  {apart}{spread}"


def _reasons(variant: Variant) -> Iterator[str]:
    """Once each: why graphs broke, which guards failed, what was logged, what was raised."""
    told: dict[str, None] = {}
    for call in variant.calls:
        told.update(dict.fromkeys(f"break: {one_line(reason, 200)}" for reason in call.break_reasons))
        told.update(dict.fromkeys(f"guard failed: {one_line(reason, 200)}" for reason in call.recompile_reasons))
        told.update(dict.fromkeys(f"logged at call {call.index}: {one_line(each.message, 200)}" for each in call.log))
        if call.raised is not None:
            told[f"raised: {one_line(call.raised, 200)}"] = None
    yield from list(told)[:_MOST_CALLS]


def _comparison(comparison: Comparison, result: ExperimentResult) -> Iterator[str]:
    """What differs between variants: side by side where it is short; longer words a line each, between versions of torch alone."""
    names = [_distinct(result.variants[place].settings, comparison.by) for place in comparison.variants]
    rest = _name(replace(result.variants[comparison.variants[0]].settings, torch="")) if comparison.by == "torch" else ""
    yield f"where {' | '.join(names)} differ{f' ({rest})' if rest else ''}:" + ("" if comparison.rows else " nowhere")
    told = [(row.aspect, [one_line(value, 500) for value in row.values]) for row in comparison.rows]
    short = [(aspect, values) for aspect, values in told if all(len(value) <= _WIDE for value in values)]
    shown = told if comparison.by == "torch" else short
    for aspect, values in shown[:_MOST_ROWS]:
        if (aspect, values) in short:
            yield f"  {aspect}: " + " | ".join(values)
            continue
        yield f"  {aspect}:"
        yield from (f"    {name}: {value}" for name, value in zip(names, values, strict=True))
    if len(told) > len(shown[:_MOST_ROWS]):
        yield f"  and {len(told) - len(shown[:_MOST_ROWS])} more, see --json"


def _distinct(settings: Settings, by: str) -> str:
    return f"torch {settings.torch or 'by default'}" if by == "torch" else f"[{_name(settings)}]"


def _name(settings: Settings) -> str:
    """The settings that differ from the defaults."""
    usual = Settings()
    parts = [
        f"{each.name}={getattr(settings, each.name)}"
        for each in fields(Settings)
        if getattr(settings, each.name) != getattr(usual, each.name)
    ]
    return ", ".join(parts) or "as written"


def _spread(spread: Spread) -> str:
    return f"{_time(spread.median)} ({_time(spread.low)} to {_time(spread.high)}, {spread.count} times)"


def _time(seconds: float) -> str:
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"
