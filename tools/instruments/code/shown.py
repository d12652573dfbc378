"""What a text shows as the output of its code: the lines below prompts, and blocks of output below blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.code.compare import normal
from tools.instruments.code.expectations import ERROR, Expectation
from tools.instruments.code.programs import Example, Piece
from tools.records import Block, Span

_SHOWS = (
    r"(?:outputs?|prints?|printed|shows?|displays?|writes?|gives?|yields?|produces?|results?|returns?|get|see|reads?|says|ausgabe|ergebnis"
    r"|ergibt|druckt|gibt|zeigt|schreibt|liefert|erhält|erhalten|sieht|erscheint|sortie|affiche|imprime|donne|produit|obtient|voit|résultat"
    r"|salida|imprime|muestra)"
)
_LABEL = re.compile(rf"^\W*(?:[\w'’`.()]+\s+){{0,7}}?{_SHOWS}\b(?:\s+[\w'’`.()]+){{0,5}}\s*\W*$", re.I)
#: Words by which a label says that something else is shown than what the code printed.
_ELSE = re.compile(
    r"\b(?:if|when|unless|would|could|might|may|should|not|never|instead|expect\w*|want\w*|like|similar|look\w*|something|file|before|once"
    r"|wenn|falls|würde|könnte|sollte|nicht|nie|statt|erwart\w*|etwa|ähnlich|datei|si|pas|jamais|devrait|pourrait|attend\w*|fichier"
    r"|environ)\b",
    re.I,
)
_PLAIN = {"", "text", "output", "console", "plain", "plaintext", "none", "out", "txt", "stdout", "log"}


def of_session(piece: Piece, following: Block | None, text: str) -> Iterator[Expectation]:
    """What a session shows after its prompts; an output block after the last prompt belongs to it."""
    for position, example in enumerate(piece.examples):
        want, span = example.want, None
        if want.strip():
            span = piece.lines_span(example.want_line, example.want_line + want.rstrip("\n").count("\n"))
        elif position == len(piece.examples) - 1 and following is not None:
            want, span = text[following.span.start : following.span.end], following.span
        if span is not None and re.sub(r"(?m)^\s*#.*$", "", want).strip():
            yield _wanted(piece, example, want, span)


def _wanted(piece: Piece, example: Example, want: str, span: Span) -> Expectation:
    want = "\n".join(re.sub(r"\s{2,}# .*$", "", line) for line in want.split("\n") if not re.match(r"\s*#", line))
    error = error_shown(want)
    if error is not None:
        return Expectation(piece.number, example.line, "raises", error, span, True, "session")
    return Expectation(piece.number, example.line, "output", want.strip("\n"), span, True, "session")


def error_shown(output: str) -> str | None:
    """The exception class that an output ends with, "" for a traceback without one, None where it shows none."""
    names = re.findall(rf"^\s*(?:[\w.]+\.)?({ERROR})(?::|\s*$|\s*\n)", output, re.M)
    if names:
        return str(names[-1])
    return "" if "Traceback (most recent call last)" in output else None


def is_label(words: str) -> bool:
    """Whether a line announces what the code before it printed: "Output:", "It prints", "Das Programm gibt aus:"."""
    return len(words) < 90 and _LABEL.match(words) is not None and _ELSE.search(re.sub(r"`[^`]*`", "", words)) is None


def following_output(piece: Piece, blocks: tuple[Block, ...], taken: set[int], text: str) -> Block | None:
    """The output block that stands directly after a piece, over a label such as "Output:"."""
    index = piece.index + 1
    if index < len(blocks) and blocks[index].kind == "prose" and is_label(text[blocks[index].span.start : blocks[index].span.end]):
        index += 1
    if index >= len(blocks) or index in taken:
        return None
    block = blocks[index]
    words = text[block.span.start : block.span.end]
    if re.match(r"\s*[$#>]\s", words):
        return None
    plain = block.kind == "code" and (block.language or "") in _PLAIN
    return block if block.kind == "output" or plain else None


def of_output(piece: Piece, block: Block, text: str) -> Iterator[Expectation]:
    """What an output block says that the piece before it printed."""
    words = text[block.span.start : block.span.end]
    error = error_shown(words)
    if error is not None:
        yield Expectation(piece.number, 0, "raises", error, block.span, True, "output")
    elif normal(words):
        yield Expectation(piece.number, 0, "output", words, block.span, True, "output")
