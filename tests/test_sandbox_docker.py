"""Docker: the command line of a run, exactly, and that a daemon takes it where there is one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sandbox_support import OWN, SMALL, err, out

from sandbox.backends import docker
from sandbox.records import Limits, RunRequest
from sandbox.runner import Sandbox, candidates

LIMITS = Limits(memory_mb=1000, processes=32, disk_mb=64, inodes=2000, open_files=128)
SHARED = [
    "--network=none", "--ipc=private", "--hostname=sandbox", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges",
]  # fmt: skip
LIMITED = [
    "--memory=1024m", "--memory-swap=1024m", "--pids-limit=80", f"--cpus={os.cpu_count()}", "--oom-score-adj=700",
    "--ulimit=nofile=128:128", "--ulimit=core=0:0", "--ulimit=memlock=8388608:8388608", "--ulimit=fsize=67108864:67108864",
    "--shm-size=64m", "--tmpfs=/tmp:rw,exec,nosuid,nodev,size=64m,nr_inodes=2000,mode=1777",
    "--mount=type=bind,source=/srv/it,destination=/experiment",
    "--mount=type=bind,source=/usr,destination=/usr,readonly",
    "--mount=type=bind,source=/clone/sandbox/inside,destination=/corrigenda/sandbox/inside,readonly",
    "--log-driver=none", "--restart=no", "--workdir=/", "--entrypoint=/usr/bin/python3", "image:tag", "-I", "-c", "relay",
]  # fmt: skip
USERS = {
    "runc": ["--user=1900000007:1900000007"],
    "runsc": ["--user=0:0", "--cap-add=SETUID", "--cap-add=SETGID", "--cap-add=KILL"],
}


@pytest.mark.parametrize("runtime", USERS)
def test_the_command_line_is_this(runtime: str) -> None:
    """No network, nothing writable but what has a size, no right, no variable of the host; all that can be limited is."""
    binds = {"/usr": "/usr", "/corrigenda/sandbox/inside": "/clone/sandbox/inside"}
    entry = ["/usr/bin/python3", "-I", "-c", "relay"]
    first = ["run", "--rm", "--interactive", "--pull=never", "--name=a-run", f"--runtime={runtime}"]
    request = RunRequest("", OWN, limits=LIMITS)
    made = docker.run_arguments("a-run", runtime, "image:tag", 1_900_000_007, request, "/srv/it", binds, entry)
    assert made == [*first, *SHARED, *USERS[runtime], *LIMITED]
    assert not [argument for argument in made if argument.startswith(("-e", "--env=", "--env-file", "--privileged", "--device"))]


def test_a_missing_daemon_is_a_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Docker without a daemon is no isolation, and the reason names where one was looked for."""
    monkeypatch.setattr(docker, "_SOCKET", f"unix://{tmp_path}/docker.sock")
    found = docker.candidates("not asked")
    assert isinstance(found, str)
    assert f"{tmp_path}/docker.sock" in found or "not installed" in found


@pytest.mark.live
@pytest.mark.sandbox
def test_a_daemon_takes_it() -> None:
    """Each runtime of this machine's daemon runs a program, brings its artefact back, and keeps no container."""
    found = candidates("docker")
    if isinstance(found, str):
        pytest.skip(found)
    worked = []
    for backend in found:
        request = RunRequest("open('result.json', 'w').write('{}')\nprint('it runs')", OWN, limits=SMALL)
        result = Sandbox(backend).run(request)
        if result.ending == "exited":
            assert (out(result), result.artefacts) == ("it runs\n", {"result.json": b"{}"}), err(result)
            worked.append(backend.tier)
    assert worked
