"""The records of a research, from the pack that comes in to the report that goes out.

All are frozen and plain JSON when stored. Spans are in the text of the chapter as it was read (`Snapshot.chapter.text`).
A plain `str` is ours; outside text, and every sentence of ours that carries words of it, is `Untrusted`.
"""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.records import (
    Chapter,
    ClaimKind,
    Finding,
    Gap,
    Ground,
    Priority,
    Record,
    Relation,
    Response,
    RunOutcome,
    RunWanted,
    Source,
    Span,
    Verdict,
)

EvidenceClass = Literal["ESTABLISHED_BACKGROUND", "REPORTED_BY_SOURCE", "REPRODUCED_LOCALLY", "HYPOTHESIS", "PROPOSED_EXPERIMENT"]

# ---- what comes in ---------------------------------------------------------------------------------------------


class Identity(Record):
    """Section 1 of a pack; None where the pack is silent."""

    book: Untrusted
    chapter: Untrusted
    number: str | None
    stable_id: str
    chapter_url: Untrusted | None = None
    pack_url: Untrusted | None = None
    snapshot_url: Untrusted | None = None
    fingerprint: str | None = None


class Material(Record):
    """Something the pack names as available."""

    kind: Literal["notebook", "file", "link"]
    label: Untrusted
    url: Untrusted | None = None


class Limitation(Record):
    """Something that shaped the result; section 1 states it.

    failed: a whole step that was asked for could not be done, so that the run exits with 3.
    remedy: what the reader can do about it, a command or a text to supply.
    """

    step: str
    what: Untrusted
    remedy: str = ""
    failed: bool = False


class Pack(Record):
    """A research pack as read. document: its id in the store; sha256: of its bytes as they came.

    method, required: what the pack's sections 8 and 9 ask for, compared with our own constants, never obeyed.
    """

    document: str
    sha256: str
    identity: Identity
    chapter: Chapter
    references: tuple[Untrusted, ...] = ()
    evidence: tuple[Untrusted, ...] = ()
    leads: tuple[Untrusted, ...] = ()
    objective: Untrusted | None = None
    questions: tuple[Untrusted, ...] = ()
    materials: tuple[Material, ...] = ()
    history: tuple[Untrusted, ...] = ()
    method: tuple[Untrusted, ...] = ()
    required: tuple[Untrusted, ...] = ()
    limitations: tuple[Limitation, ...] = ()


class FingerprintCheck(Record):
    """state: verified (a normalization reproduced it), UNVERIFIED (none did, or nothing to hold it against)."""

    declared: str | None
    state: Literal["verified", "UNVERIFIED", "not declared"]
    normalization: str | None = None
    tried: tuple[str, ...] = ()
    note: str = ""


class Snapshot(Record):
    """The text that was really read. origin: how it came to us; read, unread: what was and was not read, for section 1."""

    chapter: Chapter
    sha256: str
    origin: Literal["pack excerpt", "pack, whole", "linked snapshot", "file", "pasted"]
    read: Untrusted
    unread: Untrusted | None
    fingerprint: FingerprintCheck
    limitations: tuple[Limitation, ...] = ()


# ---- what is made of it ----------------------------------------------------------------------------------------


class Claim(Record):
    """A checkable statement of the chapter. id: hash of its normalized text with an ordinal; label: "C16" in this report.

    span: the statement; place: where it stands, for a person ("paragraph 4", "table 1, row 3").
    restated, worth: by a model that read the chapter; None where none did, or where it did not choose this statement.
    """

    id: str
    label: str
    span: Span
    kind: ClaimKind
    text: Untrusted
    place: str
    restated: Untrusted | None = None
    worth: Priority | None = None


class Stated(Record):
    """Something the chapter states of itself, with its place; span None where it is a summary of ours."""

    text: Untrusted
    span: Span | None = None


class Reading(Record):
    """What was read out of the chapter before anything was searched. An empty part needs a model or a person."""

    claims: tuple[Claim, ...]
    thesis: tuple[Stated, ...] = ()
    assumptions: tuple[Stated, ...] = ()
    examples: tuple[Stated, ...] = ()
    code: tuple[Stated, ...] = ()
    reader_level: tuple[Stated, ...] = ()
    limitations: tuple[Limitation, ...] = ()


class Experiment(Record):
    """A run that was done or would have been. state: as in RunOutcome; UNRUN is printed where it is `unrun`.

    id: folder under experiments/. command: how to repeat it. tier, layers: the isolation it ran under.
    observations: what a probe read out of its result, a line each, with the figures.
    """

    id: str
    label: str
    wanted: RunWanted
    outcome: RunOutcome
    command: str
    tier: str = ""
    layers: tuple[str, ...] = ()
    device: str = ""
    wall_seconds: float | None = None
    proposed: bool = False
    observations: tuple[Untrusted, ...] = ()


class Evidence(Record):
    """One ground for one claim, of one class. statement: what it says of the claim, our words around outside ones.

    commentary: words of a discussion, which lead to sources and carry no verdict.
    """

    id: str
    label: str
    claim: str
    evidence_class: EvidenceClass
    relation: Relation
    ground: Ground
    statement: Untrusted
    limits: str = ""
    commentary: bool = False


class Assessment(Record):
    """What stands at the end about one claim. by: "instrument: numbers", ..., or "nobody" where it is unverifiable for want of a judge.

    concern: one sentence for the table; beside: differing views, listed and never deciding.
    wordless: why no change of words mends it, as a model says; None where none says so.
    """

    claim: str
    verdict: Verdict
    priority: Priority
    response: Response
    concern: Untrusted
    by: str
    evidence: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    beside: tuple[Untrusted, ...] = ()
    wordless: Untrusted | None = None


class Change(Record):
    """A proposed change to the chapter, smallest first. old must stand at span, and new applies there cleanly.

    evidence: ids that ground it. dependencies: other places that would need the same change; reported, never applied.
    """

    label: str
    claim: str
    span: Span
    old: Untrusted
    new: Untrusted
    response: Response
    reason: Untrusted
    tradeoff: str
    evidence: tuple[str, ...]
    dependencies: tuple[Untrusted, ...] = ()
    recommendation: Literal["accept", "revise", "defer", "reject"]
    recommendation_reason: str


class Dropped(Record):
    """A finding, quotation or piece of text that was set aside before the writing, with the reason."""

    section: int
    what: Untrusted
    reason: str


class GuardNote(Record):
    """What the guard did for one section. rechecked: quotations found again; neutralized: pieces of text made inert in a way that shows."""

    section: int
    rechecked: int
    dropped: tuple[Dropped, ...] = ()
    neutralized: int = 0
    refused: tuple[str, ...] = ()
    rendered_by: Literal["code", "model"] = "code"


class OpeningSentence(Record):
    """One sentence of a model's at the head of a section. marks: labels of the records that it rests on."""

    text: Untrusted
    marks: tuple[str, ...]


class Opening(Record):
    """A model's opening of one section, checked against the section's own records."""

    section: int
    sentences: tuple[OpeningSentence, ...]


class Spending(Record):
    """What one role of a model cost in one stage.

    calls: that were paid; saved: replies that an earlier run had paid; lost: of the calls, those whose answer was of no use.
    dollars: None where the prices are not known.
    """

    stage: str
    role: str
    model: str
    calls: int
    saved: int
    lost: int = 0
    prompt: int
    output: int
    cached: int
    dollars: float | None


class Joined(Record):
    """A source that counts as one with another. other: its id; why: in our words."""

    source: str
    other: str
    why: str


class Standing(Record):
    """How many sources stand behind what is quoted. joined: those that are no source beside another; projects: origins that packages

    name as one project (a package, its repository, its documentation).
    """

    joined: tuple[Joined, ...] = ()
    projects: tuple[tuple[str, ...], ...] = ()

    def first(self, source: str) -> str:
        """The id under which a source counts."""
        found = {each.source: each.other for each in self.joined}
        while source in found:
            source = found[source]
        return source


class Provenance(Record):
    """How the report came about. settings: what the user chose; versions: of what ran; times in ISO 8601 UTC."""

    run_id: str
    started: str
    finished: str
    today: str
    tool_version: str
    versions: dict[str, str]
    settings: dict[str, JsonValue]
    model: str | None
    environment: dict[str, str]
    tier: str
    spent: tuple[Spending, ...] = ()


class Report(Record):
    """Everything that report.md, report.html and the other outputs are rendered from; report.json is this record.

    requests: what the author is asked to paste or supply. commands: what was run, in order. skipped: what was not, and why.
    """

    provenance: Provenance
    identity: Identity
    pack_sha256: str
    snapshot: Snapshot
    reading: Reading
    limitations: tuple[Limitation, ...]
    assessments: tuple[Assessment, ...]
    evidence: tuple[Evidence, ...]
    sources: tuple[Source, ...]
    experiments: tuple[Experiment, ...]
    changes: tuple[Change, ...]
    gaps: tuple[Gap, ...]
    dropped: tuple[Dropped, ...]
    guard: tuple[GuardNote, ...]
    requests: tuple[Untrusted, ...]
    commands: tuple[str, ...]
    skipped: tuple[Untrusted, ...]
    references: tuple[Untrusted, ...] = ()
    objective: Untrusted | None = None
    questions: tuple[Untrusted, ...] = ()
    openings: tuple[Opening, ...] = ()
    standing: Standing = Standing()


# ---- what a stage hands to the next ----------------------------------------------------------------------------


class Obtained(Record):
    """A notebook that the pack names, as it was fetched. url: as the pack has it; address: of the notebook's own bytes, a repository's file

    where a service shows it. name: the file's. sha256: empty where it was not obtained, with the reason.
    """

    url: Untrusted
    address: str
    name: Untrusted
    sha256: str = ""
    reason: str = ""
    accessed: str = ""


class Examined(Record):
    """What the instruments found by reading alone, and the runs that they want. notebooks: that were fetched for them."""

    findings: tuple[Finding, ...]
    runs: tuple[RunWanted, ...]
    gaps: tuple[Gap, ...]
    notebooks: tuple[Obtained, ...] = ()


class Approval(Record):
    """What the run may do beyond reading what it was given."""

    sources: bool = True
    experiments: bool = True


class Plan(Record):
    """Every run that is wanted, in order. probes: keys of those that probes want; left: those not made, with the reason."""

    runs: tuple[RunWanted, ...]
    probes: tuple[str, ...]
    left: dict[str, str]
    limitations: tuple[Limitation, ...] = ()


class Experiments(Record):
    """Every planned run with what came of it."""

    done: tuple[Experiment, ...]
    limitations: tuple[Limitation, ...] = ()


class Ledger(Record):
    """Every document that something was read in, or that could not be opened."""

    sources: tuple[Source, ...]
    limitations: tuple[Limitation, ...] = ()


class Weighed(Record):
    """Claims with all that was found out about each: findings by claim id, evidence, package files quoted, what could not be checked."""

    reading: Reading
    findings: dict[str, tuple[Finding, ...]]
    evidence: tuple[Evidence, ...]
    sources: tuple[Source, ...]
    gaps: tuple[Gap, ...]
    standing: Standing = Standing()


class Judged(Record):
    """One assessment a claim, the changes proposed, and what the author is asked for. dropped: what did not survive its audit."""

    assessments: tuple[Assessment, ...]
    changes: tuple[Change, ...]
    requests: tuple[Untrusted, ...]
    dropped: tuple[Dropped, ...] = ()
    limitations: tuple[Limitation, ...] = ()


class Guarded(Record):
    """What survived the guard, ready to be written, with the guard's account."""

    evidence: tuple[Evidence, ...]
    assessments: tuple[Assessment, ...]
    changes: tuple[Change, ...]
    dropped: tuple[Dropped, ...]
    notes: tuple[GuardNote, ...]
