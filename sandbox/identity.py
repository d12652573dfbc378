"""Whom a run's code runs as: started by root, a user of its own that nothing else on the host is; else the caller."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_CHOSEN = range(1_900_000_000, 1_900_000_000 + (1 << 24))  # beyond what systemd gives to containers and dynamic users
_SMALL = range(61_184, 65_520)  # in a container that has no more than 16 bits of users: systemd's range for passing users


def run_user() -> int | None:
    """A user id for one run, or None where this process cannot change its user."""
    if os.getuid() != 0:
        return None
    for users in (_CHOSEN, _SMALL):
        if _is_mapped(users):
            return users.start + secrets.randbelow(len(users))
    return None


def _is_mapped(users: range) -> bool:
    lines = (line.split() for line in Path("/proc/self/uid_map").read_text().splitlines())
    return any(int(first) <= users.start and users.stop <= int(first) + int(count) for first, _, count in lines)
