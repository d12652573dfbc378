"""Files that the user names."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from agent.errors import BadInput

MAX_FILE = 20_000_000  # bytes
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFDIR: "a folder"}


def read_file(path: Path) -> tuple[str, bytes]:
    """Name and bytes of a file; raises BadInput for one that cannot be read, is larger than anything that a run takes, or is no file.

    A pipe or a device is refused at once, since whoever waits for its end may wait for ever.
    """
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe without a writer would hold a plain open up
        try:
            mode = os.fstat(opened).st_mode
            if not stat.S_ISREG(mode):
                raise BadInput(f"{path} is {_KINDS.get(stat.S_IFMT(mode), 'no regular file')}; give a regular file")
            with os.fdopen(opened, "rb", closefd=False) as file:
                payload = file.read(MAX_FILE + 1)
        finally:
            os.close(opened)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}; check the path") from error
    if len(payload) > MAX_FILE:
        raise BadInput(f"{path} has more than {MAX_FILE:,} bytes; give a smaller file")
    return path.name, payload
