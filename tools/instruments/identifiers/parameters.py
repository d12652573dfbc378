"""What a parameter's default is: by the signature, by all overloads of a stub, or by the documentation that stands with it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from tools import python_source
from tools.instruments.identifiers.survey import Survey
from tools.packages.documents import Document, document
from tools.packages.resolution import Found
from tools.packages.signatures import Parameter, Signature, overloads, signature, written_parameters
from tools.python_source import parsed
from tools.records import Quotation

UNREADABLE = object()
_NO_VALUE = re.compile(r"(?:\w+\.)*_?no_?(?:default|value)", re.IGNORECASE)
_PLAIN = r"(?P<value>True|False|-?\d+(?:\.\d+)?(?:[eE]-?\d+)?)(?![\w.]*\w)"
_TEXT = r"[`*]{0,2}[`'\"](?P<text>[a-z][\w-]*)['\"`]"
_TOLD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bdefaults?(?:\s+(?:is|to|value(?:\s+is)?))?[:=]?\s*[`*'\"]{{0,3}}(?:{_PLAIN})",
        rf"\bdefaults?(?:\s+(?:is|to|value(?:\s+is)?))?[:=]?\s*(?:{_TEXT})",
        rf"(?:{_PLAIN})[`'\"*]{{0,3}}\s*\((?:the\s+)?default\)",
        rf"(?:{_TEXT})\s*\((?:the\s+)?default\)",
    )
)

#: Documentation by which a parameter that is not given takes the value of another.
OTHER = re.compile(
    r"\bdefaults?(?:\s+value)?(?:\s+is|\s+to|\s*[:=])\s*(?:the\s+value\s+of\s+)?(?::attr:)?`{1,2}(?!None|True|False)[a-z_]+`", re.IGNORECASE
)


@dataclass(frozen=True)
class Default:
    """A parameter of one callable. source: the default's words; value: UNREADABLE where it is no plain value.

    none: the signature has None, for which the documentation names this value.

    entry: the lines of the documentation about the parameter.
    """

    owner: Found
    parameter: str
    source: str
    value: object
    quotation: Quotation
    entry: Document | None
    required: bool = False
    none: bool = False


def same(said: object, there: object) -> bool:
    """Whether two plain values are the same default: numbers by value, but never a number and a truth value."""
    if there is UNREADABLE or isinstance(said, bool) != isinstance(there, bool):
        return False
    return said == there


def default_of(found: Survey, resolved: Found, name: str) -> Default | None:
    """None where the callable has no such parameter, or its signature cannot be read."""
    doc = document(found.names, resolved)
    shape = _shape(found, resolved, doc)
    parameter = shape.parameter(name) if shape is not None else None
    if parameter is None and resolved.module.stub and doc is not None:
        shape = _written(resolved, doc)
        parameter = shape.parameter(name) if shape is not None else None
    if shape is None or parameter is None:
        return None
    entry = doc.entry(name) if doc is not None else None
    quotation = shape.quote(parameter)
    if parameter.default is None:
        return Default(resolved, name, "nothing (it is required)", UNREADABLE, quotation, entry, required=True)
    source, value = parameter.default, evaluated(found, shape.found, parameter.default)
    if shape.found.module.stub and value is UNREADABLE:
        source, value = _of_overloads(found, shape.found, name)
    if value is None and doc is not None:
        shown = _shown(found, resolved, doc, name)
        if shown is not None:
            return Default(resolved, name, *shown, entry, none=True)
    if (value is UNREADABLE and (source == "..." or _NO_VALUE.fullmatch(source))) or (value is None and entry is not None):
        told = _told(entry)
        if told is not None:
            return Default(resolved, name, repr(told[0]), told[0], told[1], entry, none=value is None)
    return Default(resolved, name, source, value, quotation, entry)


def _shown(found: Survey, resolved: Found, doc: Document, name: str) -> tuple[str, object, Quotation] | None:
    """The default in the signature that documentation begins with, where that of the code stands for it with None."""
    written = _written(resolved, doc)
    parameter = written.parameter(name) if written is not None else None
    value = evaluated(found, resolved, parameter.default) if parameter is not None and parameter.default is not None else None
    if written is None or parameter is None or parameter.default is None or value is None or value is UNREADABLE:
        return None
    return parameter.default, value, written.quote(parameter)


def follows(default: Default) -> bool:
    """Whether a parameter that is not given takes the value of another one: "Default value is `kernel_size`"."""
    return default.value is None and default.entry is not None and OTHER.search(default.entry.text) is not None


def of_a_number(found: Survey, resolved: Found, name: str) -> bool:
    """Whether a parameter is a number by default, or that of another parameter; truth values are none."""
    default = default_of(found, resolved, name)
    if default is None:
        return False
    return (isinstance(default.value, int | float) and not isinstance(default.value, bool)) or follows(default)


def numeric_parameters(found: Survey, resolved: Found) -> set[str]:
    """The parameters that are numbers by default."""
    return {name for name in parameters_of(found, resolved) if of_a_number(found, resolved, name)}


def parameters_of(found: Survey, resolved: Found) -> dict[str, Parameter]:
    shape = _shape(found, resolved, document(found.names, resolved))
    return {each.name: each for each in shape.parameters} if shape is not None else {}


def _shape(found: Survey, resolved: Found, doc: Document | None) -> Signature | None:
    stated = signature(found.names, resolved)
    if stated is not None:
        return stated
    node = resolved.node
    if doc is not None and ((resolved.kind == "value" and isinstance(node, ast.Assign | ast.AnnAssign)) or resolved.module.stub):
        return _written(resolved, doc)
    return None


def _written(resolved: Found, doc: Document) -> Signature | None:
    """The signature that documentation begins with: `name(a, *, b=1) -> Tensor`."""
    last = resolved.name.rpartition(".")[2]
    head = re.search(rf"(?<![\w.]){re.escape(last)}\((?P<inside>[^()]*(?:\([^()]*\)[^()]*)*)\)", doc.text)
    tree = parsed(f"def f({' '.join(head['inside'].split())}): ...") if head is not None else None
    if head is None or tree is None or not isinstance(tree.body[0], ast.FunctionDef):
        return None
    line = doc.first + doc.text.count("\n", 0, head.start())
    return Signature(resolved, tuple(written_parameters(tree.body[0].args, line)), certain=False)


def _of_overloads(found: Survey, where: Found, name: str) -> tuple[str, object]:
    """The default on which all overloads that state one agree."""
    stated = {}
    for each in overloads(where):
        for parameter in each:
            if parameter.name == name and parameter.default not in (None, "..."):
                assert parameter.default is not None
                stated[parameter.default] = evaluated(found, where, parameter.default)
    return next(iter(stated.items())) if len(stated) == 1 else ("...", UNREADABLE)


def _told(entry: Document | None) -> tuple[object, Quotation] | None:
    """The default that the documentation of a parameter names, if it names one alone."""
    if entry is None:
        return None
    for pattern in _TOLD:
        values = {match.groupdict().get("value") or repr(match.groupdict().get("text")) for match in pattern.finditer(entry.text)}
        quotation = entry.sentence(pattern)
        if len(values) == 1 and quotation is not None:
            return python_source.literal(values.pop().capitalize() if values & {"true", "false"} else values.pop()), quotation
    return None


def evaluated(found: Survey, where: Found, source: str) -> object:
    """The value of a default's source text: literals, products of numbers, constants of the module; else UNREADABLE."""
    if source == "...":
        return UNREADABLE
    try:
        return python_source.literal(source)
    except ValueError:
        pass
    tree = parsed(source)
    node = tree.body[0].value if tree is not None and tree.body and isinstance(tree.body[0], ast.Expr) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Pow | ast.LShift):
        return _product(node.op, *(evaluated(found, where, ast.unparse(each)) for each in (node.left, node.right)))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return _quotient(*(evaluated(found, where, ast.unparse(each)) for each in (node.left, node.right)))
    if isinstance(node, ast.Name):
        constant = found.names.resolve_in(where.module, node.id)
        if isinstance(constant, Found) and isinstance(constant.node, ast.Assign | ast.AnnAssign) and constant.node.value is not None:
            try:
                return python_source.value_of(constant.node.value)
            except ValueError:
                return UNREADABLE
    return UNREADABLE


def _quotient(left: object, right: object) -> object:
    plain = isinstance(left, int | float) and isinstance(right, int | float) and bool(right)
    return left / right if plain else UNREADABLE  # type: ignore[operator]


def _product(op: ast.operator, left: object, right: object) -> object:
    most = 2**40 if isinstance(op, ast.Mult) else 64
    if not (isinstance(left, int) and isinstance(right, int) and abs(left) < 2**40 and 0 <= right < most):
        return UNREADABLE
    if isinstance(op, ast.Mult):
        return left * right
    return left**right if isinstance(op, ast.Pow) else left << right
