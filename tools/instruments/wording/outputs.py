"""“No misses”, “silently”, “a single line”, “all tests pass”, held against what the text prints beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.numbers.figures import Figure, figures_of
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import akin, words_of
from tools.instruments.wording.saying import SOFT, beside, clause, finding_of, span_of, spoken
from tools.records import Finding, Span

_NONE = re.compile(
    r"(?<![^\W\d_])(?:no|zero|without (?:any|a single)|not a single|never any|kein(?:e[rsnm]?)?|ohne|aucune?|"
    r"sans)\s+(?P<noun>[^\W\d_]+(?:\s[^\W\d_]+)?)",
    re.IGNORECASE,
)
_SILENT = re.compile(
    r"(?<![^\W\d_])(?:nothing is (?:printed|logged)|prints nothing|no (?:warnings?|messages?) (?:is|are|was|were) (?:printed|shown|"
    r"emitted|logged|raised)|"
    r"without (?:a|any) warnings?|silently|ohne (?:jede )?warnung|es wird nichts ausgegeben|sans (?:aucun )?avertissement|"
    r"rien n'est affiché)(?![^\W\d_])",
    re.IGNORECASE,
)
_RAISES = re.compile(
    r"(?<![^\W\d_])(?:nothing (?:raises|fails)|no (?:error|exception)s? (?:is|are|was|were) raised|runs? without (?:an )?errors?|"
    r"kein fehler|aucune erreur)(?![^\W\d_])",
    re.IGNORECASE,
)
_LINES = re.compile(
    r"(?<![^\W\d_])(?:a single|just one|only one|exactly one|one)\s+line(?![^\W\d_])|(?<![^\W\d_])(?:eine einzige|"
    r"genau eine) zeile(?![^\W\d_])|une seule ligne",
    re.IGNORECASE,
)
_WARNS = re.compile(r"warning|warn\b|\bW\d{4}\b|deprecat", re.IGNORECASE)
_PASS = re.compile(
    r"(?<![^\W\d_])(?:all|every one of the|alle|tous les)\s(?:the\s|\w+\s)?(?:tests?|checks?)\s(?:pass|passed|succeed|bestehen|passent|"
    r"laufen durch)",
    re.IGNORECASE,
)
_FAILED = re.compile(r"(?<!\w)([1-9]\d*) (?:failed|errors?|failures?)\b", re.IGNORECASE)


def check_none(page: Page) -> Iterator[Finding]:
    """ "no misses" beside "misses: 3"."""
    figures = [figure for figure in figures_of(page) if figure.single and figure.quantity.kind == "count" and len(figure.terms) <= 2]
    for sentence in page.sentences if figures else ():
        for match in _NONE.finditer(sentence.text):
            noun = words_of(match["noun"])
            hits = [f for f in figures if beside(page, sentence.block, f.block) and noun and _same_thing(f, noun)]
            if len(hits) != 1 or not spoken(sentence) or SOFT.search(clause(sentence.text, match)):
                continue
            figure, span = hits[0], span_of(sentence, match)
            nouns = match["noun"].split()[: len(figure.terms)]
            span = Span(start=span.start, end=sentence.span.start + match.start("noun") + len(" ".join(nouns)))
            written = page.words_at(figure.quantity.span)
            if figure.quantity.value == 0:
                yield finding_of(
                    "none", span, f"The output prints {written}, as stated.", [figure.line[:200]], [figure.quantity.span], holds=True
                )
            elif figure.quantity.value.denominator == 1:
                yield finding_of(
                    "none", span, f"The output prints {written}, so there are some.", [figure.line[:200]], [figure.quantity.span]
                )


def _same_thing(figure: Figure, noun: tuple[str, ...]) -> bool:
    return len(noun) >= len(figure.terms) and all(
        term == word or (len(term) > 4 and akin(term, word)) for term, word in zip(figure.terms, noun, strict=False)
    )


def check_printed(page: Page) -> Iterator[Finding]:
    """Words about what is printed, against the output right before or after."""
    for sentence in page.sentences:
        if not spoken(sentence):
            continue
        for pattern, test in ((_SILENT, _warned), (_RAISES, _raised), (_PASS, _failed), (_LINES, _several)):
            match = pattern.search(sentence.text)
            if match is None or SOFT.search(sentence.text[: match.start()][-30:]):
                continue
            for block in _outputs_beside(page, sentence, after_only=pattern is _LINES):
                told = test(page, block)
                if told:
                    yield finding_of(
                        "output", span_of(sentence, match), told, [page.words_at(page.blocks[block].span)[:300]], [page.blocks[block].span]
                    )
                    break


def _outputs_beside(page: Page, sentence: Sentence, after_only: bool) -> list[int]:
    own = page.blocks[sentence.block].span
    last, first = own.end <= sentence.span.end + 2, own.start >= sentence.span.start - 2
    found = [sentence.block + 1] if last and (not after_only or sentence.text.rstrip().endswith(":")) else []
    if first and not after_only:
        found.append(sentence.block - 1)
    return [n for n in found if 0 <= n < len(page.blocks) and page.blocks[n].kind == "output"]


def _warned(page: Page, block: int) -> str:
    return "The output beside it shows a warning." if _WARNS.search(page.words_at(page.blocks[block].span)) else ""


def _raised(page: Page, block: int) -> str:
    return (
        "The output beside it shows a traceback." if "Traceback (most recent call last)" in page.words_at(page.blocks[block].span) else ""
    )


def _failed(page: Page, block: int) -> str:
    match = _FAILED.search(page.words_at(page.blocks[block].span))
    return f"The output beside it reports {match.group(0)}." if match else ""


def _several(page: Page, block: int) -> str:
    own = page.blocks[block]
    lines = [line for line in page.words_at(own.span).split("\n") if line.strip() and not line.startswith((" ", "\t"))]
    return f"The output that follows has {len(lines)} lines." if not own.flattened and len(lines) >= 2 else ""
