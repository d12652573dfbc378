"""What acts work with: the run's world, the claims by their labels, the providers, and what was opened so far."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.context import Context
from agent.inquiry import Inquiry
from agent.records import Claim, Snapshot
from prompts.trust import Untrusted, measure
from tools.search.desk import Desk
from tools.search.profiles import Subject

_IMPORT = re.compile(r"\b(?:import|from)\s+([A-Za-z_]\w*)")


def desk_of(context: Context, snapshot: Snapshot) -> Desk:
    """The providers and registries of this run, for what the chapter is about: its words, and the packages that its code imports."""
    text = measure(snapshot.chapter.text)
    modules = dict.fromkeys(match[1] for match in _IMPORT.finditer(text))
    packages = [context.packages.distribution_of(module) for module in modules]
    return context.desk_for(Subject(text=text, packages=tuple(dict.fromkeys(name for name in packages if name is not None))))


@dataclass(frozen=True)
class Bench:
    """desk: of the providers; inquiry: as it stood before the round; chapter: its text, so that a page which gives it back is told."""

    context: Context
    claims: dict[str, Claim]
    desk: Desk
    inquiry: Inquiry
    chapter: Untrusted

    def of(self, labels: object) -> tuple[Claim, ...]:
        """The claims of these labels."""
        return tuple(self.claims[label] for label in labels if label in self.claims) if isinstance(labels, (list, tuple)) else ()
