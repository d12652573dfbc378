"""How a probe's program is put together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

_HERE = Path(__file__).parent
_PARTS = {
    "torch": ("harness.py", "harness_torch.py"),
    "any library": ("harness.py", "expressions.py", "harness_library.py"),
    "any interpreter": ("harness.py",),
}
_TIES = re.compile(r"^from sandbox\.probes\.\w+ import .*\n|^from __future__ import annotations\n", re.MULTILINE)


def program(code: str, on: Literal["torch", "any library", "any interpreter"] = "torch") -> str:
    """A standalone program: what every probe on this library begins with, then the probe's own code."""
    parts = ["from __future__ import annotations"]
    for name in _PARTS[on]:
        parts.append(f"# ---- {name} ----\n\n{_code(name)}")
    return "\n\n".join(part.strip("\n") for part in [*parts, "# ---- the probe itself ----", code]) + "\n"


def _code(name: str) -> str:
    """The text of a part without its docstring and without what ties it to its neighbours, which stand above it in the program."""
    text = (_HERE / name).read_text(encoding="utf-8")
    return _TIES.sub("", text.split('"""', 2)[2]).strip("\n")
