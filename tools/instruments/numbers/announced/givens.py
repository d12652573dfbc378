"""Figures that a sentence gives and does not derive, whatever words lead to them: operands, members of a list, quoted ones, parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.announced.stated import Stated
from tools.instruments.numbers.page import Page, Sentence

_OPERATOR_AFTER = re.compile(r"\)?\s*(?:[×*·/+−]|\\times|\\cdot|-(?=\s))\s*[(\d]")
_OPERATOR_BEFORE = re.compile(r"(?:[×*·/+−]|\\times|\\cdot|(?<=\s)-)\s*\(?$")
_JOINT = re.compile(
    r"(?:\s[\w-]+){0,3}\)?(?:,|\s(?:and|und|et|y|or|oder|ou))(?:\s(?:and|und|et|y))?\s(?:an?\s|the\s|eine?\s|une?\s|"
    r"[\w-]+\s){0,4}(?:of\s|von\s|de\s)?",
    re.IGNORECASE,
)
_SHARED_OUT = re.compile(
    r"\s(?:[\w-]+\s)?(?:for|are|is|in|to|für|sind|pour|sont)\s[^,.;\d]{1,40}\s(?:and|und|et|y)\s(?:the other\s)?$", re.IGNORECASE
)
_EACH = re.compile(r"[\s-]?(?:[^\W\d_]+\s)?(?:an?|per|each|every|je|pro|par|chaque|cada)\s", re.IGNORECASE)
OF_MANY = re.compile(
    r"(?<![^\W\d_])(?:median|mean|average|best|minimum|maximum|fastest|mittel(?:wert)?|durchschnitt|beste[rs]?|médiane|moyenne|"
    r"meilleure?)\s(?:of|over|out of|"
    r"aus|von|über|de|sur)\s(?:the\s|its\s|our\s)?$",
    re.IGNORECASE,
)
_FROM = re.compile(r"(?<![^\W\d_])(?:from|between|von|zwischen|de|entre)\s[$€£]?$", re.IGNORECASE)
_TO = re.compile(r"\s(?:to|and|bis|und|à|et)\s[$€£]?$", re.IGNORECASE)
# "Going from 8 to 16 cores yields another 36 %": the figure is about the effect, not about the step.
_STEP = re.compile(
    r"(?<![^\W\d_])(?:going|moving|switching|stepping|raising|increasing|lowering|reducing|changing|scaling|growing|doubling|steps?|jumps?|moves?|changes?|transition|"
    r"übergang|wechsel|erhöhung|"
    r"passant|passer|passage)\s(?:[^\W\d_]+\s){0,4}(?:from|von|de)\s.*\s(?:to|auf|à)\s",
    re.IGNORECASE | re.DOTALL,
)
_FROM_TO = re.compile(r"(?<![^\W\d_])(?:from|von|de)\s[$€£]?\d\S*\s(?:[^\W\d_]+\s){0,2}(?:to|auf|à)\s[$€£]?\d", re.IGNORECASE)
_REALLY = re.compile(
    r"(?<![^\W\d_])(?:really|actually|effectively|in truth|tatsächlich|eigentlich|en réalité|réellement)\s$", re.IGNORECASE
)
_OF_THESE = re.compile(r"\W*(?:of|out of|von|sur|de)\s(?:these|those|this|ces|ce|diese[nrm]?)\s", re.IGNORECASE)
_VALUE_OF_LABEL = re.compile(r"[^:]{2,80}:\s*[$€£~≈]?\d[^:;]{0,30}")


# What goes on in a sentence with these is no sum, product or quotient of the figures in it.
_BEYOND = re.compile(
    r"(?<![^\W\d_])(?:to the power|raised to|powers? of|squared?s?|cubed|(?:square |cube )?roots?(?: of)?|logarithm\w*|log|ln|"
    r"exponent\w*|factorial|hoch|quadrat\w*|wurzel|puissance|au carré|racine|potencia|cuadrado|raíz)(?![^\W\d_])|[√²³]|\*\*|\^",
    re.IGNORECASE,
)
# "At a hit rate of 80 % the mean is 12 ms", "raising it to 90 % saves 5 ms", "if 30 % of them fail": a case that is looked at.
_CASE = re.compile(
    r"(?:^|[.,;:—–(]\s|(?<![^\W\d_])(?:and|but|while|und|et)\s)(?:at|with|for|under|assuming|given|once|when|where|if|bei|mit|für|wenn|avec|pour|"
    r"à|si|con|para)\s(?:(?!is\b|are\b|was\b)[\w'’-]+\s){0,6}[$€£]?$",
    re.IGNORECASE,
)
_LEVEL = re.compile(
    r"(?<![^\W\d_])(?:rais|lower|lift|cut|reduc|increas|decreas|bring|push|turn|set|drop|go|mov|switch|grow|chang)(?:e|es|ing|s|ging|ting|ping)?\s"
    r"(?:[\w'’-]+\s){0,5}(?:to|down to|up to|from)\s[$€£]?$",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\s(?:[\w'’-]+\s){1,3}?(?:cost|take|need|give|mean|make|bring|require|last|weigh|hold|use|kosten|brauchen|dauern|ergeben|coûtent|prennent|"
    r"donnent)s?\s",
    re.IGNORECASE,
)


def _is_case(stated: Stated) -> bool:
    """Whether a figure names the case that is looked at, of which something else is told."""
    if not stated.later:
        return False
    if _ASKED.match(stated.tail) and stated.item.plain_count and stated.item.quantity.style == "words":
        return True
    if cues.STRICT.search(stated.lead):
        return False
    change = cues.LESS.search(stated.lead) or cues.MORE.search(stated.lead)  # "with a discount of 15 %" relates the figures that follow
    return bool(_LEVEL.search(stated.lead) or (_CASE.search(stated.lead) and not change))


def is_beyond_products(sentence: Sentence, item: Item) -> bool:
    """Whether powers, roots or logarithms go on before a figure, so that it is no sum, product or quotient of the others."""
    return _BEYOND.search(sentence.text[: item.span.start - sentence.span.start]) is not None


def is_given(page: Page, sentence: Sentence, stated: Stated) -> bool:
    """Whether a figure is one of those that a sentence starts from."""
    if _is_case(stated):
        return True
    item, text = stated.item, page.text
    before, after = text[max(0, item.span.start - 8) : item.span.start], text[item.span.end : item.span.end + 8]
    if _OPERATOR_AFTER.match(after) or _OPERATOR_BEFORE.search(before):
        return True
    if before[-1:] in "“”„\"'‘«" and re.match(r"\s?[^\W\d_]*[“”\"'’»]", text[item.span.end : item.span.end + 30]) and before:
        return True
    if _EACH.match(stated.tail) and text[: item.span.start].rstrip().endswith((",", "(")):
        return True
    if OF_MANY.search(stated.lead):
        return True
    if _OF_THESE.match(sentence.text) and not stated.announced and any(own.kind == item.kind for own in stated.own):
        return True
    if _REALLY.search(stated.lead) or (_FROM.search(stated.lead) and _TO.match(stated.tail)):
        return True
    head = sentence.text[: item.span.start - sentence.span.start]
    if item.kind in ("percent", "times", "part") and _STEP.search(head) and len(_FROM_TO.findall(head)) == 1:
        return True
    if _SHARED_OUT.fullmatch(stated.lead):
        return True
    return _in_list(stated) or _labelled(page, sentence, stated)


def _in_list(stated: Stated) -> bool:
    """Whether a figure is one of three or more that stand side by side, or of two that are shared out."""
    places = [*stated.own[-3:], stated.item, *stated.later[:3]]
    at = len(stated.own[-3:])
    joined = [_joined(stated, one, other) for one, other in pairwise(places)]
    before, after = (joined[at - 1] if at else False), (joined[at] if at < len(joined) else False)
    run = 1 + sum(_streak(joined[:at][::-1])) + sum(_streak(joined[at:]))
    return bool(run >= 3 and (before or after)) or bool(
        stated.later and _SHARED_OUT.fullmatch(stated.tail) and stated.later[0].kind == stated.item.kind
    )


def _streak(joined: Sequence[bool]) -> Iterator[int]:
    for own in joined:
        if not own:
            return
        yield 1


def _joined(stated: Stated, one: Item, other: Item) -> bool:
    between = stated.text[max(0, one.span.end - stated.start) : max(0, other.span.start - stated.start)]
    if any((one.kind == kind) != (other.kind == kind) for kind in ("percent", "part", "times")) or cues.RESULT.search(between):
        return False
    return _JOINT.fullmatch(between) is not None


def _labelled(page: Page, sentence: Sentence, stated: Stated) -> bool:
    """Whether a figure is the value of a label in a list of such."""
    if not stated.lead.rstrip(" $€£~≈").endswith(":") or stated.tail.strip(" .*_`"):
        return False
    near = [
        own
        for own in (*page.sentences_of(sentence.block - 1), *page.sentences_of(sentence.block), *page.sentences_of(sentence.block + 1))
        if own is not sentence
    ]
    return any(_VALUE_OF_LABEL.fullmatch(own.text.strip(" -*•.\n")) for own in near)
