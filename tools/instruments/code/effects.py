"""What the statements of a chapter's pieces do with names, functions that they call included."""

from __future__ import annotations

from dataclasses import replace

from tools.instruments.code.programs import Piece
from tools.instruments.code.scopes import Effect, effect_of


def effects_of(pieces: tuple[Piece, ...]) -> dict[tuple[int, int], Effect]:
    """(piece, line) -> effect of each statement, with what the functions that it calls read."""
    known: dict[str, frozenset[str]] = {}
    found: dict[tuple[int, int], Effect] = {}
    for piece in pieces:
        for effect in map(effect_of, piece.tree.body):
            reads, rest = set(effect.reads), list(effect.reads)
            while rest and not effect.defines:
                more = known.get(rest.pop(), frozenset()) - reads
                reads |= more
                rest += more
            found[piece.number, effect.line] = replace(effect, reads=frozenset(reads))
            if effect.defines:
                known |= dict.fromkeys(effect.binds, effect.reads)
    return found
