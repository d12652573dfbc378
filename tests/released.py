"""A package index on loopback with releases that a test makes: real wheels and sdists, listed as PEP 691 and 700 say."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fake_web import FakeWeb, Page, Route, ranged
from tools.fetch import Door
from tools.fetch.index import PackageIndex
from tools.fetch.manners import Rate
from tools.policy import Policy

NOW = "2026-01-02T03:04:05Z"
PADDING = bytes(700_000)  # beside the source, so that a wheel is read by ranges


def wheel(files: dict[str, str | bytes], large: bool = True) -> bytes:
    """A wheel with these files, large by what else is in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        if large:
            archive.writestr(zipfile.ZipInfo("demo/data.bin"), PADDING, zipfile.ZIP_STORED)
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def sdist(top: str, files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(f"{top}/{name}")
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return packed.getvalue()


@dataclass
class Index:
    """listed: entries of the listing of `demo`. serve: how a file's bytes are answered."""

    web: FakeWeb
    serve: Callable[[bytes], Route] = ranged
    listed: list[dict[str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.web.routes["/simple/demo/"] = lambda asked: Page(
            headers={"Content-Type": "application/vnd.pypi.simple.v1+json"},
            body=json.dumps({"name": "demo", "files": self.listed}).encode(),
        )

    def add(self, name: str, content: bytes, **said: object) -> None:
        """A file; `said` takes the place of what the listing would say of it."""
        self.web.routes[f"/files/{name}"] = self.serve(content)
        entry = {
            "filename": name, "url": f"../../files/{name}", "size": len(content), "hashes": {"sha256": hashlib.sha256(content).hexdigest()},
            "upload-time": f"2025-01-{len(self.listed) % 28 + 1:02}T00:00:00Z", "yanked": False,
        }  # fmt: skip
        self.listed.append({**entry, **said})

    def release(self, version: str, files: dict[str, str | bytes], large: bool = True, **said: object) -> None:
        self.add(f"demo-{version}-py3-none-any.whl", wheel(files, large), **said)

    def series(self, texts: list[str], path: str = "demo/config.py", large: bool = True) -> None:
        """Releases 1.0, 1.1 and so on, of one file."""
        for number, text in enumerate(texts):
            self.release(f"1.{number}", {"demo/__init__.py": '"""Demo."""\n', path: text}, large)

    def door(self) -> Door:
        return Door(
            Policy(), lambda: NOW, index=PackageIndex(f"{self.web.url}/simple"), sleep=lambda _: None, usual=Rate(0, 4),
        )  # fmt: skip

    def asked_for(self, part: str) -> list[str]:
        return [path for path in self.web.paths() if part in path]
