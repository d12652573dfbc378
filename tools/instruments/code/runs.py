"""The result of `inside_run.py`, read with care: what a piece did in every run alike, and where in the result it stands."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tools.instruments.code.programs import Piece, bound_by, read_by


@dataclass(frozen=True)
class Figure:
    """A value of the result with its JSON pointer."""

    pointer: str
    value: Any


@dataclass(frozen=True)
class Runs:
    """The runs of one outcome, the first of them plain. unsure: numbers of pieces whose figures rest on something that failed."""

    runs: tuple[dict[str, Any], ...]
    unsure: frozenset[int] = field(default=frozenset())

    @staticmethod
    def of(result: Any, pieces: tuple[Piece, ...], skipped: frozenset[int]) -> Runs | None:
        """The runs of a result, None where it has not the form that the script writes."""
        runs = result.get("runs") if isinstance(result, dict) else None
        if not isinstance(runs, list) or not runs or not all(isinstance(r, dict) and isinstance(r.get("pieces"), list) for r in runs):
            return None
        plain = Runs(tuple(runs))
        return Runs(tuple(runs), plain._unsure(pieces, skipped))

    def _unsure(self, pieces: tuple[Piece, ...], skipped: frozenset[int]) -> frozenset[int]:
        lost: set[str] = set()
        unsure: set[int] = set()
        for piece in pieces:
            if piece.number in skipped:
                lost |= piece.binds | piece.touches
                continue
            if "*" in lost or piece.needs & lost or piece.partial:
                unsure.add(piece.number)
                lost |= piece.binds | piece.touches
            lost |= self._not_reached(piece) | piece.stubs
        return frozenset(unsure)

    def _not_reached(self, piece: Piece) -> frozenset[str]:
        record = self.record(piece.number)
        if record is None:
            return piece.binds | piece.touches
        if record.get("error") is None and not record.get("timeout"):
            return frozenset()
        done = {s["line"] for s in record["statements"] if s.get("error") is None}
        missed = [n for n in piece.tree.body if n.lineno not in done]
        stars = any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in missed)
        return frozenset({"*"} if stars else ()).union(*(bound_by(n) | (read_by(n) & piece.touches) for n in missed))

    def position(self, number: int, run: int = 0) -> int | None:
        if run >= len(self.runs):
            return None
        return next((i for i, p in enumerate(self.runs[run]["pieces"]) if p.get("id") == number), None)

    def record(self, number: int, run: int = 0) -> dict[str, Any] | None:
        """What one run wrote of a piece, None where it never came to it."""
        position = self.position(number, run)
        return None if position is None else self.runs[run]["pieces"][position]

    def figure(self, number: int, read: Callable[[dict[str, Any]], tuple[str, Any] | None], first: int = 0) -> Figure | None:
        """The figure that `read` takes from a piece's record, where all complete runs agree on it."""
        found: list[tuple[str, Any]] = []
        for run in range(first, len(self.runs)):
            record = self.record(number, run)
            if record is None:
                return None
            value = read(record)
            if value is None:
                return None
            found.append(value)
        if not found or any(v[1] != found[0][1] for v in found):
            return None
        return Figure(f"/runs/{first}/pieces/{self.position(number, first)}{found[0][0]}", found[0][1])

    def in_statement(self, number: int, line: int, key: str) -> Figure | None:
        """A field of the statement that begins on a line or covers it."""

        def read(record: dict[str, Any]) -> tuple[str, Any] | None:
            for position, entry in enumerate(record["statements"]):
                if entry["line"] <= line <= entry["end"]:
                    value: Any = entry
                    for part in key.split("/"):
                        value = value.get(part) if isinstance(value, dict) else None
                    return f"/statements/{position}/{key}", value
            return None

        return self.figure(number, read)

    def error(self, number: int) -> Figure | None:
        """The exception that ended a piece, alike in every run."""

        def read(record: dict[str, Any]) -> tuple[str, Any] | None:
            error = record.get("error")
            return None if error is None else ("/error/type", error["type"])

        return self.figure(number, read)

    def hits(self, number: int) -> dict[int, int]:
        """Line -> times executed, of the traced run."""
        traced = next((r for r in self.runs if r.get("traced")), None)
        lines = {} if traced is None else traced.get("hits", {}).get(f"<piece {number}>", {})
        return {int(k): v for k, v in lines.items()}

    @property
    def complete(self) -> bool:
        return all(r.get("complete") for r in self.runs)
