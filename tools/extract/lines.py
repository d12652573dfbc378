"""Files that are read as they stand, by line: source code, plain text, reStructuredText, messages of mailing lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import Untrusted
from tools.extract.mapped import Encoded, Lines
from tools.extract.records import Candidates, Document, Format, NoText, NotReadable, Piece, PieceKind
from tools.extract.standing import of_kind
from tools.records import Span

LANGUAGES = {
    "py": "python", "pyi": "python", "pyx": "cython", "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "hpp": "cpp",
    "cu": "cuda",
    "cuh": "cuda", "rs": "rust", "go": "go", "js": "javascript", "ts": "typescript", "java": "java", "jl": "julia", "rb": "ruby",
    "sh": "shell",
    "toml": "toml", "yaml": "yaml", "yml": "yaml", "json": "json", "cfg": "ini", "ini": "ini", "cmake": "cmake", "kt": "kotlin",
    "swift": "swift",
    "scala": "scala", "lua": "lua", "r": "r", "m": "matlab", "f90": "fortran", "sql": "sql", "css": "css", "proto": "protobuf",
    "diff": "diff",
    "patch": "diff", "bazel": "starlark", "bzl": "starlark",
}  # fmt: skip
_MOST_LINES = 40  # of a piece of code
_UNIT = re.compile(r"(?:@|async def |def |class |func |fn |pub |impl |struct |template|namespace )")
_COMMIT = re.compile(r"(?:/|@)([0-9a-f]{40})(?:/|$)")


def decoded(payload: bytes) -> Encoded:
    """The characters of a file that has no markup to declare an encoding; raises NotReadable."""
    try:
        encoded = Encoded(payload)
    except UnicodeDecodeError as error:
        raise NotReadable(f"byte {error.start} is no UTF-8, so it is no text that is read") from error
    if "\0" in encoded.text:
        raise NotReadable("it holds NUL characters, which no text does")
    if not encoded.text.strip():
        raise NoText("it is empty")
    return encoded


def source(encoded: Encoded, url: str, language: str | None) -> Document:
    """A file of code: its text as it stands, in pieces of some tens of lines that begin where a definition or a paragraph does."""
    commit = _COMMIT.search(url)
    identifiers = (("commit", Untrusted(commit[1], url)),) if commit else ()
    return _document("source", encoded, url, list(_code_pieces(encoded.text, language)), Candidates(identifiers=identifiers))


def plain(encoded: Encoded, url: str) -> Document:
    """A plain text: its paragraphs."""
    pieces = [_piece("paragraph", encoded.text, start, end) for start, end in paragraphs(encoded.text)]
    first = encoded.text.strip().splitlines()[0][:300]
    return _document("text", encoded, url, _numbered(encoded.text, pieces), Candidates(title=Untrusted(first.strip(), url)))


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Where the parts of a text that empty lines divide begin and end."""
    for match in re.finditer(r"(?:^(?=[^\S\n]*\S).*(?:\n|$))+", text, re.M):
        end = match.start() + len(match.group().rstrip())
        if end > match.start():
            yield match.start(), end


def _piece(kind: PieceKind, text: str, start: int, end: int, language: str | None = None) -> Piece:
    return Piece(kind, Span(start=start, end=end), language=language, standing=of_kind(kind))


def _code_pieces(text: str, language: str | None) -> Iterator[Piece]:
    lines = text.splitlines(keepends=True)
    begin, offset, first = 0, 0, 1
    for number, line in enumerate(lines, 1):
        size = number - first
        blank_before = number > 1 and not lines[number - 2].strip()
        if size and (size >= 2 * _MOST_LINES or (blank_before and (_UNIT.match(line) or size >= _MOST_LINES))):
            yield from _cut(text, begin, offset, first, number - 1, language)
            begin, first = offset, number
        offset += len(line)
    yield from _cut(text, begin, offset, first, len(lines), language)


def _cut(text: str, begin: int, end: int, first: int, last: int, language: str | None) -> Iterator[Piece]:
    words = text[begin:end]
    if words.strip():
        lead = len(words) - len(words.lstrip("\r\n"))
        kept = words.strip("\r\n")
        start = begin + lead
        lines = (first + words[:lead].count("\n"), first + words[:lead].count("\n") + kept.count("\n"))
        yield Piece("code", Span(start=start, end=start + len(kept)), language=language, lines=lines, standing="demonstration")


def _numbered(text: str, pieces: list[Piece]) -> list[Piece]:
    lines = Lines(text)
    return [
        Piece(
            each.kind,
            each.span,
            each.level,
            each.language,
            lines=(lines.of(each.span.start), lines.of(each.span.end - 1)),
            standing=each.standing,
        )
        for each in pieces
    ]


def _document(format: Format, encoded: Encoded, url: str, pieces: list[Piece], candidates: Candidates) -> Document:
    return Document(format=format, text=Untrusted(encoded.text, url), pieces=tuple(pieces), candidates=candidates, encoded=encoded)
