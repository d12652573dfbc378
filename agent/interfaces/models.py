"""The models that the user chose: the endpoint of OPENAI_BASE_URL, a profile of the settings file, or a recording.

A profile without a base_url names the model alone: it is asked at OPENAI_BASE_URL, with OPENAI_API_KEY.

Nothing is sent anywhere by default: without --model no model is used, and without an address --model is an error. A key is read from the
environment when a run begins or is resumed, and is never written down.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue, TypeAdapter, ValidationError

from agent.context import Settings
from agent.effects import Effects
from agent.errors import BadInput
from agent.events import EventLog
from agent.interfaces.settings import SETTINGS, read_settings
from agent.llm.asking import WORKERS, Models
from agent.llm.budget import Budget
from agent.llm.dialect import Dialect
from agent.llm.errors import ModelError
from agent.llm.learn import learn
from agent.llm.paying import Payer
from agent.llm.records import Ask, Model, Profile, Reply
from agent.llm.replies import BadRecording, Cache, Recorder, Replay, begun
from agent.llm.spending import paid
from agent.roles.table import ROLES

if TYPE_CHECKING:
    from agent.llm.endpoint import Endpoint

_REPLAY = "replay:"
_PASSWORD = re.compile(r"//[^/@]*@")
_PROFILE = TypeAdapter(Profile)
_PRICES = ("price_prompt", "price_cached", "price_output")
_PLAIN = {item.name for item in fields(Profile)} - {"name", "key"}


@dataclass
class Chosen:
    """What a run asks. by_role: where a role has a model of its own; replay: a recording in all their places."""

    default: Profile | None = None
    by_role: dict[str, Profile] = field(default_factory=dict)
    replay: Path | None = None


def choose(name: str, environ: Mapping[str, str], home: Path) -> Chosen:
    """The model that the user named; raises BadInput where it cannot be used, with what to do."""
    if name.startswith(_REPLAY):
        path = Path(name.removeprefix(_REPLAY))
        if not path.is_file():
            raise BadInput(f"--model {name}: there is no file {path}")
        return Chosen(replay=path)
    settings = _profiles(home / SETTINGS)
    if name in settings:
        entry = settings[name]
        roles = entry.get("roles", {})
        if not isinstance(roles, dict) or not all(isinstance(other, str) for other in roles.values()):
            raise BadInput(f'{home / SETTINGS}: models.{name}.roles has to name a profile for each role, such as {{ judge = "{name}" }}')
        if unknown := sorted(set(roles) - set(ROLES)):
            raise BadInput(f"{home / SETTINGS}: models.{name}.roles names {unknown[0]}, which is no role; roles are {', '.join(ROLES)}")
        others = {role: _named(other, settings, environ, home) for role, other in roles.items()}
        return Chosen(_priced(_profile(name, entry, environ, home), settings, home), others)
    address = environ.get("OPENAI_BASE_URL", "").strip()
    if not address:
        there = f" The profiles there are: {', '.join(sorted(settings))}." if settings else ""
        raise BadInput(
            f"--model {name}: no endpoint is named, and none is assumed; set OPENAI_BASE_URL (https://api.openai.com/v1 for OpenAI itself,"
            f" http://127.0.0.1:8080/v1 for a server of your own), or add [models.{name}] with base_url to {home / SETTINGS}.{there}"
        )
    plain = _checked(Profile(name=name, model=name, base_url=address, key=_key("OPENAI_API_KEY", environ)))
    return Chosen(_priced(plain, settings, home))


def check_recording(path: Path | None, chosen: Chosen) -> None:
    """Raises BadInput where --record-model names what cannot be written, or a file that would be lost by it; None for no recording."""
    if path is None:
        return
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"--record-model {path}: it is no file; give one that is not there yet")
        with path.open("ab"):
            pass
        if begun(path):
            model = Replay(chosen.replay).name if chosen.replay else chosen.default.model if chosen.default else ""
            if Replay(path).name != model:
                raise BadInput(f"--record-model {path}: it is a recording of {Replay(path).name}; give a file that is not there yet")
    except BadRecording as error:
        raise BadInput(f"{error}; --record-model adds to a recording alone: give a file that is not there yet") from error
    except OSError as error:
        raise BadInput(f"--record-model {path} cannot be written: {error.strerror or error}") from error


def profile_names(home: Path) -> list[str]:
    """The names of the profiles in the settings file; raises BadInput for a file that cannot be read."""
    return sorted(_profiles(home / SETTINGS))


def _profiles(path: Path) -> dict[str, Any]:
    """The profiles of the settings file, by name."""
    models = read_settings(path).get("models", {})
    if not isinstance(models, dict) or not all(isinstance(entry, dict) for entry in models.values()):
        raise BadInput(f"{path}: models has to hold a table for each profile, such as [models.local]")
    return models


def _named(name: str, settings: dict[str, Any], environ: Mapping[str, str], home: Path) -> Profile:
    if name not in settings:
        raise BadInput(f"{home / SETTINGS}: there is no [models.{name}], which a role is to use")
    return _priced(_profile(name, settings[name], environ, home), settings, home)


def _profile(name: str, entry: dict[str, Any], environ: Mapping[str, str], home: Path) -> Profile:
    where = f"{home / SETTINGS}, [models.{name}]"
    if "key" in entry:
        raise BadInput(f"{where}: a key does not belong into a file; name the environment variable that holds it with key_env")
    plain = {key: value for key, value in entry.items() if key not in ("roles", "key_env")}
    if unknown := sorted(set(plain) - _PLAIN):
        raise BadInput(f"{where}: {unknown[0]} is no setting of a model; settings are {', '.join(sorted(_PLAIN))}, key_env, roles")
    address = plain.setdefault("base_url", environ.get("OPENAI_BASE_URL", ""))
    if not isinstance(address, str) or not address.strip():
        raise BadInput(f"{where}: base_url is missing, such as base_url = 'http://127.0.0.1:8080/v1', and OPENAI_BASE_URL is not set")
    # The key beside OPENAI_BASE_URL is sent to that address alone.
    variable = str(entry.get("key_env", "OPENAI_API_KEY" if "base_url" not in entry and "OPENAI_API_KEY" in environ else ""))
    if variable and variable not in environ:
        raise BadInput(f"{where}: the environment variable {variable} of key_env is not set")
    profile = _validated(name, plain, where)
    return _checked(replace(profile, key=_key(variable, environ) if variable else ""))


def _validated(name: str, plain: dict[str, Any], where: str) -> Profile:
    address = plain["base_url"]
    told = json.dumps(
        {"name": name, "model": name, **plain, "base_url": address.strip() if isinstance(address, str) else address}, default=str
    )
    try:
        return _PROFILE.validate_json(told, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{where}: {first['loc'][0]} cannot be {str(first['input'])[:60]!r}: {first['msg'].lower()}") from error


def _priced(profile: Profile, settings: dict[str, Any], home: Path) -> Profile:
    """The profile with the prices that the settings file has for its model at its address, else for its model wherever it is.

    Prices that are stated for another address say nothing here, and where two entries differ none is taken.
    """
    if profile.price_prompt is not None or profile.price_output is not None:
        return profile
    there: set[tuple[float | None, ...]] = set()
    anywhere: set[tuple[float | None, ...]] = set()
    for name, entry in settings.items():
        if entry.get("model", name) != profile.model:
            continue
        plain = {key: value for key, value in entry.items() if key in ("model", "base_url", *_PRICES)}
        stated = _validated(name, {"base_url": "", **plain}, f"{home / SETTINGS}, [models.{name}]")
        stated = _checked(stated) if stated.base_url else stated
        prices = (stated.price_prompt, stated.price_cached, stated.price_output)
        if prices != (None, None, None) and (not stated.base_url or stated.address == profile.address):
            (there if stated.base_url else anywhere).add(prices)
    if len(known := there or anywhere) != 1:
        return profile
    prompt, cached, output = known.pop()
    return replace(profile, price_prompt=prompt, price_cached=cached, price_output=output)


def _key(variable: str, environ: Mapping[str, str]) -> str:
    """The key that a variable holds, without the white space around it; raises BadInput, which does not show it, for what is none."""
    key = environ.get(variable, "").strip()
    if not all(" " <= sign <= "~" for sign in key):
        raise BadInput(f"the key in {variable} holds a sign that no key has (a line break, or a letter beyond ASCII); set it anew")
    return key


def _checked(profile: Profile) -> Profile:
    """The profile, whose address is one that something can be asked at."""
    # A run without a model does not pay for loading the library.
    from agent.llm.connections import unusable

    if why := unusable(profile.base_url):
        shown = _PASSWORD.sub("//", profile.base_url)[:200]
        raise BadInput(
            f"nothing can be asked at the address of the model, {shown!r}: {why}; mend OPENAI_BASE_URL, or base_url of the profile, such "
            "as http://127.0.0.1:8080/v1"
        )
    return profile


# ---- opened for a run ------------------------------------------------------------------------------------------


@dataclass
class Opened:
    """models: None with `reason` where the endpoint could not be used. endpoints: to be closed at the end."""

    models: Models | None
    reason: str = ""
    endpoints: list[Endpoint] = field(default_factory=list)
    waiting: Callable[[], None] = lambda: None

    def begun(self) -> None:
        """An answer is about to be waited for; said once."""
        waiting, self.waiting = self.waiting, lambda: None
        waiting()

    def close(self) -> None:
        for endpoint in self.endpoints:
            endpoint.close()


def open_models(
    chosen: Chosen, settings: Settings, effects: Effects, events: EventLog, home: Path, record: Path | None,
    waiting: Callable[[], None] = lambda: None,
) -> Opened:  # fmt: skip
    """The models of a run; what an endpoint understands is found out at its first use, once a run.

    waiting: called when answers begin to be waited for, so that something else can be done meanwhile.
    """
    check_recording(record, chosen)
    opened = Opened(None, waiting=waiting)
    budget = Budget(settings.spend, settings=str(home / SETTINGS))
    budget.tokens, budget.cost = paid(events.events)
    payer = Payer(effects, budget)
    try:
        default, profiles = _default(chosen, settings, payer, opened)
        by_role: dict[str, Model] = {role: _endpoint(profile, settings, payer, opened) for role, profile in chosen.by_role.items()} or (
            {role: default.of(role) for role in default.roles} if isinstance(default, Replay) else {}
        )
        roles = {role: (model.name, model.context) for role, model in by_role.items()}
        recorder = Recorder(record, default.name, default.context, roles) if record else None
    except ModelError as error:
        return Opened(None, str(error), opened.endpoints)
    except BadRecording as error:
        raise BadInput(f"{error}; give a file that --record-model wrote") from error
    opened.models = Models(
        default, effects, budget, by_role=by_role,
        profiles={(p.address, p.model): p for p in (*profiles, *chosen.by_role.values())},
        cache=None if settings.fresh or chosen.replay else Cache(home / "replies"),
        recorder=recorder,
        workers=min((p.at_once for p in (*profiles, *chosen.by_role.values())), default=WORKERS),
    )  # fmt: skip
    return opened


def _default(chosen: Chosen, settings: Settings, payer: Payer, opened: Opened) -> tuple[Model, list[Profile]]:
    if chosen.replay is not None:
        return Replay(chosen.replay), []
    assert chosen.default is not None, "a choice is a profile or a recording"
    return _endpoint(chosen.default, settings, payer, opened), [chosen.default]


def _endpoint(profile: Profile, settings: Settings, payer: Payer, opened: Opened) -> Endpoint:
    # A run without a model does not pay for loading the library.
    from agent.llm.endpoint import Endpoint

    profile = replace(profile, context=settings.model_context or profile.context)
    endpoint = Endpoint(profile)
    opened.endpoints.append(endpoint)
    asked: list[JsonValue] = [profile.base_url, profile.model, profile.api, profile.structured, profile.tools, profile.context]

    def trial(speaking: Endpoint, wanted: Ask) -> Reply:
        opened.begun()
        return payer.trial(wanted, speaking, profile)

    return endpoint.speaking(payer.effects.once("dialect", asked, Dialect, lambda: learn(profile, endpoint, trial)))
