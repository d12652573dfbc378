"""Notebooks, threads, mail, markup and code as text: in pieces, with places in the stored bytes, and who says what."""

from __future__ import annotations

import json
import time

import pytest

from prompts.trust import Untrusted, measure
from tools.extract import CannotExtract, Document, extract
from tools.quotes import find


def pieces(document: Document) -> list[tuple[str, str]]:
    text = measure(document.text)
    return [(piece.kind, text[piece.span.start : piece.span.end]) for piece in document.pieces]


def stored(document: Document, payload: bytes, words: str) -> bytes:
    """The stored bytes of words that are found in the document."""
    span = find(document.text, Untrusted(words, "model"))
    assert span is not None
    place = document.bytes_of(span)
    assert place is not None
    return payload[place[0] : place[1]]


# ---- markup ------------------------------------------------------------------------------------------------------------

MARKDOWN = """\
---
title: "On guards"
author: Ada B.
---

# Guards

A paragraph with a [link](https://site.example/a) and
`code`.<!-- OBEY -->

```python
if x:
    y()
```

- one
- another
  on two lines

| run | ms |
|-----|----|
| 1 | 3.2 |

> as was said

Setext
------

$$
x = 2
$$
"""


def test_markdown_is_read_as_it_would_be_shown() -> None:
    """Targets of links and comments are no part of the text; lines are the locators."""
    payload = MARKDOWN.encode()
    document = extract(payload, "text/plain", "https://site.example/readme.md")
    assert pieces(document) == [
        ("heading", "Guards"), ("paragraph", "A paragraph with a link and `code`."), ("code", "if x:\n    y()"), ("list item", "one"),
        ("list item", "another on two lines"), ("table", "run\tms\n1\t3.2"), ("quote", "as was said"), ("heading", "Setext"),
        ("math", "$$\nx = 2\n$$"),
    ]  # fmt: skip
    assert document.locate(document.pieces[2].span) == "lines 12-13"
    assert [measure(hidden.text) for hidden in document.hidden] == ["OBEY"]
    [link] = document.links
    assert (measure(link.target), measure(document.text)[link.span.start : link.span.end]) == ("https://site.example/a", "link")
    assert stored(document, payload, "a link and `code`") == b"a [link](https://site.example/a) and\n`code`"
    assert document.candidates.title is not None
    assert measure(document.candidates.title) == "On guards"


RST = """\
Guards
======

A paragraph with a :func:`~torch.compile` call, ``code`` and a `link <https://site.example/a>`_.

.. OBEY

.. code-block:: python

   if x:
       y()

.. note:: It recompiles.

An example::

    print(1)

* one
* another

>>> 1 + 1
2

.. math:: x = 2
.. _target:

Part
----

The end.
"""


def test_restructuredtext_is_read_as_it_would_be_shown() -> None:
    """Roles show their words; comments and targets are no part of the text."""
    payload = RST.encode()
    document = extract(payload, "text/plain", "https://site.example/guards.rst")
    assert pieces(document)[:8] == [
        ("heading", "Guards"), ("paragraph", "A paragraph with a compile call, code and a link."), ("code", "if x:\n    y()"),
        ("paragraph", "It recompiles."), ("paragraph", "An example:"), ("code", "print(1)"), ("list item", "one"), ("list item", "another"),
    ]  # fmt: skip
    assert pieces(document)[8:] == [("code", ">>> 1 + 1\n2"), ("math", "x = 2"), ("heading", "Part"), ("paragraph", "The end.")]
    assert "OBEY" in measure(document.hidden[0].text)
    assert document.pieces[-2].level == 2
    assert stored(document, payload, "compile call") == b"compile` call"


# ---- code --------------------------------------------------------------------------------------------------------------


def test_code_is_read_as_it_stands_with_its_lines() -> None:
    """A source file's text is the file; any part of it has its lines, and the commit is taken from the address."""
    text = '"""A module."""\n\n' + "\n\n".join(f"def f{number}(x):\n    return x + {number}" for number in range(60)) + "\n"
    commit = "0123456789abcdef0123456789abcdef01234567"
    document = extract(text.encode(), "text/plain", f"https://site.example/owner/name/{commit}/pkg/mod.py")
    assert measure(document.text) == text
    assert document.format == "source"
    assert {piece.language for piece in document.pieces} == {"python"}
    span = find(document.text, Untrusted("return x + 41", "model"))
    assert span is not None
    assert document.locate(span) == "line 127"
    assert text.splitlines()[126] == "    return x + 41"
    assert [(name, measure(value)) for name, value in document.candidates.identifiers] == [("commit", commit)]
    assert all(before.span.end <= after.span.start for before, after in zip(document.pieces, document.pieces[1:], strict=False))


# ---- notebooks ---------------------------------------------------------------------------------------------------------


def test_a_notebook_is_read_cell_by_cell() -> None:
    """Prose, code and output are told apart, each with its cell; words lead back to the bytes of the JSON."""
    book = {
        "nbformat": 4,
        "metadata": {"language_info": {"name": "python"}},
        "cells": [
            {"cell_type": "markdown", "source": ["# Güards\n", "It is “8”\tby default.\n"]},
            {
                "cell_type": "code",
                "source": "f(x)\nprint(1)",
                "outputs": [
                    {"output_type": "stream", "text": ["1\n"]},
                    {"output_type": "error", "traceback": ["\x1b[31mTypeError\x1b[0m: no"]},
                    {"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": "<Figure>"}},
                ],
            },
        ],
    }
    payload = json.dumps(book).encode()
    document = extract(payload, "application/json", "https://site.example/a.ipynb")
    assert pieces(document) == [
        ("heading", "Güards"), ("paragraph", "It is “8” by default."), ("code", "f(x)\nprint(1)"), ("output", "1"),
        ("output", "TypeError: no"), ("output", "<Figure>"),
    ]  # fmt: skip
    assert document.locate(document.pieces[2].span) == "cell 2"
    assert stored(document, payload, 'It is "8" by default') == b"It is \\u201c8\\u201d\\tby default"
    assert [piece.standing for piece in document.pieces] == ["assertion", "assertion", *["demonstration"] * 4]


# ---- threads -----------------------------------------------------------------------------------------------------------

ISSUE = {  # made, in the form of GitHub's API
    "html_url": "https://github.example/o/n/issues/1", "title": "It recompiles", "created_at": "2024-01-02T03:04:05Z",
    "author_association": "NONE",
    "user": {"login": "ada"}, "body": "<!-- Please fill in -->\r\nIt is slow.\r\n\r\n```python\r\nprint(1)\r\n```\r\n",
}  # fmt: skip
COMMENTS = [
    {
        "html_url": "h",
        "user": {"login": "bob"},
        "author_association": "MEMBER",
        "created_at": "2024-01-03",
        "body": "> It is slow.\n\nIt isn't.",
    },
    {"html_url": "h", "user": None, "author_association": "NONE", "created_at": "2024-01-04", "body": None},
    {
        "html_url": "h",
        "user": {"login": "cid"},
        "author_association": "OWNER",
        "submitted_at": "2024-01-05",
        "body": "Why?",
        "diff_hunk": "@@\n-a\n+b",
    },
]
RELEASE = {
    "html_url": "h", "tag_name": "v2.7.0", "name": "Two point seven", "author": {"login": "bot"}, "published_at": "2025-04-23",
    "body": "* renamed",
}  # fmt: skip


def test_an_issue_says_who_asserts_and_who_shows() -> None:
    """Author, role and date come from the answer; what a template hides is kept apart."""
    payload = json.dumps(ISSUE).encode()
    document = extract(payload, "application/json", "https://api.github.example/repos/o/n/issues/1")
    assert pieces(document) == [("heading", "It recompiles"), ("paragraph", "It is slow."), ("code", "print(1)")]
    [post] = document.posts
    assert [measure(said) for said in (post.author, post.date, post.role)] == ["ada", "2024-01-02T03:04:05Z", "NONE"]
    assert document.pieces[2].standing == "demonstration"
    assert [measure(hidden.text) for hidden in document.hidden] == ["Please fill in"]
    assert stored(document, payload, "It is slow") == b"It is slow"


def test_comments_and_reviews_are_posts_of_a_thread() -> None:
    """What a post quotes is told from what it says; an empty one and one of a deleted account are posts too."""
    document = extract(json.dumps(COMMENTS).encode(), "application/json", "a")
    assert pieces(document) == [("quote", "It is slow."), ("paragraph", "It isn't."), ("code", "@@\n-a\n+b"), ("paragraph", "Why?")]
    assert [(measure(post.author), measure(post.role), post.kind) for post in document.posts] == [
        ("bob", "MEMBER", "reply"), ("", "NONE", "reply"), ("cid", "OWNER", "review"),
    ]  # fmt: skip
    assert document.locate(document.pieces[3].span) == "post 3"


def test_a_release_has_its_tag_and_date() -> None:
    """Release notes are a post of their author."""
    document = extract(json.dumps([RELEASE]).encode(), "application/json", "a")
    assert pieces(document) == [("heading", "Two point seven"), ("list item", "renamed")]
    assert document.posts[0].kind == "release"
    assert ("published", "2025-04-23") in [(name, measure(date)) for name, date in document.candidates.dates]


def test_a_forum_topic_is_read_post_by_post() -> None:
    """Posts that are HTML within JSON lead back to the bytes through both."""
    posts = [
        {"username": "ada", "created_at": "2024-01-02", "staff": False, "cooked": '<p>Is “x” &amp; y\nfine? <a href="/t/2">Here</a></p>'},
        {
            "username": "bob",
            "created_at": "2024-01-03",
            "staff": True,
            "cooked": "<p>Yes.</p><pre><code>print(1)</code></pre><!-- OBEY -->",
        },
    ]
    payload = json.dumps({"title": "A question", "post_stream": {"posts": posts, "stream": [1, 2, 3]}}).encode()
    document = extract(payload, "application/json", "https://forum.example/t/1.json")
    assert pieces(document) == [
        ("heading", "A question"),
        ("paragraph", "Is “x” & y fine? Here"),
        ("paragraph", "Yes."),
        ("code", "print(1)"),
    ]
    assert stored(document, payload, 'Is "x" & y fine') == b"Is \\u201cx\\u201d &amp; y\\nfine"
    assert [measure(post.role) for post in document.posts] == ["", "staff"]
    assert measure(document.links[0].target) == "https://forum.example/t/2"
    assert document.notes == ("the answer holds 2 of the topic's 3 posts",)


def test_a_news_item_is_read_with_its_comments() -> None:
    """Comments come in the order of the thread, whatever their depth."""
    item = {"author": "ada", "created_at": "d", "points": 3, "title": "A link", "url": "https://site.example/a", "children": []}
    item["children"] = [
        {"author": "bob", "text": "<p>First</p>", "children": [{"author": "cid", "text": "Second", "children": []}]},
        {"author": "dan", "text": "Third", "children": []},
    ]
    document = extract(json.dumps(item).encode(), "application/json", "a")
    assert [words for _, words in pieces(document)] == ["A link", "First", "Second", "Third"]
    assert [measure(post.author) for post in document.posts] == ["ada", "bob", "cid", "dan"]
    assert measure(document.links[0].target) == "https://site.example/a"


MAIL = """\
From ada at site.example  Tue Jan  2 03:04:05 2024
From: ada at site.example (Ada B.)
Date: Tue, 2 Jan 2024 03:04:05 +0000
Subject: [list] It recompiles
Message-ID: <1@site.example>

It is slow, in the
café.

    print(1)

From ada at site.example  Wed Jan  3 03:04:05 2024
From: bob@site.example
Date: Wed, 3 Jan 2024 03:04:05 +0000
Subject: Re: [list] It recompiles

Ada wrote:
> It is slow, in the
> caf\u00e9.

It is not.
-- \nBob
"""


def test_an_archive_of_mail_says_who_wrote_what() -> None:
    """What a message quotes is not what its author says; signatures are left out."""
    payload = MAIL.encode()
    document = extract(payload, "text/plain", "https://site.example/2024-January.txt")
    assert pieces(document) == [
        ("heading", "[list] It recompiles"), ("paragraph", "It is slow, in the café."), ("code", "    print(1)"),
        ("heading", "Re: [list] It recompiles"), ("paragraph", "Ada wrote:"),
        ("quote", "It is slow, in the café."), ("paragraph", "It is not."),
    ]  # fmt: skip
    assert [measure(post.author) for post in document.posts] == ["ada@site.example (Ada B.)", "bob@site.example"]
    assert stored(document, payload, "slow, in the café") == "slow, in the\ncafé".encode()
    assert document.locate(document.pieces[-1].span) == "message 2"


def test_a_message_in_parts_is_read_decoded() -> None:
    """The plain part of a message counts, whatever its encoding."""
    raw = (
        "From: ada@site.example\nSubject: =?utf-8?q?Caf=C3=A9?=\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n"
        "--b\nContent-Type: text/html\n\n<p>No</p>\n--b\nContent-Type: text/plain; charset=utf-8\n"
        "Content-Transfer-Encoding: quoted-printable\n\nA caf=C3=A9.\n--b--\n"
    )
    document = extract(raw.encode(), "message/rfc822", "a")
    assert pieces(document) == [("heading", "Café"), ("paragraph", "A café.")]


# ---- what the bytes are ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payload", "content_type", "url", "kind"),
    [
        pytest.param(b"<!DOCTYPE html><p>Words", "text/plain", "https://s.example/a.txt", "html", id="a page as text"),
        pytest.param(b"\xef\xbb\xbf\n<html><body>Words", "application/pdf", "https://s.example/a.pdf", "html", id="a page as PDF"),
        pytest.param(b"Just words.", "text/html", "https://s.example/a.html", "text", id="text as a page"),
        pytest.param(b'{"a": 1}', "text/html", "https://s.example/a.html", "source", id="JSON as a page"),
        pytest.param(b"{not JSON", "application/json", "https://s.example/a.md", "markdown", id="text as JSON"),
        pytest.param(b"x = 1", "application/octet-stream", "https://s.example/a.py?raw=1", "source", id="code"),
    ],
)
def test_the_bytes_decide_what_a_document_is(payload: bytes, content_type: str, url: str, kind: str) -> None:
    """A declared type or a suffix that is not true misleads nobody."""
    assert extract(payload, content_type, url).format == kind


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(b"PK\x03\x04\0\0", id="archive"),
        pytest.param(b"\xff\xd8\xff\xe0", id="picture"),
        pytest.param(b" \n ", id="white space"),
    ],
)
def test_what_is_no_text_is_refused(payload: bytes) -> None:
    """No other kind of file is taken for text."""
    with pytest.raises(CannotExtract, match=r"\w"):
        extract(payload, "text/plain", "https://s.example/a.txt")


@pytest.mark.parametrize(
    ("text", "url"),
    [
        pytest.param("[" * 100_000, "a.json", id="nested JSON"),
        pytest.param("[](" * 30_000, "a.md", id="links"),
        pytest.param("x " + "`" * 30_000 + "x", "a.md", id="ticks"),
        pytest.param("<!--" * 30_000, "a.md", id="comments"),
        pytest.param("> " * 30_000 + "x", "a.md", id="quotations"),
        pytest.param(":a:`" * 30_000, "a.rst", id="roles"),
        pytest.param("- x\n" * 30_000, "a.md", id="items"),
        pytest.param("From a 2024\nFrom: b\n\n" * 3_000, "a.txt", id="messages"),
    ],
)
def test_a_text_made_to_hold_up_its_reader_is_read(text: str, url: str) -> None:
    """The time grows with the size, whatever the text is made of."""
    begun = time.process_time()
    assert extract(text.encode(), "text/plain", f"https://s.example/{url}").pieces
    assert time.process_time() - begun < 20
