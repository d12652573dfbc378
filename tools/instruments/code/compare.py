"""Whether what a text shows is what a run gave: numbers to the digits shown, addresses and set order left out."""

from __future__ import annotations

import difflib
import math
import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from tools import python_source

Likeness = Literal["same", "different", "unsure"]

NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?j?(?![\w])")
#: A place in memory: behind "at", or as long as places are; not a number written in base sixteen.
_AT = r"(?:(?<=at )0x[0-9a-fA-F]{5,}|\b0x[0-9a-fA-F]{9,})\b"
_ADDRESS = re.compile(_AT)
_SCALAR = re.compile(r"\bnp\.(?:float|int|uint|bool|str)\w*\(([^()]*)\)")
_DEVICE = re.compile(r",?\s*(?:device='[\w:]+'|grad_fn=<[^>]*>|requires_grad=True)")
_PLACE = re.compile(rf"{_AT}|<[\w.]+ (?:object|function)|\bobject at\b|<(?:bound method|function|generator|coroutine|module)\b")
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "\u00a0": " "})


def normal(text: str) -> str:
    """The text without what never means anything: white space, addresses, scalar wrappers, device marks."""
    text = text.translate(_QUOTES)
    text = _DEVICE.sub("", _SCALAR.sub(r"\1", _ADDRESS.sub("0x", text)))
    return re.sub(r"\s+", " ", text).strip()


def hides_scalars(shown: str, actual: str) -> bool:
    """Whether a container is shown with plain numbers that prints each as a scalar of its own class: `[np.float64(-4.0)]`."""
    known, value = literal(shown)
    contained = known and isinstance(value, (list, tuple, dict, set))
    return (
        contained
        and "np." not in shown
        and "\n" not in actual.strip()
        and re.match(r"[\[({]", actual) is not None
        and (_SCALAR.search(actual) is not None)
    )


def shows_an_address(text: str) -> bool:
    """Whether the text names an object by its place in memory, or a module by its place on the disk."""
    return bool(_PLACE.search(text))


def literal(text: str) -> tuple[bool, object]:
    """(True, value) where the text is a Python literal."""
    try:
        return True, python_source.literal(text)
    except ValueError:
        return False, None


def near(shown: str, actual: str) -> bool:
    """Whether a number is the other one, rounded to the digits shown; exactly for whole numbers that both are."""
    a, b = shown.replace("_", ""), actual.replace("_", "")
    if a == b:
        return True
    if "j" in a or "j" in b:
        return False
    left, right = float(a), float(b)
    if not re.search(r"[.eE]", a) or ("e" not in a.lower() and left.is_integer() and right.is_integer()):
        return left == right
    apart, step = abs(left - right), _step(a)
    if math.isclose(apart, 0.5 * step, rel_tol=1e-9):
        return _is_half_rounded(a, b)
    return apart < 0.5 * step or math.isclose(left, right, rel_tol=1e-6)


def _is_half_rounded(shown: str, actual: str) -> bool:
    """Whether a number that lies half way between two others became the upper one, or the one that Python's formatting makes of it."""
    exact = Decimal(actual)
    upper = exact.quantize(Decimal(1).scaleb(Decimal(shown).as_tuple().exponent), rounding=ROUND_HALF_UP)  # type: ignore[arg-type]
    digits = len(shown.lower().partition("e")[0].partition(".")[2])
    form = "e" if "e" in shown.lower() else "f"
    return Decimal(shown) in (upper, Decimal(f"{float(actual):.{digits}{form}}"))


def is_cut_off(shown: str, actual: str) -> bool:
    """Whether a number is the other one with digits left off and not rounded, which is no agreement and may be no mistake."""
    a, b = shown.replace("_", ""), actual.replace("_", "")
    if "j" in a or "j" in b or not re.search(r"[.eE]", a) or near(shown, actual):
        return False
    left, right = float(a), float(b)
    return left * right >= 0 and 0 <= abs(right) - abs(left) < _step(a) * (1 - 1e-9)


def _step(number: str) -> float:
    """The value of the last digit that a number shows."""
    mantissa, _, exponent = number.lower().partition("e")
    return 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


_LABELLED = re.compile(r"(?P<label>[^\W\d][^:=\[\](){}\n]*[:=])\s*(?P<value>\S.*)")


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
    if apart and all((_is_noise(a) and _is_noise(b)) or is_cut_off(a, b) for a, b in apart):
        return "unsure"
    if pairs and not apart:
        return "same"
    known, left = literal(one)
    also, right = literal(two)
    if known and also:
        return _literals(left, right)
    if not pairs and (mine := _LABELLED.fullmatch(one)) and (yours := _LABELLED.fullmatch(two)) and mine["label"] == yours["label"]:
        (known, left), (also, right) = literal(mine["value"]), literal(yours["value"])
        return _literals(left, right) if known and also and type(left) is type(right) else "unsure"
    return "different" if pairs else "unsure"


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
    """Of two values: the same where they are of one type and equal, numbers within them to the digits shown."""
    if type(left) is type(right) and left == right:
        return "same"
    if isinstance(left, bool) or isinstance(right, bool) or type(left) is not type(right):
        return "different"
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return "same" if near(repr(left), repr(right)) else "different"
    pairs: list[tuple[object, object]] = []
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)) and len(left) == len(right):
        pairs = list(zip(left, right, strict=True))
    elif isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        pairs = [(left[k], right[k]) for k in left]
    elif isinstance(left, (set, frozenset)) and isinstance(right, (set, frozenset)) and len(left) == len(right):
        pairs = list(zip(sorted(left, key=repr), sorted(right, key=repr), strict=True))
    return "same" if pairs and all(_literals(a, b) == "same" for a, b in pairs) else "different"


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
