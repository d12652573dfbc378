# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What True in a mask means, for scaled_dot_product_attention and for MultiheadAttention, and the scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import inspect
import math

F = torch.nn.functional
torch.manual_seed(0)
q, k, v = (torch.randn(1, 1, 3, 4, dtype=torch.float64) for _ in range(3))
plain_scores = q @ k.transpose(-1, -2)
found = F.scaled_dot_product_attention(q, k, v)
def near(left, right): return bool(torch.allclose(left, right, rtol=1e-9, atol=1e-9))
mask = torch.ones(3, 3, dtype=torch.bool).tril()
scaled = plain_scores / math.sqrt(4)
taking = scaled.masked_fill(~mask, float("-inf")).softmax(-1) @ v
masked = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
causal = F.scaled_dot_product_attention(q, k, v, is_causal=True)
layer = torch.nn.MultiheadAttention(4, 1, batch_first=True, dtype=torch.float64)
x = torch.randn(1, 3, 4, dtype=torch.float64)
padding = torch.tensor([[False, False, True]])
_, weights = layer(x, x, x, key_padding_mask=padding)
forbid = ~mask
_, attended = layer(x, x, x, attn_mask=forbid)
finish({
    "scale": "1/sqrt(d)" if near(found, scaled.softmax(-1) @ v) else "1" if near(found, plain_scores.softmax(-1) @ v) else "other",
    "sdpa_true": "takes part" if near(masked, taking) else "is ignored", "causal_is_tril": near(causal, taking),
    "key_padding_true": "is ignored" if float(weights[..., 2].abs().max()) == 0.0 else "takes part",
    "mha_attn_true": "is ignored" if float(attended[0, 0, 1:].abs().max()) == 0.0 else "takes part",
    "weights_averaged": inspect.signature(torch.nn.MultiheadAttention.forward).parameters["average_attn_weights"].default,
    "need_weights": inspect.signature(torch.nn.MultiheadAttention.forward).parameters["need_weights"].default,
})
"""

_TRUE = r"(?:\bTrue\b|\btrue\b)"
_PART = r"\b(?:takes? part|attend(?:s|ed)?(?: to)?|participat\w+|is (?:kept|allowed|included|visible)|may (?:be )?attend\w*|can (?:be )?attend\w*|should take part|allowed to attend)\b"
_OUT = r"\b(?:ignored|masked(?: out)?|excluded|hidden|blocked|not (?:attend\w*|allowed)|disallowed|forbidden|padding (?:tokens|positions)|left out)\b"


def _mask(owner: str, said: str, value: str, apart: str) -> list[Any]:
    right, wrong = (_PART, _OUT) if value == "takes part" else (_OUT, _PART)
    clear = rf"{_TRUE}.{{0,45}}"
    other = r"\bFalse\b|float|additive|-inf|inverted|opposite|unlike|whereas|contrast"
    return [
        contradicts(
            f"In {said}, True means that the position {value}.",
            owner,
            rf"{clear}{wrong}",
            without=rf"{other}|{right}|{apart}|is_causal\s*=|need_weights|batch_first|training",
            negated=True,
        ),
        supports(
            f"In {said}, True means that the position {value}.",
            owner,
            rf"{clear}{right}",
            without=rf"{other}|{apart}",
            negated=value != "takes part",
        ),
    ]


def _scale(sdpa: Any) -> Sequence[Reading]:
    return (
        contradicts(
            "scaled_dot_product_attention divides by sqrt(d) by default.",
            sdpa,
            r"\b(?:does not|doesn['’]t|never) (?:scale|divide)|\bwithout (?:any )?scal\w+|\bscale`? (?:is|defaults? to) `?1(?:\.0)?\b(?!\s*/)",
            negated=True,
            without=r"scale\s*=\s*1",
        ),
        supports(
            "scaled_dot_product_attention divides by sqrt(d) by default.",
            sdpa,
            r"(?:√|\bsqrt\b).{0,10}\b(?:d|E|d_k|head_dim|d_head)\b|square root of the (?:head|key|query|embedding)",
            r"\b(?:scal\w+|divid\w+)\b",
        ),
    )


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    sdpa = r"\b(?:scaled_dot_product_attention|SDPA)\b"
    padding = r"\b(?:key_padding_mask|src_key_padding_mask|tgt_key_padding_mask)\b"
    multi = r"\bMultiheadAttention\b"
    return (
        observe(
            result,
            "/scale",
            f"scaled_dot_product_attention scales by {result['scale']} by default",
            _scale(sdpa) if result["scale"] == "1/sqrt(d)" else (),
        ),
        observe(
            result,
            "/sdpa_true",
            f"scaled_dot_product_attention: a position with True in attn_mask {result['sdpa_true']}; is_causal is the lower triangle: {result['causal_is_tril']}",
            _mask(sdpa, "scaled_dot_product_attention's boolean attn_mask", result["sdpa_true"], rf"{multi}|{padding}"),
        ),
        observe(
            result,
            "/key_padding_true",
            f"MultiheadAttention: a key with True in key_padding_mask {result['key_padding_true']}",
            _mask(padding, "key_padding_mask", result["key_padding_true"], sdpa),
        ),
        observe(
            result,
            "/mha_attn_true",
            f"MultiheadAttention: a position with True in attn_mask {result['mha_attn_true']}",
            _mask(
                rf"{multi}.*\battn_mask\b|\battn_mask\b.*{multi}", "MultiheadAttention's boolean attn_mask", result["mha_attn_true"], sdpa
            ),
        ),
    )


PROBE = Probe(
    name="attention",
    question="Does True in an attention mask mean that a position takes part or that it is ignored?",
    success="for each function, one of the two readings predicts the output to 1e-9",
    failure="neither does",
    triggers=(r"\bscaled_dot_product_attention\b", r"\bMultiheadAttention\b", r"\bkey_padding_mask\b|\battn_mask\b"),
    parameters={},
    script=program(CODE),
    read=read,
)
