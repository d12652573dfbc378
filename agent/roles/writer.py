"""The writer: the opening of a section, each sentence tied to records of it."""

from __future__ import annotations

from agent.llm.asking import Models
from agent.llm.schema import Words, form_of
from agent.roles.table import ask
from prompts.library import Part
from prompts.trust import Untrusted
from tools.records import Record

STAGE, ROLE = "sections", "writer"


class Written(Record):
    text: Words
    evidence: tuple[str, ...]


class Opening(Record):
    """The writer's answer on one section."""

    sentences: tuple[Written, ...]


class Sentence(Record):
    """One sentence of an opening. rests: labels of the records that it is tied to."""

    text: Untrusted
    rests: tuple[str, ...]


def write(models: Models, section: str, records: tuple[Part, ...], again: str = "") -> tuple[Sentence, ...]:
    """The opening of a section; raises ModelError. again: what was wrong with the one before, in words of ours."""
    name = f"{section}. {again}" if again else section
    answer = models.answer(STAGE, ask(ROLE, {"section": (name,), "records": records}, form_of(Opening)), Opening)
    return tuple(Sentence(text=item.text, rests=item.evidence) for item in answer.sentences)
