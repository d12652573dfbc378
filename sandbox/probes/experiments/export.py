# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""torch.export: what it refuses, what its programs accept, what is static unless declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import inspect
import warnings
warnings.simplefilter("ignore")

class Plain(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)
    def forward(self, x): return self.linear(x).sin()

class Branch(torch.nn.Module):
    def forward(self, x): return x.sin() if x.sum() > 0 else x.cos()

class Printing(torch.nn.Module):
    def forward(self, x):
        y = x.sin()
        print("seen")
        return y.cos()

class Breaking(torch.nn.Module):
    def forward(self, x):
        y = x.sin()
        torch._dynamo.graph_break()
        return y.cos()

x = torch.ones(4, 3)
default = inspect.signature(torch.export.export).parameters["strict"].default
def export(model, **settings):
    with contextlib.redirect_stdout(io.StringIO()):
        return torch.export.export(model, (x,), **settings)

static = export(Plain())
dim = torch.export.Dim("rows", min=2, max=64)
dynamic = export(Plain(), dynamic_shapes={"x": {0: dim}})
found = {
    "static_same": attempt(lambda: static.module()(x)), "static_other": attempt(lambda: static.module()(torch.ones(5, 3))),
    "dynamic_other": attempt(lambda: dynamic.module()(torch.ones(5, 3))), "dynamic_beyond": attempt(lambda: dynamic.module()(torch.ones(65, 3))),
    "branch": attempt(lambda: export(Branch())), "print_strict": attempt(lambda: export(Printing(), strict=True)),
    "print_free": attempt(lambda: export(Printing(), strict=False)), "break_strict": attempt(lambda: export(Breaking(), strict=True)),
    "function": attempt(lambda: torch.export.export(lambda x: x.sin(), (x,))), "call_directly": attempt(lambda: static(x)),
}
finish({"strict_default": default, "cases": found, "type": type(static).__name__})
"""

_EXPORT = r"\btorch\.export\b|\bexport(?:ed|s|ing)?\b"


def _modes(strict: bool) -> tuple[str, str]:
    """Words that say that export runs in the mode of a default, and those of the other."""
    verb = r"\b(?:runs?|works?|operates?|is|uses|traces|läuft|arbeitet|ist|fonctionne|tourne|est|opère)\b(?:[^.;,]|\.(?=\w)){0,25}?"
    in_strict = rf"{verb}(?<!non-)(?<!non )\b(?:strict (?:mode|Modus)|mode strict|strikte\w* Modus|streng\w* Modus)\b"
    in_free = rf"{verb}\b(?:non-strict(?: mode)?|mode non strict|nicht[- ]strikte\w* Modus)\b"
    return (in_strict, in_free) if strict else (in_free, in_strict)


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    cases, strict = result["cases"], result["strict_default"]
    names = {
        "static_same": "an exported program, called with the example's shape",
        "static_other": "an exported program without dynamic_shapes, called with another shape",
        "dynamic_other": "an exported program with a Dim, called with another size",
        "dynamic_beyond": "an exported program with a Dim, called with a size beyond its maximum",
        "branch": "exporting an if on the value of a tensor",
        "print_strict": "exporting a print with strict=True",
        "print_free": "exporting a print with strict=False",
        "break_strict": "exporting a graph break with strict=True",
        "function": "exporting a plain function",
        "call_directly": "calling the ExportedProgram itself instead of its module()",
    }
    found = []
    for key, name in names.items():
        each = cases[key]
        shown = f"raises {each['raised']}" if each["raised"] else "raises nothing"
        found.append(observe(result, f"/cases/{key}/raised", f"{name} {shown}", _readings(key, each["raised"])))
    others = "True" if strict is False else "False"
    right, wrong = _modes(strict is True)
    apart = r"load_state_dict|\bzip\b|onnx|\b(?:may|can|kann|peut|if|when|wenn|si|with strict|mit strict|avec strict)\b"
    unasked = r"\b(?:by default|unless|standardmäßig|ohne weitere|sofern|par défaut|sauf|à moins)\b"
    default = (
        contradicts(f"torch.export.export has strict={strict} by default.", _EXPORT, unasked, wrong, without=apart),
        supports(f"torch.export.export has strict={strict} by default.", _EXPORT, unasked, right, without=apart),
        contradicts(
            f"torch.export.export has strict={strict} by default.",
            _EXPORT,
            rf"\bstrict`?\s*=\s*`?{others}`?.{{0,12}}\b(?:by default|is the default|the default)|\bstrict`? defaults? to `?{others}|\bdefaults? (?:to|is) `?strict\s*=\s*{others}",
            without=rf"strict\s*=\s*{strict}|load_state_dict|zip|onnx",
        ),
        supports(
            f"torch.export.export has strict={strict} by default.",
            _EXPORT,
            rf"\bstrict`?\s*=\s*`?{strict}`?.{{0,12}}\b(?:by default|is the default|the default)|\bstrict`? defaults? to `?{strict}|\bdefaults? (?:to|is) `?strict\s*=\s*{strict}",
            without="load_state_dict|zip|onnx",
        ),
    )
    return (
        observe(
            result, "/strict_default", f"torch.export.export has strict={strict} by default", default if isinstance(strict, bool) else ()
        ),
        *found,
    )


def _readings(key: str, raised: str | None) -> tuple[Any, ...]:
    if key == "static_other" and raised:
        return (
            contradicts(
                f"Without dynamic_shapes an exported program accepts the shapes of the example alone; another shape raises {raised}.",
                r"\btorch\.export\b|\bExportedProgram\b|\bexported programs?\b",
                r"\b(?:dynamic|symbolic)\b.{0,12}\bby default\b|\bby default\b.{0,20}\b(?:dynamic|symbolic|any shape)|\baccepts? any (?:shape|size|batch)",
                without=r"dynamic_shapes|Dim\b|AUTO|strict|onnx|control",
            ),
            supports(
                "Without dynamic_shapes an exported program is specialized to the shapes of the example.",
                r"\btorch\.export\b|\bExportedProgram\b|\bexported programs?\b",
                r"\b(?:static|speciali[sz]e\w*|fixed)\b",
                r"\bby default\b|\bunless\b|\bwithout dynamic_shapes\b",
                r"\bshapes?|dimensions?|sizes?",
                negated=True,
            ),
        )
    if key == "branch" and raised:
        return (
            contradicts(
                f"torch.export does not split at a data-dependent branch: it raises {raised}.",
                r"\btorch\.export\b",
                r"\b(?:falls? back to (?:eager|python)|inserts? (?:a )?graph breaks?|splits? the graph|graph breaks? are allowed)\b",
                without=r"unlike|whereas|while|but|torch\.compile",
            ),
        )
    return ()


PROBE = Probe(
    name="export",
    question="What does torch.export refuse, and which shapes does an exported program accept?",
    success="for each case, the class raised or none",
    failure="a plain module cannot be exported",
    triggers=(r"torch\.export\b", r"\bExportedProgram\b", r"\bexport(?:ed)? program"),
    parameters={},
    script=program(CODE),
    read=read,
)
