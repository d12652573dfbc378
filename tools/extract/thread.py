"""Threads as JSON: issues, pull requests, reviews, comments and releases as GitHub's API gives them, topics of Discourse, items of Hacker
News (Algolia); who says what, in which role and when, as the answer states it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from prompts.trust import Untrusted
from tools.extract import html, markdown
from tools.extract.draft import Draft
from tools.extract.located import mapped
from tools.extract.mapped import Encoded, Mapped
from tools.extract.records import Candidates, Document, NoText, Post

_MOST_POSTS = 5_000
_Kind = Literal["opening", "reply", "review", "release", "message"]


def is_thread(data: object) -> bool:
    """Whether a JSON answer is a thread that is read here."""
    return _is_discourse(data) or _is_hacker_news(data) or any(True for _ in _github(data))


def read(data: Any, encoded: Encoded, url: str) -> Document:
    """The posts in the order of the answer; raises NoText."""
    draft = Draft("thread", url, encoded)
    if _is_discourse(data):
        _discourse(draft, data, encoded)
    elif _is_hacker_news(data):
        _hacker_news(draft, data, encoded)
    else:
        _write_github(draft, data, encoded)
    document = draft.document(unit="post")
    if not document.pieces:
        raise NoText("its posts hold no text")
    return document


def _string(value: object) -> str:
    return str(value) if isinstance(value, str) else ""


def _post(draft: Draft, author: object, date: object, role: object, kind: _Kind) -> int:
    item = len(draft.posts) + 1
    said = [Untrusted(_string(words)[:200], draft.origin) for words in (author, date, role)]
    draft.posts.append(Post(item, said[0], said[1], said[2], kind))
    return item


# ---- GitHub ------------------------------------------------------------------------------------------------------------


def _github(data: object) -> Iterator[dict[str, Any]]:
    """The objects of an answer that somebody wrote: they have an author and a body."""
    items = data.get("items") if isinstance(data, dict) and isinstance(data.get("items"), list) else data
    for each in items if isinstance(items, list) else [items]:
        if isinstance(each, dict) and "body" in each and isinstance(each.get("user", each.get("author")), dict | None) and _addressed(each):
            yield each


def _addressed(item: dict[str, Any]) -> bool:
    return any(isinstance(item.get(name), str) for name in ("html_url", "issue_url", "pull_request_url", "node_id"))


def _write_github(draft: Draft, data: object, encoded: Encoded) -> None:
    titles: list[Any] = []
    dates: list[tuple[str, Untrusted]] = []
    for each in _github(data):
        if len(draft.posts) >= _MOST_POSTS:
            draft.note(f"more than {_MOST_POSTS} posts; the rest was not read")
            break
        author = each.get("user", each.get("author")) or {}
        kind: _Kind = (
            "release"
            if "tag_name" in each
            else "review"
            if "submitted_at" in each or "diff_hunk" in each
            else "opening"
            if "title" in each
            else "reply"
        )
        date = each.get("published_at") or each.get("submitted_at") or each.get("created_at")
        item = _post(draft, author.get("login"), date, each.get("author_association"), kind)
        title = each.get("title") or each.get("name") or each.get("tag_name")
        if isinstance(title, str):
            titles.append(title)
            draft.piece("heading", mapped(title, encoded.text), level=1, item=item)
        if isinstance(each.get("diff_hunk"), str):
            draft.piece("code", mapped(each["diff_hunk"], encoded.text), language="diff", item=item)
        if isinstance(each.get("body"), str):
            markdown.write(draft, _unix(mapped(each["body"], encoded.text)), item=item)
        dates += [(name, Untrusted(str(each[key]), draft.origin)) for name, key in _DATES.items() if isinstance(each.get(key), str)]
    draft.candidates = Candidates(title=Untrusted(str(titles[0]), draft.origin) if titles else None, dates=tuple(dict.fromkeys(dates))[:50])


_DATES = {"created": "created_at", "published": "published_at", "merged": "merged_at", "closed": "closed_at"}


def _unix(text: Mapped) -> Mapped:
    """With line ends of one character, as Markdown is read by line."""
    parts, at = [], 0
    while (found := text.text.find("\r\n", at)) >= 0:
        parts.append(text.cut(at, found))
        at = found + 1
    return Mapped.joined([*parts, text.cut(at)])


# ---- forums ------------------------------------------------------------------------------------------------------------


def _is_discourse(data: object) -> bool:
    stream = data.get("post_stream") if isinstance(data, dict) else None
    return isinstance(stream, dict) and isinstance(stream.get("posts"), list)


def _discourse(draft: Draft, data: dict[str, Any], encoded: Encoded) -> None:
    if isinstance(data.get("title"), str):
        draft.candidates = Candidates(title=Untrusted(str(data["title"]), draft.origin))
        draft.piece("heading", mapped(data["title"], encoded.text), level=1, item=1)
    for each in data["post_stream"]["posts"][:_MOST_POSTS]:
        if not isinstance(each, dict):
            continue
        role = "staff" if each.get("staff") or each.get("admin") or each.get("moderator") else each.get("user_title")
        item = _post(draft, each.get("username"), each.get("created_at"), role, "reply" if draft.posts else "opening")
        _include(draft, each.get("cooked"), encoded, item)
    posts = data["post_stream"]["posts"]
    total = data["post_stream"].get("stream")
    if isinstance(total, list) and len(total) > len(posts):
        draft.note(f"the answer holds {len(posts)} of the topic's {len(total)} posts")


def _is_hacker_news(data: object) -> bool:
    return (
        isinstance(data, dict) and isinstance(data.get("children"), list) and "author" in data and ("story_id" in data or "points" in data)
    )


def _hacker_news(draft: Draft, data: dict[str, Any], encoded: Encoded) -> None:
    waiting = [data]
    while waiting and len(draft.posts) < _MOST_POSTS:
        each = waiting.pop()
        item = _post(draft, each.get("author"), each.get("created_at"), "", "reply" if draft.posts else "opening")
        if isinstance(each.get("title"), str):
            draft.candidates = Candidates(title=Untrusted(str(each["title"]), draft.origin))
            draft.piece("heading", mapped(each["title"], encoded.text), level=1, item=item)
        if isinstance(each.get("url"), str):
            draft.link(Mapped.nowhere(""), str(each["url"]))
        _include(draft, each.get("text"), encoded, item)
        children = each.get("children")
        waiting += [child for child in reversed(children if isinstance(children, list) else []) if isinstance(child, dict)]


def _include(draft: Draft, cooked: object, encoded: Encoded, item: int) -> None:
    """The words of a post that is HTML within the JSON."""
    if not isinstance(cooked, str) or not cooked.strip():
        return
    try:
        inner = html.read_text(Encoded(cooked.encode("utf-8", "replace")), draft.origin, fragment=True)
    except NoText:
        draft.note(f"post {item} shows no text")
        return
    draft.include(inner, mapped(cooked, encoded.text), item)
