"""The releases that a package index lists, with the sizes and times of their files (PEP 691 and 700)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, canonicalize_name, parse_sdist_filename, parse_wheel_filename
from packaging.version import InvalidVersion, Version

JSON = "application/vnd.pypi.simple.v1+json"
_PLAIN = re.compile(r"[A-Za-z0-9._+!-]{1,200}")


@dataclass(frozen=True)
class File:
    """A file that a listing names. size: in bytes, None where the index does not say; sha256: "" where it does not."""

    name: str
    url: str
    version: Version
    wheel: bool
    size: int | None
    sha256: str
    uploaded: str
    yanked: bool


@dataclass(frozen=True)
class Release:
    """files: those worth trying, in the order in which they are tried."""

    version: Version
    files: tuple[File, ...]

    @property
    def uploaded(self) -> str:
        return min((file.uploaded for file in self.files if file.uploaded), default="")


class NoListing(Exception):
    """An index's answer that lists no files as JSON; says why."""


def files_in(body: bytes, base: str, package: str) -> list[File]:
    """The wheels and sdists of a listing; what is named in another way is none. Raises NoListing."""
    try:
        listing = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NoListing("the index answers with no JSON") from error
    files = listing.get("files") if isinstance(listing, dict) else None
    if not isinstance(files, list):
        raise NoListing("the index lists no files")
    read = (_file(each, base, package) for each in files if isinstance(each, dict))
    return [file for file in read if file is not None]


def _file(each: dict[str, object], base: str, package: str) -> File | None:
    name, link, hashes = each.get("filename"), each.get("url"), each.get("hashes")
    if not isinstance(name, str) or not isinstance(link, str) or _PLAIN.fullmatch(name) is None:
        return None
    wheel = name.endswith(".whl")
    try:
        project, version = parse_wheel_filename(name)[:2] if wheel else parse_sdist_filename(name)
        url = urljoin(base, link)
        place = urlsplit(url)
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion, ValueError):
        return None
    if project != canonicalize_name(package) or place.scheme not in ("http", "https") or not (wheel or name.endswith(".tar.gz")):
        return None
    size, uploaded = each.get("size"), each.get("upload-time")
    digest = hashes.get("sha256") if isinstance(hashes, dict) else None
    return File(
        name=name, url=url.partition("#")[0], version=version, wheel=wheel,
        size=size if isinstance(size, int) and size >= 0 else None, sha256=digest if isinstance(digest, str) else "",
        uploaded=_date(uploaded), yanked=each.get("yanked") not in (None, False),
    )  # fmt: skip


def _date(stamp: object) -> str:
    """The day of a time stamp, "" for what is none."""
    day = stamp[:10] if isinstance(stamp, str) else ""
    return day if len(day) == 10 and day[4::3] == "--" and day.replace("-", "").isdecimal() else ""


def releases(files: Iterable[File], *, prereleases: bool = False, yanked: bool = False) -> tuple[tuple[Release, ...], int]:
    """The releases in the order of their versions, and how many were left out: pre-releases and withdrawn ones, unless asked for."""
    by_version: dict[Version, list[File]] = {}
    for file in files:
        by_version.setdefault(file.version, []).append(file)
    kept = []
    for version, each in sorted(by_version.items()):
        there = [file for file in each if yanked or not file.yanked]
        if there and (prereleases or not version.is_prerelease):
            kept.append(Release(version, tuple(sorted(there, key=_worth))))
    return tuple(kept), len(by_version) - len(kept)


def _worth(file: File) -> tuple[bool, bool, int, str]:
    """Wheels before sdists, since a part of them can be read; the smallest first, those without a size last."""
    return (not file.wheel, file.size is None, file.size or 0, file.name)
