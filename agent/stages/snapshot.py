"""The text that is really read: the complete chapter where it can be had, else the excerpt, and a plain word on which it was.

Tried in this order: the file of --snapshot, the link that the pack names (through the fetch door), a text that a person pastes. Missing
text is never guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from hashlib import sha256

from agent.context import Context
from agent.errors import BadInput
from agent.fetching import fetched as fetched_once
from agent.records import FingerprintCheck, Limitation, Pack, Snapshot
from prompts.trust import Untrusted, derived, measure
from tools.extract.page import page_text
from tools.fetch import Fetched
from tools.legible import layout_of
from tools.records import Chapter
from tools.text import NotText

_LEAST_SHARE = 0.6  # of the excerpt's own words that a complete text must hold, to be a text of the same chapter


def linked(context: Context, pack: Pack) -> Fetched | None:
    """Fetch the complete text at the pack's link into the store, where one is needed and named; None where not."""
    url = pack.identity.snapshot_url
    if pack.chapter.whole or context.settings.snapshot or url is None:
        return None
    return fetched_once(context, measure(url), "snapshot")


def wants_paste(context: Context, pack: Pack, fetched: Fetched | None) -> bool:
    """Whether a person should be asked for the text."""
    have = pack.chapter.whole or context.settings.snapshot is not None or (fetched is not None and fetched.state == "fetched")
    return context.settings.interactive and not have


def take(context: Context, pack: Pack, fetched: Fetched | None, pasted: str | None) -> Snapshot:
    """The snapshot that the research reads. pasted: sha256 of a text that a person pasted, in the store."""
    if (supplied := context.settings.snapshot) is not None:
        text = _stored(context, supplied.sha256, supplied.name)
        _same_chapter(pack, text, supplied.name)
        return _whole(pack, text, "file", supplied.sha256)
    if pasted is not None:
        text = _stored(context, pasted, "the pasted text")
        _same_chapter(pack, text, "the pasted text")
        return _whole(pack, text, "pasted", pasted)
    if fetched is not None and fetched.state == "fetched":
        body = context.store.read(fetched.sha256) or b""
        page, reason = page_text(body, fetched.content_type)
        if page is not None and _share(pack, page) >= _LEAST_SHARE:
            if page.encode() != body:
                context.store.put(f"{fetched.url}#text", page.encode(), "text/plain; charset=utf-8", kind="conversion")
            return _whole(pack, page, "linked snapshot", sha256(page.encode()).hexdigest())
        return _from_pack(pack, _failed(reason or "what stands at the link is not the text of this chapter"))
    return _from_pack(pack, *_not_fetched(context, pack, fetched))


def _stored(context: Context, content: str, name: str) -> str:
    try:
        text = context.store.text(content)
    except NotText as error:
        raise BadInput(f"{name} is no text: {error}; save it as UTF-8") from error
    if text is None or not measure(text).strip():
        raise BadInput(f"{name} is empty; give the chapter's complete text")
    return measure(text).removeprefix("\ufeff")


def _share(pack: Pack, text: str) -> float:
    """Share of the excerpt's five-word sequences that the text holds."""
    excerpt = _words(measure(pack.chapter.text))
    grams = {tuple(excerpt[i : i + 5]) for i in range(max(1, len(excerpt) - 4))}
    other = _words(text)
    return len(grams & {tuple(other[i : i + 5]) for i in range(max(1, len(other) - 4))}) / max(1, len(grams))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _same_chapter(pack: Pack, text: str, name: str) -> None:
    if _share(pack, text) < _LEAST_SHARE:
        raise BadInput(
            f"{name} does not hold the text of the pack's chapter (fewer than {_LEAST_SHARE:.0%} of its word sequences); "
            "give the complete text of this chapter"
        )


def _whole(pack: Pack, text: str, origin: str, content: str) -> Snapshot:
    chapter = Chapter(
        document=content, offset=0, text=Untrusted(text, "chapter"), whole=True, title=pack.identity.chapter,
        number=pack.identity.number, blocks=layout_of(text),
    )  # fmt: skip
    words = f"the complete text, {len(text.split()):,} words, from {_ORIGINS[origin]}"
    check = check_fingerprint(text, pack.identity.fingerprint)
    return Snapshot.model_validate(
        {
            "chapter": chapter,
            "sha256": sha256(text.encode()).hexdigest(),
            "origin": origin,
            "read": derived(words),
            "unread": None,
            "fingerprint": check,
        }
    )


_ORIGINS = {"file": "the file of --snapshot", "pasted": "the text that was pasted", "linked snapshot": "the link that the pack names"}


def _from_pack(pack: Pack, *limitations: Limitation) -> Snapshot:
    text = measure(pack.chapter.text)
    words = len(text.split())
    if pack.chapter.whole:
        check = check_fingerprint(text, pack.identity.fingerprint)
        read, unread, origin = f"the whole chapter as the pack holds it, {words:,} words", None, "pack, whole"
    else:
        declared = pack.identity.fingerprint
        check = FingerprintCheck(
            declared=declared, state="UNVERIFIED" if declared else "not declared",
            note="the fingerprint is that of a whole text, and only an excerpt was read" if declared else "",
        )  # fmt: skip
        last = " ".join(text.split()[-8:])
        read = f"the excerpt in the pack, {words:,} words, up to “{last}”"
        unread, origin = "everything after that point", "pack excerpt"
    return Snapshot.model_validate(
        {
            "chapter": pack.chapter, "sha256": sha256(text.encode()).hexdigest(), "origin": origin, "read": derived(read),
            "unread": derived(unread) if unread else None, "fingerprint": check, "limitations": limitations,
        }
    )  # fmt: skip


def _failed(reason: str) -> Limitation:
    return Limitation(
        step="snapshot",
        what=derived(f"the complete text at the pack's link could not be read: {reason}"),
        remedy="paste the chapter, or give its complete text with --snapshot FILE",
        failed=True,
    )


def _not_fetched(context: Context, pack: Pack, fetched: Fetched | None) -> tuple[Limitation, ...]:
    if pack.chapter.whole:
        return ()
    if fetched is None:
        remedy = "give the complete text with --snapshot FILE"
        return (
            Limitation(
                step="snapshot",
                what=derived("only an excerpt was supplied, and the pack names no link to the complete text"),
                remedy=remedy,
            ),
        )
    if fetched.state == "offline":
        remedy = "run without --offline, or give the complete text with --snapshot FILE"
        return (
            Limitation(
                step="snapshot", what=derived("the complete text was not fetched, since the run was started with --offline"), remedy=remedy
            ),
        )
    return (_failed(f"{fetched.state}: {fetched.reason}"),)


# ---- the declared fingerprint ----------------------------------------------------------------------------------


def _collapsed(text: str) -> str:
    return " ".join(text.split())


def _unmarked(text: str) -> str:
    """Markdown marks, fences and front matter taken away."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"^(?:```|~~~).*?^(?:```|~~~)[ \t]*$", "", text, flags=re.S | re.M)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[`*_#>|]", "", text)


NORMALIZATIONS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "LF line ends": lambda text: text.replace("\r\n", "\n").replace("\r", "\n"),
    "LF line ends, stripped": lambda text: text.replace("\r\n", "\n").strip(),
    "LF line ends, stripped, with a final line end": lambda text: text.replace("\r\n", "\n").strip() + "\n",
    "line ends without trailing white space": lambda text: "\n".join(line.rstrip() for line in text.splitlines()).strip(),
    "white space collapsed": _collapsed,
    "white space collapsed, NFC": lambda text: unicodedata.normalize("NFC", _collapsed(text)),
    "white space collapsed, NFKC": lambda text: unicodedata.normalize("NFKC", _collapsed(text)),
    "white space collapsed, lower case": lambda text: _collapsed(text).lower(),
    "white space collapsed, NFKC, lower case": lambda text: unicodedata.normalize("NFKC", _collapsed(text)).lower(),
    "white space removed": lambda text: "".join(text.split()),
    "white space removed, lower case": lambda text: "".join(text.split()).lower(),
    "Markdown marks removed, white space collapsed": lambda text: _collapsed(_unmarked(text)),
    "Markdown marks removed, white space collapsed, lower case": lambda text: _collapsed(_unmarked(text)).lower(),
    "words alone, lower case": lambda text: " ".join(_words(text)),
}


def check_fingerprint(text: str, declared: str | None) -> FingerprintCheck:
    """Hold a whole text against the sha256 that its pack declares, under each normalization in turn."""
    if declared is None:
        return FingerprintCheck(declared=None, state="not declared")
    for name, normalize in NORMALIZATIONS.items():
        if sha256(normalize(text).encode()).hexdigest() == declared:
            return FingerprintCheck(declared=declared, state="verified", normalization=name, tried=(name,))
    note = "none of the normalizations tried gives the declared hash; how the book normalizes its text is not published"
    return FingerprintCheck(declared=declared, state="UNVERIFIED", tried=tuple(NORMALIZATIONS), note=note)
