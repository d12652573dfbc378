"""Defaults of a parameter or setting that the words before name: "Its default is 3", "It defaults to 3", "Default: 3."."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.identifiers.announced import SET_ASIDE
from tools.instruments.identifiers.pairs import last_names
from tools.instruments.identifiers.statements import DENIED, VALUE, Statement, parse_value
from tools.records import Span

_REACH = 260
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?:^|(?<=[.;,:]\s)|(?<=\s))(?:[Ii]ts|[Tt]he)\s+default(?:\s+value)?\s+is\s+"
        rf"(?:(?:set\s+to|simply|just|also|only|still|again|(?:exactly\s+)?the\s+same|likewise|equally),?\s+)*{VALUE}",
        rf"(?:^|(?<=[.;,:]\s))(?:[Ii]t|[Tt]his|[Ww]hich)\s+(?:[a-z]+\s+)?defaults\s+to\s+{VALUE}",
        rf"(?:^|(?<=[.;,:]\s))(?:[Ii]t|[Tt]his)\s+is\s+{VALUE}\s+(?:by\s+default|unless\s+(?:set|told|given|changed)\b)",
        rf"(?:^|(?<=[.;,:(]\s)|(?<=\()|(?<=\s))Default(?:s\s+to)?(?:\s+value)?\s*:?\s+{VALUE}(?=\s*(?:[.;,)]|$))",
        rf"(?:^|(?<=[.;,:]\s))(?:[Ss]ein|[Ii]hr|[Dd]er)\s+(?:Standardwert|Vorgabewert)\s+(?:ist|beträgt|lautet)\s+{VALUE}",
        rf"(?:^|(?<=[.;,:]\s))(?:Standard(?:wert)?|Vorgabe):\s+{VALUE}",
        rf"(?:^|(?<=[.;,:]\s))(?:[Ss]a|[Ll]a)\s+valeur\s+par\s+défaut\s+(?:est|vaut)\s+{VALUE}",
        rf"(?:^|(?<=[.;,:]\s))(?:Valeur\s+par\s+défaut|Défaut)\s*:\s+{VALUE}",
    )
)


def recalled(text: str, around: Span, within: Span) -> Iterator[Statement]:
    """The statements of one sentence, each of the name nearest before it; none where that sentence denies them."""
    for form in _FORMS:
        for match in form.finditer(text, around.start, around.end):
            known, value = parse_value(match["value"])
            before = text[around.start : match.start()]
            names = last_names(text, Span(start=max(within.start, match.start() - _REACH), end=match.start()))
            if not known or not names or DENIED.search(match.group()) or SET_ASIDE.search(match.group()) or DENIED.search(before[-60:]):
                continue
            name, place = names[0]
            there = Span(start=match.start("value"), end=match.end("value"))
            yield Statement(name, value, match["value"].strip("`"), Span(start=match.start(), end=match.end()), place, there)
