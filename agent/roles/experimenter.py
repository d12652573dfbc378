"""The experimenter: a small program that decides one statement by running it, its criteria fixed before the run."""

from __future__ import annotations

from agent.llm.asking import Models
from agent.llm.schema import Script, Words, form_of
from agent.records import Claim
from agent.roles import shown
from agent.roles.table import ask
from prompts.library import Part, Quoted
from prompts.trust import Untrusted
from tools.records import Record

STAGE, ROLE = "plan", "experimenter"


class Design(Record):
    """The experimenter's answer. script: empty where no program can decide the statement."""

    question: Words
    success: Words
    failure: Words
    script: Script


def design(
    models: Models, claim: Claim, packages: dict[str, str], known: tuple[Quoted, ...] = (), traceback: Untrusted | None = None
) -> Design:
    """A program for the statement; raises ModelError. packages: name to version; traceback: of the program before this one."""
    installed: tuple[Part, ...] = (
        ", ".join(f"{name} {version}" for name, version in sorted(packages.items())) or "the standard library alone",
    )
    before: tuple[Part, ...] = (Quoted("traceback", traceback),) if traceback is not None else ("nothing yet",)
    statement = (shown.claim(claim), Quoted(f"the words of {claim.label}", claim.text))
    filled: dict[str, tuple[Part, ...]] = {"claim": statement, "packages": (*installed, *known), "traceback": before}
    return models.answer(STAGE, ask(ROLE, filled, form_of(Design)), Design)
