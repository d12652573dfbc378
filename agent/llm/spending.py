"""What a run paid for its models, read out of its events, so that it is the same after a resume."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import JsonValue

from agent.records import Spending

LOST = "lost reply"  # the event of a call that was paid, and whose answer was of no use
TRIAL = "trial reply"  # of one by which it was found out what an endpoint understands


def paid(events: Iterable[Mapping[str, JsonValue]]) -> tuple[float, float]:
    """Tokens and dollars of all calls that were paid."""
    rows = [told for told in _replies(events) if told["paid"]]
    return float(sum(told["prompt"] + told["output"] for told in rows)), float(sum(told["dollars"] or 0 for told in rows))


def by_role(events: Iterable[Mapping[str, JsonValue]]) -> tuple[Spending, ...]:
    """One row a stage, role and model, in the order of their first call."""
    rows: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for told in _replies(events):
        rows[told["stage"], told["role"], told["model"]].append(told)
    return tuple(_row(*key, told) for key, told in rows.items())


def _row(stage: str, role: str, model: str, told: list[dict[str, Any]]) -> Spending:
    real = [one for one in told if one["paid"]]
    dollars = [one["dollars"] for one in real]
    return Spending(
        stage=stage, role=role, model=model, calls=len(real), saved=len(told) - len(real),
        lost=sum(1 for one in told if one["effect"] == LOST), prompt=sum(one["prompt"] for one in real),
        output=sum(one["output"] for one in real), cached=sum(one["cached"] for one in real),
        dollars=None if None in dollars else sum(dollars),
    )  # fmt: skip


def _replies(events: Iterable[Mapping[str, JsonValue]]) -> list[dict[str, Any]]:
    """What the events say of each call; effect: `LOST` where its answer was of no use, `TRIAL` where it was a trial."""
    found = []
    for event in events:
        data = event["data"]
        if isinstance(data, dict) and event["kind"] in ("effect", LOST, TRIAL):
            told = {"effect": event["kind"], **data}
            found += [told] if told["effect"] in ("reply", LOST, TRIAL) else []
    return found
