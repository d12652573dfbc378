"""Numbers in words in a text: words that count, put together, and told from those that merely sound so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tools.quantities.number_words import Word, bare, composed, compounds, follows, read
from tools.quantities.units import unit_of

# A part of a dotted name, or of one with underscores, is none of its words.
_TOKEN = re.compile(r"(?<![^\W\d]\.)(?<!_)(?P<word>[^\W\d_]+)(?!_|\.[^\W\d_])|(?<![\w.,])(?P<digits>\d+(?:[.,]\d+)*)(?![\d_])")
_LINKS, _ARTICLES = ("and", "und", "et", "y"), ("a", "an", "one", "ein", "eine", "un", "une")
_MOST_OF_A_TERM = 4
_MOST_WORDS = 12  # of one number
# What stands after a word that is no number there ...
_NAMED = {
    "half": r"[- ](?:open|closed|precision|floats?|life|lives|width|duplex|plane|space|edge|step|adder|angle|tone|bandwidth|baked|hearted"
            r"|way|finished|written|done|empty|full|truths?|integers?|normal|float\w*)\b|-?way\b",
    "double": r"[- ]?(?:quot\w*|precision|floats?|underscores?|dash\w*|hyphens?|slash\w*|backslash\w*|click\w*|check\w*|buffer\w*|count\w*"
              r"|free\w*|ended|linked|blind|brackets?|braces?|colons?|stars?|asterisks?|dots?|backticks?|equals|ampersands?|pipes?|spac\w*"
              r"|dispatch\w*|negat\w*|hash\w*|wrap\w*|nest\w*|loop\w*|bonds?|angle|sided|edged|escap\w*|type|dtype|tensors?|values?|pass\b"
              r"|entry|pointers?|lock\w*|sum|integrals?|dispatch|anf|anführung\w*|sharps?|jeopardy|standard|meaning|role|duty|descent|dip)\b",
    "triple": r"[- ]?(?:quot\w*|backticks?|dash\w*|dots?|equals|slash\w*|click\w*|buffer\w*|nest\w*|loop\w*|bonds?|stores?|integral"
              r"|product|lutz)\b",
    "third": r"[- ](?:part(?:y|ies)|person)\b",
    "quarter": r"[- ](?:finals?|note|turn|master|back|circle)\b",
    "two": r"['’]s\b",
}  # fmt: skip
# ... and before it.
_PLACED = {
    "half": r"\b(?:first|second|other|latter|former|lower|upper|left|right|top|bottom|front|back|each|either|this|that|same|better)\s+$",
    "quarter": r"\b(?:first|second|third|fourth|last|next|this|each|every|per|fiscal|previous)\s+$",
}
_GERMAN_QUOTES = re.compile(r"[- ](?:anfuhrung|anführung|genau|unterstrich|klick)\w*", re.IGNORECASE)
_NUMBERED = ("score", "gross")  # words of quantity in one phrase alone
_A_SCORE_OF = re.compile(r"\ba\s+$", re.IGNORECASE)
_OF_MANY = re.compile(r"\s+of\s+(?!a\b|an\b|the\b|at\b|about\b|around\b|over\b|under\b|less\b|this\b|its\b)[a-z]+s\b", re.IGNORECASE)
_ITEM = re.compile(r"\(\s*$")
_ROMAN = re.compile(r"[ivxlc]+")


@dataclass(frozen=True, slots=True)
class Phrase:
    """values: what it may state; empty where nothing compares with it. term: a small number in a compound. digits: it begins with such.

    ratio: it says how many times one thing is another.
    """

    start: int
    end: int
    values: frozenset[Fraction]
    term: bool = False
    digits: bool = False
    ratio: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    word: str
    read: Word | None
    digits: bool = False


def phrases(text: str, language: str) -> Iterator[Phrase]:
    """The numbers in words, in their order; what begins with digits ("64 thousand") among them, and `one`, `first`, `second` not."""
    tokens, at = _tokens(text, language), 0
    while at < len(tokens):
        token = tokens[at]
        if token.read is None or (token.digits and not _goes_on(text, tokens, at)):
            at += 1
            continue
        phrase, at = _phrase(text, tokens, at)
        if phrase is not None:
            yield phrase


def _tokens(text: str, language: str) -> list[_Token]:
    matches = list(_TOKEN.finditer(text))
    words = [bare(match["word"]) if match["word"] else match["digits"] for match in matches]
    tokens, at = [], 0
    while at < len(matches):
        size, found = 1, _digits(words[at]) if matches[at]["digits"] else None
        if matches[at]["word"]:
            if words[at] in compounds():
                size = next((n for n in (4, 3, 2) if _hyphenated(text, matches[at : at + n], n) and _compound(words[at : at + n])), 1)
            found = read("-".join(words[at : at + size]), language)
        last = matches[at + size - 1]
        tokens.append(_Token(matches[at].start(), last.end(), "-".join(words[at : at + size]), found, matches[at]["digits"] is not None))
        at += size
    return tokens


def _compound(words: list[str]) -> bool:
    """Whether hyphens join words to one that counts: quatre-vingt-dix."""
    return "-".join(words) in compounds()[words[0]]


def _hyphenated(text: str, matches: list[re.Match[str]], size: int) -> bool:
    return len(matches) == size and all(text[one.end() : two.start()] in ("-", " ") for one, two in pairwise(matches))


def _digits(number: str) -> Word | None:
    if len(number) > 40 or not number.isascii():
        return None
    figure = number.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", number) else number.replace(",", ".")
    return Word("number", Fraction(figure)) if figure.count(".") < 2 else None


def _gap(text: str, tokens: list[_Token], at: int) -> str | None:
    """What stands before a token, as far as a number goes on over it."""
    if not 0 < at < len(tokens):
        return None
    between = text[tokens[at - 1].end : tokens[at].start]
    return between if re.fullmatch(r"[ -]|\s|", between) else None


def _goes_on(text: str, tokens: list[_Token], at: int) -> bool:
    """Whether a number in digits has words after it that belong to it: 64 thousand, 2 dozen, 9 tenths, 3 and a half."""
    if _gap(text, tokens, at + 1) is None:
        return False
    following = tokens[at + 1]
    if following.word in _LINKS:
        return _half_after(text, tokens, at + 1) is not None
    if following.read is None or following.digits:
        return False
    return (following.read.kind == "scale" and following.word not in _NUMBERED) or (
        following.read.plural and following.read.kind in ("part", "ordinal")
    )


def _phrase(text: str, tokens: list[_Token], at: int) -> tuple[Phrase | None, int]:
    """What begins at a word that counts, and where to go on."""
    first = tokens[at]
    assert first.read is not None
    if first.read.kind in ("number", "scale") and not (first.word in _NUMBERED and not _counts(text, first)):
        return _cardinal(text, tokens, at)
    if not _counts(text, first):
        return None, at + 1
    return _single(text, tokens, at)


def _single(text: str, tokens: list[_Token], at: int) -> tuple[Phrase | None, int]:
    """An ordinal, a part, a multiple, or a word for very many."""
    first = tokens[at]
    assert first.read is not None
    value, kind = first.read.value, first.read.kind
    if kind == "ordinal":
        if value < 3:
            return None, at + 1
        part = first.read.plural or (at > 0 and tokens[at - 1].word in _ARTICLES and _next(text, tokens, at) == "of")
        if part or value >= 100:
            return _scaled(text, tokens, at, frozenset((1 / value,) if part else (1 / value, value)), at)
        return Phrase(first.start, first.end, frozenset((value,))), at + 1
    if kind == "part":
        return _scaled(text, tokens, at, frozenset((value,)), at)
    return Phrase(first.start, first.end, frozenset() if kind == "vague" else frozenset((value,)), ratio=kind == "times"), at + 1


def _next(text: str, tokens: list[_Token], at: int) -> str:
    return tokens[at + 1].word if _gap(text, tokens, at + 1) is not None else ""


def _scaled(text: str, tokens: list[_Token], at: int, values: frozenset[Fraction], begin: int) -> tuple[Phrase, int]:
    """A part, and where it is one of a scale the product: half a million, three quarters of a million."""
    end = at
    following = [tokens[n].word for n in range(at + 1, min(at + 4, len(tokens))) if _gap(text, tokens, n) is not None]
    skip = 2 if following[:2] == ["of", "a"] else 1 if following[:1] in (["a"], ["eine"], ["un"]) else 0
    if skip and len(following) > skip:
        scale = tokens[at + skip + 1].read
        if scale is not None and scale.kind == "scale" and tokens[at + skip + 1].word not in _NUMBERED:
            values, end = frozenset(value * scale.value for value in values if value <= 1), at + skip + 1
    return Phrase(tokens[begin].start, tokens[end].end, values, digits=tokens[begin].digits, ratio=end == at), end + 1


def _cardinal(text: str, tokens: list[_Token], at: int) -> tuple[Phrase | None, int]:
    words: list[Word] = []
    end, last = at, Fraction(0)
    while end < len(tokens) and len(words) < _MOST_WORDS:
        if words and _gap(text, tokens, end) is None:
            break
        linked = bool(words) and tokens[end].word in _LINKS and last >= 100 and _gap(text, tokens, end + 1) is not None
        step = end + linked
        following = tokens[step].read
        if following is None or (words and (tokens[step].digits or tokens[step].word in _NUMBERED)):
            break
        if following.kind == "ordinal" and words and not following.plural and _ends(last, following.value):
            return _ordered(tokens, at, step, words, following)
        if following.kind == "times" and words and _hyphen(text, tokens, step) and _ends(last, following.value):
            return _ordered(tokens, at, step, words, following)
        joins = (following.kind == "scale" and not linked) or (following.kind == "number" and (not words or follows(last, following.value)))
        if not joins:
            break
        words.append(following)
        last, end = following.value, step + 1
    return _whole(text, tokens, at, end, words)


def _ordered(tokens: list[_Token], at: int, end: int, words: list[Word], ordinal: Word) -> tuple[Phrase, int]:
    """A number that ends in an ordinal or a multiple (forty-threefold); with `second` the number before it may be one of seconds."""
    value = composed([*words, Word("number" if ordinal.value < 100 else "scale", ordinal.value)])
    values = [] if value is None else [value, *([value - 2] if ordinal.value == 2 and ordinal.kind == "ordinal" else [])]
    return Phrase(tokens[at].start, tokens[end].end, frozenset(values), ratio=ordinal.kind == "times"), end + 1


def _hyphen(text: str, tokens: list[_Token], at: int) -> bool:
    return text[tokens[at - 1].end : tokens[at].start] == "-"


def _ends(last: Fraction, value: Fraction) -> bool:
    """Whether an ordinal ends a number: twenty-fifth, hundred and fifth, two hundredth."""
    return follows(last, value) or (value >= 100 and last < value)


def _whole(text: str, tokens: list[_Token], at: int, end: int, words: list[Word]) -> tuple[Phrase | None, int]:
    """A cardinal with what goes on from it: parts, a half more, times."""
    value = composed(words)
    if value is None:  # each word by itself, then
        value, end = words[0].value, at + 1
    begin, last = tokens[at].start, tokens[end - 1].end
    if _gap(text, tokens, end) is not None:
        following = tokens[end]
        part = following.read
        if part is not None and part.kind in ("part", "ordinal") and part.value != 1 and part.value != 2 and _counts(text, following):
            below = part.value if part.kind == "part" else 1 / part.value
            if part.plural or value == 1 or (part.kind == "part" and following.word in ("drittel", "viertel", "halbe", "tiers")):
                return _scaled(text, tokens, end, frozenset((value * below,)), at)
        if following.word in _LINKS and (half := _half_after(text, tokens, end)) is not None:
            more = tokens[half].read
            assert more is not None
            return Phrase(begin, tokens[half].end, frozenset((value + more.value,)), digits=tokens[at].digits), half + 1
    if value == 1 and len(words) == 1:
        return None, end
    return Phrase(begin, last, frozenset((value,)), term=_is_term(text, tokens, at, end, value), digits=tokens[at].digits), end


def _half_after(text: str, tokens: list[_Token], link: int) -> int | None:
    """Where a part stands that is added: and a half, und ein halb, et demi."""
    for at in (link + 1, link + 2):
        if _gap(text, tokens, at) is None:
            return None
        found = tokens[at].read
        if found is not None and found.kind == "part":
            return at
        if tokens[at].word not in _ARTICLES:
            return None
    return None


def _is_term(text: str, tokens: list[_Token], at: int, end: int, value: Fraction) -> bool:
    """A small number that a hyphen joins to a word that is no measure, or a numeral that counts the items of a list."""
    token = tokens[at]
    if _ROMAN.fullmatch(token.word) and _ITEM.search(text[: token.start]) and text[token.end : token.end + 1] == ")":
        return True
    named = _NAMED.get(token.word)
    if named is not None and re.compile(named, re.IGNORECASE).match(text, tokens[end - 1].end):
        return True
    if value > _MOST_OF_A_TERM or token.digits or end >= len(tokens) or text[tokens[end - 1].end : tokens[end].start] != "-":
        return False
    following = tokens[end].word
    return tokens[end].read is None and following != "fold" and unit_of(following) is None and unit_of(f"{following}s") is None


def _counts(text: str, token: _Token) -> bool:
    """Whether a word that may be a number is one where it stands."""
    before, word = text[max(0, token.start - 24) : token.start], token.word
    if word in _NUMBERED:
        return bool(_A_SCORE_OF.search(before)) and bool(_OF_MANY.match(text, token.end))
    key = next((name for name in ("half", "double", "triple", "third", "quarter") if word in (name, f"{name}s")), None)
    if key is not None:
        named, placed = _NAMED.get(key), _PLACED.get(key)
        if named is not None and re.compile(named, re.IGNORECASE).match(text, token.end):
            return False
        return placed is None or not re.search(placed, before, re.IGNORECASE)
    return not (word.startswith("doppelt") and _GERMAN_QUOTES.match(text, token.end))
