# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Defaults of the optimizers, and what their arguments do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.defaults import default
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import inspect

def simple(value):
    return list(value) if isinstance(value, tuple) else value if isinstance(value, (bool, int, float, str, type(None))) else str(value)

found = {}
for name in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam"):
    signature = inspect.signature(getattr(torch.optim, name).__init__)
    found[name] = {key: simple(item.default) for key, item in signature.parameters.items() if item.default is not item.empty}
found["Adam"]["beta1"], found["Adam"]["beta2"] = found["Adam"]["betas"]
found["AdamW"]["beta1"], found["AdamW"]["beta2"] = found["AdamW"]["betas"]

def step(make, value=1.0, gradient=0.0, steps=1):
    weight = torch.nn.Parameter(torch.tensor([value], dtype=torch.float64))
    optimizer = make([weight])
    for _ in range(steps):
        weight.grad = torch.full_like(weight, gradient)
        optimizer.step()
    return weight.item()

optim = torch.optim
decay = {
    # With a gradient of zero only the decay moves the weight: decoupled gives 1 - lr * decay exactly.
    "AdamW": step(lambda p: optim.AdamW(p, lr=0.1, weight_decay=0.5)), "Adam": step(lambda p: optim.Adam(p, lr=0.1, weight_decay=0.5)),
    "SGD": step(lambda p: optim.SGD(p, lr=0.1, weight_decay=0.5)),
}
first = {"Adam": step(lambda p: optim.Adam(p, lr=0.1), gradient=1e-3), "Adam_large": step(lambda p: optim.Adam(p, lr=0.1), gradient=1e3)}
momentum = step(lambda p: optim.SGD(p, lr=0.1, momentum=0.9), 0.0, 1.0, 2)
weight = torch.nn.Parameter(torch.ones(2))
optimizer = optim.SGD([weight], lr=0.1)
weight.sum().backward()
optimizer.zero_grad()
finish({
    "defaults": found, "decay_only": decay, "adamw_decoupled": abs(decay["AdamW"] - 0.95) < 1e-12, "adam_decoupled": abs(decay["Adam"] - 0.95) < 1e-12,
    "first_step": first, "sgd_momentum_two_steps": momentum, "zero_grad_gives": "None" if weight.grad is None else "zeros",
})
"""

_LR, _WD = r"(?:learning[- ]rate|lr)", r"(?:weight[- _]decay)"
_OTHERS = {"Adam": "AdamW|SGD|RMSprop|Adamax|NAdam|RAdam", "AdamW": r"Adam\b|SGD|RMSprop", "SGD": "Adam|RMSprop", "RMSprop": "Adam|SGD"}
_NAMES = {
    "Adam": {
        "lr": _LR,
        "eps": r"(?:eps|epsilon|ε)",
        "weight_decay": _WD,
        "amsgrad": "amsgrad",
        "beta1": r"(?:beta_?1|β_?1|β₁)",
        "beta2": r"(?:beta_?2|β_?2|β₂)",
    },
    "AdamW": {"lr": _LR, "eps": r"(?:eps|epsilon|ε)", "weight_decay": _WD},
    "SGD": {"lr": _LR, "momentum": "momentum", "weight_decay": _WD, "nesterov": "nesterov", "dampening": "dampening"},
    "RMSprop": {"lr": _LR, "alpha": r"(?:alpha|smoothing constant)", "eps": r"(?:eps|epsilon)", "momentum": "momentum"},
}


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    found = []
    for optimizer, names in _NAMES.items():
        for key, name in names.items():
            value = result["defaults"][optimizer].get(key)
            if not isinstance(value, bool | int | float):
                continue
            said = f"torch.optim.{optimizer}'s {key}"
            readings = default(rf"\b{optimizer}\b", name, value, said, f"{_OTHERS[optimizer]}|Norm\\b|[Nn]ormali[sz]|scheduler|Dropout")
            found.append(observe(result, f"/defaults/{optimizer}/{key}", f"{said} is {value} by default", readings))
    gives = result["zero_grad_gives"]
    return (*found, *_decay(result), observe(result, "/zero_grad_gives", f"optimizer.zero_grad() leaves .grad as {gives}", _zero(gives)))


def _decay(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    readings = (
        contradicts(
            "AdamW's weight decay is decoupled from the gradient; Adam's is added to the gradient.",
            r"\bAdam\b(?!W)",
            r"\bAdam\b['’]?s? (?:\w+ ){0,3}(?:uses?|applies|implements|has|is) (?:\w+ ){0,2}decoupled\b",
            without=r"AdamW|decoupled_weight_decay",
        ),
        contradicts(
            "AdamW's weight decay is decoupled: it shrinks the weight directly and is not added to the gradient.",
            r"\bAdamW\b",
            r"\badds? (?:the )?(?:weight[- ]decay|L2|penalty|decay)\b.{0,20}\bto (?:the )?(?:gradient|loss)",
            without=r"\bAdam\b|instead|whereas|unlike|SGD",
        ),
        supports(
            "AdamW's weight decay is decoupled from the gradient.",
            r"\bAdamW\b",
            r"\bdecoupl\w+",
            r"\bdecay\b",
            without=r"\bAdam\b (?:also|too)|NAdam|RAdam|decoupled_weight_decay",
        ),
    )
    sure = result["adamw_decoupled"] and not result["adam_decoupled"]
    text = f"one step from 1.0 with gradient 0, lr 0.1 and weight_decay 0.5: AdamW gives {result['decay_only']['AdamW']:.4g}, Adam {result['decay_only']['Adam']:.4g}"
    return (observe(result, "/adamw_decoupled", text, readings if sure else ()),)


def _zero(gives: str) -> tuple[Any, ...]:
    if gives != "None":
        return ()
    return (
        contradicts(
            "optimizer.zero_grad() sets .grad to None by default (set_to_none=True).",
            r"\bzero_grad(?:\(\))?",
            r"\bby default\b|\bset_to_none\b",
            r"\b(?:fills?|overwrites?|replaces?|sets?)\b.{0,25}\b(?:gradients?|\.grad|grads?)\b.{0,15}\b(?:with|to|by) (?:zeros?|tensors? of zeros|0)\b|\bset_to_none`?\s*(?:=|defaults? to|is) ?`?False\b.{0,12}default",
            without=r"None\b.{0,30}instead|set_to_none\s*=\s*False\b(?!.{0,15}default)",
        ),
        supports(
            "optimizer.zero_grad() sets .grad to None by default.",
            r"\bzero_grad(?:\(\))?",
            r"\bset_to_none\s*=\s*True\b.{0,20}default|\bsets?\b.{0,20}\bto `?None\b|\bset_to_none`? (?:defaults? to|is) `?True",
            negated=True,
            without=r"\bnot set|n['’]t",
        ),
    )


PROBE = Probe(
    name="optimizers",
    question="What are the defaults of torch's optimizers, and is their weight decay decoupled?",
    success="each default read from the signature, the decay from a step with a gradient of zero",
    failure="the step contradicts the signature",
    triggers=(r"\b(?:torch\.)?optim\.\w+", r"\bAdamW?\b", r"\bRMSprop\b", r"\bzero_grad\b", r"\bweight[_ ]decay\b", r"\bSGD\b"),
    parameters={},
    script=program(CODE),
    read=read,
)
