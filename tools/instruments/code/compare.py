"""Whether what a text shows is what a run gave: numbers to the digits shown, addresses, timings and set order left out."""

from __future__ import annotations

import ast
import difflib
import math
import re
from typing import Literal

Likeness = Literal["same", "different", "unsure"]

NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?j?(?![\w])")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{5,}\b")
_SCALAR = re.compile(r"\bnp\.(?:float|int|uint|bool|str)\w*\(([^()]*)\)")
_DEVICE = re.compile(r",?\s*(?:device='[\w:]+'|grad_fn=<[^>]*>|requires_grad=True)")
_VOLATILE = re.compile(
    r"\b\d[\d.]*\s*(?:µs|us|ns|ms|s|sec|secs|seconds?|Sekunden?|minutes?|min|MB|GB|kB|KB|MiB|GiB|KiB|it/s|%|FLOPS|GFLOPS|TFLOPS|tok/s|x"
    r"|×)(?![\w])"
    r"|\b(?:seconds?|time|elapsed|took|speedup|latency|duration|Sekunden|Zeit|Dauer|version|python \d|pid|thread|cuda|gpu)\b"
    r"|\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|<[\w.]+ (?:object|at|function)|\b/[\w.-]+/"
    r"|\bobject at\b",
    re.I,
)
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "\u00a0": " "})


def normal(text: str) -> str:
    """The text without what never means anything: white space, addresses, scalar wrappers, device marks."""
    text = text.translate(_QUOTES)
    text = _DEVICE.sub("", _SCALAR.sub(r"\1", _ADDRESS.sub("0x", text)))
    return re.sub(r"\s+", " ", text).strip()


def is_volatile(text: str) -> bool:
    """Whether the text carries a timing, a size of memory, a version, a date, an address or a path."""
    return bool(_VOLATILE.search(text))


def literal(text: str) -> tuple[bool, object]:
    """(True, value) where the text is a Python literal."""
    try:
        return True, ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False, None


def near(shown: str, actual: str) -> bool:
    """Whether a number is the other one to the digits shown, rounded or cut off; exactly for whole numbers that both are."""
    a, b = shown.replace("_", ""), actual.replace("_", "")
    if a == b:
        return True
    if "j" in a or "j" in b:
        return False
    left, right = float(a), float(b)
    if not re.search(r"[.eE]", a):
        return left == right
    mantissa, _, exponent = a.lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    step = 10.0 ** (int(exponent or 0) - digits)
    rounded = abs(left - right) <= 0.5 * step * (1 + 1e-9)
    cut_off = left * right >= 0 and 0 <= abs(right) - abs(left) < step * (1 - 1e-9)
    return rounded or cut_off or math.isclose(left, right, rel_tol=1e-6)


def compare(shown: str, actual: str) -> Likeness:
    """same, different, or unsure where the two are not of one form."""
    one, two = normal(shown), normal(actual)
    if one == two:
        return "same"
    if "..." in one or "…" in one:
        return _with_ellipsis(one, two)
    (form, numbers), (other, others) = _skeleton(one), _skeleton(two)
    pairs = list(zip(numbers, others, strict=True)) if form == other and len(numbers) == len(others) else []
    apart = [(a, b) for a, b in pairs if not near(a, b)]
    if apart and all(_is_noise(a) and _is_noise(b) for a, b in apart):
        return "unsure"
    known, left = literal(one)
    also, right = literal(two)
    if known and also:
        return _literals(left, right)
    if not pairs:
        return "unsure"
    return "different" if apart else "same"


def _is_noise(number: str) -> bool:
    """Whether a number is what rounding leaves of zero, which differs from machine to machine."""
    return "j" not in number and "e-" in number.lower() and abs(float(number.replace("_", ""))) < 1e-10


def _skeleton(text: str) -> tuple[str, list[str]]:
    numbers = NUMBER.findall(text)
    return re.sub(r"\s*([\[\](){},:=])\s*", r"\1", NUMBER.sub("#", text)).replace(" ", ""), numbers


def _with_ellipsis(shown: str, actual: str) -> Likeness:
    pattern = r".*?".join(re.escape(part.strip()) for part in re.split(r"\.\.\.|…", shown))
    return "same" if re.fullmatch(pattern.replace(r"\ ", r"\s*"), actual) or re.fullmatch(pattern, actual) else "unsure"


def _literals(left: object, right: object) -> Likeness:
    if type(left) is type(right) and left == right:
        return "same"
    if isinstance(left, bool) or isinstance(right, bool):
        return "different"
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return "same" if near(repr(left), repr(right)) and type(left) is type(right) else "different"
    if isinstance(left, (list, tuple)) and isinstance(right, type(left)) and len(left) == len(right):
        verdicts = [_literals(a, b) for a, b in zip(left, right, strict=True)]
        return "same" if all(v == "same" for v in verdicts) else "different"
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        return "same" if all(_literals(left[k], right[k]) == "same" for k in left) else "different"
    return "different"


def slip(shown: str, actual: str) -> bool:
    """Whether one line of words was meant to be the other: nearly the same, and not merely cut short."""
    one, two = normal(shown), normal(actual)
    if "\n" in shown.strip() or "\n" in actual.strip() or min(len(one), len(two)) < 4 or "..." in one:
        return False
    return difflib.SequenceMatcher(None, one, two, autojunk=False).ratio() >= 0.85 and not two.startswith(one)


def holds_a_set(text: str) -> bool:
    """Whether the text shows a set, whose order is open."""
    return re.search(r"\{(?![^{}]*:)[^{}]+\}", text) is not None


def kind_of(text: str) -> str:
    """The class of a literal ("number", "text", "list", ...), "" where the text is none."""
    known, value = literal(normal(text))
    if not known:
        return ""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float, complex)):
        return "number"
    return type(value).__name__
