# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Which sentences say that every size after the second compiles again, where the second was seen to make the dimension symbolic."""

from __future__ import annotations

import re
from dataclasses import replace

from sandbox.probes.records import Reading
from sandbox.probes.sentences import contradicts

_SIZE = r"(?:batch(?:es)?(?: sizes?)?|sizes?|lengths?|shapes?|Größen?|Längen?|Formen?|Batchgrößen?|tailles?|longueurs?|formes?)"
_COMPILES = r"(?:recompil\w+|compil\w+|graphs?\b|kompilier\w*|übersetz\w*|graphes?\b)"
_LATER = r"(?:new|further|later|other|following|subsequent|additional|more|one|weitere\w*|neue\w*|spätere\w*|folgende\w*|autre|nouvelle|suivante)"
_EVERY = rf"(?:every|each|any|all|jede\w*|alle|chaque|toute?s?)\b(?: (?:\w+ )?{_LATER}\b| {_SIZE} (?:after|danach|suivante|ultérieure))"
# "A second size compiles again, and so does every new one."
_SO_EVERY = rf"\b(?:and|und|et)\b[^.;:]{{0,14}}\b(?:so (?:does|do|is|are|will|it goes)|the same (?:goes|holds|happens)|ebenso|genauso|auch|de même)\b[^.;:]{{0,24}}\b{_EVERY}"
_TRIGGERS = r"(?:costs?|needs?|causes?|triggers?|requires?|forces?|leads? to|results? in|means?|gets?|is|are|braucht|kostet|verursacht|erzwingt|coûte|demande|exige|provoque)"
_ANEW = r"\b(?:another|again|anew|its own|of its own|once more|a (?:new )?(?:re)?compilation|a new graph|recompil\w+|noch einmal|erneut|wieder|eine eigene|eine weitere|de nouveau|à nouveau|sa propre|une (?:nouvelle )?compilation)\b"
# "Every further size costs another compilation", once the first ones have been told apart from it.
_EACH_ONE = r"(?:\b(?:from|ab|dès) (?:the |der |la )?(?:third|second|dritten|zweiten|troisième|deuxième)\b[^.;:]{0,20}|\b(?:after (?:that|it|this|the second)|thereafter|danach|ensuite)\b[^.;:]{0,30}|\A\W*)"
_LATER_ONE = (
    rf"(?:every|each|jede\w*|chaque) (?:further|later|following|subsequent|new|weitere\w*|spätere\w*|neue\w*|nouvelle|autre)? ?{_SIZE}"
)
_OTHERWISE = (
    r"dynamic ?=|mark_|static|\blimit\b.{0,20}raised|bucket|\bpad(?:ded|ding)?\b|dtype|device|stride|string|label|integer|export|statisch|statique"
    r"|\bif\b|\bonly\b|\bcan\b|\bmay\b|\b(?:with|under|mit|avec) (?:the |this |that |a |der |dieser |cette )?(?:option|setting|mode|policy|argument|flag|Einstellung|Option)\b|\bserved\b|\breus"
)
# What stands around it speaks of the compiler, and nothing before it sets another policy.
_COMPILER = re.compile(r"torch\.compile|\bdynamo\b|\bdynamic\b", re.IGNORECASE)
_POLICY = re.compile(
    r"\bdynamic ?= ?(?:False|True)|assume_static|automatic_dynamic_shapes ?= ?False|mark_static|\bstatic(?:ally)? (?:shapes|policy)|\bexport\b",
    re.IGNORECASE,
)


def later_sizes() -> tuple[Reading, ...]:
    """Statements that call each size after the second a compilation of its own, under the default policy."""
    summary = (
        "By default (dynamic=None) not every new size compiles: the second distinct size makes the dimension symbolic, "
        "and later ones reuse its graph."
    )
    chained = contradicts(
        summary,
        rf"\b(?:second|third|zweite\w*|dritte\w*|deuxième|seconde|troisième)\b[^.;:]{{0,24}}\b{_SIZE}\b",
        rf"{_COMPILES}[^.;:]{{0,40}}{_SO_EVERY}",
        without=_OTHERWISE,
    )
    each = contradicts(
        summary,
        rf"{_EACH_ONE}\b{_LATER_ONE}\b[^.;:]{{0,30}}\b{_TRIGGERS}\b[^.;:]{{0,20}}{_ANEW}",
        _COMPILES,
        r"\b(?:after (?:that|it|this|the second)|thereafter|danach|ensuite|third|second|dritten|troisième|deuxième)\b",
        without=_OTHERWISE,
    )
    return (replace(chained, context=_COMPILER, unless=_POLICY), replace(each, context=_COMPILER, unless=_POLICY))
