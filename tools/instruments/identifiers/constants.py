"""Constants and members of enumerations whose value the chapter prints beside their name, held against their definition."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import derived
from tools.instruments.identifiers.parameters import UNREADABLE, evaluated, same
from tools.instruments.identifiers.statements import DENIED, VALUE, parse_value
from tools.instruments.identifiers.subjects import Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.packages.modules import Binding, Module, dotted
from tools.packages.resolution import Found
from tools.records import Block, Finding, Replacement, Row, Span

WRONG = Judgement("constant", "contradicted", "high", "correction")
RIGHT = Judgement("constant", "supported", "low", "no change")
_CONSTANT = re.compile(r"(?<![\w./])(?P<name>(?:[A-Za-z_]\w*\.)*[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?![\w(/-]|\.\w)")
_LINK = (
    r"`?(?:\s*\(\s*(?:=\s*)?|\s*(?:=|:|→|->)\s*|,?\s+(?:(?:which|that|and|das|die|der|und|qui|et)\s+)?"
    r"(?:is|equals|has\s+the\s+value|stands\s+for|stands\s+at|means|is\s+set\s+to|ist|hat\s+den\s+Wert|steht\s+für|beträgt|est|vaut)"
    r"(?:\s+(?:the\s+(?:number|value|string)|simply|just|currently|equal\s+to))?\s+"
    r"|\s+(?:applies|is\s+used|holds|gilt|s['’]applique),?\s+(?:which|and\s+(?:it|that)|das|die|qui)\s+(?:is|ist|est|vaut)\s+)"
)
_AFTER = re.compile(rf"{_LINK}{VALUE}(?!\s*(?:%|times\b|or\b|to\b|and\s+\d|\+|\*|/|\w+s\b\s+(?:of|in)\b))")
_BEFORE = re.compile(rf"(?<![\w.]){VALUE}\s+\(\s*`?$")
_ENUMS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum")
_HEAD = re.compile(r"\b(?:values?|numbers?|codes?|ports?|Wert|Nummer|Zahl|valeurs?|numéros?|default)\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Said:
    name: str
    place: Span
    value: object
    words: str
    span: Span


def constants(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    """Findings on names in capitals with a value beside them, in sentences and in the rows of tables."""
    homes = _enumerations(found, subjects)
    for block in found.chapter.blocks:
        if block.kind in ("prose", "quote"):
            said = [*_in_words(found.text, block)]
        elif block.kind == "table" and block.table is not None:
            heads = [found.text[span.start : span.end] for span in block.table.header]
            said = [each for row in block.table.rows for each in _in_row(found.text, heads, row)]
        else:
            continue
        for each in said:
            resolved = _resolved(found, subjects, homes, each.name)
            if resolved is not None:
                yield from _judged(found, each, resolved)


def _in_words(text: str, block: Block) -> Iterator[_Said]:
    for name in _CONSTANT.finditer(text, block.span.start, block.span.end):
        value = _AFTER.match(text, name.end(), block.span.end)
        before = text[max(block.span.start, name.start() - 50) : name.start()].rpartition(". ")[2]
        if value is None or DENIED.search(before) or DENIED.search(value.group()):
            continue
        known, meant = parse_value(value["value"])
        place = Span(start=name.start("name"), end=name.end("name"))
        if known:
            yield _Said(name["name"], place, meant, value["value"].strip("`"), Span(start=value.start("value"), end=value.end("value")))


def _in_row(text: str, heads: list[str], row: Row) -> Iterator[_Said]:
    """The one value of a row beside the one constant in it."""
    cells = [text[cell.start : cell.end].strip() for cell in row.cells]
    names = [at for at, cell in enumerate(cells) if _CONSTANT.fullmatch(cell.strip("`"))]
    values = [at for at, cell in enumerate(cells) if at not in names and parse_value(cell)[0]]
    fitting = [at for at in values if len(heads) == len(cells) and _HEAD.search(heads[at])]
    chosen = fitting if len(fitting) == 1 else values if len(cells) == 2 else []
    if len(names) == 1 and len(chosen) == 1:
        cell = row.cells[chosen[0]]
        yield _Said(cells[names[0]].strip("`"), row.cells[names[0]], parse_value(cells[chosen[0]])[1], cells[chosen[0]].strip("`"), cell)


def _enumerations(found: Survey, subjects: Subjects) -> list[Found]:
    """The classes of constants that the chapter names."""
    named = {mention.name for mention in found.mentions}
    classes = {each.name: each for name in sorted(named) if isinstance(each := found.resolve(name), Found)}
    for block in found.chapter.blocks:
        if block.kind != "code":
            classes |= {each.name: each for subject in subjects.named(block.span) for each in subject.candidates}
    return [each for each in classes.values() if each.kind == "class" and _is_enumeration(each)]


def _is_enumeration(found: Found) -> bool:
    node = found.node
    bases = [(dotted(base) or "").rpartition(".")[2] for base in node.bases] if isinstance(node, ast.ClassDef) else []
    return any(base in _ENUMS for base in bases)


def _resolved(found: Survey, subjects: Subjects, homes: list[Found], name: str) -> Found | None:
    """The one assignment that gives a constant its value."""
    if name.partition(".")[0] in found.bound.own:
        return None
    full = found.bound.full(name)
    if full is None and "." in name and found.distribution(name) is not None:
        full = name
    if full is not None:
        resolved = found.resolve(full)
        return resolved if isinstance(resolved, Found) and _plain(resolved) else None
    owner, _, last = name.rpartition(".")
    classes = [home for home in homes if not owner or home.name.rpartition(".")[2] == owner]
    there = [each for home in classes if isinstance(each := found.names.member(home, last), Found)]
    if not there and not owner:
        there = [each for each in subjects.candidates(name) if each.kind == "value"]
    return there[0] if len(there) == 1 and _plain(there[0]) else None


def _plain(resolved: Found) -> bool:
    if resolved.kind != "value" or resolved.binding is None or not isinstance(resolved.node, ast.Assign | ast.AnnAssign):
        return False
    return len(_siblings(resolved.module, resolved.binding, resolved.owner)) == 1


def _siblings(module: Module, binding: Binding, owner: Binding | None) -> tuple[Binding, ...]:
    return module.members(owner).get(binding.name, ()) if owner is not None else module.bindings.get(binding.name, ())


def _value(found: Survey, resolved: Found) -> object:
    """The value of a constant; of a member of an enumeration that is made of several things, the first."""
    node = resolved.node
    assert isinstance(node, ast.Assign | ast.AnnAssign)
    source = node.value
    if source is None:
        return UNREADABLE
    if resolved.owner is not None and isinstance(source, ast.Tuple) and source.elts:
        source = source.elts[0]
    return evaluated(found, resolved, ast.unparse(source))


def _judged(found: Survey, said: _Said, resolved: Found) -> Iterator[Finding]:
    there = _value(found, resolved)
    if there is UNREADABLE or there is None or isinstance(there, bool) != isinstance(said.value, bool):
        return
    right = same(said.value, there)
    kinds = (int, float) if isinstance(there, int | float) else (type(there),)
    if not right and (not isinstance(said.value, kinds) or _rounded(said.value, there)):
        return
    release = found.release(resolved.name)
    opposite = "as the chapter says" if right else f"not {said.words}"
    summary = f"{said.name} is {there!r} in {release}, {opposite} ({at(resolved)})."
    span = Span(start=min(said.place.start, said.span.start), end=max(said.span.end, said.place.end))
    working = (f"the chapter says {said.words}; {at(resolved)} says {there!r}",)
    proposal = None if right else Replacement(span=said.span, text=derived(repr(there)), reason="the value in the source")
    ground = quoted("SUPPORTS" if right else "CONTRADICTS", resolved.quote())
    yield finding(RIGHT if right else WRONG, span, summary, working, (ground,), proposal)


def _rounded(said: object, there: object) -> bool:
    """Whether a number is the other one with fewer digits."""
    if not isinstance(said, int | float) or not isinstance(there, int | float):
        return False
    return abs(said - there) <= 0.02 * abs(there) and isinstance(there, float)
