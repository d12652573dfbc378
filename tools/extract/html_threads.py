"""Threads shown as pages: which element is a post, who wrote it and when, and where its words are.

Known by their markup: issues, pull requests, discussions and releases of GitHub, topics of Discourse and other forums that mark posts as
schema.org has it, and messages of Mailman's archives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bs4 import BeautifulSoup
from bs4.element import Tag

from prompts.trust import Untrusted
from tools.extract.records import Post

_MOST_POSTS = 2_000


@dataclass
class Thread:
    """The posts of a page; items: the post's number by the id() of the element that holds its words; mail: they are set as mail is."""

    posts: list[Post] = field(default_factory=list)
    bodies: list[Tag] = field(default_factory=list)
    items: dict[int, int] = field(default_factory=dict)
    mail: bool = False


@dataclass(frozen=True)
class _Markup:
    """Where a site puts a post, its words, its author, its date and the author's role, as CSS selectors. sign: what its source holds."""

    sign: str
    post: str
    body: str
    author: str
    date: str
    role: str = ""


_KNOWN = (
    _Markup(
        "data-testid=",
        "[data-testid=issue-viewer-container] [data-testid=issue-body], [data-testid^=comment-viewer-outer-box], .react-issue-comment",
        "[data-testid=markdown-body], .markdown-body",
        "[data-testid*=author] a, a[data-testid*=author], [data-testid*=author], a[data-hovercard-type=user]",
        "relative-time, time",
        "[data-testid=comment-author-association]",
    ),
    _Markup(
        "timeline-comment",
        ".timeline-comment, .js-comment-container > .comment, .discussion-timeline .comment, .js-comment",
        ".comment-body, .markdown-body",
        "a.author, .author",
        "relative-time, time-ago, time",
        ".timeline-comment-label, .Label",
    ),
    _Markup(
        "release",
        "section[aria-labelledby] .Box[data-test-selector], .release, section:has(> .release-body), [data-test-selector=release-card]",
        ".markdown-body",
        "a[data-hovercard-type=user]",
        "relative-time, time",
    ),
    _Markup(
        "DiscussionForumPosting",
        "[itemtype$=DiscussionForumPosting] .crawler-post, .topic-body.crawler-post, [itemtype$=DiscussionForumPosting] [itemprop=comment]",
        "[itemprop=text], .post",
        "[itemprop=author] [itemprop=name], [itemprop=author]",
        "time",
    ),
    _Markup("cooked", "article[data-post-id], .topic-post", ".cooked", ".username a, .username, .names a", "[data-time], time"),
    _Markup("js-post-body", ".question, .answer", ".js-post-body, .s-prose", ".user-details [itemprop=name], .user-details a", "time"),
)  # fmt: skip


def thread_of(soup: BeautifulSoup, source: str, url: str) -> Thread:
    """The posts that the page shows; none where it is no thread."""
    for markup in _KNOWN:
        thread = Thread()
        if markup.sign not in source:
            continue
        for post in _outermost(soup.select(markup.post, limit=_MOST_POSTS)):
            body = post.select_one(markup.body)
            if body is not None:
                _add(
                    thread,
                    body,
                    _words(post, markup.author),
                    _date(post, markup.date),
                    _words(post, markup.role) if markup.role else "",
                    url,
                )
        if thread.posts:
            return thread
    return _mailman(soup, url) if "beginarticle" in source else Thread()


def _outermost(posts: list[Tag]) -> Iterator[Tag]:
    known = {id(post) for post in posts}
    return (post for post in posts if not any(id(parent) in known for parent in post.parents))


def _add(thread: Thread, body: Tag, author: str, date: str, role: str, url: str) -> None:
    item = len(thread.posts) + 1
    thread.bodies.append(body)
    thread.items[id(body)] = item
    said = [Untrusted(words[:200], url) for words in (author, date, role)]
    thread.posts.append(Post(item, said[0], said[1], said[2], "opening" if item == 1 else "reply"))


def _words(post: Tag, selector: str) -> str:
    found = post.select_one(selector)
    return "" if found is None else " ".join(found.get_text(" ").split())


def _date(post: Tag, selector: str) -> str:
    found = post.select_one(selector)
    if found is None:
        return ""
    return str(found.get("datetime") or found.get("title") or found.get("data-time") or " ".join(found.get_text().split()))


def _mailman(soup: BeautifulSoup, url: str) -> Thread:
    """A message in Mailman's archive: the subject, the author in bold, the date in italics, the words in one <pre>."""
    thread = Thread()
    body, author, date = soup.find("pre"), soup.find("b"), soup.find("i")
    archived = soup.find(string=lambda text: text is not None and "beginarticle" in text) is not None
    if isinstance(body, Tag) and isinstance(author, Tag) and isinstance(date, Tag) and archived:
        _add(thread, body, " ".join(author.get_text().split()), " ".join(date.get_text().split()), "", url)
        thread.mail = True
        thread.posts = [Post(1, thread.posts[0].author, thread.posts[0].date, thread.posts[0].role, "message")]
    return thread
