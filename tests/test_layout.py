"""What holds for the layout of any text: order, places, coverage, and the real pack where it is at hand."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layout_reading import kinds, pieces, program, tables

from tools.layout import lay_out, prose
from tools.records import Block, Span, source_of

PACK = Path(__file__).parents[1].parent / "shared" / "packs" / "pytorch-from-first-principles-13.txt"

FRAGMENTS = st.sampled_from(
    [
        "x = f(1) ", "for i in y: ", "if a: ", "else: ", "return x ", "import os ", "def f(x): ", "# note ", ">>> ", "... ", "$ ls ",
        "```", "```python\n",
        "| a | b |\n", "|---|---|\n", "a  b\n", "1  2\n", "req len time ", "0 60 1.5 s ", "1 61 2,5 s ", "<- reuse ",
        "The end. ", "Der Rest. ", "│ ▼ ",
        "Traceback (most recent call last): ", "ValueError: no ", "LEVEL 1 RUNS ", "LEVEL 2 HOLDS ", "## Title\n",
        "> quote\n", "- item\n", "key: 1\n", "{\"a\": 1}",
        "\n", "\n\n", "\r\n", "\r", " ", "\t", "    ", "é", "日本語。", "\u2028", "\x00", "\ud800", "🙂", "'", '"',
        "(", ")", "[", "]", "{", "}", "\\",
        "<table><tr><td>1</td></tr></table>", "===\n", "---\n", "+---+\n", "a,b,c\n1,2,3\n4,5,6\n",
        ".. code-block:: python\n\n   ", "torch._a.b: hit ", "::\n\n",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(FRAGMENTS, max_size=40).map("".join), st.text(max_size=200), st.text(alphabet="ab1 .:=()[]{}#\"'\n\r|>$-│,\t", max_size=300)
)


def _spans(block: Block) -> list[Span]:
    table = block.table
    cells = [cell for row in table.rows for cell in (*row.cells, row.span, *([row.note] if row.note else []))] if table else []
    return [*(line.span for line in block.lines), *cells, *(table.header if table else ())]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_blocks_are_in_order_inside_the_text_and_apart(text: str) -> None:
    """Blocks of any text come in order, do not overlap, and neither they nor what they hold leave the text or their block."""
    last = 0
    for block in lay_out(text):
        assert last <= block.span.start < block.span.end <= len(text)
        last = block.span.end
        assert all(span.within(block.span) for span in _spans(block))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_letter_of_plain_text_is_left_out(text: str) -> None:
    """Between blocks lies nothing but white space and marks; only fences and directives have words that name a language."""
    text = text.replace("`", "").replace("~", "").replace(".. ", "")
    at = 0
    for block in [*lay_out(text), None]:
        between = text[at : block.span.start if block else len(text)]
        assert not [mark for mark in between if mark.isalpha()], between
        at = block.span.end if block else at


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_cells_and_restored_lines_are_pieces_without_white_space_around(text: str) -> None:
    """Each cell and each restored line is the piece itself; a program that was restored parses."""
    for block in lay_out(text):
        if block.flattened and block.language == "python":
            ast.parse(source_of(block, text))
        spans = [line.span for line in block.lines] if block.flattened else []
        spans += [cell for row in block.table.rows for cell in row.cells] if block.table else []
        for span in spans:
            assert text[span.start : span.end] == text[span.start : span.end].strip()


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\r\n", "\ufeff", "---\n"])
def test_text_without_words_has_no_blocks_of_code_or_tables(text: str) -> None:
    """An empty text has no block, and marks alone make none but prose."""
    assert set(kinds(text)) <= {"prose"}


@pytest.mark.parametrize(
    "piece",
    [
        "word ",
        "x = 1 ",
        "f(",
        "# a ",
        "[\n",
        "a  b\n",
        "k: v\n",
        ">>> ",
        "LEVEL 1 RUNS ",
        "if x: ",
        "``` ",
        '{"a": ',
        "lambda x: ",
        "│ a ",
        "| a | b |\n",
        ". ",
        "def f(x):\n",
    ],
)
def test_time_grows_with_the_length_and_not_with_its_square(piece: str) -> None:
    """Ten times the text takes far less than a hundred times as long, whatever opens something in it again and again."""

    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        begin = time.process_time()
        lay_out(text)
        return time.process_time() - begin

    # The better of two: the collector's look through all that the other tests hold is no part of it.
    small = max(seconds(3_000), 0.01)
    assert min(seconds(30_000), seconds(30_000)) < 40 * small


def test_long_line_is_read_to_its_end() -> None:
    """A text of one line, longer than any window, loses no sentence and finds code in its last part."""
    text = "This is a sentence of no importance. " * 5000 + "x = torch.ones(3) y = x.sum() Here it ends."
    assert "".join(pieces(text, "prose")).count("importance") == 5000
    assert program(text) == "x = torch.ones(3)\ny = x.sum()"


def test_prose_is_read_from_quotations_too() -> None:
    """`prose` gives the blocks that are read as sentences."""
    text = "One.\n\n> Two.\n\n```python\nx = f(1)\n```\n"
    assert [text[block.span.start : block.span.end] for block in prose(lay_out(text))] == ["One.", "Two."]


def test_headings_of_every_kind_are_headings() -> None:
    """Headings keep their words and lose their marks."""
    text = "# One\n\nTwo\n===\n\n== Three ==\n\n3.2 Four of Five\n\n## Six ##\n\nChapter 7: Eight\n"
    assert pieces(text, "heading") == ["One", "Two", "Three", "3.2 Four of Five", "Six", "Chapter 7: Eight"]
    assert set(kinds(text)) == {"heading"}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Introduction The model loads its weights from disk. It then compiles.", "Introduction"),
        ("Grundlagen Der Compiler übersetzt das Programm. Danach läuft es.", "Grundlagen"),
        ("Cold Starts These take seconds. We measure them.", "Cold Starts"),
        (
            "## Cold Starts and Warm Ones These take seconds, and we measure " + "them " * 30 + "again. They differ.",
            "Cold Starts and Warm Ones",
        ),
    ],
)
def test_title_run_into_its_first_sentence_is_parted_where_that_is_certain(text: str, title: str) -> None:
    """A title before an article that opens a sentence is a heading; the sentence stays prose."""
    assert pieces(text, "heading") == [title]
    assert len(pieces(text, "prose")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a.b._private: it hit the limit (8) last reason: size mismatch. expected 60, actual 35 (This run was cold.) And so on.",
        "[rank0]:W0101 12:00:00.123 1234 torch/x.py:12] hit the limit The service went on.",
        "2024-01-31 12:00:01,123 - root - WARNING - low memory The service went on.",
        "WARNING:root:low memory The service went on.",
        "/usr/lib/x.py:12: UserWarning: non-writable array The array is copied.",
        'Traceback (most recent call last): File "a.py", line 3, in <module> f(x) ValueError: no The error comes from f.',
    ],
)
def test_log_line_ends_where_a_sentence_begins(text: str) -> None:
    """What a program logged is output up to the first sentence of prose behind it."""
    assert kinds(text) == ["output", "prose"]


def test_traceback_in_lines_is_one_piece_of_output() -> None:
    """A traceback is output from its first line to the exception's."""
    text = 'It fails:\n\nTraceback (most recent call last):\n  File "x.py", line 1, in <module>\n    f()\nValueError: bad\n\nThat is all.\n'
    assert kinds(text) == ["prose", "output", "prose"]
    assert pieces(text, "output")[0].endswith("ValueError: bad")


def test_diagram_keeps_the_words_that_it_leads_from_and_to() -> None:
    """A drawing in lines reaches from the words above its first stroke to those under its last arrow."""
    text = "See this:\n\nyour function\n    │ what is captured?\n    ▼\na graph\n\nThat is all.\n"
    assert kinds(text) == ["prose", "diagram", "prose"]
    assert pieces(text, "diagram")[0].endswith("a graph")


def test_short_lines_of_one_paragraph_are_one_block_and_long_ones_are_not() -> None:
    """Lines that were wrapped belong together; a line longer than any wrapped one is a paragraph of its own."""
    assert len(lay_out("A sentence that\nwas wrapped by hand.\n")) == 1
    assert len(lay_out("A long sentence follows the other. " * 10 + "\n" + "And here is the next one. " * 10)) == 2


# ---- the real pack ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pack() -> str:
    if not PACK.exists():
        pytest.skip("the real pack lies in ../shared, which is not here")
    return PACK.read_text(encoding="utf-8")


def test_table_of_the_real_pack_has_thirteen_rows_of_four_columns(pack: str) -> None:
    """The flattened table of the pack is recovered with its notes."""
    header, rows, notes = next(table for table in tables(pack) if table[0])
    assert header == ["req", "seqlen", "eager (ms)", "compiled"]
    assert [row[0] for row in rows] == [str(number) for number in range(13)]
    assert {len(row) for row in rows} == {4}
    assert rows[9] == ["9", "35", "1.95", "7.8 ms"]
    assert notes[6] == "<- reuse (seq length 19 seen at request 4)"
    assert sum(note == "<- compiling" for note in notes) == 8


def test_code_of_the_real_pack_has_its_lines_back(pack: str) -> None:
    """The flattened program of the pack parses, nested as it was."""
    assert program(pack).splitlines() == [
        "model = load_model().eval()",
        'compiled = torch.compile(model, dynamic=False) # "dynamic shapes are slow, force static"',
        "for request in stream:",
        "    with torch.no_grad():",
        "        output = compiled(request.tokens) # [1, T], T varies per request",
    ]


def test_output_and_diagram_of_the_real_pack_are_apart_from_its_prose(pack: str) -> None:
    """Totals, log line, diagram and levels of the pack end where its sentences begin."""
    totals, log = pieces(pack, "output")
    assert totals.startswith("eager total: 0.148 s") and totals.endswith("7.15e-07")
    assert log.startswith("torch._dynamo.convert_frame:") and log.endswith("actual 35")
    (diagram,) = pieces(pack, "diagram")
    assert diagram.startswith("your Python function") and diagram.endswith("silent fallback to eager")
    levels = next(table for table in tables(pack) if table[1][0][0] == "LEVEL 1")
    assert [row[1] for row in levels[1]] == ["RUNS", "CORRECT", "CAPTURED", "STABLE", "WORTH IT"]
    assert "Thirteen requests." in " ".join(pieces(pack, "prose"))


def test_marked_title_in_the_middle_of_a_line_is_a_heading() -> None:
    """A Markdown mark behind a sentence opens a heading, where the sentence after the title shows."""
    text = "The first part ends here. ## Boundaries This part begins there. It goes on."
    assert kinds(text) == ["prose", "heading", "prose"]
    assert pieces(text, "heading") == ["Boundaries"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("3.1 The rule that everybody breaks A list of two items has two places. It is short.", "3.1 The rule that everybody breaks"),
        (
            "3.2 Counting instead of guessing Guesses differ from day to day, counts do not. So we count.",
            "3.2 Counting instead of guessing",
        ),
        ("3.3 Tables without Excel Sorting is the cheap part of it. The rest is not.", "3.3 Tables without Excel"),
        ("3.4 Spread: which divisor? The variance has two of them. Both are right.", "3.4 Spread: which divisor?"),
        ("3.5 Join and split str.join takes a list of strings and gives one. It is fast.", "3.5 Join and split"),
        ("3.6 Why It Matters We care about the result. It is ours.", "3.6 Why It Matters"),
        ("3.7 Mittel und Fehler Der Mittelwert einer Reihe ist ihre Summe durch ihre Länge. So ist das.", "3.7 Mittel und Fehler"),
        ("3.8 Les unités Le temps est donné en secondes. Voilà tout.", "3.8 Les unités"),
        ("Kapitel 3.9 Fenster Ein Fenster der Länge drei liefert einen Wert. Und so weiter.", "Kapitel 3.9 Fenster"),
    ],
)
def test_numbered_title_is_parted_from_the_sentence_that_runs_into_it(text: str, title: str) -> None:
    """A title with a number ends where a sentence begins, at a line's start and behind another sentence."""
    assert pieces(text, "heading") == [title]
    assert kinds(f"Here ends the section before. {text}") == ["prose", "heading", "prose"]


@pytest.mark.parametrize(
    "text",
    [
        "1.5 Million rows are read in one pass. The rest is skipped.",
        "The factor is 3.5 GB per second. It is stable. We saw 2.5 times that.",
        "The sections 3.1 and 3.2 of Chapter 3 treat it. The others do not.",
        "Version 2.0 The model is new. It is.",
        "4.2 Where Paris Meets London Whatever Goes On",
    ],
)
def test_number_before_a_capital_is_no_title_where_that_is_not_certain(text: str) -> None:
    """Quantities, mentions of sections and titles whose end cannot be told stay as they are."""
    assert "heading" not in kinds(f"We begin here, with words. {text}")
