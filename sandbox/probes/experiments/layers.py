# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Shapes, weights and initial values of the common layers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import math
import warnings

nn, F = torch.nn, torch.nn.functional
torch.manual_seed(0)
linear = nn.Linear(5, 3)
big = nn.Linear(400, 300)
convolution = nn.Conv2d(4, 6, 3)
transposed = nn.ConvTranspose2d(4, 6, 3)
embedding = nn.Embedding(20_000, 8)
x = torch.randn(2, 3)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    implicit = F.softmax(x)
rows = F.softmax(x, dim=1)
y = torch.arange(6).view(2, 3)
finish({
    "linear_weight": list(linear.weight.shape), "linear_formula": bool(torch.allclose(linear(x.new_ones(1, 5)), x.new_ones(1, 5) @ linear.weight.t() + linear.bias)),
    "linear_bound": round(big.weight.abs().max().item() * math.sqrt(400), 2), "linear_std": round(big.weight.std().item() * math.sqrt(3 * 400), 2),
    "linear_bias_zero": bool((big.bias == 0).all()), "conv_weight": list(convolution.weight.shape), "transposed_weight": list(transposed.weight.shape),
    "conv_padding": list(convolution.padding), "conv_output": list(convolution(torch.ones(1, 4, 8, 8)).shape),
    "embedding_mean": round(embedding.weight.mean().item(), 2), "embedding_std": round(embedding.weight.std().item(), 2),
    "softmax_sums": rows.sum(1).tolist(), "softmax_without_dim": [str(each.category.__name__) for each in caught],
    "view_transposed": attempt(lambda: y.t().view(6)), "reshape_transposed": attempt(lambda: y.t().reshape(6)), "transpose_contiguous": y.t().is_contiguous(),
    "transpose_shares": y.t().data_ptr() == y.data_ptr(), "cat": list(torch.cat([y, y]).shape), "stack": list(torch.stack([y, y]).shape),
    "pool_stride": nn.MaxPool2d(3).stride, "leaky_slope": nn.LeakyReLU().negative_slope, "gelu": nn.GELU().approximate, "elu_alpha": nn.ELU().alpha,
    "lstm_batch_first": nn.LSTM(2, 2).batch_first, "relu_inplace": nn.ReLU().inplace, "default_dtype": str(torch.get_default_dtype()),
    "int_dtype": str(torch.tensor([1]).dtype), "float_dtype": str(torch.tensor([1.0]).dtype), "true_division": str((torch.tensor([1]) / 2).dtype),
    "arange_dtype": str(torch.arange(3).dtype), "Tensor_dtype": str(torch.Tensor([1]).dtype), "argmax_dtype": str(x.argmax().dtype),
    "linear_dtype": str(linear.weight.dtype), "mha_batch_first": nn.MultiheadAttention(4, 2).batch_first,
})
"""

_LINEAR = r"\bnn\.Linear\b|\bLinear\(|\bLinear layer\b"
_IN, _OUT = r"in_features|in_dim|d_in|n_in|in", r"out_features|out_dim|d_out|n_out|out"


_WEIGHT = (
    contradicts(
        "nn.Linear stores its weight as (out_features, in_features).",
        _LINEAR,
        r"\bweights?\b",
        rf"\b(?:shape|size|stored|dimensions?)\b.{{0,25}}[\(\[](?:{_IN})\s*[,×x]\s*(?:{_OUT})[\)\]]",
        without=r"transpos|\.T\b|\.t\(\)|\bours\b|custom|our own|tensorflow",
    ),
    supports(
        "nn.Linear stores its weight as (out_features, in_features).",
        _LINEAR,
        r"\bweight\b",
        rf"[\(\[](?:{_OUT})\s*[,×x]\s*(?:{_IN})[\)\]]",
    ),
)
_SOFTMAX = (
    contradicts(
        "softmax along a dimension makes the entries along that dimension add up to 1.",
        r"\bsoftmax\(.{0,20}dim\s*=\s*(?:1|-1)\)",
        r"\b(?:each|every) column\b.{0,20}\b(?:sums?|adds?)\b.{0,8}\b(?:1|one)\b|\bcolumns (?:sum|add)",
        without=r"row|transpos",
    ),
)
_INIT = (
    contradicts(
        "nn.Linear's weights are drawn uniformly from ±1/sqrt(in_features) by default.",
        _LINEAR,
        r"\bdefault\b|\binitiali[sz]\w+",
        r"\b(?:xavier|glorot|standard normal|normal distribution|zeros?|N\(0, ?1\))\b",
        r"\bweights?\b.{0,60}\b(?:by default|default\w*)\b|\bby default\b.{0,40}\bweights?\b",
        without=r"kaiming|bias|uniform|instead|override|custom|we |he init|tensorflow",
    ),
    supports(
        "nn.Linear's weights are drawn uniformly from ±1/sqrt(in_features) by default.",
        _LINEAR,
        r"\bdefault\b|\binitiali[sz]\w+",
        r"\bkaiming[_ ]uniform\b|\buniform\w*\b.{0,40}(?:1\s*/\s*(?:√|sqrt|math\.sqrt)|√)",
    ),
)
_VIEW = (
    contradicts(
        "view() never copies; it raises where the strides do not allow it. reshape() copies then.",
        r"(?<![\w.])(?:\.|Tensor\.)?view\(?\)?",
        r"\bview\(?\)?`? (?:\w+ ){0,2}(?:copies|makes a copy|returns a copy|may copy|allocates)\b",
        without=r"reshape|np\.|numpy|contiguous\(\)",
    ),
    supports(
        "view() raises on a transposed tensor; reshape() copies then.",
        r"\.view\b|\bview\(\)",
        r"\b(?:contiguous|transpos\w+|strides?)\b",
        r"\b(?:raises?|error|fails?|RuntimeError|cannot)\b",
        negated=True,
    ),
)


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    r = result
    return (
        observe(
            r,
            "/linear_weight",
            f"the weight of nn.Linear(5, 3) has shape {r['linear_weight']}; y = x @ W.T + b: {r['linear_formula']}",
            _WEIGHT if r["linear_weight"] == [3, 5] else (),
        ),
        observe(
            r,
            "/linear_bound",
            f"its initial weights lie within {r['linear_bound']:g} / sqrt(in_features), as uniform ones do (std times sqrt(3 in_features): {r['linear_std']:g}); the bias is zero: {r['linear_bias_zero']}",
            _INIT if abs(r["linear_bound"] - 1) < 0.01 and abs(r["linear_std"] - 1) < 0.02 else (),
        ),
        observe(
            r,
            "/conv_weight",
            f"the weight of nn.Conv2d(4, 6, 3) has shape {r['conv_weight']}, of nn.ConvTranspose2d(4, 6, 3) {r['transposed_weight']}",
        ),
        observe(
            r, "/conv_output", f"nn.Conv2d(4, 6, 3) makes {r['conv_output']} of (1, 4, 8, 8): padding is {r['conv_padding']} by default"
        ),
        observe(
            r, "/embedding_std", f"nn.Embedding starts with mean {r['embedding_mean']:g} and standard deviation {r['embedding_std']:g}"
        ),
        observe(
            r, "/softmax_sums", f"softmax with dim=1 makes each row add up to 1: {[round(each, 6) for each in r['softmax_sums']]}", _SOFTMAX
        ),
        observe(
            r,
            "/view_transposed/raised",
            f"view of a transposed tensor raises {r['view_transposed']['raised']}; reshape {r['reshape_transposed']['raised']}",
            _VIEW if r["view_transposed"]["raised"] and not r["reshape_transposed"]["raised"] else (),
        ),
        observe(
            r, "/transpose_shares", f"a transpose shares storage: {r['transpose_shares']}; it is contiguous: {r['transpose_contiguous']}"
        ),
        observe(r, "/stack", f"of two (2, 3): cat gives {r['cat']}, stack {r['stack']}", _joined()),
        observe(
            r,
            "/lstm_batch_first",
            f"batch_first is {r['lstm_batch_first']} by default for LSTM and {r['mha_batch_first']} for MultiheadAttention",
            _batch_first() if not r["lstm_batch_first"] and not r["mha_batch_first"] else (),
        ),
        observe(
            r,
            "/int_dtype",
            f"torch.tensor([1]) is {r['int_dtype']}, torch.tensor([1.0]) {r['float_dtype']}, torch.Tensor([1]) {r['Tensor_dtype']}, an integer tensor / 2 {r['true_division']}",
            _dtype(r),
        ),
        observe(
            r,
            "/leaky_slope",
            f"LeakyReLU's negative_slope is {r['leaky_slope']} by default; GELU's approximate is {r['gelu']}; MaxPool2d(3)'s stride is {r['pool_stride']}",
        ),
    )


def _batch_first() -> tuple[Any, ...]:
    owner = r"\b(?:nn\.)?(?:LSTM|GRU|RNN|MultiheadAttention|Transformer\w*)\b"
    return (
        contradicts(
            "batch_first is False by default: the sequence comes first.",
            owner,
            r"\bbatch_first`?\s*(?:=|is|defaults? to) ?`?True`? (?:by default|is the default)|\bbatch_first`? defaults? to `?True|\bby default\b.{0,40}\b(?:batch dimension (?:first|comes first)|\(batch, ?seq)",
        ),
        supports(
            "batch_first is False by default.",
            owner,
            r"\bbatch_first`?\s*(?:=|is|defaults? to) ?`?False`?.{0,12}default|\bbatch_first`? defaults? to `?False|\bby default\b.{0,40}\(seq\w*, ?batch",
        ),
    )


def _joined() -> tuple[Any, ...]:
    return (
        contradicts(
            "torch.stack makes a new dimension; torch.cat joins along an existing one.",
            r"\btorch\.cat\b",
            r"\btorch\.cat`?(?:\(\))? (?:\w+ ){0,2}(?:adds|creates|makes|inserts) a new (?:dimension|axis)\b",
            without="stack",
        ),
        contradicts(
            "torch.stack makes a new dimension; torch.cat joins along an existing one.",
            r"\btorch\.stack\b",
            r"\btorch\.stack`?(?:\(\))? (?:\w+ ){0,3}along an existing (?:dimension|axis)\b",
            without=r"\bcat\b|torch\.concat",
        ),
        supports("torch.stack makes a new dimension.", r"\btorch\.stack\b|\bstack\b", r"\bnew (?:dimension|axis)\b", r"\btorch\.|tensors?"),
    )


def _dtype(result: Mapping[str, Any]) -> tuple[Any, ...]:
    if result["default_dtype"] != "torch.float32" or result["int_dtype"] != "torch.int64":
        return ()
    return (
        contradicts(
            "torch's default dtype for floating point numbers is float32.",
            r"\b(?:torch|pytorch)\b",
            r"\bdefault (?:floating[- ]point )?(?:dtype|data type|precision)\b.{0,15}\b(?:is|of)\b.{0,15}\b(?:float64|double|float16|bfloat16|half)\b",
            without=r"numpy|np\.|set_default|autocast|\bif\b|float32",
        ),
        supports(
            "torch's default dtype for floating point numbers is float32.",
            r"\b(?:torch|pytorch)\b",
            r"\bdefault (?:floating[- ]point )?(?:dtype|data type|precision)\b.{0,15}\b(?:is|of)\b.{0,15}\b(?:float32|single)\b",
        ),
        contradicts(
            "torch.tensor of Python integers is int64.",
            r"\btorch\.tensor\(",
            r"\bintegers?\b|\bints?\b",
            r"\b(?:becomes?|is|are|gives|yields|creates|inferred as)\b.{0,20}\bint32\b",
            without=r"dtype\s*=|numpy|int64",
        ),
    )


PROBE = Probe(
    name="layers",
    question="Which shapes, defaults and initial values do the common layers have?",
    success="each shape and value read from an instance",
    failure="an instance cannot be made",
    triggers=(
        r"\bnn\.Linear\b",
        r"\bConv\w*2d\b",
        r"\bnn\.Embedding\b",
        r"\bsoftmax\b",
        r"\b(?:LSTM|GRU)\b",
        r"\btorch\.(?:cat|stack)\b",
        r"\.(?:view|reshape)\(",
        r"\bdefault dtype\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
