"""No outside text reaches a place of ours by way of a plain `str`: a checker over the source that follows what `measure` gives.

`Untrusted` refuses to be used as text; what could still go wrong is code that measures a text and puts its characters where words of ours
are expected. The checker follows measured characters through names, slices, string methods and f-strings of one function, and looks
where they end: in a field of a record that holds a plain string, in the parts of a prompt, on the progress line, in a path, in an error's
message. Each such place that is right is listed with the reason. What a function of another module does with characters is not
followed; that is what the bench in `evals/attacks` is for, which looks at what was really sent, opened and written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, get_args

import pytest

import agent.inquiry
import agent.llm.records
import agent.records
import tools.records
import tools.search.records
from prompts.trust import Untrusted
from tests.test_architecture import modules, tree
from tools.records import Record

# What makes plain characters of outside text, and what makes outside text or something harmless of them again.
SOURCES = {"measure", "one_line"}
KEEPS = {
    "strip", "lstrip", "rstrip", "lower", "upper", "replace", "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit",
    "splitlines", "join", "format", "group", "groups", "title", "casefold", "expandtabs", "str", "sorted", "list",
    "tuple", "repr", "next", "search",
    "match", "fullmatch", "finditer", "findall", "sub", "groupdict", "fromkeys", "dict", "reversed", "zip", "enumerate",
}  # fmt: skip
WHERE = ("agent/stages", "agent/acts", "agent/roles", "agent/report", "agent/interfaces", "agent/llm")

# Where measured characters may stand in a plain string, and why they say nothing there.
ALLOWED = {
    "Evidence.limits": "one line of what a model gave as the limits of a quotation: fenced for a model, inert in a report",
    "Source.note": "words of ours around a registry's standing; every renderer makes them inert, and no prompt shows them",
    "Source.version": "a registry's version; every renderer makes it inert, and no prompt shows it",
}  # fmt: skip


def records() -> dict[str, type[Record]]:
    found = (agent.records, agent.inquiry, agent.llm.records, tools.records, tools.search.records)
    return {name: kind for module in found for name, kind in vars(module).items() if isinstance(kind, type) and issubclass(kind, Record)}


def _plain(annotation: Any) -> bool:
    """Whether a field may hold a plain string and no outside text as such."""
    kinds = {annotation, *get_args(annotation)}
    inner = {each for kind in kinds for each in get_args(kind)}
    return str in kinds | inner and Untrusted not in kinds | inner


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""


class Followed:
    """One function's measured characters. tainted: names that hold some; giving: functions that give some."""

    def __init__(self, function: ast.AST, giving: frozenset[str] = frozenset()) -> None:
        self.tainted: set[str] = set()
        self.giving = giving | SOURCES
        for _ in range(3):
            for node in ast.walk(function):
                if (
                    isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr))
                    and node.value is not None
                    and self.holds(node.value)
                ):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    self.tainted |= {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
                if isinstance(node, (ast.For, ast.comprehension)) and self.holds(node.iter):
                    self.tainted |= {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}

    def holds(self, node: ast.expr) -> bool:
        """Whether the expression gives measured characters."""
        if isinstance(node, ast.Name):
            return node.id in self.tainted
        if isinstance(node, ast.Call):
            name = _name(node)
            if name in self.giving:
                return True
            inner = [*node.args, *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
            return name in KEEPS and any(self.holds(each) for each in inner)
        if isinstance(node, ast.Subscript):
            return self.holds(node.value)
        if isinstance(node, ast.JoinedStr):
            return any(self.holds(piece.value) for piece in node.values if isinstance(piece, ast.FormattedValue))
        if isinstance(node, (ast.BinOp, ast.BoolOp)):
            return any(self.holds(each) for each in (node.values if isinstance(node, ast.BoolOp) else (node.left, node.right)))
        if isinstance(node, ast.IfExp):
            return self.holds(node.body) or self.holds(node.orelse)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return any(self.holds(each) for each in node.elts)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            inside = {
                each.id for gen in node.generators if self.holds(gen.iter) for each in ast.walk(gen.target) if isinstance(each, ast.Name)
            }
            return self.holds(node.elt) or (
                bool(inside & {each.id for each in ast.walk(node.elt) if isinstance(each, ast.Name)}) and not isinstance(node.elt, ast.Call)
            )
        return isinstance(node, ast.Starred) and self.holds(node.value)


def giving(source: ast.Module) -> frozenset[str]:
    """The functions of a module that give measured characters as plain ones."""
    found: frozenset[str] = frozenset()
    for _ in range(3):
        for node in ast.walk(source):
            if isinstance(node, ast.FunctionDef) and node.returns is not None and "Untrusted" not in ast.unparse(node.returns):
                followed = Followed(node, found)
                ends = [each.value for each in ast.walk(node) if isinstance(each, (ast.Return, ast.Yield)) and each.value is not None]
                if "str" in ast.unparse(node.returns) and any(followed.holds(each) for each in ends):
                    found |= {node.name}
    return found


def _copied(node: ast.Call, followed: Followed, known: dict[str, type[Record]]) -> Iterator[str]:
    """Fields that `model_copy` puts measured characters into."""
    updates = [keyword.value for keyword in node.keywords if keyword.arg == "update" and isinstance(keyword.value, ast.Dict)]
    for update in updates:
        for key, value in zip(update.keys, update.values, strict=True):
            name = key.value if isinstance(key, ast.Constant) else ""
            owners = [kind for kind in known.values() if name in kind.model_fields]
            if followed.holds(value) and any(_plain(kind.model_fields[str(name)].annotation) for kind in owners):
                yield f"{owners[0].__name__}.{name}"


def flows(
    function: ast.AST, known: dict[str, type[Record]], in_roles: bool, gives: frozenset[str] = frozenset()
) -> Iterator[tuple[int, str]]:
    """Where measured characters of one function end as if they were ours: the line, and what holds them there."""
    followed = Followed(function, gives)
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            name = _name(node)
            for keyword in node.keywords:
                if (
                    name in known
                    and keyword.arg in known[name].model_fields
                    and _plain(known[name].model_fields[keyword.arg].annotation)
                    and followed.holds(keyword.value)
                ):
                    yield node.lineno, f"{name}.{keyword.arg}"
            if name == "model_copy":
                yield from ((node.lineno, place) for place in _copied(node, followed, known))
            if name in ("tell", "Path", "_complain", "BadInput") and any(followed.holds(each) for each in node.args):
                yield node.lineno, name
        if in_roles and isinstance(node, (ast.Yield, ast.List, ast.Tuple)):
            elements = [node.value] if isinstance(node, ast.Yield) else node.elts
            for each in elements:
                if isinstance(each, ast.JoinedStr) and followed.holds(each):
                    yield each.lineno, "a part of a prompt"


def everywhere(source: ast.Module, module: str) -> Iterator[tuple[int, str]]:
    known, gives = records(), giving(source)
    for node in ast.walk(source):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from flows(node, known, module.startswith("agent/roles/"), gives)


def test_measured_characters_end_nowhere_as_ours() -> None:
    """No field, prompt, path, message or progress line takes measured characters but where it is listed."""
    found = {
        (module, line, place)
        for module in modules("agent")
        if module.startswith(WHERE)
        for line, place in everywhere(tree(module), module)
        if place not in ALLOWED
    }
    assert found == set()


def test_every_exception_is_used() -> None:
    """The list names no place that nothing reaches any more."""
    found = {place for module in modules("agent") for _, place in everywhere(tree(module), module)}
    assert set(ALLOWED) <= found


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("def f(t):\n    return Handle(came=measure(t))", "Handle.came"),
        ("def f(t):\n    words = measure(t).strip()[:9]\n    return Searched(reason=f'it says {words}')", "Searched.reason"),
        ("def f(t):\n    for line in measure(t).splitlines():\n        yield Done(lines=(line,))", "Done.lines"),
        ("def f(context, t):\n    context.tell('plan', one_line(t))", "tell"),
        ("def f(t):\n    return Path(measure(t))", "Path"),
        ("def f(t):\n    yield f'E1 says {one_line(t)}'", "a part of a prompt"),
        ("def f(t):\n    parts = [f'x {measure(t)}']", "a part of a prompt"),
    ],
)
def test_the_checker_sees_a_flow(code: str, place: str) -> None:
    """The control: each way in which outside text could pass for ours is found."""
    assert place in {found for _, found in everywhere(ast.parse(code), "agent/roles/x.py")}


@pytest.mark.parametrize(
    "code",
    [
        "def f(t):\n    return Handle(came='the chapter', title=Untrusted(measure(t)[:9], 'x'))",
        "def f(t):\n    return Limitation(step='x', what=derived(measure(t)))",
        "def f(t):\n    return Opened(passages=len(measure(t)))",
        "def f(t):\n    yield Quoted('log', derived(f'x {measure(t)}'))",
    ],
)
def test_the_checker_lets_outside_text_stay_what_it_is(code: str) -> None:
    """Wrapped again, counted or fenced, it is no finding."""
    assert list(everywhere(ast.parse(code), "agent/roles/x.py")) == []


def test_an_instruction_is_built_in_one_place() -> None:
    """The table of roles alone renders a request; system turns are made by `opening`, and to learn what an endpoint takes."""
    renders, systems = set(), set()
    for module in modules("agent", "tools", "sandbox"):
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Call) and _name(node) == "render" and isinstance(node.func, ast.Name) and "agent/report" not in module:
                renders.add(module)
            if (
                isinstance(node, ast.Call)
                and _name(node) == "Turn"
                and any(k.arg == "role" and getattr(k.value, "value", "") == "system" for k in node.keywords)
            ):
                systems.add(module)
    assert renders <= {"agent/roles/table.py"} and systems <= {"agent/llm/records.py", "agent/llm/learn.py"}


def test_fences_are_made_where_requests_are_written() -> None:
    """One module fences for a model, so that no text goes out beside it."""
    assert {
        m for m in modules("agent", "tools", "sandbox") for n in ast.walk(tree(m)) if isinstance(n, ast.Call) and _name(n) == "fence"
    } == {"agent/llm/wire.py"}
