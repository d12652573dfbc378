"""What an endpoint understands, and a request put into those terms.

Servers differ: some take a JSON schema, some only a tool call, some nothing but words. What one understands is found out by asking
it once (`agent/llm/endpoint.py`) and kept with the run; here a request is expressed in it, and its answer read back, so that nobody
else has to know.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from agent.llm.records import Ask, Call, Form, Reply, Tool, Turn
from agent.llm.schema import Refused, read
from prompts.trust import Untrusted, measure
from tools import durable
from tools.records import Record


class Dialect(Record):
    """api: which of OpenAI's two; structured: how an answer's form is asked for; tools: natively or in words.

    limit: the name that the bound on output has; usage: whether a stream may be asked for its count of tokens.
    context: tokens in all, as far as the server or the user said, else what we assume.
    """

    api: Literal["chat", "responses"] = "chat"
    structured: Literal["json_schema", "tool", "instruction"] = "json_schema"
    tools: Literal["native", "written"] = "native"
    limit: Literal["max_completion_tokens", "max_tokens", "none"] = "max_completion_tokens"
    usage: bool = True
    context: int = 16_384


@dataclass(frozen=True)
class Expressed:
    """A request in a dialect. form: to be given as a response format; must: the one tool that has to be called, "" for none."""

    turns: tuple[Turn, ...]
    form: Form | None
    tools: tuple[Tool, ...]
    must: str = ""


class WrittenCall(Record):
    name: str
    arguments: dict[str, JsonValue]


class WrittenCalls(Record):
    """Calls of tools as an answer in words, for models that know no tools."""

    calls: tuple[WrittenCall, ...]


_IN_WORDS = "Answer with one JSON object and nothing else: no words around it and no code fence. It has to follow this JSON schema:\n{}"
_TOOLS_IN_WORDS = (
    'To use tools, answer with one JSON object {{"calls": [{{"name": ..., "arguments": {{...}}}}]}} and nothing else.'
    " The tools, each with the JSON schema of its arguments:\n{}"
)


def express(ask: Ask, dialect: Dialect) -> Expressed:
    """The request as this dialect has it."""
    assert not (ask.form and ask.tools), "a request wants an answer in a form, or calls of tools"
    if ask.tools and dialect.tools == "native":
        return Expressed(ask.turns, None, ask.tools)
    if ask.tools:
        told = _TOOLS_IN_WORDS.format("\n".join(_described(tool) for tool in ask.tools))
        turns = tuple(_in_words(turn) for turn in _told(ask.turns, told))
        # No response format here: a strict schema cannot hold arguments that differ by tool.
        return Expressed(turns, None, ())
    if ask.form is None:
        return Expressed(ask.turns, None, ())
    if dialect.structured == "json_schema":
        return Expressed(ask.turns, ask.form, ())
    if dialect.structured == "tool":
        tool = Tool(name=ask.form.name, description="Hands in the answer.", parameters=ask.form.schema_)
        return Expressed(ask.turns, None, (tool,), must=tool.name)
    return Expressed(_told(ask.turns, _IN_WORDS.format(json.dumps(ask.form.schema_))), None, ())


def understand(reply: Reply, ask: Ask, dialect: Dialect) -> Reply:
    """The answer as the request meant it: the form's text out of a tool call, calls out of words; what is neither stays as it is."""
    if ask.form is not None and dialect.structured == "tool":
        handed = [call for call in reply.calls if call.name == ask.form.name]
        if len(handed) != 1:
            return reply
        return reply.model_copy(update={"text": handed[0].arguments, "calls": (), "ended": "done"})
    if ask.tools and dialect.tools == "written":
        try:
            written = read(reply.text, WrittenCalls)
        except Refused:
            return reply
        calls = tuple(
            Call(id=f"call-{index}-{durable.digest(measure(reply.text))[:8]}", name=call.name, arguments=_json(call.arguments))
            for index, call in enumerate(written.calls)
        )
        return reply.model_copy(update={"text": Untrusted("", "model"), "calls": calls, "ended": "calls"})
    return reply


def _json(value: JsonValue) -> Untrusted:
    return Untrusted(durable.canonical(value), "model")


def _described(tool: Tool) -> str:
    return f"- {tool.name}: {tool.description} {json.dumps(tool.parameters)}"


def _told(turns: tuple[Turn, ...], words: str) -> tuple[Turn, ...]:
    """The turns with words of ours at the end of the instruction."""
    first, *rest = turns
    assert first.role == "system"
    return (first.model_copy(update={"parts": (*first.parts, words)}), *rest)


def _in_words(turn: Turn) -> Turn:
    """A turn as a server knows it that has no tools: calls as the JSON that they were, results as the user's next words."""
    if turn.role == "tool":
        return Turn(role="user", parts=turn.parts)
    if turn.calls:
        calls: JsonValue = [{"name": call.name, "arguments": json.loads(measure(call.arguments))} for call in turn.calls]
        return Turn(role="assistant", said=_json({"calls": calls}))
    return turn
