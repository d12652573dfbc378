"""Denials in a sentence: "is not empty", "doesn't contain", "ist nicht leer", "n'est pas vide"; which of them turn what a claim says."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tools.instruments.code.told.marks import Marked

#: Denials that turn nothing around: of an extent, a time, a share.
_PARTLY = (
    r"(?:not|nicht|pas)\s+(?:only|just|merely|yet|necessarily|always|all|both|every|really|quite|exactly|precisely|even|so|as|because|until"
    r"|nur|bloß|notwendig\w*|immer|alle|ganz|genau|unbedingt|einmal|so|weil|bevor|seulement|encore|toujours|forcément|tous|toutes"
    r"|tout à fait"
    r"|exactement|parce)\b"
)
#: Not behind a conjunction, where it says what holds instead ("is 5 and not 4").
_OWN = r"(?<!and )(?<!und )(?<!but )(?<!et )(?<!, )"
_DENIAL = re.compile(
    rf"{_OWN}(?P<partly>\b{_PARTLY})|(?<=\w)n['’]t\b|{_OWN}\b(?:not|never|no longer|nicht mehr|nicht|niemals|nie)\b"
    r"|\b(?P<no>kein)(?=(?:e[mnrs]?)?\b)|(?P<first>\b(?:ne\s|n['’])(?=[^.;:]{1,60}\b(?:pas|plus|jamais)\b))"
    r"|(?<!un )(?<!le )\b(?P<second>pas|plus|jamais)\b(?!\s+(?:que|grande?|petite?|longue?|court)\b)",
    re.I,
)


@dataclass(frozen=True)
class Denial:
    """A place in a sentence; partly: it leaves open what holds. second: the other half of a French one."""

    start: int
    partly: bool
    second: bool


def without_denials(text: Marked) -> tuple[Marked, tuple[Denial, ...]]:
    """The sentence with blanks for its denials, so that its clauses can be read, and where these stood."""
    found: list[Denial] = []
    words, half = text.words, False
    for match in _DENIAL.finditer(text.words):
        if match["second"] and not half:
            continue
        half = match["first"] is not None
        found.append(Denial(match.start(), match["partly"] is not None, match["second"] is not None))
        blank = "ein".rjust(len(match.group())) if match["no"] else " " * len(match.group())
        words = words[: match.start()] + blank + words[match.end() :]
    return replace(text, words=words), tuple(found)


def denies(denials: tuple[Denial, ...], words: str, start: int, end: int) -> bool | None:
    """Whether what stands from start to end is denied, None where that is open. words: with blanks for denials."""
    late = re.compile(r"\s{5,}(?=[,.;:]|$)").match(words, end)
    inside = [d for d in denials if start <= d.start < (late.end() if late else end)]
    if any(d.partly for d in inside):
        return None
    count = sum(not d.second for d in inside)
    return count == 1 if count < 2 else None
