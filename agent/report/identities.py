"""Who wrote what, when and under which identifier, derived again: what was opened, and what registries answered, as the archive holds it.

The stored answers stand in for the registries, so that nothing is asked. A run that was interrupted may have had several answers to one
question; each of them is one that a registry gave, so that a source holds where one of them makes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from agent.acts import naming
from agent.acts.standing import standing
from agent.inquiry import Inquiry
from agent.report.recheck import Problem, Run, inquiry_of
from prompts.trust import measure
from tools.fetch import Door
from tools.fetch.index import NEUTRAL, PackageIndex
from tools.fetch.replay import Replay
from tools.identity.records import Claimed, Identity
from tools.policy import Policy
from tools.records import QuotedEvidence, Source
from tools.search.profiles import SearchSettings, Subject, desk, profile_of
from tools.store import ArchiveError
from tools.text import NotText

_TOLD = ("title", "version", "fields", "work", "verified", "status", "sha256", "url", "kind", "accessed", "way", "supplied", "note")
_ANSWERS = 5  # that one question may have had, of those that are tried
_OWN = frozenset({"chapter", "pack", "package"})


def identities(run: Run) -> Iterator[Problem]:
    """Each source is what it was when it was opened, with what the stored answers of registries make of it, and nothing else."""
    try:
        kept = inquiry_of(run) or Inquiry(by="nobody")
        expected = _expected(run, kept)
    except ArchiveError as error:
        yield Problem("sources", f"what registries answered cannot be read again: {error}")
        return
    told = {source.id: source for source in run.report.sources}
    for name, makings in expected.items():
        if name not in told:
            yield Problem(f"source {name}", "it was opened, and the report does not list it")
        elif told[name].kind not in _OWN and told[name] not in makings:
            wrong = [field for field in _TOLD if getattr(told[name], field) != getattr(makings[-1], field)]
            yield Problem(f"source {name}", f"not what was opened and what registries answered: {', '.join(wrong)}")
    for source in run.report.sources:
        if source.id not in expected and (source.fields or source.work):
            yield Problem(f"source {source.id}", "it carries what a registry says, and none was asked about it")
        if source.id not in expected and source.kind not in _OWN and source.verified is not None:
            yield Problem(f"source {source.id}", "it says that it was verified, and nothing verified it")
        if source.kind == "package" and (what := _package(source)):
            yield Problem(f"source {source.id}", what)


def counted(run: Run) -> Iterator[Problem]:
    """What is quoted comes from as many sources as its origins and stored words show."""
    report = run.report
    works = {source.id: source.work for source in report.sources}
    try:
        again = standing(run.store, report.evidence, works, report.standing.projects, report.snapshot.chapter.text)
    except (ArchiveError, NotText) as error:
        yield Problem("sources", f"which of them count as one cannot be told again: {error}")
        return
    told = {(each.source, each.other, each.why) for each in report.standing.joined}
    made = {(each.source, each.other, each.why) for each in again.joined}
    quoted = {item.ground.quotation.source for item in report.evidence if isinstance(item.ground, QuotedEvidence)}
    # What is no longer quoted, because it was set aside before the writing, joins nothing any more.
    for source, other, _ in sorted(made ^ {each for each in told if {each[0], each[1]} <= quoted}):
        yield Problem(f"source {source}", f"whether it counts as one with {other} is not what their origins and words show")


def _package(source: Source) -> str:
    """A package's file has no identity but its id."""
    owner, _, path = source.id.partition(":")[2].partition("/")
    version = owner.partition("==")[2] or owner
    if source.version != version or path not in measure(source.title):
        return "its title and version are not those of its id"
    return ""


def _expected(run: Run, inquiry: Inquiry) -> dict[str, list[Source]]:
    """By id, what a source may be: more than one where a question had several answers."""
    report = run.report
    before = {source.id: source for source in naming.best_opened(inquiry)}
    makings = {name: [naming.noted(run.store, source)] for name, source in before.items()}
    claims = {name: what for name, source in before.items() if (what := naming.claimed(run.store, source)) is not None}
    profile = profile_of(report.provenance.settings.get("search"))
    if not claims or profile == "none" or report.provenance.settings.get("offline") is True:
        return makings
    for name in claims:
        makings[name] = []
    for again in _rounds(run, SearchSettings(profile=profile), claims):
        for name, identity in again.items():
            made = naming.noted(run.store, naming.named(run.store, before[name], identity, report.provenance.started))
            makings[name] += [made] if made not in makings[name] else []
    return makings


def _rounds(run: Run, settings: SearchSettings, claims: dict[str, Claimed]) -> Iterator[dict[str, Identity]]:
    """What registries make of every claim: by their first answers, then by the next ones where a question had several."""
    replay = Replay(run.store)
    times = Counter(request.key for request, _ in run.store.exchanges())
    for _ in range(min(_ANSWERS, max(times.values(), default=1))):
        with closing(Door(Policy(), lambda: run.report.provenance.started, replay=replay, index=PackageIndex(f"{NEUTRAL}/simple"))) as door:
            asked = desk(settings, Subject(), door)
            yield {name: asked.identify(claimed).identity for name, claimed in claims.items()}
