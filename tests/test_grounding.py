"""What a model's sentence names stands in the records that it cites."""

from __future__ import annotations

import pytest

from agent.report.sentences import beyond, unheld
from agent.roles.grounding import overreaching, strange
from prompts.trust import Untrusted

RECORDS = [
    "C3 A new wheel has 64 slots by default, in every release since 2.0, says Wheel.open() of tidewheel.ring.",
    "E4 The default was raised. quoted: Since release 3.1 a new wheel has 128 slots by default (doi:10.1145/3318464). See Ada Lovelace.",
]


def model(words: str) -> Untrusted:
    return Untrusted(words, "model")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Knuth (1997, p. 512) proved it, see doi:10.1145/1.", {"Knuth", "1997", "512", "doi:10.1145/1."}),
        ("Knuth proved it.", {"Knuth"}),
        ("The chapter is right, as Knuth proved.", {"Knuth"}),
        ("The default was raised to 256.", {"256"}),
        ("The default was raised in seven releases.", {"seven"}),
        ("It stands at https://e.example/notes too.", {"https://e.example/notes"}),
        ("It is in arXiv:2401.00001 too.", {"arXiv:2401.00001"}),
        ("The default is that of ring_size now.", {"ring_size"}),
        ("Call `turn` and torch.compile for it.", {"turn", "torch.compile"}),
        ("The notes of O’Reilly give it.", {"O’Reilly"}),
        ("See doi:10.1145/331846 for it.", {"doi:10.1145/331846"}),
        ("It has ninety-five slots, forty-fold more.", {"ninety-five", "forty"}),
        ("It is minus 128, as E9 says.", {"-128", "E9"}),
        ("It has девяносто slots.", {"девяносто"}),
    ],
)
def test_what_no_record_holds_is_found(words: str, names: set[str]) -> None:
    """Names, years, pages, identifiers, addresses and names in code, wherever they stand in the sentence."""
    assert set(strange(model(words), RECORDS)) == names


@pytest.mark.parametrize(
    "words",
    [
        "Since release 3.1 a new wheel has 128 slots; before, it had 64.",
        "The release notes name another default for the current release.",
        "Ada Lovelace's notes say so, and Lovelace gives Release 3.1.",
        "Wheel.open() of tidewheel.ring is meant. One default was raised. It shows in the notes.",
        "It is that of doi:10.1145/3318464, as E4 says; I would change it.",
        "This shows what C3 means. There are notes on it.",
    ],
)
def test_what_records_hold_may_be_said(words: str) -> None:
    """Plain words are free, and what stands in a record may be named in any case and form of a possessive."""
    assert strange(model(words), RECORDS) == ()


def test_an_answer_may_not_attest_what_its_records_do_not() -> None:
    """A sentence that claims a proof, a letter or a confirmation is refused, and one that says what the record says is not."""
    records = {"C1": RECORDS[0]}
    assert unheld(model("The publisher has confirmed in a letter that the chapter is correct, as Knuth proved."), ("C1",), records)
    assert unheld(model("The publisher has confirmed it in a letter."), ("C1",), records)
    assert unheld(model("All statements hold."), ("C1",), records)
    assert unheld(model("A new wheel has 64 slots in every release since 2.0."), ("C1",), records) == []


def test_an_opening_speaks_of_what_it_cites_alone() -> None:
    """What stands on other lines of the section does not bear a sentence, and a word for everything stands nowhere."""
    section = "- [C3] A new wheel has 64 slots in every release.\n- [C11] The 3 rows come to 555."
    assert beyond(model("A wheel has 64 slots."), ("C3",), section) == []
    assert beyond(model("The rows come to 555."), ("C3",), section)
    assert beyond(model("A wheel has 64 slots in every release."), ("C3",), section)
    said = "One default is no longer what the chapter says, and the rest of what was decided stands."
    assert beyond(model(said), ("C3",), section)
    assert overreaching(model("It was confirmed by the official documentation and by experiments."), [section])
