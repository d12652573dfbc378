"""Defaults whose parameter the words beside a value, the head of a column or an exception tell: the wrong ones alone are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution

from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Facts

TOY = {
    "toy/__init__.py": (
        "class Kiln:\n    def __init__(self, size, start_level=1.0 / 4, end_level=1.0, glaze='matt', total_steps=12): pass\n"
        "class Fan:\n    def __init__(self, size, blades=5, tilt=0.2): pass\n"
        "class Lamp:\n    def __init__(self, watts=40): pass\n"
        "class Pump:\n    def __init__(self, bore, hub=None, lift=3):\n"
        "        '''A pump.\n\n        Args:\n            bore: inner width\n            hub: Default value is :attr:`bore`.\n        '''\n"
        "class Part:\n    def keep(self, name, lasting=True): pass\n"
        "def fire(clay, glaze='matt', hold=3):\n"
        "    '''Fire it.\n\n    glaze : {'matt', 'gloss'}\n        surface\n    '''\n    return clay\n"
        "def cast(clay, *, strict=None):\n    '''cast(clay, *, strict=True)\n\n    Cast it.\n    '''\n    return clay\n"
    ),
}
OPENING = (
    "```python\nimport toy\nfrom toy import Kiln, Fan, Lamp, Pump, Part, fire, cast\n"
    "kiln, fan, lamp, pump = Kiln(2), Fan(2), Lamp(), Pump(2)\n"
    "cast(fire(1))\nclass Own(Part):\n    def run(self):\n        self.keep('a')\n```\n\n"
)
#: What is right, what is wrong in its place, and the text with a gap.
GAPS = [
    ("0.25", "0", "The class Kiln warms up slowly. With nothing else given, the level begins at {} and ends at 1 after 12 steps."),
    ("3", "7", "The function fire holds the heat; it holds for {} hours unless hold is given."),
    ('"matt"', '"gloss"', "Without a glaze, `fire` works in {}."),
    ('"matt"', '"gloss"', "We spell the surface out because the default, {}, is easily overlooked, as every potter knows of `fire`."),
    ("True", "False", "Of late a missing `strict` counts as {} in `toy.cast`."),
    ("5", "4", "A toy.Fan has blades, as any; by default the number of blades is {}."),
    ("0.2", "0.3", "Its tilt is named `tilt` in `toy.Fan`, and its default is again {}."),
    ("False", "True", "What the method keep is told stays unless `lasting={}` is given."),
    ("12", "20", "| class | total_steps |\n|---|---|\n| `Kiln` | {} (default) |"),
    ("0.2", "0.5", "| argument | `Fan` |\n|---|---|\n| `blades` | 5 |\n| `tilt` | {} (default) |"),
    ("40", "60", "| lamp | default |\n|---|---|\n| `Lamp` | w = {} |"),
    (
        "3",
        "9",
        "`Kiln` asks for little, `fire` for more.\n\n| parameter | default |\n|---|---|\n| `glaze` | 'matt' |\n| `hold` | {} |",
    ),
    (
        "12",
        "required",
        "| kiln | total_steps | end_level | start_level | glaze |\n|---|---|---|---|---|\n| `Kiln` | {} | 1.0 | 0.25 | 'matt' |",
    ),
    ("of the width of the bore", "of 1", "A pump of ours is a toy.Pump; pumps have a hub {} by default."),
]
NO_DEFAULTS = [
    "If `hold` is left out, `fire` warms up all 12 vessels.",
    "| class | total_steps |\n|---|---|\n| `Kiln` | 20 |\n\nThat is what our trial used. Other kilns go by steps of one by default.",
    "By default `strict` is None in `toy.cast`.",
    "Plain fire without hold needs 8 hours, and fire with hold 12.",
    "The class Kiln is slow. With nothing else given, the level rises in equal parts, so after 3 of 12 steps it is at 0.4375.",
    "`toy.Pump` moves water. By default a lift is found in 9 of 10 houses.",
    "A windmill has a tilt of 0.7 by default, whatever `toy.Lamp` does.",
    "In `toy.Fan` the default tilt turns 12 grams of air.",
    "| class | total_steps |\n|---|---|\n| `Kiln` | 20 |\n\nThese are the values of our trial.",
    "| argument | `Fan` |\n|---|---|\n| `blades` | 7 |\n| `tilt` | 0.4 |\n\nThese are the values of our trial.",
    "| call | steps |\n|---|---|\n| `Kiln(2, 0.5, 1.0, 'matt', 20)` | 20 |\n| `Kiln(2)` | 12 (default) |",
    "| parameter | our value |\n|---|---|\n| `glaze` | 'gloss' |\n| `hold` | 8 |",
    'Without a glaze, the rest of "gloss" stays on the shelf; `fire` knows nothing of it.',
]


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    distribution(tmp_path / "site", "toy", "1.0", TOY)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=False, today="2026-01-31")


@pytest.mark.parametrize(("right", "wrong", "text"), GAPS)
def test_a_default_is_held_against_the_parameter_that_the_words_fit(
    right: str, wrong: str, text: str, facts: Facts, tmp_path: Path
) -> None:
    """The wrong value is found, and its twin is not."""
    found = examined(Identifiers(), chapter_of(OPENING + text.format(wrong)), tmp_path / "wrong", facts)
    assert {each.rule for each in alarms(found)} & {"default-value", "excepted-default"}
    assert alarms(examined(Identifiers(), chapter_of(OPENING + text.format(right)), tmp_path / "right", facts)) == []


@pytest.mark.parametrize("text", NO_DEFAULTS)
def test_words_that_fit_a_parameter_by_chance_raise_no_alarm(text: str, facts: Facts, tmp_path: Path) -> None:
    """What follows, what is of another thing, what is passed or tried out is no default."""
    assert alarms(examined(Identifiers(), chapter_of(OPENING + text), tmp_path, facts)) == []
