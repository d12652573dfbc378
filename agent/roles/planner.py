"""The planner: decides what is searched, opened and run, by calls of tools whose returns never hold what a source says.

Its calls are checked before anything is done: known tools, arguments of the right form, handles and statements that exist, queries of
its own words. It composes no address: what is opened is a handle.
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from agent.inquiry import Act, Inquiry
from agent.llm import wire
from agent.llm.asking import Models
from agent.llm.errors import BadReply
from agent.llm.records import Ask, Call, Reply, Tool
from agent.llm.schema import Refused, form_of, read
from agent.records import Assessment, Claim
from agent.roles import shown
from agent.roles.table import PLANNER_TOOLS, ROLES, ask
from prompts.inert import one_line
from prompts.library import Part, Quoted
from prompts.trust import Untrusted, derived, measure
from tools.records import Priority, Record

STAGE, ROLE = "plan", "planner"
LONGEST_QUERY = 200
_LABELS = Field(max_length=12)
_MOST_CLAIMS = 60
_MOST_CALLS = 8  # of one round
_MOST_HANDLES = 60
_TRIES = 3
_BEFORE = "it was called with the same arguments before"


class Search(Record):
    """query: your own words, 200 characters at most; claims: labels of the statements that it is about."""

    query: str = Field(max_length=LONGEST_QUERY)
    claims: tuple[str, ...] = _LABELS


class Open(Record):
    """handle: of something that a search or a document brought; claims: labels of the statements to be read for."""

    handle: str
    claims: tuple[str, ...] = _LABELS


class Find(Record):
    """handle: of a source that was opened; words: that are looked for in it."""

    handle: str
    words: str = Field(max_length=LONGEST_QUERY)


class Inspect(Record):
    """name: dotted, of a module, function, class or setting of an installed package; claims: labels."""

    name: str = Field(max_length=120, pattern=r"^[A-Za-z_][\w.]*$")
    claims: tuple[str, ...] = _LABELS


class History(Record):
    """package: its name in the index; name: dotted, of the setting or function whose releases are looked through; claims: labels."""

    package: str = Field(max_length=80, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    name: str = Field(max_length=120, pattern=r"^[A-Za-z_][\w.]*$")
    claims: tuple[str, ...] = _LABELS


class Probe(Record):
    """name: of one of the probes that are listed."""

    name: str = Field(max_length=80)


class Run(Record):
    """claim: label of the one statement that a small program is to decide."""

    claim: str


class Note(Record):
    """claim: label; wanted: what would be needed to decide it, in one sentence; priority: how much it matters."""

    claim: str
    wanted: str = Field(max_length=300)
    priority: Priority


class Finish(Record):
    """reason: covered, nothing new, or out of means."""

    reason: str = Field(max_length=100)


TAKES: dict[str, type[Record]] = {
    "search_papers": Search, "search_docs": Search, "search_code": Search, "search_discussions": Search, "open_source": Open,
    "find_in_source": Find, "inspect_package": Inspect, "release_history": History, "run_probe": Probe, "run_experiment": Run,
    "note_gap": Note, "finish": Finish,
}  # fmt: skip
_DOES = {
    "search_papers": "Searches registries of papers.",
    "search_docs": "Searches documentation of the packages that the chapter uses.",
    "search_code": "Searches code, issues and releases of their repositories.",
    "search_discussions": "Searches discussions; what it finds leads to sources and is none itself.",
    "open_source": "Opens a handle, has it read for the statements, and tells what it says about which.",
    "find_in_source": "Counts and locates words in a source that was opened.",
    "inspect_package": "Reads the source of a name in the installed packages for the statements.",
    "release_history": "Finds the releases in which a name or its default changed.",
    "run_probe": "Has one of our own experiments run.",
    "run_experiment": "Has a program written and run that decides one statement.",
    "note_gap": "Notes what would be needed to decide a statement.",
    "finish": "Ends the search.",
}
assert set(TAKES) == set(PLANNER_TOOLS) == set(_DOES)


def tools(allowed: frozenset[str]) -> tuple[Tool, ...]:
    """The tools that this run has, as a model sees them."""
    return tuple(
        Tool(name=name, description=f"{_DOES[name]} {TAKES[name].__doc__}", parameters=form_of(TAKES[name]).schema_)
        for name in PLANNER_TOOLS
        if name in allowed
    )


def plan(
    models: Models, claims: tuple[Claim, ...], assessed: dict[str, Assessment], history: tuple[Untrusted, ...], probes: tuple[str, ...],
    inquiry: Inquiry, allowed: frozenset[str],
) -> tuple[tuple[Act, ...], tuple[str, ...]]:  # fmt: skip
    """The acts of the next round, and why calls of the model's were refused; raises ModelError.

    A reply without a call that can be done is sent back with the reasons, twice at most. One that only repeats itself has no more to call
    for.
    """
    told: list[str] = []
    for _ in range(_TRIES):
        wanted = _request(models, claims, assessed, history, probes, inquiry, tools(allowed), tuple(told))
        acts, refused = _acts(models.reply(STAGE, wanted), {claim.label for claim in claims}, inquiry, allowed)
        told += refused
        if acts or all(reason.endswith(_BEFORE) for reason in refused):
            return acts, tuple(told)
    raise BadReply(f"the planner called for nothing that can be done {_TRIES} times, last: {told[-1]}")


def _acts(reply: Reply, known: set[str], inquiry: Inquiry, allowed: frozenset[str]) -> tuple[tuple[Act, ...], list[str]]:
    """What of a reply can be done, and why the rest cannot."""
    acts: list[Act] = []
    refused: list[str] = []
    before = {(done.act.tool, _told(done.act.arguments)) for done in inquiry.done}
    for call in reply.calls:
        act = _checked(call, f"{inquiry.rounds + 1}.{len(acts) + 1}", allowed, known, inquiry)
        if isinstance(act, str):
            refused.append(act)
        elif (act.tool, _told(act.arguments)) in before or any((a.tool, a.arguments) == (act.tool, act.arguments) for a in acts):
            refused.append(f"{act.tool}: {_BEFORE}")
        elif len(acts) == _MOST_CALLS:
            refused.append(f"{act.tool}: more than {_MOST_CALLS} calls in one round")
        else:
            acts.append(act)
    if not reply.calls:
        refused.append("no tool was called")
    return tuple(acts), refused


def _checked(call: Call, key: str, allowed: frozenset[str], known: set[str], inquiry: Inquiry) -> Act | str:
    """The act that a call wants, or why it is none."""
    if call.name not in allowed:
        return "a tool that this run does not have"
    try:
        arguments: Any = read(call.arguments, TAKES[call.name])
    except Refused as error:
        return f"{call.name}: {error}"
    given = arguments.model_dump(mode="json")
    named = [*given.get("claims", ()), *([given["claim"]] if "claim" in given else [])]
    if any(label not in known for label in named):
        return f"{call.name}: a statement that was not shown"
    if "handle" in given and inquiry.handle(given["handle"]) is None:
        return f"{call.name}: no such handle"
    if "claims" in given and not given["claims"]:
        return f"{call.name}: for which statements?"
    return Act(key=key, tool=call.name, arguments=given)


def _told(arguments: dict[str, Any]) -> str:
    return repr(sorted((key, value) for key, value in arguments.items()))


# ---- what it is shown ------------------------------------------------------------------------------------------


def _request(
    models: Models, claims: tuple[Claim, ...], assessed: dict[str, Assessment], history: tuple[Untrusted, ...], probes: tuple[str, ...],
    inquiry: Inquiry, tools: tuple[Tool, ...], refused: tuple[str, ...] = (),
) -> Ask:  # fmt: skip
    """What fits of it: the statements first, which stay the same from round to round, then the log, then what can be opened.

    Where it is too much the oldest lines of the log go first, then what the pack brings, then the statements of least worth.
    """
    room = models.room(ROLE, ROLES[ROLE].output_tokens)
    shown_claims = list(claims[:_MOST_CLAIMS])
    log = _log(inquiry)
    can = [*([f"Probes that can be run: {', '.join(probes)}"] if probes else []), *_handles(inquiry)]
    log += [f"Refused, and not done: {reason}" for reason in refused[-_MOST_CALLS:]]
    quoted: tuple[Part, ...] = tuple(Quoted("from the pack", words) for words in history) or ("nothing",)
    while True:
        parts: list[Part] = []
        for claim in shown_claims:
            parts += [_known(claim, assessed.get(claim.id)), shown.claim(claim)]
        told = "\n".join([*log, "What can be opened, or run:", *can] if can else log)
        filled: dict[str, tuple[Part, ...]] = {
            "claims": tuple(parts), "history": quoted, "log": (Quoted("log", derived(told or "nothing yet")),),
        }  # fmt: skip
        wanted = ask(ROLE, filled, tools=tools)
        if wire.size(wanted) <= room or (len(log) <= 4 and len(shown_claims) <= 4):
            return wanted
        if len(log) > 4:
            log = log[max(1, len(log) // 8) :]
        elif quoted != ("nothing",):
            quoted = ("nothing",)
        else:
            shown_claims = shown_claims[: len(shown_claims) * 3 // 4]


def _known(claim: Claim, assessment: Assessment | None) -> str:
    worth = f"worth {claim.worth}; " if claim.worth else ""
    if assessment is None or assessment.verdict == "unverifiable":
        return f"{claim.label}: {worth}open"
    return f"{claim.label}: {worth}{assessment.verdict} by {assessment.by}"


def _log(inquiry: Inquiry) -> list[str]:
    lines = []
    for done in inquiry.done:
        about = f" {done.act.arguments['handle']}" if "handle" in done.act.arguments else ""
        lines.append(f"{done.act.key} {done.act.tool}{about}: {'; '.join(done.lines)}")
    return lines


def _handles(inquiry: Inquiry) -> list[str]:
    """What was not opened yet, the newest last."""
    opened = {done.act.arguments.get("handle") for done in inquiry.done if done.act.tool == "open_source"}
    waiting = [handle for handle in inquiry.handles if handle.label not in opened][-_MOST_HANDLES:]
    return [f"  {handle.label}: {handle.kind}, {handle.came}, {_title(handle.title)}" for handle in waiting]


def _title(title: Untrusted) -> str:
    return f'"{one_line(title, 100)}"' if measure(title).strip() else "without a title"
