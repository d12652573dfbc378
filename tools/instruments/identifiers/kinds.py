"""Whether a clause that begins with things of some kind ("A convolution ...", "Pooling layers have ...") can be about a callable.

What the clause does not name stands before it only where the things are called like it.
"""

from __future__ import annotations

import re

_DOES = r"(?=\s+(?:\w+\s+)?(?:have|are|do|use|take|come|start|begin|keep|haben|sind|ont|sont)\b)"
_THINGS = re.compile(
    rf"\W*(?:(?:A|An|Every|Each|All|Most|Other|Ein|Eine|Jede\w*|Alle|Un|Une|Chaque|Les)\s+(?:\w+\s+)?\w+|[A-Z]\w+\s+\w+s\b{_DOES}|[A-Z]\w+s{_DOES})"
)
_OTHER = re.compile(r"\W*(?:(?:All|Most|Alle|Les)\s+)?(?:[Oo]ther|[Aa]ndere|autres)\b")


def may_be_of(clause: str, name: str) -> bool:
    """False where a clause begins with things of another kind than the callable's name says."""
    things = _THINGS.match(clause)
    return things is None or (_OTHER.match(things.group()) is None and _akin(things.group(), name))


def _akin(words: str, name: str) -> bool:
    """Whether a word has the beginning of one of those that the name is made of: "pooling layers" and `MaxPool1d`."""
    parts = [part.lower() for part in re.findall(r"[A-Z]?[a-z]{3,}|[A-Z]{2,}", name.rpartition(".")[2])]
    return any(word.startswith(part[:4]) for word in re.findall(r"[a-zäöüéè]{3,}", words.lower()) for part in parts)
