"""Chooses how deep each restored statement stands. The line does not say, so this follows what people write:

a statement stays in the innermost open loop, `with` or function, unless a clause, a definition, an import, the end of a
block by `return`, `raise`, `break` or `continue`, or the names that it reads say that it stands outside. The body of an
`if` ends after its first statement, unless what follows reads a name that the body made.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from tools.layout.names import bound_by, called_by, read_by
from tools.layout.scan import Statement

_OPENERS = {
    "elif": ("if", "elif"),
    "else": ("if", "elif", "for", "while", "except"),
    "except": ("try", "except"),
    "finally": ("try", "except", "else"),
    "case": ("match",),
}
_LEAVING = ("return", "raise", "break", "continue", "pass")
_METHODS = ("property", "staticmethod", "classmethod", "abstractmethod", "override")
_LOOK = 60
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Item:
    """A statement or, where found is None, a comment, at its place in the text."""

    start: int
    end: int
    found: Statement | None

    @property
    def word(self) -> str:
        return "#" if self.found is None else self.found.word

    @property
    def head(self) -> bool:
        return self.found is not None and self.found.head

    @property
    def defines(self) -> bool:
        return self.word in ("def", "class", "@", "async")

    def opens(self, clause: str) -> bool:
        """True where this is the head of a block that `clause` may continue."""
        return self.head and self.word in _OPENERS.get(clause, ())


@dataclass(slots=True)
class _Open:
    """A block that is open: its head, and where that stands among the items."""

    item: Item
    at: int

    @property
    def word(self) -> str:
        return self.item.word


@dataclass(slots=True)
class _State:
    """What is open while the items are read in order. A block's depth is its index; first: where each name was first bound."""

    items: list[Item]
    heads: list[_Open] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)
    fresh: bool = False
    ended: bool = False

    def innermost(self, *words: str) -> int | None:
        """Depth of the innermost open block whose head begins with one of the words."""
        return next((at for at in range(len(self.heads) - 1, -1, -1) if self.heads[at].word in words), None)

    @property
    def parent(self) -> str:
        return self.heads[-1].word if self.heads else ""

    def bound_since(self, at: int, stop: int) -> set[str]:
        """Names bound from item `at` to before item `stop`."""
        return {name for item in self.items[at:stop] if item.found is not None for name in bound_by(item.found.node)}


def depths(items: list[Item]) -> list[int]:
    """The depth of each item, in levels."""
    state = _State(items)
    found: list[int] = []
    for at, item in enumerate(items):
        if item.found is None:
            found.append(len(state.heads))
            continue
        depth = len(state.heads) if state.fresh else _depth(state, at)
        del state.heads[depth:]
        if depth == 0 and not state.fresh and not item.defines:
            _take_along(items, found, at)
        found.append(depth)
        state.fresh, state.ended = item.head or item.word == "@", item.word in _LEAVING
        for name in bound_by(item.found.node):
            state.first.setdefault(name, at)
        if item.head:
            state.heads.append(_Open(item, at))
    return _comments_with_next(items, found)


def _comments_with_next(items: list[Item], found: list[int]) -> list[int]:
    """A comment stands as deep as the statement after it."""
    for at in range(len(items) - 2, -1, -1):
        if items[at].found is None:
            found[at] = found[at + 1]
    return found


def _take_along(items: list[Item], found: list[int], at: int) -> None:
    """Assignments right before a statement at the top, whose names it reads, stand at the top with it, behind the definition's body."""
    node = items[at].found
    reads = set(read_by(node.node)) if node is not None else set()
    for place in range(at - 1, 0, -1):
        item, before = items[place], items[place - 1]
        if item.found is None or found[place] != 1 or not isinstance(item.found.node, ast.Assign) or before.head or before.found is None:
            return
        if not reads & bound_by(item.found.node):
            return
        found[place] = 0
        reads |= read_by(item.found.node)


def _depth(state: _State, at: int) -> int:
    item = state.items[at]
    here = len(state.heads) - (1 if state.ended and state.heads else 0)
    if item.word in _OPENERS:
        opener = state.innermost(*_OPENERS[item.word])
        return here if opener is None else opener
    if item.word == "if" and item.found is not None and "__name__" in read_by(item.found.node):
        return 0
    if item.word in ("import", "from"):
        return here if _in_context(state.items, at) else 0
    if item.defines:
        return _definition_depth(state, at)
    del state.heads[here:]
    if item.word == "return":
        return _return_depth(state, at)
    if state.parent == "class" and item.found is not None and not isinstance(item.found.node, ast.AnnAssign) and _had_method(state, at):
        return 0
    if _outside_definition(state, at):
        return 0
    return _after_block(state, at)


# ---- ordinary statements ---------------------------------------------------------------------------------------


def _after_block(state: _State, at: int) -> int:
    """The depth after leaving blocks that the statement has nothing to do with."""
    found = state.items[at].found
    depth = len(state.heads)
    if found is None or not state.heads:
        return depth
    reads = read_by(found.node)
    if not state.ended and state.parent in ("if", "elif", "else", "except", "finally") and _may_close(state, at):
        made = {name for name in state.bound_since(state.heads[-1].at + 1, at) if state.first.get(name, at) >= state.heads[-1].at}
        if not made & reads and not _repeats(state, at):
            depth -= 1
            state.heads.pop()
    while found.head and state.parent in ("for", "while") and not _needed(state, at):
        if reads & (state.bound_since(state.heads[-1].at, at) | read_by_test(state.heads[-1].item)):
            break
        depth -= 1
        state.heads.pop()
    return depth


def _repeats(state: _State, at: int) -> bool:
    """True where the statement calls the same function as the one before it."""
    before, found = state.items[at - 1].found, state.items[at].found
    called = called_by(found.node) if found is not None else None
    return called is not None and before is not None and called_by(before.node) == called


def read_by_test(item: Item) -> frozenset[str]:
    """Names in the test of a `while`, which its body changes."""
    return read_by(item.found.node) if item.word == "while" and item.found is not None else frozenset()


def _needed(state: _State, at: int) -> bool:
    """True where a `break` or `continue` before the next definition needs the loop that is open."""
    loops = 0
    for item in state.items[at : at + _LOOK]:
        if item.defines:
            return False
        loops += item.word in ("for", "while")
        if item.word in ("break", "continue"):
            return loops == 0
    return False


def _may_close(state: _State, at: int) -> bool:
    """False where a clause further on needs the block that is open."""
    word = state.parent
    if word in ("else", "finally"):
        return True
    family = ("if", "elif") if word in ("if", "elif") else ("try", "except")
    unmatched = _unmatched(state.items, at, family)
    return sum(1 for head in state.heads if head.word in family) > unmatched


def _unmatched(items: list[Item], at: int, family: tuple[str, ...]) -> int:
    """How many clauses from `at` to the next definition continue blocks that were open before."""
    opened, count = 0, 0
    for item in items[at : at + _LOOK]:
        if item.defines:
            break
        if item.word == family[0]:
            opened += 1
        elif item.word in ("else", "elif", "except", "finally") and set(_OPENERS[item.word]) & set(family):
            if item.word in ("else", "finally") and opened:
                opened -= 1
            elif not opened:
                count += 1
                opened += item.word not in ("else", "finally")
    return count


def _in_context(items: list[Item], at: int) -> bool:
    """True where what follows, up to the next definition, needs a block open here: a return, or a clause that nothing since opened."""
    opened: set[str] = set()
    for item in items[at : at + _LOOK]:
        if item.defines:
            return False
        if item.word in ("return", "yield"):
            return True
        if item.word in _OPENERS and not opened.intersection(_OPENERS[item.word]):
            return True
        if item.head:
            opened.add(item.word)
    return False


def _had_method(state: _State, at: int) -> bool:
    return any(item.head and item.word in ("def", "async") for item in state.items[max(0, at - _LOOK) : at])


def _outside_definition(state: _State, at: int) -> bool:
    """A statement that uses what the open top-level definition defines stands behind it."""
    outer = state.heads[0].item.found if state.heads else None
    found = state.items[at].found
    if outer is None or found is None or not isinstance(outer.node, (*_Function, ast.ClassDef)):
        return False
    return outer.node.name in read_by(found.node) and not _in_context(state.items, at)


def _return_depth(state: _State, at: int) -> int:
    """A return that would end a loop in its first turn belongs behind the loop; so does a last one after what stands under `if`."""
    while state.parent in ("for", "while"):
        state.heads.pop()
    function = state.innermost("def", "async")
    if function is None:
        return len(state.heads)
    rest = next((item for item in state.items[at + 1 :] if item.found is not None), None)
    again = rest is not None and rest.word in ("return", "raise", "else", "elif", "for", "while", "if", "except", "finally")
    if state.parent in ("if", "elif", "else") and not again:
        return function + 1
    return len(state.heads)


# ---- definitions -----------------------------------------------------------------------------------------------


def _definition_depth(state: _State, at: int) -> int:
    """A method stands in the open class, an inner function in the open function, any other definition at the top."""
    definition = _defined(state.items, at)
    in_class = state.innermost("class")
    if definition is None:
        return 0
    if in_class is not None and isinstance(definition, _Function):
        names = [word.arg for word in [*definition.args.posonlyargs, *definition.args.args]]
        marks = [ast.unparse(word).split(".")[-1] for word in _decorators(state.items, at)]
        if names[:1] in (["self"], ["cls"], ["mcs"]) or any(mark.split("(")[0] in _METHODS for mark in marks):
            return in_class + 1
    inner = state.innermost("def", "async")
    if inner is None or (state.ended and len(state.heads) == inner + 1) or not isinstance(definition, _Function):
        return 0
    return inner + 1 if _is_inner(state.items, at, definition.name) else 0


def _defined(items: list[Item], at: int) -> ast.stmt | None:
    """The definition that begins at `at`, which may be the first of its decorators."""
    for item in items[at : at + 10]:
        if item.found is not None and item.word != "@":
            return item.found.node if item.head else None
    return None


def _decorators(items: list[Item], at: int) -> list[ast.expr]:
    found: list[ast.expr] = []
    for place in range(at, min(len(items), at + 10)):
        node = items[place].found
        if node is None or node.word != "@":
            break
        if isinstance(node.node, _Function):
            found.extend(node.node.decorator_list)
    for place in range(at - 1, max(-1, at - 10), -1):
        node = items[place].found
        if node is None or node.word != "@":
            break
        if isinstance(node.node, _Function):
            found.extend(node.node.decorator_list)
    return found


def _is_inner(items: list[Item], at: int, name: str) -> bool:
    """True where a later return shows that the function is made inside another: it returns that name, or is one return too many."""
    closing, before = 0, None
    own = True
    for item in items[at : at + _LOOK]:
        if item.found is None:
            continue
        if item.defines and not own:
            return False
        own = (own and item.word == "@") or False
        if isinstance(item.found.node, ast.Return):
            value = item.found.node.value
            if isinstance(value, ast.Name) and value.id == name:
                return True
            closing += before is None or not before.head or before.word in ("def", "async")
            if closing > 1:
                return True
        before = item
    return False
