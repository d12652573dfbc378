"""What releases of a package have under a name, and between which of them it changed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from prompts.trust import Untrusted
from tools.records import Quotation, Record

ChangeKind = Literal["appeared", "disappeared", "moved", "kind", "alias", "deprecated", "default", "signature"]
Mark = Literal["", "warns", "always raises"]


class Taken(Record):
    """A parameter as the source of a release writes it; default: None where it has none."""

    name: str
    kind: str
    default: Untrusted | None = None


class Named(Record):
    """What a name is in one release, without the lines where it stands: equal in two releases where nothing changed.

    kind: "module", "class", "function", "value", or "words" for a text that was looked for. path: of the file that defines it.
    alias: full name of the setting that it is another name for. marked: how the source speaks against its use.
    default: of a setting, its source text. takes: of a callable, None where the source does not show it.
    """

    kind: str
    path: str
    alias: str = ""
    marked: Mark = ""
    default: Untrusted | None = None
    takes: tuple[Taken, ...] | None = None


class Looked(Record):
    """One release that was read, or that could not be.

    uploaded: date of its first file, "" where the index does not say. file: the one that was read. named: None where the name is
    absent or the release unread. certain: the text shows that it is absent, and not only that it is not seen. quotation: the line; of
    an absent name that of the module or class that would have it, or of the nearest module above, None where there is none.
    marking: the lines that speak against its use; parameters: the lines of each. reason: why it is unread.
    """

    version: str
    uploaded: str = ""
    file: str = ""
    state: Literal["present", "absent", "unread"]
    named: Named | None = None
    certain: bool = True
    quotation: Quotation | None = None
    marking: Quotation | None = None
    parameters: dict[str, Quotation] = Field(default_factory=dict)
    reason: str = ""


class Change(Record):
    """What differs between two releases, neighbours unless others are told.

    unread: releases between them that could not be read; left: those that were not looked at, since the search ended before. It may have
    come with any of these.
    """

    kinds: tuple[ChangeKind, ...]
    before: Looked
    after: Looked
    unread: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


class History(Record):
    """The answer. releases: how many were considered, in the order of versions. looked: those that were read or tried.

    left: ranges of releases that were not looked at ("2.1.1 to 2.5.0"), in which something may have changed and changed back.
    left_out: pre-releases and withdrawn releases, which were not considered. ended: why it is not finished, "" where it is.
    requests, bytes, seconds: what it cost.
    """

    package: str
    name: str
    releases: int = 0
    looked: tuple[Looked, ...] = ()
    changes: tuple[Change, ...] = ()
    left: tuple[str, ...] = ()
    left_out: int = 0
    ended: str = ""
    requests: int = 0
    bytes: int = 0
    seconds: float = 0.0
