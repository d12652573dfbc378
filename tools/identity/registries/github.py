"""GitHub: a repository, a commit or a release as its REST interface gives them."""

from __future__ import annotations

import re

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids
from tools.identity.records import Author, Registered
from tools.loose import at, date, text


def repository(answer: JsonValue) -> Registered | None:
    name = text(answer, "full_name")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        return None
    description, owner, origin = text(answer, "description"), text(answer, "owner", "login"), f"github:{name}"
    first = date(text(answer, "created_at"))
    return Registered(
        registry="github", id=f"https://github.com/{name}", kind="software", title=Untrusted(name, origin),
        subtitle=Untrusted(description, origin) if description else None,
        publisher=Untrusted(owner, origin) if owner else None, first=first, last=date(text(answer, "pushed_at")),
        years=(int(first[:4]),) if first else (),
    )  # fmt: skip


def commit(answer: JsonValue, name: str) -> Registered | None:
    """A commit of the repository `name` ("owner/name"); its author as git has it, the date of the commit."""
    sha = text(answer, "sha")
    if not re.fullmatch(r"[0-9a-f]{40}", sha):
        return None
    origin, first = f"github:{name}", date(text(answer, "commit", "committer", "date"))
    author, subject = text(answer, "commit", "author", "name"), text(answer, "commit", "message").split("\n")[0]
    return Registered(
        registry="github", id=str(ids.git(f"github.com/{name}", sha)), kind="software", title=Untrusted(subject, origin),
        authors=(Author(name=Untrusted(author, origin)),) if author else (), first=first, last=first,
        years=(int(first[:4]),) if first else (), commit=sha, retraction="unknown",
    )  # fmt: skip


def release(answer: JsonValue, name: str) -> Registered | None:
    """A release of the repository `name`; drafts are none."""
    tag = text(answer, "tag_name")
    if not tag or at(answer, "draft") is True:
        return None
    origin, first = f"github:{name}", date(text(answer, "published_at"))
    return Registered(
        registry="github", id=f"https://github.com/{name}/releases/tag/{tag}", kind="software",
        title=Untrusted(text(answer, "name") or tag, origin), publisher=Untrusted(name.partition("/")[0], origin), first=first, last=first,
        years=(int(first[:4]),) if first else (), version=tag,
    )  # fmt: skip
