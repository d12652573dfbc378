"""What of a page a judgement needs, read in one pass: its title and heading, what its text says, and what stands beside the text.

Navigation, bars and footers hold hundreds of words on a page that says nothing, so that they are told from the text.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field

from lxml import etree  # type: ignore[import-untyped]

READ = 400_000  # characters of a page that are looked at
_SAID = 500  # of its title, heading, and words for who has no programs
_LONG = 2_000  # of one block of text
_UNSEEN = ("script", "style", "template", "noscript", "head", "svg")
_CODE = ("pre", "code", "samp", "kbd", "textarea")
_BESIDE = frozenset({"nav", "footer", "menu", "aside", "select", "datalist"})
_BESIDE_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "toolbar"})
_BESIDE_NAMES = frozenset(
    ("sidebar", "sphinxsidebar", "sphinxsidebarwrapper", "navbar", "nav", "navigation", "toc", "table-of-contents", "breadcrumb",
     "breadcrumbs", "footer", "site-footer", "page-footer", "site-header", "page-header", "topbar", "menu",
     "md-sidebar", "md-header", "md-footer", "wy-nav-side", "wy-nav-top", "bd-sidebar", "bd-header", "bd-footer", "cookie-banner",
     "cookie-notice", "cookies", "masthead")
)  # fmt: skip
_NEVER_BESIDE = frozenset({"html", "body", "main", "article", "input", "img", "br", "hr", "meta", "link", "h1", *_UNSEEN, *_CODE})
_INLINE = frozenset(
    ("a", "abbr", "b", "bdi", "cite", "em", "font", "i", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "u", "wbr", *_CODE)
)
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_TEST_FOR_HUMANS = re.compile(
    r"/cdn-cgi/challenge-platform/h/\w/orchestrate|_cf_chl_opt|\bg-recaptcha\b|\bh-captcha\b|\bcf-turnstile\b|hcaptcha\.com/"
    r"|captcha-delivery\.com|\bpx-captcha\b|google\.com/recaptcha/",
    re.I,
)  # fmt: skip
_REFRESH = re.compile(r"\s*(\d{1,2})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?['\"]?\s*([^'\"\s]{1,2000})", re.I)
_FOR_MONEY = re.compile(r'"isAccessibleForFree"\s*:\s*"?(?:https?://schema\.org/)?(?:false|no)\b', re.I)
_WHERE_PROGRAMS_STAND = ("src", "class", "id", "action")


@dataclass
class Sketch:
    """A page as a target of lxml's parser.

    words: how many a reader sees outside of navigation; plain: those that are no links either, and do not stand in a bar by its name.
    blocks: its text, block by block, without code and without what stands beside it; asides: the same of its asides, where shops stand.
    buttons: their words. tier: its declared price, in lower case. passwords: fields for one, and those outside of navigation.
    human: it holds a test for humans. money: it declares that it is not free. refresh: after how many seconds it shows another page, and
    the address of that one. Elements are counted and not stacked, and what is said of a page is cut, so that no page costs more than its
    length.
    """

    title: str = ""
    heading: str = ""
    noscript: str = ""
    tier: str = ""
    words: int = 0
    plain: int = 0
    blocks: list[str] = field(default_factory=list)
    asides: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    passwords: int = 0
    passwords_in_text: int = 0
    scripts: int = 0
    refresh: tuple[int, str] | None = None
    human: bool = False
    money: bool = False
    _open: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys((*_UNSEEN, *_CODE, "title", "h1", "a", "button", "main", "article", "aside"), 0)
    )
    # The outermost element that stands beside the text, how many of its name are open, and whether its name or role says so for certain.
    _beside: str = ""
    _depth: int = 0
    _certain: bool = False
    _structured: bool = False
    _block: list[str] = field(default_factory=list)
    _length: int = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag not in _INLINE:
            self._end_of_block()
        if tag == "input":
            self._field(attributes)
        elif tag == "meta":
            self._meta(attributes)
        elif tag == "script":
            self.scripts += 1
            self._structured = attributes.get("type", "").strip().lower() == "application/ld+json"
        if not self.human and any(_TEST_FOR_HUMANS.search(attributes[name]) for name in _WHERE_PROGRAMS_STAND if name in attributes):
            self.human = True
        if tag in self._open:
            self._open[tag] += 1
        if self._beside:
            self._depth += tag == self._beside
        elif tag not in _NEVER_BESIDE:
            self._certain = (
                tag in _BESIDE or attributes.get("role", "").lower() in _BESIDE_ROLES or (tag == "header" and not self._in_text())
            )
            named = {*attributes.get("class", "").split(), attributes.get("id", "")}
            if self._certain or (tag not in _INLINE and not named.isdisjoint(_BESIDE_NAMES)):
                self._beside, self._depth = tag, 1

    def end(self, tag: str) -> None:
        if tag not in _INLINE or tag == "a":
            self._end_of_block()
        if self._open.get(tag):
            self._open[tag] -= 1
        if tag == self._beside:
            self._depth -= 1
            if not self._depth:
                self._beside = ""

    def close(self) -> Sketch:
        self._end_of_block()
        return self

    def data(self, data: str) -> None:
        if self._open["title"] and not self._open["svg"]:
            self.title = (self.title + data[:_SAID])[:_SAID]
        elif self._open["noscript"]:
            self.noscript = (self.noscript + data[:_SAID])[:_SAID]
        elif self._open["script"]:
            self.human = self.human or (not self._structured and _TEST_FOR_HUMANS.search(data) is not None)
            self.money = self.money or (self._structured and _FOR_MONEY.search(data) is not None)
        elif not any(self._open[tag] for tag in _UNSEEN):
            self._seen(data)

    def _seen(self, data: str) -> None:
        if self._open["h1"]:
            self.heading = (self.heading + data[:_SAID])[:_SAID]
        if self._open["button"]:
            self.buttons.append(data[:_SAID].strip())
        count = len(data.split()) + len(_WITHOUT_SPACES.findall(data)) // 2
        if not (self._beside and self._certain):
            self.words += count
            self.plain += 0 if self._beside or self._open["a"] else count
        if not any(self._open[tag] for tag in _CODE) and self._length < _LONG:
            self._block.append(data[:_LONG])
            self._length += len(data)

    def _end_of_block(self) -> None:
        text = " ".join("".join(self._block).split())
        self._block.clear()
        self._length = 0
        if text and not self._beside:
            self.blocks.append(text)
        elif text and self._open["aside"]:
            self.asides.append(text)

    def _field(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "").lower()
        if kind == "password":
            self.passwords += 1
            self.passwords_in_text += not self._beside
        elif kind in ("submit", "button"):
            self.buttons.append(attributes.get("value", "")[:_SAID].strip())

    def _meta(self, attributes: dict[str, str]) -> None:
        if (attributes.get("property") or attributes.get("name") or "").endswith("content_tier"):
            self.tier = attributes.get("content", "").lower()
        elif attributes.get("http-equiv", "").strip().lower() == "refresh" and not self._open["noscript"]:
            match = _REFRESH.match(attributes.get("content", ""))
            self.refresh = self.refresh or ((int(match[1]), match[2]) if match else None)
        elif attributes.get("itemprop", "") == "isAccessibleForFree":
            self.money = attributes.get("content", "").strip().lower() in ("false", "no")

    def _in_text(self) -> bool:
        return bool(self._open["main"] or self._open["article"])


def sketch(page: str) -> Sketch:
    made = Sketch()
    parser = etree.HTMLParser(target=made, encoding="utf-8", no_network=True)
    with suppress(etree.LxmlError):  # what was read of a page that no parser can read to its end is what there is to judge
        parser.feed(page[:READ].encode("utf-8", "replace"))
        parser.close()
    return made
