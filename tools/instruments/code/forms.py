"""What two pieces of printed text have in common: whether one has the form of the other (a number beside a number), and agrees with it."""

from __future__ import annotations

import re
from typing import Literal

from tools.instruments.code.compare import is_cut_off, near, normal

Alike = Literal["same", "different", "words", "unsure"]
Kind = Literal["bool", "none", "integer", "decimal", "quoted", "mark", "word"]

_NUMBER = r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]*[A-Za-z_#])"
_TOKEN = re.compile(rf"(?:[bBrRuU]?'[^'\n]*'|[bBrRuU]?\"[^\"\n]*\")|(?<![\w.]){_NUMBER}|[\[\](){{}},:=]|[^\s\[\](){{}},:='\"]+|['\"]")
_TYPE = re.compile(
    r"(?:(?:torch|np|numpy|builtins|pd)\.)?(?:u?int(?:8|16|32|64)?|b?float(?:16|32|64|128)?|bool_?|str_?|list|dict|tuple|set|frozenset"
    r"|bytes|bytearray|complex(?:64|128)?|NoneType|object|category|string|half|double|long|datetime64(?:\[\w+\])?|timedelta64(?:\[\w+\])?"
    r"|u?Int(?:8|16|32|64)|Float(?:32|64)|boolean|generator|function|type|range|Tensor|ndarray|DataFrame|Series)"
)
_CLASS = re.compile(r"<class '([\w.]+)'>")
_OPEN, _CLOSE = "[({", "])}"


def plain(text: str) -> str:
    """The text with classes by their names alone and white space evened out."""
    return normal(_CLASS.sub(r"\1", text))


def tokens(text: str) -> list[str]:
    """Numbers, truth values, quoted texts, words and marks, without commas."""
    return [t for t in _TOKEN.findall(plain(text)) if t != ","]


def kind(part: str) -> Kind:
    if part in ("True", "False"):
        return "bool"
    if part == "None":
        return "none"
    if re.fullmatch(r"[+-]?(?:nan|NaN|inf)", part):
        return "decimal"
    if re.fullmatch(_NUMBER, part):
        return "decimal" if re.search(r"[.eE]", part) else "integer"
    if len(part) > 1 and part[-1] in "'\"":
        return "quoted"
    return "mark" if re.fullmatch(r"[\[\](){}:='\"]", part) else "word"


def is_balanced(text: str) -> bool:
    """Whether every bracket and quote that opens is closed, and the other way round."""
    depth: list[str] = []
    for token in tokens(text):
        if token in _OPEN:
            depth.append(_CLOSE[_OPEN.index(token)])
        elif token in _CLOSE and (not depth or depth.pop() != token):
            return False
    return not depth and not re.fullmatch(r"['\"].*[^'\"]|[^'\"].*['\"]", text.strip())


def are_values(text: str) -> bool:
    """Whether a text is several values written down, and no words."""
    kinds = [kind(t) for t in tokens(text)]
    return len(kinds) > 1 and "word" not in kinds and bool({"bool", "none", "integer", "decimal", "quoted"} & {*kinds})


def is_type_name(part: str) -> bool:
    return _TYPE.fullmatch(part) is not None


def alike(shown: str, actual: str) -> Alike:
    """same; different (of one form, with another value); words (of one form, and only words differ); unsure (of another form)."""
    one, two = tokens(shown), tokens(actual)
    if not one or not two or "..." in shown or "…" in shown or "..." in actual:
        return "unsure"
    if len(one) != len(two):
        return "different" if _is_list(one) and _is_list(two) else "unsure"
    verdicts = [_pair(a, b) for a, b in zip(one, two, strict=True)]
    for verdict in ("unsure", "different", "words"):
        if verdict in verdicts:
            return verdict
    return "same"


def _is_list(parts: list[str]) -> bool:
    """Whether the parts are one list of numbers."""
    inner = {kind(p) for p in parts[1:-1]}
    return parts[0] == "[" and parts[-1] == "]" and inner <= {"integer", "decimal", "bool"} and bool(inner)


def _pair(shown: str, actual: str) -> Alike:
    if shown == actual:
        return "same"
    one, two = kind(shown), kind(actual)
    numbers = {"integer", "decimal"}
    if {one, two} <= numbers:
        if any(re.fullmatch(r"[+-]?(?:nan|inf)", t, re.I) for t in (shown, actual)):
            return "same" if shown.lower() == actual.lower() else "different"
        return "same" if near(shown, actual) else "unsure" if is_cut_off(shown, actual) else "different"
    if {one, two} <= {"bool", "none"}:
        return "different"
    if {one, two} == {"quoted", "word"} and shown.strip("'\"") == actual.strip("'\""):
        return "same"
    if {one, two} == {"quoted"}:
        return "same" if shown[1:-1] == actual[1:-1] else "different"
    if one == two == "word":
        return "different" if is_type_name(shown) and is_type_name(actual) else "words"
    return "unsure"
