"""The names that findings call renamed, deprecated or removed, in full, each with the package that has it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from prompts.trust import measure
from tools.instruments.identifiers.existence import old_name
from tools.packages.modules import dotted
from tools.python_source import parsed
from tools.records import Finding, Quotation, QuotedEvidence, Span

_FILE = re.compile(r"pypi:(?P<package>[A-Za-z0-9][A-Za-z0-9._-]*)==[^/]+/(?P<path>[\w./]+?)(?:/__init__)?\.pyi?")


@dataclass(frozen=True)
class OldName:
    """span: the words of the chapter that the finding is about."""

    package: str
    name: str
    span: Span


def old_names(findings: Iterable[Finding]) -> list[OldName]:
    """Each name once, in the order of the chapter."""
    found: dict[str, OldName] = {}
    for finding in sorted(findings, key=lambda finding: finding.span.start):
        for package, name in _of(finding):
            found.setdefault(name, OldName(package, name, finding.span))
    return list(found.values())


def _of(finding: Finding) -> Iterator[tuple[str, str]]:
    quoted = [ground.quotation for ground in finding.grounds if isinstance(ground, QuotedEvidence)]
    name = old_name(finding)
    if name is not None:
        files = (_FILE.fullmatch(quotation.source) for quotation in quoted)
        yield from ((file["package"], name) for file in list(files)[:1] if file is not None)
    elif finding.verdict == "outdated":
        yield from (alias for quotation in quoted if (alias := _alias(quotation)) is not None)


def _alias(quotation: Quotation) -> tuple[str, str] | None:
    """Package and full name of a setting whose quoted line declares it as another name: `old = Config(alias="package.config.new")`."""
    file = _FILE.fullmatch(quotation.source)
    tree = parsed(measure(quotation.text).strip())
    node = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    if file is None or not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Call):
        return None
    target = dotted(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
    aliased = any(keyword.arg == "alias" and isinstance(keyword.value, ast.Constant) for keyword in node.value.keywords)
    return (file["package"], f"{file['path'].replace('/', '.')}.{target}") if aliased and target is not None else None
