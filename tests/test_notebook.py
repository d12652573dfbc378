"""The instrument `notebook`: a supplied notebook is run cell by cell and held against its stored outputs."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from handmade import FACTS, alarms, chapter_of, examined

from prompts.trust import Untrusted, measure
from tools.instruments.notebook import Notebook
from tools.records import Examination, Facts

CHAPTER = chapter_of("The work is in the notebook `work.ipynb` beside this chapter.")


def notebook(*cells: tuple[str, str], words: str = "") -> str:
    """A notebook of code cells with their stored output ("" for none)."""
    made = nbformat.v4.new_notebook()
    if words:
        made.cells.append(nbformat.v4.new_markdown_cell(words))
    for source, output in cells:
        cell = nbformat.v4.new_code_cell(source)
        if output:
            cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=output)]
        made.cells.append(cell)
    return str(nbformat.writes(made))


def seen(text: str, folder: Path) -> Examination:
    return examined(Notebook("work.ipynb", Untrusted(text, "material")), CHAPTER, folder)


FAULTY: dict[str, tuple[str, str]] = {
    "a cell that raises": (notebook(("x = [1]", ""), ("x.push(2)", "")), "cell-raises"),
    "another output than the stored one": (notebook(("print(6 * 7)", "41\n")), "stored-output"),
    "a fallback to itself": (
        notebook(("got = sum([1, 2])\ntry:\n    want = reference()\nexcept Exception:\n    want = got\nassert got == want", "")),
        "fallback-to-itself",
    ),
    "a comparison with itself": (notebook(("a = [1]\nassert a == a", "")), "compares-itself"),
    "an assertion that is dropped": (notebook(("try:\n    assert 1 == 2\nexcept Exception:\n    pass", "")), "swallowed-check"),
    "a tuple that is asserted": (notebook(('x = 1\nassert (x == 2, "two")', "")), "assert-tuple"),
    "a cell that does not parse": (notebook(("x = (1", "")), "syntax"),
    "a name that was never defined": (notebook(("print(total)", "")), "cell-raises"),
}

RIGHT: dict[str, str] = {
    "cells that agree": notebook(("x = 20", ""), ("print(x + 1)", "21\n")),
    "a real check": notebook(("got = sum([1, 2])\nassert got == 3", "")),
    "magics": notebook(("%matplotlib inline\n!pip install numpy\nx = 1", ""), ("print(x)", "1\n")),
    "times": notebook(("import time\nprint(time.time())", "1700000000.0\n")),
    "random": notebook(("import random\nprint(random.random())", "0.5\n")),
    "a lesson": notebook(("a = [1]\nassert a == a", ""), words="This check is useless: it is always true."),
    "a missing package": notebook(("import surely_not_installed_package", "")),
    "an import that may fail": notebook(("try:\n    import surely_missing\nexcept ImportError:\n    surely_missing = None", "")),
}


@pytest.mark.parametrize(("text", "rule"), FAULTY.values(), ids=FAULTY)
def test_a_fault_of_a_notebook_is_found(text: str, rule: str, tmp_path: Path) -> None:
    """What raises, differs or cannot fail is a finding about the notebook, where the chapter mentions it."""
    found = [f for f in alarms(seen(text, tmp_path)) if f.rule != "notebook-runs"]
    assert [f.rule for f in found] == [rule], [measure(f.summary) for f in found]
    assert found[0].material is not None
    assert measure(found[0].material) == "work.ipynb"
    assert measure(CHAPTER.text)[found[0].span.start : found[0].span.end] == "notebook"


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_a_right_notebook_raises_no_alarm(text: str, tmp_path: Path) -> None:
    """What agrees, or cannot be decided here, is never held against the notebook."""
    found = [f for f in alarms(seen(text, tmp_path)) if f.rule != "notebook-runs"]
    assert [measure(f.summary) for f in found] == []


def test_a_notebook_that_runs_is_confirmed(tmp_path: Path) -> None:
    """All cells ran, and the one with an output agrees with it."""
    found = seen(RIGHT["cells that agree"], tmp_path)
    assert [(f.rule, f.verdict) for f in found.findings] == [("stored-output", "supported"), ("notebook-runs", "supported")]


def test_a_stored_error_that_comes_again_is_no_alarm(tmp_path: Path) -> None:
    """A cell that shows its error, and raises it, agrees with itself."""
    made = nbformat.v4.new_notebook()
    cell = nbformat.v4.new_code_cell("1 / 0")
    cell.outputs = [nbformat.v4.new_output("error", ename="ZeroDivisionError", evalue="division by zero", traceback=[])]
    made.cells.append(cell)
    assert [f for f in alarms(seen(nbformat.writes(made), tmp_path)) if f.rule != "notebook-runs"] == []


UNREADABLE: dict[str, str] = {
    "empty": "",
    "no JSON": "# a title",
    "another document": json.dumps({"a": 1}),
    "a list": "[1, 2]",
    "an old format": json.dumps({"nbformat": 3, "worksheets": [], "cells": []}),
    "cells that are none": json.dumps({"nbformat": 4, "cells": [1, None, {"cell_type": "code"}]}),
    "another language": json.dumps({"nbformat": 4, "metadata": {"kernelspec": {"language": "julia"}}, "cells": []}),
    "no code": notebook(words="Words alone."),
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_is_a_gap_with_its_reason(text: str) -> None:
    """Nothing is raised; the gap says what is wrong with the file."""
    found = Notebook("work.ipynb", Untrusted(text, "material")).examine(CHAPTER, FACTS)
    assert found.runs == ()
    assert found.findings == ()
    assert "work.ipynb" in measure(found.gaps[0].what)


def test_a_notebook_that_the_chapter_does_not_mention_has_an_empty_span() -> None:
    """Without a mention the finding stands at the start of the chapter, with no words of it."""
    found = Notebook("x.ipynb", Untrusted(FAULTY["a tuple that is asserted"][0], "material")).examine(chapter_of("Words."), FACTS)
    assert [(f.span.start, f.span.end) for f in found.findings] == [(0, 0)]


def test_nothing_is_run_where_experiments_are_off() -> None:
    """The notebook is read, and that it was not run is a limitation."""
    facts = Facts(packages=None, experiments=False, today="2026-01-31")
    found = Notebook("work.ipynb", Untrusted(RIGHT["a real check"], "material")).examine(CHAPTER, facts)
    assert found.runs == ()
    assert "not run" in measure(found.gaps[0].what)
