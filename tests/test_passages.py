"""What a document says about a claim is found by its words, within a bound."""

from __future__ import annotations

from prompts.trust import Untrusted, measure
from tools.extract import extract
from tools.extract.records import Document
from tools.passages import Passages

FILLER = "The weather was fine and nobody minded the long way round the lake. " * 9


def document(*paragraphs: str) -> Document:
    return extract("\n\n".join(paragraphs).encode(), "text/plain", "https://site.example/notes.txt")


def said(of: Document, *claims: str, characters: int = 8_000) -> list[tuple[str, tuple[int, ...]]]:
    found = Passages(of).best([Untrusted(claim, "chapter") for claim in claims], characters)
    return [(measure(of.text)[passage.span.start : passage.span.end].strip(), passage.claims) for passage in found]


def test_an_identifier_counts_for_more_than_its_parts() -> None:
    """The passage with the very name is ranked above one that has all of its words."""
    notes = document("The recompile limit, a limit on each recompile: the limit." + FILLER, FILLER, "Set `recompile_limit` to 8." + FILLER)
    [(text, _)] = said(notes, "`recompile_limit` is a limit", characters=700)
    assert text.startswith("Set `recompile_limit`")


def test_each_claim_gets_its_best_passage_before_any_gets_a_second() -> None:
    """A claim with many passages does not crowd out another."""
    many = [f"Guards fail in case {number}; guards, guards and guards. {FILLER}" for number in range(9)]
    found = said(document(*many, f"Donation of buffers. {FILLER}", FILLER), "guards fail", "buffers are a donation", characters=2_800)
    assert [0 in found[0][1], 1 in found[-1][1], len(found)] == [True, True, 2]


def test_passages_keep_to_the_bound_and_to_the_order_of_the_document() -> None:
    """However long the document, no more than the bound is given, front to back, with its place."""
    notes = document(*[f"Guards, number {number}. {FILLER}" for number in range(200)])
    found = Passages(notes).best([Untrusted("guards", "chapter")], 5_000)
    assert 3_500 < sum(len(passage.span) for passage in found) <= 5_000
    assert [passage.span.start for passage in found] == sorted(passage.span.start for passage in found)
    assert found[0].locator.startswith("line")


def test_what_shares_no_word_is_not_given() -> None:
    """There may be nothing to show."""
    assert said(document(FILLER), "guards fail") == []


def test_a_long_listing_is_cut_at_ends_of_lines() -> None:
    """Code of many lines is given in parts of whole lines."""
    source = extract("\n".join(f"value_{number} = compute({number})" for number in range(500)).encode(), "", "https://site.example/a.py")
    passage = max(Passages(source).best([Untrusted("value_250", "chapter")]), key=lambda passage: passage.score)
    text = measure(source.text)[passage.span.start : passage.span.end]
    assert "value_250 = compute(250)" in text.splitlines()
    assert len(text) < 3_000
