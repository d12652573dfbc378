"""An answer gathered from a stream of events, within bounds; reasoning is kept apart.

Both APIs end in the same record. A stream that ends without the word that it is whole is `Cut`; one that does not end is stopped.
"""

from __future__ import annotations

import time
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
_MOST_TOKENS = 10**9  # of one call; a server that counts more does not count
_CUT = "the stream ended before the answer did"
_NO_STREAM = "what came is no answer of this protocol; see that the address is that of the API, which mostly ends in /v1"


@dataclass
class Bounds:
    """seconds: for the whole answer; tokens: that were asked for."""

    seconds: float
    tokens: int
    begun: float = field(default_factory=time.monotonic)
    gathered: int = 0

    def take(self, piece: str) -> str:
        """The piece, counted; raises BadReply where the answer has become too long or too slow."""
        self.gathered += len(piece.encode("utf-8", "replace"))
        if self.gathered > self.tokens * _BEYOND + _ROOM:
            raise BadReply(f"the answer did not end within {self.tokens} tokens")
        self.wait()
        return piece

    def wait(self) -> None:
        if time.monotonic() - self.begun > self.seconds:
            raise BadReply(f"the answer was not whole after {self.seconds:g} s")


@dataclass
class _Draft:
    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    calls: dict[int, list[str]] = field(default_factory=dict)  # index: id, name, arguments
    usage: Usage | None = None
    model: str = ""

    def spent(self, bounds: Bounds, sent: int) -> Usage:
        """What the server counted, else what we estimate. sent: bytes of the request."""
        return self.usage or Usage(prompt=sent // _BYTES_A_TOKEN, output=bounds.gathered // _BYTES_A_TOKEN, counted=False)

    def reply(self, ended: Ended, bounds: Bounds, sent: int) -> Reply:
        text, thought = apart("".join(self.text))
        calls = tuple(
            Call(id=whole(i) or f"call-{n}", name=whole(name), arguments=Untrusted(args or "{}", "model"))
            for n, (i, name, args) in sorted(self.calls.items())
        )
        usage = self.spent(bounds, sent)
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


def chat(events: Iterable[Any], bounds: Bounds, sent: int) -> Reply:
    """The answer of a chat completion. sent: bytes of the request, to estimate from where the server counts no tokens."""
    draft, finish, seen = _Draft(), "", False
    for event in _plain(events):
        bounds.wait()
        seen = True
        draft.model = _said(event, "model") or draft.model
        draft.usage = _usage(event, "prompt", "completion") or draft.usage
        _take_delta(draft, at(event, "choices", 0, "delta"), bounds)
        finish = _said(event, "choices", 0, "finish_reason") or finish
    if not finish:
        raise Cut(_CUT if seen else _NO_STREAM, draft.spent(bounds, sent))
    endings: dict[str, Ended] = {
        "stop": "done",
        "tool_calls": "calls",
        "function_call": "calls",
        "length": "length",
        "content_filter": "filtered",
    }
    return draft.reply(endings.get(finish, "done"), bounds, sent)


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
        call = draft.calls.setdefault(number(piece, "index") or 0, ["", "", ""])
        bounds.gathered += _BYTES_A_TOKEN  # a call that says nothing is one all the same
        call[0] = bounds.take(_said(piece, "id")) or call[0]
        call[1] = call[1] or bounds.take(_said(piece, "function", "name"))
        call[2] += bounds.take(_said(piece, "function", "arguments"))


def _usage(value: JsonValue, prompt: str, output: str) -> Usage | None:
    """What the server counted, None where it did not. prompt, output: its words for the two."""
    counted = number(value, "usage", f"{prompt}_tokens")
    if counted is None:
        return None
    cached = number(value, "usage", f"{prompt}_tokens_details", "cached_tokens")
    numbers = (counted, number(value, "usage", f"{output}_tokens") or 0, cached or 0)
    return Usage(prompt=numbers[0], output=numbers[1], cached=numbers[2]) if all(0 <= each < _MOST_TOKENS for each in numbers) else None


def responses(events: Iterable[Any], bounds: Bounds, sent: int) -> Reply:
    """The answer of the Responses API; its last event carries the whole of it."""
    last: JsonValue = None
    seen = False
    for event in _plain(events):
        bounds.wait()
        seen = True
        kind = _said(event, "type")
        if kind.endswith(".delta"):
            bounds.take(_said(event, "delta"))
        if kind in ("response.completed", "response.incomplete", "response.failed"):
            last = event
        if kind == "error":
            raise BadReply("the endpoint broke off its answer with an error")
    if last is None:
        raise Cut(_CUT if seen else _NO_STREAM, _Draft().spent(bounds, sent))
    response = at(last, "response")
    draft = _Draft(model=_said(response, "model"), usage=_usage(response, "input", "output"))
    if _said(last, "type") == "response.failed":
        raise BadReply("the endpoint says that it failed to answer", draft.spent(bounds, sent))
    for index, item in enumerate(items(response, "output")):
        _take_item(draft, index, item)
    reason = _said(response, "incomplete_details", "reason")
    ended: Ended = "length" if reason == "max_output_tokens" else "filtered" if reason == "content_filter" else "done"
    return draft.reply(ended, bounds, sent)


def _take_item(draft: _Draft, index: int, item: JsonValue) -> None:
    kind = _said(item, "type")
    if kind == "message":
        draft.text += [_said(part, "text") for part in items(item, "content") if _said(part, "type") == "output_text"]
    elif kind == "function_call":
        draft.calls[index] = [_said(item, "call_id"), _said(item, "name"), _said(item, "arguments")]
    elif kind == "reasoning":
        draft.reasoning += [_said(part, "text") for part in (*items(item, "summary"), *items(item, "content"))]
