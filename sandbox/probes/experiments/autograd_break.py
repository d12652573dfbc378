# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Gradients through compiled code, with and without a graph break."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r'''
from torch._dynamo.backends.common import aot_autograd

def whole(x, w): return (x @ w).sin().square().sum()
def broken(x, w):
    y = (x @ w).sin()
    torch._dynamo.graph_break()
    return y.square().sum()

def gradient(run):
    torch.manual_seed(0)
    x, w = torch.randn(4, 3), torch.randn(3, 2, requires_grad=True)
    run(x, w).backward()
    return w.grad

def through(function):
    """Forward and backward graphs that AOTAutograd hands on, and how far the gradient is from eager."""
    counts = {"forward": 0, "backward": 0}
    def note(kind):
        def compiler(graph, examples):
            counts[kind] += 1
            return graph.forward
        return compiler
    fresh()
    backend = aot_autograd(fw_compiler=note("forward"), bw_compiler=note("backward"))
    found = gradient(torch.compile(function, backend=backend))
    return {**counts, "gradient_difference": difference(found, gradient(function))}

finish({"whole": through(whole), "broken": through(broken)})
'''


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    whole, broken = result["whole"], result["broken"]
    readings = (
        (
            contradicts(
                "Gradients pass through a graph break: each graph has its own backward graph and the gradient is that of eager mode.",
                r"\bgraph[- ]breaks?\b",
                r"\b(?:gradients?|autograd|backward|backprop\w*)\b",
                r"\b(?:lost|cut off|detach\w*|stops?|blocked|wrong|zero|disconnect\w*)\b",
                without=r"zero_grad|optimizer|data",
            ),
            supports(
                "Gradients pass through a graph break.",
                r"\bgraph[- ]breaks?\b",
                r"\b(?:gradients?|autograd|backward|backprop\w*)\b",
                r"\b(?:still (?:flow|work|correct|pass)\w*|flows? through|pass(?:es)? through|are correct|unaffected|stay correct)\b",
            ),
        )
        if broken["gradient_difference"] < 1e-5
        else ()
    )
    return (
        observe(result, "/whole/backward", f"without a break: {whole['forward']} forward and {whole['backward']} backward graphs"),
        observe(
            result,
            "/broken/gradient_difference",
            f"with one break: {broken['forward']} forward and {broken['backward']} backward graphs; the gradient differs from eager by {broken['gradient_difference']:g}",
            readings,
        ),
    )


PROBE = Probe(
    name="autograd-break",
    question="Do gradients pass through a graph break, and how many forward and backward graphs are there?",
    success="the gradient agrees with eager mode on both sides of the break",
    failure="the gradient differs",
    triggers=(
        r"\bgraph[- ]breaks?\b.*\b(?:backward|gradient|autograd)",
        r"\bAOTAutograd\b",
        r"\bbackward graph",
        r"torch\.compile.*\b(?:backward|training)\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
