"""Since when a name is there, where the chapter and the docstring both say so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.identifiers.mentions import Mention
from tools.instruments.identifiers.survey import Judgement, Survey, finding, quoted
from tools.packages.resolution import Found
from tools.records import Finding, Quotation, Span

SINCE = Judgement("since", "supported", "low", "no change")
NOT_SINCE = Judgement("since", "contradicted", "medium", "correction")
_SAID = re.compile(
    r"[`()]*\s+(?:was|is|has been|wurde)?\s*(?:first\s+)?(?:added|introduced|new|available|there|eingeführt)"
    r"\s+(?:in|since|with|from|seit|mit)\s+"
    r"(?:NumPy|PyTorch|torch|Python|pandas|SciPy|version|release|\s)*v?(?P<version>\d+\.\d+)(?:\.\d+)?\b"
)
# The directive of the whole function stands before its parameters are described.
_TOLD = re.compile(r"\.\. versionadded:: *v?(?P<version>\d+\.\d+)")


def history(found: Survey) -> Iterator[Finding]:
    """Findings on sentences of the form "`name` was added in NumPy 1.20"."""
    for mention in found.mentions:
        said = None if mention.code else _SAID.match(found.text, mention.span.end)
        resolved = found.resolve(mention.name) if said is not None else None
        if said is None or not isinstance(resolved, Found):
            continue
        told = _told(resolved)
        if told is not None:
            yield _judged(found, mention, said, *told)


def _told(resolved: Found) -> tuple[str, Quotation] | None:
    """The release of the docstring's first directive, if that is about the whole, and its line."""
    node = resolved.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or not ast.get_docstring(node):
        return None
    doc = node.body[0]
    first, last = doc.lineno, doc.end_lineno or doc.lineno
    for number in range(first, last + 1):
        line = resolved.module.lines(number, number)
        if re.match(r"\s*(?:Parameters|Args|Returns|Attributes)\b", line):
            return None
        told = _TOLD.search(line)
        if told is not None:
            return told["version"], resolved.module.file.quote(resolved.module.span(number))
    return None


def _judged(found: Survey, mention: Mention, said: re.Match[str], version: str, quotation: Quotation) -> Finding:
    right = said["version"] == version
    span = Span(start=mention.span.start, end=said.end())
    words = "as the chapter says" if right else f"not {said['version']}"
    summary = f"The docstring of {mention.written} says that it was added in {version}, {words} ({quotation.locator})."
    working = (f"{quotation.source}, {quotation.locator}",)
    ground = quoted("SUPPORTS" if right else "CONTRADICTS", quotation)
    return finding(SINCE if right else NOT_SINCE, span, summary, working, (ground,), limits="A docstring is evidence, not proof.")
