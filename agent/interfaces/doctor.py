"""`corrigenda doctor`: what works on this machine, each tried."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

from agent.errors import BadInput
from agent.interfaces.models import profile_names
from agent.interfaces.settings import SETTINGS
from sandbox.doctor import layers
from sandbox.environments import Environments, EnvironmentsError


def examine(home: Path, environ: Mapping[str, str]) -> Iterator[tuple[str, bool, str]]:
    """Name, whether it works, and detail or remedy."""
    yield from layers()
    yield _environments(home)
    yield _model(home, environ)
    yield _network()


def _environments(home: Path) -> tuple[str, bool, str]:
    try:
        found = Environments(home, {}).list()
    except EnvironmentsError as error:
        return "experiment environments", False, str(error)
    if not found:
        return "experiment environments", False, "none; make one with: corrigenda env add torch==2.13.0 numpy"
    return "experiment environments", True, "; ".join(f"{each.name} ({', '.join(each.requirements)})" for each in found)


def _model(home: Path, environ: Mapping[str, str]) -> tuple[str, bool, str]:
    """What `--model` can name; nothing is asked of any endpoint."""
    try:
        profiles = profile_names(home)
    except BadInput as error:
        return "model endpoint", False, str(error)
    ways = [f"--model {name}" for name in profiles]
    if environ.get("OPENAI_BASE_URL"):
        ways.append("--model NAME at the address of OPENAI_BASE_URL")
    if not ways:
        return "model endpoint", False, f"none is configured, and none is needed; set OPENAI_BASE_URL or add a profile to {home / SETTINGS}"
    return "model endpoint", True, f"configured, and not asked: {'; '.join(ways)}"


def _network() -> tuple[str, bool, str]:
    """Whether names resolve; nothing is sent to any source."""
    try:
        socket.getaddrinfo("example.org", 443, type=socket.SOCK_STREAM)
    except OSError:
        return "network", False, "names do not resolve; the excerpt in a pack can be researched all the same"
    return "network", True, "names resolve"
