"""Documentation made by Sphinx, docs.pytorch.org among it: searched by each site's own inventory and index, loaded once a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from prompts.trust import Untrusted
from tools.fetch import Door
from tools.identity import titles
from tools.search.endpoint import Asked, Endpoint
from tools.search.inventories import Inventory, NotAnInventory, WordIndex, inventory, word_index
from tools.search.records import Found, Hit, link, words_of

_WORTH = {"same": 100, "ends": 60, "within": 20, "title": 8, "word": 1}


@dataclass(frozen=True)
class Site:
    """base: address of the folder that holds `objects.inv`. package: the distribution that it documents, "" where none."""

    name: str
    base: str
    package: str = ""


SITES = (
    Site("python", "https://docs.python.org/3", "python"),
    Site("pytorch", "https://docs.pytorch.org/docs/stable", "torch"),
    Site("numpy", "https://numpy.org/doc/stable", "numpy"),
    Site("scipy", "https://docs.scipy.org/doc/scipy", "scipy"),
    Site("pandas", "https://pandas.pydata.org/docs", "pandas"),
    Site("scikit-learn", "https://scikit-learn.org/stable", "scikit-learn"),
    Site("matplotlib", "https://matplotlib.org/stable", "matplotlib"),
    Site("jax", "https://docs.jax.dev/en/latest", "jax"),
)


class SphinxSites:
    """sites: those that the chapter's packages have."""

    name = "documentation"

    def __init__(self, door: Door, sites: Sequence[Site]) -> None:
        self._sites = [_Loaded(Endpoint(door, site.base), site) for site in sites]

    def search(self, query: str, limit: int = 10) -> Found:
        if not self._sites:
            return Found(provider=self.name, query=query, outcome="unusable", reason="no documentation is known for the chapter's packages")
        words = words_of(query)
        hits: list[tuple[int, Hit]] = []
        troubles: list[tuple[Site, Asked]] = []
        for loaded in self._sites:
            trouble = loaded.load()
            if trouble is not None:
                troubles.append((loaded.site, trouble))
            hits += loaded.hits(words)
        best = tuple(hit for _, hit in sorted(hits, key=lambda pair: (-pair[0], pair[1].id))[:limit])
        reason = "; ".join(f"{site.name}: {trouble.reason}" for site, trouble in troubles)
        if best or not any(not loaded.usable for loaded in self._sites):
            return Found(provider=self.name, query=query, outcome="found" if best else "nothing", reason=reason, hits=best)
        return Found(provider=self.name, query=query, outcome=troubles[0][1].outcome if troubles else "nothing", reason=reason)


class _Loaded:
    """A site with what was loaded of it; a part that could not be loaded is told each time and asked for once."""

    def __init__(self, endpoint: Endpoint, site: Site) -> None:
        self.site = site
        self._endpoint = endpoint
        self._inventory: Inventory | None = None
        self._words: WordIndex | None = None
        self._trouble: Asked | None = None
        self._asked = False

    @property
    def usable(self) -> bool:
        return self._inventory is not None or self._words is not None

    def load(self) -> Asked | None:
        """What went wrong with it, None where all is there."""
        if not self._asked:
            self._asked = True
            asked = self._endpoint.ask("/objects.inv")
            try:
                self._inventory = inventory(asked.body) if asked.outcome == "found" else None
            except NotAnInventory as error:
                asked = Asked("malformed", f"objects.inv: {error}")
            self._trouble = None if self._inventory else asked
            asked = self._endpoint.ask("/searchindex.js")
            try:
                self._words = word_index(asked.body) if asked.outcome == "found" else None
            except NotAnInventory as error:
                asked = Asked("malformed", f"searchindex.js: {error}")
            self._trouble = self._trouble or (None if self._words else asked)
        return self._trouble

    def hits(self, words: Sequence[str]) -> list[tuple[int, Hit]]:
        """(worth, hit), each page or name once."""
        found: dict[str, tuple[int, Hit]] = {}
        for worth, uri, title, note in [*self._by_name(words), *self._by_word(words)]:
            url = link(f"{self._endpoint.base}/{uri.partition('#')[0]}")
            if url is None or (url in found and found[url][0] >= worth):
                continue
            origin = f"documentation:{self.site.name}"
            hit = Hit(
                provider="documentation", kind="documentation", id=url, url=url, title=Untrusted(titles.plain(title), origin),
                snippet=Untrusted(note, origin),
            )  # fmt: skip
            found[url] = (worth, hit)
        return list(found.values())

    def _by_name(self, words: Sequence[str]) -> list[tuple[int, str, str, str]]:
        if self._inventory is None:
            return []
        found = []
        for word in words:
            bare = word.rstrip("()").casefold()
            if len(bare) < 3:
                continue
            for entry in self._inventory.entries:
                name = entry.name.casefold()
                if bare not in name and bare not in entry.shown.casefold():
                    continue
                how = (
                    "same" if name == bare else "ends" if name.endswith(f".{bare}") else "within" if "." in bare or "_" in bare else "title"
                )
                found.append((_WORTH[how], entry.uri, entry.shown, f"{entry.role} {entry.name}"))
        return found

    def _by_word(self, words: Sequence[str]) -> list[tuple[int, str, str, str]]:
        if self._words is None:
            return []
        wanted = [word.casefold() for phrase in words for word in re.findall(r"[\w.]+", phrase) if len(word) > 2]
        scores: dict[int, dict[str, int]] = {}
        for word in wanted:
            for worth, index in ((_WORTH["title"], self._words.title_words), (_WORTH["word"], self._words.words)):
                for stem in _stems(word):
                    for page in index.get(stem, ()):
                        scores.setdefault(page, {})[word] = max(worth, scores.get(page, {}).get(word, 0))
        most = max((len(found) for found in scores.values()), default=0)
        return [
            (sum(found.values()), f"{self._words.pages[page]}.html", self._words.titles[page], "words: " + ", ".join(sorted(found)))
            for page, found in scores.items() if len(found) == most and most * 2 > len(wanted)
        ]  # fmt: skip


def _stems(word: str) -> tuple[str, ...]:
    """The word, and forms that Sphinx's stemmer makes of it: its usual endings cut, a last y as i."""
    forms = {word}
    for ending in ("ation", "ing", "ed", "es", "s", "e", "er", "ment", "ly", "ations", "ers", "ness", "able"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            forms.add(word[: -len(ending)])
    forms |= {form[:-1] + "i" for form in forms if form.endswith("y")}
    forms |= {form[:-1] for form in forms if len(form) > 4 and form[-1] == form[-2]}
    return tuple(sorted(forms))
