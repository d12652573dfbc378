"""Reports built by hand for the tests of agent/report, with the documents and experiments that they rest on."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from agent.records import (
    Assessment,
    Change,
    Claim,
    Dropped,
    Evidence,
    Experiment,
    FingerprintCheck,
    GuardNote,
    Identity,
    Limitation,
    Provenance,
    Reading,
    Report,
    Snapshot,
    Stated,
)
from prompts.trust import Untrusted, derived, measure
from tools.instruments.numbers import Numbers
from tools.layout import lay_out
from tools.records import (
    Chapter,
    ChapterEvidence,
    Facts,
    Finding,
    Gap,
    Ground,
    MeasuredEvidence,
    Quotation,
    QuotedEvidence,
    Replacement,
    RunOutcome,
    RunWanted,
    Source,
    Span,
)

CHAPTER = (
    "Thirteen requests were served. Every stall took eight to eleven seconds. The total is 68.838 s, 465 times the eager 0.148 s. "
    "The log says config.cache_size_limit (8). The answers are identical. Nobody reads the log. The default backend is inductor. "
    "Compilation | caching `pays` for itself in the long run. "
    "Both took 6.20 / 0.02 = 310 times as long."
)
NEWLINE = "\n"
PACK = f"== 1. Identity ==\nBook: A Book\n\n== 2. Chapter text ==\n{CHAPTER}\n\n== 3. Existing references ==\nnone\n"
CONFIG = (
    "import os\n\n# controls the maximum number of entries\nrecompile_limit = 8\n\n"
    "cache_size_limit: int = Config(alias='recompile_limit')\n"
)
RESULT: dict[str, Any] = {
    "compiles": 8,
    "requests": [{"length": 60, "compiled": True}, {"length": 35, "compiled": False}],
    "worst": 9.5e-07,
}


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def at(words: str, text: str = CHAPTER) -> Span:
    start = text.index(words)
    return Span(start=start, end=start + len(words))


def from_pack(words: str) -> Untrusted:
    return Untrusted(words, "pack")


def claim(number: int, words: str, kind: Any = "numeric") -> Claim:
    return Claim(id=f"claim-{number}", label=f"C{number:02}", span=at(words), kind=kind, text=from_pack(words), place=f"sentence {number}")


def evidence(number: int, about: int, ground: Ground, statement: str, evidence_class: Any = "REPRODUCED_LOCALLY") -> Evidence:
    return Evidence(
        id=f"evidence-{number}",
        label=f"E{number}",
        claim=f"claim-{about}",
        evidence_class=evidence_class,
        relation=ground.relation,
        ground=ground,
        statement=derived(statement),
    )


def quoted(words: str, relation: Any) -> QuotedEvidence:
    source = "pypi:torch==2.13.0/torch/_dynamo/config.py"
    quotation = Quotation(
        source=source,
        sha256=digest(CONFIG),
        span=at(words, CONFIG),
        text=Untrusted(words, source),
        locator=f"line {CONFIG[: CONFIG.index(words)].count(NEWLINE) + 1}",
    )
    return QuotedEvidence(relation=relation, quotation=quotation)


CLAIMS = (
    claim(1, "Thirteen requests were served."),
    claim(2, "Every stall took eight to eleven seconds."),
    claim(3, "The total is 68.838 s, 465 times the eager 0.148 s."),
    claim(4, "config.cache_size_limit (8)", "api"),
    claim(5, "The answers are identical.", "comparison"),
    claim(6, "Nobody reads the log.", "behavioural"),
    claim(7, "The default backend is inductor.", "api"),
    claim(8, "Compilation | caching `pays` for itself in the long run.", "scope"),
    claim(9, "Both took 6.20 / 0.02 = 310 times as long."),
)
READ = Chapter(
    document=digest(PACK),
    offset=PACK.index(CHAPTER),
    text=from_pack(CHAPTER),
    whole=False,
    title=from_pack("Caching"),
    number="13",
    blocks=lay_out(CHAPTER),
)
(RECKONED,) = Numbers().examine(READ, Facts(packages=None, experiments=True, today="2026-11-29")).findings
STALL = "One stall of 5.92 s lies outside the stated range"
EVIDENCE = (
    evidence(1, 2, ChapterEvidence(relation="CONTRADICTS", span=at("68.838 s")), STALL),
    evidence(2, 3, ChapterEvidence(relation="SUPPORTS", span=at("0.148 s")), "The total and the ratio add up."),
    evidence(
        3,
        4,
        quoted("cache_size_limit: int = Config(alias='recompile_limit')", "SUPERSEDES"),
        "The installed torch calls it recompile_limit.",
        "REPORTED_BY_SOURCE",
    ),
    evidence(
        4,
        4,
        MeasuredEvidence(relation="QUALIFIES", run="probe:recompile-limit", field="/compiles", value=8),
        "The installed torch calls it recompile_limit.",
    ),
    evidence(
        5,
        5,
        MeasuredEvidence(relation="QUALIFIES", run="probe:recompile-limit", field="/worst", value=9.5e-07),
        "They agree to a tolerance.",
    ),
    evidence(6, 1, ChapterEvidence(relation="SUPPORTS", span=at("Thirteen requests")), "The rows are thirteen."),
    evidence(7, 7, quoted("recompile_limit = 8", "BACKGROUND"), "The source that was read does not settle it.", "ESTABLISHED_BACKGROUND"),
    evidence(8, 9, RECKONED.grounds[0], measure(RECKONED.summary)),
)


def finding(about: Claim, verdict: Any, summary: str, *working: str, grounds: tuple[Ground, ...] = ()) -> Finding:
    """A finding of an instrument that reads packages, so that `verify` looks up what it quotes and does not ask it again."""
    return Finding(
        instrument="identifiers",
        rule="range",
        span=about.span,
        kind=about.kind,
        verdict=verdict,
        priority="high",
        response="correction",
        summary=derived(summary),
        working=tuple(map(derived, working)),
        grounds=grounds,
        limits="it says nothing about other machines",
    )


def assessed(number: int, verdict: Any, priority: Any, response: Any, concern: str, *grounds: int, **more: Any) -> Assessment:
    """An assessment that rests on one finding with the given pieces of evidence; on none where nobody judged."""
    found = finding(CLAIMS[number - 1], verdict, concern, *more.pop("working", ()), grounds=tuple(EVIDENCE[g - 1].ground for g in grounds))
    if all(ground.kind == "chapter" for ground in found.grounds):
        found = found.model_copy(update={"grounds": (*found.grounds, quoted("import os", "BACKGROUND"))})
    if (words := more.pop("replacement", None)) is not None:
        found = found.model_copy(update={"replacement": Replacement(span=at(words[0]), text=derived(words[1]), reason="the table says so")})
    return Assessment(
        claim=f"claim-{number}",
        verdict=verdict,
        priority=priority,
        response=response,
        concern=derived(concern),
        by="instrument: identifiers" if grounds else "nobody",
        evidence=tuple(f"evidence-{ground}" for ground in grounds),
        findings=(found,) if grounds else (),
        **more,
    )


ASSESSMENTS = (
    assessed(1, "supported", "low", "no change", "The rows are thirteen.", 6),
    assessed(
        2,
        "contradicted",
        "high",
        "correction",
        STALL,
        1,
        working=("smallest stall: 5.92", "5.92 < 8"),
        replacement=("eight to eleven seconds", "six to eleven seconds"),
        beside=(derived("a reader may take it as approximate"),),
    ),
    assessed(3, "supported", "low", "no change", "The total and the ratio add up.", 2, working=("465.1",)),
    assessed(
        4,
        "outdated",
        "medium",
        "correction",
        "The installed torch calls it recompile_limit.",
        3,
        4,
        replacement=("config.cache_size_limit (8)", "config.recompile_limit (8)"),
    ),
    assessed(5, "qualified", "medium", "clarification", "They agree to a tolerance.", 5),
    assessed(6, "unverifiable", "low", "no change", "needs a model or a person"),
    assessed(7, "unverifiable", "high", "no change", "The source that was read does not settle it.", 7),
    assessed(8, "unverifiable", "low", "no change", "needs a model or a person"),
    Assessment(
        claim="claim-9",
        verdict="supported",
        priority="low",
        response="no change",
        concern=RECKONED.summary,
        by="instrument: numbers",
        evidence=("evidence-8",),
        findings=(RECKONED,),
    ),
)


def run_wanted(key: str, question: str) -> RunWanted:
    return RunWanted(
        key=key,
        instrument="probes",
        question=question,
        success="eight compilations, then none",
        failure="a ninth compilation",
        script="import json\nprint(json.dumps({}))\n",
        inputs={"lengths": [60, 63]},
        packages=("torch",),
        seconds=60,
    )


def experiment(number: int, key: str, state: Any, *, proposed: bool = False) -> Experiment:
    ran = state == "ran"
    outcome = RunOutcome(
        key=key,
        state=state,
        reason="" if ran else "no experiment environment has torch",
        result=RESULT if ran else None,
        stdout=Untrusted("ready\n" if ran else "", "sandbox"),
        stderr=Untrusted("", "sandbox"),
        experiment=f"x{number}" if ran else "",
        versions={"torch": "2.13.0"} if ran else {},
    )
    return Experiment(
        id=f"x{number}",
        label=f"X{number}",
        wanted=run_wanted(key, "What happens at the limit, request by request?"),
        outcome=outcome,
        command=f"python experiments/x{number}/main.py",
        tier="bubblewrap+seccomp" if ran else "",
        device="cpu" if ran else "",
        wall_seconds=12.34 if ran else None,
        proposed=proposed,
    )


EXPERIMENTS = (
    experiment(1, "probe:recompile-limit", "ran"),
    experiment(2, "probe:dynamic", "unrun"),
    experiment(3, "probe:warm-cache", "unrun", proposed=True),
)


def change(number: int, about: int, old: str, new: str, grounds: int, **more: Any) -> Change:
    return Change(
        label=f"P{number}",
        claim=f"claim-{about}",
        span=at(old),
        old=from_pack(old),
        new=derived(new),
        response="correction",
        reason=next(item.concern for item in ASSESSMENTS if item.claim == f"claim-{about}"),
        tradeoff="the sentence is longer",
        evidence=(f"evidence-{grounds}",),
        dependencies=(derived("the notebook repeats the range"),),
        recommendation=more.pop("recommendation", "accept"),
        recommendation_reason="it is arithmetic",
        **more,
    )


CHANGES = (
    change(1, 2, "eight to eleven seconds", "six to eleven seconds", 1),
    change(2, 4, "config.cache_size_limit (8)", "config.recompile_limit (8)", 3, recommendation="revise"),
)

SOURCES = (
    Source(
        id="pack:a-book-13",
        kind="pack",
        title=from_pack("A Book, research pack"),
        url=None,
        version=None,
        sha256=digest(PACK),
        status="full text",
        accessed="2026-11-29T10:00:00Z",
    ),
    Source(
        id="pypi:torch==2.13.0/torch/_dynamo/config.py",
        kind="package",
        title=Untrusted("torch 2.13.0, torch/_dynamo/config.py", "pypi"),
        url="https://pypi.org/project/torch/2.13.0/",
        version="2.13.0",
        sha256=digest(CONFIG),
        status="full text",
        note="a comment is evidence, not proof",
        accessed="2026-11-29T10:00:01Z",
        verified="2026-11-29T10:00:02Z",
    ),
    Source(
        id="https://example.org/chapter-snapshot.txt",
        kind="chapter",
        title=from_pack("the chapter's snapshot"),
        url="https://example.org/chapter-snapshot.txt",
        version=None,
        sha256="",
        status="not accessible",
        note="the network was not reached",
        accessed="2026-11-29T10:00:00Z",
    ),
)


def sample() -> Report:
    """A report with every verdict, every state of a run, and every kind of ground."""
    return Report(
        provenance=Provenance(
            run_id="a-book:13:20261129T100000:0123456789ab",
            started="2026-11-29T10:00:00Z",
            finished="2026-11-29T10:00:09Z",
            today="2026-11-29",
            tool_version="0.1.0",
            versions={"python": "3.11.2"},
            settings={"offline": True, "material": []},
            model=None,
            environment={"torch": "2.13.0"},
            tier="bubblewrap+seccomp",
        ),
        identity=Identity(
            book=from_pack("A Book"), chapter=from_pack("Caching"), number="13", stable_id="a-book-13", fingerprint="c4" * 32
        ),
        pack_sha256=digest(PACK),
        snapshot=Snapshot(
            chapter=READ,
            sha256=digest(CHAPTER),
            origin="pack excerpt",
            read=derived("the excerpt in the pack"),
            unread=derived("what follows the excerpt's last sentence"),
            fingerprint=FingerprintCheck(
                declared="c4" * 32, state="UNVERIFIED", tried=("nfc", "nfkc"), note="an excerpt has no fingerprint"
            ),
        ),
        reading=Reading(
            claims=CLAIMS, thesis=(Stated(text=from_pack("The answers are identical."), span=at("The answers are identical.")),)
        ),
        limitations=(
            Limitation(
                step="snapshot",
                what=derived("the linked text was not fetched"),
                remedy="corrigenda research PACK --snapshot FILE",
                failed=True,
            ),
            Limitation(step="model", what=derived("no model was configured")),
        ),
        assessments=ASSESSMENTS,
        evidence=EVIDENCE,
        sources=SOURCES,
        experiments=EXPERIMENTS,
        changes=CHANGES,
        gaps=(Gap(instrument="logs", span=None, what=derived("no package holds the quoted line"), remedy="corrigenda env add torch"),),
        dropped=(Dropped(section=4, what=derived("a quotation"), reason="it does not stand in the stored document"),),
        guard=tuple(GuardNote(section=number, rechecked=2 if number == 4 else 0) for number in range(1, 8)),
        requests=(derived("paste the complete chapter"),),
        commands=("python experiments/x1/main.py",),
        skipped=(derived("the notebook"),),
        references=(from_pack("Someone, Something, 2024"),),
        objective=from_pack("Decide what to correct."),
        questions=(from_pack("Is it so?"),),
    )


def hostile(text: str, report: Report | None = None) -> Report:
    """The sample with `text` in the place of every outside text."""
    return Report.model_validate(_replaced((report or sample()).model_dump(mode="json"), text))


def _replaced(value: Any, text: str) -> Any:
    if isinstance(value, dict):
        if set(value) == {"untrusted", "origin"}:
            return {"untrusted": text, "origin": value["origin"]}
        return {key: _replaced(item, text) for key, item in value.items()}
    return [_replaced(item, text) for item in value] if isinstance(value, list) else value


def loosened(text: str) -> Report:
    """The sample with `text` also in the strings that should be ours, should one of them ever carry outside words."""
    report = sample()
    wanted = EXPERIMENTS[0].wanted.model_copy(update={"question": text, "success": text, "failure": text})
    ran = EXPERIMENTS[0].model_copy(update={"wanted": wanted, "command": text, "tier": text, "device": text})
    refused = EXPERIMENTS[1].model_copy(update={"outcome": EXPERIMENTS[1].outcome.model_copy(update={"reason": text}), "command": text})
    source = SOURCES[1].model_copy(update={"url": text, "note": text, "version": text, "accessed": text, "verified": text})
    change = CHANGES[0].model_copy(update={"tradeoff": text, "recommendation_reason": text})
    made = report.provenance.model_copy(update={"settings": {"folder": text}, "model": text, "tier": text, "versions": {text: text}})
    limit = Limitation(step=text or "x", what=derived(text), remedy=text)
    return report.model_copy(
        update={
            "experiments": (ran, refused, EXPERIMENTS[2]),
            "sources": (SOURCES[0], source),
            "changes": (change,),
            "provenance": made,
            "limitations": (limit,),
            "commands": (text,),
            "gaps": (Gap(instrument="logs", span=None, what=derived(text), remedy=text),),
            "identity": report.identity.model_copy(update={"stable_id": text, "number": text}),
        }
    )


def text_of(value: Untrusted) -> str:
    return measure(value)


def write_experiments(run_dir: Path) -> None:
    """The files that the sandbox would have left for the experiments that ran."""
    folder = run_dir / "experiments" / "x1"
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(EXPERIMENTS[0].wanted.script)
    (folder / "result.json").write_text(json.dumps(RESULT))
    (folder / "stdout.txt").write_text("ready\n")
    (folder / "stderr.txt").write_text("")
