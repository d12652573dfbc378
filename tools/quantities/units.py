"""Units of measurement as technical books write them: symbol or word -> kind and factor to the base unit of the kind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit.

    name: as a reader would write it. kind: what it measures ("time", "information", "percent", "times", "time/count", ...).
    factors: to the kind's base unit; more than one where usage is divided (a KB is 1000 or 1024 bytes).
    """

    name: str
    kind: str
    factors: tuple[Fraction, ...] = (Fraction(1),)

    def per(self, other: Unit, name: str) -> Unit:
        factors = tuple(dict.fromkeys(a / b for a in self.factors for b in other.factors))
        return Unit(name, f"{self.kind}/{other.kind}", factors)


COUNT = Unit("", "count")
PERCENT = Unit("%", "percent")
TIMES = Unit("x", "times")

_PREFIXES = {"n": -9, "µ": -6, "m": -3, "c": -2, "": 0, "k": 3, "M": 6, "G": 9, "T": 12}
_SYMBOLS = {  # kind: symbol -> prefixes in use
    "length": ("m", ("n", "µ", "m", "c", "", "k")),
    "mass": ("g", ("µ", "m", "", "k")),
    "energy": ("J", ("m", "", "k", "M", "G")),
    "power": ("W", ("µ", "m", "", "k", "M", "G")),
    "frequency": ("Hz", ("", "k", "M", "G")),
    "voltage": ("V", ("m", "", "k")),
    "current": ("A", ("µ", "m", "")),
    "force": ("N", ("m", "", "k")),
    "pressure": ("Pa", ("", "k", "M", "G")),
    "volume": ("L", ("µ", "m", "")),
    "electronvolt": ("eV", ("m", "", "k", "M", "G")),
    "flop": ("FLOP", ("", "k", "M", "G", "T")),
}
_TIME = {
    "ns": "1e-9", "nanosecond": "1e-9", "nanoseconds": "1e-9", "nanosekunden": "1e-9",
    "µs": "1e-6", "us": "1e-6", "usec": "1e-6", "microsecond": "1e-6", "microseconds": "1e-6", "mikrosekunde": "1e-6",
    "mikrosekunden": "1e-6", "microsecondes": "1e-6", "microsegundos": "1e-6",
    "ms": "1e-3", "msec": "1e-3", "millisecond": "1e-3", "milliseconds": "1e-3", "millisekunde": "1e-3", "millisekunden": "1e-3",
    "milliseconde": "1e-3", "millisecondes": "1e-3", "milisegundos": "1e-3", "millisecondi": "1e-3",
    "s": "1", "sec": "1", "secs": "1", "second": "1", "seconds": "1", "sekunde": "1", "sekunden": "1", "sek": "1", "seconde": "1",
    "secondes": "1", "segundo": "1", "segundos": "1", "secondi": "1", "seconden": "1",
    "min": "60", "mins": "60", "minute": "60", "minutes": "60", "minuten": "60", "minutos": "60", "minuti": "60",
    "h": "3600", "hr": "3600", "hrs": "3600", "hour": "3600", "hours": "3600", "stunde": "3600", "stunden": "3600", "std": "3600",
    "heure": "3600", "heures": "3600", "hora": "3600", "horas": "3600", "ore": "3600", "uur": "3600",
    "day": "86400", "days": "86400", "tag": "86400", "tage": "86400", "tagen": "86400", "jour": "86400", "jours": "86400",
    "week": "604800", "weeks": "604800", "woche": "604800", "wochen": "604800",
}  # fmt: skip
_MONEY = {
    "€": "eur", "eur": "eur", "euro": "eur", "euros": "eur", "$": "usd", "usd": "usd", "dollar": "usd", "dollars": "usd",
    "£": "gbp", "gbp": "gbp", "pounds": "gbp", "chf": "chf", "franken": "chf",
}  # fmt: skip
_WORDS = {
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "mètre": "m", "mètres": "m", "metern": "m",
    "kilometre": "km", "kilometres": "km", "kilometer": "km", "kilometers": "km", "kilomètres": "km", "kilometern": "km",
    "millimetres": "mm", "millimeters": "mm", "millimeter": "mm", "centimetres": "cm", "centimeters": "cm", "zentimeter": "cm",
    "kilogram": "kg", "kilograms": "kg", "kilogramm": "kg", "kilogrammes": "kg", "gram": "g", "grams": "g", "gramm": "g",
    "joule": "J", "joules": "J", "watt": "W", "watts": "W", "kilowatt": "kW", "kilowatts": "kW", "hertz": "Hz", "volt": "V",
    "volts": "V", "newton": "N", "newtons": "N", "pascal": "Pa", "pascals": "Pa", "litre": "L", "litres": "L", "liter": "L",
    "liters": "L", "l": "L", "ml": "mL", "amperes": "A", "ampere": "A", "flops": "FLOP", "flop": "FLOP",
}  # fmt: skip
_PERCENT_WORDS = ("%", "percent", "prozent", "percentuale", "procent", "pct", "porcento")
_POINTS = ("pp", "prozentpunkte", "prozentpunkten")
_TIMES_WORDS = ("x", "×", "times", "fold", "mal", "fach", "fois", "veces", "volte", "keer", "vezes")


def _information() -> dict[str, Unit]:
    table = {}
    for power, letter in enumerate("KMGTPE", 1):
        binary, decimal = Fraction(1024**power), Fraction(1000**power)
        table[f"{letter}iB"] = Unit(f"{letter}iB", "information", (binary,))
        both = Unit(f"{letter}B", "information", (decimal, binary))
        table[f"{letter}B"] = both
        table[f"{letter}bit"] = Unit(f"{letter}bit", "information", (decimal / 8, binary / 8))
        name = {"K": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta", "E": "exa"}[letter]
        table[f"{name}byte"] = table[f"{name}bytes"] = both
        table[{"K": "kibi", "M": "mebi", "G": "gibi", "T": "tebi", "P": "pebi", "E": "exbi"}[letter] + "bytes"] = table[f"{letter}iB"]
    table["kB"], table["kbit"], table["kiB"] = table["KB"], table["Kbit"], table["KiB"]
    byte = Unit("B", "information")
    table |= dict.fromkeys(("B", "byte", "bytes", "octet", "octets"), byte)
    bit = Unit("bit", "information", (Fraction(1, 8),))
    return table | {"bit": bit, "bits": bit}


@cache
def _table() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """Symbols (case counts) and words (it does not)."""
    symbols: dict[str, Unit] = {}
    for kind, (symbol, prefixes) in _SYMBOLS.items():
        scale = Fraction(1, 1000) if kind == "mass" else Fraction(1)
        for prefix in prefixes:
            symbols[prefix + symbol] = Unit(prefix + symbol, kind, (Fraction(10) ** _PREFIXES[prefix] * scale,))
    symbols["Wh"] = Unit("Wh", "energy", (Fraction(3600),))
    symbols["kWh"] = Unit("kWh", "energy", (Fraction(3_600_000),))
    symbols["MWh"] = Unit("MWh", "energy", (Fraction(3_600_000_000),))
    symbols["°C"] = Unit("°C", "celsius")
    symbols["°"] = Unit("°", "angle")
    for name, metres in (("mile", "1609.344"), ("inch", "0.0254"), ("foot", "0.3048"), ("yard", "0.9144")):
        for word in (name, {"inch": "inches", "foot": "feet"}.get(name, f"{name}s")):
            symbols[word] = Unit(word, "length", (Fraction(metres),))
    for word in ("kilowatt-hour", "kilowatt-hours", "Kilowattstunde", "Kilowattstunden", "kilowattheure", "kilowattheures"):
        symbols[word] = Unit("kWh", "energy", (Fraction(3_600_000),))
    symbols["ppm"] = Unit("ppm", "count", (Fraction(1, 10**6),))
    symbols["t"] = Unit("t", "mass", (Fraction(1000),))
    symbols |= _information()
    words = {word: Unit(word, "time", (Fraction(factor),)) for word, factor in _TIME.items()}
    words |= {word: Unit(word, kind) for word, kind in _MONEY.items()}
    words |= {word: symbols[symbol] for word, symbol in _WORDS.items()}
    words |= dict.fromkeys(_PERCENT_WORDS, PERCENT) | {word: Unit("pp", "points") for word in _POINTS}
    words |= dict.fromkeys(_TIMES_WORDS, TIMES)
    words |= {word.lower(): unit for word, unit in symbols.items() if word.endswith(("byte", "bytes", "bits", "bit")) and len(word) > 3}
    for prefix, power in (("", 0), ("M", 6), ("G", 9), ("T", 12), ("P", 15)):
        symbols[f"{prefix}FLOPS"] = Unit(f"{prefix}FLOPS", "flop/time", (Fraction(10) ** power,))
        symbols[f"{prefix}FLOPs"] = Unit(f"{prefix}FLOPs", "flop", (Fraction(10) ** power,))
    return symbols, words


def unit_of(token: str) -> Unit | None:
    """The unit that a symbol or a word names, None where it names none."""
    symbols, words = _table()
    token = token.replace("μ", "µ")
    found = symbols.get(token)
    if found is None and not (len(token) == 1 and token.isupper()):
        found = words.get(token.lower())
    if found is None or found.kind != "time":
        return found
    return Unit(token, found.kind, found.factors)


def octet_unit(token: str) -> Unit | None:
    """The unit of information that a French sign names ("Go", "Mio", "octets"), None where it names none."""
    if not token.endswith("o"):
        return unit_of(token)
    found = unit_of(token.removesuffix("o") + "B")
    return None if found is None or found.kind != "information" else Unit(token, found.kind, found.factors)
