"""What every probe's program begins with: its inputs, a way to see what is raised, and the result.

Its text stands at the top of each program, so that a program is one file which anyone can run beside an inputs.json.
"""

from __future__ import annotations

import json
import math
import platform
import re
import sys
from pathlib import Path
from typing import Any

INPUTS: dict[str, Any] = json.loads(Path("inputs.json").read_text(encoding="utf-8"))
RAN_ON: dict[str, Any] = {"python": platform.python_version(), "platform": sys.platform, "machine": platform.machine()}


def told(error: Exception) -> str:
    """What an exception says, without the folders of files and cut to 400 characters."""
    return re.sub(r"(?<![:/\w])/(?:[\w.+-]+/)+", "", str(error).strip())[:400]


def attempt(action: Any) -> dict[str, Any]:
    """What came of an action: {"raised": class or None, "message": its first 400 characters}; its value is dropped."""
    try:
        action()
    except Exception as error:  # noqa: BLE001 - which class is raised is the question
        return {"raised": type(error).__name__, "message": told(error)}
    return {"raised": None, "message": ""}


def strict_json(value: Any) -> Any:
    """The value as strict JSON: numbers that JSON lacks become "inf", "-inf" and "nan"."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {str(key): strict_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [strict_json(item) for item in value]
    return value


def finish(result: dict[str, Any]) -> None:
    """Write result.json: the result with the inputs and what it ran on."""
    whole = strict_json({"ran_on": RAN_ON, "inputs": INPUTS, **result})
    Path("result.json").write_text(json.dumps(whole, indent=1, sort_keys=True, allow_nan=False), encoding="utf-8")
