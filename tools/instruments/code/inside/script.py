"""The program for the sandbox as one text: the modules of this folder in order, without what they import of each other."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_ORDER = ("accounts", "tracing", "training", "comparing", "arranging", "counting", "asking", "runner", "main")
_OWN_IMPORT = re.compile(r"^from tools\.instruments\.code\.inside\.\w+ import (?:\([^)]*\)|[^\n]*)\n", re.M)


@cache
def inside_script() -> str:
    """The program that runs pieces of a text in the sandbox."""
    folder = resources.files("tools.instruments.code.inside")
    return "\n\n".join(_OWN_IMPORT.sub("", folder.joinpath(f"{name}.py").read_text(encoding="utf-8")) for name in _ORDER)
