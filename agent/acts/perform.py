"""Any act, done once: what it brought is kept as an effect of the run before anybody is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from agent.acts import history, inspecting, opening, running, searching
from agent.acts.bench import Bench
from agent.inquiry import Act, Done

_WORKERS = 8  # as many as a planner may call for in one round
DOES: dict[str, Callable[[Bench, Act], Done]] = {
    "search_papers": searching.search,
    "search_docs": searching.search,
    "search_code": searching.search,
    "search_discussions": searching.search,
    "open_source": opening.open_source,
    "find_in_source": opening.find,
    "inspect_package": inspecting.inspect,
    "release_history": history.release_history,
    "run_probe": running.probe,
    "run_experiment": running.experiment,
    "note_gap": running.gap,
}


def perform(bench: Bench, acts: tuple[Act, ...]) -> tuple[Done, ...]:
    """The acts of one round, those of different tools side by side, in the order in which they were called."""

    def one(act: Act) -> Done:
        bench.context.tell("plan", f"{act.key} {act.tool}")
        return bench.context.effects.once("act", act.model_dump(mode="json"), Done, lambda: DOES[act.tool](bench, act))

    with ThreadPoolExecutor(_WORKERS) as pool:
        return tuple(pool.map(one, acts))
