"""The state machine on one screen; the only importer of langgraph.

    pack -> snapshot -> claims -> instruments -> approval -> inquiry -> plan -> sources -> experiments -> evidence -> verdicts
                                                              ^---' until it is over                        -> sections -> report

The state holds the names of records on the shelf and plain JSON, never outside text; each node loads what it needs by name and
validates it. A node's work is kept before its checkpoint, so that a killed run goes on at the node where it stopped.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol, TypedDict, TypeVar, cast

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from langsmith import tracing_context
from pydantic import BaseModel

from agent import citing, records
from agent.context import Context
from agent.errors import BadInput
from agent.inquiry import Inquiry
from agent.stages import (
    approval,
    claims,
    evidence,
    experiments,
    inquiry,
    instruments,
    openings,
    pack,
    plan,
    report,
    sections,
    snapshot,
    sources,
    verdicts,
)
from tools.records import Facts

Kept = TypeVar("Kept", bound=BaseModel)
CHECKPOINTS = "checkpoints.sqlite"


LOOP = "do inquiry"
# Both read the snapshot and nothing of each other: the chapter is examined while a model reads it.
TOGETHER = frozenset({"claims", "instruments"})
APPROVAL = "approval"


class State(TypedDict, total=False):
    """Name of each stage's record on the shelf, under the stage's own noun. over: why the inquiry has ended, "" while it goes on."""

    pack: str
    snapshot: str
    claims: str
    instruments: str
    approval: str
    inquiry: str
    plan: str
    sources: str
    experiments: str
    evidence: str
    verdicts: str
    sections: str
    report: str
    over: str


@dataclass(frozen=True)
class Desk:
    """The run's world together with the records that the state names."""

    context: Context
    state: State

    def load(self, stage: str, record: type[Kept]) -> Kept:
        return self.context.shelf.get(self.state[stage], record)  # type: ignore[literal-required]

    @property
    def pack(self) -> records.Pack:
        return self.load("pack", records.Pack)

    @property
    def snapshot(self) -> records.Snapshot:
        return self.load("snapshot", records.Snapshot)

    @property
    def approved(self) -> records.Approval:
        return self.load("approval", records.Approval) if "approval" in self.state else records.Approval()

    @property
    def within(self) -> Context:
        """The run's world as far as it was approved."""
        return approval.within(self.context, self.approved)

    @property
    def facts(self) -> Facts:
        return citing.facts_of(self.context, self.pack)


def _pack(desk: Desk) -> BaseModel:
    supplied = desk.context.settings.pack
    payload = desk.context.store.read(supplied.sha256)
    assert payload is not None, "the pack is stored before the graph starts"
    return pack.read(payload, supplied.name, supplied.sha256)


def _snapshot(desk: Desk) -> BaseModel:
    fetched = snapshot.linked(desk.context, desk.pack)
    pasted = interrupt({"wants": "the chapter's complete text"}) or None if snapshot.wants_paste(desk.context, desk.pack, fetched) else None
    return snapshot.take(desk.context, desk.pack, fetched, pasted)


def _claims(desk: Desk) -> BaseModel:
    return claims.read(desk.snapshot.chapter, desk.context.models)


def _instruments(desk: Desk) -> BaseModel:
    return instruments.examine(desk.context, desk.facts, desk.pack, desk.snapshot)


def _approval(desk: Desk) -> BaseModel:
    return approval.take(interrupt({"wants": APPROVAL}) if desk.context.settings.approve else None)


def _inquiry(desk: Desk) -> BaseModel:
    """One round; the node comes back to itself until the inquiry is over."""
    if "inquiry" not in desk.state:
        return approval.told_of_sources(inquiry.begin(desk.context, desk.pack, desk.snapshot), desk.approved)
    found = desk.load("instruments", records.Examined).findings
    reading = desk.load("claims", records.Reading)
    return inquiry.advance(desk.within, desk.pack, desk.snapshot, reading, found, desk.load("inquiry", Inquiry))


def _plan(desk: Desk) -> BaseModel:
    made = plan.plan(desk.within, desk.snapshot, desk.load("instruments", records.Examined), desk.load("inquiry", Inquiry))
    return approval.told_of_runs(made, desk.approved)


def _sources(desk: Desk) -> BaseModel:
    fetched = desk.load("instruments", records.Examined).notebooks
    return sources.gather(desk.within, desk.pack, desk.snapshot, desk.load("inquiry", Inquiry), fetched)


def _experiments(desk: Desk) -> BaseModel:
    return experiments.run(desk.within, desk.load("plan", records.Plan), desk.load("claims", records.Reading).claims)


def _evidence(desk: Desk) -> BaseModel:
    examined, done = desk.load("instruments", records.Examined), desk.load("experiments", records.Experiments)
    reading, asked = desk.load("claims", records.Reading), desk.load("inquiry", Inquiry)
    ledger = desk.load("sources", records.Ledger)
    return evidence.weigh(desk.context, desk.facts, desk.snapshot.chapter, reading, examined, asked, done, ledger)


def _verdicts(desk: Desk) -> BaseModel:
    return verdicts.judge(desk.pack, desk.snapshot, desk.load("evidence", records.Weighed), desk.context.models)


def _sections(desk: Desk) -> BaseModel:
    weighed, judged = desk.load("evidence", records.Weighed), desk.load("verdicts", records.Judged)
    return sections.guard(desk.context, desk.snapshot, weighed, judged, desk.load("experiments", records.Experiments))


def _report(desk: Desk) -> BaseModel:
    composed = report.compose(
        desk.context, desk.pack, desk.snapshot, desk.load("plan", records.Plan), desk.load("experiments", records.Experiments),
        desk.load("sources", records.Ledger), desk.load("evidence", records.Weighed), desk.load("verdicts", records.Judged),
        desk.load("sections", records.Guarded),
    )  # fmt: skip
    return openings.write(desk.context, composed)


# The order is written here and nowhere else.
STAGES: dict[str, Callable[[Desk], BaseModel]] = {
    "pack": _pack,
    "snapshot": _snapshot,
    "claims": _claims,
    "instruments": _instruments,
    "approval": _approval,
    "inquiry": _inquiry,
    "plan": _plan,
    "sources": _sources,
    "experiments": _experiments,
    "evidence": _evidence,
    "verdicts": _verdicts,
    "sections": _sections,
    "report": _report,
}


class Node(Protocol):
    """What LangGraph calls: the state so far, to the name of one more record."""

    def __call__(self, state: State) -> dict[str, str]: ...


def _node(context: Context | None, name: str, stage: Callable[[Desk], BaseModel]) -> Node:
    def run(state: State) -> dict[str, str]:
        if context is None:
            raise BadInput("this graph was made to be looked at; configure it with a pack to run it")
        context.events.append("stage", {"stage": name, "is": "begun"})
        context.tell(name, "")
        made = stage(Desk(context, state))
        kept = context.shelf.put(name, made)
        context.events.append("stage", {"stage": name, "is": "done", "record": kept})
        return {name: kept, "over": made.ended} if isinstance(made, Inquiry) else {name: kept}

    return run


def build(context: Context | None) -> StateGraph[State, None, State, State]:
    """The graph of one run, not yet compiled; without a context it can be drawn and not run."""
    graph: StateGraph[State, None, State, State] = StateGraph(State)
    names = list(STAGES)
    for name in names:
        # A node may not have the name of a state key, hence the verb.
        graph.add_node(f"do {name}", _node(context, name, STAGES[name]))
    steps = [[START], *([f"do {name}" for name in step] for step in _steps(names)), [END]]
    for before, after in pairwise(steps):
        if before == [LOOP]:
            graph.add_conditional_edges(LOOP, lambda state, after=after[0]: after if state["over"] else LOOP, [LOOP, *after])
        else:
            for node in after:
                graph.add_edge(before if len(before) > 1 else before[0], node)
    return graph


def _steps(names: list[str]) -> list[list[str]]:
    """The stages in their order, those that are done together in one step."""
    together = [name for name in names if name in TOGETHER]
    return [together if name == together[0] else [name] for name in names if name not in together[1:]]


@contextmanager
def _saver(directory: Path) -> Iterator[SqliteSaver]:
    """Checkpoints in the run directory; no type beyond plain JSON is ever loaded from them, and nothing is a pickle.

    Raises OSError where they cannot be kept, as on a full disk; the run can be gone on with.
    """
    try:
        with closing(sqlite3.connect(directory / CHECKPOINTS, check_same_thread=False)) as connection:
            yield SqliteSaver(connection, serde=JsonPlusSerializer(pickle_fallback=False, allowed_msgpack_modules=None))
    except sqlite3.OperationalError as error:
        raise OSError(f"{directory / CHECKPOINTS} cannot be kept: {error}") from error


@dataclass(frozen=True)
class Intended:
    """What a run is about to do, before anything is opened, searched or run. plan: the runs that are wanted as things stand."""

    pack: records.Pack
    snapshot: records.Snapshot
    reading: records.Reading
    examined: records.Examined
    inquiry: Inquiry
    plan: records.Plan


Approve = Callable[[Intended, Context], str]


def research(
    context: Context, ask: Callable[[str], str | None], approve: Approve = lambda intended, context: approval.ALL
) -> records.Report:
    """Run the graph from where its checkpoints end, to its end.

    ask: called where a person is wanted, with what is wanted; gives the sha256 of a text stored since, or None for "go on without".
    approve: called where the run's settings want an approval; gives what is approved, as `approval.take` reads it.
    """

    def answer(desk: Desk, wants: str) -> str:
        return approve(_intended(desk), desk.context) if wants == APPROVAL else ask(wants) or ""

    state = _advance(context, answer, [])
    return context.shelf.get(state["report"], records.Report)


def intend(context: Context, ask: Callable[[str], str | None]) -> Intended:
    """Run the graph up to where sources would be opened, and give what would be done; `research` goes on from there."""
    return _intended(Desk(context, _advance(context, lambda desk, wants: ask(wants) or "", [f"do {APPROVAL}"])))


def _intended(desk: Desk) -> Intended:
    begun = inquiry.begin(desk.context, desk.pack, desk.snapshot)
    examined = desk.load("instruments", records.Examined)
    wanted = plan.plan(desk.context, desk.snapshot, examined, begun)
    return Intended(desk.pack, desk.snapshot, desk.load("claims", records.Reading), examined, begun, wanted)


def _advance(context: Context, answer: Callable[[Desk, str], str], before: list[str]) -> State:
    """The state after the graph has run to its end, or up to one of the nodes in `before`; a run that is past them is left there."""
    config: Any = {"configurable": {"thread_id": context.run_id}, "recursion_limit": 100}
    with _saver(context.directory) as saver, tracing_context(enabled=False):
        compiled = build(context).compile(checkpointer=saver)
        now = compiled.get_state(config)
        state = cast(State, now.values)
        if before and "instruments" in state:
            return state
        step: Any = None if now.created_at is not None else State()
        while True:
            result = compiled.invoke(step, config, durability="sync", interrupt_before=before or None)
            waiting = result.pop("__interrupt__", None)
            if not waiting:
                return cast(State, result)
            step = Command(resume=answer(Desk(context, cast(State, result)), str(waiting[0].value["wants"])))
