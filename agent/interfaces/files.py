"""Files that the user names."""

from __future__ import annotations

from pathlib import Path

from agent.errors import BadInput
from tools import regular

MAX_FILE = 20_000_000  # bytes


def read_file(path: Path) -> tuple[str, bytes]:
    """Name and bytes of a file; raises BadInput for one that cannot be read, is larger than anything that a run takes, or is no file.

    A pipe or a device is refused at once, since whoever waits for its end may wait for ever.
    """
    try:
        return path.name, regular.read(path, MAX_FILE, follow=True)
    except regular.TooLarge as error:
        raise BadInput(f"{path} has more than {MAX_FILE:,} bytes; give a smaller file") from error
    except regular.Strange as error:
        raise BadInput(f"{path}: {error}; give a regular file") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}; check the path") from error
