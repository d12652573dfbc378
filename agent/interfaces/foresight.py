"""`research --plan-only`: what a run would do and what its models may cost, before anything is opened, searched for or run."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from agent.context import Context, Settings
from agent.graph import Intended
from agent.llm import wire
from agent.llm.budget import price
from agent.llm.records import Profile, Usage
from agent.llm.spending import paid
from agent.roles import planner, shown
from agent.roles.table import PLANNER_TOOLS, ROLES, ask
from agent.stages.inquiry import ROUNDS
from prompts import inert
from sandbox.probes import catalogue

_SHOWN_CLAIMS = 60  # as the planner is shown at most
_READ, _CASE, _SECTION = 3_000, 400, 3_000  # tokens of a source's passages, of a statement with its evidence, of a section's records
_SOURCES = 15  # that a planner opens beside what the pack and the chapter name, at most as a rule


@dataclass(frozen=True)
class Row:
    """What one role may cost. low, high: calls; prompt, output: tokens of one call, output at most."""

    role: str
    low: int
    high: int
    prompt: int
    output: int


def before(settings: Settings) -> Iterator[str]:
    """What making a plan needs, said before it is done."""
    if not settings.offline:
        yield "for the plan the chapter's own link is opened where the pack holds an excerpt, and a notebook that it names; no source is"
    if settings.model:
        yield f"for the plan the model {settings.model} reads the chapter, which is paid; nothing else is asked of it"


def foreseen(intended: Intended, context: Context, profile: Profile | None) -> Iterator[str]:
    """The claims, the plan and the estimate, a line each."""
    yield from claims(intended)
    yield from plan(intended, context)
    yield from _estimate(intended, context, profile)


def claims(intended: Intended) -> Iterator[str]:
    """Every claim with what the instruments found by reading alone."""
    found = {}
    for claim in intended.reading.claims:
        finding = next((f for f in intended.examined.findings if f.span.overlaps(claim.span) and f.verdict != "unverifiable"), None)
        found[claim.label] = f"{finding.verdict}, {finding.instrument}" if finding else "open"
    yield f"{len(intended.reading.claims)} claims, {sum(1 for said in found.values() if said != 'open')} decided by reading alone:"
    for claim in intended.reading.claims:
        worth = f", worth {claim.worth}" if claim.worth else ""
        yield f"  {claim.label} [{claim.kind}{worth}; {found[claim.label]}] {inert.one_line(claim.text, 140)}"


def plan(intended: Intended, context: Context) -> Iterator[str]:
    """What would be run, opened and searched."""
    costs = {f"probe:{probe.name}": probe.cost for probe in catalogue()}
    wanted = [run for run in intended.plan.runs if run.key not in intended.plan.left]
    seconds = sum(costs.get(run.key, 0.0) for run in wanted)
    yield f"{len(wanted)} experiments would be run, the probes for about {seconds:.0f} s of an idle core:"
    for run in intended.plan.runs:
        left = intended.plan.left.get(run.key)
        cost = f"about {costs[run.key]:.0f} s" if run.key in costs else f"{run.seconds} s at most"
        yield f"  {run.key}: {run.question} ({f'left out: {left}' if left else cost})"
    handles = intended.inquiry.handles
    if context.settings.offline:
        yield "nothing would be opened: --offline"
    else:
        yield f"{len(handles)} sources that the pack and the chapter name could be opened{':' if handles else ''}"
        yield from (f"  {handle.kind} {handle.url} ({handle.came})" for handle in handles)
    yield from _searches(intended, context)


def _searches(intended: Intended, context: Context) -> Iterator[str]:
    if context.settings.search == "none":
        yield "nothing would be searched for: --search none"
    elif context.models is None:
        yield f"--search {context.settings.search}: only a model's planner searches, and none is chosen"
    else:
        most = f"{planner.LONGEST_QUERY} characters at most"
        yield f"--search {context.settings.search} would be searched, by the planner's own queries, {most}"


def _estimate(intended: Intended, context: Context, profile: Profile | None) -> Iterator[str]:
    if context.models is None:
        yield "no model would be called" + (f": {context.no_model}" if context.no_model else ": --model none")
        return
    tokens, dollars = paid(context.events.events)
    yield f"spent so far, on finding out what the endpoint offers and on reading the claims: {tokens:.0f} tokens" + (
        f", {dollars:.4f} dollars" if dollars else ""
    )
    every = list(rows(intended, context))
    yield "the rest, estimated:"
    yield from (
        f"  {row.role}: {row.low} to {row.high} calls of about {row.prompt} tokens, answers of {row.output} at most" for row in every
    )
    low, high = (Usage(prompt=sum(n(r) * r.prompt for r in every), output=sum(n(r) * r.output for r in every)) for n in (_low, _high))
    cost_low, cost_high = price(low, profile), price(high, profile)
    cost = "prices are not known" if cost_low is None or cost_high is None else f"{cost_low:.2f} to {cost_high:.2f} dollars"
    calls = f"{sum(map(_low, every))} to {sum(map(_high, every))} calls"
    yield f"together {calls}, {low.prompt} to {high.prompt} tokens of prompts, {high.output} of answers at most; {cost}"


def _low(row: Row) -> int:
    return row.low


def _high(row: Row) -> int:
    return row.high


def rows(intended: Intended, context: Context) -> Iterator[Row]:
    """What each role may cost, from what is known: the planner's first request as it would be, batches as they are made."""
    every = intended.reading.claims
    decided = sum(1 for c in every if any(f.span.overlaps(c.span) for f in intended.examined.findings))
    parts = tuple(shown.claim(claim) for claim in every[:_SHOWN_CLAIMS])
    first = ask(
        "planner",
        {"claims": parts or ("none",), "history": ("nothing",), "log": ("nothing yet",)},
        tools=planner.tools(frozenset(PLANNER_TOOLS)),
    )
    yield _row("planner", 1, ROUNDS, wire.size(first) // 4)
    named = 0 if context.settings.offline else len(intended.inquiry.handles)
    yield _row("source_reader", 0, 0 if context.settings.offline else named + _SOURCES, _READ)
    yield _row("judge", math.ceil(decided / 8), math.ceil(len(every) / 8), 8 * _CASE)
    yield _row("auditor", 0, math.ceil(len(every) / 6), 6 * _CASE)
    yield _row("proposer", 0, len(every) - decided, 2 * _CASE)
    yield _row("writer", 4, 8, _SECTION)


def _row(role: str, low: int, high: int, prompt: int) -> Row:
    return Row(role, low, high, prompt, ROLES[role].output_tokens)
