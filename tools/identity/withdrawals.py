"""What the words of a record say of its work's standing, where its registry has no field for it: withdrawn, not, or left open.

Only what is said of the work itself counts. Where such a word stands in another way, the standing is left open with the reason: a work
called withdrawn without ground is as wrong as one called sound.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tools.identity.records import Retraction

_KIND = r"(?:(?:ar\s?xiv|preliminary|present|current)\s)?"
_NOUNS = r"paper|article|submission|manuscript|pre-?print|e-?print"
_MORE = r"work|version|report|thesis|draft|posting"
# What may itself be what a work is about; in a comment it is the work.
_AND_MORE = r"note|letter|entry|study|document|chapter"
_GONE = r"(?:withdrawn|retracted)(?!\sfrom\s(?!ar\s?xiv))"
_BEING = (
    r"(?:(?:has|have|had)\s(?:now\s|since\s|also\s|temporarily\s|hereby\s)?been|is|was|are|needs? to be|had to be|(?:is|was) being|will be"
    r"|should be(?: considered)?)"
)
_SOFTLY = r"(?:\s(?:now|temporarily|hereby|voluntarily|formally|being|currently|officially|subsequently))?"
_BY = (
    r"(?:the\s|its\s|their\s|one of the\s|all\s)?(?:corresponding\s|first\s|lead\s|original\s|submitting\s)?"
    r"(?:authors?|submitters?|ar\s?xiv|administrators?|admins?|editors?|publisher)"
)
_WE = r"(?:(?:the|all|its|both)\s)?(?:(?:corresponding|first|undersigned)\s)?(?:authors?|we|i)"
_HAVE = (
    r"(?:\s(?:has|have|am|are|is|would like to|wish(?:es)? to|decided to|(?:has|have) decided to))?(?:\s(?:now|hereby|since|voluntarily))?"
)
_TAKE = r"(?:withdr[ae]ws?|withdrawn|withdrawing|retract(?:s|ed|ing)?)"


def _saying(nouns: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What says it of the work wherever it stands, and where a sentence begins with it."""
    work = rf"{_KIND}(?:{nouns})"
    surely = rf"\bthis\s{work}\s{_BEING}{_SOFTLY}\s{_GONE}\b|\b{_WE}{_HAVE}\s{_TAKE}\s(?:this|the present|our|their)\s{work}\b"
    first = rf"(?:(?:the|our)\s)?{_KIND}(?:{_NOUNS})\s(?:{_BEING}\s)?{_GONE}\b|{_WE}{_HAVE}\s{_TAKE}\sthe\s{_KIND}(?:{_NOUNS})\b"
    return re.compile(surely, re.I), re.compile(first, re.I)


_GROUND = r"because|due to|owing to|as|since|for|in order|pending|from ar\s?xiv|after|until"
# Of the work alone where a comment, a part of one or an abstract begins with it.
_BARE = re.compile(rf"(?:(?:temporarily|now|hereby|voluntarily)\s)?{_GONE}(?:\s(?:by\s{_BY}|{_GROUND})\b|\W*$)", re.I)
_IN_COMMENT, _IN_ABSTRACT = _saying(f"{_NOUNS}|{_MORE}|{_AND_MORE}"), _saying(f"{_NOUNS}|{_MORE}")
_SPOKEN_OF = re.compile(r"withdr[ae]w|retract(?:ed|s\b|ing\b|ion\b)", re.I)
_ANY = rf"(?:{_NOUNS}|{_MORE}|{_AND_MORE})s?"
_SPOKEN_IN_ABSTRACT = re.compile(rf"\b{_ANY}\b[^.]{{0,40}}\b{_GONE}\b|\b{_GONE}\s{_ANY}\b", re.I)
_NOT = re.compile(
    rf"\b(?:not|never|nor|no longer)\s(?:been\s|be\s|being\s|yet\s)*{_GONE}\b"
    rf"|\b(?:if|whether|when|unless|until|once|before|in case)\s[^.;]{{0,40}}{_GONE}\b",
    re.I,
)
_QUOTED = re.compile(r"[“\"‘][^”\"’]{0,200}[”\"’]")

# Some publishers tell of it in the title alone, before the title itself.
_MARK = re.compile(r"\[?(?P<word>retracted|withdrawn)(?P<more> article| paper| chapter)?\]?:?\s+(?=\S)", re.I)


class Standing(NamedTuple):
    """doubt: why the words leave it open, "" where they do not."""

    retraction: Retraction
    doubt: str = ""


def of_preprint(title: str, comment: str, abstract: str) -> Standing:
    """Of a preprint whose server tells of a withdrawal in its title, its comment or in place of its abstract."""
    parts = re.split(r"(?<=[.!?;:,])\s+|[()\[\]]|\s[-–—]+\s", _plain(comment))
    begins = [*parts, _plain(abstract)[:200]]
    if _said(parts, _IN_COMMENT) or any(_BARE.match(part.strip()) and not _NOT.search(part) for part in begins):
        return Standing("withdrawn")
    if _said(re.split(r"(?<=[.!?;:])\s+", _plain(abstract)), _IN_ABSTRACT) or _said([_plain(title)], _IN_ABSTRACT):
        return Standing("withdrawn")
    if not comment.strip() and not abstract.strip():
        return Standing("unknown", "its record has neither a comment nor an abstract that would tell of a withdrawal")
    for name, words, pattern in (("comment", comment, _SPOKEN_OF), ("abstract", abstract, _SPOKEN_IN_ABSTRACT)):
        plain = _QUOTED.sub(" ", words)
        if pattern.search(plain) and not (_NOT.search(plain) and len(_SPOKEN_OF.findall(plain)) == 1):
            return Standing("unknown", f"its {name} speaks of a withdrawal, and not clearly of which work")
    return Standing("none registered")


def _plain(words: str) -> str:
    return " ".join(_QUOTED.sub(" ", words).split())


def _said(sentences: list[str], saying: tuple[re.Pattern[str], re.Pattern[str]]) -> bool:
    plain = [part.strip() for part in sentences]
    return any(not _NOT.search(each) and (saying[0].search(each) or saying[1].match(each)) for each in plain)


def parted(title: str) -> tuple[str, str, Standing | None]:
    """A title as it is registered into the work's own, another form of it, and what a mark before it says; "" and None where there is none.

    A mark is sure in brackets, with a noun, or alone in capitals. "Withdrawn: A History of Bank Notes" may be a title as it stands.
    """
    match = _MARK.match(title)
    if match is None:
        return title, "", None
    rest, mark = title[match.end() :], match.group().strip()
    retraction: Retraction = "retracted" if match["word"].lower() == "retracted" else "withdrawn"
    marked = mark[-1] in ":]"
    if (marked and (mark[0] == "[" or match["more"])) or (match["word"].isupper() and not rest.isupper()):
        return rest, title, Standing(retraction)
    if marked or match["word"].isupper():
        return title, rest, Standing("unknown", f"its title begins with the word “{match['word'].capitalize()}”, as a mark or of its own")
    return title, "", None
