"""The parts of a sentence that state one thing each, and whether they speak of the table as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tools.instruments.numbers.mentions import Mention
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.tabular.lexicon import Graded, graded, words_in
from tools.instruments.numbers.tabular.table import Table, percentiles, rows_said
from tools.records import Span

# A sentence with one of these is no statement about the values that stand in the table.
_NO_STATEMENT = re.compile(
    r"\?|^(?:were|had|should)\s|(?:^|,\s)falls\s|(?<![^\W\d_])(?:if|unless|would|could|might|should|may|suppose|imagine|assum\w+|"
    r"pretend|expect\w*|promis\w+|claim(?:s|ed)|"
    r"advertis\w+|guess\w*|hop(?:e|ed)|believ\w+|think|thought|predict\w*|seems?|earlier|previous(?:ly)?|formerly|used to|last (?:year|"
    r"month|week|time|quarter|release)|next (?:year|month|week|time|quarter|release)|another|elsewhere|target|budget|goal|deadline|"
    r"limit(?:ed)?|quota|sla|planned|forecast|estimate[ds]?|projected|usual\w*|typical\w*|normally|generally|in theory|"
    r"wenn|würde\w*|könnte\w*|sollte\w*|dürfte\w*|wäre\w*|hätte\w*|läge\w*|käme\w*|bräuchte\w*|gäbe|angenommen|vermutlich|"
    r"erwart\w+|früher|vorher|bisher|ziel|grenzwert|laut|"
    r"normalerweise|gewöhnlich|üblicherweise|"
    r"si|supposons|imaginons|pourrait|pourraient|devrait|devraient|serait|seraient|aurait|auraient|attendu\w*|auparavant|précédent\w*|"
    r"objectif|limite|"
    r"(?:older?|newer?|other|different|second|slower|faster|larger|smaller|[äa]ltere\w*|neuere\w*|andere\w*|zweite\w*) (?:machine|"
    r"laptop|computer|server|"
    r"gpu|cpu|run|version|release|test|measurement|hardware|data ?set|rechner\w*|maschine|fassung|messung|lauf\w*)|autre \w+|"
    r"ancienne? \w+|"
    r"normalement|généralement|d['’]habitude)(?![^\W\d_])",
    re.IGNORECASE,
)
# With one of these only some rows, or something within them, is spoken of.
SOME_ROWS = re.compile(
    r"(?<![^\W\d_])(?:among|amongst|of (?:these|those|the (?:two|three|four|five|other|remaining|first|last|\w+ed))|"
    r"for (?:small|large|big|long|short)\w*|starting|"
    r"from .{1,20} on(?:wards)?|up to|beyond|until|except\w*|excluding|apart from|aside from|besides|other than|but for|without|"
    r"not counting|leaving out|after|before|since|"
    r"unter (?:den|diesen)|von (?:diesen|den)|ab|bis|außer|ausgenommen|abgesehen|ohne|nach|vor|seit|"
    r"parmi|hormis|sauf|excepté|à partir|jusqu['’]|sans|après|avant|depuis)(?![^\W\d_])",
    re.IGNORECASE,
)
NEGATED = re.compile(
    r"(?<![^\W\d_])(?:not|never|no|hardly|scarcely|barely|neither|nor|nicht|kein\w*|nie|niemals|kaum|weder|noch|ne|n|pas|jamais|"
    r"aucun\w*|"
    r"ni)(?![^\W\d_])|n['’]t(?![^\W\d_])",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"[;—]|\s–\s|(?:,\s+|\s)(?:but|while|whereas|although|though|whilst|because|aber|während|obwohl|wohingegen|sondern|mais|tandis que|"
    r"alors que|bien que|parce que|weil)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Clause:
    """A part of a sentence beside the table that it may speak of; all positions from the beginning of the sentence.

    text: the sentence up to the end of the clause, with what stands before it blanked out. words: those of the clause, percentiles as
    "p99". rows: the rows that it names. degrees: its comparatives and superlatives.
    """

    page: Page
    sentence: Sentence
    table: Table
    text: str
    words: tuple[str, ...]
    rows: tuple[Mention, ...]
    degrees: tuple[Graded, ...]

    def span(self, start: int, end: int) -> Span:
        return Span(start=self.sentence.span.start + start, end=self.sentence.span.start + end)


def speaks_of_now(sentence: Sentence) -> bool:
    """Whether a sentence states what is, and not what would be, was before, or is meant to be."""
    return not sentence.output and _NO_STATEMENT.search(sentence.text) is None


def clauses_of(page: Page, sentence: Sentence, table: Table) -> Iterator[Clause]:
    rows, degrees = rows_said(table, sentence), graded(sentence.text)
    for start, end in _parts(sentence.text):
        words = named_words(sentence.text[start:end], [m for m in rows if start <= m.start < end], start)
        yield Clause(
            page, sentence, table, " " * start + sentence.text[start:end], words,
            tuple(m for m in rows if start <= m.start < end), tuple(d for d in degrees if start <= d.start < end),
        )  # fmt: skip


def named_words(text: str, rows: Sequence[Mention], start: int = 0) -> tuple[str, ...]:
    """The words of a text without those that name rows, percentiles as one word each."""
    inside = [(m.start - start, m.end - start) for m in rows]
    words = [word.text for word in words_in(text) if not any(a <= word.start < b for a, b in inside)]
    return (*percentiles(text), *words)


def _parts(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for match in _BREAK.finditer(text):
        if match.start() > begin:
            yield begin, match.start()
        begin = match.start()
    yield begin, len(text)
