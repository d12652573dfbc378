"""Whose default a sentence states: the name that stands right there, never one that a pronoun or a longer name happens to touch."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution

from prompts.trust import measure
from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Facts, Finding

TOY = {
    "toy/__init__.py": (
        "from toy import config\ndef run(data, depth=3): return data\n"
        "def meet(a, b, mode='full', order='row'):\n"
        "    \"\"\"Meets.\n\n    Parameters\n    ----------\n    mode : {'full', 'same', 'valid'}\n        What is kept.\n"
        "    order : {'row', 'column'}\n        The way it goes.\n    \"\"\"\n"
        "def send(data, strict=False): return data\n"
    ),
    "toy/config.py": "row_limit = 8\ntotal_row_limit = 256\nfast = True\n",
}
OPENING = "```python\nimport toy\nprint(toy.config.row_limit)\n```\n\n"


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    distribution(tmp_path / "site", "toy", "1.0", TOY)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=True, today="2026-01-31")


def stated(text: str, facts: Facts, folder: Path) -> list[Finding]:
    findings = examined(Identifiers(), chapter_of(OPENING + text), folder / "runs", facts).findings
    return [each for each in findings if each.rule == "default-value"]


@pytest.mark.parametrize(
    ("text", "name", "right"),
    [
        ("`toy.config.row_limit` bounds rows. A second net: `total_row_limit`, which is 64 by default.", "total_row_limit", "256"),
        ("`toy.config.row_limit` bounds rows, and `total_row_limit`, that is 64 by default, bounds all.", "total_row_limit", "256"),
        ("`toy.config.total_row_limit` bounds all; `row_limit`, which is 256 by default, bounds one.", "row_limit", "8"),
        ("Neben `toy.config.row_limit` gibt es `total_row_limit`, das standardmäßig auf 64 steht.", "total_row_limit", "256"),
        ("Outre `toy.config.row_limit` il y a `total_row_limit`, qui vaut 64 par défaut.", "total_row_limit", "256"),
        (
            "After `toy.config.row_limit` further rows run alone; a second bound, total_row_limit, stands at 64 for all.",
            "total_row_limit",
            "256",
        ),
        ("`toy.config.total_row_limit` liegt bei 64.", "toy.config.total_row_limit", "256"),
        ("`toy.config.total_row_limit` vaut 64.", "toy.config.total_row_limit", "256"),
        ("`toy.config.total_row_limit` is there too; the limit is 64 by default.", "toy.config.total_row_limit", "256"),
    ],
    ids=lambda each: each[:60],
)
def test_a_wrong_default_is_laid_to_the_name_right_there(text: str, name: str, right: str, facts: Facts, tmp_path: Path) -> None:
    """One fault, of that name and with its value; a relative pronoun is no parameter and a name is not its longer neighbour."""
    findings = stated(text, facts, tmp_path)
    assert [each.verdict for each in findings] == ["contradicted"]
    summary = measure(findings[0].summary)
    assert f"The default of {name}" in summary and f" is {right} in toy" in summary and "of which" not in summary
    replaced = findings[0].replacement
    assert replaced is not None and measure(replaced.text) == right


@pytest.mark.parametrize(
    "text",
    [
        "`toy.config.row_limit` bounds rows. Another net is `some_other_limit`, which is 64 by default.",
        "`toy.config.row_limit` bounds rows, `chunk_size` the chunks; it is 64 by default.",
        "`toy.config.row_limit` bounds rows, and our loop counts to `most`, which is 64 by default.",
        "`toy.config.row_limit` and `total_row_limit` are there; the limit is 64 by default.",
        "`toy.config.row_limit` is read, and 64 workers, which is 64 by default, run.",
        "`toy.config.total_row_limit`, which is 256 by default, bounds all.",
        "`toy.config.row_limit` stands at 8 and total_row_limit stands at 256.",
        "When `toy.config.row_limit` is set to 64, more rows fit.",
        "In our runs `toy.config.row_limit` is set to 64.",
        "Nous partons de 4 ; si `toy.config.row_limit` vaut 64, tout tient.",
        "Here `toy.config.row_limit` stands at 64.\n\n```python\ntoy.config.row_limit = 64\n```\n",
        "Mit dem Wert 3 liegt die Tiefe bei 3; wenn `toy.config.row_limit` bei 64 liegt, passt alles.",
    ],
    ids=lambda each: each[:60],
)
def test_a_default_is_never_laid_to_another_name(text: str, facts: Facts, tmp_path: Path) -> None:
    """No alarm where the name is unknown, the value is right, or the chapter sets it itself."""
    assert not alarms(examined(Identifiers(), chapter_of(OPENING + text), tmp_path / "runs", facts))


OWNED = "```python\nimport toy\nfrom toy import meet, send\nmeet(1, 2, mode='valid')\n```\n\n"
#: What is right, what is wrong in its place, and the sentence with a gap.
GAPS = [
    ("False", "True", "The `strict` argument of `send` is `{}` by default."),
    ("False", "True", "The parameter `strict` of `toy.send` defaults to `{}`."),
    ("False", "True", "Das Argument `strict` von `send` ist standardmäßig `{}`."),
    ("False", "True", "L'argument `strict` de `send` vaut `{}` par défaut."),
    ('"full"', '"same"', "Left alone, `toy.meet` uses `{}` and returns what there is."),
    ('"full"', '"same"', "`toy.meet` uses {} unless told otherwise."),
    ('"full"', '"valid"', "By default `meet` works with {}."),
    ('"row"', '"column"', "`meet` takes two rows. By default it uses the order {}."),
    ('"full"', '"same"', "Standardmäßig verwendet `toy.meet` den Modus „offen“; `toy.meet` benutzt {}, wenn nichts anderes angegeben ist."),
    ('"full"', '"same"', "Par défaut, `toy.meet` utilise {}."),
]
NO_DEFAULTS = [
    'The listing calls `meet` with a mode; `meet` uses "same" when we ask for it.',
    'With `mode="same"` `toy.meet` uses "same".',
    'Older releases of `toy.meet` used "same" by default.',
    '`toy.meet` uses "thirds" by default in our branch.',
    'Unlike our wrapper, which uses "same" by default, `toy.meet` is plain.',
    "The `strict` argument of our `posted` is `True` by default.",
    "Rows that are left alone, such as `same`, stay with `toy.meet`.",
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), GAPS, ids=[each[2][:50] for each in GAPS])
def test_a_default_is_held_against_its_owner_in_any_words(right: str, wrong: str, sentence: str, facts: Facts, tmp_path: Path) -> None:
    """The owner beside the name, or a text that one parameter alone takes: what is wrong is found, and its twin is not."""
    found = examined(Identifiers(), chapter_of(OWNED + sentence.format(wrong)), tmp_path / "wrong", facts)
    assert "default-value" in [each.rule for each in alarms(found)]
    assert alarms(examined(Identifiers(), chapter_of(OWNED + sentence.format(right)), tmp_path / "right", facts)) == []


@pytest.mark.parametrize("sentence", NO_DEFAULTS)
def test_what_is_no_default_raises_no_alarm(sentence: str, facts: Facts, tmp_path: Path) -> None:
    """What is passed, what was, what is the author's, and texts that no parameter takes are left alone."""
    assert alarms(examined(Identifiers(), chapter_of(OWNED + sentence), tmp_path, facts)) == []
