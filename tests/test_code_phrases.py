"""What prose says by "it", "the list", "both", by order, by denial, by what changes: right and wrong twins of each form, each a passage."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code


def after(code: str, prose: str) -> str:
    return f"```python\n{code}\n```\n\n{prose}\n"


WORDS = 'words = ["pear", "fig", "apple"]\nby_size = sorted(words, key=len)\nback = words[::-1]\nalias = words\nalias.append("kiwi")'
SPLIT = 'line = " a  b "\nparts = line.split()\npieces = line.split(" ")'
LOOP = "for i in range(0, 20, 6):\n    print(i)"
PAIRS = "q1, r1 = divmod(17, 5)\nq2, r2 = divmod(-17, 5)"
SORT = "names = ['Zoe', 'Abe', 'Max']\nordered = names.sort()\ncopy = list(names)"
COUNTS = (
    "from collections import Counter\n\nseen = ['a', 'b', 'a', 'c', 'a', 'b']\ntally = Counter(seen)\n"
    "top = [key for key, _ in tally.most_common()]\nrest = {}"
)
GROUPS = "from itertools import groupby\n\nlog = ['x', 'x', 'y', 'x']\nruns = [(key, len(list(group))) for key, group in groupby(log)]"
SHARED = "rows = [[0] * 3] * 2\nfresh = [[0] * 3 for _ in range(2)]\nrows[0][1] = 5\nfresh[0][1] = 5"
#: Name -> code, the words of a right passage, and the words that make it wrong with what they stand for.
TWINS: dict[str, tuple[str, str, str, str]] = {
    "it": (SPLIT, "`parts` holds strings alone. It has two entries.", "It has two", "It has three"),
    "the list": (SPLIT, "`pieces` cuts at each blank; the list has five entries.", "five", "four"),
    "the dictionary": (COUNTS, "At the end the dictionary `rest` is there. The dictionary is empty.", "is empty", "has two entries"),
    "they": (SPLIT, "`parts` and `pieces` look alike. They are different.", "are different", "are equal"),
    "agree": (SPLIT, "Compare `parts` with `pieces`: they differ.", "differ", "agree"),
    "not empty": (SPLIT, "`parts` is not empty.", "not empty", "empty"),
    "denied and false": (COUNTS, "`rest` is empty.", "is empty", "is not empty"),
    "does not contain": (SORT, "`ordered` is not a list.", "is not a list", "is a list"),
    "isn't": (SORT, "`names` isn't empty.", "isn't", "is"),
    "the sorted list": (SORT, "After the call `names` is the sorted list.", "`names`", "`ordered`"),
    "a bare name": ("total = sum([4, 5])\nhalf = total / 2", "`total` is 9 and `half` is 4.5.", "`total` is 9", "`total` is 8"),
    "by size": (WORDS, "`by_size` lists them from the shortest to the longest.", "shortest to the longest", "longest to the shortest"),
    "ascending": (SORT, "`copy` is in alphabetical order.", "alphabetical", "reverse alphabetical"),
    "most frequent": (
        COUNTS, "`top` holds the letters from the most frequent to the least frequent one.",
        "most frequent to the least", "least frequent to the most",
    ),
    "one after the other": (SORT, "`names` is now Abe, Max and Zoe.", "Abe, Max and Zoe", "Zoe, Abe and Max"),
    "ends with": (SORT, "`names` begins with »Abe« and ends with »Zoe«.", "ends with »Zoe«", "ends with »Max«"),
    "endet mit": (SORT, "Die Liste `names` beginnt also mit »Abe« und endet mit »Zoe«.", "mit »Abe«", "mit »Zoe«"),
    "rows and columns": (SHARED, "`rows` has 2 rows and 3 columns.", "2 rows and 3 columns", "3 rows and 2 columns"),
    "one for each": ("towns = ['A', 'B']\ngrid = [[0, 0] for _ in range(3)]", "`grid` has one column for each town.", "column", "row"),
    "a line's two values": (PAIRS, "The second line gives a quotient of minus four and a remainder of three.", "four", "three"),
    "la seconde": (
        PAIRS, "La première ligne donne un quotient de trois et un reste de deux. La seconde donne un quotient de moins quatre et un reste "
        "de trois.", "moins quatre", "moins trois",
    ),
    "the loop prints": (LOOP, "The loop prints four numbers.", "four", "three"),
    "gibt aus": (LOOP, "Die Schleife gibt vier Zahlen aus.", "vier", "fünf"),
    "namely": (LOOP, "The loop prints four numbers, namely 0, 6, 12 and 18.", "0, 6, 12 and 18", "0, 6, 12 and 20"),
    "with another argument": (LOOP, "With `range(0, 18, 6)` there are three numbers.", "three", "four"),
    "what a function gives": (GROUPS, "`groupby` walks through its input once. Here it yields three groups.", "three", "two"),
    "stays": (WORDS, "`back` stays unchanged.", "`back`", "`words`"),
    "verändert": (WORDS, "`words` wird verändert.", "`words`", "`by_size`"),
    "shows in": (SHARED, "The first assignment shows in `rows[1]`.", "rows", "fresh"),
    "does not show": (SHARED, "The second assignment does not show in `fresh[1]`.", "does not show", "shows"),
    "after this": (SHARED, "After this, `fresh[1]` is `[0, 0, 0]`. `rows[1]` is not `[0, 0, 0]`.", "not `[0", "`[0"),
}  # fmt: skip
#: Right passages that look like wrong ones.
OPEN: dict[str, tuple[str, str]] = {
    "not only": (SPLIT, "`parts` is not only a list; it has two entries and more uses than one."),
    "not exactly": ("x = 0.1 + 0.2", "`x` is not exactly 0.3, and `x` is not 0.3 to the last digit."),
    "another list": (
        SPLIT,
        "`line.split` makes a new list. The list has as many entries as there are blanks, so the list has nine entries.",
    ),
    "another it": (SPLIT, "The line begins with a blank. It has six characters, and it is short."),
    "an argument of that name": ("def f(n):\n    return n\n\nn = f(3)", "`n` is 7."),
    "a first value": ("total = 0\ntotal = total + 5", "`total` is 0. The next line adds to it."),
    "in a loop": ("last = 0\nfor k in range(4):\n    last = k", "`last` is 2 in the third pass, and `last` is 3."),
    "what it holds": (SPLIT, "Nobody knows what `parts` holds, and 5 is a guess."),
    "a part": (COUNTS, "`seen` contains a and c."),
    "adjectives": (SORT, "`names` is short, simple and plain."),
    "order of another": (SORT, "`copy` is a list that was made before, not the one from largest to smallest."),
    "rebound": ("data = [3, 1]\ndata = sorted(data)", "`data` stays unchanged until the second line."),
    "only in part": (WORDS, "`words` and `alias` differ only in name."),
    "a remark of one word": ("name = 'Anna'\nprint(name)  # user\nprint(len(name))  # 4", "Done."),
}


@pytest.mark.parametrize("name", TWINS)
def test_a_right_passage_raises_no_alarm(name: str, tmp_path: Path) -> None:
    """What the run bears out is confirmed and never called wrong."""
    code, right, _, _ = TWINS[name]
    found = examined(Code(), chapter_of(after(code, right)), tmp_path).findings
    assert [measure(f.summary) for f in found if f.verdict != "supported"] == []
    assert found


@pytest.mark.parametrize("name", TWINS)
def test_a_wrong_passage_is_found(name: str, tmp_path: Path) -> None:
    """The same passage with the fault is called wrong, on words that hold the fault."""
    code, right, words, fault = TWINS[name]
    assert right.count(words) == 1
    text = after(code, right.replace(words, fault))
    begin = len(after(code, "")) - 1 + right.index(words)
    found = alarms(examined(Code(), chapter_of(text), tmp_path))
    assert any(f.span.start < begin + len(fault) and begin < f.span.end for f in found), [measure(f.summary) for f in found]


@pytest.mark.parametrize("name", OPEN)
def test_what_only_looks_wrong_raises_no_alarm(name: str, tmp_path: Path) -> None:
    """Where another thing, another time or a part may be meant, nothing is held against the text."""
    code, prose = OPEN[name]
    found = alarms(examined(Code(), chapter_of(after(code, prose)), tmp_path))
    assert [(measure(f.summary)) for f in found] == []


def test_a_comment_is_read_as_the_other_one_is(tmp_path: Path) -> None:
    """Where all other comments beside a print show what was printed, a word that nearly does is a fault."""
    text = after('word = "compiler"\nprint(word[2:5])   # mpi\nprint(word[-3:])   # ilr', "Done.")
    found = alarms(examined(Code(), chapter_of(text), tmp_path))
    assert [text[f.span.start : f.span.end] for f in found] == ["print(word[-3:])   # ilr"]


LABELS = ("It prints", "The two lines of output are", "Running this gives:", "Das Programm gibt aus:", "On obtient :", "The result:")
OTHER_LABELS = (
    "One would expect",
    "It should print",
    "A similar file looks like this:",
    "Before the change it printed",
    "Nicht gedruckt wird",
)


@pytest.mark.parametrize("label", LABELS)
def test_a_line_before_an_output_announces_it(label: str, tmp_path: Path) -> None:
    """Whatever words lead from code to what it printed, the two are held against each other."""
    text = f"```python\nprint(sorted('ba'))\n```\n\n{label}\n\n```\n['b', 'a']\n```\n"
    assert [text[f.span.start : f.span.end] for f in alarms(examined(Code(), chapter_of(text), tmp_path))] == ["['b', 'a']"]


@pytest.mark.parametrize("label", OTHER_LABELS)
def test_a_line_that_announces_something_else_does_not(label: str, tmp_path: Path) -> None:
    """What might have been, or stands elsewhere, is not held against the run."""
    text = f"```python\nprint(sorted('ba'))\n```\n\n{label}\n\n```\n['b', 'a']\n```\n"
    assert alarms(examined(Code(), chapter_of(text), tmp_path)) == []


def test_a_number_to_base_sixteen_is_no_address(tmp_path: Path) -> None:
    """Leading zeros of a formatted number are held against the run; a place in memory is not."""
    wrong = "```pycon\n>>> f'{255:#06x}'\n'0x0000ff'\n>>> object()\n<object object at 0x7f3a5c1d20>\n```\n"
    assert [wrong[f.span.start : f.span.end] for f in alarms(examined(Code(), chapter_of(wrong), tmp_path))] == ["'0x0000ff'"]


def test_a_doubt_in_another_clause_is_none(tmp_path: Path) -> None:
    """Only the clause that says what is printed has to be free of conditions."""
    text = after("print(1, 2)", "The output is `1 3`, and the tuple is no longer what it was at the start.")
    assert len(alarms(examined(Code(), chapter_of(text), tmp_path / "said"))) == 1
    text = after("print(1, 2)", "If you like, the output is `1 3`, and the tuple is what it was.")
    assert alarms(examined(Code(), chapter_of(text), tmp_path / "supposed")) == []
