"""The marks of Markdown that stand in lines of their own: fences, headings, quotes, lists, rules, indented code, HTML tables."""

from __future__ import annotations

import re

from tools.layout.lines import Line, stripped
from tools.layout.opening import sentence_start
from tools.records import Block, Row, Span, Table

_FENCE = re.compile(r"(\s*)(`{3,}|~{3,})\s*([^`]*?)\s*")
_ATX = re.compile(r"\s{0,3}(#{1,6})\s+(?=\S)")
_EQUALS = re.compile(r"\s*(={2,6})\s+(\S.{0,150}?)\s+\1\s*")
_NUMBERED = re.compile(r"\s*(?:(?:Chapter|Section|Part|Appendix|Kapitel|Abschnitt|Teil|Anhang|Chapitre|Capítulo|Capitolo)\s+)?"
                       r"(?:\d{1,3}(?:\.\d{1,3}){1,4}\.?|[A-Z]\.\d{1,3})\s+[A-ZÄÖÜÀ-Ý][a-zà-ÿß]\S*(?:\s\S+){0,11}\s*")  # fmt: skip
_CHAPTER = re.compile(
    r"\s*(?:Chapter|Section|Part|Appendix|Kapitel|Abschnitt|Teil|Anhang|Chapitre|Capítulo|Capitolo)\s+[\dIVX]{1,5}(?:[.:–—-]\s.{1,80})?\s*"
)
_UNDER = re.compile(r"\s{0,3}(?:={3,}|-{3,})\s*")
_BULLET = re.compile(r"\s*(?:[-*+•‣◦–]|\(?\d{1,3}[.)]|[a-z]\))\s+(?:\[[ xX]\]\s+)?(?=\S)")
_QUOTE = re.compile(r"\s{0,3}>(?!>>)\s?")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})")
_CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)(?=</t[hd]>|<t[hd]\b|</tr>|<tr\b|</table>)", re.DOTALL | re.IGNORECASE)
_TABLE_END = re.compile(r"</table>", re.IGNORECASE)
_DIRECTIVE = re.compile(r"\s*\.\. (?:code-block|code|sourcecode|ipython|prompt)::\s*([\w+-]*)\s*")
_OPTION = re.compile(r"\s+:[\w-]+:(?:\s.*)?")
_HEADING = 120
_HTML = 300_000


def fence_opened(line: Line) -> re.Match[str] | None:
    """The opening of a fence: groups are its indentation, its mark and its info string."""
    return _FENCE.fullmatch(line.words)


def fence_end(lines: list[Line], at: int, mark: str) -> int:
    """Index of the line that closes the fence opened on line `at`; the number of lines where none does."""
    closing = re.compile(rf"\s*{re.escape(mark[0])}{{{len(mark)},}}\s*")
    return next((end for end in range(at + 1, len(lines)) if closing.fullmatch(lines[end].words)), len(lines))


def heading(lines: list[Line], at: int, text: str) -> tuple[int, list[Block]] | None:
    """A heading with the prose that was run together with it; None where the line is none, or where its end cannot be told."""
    line = lines[at]
    found = _ATX.match(line.words)
    if found:
        return _atx(line, found, text, at)
    equals = _EQUALS.fullmatch(line.words)
    if equals:
        return at + 1, [_heading(Span(start=line.start + equals.start(2), end=line.start + equals.end(2)))]
    alone = at == 0 or lines[at - 1].blank
    ends = at + 1 == len(lines) or lines[at + 1].blank
    if at + 1 < len(lines) and alone and _UNDER.fullmatch(lines[at + 1].words) and 0 < len(line.span) <= _HEADING and _is_title(line):
        return at + 2, [_heading(line.span)]
    plain = len(line.span) <= _HEADING and not line.words.rstrip().endswith((".", ",", ";", "?", "!", ":"))
    numbered = _NUMBERED.fullmatch(line.words) or _CHAPTER.fullmatch(line.words)
    return (at + 1, [_heading(line.span)]) if plain and numbered and (alone or ends) else None


def _is_title(line: Line) -> bool:
    return "|" not in line.words and not _BULLET.match(line.words) and len(re.split(r"\s{2,}", line.words.strip())) == 1


def _heading(span: Span) -> Block:
    return Block(kind="heading", span=span)


def _atx(line: Line, found: re.Match[str], text: str, at: int) -> tuple[int, list[Block]] | None:
    body = re.sub(r"\s+#+\s*$", "", line.words[found.end() :])
    span = stripped(body, line.start + found.end())
    if not len(span):
        return None
    if len(span) <= _HEADING and not re.search(r"[.!?]\s+[A-ZÄÖÜ]", body):
        return at + 1, [_heading(span)]
    begin = sentence_start(text, span.start, span.end, eager=False)
    if begin is None or begin - span.start > _HEADING:
        return None
    return at + 1, [_heading(stripped(text[span.start : begin], span.start)), Block(kind="prose", span=Span(start=begin, end=span.end))]


def directive(line: Line) -> str | None:
    """The language that a directive of reStructuredText announces code in ("" where it names none); None for any other line."""
    found = _DIRECTIVE.fullmatch(line.words)
    return (found.group(1) or "") if found else None


def is_option(line: Line) -> bool:
    return _OPTION.fullmatch(line.words) is not None


def bullet(line: Line) -> int:
    """Length of a list mark at the front of the line, 0 where there is none."""
    found = _BULLET.match(line.words)
    return found.end() if found else 0


def is_rule(line: Line) -> bool:
    return _RULE.fullmatch(line.words) is not None


def quote(lines: list[Line], at: int, text: str) -> tuple[int, list[Block]] | None:
    """A block quotation: all lines in a row that begin with `>`."""
    end = at
    kept: list[Span] = []
    while end < len(lines) and (found := _QUOTE.match(lines[end].words)):
        span = stripped(lines[end].words[found.end() :], lines[end].start + found.end())
        kept.extend([span] if len(span) else [])
        end += 1
    if end == at:
        return None
    return end, [Block(kind="quote", span=Span(start=kept[0].start, end=kept[-1].end))] if kept else []


def html_table(lines: list[Line], at: int, text: str) -> tuple[int, list[Block]] | None:
    """A table in HTML: a row a `<tr>`, a cell a `<td>` or `<th>`; the header is a first row of `<th>`."""
    line = lines[at]
    if "<table" not in line.words.lower() or not line.words.lstrip().lower().startswith("<table"):
        return None
    closing = _TABLE_END.search(text, line.start, min(len(text), line.start + _HTML))
    if closing is None:
        return None
    rows: list[Row] = []
    header: tuple[Span, ...] = ()
    for number, begin in enumerate(
        starts := [m.start() for m in re.compile(r"<tr\b", re.IGNORECASE).finditer(text, line.start, closing.start())]
    ):
        stop = starts[number + 1] if number + 1 < len(starts) else closing.start()
        cells = tuple(stripped(cell.group(1), cell.start(1)) for cell in _CELL.finditer(text, begin, stop))
        if cells and not rows and not header and re.search(r"<th\b", text[begin:stop], re.IGNORECASE):
            header = cells
        elif cells:
            rows.append(Row(span=Span(start=cells[0].start, end=cells[-1].end), cells=cells))
    if not rows:
        return None
    end = at
    while end < len(lines) and lines[end].start < closing.end():
        end += 1
    last = lines[end - 1]
    blocks = [Block(kind="table", span=Span(start=line.span.start, end=closing.end()), table=Table(header=header, rows=tuple(rows)))]
    rest = stripped(text[closing.end() : last.end], closing.end()) if last.end > closing.end() else None
    return end, blocks + ([Block(kind="prose", span=rest)] if rest is not None and len(rest) else [])
