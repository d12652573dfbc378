"""Asking on behalf of a run: each request is paid once, fits, stays within the budget, and its answer has the form that was asked for.

An answer that breaks its form is sent back with the reason, twice at most; then the step has failed. Nothing is repaired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import JsonValue

from agent.effects import Effects
from agent.llm.budget import Budget
from agent.llm.errors import BadReply, ModelError
from agent.llm.paying import BYTES_A_TOKEN, Payer, told
from agent.llm.records import Ask, Model, Profile, Reply, Turn
from agent.llm.replies import Cache, Damaged, Recorder
from agent.llm.schema import Answer, Refused, read
from tools.records import Record

LARGEST = 44_000  # bytes of a request, however much a model takes: longer ones are read worse, and cost more
WORKERS = 8  # requests at once
_AGAIN = 2
Item = TypeVar("Item")
Made = TypeVar("Made")


class Paid(Record):
    """A reply as it is kept with the run. paid: False where it came out of the cache of an earlier run."""

    reply: Reply
    paid: bool


@dataclass
class Models:
    """The models of a run. by_role: those that differ from `default`; profiles: for their prices, by address and name of the model."""

    default: Model
    effects: Effects
    budget: Budget
    by_role: Mapping[str, Model] = field(default_factory=dict)
    profiles: Mapping[tuple[str, str], Profile] = field(default_factory=dict)
    cache: Cache | None = None
    recorder: Recorder | None = None
    workers: int = WORKERS

    def of(self, role: str) -> Model:
        return self.by_role.get(role, self.default)

    def room(self, role: str, output_tokens: int) -> int:
        """Bytes that a request of this role may have, so that it and its answer fit the model's context."""
        return min(LARGEST, max(0, (self.of(role).context - output_tokens - 64) * BYTES_A_TOKEN))

    def reply(self, stage: str, ask: Ask) -> Reply:
        """The answer to one request, asked at most once in this run, wherever the model's address is by then; raises ModelError.

        The cache, which runs share, tells models of one name at different addresses apart.
        """
        model = self.of(ask.role)
        key = ask.key(model.name)

        def tell(kept: Paid) -> dict[str, JsonValue]:
            return told(stage, ask, model, kept.reply.usage, self._profile(model), paid=kept.paid)

        kept = self.effects.once("reply", key, Paid, lambda: self._pay(stage, ask, model), tell)
        if self.recorder is not None:
            self.recorder.put(ask, kept.reply)
        return kept.reply

    def _profile(self, model: Model) -> Profile | None:
        return self.profiles.get((model.address, model.name))

    def _pay(self, stage: str, ask: Ask, model: Model) -> Paid:
        key = ask.key(model.name, model.address) if self.cache is not None else ""
        if (known := self._cached(key)) is not None:
            return Paid(reply=known, paid=False)
        reply = Payer(self.effects, self.budget).reply(stage, ask, model, self._profile(model))
        if self.cache is not None:
            self.cache.put(key, reply)
        return Paid(reply=reply, paid=True)

    def _cached(self, key: str) -> Reply | None:
        """The reply of an earlier run; a damaged one is as none, and an event says so."""
        try:
            return self.cache.get(key) if self.cache is not None else None
        except Damaged as error:
            self.effects.note("damaged reply", {"reason": str(error)})
            return None

    def answer(self, stage: str, ask: Ask, record: type[Answer]) -> Answer:
        """The answer to one request as a record; raises ModelError."""
        for tried in range(_AGAIN + 1):
            try:
                reply = self.reply(stage, ask)
            except BadReply:
                if tried == _AGAIN:
                    raise
                continue
            try:
                if reply.ended == "length":
                    raise Refused(f"the answer was cut off at {ask.output_tokens} tokens; it has to be shorter")
                return read(reply.text, record)
            except Refused as error:
                if tried == _AGAIN:
                    raise BadReply(f"the {ask.role}'s answer broke its form {tried + 1} times, last: {error}") from error
                ask = corrected(ask, reply, str(error))
        raise AssertionError("unreachable")

    def each(self, items: Iterable[Item], perform: Callable[[Item], Made]) -> list[Made | ModelError]:
        """The results of asking about each item, in parallel and in their order; a ModelError stands in the place of its item."""

        def one(item: Item) -> Made | ModelError:
            try:
                return perform(item)
            except ModelError as error:
                return error

        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(one, items))


def corrected(ask: Ask, reply: Reply, reason: str) -> Ask:
    """The request once more, with the answer that was of no use and our reason."""
    words = f"That answer could not be used: {reason}. Answer again, in the form that was asked for."
    turns = (*ask.turns, Turn(role="assistant", said=reply.text), Turn(role="user", parts=(words,)))
    return ask.model_copy(update={"turns": turns})
