"""Outside text stays text: in what GitHub's own parser makes of our Markdown, in HTML, and on a terminal."""

from __future__ import annotations

import html
import re
import time
import unicodedata
from html.parser import HTMLParser

import cmarkgfm
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from prompts.inert import as_it_was, code_block, code_span, file_name, hidden, html_text, json_text, markdown, one_line, terminal
from prompts.trust import Untrusted, measure

PIECES = [
    *"`|\\*_~#>-+=$.:@!&;<[](){}\"'\n\r\t ",
    "``",
    "__",
    "<b>",
    "</td>",
    "<!--",
    "-->",
    "<https://a.example>",
    "http://a.example/b",
    "ftp://a.example",
    "www.a.example",
    "me@a.example",
    "mailto:me@a.example",
    "xmpp:me@a.example",
    "![i](https://a.example/x)",
    "[t](javascript:alert(1))",
    "[E1]",
    "[^1]",
    "[y]: https://a.example",
    "1. ",
    "1) ",
    "---",
    "| a |\n|---|",
    "## 8. More",
    "&lt;",
    "&#33;",
    "{{x}}",
    "x",
    "é",
    "a:b",
    "::",
    "@someone",
    "\x1b[31m",
    "\x9b31m",
    "\u202e",
    "\u200b",
    "\U000e0041",
    "\ufeff",
    "\u2028",
    "\x00",
    "\ud800",
    "\u0301",
    "\ufe0f",
    "\U000e0101",
    "\u3164",
]
hostile_texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=10).map("".join), st.text(max_size=40))


def outside(text: str) -> Untrusted:
    return Untrusted(text, "test")


class Elements(HTMLParser):
    """The elements of a page in order, with its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def github(text: str) -> Elements:
    return Elements(cmarkgfm.github_flavored_markdown_to_html(text))


def no_code(tags: list[str]) -> list[str]:
    return [tag for tag in tags if tag != "code"]


@settings(max_examples=300, deadline=None)
@given(hostile_texts)
@example("a@b.example")
@example("![x](https://a.example)")
@example("é_http://a.example``&#33;<b>")
@example("+ x")
@example("- x")
@example("1. x")
@example("1) x")
@example("# x")
@example("> x")
def test_markdown_makes_no_element(text: str) -> None:
    """In a paragraph, a list item and amid a sentence, outside text is text and code to GitHub's parser."""
    shown = markdown(outside(text))
    assert no_code(github(f"Word: {shown} end.").tags) == ["p"]
    assert set(no_code(github(shown).tags)) <= {"p"}
    assert no_code(github(f"- {shown} end").tags) == ["ul", "li"]


@settings(max_examples=300, deadline=None)
@given(hostile_texts)
def test_markdown_keeps_the_words(text: str) -> None:
    """What a reader sees is what was there, but for what hides and forged citation marks."""
    seen = github(f"Word: {markdown(outside(text))} end.").text
    assert seen.split() == ["Word:", *re.sub(r"\[(?=[A-Z]\d+\])", r"\\u{5b}", one_line(outside(text))).split(), "end."]


@settings(max_examples=300, deadline=None)
@given(hostile_texts)
@example("a\\|b")
@example("`a|b`")
def test_cells_stay_cells(text: str) -> None:
    """A table row with outside text has as many cells as were written, and nothing but code within."""
    row = f"| {markdown(outside(text))} | {code_span(outside(text), cell=True)} | last |"
    page = github(f"| a | b | c |\n| --- | --- | --- |\n{row}\n")
    assert no_code(page.tags) == ["table", "thead", "tr", "th", "th", "th", "tbody", "tr", "td", "td", "td"]
    assert page.text.split()[-1] == "last"


@settings(max_examples=200, deadline=None)
@given(hostile_texts)
def test_code_span_is_one_code_element(text: str) -> None:
    """A code span opens and closes where we say, and shows the line unchanged."""
    page = github(f"x {code_span(outside(text))} y")
    assert page.tags == ["p", "code"]
    assert page.text.strip() == f"x {one_line(outside(text)) or ' '} y"


def test_bar_after_a_back_slash_is_named_in_a_cell() -> None:
    """Parsers do not agree on a back-slash before a bar in a cell, so that none is left there."""
    assert code_span(outside("a\\|b|c"), cell=True) == "`a\\\\u{7c}b\\|c`"
    assert code_span(outside("a\\|b|c")) == "`a\\|b|c`"


@settings(max_examples=200, deadline=None)
@given(hostile_texts)
@example("x\n```\n<b>")
@example("~~~\n````\n# x")
def test_code_block_closes_where_we_close_it(text: str) -> None:
    """No fence in outside text ends the block."""
    page = github(f"{code_block(outside(text))}\n\nafter\n")
    assert page.tags == ["pre", "code", "p"]
    assert page.text.endswith("after\n")


@settings(max_examples=200, deadline=None)
@given(hostile_texts)
def test_html_text_makes_no_element(text: str) -> None:
    """As element text and as a quoted attribute it adds no tag and no attribute."""
    shown = html_text(outside(text))
    page = Elements(f'<p title="{shown}">{shown}</p>')
    assert page.tags == ["p"]
    assert page.text == html.unescape(shown)


@settings(max_examples=300, deadline=None)
@given(hostile_texts)
def test_nothing_hides_or_commands(text: str) -> None:
    """No control, format, private, unassigned or surrogate character passes any door but line ends and tabs."""
    for show in (one_line, terminal, markdown, code_span, code_block, html_text, json_text):
        shown = show(outside(text))
        assert not [c for c in shown if unicodedata.category(c)[0] == "C" and c not in "\n\t"]
        shown.encode()
    assert "\t" not in terminal(outside(text))


@pytest.mark.parametrize(
    "hiding",
    [
        "\u200b",
        "\u202e",
        "\x1b",
        "\x9b",
        "\ufeff",
        "\u2028",
        "\U000e0041",
        "\ue000",
        "\u3164",
        "\u2800",
        "a\ufe01",
        "a\ufe0f",
        "a\U000e0110",
        "\u034f",
    ],
    ids=lambda text: f"{ord(text[-1]):x}",
)
def test_hiding_characters_are_named(hiding: str) -> None:
    """What cannot be seen is shown by its number, and `hidden` says that it was there."""
    assert one_line(outside(f"x{hiding}y")) == f"x{hiding[:-1]}\\u{{{ord(hiding[-1]):x}}}y"
    assert hidden(outside(f"x{hiding}y"))


@pytest.mark.parametrize(
    "text", ["\x1b[2J\x9b31m go", "a\u202eb\u2066c", "z\u0301\u0301\u0301\u0301\u0301\u0301", "\ufe01 and \u2800", "plain \\u{41} word"]
)
def test_what_was_shown_tells_what_was_there(text: str) -> None:
    """Escapes are taken back to the hidden characters that they stand for, and an escape that somebody wrote stays as it is."""
    assert measure(as_it_was(one_line(outside(text)))) == text


def test_nothing_that_hides_passes_as_plain() -> None:
    """Over all that books are mostly written with: controls, formats and what is assigned to nothing are named, piles of marks cut."""
    for ch in map(chr, range(0x20, 0x3000)):
        if unicodedata.category(ch)[0] == "C":
            assert hidden(outside(f"x{ch}y")), f"{ord(ch):x}"
        if unicodedata.category(ch) in ("Mn", "Me"):
            assert hidden(outside(f"x{ch * 9}y")), f"{ord(ch):x}"


@pytest.mark.parametrize("plain", ["naïve – “quoted”", "e\u0301", "❤\ufe0f", "日本語", "x\ty\nz\r\n", "Größe 3,5 µs", "שלום"])
def test_ordinary_writing_passes(plain: str) -> None:
    """Accents, symbols and other scripts are shown as they are."""
    assert not hidden(outside(plain))
    assert one_line(outside(plain)) == " ".join(plain.split())


def test_heaps_of_marks_are_cut_short() -> None:
    """More than four combining marks on one character are named instead of stacked."""
    assert one_line(outside("a" + "\u0301" * 6)) == "a" + "\u0301" * 4 + "\\u{301}" * 2


def test_outside_text_forges_no_citation() -> None:
    """A bracket that would look like a mark of ours is shown by its number."""
    assert github(markdown(outside("as [E12] proves, see [1]"))).text.strip() == "as \\u{5b}E12] proves, see [1]"


@pytest.mark.parametrize("text", ["2.13.0", "x = 3", "torch.compile", "cache_size_limit", "C++", "7e-7", "12:30"])
def test_technical_words_read_plainly(text: str) -> None:
    """What authors write every day is not littered with escapes."""
    assert markdown(outside(text)) == text


@pytest.mark.parametrize("text", ["a", "_", "a:", "`", "\\", "|", "\\|", "@", "[E1]", "www.", " "], ids=repr)
def test_long_texts_take_linear_time(text: str) -> None:
    """A hundred thousand repetitions are shown in well under a second each way."""
    long = outside(text * 100_000)
    began = time.perf_counter()
    markdown(long)
    code_span(long, cell=True)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("title", "name"), [("../../etc/passwd", "etc-passwd"), ("Größe: 3", "groe-3"), ("\u202e", "x"), ("a" * 99, "a" * 64), ("CON.", "con")]
)
def test_file_names_are_no_paths(title: str, name: str) -> None:
    """A title becomes a short plain name."""
    assert file_name(outside(title), "x") == name
