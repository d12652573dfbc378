"""The instrument `references`: whether what the text points to is there, once, and is what the text says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from prompts.trust import derived, measure
from tools.instruments.references import links
from tools.instruments.references.codelines import lines_misnamed
from tools.instruments.references.counting import Count, counted, enumerated, placed, sections_counted
from tools.instruments.references.formulas import commented, misnamed
from tools.instruments.references.items import items_misnamed
from tools.instruments.references.labels import Mention, Target, mentions_of, targets_of
from tools.instruments.references.links import Pointer
from tools.instruments.references.meaning import mistaken
from tools.instruments.references.missing import Labels
from tools.instruments.references.names import names_missing
from tools.instruments.references.neighbours import neighbours
from tools.instruments.references.pointing import outweighed
from tools.instruments.references.roles import roles_mistaken
from tools.records import Block, Chapter, ChapterEvidence, Examination, Facts, Finding, Gap, RunOutcome, RunWanted, Span

_NAMES = {
    "figure": "figure", "table": "table", "listing": "listing", "example": "example", "equation": "equation", "section": "section",
    "algorithm": "algorithm", "step": "step", "exercise": "exercise",
}  # fmt: skip


_READ = (mistaken, outweighed, misnamed)


class References:
    """Checks figures, tables, sections, equations, footnotes, links and citations against the chapter itself."""

    name = "references"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        text = measure(chapter.text)
        targets = targets_of(chapter.blocks, text, chapter.number)
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
        mentions = [(m, b) for b in chapter.blocks for m in mentions_of(b, text, targets, chapter.number)]
        yield from self.mentions(mentions, Labels(targets, chapter, text, tuple(m for m, _ in mentions)), chapter, text)
        yield from self.numbers(chapter, text, targets)
        yield from self.duplicates(targets)
        pointers = links.footnotes(chapter.blocks, text) + links.links(chapter.blocks, text)
        pointers += links.citations(chapter.blocks, text, tuple(measure(r) for r in facts.references))
        for pointer in pointers:
            yield from self.pointer(pointer, chapter)
        for count in _once([*counted(chapter.blocks, text), *enumerated(chapter.blocks, text)]):
            if count.said == count.found:
                yield self.supported(count.span, "count", f"The text announces {count.said} items and {count.found} follow.", count.ground)
            else:
                why = f"The text announces {count.said} items, and {count.found} follow."
                yield self.contradicted(count.span, "count", why, "the items of the list after it, counted", count.ground)
        for count in sections_counted(chapter.blocks, text, targets):
            if count.said == count.found:
                yield self.supported(count.span, "count", f"There are {count.said} such sections.", count.ground)
            elif chapter.whole:
                why = f"The text speaks of {count.said} sections, and {count.found} stand before it."
                yield self.contradicted(count.span, "count", why, "the numbered headings before it, counted", count.ground)
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

    def mentions(self, mentions: list[tuple[Mention, Block]], labels: Labels, chapter: Chapter, text: str) -> Iterator[Finding | Gap]:
        """Each reference that describes another thing, and each label once: whether it is there."""
        seen: set[tuple[str, str]] = set()
        for mention, block in mentions:
            mistake = next((m for read in _READ if (m := read(mention, chapter.blocks, text, labels.targets)) is not None), None)
            if mistake is not None:
                yield self.contradicted(mistake.span, "wrong-target", mistake.why, mistake.working, mistake.ground)
            elif (mention.kind, mention.number) not in seen:
                found = self.mention(mention, labels, block)
                seen |= {(mention.kind, mention.number)} if found is not None else set()
                yield from () if found is None else (found,)

    def numbers(self, chapter: Chapter, text: str, targets: tuple[Target, ...]) -> Iterator[Finding]:
        """Numbers of lines, steps, points and stages, and of equations in comments, beside words that fit another."""
        found = (commented(chapter.blocks, text, targets), lines_misnamed(chapter.blocks, text), items_misnamed(chapter.blocks, text))
        for mistake in chain(*found):
            yield self.contradicted(mistake.span, "wrong-target", mistake.why, mistake.working, mistake.ground)
        for mistake in chain(names_missing(chapter.blocks, text), roles_mistaken(chapter.blocks, text)):
            yield self.contradicted(mistake.span, "wrong-name", mistake.why, mistake.working, mistake.ground)

    def mention(self, mention: Mention, labels: Labels, block: Block) -> Finding | Gap | None:
        """Whether one reference has a target."""
        name = f"{_NAMES[mention.kind]} {mention.number}"
        target = labels.target(mention)
        if target is not None:
            if mention.kind == "step":
                return None
            words = f"The {name} that the text refers to is there: {target.words.strip()[:100]}"
            return self.supported(mention.span, "resolves", words, target.span)
        state = labels.absent(mention, block)
        if state is None:
            return None
        if state == "unknown":
            what = derived(f"whether the {name} exists could not be checked: the text supplied has no such label")
            return Gap(instrument=self.name, span=mention.span, what=what, remedy="supply the whole chapter with its captions")
        other = labels.of_other_kind(mention)
        if other is not None:
            why = f"The text refers to {name}; there is no such {mention.kind}, but a {other.kind} {other.number} that nothing refers to."
            return self.contradicted(
                mention.span, "missing-target", why, f"labels with the number {other.number}: {other.kind}", other.span
            )
        same = labels.alike(mention) or labels.of_kind(mention.kind)
        known = ", ".join(dict.fromkeys(t.number for t in same)) or "none"
        has = f"it has {known}" if same else "nothing in it is labelled so"
        why = f"The text refers to {name}, and the {'chapter' if labels.whole else 'text supplied'} has none; {has}."
        working = f"labels of this kind in the {'chapter' if labels.whole else 'excerpt'}: {known}"
        found = self.contradicted(mention.span, "missing-target", why, working, same[0].span if same else None)
        if state == "unlabelled":
            limits = "Captions may have been lost when the text was taken from the page."
            return found.model_copy(update={"verdict": "unverifiable", "response": "clarification", "limits": limits})
        if state == "skips":
            limits = "It may stand in the part of the chapter that was not supplied; nothing refers to the numbers before it."
            return found.model_copy(update={"verdict": "unverifiable", "response": "clarification", "limits": limits})
        return found

    def duplicates(self, targets: tuple[Target, ...]) -> Iterator[Finding]:
        first: dict[tuple[str, str], Target] = {}
        for target in targets:
            if target.kind in ("step", "section", "example", "exercise", "equation") or not target.sure:
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


def _once(counts: list[Count]) -> Iterator[Count]:
    """Each announcement once, the first reading of it."""
    taken: list[Span] = []
    for count in counts:
        if not any(count.span.overlaps(other) for other in taken):
            taken.append(count.span)
            yield count


def _alike(one: str, other: str) -> bool:
    """Whether two captions are one, printed twice (beside a figure and in its alternative text)."""
    a, b = one.strip(" .*_])").lower(), other.strip(" .*_])").lower()
    return not a or not b or a.startswith(b[:40]) or b.startswith(a[:40])
