"""How code is made, what becomes of what, what a result counts: what prose says of these is held against the code and its run."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code

STACK = (
    "class Stack:\n    def __init__(self):\n        self._items = []\n\n    def push(self, item):\n        self._items.append(item)\n\n"
    "    def pop(self):\n        return self._items.pop()\n\n    def __len__(self):\n        return len(self._items)"
)
WALK = (
    "def first(tree, node):\n    yield node\n    for child in tree.get(node, []):\n        yield from first(tree, child)\n\n"
    "def second(tree, root):\n    queue = [root]\n    while queue:\n        node = take(queue)\n        yield node\n\n"
    "def take(queue):\n    return queue.pop(0)"
)
GRADE = (
    "from bisect import bisect\n\nlimits = [50, 60, 70, 85]\n\ndef grade(points):\n    return 'FDCBA'[bisect(limits, points)]\n\n"
    "halves = [0.5, 1.5, 2.5]\nwhole = [round(x) for x in halves]"
)
CACHE = (
    "from functools import lru_cache\n\n@lru_cache(maxsize=2)\ndef load(page):\n    return page * 2\n\n"
    "for page in [1, 2, 1, 3, 1, 2]:\n    load(page)\ninfo = load.cache_info()"
)
#: Name -> code, the words of a right passage, and the words that make it wrong with what they stand for.
TWINS: dict[str, tuple[str, str, str, str]] = {
    "methods": (STACK, "The class defines four methods.", "four", "five"),
    "apart from the constructor": (STACK, "Apart from the constructor the class defines three methods.", "three", "two"),
    "en comptant": (STACK, "La classe compte quatre méthodes, en comptant le constructeur.", "quatre", "trois"),
    "calls itself": (WALK, "While `first` calls itself, the other one has a queue.", "first", "second"),
    "ruft sich selbst": (WALK, "Die Funktion `first` ruft sich selbst auf.", "first", "second"),
    "calls another": (WALK, "`second` calls `take` for each node.", "second", "first"),
    "in line": (STACK, "The `return` in line 9 gives the item back.", "9", "6"),
    "in Zeile": (WALK, "Die Wurzel kommt mit `queue` in Zeile 7 ins Spiel.", "7", "5"),
    "kept in": (WALK, "What is still to be seen is kept in `queue`.", "queue", "pending"),
    "points": (GRADE, "Somebody with exactly 85 points gets an `'A'`.", "'A'", "'B'"),
    "a value of the parameter": (GRADE, "A number of points of 49 is an F.", "an F", "a D"),
    "aus wird": (GRADE, "Aus 0,5 wird 0, aus 2,5 wird 2.", "2,5 wird 2", "2,5 wird 3"),
    "rounds to": (GRADE, "Here 1.5 becomes 2 and 2.5 becomes 2.", "1.5 becomes 2", "1.5 becomes 1"),
    "hits and misses": (CACHE, "After the loop there are 2 hits and 4 misses.", "2 hits", "3 hits"),
    "of them": (CACHE, "The rest are hits, and there are two of them.", "two", "three"),
}  # fmt: skip
OPEN: dict[str, tuple[str, str]] = {
    "an inherited class": (STACK, "A list has eleven methods, and your class would have five methods."),
    "what one calls": (WALK, "`second` calls for a queue, and `first` does not call itself a search."),
    "through another": (WALK, "`second` calls `pop` in the end."),
    "no such code": (STACK, "The `while` in line 40 of the old listing is gone."),
    "a folder": (STACK, "The pages are stored in `cache`, a folder beside the program."),
    "a plan": (STACK, "The size could be kept in `size` as well."),
    "no member": (GRADE, "In school 4.5 becomes 5."),
    "other points": (GRADE, "A line with 85 points is long."),
    "no field": (CACHE, "There are 9 pages and 7 books on the table."),
    "before": (CACHE, "If the cache were larger there would be 5 hits."),
}


@pytest.mark.parametrize("name", TWINS)
def test_right_and_wrong_words_are_told_apart(name: str, tmp_path: Path) -> None:
    """The right passage is confirmed without an alarm, the same passage with its fault is called wrong on that fault."""
    code, right, words, fault = TWINS[name]
    head = f"```python\n{code}\n```\n\n"
    found = examined(Code(), chapter_of(head + right), tmp_path / "right").findings
    assert [measure(f.summary) for f in found if f.verdict != "supported"] == []
    assert found
    assert right.count(words) == 1
    begin = len(head) + right.index(words)
    wrong = alarms(examined(Code(), chapter_of(head + right.replace(words, fault)), tmp_path / "wrong"))
    assert any(f.span.start < begin + len(fault) and begin < f.span.end for f in wrong), [measure(f.summary) for f in wrong]


@pytest.mark.parametrize("name", OPEN)
def test_what_only_looks_wrong_raises_no_alarm(name: str, tmp_path: Path) -> None:
    """Where the words may mean something else, nothing is held against them."""
    code, prose = OPEN[name]
    found = alarms(examined(Code(), chapter_of(f"```python\n{code}\n```\n\n{prose}"), tmp_path))
    assert [measure(f.summary) for f in found] == []
