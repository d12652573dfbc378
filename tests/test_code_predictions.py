"""Comments beside prints: where a chapter shows there what was printed, such a comment is a prediction, though it says more."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code
from tools.instruments.code.forms import alike
from tools.instruments.code.predictions import Habit, predicted

#: A block whose comments show to the letter what is printed, so that the chapter has the habit.
HABIT = (
    "```python\ntides = [3.1, 2.8, 4.0]\nprint(len(tides))  # 3\nprint(max(tides))  # 4.0\nprint(tides[0])  # 3.1\n```"
    "\n\nThe tides go on.\n\n"
)


def after_habit(code: str) -> str:
    return f"{HABIT}```python\n{code}\n```"


#: The code of a second block, and the words that one alarm covers.
FAULTY: dict[str, tuple[str, str]] = {
    "words after a truth value": ("print(2 in tides)  # True: the harbour saw two metres", "True: the harbour"),
    "Wahrheitswert mit Worten": ("print(sorted(tides) == tides)  # True, denn sie sind sortiert", "True, denn"),
    "valeur de vérité": ("print(bool(tides))  # False : la liste est vide", "False : la liste"),
    "a number and a reason": ("print(round(sum(tides)))  # 11; three tides together", "11; three"),
    "still a number": ("tides.append(1.0)\nprint(len(tides))  # still 3: the list is a copy", "still 3"),
    "immer noch": ("tides.append(1.0)\nprint(len(tides))  # immer noch 3", "immer noch 3"),
    "toujours": ("tides.append(1.0)\nprint(len(tides))  # toujours 3", "toujours 3"),
    "a number and a noun": ("print(len(set('tide')))  # 5 letters", "5 letters"),
    "Zahl und Wort": ("print(len('Ebbe'))  # 5 Buchstaben", "5 Buchstaben"),
    "the value at the end": ("print(min(tides))  # the lowest tide: 3.1", "the lowest tide: 3.1"),
    "Wert am Ende": ("print(sum(t > 3 for t in tides))  # hohe Fluten = 3", "hohe Fluten = 3"),
    "valeur à la fin": ("print(tides[1])  # la deuxième marée : 3.1", "3.1"),
    "a list at the end": ("print(sorted(tides))  # from low to high: [2.8, 4.0, 3.1]", "[2.8, 4.0, 3.1]"),
    "another length": ("print(tides[1:])  # [3.1, 2.8, 4.0]", "[3.1, 2.8, 4.0]"),
    "a word of the data": ("ports = ['Brest', 'Calais']\nprint(ports[-1])  # Brest", "Brest"),
    "words that the code holds": (
        "level = 'low water'\nif isinstance(tides[0], int):\n    level = 'high water'\nprint(level)  # high water", "high water",
    ),
    "a formatted text": ("name = f'{len(tides)} tides'\nname = name.upper()\nprint(name)  # 3 tides", "3 tides"),
    "a word nearly the same": ("print('springtide'.removesuffix('tid'))  # spring", "spring"),
    "words nearly the same": ("print('tide 12'.replace('1', '#'))  # tide ##", "tide ##"),
    "an output mark": ("print('tides', len(tides))  #> tides 4", "tides 4"),
    "output marks below": ("print(len(tides))\n#> 4", "4"),
    "a type": ("print(type(tides[0]))  # <class 'int'>", "<class 'int'>"),
    "the name of a type": ("print(type(tides[0]).__name__)  # int", "int"),
    "a value of two": ("print(len(tides), len(tides) > 4)  # 3 True", "3 True"),
    "two truth values": ("print(3.1 in tides, 9 in tides)  # True True", "True True"),
    "affiche": ("print(len(tides))  # affiche 4", "affiche 4"),
    "donne, virgule décimale": ("7 / 2  # donne 3,6", "donne 3,6"),
    "vrai": ("print(9.9 in tides)  # vrai", "vrai"),
    "wahr": ("print(9.9 in tides)  # wahr", "wahr"),
    "a name and its value": ("count = len(tides)  # count = 4", "count = 4"),
    "two values unpacked": ("whole, rest = divmod(17, 5)  # (3, 3)", "(3, 3)"),
    "a list beside a print in a loop": ("for n in range(3):\n    print(n * n)  # 0, 1, 5", "0, 1, 5"),
    "none": ("print(tides.sort())  # [2.8, 3.1, 4.0]", "[2.8, 3.1, 4.0]"),
    "in a loop that runs once": ("for port in ['Brest']:\n    print(len(port))  # 6 letters", "6 letters"),
    "in a with": ("import contextlib\nwith contextlib.nullcontext():\n    print(tides[-1])  # the last: 2.8", "the last: 2.8"),
    "a value that raises": ("print(tides.index(9.9))  # 3", "print(tides.index(9.9))  # 3"),
    "a value that raises, and words on errors": (
        "print(len(tides.keys()))  # 3\n```\n\nErrors of this kind raise a flag elsewhere.\n\n```python\nx = 1", "# 3",
    ),
    "a value of None": ("ordered = tides.sort()\nprint(len(ordered))  # 3", "print(len(ordered))  # 3"),
    "after a statement that failed": (
        "depth = tides.depth\nprint(len(tides))  # 2\nprint(depth)  # 1.0\n```\n\nThis raises an `AttributeError`.\n\n```python\nx = 1",
        "# 2",
    ),
    "a zero that no seed gives": (
        "import random\nrandom.seed(3)\nprint(0.2 + random.random() * 0.5)  # 0.0", "# 0.0",
    ),
    "an expression": ("sum(tides) > 12  # True: above twelve", "True: above"),
    "below": (
        "print(tides[0])\n# 3.1\nprint(tides[1])\n# 2.8\nprint(tides[2])\n# the last one: 3.1", "the last one: 3.1",
    ),
    "the head before a dash": ("print(tides.count(3.1))  # 2 - once for each moon", "2 - once"),
    "empty": ("print([t for t in tides if t > 3])  # []", "[]"),
    "a set": ("print({len('ab'), len('cd')})  # {2, 3}", "{2, 3}"),
    "a dictionary with a reason": ("print({'a': len(tides)})  # {'a': 4}, one more than before", "{'a': 4}"),
}  # fmt: skip

RIGHT: dict[str, str] = {
    "affiche": "print(len(tides))  # affiche 3",
    "vrai": "print(3.1 in tides)  # vrai",
    "a supposition": "n = 4\nhalf = len(tides) * n  # n = 2",
    "two values unpacked": "whole, rest = divmod(17, 5)  # (3, 2)",
    "a list beside a print in a loop": "for n in range(3):\n    print(n * n)  # 0, 1, 4",
    "first values beside a print in a loop": "for n in range(9):\n    print(n * n)  # 0, 1, 4, ...",
    "an explanation": "print(sum(tides))  # the height of all tides together",
    "Erklärung": "print(sum(tides))  # alle Fluten zusammengezählt",
    "explication": "print(sum(tides))  # la somme des marées",
    "one word for a number": "print(sum(tides))  # metres",
    "one word for a word": "port = 'Brest'\nprint(port)  # harbour",
    "words for words": "port = 'Brest'\nprint(port)  # where the ship lies",
    "the key": "ship = {'name': 'Ada', 'port': 'Brest'}\nprint(ship['name'])  # name",
    "a verb": "print(tides)  # unsorted",
    "right head": "print(4.0 in tides)  # True: it was a spring tide",
    "right head in brackets": "print(len(tides))  # 3 (one a day)",
    "right tail": "print(tides[2])  # the highest: 4.0",
    "right noun": "print(len(tides))  # 3 tides",
    "right noun with adjectives": "print(len(tides))  # 3 very high tides",
    "weiterhin": "print(len(tides))  # weiterhin 3",
    "still": "print(len(tides))  # still 3, nothing was added",
    "rounded head": "print(sum(tides) / 3)  # 3.3, the mean",
    "about": "print(sum(tides))  # about 10",
    "roughly": "print(sum(tides) / 3)  # ≈ 3.5",
    "etwa": "print(sum(tides))  # etwa 12",
    "environ": "print(sum(tides))  # environ 12",
    "at least": "print(len(tides) * 4)  # at least 3",
    "or": "print(len(tides))  # 2 or 3",
    "depends": "print(hash('a') % 7)  # 4, depending on the seed",
    "a step": "print(tides[0] + 1)  # 1. add one",
    "a numbered step": "print(tides[0] + 1)  # (2) add one",
    "step": "print(tides[0] + 1)  # step 3: add one",
    "ordinal": "print(tides[1])  # 2nd tide",
    "a dimension": "print(tides)  # 1D list",
    "a count with a verb": "print(sum(tides))  # 3 values are added",
    "a count of something else": "print(max(tides) - min(tides))  # 2 values decide",
    "not": "print(0.1 + 0.2 == 0.3)  # not True",
    "head, not something else": "print(0.1 + 0.2 == 0.3)  # False, not True",
    "no longer": "tides.pop()\nprint(len(tides))  # no longer 3",
    "instead of": "print(len(tides))  # instead of 4",
    "a question": "print(len(tides))  # 4?",
    "was": "tides.append(5.0)\nprint(len(tides))  # was 3 before",
    "if": "print(len(tides))  # 0 if there are none",
    "quoted": "print('ebb')  # 'ebb'",
    "class": "print(type(tides))  # list",
    "another spelling of a class": "print(type(tides))  # <class 'list'>",
    "ellipsis": "print(list(range(40)))  # [0, 1, 2, ...]",
    "message": "try:\n    tides.index(9)\nexcept ValueError as error:\n    print(error)  # no such tide in the list",
    "a random number": "import random\nrandom.seed(1)\nprint(random.random())  # 0.13436424411240122",
    "a random number with words": "import random\nrandom.seed(5)\nprint(random.random())  # 0.62, say",
    "a draw": "import random\nrandom.seed(5)\nprint(random.randint(0, 9))  # 9",
    "a timing": "import time\nstart = time.perf_counter()\nprint(time.perf_counter() - start)  # 0.2 seconds",
    "two values with words": "print(len(tides), max(tides))  # 3 4.0, number and maximum",
    "label and value": "print('mean', 3.3)  # mean 3.3",
    "format": "print(f'{sum(tides):.2f} m')  # 9.90 m",
    "announced in the comment": "print(tides[9])  # IndexError: list index out of range",
    "announced as a failure": "print(tides[9])  # fails",
    "a failure announced above": "# raises an IndexError\nprint(tides[9])\nprint(len(tides))  # 3",
    "a failure announced after": "print(tides[9])\n```\n\nThis line fails, because there are three.\n\n```python\nx = 1",
    "Fehlschlag danach": "print(tides[9])\n```\n\nDieser Aufruf scheitert.\n\n```python\nx = 1",
    "échec": "print(tides[9])\n```\n\nCet appel échoue avec une erreur.\n\n```python\nx = 1",
    "a value of what failed": "depth = tides.depth  # AttributeError\nprint(len(tides))  # 3",
    "in a loop": "for tide in tides:\n    print(round(tide))  # 3 numbers",
    "names of columns": "print(list(zip('ab', tides)))  # (port, height)",
    "units": "print(round(sum(tides) * 100))  # 990 cm",
    "assignment": "count = len(tides)  # 4 in the older log\nprint(count)  # 3",
    "table": "print('port', 'tide', sep='\\t')  # two columns",
    "an output mark": "print('tides', len(tides))  #> tides 3\nprint(max(tides))\n#> 4.0",
    "a comparison": "print(max(tides))  # > 2\nprint(min(tides))  # >= 2.5",
    "a path": "print('/tmp/' + 'a')  # /home/me/a",
}


@pytest.mark.parametrize(("code", "words"), FAULTY.values(), ids=FAULTY)
def test_a_prediction_that_fails_is_found(code: str, words: str, tmp_path: Path) -> None:
    """A comment of the form of what was printed, with another value, is one finding on comment and statement."""
    text = after_habit(code)
    found = alarms(examined(Code(), chapter_of(text), tmp_path))
    found = [f for f in found if f.rule != "left-none"]  # the cause that is named beside it
    assert len(found) == 1, [measure(f.summary) for f in found]
    assert words in text[found[0].span.start : found[0].span.end]


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_a_comment_that_explains_raises_no_alarm(code: str, tmp_path: Path) -> None:
    """What only explains, is roughly right, or agrees in one of its parts is never held against the text."""
    found = alarms(examined(Code(), chapter_of(after_habit(code)), tmp_path))
    assert [measure(f.summary) for f in found] == []


def test_without_the_habit_words_beside_a_print_predict_nothing(tmp_path: Path) -> None:
    """Where no other comment shows what was printed, a comment with words is an explanation."""
    text = "```python\ntides = [3.1, 2.8]\nprint(len(tides))  # 3 tides\nprint(9 in tides)  # True friends\n```"
    assert alarms(examined(Code(), chapter_of(text), tmp_path)) == []


@pytest.mark.parametrize(
    ("shown", "actual", "verdict"),
    [
        ("[1 2]", "[1 2 3]", "different"), ("[1, 2]", "[1 2]", "same"), ("[ 92. 80.]", "[92. 80.]", "same"),
        ("3 True", "3 False", "different"), ("nan", "nan", "same"), ("float32", "float64", "different"),
        ("3", "three", "unsure"), ("van #2", "van ##", "words"), ("'a'", "a", "same"), ("(3, 4) float64", "(3, 4) float64", "same"),
        ("torch.Size([2, 3]) False", "torch.Size([2, 3]) True", "different"), ("[1, ...]", "[1, 2]", "unsure"),
    ],
)  # fmt: skip
def test_texts_are_held_against_each_other_by_their_form(shown: str, actual: str, verdict: str) -> None:
    """A number is held against a number, a truth value against a truth value, never one against the other."""
    assert alike(shown, actual) == verdict


@pytest.mark.parametrize(
    ("comment", "printed", "holds"),
    [
        ("8 Tabelle 2 zeigt, was übrig ist.", "8", True), ("8 Tabelle 2 zeigt, was übrig ist.", "6", False),
        ("True perf_counter zählt", "False", False), ("25.0 17.5 The next section", "25.0 17.5", True),
        ("north Then we go on", "north", True),
        ("float64 2 The rest", "float64 3", False), ("[1 2] Both are", "[1 3]", False),
    ],
)  # fmt: skip
def test_a_comment_that_runs_on_into_prose_predicts_with_its_first_words(comment: str, printed: str, holds: bool) -> None:
    """In flattened code the value at the beginning counts, and the prose behind it does not."""
    found = predicted(comment, printed, flattened=True, habit=Habit(3), own="print(x)")
    assert found is not None and found.holds is holds


TIMED = (
    "import asyncio, time\nasync def fetch(port, wait):\n    await asyncio.sleep(wait)\n    return port\nasync def crawl():\n"
    "    begun = time.perf_counter()\n    ports = await asyncio.gather(fetch('Brest', 0.02), fetch('Calais', 0.0))\n"
    "    return ports, time.perf_counter() - begun\nports, seconds = asyncio.run(crawl())\n"
)
PICKED = (
    "import time\ndef pick():\n    begun = time.perf_counter()\n    port = 'Calais'\n    if time.perf_counter() > begun - 1:\n"
    "        port = 'Brest'\n    return port, begun\nport, seconds = pick()\n"
)


@pytest.mark.parametrize(
    ("code", "count"),
    [
        (TIMED + "print(ports)  # ['Brest', 'Calais']", 0),
        (TIMED + "print(ports)  # ['Calais', 'Brest']", 1),
        (TIMED + "print(seconds > 5)  # True", 0),
        (PICKED + "print(port)  # Calais", 0),
    ],
)
def test_what_is_returned_beside_a_measured_time_is_none(code: str, count: int, tmp_path: Path) -> None:
    """Of several values that a function returns, those that rest on no clock are held against their comments."""
    assert len(alarms(examined(Code(), chapter_of(after_habit(code)), tmp_path))) == count


def test_a_comment_that_names_the_class_which_is_printed_announces_nothing(tmp_path: Path) -> None:
    """A function may return the name of what it caught."""
    code = "def ask():\n    try:\n        return {}['tide']\n    except KeyError as error:\n        return type(error).__name__\n"
    assert alarms(examined(Code(), chapter_of(after_habit(code + "print(ask())  # KeyError")), tmp_path / "right")) == []
    wrong = code + "print(len(ask()))  # KeyError"
    assert len(alarms(examined(Code(), chapter_of(after_habit(wrong)), tmp_path / "wrong"))) == 1


SCALARS = (
    "class Depth(float):\n    def __repr__(self):\n        return f'np.float64({float(self)!r})'\nfathoms = [Depth(t) for t in tides]\n"
)


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("print(fathoms[:2])  # [3.1, 2.8]", 1),
        ("print(fathoms[:2])  # [np.float64(3.1), np.float64(2.8)]", 0),
        ("print([float(t) for t in fathoms[:2]])  # [3.1, 2.8]", 0),
    ],
)
def test_a_list_of_scalars_is_not_printed_as_one_of_plain_numbers(code: str, count: int, tmp_path: Path) -> None:
    """What prints `np.float64(3.1)` is not shown as 3.1 within brackets."""
    assert len(alarms(examined(Code(), chapter_of(after_habit(SCALARS + code)), tmp_path))) == count


@pytest.mark.parametrize(
    ("comment", "printed", "own", "holds"),
    [
        pytest.param("23:00:00", "1 day, 0:00:00", "print(back - out)", False, id="a duration"),
        pytest.param("up.weight", "_orig_mod.up.weight", "print(next(iter(net.state_dict())))", False, id="a dotted name"),
        pytest.param("2026-03-01", "2026-02-28T00:00:00", "print(month_end(day))", False, id="a date"),
        pytest.param("logs/app.1", "logs/app.2 logs/app.3", "print(*names)", False, id="a path"),
        pytest.param(
            "raw/2026/roof-07.json", "raw/2026/roof-07.csv.json", "print(path.with_suffix('.json'))", False, id="a path with marks"
        ),
        pytest.param(
            "the tide is low since noon, [...]", "the tide is low since [...]", "print(shorten(note))", False, id="a line changed"
        ),
        pytest.param("the tide is low ...", "the tide is low since noon", "print(note)", True, id="a line cut off"),
        pytest.param("the tide, said once more", "the tide is low since noon", "print(note)", None, id="a remark in its words"),
        pytest.param(".tar.gz svc", ".gz svc.tar", "print(path.suffix, path.stem)", False, id="two values"),
        pytest.param("km/h", "88.5", "print(speed)", None, id="a unit"),
        pytest.param("np.mean", "2.5", "print(centre)", None, id="a function"),
        pytest.param("read/write", "rw", "print(mode)", None, id="two words"),
        pytest.param("see app.log", ".gz", "print(path.suffix)", None, id="a reference"),
        pytest.param("10:30", "2026-03-28T10:30:00", "print(start)", None, id="a part of a time"),
        pytest.param("net.bias", "torch.float32", "print(net.bias.dtype)", None, id="a name of the statement"),
        pytest.param("see.below", "1\n2", "print(rows)", None, id="several lines"),
    ],
)
def test_a_written_value_is_held_against_one_of_another_form(comment: str, printed: str, own: str, holds: bool | None) -> None:
    """Where four comments show what is printed, one without words shows it too, in whatever form; a part of it is no other value."""
    told = predicted(comment, printed, flattened=False, habit=Habit(beside=4), own=own)
    assert (None if told is None else told.holds) == holds


@pytest.mark.parametrize(
    ("comment", "printed", "own", "said"),
    [
        pytest.param("CacheInfo Save the bytes", "NoneType", "print(type(loaded).__name__)", "CacheInfo", id="running on"),
        pytest.param("int", "float", "print(type(total).__name__)", "int", id="alone"),
        pytest.param("list, tuple", "list list", "print(type(a).__name__, type(b).__name__)", "list, tuple", id="two"),
        pytest.param("NoneType", "NoneType", "print(type(total).__name__)", None, id="the same"),
        pytest.param("list of names", "dict", "print(type(total).__name__)", None, id="a remark"),
        pytest.param("str or int", "float", "print(type(total).__name__)", None, id="either"),
        pytest.param("Save the bytes", "NoneType", "print(type(total).__name__)", None, id="a sentence"),
        pytest.param("CacheInfo", "3", "print(total)", None, id="no class printed"),
    ],
)
def test_a_class_that_is_shown_beside_its_name_is_held_against_it(comment: str, printed: str, own: str, said: str | None) -> None:
    """What prints the name of a class has one beside it, also where the comment runs on into the prose."""
    told = predicted(comment, printed, flattened=True, habit=Habit(beside=2), own=own)
    assert (None if told is None or told.holds else told.said) == said


#: Code with the output that is shown below it, and the line of it that was never printed; "" where all of it is right.
SHOWN: list[tuple[str, str, str]] = [
    ("print('runs:', [(k, 2) for k in 'ab'])\nprint('end')", "runs: [('a', 2)]\nend", "runs: [('a', 2)]"),
    ("print('runs:', [(k, 2) for k in 'ab'])\nprint('end')", "runs: [('a', 2), ('b', 2)]\nend", ""),
    ("print('first', 1)\nprint('last', [1, 2][5])", "first 1\nlast 2", "last 2"),
    ("print('first', 1)\nprint('last', [1, 2][5])", "first 1\nIndexError: list index out of range", ""),
    ("print('first', 1)\nprint(never_defined)", "first 1\nlast 2", ""),
    ("print('first', 1)\nprint(open('/no/such/file').read())", "first 1\nlast 2", ""),
]


@pytest.mark.parametrize(("code", "shown", "wrong"), SHOWN)
def test_a_shown_output_is_held_line_by_line_up_to_a_failure(code: str, shown: str, wrong: str, tmp_path: Path) -> None:
    """A labelled value differs whatever its length; behind a failure of the code itself nothing was printed."""
    text = f"Some marks.\n\n```python\n{code}\n```\n\n```text\n{shown}\n```\n\nThat is all.\n"
    found = [f for f in alarms(examined(Code(), chapter_of(text), tmp_path)) if f.span.start > text.index("```text")]
    assert len(found) == bool(wrong)
    assert all(wrong in text[f.span.start : f.span.end] and wrong in measure(f.summary) for f in found)
