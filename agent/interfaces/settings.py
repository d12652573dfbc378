"""The settings file, in the folder of the environments.

One that lies where it is not read is an error: what a user sets there, and believes in, would be ignored.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from agent.errors import BadInput

SETTINGS = "settings.toml"
_TABLES = {"models": "[models.NAME]", "search": "[search]"}


def read_settings(path: Path) -> dict[str, Any]:
    """The tables of the settings file, none where there is no file; raises BadInput for one that cannot be read, holds others, or lies

    above its folder, where it is not read.
    """
    above = path.parent.parent / path.name
    if above.is_file() and (set(_tables(above)) & set(_TABLES)):
        raise BadInput(f"{above} is not read: settings are in {path}; move there what it sets")
    if not path.is_file():
        return {}
    tables = _tables(path)
    if unknown := sorted(set(tables) - set(_TABLES)):
        raise BadInput(f"{path}: {unknown[0]} is nothing that is set there; its tables are {' and '.join(_TABLES.values())}")
    return tables


def _tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadInput(f"{path} cannot be read: {error}; mend it there") from error
