# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Which sentences speak of the first sizes, of a size of one and of what a new size costs, each held against what was seen."""

from __future__ import annotations

import re
from dataclasses import replace

from sandbox.probes.limits import STRICT
from sandbox.probes.records import Reading
from sandbox.probes.sentences import contradicts, ordinal

_NAMED = re.compile(r"torch\.compile|\bdynamo\b|\bdynamic ?=|recompile_limit|cache_size_limit", re.IGNORECASE)
_POLICY = re.compile(r"\bdynamic ?= ?False|automatic_dynamic_shapes ?= ?False|\bstatic(?:ally)? policy|\bexport\b", re.IGNORECASE)
_SIZE = r"(?:(?:batch |sequence )?(?:sizes?|lengths?|shapes?)|Größen?|Längen?|Formen?|tailles?|longueurs?|formes?)"
_KIND = r"(?:(?:new|distinct|different|other|neue|andere|nouvelle) )?"
_THIRD = rf"(?:third {_KIND}{_SIZE}|third(?: one)?(?= (?:makes?|turns?|does|is compiled with))|dritte[rn]? {_KIND}{_SIZE}|troisième {_KIND}{_SIZE})"
_SYMBOL = r"\b(?:symbols?|symbolic|dynamic|symbolisch\w*|dynamisch\w*|Symbol|symbolique|dynamique)\b"
_BECOMES = r"\b(?:makes?|made|turns?|treats?|becomes?|become|declares?|switch\w*|give up|gives up|generali[sz]es?|macht|wird|behandelt|devien\w+|rend)\b"
_ONLY = r"\b(?:only|not until|not before|erst|n['’]est qu['’]|seulement|seule)\b"
_APART = r"dynamic ?=|mark_|\bif\b|\breus\w+|\bserved\b|\bfinds?\b|neither|\bby then\b|another dimension|other dimension|second dimension|\bcall\b|static policy|does not take"


def first_sizes() -> tuple[Reading, ...]:
    """Statements that put the symbol off to the third size, or make the second a constant as well, under the default policy."""
    summary = (
        "By default (dynamic=None) it is the second distinct size that makes the dimension symbolic, and the third one reuses that graph."
    )
    forms = (
        (rf"{_ONLY}[^.;:]{{0,40}}\b{_THIRD}[^.;:]{{0,40}}{_BECOMES}[^.;:]{{0,50}}{_SYMBOL}",),
        (rf"{_ONLY}[^.;:]{{0,40}}\b(?:third|dritten|troisième)\b[^.;:]{{0,60}}{_BECOMES}[^.;:]{{0,30}}{_SYMBOL}", _SIZE),
        (
            rf"\b(?:takes?|needs?|braucht|faut)\b[^.;:]{{0,12}}\b(?:three|drei|trois) {_KIND}(?:different |distinct )?{_SIZE}[^.;:]{{0,40}}{_BECOMES}[^.;:]{{0,40}}{_SYMBOL}",
        ),
        (
            rf"\bsecond {_KIND}{_SIZE}\b[^.:]{{0,60}}\b(?:another|a second|too|as well|again|also)\b[^.:]{{0,30}}\b(?:static|constant|third)\b[^.:]{{0,80}}{_BECOMES}[^.;:]{{0,40}}{_SYMBOL}",
        ),
        (
            rf"\bsecond {_KIND}{_SIZE}\b[^.;:]{{0,40}}\b(?:compiled|graph)\b[^.;:]{{0,20}}\b(?:static(?:ally)?|constant)\b[^.;:]{{0,12}}\b(?:too|as well|again)\b",
        ),
        (rf"\btwo static graphs\b[^.;:]{{0,20}}\b{_THIRD}[^.;:]{{0,40}}{_SYMBOL}",),
    )
    return tuple(replace(contradicts(summary, *form, negated=True, without=_APART), context=_NAMED, unless=_POLICY) for form in forms)


_SMALL = r"(?:batch(?:es)?|sequences?|sizes?|lengths?|dimensions?|lots?|Batch|Stapel) (?:of |der Größe |de taille |of size )?(?:one|1|eins|un)\b(?!\s+(?:hundred|thousand|million|or|to|and)|[.,]?\d)"
_DYNAMIC = r"\bdynamic ?= ?True"


def one_is_special() -> tuple[Reading, ...]:
    """Statements that a size of one shares the graph of the others under dynamic=True, where it was seen to get one of its own."""
    summary = "Under dynamic=True, too, a size of 1 (and of 0) gets a graph of its own: a batch of one is compiled a second time."
    apart = r"dynamic ?= ?(?:None|False)|\b(?:compiled|compiles) (?:a second|again|once more)|\bexcept\b|\bapart\b|\bevery other\b|unbacked|backed_size|\bmark_|\bbut (?:not )?(?:a|one)\b|\bif\b"
    denied = r"\b(?:not|never|neither)\b|n['’]t\b|\bnicht\b|\bkein\w*\b|\bne\b.{0,30}\bpas\b"
    serves = r"\b(?:serves?|handles?|covers?|accepts?|bedient|deckt|sert|couvre|works? for|runs? for|is (?:also )?used for)\b"
    graph = r"\b(?:graph|graphs|kernel|version|compilation|Graph|graphe)\b"
    forms = (
        (rf"{graph}[^.;:]{{0,60}}{serves}[^.;:]{{0,40}}\b{_SMALL}",),
        (rf"\b(?:bedient|deckt|sert)\b[^.;:]{{0,30}}{graph}[^.;:]{{0,40}}\b{_SMALL}",),
        (
            rf"\b{_SMALL}[^.;:]{{0,20}}\b(?:runs?|goes|is (?:served|handled|covered|run)|shares?|uses?)\b[^.;:]{{0,20}}\b(?:the same|same|this|that|the symbolic|the one) {graph}",
        ),
    )
    pair = r"\b(?:sizes? )?(?:0|zero) and (?:1|one)\b|\b(?:0|zero) or (?:1|one)\b"
    plain = r"\bnothing special\b|\blike (?:any|every|all) others? (?:size|one|length|shape)?|\bno special (?:case|treatment)|\bno exceptions?\b|\bnot (?:special|treated specially|speciali[sz]ed)\b|\b(?:no|without a) (?:graphs?|compilations?) of (?:their|its) own\b"
    return (
        *(contradicts(summary, _DYNAMIC, *form, negated=True, without=f"{apart}|{denied}") for form in forms),
        contradicts(summary, _DYNAMIC, rf"{pair}", plain, negated=True, without=apart),
    )


def further_sizes() -> tuple[Reading, ...]:
    """Statements that each later size costs one compilation more, in words that name no order."""
    summary = (
        "By default (dynamic=None) not every new size compiles: the second distinct size makes the dimension symbolic, "
        "and later ones reuse its graph."
    )
    later = r"(?:further|later|following|subsequent|additional|new|other|weitere\w*|spätere\w*|neue\w*|nouvelle|autre)"
    size = r"(?:(?:batch|sequence|input) )?(?:sizes?|lengths?|shapes?|Batchgrößen?|Größen?|Längen?|tailles?|longueurs?)"
    cost = r"(?:costs?|means?|adds?|needs?|requires?|brings?|takes?|triggers?|causes?|kostet|braucht|bringt|coûte|demande|exige)"
    one = r"(?:one more|another|a further|an additional|an extra|yet another|a new|a|noch eine|eine weitere|eine neue|une (?:nouvelle )?)"
    more = rf"{one} ?(?:re)?(?:compilation|recompilation|Kompilierung|Übersetzung|compilation de plus)\b"
    apart = r"dynamic ?=|mark_|static|bucket|\bpad|dtype|device|stride|export|\bif\b|\bonly\b|\bcan\b|\bmay\b|\bmight\b|\bserved\b|\breus|\bno\b|\bnot\b|n['’]t\b|\bkein|\baucune"
    told = contradicts(
        summary,
        rf"\b(?:every|each|jede\w*|chaque) {later} {size}\b[^.;:]{{0,20}}\b{cost} {more}|\b(?:every|each|jede\w*) {later} {size} (?:is compiled (?:anew|again|separately)|compiles (?:again|anew|once more)|wird (?:neu|erneut) (?:kompiliert|übersetzt))",
        without=apart,
    )
    again = re.compile(
        r"\b(?:second|third|zweite\w*|dritte\w*|deuxième|troisième|new|another)\b[^.]{0,60}\b(?:compil\w+|kompilier\w*|graph)",
        re.IGNORECASE,
    )
    both = re.compile(f"(?=.*(?:{_NAMED.pattern}))(?=.*(?:{again.pattern}))", re.IGNORECASE | re.DOTALL)
    return (replace(told, context=both, unless=_POLICY),)


def raised_at_the_limit(limit: int) -> tuple[Reading, ...]:
    """Statements that a call beyond the limit raises, where without fullgraph nothing was raised."""
    summary = (
        "Nothing is raised by default at the limit: the call runs eagerly and a warning is logged. It raises with fullgraph=True or "
        "torch._dynamo.config.fail_on_recompile_limit_hit."
    )
    what = (
        r"(?:\w+ )?(?:version|graph|size|length|shape|speciali[sz]ation|compilation|entry|variant|Version|Größe|Länge|Form|taille|longueur)"
    )
    beyond = (
        rf"(?:{ordinal(limit + 1)} {what}\b|\b(?:neunte\w*|neuvième) {what}\b"
        rf"|\b(?:once|when|after|as soon as|beyond|past) (?:the|this|that) (?:limit|list|cache)(?: (?:is|has been) (?:reached|full|exhausted|hit))?\b)"
    )
    error = (
        r"\b(?:raises?|throws?|leads? to|ends? (?:in|with)|fails? with|stops? with|aborts? with) (?:an?|the) (?:\w+ )?(?:\w*[Ee]rror|\w*[Ee]xception)\b"
        r"|\b(?:call|function|program|run|model) (?:then )?(?:fails?|aborts?|crashes)\b|\bfail with an? (?:error|exception)"
        r"|\bbricht\b[^.;]{0,30}\bFehler\b|\b(?:lève|provoque) une (?:erreur|exception)\b|\b(?:wirft|löst)\b[^.;]{0,20}\b(?:Fehler|Ausnahme)\b"
    )
    apart = rf"{STRICT}|accumulated|backward|disk|\bcan\b|\bmay\b|option|set_stance|export|wrong|\bour\b|argument|\bno (?:error|exception)|\bnot\b|n['’]t\b|\bnothing\b|\bnever\b|\bwithout\b"
    strict = re.compile(rf"{STRICT}|set_stance", re.IGNORECASE)
    about = re.compile(
        r"\brecompile_limit\b|\bcache_size_limit\b|\brecompil\w+ limit\b|\bdynamo\b.*\blimit|torch\.compile.*\blimit\b",
        re.IGNORECASE | re.DOTALL,
    )
    told = contradicts(summary, rf"{beyond}(?:[^.;]|\.(?=\w)){{0,80}}?(?:{error})", negated=True, without=apart)
    return (replace(told, context=about, unless=strict),)
