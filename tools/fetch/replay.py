"""A recording in place of the network: each request is answered as it was answered then, in the same order, or not at all."""

from __future__ import annotations

import threading
from typing import get_args

from tools.exchange import Ended, Request, Response
from tools.fetch.records import State
from tools.store import Damaged, EvidenceStore, Stored


class Replay:
    """Answers from an archive of exchanges. A request that was made several times is answered in turn, the last answer then for good."""

    def __init__(self, archive: EvidenceStore) -> None:
        self._archive = archive
        self._lock = threading.Lock()
        self._answers: dict[str, list[Stored]] = {}
        self._forms: dict[str, set[str]] = {}
        for request, outcome in archive.exchanges():
            self._answers.setdefault(request.key, []).append(outcome)
            self._forms.setdefault(request.place, set()).add(request.key)

    def answer(self, request: Request) -> Response | Ended | None:
        """What came of this request then, None where it was not made."""
        forms = self._forms.get(request.place, set())
        # A recording of another tool or version may have preferred other forms of the document; where it has one, that is the document.
        key = next(iter(forms)) if len(forms) == 1 else request.key
        with self._lock:
            answers = self._answers.get(key)
            if not answers:
                return None
            entry = answers.pop(0) if len(answers) > 1 else answers[0]
        outcome = self._archive.outcome(entry)
        if isinstance(outcome, Ended) and outcome.state not in get_args(State):
            raise Damaged(self._archive.path, entry.offset, "an outcome of a kind that there is not")
        return outcome
