"""What another machine or release may give differently though the code is the same: clocks, sizes, addresses, identities of constants."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools.instruments.code.programs import Piece

#: Calls that only hand on what the coroutine in their argument returns.
_DRIVERS = {"run", "run_until_complete"}

#: Temporary files have other names in each run, so that what shows one differs between runs, and what is written there does not.
_CALLS = {
    "id", "hash", "getsizeof", "__sizeof__", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "time_ns",
    "process_time", "process_time_ns", "thread_time", "now", "today", "utcnow", "localtime", "gmtime", "ctime", "mktime", "tzname",
    "timeit", "default_timer", "autorange", "getpid", "cpu_count", "process_cpu_count", "uname", "python_version", "python_build",
    "version_info", "version", "getcwd", "cwd", "gethostname", "getrefcount", "memory_info", "is_available", "device_count",
    "get_num_threads", "uuid4", "uuid1", "urandom", "token_hex", "token_bytes", "token_urlsafe", "choice", "choices", "shuffle", "random",
    "randint", "uniform", "gauss", "sample", "environ", "getenv", "get_device_name", "getrecursionlimit", "getswitchinterval",
    "__version__", "byteorder", "maxsize", "virtual_memory", "RandomState", "Generator", "SeedSequence", "cuda", "maxrss", "ru_maxrss",
    "getrusage", "get_count", "getlocale", "Thread", "Process", "ThreadPoolExecutor", "ProcessPoolExecutor", "platform", "executable",
    "gettempdir", "getsize", "getmtime", "st_size", "st_mtime",
    "st_ino", "disk_usage", "expanduser", "home", "resolve", "abspath", "__file__", "get_traced_memory", "memory_allocated",
    "max_memory_allocated", "elapsed_time", "memory_usage", "getloadavg", "get_clock_info", "sysconf", "getfilesystemencoding",
    "getpreferredencoding", "sqlite_version", "show_config", "Timer",
}  # fmt: skip
#: Names of random numbers, which a seed settles: what is the same under another seed rests on none.
_RANDOM = {
    "choice", "choices", "shuffle", "random", "randint", "uniform", "gauss", "sample", "RandomState", "Generator", "SeedSequence",
}  # fmt: skip
_SEEDS = {"seed", "default_rng", "manual_seed", "RandomState", "Random"}
#: Names that mean a clock or the local time zone only where they belong to the module `time`.
_OF_TIME = {"time", "strftime", "asctime", "timezone"}
_STABLE = {"list", "dict", "set", "bytearray", "deque", "defaultdict", "OrderedDict", "Counter", "ndarray", "Tensor", "DataFrame"}


def volatile_names(pieces: tuple[Piece, ...]) -> frozenset[str]:
    """Names that rest on something volatile once these pieces have run: functions that call it, variables that keep it.

    Behind a "=" stand the variables of the text, which are what they are given whatever they are called (`now = datetime(2026, 1, 1)`).

    "" is among them where the text seeds its random numbers.
    """
    names: set[str] = {""} if any(_seeds(piece) for piece in pieces) else set()
    names |= {f"={n.id}" for p in pieces for n in ast.walk(p.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    functions = {n.name: n for piece in pieces for n in piece.tree.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))}
    while True:
        several = {name: places for name, node in functions.items() if (places := places_of(node, names)) is not None}
        more = {name for piece in pieces for node in piece.tree.body for name in _given(node, names, several)}
        if more <= names:
            return frozenset(names)
        names |= more


def _seeds(piece: Piece) -> bool:
    """Whether a piece seeds random numbers with a number."""
    calls = (n for n in ast.walk(piece.tree) if isinstance(n, ast.Call) and n.args and isinstance(n.args[0], ast.Constant))
    return any((n.func.attr if isinstance(n.func, ast.Attribute) else getattr(n.func, "id", "")) in _SEEDS for n in calls)


def _given(node: ast.stmt, names: set[str], several: dict[str, list[bool]]) -> Iterator[str]:
    """Names that a statement, or one within it, gives something volatile. several: what functions return, by its places."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        if rests_on(node, names):
            yield node.name
        return
    if (apart := unpacked(node, names, several)) is not None:
        yield from apart
        return
    for part in ast.walk(node):
        for source, targets in _flows(part):
            if rests_on(source, names):
                yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))


def places_of(node: ast.FunctionDef | ast.AsyncFunctionDef, names: set[str]) -> list[bool] | None:
    """Which places of the tuple that a function returns are volatile; None where it returns something else, or where what is volatile
    decides what it does."""
    returned = [n.value for n in ast.walk(node) if isinstance(n, ast.Return)]
    tuples = [v for v in returned if isinstance(v, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in v.elts)]
    if not returned or len(tuples) != len(returned) or len({len(t.elts) for t in tuples}) != 1 or node.decorator_list:
        return None
    known = set(names)
    while True:
        more = {name for inner in node.body for name in _given(inner, known, {})}
        if more <= known:
            break
        known |= more
    tests = [n.test for n in ast.walk(node) if isinstance(n, (ast.If, ast.While, ast.IfExp, ast.Assert))]
    loops = [n.iter for n in ast.walk(node) if isinstance(n, (ast.For, ast.AsyncFor, ast.comprehension))]
    if any(rests_on(part, known) for part in (*tests, *loops)):
        return None
    return [any(rests_on(t.elts[i], known) for t in tuples) for i in range(len(tuples[0].elts))]


def unpacked(node: ast.stmt, names: set[str], several: dict[str, list[bool]]) -> list[str] | None:
    """The volatile ones of the names that take apart what a function returns; None where a statement does something else."""
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    call = node.value if isinstance(node, ast.Assign) else None
    if isinstance(call, ast.Await):
        call = call.value
    elif isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _DRIVERS and len(call.args) == 1:
        call = call.args[0]
    if not isinstance(target, ast.Tuple) or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    places = several.get(call.func.id)
    given = [e.id for e in target.elts if isinstance(e, ast.Name)]
    if places is None or len(given) != len(places) or any(rests_on(a, names) for a in (*call.args, *(k.value for k in call.keywords))):
        return None
    return [name for name, is_volatile in zip(given, places, strict=True) if is_volatile]


def _flows(part: ast.AST) -> Iterator[tuple[ast.AST, list[ast.expr]]]:
    """(what is read, what takes it) for each way in which a value comes to a name."""
    if isinstance(part, ast.Assign):
        yield part.value, part.targets
    elif isinstance(part, (ast.AugAssign, ast.AnnAssign, ast.NamedExpr)) and part.value is not None:
        yield part.value, [part.target]
    elif isinstance(part, (ast.For, ast.AsyncFor)):
        yield part.iter, [part.target]
    elif isinstance(part, ast.withitem) and part.optional_vars is not None:
        yield part.context_expr, [part.optional_vars]
    elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call) and isinstance(part.value.func, ast.Attribute):
        base = part.value.func.value
        if isinstance(base, (ast.Name, ast.Subscript)):
            yield part.value, [base]


def rests_on(node: ast.AST, names: set[str] | frozenset[str]) -> bool:
    """Whether code reads something volatile."""
    return any(_is_volatile(part, names) for part in ast.walk(node))


def _is_volatile(part: ast.AST, names: set[str] | frozenset[str]) -> bool:
    if isinstance(part, ast.Call):
        name = part.func.attr if isinstance(part.func, ast.Attribute) else part.func.id if isinstance(part.func, ast.Name) else ""
        if name == "fromtimestamp" and len(part.args) + len(part.keywords) < 2:
            return True
        if name == "astimezone" and not part.args and not part.keywords:
            return True
        return isinstance(part.func, ast.Name) and name == "time" and not part.args
    if isinstance(part, ast.Attribute):
        if "" in names and part.attr in _RANDOM:
            return False
        return part.attr in _CALLS or (part.attr in _OF_TIME and isinstance(part.value, ast.Name) and part.value.id == "time")
    return isinstance(part, ast.Name) and (
        part.id in names or (part.id in _CALLS and f"={part.id}" not in names and part.id not in ("random", "version", "home", "sample"))
    )


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
