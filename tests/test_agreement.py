"""Rules of what a chapter says twice of how its results were made: versions, cards, dates and numbers of runs agree."""

from __future__ import annotations

import pytest
from chapter_pieces import FACTS, chapter_of

from prompts.trust import measure
from tools.instruments.provenance import Provenance
from tools.layout import lay_out

_SETTING = "All measurements of this chapter were made with PostgreSQL 16.2 on a server with eight cores.\n\n"
_CARD = "We measured the throughput, using PyTorch 2.4.0 on a single V100 with 32 GB.\n\n"
_PYTHON = "Every program in this book was run with Python 3.13.1 on Debian 12.\n\n"
_TEN = "We ran each program ten times and report the mean, on an M1 under macOS 14.4.\n\n"
_DAY = "On 12 February 2025 we connected to each of the hosts and noted the version for this survey.\n\n"
_LINUX = "We ran the test for one hour on a Raspberry Pi 4 with kernel 6.6.21.\n\n"
_TABLE = "| map | time |\n|---|---|\n| a | 1.4 s |\n| b | 0.8 s |\n\n"


def _twice(text: str) -> list[str]:
    chapter = chapter_of(text).model_copy(update={"blocks": lay_out(text)})
    found = [f for f in Provenance().examine(chapter, FACTS).findings if f.rule == "stated-twice"]
    return [measure(chapter.text)[f.span.start : f.span.end] for f in found]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (_SETTING + "The size is what we saw on PostgreSQL 15.4, the version used throughout.", "PostgreSQL 15.4"),
        (_SETTING + "We used PostgreSQL 16.1 here as everywhere in this chapter.", "PostgreSQL 16.1"),
        ("Alle Messungen wurden mit Python 3.12.1 gemacht.\n\nIn diesem Kapitel verwenden wir Python 3.11.4.", "Python 3.11.4"),
        ("Toutes les mesures ont été faites avec Python 3.12.1.\n\nNous avons utilisé Python 3.11.4.", "Python 3.11.4"),
        (_PYTHON + "Since the version used here is 3.12, both forms work.", "the version used here is 3.12"),
        (_CARD + "Table 9.2: Sentences per second on the A100, 128 tokens each\n\n" + _TABLE, "A100"),
        (_TEN + _TABLE + "*Means of five runs; the maps were not pre-sized.*", "Means of five runs"),
        (_DAY + "Table 1.1: Highest version offered, survey of 12 March 2025\n\n" + _TABLE, "12 March 2025"),
        (_DAY + "The list of 12 February 2024 was taken as it was.", "12 February 2024"),
        (_LINUX + _TABLE + "**Table 11.** Latencies under load, kernel 6.1.54, one hour.", "kernel 6.1.54"),
        ("We use Redis 7.2 in this chapter.\n\n```\n$ redis-cli INFO server\nredis_version:7.0.15\n```\n", "Redis 7.2"),
    ],
)
def test_what_is_said_two_ways_is_found_where_it_is_said_of_less(text: str, words: str) -> None:
    """A version, a machine, a date or a number of runs that is stated two ways is found where it is said of less."""
    assert _twice(text) == [words]


@pytest.mark.parametrize(
    "text",
    [
        _SETTING + "We used PostgreSQL 16 here as everywhere in this chapter.",
        _SETTING + "We used PostgreSQL 16.2 and psycopg 3.1 for the second part.",
        _SETTING + "With PostgreSQL 15.4, an older release, the table grew to twice its size.",
        _SETTING + "The option was introduced in PostgreSQL 15.1 and is used here.",
        _SETTING + "After an upgrade to PostgreSQL 17.0 we measured again.",
        _SETTING + "The plans of PostgreSQL 15.4 and PostgreSQL 16.2 were measured side by side.",
        _PYTHON + "The notation needs Python 3.10 or later; the first edition used Python 3.9.",
        _CARD + "On an A100 the same program was twice as fast, compared with this card.",
        _CARD + "Table 9.2: Sentences per second on the V100 and on the A100\n\n" + _TABLE,
        _TEN + _TABLE + "*Means of ten runs; the maps were not pre-sized.*",
        _TEN + "The first five runs were discarded as a warm-up.",
        _DAY + "A second list was taken on 3 May 2024, from another source.",
        _LINUX + "The patch came with kernel 6.1.54.",
        "We use Redis 7.0 in this chapter.\n\n```\n$ redis-cli INFO server\nredis_version:7.0.15\n```\n",
        "With Python 3.11.4 the loop took 2.1 s, with Python 3.13.1 it took 1.5 s.",
    ],
)
def test_other_releases_machines_and_days_are_left_alone(text: str) -> None:
    """Other releases, machines and days than the chapter's own are no contradiction."""
    assert _twice(text) == []
