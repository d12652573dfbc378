"""The records of an inquiry: what was called, by whom, what came of it, and all that may be opened.

An act is one call of one tool, whether a model or the rules wanted it. What it brought is kept as a whole; what the planner is told
of it is `lines`, in our words, with numbers, labels, locators and titles made inert, and never a word that a source says.
"""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from agent.records import Limitation
from prompts.trust import Untrusted
from tools.records import Gap, Record, Relation, RunWanted, Source, Span
from tools.search.follow import Step

HandleKind = Literal["paper", "page", "code", "issue", "release", "package", "documentation", "post", "comment", "link"]


class Handle(Record):
    """Something that can be opened by its label. url, id: from the pack, a search or a document, judged by the policy when opened.

    came: from where, in a few of our words; chain: the steps by which a document led to it; discovery: a link to follow and commentary,
    never alone the ground of a verdict.
    """

    label: str
    id: str
    url: str
    kind: HandleKind
    title: Untrusted
    came: str
    date: str | None = None
    discovery: bool = False
    chain: tuple[Step, ...] = ()


class Searched(Record):
    """How one query ended at one provider."""

    provider: str
    query: Untrusted
    outcome: str
    reason: str = ""
    hits: int = 0


class Said(Record):
    """Words of a source that bear on a statement, found at their place. by: who related them, a model or a tool of ours.

    span: in the text of the stored document as it is read (tools/extract); locator: for a person. about: words of the chapter that
    they are about in place of a whole statement; the evidence is then that of the claim which is about these words. commentary: the source
    is a discussion.
    """

    claim: str
    source: str
    sha256: str
    span: Span
    text: Untrusted
    locator: str
    relation: Relation
    rationale: Untrusted
    limits: Untrusted
    by: str
    about: Span | None = None
    commentary: bool = False


class Opened(Record):
    """What came of opening a handle. passages: in all, and shown to a model; said: what it says of statements; refused: of these."""

    handle: str
    source: Source
    passages: int = 0
    shown: int = 0
    said: tuple[Said, ...] = ()
    refused: int = 0
    failed: str = ""


class Act(Record):
    """One call of one tool. key: its place, "2.1" the first of the second round; claims: labels that it is about."""

    key: str
    tool: str
    arguments: dict[str, JsonValue]


class Done(Record):
    """An act with all that it brought. answered: it did what was asked; lines: what the planner is told.

    opened: the document that was read; more: others, where an act reads several.
    """

    act: Act
    answered: bool
    lines: tuple[str, ...]
    searches: tuple[Searched, ...] = ()
    handles: tuple[Handle, ...] = ()
    opened: Opened | None = None
    more: tuple[Opened, ...] = ()
    runs: tuple[RunWanted, ...] = ()
    gaps: tuple[Gap, ...] = ()


class Inquiry(Record):
    """How far an inquiry has come. wanted: acts that are to be done next; ended: why it is over, "" while it is not.

    by: who plans, "rules" or a model's name.
    """

    by: str
    rounds: int = 0
    wanted: tuple[Act, ...] = ()
    done: tuple[Done, ...] = ()
    handles: tuple[Handle, ...] = ()
    ended: str = ""
    limitations: tuple[Limitation, ...] = ()

    def handle(self, label: str) -> Handle | None:
        return next((handle for handle in self.handles if handle.label == label), None)

    def opened(self) -> tuple[Opened, ...]:
        return tuple(opened for done in self.done for opened in (done.opened, *done.more) if opened is not None)
