"""Restores a Python program whose lines were joined by single spaces: its statements, its comments, its indentation."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from itertools import pairwise

from tools.layout.indentation import Item, depths
from tools.layout.lines import stripped
from tools.layout.opening import opens_sentence, sentence_start
from tools.layout.printed import resumes, values_end
from tools.layout.scan import Statement, reach, statement
from tools.layout.titles import numbered_title
from tools.layout.vocabulary import listed
from tools.python_source import parsed
from tools.records import Block, CodeLine, Span, source_of

_MOST = 3000
_COMMENT_WINDOW = 400
_START = re.compile(
    r"(?:(?:for|while|if|with|def|class|import|from|return|try|async|raise|assert|del|yield|elif|else|except|finally|global|nonlocal)\b"
    r"|(?:pass|break|continue)\b|@[^\W\d]|>>> "
    r"|[^\W\d][\w.]*(?:\[[^\]]{0,80}\])?(?:\s*,\s*\*?[^\W\d][\w.]*){0,6}\s*(?::\s*[\w\[\], .|\"']{1,60})?"
    r"(?:[-+*/%@&|^]|//|\*\*|>>|<<)?=(?!=)"
    r"|[^\W\d][\w.]*\(|\([^()\n]{1,60}\)\.[^\W\d]\w*\()"
)
_LEANS = listed(
    """
    as of to with by like call calls via in than and or the a an is be see e.g. i.e. from for equals not wie von mit als
    """
)
_REPR = listed(
    """
    tensor array Parameter Size Series Index dict_keys dict_values dict_items Counter OrderedDict defaultdict deque
    """
)
_WORD = re.compile(r"\S+")
_TITLE = re.compile(r"(?<=\s)\d{1,2}(?:\.\d{1,2}){1,3}\.? (?=[A-ZÄÖÜÀ-Ý])")
_SENTENCE = re.compile(r"[a-z][^.?!]*(?:[.?!](?!\s|$)[^.?!]*)*[.?!](?:\s+(?=[A-ZÄÖÜÀ-Ý])|\s*$)")


@dataclass(frozen=True, slots=True)
class Restored:
    """A program found in a line. end: where it ends; strength: how sure one can be that it is code and no sentence."""

    block: Block
    end: int
    statements: int
    strength: int


def _follows(text: str, at: int, stop: int) -> bool:
    """True where text after a statement may stand after code: nothing, code, a comment, or a new sentence; not a word in mid sentence."""
    rest = text[at : min(stop, at + 200)].lstrip()
    if not rest or rest[0] in "#(@>$|│" or not rest[0].isalpha():
        return True
    if rest[0].isupper():
        return True
    return _START.match(rest) is not None and statement(text, _next(text, at, stop), stop, inside=True) is not None


def _comment_end(text: str, start: int, stop: int) -> int:
    """Where the comment that begins at `start` ends: before the next statement, or before the next sentence of prose."""
    for title in _TITLE.finditer(text, start + 3, min(stop, start + _COMMENT_WINDOW)):
        if numbered_title(text, title.start(), stop) is not None:
            stop = title.start()
            break
    literal = _literal_end(text, start, stop)
    if literal is not None:
        return literal
    following = text.find(" #", start + 1, min(stop, start + 2 * _COMMENT_WINDOW))
    limit = min(stop, start + _COMMENT_WINDOW)
    prose = sentence_start(text, start + 1, following if following > 0 else min(stop, start + 2 * _COMMENT_WINDOW))
    before = "#"
    for word in _WORD.finditer(text, start, limit):
        at = word.start()
        if at > start and (word.group().startswith("#") or _begins(text, at, stop, before)):
            between = text[prose:at] if prose is not None and prose < at else ""
            return at if not re.search(r"[.?!]\s", between) or (word.group()[0] == "#" and prose is None) else _least(prose, at)
        before = word.group()
    if prose is not None:
        return prose
    return stop if stop - start <= _COMMENT_WINDOW else limit


def _literal_end(text: str, start: int, stop: int) -> int | None:
    """Where a comment ends that begins with the values that are printed, if prose resumes right behind them."""
    first = _next(text, start + 1, stop)
    end = values_end(text, first, min(stop, start + _COMMENT_WINDOW))
    after = _next(text, end, stop) if end is not None else stop
    if end is None or after >= stop:
        return None
    counted = text[first:end].isdigit()
    if resumes(text, after, stop, counted):
        return end
    rest = _SENTENCE.match(text, after, min(stop, after + _COMMENT_WINDOW))
    if rest is None or "#" in rest.group() or re.search(r"\w\(|[=(]\S*\s?\w+\)", rest.group()) or rest.group().count(" ") < 5:
        return None
    return end if not counted or re.match(r"[\w.]*[a-z][_.]\w", text[after : after + 60]) else None


def _least(prose: int | None, at: int) -> int:
    return at if prose is None else min(prose, at)


def _begins(text: str, at: int, stop: int, before: str) -> bool:
    gate = _START.match(text, at, stop)
    if gate is None or before == "#":
        return False
    found = statement(text, at, stop, inside=False)
    if found is None or not _follows(text, found.end, stop):
        return False
    if found.head:
        inner = _next(text, found.end, stop)
        return inner < stop and (text[inner] == "#" or statement(text, inner, stop, inside=True) is not None)
    if isinstance(found.node, ast.Expr):
        return before.lower().rstrip(",:") not in _LEANS and not before.endswith(("=", ",", "(", "→"))
    return not (isinstance(found.node, ast.Assign) and before.endswith((",", "=")))


def _next(text: str, at: int, stop: int) -> int:
    while at < stop and (text[at].isspace() or text[at] == ";"):
        at += 1
    return at


def _printed(found: Statement, text: str) -> bool:
    """True for what is a value as printed (`tensor([1., 2.])`), not a call that somebody wrote."""
    if not (isinstance(found.node, ast.Expr) and isinstance(found.node.value, ast.Call)):
        return False
    call = found.node.value
    name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name not in _REPR:
        return False
    plain = (ast.Constant, ast.List, ast.Tuple, ast.UnaryOp, ast.Dict, ast.Attribute, ast.Set)
    return all(isinstance(value, plain) for value in [*call.args, *(word.value for word in call.keywords)])


def _items(text: str, start: int, stop: int) -> list[Item]:
    items: list[Item] = []
    at = _next(text, start, stop)
    open_blocks = False
    while at < stop and len(items) < _MOST:
        if text[at] == "#":
            end = at + len(text[at : _comment_end(text, at, stop)].rstrip())
            items.append(Item(at, end, None))
        else:
            if items and text[at].isupper() and opens_sentence(text[at : at + 80]) and not re.match(r"\w+\s*[=(.]", text[at : at + 40]):
                break
            found = statement(text, at, stop, inside=open_blocks)
            if found is None or (items and _printed(found, text)):
                break
            open_blocks = open_blocks or found.head
            end = found.end
            items.append(Item(at, end, found))
        at = _next(text, end, stop)
    return items


def _whole(items: list[Item]) -> list[Item]:
    """The items without heads and decorators that nothing follows, and without a clause that nothing opened."""
    kept: list[Item] = []
    for item in items:
        if item.word in ("elif", "else", "except", "finally") and not any(other.opens(item.word) for other in kept):
            break
        kept.append(item)
    while kept and (kept[-1].head or kept[-1].word == "@" or (kept[-1].found is None and len(kept) > 1 and kept[-2].head)):
        kept.pop()
    return kept


def _strength(items: list[Item]) -> int:
    return sum(_weight(item) for item in items)


def _weight(item: Item) -> int:
    if item.found is None:
        return 1
    node = item.found.node
    if item.word in ("import", "from", "def", "class", "@", "async"):
        return 3
    if item.head:
        return 2
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        value = node.value
        called = value is not None and any(isinstance(part, ast.Call) for part in ast.walk(value))
        return 2 if called or isinstance(value, (ast.List, ast.Dict, ast.ListComp)) else 1
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return 2 if isinstance(node.value.func, ast.Attribute) or _is_print(node.value) else 1
    return 1


def _is_print(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "print"


def restore(text: str, start: int, stop: int) -> Restored | None:
    """The Python program that begins at `start` on a line, None where no statement does. Its source parses."""
    return attempt(text, start, stop)[0]


def attempt(text: str, start: int, stop: int) -> tuple[Restored | None, int]:
    """The program that begins at `start` if there is one, and how far the text was read as statements to find that out."""
    items = _items(text, start, stop)
    far = items[-1].end if items else reach(text, start, stop)
    items = _whole(items)
    while items:
        block = _block(items, text)
        if parsed(source_of(block, text)) is not None:
            made = sum(1 for item in items if item.found is not None)
            return (Restored(block, items[-1].end, made, _strength(items)) if made else None), far
        items = _whole(items[: len(items) // 2])
    return None, far


def _block(items: list[Item], text: str) -> Block:
    lines: list[CodeLine] = []
    for item, depth in zip(items, depths(items), strict=True):
        if item.found is None and lines and _trails(text, lines[-1].span, item):
            lines[-1] = CodeLine(span=Span(start=lines[-1].span.start, end=item.end), indent=lines[-1].indent)
        else:
            lines.extend(CodeLine(span=span, indent=depth) for span in _broken(item, text))
    span = Span(start=items[0].start, end=items[-1].end)
    return Block(kind="code", span=span, flattened=True, language="python", lines=tuple(lines))


def _broken(item: Item, text: str) -> list[Span]:
    """The statement's lines: a new one begins behind each comment inside its brackets."""
    cuts = [item.start, *(item.found.breaks if item.found is not None else ()), item.end]
    return [stripped(text[a:b], a) for a, b in pairwise(cuts)]


def _trails(text: str, line: Span, item: Item) -> bool:
    """A comment stands beside the statement before it, unless that has one already."""
    return "#" not in text[line.start : line.end] and not text[line.end : item.start].strip(" \t;")
