"""The instrument that holds strong words ("identical", "always", "silent", "a single line") against the figures and outputs beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import log

from prompts.trust import derived
from tools.instruments.numbers.figures import Figure, figures_of
from tools.instruments.numbers.mentions import mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, page_of
from tools.instruments.numbers.report import in_unit, plain
from tools.instruments.numbers.totals import data_figures, labelled
from tools.instruments.numbers.words import akin, conditional, named, partly, supposed, words_of
from tools.quantities import Quantity
from tools.records import Chapter, ChapterEvidence, Examination, Facts, Finding, Priority, Replacement, RunOutcome, RunWanted, Span

_NEAR = 3  # blocks: how far from its figure a strong word may stand

_IDENTICAL = re.compile(
    r"(?<![^\W\d_])(?:(?P<adjective>identical|identische[nrs]?|identisch|identiques?)"
    r"|(?P<same>exactly the same|exactly equal|the very same|exakt gleich\w*|exakt dieselben|genau dieselben|exactement les mêmes)"
    r"|(?P<bits>bit[- ]for[- ]bit|bit-?wise (?:equal|identical)|bit-identical|"
    r"(?:down )?to the last bit|bis auf das letzte bit|au bit près|bitgenau|bitgleich|match(?:es)? exactly|agree(?:s)? exactly)"
    r"|(?P<none>no difference|zero difference|not differ|kein(?:en)? unterschied|aucune différence))(?![^\W\d_])",
    re.IGNORECASE,
)
_RESULTS = re.compile(
    r"(?<![^\W\d_])(?:answers?|outputs?|results?|values?|scores?|probabilities|arrays?|matrices|embeddings|logits|predictions?|numbers|"
    r"tensors?|losses|gradients|ergebnis\w*|ausgaben?|"
    r"werte\w*|antworten|"
    r"résultats?|sorties?|valeurs?|réponses?)(?![^\W\d_])",
    re.IGNORECASE,
)
_WAYS = re.compile(
    r"(?<![^\W\d_])(?:methods?|versions?|variants?|approaches|sums?|means?|both|the"
    r" two|verfahren|varianten|fassungen|methoden|summen|beiden?|méthodes?|variantes?|"
    r"sommes?|moyennes?|les deux)(?![^\W\d_])",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"(?<![^\W\d_])(?:speed|times?|fast|costs?|code|interface|signature|syntax|shapes?|memory|schnell|laufzeit\w*|aufwand|form|vitesse|temps|coût)(?![^\W\d_])",
    re.I,
)
_SOFT = re.compile(
    r"(?<![^\W\d_])(?:not|n't|never|nearly|almost|virtually|practically|essentially|approximately|numerically|within|up to|tolerance|"
    r"rounding|need not|"
    r"neither|nor|hardly|rarely|far from|no longer|nicht|nie|nahezu|fast|beinahe|praktisch|bis auf|toleranz|rundung\w*|kaum|"
    r"pas|presque|quasi\w*|près|tolérance|arrondi\w*)(?![^\W\d_])|n['’]t(?![^\W\d_])",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"(?<![^\W\d_])(?:diff(?:erence|erenz|érence)?s?|delta|deviation|abweichung|écart|discrepancy|error|erreur|fehler|"
    r"agreement)(?![^\W\d_])"
    r"|[δΔ]|\|\s*\w+\s*[-−]\s*\w+\s*\|",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\s+((?:\w+\s)?(?:answers?|outputs?|results?|values?|scores?|probabilities|arrays?|matrices|embeddings|logits|predictions?|numbers|"
    r"losses|gradients|ergebnisse|ausgaben|werte))\b",
    re.IGNORECASE,
)
_ALWAYS = re.compile(
    r"(?<![^\W\d_])(?:always|every|each|all|in every case|without exception|never|consistently|immer|stets|jede[rsnm]?|alle[nr]?|nie|"
    r"durchweg|toujours|chaque|"
    r"tou(?:s|tes)|jamais)(?![^\W\d_])",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?<![^\W\d_])(?:(?P<less>faster|quicker|smaller|lower|cheaper|shorter|less|fewer|schneller|kleiner|niedriger|kürzer|günstiger|"
    r"plus rapides?|plus petite?s?)"
    r"|(?P<more>slower|larger|higher|bigger|longer|more|greater|langsamer|größer|höher|länger|plus lente?s?|plus grande?s?))(?![^\W\d_])"
    r"[^.;:,]{0,24}?(?<![^\W\d_])(?P<than>than|als|que)(?![^\W\d_])",
    re.IGNORECASE,
)
_TREND = re.compile(
    r"(?<![^\W\d_])(?:(?P<up>(?:increases?|grows?|rises?|climbs?|improves?) (?:steadily|monotonically|with (?:every|each)|at every|"
    r"in every|every)|(?:steadily|monotonically) "
    r"(?:increas|grow|ris|climb)\w+|steigt (?:stetig|monoton|mit jede[rm])|wächst (?:stetig|monoton)|croît (?:régulièrement|à chaque)|"
    r"augmente (?:régulièrement|à chaque))"
    r"|(?P<down>(?:decreases?|falls?|drops?|shrinks?|declines?) (?:steadily|monotonically|with (?:every|each)|at every|in every|every)|"
    r"(?:steadily|monotonically) "
    r"(?:decreas|fall|drop|shrink|declin)\w+|(?:sinkt|fällt) (?:stetig|monoton|mit jede[rm])|(?:baisse|diminue|décroît) (?:régulièrement|"
    r"à chaque))"
    r"|(?P<constant>(?:is|are|stays?|remains?) (?:constant|the same|unchanged|flat)|bleibt (?:konstant|gleich|unverändert)|"
    r"reste (?:constante?|inchangée?))"
    r"|(?P<linear>(?:grows?|scales?|increases?|rises?) (?:perfectly |strictly )?linearly|wächst linear|steigt linear|croît linéairement|"
    r"augmente linéairement)"
    r"|(?P<quadratic>(?:grows?|scales?|increases?|rises?) quadratically|wächst quadratisch|steigt quadratisch|"
    r"croît (?:de façon )?quadratique(?:ment)?)"
    r"|(?P<double>doubles (?:every|each|with every|with each|at every|at each)|verdoppelt sich (?:jedes ?mal|mit jede[rm]|bei jede[rm])|"
    r"double à chaque))(?![^\W\d_])",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(
    r"(?<![^\W\d_])(?:where|beyond|after|from|until|up to|between|past|once|initially|at first|for (?:small|large)\w*|ab|bis|anfangs|"
    r"jusqu\w*|au début)(?![^\W\d_])",
    re.IGNORECASE,
)
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


class Wording:
    """Strong words against figures, tables and outputs."""

    name = "wording"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        page = page_of(chapter)
        found: dict[tuple[int, int], Finding] = {}
        for check in (_check_identical, _check_compared, _check_trends, _check_none, _check_outputs):
            for finding in check(page):
                found.setdefault((finding.span.start, finding.span.end), finding)
        return Examination(findings=tuple(found[key] for key in sorted(found)))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """It asks for no run, so there is nothing to read."""
        return Examination()


def _finding(
    rule: str, span: Span, summary: str, working: list[str], places: list[Span], replacement: Replacement | None = None,
    holds: bool = False, priority: Priority = "medium",
) -> Finding:  # fmt: skip
    return Finding(
        instrument="wording", rule=rule, span=span, kind="numeric" if rule in ("identical", "trend", "none") else "behavioural",
        verdict="supported" if holds else "contradicted", priority="low" if holds else priority,
        response="no change" if holds else "correction",
        summary=derived(summary), working=tuple(derived(step) for step in working),
        grounds=tuple(ChapterEvidence(relation="SUPPORTS" if holds else "CONTRADICTS", span=place) for place in dict.fromkeys(places)),
        replacement=replacement,
    )  # fmt: skip


def _spoken(sentence: Sentence) -> bool:
    """Whether a sentence states something of what is shown."""
    return (
        not sentence.output and not supposed(sentence.text) and not conditional(sentence.text) and not sentence.text.rstrip().endswith("?")
    )


def _of(sentence: Sentence, match: re.Match[str]) -> Span:
    return Span(start=sentence.span.start + match.start(), end=sentence.span.start + match.end())


# ---- identical -------------------------------------------------------------------------------------------------


def _check_identical(page: Page) -> Iterator[Finding]:
    """ "identical" beside a printed difference that is not zero."""
    differences = [*_differences(page), *_tabled(page)]
    for sentence in page.sentences:
        if not differences:
            return
        for match in _IDENTICAL.finditer(sentence.text):
            if (
                not _spoken(sentence)
                or _SOFT.search(_clause(sentence.text, match))
                or not (match["bits"] or _RESULTS.search(sentence.text) or _alike(sentence.text, match))
            ):
                continue
            reach = _NEAR if match["bits"] or _RESULTS.search(sentence.text) else 1
            if reach == 1 and _OTHERWISE.search(_clause(sentence.text, match)):
                continue
            near = [
                (other, q)
                for other, q in differences
                if _beside(page, sentence.block, other.block) and abs(sentence.block - other.block) <= reach
            ]
            if near:
                yield _not_identical(page, sentence, match, *min(near, key=lambda pair: abs(pair[1].span.start - sentence.span.start)))


def _alike(text: str, match: re.Match[str]) -> bool:
    """Whether two ways of computing something are said to be identical ("the two methods are identical")."""
    verb = re.search(
        r"(?<![^\W\d_])(?:are|is|were|stay|remain|sind|waren|ist|bleiben|sont|restent)\s(?:\w+\s)?$", text[: match.start()], re.IGNORECASE
    )
    return (
        verb is not None
        and _WAYS.search(text[: match.start()]) is not None
        and re.match(r"\s*(?:[.,;:]|$|and|und|et)", text[match.end() :]) is not None
    )


def _clause(text: str, match: re.Match[str]) -> str:
    """The words around a match up to the next comma, dash or semicolon on either side."""
    start = max(text.rfind(mark, 0, match.start()) for mark in (",", ";", "—", "–", ":", "(")) + 1
    if match.groupdict().get("none"):
        return text[start : match.start()]
    end = min((at for mark in (",", ";", "—", "–", "(") if (at := text.find(mark, match.end())) >= 0), default=len(text))
    return text[start:end]


def _beside(page: Page, block: int, other: int) -> bool:
    return page.sections[block] == page.sections[other] and abs(block - other) <= _NEAR


def _differences(page: Page) -> Iterator[tuple[Sentence, Quantity]]:
    """The figures that a text gives for how far results lie apart, where they are not zero."""
    for sentence in page.sentences:
        for label, quantity in labelled(page, sentence):
            if quantity.kind != "count" or not 0 < quantity.value < 1 or quantity.ordinal or quantity.style == "words":
                continue
            words = label if sentence.output else sentence.text[: quantity.span.start - sentence.span.start]
            if not _DIFFERENCE.search(words[-70:]) or re.search(r"atol|rtol|toleran|threshold|loss|mean squared", sentence.text, re.I):
                continue
            if sentence.output or not (supposed(sentence.text) or conditional(sentence.text) or quantity.bound in ("below", "at most")):
                yield sentence, quantity


def _tabled(page: Page) -> Iterator[tuple[Sentence, Quantity]]:
    """Rows of printed tables that hold the name of a difference and its figure."""
    for grid in page.grids:
        for row, label in enumerate(grid.columns[0].cells):
            cell = grid.columns[-1].cells[row] if len(grid.columns) == 2 else None
            quantity = cell.quantity if cell is not None else None
            if (
                label is not None
                and quantity is not None
                and quantity.kind == "count"
                and 0 < quantity.value < 1
                and _DIFFERENCE.search(label.text)
            ):
                yield Sentence(grid.rows[row].span, page.words_at(grid.rows[row].span), grid.block, True, (), (), ()), quantity


def _not_identical(page: Page, sentence: Sentence, match: re.Match[str], other: Sentence, quantity: Quantity) -> Finding:
    span = _of(sentence, match)
    written = page.words_at(quantity.span)
    replacement = None
    reason = "the difference that the text itself prints"
    noun = _NOUN.match(page.text, span.end, sentence.span.end)
    if match["adjective"] and noun:
        german = match["adjective"].lower().startswith("identisch")
        new = f"bis auf {written} gleiche {noun.group(1)}" if german else f"the same {noun.group(1)} to within {written}"
        span = Span(start=span.start, end=noun.end())
        replacement = Replacement(span=span, text=derived(new), reason=reason)
    elif match["adjective"] and page.writing.language == "en" and page.text[: span.start].endswith(("are ", "were ")):
        replacement = Replacement(span=span, text=derived(f"equal to within {written}"), reason=reason)
    summary = f"The text prints a difference of {written}, so the results agree to a tolerance and are not identical."
    working = [page.words_at(other.span)[:200], f"{written} is not 0"]
    return _finding("identical", span, summary, working, [quantity.span], replacement)


# ---- always faster ---------------------------------------------------------------------------------------------


def _check_compared(page: Page) -> Iterator[Finding]:
    """ "A is always faster than B" against two columns of a table."""
    for sentence in page.sentences:
        match = _COMPARED.search(sentence.text)
        if (
            match is None
            or not _spoken(sentence)
            or not _ALWAYS.search(sentence.text)
            or partly(sentence.text)
            or _SOFT.search(sentence.text)
        ):
            continue
        for grid in page.grids_near(sentence.block)[:2]:
            finding = _compared(page, sentence, grid, match)
            if finding is not None:
                yield finding
                break


def _compared(page: Page, sentence: Sentence, grid: Grid, match: re.Match[str]) -> Finding | None:
    before, after = words_of(sentence.text[: match.start()]), words_of(sentence.text[match.end() :])
    one, other = _only_named(grid, before), _only_named(grid, after)
    if one is None or other is None or one is other or one.kind != other.kind or one.kind is None or mentions(grid, sentence):
        return None
    word = match.group("less") or match.group("more")
    rate = one.kind.endswith("/time")
    if one.kind != "time" and not rate and re.match(r"fast|quick|slow|schnell|langsam|plus (?:rapide|lent)", word, re.I):
        return None
    fewer = bool(match.group("less"))
    if rate and re.match(r"fast|quick|slow|schnell|langsam|plus (?:rapide|lent)", word, re.I):
        fewer = not fewer
    pairs = [(n, q, dict(data_figures(grid, other)).get(n)) for n, q in data_figures(grid, one)]
    rows = [(n, q, o) for n, q, o in pairs if o is not None]
    if len(rows) < 2:
        return None
    wrong = [(n, q, o) for n, q, o in rows if (q.bases()[0] >= o.bases()[0] if fewer else q.bases()[0] <= o.bases()[0])]
    span = _of(sentence, match)
    shown = [
        f"{grid.labels(n)}: {one.name} {in_unit(q.bases()[0], q)}, {other.name} {in_unit(o.bases()[0], o)}"
        for n, q, o in (wrong or rows)[:6]
    ]
    places = [grid.rows[n].span for n, _, _ in wrong or rows]
    if not wrong:
        return _finding("always", span, f"It holds in all {len(rows)} rows of the table.", shown, places, holds=True)
    if len(wrong) * 2 > len(rows):
        return None
    labels = ", ".join(grid.labels(n) for n, _, _ in wrong[:4])
    return _finding("always", span, f"It does not hold in every row of the table: {labels}.", shown, places, priority="high")


def _only_named(grid: Grid, words: tuple[str, ...]) -> Column | None:
    """The one column that words name, by a word that no other column has."""
    hits = {}
    for column in grid.columns[1:]:
        for term in column.terms:
            if sum(term in own.terms for own in grid.columns) == 1 and any(akin(term, word) for word in words):
                hits[column.index] = column
    return hits.popitem()[1] if len(hits) == 1 else None


# ---- trends ----------------------------------------------------------------------------------------------------


def _check_trends(page: Page) -> Iterator[Finding]:
    """ "grows linearly", "falls with every epoch", "stays constant", "doubles every time" against a column."""
    for sentence in page.sentences:
        match = _TREND.search(sentence.text)
        if match is None or not _spoken(sentence) or partly(sentence.text) or _SOFT.search(_clause(sentence.text, match)):
            continue
        if _SOMEWHERE.search(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:2]:
            column = _subject(grid, words_of(sentence.text[: match.start()])[-5:])
            if column is None or mentions(grid, sentence):
                continue
            finding = _trend(page, sentence, grid, column, match)
            if finding is not None:
                yield finding
                break


def _subject(grid: Grid, words: tuple[str, ...]) -> Column | None:
    """The column that the words before a verb name in full."""
    full = [column for column in grid.columns[1:] if column.terms and column.kind and all(named(term, words) for term in column.terms)]
    return full[0] if len(full) == 1 else None


def _trend(page: Page, sentence: Sentence, grid: Grid, column: Column, match: re.Match[str]) -> Finding | None:
    figures = data_figures(grid, column)
    if len(figures) < 3 or any(cell is None or cell.quantity is None for cell in column.cells):
        return None
    values = [q.bases()[0] for _, q in figures]
    kind = match.lastgroup
    wrong = _breaks(kind or "", values, _keys(grid))
    if wrong is None:
        return None
    shown = [f"{column.name}: " + ", ".join(f"{grid.labels(n)}: {in_unit(q.bases()[0], q)}" for n, q in figures[:20])]
    places = [grid.rows[n].span for n, _ in figures]
    span = _of(sentence, match)
    if not wrong:
        return _finding("trend", span, f"The column “{column.name}” agrees.", shown, places, holds=True)
    return _finding("trend", span, f"The column “{column.name}” does not agree: {wrong}.", shown, places, priority="high")


def _keys(grid: Grid) -> list[Fraction]:
    figures = grid.columns[0].figures()
    keys = [q.bases()[0] for _, q in figures]
    return keys if len(keys) == len(grid.rows) and all(b > a > 0 for a, b in pairwise(keys)) else []


def _breaks(kind: str, values: list[Fraction], keys: list[Fraction]) -> str | None:
    """How the values break a stated trend; "" where they keep it, None where that is open."""
    steps = list(pairwise(values))
    if kind in ("up", "down"):
        bad = [(a, b) for a, b in steps if (b < a if kind == "up" else b > a)]
        if len(bad) * 2 > len(steps):
            return None
        return f"it goes from {plain(bad[0][0], 4)} to {plain(bad[0][1], 4)}" if bad else ""
    if min(values) <= 0:
        return None
    if kind == "constant":
        spread = (max(values) - min(values)) / min(values)
        if spread <= Fraction(5, 100):
            return ""
        return f"it goes from {plain(min(values), 4)} to {plain(max(values), 4)}" if spread > Fraction(25, 100) else None
    if kind == "double":
        ratios = [b / a for a, b in steps]
        if all(Fraction(9, 5) <= ratio <= Fraction(11, 5) for ratio in ratios):
            return ""
        bad_ratio = [ratio for ratio in ratios if not Fraction(3, 2) <= ratio <= Fraction(5, 2)]
        return f"one step is a factor of {plain(bad_ratio[0], 3)}" if bad_ratio and len(bad_ratio) * 2 <= len(ratios) else None
    return _slope(kind, values, keys)


def _slope(kind: str, values: list[Fraction], keys: list[Fraction]) -> str | None:
    """The power with which a column grows with the first one, from its first row to its last."""
    if len(keys) != len(values) or keys[-1] < keys[0] * 4:
        return None
    slope = log(values[-1] / values[0]) / log(keys[-1] / keys[0])
    wanted = 1 if kind == "linear" else 2
    if abs(slope - wanted) <= 0.12 * wanted:
        return ""
    if abs(slope - wanted) < 0.4:
        return None
    return f"from {plain(keys[0])} to {plain(keys[-1])} it grows by a factor of {plain(values[-1] / values[0], 3)}, a power of {slope:.2f}"


# ---- none, silent, a single line -------------------------------------------------------------------------------


def _check_none(page: Page) -> Iterator[Finding]:
    """ "no misses" beside "misses: 3"."""
    figures = [figure for figure in figures_of(page) if figure.single and figure.quantity.kind == "count" and len(figure.terms) <= 2]
    for sentence in page.sentences if figures else ():
        for match in _NONE.finditer(sentence.text):
            noun = words_of(match["noun"])
            hits = [f for f in figures if _beside(page, sentence.block, f.block) and noun and _same_thing(f, noun)]
            if len(hits) != 1 or not _spoken(sentence) or _SOFT.search(_clause(sentence.text, match)):
                continue
            figure, span = hits[0], _of(sentence, match)
            nouns = match["noun"].split()[: len(figure.terms)]
            span = Span(start=span.start, end=sentence.span.start + match.start("noun") + len(" ".join(nouns)))
            written = page.words_at(figure.quantity.span)
            if figure.quantity.value == 0:
                yield _finding(
                    "none", span, f"The output prints {written}, as stated.", [figure.line[:200]], [figure.quantity.span], holds=True
                )
            elif figure.quantity.value.denominator == 1:
                yield _finding(
                    "none", span, f"The output prints {written}, so there are some.", [figure.line[:200]], [figure.quantity.span]
                )


def _same_thing(figure: Figure, noun: tuple[str, ...]) -> bool:
    return len(noun) >= len(figure.terms) and all(
        term == word or (len(term) > 4 and akin(term, word)) for term, word in zip(figure.terms, noun, strict=False)
    )


def _check_outputs(page: Page) -> Iterator[Finding]:
    """Words about what is printed, against the output right before or after."""
    for sentence in page.sentences:
        if not _spoken(sentence):
            continue
        for pattern, test in ((_SILENT, _warned), (_RAISES, _raised), (_PASS, _failed), (_LINES, _several)):
            match = pattern.search(sentence.text)
            if match is None or _SOFT.search(sentence.text[: match.start()][-30:]):
                continue
            for block in _outputs_beside(page, sentence, after_only=pattern is _LINES):
                told = test(page, block)
                if told:
                    yield _finding(
                        "output", _of(sentence, match), told, [page.words_at(page.blocks[block].span)[:300]], [page.blocks[block].span]
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
