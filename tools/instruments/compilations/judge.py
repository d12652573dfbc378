"""Holds what sentences and tables say of compilations against what was counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from prompts.trust import derived
from tools.instruments.compilations.scene import Call, Scene, Series
from tools.instruments.compilations.spoken import Said
from tools.records import Finding, MeasuredEvidence, Relation, Span

NAME = "compilations"
_MOST = 12  # figures of calls that one finding shows


@dataclass(frozen=True)
class Made:
    """One call as it was counted.

    graphs: how many it made; values: numbers that tell it from others. place: JSON pointer to where its figures stand; total: to the graphs
    made from the beginning up to this call, or by its whole series.
    """

    function: str
    graphs: int
    values: frozenset[int]
    place: str
    source: str
    total: str
    raised: str = ""
    step: int = -1


@dataclass(frozen=True)
class Counted:
    """A result, read with care."""

    scene: Scene
    series: tuple[Series, ...]
    result: dict[str, Any]

    @property
    def whole(self) -> bool:
        """Whether nothing in the code raised."""
        return not self.result["raised"]

    @cached_property
    def calls(self) -> list[Made]:
        """The calls of the code, in the order in which they were made."""
        found: list[Made] = []
        for at, step in enumerate(self.result["steps"]):
            here = [call for call in self.scene.calls if call.piece == step["piece"] and self.scene.statement(call) == step["line"]]
            if len(here) == 1:
                numbers = {v for v in step["values"].values() if type(v) is int} or _numbers(here[0].source)
                source, place = _shown(here[0], step), f"/steps/{at}/made"
                found.append(Made(here[0].function, step["made"], frozenset(numbers), place, source, f"/steps/{at}/total", step=at))
        return found

    def told(self, series: Series) -> list[Made]:
        """The calls of a series."""
        for at, each in enumerate(self.result["series"]):
            if each["id"] == series.id and not each["failed"]:
                return [
                    Made(
                        series.function, call["graphs"], frozenset(_numbers(source.partition("ones(")[2])),
                        f"/series/{at}/calls/{n}/{'raised' if call['raised'] else 'graphs'}", source, f"/series/{at}/total", call["raised"],
                    )
                    for n, (call, source) in enumerate(zip(each["calls"], series.calls, strict=True))
                ]  # fmt: skip
        return []

    @cached_property
    def made(self) -> list[Made]:
        """The calls that sentences speak of: those of the code, else the one series that the text tells."""
        told = [self.told(series) for series in self.series if not series.rows and not series.single]
        return self.calls if self.calls or len(told) != 1 else told[0]


def _shown(call: Call, step: dict[str, Any]) -> str:
    values = ", ".join(f"{name} = {value!r}" for name, value in step["values"].items())
    return f"{call.source} with {values}" if values else call.source


def _numbers(source: str) -> set[int]:
    return {int(word) for word in re.findall(r"(?<![\w.])\d+(?![\w.])", source)}


def findings(claims: list[Said], counted: Counted, key: str) -> Iterator[Finding]:
    """One finding for each claim that the counts decide."""
    for each in claims:
        if each.function == "?" and each.kind not in ("call", "raised"):
            continue
        if each.kind in ("total", "again", "each"):
            yield from _of_total(each, counted, key)
        elif each.kind in ("place", "value", "eager"):
            yield from _of_call(each, counted, key)
        elif each.kind in ("call", "raised"):
            yield from _of_expression(each, counted, key)
        elif each.kind == "counter":
            yield from _of_counter(each, counted, key)
        else:
            yield from _of_output(each, counted, key)
    for series in counted.series:
        for (span, compiles), call in zip(series.rows, counted.told(series), strict=False):
            if not call.raised:
                what = f"{call.source.removeprefix('_told')} made {_graphs(call.graphs)}"
                yield _finding(span, compiles == (call.graphs > 0), what, [(call.place, call.graphs)], key)


def _of_total(each: Said, counted: Counted, key: str) -> Iterator[Finding]:
    made = [call for call in counted.made if not each.function or counted.scene.functions.get(call.function) == each.function] or [
        call for call in counted.made if call.function == each.function
    ]
    if not made or any(call.raised for call in counted.made) or not counted.whole:
        return
    if not each.function and len({call.function for call in made}) > 1 and not each.final:
        return
    if each.kind == "again":
        yield from _of_repetition(each, made, key)
        return
    total = sum(call.graphs for call in made)
    wanted = each.count if each.count is not None else len({call.values or call.source for call in made})
    one_place = len({call.source.partition(" with ")[0] for call in made}) == 1 or made[0].step < 0
    partial = {sum(call.graphs for call in made[: n + 1]) for n in range(len(made))} | {call.graphs for call in made}
    if wanted != total and wanted in partial and not (each.final or one_place or each.kind == "each"):
        return
    what = f"{_graphs(total)} had been made when all {len(made)} calls were over"
    together = _at(counted.result, made[-1].total) == total
    grounds = [(made[-1].total, total)] if together else [(call.place, call.graphs) for call in made[:_MOST]]
    yield _finding(each.span, wanted == total, what, grounds, key)


def _of_repetition(each: Said, made: list[Made], key: str) -> Iterator[Finding]:
    """How often one function was compiled again after its first call; none where a call makes several graphs."""
    if len({call.function for call in made}) > 1 or any(call.graphs > 1 for call in made) or not made[0].graphs:
        return
    again = [call for call in made[1:] if call.graphs]
    if each.count != len(again) and not each.final and len({call.source.partition(" with ")[0] for call in made}) > 1:
        return
    what = f"{made[0].function} was compiled again {len(again)} times after its first call"
    yield _finding(each.span, each.count == len(again), what, [(call.place, call.graphs) for call in made[:_MOST]], key)


def _at(result: Any, pointer: str) -> Any:
    """What stands at a JSON pointer of a result."""
    for part in pointer.split("/")[1:]:
        result = result[int(part) if isinstance(result, list) else part]
    return result


def _of_call(each: Said, counted: Counted, key: str) -> Iterator[Finding]:
    calls = [call for call in counted.made if not each.function or call.function == each.function]
    if not each.function and len({call.function for call in counted.made}) > 1:
        return
    if each.kind == "value":
        chosen = [call for call in calls if each.at in call.values]
    else:
        chosen = calls[each.at - 1 : each.at] if each.at > 0 else calls[-1:]
    if not chosen:
        return
    call = chosen[0]
    if each.kind == "eager":
        right = call.raised == each.name if each.name else not call.raised and not call.graphs
    else:
        right = any((one.graphs > 0) == each.made for one in chosen) and not call.raised
    yield _finding(each.span, right, _told(call), [(call.place, call.raised or call.graphs)], key)


def _of_expression(each: Said, counted: Counted, key: str) -> Iterator[Finding]:
    for series in counted.series:
        for call in counted.told(series) if series.single and series.place.start == each.expression else []:
            right = call.raised == each.name if each.kind == "raised" else not call.raised and call.graphs == each.count
            yield _finding(each.span, right, _told(call), [(call.place, call.raised or call.graphs)], key)


def _of_counter(each: Said, counted: Counted, key: str) -> Iterator[Finding]:
    """What the chapter's own counter holds: at the end, or before or after one of its calls."""
    name, _, attribute = each.name.partition(".")
    steps = counted.result["steps"]
    if not steps or (not counted.whole and not each.when):
        return
    names = [name] if name else list(steps[-1]["counters"])
    if len(names) != 1 or (not name and not each.when and not each.final):
        return
    at = len(steps) - 1
    if each.when:
        if not 0 < each.at <= len(counted.calls):
            return
        at = counted.calls[each.at - 1].step - (each.when == "before")
    value = steps[at]["counters"].get(names[0], {}).get(attribute) if at >= 0 else None
    if value is None or (value != each.count and not each.when and not _is_last(each, counted, names[0], attribute)):
        return
    where = f"{each.when} call {each.at}" if each.when else "at the end"
    what = f"{names[0]}.{attribute} was {value} {where}"
    yield _finding(each.span, value == each.count, what, [(f"/steps/{at}/counters/{names[0]}/{attribute}", value)], key)


def _is_last(each: Said, counted: Counted, name: str, attribute: str) -> bool:
    """Whether a value that a counter does not have at the end is one that it never has, or is said to be of the end."""
    return each.final or all(step["counters"].get(name, {}).get(attribute) != each.count for step in counted.result["steps"])


def _of_output(each: Said, counted: Counted, key: str) -> Iterator[Finding]:
    """What a program prints, where it prints one line of numbers."""
    printed = {piece: text for piece, text in counted.result["printed"].items() if text.strip()}
    if len(printed) != 1 or not counted.whole:
        return
    piece, written = next(iter(printed.items()))
    text = written.strip()
    numbers = re.findall(r"\d+", each.name)
    if re.fullmatch(r"\d+(?:[ ,]+\d+)*", text) is None or len(re.findall(r"\d+", text)) != len(numbers):
        return
    yield _finding(each.span, re.findall(r"\d+", text) == numbers, f"the program printed {text}", [(f"/printed/{piece}", written)], key)


def _told(call: Made) -> str:
    return f"{call.source} raised {call.raised}" if call.raised else f"{call.source} made {_graphs(call.graphs)}"


def _graphs(count: int) -> str:
    return "no graph" if count == 0 else "one graph" if count == 1 else f"{count} graphs"


def _finding(span: Span, right: bool, what: str, figures: list[tuple[str, Any]], key: str) -> Finding:
    relation: Relation = "SUPPORTS" if right else "CONTRADICTS"
    return Finding(
        instrument=NAME, rule="compilations", span=span, kind="behavioural", verdict="supported" if right else "contradicted",
        priority="low" if right else "high", response="no change" if right else "correction",
        summary=derived(f"In the run, {what}{', as the chapter says' if right else ''}."),
        working=(derived(f"counted where the tracer hands a graph to the backend: {what}"),),
        grounds=tuple(MeasuredEvidence(relation=relation, run=key, field=pointer, value=value) for pointer, value in figures),
        limits="Counted on one machine with the packages of the experiment.",
    )  # fmt: skip
