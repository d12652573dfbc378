"""Defaults that a sentence writes as settings (`sep=' '`), several at once, or as what happens where an argument is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.code.compare import literal
from tools.instruments.code.told.clauses import Claim
from tools.instruments.code.told.marks import MARK, Marked
from tools.instruments.code.told.predicates import Predicate, number_of
from tools.instruments.code.told.words import ARTICLE, CLOSED, NUMERAL

_F = r"⟦(?P<f>\d+)⟧"
_CHAIN = rf"(?P<chain>{MARK}(?:(?:,\s+|,?\s+(?:and|und|et|with|mit|avec)\s+){MARK})*)"
_DEFAULT = r"(?:by default|as (?:an? |its |their |the )?defaults?(?: values?)?|per default|standardmäßig|par défaut)"
_AFTER = re.compile(rf"\b{_DEFAULT}\b,?[^⟦⟧.;]{{0,40}}?(?:{_F}(?:\(\))?[^⟦⟧.;]{{1,40}}?)?{_CHAIN}", re.I)
_BEFORE = re.compile(rf"(?:{_F}[^⟦⟧.;]{{1,40}}?)?{_CHAIN}[^⟦⟧.;,]{{0,12}}?\s+{_DEFAULT}\b", re.I)
_ARE = re.compile(
    rf"{_CHAIN}\s+(?:is|are|being|ist|sind|est|sont)\s+(?:its |the |their |der |die |la |les )?(?:default\w*|Vorgabe\w*"
    r"|Standard\w*|valeurs? par défaut)(?:\s+(?:of|for|in|von|de)\s+"
    rf"{ARTICLE}?{_F})?|(?:\bdefaults?(?: values?)?|Vorgabe\w*)\s+(?:of\s+⟦(?P<g>\d+)⟧\s+)?(?:is|are|ist|sind)\s+"
    rf"{_CHAIN.replace('<chain>', '<last>')}",
    re.I,
)
_VALUE = rf"(?:⟦(?P<code>\d+)⟧|(?P<value>-?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?|True|False|None|(?:{NUMERAL})\b)){CLOSED}"
_LEFT = (
    r"(?:is|are|was|wird|werden|est|sont)\s+(?:left out|left off|omitted|missing|absent"
    r"|not\s+(?:given|passed|set|specified|supplied|stated)"
    r"|weggelassen|nicht\s+(?:angegeben|gesetzt)|omise?|absente?|fehlt)"
)
_USES = r"(?:uses?|falls\s+back\s+(?:to|on)|takes|assumes|works\s+with|verwendet|nimmt|benutzt|utilise|prend|emploie)"
_OMITTED = re.compile(
    rf"(?:\b(?:if|when|where|whenever|wenn|falls|si|quand)\s+(?:{_F}['’]s\s+)?{ARTICLE}?⟦(?P<p>\d+)⟧(?:\s+(?:argument|parameter"
    rf"|Argument))?\s+"
    rf"(?:{_LEFT}|fehlt|manque)|\b(?:without|ohne|sans)\s+(?:an?\s+|an explicit\s+)?⟦(?P<q>\d+)⟧),?\s+(?:then\s+)?"
    rf"(?:(?:⟦(?P<g>\d+)⟧|it|they|the\s+(?:function|method|call|class)|es|sie|er|elle|il)\s+{_USES}\s+(?:the\s+(?:value"
    rf"|default)\s+)?{_VALUE}"
    rf"|(?:it|its\s+value|er|es)\s+(?:is|ist)\s+{_VALUE.replace('<code>', '<code2>').replace('<value>', '<value2>')}"
    rf"|{_VALUE.replace('<code>', '<code3>').replace('<value>', '<value3>').removesuffix(CLOSED)}\s+(?:is|are)\s+(?:used|assumed|taken)\b)",
    re.I,
)
_SETTING = re.compile(r"([A-Za-z_]\w*)\s*=\s*(?!=)(.+)", re.S)
_NAME = re.compile(r"[A-Za-z_][\w.]*")


def settings_of(text: Marked, earlier: tuple[str, ...] = ()) -> Iterator[Claim]:
    """The defaults of one sentence. earlier: names in code font of the sentence before, which "it" may stand for."""
    seen: set[str] = set()
    for pattern in (_AFTER, _BEFORE, _ARE):
        for match in pattern.finditer(text.words):
            groups = match.groupdict()
            for number in re.findall(r"\d+", groups["chain"] or groups.get("last") or ""):
                claim = _setting(text, int(number), groups.get("f") or groups.get("g"), earlier)
                if claim is not None and number not in seen:
                    seen.add(number)
                    yield claim
    for match in _OMITTED.finditer(text.words):
        groups = match.groupdict()
        name = text.code[int(groups["p"] or groups["q"])]
        code = groups["code"] or groups["code2"] or groups["code3"]
        said = text.code[int(code)] if code else number_of(groups["value"] or groups["value2"] or groups["value3"])
        owners = _owners(text, groups["f"] or groups["g"], match.start(), earlier)
        if _NAME.fullmatch(name) and literal(said)[0]:
            yield _claim(owners, name, said, match.start(), match.end())


def _setting(text: Marked, number: int, owner: str | None, earlier: tuple[str, ...]) -> Claim | None:
    match = _SETTING.fullmatch(text.code[number])
    if match is None or not literal(match[2])[0]:
        return None
    at = text.words.index(f"⟦{number}⟧")
    return _claim(_owners(text, owner, at, earlier), match[1], match[2], at, at + len(f"⟦{number}⟧"))


def _owners(text: Marked, owner: str | None, at: int, earlier: tuple[str, ...]) -> list[str]:
    """The callable that a setting may belong to: the one beside it, then the names before it, the nearest first."""
    numbers = ([owner] if owner else []) + list(reversed(re.findall(r"⟦(\d+)⟧", text.words[:at])))
    names = [re.sub(r"\(.*\)$", "", text.code[int(n)], flags=re.S) for n in numbers]
    return list(dict.fromkeys([*(n for n in names if _NAME.fullmatch(n)), *earlier]))


def _claim(owners: list[str], name: str, said: str, start: int, end: int) -> Claim:
    return Claim(f"_known_.default({owners[:4]!r}, {name!r})", Predicate("value", said), start, end, (), "is")
