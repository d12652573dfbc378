"""An interpreter that was started ahead is as isolated, as private and as unmarked as one that was started for its program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from evals.bench import soak
from sandbox.backends import Running, SetupError, StartsAhead
from sandbox.inside import processes
from sandbox.pool import Pool
from sandbox.records import Environment, RunRequest, RunResult
from sandbox.runner import Sandbox
from sandbox.waiting import key_of
from tests.sandbox_support import SMALL, err, every_tier, host, out, tiers

pytestmark = pytest.mark.sandbox
ROOT = Path(__file__).parents[1]
ABLE = {name: pair for name, pair in tiers().items() if isinstance(pair[0].backend, StartsAhead)}
each_tier = pytest.mark.parametrize("tier", [each for each in every_tier() if (each if isinstance(each, str) else each.values[0]) in ABLE])


def _request(tier: str, script: str, **fields: object) -> RunRequest:
    chosen: dict[str, object] = {"environment": tiers()[tier][1], "limits": SMALL, "imports": ("decimal",), **fields}
    return RunRequest(script, **chosen)  # type: ignore[arg-type]


def _ready(pool: Pool, *requests: RunRequest) -> None:
    pool.expect(requests)
    _until(pool.is_ready)


def _until(condition: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _pooled(tier: str, script: str, **fields: object) -> RunResult:
    """The program's run in an interpreter that waited."""
    request = _request(tier, script, **fields)
    with Pool(tiers()[tier][0]) as pool:
        _ready(pool, request)
        result = pool.run(request)
    assert result.interpreter == "pooled", result
    return result


LOOK = """
import gc, inspect, json, os, sys, threading, warnings
import decimal
seen = {
    "argv": sys.argv, "original": sys.orig_argv, "flags": str(sys.flags), "path": sys.path, "folder": os.getcwd(), "files": os.listdir(),
    "environment": dict(os.environ), "descriptors": os.listdir("/proc/self/fd"), "frames": len(inspect.stack()),
    "main": sorted(vars(sys.modules["__main__"])), "file": __file__, "input": [sys.stdin.read(), sys.stdin.name, sys.stdin.seekable()],
    "threads": threading.active_count(), "modules": sorted(sys.modules), "filters": str(warnings.filters), "gc": gc.get_threshold(),
    "importers": sorted(sys.path_importer_cache), "user": os.getuid() == os.geteuid(), "umask": os.umask(0o22),
    "status": [line for line in open("/proc/self/status") if line.split(":")[0] in ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp", "SigIgn")],
    "beside": sorted(os.listdir("..")),
}
json.dump(seen, open("result.json", "w"))
"""


@each_tier
def test_a_program_cannot_tell_how_its_interpreter_was_started(tier: str) -> None:
    """Its arguments, path, variables, frames, modules, descriptors, rights and folders are those of a fresh run."""
    seen = []
    for result in (_pooled(tier, LOOK), tiers()[tier][0].run(_request(tier, LOOK))):
        assert result.exit_code == 0, err(result)
        home = json.loads(result.artefacts["result.json"])["environment"]["HOME"].removesuffix("/home")
        seen.append(json.loads(result.artefacts["result.json"].replace(home.encode(), b"HERE")))
    assert seen[0] == seen[1]


@each_tier
def test_a_traceback_has_no_line_of_ours(tier: str) -> None:
    """Nothing of the waiting is below the program."""
    fresh = tiers()[tier][0].run(_request(tier, "def f(): 1/0\nf()"))
    here = [line for line in err(_pooled(tier, "def f(): 1/0\nf()")).splitlines() if "File" not in line]
    assert here == [line for line in err(fresh).splitlines() if "File" not in line] and "ZeroDivisionError" in here[-1]


@each_tier
def test_two_share_no_randomness_process_or_folder(tier: str) -> None:
    """Hash seed, random state, addresses and identifiers differ as between any two runs; no file of one is seen by the next."""
    script = (
        "import random, os\nprint(hash('x'), random.random(), id(os), os.listdir('..'), os.listdir('../tmp'))\nopen('../tmp/left', 'w')"
    )
    first, second = (_pooled(tier, script) for _ in range(2))
    for one, other in list(zip(out(first).split(), out(second).split(), strict=True))[:3]:
        assert one != other
    assert out(first).split()[3:] == out(second).split()[3:]


@each_tier
def test_what_an_import_prints_or_leaves_is_not_in_the_run(tier: str, public: Path) -> None:
    """Its output is thrown away, more than a pipe holds too, and the program finds an empty folder."""
    _module(public, "print('x' * 200_000)\nimport sys\nprint('loud', file=sys.stderr)\nopen('result.json', 'w').write('planted')\n")
    result = _pooled(
        tier, "import os\nprint(os.listdir())", imports=("loud_module",), variables={"PYTHONPATH": str(public)}, **_shown(tier, public)
    )
    assert (out(result), err(result), result.artefacts) == ("['main.py']\n", "", {})


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user may read."""
    with tempfile.TemporaryDirectory(prefix="corrigenda-test-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def _module(folder: Path, text: str) -> None:
    (folder / "loud_module.py").write_text(text)


def _shown(tier: str, folder: Path) -> dict[str, object]:
    environment = tiers()[tier][1]
    return {"environment": replace(environment, read=(*environment.read, folder))}


@each_tier
def test_limits_on_time_count_from_the_program_on(tier: str, public: Path) -> None:
    """An import of some seconds counts neither as wall time nor as CPU, in the limits and in the result."""
    _module(public, "import time\nbegun = time.process_time()\nwhile time.process_time() < begun + 1.3: pass\n")
    fields = {"imports": ("loud_module",), "variables": {"PYTHONPATH": str(public)}, **_shown(tier, public)}
    result = _pooled(tier, "print(1)", limits=replace(SMALL, seconds=10, cpu_seconds=1), **fields)
    assert (result.ending, out(result)) == ("exited", "1\n") and result.cpu_seconds is not None and result.cpu_seconds < 1
    spun = _pooled(tier, "while True: pass", limits=replace(SMALL, seconds=30, cpu_seconds=1), **fields)
    assert spun.ending == "cpu time" and spun.cpu_seconds is not None and spun.cpu_seconds < 3


@each_tier
@pytest.mark.parametrize(
    ("script", "ending"),
    [
        pytest.param("import time\ntime.sleep(60)", "wall time", id="wall"),
        pytest.param("held = []\nwhile True: held.append(bytearray(1 << 22))", "memory", id="memory"),
        pytest.param("with open('f', 'wb') as f:\n    while True: f.write(bytes(1 << 20))", "disk", id="disk"),
        pytest.param("while True: print('x' * 4096)", "output", id="output"),
        pytest.param("import os, time\ntry:\n    while os.fork(): pass\nexcept OSError: pass\ntime.sleep(60)", "processes", id="processes"),
    ],
)
def test_every_limit_ends_a_pooled_run(tier: str, script: str, ending: str) -> None:
    """Each limit holds as in a fresh run. Where memory is polled, Python may see its own end of address space first."""
    result = _pooled(tier, script, limits=replace(SMALL, seconds=2 if ending == "wall time" else 20, memory_mb=128, disk_mb=16))
    assert result.ending == ending or (ending in ("memory", "disk") and result.exit_code == 1), result


@each_tier
def test_nothing_of_the_host_is_reached_from_it(tier: str, tmp_path: Path) -> None:
    """The secret, the services and the other processes are as closed as to a fresh run, and so is the way it got its program."""
    script = """
import os, socket
def attempt(name, action):
    try:
        print(name, action())
    except OSError as error:
        print(name, "refused")
attempt("secret", lambda: open(HOST["secret"]).read())
attempt("tcp", lambda: socket.create_connection(("127.0.0.1", HOST["tcp"]), 2))
attempt("other", lambda: open(f"/proc/{HOST['victim']}/environ").read())
attempt("write", lambda: open(HOST["outside"] + "/x", "w"))
attempt("parent", lambda: os.kill(os.getppid(), 9))
for number in range(3, 64):
    attempt("descriptor", lambda: os.write(number, b"x"))
"""
    with host(tmp_path) as facts:
        result = _pooled(tier, facts.prelude(bare=False) + script)
        assert facts.is_untouched()
    said = set(out(result).splitlines())
    assert said <= {f"{name} refused" for name in ("secret", "tcp", "other", "write", "parent", "descriptor")} | {"parent None"}, said
    assert result.ending == "exited"


@each_tier
def test_a_daemon_of_a_pooled_run_does_not_live_on(tier: str) -> None:
    """A process that detaches itself from a pooled run is dead when the run is over."""
    mark = f"corrigenda-pool-{time.monotonic_ns()}"
    daemon = f"os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(97)', '{mark}'])"
    _pooled(tier, f"import os, sys\nif os.fork() == 0:\n    os.setsid()\n    {daemon}")
    assert not _marked(mark)


def _marked(mark: str) -> list[str]:
    return subprocess.run(["pgrep", "-f", mark], capture_output=True, text=True).stdout.split()


@each_tier
@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"script": "import os\nos.environ['LOGS'] = '1'\nimport decimal"}, id="sets-a-variable"),
        pytest.param({"files": {"settings.py": b"import os\nos.environ.update(LOGS='1')"}}, id="a-file-sets-one"),
        pytest.param({"files": {"decimal.py": b"MINE = 1"}}, id="a-file-stands-in-for-an-import"),
        pytest.param({"files": {"json/__init__.py": b""}}, id="a-folder-stands-in-for-one"),
        pytest.param({"threads": 2}, id="other-threads"),
        pytest.param({"variables": {"LOGS": "1"}}, id="other-variables"),
        pytest.param({"limits": replace(SMALL, memory_mb=300)}, id="another-limit-on-memory"),
        pytest.param({"imports": ()}, id="asks-for-no-import"),
    ],
)
def test_what_does_not_fit_is_run_afresh(tier: str, fields: dict[str, object]) -> None:
    """An interpreter serves what would have started alike, and the record says where none did."""
    with Pool(tiers()[tier][0]) as pool:
        imports = {"imports": ("decimal", "json")}
        _ready(pool, _request(tier, "", **imports))
        chosen = {**imports, **fields}
        result = pool.run(_request(tier, str(chosen.pop("script", "print(1)")), **chosen))
    assert (result.ending, result.exit_code, result.interpreter) == ("exited", 0, "fresh"), err(result)


@pytest.mark.parametrize(
    ("script", "poolable"),
    [
        pytest.param("x = os.environ['HOME']\nif os.environ['HOME'] == 'x': pass", True, id="reads"),
        pytest.param("os.environ.get('A')\ndict(os.environ)\nsubprocess.run(x, env={**os.environ})", True, id="reads-all"),
        pytest.param("# the environment of a call", True, id="the-word"),
        pytest.param("os.environ.setdefault('HOME', 'x')", True, id="sets-what-is-set"),
        pytest.param("os.environ.setdefault('LOGS', 'x')", False, id="sets-what-is-not"),
        pytest.param("os.environ['HOME'] = 'x'", False, id="assigns"),
        pytest.param("os.environ.update(a='b')", False, id="updates"),
        pytest.param("os.putenv('a', 'b')", False, id="putenv"),
        pytest.param("e = os.environ\ne['a'] = 'b'", False, id="by-another-name"),
        pytest.param("from os import environ\nenviron['a'] = 'b'", False, id="imported"),
    ],
)
def test_a_program_that_may_change_variables_needs_its_own_interpreter(script: str, poolable: bool) -> None:
    """What is read at import is what the interpreter was started with."""
    environment = Environment("e", Path("/usr/bin/python3"))
    assert (key_of(RunRequest(script, environment, imports=("decimal",))) is not None) == poolable


@each_tier
def test_an_import_that_fails_is_the_programs_to_see(tier: str) -> None:
    """The interpreter is thrown away, and the program meets what it would have met."""
    request = _request(tier, "import no_such_module", imports=("no_such_module",))
    with Pool(tiers()[tier][0]) as pool:
        _ready(pool, request)
        result = pool.run(request)
    assert result.interpreter == "fresh" and "ModuleNotFoundError" in err(result)


@each_tier
def test_no_more_wait_than_may_and_none_too_long(tier: str) -> None:
    """At most `size`, at most as many as are expected, at most `seconds`; and with the pool nothing of it is left."""
    request = _request(tier, "print(1)")
    begun = _held()
    with Pool(tiers()[tier][0], size=2, seconds=1.5) as pool:
        _ready(pool, request, request, request)
        assert len(pool._waiting) == 2
        assert [pool.run(request).interpreter for _ in range(4)] == ["pooled"] * 3 + ["fresh"]
        _ready(pool, request)
        (last,) = pool._waiting
        _until(lambda: not pool._waiting and last.running.process.poll() is not None)
        assert pool.run(request).interpreter == "fresh"
        _ready(pool, request)
    assert _held() == begun


def _held() -> tuple[int, int]:
    return len(list(Path("/proc/self/fd").iterdir())), len(processes.descendants(os.getpid()))


@each_tier
def test_runs_at_the_same_time_each_get_their_own(tier: str) -> None:
    """No interpreter is given twice, and one that dies while it waits is no loss."""
    with Pool(tiers()[tier][0], size=3) as pool, ThreadPoolExecutor(3) as threads:
        requests = [_request(tier, f"print({number})") for number in range(6)]
        _ready(pool, *requests)
        pool._waiting[0].running.kill()
        results = list(threads.map(pool.run, requests))
    assert [out(result) for result in results] == [f"{number}\n" for number in range(6)]
    assert sum(result.interpreter == "pooled" for result in results) >= 4


@each_tier
def test_a_killed_orchestrator_leaves_no_interpreter(tier: str) -> None:
    """SIGKILL of the process that holds the pool ends what waits in it."""
    sandbox, environment = tiers()[tier]
    mark = f"MARK{time.monotonic_ns()}"
    code = f"""
import sys, time
from pathlib import Path
from sandbox.pool import Pool
from sandbox.records import *
from sandbox.runner import Sandbox
environment = Environment("e", Path({str(environment.python)!r}))
with Pool(Sandbox.detect({sandbox.tier!r}, environment), size=2) as pool:
    pool.expect([RunRequest("", environment, imports=("decimal",), variables={{"MARK": {mark!r}}})] * 2)
    while not pool.is_ready():
        time.sleep(0.02)
    print("ready", flush=True)
    time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout is not None and caller.stdout.readline() == "ready\n"
        assert len(_carrying(mark)) == 2
        caller.send_signal(signal.SIGKILL)
    _until(lambda: not _carrying(mark))
    _until(lambda: not list(Path(tempfile.gettempdir()).glob(f"corrigenda-run-{caller.pid}-*")))


def _carrying(mark: str) -> list[str]:
    """Processes with the mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            found += [path.parent.name] if mark.encode() in path.read_bytes() else []
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


@each_tier
def test_many_short_runs_leave_nothing(tier: str) -> None:
    """The short form of `make soak`: daemons, full disks, crashes and fork bombs among them, a tenth of them pooled."""
    sandbox, environment = tiers()[tier]
    endings, left = soak.soak(sandbox, environment, 20)
    assert not left and not endings["unexpected"] and endings["exited, pooled"], endings


def test_without_a_backend_that_starts_ahead_every_run_is_fresh() -> None:
    """A kind of isolation that cannot start an interpreter ahead has a pool all the same."""

    class Backend:
        tier, layers = "t", ("l",)

        def start(self, request: RunRequest) -> Running:
            raise SetupError("nothing starts here")

    request = RunRequest("print(1)", Environment("e", Path("/usr/bin/python3")), imports=("decimal",))
    with Pool(Sandbox(Backend())) as pool:
        pool.expect([request])
        assert pool.is_ready() and pool.run(request).reason == "nothing starts here"
        assert (pool.tier, pool.layers) == ("t", ("l",))
