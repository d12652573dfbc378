"""What prose counts of a run, and where it divides numbers, is held against the code beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined

from prompts.trust import measure
from tools.instruments.code import Code

LOOP = "```python\nprint('start')\nfor port in ('Brest', 'Calais', 'Dieppe'):\n    print(port)\n```\n\n"
SPLIT = "```python\ndef size_of(n):\n    return 'large' if n > 16 else 'small'\nprint(size_of(3))\n```\n\n"
AT_LEAST = "```python\ndef fare(age):\n    return 0 if age < 6 else 2\nprint(fare(5))\n```\n\n"

WRONG = {
    "lines of a loop": (LOOP + "The loop prints four lines.", "The loop prints four lines"),
    "Zeilen": (LOOP + "Das Programm gibt drei Zeilen aus.", "Das Programm gibt drei Zeilen"),
    "lignes": (LOOP + "La boucle affiche deux lignes.", "La boucle affiche deux lignes"),
    "turns": (LOOP + "The loop runs four times.", "The loop runs four times"),
    "Mal": (LOOP + "Die Schleife läuft 4 mal.", "Die Schleife läuft 4 mal"),
    "fois": (LOOP + "La boucle s'exécute deux fois.", "La boucle s'exécute deux fois"),
    "a number in neither": (SPLIT + "Sizes below 16 are small, those from 17 up are large.", "below 16 are small, those from 17"),
    "a number on the wrong side": (SPLIT + "Sizes below 16 are small, from 16 on they are large.", "below 16 are small, from 16"),
    "auf der falschen Seite": (
        AT_LEAST + "Bis 6 Jahre ist die Fahrt frei, ab 7 kostet sie zwei Euro.",
        "Bis 6 Jahre ist die Fahrt frei, ab 7",
    ),
    "du mauvais côté": (AT_LEAST + "Jusqu'à 6 ans c'est gratuit, à partir de 7 ans on paie.", "Jusqu'à 6 ans c'est gratuit, à partir de 7"),
}
ROWS = "```python\nfor name, n in [('oak', 3), ('ash', 5), ('elm', 4), ('oak', 2)]:\n    print(name, n)\n```\n\n```output\n{}\n```"
WRONG |= {
    "a word in an output": ("```python\nprint('oak 3')\nprint('ash 5')\n```\n\n```output\noak 3\nelm 5\n```", "oak 3\nelm 5"),
    "a line never printed": (ROWS.format("oak 5\nash 5\nelm 4"), "oak 5\nash 5\nelm 4"),
    "a quoted value in a session": ("```pycon\n>>> dict(kind='oak')\n{'kind': 'ash'}\n```", "{'kind': 'ash'}"),
    "a class in a session": ("```pycon\n>>> type(3.0)\n<class 'int'>\n```", "<class 'int'>"),
}
RIGHT = {
    "the first lines of an output": ROWS.format("oak 3\nash 5"),
    "lines left out": ROWS.format("oak 3\n...\noak 2"),
    "an output in other words": ROWS.format("one line a tree"),
    "a set in a session": "```pycon\n>>> frozenset('ab')\nfrozenset({'b', 'a'})\n```",
    "lines of a loop": LOOP + "The loop prints three lines.",
    "lines of all": LOOP + "The program prints four lines.",
    "Zeilen": LOOP + "Die Schleife gibt drei Zeilen aus.",
    "turns": LOOP + "The loop runs three times.",
    "with a condition": LOOP + "If there were more ports, the loop would print ten lines.",
    "another thing": LOOP + "The printer prints ten lines a second. A loop runs many times.",
    "right sides": SPLIT + "Sizes up to 16 are small, those from 17 up are large.",
    "over": SPLIT + "At most 16 is small, more than 16 is large.",
    "loose": SPLIT + "Below 16 it is small, above 16 it is large.",
    "another number": SPLIT + "Below 18 one is young, from 19 on one is not.",
    "richtige Seiten": AT_LEAST + "Unter 6 Jahren ist die Fahrt frei, ab 6 kostet sie zwei Euro.",
    "one side": SPLIT + "Everything below 16 is small.",
    "a range": SPLIT + "The sizes go from 16 up to 17.",
}


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_count_or_threshold_is_found(text: str, words: str, tmp_path: Path) -> None:
    """Lines, turns and thresholds that the run or the code contradicts are one finding on their words."""
    found = alarms(examined(Code(), chapter_of(text), tmp_path))
    assert [text[f.span.start : f.span.end] for f in found] == [words]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_right_counts_and_thresholds_raise_no_alarm(text: str, tmp_path: Path) -> None:
    """What agrees, or is about something else, is never held against the text."""
    assert [measure(f.summary) for f in alarms(examined(Code(), chapter_of(text), tmp_path))] == []
