"""Documents with known truth: what is claimed of each, what registries answer, and what may be said of it. All made.

A case names the fields that may be verified, with their true values, and those that differ; every other field must be UNVERIFIED.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import arxiv

from prompts.trust import Untrusted
from tests import registry_answers as made
from tools.identity.records import Claimed, FieldName, Registered
from tools.identity.registries import crossref, datacite, github, openalex, pypi, semantic_scholar
from tools.search.arxiv_api import _record

Truth = dict[FieldName, str]
NONE = "none registered"


@dataclass(frozen=True)
class Case:
    """answers: (registry, answer). verified, differs: values of the registry. missing: ids that their registry does not have."""

    name: str
    claimed: Claimed
    answers: Sequence[tuple[str, Any]]
    id: str | None
    verified: Truth = field(default_factory=dict)
    differs: Truth = field(default_factory=dict)
    work: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def claim(
    title: str = "", authors: Sequence[str] = (), year: int | None = None, ids: Sequence[str] = (), venue: str = "", cut: bool = False
) -> Claimed:
    return Claimed(
        title=Untrusted(title, "page") if title else None,
        authors=tuple(Untrusted(author, "page") for author in authors),
        year=year,
        ids=tuple(ids),
        venue=Untrusted(venue, "page") if venue else None,
        cut=cut,
    )


def records(answers: Sequence[tuple[str, Any]]) -> list[Registered]:
    """The answers read as the product reads them; an answer that is no record gives none."""
    read = {
        "crossref": crossref.registered,
        "datacite": datacite.registered,
        "openalex": openalex.registered,
        "semantic-scholar": semantic_scholar.registered,
        "pypi": pypi.registered,
        "github": github.repository,
    }
    found: list[Registered | None] = []
    for registry, answer in answers:
        if registry == "arxiv":
            found += [_record(result) for result in arxiv._feed.parse(made.arxiv_feed(answer)).results]
        elif registry == "release":
            found.append(pypi.registered(*answer))
        elif registry == "commit":
            found.append(github.commit(*answer))
        else:
            found.append(read[registry](answer))
    return [record for record in found if record is not None]


_TITLE, _AUTHORS = "Graphs That Break and Recompile", [("Ana", "Brook"), ("Bo", "Sørensen")]
_NAMES = "Ana Brook; Bo Sørensen"
_STAMP = "2024-04-03T17:00:00Z"
_PREPRINT = made.arxiv_entry("2404.99001v2", _TITLE, ["Ana Brook", "Bo Sørensen"], _STAMP, "2024-09-01T08:00:00Z")
_V1 = made.arxiv_entry("2404.99001v1", _TITLE, ["Ana Brook", "Bo Sørensen"], _STAMP)
_PUBLISHED = made.crossref("10.5555/graphs.1", _TITLE, _AUTHORS, (2025, 3, 1), container="Journal of Made Systems")
_DATACITE = made.datacite(
    "10.48550/arxiv.2404.99001",
    _TITLE,
    _AUTHORS,
    2024,
    dates=[("Submitted", _STAMP), ("Updated", "2024-09-02T00:00:00Z"), ("Issued", "2024-04")],
)
_WITH_PREPRINT = made.crossref(
    "10.5555/graphs.1",
    _TITLE,
    _AUTHORS,
    (2025, 3, 1),
    container="Journal of Made Systems",
    relation={"has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.2404.99001", "asserted-by": "subject"}]},
)
_OF_ARXIV: Truth = {
    "title": _TITLE,
    "authors": _NAMES,
    "venue": "arXiv",
    "publisher": "arXiv",
    "first date": "2024-04-03",
    "retraction": NONE,
}
_OF_V2: Truth = _OF_ARXIV | {"last date": "2024-09-01", "arxiv": "2404.99001v2", "version": "v2"}
_OF_DOI: Truth = {
    "title": _TITLE,
    "authors": _NAMES,
    "venue": "Journal of Made Systems",
    "publisher": "Made Press",
    "first date": "2025-03-01",
    "doi": "10.5555/graphs.1",
    "retraction": NONE,
}
_BOTH = claim(_TITLE, ["Ana Brook", "Bo Sørensen"], 2024)


def _without(truth: Truth, *names: FieldName) -> Truth:
    return {name: value for name, value in truth.items() if name not in names}


def _doi(number: str, title: str = _TITLE, authors: list[tuple[str, str] | str] = _AUTHORS, **more: Any) -> dict[str, Any]:  # type: ignore[assignment]
    return made.crossref(f"10.5555/{number}", title, authors, (2023, 5, 2), container="Made Letters", **more)


def _plain(number: str, title: str = _TITLE, authors: str = _NAMES) -> Truth:
    return {
        "title": title,
        "authors": authors,
        "venue": "Made Letters",
        "publisher": "Made Press",
        "first date": "2023-05-02",
        "doi": f"10.5555/{number}",
        "retraction": NONE,
    }


PREPRINTS = [
    Case("arxiv id alone", claim(ids=["arxiv:2404.99001"]), [("arxiv", _PREPRINT)], "arxiv:2404.99001v2", _OF_V2),
    Case(
        "arxiv id with its first version",
        claim(ids=["arXiv:2404.99001v1"]),
        [("arxiv", _V1)],
        "arxiv:2404.99001v1",
        _OF_ARXIV | {"last date": "2024-04-03", "arxiv": "2404.99001v1", "version": "v1"},
    ),
    Case("arxiv's own doi", claim(_TITLE, ids=["doi:10.48550/arXiv.2404.99001"]), [("arxiv", _PREPRINT)], "arxiv:2404.99001v2", _OF_V2),
    Case(
        "arxiv and datacite agree",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [("arxiv", _PREPRINT), ("datacite", _DATACITE)],
        "arxiv:2404.99001v2",
        _OF_V2,
        work=("arxiv:2404.99001",),
    ),
    Case(
        "datacite alone",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [("datacite", _DATACITE)],
        "arxiv:2404.99001",
        {
            "title": _TITLE,
            "authors": _NAMES,
            "publisher": "arXiv",
            "first date": "2024-04-03",
            "last date": "2024-09-02",
            "arxiv": "2404.99001",
        },
    ),
    Case(
        "datacite keeps an older title",
        claim(ids=["arxiv:2404.99001"]),
        [("arxiv", _PREPRINT), ("datacite", made.datacite("10.48550/arxiv.2404.99001", "Graphs That Break", _AUTHORS, 2024))],
        "arxiv:2404.99001v2",
        _without(_OF_V2, "title"),
        {"title": _TITLE},
        work=("arxiv:2404.99001",),
    ),
    Case(
        "published with its preprint stated, by doi",
        claim(_TITLE, ids=["doi:10.5555/graphs.1"]),
        [("crossref", _WITH_PREPRINT), ("arxiv", _PREPRINT)],
        "doi:10.5555/graphs.1",
        _OF_DOI,
        work=("arxiv:2404.99001v2",),
    ),
    Case(
        "published with its preprint stated, by arxiv id",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [("arxiv", _PREPRINT), ("crossref", _WITH_PREPRINT)],
        "arxiv:2404.99001v2",
        _OF_V2,
        work=("doi:10.5555/graphs.1",),
    ),
    Case(
        "preprint not at hand, stated by the publisher",
        claim(_TITLE, ids=["doi:10.5555/graphs.1"]),
        [("crossref", _WITH_PREPRINT)],
        "doi:10.5555/graphs.1",
        _OF_DOI,
        work=("arxiv:2404.99001",),
    ),
    Case(
        "published, by title and year",
        claim(_TITLE, ["A. Brook", "B. Sørensen"], 2025),
        [("crossref", _WITH_PREPRINT), ("arxiv", _PREPRINT)],
        "doi:10.5555/graphs.1",
        _OF_DOI,
        work=("arxiv:2404.99001v2",),
    ),
    Case(
        "preprint, by title and year",
        _BOTH,
        [("crossref", _WITH_PREPRINT), ("arxiv", _PREPRINT)],
        "arxiv:2404.99001v2",
        _OF_V2,
        work=("doi:10.5555/graphs.1",),
    ),
    Case(
        "doi typed in by an author and right",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [
            (
                "arxiv",
                made.arxiv_entry(
                    "2404.99001v2", _TITLE, ["Ana Brook", "Bo Sørensen"], _STAMP, "2024-09-01T08:00:00Z", doi="10.5555/graphs.1"
                ),
            ),
            ("crossref", _PUBLISHED),
        ],
        "arxiv:2404.99001v2",
        _OF_V2,
        work=("doi:10.5555/graphs.1",),
    ),
    Case(
        "doi typed in by an author and wrong",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [
            (
                "arxiv",
                made.arxiv_entry(
                    "2404.99001v2", _TITLE, ["Ana Brook", "Bo Sørensen"], _STAMP, "2024-09-01T08:00:00Z", doi="10.5555/other.7"
                ),
            ),
            ("crossref", _doi("other.7", "Trees That Grow")),
        ],
        "arxiv:2404.99001v2",
        _OF_V2,
    ),
    Case(
        "doi typed in by an author, title changed: unknown",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [
            (
                "arxiv",
                made.arxiv_entry(
                    "2404.99001v2", _TITLE, ["Ana Brook", "Bo Sørensen"], _STAMP, "2024-09-01T08:00:00Z", doi="10.5555/renamed.1"
                ),
            ),
            ("crossref", _doi("renamed.1", "Recompiling Graphs")),
        ],
        "arxiv:2404.99001v2",
        _OF_V2,
    ),
    Case(
        "publisher states a preprint of a changed title",
        claim("Recompiling Graphs", ids=["doi:10.5555/renamed.1"]),
        [
            (
                "crossref",
                _doi(
                    "renamed.1",
                    "Recompiling Graphs",
                    relation={"has-preprint": [{"id-type": "arxiv", "id": "2404.99001", "asserted-by": "subject"}]},
                ),
            ),
            ("arxiv", _PREPRINT),
        ],
        "doi:10.5555/renamed.1",
        _plain("renamed.1", "Recompiling Graphs"),
        work=("arxiv:2404.99001v2",),
    ),
    Case(
        "no relation and another year: two works, the year decides",
        _BOTH,
        [("arxiv", _PREPRINT), ("crossref", _PUBLISHED)],
        "arxiv:2404.99001v2",
        _OF_V2,
    ),
    Case(
        "no relation, all three agree",
        claim(_TITLE, ["Ana Brook", "Bo Sørensen"], 2024),
        [("arxiv", _PREPRINT), ("crossref", made.crossref("10.5555/graphs.2", _TITLE, _AUTHORS, (2024, 12, 1), container="Made Letters"))],
        "doi:10.5555/graphs.2",
        _plain("graphs.2") | {"first date": "2024-12-01"},
        work=("arxiv:2404.99001v2",),
    ),
    Case(
        "a gatherer joins what agrees",
        claim(_TITLE, ids=["doi:10.5555/graphs.1"]),
        [
            ("crossref", _PUBLISHED),
            ("arxiv", _PREPRINT),
            (
                "semantic-scholar",
                made.semantic_scholar("s1", _TITLE, ["Ana Brook", "Bo Sørensen"], 2024, doi="10.5555/graphs.1", arxiv="2404.99001"),
            ),
        ],
        "doi:10.5555/graphs.1",
        _OF_DOI,
        work=("arxiv:2404.99001v2",),
    ),
    Case(
        "a posted preprint of a publisher",
        claim("Shapes at Rest", ids=["doi:10.5555/2024.05.01.600001"]),
        [
            (
                "crossref",
                made.crossref(
                    "10.5555/2024.05.01.600001",
                    "Shapes at Rest",
                    [("Cy", "Dale")],
                    (2024, 5, 1),
                    container="An Archive",
                    kind="posted-content",
                    relation={"is-preprint-of": [{"id-type": "doi", "id": "10.5555/rest.9"}]},
                ),
            )
        ],
        "doi:10.5555/2024.05.01.600001",
        {
            "title": "Shapes at Rest",
            "authors": "Cy Dale",
            "venue": "An Archive",
            "publisher": "Made Press",
            "first date": "2024-05-01",
            "doi": "10.5555/2024.05.01.600001",
            "retraction": NONE,
        },
        work=("doi:10.5555/rest.9",),
    ),
    Case(
        "an id of arXiv's old form",
        claim("On Knots", ids=["arXiv:math.GT/0309999"]),
        [("arxiv", made.arxiv_entry("math/0309999v1", "On Knots", ["E. Fox"], "2003-09-20T00:00:00Z"))],
        "arxiv:math/0309999v1",
        {
            "title": "On Knots",
            "authors": "E. Fox",
            "venue": "arXiv",
            "publisher": "arXiv",
            "first date": "2003-09-20",
            "last date": "2003-09-20",
            "arxiv": "math/0309999v1",
            "version": "v1",
            "retraction": NONE,
        },
    ),
]

_OTHERS = _doi("others.1", authors=[("Cy", "Dale")])
ALIKE = [
    Case(
        "two papers of one title: the authors decide",
        claim(_TITLE, ["Cy Dale"], 2023),
        [("crossref", _doi("graphs.3")), ("crossref", _OTHERS)],
        "doi:10.5555/others.1",
        _plain("others.1", authors="Cy Dale"),
    ),
    Case(
        "two papers of one title, no authors claimed",
        claim(_TITLE, year=2023),
        [("crossref", _doi("graphs.3")), ("crossref", _OTHERS)],
        None,
    ),
    Case(
        "two papers of one title and authors in one year",
        claim(_TITLE, ["Ana Brook", "Bo Sørensen"], 2023),
        [("crossref", _doi("graphs.3")), ("crossref", _doi("graphs.4"))],
        None,
    ),
    Case(
        "a conference paper and its extended version: the year decides",
        claim(_TITLE, ["Ana Brook", "Bo Sørensen"], 2025),
        [("crossref", _doi("graphs.3")), ("crossref", _PUBLISHED)],
        "doi:10.5555/graphs.1",
        _OF_DOI,
    ),
    Case("no year claimed", claim(_TITLE, ["Ana Brook", "Bo Sørensen"]), [("crossref", _PUBLISHED)], None),
    Case(
        "part one is not part two",
        claim("Shapes, Part II", ["Ana Brook", "Bo Sørensen"], 2023),
        [("crossref", _doi("p1", "Shapes, Part I"))],
        None,
    ),
    Case(
        "a comment on a paper is not the paper",
        claim("Shapes", ["Ana Brook", "Bo Sørensen"], 2023),
        [("crossref", _doi("c1", "Comment on “Shapes”"))],
        None,
    ),
    Case(
        "the doi of the namesake paper",
        claim(_TITLE, ["Ana Brook", "Bo Sørensen"], 2025, ["doi:10.5555/others.1"]),
        [("crossref", _OTHERS), ("crossref", _PUBLISHED)],
        "doi:10.5555/graphs.1",
        _without(_OF_DOI, "doi"),
        {"doi": "10.5555/graphs.1"},
        refused=("doi:10.5555/others.1",),
    ),
]

_MUELLER = made.crossref(
    "10.5555/umlaut.1", "Über Formen", [("Jörg", "Müller"), ("Łukasz", "Wójcik")], (2022, 1, 5), container="Zeitschrift"
)
_OF_UMLAUT: Truth = {
    "title": "Über Formen",
    "authors": "Jörg Müller; Łukasz Wójcik",
    "venue": "Zeitschrift",
    "publisher": "Made Press",
    "first date": "2022-01-05",
    "doi": "10.5555/umlaut.1",
    "retraction": NONE,
}
_BODY = made.crossref("10.5555/body.1", "A Great Survey", ["The Survey Collaboration"], (2021, 7, 7), container="Made Letters")
_OF_BODY = _plain("body.1", "A Great Survey", "The Survey Collaboration") | {"first date": "2021-07-07"}
NAMES = [
    Case(
        "accents dropped",
        claim("Uber Formen", ["Jorg Muller", "Lukasz Wojcik"], 2022),
        [("crossref", _MUELLER)],
        "doi:10.5555/umlaut.1",
        _OF_UMLAUT,
    ),
    Case(
        "umlauts written out",
        claim("Über Formen", ["Joerg Mueller", "L. Wójcik"], 2022),
        [("crossref", _MUELLER)],
        "doi:10.5555/umlaut.1",
        _OF_UMLAUT,
    ),
    Case(
        "accents decomposed",
        claim("U\u0308ber Formen", ["J. Mu\u0308ller", "Ł. Wo\u0301jcik"], 2022),
        [("crossref", _MUELLER)],
        "doi:10.5555/umlaut.1",
        _OF_UMLAUT,
    ),
    Case(
        "family names first",
        claim("Über Formen", ["Müller, Jörg", "Wójcik, Łukasz"], 2022),
        [("crossref", _MUELLER)],
        "doi:10.5555/umlaut.1",
        _OF_UMLAUT,
    ),
    Case("another order of authors", claim("Über Formen", ["Łukasz Wójcik", "Jörg Müller"], 2022), [("crossref", _MUELLER)], None),
    Case("an author too many", claim("Über Formen", ["Jörg Müller", "Łukasz Wójcik", "Ana Brook"], 2022), [("crossref", _MUELLER)], None),
    Case(
        "a list cut short and marked so",
        claim("Über Formen", ["Jörg Müller"], 2022, cut=True),
        [("crossref", _MUELLER)],
        "doi:10.5555/umlaut.1",
        _OF_UMLAUT,
    ),
    Case("a list cut short and not marked", claim("Über Formen", ["Jörg Müller"], 2022), [("crossref", _MUELLER)], None),
    Case("another given name", claim("Über Formen", ["Karl Müller", "Łukasz Wójcik"], 2022), [("crossref", _MUELLER)], None),
    Case("a consortium", claim("A Great Survey", ["Survey Collaboration"], 2021), [("crossref", _BODY)], "doi:10.5555/body.1", _OF_BODY),
    Case("a consortium is no person of its name", claim("A Great Survey", ["Anna Survey"], 2021), [("crossref", _BODY)], None),
    Case(
        "persons and a consortium",
        claim("Waves", ["Ana Brook", "Wave Consortium"], 2023),
        [("crossref", _doi("waves.1", "Waves", [("Ana", "Brook"), "Wave Consortium"]))],
        "doi:10.5555/waves.1",
        _plain("waves.1", "Waves", "Ana Brook; Wave Consortium"),
    ),
    Case(
        "two family names",
        claim("Olas", ["José García Márquez"], 2023),
        [("crossref", _doi("olas.1", "Olas", [("José", "García Márquez")]))],
        "doi:10.5555/olas.1",
        _plain("olas.1", "Olas", "José García Márquez"),
    ),
    Case(
        "a name in the other order is not taken for the same",
        claim("Mountains", ["Li Wei"], 2023),
        [("crossref", _doi("mountains.1", "Mountains", [("Wei", "Li")]))],
        None,
    ),
    Case(
        "a single name",
        claim("Rivers", ["Suharto"], 2023),
        [("crossref", _doi("rivers.1", "Rivers", [("", "Suharto")]))],
        "doi:10.5555/rivers.1",
        _plain("rivers.1", "Rivers", "Suharto"),
    ),
    Case(
        "a registry without authors",
        claim("Anonymous Notes", ["Ana Brook"], 2023, ["doi:10.5555/anon.1"]),
        [("crossref", _doi("anon.1", "Anonymous Notes", []))],
        "doi:10.5555/anon.1",
        _without(_plain("anon.1", "Anonymous Notes"), "authors"),
    ),
    Case(
        "an organisation's data",
        claim("Measured Things", ids=["doi:10.5555/data.1"]),
        [
            (
                "datacite",
                made.datacite(
                    "10.5555/data.1",
                    "Measured Things",
                    ["Institute of Made Data"],
                    2020,
                    publisher="Made Repository",
                    general="Dataset",
                    dates=[("Issued", "2020-02-03"), ("Updated", "2021-01-01")],
                    version="1.2",
                ),
            )
        ],
        "doi:10.5555/data.1",
        {
            "title": "Measured Things",
            "authors": "Institute of Made Data",
            "publisher": "Made Repository",
            "first date": "2020-02-03",
            "last date": "2021-01-01",
            "doi": "10.5555/data.1",
            "version": "1.2",
        },
    ),
]

TITLES = [
    Case(
        "markup and entities",
        claim("Heat & Cold in H2O", ["Ana Brook", "Bo Sørensen"], 2023),
        [("crossref", _doi("water.1", "Heat &amp; Cold in H<sub>2</sub>O"))],
        "doi:10.5555/water.1",
        _plain("water.1", "Heat & Cold in H2O"),
    ),
    Case(
        "TeX at arXiv",
        claim("Learning α-Shapes", ids=["arxiv:2404.99002"]),
        [("arxiv", made.arxiv_entry("2404.99002v1", r"Learning $\alpha$-Shapes", ["Ana Brook"], _STAMP))],
        None,
        refused=("arxiv:2404.99002",),
    ),
    Case(
        "quotes and dashes",
        claim('Graphs - a "short" tour', ["Ana Brook", "Bo Sørensen"], 2023),
        [("crossref", _doi("tour.1", "Graphs – A “Short” Tour"))],
        "doi:10.5555/tour.1",
        _plain("tour.1", "Graphs – A “Short” Tour"),
    ),
    Case(
        "a subtitle kept apart",
        claim("Graphs: How They Break", ["Ana Brook", "Bo Sørensen"], 2023),
        [("crossref", _doi("sub.1", "Graphs", subtitle="How They Break"))],
        "doi:10.5555/sub.1",
        _plain("sub.1", "Graphs"),
    ),
    Case(
        "signs that tell titles apart",
        claim("Compilers for C", ["Ana Brook", "Bo Sørensen"], 2023),
        [("crossref", _doi("cpp.1", "Compilers for C++"))],
        None,
    ),
    Case(
        "one word more",
        claim("Graphs That Often Break and Recompile", ["Ana Brook", "Bo Sørensen"], 2025),
        [("crossref", _PUBLISHED)],
        None,
    ),
    Case(
        "online in one year, in print in the next: either is right",
        claim("Slow Presses", ["Ana Brook", "Bo Sørensen"], 2022),
        [("crossref", _doi("slow.1", "Slow Presses", online=(2022, 11, 30)))],
        "doi:10.5555/slow.1",
        _plain("slow.1", "Slow Presses") | {"first date": "2022-11-30"},
    ),
    Case(
        "a date of a year alone",
        claim("Old Ways", ids=["doi:10.5555/old.1"]),
        [("crossref", made.crossref("10.5555/old.1", "Old Ways", _AUTHORS, (1987,), container="Made Letters"))],
        "doi:10.5555/old.1",
        _plain("old.1", "Old Ways") | {"first date": "1987"},
    ),
    Case(
        "a chapter of a book",
        claim("Of Caches", ids=["doi:10.5555/book.ch3"]),
        [
            (
                "crossref",
                made.crossref("10.5555/book.ch3", "Of Caches", _AUTHORS, (2019, 9), container="A Book of Machines", kind="book-chapter"),
            )
        ],
        "doi:10.5555/book.ch3",
        _plain("book.ch3", "Of Caches") | {"venue": "A Book of Machines", "first date": "2019-09"},
    ),
    Case(
        "a translated title beside the main one",
        claim("Formen", ids=["doi:10.5555/form.1"]),
        [
            (
                "datacite",
                made.datacite(
                    "10.5555/form.1",
                    "Formen",
                    _AUTHORS,
                    2020,
                    publisher="Made Repository",
                    general="Text",
                    other_titles=[{"title": "Shapes", "titleType": "TranslatedTitle", "lang": "en"}],
                ),
            )
        ],
        "doi:10.5555/form.1",
        {"title": "Formen", "authors": _NAMES, "publisher": "Made Repository", "first date": "2020", "doi": "10.5555/form.1"},
    ),
    Case("capitals in a doi", claim(ids=["https://doi.org/10.5555/GRAPHS.1"]), [("crossref", _PUBLISHED)], "doi:10.5555/graphs.1", _OF_DOI),
]

_RETRACTED = _doi("bad.1", updated_by=[made.notice("correction", "10.5555/c.1"), made.notice("retraction", "10.5555/r.1")])
STANDING = [
    Case(
        "retracted, by a notice",
        claim(_TITLE, ids=["doi:10.5555/bad.1"]),
        [("crossref", _RETRACTED)],
        "doi:10.5555/bad.1",
        _plain("bad.1") | {"retraction": "retracted"},
    ),
    Case(
        "retracted, by its title alone",
        claim(_TITLE, ids=["doi:10.5555/bad.2"]),
        [("crossref", _doi("bad.2", f"RETRACTED ARTICLE: {_TITLE}"))],
        "doi:10.5555/bad.2",
        _plain("bad.2") | {"retraction": "retracted"},
    ),
    Case(
        "a title that begins with the word",
        claim("Retracted Wings of Beetles", ids=["doi:10.5555/beetle.1"]),
        [("crossref", _doi("beetle.1", "Retracted Wings of Beetles"))],
        "doi:10.5555/beetle.1",
        _plain("beetle.1", "Retracted Wings of Beetles"),
    ),
    Case(
        "a title that a publisher's mark may stand before",
        claim(ids=["doi:10.5555/notes.1"]),
        [("crossref", _doi("notes.1", "Withdrawn: A History of Bank Notes"))],
        "doi:10.5555/notes.1",
        _without(_plain("notes.1", "Withdrawn: A History of Bank Notes"), "retraction"),
    ),
    Case(
        "the title without what may be a mark",
        claim("A History of Bank Notes", ids=["doi:10.5555/notes.1"]),
        [("crossref", _doi("notes.1", "Withdrawn: A History of Bank Notes"))],
        "doi:10.5555/notes.1",
        _without(_plain("notes.1", "Withdrawn: A History of Bank Notes"), "retraction"),
    ),
    Case(
        "what may be a mark, and a notice",
        claim(_TITLE, ids=["doi:10.5555/bad.5"]),
        [("crossref", _doi("bad.5", f"Retracted: {_TITLE}", updated_by=[made.notice("retraction", "10.5555/r.5")]))],
        "doi:10.5555/bad.5",
        _plain("bad.5", f"Retracted: {_TITLE}") | {"retraction": "retracted"},
    ),
    Case(
        "a title with the mark, as a page prints it",
        claim(f"RETRACTED ARTICLE: {_TITLE}", ids=["doi:10.5555/bad.2"]),
        [("crossref", _doi("bad.2", f"RETRACTED ARTICLE: {_TITLE}"))],
        "doi:10.5555/bad.2",
        _plain("bad.2") | {"retraction": "retracted"},
    ),
    Case(
        "an expression of concern",
        claim(_TITLE, ids=["doi:10.5555/bad.3"]),
        [("crossref", _doi("bad.3", updated_by=[made.notice("expression_of_concern", "10.5555/e.1")]))],
        "doi:10.5555/bad.3",
        _plain("bad.3") | {"retraction": "concern"},
    ),
    Case(
        "a correction",
        claim(_TITLE, ids=["doi:10.5555/bad.4"]),
        [("crossref", _doi("bad.4", updated_by=[made.notice("erratum", "10.5555/e.2")]))],
        "doi:10.5555/bad.4",
        _plain("bad.4") | {"retraction": "corrected"},
    ),
    Case(
        "the notice is not the paper",
        claim(_TITLE, ids=["doi:10.5555/r.1"]),
        [("crossref", _doi("r.1", f"Retraction: {_TITLE}", update_to=[made.notice("retraction", "10.5555/bad.1")]))],
        None,
        refused=("doi:10.5555/r.1",),
    ),
    Case(
        "withdrawn at arXiv",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [
            (
                "arxiv",
                made.arxiv_entry(
                    "2404.99001v3",
                    _TITLE,
                    ["Ana Brook", "Bo Sørensen"],
                    _STAMP,
                    "2024-10-01T00:00:00Z",
                    comment="This paper has been withdrawn by the authors due to an error in Lemma 3",
                ),
            )
        ],
        "arxiv:2404.99001v3",
        _OF_ARXIV | {"last date": "2024-10-01", "arxiv": "2404.99001v3", "version": "v3", "retraction": "withdrawn"},
    ),
    Case(
        "a comment that speaks of another withdrawal",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [
            (
                "arxiv",
                made.arxiv_entry(
                    "2404.99001v2",
                    _TITLE,
                    ["Ana Brook", "Bo Sørensen"],
                    _STAMP,
                    "2024-09-01T08:00:00Z",
                    comment="9 pages; extends a note that was withdrawn from a workshop",
                ),
            )
        ],
        "arxiv:2404.99001v2",
        _without(_OF_V2, "retraction"),
    ),
    Case(
        "the published version is retracted, the preprint is asked for",
        claim(_TITLE, ids=["arxiv:2404.99001"]),
        [("arxiv", _PREPRINT), ("crossref", {**_WITH_PREPRINT, "updated-by": [made.notice("retraction", "10.5555/r.2")]})],
        "arxiv:2404.99001v2",
        _OF_V2 | {"retraction": "retracted (doi:10.5555/graphs.1)"},
        work=("doi:10.5555/graphs.1",),
    ),
    Case(
        "a gatherer alone says retracted",
        claim(_TITLE, ids=["doi:10.5555/graphs.1"]),
        [
            ("crossref", _PUBLISHED),
            ("openalex", made.openalex("W1", _TITLE, ["Ana Brook", "Bo Sørensen"], "2025-03-01", doi="10.5555/graphs.1", retracted=True)),
        ],
        "doi:10.5555/graphs.1",
        _without(_OF_DOI, "retraction"),
        {"retraction": NONE},
    ),
]

WRONG = [
    Case(
        "the doi of another paper",
        claim(_TITLE, ids=["doi:10.5555/trees.1"]),
        [("crossref", _doi("trees.1", "Trees That Grow"))],
        None,
        refused=("doi:10.5555/trees.1",),
    ),
    Case(
        "digits swapped, nobody's",
        claim(_TITLE, ids=["arxiv:2404.99010"]),
        [],
        None,
        refused=("arxiv:2404.99010",),
        missing=("arxiv:2404.99010",),
    ),
    Case(
        "digits swapped, another's",
        claim(_TITLE, ids=["arxiv:2404.99011"]),
        [("arxiv", made.arxiv_entry("2404.99011v1", "Beetles", ["Di Elm"], _STAMP))],
        None,
        refused=("arxiv:2404.99011",),
    ),
    Case("digits swapped, no month", claim(_TITLE, ids=["arxiv:2440.99001"]), [], None, refused=("arxiv:2440.99001",)),
    Case(
        "a wrong and a right id",
        claim(_TITLE, ids=["doi:10.5555/trees.1", "arxiv:2404.99001"]),
        [("crossref", _doi("trees.1", "Trees That Grow")), ("arxiv", _PREPRINT)],
        "arxiv:2404.99001v2",
        _OF_V2,
        refused=("doi:10.5555/trees.1",),
    ),
    Case(
        "right id and title, one wrong author",
        claim(_TITLE, ["Ana Brook", "Cy Dale"], 2025, ["doi:10.5555/graphs.1"]),
        [("crossref", _PUBLISHED)],
        "doi:10.5555/graphs.1",
        _without(_OF_DOI, "authors"),
        {"authors": _NAMES},
    ),
    Case(
        "right id and title, wrong year",
        claim(_TITLE, ["Ana Brook", "Bo Sørensen"], 2019, ["doi:10.5555/graphs.1"]),
        [("crossref", _PUBLISHED)],
        "doi:10.5555/graphs.1",
        _without(_OF_DOI, "first date"),
        {"first date": "2025-03-01"},
    ),
    Case(
        "right id, title and year, all authors wrong",
        claim(_TITLE, ["Di Elm"], 2025, ["doi:10.5555/graphs.1"]),
        [("crossref", _PUBLISHED)],
        "doi:10.5555/graphs.1",
        _without(_OF_DOI, "authors"),
        {"authors": _NAMES},
    ),
    Case(
        "right id and title, authors and year wrong",
        claim(_TITLE, ["Di Elm"], 2019, ["doi:10.5555/graphs.1"]),
        [("crossref", _PUBLISHED)],
        None,
        refused=("doi:10.5555/graphs.1",),
    ),
    Case(
        "another venue",
        claim(_TITLE, ids=["doi:10.5555/graphs.1"], venue="Nature"),
        [("crossref", _PUBLISHED)],
        "doi:10.5555/graphs.1",
        _without(_OF_DOI, "venue"),
        {"venue": "Journal of Made Systems"},
    ),
    Case(
        "the venue's short name",
        claim("Deep Made", ids=["doi:10.5555/nips.1"], venue="NeurIPS 2023"),
        [
            (
                "crossref",
                made.crossref(
                    "10.5555/nips.1",
                    "Deep Made",
                    _AUTHORS,
                    (2023, 12, 1),
                    kind="proceedings-article",
                    container="Advances in Neural Information Processing Systems 36",
                ),
            )
        ],
        "doi:10.5555/nips.1",
        _plain("nips.1", "Deep Made") | {"venue": "Advances in Neural Information Processing Systems 36", "first date": "2023-12-01"},
    ),
    Case(
        "only a gatherer has it",
        claim(_TITLE, ["Ana Brook", "Bo Sørensen"], 2024),
        [("openalex", made.openalex("W2", _TITLE, ["Ana Brook", "Bo Sørensen"], "2024-04-03"))],
        None,
    ),
    Case(
        "an answer that is no record",
        claim(_TITLE, ids=["doi:10.5555/graphs.1"]),
        [("crossref", {"DOI": "10.5555/graphs.1", "title": []})],
        None,
    ),
    Case(
        "a draft that is not findable",
        claim("Formen", ids=["doi:10.5555/form.2"]),
        [("datacite", made.datacite("10.5555/form.2", "Formen", _AUTHORS, 2020, state="registered"))],
        None,
    ),
    Case("nothing at all", claim(_TITLE, ["Ana Brook"], 2024), [], None),
]

_PROJECT = made.project(
    "shaper",
    "2.0.1",
    {
        "1.0": [made.upload("shaper-1.0-py3-none-any.whl", "2021-05-01T10:00:00.000000Z")],
        "2.0.0": [made.upload("shaper-2.0.0.tar.gz", "2023-02-01T10:00:00.000000Z", yanked=True)],
        "2.0.1": [made.upload("shaper-2.0.1.tar.gz", "2023-02-03T10:00:00.000000Z")],
    },
    urls={"Source": "https://github.com/made/shaper"},
    author="Ana Brook",
)
_SIMPLE = made.simple(
    "shaper",
    [("shaper-1.0-py3-none-any.whl", "2021-05-01T10:00:00.1Z", False), ("shaper-2.0.0.tar.gz", "2023-02-01T10:00:00Z", True)],
    ["1.0", "2.0.0"],
)
_SHA = "3f" * 20
SOFTWARE = [
    Case(
        "a package",
        claim("shaper", ids=["pypi:shaper"]),
        [("pypi", _PROJECT)],
        "pypi:shaper",
        {
            "title": "shaper",
            "authors": "Ana Brook",
            "first date": "2021-05-01",
            "last date": "2023-02-03",
            "version": "2.0.1",
            "retraction": NONE,
        },
    ),
    Case(
        "a release of it",
        claim(ids=["pypi:shaper==1.0"]),
        [("release", (_PROJECT, "1.0"))],
        "pypi:shaper==1.0",
        {
            "title": "shaper",
            "authors": "Ana Brook",
            "first date": "2021-05-01",
            "last date": "2021-05-01",
            "version": "1.0",
            "retraction": NONE,
        },
    ),
    Case(
        "a release that was yanked",
        claim(ids=["pypi:shaper==2.0.0"]),
        [("release", (_PROJECT, "2.0.0"))],
        "pypi:shaper==2.0.0",
        {
            "title": "shaper",
            "authors": "Ana Brook",
            "first date": "2023-02-01",
            "last date": "2023-02-01",
            "version": "2.0.0",
            "retraction": "yanked",
        },
    ),
    Case(
        "a release that never was",
        claim(ids=["pypi:shaper==9.9"]),
        [("release", (_PROJECT, "9.9"))],
        None,
        refused=("pypi:shaper==9.9",),
        missing=("pypi:shaper==9.9",),
    ),
    Case(
        "an index with the simple interface alone",
        claim(ids=["pypi:shaper==2.0.0"]),
        [("release", (_SIMPLE, "2.0.0"))],
        "pypi:shaper==2.0.0",
        {"title": "shaper", "first date": "2023-02-01", "last date": "2023-02-01", "version": "2.0.0", "retraction": "yanked"},
    ),
    Case(
        "a repository",
        claim(ids=["https://github.com/made/shaper"]),
        [("github", made.github_repository("made/shaper", "2020-01-02T00:00:00Z", "2024-05-06T00:00:00Z"))],
        "https://github.com/made/shaper",
        {"title": "made/shaper", "publisher": "made", "first date": "2020-01-02", "last date": "2024-05-06"},
    ),
    Case(
        "a commit",
        claim(ids=[f"git:github.com/made/shaper@{_SHA}"]),
        [("commit", (made.github_commit(_SHA, "Fix shapes\n\nLonger", "Ana Brook", "2024-05-06T07:08:09Z"), "made/shaper"))],
        f"git:github.com/made/shaper@{_SHA}",
        {"title": "Fix shapes", "authors": "Ana Brook", "first date": "2024-05-06", "last date": "2024-05-06", "commit": _SHA},
    ),
    Case(
        "software with a doi for all versions and one for each",
        claim("shaper", ids=["doi:10.5555/zen.2"]),
        [
            (
                "datacite",
                made.datacite(
                    "10.5555/zen.2",
                    "shaper",
                    _AUTHORS,
                    2023,
                    publisher="Made Archive",
                    general="Software",
                    version="v2.0.1",
                    dates=[("Issued", "2023-02-04")],
                    related=[("IsVersionOf", "DOI", "10.5555/zen.1"), ("Cites", "DOI", "10.5555/graphs.1")],
                ),
            )
        ],
        "doi:10.5555/zen.2",
        {
            "title": "shaper",
            "authors": _NAMES,
            "publisher": "Made Archive",
            "first date": "2023-02-04",
            "doi": "10.5555/zen.2",
            "version": "v2.0.1",
        },
        work=("doi:10.5555/zen.1",),
    ),
]

CASES = [*PREPRINTS, *ALIKE, *NAMES, *TITLES, *STANDING, *WRONG, *SOFTWARE]
