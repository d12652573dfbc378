"""The form of what `inside/main.py` writes. The text's own code runs in the same process, so whatever it is may stand there instead.

The readers take the values as they are; only the kinds of the fields that they look at are checked, and what else stands there is left.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tools import durable

Number = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Line = Annotated[int, Field(ge=0, le=10_000_000)]


class _Form(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class Value(_Form):
    kind: str = Field(alias="type")
    module: str
    shown: str | None = Field(alias="repr")
    printed: str | None = Field(default=None, alias="str")
    bases: list[str] = []
    has: list[str] = []
    shape: list[Number] = []
    length: Number = Field(default=0, alias="len")
    ndim: Number = 0
    truth: bool = False
    dtype: str = ""
    item: str = ""
    inner: str = ""


class Owner(_Form):
    is_module: bool
    kind: str = Field(alias="type")
    module: str


class Error(_Form):
    kind: str = Field(alias="type")
    bases: list[str]
    message: str
    module: str
    spots: list[tuple[str, Line, str]]
    line: Line | None
    piece: str | None
    missing: str | None = None
    owner: Owner | None = None


class Statement(_Form):
    line: Line
    end: Line
    value: Value | None
    targets: dict[str, Value]
    error: Error | None
    stdout: str = ""
    unexpected: bool = False


class Watched(_Form):
    number: Number
    value: Value | None
    error: Error | None
    stdout: str


class Answered(Watched):
    piece: Number
    line: Line | None
    other: Value | None = None


class Warned(_Form):
    bases: list[str]
    message: str
    line: Line


class Piece(_Form):
    id: Number
    statements: list[Statement]
    error: Error | None
    watches: list[Watched]
    timeout: bool
    stdout: str
    outputs: list[tuple[Line | None, str]]
    warnings: list[Warned]


class Seen(_Form):
    shape: list[Number] | None


class Parameter(_Form):
    name: str
    requires_grad: bool
    in_optimizer: bool
    graded: bool
    changed: bool | None


class Module(_Form):
    name: str
    parameters: list[Parameter]


class Run(_Form):
    traced: bool
    complete: bool
    pieces: list[Piece]
    asks: list[Answered] = []
    hits: dict[str, dict[Line, Number]] = {}
    returns: dict[str, dict[str, Number]] = {}
    inner: dict[str, list[Seen]] = {}
    training: list[Module] = []


class Result(_Form):
    python: str = Field(pattern=r"^\d{1,2}\.\d{1,3}(?:\.|$)")
    runs: list[Run] = Field(min_length=1)


def has_form(result: JsonValue) -> bool:
    """Whether every field that the readers look at is of the kind that the program writes."""
    try:
        Result.model_validate_json(durable.canonical(result).encode("utf-8", "surrogatepass"))
    except ValidationError:
        return False
    return True
