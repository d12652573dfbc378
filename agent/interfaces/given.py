"""What the user handed over, read from files, standard input or a link."""

from __future__ import annotations

import re
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from agent.errors import BadInput
from agent.interfaces import runs
from agent.interfaces.doors import Reach, open_door
from agent.interfaces.files import MAX_FILE, read_file
from agent.interfaces.packs import make_pack
from agent.stages.pack import is_pack
from tools.extract.page import page_text
from tools.policy import Policy

Paths = tuple[Path | None, Path | None, tuple[Path, ...]]


def given(pack: str, files: Paths, reach: Reach) -> runs.Given:
    """The pack with the files beside it; raises BadInput for one that cannot be read. files: snapshot, source, materials."""
    snapshot, source, materials = files
    return runs.Given(
        pack=opened(pack, reach),
        snapshot=read_file(snapshot) if snapshot else None,
        source=read_file(source) if source else None,
        materials=tuple(read_file(path) for path in materials),
    )


def is_link(words: str) -> bool:
    """Whether words are an address, and no name of a file."""
    return re.fullmatch(r"[a-z][a-z0-9+.-]*://\S+", words.strip(), re.I) is not None


def pack_of(name: str, payload: bytes) -> tuple[str, bytes]:
    """A research pack as it is, and a plain chapter as a pack that is made around it. name: of a file, or an address.

    Raises BadInput for what is neither.
    """
    if is_pack(payload, name):
        return name, payload
    parts = urlsplit(name) if is_link(name) else None
    book = (parts.hostname or "") if parts else ""
    made = make_pack(payload, name.rstrip("/").rpartition("/")[2] or name, book=book, title="", number="", url=name if parts else "")
    return name, made.encode()


def opened(pack: str, reach: Reach) -> tuple[str, bytes]:
    """Name and bytes of a file, of standard input ("-") or of what stands at a link; raises BadInput where it cannot be read."""
    if pack == "-":
        return "standard input", sys.stdin.buffer.read(MAX_FILE)
    if not is_link(pack):
        return read_file(Path(pack))
    with closing(open_door(reach, Policy(), runs.now)) as door:
        answer = door.fetch(pack)
    if answer.record.state != "fetched":
        raise BadInput(
            f"what stands at {pack} could not be fetched ({answer.record.state}: {answer.record.reason}); download it and give the file"
        )
    text, reason = page_text(answer.body, answer.record.content_type)
    if text is None:
        raise BadInput(f"what stands at {pack} cannot be read: {reason}; download its plain text and give the file")
    return pack, text.encode()
