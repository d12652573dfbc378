# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Standard deviation, variance, median and quantiles: which definition torch returns by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import statistics as exact

values = INPUTS["values"]
x = torch.tensor(values, dtype=torch.float64)
def which(found, sample, population):
    return "N-1" if abs(found - sample) < 1e-12 else "N" if abs(found - population) < 1e-12 else "other"
finish({
    "std": which(x.std().item(), exact.stdev(values), exact.pstdev(values)), "var": which(x.var().item(), exact.variance(values), exact.pvariance(values)),
    "std_value": x.std().item(), "correction_zero": which(x.std(correction=0).item(), exact.stdev(values), exact.pstdev(values)),
    "median_even": torch.tensor([1.0, 2.0, 3.0, 4.0]).median().item(), "quantile_even": torch.tensor([1.0, 2.0, 3.0, 4.0]).quantile(0.5).item(),
    "round_half": [torch.tensor(each).round().item() for each in (0.5, 1.5, 2.5)], "floor_divide": (torch.tensor(-7) // 2).item(),
    "remainder": (torch.tensor(-7) % 3).item(), "std_one": str(torch.tensor([1.0]).std().item()),
})
"""

_STD = r"\btorch\.(?:std|var|std_mean|var_mean)\b|\b(?:tensor|x|t|data)\.(?:std|var)\(\)|\bTensor\.(?:std|var)\b"


_READINGS = (
    contradicts(
        "torch.std and torch.var divide by N - 1 by default (correction=1).",
        _STD,
        r"\bpopulation (?:standard deviation|variance|std)\b|\bdivid\w+ by (?:`?N`?|`?n`?|the number of (?:elements|samples|values))(?!\s*[-−–]|\w| minus)|\bbiased\b(?<!unbiased)|\b(?:correction`?\s*=\s*`?0|unbiased`?\s*=\s*`?False)`?.{0,10}\bdefault",
        r"\bdefault|\breturns?\b|\bcomputes?\b|\bdivid\w+",
        without=r"numpy|np\.|n ?[-−–] ?1|Bessel|correction\s*=\s*0(?!.{0,10}default)|unbiased\s*=\s*False(?!.{0,10}default)|\bddof\b|whereas|unlike|unbiased (?:estim|sample|std|var)",
    ),
    supports(
        "torch.std and torch.var divide by N - 1 by default.",
        _STD,
        r"\b[Nn] ?[-−–] ?1\b|\bBessel\w*|\bunbiased\b|\bsample (?:standard deviation|variance)\b|\bcorrection`?\s*=\s*`?1",
        r"\bdefault|\breturns?\b|\bcomputes?\b|\bdivid\w+|\buses?\b",
        without=r"unbiased\s*=\s*False|population|correction\s*=\s*0",
    ),
)
_MEDIAN = (
    contradicts(
        "torch.median of an even number of values returns the lower of the two middle ones.",
        r"\btorch\.median\b|\.median\(\)",
        r"\b(?:mean|average|averages|midpoint)\b.{0,25}\b(?:two )?(?:middle|central)\b",
        without=r"numpy|np\.|lower|quantile|nanmedian|unlike|statistics\.",
    ),
    supports(
        "torch.median of an even number of values returns the lower of the two middle ones.",
        r"\btorch\.median\b|\.median\(\)",
        r"\blower\b.{0,25}\b(?:middle|two|median)\b",
    ),
)


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    sample = result["std"] == result["var"] == "N-1"
    lower = result["median_even"] == 2.0
    return (
        observe(
            result,
            "/std",
            f"torch.std divides by {result['std']} by default ({result['std_value']:.6g} for the values given)",
            _READINGS if sample else (),
        ),
        observe(result, "/correction_zero", f"with correction=0 it divides by {result['correction_zero']}"),
        observe(
            result,
            "/median_even",
            f"torch.median of 1, 2, 3, 4 is {result['median_even']}; quantile(0.5) is {result['quantile_even']}",
            _MEDIAN if lower else (),
        ),
        observe(
            result,
            "/round_half",
            f"torch.round of 0.5, 1.5, 2.5 gives {result['round_half']}",
            _round() if result["round_half"] == [0.0, 2.0, 2.0] else (),
        ),
        observe(result, "/floor_divide", f"tensor(-7) // 2 is {result['floor_divide']}; tensor(-7) % 3 is {result['remainder']}"),
        observe(result, "/std_one", f"torch.std of one value is {result['std_one']}"),
    )


def _round() -> tuple[Any, ...]:
    return (
        contradicts(
            "torch.round rounds halves to the nearest even number.",
            r"\btorch\.round\b",
            r"\b(?:halves|half|\.5|ties)\b.{0,25}\b(?:away from zero|up)\b",
            without=r"even|banker|numpy",
        ),
        supports("torch.round rounds halves to the nearest even number.", r"\btorch\.round\b", r"\b(?:to (?:the nearest )?even|banker)"),
    )


PROBE = Probe(
    name="statistics",
    question="Do torch.std and torch.var divide by N or by N - 1, and what is the median of an even number of values?",
    success="the result agrees with one of two exact values to 1e-12",
    failure="it agrees with neither",
    triggers=(
        r"\btorch\.(?:std|var|median|quantile|round)\b",
        r"\.(?:std|var|median)\(",
        r"\bBessel\w*",
        r"\b(?:un)?biased\b.{0,20}\b(?:variance|standard deviation)",
    ),
    parameters={"values": Parameter("floats", [2.0, 4.0, 4.0, 5.0, 9.0], (-1e6, 1e6), "values to take it of")},
    script=program(CODE),
    read=read,
)
