"""Whether a model's sentence stays within the records that it cites: what it names has to stand there.

Numbers, addresses, identifiers, names in code and proper names are told by their form, so that a work, a person or a figure that no record
holds is found whatever the sentence says of it; a number in any form that `tools.quantities.figures` reads. Where sentences sum records
up, words that attest or that speak of everything are held against the records too, since no single record bears them. Words are compared
without regard to case, numbers by their value.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from agent.records import Claim, Evidence
from agent.roles import shown
from prompts.trust import Untrusted, measure
from tools.quantities.figures import HeldFigures, labels
from tools.records import Chapter, QuotedEvidence

UNGROUNDED = "a name, a number or an address that stands in no record of it"
OVERREACHING = "a word that attests or speaks of everything, and that no record of it says"

_ADDRESS = re.compile(r"(?i)(?:https?://|www\.|doi:\s*|arxiv:\s*)[^\s,;)\]]+|\b10\.\d{4,9}/[^\s,;)\]]+")
_CODE = re.compile(
    r"`([^`]+)`|\b([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[A-Za-z]*_\w+|[a-z]+[A-Z]\w*)\b|\b([A-Za-z_]\w*)\(\)|(?<!\S)(--?[A-Za-z][\w-]+)"
)
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_BEGINS = re.compile(r"(?:^|[.!?:…]['\"”’)]*\s+)['\"“‘(]*\Z")
# What somebody does who is named at the head of a sentence.
_BY = re.compile(
    r"(?:\s+(?:et al\.?|(?:and|&)\s+[A-Z]\w*))*\s*(?:\(|,\s*(?:in|who)\b|(?:also\s+|has\s+|have\s+|had\s+)?"
    r"(?:prov|show|confirm|said|say|state|argu|report|found|find|measur|demonstrat|wrote|writ|not[ei]|claim|observ|publish|verif|assur|warn|recommend)\w*\b)"
)  # fmt: skip
_BEGINNINGS = """a an and as all another any both but by each either every few for from here how however if in it its many more most neither
no none nobody nothing of on one only other others several since so some such than that the their then there these they this those
what when where whereas which while who with yet you"""
_COMMON = frozenset(_BEGINNINGS.split())
_ATTESTING = re.compile(
    r"(?i)\b(prov(?:e|es|ed|en|ing)|proofs?|confirm\w*|verif(?:y|ies|ied)|certif\w*|guarante\w*|endors\w*|experiments?|benchmark\w*"
    r"|publishers?|editors?|letters?|official\w*|experts?|peer|reviewers?|acknowledg\w*|admit\w*|announc\w*|correctly|everything)\b"
)
_UNIVERSAL = re.compile(
    r"(?i)\b(every|everything|everywhere|all|always|none|nothing|never|nowhere|nobody|entire|entirely|whole|wholly|completely|throughout"
    r"|the rest|the others|the remaining|no (?:claim|statement|error|fault|problem|other|one)s?)\b"
)  # fmt: skip
_ENDINGS = ("'s", "’s", "'", "’")
_OTHER_SCRIPTS = frozenset((
    "CYRILLIC", "ARABIC", "HEBREW", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "DEVANAGARI", "BENGALI", "TAMIL", "THAI", "GEORGIAN",
    "ARMENIAN", "ETHIOPIC",
))  # fmt: skip
_LEFT_OUT = " ` "  # in place of what was looked at already, so that nothing closes up over it
_STEM = 6  # letters by which forms of one word are told


def strange(words: Untrusted, records: Iterable[str] | Held) -> tuple[str, ...]:
    """What a sentence names and no record holds, in its order; for a decision, not to be shown."""
    said, held = measure(words), records if isinstance(records, Held) else Held(records)
    rest, found = said, []
    for match in _ADDRESS.finditer(said):
        found += [] if held.holds(match[0].rstrip(".")) else [match[0]]
        rest = rest.replace(match[0], _LEFT_OUT)
    for match in _CODE.finditer(rest):
        name = next(group for group in match.groups() if group)
        found += [] if held.holds(name) else [name]
    found += [label for label in labels(rest) if not held.holds(label)]
    found += [figure.said for figure in held.figures.missing(_CODE.sub(_LEFT_OUT, rest))]
    found += [word[0] for word in _WORD.finditer(rest) if not held.scripts.issuperset(_scripts(word[0]))]
    return tuple(dict.fromkeys([*found, *(name for name in _names(rest) if not held.word(name))]))


def overreaching(words: Untrusted, records: Iterable[str], *, universal: bool = True) -> tuple[str, ...]:
    """Words that attest, or that speak of everything, and that no record says. universal: whether a record may say the latter for it."""
    said, held = measure(words), Held(records)
    found = [match[0] for match in _ATTESTING.finditer(said) if not held.stem(match[0])]
    found += [match[0] for match in _UNIVERSAL.finditer(said) if not (universal and held.holds(match[0]))]
    return tuple(found)


def said_of(claim: Claim, evidence: Iterable[Evidence], chapter: Untrusted) -> list[str]:
    """The words that a sentence on a claim and its evidence may draw on: the claim's own, and what the pieces say, quote and name."""
    held = [claim.label, measure(claim.text), measure(claim.restated) if claim.restated is not None else ""]
    for item in evidence:
        source = item.ground.quotation.source if isinstance(item.ground, QuotedEvidence) else ""
        held += [item.label, measure(shown.words(item, chapter)), item.limits, source]
    return held


def of_chapter(chapter: Chapter) -> Held:
    """What a restatement of a sentence of the chapter may draw on: its text and its title."""
    return Held([measure(chapter.text), measure(chapter.title)])


class Held:
    """Records as what is looked for in them, for several sentences over the same."""

    def __init__(self, records: Iterable[str]) -> None:
        joined = "\n".join(records)
        self.figures = HeldFigures(joined)
        self.scripts = frozenset(_scripts(joined))
        self._text = " ".join(joined.casefold().split())
        self._words = {_bare(word) for word in _WORD.findall(self._text)} | set(re.findall(r"[^\W\d_]+", self._text))

    def holds(self, piece: str) -> bool:
        """Whether it stands there, not as a part of a longer word."""
        return re.search(rf"(?<!\w){re.escape(' '.join(piece.casefold().split()))}(?!\w)", self._text) is not None

    def word(self, name: str) -> bool:
        return all(_bare(part) in self._words for part in name.split("-")) or self.holds(name)

    def stem(self, word: str) -> bool:
        return any(each[:_STEM] == word.casefold()[:_STEM] for each in self._words)


def _bare(word: str) -> str:
    bare = word.casefold()
    return next((bare.removesuffix(ending) for ending in _ENDINGS if bare.endswith(ending)), bare)


def _scripts(text: str) -> set[str]:
    """The scripts of its letters, without those that any text of mathematics has: what a word in another says, nobody compares."""
    letters = {ch for ch in text if not ch.isascii() and ch.isalpha()}
    return {unicodedata.name(ch, "").partition(" ")[0] for ch in letters} & _OTHER_SCRIPTS


def _names(said: str) -> Iterable[str]:
    """Words with a capital inside a sentence, and those at its head of which something is told that a person or a body does."""
    for match in _WORD.finditer(said):
        if not match[0][0].isupper() or match[0] == "I":
            continue
        heads = _BEGINS.search(said[: match.start()]) is not None
        if not heads or (match[0].casefold() not in _COMMON and _BY.match(said, match.end())):
            yield match[0]
