"""The journal of a measured process: who takes it, what order it has, and that nothing told can be taken back."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sandbox_support import every_tier, out, run

from sandbox.compile.inside.journal import Clerk, Seen
from sandbox.compile.journal import opened

ROOT = Path(__file__).parents[1]
KEY = "key"
MEASURED = """
import sys
sys.path.insert(0, sys.argv[1])
from sandbox.compile.inside.journal import Journal
journal = Journal(int(sys.argv[2]), int(sys.argv[3]))
"""


def sent(*lines: dict[str, Any], changed: list[str] | None = None) -> dict[str, Any]:
    """A process whose lines came a second apart."""
    told = [[float(second), {"trace.log": 10 * second}, json.dumps(line)] for second, line in enumerate(lines, 1)]
    trace = {"files": {}, "changed": changed or []}
    return {"name": "cold", "code": 0, "seconds": 9.0, "begun": 0.0, "lines": told, "flooded": False, "trace": trace}


def signed(process: dict[str, Any], key: str = KEY) -> bytes:
    body = json.dumps({"processes": [process], "held": {"memory": True, "signals": True}}).encode()
    return hmac.new(key.encode(), body, hashlib.sha256).hexdigest().encode() + b"\n" + body


def record(place: int, **given: Any) -> list[dict[str, Any]]:
    return [{"at": "call", "n": place}, {"at": "called", "n": place}, {"at": "record", "n": place, "text": json.dumps(given)}]


def end(*records: dict[str, Any]) -> dict[str, Any]:
    hashes = [hashlib.sha256(json.dumps(each).encode()).hexdigest() for each in records]
    return {"at": "end", "text": json.dumps({"raised": None}), "records": hashes}


def test_an_account_is_read_with_what_the_clerk_saw() -> None:
    """Calls in their order, the seconds between their marks, and how far the trace came meanwhile."""
    found = opened(signed(sent({"at": "begin"}, *record(0, a=1), *record(1, a=2), end({"a": 1}, {"a": 2}))), KEY)
    assert found is not None
    told = found.processes["cold"].told
    assert told is not None and told.account == {"calls": [{"a": 1}, {"a": 2}], "again": [], "steady": [], "raised": None}
    assert told.gaps == [1.0, 1.0] and told.grown == [{"trace.log": (20, 30)}, {"trace.log": (50, 60)}]
    assert told.changed == 0 and told.lived == 8.0


def test_calls_that_come_with_the_end_alone_are_none() -> None:
    """What was not told call by call, between marks, is not there."""
    late = {"at": "end", "text": json.dumps({"calls": [{"a": 1}], "again": [{"graphs_run": 1}], "steady": [{}]}), "records": []}
    found = opened(signed(sent({"at": "begin"}, late)), KEY)
    assert found is not None and (told := found.processes["cold"].told) is not None
    assert told.account == {"calls": [], "again": [], "steady": []}


def test_a_record_that_was_written_over_is_counted_and_not_believed() -> None:
    """What was sent stands; that the process holds another one at its end is told."""
    found = opened(signed(sent({"at": "begin"}, *record(0, seconds=3), end({"seconds": 0}))), KEY)
    assert found is not None and (told := found.processes["cold"].told) is not None
    assert told.changed == 1 and told.account["calls"] == [{"seconds": 3}]


@pytest.mark.parametrize(
    "content", [None, b"", b"x\n{}", signed(sent(), "guessed"), signed(sent())[:-1]], ids=["none", "empty", "no", "key", "cut"]
)
def test_a_journal_under_another_key_is_none(content: bytes | None) -> None:
    """Whoever has not the key cannot write one."""
    assert opened(content, KEY) is None


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([{"at": "call", "n": 0}], id="before-the-beginning"),
        pytest.param([{"at": "begin"}, *record(1)], id="call-out-of-turn"),
        pytest.param([{"at": "begin"}, *record(0)[:2], *record(1)[2:]], id="record-of-another"),
        pytest.param([{"at": "begin"}, *record(0)[:1], *record(0)[2:]], id="record-without-end-of-call"),
        pytest.param([{"at": "begin"}, end(), *record(0)], id="after-the-end"),
        pytest.param([{"at": "begin"}, end(), end()], id="two-ends"),
        pytest.param([{"at": "begin"}, {"at": "called", "n": 0}], id="end-of-nothing"),
        pytest.param([{"at": "begin"}, {"at": "note"}], id="unknown"),
        pytest.param([{"at": "begin"}, *record(0)[:2], {"at": "record", "n": 0, "text": 3}], id="no-text"),
    ],
)
def test_lines_in_another_order_are_no_account(lines: list[dict[str, Any]]) -> None:
    """The runner's program has one order, so that other lines are not its."""
    found = opened(signed(sent(*lines)), KEY)
    assert found is not None
    assert found.processes["cold"].told is None and found.processes["cold"].disorder


def test_a_process_that_comes_to_no_end_gave_no_account() -> None:
    """Nor is it disorder."""
    found = opened(signed(sent({"at": "begin"}, *record(0))), KEY)
    assert found is not None
    assert found.processes["cold"].told is None and not found.processes["cold"].disorder


# ---- the process beside ------------------------------------------------------------------------------------------------


def served(program: str, folder: Path) -> Clerk:
    """What the clerk holds of a process that runs the program with a journal."""
    (out_end, theirs_out), (theirs_back, back) = os.pipe(), os.pipe()
    command = [sys.executable, "-c", MEASURED + program, str(ROOT), str(theirs_out), str(theirs_back)]
    clerk = Clerk(str(folder))
    with subprocess.Popen(command, pass_fds=(theirs_out, theirs_back), cwd=folder) as process:
        for each in (theirs_out, theirs_back):
            os.close(each)
        clerk.serve(process, out_end, back)
        process.kill() if clerk.flooded else None
        os.close(back)
    os.close(out_end)
    return clerk


def test_a_line_is_stamped_before_the_process_goes_on(tmp_path: Path) -> None:
    """Two lines with a pause between them lie as far apart by the clerk's clock, and what was written to the trace in it is seen."""
    program = "journal.tell('call'); import time; open('t', 'w').write('x' * 7); time.sleep(.2); journal.tell('called')"
    first, second = served(program, tmp_path).lines
    assert 0.2 <= second[0] - first[0] < 5
    assert first[1] is None and second[1] == {"t": 7} and json.loads(second[2]) == {"at": "called"}


def test_a_process_that_floods_the_journal_is_ended(tmp_path: Path) -> None:
    """No more is held of it than there is room for."""
    clerk = served("import os\nwhile True: os.write(journal.out, b'x' * (1 << 20))", tmp_path)
    assert clerk.flooded


def test_a_process_that_leaves_the_pipe_to_another_is_not_waited_for(tmp_path: Path) -> None:
    """A fork that holds it open does not keep the clerk."""
    program = "journal.tell('begin'); import os, time\nif os.fork() == 0:\n    time.sleep(3)\n    os._exit(0)"
    assert len(served(program, tmp_path).lines) == 1


def test_a_file_that_was_written_over_is_told(tmp_path: Path) -> None:
    """What grows is read on; what is other than it was is changed; a pipe or a link is no file."""
    file = tmp_path / "trace.log"
    file.write_bytes(b"one")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/etc/passwd")
    seen = Seen(str(tmp_path))
    assert seen.look()["trace.log"] == 3
    with file.open("ab") as stream:
        stream.write(b"two")
    assert seen.look()["trace.log"] == 6 and not seen.end()["changed"]
    assert seen.end()["files"]["trace.log"] == hashlib.sha256(b"onetwo").hexdigest()
    file.write_bytes(b"oneTWO")
    assert seen.end()["changed"] == ["trace.log"]
    assert seen.look()["link"] == seen.look()["pipe"] == 0


REACH = """
import os, signal, subprocess, sys
from kernel import PR_SET_DUMPABLE, landlock_abi, prctl, scope
prctl(PR_SET_DUMPABLE, 0)
confined = landlock_abi() >= 6 and sys.argv[1:] != ["bare"]
child = '''
import os, signal
above = os.getppid()
for name, action in {"memory": lambda: open(f"/proc/{above}/mem", "r+b"), "signal": lambda: os.kill(above, signal.SIGCONT)}.items():
    try:
        action()
        print(name, "reached")
    except OSError as error:
        print(name, "closed")
'''
print(confined)
sys.stdout.flush()
subprocess.run([sys.executable, "-I", "-c", child], preexec_fn=scope if confined else None)
"""


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", every_tier())
def test_the_process_beside_is_out_of_reach(tier: str) -> None:
    """What a measured process may not do to the one that keeps its journal; where the kernel cannot hold signals back, that is known."""
    files = {"kernel.py": (ROOT / "sandbox" / "inside" / "kernel.py").read_bytes()}
    confined, memory, signals = out(run(tier, REACH, files=files)).splitlines()
    assert memory == "memory closed"
    assert signals == ("signal closed" if confined == "True" else "signal reached")
