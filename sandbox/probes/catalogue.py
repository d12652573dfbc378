"""The catalogue: every file of `experiments/` that defines PROBE is in it, in the order of the names of the probes."""

from __future__ import annotations

import functools
import importlib
import math
import pkgutil
import re
from collections.abc import Mapping

from sandbox.probes import experiments
from sandbox.probes.records import ChapterFacts, Observation, Parameter, Probe, ProbeError
from sandbox.records import Json

# How a text names a package without its name: by the usual short name, and by what nothing else is called.
_NAMED = {
    "numpy": re.compile(r"numpy|\bnp\.[a-z]", re.IGNORECASE),
    "torch": re.compile(
        r"(?i:torch)|\bnn\.[A-Z]|\b[Dd]ynamo\b|\bdynamic ?= ?True\b|\bTORCH_LOGS\b|\b(?:Batch|Instance)Norm[123]d\b"
        r"|\b(?:Cosine\w+|OneCycle|Step)LR\b|\bDataLoader\b|\bcollate_fn\b|\btensors?\b.{0,400}\brecompil|\brecompil\w+.{0,400}\btensors?\b",
        re.DOTALL,
    ),
    "pandas": re.compile(r"pandas|\bpd\.[A-Za-z]", re.IGNORECASE),
}
_SETTING = r"\b{name}\b\s*(?:=(?!=)\s*|\()(True|False|None|\d+)\b"


@functools.cache
def catalogue() -> tuple[Probe, ...]:
    """Every probe, sorted by name."""
    found: list[Probe] = []
    for item in pkgutil.iter_modules(experiments.__path__):
        probe = getattr(importlib.import_module(f"{experiments.__name__}.{item.name}"), "PROBE", None)
        if not isinstance(probe, Probe):
            raise ProbeError(f"experiments/{item.name}.py defines no PROBE; give it one, or move it out of this folder")
        found.append(probe)
    names = [probe.name for probe in found]
    if len(set(names)) < len(names):
        raise ProbeError(f"two probes have one name: {sorted(name for name in set(names) if names.count(name) > 1)}; rename one")
    return tuple(sorted(found, key=lambda probe: probe.name))


def relevant(text: str) -> tuple[Probe, ...]:
    """The probes that a chapter's text makes relevant: those with more of their triggers in it first, then by name.

    A chapter that never names the package of a probe is not about it, whatever words they share.
    """
    hits = {probe.name: sum(re.search(trigger, text, re.IGNORECASE) is not None for trigger in probe.triggers) for probe in catalogue()}
    named = {package for package in {name for probe in catalogue() for name in probe.packages} if _names(text, package)}
    chosen = [probe for probe in catalogue() if hits[probe.name] and named.issuperset(probe.packages) and not probe.general]
    return tuple(sorted(chosen, key=lambda probe: (-hits[probe.name], probe.name)))


def _names(text: str, package: str) -> bool:
    known = _NAMED.get(package)
    return package in text.lower() if known is None else known.search(text) is not None


def parameters_from(probe: Probe, chapter: ChapterFacts) -> dict[str, Json]:
    """The inputs of a probe: the chapter's own where it states them within bounds, the defaults otherwise."""
    return {name: _value(parameter, chapter) for name, parameter in probe.parameters.items()}


def observations(probe: Probe, result: Json) -> tuple[Observation, ...]:
    """What a result shows; ProbeError where it does not have the form that the probe's program gives it.

    A number beyond all floating point, or a name that no sentence could hold, is not of that form either.
    """
    if not isinstance(result, Mapping):
        raise ProbeError(f"the result of {probe.name} is {type(result).__name__}, not an object; run the probe again")
    try:
        return probe.read(result)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, RecursionError, re.error) as error:
        raise ProbeError(f"the result of {probe.name} cannot be read ({type(error).__name__}: {error}); run the probe again") from error


def _value(parameter: Parameter, chapter: ChapterFacts) -> Json:
    candidates = [*_from_columns(parameter, chapter), *_from_settings(parameter, chapter), *_from_text(parameter, chapter)]
    return next((value for value in candidates if fits(parameter, value)), parameter.default)


def _from_columns(parameter: Parameter, chapter: ChapterFacts) -> list[Json]:
    found: list[Json] = []
    for pattern in parameter.column:
        for header, values in chapter.columns.items():
            if re.search(pattern, header.strip(), re.IGNORECASE) and len(values) > 2:
                whole = all(math.isfinite(value) and value == int(value) for value in values)
                found.append([int(value) for value in values] if whole and parameter.kind == "ints" else [*values])
    return found


def _from_settings(parameter: Parameter, chapter: ChapterFacts) -> list[Json]:
    """Values that the chapter gives a setting: the one that its text settles on, or all where a list is wanted."""
    stated: list[Json] = []
    for name in parameter.keywords:
        stated += [_literal(match) for match in re.findall(_SETTING.format(name=re.escape(name)), chapter.text)]
    stated = stated or [chapter.keywords[name] for name in parameter.keywords if name in chapter.keywords]
    distinct = [value for index, value in enumerate(stated) if not any(_same(value, earlier) for earlier in stated[:index])]
    if parameter.kind.endswith("s"):
        return [[value for value in distinct if value is not None]] if distinct else []
    if len(distinct) > 1 and parameter.call:
        called = [rf"(?s){parameter.call}\([^()]{{0,300}}?{_SETTING.format(name=re.escape(name))}" for name in parameter.keywords]
        distinct = [_literal(found.group(1)) for pattern in called if (found := re.search(pattern, chapter.text))]
    return distinct[:1] if len(distinct) == 1 or parameter.call else []


def _same(left: Json, right: Json) -> bool:
    return type(left) is type(right) and left == right


def _from_text(parameter: Parameter, chapter: ChapterFacts) -> list[Json]:
    if not parameter.matches:
        return []
    found = dict.fromkeys(match.group(1) for match in re.finditer(parameter.matches, chapter.text))
    return [[*found][: parameter.most]]


def _literal(word: str) -> Json:
    return {"True": True, "False": False, "None": None}[word] if word in ("True", "False", "None") else int(word)


def fits(parameter: Parameter, value: Json) -> bool:
    """Whether a value has the kind of a parameter and lies within its bounds."""
    if parameter.choices:
        return any(type(value) is type(choice) and value == choice for choice in parameter.choices)
    if parameter.kind.endswith("s"):
        return isinstance(value, list) and 0 < len(value) <= parameter.most and all(_fits_one(parameter, item) for item in value)
    return _fits_one(parameter, value)


def _fits_one(parameter: Parameter, value: Json) -> bool:
    kind = parameter.kind.removesuffix("s")
    if kind in ("int", "float"):
        if isinstance(value, bool) or not isinstance(value, int | float) or (kind == "int" and not isinstance(value, int)):
            return False
        return parameter.bounds is None or parameter.bounds[0] <= value <= parameter.bounds[1]
    allowed = {"bool": bool, "text": str, "object": dict}
    return isinstance(value, allowed[kind])
