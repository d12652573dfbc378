"""What every provider of papers does with the entries of an answer: a registry's record and a hit for each that can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import quote

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids
from tools.identity.records import Registered
from tools.search.endpoint import Asked
from tools.search.records import Found, Hit, LookedUp

Reader = Callable[[JsonValue], Registered | None]


def found(
    provider: str,
    query: str,
    asked: Asked,
    entries: Sequence[JsonValue] | None,
    read: Reader,
    abstract: Callable[[JsonValue], str],
    limit: int,
) -> Found:
    """A search's answer. entries: None where it is not the list that is documented."""
    if asked.outcome != "found":
        return Found(provider=provider, query=query, outcome=asked.outcome, reason=asked.reason)
    if entries is None:
        return Found(provider=provider, query=query, outcome="malformed", reason="the answer is not the list that is documented")
    hits, passed = [], 0
    for entry in entries[:limit]:
        record = read(entry)
        if record is None:
            passed += 1
        else:
            hits.append(hit(provider, record, abstract(entry)))
    return Found(provider=provider, query=query, outcome="found" if hits else "nothing", hits=tuple(hits), passed_over=passed)


def hit(provider: str, record: Registered, abstract: str) -> Hit:
    return Hit(
        provider=provider, kind="paper", id=record.id, url=address_of(record.id), title=record.title,
        snippet=Untrusted(abstract, record.title.origin), date=record.first, record=record,
        links=tuple(address_of(related.id) for related in record.related),
    )  # fmt: skip


def address_of(id: str) -> str:
    """Where what an id names is read: its page at the registry that gave the id out."""
    name = ids.parse(id)
    if name is None or name.kind in ("url", "git"):
        return id
    if name.kind == "arxiv":
        return f"https://arxiv.org/abs/{name.value}"
    if name.kind == "doi":
        return f"https://doi.org/{quote(name.value, safe='/:;()._-')}"
    return f"https://pypi.org/project/{name.value.partition('==')[0]}/"


def looked_up(provider: str, id: str, asked: Asked, read: Callable[[JsonValue], Registered | None]) -> LookedUp:
    """A registry's answer for one id; a record of another id than the one asked for is none of it."""
    if asked.outcome != "found":
        return LookedUp(provider=provider, id=id, outcome=asked.outcome, reason=asked.reason)
    record = read(asked.value)
    if record is None:
        return LookedUp(provider=provider, id=id, outcome="malformed", reason="the answer is no record as documented")
    wanted, got = ids.parse(id), ids.parse(record.id)
    if wanted is None or got is None or wanted.work != got.work or (wanted.version and got.version and wanted.version != got.version):
        return LookedUp(provider=provider, id=id, outcome="malformed", reason=f"the answer is for another identifier ({record.id})")
    return LookedUp(provider=provider, id=id, outcome="found", record=record)
