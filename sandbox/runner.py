"""The door to the sandbox: `Sandbox.detect` finds what isolation works here, `Sandbox.run` runs a request under it and always answers.

Nothing runs unisolated: where no tier works, `detect` returns the reason and there is no `Sandbox` to run anything.
"""

from __future__ import annotations

import platform
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prompts.trust import Untrusted
from sandbox import cgroups
from sandbox.backends import Backend, Running, SetupError, bubblewrap, docker, gvisor, landlock
from sandbox.files import Left
from sandbox.records import Ending, Environment, Limits, RunRequest, RunResult
from sandbox.supervisor import Watched, watch
from sandbox.syscalls import ARCHITECTURES

ORIGIN = "sandbox"

# In the order in which `auto` tries them. The first two let a program speak to the kernel itself, through filters, so that what is measured
# is what a bare run would give; gVisor stands between, safer and slower, and is for whoever demands it or has nothing else. Docker asks a
# daemon that is root.
KINDS: dict[str, Callable[[cgroups.Parent | str], Sequence[Backend] | str]] = {
    "bubblewrap": bubblewrap.candidates,
    "landlock": landlock.candidates,
    "gvisor": gvisor.candidates,
    "docker": docker.candidates,
}

# What may stand after the kind in the name of a tier.
LAYERS = frozenset(("seccomp", "landlock", "cgroup", "runsc"))


@dataclass(frozen=True)
class Sandbox:
    """An isolation that was tried and works on this host; `run` may be called from several threads at once."""

    backend: Backend

    @property
    def tier(self) -> str:
        return self.backend.tier

    @property
    def layers(self) -> tuple[str, ...]:
        return self.backend.layers

    @classmethod
    def detect(cls, isolation: str = "auto", trial: Environment | None = None) -> Sandbox | str:
        """The first isolation of KINDS that works here, or the one that `isolation` demands (a kind or a tier's full name); else why not.

        trial: the environment in which it is tried, this interpreter where None.
        """
        if (wrong := unknown(isolation)) is not None:
            return wrong
        reasons: list[str] = []
        failures: dict[str, list[str]] = {}  # and the forms that fail alike
        for kind in KINDS:
            if isolation != "auto" and isolation.partition("+")[0] != kind:
                continue
            found = candidates(kind)
            reasons += [f"{kind}: {found}"] if isinstance(found, str) else []
            for backend in found if not isinstance(found, str) else []:
                if isolation not in ("auto", kind, backend.tier):
                    continue
                sandbox = cls(backend)
                failure = sandbox.failure(trial or Environment("own", Path(sys.executable)))
                if failure is None:
                    return sandbox
                failures.setdefault(failure + _remedy(backend), []).append(backend.tier)
        reasons += [f"{' and '.join(dict.fromkeys(tiers))}: {failure}" for failure, tiers in failures.items()]
        return "; ".join(reasons) or f"{isolation} is no form of it that this machine has; `corrigenda doctor` names those that work"

    def failure(self, environment: Environment) -> str | None:
        """What keeps a trivial program from running, by running one; None where it runs."""
        request = RunRequest("print('it runs')", environment, collect=(), limits=Limits(seconds=20, memory_mb=256))
        try:
            result = self.run(request)
        except TimeoutError as error:
            return str(error)
        return None if result.ending == "exited" and result.exit_code == 0 else f"{result.ending}: {result.reason}"

    def run(self, request: RunRequest, stop: threading.Event | None = None) -> RunResult:
        """Run one program to its end or to a limit; `stop`, once set, ends it. Afterwards no process of it lives."""
        try:
            running = self.backend.start(request)
        except SetupError as error:
            return self._result("sandbox failed", None, str(error), Watched(), ({}, ()))
        return self.finish(running, request, stop)

    def finish(self, running: Running, request: RunRequest, stop: threading.Event | None = None, seen: Watched | None = None) -> RunResult:
        """Watch what was started to its end, collect its artefacts, and give back all that it held. seen: where its program has begun."""
        try:
            seen = watch(running, request.limits, stop or threading.Event(), seen)
            ending, code, reason = _conclusion(seen)
            return self._result(ending, code, reason, seen, running.collect(request))
        except BaseException:
            running.kill()
            raise
        finally:
            running.close()

    def _result(
        self, ending: Ending, code: int | None, reason: str, seen: Watched, artefacts: tuple[dict[str, bytes], tuple[Left, ...]]
    ) -> RunResult:
        return RunResult(
            ending=ending,
            exit_code=code,
            reason=reason,
            tier=self.tier,
            layers=self.layers,
            stdout=_text(seen.stdout),
            stderr=_text(seen.stderr),
            truncated=seen.truncated,
            artefacts=artefacts[0],
            artefacts_left=artefacts[1],
            wall_seconds=seen.wall_seconds,
            cpu_seconds=seen.cpu_seconds if seen.started is not None else None,
            peak_memory_mb=seen.peak_bytes / (1 << 20) if seen.peak_bytes else None,
            limits_met=tuple(sorted(seen.met | {left.limit for left in artefacts[1] if left.limit is not None})),
        )


def run(request: RunRequest, isolation: str = "auto") -> RunResult:
    """`Sandbox.detect(isolation)` and one run; a missing isolation is an answer as well."""
    sandbox = Sandbox.detect(isolation)
    if isinstance(sandbox, Sandbox):
        return sandbox.run(request)
    nothing = Untrusted("", ORIGIN)
    return RunResult("sandbox failed", None, sandbox, "none", (), nothing, nothing, False, {}, (), 0.0, None, None)


def unknown(isolation: str) -> str | None:
    """What is wrong with the name of an isolation, None for "auto", a kind, and what the tiers of a kind may be called."""
    kind, *layers = isolation.split("+")
    if isolation == "auto" or (kind in KINDS and set(layers) <= LAYERS):
        return None
    return f"there is no isolation {isolation!r}; use auto, {', '.join(KINDS)}, or a tier's full name as `corrigenda doctor` tells it"


def _remedy(backend: Backend) -> str:
    """What a person can do where the distribution closes user namespaces to programs."""
    closed = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
    if isinstance(backend, bubblewrap.Bubblewrap) and closed.exists() and closed.read_text().strip() == "1":
        return " (AppArmor closes user namespaces here; `sysctl kernel.apparmor_restrict_unprivileged_userns=0` opens them)"
    return ""


def candidates(kind: str) -> Sequence[Backend] | str:
    """The forms of a kind of isolation (one of KINDS) that may work here, strongest first, or why there is none."""
    if platform.machine() not in ARCHITECTURES:
        return f"no seccomp policy for {platform.machine()}"
    return KINDS[kind](cgroups.find())


def _conclusion(seen: Watched) -> tuple[Ending, int | None, str]:
    """How the run ended, with the exit code where it ended by itself, and the reason in words of ours."""
    events: dict[str, dict[str, Any]] = seen.events()
    if "failed" in events:
        return "sandbox failed", None, str(events["failed"]["reason"])
    if "start" not in events and seen.hit != "killed":
        said = bytes(seen.stderr[-500:]).decode(errors="replace").strip()
        return "sandbox failed", None, f"the program was not started: {said or seen.hit or 'no reason given'}"
    if seen.hit is not None:
        return seen.hit, None, f"ended by the limit on {seen.hit}" if seen.hit != "killed" else "stopped by the caller"
    if "end" not in events:
        return "sandbox failed", None, "process 1 of the sandbox ended before the program"
    return "exited", int(events["end"]["code"]), ""


def _text(data: bytearray) -> Untrusted:
    return Untrusted(bytes(data).decode("utf-8", errors="replace"), ORIGIN)
