"""Files that the user names."""

from __future__ import annotations

from pathlib import Path

from agent.errors import BadInput

MAX_FILE = 20_000_000  # bytes


def read_file(path: Path) -> tuple[str, bytes]:
    """Name and bytes of a file; raises BadInput for one that cannot be read or is larger than anything that a run takes."""
    try:
        with path.open("rb") as file:
            payload = file.read(MAX_FILE + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}; check the path") from error
    if len(payload) > MAX_FILE:
        raise BadInput(f"{path} has more than {MAX_FILE:,} bytes; give a smaller file")
    return path.name, payload
