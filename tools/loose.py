"""JSON from outside, whose shape may be any: each look-up names the shape it wants and gives nothing where it is not there."""

from __future__ import annotations

import re

from pydantic import JsonValue

from prompts.trust import whole


def at(value: JsonValue, *path: str | int) -> JsonValue:
    """What lies at a path of keys and places, None where it leads nowhere."""
    for step in path:
        if isinstance(step, str):
            value = value.get(step) if isinstance(value, dict) else None
        else:
            value = value[step] if isinstance(value, list) and -len(value) <= step < len(value) else None
    return value


def text(value: JsonValue, *path: str | int) -> str:
    """A string without white space around it, "" where none is there."""
    found = at(value, *path)
    return whole(found.strip()) if isinstance(found, str) else ""


def number(value: JsonValue, *path: str | int) -> int | None:
    found = at(value, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def items(value: JsonValue, *path: str | int) -> list[JsonValue]:
    found = at(value, *path)
    return found if isinstance(found, list) else []


def table(value: JsonValue, *path: str | int) -> dict[str, JsonValue]:
    found = at(value, *path)
    return found if isinstance(found, dict) else {}


def strings(value: JsonValue, *path: str | int) -> list[str]:
    return [whole(found.strip()) for found in items(value, *path) if isinstance(found, str) and found.strip()]


def date(words: str) -> str | None:
    """The day, month or year that an ISO 8601 stamp begins with, None where it is none."""
    match = re.match(r"(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?(?=[T ]|\Z)", words)
    return match.group() if match else None
