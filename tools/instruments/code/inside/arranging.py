"""What a phrase of a sentence stands for, and how the things in a value are arranged. Runs inside the sandbox.

Each method answers with a value or a truth value, and raises LookupError where a sentence might mean something else.
"""

import itertools
import re
from typing import Any


class Arranging:
    """Questions about which value is meant, and about the order and the number of what it holds."""

    namespace: dict[str, Any]

    def the(self, kind: str, named: list[str], made: list[str], others: list[str]) -> Any:
        """The value of a kind that a sentence means: of the name last named that has one, else of the only one that the block makes."""
        for name in named:
            if name in self.namespace and self.is_of(self.namespace[name], kind):
                return self.namespace[name]
        for group in (made, others):
            found = [self.namespace[n] for n in group if n in self.namespace and self.is_of(self.namespace[n], kind)]
            if found:
                if len(found) > 1:
                    raise LookupError("more than one may be meant")
                return found[0]
        raise LookupError("nothing of this kind has a name")

    def is_of(self, value: Any, kind: str) -> bool:
        return any(c.__name__ == kind for c in type(value).__mro__)

    def listed(self, value: Any) -> list[Any]:
        """The things that a value holds, in order."""
        if isinstance(value, dict):
            return list(value)
        if isinstance(value, (list, tuple)):
            return list(value)
        if hasattr(value, "tolist") and len(getattr(value, "shape", ())) == 1:
            return list(value.tolist())
        if isinstance(value, (set, frozenset)):
            raise LookupError("it has no order")
        if hasattr(value, "__iter__") and hasattr(value, "__len__") and not isinstance(value, (str, bytes)) and not hasattr(value, "shape"):
            return list(value)
        raise LookupError("it holds nothing one after the other")

    def arranged(self, value: Any, by: str, down: bool) -> bool:
        """Whether the things in a value go up (down), by themselves, their length, how often they are there, or a part of each."""
        things = self.listed(value)
        if len(things) < 2:
            raise LookupError("too few for an order")
        keys = [self.counts(things, value)] if by == "count" else [[len(t) for t in things]] if by == "length" else self.keys(value, things)
        verdicts = []
        for each in keys:
            pairs = list(itertools.pairwise(each))
            if all(a == b for a, b in pairs):
                raise LookupError("all are alike")
            verdicts.append(all(a >= b for a, b in pairs) if down else all(a <= b for a, b in pairs))
        return any(verdicts)

    def keys(self, value: Any, things: list[Any]) -> list[list[Any]]:
        """By what things may be ordered, where a sentence does not say it."""
        if isinstance(value, dict):
            things = list(value.items())
        parts = [list(p) for p in zip(*things, strict=False)] if all(isinstance(t, tuple) for t in things) else []
        words = [[t.casefold() for t in things]] if all(isinstance(t, str) for t in things) else []
        found = [each for each in (*words, *parts, things) if comparable(each)]
        if not found:
            raise LookupError("they cannot be ordered")
        return found

    def counts(self, things: list[Any], value: Any) -> list[int]:
        """How often each thing is there in what else the text has."""
        if isinstance(value, dict) and all(isinstance(v, int) for v in value.values()):
            return list(value.values())
        if all(isinstance(t, tuple) and len(t) == 2 and isinstance(t[1], int) for t in things):
            return [t[1] for t in things]
        found = []
        for name, other in list(self.namespace.items()):
            if name.startswith("_") or other is value:
                continue
            if isinstance(other, dict) and all(t in other and isinstance(other[t], int) for t in things if t.__hash__ is not None):
                found.append([other[t] for t in things])
            elif (isinstance(other, (list, tuple)) or hasattr(other, "tolist")) and len(getattr(other, "shape", (1,))) == 1:
                there = list(other.tolist() if hasattr(other, "tolist") else other)
                if len(there) > len(things) and all(t in there for t in things):
                    found.append([there.count(t) for t in things])
        if not found or any(f != found[0] for f in found):
            raise LookupError("how often they are there is not known")
        return found[0]

    def several(self, value: Any, loose: bool, said: list[str]) -> bool:
        """Whether a value is made of these things, in this order; loose: holds them. Where it shares little with them, another is meant."""
        if isinstance(value, (set, frozenset)):
            things, loose = list(value), True
        else:
            things = self.listed(value)
        there = [shown(t) for t in things]
        agree = [any(same(s, t) for t in there) for s in said]
        if loose and all(agree):
            return True
        if not loose and len(said) == len(there) and all(same(s, t) for s, t in zip(said, there, strict=True)):
            return True
        numbers = all(re.fullmatch(r"-?[\d.]+", s) for s in said) and all(isinstance(t, (int, float)) for t in things)
        if sum(agree) * 2 < len(said) and not (numbers and len(said) == len(things)):
            raise LookupError("something else may be meant")
        if not loose and all(agree) and len(said) < len(there):
            raise LookupError("a part may be meant")
        return False

    def edge(self, value: Any, place: int, said: str) -> Any:
        """The first or last thing of a value; of a text, as many characters as are said."""
        if isinstance(value, (str, bytes)):
            return value[: len(said)] if place == 0 else value[-len(said) :]
        found = self.listed(value)[place]
        return found[0] if isinstance(found, tuple) and found and not said.startswith("(") else found

    def image(self, source: Any, target: Any, thing: Any) -> Any:
        """What became of one thing of a list in a list made of it member by member."""
        things, made = self.listed(source), self.listed(target)
        if len(things) != len(made) or things.count(thing) != 1:
            raise LookupError("it is not one of them")
        return made[things.index(thing)]

    def like(self, value: Any, said: str) -> Any:
        """A value that words may stand for: a text of the same length for a text, any other value for one that is none."""
        if isinstance(value, str) and len(value) != len(said.strip("'\"")):
            raise LookupError("something else may be meant")
        return value

    def field(self, names: list[str], field: str) -> Any:
        """A whole number that a result keeps under a name of its own, as named tuples and data classes do."""
        values = [self.namespace[n] for n in names if n in self.namespace]
        there = [v for v in values if field in (*getattr(v, "_fields", ()), *getattr(v, "__dataclass_fields__", ()))]
        found = [getattr(v, field) for v in there]
        if len(found) != 1 or type(found[0]) is not int:
            raise LookupError("no result has this field")
        return found[0]

    def along(self, value: Any, axis: int) -> int:
        """How many rows (columns) a value has."""
        shape = getattr(value, "shape", None)
        if shape is None and isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
            shape = (len(value), len(value[0])) if len({len(row) for row in value}) == 1 else None
        if shape is None or len(shape) != 2:
            raise LookupError("it has no rows and columns")
        return int(shape[axis])

    def all_per(self, value: Any, turns: list[tuple[str, str]]) -> bool:
        """Whether a value has one row (column) for each of several things; those that have no name are left open."""
        found = []
        for axis, thing in turns:
            try:
                found.append(self.per(value, int(axis), thing))
            except LookupError:
                if len(turns) == 1:
                    raise
        if not found:
            raise LookupError("what is counted is not known")
        return all(found)

    def per(self, value: Any, axis: int, thing: str) -> bool:
        """Whether a value has one row (column) for each thing of a name: `towns` for "town"."""
        found = []
        for word in re.findall(r"\w+", thing.lower())[::-1]:
            for name, other in self.namespace.items():
                if not name.startswith("_") and other is not value and is_named(name, word) and hasattr(other, "__len__"):
                    found.append(len(other))
        if not found or len(set(found)) > 1:
            raise LookupError("what is counted is not known")
        size = len(value) if axis == 0 and not hasattr(value, "shape") else self.along(value, axis)
        return size == found[0]


def is_named(name: str, word: str) -> bool:
    """Whether a name is a word, or what several of it are called."""
    return len(word) > 2 and name.lower() in (word, word + "s", word + "es", word + "n", word + "en", word + "e", word[:-1] + "ies")


def comparable(things: list[Any]) -> bool:
    return all(isinstance(t, (int, float)) for t in things) or (len({type(t) for t in things}) == 1 and isinstance(things[0], (str, tuple)))


def shown(value: Any) -> str:
    """A thing as a sentence would name it: a pair by its first part."""
    if isinstance(value, tuple) and value:
        value = value[0]
    return value if isinstance(value, str) else repr(value)


def same(said: str, there: str) -> bool:
    """Whether words name a thing; numbers to the digits shown."""
    if said == there:
        return True
    if re.fullmatch(r"-?\d+\.\d+", said) and re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", there):
        return abs(float(said) - float(there)) <= 0.5 * 10.0 ** -len(said.partition(".")[2]) * 1.0001
    return bool(re.fullmatch(r"-?\d+", said) and re.fullmatch(r"-?\d+\.0", there) and float(said) == float(there))
