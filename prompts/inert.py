"""Outside text made harmless for the place where it is shown; what is shown still tells what was there.

Every function takes `Untrusted` and gives a `str` that may be written to that one kind of place and no other.
Control characters, bidirectional overrides, zero-width and tag characters are shown as `\\u{...}`, so that a reader sees them.
"""

from __future__ import annotations

import html
import re
import unicodedata

from prompts.trust import Untrusted, measure

# What starts an element of CommonMark, GFM or TeX wherever it stands; an underscore within a word starts nothing.
_MARK = re.compile(r"[\\`*\[\]<|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#|\w+;)|\{(?=\{)|(?<=\{)\{")
# What GFM links by itself: a scheme, a host that begins with www, an address of mail.
_AUTOLINK = re.compile(r"(?i)\b(?P<name>[a-z][a-z0-9+.-]*)(?P<mark>:)(?=\S)|(?<=www)(?P<dot>\.)|(?P<at>@)(?=\w)")
_LINE_START = re.compile(r"^([#>+=-]|\d+(?=[.)]))")


def _visible(text: str, keep: str = "") -> str:
    """Characters that hide, reorder or command shown as escapes; `keep` lists the white space that may stay."""
    out = []
    for ch in text:
        category = unicodedata.category(ch)
        if ch in keep or (category[0] != "C" and category not in ("Zl", "Zp")):
            out.append(ch)
        elif ch in "\n\r\t":
            out.append(" ")
        else:
            out.append(f"\\u{{{ord(ch):x}}}")
    return "".join(out)


def one_line(text: Untrusted, limit: int | None = None) -> str:
    """Visible characters on one line, runs of white space as one space, cut with an ellipsis at `limit`.

    Safe for a log line or a terminal, not for Markdown or HTML.
    """
    line = " ".join(_visible(measure(text)).split())
    return line if limit is None or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def terminal(text: Untrusted) -> str:
    """Safe to print: no escape sequence survives; line ends are kept."""
    return _visible(measure(text), keep="\n")


def markdown(text: Untrusted, limit: int | None = None) -> str:
    """Safe inside a Markdown paragraph or table cell: one line, marks escaped, nothing becomes a link, image, heading or HTML."""
    line = _MARK.sub(lambda m: "\\" + m.group(0), one_line(text, limit))
    line = _AUTOLINK.sub(lambda m: (m.group("name") or "") + "\\" + m.group(0)[-1], line)
    return _LINE_START.sub(lambda m: m.group(1) + "&#8203;" if m.group(1).isdigit() else "\\" + m.group(1), line)


def code_span(text: Untrusted, limit: int | None = None, *, cell: bool = False) -> str:
    """The words themselves as an inline code span, on one line; `cell` for a table cell, where a bar must be escaped."""
    line = one_line(text, limit) or " "
    longest = max((len(run) for run in re.findall(r"`+", line)), default=0)
    pad = " " if line[0] in "` " or line[-1] in "` " else ""
    span = "`" * (longest + 1) + pad + line + pad + "`" * (longest + 1)
    return span.replace("|", "\\|") if cell else span


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
