"""What the tables of a text say of code: a column of calls beside one of results, or a call in a header over the values of an argument.

| expression    | result |        | x   | `round(x)` | `math.floor(x)` |
| `round(2.5)`  | `2`    |        | 2.5 | 2          | 2               |
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools import python_source
from tools.instruments.code.compare import kind_of, literal
from tools.instruments.code.told.clauses import Claim
from tools.instruments.code.told.predicates import Predicate
from tools.instruments.code.told.words import ERROR
from tools.instruments.code.volatile import rests_on
from tools.records import Block, Row, Span

_CODE = re.compile(
    r"(?:python )?(?:expressions?|calls?|code|statements?|operations?|ausdr[uü]ck\w*|aufruf\w*|appels?|operationen|opérations?"
    r"|instructions?)",
    re.I,
)
_RESULT = re.compile(
    r"(?:the )?(?:results?|values?|returns?|return values?|returned(?: value)?|outputs?|gives?|prints?|yields?|evaluates to|is"
    r"|ergebnis\w*|werte?|ergibt|liefert|ausgabe|rückgabe\w*|résultats?|valeurs?|donne|renvoie|affiche)",
    re.I,
)
_TYPE = re.compile(r"(?:its |python )?(?:type|class|typ|klasse|classe)(?: of (?:the )?(?:result|value))?", re.I)
_RAISES = re.compile(rf"(?:raises? |wirft |lève )?(?:an? |einen? |une? )?`?(?P<name>{ERROR})`?", re.I)


def tabulated(block: Block, text: str) -> Iterator[tuple[Claim, Span]]:
    """(claim, where it stands) for every cell of a table that shows what code gives."""
    table = block.table
    if table is None or len(table.header) < 2:
        return
    heads = [text[span.start : span.end].strip().strip("*").strip() for span in table.header]
    sources = [i for i, head in enumerate(heads) if _CODE.fullmatch(head.strip("`"))]
    for row in table.rows:
        if len(row.cells) != len(heads):
            continue
        yield from _of_expression(row, sources, heads, text)
        yield from _of_argument(row, heads, text)


def _of_expression(row: Row, sources: list[int], heads: list[str], text: str) -> Iterator[tuple[Claim, Span]]:
    """Cells beside the one column of code that speak of its result or the type of that."""
    expression = _asked(_cell(row, sources[0], text)) if len(sources) == 1 else None
    if expression is None:
        return
    for i, head in enumerate(heads):
        if i == sources[0]:
            continue
        words = _cell(row, i, text)
        if _RESULT.fullmatch(head.strip("`")) and (predicate := _shown(words)) is not None:
            yield _claim(expression, predicate), _place(row, sources[0], i)
        elif _TYPE.fullmatch(head.strip("`")) and re.fullmatch(r"`?[A-Za-z_][\w.]*`?", words):
            yield (
                _claim(f"type({expression}).__name__", Predicate("words", words.strip("`").rpartition(".")[2])),
                _place(row, sources[0], i),
            )


def _of_argument(row: Row, heads: list[str], text: str) -> Iterator[tuple[Claim, Span]]:
    """Cells under a call in a header, whose argument is the name that heads the first column."""
    name = heads[0].strip("`$*")
    given = _cell(row, 0, text).strip("`")
    if not re.fullmatch(r"[A-Za-z_]\w*", name) or not literal(given)[0]:
        return
    for i, head in enumerate(heads[1:], start=1):
        call = _asked(head) if head.startswith("`") else None
        if call is None or name not in _names(call) or (predicate := _shown(_cell(row, i, text))) is None:
            continue
        yield _claim(_with(call, name, given), predicate), _place(row, 0, i)


def _cell(row: Row, i: int, text: str) -> str:
    return text[row.cells[i].start : row.cells[i].end].strip()


def _place(row: Row, one: int, other: int) -> Span:
    """The cell that shows a result, with that of the code where it stands before."""
    return Span(start=min(row.cells[one].start, row.cells[other].start), end=max(row.cells[one].end, row.cells[other].end))


def _asked(cell: str) -> str | None:
    """The expression of a cell, None where it is none, shows only a value, or rests on the machine."""
    inner = re.fullmatch(r"(`+)\s?(?P<code>.+?)\s?\1", cell)
    source = (inner["code"] if inner is not None else cell).replace("\\|", "|")
    try:
        tree = python_source.expression(source)
    except SyntaxError:
        return None
    made = any(isinstance(n, (ast.Call, ast.BinOp, ast.Compare, ast.Subscript, ast.BoolOp, ast.Attribute)) for n in ast.walk(tree))
    if inner is None and not any(isinstance(n, ast.Call) for n in ast.walk(tree)):
        return None  # `2-1` in a table without marks may be a score
    return source if made and "..." not in source and not rests_on(tree, frozenset()) else None


def _shown(words: str) -> Predicate | None:
    """What a cell shows, None where it is words."""
    raised = _RAISES.fullmatch(words)
    if raised is not None:
        return Predicate("raises", raised["name"].rpartition(".")[2])
    inner = re.fullmatch(r"(`+)\s?(?P<code>.+?)\s?\1", words)
    shown = inner["code"] if inner is not None else words
    if literal(shown)[0] and (inner is not None or kind_of(shown) in ("number", "bool", "NoneType", "str", "list", "tuple", "dict")):
        return Predicate("value", shown)
    return None


def _claim(expression: str, predicate: Predicate) -> Claim:
    return Claim(expression, predicate, 0, 0, (), "gives")


def _names(source: str) -> set[str]:
    return {n.id for n in ast.walk(python_source.expression(source)) if isinstance(n, ast.Name)}


def _with(source: str, name: str, value: str) -> str:
    """The expression with a value in place of a name."""

    class Given(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return python_source.expression(f"({value})") if node.id == name else node

    return ast.unparse(Given().visit(python_source.expression(source)))
