"""Effects happen once: a fetch, a reply, a run is keyed by its inputs, and what is stored is never done again.

Order of writing: the documents that it brought (evidence store), its result (a file named by its key), the event, and only then
the graph's checkpoint. After a kill at most the effects in flight are repeated.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, JsonValue

from agent.events import EventLog
from tools import durable

Result = TypeVar("Result", bound=BaseModel)


class Effects:
    """The results of effects under `folder`. Threads may share one; whoever wants an effect that is under way waits for its result."""

    def __init__(self, folder: Path, events: EventLog) -> None:
        self._folder = folder
        self._events = events
        self._lock = threading.Lock()
        self._under_way: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._told = {str(data["key"]) for event in events.events if event["kind"] == "effect" and isinstance(data := event["data"], dict)}

    def once(
        self, kind: str, inputs: JsonValue, record: type[Result], perform: Callable[[], Result],
        tell: Callable[[Result], Mapping[str, JsonValue]] = lambda _: {},
    ) -> Result:  # fmt: skip
        """The stored result of this effect, or that of performing it now. tell: what its event says beside the effect's own fields."""
        key = durable.digest([kind, inputs])
        with self._lock:
            mine = self._under_way[key]
        with mine:
            return self._once(kind, key, record, perform, tell)

    def note(self, kind: str, data: Mapping[str, JsonValue]) -> None:
        """Write an event that is no effect: of what was tried and came to nothing that could be kept."""
        self._events.append(kind, data)

    def _once(
        self, kind: str, key: str, record: type[Result], perform: Callable[[], Result], tell: Callable[[Result], Mapping[str, JsonValue]]
    ) -> Result:
        path = self._folder / f"{kind}-{key[:24]}.json"
        stored = path.exists()
        if stored:
            payload = path.read_bytes()
            result = record.model_validate_json(payload)
        else:
            result = perform()
            payload = durable.canonical(result.model_dump(mode="json")).encode()
            durable.write(path, payload)
        with self._lock:
            if key not in self._told:
                self._told.add(key)
                told: dict[str, JsonValue] = {
                    "effect": kind, "key": key, "result": path.name, "sha256": sha256(payload).hexdigest(), "recovered": stored,
                }  # fmt: skip
                self._events.append("effect", {**tell(result), **told})
        return result
