"""With what a measurement was made: the version of the software and the hardware, where the text ties them to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.references.labels import Target
from tools.layout import sentences
from tools.records import Block, Span

VERSION = re.compile(
    r"\b(?:c?python|pypy|pytorch|torch|numpy|pandas|scipy|scikit-learn|sklearn|polars|jax|tensorflow|cuda|node(?:\.js)?|java|openjdk"
    r"|jdk"
    r"|go|rust|rustc|gcc|clang|sqlite|postgres\w*|triton|duckdb|numba|ruby|php|redis|spark|linux|kernel|matplotlib|pyarrow|cython"
    r"|django"
    r"|flask|transformers|vllm|onnx\w*|openblas|mkl|mysql|mariadb|kafka|julia|r|matlab|octave|julia|dask|ray|lightgbm|xgboost)"
    r"(?:\s+version|\s+release)?\s*(?:v|==|=|:)?\s*\d+(?:\.\d+)+|\bversion\s*:?\s*v?\d+\.\d+|\b(?:java|jdk|node|python)\s+\d\d?\b"
    r"|__version__|\b(?:Chrome|Chromium|Firefox|Safari|Edge|iOS|Android|Debian|Ubuntu|Fedora|Windows|macOS|Blender|Excel|Unity)\s+\d+\b"
    r"|\b(?-i:(?!(?:Table|Figure|Fig|Section|Chapter|Equation|Eq|Listing|Appendix|Step|Example|Exercise|Part|Version|Only|About|From"
    r"|The|At|In"
    r"|Of|To|With|For|On|And|Tabelle|Abbildung|Kapitel|Abschnitt|Gleichung|Tableau|Chapitre|Core|Ryzen|GeForce)\b)[A-Z][A-Za-z+#-]{2,})"
    r"\s+v?\d+\.\d+(?:\.\d+)*(?!\s*(?:%|(?:[mµn]?s|min|h|x|times|mal|fois|[kMG]?Hz|[kMGT]i?B|k|m|km|mm)\b))(?![.,]?\d)",
    re.I,
)
HARDWARE = re.compile(
    r"\b(?:RTX|GTX|Tesla|Quadro|A100|H100|H200|B200|A10G?|V100|L4|L40S?|T4|P100|K80|TPU|MI\d{3}X?|Xeon|Ryzen|EPYC|Threadripper|Core i\d"
    r"|i[3579]-\d{3,5}\w*|Core Ultra|Apple (?:silicon|M\d)"
    r"|(?:(?<=\ban )|(?<=\bein )|(?<=\beinem )|(?<=\bun ))M[1-5]|M[1-5] (?:Pro|Max|Ultra|chips?|Mac\w*)"
    r"|MacBook|ThinkPad|Celeron|Pentium|Atom|Opteron"
    r"|(?:Moto|Pixel|Galaxy|Fairphone) \w+|iPhone|iPad|ESP32|STM32\w*|Arduino|Raspberry Pi|Graviton\d?|Snapdragon|Cortex-\w+|Jetson"
    r"|[cmtrpg]\d[a-z]*\.\d*x?(?:large|medium|small|micro|nano)|n\d-standard-\d+"
    r"|Colab|vCPUs?|\d+(?:[.,]\d+)?\s*GHz|(?:\d+|two|four|six|eight|twelve|sixteen|zwei|vier|sechs|acht|sechzehn|deux|quatre|six|huit"
    r"|seize)"
    r"[- ](?:physical |logical |CPU[- ]|physischen? |logischen? |Prozessor)?(?:cores?|[Kk]erne?n?|cœurs|coeurs))\b",
)
_ALL = re.compile(
    r"\b(?:all|everything|every|throughout|each|any|alles?|alle[nrs]|sämtliche\w*|durchweg|überall|jede[rsn]?|in diesem kapitel|in this"
    r" (?:chapter|book)|tous|toutes|tout|partout|dans ce chapitre|chaque)\b",
    re.I,
)
_WHOLE = re.compile(r"\b(?:all|everything|throughout|chapter|book|alles?|alle[nr]|überall|kapitel\w*|tous|toutes|tout|chapitre)\b", re.I)
_BENCH_IS = re.compile(
    r"\b(?:the|our|my|this|test|die|der|das|unser\w*|mein\w*|la|le|notre|mon|ma) (?:\w+ ){0,2}(?:machine|computer|box|bench|laptop"
    r"|hardware|rig|pc|rechner"
    r"|maschine|prüfstand|ordinateur|poste|banc d'essai|portable) (?:is|was|has|had|ist|war|hat|hatte|est|était|a|avait)\b"
    r"|\b(?:hardware|machine|rechner|umgebung|environment|environnement|matériel)\s*:",
    re.I,
)
_BENCH = re.compile(
    rf"{_BENCH_IS.pattern}|^\W*(?:measured|timed|timings|measurements"
    r"|gemessen"
    r"|messungen|die (?:messungen|zeiten)|les (?:mesures|temps)|mesuré)\b",
    re.I,
)
_OF_SECTION = re.compile(r"\b(?:this|diese[sm]?|cette)\s+(?:section|Abschnitts?|section)\b", re.I)
_CAPTION = re.compile(r"^\W*(?:table|figure|listing|tabelle|abbildung|tableau)\s+\d", re.I)
_OF_A_TABLE = re.compile(r"\b(?:table|figure|listing|tabelle|abbildung|tableau)\s+\d", re.I)
#: A sentence about what was spoken of before it.
_GOES_ON = re.compile(
    r"\W*(?:they|these|those|it|both|the (?:first|second|third|last|former|latter|others?)|sie|diese|es|beide|ils|elles|ceux)\b", re.I
)
_NAME = re.compile(r"\b(?:table|figure|listing|tabelle|abbildung|tableau)\s+\d+(?:[.\-]\d+)*", re.I)
#: A sentence that says with what it was measured by pointing at another that does.
_POINTS = re.compile(
    r"\b(?:same|machines?|versions?|hardware|settings|conditions) (?:\w+ ){0,6}(?:of|as|in|from|under|for|to)"
    r" (?:table|figure|listing|section)\s+\d"
    r"|\b(?:the|this|that) same (?:machine|computer|hardware|box|laptop|server|setup|conditions|settings|versions?)\b"
    r"|\b(?:machine|versions?|hardware|setup|conditions) (?:\w+ ){0,6}?(?:above|earlier|before|at the (?:head|beginning|start) of)\b"
    r"|\b(?:derselbe[nr]?|demselben|dieselbe[nr]?|gleichen) (?:rechner|maschine|bedingungen|versionen|server)\b"
    r"|\b(?:rechner|maschine|versionen) (?:\w+ ){0,4}(?:aus|von|zu|in) (?:tabelle|abbildung)\s+\d"
    r"|\b(?:même|mêmes) (?:machine|ordinateur|conditions|versions|serveur)\b|\bmachine du tableau\s+\d",
    re.I,
)


@dataclass(frozen=True)
class Made:
    """With what a measurement was made. version, hardware: where the text says it, None where it does not."""

    version: Span | None
    hardware: Span | None

    @property
    def complete(self) -> bool:
        return self.version is not None and self.hardware is not None


class Circumstances:
    """The sentences of a chapter that say with what something was run, and which measurement each may belong to."""

    def __init__(self, blocks: tuple[Block, ...], text: str, sections: list[Target]) -> None:
        self._text = text
        self._bounds = [0, *(t.span.start for t in sections), len(text)]
        self._blocks = blocks
        spoken = [b for b in blocks if b.kind not in ("code", "table", "diagram")]
        self._sentences = [s for b in spoken for s in sentences(text, b.span)]
        self._tied = frozenset(self._tied_to_tables(spoken))
        first = self._bounds[2] if len(self._bounds) > 3 and self._bounds[1] < 40 else self._bounds[1]
        self._version = self._first(
            VERSION, [s for s in self._sentences if (s.start < first or _ALL.search(text, s.start, s.end)) and not self._is_of_section(s)]
        )
        self._hardware = self._first(HARDWARE, [s for s in self._sentences if self._is_general(s)])

    def _first(self, pattern: re.Pattern[str], spans: list[Span]) -> Span | None:
        for span in spans:
            if (match := pattern.search(self._text, span.start, span.end)) is not None:
                return Span(start=match.start(), end=match.end())
        return None

    def _tied_to_tables(self, blocks: list[Block]) -> Iterator[Span]:
        """The sentences that name a table or figure, and those that go on about it in the same paragraph."""
        for block in blocks:
            tied = False
            for span in sentences(self._text, block.span):
                words = self._text[span.start : span.end]
                named = _OF_A_TABLE.search(words) is not None
                tied = named or (tied and not _WHOLE.search(words) and not _BENCH_IS.search(words))
                if tied:
                    yield span

    def _is_of_section(self, span: Span) -> bool:
        """Whether a sentence speaks of its own section alone."""
        return _OF_SECTION.search(self._text, span.start, span.end) is not None

    def _is_general(self, span: Span) -> bool:
        """Whether a sentence says of the whole chapter on which machine it was run."""
        words = self._text[span.start : span.end]
        if span in self._tied or _OF_SECTION.search(words):
            return False
        return bool(_ALL.search(words) or _BENCH.search(words) or (VERSION.search(words) and HARDWARE.search(words)))

    def of(self, span: Span) -> Made:
        """What the section or the chapter says of a measurement that was made on the chapter's own machine.

        What is said of a table covers a sentence of the same paragraph alone, or one that points at it.
        """
        if self._points(span):
            return Made(self._first(VERSION, self._sentences), self._first(HARDWARE, self._sentences))
        near = self._of_section(span)
        near = [s for s in near if s not in self._tied or self._close(s, span) or _GOES_ON.match(self._text, span.start)]
        near.sort(key=lambda s: min(abs(s.start - span.end), abs(span.start - s.end)))
        return Made(self._first(VERSION, near) or self._version, self._first(HARDWARE, near) or self._hardware)

    def of_table(self, span: Span) -> Made:
        """The same of a table or an output: what is said of others is not of it."""
        near = self._of_section(span)
        near = [s for s in near if self._beside(s, span) or s not in self._tied or self._is_about(s, span)]
        if any(self._points(s) for s in near if self._beside(s, span) or self._is_about(s, span)):
            near = self._sentences
        inside = [span, *near]
        return Made(self._first(VERSION, inside) or self._version, self._first(HARDWARE, inside) or self._hardware)

    def _of_section(self, span: Span) -> list[Span]:
        section = self._section(span)
        return [s for s in self._sentences if section.start <= s.start < section.end]

    def _points(self, span: Span) -> bool:
        return _POINTS.search(self._text, span.start, span.end) is not None

    def _is_about(self, sentence: Span, span: Span) -> bool:
        """Whether the paragraph of a sentence begins by naming the table that is captioned beside this span."""
        block = next((b.span for b in self._blocks if sentence.within(b.span)), sentence)
        captions = [s for s in self._sentences if self._beside(s, span) and _CAPTION.search(self._text[s.start : s.end])]
        names = {m.group().lower() for s in captions for m in [_NAME.search(self._text, s.start, s.end)] if m}
        named = _NAME.search(self._text, block.start, min(block.end, sentence.end))
        return named is not None and named.group().lower() in names

    def of_another(self, span: Span, place: str, *, general: bool) -> Made:
        """What is said of a measurement on another machine: beside it, or where that machine (`place`) is described.

        general: the chapter's versions hold there as well.
        """
        index = next((i for i, s in enumerate(self._sentences) if s.start <= span.start < s.end), None)
        near = [span] if index is None else [s for s in self._sentences[max(0, index - 1) : index + 2] if self._close(s, span)]
        near += [s for s in self._sentences if place and re.search(rf"\b{re.escape(place)}\b", self._text[s.start : s.end], re.I)]
        version = self._first(VERSION, near)
        return Made(version or (self._version if general else None), self._first(HARDWARE, near))

    def _close(self, other: Span, span: Span) -> bool:
        block = next((b for b in self._blocks if span.start >= b.span.start and span.end <= b.span.end), None)
        return (block is None or other.within(block.span)) and not _CAPTION.search(self._text[other.start : other.end])

    def _beside(self, sentence: Span, span: Span) -> bool:
        return min(abs(sentence.start - span.end), abs(span.start - sentence.end)) <= 60

    def _section(self, span: Span) -> Span:
        start = max(b for b in self._bounds if b <= span.start)
        return Span(start=start, end=min((b for b in self._bounds if b > span.start), default=len(self._text)))
