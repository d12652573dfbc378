"""What sentences say of a chapter's expressions, functions and classes is asked of its run: right and wrong twins of each form."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code
from tools.instruments.code.told.clauses import claims_of
from tools.instruments.code.told.marks import marked
from tools.records import Finding

SETUP = """```python
import re, json, asyncio, bisect, timeit
from collections import Counter, deque, defaultdict
from datetime import date, timedelta
from functools import lru_cache

words = ["pear", "fig", "apple"]
words.sort(key=len)
order = sorted(words)
alias = words
tail = deque([1, 2, 3], maxlen=2)
start = date(2024, 2, 28)
letters = iter("ab")
list(letters)
groups = defaultdict(list)
groups["x"].append(1)

def greet(name, *, greeting="Hello"):
    return f"{greeting}, {name}!"

def countdown(n):
    while n:
        yield n
        n -= 1

async def work():
    return 1

class AppError(ValueError):
    pass
```
"""
#: A right sentence and its wrong twin.
TWINS: dict[str, tuple[str, str]] = {
    "value in code": ("`round(2.5)` gives `2`.", "`round(2.5)` gives `3`."),
    "value in words": ("Here `tail[0]` is two.", "Here `tail[0]` is three."),
    "text without quotes": ("`greet('Ada')` returns `Hello, Ada!`.", "`greet('Ada')` returns `Hello Ada`."),
    "would": ("`tail.popleft()` would return 2.", "`tail.popleft()` would return 1."),
    "asked in a copy": ("`groups.pop('x')` gives `[1]`, so far.", "`groups.pop('x')` gives `[2]`, so far."),
    "exception": ("`int('x')` raises a `ValueError`.", "`int('x')` raises a `TypeError`."),
    "is an exception": ("`int(None)` is a `TypeError`.", "`int(None)` is a `KeyError`."),
    "exception of a statement": ("Setting `words['a'] = 1` raises a `TypeError`.", "Setting `words['a'] = 1` raises a `KeyError`."),
    "spent iterator": ("A further `next(letters)` raises `StopIteration`.", "A further `next(letters)` raises `IndexError`."),
    "no exception": ("`greet(None)` raises nothing.", "`greet()` raises nothing."),
    "exception class": ("`1 / 0` ends in an exception of type `ZeroDivisionError`.", "`1 / 0` ends in an exception of type `ValueError`."),
    "such as": ("A call such as `[1, 'a'].sort()` raises a `TypeError`.", "A call such as `[1, 'a'].sort()` raises a `ValueError`."),
    "the call": ("Try `json.loads('{')`: the call raises a `JSONDecodeError`.", "Try `json.loads('{')`: the call raises a `KeyError`."),
    "type": ("`countdown(3)` returns a generator.", "`countdown(3)` returns a list."),
    "coroutine": ("`work()` returns a coroutine.", "`work()` returns an integer."),
    "type and length": ("`'a,b,,c'.split(',')` is a list of four strings.", "`'a,b,,c'.split(',')` is a list of three strings."),
    "empty": ("`list(countdown(0))` is an empty list.", "`list(countdown(1))` is an empty list."),
    "length": ("The length of `tail` is 2.", "The length of `tail` is 3."),
    "number of": ("The list `words` has three items.", "The list `words` has four items."),
    "last element": ("The last element of `words` is `'apple'`.", "The last element of `words` is `'pear'`."),
    "its last element": ("The list `words` has three items, and its first element is `'fig'`.",
                         "The list `words` has three items, and its first element is `'pear'`."),
    "begins": ("`order` begins with `'apple'`.", "`order` begins with `'pear'`."),
    "truth": ("`date(2024, 3, 1) > start` is true.", "`date(2024, 3, 1) < start` is true."),
    "two subjects": ("`bool([])` and `bool(0)` are both `False`.", "`bool([])` and `bool(1)` are both `False`."),
    "verb left out": ("`min(4, 2)` is 2 and `max(4, 2)` 4.", "`min(4, 2)` is 2 and `max(4, 2)` 5."),
    "near": ("`2 ** 0.5` is about 1.41.", "`2 ** 0.5` is about 1.73."),
    "other expression": ("`start + timedelta(days=2)` is `date(2024, 3, 1)`.", "`start + timedelta(days=2)` is `date(2024, 3, 2)`."),
    "attribute": ("The year of `start` is 2024.", "The year of `start` is 2023."),
    "what a method returns": ("`list.sort` works in place and returns `None`.", "`list.sort` works in place and returns a list."),
    "left with": ("A look at `groups['q']` leaves `len(groups)` alone? No: here `len(words)` is 3.",
                  "A look at `groups['q']` leaves `len(groups)` alone? No: here `len(words)` is 2."),
    "default": ("The `maxsize` of `lru_cache` is 128 by default.", "The `maxsize` of `lru_cache` is 256 by default."),
    "default of": ("The default of `greeting` in `greet` is `'Hello'`.", "The default of `greeting` in `greet` is `'Hi'`."),
    "number by default": ("`timeit.timeit` executes its statement one million times by default.",
                          "`timeit.timeit` executes its statement one thousand times by default."),
    "place of an argument": ("The third argument of `re.split` is `maxsplit`.", "The third argument of `re.split` is `flags`."),
    "has an argument": ("`json.dumps` has a parameter `skipkeys`.", "`sorted` has a parameter called `cmp`.") ,
    "subclass": ("`AppError` is a subclass of `ValueError`.", "`AppError` is a subclass of `KeyError`."),
    "subclasses": ("`KeyError` and `IndexError` derive from `LookupError`.", "`KeyError` and `IndexError` derive from `ValueError`."),
    "alias": ("`bisect.bisect` is another name for `bisect.bisect_right`.", "`bisect.bisect` is another name for `bisect.bisect_left`."),
    "Verb am Ende": ("Man sieht, dass `len(order)` drei ist.", "Man sieht, dass `len(order)` vier ist."),
    "löst aus": ("Der Aufruf `int('x')` löst einen `ValueError` aus.", "Der Aufruf `int('x')` löst einen `KeyError` aus."),
    "liefert": ("`words.index('fig')` liefert 0.", "`words.index('fig')` liefert 1."),
    "enthält": ("Danach enthält `words` drei Einträge.", "Danach enthält `words` vier Einträge."),
    "vaut": ("L'expression `0.1 + 0.2 == 0.3` vaut `False`.", "L'expression `0.1 + 0.2 == 0.3` vaut `True`."),
    "lève": ("L'appel `int('x')` lève une exception de classe `ValueError`.",
             "L'appel `int('x')` lève une exception de classe `TypeError`."),
    "same object": ("`alias` and `words` are the same object.", "`order` and `words` are the same object."),
    "a copy": ("`words[:]` is a copy of `words`.", "`alias` is a copy of `words`."),
    "longer": ("`order` is longer than `tail`.", "`order` is shorter than `tail`."),
    "so much longer": ("`order` has one element more than `tail`.", "`order` has two elements more than `tail`."),
    "as long": ("`order` is as long as `words`.", "`order` is as long as `tail`."),
    "same length": ("`order` and `words` have the same length.", "`order` and `tail` have the same length."),
    "unequal": ("`order` and `words` are different.", "`alias` and `words` are different."),
    "changes": ("`words.sort()` changes `words`.", "`sorted(words)` changes `words`."),
    "leaves": ("`sorted(words)` leaves `words` unchanged.", "`words.reverse()` leaves `words` unchanged."),
    "holds": ("`alias is words` holds.", "`order is words` holds."),
    "hashable": ("`start` is hashable.", "`words` is hashable."),
    "adds up": ("The elements of `tail` add up to 5.", "The elements of `tail` add up to 6."),
    "settings": ("By default `json.dumps` uses `indent=None` and `sort_keys=False`.",
                 "By default `json.dumps` uses `indent=None` and `sort_keys=True`."),
    "left out": ("If `greeting` is left out, `greet` uses `'Hello'`.", "If `greeting` is left out, `greet` uses `'Hi'`."),
    "by name": ("`greeting` must be given by name.", "In `greet`, `name` must be given by name."),
    "number of parameters": ("`countdown` takes one argument.", "`countdown` takes two arguments."),
    "finds": ("`re.findall('a', 'banana')` finds three strings.", "`re.findall('a', 'banana')` finds two strings."),
    "iterator": ("`iter([1, 2, 4])` yields 1, 2 and 4.", "`iter([1, 2, 4])` yields 1, 2 and 3."),
    "class of": ("`type(1 / 1)` is `float`.", "`type(1 / 1)` is `int`."),
    "container": ("`tail` now holds `[2, 3]`.", "`tail` now holds `[1, 2]`."),
    "longueur": ("`words` est une liste de longueur 3.", "`words` est une liste de longueur 4."),
}  # fmt: skip
#: Sentences that are not held against the run.
OPEN = {
    "after a call": "After `tail.clear()`, `len(tail)` is 0, and after `tail.extend([1, 2, 3])` the call `len(tail)` gives 9.",
    "a second call": "A second `list(countdown(2))` is empty.",
    "negated code": "`words.sort()` is not `[]`.",
    "in each": "The elements of `words` add up to 7 in each row.",
    "a method of a class": "`str(start)` calls the method of `start` and returns `'2024-02-28'`.",
    "condition": "If the key is missing, `len(words)` is 7.",
    "supposition": "Suppose that `len(words)` is 7.",
    "expectation": "One might expect that `round(2.5)` returns 3.",
    "negation": "`round(2.5)` is not 3.",
    "another time": "In Python 2 `round(2.5)` was 3.0, as `round(2.5)` returns 3.0 in older versions.",
    "a word": "The name `words` is a list in disguise of something else.",
    "part of something": "With `len(words)` rows the table is 7 inches long.",
    "a choice": "`round(2.5)` is 2 or 3.",
    "unknown name": "`frobnicate(2)` returns 3.",
    "argument": "Inside the function `n` is 3.",
    "awaited": "`work()` raises `TimeoutError` after a second.",
    "unit": "`len(words)` is 7 metres away.",
}


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, tuple[Finding, ...]]:
    text = "\n\n".join([SETUP, *(one for one, _ in TWINS.values()), *OPEN.values()])
    return text, examined(Code(), chapter_of(text), tmp_path_factory.mktemp("right")).findings


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Finding]]:
    text = "\n\n".join([SETUP, *(other for _, other in TWINS.values())])
    return text, alarms(examined(Code(), chapter_of(text), tmp_path_factory.mktemp("wrong")))


def on(sentence: str, text: str, findings: list[Finding] | tuple[Finding, ...]) -> list[Finding]:
    begin = text.index(sentence)
    return [f for f in findings if begin <= f.span.start < f.span.end <= begin + len(sentence)]


def test_right_sentences_raise_no_alarm(right: tuple[str, tuple[Finding, ...]]) -> None:
    """No sentence that agrees with the run, or that cannot be held against it, is called wrong."""
    text, findings = right
    assert [(text[f.span.start : f.span.end], measure(f.summary)) for f in findings if f.verdict != "supported"] == []


@pytest.mark.parametrize("name", TWINS)
def test_a_wrong_sentence_is_called_wrong(name: str, wrong: tuple[str, list[Finding]]) -> None:
    """A sentence that the run contradicts is found, on its own words."""
    text, findings = wrong
    assert on(TWINS[name][1], text, findings)


@pytest.mark.parametrize("name", TWINS)
def test_a_right_sentence_is_confirmed(name: str, right: tuple[str, tuple[Finding, ...]]) -> None:
    """A sentence that the run bears out has a finding that says so."""
    text, findings = right
    assert on(TWINS[name][0], text, findings)


def test_the_run_is_not_disturbed(tmp_path: Path) -> None:
    """A question that would change something leaves what later code prints as it is."""
    text = "```python\nx = [1, 2]\n```\n\n`x.pop()` returns 2.\n\n```python\nprint(x)  # [1, 2]\n```\n"
    assert {f.verdict for f in examined(Code(), chapter_of(text), tmp_path).findings} == {"supported"}


@pytest.mark.parametrize("sentence", ["See `a.b` for more.", "`x` or `y` is 3.", "A list of `x` is 3."])
def test_a_mark_that_is_no_subject_makes_no_claim(sentence: str) -> None:
    """Code in a preposition, an alternative or without a verb is the subject of nothing."""
    assert list(claims_of(marked(sentence, 0, True))) == []
