"""Tables, flattened and not: their columns, rows, units and notes."""

from __future__ import annotations

import pytest
from layout_reading import kinds, pieces, table, tables

from tools.layout import column, lay_out

FLATTENED = {
    "index first, units behind numbers": (
        "run size time 0 64 12.5 ms 1 128 25.1 ms 2 256 51.0 ms 3 512 1.2 s The last run is the slowest.",
        ["run", "size", "time"],
        [["0", "64", "12.5 ms"], ["1", "128", "25.1 ms"], ["2", "256", "51.0 ms"], ["3", "512", "1.2 s"]],
    ),
    "names first": (
        "Model Params Accuracy Alpha-18 11.7M 69.8 % Alpha-50 25.6M 76.1 % Beta-16 138M 71.6 % The table shows that 2 of 3 pass.",
        ["Model", "Params", "Accuracy"],
        [["Alpha-18", "11.7M", "69.8 %"], ["Alpha-50", "25.6M", "76.1 %"], ["Beta-16", "138M", "71.6 %"]],
    ),
    "German, decimal commas, names of two words": (
        "Hier die Messung: Modell Parameter Genauigkeit (%) Laufzeit Netz klein 1.234,5 91,2 7,8 ms Netz groß 12.345,6 93,4 12,1 ms "
        "Wald mini 900,0 88,0 n/a Die Tabelle zeigt, dass 3 Modelle genügen.",
        ["Modell", "Parameter", "Genauigkeit (%)", "Laufzeit"],
        [
            ["Netz klein", "1.234,5", "91,2", "7,8 ms"],
            ["Netz groß", "12.345,6", "93,4", "12,1 ms"],
            ["Wald mini", "900,0", "88,0", "n/a"],
        ],
    ),
    "header of two words, missing values": (
        "batch size throughput memory 1 120.5 1.2 GB 8 800.1 2.4 GB 16 1400.0 4.1 GB 32 OOM - In the end the memory runs out.",
        ["batch size", "throughput", "memory"],
        [["1", "120.5", "1.2 GB"], ["8", "800.1", "2.4 GB"], ["16", "1400.0", "4.1 GB"], ["32", "OOM", "-"]],
    ),
    "words in the last column": (
        "id score verdict 1 0.5 good 2 0.7 bad 3 0.8 fair The result is mixed.",
        ["id", "score", "verdict"],
        [["1", "0.5", "good"], ["2", "0.7", "bad"], ["3", "0.8", "fair"]],
    ),
    "names of two words in the middle": (
        "rank name score 1 Ann Smith 93.2 2 Bob Jones 88.1 3 Cid White 70.0 The winner is clear.",
        ["rank", "name", "score"],
        [["1", "Ann Smith", "93.2"], ["2", "Bob Jones", "88.1"], ["3", "Cid White", "70.0"]],
    ),
    "French, thousands and commas": (
        "lot durée (s) débit 32 1,25 25,6 64 2,40 26,7 128 4,75 26,9 La dernière ligne est la plus rapide.",
        ["lot", "durée (s)", "débit"],
        [["32", "1,25", "25,6"], ["64", "2,40", "26,7"], ["128", "4,75", "26,9"]],
    ),
    "two columns": (
        "op time matmul 1.2 ms conv 3.4 ms relu 0.1 ms Each time is a median.",
        ["op", "time"],
        [["matmul", "1.2 ms"], ["conv", "3.4 ms"], ["relu", "0.1 ms"]],
    ),
    "numbers first, names of several words": (
        "batch latency (ms) throughput (requests/s) per request (ms) 1 4.0 250 4.00 4 6.4 625 1.60 8 10.0 800 1.25 16 17.6 1,909 1.10 "
        "Table 7.1. Latency and throughput.",
        ["batch", "latency (ms)", "throughput (requests/s)", "per request (ms)"],
        [["1", "4.0", "250", "4.00"], ["4", "6.4", "625", "1.60"], ["8", "10.0", "800", "1.25"], ["16", "17.6", "1,909", "1.10"]],
    ),
    "a name before the first row, a caption behind the last": (
        "mode first call (s) request (ms) speed-up plain 0.4 18.0 1.00 swift 31.0 12.0 1.50 fleet-footed 34.0 9.6 1.88 Table 8.1. Cost.",
        ["mode", "first call (s)", "request (ms)", "speed-up"],
        [["plain", "0.4", "18.0", "1.00"], ["swift", "31.0", "12.0", "1.50"], ["fleet-footed", "34.0", "9.6", "1.88"]],
    ),
    "a word that two names end with": (
        "box orders mean length real parts padded parts padding 64 5,200 40 208,000 332,800 37.5 % 128 2,900 96 278,400 371,200 25.0 % 256 "
        "1,400 180 252,000 358,400 29.7 % These are the boxes.",
        ["box", "orders", "mean length", "real parts", "padded parts", "padding"],
        [
            ["64", "5,200", "40", "208,000", "332,800", "37.5 %"],
            ["128", "2,900", "96", "278,400", "371,200", "25.0 %"],
            ["256", "1,400", "180", "252,000", "358,400", "29.7 %"],
        ],
    ),
    "a question for a name": (
        "call length time (ms) what happened 1 40 1,850.0 compiled 2 52 1,790.0 compiled 3 40 1.2 reused The third is fast.",
        ["call", "length", "time (ms)", "what happened"],
        [["1", "40", "1,850.0", "compiled"], ["2", "52", "1,790.0", "compiled"], ["3", "40", "1.2", "reused"]],
    ),
    "flags": (
        "backend fullgraph speedup eager no 1.0x inductor yes 2.3x cudagraphs yes 1.7x The second backend wins.",
        ["backend", "fullgraph", "speedup"],
        [["eager", "no", "1.0x"], ["inductor", "yes", "2.3x"], ["cudagraphs", "yes", "1.7x"]],
    ),
    "pipes on one line": (
        "Ergebnis: | Name | Zeit (s) | |---|--:| | a b | 1,5 | | c | 2,75 | Das war es.",
        ["Name", "Zeit (s)"],
        [["a b", "1,5"], ["c", "2,75"]],
    ),
    "intervals": (
        "setting mean best cold 1.20 ± 0.04 1.11 warm 0.31 ± 0.01 0.30 hot 0.29 ± 0.01 0.28 These are means of ten runs.",
        ["setting", "mean", "best"],
        [["cold", "1.20 ± 0.04", "1.11"], ["warm", "0.31 ± 0.01", "0.30"], ["hot", "0.29 ± 0.01", "0.28"]],
    ),
    "shapes as cells": (
        "Layer (type) Output Shape Param # Linear-1 [-1, 128] 100,480 ReLU-2 [-1, 128] 0 Linear-3 [-1, 10] 1,290 The model has two layers.",
        ["Layer (type)", "Output Shape", "Param #"],
        [["Linear-1", "[-1, 128]", "100,480"], ["ReLU-2", "[-1, 128]", "0"], ["Linear-3", "[-1, 10]", "1,290"]],
    ),
    "wrapped after it was flattened": (
        "run size time 0 64 12.5 ms 1 128 25.1 ms 2 256 51.0\nms 3 512 1.2 s 4 1024 2.4 s The last run is the slowest of\nall of them.",
        ["run", "size", "time"],
        [["0", "64", "12.5 ms"], ["1", "128", "25.1 ms"], ["2", "256", "51.0\nms"], ["3", "512", "1.2 s"], ["4", "1024", "2.4 s"]],
    ),
}

LINED = {
    "aligned": (
        "Name      Menge   Preis\nSchraube    10    1,50 €\nMutter       5    0,75 €\n",
        ["Name", "Menge", "Preis"],
        [["Schraube", "10", "1,50 €"], ["Mutter", "5", "0,75 €"]],
    ),
    "printed data frame": (
        "   species  count  mean\n0    cat      12   3.50\n1    dog       7    NaN\n",
        ["", "species", "count", "mean"],
        [["0", "cat", "12", "3.50"], ["1", "dog", "7", "NaN"]],
    ),
    "pipes with a row of dashes": (
        "| a | b |\n|:--|--:|\n| 1 | 2,5 |\n| x \\| y | `p|q` |\n\nText.\n",
        ["a", "b"],
        [["1", "2,5"], ["x \\| y", "`p|q`"]],
    ),
    "pipes without outer ones": ("a | b\n--|--\n1 | 2\n3 | 4\n", ["a", "b"], [["1", "2"], ["3", "4"]]),
    "a row that lacks a cell": ("| a | b |\n|---|---|\n| 1 |\n| 2 | 3 |\n", ["a", "b"], [["1", ""], ["2", "3"]]),
    "as a database prints it": (
        " id | name | score\n----+------+------\n  1 | Ann  | 9.5\n  2 | Bob  | 8.1\n",
        ["id", "name", "score"],
        [["1", "Ann", "9.5"], ["2", "Bob", "8.1"]],
    ),
    "grid": (
        "+-----+------+\n| a   | b    |\n+=====+======+\n| 1   | 2    |\n+-----+------+\n| 3   | 4    |\n+-----+------+\n",
        ["a", "b"],
        [["1", "2"], ["3", "4"]],
    ),
    "box characters": (
        "┌────┬─────┐\n│ op │  ms │\n├────┼─────┤\n│ mm │ 1.2 │\n│ cv │ 3.4 │\n└────┴─────┘\n",
        ["op", "ms"],
        [["mm", "1.2"], ["cv", "3.4"]],
    ),
    "ruled by dashes": (
        "layer     params\n--------  ------\nconv1       1024\nconv2       2048\n--------  ------\n",
        ["layer", "params"],
        [["conv1", "1024"], ["conv2", "2048"]],
    ),
    "commas": ("name,epochs,loss\na,10,0.5\nb,20,0.25\n", ["name", "epochs", "loss"], [["a", "10", "0.5"], ["b", "20", "0.25"]]),
    "semicolons and decimal commas": (
        "name;zeit;fehler\na;1,5;0,25\nb;2,5;0,5\n",
        ["name", "zeit", "fehler"],
        [["a", "1,5", "0,25"], ["b", "2,5", "0,5"]],
    ),
    "tabs": ("name\ttime\nfoo\t1.5\nbar\t2.5\n", ["name", "time"], [["foo", "1.5"], ["bar", "2.5"]]),
    "single spaces": (
        "req len eager (ms) compiled\n0 60 112.45 11.42 s\n1 63 2.08 8.49 s\n2 63 2.10 1.9 ms\n",
        ["req", "len", "eager (ms)", "compiled"],
        [["0", "60", "112.45", "11.42 s"], ["1", "63", "2.08", "8.49 s"], ["2", "63", "2.10", "1.9 ms"]],
    ),
    "HTML": (
        "<table><tr><th>A</th><th>B</th></tr>\n<tr><td>1</td><td>2</td></tr></table>\n",
        ["A", "B"],
        [["1", "2"]],
    ),
    "keys and values": (
        "learning rate: 0.001\nbatch size: 32\nepochs: 10\noptimizer: Adam\n",
        [],
        [["learning rate", "0.001"], ["batch size", "32"], ["epochs", "10"], ["optimizer", "Adam"]],
    ),
    "a missing cell is found by where it would stand": (
        "name      first   second\nfoo         1.0      2.0\nbar                  3.0\n",
        ["name", "first", "second"],
        [["foo", "1.0", "2.0"], ["bar", "", "3.0"]],
    ),
}


@pytest.mark.parametrize("shape", FLATTENED)
def test_flattened_table_is_recovered_with_its_columns_and_rows(shape: str) -> None:
    """A table whose header and rows stand on one line is divided by the pattern that its rows repeat."""
    text, header, rows = FLATTENED[shape]
    assert table(text) == (header, rows)
    assert kinds(text)[-1] == "prose"


@pytest.mark.parametrize("shape", LINED)
def test_table_in_lines_is_read_in_every_common_form(shape: str) -> None:
    """A table in lines of its own is read whatever marks part its columns."""
    text, header, rows = LINED[shape]
    assert table(text) == (header, rows)


@pytest.mark.parametrize("shape", LINED)
def test_windows_line_ends_change_no_table(shape: str) -> None:
    """Windows line ends belong to no cell."""
    text, header, rows = LINED[shape]
    assert table(text.replace("\n", "\r\n")) == (header, rows)


def test_note_beside_a_row_is_no_cell() -> None:
    """What an arrow introduces beside a row is its note, brackets and numbers in it included."""
    text = "run size time 0 64 1.5 s <- compiling 1 64 2.0 ms <- reuse (size 64 seen at run 0) 2 96 1.4 s <- compiling 3 64 2.1 ms Fine."
    ((header, rows, notes),) = tables(text)
    assert header == ["run", "size", "time"]
    assert [row[0] for row in rows] == ["0", "1", "2", "3"]
    assert notes == ["<- compiling", "<- reuse (size 64 seen at run 0)", "<- compiling", None]


def test_notes_in_aligned_columns_are_kept() -> None:
    """A note stands beside a row of aligned columns as well, behind as little as one space."""
    text = "```\nrun  size  time\n0    64    1.5 s  <- compiling\n1    64    2.0 ms <- reuse\n2    96    1.4 s\n```\n"
    ((_, rows, notes),) = tables(text)
    assert rows == [["0", "64", "1.5 s"], ["1", "64", "2.0 ms"], ["2", "96", "1.4 s"]]
    assert notes == ["<- compiling", "<- reuse", None]


@pytest.mark.parametrize(
    "text",
    [
        "run time 0 1.5 s 1 2.5 s 2 3.5 s all runs total: 7.5 s mean: 2.5 s The mean is low.",
        "run  time\n0    1.5 s\n1    2.5 s\n2    3.5 s\nall runs total: 7.5 s\nmean: 2.5 s\n\nThe mean is low.\n",
        "```\nrun  time\n0    1.5 s\n1    2.5 s\n2    3.5 s\n\nall runs total: 7.5 s\nmean: 2.5 s\n```\n\nThe mean is low.\n",
    ],
    ids=["flattened", "lines", "fence"],
)
def test_totals_under_a_table_are_output(text: str) -> None:
    """Lines of totals that a program prints under a table are output, never rows."""
    assert kinds(text) == ["table", "output", "prose"]
    assert len(tables(text)[0][1]) == 3
    assert pieces(text, "output")[0].split() == ["all", "runs", "total:", "7.5", "s", "mean:", "2.5", "s"]


def test_header_that_cannot_be_divided_with_certainty_is_left_out() -> None:
    """Where the words of a header may belong to either of two columns, no names are given and the rows stay."""
    header, rows = table("alpha beta gamma delta 0 1.5 9 1 2.5 8 2 3.5 7 3 4.5 6 The end is near.")
    assert header == []
    assert rows == [["0", "1.5", "9"], ["1", "2.5", "8"], ["2", "3.5", "7"], ["3", "4.5", "6"]]


def test_levels_are_rows_of_number_term_and_description() -> None:
    """A numbered list of terms in capitals that was run together is a table without a header."""
    text = "STAGE 1 PARSE text becomes a tree STAGE 2 CHECK IT types are known STAGE 3 EMIT code is written The third stage is slow."
    header, rows = table(text)
    assert header == []
    assert rows == [
        ["STAGE 1", "PARSE", "text becomes a tree"],
        ["STAGE 2", "CHECK IT", "types are known"],
        ["STAGE 3", "EMIT", "code is written"],
    ]
    assert pieces(text, "prose") == ["The third stage is slow."]


def test_column_gives_a_cell_a_row() -> None:
    """`column` reads one column from top to bottom and leaves out rows that are too short for it."""
    text = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
    (block,) = lay_out(text)
    assert block.table is not None
    assert [text[cell.start : cell.end] for cell in column(block.table, 1)] == ["2", "4"]
    assert column(block.table, 2) == ()


def test_two_tables_in_one_text_stay_two() -> None:
    """A blank line ends a table."""
    text = "a  b\n1  2\n3  4\n\nc  d\n5  6\n7  8\n"
    assert [header for header, _, _ in tables(text)] == [["a", "b"], ["c", "d"]]


@pytest.mark.parametrize(
    ("text", "header", "rows"),
    [
        ("east 18\nnorth 24\nsouth 12\n", [], 3),
        ("Anna 1,5 kg\nBernd 2,5 kg\nClara 0,5 kg\n", [], 3),
        ("rouge   12   3,5\nvert    7    2,25\nbleu    30   1,0\n", [], 3),
        ("conv1 (3, 64) 1728\nconv2 (64, 64) 36864\nconv3 (64, 10) 5760\n", [], 3),
        ("Region  2022  2023  2024\nNorth  12  13  15\nSouth  20  18  17\n", ["Region", "2022", "2023", "2024"], 2),
        ("threads  1  2  4\ncopy  10  19  37\nsort  8  15  22\n", ["threads", "1", "2", "4"], 2),
        ("city 2019 2020\nRome 4 5\nOslo 7 9\n", ["city", "2019", "2020"], 2),
        ("depot runs\neast 18\nnorth 24\n", ["depot", "runs"], 2),
    ],
    ids=["names and numbers", "units", "aligned", "shapes", "years", "numbers that double", "years by single spaces", "words"],
)
def test_first_line_written_like_the_others_is_a_row(text: str, header: list[str], rows: int) -> None:
    """Printed lines of one form have no header; years and numbers that count on are names of columns."""
    found, body = table(f"The program prints:\n\n{text}\nThey agree.\n")
    assert found == header
    assert len(body) == rows


def test_lines_that_only_count_are_no_table() -> None:
    """One word with a number behind it, line for line, is a list."""
    assert "table" not in kinds("Text.\n\nStep 1\nStep 2\nStep 3\n\nText.\n")


CAPTIONED = {
    "clock times, a total without a mean": (
        "Table 2.1 Visitors by hour in thousands Gate 09:00 10:00 11:00 Sum Mean A 1.5 2.0 2.5 6.0 2.0 B 0.5 1.0 1.5 3.0 1.0 "
        "Sum 2.0 3.0 4.0 9.0 The second gate is quieter.",
        ["Gate", "09:00", "10:00", "11:00", "Sum", "Mean"],
        [["A", "1.5", "2.0", "2.5", "6.0", "2.0"], ["B", "0.5", "1.0", "1.5", "3.0", "1.0"], ["Sum", "2.0", "3.0", "4.0", "9.0", ""]],
    ),
    "names in small letters, a sentence that begins with No": (
        "Table 2.2 Growth from week to week in mm Plant first second A 0.5 2.5 B 1.5 0.5 C 2.0 2.0 No plant shrank, and all grew.",
        ["Plant", "first", "second"],
        [["A", "0.5", "2.5"], ["B", "1.5", "0.5"], ["C", "2.0", "2.0"]],
    ),
    "German, ranges as names": (
        "Tabelle 2.3 Pakete eines Tages nach Gewicht Gewicht Pakete Anteil unter 1 kg 1.200 60,0 % 1 bis 5 kg 600 30,0 % "
        "über 5 kg 200 10,0 % gesamt 2.000 100,0 % Aus Tabelle 2.3 liest man es ab.",
        ["Gewicht", "Pakete", "Anteil"],
        [
            ["unter 1 kg", "1.200", "60,0 %"],
            ["1 bis 5 kg", "600", "30,0 %"],
            ["über 5 kg", "200", "10,0 %"],
            ["gesamt", "2.000", "100,0 %"],
        ],
    ),
    "French": (
        "Tableau 3.1 Durée par étape Étape Durée (s) Part (%) lecture 12,4 17,7 calcul 49,8 71,1 écriture 7,8 11,2 "
        "total 70,0 100,0 La lecture est lente.",
        ["Étape", "Durée (s)", "Part (%)"],
        [["lecture", "12,4", "17,7"], ["calcul", "49,8", "71,1"], ["écriture", "7,8", "11,2"], ["total", "70,0", "100,0"]],
    ),
    "names of two words, told by their capitals": (
        "Table 2 Cost of models Model Size (MB) Training time (h) Ada 12 3.5 Bob 24 7.1 Cleo 48 14.9 The cost doubles.",
        ["Model", "Size (MB)", "Training time (h)"],
        [["Ada", "12", "3.5"], ["Bob", "24", "7.1"], ["Cleo", "48", "14.9"]],
    ),
    "two rows with units": (
        "Table 5 Two runs Run Time Memory cold 3.1 s 12 MB warm 0.4 s 12 MB The second is faster.",
        ["Run", "Time", "Memory"],
        [["cold", "3.1 s", "12 MB"], ["warm", "0.4 s", "12 MB"]],
    ),
    "dates and missing values": (
        "Table 3 Sales by month Month Sold Returned 2026-01 120 3 2026-02 98 n/a 2026-03 131 7 Total 349 10 Returns are rare.",
        ["Month", "Sold", "Returned"],
        [["2026-01", "120", "3"], ["2026-02", "98", "n/a"], ["2026-03", "131", "7"], ["Total", "349", "10"]],
    ),
    "a column of words, a total that lacks cells": (
        "stage disk cache files per file (s) total (s) first build empty 4 7.2 28.8 second build full 4 0.9 3.6 "
        "after a change empty 4 6.8 27.2 all three 12 59.6 Table 6.2. Builds of one project. They differ.",
        ["stage", "disk cache", "files", "per file (s)", "total (s)"],
        [
            ["first build", "empty", "4", "7.2", "28.8"],
            ["second build", "full", "4", "0.9", "3.6"],
            ["after a change", "empty", "4", "6.8", "27.2"],
            ["all three", "", "12", "", "59.6"],
        ],
    ),
    "whole numbers with a total": (
        "class parcels kilos spare 16 1 16 0 32 2 44 20 64 5 250 70 total 8 310 90 Table 6.1. Where they land. The rest.",
        ["class", "parcels", "kilos", "spare"],
        [["16", "1", "16", "0"], ["32", "2", "44", "20"], ["64", "5", "250", "70"], ["total", "8", "310", "90"]],
    ),
    "a name with a possessive": (
        "what bytes per value our file (MB) keys 4 0.81 values 4 0.81 two lists 8 1.63 total 16 3.26 Table 4.1. Of a million each.",
        ["what", "bytes per value", "our file (MB)"],
        [["keys", "4", "0.81"], ["values", "4", "0.81"], ["two lists", "8", "1.63"], ["total", "16", "3.26"]],
    ),
}


@pytest.mark.parametrize("shape", CAPTIONED)
def test_table_with_a_caption_or_a_total_gets_its_columns(shape: str) -> None:
    """The names of the columns are told from the caption before them, and a row of totals may lack cells."""
    text, header, rows = CAPTIONED[shape]
    assert table(text) == (header, rows)
    assert kinds(text)[-1] == "prose"


@pytest.mark.parametrize(
    "text",
    [
        "Table 4.1 shows that A took 3 4 and B took 5 6 hours. It is so.",
        "Table 4.4 above compared the methods that we use most, 3 of 4 times.",
        "Tabelle 8.1 Hier braucht A 3 Stunden und B 4 Stunden, C dagegen 5 Stunden. So ist es.",
        "Table 2 lists Ann with 3 wins, Bob with 4 wins and Cid with 5 wins. Ann lost.",
        "Table 7 Each of the 3 runs took 4 s, each of the 5 others 6 s, and all 8 together 42 s.",
    ],
)
def test_sentence_about_a_table_is_no_table(text: str) -> None:
    """A sentence that mentions a table and gives figures stays prose."""
    assert set(kinds(text)) == {"prose"}


def test_sentence_with_a_colon_under_a_table_is_no_line_of_totals() -> None:
    """A sentence that gives a figure behind a colon is prose, though totals are written so."""
    text = CAPTIONED["German, ranges as names"][0].replace("liest man es ab.", "liest man ab: 90 % aller Pakete sind leicht. So ist es.")
    assert kinds(text) == ["prose", "table", "prose"]
