"""The classes that a class descends from, as far as the source shows them."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass

from tools.packages.modules import dotted
from tools.packages.names import Names
from tools.packages.resolution import Found

_DEPTH = 30
# Bases that stand for no class of their own.
_MARKS = ("Generic", "Protocol", "typing.Generic", "typing.Protocol")


@dataclass(frozen=True)
class Ancestry:
    """names: full names of the class and all its ancestors, those of built-in classes without a module.

    whole: every base could be read.
    """

    names: frozenset[str]
    whole: bool


def builtin_class(name: str) -> str | None:
    """The proper name of a built-in class ("OSError" for "IOError"), None where there is none."""
    known = getattr(builtins, name.removeprefix("builtins."), None)
    return known.__name__ if isinstance(known, type) else None


def of_builtin(name: str) -> Ancestry:
    """The ancestry of a built-in class."""
    known = getattr(builtins, name)
    return Ancestry(frozenset(each.__name__ for each in known.__mro__), True)


def ancestry(names: Names, found: Found, depth: int = 0) -> Ancestry:
    """The ancestry of a class that was found; what is no class with readable bases is not whole."""
    node = found.node
    if found.kind != "class" or not isinstance(node, ast.ClassDef) or depth > _DEPTH or node.keywords:
        return Ancestry(frozenset({found.name}), False)
    seen, whole = {found.name, "object"}, not found.module.stub
    for base in node.bases:
        plain = dotted(base.value if isinstance(base, ast.Subscript) else base)
        if plain in _MARKS:
            continue
        behind = names.resolve_in(found.module, plain) if plain is not None else None
        if isinstance(behind, Found) and behind.kind == "class":
            above = ancestry(names, behind, depth + 1)
        elif plain is not None and builtin_class(plain) is not None and plain.removeprefix("builtins.") not in found.module.bindings:
            above = of_builtin(builtin_class(plain) or "")
        else:
            seen.add(plain or "?")
            whole = False
            continue
        seen |= above.names
        whole = whole and above.whole
    return Ancestry(frozenset(seen), whole)
