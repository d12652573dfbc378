"""An answer gathered from a stream of events, within bounds; reasoning is kept apart.

Both APIs end in the same record. A stream that ends without the word that it is whole is `Cut`; one that does not end is stopped.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from agent.llm.errors import BadReply, Cut
from agent.llm.records import Call, Ended, Reply, Usage
from prompts.trust import Untrusted, whole

_BYTES_A_TOKEN = 4
_BEYOND = 8  # bytes for each token that was asked for, beyond which an answer is endless
_ROOM = 4_000
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
    for event in events:
        bounds.wait()
        seen = True
        draft.model = getattr(event, "model", "") or draft.model
        draft.usage = _chat_usage(event) or draft.usage
        for choice in (event.choices or [])[:1]:
            _take_delta(draft, choice.delta, bounds)
            finish = choice.finish_reason or finish
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


def _take_delta(draft: _Draft, delta: Any, bounds: Bounds) -> None:
    if delta is None:
        return
    draft.text.append(bounds.take(delta.content or ""))
    for name in ("reasoning_content", "reasoning"):
        thought = getattr(delta, name, None)
        if isinstance(thought, str):
            draft.reasoning.append(bounds.take(thought))
    for piece in delta.tool_calls or ():
        call = draft.calls.setdefault(piece.index or 0, ["", "", ""])
        call[0] = piece.id or call[0]
        if piece.function is not None:
            call[1] = call[1] or piece.function.name or ""
            call[2] += bounds.take(piece.function.arguments or "")


def _chat_usage(event: Any) -> Usage | None:
    usage = getattr(event, "usage", None)
    if usage is None or not isinstance(usage.prompt_tokens, int):
        return None
    cached = getattr(usage.prompt_tokens_details, "cached_tokens", None) if usage.prompt_tokens_details else None
    return Usage(prompt=usage.prompt_tokens, output=usage.completion_tokens or 0, cached=cached or 0)


def responses(events: Iterable[Any], bounds: Bounds, sent: int) -> Reply:
    """The answer of the Responses API; its last event carries the whole of it."""
    last: Any = None
    seen = False
    for event in events:
        bounds.wait()
        seen = True
        if event.type.endswith(".delta") and isinstance(getattr(event, "delta", None), str):
            bounds.take(event.delta)
        if event.type in ("response.completed", "response.incomplete", "response.failed"):
            last = event
        if event.type == "error":
            raise BadReply("the endpoint broke off its answer with an error")
    if last is None:
        raise Cut(_CUT if seen else _NO_STREAM, _Draft().spent(bounds, sent))
    if last.type == "response.failed":
        raise BadReply("the endpoint says that it failed to answer", _Draft(usage=_responses_usage(last.response)).spent(bounds, sent))
    response = last.response
    draft = _Draft(model=response.model or "", usage=_responses_usage(response))
    for index, item in enumerate(response.output):
        _take_item(draft, index, item)
    reason = response.incomplete_details.reason if response.incomplete_details else ""
    ended: Ended = "length" if reason == "max_output_tokens" else "filtered" if reason == "content_filter" else "done"
    return draft.reply(ended, bounds, sent)


def _take_item(draft: _Draft, index: int, item: Any) -> None:
    if item.type == "message":
        draft.text += [part.text for part in item.content if part.type == "output_text"]
    elif item.type == "function_call":
        draft.calls[index] = [item.call_id, item.name, item.arguments]
    elif item.type == "reasoning":
        draft.reasoning += [part.text for part in (*(item.summary or ()), *(item.content or ()))]


def _responses_usage(response: Any) -> Usage | None:
    usage = response.usage
    if usage is None or not isinstance(usage.input_tokens, int):
        return None
    cached = usage.input_tokens_details.cached_tokens if usage.input_tokens_details else 0
    return Usage(prompt=usage.input_tokens, output=usage.output_tokens or 0, cached=cached or 0)
