"""Formulas for what a library returns (an output length, a number of parameters), compared with the library over a grid of settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pydantic import JsonValue

from prompts.trust import derived
from tools.instruments.equations.formulas import Formula, tokens_of
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.report import plain
from tools.quantities import Writing
from tools.quantities.expressions import ExpressionError, Value, evaluations
from tools.records import Examination, Facts, Finding, Gap, MeasuredEvidence, RunOutcome, RunWanted, Span

_SCRIPT = '''
import json


def build(nn, call, s):
    """The module that a setting describes."""
    if call in ("conv1d-length", "conv2d-length"):
        kind = nn.Conv1d if call == "conv1d-length" else nn.Conv2d
        return kind(1, 1, s["k"], stride=s["s"], padding=s["p"], dilation=s["d"])
    if call == "maxpool-length":
        return nn.MaxPool1d(s["k"], stride=s["s"], padding=s["p"], dilation=s["d"])
    if call == "conv-transpose-length":
        return nn.ConvTranspose1d(1, 1, s["k"], stride=s["s"], padding=s["p"], dilation=s["d"])
    if call == "linear-parameters":
        return nn.Linear(s["i"], s["o"])
    if call == "embedding-parameters":
        return nn.Embedding(s["v"], s["d"])
    if call == "layernorm-parameters":
        return nn.LayerNorm(s["d"])
    if call == "conv2d-parameters":
        return nn.Conv2d(s["i"], s["o"], s["k"])
    if call == "attention-parameters":
        return nn.MultiheadAttention(s["d"], 1)
    if call == "lstm-parameters":
        return nn.LSTM(s["i"], s["h"])
    if call == "gru-parameters":
        return nn.GRU(s["i"], s["h"])
    raise ValueError(call)


def measured(torch, call, s):
    module = build(torch.nn, call, s)
    if call.endswith("-parameters"):
        return sum(parameter.numel() for parameter in module.parameters())
    shape = (1, 1, s["n"], s["n"]) if call == "conv2d-length" else (1, 1, s["n"])
    return module(torch.zeros(shape)).shape[-1]


def main():
    import torch

    with open("inputs.json") as file:
        inputs = json.load(file)
    values = []
    for setting in inputs["grid"]:
        try:
            values.append(measured(torch, inputs["call"], setting))
        except (RuntimeError, ValueError):
            values.append(None)
    with open("result.json", "w") as file:
        json.dump({"values": values}, file)


main()
'''


@dataclass(frozen=True)
class Call:
    """A library result that formulas are about.

    key: of the script. trigger: what the text near the formula must name. left: what the formula's left side is called.
    arguments: argument -> the names that formulas give it. grid: argument -> values to try. defaults: argument -> value
    where a formula leaves it out. unless: words that say the formula is about something else.
    """

    key: str
    label: str
    trigger: re.Pattern[str]
    left: re.Pattern[str]
    arguments: Mapping[str, tuple[str, ...]]
    grid: Mapping[str, tuple[int, ...]]
    defaults: dict[str, int]
    unless: re.Pattern[str] | None = None


_LENGTH = re.compile(r"^(?:[LHWNTnlo]_?(?:\{?out\}?|o)|(?:out(?:put)?|length|width|height|size)(?:_?\w*)|o|[A-Za-z]*_out|L'|n')$")
_PARAMETERS = re.compile(r"^(?:n_?|num_?|number_of_)?(?:params?|parameters|weights|P|N|n_params|n_parameters|param_count)$")
_CONVOLUTION = {
    "n": ("L", "H", "W", "N", "n", "i", "L_in", "H_in", "W_in", "l_in", "n_in", "T", "input", "in_size", "input_size", "length", "L_{in}"),
    "k": ("k", "K", "F", "f", "kernel", "kernel_size"),
    "p": ("p", "P", "padding", "pad"),
    "s": ("s", "S", "stride"),
    "d": ("d", "D", "dilation"),
}
_SIZES = {"n": (7, 8, 11, 12), "k": (1, 2, 3), "p": (0, 1), "s": (1, 2, 3), "d": (1, 2)}
_INOUT = {
    "i": ("in_features", "d_in", "n_in", "in", "m", "input_size", "in_dim", "fan_in", "n_inputs"),
    "o": ("out_features", "d_out", "n_out", "out", "n", "output_size", "out_dim", "fan_out", "n_outputs"),
}
_RECURRENT = {
    "i": ("input_size", "d_in", "i", "input", "x", "n_in", "m", "d"),
    "h": ("hidden_size", "h", "H", "hidden", "n", "d_h", "hidden_dim"),
}
_VOCABULARY = {
    "v": ("V", "v", "vocab", "vocab_size", "num_embeddings", "n_vocab"),
    "d": ("d", "D", "d_model", "embedding_dim", "dim"),
}
_WIDTH = {"d": ("d", "D", "E", "d_model", "dim", "embed_dim", "hidden_size")}
_CHANNELS = {
    "i": ("in_channels", "C_in", "c_in", "in"),
    "o": ("out_channels", "C_out", "c_out", "out"),
    "k": ("k", "K", "kernel_size", "F"),
}
_NO_BIAS = re.compile(
    r"bias\s*=\s*False|without (?:a |the )?bias|no bias|ignoring (?:the )?bias|weights? (?:only|alone|matrix)|ohne bias|sans biais", re.I
)
_AXES = {"p": 0, "s": 1, "d": 1}


def _length(key: str, module: str, pattern: str) -> Call:
    return Call(key, f"the output length of {module}", re.compile(pattern), _LENGTH, _CONVOLUTION, _SIZES, _AXES)


def _parameters(key: str, module: str, arguments: Mapping[str, tuple[str, ...]], grid: Mapping[str, tuple[int, ...]]) -> Call:
    trigger = re.compile(rf"\bnn\.{module}\b|\b{module}\(")
    return Call(key, f"the number of parameters of nn.{module}", trigger, _PARAMETERS, arguments, grid, {}, _NO_BIAS)


_CALLS = (
    _length("conv1d-length", "nn.Conv1d", r"\bConv1d\b"),
    _length("conv2d-length", "nn.Conv2d", r"\bConv2d\b"),
    _length("conv-transpose-length", "nn.ConvTranspose1d", r"\bConvTranspose1d\b"),
    _length("maxpool-length", "nn.MaxPool1d", r"\bMaxPool[12]d\b"),
    _parameters("linear-parameters", "Linear", _INOUT, {"i": (1, 3, 8), "o": (1, 2, 5)}),
    _parameters("embedding-parameters", "Embedding", _VOCABULARY, {"v": (3, 7), "d": (2, 5)}),
    _parameters("layernorm-parameters", "LayerNorm", _WIDTH, {"d": (2, 5, 8)}),
    _parameters("conv2d-parameters", "Conv2d", _CHANNELS, {"i": (1, 3), "o": (2, 4), "k": (1, 3)}),
    _parameters("attention-parameters", "MultiheadAttention", _WIDTH, {"d": (2, 4, 8)}),
    _parameters("lstm-parameters", "LSTM", _RECURRENT, {"i": (1, 3), "h": (2, 5)}),
    _parameters("gru-parameters", "GRU", _RECURRENT, {"i": (1, 3), "h": (2, 5)}),
)


def gaps_and_runs(page: Page, formulas: list[Formula], facts: Facts) -> tuple[tuple[Gap, ...], tuple[RunWanted, ...]]:
    """What to run for the library formulas of a chapter, or what is missing for it."""
    gaps, runs = [], []
    for formula in formulas:
        for call, side, names in _calls(page, formula):
            if not facts.experiments:
                continue
            if facts.packages is None or "torch" not in facts.packages.installed():
                what = derived(f"whether {page.words_at(formula.span)} is {call.label}")
                gaps.append(Gap(instrument="equations", span=formula.span, what=what, remedy="corrigenda env add torch"))
            else:
                runs.append(_wanted(page, formula, call, side, names))
    unique = {run.key: run for run in runs}
    return tuple(gaps), tuple(unique.values())


def _calls(page: Page, formula: Formula) -> Iterator[tuple[Call, str, dict[str, str]]]:
    """The one library result that a formula is about, with its right side and the argument of each of its names."""
    if len(formula.sides) < 2:
        return
    try:
        left = tokens_of(formula.sides[0], frozenset(), formula.latex, page.writing)
        right = tokens_of(formula.sides[1], frozenset(), formula.latex, page.writing)
    except ExpressionError:
        return
    used = {token.text for token in right if token.kind == "name"}
    if len(left) != 1 or left[0].kind != "name" or not used:
        return
    around = _around(page, formula)
    matches = []
    for call in _CALLS:
        names = {name: argument for argument, aliases in call.arguments.items() for name in aliases if name in used}
        distinct = len(set(names.values())) == len(names)
        needed = set(call.grid) - set(call.defaults)
        named = set(names) == used and distinct and needed <= set(names.values())
        meant = call.left.match(left[0].text) and call.trigger.search(around)
        if named and meant and not (call.unless and call.unless.search(around)):
            matches.append((call, formula.sides[1], names))
    if len(matches) == 1:
        yield matches[0]


def _around(page: Page, formula: Formula) -> str:
    """The paragraph of a formula and the ones beside it in the same section."""
    blocks = [
        n
        for n in range(formula.block - 1, formula.block + 2)
        if 0 <= n < len(page.blocks) and page.sections[n] == page.sections[formula.block]
    ]
    return " ".join(page.words_at(page.blocks[n].span) for n in blocks if page.blocks[n].kind in ("prose", "heading", "code", "quote"))


def _wanted(page: Page, formula: Formula, call: Call, side: str, names: dict[str, str]) -> RunWanted:
    used = set(names.values())
    axes = {argument: values if argument in used else (call.defaults[argument],) for argument, values in call.grid.items()}
    grid: list[JsonValue] = [dict(zip(axes, setting, strict=True)) for setting in product(*axes.values())]
    return RunWanted(
        key=f"equations:{call.key}:{formula.span.start}", instrument="equations",
        question=f"Does the chapter's formula give {call.label}?",
        success="the formula and the library agree at every setting of the grid", failure="they differ at one setting or more",
        script=_SCRIPT,
        inputs={"call": call.key, "grid": grid, "formula": side, "names": dict(names), "latex": formula.latex, "label": call.label,
                "start": formula.span.start, "end": formula.span.end},
        packages=("torch",), seconds=60,
    )  # fmt: skip


def read_run(wanted: RunWanted, outcome: RunOutcome) -> Examination:
    """The formula evaluated at each setting beside what the library returned."""
    inputs = wanted.inputs
    span = Span(start=_whole(inputs["start"]), end=_whole(inputs["end"]))
    label = str(inputs["label"])
    values = outcome.result.get("values") if isinstance(outcome.result, dict) else None
    grid = inputs["grid"]
    if outcome.state != "ran" or not isinstance(values, list) or not isinstance(grid, list) or len(values) != len(grid):
        reason = outcome.reason or "its result could not be read"
        what = derived(f"whether the formula is {label}: {reason}")
        return Examination(gaps=(Gap(instrument="equations", span=span, what=what, remedy="look at the run's stderr"),))
    rows = [
        (n, setting, value)
        for n, (setting, value) in enumerate(zip(grid, values, strict=True))
        if isinstance(setting, dict) and type(value) is int
    ]
    computed = [(n, setting, value, _evaluated(wanted, setting)) for n, setting, value in rows]
    if not computed or any(own is None for *_, own in computed):
        return Examination()
    return Examination(findings=(_judged(wanted, span, [(n, s, v, own) for n, s, v, own in computed if own is not None]),))


def _whole(value: JsonValue) -> int:
    if type(value) is not int:
        raise TypeError("an offset of ours is a whole number")
    return value


def _evaluated(wanted: RunWanted, setting: dict[str, JsonValue]) -> Fraction | None:
    names = wanted.inputs["names"]
    assert isinstance(names, dict)
    values = {name: Value.of(_whole(setting[str(argument)])) for name, argument in names.items()}
    try:
        tokens = tokens_of(str(wanted.inputs["formula"]), frozenset(values), bool(wanted.inputs["latex"]), Writing("en", "."))
        return evaluations(tokens, values)[0].exact
    except ExpressionError:
        return None


def _judged(wanted: RunWanted, span: Span, rows: list[tuple[int, dict[str, JsonValue], int, Fraction]]) -> Finding:
    wrong = [row for row in rows if row[2] != row[3]]
    label = str(wanted.inputs["label"])
    unrounded = bool(wrong) and all(own.denominator != 1 and own - 1 < value <= own for _, _, value, own in wrong)
    shown = [f"{_setting(setting)}: formula {plain(own)}, library {value}" for _, setting, value, own in (wrong or rows)[:6]]
    grounds = tuple(
        MeasuredEvidence(
            relation="SUPPORTS" if not wrong else "QUALIFIES" if unrounded else "CONTRADICTS",
            run=wanted.key,
            field=f"/values/{n}",
            value=value,
        )
        for n, _, value, _ in (wrong or rows)[:6]
    )
    if not wrong:
        summary = f"The formula gives {label} at all {len(rows)} settings that were tried."
    elif unrounded:
        summary = f"The formula gives {label} only when it is rounded down ({len(wrong)} of {len(rows)} settings differ by the rounding)."
    else:
        summary = f"The formula differs from {label} at {len(wrong)} of {len(rows)} settings."
    return Finding(
        instrument="equations", rule="library-formula", span=span, kind="api",
        verdict="supported" if not wrong else "qualified" if unrounded else "contradicted",
        priority="low" if not wrong else "medium" if unrounded else "high",
        response="no change" if not wrong else "clarification" if unrounded else "correction",
        summary=derived(summary), working=tuple(derived(step) for step in shown), grounds=grounds,
        limits=f"only the {len(rows)} small settings of the grid were tried",
    )  # fmt: skip


def _setting(setting: dict[str, JsonValue]) -> str:
    return ", ".join(f"{name}={value}" for name, value in setting.items())
