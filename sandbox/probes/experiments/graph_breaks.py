# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What breaks a graph, and what fullgraph=True makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, qualifies, supports

CODE = r"""
import warnings
warnings.simplefilter("ignore")

def straight(x):
    return x.sin().cos()

def print_between(x):
    y = x.sin()
    print("checkpoint")
    return y.cos()

def print_tensor(x):
    y = x.sin()
    print(y)
    return y.cos()

def item(x):
    y = x.sin()
    return y.cos() * y.sum().item()

def data_dependent_if(x):
    y = x.sin()
    if y.sum() > 0:
        return y.cos()
    return y.tan()

def shape_if(x):
    return x.sin().cos() if x.shape[0] > 2 else x.tan()

def numpy_call(x):
    y = x.sin()
    return torch.from_numpy(y.numpy() + 1).cos()

def loop(x):
    for _ in range(4): x = x.sin()
    return x

def try_except(x):
    try:
        y = x.sin()
    except ValueError:
        y = x.tan()
    return y.cos()

def explicit(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y.cos()

@torch._dynamo.disable
def outside(y):
    return y + 1

def disabled_call(x):
    return outside(x.sin()).cos()

def unsupported_builtin(x):
    y = x.sin()
    id_of = breakable(y)
    return y.cos() + (id_of > 0)

def breakable(y): return open("/dev/null").fileno()
def logging_call(x):
    y = x.sin()
    logging.getLogger("probe").warning("checkpoint")
    return y.cos()

def two_prints(x):
    y = x.sin()
    print("one")
    y = y.cos()
    print("two")
    return y.tan()

def cond(x):
    y = x.sin()
    return torch.cond(y.sum() > 0, lambda y: y.cos(), lambda y: y.tan(), (y,))

def nonzero(x): return x.sin().nonzero() + 1
def tolist(x): return x.sin().cos() + x.cos().tolist()[0]

def no_grad_inside(x):
    y = x.sin()
    with torch.no_grad():
        z = y.cos()
    return z.tan()

def gradient_inside(x):
    y = x.clone().requires_grad_()
    return torch.autograd.grad(y.sin().sum(), y)[0] + x

def examine(function):
    x = torch.linspace(0.1, 0.5, 5)
    free = trial(function, [(x,), (x,)])
    reasons = list(counters["graph_break"])
    strict = trial(function, [(x,)], fullgraph=True)["calls"][0]
    fresh()
    with contextlib.redirect_stdout(io.StringIO()):
        report = torch._dynamo.explain(function)(x)
        fresh()
        same = difference(torch.compile(function, backend="eager")(x), function(x))
    return {
        "graphs": free["compilations"], "first": free["modes"][0], "second": free["modes"][1], "raised": free["calls"][0]["raised"],
        "reason": reasons[0].splitlines()[0][:200] if reasons else "",
        "explain_graphs": report.graph_count, "explain_breaks": report.graph_break_count,
        "fullgraph_raised": strict["raised"], "fullgraph_message": strict["message"].splitlines()[0][:200] if strict["message"] else "",
        "max_difference": same,
    }

cases = [straight, print_between, print_tensor, two_prints, item, data_dependent_if, shape_if, numpy_call, loop, try_except, explicit, disabled_call,
         unsupported_builtin, logging_call, cond, nonzero, tolist, no_grad_inside, gradient_inside]
try:
    torch.zeros(1).numpy()
except RuntimeError:  # NumPy is not installed, or of a release that this torch was not built for
    cases.remove(numpy_call)
name = setting("capture_scalar_outputs")
default = getattr(torch._dynamo.config, name)
found = {each.__name__: examine(each) for each in cases}
torch._dynamo.config.capture_scalar_outputs = True
captured = examine(item)
torch._dynamo.config.capture_scalar_outputs = default
finish({"cases": found, "capture_scalar_outputs": default, "item_captured": captured})
"""

_BREAK = r"graph[- ]breaks?|breaks? the graph|split\w* (?:the |into )?(?:\w+ )?graphs?|two graphs|fragments? the (?:program|graph)"
_NAMES = {
    "straight": "straight-line tensor code",
    "print_between": "a print of a constant between two operations",
    "print_tensor": "a print of a tensor between two operations",
    "two_prints": "two prints between three operations",
    "item": ".item() on a tensor of the graph",
    "data_dependent_if": "an if on the value of a tensor",
    "shape_if": "an if on a shape",
    "numpy_call": "a round trip through NumPy",
    "loop": "a Python loop over a fixed range",
    "try_except": "a try/except around an operation that does not raise",
    "explicit": "torch._dynamo.graph_break()",
    "disabled_call": "a call of a function under torch.compiler.disable",
    "unsupported_builtin": "a call of open()",
    "logging_call": "a call of a logger",
    "cond": "torch.cond on the value of a tensor",
    "nonzero": "an operation whose result has a size that depends on values",
    "tolist": ".tolist() on a tensor of the graph",
    "no_grad_inside": "torch.no_grad() inside the function",
    "gradient_inside": "torch.autograd.grad inside the function",
}
_SUBJECT = {
    "print_between": r"\b(?:a|the|each|every|any|one|that) print\b|\bprint(?:\(| statements?\b| calls?\b)|\bprinting\b|\bprints? (?:causes?|breaks?|splits?)\b",
    "item": r"\.item\(\)|\bitem\(\)",
    "data_dependent_if": r"\b(?:data[- ]dependent (?:control flow|if|branch\w*|conditionals?)|(?:branch|if|condition\w*)\b.{0,20}\bon (?:the |a )?(?:value of a tensor|tensor(?:['’]s)? values?))",
    "shape_if": r"\b(?:if|branch\w*|condition\w*)\b.{0,20}\bon (?:the |a )?(?:tensor['’]?s? )?(?:shapes?|sizes?)\b",
    "explicit": r"torch\._dynamo\.graph_break\(\)",
}
_APART = r"reorderable_logging_functions|capture_scalar|capture_dynamic|torch\.cond|ignore_logger|nonstrict|removed|remov(?:e|ing)|\bfix|after|export|avoid|prevent|\btensor\.item\b.*capture"


def _breaking(name: str, case: Mapping[str, Any]) -> list[Reading]:
    """Readings for a construct that was seen to break the graph, or not to."""
    subject = _SUBJECT.get(name)
    if subject is None:
        return []
    what = _NAMES[name]
    if case["graphs"] > 1 and case["fullgraph_raised"]:
        return [
            supports(f"{what} breaks the graph: {case['graphs']} graphs.", subject, _BREAK, without=rf"fullgraph|{_APART}|may|might|can\b"),
            contradicts(
                f"{what} breaks the graph: {case['graphs']} graphs instead of one.",
                subject,
                r"\b(?:no|never|not|without|n['’]t)\b.{0,25}\b(?:graph[- ]breaks?|break the graph|split the graph)\b",
                negated=True,
                without=rf"fullgraph|{_APART}|\bbut\b|\bshape|\bif you\b|should|must|avoid|best|alternativ|eliminat|replac|instead|once|outside|\bonly\b|\bonce\b|\bmany\b|\bjust\b",
            ),
            supports(
                f"With fullgraph=True {what} raises {case['fullgraph_raised']}.",
                subject,
                r"fullgraph",
                r"\b(?:raises?|error|exception|Unsupported|refuse\w*|fails?)\b",
                negated=True,
                without=rf"{_APART}|\bnot raise|n['’]t raise|silent",
            ),
        ]
    if case["graphs"] > 1:
        return [
            supports(
                f"{what} breaks the graph by default: {case['graphs']} graphs.",
                subject,
                _BREAK,
                without=rf"fullgraph|{_APART}|may|might|can\b",
            ),
            contradicts(
                f"{what} breaks the graph by default: {case['graphs']} graphs instead of one.",
                subject,
                r"\b(?:never|does not|doesn['’]t) (?:cause|create|trigger|break)\w*(?: a)? (?:the )?graph\b",
                negated=True,
                without=rf"fullgraph|{_APART}|\bif\b|\bwhen\b|\bshape",
            ),
            qualifies(
                f"{what} breaks the graph by default, but raises nothing with fullgraph=True in this release.",
                subject,
                r"fullgraph\s*=\s*True",
                r"\b(?:raises?|throws?|an error|is refused)\b",
                verdict="outdated",
                without=rf"{_APART}|print|\bif\b|default",
            ),
        ]
    if case["graphs"] == 1 and not case["fullgraph_raised"]:
        return [
            contradicts(
                f"{what} leaves one graph.",
                subject,
                rf"\b(?:always|necessarily|causes?|creates?|triggers?|leads? to)\b.{{0,20}}\b(?:a )?(?:{_BREAK})",
                without=rf"{_APART}|data|value|unbacked|may|might|can\b|or\b",
            )
        ]
    return []


def _fullgraph(case: Mapping[str, Any]) -> list[Reading]:
    raised = case["fullgraph_raised"]
    if not raised:
        return []
    return [
        contradicts(
            f"fullgraph=True does not fall back at a graph break: it raises {raised}.",
            r"fullgraph\s*=\s*True",
            r"\b(?:silently |quietly )?(?:falls? back|fell back|falling back|splits?|inserts? a graph break|runs? the rest eagerly|silently runs?|ignores? (?:the )?(?:graph )?breaks?)\b",
            r"break|unsupported|eager|cannot|untraceable|silently|quietly",
            without=r"unlike|whereas|while|but|otherwise|raise|error|limit|\b(?:length|size|shape|recompil\w*)\b|default|False|\bif\b(?! (?:a|the|there is a) (?:graph[- ])?break)|disable|suppress|skip",
        ),
        contradicts(
            f"A graph break is an error with fullgraph=True only; it raises {raised} there and nothing with the default.",
            r"\bgraph[- ]breaks? (?:is|are) (?:always )?an? (?:hard )?errors?\b|\bgraph[- ]breaks? (?:always )?raises? (?:an? )?(?:error|exception)",
            r"\bby default\b",
            without=r"fullgraph|error_on|strict|export",
        ),
        supports(
            f"fullgraph=True raises {raised} at a graph break.",
            r"fullgraph(?:\s*=\s*True)?",
            r"\b(?:graph[- ]break|break|full graph|single graph|whole function|one graph)",
            r"\b(?:raises?|errors?|exceptions?|Unsupported|refuse\w*|fails?|is meant to fail)\b",
            negated=True,
            without=r"\bnot raise|n['’]t raise|silent|False.{0,20}raise|limit",
        ),
    ]


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    found = []
    for name, case in result["cases"].items():
        strict = f"raises {case['fullgraph_raised']}" if case["fullgraph_raised"] else "raises nothing"
        text = f"{_NAMES[name]}: {case['graphs']} graphs compiled; with fullgraph=True it {strict}; greatest difference from eager {case['max_difference']:g}"
        found.append(observe(result, f"/cases/{name}/graphs", text, _breaking(name, case)))
    explicit, captured = result["cases"]["print_between"], result["item_captured"]
    scalar = result["capture_scalar_outputs"]
    default = [
        contradicts(
            f"torch._dynamo.config.capture_scalar_outputs is {scalar} by default.",
            rf"capture_scalar_outputs\b.{{0,25}}\b(?:defaults? to|is|=)\s*`?{not scalar}\b.{{0,12}}by default|capture_scalar_outputs\b.{{0,25}}\bdefaults? to `?{not scalar}\b",
        )
    ]
    return (
        *found,
        observe(
            result,
            "/cases/print_between/fullgraph_raised",
            f"fullgraph=True at a graph break raises {explicit['fullgraph_raised']}",
            _fullgraph(explicit),
        ),
        observe(result, "/capture_scalar_outputs", f"capture_scalar_outputs is {scalar} by default", default),
        observe(result, "/item_captured/graphs", f".item() with capture_scalar_outputs=True: {captured['graphs']} graphs"),
    )


PROBE = Probe(
    name="graph-breaks",
    question="Which constructs break a graph, into how many graphs, and what does fullgraph=True raise at each?",
    success="for each construct the number of graphs, and the class raised under fullgraph=True",
    failure="a construct raises without fullgraph=True",
    triggers=(
        r"\bgraph[- ]breaks?\b",
        r"fullgraph",
        r"torch\.compile.*(?:\bprint\b|\.item\(\))",
        r"capture_scalar_outputs",
        r"torch\._dynamo\.explain|dynamo\.explain",
        r"data-dependent (?:control flow|branch|if)",
    ),
    parameters={},
    script=program(CODE),
    read=read,
    seconds=180,
)
