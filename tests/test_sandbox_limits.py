"""Limits: each one that is hit ends the run as what it is (B35 to B46), and a program within its limits is let alone."""

from __future__ import annotations

import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_support import SMALL, err, every_tier, hides_the_host, out, run, run_bare, tiers

from sandbox.records import RunRequest

pytestmark = pytest.mark.sandbox

# id -> (ending, limits, program); each program prints "through" where nothing stops it.
BOMBS = {
    "B35 memory of one process": (
        "memory",
        replace(SMALL, memory_mb=96),
        "import time\nx = []\nfor _ in range(40): x.append(bytearray(b'x' * (8 << 20))); time.sleep(.005)\nprint('through')",
    ),
    "B36 memory of many processes": (
        "memory",
        replace(SMALL, memory_mb=160),
        """
import os, time
children = []
for _ in range(4):
    pid = os.fork()
    if pid == 0:
        x = bytearray(b'x' * (60 << 20))
        time.sleep(1.5)
        os._exit(0)
    children.append(pid)
for pid in children:
    os.waitpid(pid, 0)
print('through')
""",
    ),
    "B37 memory in files": (
        ("memory", "disk"),
        replace(SMALL, memory_mb=64, disk_mb=200),
        "import os, time\nwith open(os.environ.get('TMPDIR', '.') + '/f', 'wb') as f:\n"
        "    for _ in range(210): f.write(b'x' * (1 << 20)); f.flush(); time.sleep(.002)\nprint('through')",
    ),
    "B38 processes": (
        "processes",
        replace(SMALL, processes=8),
        """
import os, time
for _ in range(12):
    if os.fork() == 0:
        time.sleep(2)
        os._exit(0)
time.sleep(1)
print('through')
""",
    ),
    "B38 a fork bomb": (
        "processes",
        replace(SMALL, processes=16),
        """
import os, time
end = time.monotonic() + 5
for _ in range(6):
    try:
        os.fork()
    except OSError:
        break
while time.monotonic() < end: pass
print('through')
""",
    ),
    "B39 threads": (
        "processes",
        replace(SMALL, processes=8),
        """
import threading, time
for _ in range(40):
    try:
        threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
    except RuntimeError:
        time.sleep(1)
time.sleep(.5)  # gVisor counts no tasks by itself, so that process 1 looks at them twenty times a second
print('through')
""",
    ),
    "B40 disk": (
        "disk",
        replace(SMALL, disk_mb=4),
        "import time\nf = open('a', 'wb')\ng = open('b', 'wb')\n"
        "for _ in range(6): f.write(b'x' * (1 << 20)); g.write(b'x' * (1 << 20)); f.flush()\n"
        "time.sleep(1)\nprint('through')",
    ),
    "B16 memory that processes share": (
        ("memory", "disk"),
        replace(SMALL, disk_mb=16, memory_mb=96),
        """
import os, time
path = f'/dev/shm/corrigenda-{os.getpid()}'
try:
    stream = open(path, 'wb')
except OSError:  # which Landlock alone refuses
    stream = open('shared', 'wb')
try:
    for _ in range(120): stream.write(bytes(1 << 20)); stream.flush(); time.sleep(.002)
    print('through')
finally:
    time.sleep(1)
    os.unlink(path)
""",
    ),
    "B40 disk below the root": (
        "disk",
        replace(SMALL, disk_mb=4),
        "import os, time\nfolder = os.environ.get('XDG_CACHE_HOME', '.')\nfor n in range(8):\n"
        "    with open(f'{folder}/{n}', 'wb') as f: f.write(bytes(1 << 20))\ntime.sleep(1)\nprint('through')",
    ),
    "B41 inodes": (
        "inodes",
        replace(SMALL, inodes=300),
        "import time\nfor n in range(400): open(f'f{n}', 'w').close()\ntime.sleep(1)\nprint('through')",
    ),
    "B43 a spin that ignores signals": (
        "wall time",
        replace(SMALL, seconds=1),
        "import signal, time\nfor n in range(1, 32):\n    if n not in (9, 19): signal.signal(n, signal.SIG_IGN)\n"
        "end = time.monotonic() + 3\nwhile time.monotonic() < end: pass\nprint('through')",
    ),
    "B43 sleep": ("wall time", replace(SMALL, seconds=0.5), "import time\ntime.sleep(2)\nprint('through')"),
    "B43 CPU time": (
        "cpu time",
        replace(SMALL, cpu_seconds=1),
        "import time\nend = time.process_time() + 2.5\nwhile time.process_time() < end: pass\nprint('through')",
    ),
    "B43 CPU time of many": (
        "cpu time",
        replace(SMALL, cpu_seconds=1),
        """
import os, time
def spin():
    end = time.process_time() + 2.5  # gVisor counts waiting for a core as well
    while time.process_time() < end: pass
for _ in range(4):
    if os.fork() == 0:
        spin()
        os._exit(0)
for _ in range(4):
    os.wait()
print('through')
""",
    ),
    "B46 output": (
        "output",
        replace(SMALL, output_bytes=10_000),
        "for _ in range(3): print('y' * 5000, flush=True)\nprint('through')",
    ),
    "B46 errors": (
        "output",
        replace(SMALL, output_bytes=10_000),
        "import sys, time\nsys.stderr.write('y' * 12000)\nsys.stderr.flush()\ntime.sleep(.5)\nprint('through')",
    ),
}  # fmt: skip


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("tier", every_tier("limits"))
def test_a_limit_ends_the_run_as_what_it_is(tier: str, bomb: str) -> None:
    """The ending names the limit, there is no exit code, and the program did not get through."""
    ending, limits, program = BOMBS[bomb]
    result = run(tier, program, limits)
    if tier.startswith("docker+runsc") and result.ending == "sandbox failed" and "memory" in ending:
        return  # the kernel ended gVisor as a whole, and the daemon does not say why
    if tier.startswith("docker") and bomb.startswith("B16"):  # there it is a file system of its own, whose end the program is told of
        assert (result.ending, result.exit_code, out(result)) == ("exited", 1, "")
        return
    assert result.ending in (ending if isinstance(ending, tuple) else (ending,)), (result.reason, out(result)[:200], err(result)[-500:])
    assert result.exit_code is None
    assert "through" not in out(result)[-50:]


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
def test_the_same_program_without_the_sandbox_gets_through(bomb: str, tmp_path: Path) -> None:
    """Nothing but the limit stops it."""
    assert run_bare(BOMBS[bomb][2], tmp_path).stdout.endswith("through\n")


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_a_program_just_within_its_limits_is_let_alone(tier: str) -> None:
    """As many processes as allowed, most of the memory and most of the disk do not end it."""
    program = """
import os, time
x = bytearray(b'x' * (60 << 20))
for _ in range(7):
    if os.fork() == 0:
        time.sleep(.4)
        os._exit(0)
with open('f', 'wb') as f: f.write(b'x' * (3 << 20))
time.sleep(.2)
for _ in range(7): os.wait()
print('through')
"""
    result = run(tier, program, replace(SMALL, processes=8, memory_mb=256, disk_mb=4))
    assert (result.ending, result.exit_code) == ("exited", 0), (result.reason, err(result))


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_open_files_are_limited(tier: str) -> None:
    """B42: the program is told, and may go on; the result tells it too."""
    program = "import os, time\nn = 0\ntry:\n    while n < 5000: os.dup(0); n += 1\nexcept OSError: pass\ntime.sleep(1)\nprint(n)"
    result = run(tier, program, replace(SMALL, open_files=64))
    assert 40 <= int(out(result)) <= 64
    assert result.limits_met == ("open files",)


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_artefacts_over_a_limit_are_told_as_that(tier: str) -> None:
    """Too many, and too large, each in words for each file and as the limit that was met."""
    program = "for n in range(4): open(f'{n}', 'w').close()\nopen('large', 'wb').write(bytes(3000))"
    result = run(tier, program, replace(SMALL, artefacts=3, artefact_bytes=2000), collect=("large", "0", "1", "2", "3"))
    assert (result.ending, list(result.artefacts)) == ("exited", ["0", "1", "2"])
    assert result.limits_met == ("artefact count", "artefact size")


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_memory_in_pipes_is_bounded(tier: str) -> None:
    """B37: what pipes can hold for a program is little, by its limit on open files and the kernel's on a user."""
    program = """
import fcntl, os
held = 0
try:
    while True:
        _, end = os.pipe()
        try: fcntl.fcntl(end, 1031, 1 << 20)
        except OSError: pass
        os.set_blocking(end, False)
        try:
            while True: held += os.write(end, bytes(4096))
        except BlockingIOError: pass
except OSError: pass
print(held >> 20)
"""
    assert int(out(run(tier, program, replace(SMALL, open_files=256)))) <= 128


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_output_is_cut_at_the_limit(tier: str) -> None:
    """What came before the cut is kept."""
    result = run(tier, "print('a' * 900)\nprint('b' * 5000)", replace(SMALL, output_bytes=1000))
    assert result.truncated
    assert out(result) == "a" * 900 + "\n" + "b" * 99


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_output_that_is_no_text_comes_back_as_text(tier: str) -> None:
    """Bytes that are no UTF-8 are replaced, and nothing of a terminal's codes is obeyed or lost."""
    result = run(tier, r"import os; os.write(1, b'\xff\x1b[2J\x00end')")
    assert out(result) == "�\x1b[2J\x00end"


DAEMON = """
import os, sys, time
for _ in range(2):
    if os.fork():
        (time.sleep(.3), os._exit(0)) if _ == 0 else os._exit(0)
    os.setsid()
import signal
for n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(97)', MARK])
"""


def _alive(mark: str) -> bool:
    found = subprocess.run(["pgrep", "-f", mark], capture_output=True, text=True).stdout.split()
    return any(not Path(f"/proc/{pid}/stat").exists() or " Z " not in Path(f"/proc/{pid}/stat").read_text() for pid in found)


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_a_daemon_dies_with_its_program(tier: str) -> None:
    """B44: after setsid and a double fork nothing of the run lives on."""
    mark = f"corrigenda-daemon-{tier.replace(' ', '-')}-{time.monotonic_ns()}"
    result = run(tier, f"MARK = {mark!r}\n{DAEMON}")
    assert result.ending == "exited"
    assert not _alive(mark)


def test_a_daemon_outlives_its_program_without_the_sandbox(tmp_path: Path) -> None:
    """The control of the test above."""
    mark = f"corrigenda-daemon-{time.monotonic_ns()}"
    quiet = "import os\nfor n in (1, 2): os.dup2(os.open('/dev/null', os.O_WRONLY), n)\n"
    run_bare(f"{quiet}MARK = {mark!r}\n{DAEMON}", tmp_path)
    time.sleep(0.2)
    assert _alive(mark)
    for pid in subprocess.run(["pgrep", "-f", mark], capture_output=True, text=True).stdout.split():
        subprocess.run(["kill", "-9", pid], check=True)


@pytest.mark.parametrize("tier", every_tier("limits"))
@pytest.mark.parametrize("signal", ["SIGSTOP", "SIGKILL", "SIGTERM", "SIGXCPU"])
def test_the_supervising_process_cannot_be_signalled(tier: str, signal: str) -> None:
    """B45: neither process 1 nor all that can be seen; the run ends as it would."""
    everybody = ", -1" if hides_the_host(tier) else ""  # without a pid namespace that would be a test on the host
    program = f"""
import os, signal
for target in (1, os.getppid(){everybody}):
    try:
        os.kill(target, signal.{signal})
    except OSError as error:
        print(error)
print("went on")
"""
    result = run(tier, program)
    assert (result.ending, result.exit_code) == ("exited", 0), result.reason
    assert out(result).endswith("went on\n")


@pytest.mark.parametrize("tier", every_tier("limits"))
def test_the_caller_can_stop_a_run(tier: str) -> None:
    """A set event ends it at once, as `killed`."""
    sandbox, environment = tiers()[tier]
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    begun = time.monotonic()
    result = sandbox.run(RunRequest("import time; time.sleep(60)", environment, limits=SMALL), stop)
    assert result.ending == "killed"
    assert time.monotonic() - begun < 3
