"""What the text of one release says of a name, or of words: the same record in two releases where nothing changed."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from prompts.trust import Untrusted, measure
from tools.history.records import Mark, Named, Taken
from tools.history.release import ReleaseFiles
from tools.packages import Found, Missing, Names, Signature, deprecation, signature
from tools.packages.resolution import Resolution
from tools.records import Quotation, Span

_LONG = 4_000  # characters of a default that are kept
_LINES, _SHORT = 30, 3  # lines of a setting that are quoted, and of a parameter
_NEAR = 3  # files of the same name that are looked at where a module is gone


@dataclass(frozen=True)
class State:
    """named: None where it is absent. The other fields are as in `Looked`."""

    named: Named | None
    quotation: Quotation | None
    certain: bool = True
    marking: Quotation | None = None
    parameters: dict[str, Quotation] = field(default_factory=dict)


class _Sparing(Names):
    """Follows a name from the deepest module of its own that is there, so that few files are read."""

    def _resolve(self, name: str, depth: int) -> Resolution:
        parts = name.split(".")
        for length in range(len(parts), 1, -1):
            module = self.module(".".join(parts[:length]))
            if module is not None:
                return self._walk(Found(module.name, "module", module), parts[length:], depth)
        return super()._resolve(name, depth)


def of_name(files: ReleaseFiles, package: str, name: str) -> State:
    """What a dotted name is in a release; where its module is gone, what a file of the same name elsewhere binds."""
    names = _Sparing(files, everywhere=False)
    resolved, parent = _resolved(names, name)
    if isinstance(resolved, Found):
        return _present(names, resolved, package)
    if files.without_syntax():
        return State(None, None, certain=False)  # what such a file binds is not known, nor whether the name has moved elsewhere
    for module in _elsewhere(files, package, name) if resolved is None else ():
        moved = names.module(module)
        found = names.member(Found(module, "module", moved), name.rpartition(".")[2]) if moved is not None else None
        if isinstance(found, Found):
            return _present(names, found, package)
    files.without_syntax()
    quotation = parent.quote() if parent is not None else None
    return State(None, quotation, certain=resolved is None or isinstance(resolved, Missing))


def _resolved(names: Names, name: str) -> tuple[Resolution | None, Found | None]:
    """What the name is, followed from the deepest module of its own that is there, and the last part that is there.

    The name is None where a module between is gone.
    """
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        module = names.module(".".join(parts[:length]))
        if module is None:
            continue
        here = Found(module.name, "module", module)
        if length < len(parts) - 1 and not _binds(names, here, parts[length]):
            return None, here  # the module between is gone, and with it the name
        for part in parts[length:]:
            step = names.member(here, part)
            if not isinstance(step, Found):
                return step, here
            here = step
        return here, here
    return None, None


def _binds(names: Names, module: Found, part: str) -> bool:
    return isinstance(names.member(module, part), Found)


def _elsewhere(files: ReleaseFiles, package: str, name: str) -> list[str]:
    """Modules with the file name of the one that is gone, those in the most similar folders first."""
    module = name.rpartition(".")[0].split(".")
    wanted = {module[-1].lstrip("_"), "_" + module[-1].lstrip("_")}
    there = (path.removesuffix(".py").removesuffix("/__init__").split("/") for path in files.files(package) if path.endswith(".py"))
    alike = [each for each in there if each[-1] in wanted and each != module]

    def apart(other: list[str]) -> tuple[int, int]:
        plain, mine = {part.lstrip("_") for part in other}, {part.lstrip("_") for part in module}
        return (-len(plain & mine), len(other))

    return [".".join(each) for each in sorted(alike, key=apart)[:_NEAR]]


def _present(names: Names, found: Found, package: str) -> State:
    origin = f"pypi:{package}"
    mark = deprecation(names, found)
    marked: Mark = "" if mark is None or mark.successor else "always raises" if mark.gone else "warns"
    stated = signature(names, found)
    named = Named(
        kind=found.kind, path=found.module.file.path, alias=mark.successor if mark is not None else "", marked=marked,
        default=_default(found, origin), takes=_takes(stated, origin) if stated is not None else None,
    )  # fmt: skip
    shown = stated.found if stated is not None else found
    parameters = _parameters(shown) if stated is not None else {}
    return State(named, _line(found), marking=mark.quotation if mark is not None else None, parameters=parameters)


def _line(found: Found) -> Quotation:
    """The statement of a setting where it is short, else the line on which the name stands."""
    binding = found.binding
    if binding is None or found.kind != "value" or binding.last - binding.line > _LINES:
        return found.quote()
    return found.module.file.quote(found.module.span(binding.line, binding.last))


def _parameters(found: Found) -> dict[str, Quotation]:
    """The lines of each parameter with its default; of one that is written over many lines, those of the default."""
    node = found.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return {}
    ordinary = [*node.args.posonlyargs, *node.args.args]
    defaults: list[ast.expr | None] = [None] * (len(ordinary) - len(node.args.defaults))
    pairs = [*zip(ordinary, [*defaults, *node.args.defaults], strict=True), *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)]
    lines = {}
    for each, default in pairs:
        first, last = each.lineno, (default.end_lineno if default is not None else each.end_lineno) or each.lineno
        if last - first > _SHORT and default is not None:
            first = default.lineno
        lines[each.arg] = found.module.file.quote(found.module.span(first, last))
    return lines


def _default(found: Found, origin: str) -> Untrusted | None:
    node = found.node
    if found.kind != "value" or not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return None
    return Untrusted(ast.unparse(node.value)[:_LONG], origin)


def _takes(stated: Signature, origin: str) -> tuple[Taken, ...]:
    return tuple(
        Taken(name=each.name, kind=each.kind, default=Untrusted(each.default[:_LONG], origin) if each.default is not None else None)
        for each in stated.parameters
    )


def of_words(files: ReleaseFiles, package: str, path: str, words: str) -> State:
    """Whether words stand in a file of a release, white space apart; where the file is gone, in one of the same name elsewhere."""
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words.split()))
    there = path if path in files.files(package) else None
    for place in [there] if there is not None else _same_file(files, package, path):
        file = files.read(package, place)
        match = pattern.search(measure(file.text)) if file is not None else None
        if file is not None and match is not None:
            return State(Named(kind="words", path=place), file.quote(Span(start=match.start(), end=match.end())))
    file = files.read(package, there) if there is not None else None
    first = re.search(r"[^\s#\"'][^\n]*", measure(file.text)) if file is not None else None
    return State(None, file.quote(Span(start=first.start(), end=first.end())) if file is not None and first is not None else None)


def _same_file(files: ReleaseFiles, package: str, path: str) -> list[str]:
    last = path.rpartition("/")[2]
    return [each for each in files.files(package) if each.rpartition("/")[2] == last and last != "__init__.py"][:_NEAR]
