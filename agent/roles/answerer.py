"""The answerer: says what a run's records hold on a question, each sentence tied to records, with look-ups in them alone."""

from __future__ import annotations

from agent.llm.asking import Models
from agent.llm.schema import Words, form_of
from agent.roles.table import ask
from prompts.library import Part, Quoted
from prompts.trust import Untrusted
from tools.records import Record

STAGE, ROLE = "chat", "answerer"


class Told(Record):
    text: Words
    records: tuple[str, ...]


class Answer(Record):
    """The answerer's answer. look_up: labels or words to be looked up in the records first; sentences count where it is empty."""

    sentences: tuple[Told, ...]
    look_up: tuple[Words, ...]


def answer(models: Models, question: Untrusted, records: tuple[Part, ...], again: str = "") -> Answer:
    """What is said on the question, or what is to be looked up first; raises ModelError. again: what was wrong before, in our words."""
    asked: tuple[Part, ...] = (Quoted("question", question), *([again] if again else []))
    return models.answer(STAGE, ask(ROLE, {"question": asked, "records": records}, form_of(Answer)), Answer)
