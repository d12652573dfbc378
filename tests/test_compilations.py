"""What a chapter says of its compilations is held against the graphs that its own calls make; wrong twins of right sentences are found."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from handmade import alarms, chapter_of, run
from package_sites import torch_environment

from prompts.trust import Untrusted
from sandbox.probes.records import at
from tools.instruments.compilations import Compilations
from tools.instruments.compilations.spoken import said
from tools.records import Facts, Finding, MeasuredEvidence, RunOutcome, Span

LOOP = """```python
import torch
from torch._dynamo.testing import CompileCounter

c = CompileCounter()
f = torch.compile(lambda x: x * 2, backend=c)
for n in (4, 5, 1, 6):
    f(torch.ones(n))
print(c.frame_count)
```

"""
TWO = """```python
import torch

@torch.compile(backend="eager")
def loose(x):
    return x * 2

@torch.compile(backend="eager")
def strict(x, how):
    return x + 1 if how == "up" else x - 1

loose(torch.ones(3))
loose(torch.ones(3))
strict(torch.ones(3), "up")
strict(torch.ones(3), "down")
```

"""
#: What three calls of the loop made: 4 compiles, 5 compiles with a symbol, 1 compiles, 6 does not.
GRAPHS = [1, 1, 1, 0]
#: Of the loop: the form, what is wrong and what is right.
OF_LOOP: dict[str, tuple[str, str, str]] = {
    "times": ("In this loop `f` is compiled {}.", "twice", "three times"),
    "graphs": ("After the loop there are {} graphs.", "four", "three"),
    "makes": ("The loop makes {} compilations.", "2", "3"),
    "backend": ("When the loop is over, the backend has been called {} times.", "four", "three"),
    "all": ("{} graphs are all that is made here.", "Two", "Three"),
    "each": ("The function compiles once for each {}.", "length", "length that is not served by the symbolic graph"),
    "counter": ("At the end `c.frame_count` is {}.", "4", "3"),
    "counter at": ("The counter ends at {}.", "4", "3"),
    "before a call": ("The counter stands at {} before the third call.", "3", "2"),
    "after a call": ("The counter stands at {} after the first call.", "2", "1"),
    "prints": ("The program prints {}.", "4", "3"),
    "output": ("The output is `{}`.", "2", "3"),
    "call by place": ("The second call {}.", "reuses the graph of the first", "compiles again"),
    "call by number": ("Call 4 {}.", "recompiles", "reuses a graph"),
    "call by value": ("The call with length 1 {}.", "is served by the symbolic graph", "needs a third graph"),
    "batch": ("The batch of 6 {}.", "costs another compilation", "is served by the symbolic graph"),
    "so is": ("The batch of one {}; the batch of six is served by the symbolic one.", "reuses a graph", "needs a third graph"),
    "last": ("The last call {}.", "compiles anew", "finds the entry that is there"),
    "bare place": ("The first call compiles. The third {}.", "runs in eager mode", "compiles as well"),
    "again": ("The loop recompiles {}.", "three times", "twice"),
    "again, counted": ("After the first call there are {} recompilations.", "3", "2"),
    "German, participle": ("Die Funktion wird {} übersetzt.", "zweimal", "dreimal"),
    "French, participle": ("La fonction est {} fois compilée.", "deux", "trois"),
    "German": ("Die Funktion wird übersetzt. Am Ende gibt es {} Graphen.", "vier", "drei"),
    "French": ("À la fin il y a {} graphes.", "quatre", "trois"),
}  # fmt: skip
LEFT_ALONE = [
    "Without the symbol there would be four graphs.",
    "If every length were static, the loop would make four graphs.",
    "At most four graphs are made in the loop.",
    "One might expect that the second call reuses the graph of the first.",
    "Does the second call reuse the graph?",
    "In another chapter a function `g` makes four graphs.",
    "Do not think that the fourth call recompiles.",
    "The first call compiles and takes 4 seconds.",
    "A graph has four nodes.",
    "The limit is 8 graphs for one code object.",
    "In general one graph is not enough.",
    "Zwei Graphen wären zu wenig.",
    "It is compiled twice only if the length is marked.",
    "Our service makes four graphs at most.",
    "The reader may try to have the loop compiled once.",
]


def result(graphs: list[int]) -> dict[str, Any]:
    """The result of a run of LOOP."""
    steps, total = [], 0
    for line in (1, 2, 4, 5):
        counters = {"c": {"frame_count": 0, "op_count": 0}} if line > 3 else {}
        steps.append({"piece": 0, "line": line, "values": {}, "made": 0, "total": 0, "counters": counters})
    for n, made in zip((4, 5, 1, 6), graphs, strict=True):
        total += made
        counters = {"c": {"frame_count": total, "op_count": total}}
        steps.append({"piece": 0, "line": 7, "values": {"n": n}, "made": made, "total": total, "counters": counters})
    steps.append({**steps[-1], "line": 8, "values": {}, "made": 0})
    return {"steps": steps, "series": [], "raised": [], "printed": {"0": f"{total}\n"}}


class WithTorch:
    """Packages of which torch is one."""

    def distribution_of(self, module: str) -> str | None:
        return module


def read(text: str, graphs: list[int]) -> list[Finding]:
    """What is found in a chapter whose run counted these graphs."""
    chapter = chapter_of(text)
    facts = Facts(packages=WithTorch(), experiments=True, today="2026-01-31")  # type: ignore[arg-type]
    instrument = Compilations()
    runs = instrument.examine(chapter, facts).runs
    found: list[Finding] = []
    for wanted in runs:
        outcome = RunOutcome(key=wanted.key, state="ran", result=result(graphs), stdout=Untrusted("", "run"), stderr=Untrusted("", "run"))
        found += instrument.read(wanted, outcome, chapter, facts).findings
        grounded(found, outcome.result)
    return found


def grounded(found: list[Finding], counted: Any) -> None:
    """Every figure that a finding shows stands where it says, as it says."""
    for each in found:
        for ground in each.grounds:
            assert isinstance(ground, MeasuredEvidence)
            assert at(counted, ground.field) == ground.value


@pytest.mark.parametrize("name", OF_LOOP)
def test_a_wrong_count_is_found_and_its_right_twin_is_not(name: str) -> None:
    """A wrong count of compilations is found, and the same sentence with the right one is left alone."""
    form, wrong, right = OF_LOOP[name]
    assert alarms_of(LOOP + form.format(wrong)), "missed"
    assert alarms_of(LOOP + form.format(right)) == []


def alarms_of(text: str) -> list[str]:
    return [text[f.span.start : f.span.end] for f in read(text, GRAPHS) if f.verdict != "supported"]


@pytest.mark.parametrize("sentence", LEFT_ALONE)
def test_what_supposes_asks_or_speaks_of_something_else_is_left_alone(sentence: str) -> None:
    """Suppositions, questions and counts of something else are left alone."""
    assert alarms_of(LOOP + sentence) == []


def test_a_right_count_is_a_confirmation_with_its_measured_ground() -> None:
    """A right count is confirmed with what was measured."""
    (finding,) = read(LOOP + "After the loop there are three graphs.", GRAPHS)
    assert finding.verdict == "supported"
    assert finding.grounds[0].kind == "run"


def test_nothing_is_run_where_nothing_is_said_or_torch_is_absent() -> None:
    """Without a statement, or without torch, nothing is run."""
    facts = Facts(packages=WithTorch(), experiments=True, today="2026-01-31")  # type: ignore[arg-type]
    assert not Compilations().examine(chapter_of(LOOP + "A function of one tensor."), facts).runs
    assert not Compilations().examine(chapter_of("`torch.compile` makes two graphs."), facts).runs
    said_so = chapter_of(LOOP + "After the loop there are three graphs.")
    assert not Compilations().examine(said_so, Facts(packages=None, experiments=True, today="2026-01-31")).runs
    assert not Compilations().examine(said_so, Facts(packages=facts.packages, experiments=False, today="2026-01-31")).runs


def test_a_long_sentence_is_read_in_linear_time() -> None:
    """A sentence without end takes time in proportion to its length."""
    text = "the second call " * 4000
    begun = time.monotonic()
    assert list(said(text, Span(start=0, end=len(text)), frozenset())) == []
    assert time.monotonic() - begun < 5


#: With the installed torch. The text, and what of it is wrong.
REAL: dict[str, tuple[str, list[str]]] = {
    "loop": (LOOP + "The loop makes three graphs. The call with length 1 is served by the symbolic graph.", ["length 1"]),
    "two functions": (TWO + "`loose` is compiled once in all, and `strict(torch.ones(3), 'up')` makes two graphs.", ["two graphs"]),
    "calls in words": (
        TWO.split("\n\nloose(")[0]
        + "\n```\n\nCall `loose` with vectors of length 6, 7, 8 and 9. After all four calls there are four graphs.",
        ["four graphs"],
    ),
    "table": (
        "The function is `torch.compile(lambda x: x * 2, backend=\"eager\")`.\n\n| call | shape | compiles? |\n|---|---|---|\n"
        "| 1 | (4, 6) | yes |\n| 2 | (5, 6) | yes |\n| 3 | (7, 6) | yes |\n",
        ["(7, 6)"],
    ),
    "raises": (TWO + "`loose(3, 4)` raises `ValueError`.", ["raises `ValueError`"]),
}  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_the_chapters_calls_are_counted_by_the_installed_torch(name: str, tmp_path: Path) -> None:
    """What the installed torch compiles is what was written down before."""
    packages, python = torch_environment()
    text, wrong = REAL[name]
    facts = Facts(packages=packages, experiments=True, today="2026-01-31")
    (wanted,) = Compilations().examine(chapter_of(text), facts).runs
    outcome = run(wanted, tmp_path / "run", python)
    examination = Compilations().read(wanted, outcome, chapter_of(text), facts)
    grounded([*examination.findings], outcome.result)
    found = alarms(examination)
    assert len(found) == len(wrong)
    assert all(words in text[f.span.start : f.span.end] for f, words in zip(found, wrong, strict=True))
