"""Who sees and does what, once; a request that does not fit its row is never made.

Every role that sees outside text counts as captured by it. What it can do is bounded by its row: slots are all that it is shown, tools
all that it can call, and its answer has the one form that its module reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from agent.llm import wire
from agent.llm.asking import Models
from agent.llm.records import Ask, Form, Tool, opening
from prompts.library import Part, render

SEARCHES = ("search_papers", "search_docs", "search_code", "search_discussions")
PLANNER_TOOLS = (
    *SEARCHES, "open_source", "find_in_source", "inspect_package", "release_history", "run_probe", "run_experiment", "note_gap", "finish",
)  # fmt: skip


Case = TypeVar("Case")


class NotAllowed(AssertionError):
    """A request was about to show or allow a role more than its row does: a bug of ours."""


@dataclass(frozen=True)
class Role:
    """sees: the slots of its prompt, each with what may stand there; does: the tools that it may call; gives: in a few words."""

    name: str
    sees: dict[str, str]
    gives: str
    does: tuple[str, ...] = ()
    output_tokens: int = 2_000


ROLES = {
    role.name: role
    for role in (
        Role(
            "claim_reader",
            {"passage": "a piece of the chapter, fenced"},
            "quotes of the chapter, kinds, restatements",
            output_tokens=3_000,
        ),
        Role(
            "planner",
            {
                "claims": "statements, fenced, with what instruments found: verdicts and names",
                "history": "references, evidence and earlier research of the pack, fenced",
                "log": "typed returns of its tools: labels, counts, relations, locators, titles made inert and cut; fenced",
            },
            "calls of tools",
            PLANNER_TOOLS,
            1_200,
        ),
        Role(
            "source_reader",
            {"claims": "statements, fenced", "passages": "passages of one source, fenced"},
            "relations, verbatim quotations, rationales",
        ),
        Role(
            "experimenter",
            {
                "claim": "one statement, fenced",
                "packages": "names and versions, excerpts of source, fenced",
                "traceback": "of its own program, fenced",
            },
            "a program with its criteria",
        ),
        Role("judge", {"cases": "statements with verified evidence, fenced"}, "verdicts"),
        Role("auditor", {"cases": "findings with verified evidence, fenced"}, "objections"),
        Role("proposer", {"cases": "statements with verdicts and verified evidence, fenced"}, "old and new words, reasons"),
        Role(
            "writer",
            {"section": "the section's name, ours", "records": "its records, fenced"},
            "sentences tied to records",
            output_tokens=1_000,
        ),
        Role(
            "answerer",
            {"question": "the user's question, fenced", "records": "records of the run, fenced"},
            "sentences tied to records, or what to look up in these records first",
            output_tokens=1_000,
        ),
    )
}  # fmt: skip


def ask(role: str, filled: dict[str, tuple[Part, ...]], form: Form | None = None, tools: tuple[Tool, ...] = ()) -> Ask:
    """A request of this role, within its row."""
    row = ROLES[role]
    if set(filled) != set(row.sees):
        raise NotAllowed(f"the {role} sees {sorted(row.sees)}, not {sorted(filled)}")
    if beyond := {tool.name for tool in tools} - set(row.does):
        raise NotAllowed(f"the {role} may not call {sorted(beyond)}")
    return opening(role, render(role, filled), form, tools, row.output_tokens)


def batched(models: Models, cases: Iterable[Case], request: Callable[[list[Case]], Ask], most: int) -> Iterator[list[Case]]:
    """Cases in their order, as many in one request as the model's context takes and `most` at most; one alone may be too large."""
    batch: list[Case] = []
    for case in cases:
        wanted = request([*batch, case])
        if batch and (len(batch) == most or wire.size(wanted) > models.room(wanted.role, wanted.output_tokens)):
            yield batch
            batch = []
        batch.append(case)
    if batch:
        yield batch
