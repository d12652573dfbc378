"""How many sources stand behind the words that are quoted: copies, versions of one work, pages of one origin or project, and pages that

have their words from each other count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from agent.documents import quoted_text
from agent.records import Evidence, Joined, Standing
from prompts.trust import Untrusted, measure
from tools.identity import ids
from tools.identity.independence import Document, independent
from tools.records import Quotation, QuotedEvidence
from tools.store import EvidenceStore


def standing(
    store: EvidenceStore, evidence: Iterable[Evidence], works: Mapping[str, tuple[str, ...]], projects: Sequence[tuple[str, ...]],
    chapter: Untrusted,
) -> Standing:  # fmt: skip
    """Of the sources that evidence quotes. works: ids that are one work with a source, by its id."""
    quoted: dict[str, list[Quotation]] = {}
    for item in evidence:
        if isinstance(item.ground, QuotedEvidence):
            quoted.setdefault(item.ground.quotation.source, []).append(item.ground.quotation)
    if len(quoted) < 2:
        return Standing(projects=tuple(projects))
    documents = [_document(store, id, quotations, works.get(id, ())) for id, quotations in quoted.items()]
    found = independent(documents, measure(chapter), [frozenset(project) for project in projects])
    joined = tuple(Joined(source=id, other=reason.other, why=reason.said) for id, reason in found.reasons.items() if reason.other)
    return Standing(joined=joined, projects=tuple(projects))


def _document(store: EvidenceStore, id: str, quotations: list[Quotation], work: tuple[str, ...]) -> Document:
    text = quoted_text(store, quotations[0])
    name = ids.parse(id)
    registered = id.startswith("python:") or (name is not None and name.kind != "url")
    words = tuple(dict.fromkeys(measure(quotation.text) for quotation in quotations))
    return Document(id, measure(text) if text is not None else "", work, registered, words)
