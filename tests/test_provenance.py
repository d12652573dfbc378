"""The instrument `provenance`: measurements without what they were made with, and statements on chapters that were not supplied."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import FACTS, alarms, chapter_of

from prompts.trust import measure
from tools.instruments.provenance import Provenance

TIMES = "| size | eager (ms) | compiled (ms) |\n|---|---|---|\n| 1 | 2.51 | 1.30 |\n| 8 | 9.42 | 3.17 |\n"
ZEITEN = "| Größe | Laufzeit (ms) |\n|---|---|\n| 1 | 2,51 |\n| 8 | 9,42 |\n"

FAULTY: dict[str, tuple[str, str]] = {
    "a table of times": (f"We timed both versions.\n\n{TIMES}\nThe second is faster.", "the version of the software, the hardware"),
    "eine Tabelle von Zeiten": (f"Gemessen haben wir Folgendes.\n\n{ZEITEN}\nDas ist langsamer.", "version of the software"),
    "no hardware": (f"We timed both on Python 3.12.1.\n\n{TIMES}", "the hardware"),
    "no version": (f"We timed both on an A100.\n\n{TIMES}", "the version of the software"),
    "timeit": ("Now we benchmark it.\n\n```output\n12.3 µs ± 0.4 µs per loop\n```\n\nIt is fast.", "the hardware"),
    "a sentence": ("On my machine the call took 3.4 ms.", "the hardware"),
    "ein Satz": ("Wir haben gemessen: auf meinem Rechner dauerte der Aufruf 3,4 ms.", "the hardware"),
    "memory": (
        "The profiler ran over both.\n\n| batch | peak memory (MB) |\n|---|---|\n| 1 | 120.5 |\n| 8 | 410.2 |\n", "the version of",
    ),
    "accuracy": (
        "We trained both models.\n\n| model | accuracy |\n|---|---|\n| small | 0.913 |\n| large | 0.927 |\n", "the hardware",
    ),
}  # fmt: skip

STATED: dict[str, str] = {
    "in the text": f"We timed both on Python 3.12.1 on a Ryzen laptop.\n\n{TIMES}",
    "anywhere in the chapter": f"All runs: torch 2.13.0, one A100.\n\nMuch later.\n\nWe timed both.\n\n{TIMES}",
    "auf Deutsch": f"Gemessen mit Python 3.12 auf 4 Kernen.\n\n{ZEITEN}",
}

NO_MEASUREMENT: dict[str, str] = {
    "made up": f"Suppose that the calls took so long.\n\n{TIMES}",
    "angenommen": f"Angenommen, der Aufruf dauert so lange.\n\n{ZEITEN}",
    "from a data sheet": f"According to the vendor the runs take so long.\n\n{TIMES}",
    "prices": "What the runs cost.\n\n| item | price |\n|---|---|\n| a | 2.50 |\n| b | 3.75 |\n",
    "arithmetic": "The sum of both.\n\n| n | n squared |\n|---|---|\n| 1.5 | 2.25 |\n| 2.5 | 6.25 |\n",
    "a data set": "The rain of a year.\n\n| month | rain (mm) |\n|---|---|\n| May | 52.5 |\n| June | 61.2 |\n",
    "parameters": "The settings of the run.\n\n| name | default |\n|---|---|\n| rate | 0.01 |\n| decay | 0.99 |\n",
    "output without times": "Now we run it.\n\n```output\n3.5\n4.25\n```",
    "a time that is a setting": "The call waits for 2.5 s before it gives up.",
    "types": "| type | memory |\n|---|---|\n| int8 | 1 byte |\n| int64 | 8 bytes |\n",
}

ELSEWHERE: dict[str, tuple[str, str]] = {
    "found": ("Chapter 12 found the call roughly neutral.", "Chapter 12 found the call roughly neutral."),
    "measured": ("Words. Chapter 4 measured it at three sizes. More.", "Chapter 4 measured it at three sizes."),
    "owns": ("Chapter 14 owns noise thresholds.", "Chapter 14 owns noise thresholds."),
    "we saw that": ("In Chapter 3 we saw that lists are slow.", "In Chapter 3 we saw that lists are slow."),
    "as it showed": ("As Chapter 5 showed, it is linear.", "As Chapter 5 showed, it is linear."),
    "Kapitel": ("Kapitel 7 zeigte, dass der Puffer reicht.", "Kapitel 7 zeigte, dass der Puffer reicht."),
    "in Kapitel": ("In Kapitel 2 haben wir gesehen, dass es linear ist.", "In Kapitel 2 haben wir gesehen, dass es linear ist."),
    "it, after the chapter": ("Chapter 12 is about time. It found the call neutral.", "It found the call neutral."),
}

POINTERS: dict[str, str] = {
    "see": "See Chapter 4 for what was measured.",
    "siehe": "Siehe Kapitel 4.",
    "later": "Chapter 14 will measure it.",
    "introduces": "Chapter 3 introduces lists.",
    "covers": "Queues are covered in Chapter 9.",
    "this chapter": "Chapter 13 asks what was measured and found.",
    "this chapter finds": "Unlike Chapter 12, this chapter measured it and found it slow.",
    "plain": "The book has a Chapter 9.",
    "how to": "Chapter 6 showed how to install it.",
}


@pytest.mark.parametrize(("text", "missing"), FAULTY.values(), ids=FAULTY)
def test_a_measurement_without_provenance_is_unverifiable(text: str, missing: str) -> None:
    """A figure of a run whose software or hardware stands nowhere is one finding that names what is missing."""
    found = alarms(Provenance().examine(chapter_of(text, number="13"), FACTS))
    assert [(f.rule, f.verdict, f.priority, f.response) for f in found] == [("measurement", "unverifiable", "medium", "clarification")]
    assert missing in measure(found[0].summary)


@pytest.mark.parametrize("text", STATED.values(), ids=STATED)
def test_a_measurement_with_provenance_is_confirmed(text: str) -> None:
    """Software with its version and hardware anywhere in the chapter are enough."""
    found = Provenance().examine(chapter_of(text, number="13"), FACTS).findings
    assert [(f.verdict, len(f.grounds)) for f in found] == [("supported", 2)]


@pytest.mark.parametrize("text", NO_MEASUREMENT.values(), ids=NO_MEASUREMENT)
def test_what_was_not_measured_needs_no_provenance(text: str) -> None:
    """Examples, arithmetic, data and settings are left alone."""
    assert Provenance().examine(chapter_of(text, number="13"), FACTS).findings == ()


@pytest.mark.parametrize(("text", "words"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_statement_on_another_chapter_is_unverifiable(text: str, words: str) -> None:
    """What another chapter found or owns cannot be checked here; each statement is one finding."""
    found = Provenance().examine(chapter_of(text, number="13"), FACTS).findings
    assert [(f.verdict, f.priority, f.kind, text[f.span.start : f.span.end]) for f in found] == [("unverifiable", "low", "scope", words)]


@pytest.mark.parametrize("text", POINTERS.values(), ids=POINTERS)
def test_a_pointer_to_another_chapter_states_nothing(text: str) -> None:
    """A mere pointer, or what this chapter itself does, is no statement on another one."""
    assert Provenance().examine(chapter_of(text, number="13"), FACTS).findings == ()


def test_the_real_excerpt_has_one_measurement_and_its_statements_on_other_chapters() -> None:
    """The trace of the real chapter has no version and no hardware, and chapters 10 and 12 were not supplied."""
    pack = Path(__file__).parents[2] / "shared" / "packs" / "pytorch-from-first-principles-13.txt"
    if not pack.exists():
        pytest.skip("the real pack is not part of the repository")
    from tools.layout import lay_out

    text = pack.read_text(encoding="utf-8").split("== 2. Chapter text ==")[1].split("== 3. ")[0]
    chapter = chapter_of(text, whole=False, number="13").model_copy(update={"blocks": lay_out(text)})
    found = Provenance().examine(chapter, FACTS).findings
    assert [f.rule for f in found].count("measurement") == 1
    spoken = " ".join(measure(f.summary) for f in found if f.rule == "other-chapter")
    assert "chapter 10" in spoken
    assert "chapter 12" in spoken
