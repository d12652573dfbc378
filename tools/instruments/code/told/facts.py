"""What sentences say of callables and classes: a default, a place or a name of an argument, a base, another name, a home.

The patterns are wide: a statement counts only where the run finds the callable and its parameter, so that they have to name both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.code.compare import literal
from tools.instruments.code.told.clauses import Claim
from tools.instruments.code.told.marks import MARK, Marked
from tools.instruments.code.told.predicates import Predicate, number_of
from tools.instruments.code.told.settings import settings_of
from tools.instruments.code.told.words import ARTICLE, CLOSED, DOUBTED, NUMERAL, ORDINALS

_P, _F = r"⟦(?P<p>\d+)⟧", r"⟦(?P<f>\d+)⟧"
_NUMBER = r"-?\d[\d_,]*(?:\.\d+)?(?:e-?\d+)?"
_VALUE = rf"(?:⟦(?P<code>\d+)⟧|(?P<value>{_NUMBER}|True|False|None|(?:{NUMERAL})\b))"
_OF = rf"(?:of|in|for|from|by|von|bei|für|de|dans)\s+{ARTICLE}?(?:(?:class|function|method)\s+)?"
_KIND = r"(?:\s+(?:argument|parameter|option|keyword|flag|setting|value|Parameter|Argument|paramètre))?"
_IS = (
    r"(?:is|are|has a default of|has the default|defaults? to|of|has the value|ist|hat den (?:Standard|Vorgabe)wert|steht auf|beträgt|vaut"
    r"|est"
    r"|a pour valeur|=|equals)(?:\s+(?:standardmäßig|set to|by default|also|still|only|simply|fixed at))?"
)
_DEFAULT = re.compile(
    r"\bdefaults?\b|\bunless\b|\bif (?:it|nothing|none|not)\b|\bleft out\b|\bomitted\b|standardmäßig|Standardwert|Vorgabe\w*|voreingestellt"
    r"|ohne (?:weitere |eigene )?Angabe|wenn nichts|par défaut|sauf|\bwithout (?:an? |further )?argument",
    re.I,
)
_WITH_OWNER = re.compile(rf"{_P}{_KIND}\s+{_OF}{_F}{_KIND}\s+(?:also\s+)?{_IS}\s+{_VALUE}", re.I)
_PLAIN = re.compile(rf"{_P}{_KIND}(?:\s*,)?\s+(?:which\s+|das\s+|qui\s+)?{_IS}\s+{_VALUE}", re.I)
_OF_VALUE = re.compile(
    rf"{_F}{_KIND}\s+(?:has|uses|takes|comes with|hat|a|utilise)\s+{ARTICLE}?(?:default\s+)?{_P}\s+(?:of|von|de)\s+{_VALUE}", re.I
)
_AND_OF_VALUE = re.compile(rf"\b(?:and|und|et)\s+{ARTICLE}?{_P}\s+(?:of|von|de)\s+{_VALUE}", re.I)
_DEFAULT_OF = re.compile(
    rf"\b(?:default|Standardwert|Vorgabe(?:wert)?|valeur par défaut)(?:\s+value)?\s+(?:of|for|von|für|de|du paramètre)\s+{ARTICLE}?"
    rf"{_P}{_KIND}"
    rf"(?:\s+{_OF}{_F})?\s+(?:is|are|ist|lautet|est|vaut)\s+{_VALUE}",
    re.I,
)
_POSITION = re.compile(
    rf"\b(?P<place>first|second|third|fourth|last|erste|zweite|dritte|letzte|premier|deuxième|troisième|dernier)\s+(?:positional\s+)?"
    rf"(?:argument|parameter|Argument|Parameter|paramètre)\s+{_OF}{_F}\s+(?:is|heißt|ist|est|s'appelle)\s+(?:called\s+|named\s+)?{_P}",
    re.I,
)
_HAS = re.compile(
    rf"{_F}\s+(?:also\s+)?(?:has|takes|accepts|offers|knows|hat|kennt|accepte|a)\s+{ARTICLE}(?:optional\s+|keyword\s+|further\s+)*"
    rf"(?:parameter|argument|option|keyword|keyword argument|Parameter|Argument|paramètre|argument)\s+"
    rf"(?:called\s+|named\s+|namens\s+)?{_P}",
    re.I,
)
_ONE_CALLED = re.compile(rf"\band\s+(?:one|another)\s+(?:that is\s+)?(?:called|named)\s+{_P}", re.I)
_SUB = re.compile(
    rf"(?:(?P<others>(?:{MARK}(?:,\s+|,?\s+(?:and|und|et)\s+))*))⟦(?P<f>\d+)⟧,?\s+"
    r"(?:(?:which|both|der|die|das|qui|now|then|in turn|also)\s+)*"
    r"(?:(?:is|are|ist|sind|est|sont)\s+(?:both\s+|all\s+|itself\s+|themselves\s+|beide\s+)?(?:an?\s+|the\s+|eine\s+|une\s+)?(?:direct\s+)?"
    r"(?:subclass(?:es)?|child(?:ren)?|special cases?|kinds?|Unterklassen?|sous-classes?|derived)\s+(?:of|from|von|de)"
    r"|derives?\s+(?:directly\s+)?from|inherits?\s+(?:directly\s+)?from|extends?|erbt\s+von|erben\s+von|hérite(?:nt)?\s+de"
    r"|dérive(?:nt)?\s+de)"
    rf"\s+{ARTICLE}?(?:built-in\s+)?⟦(?P<p>\d+)⟧",
    re.I,
)
_SAME = re.compile(
    rf"{_F}\s+(?:is|ist|est)\s+(?:an?\s+|the\s+|ein\s+|eine\s+|un\s+|now\s+|only\s+|just\s+|nothing but\s+|simply\s+)*"
    r"(?:alias\s+(?:of|for)|other name\s+(?:of|for)|another name\s+(?:of|for)|same (?:function|class|object|thing|exception)?\s*as"
    r"|synonym\s+"
    r"(?:of|for)|anderer Name für|Alias (?:für|von)|autre nom d[e']|alias d[e'])"
    rf"\s*{ARTICLE}?(?:built-in\s+|eingebaute\w*\s+)?{_P}",
    re.I,
)
_HOME = re.compile(
    rf"{_F}\s+(?:lives|resides|is (?:defined|found|located|implemented|kept)|can be found|sits|liegt|steht|wohnt|se trouve|vit)\s+"
    rf"(?:in|im|dans)\s+{ARTICLE}?(?:module\s+|package\s+|Modul\s+|module\s+)?{_P}",
    re.I,
)
_BY_NAME = re.compile(
    rf"{_P}(?:\s+(?:argument|parameter))?\s+(?:(?:can only be|must be|has to be|is only)\s+(?:given|passed|set)\s+"
    r"(?:by name|by keyword|as a keyword(?: argument)?)|is\s+(?:a\s+)?keyword-only(?:\s+argument)?)\b",
    re.I,
)
_TAKES = re.compile(
    rf"{_F}\s+(?:has|takes|expects|accepts|needs|requires|hat|nimmt|erwartet|prend|attend)\s+(?:exactly\s+)?(?P<count>\d+|{NUMERAL})\s+"
    rf"(?:positional\s+|required\s+)?(?:parameters?|arguments?|Parameter|Argumente|paramètres?){CLOSED}",
    re.I,
)
_FIGURE = re.compile(rf"\b(?P<value>{_NUMBER}|(?:{NUMERAL}|a)(?:\s+(?:hundred|thousand|million))?)(?:\s+(?P<noun>[A-Za-zäöüéè]+))?", re.I)
_LEVEL = re.compile(rf"\b(?P<noun>[a-z]{{4,}})\s+(?P<value>{_NUMBER})\b", re.I)
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}


def facts_of(text: Marked, earlier: tuple[str, ...] = ()) -> Iterator[Claim]:
    """The statements of one sentence. earlier: names in code font of the sentence before, which "it" may stand for."""
    found = [*_classes(text), *_arguments(text)]
    if _DEFAULT.search(text.words):
        found += _defaults(text, earlier)
    found += [c for c in settings_of(text, earlier) if not any(c.start < f.end and f.start < c.end for f in found)]
    yield from (claim for claim in found if not _is_denied(text, claim))


def _is_denied(text: Marked, claim: Claim) -> bool:
    """Whether the part of the sentence up to the end of a claim denies it, doubts it or speaks of another time."""
    begin = max((m.end() for m in re.finditer(r"[,;:]\s|\b(?:but|and|while|whereas)\s", text.words[: claim.start])), default=0)
    words = re.sub(MARK, "", text.words[begin : claim.end])
    return bool(DOUBTED.search(words) or re.search(r"\b(?:not|never|no longer|nicht|kein\w*|pas|used to|until|was|war)\b|n't\b", words))


def _name(text: Marked, number: str | None) -> str:
    code = text.code[int(number)] if number is not None else ""
    code = re.sub(r"\(\s*(?:\.\.\.|…)?\s*\)$", "", code)
    return code if re.fullmatch(r"[A-Za-z_][\w.]*", code) else ""


def _fact(expression: str, said: str, match: re.Match[str], start: int | None = None) -> Claim:
    return Claim(expression, Predicate("value", said), match.start() if start is None else start, match.end(), (), "is")


def _classes(text: Marked) -> Iterator[Claim]:
    for match in _SUB.finditer(text.words):
        other = _name(text, match["p"])
        for number in [*re.findall(r"\d+", match["others"]), match["f"]]:
            if (one := _name(text, number)) and other:
                yield _fact(f"_known_.sub({one!r}, {other!r})", "True", match)
    for pattern, helper in ((_SAME, "same"), (_HOME, "lives")):
        for match in pattern.finditer(text.words):
            one, other = _name(text, match["f"]), _name(text, match["p"])
            if one and other:
                yield _fact(f"_known_.{helper}({one!r}, {other!r})", "True", match)


def _arguments(text: Marked) -> Iterator[Claim]:
    for match in _POSITION.finditer(text.words):
        place, one, name = ORDINALS.get(match["place"].lower(), 0), _name(text, match["f"]), _name(text, match["p"])
        if one and name:
            yield _fact(f"_known_.position({one!r}, {place + 1 if place >= 0 else place})", repr(name), match)
    for match in _BY_NAME.finditer(text.words):
        if name := _name(text, match["p"]):
            yield _fact(f"_known_.keyword_only({_before(text, match.start(), name)[:3]!r}, {name!r})", "True", match)
    for match in _TAKES.finditer(text.words):
        if one := _name(text, match["f"]):
            yield _fact(f"_known_.takes({one!r}, {number_of(match['count'])})", "True", match)
    last = ""
    for match in _HAS.finditer(text.words):
        last, name = _name(text, match["f"]), _name(text, match["p"])
        if last and name:
            yield _fact(f"_known_.has({last!r}, {name!r})", "True", match)
    for match in _ONE_CALLED.finditer(text.words) if last else ():
        if name := _name(text, match["p"]):
            yield _fact(f"_known_.has({last!r}, {name!r})", "True", match)


def _defaults(text: Marked, earlier: tuple[str, ...]) -> Iterator[Claim]:
    seen: set[int] = set()
    for pattern in (_OF_VALUE, _WITH_OWNER, _DEFAULT_OF, _AND_OF_VALUE, _PLAIN):
        for match in pattern.finditer(text.words):
            parameter, said = _name(text, match["p"]), _said(text, match)
            if not parameter or said is None or match.start("p") in seen:
                continue
            seen.add(match.start("p"))
            owner = _name(text, match.groupdict().get("f"))
            owners = [owner] if owner else _before(text, match.start(), parameter) + list(earlier)
            yield _fact(f"_known_.default({owners[:3]!r}, {parameter!r})", said, match)
    if not seen:
        yield from _figures(text)


def _before(text: Marked, place: int, parameter: str) -> list[str]:
    """Names in code font before a place, the nearest first."""
    numbers = re.findall(r"⟦(\d+)⟧", text.words[:place])
    return [name for n in reversed(numbers) if (name := _name(text, n)) and name != parameter]


def _said(text: Marked, match: re.Match[str]) -> str | None:
    if match["code"] is not None:
        code = text.code[int(match["code"])]
        return code if literal(code)[0] else None
    said = number_of(match["value"].rstrip(","))
    return said.replace(",", "") if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+", said) else said


def _figures(text: Marked) -> Iterator[Claim]:
    """A number without the name of its parameter: "`compress` uses level 6 by default"."""
    names = [(m, _name(text, m.group()[1:-1])) for m in re.finditer(MARK, text.words)]
    named = [(m, n) for m, n in names if n and n not in ("True", "False", "None")]
    if len(named) != 1:
        return
    mark, name = named[0]
    pieces = re.split(r"(?<=[,;])\s", text.words)
    at = 0
    for piece in pieces:
        start, at = at, at + len(piece) + 1
        found = [*_LEVEL.finditer(piece)] or [m for m in _FIGURE.finditer(piece) if m["noun"]]
        if len(found) == 1 and (value := _scaled(found[0]["value"])) is not None and _DEFAULT.search(piece):
            words = sorted({w.lower() for w in re.findall(r"[A-Za-z]{4,}", re.sub(MARK, "", piece))})
            begin = min(mark.start(), start + found[0].start())
            end = max(mark.end() if mark.start() >= begin else 0, start + found[0].end())
            yield Claim(f"_known_.figure({name!r}, {words!r})", Predicate("value", value), begin, end, (), "is")


def _scaled(words: str) -> str | None:
    first, _, scale = words.partition(" ")
    number = "1" if first.lower() == "a" and scale else number_of(first).replace(",", "").replace("_", "")
    if not re.fullmatch(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", number):
        return None
    return str(int(number) * _SCALES[scale.lower()]) if scale else number
