"""A PDF: the words that a reader sees, in reading order, page by page; what is not seen is kept apart.

The document is opened by `pdf_reader` in a process of its own. A page on which that process fails, stops or stalls is noted and left
out, and reading goes on behind it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prompts.trust import Untrusted
from tools.extract.draft import Draft
from tools.extract.mapped import Mapped
from tools.extract.pdf_layout import Block, Page, Word, lay_out
from tools.extract.records import Candidates, Document, Locked, NoText, NotReadable, TooMuch
from tools.identity import ids

_READER = Path(__file__).with_name("pdf_reader.py")
_WHY = {"transparent", "off the page", "too small", "covered"}


@dataclass(frozen=True)
class Limits:
    """Most bytes and pages; seconds in all and for a page; MB of memory; pages on which the reader may fail before it is given up."""

    size: int = 100_000_000
    pages: int = 1_500
    seconds: float = 180
    page_seconds: float = 20
    memory_mb: int = 2_048
    failures: int = 20
    output: int = 400_000_000


def read(payload: bytes, url: str, limits: Limits | None = None) -> Document:
    """The document's text; raises CannotExtract where there is none."""
    limits = limits or Limits()
    if len(payload) > limits.size:
        raise TooMuch(f"the PDF has {len(payload)} bytes, more than {limits.size}")
    draft = Draft("pdf", url)
    reading = _Reading(payload, limits, draft)
    pages = list(reading.pages())
    if reading.count is None:
        raise NotReadable(f"the PDF cannot be opened: {reading.failed or 'its reader stopped'}")
    draft.pages = reading.count
    _write(draft, pages)
    draft.candidates = _candidates(reading.facts, pages, url)
    document = draft.document()
    if not document.pieces:
        pictures = sum(page.pictures for page in pages)
        unseen = " (an unseen text layer is kept apart)" if document.hidden else ""
        raise NoText(f"its {reading.count} pages show {'pictures of text alone' if pictures else 'no text'}{unseen}")
    return document


class _Reading:
    """One reading of a document, over as many processes as its bad pages make necessary."""

    def __init__(self, payload: bytes, limits: Limits, draft: Draft) -> None:
        self.count: int | None = None
        self.facts: dict[str, str] = {}
        self.failed = ""
        self._payload, self._limits, self._draft = payload, limits, draft
        self._next, self._ended, self._out = 0, False, 0
        self._until = time.monotonic() + limits.seconds

    def pages(self) -> Iterator[Page]:
        failures = 0
        while not self._ended:
            yield from self._from_one_process()
            if self._ended or self.failed or self.count is None:
                return
            if time.monotonic() >= self._until or failures >= self._limits.failures or self._out >= self._limits.output:
                self._draft.note(f"pages {self._next + 1} to {self.count} were not read: the limits for one document were reached")
                return
            failures += 1
            self._draft.note(f"page {self._next + 1} could not be read: its reader failed or took too long")
            self._next += 1
            self._ended = self._next >= self.count

    def _from_one_process(self) -> Iterator[Page]:
        seconds = max(1, int(self._until - time.monotonic()) + 1)
        command = [sys.executable, "-I", str(_READER), str(self._next), str(self._limits.memory_mb), str(seconds)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}) as process:
            try:
                with contextlib.suppress(BrokenPipeError):
                    assert process.stdin is not None
                    process.stdin.write(self._payload)
                    process.stdin.close()
                for line in self._lines(process):
                    page = self._told(json.loads(line))
                    if page is not None:
                        yield page
                    if self._ended or self.failed:
                        return
            finally:
                process.kill()

    def _lines(self, process: subprocess.Popen[bytes]) -> Iterator[bytes]:
        """Whole lines of the reader's, until it ends, stalls, or the time is over."""
        assert process.stdout is not None
        held = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            page_until = time.monotonic() + self._limits.page_seconds
            while (left := min(page_until, self._until) - time.monotonic()) > 0 and self._out < self._limits.output:
                if not selector.select(left):
                    return
                chunk = os.read(process.stdout.fileno(), 1 << 20)
                if not chunk:
                    return
                self._out += len(chunk)
                *lines, held = (held + chunk).split(b"\n")
                for line in lines:
                    yield line
                    page_until = time.monotonic() + self._limits.page_seconds

    def _told(self, told: dict[str, Any]) -> Page | None:
        if "failed" in told:
            self.failed = told["failed"]
            if self.failed == "password":
                raise Locked("the PDF opens with a password alone")
        elif "facts" in told:
            self.count, self.facts = told["pages"], told["facts"]
            if self.count > self._limits.pages:
                raise TooMuch(f"the PDF has {self.count} pages, more than {self._limits.pages}")
        elif "end" in told:
            self._ended = True
        elif "error" in told:
            self._draft.note(f"page {told['page']} could not be read: it is damaged")
            self._next = told["page"]
        else:
            self._next = told["page"]
            words = [Word(*row) for row in told["words"]]
            return Page(told["page"], told["width"], told["height"], told["pictures"], told["turned"], words)
        return None


def _write(draft: Draft, pages: list[Page]) -> None:
    for page, blocks in zip(pages, lay_out(pages), strict=True):
        for block in blocks:
            draft.piece(block.kind, Mapped.nowhere(block.text), level=block.level, page=page.number, standing=block.standing)
        if page.turned:
            draft.piece("paragraph", Mapped.nowhere(page.turned), page=page.number)
        if not blocks and page.pictures:
            draft.note(f"page {page.number} shows a picture without text")
        for why in sorted({word.why for word in page.words} & _WHY):
            words = " ".join(word.text for word in page.words if word.why == why)
            draft.hide(Mapped.nowhere(words), why, page=page.number)  # type: ignore[arg-type]  # one of the four above


def _candidates(facts: dict[str, str], pages: list[Page], url: str) -> Candidates:
    def outside(value: str) -> Untrusted:
        return Untrusted(" ".join(value.split()), url)

    first = " ".join([*(word.text for word in pages[0].words if not word.why), pages[0].turned]) if pages else ""
    named = [mention.identifier for mention in ids.mentions(first)]
    found = [(kind, name.value) for kind in ("arxiv", "doi") for name in named if name.kind == kind]
    blocks: list[Block] = lay_out(pages[:1])[0] if pages else []
    largest = max((block for block in blocks if len(block.text) > 8), key=lambda block: block.size, default=None)
    title = facts.get("title", "").strip() or (largest.text[:300] if largest else "")
    dates = [(name, facts[key]) for name, key in (("created", "creationdate"), ("modified", "moddate")) if facts.get(key)]
    return Candidates(
        title=outside(title) if title else None,
        authors=tuple(outside(name) for name in re.split(r"\s*[;]\s*", facts.get("author", "")) if name.strip()),
        dates=tuple((name, outside(value)) for name, value in dates),
        identifiers=tuple((name, outside(value)) for name, value in dict.fromkeys(found)),
    )
