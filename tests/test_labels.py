"""Labels of claims: what a person was shown under one stands under it to the end."""

from __future__ import annotations

import json
import re
from pathlib import Path

from agent.labels import number
from prompts.trust import Untrusted
from tests.test_plan_only import invoke, plan_only
from tools.layout import lay_out
from tools.records import Chapter, Span

TEXT = "It grew by 10. It grew by 10. Then it stopped.\n"


def chapter() -> Chapter:
    return Chapter(
        document="d", offset=0, text=Untrusted(TEXT, "chapter"), whole=True, title=Untrusted("T", "pack"), number="1", blocks=lay_out(TEXT)
    )


def spans(*words: str) -> list[Span]:
    starts = [TEXT.rindex(each) for each in words]
    return [Span(start=start, end=start + len(each)) for start, each in zip(starts, words, strict=True)]


def test_later_claims_are_numbered_after_those_before_them() -> None:
    """A claim found later keeps its place in the text and takes a new number and a new id, though equal words stand behind it."""
    grew, stopped = spans("It grew by 10.", "Then it stopped.")
    before = number(chapter(), [(grew, "numeric", "1"), (stopped, "behavioural", "2")])
    earlier = Span(start=0, end=14)
    after = number(chapter(), [(span, "numeric", "0") for span in (earlier, grew, stopped)], before)
    assert [claim.label for claim in after] == ["C3", "C1", "C2"] and [claim.span for claim in after] == [earlier, grew, stopped]
    assert after[1:] == before and len({claim.id for claim in after}) == 3
    assert after[0].id.partition("-")[0] == after[1].id.partition("-")[0]


def test_numbers_that_were_given_are_not_given_again() -> None:
    """A third numbering goes on from the greatest label, whatever the order of the text."""
    (stopped,) = spans("Then it stopped.")
    once = number(chapter(), [(stopped, "behavioural", "2")])
    twice = number(chapter(), [(Span(start=0, end=14), "numeric", "1"), (stopped, "behavioural", "2")], once)
    (ten,) = spans("10")
    thrice = number(chapter(), [*((claim.span, claim.kind, claim.place) for claim in twice), (ten, "numeric", "in part")], twice)
    assert [claim.label for claim in thrice] == ["C2", "C3", "C1"]


def test_a_plan_and_its_report_name_the_same_statements(tmp_path: Path) -> None:
    """Parts of statements that findings are about come in between, and every label of the plan still has its words."""
    done, run = plan_only(tmp_path, "--offline", "--no-experiments")
    shown = dict(re.findall(r"^  (C\d+) \[[^\]]*\] (.*)$", done.stdout, re.M))
    assert invoke(tmp_path, "--resume", str(run)).exit_code == 0
    claims = json.loads((run / "report.json").read_bytes())["reading"]["claims"]
    told = {claim["label"]: " ".join(claim["text"]["untrusted"].split()) for claim in claims}
    assert shown and all(told[label][:30] == words[:30] for label, words in shown.items())
    # Numbering anew would have shown: a statement that came later stands before one of the plan.
    labels = [claim["label"] for claim in claims]
    assert set(shown) < set(labels) and min(labels.index(label) for label in labels if label not in shown) < labels.index("C3")
    assert re.search(r"\| \[C3\] `Together they took 80 ms\.`", (run / "report.md").read_text())
