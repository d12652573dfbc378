"""What is said of a message: it is there, it is printed with another name today, another text stands in its place."""

from __future__ import annotations

import builtins
import re

from prompts.trust import derived, measure
from tools.instruments.loglines.places import Place, Search
from tools.instruments.loglines.quoting import Message, stripped
from tools.packages.messages import HOLE, Match, Template, likeness, rows_of
from tools.packages.names import Names
from tools.packages.resolution import Found
from tools.packages.search import holds_compiled, search
from tools.packages.signatures import deprecation
from tools.records import Finding, Gap, PackageFile, Packages, Quotation, QuotedEvidence, Replacement, Span

NAME = "loglines"
# The rest of a recorded line may differ, too: then the new words in it would make a line that no release prints.
REASON = "the installed release prints this part so; record the run again, or name the release"
ALIKE = {True: 0.8, False: 0.86}


class Judge:
    """Says what the installed packages hold of each message of one chapter."""

    def __init__(self, search_: Search, packages: Packages) -> None:
        self._search, self._packages, self._names = search_, packages, Names(packages)

    def look(self, message: Message) -> Finding | Gap | None:
        words = self._search.whole(message)
        nearest: tuple[float, Place] | None = None
        for distribution in self._search.distributions(message):
            places = list(self._search.places(distribution, words, 2 if message.plain else 1))
            found = self._search.found(words, places)
            if found is not None:
                return None if self._interpreters(message, words) else self._judged(message, *found)
            for place in places:
                like = likeness(words, place.template)
                if nearest is None or like > nearest[0]:
                    nearest = (like, place)
        if message.plain:
            return None
        if nearest is None:
            return self._gap(message)
        return self._nearest(message, words, *nearest)

    def _judged(self, message: Message, place: Place, match: Match) -> Finding | None:
        renamed = self._renamed(message, place, match)
        if renamed is not None:
            return renamed
        start = message.span.start
        span = Span(start=start + match.start, end=start + match.end)
        if message.plain and match.end - match.start < 0.6 * len(message.span):
            return None
        quotation = place.quote()
        summary = f"{_release(place.file)} still has this text ({place.file.path}, {quotation.locator})."
        working = (f"searched {place.file.distribution} for the words; the source's text is: {_shown(place.template)}",)
        return _finding("message", span, "supported", summary, working, (_ground("SUPPORTS", quotation),))

    def _renamed(self, message: Message, place: Place, match: Match) -> Finding | None:
        """A value in the message is the name of a setting that is an alias today, so that the text prints another name."""
        module = self._names.module(place.file.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        words = self._search.words(message)
        for piece, (start, end) in zip(place.template.pieces, match.holes, strict=False):
            owner = re.search(r"([A-Za-z_][\w.]*)\.$", piece)
            value = words[start:end]
            if module is None or owner is None or not value.isidentifier():
                continue
            setting = self._names.resolve_in(module, f"{owner.group(1)}.{value}")
            mark = deprecation(self._names, setting) if isinstance(setting, Found) else None
            target = self._names.resolve(mark.successor) if mark is not None and mark.successor else None
            if mark is None or not isinstance(target, Found) or not isinstance(setting, Found):
                continue
            new = mark.successor.rpartition(".")[2]
            told = self._told(place.file.distribution, value, new, setting)
            if told is None:
                continue
            return self._outdated_name(message, place, match, (start, end), new, (mark.quotation, target.quote(), told))
        return None

    def _told(self, distribution: str, old: str, new: str, setting: Found) -> Quotation | None:
        """The place at which the source says the new name as a word, where it nowhere says the old one."""
        hits = search(self._packages, distribution, [f'"{old}"', f"'{old}'", f'"{new}"', f"'{new}'"])
        if any(needle.strip("\"'") == old for hit in hits for needle in hit.needles):
            return None
        folder = setting.module.file.path.rpartition("/")[0]
        for hit in sorted(hits, key=lambda each: (not each.path.startswith(folder), each.path)):
            file = self._packages.read(distribution, hit.path)
            text = measure(file.text) if file is not None else ""
            said = re.search(rf"(?m)^.*return\b.*[\"']{new}[\"'].*$", text) or re.search(rf"(?m)^.*[\"']{new}[\"'].*$", text)
            if file is not None and said is not None:
                return file.quote(stripped(text, said.start(), said.end()))
        return None

    def _outdated_name(
        self,
        message: Message,
        place: Place,
        match: Match,
        hole: tuple[int, int],
        new: str,
        quotations: tuple[Quotation, Quotation, Quotation],
    ) -> Finding:
        words = self._search.words(message)
        alias, target, told = quotations
        line = place.quote()
        today = words[match.start : hole[0]] + new + words[hole[1] : match.end]
        span = Span(start=message.span.start + match.start, end=message.span.start + match.end)
        old = words[hole[0] : hole[1]]
        summary = f"{_release(place.file)} prints this line as {today!r}: {old} is only an alias of {new} there."
        working = (
            f"the text {_shown(place.template)} stands at {place.file.path}, {line.locator}",
            f"{old} is declared as an alias at {alias.source.partition('/')[2]}, {alias.locator}",
            f"{new}, the name that is filled in, stands at {told.source.partition('/')[2]}, {told.locator}",
        )
        grounds = (_ground("SUPERSEDES", line), _ground("SUPERSEDES", alias), _ground("SUPERSEDES", target), _ground("SUPERSEDES", told))
        replacement = Replacement(span=span, text=derived(today), reason=REASON, certain=False)
        return _finding("message", span, "outdated", summary, working, grounds, replacement)

    def _nearest(self, message: Message, words: str, like: float, place: Place) -> Finding | Gap | None:
        template = place.template
        if like < ALIKE[message.printed] or len(template.plain_words) < 5 or self._compiled(place.file.distribution, words, template):
            return self._gap(message)
        quotation = place.quote()
        today = " ".join(template.words.split())
        summary = f"{_release(place.file)} has no such text; the closest is {_shown(template)} ({place.file.path}, {quotation.locator})."
        working = (f"searched {place.file.distribution}: {like:.0%} of the words agree, in order",)
        replacement = None
        if HOLE not in today:
            replacement = Replacement(span=message.span, text=derived(today), reason=REASON, certain=False)
        return _finding("message", message.span, "outdated", summary, working, (_ground("SUPERSEDES", quotation),), replacement)

    def _interpreters(self, message: Message, words: str) -> bool:
        """Whether the interpreter itself makes the message: then a package's text like it proves nothing."""
        rows = sorted(rows_of(words, 3), key=len)[-1:] if hasattr(builtins, message.error) else []
        return any(holds_compiled(self._packages, "python", row) for row in rows)

    def _compiled(self, distribution: str, words: str, template: Template) -> bool:
        """Whether what is different from the text stands in compiled code, or nothing plain is different: then nothing is certain."""
        there = " ".join(template.words.split())
        different = [row for row in rows_of(words, 3) if row not in there and len(row) >= 12]
        return not different or any(holds_compiled(self._packages, distribution, row) for row in different[:3])

    def _gap(self, message: Message) -> Gap | None:
        """Said only of a message that the chapter itself puts under a module of an installed package."""
        if not message.module or self._packages.distribution_of(message.module.partition(".")[0]) is None:
            return None
        what = derived(f"No text of {message.module.partition('.')[0]} like this message was found; it may be made in compiled code.")
        return Gap(instrument=NAME, span=message.span, what=what, remedy="run the code that prints it with the installed release")


def _shown(template: Template) -> str:
    return repr(template.words.replace(HOLE, "{}"))


def _release(file: PackageFile) -> str:
    return f"{'Python' if file.distribution == 'python' else file.distribution} {file.version.partition('+')[0]}"


def _ground(relation: str, quotation: Quotation) -> QuotedEvidence:
    return QuotedEvidence.model_validate({"relation": relation, "quotation": quotation})


def _finding(
    rule: str,
    span: Span,
    verdict: str,
    summary: str,
    working: tuple[str, ...],
    grounds: tuple[QuotedEvidence, ...],
    replacement: Replacement | None = None,
) -> Finding:
    supported = verdict == "supported"
    return Finding(
        instrument=NAME,
        rule=rule,
        span=span,
        kind="quote",
        verdict="supported" if supported else "outdated",
        priority="low" if supported else "high",
        response="no change" if supported else "correction",
        summary=derived(summary),
        working=tuple(derived(step) for step in working),
        grounds=grounds,
        replacement=replacement,
        limits="" if not supported else "That the text is there does not show that this code reaches it.",
    )
