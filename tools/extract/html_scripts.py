"""Which elements of a page stand high, low or in another place than the text before them, so that no number is read together with it."""

from __future__ import annotations

from itertools import islice
from typing import Literal

from bs4.element import NavigableString, Tag

from tools.extract.css_cascade import classes
from tools.extract.css_rules import Style
from tools.extract.html_seen import is_struck

Raised = Literal["high", "low"]
_NAMED = {"footnote", "footnote-ref", "footnote-reference", "footnoteref", "footnote-anchor", "noteref", "fnref", "ltx_note_mark"}
_RAISED = _NAMED | {
    "reference",
    "fn",
    "fn-ref",
    "citation",
    "citation-reference",
    "sidenote-number",
}
_MOST_SEARCHED = 60  # nodes of a raised element
_LINES = ("block", "flex", "grid", "table", "list-item", "flow-root")  # what is displayed so stands on lines of its own
_DIVIDING = {
    "img", "svg", "video", "audio", "canvas", "iframe", "object", "embed", "input", "select", "button", "textarea", "picture", "meter",
    "progress", "legend", "hgroup", "search", "option", "optgroup", "dir", "menu", "form", "nav", "listing", "xmp", "plaintext", "marquee",

}  # fmt: skip


def raised(tag: Tag, style: Style) -> Raised | None:
    """Whether an element stands higher or lower than the line."""
    if tag.name in ("sup", "sub"):
        return "high" if tag.name == "sup" else "low"
    return {"super": "high", "sub": "low"}.get(style.get("vertical-align", ""))  # type: ignore[return-value]  # one of the two


def is_note(tag: Tag) -> bool:
    """Whether an element is the mark of a note: raised, with a link within the page in or around it, or a link that is named one."""
    if tag.name not in ("sup", "a", "span"):
        return False
    names = {name.lower() for name in classes(tag)}
    if names & (_RAISED if tag.name == "sup" else _NAMED) or tag.get("role") == "doc-noteref":
        return True
    if tag.name != "sup":
        return False
    links = [each for each in (*islice(tag.descendants, 8), tag.parent) if isinstance(each, Tag) and each.name == "a"]
    return any(str(link.get("href") or "").startswith("#") or is_note(link) for link in links)


def divides(tag: Tag, style: Style) -> bool:
    """Whether what stands before an element and behind it is not read as one word, though it is no paragraph."""
    return tag.name in _DIVIDING or style.get("display", "").startswith(_LINES) or is_struck(tag, style)


def words_of(tag: Tag) -> str:
    """The words of a short element, white space as one space and a mark before what is raised in it; of a long one its beginning."""
    marks = {"sup": "^", "sub": "_"}
    parts = (
        marks.get(each.name, "") if isinstance(each, Tag) else str(each) if type(each) is NavigableString else ""
        for each in islice(tag.descendants, _MOST_SEARCHED)
    )
    return " ".join("".join(parts).split())
