"""Units in code: what a clock or a named value gives, the factor it is scaled by, and the unit that its new name or label promises."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tools import python_source
from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.report import Said, plain
from tools.quantities import Unit, unit_of
from tools.records import Block, Finding, Span

_CLOCKS = {
    **dict.fromkeys(("perf_counter_ns", "time_ns", "monotonic_ns", "process_time_ns", "thread_time_ns"), "ns"),
    **dict.fromkeys(("perf_counter", "monotonic", "process_time", "thread_time", "total_seconds"), "s"),
}
_BYTES = ("getsize", "nbytes", "st_size", "getsizeof")
_SUFFIX = re.compile(
    r"(?:^|_)(?P<unit>ns|us|ms|sec|secs|seconds|millis|minutes|hours|kb|kib|mb|mib|gb|gib|bytes|sekunden|secondes|millisekunden|"
    r"millisecondes|mikrosekunden|microsecondes)$",
    re.IGNORECASE,
)
_IN = re.compile(
    r"^\s*(?:(?:now |also |jetzt )?(?:in|en|to|as)\s+)?(?P<unit>ns|[µμu]s|ms|s|[KMGkmg]i?B|(?:nano|micro|milli)?seconds|"
    r"(?:nano|mikro|milli)?sekunden|(?:nano|micro|milli)?secondes|minutes|minuten|bytes)\s*[.;]?\s*$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^\s?(?P<unit>ns|[µμu]s|ms|s|seconds|milliseconds|microseconds|[KMG]i?B|bytes)(?![\w/])")
_ASSIGNED = re.compile(r"^\s*(?P<name>[A-Za-z_]\w*)\s*=(?!=)\s*(?P<value>.+)$", re.DOTALL)
_SEEN_THROUGH = ("round", "int", "float", "abs")
_MOST = 400  # characters of a statement


@dataclass(frozen=True)
class _Scaled:
    """A value in a unit (None: a plain number), multiplied by a factor."""

    factor: Fraction
    unit: Unit | None
    constant: bool = False


def check_clocks(page: Page) -> Iterator[Finding]:
    names: dict[str, Unit] = {}
    for block in page.blocks:
        if block.kind != "code":
            continue
        for span in _statements(page, block):
            yield from _examined(page, span, names)


def _statements(page: Page, block: Block) -> Iterator[Span]:
    if block.lines:
        yield from (line.span for line in block.lines if 4 < len(line.span) <= _MOST)
        return
    for match in re.finditer(r"[^\n]+", page.words_at(block.span)):
        if len(match.group()) <= _MOST:
            yield Span(start=block.span.start + match.start(), end=block.span.start + match.end())


def _examined(page: Page, span: Span, names: dict[str, Unit]) -> Iterator[Finding]:
    code, _, comment = page.words_at(span).partition("#")
    assigned = _ASSIGNED.match(code)
    node = _parsed((assigned["value"] if assigned else code).strip())
    if node is None:
        return
    if assigned is not None:
        scaled = _scaled(node, names)
        promised = _promised(assigned["name"], comment)
        names.pop(assigned["name"], None)
        if scaled is not None and scaled.unit is not None:
            if promised is not None and promised.kind == scaled.unit.kind:
                yield from _held(span, scaled, promised, code.strip())
            elif promised is None and scaled.factor == 1:
                names[assigned["name"]] = scaled.unit
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            yield from _labels(span, part, names, code.strip())


def _parsed(code: str) -> ast.expr | None:
    try:
        return python_source.expression(code)
    except SyntaxError:
        return None


def _promised(name: str, comment: str) -> Unit | None:
    """The unit that a name or the comment behind it gives."""
    found = _unit_in(name)
    said = _IN.match(comment)
    spoken = _unit(said["unit"]) if said else None
    return found or spoken if found is None or spoken is None or found.factors == spoken.factors else None


def _unit_in(name: str) -> Unit | None:
    match = _SUFFIX.search(name)
    return _unit(match["unit"]) if match and not re.search(r"(?:per|by|pro|par|to|in)_", name) else None


def _unit(token: str) -> Unit | None:
    known = {"us": "µs", "millis": "ms", "kb": "KB", "kib": "KiB", "mb": "MB", "mib": "MiB", "gb": "GB", "gib": "GiB"}
    return unit_of(known.get(token.lower(), token))


def _scaled(node: ast.expr, names: dict[str, Unit]) -> _Scaled | None:
    """What an expression measures and by what it was scaled; None where that is open."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _Scaled(Fraction(str(node.value)), None, constant=True)
    if isinstance(node, ast.Name):
        unit = names.get(node.id) or _unit_in(node.id)
        return None if unit is None else _Scaled(Fraction(1), unit)
    if isinstance(node, ast.Attribute):
        return _Scaled(Fraction(1), unit_of("bytes")) if node.attr in _BYTES else None
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _SEEN_THROUGH and node.args:
            return _scaled(node.args[0], names)
        if name == "time" and isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == "time.time":
            return _Scaled(Fraction(1), unit_of("s"))
        given = _CLOCKS.get(name) or ("bytes" if name in _BYTES else None)
        return _Scaled(Fraction(1), unit_of(given)) if given else None
    return _combined(node, names) if isinstance(node, ast.BinOp) else None


def _combined(node: ast.BinOp, names: dict[str, Unit]) -> _Scaled | None:
    one, other = _scaled(node.left, names), _scaled(node.right, names)
    if isinstance(node.op, (ast.Add, ast.Sub)):
        known = one or other
        same = one is None or other is None or (one.unit == other.unit and one.factor == other.factor)
        clocks = known is not None and known.unit is not None and (one is not None or isinstance(node.left, ast.Name))
        return known if same and clocks else None
    if one is None or other is None or not (one.constant or other.constant):
        return None
    constant = one.constant and other.constant
    if isinstance(node.op, ast.Mult):
        return _Scaled(one.factor * other.factor, one.unit or other.unit, constant)
    if isinstance(node.op, (ast.Div, ast.FloorDiv)) and other.constant and other.factor:
        return _Scaled(one.factor / other.factor, one.unit, constant)
    if isinstance(node.op, ast.Pow) and constant and other.factor.denominator == 1 and abs(other.factor) <= 40:
        return _Scaled(one.factor ** int(other.factor), None, constant=True) if one.factor else None
    return None


def _labels(span: Span, node: ast.JoinedStr, names: dict[str, Unit], shown: str) -> Iterator[Finding]:
    """Values of an f-string with the unit that is printed behind them."""
    for part, following in zip(node.values, node.values[1:], strict=False):
        if isinstance(part, ast.FormattedValue) and isinstance(following, ast.Constant):
            label, scaled = _LABEL.match(str(following.value)), _scaled(part.value, names)
            promised = _unit(label["unit"]) if label else None
            if scaled is not None and scaled.unit is not None and promised is not None and promised.kind == scaled.unit.kind:
                yield from _held(span, scaled, promised, shown)


def _held(span: Span, scaled: _Scaled, promised: Unit, shown: str) -> Iterator[Finding]:
    assert scaled.unit is not None
    wanted = {own / new for own in scaled.unit.factors for new in promised.factors}
    name, new = scaled.unit.name, promised.name
    if scaled.factor in wanted:
        if scaled.factor != 1:
            said = Said(f"The factor turns {name} into {new}, as named.", [shown[:200]], [span])
            yield report.confirmed("code-unit", span, said)
        return
    right = min(wanted)
    factor = "change nothing" if right == 1 else f"multiply by {plain(right)}" if right > 1 else f"divide by {plain(1 / right)}"
    done = "leaves the factor 1" if scaled.factor == 1 else f"multiplies by {plain(scaled.factor)}"
    if scaled.factor < 1:
        done = f"divides by {plain(1 / scaled.factor)}"
    working = [shown[:200], f"1 {name} = {plain(right)} {new}"]
    said = Said(f"To turn {name} into {new} one has to {factor}; the code {done}.", working, [span])
    yield report.contradicted("code-unit", span, said, "high")
