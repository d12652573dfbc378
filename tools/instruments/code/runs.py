"""The result of `inside_run.py`, read with care: what a piece did in every run alike, and where in the result it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from tools.instruments.code.effects import effects_of
from tools.instruments.code.programs import Piece
from tools.instruments.code.scopes import Effect
from tools.instruments.code.written import has_form


@dataclass(frozen=True)
class Figure:
    """A value of the result with its JSON pointer."""

    pointer: str
    value: Any


@dataclass(frozen=True)
class Runs:
    """The runs of one outcome, the first of them plain. unsure: numbers of pieces whose figures rest on something that failed;
    unsure_lines: (piece, first line) of statements of other pieces that do."""

    runs: tuple[dict[str, Any], ...]
    unsure: frozenset[int] = field(default=frozenset())
    unsure_lines: frozenset[tuple[int, int]] = field(default=frozenset())
    python: str = ""

    @staticmethod
    def of(result: Any, pieces: tuple[Piece, ...], skipped: frozenset[int]) -> Runs | None:
        """The runs of a result, None where it has not the form that the script writes."""
        if not has_form(result):
            return None
        runs, python = tuple(result["runs"]), str(result["python"])
        return Runs(runs, *Runs(runs, python=python)._unsure(pieces, skipped), python)

    def is_unsure(self, number: int, line: int = 0) -> bool:
        """Whether what a statement did rests on something that failed; of a whole piece where line is 0."""
        if number in self.unsure:
            return True
        return any(n == number and line in (0, at) for n, at in self.unsure_lines)

    def _unsure(self, pieces: tuple[Piece, ...], skipped: frozenset[int]) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
        """The pieces, and the statements of other pieces (by their first lines), that rest on something that failed or was left out."""
        lost: set[str] = set()
        unsure: set[int] = set()
        lines: set[tuple[int, int]] = set()
        effects = effects_of(pieces)
        for piece in pieces:
            if piece.number in skipped or piece.partial or "*" in lost or self.record(piece.number) is None:
                lost |= piece.binds | piece.touches
                unsure.add(piece.number)
                continue
            for effect in (e for (number, _), e in effects.items() if number == piece.number):
                state = self._state(piece, effect)
                if effect.reads & lost and not effect.defines:
                    lines.add((piece.number, effect.line))
                    lost |= effect.binds | effect.changes
                elif state == "done":
                    lost -= effect.binds
                else:
                    lost |= effect.binds | (frozenset() if state == "raised" else effect.changes)
            lost |= piece.stubs
        return frozenset(unsure), frozenset(lines)

    def _state(self, piece: Piece, effect: Effect) -> Literal["done", "raised", "broken", "missed"]:
        """What became of a statement: raised where nothing but itself was under way, broken where code of the text was as well, or where
        it was to change something and never came to it."""
        record = self.record(piece.number) or {}
        entry = next((e for e in record.get("statements", []) if e["line"] == effect.line or e["line"] <= effect.line <= e["end"]), None)
        if entry is None or record.get("timeout"):
            return "missed"
        if entry.get("error") is None:
            return "done"
        if not effect.binds and entry.get("unexpected"):
            return "broken"
        return "raised" if len(entry["error"].get("spots", [])) == 1 and effect.line == effect.end else "broken"

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

    def each(self, number: int, line: int, key: str) -> list[str]:
        """A text of a statement in each run, [] where one run has none."""
        values = []
        for run in range(len(self.runs)):
            record = self.record(number, run) or {}
            entry = next((e for e in record.get("statements", []) if e["line"] <= line <= e["end"]), None)
            if entry is None or not isinstance(entry.get(key), str):
                return []
            values.append(entry[key])
        return values

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
