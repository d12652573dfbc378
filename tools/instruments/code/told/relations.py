"""What sentences say of two pieces of code, or of the form of one: a view, a copy, the longer one, what one does to the other."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from tools import python_source
from tools.instruments.code.told import patterns
from tools.instruments.code.told.clauses import PREPOSED, Claim, is_open
from tools.instruments.code.told.marks import Marked
from tools.instruments.code.told.predicates import Predicate, number_of


def relations_of(text: Marked) -> Iterator[Claim]:
    """The relations of one sentence; those under a condition, doubted, or of a mark that only belongs to something else are left out."""
    for pattern, read in _READERS:
        for match in pattern.finditer(text.words):
            groups = {k: v for k, v in match.groupdict().items() if v is not None}
            one = _code(text, groups.get("s") or groups.get("t"))
            other = _code(text, groups.get("o") or groups.get("u"))
            made = read(groups, one, other) if one else None
            lead = text.words[: match.start()]
            if made is None or (pattern not in _WHOLE and PREPOSED.search(lead)) or re.search(r"⟧,?\s+(?:and|und|et)\s+$", lead):
                continue
            said = "False" if sum(name in groups for name in patterns.NEGATIONS) % 2 else "True"
            expression, value = made
            value = value or said
            if value not in ("True", "False") and said == "False":
                continue
            if value == "not":
                value = "True" if said == "False" else "False"
            claim = Claim(expression, Predicate("value", value), match.start(), match.end(), (), "is")
            if not is_open(text, claim):
                yield claim


Made = tuple[str, str]  # an expression, and what it gives: "" for True or what a negation makes of it, "not" for the reverse of that
Groups = dict[str, str]


def _code(text: Marked, number: str | None) -> str:
    code = text.code[int(number)] if number is not None else ""
    return "" if "..." in code or "…" in code else code


def _expression(code: str) -> ast.expr | None:
    try:
        return python_source.expression(code)
    except SyntaxError:
        return None


def _roots(code: str) -> str | None:
    """The names that an expression may be a view or a copy of, the one that it begins with first; "" for a name alone."""
    node = _expression(code)
    if node is None or isinstance(node, ast.Constant):
        return None
    if isinstance(node, ast.Name):
        return ""
    first: ast.expr = node
    while isinstance(first, (ast.Call, ast.Attribute, ast.Subscript)):
        first = first.func if isinstance(first, ast.Call) else first.value
    names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not hasattr(builtins, n.id)]
    if not names:
        return None
    begin = [first.id] if isinstance(first, ast.Name) and first.id in names else []
    return "".join(f", {name}" for name in dict.fromkeys([*begin, *names]))


def _view(groups: Groups, one: str, other: str) -> Made | None:
    if "rest" in groups or _expression(one) is None:
        return None
    method = "copied" if groups["what"].lower() in ("copy", "kopie", "copie") else "view"
    roots = f", ({other})" if other and _expression(other) is not None else _roots(one)
    if roots is None or (other and _expression(other) is None):
        return None
    return f"_known_.{method}(({one}){roots})", ""


def _shares(groups: Groups, one: str, other: str) -> Made | None:
    return None if not _are_expressions(one, other) else (f"_known_.shares({one}, {other})", "")


def _copies(groups: Groups, one: str, other: str) -> Made | None:
    roots = _roots(one)
    return (f"_known_.copied(({one}){roots})", "") if roots and "(" in one + "[" else None


def _object(groups: Groups, one: str, other: str) -> Made | None:
    return None if not _are_expressions(one, other) else (f"({one}) is ({other})", "")


def _are_expressions(one: str, other: str) -> bool:
    return bool(one and other) and _expression(one) is not None and _expression(other) is not None


def _larger(groups: Groups, one: str, other: str) -> Made | None:
    if not _are_expressions(one, other):
        return None
    word = groups["more"].lower()
    lengths, smaller = word in patterns.LENGTHS, word in patterns.SMALLER
    form = "len({})" if lengths else "_known_.number({})"
    left, right = form.format(one), form.format(other)
    if "count" in groups:
        return (f"{right} - {left}" if smaller else f"{left} - {right}"), number_of(groups["count"])
    return f"{left} {'<' if smaller else '>'} {right}", ""


def _more(groups: Groups, one: str, other: str) -> Made | None:
    if not _are_expressions(one, other):
        return None
    fewer = groups["more"].lower() in ("fewer", "less", "weniger")
    first, second = (other, one) if fewer else (one, other)
    counted = "count" in groups
    return (f"len({first}) - len({second})", number_of(groups["count"])) if counted else (f"len({first}) > len({second})", "")


def _as(groups: Groups, one: str, other: str) -> Made | None:
    adjective = groups.get("adjective", "").lower()
    if not _are_expressions(one, other) or not ("factor" in groups or adjective):
        return None
    factor = patterns.FACTORS[groups.get("factor", "twice").lower()] if "factor" in groups else 1.0
    long = adjective in ("long", "lang", "longue", "many")
    left, right = (f"len({one})", f"len({other})") if long else (one, other)
    return f"_known_.times({left}, {right}, {factor})", ""


def _what(words: str) -> str:
    word = words.lower().removesuffix("s") if words.lower() not in ("hashes", "axes") else "hash"
    if re.match(r"number of (?:dimensions|axes)", words, re.I):
        return "ndim"
    return (
        "size"
        if re.match(r"number of (?:element|number|value|entr)", words, re.I)
        else patterns.WHAT.get(word.removesuffix(" value"), "length")
    )


def _alike(groups: Groups, one: str, other: str) -> Made | None:
    if not _are_expressions(one, other) or groups["how"].lower() == "des":
        return None
    differ = groups["how"].lower() in ("different", "unequal", "verschiedene", "another", "a different")
    return f"_known_.alike({one}, {other}, {_what(groups['what'])!r})", "not" if differ else ""


def _equal(groups: Groups, one: str, other: str) -> Made | None:
    if not _are_expressions(one, other):
        return None
    differ = groups["how"].lower() in ("different", "unequal", "verschieden", "ungleich", "différents")
    return f"_known_.equal({one}, {other})", "not" if differ else ""


def _agree(groups: Groups, one: str, other: str) -> Made | None:
    if not _are_expressions(one, other) or "degree" in groups:
        return None
    differ = re.match("differ|disagree|untersch|diff", groups["how"], re.I) is not None
    return f"_known_.equal({one}, {other})", "not" if differ else ""


def _holds(groups: Groups, one: str, other: str) -> Made | None:
    node = _expression(one)
    return (f"bool({one})", "") if isinstance(node, (ast.Compare, ast.BoolOp)) else None


def _changes(groups: Groups, one: str, other: str) -> Made | None:
    """Statements, or a call, and the name that they are said to change or leave."""
    try:
        tree = python_source.module(one)
    except SyntaxError:
        return None
    done = all(
        isinstance(n, (ast.Assign, ast.AugAssign, ast.Delete)) or (isinstance(n, ast.Expr) and isinstance(n.value, ast.Call))
        for n in tree.body
    )
    target = _expression(other)
    if not done or not tree.body or target is None or isinstance(target, ast.Constant):
        return None
    names = sorted({n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not hasattr(builtins, n.id)})
    return f"_known_.changes({one!r}, lambda: ({''.join(n + ', ' for n in names)}), lambda: {other})", ""


def _leaves(groups: Groups, one: str, other: str) -> Made | None:
    made = _changes(groups, one, other)
    return None if made is None else (made[0], "not")


def _through(groups: Groups, one: str, other: str) -> Made | None:
    if not _are_expressions(one, other) or one == other:
        return None
    return f"_known_.shares({one}, {other})", "not" if re.match("leave", groups["verb"], re.I) else ""


def _trait(groups: Groups, one: str, other: str) -> Made | None:
    node = _expression(one)
    if node is None or isinstance(node, ast.Constant):
        return None
    words = {k.lower(): v for k, v in patterns.TRAITS.items()}
    word = words[groups["word"].lower()]
    return f"_known_.trait({one}, {word.removeprefix('-')!r})", "not" if word.startswith("-") else ""


def _bytes(groups: Groups, one: str, other: str) -> Made | None:
    count = number_of(groups["count"]).replace(",", "")
    return (f"_known_.occupies({one}, {count})", "") if _expression(one) is not None else None


def _extreme(groups: Groups, one: str, other: str) -> Made | None:
    if _expression(one) is None:
        return None
    word = groups["which"].lower()
    what = (
        "max"
        if re.match("larg|great|max|größ", word)
        else "median"
        if word == "median"
        else "mean"
        if word in ("mean", "average")
        else "min"
    )
    return f"_known_.measured({one}, {what!r})", groups["value"]


def _total(groups: Groups, one: str, other: str) -> Made | None:
    return (f"_known_.measured({one}, 'sum')", number_of(groups["value"])) if _expression(one) is not None else None


_READERS = (
    (patterns.VIEW, _view),
    (patterns.SHARES, _shares),
    (patterns.COPIES, _copies),
    (patterns.OBJECT, _object),
    (patterns.LARGER, _larger),
    (patterns.MORE, _more),
    (patterns.AS, _as),
    (patterns.ALIKE, _alike),
    (patterns.LIKE, _alike),
    (patterns.EQUAL, _equal),
    (patterns.AGREE, _agree),
    (patterns.HOLDS, _holds),
    (patterns.LEAVES, _leaves),
    (patterns.CHANGES, _changes),
    (patterns.THROUGH, _through),
    (patterns.TRAIT, _trait),
    (patterns.BYTES, _bytes),
    (patterns.EXTREME, _extreme),
    (patterns.TOTAL, _total),
)
#: Patterns whose first mark may follow a preposition, since that belongs to them.
_WHOLE = (patterns.THROUGH, patterns.EXTREME, patterns.TOTAL)
