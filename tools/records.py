"""The records of measured text: where a piece stands, what a source is, what was found, what should be run.

All are frozen. Text from outside is `Untrusted`; a plain `str` field holds our own words, an identifier or a hash.
Offsets are in characters (code points), half-open, in the document that the record names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from prompts.trust import Untrusted, measure


class Record(BaseModel):
    """A frozen value of the domain; unknown fields are an error of ours."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Record):
    """Half-open range of characters, 0 <= start <= end."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)

    def __len__(self) -> int:
        return self.end - self.start

    def within(self, other: Span) -> bool:
        return other.start <= self.start and self.end <= other.end

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


# ---- text laid out ---------------------------------------------------------------------------------------------

BlockKind = Literal["prose", "heading", "code", "table", "output", "diagram", "quote"]


class Row(Record):
    """One row of a table: the spans of its cells, in the order of the header, and of a note beside it ("<- compiling")."""

    span: Span
    cells: tuple[Span, ...]
    note: Span | None = None


class Table(Record):
    """header: spans of the column names (empty where the table has none); rows: in the order of the text."""

    header: tuple[Span, ...]
    rows: tuple[Row, ...]


class CodeLine(Record):
    """One line of code as restored: its span in the text (without indentation) and its depth in units of one level."""

    span: Span
    indent: int = 0


class Block(Record):
    """A piece of a text that is read in one way. Blocks are in order, do not overlap, and leave out only white space and marks.

    span: the whole piece in the text, fences and bullet marks excluded.
    flattened: it stood on one line with other text and its line ends were recovered.
    language: of code ("python", "console", "json", ...), None where unknown.
    lines: of code, restored; `source_of` gives the program text.
    table: of a table.
    """

    kind: BlockKind
    span: Span
    flattened: bool = False
    language: str | None = None
    lines: tuple[CodeLine, ...] = ()
    table: Table | None = None


class Chapter(Record):
    """A chapter's text as it was read: `text` is the whole of what was supplied, `blocks` its layout.

    document: id of the stored document that `text` is a part of; offset: where it begins there, in characters.
    whole: False where the pack says, or it shows, that the text is an excerpt.
    number: the chapter's number as the pack gives it, None where it gives none.
    """

    document: str
    offset: int
    text: Untrusted
    whole: bool
    title: Untrusted
    number: str | None
    blocks: tuple[Block, ...]


def source_of(block: Block, text: str) -> str:
    """The program text of a code block: its lines with their indentation restored, four spaces a level."""
    return "\n".join("    " * line.indent + text[line.span.start : line.span.end] for line in block.lines)


# ---- sources ---------------------------------------------------------------------------------------------------

AccessStatus = Literal["full text", "abstract only", "not accessible"]
Registry = Literal["crossref", "datacite", "arxiv", "openalex", "semantic-scholar", "pypi", "github"]
FieldName = Literal[
    "title", "authors", "venue", "first date", "last date", "doi", "arxiv", "version", "commit", "publisher", "retraction",
]  # fmt: skip
FieldState = Literal["verified", "differs", "UNVERIFIED"]


class IdentityField(Record):
    """One field of what a document is.

    verified: a registry says so, and nothing at hand says otherwise. differs: it says one thing and the claim, or another registry,
    another; both are kept. UNVERIFIED: no registry answers for it.
    """

    name: FieldName
    state: FieldState
    registered: Untrusted | None = None
    claimed: Untrusted | None = None
    registry: Registry | None = None


class Source(Record):
    """A document that was obtained, or that could not be.

    id: canonical (`pypi:torch==2.13.0/torch/_dynamo/config.py`, `doi:...`, `arxiv:...`, `git:repo@commit/path`, else the URL).
    sha256: of the stored bytes; empty where nothing was obtained. accessed, verified: ISO 8601 UTC.
    fields: what registries know of it, empty where none was asked. work: ids that are one work with it. way: how it was come to from
    what somebody said, an id and the rule of the step from there by turns; empty where it was named or found itself. supplied: the user
    gave it, and what it is said to be is the user's word.
    """

    id: str
    kind: Literal["package", "chapter", "pack", "page", "paper", "notebook", "document"]
    title: Untrusted
    url: str | None
    version: str | None
    sha256: str
    status: AccessStatus
    note: str = ""
    accessed: str
    verified: str | None = None
    fields: tuple[IdentityField, ...] = ()
    work: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    supplied: bool = False


class Quotation(Record):
    """Words of a stored document at an offset, so that anyone can find them again.

    span: in the text of the stored document; extracted: that text is what tools/extract reads out of it, and not its plain characters.
    locator: for a person ("lines 121-137", "page 4").
    """

    source: str
    sha256: str
    span: Span
    text: Untrusted
    locator: str
    extracted: bool = False


# ---- findings --------------------------------------------------------------------------------------------------

ClaimKind = Literal["numeric", "api", "behavioural", "definition", "quote", "scope", "comparison", "reference"]
Verdict = Literal["supported", "qualified", "contradicted", "outdated", "unverifiable"]
Priority = Literal["high", "medium", "low"]
Response = Literal["correction", "clarification", "citation", "new example", "new experiment", "new section", "no change"]
Relation = Literal[
    "SUPPORTS", "EXTENDS", "QUALIFIES", "CONTRADICTS", "ALTERNATIVE", "BACKGROUND",
    "METHOD", "EMPIRICAL_EVIDENCE", "LIMITATION", "SUPERSEDES", "UNCERTAIN",
]  # fmt: skip


class ChapterEvidence(Record):
    """Another place of the chapter that the claim was held against (a row, a sentence, a line of output)."""

    kind: Literal["chapter"] = "chapter"
    relation: Relation
    span: Span


class QuotedEvidence(Record):
    """Words of a source that bear on the claim."""

    kind: Literal["source"] = "source"
    relation: Relation
    quotation: Quotation


class MeasuredEvidence(Record):
    """A figure of a run. run: the key of the `RunWanted`; field: JSON pointer into its result; value: what stands there."""

    kind: Literal["run"] = "run"
    relation: Relation
    run: str
    field: str
    value: JsonValue


Ground = Annotated[ChapterEvidence | QuotedEvidence | MeasuredEvidence, Field(discriminator="kind")]


class Replacement(Record):
    """Proposed words for a span of the chapter; an instrument gives one only for arithmetic, a rename or a quoted line.

    certain: False where something else may be what is wrong (the code, and not the comment beside it).
    """

    span: Span
    text: Untrusted
    reason: str
    certain: bool = True


class Finding(Record):
    """What an instrument found out about one statement of the chapter.

    rule: the check within the instrument ("sum", "range", "default-value"), stable, in kebab case.
    span: the words of the chapter that the verdict is about, as tight as the statement allows.
    summary: one sentence for the author: what holds or does not, and the right value.
    working: the arithmetic or look-up step by step, so that it can be redone by hand.
    limits: what this does not show; empty where nothing is to be said.
    material: name of the supplied material (a notebook) that the finding is about, None where it is about the chapter; `span` is
    then where the chapter mentions the material, or empty at the chapter's start where it does not.
    """

    instrument: str
    rule: str
    span: Span
    kind: ClaimKind
    verdict: Verdict
    priority: Priority
    response: Response
    summary: Untrusted
    working: tuple[Untrusted, ...] = ()
    grounds: tuple[Ground, ...] = ()
    replacement: Replacement | None = None
    limits: str = ""
    material: Untrusted | None = None


class Gap(Record):
    """Something that an instrument wanted to check and could not, with the remedy (a command, a text to supply).

    finding: what was found about a supplied material that no claim of the chapter speaks of; None for what could not be checked.
    """

    instrument: str
    span: Span | None
    what: Untrusted
    remedy: str
    finding: Finding | None = None


# ---- runs ------------------------------------------------------------------------------------------------------


class RunWanted(Record):
    """A request for a run in the sandbox: a Python program of ours with its inputs; outside code travels in the inputs alone.

    key: unique within a research ("code:chapter", "probe:recompile-limit"). script: the program; it reads `inputs.json`
    and writes `result.json`, both in its working folder. inputs: plain JSON. packages: distributions it imports.
    seconds: wall-clock limit. question, success, failure: in our own words, fixed before the run.
    """

    key: str
    instrument: str
    question: str
    success: str
    failure: str
    script: str
    inputs: dict[str, JsonValue]
    packages: tuple[str, ...] = ()
    seconds: int = 60
    memory_mb: int = 4096


class RunOutcome(Record):
    """What came of a `RunWanted`.

    state: ran (exit 0 and a readable result.json), failed (the script failed), limit (a limit ended it), unrun (not started).
    reason: why it is not `ran`, in our words. result: parsed result.json; it is data from the sandbox, so treat its strings as
    outside text. experiment: id of the stored experiment, "" where unrun. versions: distributions in the environment.
    """

    key: str
    state: Literal["ran", "failed", "limit", "unrun"]
    reason: str = ""
    result: JsonValue = None
    stdout: Untrusted
    stderr: Untrusted
    experiment: str = ""
    versions: dict[str, str] = {}


class Examination(Record):
    """All that an instrument has to say about a chapter before anything is run."""

    findings: tuple[Finding, ...] = ()
    runs: tuple[RunWanted, ...] = ()
    gaps: tuple[Gap, ...] = ()


class Instrument(Protocol):
    """Checks one aspect of a chapter mechanically. Both methods are pure: the same input gives the same output."""

    name: str

    def examine(self, chapter: Chapter, facts: Facts) -> Examination: ...

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """Turn the outcome of a run that this instrument asked for into findings; asks for no further run."""
        ...


class PackageFile(Record):
    """A text file of an installed distribution. source: `pypi:<dist>==<version>/<path>`; sha256 of its bytes."""

    source: str
    distribution: str
    version: str
    path: str
    sha256: str
    text: Untrusted

    def lines(self, span: Span) -> str:
        """Locator of a span: "lines 12-14" (1-based, both included)."""
        text = measure(self.text)
        first = text.count("\n", 0, span.start) + 1
        last = text.count("\n", 0, max(span.start, span.end - 1)) + 1
        return f"line {first}" if first == last else f"lines {first}-{last}"

    def quote(self, span: Span) -> Quotation:
        words = Untrusted(measure(self.text)[span.start : span.end], self.source)
        return Quotation(source=self.source, sha256=self.sha256, span=span, text=words, locator=self.lines(span))


class Packages(Protocol):
    """The packages of the experiment environment, read as text and never imported (tools/packages.py)."""

    def installed(self) -> dict[str, str]:
        """Distribution -> version, the standard library as "python" -> "3.11.7"."""
        ...

    def distribution_of(self, module: str) -> str | None:
        """The distribution that a top-level module name belongs to, None where it is not installed."""
        ...

    def files(self, distribution: str) -> Sequence[str]:
        """Paths of its text files (.py, .pyi), relative to site-packages, sorted."""
        ...

    def read(self, distribution: str, path: str) -> PackageFile | None: ...

    def bytes_of(self, distribution: str, path: str) -> bytes | None:
        """The file's bytes as installed."""
        ...


@dataclass(frozen=True)
class Facts:
    """What an instrument may look at beside the chapter.

    packages: of the experiment environment, None where there is none. experiments: whether runs may be asked for.
    references: the pack's own list of references and bibliography. today: date of the research, ISO 8601.
    """

    packages: Packages | None
    experiments: bool
    today: str
    references: tuple[Untrusted, ...] = ()
