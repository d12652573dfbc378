"""What a sentence counts or picks out of the values of a block. Runs inside the sandbox.

Each method answers with a value, and raises LookupError where a sentence might mean something else.
"""

from typing import Any


class Counting:
    """Questions about parameters of modules, how often something is there, and the greatest and least of what a value holds."""

    namespace: dict[str, Any]

    def module(self, names: list[str]) -> Any:
        """The one module among these names that is no part of another."""
        modules = [self.namespace[n] for n in names if hasattr(self.namespace.get(n), "named_parameters")]
        whole = [m for m in modules if not any(m is part for other in modules if other is not m for part in other.modules())]
        if len({id(m) for m in whole}) != 1:
            raise LookupError(f"{len(whole)} modules may be meant")
        return whole[0]

    def parameters(self, module: Any, trained: bool, said: int) -> int:
        """Elements of all parameters of a module, or of those that are trained; as many as is said where so many tensors are meant."""
        if not hasattr(module, "named_parameters"):
            raise LookupError("it is no module")
        found = [p for p in module.parameters() if p.requires_grad or not trained]
        return said if said == len(found) else sum(p.numel() for p in found)

    def occurs(self, names: list[str], thing: str) -> list[int]:
        """How often a text stands in each of the containers and texts that hold it."""
        found = []
        for value in (self.namespace[n] for n in names if n in self.namespace):
            if isinstance(value, str):
                count = value.split().count(thing) or value.count(thing) if len(value.split()) > 2 else 0
            elif isinstance(value, dict):
                count = value.get(thing, 0) if isinstance(value.get(thing, 0), int) else 0
            elif isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value):
                count = list(value).count(thing)
            else:
                continue
            if count:
                found.append(int(count))
        if not found:
            raise LookupError("it stands nowhere")
        return found

    def counted(self, names: list[str], thing: str, said: int) -> int:
        """How often a text stands in one of the values: so often as is said, if it does in any of them."""
        found = self.occurs(names, thing)
        return said if said in found else found[0]

    def group(self, names: list[str], place: int) -> str:
        """A group of the one match among these names."""
        found = [self.namespace[n] for n in names if hasattr(self.namespace.get(n), "groups") and hasattr(self.namespace[n], "group")]
        if len(found) != 1 or len(found[0].groups()) < place or found[0].group(place) is None:
            raise LookupError(f"{len(found)} matches may be meant")
        return str(found[0].group(place))

    def extreme(self, value: Any, which: str) -> Any:
        """The greatest, least, sum or mean of what a value holds."""
        things = value.tolist() if hasattr(value, "tolist") else list(value.values()) if isinstance(value, dict) else value
        if not isinstance(things, (list, tuple)) or len(things) < 2 or not all(type(t) in (int, float) for t in things):
            raise LookupError("it holds no numbers in a row")
        found = {"max": max(things), "min": min(things), "sum": sum(things), "mean": sum(things) / len(things)}
        return found[which]
