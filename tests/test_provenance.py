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

SETUP = "## 13.1 Setup\n\nEverything below was run with Python 3.12.1 on an EPYC 7443P.\n\n## 13.2 Reading\n\n"
VERSION_ALONE = "All examples were run with pandas 2.2.3.\n\n"
CAPTION = f"{TIMES}\n*Table 13.1. One epoch (torch 2.13.0, Ryzen 7 5800X).*\n\n"

SAID: dict[str, tuple[str, str]] = {
    "took": ("The old reader took 3.42 s and the new one 0.91 s.", "The old reader took 3.42 s and the new one 0.91 s."),
    "the version alone": (f"{VERSION_ALONE}The merge took 812 ms.", "The merge took 812 ms."),
    "our cluster": (f"{SETUP}On our cluster the same query fell from 9 s to 2 s.", "On our cluster the same query fell from 9 s to 2 s."),
    "another machine": (f"{SETUP}On an older laptop it took 14 s.", "On an older laptop it took 14 s."),
    "another machine, beside a table that has its own": (
        f"{CAPTION}Elsewhere two workers brought the epoch down from 40 s to 25 s.",
        "Elsewhere two workers brought the epoch down from 40 s to 25 s.",
    ),
    "as many users": (
        "With this index our server held three times as many users.",
        "With this index our server held three times as many users.",
    ),
    "a rate": ("Our service now handles 4,200 requests per second.", "Our service now handles 4,200 requests per second."),
    "a share": ("In our tests the cache cut the latency by 38 %.", "In our tests the cache cut the latency by 38 %."),
    "memory": ("The import peaked at 3.4 GB.", "The import peaked at 3.4 GB."),
    "we measured": ("We measured 1.9 ms a call.", "We measured 1.9 ms a call."),
    "a workload": ("For 2,000,000 rows the join needs 4.7 s.", "For 2,000,000 rows the join needs 4.7 s."),
    "one clause": ("The join is stable; sorting first took 4.7 s.", "sorting first took 4.7 s."),
    "in production": (
        "In production the change sped the report up by a factor of 5.",
        "In production the change sped the report up by a factor of 5.",
    ),
    "dauerte": ("Der Import dauerte 48,3 s.", "Der Import dauerte 48,3 s."),
    "lief in": ("Unsere Auswertung lief in 12,5 s.", "Unsere Auswertung lief in 12,5 s."),
    "sank von auf": (
        "Auf unserem Server sank die Antwortzeit von 410 ms auf 95 ms.",
        "Auf unserem Server sank die Antwortzeit von 410 ms auf 95 ms.",
    ),
    "anderer Rechner": (
        f"{SETUP}Auf einem anderen Rechner brauchte der Lauf 7,2 s.", "Auf einem anderen Rechner brauchte der Lauf 7,2 s.",
    ),
    "viermal so": ("Bei uns war der neue Leser viermal so schnell.", "Bei uns war der neue Leser viermal so schnell."),
    "haben gemessen": ("Gemessen haben wir 3,2 ms je Aufruf.", "Gemessen haben wir 3,2 ms je Aufruf."),
    "a duré": ("L'importation a duré 48,3 s.", "L'importation a duré 48,3 s."),
    "notre serveur": (
        "Sur notre serveur, la requête est passée de 31 s à 4 s.", "Sur notre serveur, la requête est passée de 31 s à 4 s.",
    ),
    "nous avons mesuré": ("Nous avons mesuré 3,2 ms par appel.", "Nous avons mesuré 3,2 ms par appel."),
    "une autre machine": (
        f"{SETUP}Sur une autre machine, le calcul a pris 7,2 s.", "Sur une autre machine, le calcul a pris 7,2 s.",
    ),
    "deux fois plus": ("Notre service tient deux fois plus de clients.", "Notre service tient deux fois plus de clients."),
    "whole milliseconds in an output": (
        "We compared readers, each in ten runs:\n\n```output\nreader   median\nold      184 ms\nnew       46 ms\nnewer     31 ms\n```\n",
        "We compared readers, each in ten runs:\n\n```output\nreader   median\nold      184 ms\nnew       46 ms\nnewer     31 ms",
    ),
}  # fmt: skip

NOT_SAID: dict[str, str] = {
    "covered by the whole chapter": f"{SETUP}The old reader took 3.42 s.",
    "covered by the same paragraph": "With Python 3.12.1 on a Xeon the old reader took 3.42 s.",
    "our cluster, described": (
        "Our cluster has eight nodes with an EPYC 7443P and runs Python 3.12.1.\n\nOn our cluster "
        "the query fell from 9 s to 2 s."
    ),
    "our server, in the sentence": "On our server (an A100, torch 2.13.0) the query fell from 9 s to 2 s.",
    "what a covered table says": f"{CAPTION}The last epoch took 3.17 ms.",
    "made up": "Suppose that a request took 3.5 s.",
    "a condition": "If the query took 3.5 s, nobody would wait.",
    "would": "On our server it would take 3.5 s.",
    "arithmetic": "Ten requests of 0.2 s each need four rounds and so 0.8 s.",
    "a sum": "The three delays add up to 0.6 s.",
    "a default": "The call gives up after 2.5 s by default.",
    "a timeout": "Our service has a timeout of 2.5 s.",
    "a size": "Our data set has 3.2 GB of images.",
    "a machine": "Our server has 64 GB of memory.",
    "a rule": "A model of 8 billion parameters takes 32 GB in float32.",
    "counted runs": "Our loop ran three times.",
    "a share of data": "In our data 3 % of the rows are empty.",
    "cited": "Smith et al. report that the parser took 3.4 s.",
    "cited by number": "The parser took 3.4 s [4].",
    "printed by code": "```python\nprint(total)  # 3.4\n```\n\nThe tour took 3.4 s.",
    "a tour": "The morning tour took 2.5 hours.",
    "what a tool prints": "It is fast.\n\n```output\n    Finished dev profile in 0.42s\n```\n",
    "a year before a small word": "It was needed in 2012\nto make the model fit on two small machines.",
    "someone": "Wer von 120 ms auf 90 ms kommt, spart ein Viertel.",
    "angenommen": "Angenommen, der Import dauerte 48,3 s.",
    "Konjunktiv": "Auf unserem Server wäre er in 3 s fertig.",
    "je Anfrage": "Ein Arbeiter, der je Anfrage 250 ms braucht, schafft vier in der Sekunde.",
    "par défaut": "Par défaut, l'appel attend 2,5 s.",
    "supposons": "Supposons que le calcul a pris 2,5 s.",
    "a table of the chapter's own results": (
        "```python\nprint(means)  # {'a': 12.0, 'b': 21.0}\n```\n\n"
        "What the runs took.\n\n| name | mean (ms) |\n|---|---|\n| a | 12,0 |\n| b | 21,0 |\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), SAID.values(), ids=SAID)
def test_a_result_stated_in_prose_needs_its_circumstances(text: str, words: str) -> None:
    """A figure that the author got, without version and hardware tied to it, is one finding on its clause."""
    found = [f for f in alarms(Provenance().examine(chapter_of(text, number="13"), FACTS)) if f.verdict == "unverifiable"]
    assert [(text[f.span.start : f.span.end], f.rule, f.priority, f.response) for f in found] == [
        (words, "measurement", "medium", "clarification")
    ]


@pytest.mark.parametrize("text", NOT_SAID.values(), ids=NOT_SAID)
def test_what_is_covered_or_no_result_needs_none(text: str) -> None:
    """Sentences that are covered, supposed, set, derived, cited or printed by code raise nothing."""
    assert [measure(f.summary) for f in alarms(Provenance().examine(chapter_of(text, number="13"), FACTS))] == []


def test_a_span_is_never_several_paragraphs() -> None:
    """A piece of output that swallowed the text after it is read as sentences."""
    words = "The values are read one after the other and nothing is kept. " * 60
    text = f"```output\n{words}\nThe old reader took 3.42 s.\n{words}\n```\n"
    (found,) = alarms(Provenance().examine(chapter_of(text, number="13"), FACTS))
    assert len(found.span) < 100


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
