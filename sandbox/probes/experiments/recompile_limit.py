# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""The limit on compiled entries: what compiles up to it, what runs at it and after it, what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.limits import COMPILER, ELSEWHERE, LIMIT, STRICT, beyond_with_fullgraph, evicted, numeric, stated_default, used_no_more
from sandbox.probes.policies import raised_at_the_limit
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, qualifies, supports

CODE = r'''
def stream(lengths, dynamic, fullgraph):
    """Call one function with each length in turn; entries: cached ones after each call."""
    def step(x):
        return torch.sin(x) + x

    fresh()
    backend = Backend()
    compiled = torch.compile(step, backend=backend, dynamic=dynamic, fullgraph=fullgraph)
    calls = []
    for length in lengths:
        calls.append({"length": length, **call(compiled, (torch.ones(1, length),), backend, eager=step), "entries": entries(step)})
    return {"calls": calls, "modes": [each["mode"] for each in calls], "compilations": backend.compiled}

default = getattr(torch._dynamo.config, LIMIT)
limit = INPUTS["limit"] or default
setattr(torch._dynamo.config, LIMIT, limit)
lengths = INPUTS["lengths"]
labels = INPUTS["labels"] if len(INPUTS["labels"]) == len(lengths) else list(range(len(lengths)))
own = stream(lengths, INPUTS["dynamic"], INPUTS["fullgraph"])
for label, each in zip(labels, own["calls"]):
    each["request"] = label

# One more distinct size than fits, another one, then the first, the last cached and the refused ones again.
sizes = [16 + n for n in range(limit)]
filled = stream([*sizes, 900, 901, sizes[0], sizes[-1], 900], False, False)
strict = stream([*sizes, 900], False, True)
if HARD_LIMIT:
    setattr(torch._dynamo.config, HARD_LIMIT, True)
hard = stream([*sizes, 900], False, False)
if HARD_LIMIT:
    setattr(torch._dynamo.config, HARD_LIMIT, False)
beyond = filled["calls"][limit]
finish({
    "default_limit": default, "limit": limit, "limit_name": LIMIT, "own": own, "filled": filled,
    "at_limit": {
        "mode": beyond["mode"], "raised": beyond["raised"], "log": beyond["log"], "entries": beyond["entries"],
        "first_line": (beyond["log"] or [{"message": ""}])[0]["message"].splitlines()[0] if beyond["log"] else "",
    },
    "after": {
        "first_again": filled["modes"][limit + 2], "last_again": filled["modes"][limit + 3], "refused_again": filled["modes"][limit + 4],
        "entries": filled["calls"][-1]["entries"], "repeated_warning": bool(filled["calls"][limit + 1]["log"]),
    },
    "fullgraph": {"raised": strict["calls"][-1]["raised"], "message": strict["calls"][-1]["message"]},
    "hard": {"raised": hard["calls"][-1]["raised"], "message": hard["calls"][-1]["message"], "option": HARD_LIMIT},
})
'''


def _at_limit(result: Mapping[str, Any], plural: bool) -> list[Reading]:
    if result["at_limit"]["mode"] != "eager" or result["at_limit"]["raised"]:
        return []
    return [
        *([] if plural else numeric(result["limit"])),
        *([] if plural else raised_at_the_limit(result["limit"])),
        contradicts(
            "Nothing is raised by default at the limit: the call runs eagerly and a warning is logged. It raises with fullgraph=True or "
            "torch._dynamo.config.fail_on_recompile_limit_hit.",
            rf"(?:{LIMIT})",
            r"\b(?:recompil\w*|dynamo|torch\.compile|cache_size_limit|speciali[sz]ations?|guards?)\b",
            r"\b(?:raises?|throws?) (?:an? |the )?(?:\w+ )?(?:exception|error|\w+(?:Error|Exception|LimitHit|Exceeded))\b|\b(?:aborts|crashes)\b",
            without=f"{STRICT}|{ELSEWHERE}|\\bif\\b|\\bcan\\b|\\bmay\\b|option|config\\.|set_stance|export|\\bwhere\\b",
        ),
        supports(
            "At the limit the call runs eagerly and one warning is logged.",
            LIMIT,
            r"\b(?:runs?|ran|falls? back|fell back|fallback|served|executes?)\b.{0,40}\beager(?:ly)?\b",
            r"\b(?:recompil\w*|dynamo|compil\w*|speciali[sz]\w*|warning|entry|entries)\b",
            without=f"{STRICT}|everything|for good|forever|permanent|always|from then on|from that point|gives? up on|all (?:later|subsequent|further|following)|every (?:later|subsequent)|evict",
            negated=True,
        ),
    ]


def _kept(result: Mapping[str, Any]) -> list[Reading]:
    if result["after"]["first_again"] != "reused" or result["after"]["entries"] not in (None, result["limit"]):
        return []
    return evicted()


def _reused(result: Mapping[str, Any]) -> list[Reading]:
    if result["after"]["first_again"] != "reused" or result["after"]["last_again"] != "reused":
        return []
    always = r"(?:for good|forever|permanently|from (?:then|that point|there) on|for the rest of the (?:process|program|run))"
    everything = r"\b(?:everything|every (?:later |subsequent |further |following )?(?:call|request|input|shape)|all (?:later |subsequent |further |following )?(?:calls|requests|inputs))\b"
    return [
        contradicts(
            "Not everything runs eagerly after the limit: a call whose inputs satisfy the guards of a cached entry is still served by it.",
            r"\b(?:limit|_limit)\b",
            rf"{everything}.{{0,60}}\b(?:runs?|executes?|falls? back|is served|are served)\b.{{0,25}}\beager(?:ly)?\b",
            without=rf"\b(?:new|unseen|unknown|unfamiliar|other|else|different|distinct|novel|fails?|miss\w*|match\w*|satisf\w*|whose|that|which|previously|remaining|further new)\b|{STRICT}|{ELSEWHERE}",
        ),
        contradicts(
            "After the limit the cached entries stay in use: a call whose inputs satisfy the guards of one is served by it, not by eager code.",
            r"\b(?:limit|_limit)\b",
            rf"\b(?:the |this |that )?(?:whole |entire )?(?:function|frame|model|code object)\b.{{0,40}}\b(?:runs?|executes?|stays?|is)\b.{{0,20}}\beager(?:ly)?\b.{{0,20}}{always}",
            without=rf"\b(?:new|unseen|other|distinct|novel|fails?|miss\w*|match\w*|satisf\w*)\b|{STRICT}|{ELSEWHERE}",
        ),
        contradicts(
            "Cached entries are still used after the limit.",
            r"\b(?:limit|_limit)\b",
            r"\b(?:cached|compiled|existing|earlier) (?:entries|graphs|speciali[sz]ations|versions|code)\b.{0,30}\b(?:are|is|get) (?:all )?(?:discarded|thrown away|dropped|abandoned|disabled|ignored|flushed|cleared)\b",
            without=f"{STRICT}|{ELSEWHERE}|reset",
        ),
        supports(
            "After the limit a size that was compiled before is still served by its graph.",
            r"\b(?:cached|compiled|existing|already|guard sets?|speciali[sz]ations?)\b",
            r"\b(?:still|stays? in use|remain\w* (?:in use|usable|valid|available)|continue\w*)\b.{0,40}\b(?:reus\w+|use[ds]?|match\w*|serv\w+|hit|execut\w+|run|compiled|satisf\w*)\b|stay in use for",
            r"\b(?:limit|later|after|match\w*|satisf\w*)\b",
            COMPILER,
            without=f"disk|{STRICT}|process|restart",
        ),
        *used_no_more(),
    ]


def _requests(result: Mapping[str, Any]) -> list[Observation]:
    words = {
        "compiled": r"\b(?:compiles?|compiled|stall\w*|recompil\w+|new speciali[sz]ation)\b",
        "reused": r"\b(?:reus\w+|hit|cached)\b",
        "eager": r"\beager(?:ly)?\b|\b(?:not|no|n['’]t|without)\b.{0,25}\b(?:create|compil\w*|speciali[sz]\w+)\b",
        "raised": r"\b(?:raises?|raised|fails?|failed)\b",
    }
    shown = {
        "compiled": "compiled",
        "reused": "no compilation, reused a cached graph",
        "eager": "no compilation, ran eagerly",
        "raised": "raised",
    }
    found = []
    for index, each in enumerate(result["own"]["calls"]):
        request, mode = each["request"], each["mode"]
        others = "|".join(pattern for key, pattern in words.items() if key not in (mode, "eager")) if mode != "eager" else words["reused"]
        reading = supports(
            f"Request {request} (length {each['length']}): {shown[mode]}.",
            rf"\brequest (?:no\.? |number |#)?{request}\b",
            words[mode],
            without=rf"(?:{others})|requests \d|request (?!{request}\b)\d.*request|\beager.{{0,12}}(?:model|service|baseline)",
            negated=mode == "eager",
        )
        text = f"request {request} (T={each['length']}): {shown[mode]}, {each['entries']} entries cached afterwards"
        # Without the chapter's own names of its requests, nobody knows whether it counts them from 0 or from 1.
        found.append(observe(result, f"/own/calls/{index}/mode", text, reading if result["inputs"]["labels"] else ()))
    return found


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    limit, at_limit, after, own = result["limit"], result["at_limit"], result["after"], result["own"]
    plural = len({*result["inputs"]["limits_named"], limit, result["default_limit"]}) > 1
    line = at_limit["first_line"]
    modes = own["modes"]
    summary = (
        f"on the stream {', '.join(str(each['length']) for each in own['calls'])} with dynamic={result['inputs']['dynamic']}: "
        f"{own['compilations']} compilations, {modes.count('reused')} calls reused a graph, {modes.count('eager')} ran eagerly"
    )
    strict, hard = result["fullgraph"], result["hard"]
    strict_readings = beyond_with_fullgraph(strict["raised"], limit)
    return (
        observe(
            result,
            "/default_limit",
            f"{result['limit_name']} is {result['default_limit']} by default",
            stated_default(result["default_limit"]),
        ),
        observe(result, "/own/compilations", summary),
        *_requests(result),
        observe(
            result,
            "/filled/compilations",
            f"{limit + 2} distinct sizes compiled {result['filled']['compilations']} times with a limit of {limit}",
        ),
        observe(
            result,
            "/at_limit/mode",
            f"distinct size number {limit + 1}: {at_limit['mode']}, nothing raised, {at_limit['entries']} entries cached",
            _at_limit(result, plural),
        ),
        observe(result, "/at_limit/first_line", f"the line logged at the limit begins: {line}", _line(line)),
        observe(result, "/after/entries", f"after the limit {after['entries']} entries are cached; none was evicted", _kept(result)),
        observe(result, "/after/first_again", f"the first size again, after the limit: {after['first_again']}", _reused(result)),
        observe(result, "/after/refused_again", f"a size that was refused, again: {after['refused_again']}"),
        observe(result, "/fullgraph/raised", f"with fullgraph=True the call beyond the limit raises {strict['raised']}", strict_readings),
        observe(result, "/hard/raised", f"with {hard['option']}=True the call beyond the limit raises {hard['raised']}"),
    )


def _line(line: str) -> list[Reading]:
    """The line of an older release, quoted without a version, where this one prints another name."""
    if "recompile_limit" not in line:
        return []
    return [
        qualifies(
            f'This release prints "{line}"; the name in the text is an alias here.',
            r"torch\._dynamo hit config\.cache_size_limit \(\d+\)",
            negated=True,
            verdict="outdated",
        ),
        supports(
            "This is the line that the installed release logs.",
            rf"torch\._dynamo hit config\.recompile_limit \({line.rpartition('(')[2].rstrip(')')}\)",
            negated=True,
        ),
    ]


LENGTHS = Parameter(
    "ints",
    [32, 48, 32, 64, 17, 96, 20, 80, 24, 40, 56, 72, 32],
    (2, 4096),
    "sizes of successive calls",
    column=(r"seq|len|^T$|token", r"shape", r"batch", r"\brows?\b|\bsizes?\b|^n$|width|\bdim"),
)
LIMIT_NAMES = ("recompile_limit", "cache_size_limit")

PROBE = Probe(
    name="recompile-limit",
    question="Which calls compile, which reuse a graph and which run eagerly, before, at and after the recompile limit?",
    success="each call is told apart by the graphs that the backend was handed and ran, and the limit is reached",
    failure="the limit is not reached by one distinct size more than it allows",
    triggers=(
        r"recompile_limit|cache_size_limit",
        r"recompil\w+ limit|cache[- ]size limit|cache[- ]limit",
        r"FailOnRecompileLimitHit|fail_on_(?:recompile|cache)_limit_hit",
        r"torch\.compile.*recompil|recompil.*torch\.compile",
        r"dynamic\s*=\s*False",
    ),
    parameters={
        "lengths": LENGTHS,
        "labels": Parameter("ints", [], (0, 100_000), "names of the calls", column=(r"^(?:req\w*|call|step|i|idx|index|#|no\.?)$",)),
        "dynamic": Parameter(
            "bool", None, description="the dynamic argument", choices=(False, None, True), keywords=("dynamic",), call=r"torch\.compile"
        ),
        "fullgraph": Parameter("bool", False, description="the fullgraph argument"),
        "limit": Parameter("int", None, (2, 32), "the limit in force, None for the release's own", keywords=LIMIT_NAMES),
        "limits_named": Parameter("ints", [], (1, 100_000), "every limit that the chapter sets", keywords=LIMIT_NAMES),
    },
    script=program(CODE),
    read=read,
)
