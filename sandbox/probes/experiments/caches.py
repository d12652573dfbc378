# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Cold and warm: what the on-disk cache of compiled graphs spares, and what it does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r'''
import time
import torch._inductor.config as inductor
from torch._inductor.compile_fx import compile_fx

def step(x):
    return torch.sin(x) + x

def service(sizes):
    """A process that starts anew, as far as Dynamo is concerned: graphs compiled, hits and misses of the on-disk cache."""
    fresh()
    backend = Backend(compile_fx)
    compiled = torch.compile(step, backend=backend, dynamic=False)
    start = time.perf_counter()
    modes = [call(compiled, (torch.ones(size),), backend)["mode"] for size in sizes]
    taken = time.perf_counter() - start
    found = counters["inductor"]
    return {
        "modes": modes, "compilations": backend.compiled, "hits": found["fxgraph_cache_hit"], "misses": found["fxgraph_cache_miss"],
        "bypassed": found["fxgraph_cache_bypass"], "seconds": round(taken, 3),
    }

# The cache of whole AOTAutograd results stands before the one of graphs; it is off here so that the counters of the latter are exact.
import torch._functorch.config as functorch
aot = getattr(functorch, "enable_autograd_cache", None)
if aot is not None:
    functorch.enable_autograd_cache = False
sizes = INPUTS["sizes"]
cold = service(sizes)
warm = service(sizes)
mixed = service([*sizes, max(sizes) + 1])
folder = Path(os.environ["TORCHINDUCTOR_CACHE_DIR"])
finish({
    "cold": cold, "warm": warm, "mixed": mixed, "distinct": len(set(sizes)),
    "fx_graph_cache": bool(getattr(inductor, "fx_graph_cache", False)), "autograd_cache": aot,
    "files": sum(path.is_file() for path in folder.rglob("*")) > 0,
})
'''

_WARM = r"\bwarm(?:ed)?\b|\bon-disk\b|\bdisk cache\b|\bfx ?graph ?cache\b|\bcache (?:directory|dir|folder)\b|TORCHINDUCTOR_CACHE_DIR"


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    cold, warm, mixed = result["cold"], result["warm"], result["mixed"]
    still = warm["compilations"] == cold["compilations"] == result["distinct"] and warm["hits"] == result["distinct"]
    readings = (
        contradicts(
            "A warm on-disk cache does not avoid recompilation: the guards fail as before and Dynamo compiles each size again; each compilation is only cheaper.",
            _WARM,
            r"\b(?:avoids?|prevents?|eliminates?|removes?|gets rid of|skips?|stops?)\b.{0,20}\b(?:recompil\w+|guard failures?|all compil\w+|any compil\w+)|\b(?:no|zero|without(?: any)?)\b.{0,8}\b(?:recompil\w+|guard failures?)",
            negated=True,
            without=r"\bnot (?:avoid|prevent|eliminate|remove)|n['’]t|does not|do not|not\b.{0,12}(?:avoid|prevent|eliminat)|across process|process boundar|between process|other process|restart|graph code|of the same graph|inductor to avoid|allow|kernel|lowering|backend|c\+\+|in-memory|identical",
        ),
        supports(
            "A warm on-disk cache makes each compilation cheaper; the guards fail and Dynamo compiles as before.",
            _WARM,
            r"\b(?:does not|do not|doesn['’]t|not)\b.{0,20}\b(?:avoid|prevent|eliminate|remove)\b.{0,20}\b(?:recompil\w+|guard failures?)|\b(?:still|as often|just as many)\b.{0,25}\b(?:recompil\w+|compilations)\b",
            negated=True,
        ),
    )
    texts = {
        "cold": f"cold: {cold['compilations']} compilations of {result['distinct']} sizes, {cold['misses']} misses and {cold['hits']} hits of the on-disk cache",
        "warm": f"warm: {warm['compilations']} compilations of the same sizes, {warm['hits']} hits and {warm['misses']} misses",
        "mixed": f"warm, with one new size: {mixed['hits']} hits, {mixed['misses']} misses",
    }
    enabled = result["fx_graph_cache"]
    on = (
        [
            contradicts(
                "The on-disk FX graph cache is on by default.",
                r"\b(?:fx ?graph ?cache|fx_graph_cache|on-disk (?:inductor |compiler )?cache|TORCHINDUCTOR_FX_GRAPH_CACHE)\b",
                r"\b(?:off|disabled|not enabled|opt-in|not on)\b.{0,12}\bby default\b|\bby default\b.{0,12}\b(?:off|disabled)\b|\bdefaults? to (?:off|False|0)\b",
                negated=True,
                without=r"remote|\bif\b",
            ),
            supports(
                "The on-disk FX graph cache is on by default.",
                r"\b(?:fx ?graph ?cache|fx_graph_cache|on-disk (?:inductor |compiler )?cache)\b",
                r"\b(?:on|enabled)\b.{0,5}\bby default\b|\bby default\b.{0,5}\b(?:on|enabled)\b",
            ),
        ]
        if enabled
        else []
    )
    return (
        observe(result, "/cold/misses", texts["cold"]),
        observe(result, "/warm/compilations", texts["warm"], readings if still else ()),
        observe(result, "/mixed/hits", texts["mixed"]),
        observe(result, "/fx_graph_cache", f"the on-disk FX graph cache is {'on' if enabled else 'off'} by default", on),
    )


PROBE = Probe(
    name="caches",
    question="What does a warm on-disk cache spare: the recompilations, or the work of each?",
    success="the warm run compiles as often as the cold one, with a hit for each compilation",
    failure="the warm run compiles less often, or hits nothing",
    triggers=(
        r"TORCHINDUCTOR_CACHE_DIR|TORCHINDUCTOR_FX_GRAPH_CACHE|fx_graph_cache|FxGraphCache",
        r"\binductor cache\b|\bon-disk cache\b|\bcompil\w+ cache\b",
        r"\b(?:cold|warm)\b.{0,30}\bcache\b",
        r"fxgraph_cache_(?:hit|miss)",
    ),
    parameters={"sizes": Parameter("ints", [64, 80], (2, 1024), "distinct sizes of the calls", most=4)},
    script=program(CODE),
    read=read,
    cost=40.0,
    seconds=300,
)
