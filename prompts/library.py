"""The prompt files, one a model role, and the one way in which words get into a request.

A file has two parts, divided by a line of three dashes: the instruction, which is sent as it stands, and the data part with its
slots, each on a line of its own ("{{claims}}"). Only the data part has slots, so that nothing from a run, ours or another's, can ever
enter an instruction. A slot takes `Quoted` texts, which are fenced when the request is sent, or plain words of ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from prompts.trust import Untrusted

_FOLDER = Path(__file__).parent / "roles"
_SLOT = re.compile(r"^\{\{([a-z_]+)\}\}$", re.M)


class PromptError(ValueError):
    """A prompt file and what fills it do not fit: a bug of ours."""


@dataclass(frozen=True)
class Quoted:
    """Outside text on its way into a prompt. label: what it is, in plain words of ours ("claim C16", "passage 2 of S4")."""

    label: str
    text: Untrusted


Part = str | Quoted


@dataclass(frozen=True)
class Prompt:
    """instruction: the words of a prompt file alone; parts: the data part, in order."""

    instruction: str
    parts: tuple[Part, ...]


def slots_of(role: str) -> tuple[str, ...]:
    """The names of a prompt file's slots, in order."""
    return tuple(_SLOT.findall(_halves(role)[1]))


def render(role: str, filled: dict[str, tuple[Part, ...]]) -> Prompt:
    """The prompt of a role with its slots filled; each slot exactly once, and nothing beside them."""
    instruction, data = _halves(role)
    names = _SLOT.findall(data)
    if sorted(names) != sorted(filled):
        raise PromptError(f"prompts/roles/{role}.md has the slots {sorted(names)}, given were {sorted(filled)}")
    parts: list[Part] = []
    for index, piece in enumerate(_SLOT.split(data)):
        if index % 2:
            parts.extend(filled[piece])
        elif piece.strip():
            parts.append(piece.strip())
    return Prompt(instruction, tuple(parts))


def _halves(role: str) -> tuple[str, str]:
    return _read(_FOLDER / f"{role}.md", role)


@cache
def _read(path: Path, role: str) -> tuple[str, str]:
    """Instruction and data part of a file, which does not change while a program runs."""
    if not path.is_file():
        raise PromptError(f"there is no prompt file for the role {role}")
    instruction, mark, data = path.read_text(encoding="utf-8").partition("\n---\n")
    if not mark or _SLOT.search(instruction):
        raise PromptError(f"prompts/roles/{role}.md has no line of three dashes, or a slot before it")
    return instruction.strip(), data
