"""What a citation opens: the cited words with what stands around them, taken from the stored documents and the chapter."""

from __future__ import annotations

import json
from dataclasses import dataclass

from agent.documents import quoted_text
from agent.records import Evidence, Report
from agent.report.index import Index
from prompts.trust import Untrusted, derived, measure
from tools.records import Span
from tools.store import EvidenceStore

_AROUND = 320


@dataclass(frozen=True)
class Passage:
    """Cited words in their surroundings. locator: where they stand, for a person; source: label of the source, "" for the chapter."""

    before: Untrusted
    quotation: Untrusted
    after: Untrusted
    locator: Untrusted
    source: str


def passages_of(report: Report, store: EvidenceStore) -> dict[str, Passage]:
    """The passage of every claim and piece of evidence, by label."""
    index = Index(report)
    chapter = report.snapshot.chapter.text
    found = {claim.label: _around(chapter, claim.span, derived(f"the chapter, {claim.place}"), "") for claim in report.reading.claims}
    return found | {evidence.label: _passage(index, evidence, store) for evidence in report.evidence}


def _passage(index: Index, evidence: Evidence, store: EvidenceStore) -> Passage:
    ground = evidence.ground
    chapter = index.report.snapshot.chapter.text
    if ground.kind == "chapter":
        return _around(chapter, ground.span, derived(f"the chapter, characters {ground.span.start} to {ground.span.end}"), "")
    if ground.kind == "run":
        experiment = index.experiments.get(ground.run)
        value = Untrusted(json.dumps(ground.value, sort_keys=True, ensure_ascii=False), "sandbox")
        nothing = derived("")
        return Passage(nothing, value, nothing, derived(f"result.json, {ground.field}"), experiment.label if experiment else "")
    quotation = ground.quotation
    label = index.label_of_source.get(quotation.source, "")
    document = quoted_text(store, quotation)
    if document is None:
        return Passage(derived(""), quotation.text, derived(""), derived(f"{quotation.locator} (the document is not in the store)"), label)
    return _around(document, quotation.span, derived(quotation.locator), label)


def _around(document: Untrusted, span: Span, locator: Untrusted, source: str) -> Passage:
    text = measure(document)
    first, last = max(0, span.start - _AROUND), span.end + _AROUND
    before = ("…" if first else "") + text[first : span.start]
    after = text[span.end : last] + ("…" if last < len(text) else "")
    words, origin = text[span.start : span.end], document.origin
    return Passage(Untrusted(before, origin), Untrusted(words, origin), Untrusted(after, origin), locator, source)
