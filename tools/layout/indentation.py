"""Chooses how deep each restored statement stands. The line does not say, so this follows what people write:

a statement stays in the innermost open block, unless a clause, a definition, an import, or the end of a block by
`return`, `raise`, `break` or `continue` says that it cannot.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

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

    def opens(self, clause: str) -> bool:
        """True where this is the head of a block that `clause` may continue."""
        return self.head and self.word in _OPENERS.get(clause, ())


@dataclass(slots=True)
class _Blocks:
    """The blocks that are open, outermost first; a block's depth is its index."""

    heads: list[Item]

    def innermost(self, *words: str) -> int | None:
        """Depth of the innermost open block whose head begins with one of the words."""
        return next((at for at in range(len(self.heads) - 1, -1, -1) if self.heads[at].word in words), None)

    def parent(self) -> str:
        return self.heads[-1].word if self.heads else ""


def depths(items: list[Item]) -> list[int]:
    """The depth of each item, in levels."""
    blocks = _Blocks([])
    found: list[int] = []
    ended = False
    fresh = False
    for at, item in enumerate(items):
        if item.found is None:
            found.append(len(blocks.heads))
            continue
        depth = len(blocks.heads) if fresh else _depth(item, items, at, blocks, ended)
        del blocks.heads[depth:]
        found.append(depth)
        fresh, ended = item.head, item.word in _LEAVING
        if item.head:
            blocks.heads.append(item)
        elif item.word == "@":
            fresh = True
    return _comments_with_next(items, found)


def _comments_with_next(items: list[Item], found: list[int]) -> list[int]:
    """A comment stands as deep as the statement after it."""
    for at in range(len(items) - 2, -1, -1):
        if items[at].found is None:
            found[at] = found[at + 1]
    return found


def _depth(item: Item, items: list[Item], at: int, blocks: _Blocks, ended: bool) -> int:
    here = len(blocks.heads) - (1 if ended and blocks.heads else 0)
    if item.word in _OPENERS:
        opener = blocks.innermost(*_OPENERS[item.word])
        return here if opener is None else opener
    if item.word in ("import", "from") or _is_main(item):
        return 0
    if item.word in ("def", "class", "@", "async"):
        return _definition_depth(item, items, at, blocks)
    del blocks.heads[here:]
    if item.word in ("return", "yield"):
        return _return_depth(items, at, blocks)
    if blocks.parent() == "class" and not isinstance(item.found and item.found.node, ast.AnnAssign) and _had_method(items, at):
        return 0
    return _outside_definition(item, blocks, here)


def _is_main(item: Item) -> bool:
    return item.word == "if" and item.found is not None and "__name__" in ast.dump(item.found.node)


def _definition_depth(item: Item, items: list[Item], at: int, blocks: _Blocks) -> int:
    in_class = blocks.innermost("class")
    node = item.found.node if item.found is not None else None
    if in_class is not None and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        names = [word.arg for word in [*node.args.posonlyargs, *node.args.args]]
        words = [ast.unparse(word) for word in node.decorator_list]
        if names[:1] in (["self"], ["cls"], ["mcs"]) or any(word.split(".")[-1] in _METHODS for word in words):
            return in_class + 1
        if item.word == "@":
            return _definition_depth_of_next(items, at, in_class)
    inner = blocks.innermost("def", "async")
    if inner is not None and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and _is_returned(node.name, items, at):
        return inner + 1
    return 0


def _definition_depth_of_next(items: list[Item], at: int, in_class: int) -> int:
    for item in items[at + 1 :]:
        if (
            item.found is not None
            and item.word in ("def", "async")
            and isinstance(item.found.node, (ast.FunctionDef, ast.AsyncFunctionDef))
        ):
            names = [word.arg for word in item.found.node.args.args]
            return in_class + 1 if names[:1] in (["self"], ["cls"]) else 0
    return 0


def _is_returned(name: str, items: list[Item], at: int) -> bool:
    """True where a later `return name` shows that the function is made inside another."""
    for item in items[at + 1 : at + 40]:
        if item.found is not None and isinstance(item.found.node, ast.Return) and item.found.node.value is not None:
            value = item.found.node.value
            if isinstance(value, ast.Name) and value.id == name:
                return True
    return False


def _return_depth(items: list[Item], at: int, blocks: _Blocks) -> int:
    """A return that would end a loop in its first turn belongs behind the loop; so does a last one after what stands under `if`."""
    while blocks.parent() in ("for", "while"):
        blocks.heads.pop()
    function = blocks.innermost("def", "async")
    if function is None:
        return len(blocks.heads)
    rest = next((item for item in items[at + 1 :] if item.found is not None), None)
    again = rest is not None and rest.word in ("return", "raise", "else", "elif", "for", "while", "if", "except", "finally")
    if blocks.parent() in ("if", "elif", "else") and not again:
        return function + 1
    return len(blocks.heads)


def _had_method(items: list[Item], at: int) -> bool:
    return any(item.head and item.word in ("def", "async") for item in items[max(0, at - 60) : at])


def _outside_definition(item: Item, blocks: _Blocks, here: int) -> int:
    """A statement that uses what an open top-level definition defines stands behind it; so does one that tells a method's class."""
    outer = blocks.heads[0].found if blocks.heads else None
    if outer is None or item.found is None or not isinstance(outer.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return here
    used = {node.id for node in ast.walk(item.found.node) if isinstance(node, ast.Name)}
    return 0 if outer.node.name in used and not isinstance(item.found.node, ast.Return) else here
