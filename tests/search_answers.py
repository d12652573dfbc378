"""Answers of search interfaces, made in the shapes that each documents and its clients show; and a Sphinx site's two indexes."""

from __future__ import annotations

import json
import zlib
from typing import Any

Json = dict[str, Any]


def hacker_news(*hits: Json) -> Json:
    return {
        "exhaustive": {"nbHits": True, "typo": True},
        "hits": list(hits),
        "hitsPerPage": 10,
        "nbHits": len(hits),
        "nbPages": 1,
        "page": 0,
        "params": "query=x&advancedSyntax=true",
        "processingTimeMS": 3,
        "query": "x",
        "serverTimeMS": 4,
    }


def story(number: str, title: str, url: str | None, author: str, text: str | None = None) -> Json:
    return {
        "_highlightResult": {"title": {"matchLevel": "full", "matchedWords": ["x"], "value": f"<em>{title}</em>"}},
        "_tags": ["story", f"author_{author}", f"story_{number}"],
        "author": author,
        "children": [1],
        "created_at": "2025-03-04T05:06:07Z",
        "created_at_i": 1741064767,
        "num_comments": 2,
        "objectID": number,
        "points": 10,
        "story_id": int(number),
        "story_text": text,
        "title": title,
        "updated_at": "2025-03-05T00:00:00Z",
        "url": url,
    }


def comment(number: str, html: str, author: str, title: str = "A story", url: str | None = "https://blog.example/a") -> Json:
    return {
        "_highlightResult": {},
        "_tags": ["comment", f"author_{author}", "story_1"],
        "author": author,
        "comment_text": html,
        "created_at": "2025-03-04T06:00:00Z",
        "created_at_i": 1741068000,
        "objectID": number,
        "parent_id": 1,
        "story_id": 1,
        "story_title": title,
        "story_url": url,
        "updated_at": "2025-03-05T00:00:00Z",
    }


def daily_paper(number: str, title: str, summary: str, repository: str | None = None) -> Json:
    person = {"_id": "6", "avatarUrl": "/avatars/x.svg", "fullname": "Ana Brook", "name": "ana", "type": "user", "isPro": False}
    paper: Json = {
        "id": number,
        "authors": [{"_id": "1", "name": "Bo Sørensen", "hidden": False}],
        "publishedAt": "2024-04-03T17:00:00.000Z",
        "submittedOnDailyAt": "2024-04-05T00:00:00.000Z",
        "title": title,
        "submittedOnDailyBy": person,
        "summary": summary,
        "upvotes": 12,
        "discussionId": "66",
        "ai_summary": "Not the authors' words.",
        "ai_keywords": ["graphs"],
    }
    if repository:
        paper |= {"githubRepo": repository, "githubStars": 5}
    return {
        "paper": paper,
        "publishedAt": "2024-04-05T00:00:00.000Z",
        "title": title,
        "summary": summary,
        "numComments": 1,
        "submittedBy": person,
    }


def github_list(*found: Json, whole: bool = True) -> Json:
    return {"total_count": len(found), "incomplete_results": not whole, "items": list(found)}


def issue(repository: str, number: int, title: str, body: str | None, author: str = "someone", *, pull: bool = False) -> Json:
    url = f"https://github.com/{repository}/{'pull' if pull else 'issues'}/{number}"
    return {
        "url": f"https://api.github.com/repos/{repository}/issues/{number}",
        "html_url": url,
        "id": number,
        "number": number,
        "title": title,
        "user": {"login": author, "id": 3, "type": "User"},
        "labels": [],
        "state": "open",
        "comments": 2,
        "body": body,
        "score": 1.0,
        "created_at": "2025-01-02T03:04:05Z",
        "updated_at": "2025-01-03T03:04:05Z",
        "closed_at": None,
        "text_matches": [
            {"object_type": "Issue", "property": "body", "fragment": (body or "")[:80], "matches": [{"text": "x", "indices": [0, 1]}]}
        ],
    }


def code(repository: str, sha: str, path: str, fragment: str) -> Json:
    return {
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": "1" * 40,
        "url": f"https://api.github.com/repositories/1/contents/{path}?ref={sha}",
        "html_url": f"https://github.com/{repository}/blob/{sha}/{path}",
        "repository": {"id": 1, "full_name": repository, "private": False},
        "score": 1.0,
        "text_matches": [{"object_type": "FileContent", "property": "content", "fragment": fragment, "matches": []}],
    }


def searxng(*results: Json, silent: list[list[str]] | None = None) -> Json:
    return {
        "query": "x",
        "number_of_results": 0,
        "results": list(results),
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": silent or [],
    }


def searxng_result(url: str, title: str, content: str) -> Json:
    return {
        "url": url,
        "title": title,
        "content": content,
        "engine": "duckduckgo",
        "template": "default.html",
        "parsed_url": [],
        "img_src": "",
        "thumbnail": "",
        "priority": "",
        "engines": ["duckduckgo"],
        "positions": [1],
        "score": 1.0,
        "category": "general",
        "publishedDate": "2024-05-06T00:00:00",
    }


def brave(*results: Json) -> Json:
    found: Json = {"query": {"original": "x", "more_results_available": False}, "mixed": {"type": "mixed", "main": []}, "type": "search"}
    return found | ({"web": {"type": "search", "results": list(results), "family_friendly": True}} if results else {})


def brave_result(url: str, title: str, description: str) -> Json:
    return {
        "title": title,
        "url": url,
        "is_source_local": False,
        "is_source_both": False,
        "description": description,
        "page_age": "2024-05-06T00:00:00",
        "profile": {"name": "Example", "url": url},
        "language": "en",
        "family_friendly": True,
        "type": "search_result",
        "subtype": "generic",
        "meta_url": {"scheme": "https", "netloc": "example.org", "hostname": "example.org", "path": "› a"},
    }


def tavily(*results: Json) -> Json:
    return {
        "query": "x",
        "follow_up_questions": None,
        "answer": None,
        "images": [],
        "results": list(results),
        "response_time": 1.2,
        "request_id": "1",
    }


def tavily_result(url: str, title: str, content: str) -> Json:
    return {"url": url, "title": title, "content": content, "score": 0.8, "raw_content": None}


def inventory(entries: list[tuple[str, str, str, str]], project: str = "Made", version: str = "2.0") -> bytes:
    """entries: (name, domain:role, uri, name as shown)."""
    lines = "".join(f"{name} {role} 1 {uri} {shown}\n" for name, role, uri, shown in entries)
    head = f"# Sphinx inventory version 2\n# Project: {project}\n# Version: {version}\n"
    return head.encode() + b"# The remainder of this file is compressed using zlib.\n" + zlib.compress(lines.encode(), 9)


def word_index(pages: list[tuple[str, str]], terms: Json, title_terms: Json, objects: Json | None = None, *, quoted: bool = True) -> bytes:
    """pages: (name, title). quoted: as newer releases of Sphinx write it; older ones leave keys bare."""
    value = {
        "alltitles": {title: [[place, None]] for place, (_, title) in enumerate(pages)},
        "docnames": [name for name, _ in pages],
        "envversion": {"sphinx": 61},
        "filenames": [f"{name}.rst" for name, _ in pages],
        "indexentries": {},
        "objects": objects or {},
        "objnames": {"0": ["py", "function", "Python function"]},
        "objtypes": {"0": "py:function"},
        "terms": terms,
        "titles": [title for _, title in pages],
        "titleterms": title_terms,
    }
    if quoted:
        return f"Search.setIndex({json.dumps(value)})".encode()
    bare = json.dumps(value, separators=(",", ":"))
    for key in [*value, *terms, *title_terms, "sphinx"]:
        bare = bare.replace(f'"{key}":', f"{key}:") if key.isidentifier() else bare
    return f"Search.setIndex({bare})".encode()
