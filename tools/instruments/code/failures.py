"""What an exception that the text does not announce means: a fault of the text, a removed name, or only something that is not here."""

from __future__ import annotations

import builtins
import difflib
import re
import sys
from dataclasses import dataclass
from typing import Any, Literal

from tools.instruments.code.programs import Piece

#: Conventional names of modules, with the import that a text takes for granted.
ALIASES = {
    "np": "import numpy as np",
    "pd": "import pandas as pd",
    "plt": "import matplotlib.pyplot as plt",
    "torch": "import torch",
    "nn": "import torch.nn as nn",
    "F": "import torch.nn.functional as F",
    "optim": "import torch.optim as optim",
    "numpy": "import numpy",
    "pandas": "import pandas",
    "sns": "import seaborn as sns",
    "tf": "import tensorflow as tf",
    "jnp": "import jax.numpy as jnp",
    "jax": "import jax",
    "dt": "import datetime as dt",
}
STANDARD = [
    "math",
    "json",
    "os",
    "sys",
    "re",
    "random",
    "time",
    "itertools",
    "functools",
    "collections",
    "statistics",
    "datetime",
    "string",
    "operator",
    "copy",
    "heapq",
    "bisect",
    "decimal",
    "fractions",
    "pathlib",
    "shutil",
    "tempfile",
    "csv",
    "sqlite3",
    "asyncio",
    "threading",
    "contextlib",
    "dataclasses",
    "typing",
    "enum",
    "textwrap",
    "hashlib",
    "base64",
    "struct",
    "logging",
    "unittest",
    "timeit",
    "inspect",
    "types",
    "abc",
    "io",
    "pickle",
    "subprocess",
    "glob",
    "zlib",
    "secrets",
    "uuid",
    "array",
    "queue",
    "calendar",
    "locale",
    "cmath",
]
IMPORTS = {**ALIASES, **{name: f"import {name}" for name in STANDARD}}

#: Messages that speak of a device, a display, a network, a compiler, files or permissions that a sandbox has not.
_HERE = re.compile(
    r"\bCUDA|NVIDIA|\bcudnn|\bGPUs?\b|\bMPS\b|\bXPU\b|C(?:\+\+|pp) compiler|InvalidCxx|\bg\+\+|\bgcc\b|\bno display|\$DISPLAY|\bTk\b"
    r"|urlopen|name resolution|Connection (?:refused|reset|aborted)|Max retries|\bAPI[ _]key|credential|timed out|permission denied"
    r"|out of memory|No space left|No such file|unable to open database file|readonly database|No time zone found",
    re.I,
)
#: Exceptions that come of what a machine has or has not, whatever the text says.
ENVIRONMENT = {
    "OSError", "EOFError", "MemoryError", "TimeoutError", "KeyboardInterrupt", "SubprocessError", "BackendCompilerFailed", "InductorError",
    "URLError", "HTTPError", "gaierror", "TclError", "BrokenProcessPool", "PicklingError", "UnicodeEncodeError", "ZoneInfoNotFoundError",
}  # fmt: skip
_CALLS = re.compile(
    r"unexpected keyword argument|missing \d+ required|positional arguments? but|takes no arguments|takes no keyword|multiple values for|"
    r"got some positional-only|required positional|takes (?:at (?:most|least)|exactly|from) |is an invalid keyword argument"
)
_GONE = re.compile(r"has no attribute|cannot import name|was removed|deprecated|no longer|expired")
#: Names that the standard library had once, with the release that took them away.
REMOVED = {
    "collections": (
        "Mapping MutableMapping Sequence MutableSequence Iterable Iterator Callable Hashable Set MutableSet Sized Container",
        "3.10",
    ),
    "time": ("clock", "3.8"),
    "inspect": ("getargspec", "3.11"),
    "fractions": ("gcd", "3.9"),
    "asyncio": ("coroutine async", "3.11"),
    "cgi": ("escape", "3.8"),
    "string": ("maketrans letters lowercase uppercase join", "3"),
    "os": ("getcwdu errno popen2", "3"),
    "itertools": ("izip imap ifilter", "3"),
    "sys": ("maxint setdefaultencoding", "3"),
    "random": ("jumpahead", "3"),
    "base64": ("encodestring decodestring", "3.9"),
    "platform": ("linux_distribution dist", "3.8"),
    "math": ("", ""),
}
_PYTHON2 = {"xrange", "raw_input", "unicode", "basestring", "unichr", "reduce", "long", "execfile", "file", "reload"}


@dataclass(frozen=True)
class Failure:
    """kind: fault (of the text), gone (a name that a release took away), here (something that is missing on this machine) or open
    (nothing can be said). why: for the author; remedy: for a gap."""

    kind: Literal["fault", "gone", "here", "open"]
    why: str
    remedy: str = ""


def classify(error: dict[str, Any], piece: Piece, defined: frozenset[str], whole: bool) -> Failure:
    """What an unannounced exception means. defined: every name that the chapter gives a value anywhere; whole: not an excerpt."""
    name, message = str(error["type"]), str(error["message"])
    bases = set(error["bases"])
    if name == "NameError" or name == "UnboundLocalError":
        return _name(error, piece, defined, whole)
    if "ImportError" in bases:
        return _import(name, message, error)
    if name == "SyntaxError" or bases & {"SyntaxError"}:
        return Failure("open", f"this piece cannot be run by itself: {message}", "run it in the place that it is meant for")
    if (bases & ENVIRONMENT and name != "UnsupportedOperation") or _HERE.search(message):
        return Failure(
            "here", f"needs something that the sandbox has not: {name}: {message}", "run it where files, network or device are at hand"
        )
    if name == "AttributeError":
        return _attribute(error, message, whole)
    if name == "TypeError" and _CALLS.search(message):
        return Failure("fault", f"raises {name}: {message}")
    if not error.get("spots"):
        return Failure("open", f"raises {name}: {message}", "look at the run")
    message = message.strip().partition("\n")[0]
    return Failure("fault", f"raises {name}: {message}")


def _name(error: dict[str, Any], piece: Piece, defined: frozenset[str], whole: bool) -> Failure:
    missing = str(error.get("missing") or "")
    if missing in _PYTHON2 and missing not in defined:
        return Failure("gone", f"raises NameError: `{missing}` is Python 2's and gone in Python 3")
    if missing in defined:
        return Failure("open", f"`{missing}` has no value yet when this piece runs", "give the blocks in the order in which they run")
    if missing in IMPORTS and missing not in defined:
        return Failure("here", f"`{missing}` is used and never imported in the text supplied", f"corrigenda env add {missing}")
    here = {n for n in piece.binds | _locals(piece) if len(n) >= 4}
    close = difflib.get_close_matches(missing, sorted(here | (defined & piece.needs)), n=1, cutoff=0.8)
    slip = bool(close) and _is_slip(missing, close[0])
    if slip and len(missing) >= 4 and not piece.block.flattened and close[0].lower() != missing.lower() + "s":
        return Failure("fault", f"raises NameError: `{missing}` is never defined; `{close[0]}` is")
    return Failure("open", f"`{missing}` is never defined in the text that was supplied", "supply the whole chapter, or the definition")


def _is_slip(one: str, other: str) -> bool:
    """Whether two names are one letter apart, or two letters of one have changed places."""
    if sorted(one) == sorted(other):
        return True
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1 or not (short[0] == long[0] or short[-1] == long[-1]) or re.search(r"\d", one + other):
        return False
    same = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    rest = len(short) - same if len(short) != len(long) else len(short) - same - 1
    return long.endswith(short[len(short) - rest :]) if rest > 0 else True


def _locals(piece: Piece) -> set[str]:
    return set(re.findall(r"\b[A-Za-z_]\w{3,}\b", re.sub(r"#.*|\"[^\"]*\"|'[^']*'", "", piece.source))) & _assigned(piece)


def _assigned(piece: Piece) -> set[str]:
    import ast

    names = {n.id for n in ast.walk(piece.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return names | {n.arg for n in ast.walk(piece.tree) if isinstance(n, ast.arg)}


def _import(name: str, message: str, error: dict[str, Any]) -> Failure:
    module = str(error.get("missing") or "")
    if name == "ModuleNotFoundError":
        top = module.split(".")[0]
        if top in sys.stdlib_module_names:
            return Failure("fault", f"raises {name}: {message}")
        if "is not a package" in message:
            return Failure("fault", f"raises {name}: {message}")
        return Failure("here", f"needs the module {module or '?'}, which is not in the experiment environment", f"corrigenda env add {top}")
    match = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", message)
    if match is None:
        return Failure("here", f"raises {name}: {message}", "install what it needs")
    what, where = match.groups()
    gone = REMOVED.get(where)
    if gone and what in gone[0].split():
        return Failure("gone", f"raises {name}: `{where}.{what}` is gone since Python {gone[1]}")
    if where == "__main__":
        return Failure("open", f"raises {name}: {message}", "supply the module")
    return Failure("gone" if where.split(".")[0] not in sys.stdlib_module_names else "fault", f"raises {name}: {message}")


def _attribute(error: dict[str, Any], message: str, whole: bool) -> Failure:
    owner = error.get("owner") or {}
    module, missing = str(owner.get("module", "")), str(error.get("missing") or "")
    if owner.get("is_module"):
        gone = REMOVED.get(module)
        if gone and missing in gone[0].split():
            return Failure("gone", f"raises AttributeError: `{module}.{missing}` is gone since Python {gone[1]}")
        library = module.split(".")[0] not in sys.stdlib_module_names
        return Failure("gone" if library and _GONE.search(message) else "fault", f"raises AttributeError: {message}")
    if module == "__main__" and not whole:
        return Failure("open", f"raises AttributeError: {message}", "supply the whole chapter")
    if owner.get("type") == "NoneType" and not whole:
        return Failure("open", f"raises AttributeError: {message}", "supply the whole chapter")
    library = module not in ("__main__", "builtins") and module.split(".")[0] not in sys.stdlib_module_names
    return Failure("gone" if library else "fault", f"raises AttributeError: {message}")


def is_known(name: str) -> bool:
    """Whether a name needs no definition in the text."""
    return hasattr(builtins, name) or name in {"__name__", "__file__", "__doc__", "_", "__builtins__", "display", "get_ipython"}
