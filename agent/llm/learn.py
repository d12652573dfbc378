"""What an endpoint understands, found out by asking it once: two small requests, more only where it refuses something."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from agent.llm.dialect import Dialect
from agent.llm.errors import BadReply, Cut, NotAllowed, Rejected, Unbounded
from agent.llm.records import Ask, Profile, Reply, Tool, Turn
from agent.llm.schema import Refused, form_of, read
from tools.records import Record

if TYPE_CHECKING:
    from agent.llm.endpoint import Endpoint

_TRIALS = 8
_NAMED = 8  # of the models that an endpoint lists, where the one that was asked for is not there


class Ready(Record):
    ready: bool


def _trial(instruction: str, request: str) -> tuple[Turn, Turn]:
    return Turn(role="system", parts=(instruction,)), Turn(role="user", parts=(request,))


_FORM = Ask(
    role="trial", form=form_of(Ready), output_tokens=400,
    turns=_trial("You answer in the form that is asked for.", "Say that you are ready."),
)  # fmt: skip
_TOOL = Tool(
    name="ready", description="Says that you are ready.", parameters={"type": "object", "properties": {}, "additionalProperties": False}
)
_CALL = Ask(role="trial", tools=(_TOOL,), output_tokens=400, turns=_trial("You act by calling tools.", "Call the tool named ready."))


Asking = Callable[["Endpoint", Ask], Reply]


def _asked(endpoint: Endpoint, ask: Ask) -> Reply:
    return endpoint.ask(ask)


def learn(profile: Profile, endpoint: Endpoint, asking: Asking = _asked) -> Dialect:
    """The dialect of an endpoint, within what the profile fixes; raises ModelError where the endpoint cannot be used at all.

    asking: by which each trial is made, so that whoever pays can count it.
    """
    dialect = Dialect(
        api="chat" if profile.api == "auto" else profile.api,
        structured="json_schema" if profile.structured == "auto" else profile.structured,
        tools="native" if profile.tools == "auto" else profile.tools,
    )  # fmt: skip
    try:
        dialect = _form(profile, endpoint, dialect, asking)
    except NotAllowed as error:
        listed = endpoint.listed() if error.status == 404 else []
        if not listed:
            raise
        more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
        raise NotAllowed(f"{error}; it lists the models {', '.join(listed[:_NAMED])}{more}", error.status) from error
    if profile.tools == "auto":
        dialect = dialect.model_copy(update={"tools": "native" if _calls(endpoint.speaking(dialect), asking) else "written"})
    context = profile.context or endpoint.speaking(dialect).stated_context()
    return dialect.model_copy(update={"context": context}) if context else dialect


def _form(profile: Profile, endpoint: Endpoint, dialect: Dialect, asking: Asking) -> Dialect:
    """The dialect in which an answer in a form came back, or the weakest where none did."""
    for _ in range(_TRIALS):
        try:
            reply = asking(endpoint.speaking(dialect), _FORM)
            read(reply.text, Ready)
        except Rejected as error:
            weaker = _without(profile, dialect, error.complaint)
            if weaker == dialect:
                raise
            dialect = weaker
        except NotAllowed as error:
            if error.status != 404 or profile.api != "auto" or dialect.api == "responses":
                raise
            dialect = dialect.model_copy(update={"api": "responses"})
        except (Cut, Unbounded):
            raise  # what ends every stream, or none, cannot be used, whatever it understands
        except (Refused, BadReply):
            if dialect.structured == "instruction" or profile.structured != "auto":
                return dialect
            dialect = _next(dialect)
        else:
            return dialect
    return dialect


def _next(dialect: Dialect) -> Dialect:
    return dialect.model_copy(update={"structured": "tool" if dialect.structured == "json_schema" else "instruction"})


def _without(profile: Profile, dialect: Dialect, complaint: str) -> Dialect:
    """The dialect without what the endpoint complains of; where it names nothing that we know, without the most unusual thing."""
    if "stream_options" in complaint:
        return dialect.model_copy(update={"usage": False})
    if "max_completion_tokens" in complaint and dialect.limit == "max_completion_tokens":
        return dialect.model_copy(update={"limit": "max_tokens"})
    if ("max_tokens" in complaint or "max_output_tokens" in complaint) and dialect.limit != "none":
        return dialect.model_copy(update={"limit": "none"})
    if profile.structured == "auto" and dialect.structured != "instruction":
        return _next(dialect)
    return dialect.model_copy(update={"usage": False})


def _calls(endpoint: Endpoint, asking: Asking) -> bool:
    try:
        return any(call.name == _TOOL.name for call in asking(endpoint, _CALL).calls)
    except (Rejected, BadReply):
        return False
