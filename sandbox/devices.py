"""What a run on a GPU is granted beyond what every run is, and what it is not, as tables; a run that asks for none gets nothing of it.

The nodes give a program the driver's whole interface: seccomp cannot tell one request to it from another, so that its faults are the
host's. Landlock (ABI 5 and newer) allows such requests to these nodes and to no other. Neither a control group nor a limit counts the GPU's
own memory, and a kernel that never ends is ended with its process, by the limit on time.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sandbox.records import Gpu


@dataclass(frozen=True)
class Node:
    """A device node below /dev. needed: there is no GPU to be used without it. why: what asks for it."""

    pattern: str
    needed: bool
    why: str


NATIVE = (
    Node("nvidiactl", True, "where every use of the driver begins"),
    Node("nvidia[0-9]*", True, "the GPUs"),
    Node("nvidia-uvm", True, "memory that host and device share; the first use of CUDA fails without it"),
    Node("nvidia-caps/nvidia-cap[0-9]*", False, "a part of a GPU that was divided (MIG)"),
    Node("dri/renderD[0-9]*", False, "computing without a display, by interfaces other than CUDA"),
)
# Windows' own GPU, shown to Linux below it by one node.
HOSTED = (Node("dxg", True, "the GPU of the Windows below"),)
# Never granted, whatever pattern they fall under.
REFUSED = {
    "nvidia-modeset": "the displays",
    "nvidia-uvm-tools": "sees into the memory of other processes' work",
    "nvidia-caps/nvidia-cap1": "divides GPUs, which stays after the run",
    "nvidia-caps/nvidia-cap2": "watches what others do on a divided GPU",
}
# What the driver's library reads of the system; where it is hidden, its first use fails though the nodes are there.
READ = (
    "sys/bus/pci/devices",
    "sys/bus/pci/drivers/nvidia",
    "sys/devices/pci*",
    "sys/module/nvidia*",
    "sys/class/drm",
    "proc/driver/nvidia",
)
# Where the driver's libraries may lie, all within what every run is shown; the loader finds those of the first without being told.
KNOWN_FOLDERS = ("usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib64", "usr/lib")
TOLD_FOLDERS = ("usr/local/nvidia/lib64", "usr/lib/wsl/lib")
LIBRARY = "libcuda.so.1"
# A program of CUDA gives its threads names, in /proc, where it is to be let write.
NAMED = "/proc"


def found(root: Path = Path("/")) -> Gpu | str:
    """What of this machine a run on its GPU needs, or why there is no GPU for one. root: of the file system that is looked at."""
    reasons = []
    for table in (NATIVE, HOSTED):
        nodes = {node.pattern: _nodes(root / "dev", node.pattern) for node in table}
        missing = [node.pattern for node in table if node.needed and not nodes[node.pattern]]
        if missing:
            reasons += [f"/dev has no {', '.join(missing)}"] if any(nodes.values()) else []
            continue
        granted = [path for each in nodes.values() for path in each]
        if closed := [path.name for path in granted if path.stat().st_mode & 0o006 != 0o006]:
            reasons.append(f"a run's own user may not open {', '.join(closed)}; the driver's option NVreg_DeviceFileMode=0666 opens them")
            continue
        folder = _folder(root)
        if folder is None:
            reasons.append(f"there is no {LIBRARY}, which the driver's package brings; in a container its runtime has to show it")
            continue
        return Gpu(tuple(granted), tuple(path for pattern in READ for path in sorted(root.glob(pattern))), _variables(root, folder))
    return f"there is no GPU for it here: {'; '.join(reasons) or 'no NVIDIA device nodes in /dev'}"


def _nodes(dev: Path, pattern: str) -> list[Path]:
    """The character devices of a pattern that may be granted; a file or a link of such a name is none."""
    paths = [path for path in sorted(dev.glob(pattern)) if str(path.relative_to(dev)) not in REFUSED]
    return [path for path in paths if stat.S_ISCHR(path.lstat().st_mode)]


def _folder(root: Path) -> Path | None:
    return next((root / folder for folder in (*KNOWN_FOLDERS, *TOLD_FOLDERS) if (root / folder / LIBRARY).exists()), None)


def _variables(root: Path, folder: Path) -> dict[str, str]:
    """Triton links against the driver's library, and asks a program for its place that a container may lack."""
    told = {"LD_LIBRARY_PATH": str(folder)} if str(folder.relative_to(root)) in TOLD_FOLDERS else {}
    return {"TRITON_LIBCUDA_PATH": str(folder), **told}


def parents(nodes: Iterable[Path]) -> list[Path]:
    """The folders of the nodes, outer ones first."""
    return sorted({parent for node in nodes for parent in node.parents} - {Path("/")})
