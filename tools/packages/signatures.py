"""Parameters with their defaults, and marks of deprecation, from the syntax tree of a definition."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Literal

from tools.packages.modules import Binding, Module, dotted
from tools.packages.names import Names
from tools.packages.resolution import Found
from tools.python_source import parsed
from tools.records import Quotation

# Decorators that leave the parameters of a function as they are written.
_TRANSPARENT = frozenset([
    "array_function_dispatch", "asynccontextmanager", "cache", "classmethod", "contextmanager", "deprecated",
    "final", "finalize_array_function_like", "lru_cache", "no_grad", "_no_grad", "override", "set_array_function_like_doc",
    "set_module", "staticmethod", "wraps", "abstractmethod", "doc", "compatibility",
    "exposed_in", "assume_constant_result", "forbid_in_graph",
])  # fmt: skip


@dataclass(frozen=True)
class Parameter:
    """name; kind as in `inspect`; default: its source text, None where it has none; line: where it stands in the file."""

    name: str
    kind: Literal["positional", "either", "keyword", "args", "kwargs"]
    default: str | None
    line: int
    annotation: str = ""


@dataclass(frozen=True, eq=False)
class Signature:
    """The parameters of a callable as its source states them. bound: self or cls is already taken off.

    certain: nothing that was seen (an unknown decorator, an overload, a metaclass) could change them.
    """

    found: Found
    parameters: tuple[Parameter, ...]
    certain: bool

    def parameter(self, name: str) -> Parameter | None:
        return next((each for each in self.parameters if each.name == name and each.kind not in ("args", "kwargs")), None)

    @property
    def open_keywords(self) -> bool:
        return any(each.kind == "kwargs" for each in self.parameters)

    def quote(self, parameter: Parameter | None = None) -> Quotation:
        """The line of a parameter, else the line of the definition."""
        if parameter is None:
            return self.found.quote()
        return self.found.module.file.quote(self.found.module.span(parameter.line))


def signature(names: Names, found: Found) -> Signature | None:
    """The signature of a function, or of a class by its `__init__`; None where the source does not show one."""
    stated = _signature(names, found)
    if stated is not None and stated.certain and _accelerated(names, stated.found.module):
        return Signature(stated.found, stated.parameters, certain=False)
    return stated


def _accelerated(names: Names, module: Module) -> bool:
    """Whether compiled code may take the place of what the module defines."""
    return module.name.startswith("_py") or any(names.module(star) is None for star in module.stars)


def _signature(names: Names, found: Found) -> Signature | None:
    if found.kind == "function":
        return _of_function(found, skip_first=found.owner is not None and not _static(found.node))
    if found.kind == "class":
        return _of_class(names, found)
    return None


def _of_class(names: Names, found: Found) -> Signature | None:
    node = found.node
    if not isinstance(node, ast.ClassDef) or node.keywords or len(_siblings(found)) > 1:
        return None
    new = names.member(found, "__new__")
    if isinstance(new, Found):
        return None
    if any(_last(decorator) == "dataclass" for decorator in node.decorator_list):
        return None
    made = names.member(found, "__init__")
    if not isinstance(made, Found) or made.kind != "function":
        return None
    return _of_function(made, skip_first=True, plain=not node.decorator_list)


def _of_function(found: Found, skip_first: bool, plain: bool = True) -> Signature | None:
    node = found.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    parameters = _parameters(node.args)
    overloads = [each for each in _siblings(found) if each != found.binding]
    transparent = all(_last(decorator) in _TRANSPARENT for decorator in node.decorator_list)
    whole = found.module.stub is False and not any(_conditional(found.module, each) for each in overloads)
    taken = parameters[1:] if skip_first else parameters
    return Signature(found, tuple(taken), certain=transparent and whole and plain)


def _siblings(found: Found) -> tuple[Binding, ...]:
    """All bindings of the same name in the same module or class body."""
    assert found.binding is not None
    if found.owner is not None:
        return found.module.members(found.owner).get(found.binding.name, ())
    return found.module.bindings.get(found.binding.name, ())


def overloads(found: Found) -> list[tuple[Parameter, ...]]:
    """The parameters of each definition of a function's name."""
    nodes = (found.module.node_of(each) for each in _siblings(found))
    return [tuple(_parameters(node.args)) for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def written_parameters(arguments: ast.arguments, line: int) -> list[Parameter]:
    """Of a signature that was read from words, all at one line."""
    return [replace(each, line=line) for each in _parameters(arguments)]


def _conditional(module: Module, binding: Binding) -> bool:
    """Whether another binding of the name is a definition in its own right, not an `@overload`."""
    node = module.node_of(binding)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return not any(_last(decorator).lstrip("_") == "overload" for decorator in node.decorator_list)
    return True


def _static(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.FunctionDef) and any(_last(decorator) == "staticmethod" for decorator in node.decorator_list)


def _last(decorator: ast.expr) -> str:
    name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator) or ""
    return name.rpartition(".")[2]


def _parameters(arguments: ast.arguments) -> list[Parameter]:
    ordinary = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(ordinary) - len(arguments.defaults))
    defaults += arguments.defaults
    found: list[Parameter] = []
    for index, (each, default) in enumerate(zip(ordinary, defaults, strict=True)):
        found.append(_parameter(each, "positional" if index < len(arguments.posonlyargs) else "either", default))
    if arguments.vararg is not None:
        found.append(_parameter(arguments.vararg, "args", None))
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(each, "keyword", default))
    if arguments.kwarg is not None:
        found.append(_parameter(arguments.kwarg, "kwargs", None))
    return found


def _parameter(each: ast.arg, kind: Literal["positional", "either", "keyword", "args", "kwargs"], default: ast.expr | None) -> Parameter:
    annotation = ast.unparse(each.annotation) if each.annotation is not None else ""
    return Parameter(each.arg, kind, ast.unparse(default) if default is not None else None, each.lineno, annotation)


# ---- deprecation ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deprecation:
    """What the source says against a name. gone: calling it always raises. successor: the full name of what it is an alias of."""

    quotation: Quotation
    words: str
    gone: bool = False
    successor: str = ""


def deprecation(names: Names, found: Found) -> Deprecation | None:
    """The mark that a definition carries: an alias, a decorator, a warning whenever it is used, an unconditional refusal."""
    node = found.node
    if found.kind == "module":
        return _warned(found, _top_level_calls(found.module))
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return _of_setting(found, node)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        body, decorators = node.body, node.decorator_list
        if isinstance(node, ast.ClassDef):
            made = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
            body, decorators = (made.body, [*decorators, *made.decorator_list]) if made is not None else ([], decorators)
        for decorator in decorators:
            if isinstance(decorator, ast.Call) and _last(decorator) == "deprecated":
                return Deprecation(quoted_lines(found, decorator), _words(decorator))
        return _refused(found, body) or _warned(found, [each.value for each in body if isinstance(each, ast.Expr)])
    return None


def _of_setting(found: Found, node: ast.Assign | ast.AnnAssign) -> Deprecation | None:
    """A setting that is declared as an alias of another, or as deprecated: `old = Config(alias="package.config.new")`."""
    call = node.value
    if not isinstance(call, ast.Call):
        return None
    given = {keyword.arg: keyword.value.value for keyword in call.keywords if isinstance(keyword.value, ast.Constant)}
    alias = given.get("alias")
    if isinstance(alias, str) and all(part.isidentifier() for part in alias.split(".")):
        return Deprecation(quoted_lines(found, node), "", successor=alias)
    if given.get("deprecated") is True:
        return Deprecation(quoted_lines(found, node), str(given.get("deprecation_message") or ""))
    return None


def _refused(found: Found, body: list[ast.stmt]) -> Deprecation | None:
    statements = [each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    if len(statements) != 1 or not isinstance(statements[0], ast.Raise) or not isinstance(statements[0].exc, ast.Call):
        return None
    words = _words(statements[0].exc)
    says = words.lower()
    if dotted(statements[0].exc.func) == "NotImplementedError" or not any(mark in says for mark in ("removed", "no longer", "deprecated")):
        return None
    return Deprecation(quoted_lines(found, statements[0]), words, gone=True)


def _warned(found: Found, calls: list[ast.expr]) -> Deprecation | None:
    marks = (_warning(found, call) for call in calls)
    return next((mark for mark in marks if mark is not None), None)


def marked_old(found: Found, statement: ast.stmt) -> Deprecation | None:
    """The mark that a statement is where it does nothing but warn that something is deprecated."""
    return _warning(found, statement.value) if isinstance(statement, ast.Expr) else None


def _warning(found: Found, call: ast.expr) -> Deprecation | None:
    if not isinstance(call, ast.Call) or (dotted(call.func) or "").rpartition(".")[2] not in ("warn", "_deprecated", "warn_deprecated"):
        return None
    categories = {(dotted(each) or "").rpartition(".")[2] for each in [*call.args, *(keyword.value for keyword in call.keywords)]}
    words = _words(call)
    old = categories & {"DeprecationWarning", "FutureWarning", "PendingDeprecationWarning"} and "deprecated" in words.lower()
    return Deprecation(quoted_lines(found, call), words) if old or dotted(call.func) == "warnings._deprecated" else None


def _top_level_calls(module: Module) -> list[ast.expr]:
    if "warn" not in module.text or "eprecat" not in module.text:
        return []
    tree = parsed(module.text)
    return [each.value for each in tree.body if isinstance(each, ast.Expr)] if tree is not None else []


def quoted_lines(found: Found, node: ast.AST) -> Quotation:
    """The lines of the file on which a part of a definition stands."""
    first = getattr(node, "lineno", 1)
    return found.module.file.quote(found.module.span(first, getattr(node, "end_lineno", None) or first))


def _words(call: ast.Call) -> str:
    """The literal words among a call's arguments."""
    parts = []
    for each in [*call.args, *(keyword.value for keyword in call.keywords)]:
        for node in ast.walk(each):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                parts.append(node.value)
    return "".join(parts)


# The argument parser of torch's compiled functions takes NumPy's names for these as well.
_ALSO = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}


def stub_keywords(found: Found) -> frozenset[str] | None:
    """All keywords that the overloads of a stub take together; None where one takes any, or where it is no stub of a function."""
    if not found.module.stub or found.kind != "function":
        return None
    taken: set[str] = set()
    for binding in _siblings(found):
        node = found.module.node_of(binding)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.args.kwarg is not None:
            return None
        taken |= {each.name for each in _parameters(node.args) if each.kind in ("either", "keyword")}
    return with_synonyms(frozenset(taken))


def with_synonyms(names: frozenset[str]) -> frozenset[str]:
    """The names and what compiled functions take in their place."""
    return names | {other for name in names for other in _ALSO.get(name, ())}
