"""Programs that stand in lines of their own, in a fence, indented, or bare: whose language it is, and where a bare one ends."""

from __future__ import annotations

import ast
import json
import re
import textwrap

from tools import python_source
from tools.layout.lines import Line, code_block, trimmed
from tools.layout.output import begins_log, begins_traceback, drawn
from tools.layout.session import is_command, is_python_session, is_shell, python_session, shell_session
from tools.python_source import parsed
from tools.records import Block, Span

LANGUAGES = {
    **dict.fromkeys(("python", "py", "python3", "py3", "ipython", "ipython3", "pycon", "python-repl", "code-cell", "pytorch"), "python"),
    **dict.fromkeys(("sh", "shell", "bash", "zsh", "fish"), "bash"),
    **dict.fromkeys(("console", "shell-session", "shellsession", "terminal", "session"), "console"),
    **dict.fromkeys(("yml", "yaml"), "yaml"),
    **dict.fromkeys(("js", "javascript"), "javascript"),
    **dict.fromkeys(("c++", "cpp", "cuda", "cu"), "cpp"),
}
_PRINTED = frozenset(("text", "txt", "output", "plain", "plaintext", "log", "out", "none", "stdout", "traceback", "pytb"))
_STRONG = re.compile(
    r"(?:import|from|def|class|for|while|with|if|try|async|return|raise|assert|print)\b|@\w"
    r"|[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:, ?\w+)* ?[-+*/]?=[^=]|[A-Za-z_][\w.]*\("
)
_KEYWORDS = re.compile(
    r"(?:SELECT|INSERT INTO|CREATE (?:TABLE|INDEX|VIEW)|UPDATE|DELETE FROM|ALTER TABLE|WITH \w+ AS"
    r"|FROM \S+$|RUN|#include|package|fn|func)\b|#!"
)
_SETTING = re.compile(r"\s*(?:- )?[\w.\"'-]+\s*[:=](?:\s.*)?|\s*- .*|\[[\w.\" -]+\]|\s*#.*")
_FORMULA = re.compile(
    r"\s*[^\W\d][^\s=≈]{0,20}(?:\([^()]*\))? ?[=≈∝≤≥] ?(?=.*[^\W\d_])(?=.*[-+*/·×^√ΣΠ∑∏(−])(?!.*\.\s)|(?=.*[Σ∑∏√∫]).*[=≈]"
)
_ASSIGNED = re.compile(r"\s*[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:, ?\w+)* ?[-+*/]?= ?[^=\s]|\s*(?!tensor|array)[a-z_][\w.]*\(.*\)\s*(?:#.*)?$")
_HEAD = re.compile(r"(?:(?:def|class|for|while|with|if|elif|else|try|except|async)\b.*:$|(?:import|from|return|raise|@)\b)")
_TRIES = 5
_PARAGRAPH = 2000


def source(lines: list[Line]) -> str:
    return textwrap.dedent("\n".join(line.words for line in lines))


def evidence(module: ast.Module) -> int:
    """How much speaks for a program and against words that happen to parse."""
    return sum(_weight(node) for node in module.body)


def _weight(node: ast.stmt) -> int:
    if isinstance(
        node,
        (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.While, ast.With, ast.If, ast.Try),
    ):
        return 4
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        return 2 if node.value is not None and not isinstance(node.value, (ast.Name, ast.Tuple)) else 0
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return 2
    return 1 if isinstance(node, (ast.Assert, ast.Return, ast.Raise)) else 0


def fenced(lines: list[Line], info: str, strip: int, text: str) -> list[Block] | None:
    """Blocks of what stands in a fence with this info string; None where it should be read like lines of output (tables, logs)."""
    lines = trimmed(lines)
    if not lines:
        return []
    word = re.split(r"[\s,:{}]+", info.strip().lstrip("{.").lower(), maxsplit=1)[0].rstrip("}")
    language = LANGUAGES.get(word, word or None)
    if language in ("python", None, "console") and is_python_session(lines):
        return python_session(lines)
    if language in ("console", "bash", None) and any(is_shell(line.words) for line in lines):
        return shell_session(lines)
    if language in _PRINTED or language is None or language == "console":
        guess = guessed(lines, strip)
        return guess if guess is not None and language is None else None
    return [code_block(lines, language, strip)]


def guessed(lines: list[Line], strip: int) -> list[Block] | None:
    """Blocks of code where the language shows in the lines themselves, None where it does not."""
    if is_python_session(lines):
        return python_session(lines)
    if is_shell(lines[0].words):
        return shell_session(lines)
    if begins_log(lines[0].words.strip(), alone=True) or begins_traceback(lines[0].words.strip()):
        return None
    words = source(lines)
    module = parsed(words)
    if module is not None and evidence(module) >= 2:
        return [code_block(lines, "python", strip)]
    if all(is_command(line.words) or line.words.lstrip().startswith("#") or line.blank for line in lines):
        return [code_block(lines, "bash", strip)]
    if words.lstrip()[:1] in ("{", "[") and _is_json(words):
        return [code_block(lines, "json", strip)]
    return None


def _is_json(words: str) -> bool:
    try:
        return isinstance(json.loads(words), (dict, list))
    except (ValueError, RecursionError):
        return False


def looks_like_code(lines: list[Line]) -> bool:
    """True for lines with the marks of some programming language in them."""
    marked = sum(1 for line in lines if re.search(r"[{}();=\[\]]|^\s*[#/]{1,2}|:$|->|=>", line.words))
    return marked * 2 >= len(lines)


def of_a_language(lines: list[Line]) -> bool:
    """True for lines that do not parse as Python and are yet a program, settings or a formula rather than what was printed."""
    filled = [line.words.rstrip() for line in lines if not line.blank]
    if any(re.search(r"(?:[;{]|^\s*\}[;,]?|=>)$", words) for words in filled) or _KEYWORDS.match(filled[0].lstrip()):
        return True
    if all(_SETTING.fullmatch(words) for words in filled) and any(words.endswith(":") or words.startswith(("- ", "[")) for words in filled):
        return True
    if filled[0].lstrip().startswith("<") and any("</" in words for words in filled):
        return True
    if all(_FORMULA.match(words) for words in filled):
        return True
    coded = sum(1 for words in filled if _ASSIGNED.match(words) or words.lstrip().startswith("#") or _HEAD.match(words.lstrip()))
    return coded * 2 > len(filled)


def is_drawing(lines: list[Line]) -> bool:
    return (
        sum(drawn(line.words) for line in lines) >= 2 or sum(1 for line in lines if re.fullmatch(r"\s*(?:[|v^V/\\]\s*)+", line.words)) >= 2
    )


def bare(lines: list[Line], at: int) -> tuple[int, Block] | None:
    """A Python program of two lines and more that begins on line `at` without any mark around it, and the line behind it."""
    if not _STRONG.match(lines[at].words) or lines[at].words.rstrip().endswith(("?", "!")):
        return None
    end = _paragraph_end(lines, at)
    count = _parsing_prefix(lines[at:end]) or _over_blanks(lines, at, end)
    if count == 0:
        return None
    end = max(end, at + count)
    module = parsed(source(lines[at : at + count]))
    if module is None or evidence(module) < 4 or (count < 2 and not isinstance(module.body[0], (ast.Import, ast.ImportFrom))):
        return None
    last = at + count
    while last == end:
        extended = _extended(lines, at, last)
        if extended == last:
            break
        last = extended
        end = _paragraph_end(lines, last - 1) if last < len(lines) else last
    kept = trimmed(lines[at:last])
    return last, code_block(kept, "python")


def bare_json(lines: list[Line], at: int, text: str) -> tuple[int, Block] | None:
    """A JSON object or array that begins on line `at`, ends with a line, and has no blank line inside."""
    if lines[at].words.strip()[:1] not in ("{", "[") or (at and not lines[at - 1].blank):
        return None
    end = _paragraph_end(lines, at)
    if not _is_json(text[lines[at].start : lines[end - 1].end]):
        return None
    return end, code_block(lines[at:end], "json")


def _paragraph_end(lines: list[Line], at: int) -> int:
    end = at
    while end < len(lines) and not lines[end].blank and end - at < _PARAGRAPH:
        end += 1
    return end


def _parsing_prefix(lines: list[Line]) -> int:
    """How many of the lines, from the first on, are a program: cut before the line where the parser gives up, a few times."""
    count = len(lines)
    for _ in range(_TRIES):
        if count == 0:
            return 0
        words = "\n".join(line.words for line in lines[:count])
        if parsed(words) is not None:
            return count
        count = min(count - 1, _error_line(words) - 1)
    return 0


def _over_blanks(lines: list[Line], at: int, end: int) -> int:
    """How many lines are a program where blank ones stand inside a statement of it, in a docstring or a bracket."""
    if not re.match(r"(?:def|class|async|@|import|from|with|for|if|try)\b|@|\w+ ?= ?", lines[at].words):
        return 0
    for _ in range(_TRIES * 2):
        while end < len(lines) and lines[end].blank:
            end += 1
        if end >= len(lines) or end - at > _PARAGRAPH or not (lines[end].indent or lines[end].words[:1] in "\"')]}"):
            return 0
        end = _paragraph_end(lines, end)
        if parsed("\n".join(line.words for line in lines[at:end])) is not None:
            return end - at
    return 0


def _error_line(words: str) -> int:
    try:
        python_source.module(words)
    except SyntaxError as error:
        return error.lineno or 1
    return 1


def _extended(lines: list[Line], at: int, end: int) -> int:
    """The end of the program with the paragraph behind it, where that goes on with it."""
    following = end
    while following < len(lines) and lines[following].blank and following - end < 3:
        following += 1
    if following >= len(lines) or lines[following].blank or following - at > _PARAGRAPH:
        return end
    last = _paragraph_end(lines, following)
    if lines[following].indent:
        return last if parsed(source(lines[at:last])) is not None else end
    if not _STRONG.match(lines[following].words) and not lines[following].words.startswith("#"):
        return end
    if parsed(source(lines[following:last])) is None:
        last = following + (_parsing_prefix(lines[following:last]) or _over_blanks(lines, following, last))
    module = parsed(source(lines[following:last])) if last > following else None
    return last if module is not None and evidence(module) >= 2 else end


def output_block(lines: list[Line]) -> Block:
    kept = trimmed(lines)
    return Block(kind="output", span=Span(start=kept[0].span.start, end=kept[-1].span.end))
