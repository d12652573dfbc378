# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Batch and layer normalization: which variance, which momentum, what evaluation uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.defaults import default
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
def near(left, right):
    return bool(torch.allclose(left, right, rtol=1e-9, atol=1e-12))

torch.manual_seed(0)
x = torch.randn(5, 3, dtype=torch.float64) * 2 + 1
layer = torch.nn.BatchNorm1d(3, dtype=torch.float64, eps=1e-13)
output = layer(x)
biased, unbiased = x.var(0, correction=0), x.var(0, correction=1)
after = layer.running_var.clone()
mean = layer.running_mean.clone()
layer.eval()
evaluated = layer(x)
plain_layer = torch.nn.BatchNorm1d(3)
norm = torch.nn.LayerNorm(3, dtype=torch.float64, eps=1e-13)
rows = norm(x)
centred = x - x.mean(1, keepdim=True)
finish({
    "momentum": plain_layer.momentum, "eps": plain_layer.eps, "affine": plain_layer.affine, "track_running_stats": plain_layer.track_running_stats,
    "layer_norm_eps": torch.nn.LayerNorm(3).eps, "group_norm_eps": torch.nn.GroupNorm(1, 3).eps,
    "normalizes_by": "biased" if near(output, (x - x.mean(0)) / biased.sqrt()) else "unbiased" if near(output, (x - x.mean(0)) / unbiased.sqrt()) else "other",
    "running_var_from": "unbiased" if near(after, 0.9 + 0.1 * unbiased) else "biased" if near(after, 0.9 + 0.1 * biased) else "other",
    "new_observation_weight": 0.1 if near(mean, 0.1 * x.mean(0)) else 0.9 if near(mean, 0.9 * x.mean(0)) else None,
    "eval_uses": "running" if near(evaluated, (x - mean) / after.sqrt()) else "batch",
    "layer_norm_by": "biased" if near(rows, centred / x.var(1, correction=0, keepdim=True).sqrt()) else "unbiased",
    "one_value": attempt(lambda: torch.nn.BatchNorm1d(3)(torch.ones(1, 3)))["raised"],
    "running_shape": list(torch.nn.BatchNorm2d(7).running_mean.shape), "initial_var": plain_layer.running_var.tolist(),
})
"""

_BATCH = r"\b(?:batch ?norm\w*|batch[- ]normali[sz]ation)\b"


def _variance(what: str, subject: str, value: str) -> list[Any]:
    right = (
        r"\b(?:biased|population)\b(?! estimat\w+ is)|\bdivid\w+ by (?:the batch size|N|n|m)\b(?! ?[-−])"
        if value == "biased"
        else r"\b(?:unbiased|sample variance|Bessel\w*)\b"
    )
    wrong = r"\b(?:unbiased|Bessel\w*)\b" if value == "biased" else r"(?<!un)\bbiased\b"
    return [
        contradicts(
            f"{what} uses the {value} variance.",
            _BATCH if "Batch" in what else r"\b(?:layer ?norm\w*|layer[- ]normali[sz]ation)\b",
            subject,
            wrong,
            without=rf"{right}|both|whether|while|whereas|vs|group|instance",
        ),
        supports(
            f"{what} uses the {value} variance.",
            _BATCH if "Batch" in what else r"\b(?:layer ?norm\w*|layer[- ]normali[sz]ation)\b",
            subject,
            right,
            without=rf"{wrong}|both|whether",
        ),
    ]


_MOMENTUM = (
    contradicts(
        "In torch the new observation has the weight momentum (0.1): running = (1 - momentum) * running + momentum * batch.",
        _BATCH,
        r"\brunning\w*\b",
        r"\bmomentum\s*[*·×]\s*(?:the )?running\w*\s*\+\s*\(1\s*[-−]\s*momentum\)",
        without=r"keras|conventional|optimi[sz]er|SGD|differ",
    ),
)
_EVALUATION = (
    contradicts(
        "In eval mode batch normalization uses the running statistics, not those of the batch.",
        _BATCH,
        r"\beval(?:uation)?(?:\(\))?(?: mode)?\b|\binference\b|\btest time\b",
        r"\b(?:uses?|computes?|normali[sz]es? with|relies on) (?:the )?(?:current )?batch(?:['’]s)? (?:statistics|mean|variance)\b",
        without=r"running|train|track_running_stats|unless|population",
    ),
    supports(
        "In eval mode batch normalization uses the running statistics.",
        _BATCH,
        r"\beval(?:uation)?(?:\(\))?(?: mode)?\b|\binference\b|\btest time\b",
        r"\b(?:uses?|using|relies on|with) (?:the )?(?:stored |tracked )?running (?:statistics|mean|averages?|estimates?)\b",
        without=r"track_running_stats",
    ),
)
_OWNER = r"\b(?:nn\.)?BatchNorm\w*\b|\bbatch[- ]normali[sz]ation\b|\bbatch ?norm\b"
_APART = r"LayerNorm|GroupNorm|RMSNorm|layer norm|SGD|Adam|RMSprop|optimi[sz]er|keras|instance"
_RUNNING = r"\brunning[_ ](?:var\w*|estimate\w* of the variance|statistics)\b"
_NORMAL = r"\bnormali[sz](?:es?|ed|ing)\b.{0,40}\bvariance\b|\bvariance\b.{0,30}\b(?:used )?(?:to|for) normali[sz]\w+"


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    weight = result["new_observation_weight"]
    return (
        observe(
            result,
            "/momentum",
            f"BatchNorm's momentum is {result['momentum']} by default",
            default(_OWNER, "momentum", result["momentum"], "nn.BatchNorm's momentum", _APART),
        ),
        observe(
            result,
            "/eps",
            f"BatchNorm's eps is {result['eps']} by default",
            default(_OWNER, r"(?:eps|epsilon|ε)", result["eps"], "nn.BatchNorm's eps", _APART),
        ),
        observe(
            result,
            "/layer_norm_eps",
            f"LayerNorm's eps is {result['layer_norm_eps']} by default",
            default(
                r"\bLayerNorm\b|\blayer[- ]normali[sz]ation\b",
                r"(?:eps|epsilon|ε)",
                result["layer_norm_eps"],
                "nn.LayerNorm's eps",
                "BatchNorm|GroupNorm|RMSNorm|Adam|RMSprop|optimi[sz]er|bert|gpt|llama|layer_norm_eps",
            ),
        ),
        observe(
            result,
            "/normalizes_by",
            f"in training BatchNorm normalizes by the {result['normalizes_by']} variance of the batch",
            _variance("BatchNorm in training normalizes and", _NORMAL, result["normalizes_by"])
            if result["normalizes_by"] != "other"
            else (),
        ),
        observe(
            result,
            "/running_var_from",
            f"BatchNorm's running_var takes in the {result['running_var_from']} variance",
            _variance("BatchNorm's running_var", _RUNNING, result["running_var_from"]) if result["running_var_from"] != "other" else (),
        ),
        observe(
            result, "/new_observation_weight", f"the batch enters the running mean with weight {weight}", _MOMENTUM if weight == 0.1 else ()
        ),
        observe(
            result,
            "/eval_uses",
            f"in eval mode BatchNorm uses the {result['eval_uses']} statistics",
            _EVALUATION if result["eval_uses"] == "running" else (),
        ),
        observe(
            result,
            "/layer_norm_by",
            f"LayerNorm divides by the root of the {result['layer_norm_by']} variance",
            _variance("LayerNorm", r"\bvariance\b", result["layer_norm_by"]),
        ),
        observe(result, "/one_value", f"BatchNorm1d in training with one row raises {result['one_value']}"),
    )


PROBE = Probe(
    name="normalization",
    question="Which variance do batch and layer normalization use, and what are their defaults?",
    success="the output and running_var agree with one of the two variances to 1e-9",
    failure="they agree with neither",
    triggers=(
        r"\bBatchNorm\w*\b",
        r"\bbatch[- ]normali[sz]ation\b",
        r"\bLayerNorm\b",
        r"\blayer[- ]normali[sz]ation\b",
        r"\brunning_(?:var|mean)\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
