"""Paying for one request: what it may cost is set aside before it is sent, what it did cost is settled after it, whoever asked.

Each call that was paid is told by an event, so that what a run spent is read out of its events: an answer by that of its effect, one that
was of no use by `LOST`, and what was asked to find out what an endpoint understands by `TRIAL`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from agent.effects import Effects
from agent.llm import wire
from agent.llm.budget import Budget, price
from agent.llm.errors import BadReply, Spent
from agent.llm.records import Ask, Model, Profile, Reply, Trying, Usage
from agent.llm.spending import LOST, TRIAL

BYTES_A_TOKEN = 3  # for fitting: fewer than any tokenizer needs for English or code
STAGE = "model"  # of trials, which come before the first stage


def told(stage: str, ask: Ask, model: Model, usage: Usage, profile: Profile | None, *, paid: bool) -> dict[str, JsonValue]:
    """What an event says of a call: whose it was, and what it cost."""
    counts = {"prompt": usage.prompt, "output": usage.output, "cached": usage.cached, "counted": usage.counted}
    dollars = price(usage, profile) if paid else 0.0
    return {"stage": stage, "role": ask.role, "model": model.name, **counts, "paid": paid, "dollars": dollars}


@dataclass(frozen=True)
class Payer:
    """Pays out of a run's budget, and tells its events."""

    effects: Effects
    budget: Budget

    def trial(self, ask: Ask, model: Model, profile: Profile) -> Reply:
        """The answer to a request by which it is found out what an endpoint understands; raises ModelError."""
        reply = self.reply(STAGE, ask, model, profile)
        self.effects.note(TRIAL, told(STAGE, ask, model, reply.usage, profile, paid=True))
        return reply

    def reply(self, stage: str, ask: Ask, model: Model, profile: Profile | None) -> Reply:
        """The model's answer; raises ModelError, and Spent before anything is sent where the budget does not reach."""
        most = Usage(prompt=wire.size(ask) // BYTES_A_TOKEN, output=ask.output_tokens)
        self.budget.reserve(stage, most, profile)
        real, held = Usage(), most

        def again(lost: Usage) -> None:
            nonlocal real, held
            self.budget.settle(held, lost, profile)
            real = held = lost
            self.budget.reserve(stage, most, profile)
            held = lost.plus(most)

        try:
            reply = model.ask_within(ask, again, self.budget.seconds_left()) if isinstance(model, Trying) else model.ask(ask)
            real = reply.usage
        except BadReply as error:
            real = error.usage or most.model_copy(update={"counted": False})  # it was paid for, whoever says how much
            self._lost(stage, ask, model, real, profile, error)
            raise
        except Spent as error:  # before another try
            self._lost(stage, ask, model, real, profile, error)
            raise
        finally:
            self.budget.settle(held, real, profile)
        return reply

    def _lost(self, stage: str, ask: Ask, model: Model, real: Usage, profile: Profile | None, error: Exception) -> None:
        self.effects.note(LOST, {**told(stage, ask, model, real, profile, paid=True), "reason": str(error)})
