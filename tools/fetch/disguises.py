"""Whether a page that came with status 200 is the document, or something that stands in its place.

A page is judged by its own structure (a password field, a declared paywall, no text but programs) and, where it is short, by what its
title, heading and sentences say of it. A page of many words is not taken for an error by its words.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from lxml import etree  # type: ignore[import-untyped]

from tools.fetch.kinds import head_of
from tools.fetch.records import Kind, State

_READ = 400_000  # characters of a page that are looked at
_SAID = 500  # of its title, heading, and words for who has no programs
_SHORT, _FORM, _FEW, _SHELL = 250, 120, 40, 8  # words
_PART = 2_500  # words of a page that may still be the part before a paywall
_UNSEEN = ("script", "style", "template", "noscript", "head", "svg")

_MISSING = re.compile(
    r"^\W*(?:(?:error\W+)?404\b|(?:error|oops|sorry)?\W*(?:the |this |that )?(?:page|file|document|article|site|resource|content|url|link)"
    r"[\w\s,]{0,40}?(?:not|n't|no longer|cannot|could not)\s+(?:be\s+)?(?:found|exist|available)|not found\b|nothing (?:was )?found\b"
    r"|(?:page|file|document) (?:missing|removed|unavailable))|\b404\W+(?:page\s+)?not found\b|\bpage not found\b",
    re.I,
)
_LOGIN_TITLE = re.compile(r"^\W*(?:(?:log|sign)[\s-]?(?:in|on)\b|login\b|single sign-on|authentication required|access restricted)", re.I)
_LOGIN_WORDS = (
    r"\b(?:please |you (?:must|need to|have to) |you(?:'|’)ll need to )(?:first )?(?:be )?(?:log(?:ged)?|sign(?:ed)?)[\s-]?(?:in|on)\b"
)
_LOGIN = re.compile(_LOGIN_WORDS, re.I)
_LOGIN_TO_READ = re.compile(
    rf"(?:{_LOGIN_WORDS}|\b(?:log|sign)[\s-]?in\b)[\w\s]{{0,30}} to (?:continue|read|view|access|see|proceed|download|open)\b", re.I
)
_LOGIN_PATH = re.compile(r"/(?:log-?in|sign-?in|sso|saml\d?|oauth2?|auth|authorize|idp)(?:[/.?]|$)", re.I)
_WALL = re.compile(
    r"\b(?:subscribe|sign up|become a (?:member|subscriber)|upgrade|register) (?:now )?to (?:continue|keep|read|view|access|unlock)\b"
    r"|\b(?:purchase|buy|rent)(?: or (?:buy|rent|purchase))? (?:this |the |full )?(?:article|chapter|pdf|access|instant access)\b"
    r"|\baccess through your institution\b|\b(?:get|gain|check) (?:full |institutional )?access to (?:this|the full)\b"
    r"|\bthis (?:article|content|story|chapter|page|post) is (?:for|only (?:for|available to)|reserved for|available to)"
    r" (?:paying |paid |our )?(?:subscribers|members)\b"
    r"|\b(?:remaining|rest of) (?:this )?(?:content|article|story)[\w\s]{0,20}subscribers\b"
    r"|\bmember-only story\b|\byou (?:do not|don't|don’t) have access to this\b",
    re.I,
)  # fmt: skip
_FOR_MONEY = re.compile(r'"isAccessibleForFree"\s*:\s*"?(?:false|no)\b', re.I)
_CHALLENGE_TITLE = re.compile(
    r"^\W*(?:just a moment|attention required|checking your browser|verif(?:y|ying) (?:that )?you(?: are|'re) (?:not a robot|human)"
    r"|are you a robot|human verification|security check|ddos-guard|one moment, please|client challenge"
    r"|access to this page has been denied)",
    re.I,
)  # fmt: skip
_CHALLENGE_MARK = re.compile(
    r"/cdn-cgi/challenge-platform/h/|_cf_chl_opt|g-recaptcha|h-captcha|hcaptcha\.com|captcha-delivery\.com|px-captcha", re.I
)
_NO_PROGRAMS = re.compile(
    r"\b(?:enable|requires?|needs?|turn on|without|activate)\b.{0,30}\bjava-?script\b"
    r"|\bjava-?script\b.{0,40}\b(?:disabled|required|enabled)",
    re.I | re.S,
)


@dataclass
class Sketch:
    """What of a page a judgement needs, as a target of lxml's parser. words: that a reader sees. tier: its declared price, in lower case.

    Elements are counted and not stacked, and what is said of a page is cut, so that no page costs more than its length.
    """

    title: str = ""
    heading: str = ""
    noscript: str = ""
    tier: str = ""
    words: list[str] = field(default_factory=list)
    passwords: int = 0
    scripts: int = 0
    _open: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*_UNSEEN, "title", "h1"), 0))

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "input" and attributes.get("type", "").lower() == "password":
            self.passwords += 1
        elif tag == "meta" and (attributes.get("property") or attributes.get("name") or "").endswith("content_tier"):
            self.tier = attributes.get("content", "").lower()
        elif tag == "script":
            self.scripts += 1
        if tag in self._open:
            self._open[tag] += 1

    def end(self, tag: str) -> None:
        if self._open.get(tag):
            self._open[tag] -= 1

    def close(self) -> Sketch:
        return self

    def data(self, data: str) -> None:
        if self._open["title"]:
            self.title = (self.title + data[:_SAID])[:_SAID]
        elif self._open["noscript"]:
            self.noscript = (self.noscript + data[:_SAID])[:_SAID]
        elif not any(self._open[tag] for tag in _UNSEEN):
            if self._open["h1"]:
                self.heading = (self.heading + data[:_SAID])[:_SAID]
            self.words += data.split()


def sketch(page: str) -> Sketch:
    made = Sketch()
    parser = etree.HTMLParser(target=made, encoding="utf-8", no_network=True)
    with suppress(etree.LxmlError):  # what was read of a page that no parser can read to its end is what there is to judge
        parser.feed(page[:_READ].encode("utf-8", "replace"))
        parser.close()
    return made


def unmasked(asked: str, answered: str, kind: Kind, body: bytes, headers: dict[str, str]) -> tuple[State, str] | None:
    """What a body is where it is not the document that was asked for, with the reason; None where nothing shows that.

    asked, answered: the URL asked for and the one that answered.
    """
    if kind == "text":
        return _short_text(body)
    if kind != "html":
        return None
    page = body.decode("utf-8", "replace")
    if body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        page = head_of(body) or ""
    seen = sketch(page)
    found = _challenge(seen, page, headers) or _login(seen, asked, answered) or _wall(seen, page)
    return found or _missing(seen, asked, answered) or _programs(seen)


def _short_text(body: bytes) -> tuple[State, str] | None:
    if len(body) > 2_000:
        return None
    text = body.decode("utf-8", "replace")
    if len(text.split()) > _FEW:
        return None
    if _LOGIN.search(text):
        return "login page", "it holds a few words, which ask to log in"
    if _MISSING.search(text.strip()):
        return "error page", "it holds a few words, which say that nothing is here"
    return None


def challenged(body: bytes, headers: dict[str, str]) -> bool:
    """Whether a page that came with an error status is a test for humans."""
    page = body[:_READ].decode("utf-8", "replace")
    return _challenge(sketch(page), page, headers) is not None


def _challenge(seen: Sketch, page: str, headers: dict[str, str]) -> tuple[State, str] | None:
    few = len(seen.words) < _SHORT
    if headers.get("cf-mitigated") == "challenge" or (
        few and (_CHALLENGE_TITLE.search(seen.title) or (len(seen.words) < _FORM and _CHALLENGE_MARK.search(page)))
    ):
        if few and seen.passwords:
            return None  # a login form with a captcha in it
        return "needs a browser", "a test for humans stands in its place"
    return None


def _login(seen: Sketch, asked: str, answered: str) -> tuple[State, str] | None:
    count, text = len(seen.words), " ".join(seen.words)
    if count < _FORM and seen.passwords:
        return "login page", "the page holds a password field and little else"
    sent = _LOGIN_PATH.search(urlsplit(answered).path) and not _LOGIN_PATH.search(urlsplit(asked).path)
    if sent and (count < _SHORT or seen.passwords):
        return "login page", "the address redirects to a login page"
    titled = _LOGIN_TITLE.search(seen.title) or _LOGIN_TITLE.search(seen.heading)
    # Many sites ask in passing for an account, to comment or to be told of news: only few words, or the purpose to read, count.
    if count < _SHORT and (titled or _LOGIN_TO_READ.search(text) or (count < _FEW and _LOGIN.search(text))):
        return "login page", "the page holds few words, which ask to log in"
    return None


def _wall(seen: Sketch, page: str) -> tuple[State, str] | None:
    if _FOR_MONEY.search(page) or seen.tier in ("locked", "metered"):
        return "paywalled", "the page declares that its content is not free"
    if len(seen.words) < _PART and _WALL.search(" ".join(seen.words)):
        return "paywalled", "the page shows a part and asks to subscribe or buy"
    return None


def _missing(seen: Sketch, asked: str, answered: str) -> tuple[State, str] | None:
    short = len(seen.words) < _SHORT
    if short and (_MISSING.search(seen.title.strip()) or _MISSING.search(seen.heading.strip())):
        return "error page", "status 200, and a page whose title says that nothing is here"
    if len(seen.words) < _FEW and _MISSING.search(" ".join(seen.words)):
        return "error page", "status 200, and a few words that say that nothing is here"
    before, after = urlsplit(asked), urlsplit(answered)
    if before.path.count("/") > 1 and before.path.strip("/") and not after.path.strip("/") and not after.query:
        return "error page", "the address redirects to the front page"
    if re.search(r"/(?:404|not-?found|page-?not-?found)(?:[/.]|$)", after.path, re.I) and after.path != before.path:
        return "error page", "the address redirects to an error page"
    return None


def _programs(seen: Sketch) -> tuple[State, str] | None:
    if not seen.scripts:
        return None
    if len(seen.words) < _FEW and _NO_PROGRAMS.search(seen.noscript + " " + " ".join(seen.words)):
        return "needs a browser", "the page says that it needs programs to run, and holds little else"
    if len(seen.words) < _SHELL:
        return "needs a browser", "the page holds programs and hardly a word"
    return None
