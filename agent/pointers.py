"""JSON pointers (RFC 6901): how a figure is named within the result of a run."""

from __future__ import annotations

from pydantic import JsonValue


class Missing(LookupError):
    """Nothing stands at that pointer."""


def resolve(value: JsonValue, pointer: str) -> JsonValue:
    """What stands at the pointer; raises Missing where nothing does."""
    if pointer == "":
        return value
    if not pointer.startswith("/"):
        raise Missing(f"{pointer!r} is no JSON pointer")
    for token in pointer[1:].split("/"):
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            raise Missing(f"nothing stands at {pointer!r}")
    return value
