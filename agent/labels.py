"""Names that last: a claim's id follows from its words, its label from its place in the text when it was first read; neither changes."""

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

    known: claims from before. One of the same span stays as it is, id and label with it, since a person may have been shown it; the others
    are numbered after the last of these.
    """
    text = measure(chapter.text)
    before = {claim.span: claim for claim in known}
    seen = Counter(claim.id.rpartition("-")[0] for claim in before.values())
    last = max((int(claim.label[1:]) for claim in before.values()), default=0)
    claims = []
    for span, kind, place in sorted(found, key=lambda f: (f[0].start, -f[0].end)):
        if span in before:
            claims.append(before.pop(span))
            continue
        words = text[span.start : span.end]
        key = sha256(" ".join(words.casefold().split()).encode()).hexdigest()[:12]
        seen[key] += 1
        last += 1
        claims.append(Claim(id=f"{key}-{seen[key]}", label=f"C{last}", span=span, kind=kind, text=Untrusted(words, "chapter"), place=place))
    return tuple(claims)
