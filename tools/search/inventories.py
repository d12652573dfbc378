"""What a Sphinx site says of itself: its inventory of names (`objects.inv`) and its index of words (`searchindex.js`).

https://www.sphinx-doc.org/en/master/usage/extensions/intersphinx.html and Sphinx's own writer of the index.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass

from pydantic import JsonValue

from tools.loose import at, items, strings, table

_LARGEST = 60_000_000  # bytes of an unpacked inventory
_LINE = re.compile(r"(?P<name>\S.*?)\s+(?P<domain>[^\s:]+):(?P<role>\S+)\s+(?P<priority>-?\d+)\s+(?P<uri>\S*)\s+(?P<shown>\S.*)")


class NotAnInventory(ValueError):
    """The bytes are no inventory or index that can be read."""


@dataclass(frozen=True)
class Entry:
    """One documented name. uri: relative to the site, with its fragment. shown: the name as shown, or a section's title."""

    name: str
    role: str
    uri: str
    shown: str


@dataclass(frozen=True)
class Inventory:
    project: str
    version: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class WordIndex:
    """pages, titles: by number. words, title_words: stem -> numbers of pages. names: full name -> (page, fragment)."""

    pages: tuple[str, ...]
    titles: tuple[str, ...]
    words: dict[str, tuple[int, ...]]
    title_words: dict[str, tuple[int, ...]]
    names: dict[str, tuple[int, str]]


def inventory(body: bytes) -> Inventory:
    """Read an inventory of version 1 or 2; raises NotAnInventory. Lines that do not parse are passed over."""
    head = body.split(b"\n", 4)
    match = re.match(rb"# Sphinx inventory version ([12])\s*\Z", head[0].strip())
    if match is None or len(head) < (4 if match[1] == b"1" else 5):
        raise NotAnInventory("it does not begin as an inventory does")
    project, version = (re.sub(rb"\A# (?:Project|Version):", b"", line).decode("utf-8", "replace").strip() for line in head[1:3])
    if match[1] == b"1":
        lines = b"\n".join(head[3:]).decode("utf-8", "replace").splitlines()
        parts = (line.rsplit(None, 2) for line in lines)
        return Inventory(project, version, tuple(_old(*found) for found in parts if len(found) == 3))
    packed = head[4]
    unpack = zlib.decompressobj()
    try:
        text = unpack.decompress(packed, _LARGEST)
    except zlib.error as error:
        raise NotAnInventory("its compressed part cannot be read") from error
    if not unpack.eof:
        raise NotAnInventory("its compressed part is cut short or too large")
    matches = (_LINE.fullmatch(line.strip()) for line in text.decode("utf-8", "replace").splitlines())
    return Inventory(project, version, tuple(_entry(found) for found in matches if found))


def _old(name: str, role: str, uri: str) -> Entry:
    """A line of version 1, whose fragments follow from the names."""
    role = "module" if role == "mod" else role
    return Entry(name, f"py:{role}", f"{uri}#{'module-' if role == 'module' else ''}{name}", name)


def _entry(match: re.Match[str]) -> Entry:
    name, uri, shown = match["name"], match["uri"], match["shown"]
    uri = uri[:-1] + name if uri.endswith("$") else uri
    return Entry(name, f"{match['domain']}:{match['role']}", uri, name if shown == "-" else shown)


_KEY = re.compile(r'"(?:[^"\\]|\\.)*"|(?P<key>[A-Za-z_$][\w$]*)(?=\s*:)')


def word_index(body: bytes) -> WordIndex:
    """Read `Search.setIndex({...})`, whose keys older releases of Sphinx leave unquoted; raises NotAnInventory."""
    text = body.decode("utf-8", "replace").strip()
    match = re.match(r"Search\.setIndex\((?=\{)", text)
    if match is None or not text.rstrip(";").endswith(")"):
        raise NotAnInventory("it does not begin and end as an index does")
    inner = text[match.end() : text.rstrip(";").rindex(")")]
    try:
        try:
            value: JsonValue = json.loads(inner)
        except ValueError:
            value = json.loads(_KEY.sub(lambda found: f'"{found["key"]}"' if found["key"] else found.group(), inner))
    except (ValueError, RecursionError) as error:
        raise NotAnInventory("its body cannot be read") from error
    pages = strings(value, "docnames") or [re.sub(r"\.\w+\Z", "", name) for name in strings(value, "filenames")]
    titles = [found if isinstance(found, str) else "" for found in items(value, "titles")]
    if not pages or len(titles) != len(pages):
        raise NotAnInventory("it lists no pages")
    numbers = range(len(pages))
    return WordIndex(
        tuple(pages),
        tuple(titles),
        _numbers(at(value, "terms"), numbers),
        _numbers(at(value, "titleterms"), numbers),
        _names(value, numbers),
    )


def _numbers(found: JsonValue, pages: range) -> dict[str, tuple[int, ...]]:
    def listed(value: JsonValue) -> tuple[int, ...]:
        each = value if isinstance(value, list) else [value]
        return tuple(number for number in each if isinstance(number, int) and number in pages)

    return {word: listed(value) for word, value in table(found).items()}


def _names(value: JsonValue, pages: range) -> dict[str, tuple[int, str]]:
    """Names of objects: in lists of [page, type, priority, anchor, name] below their module, or in older tables of name -> list."""
    names: dict[str, tuple[int, str]] = {}
    for prefix, found in table(value, "objects").items():
        rows = [(name, row) for name, row in found.items()] if isinstance(found, dict) else [(at(row, 4), row) for row in items(found)]
        for name, row in rows:
            page, anchor = at(row, 0), at(row, 3)
            if isinstance(name, str) and isinstance(page, int) and page in pages and isinstance(anchor, str):
                whole = f"{prefix}.{name}" if prefix else name
                names[whole] = (page, whole if anchor == "" else anchor)
    return names
