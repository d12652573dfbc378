"""What a sentence is, and what is none however long it goes on."""

from __future__ import annotations

import re

import pytest

from tools.layout import sentences
from tools.records import Span


def parts(text: str) -> list[str]:
    return [text[piece.start : piece.end] for piece in sentences(text, Span(start=0, end=len(text)))]


@pytest.mark.parametrize("unit", ["1 ", "12 ms and ", "1, ", "5 % of 10 ", "1 + ", "x1 = 2; "])
def test_figures_upon_figures_are_no_sentence(unit: str) -> None:
    """Readers hold each figure of a sentence against the others, so that such a text would keep them busy with the square of its length."""
    found = parts(unit * 4_000)
    assert len(found) <= 1 and all(len(re.findall(r"\d+", piece)) <= 80 for piece in found)


def test_what_stands_beside_figures_upon_figures_is_read() -> None:
    """A sentence before and one behind are what they are."""
    assert parts("The cache held 64 entries. " + "1 " * 500 + "end. It was never full.") == [
        "The cache held 64 entries.",
        "It was never full.",
    ]


def test_no_sentence_is_longer_than_one_can_be() -> None:
    """What has no end is cut between words, and no word is lost."""
    text = "alpha beta " * 2_000
    found = parts(text)
    assert max(map(len, found)) <= 2_000 and " ".join(found).split() == text.split()
    assert [len(piece) for piece in parts("a" * 5_000)] == [2_000, 2_000, 1_000]


def test_a_long_sentence_of_a_writer_stays_whole() -> None:
    """A list of thirty measurements in one sentence is still one."""
    text = "We measured " + ", ".join(f"{n} ms for {n + 1} requests" for n in range(30)) + "."
    assert parts(text) == [text]
