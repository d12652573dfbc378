"""What no person wrote as words is blanked for the instruments, and every offset stays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prompts.trust import Untrusted, measure
from tools.legible import LONGEST_RUN, legible


def _read(text: str) -> str:
    return measure(legible(Untrusted(text, "chapter")))


def test_a_run_without_end_is_blanked_in_place() -> None:
    """The words around it stand where they stood."""
    text = "before " + "9" * (LONGEST_RUN + 1) + " after"
    assert _read(text).split() == ["before", "after"] and _read(text).index("after") == text.index("after")


def test_the_longest_run_is_kept() -> None:
    """A long address or path is left as it is."""
    text = "see https://example.org/" + "a" * (LONGEST_RUN - 24) + " there"
    assert _read(text) == text


@given(st.text(max_size=900))
def test_the_length_never_changes(text: str) -> None:
    """Spans of findings lead into the text as it was read."""
    assert len(_read(text)) == len(text)


def test_writing_without_spaces_is_no_run() -> None:
    """A page of Japanese is words."""
    text = "コンパイラは関数を一度だけ記録する。" * 60
    assert _read(text) == text
