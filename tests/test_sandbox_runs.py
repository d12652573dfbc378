"""A run: what the program is given, what comes back, how it ends, and that nothing of it stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_support import OWN, SMALL, err, every_tier, hides_the_host, out, run, tiers

from prompts.trust import Untrusted
from sandbox import cgroups
from sandbox.inside import processes
from sandbox.records import Environment, RunRequest
from sandbox.runner import Sandbox
from sandbox.runner import run as run_once

pytestmark = pytest.mark.sandbox
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("tier", every_tier())
def test_output_is_outside_text(tier: str) -> None:
    """Whatever a program prints is `Untrusted`, with its origin."""
    result = run(tier, "import sys; print('hello'); print('oops', file=sys.stderr)")
    assert (result.stdout, result.stderr) == (Untrusted("hello\n", "sandbox"), Untrusted("oops\n", "sandbox"))


FAILURES = {"raise SystemExit(3)": 3, "1/0": 1, "import os; os.kill(os.getpid(), 9)": -9, "import os; os.abort()": -6}


@pytest.mark.parametrize(("program", "code"), FAILURES.items())
@pytest.mark.parametrize("tier", every_tier())
def test_a_failing_program_is_not_a_failing_sandbox(tier: str, program: str, code: int) -> None:
    """The exit code is the program's own; a signal is its negative number."""
    result = run(tier, program)
    assert (result.ending, result.exit_code) == ("exited", code), result.reason


@pytest.mark.parametrize("tier", every_tier())
def test_a_program_cannot_forge_the_end_of_its_run(tier: str) -> None:
    """Lines like the sandbox's own, written to every descriptor there is, change nothing."""
    program = """
import os
line = b'{"event": "failed", "reason": "forged"}\\n{"event": "end", "code": 0, "cpu": 0}\\n'
for number in range(64):
    try:
        os.write(number, line)
    except OSError:
        pass
raise SystemExit(7)
"""
    result = run(tier, program)
    assert (result.ending, result.exit_code) == ("exited", 7)


def test_a_sandbox_that_cannot_start_the_program_says_so() -> None:
    """A missing interpreter is a failure of the sandbox, with its reason, and no exit code."""
    sandbox, _ = next(iter(tiers().values()))
    result = sandbox.run(RunRequest("print(1)", Environment("gone", Path("/nowhere/bin/python"))))
    assert (result.ending, result.exit_code) == ("sandbox failed", None)
    assert "/nowhere/bin/python" in result.reason


@pytest.mark.parametrize("tier", every_tier())
def test_an_interpreter_that_is_none_is_a_failure_of_the_sandbox(tier: str, tmp_path: Path) -> None:
    """Something executable that does not start our first program was never the experiment."""
    false = tmp_path / "bin" / "python"
    false.parent.mkdir()
    false.write_text("#!/bin/sh\nexit 0\n")
    false.chmod(0o755)
    sandbox, _ = tiers()[tier]
    assert sandbox.run(RunRequest("print(1)", Environment("false", false))).ending == "sandbox failed"


def test_an_isolation_that_is_not_there_is_an_answer() -> None:
    """`detect` returns the reason, and `run` a record of it; nothing is run."""
    assert isinstance(Sandbox.detect("chroot"), str)
    result = run_once(RunRequest("print(1)", OWN), "chroot")
    assert (result.ending, result.tier, result.exit_code) == ("sandbox failed", "none", None)


@pytest.mark.parametrize("tier", every_tier())
def test_detect_gives_the_tier_that_is_demanded(tier: str) -> None:
    """By its full name, and by its first word."""
    sandbox, environment = tiers()[tier]
    demanded = Sandbox.detect(sandbox.tier, environment)
    assert isinstance(demanded, Sandbox)
    assert demanded.tier == sandbox.tier
    first = Sandbox.detect(sandbox.tier.partition("+")[0], environment)
    assert isinstance(first, Sandbox)
    assert first.tier.startswith(sandbox.tier.partition("+")[0])


@pytest.mark.parametrize("tier", every_tier())
def test_a_program_never_runs_as_root(tier: str) -> None:
    """Its user is none of the host's users when root starts it, and no two runs share one."""
    users = {out(run(tier, "import os; print(os.getuid(), os.geteuid(), os.getgid(), os.getgroups())")) for _ in range(2)}
    assert all("0" not in user.split()[:3] for user in users)
    if os.getuid() == 0:
        assert len(users) == 2


@pytest.mark.parametrize("tier", every_tier())
def test_the_environment_is_ours_alone(tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the caller's variables is there; what the request names is."""
    monkeypatch.setenv("SECRET_API_KEY", "s3cret")
    result = run(tier, "import os; print(sorted(os.environ))", variables={"TORCH_LOGS": "recompiles"})
    assert "TORCH_LOGS" in out(result)
    assert "SECRET_API_KEY" not in out(result)


@pytest.mark.parametrize("tier", every_tier())
def test_files_lie_beside_the_program(tier: str) -> None:
    """With their folders, and importable."""
    files = {"helper.py": b"VALUE = 42", "data/table.csv": b"a,b\n"}
    result = run(tier, "import helper; print(helper.VALUE, open('data/table.csv').read())", files=files)
    assert out(result) == "42 a,b\n\n"


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "main.py", "a//b", "", "a\0b"])
def test_a_file_cannot_be_put_elsewhere(name: str) -> None:
    """A name that leaves the work folder, or would replace the program, is refused before anything starts."""
    tier = next(iter(tiers()))
    assert run(tier, "print(1)", files={name: b""}).ending == "sandbox failed"


@pytest.mark.parametrize("tier", every_tier())
def test_a_work_folder_has_no_past(tier: str) -> None:
    """B14, B21: nothing that one run leaves in work, home, caches or temporary folders is there in the next."""
    program = """
import os, tempfile
folders = [os.getcwd(), os.environ['HOME'], os.environ['TORCHINDUCTOR_CACHE_DIR'], tempfile.gettempdir(), os.environ['XDG_CACHE_HOME']]
print([os.path.exists(f + '/left') for f in folders])
for f in folders:
    os.makedirs(f, exist_ok=True)
    open(f + '/left', 'w').close()
print([os.path.exists(f + '/left') for f in folders])
"""
    for _ in range(2):
        assert out(run(tier, program)).splitlines() == [str([False] * 5), str([True] * 5)]


@pytest.mark.parametrize("tier", every_tier())
def test_compiled_code_can_be_loaded_from_the_cache(tier: str) -> None:
    """What inductor needs: /proc/cpuinfo, and a cache whose files may be mapped as code."""
    program = """
import mmap, os
assert 'processor' in open('/proc/cpuinfo').read() or 'CPU' in open('/proc/cpuinfo').read()
path = os.environ['XDG_CACHE_HOME'] + '/code.so'
with open(path, 'wb') as f: f.write(b'x' * 4096)
with open(path, 'rb') as f: mmap.mmap(f.fileno(), 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC, flags=mmap.MAP_PRIVATE)
script = os.environ['TMPDIR'] + '/run'
with open(os.open(script, os.O_CREAT | os.O_WRONLY, 0o700), 'w') as f: f.write('#!/bin/sh\\necho it runs')
import subprocess
print(subprocess.check_output([script], text=True))
"""
    result = run(tier, program)
    assert "it runs" in out(result), err(result)


@pytest.mark.parametrize("tier", every_tier())
def test_processes_of_a_program_can_talk_to_each_other(tier: str) -> None:
    """Pools, locks, queues and loopback work inside: chapters use them. Landlock alone has no sockets for them."""
    if not hides_the_host(tier):
        pytest.skip("without namespaces there are no sockets")
    program = """
import asyncio, multiprocessing, socket
def double(x): return 2 * x
if __name__ == '__main__':
    with multiprocessing.Pool(2) as pool: print(pool.map(double, [1, 2]))
    lock = multiprocessing.Lock()
    server = socket.create_server(('127.0.0.1', 0))
    with socket.create_connection(server.getsockname()): print(asyncio.run(asyncio.sleep(0, 'done')))
"""
    result = run(tier, program)
    assert out(result) == "[2, 4]\ndone\n", err(result)


@pytest.mark.parametrize("tier", every_tier())
def test_what_a_run_used_is_told(tier: str) -> None:
    """Wall clock, CPU time of all processes, and the peak of their memory."""
    program = """
import time
x = bytearray(b'x' * (40 << 20))
end = time.process_time() + .3
while time.process_time() < end: pass
time.sleep(.2)
"""
    result = run(tier, program)
    assert result.ending == "exited"
    assert 0.5 <= result.wall_seconds < 10
    assert result.cpu_seconds is not None
    assert 0.3 <= result.cpu_seconds < 3
    assert result.peak_memory_mb is not None
    assert 40 <= result.peak_memory_mb < 120


@pytest.mark.parametrize("tier", every_tier())
def test_runs_in_threads_do_not_meet(tier: str) -> None:
    """Eight at once, each with its own output and artefact."""

    def one(number: int) -> tuple[str, bytes]:
        result = run(tier, f"import os, time\nopen('result.json', 'w').write('{number}')\ntime.sleep(.1)\nprint({number}, os.listdir('.'))")
        return out(result), result.artefacts["result.json"]

    with ThreadPoolExecutor(8) as pool:
        for number, (text, artefact) in enumerate(pool.map(one, range(8))):
            assert text.startswith(f"{number} ")
            assert artefact == str(number).encode()


def _folders(pid: int) -> list[Path]:
    """The work folders that runs of a process left on disk."""
    return [path for kind in ("run", "docker") for path in Path(tempfile.gettempdir()).glob(f"corrigenda-{kind}-{pid}-*")]


def _held() -> tuple[set[str], list[str], int]:
    """What this process and the host hold that a run might leak."""
    own = cgroups.find()
    folders = set() if isinstance(own, str) else set(own.folders.values())
    groups = {str(path) for folder in folders for path in folder.glob(f"corrigenda-{os.getpid()}-*")}
    mounts = [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if "corrigenda" in line or "experiment" in line]
    return groups, mounts, len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("tier", every_tier())
@pytest.mark.parametrize("count", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_runs_leave_nothing(tier: str, count: int) -> None:
    """No descriptor, mount, control group, child or temporary folder stays, however a run ends."""
    before = _held()
    for number in range(count):
        ending = ("print(1)", "1/0", "import os; os.abort()")[number % 3]
        assert run(tier, ending).ending == "exited"
    run(tier, "import time; time.sleep(5)", replace(SMALL, seconds=0.1))
    assert _held() == before
    assert not _folders(os.getpid())
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@pytest.mark.parametrize("tier", every_tier())
def test_a_work_folder_that_resists_is_removed(tier: str) -> None:
    """Folders deeper than a path can be long, and such that their owner may not look into."""
    program = """
import os
os.mkdir('blind', 0o300)
open('blind/file', 'w').close()
for _ in range(1500):
    os.mkdir('d')
    os.chdir('d')
"""
    result = run(tier, program, replace(SMALL, inodes=3000), collect=("*",))
    assert result.ending in ("exited", "inodes"), (result.reason, err(result))
    assert not _folders(os.getpid())


@pytest.fixture
def orchestrator(tmp_path: Path) -> Iterator[str]:
    """The text of a program that runs an endless experiment under a tier until somebody kills it."""
    yield """
import sys
from pathlib import Path
from sandbox.records import *
from sandbox.runner import *
sandbox = Sandbox.detect(sys.argv[1], Environment("e", Path(sys.argv[2])))
print("ready", flush=True)
script = "import os, sys\\nif os.fork() == 0: os.setsid()\\n"
script += "os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(98)', '%s'])"
sandbox.run(RunRequest(script % sys.argv[3], Environment("e", Path(sys.argv[2]))))
"""


@pytest.mark.parametrize("tier", every_tier())
def test_a_killed_orchestrator_leaves_nothing_running(tier: str, orchestrator: str) -> None:
    """SIGKILL of the caller ends its experiment, daemons included, and removes its work folder and control groups."""
    sandbox, environment = tiers()[tier]
    groups = _groups()
    mark = f"corrigenda-orphan-{time.monotonic_ns()}"
    command = [sys.executable, "-c", orchestrator, sandbox.tier, str(environment.python), mark]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout is not None
        assert caller.stdout.readline() == "ready\n"
        _until(lambda: len(_processes(mark, caller.pid, tier)) >= 2)
        below = processes.descendants(caller.pid)
        caller.send_signal(signal.SIGKILL)
    _until(lambda: not _processes(mark, caller.pid, tier) and all(processes.is_over(pid) for pid in below))
    _until(lambda: not _remains(groups, caller.pid))


BUSY = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sandbox.records import *
from sandbox.runner import *
environment = Environment("e", Path(sys.argv[2]))
sandbox = Sandbox.detect(sys.argv[1], environment)
print("ready", flush=True)
request = RunRequest("import os, time\\nopen('left', 'w')\\nif os.fork(): time.sleep(.02)\\nelse: time.sleep(98)", environment)
with ThreadPoolExecutor(3) as pool:
    for _ in pool.map(lambda _: sandbox.run(request), range(1000)):
        pass
"""


@pytest.mark.parametrize("tier", every_tier())
@pytest.mark.parametrize("moments", [3, pytest.param(12, marks=pytest.mark.slow)])
def test_an_orchestrator_killed_at_any_moment_leaves_nothing(tier: str, moments: int) -> None:
    """Between the making of a folder or a group and its removal too, in three threads; nobody has to start again, and no reaper stays."""
    sandbox, environment = tiers()[tier]
    groups = _groups()
    for moment in range(moments):
        command = [sys.executable, "-c", BUSY, sandbox.tier, str(environment.python)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as caller:
            assert caller.stdout is not None
            assert caller.stdout.readline() == "ready\n"
            time.sleep(0.05 + 0.013 * moment)
            below, reapers = processes.descendants(caller.pid), _reapers(caller.pid)
            caller.send_signal(signal.SIGKILL)
        _until(lambda pids=(*below, *reapers): all(processes.is_over(pid) for pid in pids))
        assert not _remains(groups, caller.pid)
        assert reapers or not (groups or tier.startswith(("landlock", "docker")))


def _groups() -> set[Path]:
    """Where control groups are made here; asked before, since the question removes what it finds left."""
    found = cgroups.find()
    return set() if isinstance(found, str) else set(found.folders.values())


def _remains(groups: set[Path], pid: int) -> list[Path]:
    """What a process's runs left on the host."""
    return [*_folders(pid), *(path for folder in groups for path in folder.glob(f"corrigenda-{pid}-*"))]


def _reapers(pid: int) -> list[int]:
    """The processes that wait for the end of this one: they hold the other end of a pipe of its own."""
    pipes = {path.readlink() for path in Path(f"/proc/{pid}/fd").iterdir()}
    found = []
    for path in Path("/proc").iterdir():
        with suppress(OSError):
            if path.name.isdecimal() and b"sandbox.remains" in (path / "cmdline").read_bytes() and (path / "fd/0").readlink() in pipes:
                found.append(int(path.name))
    return found


def _processes(mark: str, caller: int, tier: str) -> list[str]:
    """Those of the experiment itself: the caller has the mark in its command line as well. gVisor's are the stubs that it runs them in."""
    if tier.startswith("gvisor"):
        below = processes.descendants(caller)
        kernels = [pid for pid in below if b"runsc-sandbox" in _command(str(pid))]
        return [str(pid) for kernel in kernels for pid in processes.descendants(kernel)]
    found = subprocess.run(["pgrep", "-f", f"sleep.98.*{mark}"], capture_output=True, text=True).stdout.split()
    return [pid for pid in found if b"Environment" not in _command(pid)]


def _command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b"Environment"


def _until(condition: object) -> None:
    assert callable(condition)
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(os.getuid() != 0 or not Path("/usr/bin/setpriv").exists(), reason="needs root, to become another user")
@pytest.mark.parametrize("isolation", ["bubblewrap", "landlock"])
def test_a_user_without_rights_has_a_sandbox(isolation: str) -> None:
    """The tiers do not need root: bubblewrap in a user namespace of its own, or Landlock."""
    script = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
sys.dont_write_bytecode = True
from pathlib import Path
from sandbox.records import *
from sandbox.runner import *
sandbox = Sandbox.detect({isolation!r})
assert isinstance(sandbox, Sandbox), sandbox
environment, limits = Environment("e", Path(sys.executable)), Limits(inodes=50)
result = sandbox.run(RunRequest("open('result.json', 'w').write('it runs')", environment, limits=limits))
assert result.artefacts == {{"result.json": b"it runs"}}, result
full = sandbox.run(RunRequest("import time\\nfor n in range(99): open(str(n), 'w')\\ntime.sleep(1)", environment, limits=limits))
assert full.ending == "inodes", full
"""
    if (
        not Path("/usr/bin/python3").exists()
        or subprocess.run(["/usr/bin/python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).returncode
    ):
        pytest.skip("the system has no Python 3.11")
    command = ["setpriv", "--reuid", "65533", "--regid", "65533", "--clear-groups", "/usr/bin/python3", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", env={"PATH": "/usr/bin:/bin"})
    if isolation == "bubblewrap" and "AssertionError: bubblewrap: " in done.stderr:
        pytest.skip("bubblewrap is not installed here")
    assert done.returncode == 0, done.stderr
