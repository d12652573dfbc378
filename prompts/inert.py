"""Outside text made harmless for the place where it is shown; what is shown still tells what was there.

Every function takes `Untrusted` and gives a `str` that may be written to that one kind of place and no other.
Control characters, bidirectional overrides, zero-width and tag characters are shown as `\\u{...}`, so that a reader sees them.
"""

from __future__ import annotations

import html
import re
import unicodedata

from prompts.trust import Untrusted, measure

_KEPT_FORMAT = frozenset()  # no format character (Cf) is kept: each can hide or reorder text
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|<>~$^=&:@-])")
_URL_LIKE = re.compile(r"(?i)\b(?:[a-z][a-z0-9+.-]*:(?://)?|www\.)(?=\S)")


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
    """Safe inside a Markdown paragraph or table cell: one line, every mark escaped, nothing becomes a link, image, heading or HTML."""
    line = one_line(text, limit)
    line = _URL_LIKE.sub(lambda m: m.group(0).replace(":", "\u2236").replace("www.", "www\u2024"), line)
    line = _MARKDOWN.sub(lambda m: f"&#{ord(m.group(1))};", line)
    return re.sub(r"^(\d+)([.)])", lambda m: f"{m.group(1)}&#{ord(m.group(2))};", line)


def markdown_code(text: Untrusted) -> str:
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
