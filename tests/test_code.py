"""The instrument `code`."""

from __future__ import annotations

from pathlib import Path

import pytest

from handmade import alarms, chapter_of, examined
from prompts.trust import measure
from tools.instruments.code import Code

FAULTY = {
    "a printed length": ("```python\nx = [1, 2, 3]\nprint(len(x))  # 4\n```", "4"),
    "a result in a session": ("```pycon\n>>> 7 // 2\n4\n```", "4"),
    "an error that never comes": ("```python\nint(\"4\")  # raises ValueError\n```", "raises ValueError"),
    "a name that is gone": ("```python\nimport time\ntime.clock()\n```", "time.clock()"),
    "an argument that is not there": ("```python\nprint(sorted([3, 1], revers=True))\n```", "print(sorted([3, 1], revers=True))"),
    "the print of Python 2": ('```python\nprint "hello"\n```', 'print "hello"'),
}
RIGHT = {
    "a value beside an assignment": "```python\ny = [1, 2, 3][1:]  # [2, 3]\n```",
    "an announced error": "```python\n1 / 0  # ZeroDivisionError\n```",
    "a set in another order": "```pycon\n>>> {'a', 'b'}\n{'b', 'a'}\n```",
    "a name that is never defined": "```python\nmodel = load_model()\nprint(model)\n```",
}


@pytest.mark.parametrize(("text", "words"), FAULTY.values(), ids=FAULTY)
def test_a_fault_is_found_where_it_stands(text: str, words: str, tmp_path: Path) -> None:
    """What the run contradicts is one finding, on the words that are wrong."""
    found = alarms(examined(Code(), chapter_of(text), tmp_path))
    assert [text[f.span.start : f.span.end] for f in found] == [words]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_right_code_raises_no_alarm(text: str, tmp_path: Path) -> None:
    """What the run bears out, or cannot decide, is never held against the text."""
    assert [measure(f.summary) for f in alarms(examined(Code(), chapter_of(text), tmp_path))] == []
