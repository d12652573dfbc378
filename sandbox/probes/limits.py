# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Which sentences speak of how many compiled entries there may be: by a number that was measured, and by the default."""

from __future__ import annotations

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
