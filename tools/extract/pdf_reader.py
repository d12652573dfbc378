"""A PDF's words with their places, page by page, as lines of JSON: python pdf_reader.py FIRST_PAGE MEMORY_MB SECONDS < FILE

A program of its own, since the library that it uses is native code and the document comes from outside: it runs with limits on memory,
processor time and files, with an empty environment, and a crash or a stop costs one page. It imports nothing of this project.

What a reader sees is decided by the picture of the page: it is drawn with and without its text, and a word where the two do not differ is
not seen, whatever hides it (its mode, its colour, its transparency, what lies over it, where it stands).
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


@dataclass
class Word:
    """text, box in points from the page's upper left corner, baseline, height of letters, font and why it is not seen ("" where it is)."""

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


def words_of(page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage, fonts: Fonts) -> tuple[list[Word], str]:
    """The page's words in the order of the document, and the text that is turned (beside figures, along the margin)."""
    height = page.get_height()
    words: list[Word] = []
    turned: list[str] = []
    current: Word | None = None
    modes: dict[int, int] = {}
    for index in range(min(raw.FPDFText_CountChars(textpage), _LONGEST_PAGE)):
        character = _character(textpage, index)
        if character == _SECOND_HALF:
            continue
        if not character or character.isspace():
            if current is not None and character in ("\r", "\n"):
                current.ends_line = True
            if current is None and turned:
                turned.append(" ")
            current = None
            continue
        if 0.02 < raw.FPDFText_GetCharAngle(textpage, index) % math.tau < math.tau - 0.02:
            turned.append(character)
            current = None
            continue
        place = _place(textpage, index, height)
        if place is None:
            continue
        x0, y0, x1, y1, base, size = place
        if current is None or not _continues(current, x0, base, size):
            mono, bold = fonts.of(textpage, index)
            current = Word("", x0, y0, x1, y1, base, size, mono, bold)
            words.append(current)
        current.text += character
        current.x0, current.y0 = min(current.x0, x0), min(current.y0, y0)
        current.x1, current.y1 = max(current.x1, x1), max(current.y1, y1)
        owner = raw.FPDFText_GetTextObject(textpage, index)
        if owner:
            address = ctypes.addressof(owner.contents)
            if address not in modes:
                modes[address] = raw.FPDFTextObj_GetTextRenderMode(owner)
            if modes[address] == _INVISIBLE:
                current.why = "transparent"
    return words, " ".join("".join(turned).split())


def _character(textpage: object, index: int) -> str:
    """One character; the library marks a hyphen that divides a word by a code that is no character."""
    code = raw.FPDFText_GetUnicode(textpage, index)
    if code in (2, 0xFFFE) or raw.FPDFText_IsHyphen(textpage, index) == 1:
        return "-"
    if 0xD800 <= code < 0xDC00 and 0xDC00 <= (low := raw.FPDFText_GetUnicode(textpage, index + 1)) < 0xE000:
        return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)
    if 0xDC00 <= code < 0xE000 and index and 0xD800 <= raw.FPDFText_GetUnicode(textpage, index - 1) < 0xDC00:
        return _SECOND_HALF
    if 0xD800 <= code < 0xE000 or code == 0xFFFF:
        return "\ufffd"
    return chr(code) if 0 < code < 0x110000 else ""


def _continues(word: Word, x0: float, base: float, size: float) -> bool:
    """Whether a letter belongs to the word before it, by where it stands."""
    level = abs(base - word.base) <= 0.3 * max(size, word.size) or _raised(base, size, word)
    return level and x0 - word.x1 <= _GAP * size * 1.6 and x0 >= word.x0 - size


def _raised(base: float, size: float, word: Word) -> bool:
    """Whether a letter is a small one above or below the line of the word: an index or an exponent."""
    return size < 0.85 * word.size and abs(base - word.base) < 0.7 * word.size


def _place(textpage: object, index: int, height: float) -> tuple[float, float, float, float, float, float] | None:
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
    size = max(abs(box.top - box.bottom), raw.FPDFText_GetFontSize(textpage, index) * scale)  # some letters have a box of their ink alone
    return box.left, height - box.top, box.right, height - box.bottom, height - y.value, size


def mark_unseen(page: pypdfium2.PdfPage, words: list[Word]) -> None:
    """Say of each word that leaves no trace in the page's picture why it is not seen."""
    width, height = page.get_size()
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


def pages(document: pypdfium2.PdfDocument, first: int) -> Iterator[dict[str, object]]:
    fonts = Fonts()
    for number in range(first, len(document)):
        try:
            page = document[number]
            textpage = page.get_textpage()
            words, turned = words_of(page, textpage, fonts)
            mark_unseen(page, words)
            pictures = sum(1 for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))
            width, height = page.get_size()
        except pypdfium2.PdfiumError as error:
            yield {"page": number + 1, "error": str(error)[:200]}
            continue
        yield {
            "page": number + 1,
            "width": width,
            "height": height,
            "pictures": pictures,
            "turned": turned,
            "words": [word.row() for word in words],
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
