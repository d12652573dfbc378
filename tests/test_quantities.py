"""Rules of reading quantities: numbers, words, units, hedges, ranges, and what rounding leaves open."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tools.quantities import Interval, Quantity, Writing, in_words, number_of, quantities_of, ranges_of, writing_of

EN, DE, FR = Writing("en", "."), Writing("de", ","), Writing("fr", ",")


def one(text: str, writing: Writing = EN) -> Quantity:
    (quantity,) = quantities_of(text, writing)
    return quantity


@pytest.mark.parametrize(
    ("text", "writing", "value", "kind"),
    [
        ("7e-7", EN, Fraction(7, 10**7), "count"),
        ("7.15e-07", EN, Fraction(715, 10**9), "count"),
        ("2.5 × 10^-3", EN, Fraction(25, 10**4), "count"),
        ("10⁻⁶", EN, Fraction(1, 10**6), "count"),
        ("2^20", EN, Fraction(2**20), "count"),
        ("1,048,576", EN, Fraction(1048576), "count"),
        ("1.048.576", DE, Fraction(1048576), "count"),
        ("1 048 576", FR, Fraction(1048576), "count"),
        ("0,148 s", DE, Fraction(148, 1000), "time"),
        ("2,5 GB", DE, Fraction(5, 2) * 10**9, "information"),
        ("112.45 ms", EN, Fraction(11245, 10**5), "time"),
        ("6 KiB", EN, Fraction(6144), "information"),
        ("465x", EN, Fraction(465), "times"),
        ("90×", EN, Fraction(90), "times"),
        ("33 %", EN, Fraction(33), "percent"),
        ("12 per cent", EN, Fraction(12), "percent"),
        ("zwölf Prozent", DE, Fraction(12), "percent"),
        ("5 percentage points", EN, Fraction(5), "points"),
        ("four hundred and sixty-five times", EN, Fraction(465), "times"),
        ("twenty-one", EN, Fraction(21), "count"),
        ("half a million seconds", EN, Fraction(500_000), "time"),
        ("a quarter of a million rows", EN, Fraction(250_000), "count"),
        ("half a dozen runs", EN, Fraction(6), "count"),
        ("two and a half million", EN, Fraction(2_500_000), "count"),
        ("eine halbe Million Sekunden", DE, Fraction(500_000), "time"),
        ("two thousand five hundred", EN, Fraction(2500), "count"),
        ("achtundzwanzig", DE, Fraction(28), "count"),
        ("dreihundertfünfzehn", DE, Fraction(315), "count"),
        ("quatre-vingt-dix-sept", FR, Fraction(97), "count"),
        ("zehnfach", DE, Fraction(10), "times"),
        ("tenfold", EN, Fraction(10), "times"),
        ("trois fois", FR, Fraction(3), "times"),
        ("1.3 million", EN, Fraction(1300000), "count"),
        ("7B parameters", EN, Fraction(7 * 10**9), "count"),
        ("250 requests per second", EN, Fraction(250), "count/time"),
        ("1.5 GB/s", EN, Fraction(15 * 10**8), "information/time"),
        ("72 km/h", EN, Fraction(20), "length/time"),
        ("$1,200", EN, Fraction(1200), "usd"),
    ],
    ids=str,
)
def test_a_figure_has_its_value_and_kind(text: str, writing: Writing, value: Fraction, kind: str) -> None:
    """Digits, powers of ten, grouping, words and units read as a reader of that language would."""
    quantity = one(text, writing)
    assert (quantity.bases()[0], quantity.kind) == (value, kind)


@pytest.mark.parametrize(
    "text", ["torch 2.13.0", "2026-11-29", "at 12:30", "sha256", "v1.2.3", "x86_64", "a dozen-headed", "utf8", "fp16", "10.0.0.1"], ids=str
)
def test_names_and_dates_are_no_quantities(text: str) -> None:
    """Versions, dates, clock times and digits inside names are left alone."""
    assert quantities_of(text, EN) == ()


@pytest.mark.parametrize(
    ("text", "writing", "bound"),
    [
        ("about 5 ms", EN, "about"),
        ("~5 ms", EN, "about"),
        ("roughly five", EN, "about"),
        ("5 ms or so", EN, "about"),
        ("nearly 40 %", EN, "nearly"),
        ("more than 12", EN, "above"),
        ("less than 12", EN, "below"),
        ("at least 12", EN, "at least"),
        ("no more than 12", EN, "at most"),
        ("never above 12", EN, "at most"),
        ("rund 12", DE, "about"),
        ("knapp 12", DE, "nearly"),
        ("mindestens 12", DE, "at least"),
        ("environ 12", FR, "about"),
        ("au plus 12", FR, "at most"),
        ("12", EN, ""),
    ],
    ids=str,
)
def test_a_hedge_is_kept_with_its_figure(text: str, writing: Writing, bound: str) -> None:
    """The word before a figure that loosens or bounds it is part of the figure."""
    assert one(text, writing).bound == bound


@pytest.mark.parametrize(
    ("text", "writing", "low", "high"),
    [
        ("an eight-to-eleven-second stall", EN, 8, 11),
        ("between 3 and 5 minutes", EN, 180, 300),
        ("8–11 s", EN, 8, 11),
        ("from 2 to 5 s", EN, 2, 5),
        ("zwischen 3 und 5 s", DE, 3, 5),
        ("acht bis elf Sekunden", DE, 8, 11),
        ("entre trois et cinq secondes", FR, 3, 5),
    ],
    ids=str,
)
def test_the_ends_of_a_range_share_a_unit(text: str, writing: Writing, low: int, high: int) -> None:
    """A range takes the unit of its second end for both."""
    (stated,) = ranges_of(text, quantities_of(text, writing))
    assert (stated.low.bases()[0], stated.high.bases()[0]) == (low, high)


def test_figures_joined_by_and_are_no_range() -> None:
    """ "3 and 5 ms" without "between" lists two figures."""
    assert ranges_of("it took 3 and 5 ms", quantities_of("it took 3 and 5 ms", EN)) == ()


@pytest.mark.parametrize(
    ("stated", "value", "agreement"),
    [
        ("7e-7", "7.15e-7", "yes"),
        ("0.15 s", "0.14804", "yes"),
        ("69 s", "68.838", "yes"),
        ("0.15 s", "0.18", "no"),
        ("about 8 ms", "0.0083", "yes"),
        ("about 8 ms", "0.012", "no"),
        ("more than 40 s", "41", "yes"),
        ("more than 40 s", "30", "no"),
        ("nearly 40 s", "39.2", "yes"),
        ("nearly 40 s", "55", "no"),
        ("at most 5 s", "5.8", "no"),
    ],
    ids=str,
)
def test_rounding_decides_agreement(stated: str, value: str, agreement: str) -> None:
    """A true value agrees with a stated figure when it rounds to it or its hedge allows it."""
    assert one(stated).agreement(Interval.exact(Fraction(value))) == agreement


def test_a_divided_unit_is_read_kindly() -> None:
    """A KB is 1000 or 1024 bytes: either agrees."""
    assert one("4 KB").agreement(Interval.exact(4096)) == "yes"
    assert one("4 KB").agreement(Interval.exact(4000)) == "yes"
    assert one("4.00 KiB").agreement(Interval.exact(4000)) == "no"


@pytest.mark.parametrize(
    ("figure", "decimal", "value"),
    [
        ("1,234", ".", 1234),
        ("1.234", ",", 1234),
        ("1.234,5", ",", Fraction(2469, 2)),
        ("1,234.5", ".", Fraction(2469, 2)),
        ("12,5", ".", None),
        (r"104\times10^{6}", ".", None),
        ("10⁶", ".", None),
        ("", ".", None),
    ],
    ids=str,
)
def test_a_mark_is_read_by_the_writing_of_the_text(figure: str, decimal: str, value: Fraction | int | None) -> None:
    """A comma groups in English and divides in German; what neither allows is not read."""
    read = number_of(figure, decimal)
    assert (read[0] if read else None) == value


@pytest.mark.parametrize(
    ("text", "language", "decimal"),
    [
        ("The run of the model is slow and that is the point of this chapter.", "en", "."),
        ("Der Lauf ist nicht schnell und die Zeit von 2,5 s ist das Problem mit dem Modell.", "de", ","),
        ("Le modèle est lent et les requêtes sont servies dans une file pour que le temps reste de 2,5 s.", "fr", ","),
        ("Der Lauf ist nicht schnell und die Zeit von 2.51 s ist das Problem.", "de", "."),
    ],
    ids=["en", "de", "fr", "de with points"],
)
def test_language_and_decimal_mark_are_seen(text: str, language: str, decimal: str) -> None:
    """The commonest words give the language; figures without doubt give the mark."""
    assert writing_of(text) == Writing(language, decimal)  # type: ignore[arg-type]


def test_numbers_are_written_in_words() -> None:
    """What is read as words can be written as words."""
    assert [in_words(6, "en"), in_words(465, "en"), in_words(6, "de"), in_words(21, "de"), in_words(97, "fr")] == [
        "six", "four hundred and sixty-five", "sechs", "einundzwanzig", "quatre-vingt-dix-sept",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["half a second", "a tenth of a second"])
def test_a_part_of_a_second_is_no_second_one(text: str) -> None:
    """The unit behind a part of it is no ordinal."""
    assert not [q for q in quantities_of(text, EN) if q.ordinal and q.value == 2]
