"""Which part of a page is its main text, and which elements are furniture: navigation, bars, counters, buttons."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup
from bs4.element import Tag

from tools.extract.html_seen import classes

# Where tools that make documentation, papers and posts put the main text, the surest first.
_PLACES = (
    "article.bd-article", "div.body[role=main]", "[itemprop=articleBody]", "article.ltx_document", "article.md-content__inner",
    ".markdown-body", "article.post-content", "div.document div.body", ".entry-content", ".post-content", ".article-content",
    "#article-container", "[role=main]", "main", "article", "#main-content", "#content", "#main", ".content",
)  # fmt: skip
_LEAST_SHARE = 0.4  # of the words in paragraphs, code and lists of the page, for a place to be believed
_FURNITURE_NAMES = {"nav", "footer", "form", "button", "select", "svg", "textarea", "menu", "dialog", "canvas", "audio", "video"}
_FURNITURE_ROLES = {"navigation", "banner", "search", "contentinfo", "complementary", "menu", "menubar", "toolbar", "dialog", "doc-toc"}
_FURNITURE_CLASSES = {
    "breadcrumb", "breadcrumbs", "headerlink", "sidebar", "sphinxsidebar", "navbar", "nav", "toc", "table-of-contents", "contents",
    "prev-next-area", "prev-next-footer", "related", "related-pages", "pagination", "pager", "footer", "site-footer",
    "site-header", "skip-link",
    "edit-this-page", "md-source-file", "md-content__button", "copybtn", "clipboard", "copy-button", "linenos", "linenodiv",
    "lineno", "lnt", "ln",
    "gutter", "blob-num", "cookie", "cookies", "cookie-banner", "consent", "share", "sharing", "social", "social-share",
    "newsletter", "advertisement",
    "ads", "ad", "anchor", "anchorjs-link", "hash-link", "header-anchor", "toc-backref-link", "rst-breadcrumbs-buttons", "wy-breadcrumbs",
    "rst-footer-buttons", "viewcode-link", "viewcode-back", "jp-InputPrompt", "jp-OutputPrompt", "input_prompt", "output_prompt", "prompt",
    "mw-editsection", "reflist-tools", "post-tags", "tags", "related-posts", "comments-link", "ltx_page_navbar",
    "ltx_page_footer", "ltx_page_header",
    "ltx_TOC", "section-nav", "theme-doc-toc-mobile", "menu", "buttons", "bd-header-article", "bd-sidebar-secondary",
    "onlyprint", "md-sidebar",
}  # fmt: skip
_KEPT_ASIDES = {"footnote", "footnote-list", "admonition", "topic", "note", "warning", "citation", "seealso", "topic-note"}
_WORDS = re.compile(r"\w+")


def main_part(soup: BeautifulSoup) -> Tag | None:
    """The element that holds the main text, None where the page has no body."""
    body = soup.body
    if body is None:
        return None
    whole = _words(body)
    for place in _PLACES:
        found = [tag for tag in body.select(place, limit=50) if not _in_furniture(tag)]
        if not found:
            continue
        best = max(found, key=_words)
        if _words(best) >= max(8, _LEAST_SHARE * whole):
            return best
    return _densest(body, whole)


def is_furniture(tag: Tag) -> bool:
    """Whether an element stands beside the text: navigation, bars, buttons, line numbers, what is shared and advertised."""
    if tag.name in ("body", "html", "main", "article"):
        return False
    if tag.name in _FURNITURE_NAMES or tag.get("role") in _FURNITURE_ROLES:
        return True
    names = classes(tag)
    if tag.name == "header":
        return tag.find(["h1", "h2"]) is None
    if tag.name == "aside":
        return not _KEPT_ASIDES & set(names)
    return bool(_FURNITURE_CLASSES & set(names)) and tag.name not in ("pre", "code")


def _in_furniture(tag: Tag) -> bool:
    return any(
        parent.name not in ("html", "body") and is_furniture(parent)
        for parent in tag.parents
        if isinstance(parent, Tag) and parent.name != "[document]"
    )


def _words(tag: Tag) -> int:
    """Words of an element's paragraphs, code, cells and items, those of links left out."""
    count = 0
    for part in tag.find_all(["p", "pre", "td", "li", "dd", "blockquote"], limit=20_000):
        if part.find(["p", "pre", "td", "li", "dd", "blockquote"]) is None:
            links = sum(len(_WORDS.findall(link.get_text())) for link in part.find_all("a")) if part.name == "li" else 0
            count += max(0, len(_WORDS.findall(part.get_text())) - links)
    return count


def _densest(body: Tag, whole: int) -> Tag:
    """The deepest element that still holds nearly all of the page's words."""
    place = body
    while True:
        inside = [
            (child, _words(child))
            for child in place.find_all(["div", "section", "td", "article", "main", "table", "tbody", "tr"], recursive=False)
        ]
        best = max(inside, key=lambda each: each[1], default=None)
        if best is None or best[1] < 0.8 * whole or best[1] == 0:
            return place
        place = best[0]
