"""PDFs as text: what a reader of the pages sees, in reading order; a bad page costs that page alone."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from prompts.trust import Untrusted, measure
from tools.extract import extract
from tools.extract.pdf import Limits, read
from tools.extract.records import Document, Locked, NoText, NotReadable, TooMuch
from tools.quotes import find

CORPUS = Path(__file__).parents[2] / "shared" / "corpora" / "pdf"
FONTS = "<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> /F2 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >>"


def pdf(*pages: str, trailer: str = "", facts: str = "", boxes: str = "/MediaBox [0 0 600 800]") -> bytes:
    """A document of pages of 600 by 800 points, each given by the operators that draw it. boxes: and how the pages are turned."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>", f"<< {facts} >>"]
    for number, drawn in enumerate(pages):
        resources = f"<< /Font {FONTS} /ExtGState << /G << /ca 0 >> >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {boxes} /Resources {resources} /Contents {5 + 2 * number} 0 R >>")
        objects.append(f"<< /Length {len(drawn.encode('latin-1'))} >>\nstream\n{drawn}\nendstream")
    out = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    last = f"trailer << /Size {size} /Root 1 0 R /Info 3 0 R {trailer} >>\nstartxref\n{len(out)}\n%%EOF"
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{last}".encode()


def line(x: float, y: float, words: str, size: float = 10, font: str = "F1", before: str = "") -> str:
    escaped = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"q {before} BT /{font} {size} Tf {x} {y} Td ({escaped}) Tj ET Q"


def lines(x: float, top: float, *texts: str, size: float = 10, font: str = "F1") -> str:
    return "\n".join(line(x, top - 1.2 * size * number, text, size, font) for number, text in enumerate(texts))


def opened(*drawn: str) -> Document:
    return extract(pdf("\n".join(drawn)), "application/pdf", "https://site.example/a.pdf")


def text_of(document: Document) -> str:
    return measure(document.text)


LEFT = [f"left column, line {number} of the text that fills it" for number in range(8)]
RIGHT = [f"right column, line {number} of the text in it" for number in range(8)]


def test_columns_are_read_one_after_the_other() -> None:
    """A line across both columns ends what stands above it; within them the left one comes first, however the page was drawn."""
    rows = [line(50, 700 - 12 * n, LEFT[n]) + "\n" + line(320, 700 - 12 * n, RIGHT[n]) for n in range(8)]
    document = opened(line(50, 740, "A title that goes across both of the columns and further", 18), *rows)
    found = [text_of(document).index(words) for words in ("A title", LEFT[0], LEFT[7], RIGHT[0], RIGHT[7])]
    assert found == sorted(found)
    assert document.pieces[0].kind == "heading"


def test_words_divided_at_line_ends_are_put_together_as_the_document_writes_them() -> None:
    """A hyphen goes with the line's end, unless the document writes the word with it elsewhere."""
    document = opened(
        lines(
            50,
            700,
            "this is about recompilation and shape-specific code; then comes recom-",
            "pilation in a line and, in another line, shape-",
            "specific code",
        )
    )
    assert "comes recompilation in a line and, in another line, shape-specific code" in text_of(document)


@pytest.mark.parametrize(
    ("operators", "text"),
    [
        pytest.param("/F1 12 Tf (10) Tj 5 Ts /F1 8 Tf (5) Tj 0 Ts /F1 12 Tf ( slots) Tj", "10⁵ slots", id="exponent"),
        pytest.param("/F1 12 Tf (10) Tj 5 Ts /F1 8 Tf (-5) Tj 0 Ts /F1 12 Tf ( slots) Tj", "10⁻⁵ slots", id="exponent with a sign"),
        pytest.param("/F1 12 Tf (H) Tj -2 Ts /F1 8 Tf (2) Tj 0 Ts /F1 12 Tf (O here) Tj", "H₂O here", id="index"),
        pytest.param("/F1 12 Tf (64) Tj 4 Ts /F1 7 Tf (1) Tj 0 Ts /F1 12 Tf ( slots) Tj", "64¹ slots", id="mark of a note"),
        pytest.param("/F1 12 Tf (the 5) Tj 5 Ts /F1 8 Tf (th) Tj 0 Ts /F1 12 Tf ( slot) Tj", "the 5th slot", id="ending"),
        pytest.param("3 Ts /F1 8 Tf (1) Tj 0 Ts /F1 12 Tf (64 slots) Tj", "1 64 slots", id="mark before a number"),
        pytest.param("/F1 12 Tf (10) Tj /F1 8 Tf (5 slots) Tj", "10 5 slots", id="two sizes"),
        pytest.param("/F1 12 Tf (10) Tj /F1 11.5 Tf (5 slots) Tj", "105 slots", id="nearly one size"),
    ],
)
def test_raised_and_lowered_digits_are_told_from_the_number_before_them(operators: str, text: str) -> None:
    """What stands high or low, or is of another size, is never read as the end of a number."""
    assert text_of(opened(line(50, 740, "What stands above."), f"BT 50 700 Td {operators} ET")).split("\n\n")[-1] == text


def test_code_keeps_its_lines_and_indentation() -> None:
    """Letters of one width are code; its columns are kept."""
    document = opened(
        lines(50, 700, "Some prose stands before the listing here."), lines(50, 660, "if x:", "    y = f(x)", "return y", font="F2")
    )
    [code] = [piece for piece in document.pieces if piece.kind == "code"]
    assert text_of(document)[code.span.start : code.span.end] == "if x:\n    y = f(x)\nreturn y"
    assert document.locate(code.span) == "page 1"


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        pytest.param(line(50, 600, "OBEY these words", before="3 Tr"), "transparent", id="invisible mode"),
        pytest.param(line(50, 600, "OBEY these words", before="1 1 1 rg"), "covered", id="white on white"),
        pytest.param(line(50, 600, "OBEY these words", before="0.99 0.99 0.99 rg"), "covered", id="nearly white"),
        pytest.param("0 0 0 rg 40 590 300 30 re f " + line(50, 600, "OBEY these words"), "covered", id="black on black"),
        pytest.param(line(50, 600, "OBEY these words") + " 1 1 1 rg 40 590 300 30 re f", "covered", id="behind a box"),
        pytest.param(line(50, 600, "OBEY these words", 1), "too small", id="tiny"),
        pytest.param(line(50, -300, "OBEY these words"), "off the page", id="off the page"),
        pytest.param(line(50, 600, "OBEY these words", before="/G gs"), "covered", id="without opacity"),
    ],
)
def test_words_that_are_not_seen_are_kept_apart(drawn: str, why: str) -> None:
    """Whatever hides words on a page, they are no part of its text."""
    document = opened(lines(50, 700, "The text that everybody sees."), drawn)
    assert text_of(document) == "The text that everybody sees."
    assert [(each.why, measure(each.text), each.page) for each in document.hidden] == [(why, "OBEY these words", 1)]


def test_light_words_on_a_dark_ground_are_seen() -> None:
    """White is no sign of hiding by itself."""
    document = opened("0 0 0.5 rg 40 590 300 30 re f " + line(50, 600, "Words in white", before="1 1 1 rg"))
    assert text_of(document) == "Words in white"
    assert document.hidden == ()


MEDIA = "/MediaBox [0 0 600 800]"
SHOWN = [
    MEDIA,
    f"{MEDIA} /CropBox [20 20 580 780]",
    f"{MEDIA} /CropBox [40 30 560 760]",
    f"{MEDIA} /CropBox [580 780 20 20]",
    f"{MEDIA} /CropBox [-100 -100 900 900]",
    f"{MEDIA} /CropBox [700 900 800 990]",
    "/MediaBox [30 30 630 830]",
    "/MediaBox [-200 -300 600 800]",
    f"{MEDIA} /UserUnit 2",
    *(f"{MEDIA} /Rotate {turn}" for turn in (90, 180, 270, -90, 450, 360)),
    "/MediaBox [-10 -20 610 830] /CropBox [15 25 590 790] /Rotate 90",
    "/MediaBox [-10 -20 610 830] /CropBox [15 25 590 790] /Rotate 270",
]


@pytest.mark.parametrize("boxes", SHOWN)
def test_words_are_seen_wherever_the_boxes_begin_and_however_the_page_is_turned(boxes: str) -> None:
    """The page's places are those of its picture: no word within the part that is shown counts as hidden, and columns stay columns."""
    drawn = "\n".join([line(150, 740, "The Title of It", 16), lines(50, 700, *LEFT), lines(320, 700, *RIGHT), line(50, 60, "1 A note.", 7)])
    document = extract(pdf(drawn, boxes=boxes), "application/pdf", "https://site.example/a.pdf")
    assert document.hidden == () and document.notes == ()
    assert " ".join(text_of(document).split()) == " ".join(["The Title of It", *LEFT, "1 A note.", *RIGHT])


UPRIGHT = {0: "1 0 0 1", 90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}


def turned(angle: int, x: float, y: float, words: str, before: str = "") -> str:
    return f"q {before} BT /F1 10 Tf {UPRIGHT[angle % 360]} {x} {y} Tm ({words}) Tj ET Q"


@pytest.mark.parametrize("angle", UPRIGHT)
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_what_is_hidden_is_hidden_on_turned_pages_too(rotation: int, angle: int) -> None:
    """White, covered and cut off words are kept apart whichever way page and letters are turned, those across the others among them."""
    drawn = [
        turned(angle, 300, 400, "Seen words stand here"), turned(angle, 200, 300, "White", "1 1 1 rg"), turned(angle, 60, 60, "Cut"),
        turned(angle, 330, 530, "Lid"), "q 1 1 1 rg 290 490 80 80 re f Q", turned(angle + 90, 400, 600, "Margin"),
        turned(angle + 90, 250, 300, "Hush", "1 1 1 rg"),
    ]  # fmt: skip
    boxes = f"/MediaBox [-50 -50 612 792] /CropBox [100 100 560 740] /Rotate {rotation}"
    document = extract(pdf("\n".join(drawn), boxes=boxes), "application/pdf", "https://site.example/a.pdf")
    assert text_of(document) == "Seen words stand here\n\nMargin"
    assert [(each.why, measure(each.text)) for each in document.hidden] == [("covered", "White Lid Hush"), ("off the page", "Cut")]


def test_a_turned_page_among_others_is_read_in_its_place() -> None:
    """A wide table's page, turned to stand upright, is laid out as the others are, to the end of its long lines."""
    row = "A wide row that runs along the long side of the paper, and its last words are: the recompile limit is eight entries."
    first, last = lines(50, 700, "The first page."), lines(50, 700, "The last page.")
    wide = turned(90, 100, 60, row) + turned(90, 112, 60, "The second row.")
    document = extract(pdf(first, wide, last), "application/pdf", "https://site.example/a.pdf")
    assert text_of(document) == f"The first page.\n\n{row} The second row.\n\nThe last page."
    shown = extract(pdf(wide, boxes=f"{MEDIA} /Rotate 90"), "application/pdf", "https://site.example/a.pdf")
    assert text_of(shown) == f"{row} The second row." and shown.hidden == ()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_marks_keep_their_order_on_turned_pages(rotation: int) -> None:
    """Code and numbers with marks at their ends read the same whichever way the page lies, and divided words are whole."""
    code = ["x = double(torch.ones(size))", "print(limit[0:2], runs=100)"]
    prose = ["The frame is com-", "piled (again) at 3.2 ms, 5-7 times; its well-known guards failed."]
    drawn = lines(50, 700, *code, font="F2") + lines(50, 500, *prose)
    document = extract(pdf(drawn, boxes=f"{MEDIA} /Rotate {rotation}"), "application/pdf", "https://site.example/a.pdf")
    text = text_of(document)
    assert "\n".join(code) in text
    assert "The frame is compiled (again) at 3.2 ms, 5-7 times; its well-known guards failed." in text


def test_a_few_turned_words_turn_no_page() -> None:
    """A mark across the page and one along its margin are read beside the text, whose lines stay lines."""
    slanting = "q BT /F1 10 Tf 0.7071 0.7071 -0.7071 0.7071 300 300 Tm (DRAFT) Tj ET Q"
    document = opened(lines(50, 700, "The text of the page", "goes on here."), turned(90, 20, 300, "arXiv:2404.99001v1"), slanting)
    assert text_of(document) == "The text of the page goes on here.\n\narXiv:2404.99001v1 DRAFT" and document.hidden == ()


def test_running_heads_and_page_numbers_are_left_out() -> None:
    """What stands at the head or foot of page after page is no text of the document, and a sentence goes on across it."""
    drawn = [
        "\n".join(
            [line(50, 780, "A Journal of Notes"), lines(50, 700, f"On page {n} stands", f"sentence {n} of it"), line(300, 20, str(n))]
        )
        for n in range(1, 5)
    ]
    document = extract(pdf(*drawn), "", "a")
    assert "Journal" not in text_of(document)
    assert find(document.text, Untrusted("sentence 1 of it On page 2 stands", "model")) is not None
    assert document.locate(document.pieces[2].span) == "page 3"
    assert document.pages == 4


def test_a_page_that_cannot_be_read_costs_that_page_alone() -> None:
    """The others are read, and the page is named."""
    good = [lines(50, 700, f"The text of page number {n} is here.") for n in range(4)]
    broken = pdf(*good).replace(
        b"/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800]", b"/Type /Nope /Parnt 2 0 R /MediaBox [0 0 600 800]", 2
    )
    broken = broken.replace(b"/Type /Nope /Parnt", b"/Type /Page /Parent", 1)
    document = extract(broken, "", "a")
    assert "page number 0" in text_of(document)
    assert "page number 3" in text_of(document)
    assert "page number 1" in text_of(document) or any("page 2" in note for note in document.notes)


def test_a_page_that_takes_too_long_is_given_up() -> None:
    """Reading goes on behind it within the limits."""
    slow = "\n".join(f"{n % 600} 0 m {(7 * n) % 600} 800 l {(13 * n) % 600} 400 {n % 7} {n % 11} 300 {n % 790} c S" for n in range(400_000))
    document = read(pdf(lines(50, 700, "First page."), slow, lines(50, 700, "Last page.")), "a", Limits(page_seconds=2.5, seconds=60))
    assert text_of(document).endswith("Last page.")
    assert document.notes == ("page 2 could not be read: its reader failed or took too long",)


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        pytest.param(pdf("40 40 100 100 re f"), NoText, id="no text"),
        pytest.param(pdf(line(50, 600, "a layer of recognized text", before="3 Tr")), NoText, id="unseen layer alone"),
        pytest.param(b"%PDF-1.7\nand nothing else", NotReadable, id="damaged"),
        pytest.param(
            pdf(
                lines(50, 700, "x"),
                trailer="/Encrypt << /Filter /Standard /V 1 /R 2 /O (" + "x" * 32 + ") /U (" + "y" * 32 + ") /P -4 >> /ID [(a) (a)]",
            ),
            Locked,
            id="locked",
        ),
    ],
)
def test_a_pdf_without_text_says_so(payload: bytes, error: type[Exception]) -> None:
    """A failure is named, with its reason."""
    with pytest.raises(error, match=r"\w"):
        extract(payload, "application/pdf", "a")


def test_a_pdf_beyond_the_limits_is_refused() -> None:
    """Bytes and pages are bounded."""
    payload = pdf("", "", "")
    with pytest.raises(TooMuch, match="3 pages"):
        read(payload, "a", Limits(pages=2))
    with pytest.raises(TooMuch, match="bytes"):
        read(payload, "a", Limits(size=100))


def test_memory_is_bounded() -> None:
    """A stream that inflates to more than the reader may hold ends that reader, and not the program."""
    inflated = zlib.compress(b" " * 300_000_000, 9)
    drawn = pdf("PLACE", lines(50, 700, "Last page."))
    stream = b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(inflated) + inflated
    payload = re.sub(rb"<< /Length 5 >>\nstream\nPLACE", lambda _: stream, drawn)
    document = read(payload, "a", Limits(memory_mb=400, seconds=60))
    assert text_of(document) == "Last page."


def test_what_a_pdf_says_of_itself_is_a_candidate() -> None:
    """Its title and authors, and the identifiers on its first page."""
    document = extract(
        pdf(lines(50, 700, "arXiv:2401.00001v2 and doi 10.1234/abc.5"), facts="/Title (On guards) /Author (Ada B.; Cid E.)"), "", "a"
    )
    found = document.candidates
    assert found.title is not None
    assert measure(found.title) == "On guards"
    assert [measure(author) for author in found.authors] == ["Ada B.", "Cid E."]
    assert [(name, measure(value)) for name, value in found.identifiers] == [("arxiv", "2401.00001v2"), ("doi", "10.1234/abc.5")]


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus of PDFs is not here")
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.pdf")), ids=lambda path: path.stem)
def test_documents_of_word_processors_are_read(path: Path) -> None:
    """Their instructions are found as they read, and nothing in them is hidden."""
    document = extract(path.read_bytes(), "", "a")
    assert len(text_of(document).split()) > 300
    assert document.hidden == ()
