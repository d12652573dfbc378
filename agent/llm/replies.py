"""Replies that were paid once: a cache beside the environments, and recordings for tests, evaluation and demonstrations."""

from __future__ import annotations

import json
import threading
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
    _lock: threading.Lock = field(init=False, repr=False, default_factory=threading.Lock)
    _written: set[str] = field(init=False, repr=False, default_factory=set)

    def put(self, ask: Ask, reply: Reply) -> None:
        key = ask.key("")
        with self._lock:
            if not self._written and not self.path.exists():
                self._line({"recording": FORMAT, "model": self.model, "context": self.context})
            if key not in self._written:
                self._written.add(key)
                self._line({"key": key, "role": ask.role, "reply": reply.model_dump(mode="json")})

    def _line(self, value: object) -> None:
        durable.append(self.path, durable.canonical(value).encode() + b"\n")


class Replay:
    """A recording in a model's place. What it does not hold was never answered."""

    def __init__(self, path: Path) -> None:
        self._replies: dict[str, Reply] = {}
        try:
            head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            if head.get("recording") != FORMAT:
                raise BadRecording(f"{path.name} is no recording of a model ({FORMAT})")
            self._name, self._context = str(head["model"]), int(head["context"])
            for line in lines:
                self._replies[line["key"]] = Reply.model_validate(line["reply"])
        except (ValueError, KeyError, AttributeError, TypeError, ValidationError) as error:
            raise BadRecording(f"{path.name} is no recording of a model ({type(error).__name__})") from error

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
