"""Errors that a user can mend, with their exit status.

CorrigendaError     message: what is wrong, where, and what to do
  BadInput    (2)   the pack, a file or an option cannot be used
  Stopped     (5)   ended before the report; what was done is kept and can be resumed
"""

from __future__ import annotations


class CorrigendaError(Exception):
    """Base of what is shown to the user as one line, without a traceback."""

    exit_status = 1


class BadInput(CorrigendaError):
    """Something that was given cannot be used."""

    exit_status = 2


class Stopped(CorrigendaError):
    """The run ended before its report."""

    exit_status = 5
