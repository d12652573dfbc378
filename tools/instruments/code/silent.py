"""Faults that raise nothing."""

from __future__ import annotations

from tools.instruments.code.programs import Piece
from tools.records import Chapter, Finding


def static_findings(instrument: str, pieces: tuple[Piece, ...], chapter: Chapter) -> list[Finding]:
    return []
