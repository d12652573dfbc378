"""Names that last: a claim's id follows from its words, and its label from its place in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from agent.records import Claim
from prompts.trust import Untrusted, measure
from tools.records import Chapter, ClaimKind, Span

AROUND = 400  # characters before and after a statement that tell what it speaks of


def number(chapter: Chapter, found: Iterable[tuple[Span, ClaimKind, str]], known: Iterable[Claim] = ()) -> tuple[Claim, ...]:
    """Claims in the order of the text, with ids that follow from their words and labels C1, C2, ...

    known: claims from before; what a model said of one is kept with the claim of the same span.
    """
    text = measure(chapter.text)
    said = {claim.span: (claim.restated, claim.worth) for claim in known}
    seen: Counter[str] = Counter()
    claims = []
    for index, (span, kind, place) in enumerate(sorted(found, key=lambda f: (f[0].start, -f[0].end)), start=1):
        words = text[span.start : span.end]
        key = sha256(" ".join(words.casefold().split()).encode()).hexdigest()[:12]
        seen[key] += 1
        restated, worth = said.get(span, (None, None))
        claims.append(
            Claim(
                id=f"{key}-{seen[key]}", label=f"C{index}", span=span, kind=kind, text=Untrusted(words, "chapter"), place=place,
                restated=restated, worth=worth,
            )
        )  # fmt: skip
    return tuple(claims)
