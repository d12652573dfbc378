"""The instrument `code`: every block of Python parsed, and all of them run in order in one namespace."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from prompts.trust import derived, measure
from tools.instruments.code import expectations, prose, shown, silent
from tools.instruments.code.effects import effects_of
from tools.instruments.code.expectations import Expectation
from tools.instruments.code.failures import IMPORTS, is_known
from tools.instruments.code.inside.script import inside_script
from tools.instruments.code.judge import watch_number
from tools.instruments.code.makeup import makeup_findings
from tools.instruments.code.programs import Piece, pieces_of
from tools.instruments.code.reading import Reader
from tools.instruments.code.runs import Runs
from tools.instruments.code.scopes import Effect
from tools.instruments.code.syntax import syntax_findings
from tools.instruments.code.told import asks, verdicts
from tools.records import Chapter, Examination, Facts, Gap, RunOutcome, RunWanted

KEY = "code:chapter"
SECONDS = 240
CAP = 30


class Code:
    """Parses the code of a chapter, has it run, and holds what comments, outputs and prose say against what it did."""

    name = "code"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        text = measure(chapter.text)
        pieces = pieces_of(chapter.blocks, text)
        made = tuple(makeup_findings(self.name, pieces, chapter))
        if not pieces:
            return Examination(findings=made)
        findings, gaps = syntax_findings(self.name, pieces, chapter)
        findings += [*silent.static_findings(self.name, pieces, chapter), *made]
        runnable = [p for p in pieces if p.problem is None]
        if not runnable:
            return Examination(findings=tuple(findings), gaps=tuple(gaps))
        if not facts.experiments:
            what = derived(f"{len(runnable)} blocks of code were not run: experiments are switched off")
            gaps.append(Gap(instrument=self.name, span=runnable[0].block.span, what=what, remedy="run without --no-experiments"))
            return Examination(findings=tuple(findings), gaps=tuple(gaps))
        return Examination(findings=tuple(findings), gaps=tuple(gaps), runs=(wanted(self.name, pieces, chapter, facts),))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        text = measure(chapter.text)
        pieces = pieces_of(chapter.blocks, text)
        if outcome.state != "ran":
            what = derived(f"the code of the chapter was not run to its end: {outcome.reason or outcome.state}")
            remedy = "have the sandbox work (corrigenda doctor), or run the code by hand"
            return Examination(gaps=(Gap(instrument=self.name, span=None, what=what, remedy=remedy),))
        skipped = frozenset(p.number for p in pieces if p.problem is not None)
        runs = Runs.of(outcome.result, pieces, skipped)
        if runs is None:
            what = derived("the run of the chapter's code left no result that can be read")
            return Examination(gaps=(Gap(instrument=self.name, span=None, what=what, remedy="run the code by hand"),))
        read = Reader(self.name, chapter, pieces, runs, wanted).examination(expected(pieces, chapter))
        told = verdicts.findings(self.name, asks.Teller(pieces, chapter).told(), runs, wanted.key, text)
        return read.model_copy(update={"findings": (*read.findings, *told)})


def expected(pieces: tuple[Piece, ...], chapter: Chapter) -> tuple[Expectation, ...]:
    """All that the chapter says of its code, in order of the pieces."""
    text = measure(chapter.text)
    taken = {p.index for p in pieces}
    found: list[Expectation] = []
    for piece in pieces:
        if piece.problem is not None:
            continue
        found += expectations.of_comments(piece)
        output = shown.following_output(piece, chapter.blocks, taken, text)
        if piece.mode == "session":
            found += shown.of_session(piece, output, text)
        elif output is not None:
            found += shown.of_output(piece, output, text)
    found += prose.of_prose(pieces, chapter)
    return tuple(found)


def wanted(instrument: str, pieces: tuple[Piece, ...], chapter: Chapter, facts: Facts) -> RunWanted:
    """The run of all pieces that parse."""
    said = expected(pieces, chapter)
    runnable = [p for p in pieces if p.problem is None]
    modules = sorted({m for p in runnable for m in imported(p)})
    effects = effects_of(pieces)
    inputs: dict[str, JsonValue] = {
        "pieces": [{**payload(p, said), "effects": effects_as_json(p, effects)} for p in runnable],
        "asks": [asks.payload(each) for each in asks.Teller(pieces, chapter).told()],
        "imports": list(supplied(runnable)),
        "modules": list(modules),
        "cap": CAP,
        "seconds": SECONDS,
    }
    known = [] if facts.packages is None else [facts.packages.distribution_of(m) for m in modules]
    return RunWanted(
        key=KEY,
        instrument=instrument,
        question="Do the code blocks of the chapter run in order in one namespace, and do they do what the text says?",
        success="Every block runs, and each comment, output and sentence about it agrees with what it did in all runs alike.",
        failure="A block raises what the text does not announce, or does something else than the text says.",
        script=inside_script(),
        inputs=inputs,
        packages=tuple(sorted({d for d in known if d})),
        seconds=SECONDS,
    )


def payload(piece: Piece, said: tuple[Expectation, ...]) -> dict[str, JsonValue]:
    """A piece as the script takes it."""
    watches: list[JsonValue] = [
        {"number": watch_number(e), "after": e.line or None, "expression": e.expression, "calls": prose.calls(e.expression)}
        for e in said
        if e.piece == piece.number and e.expression
    ]
    inner: dict[str, JsonValue] = {
        str(e.line): expectations.inner_name(piece, e.line) for e in said if e.piece == piece.number and e.way == "inner"
    }
    failing: list[JsonValue] = list(expectations.failing_lines(piece, said))
    examples: list[JsonValue] = [{"line": e.line, "source": e.source} for e in piece.examples]
    return {
        "id": piece.number, "mode": piece.mode, "source": piece.source, "examples": examples, "failing": failing, "watches": watches,
        "inner": inner,
    }  # fmt: skip


def effects_as_json(piece: Piece, effects: dict[tuple[int, int], Effect]) -> dict[str, JsonValue]:
    """What each statement of a program reads, binds and changes, so that after one that fails those that do not rest on it are run."""
    if piece.mode == "session":
        return {}
    as_json: dict[str, JsonValue] = {}
    for effect in (e for (number, _), e in effects.items() if number == piece.number):
        reads: list[JsonValue] = [*sorted(effect.reads)] if not effect.defines else []
        as_json[str(effect.line)] = [reads, [*sorted(effect.binds)], [*sorted(effect.changes)]]
    return as_json


def imported(piece: Piece) -> frozenset[str]:
    """Top-level modules that a piece imports."""
    names = re.findall(r"^\s*(?:>>> )?(?:import|from)\s+([\w.]+)", piece.source, re.M)
    return frozenset(n.split(".")[0] for n in names if n)


def supplied(pieces: list[Piece]) -> Iterator[JsonValue]:
    """Imports of conventional names that the text takes for granted, each before the first piece that needs it."""
    known: set[str] = set()
    for piece in pieces:
        for name in sorted(piece.needs - known):
            if name in IMPORTS and not is_known(name):
                yield {"before": piece.number, "source": IMPORTS[name]}
                known.add(name)
        known |= piece.binds
