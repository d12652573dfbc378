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
        pytest.param("at −40 to 85 degrees", "−40 to 85 degrees", "−40 to 85 degrees", id="with its sign"),
        pytest.param("up to 1\u202f500 readings", "up to 1 500 readings", "up to 1\u202f500 readings", id="groups of digits"),
        pytest.param("it isn't stable today", "isn’t stable", "isn't stable", id="apostrophe"),
        pytest.param("de l'état actuel", "état actuel", "état actuel", id="elision"),
        pytest.param("see 3–5 kg of it", "3–5 kg", "3–5 kg", id="range as a whole"),
        pytest.param("it takes 3×10⁵ steps", "3×10⁵ steps", "3×10⁵ steps", id="power of ten"),
        pytest.param("on 64 cores — 8 of them idle", "8 of them idle", "8 of them idle", id="behind a spaced dash"),
        pytest.param("in 2019—5 years on", "5 years on", "5 years on", id="behind a long dash"),
        pytest.param("> 64 slots by default", "64 slots by default", "64 slots by default", id="in a quoted line"),
        pytest.param("f(x) => 64 slots", "64 slots", "64 slots", id="behind an arrow"),
        pytest.param("<b>64 slots</b>", "64 slots", "64 slots", id="behind a tag"),
        pytest.param("- 64 slots", "64 slots", "64 slots", id="list item"),
        pytest.param("Done! It holds.", "It holds", "It holds", id="behind an exclamation"),
        pytest.param("a half (1/2) is", "(1/2) is", "(1/2) is", id="fraction as a whole"),
        pytest.param("for 3 hours, 500 readings", "500 readings", "500 readings", id="behind a comma"),
        pytest.param("pages 10--15", "pages 10–15", "pages 10--15", id="range of TeX"),
        pytest.param("seen by users' eyes", "seen by users", "seen by users", id="before an apostrophe"),
        pytest.param("it is so.[^1]", "it is so", "it is so", id="before a footnote"),
        pytest.param("A heading\nIt is so", "It is so", "It is so", id="behind a line without a mark at its end"),
        pytest.param("Part 3\n64 slots\n128 more", "64 slots", "64 slots", id="number behind a line that ends in one"),
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
        pytest.param("above –5 degrees", "5 degrees", id="without its sign, an en dash"),
        pytest.param("(–5 degrees)", "5 degrees", id="without its sign, in brackets"),
        pytest.param("above −\u200b5 degrees", "5 degrees", id="without its sign, a mark of no width between"),
        pytest.param("above −" + "\u200b" * 5_000 + "5 degrees", "5 degrees", id="without its sign, many of them between"),
        pytest.param("above − 5 degrees", "5 degrees", id="without its sign, a space between"),
        pytest.param("±5 degrees", "5 degrees", id="without both signs"),
        pytest.param("up to 1\u202f500 readings", "500 readings", id="the end of groups"),
        pytest.param("up to 1\u2009500 readings", "up to 1", id="the beginning of groups"),
        pytest.param("up to 1 500 readings", "500 readings", id="the end of groups with a space"),
        pytest.param("up to 1'500 readings", "500 readings", id="the end of groups with an apostrophe"),
        pytest.param("up to 1'500 readings", "up to 1", id="the beginning of groups with an apostrophe"),
        pytest.param("10^5 slots", "5 slots", id="an exponent"),
        pytest.param("10^-5 slots", "5 slots", id="an exponent without its sign"),
        pytest.param("10^-5 slots", "-5 slots", id="an exponent with its sign"),
        pytest.param("10^(-5) slots", "(-5) slots", id="an exponent in brackets"),
        pytest.param("10⁻⁵ slots", "10", id="what is raised"),
        pytest.param("(1 + x)² slots", "(1 + x)", id="a bracket that is raised"),
        pytest.param("10**5 slots", "5 slots", id="an exponent of code"),
        pytest.param("3×10−5 slots", "5 slots", id="an exponent that lost its height"),
        pytest.param("3 × 10⁵ slots", "10⁵ slots", id="a power of ten alone"),
        pytest.param("3 × 10⁵ slots", "3", id="without its power of ten"),
        pytest.param("√5 slots", "5 slots", id="without its root"),
        pytest.param("1/2 slot", "2 slot", id="the end of a fraction"),
        pytest.param("takes 1/2 slot", "takes 1", id="the beginning of a fraction"),
        pytest.param("3–5 kg", "5 kg", id="the end of a range"),
        pytest.param("takes 3-5 kg", "takes 3", id="the beginning of a range"),
        pytest.param("at 12:30 it ends", "at 12", id="half a time"),
        pytest.param("≠ 5 slots", "5 slots", id="without its inequality"),
        pytest.param("x != 5 slots", "5 slots", id="without its inequality, in code"),
        pytest.param("x != 5 slots", "= 5 slots", id="half its inequality"),
        pytest.param("<5 ms each", "5 ms each", id="without its comparison"),
        pytest.param("where x > 5 ms", "5 ms", id="without its comparison, spaced"),
        pytest.param("!x is true", "x is true", id="without its negation"),
        pytest.param("¬x is true", "x is true", id="without its negation, a sign"),
        pytest.param("if !(x or y) holds", "(x or y) holds", id="a bracket without its negation"),
        pytest.param("isn't stable today", "t stable today", id="behind an apostrophe"),
        pytest.param("isn’t stable today", "’t stable today", id="with an apostrophe"),
        pytest.param("it isn't stable", "it isn", id="before an apostrophe"),
        pytest.param("ce n'est stable", "est stable", id="a negation that is elided"),
        pytest.param("from 10–-5 degrees", "from 10–5 degrees", id="a dash and a sign"),
        pytest.param("it is — 5 there", "it is -5 there", id="a dash for a sign"),
        pytest.param("a 64-bit word", "bit word", id="the end of a compound"),
        pytest.param("the top-5 names", "the top", id="the beginning of a compound"),
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
