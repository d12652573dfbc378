# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Dropout: what p means, where the scaling happens, what evaluation does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.defaults import default
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
p = INPUTS["p"]
torch.manual_seed(0)
x = torch.ones(20_000)
layer = torch.nn.Dropout(p)
output = layer(x)
kept = output[output != 0]
layer.eval()
evaluated = layer(x)
with torch.no_grad():
    without_gradient = torch.nn.Dropout(p)(x)
finish({
    "default_p": torch.nn.Dropout().p, "zeroed_share": round((output == 0).float().mean().item(), 2), "kept_value": round(kept[0].item(), 6),
    "all_equal": bool((kept == kept[0]).all()), "eval_identity": torch.equal(evaluated, x), "train_scales": abs(kept[0].item() - 1 / (1 - p)) < 1e-6,
    "functional_default_training": bool((torch.nn.functional.dropout(x, p) == 0).any()),
    "no_grad_drops": bool((without_gradient == 0).any()), "new_module_training": torch.nn.Linear(2, 2).training,
})
"""

_DROPOUT = r"\bdropout\b"


_SCALING = (
    contradicts(
        "torch scales by 1/(1 - p) in training and does nothing in evaluation (inverted dropout).",
        _DROPOUT,
        r"\b(?:at|during|in) (?:test|inference|eval(?:uation)?|prediction)(?:[- ]time| mode)?\b",
        r"\b(?:multipl\w+|scal\w+)\b.{0,30}\b(?:by|with)\b.{0,12}(?:1 ?[-−] ?p|keep prob\w*|\bp\b)",
        without=r"original|paper|srivastava|hinton|train|inverted|instead|equivalent|weights|no scaling|unlike",
    ),
    supports(
        "torch scales by 1/(1 - p) in training.",
        _DROPOUT,
        r"\b(?:scal\w+|multipl\w+|divid\w+|inverted)\b",
        r"1\s*/\s*\(\s*1\s*[-−–]\s*p\s*\)|\\frac\{1\}\{1\s*-\s*p\}|divid\w+ by \(?1\s*[-−–]\s*p",
        without=r"\b(?:test|inference|eval\w*)\b.{0,20}\bscal",
    ),
    contradicts(
        "nn.Dropout's p is the probability that an element is zeroed, not that it is kept.",
        r"\b(?:nn\.)?Dropout\(?|\bF\.dropout\b",
        r"\bp\b.{0,15}\b(?:is|denotes|gives|means|being)\b.{0,15}\b(?:probability|chance|fraction|share)\b.{0,25}\b(?:keeping|kept|retain\w*|keep|surviv\w+)\b",
        without=r"zero|drop(?:ped|ping)\b|keras|tensorflow|1 ?[-−] ?p",
    ),
    supports(
        "nn.Dropout's p is the probability that an element is zeroed.",
        r"\b(?:nn\.)?Dropout\b|\bF\.dropout\b",
        r"\bp\b",
        r"\bprobability\b.{0,30}\b(?:zero\w*|drop\w*)\b",
        without=r"keep|kept",
    ),
)
_EVALUATION = (
    contradicts(
        "In eval mode dropout does nothing.",
        _DROPOUT,
        r"\b(?:eval(?:uation)?(?:\(\))?|inference) ?(?:mode)?\b",
        r"\b(?:still|also|continues to) (?:drops?|zeroes|active|applied|applies|zero)\b",
        without=r"MC|monte|functional|F\.dropout|forget|train\(|without|if\b",
    ),
    supports(
        "In eval mode dropout does nothing.",
        _DROPOUT,
        r"\b(?:eval(?:uation)?(?:\(\))?|inference) ?(?:mode|time)?\b",
        r"\b(?:no-?op|identity|disabled|inactive|switched off|turned off|does nothing|passes? .{0,15}through unchanged)\b",
        negated=True,
        without=r"\bnot (?:disabled|off|inactive)|no_grad|F\.dropout|functional",
    ),
)
_MODES = (
    contradicts(
        "torch.no_grad() does not switch dropout off; model.eval() does.",
        _DROPOUT,
        r"\bno_grad\b",
        r"\bno_grad(?:\(\))?`? (?:also )?(?:disables?|switches? off|turns? off|deactivates?)\b.{0,20}\bdropout",
        without=r"eval",
    ),
    supports(
        "torch.no_grad() does not switch dropout off.",
        _DROPOUT,
        r"\bno_grad\b",
        r"\b(?:does not|doesn['’]t|not|never)\b.{0,25}\b(?:disable|switch|turn|affect|deactivate)",
        negated=True,
    ),
)


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    p = result["inputs"]["p"]
    return (
        observe(
            result,
            "/default_p",
            f"nn.Dropout's p is {result['default_p']} by default",
            default(
                r"\b(?:nn\.)?Dropout\b",
                r"(?:p|probability|rate)",
                result["default_p"],
                "nn.Dropout's p",
                "keras|attention|Transformer|LSTM|learning|optimi[sz]er",
            ),
        ),
        observe(
            result,
            "/kept_value",
            f"with p={p} in training {result['zeroed_share']:.0%} of the elements are zeroed and the others become {result['kept_value']}",
            _SCALING if result["train_scales"] else (),
        ),
        observe(
            result,
            "/eval_identity",
            f"in eval mode it returns its input: {result['eval_identity']}",
            _EVALUATION if result["eval_identity"] else (),
        ),
        observe(result, "/functional_default_training", f"F.dropout drops unless told otherwise: {result['functional_default_training']}"),
        observe(
            result,
            "/no_grad_drops",
            f"a module in training mode drops under no_grad, too: {result['no_grad_drops']}",
            _MODES if result["no_grad_drops"] else (),
        ),
    )


PROBE = Probe(
    name="dropout",
    question="What does p of nn.Dropout mean, where is the output scaled, and what happens in eval mode?",
    success="the kept elements equal 1/(1 - p) in training and the input returns unchanged in eval mode",
    failure="they do not",
    triggers=(r"\bDropout\b|\bF\.dropout\b|\bdropout\b",),
    parameters={"p": Parameter("float", 0.25, (0.05, 0.9), "probability")},
    script=program(CODE),
    read=read,
)
