"""Readings of the commonest statement of all: that something has a certain value by default."""

from __future__ import annotations

import re

from sandbox.probes.records import Reading
from sandbox.probes.sentences import contradicts, supports

_END = r"(?![\w^⁻]|[.,]\d|[-−–]\d|\s*(?:%|percent|per cent|times|[·×*/^]|x \d))"
_ANY = r"[-−]?(?:\d+(?:[.,]\d+)?|\.\d+)(?:e[-−+]?\d+)?"
Value = bool | int | float | str | None


def spelled(value: int | float) -> str:
    """A pattern for every plain way to write a number: "0.01", ".01", "0.010", "1e-2", "1e-02"."""
    if value == 0:
        return r"0(?:\.0+)?"
    if value < 0:
        return rf"(?:[-−–]|minus ){spelled(-value)}"
    mantissa, _, exponent = f"{value:.12e}".partition("e")
    digits, power = mantissa.rstrip("0").rstrip("."), int(exponent)
    forms = {f"{digits}e{_power(power)}", f"{digits}\\.0e{_power(power)}"} if "." not in digits else {f"{digits}e{_power(power)}"}
    plain = f"{value:.12f}".rstrip("0").rstrip(".")
    whole, _, fraction = plain.partition(".")
    forms.add(rf"{'0?' if whole == '0' else whole}[.,]{fraction}0*" if fraction else rf"{whole}(?:\.0+)?")
    return "(?:" + "|".join(sorted(forms)) + ")"


def _power(power: int) -> str:
    return rf"[-−]0?{-power}" if power < 0 else rf"\+?0?{power}"


def _patterns(name: str, number: str) -> str:
    n, v = rf"[`*\"']?\b{name}\b[`*\"']?", rf"[`*\"']?{number}[`*\"']?"
    return "|".join(
        [
            rf"{n} (?:\w+ ){{0,2}}defaults? (?:to|is) {v}",
            rf"\bdefault (?:value )?(?:of|for) (?:the |its |their )?{n}(?: \w+)? (?:is|equals|=) {v}",
            rf"{n} ?(?:is|has|of|=|: ) ?(?:set to )?{v} by default",
            rf"{n} (?:has|with) (?:a |the )?default (?:value )?of {v}",
            rf"\bdefault {n} (?:\w+ )?(?:(?:of|for|in) [\w.]+ )?(?:is|of|=) {v}",
            rf"\bby default,? [\w.]+ (?:uses|has) (?:an? )?{n} (?:of|=) {v}",
            rf"\bby default,? (?:the |its )?{n} (?:is|equals) {v}",
            rf"{n}\s*=\s*{v} (?:is the default|\(?(?:the )?default\)?)",
            rf"{n} (?:ist|hat|beträgt|=) (?:standardmäßig|von Haus aus) (?:den Wert |gleich )?{v}",
            rf"\bstandardmäßig (?:ist|hat|beträgt) {n} (?:den Wert |gleich )?{v}",
            rf"\b(?:Voreinstellung|Vorgabe|Vorgabewert|Standardwert) (?:von|für) {n} (?:ist|beträgt) {v}",
            rf"{n} (?:hat|mit) (?:die |der |den |dem )?(?:Voreinstellung|Vorgabewert|Standardwert) {v}",
            rf"\bpar défaut,? {n} (?:est|vaut) (?:égal à |de )?{v}",
            rf"{n} (?:est|vaut) (?:égal à |de )?{v} par défaut",
            rf"{n} (?:est|vaut) par défaut (?:égal à |de )?{v}",
            rf"\bvaleur par défaut de {n} est (?:de )?{v}",
        ]
    )


def default(owner: str, name: str, value: Value, said: str, apart: str = "") -> list[Reading]:
    """Readings of the default of one argument.

    owner, name: patterns of whose argument it is and of what it is called, in words too. said: both for the author's eyes.
    apart: a further exclusion, such as the names of other owners.
    """
    if isinstance(value, bool) or value is None:
        right, wrong = rf"{value}\b", rf"(?!{value}\b)(?:True|False|None)\b"
    elif isinstance(value, str):
        right, wrong = rf"[\"'“`]*{re.escape(value)}\b", ""
    else:
        right, wrong = rf"{spelled(value)}{_END}", rf"(?!{spelled(value)}{_END}){_ANY}{_END}"
    out = "|".join(
        part
        for part in (apart, r"\bour\b|\bwe set\b|recommend|typical|should|fastai|hugging ?face|paper|trainer|timm|optax|lightning|custom")
        if part
    )
    found = [supports(f"The default of {said} is {value}.", owner, _patterns(name, right), without=out)]
    if wrong:
        found.append(contradicts(f"The default of {said} is {value}.", owner, _patterns(name, wrong), without=out))
    return found
