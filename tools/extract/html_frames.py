"""What an element of a page means for the text within it: how it is read, whether it is seen, whether it belongs to the main text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from bs4.element import Tag

from tools.extract.css_cascade import Place, Sheet, classes
from tools.extract.css_rules import Style
from tools.extract.html_main import is_furniture
from tools.extract.html_math import Part, agrees, element
from tools.extract.html_scripts import Raised, divides, is_note, raised
from tools.extract.html_seen import Look, hints, look, unseen
from tools.extract.html_tables import Table
from tools.extract.mapped import Mapped
from tools.extract.records import PieceKind, Why
from tools.extract.scripts import Writing

BLOCKS = {
    "p", "div", "section", "article", "main", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote",
    "figure", "figcaption", "caption", "table", "thead", "tbody", "tr", "td", "th", "hr", "header", "footer", "aside", "details",
    "summary", "body",
    "address", "center", "fieldset",
}  # fmt: skip
_KINDS: dict[str, PieceKind] = {
    "li": "list item", "dt": "list item", "blockquote": "quote", "figcaption": "caption", "caption": "caption", "pre": "code",
}  # fmt: skip
_OUTPUTS = {
    "cell_output",
    "output_area",
    "output_wrapper",
    "output",
    "output_subarea",
    "jp-OutputArea-output",
    "output_text",
    "jp-RenderedText",
}
_MATH_CLASSES = {"katex", "katex-display", "MathJax", "MathJax_Display", "MathJax_SVG", "mwe-math-element"}
_LANGUAGE = re.compile(r"(?:language|lang|highlight(?:-source)?|sourceCode|src)-([\w+#.-]{1,30})")
_NO_LANGUAGE = {"default", "none", "text", "plaintext", "highlight", "notranslate", "plain"}
_PROSE = re.compile(r"(?:[A-Za-z]{2,}[ ,.;:]+){5}")
_LONGEST_TEX = 4_000


@dataclass
class Formula:
    """A formula in the page. attribute, tex: its TeX, where it has it. markup: it is in MathML, which is what is shown."""

    block: bool
    attribute: str = ""
    tex: list[Mapped] = field(default_factory=list)
    markup: bool = False


@dataclass
class Frame:
    """How the text directly within an element is read. why: it is not seen; whole: and nor is whatever is within the element."""

    kind: PieceKind = "paragraph"
    level: int = 0
    language: str | None = None
    pre: bool = False
    why: Why | None = None
    dropped: bool = False
    main: bool = False
    whole: Why | None = None
    look: Look = field(default_factory=Look)
    place: Place = field(default_factory=Place)
    item: int | None = None
    formula: Formula | None = None
    in_tex: bool = False
    opens_formula: bool = False
    tex: str | None = None
    output: bool = False
    tables: int = 0
    table: Table | None = None
    hidden_tex: list[Mapped] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    raised: Raised | None = None
    script: Writing | None = None
    opens_script: Writing | None = None
    noted: bool = False
    divides: bool = False
    chosen: int = 0

    @property
    def shown(self) -> bool:
        return self.main and not self.dropped and self.why is None

    @property
    def is_math(self) -> bool:
        return self.formula is not None

    @property
    def is_math_block(self) -> bool:
        return self.opens_formula and self.formula is not None and self.formula.block

    def math_text(self, text: Mapped) -> None:
        if self.formula is None or self.dropped:
            return
        if self.in_tex:
            self.formula.tex.append(text)
        elif text.text.strip():
            self.parts.append(Part(text))

    def tex_text(self, tag: Tag) -> Mapped:
        """The formula as text: its TeX between dollars where that is what is shown, or nothing else is, else what is shown.

        Prose where TeX should be is no formula and is kept apart, and so is TeX of a formula that shows nothing or something else.
        """
        formula = self.formula or Formula(block=False, attribute=self.tex or "")
        shown = element(tag, self.parts).text.collapsed()
        tex = Mapped.joined(formula.tex).collapsed() or Mapped.nowhere(" ".join(formula.attribute.split()))
        prose = len(tex) > _LONGEST_TEX or _PROSE.search(re.sub(r"\\text\w*\s*\{[^{}]*\}", "", tex.text)) is not None
        if len(tex) and (prose or (formula.markup and not (shown.text and agrees(tex.text, shown.text)))):
            self.hidden_tex.append(tex)
            tex = Mapped.nowhere("")
        if not len(tex):
            return shown
        if tex.text.startswith(("$", "\\(", "\\[")):
            return tex
        mark = Mapped.nowhere("$$" if formula.block else "$")
        return Mapped.joined([mark, tex, mark])


def enter(outer: Frame, tag: Tag, sheet: Sheet, is_main: bool) -> Frame:
    """The frame of an element within another's."""
    frame = replace(
        outer, main=outer.main or is_main, opens_formula=False, tex=None, table=None, hidden_tex=[], parts=[], opens_script=None
    )
    if outer.formula is not None:
        return _within_formula(frame, outer, outer.formula, tag, sheet)
    if _opens_formula(tag):
        if tag.name == "math":
            _see(frame, outer, tag, sheet)
        return _formula(frame, tag)
    frame.tables = outer.tables + (tag.name == "table")
    style = _see(frame, outer, tag, sheet)
    frame.raised, frame.noted = raised(tag, style), outer.noted or is_note(tag)
    frame.divides = divides(tag, style)
    frame.dropped = outer.dropped or (not is_main and frame.why is None and is_furniture(tag))
    _kind(frame, outer, tag)
    return frame


def _see(frame: Frame, outer: Frame, tag: Tag, sheet: Sheet) -> Style:
    """Say of an element whether it is seen."""
    style, frame.place = sheet.of(tag, outer.place)
    style = hints(tag) | style
    frame.look = look(style, outer.look)
    frame.whole = outer.whole or unseen(tag, style, outer.look.positioned)
    frame.why = frame.whole or frame.look.why()
    return style


def _within_formula(frame: Frame, outer: Frame, formula: Formula, tag: Tag, sheet: Sheet) -> Frame:
    """The frame of an element within a formula. What hides MathML as a whole is not asked for: libraries draw the same beside it."""
    frame.in_tex = outer.in_tex or (tag.name == "annotation" and "tex" in str(tag.get("encoding", "")).lower())
    if "katex-html" in classes(tag) and (outer.parts or formula.tex):
        frame.dropped = True
    elif formula.markup and not frame.in_tex:
        _see(frame, outer, tag, sheet)
        if outer.chosen not in (0, outer.place.children):
            frame.whole = frame.why = frame.why or "not rendered"
        frame.chosen = _chosen(tag)
    elif tag.name == "math":
        formula.markup, frame.place = True, Place()
    return frame


def _chosen(tag: Tag) -> int:
    """Which child alone is shown of an element that may show several, 0 for all."""
    selection = str(tag.get("selection", "1"))
    return 0 if tag.name != "maction" else int(selection) if re.fullmatch(r"[1-9]\d{0,3}", selection) else 1


def _kind(frame: Frame, outer: Frame, tag: Tag) -> None:
    names = classes(tag)
    frame.output = outer.output or bool(_OUTPUTS & set(names))
    for name in (*names, f"language-{tag.get('data-lang')}" if tag.get("data-lang") else ""):
        if (language := _LANGUAGE.fullmatch(name)) is not None:
            frame.language = None if language[1] in _NO_LANGUAGE else language[1]
    if re.fullmatch(r"h[1-6]", tag.name):
        frame.kind, frame.level = "heading", int(tag.name[1])
    elif tag.name == "pre":
        frame.pre, frame.kind = True, "output" if frame.output else "code"
    elif tag.name == "dt" and "sig" in names:
        frame.kind = "code"
    elif tag.name in _KINDS and not outer.pre:
        frame.kind = _KINDS[tag.name]
    elif tag.name in ("dd", "td", "th", "details") and not outer.pre:
        frame.kind = "paragraph"
    elif tag.name == "div" and "math" in names:
        frame.kind = "math"


def _opens_formula(tag: Tag) -> bool:
    if tag.name in ("math", "mjx-container") or (tag.name == "script" and str(tag.get("type", "")).startswith("math/tex")):
        return True
    if tag.name == "img":
        return bool({"math", "tex", "latex", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display"} & set(classes(tag)))
    return bool(_MATH_CLASSES & set(classes(tag)))


def _formula(frame: Frame, tag: Tag) -> Frame:
    names = set(classes(tag))
    block = (
        tag.get("display") in ("block", "true")
        or bool(names & {"katex-display", "MathJax_Display"})
        or "mode=display" in str(tag.get("type", ""))
    )
    if tag.name == "img":
        frame.tex = str(tag.get("alt") or "")
        return frame
    frame.opens_formula = True
    frame.in_tex = tag.name == "script"
    frame.formula = Formula(block, str(tag.get("alttext") or tag.get("data-tex") or ""), markup=tag.name == "math")
    return frame
