"""What a sentence of a golden file is about: the golden claim that it names, or else the one that shares its figures and names.

A tie is only made where one claim shares clearly more than any other; a sentence without such a claim is said to have none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?")
_QUOTED = re.compile(r"“([^”]{4,80})”|\"([^\"]{4,80})\"|`([^`]{2,80})`|(?<!\w)'([^']{4,80})'(?!\w)")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*(?:=[A-Za-z0-9_.]+)?")
_RARE = 0.5  # of a claim's share in a sentence: at least one thing that two claims at most have
_CLEAR = 1.5  # times as much as any other claim


def figures(text: str) -> set[str]:
    """The numbers of a text, without marks of thousands."""
    return {re.sub(r",(?=\d{3}\b)", "", match).lower() for match in _FIGURE.findall(text)}


def names(text: str) -> set[str]:
    """Identifiers, each also without what stands before its last dot; words that only prose has are none."""
    found = set()
    for word in _WORD.findall(text):
        last = word.rpartition(".")[2]
        found |= {piece for piece in (word, last) if re.search(r"[_=]|[a-z][A-Z]|\w\.\w", piece)}
    return found


def tie(entry: dict[str, Any], claims: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The claim that an entry is about, None where none is clearly the one."""
    if "claim" in entry:
        return next((claim for claim in claims if claim["id"] == entry["claim"]), None)
    text = str(entry["text"])
    wanted = figures(text) | names(text)
    phrases = ["".join(groups).lower() for groups in _QUOTED.findall(text)]
    held = [_held(claim, wanted, phrases) for claim in claims]
    frequency = Counter(item for items in held for item in items)
    shares = sorted(((sum(1 / frequency[item] for item in items), at) for at, items in enumerate(held)), reverse=True)
    if not shares or shares[0][0] < _RARE or (len(shares) > 1 and shares[0][0] < _CLEAR * shares[1][0]):
        return None
    return claims[shares[0][1]]


def _held(claim: dict[str, Any], wanted: set[str], phrases: list[str]) -> set[str]:
    """What of a sentence the words of a claim hold too."""
    words = f"{claim['claim_quote']} {claim.get('correction', '')}"
    return (wanted & (figures(words) | names(words))) | {phrase for phrase in phrases if phrase in words.lower()}
