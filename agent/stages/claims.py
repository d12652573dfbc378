"""The rule-based reader: cuts the chapter's text into checkable statements and states what the chapter says of itself.

It reads what is written and judges nothing. What it cannot state (a thesis that no sentence announces, the level of a reader whom
no sentence addresses) stays empty and is shown as needing a model or a person.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from agent.labels import number
from agent.llm.asking import Models
from agent.records import Reading, Stated
from agent.roles import claim_reader
from prompts.trust import Untrusted, derived, measure
from tools.layout import sentences
from tools.records import Block, Chapter, ClaimKind, Span

_MAX_LINES = 8  # an output of more lines is one claim, not one a line

_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|twenty|thirty|hundred|thousand|million|half|twice|double"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend|halb\w*|doppelt\w*)\b",
    re.I,
)
_IDENTIFIER = re.compile(r"`[^`]+`|\b\w+(?:\.\w+)+\b(?!\.\s)|\b\w+_\w+\b|\b\w+\(\)?|(?<!\w)--[a-z][\w-]+|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b")
_API_WORDS = re.compile(
    r"\b(?:argument|parameter|default(?:s)?|keyword|flag|option|method|function|returns?|raises?|deprecated|API)\b", re.I
)
_REFERENCE = re.compile(
    r"\b(?:figure|fig\.|table|section|listing|equation|eq\.|appendix|abbildung|abb\.|tabelle|abschnitt|gleichung)\s+\d", re.I
)
_SCOPE = re.compile(
    r"\b(?:this (?:chapter|book|section)|(?:the )?(?:previous|next|last) chapter|chapters? \d+"
    r"|(?:dieses|nächstes|letztes) kapitel|kapitel \d+)\b",
    re.I,
)
_COMPARISON = re.compile(
    r"\b(?:than|faster|slower|larger|smaller|cheaper|better|worse|more|less|fewer|compared|versus"
    r"|als|schneller|langsamer|größer|kleiner)\b",
    re.I,
)
_DEFINITION = re.compile(
    r"\b(?:is (?:a|an|the|called|defined)|are called|means?|refers? to|stands for|consists? of"
    r"|heißt|bedeutet|ist (?:ein|eine|der|die|das))\b",
    re.I,
)
_QUESTION = re.compile(r"\?\W*$")
_IMPERATIVE = re.compile(
    r"^\W*(?:read|consider|note|see|let|run|try|suppose|imagine|recall|remember|look|take|compare|think|assume|start|open|here is|here are"
    r"|do not|don't|use|ask|return|betrachte\w*|siehe|beachte\w*|nimm|stell\w*)\b",
    re.I,
)
_OWN_PLAN = re.compile(r"\b(?:we|you|i|let's) (?:will|can|shall|should|are going to|now|may|might)\b", re.I)
_CLAUSE = re.compile(r"\s*(?:;|\s—\s|\s--\s)\s*")

_STATED: dict[str, re.Pattern[str]] = {
    "thesis": re.compile(
        r"\b(?:the (?:central |main |key |core )?(?:idea|thesis|point|claim|lesson) (?:of (?:this|the) (?:chapter|book|section)"
        r"|(?:this|the) chapter"
        r"|here|is (?:that|this|simple))|the (?:central|main|key|core) (?:idea|thesis|point|argument|claim|lesson)\b"
        r"|in (?:short|one sentence)\b|this chapter (?:argues|shows|claims|explains|is about)"
        r"|dieses kapitel (?:zeigt|erklärt|behandelt|handelt)|ce chapitre (?:montre|explique|traite))",
        re.I,
    ),
    "assumptions": re.compile(
        r"\b(?:(?:we|i|this chapter|the text|everything (?:below|here)|all that follows) assumes?\b|we rely on\b|it is assumed that\b"
        r"|(?:throughout|in) this chapter we (?:use|take|work with)\b"
        r"|everything (?:below|here|in this chapter) (?:was|is) (?:run|written|measured)"
        r"|wir (?:nehmen an|setzen voraus)|vorausgesetzt wird|nous supposons)",
        re.I,
    ),
    "examples": re.compile(
        r"\b(?:for example|for instance|e\.g\.|here is an?\b|consider (?:a|an|the)\b|suppose|imagine|zum beispiel|z\. ?b\.|betrachten wir)",
        re.I,
    ),
    "reader_level": re.compile(
        r"\b(?:you (?:should|need to|already|will need) (?:know|have|understand)|(?:assumes?|requires?) (?:familiarity|knowledge)"
        r"|prerequisite|readers? (?:who|should|are|is)|no prior|vorkenntniss\w*)\b",
        re.I,
    ),
}
_MOST = 6


def read(chapter: Chapter, models: Models | None = None) -> Reading:
    """Every checkable statement of the chapter with its span, and what the chapter states of itself.

    models: where given, the model says as well which statements are worth checking; those of the rules all stay.
    """
    reading = _by_rules(chapter)
    return reading if models is None else claim_reader.refine(models, chapter, reading)


def _by_rules(chapter: Chapter) -> Reading:
    text = measure(chapter.text)
    found = [(span, kind, place) for span, kind, place in _statements(chapter, text)]
    stated = {name: _stated(chapter, text, pattern) for name, pattern in _STATED.items()}
    return Reading(claims=number(chapter, found), code=_code(chapter), **stated)


def _statements(chapter: Chapter, text: str) -> Iterator[tuple[Span, ClaimKind, str]]:
    count: Counter[str] = Counter()
    for block in chapter.blocks:
        count[block.kind] += 1
        if block.kind in ("prose", "quote"):
            yield from _prose(block, text, count["prose"] + count["quote"])
        elif block.kind == "table":
            yield block.span, "numeric", f"table {count['table']}"
        elif block.kind == "output":
            yield from _output(block, text, count["output"])


def _prose(block: Block, text: str, paragraph: int) -> Iterator[tuple[Span, ClaimKind, str]]:
    for index, sentence in enumerate(sentences(text, block.span), start=1):
        for clause in _clauses(text, sentence):
            words = text[clause.start : clause.end]
            if is_statement(words):
                yield clause, kind_of(words), f"paragraph {paragraph}, sentence {index}"


def _clauses(text: str, sentence: Span) -> Iterator[Span]:
    """The sentence, or its parts at semicolons and dashes where each part is a statement of at least four words."""
    lead = re.match(r"[\s—–-]*", text[sentence.start : sentence.end])
    starts, ends = [sentence.start + (lead.end() if lead else 0)], []
    for match in _CLAUSE.finditer(text, starts[0], sentence.end):
        ends.append(match.start())
        starts.append(match.end())
    ends.append(sentence.end)
    parts = [Span(start=s, end=e) for s, e in zip(starts, ends, strict=True) if s < e]
    if len(parts) > 1 and all(len(text[p.start : p.end].split()) >= 4 for p in parts):
        yield from parts
    else:
        yield Span(start=min(starts[0], sentence.end), end=sentence.end)


def _output(block: Block, text: str, ordinal: int) -> Iterator[tuple[Span, ClaimKind, str]]:
    lines = [line.span for line in block.lines] or [block.span]
    if len(lines) > _MAX_LINES:
        lines = [block.span]
    for index, span in enumerate(lines, start=1):
        if text[span.start : span.end].strip():
            yield span, "quote", f"output {ordinal}, line {index}"


def is_statement(words: str) -> bool:
    """Whether a sentence asserts something that could be checked: no question, no instruction, no announcement."""
    if _QUESTION.search(words) or len(words.split()) < 2:
        return False
    if _IMPERATIVE.match(words) and not _NUMBER.search(words):
        return False
    if _OWN_PLAN.search(words) and not (_NUMBER.search(words) or _IDENTIFIER.search(words)):
        return False
    if words.rstrip().endswith(":") and len(words.split()) < 9:
        return False
    return len(words.split()) >= 3 or bool(_NUMBER.search(words))


def kind_of(words: str) -> ClaimKind:
    """The kind of a statement, by what it is about."""
    if _SCOPE.search(words):
        return "scope"
    if _REFERENCE.search(words):
        return "reference"
    if _API_WORDS.search(words) and _IDENTIFIER.search(words):
        return "api"
    if _NUMBER.search(words):
        return "numeric"
    if _COMPARISON.search(words):
        return "comparison"
    if _IDENTIFIER.search(words):
        return "api"
    return "definition" if _DEFINITION.search(words) else "behavioural"


def _stated(chapter: Chapter, text: str, pattern: re.Pattern[str]) -> tuple[Stated, ...]:
    """Sentences that say so themselves; one that only announces ("The idea is:") brings the sentence after it along."""
    spans = [span for block in chapter.blocks if block.kind in ("prose", "quote") for span in sentences(text, block.span)]
    found: list[Stated] = []
    for span, following in zip_longest(spans, spans[1:]):
        if pattern.search(text, span.start, span.end) and not _QUESTION.search(text[span.start : span.end]):
            announces = text[span.end - 1] == ":" and following is not None and not text[span.end : following.start].strip()
            end = following.end if announces and following else span.end
            found.append(Stated(text=Untrusted(text[span.start : end], "chapter"), span=Span(start=span.start, end=end)))
    return tuple(found[:_MOST])


def _code(chapter: Chapter) -> tuple[Stated, ...]:
    blocks = [block for block in chapter.blocks if block.kind == "code"]
    return tuple(
        Stated(
            text=derived(
                f"{block.language or 'code'}, {max(1, len(block.lines))} lines{', line ends recovered' if block.flattened else ''}"
            ),
            span=block.span,
        )
        for block in blocks
    )
