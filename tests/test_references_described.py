"""What is said of the thing that a reference names: by the words beside it, by figures, by names of code, by what a formula does."""

from __future__ import annotations

import pytest
from handmade import FACTS, alarms, chapter_of

from prompts.trust import measure
from tools.instruments.references import References

BOATS = (
    "# 13 Boats\n\n## 13.1 Hulls\n\nA hull is made of planks. The planks are bent over steam, and each plank is nailed.\n\n"
    "## 13.2 Caulking\n\nOakum is driven into the seams. Without caulking a boat leaks. Good caulking lasts ten years.\n\n"
    "## 13.3 Sails\n\nA sail is cut from canvas. The canvas needs a seam at each edge, and no caulking. The wind does the rest.\n\n"
    "## 13.4 Sheets of ropes\n\nThe rope record lists each rope by its load. A rope record has a load table, one rope a row. "
    "The layout of the record is fixed, and so is its load.\n\n"
)
END = "## 13.5 All\n\n"
TIMES = (
    "Table 13.1: Accuracy by model\n\n| model | accuracy |\n|---|---|\n| small | 0.812 |\n| large | 0.865 |\n\nBoth were tested once.\n\n"
    "Table 13.2: Seconds per epoch\n\n| model | seconds |\n|---|---|\n| small | 14.2 |\n| large | 52.7 |\n\nBoth ran on one card.\n\n"
    "Table 13.3: Starts\n\n| phase | cold (s) | warm (s) |\n|---|---|---|\n| load | 8.4 | 1.3 |\n| parse | 3.1 | 0.9 |\n\nThat is all.\n\n"
)
FLAT = (
    "Table 13.1 was measured once. model accuracy small 0.812 large 0.865 Table 13.1. Accuracy by model. Both were tested. "
    "Table 13.2 is about time. model seconds small 14.2 large 52.7 Table 13.2. Seconds per epoch. Both ran on one card. "
    "Table 13.3 is about starts. phase cold (s) warm (s) load 8.4 1.3 parse 3.1 0.9 Table 13.3. What it begins with. That is all. "
)
CODE = (
    "**Listing 13-1.** Reading\n\n```python\ndef load(path):\n    return open(path).read()\n```\n\n"
    "**Listing 13-2.** Smoothing\n\n```python\ndef smooth(values, width=3):\n    return values[width:]\n```\n\n"
    "**Listing 13-3.** Writing\n\n```python\ndef save(path, values):\n    open(path, 'w').write(str(values))\n```\n\n"
)
MATHS = (
    "The mean is\n\n$$ m = \\frac{\\sum x_i}{n} \\tag{13.1} $$\n\nand the sum of squares\n\n$$ S = S + (x - m)^2 \\tag{13.2} $$\n\n"
    "The variance is\n\n$$ v = \\frac{S}{n-1} \\tag{13.3} $$\n\nand the deviation\n\n$$ s = \\sqrt{v} \\tag{13.4} $$\n\n"
    "The weight is\n\n$$ w = \\exp(-v) \\tag{13.5} $$\n\n"
)
PLAIN = "d = x - m    (13.3)\n\nm' = m + d / (n + 1)    (13.4)\n\nS' = S + d (x - m')    (13.5)\n\n"

PROGRAMS = (
    "## 13.1 Reading\n\nThe file is read whole.\n\n```python\ndef load(path):\n    return open(path).read()\n```\n\n"
    "## 13.2 Smoothing\n\nNeighbours are averaged.\n\n```python\ndef smooth(values, width=3):\n    return values[width:]\n```\n\n"
    "## 13.3 Writing files\n\nWriting is done at the end. A file that is being written has another name.\n\n"
    "```python\nWIDTH = 3\nkept = smooth(load('a'), WIDTH)\n```\n\n"
)
LAWS = (
    "By the law of Amdahl the speed-up is\n\n$$ S = \\frac{1}{(1 - p) + p/n} \\tag{13.1} $$\n\nwhere p is the parallel share.\n\n"
    "The distance between two numbers is\n\n$$ d = 2^{e - b} \\tag{13.2} $$\n\nwith an exponent e and b bits of mantissa.\n\n"
)

#: Name -> the text before, a right sentence, the words in it that are wrong once the second stand there.
TWINS: dict[str, tuple[str, str, str, str]] = {
    "in brackets behind a noun": (f"{BOATS}{END}", "It leaked, since the caulking (Section 13.2) was old.", "13.2", "13.3"),
    "a noun in another form": (f"{BOATS}{END}", "When the boat was old the sail (Section 13.3) was new.", "13.3", "13.4"),
    "a phrase of one section": (f"{BOATS}{END}", "Write it down, as in the record layout of Section 13.4.", "13.4", "13.1"),
    "starts of a table": (f"{TIMES}{END}", "With the warm starts of Table 13.3 they are 2.2 s.", "13.3", "13.1"),
    "starts of a flat table": (f"{FLAT}{END}", "With the warm starts of Table 13.3 they are soon done.", "13.3", "13.2"),
    "as the table shows": (f"{TIMES}{END}", "As Table 13.1 shows, the large model is more accurate by five points.", "13.1", "13.2"),
    "shows that": (f"{TIMES}{END}", "Table 13.1 shows that the large model is more accurate.", "13.1", "13.3"),
    "the accuracies in": (f"{TIMES}{END}", "The accuracies in Table 13.1 were rounded.", "13.1", "13.2"),
    "figures of another table": (f"{TIMES}{END}", "As Table 13.2 shows, the step from 14.2 to 52.7 is large.", "13.2", "13.1"),
    "figures of a flat table": (f"{FLAT}{END}", "According to Table 13.2 it needs 14.2 in one case and 52.7 in the other.", "13.2", "13.3"),
    "a function of a listing": (f"{CODE}{END}", "Note that `smooth` in Listing 13-2 shortens its input.", "Listing 13-2", "Listing 13-3"),
    "a listing defines": (f"{CODE}{END}", "Listing 13-3 defines `save`, which writes.", "Listing 13-3", "Listing 13-1"),
    "a function in brackets": (f"{CODE}{END}", "The function `load` (Listing 13-1) reads all at once.", "Listing 13-1", "Listing 13-2"),
    "a square": (f"{MATHS}{END}", "The square in (13.2) makes large errors weigh more.", "13.2", "13.1"),
    "a root": (f"{MATHS}{END}", "The square root in Equation (13.4) gives the unit back.", "Equation (13.4)", "Equation (13.2)"),
    "an exponential": (f"{MATHS}{END}", "The exponential in (13.5) is never zero.", "13.5", "13.3"),
    "die Wurzel": (f"{MATHS}{END}", "Die Wurzel in (13.4) stellt die Einheit wieder her.", "13.4", "13.3"),
    "la racine": (f"{MATHS}{END}", "La racine dans (13.4) rend l'unité.", "13.4", "13.5"),
    "no value for one": (f"{MATHS}{END}", "For n = 1 the division in (13.3) is undefined.", "13.3", "13.1"),
    "are squared": (f"{MATHS}{END}", "The differences in (13.2) are squared.", "13.2", "13.3"),
    "may jump to": (f"{PROGRAMS}{END}", "Readers who only want the writing of files may jump to Section 13.3.", "13.3", "13.2"),
    "see for": (f"{BOATS}{END}", "See Section 13.4 for the layout of the record.", "13.4", "13.3"),
    "section on": (f"{BOATS}{END}", "Section 13.2, on caulking, has more.", "13.2", "13.1"),
    "a function of a section": (f"{PROGRAMS}{END}", "The `smooth` of Section 13.2 drops the first values.", "13.2", "13.1"),
    "a function in a section": (f"{PROGRAMS}{END}", "It is read by `load` (Section 13.1) at once.", "13.1", "13.2"),
    "a constant of a section": (f"{PROGRAMS}{END}", "The value `WIDTH` from Section 13.3 is small.", "13.3", "13.1"),
    "rows that say": (f"{TIMES}{END}", "The gap between the rows of Table 13.3 that say parse is small.", "13.3", "13.2"),
    "a column by name": (f"{TIMES}{END}", "The column “warm (s)” of Table 13.3 is the one to read.", "13.3", "13.1"),
    "symbols of a formula": (f"{LAWS}{END}", "Equation (13.2) with e = 8 and b = 7 gives 2.", "13.2", "13.1"),
    "symbols before a formula": (f"{LAWS}{END}", "For p = 0.9 and n = 10, Equation (13.1) gives 5.3.", "13.1", "13.2"),
    "a law by name": (f"{LAWS}{END}", "The speed-up in Equation (13.1) has a limit.", "13.1", "13.2"),
    "a comment beside code": (
        f"{PLAIN}```python\nd = x - m  # Eq. (13.3)\nm2 = m + d / (n + 1)  # Eq. (13.4)\n```\n\n{END}", "It is short.",
        "Eq. (13.4)", "Eq. (13.5)",
    ),
}  # fmt: skip

RIGHT: dict[str, str] = {
    "see for what all have": f"{BOATS}{END}See Section 13.1 for the boat, and Section 13.3 for the seams.",
    "a name that is used there": f"{PROGRAMS}{END}The `smooth` of Section 13.3 is called once.",
    "a name of a library": f"{PROGRAMS}{END}The `open` of Section 13.2 is not needed, and `json.dump` (Section 13.2) would do.",
    "a plan for a name": f"{PROGRAMS}{END}Call `load` in Section 13.2 and you need no list.",
    "a word that two tables say": f"{TIMES}{END}The rows of Table 13.2 that say large are slow.",
    "a symbol of neither": f"{LAWS}{END}Equation (13.1) with k = 8 gives 2.",
    "one symbol of both sides": f"{LAWS}{END}For n = 8 and p = 0.5 Equation (13.1) gives 1.78, and S = 2 is the limit.",
    "an assumption before": f"{LAWS}{END}With b = 7 bits, as before, the time goes up, and Equation (13.1) holds.",
    "a value put in later": f"{LAWS}{END}Equation (13.2) is exact; with p = 0.9 the first one is not.",
    "the law in other words": f"{LAWS}{END}The step in Equation (13.2) grows.",
    "a phrase that no section has": f"{BOATS}{END}The anchor chain (Section 13.1) is iron.",
    "a word of several sections": f"{BOATS}{END}The seam (Section 13.3) is strong.",
    "a clause in brackets": f"{BOATS}{END}A boat that was tarred and whose caulking was old leaked (Section 13.1).",
    "a wide phrase": f"{BOATS}{END}What the wind does to old caulking and rope is not asked (Section 13.1).",
    "what the section says in passing": f"{BOATS}{END}The planks of Section 13.1 and the canvas of Section 13.3 are wet.",
    "a mention of both": f"{TIMES}{END}The accuracy of Table 13.1 and the seconds of Table 13.2 belong together.",
    "the subject of another": f"{TIMES}{END}As Table 13.2 shows, the more accurate model is slower.",
    "as it shows, in other words": f"{TIMES}{END}As Table 13.2 shows, the large model takes its time.",
    "an answer to both": f"{TIMES}{END}As Table 13.1 shows, the large model is worth its price.",
    "starts that are explained": f"{TIMES}{END}The cold starts of Table 13.3 are slow.",
    "one figure of another": f"{TIMES}{END}Table 13.3 divides the 14.2 s of before into parts.",
    "figures of both": f"{TIMES}{END}Table 13.2 has 14.2 where the first table had 0.812.",
    "figures that are worked out": f"{TIMES}{END}As Table 13.1 shows, the gain is 0.053, or 6.5 %.",
    "figures of two tables": f"{TIMES}{END}As Tables 13.1 and 13.2 show, 0.865 is bought with 52.7 s.",
    "a later table in the sentence": f"{TIMES}{END}Table 13.1 is small, and the 14.2 and 52.7 of Table 13.2 are large.",
    "a listing that calls it": f"{CODE}{END}Listing 13-2 returns what `load` of Listing 13-1 has read.",
    "a name of no listing": f"{CODE}{END}With `print` in Listing 13-2 you would see more.",
    "a plan": f"{CODE}{END}Call `save` at the end of Listing 13-2 to keep the result.",
    "a listing used": f"{CODE}{END}Add `smooth` to Listing 13-3 and run it again.",
    "an operation of two": f"{MATHS}{END}The division in (13.1) is by the number of values.",
    "an operation of none": f"{MATHS}{END}The product in (13.1) is not written out.",
    "in words of its own": f"{MATHS}{END}The error in (13.3) grows with the spread.",
    "undefined elsewhere": f"{MATHS}{END}For n = 0 the division in (13.1) is undefined.",
    "from one to another": f"{MATHS}{END}The square root of (13.3) is the deviation.",
    "a square of it": f"{MATHS}{END}The square of (13.4) is the variance again.",
    "a comment for two": f"{PLAIN}```python\nd = x - m  # Eq. (13.3), used in Eq. (13.4)\n```\n\n{END}It is short.",
    "code in another form": f"{PLAIN}```python\nm2 = (m * n + x) / (n + 1)  # Eq. (13.4)\n```\n\n{END}It is short.",
    "das Bild einer Tabelle": f"{TIMES}{END}Wie Tabelle 13.2 zeigt, ist das große Modell teurer.",
    "other wares": f"{BOATS}{END}The record (Section 13.4) is kept, and the planks (Section 13.1) are counted.",
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_right_and_wrong_targets_are_told_apart(name: str) -> None:
    """A reference to what it describes raises nothing; the same words with the number of another thing are found on the reference."""
    before, sentence, right, wrong = TWINS[name]
    text = before + sentence
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="13"), FACTS))] == []
    place = text.rindex(right)
    text = text[:place] + wrong + text[place + len(right) :]
    found = alarms(References().examine(chapter_of(text, number="13"), FACTS))
    assert [f.span.start < place + len(wrong) and place < f.span.end for f in found] == [True], [measure(f.summary) for f in found]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_words_that_may_belong_to_the_target_raise_no_alarm(text: str) -> None:
    """What more than one thing fits, or what is said of something else in the sentence, is not held against a reference."""
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="13"), FACTS))] == []
