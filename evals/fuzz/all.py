"""All targets by name."""

from __future__ import annotations

from evals.fuzz.network import NETWORK
from evals.fuzz.replies import JSON
from evals.fuzz.targets import BYTES, Target

TARGETS: dict[str, Target] = {target.name: target for target in (*BYTES, *JSON, *NETWORK)}
