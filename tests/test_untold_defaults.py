"""Defaults whose parameter is told by its meaning, in pairs: what is wrong is found, what is right or no default never is."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution

from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Facts

TOY = {
    "toy/__init__.py": (
        "from toy import config\n"
        "class Norm:\n    def __init__(self, width, eps=1e-5, momentum=0.1): pass\n"
        "class Walk:\n    def __init__(self, lr=0.001, weight_decay=0.01): pass\n"
        "class Stroll:\n    def __init__(self, lr=0.001, weight_decay=0): pass\n"
        "def leaky(x, negative_slope=0.01): return x\n"
        "def spread(low, high, num=50): return low\n"
        "def near(a, b, rtol=1e-5, atol=1e-8): return a\n"
        "def pick(data, size, replace=True): return data\n"
        "def histogram(data, bins=10): return data\n"
    ),
    "toy/config.py": "row_limit = 8\ntotal_row_limit = 256\n",
}
OPENING = (
    "```python\nimport functools, textwrap, difflib, statistics\nfrom functools import lru_cache\nimport toy\n"
    "from toy import Norm, Walk, Stroll, leaky, spread, near, pick, histogram\nnorm = Norm(3)\nprint(toy.config.row_limit)\n```\n\n"
)
#: What is right, what is wrong in its place, and the sentence with a gap.
GAPS = [
    ("128", "256", "Without an argument, `lru_cache` keeps {} results and throws away the oldest."),
    ("128", "64", "By default `lru_cache` remembers up to {} results."),
    ("128", "100", "`functools.lru_cache` holds {} entries by default."),
    ("128", "256", "Ohne Argument behält `lru_cache` {} Ergebnisse."),
    ("128", "256", "Sans argument, `lru_cache` garde {} résultats."),
    ("70", "80", "By default `textwrap.wrap` breaks lines at {} characters."),
    ("3", "5", "By default, `difflib.get_close_matches` returns at most {} matches."),
    ("4", "10", "`statistics.quantiles` cuts the data into {} intervals by default."),
    ("50", "100", "By default `toy.spread` gives {} points."),
    ("10", "20", "If nothing is said about bins, `toy.histogram` makes {} of equal width between the ends."),
    ("1e-5", "1e-3", "The constant $\\epsilon$, which keeps the root away from zero, is {} by default."),
    ("1e-5", "1e-3", "`Norm` adds a constant. Its epsilon is {} by default."),
    ("0.01", "1e-4", "`Walk` goes on, and unlike `Stroll`, whose decay is 0 by default, it starts with a decay of {}."),
    ("0.01", "0.1", "`toy.Walk` uses a weight decay of {} by default."),
    ("0.001", "0.01", "`toy.Walk` has a learning rate of {} unless told otherwise."),
    ("0.01", "0.2", "`toy.leaky` has a slope of {} by default."),
    ("1e-5", "1e-3", "`toy.near` compares; by default the relative tolerance is {}."),
    ("with", "without", "To draw hands one needs `toy.pick`; it draws {} replacement by default, as in the game of the last section."),
    ("256", "64", "A second bound, toy.config.total_row_limit, holds for all rows of a run, whichever they are, and stands at {}."),
]
NO_DEFAULTS = [
    "With `maxsize=256`, `lru_cache` keeps 256 results; by default it is less.",
    "By default our wrapper of `lru_cache` keeps 256 results.",
    "`lru_cache` keeps by default what was used last; after 256 calls with 256 results half of them are gone.",
    'By default, `lru_cache` compares arguments by equality, so it keeps 2 results for `1` and `"1"`.',
    "Without an argument, `lru_cache` keeps 3 results here, because only three were asked for.",
    "By default `toy.histogram` returns 2 arrays.",
    "If no bins are given, `toy.histogram` returns 2 arrays.",
    "By default `toy.histogram` has 10 bins, so that a width of 20 covers 200.",
    "With a weight decay of 0.1 `toy.Walk` goes farther than by default.",
    "By default `toy.Walk` decays all weights; we use a weight decay of 0.1.",
    "By default `toy.Walk` decays all weights, and with a weight decay of 0.1 the norm halves.",
    "By default `toy.spread` includes its end, so that 5 points have 4 gaps.",
    "By default `Norm` takes part in training; the momentum of 0.9 of the optimizer is another thing.",
    "By default `statistics.quantiles` works on the list of 10 values.",
    "In older releases `toy.spread` gave 100 points by default.",
    "The learning rate of 0.1 is no default of `toy.Walk`.",
]


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    distribution(tmp_path / "site", "toy", "1.0", TOY)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=True, today="2026-01-31")


@pytest.mark.parametrize(("right", "wrong", "sentence"), GAPS, ids=[each[2][:50] for each in GAPS])
def test_a_default_told_by_its_meaning_is_held_against_the_source(
    right: str, wrong: str, sentence: str, facts: Facts, tmp_path: Path
) -> None:
    """One parameter fits the words: the wrong value is found, and its twin is not."""
    found = examined(Identifiers(), chapter_of(OPENING + sentence.format(wrong)), tmp_path / "wrong", facts)
    assert {each.rule for each in alarms(found)} & {"default-value", "default-behaviour"}
    assert alarms(examined(Identifiers(), chapter_of(OPENING + sentence.format(right)), tmp_path / "right", facts)) == []


@pytest.mark.parametrize("sentence", NO_DEFAULTS)
def test_a_number_that_is_no_default_raises_no_alarm(sentence: str, facts: Facts, tmp_path: Path) -> None:
    """What is passed, what follows from a default, what is the author's and what was once are left alone."""
    assert alarms(examined(Identifiers(), chapter_of(OPENING + sentence), tmp_path, facts)) == []
