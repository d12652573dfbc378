"""Every instrument reads the chapter; what they quote of packages is kept in the evidence store before it is cited."""

from __future__ import annotations

from collections.abc import Iterable

from agent.context import Context
from agent.records import Examined, Pack, Snapshot
from tools.instruments import instruments
from tools.records import Examination, Facts, Finding, Packages, QuotedEvidence


def examine(context: Context, pack: Pack, snapshot: Snapshot) -> Examined:
    """What can be found by reading alone, and the runs that are wanted."""
    facts = facts_of(context, pack)
    results: list[Examination] = []
    for instrument in instruments():
        context.tell("instruments", instrument.name)
        results.append(instrument.examine(snapshot.chapter, facts))
    findings = tuple(finding for result in results for finding in result.findings)
    keep_quoted(context, findings)
    return Examined(
        findings=findings,
        runs=tuple(run for result in results for run in result.runs),
        gaps=tuple(gap for result in results for gap in result.gaps),
    )


def facts_of(context: Context, pack: Pack) -> Facts:
    """What the instruments may look at beside the chapter."""
    return Facts(packages=context.packages, experiments=context.settings.experiments, today=context.today, references=pack.references)


def keep_quoted(context: Context, findings: Iterable[Finding]) -> None:
    """Put every package file that a finding quotes into the evidence store, byte for byte."""
    quoted = {
        (ground.quotation.source, ground.quotation.sha256)
        for finding in findings
        for ground in finding.grounds
        if isinstance(ground, QuotedEvidence)
    }
    for source, content in sorted(quoted):
        if context.store.read(content) is None:
            context.store.put(source, _bytes(context.packages, source), "text/plain; charset=utf-8")


def _bytes(packages: Packages | None, source: str) -> bytes:
    """The bytes of `pypi:<distribution>==<version>/<path>` or `python:<version>/<path>`."""
    scheme, _, rest = source.partition(":")
    owner, _, path = rest.partition("/")
    distribution = "python" if scheme == "python" else owner.partition("==")[0]
    payload = packages.bytes_of(distribution, path) if packages is not None else None
    if payload is None:
        raise LookupError(f"an instrument quotes {source}, which the experiment environment does not hold")
    return payload
