"""Defaults that the chapter states in words against those of the signature or the settings module."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import derived
from tools.instruments.identifiers.announced import announced, is_item
from tools.instruments.identifiers.bracketed import bracketed
from tools.instruments.identifiers.chosen import chosen
from tools.instruments.identifiers.counted import counted
from tools.instruments.identifiers.grids import in_tables
from tools.instruments.identifiers.hedges import sentence
from tools.instruments.identifiers.meant import meant
from tools.instruments.identifiers.pairs import pairs
from tools.instruments.identifiers.parameters import OTHER, UNREADABLE, same
from tools.instruments.identifiers.pointed import pointed
from tools.instruments.identifiers.recalled import recalled
from tools.instruments.identifiers.statements import Statement, statements
from tools.instruments.identifiers.subjects import Subject, Subjects, sentences
from tools.instruments.identifiers.survey import Judgement, Survey, finding, quoted
from tools.instruments.identifiers.untold import untold
from tools.instruments.identifiers.whose import GENERIC, Open, Stated, parameters_said, settings, spoken_of
from tools.records import Block, Finding, Replacement, Span

WRONG = Judgement("default-value", "contradicted", "high", "correction")
RIGHT = Judgement("default-value", "supported", "low", "no change")
_LIBRARY = re.compile(r"\b(?:PyTorch|NumPy|pandas)\b")


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
                yield from _weighed(found, statement, [said for owner in owners for said in spoken_of(found, statement, owner)])
    for statement, owner in in_tables(found, subjects):
        yield from _weighed(found, statement, [*spoken_of(found, statement, owner)])


def _more(found: Survey, block: Block) -> Iterator[Statement]:
    """Names and values side by side, and values of a name that stands in the sentence before."""
    if block.kind in ("prose", "quote"):
        listed = is_item(found.text, block) and announced(found.chapter, found.text, block)
        for around in sentences(found.text, block.span):
            yield from pairs(found.text, around, listed)
            yield from recalled(found.text, around, block.span)
            yield from pointed(found.text, around)


def _counted(found: Survey, subjects: Subjects, block: Block) -> Iterator[tuple[Statement, list[Subject]]]:
    for around in sentences(found.text, block.span) if block.kind in ("prose", "quote") else ():
        yield from ((said, [of]) for said, of in (*counted(found, subjects, block, around), *chosen(found, subjects, block, around)))
        yield from untold(found, subjects, block, around)
        yield from meant(found, subjects, block, around)
        yield from bracketed(found, subjects, block, around)


def _judged(found: Survey, subjects: Subjects, block: Block, statement: Statement) -> Iterator[Finding | Open]:
    candidates: list[Stated | Open] = [*settings(found, block, statement)]
    if statement.setting and (candidates and _set_by_chapter(found, statement)):
        return
    if not candidates and not statement.setting:
        candidates = [*parameters_said(found, subjects, block, statement)]
    yield from _weighed(found, statement, _of_library(found, block, statement, candidates))


def _of_library(found: Survey, block: Block, statement: Statement, candidates: list[Stated | Open]) -> list[Stated | Open]:
    """Those of the one library that the sentence names, where it names one and any is of it."""
    around = sentence(found.text, statement.span, block.span)
    named = {each.lower().removeprefix("py") for each in _LIBRARY.findall(found.text[around.start : statement.span.end])}
    root = named.pop() if len(named) == 1 else ""
    return [each for each in candidates if isinstance(each, Stated) and each.owner.partition(".")[0] == root] or candidates


def _weighed(found: Survey, statement: Statement, candidates: list[Stated | Open]) -> Iterator[Finding | Open]:
    """What the candidates say together: one that agrees confirms, and all have to deny for a fault."""
    stated = [each for each in candidates if isinstance(each, Stated)]
    if statement.value is None and any(each.none for each in stated):
        return
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
    generic = statement.name.lower() in GENERIC
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


def denies(statement: Statement, stated: Stated) -> bool:
    """Whether the source's value really contradicts what is said. A None often stands for a value that the docstring names."""
    if stated.value is None:
        lines = [line for line in _about(stated.doc, statement.name) if "default" in line.lower()]
        if any(_mentions(line, statement.said) for line in lines):
            return False
        if isinstance(statement.value, str):
            return False
        if any(OTHER.search(line) for line in lines):
            return True
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
