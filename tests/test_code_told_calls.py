"""Calls that sentences make in words, and calls that tables show with their results, are asked of the run."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code
from tools.instruments.code.inside.asking import Known

FUNCTION = """```python
def vowels(word):
    return sum(letter in "aeiou" for letter in word)
```

"""
CHECK = """```python
def checked(port):
    if not 0 < port < 65536:
        raise ValueError(f"no port: {port}")
    return port
```

"""
TABLE = """```python
import math
width = 7
```

"""
#: A right text and its wrong twin.
TWINS: dict[str, tuple[str, str]] = {
    "for a word": (FUNCTION + 'For "banana" it returns 3.', FUNCTION + 'For "banana" it returns 2.'),
    "the verb left out": (FUNCTION + 'For "sky" it returns 0, for "area" 3.', FUNCTION + 'For "sky" it returns 0, for "area" 4.'),
    "called with": (
        FUNCTION + "Called with an empty string the function returns 0.",
        FUNCTION + "Called with an empty string the function returns 1.",
    ),
    "behind": (CHECK + "The function raises a `ValueError` for 70000.", CHECK + "The function raises a `TypeError` for 70000."),
    "by its name": (CHECK + "Given 0, `checked` raises a `ValueError`.", CHECK + "Given 80, `checked` raises a `ValueError`."),
    "with a mark": (FUNCTION + "With `'queue'` the function gives `4`.", FUNCTION + "With `'queue'` the function gives `5`."),
    "deutsch": (FUNCTION + "Für „Eule“ liefert die Funktion 2.", FUNCTION + "Für „Eule“ liefert die Funktion 3."),
    "français": (FUNCTION + "Pour « oiseau » la fonction renvoie 5.", FUNCTION + "Pour « oiseau » la fonction renvoie 4."),
    "table of calls": (
        TABLE + "| expression | result |\n|---|---|\n| `math.floor(-2.5)` | `-3` |\n| `width % 4` | 3 |",
        TABLE + "| expression | result |\n|---|---|\n| `math.floor(-2.5)` | `-2` |\n| `width % 4` | 3 |",
    ),
    "table with a type": (
        TABLE + "| call | type | value |\n|---|---|---|\n| `width / 7` | `float` | `1.0` |",
        TABLE + "| call | type | value |\n|---|---|---|\n| `width / 7` | `int` | `1.0` |",
    ),
    "table with an exception": (
        TABLE + "| Aufruf | Ergebnis |\n|---|---|\n| `math.sqrt(-1)` | `ValueError` |\n| `math.sqrt(9)` | `3.0` |",
        TABLE + "| Aufruf | Ergebnis |\n|---|---|\n| `math.sqrt(-1)` | `ValueError` |\n| `math.sqrt(-9)` | `3.0` |",
    ),
    "table over an argument": (
        TABLE + "| x | `round(x)` | `math.ceil(x)` |\n|---|---|---|\n| 2.5 | 2 | 3 |\n| -1.5 | -2 | -1 |",
        TABLE + "| x | `round(x)` | `math.ceil(x)` |\n|---|---|---|\n| 2.5 | 3 | 3 |\n| -1.5 | -2 | -1 |",
    ),
}
#: What makes no claim that a run could decide.
OPEN = {
    "hypothetical": FUNCTION + 'If case were ignored, for "Eau" it would perhaps return 3, one might think.',
    "another function": FUNCTION + 'Unlike `len`, which knows nothing of letters, for "banana" it returns 6.',
    "two functions": FUNCTION
    + "```python\ndef first(word):\n    return word[0]\n\ndef last(word):\n    return word[-1]\n```\n\nFor \"sky\" it returns 's'.",
    "a condition": CHECK + "If the check is switched off, for 70000 the function returns 70000.",
    "a table of machine facts": TABLE + "| call | result |\n|---|---|\n| `id(width)` | `140` |\n| `hash('a')` | `17` |",
    "a table of scores": "| match | result |\n|---|---|\n| Ajax | 2-1 |\n| PSV | 0-0 |",
    "a table of other words": TABLE + "| expression | meaning |\n|---|---|\n| `width % 4` | 2 |",
    "unknown names": TABLE + "| expression | result |\n|---|---|\n| `depth + 1` | `8` |",
}


def found(text: str, folder: Path) -> list[str]:
    chapter = chapter_of(text)
    return [measure(chapter.text)[f.span.start : f.span.end] for f in alarms(examined(Code(), chapter, folder))]


@pytest.mark.parametrize("name", TWINS)
def test_a_right_text_raises_no_alarm(name: str, tmp_path: Path) -> None:
    """What the run confirms is not held against the text."""
    chapter = chapter_of(TWINS[name][0])
    examination = examined(Code(), chapter, tmp_path)
    assert not alarms(examination)
    assert any(f.rule.startswith("told-") and f.verdict == "supported" for f in examination.findings)


@pytest.mark.parametrize("name", TWINS)
def test_a_wrong_text_is_found_once(name: str, tmp_path: Path) -> None:
    """The one statement or cell that the run contradicts is named."""
    assert len(found(TWINS[name][1], tmp_path)) == 1


@pytest.mark.parametrize("name", OPEN)
def test_what_is_open_is_left_alone(name: str, tmp_path: Path) -> None:
    """Suppositions, other functions, unknown names, and what differs from machine to machine are held against nothing."""
    assert found(OPEN[name], tmp_path) == []


STACK = """```python
class Pile:
    def __init__(self):
        self.things = []

    def put(self, thing):
        self.things.append(thing)
        return len(self.things)

    def take(self):
        return self.things.pop()

pile = Pile()
pile.put(1), pile.put(2), pile.put(3)
print(pile.take(), pile.take())
```

"""
HANDLED = '```python\ntry:\n    int("3.7")\nexcept ValueError:\n    print("no number")\nfinally:\n    print("done")\n```\n\n'
WORDS = (
    "```python\nfrom collections import Counter\nwords = 'the cat and the dog and the bird'.split()\ncounts = Counter(words)\n"
    "sizes = [len(word) for word in words]\n```\n\n"
)
HIT = "```python\nimport re\nhit = re.search(r'(\\d+)-(\\d+)', 'pages 12-34')\n```\n\n"
#: Prose on a whole block or on its values, right and wrong.
COUNTED: dict[str, tuple[str, str]] = {
    "numbers beside each other": (STACK + "The program prints 3 2, so to say.", STACK + "The program prints 1 2, so to say."),
    "texts in a series": (HANDLED + 'This prints "no number" and then "done".', HANDLED + 'This prints "fine" and then "done".'),
    "code in a series": (HANDLED + "The block prints `no number`, then `done`.", HANDLED + "The block prints `no number`, then `over`."),
    "how often a word is there": (
        WORDS + 'The word "the" appears three times, "and" twice.', WORDS + 'The word "the" appears four times, "and" twice.',
    ),
    "wie oft": (WORDS + "Das Wort „and“ kommt zweimal vor.", WORDS + "Das Wort „and“ kommt dreimal vor."),
    "the largest": (WORDS + "`sizes` has eight items. The largest is 4.", WORDS + "`sizes` has eight items. The largest is 5."),
    "the sum": (WORDS + "`sizes` has eight items, and their sum is 25.", WORDS + "`sizes` has eight items, and their sum is 26."),
    "a group of a match": (
        HIT + "The first group is `12` and the second group is `34`.",
        HIT + "The first group is `12` and the second group is `35`.",
    ),
    "after a step": (
        "```python\nstock = {'a': 1}\nstock.update(b=2)\n```\n\nAfter the update the dictionary has two keys.",
        "```python\nstock = {'a': 1}\nstock.update(b=2)\n```\n\nAfter the update the dictionary has three keys.",
    ),
}  # fmt: skip
LEFT = {
    "a word elsewhere": WORDS + 'In the whole book the word "the" appears 4,112 times, "whale" 12 times.',
    "another largest": WORDS + "Of all cities of the country the largest is 9.",
    "without a handler": HANDLED + 'Without the handler the code prints "done" and then the traceback.',
    "a word of another text": "```python\nword = 'whale'\n```\n\nIn the novel the word \"whale\" appears 12 times.",
    "a generator": "```python\ndef down(n):\n    while n:\n        yield n\n        n -= 1\n```\n\nFor 3 it yields 3.",
    "thousands": "```python\nprint(1999 + 1)\n```\n\nThe program prints 2 000.",
    "the network of another text": WORDS + "The network has 300 parameters.",
}


@pytest.mark.parametrize("name", COUNTED)
def test_a_right_count_raises_no_alarm_and_a_wrong_one_is_found(name: str, tmp_path: Path) -> None:
    """The right twin has no finding against it, the wrong one has exactly one."""
    right, wrong = COUNTED[name]
    assert found(right, tmp_path / "right") == []
    assert len(found(wrong, tmp_path / "wrong")) == 1


@pytest.mark.parametrize("name", LEFT)
def test_counts_of_other_things_are_left_alone(name: str, tmp_path: Path) -> None:
    """What the values of the block do not hold is held against nothing."""
    assert found(LEFT[name], tmp_path) == []


class Weights:
    """Parameters as a module of torch has them."""

    def __init__(self, counts: list[tuple[int, bool]]) -> None:
        self.counts = counts

    def named_parameters(self) -> None: ...

    def modules(self) -> list[Weights]:
        return [self]

    def parameters(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(numel=lambda n=n: n, requires_grad=trained) for n, trained in self.counts]


def test_parameters_of_the_one_module_are_counted() -> None:
    """All of them or the trained ones; two modules of which neither is a part of the other leave it open which is meant."""
    known = Known({"net": Weights([(200, True), (20, False)]), "other": Weights([(3, True)]), "n": 5})
    assert known.parameters(known.module(["net", "n"]), False, 300) == 220
    assert known.parameters(known.module(["net"]), True, 300) == 200
    assert known.parameters(known.module(["net"]), False, 2) == 2  # the tensors, and not their elements
    with pytest.raises(LookupError):
        known.module(["net", "other"])
    with pytest.raises(LookupError):
        known.module(["n"])
