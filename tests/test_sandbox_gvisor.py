"""gVisor: what runsc is told, exactly, and that a program runs under it where it is installed."""

from __future__ import annotations

import platform

import pytest
from sandbox_support import err, missing, out, run, tiers

from sandbox.backends.gvisor import bundle

TIER = next((name for name in tiers() if name.startswith("gvisor")), "")
needs_gvisor = pytest.mark.skipif(not TIER, reason=missing().get("gvisor", "it works"))


def test_the_bundle_is_this() -> None:
    """The system read-only, the work folder in its three places, no variable, no network, no right but to become the run's user."""
    made = bundle(["/usr", "/corrigenda/sandbox/inside"], "/usr/bin/python3")
    assert [(mount["destination"], mount["options"][:2]) for mount in made["mounts"]] == [
        ("/proc", ["nosuid", "nodev"]),
        ("/experiment", ["rbind", "rw"]),
        ("/tmp", ["rbind", "rw"]),
        ("/dev/shm", ["rbind", "rw"]),
        ("/usr", ["rbind", "ro"]),
        ("/corrigenda/sandbox/inside", ["rbind", "ro"]),
    ]
    assert made["root"] == {"path": "rootfs", "readonly": True}
    process = made["process"]
    assert (process["env"], process["noNewPrivileges"], process["terminal"]) == ([], True, False)
    assert set(process["capabilities"]) == {"bounding", "effective", "permitted"}
    assert {right for rights in process["capabilities"].values() for right in rights} == {"CAP_SETUID", "CAP_SETGID"}
    assert {"pid", "network", "ipc", "uts", "mount"} == {namespace["type"] for namespace in made["linux"]["namespaces"]}


@needs_gvisor
@pytest.mark.sandbox
def test_a_program_has_a_kernel_of_its_own() -> None:
    """It is told another kernel's version than the host runs, and its artefact comes back; process 1 cannot be forged."""
    program = """
import os, platform
for name in os.listdir('/proc/1/fd'):
    try:
        os.write(os.open(f'/proc/1/fd/{name}', os.O_WRONLY), b'{"event": "failed", "reason": "forged"}\\n')
        print('forged')
    except OSError: pass
open('result.json', 'w').write(platform.release())
"""
    result = run(TIER, program)
    assert (result.ending, result.exit_code, out(result)) == ("exited", 0, ""), err(result)
    assert result.artefacts["result.json"].decode() != platform.release()
