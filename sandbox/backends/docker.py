"""Docker, with gVisor's runtime where the daemon has it. An image with nothing in it but the links of the system's root; all else is bound.

The way in: `docker run` starts `inside/relay.py` as process 1, which starts the program and sends what comes out as frames. The container
ends when its standard input does, so that it cannot outlive this process. The daemon must be this machine's, for it binds our paths.
"""

from __future__ import annotations

import io
import json
import os
import platform
import secrets
import shutil
import subprocess
import tarfile
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sandbox import bpf, cgroups, layout, remains, tree
from sandbox.backends import SetupError, python_command, rlimits
from sandbox.backends.gvisor import NOT_SET
from sandbox.backends.landlock import LandlockRunning
from sandbox.identity import run_user
from sandbox.inside import kernel
from sandbox.records import Ending, RunRequest

_SOCKET = "unix:///var/run/docker.sock"
_IMAGE = "corrigenda-sandbox"
_PREFIX = "corrigenda-docker"
_OWN_TASKS = 16  # process 1, and what a runtime needs to start it
_OWN_MB = 24
_PATIENCE = 30


@dataclass
class DockerRunning(LandlockRunning):
    """process is the client; name is the container's; asked: when it was started, by the wall clock."""

    client: tuple[str, ...] = ()
    name: str = ""
    asked: float = 0.0

    @property
    def is_polled(self) -> bool:
        return False

    def open_files(self) -> int:
        return 0

    def usage(self, *, exact: bool = False) -> tree.Usage:
        """Nothing is seen from here: the daemon limits memory, and process 1 watches tasks and CPU time."""
        return tree.Usage(0, 0, 0.0)

    def kill(self) -> None:
        _ask(self.client, "rm", "--force", self.name)  # at once: a container whose input ends would first empty the work folder
        self.process.kill()
        self.process.wait()
        _ask(self.client, "rm", "--force", self.name)  # what the client made meanwhile
        if self.process.stdin is not None:
            self.process.stdin.close()

    def late_hit(self) -> Ending | None:
        """Whether the kernel ended a process of the container for want of memory."""
        window = ["--since", f"{self.asked:.3f}", "--until", f"{time.time() + 1:.3f}"]
        told = _ask(self.client, "events", *window, "--filter", "event=oom", "--filter", f"container={self.name}")
        return "memory" if told.strip() else None


@dataclass(frozen=True)
class Docker:
    """client: the command that speaks to the daemon. runtime: runc, or runsc, where the daemon has it."""

    client: tuple[str, ...]
    runtime: str

    @property
    def tier(self) -> str:
        return "docker+seccomp+cgroup" if self.runtime == "runc" else f"docker+{self.runtime}+seccomp+cgroup"

    @property
    def layers(self) -> tuple[str, ...]:
        return (
            f"Docker, runtime {self.runtime}: own mounts, processes, network, IPC and host name; read-only root, no capabilities",
            "seccomp: the daemon's profile, and an allow-list of system calls",
            "the daemon's control group on memory and tasks, rlimits, process 1 on tasks and time, a supervisor on time, disk and output",
            "the caller's user" if run_user() is None else "a user of its own for each run",
        )

    def start(self, request: RunRequest) -> DockerRunning:
        try:
            return self._start(request)
        except (layout.LayoutError, OSError) as error:
            raise SetupError(str(error)) from error

    def _start(self, request: RunRequest) -> DockerRunning:
        owner = run_user()
        user = os.getuid() if owner is None else owner
        if request.gpu is not None and self.runtime != "runc":
            raise SetupError(
                f"the runtime {self.runtime} is started here without a way to the GPU; use bubblewrap or landlock for a run on one"
            )
        shown = layout.shown(request.environment, request.gpu)
        image = self._image(shown.links)
        name = f"corrigenda-{os.getpid()}-{secrets.token_hex(8)}"
        with ExitStack() as undo:
            folder = remains.new_folder(_PREFIX)
            undo.callback(remains.removed, folder)
            work = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            if owner is not None:
                os.fchown(work, owner, owner)
            binds = {str(path): str(path) for path in shown.paths if not path.is_relative_to("/sys")}
            binds[f"{layout.CODE}/sandbox/inside"] = str(Path(kernel.__file__).parent)
            entry = python_command(str(request.environment.python), "relay", "relay", layout.CODE)
            command = [*self.client, *run_arguments(name, self.runtime, image, user, request, folder, binds, entry)]
            running = self._spawned(command, work, folder, name)
            undo.pop_all()
            undo.callback(running.close)
            undo.callback(running.kill)
            running.prepare(request, owner)
            assert running.process.stdin is not None
            running.process.stdin.write(json.dumps(self._wanted(request, user)).encode() + b"\n")
            running.process.stdin.flush()
            undo.pop_all()
        return running

    def _spawned(self, command: list[str], work: int, folder: str, name: str) -> DockerRunning:
        """The client, with what it says and what the frames bring on pipes of ours."""
        pipes = {stream: os.pipe() for stream in ("stdout", "stderr", "status")}
        asked = time.time()
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=pipes["stderr"][1], env={}, cwd="/", start_new_session=True
            )
        except OSError:
            for end in (end for ends in pipes.values() for end in ends):
                os.close(end)
            os.close(work)
            raise
        assert process.stdout is not None
        ends = {stream: end for stream, (_, end) in pipes.items()}
        threading.Thread(target=_demultiplex, args=(process.stdout, ends), daemon=True).start()
        out, err, status = (pipes[stream][0] for stream in ("stdout", "stderr", "status"))
        return DockerRunning(process, out, err, status, work, None, folder, client=self.client, name=name, asked=asked)

    def _wanted(self, request: RunRequest, user: int) -> dict[str, Any]:
        """What `inside/relay.py` is told."""
        single = rlimits(request.limits, tree.tasks_of(user) if user == os.getuid() else 0, "the daemon's")
        unset = {"RLIMIT_AS", *(NOT_SET if self.runtime != "runc" else ())}
        return {
            "work": layout.WORK,
            "tasks": request.limits.processes,
            "open_files": request.limits.open_files,
            "cpu": request.limits.cpu_seconds,
            "uid": None if self.runtime == "runc" else user,
            "cwd": f"{layout.WORK}/work",
            "argv": [str(request.environment.python), "main.py"],
            "environment": layout.variables(request, layout.WORK),
            "rlimits": {name: value for name, value in single.items() if name not in unset},
            "own_proc": [],
            "network": True,
            "grants": None,
            "seccomp": bpf.program(platform.machine()).hex(),
        }

    def _image(self, links: tuple[tuple[str, str], ...]) -> str:
        """An image of the system's links alone, made where the daemon does not have it; nothing is pulled."""
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode="w") as archive:
            for path, target in links:
                link = tarfile.TarInfo(path.lstrip("/"))
                link.type, link.linkname = tarfile.SYMTYPE, target
                archive.addfile(link)
        name = f"{_IMAGE}:{platform.machine()}-{'-'.join(path.lstrip('/') for path, _ in links) or 'empty'}"
        if not _ask(self.client, "image", "ls", "--quiet", name).strip():
            done = subprocess.run(
                [*self.client, "import", "-", name], input=content.getvalue(), capture_output=True, env={}, timeout=_PATIENCE
            )
            if done.returncode != 0:
                raise SetupError(f"the daemon makes no image: {done.stderr.decode(errors='replace').strip()}")
        return name


def run_arguments(
    name: str, runtime: str, image: str, user: int, request: RunRequest, folder: str, binds: dict[str, str], entry: list[str]
) -> list[str]:
    """The arguments of `docker` for one run, with the nodes of a GPU where it asks for one.

    folder: the host's work folder. binds: place -> the host's path, read-only. entry: process 1.

    Under gVisor a process may open what another of its user has open, so there process 1 is root with the rights to become the run's user
    and to end its processes, and nothing else; elsewhere it is the run's user, cannot be read, and has no rights.
    """
    own_root = ["--user=0:0", "--cap-add=SETUID", "--cap-add=SETGID", "--cap-add=KILL"]
    limits = request.limits
    size = f"{limits.disk_mb}m"
    nodes = request.gpu.nodes if request.gpu is not None else ()
    return [
        "run", "--rm", "--interactive", "--pull=never", f"--name={name}", f"--runtime={runtime}",
        "--network=none", "--ipc=private", "--hostname=sandbox", "--read-only", "--cap-drop=ALL",
        "--security-opt=no-new-privileges", *([f"--user={user}:{user}"] if runtime == "runc" else own_root),
        f"--memory={limits.memory_mb + _OWN_MB}m", f"--memory-swap={limits.memory_mb + _OWN_MB}m",
        f"--pids-limit={2 * limits.processes + _OWN_TASKS}", f"--cpus={os.cpu_count()}", "--oom-score-adj=700",
        f"--ulimit=nofile={limits.open_files}:{limits.open_files}", "--ulimit=core=0:0",
        f"--ulimit=memlock={8 << 20}:{8 << 20}", f"--ulimit=fsize={limits.disk_mb << 20}:{limits.disk_mb << 20}",
        f"--shm-size={size}", f"--tmpfs=/tmp:rw,exec,nosuid,nodev,size={size},nr_inodes={limits.inodes},mode=1777",
        f"--mount=type=bind,source={folder},destination={layout.WORK}",
        *(f"--mount=type=bind,source={source},destination={place},readonly" for place, source in binds.items()),
        *(f"--device={node}:{node}:rw" for node in nodes),
        "--log-driver=none", "--restart=no", "--workdir=/", f"--entrypoint={entry[0]}", image, *entry[1:],
    ]  # fmt: skip


def _demultiplex(frames: IO[bytes], ends: dict[str, int]) -> None:
    """Write each frame's content to the pipe of its name, until there are no more."""
    try:
        while line := frames.readline():
            name, _, length = line.decode().partition(" ")
            content = frames.read(int(length))
            while content:
                content = content[os.write(ends[name], content) :]
    except BrokenPipeError:  # nobody reads any more
        pass
    finally:
        frames.close()
        for end in ends.values():
            os.close(end)


def _ask(client: tuple[str, ...], *arguments: str) -> str:
    """What the daemon answers; TimeoutError where it does not."""
    command = [*client, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env={}, stdin=subprocess.DEVNULL, timeout=_PATIENCE)
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"the Docker daemon does not answer to `{arguments[0]}`") from error
    return done.stdout


def _sweep(client: tuple[str, ...]) -> None:
    """Remove the work folders and containers of processes that were killed, with whatever was to remove them."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}-*"):
        if _is_of_the_dead(path.name.removeprefix(f"{_PREFIX}-")):
            with suppress(OSError):
                remains.removed(str(path))
    names = _ask(client, "ps", "--all", "--filter", "name=^corrigenda-", "--format", "{{.Names}}").split()
    if left := [name for name in names if _is_of_the_dead(name.removeprefix("corrigenda-"))]:
        _ask(client, "rm", "--force", *left)


def _is_of_the_dead(rest: str) -> bool:
    pid = rest.partition("-")[0]
    return pid.isdecimal() and not Path("/proc", pid).exists()


def candidates(groups: cgroups.Parent | str) -> list[Docker] | str:
    """The forms of it that may work here, strongest first, or why it cannot be used. groups: not asked, the daemon makes its own."""
    program = shutil.which("docker", path="/usr/bin:/bin:/usr/local/bin")
    if program is None:
        return "Docker is not installed"
    client = (program, f"--host={_SOCKET}")
    asked = [*client, "info", "--format", "{{json .Runtimes}}"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, env={}, stdin=subprocess.DEVNULL, timeout=_PATIENCE)
        runtimes = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return f"the Docker daemon at {_SOCKET} does not answer"
    except ValueError:
        runtimes = None
    if done.returncode != 0 or not runtimes:
        said = done.stderr.strip().splitlines()
        return f"no Docker daemon is at {_SOCKET}: {said[-1] if said else 'it names no runtimes'}"
    with suppress(TimeoutError):
        _sweep(client)
    return [Docker(client, runtime) for runtime in ("runsc", "runc") if runtime in runtimes]
