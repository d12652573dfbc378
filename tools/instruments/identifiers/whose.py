"""Whose default a statement is: a setting's, that of the callables of its sentence, of those before it, or of those of the chapter."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.hedges import sentence
from tools.instruments.identifiers.kinds import may_be_of
from tools.instruments.identifiers.mentions import Mention
from tools.instruments.identifiers.parameters import UNREADABLE, default_of, evaluated
from tools.instruments.identifiers.statements import Statement
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey, config_name
from tools.packages.documents import document
from tools.packages.resolution import Found, Unknown
from tools.packages.signatures import deprecation
from tools.records import Block, Quotation, Span

_REACH = 1500
_TOKEN = re.compile(
    r"`[A-Za-z_][\w.]*`|(?<![\w./`])(?:[A-Za-z_]\w*\.)*[A-Za-z]\w*_\w+(?![\w/(])|(?<![\w./`])[a-z_]\w*(?:\.[a-z_]\w*)+(?![\w/])"
)
_ITS = re.compile(r"\s*[`*]*(?:Its?|Sein\w*|Ihr\w*|Son|Sa|Su)\b")
_COMPARED = re.compile(
    r"\b(?:as\s+(?:in|for|with|by)|like|unlike|than|same\s+as|that\s+of|those\s+of|compared\s+(?:to|with)|wie\s+(?:bei|in)|als\s+(?:bei|in)|anders\s+als"
    r"|comme\s+(?:dans|pour|avec)?|que\s+(?:dans|pour))\s+`?(?:\w+\.)*$",
    re.IGNORECASE,
)
GENERIC = {"it", "limit", "value", "setting", "option", "flag", "threshold", "this", "parameter", "argument", "that"}


@dataclass(frozen=True)
class Stated:
    """What a source states as a default.

    source: its words, which stand for a None of the signature where `none` says so. value: UNREADABLE where it is no plain value.
    owner: full name of the callable or setting.
    """

    owner: str
    source: str
    value: object
    quotation: Quotation
    doc: str
    required: bool = False
    none: bool = False


@dataclass(frozen=True)
class Open:
    """A statement whose callable has no readable signature: its parameter is to be asked of the running interpreter."""

    statement: Statement
    name: str


def _near(found: Survey, block: Block, statement: Statement) -> list[list[Mention]]:
    """Mentions that may own the parameter, nearest first: of the sentence, then of what stands before it.

    A name that is also the chapter's own is looked for in the sentence alone.
    """
    around = sentence(found.text, statement.span, block.span)
    here = [mention for mention in found.mentions if mention.span.within(around)]
    before = [mention for mention in found.mentions if around.start - _REACH <= mention.span.start < around.start]
    if statement.name in found.bound.own:
        before = []
    return [sorted(each, key=lambda mention: _distance(mention.span, statement.name_span)) for each in (here, before)]


def _distance(one: Span, other: Span) -> int:
    return max(other.start - one.end, one.start - other.end, 0)


def settings(found: Survey, block: Block, statement: Statement) -> Iterator[Stated | Open]:
    """A setting that is named in full, with its module's last part, by its own name, or by "the limit" after it was named."""
    for name in _setting_names(found, block, statement):
        resolved = found.resolve(name)
        if isinstance(resolved, Found) and resolved.kind == "value":
            mark = deprecation(found.names, resolved)
            target = found.resolve(mark.successor) if mark is not None and mark.successor else resolved
            if isinstance(target, Found) and isinstance(target.node, ast.Assign | ast.AnnAssign) and target.node.value is not None:
                stated = _of_setting(found, target, target.node.value)
                yield Open(statement, target.name) if stated.value is UNREADABLE else stated
                return


def _setting_names(found: Survey, block: Block, statement: Statement) -> Iterator[str]:
    written = statement.name
    full = found.bound.full(written) if "." in written else None
    if full is not None:
        yield full
    elif "." in written and found.packages.distribution_of(written.partition(".")[0]) is not None:
        yield written
    elif "." in written or "_" in written:
        setting = config_name(found, written)
        yield from [setting] if setting is not None else []
    elif written.lower() in GENERIC:
        referent = _referent(found, block, statement)
        yield from [referent] if referent is not None else []


def _referent(found: Survey, block: Block, statement: Statement) -> str | None:
    """The setting that "it" or "the limit" stands for: the last name of code before it, whatever that is, and no other."""
    start = max(block.span.start, statement.span.start - _REACH)
    tokens = list(_TOKEN.finditer(found.text, start, statement.span.start))
    if not tokens:
        return None
    around = sentence(found.text, Span(start=tokens[-1].start(), end=tokens[-1].end()), block.span)
    if len({token.group().strip("`") for token in tokens if token.start() >= around.start}) > 1 and statement.name.lower() != "it":
        return None
    written, low = tokens[-1].group().strip("`"), statement.name.lower()
    if low not in ("it", "this", "that", "value", "setting", "option") and low not in written.lower().rpartition(".")[2].split("_"):
        return None
    if "." not in written:
        return config_name(found, written) if "_" in written else None
    full = found.bound.full(written)
    if full is not None:
        return full
    return written if found.packages.distribution_of(written.partition(".")[0]) is not None else config_name(found, written)


def parameters_said(found: Survey, subjects: Subjects, block: Block, statement: Statement) -> Iterator[Stated | Open]:
    """What the callables say of the parameter that a sentence may mean: those it names, else those named before."""
    if "." in statement.name:
        return
    here, before = _near(found, block, statement)
    around = sentence(found.text, statement.span, block.span)
    own = statement.name in found.bound.own
    spoken = [] if own else subjects.before(block, around.start)
    if _ITS.match(found.text, around.start):
        for each in spoken:
            owners = list(spoken_of(found, statement, each))
            if owners:
                yield from owners
                return
    all_named: list[Mention | Subject] = [*here, *(each for each in subjects.named(around) if not _mentioned(each, here))]
    named = [each for each in all_named if not _compared(found.text, each.span, around)]
    said_of = found.text[around.start : around.end]
    further: list[Mention | Subject] = [] if own or named else [*subjects.around(block.span.start)]
    near: list[Mention | Subject] = [*spoken, *before]
    earlier = [each for each in near if may_be_of(said_of, each.written)]
    above = [each for each in further if may_be_of(said_of, each.written)]
    for group in (named, earlier, above):
        said = [owner for each in group for owner in _of(found, block, statement, each)]
        said = said if group is named else [each for each in said if isinstance(each, Open) or not each.required]
        if said:
            yield from said
            return
    if not own and not named:
        yield from _anywhere(found, subjects, statement)


def _compared(text: str, span: Span, within: Span) -> bool:
    """Whether a name is only what something else is compared with: "0, as in Adam"."""
    return _COMPARED.search(text[max(within.start, span.start - 30) : span.start]) is not None


def _mentioned(subject: Subject, here: list[Mention]) -> bool:
    return any(mention.span.overlaps(subject.span) for mention in here)


def _anywhere(found: Survey, subjects: Subjects, statement: Statement) -> Iterator[Stated]:
    """What the callables say that the chapter names anywhere, where neither its sentence nor one before it names the parameter's owner.

    Those that have the parameter without a default are not meant.
    """
    names = (*(mention.written for mention in found.mentions), *(each.written for each in subjects.everywhere()))
    for written in dict.fromkeys(names):
        for candidate in subjects.candidates(written):
            there = default_of(found, candidate, statement.name)
            if there is not None and not there.required:
                yield Stated(candidate.name, there.source, there.value, there.quotation, "", none=there.none)


def _of(found: Survey, block: Block, statement: Statement, each: Mention | Subject) -> Iterator[Stated | Open]:
    return _owned(found, block, statement, each) if isinstance(each, Mention) else spoken_of(found, statement, each)


def spoken_of(found: Survey, statement: Statement, subject: Subject) -> Iterator[Stated]:
    """What the callables that a name may stand for say of the parameter."""
    for candidate in subject.candidates:
        yield from _stated(found, statement, candidate)


def _owned(found: Survey, block: Block, statement: Statement, mention: Mention) -> Iterator[Stated | Open]:
    """What one callable says of the parameter; nothing where it has none of that name."""
    resolved = found.resolve(mention.name)
    if isinstance(resolved, Found):
        yield from _stated(found, statement, resolved)
        return
    open_to_run = isinstance(resolved, Unknown) and mention.sure and found.distribution(mention.name) is not None
    if open_to_run and mention.span.within(block.span):
        yield Open(statement, mention.name)


def _stated(found: Survey, statement: Statement, candidate: Found) -> Iterator[Stated]:
    there = default_of(found, candidate, statement.name)
    if there is not None:
        doc = document(found.names, candidate)
        words = doc.text if doc is not None else ""
        yield Stated(candidate.name, there.source, there.value, there.quotation, words, there.required, there.none)


def _of_setting(found: Survey, target: Found, value: ast.expr) -> Stated:
    if isinstance(value, ast.Call):
        value = next((keyword.value for keyword in value.keywords if keyword.arg == "default"), value)
    source = ast.unparse(value)
    return Stated(target.name, source, evaluated(found, target, source), target.quote(), "")
