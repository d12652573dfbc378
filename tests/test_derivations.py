"""Figures that follow from others by their dimensions: what is held against them, and the right texts that are left alone."""

from __future__ import annotations

import re

import pytest
from chapter_pieces import chapter_of

from prompts.trust import measure
from tools.instruments.numbers.derivations import check_derivations
from tools.instruments.numbers.page import page_of
from tools.layout import lay_out
from tools.records import Finding


def found(text: str) -> list[Finding]:
    return list(check_derivations(page_of(chapter_of(text).model_copy(update={"blocks": lay_out(text)}))))


def wrong(text: str) -> list[str]:
    return [text[own.span.start : own.span.end] for own in found(text) if own.verdict == "contradicted"]


_TABLE = "| part | calls | time (ms) |\n|---|---:|---:|\n| scan | 40 | 320 |\n| merge | 25 | 500 |\n\n"
WRONG = [
    ("The 1.8 billion extra stalls spread over 60 million branches come to 36 stalls apiece.", "36"),
    ("One page holds 100 rows. The 45,000 rows of the index correspond to some 4,500 pages.", "4,500"),
    ("The store charges $4 per GB. The nightly copy is 250 MB; a copy then costs 10 dollars.", "10 dollars"),
    ("The warm-up takes 2.4 s. Every later request saves 80 ms, so the warm-up has been paid back after 24 requests.", "24"),
    ("A transfer of 90 GB over the 20 Gbit/s link therefore takes 4.5 s.", "4.5 s"),
    ("Eight nodes at 450 W each draw 3.2 kW.", "3.2 kW"),
    ("At 64 bytes a header, 500,000 headers are 320 MB.", "320 MB"),
    ("A frame needs 40 additions, 24 products and 7 roots, 72 operations in all.", "72"),
    ("Der Lauf braucht 12 Lesezugriffe, 5 Schreibzugriffe und 3 Sprünge, 21 Zugriffe insgesamt.", "21"),
    ("The page lists 14 tables, 9 views and 6 triggers, 28 objects altogether.", "28"),
    ("The lease saves 1,250 a month or 12,500 a year.", "1,250 a month or 12,500"),
    ("We pay 9,600 euros a year, that is 960 euros a month.", "9,600 euros a year, that is 960 euros"),
    ("The rule gives 24,576 bytes per row, exactly 48 KiB.", "24,576 bytes per row, exactly 48 KiB"),
    ("The model gains 4.0 nats or 2.8 bits.", "4.0 nats or 2.8 bits"),
    ("Its 12 million lines took 48 s, 20 s, 6 s and 2.5 s. Per second: 250,000, 600,000, 2 million and 2.5 million.", "2.5 million"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "figure"), WRONG, ids=[figure for _, figure in WRONG])
def test_a_figure_that_its_own_figures_do_not_come_to_is_contradicted(text: str, figure: str) -> None:
    """Where dimensions leave one way to reckon a figure and it misses that, it is wrong."""
    assert wrong(text) and figure in wrong(text)[0]


PAIRS = [
    ("The link carries 80 GB/s. The copy reaches 4 GB/s, {5|50} percent of the peak.", "4 GB/s, 50 percent"),
    ("A frame holds 512 samples. Neighbouring frames share 128 samples, {25|75} % of a frame.", "128 samples, 75 %"),
    ("The first plan moves 6.4 GB. The second one moves {3.2|2.4} GB, exactly half.", "2.4 GB, exactly half"),
    ("Without the cache 160 calls were enough; now there are 200 calls, {25|20} % more.", "20 %"),
    ("The old index has 400 pages, the new one has 300 pages, {25|33} % fewer.", "33 %"),
    ("The pump runs on 24 hours of a day and saves {30|3} kWh. We pay 40 a month or {480|400} a year.", "40 a month or 400"),
    ("The lease comes to 2,400 euros a month, that is {28,800|24,000} euros a year.", "2,400 euros a month, that is 24,000 euros"),
    ("Each record takes 96 bytes, exactly {768|192} bits.", "96 bytes, exactly 192 bits"),
    ("The buffer takes 6 MiB, that is {6,144|6,000} KiB.", "6 MiB, that is 6,000 KiB"),
    ("A model gains 2.0 nats, or {2.9|1.4} bits.", "2.0 nats, or 1.4 bits"),
    ("The loop makes 5 loads, 3 stores and 2 jumps, {10|11} instructions in all.", "11"),
    ("We keep 31 drafts, 18 letters and 11 notes, {60|70} papers together.", "70"),
    ("Le lot compte 12 images, 8 cartes et 5 plans, {25|35} documents au total.", "35"),
    ("Twelve racks at 3.5 kW each draw {42|4.2} kW.", "4.2 kW"),
    ("Six boards of 14 W each take {84|64} W.", "64 W"),
    ("At 12 bytes a point, 40,000 points are {480|48} kB.", "48 kB"),
    ("The printer does 20 pages a minute, so 300 pages take {15|150} minutes.", "150 minutes"),
    ("At 25 MB/s a file of 2 GB therefore takes {80|8} s.", "8 s"),
    ("Thirty crates of 24 bottles make {720|740} bottles.", "740"),
    ("The 6.4 million spare bits spread over 800,000 cells come to {8|80} bits per cell.", "80 bits"),
    ("Compiling takes 4.5 s. Every later call saves 90 ms, so it has been paid back after {50|45} calls.", "45"),
    ("One drawer holds 250 cards. The 40,000 cards of the library correspond to {160|1,600} drawers.", "1,600"),
    ("The provider charges $12 per TB. The dump is 50 GB; a restore then costs {60 cents|6 dollars}.", "6 dollars"),
    ("The 36 million lines took 90 s, 60 s, 18 s and 7.2 s. Per second: 400,000, 600,000, 2 million and {5|3.5} million.", "3.5 million"),
    (_TABLE + "The scan is cheap, {8|12} ms each.", "12 ms"),
    (_TABLE + "Merging costs {20|12} ms per call.", "12 ms per call"),
    ("| order k | free weights |\n|---:|---:|\n| 2 | 6,000 |\n| 4 | 12,000 |\n\nWith 10 towers of five floors each, "
     "order 4 has {600,000|120,000} weights.", "120,000"),
    ("Das ist nicht viel und für den Schrank von Vorteil. Acht Knoten zu je 450 W ziehen {3,6|3,2} kW.", "3,2 kW"),
]  # fmt: skip
_EITHER = re.compile(r"\{(?P<right>[^|}]*)\|(?P<wrong>[^}]*)\}")


@pytest.mark.parametrize(("text", "figure"), PAIRS, ids=[figure for _, figure in PAIRS])
def test_the_wrong_one_of_two_twins_is_found_and_the_right_one_left_alone(text: str, figure: str) -> None:
    """One figure changed makes a sentence wrong that says nothing wrong else."""
    assert wrong(_EITHER.sub(lambda match: match["right"], text)) == []
    assert figure in " ".join(wrong(_EITHER.sub(lambda match: match["wrong"], text)))


RIGHT = [
    "The 1.8 billion extra stalls spread over 60 million branches come to 30 stalls apiece.",
    "One page holds 100 rows. The 45,000 rows of the index correspond to some 450 pages.",
    "The store charges $4 per GB. The nightly copy is 250 MB; a copy then costs 1 dollar.",
    "The warm-up takes 2.4 s. Every later request saves 80 ms, so the warm-up has been paid back after 30 requests.",
    "A transfer of 90 GB over the 20 Gbit/s link therefore takes 36 s.",
    "Eight nodes at 450 W each draw 3.6 kW.",
    "At 64 bytes a header, 500,000 headers are 32 MB.",
    "A frame needs 40 additions, 24 products and 7 roots, 71 operations in all.",
    "Der Lauf braucht 12 Lesezugriffe, 5 Schreibzugriffe und 3 Sprünge, 20 Zugriffe insgesamt.",
    "The page lists 14 tables, 9 views and 6 triggers, 29 objects altogether.",
    "The lease saves 1,250 a month or 15,000 a year.",
    "We pay 9,600 euros a year, that is 800 euros a month.",
    "The rule gives 49,152 bytes per row, exactly 48 KiB.",
    "The model gains 4.0 nats or 5.8 bits.",
    "Its 12 million lines took 48 s, 20 s, 6 s and 2.5 s. Per second: 250,000, 600,000, 2 million and 4.8 million.",
]


@pytest.mark.parametrize("text", RIGHT, ids=[text[:40] for text in RIGHT])
def test_what_the_figures_come_to_is_left_alone(text: str) -> None:
    """The same sentences with the right figure."""
    assert wrong(text) == []


OTHER = [
    "Four buckets at 31 s are 124 s for a cold start.",
    "With 24 rounds of 50 ms, that is 1.20 s, the pool of four is the slowest.",
    "A build of 9 s and a gain of 0.45 ms per call is worth it in a job of 10,000 calls.",
    "The archive holds 12 folders, 30 files each, and the whole has 2 GB.",
    "The run took 40 minutes on 16 cores and wrote 3 GB.",
    "If every worker held 5 connections, 12 workers would need 61 slots.",
    "We measured 7 kW for 150 hours, and the meter showed 1,020 kWh.",
    "The service answers 32 requests per second, 40 more than the old one did an hour ago.",
    "The job needs 4 GB or 16 cores.",
    "A thousand calls take 5.8 s. Every call saves 72 ms.",
    "It costs 30 euros a month or 300 euros a year when it is paid at once.",
    "The suite has 14 unit tests, 9 slow tests and 6 that are skipped, 23 in all that run.",
    "Le lot de 64 images occupe 38,5 Mo, et la carte en a 24 Go.",
    "The tool wants 500 MB or 1 GB of memory, and 30 s or 1 minute to start.",
    "Give it 256 KB or 1 MB.",
    "The job sends 500 MB, about 1 GB after it was unpacked.",
    "Twelve files of 30 MB take 400 MB on disk.",
    "We have 12 unit tests, 4 slow tests and 2 benchmarks, 16 tests in all.",
    "The cache has 8 GB. The job uses 3 GB, 20 % of the memory.",
    "The plan costs 10 euros a month or 100 euros a year.",
    "The small one has 300 rules and the large one 400, 33 % more; both are 20 % slower than before.",
    "Prices rose from 40 to 50 euros, 25 % more than in spring and 12 % more than planned.",
    "The scan has 40 calls, and 12 ms each are spent on the way.",
    _TABLE + "Scan and merge take 12 ms each to start.",
    _TABLE + "The scan waits 3 ms per lock.",
    "Of the 400 files 90 % are small; the other 40 files, 3 MB each, fill the disk.",
    "It writes 20 MB every 5 seconds to a disk of 2 TB, which lasts for years.",
    "The two readers took 12 s and 5 s, the two writers 3 s and 2 s.",
]


@pytest.mark.parametrize("text", OTHER, ids=[text[:40] for text in OTHER])
def test_figures_that_do_not_follow_from_one_another_are_left_alone(text: str) -> None:
    """Conditions, measurements, figures of their own and products that leave something open say nothing of each other."""
    assert wrong(text) == []


def test_a_contradiction_shows_its_arithmetic_and_mends_the_figure() -> None:
    """The working says what was reckoned; the replacement is written as the figure was."""
    text = "The store charges $4 per GB. The nightly copy is 250 MB; a copy then costs 10 dollars."
    (own,) = [finding for finding in found(text) if finding.verdict == "contradicted"]
    assert measure(own.working[0]) == "250 MB x $4 per GB = 1"
    assert own.replacement is not None and measure(own.replacement.text) == "1 dollars"


def test_a_figure_that_holds_is_confirmed_with_its_step() -> None:
    """A confirmation names the figures that it rests on."""
    (own,) = found("Eight nodes at 450 W each draw 3.6 kW.")
    assert own.verdict == "supported" and measure(own.working[0]) == "Eight x 450 W = 3.6"
