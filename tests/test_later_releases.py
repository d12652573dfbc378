"""What a chapter itself gives to a later release, and methods of built-in types, are held against nothing that they are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from documented_site import NUMPY
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution
from probing import probe, recorded

from prompts.trust import measure
from sandbox.probes import observations
from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Examination, Facts, QuotedEvidence

TOY = {"toy/__init__.py": '"""Toys for all."""\ndef run(data, *, depth=3): return data\ndef walk(path): return path\n'}
NP = "import numpy as np\nx = np.zeros(3)"


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    for name, version, files in (("toy", "1.2", TOY), ("numpy", "9.0", NUMPY)):
        distribution(tmp_path / "site", name, version, files)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=True, today="2026-01-31")


def found(text: str, facts: Facts, folder: Path) -> Examination:
    return examined(Identifiers(), chapter_of(text), folder / "runs", facts)


def fenced(code: str) -> str:
    return f"```python\n{code}\n```\n"


LATER = [
    "`itertools.batched` exists since 3.99.",
    "`itertools.batcher` is new in Python 3.99.",
    "`itertools.batcher` needs Python 3.99.",
    "`itertools.batcher` gibt es seit Python 3.99.",
    "`itertools.batcher` existe depuis la version 3.99.",
    "`toy.fly` came with 1.3.",
    "Since 1.3 there is `toy.fly`, and so we write:\n\n" + fenced("import toy\ntoy.fly()"),
    fenced("import toy\ntoy.fly()  # toy 1.3"),
    fenced("import toy\n# from toy 1.3 on\ntoy.fly()"),
    "In toy 1.3 the argument `speed` was added.\n\n" + fenced("import toy\ntoy.run(1, speed=2)"),
]


@pytest.mark.parametrize("text", LATER, ids=lambda each: each.replace("```python\n", "")[:50].strip())
def test_a_name_of_a_later_release_is_not_missing(text: str, facts: Facts, tmp_path: Path) -> None:
    """That the installed release lacks it is what the text says."""
    assert not alarms(found(text, facts, tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        "`itertools.batcher` exists since 2.5.",
        "`toy.fly` takes 3.5 s.",
        "`toy.fly` is there since 1.1.",
        "`toy.fly` flies. It has 7.5 wings.",
    ],
)
def test_a_name_of_an_earlier_release_is_missing(text: str, facts: Facts, tmp_path: Path) -> None:
    """A number beside it, or a release that the installed one comes after, excuses no absence."""
    assert [each.rule for each in alarms(found(text, facts, tmp_path))] == ["missing"]


def test_absence_is_told_by_what_was_searched(facts: Facts, tmp_path: Path) -> None:
    """No line shows that a name is nowhere: the module's first line is background, and the working says what was searched."""
    (missing,) = alarms(found("`toy.zzzzzz` is called.", facts, tmp_path))
    assert [each.relation for each in missing.grounds if isinstance(each, QuotedEvidence)] == ["BACKGROUND"]
    assert any("searched all names that toy/__init__.py" in measure(step) for step in missing.working)


@pytest.mark.parametrize(
    "text",
    [
        "The method `list.sort` returns None, and `sorted` returns a new list.",
        "`list.sort` works in place and `sorted` returns a new list.",
        "The method `sort` works in place.",
        "`dict.copy` returns a new dictionary; `str.split` returns a list.",
        "`items.sort()` returns a sorted copy of our own class.",
    ],
)
def test_methods_of_built_in_types_are_no_packages(text: str, facts: Facts, tmp_path: Path) -> None:
    """Neither confirmed nor denied from another package's function of the same name."""
    findings = found(fenced(NP) + "\n" + text, facts, tmp_path).findings
    assert not [each for each in findings if each.rule in ("documented-meaning", "default-behaviour", "default-value")]


def test_a_probe_says_of_a_log_line_what_its_run_shows() -> None:
    """No other release's line is told from a run on one."""
    observed = observations(probe("recompile-limit"), recorded("recompile-limit"))
    said = [reading.summary for item in observed for reading in item.readings]
    assert any("is an alias here" in each for each in said)
    assert not [each for each in said if "releases before" in each]
