"""Section 4: what supports, qualifies or contradicts a claim, and what is open; each line with its class and its marks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import get_args

from agent.acts import running
from agent.records import Assessment, Claim, Dropped, Evidence, EvidenceClass
from agent.report.index import Index
from agent.report.words import VERDICTS, bullets, cite, code, counted, parts, plain, remedy, sentence, voiced
from prompts.trust import Untrusted, measure
from tools.records import Gap

_CLASSES = {
    "ESTABLISHED_BACKGROUND": "established background",
    "REPORTED_BY_SOURCE": "what a source reports",
    "REPRODUCED_LOCALLY": "computed or run here",
    "HYPOTHESIS": "a hypothesis of ours",
    "PROPOSED_EXPERIMENT": "an experiment proposed and not run",
}
_GROUNDS = {"chapter": "from the chapter", "source": "from a source", "run": "from a run"}
assert set(_CLASSES) == set(get_args(EvidenceClass))

Assessed = list[tuple[Claim, Assessment]]


def render(index: Index) -> str:
    by_verdict: dict[str, Assessed] = defaultdict(list)
    for claim in index.report.reading.claims:
        if (assessment := index.assessments.get(claim.id)) is not None:
            by_verdict[assessment.verdict].append((claim, assessment))
    return parts(
        _legend(index),
        "### Supporting\n\n" + _supporting(index, by_verdict["supported"]),
        "### Qualifying\n\n" + _each(index, by_verdict["qualified"], _full, "No claim is qualified."),
        "### Contradictory\n\n" + _each(index, by_verdict["contradicted"] + by_verdict["outdated"], _full, "No claim is contradicted."),
        "### Unresolved\n\n" + _unresolved(index),
    )


def _legend(index: Index) -> str:
    used = {evidence.evidence_class for evidence in index.report.evidence}
    meanings = "; ".join(f"{name}: {meaning}" for name, meaning in _CLASSES.items() if name in used)
    limits = "; ".join(f"{_GROUNDS[kind]}, {plain(limit)}" for kind, limit in _shared_limits(index).items())
    stated = f" Limits, where a finding states no others: {limits}." if limits else ""
    return f"Classes of evidence: {meanings}.{stated}" if meanings else "There is no evidence beside the chapter itself."


def _shared_limits(index: Index) -> dict[str, str]:
    """The limit that most evidence of a kind of ground has, by kind, so that it is said once."""
    shared = {}
    for kind in _GROUNDS:
        known = Counter(evidence.limits for evidence in index.report.evidence if evidence.ground.kind == kind and evidence.limits)
        if known and (most := known.most_common(1)[0])[1] > 1:
            shared[kind] = most[0]
    return shared


def _each(index: Index, assessed: Assessed, show: Callable[[Index, Claim, Assessment], str], nothing: str) -> str:
    return "\n".join(show(index, claim, assessment) for claim, assessment in assessed) or nothing


def _supporting(index: Index, assessed: Assessed) -> str:
    held = [
        f"- In the supplied {code(finding.material, 80)}: {sentence(finding.summary, 300)}"
        for finding, label in index.materials
        if finding.verdict == "supported" and finding.material is not None and not label
    ]
    return "\n".join(filter(None, (_each(index, assessed, _brief, "" if held else "No claim is confirmed."), *held)))


def _brief(index: Index, claim: Claim, assessment: Assessment) -> str:
    """One line for a confirmation: the claim, what was found, by which class of evidence."""
    by_class: dict[str, list[Evidence]] = defaultdict(list)
    for evidence in index.grounds(assessment):
        by_class[evidence.evidence_class].append(evidence)
    grounds = "; ".join(
        f"{name} {cite(item.label for item in items)}{_places(index, items, assessment)}" for name, items in by_class.items()
    )
    looked_up = all(item.ground.kind == "source" for item in index.grounds(assessment)) and bool(assessment.evidence)
    steps = "" if looked_up else _working(assessment, 2)  # the place says where it was looked up
    counts = f" {standing}" if (standing := _standing(index, index.grounds(assessment))) else ""
    return f"- [{claim.label}] {voiced(assessment.concern, 300)}{steps} {grounds}{'.' if grounds else ''}{counts}".rstrip()


def _standing(index: Index, grounds: Iterable[Evidence]) -> str:
    """How many sources stand behind what is quoted, where some of them are one."""
    quoted = list(dict.fromkeys(item.ground.quotation.source for item in grounds if item.ground.kind == "source"))
    standing = index.report.standing
    counted_as = {source: standing.first(source) for source in quoted}
    if len(set(counted_as.values())) == len(quoted):
        return ""
    joined = [each for each in standing.joined if each.source in counted_as]
    why = "; ".join(f"{_named(index, each.source)} counts with {_named(index, each.other)}, {plain(each.why)}" for each in joined)
    return f"What is quoted comes from {counted(len(set(counted_as.values())), 'source')}: {why}."


def _named(index: Index, source: str) -> str:
    label = index.label_of_source.get(source)
    return f"[{label}]" if label else code(source, 100)


def _places(index: Index, items: Iterable[Evidence], assessment: Assessment) -> str:
    """Where the grounds stand, those left out whose line the sentence names already."""
    said = measure(assessment.concern)
    untold = [item for item in items if item.ground.kind != "source" or item.ground.quotation.locator not in said]
    places = dict.fromkeys(place for item in untold if (place := _place(index, item)))
    return f" ({'; '.join(places)})" if places else ""


def _place(index: Index, evidence: Evidence) -> str:
    """Where the ground stands: a source's lines, a run's field; nothing for a place of the chapter, which the statement names."""
    ground = evidence.ground
    if ground.kind == "source":
        source = index.label_of_source.get(ground.quotation.source)
        return f"[{source}] {plain(ground.quotation.locator)}" if source else plain(ground.quotation.locator)
    if ground.kind == "run":
        experiment = index.experiments.get(ground.run)
        return f"[{experiment.label}] {code(ground.field)}" if experiment else code(ground.field)
    return ""


def _full(index: Index, claim: Claim, assessment: Assessment) -> str:
    judge = f" ({plain(assessment.by)})" if assessment.verdict != "unverifiable" else ""
    verdict = f"**{VERDICTS[assessment.verdict]}**{judge}"
    head = f"- [{claim.label}] {code(claim.text, 300)} {verdict}: {voiced(assessment.concern)}"
    grounds = index.grounds(assessment)
    lines = [_line(index, evidence, assessment) for evidence in grounds]
    if steps := _working(assessment, 12):
        lines.append(steps.strip())
    shared = _shared_limits(index)
    limits = [
        *(evidence.limits for evidence in grounds if shared.get(evidence.ground.kind) != evidence.limits),
        *(finding.limits for finding in assessment.findings if finding.limits not in shared.values()),
    ]
    if standing := _standing(index, grounds):
        lines.append(standing)
    if any(limits):
        lines.append("Limits: " + " ".join(sentence(limit) for limit in dict.fromkeys(limits) if limit))
    said = {assessment.concern, *(evidence.statement for evidence in grounds)}
    lines += [f"Beside it, deciding nothing: {sentence(view, 300)}" for view in assessment.beside if view not in said]
    return head + ("\n" + bullets(lines, depth=1) if lines else "")


def _line(index: Index, evidence: Evidence, assessment: Assessment) -> str:
    """One ground: class, relation, what it says where the concern does not say it already, the words or the figure, and the place."""
    said = "" if evidence.statement == assessment.concern else f" {voiced(evidence.statement, 400)}"
    place = _place(index, evidence)
    where = f" ({place})" if place else ""
    return f"[{evidence.label}] {evidence.evidence_class}, {evidence.relation}:{said} {_shown(index, evidence)}{where}"


def _shown(index: Index, evidence: Evidence) -> str:
    ground = evidence.ground
    if ground.kind == "source":
        return code(ground.quotation.text, 300)
    if ground.kind == "run":
        return f"measured {code(str(ground.value), 120)}"
    return f"the chapter's {code(index.words_at(ground.span), 160)}"


def _working(assessment: Assessment, most: int) -> str:
    steps = list(dict.fromkeys(step for finding in assessment.findings for step in finding.working))
    if not steps:
        return ""
    more = f"; and {len(steps) - most} more steps" if len(steps) > most else ""
    return f" Working: {'; '.join(code(step, 200) for step in steps[:most])}{more}."


def _unresolved(index: Index) -> str:
    reasons: dict[Untrusted, list[str]] = defaultdict(list)
    detailed: list[str] = []
    for claim in index.report.reading.claims:
        assessment = index.assessments.get(claim.id)
        if assessment is not None and assessment.verdict != "unverifiable":
            continue
        if assessment is not None and assessment.evidence:
            detailed.append(_full(index, claim, assessment))
        else:
            reasons[index.reason(claim)].append(claim.label)
    grouped = [f"{_run_together(index, labels)} UNVERIFIED: {sentence(reason)}" for reason, labels in reasons.items()]
    text = "\n".join([*detailed, *(f"- {line}" for line in grouped), *_gaps(index), *_set_aside(index)])
    return text or "Nothing is open."


def _run_together(index: Index, labels: list[str]) -> str:
    """Citations; of three or more claims that follow each other, the first and the last."""
    order = {claim.label: number for number, claim in enumerate(index.report.reading.claims)}
    runs: list[list[str]] = []
    for label in labels:
        if runs and order[label] == order[runs[-1][-1]] + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    return ", ".join(f"[{run[0]}] to [{run[-1]}]" if len(run) > 2 else cite(run) for run in runs)


def _gaps(index: Index) -> list[str]:
    by_remedy: dict[tuple[str, str], list[Gap]] = defaultdict(list)
    for gap in index.report.gaps:
        if gap.finding is None and gap.instrument != running.PLANNED:
            by_remedy[gap.instrument, gap.remedy].append(gap)
    lines = []
    for (instrument, todo), gaps in by_remedy.items():
        shown = "; ".join(plain(what, 200) for what in list(dict.fromkeys(gap.what for gap in gaps))[:4])
        more = f"; and {len(gaps) - 4} more" if len(gaps) > 4 else ""
        lines.append(f"- Not checked by {plain(instrument)}: {shown}{more}. Remedy: {remedy(todo)}")
    return lines


def _set_aside(index: Index) -> list[str]:
    dropped: dict[Dropped, None] = dict.fromkeys([*index.report.dropped, *(item for note in index.report.guard for item in note.dropped)])
    return [f"- Set aside: {plain(item.what, 240)}; {sentence(item.reason)}" for item in dropped]
