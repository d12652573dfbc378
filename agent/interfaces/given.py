"""What the user handed over, read from files, standard input or a link."""

from __future__ import annotations

import re
import sys
from contextlib import closing
from pathlib import Path

from agent.errors import BadInput
from agent.interfaces import runs
from agent.interfaces.doors import Reach, open_door
from agent.interfaces.files import MAX_FILE, read_file
from tools.extract.page import page_text
from tools.policy import Policy

Paths = tuple[Path | None, Path | None, tuple[Path, ...]]


def given(pack: str, files: Paths, reach: Reach) -> runs.Given:
    """The pack with the files beside it; raises BadInput for one that cannot be read. files: snapshot, source, materials."""
    snapshot, source, materials = files
    return runs.Given(
        pack=_pack_bytes(pack, reach),
        snapshot=read_file(snapshot) if snapshot else None,
        source=read_file(source) if source else None,
        materials=tuple(read_file(path) for path in materials),
    )


def _pack_bytes(pack: str, reach: Reach) -> tuple[str, bytes]:
    if pack == "-":
        return "standard input", sys.stdin.buffer.read(MAX_FILE)
    if not re.match(r"[a-z][a-z0-9+.-]*://", pack, re.I):
        return read_file(Path(pack))
    with closing(open_door(reach, Policy(), runs.now)) as door:
        answer = door.fetch(pack)
    if answer.record.state != "fetched":
        raise BadInput(
            f"the pack at {pack} could not be fetched ({answer.record.state}: {answer.record.reason}); download it and give the file"
        )
    text, reason = page_text(answer.body, answer.record.content_type)
    if text is None:
        raise BadInput(f"the pack at {pack} cannot be read: {reason}; download its plain text and give the file")
    return pack, text.encode()
