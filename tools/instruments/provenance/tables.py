"""Tables and outputs that print figures of a run.

One is taken for a measurement only where its columns carry a unit of performance, its figures are not round, and the words about
it speak of a run; tables of arithmetic, of data sets, of examples or of what the chapter's own code prints are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.provenance.figures import numbers_of
from tools.layout import sentences
from tools.records import Block, Span

_UNIT = re.compile(
    r"\b(?:ms|µs|us|ns|msec|seconds?|secs?|sekunden?|secondes?|latency|latenz|latence|throughput|durchsatz|débit|tokens?/s|tok/s|it/s"
    r"|req/s"
    r"|rps|qps|ops/s|fps|speed-?up|beschleunigung|accélération|runtime|wall(?:[- ]clock)?(?: time)?|laufzeit|elapsed|dauer|durée"
    r"|temps d'exécution|peak memory|memory|speicher|mémoire|MB|MiB|GB|GiB|Mo|Go|RSS|G?FLOPS|TFLOPS|accuracy|genauigkeit|perplexity"
    r"|p50|p95|p99"
    r"|compile time|training time|trainingszeit|inference)\b|\((?:s|ms|µs|us|ns)\)",
    re.I,
)
_TIMED = re.compile(r"(?<![\w.,])\d+[.,]\d+\s*(?:ms|µs|us|ns|s|sec|seconds|sekunden|secondes|GB|MB|MiB|GiB|Go|Mo)\b|±\s*\d", re.I)
_WHOLE_TIMED = re.compile(r"(?<![\w.,])\d*[1-9]\s*(?:ms|µs|us|ns|s|sec|seconds|sekunden|secondes|min)\b", re.I)
_RAN = re.compile(
    r"\b(?:measure[sd]?|measurements?|measuring|benchmark\w*|timed|timings?|profil\w+|took|takes|slower|faster|sped|speed|ran|re-?run"
    r"|run|runs|trained|training run|compil\w+|eager|cold|warm"
    r"|gemessen|messung\w*|maß|maßen|lief|läuft|brauchte|braucht|dauerte|dauert|schneller|langsamer|trainiert\w*|laufzeit\w*"
    r"|mesur\w+|chronométr\w+|exécution\w*|exécuté\w*|tourn(?:e|ait|é)\w*|duré|pris|rapide\w*|lente?s?|entraîné\w*)\b",
    re.I,
)
_CLOCKED = re.compile(
    r"\b(?:measure[sd]?|measurements?|measuring|benchmark\w*|timed|timings?|timeit|profil\w+|took|takes|slower|faster|sped|speed"
    r"|gemessen|messung\w*|maß|maßen|brauchte|braucht|dauerte|dauert|schneller|langsamer|laufzeit\w*"
    r"|mesur\w+|chronométr\w+|duré|pris|rapide\w*|lente?s?)\b",
    re.I,
)
_BY_TOOLS = re.compile(
    r"^.*\b(?:finished|downloaded|fetched|passed|failed|done|built|compiled|installed|completed|resolved|ran \d+ tests?)\b.* in .*$",
    re.I | re.M,
)
_COMPARED = re.compile(
    r"\b(?:we|i)\s+(?:\w+\s+){0,2}(?:measured|timed|ran|compared|benchmarked|profiled|clocked)\b"
    r"|\b(?:wir|ich)\s+haben?\b.{0,120}\b(?:gemessen|verglichen|laufen lassen|getestet)\b|\bhaben wir\b.{0,120}\b(?:gemessen"
    r"|verglichen)\b"
    r"|\b(?:wir|ich)\s+(?:maßen|verglichen)\b|\b(?:nous avons|j['’]ai)\s+(?:\w+\s+)?(?:mesuré|chronométré|comparé|exécuté|lancé)\b"
    r"|\b(?:measured|timed|benchmarked) (?:over|in|with|on)\b|\bgemessen\b|\bmesurée?s?\b",
    re.I,
)
_MADE_UP = re.compile(
    r"\b(?:suppose|imagine|hypothetical\w*|illustrat\w+|fictitious|made[- ]up|invented|toy numbers|pretend|assume|assuming|let us say"
    r"|let's say|say,|for the sake of|schematic\w*|not measured"
    r"|estimate[sd]?|theoretical\w*|budget\w*|back-of-the-envelope|formula|computed from|calculated|deadline|target|requirement\w*"
    r"|specification|data ?sheet|vendor|nominal"
    r"|angenommen|erfunden\w*|beispielhaft\w*|fiktiv\w*|hypothetisch\w*|theoretisch\w*|geschätzt\w*|berechnet\w*|vorgabe\w*"
    r"|datenblatt\w*|according to|laut|published|reported (?:by|in)|typical|order of magnitude|größenordnung\w*"
    r"|supposons|imaginons|hypothétique\w*|théorique\w*|estimé\w*|calculé\w*|inventé\w*|selon|d'après|constructeur"
    r"|ordre de grandeur)\b",
    re.I,
)
_DECIMAL = re.compile(r"(?<![\w.,])\d+[.,]\d+(?![\w.,]*\d)")
_NO_SHARE = re.compile(rf"(?P<figure>{_DECIMAL.pattern})(?!\s*%)")
_LONGEST = 2500  # characters: what is longer is no table, but text that was taken for one


def measured(blocks: tuple[Block, ...], text: str) -> Iterator[Span]:
    """The tables and outputs that print figures of a run, each with the sentence that announces it."""
    printed = numbers_of("\n".join(text[b.span.start : b.span.end] for b in blocks if b.kind == "code"))
    kept: Span | None = None
    for index, block in enumerate(blocks):
        if not _is_measurement(index, blocks, text) or _is_printed(block, text, printed):
            continue
        if kept is not None and not re.search(r"\w", text[kept.end : block.span.start]):
            kept = Span(start=kept.start, end=block.span.end)
            continue
        if kept is not None:
            yield kept
        kept = Span(start=_announced(index, blocks, text), end=block.span.end)
    if kept is not None:
        yield kept


def _is_measurement(index: int, blocks: tuple[Block, ...], text: str) -> bool:
    """Whether a block prints figures of a run."""
    block = blocks[index]
    words = text[block.span.start : block.span.end]
    near = _near(index, blocks, text)
    if block.kind not in ("table", "output") or len(words) > _LONGEST or _MADE_UP.search(near):
        return False
    if len(_WHOLE_TIMED.findall(words)) >= 3 and _COMPARED.search(near):
        return True
    if block.kind == "output":
        return bool(_TIMED.search(_BY_TOOLS.sub("", words)) and _CLOCKED.search(near))
    if not _RAN.search(near + words):
        return False
    if block.table is None:
        return False
    head = " ".join(text[s.start : s.end] for s in block.table.header)
    figures = [text[c.start : c.end] for row in block.table.rows for c in row.cells]
    return len([f for f in figures if _DECIMAL.search(f)]) >= 2 and bool(_UNIT.search(head) or len(_TIMED.findall(words)) >= 2)


def _is_printed(block: Block, text: str, printed: set[str]) -> bool:
    """Whether half of a table's decimal figures stand in the chapter's code, so that they are results of it and not measured."""
    if block.kind != "table":
        return False
    figures = {m["figure"].replace(",", ".") for m in _NO_SHARE.finditer(text[block.span.start : block.span.end])}
    return bool(figures) and 2 * len(figures & printed) >= len(figures)


def _announced(index: int, blocks: tuple[Block, ...], text: str) -> int:
    """Where the sentence begins that announces a block as measured, or the block itself."""
    block = blocks[index]
    before = blocks[index - 1] if index else None
    if before is None or before.kind != "prose":
        return block.span.start
    spans = sentences(text, before.span)
    last = text[spans[-1].start : spans[-1].end] if spans else ""
    return spans[-1].start if _COMPARED.search(last) and len(last) < 300 else block.span.start


def _near(index: int, blocks: tuple[Block, ...], text: str) -> str:
    parts = []
    for step in (index - 1, index + 1):
        if 0 <= step < len(blocks) and blocks[step].kind in ("prose", "heading", "quote"):
            passage = text[blocks[step].span.start : blocks[step].span.end]
            parts.append(passage[-500:] if step < index else passage[:500])
    return "\n".join(parts) + "\n"
