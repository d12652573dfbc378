"""What prose says of the code before it that its text decides: what is called, what is put where, a bound, a default."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from tools.instruments.references.listings import OPEN, Explained, explained
from tools.instruments.references.meaning import Mistake
from tools.instruments.references.words import stem
from tools.quantities.numerals import cardinals
from tools.records import Block, Span

_NUMBER_OF = {word: n for language in ("en", "de", "fr") for word, n in cardinals(language).items() if n <= 20}
_NUMBER = r"\d+(?:\.\d+)?|" + "|".join(sorted(map(re.escape, _NUMBER_OF), key=len, reverse=True))
_CALL = re.compile(r"(?:\b[Tt]he calls? (?:of|to)|\b[Dd]er Aufruf von|\b[Ll]['’]appel (?:de|à)) `(?P<name>[A-Za-z_]\w*)(?:\(\))?`")
_PUT = re.compile(
    r"\b(?P<verb>put|append|add|push|insert|send|write|enqueue)(?:s|es)?\b[^.;`]{1,40}\b(?:in|into|to|onto) `(?P<name>[A-Za-z_]\w*)`"
)
_BOUND = re.compile(
    r"\b(?:comprehension|condition|loop|filter|function|test|query|statement|expression|generator)\b[^.;]*"
    r"\b(?:keeps|drops|skips|returns|selects|removes|counts|takes|yields|finds|checks)\b[^.;]*?"
    rf"\b(?P<way>greater|larger|more|bigger|higher|less|smaller|lower|fewer) than (?P<number>{_NUMBER})\b",
    re.I,
)
_COMPARISON = re.compile(r"(?<![<>=!-])(?P<sign><=|>=|<|>)\s*(?P<number>\d+(?:\.\d+)?)\b")
_DEFAULT = re.compile(
    r"^(?:(?:by default|par défaut|standardmäßig),?\s+)?(?:(?:the|this|die|diese|la|cette)\s+"
    r"(?:function|method|call|funktion|methode|fonction|méthode)(?: `\w+`)?|it|sie|elle)\b[^.;]*?"
    rf"\b(?P<number>{_NUMBER}) (?P<noun>[a-z]{{4,}})\b[^.;]*",
    re.I,
)
_UNLESS = re.compile(
    r"\b(?:by default|unless (?:told|stated|asked|said)\b[^.;]*|if nothing is said|par défaut|standardmäßig|sofern nicht anders)", re.I
)
_SIGNATURE = re.compile(r"\bdef \w+\((?P<arguments>[^()]*)\)")

_WOULD = re.compile(r"\b(?:would|could|might|as well|also|würde|könnte|auch|pourrait|aussi)\b", re.I)
_CLAUSE = 20  # characters after what is said in which it may be taken back


def roles_mistaken(blocks: tuple[Block, ...], text: str) -> Iterator[Mistake]:
    """What is said of the code of each listing, where its text says otherwise."""
    for one in explained(blocks, text):
        for sentence in one.told:
            words = text[sentence.start : sentence.end]
            found = (_calls(words, one), _containers(words, one), _bounds(words, one), _defaults(words, one))
            for begin, end, why in chain(*found):
                before = re.sub(r"`[^`]*`", "", _UNLESS.sub("", words[:end]))
                if not OPEN.search(before) and not _WOULD.search(words[end : end + _CLAUSE]):
                    span = Span(start=sentence.start + begin, end=sentence.start + end)
                    yield Mistake(span, why, "read in the listing before it", one.span)


def _calls(words: str, one: Explained) -> Iterator[tuple[int, int, str]]:
    for match in _CALL.finditer(words):
        name = match["name"]
        called = re.search(r"\w\(", one.code) is not None
        if called and not re.search(rf"\b{name}\b", one.code) and not re.search(rf"\b{name}\b", one.elsewhere):
            yield match.start("name"), match.end("name"), f"The listing before it does not call `{name}`."


def _containers(words: str, one: Explained) -> Iterator[tuple[int, int, str]]:
    for match in _PUT.finditer(words):
        name, verb = match["name"], match["verb"].lower()
        receivers = set(re.findall(rf"\b(\w+)\.{verb}\(", one.code))
        assigned = re.search(rf"^\s*{name}\s*=", one.code, re.M) or re.search(rf"\b{name}\.\w+\(", one.code)
        imported = re.search(rf"\bimport {name}\b", one.code)
        if receivers and name not in receivers and assigned and not imported:
            yield match.start("name"), match.end("name"), f"`{verb}` is called on `{'`, `'.join(sorted(receivers))}`, never on `{name}`."


def _bounds(words: str, one: Explained) -> Iterator[tuple[int, int, str]]:
    match = _BOUND.search(words)
    compared = list(_COMPARISON.finditer(one.code))
    if match is None or len(compared) != 1:
        return
    more = match["way"].lower() in ("greater", "larger", "more", "bigger", "higher")
    sign, bound = compared[0]["sign"], float(compared[0]["number"])
    said = _value(match["number"])
    if sign == (">" if more else "<") and said != bound:
        yield match.start("number"), match.end("number"), f"The only comparison of the listing is with {compared[0]['number']}."


def _defaults(words: str, one: Explained) -> Iterator[tuple[int, int, str]]:
    match = _DEFAULT.match(words) if _UNLESS.search(words) else None
    if match is None:
        return
    for signature in _SIGNATURE.finditer(one.code):
        for name, value in re.findall(r"(\w+)\s*(?::\s*\w+\s*)?=\s*(\d+(?:\.\d+)?)\b", signature["arguments"]):
            if stem(name) == stem(match["noun"]) and float(value) != _value(match["number"]):
                yield match.start("number"), match.end("number"), f"The default of `{name}` is {value}."


def _value(number: str) -> float:
    return float(_NUMBER_OF.get(number.lower(), 0)) or float(number)
