"""Replies that were paid once: a cache beside the environments, and recordings for tests, evaluation and demonstrations."""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from agent.llm.errors import NotAllowed
from agent.llm.records import Ask, Reply
from tools import durable

FORMAT = "corrigenda-model-recording/1"


class BadRecording(Exception):
    """A file is no recording of a model."""


class Damaged(Exception):
    """A file of the cache holds no whole reply."""


@dataclass
class Cache:
    """Replies by the key of their request under a folder of the user's."""

    folder: Path

    def get(self, key: str) -> Reply | None:
        """The reply, None where there is none; raises Damaged where what is kept is none."""
        path = self._path(key)
        try:
            return Reply.model_validate_json(path.read_bytes()) if path.is_file() else None
        except ValidationError as error:
            raise Damaged(f"{path.name} in the cache of replies is damaged; it is asked for again and replaced") from error

    def put(self, key: str, reply: Reply) -> None:
        durable.write(self._path(key), durable.canonical(reply.model_dump(mode="json")).encode())

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


@dataclass
class Recorder:
    """Writes every request's key with its reply to a file, one JSON line each, so that `Replay` can answer in the model's place."""

    path: Path
    model: str
    context: int
    roles: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # name and context of the model of each that has its own
    _lock: threading.Lock = field(init=False, repr=False, default_factory=threading.Lock)
    _written: set[str] = field(init=False, repr=False, default_factory=set)

    def __post_init__(self) -> None:
        """Goes on with a recording that is there already; raises BadRecording where it is one of other models, or none."""
        if begun(self.path):
            before = Replay(self.path)
            if (before.name, before.context, before.roles) != (self.model, self.context, dict(self.roles)):
                raise BadRecording(f"{self.path} is a recording of other models, or of another context; give another file")
            self._written |= before.keys()

    def put(self, ask: Ask, reply: Reply) -> None:
        key = ask.key("")
        with self._lock:
            if not begun(self.path):
                roles = {role: {"model": name, "context": context} for role, (name, context) in self.roles.items()}
                head = {"recording": FORMAT, "model": self.model, "context": self.context}
                self._line(head | ({"roles": roles} if roles else {}))
            if key not in self._written:
                self._written.add(key)
                self._line({"key": key, "role": ask.role, "reply": reply.model_dump(mode="json")})

    def _line(self, value: object) -> None:
        durable.append(self.path, durable.canonical(value).encode() + b"\n")


def begun(path: Path) -> bool:
    """Whether a file holds anything."""
    return path.is_file() and path.stat().st_size > 0


class Replay:
    """A recording in a model's place. What it does not hold was never answered.

    roles: name and context of the model of each role that had its own.
    """

    def __init__(self, path: Path) -> None:
        self._replies: dict[str, Reply] = {}
        try:
            head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            if head.get("recording") != FORMAT:
                raise BadRecording(f"{path.name} is no recording of a model ({FORMAT})")
            self._name, self._context = str(head["model"]), int(head["context"])
            own = head.get("roles", {})
            self.roles = {str(role): (str(told["model"]), int(told["context"])) for role, told in own.items()}
            for line in lines:
                self._replies[line["key"]] = Reply.model_validate(line["reply"])
        except (ValueError, KeyError, AttributeError, TypeError, ValidationError) as error:
            raise BadRecording(f"{path.name} is no recording of a model ({type(error).__name__})") from error

    def of(self, role: str) -> Replay:
        """The same recording in the place of the model that a role had for itself."""
        other = copy.copy(self)
        other._name, other._context = self.roles[role]
        return other

    def keys(self) -> set[str]:
        """Of the requests that it answers."""
        return set(self._replies)

    @property
    def name(self) -> str:
        return self._name

    @property
    def address(self) -> str:
        return ""

    @property
    def context(self) -> int:
        return self._context

    def ask(self, ask: Ask) -> Reply:
        """The recorded reply; raises NotAllowed where this request was never recorded."""
        reply = self._replies.get(ask.key(""))
        if reply is None:
            raise NotAllowed(
                f"the recording holds no answer to this request of the {ask.role}; it was made with another pack, prompt or version"
            )
        return reply
