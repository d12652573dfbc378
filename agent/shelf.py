"""The records that stages hand on: one canonical JSON file each, named by stage and hash; the graph's state holds only these names."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from tools import durable

Kept = TypeVar("Kept", bound=BaseModel)


class MissingRecord(Exception):
    """A record that the graph's state names is not there, or is not what its name says: the run directory was changed."""


class Shelf:
    """Records under `folder`, found by the name that `put` gave."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, stage: str, record: BaseModel) -> str:
        payload = durable.canonical(record.model_dump(mode="json")).encode()
        name = f"{stage}-{sha256(payload).hexdigest()[:24]}"
        path = self._folder / f"{name}.json"
        if not path.exists():
            durable.write(path, payload)
        return name

    def get(self, name: str, record: type[Kept]) -> Kept:
        path = self._folder / f"{name}.json"
        try:
            payload = path.read_bytes()
        except FileNotFoundError as error:
            raise MissingRecord(f"records/{path.name} is not there") from error
        if sha256(payload).hexdigest()[:24] != name.rpartition("-")[2]:
            raise MissingRecord(f"records/{path.name} is not what it was when it was written")
        return record.model_validate_json(payload)
