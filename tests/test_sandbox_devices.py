"""The table of what a run on a GPU is granted, on made nodes: what it finds, what it leaves out, and that each tier grants that alone."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_support import OWN, SMALL, every_tier, out, run, tiers

from sandbox import devices
from sandbox.backends import rlimits
from sandbox.backends.docker import run_arguments
from sandbox.compile import ExperimentRequest, run_experiment
from sandbox.compile.programs import gpu
from sandbox.compile.request import Settings
from sandbox.records import Environment, Gpu, Limits, RunRequest, RunResult
from sandbox.runner import Sandbox

needs_root = pytest.mark.skipif(os.getuid() != 0, reason="needs root, to make device nodes")
GRANTED = ("nvidiactl", "nvidia0", "nvidia1", "nvidia-uvm", "nvidia-caps/nvidia-cap3", "dri/renderD128")
ZERO = os.makedev(1, 5)


def node(dev: Path, name: str, mode: int = 0o666) -> Path:
    """A character device that gives zeros."""
    path = dev / name
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mknod(path, stat.S_IFCHR | mode, ZERO)
    path.chmod(mode)
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A file system with the nodes of two GPUs, those that nobody is granted beside them, and the driver's library."""
    for name in (*GRANTED, *devices.REFUSED, "dri/card0", "nvidiactl2"):
        node(tmp_path / "dev", name)
    (tmp_path / "usr/lib/x86_64-linux-gnu").mkdir(parents=True)
    (tmp_path / "usr/lib/x86_64-linux-gnu" / devices.LIBRARY).touch()
    (tmp_path / "sys/bus/pci/devices").mkdir(parents=True)
    return tmp_path


@needs_root
def test_the_nodes_of_the_table_are_found_and_no_others(root: Path) -> None:
    """Displays, profilers and what divides a GPU are left out, whatever pattern they fall under."""
    found = devices.found(root)
    assert isinstance(found, Gpu)
    assert {str(path.relative_to(root / "dev")) for path in found.nodes} == set(GRANTED)
    assert found.read == (root / "sys/bus/pci/devices",)
    assert found.variables == {"TRITON_LIBCUDA_PATH": str(root / "usr/lib/x86_64-linux-gnu")}


@needs_root
@pytest.mark.parametrize(
    ("name", "says"), [("nvidiactl", "/dev has no nvidiactl"), ("nvidia-uvm", "/dev has no nvidia-uvm")], ids=lambda value: str(value)[:12]
)
def test_a_gpu_without_a_needed_node_is_none(root: Path, name: str, says: str) -> None:
    """A plain file of its name is no node."""
    (root / "dev" / name).unlink()
    assert says in str(devices.found(root))
    (root / "dev" / name).touch(0o666)
    assert says in str(devices.found(root))


@needs_root
def test_nodes_that_a_runs_user_may_not_open_are_none(root: Path) -> None:
    """The reason names them, and what opens them."""
    (root / "dev/nvidia1").chmod(0o660)
    said = str(devices.found(root))
    assert "nvidia1" in said and "NVreg_DeviceFileMode" in said


@needs_root
def test_a_driver_without_its_library_is_none(root: Path) -> None:
    """As in a container whose runtime shows the nodes alone; a folder that the loader does not know is told to it."""
    (root / "usr/lib/x86_64-linux-gnu" / devices.LIBRARY).unlink()
    assert devices.LIBRARY in str(devices.found(root))
    folder = root / "usr/lib/wsl/lib"
    folder.mkdir(parents=True)
    (folder / devices.LIBRARY).touch()
    found = devices.found(root)
    assert isinstance(found, Gpu) and found.variables["LD_LIBRARY_PATH"] == str(folder)


@needs_root
def test_a_gpu_of_windows_is_one_node(tmp_path: Path) -> None:
    """Which is all there is below it."""
    node(tmp_path / "dev", "dxg")
    (tmp_path / "usr/lib/wsl/lib").mkdir(parents=True)
    (tmp_path / "usr/lib/wsl/lib" / devices.LIBRARY).touch()
    found = devices.found(tmp_path)
    assert isinstance(found, Gpu) and found.nodes == (tmp_path / "dev/dxg",)


def test_a_machine_without_a_gpu_says_so(tmp_path: Path) -> None:
    """And a run on the CPU asks for nothing anywhere."""
    assert "no GPU" in str(devices.found(tmp_path))
    assert gpu(Settings(device="cpu")) is None


def test_a_variant_on_a_gpu_that_is_not_there_is_refused_before_anything_runs() -> None:
    """Nothing is run on the CPU in its place."""
    if not isinstance(devices.found(), str):
        pytest.skip("this machine has a GPU")

    class Unused(Sandbox):
        def run(self, request: RunRequest, stop: object = None) -> RunResult:
            raise AssertionError("a run was started")

    sandbox, environment = next(iter(tiers().values()))
    request = ExperimentRequest("print(1)", "script", matrix={"device": ("cuda",)}, environments={"": environment})
    [found] = run_experiment(Unused(sandbox.backend), request).variants
    assert found.problem.startswith("UNRUN: there is no GPU") and not found.calls


def test_address_space_is_not_limited_on_a_gpu() -> None:
    """CUDA takes more of it than there is memory, and uses none of that."""
    assert "RLIMIT_AS" in rlimits(Limits(), 0, "none")
    assert "RLIMIT_AS" not in rlimits(Limits(), 0, "none", Gpu(()))


def test_docker_shows_the_nodes_that_are_granted() -> None:
    """Each by its own name, and none where none is."""
    request = RunRequest("", Environment("e", Path("/usr/bin/python3")), gpu=Gpu((Path("/dev/nvidia0"),)))
    command = run_arguments("a", "runc", "image", 7, request, "/srv/it", {}, ["python"])
    assert "--device=/dev/nvidia0:/dev/nvidia0:rw" in command
    assert not any(
        "--device" in each for each in run_arguments("a", "runc", "image", 7, replace(request, gpu=None), "/srv", {}, ["python"])
    )


@pytest.fixture
def made() -> Iterator[tuple[Path, Path]]:
    """Two nodes in a folder that others may pass, one to be granted."""
    folder = Path(tempfile.mkdtemp(prefix="corrigenda-nodes-", dir="/var/tmp"))
    folder.chmod(0o755)
    yield node(folder, "granted"), node(folder, "other")
    shutil.rmtree(folder)


READ = """
import sys
for path in {paths!r}:
    try:
        with open(path, 'r+b', buffering=0) as device:
            print(len(device.read(8)))
    except OSError as error:
        print(type(error).__name__)
"""


@needs_root
@pytest.mark.sandbox
@pytest.mark.parametrize("tier", every_tier())
def test_a_run_has_the_nodes_that_it_was_granted_and_no_others(tier: str, made: tuple[Path, Path]) -> None:
    """In each tier that can grant any; gVisor says that it cannot, and no run without a grant has one."""
    script = READ.format(paths=[str(path) for path in made])
    if tier.startswith("gvisor"):
        result = tiers()[tier][0].run(RunRequest(script, OWN, limits=SMALL, gpu=Gpu((made[0],))))
        assert result.ending == "sandbox failed" and "without a way to the GPU" in result.reason
    else:
        first, second = out(run(tier, script, gpu=Gpu((made[0],)))).split()
        assert first == "8" and second in ("FileNotFoundError", "PermissionError")
    assert "8" not in out(run(tier, script)).split()


NAME = """
import subprocess, sys
child = '''
import threading
def named():
    with open(f'/proc/self/task/{threading.get_native_id()}/comm', 'w') as stream:
        stream.write('worker')
    print('named')
thread = threading.Thread(target=named)
thread.start()
thread.join()
'''
subprocess.run([sys.executable, '-c', child])
"""


@needs_root
@pytest.mark.sandbox
@pytest.mark.parametrize("tier", every_tier())
def test_a_run_on_a_gpu_may_name_its_threads(tier: str, made: tuple[Path, Path]) -> None:
    """As CUDA does in any of its processes, and fails where it cannot."""
    if tier.startswith("gvisor"):
        pytest.skip("grants no GPU")
    assert out(run(tier, NAME, gpu=Gpu((made[0],)))) == "named\n"
