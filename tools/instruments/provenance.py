"""The instrument `provenance`: measurements printed without what they were made with, and what other chapters are said to hold.

A table is taken for a measurement only where its columns carry a unit of performance, its figures are not round, and the words about
it speak of a run; tables of arithmetic, of data sets or of examples are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import derived, measure
from tools.records import Block, Chapter, ChapterEvidence, Examination, Facts, Finding, RunOutcome, RunWanted, Span

_UNIT = re.compile(
    r"\b(?:ms|µs|us|ns|msec|seconds?|secs?|sekunden?|latency|latenz|throughput|durchsatz|tokens?/s|tok/s|it/s|req/s|rps|qps|ops/s|fps"
    r"|speed-?up|beschleunigung|runtime|wall(?:[- ]clock)?(?: time)?"
    r"|laufzeit|elapsed|dauer|peak memory|memory|speicher|MB|MiB|GB|GiB|RSS|G?FLOPS|TFLOPS|accuracy|genauigkeit|perplexity|p50|p95|p99"
    r"|compile time|training time|trainingszeit|inference)\b"
    r"|\((?:s|ms|µs|us|ns)\)",
    re.I,
)
_TIMED = re.compile(r"(?<![\w.,])\d+[.,]\d+\s*(?:ms|µs|us|ns|s|sec|seconds|sekunden|GB|MB|MiB|GiB)\b|±\s*\d", re.I)
_RAN = re.compile(
    r"\b(?:measure[sd]?|measurements?|measuring|benchmark\w*|timed|timings?|profil\w+|took|takes|slower|faster|sped|speed|ran|re-?run"
    r"|run|runs|trained|training run|compil\w+|eager|cold|warm"
    r"|gemessen|messung\w*|maß|maßen|benchmark\w*|lief|läuft|brauchte|braucht|dauerte|dauert|schneller|langsamer|trainiert\w*"
    r"|laufzeit\w*)\b",
    re.I,
)
_MADE_UP = re.compile(
    r"\b(?:suppose|imagine|hypothetical\w*|illustrat\w+|fictitious|made[- ]up|invented|toy numbers|pretend|assume|assuming|let us say"
    r"|let's say|say,|for the sake of|schematic\w*|not measured"
    r"|estimate[sd]?|theoretical\w*|budget\w*|back-of-the-envelope|formula|computed from|calculated|deadline|target|requirement\w*"
    r"|specification|data ?sheet|vendor|nominal"
    r"|angenommen|erfunden\w*|beispielhaft\w*|fiktiv\w*|hypothetisch\w*|theoretisch\w*|geschätzt\w*|berechnet\w*|vorgabe\w*"
    r"|datenblatt\w*|according to|laut|published|reported (?:by|in)|typical|order of magnitude|größenordnung\w*)\b",
    re.I,
)
_VERSION = re.compile(
    r"\b(?:(?:c?python|pypy|pytorch|torch|numpy|pandas|scipy|scikit-learn|sklearn|polars|jax|tensorflow|cuda|cudnn|rocm|gcc|clang"
    r"|node(?:\.js)?|java|jdk|go|rust|linux|ubuntu|debian|sqlite|postgres\w*|triton|duckdb|numba"
    r"|[a-z][\w-]{2,})\s*(?:version\s*|v|==|=)?\d+\.\d+(?:\.\d+)*(?:\+\w+)?|versions?\s*:?\s*v?\d+\.\d+)",
    re.I,
)
_NAMED_VERSION = re.compile(
    r"\b(?:c?python|pypy|pytorch|torch|numpy|pandas|scipy|scikit-learn|sklearn|polars|jax|tensorflow|cuda|node(?:\.js)?|java|openjdk|jdk"
    r"|go|rust|rustc|gcc|clang|sqlite|postgres\w*|triton|duckdb|numba|ruby|php|redis|spark|linux|kernel)"
    r"(?:\s+version|\s+release)?\s*(?:v|==|=|:)?\s*\d+(?:\.\d+)+|\bversion\s*:?\s*v?\d+\.\d+|\b(?:java|jdk|node|python)\s+\d\d?\b"
    r"|__version__",
    re.I,
)
_HARDWARE = re.compile(
    r"\b(?:RTX|GTX|Tesla|Quadro|A100|H100|H200|B200|A10G?|V100|L4|L40S?|T4|P100|K80|TPU|MI\d{3}X?|Xeon|Ryzen|EPYC|Threadripper|Core i\d"
    r"|i[3579]-\d{3,5}\w*|Core Ultra|Apple (?:silicon|M\d)|M[1-4](?: (?:Pro|Max|Ultra))?|MacBook|ThinkPad|"
    r"Raspberry Pi|Graviton\d?|Snapdragon|Cortex-\w+|Jetson|[cmtrpg]\d[a-z]*\.\d*x?(?:large|medium|small|micro|nano)|n\d-standard-\d+"
    r"|Colab|vCPUs?|\d+(?:\.\d+)?\s*GHz|(?:\d+|two|four|eight|sixteen|vier|acht|zwei)[- ](?:physical |logical |CPU[- ]"
    r"|physischen? )?(?:cores?|[Kk]erne?n?)|laptop|notebook computer|workstation|desktop)\b",
)
_SETTINGS = re.compile(
    r"\b(?:median|mean|average|averaged|best) of \w+|\b\d+\s*(?:repeats?|repetitions|runs|iterations|trials|wiederholungen|läufe)\b"
    r"|\bwarm-?up\b|\bseed\b|\bthreads?\b|\bbatch size\b|\bfloat(?:16|32|64)\b|\bbfloat16\b|\bmittel(?:wert)? (?:aus|von)|\bmedian aus",
    re.I,
)
_DECIMAL = re.compile(r"(?<![\w.,])\d+[.,]\d+(?![\w.,]*\d)")
_MEASURED = re.compile(
    r"\b(?:we|i|wir|ich)\s+(?:\w+\s+)?(?:measured|benchmarked|timed|clocked|maßen|maß)|\b(?:in|on) (?:our|my) (?:benchmark|machine"
    r"|laptop|measurements?|tests?)|\bauf (?:meinem|unserem) \w+|\bhaben wir gemessen|\bgemessen wurden\b|\bour benchmark\b",
    re.I,
)
_RESULT = re.compile(
    r"(?<![\w.,])\d+(?:[.,]\d+)?\s*(?:ms|µs|us|ns|s|seconds?|sekunden?|minutes?|minuten|GB|MB|MiB|GiB|%|x|×|times|tokens?/s"
    r"|-?fach\w*)(?!\w)",
    re.I,
)

_CHAPTER = re.compile(r"\b(?:chapters?|kapiteln?|kapitels)[\s\u00a0]+(?P<number>\d+)", re.I)
_ASSERTS = re.compile(
    r"\b(?:measured|found|as shown|as measured|as seen|showed(?=,)|showed that|shown that|showed (?!how)|proved|established"
    r"|demonstrated|reported|concluded|treated|asked|owns"
    r"|claimed|argued|saw that|seen that|learned that|learnt that|observed|benchmarked|derived that|ended with|left us with"
    r"|warned|promised|recommended|"
    r"maß|gemessen|zeigte|gezeigt,? dass|fand|gefunden|bewies|bewiesen|ergab|stellte fest|festgestellt|behauptete|kam zu dem (?:schluss"
    r"|ergebnis)|gesehen,? dass|gelernt,? dass|erreichte|behandelte|fragte|besitzt|nachgewiesen|belegt)\b",
    re.I,
)
_POINTER = re.compile(
    r"^\W*(?:if you|when you|recall|remember|wenn sie|falls|see|cf\.|siehe|vgl\.|compare|for (?:more|details)|as a reminder, see"
    r"|mehr dazu|details|read)\b|\b(?:will|wird|werden|shall"
    r"|later in|going to)\b",
    re.I,
)
_LINKED = re.compile(
    r"\b(?:in|as|what|from|since|unlike|after|like|and|but|when|while|where|with|by|wie|was|seit|nach|anders|und|aber)\b", re.I
)
_GOES_ON = re.compile(r"(?:It|There|That chapter|There,|Es|Dort|Jenes Kapitel|Dieses Kapitel dort)\b[^.]{0,40}?\b(?=\w)")
_SENTENCE = re.compile(r"(?<=[.!?:])[\"”’)]*\s+(?=[\"“‘(]?[A-ZÄÖÜ`])|\n\s*\n|\n(?=[ \t]*(?:[-*•]|\d+[.)])\s)")


class Provenance:
    """Asks of every measurement with what it was made, and of every statement on another chapter whether it can be checked here."""

    name = "provenance"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        text = measure(chapter.text)
        return Examination(findings=(*self.measurements(chapter, text), *self.chapters(chapter, text)))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """Nothing: this instrument asks for no run."""
        return Examination()

    def measurements(self, chapter: Chapter, text: str) -> Iterator[Finding]:
        spans = list(_joined_spans([b.span for i, b in enumerate(chapter.blocks) if is_measurement(i, chapter.blocks, text)], text))
        spans = spans or [s for b in chapter.blocks if (s := _measured_in_prose(b, text)) is not None]
        if not spans:
            return
        version, hardware = _NAMED_VERSION.search(text), _HARDWARE.search(text)
        missing = [w for w, found in (("the version of the software", version), ("the hardware", hardware)) if not found]
        if not _SETTINGS.search(text):
            missing.append("settings such as threads, warm-up and repeats")
        if version and hardware:
            for span in spans:
                yield self.supported(span, version, hardware)
            return
        for span in spans:
            yield self.missing(span, missing, chapter, [m for m in (version, hardware) if m])

    def supported(self, span: Span, version: re.Match[str], hardware: re.Match[str]) -> Finding:
        grounds = tuple(ChapterEvidence(relation="SUPPORTS", span=Span(start=m.start(), end=m.end())) for m in (version, hardware))
        return Finding(
            instrument=self.name, rule="measurement", span=span, kind="numeric", verdict="supported", priority="low",
            response="no change", summary=derived(f"The chapter says with what this was measured: {version.group()}, {hardware.group()}."),
            grounds=grounds, limits="That these words belong to this measurement is not shown.",
        )  # fmt: skip

    def missing(self, span: Span, missing: list[str], chapter: Chapter, there: list[re.Match[str]]) -> Finding:
        where = "in the chapter" if chapter.whole else "in the excerpt"
        given = tuple(ChapterEvidence(relation="LIMITATION", span=Span(start=m.start(), end=m.end())) for m in there)
        return Finding(
            instrument=self.name, rule="measurement", span=span, kind="numeric", verdict="unverifiable", priority="medium",
            response="clarification",
            summary=derived(f"This measurement cannot be checked: the words {where} do not give {_joined(missing)}."),
            working=(derived(f"looked {where} for version numbers, processors, graphics cards and settings: missing {_joined(missing)}"),),
            grounds=given, limits="" if chapter.whole else "They may stand in the part of the chapter that was not supplied.",
        )  # fmt: skip

    def chapters(self, chapter: Chapter, text: str) -> Iterator[Finding]:
        for block in chapter.blocks:
            if block.kind not in ("prose", "quote"):
                continue
            spoken_of: list[str] = []
            for span in sentences(block, text):
                sentence = text[span.start : span.end]
                numbers = sorted({m["number"] for m in _CHAPTER.finditer(sentence)} - {chapter.number}) if _CHAPTER.search(sentence) else []
                goes_on = bool(spoken_of) and not _CHAPTER.search(sentence) and bool(_GOES_ON.match(sentence))
                spoken_of = numbers or (spoken_of if goes_on else [])
                if not spoken_of or not _ASSERTS.search(sentence) or _POINTER.search(sentence):
                    continue
                if goes_on or _is_said_of(sentence, chapter.number):
                    yield self.elsewhere(_without_heading(span, text), spoken_of)

    def elsewhere(self, span: Span, numbers: list[str]) -> Finding:
        names = " and ".join(numbers)
        return Finding(
            instrument=self.name, rule="other-chapter", span=span, kind="scope", verdict="unverifiable", priority="low",
            response="clarification", summary=derived(f"This states what chapter {names} holds, and that chapter was not supplied."),
            limits="Supply the chapter to have the statement checked.",
        )  # fmt: skip


def _is_said_of(sentence: str, own: str | None) -> bool:
    """Whether the asserting verb belongs to the other chapter: "Chapter 4 found", "in Chapter 4 we saw that", "what Chapter 4 owns"."""
    for match in _CHAPTER.finditer(sentence):
        if match["number"] == own:
            continue
        after = sentence[match.end() : match.end() + 90]
        before = sentence[max(0, match.start() - 60) : match.start()]
        verb = _ASSERTS.search(after)
        if verb and not re.search(r"\b(?:this chapter|dieses kapitel|here|hier)\b|[.;]\s", after[: verb.start()], re.I):
            return True
        if re.search(r"\b(?:in|from|aus)\W*$", before, re.I) and _ASSERTS.search(before):
            return True
    return False


def _joined_spans(spans: list[Span], text: str) -> Iterator[Span]:
    """Measurements with nothing between them are one."""
    kept: Span | None = None
    for span in spans:
        if kept is not None and not re.search(r"\w", text[kept.end : span.start]):
            kept = Span(start=kept.start, end=span.end)
            continue
        if kept is not None:
            yield kept
        kept = span
    if kept is not None:
        yield kept


def _without_heading(span: Span, text: str) -> Span:
    """The sentence without a heading that ran into it ("Boundaries Chapter 12 owns ...")."""
    match = _CHAPTER.search(text, span.start, span.end)
    lead = text[span.start : match.start()] if match else ""
    if not lead.strip() or len(lead.split()) > 4 or not lead[0].isupper() or _LINKED.search(lead) or re.search(r"[,;:—–(]", lead):
        return span
    return Span(start=match.start() if match else span.start, end=span.end)


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def sentences(block: Block, text: str) -> Iterator[Span]:
    """The sentences of a block of prose."""
    words = text[block.span.start : block.span.end]
    position = 0
    for match in [*_SENTENCE.finditer(words), None]:
        end = len(words) if match is None else match.start()
        part = words[position:end]
        lead = len(part) - len(part.lstrip())
        if part.strip():
            yield Span(start=block.span.start + position + lead, end=block.span.start + position + len(part.rstrip()))
        position = len(words) if match is None else match.end()


def is_measurement(index: int, blocks: tuple[Block, ...], text: str) -> bool:
    """Whether a block prints figures of a run."""
    block = blocks[index]
    words = text[block.span.start : block.span.end]
    near = _near(index, blocks, text)
    if block.kind == "table" and block.table is not None:
        head = " ".join(text[s.start : s.end] for s in block.table.header)
        figures = [text[c.start : c.end] for row in block.table.rows for c in row.cells]
        measured = len([f for f in figures if _DECIMAL.search(f)]) >= 2 and (_UNIT.search(head) or len(_TIMED.findall(words)) >= 2)
        return bool(measured and _RAN.search(near + words) and not _MADE_UP.search(near))
    if block.kind == "output":
        return len(_TIMED.findall(words)) >= 1 and bool(_RAN.search(near + words)) and not _MADE_UP.search(near)
    return False


def _near(index: int, blocks: tuple[Block, ...], text: str) -> str:
    parts = []
    for step in (index - 1, index + 1):
        if 0 <= step < len(blocks) and blocks[step].kind in ("prose", "heading", "quote"):
            passage = text[blocks[step].span.start : blocks[step].span.end]
            parts.append(passage[-500:] if step < index else passage[:500])
    return "\n".join(parts) + "\n"


def _measured_in_prose(block: Block, text: str) -> Span | None:
    """The sentence of a block that says that its author measured a figure of performance."""
    if block.kind not in ("prose", "quote"):
        return None
    for span in sentences(block, text):
        sentence = text[span.start : span.end]
        if _MEASURED.search(sentence) and _RESULT.search(sentence) and not _MADE_UP.search(sentence) and not _CHAPTER.search(sentence):
            return span
    return None
