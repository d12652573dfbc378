"""The providers of a run together: one query to all of them, and what registries know of what a document is said to be."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from prompts.trust import measure
from tools.identity import ids
from tools.identity.matching import describes, identify
from tools.identity.records import AUTHORITIES, Claimed, Identity, Registered
from tools.search.records import LONGEST_QUERY, Found, LookedUp, Provider, Register

_RELATED = 6  # related identifiers that are looked up for one document
_CANDIDATES = 5  # of a search by title
# Who is asked for which kind of identifier: those that give it out, in order, then those that gather.
_ANSWERING = {
    "doi": ("crossref", "datacite", "openalex"), "arxiv": ("arxiv", "datacite"), "pypi": ("package-index",), "git": ("github",),
    "url": ("github",),
}  # fmt: skip


@dataclass(frozen=True)
class Identified:
    """identity, and what came of each question that was asked for it."""

    identity: Identity
    looked_up: tuple[LookedUp, ...]
    searched: tuple[Found, ...]

    @property
    def reached(self) -> bool:
        """Whether a registry answered, be it that it has nothing; where none was to be asked, none was out of reach."""
        asked: tuple[LookedUp | Found, ...] = (*self.looked_up, *self.searched)
        return not asked or any(each.outcome in ("found", "nothing") for each in asked)

    @property
    def limits(self) -> tuple[str, ...]:
        """Why not all could be asked, in our words; each once."""
        asked: tuple[LookedUp | Found, ...] = (*self.looked_up, *self.searched)
        troubles = [f"{each.provider}: {each.reason}" for each in asked if each.outcome not in ("found", "nothing") and each.reason]
        return tuple(dict.fromkeys(troubles))


@dataclass
class Desk:
    """providers: asked by `search`, in order. registers: of identities, by name; those that are also providers are asked for titles.

    answered: every identifier that was looked up in this run, so that none is asked for twice.
    """

    providers: Sequence[Provider]
    registers: Sequence[Register] = ()
    answered: dict[tuple[str, str], LookedUp] = field(default_factory=dict)

    def search(self, query: str, limit: int = 10, only: Sequence[str] = ()) -> tuple[Found, ...]:
        """What each provider found. only: names of those to ask, all where empty. A query that is none is refused for each."""
        wanted = [provider for provider in self.providers if not only or provider.name in only]
        if reason := unfit(query):
            return tuple(Found(provider=provider.name, query="", outcome="refused", reason=reason) for provider in wanted)
        return tuple(provider.search(" ".join(query.split()), limit) for provider in wanted)

    def identify(self, claimed: Claimed) -> Identified:
        """The identity of what a claim describes, by its identifiers, else by title, authors and year."""
        looked_up: list[LookedUp] = []
        missing = []
        for id in claimed.ids:
            answers = self._look_up(id)
            looked_up += answers
            authorities = [answer for answer in answers if answer.provider in AUTHORITIES or answer.provider == "package-index"]
            if authorities and all(answer.outcome == "nothing" for answer in authorities):
                missing.append(id)
        looked_up += self._related([answer.record for answer in looked_up if answer.record])
        records = [answer.record for answer in looked_up if answer.record]
        identity = identify(claimed, records, missing)
        searched: tuple[Found, ...] = ()
        if identity.id is None and claimed.title and claimed.authors and claimed.year is not None:
            searched = self._by_title(claimed)
            fitting = [hit.record for found in searched for hit in found.hits if hit.record and describes(claimed, hit.record)]
            more = [answer for record in fitting for answer in self._look_up(record.id)]
            looked_up += more + self._related(fitting + [answer.record for answer in more if answer.record])
            records = [*records, *fitting, *(answer.record for answer in looked_up if answer.record)]
            identity = identify(claimed, list({(record.registry, record.id): record for record in records}.values()), missing)
        found = Identified(identity, tuple(looked_up), searched)
        if identity.id is None and not found.reached:
            identity = identity.model_copy(update={"note": "no registry could be asked for it"})
        return Identified(identity, tuple(looked_up), searched)

    def _look_up(self, id: str) -> list[LookedUp]:
        """The answers for one id; who gathers is asked as well, a further authority only where the first has nothing."""
        name = ids.parse(id)
        if name is None:
            return []
        answers: list[LookedUp] = []
        for register in sorted(self.registers, key=lambda each: _place(name.kind, each.name)):
            if register.name not in _ANSWERING[name.kind]:
                continue
            settled = name.kind == "doi" and any(answer.record for answer in answers)
            if settled and register.name in AUTHORITIES:
                continue
            key = (register.name, str(name))
            if key not in self.answered:
                self.answered[key] = register.look_up(str(name))
            answers.append(self.answered[key])
        return [answer for answer in answers if answer.outcome != "unusable" or answer.reason]

    def _related(self, records: Sequence[Registered]) -> list[LookedUp]:
        own = {record.id for record in records}
        wanted = [related.id for record in records for related in record.related
                  if related.id not in own and related.kind not in ("code", "notice of")]  # fmt: skip
        return [answer for id in list(dict.fromkeys(wanted))[:_RELATED] for answer in self._look_up(id)]

    def _by_title(self, claimed: Claimed) -> tuple[Found, ...]:
        title = measure(claimed.title) if claimed.title else ""
        query = " ".join(title.split())[:LONGEST_QUERY].rsplit(" ", 1)[0] if len(title) > LONGEST_QUERY else title
        searching = [each for each in self.providers if any(each.name == register.name for register in self.registers)]
        if unfit(query):
            return ()
        return tuple(provider.search(query, _CANDIDATES) for provider in searching)


def _place(kind: str, name: str) -> int:
    order = _ANSWERING[kind]
    return order.index(name) if name in order else len(order)


def unfit(query: str) -> str:
    """Why a query is none, "" where it is one."""
    if not query.strip():
        return "the query is empty"
    if len(query) > LONGEST_QUERY:
        return f"the query has {len(query)} characters, more than {LONGEST_QUERY}"
    if any(unicodedata.category(ch)[0] == "C" for ch in query):
        return "the query holds characters that no one would type"
    return ""
