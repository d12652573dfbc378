"""Questions on a finished run, answered from its records: by a model whose sentences are checked, or by looking them up.

What is asked and answered is kept apart from the run, whose folder stays as it was finished.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent.interfaces.lookups import Lookups
from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.report.sentences import unheld
from agent.roles import answerer
from prompts import inert
from prompts.library import Part, Quoted
from prompts.trust import Untrusted

_MOST = 12  # records that a model is shown at a time
_LONG = 1_200  # characters of one
_ROUNDS = 3
_LISTED = 8


@dataclass(frozen=True)
class Answers:
    """models: None where only look-ups are answered."""

    lookups: Lookups
    models: Models | None

    def to(self, question: str) -> Iterator[str]:
        """The answer, a line each."""
        named = self.lookups.named(question)
        if self.models is None or self.lookups.only_names(question):
            yield from self._looked_up(question, named)
            return
        try:
            said = list(self._said(self.models, question, named))
        except ModelError as error:
            yield f"the model could not answer: {error}"
            said = []
        if said:
            yield from said
            return
        near = named or self.lookups.by_words(question, _LISTED)
        yield "no answer passed its check" + ("; these records are nearest:" if near else ", and no record of this run holds these words")
        yield from self._listed(near)

    def _looked_up(self, question: str, named: list[str]) -> Iterator[str]:
        if named:
            for label in named:
                yield from self.lookups.records[label].splitlines()
            return
        found = self.lookups.by_words(question, _LISTED)
        if not found:
            yield "no record of this run holds these words; ask with a label (C16, E3, S2, X1, P1) or other words"
        yield from self._listed(found)

    def _listed(self, labels: list[str]) -> Iterator[str]:
        for label in labels:
            head, _, rest = self.lookups.records[label].strip().partition("\n")
            yield f"[{label}] {head} {rest.strip().partition(chr(10))[0]}"[:220]

    def _said(self, models: Models, question: str, named: list[str]) -> Iterator[str]:
        """The model's sentences that hold, each with its records; none where none does."""
        labels = (named + [label for label in (*self.lookups.by_words(question, _MOST), *self.lookups.first) if label not in named])[:_MOST]
        again = ""
        for _ in range(_ROUNDS):
            records = {label: self.lookups.records[label][:_LONG] for label in labels}
            parts: tuple[Part, ...] = tuple(Quoted(f"record {label}", Untrusted(text, "derived")) for label, text in records.items())
            answer = answerer.answer(models, Untrusted(question, "person"), parts or ("none",), again)
            if answer.look_up and not answer.sentences:
                wanted = " ".join(inert.one_line(words, 80) for words in answer.look_up[:6])
                more = [label for label in (*self.lookups.named(wanted), *self.lookups.by_words(wanted, _MOST)) if label not in labels]
                labels = (more[: _MOST // 2] + labels)[:_MOST]
                again = "" if more else "The look-up found nothing more."
                continue
            held = [item for item in answer.sentences if not unheld(item.text, item.records, records)]
            if held or not answer.sentences:
                yield from (f"{inert.one_line(item.text)} [{'] ['.join(item.records)}]" for item in held)
                return
            wrong = dict.fromkeys(problem for item in answer.sentences for problem in unheld(item.text, item.records, records))
            again = f"What you wrote before broke these rules: {'; '.join(wrong)}"
