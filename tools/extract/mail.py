"""Messages of mailing lists: mboxes, archives of Mailman as text, and single messages; who said what, and what they only quote."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import EmailMessage

from prompts.trust import Untrusted
from tools.extract.draft import Draft
from tools.extract.mapped import Encoded, Mapped
from tools.extract.records import Candidates, Document, NoText, PieceKind, Post

_BEGIN = re.compile(r"^From .{1,200}\d{4}[ \t]*\r?$", re.M)
_HEADER = re.compile(r"(?:From|To|Subject|Date|Message-ID|Received|Return-Path|MIME-Version): ?[^\r\n]*\r?$", re.M | re.I)
_QUOTED = re.compile(r"[ \t]*[>|]")
_SIGNATURE = re.compile(r"^-- \r?$", re.M)
_CODE = re.compile(r"[ \t]{4,}\S|>>> |\$ |[ \t]*(?:def |class |import |from \S+ import )")
_MOST_MESSAGES = 5_000


def is_mail(text: str) -> bool:
    """Whether a text begins as messages do: with a separator or with at least two headers."""
    head = text[:4_000].lstrip()
    begin = _BEGIN.match(head)
    head = head[begin.end() :].lstrip() if begin else head
    headers = re.split(r"\r?\n\r?\n", head, maxsplit=1)[0]
    return len(_HEADER.findall(headers)) >= 2 and re.match(r"[A-Za-z-]+: ?", headers) is not None


def read(encoded: Encoded, url: str) -> Document:
    """The messages in the order of the archive; raises NoText."""
    draft = Draft("thread", url, encoded)
    title: str | None = None
    for item, (start, end) in enumerate(_messages(encoded.text), 1):
        if item > _MOST_MESSAGES:
            draft.note(f"more than {_MOST_MESSAGES} messages; the rest was not read")
            break
        raw = encoded.text[start:end]
        parsed = email.message_from_string(raw, policy=email.policy.default.clone(raise_on_defect=False))
        headers = {name: _header(parsed, name) for name in ("From", "Date", "Subject")}
        title = title or headers["Subject"]
        author = re.sub(r"\s+at\s+", "@", headers["From"])
        draft.posts.append(Post(item, Untrusted(author, url), Untrusted(headers["Date"], url), Untrusted("", url), "message"))
        draft.piece("heading", Mapped.nowhere(headers["Subject"]), level=2, item=item)
        write(draft, _body(parsed, raw, start), item)
    draft.candidates = Candidates(title=Untrusted(title, url) if title else None)
    document = draft.document(unit="message")
    if not document.pieces:
        raise NoText("it holds no message with text")
    return document


def _messages(text: str) -> Iterator[tuple[int, int]]:
    begins = [match for match in _BEGIN.finditer(text) if _HEADER.match(text[match.end() : match.end() + 300].lstrip("\r\n"))]
    if not begins:
        yield 0, len(text)
    for number, begin in enumerate(begins):
        after = re.compile(r"[\r\n]*").match(text, begin.end())
        yield after.end() if after else begin.end(), begins[number + 1].start() if number + 1 < len(begins) else len(text)


def _header(message: EmailMessage, name: str) -> str:
    """A header as it is written, with its encoded words decoded."""
    written = next((" ".join(str(value).split()) for key, value in message.raw_items() if key.lower() == name.lower()), "")
    try:
        return str(make_header(decode_header(written)))[:300] if "=?" in written else written[:300]
    except (MessageError, ValueError, LookupError):
        return written[:300]


def _body(message: EmailMessage, raw: str, start: int) -> Mapped:
    """The plain text of a message; with its place where it is stored as it reads."""
    part = message.get_body(preferencelist=("plain",)) if message.is_multipart() else message
    if part is None:
        return Mapped.nowhere("")
    coding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if not message.is_multipart() and coding in ("", "7bit", "8bit", "binary"):
        head = re.search(r"\r?\n\r?\n", raw)
        return Mapped.at(raw[head.end() :], start + head.end()) if head else Mapped.nowhere("")
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, AssertionError):
        return Mapped.nowhere("")
    charset = part.get_content_charset() or "utf-8"
    try:
        return Mapped.nowhere(payload.decode(charset, "replace") if isinstance(payload, bytes) else "")
    except LookupError:
        return Mapped.nowhere(payload.decode("utf-8", "replace") if isinstance(payload, bytes) else "")


def write(draft: Draft, body: Mapped, item: int | None) -> None:
    """Add the pieces of a message: its own paragraphs, what it quotes, its code; without the signature."""
    if signature := _SIGNATURE.search(body.text):
        body = body.cut(0, signature.start())
    kind: PieceKind | None = None
    begin = at = 0
    for line in [*body.text.splitlines(keepends=True), ""]:
        now: PieceKind | None = (
            None if not line.strip() else "quote" if _QUOTED.match(line) else "code" if _CODE.match(line) else "paragraph"
        )
        joins = now is None and kind == "code"
        if now != kind and not joins:
            if kind is not None:
                _add(draft, kind, body.cut(begin, at), item)
            kind, begin = now, at
        at += len(line)
    if kind is not None:
        _add(draft, kind, body.cut(begin, at), item)


def _add(draft: Draft, kind: PieceKind, text: Mapped, item: int | None) -> None:
    if kind == "quote":
        marks = re.compile(r"^[ \t]*(?:[>|][ \t]?)+", re.M)
        parts, at = [], 0
        for mark in marks.finditer(text.text):
            parts.append(text.cut(at, mark.start()))
            at = mark.end()
        text = Mapped.joined([*parts, text.cut(at)])
    draft.piece(kind, text.stripped("\r\n") if kind == "code" else text.collapsed(), item=item)
