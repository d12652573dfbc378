# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What each stance of torch.compiler.set_stance does with a new and with a known input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r'''
def step(x):
    return x.sin() + x

def under(stance):
    """After one compiled size: that size, a new one, and that one again, under the stance; then a new one in a fresh function."""
    fresh()
    backend = Backend()
    compiled = torch.compile(step, backend=backend, dynamic=False)
    compiled(torch.ones(4))
    with torch.compiler.set_stance(stance):
        known, new, again = (call(compiled, (torch.ones(size),), backend) for size in (4, 5, 4))
    fresh()
    backend = Backend()
    compiled = torch.compile(step, backend=backend, dynamic=False)
    with torch.compiler.set_stance(stance):
        first, second = (call(compiled, (torch.ones(6),), backend) for _ in range(2))
    return {
        "known": known["mode"], "new": new["mode"], "again": again["mode"], "first": first["mode"], "second": second["mode"],
        "raised": new["raised"], "message": new["message"],
    }

exists = hasattr(torch.compiler, "set_stance")
found = {}
for stance in ("default", "force_eager", "eager_on_recompile", "fail_on_recompile", "eager_then_compile") if exists else ():
    try:
        found[stance] = under(stance)
    except (RuntimeError, ValueError) as error:
        found[stance] = {"unknown": str(error)[:200]}
finish({"exists": exists, "stances": found, "unknown": attempt(lambda: torch.compiler.set_stance("nonsense")) if exists else None})
'''


def _readings(stance: str, each: Mapping[str, Any]) -> list[Any]:
    if stance == "fail_on_recompile" and each["new"] == "raised" and each["known"] == "reused":
        return [
            supports(
                "fail_on_recompile raises at a recompilation.",
                r"fail_on_recompile(?!_)",
                r"\b(?:errors?|raises?|exception|fails|RuntimeError)\b",
                without=r"_limit_hit",
            ),
            contradicts(
                "fail_on_recompile raises at a recompilation; eager_on_recompile is the stance that runs eagerly.",
                r"fail_on_recompile(?!_)",
                r"\b(?:falls? back|runs? (?:the rest )?eagerly|warns? only|logs? a warning)\b",
                without=r"eager_on_recompile|_limit_hit|whereas|unlike|but|while|instead|error|raise",
            ),
        ]
    if stance == "eager_on_recompile" and each["known"] == "reused" and each["new"] == "eager":
        return [
            supports(
                "eager_on_recompile reuses what is cached and runs the rest eagerly.",
                r"eager_on_recompile",
                r"\beager(?:ly)?\b(?!_)",
                r"\b(?:reus\w+|cached?|recompil\w+|compiles? nothing)\b(?!_)",
                negated=True,
                without=r"raises|error",
            ),
            contradicts(
                "eager_on_recompile raises nothing: a call that would recompile runs eagerly.",
                r"eager_on_recompile[\"'”]?\)? (?:\w+ )?(?:raises|throws|errors)\b",
            ),
            contradicts(
                "eager_on_recompile still uses cached compiled code where its guards pass.",
                r"eager_on_recompile",
                r"\b(?:everything|all (?:calls|code)|every call)\b.{0,20}\beager",
                without=r"force_eager|recompil(?!e\b)|new|unseen|rest",
            ),
        ]
    if stance == "force_eager" and each["known"] == "eager":
        return [
            supports(
                "force_eager ignores torch.compile.",
                r"force_eager",
                r"\b(?:ignores?|ignored|eager(?:ly)?|disables?|disabled)\b(?!_)",
                negated=True,
            )
        ]
    return []


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    if not result["exists"]:
        return (observe(result, "/exists", "this release has no torch.compiler.set_stance"),)
    found = []
    for stance, each in result["stances"].items():
        if "unknown" in each:
            found.append(observe(result, f"/stances/{stance}/unknown", f"the stance {stance} is unknown to this release"))
            continue
        new = f"{each['new']} ({each['raised']})" if each["raised"] else each["new"]
        text = f"stance {stance}: a cached size: {each['known']}; a new size: {new}; the first call of a new function: {each['first']}, its second: {each['second']}"
        found.append(observe(result, f"/stances/{stance}/new", text, _readings(stance, each)))
    return tuple(found)


PROBE = Probe(
    name="stances",
    question="What does each stance do with a size that is cached and with one that is not?",
    success="the stances differ in how a new size is treated",
    failure="torch.compiler.set_stance is not there",
    triggers=(r"set_stance", r"\b(?:fail|eager)_on_recompile\b(?!_limit)", r"\bforce_eager\b", r"\bstances?\b.*\bcompil"),
    parameters={},
    script=program(CODE),
    read=read,
)
