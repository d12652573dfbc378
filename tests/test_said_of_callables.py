"""What a chapter says of old names, aliases, listed arguments, what is returned, and of defaults that it only points at."""

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
        "import warnings\n"
        "class Report:\n    pass\n"
        "def weave(yarn): return yarn\n"
        "def braid(yarn):\n    warnings.warn('`braid` is deprecated, use `weave`', DeprecationWarning)\n    return weave(yarn)\n"
        "def seek_right(row, value): return 0\n"
        "def seek_left(row, value): return 0\n"
        "seek = seek_right\n"
        "def gather(*jobs, keep_errors=False): return list(jobs)\n"
        "def near(word, words, most=4, closeness=0.6): return words\n"
        "def frame(width, *, low=None, high=None): return width\n"
        "def remember(size=None, maxsize=64): return size\n"
        "def places(row, method='average'): return row\n"
        "class Box:\n    def fill(self, parts):\n        return Report()\n"
        "    def shut(self):\n        self.done = True\n        return self\n"
    ),
}
OPENING = (
    "```python\nimport toy\nfrom toy import weave, braid, seek, seek_left, seek_right, gather, near, frame, remember, places, Box\n"
    "box = Box()\nbox.fill([1])\nrows = gather(1, keep_errors=True)\n```\n\n"
)
#: The right words, the wrong ones, the text with a gap, and the rule that finds them.
GAPS = [
    ("`braid` was deprecated in favour of `weave`", "`weave` was deprecated in favour of `braid`", "With 1.0 {}.", "which-is-old"),
    ("`weave` stays, whereas `braid` is", "`braid` stays, whereas `weave` is", "Of the two {} deprecated.", "which-is-old"),
    ("`seek_right`", "`seek_left`", "The short `seek` is an alias of {}.", "alias-of"),
    (
        "We asked for that; by default errors are raised.",
        "That is the default; with False errors are raised.",
        "The errors stay in the list. {}",
        "default-value",
    ),
    (
        "0.6",
        "0.5",
        "`near` gives four words (`most=4`) and keeps those with a likeness of {} or more (`closeness`).",
        "default-value",
    ),
    ("low, high", "least, most", "```python\nframe(3, high=9)   # keywords: {}\n```", "unknown-keyword"),
    ("returns a report", "returns the box itself", "The method `fill` of `Box` packs all, and it {}.", "result-type"),
    (
        "the mean",
        "the lowest",
        "Of `places` one has to know: if it is not told, tied values all get {} of their places.",
        "default-behaviour",
    ),
    ("bounded", "unbounded", "Of `remember` nothing is asked here: by default its cache is {}.", "default-behaviour"),
]
RIGHT = [
    "In a race, tied runners all get the lowest of their places; `places` is no race.",
    "A queue of `remember` that was made with maxsize=0 is unbounded.",
    "`shut` of `Box` returns the box itself.",
    "`seek` is an alias of `seek_right`.",
    "If `weave` were deprecated in favour of `braid`, nobody would mind.",
    "`weave` is not deprecated; `braid` is.",
    "With `keep_errors=False` the first error ends all. That is the default; with True they are gathered.",
    "`near` was called with eight words (`most=8`) and a likeness of 0.9 (`closeness`).",
    "```python\nframe(3, high=9)   # other arguments: see above, below\n```",
]


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    distribution(tmp_path / "site", "toy", "1.0", TOY)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=False, today="2026-01-31")


@pytest.mark.parametrize(("right", "wrong", "text", "rule"), GAPS)
def test_what_is_said_of_a_callable_is_held_against_its_source(
    right: str, wrong: str, text: str, rule: str, facts: Facts, tmp_path: Path
) -> None:
    """The wrong words are found by their rule, and the right ones raise nothing but what is said of old names themselves."""
    found = examined(Identifiers(), chapter_of(OPENING + text.format(wrong)), tmp_path / "wrong", facts)
    assert rule in {each.rule for each in alarms(found)}
    left = alarms(examined(Identifiers(), chapter_of(OPENING + text.format(right)), tmp_path / "right", facts))
    assert {each.rule for each in left} <= {"deprecated"}


@pytest.mark.parametrize("text", RIGHT)
def test_right_words_about_a_callable_raise_no_alarm(text: str, facts: Facts, tmp_path: Path) -> None:
    """What holds, what is only imagined, and what was passed in one place."""
    found = alarms(examined(Identifiers(), chapter_of(OPENING + text), tmp_path, facts))
    assert {each.rule for each in found} <= {"deprecated"}
