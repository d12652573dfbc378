"""Requests as the JSON of OpenAI's two APIs; the one place where outside text is fenced for a model."""

from __future__ import annotations

import json
from typing import Any

from agent.llm.dialect import Dialect, Expressed
from agent.llm.records import Ask, Call, Turn
from prompts.library import Quoted
from prompts.trust import fence, measure


def content(turn: Turn, secret: bytes) -> str:
    """A turn's text: our words as they are, outside text between marks. secret: of this conversation, see `fence`."""
    if turn.said is not None:
        return measure(turn.said)
    return "\n\n".join(fence(part.text, part.label, secret).text if isinstance(part, Quoted) else part for part in turn.parts)


def chat(ask: Ask, put: Expressed, dialect: Dialect, secret: bytes) -> dict[str, Any]:
    """The body of a chat completion, without the model's name."""
    body: dict[str, Any] = {"messages": [_message(turn, secret) for turn in put.turns], "stream": True}
    if dialect.usage:
        body["stream_options"] = {"include_usage": True}
    if dialect.limit != "none":
        body[dialect.limit] = ask.output_tokens
    if put.form is not None:
        schema = {"name": put.form.name, "schema": put.form.schema_, "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if put.tools:
        body["tools"] = [
            {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters}}
            for tool in put.tools
        ]
    if put.must:
        body["tool_choice"] = {"type": "function", "function": {"name": put.must}}
    return body


def _message(turn: Turn, secret: bytes) -> dict[str, Any]:
    message: dict[str, Any] = {"role": turn.role, "content": content(turn, secret)}
    if turn.calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": measure(call.arguments)}}
            for call in turn.calls
        ]
        message["content"] = message["content"] or None
    if turn.role == "tool":
        message["tool_call_id"] = turn.answers
    return message


def responses(ask: Ask, put: Expressed, dialect: Dialect, secret: bytes) -> dict[str, Any]:
    """The body of a request to the Responses API, without the model's name; nothing is kept at the server."""
    first, *rest = put.turns
    items = [item for turn in rest for item in _items(turn, secret)]
    body: dict[str, Any] = {"instructions": content(first, secret), "input": items, "stream": True, "store": False}
    if dialect.limit != "none":
        body["max_output_tokens"] = ask.output_tokens
    if put.form is not None:
        body["text"] = {"format": {"type": "json_schema", "name": put.form.name, "schema": put.form.schema_, "strict": True}}
    if put.tools:
        body["tools"] = [
            {"type": "function", "name": tool.name, "description": tool.description, "parameters": tool.parameters, "strict": False}
            for tool in put.tools
        ]
    if put.must:
        body["tool_choice"] = {"type": "function", "name": put.must}
    return body


def _items(turn: Turn, secret: bytes) -> list[dict[str, Any]]:
    if turn.role == "tool":
        return [{"type": "function_call_output", "call_id": turn.answers, "output": content(turn, secret)}]
    items: list[dict[str, Any]] = []
    if turn.parts or turn.said:
        items.append({"role": turn.role, "content": content(turn, secret)})
    items += [{"type": "function_call", "call_id": c.id, "name": c.name, "arguments": measure(c.arguments)} for c in turn.calls]
    return items


def size(ask: Ask) -> int:
    """Bytes of a request as it is sent, near enough for fitting: texts with their marks, tools and schemas."""
    fixed = len(json.dumps([tool.model_dump(mode="json") for tool in ask.tools]).encode()) if ask.tools else 0
    fixed += len(json.dumps(ask.form.schema_).encode()) if ask.form else 0
    return fixed + sum(
        16 + len(content(turn, b"size").encode("utf-8", "replace")) + sum(_call_size(c) for c in turn.calls) for turn in ask.turns
    )


def _call_size(call: Call) -> int:
    return len(call.name) + len(measure(call.arguments).encode("utf-8", "replace"))
