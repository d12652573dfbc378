"""Footnotes, links within the chapter, and citations: whether each has what it points to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tools.records import Block, Span

_FOOTNOTE = re.compile(r"\[\^(?P<name>[\w\-]+)\](?P<defines>:)?")
_LINK = re.compile(r"\]\(#(?P<anchor>[^)\s]+)(?:\s+\"[^\"]*\")?\)|href=\"#(?P<href>[^\"]+)\"")
_ANCHOR = re.compile(r"(?:\{#|<a\s+(?:id|name)=\"|\bid=\")(?P<name>[\w\-:.]+)")
_CITED = re.compile(r"(?<![\w\]\[`^)!])\[(?P<numbers>\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?![\[(:\w])")
_AUTHOR = re.compile(
    r"(?<![\w\]\[`!])\[(?P<name>[A-ZÄÖÜ][\w\-']+)(?:(?:\s+(?:et al\.?|and|und|&)(?:\s+[A-ZÄÖÜ][\w\-']+)?))?,?\s+(?P<year>(?:19"
    r"|20)\d\d)[a-z]?\](?![\[(])"
)
_LIST = re.compile(
    r"^[#\s*\d.]*(?:references|bibliography|works cited|literature|further reading|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?"
    r"|références|bibliographie|referencias)\W*$",
    re.I,
)
_BEGINS = re.compile(r"\s*\[(?P<n>\d{1,3})\]\s+[^\W\d_a-z]")
_ENTRY = re.compile(r"^[ \t]*(?:[-*][ \t]+)?(?:\[(?P<bracket>\d{1,3})\]|(?P<plain>\d{1,3})[.)])[ \t]+\S", re.M)


@dataclass(frozen=True)
class Pointer:
    """A reference by a mark. state: whether what it points to is there; what: in a few words of ours with the name."""

    kind: Literal["footnote", "link", "citation"]
    name: str
    span: Span
    found: bool


def footnotes(blocks: tuple[Block, ...], text: str) -> tuple[Pointer, ...]:
    """References to footnotes; none where no footnote is defined at all, since the notes may be kept elsewhere."""
    uses: list[tuple[str, Span]] = []
    defined: set[str] = set()
    mentioned = [m["name"] for b in blocks if b.kind != "code" for m in _FOOTNOTE.finditer(text[b.span.start : b.span.end])]
    for block in blocks:
        if block.kind == "code":
            continue
        words = text[block.span.start : block.span.end]
        for match in _FOOTNOTE.finditer(words):
            begins = not words[: match.start()].rpartition("\n")[2].strip()
            if match["defines"] and (begins or mentioned.count(match["name"]) > 1):
                defined.add(match["name"])
            elif words.count("`", 0, match.start()) % 2 == 0:
                uses.append((match["name"], _span(block, match)))
    if not defined:
        return ()
    return tuple(Pointer("footnote", name, span, name in defined) for name, span in uses)


def _span(block: Block, match: re.Match[str]) -> Span:
    return Span(start=block.span.start + match.start(), end=block.span.start + match.end())


def slugs(heading: str) -> set[str]:
    """The anchors that common renderers make of a heading."""
    plain = re.sub(r"[*_`]|\{#[^}]*\}", "", heading.strip().lstrip("#").strip()).lower()
    github = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
    squeezed = re.sub(r"-+", "-", re.sub(r"[^\w]+", "-", plain)).strip("-")
    folded = unicodedata.normalize("NFKD", squeezed).encode("ascii", "ignore").decode()
    german = plain.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    found = {github, squeezed, folded, re.sub(r"[^\w]+", "-", german).strip("-")}
    return found | {re.sub(r"^[\d\-.]+", "", slug) for slug in found}


def links(blocks: tuple[Block, ...], text: str) -> tuple[Pointer, ...]:
    """Links to anchors of the chapter itself; none where its headings or anchors are not in the text."""
    headings = [text[b.span.start : b.span.end] for b in blocks if b.kind == "heading"]
    headings += [m.group(1) for m in re.finditer(r"^#{1,6} (.+)$", text, re.M)]
    anchors = {m["name"].lower() for m in _ANCHOR.finditer(text)} | {s for h in headings for s in slugs(h)}
    if not anchors:
        return ()
    found = []
    for block in blocks:
        if block.kind == "code":
            continue
        for match in _LINK.finditer(text[block.span.start : block.span.end]):
            name = (match["anchor"] or match["href"]).lower()
            known = name in anchors or re.sub(r"-\d+$", "", name) in anchors
            found.append(Pointer("link", name, _span(block, match), known))
    return tuple(found)


def reference_list(blocks: tuple[Block, ...], text: str, extra: tuple[str, ...]) -> tuple[set[int], str]:
    """(numbers of the entries, their whole text) of the list of references in the chapter and of the pack's own list."""
    listed: list[str] = list(extra)
    inside = False
    for block in blocks:
        words = text[block.span.start : block.span.end]
        if block.kind == "heading":
            inside = bool(_LIST.match(words))
        elif inside:
            listed.append(words)
    whole = "\n".join(listed)
    return {int(m["bracket"] or m["plain"]) for m in _ENTRY.finditer(whole)}, whole


def _bracketed(blocks: tuple[Block, ...], text: str) -> dict[int, Block]:
    """The paragraphs that begin "[1] ", "[2] " and so on: a list of references, under whatever heading."""
    found = {int(m["n"]): b for b in blocks if b.kind in ("prose", "quote") and (m := _BEGINS.match(text[b.span.start : b.span.end]))}
    return found if len(found) >= 2 and sorted(found) == list(range(1, len(found) + 1)) else {}


def citations(blocks: tuple[Block, ...], text: str, extra: tuple[str, ...]) -> tuple[Pointer, ...]:
    """Citations in brackets against the list of references; none where no list was supplied."""
    numbers, whole = reference_list(blocks, text, extra)
    entries = _bracketed(blocks, text)
    numbers |= set(entries)
    found: list[Pointer] = []
    inside = False
    for block in blocks:
        words = text[block.span.start : block.span.end]
        if block.kind == "heading":
            inside = bool(_LIST.match(words))
        listed = block in entries.values() if entries else inside
        if listed or block.kind not in ("prose", "quote"):
            continue
        if numbers:
            found += _numbered(block, words, numbers)
        found += _named(block, words, whole)
    authors = [p for p in found if not p.name.isdigit()]
    if authors and not any(p.found for p in authors):
        found = [p for p in found if p.name.isdigit()]
    digits = [p for p in found if p.name.isdigit()]
    if digits and not any(p.found for p in digits):
        found = [p for p in found if not p.name.isdigit()]
    return tuple(found)


def _numbered(block: Block, words: str, numbers: set[int]) -> Iterator[Pointer]:
    for match in _CITED.finditer(words):
        if words.count("`", 0, match.start()) % 2 or re.search(
            r"(?:index|list|array|=|shape|size|Liste|Form|range|interval|Intervall)\s*$", words[: match.start()]
        ):
            continue
        ends = [int(n) for n in re.findall(r"\d+", match["numbers"])]
        if 0 in ends:
            continue
        span = _span(block, match)
        for number in ends:
            yield Pointer("citation", str(number), span, number in numbers)


def _named(block: Block, words: str, whole: str) -> Iterator[Pointer]:
    if not whole:
        return
    for match in _AUTHOR.finditer(words):
        if words.count("`", 0, match.start()) % 2:
            continue
        name, year = match["name"], match["year"]
        known = any(name in line and year in line for line in whole.split("\n")) or bool(
            re.search(rf"{re.escape(name)}.{{0,400}}{year}", whole, re.S)
        )
        yield Pointer("citation", f"{name} {year}", _span(block, match), known)
