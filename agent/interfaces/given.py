"""What the user handed over, read from files, standard input or a link."""

from __future__ import annotations

import re
import sys
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from agent.errors import BadInput
from agent.interfaces import runs
from agent.interfaces.doors import Reach, open_door
from agent.interfaces.files import MAX_FILE, read_file
from agent.interfaces.packs import make_pack
from agent.stages.pack import is_pack
from tools.extract.page import page_text
from tools.identity import ids
from tools.policy import Policy


@dataclass(frozen=True)
class Files:
    """What the user names beside the pack. documents: as FILE=ID."""

    snapshot: Path | None = None
    source: Path | None = None
    materials: tuple[Path, ...] = ()
    documents: tuple[str, ...] = ()


def given(pack: str, files: Files, reach: Reach) -> runs.Given:
    """The pack with the files beside it; raises BadInput for one that cannot be read."""
    documents = tuple(_document(words) for words in files.documents)
    if twice := [id for id, times in Counter(id for _, _, id in documents).items() if times > 1]:
        raise BadInput(f"--document gives two files for {twice[0]}; give one")
    return runs.Given(
        pack=opened(pack, reach),
        snapshot=read_file(files.snapshot) if files.snapshot else None,
        source=read_file(files.source) if files.source else None,
        materials=tuple(read_file(path) for path in files.materials),
        documents=documents,
    )


def _document(words: str) -> tuple[str, bytes, str]:
    """Name, bytes and canonical id of FILE=ID; a file may have the sign in its name, and so may an id."""
    places = [place for place, sign in enumerate(words) if sign == "="]
    if not places:
        raise BadInput(f"--document {words} names no source; give FILE=ID, with a DOI, an arXiv id or the address that could not be opened")
    place = next((place for place in places if Path(words[:place]).is_file()), places[0])
    file, named = words[:place], ids.parse(words[place + 1 :].strip())
    if named is None:
        raise BadInput(f"--document {words}: what stands behind the = is no DOI, arXiv id or address; give FILE=ID")
    name, payload = read_file(Path(file))
    if not payload.strip():
        raise BadInput(f"{file} is empty; give the document with --document FILE=ID")
    return name, payload, str(named)


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
