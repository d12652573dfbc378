"""A PDF's words with their places, page by page, as lines of JSON: python pdf_reader.py FIRST_PAGE MEMORY_MB SECONDS < FILE

A program of its own, since the library that it uses is native code and the document comes from outside: it runs with limits on memory,
processor time and files, with an empty environment, and a crash or a stop costs one page. It imports nothing of this project.

What a reader sees is decided by the picture of the page: it is drawn with and without its text, and a word where the two do not differ is
not seen, whatever hides it (its mode, its colour, its transparency, what lies over it, where it stands). Places are those of that picture:
of the part of the page that is shown, wherever the page's boxes begin, turned so that most of the letters stand upright.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as raw

_LONGEST_PAGE = 200_000  # characters of one page
_LEAST_SIZE = 3.0  # points; smaller letters are not read
_LEAST_DIFFERENCE = 20  # of 255 levels of grey
_LARGEST_PICTURE = 4_000_000  # pixels
_INVISIBLE = 3
_SECOND_HALF = "\ud800"  # what stands for the second half of a character that the library gives as two
_GAP = 0.17  # of the letters' height, at which one word ends
_SMALLER = 0.85  # of the letters' height, below which others are of another size
_HIGH = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOW = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")


@dataclass
class Word:
    """text, box in points from the view's upper left corner, baseline, height of letters, font and why it is not seen ("" where it is)."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    mono: bool
    bold: bool
    why: str = ""
    ends_line: bool = False

    def row(self) -> list[object]:
        numbers = [round(value, 2) for value in (self.x0, self.y0, self.x1, self.y1, self.base, self.size)]
        return [self.text, *numbers, int(self.mono), int(self.bold), self.why, int(self.ends_line)]


@dataclass(frozen=True)
class View:
    """The part of a page that is shown, by its box in the page's own coordinates.

    turns: the quarter turns, with the clock, under which it is read.
    """

    left: float
    bottom: float
    right: float
    top: float
    turns: int

    @property
    def size(self) -> tuple[float, float]:
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turns % 2 else (width, height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page, from the upper left corner of the view to the right and down."""
        across, down = x - self.left, self.top - y
        width, height = self.right - self.left, self.top - self.bottom
        return [(across, down), (height - down, across), (width - across, height - down), (down, width - across)][self.turns]


def set_upright(page: pypdfium2.PdfPage) -> View:
    """Turn the page so that most letters stand upright; where as many stand in two ways, as the document shows it.

    The library reads the words of a page in the way in which it is turned: of one upside down it would give marks in another order.
    """
    shown = page.get_rotation() // 90 % 4
    counts = [0.0, 0.0, 0.0, 0.0]
    counts[shown] += 0.5
    with contextlib.closing(page.get_textpage()) as textpage:
        for angle in _angles(textpage, _characters(textpage)):
            if angle is not None and _upright(angle, turns := _turns(angle)):
                counts[turns] += 1
    box = raw.FS_RECTF()
    if not raw.FPDF_GetPageBoundingBox(page, box):
        raise pypdfium2.PdfiumError("the page has no box")
    view = View(box.left, box.bottom, box.right, box.top, counts.index(max(counts)))
    if view.turns != shown:
        page.set_rotation(90 * view.turns)
    return view


def _characters(textpage: object) -> list[str]:
    return [_character(textpage, index) for index in range(min(raw.FPDFText_CountChars(textpage), _LONGEST_PAGE))]


def _angles(textpage: object, characters: list[str]) -> list[float | None]:
    """Of each character, None for white space and for the second half of one."""
    return [
        raw.FPDFText_GetCharAngle(textpage, index) if character and not character.isspace() and character != _SECOND_HALF else None
        for index, character in enumerate(characters)
    ]


def _turns(angle: float) -> int:
    """The quarter turns after which a letter of this angle stands upright, or nearly."""
    return round(-angle / (math.pi / 2)) % 4


def _upright(angle: float, turns: int) -> bool:
    return not 0.02 < (angle + turns * math.pi / 2) % math.tau < math.tau - 0.02


class Fonts:
    """What is known of the font of each text object, asked once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[bool, bool]] = {}

    def of(self, page: object, index: int) -> tuple[bool, bool]:
        """Whether letters are of one width, and whether they are bold."""
        flags = ctypes.c_int()
        buffer = ctypes.create_string_buffer(128)
        raw.FPDFText_GetFontInfo(page, index, buffer, 128, flags)
        name = buffer.value.decode("utf-8", "replace").lower()
        if name not in self._known:
            mono = bool(flags.value & 1) or any(
                part in name for part in ("mono", "courier", "cmtt", "consol", "typewriter", "inconsolata", "code")
            )
            bold = any(part in name for part in ("bold", "cmbx", "black", "heavy", "-bd", "semibold")) or bool(flags.value & (1 << 18))
            self._known[name] = (mono, bold)
        return self._known[name]


@dataclass
class Letters:
    """The words of a page in the order of the document; turned: those that do not run from left to right in the view (beside figures)."""

    words: list[Word]
    turned: list[Word]

    @property
    def turned_text(self) -> str:
        return " ".join(word.text for word in self.turned if not word.why)

    def rows(self) -> list[list[object]]:
        return [word.row() for word in (*self.words, *(word for word in self.turned if word.why))]


def letters_of(textpage: object, view: View, fonts: Fonts) -> Letters:
    characters = _characters(textpage)
    angles = _angles(textpage, characters)
    letters = Letters([], [])
    current: Word | None = None
    turning, last = False, 0.0
    modes: dict[int, int] = {}
    for index, (character, angle) in enumerate(zip(characters, angles, strict=True)):
        if angle is None:
            if current is not None and character in ("\r", "\n"):
                current.ends_line = True
            current = current if character == _SECOND_HALF else None
            continue
        turned = not _upright(angle, view.turns)
        place = _place(textpage, index, view, turned)
        if place is None:
            continue
        x0, y0, x1, y1, base, size = place
        height = 0 if turned or current is None else _height(current, place)
        other = not turned and height == 0 and character.isdecimal() and min(size, last) < _SMALLER * max(size, last)
        if current is None or turned is not turning or not (_beside if turned else _continues)(current, place) or (
            other and current.text[-1:].isdecimal()  # digits of two sizes are two numbers
        ):  # fmt: skip
            height = 0
            mono, bold = fonts.of(textpage, index)
            current, turning = Word("", x0, y0, x1, y1, base, size, mono, bold), turned
            (letters.turned if turned else letters.words).append(current)
        current.text += character if height == 0 else character.translate(_HIGH if height > 0 else _LOW)
        last = size
        current.x0, current.y0 = min(current.x0, x0), min(current.y0, y0)
        current.x1, current.y1 = max(current.x1, x1), max(current.y1, y1)
        if _mode(textpage, index, modes) == _INVISIBLE:
            current.why = "transparent"
    return letters


def _mode(textpage: object, index: int, modes: dict[int, int]) -> int | None:
    """How the letter's object is drawn. modes: what is known of objects already."""
    owner = raw.FPDFText_GetTextObject(textpage, index)
    if not owner:
        return None
    address = ctypes.addressof(owner.contents)
    if address not in modes:
        modes[address] = raw.FPDFTextObj_GetTextRenderMode(owner)
    return modes[address]


def _character(textpage: object, index: int) -> str:
    """One character; the library marks a hyphen that divides a word by a code that is no character, and documents by a soft one."""
    code = raw.FPDFText_GetUnicode(textpage, index)
    if code in (2, 0xAD, 0xFFFE) or raw.FPDFText_IsHyphen(textpage, index) == 1:
        return "-"
    if 0xD800 <= code < 0xDC00 and 0xDC00 <= (low := raw.FPDFText_GetUnicode(textpage, index + 1)) < 0xE000:
        return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)
    if 0xDC00 <= code < 0xE000 and index and 0xD800 <= raw.FPDFText_GetUnicode(textpage, index - 1) < 0xDC00:
        return _SECOND_HALF
    if 0xD800 <= code < 0xE000 or code == 0xFFFF:
        return "\ufffd"
    return chr(code) if 0 < code < 0x110000 else ""


Place = tuple[float, float, float, float, float, float]  # as the fields of a word


def _beside(word: Word, place: Place) -> bool:
    """Whether a turned letter is near the turned word before it, in whichever direction that runs."""
    x0, y0, x1, y1, _, size = place
    return max(x0 - word.x1, word.x0 - x1, y0 - word.y1, word.y0 - y1) <= size


def _continues(word: Word, place: Place) -> bool:
    """Whether a letter belongs to the word before it, by where it stands."""
    x0, _, _, _, base, size = place
    raised = size < _SMALLER * word.size and abs(base - word.base) < 0.7 * word.size  # an index or an exponent
    level = abs(base - word.base) <= 0.3 * max(size, word.size) or raised
    return level and x0 - word.x1 <= _GAP * size * 1.6 and x0 >= word.x0 - size


def _height(word: Word, place: Place) -> int:
    """1 for a letter that is smaller than its word and stands higher, as an exponent does, -1 for one that stands lower, else 0."""
    *_, base, size = place
    step = (word.base - base) / word.size if size < _SMALLER * word.size else 0.0
    return 1 if step > 0.12 else -1 if step < -0.06 else 0


def _place(textpage: object, index: int, view: View, turned: bool) -> Place | None:
    box = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(textpage, index, box):
        return None
    x, y = ctypes.c_double(), ctypes.c_double()
    if not raw.FPDFText_GetCharOrigin(textpage, index, x, y):
        return None
    if not all(map(math.isfinite, (box.left, box.right, box.top, box.bottom, x.value, y.value))):
        return None
    matrix = raw.FS_MATRIX()
    scale = math.hypot(matrix.c, matrix.d) if raw.FPDFText_GetMatrix(textpage, index, matrix) else 0.0
    (x0, x1), (y0, y1) = map(sorted, zip(view.point(box.left, box.top), view.point(box.right, box.bottom), strict=True))
    size = raw.FPDFText_GetFontSize(textpage, index) * scale
    # Some letters have a box of their ink alone; the box of a slanting one tells nothing of its height.
    return x0, y0, x1, y1, view.point(x.value, y.value)[1], size if turned and size else max(y1 - y0, size)


def mark_unseen(page: pypdfium2.PdfPage, words: list[Word], view: View) -> None:
    """Say of each word that leaves no trace in the page's picture why it is not seen."""
    width, height = view.size
    for word in words:
        if word.x1 < 0 or word.y1 < 0 or word.x0 > width or word.y0 > height:
            word.why = word.why or "off the page"
        elif word.size < _LEAST_SIZE:
            word.why = word.why or "too small"
    scale = min(1.5, math.sqrt(_LARGEST_PICTURE / max(1.0, width * height)))
    with_text = _picture(page, scale)
    for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=15):
        raw.FPDFTextObj_SetTextRenderMode(text.raw, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
    without = _picture(page, scale)
    for word in words:
        if not word.why and not _differs(with_text, without, word, scale):
            word.why = "covered"


def _picture(page: pypdfium2.PdfPage, scale: float) -> tuple[bytes, int, int, int]:
    bitmap = page.render(scale=scale, grayscale=True, may_draw_forms=False)
    return bytes(bitmap.buffer), bitmap.stride, bitmap.width, bitmap.height


def _differs(one: tuple[bytes, int, int, int], other: tuple[bytes, int, int, int], word: Word, scale: float) -> bool:
    pixels, stride, width, height = one
    left, right = max(0, int(word.x0 * scale)), min(width, math.ceil(word.x1 * scale) + 1)
    for row in range(max(0, int(word.y0 * scale)), min(height, math.ceil(word.y1 * scale) + 1)):
        first, second = pixels[row * stride + left : row * stride + right], other[0][row * stride + left : row * stride + right]
        if first != second and any(abs(a - b) >= _LEAST_DIFFERENCE for a, b in zip(first, second, strict=True)):
            return True
    return False


def _opened(document: pypdfium2.PdfDocument, number: int) -> pypdfium2.PdfPage:
    """A page; one whose boxes leave nothing of it is shown whole, as viewers have it."""
    page = document[number]
    if min(page.get_size()) > 0:
        return page
    page.set_cropbox(*page.get_mediabox())
    page.close()
    return document[number]


def pages(document: pypdfium2.PdfDocument, first: int) -> Iterator[dict[str, object]]:
    fonts = Fonts()
    for number in range(first, len(document)):
        try:
            page = _opened(document, number)
            view = set_upright(page)
            textpage = page.get_textpage()
            letters = letters_of(textpage, view, fonts)
            mark_unseen(page, [*letters.words, *letters.turned], view)
            pictures = sum(1 for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))
            width, height = view.size
        except pypdfium2.PdfiumError as error:
            yield {"page": number + 1, "error": str(error)[:200]}
            continue
        yield {
            "page": number + 1,
            "width": width,
            "height": height,
            "pictures": pictures,
            "turned": letters.turned_text,
            "words": letters.rows(),
        }
        textpage.close()
        page.close()


def limited(memory_mb: int, seconds: int) -> None:
    """Bound what this process may take; a limit that the system does not have is left to the caller's clock."""
    for kind, most in (
        (resource.RLIMIT_AS, memory_mb << 20),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


def tell(fact: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


def main() -> None:
    payload = sys.stdin.buffer.read()
    limited(int(sys.argv[2]), int(sys.argv[3]))
    try:
        document = pypdfium2.PdfDocument(payload)
    except pypdfium2.PdfiumError as error:
        tell({"failed": "password" if "password" in str(error).lower() else str(error)[:200]})
        return
    facts = {key.lower(): value[:500] for key, value in document.get_metadata_dict(skip_empty=True).items()}
    tell({"pages": len(document), "facts": facts})
    for page in pages(document, int(sys.argv[1])):
        tell(page)
    tell({"end": True})


if __name__ == "__main__":
    main()
