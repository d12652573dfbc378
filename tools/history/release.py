"""The files of one release as `Packages`: each is read when it is asked for, and none is imported.

A file of source whose syntax is that of Python 2, or of a Python after ours, has names that are not known; it is not a file without names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from packaging.version import Version

from prompts.trust import Untrusted, measure
from tools.history.members import Members
from tools.history.ranged import Unreadable
from tools.python_source import parsed
from tools.records import PackageFile
from tools.text import NotText, decode

_MOST = 40  # files of one release that are read for one name


class ReleaseFiles:
    """One release of one package. A file that cannot be read is as if it were not there; `unread` says which, and why."""

    def __init__(self, package: str, version: Version, members: Members) -> None:
        self._package, self._version, self._members = package, str(version), members
        self._files: dict[str, PackageFile | None] = {}
        self._contents: dict[str, bytes] = {}
        self._tops = frozenset(name.partition("/")[0].partition(".")[0] for name in members.names)
        self.unread: dict[str, str] = {}

    def installed(self) -> dict[str, str]:
        return {self._package: self._version}

    def distribution_of(self, module: str) -> str | None:
        return self._package if module in self._tops else None

    def files(self, distribution: str) -> Sequence[str]:
        return self._members.names if distribution == self._package else ()

    def read(self, distribution: str, path: str) -> PackageFile | None:
        if path not in self._files:
            self._files[path] = self._read(path)
        return self._files[path]

    def bytes_of(self, distribution: str, path: str) -> bytes | None:
        return self._contents.get(path)

    def without_syntax(self) -> bool:
        """Whether the syntax of a file of source that was read is none that is known here; `unread` says of which."""
        for path, file in self._files.items():
            if file is not None and path.endswith((".py", ".pyi")) and path not in self.unread and parsed(measure(file.text)) is None:
                self.unread[path] = f"{path} is not in the syntax of a Python that is known here (Python 2's, or a newer one)"
        return bool(self.unread)

    def _read(self, path: str) -> PackageFile | None:
        if path not in self._members.names:
            return None
        if len(self._contents) >= _MOST:
            self.unread[path] = f"more than {_MOST} files would have to be read"
            return None
        try:
            content = self._members.read(path)
            text = decode(content)
        except (Unreadable, NotText) as error:
            self.unread[path] = str(error)
            return None
        self._contents[path] = content
        source = f"pypi:{self._package}=={self._version}/{path}"
        return PackageFile(
            source=source, distribution=self._package, version=self._version, path=path, sha256=hashlib.sha256(content).hexdigest(),
            text=Untrusted(text, source),
        )  # fmt: skip
