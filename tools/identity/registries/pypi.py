"""A package index: a project as its JSON interface gives it, or the simple interface's JSON (PEP 691, 700) where it has only that."""

from __future__ import annotations

import re

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids
from tools.identity.records import Author, Registered, Related, Retraction
from tools.loose import at, date, items, strings, table, text


def registered(answer: JsonValue, version: str | None = None) -> Registered | None:
    """The record of a project, or of one of its releases; None where the index does not have it.

    first: of the release named, else of the first one; last: of the newest upload.
    """
    return _project(answer, version) if table(answer, "info") else _simple(answer, version)


def _project(answer: JsonValue, version: str | None) -> Registered | None:
    info = at(answer, "info")
    name, summary = text(info, "name"), text(info, "summary")
    releases = {release: _uploads(files) for release, files in table(answer, "releases").items() if isinstance(files, list)}
    if version is None and releases:
        stamps = sorted(stamp for found in releases.values() for stamp in found)
    else:
        stamps = sorted(releases.get(version or "", []) or _uploads(items(answer, "urls")))
    if not name or (version is not None and version not in releases and text(info, "version") != version):
        return None
    origin = f"pypi:{name}"
    author = text(info, "author") or text(info, "maintainer")
    files = items(answer, "releases", version) if version else items(answer, "urls")
    return Registered(
        registry="pypi", id=str(ids.package(name, version)), kind="software", title=Untrusted(name, origin),
        subtitle=Untrusted(summary, origin) if summary else None, authors=(Author(name=Untrusted(author, origin)),) if author else (),
        publisher=None, first=stamps[0] if stamps else None, last=stamps[-1] if stamps else None,
        years=tuple(sorted({int(stamp[:4]) for stamp in stamps[:1]})), version=version or text(info, "version") or None,
        retraction=_yanked(files), related=_code(info),
    )  # fmt: skip


def _simple(answer: JsonValue, version: str | None) -> Registered | None:
    name, files = text(answer, "name"), items(answer, "files")
    if not name or not isinstance(at(answer, "files"), list):
        return None
    if version is not None:
        if version not in strings(answer, "versions"):
            return None
        files = [file for file in files if _version_of(text(file, "filename"), name) == version]
    stamps = sorted(stamp for file in files if (stamp := date(text(file, "upload-time"))))
    origin = f"pypi:{name}"
    return Registered(
        registry="pypi", id=str(ids.package(name, version)), kind="software", title=Untrusted(name, origin),
        first=stamps[0] if stamps else None, last=stamps[-1] if stamps else None,
        years=tuple(sorted({int(stamp[:4]) for stamp in stamps[:1]})), version=version,
        retraction=_yanked(files) if version else "unknown",
    )  # fmt: skip


def _version_of(file: str, name: str) -> str:
    """The version in a file's name, "" where it cannot be told."""
    pattern = re.sub(r"[-_.]+", "[-_.]+", re.escape(name).replace(r"\-", "-"))
    match = re.match(rf"(?i){pattern}-([^-]+?)(?:-.*\.whl|\.tar\.gz|\.zip|\.tar\.bz2|-py\d.*\.egg)\Z", file)
    return match[1] if match else ""


def _uploads(files: list[JsonValue]) -> list[str]:
    return [stamp for file in files if (stamp := date(text(file, "upload_time_iso_8601") or text(file, "upload_time")))]


def _yanked(files: list[JsonValue]) -> Retraction:
    """Yanked where every file of the release is; a reason in place of True is a yes too."""
    if not files:
        return "unknown"
    return "yanked" if all(at(file, "yanked") not in (False, None, "") for file in files) else "none registered"


_CODE = ("source", "source code", "repository", "code", "github", "homepage", "home")


def _code(info: JsonValue) -> tuple[Related, ...]:
    """The repository that the project names; its own word, so not certain."""
    urls = {label.lower(): url for label, url in table(info, "project_urls").items() if isinstance(url, str)}
    urls.setdefault("homepage", text(info, "home_page"))
    for label in _CODE:
        found = ids.canonical_url(urls.get(label, ""))
        if found.startswith(("https://github.com/", "https://gitlab.com/", "https://codeberg.org/")):
            return (Related(kind="code", id=found, certain=False),)
    return ()
