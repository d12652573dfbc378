"""The expression that is asked for, where a predicate is about something of a value: its order, its first thing, its rows."""

from __future__ import annotations

import re

from tools.instruments.code.compare import literal
from tools.instruments.code.told.arrangements import SEPARATOR
from tools.instruments.code.told.predicates import Predicate, turned
from tools.instruments.code.told.words import GIVE

_BEGINS = re.compile(r"(?:begin|start|commence)\w* (?:with|par)|beginnt\b.* mit", re.I)
_ENDS = re.compile(r"ends? with|endet\b.* (?:mit|auf)|(?:se termine|finit) par", re.I)
_YES = Predicate("value", "True")


def asked(expression: str, predicate: Predicate, verb: str) -> tuple[str, Predicate]:
    """The question to the run, and what its answer has to be."""
    said = predicate.said
    match predicate.kind:
        case "numbers" if re.fullmatch(GIVE, verb, re.I):
            return f"_known_.drained({expression})", predicate
        case "order":
            way, _, by = said.partition(" ")
            return f"_known_.arranged({expression}, {by!r}, {way == 'down'})", _YES
        case "several":
            how, *items = said.split(SEPARATOR)
            return f"_known_.several({expression}, {how == 'any'}, {items!r})", _YES
        case "axis":
            axis, _, count = said.partition(" ")
            both = [(axis, count), *(tuple(p.said.split(" ", 1)) for p in predicate.parts)]
            made = ", ".join(f"_known_.along({expression}, {a})" for a, _ in both)
            return f"[{made}]", Predicate("value", f"[{', '.join(c for _, c in both)}]")
        case "per":
            both = [tuple(p.said.split(" ", 1)) for p in (predicate, *predicate.parts)]
            return f"_known_.all_per({expression}, {both!r})", _YES
        case "dtype" if expression.startswith("str("):
            return expression, turned(predicate, "words")
    place = 0 if _BEGINS.match(verb) else -1 if _ENDS.match(verb) else None
    if place is not None and predicate.kind in ("value", "words", "other"):
        known, value = literal(said)
        text = value if known and isinstance(value, str) else said
        if predicate.kind == "other":
            return f"({expression})[{place}]", predicate
        return f"_known_.edge({expression}, {place}, {text!r})", predicate
    return expression, predicate
