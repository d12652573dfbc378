"""Environment variables and command-line flags, searched in the files of the package that they belong to."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from prompts.trust import measure
from tools.instruments.identifiers.hedges import hedged
from tools.instruments.identifiers.survey import Judgement, Survey, finding, quoted
from tools.packages.search import Files, Hit, holds_compiled, search
from tools.records import Block, Finding, PackageFile, Span

_VARIABLE = re.compile(r"(?<![\w.$])\$?\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PYTHON[A-Z]{3,})\b")
_SPEAKS = re.compile(
    r"environment variable|env(?:ironment)? var|Umgebungsvariable|variable d['’]environnement|variable de entorno|variabile d['’]ambiente",
    re.IGNORECASE,
)
_PREFIXES = {"torch": ("TORCH",), "numpy": ("NUMPY_", "NPY_"), "python": ("PYTHON",), "pandas": ("PANDAS_",)}
VARIABLE = Judgement("environment-variable", "supported", "low", "no change")
NO_VARIABLE = Judgement("environment-variable", "contradicted", "high", "correction")
FLAG = Judgement("flag", "supported", "low", "no change")
NO_FLAG = Judgement("flag", "contradicted", "high", "correction")


def surroundings(found: Survey) -> Iterator[Finding]:
    yield from _variables(found)
    yield from _flags(found)


# ---- environment variables -------------------------------------------------------------------------------------


def _variables(found: Survey) -> Iterator[Finding]:
    named: dict[str, list[tuple[Span, Block]]] = {}
    for block in found.chapter.blocks:
        for match in _VARIABLE.finditer(found.text, block.span.start, block.span.end):
            if match[1] not in found.bound.own and _is_variable(found.text, match.start(), match.end(), block):
                named.setdefault(match[1], []).append((Span(start=match.start(1), end=match.end(1)), block))
    for distribution, names in _by_distribution(found, named).items():
        hits = search(found.packages, distribution, names)
        for name in names:
            yield from _variable(found, distribution, name, named[name], hits)


def _by_distribution(found: Survey, named: dict[str, list[tuple[Span, Block]]]) -> dict[str, list[str]]:
    """Variables by the package whose name they begin with; others are nobody's."""
    result: dict[str, list[str]] = {}
    for name in named:
        for distribution in found.packages.installed():
            prefixes = _PREFIXES.get(distribution, (distribution.upper().replace("-", "_") + "_",))
            if name.startswith(prefixes):
                result.setdefault(distribution, []).append(name)
    return result


def _is_variable(text: str, start: int, end: int, block: Block) -> bool:
    before, after = text[max(block.span.start, start - 100) : start], text[end : min(block.span.end, end + 100)]
    if re.search(r"(?:environ(?:\.get\(|\[|\.setdefault\()|getenv\(|setenv\()\s*[\"']$", before):
        return True
    if block.kind == "code" and block.language not in ("console", "bash", "sh", "shell"):
        return False
    return bool(re.match(r"`?=\S", after) or before.endswith(("export ", "$", "${")) or _SPEAKS.search(before) or _SPEAKS.search(after))


def _variable(found: Survey, distribution: str, name: str, places: list[tuple[Span, Block]], hits: list[Hit]) -> Iterator[Finding]:
    release = (
        found.release(distribution if distribution == "python" else name) if distribution == "python" else _release(found, distribution)
    )
    whole = re.compile(rf"(?<![A-Z0-9_]){name}(?![A-Z0-9_])")
    for hit in (hit for hit in hits if name in hit.needles):
        file = found.packages.read(distribution, hit.path)
        place = whole.search(measure(file.text)) if file is not None else None
        if file is not None and place is not None:
            span = line_around(file, place.start())
            summary = f"{release} reads the environment variable {name} ({file.path}, {file.lines(span)})."
            yield finding(
                VARIABLE,
                places[0][0],
                summary,
                (f"searched the files of {distribution} for {name}",),
                (quoted("SUPPORTS", file.quote(span)),),
            )
            return
    yield from _no_variable(found, distribution, name, places)


def _no_variable(found: Survey, distribution: str, name: str, places: list[tuple[Span, Block]]) -> Iterator[Finding]:
    blamed = [span for span, block in places if not hedged(found.text, span, block.span)]
    if not blamed or holds_compiled(found.packages, distribution, name):
        return
    known = _known_variables(found, distribution, name)
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.86)
    if not near:
        return
    file, place = known[near[0]]
    span = line_around(file, place)
    where = f"{file.path}, {file.lines(span)}"
    summary = f"No file of {_release(found, distribution)} holds the environment variable {name}; the closest is {near[0]} ({where})."
    working = (f"searched the text and the compiled files of {distribution} for {name}: nowhere", f"the closest that is there: {near[0]}")
    for each in blamed:
        yield finding(NO_VARIABLE, each, summary, working, (quoted("CONTRADICTS", file.quote(span)),))


def _known_variables(found: Survey, distribution: str, name: str) -> dict[str, tuple[PackageFile, int]]:
    """Variables of a package that begin as `name` does, each with a place at which it stands as a word in quotation marks."""
    start = name.partition("_")[0][:12]
    pattern = re.compile(rf"[\"']({re.escape(start)}[A-Z0-9_]*)[\"']")
    known: dict[str, tuple[PackageFile, int]] = {}
    for hit in search(found.packages, distribution, [f'"{start}', f"'{start}"]):
        file = found.packages.read(distribution, hit.path)
        for match in pattern.finditer(measure(file.text)) if file is not None else ():
            assert file is not None
            known.setdefault(match[1], (file, match.start(1)))
    return known


def _release(found: Survey, distribution: str) -> str:
    version = found.packages.installed()[distribution].partition("+")[0]
    return f"{'Python' if distribution == 'python' else distribution} {version}"


def line_around(file: PackageFile, place: int) -> Span:
    """The line of a file on which a character stands, without the white space around it."""
    text = measure(file.text)
    start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    line = text[start : end if end >= 0 else len(text)]
    start += len(line) - len(line.lstrip())
    return Span(start=start, end=start + len(line.strip()))


# ---- flags -----------------------------------------------------------------------------------------------------

_COMMAND = re.compile(
    r"(?:^|[`\n$]|\s)(?:python[\d.]*\s+-m\s+(?P<module>[A-Za-z_][\w.]*)|(?P<script>[A-Za-z][\w-]*))(?P<rest>(?:[ \t]+(?:\\\n\s*)?[^\s`]+)+)"
)
_FLAG = re.compile(r"--[A-Za-z][\w-]*")


def _flags(found: Survey) -> Iterator[Finding]:
    scripts = _scripts(found)
    seen: set[tuple[str, str]] = set()
    for block in found.chapter.blocks:
        if block.kind == "code" and block.language in ("python", "py"):
            continue
        for match in _COMMAND.finditer(found.text, block.span.start, block.span.end):
            module = match["module"] or scripts.get(match["script"])
            if module is None or found.packages.distribution_of(module.partition(".")[0]) is None:
                continue
            for flag, span in _own_flags(found.text, match.start("rest"), match.end("rest")):
                if (module, flag) not in seen:
                    seen.add((module, flag))
                    yield from _flag(found, module, flag, span, block)


def _scripts(found: Survey) -> dict[str, str]:
    if not isinstance(found.packages, Files):
        return {}
    return {
        command: module for distribution in found.packages.installed() for command, module in found.packages.scripts(distribution).items()
    }


def _own_flags(text: str, start: int, end: int) -> Iterator[tuple[str, Span]]:
    """The flags of a command up to the program or file that it runs: what comes after belongs to that."""
    for token in re.finditer(r"[^\s`]+", text[start:end]):
        flag = _FLAG.match(token.group())
        if flag is not None:
            yield flag.group(), Span(start=start + token.start(), end=start + token.start() + len(flag.group()))
        elif token.group().endswith((".py", ".sh")) or token.group() in ("--", "|", ";", "&&"):
            return


def _flag(found: Survey, module: str, flag: str, span: Span, block: Block) -> Iterator[Finding]:
    source = found.names.module(f"{module}.__main__") or found.names.module(module)
    if source is None or source.file.distribution == "pip":
        return
    place = re.search(rf"[\"']{re.escape(flag)}[\"']", source.text)
    file = source.file
    if place is not None:
        where = line_around(file, place.start())
        summary = f"{module} takes {flag} ({file.path}, {file.lines(where)})."
        yield finding(FLAG, span, summary, (f"searched {file.path} for {flag}",), (quoted("SUPPORTS", file.quote(where)),))
        return
    known = {
        each[1:-1]: found_at for found_at, each in ((m.start(), m.group()) for m in re.finditer(r"[\"']--[A-Za-z][\w-]*[\"']", source.text))
    }
    positive = "--" + flag.removeprefix("--no-")
    if "add_argument(" not in source.text or positive in known or any(each.startswith(flag) for each in known) or "parents=" in source.text:
        return
    near = difflib.get_close_matches(flag, sorted(known), n=1, cutoff=0.75)
    if not near or hedged(found.text, span, block.span):
        return
    where = line_around(file, known[near[0]])
    summary = (
        f"{module} takes no {flag} in {_release(found, file.distribution)}; the closest is {near[0]} ({file.path}, {file.lines(where)})."
    )
    working = (f"flags that {file.path} adds: {', '.join(sorted(known))[:400]}",)
    yield finding(NO_FLAG, span, summary, working, (quoted("CONTRADICTS", file.quote(where)),))
