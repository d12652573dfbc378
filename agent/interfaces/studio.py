"""The graph for LangGraph's own tools, which langgraph.json leads here: to look at, and to run on a pack that they are configured with.

Configurable keys: pack (path of a research pack), out (folder of runs, "runs" by default). A run made here ends with its report's
record on the shelf; `corrigenda research --resume RUN` writes it out.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig

from agent.graph import build
from agent.interfaces import runs
from sandbox.environments import home_of

_OPEN = ExitStack()  # runs stay open as long as the process that looks at them


def studio(config: RunnableConfig) -> Any:
    """The compiled graph over a run of the configured pack; without one it can be drawn, and a run says what is missing."""
    chosen = config.get("configurable") or {}
    if "pack" not in chosen:
        return build(None).compile()
    pack = Path(str(chosen["pack"]))
    choices: dict[str, object] = {"experiments": True, "offline": False, "interactive": False}
    directory = runs.prepare(runs.Given(pack=(pack.name, pack.read_bytes())), choices, Path(str(chosen.get("out", "runs"))))
    around = runs.Surroundings(home=home_of(os.environ, Path.home()), tell=lambda stage, detail: None, ask=lambda what: None)
    return build(_OPEN.enter_context(runs.open_context(directory, around))).compile()
