"""reStructuredText in pieces, as a reader of the rendered text sees it: roles show their words, comments and targets are not shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import Untrusted
from tools.extract.draft import Draft
from tools.extract.mapped import Encoded, Mapped
from tools.extract.records import Candidates, Document, NoText, PieceKind
from tools.extract.scripts import script

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*$")
_EXPLICIT = re.compile(r"(?P<indent>[ \t]*)\.\.(?:[ \t]+(?P<rest>.*)|$)")
_DIRECTIVE = re.compile(r"(?:\|[^|]+\|[ \t]+)?(?P<name>[A-Za-z][\w:+.-]*)::[ \t]*(?P<argument>.*)")
_TARGET = re.compile(r"_(?:`[^`]+`|[^:\s]+|_):[ \t]*(?P<target>\S*)|__[ \t]|\[[^\]]+\][ \t]")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+•]|\(?(?:\d{1,3}|[A-Za-z#])[.)])[ \t]+(?=\S)")
_FIELD = re.compile(r"[ \t]*:[^:\s][^:]*:(?:[ \t]|$)")
_GRID = re.compile(r"[ \t]*(?:\+[-=+]+\+|=+(?:[ ]+=+)+)[ \t]*$")
_INLINE = re.compile(
    r"``(?P<literal>(?:[^`]|`(?!`))+?)``"
    r"|:(?P<name>[\w:+.-]{1,60}):`(?P<role>[^`]{1,500})`"
    r"|`(?P<words>[^`<]{1,500}?)\s*<(?P<target>[^>`]{1,2000})>`__?"
    r"|`(?P<plain>[^`]{1,500})`_{0,2}",
)
_RAISED = {"sup", "superscript", "sub", "subscript"}
_JOINT = "\\ "  # what lets a role stand at a word, and is not shown
_CODE = {
    "code",
    "code-block",
    "sourcecode",
    "parsed-literal",
    "ipython",
    "doctest",
    "testcode",
    "highlight-code",
    "prompt",
    "literalinclude",
}
_SIGNATURES = {"function", "class", "method", "attribute", "data", "exception"}
_OUTPUTS = {"testoutput", "program-output", "command-output"}
_UNSHOWN = {
    "toctree", "index", "only-hidden", "raw", "meta", "currentmodule", "module", "autosummary", "automodule", "include", "image",
    "highlight",
    "default-role", "role", "contents", "tabularcolumns", "testsetup", "testcleanup", "include-hidden", "sectnum", "todo", "unused",
}  # fmt: skip


def read(encoded: Encoded, url: str) -> Document:
    """The text of a reStructuredText file; raises NoText where there is none."""
    draft = Draft("rst", url, encoded)
    _Writer(draft, encoded.text).write()
    document = draft.document()
    if not document.pieces:
        raise NoText("it is empty")
    return document


class _Writer:
    def __init__(self, draft: Draft, text: str) -> None:
        self._draft = draft
        whole, at = Mapped.at(text, 0), 0
        self._lines: list[Mapped] = []
        for raw in text.splitlines(keepends=True):
            self._lines.append(whole.cut(at, at + len(raw.rstrip("\r\n"))))
            at += len(raw)
        self._adornments: list[str] = []

    def _text(self, at: int) -> str:
        return self._lines[at].text if at < len(self._lines) else ""

    def write(self) -> None:
        at = 0
        while at < len(self._lines):
            at = self._block(at)

    def _block(self, at: int) -> int:
        text = self._text(at)
        if not text.strip():
            return at + 1
        if (heading := self._heading(at)) is not None:
            return heading
        if explicit := _EXPLICIT.match(text):
            return self._explicit(at, explicit)
        if _GRID.match(text):
            return self._table(at)
        if text.lstrip().startswith(">>>"):
            return self._until_blank(at, "code", language="python")
        return self._paragraph(at)

    def _heading(self, at: int) -> int | None:
        """Past a title with its line beneath, or one above too."""
        over = _ADORNMENT.match(self._text(at)) and _ADORNMENT.match(self._text(at + 2)) and self._text(at + 1).strip()
        title, under = (at + 1, at + 2) if over else (at, at + 1)
        adornment, words = _ADORNMENT.match(self._text(under)), self._text(title)
        if not adornment or not words.strip() or _GRID.match(self._text(under)) or (not over and words[:1].isspace()):
            return at + 1 if _ADORNMENT.fullmatch(self._text(at)) else None
        if len(adornment.group().strip()) + 2 < len(words.strip()) and not over:
            return None
        key = adornment[1] * (2 if over else 1)
        if key not in self._adornments:
            self._adornments.append(key)
        level = self._adornments.index(key) + 1
        if self._draft.candidates.title is None:
            self._draft.candidates = Candidates(title=Untrusted(words.strip()[:300], self._draft.origin))
        self._piece("heading", [title], level=min(6, level))
        return under + 1

    def _explicit(self, at: int, explicit: re.Match[str]) -> int:
        rest = explicit["rest"] or ""
        indent = len(explicit["indent"])
        end = self._indented_end(at + 1, indent)
        directive = _DIRECTIVE.match(rest)
        if directive is None:
            if target := _TARGET.match(rest):
                if target["target"]:
                    self._draft.link(Mapped.nowhere(""), target["target"])
                return end if not rest.startswith("[") else self._footnote(at, end, explicit)
            self._draft.hide(Mapped.joined(_lined(self._lines[at:end])).stripped().collapsed(), "not rendered")
            return end
        name = directive["name"].split(":")[-1]
        body = self._body(at + 1, end)
        if name in _CODE or name in _OUTPUTS:
            self._piece("output" if name in _OUTPUTS else "code", body, language=directive["argument"].strip() or None, dedent=True)
            return end
        if name == "math":
            self._admonition(at, directive, name, [], end)
            self._piece("math", body, dedent=True)
            return end
        if name in _UNSHOWN:
            return end
        return self._admonition(at, directive, name, body, end)

    def _admonition(self, at: int, directive: re.Match[str], name: str, body: list[int], end: int) -> int:
        """A directive whose words are shown: what follows its name, then its body as text of its own."""
        if directive["argument"].strip():
            start = self._text(at).rindex(directive["argument"])
            words = self._lines[at].cut(start).stripped()
            kind: PieceKind = "math" if name == "math" else "code" if name in _SIGNATURES else "paragraph"
            if name not in ("figure", "image", "list-table", "csv-table"):
                self._draft.piece(kind, (words if kind == "math" else self._inline(words)).collapsed(), lines=self._range([at]))
        return body[0] if body and name != "csv-table" else end

    def _footnote(self, at: int, end: int, explicit: re.Match[str]) -> int:
        words = self._lines[at].cut(explicit.start("rest")).stripped()
        text = Mapped.joined(_lined([words, *self._lines[at + 1 : end]]))
        self._draft.piece("paragraph", self._inline(text).collapsed(), lines=self._range(range(at, end)))
        return end

    def _indented_end(self, at: int, indent: int) -> int:
        """The end of the lines that stand deeper than an indentation."""
        end = at
        for number in range(at, len(self._lines)):
            text = self._text(number)
            if text.strip() and len(text) - len(text.lstrip()) <= indent:
                break
            end = number + 1 if text.strip() else end
        return end

    def _body(self, at: int, end: int) -> list[int]:
        """The lines of a directive behind its options."""
        while at < end and _FIELD.match(self._text(at)):
            at += 1
        while at < end and not self._text(at).strip():
            at += 1
        return list(range(at, end))

    def _table(self, at: int) -> int:
        end, borders, simple = at, 0, "+" not in self._text(at)
        while end < len(self._lines) and (self._text(end).strip() or (simple and borders < 3)):
            borders += _GRID.match(self._text(end)) is not None
            end += 1
            if simple and borders == 3:
                break
        rows = [self._lines[number] for number in range(at, end) if not _GRID.match(self._text(number)) and self._text(number).strip()]
        self._draft.piece("table", Mapped.joined(_lined(rows)), lines=self._range(range(at, end)))
        return end

    def _until_blank(self, at: int, kind: PieceKind, language: str | None = None) -> int:
        end = at
        while end < len(self._lines) and self._text(end).strip():
            end += 1
        self._piece(kind, list(range(at, end)), language=language, dedent=True)
        return end

    def _paragraph(self, at: int) -> int:
        item = _ITEM.match(self._text(at))
        end = at + 1
        while self._text(end).strip() and not _ITEM.match(self._text(end)) and not _EXPLICIT.match(self._text(end)):
            end += 1
        field = _FIELD.match(self._text(at))
        first = self._lines[at].cut(item.end() if item else 0)
        text = Mapped.joined(_lined([first, *self._lines[at + 1 : end]])).stripped()
        literal = text.text.endswith("::")
        if literal:
            text = text.cut(0, len(text) - (2 if text.text[:-2].endswith((" ", "\n")) or len(text) == 2 else 1))
        kind: PieceKind = "list item" if item or field else "paragraph"
        self._draft.piece(kind, self._inline(text).collapsed(), lines=self._range(range(at, end)))
        if not literal:
            return end
        indent = len(self._text(at)) - len(self._text(at).lstrip())
        stop = self._indented_end(end, indent)
        self._piece("code", self._body(end, stop) if not _FIELD.match(self._text(end)) else list(range(end, stop)), dedent=True)
        return max(stop, end)

    def _piece(self, kind: PieceKind, numbers: list[int], *, level: int = 0, language: str | None = None, dedent: bool = False) -> None:
        lines = [self._lines[number] for number in numbers]
        if dedent:
            depth = min((len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()), default=0)
            lines = [line.cut(depth) for line in lines]
        text = Mapped.joined(_lined(lines))
        if kind == "heading":
            text = self._inline(text).collapsed()
        self._draft.piece(kind, text.stripped("\n"), level=level, language=language, lines=self._range(numbers))

    def _range(self, numbers: list[int] | range) -> tuple[int, int] | None:
        return (numbers[0] + 1, numbers[-1] + 1) if len(numbers) else None

    def _inline(self, text: Mapped) -> Mapped:
        parts: list[Mapped] = []
        at = 0
        for match in _INLINE.finditer(text.text):
            group = next(name for name in ("literal", "role", "words", "plain") if match[name] is not None)
            words = text.cut(*match.span(group))
            between = text.cut(at, match.start())
            between = between.cut(0, len(between) - 2) if between.text.endswith(_JOINT) else between
            parts.append(between)
            before = next((part.text[-1] for part in reversed(parts) if part.text), "")
            if group == "role" and match["name"] in _RAISED:
                words = script(words.text, before, low=match["name"].startswith("sub")).whole(words)
            elif group == "role":
                words = _role_words(words)
            if before.isdecimal() and words.text[:1].isdecimal():
                parts.append(Mapped.nowhere(" "))
            parts.append(words)
            at = match.end() + (2 if text.text.startswith(_JOINT, match.end()) else 0)
            if group == "words":
                self._draft.link(words.collapsed(), match["target"])
        return Mapped.joined([*parts, text.cut(at)])


def _role_words(words: Mapped) -> Mapped:
    """What a role shows: its title, and of a name that is shortened its last part."""
    titled = re.match(r"(.+?)\s*<[^<>]+>$", words.text, re.S)
    if titled:
        return words.cut(0, titled.end(1))
    if words.text.startswith("~"):
        return words.cut(words.text.rfind(".") + 1 if "." in words.text else 1)
    return words.cut(1) if words.text.startswith("!") else words


def _lined(lines: list[Mapped]) -> Iterator[Mapped]:
    for number, line in enumerate(lines):
        if number:
            yield Mapped.nowhere("\n")
        yield line
