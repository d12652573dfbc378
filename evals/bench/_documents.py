"""Documents with known text, written in each markup that `evals.bench.extract` has turned into pages and PDFs."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

Block = tuple[str, str | list[str] | list[list[str]]]

SENTENCES = [
    "A compiled function keeps one entry for each set of guards that it was specialized for.",
    "When `recompile_limit` is hit, the frame runs eagerly from then on, and a line in the log says so.",
    "Nothing in this section depends on the backend, although the timings were taken with one.",
    "It's easy to overlook that the first call pays for the compilation; later calls don't.",
    "The function `mark_dynamic(x, 0)` asks for a symbolic size in the first dimension.",
    "Integers that are attributes of a module are treated as static by default.",
    "We measured 3.2 ms for the eager version and 1.9 ms for the compiled one, over 100 runs.",
    "A shape-specific kernel is faster, but well-founded exceptions to this rule exist.",
    "Graph breaks divide a function into parts, each of which is compiled by itself.",
    "The sufficient condition is rarely the efficient one, as the first figure in the file shows.",
    "If the guard on `x.shape[0] == 4` fails, the next entry of the cache is tried.",
    "Side effects on lists and dictionaries are replayed after the graph has run.",
    "For inputs below 10,000 elements the difference disappears in the noise of the clock.",
    "Reading the log with `TORCH_LOGS=recompiles` names the guard that has failed.",
    "The naïve approach allocates a new buffer on each call; the café example in the appendix does not.",
    "One should not conclude from this that dynamic shapes are always slower (they are not).",
    "In the reference run, 7 of 12 configurations were rejected before anything had been compiled.",
    "The tolerance is relative: a difference of 0.001 matters for small values alone.",
    "Mixed precision changes which kernels are chosen, and thereby the order of the additions.",
    "A reader who wants to repeat the experiment needs the seed, the versions and the device.",
    "What is cached is the code object, not the function, so that two closures share an entry.",
    "Documentation of the configuration lists the defaults, which have changed more than once.",
]
CODE = [
    "import torch\n\n@torch.compile(dynamic=False)\ndef double(x):\n    if x.sum() > 0:\n        return x * 2\n    return x - 1",
    "limit = torch._dynamo.config.recompile_limit\nfor size in range(2, 20):\n    double(torch.ones(size))\nprint(limit)",
    "def timed(function, *inputs, runs=100):\n    begun = perf_counter()\n    for _ in range(runs):\n        function(*inputs)\n"
    "    return (perf_counter() - begun) / runs",
]
TABLES = [
    [["setting", "calls", "time in ms"], ["eager", "100", "3.2"], ["compiled", "100", "1.9"], ["compiled, cold", "1", "812"]],
    [["name", "default", "since"], ["recompile_limit", "8", "2.6.0"], ["accumulated_recompile_limit", "256", "2.6.0"]],
    [["shape", "entries", "guard that failed"], ["4 by 8", "1", "none"], ["5 by 8", "2", "size at index 0"], ["6 by 8", "2", "none"]],
]
MATH = [r"t_{n} = c + n \cdot e", r"\frac{a}{b} \leq \sqrt{x_{1}^{2} + x_{2}^{2}}", r"y = \sum_{i=1}^{n} w_{i} x_{i}"]
ITEMS = [
    "the guard on the type of each argument", "the number of entries that are kept", "what happens after the limit: `eager` or an error",
    "the version under which it was measured", "whether gradients are needed", "one setting that has no effect at all",
]  # fmt: skip


@dataclass(frozen=True)
class Made:
    name: str
    blocks: list[Block]


def _made(number: int, name: str, title: str) -> Made:
    chosen = random.Random(number)
    sentences = chosen.sample(SENTENCES, len(SENTENCES))

    def paragraph() -> Block:
        return "p", " ".join(chosen.sample(sentences, chosen.randint(3, 6)))

    blocks: list[Block] = [("h1", title), paragraph(), paragraph()]
    for part in range(4):
        blocks += [("h2", f"Part {part + 1}: {['what is kept', 'how it is measured', 'where it fails', 'what remains'][part]}")]
        blocks += [paragraph(), ("code", CODE[(part + number) % 3]), paragraph()]
        blocks += [("ul" if part % 2 else "ol", chosen.sample(ITEMS, 4)), paragraph()]
        blocks += [("table", TABLES[(part + number) % 3]), ("h3", f"Remarks on part {part + 1}"), paragraph(), ("math", MATH[part % 3])]
        blocks += [("quote", chosen.choice(sentences)), paragraph()]
    return Made(name, blocks)


ALL = [
    _made(1, "guards", "Guards and the cache of compiled code"),
    _made(2, "timing", "Timing what a compiler does"),
    _made(3, "limits", "Limits, and what follows when they are hit"),
]


def words_of(document: Made, math: bool = True) -> str:
    """The document's known text."""
    parts = []
    for kind, content in document.blocks:
        if kind == "math" and not math:
            continue
        rows = content if isinstance(content, list) else [content]
        parts += [" ".join(row) if isinstance(row, list) else row for row in rows]
    return "\n".join(parts).replace("`", "")


# ---- markup ------------------------------------------------------------------------------------------------------------


def markdown(document: Made, math: bool = True) -> str:
    out = []
    for kind, content in document.blocks:
        if kind[0] == "h":
            out.append(f"{'#' * int(kind[1])} {content}")
        elif kind == "code":
            out.append(f"```python\n{content}\n```")
        elif kind in ("ul", "ol"):
            out.append("\n".join(f"{'-' if kind == 'ul' else f'{number}.'} {item}" for number, item in enumerate(content, 1)))
        elif kind == "table":
            head, *rows = (" | ".join(row) for row in content)
            out.append("\n".join(f"| {row} |" for row in (head, " | ".join("---" for _ in content[0]), *rows)))
        elif kind == "quote":
            out.append(f"> {content}")
        elif kind == "math":
            out += [f"$$\n{content}\n$$"] if math else []
        else:
            out.append(str(content))
    return "\n\n".join(out) + "\n"


def rst(document: Made) -> str:
    out = []
    for kind, content in document.blocks:
        text = re.sub(r"`([^`]+)`", r"``\1``", content) if isinstance(content, str) else ""
        if kind[0] == "h":
            out.append(f"{content}\n{'=-~'[int(kind[1]) - 1] * len(text)}")
        elif kind == "code":
            out.append(".. code-block:: python\n\n" + "\n".join(f"   {line}" for line in str(content).split("\n")))
        elif kind in ("ul", "ol"):
            items = [re.sub(r"`([^`]+)`", r"``\1``", str(item)) for item in content]
            out.append("\n".join(f"{'*' if kind == 'ul' else f'{number}.'} {item}" for number, item in enumerate(items, 1)))
        elif kind == "table":
            rows = [f"   * - {row[0]}\n" + "\n".join(f"     - {cell}" for cell in row[1:]) for row in content]
            out.append(".. list-table::\n   :header-rows: 1\n\n" + "\n".join(rows))
        elif kind == "quote":
            out.append(f"..\n\n    {text}")  # an empty comment: else it would belong to a directive before it
        elif kind == "math":
            out.append(f".. math:: {content}")
        else:
            out.append(text)
    return "\n\n".join(out) + "\n"


def html(document: Made) -> str:
    out = []
    for kind, content in document.blocks:
        if kind == "math":
            continue
        if kind in ("ul", "ol"):
            out.append(f"<{kind}>" + "".join(f"<li>{_marked(item, '<code>', '</code>')}</li>" for item in content) + f"</{kind}>")
        elif kind == "table":
            out.append("<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in content) + "</table>")
        else:
            name = {"code": "pre", "quote": "blockquote"}.get(kind, kind)
            out.append(f"<{name}>{_marked(str(content).replace('<', '&lt;'), '<code>', '</code>')}</{name}>")
    style = "body{font-family:serif} pre,code{font-family:monospace} td{padding:2px 12px}"
    return f"<!doctype html><meta charset=utf-8><title>Notes</title><style>{style}</style><body>{''.join(out)}</body>"


def _marked(text: object, opening: str, closing: str) -> str:
    return re.sub(r"`([^`]+)`", lambda match: f"{opening}{match[1]}{closing}", str(text))


def typst(document: Made, columns: int) -> str:
    out = [f'#set page(columns: {columns}, numbering: "1")\n#set par(justify: true)\n#set text(size: 10pt, hyphenate: true, lang: "en")']
    for kind, content in document.blocks:
        if kind[0] == "h":
            out.append(f"{'=' * int(kind[1])} {content}")
        elif kind == "code":
            out.append(f"```python\n{content}\n```")
        elif kind in ("ul", "ol"):
            out.append("\n".join(f"{'-' if kind == 'ul' else '+'} {item}" for item in content))
        elif kind == "table":
            cells = ", ".join(f"[{cell.replace('_', chr(92) + '_')}]" for row in content for cell in row)
            out.append(f"#table(columns: {len(content[0])}, {cells})")
        elif kind == "quote":
            out.append(f"#quote(block: true)[{content}]")
        elif kind != "math":
            out.append(str(content))
    return "\n\n".join(out) + "\n"


def latex(document: Made, columns: int) -> str:
    def escaped(text: object) -> str:
        plain = re.sub(r"([_#%&$])", r"\\\1", str(text)).replace("'", "'")
        return _marked(plain, r"\texttt{", "}")

    out = []
    for kind, content in document.blocks:
        if kind[0] == "h":
            out.append(f"\\{['section', 'subsection', 'subsubsection'][int(kind[1]) - 1]}*{{{content}}}")
        elif kind == "code":
            out.append(f"\\begin{{small}}\\begin{{verbatim}}\n{content}\n\\end{{verbatim}}\\end{{small}}")
        elif kind in ("ul", "ol"):
            name = "itemize" if kind == "ul" else "enumerate"
            out.append(f"\\begin{{{name}}}" + "".join(f"\\item {escaped(item)}\n" for item in content) + f"\\end{{{name}}}")
        elif kind == "table":
            rows = " \\\\\n".join(" & ".join(map(escaped, row)) for row in content)
            out.append(f"\\noindent\\begin{{tabular}}{{{'l' * len(content[0])}}}\n{rows}\n\\end{{tabular}}")
        elif kind == "quote":
            out.append(f"\\begin{{quote}}{escaped(content)}\\end{{quote}}")
        elif kind != "math":
            out.append(escaped(content))
    options = "10pt,twocolumn" if columns == 2 else "10pt"
    head = f"\\documentclass[{options}]{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage[utf8]{{inputenc}}\n\\usepackage{{lmodern}}\n"
    return head + "\\begin{document}\n" + "\n\n".join(out) + "\n\\end{document}\n"


# ---- programs that run with a tool's own Python ----------------------------------------------------------------------

REPORTLAB = """
import json, re, sys
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Preformatted, Spacer, Table
made = json.load(open(sys.argv[1], encoding="utf-8"))
styles = getSampleStyleSheet()
width, height = A4
count = made["columns"]
one = (width - 100 - 18 * (count - 1)) / count
frames = [Frame(50 + column * (one + 18), 60, one, height - 120, 0, 0, 0, 0) for column in range(count)]
def number(canvas, document):
    canvas.drawString(width / 2, 30, str(document.page))
    canvas.drawString(50, height - 35, "Notes on compiled code")
def marked(text):
    return re.sub(r"`([^`]+)`", r'<font face="Courier">\\1</font>', text.replace("<", "&lt;"))
story = []
for kind, content in made["blocks"]:
    if kind[0] == "h":
        story.append(Paragraph(content, styles["Heading" + kind[1]]))
    elif kind == "code":
        story.append(Preformatted(content, styles["Code"], maxLineLength=None))
    elif kind in ("ul", "ol"):
        for number_of, item in enumerate(content, 1):
            story.append(Paragraph(marked(item), styles["Bullet"], bulletText="\\u2022" if kind == "ul" else f"{number_of}."))
    elif kind == "table":
        story.append(Table(content, hAlign="LEFT"))
    elif kind != "math":
        story += [Paragraph(marked(content), styles["BodyText"]), Spacer(1, 4)]
template = PageTemplate(frames=frames, onPage=number)
BaseDocTemplate(sys.argv[2], pagesize=A4, pageTemplates=[template]).build(story)
"""

SCAN = """
import io, sys
import pypdfium2
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas
document = pypdfium2.PdfDocument(sys.argv[1])
sheet = canvas.Canvas(sys.argv[2])
for page in document:
    picture = page.render(scale=1.5).to_pil()
    sheet.drawImage(ImageReader(picture), 0, 0, 595, 842)
    sheet.showPage()
sheet.save()
"""

# The ways in which publishers and scanners have a page: its boxes begin elsewhere, it lies on its side, it is turned to stand upright.
SHOWN = """
import sys
import pypdfium2
import pypdfium2.raw as raw
document = pypdfium2.PdfDocument(sys.argv[1])
for page in document:
    width, height = page.get_size()
    if sys.argv[3] == "cropped":
        page.set_mediabox(-36, -36, width + 36, height + 36)
        page.set_cropbox(24, 24, width - 24, height - 24)
    elif sys.argv[3] == "on its side":
        page.set_rotation(90)
    elif sys.argv[3] == "upside down":
        page.set_rotation(180)
    else:
        raw.FPDFPage_TransFormWithClip(page, raw.FS_MATRIX(0, 1, -1, 0, height, 0), raw.FS_RECTF(0, width, height, 0))
        page.set_mediabox(0, 0, height, width)
        page.set_rotation(90)
        raw.FPDFPage_GenerateContent(page)
document.save(sys.argv[2])
"""
WAYS = ("cropped", "on its side", "upside down", "turned upright")

HUGO = {
    "hugo.toml": 'baseURL = "https://example.org/"\ntitle = "Notes"\n',
    "layouts/_default/baseof.html": """<!doctype html><html><head><meta charset="utf-8"><title>{{ .Title }}</title></head><body>
<header class="site-header"><a href="/">Notes on everything</a>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about/">About us</a></li></ul></nav></header>
{{ block "main" . }}{{ end }}
<aside class="sidebar"><h3>Recent posts</h3>
<ul>{{ range site.RegularPages }}<li><a href="{{ .Permalink }}">{{ .Title }}</a></li>{{ end }}</ul></aside>
<footer><p>Copyright 2020 Somebody. All rights reserved. Powered by Hugo.</p></footer></body></html>""",
    "layouts/_default/single.html": """{{ define "main" }}<main><article class="post"><div class="post-content">{{ .Content }}</div>
<div class="share"><a href="#">Share this</a></div></article></main>{{ end }}""",
    "layouts/_default/list.html": '{{ define "main" }}<main>{{ range .Pages }}<h2>{{ .Title }}</h2>{{ end }}</main>{{ end }}',
}
