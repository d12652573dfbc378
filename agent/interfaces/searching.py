"""What a run searches: the named setting of --search, with addresses from the settings file and keys from the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from agent.errors import BadInput
from agent.interfaces.settings import SETTINGS, read_settings
from tools.fetch import Door
from tools.search.desk import Desk
from tools.search.profiles import PROFILES, SearchSettings, Subject, desk, told

# The variables that hold keys; a key alone chooses nothing, since only the setting says who is asked.
KEYS = {
    "brave": "CORRIGENDA_BRAVE_KEY", "tavily": "CORRIGENDA_TAVILY_KEY", "github": "CORRIGENDA_GITHUB_TOKEN",
    "semantic_scholar": "CORRIGENDA_SEMANTIC_SCHOLAR_KEY",
}  # fmt: skip


def search_settings(profile: str, environ: Mapping[str, str], home: Path) -> SearchSettings:
    """The settings of a run's searches; raises BadInput for a name that is none, or a file that cannot be read."""
    if profile not in PROFILES:
        raise BadInput(f"--search {profile}: there is no such setting; settings are {', '.join(PROFILES)}")
    keys = {name: environ.get(variable, "") for name, variable in KEYS.items()}
    return SearchSettings(profile=profile, searxng=_address(home / SETTINGS), **keys)


def _address(path: Path) -> str:
    """The address of a SearXNG instance in the settings file, "" where there is none."""
    table: Any = read_settings(path).get("search", {})
    if isinstance(table, dict) and (unknown := sorted(set(table) - {"searxng"})):
        raise BadInput(f"{path}: [search] {unknown[0]} is nothing that is set there; it holds searxng alone, keys are in the environment")
    address = table.get("searxng", "") if isinstance(table, dict) else None
    if not isinstance(address, str) or (address and not address.startswith(("http://", "https://"))):
        raise BadInput(f"{path}: [search] searxng has to be an address that begins with http:// or https://")
    return address


def desks(settings: SearchSettings, door: Door, tell: Callable[[str, str], None]) -> Callable[[Subject], Desk]:
    """Gives the desk for a chapter's subject; says first who will be asked. One run has one."""
    made: dict[Subject, Desk] = {}

    def desk_for(subject: Subject) -> Desk:
        if subject not in made:
            for line in told(settings, subject):
                tell("inquiry", line)
            made[subject] = desk(settings, subject, door)
        return made[subject]

    return desk_for
