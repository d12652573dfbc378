"""Flattened code: a print that shows one value ends the loop before it, and only what no other line ends would change is a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code

HABIT = "```python\nheights = [12, 9, 15]\nprint(len(heights)) # 3\nprint(max(heights)) # 15\n```\n\nThe trees go on.\n\n"


MODE = "from decimal import Decimal, localcontext\n"


def flat(code: str) -> str:
    return f"{HABIT}```python\n{code}\n```"


WRONG = {
    "behind a loop": ("total = 0\nfor h in heights:\n    total += h\n    print(total) # 35", "print(total) # 35"),
    "behind a second print": (
        "t = []\nfor h in heights:\n    t.append(h)\n    print(len(t)) # 3\n    t.append(1)\n    print(len(t)) # still 3: all",
        "print(len(t)) # still 3",
    ),
    "behind a test": (
        "note = 'no tree'\nif isinstance(heights, tuple):\n    note = f'{len(heights)} trees'\n    print(note) # 3 trees The next part",
        "print(note) # 3 trees",
    ),
    "running into prose": ("print(min(heights)) # 12 The lowest tree is the oldest one.", "print(min(heights)) # 12"),
    "a failure running into prose": ("print(heights.mean()) # 12.0 A list has no mean, as we say.", "print(heights.mean()) # 12.0"),
    "behind nested loops": (
        "pairs = 0\nfor a in heights:\n    for b in heights:\n        pairs += 1\n        print(pairs) # 6", "print(pairs) # 6",
    ),
    "behind a mode": (MODE + "with localcontext():\n    heights.append(7)\n    print(heights[3]) # 8", "print(heights[3]) # 8"),
}  # fmt: skip
RIGHT = {
    "behind a mode": MODE + "with localcontext():\n    heights.append(7)\n    print(heights[3]) # 7",
    "computed in a mode": MODE + "with localcontext() as c:\n    c.prec = 3\n    print(Decimal(1) / 3) # 0.3333333333333333333333333333",
    "behind a manager": (
        "import io, contextlib\nlog = []\n@contextlib.contextmanager\ndef kept():\n    yield\n    log.append(1)\n    return\n"
        "with kept():\n    log.append(0)\n    print(log) # [0, 1]"
    ),
    "behind a loop": "total = 0\nfor h in heights:\n    total += h\n    print(total) # 36",
    "in a loop": "for h in heights:\n    print(h) # 12 9 15",
    "several values in a loop": "total = 0\nfor h in heights:\n    total += h\n    print(total) # 12 21 36",
    "two statements in a loop": "total = 0\nfor h in heights:\n    total += h\n    total *= 2\n    print(total) # 72",
    "running into prose": "print(min(heights)) # 9 The lowest tree is the oldest one.",
    "words running into prose": "name = 'oak'\nprint(name) # oak Then the leaves fall.",
    "prose alone": "print(min(heights)) # of the lowest tree, as Table 3 shows",
    "in a function": "def total(values):\n    s = 0\n    for v in values:\n        s += v\n    return s\nprint(total(heights)) # 36",
    "caught": "try:\n    heights[9]\nexcept IndexError as error:\n    print(error) # list index out of range\n    print(len(heights)) # 3",
    "not parsed": "for x in print(x) Then the leaves",
    "a session": ">>> max(heights) 15 Then the leaves fall in autumn",
}


@pytest.mark.parametrize(("code", "words"), WRONG.values(), ids=WRONG)
def test_a_difference_that_every_reading_shows_is_found(code: str, words: str, tmp_path: Path) -> None:
    """The finding stands on the statement and what its comment shows, and not on the prose behind it."""
    text = flat(code)
    found = alarms(examined(Code(), chapter_of(text, flattened=True), tmp_path))
    assert [text[f.span.start : f.span.end] for f in found] == [words], [measure(f.summary) for f in found]


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_flattened_code_that_may_be_right_raises_no_alarm(code: str, tmp_path: Path) -> None:
    """Where a reading bears the text out, nothing is held against it."""
    assert [measure(f.summary) for f in alarms(examined(Code(), chapter_of(flat(code), flattened=True), tmp_path))] == []
