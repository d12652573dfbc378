"""Sentences that state a default: of which parameter, and what value.

In English first; the plainest forms in German, French, Spanish, Italian, Portuguese and Dutch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools import python_source
from tools.records import Span

# Words that no parameter is called by: what a relative pronoun or a conjunction stands for is the name before it.
_NO_NAME = (
    r"(?!(?:the|a|an|its|their|whose|and|or|but|nor|with|by|of|in|to|is|are|was|which|who|what|where|when|while|unless|if|then|there|here"
    r"|not|no|so|as|than|otherwise|also|still|only|already|now|today|both|each|all|none|one|two|they|we|you|he|she"
    r"|der|die|das|den|dem|ist|sind|und|oder|aber|sie|er|es|man|welche[rs]?|dies\w*|sonst|auch|nur|noch|wenn|falls|wo"
    r"|le|la|les|un|une|qui|que|dont|où|et|ou|mais|il|elle|on|ce|cela|si|el|de|que|y|o|che|e|di)\b)"
)
_NAME = rf"(?<![\w.])`?(?P<name>{_NO_NAME}[A-Za-z_][\w.]*)`?(?:\(\))?=?"
_OWNED = r"(?:\s+(?:of|in|for|von|bei|de|dans)\s+(?:the\s+(?:function|method|class)\s+)?`[\w.]+(?:\(\))?`)?"
_KIND = rf"(?:\s+(?:keyword\s+)?(?:argument|parameter|option|flag|setting|keyword|limit|value|field|variable))?{_OWNED}"
NUMBER = r"[-+−]?(?:\d{1,3}(?:[  _]\d{3})+|\d{1,3}(?:,\d{3})+|\d+)(?:[.,]\d+)?(?:[eE][-+−]?\d+)?"
NUMBER_WORDS = r"zero|one|two|three|four|five|six|seven|eight|nine|ten|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"
VALUE = (
    rf"(?P<value>`[^`\n]{{1,60}}`|\"[^\"\n]{{0,40}}\"|“[^”\n]{{0,40}}”|'[^'\n]{{0,40}}'"
    rf"|\b(?:True|False|None|true|false|none|enabled|disabled|on|off)\b|{NUMBER}(?![\w/^]|\.\d)|\b(?:{NUMBER_WORDS})\b)"
)
_IS = r"(?:is|=|equals|was|being|stands at|is set to|is left at)"
_ARTICLE = r"(?:the\s+|a\s+|an\s+)?"
_GIVEN = rf"(?:\s+{_IS}\s+|\s*=\s*)"
# "`limit`, which is 8": the name is the one that the pronoun stands for, right before it.
_REL = r"(?:\s*,?\s+(?:which|that|und|and|qui|das|der|die)(?=\s))?"
_OWNER = r"(?:\s+(?:in|of|for|bei|von|dans|de|en|di|van|em|do)\s+\S+)?"
_FORMS = (
    rf"{_NAME}{_KIND}(?:,?\s+(?:which|that|and))?,?\s+defaults\s+to\s+{VALUE}",
    rf"{_NAME}{_KIND}\s*\(\s*(?:by\s+)?default(?:s\s+to|\s+value)?[:=]?\s*{VALUE}\s*\)",
    rf"\bdefault(?:\s+value)?\s+(?:of|for)\s+{_ARTICLE}(?:(?:argument|parameter|option|keyword|flag|setting)\s+)?{_NAME}{_KIND}{_OWNER}\s+{_IS}\s+{VALUE}",
    rf"\bby\s+default,?\s+{_ARTICLE}{_NAME}{_KIND}{_GIVEN}{VALUE}",
    rf"{_NAME}{_KIND}{_REL}{_GIVEN}(?:set\s+to\s+)?{VALUE}(?:\s+and\s+\S+)?\s+by\s+default",
    rf"{_NAME}{_KIND},?\s+(?:of\s+)?{VALUE}\s+by\s+default",
    rf"{_NAME}{_KIND}{_GIVEN}{VALUE}\s+(?:unless|sofern\s+nicht|wenn\s+nicht|es\s+sei\s+denn|sauf|à\s+moins)\b",
    rf"{_NAME}(?:['’]s)?{_KIND},?\s+(?:whose\s+)?default(?:\s+value)?\s+{_IS}\s+{VALUE}",
    rf"{_NAME}{_KIND}\s+(?:has|with|takes)\s+(?:a|the|its)\s+default(?:\s+value)?\s+(?:of|value)?\s*{VALUE}",
    rf"\bdefault,?\s+(?:value\s+)?[`(]?(?P<name>[a-z_]\w*)\s?=\s?{VALUE}",
    rf"\b(?:missing|absent)\s+(?:(?:argument|parameter|keyword)\s+)?{_NAME}\s+(?:\w+\s+)?(?:(?:counts|acts|works)\s+as|means|stands\s+for"
    rf"|is\s+(?:taken|treated|read|understood)\s+as|defaults\s+to)\s+{VALUE}",
    rf"\bdefault\s+{_NAME}{_KIND}{_OWNER}\s+(?:{_IS}|of)\s+{VALUE}",
    rf"\b(?:ist|hat|steht|beträgt|liegt)\s+{_NAME}\s+standardmäßig\s+(?:auf\s+|den\s+Wert\s+|bei\s+)?{VALUE}",
    rf"{_NAME},?\s+(?:das\s+|der\s+|die\s+)?(?:standardmäßig|voreingestellt)\s+(?:auf\s+|mit\s+|bei\s+|gleich\s+)?{VALUE}",
    rf"{_NAME}{_OWNED}\s+(?:ist|hat|steht|beträgt|liegt)\s+(?:standardmäßig|per\s+Voreinstellung|von\s+Haus\s+aus)\s+(?:auf\s+|den\s+Wert\s+|bei\s+)?{VALUE}",
    rf"\b[Ss]tandard(?:mäßig|wert)\s+(?:(?:von|für|des\s+Parameters|des\s+Arguments)\s+)?(?:ist\s+)?{_NAME}{_OWNER}\s+(?:ist|beträgt|lautet|=|auf)?\s*{VALUE}",
    rf"{_NAME}\s+(?:hat|mit)\s+(?:den|dem)\s+(?:Standardwert|Vorgabewert)\s+{VALUE}",
    rf"{_NAME}{_OWNED}{_REL}\s+(?:vaut|est)\s+(?:égal\s+à\s+)?{VALUE}\s+par\s+défaut",
    rf"\b[Pp]ar\s+défaut,?\s+{_NAME}\s+(?:vaut|est)\s+{VALUE}",
    rf"\bvaleur\s+par\s+défaut\s+(?:de|du\s+paramètre|de\s+l['’]argument)\s+{_NAME}{_OWNER}\s+(?:est|vaut)\s+{VALUE}",
    rf"{_NAME}\s+(?:es|vale)\s+{VALUE}\s+(?:por\s+defecto|de\s+forma\s+predeterminada)",
    rf"\b[Pp]or\s+defecto,?\s+{_NAME}\s+(?:es|vale)\s+{VALUE}",
    rf"\bvalor\s+(?:por\s+defecto|predeterminado|padrão)\s+(?:de|do|del\s+parámetro|do\s+parâmetro)\s+{_NAME}{_OWNER}\s+(?:es|é)\s+{VALUE}",
    rf"\bvalore\s+predefinito\s+di\s+{_NAME}{_OWNER}\s+è\s+{VALUE}",
    rf"\bstandaardwaarde\s+van\s+{_NAME}{_OWNER}\s+is\s+{VALUE}",
)
# Of a setting alone: its value in words, which is its default where the chapter sets it nowhere.
_STANDS = (
    rf"(?<![\w.])(?=`?\w+[_.]){_NAME},?\s+[a-z]+s\s+(?:(?!\w*_)[^.;:`]){{1,140}}?,?\s+and\s+(?:stands|sits|is\s+kept)\s+at\s+{VALUE}",
    rf"{_NAME}{_KIND}{_REL},?\s+(?:stands|sits|is\s+fixed|is\s+left|is\s+kept)\s+at\s+{VALUE}",
    rf"{_NAME}{_KIND}{_REL},?\s+is\s+set\s+to\s+{VALUE}",
    rf"{_NAME},?\s+(?:(?:das|der|die)\s+)?(?:liegt\s+bei|steht\s+(?:auf|bei)|beträgt|ist\s+auf)\s+{VALUE}",
    rf"{_NAME}{_REL},?\s+(?:vaut|est\s+(?:fixée?|réglée?)\s+(?:à|sur))\s+{VALUE}",
)
# What happens where an argument is left out: the value that the callable uses then.
_LEFT_OUT = (
    rf"\b[IiWw](?:f|hen)\s+{_ARTICLE}(?:argument\s+|parameter\s+)?{_NAME}{_KIND}\s+is\s+(?:not\s+(?:given|passed|set|specified|named)|omitted|left\s+out)"
    rf",\s+(?:`[\w.]+`(?:\(\))?|it|this|the\s+\w+)\s+(?:then\s+)?(?:uses|takes|assumes|falls\s+back\s+(?:to|on))\s+{VALUE}",
    rf"\b(?:[Ww]enn|[Ff]ehlt)\s+{_NAME}(?:\s+(?:nicht\s+(?:angegeben|gesetzt)\s+ist|fehlt))?,\s+(?:verwendet|nimmt|benutzt)\s+(?:`[\w.]+`|es|sie|er)\s+{VALUE}",
    rf"\b[Ss]i\s+{_NAME}\s+(?:est\s+omis|n['’]est\s+pas\s+(?:donné|précisé))e?,\s+(?:`[\w.]+`|il|elle)\s+(?:utilise|prend)\s+{VALUE}",
)
_PATTERNS = tuple(re.compile(form, re.IGNORECASE if "default" in form else 0) for form in _FORMS)
_OF_SETTINGS = tuple(re.compile(form) for form in _STANDS)
_OF_ABSENCE = tuple(re.compile(form) for form in _LEFT_OUT)
_UNDER_CONDITION = re.compile(
    r"\b(?:runs?|listing|chapter|measure\w*|experiment\w*|Kapitel|Messung\w*|chapitre|mesures?|if|when|once|after|then|now|here|our|we|you|with|where|suppose|say|falls|wenn|sobald|nachdem|dann|jetzt|hier|unser\w*|wir|mit"
    r"|si|quand|lorsque|après|puis|ici|notre|nous|on|avec|example|instance|Beispiel|exemple|must|should|muss|soll\w*|doit)\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:not|never|no longer|used to|formerly|before|until|earlier|older|previously|originally"
    r"|in \d{4}|früher|nicht|avant|antes|was)\b|n['’]t\b",
    re.IGNORECASE,
)
#: What belongs to the author is no library's: "in our wrapper".
OWN = re.compile(r"\b(?:our|my|unser\w*|mein\w*|notre|nos|mon|ma|mes)\b", re.IGNORECASE)
#: A release until which what stands before it held.
LATER = re.compile(
    r"[`,\s]*(?:by\s+default\s+)?(?:before|until|up\s+to|prior\s+to|bis|vor|avant|jusqu['’]à)\s+(?:\w+\s+)?v?\d", re.IGNORECASE
)
#: The value of a parameter that is said to have no default.
REQUIRED = object()
_NUMBERS = dict(zip(NUMBER_WORDS.split("|"), [*range(11), *range(11)], strict=False))


@dataclass(frozen=True)
class Statement:
    """name: of the parameter or setting as written. value: as a Python value. said: the words of the value. span: the whole; name_span.

    setting: that it is a default is not said: the words count of a setting alone, and where the chapter sets it nowhere.
    """

    name: str
    value: object
    said: str
    span: Span
    name_span: Span
    value_span: Span
    setting: bool = False


def statements(text: str, within: Span) -> Iterator[Statement]:
    """Statements of a default in a piece of text; those that speak of another release or deny it are left out."""
    seen: list[Span] = []
    for pattern in (*_PATTERNS, *_OF_SETTINGS, *_OF_ABSENCE):
        setting = pattern in _OF_SETTINGS
        for match in pattern.finditer(text, within.start, within.end):
            span = Span(start=match.start(), end=match.end())
            known, value = parse_value(match["value"])
            before = text[max(within.start, match.start() - 60) : match.start()].rpartition(". ")[2]
            if not known or any(span.overlaps(other) for other in seen) or DENIED.search(before) or OWN.search(before):
                continue
            if LATER.match(text[match.end() : within.end]) or re.match(r"[`\"”)\s]*\?", text[match.end() : within.end]):
                continue
            if pattern not in _OF_ABSENCE and DENIED.search(match.group()):
                continue
            if setting and _UNDER_CONDITION.search(_clause(before, text[match.end() : match.end() + 60])):
                continue
            seen.append(span)
            name = Span(start=match.start("name"), end=match.end("name"))
            there = Span(start=match.start("value"), end=match.end("value"))
            yield Statement(match["name"], value, match["value"].strip("`"), span, name, there, setting)


def _clause(before: str, after: str) -> str:
    """What stands around a statement up to the ends of its part of the sentence."""
    return before.rpartition(";")[2] + " " + re.split(r"[;.](?=\s|$)", after)[0]


def parse_value(words: str) -> tuple[bool, object]:
    """Whether words are a plain value, and the value. A decimal comma counts where a point cannot be meant."""
    plain = words.strip().strip("`").strip().replace("−", "-").replace("“", '"').replace("”", '"')
    low = plain.lower()
    if words.strip().startswith("`") and re.fullmatch(r"[a-z][a-z_]+", plain) and low not in ("true", "false", "none", "on", "off"):
        return True, plain  # a bare word in code marks: the text of an argument, without its quotation marks
    if low in ("true", "enabled", "on", "false", "disabled", "off"):
        return True, low in ("true", "enabled", "on")
    if low == "none":
        return True, None
    if low in _NUMBERS:
        return True, _NUMBERS[low]
    if re.fullmatch(r"[-+]?\d+,\d+(?:[eE][-+]?\d+)?", plain) and not re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+", plain):
        plain = plain.replace(",", ".")
    if re.fullmatch(r"[-+]?\d[\d, _ ]*(?:\.\d+)?(?:[eE][-+]?\d+)?", plain):
        plain = re.sub(r"[, _ ]", "", plain)
    try:
        return True, python_source.literal(plain)
    except ValueError:
        return False, None
