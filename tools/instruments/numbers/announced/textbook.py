"""Laws that textbooks evaluate at stated values: each is a cue, the figures that it joins by their nouns, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.chances import LAWS
from tools.instruments.numbers.announced.elapsed import TIMES
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.items import items_of, plain_item
from tools.instruments.numbers.announced.scene import Scene, Solution
from tools.instruments.numbers.announced.standing import confirmed, contradicted, near, standing
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import akin
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding

_CORES = r"cores?|processors?|workers?|threads?|cpus?|gpus?|nodes?|machines?|processes|kerne\w*|prozessor\w*|cœurs?|processeurs?|núcleos?"
_POINTS = r"(?:data )?points?|observations?|samples?|measurements?|readings?|values?|rows?|messwerte\w*|punkte\w*|mesures?|observaciones"
_PARAMETERS = r"(?:free |fitted )?(?:parameters?|coefficients?)|parameter\w*|paramètres?|parámetros?"


def _amdahl(scene: Scene) -> Solution | None:
    if not re.search(r"amdahl", scene.text + scene.earlier, re.IGNORECASE):
        return None
    cores = scene.one(lambda i: i.plain_count and scene.after(i, _CORES))
    share = scene.one(lambda i: i.kind in ("percent", "part"))
    endless = re.search(
        r"(?<![^\W\d_])(?:however many|no matter how many|infinitely|unlimited|limits?|bounds?|at most|never)(?![^\W\d_])", scene.text, re.I
    )
    stated = [
        item
        for item in scene.own
        if item is not cores
        and item.kind in ("count", "times")
        and (scene.led(item, r"speed-?up(?: to| of)?|factor|beschleunigung|accélération") or item.kind == "times")
    ]
    if (cores is None and not endless) or share is None or len(stated) != 1:
        return None
    p, n = share.value.exact, cores.value.exact if cores is not None else Fraction(10) ** 12
    serial = re.search(
        r"(?<![^\W\d_])(?:serial|sequential|not parallel\w*|seriell\w*|séquentiel\w*)", scene.text + scene.earlier, re.IGNORECASE
    )
    p = 1 - p if serial else p
    return stated[0], [1 / ((1 - p) + p / n)], f"1 / ({float(1 - p):g} + {float(p):g} / {float(n):g})", [share, *([cores] if cores else [])]


def _little(scene: Scene) -> Solution | None:
    cue = re.search(r"little['’]s|little'sche|loi de little", scene.text + scene.earlier, re.IGNORECASE)
    if not cue:
        return None
    rate = scene.one(lambda i: i.kind == "count/time")
    time = scene.one(lambda i: i.kind == "time")
    stated = [i for i in scene.own if i.plain_count and i.quantity.value > 1]
    if rate is None or time is None or len(stated) != 1:
        return None
    return stated[0], [rate.value.exact * time.value.exact], "arrivals per second x seconds in the system", [rate, time]


def _freedom(scene: Scene) -> Solution | None:
    stated = [i for i in scene.own if scene.after(i, r"degrees? of freedom|freiheitsgrade\w*|degrés? de liberté|grados? de libertad")]
    if len(stated) != 1:
        return None
    points = scene.one(lambda i: i.plain_count and scene.after(i, _POINTS), stated)
    parameters = scene.one(lambda i: i.plain_count and scene.after(i, _PARAMETERS), stated)
    if points is None or parameters is None:
        return None
    return stated[0], [points.value.exact - parameters.value.exact], "points - parameters", [points, parameters]


def _layer(scene: Scene) -> Solution | None:
    """The parameters of a dense layer or of a convolution."""
    stated = [
        i
        for i in scene.own
        if i.plain_count and scene.after(i, r"(?:trainable |learnable )?(?:parameters?|weights?|parameter\w*|paramètres)")
    ]
    if len(stated) != 1:
        return None
    pair = re.search(
        r"(?<![^\W\d_])(?:from|with|of|von|de|mit)\s(?P<a>\d[\d,]*)\s(?:[^\W\d_]+\s){0,2}?(?:and|to|auf|et|à|und)\s(?P<b>\d[\d,]*)\s"
        r"(?P<noun>channels?|outputs?|units?|neurons?|features?|kanäle\w*|canaux)",
        scene.text, re.IGNORECASE,
    )  # fmt: skip
    kernel = re.search(r"(?P<k>\d+)\s?[x×]\s?(?P<l>\d+)\s(?:[^\W\d_]+\s)?(?:convolution|conv|kernel|faltung)", scene.text, re.IGNORECASE)
    dense = re.search(r"(?<![^\W\d_])(?:dense|linear|fully[- ]connected|feed-?forward)\s(?:layer|schicht)", scene.text, re.IGNORECASE)
    if pair is None or bool(kernel) == bool(dense):
        return None
    a, b = (int(pair[name].replace(",", "")) for name in "ab")
    area = int(kernel["k"]) * int(kernel["l"]) if kernel else 1
    without = re.search(r"(?<![^\W\d_])(?:without|no|ohne|sans)\s(?:a\s)?bias", scene.text, re.IGNORECASE)
    stated_bias = re.search(r"(?<![^\W\d_])bias", scene.text, re.IGNORECASE)
    results = [Fraction(area * a * b)] if without else [Fraction(area * a * b + b)]
    if not stated_bias:
        results.append(Fraction(area * a * b))
    return (
        stated[0],
        results,
        f"{area} x {a} x {b}{'' if without else f' + {b}'}" if kernel else f"{a} x {b}{'' if without else f' + {b}'}",
        [],
    )


def _windows(scene: Scene) -> Solution | None:
    """(n - size) // step + 1 positions."""
    window = scene.one(lambda i: scene.led(i, r"windows?|size|kernel|fenster|fenêtres?"))
    step = scene.one(lambda i: scene.led(i, r"step|stride|hop|steps|schritt\w*|schrittweite|pas"))
    length = scene.one(lambda i: scene.led(i, r"signal|sequence|series|length|recording|n\s=|folge|reihe"))
    given = [item for item in (window, step, length) if item is not None]
    if len({item.span for item in given}) != 3 or window is None or step is None or length is None:
        return None
    stated = [
        i
        for i in scene.own
        if i not in given
        and i.quantity.value.denominator == 1
        and (
            scene.after(i, r"windows?|positions?|frames?|pieces?|fenster|fenêtres")
            or scene.led(i, r"gives?|yields?|makes?|has|ergibt|donne")
        )
    ]
    if len(stated) != 1 or step.value.exact <= 0:
        return None
    value = (length.quantity.value - window.quantity.value) // step.quantity.value + 1
    shown = " ".join(scene.page.words_at(item.span) for item in (length,))
    return stated[0], [Fraction(value)], f"({shown} - {scene.page.words_at(window.span)}) // {scene.page.words_at(step.span)} + 1", given


def _significand(scene: Scene) -> Solution | None:
    every = r"(?:every|all|jede|alle|tous les)\s(?:the\s)?(?:whole numbers?|integers?|ganzen? zahl\w*|entiers?)\s(?:up to|bis|jusqu['’]à)"
    stated = [i for i in scene.own if scene.led(i, every)]
    bits = scene.one(lambda i: scene.after(i, r"bits?"), stated)
    if len(stated) != 1 or bits is None or not 3 <= bits.quantity.value <= 120 or bits.quantity.value.denominator != 1:
        return None
    fraction = scene.after(bits, r"bits? (?:of|for the|in the) (?:fraction|mantissa)|fraction bits|mantissa bits|explicit")
    n = int(bits.quantity.value)
    limit = replace(stated[0], quantity=replace(stated[0].quantity, bound=""))  # "up to" names the last one
    return limit, [Fraction(2) ** n, *([Fraction(2) ** (n + 1)] if fraction else [])], f"2^{n}", [bits]


def _score(scene: Scene) -> Solution | None:
    """F₁ and F₂ of a precision and a recall."""
    precision = scene.one(lambda i: scene.led(i, r"precision"))
    recall = scene.one(lambda i: scene.led(i, r"recall"))
    if precision is None or recall is None or precision is recall:
        return None
    p, r = precision.value.exact, recall.value.exact
    if not 0 < p <= 1 or not 0 < r <= 1:
        return None
    for item in scene.figures:
        name = re.search(r"(?<![^\W\d_])F(?:_|-)?(?P<beta>[₁₂12])\s?(?:=|is|of|≈|score of|score is)\s$", scene.head(item))
        if name is not None and item.span not in (precision.span, recall.span):
            beta = Fraction({"₁": 1, "1": 1}.get(name["beta"], 2))
            value = (1 + beta**2) * p * r / (beta**2 * p + r)
            finding = Form(Value(value, Interval.exact(value)), "", (), "")
            if standing(item.quantity, finding) != "yes":
                return (
                    item,
                    [value],
                    f"(1 + {beta}²) x {float(p):g} x {float(r):g} / ({beta}² x {float(p):g} + {float(r):g})",
                    [precision, recall],
                )
    return None


def _transfer(scene: Scene) -> Solution | None:
    """What is moved over a rate is a time."""
    kinds = [i.kind for i in scene.own]
    if len(kinds) != 3 or sorted(kinds) != ["information", "information/time", "time"]:
        return None
    by = {i.kind: i for i in scene.own}
    stated, rate, size = by["time"], by["information/time"], by["information"]
    if (
        stated is not scene.own[-1]
        or not scene.led(stated, r"in|takes|within|needs|lasts|braucht|dauert|en")
        or cues.MEASURED.search(scene.text)
    ):
        return None
    values = [s.exact / r.exact for s in size.readings for r in rate.readings if r.exact]
    return stated, values, f"{scene.page.words_at(size.span)} / {scene.page.words_at(rate.span)}", [size, rate]


def _matrix(scene: Scene) -> Solution | None:
    """All pairs of two groups."""
    stated = [
        i
        for i in scene.own
        if scene.after(i, r"(?:\w+\s)?(?:entries|elements|pairs|cells|comparisons|paare\w*|einträge\w*|paires|éléments)")
    ]
    if len(stated) != 1 or not re.search(
        r"(?<![^\W\d_])(?:pair\w*|matrix|every .{0,30} with every|cross)(?![^\W\d_])", scene.text, re.IGNORECASE
    ):
        return None
    given = [i for i in scene.own if i is not stated[0]]
    counts = [i for i in given if i.plain_count and i.noun and i.span.start < stated[0].span.start]
    joined = len(counts) == 2 and re.fullmatch(
        r"\s[^\W\d_]+\s(?:and|und|et)\s(?:the\s)?", scene.page.text[counts[0].quantity.number.end : counts[1].span.start]
    )
    if not joined or counts[0].noun == counts[1].noun or counts[0].noun in ("rows", "columns") or len(given) != 2:
        return None
    return stated[0], [counts[0].value.exact * counts[1].value.exact], " x ".join(scene.page.words_at(i.span) for i in counts), counts


def _alarm(scene: Scene) -> Solution | None:
    """The probability that an alarm is right, from what a test finds, what it wrongly reports, and how common the cases are."""
    rates = [i for i in (*scene.before, *scene.own) if i.kind == "percent"]
    text = scene.earlier + " " + scene.text
    cue = re.search(r"(?<![^\W\d_])(?:wrongly|falsely|false)(?![^\W\d_])", text, re.IGNORECASE)
    right = re.search(
        r"(?<![^\W\d_])(?:alarm|positive result|positive test)\s.{0,60}(?:right|justified|true|correct|really|actually)",
        scene.text,
        re.IGNORECASE,
    )
    finds = re.search(r"(?<![^\W\d_])(?:finds|detects|recogni[sz]es|catches)(?![^\W\d_])", text, re.IGNORECASE)
    if len(rates) != 4 or not cue or not right or not finds or rates[3] is not scene.own[-1]:
        return None
    found, wrong, base = (i.value.exact for i in rates[:3])
    if base <= 0 or found <= 0:
        return None
    value = found * base / (found * base + wrong * (1 - base))
    return (
        rates[3],
        [value],
        f"{float(found):g} x {float(base):g} / ({float(found):g} x {float(base):g} + {float(wrong):g} x {float(1 - base):g})",
        rates[:3],
    )


def _reaching(scene: Scene) -> Solution | None:
    """How many turns it takes to come from one amount to another, by so much at each ("grows by 15 GB a month ... 300 GB in 12 months")."""
    steps = [item for item in (*scene.before, *scene.own) if item.each and item.value.dimensions]
    stated = [
        item for item in scene.own if item.plain_count and scene.led(item, r"in|within|after|nach|binnen|en|dans|après") and item.noun
    ]
    ends = [item for item in scene.own if not item.each and steps and item.kind == steps[0].kind]
    if len(steps) != 1 or len(stated) != 1 or len(ends) != 2 or not steps[0].value.exact:
        return None
    turn = re.match(r"\s?(?:an?|per|each|every|je|pro|par|im)\s(?P<noun>[^\W\d_]+)", scene.page.text[steps[0].span.end :], re.IGNORECASE)
    if turn is None or not akin(turn["noun"].lower(), stated[0].noun):
        return None
    value = abs(ends[1].value.exact - ends[0].value.exact) / steps[0].value.exact
    return (
        stated[0],
        [value],
        " - ".join(scene.page.words_at(i.span) for i in reversed(ends)) + f", by {scene.page.words_at(steps[0].span)}",
        [*ends, *steps],
    )


_LAWS = (_reaching, *TIMES, _amdahl, _little, _freedom, _layer, _windows, _significand, _score, _transfer, _matrix, _alarm, *LAWS)


def check_textbook(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if sentence.output:
            before = None
            continue
        if sentence.quantities and len(sentence.quantities) <= 12:
            near_by = before if before is not None and _beside(page, before, sentence) else None
            scene = Scene(
                page,
                sentence.text,
                near_by.text if near_by else "",
                tuple(items_of(page, sentence)),
                tuple(items_of(page, near_by)) if near_by else (),
                tuple(plain_item(page, quantity) for quantity in sentence.quantities),
                sentence.span.start,
            )
            for law in _LAWS:
                solution = law(scene)
                finding = _judged(page, scene, solution) if solution is not None else None
                if finding is not None:
                    yield finding
        before = sentence


def _beside(page: Page, before: Sentence, sentence: Sentence) -> bool:
    return sentence.block - before.block <= 1 and page.sections[before.block] == page.sections[sentence.block]


def _judged(page: Page, scene: Scene, solution: Solution) -> Finding | None:
    stated, values, step, given = solution
    given = given or [item for item in scene.figures if item.span != stated.span] or [stated]
    unit = stated.value.dimensions
    forms = [Form(Value(value, Interval.exact(value), unit), step, tuple(given), "law") for value in values if value > 0]
    held = [standing(stated.quantity, form) for form in forms]
    if "yes" in held:
        return confirmed(page, "textbook", stated, forms[held.index("yes")])
    whole = stated.quantity.value.denominator == 1 and forms and forms[0].value.exact.denominator == 1 and not stated.quantity.bound
    counted = whole and (stated.quantity.coarse == stated.quantity.half or all(abs(value - stated.value.exact) == 1 for value in values))
    if not forms or ("unsure" in held and not counted):
        return None
    if stated.quantity.bound in ("above", "below", "at least", "at most"):
        return None
    return contradicted(page, "textbook", stated, forms[0]) if near(stated.quantity, forms[0], Fraction(20)) else None
