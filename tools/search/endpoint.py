"""A provider's interface behind the door: asked and read in one place, and no longer asked once it has refused or fallen silent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from pydantic import JsonValue

from tools.fetch import Answer, Door
from tools.identity.registries.crossref import reason as message_of
from tools.loose import text
from tools.search.records import Outcome, outcome_of

Parameters = Mapping[str, str] | Mapping[str, str | int] | Mapping[str, int]
_SILENT = 2  # times in a row that it was not reached, after which the run asks it no more


@dataclass(frozen=True)
class Asked:
    """outcome: "found" where there is a body. value: the body as JSON, where JSON was asked for."""

    outcome: Outcome
    reason: str = ""
    value: JsonValue = None
    body: bytes = b""


class Endpoint:
    """One interface. own: it is an origin that the user configured, opened as configured.

    unusable: why it is not to be asked at all (a key that is missing), "" where nothing is known against it.
    """

    def __init__(self, door: Door, base: str, *, own: bool = False, unusable: str = "") -> None:
        self.base = base.rstrip("/")
        self.unusable = unusable
        self._door, self._own = door, own
        self._silent = 0

    def json(self, path: str, parameters: Parameters | None = None, *, accept: str = "application/json", post: JsonValue = None) -> Asked:
        """Ask for JSON."""
        asked = self.ask(path, parameters, accept=accept, post=post)
        if asked.outcome != "found":
            return asked
        try:
            return Asked("found", value=json.loads(asked.body))
        except (ValueError, RecursionError):
            return Asked("malformed", "the answer is no JSON")

    def ask(self, path: str, parameters: Parameters | None = None, *, accept: str = "", post: JsonValue = None) -> Asked:
        """Ask for anything."""
        if self.unusable:
            return Asked("unusable", self.unusable)
        url = self.base + path + (f"?{urlencode(parameters)}" if parameters else "")
        answer = self._door.fetch(url, accept=accept, api=True, own=self._own, post=post)
        return self._noted(answer)

    def _noted(self, answer: Answer) -> Asked:
        record = answer.record
        if record.state == "fetched":
            self._silent = 0
            return Asked("found", body=answer.body)
        outcome, reason = outcome_of(record.state), record.reason
        if record.state == "denied" and exhausted(answer):
            outcome, reason = "throttled", "the allowance of requests is used up"
        elif record.state == "error" and record.status in (400, 422):
            outcome = "refused"
        reason += f" ({said})" if (said := _said(answer)) else ""
        self._silent = self._silent + 1 if outcome == "not reached" else 0
        if outcome == "refused" and record.state != "error":
            self.unusable = f"it refused before: {reason}"
        elif record.state == "offline":
            self.unusable = reason
        elif self._silent >= _SILENT:
            self.unusable = f"it was not reached {_SILENT} times in a row: {reason}"
        return Asked(outcome, reason)


def exhausted(answer: Answer) -> bool:
    """Whether a refusal is one for now alone, as GitHub and others answer 403 where an allowance is used up."""
    return answer.headers.get("x-ratelimit-remaining") == "0" or b"rate limit" in answer.shown[:2_000].lower()


def _said(answer: Answer) -> str:
    """The provider's own sentence in the usual places of an error, as plain characters and cut; it goes into reasons alone."""
    try:
        value = json.loads(answer.shown[:20_000])
    except (ValueError, RecursionError):
        return ""
    found = text(value, "message") or message_of(value) or text(value, "error") or text(value, "errors", 0, "title")
    found = found or text(value, "detail", "error") or text(value, "error", "detail")
    return "".join(ch for ch in " ".join(found.split()) if ch.isascii() and ch.isprintable() and ch not in "<>[]`|*_\\")[:120]
