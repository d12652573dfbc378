"""Canonical names of sources, and where such names stand in a text.

A DOI is lower case and without a resolver; arXiv's own DOIs are named as what they are, arXiv ids. A URL keeps its path and query but
for what only follows its reader around. Whatever does not fit a grammar exactly is no identifier: it is never mended, and nothing is cut
out of the middle of something longer. Older DOIs hold a serial item's code in angle brackets (SICI, ANSI/NISO Z39.56).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, unquote, urlsplit, urlunsplit

Kind = Literal["doi", "arxiv", "pypi", "git", "url"]

_ITEM = r"<[^\s<>]{1,80}>\d\.\d\.[A-Za-z]{2};\d(?:-[0-9A-Za-z#])?"
_DOI_WORDS = r"10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}|\\^`\[\]]+"
_DOI = re.compile(rf"{_DOI_WORDS}(?:{_ITEM})?")
_OF_ITEM = re.compile(r"\(sici\)", re.I)
_MARKUP = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_ARXIV_NEW = re.compile(r"(?P<yymm>\d{4})\.(?P<number>\d{4,5})(?:v(?P<version>[1-9]\d{0,2}))?")
_ARXIV_OLD = re.compile(r"(?P<archive>[a-z]+(?:-[a-z]+)?)(?:\.[A-Z]{2})?/(?P<yymm>\d{4})(?P<number>\d{3})(?:v(?P<version>[1-9]\d{0,2}))?")
_ARXIV_DOI = "10.48550/arxiv."
_ARXIV_PAGES = frozenset({"abs", "pdf", "html", "format", "ps", "src", "e-print"})
_PACKAGE = re.compile(r"pypi:(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:==(?P<version>[^/\s]+)(?:/(?P<path>\S+))?)?")
_GIT = re.compile(r"git:(?P<repository>[a-z0-9.-]+/[A-Za-z0-9._/-]+)@(?P<commit>[0-9a-f]{7,40}|[A-Za-z0-9._-]+)(?:/(?P<path>\S+))?")
_TRACKING = re.compile(r"(?:utm_\w+|gclid|fbclid|mc_[ce]id|igshid|msclkid|yclid|_hs\w+|ref_src)\Z")
# An escape, or a sign that a path may not hold; signs that mean the same escaped and not.
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9/:@!$&'()*+,;=~\-._]")
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!*'()")
_DOI_HOSTS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_ARXIV_HOSTS = frozenset({"arxiv.org", "www.arxiv.org", "export.arxiv.org"})
# Years of arXiv's two grammars: five digits since January 2015; names by archive until March 2007.
_FIVE_DIGITS, _NEW_NAMES = 1501, 704


@dataclass(frozen=True, order=True)
class Identifier:
    """A canonical name. value: without the kind's prefix; for a URL, the URL."""

    kind: Kind
    value: str

    def __str__(self) -> str:
        return self.value if self.kind == "url" else f"{self.kind}:{self.value}"

    @property
    def version(self) -> str | None:
        """Of an arXiv id ("v2") or a package ("2.13.0"), None where the name leaves it open."""
        if self.kind == "arxiv":
            match = re.search(r"v\d+\Z", self.value)
            return match.group() if match else None
        match = _PACKAGE.fullmatch(str(self)) if self.kind == "pypi" else None
        return match["version"] if match else None

    @property
    def work(self) -> Identifier:
        """The same name without its version or file, under which all versions are one."""
        if self.kind == "arxiv":
            return Identifier("arxiv", re.sub(r"v\d+\Z", "", self.value))
        if self.kind == "pypi":
            return Identifier("pypi", re.split(r"==", self.value)[0])
        if self.kind == "git":
            return Identifier("git", self.value.partition("@")[0])
        return self


def doi(text: str) -> Identifier | None:
    """The DOI that a text is, with or without `doi:` or a resolver; None where it is none."""
    bare = re.sub(r"(?i)\A\s*(?:doi:\s*|https?://(?:dx\.|www\.)?doi\.org/)", "", text).strip()
    if "%" in bare:
        bare = unquote(bare)
    bare = re.sub("|".join(_MARKUP), lambda match: _MARKUP[match.group()], bare)
    if not _DOI.fullmatch(bare) or (_OF_ITEM.search(bare) and ">" not in bare):
        return None
    bare = bare.lower()
    if bare.startswith(_ARXIV_DOI):
        return arxiv(bare.removeprefix(_ARXIV_DOI))
    return Identifier("doi", bare)


def arxiv(text: str) -> Identifier | None:
    """The arXiv id that a text is, with or without `arXiv:`; months and lengths are checked, so that swapped digits often show."""
    bare = re.sub(r"(?i)\A\s*arxiv:\s*", "", text).strip()
    new = _ARXIV_NEW.fullmatch(bare)
    if new is not None:
        stamp = int(new["yymm"])
        length = 5 if stamp >= _FIVE_DIGITS else 4
        return Identifier("arxiv", bare) if stamp >= _NEW_NAMES and _month(new["yymm"]) and len(new["number"]) == length else None
    old = _ARXIV_OLD.fullmatch(bare)
    if old is None or not _month(old["yymm"]) or not _named_by_archive(int(old["yymm"][:2]), old["yymm"]):
        return None
    return Identifier("arxiv", re.sub(r"\.[A-Z]{2}/", "/", bare))


def _month(yymm: str) -> bool:
    return 1 <= int(yymm[2:]) <= 12


def _named_by_archive(year: int, yymm: str) -> bool:
    return year >= 91 or int(yymm) < _NEW_NAMES


def package(name: str, version: str | None = None, path: str | None = None) -> Identifier:
    """A package, a release of it or a file of a release; the name in the index's normal form."""
    normal = re.sub(r"[-_.]+", "-", name).lower()
    release = f"=={version}" if version else ""
    return Identifier("pypi", normal + release + (f"/{path}" if version and path else ""))


def git(repository: str, commit: str, path: str | None = None) -> Identifier:
    """A repository ("github.com/owner/name") at a commit or tag, or a file of it there."""
    return Identifier("git", f"{repository}@{commit}" + (f"/{path}" if path else ""))


def canonical_url(url: str) -> str:
    """The URL under which one document is known: host in lower case, no default port, no fragment, no tracking parameters.

    What does not parse is given back as it came.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return url
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        return url
    scheme, host = parts.scheme.lower(), parts.hostname.rstrip(".").lower()
    host = f"[{host}]" if ":" in host else host
    netloc = host if port in (None, 443 if scheme == "https" else 80) else f"{host}:{port}"
    kept = [pair for pair in parts.query.split("&") if not _TRACKING.match(unquote(pair.partition("=")[0]))]
    return urlunsplit((scheme, netloc, _escaped(parts.path) or "/", "&".join(kept), ""))


def _escaped(path: str) -> str:
    """A path in its usual spelling. An escape stays one where the sign itself would lead elsewhere (`%2F`), or where it is part of a

    character in whatever encoding the server has; what may not stand in a URL is escaped.
    """
    return _ESCAPE.sub(lambda match: _usual(match.group()), path)


def _usual(sign: str) -> str:
    if len(sign) == 3:
        plain = chr(int(sign[1:], 16))
        return plain if plain in _PLAIN else sign.upper()
    return quote(sign, safe="")


def of_url(url: str) -> Identifier:
    """The canonical name of what a URL leads to: arXiv, DOI, package, a file at a commit, else the URL itself."""
    canonical = canonical_url(url)
    try:
        parts = urlsplit(canonical)
    except ValueError:
        return Identifier("url", canonical)
    host, path = parts.hostname or "", unquote(parts.path)
    named: Identifier | None = None
    if host in _DOI_HOSTS:
        named = doi(path.strip("/"))
    elif host in _ARXIV_HOSTS:
        named = _of_arxiv(path)
    elif host in ("pypi.org", "www.pypi.org"):
        named = _of_index(path)
    elif host in ("github.com", "raw.githubusercontent.com"):
        named = _of_github(host, path)
    return named or Identifier("url", canonical)


def _of_arxiv(path: str) -> Identifier | None:
    section, _, rest = path.strip("/").partition("/")
    return arxiv(rest.removesuffix(".pdf").rstrip("/")) if section in _ARXIV_PAGES else None


def _of_index(path: str) -> Identifier | None:
    pieces = path.strip("/").split("/")
    if pieces[0] != "project" or not 2 <= len(pieces) <= 3 or not _PACKAGE.fullmatch(f"pypi:{pieces[1]}"):
        return None
    return package(pieces[1], pieces[2] if len(pieces) == 3 else None)


def _of_github(host: str, path: str) -> Identifier | None:
    """A file or tree at a full commit hash; a branch or tag may move, so that its URL stays a URL."""
    pieces = path.strip("/").split("/")
    if host == "github.com" and len(pieces) >= 4 and pieces[2] in ("blob", "tree", "commit", "raw"):
        del pieces[2]
    elif host == "github.com" or len(pieces) < 4:
        return None
    owner, name, commit, *rest = pieces
    if not re.fullmatch(r"[0-9a-f]{40}", commit):
        return None
    return git(f"github.com/{owner}/{name}", commit, "/".join(rest) or None)


def parse(text: str) -> Identifier | None:
    """The identifier that a canonical id or a usual spelling of one is; None where it is none."""
    if text.startswith("pypi:"):
        return Identifier("pypi", text.removeprefix("pypi:")) if _PACKAGE.fullmatch(text) else None
    if text.startswith("git:"):
        return Identifier("git", text.removeprefix("git:")) if _GIT.fullmatch(text) else None
    if re.match(r"(?i)https?://", text):
        return of_url(text)
    return doi(text) or arxiv(text)


_IN_TEXT = re.compile(
    rf"(?P<url>https?://[^\s<>\"'`{{}}|\\^]+(?:{_ITEM})?)"
    r"|(?i:arxiv:\s{0,2})(?P<arxiv>(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d{1,3})?)(?![0-9A-Za-z_]|\.\d)"
    rf"|(?<![\w/.])(?P<doi>{_DOI_WORDS}(?:{_ITEM})?)"
)


_BROKEN_OFF = re.compile(r"<(?!/?[A-Za-z]|!--|[!?][A-Za-z])")  # what begins no tag, and stands within a DOI that is not understood


@dataclass(frozen=True)
class Mention:
    """An identifier where it stands in a text: half-open range of characters."""

    identifier: Identifier
    start: int
    end: int


def mentions(text: str) -> Iterator[Mention]:
    """Every URL, `arXiv:` id and DOI in a text, in order; closing punctuation of the sentence is not part of one.

    What goes on where the grammar ends (a digit too many, an angle bracket that opens no tag) is no identifier, and nor is its beginning.
    """
    for match in _IN_TEXT.finditer(text):
        kind = match.lastgroup or ""
        words = _trimmed(match[kind])
        found = of_url(words) if kind == "url" else arxiv(words) if kind == "arxiv" else doi(words)
        if found is not None and found.kind == "doi" and _BROKEN_OFF.match(text, match.end()):
            continue
        if found is not None:
            yield Mention(found, match.start(), match.start(kind) + len(words))


def _trimmed(words: str) -> str:
    """Without the marks that end a sentence, and without closing brackets that were not opened within."""
    while words:
        last, opening = words[-1], {")": "(", "]": "["}.get(words[-1])
        if last not in ".,;:!?'\"*_”’»" and (opening is None or words.count(opening) >= words.count(last)):
            break
        words = words[:-1]
    return words
