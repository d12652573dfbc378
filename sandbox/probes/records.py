"""What a probe is, and what comes of it.

A probe is one question of mechanism put to the installed packages. Its program is ours; what a chapter contributes is parameters
alone, each within bounds. Its result is data from the sandbox: a statement made of it carries figures from there, so that whoever
takes it into a report treats it as outside text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from sandbox.records import Json

Relation = Literal["SUPPORTS", "CONTRADICTS", "QUALIFIES"]
Verdict = Literal["supported", "contradicted", "qualified", "outdated"]
Kind = Literal["int", "ints", "float", "floats", "bool", "text", "texts", "object", "objects"]


class ProbeError(Exception):
    """A probe cannot be read or fed: its file, its parameters or its result do not have the promised form."""


class Searched(Protocol):
    """A pattern, or several that stand for one."""

    def search(self, string: str, /) -> re.Match[str] | None:
        """Where it is found first, None where it is not."""
        ...


@dataclass(frozen=True)
class Reading:
    """Which sentences of a book an observation confirms or refutes.

    pattern: searched in one statement of a chapter, case-insensitively; it is narrow, since a wrong contradiction costs more than a miss.
    summary: one sentence for the author. context: where given, searched in the statement and what stands around it; it has to occur.
    unless: where given, searched in what stands before the statement; it must not occur.
    alone: it speaks of one property, so that it takes nothing from what another reading says of another one in the same statement.
    """

    pattern: Searched
    relation: Relation
    summary: str
    verdict: Verdict
    context: Searched | None = None
    unless: re.Pattern[str] | None = None
    alone: bool = False


@dataclass(frozen=True)
class Observation:
    """One thing that a result shows.

    statement: in our words, with the figures. pointer: JSON pointer into the result. value: what stands there.
    """

    statement: str
    pointer: str
    value: Json
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class Parameter:
    """One input of a probe.

    bounds: for numbers, lowest and highest value, both allowed; a list may hold at most `most` of them.
    choices: the values allowed where they are few. column: regexes of table headers whose column can supply a list, best first.
    keywords: names of settings, in calls and assignments of the chapter, that can supply the value.
    call: regex of the call whose first setting counts where the chapter gives several; empty where several mean the default.
    matches: regex whose first group, wherever the chapter's text has it, supplies a list of texts.
    """

    kind: Kind
    default: Json
    bounds: tuple[float, float] | None = None
    description: str = ""
    choices: tuple[Json, ...] = ()
    most: int = 64
    column: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    call: str = ""
    matches: str = ""


@dataclass(frozen=True)
class ChapterFacts:
    """What a chapter gives to the probes: its text, its table columns by header, its settings by name ({"dynamic": False})."""

    text: str
    columns: Mapping[str, list[float]] = field(default_factory=dict)
    keywords: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Probe:
    """One small experiment.

    success, failure: what would settle the question either way, fixed before any run.
    triggers: regexes of what a chapter names; one match makes the probe relevant.
    script: a standalone program that reads inputs.json and writes result.json in its working folder.
    seconds: wall-clock limit. read: what a result shows; the same result always gives the same observations.
    general: it answers questions put to it by parameters alone and is never relevant by itself.
    cost: an estimate of its wall-clock time in seconds on an idle core, for a planner that has a budget.
    """

    name: str
    question: str
    success: str
    failure: str
    triggers: tuple[str, ...]
    parameters: Mapping[str, Parameter]
    script: str
    read: Callable[[Mapping[str, Any]], tuple[Observation, ...]]
    packages: tuple[str, ...] = ("torch",)
    seconds: int = 120
    general: bool = False
    cost: float = 5.0


def at(result: Any, pointer: str) -> Json:
    """What stands at a JSON pointer; LookupError where nothing does."""
    value: Json = result
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            value = value[int(key)]
        elif isinstance(value, dict):
            value = value[key]
        else:
            raise LookupError(f"nothing stands at {pointer}")
    return value
