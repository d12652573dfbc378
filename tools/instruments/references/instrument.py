"""The instrument `references`: whether what the text points to is there, once, and is what the text says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import derived, measure
from tools.instruments.references import links
from tools.instruments.references.counting import counted, placed
from tools.instruments.references.labels import Mention, Target, mentions_of, targets_of
from tools.instruments.references.links import Pointer
from tools.instruments.references.meaning import mistaken, neighbours
from tools.records import Block, Chapter, ChapterEvidence, Examination, Facts, Finding, Gap, RunOutcome, RunWanted, Span

_ELSEWHERE = re.compile(
    r"\b(?:paper|RFC|PEP|ISO|standard|article|et al|appendix|textbook|documentation|docs|manual|specification|spec|Norm|Artikel|Aufsatz"
    r"|Handbuch|Buch|book|volume|Band|Anhang"
    r"|GDPR|DSGVO|license|Lizenz|law|Gesetz|chapters?|kapiteln?)\b|https?://|\[\d+\]",
    re.I,
)
_NAMES = {
    "figure": "figure", "table": "table", "listing": "listing", "example": "example", "equation": "equation", "section": "section",
    "algorithm": "algorithm", "step": "step", "exercise": "exercise",
}  # fmt: skip


class References:
    """Checks figures, tables, sections, equations, footnotes, links and citations against the chapter itself."""

    name = "references"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        text = measure(chapter.text)
        targets = targets_of(chapter.blocks, text)
        findings: list[Finding] = []
        gaps: list[Gap] = []
        for item in self.everything(chapter, facts, text, targets):
            if isinstance(item, Finding):
                findings.append(item)
            else:
                gaps.append(item)
        return Examination(findings=tuple(findings), gaps=tuple(gaps))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """Nothing: this instrument asks for no run."""
        return Examination()

    def everything(self, chapter: Chapter, facts: Facts, text: str, targets: tuple[Target, ...]) -> Iterator[Finding | Gap]:
        seen: set[tuple[str, str]] = set()
        for block in chapter.blocks:
            if block.kind not in ("prose", "quote", "heading"):
                continue
            for mention in mentions_of(block, text, targets):
                if (mention.kind, mention.number) not in seen:
                    yield from self.mention(mention, targets, chapter, text, block, seen)
        yield from self.duplicates(targets, text)
        yield from (self.contradicted(m.span, "wrong-target", m.why, m.working, m.ground) for m in mistaken(chapter.blocks, text, targets))
        pointers = links.footnotes(chapter.blocks, text) + links.links(chapter.blocks, text)
        pointers += links.citations(chapter.blocks, text, tuple(measure(r) for r in facts.references))
        for pointer in pointers:
            yield from self.pointer(pointer, chapter)
        for count in counted(chapter.blocks, text):
            if count.said == count.found:
                yield self.supported(count.span, "count", f"The text announces {count.said} items and {count.found} follow.", count.ground)
            else:
                why = f"The text announces {count.said} items, and {count.found} follow."
                yield self.contradicted(count.span, "count", why, "the items of the list after it, counted", count.ground)
        yield from self.places(chapter, text, targets)
        yield from self.neighbours(chapter, text)

    def neighbours(self, chapter: Chapter, text: str) -> Iterator[Finding]:
        """Chapters named as this one, the one before or the one after, against the chapter's own number."""
        if chapter.number is None or not chapter.number.isdigit():
            return
        for block in chapter.blocks:
            if block.kind not in ("prose", "quote"):
                continue
            for span, why, right in neighbours(block, text, int(chapter.number)):
                if right:
                    yield self.supported(span, "neighbour", why, None)
                else:
                    yield self.contradicted(span, "neighbour", why, f"the pack gives the chapter's number as {chapter.number}", None)

    def mention(
        self, mention: Mention, targets: tuple[Target, ...], chapter: Chapter, text: str, block: Block, seen: set[tuple[str, str]]
    ) -> Iterator[Finding | Gap]:
        """Whether one reference has a target."""
        same = [t for t in targets if t.kind == mention.kind]
        name = f"{_NAMES[mention.kind]} {mention.number}"
        target = next((t for t in same if t.number == mention.number or t.number == mention.number.rstrip("abcdefgh")), None)
        if target is not None and mention.kind != "step":
            seen.add((mention.kind, mention.number))
            caption = target.words.strip()
            yield self.supported(mention.span, "resolves", f"The {name} that the text refers to is there: {caption[:100]}", target.span)
            return
        if (
            target is not None
            or _is_elsewhere(mention, text, block)
            or (mention.kind in ("step", "exercise") and not _steps_end(mention, same))
        ):
            return
        seen.add((mention.kind, mention.number))
        if mention.kind == "section" and not same:
            return
        if not chapter.whole or not _comparable(mention, same, chapter):
            what = derived(f"whether the {name} exists could not be checked: the text supplied has no such label")
            yield Gap(instrument=self.name, span=mention.span, what=what, remedy="supply the whole chapter with its captions")
            return
        known = ", ".join(dict.fromkeys(t.number for t in same))
        why = f"The text refers to {name}, and the chapter has none; it has {known}."
        yield self.contradicted(mention.span, "missing-target", why, f"labels of this kind in the chapter: {known}", same[0].span)

    def duplicates(self, targets: tuple[Target, ...], text: str) -> Iterator[Finding]:
        first: dict[tuple[str, str], Target] = {}
        for target in targets:
            if target.kind in ("step", "section", "example", "exercise", "equation"):
                continue
            earlier = first.setdefault((target.kind, target.number), target)
            if earlier is target or earlier.span == target.span or _alike(earlier.words, target.words):
                continue
            why = f"Two captions have the number {target.kind} {target.number}: {earlier.words[:60]!r} and {target.words[:60]!r}."
            yield self.contradicted(target.span, "duplicate-number", why, "captions of the chapter, in order", earlier.span)

    def pointer(self, pointer: Pointer, chapter: Chapter) -> Iterator[Finding | Gap]:
        names = {"footnote": "footnote", "link": "anchor", "citation": "entry in the list of references"}
        what = f"{names[pointer.kind]} {pointer.name}"
        if pointer.found:
            yield self.supported(pointer.span, f"{pointer.kind}-resolves", f"The {what} is there.", None)
        elif chapter.whole or pointer.kind == "citation":
            yield self.contradicted(
                pointer.span,
                f"missing-{pointer.kind}",
                f"The text points to {what}, and there is none.",
                "looked for in the whole chapter",
                None,
            )
        else:
            remedy = "supply the whole chapter"
            yield Gap(instrument=self.name, span=pointer.span, what=derived(f"the {what} is not in the excerpt"), remedy=remedy)

    def places(self, chapter: Chapter, text: str, targets: tuple[Target, ...]) -> Iterator[Finding]:
        if not chapter.whole:
            return
        for place in placed(chapter.blocks, text, targets):
            yield self.contradicted(place.span, "wrong-place", place.why, "blocks of the chapter in order", place.ground)

    def supported(self, span: Span, rule: str, words: str, ground: Span | None) -> Finding:
        return Finding(
            instrument=self.name, rule=rule, span=span, kind="reference", verdict="supported", priority="low", response="no change",
            summary=derived(words), grounds=() if ground is None else (ChapterEvidence(relation="SUPPORTS", span=ground),),
        )  # fmt: skip

    def contradicted(self, span: Span, rule: str, words: str, working: str, ground: Span | None) -> Finding:
        return Finding(
            instrument=self.name, rule=rule, span=span, kind="reference", verdict="contradicted", priority="medium",
            response="correction", summary=derived(words), working=(derived(working),),
            grounds=() if ground is None else (ChapterEvidence(relation="CONTRADICTS", span=ground),),
        )  # fmt: skip


def _alike(one: str, other: str) -> bool:
    """Whether two captions are one, printed twice (beside a figure and in its alternative text)."""
    a, b = one.strip(" .*_])").lower(), other.strip(" .*_])").lower()
    return not a or not b or a.startswith(b[:40]) or b.startswith(a[:40])


def _is_elsewhere(mention: Mention, text: str, block: Block) -> bool:
    """Whether the sentence around a reference speaks of another document."""
    before = text[max(block.span.start, mention.span.start - 160) : mention.span.start]
    after = text[mention.span.end : min(block.span.end, mention.span.end + 120)]
    sentence = re.split(r"[.!?]\s+(?=[A-ZÄÖÜ\"(])", before)[-1] + " # " + re.split(r"[.!?](?:\s|$)", after)[0]
    return bool(_ELSEWHERE.search(sentence)) or bool(
        re.match(r"\s*(?:of|from|in|von|aus|des|der)\s+(?!this|diese|our|the (?:chapter|text))[A-Z\[\"“*_(]?\w", after)
    )


def _comparable(mention: Mention, same: list[Target], chapter: Chapter) -> bool:
    """Whether the chapter labels this kind in this way, so that a missing label is a fault."""
    if not same:
        return False
    depth = mention.number.count(".")
    alike = [t for t in same if t.number.count(".") == depth]
    if mention.kind == "section":
        top = mention.number.split(".")[0]
        alike = [t for t in same if depth and t.number.split(".")[0] == top]
        if not depth:
            alike = [t for t in same if "." not in t.number]
            return len(alike) >= 2
        return len(alike) >= 2
    if depth and mention.number.split(".")[0] not in {t.number.split(".")[0] for t in alike}:
        return chapter.number is not None and mention.number.split(".")[0] == chapter.number
    return bool(alike)


def _steps_end(mention: Mention, same: list[Target]) -> bool:
    """Whether the chapter has one numbered list alone, without gaps, that ends before the step referred to."""
    numbers = [int(t.number) for t in same if t.number.isdigit()]
    return (
        len(numbers) >= 3
        and numbers == list(range(1, len(numbers) + 1))
        and mention.number.isdigit()
        and int(mention.number) > len(numbers)
    )
