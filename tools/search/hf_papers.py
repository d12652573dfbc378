"""Hugging Face Papers: papers of machine learning that people there talk about. A discovery source. https://huggingface.co/docs/hub/api"""

from __future__ import annotations

import re

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.fetch import Door
from tools.identity import ids
from tools.loose import date, text
from tools.search.endpoint import Endpoint
from tools.search.papers import address_of
from tools.search.records import Found, Hit, link, words_of

BASE = "https://huggingface.co"
_SUBJECT = re.compile(
    r"(?i)\b(?:neural|deep learning|machine learning|transformers?|language models?|attention|diffusion|embeddings?|fine-?tun\w+|"
    r"pytorch|tensorflow|jax|torch|gradients?|backpropagation|inference|tokeni[sz]\w+|reinforcement learning|training|gpu|llms?)\b"
)
_ENOUGH = 3  # different words of its subject


def covers(chapter: str) -> bool:
    """Whether a chapter's subject overlaps what the site covers."""
    return len({match.group().lower() for match in _SUBJECT.finditer(chapter)}) >= _ENOUGH


class HuggingFacePapers:
    """covered: whether the chapter's subject overlaps, see `covers`."""

    name = "hf-papers"

    def __init__(self, door: Door, base: str = BASE, *, covered: bool = True) -> None:
        self._endpoint = Endpoint(door, base, unusable="" if covered else "the chapter's subject is not what it covers")

    def search(self, query: str, limit: int = 10) -> Found:
        asked = self._endpoint.json("/api/papers/search", {"q": " ".join(words_of(query))})
        if asked.outcome != "found":
            return Found(provider=self.name, query=query, outcome=asked.outcome, reason=asked.reason)
        if not isinstance(asked.value, list):
            return Found(provider=self.name, query=query, outcome="malformed", reason="the answer is not the list that is documented")
        entries = asked.value[:limit]
        hits = tuple(hit for entry in entries if (hit := self._hit(entry)))
        outcome = "found" if hits else "nothing"
        return Found(provider=self.name, query=query, outcome=outcome, hits=hits, passed_over=len(entries) - len(hits))

    def _hit(self, entry: JsonValue) -> Hit | None:
        number = ids.arxiv(text(entry, "paper", "id"))
        title = text(entry, "paper", "title") or text(entry, "title")
        if number is None or not title:
            return None
        origin = f"hf-papers:{number.value}"
        by = text(entry, "submittedBy", "fullname") or text(entry, "paper", "submittedOnDailyBy", "fullname")
        links = (address_of(str(number)), link(text(entry, "paper", "githubRepo")), link(text(entry, "paper", "projectPage")))
        return Hit(
            provider=self.name, kind="paper", id=str(number), url=address_of(str(number)), title=Untrusted(title, origin),
            snippet=Untrusted(text(entry, "paper", "summary") or text(entry, "summary"), origin), discovery=True,
            by=Untrusted(by, origin) if by else None, standing="asserts" if by else "", date=date(text(entry, "paper", "publishedAt")),
            links=tuple(found for found in links if found),
        )  # fmt: skip
