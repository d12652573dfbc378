"""Holds the report of a run against a golden file: which faults it found, and which right statements it called wrong.

A fault is found where an assessment that an instrument or a probe made is about the quoted words (it touches them, and its own span is
that of a statement, not of a whole passage) and gives an accepted verdict.
A false alarm is a right statement on which such an assessment says contradicted, outdated or qualified, unless its words touch a fault.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WRONG = {"contradicted", "outdated", "qualified"}
MACHINE = {"arithmetic", "package source", "running code", "cross-reference", "provenance", "experiment", "probe"}
NOBODY = "nobody"
_PASSAGE = 400  # characters beyond which a span is a passage and no statement


class GoldenError(ValueError):
    """A golden file does not fit the report: a quotation that is not once in the chapter, or another chapter."""


@dataclass
class Score:
    """Counts over one or more reports; faults by what the least is that can find them, as (found, all)."""

    found: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    rights: int = 0
    confirmed: int = 0
    missed: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    unlabelled: list[str] = field(default_factory=list)

    @property
    def machine_recall(self) -> float:
        """Share of the faults that a machine can find which were found."""
        return sum(self.found[k] for k in MACHINE) / max(1, sum(self.faults[k] for k in MACHINE))

    def add(self, other: Score) -> None:
        self.found += other.found
        self.faults += other.faults
        self.rights += other.rights
        self.confirmed += other.confirmed
        self.missed += other.missed
        self.alarms += other.alarms
        self.unlabelled += other.unlabelled


def score(run: Path, golden: Path) -> Score:
    """Score one finished run against one golden file."""
    report = json.loads((run / "report.json").read_bytes())
    expected = json.loads(golden.read_bytes())
    text = report["snapshot"]["chapter"]["text"]["untrusted"]
    spans = {claim["id"]: (claim["span"]["start"], claim["span"]["end"]) for claim in report["reading"]["claims"]}
    made = [(spans[a["claim"]], a) for a in report["assessments"] if a["by"] != NOBODY]
    result = Score()
    quotes = {claim["id"]: _place(text, claim, golden) for claim in expected["claims"]}
    wrong = [quotes[c["id"]] for c in expected["claims"] if c["verdict"] != "supported"]
    for claim in expected["claims"]:
        here = [a for span, a in made if speaks_of(span, quotes[claim["id"]])]
        name = f"{golden.parent.name}/{claim['id']}"
        if claim["verdict"] != "supported":
            _fault(result, claim, name, here)
        else:
            result.rights += 1
            result.confirmed += any(a["verdict"] == "supported" for a in here)
            close = [a for span, a in made if about(span, quotes[claim["id"]]) and not any(overlap(span, w) for w in wrong)]
            result.alarms += [
                f"{name} {a['verdict']} by {a['by']}: {a['concern']['untrusted'][:160]}" for a in close if a["verdict"] in WRONG
            ]
    for span, a in made:
        if a["verdict"] in WRONG and not any(overlap(span, place) for place in quotes.values()):
            result.unlabelled.append(
                f"{golden.parent.name} {a['verdict']} by {a['by']}: {text[span[0] : span[1]][:60]!r}: {a['concern']['untrusted'][:140]}"
            )
    return result


def _fault(result: Score, claim: dict[str, Any], name: str, here: list[dict[str, Any]]) -> None:
    by = claim.get("found_by", "judgement")
    result.faults[by] += 1
    if any(a["verdict"] in accepted(claim) for a in here):
        result.found[by] += 1
    else:
        got = ", ".join(f"{a['verdict']} by {a['by']}" for a in here) or "nothing"
        result.missed.append(f"{name} [{by}] {claim['claim_quote'][:90]!r} want {claim['verdict']}, got {got}: {claim['why'][:140]}")


def accepted(claim: dict[str, Any]) -> set[str]:
    """The verdicts that count as found; between wrong and no longer right no difference is made."""
    verdicts = {claim["verdict"], *claim.get("also_acceptable", [])}
    return verdicts | {"contradicted", "outdated"} if verdicts & {"contradicted", "outdated"} else verdicts


def _place(text: str, claim: dict[str, Any], golden: Path) -> tuple[int, int]:
    quote = claim["claim_quote"]
    start = text.find(quote)
    if start < 0 or text.find(quote, start + 1) >= 0:
        raise GoldenError(
            f"{golden}: the quotation of {claim['id']} stands {text.count(quote)} times in the chapter that was read, not once"
        )
    return start, start + len(quote)


def overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two spans share a character."""
    return a[0] < b[1] and b[0] < a[1]


def speaks_of(a: tuple[int, int], quote: tuple[int, int]) -> bool:
    """Whether an assessment touches the quoted words and is not about a whole passage around them."""
    return overlap(a, quote) and a[1] - a[0] <= max(_PASSAGE, 3 * (quote[1] - quote[0]))


def about(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two spans are about the same words: they share half of the shorter one."""
    shared = min(a[1], b[1]) - max(a[0], b[0])
    return shared * 2 >= min(a[1] - a[0], b[1] - b[0])
