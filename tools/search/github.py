"""GitHub: issues with pull requests, code, and releases, as three providers over one interface. https://docs.github.com/rest

Code is searched with a token alone; the rest works without one, with fewer requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.fetch import Door
from tools.identity import ids
from tools.identity.registries import github
from tools.loose import at, date, items, text
from tools.search import papers
from tools.search.endpoint import Asked, Endpoint
from tools.search.records import Found, Hit, LookedUp, link, words_of

BASE = "https://api.github.com"
_MEDIA = "application/vnd.github+json"
_MATCHES = "application/vnd.github.text-match+json"
_SNIPPET = 500


def endpoint(door: Door, base: str = BASE) -> Endpoint:
    """The interface, to be shared by the providers, so that one refusal is known to all."""
    return Endpoint(door, base)


class GitHubIssues:
    """repositories: to search in ("owner/name"), all of GitHub where none is given."""

    name = "github-issues"

    def __init__(self, interface: Endpoint, repositories: Sequence[str] = ()) -> None:
        self._endpoint, self._scope = interface, [f"repo:{name}" for name in repositories]

    def search(self, query: str, limit: int = 10) -> Found:
        words = " ".join([*_quoted(query), *self._scope])
        asked = self._endpoint.json("/search/issues", {"q": words, "per_page": limit}, accept=_MATCHES)
        return _found(self.name, query, asked, self._hit, limit)

    def _hit(self, entry: JsonValue) -> Hit | None:
        url, title, body = link(text(entry, "html_url")), text(entry, "title"), text(entry, "body")
        if url is None or not title or not re.match(r"https://github\.com/[\w.-]+/[\w.-]+/(?:issues|pull)/\d+\Z", url):
            return None
        origin, author = f"github:{url.removeprefix('https://github.com/')}", text(entry, "user", "login")
        return Hit(
            provider=self.name, kind="issue", id=url, url=url, title=Untrusted(title, origin),
            snippet=Untrusted(_fragments(entry) or body[:_SNIPPET], origin), by=Untrusted(author, origin) if author else None,
            standing="shows code" if "```" in body else "asserts", date=date(text(entry, "created_at")),
        )  # fmt: skip


class GitHubCode:
    """Files at the commit that was searched. token: whether the door holds one."""

    name = "github-code"

    def __init__(self, interface: Endpoint, repositories: Sequence[str] = (), *, token: bool = False) -> None:
        self._endpoint, self._scope, self._token = interface, [f"repo:{name}" for name in repositories], token

    def search(self, query: str, limit: int = 10) -> Found:
        if not self._token:
            reason = "GitHub searches code only for a token, and none is set"
            return Found(provider=self.name, query=query, outcome="unusable", reason=reason)
        words = " ".join([*_quoted(query), *self._scope])
        asked = self._endpoint.json("/search/code", {"q": words, "per_page": limit}, accept=_MATCHES)
        return _found(self.name, query, asked, self._hit, limit)

    def _hit(self, entry: JsonValue) -> Hit | None:
        url, path, repository = link(text(entry, "html_url")), text(entry, "path"), text(entry, "repository", "full_name")
        if url is None or not path or not repository:
            return None
        name, origin = ids.of_url(url), f"github:{repository}"
        return Hit(
            provider=self.name, kind="code", id=str(name), url=url, title=Untrusted(f"{repository}: {path}", origin),
            snippet=Untrusted(_fragments(entry), origin),
        )  # fmt: skip


class GitHubReleases:
    """Release notes of given repositories in which words of the query stand."""

    name = "github-releases"

    def __init__(self, interface: Endpoint, repositories: Sequence[str] = ()) -> None:
        self._endpoint, self._repositories = interface, tuple(repositories)

    def search(self, query: str, limit: int = 10) -> Found:
        if not self._repositories:
            return Found(provider=self.name, query=query, outcome="unusable", reason="no repository is known whose releases to read")
        hits: list[Hit] = []
        asked, passed = Asked("nothing"), 0
        for repository in self._repositories:
            asked = self._endpoint.json(f"/repos/{quote(repository)}/releases", {"per_page": 100}, accept=_MEDIA)
            if asked.outcome == "found" and not isinstance(asked.value, list):
                asked = Asked("malformed", "the answer is not the list that is documented")
            if asked.outcome not in ("found", "nothing"):
                break
            for entry in items(asked.value):
                hit = self._hit(entry, repository, query)
                passed += hit is None and not text(entry, "tag_name")
                hits += [hit] if hit else []
        if not hits and asked.outcome not in ("found", "nothing"):
            return Found(provider=self.name, query=query, outcome=asked.outcome, reason=asked.reason)
        reason = "" if asked.outcome in ("found", "nothing") else asked.reason
        return Found(
            provider=self.name,
            query=query,
            outcome="found" if hits else "nothing",
            reason=reason,
            hits=tuple(hits[:limit]),
            passed_over=passed,
        )

    def _hit(self, entry: JsonValue, repository: str, query: str) -> Hit | None:
        release = github.release(entry, repository)
        url, body = link(text(entry, "html_url")), text(entry, "body")
        whole = f"{text(entry, 'name')}\n{text(entry, 'tag_name')}\n{body}"
        words = words_of(query)
        if release is None or url is None or not words or not all(word.casefold() in whole.casefold() for word in words):
            return None
        first = body.casefold().find(words[0].casefold())
        origin = f"github:{repository}"
        return Hit(
            provider=self.name, kind="release", id=url, url=url, title=release.title, date=release.first, record=release,
            snippet=Untrusted(body[max(0, first - _SNIPPET // 2) : max(0, first) + _SNIPPET // 2], origin),
        )  # fmt: skip


class GitHubRegister:
    """Answers for repositories (their URL) and commits (`git:github.com/owner/name@commit`)."""

    name = "github"

    def __init__(self, interface: Endpoint) -> None:
        self._endpoint = interface

    def look_up(self, id: str) -> LookedUp:
        match = re.fullmatch(r"git:github\.com/([\w.-]+/[\w.-]+)@([^/\s]+)(?:/\S+)?", id)
        if match is not None:
            asked = self._endpoint.json(f"/repos/{match[1]}/commits/{quote(match[2], safe='')}", accept=_MEDIA)
            return self._answer(id, asked, lambda value: github.commit(value, match[1]))
        place = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", id)
        if place is None:
            return LookedUp(provider=self.name, id=id, outcome="unusable", reason="it is neither a repository nor a commit of GitHub")
        return self._answer(id, self._endpoint.json(f"/repos/{place[1]}", accept=_MEDIA), github.repository)

    def _answer(self, id: str, asked: Asked, read: papers.Reader) -> LookedUp:
        if asked.outcome != "found":
            return LookedUp(provider=self.name, id=id, outcome=asked.outcome, reason=asked.reason)
        record = read(asked.value)
        if record is None:
            return LookedUp(provider=self.name, id=id, outcome="malformed", reason="the answer is no record as documented")
        return LookedUp(provider=self.name, id=id, outcome="found", record=record)


def _quoted(query: str) -> list[str]:
    return [f'"{word}"' if re.search(r"[^\w]", word) else word for word in words_of(query)]


def _fragments(entry: JsonValue) -> str:
    return "\n".join(found for match in items(entry, "text_matches") if (found := text(match, "fragment")))[:_SNIPPET]


def _found(provider: str, query: str, asked: Asked, read: Callable[[JsonValue], Hit | None], limit: int) -> Found:
    if asked.outcome != "found":
        return Found(provider=provider, query=query, outcome=asked.outcome, reason=asked.reason)
    if not isinstance(at(asked.value, "items"), list):
        return Found(provider=provider, query=query, outcome="malformed", reason="the answer is not the list that is documented")
    entries = items(asked.value, "items")[:limit]
    hits = tuple(hit for entry in entries if (hit := read(entry)))
    reason = "GitHub stopped before it had searched all" if at(asked.value, "incomplete_results") is True else ""
    outcome = "found" if hits else "nothing"
    return Found(provider=provider, query=query, outcome=outcome, reason=reason, hits=hits, passed_over=len(entries) - len(hits))
