"""The findings of a chapter's sentences: what each says of an expression, and what the run answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from prompts.trust import derived
from tools.instruments.code.evidence import LIMITS, evidence, shortened
from tools.instruments.code.runs import Runs
from tools.instruments.code.told.asks import Told
from tools.instruments.code.told.changes import is_so
from tools.instruments.code.told.holds import holds
from tools.records import Finding


@dataclass(frozen=True)
class Outcome:
    """Whether a claim holds; pointer and value: of the answer that shows it; did: what it gave, in words."""

    good: bool
    pointer: str
    value: Any
    did: str


def outcome(told: Told, runs: Runs) -> Outcome | None:
    """What the run answered: it holds where one point bears it out in every run, fails where every point in every run speaks against it."""
    if told.claim.predicate.kind == "changed":
        return _changed(told, runs)
    verdicts: dict[tuple[int, int | None], list[bool | None]] = {}
    places: dict[tuple[int, int | None], str] = {}
    for number, run in enumerate(runs.runs):
        for position, answer in enumerate(run.get("asks", [])):
            if answer.get("number") == told.number:
                point = (answer["piece"], answer["line"])
                verdicts.setdefault(point, []).append(_sure(told, answer, runs, point))
                if number == 0:
                    places[point] = f"/runs/0/asks/{position}"
    decided = {p: v for p, v in verdicts.items() if len(v) == len(runs.runs) and None not in v and len(set(v)) == 1}
    good = [p for p, v in decided.items() if v[0]]
    if good:
        return _outcome(True, told.nearest if told.nearest in good else good[-1], places, runs)
    if not decided or any(p in verdicts and p not in decided and not _is_early(p, told) for p in told.points):
        return None
    if told.nearest not in decided:
        return None
    return _outcome(False, told.nearest, places, runs)


def _changed(told: Told, runs: Runs) -> Outcome | None:
    """Whether an expression had another value at the second of two points, alike in every run."""
    verdicts: list[bool | None] = []
    for run in runs.runs:
        answers = {(a["piece"], a["line"]): a for a in run.get("asks", []) if a.get("number") == told.number}
        both = [answers.get(point) for point in told.points]
        if any(b is None for b in both) or any(runs.is_unsure(piece, line or 0) for piece, line in told.points):
            return None
        verdicts.append(is_so(told.claim.predicate.said, both[0] or {}, both[1] or {}))
    if not verdicts or None in verdicts or len(set(verdicts)) > 1:
        return None
    asked = enumerate(runs.runs[0]["asks"])
    places = {(a["piece"], a["line"]): f"/runs/0/asks/{i}" for i, a in asked if a.get("number") == told.number}
    before = runs.runs[0]["asks"][int(places[told.points[0]].rpartition("/")[2])]["value"]["repr"]
    found = _outcome(bool(verdicts[0]), told.nearest, places, runs)
    return None if found is None else replace(found, did=f"{found.did} (before: {shortened(before, 80)})")


def _is_early(point: tuple[int, int | None], told: Told) -> bool:
    """Whether a point lies before the nearest one, where a name may not have had its value."""
    return (point[0], point[1] or 10**9) < (told.nearest[0], told.nearest[1] or 10**9)


def _sure(told: Told, answer: dict[str, Any], runs: Runs, point: tuple[int, int | None]) -> bool | None:
    if runs.is_unsure(point[0], point[1] or 0):
        return None
    return holds(told.claim.predicate, answer)


def _outcome(good: bool, point: tuple[int, int | None], places: dict[tuple[int, int | None], str], runs: Runs) -> Outcome | None:
    place = places.get(point)
    if place is None:
        return None
    answer = runs.runs[0]["asks"][int(place.rpartition("/")[2])]
    if answer.get("error") is not None:
        return Outcome(good, f"{place}/error/type", answer["error"]["type"], f"raises {answer['error']['type']}")
    if answer.get("value") is None:
        return Outcome(good, f"{place}/stdout", answer["stdout"], "raises nothing")
    value = answer["value"]
    extra = f" (shape {tuple(value['shape'])})" if value.get("shape") else f" ({value['type']} of {value['len']})" if "len" in value else ""
    return Outcome(good, f"{place}/value/repr", value["repr"], f"gives {shortened(value['repr'], 120)}{extra}")


def findings(instrument: str, told: Iterator[Told], runs: Runs, key: str, text: str) -> Iterator[Finding]:
    """A finding for each claim that the run decides."""
    for each in told:
        found = outcome(each, runs)
        if found is None:
            continue
        words = shortened(text[each.span.start : each.span.end], 120)
        asked = re.sub(r"lambda: \([^()]*\), lambda: ", "", each.claim.expression.replace("_known_.", ""))
        shown = f"`{shortened(asked, 80)}`"
        yield Finding(
            instrument=instrument,
            rule=f"told-{each.claim.predicate.kind}",
            span=each.span,
            kind="behavioural",
            verdict="supported" if found.good else "contradicted",
            priority="low" if found.good else "medium",
            response="no change" if found.good else "correction",
            summary=derived(
                f"Run, {shown} {found.did}, as the text says." if found.good else f"The text says: {words!r}; run, {shown} {found.did}."
            ),
            working=(derived(f"said: {words}"), derived(f"run: {shown} {found.did}"), derived(f"REPRODUCED in {len(runs.runs)} runs")),
            grounds=(evidence(key, "SUPPORTS" if found.good else "CONTRADICTS", found.pointer, found.value),),
            limits=LIMITS,
        )
