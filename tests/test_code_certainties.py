"""Checks whose outcome no data change: they are found, and so is the sentence that relies on them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from tools.instruments.code import Code
from tools.instruments.code.certainties import settled_tests

SETTLED = {
    "not nan": "assert depth != float('nan')",
    "column": "assert (column != np.nan).all()",
    "all of a generator": "assert all(v != math.nan for v in column)",
    "not equal to nan": "assert not (column == np.nan).any()",
    "no count of nan": "assert (column == np.nan).sum() == 0",
    "if nan": "if depth == float('nan'):\n    depth = 0.0",
    "a filter": "kept = [v for v in column if v != np.nan]",
    "a mask": "kept = column[column != np.nan]",
    "a match": "assert pattern.search(line) is not False",
    "all matches": "assert all(re.match('a', line) is not False for line in lines)",
    "a length": "assert len(lines) >= 0",
    "a truth value of an array": "if (column > 0).all() is True:\n    print('positive')",
    "a list that is something": "assert sorted(lines) is not None",
}
OPEN = {
    "itself": "if loss != loss:\n    print('nan')",
    "isnan": "assert not np.isnan(column).any()",
    "some": "assert any(v != np.nan for v in column)",
    "a match or none": "assert pattern.search(line) is not None",
    "a place or minus one": "assert line.find('a') != -1",
    "not empty": "assert len(lines) > 0",
    "a value of a dictionary": "assert settings.get('on') is not False",
    "a function of the text": "assert search(line) is not False",
    "an element or none": "if page.find('a') is not None:\n    print(page)",
    "a frame's method": "assert frame.find('a') == 0",
    "allclose": "assert np.allclose(a, b) is True",
    "two nans": "print(float('nan') == math.nan)",
    "some of the elements": "assert all(v != np.nan for v in column if v)",
}


@pytest.mark.parametrize("code", SETTLED.values(), ids=SETTLED)
def test_a_test_that_no_data_change_is_settled(code: str) -> None:
    """NaN is equal to nothing, and a call that never returns a value is never that value."""
    assert len(list(settled_tests(ast.parse(code)))) == 1


@pytest.mark.parametrize("code", OPEN.values(), ids=OPEN)
def test_a_test_that_data_decide_is_open(code: str) -> None:
    """What may go either way is no fault."""
    assert list(settled_tests(ast.parse(code))) == []


CODE = "```python\nimport math\ndepths = [2.0, math.nan]\nassert all(d != math.nan for d in depths)\nprint(len(depths))\n```"


@pytest.mark.parametrize(
    ("before", "after", "relying"),
    [
        ("Nan is equal to nothing.", "The assertion guards the mean: no gap is left once it passes.", "The assertion guards"),
        ("Dann wird gerechnet.", "Stünde ein NaN in der Liste, bräche das Programm mit einem AssertionError ab.", "Stünde ein NaN"),
        ("On commence par la liste.", "Cette ligne vérifie qu'aucune valeur ne manque.", "Cette ligne"),
        ("The next line ensures that no value is missing:", "Then we go on.", "The next line ensures"),
    ],
)
def test_the_sentence_that_relies_on_a_check_is_found(before: str, after: str, relying: str, tmp_path: Path) -> None:
    """The check and the sentence that says what it does are both called wrong."""
    text = f"{before}\n\n{CODE}\n\n{after}"
    found = alarms(examined(Code(), chapter_of(text), tmp_path))
    assert [f.rule for f in found] == ["settled-check", "settled-check-said"]
    assert text[found[1].span.start : found[1].span.end].startswith(relying)


@pytest.mark.parametrize(
    "after",
    [
        "The assertion is useless: nan differs from everything, itself included.", "This check cannot fail, so use isnan.",
        "Diese Prüfung ist immer wahr.", "Ce test est un piège.", "A common mistake.",
    ],
)  # fmt: skip
def test_a_check_that_the_text_calls_useless_is_no_fault(after: str, tmp_path: Path) -> None:
    """A text may show what does not work."""
    assert alarms(examined(Code(), chapter_of(f"{CODE}\n\n{after}"), tmp_path)) == []
