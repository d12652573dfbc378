"""Whether a label that the text refers to and that nowhere stands is missing, or may be in a part that was not supplied."""

from __future__ import annotations

import re
from typing import Literal

from tools.instruments.references.labels import Mention, Target
from tools.instruments.references.words import content
from tools.records import Block, Chapter

Absence = Literal["missing", "unlabelled", "skips", "unknown"]

_ELSEWHERE = re.compile(
    r"\b(?:papers?|RFC|PEP|ISO|standards?|articles?|et al|appendix|textbook|documentation|docs|manual|specification|spec|Norm|Artikel"
    r"|Aufsatz|Handbuch|Buch|Lehrbuch|book|volume|Band|Anhang|GDPR|DSGVO|license|Lizenz|law|Gesetz|norme|manuel|livre|annexe|tome"
    r"|(?:chapters?|kapiteln?|chapitres?)\s+\d+|(?:previous|next|last|other|another|vorigen|nächsten|letzten|anderen)\s+(?:chapter|kapitel)"
    r"|chapitre (?:précédent|suivant))\b|https?://|\[\d+\]",
    re.I,
)
_OWN = re.compile(
    r"\b(?:this|our|the present|diese[sm]?|unsere[ms]?|ce|notre)\s+(?:\w+\s+)?(?:book|chapter|buch\w*|kapitel\w*|livre|chapitre)\b", re.I
)
_OF_ANOTHER = re.compile(r"\s*(?:of|from)\s+(?!this|our|the (?:chapter|text))[A-Z\[\"“*_(]?\w|\s*(?:in|von|aus|de|dans)\s+[\[\"“„«*_]")
_ABOVE_AFTER = re.compile(
    r"\W{0,2}\s*(?:above|earlier|oben|weiter oben|ci-dessus|plus haut|précédemment"
    r"|(?:showed|demonstrated|listed|gave|summari[sz]ed|introduced|proved|derived|explained|presented|compared(?! (?:with|to)\b))"
    r"|zeigte|verglich|nannte|ergab|bewies|montrait|a montré|comparait|donnait|a donné)\b",
    re.I,
)
_ABOVE_BEFORE = re.compile(
    r"\b(?:above|earlier|preceding|already|obige[nrms]*|vorangehende[nrms]*|bereits|schon|oben|déjà|ci-dessus|plus haut"
    r"|we saw|we have seen|sahen wir|nous avons vu)\W+(?:in |by |aus |dans )?(?:the |der |die |la |le )?$",
    re.I,
)
_TO_COME = re.compile(r"[^.;]{0,25}?\b(?:will|later|below|shall|wird|werden|später|unten|weiter hinten|plus loin|plus bas|\w+era)\b", re.I)


class Labels:
    """The labels of a text and what follows from them for one that is not among them."""

    def __init__(self, targets: tuple[Target, ...], chapter: Chapter, text: str, mentions: tuple[Mention, ...]) -> None:
        self.targets = targets
        self.whole = chapter.whole
        self.number = chapter.number
        self.text = text
        self.mentions = mentions

    def of_kind(self, kind: str) -> list[Target]:
        return [t for t in self.targets if t.kind == kind]

    def target(self, mention: Mention) -> Target | None:
        same = self.of_kind(mention.kind)
        exact = next((t for t in same if t.number == mention.number), None)
        return exact or next((t for t in same if t.number == mention.number.rstrip("abcdefgh")), None)

    def alike(self, mention: Mention) -> list[Target]:
        """Labels of the kind that are numbered in the same way, in the same chapter."""
        depth, first = mention.number.count("."), mention.number.split(".")[0]
        return [t for t in self.of_kind(mention.kind) if t.number.count(".") == depth and (not depth or t.number.split(".")[0] == first)]

    def of_other_kind(self, mention: Mention) -> Target | None:
        """The label of another kind that has just this number and the words of the reference, and that nothing refers to by its own kind;
        only where nothing of the kind named is there."""
        kinds = ("table", "figure", "listing")
        if mention.kind not in kinds or "." not in mention.number or self.of_kind(mention.kind) or self._pictured(mention):
            return None
        same = [t for t in self.targets if t.kind in kinds and t.number == mention.number and t.sure]
        named = {m.kind for m in self.mentions if m.number == mention.number}
        said = re.split(r"[.!?;](?:\s|$)", self.text[mention.span.end : mention.span.end + 160])[0]
        fits = [t for t in same if len(set(content(t.words)) & set(content(said))) >= 2]
        return fits[0] if len(fits) == 1 and fits[0].kind not in named else None

    def _pictured(self, mention: Mention) -> bool:
        """Whether the text has pictures or code that may have been the thing, without a caption."""
        shown = {"figure": r"!\[|<img|\\includegraphics|<svg|┌|\+--", "listing": r"```|^    \S|<pre", "table": r"\|.*\|.*\||<table"}
        return re.search(shown[mention.kind], self.text, re.M) is not None

    def absent(self, mention: Mention, block: Block) -> Absence | None:
        """missing: a fault; unlabelled: nothing of the kind has a label; unknown: cannot be told; None: nothing to say.

        skips: it may stand in a part that was not supplied, but its number passes over others that nothing refers to.
        """
        if self._is_elsewhere(mention, block):
            return None
        same = self.of_kind(mention.kind)
        numbered = mention.kind == "exercise" and "." in mention.number and bool(self.alike(mention))
        if mention.kind in ("step", "exercise") and not numbered and not _steps_end(mention, same):
            return None
        if mention.kind == "section" and len(self.alike(mention)) < (1 if self.whole and "." in mention.number else 2):
            return None
        if "." in mention.number and mention.number.split(".")[0] not in self._own():
            return None
        return self._in_whole(mention) if self.whole else self._in_excerpt(mention)

    def _own(self) -> set[str]:
        """First parts of the numbers that this chapter's labels have."""
        return {t.number.split(".")[0] for t in self.targets if "." in t.number and t.sure} | ({self.number} if self.number else set())

    def _is_lost(self, mention: Mention) -> bool:
        """Whether so many labels of the kind are missing that they were lost, or stand in a form that is not known."""
        own = self._own()
        asked = {m.number for m in self.mentions if m.kind == mention.kind and ("." not in m.number or m.number.split(".")[0] in own)}
        there = {t.number for t in self.of_kind(mention.kind)}
        return len(asked - there) >= 3 and len(asked - there) > len(asked & there)

    def _in_whole(self, mention: Mention) -> Absence:
        if self.alike(mention):
            return "unknown" if self._is_lost(mention) else "missing"
        if self.of_other_kind(mention) is not None:
            return "missing"
        asked = {m.number for m in self.mentions if m.kind == mention.kind}
        if "." not in mention.number or len(asked) > 2:
            return "unknown"
        captioned = any(t.kind in ("table", "figure", "listing") for t in self.targets)
        later = mention.number.rpartition(".")[2].isdigit() and int(mention.number.rpartition(".")[2]) > 1 and len(asked) == 1
        kinds = ("listing", "example", "algorithm", "figure") if later else ("listing", "example", "algorithm")
        return "missing" if captioned and mention.kind in kinds else "unlabelled"

    def _in_excerpt(self, mention: Mention) -> Absence:
        last = [int(t.number.split(".")[-1]) for t in self.alike(mention) if t.number.split(".")[-1].isdigit()]
        own = mention.number.split(".")[-1]
        if not last or not own.isdigit():
            return "unknown"
        if self._is_lost(mention):
            return "unknown"
        between = min(last) < int(own) < max(last)
        above = self._begins() and (int(own) < max(last) or self._is_said_above(mention))
        if between or above:
            return "missing"
        return "skips" if self._skips(mention, max(last)) else "unknown"

    def _skips(self, mention: Mention, last: int) -> bool:
        """Whether a table, figure or listing is numbered beyond the next one, though such numbers follow the order of first mention."""
        stem, _, own = mention.number.rpartition(".")
        after = self.text[mention.span.end : mention.span.end + 40]
        if mention.kind not in ("table", "figure", "listing") or not stem or _TO_COME.match(after):
            return False
        earlier = {m.number for m in self.mentions if m.kind == mention.kind}
        return int(own) > last + 1 and not any(f"{stem}.{n}" in earlier for n in range(last + 1, int(own)))

    def _begins(self) -> bool:
        """Whether the excerpt is the beginning of the chapter."""
        sections = [t.number for t in self.of_kind("section") if "." in t.number]
        return not re.match(r"\W*(?:\.\.\.|…)", self.text) and (not sections or sections[0].split(".")[1] in ("0", "1"))

    def _is_said_above(self, mention: Mention) -> bool:
        before = self.text[max(0, mention.span.start - 40) : mention.span.start]
        return bool(_ABOVE_AFTER.match(self.text, mention.span.end) or _ABOVE_BEFORE.search(before))

    def _is_elsewhere(self, mention: Mention, block: Block) -> bool:
        """Whether the clause around a reference speaks of another document."""
        before = self.text[max(block.span.start, mention.span.start - 160) : mention.span.start]
        after = self.text[mention.span.end : min(block.span.end, mention.span.end + 120)]
        cut = r"[.!?;]\s+(?=[A-ZÄÖÜÉ\"(]|$)|;|, (?:and|und|et)\b"
        clause = re.split(cut, before)[-1] + " # " + re.split(r"[.!?;](?:\s|$)|, (?:and|und|et)\b", after)[0]
        named = any(m.group().split()[-1] != self.number for m in _ELSEWHERE.finditer(_OWN.sub(" ", clause)))
        return named or bool(_OF_ANOTHER.match(after))


def _steps_end(mention: Mention, same: list[Target]) -> bool:
    """Whether the chapter has one numbered list alone, without gaps, that ends before the step referred to."""
    numbers = [int(t.number) for t in same if t.number.isdigit()]
    return (
        len(numbers) >= 3
        and numbers == list(range(1, len(numbers) + 1))
        and mention.number.isdigit()
        and len(numbers) < int(mention.number) <= len(numbers) + 10
    )
