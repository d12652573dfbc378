"""How often a chapter's own code compiles with torch, held against every count and every call that its sentences and tables speak of.

scene.py      what is compiled and called, in the code and in the words beside it
spoken.py     what sentences say of compilations
inside/       the program that runs in the sandbox and counts the graphs
judge.py      the claims against the counts
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from pydantic import JsonValue

from prompts.trust import derived, measure
from tools.instruments.code.programs import pieces_of
from tools.instruments.code.prose import sentences
from tools.instruments.compilations.judge import NAME, Counted, findings
from tools.instruments.compilations.scene import Scene, series_of
from tools.instruments.compilations.spoken import Said, said
from tools.records import Chapter, Examination, Facts, Gap, RunOutcome, RunWanted, Span

KEY = "compilations:chapter"
SECONDS = 120
_SPOKEN = re.compile(r"compil|kompil|übersetz|graph|recompil|cache|backend", re.IGNORECASE)


class Compilations:
    """Asks for one run of the chapter's code, where sentences or tables say something of its compilations."""

    name = NAME

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        if not facts.experiments or facts.packages is None or facts.packages.distribution_of("torch") is None:
            return Examination()
        text = measure(chapter.text)
        if "torch.compile" not in text or _SPOKEN.search(text) is None:
            return Examination()
        scene = _scene(chapter, text)
        series = series_of(scene, chapter, text)
        if not (series or scene.pieces) or not (any(s.rows for s in series) or claims(scene, chapter, text)):
            return Examination()
        inputs: dict[str, JsonValue] = {
            "pieces": [{"id": piece.number, "source": piece.source} for piece in scene.pieces],
            "series": [{"id": s.id, "after": s.after, "setup": s.setup, "calls": list(s.calls)} for s in series],
        }
        wanted = RunWanted(
            key=KEY, instrument=NAME, question="How many graphs do the chapter's own calls make, call by call?",
            success="Every count and every call that the text speaks of is as counted.", failure="One of them differs.",
            script=_script(), inputs=inputs, packages=("torch",), seconds=SECONDS,
        )  # fmt: skip
        return Examination(runs=(wanted,))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        text = measure(chapter.text)
        scene = _scene(chapter, text)
        result = outcome.result
        if outcome.state != "ran" or not isinstance(result, dict) or not {"steps", "series", "raised", "printed"} <= set(result):
            what = derived(f"the compilations of the chapter's code were not counted: {outcome.reason or outcome.state}")
            return Examination(gaps=(Gap(instrument=NAME, span=None, what=what, remedy="run the code with a counting backend by hand"),))
        counted = Counted(scene, series_of(scene, chapter, text), result)
        return Examination(findings=tuple(findings(claims(scene, chapter, text), counted, wanted.key)))


def _scene(chapter: Chapter, text: str) -> Scene:
    pieces = [piece for piece in pieces_of(chapter.blocks, text) if piece.problem is None and piece.mode == "program" and not piece.partial]
    return Scene(tuple(pieces))


def claims(scene: Scene, chapter: Chapter, text: str) -> list[Said]:
    """What all sentences say."""
    functions = frozenset(scene.functions) | frozenset(scene.functions.values())
    return [
        claim
        for block in chapter.blocks
        if block.kind in ("prose", "quote")
        for begin, part in sentences(text, block.span)
        for claim in said(text, Span(start=begin, end=begin + len(part)), functions)
    ]


@cache
def _script() -> str:
    return resources.files("tools.instruments.compilations.inside").joinpath("counting.py").read_text(encoding="utf-8")
