# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Random numbers in compiled code: whether one seed gives the same numbers as eager mode, and the same twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import torch._inductor.config as inductor

def noise(x):
    return torch.rand_like(x) + torch.nn.functional.dropout(x, 0.5)

x = torch.ones(64)
def seeded(run):
    torch.manual_seed(INPUTS["seed"])
    return run(x)

eager = seeded(noise)
found = {}
for backend in ("eager", "aot_eager", "inductor"):
    fresh()
    run = torch.compile(noise, backend=backend)
    run(x)
    first, second = seeded(run), seeded(run)
    found[backend] = {"as_eager": torch.equal(first, eager), "repeats": torch.equal(first, second)}
kept = inductor.fallback_random
inductor.fallback_random = True
fresh()
run = torch.compile(noise, backend="inductor")
run(x)
first, second = seeded(run), seeded(run)
found["fallback_random"] = {"as_eager": torch.equal(first, eager), "repeats": torch.equal(first, second)}
inductor.fallback_random = kept
finish({"backends": found, "fallback_default": kept})
"""

_RANDOM = r"\b(?:random numbers?|rng|seed\w*|manual_seed|dropout (?:mask|pattern)s?|rand_like)\b"


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    backends = result["backends"]
    found = []
    for name, each in backends.items():
        text = (
            f"{'inductor with fallback_random=True' if name == 'fallback_random' else f'backend {name}'}: with one seed the numbers are "
            f"{'those' if each['as_eager'] else 'not those'} of eager mode, and {'repeat' if each['repeats'] else 'do not repeat'}"
        )
        found.append(observe(result, f"/backends/{name}/as_eager", text, _readings(name, each)))
    return tuple(found)


def _readings(name: str, each: Mapping[str, Any]) -> tuple[Any, ...]:
    if name == "inductor" and not each["as_eager"]:
        return (
            contradicts(
                "Under inductor one seed does not give the random numbers of eager mode, unless torch._inductor.config.fallback_random is True.",
                _RANDOM,
                r"\btorch\.compile\b|\bcompiled\b|\binductor\b",
                r"\b(?:same|identical|bit-identical) (?:random )?(?:numbers?|masks?|sequence|results?|values?|draws?) (?:as|in|to)\b.{0,15}\beager",
                without=r"fallback_random|aot_eager|backend\s*=\s*[\"']eager",
            ),
            supports(
                "Under inductor one seed gives other random numbers than eager mode.",
                _RANDOM,
                r"\btorch\.compile\b|\bcompiled\b|\binductor\b",
                r"\beager",
                r"\b(?:differ\w*|different|other|not the same|do not match|mismatch\w*)\b",
                negated=True,
                without=r"fallback_random",
            ),
        )
    if name == "fallback_random" and each["as_eager"]:
        return (
            supports(
                "With fallback_random=True inductor draws the numbers of eager mode.",
                r"\bfallback_random\b",
                r"\beager\b",
                r"\b(?:same|match\w*|identical|reproduc\w*)\b",
            ),
        )
    return ()


PROBE = Probe(
    name="randomness",
    question="Does compiled code draw the same random numbers as eager mode from one seed?",
    success="for each backend, whether the numbers are those of eager mode and whether they repeat",
    failure="one seed gives different numbers twice under one backend",
    triggers=(
        r"fallback_random",
        r"torch\.compile.*\b(?:manual_seed|random seed|dropout|rng)\b",
        r"\b(?:manual_seed|rng)\b.*\b(?:torch\.compile|inductor)\b",
    ),
    parameters={"seed": Parameter("int", 0, (0, 2**31), "seed of each draw")},
    script=program(CODE),
    read=read,
    cost=40.0,
    seconds=180,
)
