"""The package index that pip is configured for: its address, its credentials, and the hosts of files that its own listing names.

A recording carries neutral names in place of these hosts, so that it replays where another index is configured, and tells nothing of
the user's own.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

from tools.policy import origin

NEUTRAL = "https://package-index.invalid"
NOTE = (
    "the package index that pip is configured for is written as package-index.invalid, "
    "the hosts of files that its listing names as package-files-1.invalid and so on"
)
_LISTED = re.compile(rb"""<a\b[^>]{0,500}?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.I)
_PIP_SECONDS = 30


@dataclass(frozen=True)
class PackageIndex:
    """url: of its simple interface, without credentials and without a slash at the end. secret: headers for its origin alone.

    ca_bundle: certificates that pip was told to trust. note: why there is none, "" where there is.
    """

    url: str
    secret: Mapping[str, str] = field(default_factory=dict, repr=False)
    ca_bundle: Path | None = None
    note: str = ""

    @property
    def origin(self) -> str:
        return origin(self.url) if self.url else ""


def index_at(url: str, ca_bundle: Path | None = None) -> PackageIndex:
    """The index at an address, which may carry credentials."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return PackageIndex("", note="the package index that pip is configured for is no http address")
    host = parts.netloc.rpartition("@")[2]
    secret = {}
    if parts.username or parts.password:
        pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
        secret = {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}
    return PackageIndex(urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", "")), secret, ca_bundle)


def configured(python: str = sys.executable) -> PackageIndex:
    """What pip itself says of its configuration: files, environment, and else its own default."""
    listed = _pip(python, "config", "list")
    if listed is None:
        return PackageIndex("", note="pip could not be asked which package index it is configured for")
    settings = dict(re.findall(r"^([\w:.-]+?)=(.*)$", listed, re.M))

    def setting(name: str) -> str:
        keys = (f":env:.{name}", f"download.{name}", f"install.{name}", f"global.{name}")
        return next((settings[key].strip("'\"") for key in keys if settings.get(key)), "")

    if setting("no-index") in ("1", "true", "yes", "on"):
        return PackageIndex("", note="pip is configured to use no package index")
    url = setting("index-url")
    if not url:
        default = re.search(r"--index-url.*?\(default\s+(\S+?)\)", _pip(python, "install", "--help") or "", re.S)
        url = default[1] if default else ""
    bundle = setting("cert")
    return index_at(url, Path(bundle) if bundle else None)


def _pip(python: str, *words: str) -> str | None:
    try:
        done = subprocess.run([python, "-m", "pip", *words], capture_output=True, text=True, timeout=_PIP_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


class FileHosts:
    """The origins of files that the index's own listings named, in order, with the neutral name of each. Safe for several threads."""

    def __init__(self, index: Callable[[], PackageIndex]) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._hosts: list[str] = []

    @property
    def origins(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._hosts)

    def learn(self, url: str, body: bytes) -> None:
        """Take note of the hosts in a listing; anything but an answer of the index itself names none."""
        index = self._index()
        if not index.url or not url.startswith(index.url + "/"):
            return
        for place in _named(url, body):
            with self._lock:
                if place != index.origin and place not in self._hosts:
                    self._hosts.append(place)

    def neutral(self, url: str) -> str:
        """The URL with the name of the index or of a host of its files made neutral; another URL as it is."""
        index = self._index()
        if not index.url:
            return url
        if url == index.url or url.startswith(index.url + "/"):
            return f"{NEUTRAL}/simple{url[len(index.url) :]}"
        place = origin(url)
        if place == index.origin:
            return url if place == NEUTRAL else NEUTRAL + "/-" + _behind(url)
        with self._lock:
            if place in self._hosts:
                return f"https://package-files-{self._hosts.index(place) + 1}.invalid" + _behind(url)
        return url


def _behind(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(("", "", parts.path or "/", parts.query, ""))


def _named(url: str, body: bytes) -> list[str]:
    if body.lstrip()[:1] == b"{":
        try:
            listing = json.loads(body)
        except (ValueError, RecursionError):
            return []
        files = listing.get("files") if isinstance(listing, dict) else None
        links = [file.get("url") for file in files if isinstance(file, dict)] if isinstance(files, list) else []
    else:
        links = [unescape((one or two).decode("utf-8", "replace")) for one, two in _LISTED.findall(body)]
    found: dict[str, None] = {}
    for link in links:
        if not isinstance(link, str):
            continue
        try:
            whole = urljoin(url, link)
            if urlsplit(whole).scheme in ("http", "https"):
                found[origin(whole)] = None
        except ValueError:
            continue
    return list(found)
