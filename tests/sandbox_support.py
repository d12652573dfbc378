"""What the sandbox's tests share: every tier that works here, an environment for each, and services of the host to be attacked."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from prompts.trust import measure
from sandbox.records import Environment, Limits, RunRequest, RunResult
from sandbox.runner import KINDS, Sandbox, candidates

OWN = Environment("tests", Path(sys.executable))
SYSTEM = Environment("system", Path("/usr/bin/python3"))
SMALL = Limits(seconds=20, cpu_seconds=20, memory_mb=256, processes=32, disk_mb=64, inodes=2000)


@cache
def tiers() -> dict[str, tuple[Sandbox, Environment]]:
    """Each form of isolation that works here, by a name that tells them apart, with an environment that it can use.

    Where root's own interpreter lies in a closed home, only bubblewrap can show it, and Landlock alone gets the system's.
    """
    found: dict[str, tuple[Sandbox, Environment]] = {}
    for backend in (backend for kind in KINDS for backend in candidates(kind) if not isinstance(backend, str)):
        sandbox = Sandbox(backend)
        name = sandbox.tier + ("" if getattr(backend, "own_users", True) else " as root")
        for environment in (OWN, SYSTEM):
            if name not in found and environment.python.exists() and sandbox.failure(environment) is None:
                found[name] = (sandbox, environment)
    return found


@cache
def missing() -> dict[str, str]:
    """The kinds of isolation of which no form works here, each with the reason."""
    kinds = {name.partition("+")[0] for name in tiers()}
    return {kind: str(Sandbox.detect(kind)) for kind in KINDS if kind not in kinds}


def every_tier(of: str = "isolation") -> list[object]:
    """The tiers' names for `parametrize`: quick are the first and the one that differs most from it in isolation, or in limits.

    A kind that does not work here is one test that is skipped, with the reason.
    """
    quick = {"isolation": "landlock+seccomp", "limits": "bubblewrap+seccomp+landlock"}[of]
    here: list[object] = []
    for number, name in enumerate(tiers()):
        marks = [] if number == 0 or name == quick else [pytest.mark.slow]
        here.append(pytest.param(name, marks=[*marks, *([pytest.mark.live] if name.startswith("docker") else [])]))
    return [*here, *(pytest.param(kind, marks=[pytest.mark.slow, pytest.mark.skip(reason=why)]) for kind, why in missing().items())]


def hides_the_host(tier: str) -> bool:
    """Whether the host's files and processes have no names there, so that a program may go for all that it sees."""
    return not tier.startswith("landlock")


def run(tier: str, script: str, limits: Limits = SMALL, **fields: Any) -> RunResult:
    """Run a program under a tier; afterwards no process that holds the run's environment lives."""
    sandbox, environment = tiers()[tier]
    mark = f"run-{secrets.token_hex(8)}"
    variables = {**fields.pop("variables", {}), "CORRIGENDA_TEST": mark}
    result = sandbox.run(RunRequest(script, environment, limits=limits, variables=variables, **fields))
    assert not marked(mark)
    return result


def marked(mark: str) -> list[str]:
    """Processes of the host with `mark` in their environment, as root sees those of all."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            with suppress(OSError):
                found += [path.name] if mark.encode() in (path / "environ").read_bytes() else []
    return found


def out(result: RunResult) -> str:
    return measure(result.stdout)


def err(result: RunResult) -> str:
    return measure(result.stderr)


@dataclass(frozen=True)
class Host:
    """Safe local stand-ins for what an attack is after. token: the secret that must not come out."""

    folder: Path
    token: str
    facts: dict[str, object]

    def prelude(self, *, bare: bool) -> str:
        return f"import json\nHOST = json.loads({json.dumps(json.dumps({**self.facts, 'bare': bare}))})\n"

    def is_untouched(self) -> bool:
        """Nothing was written where anybody could have."""
        return not any((self.folder / "outside").iterdir()) and (self.folder / "secret.txt").read_text() == self.token

    def restore(self) -> None:
        for path in (self.folder / "outside").iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@contextmanager
def host(folder: Path) -> Iterator[Host]:
    """A secret file, a process with a secret environment and command line, servers on loopback, by path and by abstract name."""
    token = secrets.token_hex(16)
    secret = folder / "secret.txt"
    secret.write_text(token)
    secret.chmod(0o644)
    path, abstract = str(folder / "socket"), f"corrigenda-{token[:8]}"
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        for name in (path, "\0" + abstract):
            server = stack.enter_context(socket.socket(socket.AF_UNIX))
            server.bind(name)
            server.listen()
        Path(path).chmod(0o777)
        victim = stack.enter_context(
            subprocess.Popen(["sleep", "600"], env={"SECRET": token, "PATH": os.environ["PATH"]}, stdin=subprocess.DEVNULL)
        )
        stack.callback(victim.kill)
        outside = folder / "outside"
        outside.mkdir()
        outside.chmod(0o777)
        facts: dict[str, object] = {
            "secret": str(secret), "outside": str(outside), "tcp": tcp.getsockname()[1], "udp": udp.getsockname()[1],
            "unix": path, "abstract": abstract, "victim": victim.pid, "test": os.getpid(), "token_head": token[:16],
        }  # fmt: skip
        yield Host(folder, token, facts)


def run_bare(script: str, folder: Path, timeout: float = 60, *, inherit: bool = False) -> subprocess.CompletedProcess[str]:
    """The same program without any isolation, in a folder of its own: the control of a test. inherit: it gets our open descriptors."""
    (folder / "main.py").write_text(script)
    command = [sys.executable, "main.py"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL, close_fds=not inherit
    )
