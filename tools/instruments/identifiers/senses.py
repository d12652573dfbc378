"""Opposite meanings that documentation settles: how a chapter says each, and how a docstring does.

The table names no function. `about` says which words of the documentation count: its first paragraph, all of it, what it says is
returned, or the entry of the parameters that `parameters` matches. `named`: the sentence has to name the parameter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Sense:
    """says: for a sentence of ours. text: how a chapter says it; doc: how documentation does."""

    says: str
    text: re.Pattern[str]
    doc: re.Pattern[str]


@dataclass(frozen=True)
class Meaning:
    name: str
    about: Literal["summary", "whole", "returns", "parameter"]
    senses: tuple[Sense, ...]
    parameters: re.Pattern[str] | None = None
    named: bool = False


def _any(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{each})" for each in words), re.IGNORECASE)


def _sense(says: str, text: tuple[str, ...], doc: tuple[str, ...]) -> Sense:
    return Sense(says, _any(text), _any(tuple(each.replace(" ", r"\s+") for each in doc)))


_FEW = r"\W+(?:[\w`]+\W+){0,4}?"
_GIVES = r"(?:returns?|gives?|yields?|pops?|removes?|delivers|liefert|gibt|entfernt|holt|renvoie|donne|retire|is|ist|est)"
_TRUE = r"`?\bTrue`?\b"
_OUT = (
    r"(?:blocked|masked(?:\s+out)?|hidden|ignored|excluded|left\s+out|forbidden"
    r"|gesperrt|ausgeblendet|maskiert|ignoriert|bloqu\w+|masqu\w+|ignor\w+)"
)
_IN = (
    r"(?:takes?\s+part|taking\s+part|participat\w+|attended|attends|allowed|kept|visible"
    r"|nimmt\s+teil|teilnimmt|sichtbar|erlaubt|participe\w*|autoris\w+)"
)
_UNIT = r"(?:in|as|number\s+of|Anzahl\s+der|en|als)\s+(?:fractional\s+|whole\s+)?"
_UPPER = (
    r"(?:(?:upper|right|last)\s+(?:bound|limit|end|endpoint|value)|end\s?point|`?\b(?:stop|high|end|b)\b`?|both\s+(?:ends|bounds|end\s?points)"
    r"|ober\w+\s+(?:Grenze|Schranke)|Endwert|Obergrenze|beide\s+Grenzen|borne\s+sup\w+|deux\s+bornes)"
)
_IS = r"\s+(?:itself\s+)?(?:is|are|ist|sind|est|sont)\s+(?:also\s+|auch\s+)?"

MEANINGS = (
    Meaning(
        "true-in-a-mask",
        "parameter",
        (
            _sense(
                "True takes part",
                (rf"{_TRUE}{_FEW}(?<!not\s){_IN}\b", rf"\b(?:allows?|keeps|attends)\b[^.;]{{0,40}}{_TRUE}"),
                (
                    r"\bTrue\b[^.]{0,80}?\*?should\*? take part",
                    r"\bTrue\b[^.]{0,80}?(?<!not\s)(?:takes? part|will be kept|is attended|participates?)",
                ),
            ),
            _sense(
                "True is blocked",
                (rf"{_TRUE}{_FEW}{_OUT}\b", rf"\b(?:blocks|masks|hides|ignores|excludes|sperrt|bloque)\b[^.;]{{0,40}}{_TRUE}"),
                (r"\bTrue\b[^.]{0,100}?(?:not allowed|will be ignored|are ignored|is ignored|masked|not be attended|invalid)",),
            ),
        ),
        parameters=re.compile(r"\w*mask\w*"),
    ),
    Meaning(
        "corner",
        "parameter",
        (
            _sense(
                "the upper left corner",
                (
                    r"\b(?:top|upper)[- ]left|oben\s+links|links\s+oben",
                    r"en\s+haut\s+à\s+gauche",
                ),
                (r"\b(?:top|upper)[- ]left",),
            ),
            _sense(
                "the lower right corner",
                (
                    r"\b(?:bottom|lower)[- ]right|unten\s+rechts|rechts\s+unten",
                    r"en\s+bas\s+à\s+droite",
                ),
                (r"\b(?:bottom|lower)[- ]right",),
            ),
        ),
        parameters=re.compile(r"\w+"),
        named=True,
    ),
    Meaning(
        "spread",
        "parameter",
        (
            _sense(
                "a standard deviation",
                (
                    r"\b(?:is|as|means|gives|ist|als|est)\s+(?:the\s+|a\s+|die\s+|l['’]\s*)?(?:standard\s+deviation|écart[- ]type)",
                    r"\b(?:ist|als)\s+(?:die\s+)?Standardabweichung",
                ),
                (r"\bstandard[- ]deviations?\b",),
            ),
            _sense(
                "a variance",
                (
                    r"\b(?:is|as|means|gives|ist|als|est)\s+(?:the\s+|a\s+|die\s+|la\s+)?(?:variance|Varianz)",
                    r"\b(?:ist|est)\s+`?\w+`?\s+(?:die|la)\s+(?:variance|Varianz)",
                ),
                (r"\bvariances?\b",),
            ),
        ),
        parameters=re.compile(r"\w+"),
        named=True,
    ),
    Meaning(
        "total-or-mean",
        "whole",
        (
            _sense(
                "the total over all executions",
                (rf"\b{_GIVES}\s+(?:\w+\s+){{0,3}}?(?:total|gesamte|Gesamt\w+)\b",),
                (r"time it takes to execute the main statement a number of times", r"\breturns? the total (?:time|number|sum)"),
            ),
            _sense(
                "the mean of one execution",
                (
                    rf"\b{_GIVES}\s+(?:\w+\s+){{0,3}}?(?:mean|average|mittlere\w*|durchschnittliche\w*|moyen\w*)\b",
                    r"\b(?:time|Zeit|Dauer|temps)\s+(?:per|pro|par)\s+\w+",
                ),
                (r"\breturns? the (?:mean|average)",),
            ),
        ),
    ),
    Meaning(
        "dropout-in-evaluation",
        "whole",
        (
            _sense(
                "it applies dropout in every mode",
                (r"\bdropout\w*[^.;]{0,40}\b(?:always|in\s+every\s+mode|immer|toujours)\b",),
                (r"always applies dropout",),
            ),
            _sense(
                "it applies dropout in training alone",
                (
                    rf"\bdropout\w*`?{_FEW}(?:no\s+effect|ignored|switched\s+off|does\s+nothing)\b[^.;]{{0,50}}\beval",
                    r"\bdropout\w*[^.;]{0,30}keine\s+Wirkung[^.;]{0,40}\b[Ee]val",
                ),
                (r"dropout[^.]{0,60}only (?:applied )?(?:in|during) training",),
            ),
        ),
    ),
    Meaning(
        "unit-of-time",
        "summary",
        (
            _sense("seconds", (rf"\b{_UNIT}(?:seconds|Sekunden|secondes)\b",), (r"(?<!milli)(?<!micro)(?<!nano)\bseconds\b",)),
            _sense("milliseconds", (rf"\b{_UNIT}(?:milliseconds|Millisekunden|millisecondes|ms)\b",), (r"\bmilliseconds\b",)),
            _sense("microseconds", (rf"\b{_UNIT}(?:microseconds|Mikrosekunden|microsecondes)\b",), (r"\bmicroseconds\b",)),
            _sense("nanoseconds", (rf"\b{_UNIT}(?:nanoseconds|Nanosekunden|nanosecondes|ns)\b",), (r"\bnanoseconds\b",)),
        ),
    ),
    Meaning(
        "angle",
        "whole",
        (
            _sense(
                "radians",
                (r"\b(?:in|as|takes|expects|wants|erwartet|en)\s+(?:\w+\s+){0,3}?(?:radians|Radiant|Bogenmaß|radians)\b",),
                (r"\bradians?\b",),
            ),
            _sense(
                "degrees", (r"\b(?:in|as|takes|expects|wants|erwartet|en)\s+(?:\w+\s+){0,3}?(?:degrees|Grad|degrés)\b",), (r"\bdegrees?\b",)
            ),
        ),
    ),
    Meaning(
        "logarithm",
        "summary",
        (
            _sense(
                "the natural logarithm",
                (
                    r"\bnatural\s+logarithm|natürliche\w*\s+Logarithmus",
                    r"logarithme\s+(?:naturel|népérien)",
                ),
                (r"\bnatural logarithm",),
            ),
            _sense(
                "the logarithm to base 10",
                (
                    r"\b(?:base[- ](?:10|ten)|decimal|common)\s+logarithm",
                    r"logarithm\s+(?:to|with)\s+(?:the\s+)?base\s+(?:10|ten)",
                    r"Zehnerlogarithmus|logarithme\s+décimal",
                ),
                (r"\bbase[- ]10\b",),
            ),
            _sense(
                "the logarithm to base 2",
                (
                    r"\b(?:base[- ](?:2|two)|binary)\s+logarithm",
                    r"logarithm\s+(?:to|with)\s+(?:the\s+)?base\s+(?:2|two)",
                    r"Zweierlogarithmus",
                ),
                (r"\bbase[- ]2\b",),
            ),
        ),
    ),
    Meaning(
        "view-or-copy",
        "summary",
        (
            _sense(
                "a view",
                (
                    rf"\b{_GIVES}\s+(?:always\s+|immer\s+|toujours\s+)?(?:only\s+|just\s+)?(?:an?\s+|eine\s+|une\s+)?(?:read-only\s+)?(?:view|Sicht|vue)\b",
                    r"\bshares\s+(?:its\s+|the\s+)?(?:memory|data|storage)",
                ),
                (r"\breturns? (?:a|the) (?:new |read-?only )?view\b",),
            ),
            _sense(
                "a copy",
                (
                    rf"\b{_GIVES}\s+(?:always\s+|immer\s+|toujours\s+)?(?:an?\s+|eine\s+|une\s+)?(?:deep\s+|shallow\s+|new\s+)?(?:copy|Kopie|copie)\b",
                ),
                (r"\breturns? an? (?:deep |shallow )?copy\b",),
            ),
        ),
    ),
    Meaning(
        "ties",
        "whole",
        (
            _sense(
                "halves go to the even neighbour",
                (r"\b(?:to\s+(?:the\s+)?(?:nearest\s+)?even|half[- ]to[- ]even|banker|zur\s+geraden|au\s+pair)\b",),
                (r"nearest even|half[- ]to[- ]even|half to even",),
            ),
            _sense(
                "halves are rounded up",
                (
                    r"\bhal(?:f|ves)\s+(?:\w+\s+){0,3}(?:up|away\s+from\s+zero)\b",
                    r"\bkaufmännisch\w*",
                    r"arrondit\s+(?:\w+\s+){0,2}demi\w*\s+vers\s+le\s+haut",
                ),
                (r"half[- ]up|away from zero",),
            ),
        ),
    ),
    Meaning(
        "upper-end",
        "summary",
        (
            _sense(
                "both ends belong to it",
                (
                    rf"{_UPPER}{_IS}(?:included|inclusive|part\s+of|eingeschlossen|enthalten|inclus\w*)\b",
                    rf"\bincludes\s+(?:the\s+)?{_UPPER}",
                ),
                (r"including both end ?points|\[a, b\]|\binclusive\b",),
            ),
            _sense(
                "the upper end is left out",
                (
                    rf"{_UPPER}{_IS}(?:excluded|exclusive|left\s+out|not\s+included|ausgeschlossen|exclu\w*)\b",
                    rf"\bexcludes\s+(?:the\s+)?{_UPPER}",
                    r"\bhalf-open|halboffen|semi-ouvert",
                ),
                (
                    r"does(?:n't| not) include the endpoint|\bexclusive\b",
                    r"half-open|\[a, b\)",
                ),
            ),
        ),
    ),
    Meaning(
        "extreme",
        "summary",
        (
            _sense(
                "the smallest",
                (rf"\b{_GIVES}\s+(?:\w+\s+){{0,2}}?(?:smallest|lowest|kleinste\w*|plus\s+petit\w*)\b",),
                (r"\b(?:smallest|lowest)\b",),
            ),
            _sense(
                "the largest",
                (rf"\b{_GIVES}\s+(?:\w+\s+){{0,2}}?(?:largest|greatest|highest|größte\w*|plus\s+grand\w*)\b",),
                (r"\b(?:largest|greatest|highest)\b",),
            ),
        ),
    ),
    Meaning(
        "population",
        "summary",
        (
            _sense(
                "for a sample (N - 1)",
                (
                    r"\bdivid\w+\s+by\s+[`*(]*N\s*[-−–]\s*1",
                    r"\bsample\s+(?:variance|standard\s+deviation)",
                    r"\bteilt\s+durch\s+N\s*[-−–]\s*1",
                ),
                (r"\bsample\b",),
            ),
            _sense(
                "for a population (N)",
                (
                    r"\bdivid\w+\s+by\s+[`*]*N[`*]*\b(?!\s*[-−–]\s*1)",
                    r"\bpopulation\s+(?:variance|standard\s+deviation)",
                    r"\bteilt\s+durch\s+N\b(?!\s*[-−–]\s*1)",
                ),
                (r"\bpopulation\b",),
            ),
        ),
    ),
    Meaning(
        "in-place",
        "summary",
        (
            _sense("it works in place", (r"\bin[- ]place\b|an\s+Ort\s+und\s+Stelle|\bsur\s+place\b",), (r"\bin[- ]place\b",)),
            _sense(
                "it returns something new",
                (
                    r"\b(?:returns?|gives|liefert|renvoie)\s+(?:back\s+)?(?:an?\s+|eine?\s+|une?\s+)(?:new\s+|neue\w*\s+|nouve\w+\s+|sorted\s+|shuffled\s+|gemischte\w*\s+|sortierte\w*\s+)\w+",
                ),
                (r"\breturns? an? (?:new|sorted|shuffled|permuted) \w+",),
            ),
        ),
    ),
)
