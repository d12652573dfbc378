"""Sessions at a prompt: `>>>` and `...` of Python, `In [1]:` left aside, `$` of a shell; input and output are told apart."""

from __future__ import annotations

import re
from itertools import takewhile

from tools.layout.lines import Line, stripped
from tools.layout.opening import opens_sentence, sentence_start
from tools.layout.printed import LABEL, bounded, printed_end, value_end
from tools.layout.restore import restore
from tools.layout.scan import longest, statement
from tools.python_source import parsed
from tools.records import Block, CodeLine, Span

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
_FLAT = re.compile(r"(?<!\S)>>> ")
_NAME = re.compile(r"[^\W\d][\w.]*(?:\[[^\]\n]*\])?(?=\s|$)")
_CONTINUED = re.compile(r"(?<=\s)\.\.\.(?=\s+\S)")
_SENTENCE = 160
_LINE = 200
_SHELL = re.compile(r"(?:[\w.-]+@[\w.-]+[:~\w/.-]*)?(?:\([\w.-]+\)\s?)?[$%] (?=\S)")
_FLAT_SHELL = re.compile(r"(?<!\S)\$ (?=[a-z./~A-Z_])")
_COMMAND = re.compile(
    r"(?:sudo |time |[A-Z_][A-Z0-9_]*=\S+ )*(?:pip3?|uv|conda|mamba|python3?(?:\.\d+)?|git|docker|podman|npm|npx|yarn|cargo|go|"
    r"make|cmake|cd|ls|cat|mkdir|rm|cp|mv|curl|wget|export|source|echo|apt|apt-get|brew|pytest|torchrun|nvidia-smi|ssh|tar|chmod|find|grep|poetry|"
    r"jupyter|\./\S+|which|head|tail|wc|kubectl|export|set|touch)\b"
)


def is_prompt(words: str) -> bool:
    return _PROMPT.match(words.lstrip()) is not None and words.lstrip().startswith((">>>", "..."))


def is_python_session(lines: list[Line]) -> bool:
    """True where a piece of lines holds a `>>>` prompt that a line begins with."""
    return any(line.words.lstrip().startswith(">>> ") for line in lines[:400])


def is_joined(words: str) -> bool:
    """True for a line with a prompt on which more than its input stands, so that line ends were lost."""
    begin = len(words) - len(words.lstrip()) + 4
    if words.count(">>> ") > 1:
        return True
    rest = words[begin:].rstrip()
    end = len(rest) if parsed(rest) is not None else longest(rest, 0, len(rest))
    behind = rest[end:].lstrip() if end else ""
    if not behind or behind[0] == "#":
        return False
    return value_end(behind, 0, len(behind)) is not None or sentence_start(behind, 0, len(behind)) is not None or opens_sentence(behind)


def goes_on(line: Line) -> bool:
    """True for a line of a session's input or output; a sentence, a title or code that lines were lost of end it."""
    words = line.words.strip()
    if is_prompt(words):
        return True
    sentence = opens_sentence(words) and words.endswith((".", ":", "?", "!"))
    return not (sentence or LABEL.match(words) or len(words) > _LINE or words.startswith(("#", "```", "| ")))


def is_shell(words: str) -> bool:
    """True for a line with a shell's prompt and a command behind it."""
    found = _SHELL.match(words.lstrip())
    return found is not None


def python_session(lines: list[Line]) -> list[Block]:
    """Blocks of code (what was typed, prompts left out) and output in turn."""
    blocks: list[Block] = []
    typed: list[CodeLine] = []
    said: list[Line] = []
    for line in lines:
        words = line.words.lstrip()
        continues = words.startswith("...") and bool(typed) and not said
        if words.startswith(">>>") or (continues and _PROMPT.match(words)):
            if said:
                blocks.extend(_said(said))
                said = []
            lead = line.start + len(line.words) - len(words)
            found = _PROMPT.match(words)
            begin = lead + (found.end() if found else 3)
            typed.append(CodeLine(span=Span(start=min(begin, line.end), end=line.end)))
        elif not line.blank or said:
            if typed:
                blocks.extend(_whole(typed, "python"))
                typed = []
            said.append(line)
    if typed:
        blocks.extend(_whole(typed, "python"))
    blocks.extend(_said(said))
    return blocks


def shell_session(lines: list[Line]) -> list[Block]:
    """Blocks of console code (commands without their prompts) and output in turn; a `\\` at a line's end continues a command."""
    blocks: list[Block] = []
    typed: list[CodeLine] = []
    said: list[Line] = []
    continued = False
    for line in lines:
        words = line.words.lstrip()
        found = _SHELL.match(words)
        if found or continued:
            blocks.extend(_said(said))
            said = []
            begin = line.start + len(line.words) - len(words) + (found.end() if found else 0)
            typed.append(CodeLine(span=Span(start=begin, end=max(begin, line.start + len(line.words.rstrip())))))
            continued = words.rstrip().endswith("\\")
        elif not line.blank or said:
            if typed:
                blocks.extend(_whole(typed, "console"))
                typed = []
            said.append(line)
    if typed:
        blocks.extend(_whole(typed, "console"))
    blocks.extend(_said(said))
    return blocks


def _whole(lines: list[CodeLine], language: str) -> list[Block]:
    """A block of what was typed, without empty prompts at its ends; none where nothing was typed."""
    filled = [at for at, line in enumerate(lines) if len(line.span)]
    return [_typed(lines[filled[0] : filled[-1] + 1], language)] if filled else []


def _typed(lines: list[CodeLine], language: str, flattened: bool = False) -> Block:
    span = Span(start=lines[0].span.start, end=lines[-1].span.end)
    return Block(kind="code", span=span, flattened=flattened, language=language, lines=tuple(lines))


def _said(lines: list[Line]) -> list[Block]:
    kept = [line for line in lines if not line.blank]
    return [Block(kind="output", span=Span(start=kept[0].span.start, end=kept[-1].span.end))] if kept else []


def flattened_session(text: str, start: int, stop: int) -> list[Block]:
    """A `>>>` session on one line: each input is the statement behind its prompt, what follows up to the next prompt is output."""
    if not text.startswith(">>> ", start):
        return []
    blocks: list[Block] = []
    mark: int | None = start
    while mark is not None:
        begin = mark + 4
        following = _FLAT.search(text, begin, stop)
        mark = following.start() if following is not None else None
        end = stop if mark is None else mark
        typed = _typed_flat(text, begin, end)
        if typed is None:
            break
        blocks.append(typed)
        said = _end_of_output(text, typed.span.end, end, prompted=mark is not None)
        if text[typed.span.end : end].lstrip().startswith("#"):
            typed = _with_comment(text, typed, end)
            blocks[-1] = typed
            said = typed.span.end
        span = stripped(text[typed.span.end : said], typed.span.end)
        if len(span):
            blocks.append(Block(kind="output", span=span, flattened=True))
        if mark is not None and text[said:mark].strip():
            break
    return _merged(blocks)


def _with_comment(text: str, typed: Block, stop: int) -> Block:
    """The input with the comment behind it, which runs to the next prompt."""
    last = typed.lines[-1]
    end = bounded(text, typed.span.end, stop, eager=False)
    line = CodeLine(span=Span(start=last.span.start, end=last.span.end + len(text[last.span.end : end].rstrip())), indent=last.indent)
    return _typed([*typed.lines[:-1], line], "python", True)


def _merged(blocks: list[Block]) -> list[Block]:
    """Inputs with no output between them are one program."""
    merged: list[Block] = []
    for block in blocks:
        last = merged[-1] if merged else None
        if last is not None and last.kind == block.kind == "code":
            merged[-1] = _typed([*last.lines, *block.lines], "python", True)
        else:
            merged.append(block)
    return merged


def _end_of_output(text: str, start: int, stop: int, prompted: bool) -> int:
    """Where the output behind an input ends. prompted: whether a prompt stands at `stop`, so that one short sentence was printed."""
    words = text[start:stop].strip() if stop - start <= _SENTENCE else ""
    if prompted and words and not words.endswith(":") and not re.search(r"[.?!:]\s+[A-ZÄÖÜ]", words) and not LABEL.match(words):
        return stop if value_end(words, 0, len(words)) is None else printed_end(text, start, stop)
    return printed_end(text, start, stop)


def _typed_flat(text: str, start: int, stop: int) -> Block | None:
    """One input with its continuation lines (`... `); a name alone is an input too."""
    masked = _CONTINUED.sub(lambda mark: " " * len(mark.group()), text[start:stop])
    found = statement(masked, 0, len(masked), inside=True)
    if found is None:
        name = _NAME.match(text, start, stop)
        if name is None or _opens_operation(text, start, stop):
            return _expression(text, start, stop)
        return _typed([CodeLine(span=Span(start=start, end=name.end()))], "python", True)
    whole = restore(masked, 0, len(masked)) if found.head else None
    if found.head and whole is None:
        return None
    lines = whole.block.lines if whole else (CodeLine(span=Span(start=0, end=found.end)),)
    return _typed([piece for line in lines for piece in _unmarked(text, start, line)], "python", True)


def _unmarked(text: str, offset: int, line: CodeLine) -> list[CodeLine]:
    """The pieces of a restored line between the marks that continue it; brackets hold them together."""
    begin, end = offset + line.span.start, offset + line.span.end
    cuts = [(mark.start(), mark.end()) for mark in _CONTINUED.finditer(text, begin, end)]
    edges = zip([begin, *(after for _, after in cuts)], [*(before for before, _ in cuts), end], strict=True)
    spans = [stripped(text[a:b], a) for a, b in edges]
    return [CodeLine(span=span, indent=line.indent) for span in spans if len(span)]


def _opens_operation(text: str, start: int, stop: int) -> bool:
    return re.compile(r"\S+ (?:[-+*/%@&|^<>]|==|!=|<=|>=|\*\*|//|is|in|not|and|or) ").match(text, start, stop) is not None


def _expression(text: str, start: int, stop: int) -> Block | None:
    end = longest(text, start, stop)
    return None if end is None else _typed([CodeLine(span=Span(start=start, end=end))], "python", True)


def flattened_shell(text: str, start: int, stop: int) -> list[Block]:
    """`$ command` lines run together: each command runs to the next prompt, the last to the sentence behind it."""
    first = _FLAT_SHELL.match(text, start, stop)
    if first is None or not _COMMAND.match(text, first.end(), stop):
        return []
    found = _FLAT_SHELL.finditer(text, start, min(stop, start + 20_000))
    marks = list(takewhile(lambda mark: _COMMAND.match(text, mark.end(), stop), found))
    lines = []
    for at, mark in enumerate(marks):
        end = marks[at + 1].start() if at + 1 < len(marks) else sentence_start(text, mark.end(), stop) or stop
        span = stripped(text[mark.end() : end], mark.end())
        lines.append(CodeLine(span=span))
        if len(span) > 400:
            break
    return [_typed(lines, "console", True)]


def is_command(words: str) -> bool:
    """True for a bare shell command on a line of its own (`pip install torch`), not for a sentence that begins with its name."""
    words = words.strip()
    if not _COMMAND.match(words) or len(words) > 200 or words.endswith((".", ":", "?", "!", ",")):
        return False
    return _ARGUMENTS.match(words) is not None


_ARGUMENTS = re.compile(
    r"(?:sudo |[A-Z_][A-Z0-9_]*=\S+ )*(?:pip3? (?:install|show|list|uninstall|freeze)|uv (?:pip|add|run|sync|venv)"
    r"|(?:conda|mamba) (?:install|create|activate)"
    r"|python3?(?:\.\d+)? (?:-\w|\S+\.py\b)|git (?:clone|commit|push|pull|checkout|switch|add|status|log|diff)\b"
    r"|docker (?:run|build|pull|ps|compose)\b"
    r"|npm (?:install|run)|npx \S|cargo (?:build|run|add|test)|make \S+$"
    r"|cmake [.-]|cd [~./\w-]+$|mkdir (?:-p )?\S+$|curl (?:-|http)|wget (?:-|http)"
    r"|export [A-Z_]\w*=|apt(?:-get)? install|brew install|pytest(?: [-\w/.]+)*$|torchrun -"
    r"|nvidia-smi(?: -\S+)*$|ssh \S+@|tar -?x|chmod [+\d]|\./\S+)"
)
