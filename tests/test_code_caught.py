"""Exceptions that a chapter catches and keeps, told by their class: the run says which class it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from tools.instruments.code import Code

#: A block whose comments show to the letter what is printed.
SHOWN = "```python\nfares = [2, 5, 9]\nprint(len(fares))  # 3\nprint(max(fares))  # 9\nprint(fares[0])  # 2\n```\n\nNow on.\n\n"
PRINTED = SHOWN + "```python\ntry:\n    fares['bus']\nexcept Exception as error:\n    print({code})  # {words}\n```\n"
KEPT = "```python\nfares = [2, 5, 9]\ntry:\n    fares[7]\nexcept Exception as exc:\n    missed = exc\n```\n\n"

#: What is printed in a handler, a right comment and a wrong one.
PRINTS: dict[str, tuple[str, str, str]] = {
    "a name": ("type(error).__name__", "TypeError", "ValueError"),
    "by its class": ("error.__class__.__name__", "TypeError", "KeyError"),
    "a class": ("type(error)", "<class 'TypeError'>", "<class 'KeyError'>"),
    "with a value": ("type(error).__name__, len(fares)", "TypeError 3", "IndexError 3"),
    "with a reason": ("type(error).__name__", "TypeError: no text counts", "KeyError: no text counts"),
}
#: A right sentence and its wrong twin.
SAID: dict[str, tuple[str, str]] = {
    "is": ("`missed` is an `IndexError`.", "`missed` is a `KeyError`."),
    "after this block": ("After this block `missed` is an `IndexError`, and the list is as it was.",
                         "After this block `missed` is a `KeyError`, and the list is as it was."),
    "whose": ("It is meant to fail: `missed` is an `IndexError` whose text names the range.",
              "It is meant to fail: `missed` is a `TypeError` whose text names the range."),
    "whose, with a condition": ("`missed` is an `IndexError` whose text says what happens if an index is too large.",
                                "`missed` is a `TypeError` whose text says what happens if an index is too large."),
    "that": ("Seven lies outside, and `missed` is a `LookupError` that speaks of the list.",
             "Seven lies outside, and `missed` is a `ValueError` that speaks of the list."),
    "holds": ("The name `missed` holds an `IndexError`.", "The name `missed` holds a `RuntimeError`."),
    "of a type": ("`missed` is an exception of type `IndexError`.", "`missed` is an exception of type `KeyError`."),
    "ist": ("Danach ist `missed` ein `IndexError`.", "Danach ist `missed` ein `KeyError`."),
    "est": ("Ici, `missed` est une `IndexError`.", "Ici, `missed` est une `KeyError`."),
}  # fmt: skip
SILENT = (
    "`missed` is a `KeyError` or an `IndexError`.",
    "If the list were a dictionary, `missed` would be a `KeyError`; here it is none.",
    "One might expect that `missed` is a `KeyError`.",
    "`missed` is not a `KeyError`.",
    "The list `fares` holds a `KeyError` nowhere.",
)


@pytest.mark.parametrize("name", PRINTS)
def test_the_class_that_a_handler_prints_is_held_against_its_comment(name: str, tmp_path: Path) -> None:
    """The right comment is silent, the wrong one yields one alarm on its words."""
    code, right, wrong = PRINTS[name]
    assert alarms(examined(Code(), chapter_of(PRINTED.format(code=code, words=right)), tmp_path / "right")) == []
    text = PRINTED.format(code=code, words=wrong)
    found = alarms(examined(Code(), chapter_of(text), tmp_path / "wrong"))
    assert [f.verdict for f in found] == ["contradicted"]
    assert wrong.partition(":")[0] in text[found[0].span.start : found[0].span.end]


@pytest.mark.parametrize("words", ["Unable to index", "a TypeError or a ValueError", "TypeError", "what else: ValueError"])
def test_what_a_handler_says_in_words_is_not_held_against_it(words: str, tmp_path: Path) -> None:
    """Only a comment that begins with the class shows it."""
    assert alarms(examined(Code(), chapter_of(PRINTED.format(code="type(error).__name__", words=words)), tmp_path)) == []


@pytest.mark.parametrize("name", SAID)
def test_the_class_of_a_kept_exception_is_held_against_the_sentence(name: str, tmp_path: Path) -> None:
    """The right sentence is borne out or left alone, its twin contradicted."""
    right, wrong = SAID[name]
    assert alarms(examined(Code(), chapter_of(KEPT + right), tmp_path / "right")) == []
    assert [f.verdict for f in alarms(examined(Code(), chapter_of(KEPT + wrong), tmp_path / "wrong"))] == ["contradicted"]


@pytest.mark.parametrize("sentence", SILENT)
def test_open_words_on_a_kept_exception_are_left_alone(sentence: str, tmp_path: Path) -> None:
    """Alternatives, suppositions and denials yield no alarm."""
    assert alarms(examined(Code(), chapter_of(KEPT + sentence), tmp_path)) == []
