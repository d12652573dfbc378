"""Rules of stated ranges: which rows one is held against, and which range is offered in its place."""

from __future__ import annotations

import pytest
from chapter_pieces import chapter_of, corrected, words_of

from prompts.trust import measure
from tools.instruments.numbers.page import page_of
from tools.instruments.numbers.ranges import check_ranges
from tools.records import Chapter, Finding

STRUCTURES = """
| structure | seconds |
|---|---|
| list | 6.20 |
| tuple | 6.00 |
| deque | 12.40 |
| set | 0.02 |
| dict | 0.02 |

"""
READS = """
| store | read (ms) | write (ms) |
|---|---|---|
| Postgres | 4.13 | 7.9 |
| SQLite | 1.27 | 15.3 |
| MySQL | 3.84 | 8.4 |
| DuckDB | 2.46 | 9.1 |

"""
VERFAHREN = """
| Verfahren | Dauer (ms) | Genauigkeit (%) |
|---|---|---|
| Baum | 12,5 | 88,1 |
| Wald | 48,0 | 93,4 |
| Netz | 75,2 | 95,0 |

"""
CAPTEURS = """
| capteur | durée (ms) |
|---|---|
| nord | 3,95 |
| sud | 6,63 |
| centre | 6,10 |
| ouest | 5,92 |

"""
STALLS = """
| req | time |
|---|---|
| 0 | 11.42 s | <- compiling
| 1 | 8.49 s | <- compiling
| 2 | 5.92 s | <- compiling
| 3 | 2.1 ms | <- reuse
| 4 | 1.9 ms | <- reuse

"""


def contradictions(chapter: Chapter) -> list[Finding]:
    return [finding for finding in check_ranges(page_of(chapter)) if finding.verdict == "contradicted"]


@pytest.mark.parametrize(
    "text",
    [
        STRUCTURES + "The sequences took between 6 and 12.4 seconds.",
        STRUCTURES + "The sequences took between 5 and 15 seconds.",
        STRUCTURES + "All sequences took between 6 and 12.4 seconds.",
        STRUCTURES + "Each of the sequences took between 6 and 13 seconds.",
        STRUCTURES + "The structures that keep an order took between 6 and 13 seconds.",
        STRUCTURES + "Every structure with an order took between 6 and 13 seconds.",
        STRUCTURES + "The hash-based structures are quick; the others took between 6 and 13 seconds.",
        STRUCTURES + "The slow ones took between 6 and 13 seconds.",
        STRUCTURES + "Searching is slow in a sequence. They took between 6 and 13 seconds.",
        STRUCTURES + "Searching is slow in a sequence. Each took between 6 and 13 seconds.",
        STRUCTURES + "The three linear structures took between 6 and 13 seconds.",
        STRUCTURES + "The structures took between 6 and 12.4 seconds where every element is compared.",
        STRUCTURES + "The structures took between 6 and 12.4 seconds.",
        STRUCTURES + "Unlike set and dict, the others took between 6 and 13 seconds.",
        STRUCTURES + "set and list are built in, and the others took between 1 and 13 seconds.",
        STRUCTURES + "The sequences never took less than 5 seconds.",
        STRUCTURES + "All sequences took at least 6 seconds.",
        STRUCTURES + "All five structures took between 0.02 and 12.4 seconds.",
        READS + "The client-server reads take between 3.8 and 4.2 ms.",
        READS + "Every embedded read takes between 1.2 and 2.5 ms.",
        READS + "With a warm cache, every read takes between 2 and 5 ms.",
        READS + "The reads of the servers take between 3 and 5 ms.",
        READS + "Reads of large objects never take less than 2 ms.",
        READS + "Every read takes between 1 and 5 ms.",
        VERFAHREN + "Die Genauigkeit der Ensembles liegt zwischen 93 und 96 %, und das ist gut.",
        VERFAHREN + "Die neuronalen Verfahren liegen zwischen 90 und 96 % Genauigkeit, und das ist gut.",
        VERFAHREN + "Die Genauigkeit liegt zwischen 88 und 95 %, und das ist nicht schlecht.",
        CAPTEURS + "Les capteurs du toit mettent entre 5,5 et 6,7 ms, et c'est dans le tableau.",
        CAPTEURS + "La durée est entre 3,9 et 6,7 ms, et c'est dans le tableau.",
        STALLS + "The late compile stalls took between 5 and 9 seconds.",
        STALLS + "The first compile stalls took between 8 and 12 seconds.",
        STALLS + "The compile stalls took between 5 and 12 seconds.",
    ],
    ids=lambda text: text.rpartition("\n")[2],
)
def test_a_range_is_not_held_against_rows_that_it_does_not_speak_of(text: str) -> None:
    """A subject that is some of the rows, or may be, raises no alarm; nor does a range that holds."""
    assert [measure(f.summary) for f in contradictions(chapter_of(text))] == []


@pytest.mark.parametrize(
    ("text", "words", "row"),
    [
        (STRUCTURES + "All structures took between 6 and 12.4 seconds.", "between 6 and 12.4 seconds", "set"),
        (STRUCTURES + "The five structures took between 5 and 13 seconds.", "between 5 and 13 seconds", "dict"),
        (STRUCTURES + "All five took between 5 and 13 seconds.", "between 5 and 13 seconds", "dict"),
        (STRUCTURES + "list, tuple and deque took between 6 and 11 seconds.", "between 6 and 11 seconds", "deque"),
        (READS + "The reads take between 2 and 5 ms.", "between 2 and 5 ms", "SQLite"),
        (READS + "Every read takes between 2 and 5 ms.", "between 2 and 5 ms", "SQLite"),
        (READS + "Each store reads in 2 to 5 ms.", "2 to 5 ms", "SQLite"),
        (READS + "Reads never take less than 2 ms.", "less than 2 ms", "SQLite"),
        (READS + "In the table, all writes lie between 7 and 12 ms.", "between 7 and 12 ms", "SQLite"),
        (VERFAHREN + "Die Genauigkeit liegt zwischen 90 und 96 %, und das ist gut.", "zwischen 90 und 96 %", "Baum"),
        (VERFAHREN + "Alle Verfahren haben eine Genauigkeit zwischen 93 und 95 %, und das ist gut.", "zwischen 93 und 95 %", "Baum"),
        (CAPTEURS + "La durée est entre 5,8 et 6,7 ms, et c'est dans le tableau.", "entre 5,8 et 6,7 ms", "nord"),
        (STALLS + "The three compile stalls took between 8 and 11 seconds.", "between 8 and 11 seconds", "req 2"),
        (READS + "The first three reads took between 2 and 5 ms.", "between 2 and 5 ms", "SQLite"),
        (
            STALLS + "Three of the five requests met a size that was new, and each of them took between 8 and 12 seconds.",
            "between 8 and 12 seconds",
            "req 2",
        ),
        (STALLS + "The compile stalls took between 8 and 12 seconds.", "between 8 and 12 seconds", "req 2"),
    ],
    ids=str,
)
def test_a_row_outside_a_range_of_all_rows_is_named(text: str, words: str, row: str) -> None:
    """The column's own words, all, each, every, their number, labels and notes say which rows a range is about."""
    chapter = chapter_of(text)
    (found,) = contradictions(chapter)
    assert words in words_of(chapter, found)
    assert row in measure(found.summary)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (CAPTEURS + "La durée est entre 5,8 et 6,4 ms, et c'est dans le tableau.", "entre 3,9 et 6,7 ms"),
        (READS + "Every read takes between 2 and 5 ms.", "between 1 and 5 ms"),
        (READS + "Every read takes between 2.5 and 4.5 ms.", "between 1.2 and 4.2 ms"),
        (READS + "Every read takes two to five ms.", "one to five ms"),
        (STALLS + "Each compile stall took eight to eleven seconds.", "five to twelve seconds"),
        (STRUCTURES + "All structures took between 6 and 12.4 seconds.", "between 0.02 and 12.4 seconds"),
    ],
    ids=str,
)
def test_the_range_offered_holds_for_every_row(text: str, right: str) -> None:
    """Ends are rounded outward at the places that the text uses, and the text with them raises no alarm."""
    chapter = chapter_of(text)
    (found,) = contradictions(chapter)
    after = corrected(chapter, found)
    assert right in after
    again = list(check_ranges(page_of(chapter_of(after))))
    assert [f.verdict for f in again] == ["supported"]
