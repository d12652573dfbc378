# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Which changes between two calls fail a guard and compile again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r'''
G_INT, G_FLOAT, G_STR = 2, 2.0, "relu"

class Module(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = 2
        self.linear = torch.nn.Linear(3, 3)
        self.dropout = torch.nn.Dropout(0.5)

    def forward(self, x):
        return self.dropout(self.linear(x)) * self.factor

def plus(x): return x.sin() + x
def scaled(x, factor): return x.sin() * factor
def named(x, name): return x.relu() if name == "relu" else x.tanh() if name == "tanh" else x.sin()
def use_int(x): return x * G_INT
def use_float(x): return x * G_FLOAT
def use_str(x): return x.relu() if G_STR == "relu" else x.tanh()
def total(xs):
    result = xs[0]
    for each in xs[1:]:
        result = result + each
    return result
def keyed(d): return sum(d.values())
def optional(x, bias): return x.sin() if bias is None else x.sin() + bias

def two(function, first, second, change=None, undo=None, third=None):
    """Two calls (three with `third`) around a change; how each went, and the guard that failed."""
    fresh()
    logs(recompiles=True)
    backend = Backend()
    compiled = torch.compile(function, backend=backend)
    modes = [call(compiled, first, backend)["mode"]]
    start = len(LOG.records)
    if change:
        change()
    modes.append(call(compiled, second, backend)["mode"])
    if third is not None:
        modes.append(call(compiled, third, backend)["mode"])
    if undo:
        undo()
    reasons = [line["message"] for line in LOG.lines(start) if line["artifact"] == "recompiles" or "Recompiling" in line["message"]]
    named = [line.strip() for reason in reasons for line in reason.splitlines() if re.match(r"\s*- \d+/\d+:", line)]
    return {"modes": modes, "second": modes[1], "reason": re.sub(r"^- \d+/\d+: |\s*#.*|(?<=, )\d{9,}", "", named[0])[:200] if named else ""}

def assign(name, value):
    return lambda: globals().__setitem__(name, value)

def closure(factor):
    def inner(x): return x * factor
    return inner

x = torch.ones(4, 3)
found = {
    "same": two(plus, (x,), (torch.zeros(4, 3),)),
    "shape": two(plus, (x,), (torch.ones(5, 3),), third=(torch.ones(6, 3),)),
    "rank": two(plus, (x,), (torch.ones(4, 3, 1),)),
    "dtype": two(plus, (x,), (x.double(),)),
    "requires_grad": two(plus, (x,), (x.clone().requires_grad_(),)),
    "stride": two(plus, (x,), (torch.ones(3, 4).t(),)),
    "value": two(plus, (x,), (x * 7,)),
    "int_argument": two(scaled, (x, 2), (x, 3), third=(x, 5)),
    "float_argument": two(scaled, (x, 2.0), (x, 3.0), third=(x, 5.0)),
    "string_argument": two(named, (x, "relu"), (x, "tanh"), third=(x, "sin")),
    "bool_argument": two(scaled, (x, True), (x, False)),
    "none_argument": two(optional, (x, None), (x, torch.ones(3))),
    "list_length": two(total, ([x, x],), ([x, x, x],)),
    "dict_keys": two(keyed, ({"a": x},), ({"b": x},)),
    "global_int": two(use_int, (x,), (x,), assign("G_INT", 3), assign("G_INT", 2)),
    "global_float": two(use_float, (x,), (x,), assign("G_FLOAT", 3.0), assign("G_FLOAT", 2.0)),
    "global_str": two(use_str, (x,), (x,), assign("G_STR", "tanh"), assign("G_STR", "relu")),
}
model = Module()
found["module_attribute"] = two(model, (x,), (x,), lambda: setattr(model, "factor", 3))
model = Module()
found["training_mode"] = two(model, (x,), (x,), model.eval)
model = Module()
found["parameter_value"] = two(model, (x,), (x,), lambda: model.linear.weight.data.mul_(2))
def cell():
    factor = 2
    def inner(x): return x * factor
    def change():
        nonlocal factor
        factor = 3
    return two(inner, (x,), (x,), change)
found["closure"] = cell()
fresh()
backend = Backend()
compiled = torch.compile(plus, backend=backend)
compiled(x)
with torch.no_grad():
    inside = call(compiled, (x,), backend)["mode"]
found["grad_mode"] = {"modes": ["compiled", inside], "second": inside, "reason": ""}
found["device"] = two(plus, (x,), (torch.ones(4, 3, device="meta"),))

# Global states, what an argument is, and two arguments that are one.
def doubled(x): return x * 2
def tripled(x): return x * 3
def applied(x, function): return function(x)
def first_of(pair): return pair[0].sin()
def both(left, right): return left.sin() + right
def matrix(left, right): return left @ right
kept = torch.get_default_dtype()
ones = lambda x: x + torch.ones(3)
found["default_dtype"] = two(ones, (x,), (x,), lambda: torch.set_default_dtype(torch.float64), lambda: torch.set_default_dtype(kept))
kept = torch.are_deterministic_algorithms_enabled()
found["deterministic"] = two(
    plus, (x,), (x,), lambda: torch.use_deterministic_algorithms(True), lambda: torch.use_deterministic_algorithms(kept)
)
casting = torch.autocast("cpu", dtype=torch.bfloat16)
found["autocast"] = two(matrix, (x, x.t()), (x, x.t()), casting.__enter__, lambda: casting.__exit__(None, None, None))
found["function_argument"] = two(applied, (x, doubled), (x, tripled))
found["argument_class"] = two(first_of, ([x, x],), ((x, x),))
found["same_tensor_twice"] = two(both, (x, x.clone()), (x, x))
found["layout"] = two(plus, (torch.ones(2, 3, 4, 5),), (torch.ones(2, 3, 4, 5).to(memory_format=torch.channels_last),))
found["module_instance"] = two(lambda x, layer: layer(x), (x, torch.nn.Linear(3, 3)), (x, torch.nn.Linear(3, 3)))
logs()
finish({"changes": found})
'''

_NAMES = {
    "same": "another tensor of the same shape and dtype",
    "shape": "another shape",
    "rank": "another number of dimensions",
    "dtype": "another dtype",
    "requires_grad": "requires_grad=True",
    "stride": "other strides",
    "value": "other values in the tensor",
    "int_argument": "another integer argument",
    "float_argument": "another float argument",
    "string_argument": "another string argument",
    "bool_argument": "True against False",
    "none_argument": "a tensor where None was",
    "list_length": "a longer list",
    "dict_keys": "another key in a dict",
    "global_int": "another value of a global integer",
    "global_float": "another value of a global float",
    "global_str": "another value of a global string",
    "module_attribute": "another value of an integer attribute of the module",
    "training_mode": "model.eval() on a model with dropout that was compiled in training mode",
    "parameter_value": "other values of a parameter",
    "closure": "another value in the closure",
    "grad_mode": "torch.no_grad() around the call",
    "device": "another device",
    "default_dtype": "another default dtype",
    "deterministic": "deterministic algorithms switched on",
    "autocast": "autocast around the call",
    "function_argument": "another function as an argument",
    "argument_class": "a tuple where a list was",
    "same_tensor_twice": "one tensor as both arguments, where two were",
    "layout": "channels last",
    "module_instance": "another instance of the layer's class as an argument",
}
_SUBJECT = {
    "dtype": r"\b(?:a |another |the |its |new |different |input )?dtype\b",
    "requires_grad": r"\brequires_grad\b",
    "device": r"\b(?:another|different|new|changed?|the) device\b",
    "string_argument": r"\b(?:another|different|new|each|every|three) (?:\w+ ){0,3}(?:strings?|names?)\b|\bstring argument",
    "training_mode": r"\b(?:model|module)\.eval\(\)|\b(?:train(?:ing)?|eval) mode\b",
    "grad_mode": r"\bno_grad\b|\bgrad mode\b",
    "list_length": r"\b(?:length|longer|shorter) .{0,12}list\b|\blist\b.{0,20}\b(?:length|longer|shorter)\b",
    "module_attribute": r"\b(?:module|model)(?:['’]s)? (?:\w+ ){0,2}attribute\b",
    "rank": r"\b(?:rank|number of dimensions)\b",
    "stride": r"\bstrides?\b",
    "global_int": r"\bglobal (?:\w+ ){0,2}(?:variable|integer|int|constant|value)s?\b",
}
_CHANGED = r"\b(?:chang\w+|different|another|new|switch\w*|flip\w*|differ\w*|other|toggl\w*|after a call|modif\w+|longer|shorter|three)\b"
_AGAIN = r"\b(?:recompil\w+|second graph|another (?:graph|compilation)|compiles? again|compiled again|new (?:graph|compilation)|fails? (?:the|a|its) guard|is compiled (?:twice|three times)|separate graph)\b"
_UNGUARDED = r"\b(?:not|n['’]t|never|without)\b.{0,25}\b(?:recompil\w+|guard\w*|compile again|new graph)\b"


def _readings(name: str, each: Mapping[str, Any]) -> list[Reading]:
    """Only changes that were seen to compile again, or not to, and that a sentence can name without doubt."""
    subject, what = _SUBJECT.get(name), _NAMES[name]
    if name == "value" and each["second"] == "reused":
        return [
            contradicts(
                "Other values in a tensor of the same shape and dtype do not compile again; values are not guarded.",
                r"\b(?:tensor(?:['’]s)? values?|values? (?:of|in|inside) (?:a |the |its |an )?(?:input )?tensors?|tensor (?:contents|data))\b",
                r"\b(?:are|is) guarded\b|\bguards? (?:on|check|verify|compare|test)\b.{0,15}\bvalues?|\b(?:triggers?|causes?|forces?) (?:a )?recompil",
                without=r"\.item|data[- ]dependent|branch|\bif\b|scalar|specializ|python|shape|constant|0-?d|export",
            ),
            supports(
                "Other values in a tensor of the same shape and dtype do not compile again.",
                r"\b(?:tensor(?:['’]s)? values?|values? (?:of|in|inside) (?:a |the |its |an )?(?:input )?tensors?|tensor (?:contents|data))\b",
                rf"{_UNGUARDED}|\bare not guarded\b|\bno guard",
                negated=True,
                without=r"\.item|data[- ]dependent|branch",
            ),
        ]
    if name == "int_argument" and each["modes"][1:] == ["compiled", "reused"]:
        return [
            contradicts(
                "Not every new integer argument compiles: the second value compiles once more with a symbol, and later ones reuse that graph.",
                r"\b(?:every|each) (?:new |distinct |different )?(?:int|integer)(?: (?:value|argument))?\b",
                r"\b(?:is|gets|triggers?|causes?|compiles?|forces?|means)\b.{0,15}\b(?:new|own|another|separate) (?:graph|compilation)|\b(?:triggers?|causes?|forces?) (?:a )?recompil",
                without=r"dynamic|specialize_int|only|0|1\b|attribute|global|until|first|module",
            )
        ]
    if subject is None or each["second"] != "compiled":
        return []
    if name == "stride":
        return []
    return [
        supports(f"{what} compiles again.", subject, _CHANGED, _AGAIN, without=r"may\b|might|can be|avoid|\bwithout\b"),
        contradicts(
            f"{what} compiles again: {each['reason'] or 'the guard on it fails'}.",
            subject,
            _CHANGED,
            _UNGUARDED,
            negated=True,
            without=r"dynamic|\bif\b|unless|unguarded|skip_guard|\bbut\b|shape|once|only|allow_unspec|mark_|first|no_grad.{0,30}not",
        ),
    ]


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    found = []
    for name, each in result["changes"].items():
        shown = {"compiled": "compiles again", "reused": "reuses the graph", "eager": "runs eagerly", "raised": "raises"}[each["second"]]
        later = f"; a third one: {each['modes'][2]}" if len(each["modes"]) > 2 else ""
        reason = f" ({each['reason']})" if each["reason"] else ""
        found.append(
            observe(result, f"/changes/{name}/second", f"{_NAMES[name]}: the second call {shown}{later}{reason}", _readings(name, each))
        )
    return tuple(found)


PROBE = Probe(
    name="guards",
    question="Which changes between two calls of a compiled function fail a guard and compile again?",
    success="for each kind of change, whether the second call compiled or reused the graph, and the guard that failed",
    failure="a second call with the same kind of input compiles again",
    triggers=(
        r"\bguards?\b.*\b(?:torch|compil|dynamo|graph)",
        r"\b(?:torch\.compile|dynamo)\b.*\bguards?\b",
        r"TORCH_LOGS\s*=\s*\"?(?:guards|recompiles)",
        r"\brecompil\w+\b.*\b(?:dtype|requires_grad|no_grad|string|integer)\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
