"""Texts given to a parameter, against those that its documentation lists and that the package's source has."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution

from prompts.trust import measure
from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Facts

TOY = {
    "toy/__init__.py": (
        "def build(data, mode='default', *, kind='float32', label=''):\n"
        '    """Builds.\n\n    Args:\n        mode (str): Can be "default", "max-tune" or "max-tune-no-graphs"\n'
        '        kind (str): one of "float32" and "float64"\n        label (str): a label, such as "first_page" or "last_page"\n    """\n'
        "    return data\n"
        "def pose(stance='default'):\n"
        '    """Poses.\n\n    Args:\n        stance: Valid values are:\n\n            - "default": nothing.\n'
        '            - "eager_on_rebuild": eager.\n            - "aot_eager_then_build": later.\n    """\n'
        "def train(mode=True): ...\n"
        "NAMES = {'max-tune-graphs': 1}\n"
    ),
}
CODE = "```python\nimport toy\n{}\n```\n\nThat is all.\n"
IMPORT = "```python\nimport toy\ntoy.build([1])\ntoy.pose()\ntoy.train(mode=False)\n```\n\n"
#: A right passage, its wrong twin, and what stands in its place.
TWINS = {
    "in code": (CODE.format('toy.build([1], mode="max-tune-no-graphs")'), CODE.format('toy.build([1], mode="max-tune-no-graph")')),
    "of a name that is imported": (
        CODE.format('from toy import pose\npose(stance="eager_on_rebuild")'),
        CODE.format('from toy import pose\npose(stance="eager_on_build")'),
    ),
    "in words": (
        IMPORT + 'If the graphs are in your way, `mode="max-tune-no-graphs"` leaves them out.',
        IMPORT + 'If the graphs are in your way, `mode="max-tune-no-graph"` leaves them out.',
    ),
    "without marks of code": (
        IMPORT + 'If the graphs are in your way, mode="max-tune-no-graphs" leaves them out.',
        IMPORT + 'If the graphs are in your way, mode="max-tune-nographs" leaves them out.',
    ),
    "without a name": (
        IMPORT + '`toy.pose` has two: `"aot_eager_then_build"` begins with AOT.',
        IMPORT + '`toy.pose` has two: `"aot_eager_before_build"` begins with AOT.',
    ),
    "without a name, in the next sentence": (
        IMPORT + 'We call `toy.pose`. With "eager_on_rebuild" nothing is built.',
        IMPORT + 'We call `toy.pose`. With "eager_on_rebuilding" nothing is built.',
    ),
    "in German": (
        IMPORT + "Stören die Graphen, so lässt `mode=\'max-tune-no-graphs\'` sie aus.",
        IMPORT + "Stören die Graphen, so lässt `mode=\'max-tune-no-grafs\'` sie aus.",
    ),
    "in French": (
        IMPORT + "Avec `mode=\'max-tune-no-graphs\'` on s\'en passe.",
        IMPORT + "Avec `mode=\'max-tune-no-graphes\'` on s\'en passe.",
    ),
}  # fmt: skip
SILENT = {
    "another value": CODE.format('toy.build([1], mode="least")'),
    "the source has it": CODE.format('toy.build([1], mode="max-tune-graphs")'),
    "another width": CODE.format('toy.build([1], kind="float16")'),
    "it is shown to fail": CODE.format('try:\n    toy.build([1], mode="max-tune-no-graph")\nexcept RuntimeError:\n    print("no")'),
    "a comment says that it fails": CODE.format('toy.build([1], mode="max-tune-no-graph")  # ValueError'),
    "a sentence says that it fails": IMPORT + 'A `mode="max-tune-no-graph"` raises an error.',
    "a sentence says that it is unknown": IMPORT + 'The `mode="max-tune-no-graph"` is unknown to this release.',
    "the author's own function": CODE.format('def build(x, mode): return x\nbuild(1, mode="max-tune-no-graph")'),
    "no parameter of that name": IMPORT + 'Our tool has `style="max-tune-no-graph"`.',
    "no callable near": '```python\nimport toy\n```\n\nThe branch is called "aot_eager_before_build".',
    "a word of another shape": IMPORT + 'We call `toy.pose` for "eager" readers.',
    "an example": IMPORT + 'We set `label="first_pages"` here.',
    "older": IMPORT + 'Formerly `mode="max-tune-no-graph"` left them out.',
}


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    distribution(tmp_path / "site", "toy", "1.0", TOY)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=False, today="2026-01-31")


@pytest.mark.parametrize("name", TWINS)
def test_a_text_that_is_nearly_a_listed_one_is_a_fault(name: str, facts: Facts, tmp_path: Path) -> None:
    """The listed text is silent; its twin yields one alarm, which names the listed text and proposes it."""
    right, wrong = TWINS[name]
    assert [measure(f.summary) for f in alarms(examined(Identifiers(), chapter_of(right), tmp_path / "right", facts))] == []
    found = alarms(examined(Identifiers(), chapter_of(wrong), tmp_path / "wrong", facts))
    assert [f.rule for f in found] == ["unknown-value"]
    replaced = found[0].replacement
    assert replaced is not None and measure(replaced.text) in right and found[0].grounds


@pytest.mark.parametrize("name", SILENT)
def test_what_is_merely_not_listed_is_left_alone(name: str, facts: Facts, tmp_path: Path) -> None:
    """Another text, one that the source has, one that is shown to fail, and one of the author's own."""
    said = alarms(examined(Identifiers(), chapter_of(SILENT[name]), tmp_path, facts))
    assert [measure(f.summary) for f in said if f.rule == "unknown-value"] == []
