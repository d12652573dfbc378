"""Log lines, warnings and error messages that a chapter quotes, searched in the source of the installed packages.

A message counts as there only where a text of the source, with its placeholders filled, is that message. A message that the
chapter's own code prints or raises is not looked for, and one that comes from compiled code is none of our business: so a message
that is nowhere is no fault.
"""

from __future__ import annotations

import builtins
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import derived, measure
from tools.instruments.identifiers.program import Bindings, Program, bindings, programs
from tools.packages.messages import HOLE, Match, Template, exact, likeness, needles, rows_of, templates, templates_of
from tools.packages.names import Found, Names
from tools.packages.search import Hit, holds_compiled, search
from tools.packages.signatures import deprecation
from tools.records import (
    Block,
    Chapter,
    Examination,
    Facts,
    Finding,
    Gap,
    PackageFile,
    Packages,
    Quotation,
    QuotedEvidence,
    Replacement,
    RunOutcome,
    RunWanted,
    Span,
)

NAME = "loglines"
FILES = 6
MOST = 60
_TESTS = re.compile(r"(?:^|/)(?:tests?|testing|_internal)/|conftest|(?:^|/)test_|_test\.py")
ALIKE = {True: 0.8, False: 0.86}


@dataclass(frozen=True)
class Message:
    """A message as quoted. span: of its words in the chapter, without the exception's name or the logger's. module: the dotted name
    before it, "" where there is none. error: the exception's name. printed: it stands in an output, not in a sentence."""

    span: Span
    module: str
    error: str
    printed: bool
    plain: bool = False


class LogLines:
    """Reads source only; asks for no run."""

    name = NAME

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        if facts.packages is None:
            return Examination()
        search_ = Search(chapter, facts.packages)
        findings, gaps = [], []
        for message in search_.messages():
            result = search_.look(message)
            if isinstance(result, Finding):
                findings.append(result)
            elif isinstance(result, Gap):
                gaps.append(result)
        return Examination(findings=tuple(findings), gaps=tuple(gaps))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        return Examination()


@dataclass(frozen=True)
class Place:
    """A text in a file of a package."""

    file: PackageFile
    template: Template

    def quote(self) -> Quotation:
        """The line or lines of the file that the template's line comes from."""
        text = measure(self.file.text)
        lines = text.split("\n")
        first, last = self.template.first, self.template.last
        longest = max(self.template.pieces, key=len).strip()
        inside = [number for number in range(first, last + 1) if _overlap(longest, lines[number - 1])]
        if inside:
            first, last = inside[0], inside[-1]
        start = sum(len(line) + 1 for line in lines[: first - 1])
        end = start + sum(len(line) + 1 for line in lines[first - 1 : last]) - 1
        words = text[start:end]
        return self.file.quote(Span(start=start + len(words) - len(words.lstrip()), end=start + len(words.rstrip())))


def _overlap(piece: str, line: str) -> bool:
    """Whether a line of the file holds a good part of a text: the text may be broken over several lines."""
    words = piece.split()
    rows = [" ".join(words[start : start + 3]) for start in range(max(1, len(words) - 2))]
    return any(row and row in line for row in rows)


# ---- where a chapter quotes messages ---------------------------------------------------------------------------

_ERROR = re.compile(r"(?<![\w`])(?P<module>(?:[A-Za-z_]\w*\.)*)(?P<error>[A-Z]\w*(?:Error|Exception|Warning)|Unsupported): (?P<words>\S.*)")
_LOGGER = re.compile(
    r"(?:\[[^\]\n]*\]\s*|\b(?:WARNING|ERROR|INFO|DEBUG)[:\s]+|[VWIEDF]\d{4} [\d:. ]+ \d+ )*"
    r"(?P<module>[a-z_]\w*(?:[./][A-Za-z_]\w*)+)(?:\.py:\d+\])?(?::\s*|\s+)(?:\[[^\]\n]*\]\s*|(?:WARNING|ERROR|INFO|DEBUG)[:\s]+)*(?P<words>[^\W\d].*)"
)
_LOGGER_IN_WORDS = re.compile(r"(?P<module>[a-z_]\w*(?:\.[a-z_]\w*)+): (?P<words>[^\W\d].*)")
_QUOTED = re.compile(r"`(?P<a>[^`\n]{15,300})`|“(?P<b>[^”]{15,300})”|\"(?P<c>[^\"\n]{15,300})\"")
_SPOKEN = re.compile(
    r"(?:warn\w*|error|message|rais\w+|log\w*|print\w*|emit\w*|complain\w*|says?|read|reports?|exception|Meldung|Fehler\w*|Warnung|meldet|message|avertissement|erreur|mensaje|advertencia)\W*(?:\w+\W+){0,6}$",
    re.IGNORECASE,
)


def _messages(chapter: Chapter, text: str) -> Iterator[Message]:
    for block in chapter.blocks:
        if block.kind == "output":
            yield from _printed(text, block)
        elif block.kind == "code":
            yield from _in_comments(text, block)
        elif block.kind in ("prose", "quote", "table"):
            yield from _in_words(text, block)


def _printed(text: str, block: Block) -> Iterator[Message]:
    for line in re.finditer(r"[^\n]+", text[block.span.start : block.span.end]):
        start, end = block.span.start + line.start(), block.span.start + line.end()
        if re.match(r'\s*(?:File "|Traceback|\^|~)', line.group()):
            continue
        named = _ERROR.search(text, start, end) or _LOGGER.match(text, start, end)
        if named is not None:
            yield _message(named, True)
        elif len(line.group().split()) >= 4:
            yield Message(_stripped(text, start, end), "", "", True, plain=True)


def _in_comments(text: str, block: Block) -> Iterator[Message]:
    for line in block.lines:
        mark = text.find("#", line.span.start, line.span.end)
        named = _ERROR.search(text, mark + 1, line.span.end) if mark >= 0 else None
        if named is not None:
            yield _message(named, False)


def _in_words(text: str, block: Block) -> Iterator[Message]:
    taken: list[Span] = []
    for quoted in _QUOTED.finditer(text, block.span.start, block.span.end):
        group = next(name for name in "abc" if quoted[name] is not None)
        start, end = quoted.span(group)
        named = _ERROR.match(text, start, end) or _LOGGER_IN_WORDS.match(text, start, end)
        if named is not None:
            taken.append(Span(start=start, end=end))
            yield _message(named, False)
        elif len(quoted[group].split()) >= 3 and _SPOKEN.search(text[max(block.span.start, start - 90) : start - 1]):
            yield Message(Span(start=start, end=end), "", "", False)
    for pattern in (_ERROR, _LOGGER_IN_WORDS):
        for named in pattern.finditer(text, block.span.start, block.span.end):
            span = Span(start=named.start(), end=named.end())
            if not any(span.overlaps(other) for other in taken):
                taken.append(span)
                yield _message(named, False)


def _message(named: re.Match[str], printed: bool) -> Message:
    groups = named.groupdict()
    module = (groups["module"] or "").rstrip(".").replace("/", ".")
    return Message(_stripped(named.string, named.start("words"), named.end("words")), module, groups.get("error") or "", printed)


def _stripped(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return Span(start=start, end=start + len(words.strip()))


# ---- where they stand ------------------------------------------------------------------------------------------


class Search:
    """The messages of one chapter against the packages that it speaks of."""

    def __init__(self, chapter: Chapter, packages: Packages) -> None:
        self._chapter, self._packages = chapter, packages
        self._text = measure(chapter.text)
        self._programs: list[Program] = programs(chapter, self._text)
        self._bound: Bindings = bindings(self._programs, self._text, conventional=False)
        self._names = Names(packages)
        self._own = [each for program in self._programs for each in templates_of(program.tree)]
        self._messages = list(self._wanted())[:MOST]
        self._found_in: dict[str, list[Hit]] = {}

    def messages(self) -> list[Message]:
        """What is to be looked for, each text once."""
        return self._messages

    def _wanted(self) -> Iterator[Message]:
        seen: set[str] = set()
        for message in _messages(self._chapter, self._text):
            words = self._words(message)
            if words not in seen and len(needles(words)) > 0 and not self._printed_by_chapter(words):
                seen.add(words)
                yield message

    def look(self, message: Message) -> Finding | Gap | None:
        words = self._whole(message)
        nearest: tuple[float, Place] | None = None
        for distribution in self._distributions(message):
            places = list(self._places(distribution, words, 2 if message.plain else 1))
            found = self._found(words, places)
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

    def _whole(self, message: Message) -> str:
        """Its words up to where the chapter leaves some out."""
        return re.split(r"\.\.\.|…", self._words(message))[0]

    def _words(self, message: Message) -> str:
        return self._text[message.span.start : message.span.end]

    def _printed_by_chapter(self, words: str) -> bool:
        return any(own.pattern.search(words) is not None if len(own.plain_words) >= 2 else False for own in self._own)

    def _distributions(self, message: Message) -> list[str]:
        """Where to look: the package whose name stands before the message, else those that the chapter imports or names."""
        root = message.module.partition(".")[0]
        claimed = self._packages.distribution_of(root) if root else None
        if claimed is not None:
            return [claimed]
        roots = [target.partition(".")[0] for target in self._bound.aliases.values()]
        roots += re.findall(r"(?<![\w.])([a-z]\w+)\.[A-Za-z_]", self._text)
        named = (self._packages.distribution_of(root) for root in roots)
        return list(dict.fromkeys(each for each in named if each is not None))[:6]

    def _hits(self, distribution: str) -> list[Hit]:
        """The files that hold pieces of any of the messages: read once for all of them. What tests say, no user is told."""
        if distribution not in self._found_in:
            wanted = {needle for message in self._messages for needle in needles(self._whole(message))}
            hits = search(self._packages, distribution, sorted(wanted))
            self._found_in[distribution] = [hit for hit in hits if not _TESTS.search(hit.path)]
        return self._found_in[distribution]

    def _places(self, distribution: str, words: str, least: int) -> Iterator[Place]:
        wanted = frozenset(needles(words))
        hits = [Hit(hit.path, hit.needles & wanted) for hit in self._hits(distribution) if hit.needles & wanted]
        common = Counter(needle for hit in hits for needle in hit.needles)
        ranked = sorted(hits, key=lambda hit: (-sum(1 / common[needle] for needle in hit.needles), hit.path))
        rows = {row for length in (3, 2) for row in rows_of(words, length) if len(row) >= 8}
        for hit in (hit for hit in ranked[:FILES] if len(hit.needles) >= least):
            file = self._packages.read(distribution, hit.path)
            if file is None:
                continue
            for template in templates(measure(file.text)):
                if any(row in piece for row in rows for piece in template.pieces):
                    yield Place(file, template)

    def _found(self, words: str, places: list[Place]) -> tuple[Place, Match] | None:
        matches = [(place, match) for place in places if (match := exact(words, place.template)) is not None]
        return max(
            matches, key=lambda each: (each[1].template.literal, -each[0].file.path.count("/"), -len(each[0].file.path)), default=None
        )

    # ---- what is said of them ----------------------------------------------------------------------------------

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
        words = self._words(message)
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
                return file.quote(_stripped(text, said.start(), said.end()))
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
        words = self._words(message)
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
        replacement = Replacement(span=span, text=derived(today), reason="the line as the installed release prints it")
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
            replacement = Replacement(span=message.span, text=derived(today), reason="the text that the installed release has")
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
