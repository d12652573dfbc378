"""Figures that a text announces as what other figures come to, by the words and the units, whatever the phrase."""

from __future__ import annotations

from collections.abc import Iterator

from tools.instruments.numbers.announced.attained import check_attained
from tools.instruments.numbers.announced.balance import check_balance
from tools.instruments.numbers.announced.bases import check_bases
from tools.instruments.numbers.announced.compared import check_compared
from tools.instruments.numbers.announced.each import check_each
from tools.instruments.numbers.announced.enumerated import check_enumerated
from tools.instruments.numbers.announced.inlists import check_in_lists
from tools.instruments.numbers.announced.listings import check_listings
from tools.instruments.numbers.announced.many import check_many
from tools.instruments.numbers.announced.named import check_named
from tools.instruments.numbers.announced.prose import check_prose
from tools.instruments.numbers.announced.rows import check_rows
from tools.instruments.numbers.announced.rowwise import check_rowwise
from tools.instruments.numbers.announced.scaling import check_scaling
from tools.instruments.numbers.announced.sequences import check_sequences
from tools.instruments.numbers.announced.statistics import check_statistics
from tools.instruments.numbers.announced.tabled import check_growth, check_tabled
from tools.instruments.numbers.announced.taken_from import check_taken_from
from tools.instruments.numbers.announced.textbook import check_textbook
from tools.instruments.numbers.page import Page
from tools.records import Finding

_GENERAL = (
    check_scaling,
    check_named,
    check_many,
    check_sequences,
    check_listings,
    check_tabled,
    check_growth,
    check_bases,
    check_taken_from,
    check_compared,
    check_rowwise,
    check_in_lists,
    check_enumerated,
    check_rows,
    check_statistics,
    check_prose,
    check_balance,
)


def check_announced(page: Page) -> Iterator[Finding]:
    """What laws with a name say first: where one speaks of a figure, others that come to it by chance do not."""
    taken = set()
    for finding in (*check_textbook(page), *check_attained(page), *check_each(page)):
        taken.add(finding.span)
        yield finding
    for check in _GENERAL:
        yield from (finding for finding in check(page) if finding.span not in taken)
