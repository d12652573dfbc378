"""Labels of numbered things in a text: where one is introduced (a caption, a formula's number), and where one is referred to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.references.headings import headings
from tools.instruments.references.kinds import ANY, NUMBER, canonical, kind_of
from tools.records import Block, Span

_LABEL = rf"(?<![\w-])(?:{ANY})[\s\u00a0]+{NUMBER}(?![\w%°]|[.,]\d)"
_MENTION = re.compile(_LABEL, re.I)
_MORE = re.compile(
    r"(?:\s*(?:,|and|und|or|oder|et|ou|&|,\s*and)\s+\(?(?P<number>\d+(?:[.\-–]\d+)*[a-z]?)\)?)(?![\w%]|[.,]\d|"
    r"\s+\w+s\b)"
)
_OPENS = re.compile(r"(?:^|\n)[ \t]*(?:!\[|//+|--|<!--|<\w+[^>\n]*>|[>*_#|+\s-]|\"\"\"|title=\")*$")
_SENTENCE_BEFORE = re.compile(r"(?:[.!?:)\]\"”»%]|\d)[*_]*[ \u00a0]$")
_AFTER_FIGURES = re.compile(r"(?:\d\S*\s+(?:\S+\s+){0,3}){2}$")
_LEADING = re.compile(
    r"\b(?:in|of|see|and|to|from|with|by|as|the|compare|than|or|for|under|into|also|zeigt|zeigen|nennt|gibt|aus|von|mit|und|siehe|"
    r"in|nach"
    r"|der|die|das|laut|wie|bis|dans|de|du|le|la|voir|au|et|à|par|selon|montre|donne|shows?|gives?|lists?|compares?)\s+$",
    re.I,
)
_GOES_ON = re.compile(r"(?:[^\W\d_]|[,;`)’'\"*_])$")
_BOLD = re.compile(r"[*_]+[ \t]*$")
_CLOSED = re.compile(r"[.:]?[*_]+[.:]?")
_MARKED = re.compile(r"[*_]*\s*(?:[:|—–]|\.(?!\d)|\)(?=\s)|\s--?(?=\s)|\s-(?=\s))[*_]*")
_CAPITAL = re.compile(r"[ \t\u00a0]+(?=[\"“„«'*]*[A-ZÄÖÜÉÈÀÂÊÎÔÇ])")
_CAPTION_END = re.compile(r"\n(?=\s*(?:\n|[|+`~<#>*-]|\d|$))|(?<=[^\W\d_)\]%»”\"])[.]?[*_]+(?:\s|$)|(?<=[^\W\d_)\]%»”\"])\.(?:\s|$)|</")
_TAG = re.compile(
    r"\\tag\{(?P<number>[\w.\-]+)\}|\\label\{eq:(?P<label>[\w.\-]+)\}|(?:\$\$|\\\]|\\end\{equation\})[ \t]*\((?P<right>\d+(?:\.\d+)*)\)"
    r"|^(?=[^\n=]*=)[^\n]*\S[ \t]{2,}\((?P<end>\d+(?:\.\d+)*)\)[ \t]*$",
    re.M,
)
_BEHIND = re.compile(r"(?<=[\s.,;])\((?P<number>\d+(?:\.\d+)+)\)(?=\s|$)")
_ATTRIBUTE = re.compile(
    r"<(?P<word>listing|figure|table|example|algorithm)\b(?=[^>]*\bnumber=\"(?P<number>\d+(?:[.\-–]\d+)*[a-z]?)\")"
    r"(?:[^>]*\bcaption=\"(?P<words>[^\"]*)\")?[^>]*>",
    re.I,
)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_ITEM = re.compile(r"^[ \t]*(?P<number>\d{1,2})[.)][ \t]+(?P<words>\S.*)$", re.M)
_CAPTION = 160


@dataclass(frozen=True)
class Target:
    """A numbered thing. words: of its caption; span: of its label; sure: a mark shows that it is a caption, not its place alone."""

    kind: str
    number: str
    words: str
    span: Span
    sure: bool = True


@dataclass(frozen=True)
class Mention:
    """A reference to a numbered thing; span: of the words that name it."""

    kind: str
    number: str
    span: Span


def targets_of(blocks: tuple[Block, ...], text: str, own: str | None = None) -> tuple[Target, ...]:
    """All numbered things that a text introduces; own: the chapter's number, which tells its headings and formulas from other "
    "figures."""
    found = [Target("section", h.number, h.words, h.span) for h in headings(blocks, text, own)]
    found += _captions(text)
    found += [
        Target(m["word"].lower(), canonical(m["number"]), m["words"] or "", Span(start=m.start(), end=m.end()))
        for m in _ATTRIBUTE.finditer(text)
    ]
    for block in blocks:
        words = text[block.span.start : block.span.end]
        if block.kind in ("prose", "quote"):
            found += [Target("step", canonical(m["number"]), m["words"], _at(block, m, "number")) for m in _ITEM.finditer(words)]
        found += _equations(words, block, own)
    if own is not None:
        found += _behind_formulas(text, own, {t.span.start for t in found})
    return tuple(found)


def _commented(text: str) -> list[Span]:
    """Comments of the page, which no reader sees."""
    return [Span(start=m.start(), end=m.end()) for m in _COMMENT.finditer(text)]


def _hidden(block: Block, text: str) -> list[Span]:
    """The comments that a block touches; one may begin long before it."""
    near = Span(start=max(0, block.span.start - 5000), end=min(len(text), block.span.end + 5000))
    found = [Span(start=near.start + h.start, end=near.start + h.end) for h in _commented(text[near.start : near.end])]
    return [h for h in found if h.overlaps(block.span)]


def _at(block: Block, match: re.Match[str], group: str) -> Span:
    return Span(start=block.span.start + match.start(group), end=block.span.start + match.end(group))


def _captions(text: str) -> Iterator[Target]:
    hidden = _commented(text)
    for match in _MENTION.finditer(text):
        kind = kind_of(match)
        if kind == "section" or any(h.start <= match.start() < h.end for h in hidden):
            continue
        mark = _introduced(match, text, kind)
        if mark is None:
            continue
        end, sure = mark
        words = _caption(text, end)
        if not _continues(words):
            yield Target(kind, canonical(match["number"]), words, Span(start=match.start(), end=match.end()), sure)


def _introduced(match: re.Match[str], text: str, kind: str) -> tuple[int, bool] | None:
    """(where the caption's words begin, whether a mark shows it) where a label introduces something, None where it refers."""
    before = text[max(0, match.start() - 90) : match.start()]
    opens = bool(_OPENS.search(before)) and not _is_wrapped(text, match.start())
    if _BOLD.search(before) and (closed := _CLOSED.match(text, match.end())):
        return (closed.end(), True) if opens or _SENTENCE_BEFORE.search(_BOLD.sub("", before)) else None
    marked = _MARKED.match(text, match.end())
    capital = _CAPITAL.match(text, marked.end() if marked else match.end())
    inside = bool(_SENTENCE_BEFORE.search(before)) and kind != "step"
    if marked and opens:
        return marked.end(), True
    if marked and capital and (inside or (_AFTER_FIGURES.search(before) and not _LEADING.search(before))):
        return marked.end(), True
    placed = opens or (inside and "." in match["number"])
    if capital and not marked and placed and kind not in ("step", "exercise", "equation", "example"):
        return capital.end(), False
    return None


def _is_wrapped(text: str, position: int) -> bool:
    """Whether the line before a label that begins a line is prose that goes on in it."""
    start = text.rfind("\n", 0, position)
    line = text[text.rfind("\n", 0, max(start, 0)) + 1 : max(start, 0)].rstrip()
    if text[start + 1 : position].strip():
        return False
    return len(line) > 45 and bool(_GOES_ON.search(line)) and len(re.findall(r"\d+", line)) < 3 and "|" not in line


def _caption(text: str, start: int) -> str:
    piece = text[start : start + _CAPTION]
    end = _CAPTION_END.search(piece.lstrip(" *_\t"))
    return (piece.lstrip(" *_\t")[: end.start()] if end else piece).strip(" *_")


def _continues(words: str) -> bool:
    """Whether the words after a label go on with a sentence, so that it is a reference that happens to begin a line."""
    return bool(re.match(r"(?:shows?|lists?|gives?|and|is|are|has|zeigt|und|ist|sind|montre|et|est)\b", words))


def _equations(words: str, block: Block, own: str | None) -> Iterator[Target]:
    for match in _TAG.finditer(words):
        group = next(g for g in ("number", "label", "right", "end") if match.group(g) is not None)
        if group == "end" and block.kind == "code" and match[group].split(".")[0] != own:
            continue
        yield Target("equation", canonical(match[group]), words[max(0, match.start() - 80) : match.start()], _at(block, match, group))


def _behind_formulas(text: str, own: str, known: set[int]) -> Iterator[Target]:
    """Numbers in brackets behind a formula in running text: "s = a / b (4.1)"."""
    for match in _BEHIND.finditer(text):
        line = text[max(0, match.start() - 140) : match.start()].rpartition("\n")[2]
        refers = re.search(rf"(?:{ANY}|by|in|from|of|and|with|to|nach|aus|mit|in|und|par|dans|de|et)[\s\u00a0]+$", line, re.I)
        begins = match.start("number")
        if match["number"].split(".")[0] == own and begins not in known and not refers and re.search(r"[=≈≤≥<>∝]", line):
            yield Target("equation", match["number"], line[-80:], Span(start=begins, end=match.end("number")))


def mentions_of(block: Block, text: str, targets: tuple[Target, ...], own: str | None = None) -> Iterator[Mention]:
    """All references of a block to numbered things, ranges and lists taken apart; captions are none.

    In code and output only numbers of the chapter itself ("Table 4.2" in chapter 4) are taken for references.
    """
    words = text[block.span.start : block.span.end]
    prose = block.kind in ("prose", "quote", "heading")
    if re.match(r"\W*(?:\.\.\.|…)", words):
        return
    labels = [t.span for t in targets] + _hidden(block, text)
    yield from _bracketed(block, text, targets)
    for match in _MENTION.finditer(words):
        span = Span(start=block.span.start + match.start(), end=block.span.start + match.end())
        if any(span.overlaps(label) for label in labels) or (prose and _is_code(words, match.start())):
            continue
        if not prose and (own is None or not canonical(match["number"]).startswith(f"{own}.")):
            continue
        kind = kind_of(match)
        yield Mention(kind, canonical(match["number"]), span)
        if kind == "step":
            continue
        position = match.end()
        while (more := _MORE.match(words, position)) is not None:
            begin, end = block.span.start + more.start("number"), block.span.start + more.end("number")
            yield Mention(kind, canonical(more["number"]), Span(start=begin, end=end))
            position = more.end()


_IN_BRACKETS = re.compile(
    r"(?<![^\W\d_])(?:in|by|from|of|with|see|to|into|than|that|using|use|uses|because of|aus|nach|mit|durch|von|siehe|dans|par|de|"
    r"selon|avec|à)"
    r"[ \u00a0\n]\((?P<number>\d+\.\d+)\)",
    re.I,
)


def _bracketed(block: Block, text: str, targets: tuple[Target, ...]) -> Iterator[Mention]:
    """Equations that are named by their number in brackets alone ("the error in (5.3)"), where two or more of the chapter have "
    "such a number."""
    if block.kind not in ("prose", "quote"):
        return
    stems = [t.number.split(".")[0] for t in targets if t.kind == "equation" and "." in t.number]
    labels = [t.span for t in targets]
    for match in _IN_BRACKETS.finditer(text, block.span.start, block.span.end):
        span = Span(start=match.start("number"), end=match.end("number"))
        if stems.count(match["number"].split(".")[0]) >= 2 and not any(span.overlaps(label) for label in labels):
            yield Mention("equation", canonical(match["number"]), span)


def _is_code(words: str, position: int) -> bool:
    return words.count("`", 0, position) % 2 == 1
