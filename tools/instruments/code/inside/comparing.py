"""What values have to do with each other: memory, size, equality, a change of one by another. Runs inside the sandbox.

Each method answers True, False or a number, and raises LookupError where a sentence might mean something else.
"""

import collections
import copy
import itertools
import math
import pickle
import sys
from collections.abc import Callable
from typing import Any

_CONTAINERS = (list, dict, set, bytearray, collections.deque)


class Comparing:
    """Questions about two values, and about the form of one."""

    namespace: dict[str, Any]

    def shares(self, one: Any, other: Any) -> bool:
        """Whether a change of one is a change of the other: the same container, or memory in common."""
        if one is other:
            return True
        kinds = [kind(one), kind(other)]
        if kinds == ["tensor", "tensor"]:
            places = [each.untyped_storage().data_ptr() for each in (one, other)]
            if 0 in places:
                raise LookupError("no memory")
            return bool(places[0] == places[1])
        if "" not in kinds and "container" not in kinds:
            arrays = [each.detach().numpy() if kind(each) == "tensor" else each for each in (one, other)]
            return bool(sys.modules["numpy"].shares_memory(*arrays))
        if kinds == ["container", "container"]:
            return False
        raise LookupError("their memory is not known")

    def view(self, one: Any, *others: Any) -> bool:
        """Whether a value is a view of the first of the others that has memory; without others, of anything."""
        if kind(one) not in ("array", "tensor"):
            raise LookupError("no view is meant")
        if not others:
            return bool(one.base is not None) if kind(one) == "array" else bool(one._is_view())
        whole = self.owner(others)
        if one is whole:
            raise LookupError("it is the thing itself")
        return self.shares(one, whole)

    def copied(self, one: Any, *others: Any) -> bool:
        """Whether a value is a copy, with the others as `view` has them."""
        if not others:
            if self.view(one):
                raise LookupError("it may be a view of a copy")
            return True
        return not self.shares(one, self.owner(others))

    def owner(self, others: tuple[Any, ...]) -> Any:
        found = [each for each in others if kind(each)]
        if not found or (len(found) > 1 and not kind(others[0])):
            raise LookupError("what it belongs to is not known")
        return found[0]

    def number(self, value: Any) -> Any:
        """A single number; of a container, how much it holds."""
        if isinstance(value, (*_CONTAINERS, frozenset)):
            return len(value)
        if kind(value) in ("array", "tensor") and len(value.shape) == 0:
            value = value.item()
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            value = value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value
        if not isinstance(value, (int, float)):
            raise LookupError("no number")
        return value

    def times(self, one: Any, other: Any, factor: float) -> bool:
        """Whether one number is so many times the other; what is near is open."""
        left, right = self.number(one), self.number(other) * factor
        apart = abs(left - right) / max(abs(left), abs(right), 1e-300)
        if 0.005 < apart < 0.15:
            raise LookupError("nearly")
        return bool(apart <= 0.005)

    def equal(self, one: Any, other: Any) -> bool:
        """Whether two values are equal; what differs by rounding alone is open."""
        if "array" in (kind(one), kind(other)) or "tensor" in (kind(one), kind(other)):
            numpy = sys.modules["numpy"]
            left, right = (numpy.asarray(each.detach() if kind(each) == "tensor" else each) for each in (one, other))
            if left.shape == right.shape and numpy.array_equal(left, right):
                return True
            if left.shape == right.shape and left.dtype.kind in "fc" and numpy.allclose(left, right, rtol=1e-3, atol=1e-6):
                raise LookupError("nearly")
            return False
        if isinstance(one, float) and isinstance(other, float) and one != other and math.isclose(one, other, rel_tol=1e-6):
            raise LookupError("nearly")
        return bool(one == other)

    def alike(self, one: Any, other: Any, what: str) -> bool:
        """Whether two values have the same length, shape, element type ..."""
        if what in ("shape", "dtype", "ndim"):
            left, right = getattr(one, what, None), getattr(other, what, None)
            if left is None or right is None:
                raise LookupError(f"no {what}")
            return str(left) == str(right)
        return self.equal(self.measured(one, what), self.measured(other, what))

    def measured(self, value: Any, what: str) -> Any:
        if what == "type":
            return type(value).__name__
        if what == "hash":
            return hash(value)
        if what == "size" and kind(value) in ("array", "tensor"):
            return math.prod(value.shape)
        if what in ("sum", "mean", "min", "max", "median") and kind(value) == "":
            raise LookupError("what is meant is not known")
        if what in ("min", "max") and kind(value) == "container":
            return min(value) if what == "min" else max(value)
        if what in ("sum", "mean", "min", "max", "median"):
            if kind(value) == "container":
                total = math.fsum(value)
                if what == "median":
                    return (
                        sorted(value)[len(value) // 2]
                        if len(value) % 2
                        else sum(sorted(value)[len(value) // 2 - 1 : len(value) // 2 + 1]) / 2
                    )
                return total if what == "sum" else total / len(value)
            return self.number(getattr(value, what)() if what != "median" else sys.modules["numpy"].median(value))
        return len(value)

    def trait(self, value: Any, word: str) -> bool:
        """Whether a value has a quality that a word names."""
        if word in ("hashable", "callable", "iterable", "picklable"):
            if word == "callable":
                return callable(value)
            try:
                tries: dict[str, Callable[[Any], Any]] = {"hashable": hash, "iterable": iter, "picklable": pickle.dumps}
                tries[word](value)
            except (TypeError, pickle.PicklingError, AttributeError):
                return False
            return True
        if word == "sorted" and isinstance(value, (list, tuple)):
            return all(a <= b for a, b in itertools.pairwise(value))
        if kind(value) == "tensor":
            found = {"contiguous": value.is_contiguous, "leaf": lambda: value.is_leaf, "grad": lambda: value.requires_grad}.get(word)
            if found is not None:
                return bool(found())
        if kind(value) == "array" and word in ("contiguous", "fortran", "writeable"):
            flags = value.flags
            return bool({"contiguous": flags.c_contiguous, "fortran": flags.f_contiguous, "writeable": flags.writeable}[word])
        return self.form(value, word)

    def form(self, value: Any, word: str) -> bool:
        """Whether a matrix has a form, as far as rounding allows to say."""
        if kind(value) not in ("array", "tensor") or len(value.shape) != 2:
            raise LookupError("no matrix")
        numpy = sys.modules["numpy"]
        matrix = numpy.asarray(value.detach() if kind(value) == "tensor" else value)
        square = bool(matrix.shape[0] == matrix.shape[1])
        if word == "square":
            return square
        if word == "symmetric":
            return square and bool(numpy.allclose(matrix, matrix.T))
        if word in ("orthogonal", "identity"):
            product = matrix if word == "identity" else matrix.T @ matrix
            return square and bool(numpy.allclose(product, numpy.eye(len(product)), atol=1e-6))
        if word in ("invertible", "singular"):
            full = square and bool(numpy.linalg.matrix_rank(matrix) == len(matrix))
            return full if word == "invertible" else square and not full
        if word in ("upper triangular", "lower triangular", "diagonal"):
            parts = {"upper triangular": [-1], "lower triangular": [1], "diagonal": [-1, 1]}[word]
            return all(numpy.allclose(numpy.tril(matrix, -1) if p < 0 else numpy.triu(matrix, 1), 0) for p in parts)
        raise LookupError("the word is not known")

    def changes(self, source: str, read: Callable[[], Any], target: Callable[[], Any]) -> bool:
        """Whether statements change what a name holds. read: stands for the names that they use."""
        before = target()
        if kind(before) == "" and not isinstance(before, (tuple, str)):
            raise LookupError("its state is not known")
        kept = before.detach().clone() if kind(before) == "tensor" else copy.deepcopy(before)
        try:
            exec(compile(source, "<ask>", "exec", dont_inherit=True), self.namespace)  # noqa: S102 - the text's own words
        except Exception as error:
            raise LookupError("it raises") from error
        return not self.equal(kept, target()) or type(kept) is not type(target())

    def occupies(self, value: Any, count: int) -> bool:
        """Whether an array or what it is a view of has so many bytes."""
        if kind(value) == "tensor":
            return count in (value.nbytes, value.untyped_storage().nbytes())
        if kind(value) != "array":
            raise LookupError("no array")
        return count in (value.nbytes, getattr(value.base, "nbytes", value.nbytes))


def kind(value: Any) -> str:
    """array, tensor or container; "" for anything else."""
    if isinstance(value, _CONTAINERS):
        return "container"
    for module, name, said in (("numpy", "ndarray", "array"), ("torch", "Tensor", "tensor")):
        if module in sys.modules and isinstance(value, getattr(sys.modules[module], name, ())):
            return said
    return ""
