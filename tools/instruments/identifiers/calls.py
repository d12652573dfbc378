"""Calls in the chapter against the signature of what they call: unknown keywords, too many or too few arguments."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator

from tools.instruments.identifiers.existence import Group
from tools.instruments.identifiers.mentions import Call, Mention
from tools.instruments.identifiers.parameters import parameters_of
from tools.instruments.identifiers.releases import awaits_later
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.packages.resolution import Found
from tools.packages.signatures import Parameter, Signature, signature, stub_keywords, with_synonyms
from tools.records import Finding

UNKNOWN = Judgement("unknown-keyword", "contradicted", "high", "correction")
TOO_MANY = Judgement("too-many-arguments", "contradicted", "high", "correction")
TOO_FEW = Judgement("missing-argument", "contradicted", "high", "correction")
TWICE = Judgement("argument-given-twice", "contradicted", "high", "correction")
KEYWORD = Judgement("keyword", "supported", "low", "no change")


def calls(found: Survey, group: Group) -> Iterator[Finding]:
    """Findings on all calls of one name; none where its signature is not certain."""
    resolved = found.resolve(group.name)
    if not isinstance(resolved, Found):
        return
    stated = signature(found.names, resolved)
    confirmed: set[str] = set()
    for mention in group.mentions:
        if mention.call is None or (resolved.owner is not None and not mention.instance and not _bound(resolved)):
            continue
        if stated is not None and stated.certain:
            yield from _judged(found, mention, stated)
        elif not mention.hedged:
            yield from _by_stub(found, mention, resolved)
        if stated is not None and not mention.hedged:
            yield from _confirmed(found, mention, stated, confirmed)


def _bound(resolved: Found) -> bool:
    """Whether a member may be called on its class without an object."""
    node = resolved.node
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []
    return any(isinstance(each, ast.Name) and each.id in ("classmethod", "staticmethod") for each in decorators)


def _judged(found: Survey, mention: Mention, stated: Signature) -> Iterator[Finding]:
    assert mention.call is not None
    if mention.hedged or any(awaits_later(found, stated.found.name, keyword) for keyword in mention.call.keywords):
        return
    for judged, words, step in faults(mention.written, mention.call, list(stated.parameters)):
        summary = f"{words} in {found.release(stated.found.name)} ({at(stated.found)})."
        working = (f"signature at {at(stated.found)}: {shown(stated.parameters)}", step)
        yield finding(judged, mention.span, summary, working, (quoted("CONTRADICTS", stated.quote()),))


def faults(written: str, call: Call, parameters: list[Parameter]) -> Iterator[tuple[Judgement, str, str]]:
    """What is wrong with a call, as rule, words and working."""
    named = {each.name for each in parameters if each.kind in ("either", "keyword")}
    open_keywords = any(each.kind == "kwargs" for each in parameters)
    places = [each for each in parameters if each.kind in ("positional", "either")]
    for keyword in call.keywords if not open_keywords else ():
        if keyword not in named:
            near = difflib.get_close_matches(keyword, sorted(named), n=1, cutoff=0.6)
            hint = f"; the closest it takes is {near[0]}" if near else ""
            yield UNKNOWN, f"{written} takes no keyword argument {keyword}{hint},", f"{keyword} is none of {', '.join(sorted(named))}"
    if call.positional is None:
        return
    if call.positional > len(places) and not any(each.kind == "args" for each in parameters):
        step = f"{call.positional} positional arguments given, {len(places)} taken"
        yield TOO_MANY, f"{written} takes at most {len(places)} positional arguments, and is given {call.positional},", step
        return
    for each in places[: call.positional]:
        if each.kind == "either" and each.name in call.keywords:
            yield (
                TWICE,
                f"{written} is given {each.name} twice, by place and by name,",
                f"{each.name} is among the first {call.positional} places",
            )
    if call.whole:
        given = {each.name for each in places[: call.positional]} | set(call.keywords)
        needed = [
            each.name for each in parameters if each.default is None and each.kind not in ("args", "kwargs") and each.name not in given
        ]
        if needed:
            yield TOO_FEW, f"{written} is called without {', '.join(needed)}, which it needs,", f"no default for {', '.join(needed)}"


def _by_stub(found: Survey, mention: Mention, resolved: Found) -> Iterator[Finding]:
    """A keyword that no overload in the type stub of a compiled function has, nor the signature that its documentation begins with."""
    assert mention.call is not None
    taken, where = stub_keywords(resolved), "all overloads in the stub"
    if taken is None and resolved.kind == "value":
        written = [each.name for each in parameters_of(found, resolved).values() if each.kind in ("either", "keyword")]
        taken, where = with_synonyms(frozenset(written)) if written else None, "the signature in the documentation"
    for keyword in mention.call.keywords if taken is not None else ():
        if taken is not None and keyword not in taken and not awaits_later(found, resolved.name, keyword):
            near = difflib.get_close_matches(keyword, sorted(taken), n=1, cutoff=0.6)
            hint = f"; the closest it takes is {near[0]}" if near else ""
            summary = f"{mention.written} takes no keyword argument {keyword}{hint}, in {found.release(resolved.name)} ({at(resolved)})."
            working = (f"{where} of {resolved.module.file.path}: {', '.join(sorted(taken))}",)
            limits = "By what stands in the source; the compiled function was not called."
            yield finding(UNKNOWN, mention.span, summary, working, (quoted("CONTRADICTS", resolved.quote()),), limits=limits)


def _confirmed(found: Survey, mention: Mention, stated: Signature, confirmed: set[str]) -> Iterator[Finding]:
    assert mention.call is not None
    for keyword in mention.call.keywords:
        parameter = stated.parameter(keyword)
        if parameter is not None and keyword not in confirmed and not mention.code:
            confirmed.add(keyword)
            where = f"{stated.found.module.file.path}, line {parameter.line}"
            summary = f"{mention.written} takes {keyword} in {found.release(stated.found.name)} ({where})."
            yield finding(
                KEYWORD, mention.span, summary, (f"signature: {shown(stated.parameters)}",), (quoted("SUPPORTS", stated.quote(parameter)),)
            )


def shown(parameters: tuple[Parameter, ...]) -> str:
    """A signature in short, for a reader."""
    marks = {"args": "*", "kwargs": "**"}
    words = [marks.get(each.kind, "") + each.name + (f"={each.default}" if each.default is not None else "") for each in parameters]
    return f"({', '.join(words)})"
