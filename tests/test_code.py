"""The instrument `code`: what a chapter says of its code is held against what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import FACTS, alarms, chapter_of, examined, run
from probing import torch_environment

from prompts.trust import Untrusted, measure
from tools.instruments.code import Code
from tools.instruments.code.compare import compare
from tools.records import Facts, MeasuredEvidence, RunOutcome


def py(code: str) -> str:
    return f"```python\n{code}\n```"


def shown(code: str, output: str) -> str:
    return f"{py(code)}\n\n```output\n{output}\n```"


def session(code: str) -> str:
    return f"```pycon\n{code}\n```"


#: A text, and the words that the one alarm stands on.
FAULTY: dict[str, tuple[str, str]] = {
    "printed length": (py("x = [1, 2, 3]\nprint(len(x))  # 4"), "4"),
    "value of an expression": (py("max([3, 9, 2])  # 3"), "3"),
    "value beside an assignment": (py("words = 'a b c'.split()\nfirst = words[-1]  # 'a'"), "'a'"),
    "arrow": (py("sum(range(5))  # -> 15"), "-> 15"),
    "fat arrow": (py("divmod(17, 5)  # => (3, 1)"), "=> (3, 1)"),
    "prints": (py("print(2 ** 10)  # prints 1000"), "prints 1000"),
    "Dezimalkomma": (py("def f(n):\n    return n / 2") + "\n\n`f(5)` ergibt 2,4.", "`f(5)` ergibt 2,4"),
    "Dezimalkomma im Kommentar": (py("5 / 2  # ergibt 2,4"), "ergibt 2,4"),
    "trouble that is none": ("The mean squared error falls, and nothing raises.\n\n" + py("x = [1]\nx[3]"), "x[3]"),
    "Ausgabe": (py("print(sorted([3, 1, 2], reverse=True))  # Ausgabe: [1, 2, 3]"), "Ausgabe: [1, 2, 3]"),
    "ergibt": (py("round(2.5)  # ergibt 3"), "ergibt 3"),
    "returns": (py("'abc'.find('z')  # returns None"), "returns None"),
    "comment under a print": (py("print(10 % 4)\n# 3"), "# 3"),
    "output marker under a print": (py("print(10 / 4)\n# Output: 2"), "# Output: 2"),
    "truth": (py("bool([])  # True"), "True"),
    "dictionary": (py("d = dict(zip('ab', [1, 2]))\nd  # {'a': 1, 'b': 3}"), "{'a': 1, 'b': 3}"),
    "a name after a call": (py("x = [3, 1, 2]\nx.sort()  # x is now [3, 2, 1]"), "x is now [3, 2, 1]"),
    "float to the digits shown": (py("import math\nmath.sqrt(2)  # 1.4124"), "1.4124"),
    "an error that never comes": (py('int("4")  # raises ValueError'), "raises ValueError"),
    "another error": (py('{}["a"]  # raises IndexError'), "raises IndexError"),
    "this fails, and does not": (py("t = (1, 2)\nt + (3,)  # this fails"), "this fails"),
    "Fehler, der nicht kommt": (py('"5" * 2  # Fehler'), "Fehler"),
    "session": (session(">>> 7 // 2\n4"), "4"),
    "session with text": (session(">>> 'ab'.upper()\n'Ab'"), "'Ab'"),
    "session with the wrong error": (
        session(">>> [][0]\nTraceback (most recent call last):\n  ...\nKeyError: 0"),
        "Traceback (most recent call last):\n  ...\nKeyError: 0",
    ),
    "ipython": ("```python\nIn [1]: len('four')\nOut[1]: 5\n```", "Out[1]: 5"),
    "output block": (shown("for n in (1, 2):\n    print(n, n * n)", "1 1\n2 5"), "1 1\n2 5"),
    "output block of words": (shown("print('total:', sum([4, 5]))", "total: 10"), "total: 10"),
    "output after a label": (py("print(3 * 7)") + "\n\nOutput:\n\n```output\n24\n```", "24"),
    "prose: returns": (py("def half(n):\n    return n // 2") + "\n\nCalling `half(7)` returns 4.", "`half(7)` returns 4"),
    "prose: liefert": (py("def f(n):\n    return n * n") + "\n\n`f(5)` liefert 20.", "`f(5)` liefert 20"),
    "prose: raises": (py("d = {'a': 1}") + '\n\n`d.get("b")` raises a `KeyError`.', '`d.get("b")` raises a `KeyError`'),
    "prose: wirft": (py("zahlen = [1, 2]") + "\n\n`zahlen[-1]` wirft einen `IndexError`.", "`zahlen[-1]` wirft einen `IndexError`"),
    "prose: prints": (py("print(sum(range(4)))") + "\n\nThe program prints `10`.", "The program prints `10`"),
    "prose: the result is": (py("print(12 * 12)") + "\n\nThe result is 124.", "The result is 124"),
    "prose before": ("The following code prints `9`:\n\n" + py("print(2 ** 3)"), "The following code prints `9`"),
    "prose: a length": (py("s = set('hello')") + "\n\n`s` has 5 elements.", "`s` has 5 elements"),
    "prose: a type": (py("def g(n):\n    return n / 2") + "\n\n`g(4)` returns an int.", "`g(4)` returns an int"),
    "prose: Schleife": (py("n = 0\nfor i in range(3):\n    n += i\nprint(n)") + "\n\nDie Schleife gibt `6` aus.", "Die Schleife gibt `6`"),
    "plain words: returns": (py("def half(n):\n    return n // 2") + "\n\nCalling half(7) returns 4.", "half(7) returns 4"),
    "plain words: a count": (py("words = ['a', 'b']\nwords.append('c')") + "\n\nNow words has two entries.", "words has two entries"),
    "plain words: an item": (py("xs = [4, 5]") + "\n\nxs[1] ist 4.", "xs[1] ist 4"),
    "builtins alone": (py("x = 1") + "\n\nround(2.5) returns 3.", "round(2.5) returns 3"),
    "prints several": (py("for i in range(3):\n    print(i)") + "\n\nThe loop prints 0, 1 and 3.", "The loop prints 0, 1 and 3"),
    "prints nothing": (py("print('a')") + "\n\nThe code prints nothing.", "The code prints nothing"),
    "the block raises": (py("x = [1]\nx[0]") + "\n\nThe last line raises an `IndexError`.", "The last line raises an `IndexError`"),
    "what a function returns": (
        py("def scale(x):\n    return [2 * n for n in x]\nscale([1])") + "\n\n`scale` returns a tuple.",
        "scale` returns a tuple",
    ),
    "docstring example": (py('def twice(n):\n    """Double it.\n\n    >>> twice(4)\n    6\n    """\n    return 2 * n'), "6"),
    "docstring type": (
        py('def ends(x):\n    """Returns a list of both ends."""\n    return x[0], x[-1]\nends([1, 2])'),
        '"""Returns a list of both ends."""',
    ),
    "gone from the library": (py("import time\ntime.clock()"), "time.clock()"),
    "gone name imported": (py("from collections import Mapping"), "from collections import Mapping"),
    "no such argument": (py("print(sorted([3, 1], revers=True))"), "print(sorted([3, 1], revers=True))"),
    "no such method": (py("stack = [1]\nstack.push(2)"), "stack.push(2)"),
    "no such function": (py("import math\nmath.squareroot(4)"), "math.squareroot(4)"),
    "too few arguments": (py("def area(w, h):\n    return w * h\nprint(area(3))"), "print(area(3))"),
    "a type that does not add": (py("age = 3\nprint('age: ' + age)"), "print('age: ' + age)"),
    "print of Python 2": (py('print "hello"'), 'print "hello"'),
    "unclosed": (py("print(max(3, 4)\nx = 1"), "print(max(3, 4)"),
    "assignment in a test": (py("x = 3\nif x = 3:\n    print(x)"), "if x = 3:"),
    "assert of a tuple": (py('x = 3\nassert (x == 4, "x is four")'), 'assert (x == 4, "x is four")'),
    "a check against itself": (py("a = sorted([2, 1])\nb = [1, 2]\nassert a == a"), "assert a == a"),
    "a fallback to itself": (
        py("got = sum([1, 2])\ntry:\n    want = reference([1, 2])\nexcept Exception:\n    want = got\nassert got == want"),
        "assert got == want",
    ),
    "a swallowed assertion": (
        py("total = sum([1, 2])\ntry:\n    assert total == 3\nexcept Exception:\n    pass"),
        "try:\n    assert total == 3\nexcept Exception:\n    pass",
    ),
    "always true": (py("mode = 'r'\nif mode == 'w' or 'a':\n    print('writing')"), "if mode == 'w' or 'a':"),
    "a type against a string": (py("n = 3\nif type(n) == 'int':\n    print('whole')"), "if type(n) == 'int':"),
    "a shared default": (
        "Each call begins with a fresh list.\n\n" + py("def add(item, basket=[]):\n    basket.append(item)\n    return basket"),
        "def add(item, basket=[]):",
    ),
    "sorted and dropped": ("This sorts the list in place.\n\n" + py("x = [2, 1]\nsorted(x)\nprint(x[0])"), "sorted(x)"),
    "a test that is never true": (
        "`double_all` doubles every number it is given.\n\n"
        + py(
            "def double_all(items):\n"
            "    for i, n in enumerate(items):\n        if isinstance(n, str):\n            items[i] = 2 * n\nxs = [1, 2]\ndouble_all(xs)"
        ),
        "if isinstance(n, str):",
    ),
    "deprecated": (py("import threading\nthreading.currentThread()"), "threading.currentThread()"),
    "never imported": (py("import os\nprint(math.floor(2.5))  # 2"), "print(math.floor(2.5))  # 2"),
    "a slip of the pen": (py("total = 3\nprint(totla)"), "print(totla)"),
    "a name of Python 2": (py("for i in xrange(3):\n    print(i)"), "for i in xrange(3):"),
    "dataclass": (
        py("from dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: int\n    y: int = 0\n\nP(1)  # P(x=1, y=1)"),
        "P(x=1, y=1)",
    ),
    "a generator": (py("def count():\n    yield 1\n    yield 2\nlist(count())  # [0, 1]"), "[0, 1]"),
}

RIGHT: dict[str, str] = {
    "value beside an assignment": py("y = [1, 2, 3][1:]  # [2, 3]"),
    "announced error": py("1 / 0  # ZeroDivisionError"),
    "announced error in the comment above": py("# This raises a ValueError\nint('x')\nprint('next')"),
    "announced error in the prose": "The next block fails with a `TypeError`.\n\n" + py("len(3)"),
    "angekündigter Fehler": "Der folgende Aufruf scheitert.\n\n" + py("len(3)"),
    "error in the output block": shown("int('x')", "Traceback (most recent call last):\n  ...\nValueError: invalid literal"),
    "set in another order": session(">>> {'a', 'b'}\n{'b', 'a'}"),
    "name that is never defined": py("model = load_model()\nprint(model)"),
    "callouts": py("a = 5 + 3  # 1\nb = a * 2  # 2\nprint(b)  # 3"),
    "alternatives of a setting": py("rate = 0.1  # 0.01\nsize = 32  # 64"),
    "units": py("timeout = 3 * 10  # 30 seconds"),
    "description": py("print(sum([1, 2]))  # prints the sum\nx = 3 + 4  # seven, more or less"),
    "shapes by name": py("x = [[1, 2], [3, 4]]  # (batch, dim)\nlen(x)  # batch"),
    "digits rounded": py("import math\nprint(math.pi)  # 3.14\nmath.e  # 2.718"),
    "digits cut": py("2 / 3  # 0.6666"),
    "ellipsis": session(">>> list(range(1000))\n[0, 1, 2, ...]"),
    "address": session(">>> object()\n<object object at 0x7f0000000000>"),
    "random": py("import random\nrandom.random()  # 0.8444218515250481"),
    "seeded random": py("import random\nrandom.seed(1)\nrandom.randint(1, 6)  # 3\nprint(random.random())  # 0.25"),
    "time": py("import time\nstart = time.perf_counter()\nprint(time.perf_counter() - start)  # 0.0001"),
    "timing in an output": shown(
        "import time\nbegan = time.perf_counter()\nprint(f'took {time.perf_counter() - began + 0.5:.1f} s')", "took 0.4 s"
    ),
    "part of the output": shown("for i in range(5):\n    print(i)", "0\n1\n...\n4"),
    "first lines of the output": shown("for i in range(5):\n    print(i)", "0\n1"),
    "session without output": session(">>> x = 3\n>>> x + 1"),
    "session with an error": session(">>> 1 / 0\nTraceback (most recent call last):\n  File ...\nZeroDivisionError: division by zero"),
    "stub": py("def train(model):\n    ...\ntrain(1)  # 0.93"),
    "rest left out": py("def score(x):\n    # ... as before\n    return None\nscore(3)  # 7"),
    "class to be filled": py("class Model:\n    def fit(self, x):\n        ...\nModel().fit(3)  # Model()"),
    "signature": py("torch.compile(model=None, *, fullgraph=False, dynamic=None)"),
    "placeholder": py("client = connect(<your key>)"),
    "shell line": "```python\n!pip install numpy\n%matplotlib inline\nx = 1 + 1\nprint(x)  # 2\n```",
    "missing package": py("import surely_not_installed_package as s\ns.run()  # 3"),
    "missing file": py("text = open('data.txt').read()\nlen(text)  # 120"),
    "input": py("name = input('name? ')\nprint(name)"),
    "conventional alias": py("a = np.zeros(3)\na.shape  # (3,)"),
    "later import": py("print(math.sqrt(4))") + "\n\nThen.\n\n" + py("import math"),
    "prose with a condition": py("def f(n):\n    return n * n") + "\n\n`f(5)` returns 20 if the cache is off.",
    "prose about an earlier state": py("x = [1]\nx.append(2)") + "\n\nBefore that, `len(x)` was 1; `x` is 1 element long at first.",
    "prose about another name": py("def f(n):\n    return n") + "\n\n`g(5)` returns 20.",
    "prose in other words": py("print('Hello')") + "\n\nThe program prints a greeting.",
    "right prose": py("def f(n):\n    return n * n") + "\n\n`f(5)` returns 25 and `f(2)` gives `4`. `f('a')` raises a `TypeError`.",
    "richtige Prosa": py("def f(n):\n    return n * n\nprint(f(3))") + "\n\n`f(5)` ergibt 25. Das Programm gibt `9` aus.",
    "plain words that are right": py("xs = [4, 5]\nxs.append(6)")
    + "\n\nxs now has three elements. xs[0] is 4, and len(xs) is 3. sum(xs) returns 15. xs[9] raises an IndexError.",
    "Dezimalkomma": py("5 / 2  # ergibt 2,5\ndef f(n):\n    return n / 2") + "\n\n`f(5)` ergibt 2,5.",
    "a class in parts": py(
        "class Stack:\n    def __init__(self):\n        self.items = []\n\n    def push(self, x):\n        self.items.append(x)"
    )
    + "\n\nNow the second half.\n\n"
    + py("class Stack:\n    def pop(self):\n        return self.items.pop()\n\ns = Stack()\ns.push(3)\ns.pop()  # 3"),
    "what rounding leaves of zero": py("import math\nprint([round(1 / 3, 3), math.sin(math.pi)])  # [0.333, 1.5e-16]"),
    "words that are no code": py("array = [1, 2]\ndata = [1]\nis_ready = True")
    + "\n\nThe array has one element of risk. The data is 3 years old. A list has 3 kinds of use (see 4) and is 5.",
    "prints several, right": py("for i in range(3):\n    print(i)") + "\n\nThe loop prints 0, 1 and 2.",
    "prints nothing, right": py("x = 1") + "\n\nThis prints nothing.",
    "what a function returns, right": py("def f(x):\n    return None\nf(1)") + "\n\n`f` returns None.",
    "timed cell": py("%%time\nx = 1 + 1\nprint(x)  # 2"),
    "cell for another program": py("%%bash\necho hello"),
    "identity of constants": session(">>> a = 'wtf!'\n>>> b = 'wtf!'\n>>> a is b\nFalse"),
    "sizes": session(">>> import sys\n>>> sys.getsizeof([1])\n99"),
    "words beside an output": session(">>> 3 + 4\n7  # as expected"),
    "exercise": "### Exercise\n\nComplete the outline.\n\n" + py('def f(n):\n    """Square.\n\n    >>> f(2)\n    4\n    """\n    return n'),
    "filled by a block that was not run": py("words = []")
    + "\n\nThen.\n\n"
    + py("for line in open('x.txt'):\n    words.append(line)")
    + "\n\nThen.\n\n"
    + py("len(words)  # 120\nwords[0]"),
    "names in a lesson": "A mistake that is easy to make:\n\n" + py('x = 3\nassert (x == 4, "never fails")'),
    "a lesson about defaults": "The default list is shared by all calls, a well-known trap; use a fresh list in each call.\n\n"
    + py("def add(item, basket=[]):\n    basket.append(item)\n    return basket"),
    "nan": "NaN is not equal to itself.\n\n" + py("x = float('nan')\nassert not x == x\nx == x  # False"),
    "default that is not changed": "Each call makes a fresh list.\n\n"
    + py("def add(item, basket=()):\n    return [*basket, item]\nadd(1)  # [1]"),
    "strings do not change": "Strings are not changed in place.\n\n" + py("s = 'abc'\ns.upper()\nprint(s)  # abc"),
    "sorted makes a new list": "Unlike `sort`, which works in place, `sorted` makes a new list.\n\n"
    + py("x = [2, 1]\nsorted(x)\nprint(x)  # [2, 1]"),
    "fallback that is no check": py(
        "try:\n    import surely_missing\nexcept ImportError:\n    surely_missing = None\nprint(surely_missing is None)  # True"
    ),
    "a test of types with an else": "It handles text and numbers.\n\n"
    + py("def show(n):\n    if isinstance(n, str):\n        return n\n    return str(n)\nshow(3)  # '3'"),
    "a type test that is sometimes true": py(
        "def double(n):\n    if isinstance(n, str):\n        return n * 2\n    if isinstance(n, int):\n        return n + n\ndouble(2)  # 4"
    ),
    "next of an empty iterator": session(">>> next(iter([]))\nTraceback (most recent call last):\n  ...\nStopIteration"),
    "print in a loop": py("for i in range(2):\n    print(i)  # 0 and then 1"),
    "print in a function": py("def f():\n    print('in')  # in\nf()"),
    "async": py("import asyncio\n\nasync def f():\n    return 3\n\nprint(asyncio.run(f()))  # 3"),
    "awaited": py("import asyncio\nawait asyncio.sleep(0)\nprint('done')  # done"),
    "decimal": py("from decimal import Decimal\nDecimal('0.1') + Decimal('0.2')  # Decimal('0.3')"),
    "fraction": py("from fractions import Fraction\nprint(Fraction(1, 3) + Fraction(1, 6))  # 1/2"),
    "counter": py("from collections import Counter\nCounter('aab')  # Counter({'a': 2, 'b': 1})"),
    "named tuple": py("from collections import namedtuple\nP = namedtuple('P', 'x y')\nP(1, 2)  # P(x=1, y=2)"),
    "exit": py("import sys\nif False:\n    sys.exit(1)\nprint('here')  # here"),
    "main": py("def main():\n    print('hi')\n\nif __name__ == '__main__':\n    main()"),
    "quotes in a print": py("print('it is')  # 'it is'"),
    "two values": py("a, b = divmod(7, 2)\nprint(a, b)  # 3 1"),
    "json": shown("import json\nprint(json.dumps({'a': [1, 2]}, indent=2))", '{\n  "a": [\n    1,\n    2\n  ]\n}'),
    "flattened loop": "x",
    "wrong version on purpose": "This version is wrong: it forgets the last element.\n\n"
    + py("def last(x):\n    return x[len(x)]\nlast([1, 2])"),
    "abstract method": py(
        "from abc import ABC, abstractmethod\n\nclass S(ABC):\n"
        "    @abstractmethod\n    def area(self): ...\n\nS()  # TypeError: Can't instantiate abstract class S"
    ),
    "frozen": py("from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass P:\n    x: int\n\nP(1).x = 2  # FrozenInstanceError"),
    "no python": '```sql\nSELECT 1;\n```\n\n```json\n{"a": 1}\n```',
    "text that is no code": "```text\nx = 3\nprint(x)  # 4\n```",
    "docstring right": py('def twice(n):\n    """Returns a number.\n\n    >>> twice(4)\n    8\n    """\n    return 2 * n\ntwice(1)'),
    "or None": py('def first(x):\n    """Returns a list or None."""\n    return None\nfirst([])'),
    "log": "```console\n$ python main.py\n3\n```",
    "large number": py("2 ** 64  # 18_446_744_073_709_551_616\n10 ** 6  # 1000000"),
    "bytes": py("'é'.encode()  # b'\\xc3\\xa9'"),
    "comment about a default": py("import textwrap\nw = textwrap.TextWrapper(width=40)  # 70 by default"),
    "exception caught": py("try:\n    int('x')  # ValueError\nexcept ValueError as e:\n    print('caught')  # caught"),
    "infinite loop guarded": py("n = 0\nwhile True:\n    n += 1\n    if n == 3:\n        break\nprint(n)  # 3"),
    "a later block redefines": py("x = 1\nprint(x)  # 1") + "\n\nNow again.\n\n" + py("x = 2\nprint(x)  # 2"),
    "no error": py("int('4')  # no error"),
}
RIGHT.pop("flattened loop")


@pytest.mark.parametrize(("text", "words"), FAULTY.values(), ids=FAULTY)
def test_a_fault_is_found_where_it_stands(text: str, words: str, tmp_path: Path) -> None:
    """What a run contradicts is one finding, on the words that are wrong."""
    found = alarms(examined(Code(), chapter_of(text), tmp_path))
    assert len(found) == 1, [measure(f.summary) for f in found]
    place = text[found[0].span.start : found[0].span.end]
    assert words in place and place.count("\n") <= words.count("\n") + 1, place


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_right_code_raises_no_alarm(text: str, tmp_path: Path) -> None:
    """What a run bears out, or cannot decide, is never held against the text."""
    assert [(f.rule, measure(f.summary)) for f in alarms(examined(Code(), chapter_of(text), tmp_path))] == []


# ---- what a result is ---------------------------------------------------------------------------------------------


def test_every_measured_ground_points_into_the_result(tmp_path: Path) -> None:
    """The value of a ground stands in the result where its pointer says."""
    text = shown("x = [1, 2]\nprint(len(x))  # 3\nx[0]  # 1\n1 / 0  # ZeroDivisionError", "2") + "\n\n`len(x) + sum(x)` is 5."
    chapter = chapter_of(text)
    wanted = Code().examine(chapter, FACTS).runs[0]
    outcome = run(wanted, tmp_path)
    grounds = [g for f in Code().read(wanted, outcome, chapter, FACTS).findings for g in f.grounds if isinstance(g, MeasuredEvidence)]
    assert len(grounds) >= 4
    for ground in grounds:
        value = outcome.result
        for part in ground.field.strip("/").split("/"):
            value = value[int(part)] if isinstance(value, list) else value[part]  # type: ignore[index]
        assert value == ground.value
        assert ground.run == wanted.key


def test_reading_is_pure(tmp_path: Path) -> None:
    """The same outcome gives the same findings."""
    chapter = chapter_of(py("print(3)  # 4"))
    wanted = Code().examine(chapter, FACTS).runs[0]
    outcome = run(wanted, tmp_path)
    assert Code().read(wanted, outcome, chapter, FACTS) == Code().read(wanted, outcome, chapter, FACTS)


def test_a_replacement_is_what_the_run_gave(tmp_path: Path) -> None:
    """One literal that is wrong is replaced by the one that was measured, in its own place."""
    text = py("print(len([1, 2, 3]))  # prints 4")
    replacement = alarms(examined(Code(), chapter_of(text), tmp_path))[0].replacement
    assert replacement is not None
    assert text[: replacement.span.start] + measure(replacement.text) + text[replacement.span.end :] == py(
        "print(len([1, 2, 3]))  # prints 3"
    )


def test_one_namespace_serves_all_blocks(tmp_path: Path) -> None:
    """A later block sees what an earlier one defined."""
    text = py("def f(n):\n    return n + 1") + "\n\nThen.\n\n" + py("f(1)  # 2")
    assert [f.verdict for f in examined(Code(), chapter_of(text), tmp_path).findings] == ["supported"]


def test_a_block_that_fails_does_not_stop_the_next(tmp_path: Path) -> None:
    """After an exception the next block runs, and what rests on the failed one is not judged."""
    text = py("x = 1\nx = missing(x)\nz = 2") + "\n\nThen.\n\n" + py("y = 5\nprint(y)  # 5\n") + "\n\nThen.\n\n" + py("print(x)  # 2")
    found = examined(Code(), chapter_of(text), tmp_path)
    assert [(f.verdict, text[f.span.start : f.span.end]) for f in found.findings] == [("supported", "print(y)  # 5")]
    assert "missing" in measure(found.gaps[0].what)


def test_a_block_that_never_ends_is_a_gap(tmp_path: Path) -> None:
    """A block that uses up its time is stopped, and the next one runs."""
    text = py("while True:\n    pass") + "\n\nThen.\n\n" + py("print(1)  # 1")
    chapter = chapter_of(text)
    wanted = Code().examine(chapter, FACTS).runs[0]
    short = wanted.model_copy(update={"inputs": {**wanted.inputs, "cap": 1}})
    found = Code().read(wanted, run(short, tmp_path), chapter, FACTS)
    assert [f.verdict for f in found.findings] == ["supported"]
    assert "longer" in measure(found.gaps[0].what)


def test_a_process_that_dies_is_a_gap(tmp_path: Path) -> None:
    """Code that ends its interpreter leaves a result, and nothing is claimed of the blocks after it."""
    text = py("print(1)  # 1") + "\n\nThen.\n\n" + py("import os\nos._exit(3)") + "\n\nThen.\n\n" + py("print(2)  # 3")
    found = examined(Code(), chapter_of(text), tmp_path)
    assert alarms(found) == []
    assert [f.verdict for f in found.findings] == ["supported"]


@pytest.mark.parametrize("state", ["failed", "limit", "unrun"])
def test_a_run_that_did_not_end_is_a_limitation(state: str) -> None:
    """Without a result nothing is claimed, and the reason is handed on."""
    chapter = chapter_of(py("print(3)  # 4"))
    wanted = Code().examine(chapter, FACTS).runs[0]
    empty = Untrusted("", "sandbox")
    outcome = RunOutcome.model_validate({"key": wanted.key, "state": state, "reason": "no tier", "stdout": empty, "stderr": empty})
    found = Code().read(wanted, outcome, chapter, FACTS)
    assert found.findings == ()
    assert "no tier" in measure(found.gaps[0].what)


@pytest.mark.parametrize("result", [None, [], {"runs": 3}, {"runs": []}, {"runs": [{"pieces": 3}]}], ids=str)
def test_a_result_of_another_form_is_a_limitation(result: object) -> None:
    """A result that the script did not write is not read."""
    chapter = chapter_of(py("print(3)  # 4"))
    wanted = Code().examine(chapter, FACTS).runs[0]
    empty = Untrusted("", "sandbox")
    outcome = RunOutcome.model_validate({"key": wanted.key, "state": "ran", "result": result, "stdout": empty, "stderr": empty})
    assert Code().read(wanted, outcome, chapter, FACTS).findings == ()


def test_nothing_is_run_where_experiments_are_off() -> None:
    """Without experiments the code is parsed, and that it was not run is a limitation."""
    found = Code().examine(chapter_of(py("print(3)  # 4")), Facts(packages=None, experiments=False, today="2026-01-31"))
    assert found.runs == ()
    assert "not run" in measure(found.gaps[0].what)


def test_a_syntax_error_in_flattened_code_is_a_limitation(tmp_path: Path) -> None:
    """Where line ends were restored, code that does not parse may be the restorer's fault."""
    found = examined(Code(), chapter_of(py("for x in y print(x)"), flattened=True), tmp_path)
    assert alarms(found) == []
    assert len(found.gaps) == 1


def test_a_loop_in_flattened_code_is_not_held_against_the_text(tmp_path: Path) -> None:
    """Which lines belong to a restored loop is a guess, so a difference after it is no finding."""
    text = py("n = 0\nfor i in range(3):\n    n += i\n    print(n)  # 3")
    assert alarms(examined(Code(), chapter_of(text, flattened=True), tmp_path)) == []


def test_a_plain_line_of_flattened_code_is_held_against_the_text(tmp_path: Path) -> None:
    """Lines without blocks cannot be restored wrongly, so a difference counts."""
    text = py("x = [1, 2, 3]\nlen(x)  # 4")
    assert [f.rule for f in alarms(examined(Code(), chapter_of(text, flattened=True), tmp_path))] == ["comment-value"]


def test_an_unfinished_last_block_of_an_excerpt_is_a_limitation(tmp_path: Path) -> None:
    """An excerpt may break off in the middle of a block."""
    assert alarms(examined(Code(), chapter_of(py("print(max(3,"), whole=False), tmp_path)) == []


def test_the_real_excerpt_gives_a_limitation_and_no_alarm(tmp_path: Path) -> None:
    """The real chapter's code rests on a function that the excerpt does not define."""
    pack = Path(__file__).parents[2] / "shared" / "packs" / "pytorch-from-first-principles-13.txt"
    if not pack.exists():
        pytest.skip("the real pack is not part of the repository")
    from tools.layout import lay_out

    text = pack.read_text(encoding="utf-8").split("== 2. Chapter text ==")[1].split("== 3. ")[0]
    chapter = chapter_of(text, whole=False, number="13").model_copy(update={"blocks": lay_out(text)})
    found = examined(Code(), chapter, tmp_path)
    assert found.findings == ()
    assert any("load_model" in measure(g.what) or "torch" in measure(g.what) for g in found.gaps)


# ---- torch --------------------------------------------------------------------------------------------------------

TRAINED = """import torch
from torch import nn

class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        {line}
        self.lin = nn.Linear(n, n)

    def forward(self, x):
        return self.lin(x) * self.gain{use}

net = Scale(3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    net(torch.ones(4, 3)).pow(2).mean().backward()
    opt.step()"""
TORCH: dict[str, tuple[str, list[str]]] = {
    "a learned tensor": (py(TRAINED.format(line="self.gain = torch.ones(n)  # learned gain", use="")), ["never-learned"]),
    "a detached parameter": (
        py(TRAINED.format(line="self.gain = nn.Parameter(torch.ones(n))  # learned gain", use=".detach()")), ["never-trained"],
    ),
    "a parameter": (py(TRAINED.format(line="self.gain = nn.Parameter(torch.ones(n))  # learned gain", use="")), []),
    "a fixed tensor": (py(TRAINED.format(line="self.gain = torch.ones(n)  # fixed, not learned", use="")), []),
    "a shape": (py("import torch\nx = torch.ones(2, 3)\ny = x @ x.T  # (2, 3)\nx.sum(0)  # tensor([2., 2., 2.])"), ["comment-value"]),
    "shapes": (py("import torch\nx = torch.randn(2, 3)  # (2, 3)\nx.shape  # torch.Size([2, 3])\nx.T  # shape: (3, 2)"), []),
    "digits and devices": (py("import torch\ntorch.tensor([1.0]) / 3  # tensor([0.3333], device='cuda:0')"), []),
    "an argument that is gone": (py("import torch\ntorch.ones(2).sum(axes=0)"), ["raises"]),
    "a shape within": (
        py("import torch\ndef f(x):\n    y = x.T.clone()  # (2, 3)\n    return y\nf(torch.ones(2, 3)).sum()"), ["comment-inner"],
    ),
    "a seeded value": (py("import torch\ntorch.manual_seed(0)\ntorch.rand(1)  # tensor([0.1234])"), []),
}  # fmt: skip


@pytest.mark.torch
@pytest.mark.parametrize(("text", "rules"), TORCH.values(), ids=TORCH)
def test_code_of_torch_is_held_against_the_text(text: str, rules: list[str], tmp_path: Path) -> None:
    """Shapes, arguments and training are measured with the torch of an experiment environment."""
    environment = torch_environment()
    if environment is None:
        pytest.skip("no experiment environment has torch")
    assert [f.rule for f in alarms(examined(Code(), chapter_of(text), tmp_path, python=str(environment.python)))] == rules


@pytest.mark.parametrize(
    ("shown", "printed", "verdict"),
    [("16777217.0", "16777216.0", "different"), ("1234567.0", "1234567.2", "same"), ("1.23e+06", "1234567.0", "same")],
    ids=["whole", "rounded-to-whole", "rounded-to-three-digits"],
)
def test_whole_numbers_agree_only_where_they_are_equal(shown: str, printed: str, verdict: str) -> None:
    """A difference in the last of many digits is what such a line is about, and no rounding."""
    assert compare(shown, printed) == verdict
