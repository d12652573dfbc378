"""What another machine or release may give differently though the code is the same: clocks, sizes, addresses, identities of constants."""

from __future__ import annotations

import ast

from tools.instruments.code.programs import Piece

_CALLS = {
    "id", "hash", "getsizeof", "__sizeof__", "perf_counter", "perf_counter_ns", "monotonic", "time", "time_ns",
    "process_time", "now", "today", "utcnow", "localtime", "gmtime", "ctime", "strftime", "timeit", "getpid", "cpu_count",
    "uname", "python_version", "version_info", "getcwd", "gethostname", "getrefcount", "memory_info", "is_available",
    "device_count", "get_num_threads", "uuid4", "uuid1", "urandom", "token_hex", "choice", "choices", "shuffle", "random",
    "randint", "uniform", "gauss", "sample", "environ", "getenv", "get_device_name", "getrecursionlimit",
    "getswitchinterval", "__version__", "byteorder", "maxsize", "virtual_memory", "RandomState", "Generator",
    "SeedSequence", "cuda", "maxrss", "getrusage", "get_count", "getlocale", "Thread", "Process",
}  # fmt: skip
_STABLE = {"list", "dict", "set", "bytearray", "deque", "defaultdict", "OrderedDict", "Counter", "ndarray", "Tensor", "DataFrame"}


def volatile_names(pieces: tuple[Piece, ...]) -> frozenset[str]:
    """Names of the text that rest on something volatile: functions that call it, variables that keep it."""
    names: set[str] = set()
    while True:
        more = {name for piece in pieces for node in piece.tree.body for name in _given(node) if rests_on(node, names)}
        if more <= names:
            return frozenset(names)
        names |= more


def _given(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, (ast.AugAssign, ast.AnnAssign)) else []
    return {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}


def rests_on(node: ast.AST, names: set[str] | frozenset[str]) -> bool:
    """Whether code reads something volatile."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and part.attr in _CALLS:
            return True
        if isinstance(part, ast.Name) and (part.id in names or (part.id in _CALLS and part.id not in ("time", "random", "path"))):
            return True
    return False


def identities(node: ast.AST) -> set[str]:
    """Names that code compares by identity, "" for anything else but None, True and False."""
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Compare) and any(isinstance(op, (ast.Is, ast.IsNot)) for op in part.ops):
            sides = [part.left, *part.comparators]
            if not any(isinstance(s, ast.Constant) and s.value in (None, True, False, ...) for s in sides):
                found |= {s.id if isinstance(s, ast.Name) else "" for s in sides}
    return found


def is_stable_type(kind: str, module: str) -> bool:
    """Whether the identity of values of a type is the same on every Python."""
    return kind in _STABLE or module == "__main__"
