"""The instrument that redoes a chapter's arithmetic: prose against tables, tables against themselves, prose against prose."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from tools.instruments.numbers.announced import check_announced
from tools.instruments.numbers.arithmetic import check_arithmetic
from tools.instruments.numbers.bins import check_bins
from tools.instruments.numbers.break_even import check_break_even
from tools.instruments.numbers.cells import check_cells
from tools.instruments.numbers.changes import check_changes
from tools.instruments.numbers.clocks import check_clocks
from tools.instruments.numbers.columns import check_columns
from tools.instruments.numbers.comparisons import check_comparisons
from tools.instruments.numbers.counts import check_counts
from tools.instruments.numbers.derivations import check_derivations
from tools.instruments.numbers.differences import check_differences
from tools.instruments.numbers.extremes import check_extremes
from tools.instruments.numbers.figures import check_figures
from tools.instruments.numbers.laws import check_laws
from tools.instruments.numbers.lists import check_lists
from tools.instruments.numbers.literals import check_literals
from tools.instruments.numbers.margins import check_margins
from tools.instruments.numbers.means import check_means
from tools.instruments.numbers.multiplied import check_multiplied
from tools.instruments.numbers.operations import check_operations
from tools.instruments.numbers.orders import check_orders
from tools.instruments.numbers.page import Page, page_of, sentence_around
from tools.instruments.numbers.parts import check_parts
from tools.instruments.numbers.pieces import check_pieces
from tools.instruments.numbers.ranges import check_ranges
from tools.instruments.numbers.rates import check_rates
from tools.instruments.numbers.relations import check_relations
from tools.instruments.numbers.shares import check_shares
from tools.instruments.numbers.sizes import check_sizes
from tools.instruments.numbers.tabular import check_tabular
from tools.instruments.numbers.throughput import check_throughput
from tools.instruments.numbers.together import check_together
from tools.instruments.numbers.totals import check_output_totals, check_prose_totals
from tools.instruments.numbers.traits import check_traits
from tools.instruments.numbers.triples import check_triples
from tools.records import Chapter, Examination, Facts, Finding, RunOutcome, RunWanted

_CHECKS = (
    check_output_totals,
    check_prose_totals,
    check_ranges,
    check_counts,
    check_cells,
    check_figures,
    check_differences,
    check_extremes,
    check_columns,
    check_arithmetic,
    check_changes,
    check_means,
    check_lists,
    check_shares,
    check_rates,
    check_comparisons,
    check_together,
    check_sizes,
    check_throughput,
    check_parts,
    check_literals,
    check_laws,
    check_bins,
    check_relations,
    check_break_even,
    check_clocks,
    check_margins,
    check_multiplied,
    check_operations,
    check_orders,
    check_pieces,
    check_traits,
    check_triples,
)


class Numbers:
    """Sums, means, counts, ratios, percentages, ranges, extremes, ordinals, units and rounding."""

    name = "numbers"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        page = page_of(chapter)
        found: dict[tuple[int, int, str], Finding] = {}
        for check in _CHECKS:
            for finding in check(page):
                found.setdefault((finding.span.start, finding.span.end, finding.rule), finding)
        said = list(check_tabular(page))
        findings = [own for own in _reconciled([found[key] for key in sorted(found)]) if not _within(own, said)]
        findings += _added(page, findings, [*check_announced(page), *said, *check_derivations(page)])
        return Examination(findings=tuple(sorted(findings, key=lambda finding: (finding.span.start, finding.span.end, finding.rule))))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """It asks for no run, so there is nothing to read."""
        return Examination()


def _within(finding: Finding, said: list[Finding]) -> bool:
    """Whether a figure that agrees stands in a statement about rows that is wrong as a whole ("only A is above 200 ms")."""
    return finding.verdict == "supported" and any(
        own.verdict == "contradicted"
        and own.span.start <= finding.span.start
        and finding.span.end <= own.span.end
        and own.span != finding.span
        for own in said
    )


def _added(page: Page, held: list[Finding], announced: list[Finding]) -> Iterator[Finding]:
    """What the general readings add to the particular ones: nothing where those have judged the figure, one alarm a sentence."""
    judged = sorted((finding.span.start, finding.span.end) for finding in held)
    ends = list(accumulate((end for _, end in judged), max))
    wrong = {sentence_around(page, finding.span.start) for finding in held if finding.verdict == "contradicted"}
    agreed = {finding.span for finding in announced if finding.verdict == "supported"}
    seen: set[tuple[int, int]] = set()
    for finding in announced:
        place = (finding.span.start, finding.span.end)
        before = bisect_left(judged, (place[1], 0))
        if place in seen or (before and ends[before - 1] > place[0]):
            continue
        if finding.verdict == "contradicted":
            around = sentence_around(page, finding.span.start)
            if finding.span in agreed or around in wrong:
                continue
            wrong.add(around)
        seen.add(place)
        yield finding


def _reconciled(findings: list[Finding]) -> Iterator[Finding]:
    """One alarm for a figure, and none where another reading of the same figure agrees."""
    held = {(finding.span.start, finding.span.end) for finding in findings if finding.verdict == "supported"}
    for finding in findings:
        place = (finding.span.start, finding.span.end)
        if finding.verdict == "contradicted":
            if place in held:
                continue
            held.add(place)
        yield finding
