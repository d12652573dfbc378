"""What a measured process ran on, and what was hidden from torch there."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path
from typing import Any

import torch  # type: ignore[import-not-found, unused-ignore]

_READ = ("/proc/cpuinfo", "/sys/devices/system/cpu", "/dev/shm", "/dev/urandom")  # noqa: S108 - looked at, never written


def facts(used_inductor: bool) -> dict[str, str]:
    """Versions, instruction set, compiler, device, clocks and what is missing, each in words; a missing entry was not to be had."""
    told = {
        "torch": torch.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "kernel": platform.release(),
        "cpu": _cpu("model name"),
        "cpu capability": _call(getattr(torch.backends.cpu, "get_cpu_capability", None)),
        "threads": str(torch.get_num_threads()),
        "cores allowed": str(len(os.sched_getaffinity(0))),
        "clock": _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "compiler": _compiler(),
        "settings of torch by environment": " ".join(
            f"{name}={os.environ[name]}" for name in sorted(os.environ) if name.startswith("TORCH")
        ),
        "hidden": ", ".join(_hidden()),
    }
    if used_inductor:
        told["inductor's instruction set"] = _instruction_set()
    if torch.cuda.is_available():
        told.update(_gpu())
    return {name: text for name, text in told.items() if text}


def scalar(told: dict[str, str]) -> bool:
    """Whether inductor made scalar code on a processor with vector instructions."""
    flags = _cpu("flags").split() + _cpu("Features").split()
    chosen = told.get("inductor's instruction set")
    return chosen is not None and chosen in ("", "none", "INVALID_VEC_ISA") and bool({"avx2", "avx512f", "asimd"} & set(flags))


def _gpu() -> dict[str, str]:
    found = torch.cuda.get_device_properties(0)
    triton = _call(lambda: __import__("triton").__version__)
    return {
        "gpu": found.name,
        "gpu capability": f"{found.major}.{found.minor}",
        "gpu memory": f"{found.total_memory >> 20} MiB",
        "cuda": str(torch.version.cuda),
        "triton": triton,
        "gpu driver": _output(["nvidia-smi", "--query-gpu=driver_version,clocks.sm,clocks.mem", "--format=csv,noheader"]),
    }


def _instruction_set() -> str:
    import torch._inductor.cpu_vec_isa as module  # type: ignore[import-not-found, unused-ignore]

    return _call(module.pick_vec_isa) or "none"


def _hidden() -> list[str]:
    missing = [name for name in _READ if not os.access(name, os.R_OK)]
    missing += [f"program {name}" for name in ("g++", "gcc", "openssl", "ldconfig") if shutil.which(name, path=_path()) is None]
    return missing


def _path() -> str:
    return os.environ.get("PATH", "") + ":/sbin:/usr/sbin"


def _compiler() -> str:
    return _output([os.environ.get("CXX", "g++"), "--version"])


def _cpu(key: str) -> str:
    for line in _read("/proc/cpuinfo").splitlines():
        name, _, value = line.partition(":")
        if name.strip() == key:
            return value.strip()
    return ""


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _call(function: Any) -> str:
    try:
        return "" if function is None else str(function())
    except Exception as error:  # noqa: BLE001 - what cannot be told is told as such
        return f"not to be had ({type(error).__name__})"


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stdout.strip().splitlines() or [""])[0][:200]
