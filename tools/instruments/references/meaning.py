"""References whose own words describe another thing of the same kind than the one that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.references.kinds import ANY
from tools.instruments.references.labels import Mention, Target
from tools.instruments.references.pages import Pages
from tools.instruments.references.words import content, kin
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
    block = block_of(mention.span, blocks)
    if block is None:
        return None
    sentence = sentence_of(mention.span, block, text)
    descriptions = [d for d in _descriptions(mention.span, sentence, text, mention.kind) if content(d.words)]
    pages = {t.span.start: Pages(t, same, blocks, text, sentence) for t in same} if descriptions else {}
    for described in descriptions:
        found = _mistake(mention, described, named, pages)
        if found is not None:
            return found
    return None


def _mistake(mention: Mention, described: _Described, named: Target, pages: dict[int, Pages]) -> Mistake | None:
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


def _common(word: str, mine: Pages, others: list[Pages]) -> bool:
    """Whether a word stands in the caption of the thing named and in that of another, so that it tells nothing."""
    if mine.target.kind == "section":
        return False
    return mine.entitled(word) and any(p.entitled(word) for p in others)


def block_of(span: Span, blocks: tuple[Block, ...]) -> Block | None:
    """The block that a reference stands in."""
    return next((b for b in blocks if span.within(b.span)), None)


def sentence_of(span: Span, block: Block, text: str) -> Span:
    """The sentence that a reference stands in."""
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
