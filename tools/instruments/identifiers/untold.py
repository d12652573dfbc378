"""Defaults whose parameter is told by its meaning: "a decay of 0.01", "the constant ε is 1e-5", "keeps 128 results".

A number in a sentence that says what happens by default; a noun or a verb beside it that fits the name of exactly one parameter with a
number as its default, among those of each callable that the sentence, or what stands before it, is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.identifiers.announced import marks
from tools.instruments.identifiers.behaving import clauses
from tools.instruments.identifiers.kinds import may_be_of
from tools.instruments.identifiers.pairs import spoken_against
from tools.instruments.identifiers.parameters import of_a_number, parameters_of
from tools.instruments.identifiers.statements import NUMBER, NUMBER_WORDS, Statement, parse_value
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey
from tools.packages.resolution import Found
from tools.records import Block, Span

_VALUE = rf"(?<![\w.,/`-])(?P<value>{NUMBER}|(?:{NUMBER_WORDS})\b)(?![\w%]|[.,]\d|\s?%)"
_BARE = re.compile(
    r"\bwithout\s+(?:an?\s+|any\s+|further\s+)?arguments?\b|\bohne\s+(?:weitere\s+)?Argumente?\b|\bsans\s+arguments?\b", re.IGNORECASE
)
_NOUN = r"(?:(?P<first>[a-z]+)\s+)?\$?\\?(?P<noun>[a-zäöü]{2,}|ε|ϵ)\$?"
_WHICH = r"(?:,?\s+(?:which|that|die|der|das|qui)\s[^.;:`\d]{3,80}?,?)?"
_NAMED = re.compile(
    rf"(?<![\w`.]){_NOUN}{_WHICH}\s+(?:of|is|are|at|equals|stands\s+at|amounts\s+to|von|ist|beträgt|liegt\s+bei|de|est\s+de|est|vaut)\s+{_VALUE}",
    re.IGNORECASE,
)
_CALLED = r"(?:(?:`[\w.]+`(?:\(\))?|\w+[_.][\w.]+)\s+)?"
_THINGS = re.compile(
    rf"(?P<verb>\b[a-zäöü]+)\s+{_CALLED}(?:(?:only|just|exactly|at\s+most|up\s+to|the\s+(?:first|last)|höchstens|nur|au\s+plus)\s+)?"
    + _VALUE
    + r"\s+(?:(?:[a-z]+)\s+)?(?P<noun>[A-Za-zäöüé]{3,})\b"
)
_ABOUT = re.compile(
    r"\b(?:nothing\s+(?:else\s+)?(?:is\s+)?\w+\s+(?:is\s+)?(?:about|on)|without(?:\s+an?)?|no|über\s+die|ohne|sur\s+les)\s+(?P<noun>[a-z]{3,})\b"
    r"(?:[^.;]|\.(?=\w)){0,80}?\b(?:uses?|takes?|makes?|draws?|creates?|has|assumes?|gives?|verwendet|nimmt|macht|utilise|prend)\s+"
    + _VALUE
    + r"(?=\s+(?:of|by|unless|at)\b|\s*[,.;:)]|\s*$)"
)
# A value that is passed along or chosen is no default.
_GIVEN = re.compile(
    r"\b(?:(?<!starts )(?<!begins )(?<!comes )(?<!ships )(?<!works )(?<!runs )(?<!start )with|using|given|if|when|for|pass\w*|sets?|give"
    r"|try|choose|mit|bei|avec|pour)\s+(?:(?:an?|the|ein\w*|une?)\s+)?$",
    re.IGNORECASE,
)
# What follows from a default is none, nor is what happens in one case.
_FOLLOWS = re.compile(r"\b(?:so|hence|thus|therefore|because|since|when|if|while|daher|deshalb|weil|also|donc|car)\b", re.IGNORECASE)
ONE_CASE = re.compile(r"^[^.;]{0,40}\b(?:here|because|since|in\s+(?:this|our)|for\s+[`\"]|hier|weil|ici|car)", re.IGNORECASE)
# Nouns and the parameters that they may stand for, beside those of the same name.
_MEANT = {
    "epsilon": ("eps", "epsilon"), "ε": ("eps", "epsilon"), "ϵ": ("eps", "epsilon"), "learning rate": ("lr", "learning_rate"),
    "lernrate": ("lr",), "relative tolerance": ("rtol", "rel_tol"), "absolute tolerance": ("atol", "abs_tol"), "tolerance": ("tol",),
    "slope": ("negative_slope",), "steigung": ("negative_slope",), "probability": ("p",), "dropout rate": ("p",),
    "wahrscheinlichkeit": ("p",), "smoothing": ("label_smoothing",), "abklingen": ("weight_decay",), "decay rate": ("weight_decay",),
}  # fmt: skip
_KEPT = ("maxsize", "max_size", "maxlen", "capacity", "cache_size", "max_entries")
_VERBS = {
    **dict.fromkeys(("keeps", "keep", "holds", "hold", "stores", "remembers", "caches", "retains"), _KEPT),
    **dict.fromkeys(("behält", "speichert", "garde", "conserve"), _KEPT),
    **dict.fromkeys(("retries", "tries"), ("retries", "max_retries", "attempts", "tries")),
}  # fmt: skip
_OF_THINGS = {
    **dict.fromkeys(("points", "samples", "values", "numbers", "punkte", "werte", "points"), ("num", "steps", "num_samples", "n_samples")),
    **dict.fromkeys(("rows", "lines", "items", "elements", "matches", "zeilen", "lignes"), ("n", "nrows", "n_rows", "max_rows")),
    **dict.fromkeys(("groups", "parts", "intervals", "classes", "teile", "gruppen"), ("n", "bins", "parts")),
    **dict.fromkeys(("decimals", "digits", "places", "stellen", "décimales"), ("decimals", "ndigits", "precision")),
    **dict.fromkeys(("characters", "columns", "zeichen", "caractères"), ("width", "linewidth", "line_width")),
}
_REACH = 1500


def untold(found: Survey, subjects: Subjects, block: Block, around: Span) -> Iterator[tuple[Statement, list[Subject]]]:
    """The statements of one sentence, each with the callables that it may be about, all of which have to deny it for a fault."""
    for clause in clauses(found.text, around):
        there = marks(found.text, clause)
        bare = _BARE.search(found.text, clause.start, clause.end)
        if not there and bare is None:
            continue
        for form in (_NAMED, _THINGS, _ABOUT):
            for match in form.finditer(found.text, clause.start, clause.end):
                yield from _said(found, subjects, block, clause, there, match)


def _said(
    found: Survey, subjects: Subjects, block: Block, clause: Span, there: list[Span], match: re.Match[str]
) -> Iterator[tuple[Statement, list[Subject]]]:
    known, value = parse_value(match["value"])
    span, place = Span(start=match.start(), end=match.end("value")), Span(start=match.start("value"), end=match.end("value"))
    names = _likely(match)
    if not known or isinstance(value, bool) or not names or spoken_against(found.text, clause, place, there):
        return
    if match.re is _NAMED and _GIVEN.search(found.text[clause.start : match.start()]):
        return
    if match.re is _THINGS and _one_case(found.text, clause, there, match):
        return
    fitting = [(each, name) for each in _about(found, subjects, block, clause, match) if (name := _parameter(found, each, names))]
    for name in dict.fromkeys(name for _, name in fitting):
        noun = Span(start=match.start("noun"), end=match.end("noun"))
        yield Statement(name, value, match["value"], span, noun, place), [each for each, of in fitting if of == name]
        return


def _one_case(text: str, clause: Span, there: list[Span], match: re.Match[str]) -> bool:
    """Whether a number of things is what follows from the default, or from what was done in one place."""
    before = [mark.end for mark in there if mark.end <= match.start()]
    led = text[max([clause.start, *before]) : match.start()]
    return _FOLLOWS.search(led) is not None or ONE_CASE.search(text[match.end("value") : clause.end]) is not None


def _about(found: Survey, subjects: Subjects, block: Block, clause: Span, match: re.Match[str]) -> list[Subject]:
    """The callables of the clause; else, where the noun itself names a parameter, all that stand before it, else the nearest."""
    here = subjects.named(clause)
    if here:
        return here
    before = subjects.before(block, clause.start)
    if match.re is not _NAMED:
        return before[:1]
    near = [each for each in found.mentions if clause.start - _REACH <= each.span.start < clause.start]
    resolved = [(each, there) for each in near if isinstance(there := found.resolve(each.name), Found) and there.kind != "module"]
    words = found.text[clause.start : clause.end]
    all_of_them = (*before, *(Subject(each.written, each.span, (there,)) for each, there in resolved))
    return [each for each in all_of_them if may_be_of(words, each.written)]


def _likely(match: re.Match[str]) -> frozenset[str]:
    """The names of parameters that the words beside a value may stand for."""
    noun = match["noun"].lower()
    if match.re is _THINGS:
        return frozenset((*_VERBS.get(match["verb"].lower(), ()), *_OF_THINGS.get(noun, ())))
    first = (match.groupdict().get("first") or "").lower()
    both = f"{first} {noun}"
    if both in _MEANT:
        return frozenset(_MEANT[both])
    likely = {noun, *_MEANT.get(noun, ()), *((f"{first}_{noun}",) if first else ())}
    return frozenset(likely | ({f"*_{noun}"} if match.re is _NAMED and len(noun) > 4 else set()))


def _parameter(found: Survey, owner: Subject, likely: frozenset[str]) -> str:
    """The one parameter of all candidates that is a number by default and fits, "" where there is none."""
    ends = tuple(each[1:] for each in likely if each.startswith("*"))
    names = []
    for candidate in owner.candidates:
        numeric = {name for name in parameters_of(found, candidate) if of_a_number(found, candidate, name)}
        exact = {name for name in numeric if name in likely}
        names.append(exact or {name for name in numeric if ends and name.endswith(ends)})
    common = set.intersection(*names) if names else set()
    return common.pop() if len(common) == 1 else ""
