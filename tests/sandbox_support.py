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
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from prompts.trust import measure
from sandbox.records import Environment, Limits, RunRequest, RunResult
from sandbox.runner import Sandbox, candidates

OWN = Environment("tests", Path(sys.executable))
SYSTEM = Environment("system", Path("/usr/bin/python3"))
SMALL = Limits(seconds=20, cpu_seconds=20, memory_mb=256, processes=32, disk_mb=64, inodes=2000)


@cache
def tiers() -> dict[str, tuple[Sandbox, Environment]]:
    """Each form of isolation that works here, by a name that tells them apart, with an environment that it can use.

    Where root's own interpreter lies in a closed home, only bubblewrap can show it, and Landlock alone gets the system's.
    """
    found: dict[str, tuple[Sandbox, Environment]] = {}
    for backend in candidates()[0]:
        sandbox = Sandbox(backend)
        name = sandbox.tier + ("" if getattr(backend, "own_users", True) else " as root")
        for environment in (OWN, SYSTEM):
            if name not in found and environment.python.exists() and sandbox.failure(environment) is None:
                found[name] = (sandbox, environment)
    return found


def every_tier(of: str = "isolation") -> list[object]:
    """The tiers' names for `parametrize`: quick are the strongest and the one that differs most in isolation, or in limits."""
    quick = {"isolation": "landlock+seccomp", "limits": "bubblewrap+seccomp+landlock"}[of]
    return [name if number == 0 or name == quick else pytest.param(name, marks=pytest.mark.slow) for number, name in enumerate(tiers())]


def run(tier: str, script: str, limits: Limits = SMALL, **fields: object) -> RunResult:
    sandbox, environment = tiers()[tier]
    return sandbox.run(RunRequest(script, environment, limits=limits, **fields))  # type: ignore[arg-type]


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


def run_bare(script: str, folder: Path, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """The same program without any isolation, in a folder of its own: the control of a test."""
    (folder / "main.py").write_text(script)
    return subprocess.run(
        [sys.executable, "main.py"], cwd=folder, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL
    )
