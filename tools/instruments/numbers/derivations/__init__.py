"""Figures that follow from others by their dimensions, in which the nouns that are counted are units too."""

from __future__ import annotations

from collections.abc import Iterator

from tools.instruments.numbers.derivations.bases import check_changed_bases
from tools.instruments.numbers.derivations.gathered import check_gathered
from tools.instruments.numbers.derivations.parallel import check_parallel
from tools.instruments.numbers.derivations.restated import check_restated
from tools.instruments.numbers.derivations.results import check_results
from tools.instruments.numbers.derivations.rows import check_named_rows
from tools.instruments.numbers.derivations.shares import check_shares_of_wholes
from tools.instruments.numbers.page import Page
from tools.records import Finding

_CHECKS = (check_results, check_gathered, check_restated, check_parallel, check_shares_of_wholes, check_changed_bases, check_named_rows)


def check_derivations(page: Page) -> Iterator[Finding]:
    """What each kind of derivation says of the figures of a chapter."""
    for check in _CHECKS:
        yield from check(page)
