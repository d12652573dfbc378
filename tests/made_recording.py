"""A recording of a web that never was: hosts that the product asks, answered by functions, kept as a real run keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.world import NOW
from tools.exchange import Ended, Request, Response
from tools.fetch import Door
from tools.fetch.index import NEUTRAL, NOTE, PackageIndex
from tools.identity.records import Claimed
from tools.policy import Policy
from tools.search.desk import Desk
from tools.search.profiles import SearchSettings, Subject, desk
from tools.store import EvidenceStore

HTML = "text/html; charset=utf-8"
Answer = tuple[str, bytes]  # declared type and body


@dataclass
class MadeWeb:
    """answers: host -> what answers a path with its query, None for 404. The rules of all sites are none."""

    answers: Mapping[str, Callable[[str], Answer | None]]

    def answer(self, request: Request) -> Response | Ended:
        parts = urlsplit(request.url)
        asked = unquote(parts.path + (f"?{parts.query}" if parts.query else ""))
        made = self.answers.get(parts.hostname or "", lambda _: None)(asked)
        if made is None:
            return Response(404, "Not Found", (("Content-Type", "text/plain"),), b"nothing here", NOW)
        return Response(200, "OK", (("Content-Type", made[0]),), made[1], NOW)


def record(path: Path, web: MadeWeb, urls: Iterable[str] = (), claims: Iterable[Claimed] = (), profile: str = "papers") -> None:
    """Write a recording in which these addresses were opened and registries were asked about these claims."""
    door = Door(
        Policy(), lambda: NOW, archives=(EvidenceStore(path, NOTE),), replay=web, index=PackageIndex(f"{NEUTRAL}/simple")
    )  # fmt: skip
    for url in urls:
        door.fetch(url)
    made: Desk = desk(SearchSettings(profile=profile), Subject(), door)  # type: ignore[arg-type]
    for claimed in claims:
        made.identify(claimed)
