"""Defaults that the chapter states in words against those of the signature or the settings module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import derived
from tools.instruments.identifiers.announced import announced, is_item
from tools.instruments.identifiers.chosen import chosen
from tools.instruments.identifiers.counted import counted
from tools.instruments.identifiers.grids import in_tables
from tools.instruments.identifiers.hedges import sentence
from tools.instruments.identifiers.mentions import Mention
from tools.instruments.identifiers.pairs import pairs
from tools.instruments.identifiers.parameters import UNREADABLE, default_of, evaluated
from tools.instruments.identifiers.recalled import recalled
from tools.instruments.identifiers.statements import Statement, statements
from tools.instruments.identifiers.subjects import Subject, Subjects, sentences
from tools.instruments.identifiers.survey import Judgement, Survey, config_name, finding, quoted
from tools.instruments.identifiers.untold import untold
from tools.packages.documents import document
from tools.packages.resolution import Found, Unknown
from tools.packages.signatures import deprecation, signature
from tools.records import Block, Finding, Quotation, Replacement, Span

WRONG = Judgement("default-value", "contradicted", "high", "correction")
RIGHT = Judgement("default-value", "supported", "low", "no change")
_REACH = 1500
_TOKEN = re.compile(
    r"`[A-Za-z_][\w.]*`|(?<![\w./`])(?:[A-Za-z_]\w*\.)*[A-Za-z]\w*_\w+(?![\w/(])|(?<![\w./`])[a-z_]\w*(?:\.[a-z_]\w*)+(?![\w/])"
)
_ITS = re.compile(r"\s*[`*]*(?:Its?|Sein\w*|Ihr\w*|Son|Sa|Su)\b")
_GENERIC = {"it", "limit", "value", "setting", "option", "flag", "threshold", "this", "parameter", "argument", "that"}


@dataclass(frozen=True)
class Stated:
    """What a source states as a default.

    source: its words. value: UNREADABLE where it is no plain value. owner: full name of the callable or setting.
    """

    owner: str
    source: str
    value: object
    quotation: Quotation
    doc: str


@dataclass(frozen=True)
class Open:
    """A statement whose callable has no readable signature: its parameter is to be asked of the running interpreter."""

    statement: Statement
    name: str


def defaults(found: Survey, subjects: Subjects) -> Iterator[Finding | Open]:
    for block in found.chapter.blocks:
        if block.kind not in ("prose", "quote", "table", "heading"):
            continue
        taken: list[Span] = []
        for statement in (*statements(found.text, block.span), *_more(found, block)):
            if not any(statement.value_span.overlaps(each) for each in taken):
                judged = [*_judged(found, subjects, block, statement)]
                taken += [statement.value_span] if judged else []
                yield from judged
        for statement, owners in _counted(found, subjects, block):
            if not any(statement.value_span.overlaps(each) for each in taken):
                taken.append(statement.value_span)
                yield from _weighed(found, statement, [said for owner in owners for said in _spoken_of(found, statement, owner)])
    for statement, owner in in_tables(found, subjects):
        yield from _weighed(found, statement, [*_spoken_of(found, statement, owner)])


def _more(found: Survey, block: Block) -> Iterator[Statement]:
    """Names and values side by side, and values of a name that stands in the sentence before."""
    if block.kind in ("prose", "quote"):
        listed = is_item(found.text, block) and announced(found.chapter, found.text, block)
        for around in sentences(found.text, block.span):
            yield from pairs(found.text, around, listed)
            yield from recalled(found.text, around, block.span)


def _counted(found: Survey, subjects: Subjects, block: Block) -> Iterator[tuple[Statement, list[Subject]]]:
    for around in sentences(found.text, block.span) if block.kind in ("prose", "quote") else ():
        yield from ((said, [of]) for said, of in (*counted(found, subjects, block, around), *chosen(found, subjects, block, around)))
        yield from untold(found, subjects, block, around)


def _judged(found: Survey, subjects: Subjects, block: Block, statement: Statement) -> Iterator[Finding | Open]:
    candidates: list[Stated | Open] = [*_settings(found, block, statement)]
    if statement.setting and (candidates and _set_by_chapter(found, statement)):
        return
    if not candidates and not statement.setting:
        candidates = [*_parameters(found, subjects, block, statement)]
    yield from _weighed(found, statement, candidates)


def _weighed(found: Survey, statement: Statement, candidates: list[Stated | Open]) -> Iterator[Finding | Open]:
    """What the candidates say together: one that agrees confirms, and all have to deny for a fault."""
    stated = [each for each in candidates if isinstance(each, Stated)]
    agreeing = next((each for each in stated if same(statement.value, each.value)), None)
    if agreeing is not None:
        yield _finding(found, statement, agreeing, RIGHT)
        return
    if any(isinstance(each, Open) for each in candidates):
        yield from (each for each in candidates[:1] if isinstance(each, Open))
        return
    if stated and all(each.value is not UNREADABLE and denies(statement, each) for each in stated):
        yield _finding(found, statement, stated[0], WRONG)


def _finding(found: Survey, statement: Statement, stated: Stated, judged: Judgement) -> Finding:
    release = found.release(stated.owner)
    right = judged is RIGHT
    where = f"{stated.quotation.source.partition('/')[2]}, {stated.quotation.locator}"
    generic = statement.name.lower() in _GENERIC
    name = stated.owner if generic else statement.name
    of = "" if generic or statement.name.rpartition(".")[2] in stated.owner else f" of {stated.owner}"
    summary = (
        f"The default of {name}{of} is {stated.source} in {release}, as the chapter says ({where})."
        if right
        else f"The default of {name}{of} is {stated.source} in {release}, not {statement.said} ({where})."
    )
    working = (f"the chapter says {statement.said}; {where} says {stated.source}", f"belongs to {stated.owner}")
    ground = quoted("SUPPORTS" if right else "CONTRADICTS", stated.quotation)
    proposal = None
    if not right and _plain(stated.source):
        new = f"`{stated.source}`" if found.text[statement.value_span.start] == "`" else stated.source
        proposal = Replacement(span=statement.value_span, text=derived(new), reason="the default in the source")
    return finding(judged, statement.span, summary, working, (ground,), proposal, "The signature states it; nothing was run.")


def _plain(source: str) -> bool:
    return len(source) <= 40 and "\n" not in source


def _set_by_chapter(found: Survey, statement: Statement) -> bool:
    """Whether the chapter gives the setting a value of its own anywhere."""
    name = re.escape(statement.name.rpartition(".")[2])
    return re.search(rf"\b{name}[\"'`]?\s*(?:=(?!=)|:\s*[\d'\"TF])|\bset(?:ting)?\s+(?:\S+\s+){{0,3}}\S*{name}", found.text) is not None


# ---- whose default ---------------------------------------------------------------------------------------------


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


def _settings(found: Survey, block: Block, statement: Statement) -> Iterator[Stated | Open]:
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
    elif written.lower() in _GENERIC:
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


def _parameters(found: Survey, subjects: Subjects, block: Block, statement: Statement) -> Iterator[Stated | Open]:
    """What the callables say of the parameter that a sentence may mean: those it names, else those named before."""
    if "." in statement.name:
        return
    here, before = _near(found, block, statement)
    around = sentence(found.text, statement.span, block.span)
    own = statement.name in found.bound.own
    spoken = [] if own else subjects.before(block, around.start)
    if _ITS.match(found.text, around.start):
        for each in spoken:
            owners = list(_spoken_of(found, statement, each))
            if owners:
                yield from owners
                return
    named: list[Mention | Subject] = [*here, *(each for each in subjects.named(around) if not _mentioned(each, here))]
    earlier: list[Mention | Subject] = [*spoken, *before]
    for group in (named, earlier):
        said = [owner for each in group for owner in _of(found, block, statement, each)]
        if said:
            yield from said
            return
    if not own and not named:
        yield from _anywhere(found, subjects, statement)


def _mentioned(subject: Subject, here: list[Mention]) -> bool:
    return any(mention.span.overlaps(subject.span) for mention in here)


def _anywhere(found: Survey, subjects: Subjects, statement: Statement) -> Iterator[Stated]:
    """What the callables say that the chapter names anywhere, where neither its sentence nor one before it names the parameter's owner."""
    for written in dict.fromkeys(mention.written for mention in found.mentions):
        for candidate in subjects.candidates(written):
            there = default_of(found, candidate, statement.name)
            if there is not None:
                yield Stated(candidate.name, there.source, there.value, there.quotation, "")


def _of(found: Survey, block: Block, statement: Statement, each: Mention | Subject) -> Iterator[Stated | Open]:
    return _owned(found, block, statement, each) if isinstance(each, Mention) else _spoken_of(found, statement, each)


def _spoken_of(found: Survey, statement: Statement, subject: Subject) -> Iterator[Stated]:
    """What the callables that a name may stand for say of the parameter."""
    for candidate in subject.candidates:
        there = default_of(found, candidate, statement.name)
        if there is not None:
            doc = document(found.names, candidate)
            yield Stated(candidate.name, there.source, there.value, there.quotation, doc.text if doc is not None else "")


def _owned(found: Survey, block: Block, statement: Statement, mention: Mention) -> Iterator[Stated | Open]:
    """What one callable says of the parameter; nothing where it has none of that name."""
    resolved = found.resolve(mention.name)
    if not isinstance(resolved, Found):
        if (
            isinstance(resolved, Unknown)
            and mention.sure
            and found.distribution(mention.name) is not None
            and mention.span.within(block.span)
        ):
            yield Open(statement, mention.name)
        return
    shape = signature(found.names, resolved)
    parameter = shape.parameter(statement.name) if shape is not None else None
    if shape is None or parameter is None:
        return
    doc = _doc(resolved) or _doc(shape.found)
    if parameter.default is None:
        yield Stated(resolved.name, "nothing (it is required)", UNREADABLE, shape.quote(parameter), doc)
        return
    value = evaluated(found, shape.found, parameter.default)
    yield Stated(resolved.name, parameter.default, value, shape.quote(parameter), doc)


def _doc(found: Found) -> str:
    node = found.node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return ast.get_docstring(node) or ""
    return ""


# ---- values ----------------------------------------------------------------------------------------------------


def _of_setting(found: Survey, target: Found, value: ast.expr) -> Stated:
    if isinstance(value, ast.Call):
        value = next((keyword.value for keyword in value.keywords if keyword.arg == "default"), value)
    source = ast.unparse(value)
    return Stated(target.name, source, evaluated(found, target, source), target.quote(), "")


def same(said: object, there: object) -> bool:
    """Whether two plain values are the same default: numbers by value, but never a number and a truth value."""
    if there is UNREADABLE or isinstance(said, bool) != isinstance(there, bool):
        return False
    return said == there


def denies(statement: Statement, stated: Stated) -> bool:
    """Whether the source's value really contradicts what is said. A None often stands for a value that the docstring names."""
    if stated.value is None:
        lines = [line for line in _about(stated.doc, statement.name) if "default" in line.lower()]
        if any(_mentions(line, statement.said) for line in lines):
            return False
        if isinstance(statement.value, str):
            return False
        return isinstance(statement.value, bool) or any("none" in line.lower() for line in lines)
    if isinstance(statement.value, str) and not isinstance(stated.value, str):
        return False
    if isinstance(stated.value, str) and not isinstance(statement.value, str):
        return False
    if isinstance(statement.value, int) and isinstance(stated.value, bool) and not isinstance(statement.value, bool):
        return False
    return not any("default" in line.lower() and _mentions(line, statement.said) for line in _about(stated.doc, statement.name))


def _about(doc: str, name: str) -> list[str]:
    """The lines of a docstring that are about a parameter: from the line that it begins to the next entry."""
    lines = doc.split("\n")
    start = next((number for number, line in enumerate(lines) if re.match(rf"\s*[`*]*{re.escape(name)}\b\s*[`*]*\s*[:(,]", line)), None)
    if start is None:
        return []
    depth = len(lines[start]) - len(lines[start].lstrip())
    taken = [lines[start]]
    for line in lines[start + 1 : start + 15]:
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            break
        taken.append(line)
    return [" ".join(line.strip() for line in taken)]


def _mentions(line: str, said: str) -> bool:
    return re.search(rf"default[^.]{{0,60}}(?<![\w.]){re.escape(said.strip(chr(34)))}(?![\w])", line, re.IGNORECASE) is not None
