"""Inputs made from their description, and outputs written as plain numbers that anyone can read without torch or pickle."""

from __future__ import annotations

import array
import hashlib
from pathlib import Path
from typing import Any

import torch  # type: ignore[import-not-found, unused-ignore]

MOST, FEW = 65_536, 256  # numbers kept of one output, and of one when many bytes are written already; more are sampled evenly
MANY_BYTES = 48 << 20


def tensor(spec: dict[str, Any], seed: int) -> Any:
    """The tensor that a description asks for, the same for the same seed on every device."""
    generator = torch.Generator().manual_seed(seed)
    dtype = getattr(torch, spec["dtype"])
    if dtype is torch.bool:
        return torch.randint(0, 2, spec["shape"], generator=generator).bool()
    if not (dtype.is_floating_point or dtype.is_complex):
        return torch.randint(spec["low"], spec["high"], spec["shape"], generator=generator).to(dtype)
    return torch.randn(spec["shape"], generator=generator, dtype=torch.float64).to(dtype)


def leaves(value: Any) -> list[Any]:
    """All that a nested result holds, in order."""
    if isinstance(value, dict):
        return [leaf for key in value for leaf in leaves(value[key])]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def copied(value: Any) -> Any:
    """A copy that shares no storage with it."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(copied(item) for item in value)
    return value


def mapped(change: Any, value: Any) -> Any:
    """The value with `change` applied to every tensor in its lists, tuples and dicts."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, dict):
        return {key: mapped(change, item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(mapped(change, item) for item in value)
    return value


def shapes(*values: Any) -> list[list[int]]:
    """Shapes of all tensors in order."""
    return [list(leaf.shape) for leaf in leaves(values) if isinstance(leaf, torch.Tensor)]


class Recorder:
    """Writes numbers to one file. `describe` gives where those of a result lie, as float64, or int64 for whole numbers."""

    def __init__(self, path: str) -> None:
        self.stream = Path(path).open("wb")  # noqa: SIM115 - closed by close()
        self.digest = hashlib.sha256()
        self.offset = 0

    def describe(self, value: Any) -> list[dict[str, Any]]:
        return [self._leaf(leaf) for leaf in leaves(value)]

    def close(self) -> str:
        """The hash of all that was written."""
        self.stream.close()
        return self.digest.hexdigest()

    def _leaf(self, leaf: Any) -> dict[str, Any]:
        if isinstance(leaf, (bool, int, float)):
            return self._numbers(torch.tensor(leaf), {"dtype": type(leaf).__name__, "shape": []})
        if not isinstance(leaf, torch.Tensor):
            return {"kind": "other", "text": type(leaf).__name__ if leaf is not None else "None"}
        described = {"dtype": str(leaf.dtype), "shape": list(leaf.shape), "device": str(leaf.device)}
        plain = leaf.detach()
        if plain.is_sparse or plain.is_quantized:
            plain = plain.to_dense() if plain.is_sparse else plain.dequantize()
        return self._numbers(torch.view_as_real(plain.resolve_conj()) if plain.is_complex() else plain, described)

    def _numbers(self, plain: Any, described: dict[str, Any]) -> dict[str, Any]:
        flat = plain.reshape(-1)
        step = max(1, -(-flat.numel() // (MOST if self.offset < MANY_BYTES else FEW)))
        kept = flat[::step].to("cpu")
        real = kept.dtype.is_floating_point
        numbers = array.array("d" if real else "q", kept.to(torch.float64 if real else torch.int64).tolist())
        content = numbers.tobytes()
        self.stream.write(content)
        self.digest.update(content)
        described.update(
            kind="float" if real else "int", offset=self.offset, count=len(numbers), elements=flat.numel(), type=type(plain).__name__
        )
        self.offset += len(content)
        return described
