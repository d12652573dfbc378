"""The list of layers agrees with what the sandbox does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandbox.doctor import layers
from sandbox.records import Environment
from sandbox.runner import KINDS, Sandbox, candidates, unknown


def test_every_layer_is_told_with_a_detail() -> None:
    """Whether it works, and what it is or how to get it."""
    found = layers()
    assert len({layer.name for layer in found}) == len(found)
    assert all(layer.detail for layer in found)
    assert {"user namespaces", "seccomp", "Landlock", "control groups", "g++", "openssl", "GPU"} <= {layer.name for layer in found}


def test_every_kind_of_isolation_is_told() -> None:
    """With the tier that `--isolation` would give, or with the reason that it gives none."""
    found = {layer.name: layer for layer in layers()}
    for kind in KINDS:
        told, detected = found[f"--isolation {kind}"], Sandbox.detect(kind)
        assert told.works == isinstance(detected, Sandbox)
        assert told.detail.startswith(kind)


def test_the_isolation_is_what_a_run_would_get() -> None:
    """The tier's name, or the reason that there is none."""
    detected = Sandbox.detect()
    (isolation,) = (layer for layer in layers() if layer.name == "isolation")
    assert isolation.works == isinstance(detected, Sandbox)
    assert isolation.detail == (detected.tier if isinstance(detected, Sandbox) else detected)


@pytest.mark.parametrize(
    ("name", "known"),
    [("auto", True), *((kind, True) for kind in KINDS), ("landlock+seccomp", True), ("docker+runsc+seccomp+cgroup", True),
     ("chroot", False), ("bubblewrap+nothing", False), ("", False), ("+seccomp", False)],
)  # fmt: skip
def test_the_name_of_an_isolation_is_known_or_not(name: str, known: bool) -> None:
    """A kind, or what a tier may be called; another name is told with those that there are."""
    wrong = unknown(name)
    assert (wrong is None) is known
    assert known or (wrong is not None and all(kind in wrong for kind in KINDS))


def test_every_tier_of_this_machine_has_a_known_name() -> None:
    """What a backend calls itself can be demanded."""
    backends = [backend for kind in KINDS for backend in candidates(kind) if not isinstance(backend, str)]
    assert backends and all(unknown(backend.tier) is None for backend in backends)


@pytest.mark.sandbox
@pytest.mark.skipif(os.getuid() != 0, reason="needs root, whose runs have a user of their own")
def test_an_interpreter_that_a_runs_user_cannot_reach_is_told_with_the_remedy(tmp_path: Path) -> None:
    """Without namespaces a closed folder above the interpreter keeps it from a run: which one is said, and what to do."""
    if isinstance(reason := candidates("landlock"), str):
        pytest.skip(reason)
    closed = tmp_path / "closed"
    python = closed / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to("/usr/bin/python3")
    closed.chmod(0o700)
    said = Sandbox.detect("landlock", Environment("closed", python))
    assert isinstance(said, str)
    assert "closed to the user of its own" in said and "chmod o+x" in said and "/usr/bin/python3" in said
    assert said.count("chmod o+x") == 1, "each reason is told once, whatever number of forms it stands against"
