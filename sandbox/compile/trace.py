"""A reader of torch's structured trace (TORCH_TRACE): guards, graphs and reasons by the compilation that they belong to.

A trace is lines of a header, a place and JSON; a payload follows on lines that begin with a tab. What is not of this form is passed over
and counted. It is data from the sandbox: every text that comes out of it is `Untrusted`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from prompts.trust import Untrusted

ORIGIN = "sandbox"
_LINE = re.compile(rb"^[VIWEC]\d{4} \S+ \d+ [^\]]{1,300}\] (\{.*\})$")
_GUARD = re.compile(r"\+- ([A-Z][A-Z_]*(?:: .*)?)$")
# The address of an object, which no two runs share.
_ADDRESS = re.compile(r"\b(?:0x[0-9a-f]{6,}|\d{11,})\b")
_MOST_GUARDS = 64
_MOST_TEXT = 2000


@dataclass(frozen=True)
class Traced:
    """What the trace tells of one compilation. graphs: captured. guards: the words of each, at most 64, addresses left out. breaks: the
    reason of each place at which its graph broke, some of which torch's own counter leaves out."""

    compile_id: str
    graphs: int = 0
    guards: tuple[Untrusted, ...] = ()
    breaks: tuple[Untrusted, ...] = ()
    recompile_reasons: tuple[Untrusted, ...] = ()


@dataclass(frozen=True)
class Trace:
    """compilations by id. unread: lines that are no entry of a trace."""

    compilations: dict[str, Traced]
    unread: int

    @property
    def graphs(self) -> int:
        return sum(each.graphs for each in self.compilations.values())


def read(data: bytes) -> Trace:
    """The trace of one process; a broken one gives what can be read of it."""
    gathered: dict[str, dict[str, list[str]]] = {}
    unread = 0
    for entry, payload in _entries(data):
        if entry is None:
            unread += 1
            continue
        kind = _kind(entry)
        if kind is None:
            continue
        where = f"{entry.get('frame_id')}/{entry.get('frame_compile_id')}"
        gathered.setdefault(where, {"graph": [], "guards": [], "break": [], "recompile": []})[kind].append(payload)
    return Trace({where: _traced(where, parts) for where, parts in gathered.items()}, unread)


def _kind(entry: dict[str, Any]) -> str | None:
    if "dynamo_output_graph" in entry:
        return "graph"
    if "dynamo_cpp_guards_str" in entry:
        return "guards"
    artifact = entry.get("artifact")
    name = artifact.get("name") if isinstance(artifact, dict) else None
    return {"dynamo_graph_break_reason": "break", "recompile_reasons": "recompile"}.get(str(name))


def _traced(where: str, parts: dict[str, list[str]]) -> Traced:
    # A frame that is traced again after a break writes its guards once for each attempt that went through.
    guards = [match[1] for line in parts["guards"][-1].splitlines() if (match := _GUARD.search(line.strip()))] if parts["guards"] else []
    return Traced(
        where,
        len(parts["graph"]),
        tuple(_text(_ADDRESS.sub("(address)", guard.partition("  #")[0].strip())) for guard in guards[:_MOST_GUARDS]),
        tuple(_text(reason) for reason in _breaks(parts["break"])),
        tuple(_text(reason) for told in parts["recompile"] for reason in _listed(told)),
    )


def _listed(payload: str) -> list[str]:
    """The reasons of one recompilation: a JSON list, or plain words."""
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        return [payload.strip()]
    return [str(each).partition("  #")[0].strip() for each in found] if isinstance(found, list) else [payload.strip()]


def _breaks(told: list[str]) -> list[str]:
    """Each place of the code once: torch writes a reason anew with every attempt, and some of them in two forms."""
    reasons = [reason.partition("\nUser code traceback:")[0].strip() for reason in told]
    placed = {reason.partition("\n")[0]: reason for reason in reasons if reason.startswith("Graph break in user code")}
    return list(placed.values()) or reasons[:1]


def _entries(data: bytes) -> Iterator[tuple[dict[str, Any] | None, str]]:
    """Each entry with its payload; None for a line that is neither."""
    entry: dict[str, Any] | None = None
    payload: list[str] = []
    begun = False
    for line in data.splitlines():
        if line.startswith(b"\t"):
            payload.append(line[1:].decode("utf-8", errors="replace"))
            continue
        if begun:
            yield entry, "\n".join(payload)
        entry, payload, begun = _entry(line), [], True
    if begun:
        yield entry, "\n".join(payload)


def _entry(line: bytes) -> dict[str, Any] | None:
    match = _LINE.match(line)
    if match is None:
        return None
    try:
        found = json.loads(match[1])
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _text(text: str) -> Untrusted:
    return Untrusted(text[:_MOST_TEXT], ORIGIN)
