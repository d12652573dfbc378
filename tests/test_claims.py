"""The reader cuts a chapter into checkable statements, each anchored to its span."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.records import Reading
from agent.stages import claims
from prompts.trust import Untrusted, measure
from tools.layout import lay_out
from tools.records import Chapter


def _read(text: str) -> Reading:
    chapter = Chapter(
        document="d", offset=0, text=Untrusted(text, "chapter"), whole=True, title=Untrusted("T", "pack"), number="1", blocks=lay_out(text)
    )
    return claims.read(chapter)


def _texts(text: str) -> list[str]:
    return [measure(claim.text) for claim in _read(text).claims]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The service answered all requests in 0.15 seconds.", "numeric"),
        ("Thirteen requests.", "numeric"),
        ("The keyword argument `dynamic` defaults to `None`.", "api"),
        ("Chapter 12 found the call neutral on this model.", "scope"),
        ("Table 3 shows the latencies of both services.", "reference"),
        ("The compiled model is faster than the eager one.", "comparison"),
        ("A guard is a condition on the inputs of a graph.", "definition"),
        ("The runtime falls back when a guard fails.", "behavioural"),
        ("Ein Guard ist eine Bedingung an die Eingaben.", "definition"),
    ],
)
def test_a_statement_is_a_claim_of_its_kind(sentence: str, kind: str) -> None:
    """One sentence, one claim."""
    reading = _read(sentence)
    assert [(measure(c.text), c.kind) for c in reading.claims] == [(sentence, kind)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Did compilation help this workload?",
        "Read the trace.",
        "Consider what a guard would say here.",
        "Why?",
        "The idea is this:",
        "We will now look at guards more closely.",
    ],
)
def test_what_asserts_nothing_is_no_claim(sentence: str) -> None:
    """Questions, instructions and announcements cannot be wrong."""
    assert _texts(sentence) == []


def test_parts_of_a_sentence_are_claims_of_their_own() -> None:
    """Statements joined by a semicolon or dash are audited one by one."""
    assert _texts("The first call takes eight seconds; the second call takes two.") == [
        "The first call takes eight seconds",
        "the second call takes two.",
    ]


def test_claims_stand_at_their_spans() -> None:
    """The words of a claim are the words at its span, and labels follow the text."""
    text = "# Title\n\nA queue holds 3 items. It grows to 8.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThat is all of it."
    reading = _read(text)
    assert all(text[c.span.start : c.span.end] == measure(c.text) for c in reading.claims)
    assert [c.label for c in reading.claims] == [f"C{n}" for n in range(1, len(reading.claims) + 1)]
    assert any(c.place == "table 1" for c in reading.claims)


def test_an_id_follows_from_the_words() -> None:
    """The same sentence keeps its id when the text around it changes; a second occurrence gets the next ordinal."""
    one = _read("The queue holds 3 items.").claims[0].id
    two = [
        c.id
        for c in _read("An earlier sentence says 5. The queue  holds 3 items.\n\nThe queue holds 3 items.").claims
        if c.id.startswith(one[:12])
    ]
    assert two == [one, one[:-1] + "2"]


def test_what_the_chapter_says_of_itself_is_stated() -> None:
    """Thesis, assumptions, examples and reader level are the chapter's own sentences; an announcement brings its sentence along."""
    reading = _read(
        "The idea of this chapter is this:\n\nA compiled program is still your program. We assume a cold cache. "
        "For example, a server starts. You should know Python before you read on."
    )
    assert [measure(s.text).split("\n")[-1] for s in reading.thesis] == ["A compiled program is still your program."]
    assert [measure(s.text) for s in reading.assumptions] == ["We assume a cold cache."]
    assert [measure(s.text) for s in reading.examples] == ["For example, a server starts."]
    assert [measure(s.text) for s in reading.reader_level] == ["You should know Python before you read on."]


def test_what_is_not_said_stays_empty() -> None:
    """No thesis is invented."""
    reading = _read("The queue holds 3 items.")
    assert reading.thesis == () and reading.reader_level == () and reading.assumptions == ()


@given(st.text(max_size=400))
def test_any_text_is_read(text: str) -> None:
    """No text raises, and every span lies within it."""
    assert all(0 <= c.span.start < c.span.end <= len(text) for c in _read(text).claims)
