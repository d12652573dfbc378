"""What can go wrong with a model; each ends one step, never the run.

ModelError           message: what happened, in our words, and what to do
  NotAllowed         the endpoint refuses us: key, model name, address (401, 403, 404): every further call would fail
    Rejected         it does not take the request's form (400, 422)
  TooLong            the request is larger than the model's context, by the server's own word
  Unreachable        no answer after all tries: connection, time, overload; seconds tells how long it was tried
  BadReply           an answer came, and it is of no use: filtered, empty, endless, or against its schema after all tries; usage
    Cut              the stream ended before the answer did; worth another try
    Unbounded        the answer passed its bounds of time or bytes on the wire, whatever it held
  Spent              the budget does not reach for this call; nothing was sent
"""

from __future__ import annotations

from agent.llm.records import Usage


class ModelError(Exception):
    """Base of the failures of a model call."""


class NotAllowed(ModelError):
    """The endpoint refuses every call of this kind. status: of HTTP, 0 where there was none."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class Rejected(NotAllowed):
    """The endpoint does not take the request's form. complaint: its words in lower case, to look for names of parameters in."""

    def __init__(self, message: str, status: int, complaint: str) -> None:
        super().__init__(message, status)
        self.complaint = complaint


class TooLong(ModelError):
    """The server says that the request does not fit the model's context."""


class Unreachable(ModelError):
    """No answer after all tries."""


class BadReply(ModelError):
    """An answer of no use, which was paid for all the same. usage: None where nobody says how much it cost, or it is told elsewhere."""

    def __init__(self, message: str, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.usage = usage


class Cut(BadReply):
    """The stream ended before the answer did."""


class Unbounded(BadReply):
    """The answer passed the bounds that every answer has on the wire."""


class Spent(ModelError):
    """The budget does not reach for this call."""
