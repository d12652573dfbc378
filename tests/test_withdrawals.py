"""What the words of a record say of a withdrawal: told where it is said of the work, left open where it is not clear, else none."""

from __future__ import annotations

import pytest

from prompts.trust import measure
from tests.identity_cases import claim, records
from tests.registry_answers import arxiv_entry, crossref
from tools.identity.matching import identify
from tools.identity.withdrawals import of_preprint, parted

ABSTRACT = "We make a thing and measure it."
SAID = [
    "This paper has been withdrawn by the author",
    "This paper has been withdrawn by the authors due to a crucial sign error in equation 1.",
    "The paper has been withdrawn due to an error in Lemma 2",
    "The authors have withdrawn this paper",
    "We withdraw this paper because of a gap.",
    "This submission has been withdrawn by arXiv administrators due to inappropriate text reuse",
    "This article has been retracted.",
    "Paper withdrawn",
    "Withdrawn",
    "Withdrawn by the authors",
    "withdrawn due to an error in the proof",
    "Temporarily withdrawn.",
    "The manuscript is withdrawn by the authors for further revision",
    "I have decided to withdraw this paper",
    "This work has now been withdrawn",
    "This paper has been withdrawn from arXiv",
    "This preprint is hereby withdrawn: Theorem 1 is false",
    "THIS PAPER HAS BEEN WITHDRAWN",
    "This paper was withdrawn by the author because a flaw was found.",
    "The author has retracted this paper",
]


@pytest.mark.parametrize("words", SAID)
def test_a_withdrawal_is_told_in_a_comment_or_in_place_of_the_abstract(words: str) -> None:
    """Authors, administrators and the passive voice say it in many ways, in either place."""
    assert of_preprint("A Thing", words, ABSTRACT).retraction == "withdrawn"
    assert of_preprint("A Thing", "", words).retraction == "withdrawn"


@pytest.mark.parametrize(
    "words", ["12 pages; withdrawn because of an error", "12 pages, 3 figures, withdrawn", "5 pages (withdrawn)", "v2: withdrawn"]
)
def test_a_part_of_a_comment_tells_it_too(words: str) -> None:
    """Beside pages and figures the word alone is the work's."""
    assert of_preprint("A Thing", words, ABSTRACT).retraction == "withdrawn"


@pytest.mark.parametrize(
    "words",
    [
        "9 pages; extends a note that was withdrawn from a workshop",
        "Withdrawn from ICLR 2023",
        "Replaces the withdrawn arXiv:1234.5678",
        "Supersedes our withdrawn paper",
        "The previous version was withdrawn, this one is correct",
        "This paper was withdrawn from a workshop",
        "We study papers that have been withdrawn from arXiv",
    ],
)
def test_a_comment_that_speaks_of_it_otherwise_leaves_it_open(words: str) -> None:
    """Silence is none registered; a word that may mean the work or another is not."""
    standing = of_preprint("A Thing", words, ABSTRACT)
    assert standing.retraction == "unknown" and "comment speaks of a withdrawal" in standing.doubt


@pytest.mark.parametrize(
    "abstract",
    [
        ABSTRACT,
        "We retract the gradient to the manifold.",
        "Retractions on manifolds are studied.",
        "Withdrawn patients were excluded.",
        "Deposits are withdrawn by the author of the contract, and the landing gear is retracted.",
        "A gear, retracted for landing, is modelled.",
        "“This article has been retracted” is what readers see.",
        "This banknote was withdrawn in 1923.",
        "It was withdrawn by the bank.",
    ],
)
def test_an_abstract_about_such_things_says_nothing_of_the_work(abstract: str) -> None:
    """The word belongs to many subjects."""
    assert of_preprint("A Thing", "12 pages, 3 figures", abstract).retraction == "none registered"


@pytest.mark.parametrize("comment", ["12 pages", "Not withdrawn", "This paper has not been withdrawn", ""])
def test_a_comment_that_denies_it_or_is_silent_registers_none(comment: str) -> None:
    """A denial is none registered, and so is silence beside an abstract."""
    assert of_preprint("A Thing", comment, ABSTRACT).retraction == "none registered"


def test_a_record_without_words_leaves_it_open() -> None:
    """Where neither comment nor abstract is there, nothing could have told it."""
    assert of_preprint("A Thing", "", " ").retraction == "unknown"


def test_an_open_standing_is_unverified_with_the_reason() -> None:
    """It is not made good by the published version's clean record."""
    entry = arxiv_entry(
        "2404.99001v2", "A Thing", ["Ana Brook"], "2024-04-03T17:00:00Z", comment="Withdrawn from ICLR 2023", doi="10.5555/t.1"
    )
    published = crossref("10.5555/t.1", "A Thing", [("Ana", "Brook")], (2024,))
    field = identify(claim(ids=["arxiv:2404.99001"]), records([("arxiv", entry), ("crossref", published)])).field("retraction")
    assert field.state == "UNVERIFIED" and field.claimed is not None and "comment speaks of a withdrawal" in measure(field.claimed)


TITLES = [
    ("RETRACTED ARTICLE: A Thing", "A Thing", "retracted"),
    ("RETRACTED: A Thing", "A Thing", "retracted"),
    ("[Retracted] A Thing", "A Thing", "retracted"),
    ("Retracted Article: A Thing", "A Thing", "retracted"),
    ("WITHDRAWN: A Thing", "A Thing", "withdrawn"),
    ("WITHDRAWN A Thing", "A Thing", "withdrawn"),
    ("Withdrawn: A History of Bank Notes", "Withdrawn: A History of Bank Notes", "unknown"),
    ("Retracted: A Thing", "Retracted: A Thing", "unknown"),
    ("WITHDRAWN: A HISTORY OF BANK NOTES", "WITHDRAWN: A HISTORY OF BANK NOTES", "unknown"),
    ("Retracted Wings of Beetles", "Retracted Wings of Beetles", None),
    ("A Thing: Withdrawn", "A Thing: Withdrawn", None),
]


@pytest.mark.parametrize(("registered", "title", "said"), TITLES)
def test_a_mark_before_a_title_is_taken_off_where_it_is_sure(registered: str, title: str, said: str | None) -> None:
    """Brackets, a noun or capitals make a mark; a word and a colon may be the title's own, which then stays whole."""
    own, other, standing = parted(registered)
    assert own == title and (standing.retraction if standing else None) == said
    assert {own, other} == ({"A Thing", registered} if own == "A Thing" else {registered, other}) and bool(other) is (said is not None)
