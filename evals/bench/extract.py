"""Recall and precision of words of the text that is read out of documents: python -m evals.bench.extract [FOLDER]

Documents with known text are made under FOLDER by the tools that make public ones: pages by Sphinx (four themes), MkDocs (three), Jupyter
Book and Hugo; PDFs by Typst and ReportLab (one column and two), Typst's also cropped, on their side, upside
down and turned upright, by LaTeX and by Chromium where these are installed, and a scan without a text layer. The tools come by pip into
virtual environments in FOLDER, which is kept for the next time. Beside each figure stands that of trafilatura (pages) or pypdf (PDFs) on
the same document.

Words are runs of letters and digits; recall is the share of the known words that were read, precision the share of the read words that
are known, each word counted as often as it stands; order is the share of the known pairs of neighbouring words that were read as such.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from evals.bench import _documents as documents
from prompts.trust import measure
from tools.extract import CannotExtract, extract

ENVIRONMENTS = {
    "tools": (
        "sphinx",
        "furo",
        "pydata-sphinx-theme",
        "sphinx-rtd-theme",
        "mkdocs",
        "mkdocs-material",
        "hugo",
        "reportlab",
        "typst",
        "pypdfium2",
    ),
    "book": ("jupyter-book<2",),
    "beside": ("trafilatura", "lxml-html-clean", "pypdf"),
}
THEMES = {"sphinx": ("alabaster", "furo", "pydata_sphinx_theme", "sphinx_rtd_theme"), "mkdocs": ("mkdocs", "readthedocs", "material")}
BESIDE = """
import json, sys
for line in sys.stdin:
    path = line.strip()
    if path.endswith(".pdf"):
        import pypdf
        text = "\\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
    else:
        import trafilatura
        text = trafilatura.extract(open(path, encoding="utf-8").read(), include_tables=True, include_comments=False) or ""
    print(json.dumps(text), flush=True)
"""


def run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr[-800:] or done.stdout[-800:]}")


def environment(folder: Path, name: str) -> Path:
    """The folder of programs of a virtual environment with these tools, made where it is not there."""
    home = folder / name
    if not (home / "complete").exists():
        run(folder, sys.executable, "-m", "venv", "--clear", str(home))
        run(folder, str(home / "bin" / "pip"), "install", "--quiet", *ENVIRONMENTS[name])
        (home / "complete").touch()
    return home / "bin"


# ---- making the documents ----------------------------------------------------------------------------------------------


def sphinx(folder: Path, programs: Path) -> Iterator[tuple[str, Path, str]]:
    for theme in THEMES["sphinx"]:
        place = fresh(folder / "sphinx" / theme)
        conf = f"project = 'Notes'\nhtml_theme = '{theme}'\nextensions = ['sphinx.ext.mathjax']\ncopyright = '2020, Somebody'\n"
        (place / "conf.py").write_text(conf, encoding="utf-8")
        names = [document.name for document in documents.ALL]
        (place / "index.rst").write_text("Notes\n=====\n\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in names), encoding="utf-8")
        for document in documents.ALL:
            (place / f"{document.name}.rst").write_text(documents.rst(document), encoding="utf-8")
        run(place, str(programs / "sphinx-build"), "-q", "-b", "html", ".", "out")
        for document in documents.ALL:
            yield f"Sphinx {theme}", place / "out" / f"{document.name}.html", documents.words_of(document)


def mkdocs(folder: Path, programs: Path) -> Iterator[tuple[str, Path, str]]:
    for theme in THEMES["mkdocs"]:
        place = fresh(folder / "mkdocs" / theme)
        (place / "docs").mkdir()
        (place / "mkdocs.yml").write_text(
            f"site_name: Notes\ntheme:\n  name: {theme}\nmarkdown_extensions: [tables, fenced_code]\n", encoding="utf-8"
        )
        (place / "docs" / "index.md").write_text("# Notes\n\nA page before the others.\n", encoding="utf-8")
        for document in documents.ALL:
            (place / "docs" / f"{document.name}.md").write_text(documents.markdown(document, math=False), encoding="utf-8")
        run(place, str(programs / "mkdocs"), "build", "--quiet")
        for document in documents.ALL:
            yield f"MkDocs {theme}", place / "site" / document.name / "index.html", documents.words_of(document, math=False)


def book(folder: Path, programs: Path) -> Iterator[tuple[str, Path, str]]:
    place = fresh(folder / "jupyter-book")
    first, *rest = [document.name for document in documents.ALL]
    (place / "_config.yml").write_text("title: Notes\nauthor: Somebody\nexecute:\n  execute_notebooks: 'off'\n", encoding="utf-8")
    (place / "_toc.yml").write_text(
        f"format: jb-book\nroot: {first}\nchapters:\n" + "".join(f"- file: {name}\n" for name in rest), encoding="utf-8"
    )
    for document in documents.ALL:
        (place / f"{document.name}.md").write_text(documents.markdown(document), encoding="utf-8")
    run(place, str(programs / "jupyter-book"), "build", "-q", ".")
    for document in documents.ALL:
        yield "Jupyter Book", place / "_build" / "html" / f"{document.name}.html", documents.words_of(document)


def hugo(folder: Path, programs: Path) -> Iterator[tuple[str, Path, str]]:
    place = fresh(folder / "hugo")
    (place / "content").mkdir()
    for path, text in documents.HUGO.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")
    for document in documents.ALL:
        matter = f"---\ntitle: {document.name}\ndate: 2024-03-01\n---\n"
        (place / "content" / f"{document.name}.md").write_text(matter + documents.markdown(document, math=False), encoding="utf-8")
    run(place, str(programs / "hugo"), "--quiet")
    for document in documents.ALL:
        yield "Hugo", place / "public" / document.name / "index.html", documents.words_of(document, math=False)


def pdfs(folder: Path, programs: Path) -> Iterator[tuple[str, Path, str]]:
    place = fresh(folder / "pdf")
    for document in documents.ALL:
        known = documents.words_of(document, math=False)
        for columns in (1, 2):
            name = f"{document.name}-{columns}"
            (place / f"{name}.typ").write_text(documents.typst(document, columns), encoding="utf-8")
            run(place, str(programs / "python"), "-c", f"import typst; typst.compile('{name}.typ', output='{name}-typst.pdf')")
            yield f"Typst, {columns} column{'s' * (columns > 1)}", place / f"{name}-typst.pdf", known
            for way in documents.WAYS:
                made = f"{name}-{way.replace(' ', '-')}.pdf"
                run(place, str(programs / "python"), "-c", documents.SHOWN, f"{name}-typst.pdf", made, way)
                yield f"Typst, {way}", place / made, known
            (place / f"{name}.json").write_text(json.dumps({"columns": columns, "blocks": document.blocks}), encoding="utf-8")
            run(place, str(programs / "python"), "-c", documents.REPORTLAB, f"{name}.json", f"{name}-reportlab.pdf")
            yield f"ReportLab, {columns} column{'s' * (columns > 1)}", place / f"{name}-reportlab.pdf", known
            if shutil.which("pdflatex"):
                (place / f"{name}-latex.tex").write_text(documents.latex(document, columns), encoding="utf-8")
                run(place, "pdflatex", "-interaction=batchmode", f"{name}-latex.tex")
                yield f"LaTeX, {columns} column{'s' * (columns > 1)}", place / f"{name}-latex.pdf", known
        page = folder / "mkdocs" / "readthedocs" / "site" / document.name / "index.html"
        if (chromium := shutil.which("chromium")) and page.exists():
            (place / f"{document.name}.html").write_text(documents.html(document), encoding="utf-8")
            out = f"--print-to-pdf={document.name}-chromium.pdf"
            run(place, chromium, "--headless", "--no-sandbox", "--disable-gpu", out, str(place / f"{document.name}.html"))
            yield "Chromium", place / f"{document.name}-chromium.pdf", known


def scan(folder: Path, programs: Path) -> Path:
    place = folder / "pdf"
    run(place, str(programs / "python"), "-c", documents.SCAN, f"{documents.ALL[0].name}-1-typst.pdf", "scan.pdf")
    return place / "scan.pdf"


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# ---- measuring ---------------------------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff"))


def scores(read: str, known: str) -> tuple[float, float, float]:
    """Recall, precision and order, in percent."""
    got, wanted = words(read), words(known)
    common = (Counter(got) & Counter(wanted)).total()
    pairs = Counter(pairwise(wanted))
    return 100 * common / len(wanted), 100 * common / max(1, len(got)), 100 * (Counter(pairwise(got)) & pairs).total() / pairs.total()


def main() -> None:
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).parents[2] / ".corrigenda" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    programs, books, beside = environment(folder, "tools"), environment(folder, "book"), environment(folder, "beside")
    made = [*sphinx(folder, programs), *mkdocs(folder, programs), *book(folder, books), *hugo(folder, programs), *pdfs(folder, programs)]
    others = subprocess.run(
        [str(beside / "python"), "-W", "ignore", "-c", BESIDE],
        input="".join(f"{path}\n" for _, path, _ in made),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    rows: dict[str, list[tuple[float, ...]]] = {}
    seconds = 0.0
    for (maker, path, known), other in zip(made, others, strict=True):
        begun = time.process_time()
        read = measure(extract(path.read_bytes(), "", path.as_uri()).text)
        seconds += time.process_time() - begun
        rows.setdefault(maker, []).append((*scores(read, known), *scores(json.loads(other), known)))
    print(f"{'made by':30}   documents   recall  precision  order    beside: recall  precision  order")
    every = [row for group in rows.values() for row in group]
    for maker, group in [*rows.items(), ("all", every)]:
        mean = [sum(column) / len(group) for column in zip(*group, strict=True)]
        print(f"{maker:30} {len(group):9}   {mean[0]:8.1f} {mean[1]:9.1f} {mean[2]:7.1f} {mean[3]:16.1f} {mean[4]:9.1f} {mean[5]:7.1f}")
    print(f"{len(made)} documents in {seconds:.1f} s")
    try:
        extract(scan(folder, programs).read_bytes(), "", "scan")
    except CannotExtract as error:
        print(f"scan: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
