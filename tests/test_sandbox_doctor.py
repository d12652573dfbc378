"""The list of layers agrees with what the sandbox does."""

from __future__ import annotations

from sandbox.doctor import layers
from sandbox.runner import KINDS, Sandbox


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
