"""All that an examination needs in one value: the chapter's text, its names, and the packages they are held against."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from prompts.trust import derived, measure
from tools.instruments.identifiers.hedges import Guards, hedged
from tools.instruments.identifiers.mentions import Mention, arguments, mentions
from tools.instruments.identifiers.program import Bindings, Program, bindings, programs
from tools.packages.modules import dotted
from tools.packages.names import Names
from tools.packages.resolution import Found, Resolution
from tools.packages.signatures import deprecation
from tools.records import (
    Chapter,
    ChapterEvidence,
    ClaimKind,
    Facts,
    Finding,
    Ground,
    Packages,
    Priority,
    Quotation,
    QuotedEvidence,
    Relation,
    Replacement,
    Response,
    Span,
    Verdict,
)

NAME = "identifiers"
_BUILTINS = frozenset(dir(builtins))


@dataclass(eq=False)
class Survey:
    """facts.packages is there; a chapter is surveyed once an examination."""

    chapter: Chapter
    facts: Facts
    packages: Packages
    text: str
    programs: list[Program]
    bound: Bindings
    mentions: list[Mention]
    names: Names
    _resolved: dict[str, Resolution] = field(default_factory=dict)

    def resolve(self, name: str) -> Resolution:
        if name not in self._resolved:
            self._resolved[name] = self.names.resolve(name)
        return self._resolved[name]

    def distribution(self, name: str) -> str | None:
        """The distribution that a dotted name belongs to; modules of the standard library that are compiled in are Python's."""
        root = name.partition(".")[0]
        known = self.packages.distribution_of(root)
        if known is None and "python" in self.packages.installed() and (root in sys.stdlib_module_names or root == "builtins"):
            return "python"
        return known

    def release(self, name: str) -> str:
        """For a sentence: "torch 2.13.0", "Python 3.11.7"."""
        distribution = self.distribution(name) or name.partition(".")[0]
        version = self.packages.installed().get(distribution, "").partition("+")[0]
        return f"{'Python' if distribution == 'python' else distribution} {version}".strip()


def survey(chapter: Chapter, facts: Facts) -> Survey | None:
    """None where there are no packages to hold the chapter against."""
    if facts.packages is None:
        return None
    text = measure(chapter.text)
    found = programs(chapter, text)
    bound = bindings(found, text)
    named = [
        mention
        for mention in mentions(chapter, text, found, bound, facts.packages)
        if not mention.name.startswith("builtins.") or mention.written in _BUILTINS
    ]
    result = Survey(chapter, facts, facts.packages, text, found, bound, named, Names(facts.packages))
    more = [*_of_settings(result), *_of_instances(result)]
    result.mentions = sorted([*named, *more], key=lambda mention: (mention.span.start, mention.span.end))
    return result


_SETTING = re.compile(r"(?<![\w./])config\.[a-z]\w*(?![\w(/])")


def _of_settings(found: Survey) -> Iterator[Mention]:
    """`config.some_limit` where the chapter binds no `config`: the one settings module of its packages that has it."""
    if "config" in found.bound.own or "config" in found.bound.aliases:
        return
    for block in found.chapter.blocks:
        if block.kind not in ("prose", "quote", "table", "heading", "code"):
            continue
        for match in _SETTING.finditer(found.text, block.span.start, block.span.end):
            name = config_name(found, match.group())
            span = Span(start=match.start(), end=match.end())
            if name is not None:
                yield Mention(name, match.group(), span, block.kind == "code", True, hedged(found.text, span, block.span))


def config_name(found: Survey, written: str) -> str | None:
    """The full name for `config.limit` or `some_limit`: of the settings modules of the packages at hand that bind it, if they agree."""
    prefix, _, name = written.rpartition(".")
    if prefix not in ("", "config", "cfg"):
        return None
    known = {found.distribution(mention.name) for mention in found.mentions} - {None, "python"}
    places: dict[str, list[str]] = {}
    for distribution in sorted(each for each in known if each is not None):
        for path in found.packages.files(distribution):
            module = found.names.module(path.removesuffix(".py").replace("/", ".")) if path.endswith("/config.py") else None
            if module is not None and name in module.bindings:
                full = f"{module.name}.{name}"
                places.setdefault(canonical(found, full), []).append(full)
    if len(places) != 1:
        return None
    target, names = places.popitem()
    return target if target in names else names[0]


def canonical(found: Survey, name: str) -> str:
    """The name that a setting is an alias of, else its own."""
    resolved = found.resolve(name)
    mark = deprecation(found.names, resolved) if isinstance(resolved, Found) else None
    return mark.successor if mark is not None and mark.successor else name


def _of_instances(found: Survey) -> Iterator[Mention]:
    """Attributes of a name that was assigned once, from a call of a class that is known."""
    guards = Guards(found.chapter, found.text)
    for program in found.programs:
        guarded = guards.nodes(program)
        calls = {id(node.func): node for node in ast.walk(program.tree) if isinstance(node, ast.Call)}
        for node in ast.walk(program.tree):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name) or id(node) not in calls:
                continue
            owner = _class_of(found, node.value.id)
            if owner is not None:
                call = arguments(calls[id(node)])
                yield Mention(
                    f"{owner.name}.{node.attr}",
                    dotted(node) or node.attr,
                    program.span(node),
                    True,
                    True,
                    id(node) in guarded,
                    call,
                    instance=True,
                )


def _class_of(found: Survey, name: str) -> Found | None:
    callee = found.bound.made.get(name)
    full = found.bound.full(callee) if callee is not None else None
    resolved = found.resolve(full) if full is not None else None
    return resolved if isinstance(resolved, Found) and resolved.kind == "class" else None


@dataclass(frozen=True)
class Judgement:
    """The typed part of a finding; `finding` adds words and grounds."""

    rule: str
    verdict: Verdict
    priority: Priority
    response: Response
    kind: ClaimKind = "api"


CONFIRMED = ("supported", "low", "no change")


def finding(
    judged: Judgement,
    span: Span,
    summary: str,
    working: tuple[str, ...],
    grounds: tuple[Ground, ...],
    replacement: Replacement | None = None,
    limits: str = "",
) -> Finding:
    return Finding(
        instrument=NAME,
        rule=judged.rule,
        span=span,
        kind=judged.kind,
        verdict=judged.verdict,
        priority=judged.priority,
        response=judged.response,
        summary=derived(summary),
        working=tuple(derived(step) for step in working),
        grounds=grounds,
        replacement=replacement,
        limits=limits,
    )


def quoted(relation: Relation, quotation: Quotation) -> QuotedEvidence:
    return QuotedEvidence(relation=relation, quotation=quotation)


def at(found: Found) -> str:
    """For a sentence: "torch/_dynamo/config.py, line 137"."""
    return f"{found.module.file.path}, {found.quote().locator}"


def elsewhere(spans: list[Span]) -> tuple[Ground, ...]:
    """The other places of the chapter at which the same name stands."""
    return tuple(ChapterEvidence(relation="BACKGROUND", span=span) for span in spans)
