"""Chapters laid out by hand from a small Markdown (fences, headings, pipes), and a plain runner for runs that are wanted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from prompts.trust import Untrusted
from tools.records import Block, Chapter, CodeLine, Examination, Facts, Finding, Instrument, Row, RunOutcome, RunWanted, Span, Table

FACTS = Facts(packages=None, experiments=True, today="2026-01-31")


def lines_of(text: str, start: int, end: int) -> tuple[CodeLine, ...]:
    lines = []
    for match in re.finditer(r"[^\n]*\n|[^\n]+$", text[start:end]):
        line = match.group().rstrip("\n")
        depth = (len(line) - len(line.lstrip(" "))) // 4
        begin = start + match.start() + 4 * depth
        lines.append(CodeLine(span=Span(start=begin, end=start + match.start() + len(line)), indent=depth))
    return tuple(lines)


def table_of(text: str, start: int, end: int) -> Table:
    rows = []
    for match in re.finditer(r"[^\n]+", text[start:end]):
        if re.fullmatch(r"[|\s:-]+", match.group()):
            continue
        cells = []
        for cell in re.finditer(r"[^|]+", match.group()):
            words = cell.group().strip()
            if words:
                begin = start + match.start() + cell.start() + cell.group().index(words)
                cells.append(Span(start=begin, end=begin + len(words)))
        rows.append(Row(span=Span(start=start + match.start(), end=start + match.end()), cells=tuple(cells)))
    return Table(header=rows[0].cells if rows else (), rows=tuple(rows[1:]))


def blocks_of(text: str, flattened: bool = False) -> tuple[Block, ...]:
    """Fenced blocks are code (```output: output), lines of pipes tables, `#` headings, the rest prose by paragraph."""
    blocks: list[Block] = []
    pattern = re.compile(
        r"^```(?P<lang>\w*)\n(?P<code>.*?)^```$"
        r"|^(?P<head>#{1,6} [^\n]+)$|^(?P<table>(?:\|[^\n]*\n?)+)|^(?P<prose>(?:(?!```|#{1,6} |\|)[^\n]+\n?)+)",
        re.M | re.S,
    )
    for match in pattern.finditer(text):
        kind = next(k for k in ("code", "head", "table", "prose") if match.group(k) is not None)
        start, end = match.span(kind)
        end = start + len(text[start:end].rstrip())
        if end <= start:
            continue
        span = Span(start=start, end=end)
        if kind == "code":
            language = match["lang"] or None
            if language == "output":
                blocks.append(Block(kind="output", span=span))
            else:
                blocks.append(Block(kind="code", span=span, language=language, flattened=flattened, lines=lines_of(text, start, end)))
        elif kind == "table":
            blocks.append(Block(kind="table", span=span, table=table_of(text, start, end)))
        else:
            blocks.append(Block(kind="heading" if kind == "head" else "prose", span=span))
    return tuple(blocks)


def chapter_of(text: str, *, whole: bool = True, number: str | None = None, flattened: bool = False) -> Chapter:
    return Chapter(
        document="pack", offset=0, text=Untrusted(text, "pack"), whole=whole, title=Untrusted("A chapter", "pack"), number=number,
        blocks=blocks_of(text, flattened),
    )  # fmt: skip


def run(wanted: RunWanted, folder: Path, python: str = sys.executable) -> RunOutcome:
    """The run in a plain interpreter, in an empty folder, as the sandbox would hand it over."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "main.py").write_text(wanted.script, encoding="utf-8")
    (folder / "inputs.json").write_text(json.dumps(wanted.inputs), encoding="utf-8")
    variables = {"PATH": os.environ["PATH"], "HOME": str(folder), "OMP_NUM_THREADS": "1", "LANG": "C.UTF-8"}
    done = subprocess.run(
        [python, "main.py"], cwd=folder, env=variables, capture_output=True, text=True, timeout=wanted.seconds + 30, check=False
    )
    result = folder / "result.json"
    ran = done.returncode == 0 and result.exists()
    return RunOutcome(
        key=wanted.key, state="ran" if ran else "failed", reason="" if ran else done.stderr[-2000:],
        result=json.loads(result.read_text(encoding="utf-8")) if ran else None,
        stdout=Untrusted(done.stdout, "sandbox"), stderr=Untrusted(done.stderr, "sandbox"),
    )  # fmt: skip


def examined(instrument: Instrument, chapter: Chapter, folder: Path, facts: Facts = FACTS, python: str = sys.executable) -> Examination:
    """All that an instrument says of a chapter, with its runs done."""
    first = instrument.examine(chapter, facts)
    findings, gaps = list(first.findings), list(first.gaps)
    for number, wanted in enumerate(first.runs):
        outcome = run(wanted, folder / f"run{number}", python)
        assert outcome.state == "ran", outcome.reason
        more = instrument.read(wanted, outcome, chapter, facts)
        findings += more.findings
        gaps += more.gaps
    return Examination(findings=tuple(findings), gaps=tuple(gaps), runs=first.runs)


def alarms(examination: Examination) -> list[Finding]:
    """Findings that speak against the text."""
    return [f for f in examination.findings if f.verdict != "supported"]
