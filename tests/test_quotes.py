"""Words are found in a stored text at their own offsets, and other words are not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prompts.trust import Untrusted
from tools.quotes import Searchable, find


def place(text: str, quotation: str) -> str | None:
    span = find(Untrusted(text, "page"), Untrusted(quotation, "model"))
    return None if span is None else text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "quotation", "found"),
    [
        pytest.param("If the\n   limit is hit", "the limit is hit", "the\n   limit is hit", id="line end"),
        pytest.param("a re-\ncompilation limit", "recompilation limit", "re-\ncompilation limit", id="divided word"),
        pytest.param("some shape-\nspecific code", "shape-specific code", "shape-\nspecific code", id="divided at its own hyphen"),
        pytest.param("some shape-specific code", "shape-\nspecific code", "shape-specific code", id="divided in the quotation"),
        pytest.param("some shape-\nspecific code", "shape- specific code", "shape-\nspecific code", id="copied as it was shown"),
        pytest.param("the ﬁrst eﬃcient ﬂow", "first efficient flow", "ﬁrst eﬃcient ﬂow", id="ligatures"),
        pytest.param("He said “it’s done”.", 'said "it\'s done".', "said “it’s done”.", id="smart quotes"),
        pytest.param("a “word” here", "“word”", "“word”", id="quotation marks at its ends"),
        pytest.param("a ``word'' here", '"word" here', "``word'' here", id="quotation marks of TeX"),
        pytest.param("at\u00a0most  8\u202ftimes", "at most 8 times", "at\u00a0most  8\u202ftimes", id="non-breaking spaces"),
        pytest.param("a re\u00adcom\u200bpile", "a recompile", "a re\u00adcom\u200bpile", id="soft hyphens"),
        pytest.param("then $x_i = 2$ holds", "then x_i=2 holds", "then $x_i = 2$ holds", id="math without its delimiters"),
        pytest.param(r"then \(x\) holds", "then $x$ holds", r"then \(x\) holds", id="math with others"),
        pytest.param("so 𝑥 = 𝛼 holds", "x = α holds", "𝑥 = 𝛼 holds", id="styled letters"),
        pytest.param("it is − 5 there", "it is -5 there", "it is − 5 there", id="minus"),
        pytest.param("one—two", "one -- two", "one—two", id="dash"),
        pytest.param("pages 3–5 say", "pages 3-5 say", "pages 3–5 say", id="range"),
        pytest.param("wait…", "wait...", "wait…", id="ellipsis"),
        pytest.param("an e\u0301tude x", "étude x", "e\u0301tude x", id="accents"),
        pytest.param("见：模型\n编译", "模型编译", "模型\n编译", id="writing without spaces"),
        pytest.param("Настройка по умолчанию — 8.", "по умолчанию – 8", "по умолчанию — 8", id="another alphabet"),
        pytest.param("use --flag now", "--flag", "--flag", id="option"),
    ],
)
def test_the_same_words_are_found_as_they_stand(text: str, quotation: str, found: str) -> None:
    """What typesetting and copying change does not hide a quotation; the span is that of the text as stored."""
    assert place(text, quotation) == found


@pytest.mark.parametrize(
    ("text", "quotation"),
    [
        pytest.param("the limit is 8 by default", "the limit is 9 by default", id="a digit"),
        pytest.param("it is supported there", "it was supported there", id="a word"),
        pytest.param("it is not supported there", "it is supported there", id="a word left out"),
        pytest.param("unsupported on Windows", "supported on Windows", id="within a word"),
        pytest.param("non-supported on Windows", "supported on Windows", id="within a compound"),
        pytest.param("un-\nsupported on Windows", "supported on Windows", id="within a divided word"),
        pytest.param("it supports it", "it support", id="a word's beginning"),
        pytest.param("takes 10.5 s", "takes 10", id="a number's beginning"),
        pytest.param("takes 1,000 s", "000 s", id="a number's end"),
        pytest.param("is -10 there", "10 there", id="without its sign"),
        pytest.param("is x² there", "is x2 there", id="superscript"),
        pytest.param("now here it", "nowhere it", id="two words as one"),
        pytest.param("see section 1. 5 items", "see section 1.5 items", id="two numbers as one"),
        pytest.param("to re-compile it", "to recompile it", id="hyphen within a line"),
        pytest.param("use --flag now", "use -flag now", id="dashes"),
        pytest.param("cache_size_limit", "cache_size", id="an identifier's beginning"),
        pytest.param("Case counts", "case counts", id="case"),
        pytest.param("anything", " ", id="nothing"),
    ],
)
def test_other_words_are_not_found(text: str, quotation: str) -> None:
    """A word, a digit or a sign that differs is another quotation."""
    assert place(text, quotation) is None


WORDS = st.lists(
    st.sampled_from(["limit", "first", "file", "It’s", "“so”", "x_i", "8", "10.5", "état", "is", "recompile", "(a)"]),
    min_size=3,
    max_size=12,
)


@given(WORDS, st.integers(0, 6000), st.data())
def test_copies_are_found_wherever_they_stand_and_changed_ones_never(words: list[str], before: int, data: st.DataObject) -> None:
    """Whatever stands before, and across the pieces in which a text is read, a copy is found at its place and a changed one is not."""
    gaps = data.draw(st.lists(st.sampled_from([" ", "\n", "\u00a0", " \n  "]), min_size=len(words) - 1, max_size=len(words) - 1))
    stored = words[0] + "".join(gap + word.replace("fi", "ﬁ") for gap, word in zip(gaps, words[1:], strict=True))
    text = "Ünrelated text; " * (before // 16) + "." * (before % 16) + " " + stored + " and more"
    span = find(Untrusted(text, "page"), Untrusted(" ".join(words), "model"))
    assert span is not None
    assert text[span.start : span.end] == stored
    at = data.draw(st.integers(0, len(words) - 1))
    changed = " ".join([*words[:at], "other", *words[at + 1 :]])
    assert place(text, changed) is None


def test_every_place_is_given_in_order() -> None:
    """A quotation that stands several times is found several times."""
    text = "to compile, to re-\ncompile, to\ncompile"
    spans = list(Searchable(Untrusted(text, "page")).find_all(Untrusted("to compile", "model")))
    assert [text[span.start : span.end] for span in spans] == ["to compile", "to\ncompile"]


def test_a_search_ends_also_where_a_text_is_made_to_hold_it_up() -> None:
    """Places that look right and are not are compared up to a bound."""
    text = Untrusted("recompilation " * 60_000, "page")
    begun = time.monotonic()
    assert find(text, Untrusted("compilation", "model")) is None
    assert time.monotonic() - begun < 20
