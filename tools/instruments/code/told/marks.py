"""A sentence with its pieces of code as marks ⟦0⟧, ⟦1⟧ ..., so that its words can be read without them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.instruments.code.told.words import ERROR
from tools.records import Span

MARK = r"⟦\d+⟧"
_CODE = re.compile(r"``(?P<double>[^\n]+?)``|`(?P<single>[^`]+)`")
_INNER = r"(?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*"
_PLAIN = re.compile(
    rf"(?<![\w.`(\[])(?:[A-Za-z_][\w.]*(?:\({_INNER}\)|\[[^\]\n]+\])+(?:\.\w+(?:\({_INNER}\))?)*|{ERROR}(?!\w)"
    r"|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?!\w)|[A-Za-z]\w*_\w*(?![\w(])|'[^'\n]+'|\[[\d\s,.'\"\w-]*\]|\((?:[\d.'\"-][\d\s,.'\"\w-]*)?,"
    r"[\d\s,.'\"\w-]*\)|(?:True|False|None)(?!\w))"
)


@dataclass(frozen=True)
class Marked:
    """words: the sentence with marks; code: what each stands for; cuts: (place in words, place in the text) of every stretch, in order."""

    words: str
    code: tuple[str, ...]
    cuts: tuple[tuple[int, int], ...]
    ticked: bool

    def span(self, start: int, end: int) -> Span:
        """Where a stretch of `words` stands in the text; marks are never cut."""
        return Span(start=self._place(start), end=self._place(end, ending=True))

    def _place(self, at: int, ending: bool = False) -> int:
        if ending and (exact := next((text for words, text in self.cuts if words == at), None)) is not None:
            return exact
        words, text = [cut for cut in self.cuts if cut[0] <= at][-1]
        return text + at - words


def _plain(part: str, names: re.Pattern[str] | None) -> list[re.Match[str]]:
    """Code in words without marks: what has the form of code, and the names between."""
    found = list(_PLAIN.finditer(part))
    alone = [] if names is None else list(names.finditer(part))
    found += [m for m in alone if not any(f.start() < m.end() and m.start() < f.end() for f in found)]
    return sorted(found, key=re.Match.start)


def marked(part: str, begin: int, ticked: bool, names: re.Pattern[str] | None = None) -> Marked:
    """The marks of a sentence that stands at `begin`. ticked: the text marks its code; else its form or `names` tell it."""
    code: list[str] = []
    words, cuts, at = "", [(0, begin)], 0
    for match in _CODE.finditer(part) if ticked else _plain(part, names):
        words += part[at : match.start()]
        cuts.append((len(words), begin + match.start()))
        words += f"⟦{len(code)}⟧"
        inner = (match["double"] or match["single"]) if ticked else match.group()
        code.append(re.sub(r"\s*\n\s*", " ", inner).strip())
        at = match.end()
        cuts.append((len(words), begin + at))
    words += part[at:]
    return Marked(re.sub(r"\s", " ", words), tuple(code), tuple(cuts), ticked)
