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
