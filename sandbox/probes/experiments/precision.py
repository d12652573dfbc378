# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""How far compiled results are from eager ones, and the settings of float32 matrix products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.probes.defaults import default
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
def fused(x, w):
    return (torch.nn.functional.gelu(x @ w) * 1.7).softmax(dim=-1).sum(dim=0)

torch.manual_seed(0)
found = {}
for backend in ("eager", "inductor"):
    fresh()
    run = torch.compile(fused, backend=backend, dynamic=False)
    size = INPUTS["size"]
    x, w = torch.randn(size, size), torch.randn(size, size)
    found[backend] = {"max_difference": difference(run(x, w), fused(x, w)), "bitwise": torch.equal(run(x, w), fused(x, w)), "repeats": torch.equal(run(x, w), run(x, w))}
name = torch.get_float32_matmul_precision()
levels = {}
for level in ("highest", "high", "medium"):
    torch.set_float32_matmul_precision(level)
    levels[level] = torch.get_float32_matmul_precision()
torch.set_float32_matmul_precision(name)
finish({
    "backends": found, "matmul_precision": name, "levels": levels, "unknown": attempt(lambda: torch.set_float32_matmul_precision("low"))["raised"],
    "allow_tf32": bool(torch.backends.cuda.matmul.allow_tf32), "cudnn_allow_tf32": bool(torch.backends.cudnn.allow_tf32),
    "float32_eps": torch.finfo(torch.float32).eps, "default_dtype": str(torch.get_default_dtype()),
})
"""


def _bitwise(inductor: Any) -> Sequence[Reading]:
    return (
        contradicts(
            f"Compiled float32 results need not be bit for bit those of eager mode; here the greatest difference is {inductor['max_difference']:.2g}.",
            r"\b(?:torch\.compile|compiled|inductor)\b",
            r"\b(?:always|guarantees?|guaranteed to be|by construction|exactly)\b.{0,40}\b(?:bit[- ](?:for[- ]bit|identical|exact|wise (?:identical|equal))|bitwise)\b|\bguarantees? (?:bitwise|bit-for-bit|identical) (?:results|outputs|numerics)",
            r"\beager\b",
            without=r"backend\s*=\s*[\"']eager|integer|emulate_precision|fallback",
        ),
        supports(
            "Compiled float32 results agree with eager ones to a tolerance, not bit for bit.",
            r"\b(?:torch\.compile|compiled|inductor)\b",
            r"\beager\b",
            r"\b(?:not|n['’]t|never)\b.{0,25}\b(?:bit[- ]for[- ]bit|bitwise|bit-identical|identical)\b|\bto within (?:a |floating|rounding)|\bup to (?:floating|rounding)",
            negated=True,
        ),
    )


def _level(name: Any, others: Any) -> Sequence[Reading]:
    return (
        contradicts(
            f'torch.get_float32_matmul_precision() is "{name}" by default.',
            r"float32_matmul_precision|float32 mat(?:rix )?mul\w* precision",
            rf"\bdefault(?:s to| is| of| value is|:)? ?(?:the )?[\"'“`]{{0,2}}(?:{others})\b|[\"'“`](?:{others})[\"'”`]{{0,2}} (?:is the default|by default)",
            without=rf"[\"'“`]{name}[\"'”`]|lightning|recommend",
        ),
        supports(
            f'torch.get_float32_matmul_precision() is "{name}" by default.',
            r"float32_matmul_precision|float32 mat(?:rix )?mul\w* precision",
            rf"\bdefault\b.{{0,45}}[\"'“`]{name}\b|[\"'“`]{name}[\"'”`]{{0,2}}.{{0,12}}\bdefault\b",
            without=rf"[\"'“`](?:{others})[\"'”`].{{0,15}}default",
        ),
    )


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    inductor, name = result["backends"]["inductor"], result["matmul_precision"]
    apart = not inductor["bitwise"] and inductor["max_difference"] > 0
    others = "|".join(level for level in ("highest", "high", "medium") if level != name)
    tf32 = default(
        r"\btorch\.backends\.cuda\.matmul\.allow_tf32", "allow_tf32", result["allow_tf32"], "torch.backends.cuda.matmul.allow_tf32", "cudnn"
    )
    return (
        observe(
            result,
            "/backends/inductor/max_difference",
            f"inductor differs from eager by at most {inductor['max_difference']:.3g}; bit for bit equal: {inductor['bitwise']}; repeats itself: {inductor['repeats']}",
            _bitwise(inductor) if apart else (),
        ),
        observe(
            result,
            "/backends/eager/max_difference",
            f"backend eager differs from eager mode by {result['backends']['eager']['max_difference']:g}",
        ),
        observe(result, "/matmul_precision", f'the precision of float32 matrix products is "{name}" by default', _level(name, others)),
        observe(result, "/allow_tf32", f"torch.backends.cuda.matmul.allow_tf32 is {result['allow_tf32']} by default", tf32),
        observe(result, "/cudnn_allow_tf32", f"torch.backends.cudnn.allow_tf32 is {result['cudnn_allow_tf32']} by default"),
        observe(result, "/float32_eps", f"the machine epsilon of float32 is {result['float32_eps']:.9g}"),
    )


PROBE = Probe(
    name="precision",
    question="How far is compiled code from eager mode in float32, and what are the defaults of float32 matrix products?",
    success="the greatest difference and whether results are bit for bit equal",
    failure="the difference exceeds 1e-4",
    triggers=(
        r"float32_matmul_precision",
        r"allow_tf32|\bTF32\b",
        r"\bbit[- ]for[- ]bit\b|\bbitwise\b|\bbit-identical\b",
        r"torch\.compile.*\b(?:tolerance|max.{0,10}difference|agree\w*|identical)\b",
    ),
    parameters={"size": Parameter("int", 64, (8, 512), "rows and columns")},
    script=program(CODE),
    read=read,
    cost=30.0,
    seconds=180,
)
