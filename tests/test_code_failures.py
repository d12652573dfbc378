"""What runs raise and show: own mistakes, consequences of them, values that only look like dates or timings, digits cut off."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code
from tools.instruments.code.compare import Likeness, compare, is_cut_off, near
from tools.instruments.code.programs import pieces_of
from tools.instruments.code.volatile import rests_on, volatile_names

EXACT = (
    "```python\nloads = [2.25, 3.5, 4.75]\nprint(loads[0])  # 2.25\nprint(sum(loads))  # 10.5\nprint(max(loads))  # 4.75\n```"
    "\n\nOn it goes.\n\n"
)


def py(code: str) -> str:
    return f"```python\n{code}\n```"


def found(text: str, folder: Path) -> list[str]:
    chapter = chapter_of(text)
    return [measure(chapter.text)[f.span.start : f.span.end] for f in alarms(examined(Code(), chapter, folder))]


#: A text, and words that its one alarm covers.
FAULTY: dict[str, tuple[str, str]] = {
    "a date that is computed": (py("from datetime import date\nprint(date(2023, 2, 28).replace(day=1))  # 2023-02-28"), "# 2023-02-28"),
    "a difference of times": (
        "Spans have had this form since Python 3.2.\n\n" + py("from datetime import timedelta\nprint(timedelta(hours=7) * 2)  # 13:00:00"),
        "# 13:00:00",
    ),
    "a comment with a unit": (EXACT + py("print(f'{len(loads)} min')  # 4 min"), "# 4 min"),
    "Zeit im Wort": (EXACT + py("dauer = 3 * 4\nprint('Zeit:', dauer)  # Zeit: 13"), "# Zeit: 13"),
    "a percentage": (EXACT + py("print(f'{0.5:.0%}')  # 55%"), "# 55%"),
    "another dictionary": (py("print({k: len(k) for k in ('tin', 'lead')})  # {'zinc': 4, 'iron': 4}"), "# {'zinc'"),
    "another set": (py("print({n % 3 for n in range(2)})  # {0, 1, 2}"), "# {0, 1, 2}"),
    "digits cut off": (EXACT + py("print(sum(loads) / 16)  # 0.65"), "# 0.65"),
    "half way, cut off": (EXACT + py("print((12.0 + 12.1) / 2)  # 12.0"), "# 12.0"),
    "a database's refusal": (
        py("import sqlite3\ncon = sqlite3.connect(':memory:')\nrow = con.execute('SELECT ?', ('ab')).fetchone()"), "row = con.execute",
    ),
    "no such table": (
        py("import sqlite3\ncon = sqlite3.connect(':memory:')\nrows = con.execute('SELECT * FROM mills').fetchall()"), "rows = con.execute",
    ),
    "one position too far": (py("import statistics\ncuts = statistics.quantiles([1, 2, 5, 9], n=4)[3]"), "cuts = "),
    "an error of another call before": (
        "The first attempt ended in a failed lookup. A default settles that:\n\n" + py("stock = {}\nstock.get('nail', default=0)"),
        "stock.get",
    ),
    "an error of another class behind": (
        py("stock = {}\nstock.get('nail', default=0)")
        + "\n\nThe call never fails. When a screw is missing, so that it cannot be sold, `sell` stops with a `LookupError`.", "stock.get",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), FAULTY.values(), ids=FAULTY)
def test_a_fault_is_found_once(text: str, words: str, tmp_path: Path) -> None:
    """What every run shows alike, and no clock or machine decides, is held against the text."""
    spans = found(text, tmp_path)
    assert len(spans) == 1
    assert words in spans[0]


RIGHT: dict[str, str] = {
    "today": py("from datetime import date\nprint(date.today())  # 2024-03-31"),
    "today by way of a name": py("from datetime import date\nday = date.today()\ntext = day.isoformat()\nprint(text)  # 2024-03-31"),
    "a clock in a list": py(
        "import time\ntook = []\nfor _ in range(2):\n    a = time.perf_counter()\n"
        "    took.append(time.perf_counter() - a > -1)\nprint(took)  # [False]"
    ),
    "a clock in a with": py(
        "import contextlib, time\nwith contextlib.nullcontext(time.time()) as now_:\n    old = now_ > 0\nprint(old)  # False"
    ),
    "a set in another order": py("print({'b', 'a'})  # {'a', 'b'}"),
    "rounded half up": EXACT + py("print(sum(loads) / 4)  # 2.63"),
    "digits cut off before an ellipsis": EXACT + py("print(2 / 3)  # 0.66..."),
    "digits cut off without a habit": py("print(2 / 3)  # 0.66"),
    "an error that the sentence before announces": "The last call fails:\n\n" + py("stock = {}\nstock.get('nail', default=0)"),
    "an error that the sentence behind names": py("stock = {}\nstock.get('nail', default=0)") + "\n\nThis is a TypeError.",
    "a file that is not here": py("rows = open('measures.csv').read()"),
    "a consequence": py(
        "class Tank:\n    level = None\n    def fill(self, by):\n        if by > 3:\n            raise ValueError(by)\n"
        "        self.level = [by]\n"
        "tank = Tank()\ntank.fill(2)\nprint(tank.level[0])  # 2"
    ),
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_right_code_raises_no_alarm(text: str, tmp_path: Path) -> None:
    """What a machine decides, rounding allows or the text announces is no fault."""
    assert found(text, tmp_path) == []


def test_a_failure_that_follows_from_another_is_silent(tmp_path: Path) -> None:
    """A right line that only works once a faulty line above it is mended is not held against the text."""
    tank = "class Tank:\n    level = None\n    def fill(self, by):\n        self.level = [by]\ntank = Tank()\n"
    assert found(py(tank + "tank.fill()\nprint(tank.level[0])  # 2"), tmp_path) == ["tank.fill()"]


def test_the_correction_of_a_comment_is_no_certain_one(tmp_path: Path) -> None:
    """Where a comment and its code disagree, which of them is wrong is left to the author."""
    finding = alarms(examined(Code(), chapter_of(py("print(len('tin'))  # 4")), tmp_path))[0]
    assert finding.replacement is not None
    assert not finding.replacement.certain


@pytest.mark.parametrize(
    ("sentence", "covered"),
    [
        ("What the user speaks is told by `locale.getdefaultlocale`:", True),
        ("Die Sprache gibt „locale.getdefaultlocale“ an:", True),
        ("It was better not to take `locale.getdefaultlocale`:", False),
        ("Languages come next:", False),
    ],
)
def test_a_sentence_that_recommends_what_is_deprecated_is_outdated_too(sentence: str, covered: bool, tmp_path: Path) -> None:
    """A warning is about the words that recommend a spelling as well as about the line that uses it."""
    code = "import locale\nkept = locale.getdefaultlocale()"
    spans = found(f"{sentence}\n\n{py(code)}", tmp_path)
    assert (sentence in spans) is covered


@pytest.mark.parametrize(
    ("shown", "actual", "likeness"),
    [
        ("{'a': 1}", "{'b': 1}", "different"),
        ("{'a': [1, 2.5]}", "{'a': [1, 2.4999999999]}", "same"),
        ("{1.5, 2.0}", "{2.0000000001, 1.5}", "same"),
        ("[1, 2]", "(1, 2)", "different"),
        ("0.66", "0.6666", "unsure"),
        ("0.67", "0.6666", "same"),
        ("0.65", "0.6666", "different"),
    ],
)
def test_values_are_compared_within_containers(shown: str, actual: str, likeness: Likeness) -> None:
    """Literals that differ are different, numbers in them count to the digits shown, and digits cut off decide nothing."""
    assert compare(shown, actual) == likeness


@pytest.mark.parametrize(("shown", "holds"), [("0.12", True), ("0.13", True), ("0.11", False)])
def test_half_way_both_roundings_hold(shown: str, holds: bool) -> None:
    """A number half way between two others may be rounded up, or as Python's formatting does it."""
    assert near(shown, "0.125") is holds


def test_digits_cut_off_are_no_rounding() -> None:
    """A tie that was neither rounded up nor as Python does it is cut off."""
    assert is_cut_off("12.0", "12.05")


@pytest.mark.parametrize(
    ("code", "volatile"),
    [
        ("frame['t'].dt.strftime('%m')", False),
        ("time.strftime('%m')", True),
        ("datetime.strptime(text, '%Y')", False),
        ("datetime.now()", True),
        ("datetime.fromtimestamp(0)", True),
        ("datetime.fromtimestamp(0, tz=utc)", False),
        ("moment.astimezone()", True),
        ("moment.astimezone(utc)", False),
    ],
)
def test_dates_are_volatile_only_where_they_rest_on_a_clock_or_a_zone(code: str, volatile: bool) -> None:
    """A date that the code fixes is the same on every machine."""
    assert rests_on(ast.parse(code), frozenset()) is volatile


def test_a_variable_that_is_called_like_a_clock_is_what_it_is_given() -> None:
    """`now` that the text sets to a date is as steady as that date; one that it reads from a clock is not."""
    steady, unsteady = (
        pieces_of(
            chapter_of(py(f"from datetime import datetime\nnow = {value}\nage = now - now")).blocks,
            py(f"from datetime import datetime\nnow = {value}\nage = now - now"),
        )
        for value in ("datetime(2026, 1, 1)", "datetime.now()")
    )
    assert "age" not in volatile_names(steady) and "age" in volatile_names(unsteady)


def test_what_rests_on_a_clock_is_followed_through_loops_and_methods() -> None:
    """A list to which timings are appended rests on the clock, and so does what is computed from it."""
    chapter = chapter_of(py("took = []\nfor n in range(3):\n    took.append(perf_counter())\nbest = min(took)\nother = 3"))
    names = volatile_names(pieces_of(chapter.blocks, measure(chapter.text)))
    assert {"took", "best"} <= names
    assert "other" not in names


def test_what_an_object_was_to_change_is_not_known_after_a_failure(tmp_path: Path) -> None:
    """A counter that a failed call was to feed, by way of an object that holds it, is not held against the text; modules stay known."""
    code = (
        "import functools\nimport math\nseen = []\ndef note(kept, n):\n    kept.append(n)\nadd = functools.partial(note, seen)\n"
        "unit = {}\nunit.setdefault(key='m')\nadd(unit)\nprint(len(seen))  # 1\nprint(math.floor(2.5))  # 3"
    )
    assert sorted(found(py(code), tmp_path)) == ["print(math.floor(2.5))  # 3", "unit.setdefault(key='m')"]


@pytest.mark.parametrize(
    ("code", "places"),
    [
        pytest.param(
            "beams = [3, 1, 2]\nbeams = beams.sort()\nprint(len(beams))",
            ["beams = beams.sort()", "print(len(beams))"],
            id="a list in place",
        ),
        pytest.param(
            "import re\nhit = re.match('b', 'abc')\nprint(hit.group())", ["hit = re.match('b', 'abc')", "print(hit.group())"], id="no match"
        ),
        pytest.param("hit = None\nprint(hit.group())", ["print(hit.group())"], id="no call"),
        pytest.param("beams = [3]\nbeams = beams.sort()\nbeams = [2]\nprint(beams.top)", ["print(beams.top)"], id="given another value"),
    ],
)
def test_what_left_a_name_empty_is_named_beside_the_line_that_fails(code: str, places: list[str], tmp_path: Path) -> None:
    """An exception about None has its cause where a call gave None to the name; without such a call the line that fails stands alone."""
    assert sorted(found(py(code), tmp_path)) == places


@pytest.mark.parametrize(
    "words", ["Half precision holds every whole number up to 4,096.", "Until 2014 one counted by hand.", "It takes up to 2.5 seconds."]
)
def test_figures_behind_until_are_no_earlier_release(words: str, tmp_path: Path) -> None:
    """A year, a count or a time is no version of which the code could speak, so that what differs below is found."""
    assert found(words + "\n\n" + py("loads = [2, 3]\nprint(len(loads))  # 3"), tmp_path) != []


@pytest.mark.parametrize("words", ["Up to Python 3.6 this is the other way round:", "Before 2.0, this was so:", "Until 1.26 one got this:"])
def test_an_earlier_release_leaves_a_difference_open(words: str, tmp_path: Path) -> None:
    """What the words before the block say of an earlier release is not held against the one that runs."""
    assert found(words + "\n\n" + py("loads = [2, 3]\nprint(len(loads))  # 3"), tmp_path) == []


@pytest.mark.parametrize(("mode", "count"), [("'r'", 2), ("'w'", 1)])
def test_a_file_that_was_only_read_is_the_same_after_a_failure(mode: str, count: int, tmp_path: Path) -> None:
    """What a failed block read is as it was, so that a later difference counts; what it was to write is not known."""
    code = (
        "from pathlib import Path\nimport tomllib\npath = Path('a.toml')\nsize = path.write_text('x = 1')\n"
        f"with open(path, {mode}) as file:\n    table = tomllib.load(file)\nprint(len(path.read_text()))  # 6"
    )
    assert len(found(py(code), tmp_path)) == count
