"""A document is what a registry's record says that fits it strictly; all else is said to be unknown."""

from __future__ import annotations

import pytest

from prompts.trust import measure
from tests.identity_cases import CASES, Case, claim, records
from tests.registry_answers import arxiv_entry, crossref
from tools.identity.matching import FIELDS, identify, same_venue


def _result(case: Case):  # type: ignore[no-untyped-def]
    return identify(case.claimed, records(case.answers), case.missing)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_no_field_is_wrong_and_each_unknown_is_said(case: Case) -> None:
    """Verified fields hold the truth, fields in doubt show both sides, and every other is UNVERIFIED."""
    found = _result(case)
    assert found.id == case.id
    told = {field.name: (field.state, measure(field.registered) if field.registered else None) for field in found.fields}
    expected = dict.fromkeys(FIELDS, ("UNVERIFIED", None))
    expected |= {name: ("verified", value) for name, value in case.verified.items()}  # type: ignore[misc]
    expected |= {name: ("differs", value) for name, value in case.differs.items()}  # type: ignore[misc]
    if case.id is None:  # what a gatherer says may be shown, and is not verified
        assert {state for state, _ in told.values()} == {"UNVERIFIED"} and found.note
    else:
        assert told == expected
    assert all(field.claimed is not None for field in found.fields if field.state == "differs")
    assert found.work == case.work and tuple(id for id, _ in found.refused) == case.refused


def test_the_cases_are_many() -> None:
    """At least fifty answers of registries stand behind the cases, of every registry."""
    answers = [registry for case in CASES for registry, _ in case.answers]
    assert len(answers) >= 75 and {"crossref", "datacite", "arxiv", "openalex", "semantic-scholar", "pypi", "github"} <= set(answers)


def test_a_refused_identifier_is_told_with_its_reason() -> None:
    """The reason names the registry and what its record has, so that an author can see it."""
    case = next(case for case in CASES if case.name == "the doi of another paper")
    assert _result(case).refused == (("doi:10.5555/trees.1", "crossref has it as another title"),)


def test_a_relation_that_nothing_bears_out_joins_nothing() -> None:
    """A publisher's record that names another's preprint as its own, with another title and first author, stays by itself."""
    relation = {"has-preprint": [{"id-type": "arxiv", "id": "2404.99009", "asserted-by": "subject"}]}
    work = crossref("10.5555/w.1", "Graphs", [("Ana", "Brook")], (2025,), relation=relation)
    preprint = arxiv_entry("2404.99009v1", "Beetles", ["Di Elm"], "2024-04-03T17:00:00Z")
    found = identify(claim("Graphs", ids=["doi:10.5555/w.1"]), records([("crossref", work), ("arxiv", preprint)]))
    assert found.id == "doi:10.5555/w.1" and found.work == ()


def test_the_order_of_answers_changes_nothing() -> None:
    """Registries may answer in any order."""
    for case in CASES:
        turned = identify(case.claimed, records(case.answers)[::-1], case.missing)
        assert (turned.id, turned.fields) == (case.id, _result(case).fields)


@pytest.mark.parametrize(
    ("claimed", "registered", "same"),
    [
        ("NeurIPS 2017", "Advances in Neural Information Processing Systems 30", True),
        ("Proc. ICML", "International Conference on Machine Learning", True),
        ("ICML", "Proceedings of the 40th International Conference on Machine Learning", True),
        ("JMLR", "Journal of Machine Learning Research", True),
        ("Nature", "Nature Communications", False),
        ("Science", "Nature", False),
        ("2024", "Nature", False),
        ("", "Nature", False),
    ],
)
def test_venues_are_compared_by_their_names(claimed: str, registered: str, same: bool) -> None:
    """A usual short name is the venue; a year alone is none."""
    assert same_venue(claimed, registered) is same
