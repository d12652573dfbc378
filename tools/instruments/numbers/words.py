"""Which words speak of the same thing, and which take a sentence out of the reach of a check."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache


def vocabulary(words: str) -> frozenset[str]:
    """A set of words that are written one after another."""
    return frozenset(words.split())


_WORD = re.compile(r"[^\W\d_]+")
_STOP = vocabulary(
    "the and for with that this from are was were has have had its it's not but all any each every per than then into onto over "
    "under der die das und mit von für ist sind war den dem ein eine einer bei auf aus les des est une dans pour avec sur par qui "
    "que los las una con por del como of in on at to is be by as or an "
)

# A sentence with one of these speaks of what might be, of some of the cases, of a limit, or of another occasion.
_ELSEWHERE = re.compile(
    r"(?<![^\W\d_])(?:would|could|might|should|suppose|imagine|assum\w+|hypothetical\w*|pretend|expect\w*|theor\w+|ideal\w*|promis\w+|"
    r"claim(?:s|ed)|advertis\w+|"
    r"earlier|previous(?:ly)?|last (?:year|month|week|run|time|quarter|release)|older|another|elsewhere|different machine|"
    r"other machine|"
    r"in chapter|projected|forecast|estimate[ds]?|plan(?:ned|s)?|"
    r"würde\w*|könnte\w*|sollte\w*|angenommen|nehmen wir|vermutlich|erwart\w+|früher\w*|vorher\w*|anderer?n?|laut|"
    r"supposons|imaginons|pourrait|devrait|serait|aurait|précédent\w*|autre)(?![^\W\d_])",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"(?<![^\W\d_])(?:target|budget|goal|deadline|timeout|time-out|threshold|limit(?:ed)?|capped|quota|sla|ziel|grenzwert|objectif|"
    r"limite)(?![^\W\d_])",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"(?:^|,\s)falls\s|(?<![^\W\d_])(?:if|unless|wenn|si|say|e\.g\.|for example|for instance|zum beispiel|z\. ?b\.|par exemple|"
    r"once|until|without|"
    r"ohne|sans)(?![^\W\d_])",
    re.I,
)
_PARTLY = re.compile(
    r"(?<![^\W\d_])(?:typical\w*|usual\w*|mostly|most|often|generally|normally|on average|average\w*|mean|median|percentile|p\d\d|"
    r"some|few|"
    r"several|many|half|majority|except|excluding|apart from|aside from|but for|other than|outliers?|remaining|rest|otherwise|"
    r"sometimes|"
    r"meist\w*|typisch\w*|üblich\w*|durchschnitt\w*|mittel\w*|median|einige|mehrere|viele|außer|übrig\w*|restlich\w*|abgesehen|"
    r"généralement|souvent|moyenne|médiane|quelques|plusieurs|sauf|hormis|la plupart|autres|reste\w*)(?![^\W\d_])",
    re.IGNORECASE,
)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, in order, little words left out."""
    return tuple(word for word in (match.lower() for match in _WORD.findall(text)) if word not in _STOP)


def akin(one: str, other: str) -> bool:
    """Whether two words share their stem ("compile", "compiling") or one shortens the other ("req", "request")."""
    short, long = sorted((one, other), key=len)
    if short == long:
        return True
    if len(short) < 3 or long[0] != short[0]:
        return False
    if long.startswith(short):
        return True
    common = 0
    while common < len(short) and short[common] == long[common]:
        common += 1
    return common >= 4 and common * 4 >= len(short) * 3 and len(long) - common <= 4


def named(term: str, words: Sequence[str]) -> bool:
    """Whether words of a sentence name a term of a header ("seqlen": "sequence length")."""
    if any(akin(term, word) for word in words):
        return True
    for word, following in zip(words, [*words[1:], ""], strict=False):
        for cut in range(2, len(term) - 1):
            if word.startswith(term[:cut]) and len(word) > cut and following.startswith(term[cut:]):
                return True
        if len(term) >= 5 and len(word) >= 5 and term.endswith(word[:3]) and term[:2] != word[:2]:
            return True
    return False


def overlap(terms: Iterable[str], words: Sequence[str]) -> int:
    return sum(named(term, words) for term in terms)


def any_akin(terms: Collection[str], words: Collection[str]) -> bool:
    return any(akin(term, word) for term in terms for word in words)


@lru_cache(maxsize=20_000)
def elsewhere(text: str) -> bool:
    """Whether a sentence speaks of a wish, a limit, an assumption or another occasion."""
    return _LIMIT.search(text) is not None or supposed(text)


@lru_cache(maxsize=20_000)
def supposed(text: str) -> bool:
    """Whether a sentence speaks of an assumption or of another occasion."""
    return _ELSEWHERE.search(text) is not None


@lru_cache(maxsize=20_000)
def conditional(text: str) -> bool:
    return _CONDITIONAL.search(text) is not None


@lru_cache(maxsize=20_000)
def partly(text: str) -> bool:
    """Whether a sentence is only about some of the cases, or about a typical one."""
    return _PARTLY.search(text) is not None


_GROW = (
    r"(?:grows?|grew|rises?|rose|increases?|increased|falls?|fell|drops?|dropped|shrinks?|shrank|climbs?|climbed|gains?|gained|loses?|lost|"
    r"doubles?|doubled|improves?|improved|slows?|wächst|wuchs|steigt|stieg|sinkt|sank|fällt|fiel|nimmt|nahm|croît|augmente|diminue|baisse|passe)"
)
# "From 10,000 to 100,000 its time grows by a factor of 8.6": where a sentence opens with a range, what follows has a subject of its own.
_RANGED = re.compile(
    r"(?:Between|From|Von|Zwischen|De|Entre)\s[^,;:]{0,24}?\d[^,;:]{0,24}?(?:,\d+)?[^,;:]{0,24}?\s(?:to|and|bis|auf|und|à|et)\s[^;:]{0,16}?\d[^;:]{0,40}?"
    rf"(?:\s(?:the|its|their|this|that|these|each|an?|der|die|das|seine|ihre|le|la|les|son|sa|leur)\s(?:[\w-]+\s){{1,6}}?{_GROW}(?![^\W\d_])"
    rf"|\s{_GROW}\s(?:der|die|das|seine|ihre)\s)",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def ranged(text: str) -> bool:
    """Whether a sentence opens with a range over which something else grows or falls."""
    return _RANGED.match(text) is not None
