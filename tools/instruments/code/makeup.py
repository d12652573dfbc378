"""What prose says of how the code beside it is made: how many methods a class has, what calls what, what stands in which line, where
something is kept. Read from the source alone; silent where another listing, a library or a plan may be meant."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import derived, measure
from tools.instruments.code.programs import Piece
from tools.instruments.code.prose import sentences
from tools.instruments.code.told.marks import Marked, marked
from tools.instruments.code.told.predicates import number_of
from tools.instruments.code.told.words import ADVERB, NUMERAL
from tools.records import Chapter, ChapterEvidence, Finding, Span

_OPEN = re.compile(
    r"\b(?:if|would|could|might|should|suppose|imagine|instead|until|used to|earlier|exercise|write|add|wenn|würde|könnte|sollte|statt"
    r"|früher|aufgabe|si|pourrait|devrait|exercice)\b",
    re.I,
)
_NOT = re.compile(r"\b(?:not|never|no longer|nicht|nie|pas|jamais)\b|n['’]t\b", re.I)
_METHODS = re.compile(
    rf"\b(?:(?:the|this|die|diese|la|cette)\s+(?:class|Klasse|classe)(?:\s+⟦(?P<name>\d+)⟧)?|⟦(?P<bare>\d+)⟧)\s+(?:(?:{ADVERB})\s+)*"
    rf"(?:has|defines|comes with|offers|contains|gets|hat|definiert|besitzt|enthält|compte|a|définit|possède|contient)\s+(?:exactly\s+"
    rf"|genau\s+)?"
    rf"(?P<count>\d+|{NUMERAL})\s+(?:methods|Methoden|méthodes)\b",
    re.I,
)
_WITHOUT = re.compile(
    r"\b(?:apart from|besides|except(?: for)?|in addition to|not counting|other than|außer|neben|abgesehen von|ohne|outre|hormis|à part"
    r"|sans compter)"
    r"\s+(?:the |its |dem |den |le |son )?(?:constructor|⟦\d+⟧|Konstruktor|constructeur)",
    re.I,
)
_WITH = re.compile(
    r"\b(?:including|counting|with|einschließlich|mit|y compris|en comptant)\s+(?:the |dem |den |le )?(?:constructor"
    r"|⟦\d+⟧|Konstruktor|constructeur)",
    re.I,
)
_ITSELF = re.compile(
    rf"⟦(?P<f>\d+)⟧\s+(?:(?:{ADVERB})\s+)*(?:calls\s+itself|is\s+recursive|ruft\s+sich(?:\s+\w+)?\s+selbst|ist\s+rekursiv"
    rf"|s['’]appelle\s+elle-même"
    r"|est\s+récursive)",
    re.I,
)
_CALLS = re.compile(
    rf"⟦(?P<f>\d+)⟧\s+(?:(?:{ADVERB})\s+)*(?:calls|appelle)\s+(?:the\s+(?:function|method)\s+|la\s+(?:fonction"
    rf"|méthode)\s+)?⟦(?P<g>\d+)⟧",
    re.I,
)
_IN_LINE = re.compile(
    r"⟦(?P<code>\d+)⟧(?:\s+(?!and\b|or\b|und\b|et\b)[a-zäöüéè]+){0,3}\s+(?:in|auf|dans|à)\s+(?:the\s+|la\s+)?(?:line"
    r"|Zeile|ligne)\s+(?P<line>\d+)\b",
    re.I,
)
_KEPT = re.compile(
    r"\b(?:stored|kept|counted|collected|saved|gathered|accumulated|recorded|remembered|summed|gespeichert|gesammelt|gezählt|abgelegt"
    r"|stockée?s?"
    r"|conservée?s?|comptée?s?|rangée?s?)\s+(?:up\s+)?(?:in|under|dans|sous|unter)\s+(?:(?:the|a|der|dem|la|le)\s+(?:variable|list"
    r"|dictionary|counter"
    r"|set|Variablen?|Liste|liste)\s+(?:called\s+|named\s+)?)?⟦(?P<name>\d+)⟧",
    re.I,
)
_ELSEWHERE = re.compile(
    r"\b(?:files?|folders?|director\w+|tables?|database|columns?|fields?|keys?|registers?|environment|repository|branch|module|package"
    r"|disk|Datei\w*"
    r"|Ordner|Verzeichnis|Tabelle|Spalte|Feld|Modul|fichiers?|dossier|colonne|champ|module)\b",
    re.I,
)
_NUMBERED = re.compile(r"^\s*(\d+)[:.|]?(?:\s|$)")


@dataclass(frozen=True)
class _Said:
    """A statement that the source bears out or not. start, end: in the words of the sentence."""

    start: int
    end: int
    good: bool
    why: str


def makeup_findings(instrument: str, pieces: tuple[Piece, ...], chapter: Chapter) -> Iterator[Finding]:
    """What each sentence says of the make-up of the code, where the code decides it."""
    text = measure(chapter.text)
    source = Source(
        tuple(p for p in pieces if p.problem is None),
        tuple(text[b.span.start : b.span.end] for b in chapter.blocks if b.kind in ("code", "output")),
    )
    for index, block in enumerate(chapter.blocks):
        if block.kind != "prose" or not source.code:
            continue
        shown = _shown(chapter, index)
        listing = None if shown is None else re.sub(r"^\s*```[^\n]*\n|^```\s*$", "", text[shown.start : shown.end], flags=re.M)
        for begin, part in sentences(text, block.span):
            words = marked(part, begin, True)
            said_here = [] if listing is None else list(_lines(words, listing))
            if not _OPEN.search(re.sub(r"`[^`]*`", "", part)):
                said_here += [*_structure(words, source), *(_kept(words, source) if listing is not None else ())]
            for said in said_here:
                yield _finding(instrument, words.span(said.start, said.end), said, shown or block.span)


@dataclass(frozen=True)
class Source:
    """The pieces that parse, and all that the chapter shows as code or output."""

    pieces: tuple[Piece, ...]
    code: tuple[str, ...]

    def nodes(self, kind: type[ast.AST]) -> list[ast.AST]:
        return [n for p in self.pieces for n in ast.walk(p.tree) if isinstance(n, kind)]

    def function(self, name: str) -> ast.FunctionDef | None:
        """The one function or method of a name."""
        found = [n for n in self.nodes(ast.FunctionDef) if isinstance(n, ast.FunctionDef) and n.name == name]
        return found[0] if len(found) == 1 else None

    def reached(self, node: ast.FunctionDef) -> set[str]:
        """Names that a function reads, and the functions of the chapter that it reaches."""
        found: set[str] = set()
        rest: list[ast.AST] = [node]
        while rest:
            names = {n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(rest.pop()) if isinstance(n, (ast.Name, ast.Attribute))}
            rest += [f for name in names - found if (f := self.function(name)) is not None]
            found |= names
        return found

    def holds(self, word: str) -> bool:
        return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", code) for code in self.code)


def _shown(chapter: Chapter, index: int) -> Span | None:
    """What stands between a block of prose and the prose or the heading before it, where that is code, in whatever parts it was read."""
    first = index
    while first and chapter.blocks[first - 1].kind in ("code", "output", "table"):
        first -= 1
    parts = chapter.blocks[first:index]
    if not any(b.kind in ("code", "output") for b in parts):
        return None
    begin = chapter.blocks[first - 1].span.end if first else 0
    return Span(start=begin, end=parts[-1].span.end)


def _structure(words: Marked, source: Source) -> Iterator[_Said]:
    for match in _METHODS.finditer(words.words):
        yield from _methods(match, words, source)
    for match in _ITSELF.finditer(words.words):
        name = words.code[int(match["f"])].removesuffix("()")
        if (node := source.function(name)) is not None and not _NOT.search(words.words[match.start() : match.end()]):
            good = name in {n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(node) if isinstance(n, (ast.Name, ast.Attribute))}
            yield _Said(*match.span(), good, f"`{name}` {'calls' if good else 'does not call'} itself.")
    for match in _CALLS.finditer(words.words):
        one, other = (words.code[int(match[g])].removesuffix("()") for g in ("f", "g"))
        if (node := source.function(one)) is not None and re.fullmatch(r"[\w.]+", other) and source.holds(other.rpartition(".")[2]):
            good = other.rpartition(".")[2] in source.reached(node)
            yield _Said(*match.span(), good, f"`{one}` {'calls' if good else 'never calls'} `{other}`.")


def _methods(match: re.Match[str], words: Marked, source: Source) -> Iterator[_Said]:
    number = match["name"] or match["bare"]
    classes = [
        n for n in source.nodes(ast.ClassDef) if isinstance(n, ast.ClassDef) and (number is None or n.name == words.code[int(number)])
    ]
    if len(classes) != 1:
        return
    names = [n.name for n in classes[0].body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    built = sum(n == "__init__" for n in names)
    whole, plain = len(names), sum(not n.startswith("__") for n in names)
    counts = {whole - built} if _WITHOUT.search(words.words) else {whole} if _WITH.search(words.words) else {whole, whole - built, plain}
    good = int(number_of(match["count"])) in counts
    yield _Said(*match.span(), good, f"`{classes[0].name}` has {whole} methods: {', '.join(names)}.")


def _lines(words: Marked, listing: str) -> Iterator[_Said]:
    """In which line something stands, which no condition changes."""
    for match in _IN_LINE.finditer(words.words):
        code, line = words.code[int(match["code"])], int(match["line"])
        at = lines_with(listing, code)
        if at and re.search(r"\w", code):
            good = line in at
            yield _Said(*match.span(), good, f"`{code}` stands in line {', '.join(map(str, sorted(at)))} of the listing.")


def _kept(words: Marked, source: Source) -> Iterator[_Said]:
    """Under which name something is kept."""
    for match in _KEPT.finditer(words.words):
        name = words.code[int(match["name"])]
        if not re.fullmatch(r"[a-z_][a-z0-9_]*", name) or hasattr(builtins, name) or _ELSEWHERE.search(words.words):
            continue
        there = source.holds(name)
        if there or _is_about(words, source):
            yield _Said(*match.span(), there, f"`{name}` {'is a name' if there else 'is no name'} of the code that is shown.")


def _is_about(words: Marked, source: Source) -> bool:
    """Whether code of at least one block parses, so that its names are known, and it gives something a value."""
    return any(p.binds or source.nodes(ast.FunctionDef) for p in source.pieces)


def lines_with(listing: str, code: str) -> set[int]:
    """The numbers of the lines that hold a piece of code: those that a listing shows, else counted from one."""
    lines = listing.split("\n")
    shown = [m for line in lines if line.strip() and (m := _NUMBERED.match(line))]
    numbered = len(shown) > 2 and len(shown) == sum(bool(line.strip()) for line in lines)
    wanted = re.compile(rf"(?<!\w){re.escape(code)}(?!\w)")
    found = set()
    for count, line in enumerate(lines, 1):
        match = _NUMBERED.match(line) if numbered else None
        if wanted.search(line[match.end() :] if match else line):
            found.add(int(match[1]) if match else count)
    return found


def _finding(instrument: str, span: Span, said: _Said, source: Span) -> Finding:
    return Finding(
        instrument=instrument, rule="makeup", span=span, kind="behavioural", verdict="supported" if said.good else "contradicted",
        priority="low" if said.good else "medium", response="no change" if said.good else "correction", summary=derived(said.why),
        grounds=(ChapterEvidence(relation="SUPPORTS" if said.good else "CONTRADICTS", span=source),),
    )  # fmt: skip
