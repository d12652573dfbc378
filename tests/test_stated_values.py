"""Defaults, constants and base classes in any words, layout and language: wrong ones are found, right twins give no alarm."""

from __future__ import annotations

import pytest
from handmade import alarms, chapter_of
from package_sites import LIBRARY, distribution

from tools.instruments.identifiers import Identifiers
from tools.instruments.identifiers.pairs import _neighbours
from tools.packages import InstalledPackages
from tools.records import Facts, Finding, Span

TOY = {
    "toy/__init__.py": "from toy.core import Engine, run, JamError, LostError, Colour\nfrom toy import config\n",
    "toy/core.py": (
        "import enum\nPORT = 8123\nNAME: str = 'toy'\n"
        "class ToyError(Exception): pass\nclass JamError(ToyError, ValueError): pass\nclass LostError(ToyError): pass\n"
        "class Colour(enum.IntEnum):\n    RED = 3, 'warm'\n    BLUE_GREEN = 7, 'cold'\n"
        "def run(data, *, depth=3, mode='fast', rate=1e-3, bins=10, sizes=(2, 4), strict=False): return data\n"
        "class Engine:\n    def __init__(self, speed=2, cold=True, gear='low'): self.speed = speed\n"
    ),
    "toy/config.py": "row_limit = 8\ndeep_limit = 256\n",
}
#: The form, the wrong and the right words.
DEFAULTS: dict[str, tuple[str, str, str]] = {
    "before the value": ("The keywords of `toy.run`: `depth`, by default `{}`: how far it goes.", "4", "3"),
    "after the value, set off": ("`toy.run` goes to a level of at most `depth`, {} if nothing else is said.", "30", "3"),
    "after a noun": ("`toy.run` cuts the values into {} bins unless told otherwise.", "20", "10"),
    "subject before": ("Call `toy.run(data)` for it. Unless the caller says otherwise, it makes {} bins.", "20", "10"),
    "in brackets": ("`toy.run` takes `strict` (default: {}) and some more.", "true", "false"),
    "one mark for two": ("In `toy.run` the parameter `rate` is {} and `depth` is 3 by default.", "1e-4", "1e-3"),
    "mark in front": ("By default, `toy.run` has `depth` at {} and `bins` at 10.", "5", "3"),
    "value first": ("`toy.run` has 10 for `bins` and {} for `depth` by default.", "5", "3"),
    "its": ("The first parameter of `toy.Engine` is `speed`. Its default is {}, which is slow.", "4", "2"),
    "the default": ("`toy.run` has a parameter `mode`. The default is {}.", "'safe'", "'fast'"),
    "left out": ("`toy.run` has several modes. If no mode is given, `toy.run` works in `{}`.", "safe", "fast"),
    "not given": ("If `depth` is not given, `toy.run` stops after {} levels.", "five", "three"),
    "setting in brackets": ("By default `toy.run` passes over broken lines (`strict={}`).", "True", "False"),
    "whose": ("`toy.run` knows `sizes`, whose default in version 1.0 is `{}`.", "(2, 8)", "(2, 4)"),
    "tuple": ("`toy.run` is called with `sizes` of {} by default.", "(2, 3)", "(2, 4)"),
    "German": ("Bei `toy.run` ist `depth` standardmäßig {}, sofern nichts anderes angegeben ist.", "4", "3"),
    "German, set off": ("`toy.run` geht bis `depth` hinab, {}, wenn nichts anderes gesagt wird.", "4", "3"),
    "French": ("Dans `toy.run`, le paramètre `depth` vaut {} sauf indication contraire.", "4", "3"),
    "setting recalled": ("`toy.config.deep_limit`: a safety net over all entries. Default: {}. No alias.", "64", "256"),
    "list under an announcement": (
        "The defaults of `toy` are worth a list."
        "\n\n- `toy.run(data)`: broken lines are kept (`strict={}`).", "True", "False"),
    "table of one parameter each": (
        "| call | parameter | default |\n|---|---|---|"
        "\n| `toy.run` | `depth` | {} |\n| `toy.Engine` | `speed` | 2 |", "6", "3"),
    "table with parameters on top": (
        "Table 3. Defaults of the package.\n\n| call | `depth` | `bins` |"
        "\n|---|---|---|\n| `toy.run` | {} | 10 |", "4", "3"),
    "table with both in a cell": (
        "Defaults:\n\n| call | notable |\n|---|---|"
        "\n| `toy.Engine` | `speed` {} |\n| `toy.run` | `depth` 3 |", "5", "2"),
}  # fmt: skip
CONSTANTS: dict[str, tuple[str, str, str]] = {
    "in brackets": ("It listens at `toy.core.PORT` ({}).", "8124", "8123"),
    "which is": ("Otherwise `toy.core.PORT` applies, which is {} here.", "8124", "8123"),
    "equals": ("`toy.core.PORT` equals {}.", "8000", "8123"),
    "text": ("`toy.core.NAME` is `'{}'`.", "tow", "toy"),
    "member": ("`toy.Colour` is an enumeration with `RED` (3) and `BLUE_GREEN` ({}).", "8", "7"),
    "member in full": ("`toy.Colour.RED` = {}.", "2", "3"),
    "table": ("| constant | value |\n|---|---|\n| `toy.core.PORT` | {} |", "80", "8123"),
    "German": ("`toy.core.PORT` hat den Wert {}.", "8124", "8123"),
}
BASES: dict[str, tuple[str, str, str]] = {
    "subclass": ("`toy.JamError` is a subclass of `{}`.", "OSError", "ValueError"),
    "it": ("`toy.run` may raise `toy.LostError`. As it is derived from `{}`, old code works.", "ValueError", "Exception"),
    "two bases": ("`toy.JamError` derives from both `Exception` and `{}`.", "KeyError", "ValueError"),
    "is a": ("`toy.JamError` is a `{}` as well.", "TypeError", "ValueError"),
    "caught": ("`toy.LostError` is caught by `except {}`.", "ValueError", "Exception"),
    "all of a list": (
        "The errors:\n\n- `toy.JamError`: stuck;"
        "\n- `toy.LostError`: gone.\n\nBoth are caught by `except {}`.", "ValueError", "Exception"),
    "lines": (
        "The hierarchy:\n\n    toy.JamError       derived from ValueError"
        "\n    toy.LostError      derived from {}", "ValueError", "Exception"),
    "German": ("Die Ausnahme `toy.LostError` erbt von `{}`.", "ValueError", "Exception"),
    "French": ("`toy.LostError` hérite de `{}`.", "ValueError", "Exception"),
}  # fmt: skip
RIGHT = [
    "Pass `depth=5` to `toy.run` in order to go deeper than by default.",
    "We call `toy.run` with `depth` 5 instead of the default.",
    "`toy.run` had a `depth` of 5 by default before version 0.9.",
    "In our wrapper around `toy.run` the parameter `depth` is 5 by default.",
    "The default of `depth` in `toy.run` is not 5.",
    "Is the `depth` of `toy.run` 5 by default?",
    "For deep data, `toy.run` should have `depth` 5, and not the default.",
    "`toy.run` returns 20 rows here; the default `bins` would be fine.",
    "Our table:\n\n| call | `depth` |\n|---|---|\n| `toy.run` | 5 |",
    "We changed the defaults:\n\n- `toy.run(data)`: deep (`depth=5`).",
    "With 20 bins, `toy.run` is slower than with the default number.",
    "`toy.JamError` was derived from `OSError` until version 0.9.",
    "`toy.JamError` does not descend from `OSError`.",
    "If `toy.JamError` were a subclass of `OSError`, it would be caught.",
    "`toy.LostError`, unlike `toy.JamError`, is a `ToyError` only.",
    "`toy.core.PORT` is 1000 times too large for that.",
    "`PORT` (22) is what my script calls it.",
]


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    site = tmp_path_factory.mktemp("site")
    distribution(site, "toy", "1.0", TOY)
    return Facts(packages=InstalledPackages(site, LIBRARY), experiments=False, today="2026-01-31")


def findings(text: str, facts: Facts) -> list[Finding]:
    return alarms(Identifiers().examine(chapter_of(text), facts))


ALL = {
    f"{kind}: {name}": each
    for kind, table in (("default", DEFAULTS), ("constant", CONSTANTS), ("base", BASES))
    for name, each in table.items()
}


@pytest.mark.parametrize("name", ALL)
def test_a_wrong_value_is_found_and_its_right_twin_is_not(name: str, facts: Facts) -> None:
    """A wrong default, constant, member or base class is found, and the same sentence with the right one is left alone."""
    form, wrong, right = ALL[name]
    place = form.index("{}")
    found = findings(form.format(wrong), facts)
    assert [f.rule for f in found if f.span.start < place + len(wrong) and place < f.span.end], found
    assert findings(form.format(right), facts) == []


@pytest.mark.parametrize("text", RIGHT)
def test_what_states_no_default_is_left_alone(text: str, facts: Facts) -> None:
    """Sentences that state no value of the package say nothing."""
    assert findings(text, facts) == []


def test_a_value_that_agrees_is_reported_as_a_confirmation(facts: Facts) -> None:
    """What the source agrees with is confirmed."""
    found = Identifiers().examine(chapter_of("`toy.core.PORT` is 8123; `toy.JamError` is a subclass of `ValueError`."), facts).findings
    assert {(f.rule, f.verdict) for f in found} >= {("constant", "supported"), ("base-class", "supported")}


def test_a_mark_inside_a_pair_ends_no_run(facts: Facts) -> None:
    """A word for a default that overlaps a name and its value is read, whatever the order of their ends."""
    for text in ("the default `toy.core.PORT` default is 8123 by default", "by default `toy.core.PORT`, default 8123, is 8123 by default."):
        assert findings(text, facts) == []


def test_a_pair_and_a_mark_that_overlap_have_no_gap() -> None:
    """Neither lies in the other, so that their gap would end before it begins."""
    assert not _neighbours(Span(start=0, end=20), Span(start=15, end=30), [])
