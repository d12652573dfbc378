"""What a comment beside a print says that is printed, where the chapter has the habit of showing it there.

Many comments show more than the value ("False: the step moved the weights", "still 2: it fits", "the median: 6.0", "3 rows"). Once other
comments of the chapter show to the letter what was printed, such a comment is read as a prediction: it agrees where what it shows, its
head, its tail or a value in it is what was printed; it is contradicted where none is and it has the form of what was printed.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.code.compare import NUMBER, compare, is_cut_off, kind_of, normal, shows_an_address
from tools.instruments.code.forms import alike, is_balanced, kind, plain, tokens
from tools.instruments.code.programs import Piece

_ADVERB = re.compile(
    r"^(?:still|now|again|only|just|always|so|thus|therefore|exactly|i\.e\.|that is|all|both|the same|immer noch|noch immer|noch|jetzt|nun"
    r"|wieder|nur|also|genau|weiterhin|alle|beide|das heißt|d\. ?h\.|toujours|encore|maintenant|seulement|donc|exactement|toutes?|tous"
    r"|todavía|ahora|solo|sum|len|shape|mean)\b\s*:?\s*",
    re.I,
)
_ROUGHLY = re.compile(
    r"^(?:~|≈|≃|about|around|roughly|approximately|approx\.?|ca\.?|circa|etwa|rund|ungefähr|fast|almost|nearly|environ|presque|à peu près"
    r"|<|>|≤|≥|at (?:least|most)|over|under|up to|more than|less than|mindestens|höchstens|über|unter|mehr als|weniger als|plus de"
    r"|moins de|au (?:moins|plus))(?!\w)",
    re.I,
)
_HEDGED = re.compile(
    r"\b(?:or|oder|ou|depend\w*|usually|typically|e\.g|for example|for instance|maybe|perhaps|may|might|could|varies|vary|random\w*"
    r"|different (?:each|every)|your|if|unless|should|expected?|hängt|abhängig|meist\w*|z\. ?B|beispiel|vielleicht|könnte|zufällig\w*|wenn"
    r"|falls|sollte|erwartet\w*|dépend|souvent|exemple|peut|si|aléatoire\w*|devrait|todo|cf|see|siehe|voir)\b|\?|\bvs\b",
    re.I,
)
_ELSEWHEN = re.compile(
    r"\b(?:would|originally|before|was|were|instead|rather|würde\w*|sonst|vorher|zuvor|war|waren|statt|anstatt|avant|était|serait)\b", re.I
)
_NEGATED = re.compile(r"\b(?:not|nicht|kein\w*|pas|never|nie|no longer|isn't|jamais|without|ohne|sans)\b", re.I)
_LISTED = re.compile(r"^\(?\d{1,2}[.)]\s|^\(\d{1,2}\)|^\d+(?:st|nd|rd|th|D|d|x|×)\b|^(?:step|line|schritt|zeile|étape|ligne)\s+\d", re.I)
_VERB = re.compile(
    r"\b(?:is|are|has|have|had|do|does|can|will|get|gets|remain\w*|fit\w*|go|goes|come|comes|make|makes|need\w*|take\w*|stay\w*|ist|sind|hat"
    r"|haben|wird|werden|kann|bleib\w*|fehl\w*|passt|gehen|geht|braucht|est|sont|a|ont|sera|reste\w*|manque\w*|per|pro|par|each|je|of|von"
    r"|de|to|times|mal|fois|more|less|mehr|weniger|plus|moins|too|zu|first|last|later|further|weitere)\b",
    re.I,
)
_SPLIT = re.compile(
    r":\s+|;\s*|\s+[-–—]+\s+|\s*\(|,\s+|\s{2,}|\s+(?:because|since|as|weil|da|denn|car|puisque|and not|und nicht|et non)\s+"
)
_TYPE_NAME = re.compile(r"\.__name__\b")
_CLASS_NAME = (
    r"(?:[A-Z][a-z0-9]*[A-Z]\w*|(?:str|int|float|bool|bytes|list|tuple|dict|set|frozenset|complex|generator|range)"
    r"(?![- ]?(?:of|and|with|or|if|for|in|to|when|from|here|there|oder|wenn|ou|si)\b))"
)
_WRITTEN = re.compile(
    r"\d+(?:[:/-]\d+)+(?:[T ]\d+(?::\d+)+)?(?:[.,]\d+)?(?:[+-]\d\d:?\d\d|Z)?|[A-Za-z_][\w-]*(?:\.[\w-]+)+|[\w.-]*(?:/[\w.-]+)+"
)
#: A time, a path, a date, a dotted name; the point of a number is none.
_MARKS = (r"\d:\d", r"\w/\w|^/\w", r"\d-\d", r"(?:[A-Za-z_]\w*|^|\s)\.[A-Za-z_]")
_SUFFIX = re.compile(r"(?:\.[A-Za-z]\w*)+")
_TAIL = re.compile(r"(?::|=|→|->|=>|⇒)\s+(?P<tail>[^:=→⇒]+?)\.?$")
_VALUE = re.compile(
    r"\[[^\[\]]*\]|\([^()]*,[^()]*\)|\{[^{}]*\}|'[^']*'|\"[^\"]*\"|True|False|None|(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?(?!\w)"
)


@dataclass(frozen=True)
class Habit:
    """How many comments of a chapter show what was printed: beside the statement, below it; exact: those that show decimals to the
    letter, so that fewer digits elsewhere are rounded ones. texts: patterns of the words that its code holds as text, and so may print.
    all_but_one: one comment on something printed shows anything else, and no more.
    """

    beside: int = 0
    below: int = 0
    exact: int = 0
    texts: tuple[re.Pattern[str], ...] = ()
    all_but_one: bool = False

    def holds(self, below: bool) -> bool:
        """Whether comments in this place are predictions: at least two are, or all but the one that is read."""
        return (self.below if below else self.beside) >= (1 if self.all_but_one else 2)

    @property
    def is_strict(self) -> bool:
        """Whether so many comments show what was printed that one in marks of its own (`<b>`) is no remark."""
        return self.beside >= 4

    @property
    def is_exact(self) -> bool:
        return self.exact >= 3


@dataclass(frozen=True)
class Prediction:
    """What a comment predicts (said), and whether it came true."""

    said: str
    holds: bool


def predicted(comment: str, printed: str, *, flattened: bool, habit: Habit, own: str) -> Prediction | None:
    """The prediction of a comment beside a statement that printed something, None where it makes none.

    flattened: the comment may run on into the prose behind it. own: the source of the statement, whose words a comment may name.
    """
    offered = list(candidates(comment, printed, flattened))
    for claim in offered:
        if compare(claim, printed) == "same" or alike(claim, printed) == "same":
            return Prediction(claim, True)
    if any(compare(value, printed) == "same" or alike(value, printed) == "same" for value in _VALUE.findall(comment)):
        return Prediction(comment, True)
    if flattened and re.match(rf"{re.escape(plain(printed))}(?![\w.])", plain(comment)):
        return Prediction(printed.strip(), True)
    if _LISTED.match(comment):
        return None
    if (named := _class_at_start(comment, printed, own)) is not None:
        return Prediction(named, False)
    if flattened and (words := _text_at_start(comment, printed, habit, own)):
        return Prediction(words, False)
    for claim in offered:
        if (
            _ROUGHLY.match(claim)
            or _NEGATED.search(claim)
            or shows_an_address(claim)
            or shows_an_address(printed)
            or _is_hedged(claim, comment, flattened)
        ):
            continue
        is_whole = claim == comment.strip() and habit.is_strict
        if (
            is_whole
            and _is_other(claim, printed, own)
            and ((_is_bare_value(claim, printed) and _has_its_marks(claim, printed)) or _is_nearly(claim, printed))
        ):
            return Prediction(claim, False)
        verdict = alike(claim, printed)
        if habit.is_exact and _are_cut_off(claim, printed):
            return Prediction(claim, False)
        if claim == comment.strip() and _is_other_literal(claim, printed):
            return Prediction(claim, False)
        if verdict == "different" or (verdict in ("words", "unsure") and _are_its_words(claim, printed, habit, own)):
            return Prediction(claim, False)
    return None


def _class_at_start(comment: str, printed: str, own: str) -> str | None:
    """The classes with which a comment begins beside a statement that prints as many names of classes, where they are others."""
    did = printed.split()
    if not did or not all(name.isidentifier() for name in did) or len(_TYPE_NAME.findall(own)) != len(did):
        return None
    said = re.match(rf"(?:{_CLASS_NAME}\b[\s,]*){{{len(did)}}}", comment.strip())
    return said.group().strip(" ,") if said is not None and said.group().replace(",", " ").split() != did else None


def _is_bare_value(claim: str, printed: str) -> bool:
    """Whether a comment holds no words, but values that a program writes, one or as many as were printed: a time, a dotted name, a path."""
    parts = claim.split()
    written = [_WRITTEN.fullmatch(part) or _SUFFIX.fullmatch(part) for part in parts]
    return (len(parts) == 1 and written[0] is not None) or (
        1 < len(parts) == len(printed.split()) and any(written) and all(re.fullmatch(r"[\w./:-]+", part) for part in parts)
    )


def _has_its_marks(claim: str, printed: str) -> bool:
    """Whether what was printed is written with the marks of a value too: beside a plain one `km/h`, `np.mean` or `10:30` is a remark."""
    return any(re.search(mark, claim) and re.search(mark, printed) for mark in _MARKS)


def _is_nearly(claim: str, printed: str) -> bool:
    """Whether a text of several words is one line of output with some of it changed, and no beginning of it."""
    one, two = plain(claim), plain(printed)
    if len(one) < 12 or len(one.split()) < 3 or two.startswith(one.rstrip(". …[]")) or one.startswith(two):
        return False
    return difflib.SequenceMatcher(None, one, two, autojunk=False).ratio() >= 0.75


def _is_other(claim: str, printed: str, own: str) -> bool:
    """Whether one line was printed in which a value does not stand, and the statement itself does not name it.

    Of a time or a date a part may be shown; a part of a dotted name is another name.
    """
    line = printed.strip()
    stands = claim in line if claim[0].isdigit() else claim in re.split(r"[^\w./]+", line)
    return bool(line) and "\n" not in line and len(line) <= 200 and not stands and claim not in own


def _are_cut_off(claim: str, printed: str) -> bool:
    """Whether all that a claim has of another value are numbers whose last digits were left off without rounding."""
    one, two = tokens(claim), tokens(printed)
    if len(one) != len(two) or "..." in claim or "…" in claim:
        return False
    apart = [(a, b) for a, b in zip(one, two, strict=True) if alike(a, b) != "same"]
    return bool(apart) and all(NUMBER.fullmatch(a) and NUMBER.fullmatch(b) and is_cut_off(a, b) for a, b in apart)


def _is_hedged(claim: str, comment: str, flattened: bool) -> bool:
    return _ELSEWHEN.search(claim) is not None or _HEDGED.search(claim if flattened else comment) is not None


def _is_other_literal(claim: str, printed: str) -> bool:
    """Whether a whole comment is a value of another class than the one printed; a whole number may only count something."""
    one, two = kind_of(claim), kind_of(printed)
    return one != two and "" not in (one, two) and (two == "NoneType" or not re.fullmatch(r"\d+", claim))


def listed(comment: str, printed: str) -> Prediction | None:
    """The prediction of a comment that lists, one after the other, what a print in a loop printed; None where it lists other things."""
    said, did = tokens(comment), tokens(printed)
    if len(said) != len(did) or len(said) < 2 or not all(kind(t) in ("integer", "decimal", "bool") for t in said):
        return None
    verdict = alike(" ".join(said), " ".join(did))
    return Prediction(comment, verdict == "same") if verdict in ("same", "different") else None


def candidates(comment: str, printed: str, flattened: bool) -> Iterator[str]:
    """What may be shown: the whole comment, its head, its tail, as many of its first words as were printed."""
    seen: set[str] = set()
    whole = comment.strip().strip("`").strip()
    for claim in (*_parts(whole), *_first(whole, printed, flattened)):
        claim = _ADVERB.sub("", claim).strip().strip("`").strip()
        claim = "True" if claim.lower() in ("vrai", "wahr", "true") and printed.strip() in ("True", "False") else claim
        claim = claim[:-1] if claim.endswith((".", ",", ";")) and not re.search(r"\.\.|\d\.$", claim) else claim
        if claim and claim not in seen and is_balanced(claim):
            seen.add(claim)
            yield claim


def _parts(whole: str) -> Iterator[str]:
    yield whole
    for match in _SPLIT.finditer(whole):
        if is_balanced(whole[: match.start()]):
            yield whole[: match.start()]
            break
    if tail := _TAIL.search(whole):
        yield tail["tail"]


def _first(whole: str, printed: str, flattened: bool) -> Iterator[str]:
    """The first words of a comment that goes on, as many as were printed and of their form."""
    parts, count = tokens(whole), len(tokens(printed))
    if not 0 < count < len(parts):
        return
    forms = [kind(t) for t in tokens(printed)]
    if [kind(t) for t in parts[:count]] != forms or not set(forms) & {"bool", "none", "integer", "decimal", "quoted"}:
        return
    rest = parts[count:]
    nouns = count == 1 and len(rest) <= 4 and all(kind(t) == "word" for t in rest) and not _VERB.search(" ".join(rest))
    if flattened or nouns:
        yield head_of(whole, count)


def head_of(whole: str, count: int) -> str:
    """The beginning of a text that holds its first tokens."""
    wanted = tokens(whole)[:count]
    for end in range(1, len(whole) + 1):
        if (end == len(whole) or not re.match(r"[\w.]", whole[end])) and tokens(whole[:end]) == wanted:
            return whole[:end]
    return whole


def _are_its_words(claim: str, printed: str, habit: Habit, own: str) -> bool:
    """Whether words were meant to be what was printed: nearly alike, or text that the code holds and might have printed."""
    one, two = plain(claim), plain(printed)
    if habit.is_strict and "\n" not in printed.strip() and re.fullmatch(r"[^\s\w'\"]\S*[^\s\w'\"]", one) and one != two:
        return True
    if "\n" in printed.strip() or not one or len(two) > 200 or re.search(rf"(?<!\w){re.escape(one)}(?!\w)", _texts(own)):
        return False
    if one.casefold() == two.casefold():
        return True
    said, did = one.split(), two.split()
    if any(text.fullmatch(one) for text in habit.texts):
        return True
    if len(said) == len(did) == 1 and re.search("[A-Za-z]{3}", two) and kind(two) == "word":
        known = any(re.search(rf"(?<![^\W_]){re.escape(one)}(?![^\W_])", text.pattern.replace("\\", "")) for text in habit.texts)
        likeness = difflib.SequenceMatcher(None, one, two, autojunk=False).ratio()
        return known or (len(one) > 2 and likeness >= (0.6 if len(one) == len(two) else 0.7))
    if len(said) != len(did) or two.startswith(one):
        return False
    return difflib.SequenceMatcher(None, one, two, autojunk=False).ratio() >= 0.75


def _text_at_start(comment: str, printed: str, habit: Habit, own: str) -> str:
    """The text of the code with which a comment begins that runs on into prose, where other words were printed; "" for none."""
    if "\n" in printed.strip() or (tokens(printed) and kind(tokens(printed)[0]) != "word"):
        return ""
    found = [m.group() for m in (text.match(plain(comment)) for text in habit.texts) if m is not None]
    longest = max(found, key=len, default="")
    ends = re.match(r"(?!\w)", plain(comment)[len(longest) :]) is not None
    return longest if ends and len(longest) >= 5 and longest not in _texts(own) else ""


def _texts(source: str) -> str:
    """The texts that stand in a statement itself."""
    return " ".join(
        re.findall(r"'([^'\n]*)'|\"([^\"\n]*)\"", source) and [a or b for a, b in re.findall(r"'([^'\n]*)'|\"([^\"\n]*)\"", source)]
    )


def texts_of(pieces: tuple[Piece, ...]) -> tuple[re.Pattern[str], ...]:
    """Patterns of the texts that the code holds, of formatted ones with any words in the gaps; keys and docstrings left out."""
    found: dict[str, None] = {}
    for piece in pieces:
        for node in ast.walk(piece.tree):
            for part in _held(node):
                if (text := _pattern(part)) and len(re.sub(r"\W|\(\.\+\?\)", "", text)) >= 3:
                    found[text] = None
    return tuple(re.compile(text) for text in found)


def _held(node: ast.AST) -> Iterator[ast.expr]:
    """Texts in places from which they may come to be printed."""
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return)) and node.value is not None:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.Dict):
        yield from node.values
    elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        yield from node.elts
    elif isinstance(node, ast.Call):
        yield from node.args


def _pattern(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(normal(node.value)) if len(node.value) < 2000 else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(re.escape(str(v.value)) if isinstance(v, ast.Constant) else "(.+?)" for v in node.values)
    return ""
