"""Outside text read as Python: parsed, never run, and the one place where the parser is called.

One text at a time: a run's steps work in threads, Python 3.11 counts the depth of all of its parsers together, so that two at once end
in a SystemError, and the filter of warnings is one for all threads as well. What the parser warns about is the text's own affair.
"""

from __future__ import annotations

import ast
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_PARSING = threading.Lock()
_LONGEST = 2_000_000


def module(source: str) -> ast.Module:
    """The tree of a module's source. Raises SyntaxError where it is none, or is more than the parser can bear."""
    with _reading(source):
        return ast.parse(source)


def expression(source: str) -> ast.expr:
    """The tree of one expression. Raises SyntaxError where the text is none, or is more than the parser can bear."""
    with _reading(source):
        return ast.parse(source, mode="eval").body


def parsed(source: str) -> ast.Module | None:
    """The tree of a module's source, None where `module` would raise."""
    try:
        return module(source)
    except SyntaxError:
        return None


def literal(source: str) -> Any:
    """The value of a Python literal. Raises ValueError where the text is none."""
    try:
        return value_of(expression(source.strip()))
    except SyntaxError as error:
        raise ValueError(f"no Python literal: {error.msg}") from error


def value_of(node: ast.expr) -> Any:
    """The value of a literal's tree. Raises ValueError where it is more than a literal."""
    try:
        return ast.literal_eval(node)
    except (TypeError, MemoryError, RecursionError) as error:
        raise ValueError(f"no Python literal: {error}") from error


@contextmanager
def _reading(source: str) -> Iterator[None]:
    if len(source) > _LONGEST:
        raise SyntaxError(f"a text of {len(source)} characters is more than the {_LONGEST} that are parsed")
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except SyntaxError:
            raise
        except (ValueError, RecursionError, MemoryError) as error:
            raise SyntaxError(str(error)) from error
