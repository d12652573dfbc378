"""arXiv, through the arxiv package; its only importer. https://info.arxiv.org/help/api/

The package speaks through a requests session of its own. An adapter mounted on it, the only one, hands each request to the door, so
that policy, rates, retries and keeping are the door's and the session opens no connection.
"""

from __future__ import annotations

import arxiv
import requests
from lxml import etree  # type: ignore[import-untyped]
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict

from tools.fetch import Door
from tools.identity import ids
from tools.identity.records import Registered
from tools.identity.registries.arxiv_entries import registered
from tools.search import papers
from tools.search.endpoint import Asked, Endpoint
from tools.search.records import Found, LookedUp, words_of

BASE = "https://export.arxiv.org"
_ERROR = "/api/errors"  # what arXiv names an entry that tells of an error


class ArxivApi:
    name = "arxiv"

    def __init__(self, door: Door, base: str = BASE) -> None:
        self._endpoint = Endpoint(door, base)

    def search(self, query: str, limit: int = 10) -> Found:
        words = " AND ".join(f'all:"{word}"' if " " in word else f"all:{word}" for word in words_of(query))
        asked, results = self._ask(arxiv.Search(query=words, max_results=limit), limit)
        if asked.outcome != "found":
            return Found(provider=self.name, query=query, outcome=asked.outcome, reason=asked.reason)
        records = [(record, result.summary) for result in results if (record := _record(result))]
        hits = tuple(papers.hit(self.name, record, " ".join(summary.split())) for record, summary in records)
        outcome = "found" if hits else "nothing"
        return Found(provider=self.name, query=query, outcome=outcome, hits=hits, passed_over=len(results) - len(hits))

    def look_up(self, id: str) -> LookedUp:
        """The record of the version that the id names, of the newest where it names none."""
        name = ids.parse(id)
        if name is None or name.kind != "arxiv":
            return LookedUp(provider=self.name, id=id, outcome="unusable", reason="it is no arXiv id")
        asked, results = self._ask(arxiv.Search(id_list=[name.value], max_results=1), 1)
        if asked.outcome == "found" and not results:
            return LookedUp(provider=self.name, id=id, outcome="nothing", reason="arXiv has no such id")
        return papers.looked_up(self.name, id, asked, lambda _: _record(results[0]))

    def _ask(self, search: arxiv.Search, limit: int) -> tuple[Asked, list[arxiv.Result]]:
        # The door waits and tries again; the package does neither.
        client = arxiv.Client(page_size=limit, delay_seconds=0, num_retries=0)
        client.query_url_format = self._endpoint.base + "/api/query?{}"
        adapter = _ThroughTheDoor(self._endpoint)
        session = client._session
        session.trust_env = False
        session.mount("https://", adapter)
        session.mount("http://", adapter)
        try:
            results = list(client.results(search))
        except arxiv.ArxivError:
            return adapter.asked, []
        except ValueError:  # of a date or a character that the package cannot read
            return Asked("malformed", "the answer is no feed that can be read"), []
        if adapter.asked.outcome == "found" and not _is_feed(adapter.asked.body):
            return Asked("malformed", "the answer is no feed"), []
        if any(_ERROR in result.entry_id for result in results):
            return Asked("refused", "arXiv does not take the query"), []
        return adapter.asked, results


class _ThroughTheDoor(BaseAdapter):
    """asked: how the last request ended."""

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__()
        self.asked = Asked("unusable", "not asked")
        self._endpoint = endpoint

    def send(
        self, request: requests.PreparedRequest, stream: bool = False, timeout: object = None, verify: object = True, cert: object = None,
        proxies: object = None,
    ) -> requests.Response:  # fmt: skip
        self.asked = self._endpoint.ask(request.path_url, accept="application/atom+xml")
        response = requests.Response()
        response.status_code = 200 if self.asked.outcome == "found" else 503
        response.headers = CaseInsensitiveDict({"Content-Type": "application/atom+xml"})
        response._content = self.asked.body
        response.url, response.request = request.url or "", request
        return response

    def close(self) -> None:
        """Nothing is open here."""


def _is_feed(body: bytes) -> bool:
    """Whether an answer is an Atom feed; the package takes anything else for an empty one."""
    try:
        root = etree.fromstring(body, etree.XMLParser(resolve_entities=False, no_network=True, recover=True))
        return root is not None and str(root.tag) == "{http://www.w3.org/2005/Atom}feed"
    except (etree.XMLSyntaxError, UnicodeDecodeError):
        return False


def _record(result: arxiv.Result) -> Registered | None:
    stamps = (result.published.isoformat(), result.updated.isoformat())
    authors = [author.name for author in result.authors]
    return registered(result.entry_id, result.title, authors, *stamps, result.comment or "", result.summary or "", result.doi or "")
