# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""The chapter's own calls of linspace, arange, range and reshape: how many values they give, which, and how far apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sandbox.probes.defaults import spelled
from sandbox.probes.facts import CONDITIONAL, ELSEWHERE, MODAL, OPPOSED
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import ast
import numpy as np

RAN_ON["numpy"] = np.__version__
def value(node):
    found = ast.literal_eval(node)
    if isinstance(found, bool) or not isinstance(found, (int, float)) or abs(found) > 1e5:
        raise ValueError("a number of moderate size is wanted")
    return found

def measured(text):
    call = ast.parse(text, mode="eval").body
    name = call.func.id
    arguments = [value(each) for each in call.args]
    keywords = {each.arg: each.value.value if each.arg == "endpoint" else value(each.value) for each in call.keywords}
    found = getattr(np, name)(*arguments, **keywords)
    if not 1 < len(found) < 100_000:
        raise ValueError("two values at least are wanted")
    return {"count": len(found), "first": float(found[0]), "last": float(found[-1]), "step": float(found[1] - found[0])}

calls = {}
for text in INPUTS["calls"]:
    try:
        calls[text] = measured(text)
    except Exception as error:
        calls[text] = {"raised": type(error).__name__}
finish({"calls": calls})
"""

_WIDTH = r"\b(?:steps?(?: size| width)?|spacing|distance|Schritt\w*|Abstand|pas|écart)\b"
_STEP = rf"(?:{_WIDTH}[^.;]{{0,25}}?\b(?:is|are|of|ist|beträgt|von|est de|est|de|vaut)\b|\b(?:beträgt|ist|vaut|est) (?:der |die |le |l['’]){_WIDTH}) (?:exactly |genau |exactement |always )?"
_COUNT = r"\s(?:equally spaced |evenly spaced |gleich verteilte )?(?:values|points|numbers|elements|samples|Werte|Punkte|Zahlen|Elemente|valeurs|points|nombres|éléments)\b"
_NUMBER = r"(?<![\d.,])\d+(?:[.,]\d+)?(?![\d]|[.,]\d|\s?/)"


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    return tuple(
        observe(
            result,
            f"/calls/{text.replace('~', '~0').replace('/', '~1')}",
            f"{text}: {found['count']} values from {found['first']:g} to {found['last']:g}, {found['step']:.6g} apart"
            if "count" in found
            else f"{text}: {found['raised']}",
            _readings(text, found) if "count" in found else (),
        )
        for text, found in result["calls"].items()
    )


def _readings(text: str, found: Mapping[str, Any]) -> tuple[Reading, ...]:
    """Sentences that hold this one call and a step or a count; a step may be rounded to the digits that are given."""
    call = rf"(?<!\w){re.escape(text)}"
    rest = r"(?:(?!\b(?:linspace|arange)\()[^.;]|\.(?=[\d\w])){0,60}?"
    summary = f"{text} gives {found['count']} values, {found['step']:.6g} apart."
    out = "|".join(
        (MODAL, OPPOSED, CONDITIONAL, r"\b(?:not|never|nicht|kein\w*|n['’]est pas)\b|n['’]t\b|\bratio\b|\bgaps?\b.{0,20}(?:has|hat)")
    )
    step = abs(found["step"])
    digits = (3,) if abs(step - round(step, 3)) < 1e-9 else range(1, 7)  # a short step is given in full, a long one is rounded
    steps = "|".join(dict.fromkeys(spelled(round(step, each)) for each in digits if round(step, each)))
    steps = steps.replace(r"\.", "[.,]")
    count = found["count"]
    return (
        contradicts(summary, rf"{call}{rest}{_STEP}(?!(?:{steps})(?![\d]|[.,]\d)){_NUMBER}", without=out, negated=True, others=ELSEWHERE),
        supports(summary, rf"{call}{rest}{_STEP}(?:{steps})(?![\d]|[.,]\d)", without=out, negated=True, others=ELSEWHERE),
        contradicts(summary, rf"{call}{rest}\b(?:gives?|has|yields?|makes?|contains?|returns?|hat|liefert|ergibt|enthält|donne|contient)\b (?:exactly |genau )?(?!{count}\b)\d+{_COUNT}", without=out, negated=True, others=ELSEWHERE),
        supports(summary, rf"{call}{rest}(?<![\d.,]){count}{_COUNT}", without=out, negated=True, others=ELSEWHERE),
    )  # fmt: skip


PROBE = Probe(
    name="numpy-grids",
    question="How many values do the chapter's calls of linspace and arange give, and how far apart?",
    success="count, ends and step of each call",
    failure="a call raises",
    triggers=(r"\b(?:linspace|arange)\(\s*-?\d",),
    parameters={
        "calls": Parameter(
            "texts",
            ["linspace(0, 1, 5)"],
            description="calls with numbers alone",
            most=24,
            matches=r"\b(?:np|numpy)\.((?:linspace|arange)\((?:\s*(?:num|stop|start|step)\s*=)?\s*-?\d[\d.,\s\-]*(?:(?:num|step|endpoint)\s*=\s*(?:[\d.\-]+|True|False)\s*,?\s*)*\))",
        )
    },
    script=program(CODE, on="any interpreter"),
    read=read,
    packages=("numpy",),
    seconds=60,
    cost=2.0,
)
