"""What a run may spend on models, and what it has spent. A call is reserved before it is sent, so that the budget is never overrun."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.llm.errors import Spent
from agent.llm.records import Profile, Usage
from tools.records import Record

# Each stage's share; what one leaves over is for the stages after it.
SHARES = {"claims": 0.2, "plan": 0.25, "sources": 0.2, "verdicts": 0.25, "sections": 0.1}


class Limits(Record):
    """None: no bound. tokens: prompt and output together; cost: in dollars, by the prices of the profile; minutes: of wall time."""

    tokens: int | None = None
    cost: float | None = None
    minutes: float | None = None


@dataclass
class Budget:
    """clock: seconds, monotonic; settings: the file in which prices are set. Threads may share one."""

    limits: Limits
    clock: Callable[[], float] = time.monotonic
    settings: str = "the settings file"
    tokens: float = 0
    cost: float = 0
    _lock: threading.Lock = field(init=False, repr=False, default_factory=threading.Lock)
    _begun: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._begun = self.clock()

    def reserve(self, stage: str, most: Usage, profile: Profile | None) -> None:
        """Set aside what a call may cost at most; raises Spent where the stage's share does not reach."""
        share = _reached(stage)
        with self._lock:
            tokens, cost = most.prompt + most.output, price(most, profile)
            if self.seconds_left() <= 0 and self.limits.minutes is not None:
                raise Spent(f"the {self.limits.minutes:g} minutes of --max-minutes are over")
            if self.limits.tokens is not None and self.tokens + tokens > self.limits.tokens * share:
                raise Spent(f"the next call may need {tokens} tokens, and this stage's share of --max-tokens does not reach")
            if self.limits.cost is not None and cost is None:
                raise Spent(f"--max-cost needs the model's prices; add price_prompt and price_output to its profile in {self.settings}")
            if self.limits.cost is not None and self.cost + (cost or 0) > self.limits.cost * share:
                raise Spent(f"the next call may cost {cost:.4f} dollars, and this stage's share of --max-cost does not reach")
            self.tokens += tokens
            self.cost += cost or 0

    def seconds_left(self) -> float:
        """Until the run's own end, for a call that is to be made now."""
        return math.inf if self.limits.minutes is None else self._begun + self.limits.minutes * 60 - self.clock()

    def settle(self, most: Usage, real: Usage, profile: Profile | None) -> None:
        """Put what a call really cost in the place of what was set aside for it."""
        with self._lock:
            self.tokens += real.prompt + real.output - most.prompt - most.output
            self.cost += (price(real, profile) or 0) - (price(most, profile) or 0)


def _reached(stage: str) -> float:
    """The part of the budget that may be gone when this stage ends."""
    names = list(SHARES)
    return 1.0 if stage not in names else round(sum(SHARES[name] for name in names[: names.index(stage) + 1]), 6)


def price(usage: Usage, profile: Profile | None) -> float | None:
    """Dollars; None where the prices are not known."""
    if profile is None or profile.price_prompt is None or profile.price_output is None:
        return None
    cached = profile.price_prompt if profile.price_cached is None else profile.price_cached
    return ((usage.prompt - usage.cached) * profile.price_prompt + usage.cached * cached + usage.output * profile.price_output) / 1e6
