"""The calls of a function: a stream in the given order, the same inputs again in steady state, and a test for answers not made anew."""

from __future__ import annotations

import time
from typing import Any

import torch  # type: ignore[import-not-found, unused-ignore]

from sandbox.compile.inside.journal import DUMPS
from sandbox.compile.inside.values import copied, leaves, mapped, shapes, tensor

CLOCK, ALLCLOSE = time.perf_counter, torch.allclose  # taken before the code begins, which could put others in their place
MOST_DISTINCT = 16


class NoFunction(Exception):
    """The code has nothing of the name that is to be called."""


def run(order: dict[str, Any], observer: Any, module: Any, result: dict[str, Any]) -> None:
    settings = order["settings"]
    device = "cuda" if observer.cuda else "cpu"
    dtype = getattr(torch, settings["dtype"]) if settings["dtype"] else None
    target = module
    for part in order["function"].split("."):
        if not hasattr(target, part):
            raise NoFunction(order["function"])
        target = getattr(target, part)
    if isinstance(target, torch.nn.Module):
        target.to(device=device, dtype=dtype)
    observed = target if id(target) in observer.raw else observer.compile(target)
    inputs = [placed(each, device, dtype) for each in made(order, module)]
    inputs, marks = shaped(inputs, settings["shapes"])
    plan = Plan(observer, observed, marks, order)
    observer.outputs = []
    for index, arguments in enumerate(inputs):
        plan.seed(index)
        plan.first(arguments)
    result["overwritten"] = overwritten(observer.outputs)
    observer.outputs = None
    distinct = {str(shapes(arguments)): index for index, arguments in reversed(list(enumerate(inputs)))}
    chosen = sorted(distinct.values())[:MOST_DISTINCT]
    chosen = [index for index in chosen if not observer.calls[index]["raised"]]
    for index in chosen:
        observer.journal.tell("again", n=index, text=DUMPS(plan.again(index, inputs[index])))
    for index in chosen:
        repeated = plan.steady(index, inputs[index])
        observer.journal.tell("repeated", n=index, text=DUMPS(repeated))
    if not observer.eager and inputs and not observer.calls[0]["raised"]:
        result["identity"] = plan.answers_by_identity(inputs[0])


class Plan:
    """How one call is made: fresh copies of its inputs, dimensions marked, the backward pass after it where it is asked for."""

    def __init__(self, observer: Any, observed: Any, marks: list[set[int]], order: dict[str, Any]) -> None:
        self.observer, self.observed, self.marks, self.order = observer, observed, marks, order
        self.raw = observer.raw[id(observed)][1]

    def seed(self, index: int) -> None:
        torch.manual_seed(self.order["seed"] + 1000 + index)

    def fresh(self, arguments: Any) -> Any:
        """Copies of the arguments, marked dynamic where the variant says so."""
        fresh = copied(arguments)
        for leaf, dimensions in zip(tensors(fresh), self.marks):  # noqa: B905 - older Pythons lack strict
            for dimension in dimensions:
                torch._dynamo.mark_dynamic(leaf, dimension)
        return fresh

    def first(self, arguments: Any) -> None:
        """A call of the stream; what it raises is in its record, and the stream goes on."""
        fresh = self.fresh(arguments)
        place = len(self.observer.calls)
        versions = [leaf._version for leaf in tensors(fresh)]
        try:
            value = self.observed(*fresh)
        except Exception:  # noqa: BLE001 - recorded by the observer
            self.observer.sent(place)
            return
        record = self.observer.calls[place]
        record["mutated"] = versions != [leaf._version for leaf in tensors(fresh)]
        if self.order["backward"]:
            before = self.observer.compiler.look()
            self.observer.journal.tell("call", n=place)
            begun = CLOCK()
            backward(value)
            record["seconds"] += CLOCK() - begun
            self.observer.journal.tell("called", n=place)
            record["backward"] = self.observer.compiler.since(before)
            record["outputs"] += self.observer.recorder.describe([leaf.grad for leaf in tensors(fresh) if leaf.grad is not None])
        self.observer.sent(place)

    def again(self, index: int, arguments: Any) -> dict[str, Any]:
        """The same inputs once more after the stream: what the compiler does then."""
        self.seed(index)
        before = self.observer.compiler.look()
        fresh = self.fresh(arguments)
        raised = ""
        try:
            self._call(fresh)
        except Exception as error:  # noqa: BLE001 - an outcome
            raised = type(error).__name__
        seen = self.observer.compiler.since(before)
        return {"call": index, "raised": raised, **seen}

    def steady(self, index: int, arguments: Any) -> dict[str, Any]:
        """Repeated calls, each with fresh copies made before the clock starts."""
        times: list[float] = []
        device: list[float] = []
        before = self.observer.compiler.look()
        raised = ""
        self.observer.journal.tell("steady", n=index)
        try:
            for number in range(self.order["warmup"] + self.order["repeats"]):
                fresh = self.fresh(arguments)
                record: dict[str, Any] = {}
                self.observer.timed(record, lambda fresh=fresh: self._call(fresh))
                if number >= self.order["warmup"]:
                    times.append(record["seconds"])
                    device.append(record.get("device_seconds", 0.0))
        except Exception as error:  # noqa: BLE001 - an outcome
            raised = type(error).__name__
        self.observer.journal.tell("steadied", n=index)
        seen = self.observer.compiler.since(before)
        return {"call": index, "seconds": times, "device_seconds": device if self.observer.cuda else [], "raised": raised, **seen}

    def answers_by_identity(self, arguments: Any) -> str:
        """Whether the answer follows a tensor's identity and not its content: "yes", "no", or why it was not found out."""
        if not tensors(arguments):
            return "no tensor among the arguments"
        changed = mapped(other, arguments)
        try:
            same = self.fresh(arguments)
            self._seeded(same)
            with torch.no_grad():
                for old, new in zip(tensors(same), tensors(changed)):  # noqa: B905 - older Pythons lack strict
                    old.copy_(new)
            kept = self._seeded(same)
            one, two = self._seeded(self.fresh(changed)), self._seeded(self.fresh(changed))
        except Exception as error:  # noqa: BLE001 - an outcome
            return f"raised {type(error).__name__}"
        finally:
            self.observer.compiler.since(self.observer.compiler.look())  # these calls are no part of the experiment
        if not close(one, two):
            return "two calls with equal inputs differ"
        return "no" if close(kept, one) else "yes"

    def _seeded(self, arguments: Any) -> Any:
        self.seed(0)
        self.observer.inside = True
        try:
            return copied(self.raw(*arguments))
        finally:
            self.observer.inside = False

    def _call(self, fresh: Any) -> Any:
        self.observer.inside = True
        try:
            value = self.raw(*fresh)
            if self.order["backward"]:
                backward(value)
            return value
        finally:
            self.observer.inside = False


def made(order: dict[str, Any], module: Any) -> list[list[Any]]:
    """The arguments of every call."""
    calls = []
    for index, call in enumerate(order["calls"]):
        torch.manual_seed(order["seed"] + index)
        calls.append([argument(each, order["seed"] + 101 * index + place, module) for place, each in enumerate(call)])
    return calls


def argument(spec: dict[str, Any], seed: int, module: Any) -> Any:
    if spec["expression"]:
        return eval(spec["expression"], module.__dict__)  # noqa: S307 - in the sandbox, beside the code itself
    if spec["shape"] is None:
        return spec["value"]
    return tensor(spec, seed).requires_grad_(spec["requires_grad"])


def placed(arguments: list[Any], device: str, dtype: Any) -> list[Any]:
    """On the device, and numbers with a fraction in the variant's type."""

    def moved(leaf: Any) -> Any:
        target = dtype if dtype is not None and leaf.dtype.is_floating_point else leaf.dtype
        return leaf.detach().to(device=device, dtype=target).requires_grad_(leaf.requires_grad)

    return [mapped(moved, each) for each in arguments]


def shaped(calls: list[list[Any]], policy: str) -> tuple[list[list[Any]], list[set[int]]]:
    """The calls under a policy of shapes, and for each tensor of a call the dimensions to mark dynamic."""
    if policy == "as given" or not calls:
        return calls, []
    per_call = [tensors(call) for call in calls]
    varying = []
    for leaf_of_each in zip(*per_call):  # noqa: B905 - older Pythons lack strict
        ranks = {leaf.ndim for leaf in leaf_of_each}
        rank = ranks.pop() if len(ranks) == 1 else 0
        varying.append({axis for axis in range(rank) if len({leaf.shape[axis] for leaf in leaf_of_each}) > 1})
    if policy == "marked":
        return calls, varying
    return [padded(call, varying) for call in calls], []


def padded(call: list[Any], varying: list[set[int]]) -> list[Any]:
    """Varying dimensions filled up with zeros to the next power of two."""
    queue = list(varying)

    def pad(leaf: Any) -> Any:
        axes = queue.pop(0) if queue else set()
        sizes = [1 << max(0, size - 1).bit_length() if axis in axes else size for axis, size in enumerate(leaf.shape)]
        filled = torch.zeros(sizes, dtype=leaf.dtype, device=leaf.device)
        filled[tuple(slice(size) for size in leaf.shape)] = leaf.detach()
        return filled.requires_grad_(leaf.requires_grad)

    return [mapped(pad, each) for each in call]


def tensors(value: Any) -> list[Any]:
    return [leaf for leaf in leaves(value) if isinstance(leaf, torch.Tensor)]


def backward(value: Any) -> None:
    """The gradient of the sum of all outputs that have one."""
    parts = [leaf.sum() for leaf in tensors(value) if leaf.requires_grad]
    if parts:
        sum(parts[1:], parts[0]).backward()


def other(leaf: Any) -> Any:
    """Different content of the same kind, within the range that was there."""
    if leaf.dtype.is_floating_point or leaf.dtype.is_complex:
        return (leaf.detach() * 0.5 + 0.125).requires_grad_(leaf.requires_grad)
    return leaf.flatten().flip(0).reshape(leaf.shape) if leaf.numel() > 1 else leaf.clone()


def close(left: Any, right: Any) -> bool:
    pairs = list(zip(tensors(left), tensors(right)))  # noqa: B905 - older Pythons lack strict
    return all(
        one.shape == two.shape and bool(ALLCLOSE(one.double(), two.double(), 1e-3, 1e-4, equal_nan=True))
        if not one.is_complex()
        else bool(ALLCLOSE(one, two, 1e-3, 1e-4, equal_nan=True))
        for one, two in pairs
    )


def sums(value: Any) -> list[str]:
    """A cheap fingerprint of every tensor of a result."""
    return [str(leaf.detach().sum().item()) if leaf.numel() else "" for leaf in tensors(value)]


def overwritten(outputs: list[Any]) -> list[int]:
    """Indices of results that no longer hold what they held when they were returned."""
    found = []
    for index, (value, before) in enumerate(outputs):
        try:
            changed = sums(value) != before
        except RuntimeError:  # CUDA graphs refuse to show what they have overwritten
            changed = True
        if changed:
            found.append(index)
    return found
