"""Files out of the archive of a release: of a wheel only what is asked for, of a small sdist after it was read whole.

An archive is outside data: its own list may lie. A name that stands twice, a size beyond the cap, bytes that do not give the checksum
or run over the end make a member unreadable, and nothing else.
"""

from __future__ import annotations

import io
import re
import struct
import tarfile
import zipfile
import zlib
from typing import IO, Protocol, cast

from tools.history.listing import File
from tools.history.ranged import Meter, Ranged, Unreadable, whole

_HEADER = 30  # bytes of a member's own header before its name
_EXTRA = 512  # bytes that its name and extra field take at most, as a rule
_DEPTH = 20
_PLAIN = re.compile(r"[A-Za-z0-9_./+-]+")
_BAD = (
    zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, struct.error, zlib.error,
    OverflowError,
)  # fmt: skip


class Members(Protocol):
    """names: of the text files, relative to where an installer puts them; read: the bytes of one, raises Unreadable."""

    names: tuple[str, ...]

    def read(self, name: str) -> bytes: ...


def members_of(meter: Meter, file: File) -> Members:
    """The files in a wheel or an sdist; raises Unreadable."""
    return Wheel(meter, file) if file.wheel else Sdist(meter, file)


class Wheel:
    """A zip, of which the list at its end and single members are read."""

    def __init__(self, meter: Meter, file: File) -> None:
        self._limits = meter.limits
        self._remote = Ranged(meter, file)
        try:
            # The list is checked against the file's size before it is read: an end record that lies asks for nothing large.
            self._zip = zipfile.ZipFile(cast(IO[bytes], self._remote))
            infos = self._zip.infolist()
        except _BAD as error:
            raise Unreadable(f"it is no readable wheel ({type(error).__name__})") from error
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self._twice: set[str] = set()
        for info in infos:
            if info.filename in self._infos:
                self._twice.add(info.filename)
            self._infos[info.filename] = info
        self.names = tuple(sorted(name for name in self._infos if _text(name)))

    def read(self, name: str) -> bytes:
        info = self._infos[name]
        if name in self._twice:
            raise Unreadable(f"the archive's list has {name} twice")
        if info.file_size > self._limits.member or info.compress_size > self._limits.member:
            raise Unreadable(f"{name} is larger than {self._limits.member} bytes")
        if info.header_offset + info.compress_size > self._remote.size:
            raise Unreadable(f"the archive's list puts {name} beyond its end")
        self._remote.load(info.header_offset, _HEADER + _EXTRA + info.compress_size)
        try:
            with self._zip.open(info) as member:
                content = member.read(info.file_size + 1)
        except _BAD as error:
            raise Unreadable(f"{name} is not what the archive's list says ({type(error).__name__})") from error
        if len(content) != info.file_size:
            raise Unreadable(f"{name} is not as long as the archive's list says")
        return content


class Sdist:
    """A compressed tar, read whole where it is small, its top folder taken off and a `src` folder below it too."""

    def __init__(self, meter: Meter, file: File) -> None:
        self._limits = meter.limits
        plain = _inflated(whole(meter, file), meter.limits.unpacked)
        self._contents: dict[str, bytes] = {}
        try:
            with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as archive:
                for member in archive:
                    path = member.name.partition("/")[2].removeprefix("src/")
                    if member.isfile() and _text(path) and member.size <= meter.limits.member:
                        content = archive.extractfile(member)
                        if content is not None:
                            self._contents.setdefault(path, content.read())
        except (tarfile.TarError, ValueError, EOFError, OverflowError) as error:
            raise Unreadable(f"it is no readable sdist ({type(error).__name__})") from error
        self.names = tuple(sorted(self._contents))

    def read(self, name: str) -> bytes:
        return self._contents[name]


def _inflated(packed: bytes, most: int) -> bytes:
    inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        plain = inflate.decompress(packed, most + 1)
    except zlib.error as error:
        raise Unreadable("it is no readable sdist (not gzip)") from error
    if len(plain) > most:
        raise Unreadable(f"it unpacks to more than {most} bytes")
    if not inflate.eof:
        raise Unreadable("it is cut short")
    return plain


def _text(path: str) -> bool:
    """Whether a path is that of Python source below the top, spelled plainly."""
    parts = path.split("/")
    plain = _PLAIN.fullmatch(path) is not None and not {"", ".", ".."} & set(parts)
    return plain and path.endswith((".py", ".pyi")) and len(parts) <= _DEPTH and len(path) <= 300
