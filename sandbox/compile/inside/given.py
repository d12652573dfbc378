"""What calls gave back, remembered without keeping it alive: an answer that is an old one, and an old answer that a call wrote over."""

from __future__ import annotations

import weakref
from typing import Any

import torch  # type: ignore[import-not-found, unused-ignore]

from sandbox.compile.inside.values import leaves

MOST = 64


class Given:
    """The latest results of one compiled callable, each with the count of writes that torch keeps for it."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, int]] = []
        self.before: list[tuple[Any, int]] = []

    def begin(self, arguments: Any) -> None:
        """Before a call: which results live on, but for those that the call is given and may write to."""
        taken = {_storage(leaf) for leaf in _tensors(arguments)}
        alive = [leaf for reference, _ in self.seen if (leaf := reference()) is not None]
        self.before = [(weakref.ref(leaf), _writes(leaf)) for leaf in alive if _storage(leaf) not in taken]

    def end(self, arguments: Any, value: Any) -> dict[str, int]:
        """After it: how many of them it wrote over, and how many of its results are old ones that nobody has written to since."""
        rewritten = sum(leaf is not None and _writes(leaf) != writes for leaf, writes in ((each(), count) for each, count in self.before))
        inputs = {id(leaf) for leaf in _tensors(arguments)}
        results = [leaf for leaf in _tensors(value) if id(leaf) not in inputs and not isinstance(leaf, torch.nn.Parameter)]
        old = {id(leaf): writes for reference, writes in self.seen if (leaf := reference()) is not None}
        again = sum(id(leaf) in old and old[id(leaf)] == _writes(leaf) >= 0 for leaf in results)
        self.seen = [*self.seen, *((weakref.ref(leaf), _writes(leaf)) for leaf in results)][-MOST:]
        self.before = []
        return {"rewritten": rewritten, "returned_again": again}


def _tensors(value: Any) -> list[Any]:
    return [leaf for leaf in leaves(value) if isinstance(leaf, torch.Tensor)]


def _writes(leaf: Any) -> int:
    """How often a tensor was written to, -1 where torch does not count."""
    return -1 if leaf.is_inference() else int(leaf._version)


def _storage(leaf: Any) -> int:
    try:
        return int(leaf.untyped_storage().data_ptr())
    except (AttributeError, NotImplementedError, RuntimeError):  # a tensor without storage of its own
        return id(leaf)
