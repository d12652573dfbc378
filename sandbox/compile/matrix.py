"""The matrix: for each setting the values to try, and all their combinations."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from sandbox.compile.request import CHOICES, RequestError, Settings

MOST = 64


def variants(matrix: Mapping[str, Sequence[str]], form: str) -> tuple[Settings, ...]:
    """Every combination, the last key varying fastest. Raises RequestError for what is no setting, or no value of it."""
    for key, values in matrix.items():
        _check(key, values, form)
    keys = [field.name for field in fields(Settings) if field.name in matrix]
    combinations = list(itertools.islice(itertools.product(*(dict.fromkeys(matrix[key]) for key in keys)), MOST + 1))
    if len(combinations) > MOST:
        raise RequestError(f"the matrix has more than {MOST} combinations; give fewer values")
    return tuple(replace(Settings(), **dict(zip(keys, combination, strict=True))) for combination in combinations)


def parse(assignments: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """KEY=a,b as the command line gives it; a key that is given again adds its values. Raises RequestError."""
    matrix: dict[str, tuple[str, ...]] = {}
    for assignment in assignments:
        key, given, values = assignment.partition("=")
        if not given or key.strip() not in CHOICES:
            raise RequestError(f"{assignment!r} is no setting; write KEY=a,b with one of {', '.join(CHOICES)}")
        found = tuple(value.strip().replace("as-given", "as given") for value in values.split(","))
        matrix[key.strip()] = tuple(dict.fromkeys((*matrix.get(key.strip(), ()), *found)))
    return matrix


def _check(key: str, values: Sequence[str], form: str) -> None:
    if key not in CHOICES:
        raise RequestError(f"there is no setting {key!r}; use one of {', '.join(CHOICES)}")
    if not values:
        raise RequestError(f"the setting {key!r} has no value; leave it out or give one")
    if form != "function" and key in ("shapes", "dtype") and any(value not in ("", "as given") for value in values):
        raise RequestError(f"{key} can be set for a function with calls alone; the inputs of a {form} are its own")
    choices = CHOICES[key]
    for value in values:
        if choices is not None and value not in choices:
            raise RequestError(f"{key} can be {', '.join(choice or 'left empty' for choice in choices)}, not {value!r}")
        if key == "limit" and value and not (value.isdecimal() and 0 < int(value) <= 10_000):
            raise RequestError(f"limit is a whole number from 1 to 10000, not {value!r}")
