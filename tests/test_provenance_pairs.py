"""Results that an author reports, in pairs: one that nothing in the chapter covers, and its twin that is covered or no result of theirs."""

from __future__ import annotations

import pytest
from handmade import FACTS, alarms, chapter_of

from prompts.trust import measure
from tools.instruments.provenance import Provenance

CODE_ALONE = "The code was run with Python 3.11 and numpy 2.2.6.\n\n"
BENCH = "All timings in this chapter were taken with Python 3.11.7 on one core of a Ryzen 7 5800X.\n\n"
TABLE = (
    "## 13.2 Pools\n\nTable 13.1 compares two pools. It was measured with CPython 3.11.7 on four cores of an EPYC 7543.\n\n"
    "| workers | time (s) |\n|---|---|\n| 4 | 1.22 |\n| 8 | 0.63 |\n\nTable 13.1. Two pools.\n\n"
)  # fmt: skip
OTHER_NUMBERS = "```python\nweights = [0.7, 0.2]\nlevel = 0.7\n```\n\n| week | loaves |\n|---|---|\n| 1 | 96 |\n| 2 | 84 |\n\n"

#: What it is about: (a result that nothing covers, its twin).
PAIRS: dict[str, tuple[str, str]] = {
    "a job after a table of another": (
        f"{TABLE}Sending the reports from processes brought the batch down from 52 s to 17 s.",
        f"{BENCH}{TABLE}Sending the reports from processes brought the batch down from 52 s to 17 s.",
    ),
    "the table's own figures": (
        f"{TABLE}The converter took 9.41 s, and 2.10 s when it was split.",
        f"{TABLE}With four workers it took 1.22 s and with eight 0.63 s.",
    ),
    "a machine that is pointed at": (
        f"{TABLE}The converter took 9.41 s and its successor 3.3 s.",
        f"{TABLE}On the machine of Table 13.1 the converter took 9.41 s and its successor 3.3 s.",
    ),
    "a service's memory": (
        f"{CODE_ALONE}{TABLE}When we gave up the cache, the resident memory of the server fell from 733 MB to 512 MB.",
        f"{CODE_ALONE}{TABLE}When we give up the cache, the resident memory of the server may fall from 733 MB to 512 MB.",
    ),
    "our larger model": (
        f"{TABLE}On our larger model the fused kernel brought the latency from 7.4 ms down to 6.1 ms.",
        "On our larger model (1.3 billion weights, torch 2.13.0, one A100) the fused kernel brought the latency from 7.4 ms to 6.1 ms.",
    ),
    "our translation model": (
        f"{TABLE}Dropping the bias of our translation model brought the step from 212 ms down to 204 ms.",
        f"{BENCH}Dropping the bias brought the step from 212 ms down to 204 ms.",
    ),
    "the time until something": (
        "On our staging machines a warm directory cut the time until the first reply from 52 s to 8 s.",
        "The client polls until the reply is there, and its interval grows from 2 s to 8 s.",
    ),
    "figures that stand in unrelated code": (
        f"{CODE_ALONE}{OTHER_NUMBERS}On a month of orders the vectorized sum took 0.7 ms where the loop had taken 96 ms.",
        f"{CODE_ALONE}{OTHER_NUMBERS}With the level 0.7 the week of 96 loaves is 67.2 loaves.",
    ),
    "what had taken": (
        "A search that had taken 84 ms took 1.3 ms with the index.",
        "Smith et al. found that a search that had taken 84 ms took 1.3 ms with the index.",
    ),
    "an earlier project": (
        f"{BENCH}In an earlier project the same change made the import go from 40 s to 12 s.",
        f"{BENCH}In an earlier project we made the same change.",
    ),
    "a colleague's cluster": (
        f"{BENCH}On a colleague's cluster the job went from 14 minutes to 5 minutes.",
        f"{BENCH}A job that goes from 14 minutes to 5 minutes saves nine.",
    ),
    "a customer": (
        f"{BENCH}At one customer the nightly export dropped from 95 s to 31 s.",
        f"{BENCH}At one customer the nightly export begins at 2 o'clock and lasts all night.",
    ),
    "last year": (
        f"{BENCH}Last year our search service answered in 210 ms, and with the new index in 45 ms.",
        f"{BENCH}Our search service should answer in 210 ms, and after a hit in 45 ms.",
    ),
    "before and after": (
        f"{TABLE}Before the change a page needed 340 ms, after it 120 ms.",
        f"{TABLE}Suppose that before the change a page needed 340 ms and after it 120 ms.",
    ),
    "instead of": (
        f"{TABLE}With the new allocator the build finished in 41 s instead of 66 s.",
        f"{TABLE}With the new allocator the build would finish in 41 s instead of 66 s.",
    ),
    "costs, of a system of theirs": (
        "In our crawler a lookup costs 0.35 ms, and with the filter 0.04 ms.",
        "In a crawler a lookup that costs 0.5 ms is done 2,000 times in a second.",
    ),
    "a rate": (
        f"{CODE_ALONE}After the move our importer handled 5,200 rows per second where it had handled 1,900.",
        f"{CODE_ALONE}The port carries 10 GB/s by its specification.",
    ),
    "accuracy": (
        f"{CODE_ALONE}In our experiments the accuracy rose from 91.2 % to 93.4 %.",
        f"{CODE_ALONE}A classifier whose accuracy rises from 91.2 % to 93.4 % makes a quarter fewer errors.",
    ),
    "the size of files": (
        f"{CODE_ALONE}Packing the columns shrank our archive from 3.8 GB to 1.1 GB.",
        f"{CODE_ALONE}A column of a million doubles shrinks from 8 MB to 4 MB in single precision.",
    ),
    "a setting that changes": (
        f"{CODE_ALONE}The smaller pool lowered the median delay from 9.1 ms to 6.6 ms.",
        f"{CODE_ALONE}We lowered the timeout from 30 s to 5 s.",
    ),
    "an interval": (
        f"{CODE_ALONE}Batching reduced the lag of the replica from 8 s to 1.5 s.",
        f"{CODE_ALONE}Backing off raises the pause between two attempts from 1 s to 8 s.",
    ),
    "fastest on a machine": (
        "The first variant is the fastest on our machine.",
        f"{BENCH}The first variant is the fastest on our machine.",
    ),
    "a caption that covers a table": (
        f"{CODE_ALONE}| mode | call (ms) |\n|---|---|\n| a | 6.41 |\n| b | 2.83 |\n\nThe second mode is faster. We measured both.",
        "Table 13.1 was measured with torch 2.13.0 on an A100; the median of 2,000 calls. In the first mode a call takes 6.41 ms. The "
        "last column says after how many calls the first is paid back,\n\n"
        "$$N = a / b$$\n\n| mode | call (ms) |\n|---|---|\n| a | 6.41 |\n| b | 2.83 |\n\nTable 13.1. Two modes.\n\nThe second is faster.",
    ),
    "in the next sentence": (
        "Moving the index to disk slowed our lookups from 0.4 ms to 2.9 ms. That was worth it.",
        "Moving the index to disk slowed our lookups from 0.4 ms to 2.9 ms (Python 3.11.7, Ryzen 7 5800X, median of 50 runs).",
    ),
    "repeated": (
        "The loop over our register takes 3.2 s, the comprehension 2.1 s.",
        "A loop of 3.2 µs that is repeated a million times takes 3.2 s.",
    ),
    "auf unserem Testsystem": (
        f"{TABLE}Auf unserem Testsystem fiel die Ladezeit von 880 ms auf 310 ms.",
        f"{TABLE}Fiele die Ladezeit von 880 ms auf 310 ms, wäre viel gewonnen.",
    ),
    "statt": (
        f"{CODE_ALONE}Der Lauf dauerte danach nur noch 12 s statt 47 s.",
        f"{CODE_ALONE}Angenommen, der Lauf dauerte danach nur noch 12 s statt 47 s.",
    ),
    "passée de": (
        f"{TABLE}Chez un client, la durée de l'export est passée de 95 s à 31 s.",
        f"{TABLE}Si la durée de l'export passait de 95 s à 31 s, ce serait beaucoup.",
    ),
    "where it had needed": (
        f"{TABLE}The rewritten parser got through the dump in 6.2 s, where the old one had needed 31 s.",
        f"{TABLE}With the versions and on the machine given above, the rewritten parser needed 6.2 s and the old one 31 s.",
    ),
    "the first request": (
        f"{CODE_ALONE}Loading the saved program instead of compiling took the first request from 21.4 s to 0.9 s.",
        f"{CODE_ALONE}According to the documentation of the project, loading took the first request from 21.4 s to 0.9 s.",
    ),
}  # fmt: skip

#: Times and rates that no program took.
NO_PROGRAM = {
    "a customer": "In our example a customer takes 4.5 minutes at the counter.",
    "a clock": "Our clock runs for 8.5 hours on one charge.",
    "a train": "Our train reached 300 km in two hours, and it took 2.5 h to the coast.",
    "a clerk": "The second clerk served 12 customers per hour in our model.",
    "a runner": "The runner improved from 10.9 s to 10.4 s.",
    "a reaction": "The patient's reaction time fell from 310 ms to 280 ms.",
    "a pendulum": "The pendulum takes 2.0 s for one swing and our clock 1.0 s.",
    "delays that add up": "With a delay of 0.2 s the three calls took 0.6 s instead of 0.2 s.",
    "a question": "Try it: which one is faster on our machine?",
    "another sense": "Python is faster than our machine language of choice.",
    "ein Zug": "Unser Zug braucht 2,5 h bis zur Küste.",
    "un train": "Notre train met 2,5 h jusqu'à la côte.",
}


def _raised(text: str) -> list[str]:
    found = alarms(Provenance().examine(chapter_of(text, number="13"), FACTS))
    return [measure(f.summary) for f in found if f.verdict == "unverifiable"]


@pytest.mark.parametrize("text", [bare for bare, _ in PAIRS.values()], ids=PAIRS)
def test_a_reported_result_that_nothing_covers_is_unverifiable(text: str) -> None:
    """A version for the chapter's code, or a machine for a table, covers no result of another system."""
    assert len(_raised(text)) == 1


@pytest.mark.parametrize("text", [right for _, right in PAIRS.values()], ids=PAIRS)
def test_a_covered_result_or_none_is_left_alone(text: str) -> None:
    """Measured where the chapter says, or pointed at, supposed, cited, set, derived: nothing is raised."""
    assert _raised(text) == []


@pytest.mark.parametrize("text", NO_PROGRAM.values(), ids=NO_PROGRAM)
def test_what_no_program_took_is_no_measurement(text: str) -> None:
    """Trains, clocks, people and added delays need no version and no machine."""
    assert _raised(CODE_ALONE + text) == []
