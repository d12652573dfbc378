"""What stands high, low, over or under in a page, a Markdown or a reStructuredText file is never read together with what it stands at."""

from __future__ import annotations

import pytest

from prompts.trust import Untrusted, measure
from tools.extract import Document, extract
from tools.extract.html_math import agrees
from tools.quotes import find

WORDS = "The wheel keeps its slots in order, and each of them is as old as the turn in which it was filled last."


def page(markup: str, css: str = "") -> Document:
    text = f"<!doctype html><html><head><style>{css}</style></head><body><main><p>{WORDS}</p><p>{markup}</p></main></body></html>"
    return extract(text.encode(), "text/html", "https://site.example/a.html")


def shown(markup: str, css: str = "") -> str:
    return measure(page(markup, css).text).removeprefix(WORDS).strip()


def hidden(document: Document) -> list[tuple[str, str]]:
    return [(each.why, measure(each.text)) for each in document.hidden]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("10<sup>5</sup> slots", "10⁵ slots", id="exponent"),
        pytest.param("10<sup>-5</sup> and 10<sup>−5</sup>", "10⁻⁵ and 10⁻⁵", id="exponent with a sign"),
        pytest.param("2<sup>n+1</sup> or e<sup>2k</sup>", "2ⁿ⁺¹ or e^(2k)", id="exponent with letters"),
        pytest.param("H<sub>2</sub>O, x<sub>i</sub> and x<sub>max</sub>y", "H₂O, x_i and x_max y", id="index"),
        pytest.param("1<sup>1</sup>/<sub>2</sub> turns", "1¹/₂ turns", id="mixed number"),
        pytest.param("2<sup>2<sup>10</sup></sup>", "2^(2¹⁰)", id="exponent of an exponent"),
        pytest.param("10<span style='vertical-align: super'>5</span>", "10⁵", id="by its style"),
        pytest.param("10<sup><b>5</b></sup>6", "10⁵6", id="with markup"),
        pytest.param("the 5<sup>th</sup>, the 1<sup>er</sup>, Wheel<sup>TM</sup>", "the 5th, the 1er, WheelTM", id="endings"),
        pytest.param("64<sup><a href='#n1'>1</a></sup> slots", "64[1] slots", id="note"),
        pytest.param("64<a href='#n1'><sup>1</sup></a> slots", "64[1] slots", id="note in a link"),
        pytest.param(
            "64<a class='footnote-ref' role='doc-noteref' href='#n1'><sup>1</sup></a> slots", "64[1] slots", id="note by its role"
        ),
        pytest.param("64<sup class='reference'>[1]</sup> slots", "64[1] slots", id="note in brackets"),
        pytest.param("64<a class='reference internal' href='#x'> slots</a>", "64 slots", id="a link that is no note"),
        pytest.param("64<sup>*</sup> slots", "64* slots", id="star"),
        pytest.param("<ruby>64<rp>(</rp><rt>128</rt><rp>)</rp></ruby>", "64(128)", id="over a word"),
        pytest.param("10<img src='a.png' alt=''>5", "10 5", id="about a picture"),
        pytest.param("10<span style='display:block'>5</span>", "10 5", id="lines"),
        pytest.param("1<b>0</b><wbr>5", "105", id="one number"),
    ],
)
def test_no_number_is_read_together_with_what_stands_high_or_low(markup: str, text: str) -> None:
    """What is raised or lowered, marks of notes and what stands in another place are told from the line; endings are part of their word."""
    assert shown(markup) == text


def test_a_raised_digit_leads_back_to_its_bytes() -> None:
    """A quotation with an exponent is found, and marks the bytes of its words; the number without it is not found."""
    document = page("a new wheel has 2<sup>10</sup> slots by default")
    span = find(document.text, Untrusted("has 2¹⁰ slots", "model"))
    assert span is not None
    payload = document.encoded.text.encode() if document.encoded else b""
    start, end = document.bytes_of(span) or (0, 0)
    assert payload[start:end] == b"has 2<sup>10</sup> slots"
    for other in ("210 slots", "10 slots", "has 2"):
        assert find(document.text, Untrusted(other, "model")) is None


@pytest.mark.parametrize(
    ("markup", "text", "apart"),
    [
        pytest.param("<del>64</del><ins>128</ins> slots", "128 slots", "64", id="deleted and inserted"),
        pytest.param("10<s>7</s>5 slots", "10 5 slots", "7", id="within digits"),
        pytest.param("<strike>64</strike> slots", "slots", "64", id="struck"),
        pytest.param("<span style='text-decoration: line-through red'>64</span> slots", "slots", "64", id="by its style"),
        pytest.param("<i class=old>64</i> slots", "slots", "64", id="by a style sheet"),
    ],
)
def test_what_is_struck_out_does_not_stand(markup: str, text: str, apart: str) -> None:
    """Words with a line through them are kept apart with a mark of their own."""
    css = ".old{text-decoration-line:line-through}"
    assert shown(markup, css) == text
    assert hidden(page(markup, css)) == [("struck out", apart)]


@pytest.mark.parametrize(
    "markup",
    ["<ins>SEEN</ins>", "<u>SEEN</u>", "<s style='text-decoration:none'>SEEN</s>", "<a style='text-decoration:underline'>SEEN</a>"],
)
def test_what_is_inserted_or_underlined_stands(markup: str) -> None:
    """Another line than one through the words leaves them as they are."""
    assert shown(markup) == "SEEN"
    assert hidden(page(markup)) == []


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2", id="fraction"),
        pytest.param("<mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "3 1/2", id="mixed number"),
        pytest.param("<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac>", "(a+1)/b", id="fraction of a sum"),
        pytest.param("<mfrac linethickness='0'><mi>n</mi><mn>2</mn></mfrac>", "(n 2)", id="binomial"),
        pytest.param("<msup><mn>10</mn><mn>5</mn></msup>", "10⁵", id="power"),
        pytest.param("<msup><mn>10</mn><mrow><mo>−</mo><mn>5</mn></mrow></msup>", "10⁻⁵", id="power with a sign"),
        pytest.param("<msup><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></msup>", "(a+1)²", id="power of a sum"),
        pytest.param("<msub><mi>x</mi><mn>1</mn></msub><mn>2</mn>", "x₁2", id="index"),
        pytest.param("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i²", id="both"),
        pytest.param("<msqrt><mn>2</mn></msqrt><mn>3</mn>", "√2 3", id="root"),
        pytest.param("<mroot><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>3</mn></mroot>", "√[3](a+1)", id="third root"),
        pytest.param("<munderover><mo>∑</mo><mn>1</mn><mn>9</mn></munderover><mi>x</mi>", "∑₁⁹x", id="sum"),
        pytest.param("<mover><mi>x</mi><mo>^</mo></mover>", "x\u0302", id="accent"),
        pytest.param("<mn>2</mn><mo>&#x2062;</mo><mn>3</mn>", "2 3", id="product without a sign"),
        pytest.param("<mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd></mtr></mtable>", "1 2; 3", id="table"),
        pytest.param("<mfenced><mn>1</mn><mn>2</mn></mfenced>", "(1,2)", id="fenced"),
        pytest.param("<mn>1</mn><mphantom><mn>2</mn></mphantom>", "1", id="what only takes room"),
        pytest.param("<maction selection='2'><mn>1</mn><mn>2</mn></maction>", "2", id="one of two"),
        pytest.param("<semantics><mn>1</mn><annotation>2</annotation><annotation-xml>3</annotation-xml></semantics>", "1", id="annotation"),
        pytest.param("<mn>1</mn><mtext style='display:none'>2</mtext>", "1", id="hidden"),
    ],
)  # fmt: skip
def test_a_formula_is_read_as_it_stands(markup: str, text: str) -> None:
    """MathML is put on one line; what it holds and does not show is left out."""
    assert shown(f"<math>{markup}</math>") == text


@pytest.mark.parametrize(
    ("tex", "markup", "text"),
    [
        pytest.param("\\frac{1}{2}", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "$\\frac{1}{2}$", id="the same"),
        pytest.param("12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2", id="another number"),
        pytest.param("x=5", "<mi>x</mi><mo>≠</mo><mn>5</mn>", "x≠5", id="another relation"),
        pytest.param("5", "<mo>−</mo><mn>5</mn>", "−5", id="another sign"),
        pytest.param("x\\text{ is safe}", "<mi>x</mi>", "x", id="other words"),
        pytest.param("5", "", "", id="nothing"),
    ],
)
def test_the_tex_of_a_formula_is_what_it_shows(tex: str, markup: str, text: str) -> None:
    """TeX beside MathML is taken where it says what is shown, and kept apart where it does not."""
    assert shown(f"<math alttext='{tex}'>{markup}</math>") == text
    assert (hidden(page(f"<math alttext='{tex}'>{markup}</math>")) == []) is text.startswith("$")


@pytest.mark.parametrize(
    ("tex", "seen"),
    [
        ("x \\leq 10^{-3}", "x≤10⁻³"), ("\\sum_{i=1}^{n} x_i^2", "∑_(i=1)ⁿx_i²"), ("a \\not= b", "a≠b"), ("\\sqrt[3]{8}", "√[3]8"),
        ("\\operatorname{rank}(A) - 1", "rank(A)−1"),
    ],
)  # fmt: skip
def test_tex_that_says_the_same_in_its_own_way_agrees(tex: str, seen: str) -> None:
    """Commands for signs, and the braces of powers, are no difference."""
    assert agrees(tex, seen)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param("10<sup>5</sup> slots", "10⁵ slots", id="exponent"),
        pytest.param("10^-5^ and H~2~O", "10⁻⁵ and H₂O", id="marks of Pandoc"),
        pytest.param("64<sup><a href='#n1'>1</a></sup> slots", "64[1] slots", id="note"),
        pytest.param("64<sup>[1](#n1)</sup> slots", "64[1] slots", id="note by a link"),
        pytest.param("64[^1] slots", "64[^1] slots", id="note of Markdown"),
        pytest.param("~~64~~128 slots, not <del>32</del>", "128 slots, not", id="struck"),
        pytest.param("10~~7~~5 slots", "10 5 slots", id="struck within digits"),
        pytest.param("10<br>5 and <b>1</b>0", "10 5 and 10", id="line end"),
        pytest.param("`10~~5~~` and ~/a or ~5", "`10~~5~~` and ~/a or ~5", id="code and tildes"),
    ],
)
def test_markdown_tells_what_is_raised_and_struck(line: str, text: str) -> None:
    """Markup in Markdown joins no two numbers, in a file and in a notebook's cell."""
    document = extract(f"{WORDS}\n\n{line}\n".encode(), "text/markdown", "https://site.example/a.md")
    assert measure(document.text).removeprefix(WORDS).strip() == text
    assert [why for why, _ in hidden(document)] == ["struck out"] * (line.count("~~") // 2 + line.count("<del>") if "`" not in line else 0)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param("10\\ :sup:`5` slots", "10⁵ slots", id="exponent"),
        pytest.param("H\\ :sub:`2`\\ O", "H₂O", id="index"),
        pytest.param("10\\ ``5`` slots", "10 5 slots", id="code at a number"),
        pytest.param("the ``slot``\\ s", "the slots", id="code within a word"),
    ],
)
def test_restructured_text_tells_what_is_raised(line: str, text: str) -> None:
    """Roles that raise and lower are told from the line; the sign that joins them to a word is not shown."""
    document = extract(f"{WORDS}\n\n{line}\n".encode(), "text/x-rst", "https://site.example/a.rst")
    assert measure(document.text).removeprefix(WORDS).strip() == text
