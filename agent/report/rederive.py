"""What the instruments say, asked again: findings by reading alone from the chapter's text, findings from runs out of their results.

Instruments are pure, so that what a report says they found must be among what they find now. Those that read installed packages cannot
be asked without them; their quotations are looked up instead (see recheck). The records that repeat a finding say what it says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from agent.acts.sought import sought
from agent.labels import AROUND
from agent.records import Assessment, Claim, Evidence, Experiment, Experiments
from agent.report import rundir
from agent.report.index import Index
from agent.report.modelled import is_models
from agent.report.recheck import Problem, Run, inquiry_of
from agent.roles.judge import BY
from prompts.trust import Untrusted, measure
from sandbox.probes import Observation, ProbeError, catalogue, observations, readings_of
from tools.instruments import instruments, reader_of
from tools.legible import layout_of, legible_chapter
from tools.records import ChapterEvidence, Examination, Facts, Finding, Instrument, MeasuredEvidence, QuotedEvidence
from tools.store import ArchiveError
from tools.text import NotText

PROBE = "probe:"
_ALONE = frozenset({"numbers", "wording", "equations", "references", "provenance"})  # they read the chapter and nothing else
_WITH_PACKAGES = frozenset({"identifiers", "loglines"})  # they read a run's result beside the installed files


def text(run: Run) -> Iterator[Problem]:
    """The chapter's text is that of the stored document, and its blocks are those of its text."""
    chapter = run.report.snapshot.chapter
    words = measure(chapter.text)
    try:
        document = run.store.text(chapter.document)
    except (ArchiveError, NotText):
        document = None
    if document is None:
        yield Problem("chapter", "the document that it was read from is not in the evidence store, or is damaged")
    elif measure(document).removeprefix("\ufeff")[chapter.offset : chapter.offset + len(words)] != words:
        yield Problem("chapter", "its text does not stand at its place in the stored document")
    if layout_of(words) != chapter.blocks:
        yield Problem("chapter", "its blocks are not the layout of its text")


# ---- findings ----------------------------------------------------------------------------------------------------


def findings(run: Run) -> Iterator[Problem]:
    """Every finding that can be made again without packages is made again, field by field."""
    index = Index(run.report)
    known, again = _instruments(run), _Again(run)
    for claim, assessment in _assessed(index):
        for finding in assessment.findings:
            yield from (Problem(claim.label, what) for what in again.faults(claim, finding, known))
    yield from _left_out(index, again.read)


class _Again:
    """What instruments and probes find in this run now. read: by reading the chapter; answered: by instrument and run."""

    def __init__(self, run: Run) -> None:
        report = run.report
        self.run = run
        chapter = report.snapshot.chapter
        self.chapter = legible_chapter(chapter.model_copy(update={"blocks": layout_of(measure(chapter.text))}))
        self.facts = Facts(packages=None, experiments=True, today=report.provenance.today, references=report.references)
        self.read = [
            finding
            for instrument in _instruments(run)
            if instrument.name not in _WITH_PACKAGES
            for finding in instrument.examine(self.chapter, self.facts).findings
        ]
        self.answered = [finding for experiment in report.experiments for finding in _answer(self, experiment).findings]
        self.seen = {experiment.wanted.key: tuple(_observed(run, experiment)) for experiment in report.experiments}

    def faults(self, claim: Claim, finding: Finding, known: Iterable[Instrument]) -> Iterator[str]:
        said = f"its finding by {finding.instrument} ({finding.rule}) is not what"
        quoted = any(isinstance(ground, QuotedEvidence) for ground in finding.grounds)
        measured = any(isinstance(ground, MeasuredEvidence) for ground in finding.grounds)
        if finding.instrument.startswith(PROBE):
            if not self._reads(claim, finding):
                yield f"{said} the probe's observations say"
        elif finding.instrument not in {instrument.name for instrument in known}:
            yield f"{said} any instrument of ours says: there is none of that name"
        elif finding.instrument in _WITH_PACKAGES:
            if not quoted and not measured:
                yield f"{said} any file of a package or result of a run shows"
        elif measured and finding not in self.answered:
            yield f"{said} the instrument reads out of the stored result"
        elif not measured and finding not in [*self.read, *self.answered]:
            yield f"{said} the instrument finds in the chapter"

    def _reads(self, claim: Claim, finding: Finding) -> bool:
        """Whether a probe's finding is the first reading of the observations on the claim."""
        words, (start, end) = measure(self.run.report.snapshot.chapter.text), (finding.span.start, finding.span.end)
        around = (words[max(0, start - AROUND) : start], words[end : end + AROUND])
        every = [observation for observations in self.seen.values() for observation in observations]
        for observation, fits in readings_of(every, words[start:end], *around)[:1]:
            ground = MeasuredEvidence(relation=fits.relation, run=finding.instrument, field=observation.pointer, value=observation.value)
            told = (fits.verdict, fits.summary, (observation.statement,), (ground,))
            return told == (finding.verdict, measure(finding.summary), tuple(map(measure, finding.working)), finding.grounds)
        return False


def _instruments(run: Run) -> tuple[Instrument, ...]:
    """Every instrument, with the notebooks that were supplied."""
    supplied = run.report.provenance.settings.get("materials")
    named = [item for item in supplied if isinstance(item, dict)] if isinstance(supplied, list) else []
    found: list[tuple[str, Untrusted]] = []
    for item in named:
        name, content = str(item.get("name")), str(item.get("sha256"))
        try:
            words = run.store.text(content) if name.endswith(".ipynb") else None
        except (ArchiveError, NotText):
            continue
        if words is not None:
            found.append((name, words))
    fetched = [s for s in run.report.sources if s.kind == "notebook" and s.sha256 and s.id != f"sha256:{s.sha256}"]
    for source in fetched:
        try:
            words = run.store.text(source.sha256)
        except (ArchiveError, NotText):
            continue
        if words is not None:
            found.insert(0, (source.id.partition("?")[0].rpartition("/")[2], words))
    return instruments(found)


def _answer(again: _Again, experiment: Experiment) -> Examination:
    """What the instrument that asked for a run reads out of its stored result."""
    instrument = reader_of(experiment.wanted, _instruments(again.run))
    if instrument is None or experiment.outcome.state != "ran" or not experiment.id:
        return Examination()
    try:
        result = rundir.read_json(again.run.directory / rundir.EXPERIMENTS / experiment.id / rundir.RESULT)
    except (OSError, ValueError):
        return Examination()
    outcome = experiment.outcome.model_copy(update={"result": result})
    return instrument.read(experiment.wanted, outcome, again.chapter, again.facts)


def _observed(run: Run, experiment: Experiment) -> Iterator[Observation]:
    probe = next((p for p in catalogue() if PROBE + p.name == experiment.wanted.key), None)
    if probe is None or experiment.outcome.state != "ran" or not experiment.id:
        return
    try:
        result = rundir.read_json(run.directory / rundir.EXPERIMENTS / experiment.id / rundir.RESULT)
        yield from observations(probe, result)
    except (OSError, ValueError, ProbeError):
        return


def observed(run: Run) -> Iterator[Problem]:
    """What a probe is said to have observed is what it reads out of its stored result."""
    for experiment in run.report.experiments:
        told = [observation.statement for observation in _observed(run, experiment)]
        if experiment.wanted.key.startswith(PROBE) and told != [measure(line) for line in experiment.observations]:
            yield Problem(experiment.label, "its observations are not those of its stored result")


def _left_out(index: Index, read: list[Finding]) -> Iterator[Problem]:
    """What the chapter alone shows and the report does not say."""
    told = [finding for _, assessment in _assessed(index) for finding in assessment.findings]
    for finding in read:
        if (
            finding.verdict not in ("supported", "unverifiable")
            and len(finding.span)
            and finding.instrument in _ALONE
            and finding not in told
        ):
            yield Problem("report", f"it leaves out what {finding.instrument} ({finding.rule}) finds at character {finding.span.start}")


# ---- what repeats a finding --------------------------------------------------------------------------------------


def repeated(run: Run) -> Iterator[Problem]:
    """Verdicts, concerns, statements of evidence and proposed words are those of the findings that they come from."""
    index = Index(run.report)
    by_claim: dict[str, tuple[Finding, ...]] = defaultdict(tuple)
    for claim, assessment in _assessed(index):
        by_claim[claim.id] = assessment.findings
        if assessment.by != BY:  # what a model judged is held against its replies and evidence (modelled)
            yield from (Problem(claim.label, what) for what in _assessment(assessment))
    inquired = [(item.claim, item.statement, item.ground) for item in _inquired(run)]
    for item in run.report.evidence:
        if (item.claim, item.statement, item.ground) in inquired:
            continue
        fitting = [finding for finding in by_claim[item.claim] if finding.summary == item.statement]
        if not any(_grounded(item.ground, finding) for finding in fitting):
            yield Problem(item.label, "its statement and its ground are not those of a finding about its claim")
    for change in run.report.changes:
        if is_models(index, change):
            continue
        proposed = [finding.replacement for finding in by_claim[change.claim] if finding.summary == change.reason]
        if not any(words is not None and (words.span, words.text) == (change.span, change.new) for words in proposed):
            yield Problem(change.label, "its new words are not those of a finding about its claim")


def _inquired(run: Run) -> Iterator[Evidence]:
    """The evidence that follows from what the inquiry brought, by the record that the events name."""
    kept = inquiry_of(run)
    if kept is not None:
        yield from sought(run.report.reading.claims, kept, Experiments(done=run.report.experiments))


def _grounded(ground: object, finding: Finding) -> bool:
    """Whether a piece of evidence is one of the finding's grounds; many places of the chapter are told as the range that they span."""
    if ground in finding.grounds:
        return True
    if not isinstance(ground, ChapterEvidence):
        return False
    places = [g.span for g in finding.grounds if isinstance(g, ChapterEvidence) and g.relation == ground.relation]
    return bool(places) and (min(p.start for p in places), max(p.end for p in places)) == (ground.span.start, ground.span.end)


def _assessment(assessment: Assessment) -> Iterator[str]:
    made = assessment.findings
    if not made:
        if assessment.verdict != "unverifiable":
            yield "its verdict rests on no finding"
        return
    first = made[0]
    in_part = first.verdict == "supported" and assessment.verdict == "qualified" and first.summary in assessment.beside
    if assessment.verdict != first.verdict and not in_part:
        yield "its verdict is not that of its gravest finding"
    if assessment.concern != first.summary and not in_part:
        yield "its concern is not what its gravest finding says"
    if assessment.by != f"instrument: {first.instrument}":
        yield "it names another instrument than its gravest finding"


def _assessed(index: Index) -> Iterator[tuple[Claim, Assessment]]:
    for claim in index.report.reading.claims:
        if (assessment := index.assessments.get(claim.id)) is not None:
            yield claim, assessment
