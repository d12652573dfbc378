# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What torch prints by itself when it compiles, recompiles and breaks, and what each log setting adds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe, Reading
from sandbox.probes.sentences import contradicts, observe, qualifies, supports

CODE = r'''
def step(x):
    return torch.sin(x) + x

def broken(x):
    y = x.sin()
    print("checkpoint")
    return y.cos()

def stages():
    """The records of a first compilation, a recompilation, a graph break and the limit, apart."""
    found = {}
    fresh()
    compiled = torch.compile(step, backend="eager", dynamic=False)
    sizes = [4 + n for n in range(getattr(torch._dynamo.config, LIMIT) + 1)]
    for name, some in (("compile", sizes[:1]), ("recompile", sizes[1:2]), ("further", sizes[2:-1]), ("limit", sizes[-1:])):
        start = len(LOG.records)
        for size in some:
            compiled(torch.ones(1, size))
        found[name] = LOG.lines(start)
    start = len(LOG.records)
    with contextlib.redirect_stdout(io.StringIO()):
        torch.compile(broken, backend="eager")(torch.ones(3))
    found["break"] = LOG.lines(start)
    return found

found = {"default": stages()}
for name in ("recompiles", "graph_breaks", "guards"):
    logs(**{name: True})
    found[name] = stages()
logs()
counts = {name: {stage: len(lines) for stage, lines in each.items()} for name, each in found.items()}
for each in found.values():
    each.pop("further")
    for stage in each:
        each[stage] = each[stage][:6]
finish({"lines": found, "counts": counts})
'''

_STAGES = {"compile": "a first compilation", "recompile": "a recompilation", "break": "a graph break", "limit": "reaching the limit"}
_SILENT = r"\b(?:silent(?:ly)?|quiet(?:ly)?|prints? nothing|logs? nothing|not (?:print|log)\w*|n['’]t (?:print|log)\w*|no (?:message|warning|log line|output))\b"
_SETTINGS = r"TORCH_LOGS|set_logs|verbose|TORCH_COMPILE_DEBUG|tlparse|TORCH_TRACE"


def _loud(subject: str, what: str) -> list[Any]:
    return [
        contradicts(
            f"{what} prints nothing by default; TORCH_LOGS makes it visible.",
            subject,
            r"\bby default\b|\balways\b",
            r"\b(?:prints?|logs?|emits?|issues?) (?:a |an |the |its )?(?:\w+ )?(?:warning|message|line|reason|notice)s?\b",
            without=rf"{_SETTINGS}|limit|fullgraph|error",
        ),
        supports(
            f"{what} prints nothing by default.",
            subject,
            _SILENT,
            negated=True,
            without=rf"{_SETTINGS}.{{0,20}}silent|limit|fullgraph|wrong|fall(?:s|ing)? ?back",
        ),
    ]


def _reason(message: str) -> tuple[str, list[Reading]]:
    """How a guard that failed names its tensor, and the lines of a text that name it the older way."""
    plain = re.search(r"tensor '(\w+)' size mismatch", message)
    if plain is None:
        return "the reason of a recompilation names no tensor by its plain name", []
    said = f"the reason of a recompilation names the tensor by its plain name: {plain.group()}"
    line = r"\btensor [\"'‘’]?L\[[\"'‘’]\w+[\"'‘’]\][\"'‘’]? (?:size|stride|rank|dtype|device)\b.{0,12}\bmismatch"
    summary = f'This release prints "{plain.group()}", with the tensor\'s plain name and without L[...].'
    return said, [qualifies(summary, line, negated=True, verdict="outdated")]


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    counts, lines = result["counts"], result["lines"]
    subjects = {"recompile": r"\b(?:a |every |each )?recompil(?:ation|ing|es)\b", "break": r"\bgraph[- ]breaks?\b"}
    found = []
    for stage, what in _STAGES.items():
        count = counts["default"][stage]
        readings = _loud(subjects[stage], what) if stage in subjects and not count else []
        found.append(observe(result, f"/counts/default/{stage}", f"by default {what} logs {count} records", readings))
    limit = lines["default"]["limit"]
    if limit:
        first = limit[0]
        text = (
            f"the record at the limit comes from the logger {first['logger']} at level {first['level']}: {first['message'].splitlines()[0]}"
        )
        quiet = contradicts(
            f"Reaching the limit is logged by default, at level {first['level']} by {first['logger']}.",
            r"\b(?:recompile_limit|cache_size_limit|recompil\w+ limit|cache[- ]size limit)\b",
            rf"{_SILENT}.{{0,40}}(?:limit|eager)|(?:limit).{{0,40}}{_SILENT}",
            negated=True,
            without=rf"{_SETTINGS}|reason|nobody|reader|user|\bhide|level|after|later|again|subsequent|further|remaining|\bnew\b|only",
        )
        found.append(observe(result, "/lines/default/limit/0/logger", text, quiet))
    reasons = lines["recompiles"]["recompile"]
    if reasons:
        found.append(observe(result, "/lines/recompiles/recompile/0/message", *_reason(reasons[0]["message"])))
    for name, stage, flag in (
        ("recompiles", "recompile", "recompiles"),
        ("graph_breaks", "break", "graph_breaks"),
        ("guards", "compile", "guards"),
    ):
        each = lines[name][stage]
        if not each:
            continue
        statement = f"with TORCH_LOGS={flag}, {_STAGES[stage]} logs {counts[name][stage]} records; the first begins: {each[0]['message'].splitlines()[0][:120]}"
        works = supports(
            f"TORCH_LOGS={flag} logs {_STAGES[stage]}.",
            rf"TORCH_LOGS\s*=\s*[\"'“]?(?:\w+,)*{flag}\b",
            r"\b(?:prints?|logs?|shows?|reports?|tells?|explains?|lists?)\b",
            negated=True,
            without=r"\bnot\b|n['’]t\b|nothing",
        )
        found.append(observe(result, f"/counts/{name}/{stage}", statement, works))
    return tuple(found)


PROBE = Probe(
    name="what-is-logged",
    question="What do a compilation, a recompilation, a graph break and the limit log by default, and under each log setting?",
    success="the records of each stage, with logger, level and message",
    failure="no record is seen under any setting",
    triggers=(
        r"TORCH_LOGS",
        r"torch\._logging|set_logs",
        r"torch\._dynamo hit config",
        r"__recompiles\b|\btensor 'L\[|size mismatch at index",
        r"torch\._dynamo\.convert_frame",
        r"\brecompil\w+\b.*\b(?:log|warning)",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
