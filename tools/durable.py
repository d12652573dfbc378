"""Writing so that a kill at any moment leaves either the old or the new, and reading what a kill left behind."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any


def canonical(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no white space, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """sha256, in hex, of the canonical JSON of a value."""
    return sha256(canonical(value).encode()).hexdigest()


def write(path: Path, payload: bytes) -> None:
    """Put a whole file in place: temporary file beside it, fsync, rename, fsync of the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    with temporary.open("wb") as out:
        out.write(payload)
        out.flush()
        os.fsync(out.fileno())
    temporary.replace(path)
    sync_folder(path.parent)


def append(path: Path, payload: bytes) -> None:
    """Add bytes to the end of a file and make them last."""
    with path.open("ab") as out:
        out.write(payload)
        out.flush()
        os.fsync(out.fileno())


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
