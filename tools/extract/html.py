"""A web page: its main text in pieces, what it hides, its links, and what it says of itself; BeautifulSoup over lxml."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from bs4.element import Comment, NavigableString, PreformattedString, Script, Stylesheet, Tag, TemplateString

from tools.extract import mail
from tools.extract.css_cascade import Sheet
from tools.extract.draft import Draft
from tools.extract.html_frames import BLOCKS, Frame, enter
from tools.extract.html_main import main_part
from tools.extract.html_math import NOTHING, element
from tools.extract.html_meta import candidates
from tools.extract.html_scripts import words_of
from tools.extract.html_source import Source
from tools.extract.html_tables import Table, is_data
from tools.extract.html_threads import Thread, thread_of
from tools.extract.html_walk import events
from tools.extract.mapped import Encoded, Mapped
from tools.extract.records import Document, NoText, NotReadable, TooMuch
from tools.extract.scripts import Writing, mark_of_note, script
from tools.word_ends import is_word

MOST_BYTES = 30_000_000
_DECLARED = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{1,40})", re.I)
_DEEPEST_TABLE = 20  # tables within each other, after which all are layout


def read(payload: bytes, content_type: str, url: str) -> Document:
    """The page's text; raises CannotExtract."""
    if len(payload) > MOST_BYTES:
        raise TooMuch(f"the page has {len(payload)} bytes, more than {MOST_BYTES}")
    return read_text(_encoded(payload, content_type), url)


def _encoded(payload: bytes, content_type: str) -> Encoded:
    declared = [match[1] for match in [re.search(r"charset=[\"']?([\w.:-]+)", content_type, re.I)] if match]
    declared += [match[1].decode() for match in [_DECLARED.search(payload[:4096])] if match]
    try:
        return Encoded(payload, tuple(name.lower().replace("iso-8859-1", "cp1252") for name in declared))
    except (UnicodeDecodeError, LookupError) as error:
        raise NotReadable(f"the page is not in an encoding that it declares ({error})") from error


def read_text(encoded: Encoded, url: str, fragment: bool = False) -> Document:
    """The text of a decoded page. fragment: it is the body of a post, all of it main text."""
    soup = BeautifulSoup(encoded.text, "lxml")
    _end_head(soup)
    reader = _Reader(soup, encoded, url, fragment)
    document = reader.read()
    if not document.pieces:
        scripts = soup.find("script") is not None
        raise NoText("the page shows no text without a browser" if scripts else "the page has no text")
    return document


_OF_HEAD = {"base", "link", "meta", "noscript", "script", "style", "template", "title"}


def _end_head(soup: BeautifulSoup) -> None:
    """The first element that belongs in no head begins the body, as in browsers; lxml leaves `<main>` without `<body>` in the head."""
    head = soup.head
    children = list(head.children) if head is not None else []
    first = next((i for i, node in enumerate(children) if isinstance(node, Tag) and node.name not in _OF_HEAD), None)
    if head is None or first is None:
        return
    body = soup.body
    if body is None:
        body = soup.new_tag("body")
        head.insert_after(body)
    for place, node in enumerate(children[first:]):
        body.insert(place, node.extract())


class _Reader:
    def __init__(self, soup: BeautifulSoup, encoded: Encoded, url: str, fragment: bool) -> None:
        self._soup, self._url = soup, url
        self._draft = Draft("html", url, encoded)
        self._source = Source(encoded.text)
        self._sheet = Sheet(soup)
        self._thread: Thread = Thread() if fragment else thread_of(soup, encoded.text, url)
        main = soup.body if fragment else None if self._thread.posts else main_part(soup)
        self._mains = {id(body) for body in self._thread.bodies} or ({id(main)} if main is not None else set())
        self._inline: list[Mapped] = []
        self._divided: Literal["words", "numbers"] | None = None
        self._unseen: list[Mapped] = []
        self._link: list[Mapped] | None = None
        self._table: Table | None = None
        self._frames: list[Frame] = [Frame()]

    def read(self) -> Document:
        for node, entering in events(self._soup):
            if isinstance(node, Tag):
                if entering:
                    self._enter(node)
                else:
                    self._leave(node)
            elif isinstance(node, NavigableString):
                self._text(node)
        self._flush()
        for said in self._sheet.notes:
            self._draft.note(said)
        self._draft.candidates = candidates(self._soup, self._url)
        self._draft.posts.extend(self._thread.posts)
        return self._draft.document(unit="post", format="thread" if self._thread.posts else "html")

    def _enter(self, tag: Tag) -> None:
        frame = enter(self._frames[-1], tag, self._sheet, id(tag) in self._mains)
        frame.item = self._thread.items.get(id(tag), frame.item)
        if tag.name in BLOCKS or frame.is_math_block:
            self._break()
        self._frames.append(frame)
        if not frame.shown:
            return
        self._divide("words" if frame.divides else None)
        self._raise(tag, frame)
        if tag.name == "br":
            self._inline.append(Mapped.nowhere("\n"))
        elif tag.name == "a" and tag.get("href"):
            self._link = []
        elif tag.name == "img" and frame.tex is not None:
            self._math(frame, tag)
        elif tag.name == "table" and self._table is None and frame.tables < _DEEPEST_TABLE and is_data(tag):
            frame.table = self._table = Table()
        elif self._table is not None:
            self._table.enter(tag.name, self._inline)

    def _raise(self, tag: Tag, frame: Frame) -> None:
        """Begin what stands high or low, the mark of a note, or what stands over a word."""
        if frame.is_math:
            return
        own: Writing | None = None
        if frame.noted and not self._frames[-2].noted:
            own = mark_of_note(words_of(tag))
        elif frame.raised is not None and not frame.noted:
            own = script(words_of(tag), self._before(), low=frame.raised == "low")
        elif tag.name == "rt":
            own = Writing("(", ")")
        frame.opens_script = own
        frame.script = own or frame.script
        if own is not None and own.before:
            self._say(Mapped.nowhere(own.before))

    def _divide(self, what: Literal["words", "numbers"] | None) -> None:
        """Read what follows as no part of a word, or of a number, that stands before."""
        self._divided = what if what == "words" or self._divided is None else self._divided

    def _before(self) -> str:
        """The last character before a place."""
        return next((part.text[-1] for part in reversed(self._inline) if part.text), "")

    def _say(self, text: Mapped) -> None:
        """Add to the line that is being read."""
        if not text.text:
            return
        joined = str.isdecimal if self._divided == "numbers" else is_word
        apart = self._divided is not None and joined(text.text[0]) and joined(self._before() or " ")
        said = [Mapped.nowhere(" "), text] if apart else [text]
        self._divided = None
        self._inline += said
        if self._link is not None:
            self._link += said if self._link else [text]

    def _leave(self, tag: Tag) -> None:
        frame = self._frames.pop()
        if frame.why is not None and self._frames[-1].why is None:
            hidden = Mapped.joined(self._unseen).collapsed()
            self._draft.hide(hidden, frame.why)
            self._unseen = []
        self._divide("words" if frame.divides and self._frames[-1].shown else None)
        if not frame.shown:
            return
        if frame.is_math and self._frames[-1].is_math:
            self._frames[-1].parts.append(NOTHING if frame.in_tex else element(tag, frame.parts))
        elif frame.is_math and tag.name != "img":
            self._math(frame, tag)
        elif tag.name == "a" and self._link is not None:
            self._draft.link(
                Mapped.joined(self._link).collapsed(), urljoin(self._url, str(tag.get("href") or "")) if self._url else str(tag.get("href"))
            )
            self._link = None
        elif frame.table is not None:
            self._draft.piece("table", frame.table.text(), item=frame.item, standing=frame.table.standing())
            self._table, self._inline = None, []
        elif self._table is not None:
            self._table.leave(tag.name, self._inline, self._draft, frame.item)
        if frame.opens_script is not None:
            self._say(Mapped.nowhere(frame.opens_script.after))
            self._divide("words" if frame.opens_script.apart else None)
        if tag.name in BLOCKS:
            self._break(frame)

    def _math(self, frame: Frame, tag: Tag) -> None:
        if frame.is_math_block and self._table is None:
            self._break()
            self._inline.append(frame.tex_text(tag))
            self._flush(Frame(kind="math", item=frame.item))
        else:
            self._divide("numbers")
            self._say(frame.tex_text(tag))
            self._divide("numbers")
        if frame.hidden_tex:
            self._draft.hide(Mapped.joined(frame.hidden_tex).collapsed(), "not rendered")

    def _text(self, node: NavigableString) -> None:
        frame = self._frames[-1]
        if isinstance(node, Comment):
            self._draft.hide(Mapped.nowhere(str(node)).collapsed(), "not rendered", places=False)
            return
        if isinstance(node, Script) and frame.is_math:
            frame.math_text(Mapped.nowhere(str(node)))
            return
        if isinstance(node, Script | Stylesheet) or (isinstance(node, PreformattedString) and not isinstance(node, TemplateString)):
            return
        text = str(node)
        placed = self._source.place(text) if text.strip() else Mapped.nowhere(text)
        if frame.why is not None:
            self._unseen.append(placed)
        elif frame.is_math:
            frame.math_text(placed)
        elif frame.shown:
            self._say(placed if frame.script is None else frame.script.shown(placed))

    def _break(self, frame: Frame | None = None) -> None:
        if self._table is None:
            self._flush(frame)
        else:
            self._inline.append(Mapped.nowhere(" "))

    def _flush(self, frame: Frame | None = None) -> None:
        """End the piece that is being read."""
        self._divided = None
        if self._inline and self._table is None:
            text, frame = Mapped.joined(self._inline), frame or self._frames[-1]
            self._inline = []
            if frame.pre and self._thread.mail:
                mail.write(self._draft, text, frame.item)
                return
            self._draft.piece(
                frame.kind,
                text.stripped("\n") if frame.pre else text.collapsed(),
                level=frame.level,
                language=frame.language,
                item=frame.item,
            )
