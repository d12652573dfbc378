"""What a chapter compiles with torch and calls: in its code, and in the words and tables beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tools import python_source
from tools.instruments.code.programs import Piece
from tools.records import Block, Chapter, Span

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LIST = r"(?:{item})(?:,\s+(?:{item}))*(?:,?\s+(?:and|then|und|puis|et)\s+(?:{item}))"
_LENGTHS = re.compile(
    r"\b(?:vectors?|tensors?|inputs?|batches|sequences|Vektoren|Eingaben|vecteurs?)\s+of\s+(?:the\s+)?(?:lengths?|sizes?)\s+(?P<list>"
    + _LIST.format(item=r"\d+")
    + r")|\b(?:of\s+lengths?|the\s+lengths|lengths|sizes|der\s+Längen?|longueurs)\s+(?P<more>"
    + _LIST.format(item=r"\d+")
    + ")",
    re.IGNORECASE,
)
_TEXTS = re.compile("(?P<list>" + _LIST.format(item=r"[\"“'][\w -]{1,20}[\"”']") + ")")
_LETTERS = re.compile(r"\bfrom\s+[\"“'](?P<first>[a-z])[\"”']\s+to\s+[\"“'](?P<last>[a-z])[\"”']")
_EXPRESSION = re.compile(r"`(?P<code>(?P<name>[A-Za-z_]\w*)\([^`\n]*\))`")
_INLINE = re.compile(r"`(?P<code>torch\.compile\([^`\n]+\))`")
_SHAPE = re.compile(r"`?\(?\s*\d+(?:\s*,\s*\d+)*\s*,?\)?`?")
_YES = re.compile(r"\W*(?:yes|ja|oui|compiles?|recompiles?|new|miss|✓|x)\W*", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|nein|non|reuses?|reused|cached|hit|–|-|—)\W*", re.IGNORECASE)
_COMPILES = re.compile(r"compil|kompil|new graph|graph", re.I)
_ARGUMENT = re.compile(r"\b(?:shape|length|size|batch|input|Länge|Größe|Form|forme|longueur|taille)\b", re.I)
_CALLED = re.compile(r"`(?P<name>[A-Za-z_]\w*)(?:\([^`]*\))?`")


@dataclass(frozen=True)
class Call:
    """One call of a compiled function at the top of a program: its function, piece and line."""

    function: str
    piece: int
    line: int
    source: str


@dataclass(frozen=True)
class Series:
    """Calls that the text tells outside its code. rows: for each call the row of a table that it stands for, with what is said of it."""

    id: int
    after: int | None
    setup: str
    calls: tuple[str, ...]
    function: str
    place: Span
    rows: tuple[tuple[Span, bool], ...] = ()
    single: bool = False


@dataclass(frozen=True)
class Scene:
    """The pieces of a chapter that can be run, with what they compile."""

    pieces: tuple[Piece, ...]

    @cached_property
    def functions(self) -> dict[str, str]:
        """What is compiled: the name it is called by -> the name of the function that is traced."""
        found: dict[str, str] = {}
        for piece in self.pieces:
            for node in ast.walk(piece.tree):
                if isinstance(node, ast.FunctionDef) and any(_is_compile(each) for each in node.decorator_list):
                    found[node.name] = node.name
                elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _is_compile(node.value):
                    for target in node.targets:
                        if isinstance(target, ast.Name):
                            found[target.id] = self._traced(node.value)
        return found

    def _traced(self, call: ast.Call) -> str:
        first = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "model"), None)
        if isinstance(first, ast.Lambda):
            return "<lambda>"
        return "forward" if isinstance(first, ast.Name) and first.id not in self.defined else getattr(first, "id", "")

    @cached_property
    def defined(self) -> dict[str, ast.FunctionDef]:
        return {n.name: n for piece in self.pieces for n in ast.walk(piece.tree) if isinstance(n, ast.FunctionDef)}

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls of compiled functions outside of functions, in the order of the text."""
        found = []
        for piece in self.pieces:
            inside = {id(n) for f in ast.walk(piece.tree) if isinstance(f, (ast.FunctionDef, ast.Lambda)) for n in ast.walk(f)}
            for node in ast.walk(piece.tree):
                named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.functions
                if named and id(node) not in inside:
                    assert isinstance(node, ast.Call)
                    assert isinstance(node.func, ast.Name)
                    found.append(Call(node.func.id, piece.number, node.lineno, ast.unparse(node)))
        return tuple(sorted(found, key=lambda call: (call.piece, call.line)))

    def statement(self, call: Call) -> int:
        """The first line of the innermost statement that holds a call."""
        tree = next(piece.tree for piece in self.pieces if piece.number == call.piece)
        holding = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno <= call.line <= (n.end_lineno or n.lineno)]
        return max(holding, default=call.line)

    def takes(self, function: str) -> list[str]:
        """The parameters of what is compiled."""
        node = self.defined.get(self.functions.get(function, ""))
        return [each.arg for each in node.args.args if each.arg != "self"] if node is not None else []


def _is_compile(node: ast.expr) -> bool:
    func = node.func if isinstance(node, ast.Call) else node
    return ast.unparse(func) in ("torch.compile", "compile") and not (isinstance(node, ast.Call) and ast.unparse(func) == "compile")


def series_of(scene: Scene, chapter: Chapter, text: str) -> tuple[Series, ...]:
    """The calls that sentences and tables tell of what is compiled and never called in the code."""
    found: list[Series] = []
    for block in chapter.blocks:
        found += _of_expressions(scene, block, text, len(found))
        if block.kind == "table" and block.table is not None:
            found += _of_table(scene, chapter, block, text, len(found))
        elif block.kind in ("prose", "quote"):
            found += _of_words(scene, chapter, block, text, len(found))
    longest = {s.function: max((o for o in found if o.function == s.function and not o.single), key=_length, default=s) for s in found}
    return tuple(s for s in found if s.single or s.rows or longest[s.function] is s)


def _length(series: Series) -> int:
    return len(series.calls)


def _of_expressions(scene: Scene, block: Block, text: str, number: int) -> Iterator[Series]:
    """Single calls of compiled functions that a sentence has in code marks: `strict(torch.ones(3))`."""
    for match in _EXPRESSION.finditer(text, block.span.start, block.span.end) if block.kind in ("prose", "quote") and scene.pieces else ():
        if match["name"] in scene.functions and _is_call(match["code"]):
            span = Span(start=match.start("code"), end=match.end("code"))
            yield Series(number, scene.pieces[-1].number, "import torch", (match["code"],), match["name"], span, single=True)
            number += 1


def _is_call(source: str) -> bool:
    """Whether a text is a call whose arguments are all written out."""
    try:
        tree = python_source.expression(source)
    except SyntaxError:
        return False
    known = {"torch", "True", "False", "None"}
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - known
    open_ended = any(isinstance(n, ast.Constant) and n.value is ... for n in ast.walk(tree))
    return isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and names == {tree.func.id} and not open_ended


def _silent(scene: Scene) -> list[str]:
    called = {call.function for call in scene.calls}
    return [name for name in scene.functions if name not in called]


def _of_words(scene: Scene, chapter: Chapter, block: Block, text: str, number: int) -> Iterator[Series]:
    """ "`scale` is called with vectors of length 6, 7 and 8", "Call `pool` with "mean", "sum" and "mean" in turn"."""
    silent = _silent(scene)
    words = text[block.span.start : block.span.end]
    named = [match["name"] for match in _CALLED.finditer(words) if match["name"] in silent]
    function = named[0] if named else silent[0] if len(silent) == 1 and len(scene.functions) == 1 else ""
    if not function or not scene.pieces:
        return
    takes = scene.takes(function)
    lengths, texts = _LENGTHS.search(words), _TEXTS.search(words)
    calls: list[str] = []
    if lengths is not None and len(takes) == 1:
        calls = [f"{function}(torch.ones({n}))" for n in re.findall(r"\d+", lengths["list"] or lengths["more"])]
    elif texts is not None and len(takes) == 2:
        calls = [f"{function}(torch.ones(3), {item!r})" for item in re.findall(r"[\"“']([\w -]{1,20})[\"”']", texts["list"])]
    letters = _LETTERS.search(words)
    if not calls and letters is not None and len(takes) == 2:
        items = [chr(code) for code in range(ord(letters["first"]), ord(letters["last"]) + 1)]
        calls = [f"{function}(torch.ones(3), {item!r})" for item in items]
    if len(calls) > 1:
        yield Series(number, scene.pieces[-1].number, "import torch", tuple(calls), function, block.span)


def _of_table(scene: Scene, chapter: Chapter, block: Block, text: str, number: int) -> Iterator[Series]:
    """Rows of calls with a column that says which of them compile."""
    assert block.table is not None
    heads = [text[each.start : each.end] for each in block.table.header]
    arguments = [at for at, head in enumerate(heads) if _ARGUMENT.search(head)]
    said = [at for at, head in enumerate(heads) if _COMPILES.search(head)]
    inline = _INLINE.search(_around(chapter, block, text))
    silent = _silent(scene)
    if len(arguments) != 1 or len(said) != 1 or not (inline or len(silent) == 1):
        return
    setup = f"import torch\n_told = {inline['code']}" if inline is not None else "import torch"
    function = "_told" if inline is not None else silent[0]
    calls, rows = [], []
    for row in block.table.rows:
        if len(row.cells) != len(heads):
            return
        shape, verdict = (text[row.cells[at].start : row.cells[at].end].strip() for at in (arguments[0], said[0]))
        yes, no = _YES.fullmatch(verdict), _NO.fullmatch(verdict)
        if _SHAPE.fullmatch(shape) is None or (yes is None) == (no is None):
            return
        calls.append(f"{function}(torch.ones({', '.join(re.findall(r'[0-9]+', shape))}))")
        rows.append((row.span, yes is not None))
    after = scene.pieces[-1].number if scene.pieces else None
    yield Series(number, after, setup, tuple(calls), function, block.span, tuple(rows))


def _around(chapter: Chapter, block: Block, text: str) -> str:
    index = chapter.blocks.index(block)
    near = chapter.blocks[max(0, index - 2) : index + 2]
    return " ".join(text[each.span.start : each.span.end] for each in near if each.kind in ("prose", "heading", "quote"))
