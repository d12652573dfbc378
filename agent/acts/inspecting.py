"""Installed packages: the source of a name, read for statements like any other source."""

from __future__ import annotations

import ast

from agent.acts.bench import Bench
from agent.acts.reading import UNREAD, Text, read_for
from agent.citing import keep_file, package_source
from agent.inquiry import Act, Done, Said
from prompts.trust import measure
from tools.packages import Found, Missing, Names
from tools.records import Span

_LINES = 120  # of a definition that are read


def inspect(bench: Bench, act: Act) -> Done:
    """Where a name is defined, and what its source says of the statements."""
    name = str(act.arguments["name"])
    found = Names(bench.context.packages).resolve(name)
    if isinstance(found, Missing):
        near = f"; closest: {', '.join(found.closest[:3])}" if found.closest else ""
        return Done(act=act, answered=True, lines=(f"{found.parent.name} has no such member{near}",))
    if not isinstance(found, Found):
        return Done(act=act, answered=False, lines=("it cannot be told from the installed source",))
    file = found.module.file
    quote = found.quote()
    keep_file(bench.context, file.source, file.sha256)
    text = Text(package_source(bench.context, file.source, file.sha256), file.text, file.lines, (_span(found),))
    opened = read_for(bench, text, bench.of(act.arguments["claims"]), handle="")
    lines = (f"{found.kind} defined in {file.source}, {quote.locator}", *told(bench, opened.said, opened.failed))
    return Done(act=act, answered=True, lines=lines, opened=opened)


def _span(found: Found) -> Span:
    """The definition with what stands just above it, where settings have their comments; at most some hundred lines."""
    text = measure(found.module.file.text)
    starts = [0, *(i + 1 for i, ch in enumerate(text) if ch == "\n")]
    if found.binding is None:
        return Span(start=0, end=starts[min(_LINES, len(starts) - 1)] or len(text))
    node = found.node
    first = max(0, found.binding.line - 9)
    last = min(len(starts) - 1, (node.end_lineno or found.binding.line) if isinstance(node, ast.stmt) else found.binding.line)
    last = min(last, first + _LINES)
    return Span(start=starts[first], end=starts[last] if last < len(starts) else len(text))


def told(bench: Bench, said: tuple[Said, ...], failed: str) -> tuple[str, ...]:
    """What the planner is told of a reading: which statements, by which relation, and where."""
    labels = {claim.id: claim.label for claim in bench.claims.values()}
    lines = [f"{labels[item.claim]} {item.relation} ({item.locator})" for item in said]
    if failed.startswith(UNREAD):
        return (UNREAD,)
    return tuple(lines) or (failed or "it says nothing of these statements",)
