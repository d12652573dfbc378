"""Outside text read as Python: what it promises of threads, of warnings and of texts that are none."""

from __future__ import annotations

import ast
import gc
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tools import python_source

SOURCE = "\n".join(f"x{i} = [a + {i} for a in range({i}) if a > f(g(h({i})))]" for i in range(200))


@pytest.fixture
def threads_change_within_the_parser() -> Iterator[None]:
    """The collector runs often and calls Python, where another thread may take over while a tree is being built."""

    def called(_phase: str, _told: dict[str, int]) -> None:
        sum(range(50))

    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    gc.callbacks.append(called)
    gc.set_threshold(20)
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(called)


@pytest.mark.usefixtures("threads_change_within_the_parser")
def test_threads_that_parse_at_once_all_get_their_trees() -> None:
    """Python 3.11 ends most such rounds in a SystemError where two of its parsers are at work."""
    with ThreadPoolExecutor(4) as pool:
        trees = list(pool.map(lambda _: python_source.module(SOURCE), range(60)))
    assert {len(tree.body) for tree in trees} == {200}


def test_what_the_parser_warns_about_is_not_told() -> None:
    """A book's invalid escape is no line on the reader's terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isinstance(python_source.expression(r"'\d' is 'x'"), ast.Compare)


@pytest.mark.parametrize(
    "source", ["(" * 500 + ")" * 500, "x = " + "-" * 100_000 + "1", "a\0b", "x = 'a\n", "1 +", " " * 2_000_001], ids=lambda s: s[:6]
)
def test_a_text_that_is_no_python_is_a_syntax_error_whatever_the_parser_says(source: str) -> None:
    """Depth, memory, null characters and sheer length come as one kind of error."""
    for read in (python_source.module, python_source.expression):
        with pytest.raises(SyntaxError):
            read(source)
    assert python_source.parsed(source) is None
    with pytest.raises(ValueError, match="no Python literal"):
        python_source.literal(source)


@pytest.mark.parametrize("source", ["f(1)", "a", "{[]: 1}", "1 if 2 else 3", "{1: 2}[1]"])
def test_what_has_to_be_run_is_no_literal(source: str) -> None:
    """Nothing is evaluated but what is written out."""
    with pytest.raises(ValueError):
        python_source.literal(source)


def test_a_literal_is_its_value() -> None:
    """White space around it is none of it."""
    assert python_source.literal("  {'a': (1, -2.5, None)}\n") == {"a": (1, -2.5, None)}
