"""Changes, shares and ratios that a sentence states of two figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.amounts import by_result
from tools.instruments.numbers.announced.forms import Form, sums, with_percent
from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.announced.ruling import NOT_MINE, OF_WHOLE, Ruling, alike, made, pairs_in, refuted, ruled
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near, nearest
from tools.instruments.numbers.announced.stated import Stated
from tools.instruments.numbers.changes import CAUSE
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.words import akin, words_of

# "25 % over plan", "a tenth under the estimate"
_OVER = re.compile(r"\s(?:over|above|beyond|in excess of|über|au-dessus|por encima)\s(?!\d)", re.IGNORECASE)
_UNDER = re.compile(r"\s(?:under|below|short of|unter|au-dessous|por debajo)\s(?!\d)", re.IGNORECASE)


_MORE_OR_LESS = re.compile(
    r"\s(?:more|less|fewer|higher|lower|longer|shorter|larger|smaller|faster|slower|cheaper|mehr|weniger|höher|länger|kürzer|größer|kleiner|schneller|"
    r"billiger|de plus|de moins|más|menos)(?:\s(?!than\b|als\b|que\b)(?P<noun>[^\W\d_]{3,}))?",
    re.IGNORECASE,
)


def _is_part_more(stated: Stated) -> bool:
    """Whether a part in words is a change ("a third more"), and of nothing that the sentence has not named before."""
    match = _MORE_OR_LESS.match(stated.tail)
    if stated.item.kind != "part" or match is None:
        return False
    before = words_of(stated.text[: max(0, stated.item.span.start - stated.start)])
    return match["noun"] is None or any(akin(match["noun"].lower(), word) for word in before)


_APART = re.compile(
    r"(?<![^\W\d_])(?:difference|gap|discrepancy|deviation|unterschied|abweichung|abstand|écart|différence|diferencia)\s(?:[^\W\d_]+\s){0,3}$",
    re.IGNORECASE,
)


def by_change(page: Page, stated: Stated) -> Ruling:
    """ "a reduction of 25 %", "25 % more": the base is where the change begins."""
    around = stated.around
    less, more = cues.LESS.search(around) or _UNDER.match(stated.tail), cues.MORE.search(around) or _OVER.match(stated.tail)
    fast = cues.FAST.search(around)
    if (
        not (stated.item.kind in ("percent", "points") or _is_part_more(stated))
        or not (less or more or fast)
        or re.match(r"\s(?:of|von|der|des|du|de|del)\s", stated.tail)
    ):
        return NOT_MINE
    pairs = pairs_in(stated)
    if not pairs:
        return NOT_MINE
    if pairs[0][0] in stated.own[:1] and CAUSE.match(page.text[stated.start : pairs[0][0].span.start]):
        return True, None
    if stated.item.kind == "points":
        pairs = [pair for pair in pairs if pair[0].kind == "percent"]
        return ruled(page, "announced-difference", stated, made(page, pairs, ("difference",)), len(pairs) == 1)
    names = ["change", "drop"] if fast or (less and more) else ["drop"] if less else ["change"]
    forms = []
    for a, b in pairs:
        for form in made(page, [(a, b)], names):
            rising = form.name == "change"
            forms += (
                [form]
                if fast or (less and more) or (form.value.exact >= abs(_larger_base(a, b)) if rising else form.value.exact <= 1)
                else []
            )
    sure = len(pairs) == 1 and not (less and more)
    if sure and forms and not fast and best(stated.item.quantity, forms)[0] == "no":
        other = made(page, pairs, ["change", "drop", "share"])
        if best(stated.item.quantity, other)[0] == "yes":  # reckoned on the other figure, or what is left instead of what is gone
            return True, refuted(page, "announced-change", stated, forms[0], wrong_base=True)
    return ruled(page, "announced-change", stated, forms, sure)


def _larger_base(a: Item, b: Item) -> Fraction:
    """The change of two figures reckoned on the larger one."""
    top = max(a.value.exact, b.value.exact)
    return abs(a.value.exact - b.value.exact) / top if top else Fraction(0)


def by_share(page: Page, stated: Stated) -> Ruling:
    """A percentage or a part of two figures of one kind."""
    if stated.item.kind == "part" and _MORE_OR_LESS.match(stated.tail):
        return NOT_MINE
    if _APART.search(stated.lead):
        return True, None  # of which of the two a difference is reckoned is open
    if stated.item.kind not in ("percent", "part") or not (
        stated.announced or cues.SHARE.search(stated.around) or cues.REST.search(stated.around)
    ):
        return NOT_MINE
    rates = [item for item in stated.own if item.kind == "percent"]
    if stated.item.kind == "percent" and rates:
        return _of_percentages(page, stated, rates)
    pairs = pairs_in(stated)
    if stated.item.kind == "part":
        pairs = [(a, b) for a, b in pairs if a.kind == b.kind]
    if pairs and pairs[0][0].value.dimensions and _OF_THEM.match(stated.tail):
        return NOT_MINE
    whole = _whole(page, stated)
    names = ("share", "rest share") if whole is not None else ("share", "rest share", "part share")
    if whole is not None:
        pairs = [(a, b) for a, b in pairs if whole in (a, b)] or pairs
    forms = made(page, pairs, names, lambda form: form.value.exact <= 1)
    same = [item for item in stated.own if pairs and item.kind == pairs[0][0].kind]
    if len(same) >= 3 and _OF_ALL.search(stated.tail[:30]):
        forms, pairs = [], pairs[:1]
    if len(same) >= 3:
        for item in same:
            for total in sums(page, same, 0):
                if total.value.exact > 0:
                    value = type(total.value)(item.value.exact / total.value.exact, item.value.interval / total.value.interval)
                    forms.append(Form(value, f"{page.words_at(item.span)} / ({total.step})", tuple(same), "part share"))
    if not pairs:
        return NOT_MINE if stated.item.kind == "part" or not stated.announced else by_result(page, stated)
    cue = stated.announced or cues.SHARE.search(stated.around)
    if _OF_ALL.search(stated.tail[:30]) and len(same) >= 3:
        stated = replace(stated, joined=True)
    return ruled(page, "announced-share", stated, forms, bool(cue) and len(pairs) <= 3, Fraction(2) if len(pairs) == 1 else Fraction(3, 2))


_OF_ALL = re.compile(r"(?<![^\W\d_])(?:whole|all|total|everything|ganzen|gesamten|aller|tout|total)(?![^\W\d_])", re.IGNORECASE)


_OF_THEM = re.compile(r"\s(?:of|von|der|des|de|d['’])\s(?:them|the|these|those|all|our|ihnen|eux|elles|ellos)(?![^\W\d_])", re.IGNORECASE)


def _whole(page: Page, stated: Stated) -> Item | None:
    """The figure that a text names as the whole ("of the 640 records"), None where it names none or several."""
    found = [
        item
        for item in (*stated.scope, *stated.later)
        if OF_WHOLE.search(page.text[max(0, item.span.start - 24) : item.span.start]) and item.plain_count
    ]
    return found[0] if len(found) == 1 else None


_THEN = re.compile(
    r"(?<![^\W\d_])(?:of those|of these|of them|of which|another|then by|davon|um weitere|danach|dont|ensuite de|puis de|"
    r"de ellos|luego)(?![^\W\d_])",
    re.IGNORECASE,
)


def _of_percentages(page: Page, stated: Stated, rates: Sequence[Item]) -> Ruling:
    """What percentages leave, add up to, or come to one after the other."""
    forms = [form for size in (1, 2, 3) for chosen in combinations(rates, size) for form in with_percent(page, chosen, 0)]
    forms += list(sums(page, rates, 0))
    whole = sum((item.value.exact for item in rates), Fraction(0))
    rest = 1 - whole
    one = type(rates[0].value)
    if rest > 0:
        names = " - ".join(page.words_at(item.span) for item in rates)
        left = Form(one(rest, type(rates[0].value.interval).exact(rest)), f"100 % - {names}", tuple(rates), "rest")
        if cues.REST.search(stated.around):
            return ruled(page, "announced-rest", stated, [left], sure=True)
        forms.append(left)
    how, form = best(stated.item.quantity, forms)
    sequence = len(rates) == 2 and _THEN.search(page.text[rates[0].span.end : rates[1].span.start])
    if how == "no" and sequence and stated.announced:
        chosen = [form for form in forms if len(form.used) == 2 and form.name == "percent of percent"]
        close = nearest(stated.item.quantity, chosen)
        plain = sum((item.value.exact for item in rates), Fraction(0)) * 100
        if close is not None and (near(stated.item.quantity, close, Fraction(3, 2)) or plain in stated.item.quantity.bases()):
            return True, contradicted(page, "announced-share", stated.item, close)
    if how == "yes" and sequence and form is not None and form.name == "sum":
        close = nearest(stated.item.quantity, [f for f in forms if len(f.used) == 2 and f.name == "percent of percent"])
        if close is not None:
            return True, contradicted(page, "announced-share", stated.item, close)
    if how == "yes" and form is not None and stated.announced:
        return True, confirmed(page, "announced-share", stated.item, form)
    return (True, None) if how != "no" or not stated.announced else NOT_MINE


def by_ratio(page: Page, stated: Stated) -> Ruling:
    """ "15 times as fast", "halves", "to a third": the quotient of two figures."""
    if stated.item.kind not in ("times", "part"):
        return NOT_MINE
    pairs = pairs_in(stated)
    part = stated.item.kind == "part"
    if not pairs or (
        part
        and not stated.announced
        and not re.search(r"(?<![^\W\d_])(?:to|auf|à|a|by|um|de)\s$|^$", stated.lead)
        and stated.item.quantity.value.numerator != 1
    ):
        return NOT_MINE
    names = ["share"]
    forms = made(page, pairs, names, lambda form: (form.value.exact <= 1) == part)
    more = cues.MORE.search(stated.around) or cues.FAST.search(stated.around) or cues.LESS.search(stated.around)
    if part and more:
        forms += made(page, pairs, ["drop"], lambda form: form.value.exact <= 1)
    if not part and more:
        loose = [form for form in made(page, pairs, ["change"]) if form.value.exact > 0]
        if best(stated.item.quantity, forms)[0] != "yes" and best(stated.item.quantity, loose)[0] in ("yes", "unsure"):
            return True, None
    return ruled(page, "announced-ratio", stated, forms, len(pairs) == 1 and _compares(stated), Fraction(3))


def _compares(stated: Stated) -> bool:
    """Whether the words around a multiple compare two figures that stand in its sentence."""
    return len(alike(stated.own)) >= 2 or stated.announced or (len(alike(stated.own)) == 0 and len(alike(stated.later)) == 2)
