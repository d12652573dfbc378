"""How a probe's program is put together."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_HERE = Path(__file__).parent
_TIE = "from sandbox.probes.harness import RAN_ON\n"


def program(code: str, on: Literal["torch", "any library"] = "torch") -> str:
    """A standalone program: what every probe begins with, then the probe's own code."""
    parts = [_text("harness.py"), "# ---- the probe itself ----", code]
    if on == "torch":
        parts.insert(1, _text("harness_torch.py").partition("from __future__ import annotations")[2].replace(_TIE, ""))
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
