"""Where a text says that what it states is a default: words beside a value, and lists and tables that are announced as such.

In English, German and French.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.records import Block, Chapter, Span

_OTHERWISE = (
    r"(?:(?:set|told|given|said|passed|specified|stated|overridden|changed|asked|requested|configured|noted|supplied)"
    r"(?:\s+(?:otherwise|differently))?|otherwise|(?:the\s+caller|you|we|one|something|anything|somebody|another\s+\w+|told)\b[^.;,]{0,40})"
)
_ABSENT = r"(?:given|passed|set|said|specified|stated|supplied|named|told|asked(?:\s+for)?|chosen|requested)"
_ENGLISH = (
    r"\bby\s+default\b|\bper\s+default\b|\bdefault(?:s|ing)?\b(?!\s*(?:dict|_|-))|\bout\s+of\s+the\s+box\b"
    rf"|\bunless\s+{_OTHERWISE}"
    rf"|\b(?:if|when|where|as\s+long\s+as)\s+(?:nothing(?:\s+else)?\s+is|no(?:ne)?(?:\s+\w+)?\s+(?:is|are)|it\s+is\s+not|not)\s+{_ABSENT}"
    r"|\b(?:if|when)\s+(?:it\s+is\s+|they\s+are\s+)?(?:omitted|left\s+(?:out|alone|unset)|absent|unset|missing)\b"
    rf"|\b(?:if|when)\s+(?:the\s+)?(?:\w+\s+)?`?\w+`?\s+(?:is|are)\s+(?:not\s+{_ABSENT}|omitted|left\s+out|unset|absent|missing)\b"
    r"|\bwith\s+(?:nothing|none)(?:\s+(?:else|more|further))?\s+(?:given|said|set|passed|specified|named)\b"
    r"|\b(?:saying|passing|giving|setting|specifying|naming)\s+(?:nothing|none)\b"
    r"|\b(?:if|when|where)\s+(?:you|we|one|they)\s+(?:say|give|pass|set|name|specify|ask\s+for)\s+(?:nothing|none)\b"
    r"|\bwithout\s+(?:(?:an?|any|the)\s+)?(?:(?:further|explicit|other|more)\s+)?(?:arguments?|parameters?|options?|keywords?|settings?|parentheses"
    r"|brackets)\b"
    r"|\b(?:a|any)\s+missing\s+(?:argument|parameter|option|keyword|value)\b|\bas\s+(?:it\s+)?(?:ships|comes|shipped)\b"
    r"|\bin\s+the\s+absence\s+of\b|(?:^|(?<=[.;:]\s))left\s+(?:alone|to\s+(?:itself|its\s+own\s+devices)),"
)
_GERMAN = (
    r"standardmäßig|voreingestellt|\bVorgabe(?:wert)?\b|\bVoreinstellung\b|\bStandardwert\b|von\s+Haus\s+aus|ohne\s+(?:weitere\s+|nähere\s+)?Angabe"
    r"|\bohne\s+(?:weitere\s+)?(?:Argumente?|Parameter|Klammern|Optionen)\b|\bwer\s+nichts\s+(?:angibt|sagt|setzt)\b"
    r"|\b(?:wenn|sofern|solange|falls)\s+nichts?\s+(?:anderes?\s+|anders\s+)?(?:angegeben|gesagt|gesetzt|verlangt|vorgegeben)"
)
_FRENCH = (
    r"par\s+défaut|sauf\s+(?:indication|mention|avis)\s+contraire|\bsi\s+rien\s+(?:d['’]autre\s+)?n['’]est\s+(?:précisé|indiqué|donné|dit)"
    r"|\bà\s+défaut\s+d['’]|\bsans\s+(?:autre\s+)?(?:argument|paramètre|option|parenthèse)s?\b|\bsi\s+l['’]on\s+ne\s+(?:dit|précise|donne)\s+rien\b"
)
#: Words that make a value a default.
DEFAULT = re.compile(f"{_ENGLISH}|{_GERMAN}|{_FRENCH}", re.IGNORECASE)
#: Words by which "default" is named for another reason than to state it: it is set aside, or compared with.
SET_ASIDE = re.compile(
    r"\b(?:instead\s+of|rather\s+than|other\s+than|than|unlike|overrid\w+|overrul\w+|chang\w+|replac\w+|rais\w+|lower\w*|increas\w+"
    r"|from|ignor\w+|no|any|without|statt|anstelle|anders\s+als|als|au\s+lieu\s+de|plutôt\s+que|contrairement\s+à)"
    r"\s+(?:(?:the|its|their|this|any|a|der|des|dem|la|le|du)\s+)?(?:\w+\s+)?(?:default|Vorgabe|Standard|valeur\s+par\s+défaut)",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"\bdefaults\b|\bdefault\s+(?:values?|settings?|arguments?)\b|\bby\s+default\b|\bVorgabe(?:werte?n?|n)\b|\bStandardwerte\w*|\bVoreinstellungen\b"
    r"|\bvaleurs?\s+par\s+défaut\b|\bpar\s+défaut\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:our|own|my|unlike|instead|(?:not|no|never)\s+(?:\w+\s+){0,2}defaults?|we\s+(?:use|set|chose|choose)|should|recommend\w*|suggest\w*|change[sd]?|former\w*|older"
    r"|previous\w*|unser\w*|eigene\w*|keine\s+\w+|notre|nos)\b|\?",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)])\s+\S")
_SENTENCE = re.compile(r"(?<=[.:;!?])\s+|\n\s*\n")


def announced(chapter: Chapter, text: str, block: Block) -> bool:
    """Whether the heading, the sentence or the caption beside a list item or a table says that defaults are listed there."""
    return any(_says(words) for words in _beside(chapter, text, block))


def announces(words: str) -> bool:
    """Whether one heading or sentence announces defaults."""
    return _says(words)


def _says(words: str) -> bool:
    return any(_ANNOUNCES.search(each) is not None and not _NOT_SO.search(each) for each in _SENTENCE.split(words))


def is_item(text: str, block: Block) -> bool:
    """Whether a block is an item of a list."""
    line = text.rfind("\n", 0, block.span.start) + 1
    return any(_ITEM.match(text[start : block.span.start + 4]) is not None for start in (line, block.span.start))


def _beside(chapter: Chapter, text: str, block: Block) -> Iterator[str]:
    """The words that introduce a list or a table: what stands before it, headings above that, and the sentence below a table."""
    index = chapter.blocks.index(block)
    before = chapter.blocks[:index][::-1]
    before = before[next((at for at, each in enumerate(before) if not (each.kind == "prose" and is_item(text, each))), len(before)) :]
    seen = 0
    for each in before[:2]:
        words = text[each.span.start : each.span.end]
        if each.kind in ("prose", "quote") and not seen:
            yield words[-400:]
            seen += 1
        elif each.kind == "heading":
            yield words
            break
    below = chapter.blocks[index + 1] if block.kind == "table" and index + 1 < len(chapter.blocks) else None
    if below is not None and below.kind in ("prose", "heading"):
        yield _SENTENCE.split(text[below.span.start : min(below.span.end, below.span.start + 160)].split("\n")[0])[0]


def marks(text: str, within: Span) -> list[Span]:
    """The places of a piece of text that make what it states a default."""
    words = text[within.start : within.end]
    aside = [match.span() for match in SET_ASIDE.finditer(words)]
    return [
        Span(start=within.start + match.start(), end=within.start + match.end())
        for match in DEFAULT.finditer(words)
        if not any(start < match.end() and match.start() < end for start, end in aside)
    ]
