"""The instrument `references`: what a chapter points to is there, once, and is what the text says."""

from __future__ import annotations

import pytest
from handmade import FACTS, alarms, chapter_of

from prompts.trust import Untrusted, measure
from tools.instruments.references import References
from tools.records import Facts

TABLE = "| size | {} |\n|---|---|\n| 1 | 2.5 |\n"
TWO = (
    "Table 1: Latency by batch size.\n\n" + TABLE.format("latency") + "\nTable 2: Memory by batch size.\n\n" + TABLE.format("memory")
)  # fmt: skip
FIGURES = "*Figure 1.* The queue before the call.\n\n*Figure 2.* The queue after the call.\n"
SECTIONS = "# 4 Queues\n\n## 4.1 Adding\n\nWords.\n\n## 4.2 Removing\n\nWords.\n\n"

FAULTY: dict[str, tuple[str, str]] = {
    "a figure that is not there": (f"As Figure 3 shows, it grows.\n\n{FIGURES}", "Figure 3"),
    "a table that is not there": (f"Table 4 has the rest.\n\n{TWO}", "Table 4"),
    "eine Abbildung, die fehlt": (
        "Wie Abbildung 5 zeigt, wächst sie.\n\nAbbildung 1: Vorher.\n\nAbbildung 2: Nachher.\n", "Abbildung 5",
    ),
    "eine Tabelle, die fehlt": ("Siehe Tabelle 2.\n\nTabelle 1: Zeiten.\n\n" + TABLE.format("Zeit"), "Tabelle 2"),
    "a section that is not there": (f"{SECTIONS}Section 4.5 says more.", "Section 4.5"),
    "a listing that is not there": (
        "Listing 13-3 has the loop.\n\nListing 13-1: The setup.\n\nSome words.\n\nListing 13-2: The call.\n", "Listing 13-3",
    ),
    "an equation that is not there": ("From Equation (3) it follows.\n\n$$a = b \\tag{1}$$\n\n$$c = d \\tag{2}$$\n", "Equation (3)"),
    "a second figure in a list": (f"Figures 1 and 7 differ.\n\n{FIGURES}", "7"),
    "a step beyond the list": ("1. Open it.\n2. Read it.\n3. Close it.\n\nRepeat step 5 until it is done.", "step 5"),
    "a footnote without a note": ("It is known.[^1] So is this.[^2]\n\n[^1]: By all.\n", "[^2]"),
    "a link to no heading": ("See [the end](#conclusion).\n\n# Start\n\nWords.\n\n# Finish\n\nWords.\n", "](#conclusion)"),
    "a citation beyond the list": (
        "It was shown [1] and shown again [4].\n\n# References\n\n[1] A. First, 2001.\n[2] B. Second, 2002.\n", "[4]",
    ),
    "an author who is not listed": (
        "As [Knuth 1974] said, and [Hoare 1980] too.\n\n# References\n\nKnuth, D. Structured programming. 1974.\n", "[Hoare 1980]",
    ),
    "two captions with one number": ("Figure 1: The queue.\n\nWords.\n\nFigure 1: The stack.\n", "Figure 1"),
    "the wrong table described": (f"Table 2 shows the latency by batch size.\n\n{TWO}", "Table 2"),
    "die falsche Tabelle beschrieben": (
        "Tabelle 1 zeigt den Speicherbedarf.\n\nTabelle 1: Laufzeit je Aufruf.\n\n" + TABLE.format("Laufzeit")
        + "\nTabelle 2: Speicherbedarf je Aufruf.\n\n" + TABLE.format("Speicherbedarf"), "Tabelle 1",
    ),
    "three that are four": ("The following three steps:\n\n- open\n- read\n- check\n- close\n", "The following three steps:"),
    "drei, die zwei sind": ("Die folgenden drei Regeln:\n\n1. Lesen.\n2. Schreiben.\n", "Die folgenden drei Regeln:"),
    "the previous chapter by another number": ("In the previous chapter (Chapter 9) we saw a queue.", "9"),
    "das vorige Kapitel mit falscher Nummer": ("Im vorigen Kapitel (Kapitel 10) stand es.", "10"),
    "this chapter by another number": ("In this chapter, Chapter 12, we go on.", "12"),
    "a table above that stands below": ("The table above has the sizes.\n\n" + TABLE.format("bytes"), "The table above"),
    "die Tabelle unten, die oben steht": (TABLE.format("Bytes") + "\nDie Tabelle unten zeigt es.", "Die Tabelle unten"),
}  # fmt: skip

RIGHT: dict[str, str] = {
    "figures that are there": f"Figures 1 and 2 differ; see Fig. 2.\n\n{FIGURES}",
    "tables that are there": f"Table 1 shows the latency, Table 2 the memory.\n\n{TWO}",
    "the right table described": f"Table 2 shows the memory by batch size.\n\n{TWO}",
    "a table described in other words": f"Table 1 lists how long it takes.\n\n{TWO}",
    "sections in brackets": f"{SECTIONS}It adds (see Section 4.1) and removes (Section 4.2).",
    "sections that are there": f"{SECTIONS}Section 4.1 and Section 4.2 belong together.",
    "a section of another chapter": f"{SECTIONS}Section 7.3 comes later.",
    "no captions at all": "Figure 3 shows the queue, and Table 1 the sizes.",
    "a section of a standard": f"{SECTIONS}Section 4.9 of RFC 9110 forbids it.",
    "a figure of a paper": f"Figure 6 of the original paper has the same shape.\n\n{FIGURES}",
    "a table of a book": f"It stands in Table 9 of [12].\n\n{FIGURES}",
    "a figure in another chapter": f"Figure 9 in Chapter 2 has it.\n\n{FIGURES}",
    "a caption twice, beside the image": "![Figure 1: The queue.](queue.png)\n\nFigure 1: The queue.\n\nFigure 2: The stack.",
    "footnotes": "It is known.[^1] And this.[^note]\n\n[^1]: By all.\n\n[^note]: By some.\n",
    "footnotes on one line": "It is known.[^a] And so on. [^a]: By all. More.",
    "footnotes kept elsewhere": "It is known.[^1]",
    "links": "See [the end](#the-end-of-it) and [umlaut](#über-uns).\n\n# The end of it\n\nWords.\n\n# Über uns\n\nWords.",
    "a link to an anchor": 'See [there](#here).\n\n<a id="here"></a>\n\n# Title\n\nWords.',
    "citations": "Shown [1], [2] and [1, 2].\n\n# References\n\n[1] A. First, 2001.\n[2] B. Second, 2002.\n",
    "lists in prose": "The list [1, 2, 3] has length [5].\n\n# References\n\n[1] A. First, 2001.\n[2] B. Second, 2002.\n",
    "an index in code": "Take `x[7]` of it [1].\n\n# References\n\n[1] A. First, 2001.\n",
    "an interval": "It lies in [0, 1] always [1].\n\n# References\n\n[1] A. First, 2001.\n",
    "authors": "As [Knuth 1974] said.\n\n# References\n\nKnuth, D. Structured programming. 1974.\n",
    "three that are three": "The following three steps:\n\n- open\n- read\n- close\n",
    "nested items": "The following two steps:\n\n- open\n  - gently\n  - quietly\n- close\n",
    "items of two lines": "The following two rules:\n\n1. Read it\n   to the end.\n2. Write it.\n\nThen words.\n",
    "drei, die drei sind": "Die folgenden drei Regeln:\n\n1. Lesen.\n2. Schreiben.\n3. Rechnen.\n",
    "the previous chapter": "In the previous chapter (Chapter 12) we saw it, and in the next chapter, Chapter 14, we go on.",
    "das nächste Kapitel": "Im nächsten Kapitel (Kapitel 14) geht es weiter.",
    "another chapter": "Chapter 4 has more, and so has Chapter 99.",
    "a table above": TABLE.format("bytes") + "\nThe table above has the sizes.",
    "a table in the figures of speech": "We put the idea on the table above all others.",
    "steps": "1. Open it.\n2. Read it.\n3. Close it.\n\nGo back to step 2. In step 3 it ends.",
    "steps of training": "After step 1000 the loss is flat.",
    "figure as a word": "The figures 12 and 13 were added; in 3 figures it is 100.",
    "table as an object": "A table 2 metres long.",
    "an equation of a form": "$$a = b \\tag{1}$$\n\nEquation (1) is linear.",
    "an example that is not numbered so": "Example 3 of many.\n\nFigure 1: A.\n",
    "version numbers": f"{SECTIONS}Since section 4.2 changed in 3.11, it is new.",
    "part of a figure": f"Figure 2a shows the start.\n\n{FIGURES}",
    "sub-figure and list": f"See Figures 1-2 for both.\n\n{FIGURES}",
}  # fmt: skip

BAKERY = (
    "# 13 Bread\n\n## 13.1 Flour\n\nWheat flour has gluten, and rye flour has little gluten.\n\n## 13.2 Proofing\n\n"
    "Yeast needs warmth. While the yeast works, the loaf rises.\n\n## 13.3 Ovens\n\nStone keeps heat. Steam keeps the crust soft.\n\n"
)
BAKED = (
    "**Table 13.1** Loaves by weekday\n\n| weekday | loaves |\n|---|---|\n| Monday | 40 |\n\nMondays are quiet.\n\n"
    "**Table 13.2** Temperature of the ovens\n\n| oven | degrees |\n|---|---|\n| left | 230 |\n\nBoth are hot.\n\n"
)
BAECKEREI = (
    "## 13.1 Mehl\n\nWeizenmehl enthält Kleber.\n\n## 13.2 Gare\n\nDie Hefe braucht Wärme, und die Hefe braucht Zeit.\n\n"
    "## 13.3 Öfen\n\nStein hält die Hitze.\n\n*Tabelle 13.1: Brote je Wochentag*\n\n| Tag | Brote |\n|---|---|\n| Montag | 40 |\n\n"
)
BOULANGERIE = (
    "## 13.1 La farine\n\nLe blé contient du gluten.\n\n## 13.2 La pousse\n\nLa levure aime la chaleur, et la levure veut du temps.\n\n"
    "## 13.3 Le four\n\nLa pierre garde la chaleur.\n\n*Tableau 13.1 – Pains par jour*\n\n| jour | pains |\n|---|---|\n| lundi | 40 |\n\n"
)
FLAT = (
    "Bread is slow. 13.1 Flour Wheat flour has gluten. Rye flour has little gluten. Table 13.1 Loaves by weekday Day Loaves Monday 40 "
    "Tuesday 55 That is a quiet week. 13.2 Proofing Yeast needs warmth, and yeast needs time. w = f / l (13.1) Here w is the share of "
    "water. oven degrees left 230 right 245 Table 13.2. Temperature of the ovens. 13.3 Ovens Stone keeps heat. "
)  # fmt: skip

END = "## 13.4 All\n\n"
FLAT_END = "13.4 All That was it. "

WRONG: dict[str, tuple[str, str]] = {
    "a bold caption without a colon": (f"{BAKED}Table 13.4 has the rest.", "Table 13.4"),
    "no listing is numbered": (f"{BAKED}```python\nbake()\n```\n\nAs Listing 13.2 demonstrated, it is short.", "Listing 13.2"),
    "an equation that is not there, indented": ("It holds that\n\n    w = f / l    (13.1)\n\nEquation (13.2) says so.", "Equation (13.2)"),
    "eine Gleichung, die fehlt": ("Es gilt\n\n    w = f / l    (13.1)\n\nDas sagt Gleichung (13.2).", "Gleichung (13.2)"),
    "une équation absente": ("On a\n\n    w = f / l    (13.1)\n\nC'est ce que dit l'équation (13.2).", "équation (13.2)"),
    "un tableau absent": (f"{BOULANGERIE}{END}Le tableau 13.3 donne le reste.", "tableau 13.3"),
    "eine kursive Tabelle": (f"{BAECKEREI}{END}Tabelle 13.2 nennt die Einzelwerte.", "Tabelle 13.2"),
    "a section, where this chapter is named": (f"{BAKERY}{END}What matters in this chapter, Section 13.7 collects.", "Section 13.7"),
    "a table in running text": (f"{FLAT}{FLAT_END}Table 13.3 has the rest.", "Table 13.3"),
    "a section in running text": (f"{FLAT}{FLAT_END}How dough is kept is shown in Section 13.5.", "Section 13.5"),
    "an equation in running text": (f"{FLAT}{FLAT_END}Equation (13.2) gives the salt.", "Equation (13.2)"),
    "a figure with a dash": ("Figure 13.1 -- The oven\n\nFigure 13.2 -- The shop\n\nFigure 13.3 shows the street.", "Figure 13.3"),
    "the yeast of another section": (f"{BAKERY}{END}The yeast of Section 13.3 wants patience.", "Section 13.3"),
    "the gluten elsewhere": (f"{BAKERY}{END}The gluten of rye is treated in Section 13.2.", "Section 13.2"),
    "die Hefe anderswo": (f"{BAECKEREI}{END}Wie die Hefe arbeitet, steht in Abschnitt 13.3.", "Abschnitt 13.3"),
    "la levure ailleurs": (f"{BOULANGERIE}{END}La levure est traitée dans la section 13.3.", "section 13.3"),
    "the table of another thing": (f"{BAKED}How the loaves spread over the weekdays is shown in Table 13.2.", "Table 13.2"),
    "shown in the wrong table, running text": (f"{FLAT}{FLAT_END}How many loaves a weekday brings is shown in Table 13.2.", "Table 13.2"),
    "the yeast in running text": (f"{FLAT}{FLAT_END}The yeast of Section 13.1 wants patience.", "Section 13.1"),
    "a road map with two swapped": (
        f"{BAKERY}{END}Section 13.1 keeps the crust soft with steam.", "Section 13.1",
    ),
    "a reference behind code that lost its line ends": (
        f"{BAKED}```python\nbake()\nprint(1) # 1 Table 13.5 has the rest.\n```\n", "Table 13.5",
    ),
}  # fmt: skip

SOUND: dict[str, str] = {
    "bold captions": f"{BAKED}Table 13.1 has the loaves, and the temperature is shown in Table 13.2.",
    "captions in running text": f"{FLAT}{FLAT_END}Loaves are in Table 13.1, degrees in Table 13.2, the share in Equation (13.1).",
    "sections in running text": f"{FLAT}{FLAT_END}The flour of Section 13.1 and the yeast of Section 13.2 are all.",
    "the yeast of its section": f"{BAKERY}{END}The yeast of Section 13.2 wants patience.",
    "a word of no section": f"{BAKERY}{END}The idea of Section 13.1 can be tried at home.",
    "a word of two sections": f"{BAKERY}{END}The heat of Section 13.1 was mild.",
    "other words for it": f"{BAKERY}{END}How the dough grows is explained in Section 13.2.",
    "a plural": f"{BAKERY}{END}The yeasts of Section 13.2 differ.",
    "a road map": f"{BAKERY}{END}Section 13.1 weighs the flour, Section 13.2 waits for the yeast, and Section 13.3 heats the stone.",
    "a list in brackets": f"{BAKERY}{END}Weigh (Section 13.1), wait (Section 13.2) and bake (Section 13.3).",
    "eine Wegbeschreibung": f"{BAECKEREI}{END}Abschnitt 13.1 wiegt, Abschnitt 13.2 wartet, Abschnitt 13.3 heizt. Tabelle 13.1 zählt.",
    "un renvoi juste": f"{BOULANGERIE}{END}La levure est traitée dans la section 13.2. Le tableau 13.1 compte les pains.",
    "une équation présente": "On a\n\n    w = f / l    (13.1)\n\nC'est l'équation (13.1).",
    "a table of another chapter": f"{BAKED}Table 7.4 of the first half had more, and Tabelle 9.1 too.",
    "a listing of another chapter": f"{BAKED}Listing 2.2 was longer.",
    "a label in a table's cell": f"{BAKED}| what | where |\n|---|---|\n| loaves | Table 13.1 |\n",
    "a version that looks like a heading": f"{BAKERY}{END}Since release 13.4 Ovens are faster. Numbers such as 13.4 Kelvin occur.",
    "a reference at the end of a sentence": f"{BAKED}See Table 13.2. The rest is Table 13.1. Both are short.",
}  # fmt: skip

EXCERPTS: dict[str, tuple[str, str]] = {
    "above": (f"{BAKED}Table 13.4 above compared the shops.", "Table 13.4"),
    "in the past": (f"{BAKED}As Table 13.3 showed, it is cold.", "Table 13.3"),
    "between": (f"{BAKED}**Table 13.4** Prices\n\nTable 13.3 has the rest.", "Table 13.3"),
    "weiter oben": (f"{BAECKEREI}Die obige Tabelle 13.3 verglich sie.", "Tabelle 13.3"),
}

WRONG["a chapter's part called a chapter"] = (f"{BAKERY}{END}How it cools is told in Chapter 13.8.", "Chapter 13.8")
WRONG["ein Abschnitt, Kapitel genannt"] = (f"{BAECKEREI}{END}Siehe Kapitel 13.9.", "Kapitel 13.9")
WRONG["sections miscounted"] = (f"{BAKERY}{END}Of the four sections above one needs heat.", "four sections above")
WRONG["Abschnitte verzählt"] = (f"{BAECKEREI}{END}Die zwei Abschnitte davor reichen.", "zwei Abschnitte davor")
WRONG["a caption that an attribute gives"] = (
    '<Listing number="13-1" caption="Kneading">\n\n```python\nknead()\n```\n\n</Listing>\n\nListing 13-2 bakes.', "Listing 13-2",
)  # fmt: skip
SOUND["sections counted"] = f"{BAKERY}{END}Of the three sections above one needs heat."
SOUND["sections counted under a heading without a number"] = f"{BAKERY}## Summary\n\nThe three sections above are all."
SOUND["Abschnitte gezählt"] = f"{BAECKEREI}{END}Die drei Abschnitte davor reichen."
SOUND["a wrapped line that begins with a label"] = (
    f"{BAKED}The ovens are a good deal hotter than one would think, in\nTable 13.2. Of all days Mondays are the quietest, as one sees in\n"
    "Table 13.1. That is all.\n"
)
SOUND["labels of a form that is not known"] = (
    f"{BAKED}```python\nbake()\n```\n\nListing 13.1 kneads, Listing 13.2 proves, Listing 13.3 bakes, and Listing 13.4 cools."
)
SOUND["a comment of the page"] = f"{BAKED}<!-- Table 13.9 was dropped. -->\n\nTable 13.1 stays."
SOUND["a word of the code"] = (
    "Listing 13-1: A `bake` function with the parameter `loaf`.\n\nListing 13-2: Calling `bake` with a String.\n\n"
    "Listing 13-1 shows a function that takes a string slice."
)


LIST = "\n\n- it rises\n- it rests\n- it is baked\n- it cools\n"
MISCOUNTED = {
    "reasons": (f"There are three reasons to give the dough time between the two ovens:{LIST}", "three reasons"),
    "steps": (f"A loaf goes through five steps before it is sold:{LIST}", "five steps"),
    "digits": (f"The baker names 3 rules:{LIST}", "3 rules"),
    "drei Gründe": (f"Der Bäcker nennt drei Gründe:{LIST}", "drei Gründe"),
    "trois étapes": (f"Le pain passe par trois étapes :{LIST}", "trois étapes"),
    "code in line": ("The oven knows two modes: `warm`, `hot` and `off`. It starts cold.", "two modes"),
    "words in line": ("It has four states: cold, warm and hot. All are shown.", "four states"),
    "a dash": ("Bread has five parts — crust, crumb, salt and air — as everybody knows.", "five parts"),
}
COUNTED = {
    "no heading of the list": f"To join the two bakeries:{LIST}",
    "another number fits": f"Of the three things that four rules say:{LIST}",
    "a part of them": f"At least three reasons are known:{LIST}",
    "examples": f"There are six kinds, for example:{LIST}",
    "named before the list": f"Loaves fall into two kinds: **white** and **dark**:{LIST}",
    "no list": f"There are three reasons to wait.{LIST}",
    "another list": "There are nine rules of thumb:\n\n- rest\n- bake\n",
    "pairs": "The oven has two parts: door and lock, fire and ash.",
    "long items": "There are two ways: to knead it by hand, to let it rest and to bake it, or to buy it.",
}


@pytest.mark.parametrize(("text", "words"), MISCOUNTED.values(), ids=MISCOUNTED)
def test_a_list_with_another_number_of_items_is_found(text: str, words: str) -> None:
    """Things that a sentence counts and lists, below it or behind its colon, are counted."""
    found = alarms(References().examine(chapter_of(text), FACTS))
    assert [text[f.span.start : f.span.end] for f in found] == [words]


@pytest.mark.parametrize(
    "text",
    [
        text.replace(words, words.replace("three", "four").replace("five", "four").replace("3", "4"))
        for text, words in list(MISCOUNTED.values())[:3]
    ],
)
def test_a_list_with_the_number_of_items_is_confirmed(text: str) -> None:
    """The same lists with the right number."""
    assert [(f.rule, f.verdict) for f in References().examine(chapter_of(text), FACTS).findings] == [("count", "supported")]


@pytest.mark.parametrize("text", COUNTED.values(), ids=COUNTED)
def test_a_number_that_heads_no_list_is_not_held_against_it(text: str) -> None:
    """Numbers of other things, open lists and lists that can be counted in two ways say nothing."""
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text), FACTS))] == []


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_labels_are_known_in_all_their_forms(text: str, words: str) -> None:
    """A reference that fits no label, or describes another one, is found whether captions are marked, bare or run into the text."""
    found = References().examine(chapter_of(text, number="13"), FACTS).findings
    assert [text[f.span.start : f.span.end] for f in found if f.verdict != "supported"] == [words], [measure(f.summary) for f in found]
    place = next(f.span for f in found if f.verdict != "supported")
    assert not any(f.span.overlaps(place) for f in found if f.verdict == "supported")


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_a_reference_in_any_words_that_may_be_right_raises_no_alarm(text: str) -> None:
    """Words that fit no other target, or the one named in another form, say nothing against it."""
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="13"), FACTS))] == []


@pytest.mark.parametrize(("text", "words"), EXCERPTS.values(), ids=EXCERPTS)
def test_an_excerpt_lacks_what_would_stand_in_it(text: str, words: str) -> None:
    """What is said to stand above, or between labels that do stand, would be in the part supplied."""
    found = alarms(References().examine(chapter_of(text, whole=False, number="13"), FACTS))
    assert [(text[f.span.start : f.span.end], f.verdict) for f in found] == [(words, "contradicted")]


def test_a_later_table_is_only_a_gap_in_an_excerpt() -> None:
    """What may stand in the part that was not supplied is a limitation."""
    found = References().examine(chapter_of(f"{BAKED}Table 13.4 will compare the shops.", whole=False, number="13"), FACTS)
    assert alarms(found) == []
    assert ["table 13.4" in measure(g.what) for g in found.gaps] == [True]


def test_a_lone_label_of_a_kind_that_has_none_is_unverifiable() -> None:
    """Where nothing of a kind is labelled the captions may have been lost, which is said."""
    (found,) = alarms(References().examine(chapter_of(f"{BAKED}Figure 13.1 shows the street.", number="13"), FACTS))
    assert (found.verdict, found.response, bool(found.limits)) == ("unverifiable", "clarification", True)


SKIPS = {
    "is listed": f"{BAKED}What enters into the price is listed in Table 13.4.",
    "gibt an": f"{BAKED}Die Preise gibt Table 13.5 an.",
    "shows": f"{BAKED}Table 13.6 shows the shops.",
}
FOLLOWS = {
    "the next": f"{BAKED}What enters into the price is listed in Table 13.3.",
    "others are named": f"{BAKED}Table 13.3 has the shops, Table 13.4 the towns and Table 13.5 the prices.",
    "below": f"{BAKED}Table 13.4 below has the prices.",
    "another chapter": f"{BAKED}Table 12.4 has the prices.",
}


@pytest.mark.parametrize("text", SKIPS.values(), ids=SKIPS)
def test_a_number_that_passes_over_others_cannot_be_checked_in_an_excerpt(text: str) -> None:
    """Tables are numbered in the order of their first mention, so one beyond the next is asked about, not called wrong."""
    found = alarms(References().examine(chapter_of(text, whole=False, number="13"), FACTS))
    assert [(f.rule, f.verdict) for f in found] == [("missing-target", "unverifiable")]


@pytest.mark.parametrize("text", FOLLOWS.values(), ids=FOLLOWS)
def test_a_number_that_follows_is_no_finding_in_an_excerpt(text: str) -> None:
    """The next number, announced ones and those after others that are named may stand in what was not supplied."""
    assert alarms(References().examine(chapter_of(text, whole=False, number="13"), FACTS)) == []


@pytest.mark.parametrize(("text", "words"), FAULTY.values(), ids=FAULTY)
def test_a_reference_that_points_wrong_is_found_where_it_stands(text: str, words: str) -> None:
    """A reference without its target, or to another one, is one finding on the words that refer."""
    found = alarms(References().examine(chapter_of(text, number="13"), FACTS))
    assert [text[f.span.start : f.span.end] for f in found] == [words], [measure(f.summary) for f in found]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_a_reference_that_may_be_right_raises_no_alarm(text: str) -> None:
    """What resolves, or lies outside the text, is never held against it."""
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="13"), FACTS))] == []


@pytest.mark.parametrize("kind", ["Figure 3", "Table 2"])
def test_a_target_missing_from_an_excerpt_is_a_gap(kind: str) -> None:
    """An excerpt may lack what it points to, so a missing target is a limitation with a remedy."""
    found = References().examine(chapter_of(f"See {kind}.\n\n{FIGURES}\n\nTable 1: Sizes.\n", whole=False, number="13"), FACTS)
    assert alarms(found) == []
    assert kind.lower() in measure(found.gaps[0].what)
    assert found.gaps[0].remedy


def test_a_reference_that_resolves_is_confirmed_once() -> None:
    """A figure named twice is one confirmation, with its caption as ground."""
    found = References().examine(chapter_of(f"See Figure 1. Figure 1 is plain.\n\n{FIGURES}", number="13"), FACTS).findings
    assert [(f.verdict, f.priority, f.rule) for f in found] == [("supported", "low", "resolves")]
    assert found[0].grounds


def test_the_packs_own_references_count_as_the_list() -> None:
    """A citation is looked up in the references of the pack as well."""
    facts = Facts(packages=None, experiments=True, today="2026-01-31", references=(Untrusted("[1] A. First, 2001.", "pack"),))
    found = References().examine(chapter_of("Shown [1] and denied [2].", number="13"), facts)
    assert [(f.verdict, f.rule) for f in found.findings] == [("supported", "citation-resolves"), ("contradicted", "missing-citation")]


BRACKETED = "$$a = b + c \\tag{5.1}$$\n\nand\n\n$$d = (b - c)^2 \\tag{5.2}$$\n\n"
LISTED = "\n\n[1] A. Author: A first paper. 1999.\n\n[2] B. Writer: A second paper. 2004.\n"
LEVELS = "\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nTable 3.2: Three levels\n"
FAULTS = "\n\nTable 12.1: Page faults in one hour\n\nThey were counted.\n"
POINTED = {
    "standard before it": (f"The SQL standard names three. Table 3.4 below lists them.{LEVELS}", "Table 3.4"),
    "equation in brackets": (f"{BRACKETED}The deviations in (5.3) are squared.", "5.3"),
    "Gleichung in Klammern": (f"{BRACKETED}Weil die Abweichungen in (5.4) quadriert werden, wiegen sie mehr.", "5.4"),
    "équation entre parenthèses": (f"{BRACKETED}Les écarts sont au carré dans (5.3), ce qui compte.", "5.3"),
    "citation without a heading": (f"# Further reading\n\nIt was proposed in [1], and the jump in [4] is newer.{LISTED}", "[4]"),
    "following without a colon": ("The remedy consists of the following two steps.\n\n1. Read.\n2. Shift.\n3. Keep.\n", "two steps"),
    "names with clauses": ("The two options for us are `-a`, which opens, `-b`, which closes, and `-c`, which waits.", "two options"),
    "another kind": (f"Figure 12.1 splits the page faults of one hour.{FAULTS}", "Figure 12.1"),
}  # fmt: skip
HELD = {
    "standard before it": f"The SQL standard names three. Table 3.2 below lists them.{LEVELS}",
    "another document": f"Table 4.1 of the SQL standard lists them.{LEVELS}",
    "equation in brackets": f"{BRACKETED}The deviations in (5.2) are squared, by a factor of (1.5) at most.",
    "a value in brackets": f"{BRACKETED}The mean of the errors is larger (5.7) than before.",
    "citation without a heading": f"# Further reading\n\nIt was proposed in [1], and the jump in [2] is newer.{LISTED}",
    "an index": "The first entry is `a[4]`, as in [4].",
    "following without a colon": "The remedy consists of the following three steps.\n\n1. Read.\n2. Shift.\n3. Keep.\n",
    "names with clauses": "The three options that concern us are `-a`, which opens files such as `x` and `y`, `-b` and `-c`.",
    "another kind": f"Figure 12.1 shows the street.{FAULTS}",
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), POINTED.values(), ids=POINTED)
def test_a_pointer_to_nothing_is_found_however_it_is_written(text: str, words: str) -> None:
    """Equations, citations and lists that are not there are found in every form of the pointer."""
    found = alarms(References().examine(chapter_of(text, number="1"), FACTS))
    assert [(text[f.span.start : f.span.end], f.verdict) for f in found] == [(words, "contradicted")]


@pytest.mark.parametrize("text", HELD.values(), ids=HELD)
def test_a_pointer_that_is_held_is_left_alone(text: str) -> None:
    """What stands in the text under another mark, or in a part that was not supplied, is no fault."""
    found = alarms(References().examine(chapter_of(text, number="1"), FACTS))
    assert [measure(f.summary) for f in found if f.verdict == "contradicted"] == []
