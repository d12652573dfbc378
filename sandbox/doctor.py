"""What of the sandbox's layers works on this machine, each tried."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from sandbox import cgroups, devices
from sandbox.identity import run_user
from sandbox.inside import kernel, processes
from sandbox.runner import KINDS, Sandbox
from sandbox.syscalls import ARCHITECTURES

_PATH = "/usr/bin:/bin:/usr/local/bin"
_PATIENCE = 20


class Layer(NamedTuple):
    """works: whether it was found working here. detail: the version, or what is missing and how to get it."""

    name: str
    works: bool
    detail: str


def layers() -> list[Layer]:
    """The isolation that a run would get, then each kind that can be demanded, the layers, and what experiments need beside them."""
    return [
        _isolation(),
        *(_kind(kind) for kind in KINDS),
        _user_namespaces(),
        Layer("seccomp", platform.machine() in ARCHITECTURES and _has_seccomp(), f"policy for {', '.join(ARCHITECTURES)}"),
        Layer("Landlock", kernel.landlock_abi() > 0, f"ABI {kernel.landlock_abi()}"),
        _control_groups(),
        Layer("supervisor", processes.children_are_listed(), "the kernel names a process's children (CONFIG_PROC_CHILDREN)"),
        _program("g++", "torch.compile needs a C++ compiler (Debian, Ubuntu: the package `g++`)"),
        _program("openssl", "inductor's precompiled headers need it (Debian, Ubuntu: the package `openssl`)"),
        _gpu(),
    ]


def _isolation() -> Layer:
    found = Sandbox.detect()
    return Layer("isolation", isinstance(found, Sandbox), found.tier if isinstance(found, Sandbox) else found)


def _kind(kind: str) -> Layer:
    found = Sandbox.detect(kind)
    return Layer(f"--isolation {kind}", isinstance(found, Sandbox), found.tier if isinstance(found, Sandbox) else found)


def _user_namespaces() -> Layer:
    """As the user that a run would have: what root may do says nothing."""
    program = shutil.which("bwrap", path=_PATH)
    if program is None:
        return Layer("user namespaces", False, "not tried, for want of bubblewrap")
    user = run_user()
    command = [program, "--unshare-user", "--ro-bind", "/", "/", "true"]
    done = subprocess.run(command, user=user, group=user, extra_groups=None if user is None else [], capture_output=True, timeout=_PATIENCE)
    said = done.stderr.decode(errors="replace").strip()
    return Layer("user namespaces", done.returncode == 0, said or "open to users")


def _has_seccomp() -> bool:
    return "Seccomp:" in Path("/proc/self/status").read_text()


def _control_groups() -> Layer:
    found = cgroups.find()
    return Layer("control groups", not isinstance(found, str), found if isinstance(found, str) else f"version {found.version}")


def _program(name: str, purpose: str) -> Layer:
    program = shutil.which(name, path=_PATH)
    return Layer(name, program is not None, _answer([program, "version" if name == "openssl" else "--version"]) if program else purpose)


def _answer(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, text=True)
    return (done.stdout or done.stderr).splitlines()[0].strip() if done.stdout or done.stderr else ""


def _gpu() -> Layer:
    """What a run on the GPU would be granted, or why there is none."""
    found = devices.found()
    if isinstance(found, str):
        return Layer("GPU", False, f"{found}; experiments use the CPU")
    return Layer("GPU", True, f"{', '.join(map(str, found.nodes))}; its driver's libraries in {found.variables['TRITON_LIBCUDA_PATH']}")
