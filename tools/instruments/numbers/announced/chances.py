"""Laws of chance, of availability and of machines' sizes, evaluated at stated values; each is one function in the list at the end."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.announced.scene import Scene, Solution

_DAYS = {"year": 365, "month": 30, "week": 7, "day": 1, "jahr": 365, "monat": 30, "woche": 7, "tag": 1, "an": 365, "mois": 30}


def _share(item: Item) -> bool:
    return item.kind == "percent" or (item.plain_count and 0 < item.value.exact < 1)


def downtime(scene: Scene) -> Solution | None:
    """An availability and the downtime that it allows."""
    rate = scene.one(lambda i: i.kind == "percent" and i.value.exact > Fraction(9, 10))
    stated = [i for i in scene.own if i.kind == "time"]
    cue = re.search(r"(?<![^\W\d_])(?:downtime|outage|unavailable|ausfall\w*|ausfallzeit|indisponib\w*)", scene.text, re.IGNORECASE)
    each = re.search(
        r"(?<![^\W\d_])(?:a|per|each|every|im|pro|par)\s(?P<unit>year|month|week|day|jahr|monat|woche|tag|an|mois)(?![^\W\d_])",
        scene.text,
        re.I,
    )
    if rate is None or len(stated) != 1 or not cue or not each or not re.search(r"availab|verfügbar|disponib|uptime", scene.text, re.I):
        return None
    days = _DAYS[each["unit"].lower()]
    values = [
        (1 - rate.value.exact) * 86400 * n
        for n in ((days, Fraction(1461, 4)) if days == 365 else (days, 31, Fraction(1461, 48)) if days == 30 else (days,))
    ]
    return stated[0], values, f"(1 - {scene.page.words_at(rate.span)}) x {days} days", [rate]


def together(scene: Scene) -> Solution | None:
    """The probability that all of several independent things are so."""
    cue = re.search(
        r"(?<![^\W\d_])each(?![^\W\d_])|(?<![^\W\d_])(?:jede[rs]?|jeweils|"
        r"chacun\w*)(?![^\W\d_])",
        scene.text,
        re.IGNORECASE,
    )
    all_of = re.search(
        r"(?<![^\W\d_])(?:both|all)\s(?:(?:are|of them|fail|work|up|succeed|survive|hold|the|three|four|five|"
        r"at)\s?){1,3}|alle ausfallen|tous en panne",
        scene.text,
        re.I,
    )
    number = [i for i in scene.own if i.plain_count and i.quantity.style == "words" and 2 <= i.quantity.value <= 20]
    rates = [i for i in scene.own if _share(i)]
    if not cue or not all_of or len({i.quantity.value for i in number}) != 1 or len(rates) != 2:
        return None
    if re.search(r"(?<![^\W\d_])(?:at least one|any|either|none|mindestens|au moins)(?![^\W\d_])", scene.text, re.I):
        return None
    n, p = int(number[0].quantity.value), rates[0].value.exact
    return rates[1], [p**n], f"{scene.page.words_at(rates[0].span)}^{n}", [rates[0]]


def hit_rate(scene: Scene) -> Solution | None:
    """The mean cost of a lookup with a hit rate."""
    rate = scene.one(lambda i: _share(i) and scene.led(i, r"hit rate|hit ratio|trefferquote|taux de succès"))
    times = [i for i in scene.own if i.kind == "time"]
    if rate is None or len(times) != 3 or not re.search(r"on average|average|mean|im mittel|en moyenne", scene.text, re.I):
        return None
    hit = [i for i in times[:2] if re.search(r"(?<![^\W\d_])(?:hit|treffer|succès)\s(?!rate|ratio)[^.;\d]{0,20}$", scene.head(i), re.I)]
    miss = [
        i
        for i in times[:2]
        if re.search(r"(?<![^\W\d_])(?:miss|fehlschlag|échec)(?:\s[^.;\d]{0,20})?\s$", scene.head(i), re.I) and i not in hit
    ]
    if len(hit) != 1 or len(miss) != 1:
        return None
    p, a, b = rate.value.exact, hit[0].value.exact, miss[0].value.exact
    return times[2], [p * a + (1 - p) * b, a + (1 - p) * b], "hit rate x hit + (1 - hit rate) x miss", [rate, hit[0], miss[0]]


def interval(scene: Scene) -> Solution | None:
    """The ends of a 95 % interval from a mean and a standard error."""
    if not re.search(r"95\s?%[^.]{0,30}(?:interval|intervall|intervalle)", scene.text) and not re.search(
        r"interval[^.]{0,20}95\s?%", scene.text
    ):
        return None
    mean = scene.one(lambda i: scene.led(i, r"mean|average|estimate|mittelwert|moyenne"))
    error = scene.one(lambda i: scene.led(i, r"standard errors?|standardfehler|erreur[- ]type"))
    ends = [i for i in scene.own if i not in (mean, error) and i.kind != "percent"]
    if mean is None or error is None or len(ends) != 2:
        return None
    for end, sign in zip(ends, (-1, 1), strict=True):
        values = [mean.value.exact + sign * z * error.value.exact for z in (Fraction(196, 100), Fraction(2))]
        if not any(end.quantity.half >= abs(end.value.exact - value) for value in values):
            sign_shown = "-" if sign < 0 else "+"
            return end, values, f"{scene.page.words_at(mean.span)} {sign_shown} 1.96 x {scene.page.words_at(error.span)}", [mean, error]
    return None


def steps_of_epoch(scene: Scene) -> Solution | None:
    """How many batches an epoch has."""
    batch = scene.one(lambda i: i.plain_count and scene.led(i, r"batch(?:es)?(?: size)?|batchgröße"))
    stated = [
        i
        for i in scene.own
        if i.plain_count
        and scene.after(i, r"(?:optimi[sz]er |training |gradient )?(?:steps?|batches|iterations?|updates?|schritte?|itérations)")
    ]
    examples = scene.one(
        lambda i: (
            i.plain_count
            and scene.after(
                i,
                r"(?:training |labelled )?(?:images|samples|examples|rows|records|sentences|pictures|bilder\w*|beispiele\w*|"
                r"exemples)",
            )
        ),
        [*stated, *([batch] if batch else [])],
    )
    if (
        batch is None
        or examples is None
        or len(stated) != 1
        or not re.search(r"(?<![^\W\d_])(?:epoch|epoche|époque|pass)(?![^\W\d_])", scene.text + scene.earlier, re.I)
    ):
        return None
    n, size = examples.quantity.value, batch.quantity.value
    if size <= 1 or re.search(r"(?<![^\W\d_])(?:epochs|gpus|workers)(?![^\W\d_])", scene.text, re.I):
        return None
    kept = re.search(
        r"(?<![^\W\d_])(?:kept|included|counted|counts|partial|smaller|shorter|behalten|kleinere[rn]?|conservée?|"
        r"incomplète?)(?![^\W\d_])",
        scene.text,
        re.I,
    )
    dropped = re.search(
        r"(?<![^\W\d_])(?:drop\w*|discard\w*|ignor\w*|left out|full|whole|verworfen|weggelassen|volle|ignorée?|"
        r"abandonnée?)(?![^\W\d_])",
        scene.text,
        re.I,
    )
    counts = [Fraction(-(-n // size)), Fraction(n // size)]
    return (
        stated[0],
        counts[:1] if kept and not dropped else counts[1:] if dropped and not kept else counts,
        f"{scene.page.words_at(examples.span)} / {scene.page.words_at(batch.span)}",
        [examples, batch],
    )


def depth(scene: Scene) -> Solution | None:
    """The depth of a balanced binary tree, the steps of a bisection."""
    if not re.search(
        r"(?<![^\W\d_])(?:balanced|complete|perfect)?\s?binary (?:search )?tree|binary search|bisection|heap", scene.text, re.I
    ):
        return None
    stated = [i for i in scene.own if scene.led(i, r"depth|height") or scene.after(i, r"levels|comparisons|steps|probes")]
    size = scene.one(
        lambda i: i.plain_count and scene.after(i, r"(?:sorted )?(?:leaves|nodes|elements|entries|keys|items|numbers)"), stated
    )
    if len(stated) != 1 or size is None or size.quantity.value < 4:
        return None
    n = int(size.quantity.value)
    return (
        stated[0],
        [Fraction(v) for v in ((n - 1).bit_length(), n.bit_length(), n.bit_length() - 1)],
        f"log2 of {scene.page.words_at(size.span)}",
        [size],
    )


def digits(scene: Scene) -> Solution | None:
    """Bits as hexadecimal digits or as bytes."""
    bits = scene.one(lambda i: scene.page.words_at(i.span).lower().rstrip("s").endswith("bit") and i.quantity.value <= 4096)
    stated = [
        i
        for i in scene.own
        if scene.after(i, r"(?:hexadecimal|hex) (?:digits|characters)|hexadezimal\w* (?:ziffern|stellen)|chiffres hexadécimaux")
    ]
    if bits is None or len(stated) != 1:
        return None
    return stated[0], [bits.quantity.value / 4], f"{scene.page.words_at(bits.span)} / 4", [bits]


def image(scene: Scene) -> Solution | None:
    """An image or an array of so many by so many, of so many bytes each."""
    shape = re.search(r"(?P<a>\d[\d,]*)\s?[x×]\s?(?P<b>\d[\d,]*)\s(?P<noun>pixels?|bildpunkte\w*)", scene.text, re.I)
    stated = [
        i
        for i in scene.own
        if (i.kind == "information" and len(i.quantity.unit.factors) > 1) or i.quantity.unit.name in ("MiB", "GiB", "KiB")
    ]
    each = re.search(
        r"(?<![^\W\d_])(?P<n>one|two|three|four|eight|1|2|3|4|6|8|12|16)\sbytes\s(?:each|per pixel|a pixel|apiece)", scene.text, re.I
    )
    if shape is None or each is None or len(stated) != 1:
        return None
    n = {"one": 1, "two": 2, "three": 3, "four": 4, "eight": 8}.get(each["n"].lower()) or int(each["n"])
    a, b = (int(shape[k].replace(",", "")) for k in "ab")
    if len(re.findall(r"\d", scene.text)) > 24 or re.search(
        r"(?<![^\W\d_])(?:frames?|images|pictures|second|batch)(?![^\W\d_])", scene.text, re.I
    ):
        return None
    return stated[0], [Fraction(a * b * n)], f"{a} x {b} x {n}", []


def audio(scene: Scene) -> Solution | None:
    """Uncompressed sound: samples a second, channels, bits, and how long."""
    rate = re.search(r"(?P<v>\d[\d,]*(?:\.\d+)?)\s?(?P<u>samples per second|samples a second|hz|khz)", scene.text, re.I)
    bits = re.search(r"(?P<v>8|16|24|32)[\s-]bits?", scene.text, re.I)
    channels = (
        2
        if re.search(r"stereo|two channels|2 channels", scene.text, re.I)
        else 1
        if re.search(r"mono|one channel", scene.text, re.I)
        else 0
    )
    time = re.search(
        r"(?<![^\W\d_])(?:a|one|per)\s(?P<u>second|minute|hour)",
        re.sub(
            r"samples (?:per|"
            r"a) second",
            "",
            scene.text,
        ),
        re.I,
    )
    stated = [i for i in scene.own if i.kind == "information" and i.quantity.unit.name not in ("bit", "bits")]
    if not rate or not bits or not channels or not time or len(stated) != 1:
        return None
    hertz = Fraction(rate["v"].replace(",", "")) * (1000 if rate["u"].lower() == "khz" else 1)
    value = hertz * channels * Fraction(int(bits["v"]), 8) * {"second": 1, "minute": 60, "hour": 3600}[time["u"].lower()]
    return stated[0], [value], f"{float(hertz):g} x {channels} x {bits['v']} / 8 x {time['u']}", []


def die(scene: Scene) -> Solution | None:
    """The entropy of a fair die."""
    match = re.search(r"fair\s(?:(?P<n>\d+)-sided\s)?die", scene.text, re.I)
    stated = [i for i in scene.own if scene.after(i, "bits?") and match is not None and i.span.start - scene.start > match.end() - 1]
    if match is None or len(stated) != 1 or not re.search(r"(?<![^\W\d_])(?:entropy|bits?|carries)(?![^\W\d_])", scene.text, re.I):
        return None
    sides = int(match["n"] or 6)
    value = Fraction(math.log2(sides)) * stated[0].quantity.unit.factors[0]
    return stated[0], [value], f"log2({sides})", []


LAWS = (downtime, together, hit_rate, interval, steps_of_epoch, depth, digits, image, audio, die)
