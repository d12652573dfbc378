"""Programs, flattened and not: their lines, their indentation, their language, and where they end."""

from __future__ import annotations

import ast
import textwrap
import warnings

import pytest
from layout_reading import kinds, pieces, program, programs

from tools.layout import lay_out
from tools.records import source_of

FLATTENED = {
    "a statement in brackets behind a comment": (
        "w = make(3.0) (w ** 2).backward() print(w.grad) # 6.0 (w ** 2).backward() print(w.grad) # 12.0 (twice as much) "
        "The second call adds to the first.",
        """
        w = make(3.0)
        (w ** 2).backward()
        print(w.grad) # 6.0
        (w ** 2).backward()
        print(w.grad) # 12.0 (twice as much)
        """,
    ),
    "loop and context": (
        'model = load().eval() fast = torch.compile(model, dynamic=False) # "static is faster" for item in stream: with torch.no_grad(): '
        "out = fast(item.tokens) # [1, T], T varies Eleven requests. Every output agrees.",
        """
        model = load().eval()
        fast = torch.compile(model, dynamic=False) # "static is faster"
        for item in stream:
            with torch.no_grad():
                out = fast(item.tokens) # [1, T], T varies
        """,
    ),
    "class with methods": (
        "import torch import torch.nn as nn class Net(nn.Module): def __init__(self): super().__init__() self.fc = nn.Linear(3, 4) "
        "# one layer def forward(self, x): # x: [B, 3] return self.fc(x).relu() net = Net() "
        "print(net(torch.ones(2, 3)).shape) The shape has two entries.",
        """
        import torch
        import torch.nn as nn
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(3, 4) # one layer
            def forward(self, x): # x: [B, 3]
                return self.fc(x).relu()
        net = Net()
        print(net(torch.ones(2, 3)).shape)
        """,
    ),
    "return behind a loop": (
        "def f(n): total = 0 for i in range(n): if i % 2: total += i else: total -= i return total print(f(10)) It prints minus five.",
        """
        def f(n):
            total = 0
            for i in range(n):
                if i % 2:
                    total += i
                else:
                    total -= i
            return total
        print(f(10))
        """,
    ),
    "decorator and docstring": (
        '@torch.compile def g(x): """The sine plus one.""" return x.sin() + 1 x = torch.ones(3) y = g(x) Then it is done.',
        '''
        @torch.compile
        def g(x):
            """The sine plus one."""
            return x.sin() + 1
        x = torch.ones(3)
        y = g(x)
        ''',
    ),
    "data class": (
        "from dataclasses import dataclass @dataclass class P: a: int b: float = 3.0 p = P(1) print(p.b)",
        """
        from dataclasses import dataclass
        @dataclass
        class P:
            a: int
            b: float = 3.0
        p = P(1)
        print(p.b)
        """,
    ),
    "try and except": (
        "try: x = int(s) except ValueError as e: raise RuntimeError('no') from e finally: log('done') y = {\"a\": 1, \"b\": [1, 2]}",
        """
        try:
            x = int(s)
        except ValueError as e:
            raise RuntimeError('no') from e
        finally:
            log('done')
        y = {"a": 1, "b": [1, 2]}
        """,
    ),
    "inner function": (
        'def outer(k): def inner(x): return x * k return inner double = outer(2) assert double(3) == 6, "six"',
        """
        def outer(k):
            def inner(x):
                return x * k
            return inner
        double = outer(2)
        assert double(3) == 6, "six"
        """,
    ),
    "guards": (
        "def h(x): if x < 0: return None if x > 5: x = 5 return x from a import b, c from d.e import (f, g) while True: break",
        """
        def h(x):
            if x < 0:
                return None
            if x > 5:
                x = 5
            return x
        from a import b, c
        from d.e import (f, g)
        while True:
            break
        """,
    ),
    "comments inside brackets": (
        "config = Config( width=512, # of the model heads=8, # see Table 2 drop=0.1, # a rate ) model = Net(config) The model is small.",
        """
        config = Config( width=512, # of the model
        heads=8, # see Table 2
        drop=0.1, # a rate
        )
        model = Net(config)
        """,
    ),
    "comment before the first statement": (
        "# Measure it once start = time.perf_counter() # now y = model(x) end = time.perf_counter() In this run it took a second.",
        """
        # Measure it once
        start = time.perf_counter() # now
        y = model(x)
        end = time.perf_counter()
        """,
    ),
    "German comments and prose": (
        "modell = lade() # lädt das kleine Modell ausgabe = modell(eingabe) # eine Zahl je Zeile "
        "Das Modell antwortet sofort, und der Fehler ist klein.",
        """
        modell = lade() # lädt das kleine Modell
        ausgabe = modell(eingabe) # eine Zahl je Zeile
        """,
    ),
    "fence marks on the line": (
        "See here: ```python x = f(1) y = g(x) ``` and so on.",
        """
        x = f(1)
        y = g(x)
        """,
    ),
    "block that a name closes": (
        'device = "cpu" if torch.cuda.is_available(): device = "cuda" model = Net().to(device) The device is chosen once.',
        """
        device = "cpu"
        if torch.cuda.is_available():
            device = "cuda"
        model = Net().to(device)
        """,
    ),
    "sibling loops": (
        "xs = load() for a in xs: keep(a) for b in other(): drop(b) Both loops end.",
        """
        xs = load()
        for a in xs:
            keep(a)
        for b in other():
            drop(b)
        """,
    ),
}


@pytest.mark.parametrize("shape", FLATTENED)
def test_flattened_program_gets_its_lines_and_indentation_back(shape: str) -> None:
    """Statements that were joined by spaces are parted again, nested as people nest them, and the source parses."""
    text, wanted = FLATTENED[shape]
    assert program(text) == textwrap.dedent(wanted).strip()


@pytest.mark.parametrize("shape", FLATTENED)
def test_restored_lines_say_that_they_were_restored(shape: str) -> None:
    """A block whose line ends were recovered is marked as flattened, and each of its lines is a piece of the text as it stands."""
    text, _ = FLATTENED[shape]
    (block,) = [block for block in lay_out(text) if block.kind == "code"]
    assert block.flattened
    assert block.language == "python"
    assert all(text[line.span.start : line.span.end] == text[line.span.start : line.span.end].strip() for line in block.lines)


def test_prose_around_flattened_code_stays_whole() -> None:
    """The sentence before code and the one behind its last comment lose no word."""
    text = "We build it first. x = torch.ones(3) y = x.sum() # a scalar The sum is three. Nothing else happens."
    assert pieces(text, "prose") == ["We build it first.", "The sum is three. Nothing else happens."]


def test_value_printed_by_the_last_statement_is_output() -> None:
    """What stands between a final print and the next sentence is what was printed."""
    text = "x = torch.ones(3) print(x * 2) tensor([2., 2., 2.]) The values double."
    assert kinds(text) == ["code", "output", "prose"]
    assert pieces(text, "output") == ["tensor([2., 2., 2.])"]


def test_flattened_session_is_input_and_output_in_turn() -> None:
    """Each prompt begins an input; what follows its statement, up to the next prompt or sentence, is output."""
    text = ">>> import numpy as np >>> a = np.arange(3) >>> a array([0, 1, 2]) >>> a.sum() 3 >>> 1 + 1 2 The sums agree."
    assert kinds(text) == ["code", "output", "code", "output", "code", "output", "prose"]
    assert programs(text) == ["import numpy as np\na = np.arange(3)\na", "a.sum()", "1 + 1"]
    assert pieces(text, "output") == ["array([0, 1, 2])", "3", "2"]


def test_continued_inputs_lose_their_marks() -> None:
    """The dots that continue an input are no code, neither in a block nor inside brackets."""
    text = ">>> for i in range(2): ... print(i) 0 1 >>> d = { ... 'a': 1, ... } >>> d['a'] 1 This is the end."
    loop, rest = programs(text)
    assert loop == "for i in range(2):\n    print(i)"
    assert [ast.dump(node) for node in ast.parse(rest).body] == [ast.dump(node) for node in ast.parse("d = {'a': 1}\nd['a']").body]


def test_session_in_lines_is_split_the_same_way() -> None:
    """A fenced session gives code without prompts, indentation kept, and the output behind it."""
    text = "```python\n>>> def f(x):\n...     return x\n...\n>>> f(2)\n2\n```\n"
    assert kinds(text) == ["code", "output"]
    assert programs(text) == ["def f(x):\n    return x\n\nf(2)"]


def test_console_commands_are_code_and_what_they_print_is_output() -> None:
    """A shell's prompt marks a command; the lines behind it are its output."""
    text = "```console\n$ ls -l\ntotal 3\n$ echo hi\nhi\n```\n"
    assert kinds(text) == ["code", "output", "code", "output"]
    assert [block.language for block in lay_out(text) if block.kind == "code"] == ["console", "console"]
    assert programs(text) == ["ls -l", "echo hi"]


def test_flattened_console_commands_are_parted_at_their_prompts() -> None:
    """Commands run together are parted at each prompt, and end where a sentence begins."""
    text = "$ pip install torch==2.6 $ python train.py --epochs 3 The training takes two minutes."
    assert programs(text) == ["pip install torch==2.6\npython train.py --epochs 3"]
    assert pieces(text, "prose") == ["The training takes two minutes."]


@pytest.mark.parametrize(
    ("info", "language"),
    [
        ("python", "python"),
        ("py", "python"),
        ("{code-cell} ipython3", "python"),
        ("yaml", "yaml"),
        ("toml", "toml"),
        ("sql", "sql"),
        ("bash", "bash"),
    ],
)
def test_fence_names_the_language(info: str, language: str) -> None:
    """The info string of a fence tells the language under its usual names."""
    (block,) = lay_out(f"Text.\n\n```{info}\na = 1\n```\n")[1:]
    assert (block.kind, block.language) == ("code", language)


def test_multi_line_string_of_unflattened_code_is_kept_exactly() -> None:
    """Where line ends are there, every line is kept to the character, blank lines and white space inside strings included."""
    source = 'def f():\n    """One.\n\n      Two.  \n    """\n    return """\n\ta\n"""'
    (block,) = lay_out(f"```python\n{source}\n```\n")
    assert not block.flattened
    assert source_of(block, f"```python\n{source}\n```\n") == source
    assert {line.indent for line in block.lines} == {0}


def test_fence_in_a_list_loses_the_indentation_of_the_list() -> None:
    """Code in a fence that is itself indented parses, because the fence's own indentation is taken off."""
    assert programs("- item\n\n  ```python\n  if x:\n      y = 1\n  ```\n") == ["if x:\n    y = 1"]


def test_indented_code_of_markdown_is_code() -> None:
    """Four spaces behind a blank line begin code, whose own indentation is kept."""
    assert programs("Text:\n\n    import os\n    if os.name:\n        print(1)\n\nMore text.\n") == ["import os\nif os.name:\n    print(1)"]


def test_directive_of_restructured_text_is_code() -> None:
    """What is indented under a code-block directive is code in the language that it names, its options left out."""
    text = ".. code-block:: python\n   :linenos:\n\n   x = 1\n   y = f(x)\n\nThen this.\n"
    assert programs(text) == ["x = 1\ny = f(x)"]
    assert kinds(text) == ["code", "prose"]


def test_bare_program_is_found_by_its_parsing() -> None:
    """Lines without any mark around them are code where they are a program, blank lines inside it included."""
    text = 'import torch\n\ndef f(x):\n    """Doc.\n\n    More.\n    """\n    return x\n\ny = f(torch.ones(3))\nprint(y)\n'
    text += "\nThe function returns it.\n"
    assert kinds(text) == ["code", "prose"]
    assert program(text).startswith("import torch\n\ndef f(x):")


def test_text_that_only_looks_fenced_at_the_end_is_code_to_the_end() -> None:
    """A fence that nothing closes runs to the end of the text, as in an excerpt that was cut."""
    assert kinds("Text.\n\n```python\nx = f(1)\n") == ["prose", "code"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('The settings: { "lr": 0.1, "layers": [1, 2] } These are used below.', "json"),
        ("The query: SELECT name, age FROM users WHERE age > 3 ORDER BY age; It returns two rows.", "sql"),
        ('{\n  "lr": 0.1\n}\n', "json"),
        ("pip install torch\n", "bash"),
    ],
)
def test_other_languages_are_recognised(text: str, language: str) -> None:
    """JSON, SQL and shell commands are code under their own names, though they are not restored."""
    assert [block.language for block in lay_out(text) if block.kind == "code"] == [language]


def test_program_that_nobody_closed_is_cut_before_its_open_end() -> None:
    """An excerpt that ends in the middle of a block gives the statements that are whole."""
    assert program("import os x = os.getcwd() y = f(x) for item in") == "import os\nx = os.getcwd()\ny = f(x)"


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("x = 0.1 + 0.2 print(x == 0.3) False Floating point is not exact.", "False"),
        ('We look closer. print(f"{x:.17f}") 0.30000000000000004 This is the stored value.', "0.30000000000000004"),
        ('xs = load() for x in xs: print(f"step {x}: {f(x):.1f}") step 0: 2.3 step 1: 1.8 The loss falls.', "step 0: 2.3 step 1: 1.8"),
        ("The loop is: for i in range(3): print(i) 0 1 2 It prints three numbers.", "0 1 2"),
        ("data = [3, 1, 2] s = sorted(data) print(s) [1, 2, 3] The list is sorted.", "[1, 2, 3]"),
    ],
    ids=["a constant", "a single print", "text that the print begins with", "numbers", "a list"],
)
def test_printed_text_is_told_from_the_prose_behind_it(text: str, output: str) -> None:
    """What a flattened program printed is output, whatever it is, and the sentence behind it is prose."""
    assert pieces(text, "output") == [output]
    assert kinds(text)[-1] == "prose"


def test_single_assertion_at_the_start_of_a_line_is_code() -> None:
    """An assertion that calls and compares is no sentence."""
    assert programs("assert model(x).shape == (2, 3) The shape is checked.") == ["assert model(x).shape == (2, 3)"]


def test_flattened_command_ends_before_the_sentence_on_its_line() -> None:
    """A single command with a sentence behind it does not swallow the sentence."""
    assert kinds("$ pip install torch==2.6 The installation takes a minute.") == ["code", "prose"]


@pytest.mark.parametrize("literal", ['"\\d+"', "3 is x", "1if x else 2"], ids=["escape", "identity", "number and word"])
def test_code_that_python_warns_of_is_read_in_silence(literal: str) -> None:
    """A warning of the parser about somebody's code is none of ours, neither where the code parses nor where it is cut."""
    text = f"import re\nx = f({literal})\ny = ((\n"
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        lay_out(text)
        lay_out(f"Text. import re x = f({literal}) print(x) The end.")
    assert not raised


@pytest.mark.parametrize(
    "words",
    [
        "eager total: 0.030 s\ncompiled total: 0.010 s (warm)",
        "loss = 0.25\nafter 3 epochs (of 10)",
        "[ 92.  80. 100.]\n(3,) float64",
        "epoch 1: loss 2.31 (best)\nepoch 2: loss 1.98 (best)",
        "tensor([1., 2.], grad_fn=<MulBackward0>)",
        "max difference: 2.1e-08; ok",
        "Durchlauf 1: 12,5 ms [kalt]\nDurchlauf 2: 3,1 ms [warm]",
        "1830*10**6 * 2 / 10**12 = 0.00366",
    ],
    ids=["totals", "an assignment of figures", "arrays", "records", "a tensor", "a semicolon inside", "German", "arithmetic"],
)
def test_fence_without_a_language_that_holds_printed_lines_is_output(words: str) -> None:
    """Lines that do not parse as Python and show no other language were printed."""
    assert set(kinds(f"It prints:\n\n```\n{words}\n```\n\nThat is all.\n")[1:-1]) <= {"output", "table"}


@pytest.mark.parametrize(
    "words",
    [
        "int main() {\n  return 0;\n}",
        "SELECT name, age\nFROM users\nWHERE age > 3",
        "model:\n  width: 512\n  heads: 8",
        "[tool.ruff]\nline-length = 140",
        "<div>\n  <p>text</p>\n</div>",
        "for x in xs:\n    y = f(x)\n    ... and so on ...",
        "s² = Σ (xᵢ − x̄)² / (N − 1)    (4.1)",
        "pip install torch\npython train.py",
    ],
    ids=["C", "SQL", "YAML", "TOML", "HTML", "Python that was cut", "a formula", "shell"],
)
def test_fence_without_a_language_that_holds_a_program_is_code(words: str) -> None:
    """A program in any language, settings and formulas are no output."""
    assert kinds(f"Look:\n\n```\n{words}\n```\n\nThat is all.\n") == ["prose", "code", "prose"]


@pytest.mark.parametrize(
    ("text", "typed", "said", "rest"),
    [
        (">>> hours.max() np.float64(28.0) Differences tell more.", "hours.max()", "np.float64(28.0)", "Differences tell more."),
        (">>> lengths array([1., 2.]) Werte stehen beieinander.", "lengths", "array([1., 2.])", "Werte stehen beieinander."),
        (">>> type(3) <class 'int'> Whole numbers have one type.", "type(3)", "<class 'int'>", "Whole numbers have one type."),
        (">>> len(d) 3 Table 4.1 lists them.", "len(d)", "3", "Table 4.1 lists them."),
        (">>> P(1, 2) P(x=1, y=2) Data classes print their fields.", "P(1, 2)", "P(x=1, y=2)", "Data classes print their fields."),
        (">>> m.sum() [ 92. 80. 100.] La somme est exacte.", "m.sum()", "[ 92. 80. 100.]", "La somme est exacte."),
        (">>> 'ab' * 2 'abab' Drei Zeichen wären falsch.", "'ab' * 2", "'abab'", "Drei Zeichen wären falsch."),
    ],
    ids=["scalar", "German", "class", "label", "data class", "array and French", "string"],
)  # fmt: skip
def test_output_at_a_flattened_prompt_is_its_value_alone(text: str, typed: str, said: str, rest: str) -> None:
    """Behind an input stands what it evaluates to; the sentence behind that is prose, whatever it opens with."""
    assert programs(text) == [typed]
    assert pieces(text, "output") == [said]
    assert pieces(text, "prose") == [rest]


def test_flattened_session_swallows_no_line_behind_it() -> None:
    """A session that lost its line ends stops at its own line; code and prose on the next are read for themselves."""
    text = (
        ">>> xs.max() 28.0 The maximum is a float.\nys = g(xs) print(ys.max()) # 3\nNothing else is printed, and so on.\n"
        + "More words. " * 300
    )
    assert kinds(text)[:5] == ["code", "output", "prose", "code", "prose"]
    assert programs(text)[1] == "ys = g(xs)\nprint(ys.max()) # 3"


def test_session_in_lines_ends_at_a_sentence() -> None:
    """Without a blank line behind it a session ends where a line is a sentence."""
    text = ">>> f(3)\n3\nThe value comes back.\n"
    assert kinds(text) == ["code", "output", "prose"]


def test_prose_between_two_flattened_prompts_stays_prose() -> None:
    """What stands between an output and the next prompt is prose where it is a sentence, and output where it was printed."""
    text = ">>> x 3 The value is three. Then we add: >>> x + 1 4 >>> print('all is well') all is well >>> x 3 That is all."
    assert pieces(text, "output") == ["3", "4", "all is well", "3"]
    assert pieces(text, "prose") == ["The value is three. Then we add:", "That is all."]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("d = f(x, y) print(d.shape) # (3, 3) Table 4.2 Rise by hour", "print(d.shape) # (3, 3)"),
        ("d = f(x, y) print(d.mean()) # 38.5 Durchsatz und Dauer hängen zusammen. Das ist klar.", "print(d.mean()) # 38.5"),
        ("d = f(x, y) print(len(d)) # 8 Tabelle 8.1 zeigt, was übrig ist.", "print(len(d)) # 8"),
        ("d = f(x, y) print(d.a, d.b) # True True ravel gives a view where it can, and so on. It is fast.", "print(d.a, d.b) # True True"),
        ("d = f(x, y) print(d.size) # 6 default_rng uses a generator of its own, and a good one. It is fast.", "print(d.size) # 6"),
        ("d = f(x, y) print(d.text) # 3 hot hours 4.4 Spread: which divisor? The variance has two.", "print(d.text) # 3 hot hours"),
        ("d = f(x, y) print(d.shape) # (3, 3) 4.5 Holes in the data A missing value is stored as nan. It is.", "print(d.shape) # (3, 3)"),
        ("d = f(x, y) print(d.size) # 3 Werte je Zeile Das Feld ist klein, und die Zeilen sind kurz.", "print(d.size) # 3 Werte je Zeile"),
        ("d = f(x, y) print(d.size) # 2: one for each Five calls follow. They end.", "print(d.size) # 2: one for each"),
        ("d = f(x, y) print(d.a) # torch.float32 on every machine e = g(d) print(e.b) The end is near.", "print(e.b)"),
        ("d = f(x, y) print(d.a) # [1, 2] La liste a deux éléments. Elle est courte.", "print(d.a) # [1, 2]"),
    ],
)  # fmt: skip
def test_comment_of_a_value_ends_with_it_where_prose_resumes(text: str, last: str) -> None:
    """A label, a title or a sentence behind the values that a comment foretells belongs to the prose."""
    assert program(text).splitlines()[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "print(np.prod(a.shape)) # 12 We also took the mean of a million values.",
        "try: a - a.mean(axis=1) except ValueError as error: print(error) # shapes do not match Shapes are compared from the right.",
        "lib.config.print_breaks = True 6.4 Buckets The oldest remedy needs no compiler at all. It pads.",
    ],
)
def test_short_program_on_a_line_is_code(text: str) -> None:
    """A print of something worked out, an operation that is tried, and a setting are code where a sentence or a title follows."""
    assert kinds(text)[0] == "code"
    assert kinds(text)[-1] == "prose"


def test_log_record_ends_before_a_sentence_without_a_usual_opener() -> None:
    """A record that ends in a figure ends there where a capitalised word begins a sentence."""
    text = "[0/1] [__recompiles] - 0/0: size mismatch at index 0. expected 8, actual 9 Rank and type are another matter. They count."
    assert pieces(text, "output")[0].endswith("actual 9")
    assert kinds(text) == ["output", "prose"]
