"""After how many uses a cost is earned back: the cost divided by the gain of one use, which is the difference of two stated values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import plain
from tools.quantities import Quantity
from tools.quantities.expressions import Value
from tools.records import Finding

_EARNED = re.compile(
    r"(?<![^\W\d_])(?:earn\w* back|pa(?:y|ys|id|ying) (?:(?:for )?(?:itself|themselves)|off|back)|recover\w*|recoup\w*|amorti\w*|"
    r"break[- ]?even|breaks even|rentab\w+|rentier\w*|herein\w*|(?:wieder )?eingespielt|wettgemacht|récupér\w+|remboursé\w*|"
    r"regagné\w*|compensé\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
_SAVED = re.compile(r"(?<![^\W\d_])(?:sav(?:es?|ed|ing)|gains?|(?:er)?spart|einsparung|gagne|économise\w*)(?![^\W\d_])", re.IGNORECASE)
_AFTER = re.compile(
    r"(?<![^\W\d_])(?:after|from|at|by|in|within|takes?|needs?|nach|ab|bei|in|après|au bout de|dès|en|à)\s+"
    r"(?:about|roughly|some|around|only|just|etwa|rund|ungefähr|environ|the|den|la|le|~|≈|\s)*$",
    re.IGNORECASE,
)


def check_break_even(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if not sentence.output and _EARNED.search(sentence.text):
            finding = _held(page, sentence, before if before is not None and before.block == sentence.block else None)
            if finding is not None:
                yield finding
        before = None if sentence.output else sentence


def _held(page: Page, sentence: Sentence, before: Sentence | None) -> Finding | None:
    stated = [
        q
        for q in sentence.quantities
        if q.kind == "count" and not q.ordinal and q.value > 1 and q.bound in ("", "about")
        and _AFTER.search(page.text[max(sentence.span.start, q.span.start - 40) : q.span.start])
    ]  # fmt: skip
    if len(stated) != 1:
        return None
    own = _amounts(sentence)
    near = own if len(own) >= 3 or before is None else [*_amounts(before), *own]
    if not 2 <= len(near) <= 3 or len({q.kind.partition("/")[0] for q in near}) != 1:
        return None
    found = _gain(page, sentence.text + (before.text if before is not None else ""), near)
    if found is None:
        return None
    cost, gain, step = found
    price = measured(cost)
    if gain.interval.low <= 0 or price.exact <= gain.exact:
        return None
    exact = price.exact / gain.exact
    shown = f"{written(page, cost)} / {step} = {plain(exact)}"
    outcome = Outcome(exact, price.interval / gain.interval, shown)
    return judged(page, "break-even", stated[0], [outcome], [q.span for q in near])


def _amounts(sentence: Sentence) -> list[Quantity]:
    return [q for q in sentence.quantities if q.kind.partition("/")[0] in ("time", "eur", "usd", "gbp", "chf", "energy", "information")]


def _gain(page: Page, text: str, near: list[Quantity]) -> tuple[Quantity, Value, str] | None:
    """The cost, what one use gains, and how that follows; None where the roles are open."""
    by_size = sorted(near, key=lambda q: q.bases()[0])
    cost = by_size[-1]
    if len(near) == 2:
        if not _SAVED.search(text):
            return None
        return cost, measured(by_size[0]), written(page, by_size[0])
    low, high = measured(by_size[0]), measured(by_size[1])
    if cost.bases()[0] < 3 * by_size[1].bases()[0] or low.exact == high.exact:
        return None
    difference = Value(high.exact - low.exact, high.interval - low.interval)
    return cost, difference, f"({written(page, by_size[1])} - {written(page, by_size[0])})"
