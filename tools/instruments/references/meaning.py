"""References whose own words describe another thing of the same kind than the one that they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tools.instruments.references.kinds import ANY
from tools.instruments.references.labels import Mention, Target
from tools.instruments.references.words import akin, content, kin, stemmed
from tools.layout import sentences
from tools.records import Block, Span

_OF = re.compile(
    r"\b(?:the|our|this|der|die|das|dem|den|des|le|la|les|l['’]|du|au)\s*(?P<words>(?:[\w'’-]+\s+){1,4}?)"
    r"(?:of|from|in|aus|von|in|im|de la|de l['’]|de|du|dans la|dans le|à la|au)\s*(?:the |la |le |l['’])?$",
    re.I,
)
_TREATED = re.compile(
    r"(?P<words>.{4,140}?),?\s+(?:is|are|was|were|stands?|appears?|follows?|comes?|steht|stehen|finde[tn] sich|ist|sind|wird|werden"
    r"|zeigt|zeigen|nennt|erklärt|beschreibt|est|sont|figure|figurent|se trouve|se trouvent)"
    r"(?:\s+(?:\w+ly|all|also|then|again|shown|given|derived|treated|explained|described|discussed|listed|found|introduced|covered|defined"
    r"|summari[sz]ed|compared|collected|worked out|(?:the )?(?:topic|subject)|auch|noch|donnée?s?|montrée?s?|décrite?s?|expliquée?s?"
    r"|présentée?s?|détaillée?s?|traitée?s?|définie?s?|résumée?s?|comparée?s?))?"
    r"(?:\s+(?:in|by|of|dans|par|à|en|au))?(?:\s+(?:the|la|le|l['’]|der|die))?\s*$",
    re.I,
)
_SHOWS = re.compile(
    r"\s+(?:shows?|lists?|gives?|compares?|reports?|contains?|summari[sz]es?|plots?|presents?|displays?|collects?|records?|explains?|derives?"
    r"|treats?|describes?|discusses|introduces|zeigt|enthält|listet|vergleicht|nennt|gibt|fasst|stellt|sammelt|erklärt|beschreibt|behandelt"
    r"|montre|donne|présente|compare|résume|décrit|explique|liste|contient|traite)\s+(?P<words>(?:[^.;:!?\n(]|\n(?!\s*\n)){4,160})",
    re.I,
)
_PREDICATE = re.compile(r"\s+(?P<words>[a-zäöüéè][^.,;:!?\n(]{6,120})")
_LABELLED = re.compile(rf"(?:,|\band\b|\bund\b|\bet\b)?\s*\b(?:{ANY})\s+\(?\d.*", re.I | re.S)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|we|you|they|wir|man|sie|nous|vous|on|shown|given|ist|sind|wird|werden|est|sont)\b", re.I)
_CLAUSE = re.compile(r"[;:()]|\.\s|\b(?:so that|whereas|while|während|tandis que)\b")
_AND = re.compile(r"\b(?:and|und|et)\b|,")
_DESCRIBED = ("table", "figure", "listing", "section")
_NEAR = 260  # characters of running text that a table without line ends may have
_WIDE = 700


@dataclass(frozen=True)
class Mistake:
    """span: of the reference; ground: of the label that the words fit."""

    span: Span
    why: str
    working: str
    ground: Span


@dataclass(frozen=True)
class _Described:
    """What the words beside a reference say of its target; direct: they name its subject and nothing else."""

    words: str
    direct: bool


def mistaken(mention: Mention, blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Mistake | None:
    """What is wrong with a reference whose words fit exactly one other thing, and the one that it names not at all."""
    same = [t for t in targets if t.kind == mention.kind]
    named = next((t for t in same if t.number == mention.number), None)
    if named is None or mention.kind not in _DESCRIBED:
        return None
    block = next((b for b in blocks if mention.span.within(b.span)), None)
    if block is None:
        return None
    sentence = _sentence(mention.span, block, text)
    descriptions = [d for d in _descriptions(mention.span, sentence, text, mention.kind) if content(d.words)]
    pages = {t.span.start: _Pages(t, same, blocks, text, sentence) for t in same} if descriptions else {}
    for described in descriptions:
        found = _mistake(mention, described, named, pages)
        if found is not None:
            return found
    return None


class _Pages:
    """What belongs to a target. strict: itself; wide: also the text about it; own: it is the section that the reference stands in."""

    def __init__(self, target: Target, same: list[Target], blocks: tuple[Block, ...], text: str, sentence: Span) -> None:
        self.target = target
        if target.kind == "section":
            span = _section(target, same, text)
            self.own = span.start <= sentence.start < span.end
            self.strict = self.wide = _without(text, span, sentence)
        else:
            self.own = False
            self.strict = _body(target, blocks, text, sentence)
            self.wide = self.strict + "\n" + _around(target, [t for t in same if t is not target], blocks, text, sentence)
        self._title = frozenset(stemmed(target.words))
        self._strict = Counter(stemmed(self.strict))
        self._wide = frozenset(stemmed(self.wide))

    def entitled(self, word: str) -> bool:
        """Whether the word stands in the caption or title."""
        return word in self._title

    def has(self, word: str) -> bool:
        return word in self._wide

    def may_have(self, word: str) -> bool:
        return any(akin(word, other) for other in self._wide) or kin(word, self.wide) > 0

    def shares(self, said: list[str]) -> list[str]:
        """The words that are of the thing itself, or all that stand in a section where three do."""
        shared = [w for w in said if self.names(w)]
        present = [w for w in said if w in self._strict] if self.target.kind == "section" else shared
        return present if len(present) >= 3 or len(present) > len(shared) > 0 else shared

    def names(self, word: str) -> bool:
        """Whether the word is of the thing itself: in its caption or title, for a section also where it stands twice."""
        if self.target.kind == "section":
            return self.entitled(word) or self._strict[word] >= 2
        return word in self._strict if self.target.kind == "table" else self.entitled(word)


def _mistake(mention: Mention, described: _Described, named: Target, pages: dict[int, _Pages]) -> Mistake | None:
    mine = pages[named.span.start]
    others = [p for p in pages.values() if p.target.number != named.number and not p.own]
    words = content(described.words)
    said = [w for w in words if not _common(w, mine, others)]
    if mine.own or not said or any(mine.has(w) for w in said):
        return None
    vague = [w for w in said if mine.may_have(w)]
    if len(vague) > (0 if mention.kind == "section" or len(said) < len(words) else 1):
        return None
    fits = [(p, p.shares(said)) for p in others]
    fits = [(p, shared) for p, shared in fits if shared]
    if not fits and described.direct and mention.kind == "section" and len(said) == 1:
        fits = [(p, said) for p in others if kin(said[0], p.strict) >= 2]
    if len(fits) != 1:
        return None
    other, shared = fits[0]
    if len(said) < len(words) and not all(other.names(w) for w in words):
        return None
    alone = mention.kind == "section" or (len(said) == 1 and other.entitled(shared[0]))
    if len(shared) < 2 and (vague or not described.direct or not alone):
        return None
    return _found(mention, described, (named, other.target), shared)


def _found(mention: Mention, described: _Described, pair: tuple[Target, Target], shared: list[str]) -> Mistake:
    named, other = pair
    kind = mention.kind
    what = "title" if kind == "section" else "caption"
    why = (
        f"The text says of {kind} {named.number}: {described.words.strip()[:120]!r}; its {what} is {named.words[:80]!r} and it has none of "
        f"these words, while {kind} {other.number} fits: {other.words[:80]!r}."
    )
    working = f"words shared with {kind} {other.number}: {', '.join(sorted(shared))}; with {kind} {named.number}: none"
    return Mistake(mention.span, why, working, other.span)


def _common(word: str, mine: _Pages, others: list[_Pages]) -> bool:
    """Whether a word stands in the caption of the thing named and in that of another, so that it tells nothing."""
    if mine.target.kind == "section":
        return False
    return mine.entitled(word) and any(p.entitled(word) for p in others)


def _sentence(span: Span, block: Block, text: str) -> Span:
    return next((s for s in sentences(text, block.span) if s.start <= span.start < s.end), block.span)


def _descriptions(span: Span, sentence: Span, text: str, kind: str) -> Iterator[_Described]:
    """What the sentence says of the target: "the X of Section 2", "X is shown in Table 2", "Table 2 shows X", "X (Section 2)"."""
    before = text[max(sentence.start, span.start - 200) : span.start]
    after = text[span.end : sentence.end]
    clause = re.split(r"\b\d+\.\d+\b", _CLAUSE.split(before)[-1])[-1]
    if kind == "section" and (match := _OF.search(clause)) and not _VERB.search(match["words"]):
        yield _Described(match["words"], direct=len(match["words"].split()) <= 3)
    if match := _TREATED.fullmatch(clause.strip()):
        yield _Described(match["words"], direct=len(content(match["words"])) <= 3)
    elif before.endswith("(") and after.startswith(")"):
        yield _Described(_AND.split(re.split(r"[;:()]|\.\s", before[:-1])[-1])[-1], direct=False)
    after = _LABELLED.sub("", after)
    if match := _SHOWS.match(after):
        yield _Described(match["words"], direct=kind != "section")
    elif kind == "section" and not _AND.sub("", clause).strip() and (match := _PREDICATE.match(after)):
        yield _Described(match["words"], direct=False)


def _section(target: Target, same: list[Target], text: str) -> Span:
    """From a heading to the next one that is not below it."""
    inner = f"{target.number}."
    later = [t.span.start for t in same if t.span.start > target.span.start and not t.number.startswith(inner)]
    return Span(start=target.span.end, end=min(later, default=len(text)))


def _without(text: str, span: Span, sentence: Span) -> str:
    if not span.overlaps(sentence):
        return text[span.start : span.end]
    return text[span.start : max(span.start, sentence.start)] + "\n" + text[min(span.end, sentence.end) : span.end]


def _body(target: Target, blocks: tuple[Block, ...], text: str, sentence: Span) -> str:
    """Caption, header and body of a table, figure or listing."""
    parts = [target.words]
    kinds: tuple[Literal["table", "code", "output", "diagram"], ...] = ("table", "code", "output", "diagram")
    near = [b for b in blocks if b.kind in kinds and len(b.span) < 3000 and _touches(b, target)]
    after = [b for b in near if b.span.start >= target.span.end]
    if after and target.kind == "table" and target.words and all(b.kind == "table" for b in near):
        near = after
    parts += [text[b.span.start : b.span.end] for b in near]
    block = next((b for b in blocks if target.span.within(b.span)), None)
    if block is not None and not near:
        back = Span(start=max(block.span.start, target.span.start - _NEAR), end=target.span.start)
        on = Span(start=target.span.end, end=min(block.span.end, target.span.end + _NEAR))
        parts.append(re.split(r"[.!?]\s(?=[^\W\d_])", _without(text, back, sentence))[-1])
        parts.append("" if target.sure else _without(text, on, sentence))
    return "\n".join(parts)


def _around(target: Target, others: list[Target], blocks: tuple[Block, ...], text: str, sentence: Span) -> str:
    """The prose around a target, without the sentence that refers to it and without the captions of others."""
    parts = []
    prose = [b for b in blocks if b.kind in ("prose", "quote", "heading") and not any(t.span.within(b.span) for t in others)]
    before = [b for b in prose if b.span.end <= target.span.start][-1:]
    after = [b for b in prose if b.span.start >= target.span.end][:1]
    for block in [*before, *after]:
        parts.append(_without(text, block.span, sentence))
    home = next((b for b in blocks if target.span.within(b.span)), None)
    if home is not None:
        start = max(
            [home.span.start, target.span.start - _WIDE, *(t.span.end + len(t.words) for t in others if t.span.end <= target.span.start)]
        )
        end = min([home.span.end, target.span.end + _WIDE, *(t.span.start for t in others if t.span.start >= target.span.end)])
        parts.append(_without(text, Span(start=min(start, end), end=end), sentence))
    return "\n".join(parts)


def _touches(block: Block, target: Target) -> bool:
    gap = min(abs(block.span.start - target.span.end), abs(target.span.start - block.span.end))
    return target.span.within(block.span) or gap <= len(target.words) + 12
