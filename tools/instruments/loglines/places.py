"""A chapter's messages held against the texts of the packages that it speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import measure
from tools.instruments.identifiers.program import Bindings, Program, bindings, programs
from tools.instruments.loglines.quoting import Message, messages
from tools.packages.messages import Match, Template, exact, needles, rows_of, templates, templates_of
from tools.packages.search import Hit, search
from tools.records import Chapter, PackageFile, Packages, Quotation, Span

FILES = 6
MOST = 60
_TESTS = re.compile(r"(?:^|/)(?:tests?|testing|_internal)/|conftest|(?:^|/)test_|_test\.py")


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


class Search:
    """The messages of one chapter against the packages that it speaks of."""

    def __init__(self, chapter: Chapter, packages: Packages) -> None:
        self._chapter, self._packages = chapter, packages
        self._text = measure(chapter.text)
        self._programs: list[Program] = programs(chapter, self._text)
        self._bound: Bindings = bindings(self._programs, self._text, conventional=False)
        self._own = [each for program in self._programs for each in templates_of(program.tree)]
        self._messages = list(self._wanted())[:MOST]
        self._found_in: dict[str, list[Hit]] = {}

    def messages(self) -> list[Message]:
        """What is to be looked for, each text once."""
        return self._messages

    def _wanted(self) -> Iterator[Message]:
        seen: set[str] = set()
        for message in messages(self._chapter, self._text):
            words = self.words(message)
            if words not in seen and len(needles(words)) > 0 and not self._printed_by_chapter(words):
                seen.add(words)
                yield message

    def whole(self, message: Message) -> str:
        """Its words up to where the chapter leaves some out."""
        return re.split(r"\.\.\.|…", self.words(message))[0]

    def words(self, message: Message) -> str:
        """As the chapter has them."""
        return self._text[message.span.start : message.span.end]

    def _printed_by_chapter(self, words: str) -> bool:
        return any(own.pattern.search(words) is not None if len(own.plain_words) >= 2 else False for own in self._own)

    def distributions(self, message: Message) -> list[str]:
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
            wanted = {needle for message in self._messages for needle in needles(self.whole(message))}
            self._found_in[distribution] = search(self._packages, distribution, wanted, leave=_TESTS.search)
        return self._found_in[distribution]

    def places(self, distribution: str, words: str, least: int) -> Iterator[Place]:
        """The texts of a package that share words in a row with a message, from the files that share most; `least` pieces of it or more."""
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

    def found(self, words: str, places: list[Place]) -> tuple[Place, Match] | None:
        """The text that a message is, with its place; of several the longest, nearest to the package's top."""
        matches = [(place, match) for place in places if (match := exact(words, place.template)) is not None]
        return max(
            matches, key=lambda each: (each[1].template.literal, -each[0].file.path.count("/"), -len(each[0].file.path)), default=None
        )
