"""Records as the JSON schemas that servers are given, and replies read back as these records.

A schema is in the form that strict servers ask for: objects are closed and every property is required. What a model says is read
as a record or refused with the reason; nothing is repaired.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeVar, cast

from pydantic import BaseModel, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema, PydanticCustomError, core_schema, from_json

from agent.llm.records import Form
from prompts.trust import Untrusted, measure

Answer = TypeVar("Answer", bound=BaseModel)
_FROM_MODEL: Final = {"read": "a reply"}


class _Words:
    """A string in JSON that is outside text in our hands. most: characters."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        stored = handler(Untrusted)

        def wrap(value: Any, rest: core_schema.ValidatorFunctionWrapHandler, info: core_schema.ValidationInfo) -> Untrusted:
            if info.context is not _FROM_MODEL:
                # What was stored holds the form that Untrusted has in JSON; a model has no say in where its words come from.
                return cast(Untrusted, rest(value))
            if not isinstance(value, str):
                raise PydanticCustomError("string_type", "no string")
            if len(value) > self._most:
                raise PydanticCustomError("string_too_long", "too long")
            return Untrusted(value, "model")

        return core_schema.with_info_wrap_validator_function(wrap, stored, serialization=stored.get("serialization"))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "maxLength": self._most}


Words = Annotated[Untrusted, _Words(2_000)]
Quotation = Annotated[Untrusted, _Words(300)]
Script = Annotated[Untrusted, _Words(20_000)]


class Refused(Exception):
    """A reply is not what its schema asks for. reason: for the model, in our words with the places; it holds none of its own."""


def form_of(record: type[BaseModel]) -> Form:
    """The strict JSON schema of a record, under the record's name."""
    schema = record.model_json_schema(mode="validation")
    _close(schema)
    return Form(name=record.__name__.lower(), schema_=schema)


def _close(node: Any) -> None:
    """Make every object of a schema closed with all properties required, and drop what only people read."""
    if isinstance(node, list):
        for item in node:
            _close(item)
        return
    if not isinstance(node, dict):
        return
    if isinstance(node.get("properties"), dict):
        node["required"] = list(node["properties"])
        node["additionalProperties"] = False
    for noise in ("title", "default"):
        if not isinstance(node.get(noise), dict):
            node.pop(noise, None)
    for value in node.values():
        _close(value)


def read(text: Untrusted, record: type[Answer]) -> Answer:
    """The reply as a record; raises Refused with what is wrong, place by place."""
    words = measure(text).strip()
    try:
        from_json(words, allow_inf_nan=False)
    except ValueError:
        raise Refused("the answer is not one JSON object and nothing else") from None
    try:
        return record.model_validate_json(words, strict=True, context=_FROM_MODEL)
    except ValidationError as error:
        told = [f"{_place(item['loc'])}: {_REASONS.get(item['type'], item['type'].replace('_', ' '))}" for item in error.errors()[:5]]
        raise Refused("; ".join(told)) from None


_REASONS = {
    "missing": "is missing",
    "extra_forbidden": "is no property of this object",
    "string_too_long": "is too long",
    "literal_error": "is none of the values that the schema lists",
    "string_type": "is no string",
}


def _place(loc: tuple[int | str, ...]) -> str:
    """Where in an answer, by numbers and by names of ours; names that the model made up are not repeated."""
    return ".".join(str(part) if isinstance(part, int) or (part.isidentifier() and len(part) < 40) else "?" for part in loc) or "the answer"
