"""Whether a page that came with status 200 is the document, or something that stands in its place.

A page is judged by its own structure (a password field, a declared paywall, no text but programs) and, where its text is short, by what its
title, heading and sentences say of it. What stands beside the text, as navigation and footers do, counts for nothing. A page of many
words is not taken for an error by its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from tools.fetch import phrases
from tools.fetch.kinds import head_of
from tools.fetch.records import Kind, State
from tools.fetch.sketch import READ, Sketch, sketch

_SHORT, _SLIGHT, _FORM, _FEW, _SHELL = 250, 80, 60, 40, 8  # words
_AT_ONCE = 10  # seconds after which a page that shows another is one to read all the same
_TITLED_FORM = 400  # words beside the password field of a page that is titled as one to log in
_PART = 2_500  # words of a page that may still be the part before a paywall
_LOGIN_PATH = re.compile(r"/(?:log-?in|sign-?in|sso|saml\d?|oauth2?|auth|authorize|idp)(?:[/.?]|$)", re.I)
_ERROR_PATH = re.compile(r"/(?:404|not-?found|page-?not-?found)(?:[/.]|$)", re.I)
_FRONT = re.compile(r"/(?:(?:index|home|default)(?:\.\w{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?)?/?", re.I)
_FILE = re.compile(r"\.\w{1,6}")


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
    found = _challenge(seen, headers) or _login(seen, asked, answered) or _wall(seen) or _missing(seen)
    return found or _led_elsewhere(asked, answered) or _trouble(seen) or _programs(seen)


def signpost(body: bytes) -> str:
    """Where a page sends everybody who opens it, "" where it has a text of its own; documentation moves its pages that way."""
    if b"refresh" not in body[:READ].lower():
        return ""
    seen = sketch(body[:READ].decode("utf-8", "replace"))
    return seen.refresh[1] if seen.refresh and seen.refresh[0] <= _AT_ONCE and seen.plain < _FEW else ""


def _short_text(body: bytes) -> tuple[State, str] | None:
    text = body.decode("utf-8", "replace") if len(body) <= 2_000 else ""
    if not text or len(text.split()) > _FEW:
        return None
    lines = text.strip().splitlines()
    said = [*phrases.parts(lines[0]), *phrases.sentences(lines)] if lines else []
    if _any(phrases.LOGIN_ALONE, said):
        return "login page", "it holds a few words, which ask to log in"
    if _any(phrases.MISSING, said):
        return "error page", "it holds a few words, which say that nothing is here"
    if _any(phrases.TROUBLE, phrases.parts(lines[0])):
        return "error page", "it holds a few words, which tell of a failure"
    if _any(phrases.DENIED, phrases.parts(lines[0])) and len(lines) <= 3:
        return "denied", "it holds a few words, which say that access is denied"
    return None


def _any(pattern: re.Pattern[str], texts: Iterable[str]) -> bool:
    return any(pattern.fullmatch(text) for text in texts)


def _names(seen: Sketch) -> list[str]:
    return [*phrases.parts(seen.title), *phrases.parts(seen.heading)]


def _text(seen: Sketch) -> str:
    return "\n".join(seen.blocks)


def challenged(body: bytes, headers: dict[str, str]) -> bool:
    """Whether a page that came with an error status is a test for humans."""
    return _challenge(sketch(body[:READ].decode("utf-8", "replace")), headers) is not None


def _challenge(seen: Sketch, headers: dict[str, str]) -> tuple[State, str] | None:
    titled = phrases.CHALLENGE_TITLE.match(seen.title) is not None
    if headers.get("cf-mitigated") == "challenge" or (titled and seen.plain < _SLIGHT * 2) or (seen.human and seen.plain < _FORM // 2):
        if seen.passwords and seen.plain < _SHORT:
            return None  # a login form with a captcha in it
        return "needs a browser", "a test for humans stands in its place"
    return None


def _login(seen: Sketch, asked: str, answered: str) -> tuple[State, str] | None:
    titled = _any(phrases.LOGIN_TITLE, _names(seen))
    if seen.passwords and titled and seen.plain < _TITLED_FORM:
        return "login page", "the page is titled as one to log in, and holds a password field"
    if seen.passwords_in_text and seen.plain < _FORM:
        return "login page", "the page holds a password field and little else"
    sent = _LOGIN_PATH.search(urlsplit(answered).path) and not _LOGIN_PATH.search(urlsplit(asked).path)
    if sent and (seen.plain < _SHORT or seen.passwords):
        return "login page", "the address redirects to a login page"
    if seen.plain >= _SHORT:
        return None
    said = list(phrases.sentences(seen.blocks))
    reading = any(phrases.LOGIN_TO_READ.search(each) for each in said)
    few = seen.plain < _FEW and (titled or _any(phrases.LOGIN_ALONE, said))
    if reading or few or (titled and _any(phrases.LOGIN_ALONE, said)):
        return "login page", "the page holds few words, which ask to log in"
    return None


def _wall(seen: Sketch) -> tuple[State, str] | None:
    if seen.money or seen.tier in ("locked", "metered"):
        return "paywalled", "the page declares that its content is not free"
    if seen.plain >= _PART:
        return None
    beside = seen.asides if seen.plain < _TITLED_FORM else []
    calls = any(phrases.WALL.match(each) for each in phrases.sentences([*seen.blocks, *beside]))
    if (calls and not phrases.FREE.search(_text(seen))) or phrases.WALL_SAID.search(_text(seen)):
        return "paywalled", "the page shows a part and asks to subscribe or buy"
    return None


def _missing(seen: Sketch) -> tuple[State, str] | None:
    if seen.plain >= _SHORT or phrases.ABOUT.search(_text(seen)):
        return None
    if _any(phrases.MISSING, _names(seen)) and (seen.plain < _SLIGHT or phrases.LOOKED_FOR.search(_text(seen))):
        return "error page", "status 200, and a page whose title says that nothing is here"
    if seen.plain < _FEW and _any(phrases.MISSING, phrases.sentences(seen.blocks)):
        return "error page", "status 200, and a few words that say that nothing is here"
    return None


def _trouble(seen: Sketch) -> tuple[State, str] | None:
    """Failures, refusals and questions that come with status 200."""
    names, text = _names(seen), _text(seen)
    if seen.plain < _SHORT and _any(phrases.CONSENT, names) and _any(phrases.ACCEPT, seen.buttons):
        return "needs a browser", "a page that asks for consent stands in its place"
    if seen.plain >= _SLIGHT or phrases.ABOUT.search(text):
        return None
    if _any(phrases.DENIED, names) and (phrases.KEPT_OUT.search(text) or seen.plain < _SHELL):
        return "denied", "status 200, and a page that says that access is denied"
    if _any(phrases.TROUBLE, names) or (_any(phrases.TROUBLE_PERHAPS, names) and phrases.OURSELVES.search(text)):
        return "error page", "status 200, and a page that tells of a failure"
    return None


def _led_elsewhere(asked: str, answered: str) -> tuple[State, str] | None:
    """What a redirect led to, where its address shows that it is another page."""
    before, after = urlsplit(asked), urlsplit(answered)
    if _is_front(before, after):
        return "error page", "the address redirects to the front page"
    if _ERROR_PATH.search(after.path) and not _ERROR_PATH.search(before.path):
        return "error page", "the address redirects to an error page"
    return None


def _is_front(before: SplitResult, after: SplitResult) -> bool:
    """Whether a redirect led from a page within a site to a front page; one to a site of the project's own has moved whole."""
    steps = [step for step in before.path.split("/") if step]
    if before.path.count("/") < 2 or not steps or after.query or not _FRONT.fullmatch(after.path or "/"):
        return False
    if after.path.strip("/") and before.path.startswith(after.path.rstrip("/") + "/"):
        return False
    if _same_site(before, after):
        return True
    folder = before.path.endswith("/") or re.fullmatch(r"index\.\w+", steps[-1]) is not None
    return not (folder or (len(steps) <= 2 and not _FILE.search(steps[-1])))


def _same_site(before: SplitResult, after: SplitResult) -> bool:
    """Whether both are on one host, or the first on a part of the second's."""
    old, new = ((each.hostname or "").rstrip(".").removeprefix("www.") for each in (before, after))
    return before.port == after.port and (old == new or old.endswith("." + new))


def _programs(seen: Sketch) -> tuple[State, str] | None:
    if not seen.scripts:
        return None
    if seen.words < _FEW and phrases.NO_PROGRAMS.search(seen.noscript + " " + _text(seen)):
        return "needs a browser", "the page says that it needs programs to run, and holds little else"
    if seen.words < _SHELL:
        return "needs a browser", "the page holds programs and hardly a word"
    return None
