"""An answer gathered from a stream of events, and no longer than was asked for; reasoning is kept apart.

Both APIs end in the same record. A stream that ends without the word that it is whole is `Cut`; how long and how large one may be on the
wire, whatever it holds, is `connections`' to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, JsonValue

from agent.llm.errors import BadReply, Cut
from agent.llm.records import Call, Ended, Reply, Usage
from prompts.trust import Untrusted, whole
from tools.loose import at, items, number

_BYTES_A_TOKEN = 4
_BEYOND = 8  # bytes for each token that was asked for, beyond which an answer is endless
_ROOM = 4_000
_UNSEEN = 100_000  # tokens that a gateway may add to a request and a model to its answer; a server that counts more does not count
_CUT = "the stream ended before the answer did"
_NO_STREAM = "what came is no answer of this protocol; see that the address is that of the API, which mostly ends in /v1"


@dataclass
class Bounds:
    """tokens: that were asked for; sent: bytes of the request; gathered: of the answer, so far."""

    tokens: int
    sent: int
    gathered: int = 0

    def take(self, piece: str) -> str:
        """The piece, counted; raises BadReply where the answer has become too long."""
        self.gathered += len(piece.encode("utf-8", "replace"))
        if self.gathered > self.tokens * _BEYOND + _ROOM:
            raise BadReply(f"the answer did not end within {self.tokens} tokens")
        return piece


@dataclass
class _Calling:
    """A call as it comes in, piece by piece."""

    id: str = ""
    name: str = ""
    arguments: str = ""

    def whole(self) -> bool:
        """Whether its arguments are an object already, so that nothing can be added to them."""
        try:
            return isinstance(json.loads(self.arguments), dict)
        except (ValueError, RecursionError):
            return False


@dataclass
class _Calls:
    """The calls of an answer, in the order in which they began. places: which of them was last at each index that the server gave."""

    begun: list[_Calling] = field(default_factory=list)
    places: dict[int | None, _Calling] = field(default_factory=dict)

    def at(self, index: int | None, id: str, name: str) -> _Calling:
        """The call that a piece belongs to.

        Some servers give one index, or none, to all calls: a name under another id, or after arguments that are whole, begins a call.
        """
        call = self.places.get(index)
        if call is None or (name and call.name and (id != call.id if id and call.id else not id and call.whole())):
            call = _Calling()
            self.begun.append(call)
        self.places[index] = self.places[None] = call
        return call


@dataclass
class _Draft:
    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    calls: _Calls = field(default_factory=_Calls)
    usage: Usage | None = None
    model: str = ""

    def spent(self, bounds: Bounds) -> Usage:
        """What the server counted, else what we estimate."""
        return self.usage or Usage(prompt=bounds.sent // _BYTES_A_TOKEN, output=bounds.gathered // _BYTES_A_TOKEN, counted=False)

    def reply(self, ended: Ended, bounds: Bounds) -> Reply:
        text, thought = apart("".join(self.text))
        calls = tuple(
            Call(id=whole(each.id) or f"call-{n}", name=whole(each.name), arguments=Untrusted(each.arguments or "{}", "model"))
            for n, each in enumerate(self.calls.begun)
        )
        usage = self.spent(bounds)
        if ended == "filtered":
            raise BadReply("the endpoint's filter withheld the answer", usage)
        if not text.strip() and not calls:
            raise BadReply("the answer is empty" + (": all tokens went into reasoning" if ended == "length" else ""), usage)
        return Reply(
            text=Untrusted(text, "model"), reasoning=Untrusted("".join((*self.reasoning, thought)), "model"), calls=calls,
            ended="calls" if calls else ended, usage=usage, model=Untrusted(self.model, "model endpoint"),
        )  # fmt: skip


def apart(text: str) -> tuple[str, str]:
    """An answer and the thinking aloud before it, as models without a channel for it write it."""
    opened = text.lstrip().startswith("<think>")
    before, mark, after = text.partition("</think>")
    if opened and not mark:
        return "", text.lstrip().removeprefix("<think>")
    if mark and (opened or not before.lstrip().startswith(("{", "["))):
        return after.lstrip(), before.lstrip().removeprefix("<think>")
    return text, ""


def chat(events: Iterable[Any], bounds: Bounds) -> Reply:
    """The answer of a chat completion."""
    draft, finish, seen = _Draft(), "", False
    for event in _plain(events):
        seen = True
        draft.model = _said(event, "model") or draft.model
        _take_delta(draft, at(event, "choices", 0, "delta"), bounds)
        draft.usage = _usage(event, "prompt", "completion", bounds) or draft.usage
        finish = _said(event, "choices", 0, "finish_reason") or finish
    if not finish:
        raise Cut(_CUT if seen else _NO_STREAM, draft.spent(bounds))
    endings: dict[str, Ended] = {
        "stop": "done",
        "tool_calls": "calls",
        "function_call": "calls",
        "length": "length",
        "content_filter": "filtered",
    }
    return draft.reply(endings.get(finish, "done"), bounds)


def _plain(events: Iterable[Any]) -> Iterator[JsonValue]:
    """The events as the JSON that they were: the package makes objects of them without a look at what their fields hold."""
    waiting = iter(events)
    while True:
        try:
            event = next(waiting)
        except StopIteration:
            return
        except (ValueError, RecursionError) as error:
            raise BadReply("the endpoint's answer holds an event that is no JSON") from error
        yield event.model_dump(warnings=False) if isinstance(event, BaseModel) else event


def _said(value: JsonValue, *path: str | int) -> str:
    """A string as it stands there, "" where none does."""
    found = at(value, *path)
    return found if isinstance(found, str) else ""


def _take_delta(draft: _Draft, delta: JsonValue, bounds: Bounds) -> None:
    draft.text.append(bounds.take(_said(delta, "content")))
    draft.reasoning += [bounds.take(_said(delta, name)) for name in ("reasoning_content", "reasoning")]
    for piece in items(delta, "tool_calls"):
        id, name = bounds.take(_said(piece, "id")), bounds.take(_said(piece, "function", "name"))
        bounds.gathered += _BYTES_A_TOKEN  # a call that says nothing is one all the same
        call = draft.calls.at(number(piece, "index"), id, name)
        call.id, call.name = call.id or id, call.name or name
        call.arguments += bounds.take(_said(piece, "function", "arguments"))


def _usage(value: JsonValue, prompt: str, output: str, bounds: Bounds) -> Usage | None:
    """What the server counted, None where it did not, or where it cannot have been so. prompt, output: its words for the two."""
    sent, answered = number(value, "usage", f"{prompt}_tokens"), number(value, "usage", f"{output}_tokens")
    cached = number(value, "usage", f"{prompt}_tokens_details", "cached_tokens") or 0
    if sent is None or answered is None or not 0 < sent <= bounds.sent + _UNSEEN or not 0 <= cached <= sent:
        return None
    if (bounds.gathered and answered <= 0) or not 0 <= answered <= bounds.tokens + _UNSEEN:
        return None
    return Usage(prompt=sent, output=answered, cached=cached)


def responses(events: Iterable[Any], bounds: Bounds) -> Reply:
    """The answer of the Responses API; its last event carries the whole of it."""
    last: JsonValue = None
    seen = False
    for event in _plain(events):
        seen = True
        kind = _said(event, "type")
        if kind.endswith(".delta"):
            bounds.take(_said(event, "delta"))
        if kind in ("response.completed", "response.incomplete", "response.failed"):
            last = event
        if kind == "error":
            raise BadReply("the endpoint broke off its answer with an error")
    if last is None:
        raise Cut(_CUT if seen else _NO_STREAM, _Draft().spent(bounds))
    response = at(last, "response")
    draft, streamed = _Draft(model=_said(response, "model")), bounds.gathered
    bounds.gathered = 0  # the whole of it comes once more
    for item in items(response, "output"):
        _take_item(draft, item, bounds)
    bounds.gathered = max(streamed, bounds.gathered)
    draft.usage = _usage(response, "input", "output", bounds)
    if _said(last, "type") == "response.failed":
        raise BadReply("the endpoint says that it failed to answer", draft.spent(bounds))
    reason = _said(response, "incomplete_details", "reason")
    ended: Ended = "length" if reason == "max_output_tokens" else "filtered" if reason == "content_filter" else "done"
    return draft.reply(ended, bounds)


def _take_item(draft: _Draft, item: JsonValue, bounds: Bounds) -> None:
    kind = _said(item, "type")
    if kind == "message":
        draft.text += [bounds.take(_said(part, "text")) for part in items(item, "content") if _said(part, "type") == "output_text"]
    elif kind == "function_call":
        id, name, arguments = (bounds.take(_said(item, part)) for part in ("call_id", "name", "arguments"))
        draft.calls.begun.append(_Calling(id, name, arguments))
    elif kind == "reasoning":
        draft.reasoning += [bounds.take(_said(part, "text")) for part in (*items(item, "summary"), *items(item, "content"))]
