"""report.md: the contract holds for what code renders, and finds what breaks it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from report_samples import hostile, loosened, sample
from test_inert import hostile_texts

from agent.report.contract import HEADINGS, SectionMaterial, check, check_section
from agent.report.index import Index
from agent.report.markdown import assemble, render, render_section
from prompts.trust import Untrusted, derived

REPORT = sample()
RENDERED = render(REPORT)


def test_rendered_report_keeps_the_contract() -> None:
    """A report rendered from records breaks nothing."""
    assert check(RENDERED, REPORT) == ()


def test_report_is_its_seven_sections() -> None:
    """The whole is the seven headings with what each section renders alone."""
    assert assemble(tuple(render_section(number, REPORT) for number in range(1, 8))) == RENDERED
    assert re.findall(r"^##? .*$", RENDERED, re.MULTILINE) == list(HEADINGS)


@settings(max_examples=60, deadline=None)
@given(hostile_texts)
def test_hostile_words_keep_the_contract(text: str) -> None:
    """Whatever outside texts say, the report has its seven sections and nothing that loads, links or runs."""
    report = hostile(text)
    assert check(render(report), report) == ()


@settings(max_examples=60, deadline=None)
@given(hostile_texts)
def test_strings_of_ours_are_inert_too(text: str) -> None:
    """A plain string of a record that came to carry outside words breaks nothing either."""
    report = loosened(text)
    assert check(render(report), report) == ()


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (RENDERED.replace(HEADINGS[2], HEADINGS[3]), "seven in order"),
        (RENDERED + "\n## 8. More\n", "seven in order"),
        (RENDERED + "\nMore\n====\n", "seven in order"),
        (RENDERED + "\n### Mine\n", "heading of its own"),
        (RENDERED + "\n#### Asked of you\n", "heading of its own"),
        (RENDERED.replace("| Concern |", "| Worry |"), "claim audit"),
        (RENDERED.replace("| Identity |", "| Name |"), "source ledger"),
        (RENDERED + "\n| a |\n| --- |\n", "3 tables"),
        (RENDERED + "\nAs shown [E99].\n", "citation of nothing: [E99]"),
        (RENDERED + "\n[x](https://evil.example/)\n", "link outside the ledger"),
        (RENDERED + "\n[x][y]\n\n[y]: https://evil.example/\n", "link outside the ledger"),
        (RENDERED + "\n<https://evil.example/>\n", "link outside the ledger"),
        (RENDERED + "\nhttps://evil.example/\n", "address that GitHub would link"),
        (RENDERED + "\nwww.evil.example\n", "address that GitHub would link"),
        (RENDERED + "\nme@evil.example\n", "address that GitHub would link"),
        (RENDERED + "\n![x](https://pypi.org/project/torch/2.13.0/)\n", "an image"),
        (RENDERED + "\n<b>x</b>\n", "raw HTML"),
        (RENDERED + "\n<!-- x -->\n", "raw HTML"),
        (RENDERED + "\nx\u202ey\n", "hides"),
        (RENDERED + "\nx\x1b[31my\n", "hides"),
        (RENDERED.replace("[X2]** UNRUN", "[X2]** Done"), "X2 was not run"),
        (re.sub(r"(\| \[C06\].*?\| )UNVERIFIED", r"\1supported", RENDERED), "C06 is unverifiable"),
        (re.sub(r"\n\| \[C03\].*", "", RENDERED), "no row for C03"),
        (re.sub(r"\n\| \[S2\].*", "", RENDERED), "no row for S2"),
    ],
)
def test_contract_finds_what_breaks_it(broken: str, said: str) -> None:
    """Each rule of the contract is held against the whole text."""
    assert broken != RENDERED
    assert any(said in problem for problem in check(broken, REPORT)), check(broken, REPORT)


def test_citation_inside_code_is_no_citation() -> None:
    """The chapter's own brackets, shown as code, cite nothing."""
    assert check(RENDERED + "\n`a[E99]`\n", REPORT) == ()


MATERIAL = SectionMaterial(
    text=Untrusted("Row 3 says 5.92 s; three of the twelve rows; eager 0.148 s", "derived"),
    marks=Index(REPORT).marks,
    urls=Index(REPORT).urls,
)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Row 3 took 5.93 s [E1].", "5.93"),
        ("It is 40 times slower.", "40"),
        ("It is forty times slower.", "forty"),
        ("It grows with n².", "²"),
        ("`7` rows.", "number that is not in the material: 7"),
        ("٣ rows", "٣"),
        ("As [E98] shows.", "citation of nothing"),
        ("## 2. Mine", "heading of its own"),
        ("### Elsewhere", "heading of its own"),
        ("<img src=x>", "raw HTML"),
    ],
)
def test_section_by_a_model_is_held_against_its_material(written: str, said: str) -> None:
    """A number, mark, heading or element that the material does not hold is refused."""
    assert any(said in problem for problem in check_section(4, written, MATERIAL))


@pytest.mark.parametrize(
    "written", ["Row 3 took 5.92 s [E1].", "Three rows of the twelve differ [C02].", "### Supporting\n\nEager took `0.148 s`."]
)
def test_faithful_section_passes(written: str) -> None:
    """What repeats its material under known marks and its own headings is kept."""
    assert check_section(4, written, MATERIAL) == ()


def test_no_change_is_said_plainly() -> None:
    """A report without proposals says so in sections 5 and 7."""
    bare = REPORT.model_copy(update={"changes": ()})
    assert "No change is proposed" in render_section(5, bare)
    sound = bare.model_copy(update={"assessments": REPORT.assessments[:1]})
    assert "None: no change is proposed." in render_section(7, sound)
    assert check(render(bare), bare) == ()


def test_empty_report_is_whole() -> None:
    """A report of a chapter without a single claim or source still has all it must have."""
    empty = REPORT.model_copy(
        update={
            "reading": REPORT.reading.model_copy(update={"claims": (), "thesis": ()}),
            **dict.fromkeys(("assessments", "evidence", "sources", "experiments", "changes", "gaps", "dropped", "guard"), ()),
            **dict.fromkeys(("requests", "commands", "skipped", "limitations", "references", "questions"), ()),
        }
    )
    assert check(render(empty), empty) == ()


@pytest.mark.parametrize("evidence", REPORT.evidence, ids=lambda evidence: evidence.label)
def test_every_evidence_stands_with_its_class(evidence) -> None:  # type: ignore[no-untyped-def]
    """Section 4 shows each piece of evidence once, beside the name of its class."""
    assert re.search(
        rf"({evidence.evidence_class} [^;\n]*\[{evidence.label}\]|\[{evidence.label}\] {evidence.evidence_class})",
        render_section(4, REPORT),
    )


def test_failed_steps_come_first_with_their_remedy() -> None:
    """Section 1 puts a step that failed before what is merely limited, with what helps."""
    text = render_section(1, REPORT)
    assert text.index("(this step failed)") < text.index("no model was configured")
    assert "Remedy: corrigenda research PACK" in text


def test_experiments_that_share_a_reason_say_it_once() -> None:
    """Several runs that were not made for one reason stand below it, each marked UNRUN."""
    refused = REPORT.experiments[1]
    both = REPORT.model_copy(update={"experiments": (refused, refused.model_copy(update={"label": "X3"}))})
    text = render_section(6, both)
    assert text.count("no experiment environment has torch") == 1
    assert text.count("]** UNRUN") == 2
    assert check(render(both), both) == ()


def test_wanted_clarifications_stand_together() -> None:
    """Claims for which the same is wanted are one line and one decision, and an unverifiable one is deferred to the author."""
    same = [
        found.model_copy(update={"response": "clarification", "concern": REPORT.assessments[5].concern})
        for found in REPORT.assessments[5:8]
    ]
    report = REPORT.model_copy(update={"assessments": (*REPORT.assessments[:5], *same, REPORT.assessments[8])})
    assert "[C06], [C07], [C08] clarification (UNVERIFIED)." in render_section(5, report)
    wanted = "[C06], [C07], [C08] clarification (low, UNVERIFIED). Recommended: **defer**: needs a model or a person."
    assert wanted in render_section(7, report)
    assert check(render(report), report) == ()


def test_attention_comes_by_priority() -> None:
    """What is high stands before what is medium, with its proposal."""
    text = render_section(2, REPORT).partition("### Every claim")[0]
    assert text.index("**high, contradicted** [C02]") < text.index("**medium, outdated** [C04]")
    assert "→ [P1]" in text


def test_evidence_from_the_chapter_shows_its_words() -> None:
    """A ground in the chapter is shown in the chapter's own words."""
    assert "[E1] REPRODUCED_LOCALLY, CONTRADICTS: the chapter's `68.838 s`" in render_section(4, REPORT)


def observed(count: int, key: str) -> str:
    """Section 6 of a report whose first run made that many observations."""
    run = REPORT.experiments[0]
    wanted = run.wanted.model_copy(update={"key": key})
    lines = tuple(derived(f"request {number}: compiled") for number in range(count))
    made = run.model_copy(update={"observations": lines, "wanted": wanted})
    return render_section(6, REPORT.model_copy(update={"experiments": (made,)}))


def test_replay_is_told_in_full() -> None:
    """The chapter's own stream is told request by request, and what another run shows besides its findings in a few lines."""
    assert observed(13, "probe:recompile-limit").count(": compiled") == 13
    short = observed(13, "probe:other")
    assert short.count(": compiled") == 3
    assert "and 10 more, in report.html" in short


def test_rendering_is_the_same_every_time() -> None:
    """Equal records give equal bytes."""
    assert render(sample()) == RENDERED
