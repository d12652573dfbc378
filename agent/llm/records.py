"""What is asked of a model and what it answers. Words of a model are `Untrusted`, like those that it was shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol, runtime_checkable
from urllib.parse import urlsplit

from pydantic import Field, JsonValue

from prompts.library import Part, Prompt
from prompts.trust import Untrusted
from tools import durable
from tools.records import Record

_Count = Annotated[int, Field(ge=0)]
_Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_Seconds = Annotated[float, Field(gt=0, le=86_400)]
Ended = Literal["done", "calls", "length", "filtered"]


class Tool(Record):
    """A tool as a model sees it. parameters: a JSON schema of an object."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class Call(Record):
    """A model's wish to use a tool. id: the server's, for the answer; arguments: JSON as the model wrote it."""

    id: str
    name: str
    arguments: Untrusted


class Turn(Record):
    """One message of a conversation.

    said, calls: a model's own, sent back as they came; answers: the id of the call that a tool's turn answers.
    """

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Part, ...] = ()
    said: Untrusted | None = None
    calls: tuple[Call, ...] = ()
    answers: str = ""


class Form(Record):
    """What an answer has to look like. schema_: JSON schema of an object, all of whose properties are required."""

    name: str
    schema_: dict[str, JsonValue]


class Ask(Record):
    """One request. role: whose it is, as agent/roles.py names it; form: None for free text; output_tokens: at most."""

    role: str
    turns: tuple[Turn, ...]
    form: Form | None = None
    tools: tuple[Tool, ...] = ()
    output_tokens: int = Field(default=2_000, gt=0)

    def key(self, model: str, address: str = "") -> str:
        """sha256 over all that decides the answer; the marks of the fences, which differ every time, are no part of it.

        address: of the model's endpoint, "" where any model of that name is meant.
        """
        named = [address, model] if address else [model]
        return durable.digest([*named, self.model_dump(mode="json")])


class Usage(Record):
    """Tokens of one call, those of its tries that were cut off included.

    cached: of the prompt, read from the provider's cache; counted: False where we estimated, the server being silent.
    """

    prompt: int = 0
    output: int = 0
    cached: int = 0
    counted: bool = True

    def plus(self, other: Usage) -> Usage:
        """What both cost together."""
        return Usage(
            prompt=self.prompt + other.prompt, output=self.output + other.output, cached=self.cached + other.cached,
            counted=self.counted and other.counted,
        )  # fmt: skip


class Reply(Record):
    """An answer.

    reasoning: what the model thought aloud, kept apart and never read as an answer; model: the server's name of it.
    """

    text: Untrusted
    reasoning: Untrusted
    calls: tuple[Call, ...] = ()
    ended: Ended
    usage: Usage
    model: Untrusted


@dataclass(frozen=True)
class Profile:
    """An endpoint and a model, as the user configured them.

    base_url: of the API ("http://127.0.0.1:8080/v1"); key: "" for none; api, structured, tools: "auto" is found out by asking once.
    context: tokens that the model takes in all, 0 where the server is to say; prices: dollars for a million tokens, None unknown.
    idle_seconds: without a byte of an answer; total_seconds: of one call; at_once: requests under way at a time.
    """

    name: str
    model: str
    base_url: str
    key: str = ""
    api: Literal["auto", "chat", "responses"] = "auto"
    structured: Literal["auto", "json_schema", "tool", "instruction"] = "auto"
    tools: Literal["auto", "native", "written"] = "auto"
    context: _Count = 0
    temperature: _Amount | None = None
    price_prompt: _Amount | None = None
    price_cached: _Amount | None = None
    price_output: _Amount | None = None
    idle_seconds: _Seconds = 60
    total_seconds: _Seconds = 300
    at_once: Annotated[int, Field(gt=0)] = 8

    @property
    def address(self) -> str:
        """What tells this endpoint from others: scheme, host, port and path, without a name or a password that `base_url` may hold."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme.lower()}://{parts.netloc.rpartition('@')[2].lower()}{parts.path.rstrip('/')}"

    def __repr__(self) -> str:
        return f"Profile({self.name}: {self.model})"


class Model(Protocol):
    """Whatever answers: an endpoint, or a recording of one."""

    @property
    def name(self) -> str:
        """The model's name, as the user wrote it; part of every request's key."""
        ...

    @property
    def address(self) -> str:
        """Where it is, as `Profile.address`; "" for a recording."""
        ...

    @property
    def context(self) -> int:
        """Tokens that a request and its answer may have together."""
        ...

    def ask(self, ask: Ask) -> Reply:
        """The answer; raises ModelError."""
        ...


@runtime_checkable
class Trying(Protocol):
    """A model that sends a request again where an answer was cut."""

    def ask_within(self, ask: Ask, again: Callable[[Usage], None], seconds: float) -> Reply:
        """The answer. again: called before each such try, with what those before it cost, and may raise Spent.

        seconds: that the run has left.
        """
        ...


def opening(role: str, prompt: Prompt, form: Form | None = None, tools: tuple[Tool, ...] = (), output_tokens: int = 2_000) -> Ask:
    """A request with nothing before it: the instruction, then the data."""
    turns = (Turn(role="system", parts=(prompt.instruction,)), Turn(role="user", parts=prompt.parts))
    return Ask(role=role, turns=turns, form=form, tools=tools, output_tokens=output_tokens)
