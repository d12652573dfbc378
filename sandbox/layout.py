"""What of the host a sandbox shows, read-only: the system's programs and libraries, and the environment's interpreter with its packages.

Never `/`, no home, no /etc but three files that the dynamic linker and the compiler look at. Paths inside equal paths outside, so that the
absolute paths that a virtual environment is full of stay right.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sandbox.records import Environment, Gpu, RunRequest

WORK = "/experiment"
TMP, SHM = "/tmp", "/dev/shm"  # noqa: S108 - inside, where both are folders of the private work folder
CODE = "/corrigenda"  # where sandbox/inside/ is shown
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SYS = ("/sys/devices/system/cpu", "/sys/devices/system/node")  # from which libraries learn caches and cores
ETC = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
# What /proc tells of the kernel beyond what libraries read; where these exist they are covered.
MASKED = ("kallsyms", "kcore", "keys", "key-users", "timer_list", "sched_debug", "latency_stats", "slabinfo", "vmallocinfo")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
SUBFOLDERS = ("work", "home", "tmp", "cache", "shm")
AHEAD = "ahead"  # one more of them, while an interpreter waits for its program
_PREFIX_PARTS = ("bin", "lib", "lib64", "include", "libexec", "pyvenv.cfg")
_STORES = ("/nix/store", "/gnu/store")  # here a library's dependencies lie beside it, one folder each


class LayoutError(Exception):
    """The environment cannot be shown to a sandbox; the message says what is wrong with it."""


@dataclass(frozen=True)
class Shown:
    """Host paths to show read-only at the same path, parents before children, and the system's symbolic links (path -> target)."""

    paths: tuple[Path, ...]
    links: tuple[tuple[str, str], ...]


def shown(environment: Environment, gpu: Gpu | None = None) -> Shown:
    """All that a run in `environment` is granted to read. Raises LayoutError where the interpreter is missing or not within a prefix."""
    links = tuple((path, str(Path(path).readlink())) for path in SYSTEM if Path(path).is_symlink())
    system = [Path(path) for path in (*SYSTEM, *ETC, *SYS) if Path(path).exists() and not Path(path).is_symlink()]
    wanted = [*_prefix_paths(environment.python), *environment.read]
    for path in wanted:
        if not path.is_absolute() or path == Path("/") or any(home.is_relative_to(path) for home in _homes()):
            raise LayoutError(f"environment {environment.name!r} would show {path}: a home, all, or no absolute path")
    of_gpu = [path for path in gpu.read if not path.is_relative_to("/proc")] if gpu is not None else []  # a /proc of its own shows it
    return Shown(tuple(_outermost([*system, *wanted, *of_gpu])), links)


def check_open_to_others(shown: Shown) -> None:
    """Raises LayoutError where a user that owns nothing could not come to what is shown, for want of a right to pass a folder above it."""
    for path in shown.paths:
        for folder in reversed(path.parents):
            if not folder.stat().st_mode & 0o001:
                raise LayoutError(
                    f"{path} lies in {folder}, which is closed to the user of its own that a run has, and without namespaces nothing "
                    f"can be shown elsewhere; make the environment with an interpreter outside of {folder} (such as /usr/bin/python3, "
                    f"with CORRIGENDA_HOME outside as well), or let others pass it (chmod o+x {folder})"
                )


def _homes() -> list[Path]:
    """The caller's home, where the system knows one that holds something."""
    try:
        home = Path.home()
    except RuntimeError:
        return []
    return [] if home == Path("/") else [home]


def _prefix_paths(python: Path) -> list[Path]:
    """The code of the prefixes that the interpreter, each link on the way to it, and its `pyvenv.cfg` lead through."""
    if not python.is_absolute() or not os.access(python, os.X_OK):
        raise LayoutError(f"no interpreter at {python}; make the environment anew")
    prefixes = [hop.parent.parent for hop in _hops(python)]
    config = python.parent.parent / "pyvenv.cfg"
    if config.is_file():
        for line in config.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition("=")
            if key.strip() == "home":
                prefixes.append(Path(value.strip()).parent)
    prefixes += [prefix.resolve() for prefix in prefixes]
    paths = [prefix / part for prefix in prefixes for part in _PREFIX_PARTS if (prefix / part).exists()]
    return paths + [Path(store) for store in _STORES if any(prefix.is_relative_to(store) for prefix in prefixes)]


def _hops(path: Path) -> list[Path]:
    """`path` and each symbolic link's target on the way to the file itself."""
    hops = [path]
    while hops[-1].is_symlink() and len(hops) < 40:
        hops.append(Path(os.path.normpath(hops[-1].parent / hops[-1].readlink())))
    return hops


def _outermost(paths: list[Path]) -> list[Path]:
    """Without those that lie within another, so that nothing is bound twice."""
    unique = sorted(set(paths), key=lambda path: len(path.parts))
    kept: list[Path] = []
    for path in unique:
        if not any(path.is_relative_to(outer) for outer in kept):
            kept.append(path)
    return kept


def variables(request: RunRequest, work: str) -> dict[str, str]:
    """The whole environment of the program: what Python, OpenMP and inductor need, then the request's variables."""
    threads = str(request.threads)
    folder = request.environment.python.parent
    return {
        "PATH": f"{folder}:/usr/local/bin:/usr/bin:/bin",
        "HOME": f"{work}/home",
        "USER": "experiment",
        "LOGNAME": "experiment",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "TMPDIR": f"{work}/tmp",  # noqa: S108 - in the private work folder
        "XDG_CACHE_HOME": f"{work}/cache",
        "TORCHINDUCTOR_CACHE_DIR": f"{work}/cache/inductor",
        "TRITON_CACHE_DIR": f"{work}/cache/triton",
        "CUDA_CACHE_PATH": f"{work}/cache/cuda",
        "MPLCONFIGDIR": f"{work}/cache/matplotlib",
        "MPLBACKEND": "Agg",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONUNBUFFERED": "1",
        **dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS"), threads),
        **(request.gpu.variables if request.gpu is not None else {}),
        **request.variables,
    }


def names_of(request: RunRequest) -> dict[str, bytes]:
    """The program's files by name, `main.py` among them. Raises LayoutError for a name that could leave the work folder."""
    for name in request.files:
        parts = name.split("/")
        if name == "main.py" or "\0" in name or any(part in ("", ".", "..") for part in parts):
            raise LayoutError(f"a file of a run has a plain relative name other than main.py, not {name!r}")
    return {"main.py": request.script.encode(), **request.files}
