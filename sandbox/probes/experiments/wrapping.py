# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What torch.compile itself does and returns, before and around the first call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))

    def forward(self, x):
        return self.layers(x)

def step(x):
    return x.sin() + x

x = torch.ones(5, 3)
backend = Backend()
fresh()
compiled = torch.compile(step, backend=backend)
wrapped_graphs = backend.compiled
compiled(x)
first_graphs = backend.compiled
compiled(x)
later_graphs = backend.compiled

model = Model()
wrapped = torch.compile(model, backend="eager")
keys = list(wrapped.state_dict())
shared = wrapped.layers[0].weight is model.layers[0].weight
in_place = Model()
fresh()
counted = Backend()
returned = in_place.compile(backend=counted)
in_place(x)

# Two wrappers of one function, and two instances of one class.
fresh()
pair = Backend()
one, two = torch.compile(step, backend=pair), torch.compile(step, backend=pair)
one(x)
after_one = pair.compiled
two(x)
instances = Backend()
fresh()
a, b = torch.compile(Model(), backend=instances), torch.compile(Model(), backend=instances)
a(x)
b(x)
fresh()
nested = Backend()
decorated = torch.compile(backend=nested)(step)
decorated(x)
finish({
    "graphs": {"wrapped": wrapped_graphs, "first_call": first_graphs, "second_call": later_graphs},
    "module": {
        "type": type(wrapped).__name__, "is_module": isinstance(wrapped, torch.nn.Module), "is_script": isinstance(wrapped, torch.jit.ScriptModule),
        "first_key": keys[0], "shares_parameters": shared, "has_orig_mod": hasattr(wrapped, "_orig_mod"),
        "load": attempt(lambda: Model().load_state_dict(wrapped.state_dict())),
    },
    "in_place": {"returned": type(returned).__name__, "first_key": list(in_place.state_dict())[0], "graphs": counted.compiled, "type": type(in_place).__name__},
    "wrappers": {"first": after_one, "both": pair.compiled}, "instances": instances.compiled, "decorated": nested.compiled,
    "mode_and_options": attempt(lambda: torch.compile(step, mode="max-autotune", options={"max_autotune": True})),
    "unknown_mode": attempt(lambda: torch.compile(step, mode="no-such-mode")),
})
"""

_CALL = r"\btorch\.compile\b"


_FIRST = (
    contradicts(
        "torch.compile compiles nothing by itself: the first call does.",
        _CALL,
        r"\b(?:compiles?|traces?|captures?|optimi[sz]es?) (?:the |your |a )?(?:model|function|module|graph)s?\b.{0,20}\b(?:immediately|eagerly|right away|at once|ahead of time|when it is (?:applied|wrapped)|at (?:wrap|decoration|definition) time|as soon as it is (?:wrapped|applied)|before the first call)|\bimmediately (?:compiles|traces|captures) the\b",
        without=r"lazily|first call|first time|returns|export|aot|trace_",
    ),
    supports(
        "torch.compile returns at once; the work is done at the first call.",
        _CALL,
        r"\bfirst (?:call|called|time|forward|invocation)\b|\blazil?y?\b|\bjust[- ]in[- ]time\b",
        r"\b(?:returns? (?:at once|immediately|a wrapper)|compil\w+ (?:happens|starts|is (?:triggered|done|deferred))|work starts|nothing is compiled|lazy|lazily)\b",
        negated=True,
    ),
)
_PREFIX = (
    supports(
        "The keys of the wrapper's state_dict have the prefix _orig_mod.",
        r"_orig_mod",
        r"\bstate_dict\b|\bcheckpoint|\bkeys?\b",
        r"\bprefix\w*|\bstart with|\bbegin with|\bdo not match|\bmismatch",
        negated=True,
    ),
    contradicts(
        "The keys of a compiled module's state_dict carry the prefix _orig_mod., so they differ from those of the module inside.",
        r"\bstate_dict\b",
        r"\b(?:compiled|wrapped) (?:module|model)|torch\.compile",
        r"\b(?:same|identical|unchanged) (?:state_dict )?keys\b|\bkeys (?:are|stay|remain) (?:the same|identical|unchanged)\b",
        without=r"\.compile\(\)|in[- ]place|_orig_mod|strip|remov",
    ),
)
_STAYS = supports(
    "model.compile() compiles in place and leaves the keys of state_dict as they were.",
    r"\b(?:model|module|nn\.Module|Module)\.compile(?:\(\))?",
    r"\bin[- ]?place\b",
)


def _kind(module: Any) -> Sequence[Reading]:
    return (
        contradicts(
            f"torch.compile(module) returns a {module['type']}, which is an nn.Module and no ScriptModule.",
            _CALL,
            r"\breturns? (?:a |an )?`?(?:torch\.jit\.)?ScriptModule",
            without="unlike",
        ),
        supports(
            f"torch.compile(module) returns a {module['type']}.",
            _CALL,
            r"\bOptimizedModule\b",
            r"\breturn\w*|\bwrap\w*|\bresult\b|\btype\b",
        ),
    )


def _options(both: Any) -> Sequence[Reading]:
    return (
        [
            supports(
                f"mode and options together raise {both}.",
                r"\bmode\b",
                r"\boptions\b",
                r"\b(?:not (?:both|combinable)|mutually exclusive|cannot be (?:combined|used together|given together)|raises?|either)\b",
                _CALL + r"|compil|preset|combin",
                negated=True,
            ),
            contradicts(
                f"mode and options cannot be given together: it raises {both}.",
                _CALL,
                r"\bmode\b.{0,20}\boptions\b|\boptions\b.{0,20}\bmode\b",
                r"\b(?:can be combined|combine freely|may be (?:combined|used together)|can be used together|together with)\b",
            ),
        ]
        if both
        else []
    )


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    graphs, module, place = result["graphs"], result["module"], result["in_place"]
    lazy = graphs["wrapped"] == 0 and graphs["first_call"] > 0
    both = result["mode_and_options"]["raised"]
    return (
        observe(
            result,
            "/graphs/first_call",
            f"graphs compiled: {graphs['wrapped']} after wrapping, {graphs['first_call']} after the first call, {graphs['second_call']} after the second",
            _FIRST if lazy else (),
        ),
        observe(
            result,
            "/module/type",
            f"torch.compile(module) returns a {module['type']}; an nn.Module: {module['is_module']}; a ScriptModule: {module['is_script']}",
            _kind(module) if not module["is_script"] else (),
        ),
        observe(
            result,
            "/module/first_key",
            f"the first key of the wrapper's state_dict is {module['first_key']}; loading it into the bare module raises {module['load']['raised']}",
            _PREFIX if module["first_key"].startswith("_orig_mod.") else (),
        ),
        observe(result, "/module/shares_parameters", f"the wrapper shares its parameters with the module: {module['shares_parameters']}"),
        observe(
            result,
            "/in_place/first_key",
            f"model.compile() returns {place['returned']} and leaves the first key {place['first_key']}; graphs after a call: {place['graphs']}",
            _STAYS if place["graphs"] and not place["first_key"].startswith("_orig_mod") else (),
        ),
        observe(result, "/wrappers/both", f"two wrappers of one function with one backend: {result['wrappers']['both']} graph(s) in all"),
        observe(result, "/instances", f"two instances of one module class: {result['instances']} graph(s) in all"),
        observe(result, "/mode_and_options/raised", f"mode and options together raise {both}", _options(both)),
    )


PROBE = Probe(
    name="wrapping",
    question="What does torch.compile return, when does it compile, and what does the wrapper change?",
    success="graphs are counted after wrapping and after each call, and the wrapper's type and keys are known",
    failure="a graph is compiled before the first call",
    triggers=(r"torch\.compile\(", r"_orig_mod|OptimizedModule", r"@torch\.compile", r"(?:model|module)\.compile\(\)"),
    parameters={},
    script=program(CODE),
    read=read,
)
