"""Python that does not parse: a finding where the block is complete and not flattened, else a limitation."""

from __future__ import annotations

import re

from prompts.trust import derived, measure
from tools.instruments.code.expectations import TROUBLE
from tools.instruments.code.programs import PYTHON, Piece
from tools.records import Chapter, Finding, Gap

_CERTAIN = re.compile(
    r"was never closed|unmatched '|does not match opening|expected ':'|Perhaps you forgot a comma|Maybe you meant '=='|unterminated"
    r"|Missing parentheses in call|positional argument follows keyword|keyword argument repeated|unindent does not match|f-string"
    r"|cannot assign to|invalid non-printable|leading zeros|invalid decimal literal|expected 'except'|duplicate argument|invalid syntax"
)
_FRAGMENT = re.compile(
    r"expected an indented block|unexpected indent|unexpected EOF|'return' outside|'yield' outside|'break' outside|'await' outside"
)
#: Four words in a row, none of them Python's, which no line of code holds: prose ran into the block.
_PROSE = re.compile(
    r"(?:(?<![\w.])(?!(?:not|in|is|and|or|if|else|for|from|import|as|with|await|lambda|return|yield|async|def|class|print|del|assert|raise"
    r"|global|nonlocal|while|elif|except)\b)[A-Za-zäöüéèàç]{2,},?[ \t]+){4}"
)
_SIGNATURE = re.compile(r"^\s*(?:class\s+|def\s+)?[\w.]+\(.*\)\s*(?:->\s*[^:]+)?\s*$", re.S)
_PLACEHOLDER = re.compile(r"<[\w .\-]+>|\.\.\.|…|\[\.\.\.\]|^\s*[+-] |^\s*@@|\$\s|\{\{|⋮|│|→", re.M)


def syntax_findings(instrument: str, pieces: tuple[Piece, ...], chapter: Chapter) -> tuple[list[Finding], list[Gap]]:
    """Findings and gaps of the pieces that do not parse."""
    findings, gaps = [], []
    text = measure(chapter.text)
    for piece in pieces:
        if piece.problem is None:
            continue
        if _is_fault(piece, chapter, text):
            findings.append(_finding(instrument, piece, piece.problem))
        else:
            what = derived(f"a block could not be parsed as Python ({piece.problem.msg}), so it was not run")
            remedy = "supply the block with its line ends, or the part that it belongs to"
            gaps.append(Gap(instrument=instrument, span=piece.block.span, what=what, remedy=remedy))
    return findings, gaps


def _is_fault(piece: Piece, chapter: Chapter, text: str) -> bool:
    problem = piece.problem
    if problem is None or piece.block.flattened or (piece.block.language or "").lower() not in PYTHON:
        return False
    if _is_session_like(piece, text) or _PROSE.search(_without_texts(piece.source)):
        return False
    message = problem.msg or ""
    if piece.source.lstrip().startswith(("%%", "!", "$")):
        return False
    if _FRAGMENT.search(message) or not _CERTAIN.search(message) or _PLACEHOLDER.search(piece.source) or _SIGNATURE.match(piece.source):
        return False
    last = piece.index == len(chapter.blocks) - 1
    if last and not chapter.whole:
        return False
    around = text[max(0, piece.block.span.start - 400) : piece.block.span.end + 400]
    return not re.search(r"syntax|parse|Syntaxfehler|Python 2|pseudo", around, re.I) and not TROUBLE.search(
        piece.source.split("#", 1)[-1] if "#" in piece.source else ""
    )


def _is_session_like(piece: Piece, text: str) -> bool:
    """Whether a prompt stands in the block or right before it, so that what follows on its line may be output."""
    start = piece.block.span.start
    return ">>>" in piece.source or ">>>" in text[max(0, start - 5) : start] or re.search(r"\bIn ?\[\d*\]:", piece.source) is not None


def _without_texts(source: str) -> str:
    return re.sub(r"#.*|\"[^\"\n]*\"|'[^'\n]*'", "", source)


def _finding(instrument: str, piece: Piece, problem: SyntaxError) -> Finding:
    line = problem.lineno or 1
    old = "Missing parentheses in call to 'print'" in (problem.msg or "")
    where = piece.source.splitlines()[line - 1].strip() if line <= len(piece.source.splitlines()) else ""
    return Finding(
        instrument=instrument,
        rule="syntax",
        span=piece.span(line),
        kind="api",
        verdict="outdated" if old else "contradicted",
        priority="high",
        response="correction",
        summary=derived(f"This block is not valid Python: line {line}, `{where}`: {problem.msg}."),
        working=(derived(f"ast.parse of the block: SyntaxError at line {line}: {problem.msg}"),),
        limits="" if not piece.magics else "Lines for IPython were left out before parsing.",
    )
