"""Outside text made harmless for the place where it is shown; what is shown still tells what was there.

Every function takes `Untrusted` and gives a `str` that may be written to that one kind of place and no other.
Characters that hide, reorder or command (controls, bidirectional overrides, zero-width, tag and filler characters, heaps of
combining marks) are shown as `\\u{...}`, so that a reader sees them.
"""

from __future__ import annotations

import html
import re
import unicodedata

from prompts.trust import Untrusted, measure

# What starts an element of CommonMark, GFM or TeX wherever it stands; an underscore within a word starts nothing.
_MARK = re.compile(r"[\\`*\[\]<|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#|\w+;)|\{(?=\{)|(?<=\{)\{")
# What GFM links by itself, or GitHub notifies, even where it is escaped: a scheme, a host that begins with www, mail, a mention.
_LINKING = re.compile(r"(?i)[a-z]:.|www\.|@.")
_WORD = re.compile(r"[^\s`|]+")
_LINE_START = re.compile(r"^(?:[#>+=-]|\d+(?=[.)](?:\s|$)))")
# A citation mark of a report, which outside text must not forge.
_CITATION = re.compile(r"\[(?=[A-Z]\d+\])")
# Seen as nothing though Unicode calls them letters, marks or symbols: fillers, joiners, variation selectors, the blank Braille cell.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(c) for c in range(0x180B, 0x1810)}
_COMBINING_MAX = 4
_ESCAPE = re.compile(r"\\u\{([0-9a-f]{1,6})\}")
# Most of what books are written with: none of it hides or combines, so that a text of it need not be looked at character by character.
_PLAIN = re.compile("[ -~\u00a0-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03c9\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u22ff]*")


def _hides(ch: str, before: str) -> bool:
    """Whether a character is invisible or changes how others are shown. before: the character before it."""
    if "\ufe00" <= ch <= "\ufe0f" or "\U000e0100" <= ch <= "\U000e01ef":  # a selector belongs to a symbol, once
        return ch not in "\ufe0e\ufe0f" or unicodedata.category(before or "a")[0] != "S"
    return ch in _BLANK or unicodedata.category(ch)[0] == "C" or ch in "\u2028\u2029"


def _visible(text: str, keep: str = "") -> str:
    """Characters that hide, reorder or command shown as escapes; `keep` lists the white space that may stay."""
    if _PLAIN.fullmatch(text):
        return text
    out = []
    before, combining = "", 0
    for ch in text:
        combining = combining + 1 if unicodedata.category(ch) in ("Mn", "Me") else 0
        if ch in keep or not (_hides(ch, before) or combining > _COMBINING_MAX):
            out.append(ch)
        elif ch in "\n\r\t":
            out.append(" ")
        else:
            out.append(f"\\u{{{ord(ch):x}}}")
        before = ch
    return "".join(out)


def hidden(text: Untrusted) -> bool:
    """Whether a text holds characters that the functions below show as escapes."""
    raw = measure(text).replace("\r\n", "\n")
    return _visible(raw, keep="\n\t") != raw


def one_line(text: Untrusted, limit: int | None = None) -> str:
    """Visible characters on one line, runs of white space as one space, cut with an ellipsis at `limit`.

    Safe for a log line or a terminal, not for Markdown or HTML.
    """
    line = " ".join(_visible(measure(text)).split())
    return line if limit is None or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def as_it_was(line: str) -> Untrusted:
    """What `one_line` was given, but for its white space and what was cut off: hidden characters in place of their escapes.

    For a comparison with what a text was made of; an escape of a character that hides nothing was not made here and stays.
    """
    return Untrusted(_ESCAPE.sub(lambda match: _hidden_one(int(match[1], 16)) or match[0], line), "shown")


def _hidden_one(code: int) -> str:
    shown = chr(code) if code < 0x110000 else " "
    return shown if _hides(shown, "") or unicodedata.category(shown) in ("Mn", "Me") else ""


def terminal(text: Untrusted) -> str:
    """Safe to print: no escape sequence survives; line ends are kept."""
    return _visible(measure(text), keep="\n")


def markdown(text: Untrusted, limit: int | None = None) -> str:
    """Safe inside a Markdown paragraph or table cell: one line, marks escaped, nothing becomes a link, image, heading or HTML.

    An address is shown as a code span, because GFM links some of them though they are escaped.
    """
    line = _CITATION.sub(r"\\u{5b}", one_line(text, limit))
    out, end = [], 0
    for word in _WORD.finditer(line):
        if _LINKING.search(word.group()):
            address = word.group().rstrip(".,;:!?)") or word.group()
            out += [_escaped(line[end : word.start()]), f"`{address}`"]
            end = word.start() + len(address)
    shown = "".join([*out, _escaped(line[end:])])
    return _LINE_START.sub(lambda m: m.group() + "\\" if m.group().isdigit() else "\\" + m.group(), shown)


def _escaped(line: str) -> str:
    return _MARK.sub(lambda m: "\\" + m.group(), line)


def code_span(text: Untrusted, limit: int | None = None, *, cell: bool = False) -> str:
    """The words themselves as an inline code span, on one line; `cell` for a table cell, where a bar must be escaped."""
    line = one_line(text, limit) or " "
    longest = max((len(run) for run in re.findall(r"`+", line)), default=0)
    pad = " " if line != " " and "`" in (line[0], line[-1]) else ""
    span = "`" * (longest + 1) + pad + line + pad + "`" * (longest + 1)
    # Parsers do not agree whether a bar after a back-slash ends a cell, so there it is named instead.
    return re.sub(r"(?<=\\)\|", r"\\u{7c}", span).replace("|", "\\|") if cell else span


def code_block(text: Untrusted) -> str:
    """A fenced block whose fence is longer than any run of back-ticks within; line ends are kept."""
    body = _visible(measure(text).replace("\r\n", "\n"), keep="\n\t")
    longest = max((len(run) for run in re.findall(r"`+", body)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{body}\n{fence}"


def html_text(text: Untrusted) -> str:
    """Safe as the text of an HTML element or a quoted attribute; white space is kept."""
    return html.escape(_visible(measure(text), keep="\n\t"), quote=True)


def json_text(text: Untrusted) -> str:
    """Visible characters with line ends, for a string that a JSON or YAML library then writes."""
    return _visible(measure(text), keep="\n\t")


def file_name(text: Untrusted, fallback: str) -> str:
    """A name of [a-z0-9-], 1 to 64 characters, never a path; `fallback` where nothing is left."""
    ascii_text = unicodedata.normalize("NFKD", measure(text)).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", ascii_text).strip("-")[:64].strip("-")
    return name or fallback
