"""`corrigenda doctor`: what works on this machine, each tried."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

from sandbox.doctor import layers
from sandbox.environments import Environments, EnvironmentsError


def examine(home: Path) -> Iterator[tuple[str, bool, str]]:
    """Name, whether it works, and detail or remedy."""
    yield from layers()
    yield _environments(home)
    yield "model endpoint", False, "none is configured; this version works without a model"
    yield _network()


def _environments(home: Path) -> tuple[str, bool, str]:
    try:
        found = Environments(home, {}).list()
    except EnvironmentsError as error:
        return "experiment environments", False, str(error)
    if not found:
        return "experiment environments", False, "none; make one with: corrigenda env add torch==2.13.0 numpy"
    return "experiment environments", True, "; ".join(f"{each.name} ({', '.join(each.requirements)})" for each in found)


def _network() -> tuple[str, bool, str]:
    """Whether names resolve; nothing is sent to any source."""
    try:
        socket.getaddrinfo("example.org", 443, type=socket.SOCK_STREAM)
    except OSError:
        return "network", False, "names do not resolve; the excerpt in a pack can be researched all the same"
    return "network", True, "names resolve"
