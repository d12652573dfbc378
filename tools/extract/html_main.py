"""Which part of a page is its main text, and which elements are furniture: navigation, bars, counters, buttons."""

from __future__ import annotations

import re
from itertools import islice

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag

from tools.extract.css_cascade import classes
from tools.extract.html_walk import events

# Where tools that make documentation, papers and posts put the main text, the surest first: a class, an id, an attribute or a name.
_PLACES = (
    ".bd-article", ".body[role=main]", "[itemprop=articleBody]", ".ltx_document", ".md-content__inner", ".markdown-body", ".post-content",
    ".entry-content", ".article-content", "#article-container", "[role=main]", "main", "article", "#main-content", "#content", "#main",
    ".content",
)  # fmt: skip
_RANKS = {place: rank for rank, place in enumerate(_PLACES)}
_COUNTED = {"p", "pre", "td", "li", "dd", "blockquote"}
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
    "descriptor", "extra-services",
    "mw-editsection", "reflist-tools", "post-tags", "tags", "related-posts", "comments-link", "ltx_page_navbar",
    "ltx_page_footer", "ltx_page_header",
    "ltx_TOC", "section-nav", "theme-doc-toc-mobile", "menu", "buttons", "bd-header-article", "bd-sidebar-secondary",
    "onlyprint", "md-sidebar",
}  # fmt: skip
_KEPT_ASIDES = {"footnote", "footnote-list", "admonition", "topic", "note", "warning", "citation", "seealso", "topic-note"}
_DIVISIONS = {"div", "section", "td", "article", "main", "table", "tbody", "tr"}
_MOST_SEARCHED = 300  # nodes of a header that are searched for a title
_WORDS = re.compile(r"\w+")


def main_part(soup: BeautifulSoup) -> Tag | None:
    """The element that holds the main text, None where the page has no body."""
    body = soup.body
    if body is None:
        return None
    survey = _Survey(body)
    whole = survey.words.get(id(body), 0)
    for rank in sorted(survey.places):
        best = max(survey.places[rank], key=lambda tag: survey.words.get(id(tag), 0))
        if survey.words.get(id(best), 0) >= max(8, _LEAST_SHARE * whole):
            return best
    return survey.densest(body, whole)


class _Survey:
    """One walk over the page. words: of paragraphs, code, cells and items within an element, those of links in lists left out; by id().
    places: the elements outside furniture that may hold the main text, by rank."""

    def __init__(self, body: Tag) -> None:
        self.words: dict[int, int] = {}
        self.places: dict[int, list[Tag]] = {}
        counted = [0]
        blocks = links = furniture = 0
        for node, entering in events(body):
            if not isinstance(node, Tag):
                if blocks and not links and type(node) is NavigableString:
                    counted[-1] += len(_WORDS.findall(str(node)))
                continue
            step = 1 if entering else -1
            blocks += step * (node.name in _COUNTED)
            links += step * (node.name == "a")
            if entering:
                counted.append(0)
                beside = is_furniture(node)
                self._place(node) if not furniture and not beside else None
                furniture += beside
            else:
                count = counted.pop()
                self.words[id(node)] = count
                counted[-1] += count
                furniture -= is_furniture(node)
        self.words[id(body)] = counted[0]

    def _place(self, tag: Tag) -> None:
        role = tag.get("role")
        keys = [tag.name, f"#{tag.get('id')}", f"[role={role}]", f"[itemprop={tag.get('itemprop')}]"]
        keys += [name for each in classes(tag) for name in (f".{each}", f".{each}[role={role}]")]
        for rank in {_RANKS[key] for key in keys if key in _RANKS}:
            self.places.setdefault(rank, []).append(tag)

    def densest(self, body: Tag, whole: int) -> Tag:
        """The deepest element that still holds nearly all of the page's words."""
        place = body
        while whole:
            inside = [child for child in place.children if isinstance(child, Tag) and child.name in _DIVISIONS]
            best = max(inside, key=lambda tag: self.words.get(id(tag), 0), default=None)
            if best is None or self.words.get(id(best), 0) < 0.8 * whole:
                break
            place = best
        return place


def is_furniture(tag: Tag) -> bool:
    """Whether an element stands beside the text: navigation, bars, buttons, line numbers, what is shared and advertised."""
    if tag.name in ("body", "html", "main", "article"):
        return False
    if tag.name in _FURNITURE_NAMES or tag.get("role") in _FURNITURE_ROLES:
        return True
    names = classes(tag)
    if tag.name == "header":
        return not any(isinstance(each, Tag) and each.name in ("h1", "h2") for each in islice(tag.descendants, _MOST_SEARCHED))
    if tag.name == "aside":
        return not _KEPT_ASIDES & set(names)
    return bool(_FURNITURE_CLASSES & set(names)) and tag.name not in ("pre", "code")
