"""The report says which text was read, and missing text is never guessed."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from agent.context import Context
from agent.errors import BadInput
from agent.records import Pack, Snapshot
from agent.stages import pack as packs
from agent.stages import snapshot
from prompts.trust import measure
from tests.loopback import serve
from tests.world import supply, world

WHOLE = "A queue holds three items. It grows to eight and no further, whatever is put in.\n\nThe rest of the chapter is here, and it ends."
EXCERPT = WHOLE.split("\n\n", maxsplit=1)[0]


def _pack(text: str = EXCERPT, link: str = "", fingerprint: str = "", excerpt: bool = True) -> Pack:
    lines = ["== 1. Identity ==", "Book: B", "Chapter: Queues", "Stable id: b-1"]
    lines += [f"Fingerprint (sha256): {fingerprint}"] if fingerprint else []
    lines += ["The text below is an EXCERPT."] if excerpt else []
    lines += [f"The complete snapshot is downloadable at {link}"] if link else []
    return packs.read("\n".join([*lines, "", "== 2. Chapter text ==", text, "", "== 3. References ==", "none", ""]).encode(), "p", "sha")


def _take(context: Context, pack: Pack, pasted: str | None = None) -> Snapshot:
    return snapshot.take(context, pack, snapshot.linked(context, pack), pasted)


def test_the_text_at_the_link_is_read(tmp_path: Path) -> None:
    """What was fetched is the text of the research, kept in the store under its hash."""
    with serve() as web:
        web.answers["/whole.txt"] = lambda _: (200, {"Content-Type": "text/plain"}, WHOLE.encode())
        context = world(tmp_path)
        taken = _take(context, _pack(link=web.url + "/whole.txt"))
    assert taken.origin == "linked snapshot" and taken.unread is None and taken.limitations == ()
    assert measure(taken.chapter.text) == WHOLE and context.store.read(taken.chapter.document) == WHOLE.encode()


def test_a_page_of_html_gives_its_main_text(tmp_path: Path) -> None:
    """The text that was made of it is stored beside the page, so that offsets can be checked."""
    page = (
        f"<!doctype html><nav>Menu</nav><main><h1>Queues</h1><p>{WHOLE.replace(chr(10) * 2, '</p><p>')}</p></main><script>evil()</script>"
    )
    with serve() as web:
        web.answers["/whole"] = lambda _: (200, {"Content-Type": "text/html"}, page.encode())
        context = world(tmp_path)
        taken = _take(context, _pack(link=web.url + "/whole"))
    stored = context.store.text(taken.chapter.document)
    assert stored is not None and measure(stored) == measure(taken.chapter.text)
    assert "The rest of the chapter" in measure(stored) and "Menu" not in measure(stored) and "evil" not in measure(stored)


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        pytest.param(404, b"gone", "missing", id="missing"),
        pytest.param(500, b"", "error", id="error"),
        pytest.param(200, b"Please log in to read this chapter of ours.", "login page", id="login-page"),
        pytest.param(200, b"<html><title>Page not found</title>" + WHOLE.encode(), "error page", id="error-in-disguise"),
        pytest.param(200, b"<html><title>Queues</title>" + WHOLE.encode() + b" Subscribe to continue reading.", "paywalled", id="paywall"),
        pytest.param(200, b"<html><title>Queues</title><script>app()</script>", "needs a browser", id="programs"),
        pytest.param(200, b"A story of another kind altogether, about trees.", "not the text of this chapter", id="another-text"),
        pytest.param(200, b"\x00\x01\x02", "no text", id="binary"),
    ],
)
def test_what_is_not_the_chapter_is_a_failed_step(tmp_path: Path, status: int, body: bytes, says: str) -> None:
    """The excerpt is read instead, the limitation says why, and the run will exit with 3."""
    with serve() as web:
        web.answers["/whole.txt"] = lambda _: (status, {}, body)
        taken = _take(world(tmp_path), _pack(link=web.url + "/whole.txt"))
    assert taken.origin == "pack excerpt" and measure(taken.chapter.text) == EXCERPT and taken.unread is not None
    assert len(taken.limitations) == 1 and taken.limitations[0].failed and says in measure(taken.limitations[0].what)


def test_offline_is_a_choice_and_no_failure(tmp_path: Path) -> None:
    """The limitation is stated, the step did not fail."""
    taken = _take(world(tmp_path, offline=True), _pack(link="https://example.org/whole.txt"))
    assert [limitation.failed for limitation in taken.limitations] == [False]


def test_an_excerpt_without_a_link_is_a_limitation(tmp_path: Path) -> None:
    """It says that no link is named."""
    taken = _take(world(tmp_path), _pack())
    assert "names no link" in measure(taken.limitations[0].what) and not taken.limitations[0].failed


def test_a_file_is_read_in_place_of_the_excerpt(tmp_path: Path) -> None:
    """--snapshot needs no network."""
    context = world(tmp_path)
    context = world(tmp_path, snapshot=supply(context, "whole.md", WHOLE))
    taken = _take(context, _pack(link="https://example.org/whole.txt"))
    assert taken.origin == "file" and taken.chapter.whole and measure(taken.chapter.text) == WHOLE


@pytest.mark.parametrize("text", ["Another chapter altogether, about trees and their leaves in autumn.", " \n"], ids=["other", "empty"])
def test_a_file_that_is_not_the_chapter_is_refused(tmp_path: Path, text: str) -> None:
    """It would lead to a report on the wrong text."""
    context = world(tmp_path)
    context = world(tmp_path, snapshot=supply(context, "other.md", text))
    with pytest.raises(BadInput, match=r"other\.md"):
        _take(context, _pack())


def test_a_pasted_text_is_read_by_its_id(tmp_path: Path) -> None:
    """The person's text was stored first."""
    context = world(tmp_path, interactive=True)
    pack = _pack()
    assert snapshot.wants_paste(context, pack, None)
    taken = _take(context, pack, supply(context, "pasted", WHOLE).sha256)
    assert taken.origin == "pasted" and measure(taken.chapter.text) == WHOLE


def test_nobody_is_asked_in_a_batch(tmp_path: Path) -> None:
    """Without a person at the terminal the excerpt is read."""
    assert not snapshot.wants_paste(world(tmp_path), _pack(), None)


def test_the_link_is_asked_once(tmp_path: Path) -> None:
    """A second pass over the same run uses what was stored."""
    with serve() as web:
        web.answers["/whole.txt"] = lambda _: (200, {}, WHOLE.encode())
        for _ in range(2):
            _take(world(tmp_path), _pack(link=web.url + "/whole.txt"))
        assert [path for path, _ in web.asked] == ["/robots.txt", "/whole.txt"]


@pytest.mark.parametrize("name", list(snapshot.NORMALIZATIONS))
def test_each_normalization_can_verify_a_fingerprint(name: str) -> None:
    """A text with Windows ends, marks and odd spaces is verified by the normalization that was used, or an earlier equal one."""
    text = "# Queues \r\n\r\nA *queue*\u00a0holds  \ufb01ve [items](https://example.org/).\r\n"
    declared = sha256(snapshot.NORMALIZATIONS[name](text).encode()).hexdigest()
    check = snapshot.check_fingerprint(text, declared)
    assert check.state == "verified" and check.normalization is not None
    assert snapshot.NORMALIZATIONS[check.normalization](text) == snapshot.NORMALIZATIONS[name](text)


def test_a_fingerprint_that_nothing_reproduces_is_unverified(tmp_path: Path) -> None:
    """All that was tried is listed; nothing is claimed."""
    taken = _take(world(tmp_path), _pack(text=WHOLE, fingerprint="ab" * 32, excerpt=False))
    assert taken.fingerprint.state == "UNVERIFIED" and taken.fingerprint.tried == tuple(snapshot.NORMALIZATIONS)


def test_an_excerpt_is_not_held_against_the_fingerprint_of_the_whole(tmp_path: Path) -> None:
    """Even where the hash of the excerpt were declared, it would say nothing of the whole."""
    taken = _take(world(tmp_path), _pack(fingerprint=sha256(EXCERPT.encode()).hexdigest()))
    assert taken.fingerprint.state == "UNVERIFIED" and taken.fingerprint.tried == ()
