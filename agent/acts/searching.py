"""Searches: a query goes to the providers of its kind that this run asks, and brings handles."""

from __future__ import annotations

from agent.acts.bench import Bench
from agent.inquiry import Act, Done, Handle, Searched
from prompts.trust import Untrusted
from tools.search.records import Found

PROVIDERS = {
    "search_papers": ("arxiv", "crossref", "datacite", "openalex", "semantic-scholar"),
    "search_docs": ("documentation", "package-index", "searxng", "brave", "tavily"),
    "search_code": ("github-code", "github-issues", "github-releases"),
    "search_discussions": ("hacker-news", "hf-papers", "searxng", "brave", "tavily"),
}
_HITS = 6


def search(bench: Bench, act: Act) -> Done:
    """One query to every provider of its kind."""
    query = str(act.arguments["query"])
    names = PROVIDERS[act.tool]
    if not any(provider.name in names for provider in bench.desk.providers):
        return Done(act=act, answered=False, lines=("no provider of this kind is asked in this run",))
    found = bench.desk.search(query, _HITS, names)
    handles = handles_of(found, bench, act)
    lines = [_line(each) for each in found]
    searches = tuple(
        Searched(provider=each.provider, query=Untrusted(query, "model"), outcome=each.outcome, reason=each.reason, hits=len(each.hits))
        for each in found
    )
    return Done(act=act, answered=any(each.worked for each in found), lines=tuple(lines), searches=searches, handles=handles)


def _line(found: Found) -> str:
    return f"{found.provider}: {len(found.hits)} found" if found.worked else f"{found.provider}: {found.outcome}, {found.reason}"


def handles_of(found: tuple[Found, ...], bench: Bench, act: Act) -> tuple[Handle, ...]:
    """What the search brought that no handle names yet; its labels say by which act."""
    known = {handle.id for handle in bench.inquiry.handles}
    handles: list[Handle] = []
    for each in found:
        for hit in each.hits:
            if hit.id in known:
                continue
            known.add(hit.id)
            handles.append(
                Handle(
                    label=f"H{act.key}.{len(handles) + 1}", id=hit.id, url=hit.url, kind=hit.kind, title=hit.title, came=hit.provider,
                    date=hit.date, discovery=hit.discovery,
                )
            )  # fmt: skip
    return tuple(handles)
