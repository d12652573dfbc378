# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""The names, defaults and aliases of the limits in torch._dynamo.config."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe, Reading
from sandbox.probes.sentences import contradicts, number, observe, other_number, qualifies, supports

CODE = r"""
import inspect

config = torch._dynamo.config
pairs = {
    "recompile_limit": "cache_size_limit", "accumulated_recompile_limit": "accumulated_cache_size_limit",
    "fail_on_recompile_limit_hit": "fail_on_cache_limit_hit",
}
options = {name: {"exists": hasattr(config, name), "value": getattr(config, name, None)} for pair in pairs.items() for name in pair}
aliases = {}
for new, old in pairs.items():
    if not (hasattr(config, new) and hasattr(config, old)):
        continue
    kept = getattr(config, new)
    other = (not kept) if isinstance(kept, bool) else kept + 5
    setattr(config, old, other)
    forward = getattr(config, new) == other
    setattr(config, old, kept)
    setattr(config, new, other)
    aliases[new] = {"old": old, "old_sets_new": forward, "new_sets_old": getattr(config, old) == other}
    setattr(config, new, kept)

# Settings that a chapter may name: which exist, and what setting an unknown one does.
named = {}
for name in INPUTS["options"]:
    exists = hasattr(config, name)
    value = getattr(config, name, None)
    named[name] = {
        "exists": exists, "value": value if isinstance(value, (bool, int, float, str, type(None))) else type(value).__name__,
        **({} if exists else {"setting": attempt(lambda: setattr(config, name, 1))}),
    }
signature = inspect.signature(torch.compile)
arguments = {
    name: (item.default if isinstance(item.default, (bool, int, float, str, type(None))) else "required" if item.default is item.empty else "other")
    for name, item in signature.parameters.items()
}
finish({"options": options, "aliases": aliases, "named": named, "arguments": arguments})
"""

_SET = r"\bset(?:s|ting)?\b|=\s*\d|patch|increase|raise|lower|\bwas\b|\bwere\b|changed|instead"


def _value(name: str, value: Any) -> list[Reading]:
    if isinstance(value, bool):
        return []
    extra = "" if name.startswith("accumulated") else "accumulated|"
    right = rf"(?<![\w.])`?(?:torch\._dynamo\.config\.|config\.)?{re.escape(name)}`?"
    # Where nothing around it sets the option, the value at which it stands is the default.
    untouched = re.compile(rf"\A(?!.*\b{re.escape(name)}\b[`\"']?\s*=)", re.IGNORECASE | re.DOTALL)
    stands = contradicts(
        f"torch._dynamo.config.{name} is {value} by default.",
        rf"{right}[^.;]{{0,100}}\b(?:stands|sits|is fixed) at `?{other_number(value)}",
        without=f"{extra}{_SET}|{number(value)}",
    )
    return [
        replace(stands, context=untouched),
        contradicts(
            f"torch._dynamo.config.{name} is {value} by default.",
            rf"{right}.{{0,30}}\b(?:is|defaults? (?:to|is|of))\b.{{0,12}}{other_number(value)}",
            r"\bdefault",
            without=f"{extra}{_SET}|{number(value)}",
        ),
        supports(f"torch._dynamo.config.{name} is {value} by default.", right, r"\bdefault", number(value), without=f"{extra}{_SET}"),
    ]


def _alias(new: str, each: Mapping[str, Any]) -> list[Reading]:
    old = each["old"]
    once, now = re.escape(old), re.escape(new)
    if not (each["old_sets_new"] and each["new_sets_old"]):
        return []
    return [
        contradicts(
            f"{old} still works: it is an alias of {new}.",
            rf"\b{once}\b",
            r"\b(?:was|has been|is|got) removed\b|\bno longer (?:exists?|available|works?)\b|\b(?:setting|using|reading|accessing) it (?:now )?(?:raises|fails|errors)|\bAttributeError\b",
            negated=True,
            without=r"alias|will be|\bnot (?:been )?removed|n['’]t",
        ),
        supports(
            f"{old} is an alias of {new}.",
            rf"\b{once}\b|old (?:spelling|name)s?",
            r"\balias\w*\b",
            rf"{now}|new (?:one|name|spelling)s?|\b{once}\b",
        ),
        qualifies(
            f"The option is called {new}; {old} is an alias of it.",
            rf"\b{once}\b",
            r"\b(?:the (?:option|setting|limit|parameter|knob)|controlled by|configur\w+|default\w*|governed by|set by)\b",
            without=rf"\b{now}\b|alias|renam|hit config",
            verdict="outdated",
        ),
    ]


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    found = []
    for name, each in result["options"].items():
        if each["exists"]:
            found.append(
                observe(
                    result,
                    f"/options/{name}/value",
                    f"torch._dynamo.config.{name} is {each['value']} by default",
                    _value(name, each["value"]),
                )
            )
        else:
            found.append(observe(result, f"/options/{name}/exists", f"torch._dynamo.config has no {name}"))
    for new, each in result["aliases"].items():
        text = f"setting {each['old']} sets {new}: {each['old_sets_new']}; setting {new} sets {each['old']}: {each['new_sets_old']}"
        found.append(observe(result, f"/aliases/{new}/old_sets_new", text, _alias(new, each)))
    for name, each in result["named"].items():
        if not each["exists"]:
            raised = each["setting"]["raised"]
            text = f"torch._dynamo.config has no {name}; setting it raises {raised}"
            gone = contradicts(
                f"torch._dynamo.config has no {name} in this release: setting it raises {raised}.",
                rf"\bconfig\.{re.escape(name)}\s*=(?!=)",
                negated=True,
                verdict="outdated",
            )
            found.append(observe(result, f"/named/{name}/exists", text, gone if raised else ()))
    dynamic = result["arguments"].get("dynamic")
    fullgraph = result["arguments"].get("fullgraph")
    return (
        *found,
        observe(result, "/arguments/dynamic", f"the default of torch.compile's dynamic is {dynamic}", _argument("dynamic", dynamic)),
        observe(
            result, "/arguments/fullgraph", f"the default of torch.compile's fullgraph is {fullgraph}", _argument("fullgraph", fullgraph)
        ),
    )


def _argument(name: str, default: Any) -> list[Reading]:
    others = "|".join(word for word in ("True", "False", "None") if word != str(default))
    if others.count("|") != 1:
        return []
    return [
        contradicts(
            f"The default of torch.compile's {name} is {default}.",
            rf"\b{name}`?\s*=\s*`?(?:{others})`? (?:is|being|, which is|, the) (?:the )?default\b|\bdefault (?:is|of) `?{name}\s*=\s*(?:{others})\b|"
            rf"\b{name}`? (?:argument |parameter )?defaults? (?:to|is) `?(?:{others})\b|\bby default,? torch\.compile (?:uses|has|assumes|sets) `?{name}\s*=\s*(?:{others})\b",
            without=r"export|mark|explain",
        ),
        supports(
            f"The default of torch.compile's {name} is {default}.",
            rf"\b{name}`?\s*=\s*`?{default}`? (?:is|being|, which is|, the) (?:the )?default\b|\bdefault (?:is|of) `?{name}\s*=\s*{default}\b|"
            rf"\b{name}`? (?:argument |parameter )?defaults? (?:to|is) `?{default}\b",
            without=r"export|mark",
        ),
    ]


PROBE = Probe(
    name="limit-config",
    question="Which limits does torch._dynamo.config have, what are their defaults, and which names are aliases?",
    success="each option's value, and for each pair of names whether setting one changes the other",
    failure="neither name of the limit exists",
    triggers=(
        r"recompile_limit|cache_size_limit",
        r"torch\._dynamo\.config",
        r"fail_on_\w+limit_hit",
        r"recompil\w+ limit|cache[- ]size limit",
    ),
    parameters={
        "options": Parameter(
            "texts",
            [],
            description="settings that the chapter names",
            matches=r"(?:torch\._dynamo|dynamo|_dynamo)\.config\.([A-Za-z_]\w{2,60})\b",
        )
    },
    script=program(CODE),
    read=read,
)
