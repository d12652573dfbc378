# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""One function under each backend: what is captured, what it returns, which stage a failure belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import inspect

def step(x, w):
    return torch.nn.functional.gelu(x @ w).softmax(dim=-1)

def inner_of(name):
    if name == "eager":
        return None
    if name == "inductor":
        from torch._inductor.compile_fx import compile_fx
        return compile_fx
    return torch._dynamo.lookup_backend(name)

torch.manual_seed(0)
x, w = torch.randn(16, 16), torch.randn(16, 16)
expected = step(x, w)
found = {}
for name in ("eager", "aot_eager", "inductor"):
    fresh()
    backend = Backend(inner_of(name))
    first = call(torch.compile(step, backend=backend), (x, w), backend, eager=step)
    gradient = w.clone().requires_grad_()
    fresh()
    try:
        torch.compile(step, backend=name)(x, gradient).square().sum().backward()
        own = w.clone().requires_grad_()
        step(x, own).square().sum().backward()
        off = difference(gradient.grad, own.grad)
    except Exception as error:
        off = None
    found[name] = {"graphs": first["graphs_compiled"], "max_difference": first["max_difference"], "raised": first["raised"], "gradient_difference": off}
default = inspect.signature(torch.compile).parameters["backend"].default or torch.compiler.get_default_backend()
fresh()
listed = torch._dynamo.list_backends()
seen = []
def mine(graph, examples):
    seen.append([type(graph).__name__, len(examples)])
    return graph.forward
torch.compile(step, backend=mine)(x, w)
finish({
    "backends": found, "default": default if isinstance(default, str) else str(default), "listed": listed, "custom": seen[0],
    "lazy_unknown": attempt(lambda: torch.compile(step, backend="no_such_backend")),
    "unknown": attempt(lambda: torch.compile(step, backend="no_such_backend")(x, w)),
    "non_callable": attempt(lambda: torch.compile(step, backend=lambda graph, examples: 7)(x, w)),
})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    found = []
    for name, each in result["backends"].items():
        if each["raised"]:
            found.append(observe(result, f"/backends/{name}/raised", f"backend {name} raises {each['raised']}"))
            continue
        text = f"backend {name}: {each['graphs']} graph, greatest difference from eager {each['max_difference']:.3g}, of the gradient {each['gradient_difference']}"
        found.append(observe(result, f"/backends/{name}/max_difference", text, _readings(name, each)))
    default = result["default"]
    others = "|".join(
        sorted(name for name in {*result["listed"], "eager", "aot_eager", "inductor", "nvfuser", "cudagraphs"} if name != default)
    )
    sure = (
        contradicts(
            f"The default backend of torch.compile is {default}.",
            r"\bdefault backend\b.{0,25}\bis\b|\bbackend\b.{0,15}\bdefaults to\b",
            rf"\b(?:is|to) (?:the )?[\"'“`]?(?:{others})\b",
            without=rf"\b{default}\b|distributed|matplotlib|attention|\bdist\b|nccl|gloo|set_default|onnx",
        ),
        supports(
            f"The default backend of torch.compile is {default}.",
            r"\bdefault backend\b|\bbackend\b.{0,15}\bdefaults to\b",
            rf"\b{default}\b",
            r"compil|torch|backend",
        ),
    )
    unknown = result["unknown"]
    return (
        *found,
        observe(result, "/default", f"the default backend of torch.compile is {default}", sure),
        observe(result, "/listed", f"listed backends: {', '.join(result['listed'])}"),
        observe(result, "/custom", f"a custom backend is called with a {result['custom'][0]} and {result['custom'][1]} example inputs"),
        observe(
            result,
            "/unknown/raised",
            f"an unknown backend raises {unknown['raised']} (already when wrapping: {result['lazy_unknown']['raised']})",
        ),
    )


def _readings(name: str, each: Mapping[str, Any]) -> list[Any]:
    if name == "eager" and each["max_difference"] == 0.0:
        return [
            supports(
                'backend="eager" runs the captured graph with PyTorch\'s own kernels.',
                r"backend\s*=\s*[\"'“]eager[\"'”]",
                r"\b(?:captur\w+|dynamo|graph)\b",
                r"\b(?:without|no|only|just|skips?)\b.{0,25}\b(?:code ?gen\w*|inductor|compil\w+ backend|lowering|generating|kernels?)\b",
                negated=True,
            ),
            contradicts(
                'backend="eager" still captures graphs with Dynamo; it only runs them with PyTorch\'s own kernels.',
                r"backend\s*=\s*[\"'“]eager[\"'”]",
                r"\b(?:disables?|switches off|turns off|bypass\w*|skips?|avoids?)\b.{0,15}\b(?:dynamo|tracing|graph capture|torch\.compile|capture)\b",
                without=r"inductor|aot|code ?gen|and (?:below|beyond)",
            ),
        ]
    return []


PROBE = Probe(
    name="backends",
    question="What do the backends eager, aot_eager and inductor return for one function, and which of them fail?",
    success="each backend captures one graph and its difference from eager is known",
    failure="a backend raises; the first that does names the stage",
    triggers=(
        r"aot_eager",
        r"backend\s*=\s*[\"'](?:eager|inductor|aot_eager|cudagraphs)",
        r"list_backends|register_backend",
        r"\bdefault backend\b",
        r"\b(?:TorchInductor|AOTAutograd)\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
    cost=40.0,
    seconds=180,
)
