"""What reading cannot tell is asked of the interpreter in the sandbox: one run for all names, and the reading of its answer."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tools import python_source
from tools.instruments.identifiers.calls import faults
from tools.instruments.identifiers.existence import Group
from tools.instruments.identifiers.meaning import Asked, judged, said_of, told_by
from tools.instruments.identifiers.mentions import Call, Mention
from tools.instruments.identifiers.parameters import same
from tools.instruments.identifiers.releases import awaits_later
from tools.instruments.identifiers.survey import NAME, Judgement, Survey, finding
from tools.instruments.identifiers.whose import Open
from tools.packages.documents import Told
from tools.packages.resolution import Found, Unknown
from tools.packages.signatures import Parameter, signature
from tools.records import Finding, MeasuredEvidence, Relation, RunOutcome, RunWanted, Span

KEY = "identifiers:names"
SCRIPT = Path(__file__).with_name("inside_look.py")
CAP = 200
_KINDS = {
    "POSITIONAL_ONLY": "positional", "POSITIONAL_OR_KEYWORD": "either", "KEYWORD_ONLY": "keyword",
    "VAR_POSITIONAL": "args", "VAR_KEYWORD": "kwargs",
}  # fmt: skip
_EXISTS = Judgement("exists", "supported", "low", "no change")
_MISSING = Judgement("missing", "contradicted", "high", "correction")
_REMOVED = Judgement("removed", "outdated", "high", "correction")
_DEPRECATED = Judgement("deprecated", "outdated", "medium", "correction")
_RIGHT = Judgement("default-value", "supported", "low", "no change")
_WRONG = Judgement("default-value", "contradicted", "high", "correction")


def wanted(found: Survey, groups: list[Group], opened: list[Open], asked: list[Asked]) -> RunWanted | None:
    """The run for every name that could not be told from the text and whose package is installed; None where there is none."""
    by_name = {group.name: group for group in groups if _open(found, group)}
    names: list[JsonValue] = []
    more = {name for name in (*(each.name for each in opened), *(each.name for each in asked)) if found.distribution(name) is not None}
    for name in sorted(set(by_name) | more)[:CAP]:
        group = by_name.get(name)
        uses: list[JsonValue] = [_use(mention, _of_class(found, name)) for mention in group.mentions] if group is not None else []
        said: list[JsonValue] = [
            {
                "parameter": each.statement.name,
                "said": each.statement.said,
                "value": repr(each.statement.value),
                "span": _pair(each.statement.span),
            }
            for each in opened
            if each.name == name
        ]
        told: list[JsonValue] = [each.record() for each in asked if each.name == name]
        names.append({"name": name, "uses": uses, "defaults": said, "meanings": told})
    if not names:
        return None
    distributions = {found.distribution(str(each["name"])) for each in names if isinstance(each, dict)}
    return RunWanted(
        key=KEY,
        instrument=NAME,
        question="What are the names that the chapter uses, in the installed packages?",
        success="each name is looked up by getattr and its signature is taken by inspect",
        failure="a package cannot be imported",
        script=SCRIPT.read_text(encoding="utf-8"),
        inputs={"names": names},
        packages=tuple(sorted(each for each in distributions if each not in (None, "python"))),
        seconds=120,
    )


def _open(found: Survey, group: Group) -> bool:
    """Whether a run can add something: the name is not told, or it is called and its signature is not certain."""
    if found.distribution(group.name) is None:
        return False
    resolved = found.resolve(group.name)
    if group.name in sys.stdlib_module_names:
        return False
    if isinstance(resolved, Unknown):
        return any(mention.sure for mention in group.mentions) and (
            not group.name.startswith("builtins.") or any(mention.call and mention.call.keywords for mention in group.mentions)
        )
    if (
        isinstance(resolved, Found)
        and resolved.owner is None
        and any(mention.call and mention.call.keywords and not mention.hedged for mention in group.mentions)
    ):
        stated = signature(found.names, resolved)
        return stated is None or not stated.certain
    return False


def _of_class(found: Survey, name: str) -> bool:
    """Whether a name is a class's member: what `inspect` tells of it on the class counts the object among its parameters."""
    resolved = found.resolve(name)
    if isinstance(resolved, Found):
        return resolved.owner is not None
    return isinstance(resolved, Unknown) and resolved.parent is not None and resolved.parent.kind == "class"


def _use(mention: Mention, member: bool) -> JsonValue:
    call = None if member else mention.call
    return {
        "span": _pair(mention.span), "written": mention.written, "blamed": mention.sure and not mention.hedged, "called": call is not None,
        "keywords": list(call.keywords) if call is not None else [], "positional": call.positional if call is not None else None,
        "whole": call.whole if call is not None else False, "code": mention.code,
    }  # fmt: skip


def _pair(span: Span) -> list[JsonValue]:
    return [span.start, span.end]


# ---- reading the answer ----------------------------------------------------------------------------------------


def read(asked: RunWanted, outcome: RunOutcome, found: Survey | None) -> Iterator[Finding]:
    """Findings from the result; none where it did not run or its form is not the script's."""
    names = asked.inputs.get("names")
    answers = outcome.result.get("names") if outcome.state == "ran" and isinstance(outcome.result, dict) else None
    if not isinstance(names, list) or not isinstance(answers, list) or len(names) != len(answers) or found is None:
        return
    for index, (entry, answer) in enumerate(zip(names, answers, strict=True)):
        if isinstance(entry, dict) and isinstance(answer, dict):
            yield from Reading(asked.key, index, entry, answer, found).findings()


class Reading:
    """One name's answer against the chapter's uses of it."""

    def __init__(self, key: str, index: int, entry: dict[str, JsonValue], answer: dict[str, JsonValue], found: Survey) -> None:
        self._key, self._index, self._answer, self._found = key, index, answer, found
        self._name = str(entry["name"])
        self._uses: list[dict[str, Any]] = [use for use in _list(entry.get("uses")) if isinstance(use, dict)]
        self._defaults: list[dict[str, Any]] = [said for said in _list(entry.get("defaults")) if isinstance(said, dict)]
        self._meant: list[dict[str, Any]] = [said for said in _list(entry.get("meanings")) if isinstance(said, dict)]
        self._release = found.release(self._name)

    def findings(self) -> Iterator[Finding]:
        state = self._answer.get("state")
        if state == "missing":
            yield from self._missing()
        elif state == "found":
            yield from self._there()
            yield from self._calls()
            yield from self._stated()
            yield from self._meanings()

    def _missing(self) -> Iterator[Finding]:
        inside = str(self._answer.get("in", ""))
        if inside not in ("module", "import") and not inside.endswith("Module") and not self._closed_class():
            return
        if isinstance(self._found.resolve(self._name), Found) or awaits_later(self._found, self._name):
            return
        error = str(self._answer.get("error", ""))
        closest = [str(each) for each in _list(self._answer.get("closest")) if not str(each).startswith("_")]
        removed = any(word in error for word in ("was removed", "deprecated", "was moved", "expired", "no longer"))
        hint = f" It says: {error}" if removed else f" The closest name there is {closest[0]}." if closest else ""
        for use in self._blamed():
            what = "is no longer in" if removed else "does not exist in"
            summary = f"{use['written']} {what} {self._release}.{hint}"
            yield self._finding(_REMOVED if removed else _MISSING, _span(use), summary, f"getattr raised: {error}", "CONTRADICTS", "error")

    def _closed_class(self) -> bool:
        """Whether the name is missing from a class for certain: its objects get no such attribute either, and a like name is there."""
        resolved = self._found.resolve(self._name)
        parent = resolved.parent if isinstance(resolved, Unknown) else None
        member = str(self._answer.get("member", ""))
        if self._answer.get("closed") is not True or parent is None or parent.kind != "class":
            return False
        if member in self._found.names.names_of(parent):
            return False
        return bool(difflib.get_close_matches(member, [str(each) for each in _list(self._answer.get("closest"))], cutoff=0.8))

    def _there(self) -> Iterator[Finding]:
        if not self._uses or isinstance(self._found.resolve(self._name), Found) or self._name.startswith("builtins."):
            return
        marks = [str(each) for each in _list(self._answer.get("deprecated"))]
        if marks and self._blamed():
            use = self._blamed()[0]
            summary = f"{use['written']} works in {self._release} but is deprecated: {marks[0]}"
            yield self._finding(_DEPRECATED, _span(use), summary, "the warning at its look-up", "CONTRADICTS", "deprecated")
            return
        use = self._uses[0]
        summary = f"{use['written']} exists in {self._release}: a {self._answer.get('type')}."
        yield self._finding(_EXISTS, _span(use), summary, f"getattr gave a {self._answer.get('type')}", "SUPPORTS", "type")

    def _calls(self) -> Iterator[Finding]:
        parameters = self._parameters()
        if parameters is None:
            return
        for use in self._blamed():
            if use.get("called"):
                call = Call(tuple(use["keywords"]), use["positional"], use["whole"])
                late = any(awaits_later(self._found, self._name, keyword) for keyword in call.keywords)
                for judged, words, step in () if late else faults(use["written"], call, parameters):
                    yield self._finding(judged, _span(use), f"{words} in {self._release}.", step, "CONTRADICTS", "signature")

    def _stated(self) -> Iterator[Finding]:
        parameters = self._parameters()
        if self._answer.get("plain") is True:
            yield from self._setting()
        for said in self._defaults if parameters is not None else ():
            place = next((number for number, each in enumerate(parameters or ()) if each.name == said["parameter"]), None)
            default = parameters[place].default if parameters is not None and place is not None else None
            if default is None or place is None:
                continue
            try:
                there, value = python_source.literal(default), python_source.literal(said["value"])
            except ValueError:
                continue
            right = same(value, there)
            if not right and (there is None or type(there) is not type(value)) and not {type(there), type(value)} <= {int, float}:
                continue
            words = f"as the chapter says ({said['said']})" if right else f"not {said['said']}"
            summary = f"The default of {said['parameter']} of {self._name} is {default} in {self._release}, {words}."
            relation: Relation = "SUPPORTS" if right else "CONTRADICTS"
            yield self._finding(
                _RIGHT if right else _WRONG,
                _span(said),
                summary,
                f"inspect.signature gives {default}",
                relation,
                f"signature/{place}/default",
            )

    def _meanings(self) -> Iterator[Finding]:
        """What the chapter says of it against the documentation that the interpreter shows."""
        lines = [str(line) for line in _list(self._answer.get("doc"))]
        for record in self._meant if any(lines) else ():
            said = said_of(record)
            told = told_by(said, Told("\n".join(lines)).document())
            if len(told) != 1:
                continue
            sense = said.meaning.senses[told[0]].doc
            place = next((number for number, line in enumerate(lines) if sense.search(line)), None)
            if place is not None:
                judgement, span, summary, working = judged(self._found, said, told[0], f"help, line {place + 1}", self._name)
                relation: Relation = "SUPPORTS" if told[0] == said.sense else "CONTRADICTS"
                yield self._finding(judgement, span, summary, working[1], relation, f"doc/{place}")

    def _setting(self) -> Iterator[Finding]:
        """A default that is stated of the name itself: the value that it has where nothing was set."""
        there = self._answer.get("value")
        for said in self._defaults:
            value = python_source.literal(said["value"])
            right = same(value, there)
            if said["parameter"].rpartition(".")[2] == self._name.rpartition(".")[2] and (right or type(value) is type(there)):
                words = f"as the chapter says ({said['said']})" if right else f"not {said['said']}"
                summary = f"{self._name} is {there!r} in {self._release} where nothing is set, {words}."
                relation: Relation = "SUPPORTS" if right else "CONTRADICTS"
                yield self._finding(_RIGHT if right else _WRONG, _span(said), summary, f"its value is {there!r}", relation, "value")

    def _parameters(self) -> list[Parameter] | None:
        shape = self._answer.get("signature")
        if not isinstance(shape, list):
            return None
        found = []
        for each in shape:
            if not isinstance(each, dict) or each.get("kind") not in _KINDS:
                return None
            default = None if each.get("required") else str(each.get("default"))
            found.append(Parameter(str(each.get("name")), _KINDS[str(each["kind"])], default, 0))  # type: ignore[arg-type]
        return found

    def _blamed(self) -> list[dict[str, Any]]:
        return [use for use in self._uses if use.get("blamed")]

    def _finding(self, judged: Judgement, span: Span, summary: str, step: str, relation: Relation, field: str) -> Finding:
        value: JsonValue = self._answer
        for part in field.split("/"):
            value = value[int(part)] if isinstance(value, list) else value.get(part) if isinstance(value, dict) else None
        ground = MeasuredEvidence(relation=relation, run=self._key, field=f"/names/{self._index}/{field}", value=value)
        return finding(judged, span, summary[:600], (f"looked up {self._name} in the running interpreter", step[:600]), (ground,))


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _span(use: dict[str, Any]) -> Span:
    return Span(start=use["span"][0], end=use["span"][1])
