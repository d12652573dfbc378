"""Lines of listings, steps of lists and stages of pipelines that prose names by their number, with what stands or happens there."""

from __future__ import annotations

import pytest
from handmade import FACTS, alarms, chapter_of

from prompts.trust import measure
from tools.instruments.references import References

COUNTER = (
    "```python\nfrom collections import Counter\nimport re\n\ndef census(path):\n    found = Counter()\n"
    "    with open(path, encoding='utf-8') as source:\n        for line in source:\n            found.update(line.split())\n"
    "    if not found:\n        raise ValueError(path)\n    return found\n```\n\n*Listing 4.3: A census.*\n\n"
)
NUMBERED = (
    "```text\n 1  for each town t:  cost[t] := infinity\n 2  cost[s] := 0\n 3  open := all towns\n 4  while open is not empty:\n"
    " 5      t := town in open with the smallest cost\n 6      remove t from open\n 7      for each road (t, v) with toll w:\n"
    " 8          if cost[t] + w < cost[v]:\n 9              cost[v] := cost[t] + w\n```\n\n"
)
FLAT = "Listing 3.2 1 def power(a, n): 2 result = 1 3 while n > 0: 4 result = result * a 5 n = n - 1 6 return result\n\n"
STEPS = (
    "1. Take the server out of the balancer.\n2. Wait until its connections have dropped to zero.\n3. Install the new package.\n"
    "4. Call `/health` until it answers.\n5. Check the archives with `twine`.\n6. Tag the commit.\n\n"
)
FLAT_STEPS = (
    "Procedure 2: By hand 1. Take the server out of the balancer. 2. Wait until its connections have dropped to zero. 3. Install the new "
    "package. 4. Call /health until it answers. 5. Check the archives with twine. 6. Tag the commit. "
)
BULLETS = (
    "Four objections are heard:\n\n- Price grows faster than speed.\n- There is a largest machine, and after it nothing.\n"
    "- Moving means a failover.\n- One machine is one point of failure.\n\n"
)
PIPE = "```bash\nawk '$9 == 404 { print $1 }' access.log \\\n  | sort \\\n  | uniq -c \\\n  | sort -rn \\\n  | head -n 10\n```\n\n"

#: Name -> the text before, a right sentence, the words in it that are right, and what stands there once they are wrong.
TWINS: dict[str, tuple[str, str, str, str]] = {
    "is opened": (COUNTER, "The file is opened in line 6 and closed by itself.", "line 6", "line 4"),
    "is returned": (COUNTER, "What was counted is returned in line 11.", "line 11", "line 8"),
    "is raised": (COUNTER, "An exception is raised in line 10.", "line 10", "line 7"),
    "the loop": (COUNTER, "The loop in line 7 goes on to the end.", "line 7", "line 5"),
    "the imports": (COUNTER, "The import in line 2 is of the library.", "line 2", "line 5"),
    "was removed": (NUMBERED, "A town that was removed in line 6 is never seen again.", "line 6", "line 3"),
    "the condition": (NUMBERED, "The condition in line 8 is called relaxation.", "line 8", "line 5"),
    "line removes": (NUMBERED, "Line 6 removes the town.", "Line 6", "Line 2"),
    "flat": (FLAT, "The loop in line 3 ends when n is zero.", "line 3", "line 5"),
    "Bedingung": (FLAT, "Es endet, sobald die Bedingung in Zeile 3 nicht mehr gilt.", "Zeile 3", "Zeile 5"),
    "Rückgabe": (FLAT, "Zurückgegeben wird es mit `return` in Zeile 6; die Schleife in Zeile 3 ist dann zu Ende.", "Zeile 3", "Zeile 1"),
    "boucle": (FLAT, "La boucle à la ligne 3 s'arrête.", "ligne 3", "ligne 2"),
    "in step": (STEPS, "If the health check in step 4 fails, go back.", "step 4", "step 3"),
    "in flat step": (FLAT_STEPS, "If the health check in step 4 fails, go back.", "step 4", "step 3"),
    "step does": (STEPS, "For this reason step 5 inspects the archives one last time.", "step 5", "step 6"),
    "step waits": (FLAT_STEPS, "Step 2 waits for the last connection.", "Step 2", "Step 1"),
    "the second, that": (BULLETS, "The second, that there is a largest machine, is theoretical.", "second", "third"),
    "the third objection, that": (BULLETS, "The third objection, that moving means a failover, is the one that counts.", "third", "first"),
    "the fourth command": (PIPE, "The fourth command sorts by the count.", "fourth", "third"),
}  # fmt: skip

RIGHT: dict[str, str] = {
    "a line of another file": f"{COUNTER}The file is opened in line 4 of `main.py`.",
    "a line of a text": f"{COUNTER}The word was found in line 4 of the poem.",
    "a line that is beyond": f"{COUNTER}In line 40 the file is opened.",
    "in its own words": f"{COUNTER}The counter comes to life in line 5.",
    "an effect": f"{COUNTER}The name of the file is used in line 6 and again in line 10.",
    "what a line leads to": f"{COUNTER}The error that line 10 raises is caught by the caller.",
    "an error in a line": f"{COUNTER}A bad path leads to an error in line 6.",
    "a line of output": f"{COUNTER}```output\nfound 3\nraised 2\n```\n\nThe loop in line 1 of the output is counted.",
    "a statement of two lines": (
        "```python\nx = 1\ny = 2\nrows = sorted(\n    names,\n    key=len,\n)\nprint(rows)\n```\n\nThe list is sorted in line 5."
    ),
    "another listing": f"{COUNTER}In Listing 2.1 the file was opened in line 4.",
    "no word for it": f"{NUMBERED}The search in line 5 takes time, and line 1 is quick.",
    "the array": f"{NUMBERED}The cost in line 9 is smaller.",
    "open as a set": f"{NUMBERED}The towns are kept from line 3 on.",
    "error in a step": f"{STEPS}If an error in step 3 comes up, go back to step 1.",
    "the result of a step": f"{STEPS}The package from step 2 is not needed.",
    "a step in other words": f"{STEPS}Step 3 takes a minute, and step 1 is quick.",
    "steps of training": f"{STEPS}In step 1000 the health of the model is checked.",
    "a range of steps": f"{STEPS}Steps 3 to 5 need the packages that were built.",
    "wait in a step": f"{STEPS}The wait in step 4 may be long.",
    "an ordinal of something else": f"{BULLETS}The third, that of a friend, is larger.",
    "an ordinal in its own words": f"{BULLETS}The third, that it interrupts the service, is short.",
    "the last": f"{BULLETS}The last objection is often answered with a standby.",
    "a command in other words": f"{PIPE}The second command brings equal lines together, and the third counts them.",
    "a command of another text": f"{PIPE}The third command of the editor sorts lines.",
}


@pytest.mark.parametrize("name", TWINS)
def test_a_place_that_is_named_with_what_stands_there_is_looked_up(name: str) -> None:
    """The right number raises nothing; the number of a place that has nothing of it is found on the words that name it."""
    before, sentence, right, wrong = TWINS[name]
    text = before + sentence
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="4"), FACTS))] == []
    place = text.rindex(right)
    text = text[:place] + wrong + text[place + len(right) :]
    found = alarms(References().examine(chapter_of(text, number="4"), FACTS))
    assert [f.span.start < place + len(wrong) and place < f.span.end for f in found] == [True], [measure(f.summary) for f in found]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_a_place_that_may_be_right_raises_no_alarm(text: str) -> None:
    """Places of other texts, effects, results and words of its own are not held against a number."""
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="4"), FACTS))] == []
