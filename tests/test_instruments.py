"""Whatever the text, every instrument answers, and what it says stands where it says."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.context import Ahead
from prompts.trust import Untrusted, measure
from tools.instruments import instruments, reader_of
from tools.layout import lay_out
from tools.packages import InstalledPackages
from tools.records import Chapter, ChapterEvidence, Facts, Finding, RunOutcome

DEMO = Path(__file__).parents[1] / "evals" / "packs" / "demo" / "pack.txt"
LIBRARY = Path(sys.base_prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
FACTS = Facts(packages=InstalledPackages(LIBRARY / "no-packages", LIBRARY), experiments=True, today="2026-01-01")
PIECES = st.lists(
    st.one_of(
        st.text(max_size=60),
        st.sampled_from(
            [
                "\n\n", "\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "```python\nx = 1\nprint(x)  # 2\n```\n", "between 3 and 5 ms",
                "json.dumps(x)",
                "See Table 9.", "ValueError: bad", "12 x 3 = 35", "identical", "1.234,5 ms", "$x^2 \\le 3$", "`re.sub`", ">>> 1 + 1\n3\n",
                "a 10 b 20 c 30 total 70", "[^1]", "[12]", "Chapter 4 showed", "\u202e", "\x00", "||||", "((((", "```",
            ]
        ),
    ),
    max_size=12,
)  # fmt: skip


def _chapter(text: str, whole: bool = True) -> Chapter:
    return Chapter(
        document="d", offset=0, text=Untrusted(text, "chapter"), whole=whole, title=Untrusted("T", "pack"), number="9", blocks=lay_out(text)
    )


def _holds(text: str, finding: Finding) -> bool:
    """Spans lie within the text; a confirmation proposes no change."""
    spans = [finding.span, *(g.span for g in finding.grounds if isinstance(g, ChapterEvidence))]
    spans += [finding.replacement.span] if finding.replacement else []
    inside = all(0 <= span.start <= span.end <= len(text) for span in spans)
    return inside and not (finding.verdict == "supported" and finding.response != "no change")


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(PIECES)
def test_any_text_is_examined(pieces: list[str]) -> None:
    """No text raises in any instrument, and the same text gives the same findings."""
    text = " ".join(pieces)
    chapter = _chapter(text)
    for instrument in instruments():
        found = instrument.examine(chapter, FACTS)
        assert all(_holds(text, finding) for finding in found.findings), instrument.name
        assert instrument.examine(chapter, FACTS) == found


@pytest.mark.parametrize("share", [0.11, 0.31, 0.53, 0.77, 0.97])
def test_a_chapter_cut_anywhere_is_examined(share: float) -> None:
    """Half a table, half a block of code and half a word raise nothing."""
    text = DEMO.read_text(encoding="utf-8")
    cut = text[: int(len(text) * share)]
    for instrument in instruments():
        assert all(_holds(cut, finding) for finding in instrument.examine(_chapter(cut, whole=False), FACTS).findings), instrument.name


@pytest.mark.parametrize("state", ["failed", "limit", "unrun"])
def test_a_run_that_gave_no_answer_gives_no_verdict(state: str) -> None:
    """Nothing is called reproduced that was not."""
    among = instruments()
    chapter = _chapter("# T\n\n```python\nimport json\nprint(json.dumps([1]))  # [1]\nprint(json.dumpz(1))\n```\n\nIt prints 3.\n")
    wanted = [run for instrument in among for run in instrument.examine(chapter, FACTS).runs]
    assert wanted
    for run in wanted:
        nothing = Untrusted("", "sandbox")
        outcome = RunOutcome.model_validate({"key": run.key, "state": state, "reason": "why", "stdout": nothing, "stderr": nothing})
        reader = reader_of(run, among)
        assert reader is not None
        assert all(finding.verdict != "supported" for finding in reader.read(run, outcome, chapter, FACTS).findings)


@pytest.mark.parametrize("answer", [None, [], {}, {"runs": 3}, {"runs": [{"pieces": [{"id": "x"}]}]}, "text", {"names": [None]}], ids=repr)
def test_an_answer_of_another_form_is_a_gap_and_no_traceback(answer: object) -> None:
    """Code that runs in the sandbox can write what it likes into its answer."""
    among = instruments()
    chapter = _chapter("# T\n\n```python\nimport json\nprint(json.dumps([1]))  # [1]\nprint(json.dumpz(1))\n```\n\nIt prints 3.\n")
    for run in (run for instrument in among for run in instrument.examine(chapter, FACTS).runs):
        nothing = Untrusted("", "sandbox")
        outcome = RunOutcome.model_validate({"key": run.key, "state": "ran", "result": answer, "stdout": nothing, "stderr": nothing})
        reader = reader_of(run, among)
        assert reader is not None
        assert all(finding.verdict != "supported" for finding in reader.read(run, outcome, chapter, FACTS).findings)


def test_the_text_of_a_finding_is_outside_text() -> None:
    """Whatever carries words of the chapter has the type that cannot be formatted."""
    chapter = _chapter("It takes 4 x 3 = 13 steps.\n\nCall json.dumpz(x) next.\n")
    found = [finding for instrument in instruments() for finding in instrument.examine(chapter, FACTS).findings]
    assert found and all(isinstance(finding.summary, Untrusted) and measure(finding.summary) for finding in found)


def test_what_was_begun_ahead_is_taken_for_the_same_chapter_alone() -> None:
    """It is what the instrument finds anyway; of another chapter nothing of it is taken, and what was not begun is done then."""
    numbers = next(each for each in instruments() if each.name == "numbers")
    right, wrong = _chapter("They took 10 and 20 ms, 30 ms together."), _chapter("They took 10 and 20 ms, 40 ms together.")
    ahead = Ahead()
    with ThreadPoolExecutor(1) as beside:
        ahead.begin(beside, wrong, FACTS, [numbers])
        assert ahead.examine(numbers, wrong, FACTS) == numbers.examine(wrong, FACTS) != numbers.examine(right, FACTS)
        assert ahead.examine(numbers, right, FACTS) == numbers.examine(right, FACTS)
    assert Ahead().examine(numbers, wrong, FACTS) == numbers.examine(wrong, FACTS)
