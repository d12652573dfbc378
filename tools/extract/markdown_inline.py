"""The words that a line of Markdown shows: links by their words, no pictures, what is raised told from the line, nothing that is struck."""

from __future__ import annotations

import re

from tools.extract.draft import Draft
from tools.extract.mapped import Mapped
from tools.extract.scripts import mark_of_note, script
from tools.word_ends import is_word

_INLINE = re.compile(
    r"(?P<code>(?<!`)(?P<ticks>`{1,3})(?!`)[^`].*?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<picture>!\[[^\]]{0,500}\]\([^()\s]{0,2000}(?:\s+\"[^\"]{0,500}\")?\))"
    r"|\[(?P<words>[^\[\]]{1,500})\]\(\s*<?(?P<target>[^()\s<>]{1,2000}(?:\([^()\s]{0,200}\)[^()\s<>]{0,200})?)>?(?:\s+[\"'][^\"']{0,500}[\"'])?\s*\)"
    r"|(?P<bare><(?P<address>https?://[^<>\s]{1,2000})>)"
    r"|(?P<raised><(?P<which>su[bp])(?:\s[^<>]{0,200})?>(?P<note><a\s[^<>]{0,500}>)?(?P<script>[^<>]{1,60})(?:</a>)?</(?P=which)>)"
    r"|(?P<struck>~~(?=[^\s~])(?P<words_struck>[^~]{1,500}?)(?<=\S)~~(?!~)"
    r"|<(?P<line>del|s|strike)(?:\s[^<>]{0,200})?>(?P<struck_words>.{0,2000}?)</(?P=line)>)"
    r"|(?P<marked>(?<=[\w)])(?:\^(?P<high>[+−-]?\d{1,6})\^|~(?P<low>\d{1,6})~(?!~)))"
    r"|(?P<tag></?[a-zA-Z][a-zA-Z0-9-]{0,30}(?:\s[^<>]{0,1000})?/?>)"
    r"|(?P<strong>\*\*(?=\S)|(?<=\S)\*\*)",
    re.S | re.I,
)
_WITHIN = {
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "dfn", "em", "font", "i", "ins", "kbd", "label", "mark", "q", "samp",
    "small", "span", "strong", "time", "tt", "u", "var", "wbr",
}  # fmt: skip
_NOTE = re.compile(r"\[\^?(?P<mark>[^\[\]]{1,12})\](?:\([^()]*\))?|[(\[]?(?P<bare>[^()\[\]]{1,12})[)\]]?")


class _Line:
    """Words as they are read. divided: what follows is no part of a word that stands before."""

    def __init__(self) -> None:
        self.parts: list[Mapped] = []
        self.divided = False

    def before(self) -> str:
        return next((part.text[-1] for part in reversed(self.parts) if part.text), "")

    def say(self, text: Mapped) -> None:
        if text.text:
            if self.divided and is_word(text.text[0]) and is_word(self.before() or " "):
                self.parts.append(Mapped.nowhere(" "))
            self.parts.append(text)
            self.divided = False


def inline(draft: Draft, text: Mapped) -> Mapped:
    """The words that are shown; links, and what is struck out, are kept beside the text."""
    line = _Line()
    at = 0
    for match in _INLINE.finditer(text.text):
        line.say(text.cut(at, match.start()))
        at = match.end()
        if match["code"]:
            line.say(text.cut(match.start(), match.end()))
        elif match["words"]:
            words = text.cut(*match.span("words"))
            line.say(words)
            draft.link(words.collapsed(), match["target"])
        elif match["address"]:
            words = text.cut(*match.span("address"))
            line.say(words)
            draft.link(words, match["address"])
        elif match["struck"]:
            draft.hide(text.cut(*match.span("words_struck" if match["words_struck"] else "struck_words")).collapsed(), "struck out")
            line.divided = True
        elif match["raised"] or match["marked"]:
            _raise(line, text, match)
        elif match["picture"] or (match["tag"] and match["tag"].strip("</>").split()[0].lower() not in _WITHIN):
            line.divided = True
    line.say(text.cut(at))
    return Mapped.joined(line.parts)


def _raise(line: _Line, text: Mapped, match: re.Match[str]) -> None:
    """Add what stands high or low, or the mark of a note."""
    group = next(name for name in ("script", "high", "low") if match[name])
    words = text.cut(*match.span(group))
    low = group == "low" or (match["which"] or "").lower() == "sub"
    note = _NOTE.fullmatch(words.text) if match["note"] or words.text.startswith("[") else None
    if note is not None:
        words = words.cut(*note.span("mark" if note["mark"] else "bare"))
    written = mark_of_note(words.text) if note is not None else script(words.text, line.before(), low=low)
    line.say(written.whole(words))
    line.divided = written.apart
