"""Rules of the instrument that redoes a chapter's arithmetic."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from chapter_pieces import FACTS, alarms, chapter_of, corrected, words_of
from figure_faults import FAULTS, STORES, Fault
from figure_prose import MORE_FAULTS, MORE_RIGHT
from figure_texts import RIGHT

from prompts.trust import measure
from tools.instruments.equations import Equations
from tools.instruments.numbers import Numbers
from tools.instruments.wording import Wording
from tools.layout import lay_out
from tools.records import Chapter, Finding

EVERY = [*FAULTS, *MORE_FAULTS]
TEXTS = {**RIGHT, **MORE_RIGHT}
INSTRUMENTS = (Numbers(), Wording(), Equations())
PACKS = Path(__file__).parent.parent.parent / "shared" / "packs"

STALLS = """
Thirteen requests. Every compiled output agrees with the eager model to a maximum absolute difference of 7e-7. Nothing raises.

| req | seqlen | eager (ms) | compiled |
| 0 | 60 | 112.45 | 11.42 s | <- compiling
| 1 | 63 | 2.08 | 8.49 s | <- compiling
| 2 | 69 | 1.95 | 8.61 s | <- compiling
| 3 | 16 | 4.42 | 5.92 s | <- compiling
| 4 | 19 | 6.03 | 8.91 s | <- compiling
| 5 | 75 | 2.63 | 8.40 s | <- compiling
| 6 | 19 | 2.40 | 2.1 ms | <- reuse (seq length 19 seen at request 4)
| 7 | 55 | 2.03 | 8.68 s | <- compiling
| 8 | 25 | 2.07 | 8.39 s | <- compiling
| 9 | 35 | 1.95 | 7.8 ms
| 10 | 37 | 5.15 | 1.6 ms
| 11 | 66 | 3.08 | 1.9 ms
| 12 | 52 | 1.80 | 5.1 ms

```
eager total: 0.148 s compiled total: 68.838 s (465x) output agreement with eager (max |Δ|): 7.15e-07
```

The eager service answered all thirteen requests in 0.15 seconds. The compiled service took sixty-nine seconds.

The first eight distinct sequence lengths each had an eight-to-eleven-second compile stall. At request 9, the ninth distinct
length (T=35) failed all eight guards and met the limit.
"""


def findings_of(chapter: Chapter) -> list[Finding]:
    return [finding for instrument in INSTRUMENTS for finding in instrument.examine(chapter, FACTS).findings]


def laid_out(chapter: Chapter) -> Chapter:
    return chapter.model_copy(update={"blocks": lay_out(measure(chapter.text))})


@pytest.mark.parametrize("layout", ["by hand", "lay_out"])
@pytest.mark.parametrize("name", TEXTS)
def test_right_text_raises_no_alarm(name: str, layout: str) -> None:
    """A text whose figures agree is never called wrong, whoever laid it out."""
    chapter = chapter_of(TEXTS[name])
    found = findings_of(laid_out(chapter) if layout == "lay_out" else chapter)
    assert [(words_of(chapter, f), measure(f.summary)) for f in found if f.verdict != "supported"] == []


@pytest.mark.parametrize("layout", ["by hand", "lay_out"])
@pytest.mark.parametrize("fault", EVERY, ids=lambda fault: fault.name)
def test_a_wrong_figure_is_the_only_alarm(fault: Fault, layout: str) -> None:
    """One wrong figure raises one alarm, on its own words, by its own instrument, with the right value."""
    chapter = chapter_of(fault.text)
    found = [f for f in findings_of(laid_out(chapter) if layout == "lay_out" else chapter) if f.verdict == "contradicted"]
    assert [(f.instrument, fault.words in words_of(chapter, f)) for f in found] == [(fault.instrument, True)]
    said = measure(found[0].summary) + (measure(found[0].replacement.text) if found[0].replacement else "")
    assert fault.right in said
    assert found[0].working
    assert found[0].grounds


@pytest.mark.parametrize("fault", [fault for fault in EVERY if fault.instrument != "wording"], ids=lambda fault: fault.name)
def test_a_replacement_removes_its_alarm(fault: Fault) -> None:
    """Where a replacement is offered, the text with it raises no alarm any more."""
    chapter = chapter_of(fault.text)
    for finding in findings_of(chapter):
        if finding.verdict == "contradicted" and finding.replacement is not None:
            assert [f for f in findings_of(chapter_of(corrected(chapter, finding))) if f.verdict == "contradicted"] == []


def test_a_row_outside_a_stated_range_is_found_with_the_right_range() -> None:
    """Only rows whose note speaks of the same thing count, and the words of the range are replaced by words."""
    chapter = chapter_of(STALLS)
    (alarm,) = alarms(Numbers().examine(chapter, FACTS))
    assert words_of(chapter, alarm) == "eight-to-eleven-second"
    assert (alarm.rule, alarm.priority) == ("range", "high")
    assert "had a five-to-twelve-second compile stall" in corrected(chapter, alarm)


def test_totals_in_mixed_units_are_confirmed() -> None:
    """Cells in seconds and in milliseconds are added in one unit."""
    chapter = chapter_of(STALLS)
    sums = [words_of(chapter, f) for f in Numbers().examine(chapter, FACTS).findings if f.rule == "sum" and f.verdict == "supported"]
    assert sums == ["0.148 s", "68.838 s", "0.15 seconds", "sixty-nine seconds"]


def test_a_row_that_decides_a_headline_ratio_is_shown_as_a_clarification() -> None:
    """The ratio itself is confirmed; that one row makes up most of a total is said beside it, never as a contradiction."""
    chapter = chapter_of(STALLS)
    about = [f for f in Numbers().examine(chapter, FACTS).findings if words_of(chapter, f) == "465x"]
    assert [(f.rule, f.verdict, f.response) for f in about] == [
        ("dominant-row", "qualified", "clarification"),
        ("ratio", "supported", "no change"),
    ]
    assert "76 %" in measure(about[0].summary)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("count", "Thirteen requests"),
        ("count", "thirteen requests"),
        ("distinct", "eight distinct"),
        ("ordinal", "ninth distinct\nlength (T=35"),
        ("printed", "7e-7"),
    ],
    ids=str,
)
def test_counts_ordinals_and_rounding_are_confirmed(rule: str, words: str) -> None:
    """What a table or an output bears out is reported as a confirmation."""
    chapter = chapter_of(STALLS)
    confirmed = [(f.rule, words_of(chapter, f)) for f in Numbers().examine(chapter, FACTS).findings if f.verdict == "supported"]
    assert (rule, words) in confirmed


@pytest.mark.parametrize(
    "sentence",
    [
        "Suppose SQLite read in 2.1 ms.",
        "On an older laptop SQLite reads in 2.1 ms.",
        "If SQLite read in 2.1 ms, nothing would change.",
        "SQLite has a read timeout of 2.1 ms.",
        "On average SQLite reads in 2.1 ms.",
        "SQLite reads 2.9 ms faster than Postgres.",
        "SQLite and MySQL read in 1.2 ms and 3.8 ms.",
        "Version 2.1 of SQLite is meant.",
    ],
    ids=str,
)
def test_a_sentence_about_something_else_is_left_alone(sentence: str) -> None:
    """Assumptions, other occasions, limits, averages, differences and names are not held against a cell."""
    assert alarms(Numbers().examine(chapter_of(STORES + sentence), FACTS)) == []


def test_a_table_in_another_section_is_not_consulted() -> None:
    """A heading between a table and a sentence parts them."""
    assert alarms(Numbers().examine(chapter_of(STORES + "# Another day\n\nSQLite reads in 2.1 ms."), FACTS)) == []


def test_the_same_chapter_gives_the_same_findings() -> None:
    """Examination is pure."""
    chapter = chapter_of(STALLS)
    assert Numbers().examine(chapter, FACTS) == Numbers().examine(chapter, FACTS)


def seconds_for(copies: int) -> float:
    text = "\n\n".join([*RIGHT.values(), STALLS])
    chapter = chapter_of(f"{text}\n\n" * copies)
    began = time.process_time()
    findings_of(chapter)
    return time.process_time() - began


def test_the_cost_grows_with_the_length_of_a_text() -> None:
    """Eight times the text takes about eight times as long, not sixty-four times."""
    seconds_for(1)
    assert seconds_for(8) < 20 * max(seconds_for(1), 0.1)


@pytest.mark.skipif(not PACKS.is_dir(), reason="the real pack is not beside this checkout")
def test_the_real_pack_has_one_wrong_figure_and_one_wrong_word() -> None:
    """The stall range and "identical answers" are contradicted; totals, ratio, counts and rounding are confirmed; no more."""
    text = (PACKS / "pytorch-from-first-principles-13.txt").read_text(encoding="utf-8")
    excerpt = text[text.index("Here is an inference service") : text.index("[... end of excerpt")]
    chapter = laid_out(chapter_of(excerpt))
    found = findings_of(chapter)
    assert [words_of(chapter, f) for f in found if f.verdict == "contradicted"] == ["eight-to-eleven-second", "identical answers"]
    confirmed = {words_of(chapter, f) for f in found if f.verdict == "supported"}
    assert {"0.148 s", "68.838 s", "465x", "Thirteen requests", "7e-7", "0.15 seconds", "ninth distinct length (T=35"} <= confirmed
