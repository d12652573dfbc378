# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Which sentences speak of how many compiled entries there may be: by a number that was measured, and by the default."""

from __future__ import annotations

import re
from dataclasses import replace

from sandbox.probes.records import Reading
from sandbox.probes.sentences import contradicts, number, ordinal, other_number, supports

COMPILER = r"\b(?:compil\w*|recompil\w*|dynamo|speciali[sz]\w*|graphs?|guards?|frame|code object)\b"
LIMIT = r"\blimit\b|\bcache.{0,12}\bfull\b|_limit\b"
ELSEWHERE = (
    r"\b(?:raise[sd]?|raising|increas\w+|bump\w*|lift\w*|lower\w*|higher|larger|smaller|set(?:ting|s)?)\b.{0,40}limit|limit.{0,30}\b(?:raised|increased|"
    r"lifted|lowered|higher|larger|set to|removed)\b|\bwithout (?:a|any|the) limit|disk|fx ?graph ?cache|inductor cache|file|accumulated|backward"
)
STRICT = r"fullgraph|fail_on|error_on|one_graph|stance|strict|\bnopython\b"
KEPT = r"\b(?:live|living|coexist|side by side|kept|keeps?|cached?|held?|stored?|fit|fits|remembers?|exist|at once|at most|in all|in total|altogether)\b"


def numeric(limit: int) -> tuple[Reading, ...]:
    """Statements on how many there are, for the limit that was really in force."""
    here = f"{ELSEWHERE}|dynamic"
    more = rf"(?:{number(limit + 1)}|{ordinal(limit + 1)})"
    return (
        contradicts(
            f"The call that finds {limit} entries and no match is not compiled; there is no compilation number {limit + 1}.",
            COMPILER,
            rf"\b(?:a|the|its|our) {ordinal(limit + 1)} (?:(?:distinct|different|new) (?:shape|size|length)|graph|speciali[sz]ation|entry|version|kernel|compilation|variant)\b"
            r".{0,20}\b(?:is|gets|was|will be) (?:then )?(?:compiled|created|added|built|generated|inserted)",
            without=here,
        ),
        contradicts(
            f"The limit of {limit} counts cached entries, the first included: {limit} compilations in all, so {limit - 1} recompilations.",
            rf"{number(limit)} recompilations\b.{{0,30}}\b(?:after|beyond|following|on top of|in addition to|besides|plus|follow)\b.{{0,12}}"
            r"\b(?:first|initial|original)\b",
            without=here,
        ),
        contradicts(
            f"The limit of {limit} counts cached entries, the first included, so at most {limit} live side by side.",
            rf"{number(limit + 1)} (?:\w+ )?(?:graphs|entries|speciali[sz]ations|versions|variants|compilations)\b",
            LIMIT,
            KEPT,
            without=f"{here}|more than|fewer|beyond|distinct|would",
        ),
        supports(
            f"{limit} distinct sizes compile; the next one finds the cache full.",
            rf"\b(?:first )?{number(limit)} (?:\w+ ){{0,3}}(?:lengths|shapes|sizes|speciali[sz]ations|entries|graphs|compilations)\b",
            COMPILER,
            rf"\b(?:first {number(limit)}|at most|limit|in all|up to|no more than|only|{more})",
            without=rf"{here}|{more} (?:graphs|entries|recompil)|recompilations",
            negated=True,
        ),
        supports(
            f"The distinct size number {limit + 1} creates no entry.",
            rf"\b(?:not|no|never|without|refuses? to|declines? to)\b.{{0,20}}\b(?:creat\w+|add\w*|compil\w+|buil\w+|mak\w+|get)\b.{{0,12}}\b"
            rf"{ordinal(limit + 1)} (?:speciali[sz]ation|graph|entry|version)",
            negated=True,
            without=ELSEWHERE,
        ),
    )


def stated_default(default: int) -> tuple[Reading, ...]:
    allowed = r"\b(?:allows?|permits?|keeps?|tolerates?|caches|compiles|limit is|limit of)\b"
    name = r"(?:recompile_limit|recompil\w+ limit|cache_size_limit|cache[- ]size limit)"
    apart = r"accumulated|\bset(?:s|ting)?\b|=|patch|increase|raise|lower|instead|\bwas\b|\bwere\b|changed"
    return (
        contradicts(
            f"The default of torch._dynamo.config.recompile_limit is {default}.",
            rf"\b{name}\b[^.;]{{0,40}}\b(?:defaults? (?:to|is|of)|is|of)\b[^.;\d]{{0,12}}{other_number(default)}",
            r"\bdefault",
            COMPILER + "|_limit",
            without=f"{apart}|{number(default)}",
        ),
        contradicts(
            f"The default of torch._dynamo.config.recompile_limit is {default}.",
            rf"\bdefault (?:value (?:of|for) )?(?:the )?{name}\b[^.;\d]{{0,8}}\b(?:is|of|equals)\b[^.;\d]{{0,8}}{other_number(default)}",
            without=f"{apart}|{number(default)}",
        ),
        contradicts(
            f"By default {default} entries are cached for one code object: {default} compilations, {default - 1} of them recompilations.",
            r"\bby default\b|\bdefault (?:recompile |compile |cache )?limit\b",
            r"\b(?:dynamo|torch\.compile|recompil\w+)\b",
            rf"{allowed} (?:up to |at most )?{other_number(default, default - 1)} (?:recompilations|compilations|speciali[sz]ations|compiled (?:versions|graphs|entries)|cache entries)",
            without=f"{apart}|per process|backward",
        ),
        supports(
            f"torch._dynamo.config.recompile_limit is {default} by default.",
            rf"\b{name}\b",
            r"\bdefault",
            number(default),
            without=f"{apart}|{other_number(default)}",
        ),
        supports(
            f"torch._dynamo.config.recompile_limit is {default} by default.",
            rf"\b{name}\b.{{0,30}}{number(default)} unless",
            without="accumulated",
        ),
    )


def evicted() -> list[Reading]:
    """Statements on what becomes of the entries at the limit, where all of them were seen to stay."""
    what = (
        r"\b(?:entry|entries|graphs?|speciali[sz]ations?|compiled (?:code|version|function)s?|kernels?|artifacts?|guard sets?|versions?)\b"
    )
    gone = r"(?:evict(?:s|ed|ing)?|discard(?:s|ed)?|drop(?:s|ped)?|replaces?|replaced|throws? (?:away|out)|thrown (?:away|out)|overwrites?|overwritten|expels?|kicks? out|removed?|removes|forg[eo]t(?:s|ten)?|push(?:es|ed) out|gives? way|makes? (?:way|room)|has to (?:go|leave|make room))"
    old = r"(?:oldest|least[- ]recently[- ]used|LRU|first[- ]in|earliest|stalest)"
    # A sentence that names no compiler is about it where a new size is what pushes the old entry out.
    incoming = r"\b(?:new|further|unseen|unknown|next|another|additional|fresh|ninth) (?:\w+ )?(?:lengths?|shapes?|sizes?|batch(?:es)?|versions?|graphs?|compilations?)\b"
    unnamed = contradicts(
        "Nothing is evicted at the limit: the entries stay, and what is new runs eagerly.",
        rf"\b{gone}\b.{{0,40}}\b{old}\b|\b{old}\b.{{0,40}}\b{gone}\b",
        what,
        incoming,
        without=f"{ELSEWHERE}|tensor|activation|buffer|memory pool|allocator|page|token|{COMPILER}",
    )
    about = re.compile(
        r"\A(?!.*(?:lru_cache|OrderedDict|kv[- ]?cache|our (?:own )?cache))(?=.*(?:recompil|dynamo|torch\.compile|\b\w+_limit\b))",
        re.IGNORECASE | re.DOTALL,
    )
    return [
        replace(unnamed, context=about),
        contradicts(
            "Nothing is evicted at the limit: the entries stay, and the size that was compiled first is still served by its graph.",
            rf"\b{gone}\b.{{0,40}}\b{old}\b|\b{old}\b.{{0,40}}\b{gone}\b",
            what,
            COMPILER,
            without=f"{ELSEWHERE}|tensor|activation|buffer|memory pool|allocator|page|token",
        ),
        supports(
            "Nothing is evicted at the limit: the entries stay.",
            r"\b(?:not|no|never|nothing|without|n['’]t)\b.{0,30}\b(?:evict\w*|eviction)\b",
            r"\blimit|\bdynamo|recompil",
            negated=True,
            without=ELSEWHERE,
        ),
    ]


def used_no_more() -> list[Reading]:
    """Statements that the entries are of no use after the limit, where all of them were seen to serve their calls."""
    graphs = r"(?:graphs?|entries|entry|versions?|speciali[sz]ations?|Graphen|graphes)"
    summary = (
        "After the limit the cached entries stay in use: a call whose inputs satisfy the guards of one is served by it, not by eager code."
    )
    apart = rf"\b(?:new|unseen|other|distinct|novel|neue\w*|nouvel\w*|reset|stance|force_eager|miss\w*|match\w*|satisf\w*)\b|{STRICT}|{ELSEWHERE}"
    about = re.compile(
        r"\A(?=.*(?:\brecompil\w*|\bdynamo\b|torch\.compile|_limit\b))(?=.*\b(?:limit|warning|Warnung|limite|_limit)\b|.*_limit\b)"
        r"(?!.*\b(?:compiler|dynamo)\.reset\b)",
        re.IGNORECASE | re.DOTALL,
    )
    handed = r"\b(?:function|frame|code object|model|Funktion|fonction)\b[^.;]{0,20}\b(?:handed|given|left|passed) (?:back |over )?to (?:the )?(?:interpreter|Python|eager)[^.;]{0,20}\b(?:for good|forever|permanently|for the rest)\b"
    return [
        replace(contradicts(summary, pattern, *more, negated=True, without=apart), context=about)
        for pattern, *more in (
            (
                rf"\b{graphs}\b[^.;]{{0,60}}\bno (?:later |further |subsequent )?(?:calls?|requests?|inputs?) (?:is|are|gets?|will be) (?:ever )?(?:answered|served|handled|run) by (?:them|one of them|any of them)\b",
            ),
            (
                rf"\b(?:none|not one|keiner|keine|aucun) (?:of |der |des )(?:\w+ ){{0,3}}{graphs}\b[^.;]{{0,20}}\b(?:used|benutzt|verwendet|utilisé|employé)\b",
            ),
            (
                rf"\b{graphs}\b[^.;]{{0,50}}\b(?:are|is) (?:never|no longer|not) (?:ever )?(?:used|run|executed|consulted|looked at)\b(?: again| any ?more| any longer)?",
                r"\b(?:again|any ?more|any longer|no longer)\b",
                r"\b(?:limit|warning|from then on|after)\b",
            ),
            (handed,),
        )
    ]


def beyond_with_fullgraph(raised: str | None, limit: int) -> list[Reading]:
    """Statements on the call beyond the limit with fullgraph=True. raised: the class that it raises, None where it raises nothing."""
    if not raised:
        return []
    past = (
        rf"\b(?:recompile_limit|cache_size_limit|recompil\w+ limit|cache[- ]size limit)\b|\b(?:beyond|past|over|above|at|after|reach\w*|hit\w*) (?:the|this|that|its) limit\b"
        rf"|{ordinal(limit + 1)} (?:\w+ )?(?:length|size|shape|batch|request|call|graph|speciali[sz]ation)"
        r"|\blimit (?:also )?(?:holds|applies|counts|is in force|works|stays)\b"
        r"|\b(?:late|surplus|excess|remaining|refused) (?:\w+ )?(?:lengths?|sizes?|shapes?|batch(?:es)?|calls?|requests?)\b"
    )
    summary = f"With fullgraph=True the call beyond the limit does not fall back: it raises {raised}."
    apart = r"unlike|whereas|while|but\b|otherwise|instead|\braises?\b|fails? with|graph break"
    return [
        supports(
            f"With fullgraph=True the call beyond the limit raises {raised}.",
            r"fullgraph\s*=?\s*True|fullgraph",
            r"\blimit",
            r"\b(?:raises?|error|exception|FailOnRecompileLimitHit)\b",
            negated=True,
            without=r"break|\bexcept\b|\bwithout (?:an? |any )?(?:error|exception|rais\w+)|\bno (?:error|exception)",
        ),
        contradicts(
            summary,
            r"fullgraph",
            past,
            r"\bfalls? back|\b(?:runs?|executes?|(?:is|are) run|stays?) (?:\w+ )?(?:in )?(?:eager|uncompiled)|\b(?:silently|quietly)\b",
            without=rf"{apart}|\berrors?\b|exception|fullgraph\s*=\s*False",
        ),
        contradicts(
            summary,
            r"fullgraph",
            past,
            r"\b(?:falls? back|runs?|executes?|stays?)\b.{0,40}\bwithout (?:an? |any )?(?:errors?|exceptions?|rais\w+|complain\w*|warnings?)",
            negated=True,
            without=rf"{apart}|\b(?:not|never|cannot)\b|n['’]t\b|fullgraph\s*=\s*False|without fullgraph",
        ),
    ]
