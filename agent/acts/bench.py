"""What acts work with: the run's world, the claims by their labels, the providers, and what was opened so far."""

from __future__ import annotations

from dataclasses import dataclass

from agent.context import Context
from agent.inquiry import Inquiry
from agent.records import Claim
from prompts.trust import Untrusted
from tools.search.desk import Desk


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
