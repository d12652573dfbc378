"""arXiv: a record out of the parts of an entry of its Atom feed; the feed itself is read where the arxiv package is (tools/search)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from prompts.trust import Untrusted
from tools.identity import ids, names, titles, withdrawals
from tools.identity.records import Author, Registered, Related
from tools.loose import date


def registered(
    entry: str, title: str, authors: Sequence[str], published: str, updated: str, comment: str, abstract: str, stated_doi: str
) -> Registered | None:
    """The record of one version. entry: its address; published: of the first version; updated: of this one. None without id or title.

    The DOI and the journal on an arXiv record were typed in by an author; they are kept as a relation that is not certain.
    """
    name = ids.of_url(re.sub(r"\Ahttp:", "https:", entry))
    if name.kind != "arxiv" or not title.strip():
        return None
    origin = f"arxiv:{name.value}"
    first, last = date(published), date(updated)
    standing = withdrawals.of_preprint(title, comment, abstract)
    published_as = ids.doi(stated_doi) if stated_doi else None
    return Registered(
        registry="arxiv", id=str(name), kind="preprint", title=Untrusted(titles.plain(title), origin),
        authors=tuple(Author(name=Untrusted(author, origin), group=names.read(author).group) for author in authors if author.strip()),
        venue=Untrusted("arXiv", origin), publisher=Untrusted("arXiv", origin), first=first, last=last,
        years=tuple(sorted({int(found[:4]) for found in (first, last) if found})), arxiv=name.value, version=name.version,
        retraction=standing.retraction, doubt=standing.doubt,
        related=(Related(kind="preprint of", id=str(published_as), certain=False),) if published_as else (),
    )  # fmt: skip
