"""What the sections say about runs of outside code, supplied notebooks, parts of claims, and what is worth measuring."""

from __future__ import annotations

import re
from typing import Any

import pytest
from report_samples import EXPERIMENTS, PACK, at, digest, from_pack, sample

from agent.records import Assessment, Claim, Experiment, Report
from agent.report.contract import check
from agent.report.html import render_html
from agent.report.markdown import render, render_section
from agent.report.opportunities import MOST
from agent.report.proposal import proposal
from prompts.trust import derived
from tools.records import Finding, Gap, Source, Span

REPORT = sample()


def changed(**update: Any) -> Report:
    return REPORT.model_copy(update=update)


# ---- runs --------------------------------------------------------------------------------------------------------


def run_of(instrument: str, key: str, **update: Any) -> Experiment:
    made = EXPERIMENTS[0]
    return made.model_copy(update={"wanted": made.wanted.model_copy(update={"instrument": instrument, "key": key}), **update})


@pytest.mark.parametrize(("instrument", "key"), [("code", "code:chapter"), ("notebook", "notebook:a.ipynb")])
def test_code_of_others_is_never_to_be_run_by_hand(instrument: str, key: str) -> None:
    """Where its program is stands in the report, the isolation that it ran under, and that it needs one again."""
    run = run_of(instrument, key, command="main.py with inputs.json in experiments/x1")
    text = render_section(6, changed(experiments=(run,)))
    assert "Every run was made in the sandbox, tier bubblewrap+seccomp." in text
    assert "Program: `main.py with inputs.json in experiments/x1`. It runs code of others: in an isolation of your own only." in text
    assert "Repeat with" not in text
    assert "Command:" not in text


def test_our_own_probe_needs_no_warning() -> None:
    """A probe holds no code of others."""
    assert "code of others" not in render_section(6, changed(experiments=(EXPERIMENTS[0],)))


@pytest.mark.parametrize(
    "remedy", ["run the code by hand", "run the notebook by hand", "have the sandbox work, or run the code by hand", "run it by hand"]
)
def test_remedy_to_run_code_names_isolation(remedy: str) -> None:
    """Whatever an instrument advises, code of others is run in isolation."""
    text = render_section(4, changed(gaps=(Gap(instrument="code", span=None, what=derived("it did not run"), remedy=remedy),)))
    assert "in an isolation of your own." in text


def test_other_remedies_are_said_as_they_are() -> None:
    """A remedy that runs nothing has no word of isolation."""
    assert "isolation of your own" not in render_section(4, REPORT)


@pytest.mark.parametrize("instrument", ["code", "notebook"])
def test_run_that_shows_nothing_names_its_gaps(instrument: str) -> None:
    """A program that ended while a block in it stopped did not run to its end: the gaps say what happened."""
    gap = Gap(instrument=instrument, span=None, what=derived("a block stopped: name x is not defined"), remedy="supply it")
    run = run_of(instrument, f"{instrument}:chapter")
    text = render_section(6, changed(experiments=(run,), gaps=(gap,), evidence=()))
    assert "the program that runs the blocks ended; see the gaps: a block stopped: name x is not defined." in text
    assert "no finding rests on it" not in text


def test_probe_without_findings_is_one_line() -> None:
    """What it observed first, with the place of its program."""
    lines = tuple(derived(f"observation {number}") for number in range(5))
    text = render_section(6, changed(experiments=(run_of("probes", "probe:other", observations=lines),), evidence=()))
    (line,) = [line for line in text.splitlines() if line.startswith("- **[X1]**")]
    assert "Observed: observation 0; observation 1; observation 2; and 2 more, in report.html." in line
    assert "no finding" not in text


def test_replay_without_findings_is_told_request_by_request() -> None:
    """The chapter's own stream is told whole, also where no sentence of the chapter was decided by it."""
    lines = tuple(derived(f"request {number} (T=32): compiled") for number in range(30))
    text = render_section(6, changed(experiments=(run_of("probes", "probe:recompile-limit", observations=lines),), evidence=()))
    assert text.count("(T=32): compiled") == 30


def test_page_names_the_program_and_the_criteria() -> None:
    """The sheet of an experiment holds its criteria and where its program is, as words and no command."""
    page = render_html(REPORT, {}, "0")
    assert "Program: python experiments/x1/main.py" in page
    assert "Success: eight compilations, then none" in page


def test_runs_switched_off_are_a_choice() -> None:
    """Without isolation nothing can run; with --no-experiments nothing was meant to."""
    made = REPORT.provenance.model_copy(update={"tier": "", "settings": {"experiments": False}})
    text = render_section(1, changed(provenance=made))
    assert "switched off by choice (--no-experiments)" in text
    assert "no isolation" not in text
    assert "no isolation" in render_section(1, changed(provenance=made.model_copy(update={"settings": {"experiments": True}})))


# ---- supplied notebooks ------------------------------------------------------------------------------------------


def about_notebook(summary: str, verdict: Any = "contradicted", span: Span | None = None) -> Finding:
    return Finding(
        instrument="notebook", rule="cannot-fail", span=span or Span(start=0, end=0), kind="behavioural", verdict=verdict,
        priority="low" if verdict == "supported" else "high", response="no change" if verdict == "supported" else "correction",
        summary=derived(summary), material=derived("09.ipynb"),
    )  # fmt: skip


def unplaced(finding: Finding) -> Gap:
    return Gap(instrument="notebook", span=None, what=finding.summary, remedy="decide", finding=finding)


def test_finding_about_a_notebook_needs_attention_and_a_decision() -> None:
    """A check that cannot fail is no check that was not made, though no claim of the chapter speaks of the notebook."""
    report = changed(gaps=(unplaced(about_notebook("Cell 3 of the notebook: a check that cannot fail.")),))
    assert "**high, contradicted** in the supplied `09.ipynb`: Cell 3 of the notebook: a check that cannot fail." in render_section(
        2, report
    )
    decision = (
        "[ ] correction in the supplied `09.ipynb` (high). Recommended: **revise**: Cell 3 of the notebook: a check that cannot fail."
    )
    assert decision in render_section(7, report)
    assert "Not checked" not in render_section(4, report)
    assert check(render(report), report) == ()


def test_confirmation_about_a_notebook_is_no_worry() -> None:
    """A notebook whose cells ran is told among what is supported."""
    report = changed(gaps=(unplaced(about_notebook("All 4 cells ran.", "supported")),))
    assert "All 4 cells ran." not in render_section(2, report)
    assert "- In the supplied `09.ipynb`: All 4 cells ran." in render_section(4, report)
    assert "All 4 cells ran." not in render_section(7, report)


def test_every_finding_about_a_notebook_is_told() -> None:
    """Where the chapter names the notebook, several findings stand by one claim, and none hides another."""
    findings = tuple(about_notebook(f"Cell {number} of the notebook fails.", span=at("Nobody reads the log.")) for number in (2, 5))
    found = Assessment(
        claim="claim-6", verdict="contradicted", priority="high", response="correction", concern=findings[0].summary,
        by="instrument: notebook", findings=findings,
    )  # fmt: skip
    report = changed(assessments=(*REPORT.assessments[:5], found, *REPORT.assessments[6:]))
    for section in (2, 7):
        text = render_section(section, report).partition("### Every claim")[0]
        assert [text.count(f"Cell {number} of the notebook fails.") for number in (2, 5)] == [1, 1]
    assert check(render(report), report) == ()


def test_true_gap_of_a_notebook_is_not_checked() -> None:
    """What could not be looked at stays among the open things; what a run met there needs attention too."""
    gap = Gap(instrument="notebook", span=Span(start=0, end=0), what=derived("cell 3 raises KeyError, which may be meant"), remedy="look")
    assert "Not checked by notebook: cell 3 raises KeyError" in render_section(4, changed(gaps=(gap,)))
    assert "cell 3 raises" not in render_section(2, changed(gaps=(gap,)))
    assert "cell 3 raises" in render_section(2, changed(gaps=(gap,), experiments=(run_of("notebook", "notebook:a"),)))


# ---- parts, and what is left -------------------------------------------------------------------------------------


def with_part(verdict: Any) -> Report:
    """A report whose claim 9, judged by nobody, holds a claim 10 with that verdict."""
    part = Claim(id="claim-10", label="C10", span=at("310 times"), kind="numeric", text=from_pack("310 times"), place="in part")
    judged = REPORT.assessments[8]
    words = derived("checked in part as C10; the rest needs a model or a person")
    whole = Assessment(claim="claim-9", verdict="unverifiable", priority="low", response="no change", concern=words, by="nobody")
    inner = judged.model_copy(update={"claim": "claim-10", "verdict": verdict, "evidence": ()})
    return changed(
        reading=REPORT.reading.model_copy(update={"claims": (*REPORT.reading.claims, part)}),
        assessments=(*REPORT.assessments[:8], whole, inner),
        evidence=REPORT.evidence[:7],
    )


def test_checked_parts_stand_in_the_evidence_cell() -> None:
    """That parts of an open claim were checked is said once, in its row."""
    report = with_part("supported")
    (row,) = [line for line in render_section(2, report).splitlines() if line.startswith("| [C09]")]
    assert "UNVERIFIED, in part: [C10] | open |" in row
    text = render(report)
    assert "checked in part" not in text
    assert "[C08], [C09] UNVERIFIED: needs a model or a person." in text or "[C06], [C08], [C09] UNVERIFIED" in text


def test_claims_open_for_one_reason_are_one_range() -> None:
    """Claims that follow each other are cited from the first to the last."""
    bare = changed(assessments=(), evidence=(), changes=())
    assert "[C01] to [C09] UNVERIFIED: nobody has assessed it." in render_section(4, bare)


def left(report: Report) -> str:
    return render_section(5, report).partition("### Left as it is")[2]


def test_only_what_is_supported_and_untouched_is_left_as_written() -> None:
    """A claim that a change overlaps, or that is qualified without a change wanted, is not called left as it is."""
    assert "[C01], [C03], [C09]" in left(REPORT)
    over = REPORT.changes[0].model_copy(update={"span": at("Thirteen requests"), "old": from_pack("Thirteen requests"), "label": "P3"})
    assert "[C01]" not in left(changed(changes=(*REPORT.changes, over)))
    qualified = REPORT.assessments[0].model_copy(update={"verdict": "qualified"})
    assert "[C01]" not in left(changed(assessments=(qualified, *REPORT.assessments[1:])))


def test_claim_with_a_wrong_part_is_not_left_as_written() -> None:
    """A supported statement of which a part is contradicted does not stand as it is."""
    report = with_part("contradicted")
    whole = REPORT.assessments[8]
    assert "[C09]" not in left(report.model_copy(update={"assessments": (*report.assessments[:8], whole, report.assessments[9])}))


def test_reason_to_revise_is_the_finding() -> None:
    """A decision without words of ours gives what was found, and no stock phrase."""
    assert "[C05] clarification (medium). Recommended: **revise**: They agree to a tolerance." in render_section(7, REPORT)


def test_addresses_of_the_pack_are_shown_and_not_linked() -> None:
    """Section 1 names the chapter's and the pack's address as code."""
    identity = REPORT.identity.model_copy(
        update={"chapter_url": from_pack("https://example.org/9"), "pack_url": from_pack("https://example.org/9.txt")}
    )
    report = changed(identity=identity)
    assert "chapter `https://example.org/9`; pack `https://example.org/9.txt`." in render_section(1, report)
    assert check(render(report), report) == ()


def test_proposal_shows_the_words_in_their_surroundings() -> None:
    """Old and new words stand between what comes before and after them in the chapter."""
    text = proposal(REPORT, None)
    assert "Thirteen requests were served. Every stall took eight to eleven seconds. The total is 68.838 s" in text
    assert "Thirteen requests were served. Every stall took six to eleven seconds. The total is 68.838 s" in text


# ---- what is worth measuring -------------------------------------------------------------------------------------


def opened(*words: str, finding: Finding | None = None, priority: Any = "low") -> Report:
    """A report with statements that nobody judged, or that one finding leaves open, and nothing else."""
    claims = tuple(
        Claim(id=f"claim-{n}", label=f"C{n}", span=Span(start=0, end=1), kind="numeric", text=from_pack(text), place="sentence 1")
        for n, text in enumerate(words, start=1)
    )
    found = tuple(
        Assessment(
            claim=each.id, verdict="unverifiable", priority=priority, response="no change", concern=derived("open"), by="nobody",
            findings=() if finding is None else (finding,),
        )
        for each in claims
    )  # fmt: skip
    reading = REPORT.reading.model_copy(update={"claims": claims, "thesis": ()})
    return changed(reading=reading, assessments=found, evidence=(), changes=(), experiments=(), sources=(), skipped=(), commands=())


@pytest.mark.parametrize(
    "words",
    [
        "It is 90x slower.",
        "It is 90× slower.",
        "That was 465 times the eager time.",
        "It took 12 ms.",
        "Das ist 3 mal schneller.",
        "0,5 s vergingen.",
    ],
)
def test_open_figure_of_time_or_ratio_is_worth_measuring(words: str) -> None:
    """A figure that nothing here decides has an experiment, UNRUN, with method and criteria fixed."""
    report = opened(words)
    text = render_section(6, report)
    assert re.search(r"- UNRUN, low: Is the (?:time|ratio) in \[C1\] .* Method: .* Success: .* Failure: ", text)
    assert check(render(report), report) == ()


@pytest.mark.parametrize("words", ["It compiles again.", "The limit is 8.", "Section 3 says so.", "Version 2.13 has it."])
def test_other_open_statements_are_not(words: str) -> None:
    """A figure that is no measurement is not timed."""
    assert "Is the" not in render_section(6, opened(words))


def test_measurement_without_conditions_is_worth_repeating() -> None:
    """What the provenance instrument leaves open comes first, with its own priority."""
    bare = about_notebook("no hardware", "unverifiable").model_copy(
        update={"instrument": "provenance", "material": None, "priority": "high", "kind": "numeric"}
    )
    text = render_section(6, opened("It took long.", finding=bare))
    assert "- UNRUN, high: Does the measurement of [C1] come out again under stated conditions?" in text
    elsewhere = bare.model_copy(update={"kind": "scope"})
    assert "measurement of" not in render_section(6, opened("It took long.", finding=elsewhere))


def test_notebook_that_was_not_supplied_is_worth_running() -> None:
    """A notebook that the pack names and nobody opened is proposed; one that was read is not."""
    source = Source(
        id="https://example.org/a.ipynb", kind="notebook", title=derived("Notebook"), url="https://example.org/a.ipynb", version=None,
        sha256="", status="not accessible", accessed="2026-11-29T10:00:00Z",
    )  # fmt: skip
    assert "UNRUN, medium: Does the notebook [S1] run" in render_section(6, opened().model_copy(update={"sources": (source,)}))
    read = source.model_copy(update={"status": "full text", "sha256": digest(PACK)})
    assert "Does the notebook" not in render_section(6, opened().model_copy(update={"sources": (read,)}))


def test_few_experiments_are_proposed() -> None:
    """A chapter full of figures has a handful of proposals, ratios before times."""
    text = render_section(6, opened(*[f"It took {number} ms." for number in range(9)], "It is 90x slower."))
    assert text.count("- UNRUN, low: ") == MOST
    assert text.index("Is the ratio in [C10]") < text.index("Is the time in [C1]")
