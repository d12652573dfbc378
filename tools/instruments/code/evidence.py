"""How what a run gave is handed on: figures with their pointers, texts cut to a line, the limits of every run."""

from __future__ import annotations

import re
from typing import Any

from tools.records import MeasuredEvidence, Relation

LIMITS = "Shown for the experiment environment's versions, in one namespace and in the order of the text."


def shortened(text: str, most: int = 160) -> str:
    """The text on one line, cut where it is long."""
    line = re.sub(r"\s+", " ", text).strip()
    return line if len(line) <= most else line[: most - 1] + "…"


def evidence(run: str, relation: Relation, pointer: str, value: Any) -> MeasuredEvidence:
    """A figure of a run, a long text cut."""
    kept = value[:1000] if isinstance(value, str) and len(value) > 1000 else value
    return MeasuredEvidence(relation=relation, run=run, field=pointer, value=kept)
