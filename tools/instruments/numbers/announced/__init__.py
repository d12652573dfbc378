"""Figures that a text announces as what other figures come to, by the words and the units, whatever the phrase."""

from __future__ import annotations

from collections.abc import Iterator

from tools.instruments.numbers.announced.balance import check_balance
from tools.instruments.numbers.announced.bases import check_bases
from tools.instruments.numbers.announced.listings import check_listings
from tools.instruments.numbers.announced.many import check_many, check_sequences
from tools.instruments.numbers.announced.named import check_named
from tools.instruments.numbers.announced.prose import check_prose
from tools.instruments.numbers.announced.rows import check_rows
from tools.instruments.numbers.announced.statistics import check_statistics
from tools.instruments.numbers.announced.tabled import check_growth, check_tabled
from tools.instruments.numbers.page import Page
from tools.records import Finding


def check_announced(page: Page) -> Iterator[Finding]:
    yield from check_named(page)
    yield from check_many(page)
    yield from check_sequences(page)
    yield from check_listings(page)
    yield from check_tabled(page)
    yield from check_growth(page)
    yield from check_bases(page)
    yield from check_rows(page)
    yield from check_statistics(page)
    yield from check_prose(page)
    yield from check_balance(page)
