"""Every number of a sentence is seen in whatever form it stands, and words that merely sound like one are left alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tools.quantities.figures import HeldFigures, figures

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ninety-five percent", 95), ("Ninety five percent", 95), ("forty-fold slower", 40), ("tenfold", 10), ("Ninetyfold", 90),
        ("eighty-eightfold", 88), ("a two-hundredfold gain", 200),
        ("thirty-three thousand users", 33_000), ("fifty dollars", 50), ("ninetyfive", 95), ("fiftyish", 50), ("in the sixties", 60),
        ("one hundred and five runs", 105), ("twenty-one hundred", 2100), ("two million", 2_000_000), ("64 thousand", 64_000),
        ("3.5 million", 3_500_000), ("64k slots", 64_000), ("half a million", 500_000), ("two and a half", Fraction(5, 2)),
        ("a half of it", HALF), ("it halved", HALF), ("cut in half", HALF), ("two thirds of it", 2 * THIRD), ("two-thirds", 2 * THIRD),
        ("a third of them", THIRD), ("a trillionth of it", Fraction(1, 10**12)), ("three quarters", Fraction(3, 4)),
        ("twice the time", 2), ("It doubled.", 2), ("triple the time", 3), ("treble", 3), ("quadruple", 4), ("a dozen runs", 12),
        ("2 dozen", 24), ("a gross of slots", 144), ("a score of slots", 20), ("sixscore", 120), ("a myriad of ways", 10_000),
        ("the eleventh run", 11), ("the ninetieth", 90), ("the twenty-second row", 22), ("in xii runs", 12), ("XXXVIII runs", 38),
        ("½ of it", HALF), ("2½ hours", Fraction(5, 2)), ("the Ⅻ runs", 12), ("① fails", 1), ("百 runs", 100), ("九十五 runs", 95),
        ("二〇二六", 2026), ("n²", None), ("10¹²", None), ("minus 128", -128), ("It is −0.5.", -HALF), ("minus ninety", -90),
        ("64 128 slots", 64_128), ("ten-minute runs", 10), ("achtzig Prozent", 80), ("fünfundneunzig", 95), ("zweiundvierzigfach", 42),
        ("dreiunddreißigtausend", 33_000), ("ein Zwanzigstel", Fraction(1, 20)), ("die Hälfte", HALF), ("Es ist doppelt so lang.", 2),
        ("quatre-vingt-quinze", 95), ("quatre-vingts", 80), ("vingt et un", 21), ("la moitié de cela", HALF), ("une douzaine", 12),
        ("noventa", 90), ("nіnety", 90), ("ｎｉｎｅｔｙ", 90), ("nin\u00adety", 90), ("𝐧𝐢𝐧𝐞𝐭𝐲", 90), ("9️⃣5️⃣", 95), ("ninety2", 2),
    ],
)  # fmt: skip
def test_a_number_is_seen_in_whatever_form(text: str, value: Fraction | int | None) -> None:
    """Digits, words of several languages, compounds, fractions, multiples, Roman numerals, and characters that are numbers."""
    found = [figure for figure in figures(text) if not figure.term]
    assert found
    assert value is None or any(Fraction(value) in figure.values or str(value) in figure.keys for figure in found)
    assert not any(HeldFigures("A wheel of sixteen slots, or of 16.").hold(figure) for figure in found)


@pytest.mark.parametrize(
    "text",
    [
        "One of the runs is the first, and one alone is the second.", "It waits a second, once, for both of them.",
        "A single run, either way.",
        "It is a half-open interval.", "The second half is read again.", "In half precision the sum differs.", "It stops halfway.",
        "It stands in double quotes.", "The double-precision kernel is meant.", "A double underscore begins it.",
        "Nobody double-checks it.",
        "In triple-quoted strings it stands.", "A third-party package does it.", "It fell in the last quarter.", "Its score is the best.",
        "A score of the model is given.",
        "The scores are divided.", "The gross figure is meant.", "A two-phase commit and a zero-copy path are named.",
        "It is a one-hot vector in two's complement.", "Ones and zeros alternate.", "The CLI mixes them, and the IV is new.",
        "(i) it opens, (ii) it closes.", "It divides and multiplies, and nothing is counted.", "Someone attends to it often.",
        "torch.half and ring.double are names.",
        "Es ist einfach, und nicht einmal lang.", "Sie steht in doppelten Anführungszeichen.", "Der Zeiger ist null.",
        "C’est une seule fois, la première.", "The cost is in per cent, and the loss in per mille.", "They seize it, and the elf is due.",
    ],
)  # fmt: skip
def test_words_that_merely_sound_like_numbers_are_left_alone(text: str) -> None:
    """Units, names, places in an order, terms with a hyphen: an honest sentence pays nothing for them."""
    assert [figure.said for figure in figures(text) if not figure.term] == []


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("It has sixty-four slots.", "64 slots"), ("It has 64 slots.", "sixty-four slots"), ("It grew twofold.", "by a factor of 2"),
        ("A quarter of them fail.", "25 % of them"), ("Half of them fail.", "1/2"), ("Two thirds hold.", "2/3 of all"),
        ("Half of it is lost.", "0.5 of it"), ("Thirty-three thousand users.", "33,000 users"), ("It takes 2^10 steps.", "2¹⁰ steps"),
        ("At 1e-5 it ends.", "1e-5"), ("It is minus 128.", "-128 is returned"), ("It fell by 128.", "-128"),
        ("64 128 256", "64 128 256 512"),
        ("64 128 it is.", "64,128"), ("The third run fails.", "run 3"), ("The eleventh of them.", "the 11th"),
        ("It is double.", "dtype double"),
        ("It took twelve runs.", "douze essais"), ("vierundsechzig", "64"), ("Release 3.1 has 128.", "128 since 3.1"),
        ("The twenty-second pause.", "20 s"), ("a two-way choice of two", "two-way"),
    ],
)  # fmt: skip
def test_a_number_is_held_by_its_value(text: str, record: str) -> None:
    """What a record says in digits may be said in words, and the other way round."""
    held = HeldFigures(record)
    assert [figure.said for figure in figures(text) if not held.hold(figure)] == []


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("It is minus 128.", "128"), ("It is -128.", "128"), ("64 128 slots", "64 of 128"), ("64_128 slots", "64, 128"),
        ("3 1 slots", "3.1"),
        ("64k slots", "64"), ("64 thousand", "64"), ("2^10 slots", "2 of 10"), ("2¹⁰ slots", "2 of 10"), ("twenty slots", "twenty-five"),
        ("five slots", "twenty-five"), ("twelve runs", "[C12] fails, as E12 does"), ("3.10 is out", "3.1"),
        ("It doubled.", "double quotes"),
        ("two thirds", "2 of 3"), ("half", "a half-open interval"), ("0x128", "128 and 0"), ("sixty four", "60 or 4"), ("1,000", "1.0"),
    ],
)  # fmt: skip
def test_a_number_is_not_made_of_others(text: str, record: str) -> None:
    """A sign, a scale, a power or a neighbour makes another number; the number of a label counts nothing."""
    held = HeldFigures(record)
    assert [figure.said for figure in figures(text) if not held.hold(figure)]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It doubled, from 64 to 128.", []), ("128 is twice 64.", []), ("It tripled, from 64 to 128.", ["tripled"]),
        ("It doubled.", ["doubled"]), ("64 and 128 are two.", ["two"]),
    ],
)  # fmt: skip
def test_a_ratio_of_two_numbers_that_are_named_is_held_by_them(text: str, left: list[str]) -> None:
    """What a sentence says of numbers that stand in it and in the record can be reckoned from them; a count can not."""
    assert [figure.said for figure in HeldFigures("It had 64, and has 128.").missing(text)] == left


def test_a_long_row_of_numbers_is_read_in_time() -> None:
    """Words and digits without end are no more than work in proportion to them."""
    assert len(figures("ninety " * 300)) == 300
    assert figures("hundred " * 300) and figures("1 " * 300) and figures("9" * 5_000 + "^" + "9" * 5_000) and figures("百" * 300)


def test_an_encoding_holds_no_number_but_its_own_repetition() -> None:
    """Digits that letters surround in base64 or in a hash were stated by nobody; the whole word may be repeated, and names keep theirs."""
    encoded = "UmV2aWV3ZXIgbm90ZSBxeGFsOiBldmVyeSBzdGF0ZW1lbnQ="
    held = HeldFigures(f"decode: {encoded} with float32, conv2d and x86_64")
    assert [figure.said for figure in held.missing("It takes the ninetieth part, 3 times.")] == ["ninetieth", "3"]
    assert not held.missing(f"The page has {encoded} and says that conv2d works in float32.")
