"""Where a sentence speaks of one parameter as not given: "without a mode", "a missing `mode`", "unless mode is given".

What it says beside that is what the parameter's default does. In English, German and French.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tools.records import Span

_DETERMINER = r"(?:the|an?|any|its|another|no|die|der|das|den|eine?n?|keine?n?|la|le|une?|aucune?)\s+"
_ARTICLE = rf"(?:{_DETERMINER})?"
_KIND = r"(?:(?:argument|parameter|keyword|option|Argument|Parameter|paramètre)\s+)?"
_GIVEN = (
    r"(?:given|passed|set|specified|stated|supplied|named|changed|raised|lowered|angegeben|gesetzt|übergeben|précisée?|donnée?|fournie?)"
)
_ABSENT = (
    rf"(?:(?:not|nicht|pas)\s+{_GIVEN}|nicht\s+{_GIVEN}\s+ist|un(?:set|given|specified)|omitted|left\s+out|missing|absent|omise?|absente?)"
)
_IF = r"\b(?:if|when|where|as\s+long\s+as|wenn|falls|sofern|solange|si|quand)\s+"
_YOU = r"(?:you|we|one)\s+"
_FORMS = (
    rf"\b(?:without|lacking|ohne|sans)\s+(?:(?=`)|{_DETERMINER}{_KIND}|(?=arg|par|key|opt){_KIND})NAME",
    rf"^\W*(?:Without|Ohne|Sans)\s+{_KIND}NAME(?=,)",
    rf"\b(?:missing|absent)\s+{_KIND}NAME",
    rf"{_IF}{_ARTICLE}{_KIND}NAME\s+(?:is|are|ist|est|n['’]est)\s+{_ABSENT}",
    rf"{_IF}{_ARTICLE}{_KIND}NAME\s+(?:fehlt|manque|nicht\s+{_GIVEN})\b",
    rf"{_IF}no\s+{_KIND}NAME\s+is\s+{_GIVEN}",
    rf"\b(?:unless|sauf\s+si)\s+{_ARTICLE}{_KIND}NAME\s+(?:is|says|est)\s+(?:{_GIVEN}|something\s+else|otherwise)",
    rf"\b(?:omit|leav)\w*\s+(?:out\s+)?{_ARTICLE}{_KIND}NAME",
    rf"{_IF}{_YOU}(?:do(?:es)?\s+not|don['’]t|doesn['’]t)\s+(?:give|pass|set|name|specify)\s+{_ARTICLE}{_KIND}NAME",
    rf"{_IF}{_YOU}(?:leave\s+(?:out\s+)?|omit\s+|(?:give|pass|set|name|specify)\s+no\s+){_ARTICLE}{_KIND}NAME",
)


def lacking(text: str, within: Span, names: Iterable[str]) -> Iterator[tuple[str, Span]]:
    """The names that a piece of text speaks of as not given, with the words by which it does."""
    words = text[within.start : within.end]
    for name in names:
        there = rf"`?\b{re.escape(name)}\b`?(?!\s*=|\.\w|\()"
        if len(name) == 1 or re.search(there, words) is None:
            continue
        for form in _FORMS:
            for match in re.finditer(form.replace("NAME", there), words, re.IGNORECASE):
                yield name, Span(start=within.start + match.start(), end=within.start + match.end())
