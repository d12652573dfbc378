"""What the import contracts in pyproject.toml cannot say about the source, the start of the program and the project's files."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("agent", "tools", "prompts", "sandbox", "evals")
# Programs that run inside the sandbox, with the experiment environment's packages.
INSIDE = ("sandbox/inside/", "sandbox/probes/", "sandbox/compile/inside/", "tools/instruments/")
EXPERIMENTS_ALONE = {"torch", "numpy", "pandas", "scipy", "triton"}
# Who may look at outside text as plain characters: what reads, measures, stores and renders it.
MEASURES = (
    "prompts/",
    "tools/",
    "agent/acts/",
    "agent/citing.py",  # names of notebooks, which findings hold as outside text
    "agent/stages/",
    "agent/report/",
    "agent/labels.py",
    "agent/llm/",
    "agent/roles/",
    "agent/interfaces/lookups.py",
    "evals/bench/",
    "evals/attacks/",
    "evals/fuzz/",
)


def modules(*packages: str) -> list[str]:
    """Paths of the packages' modules, relative to the root."""
    return sorted(str(path.relative_to(ROOT)) for package in packages for path in (ROOT / package).rglob("*.py"))


def tree(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"), module)


def imports(module: str) -> Iterator[str]:
    """The absolute names that a module imports anywhere, the names taken from a module included."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def distribution(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match
    return re.sub(r"[-_.]+", "-", match[0]).lower()


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """pyproject.toml's table of the project."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def test_the_orchestrator_never_imports_what_experiments_need() -> None:
    """torch and its like are imported by programs that run in the sandbox, and nowhere else."""
    found = {
        (module, name)
        for module in modules(*PACKAGES)
        if not module.startswith(INSIDE)
        for name in imports(module)
        if name.partition(".")[0] in EXPERIMENTS_ALONE
    }
    assert found == set()


def test_outside_text_is_measured_by_the_listed_packages_alone() -> None:
    """`measure` is imported by what reads, measures, stores and renders outside text; all else handles it as `Untrusted`."""
    callers = {module for module in modules(*PACKAGES) if "prompts.trust.measure" in imports(module)}
    assert {module for module in callers if not module.startswith(MEASURES)} == set()


def test_no_handler_is_broad() -> None:
    """Named errors are caught; a bug stops the run. The programs inside the sandbox report whatever an experiment raises, and the fuzzer

    whatever a reader does.

    A handler that cleans up and raises the same error again catches nothing.
    """

    def names(node: ast.expr | None) -> set[str]:
        nodes = node.elts if isinstance(node, ast.Tuple) else [node]
        return {each.id if isinstance(each, ast.Name) else "" if each is None else "dotted" for each in nodes}

    found = {
        (module, node.lineno)
        for module in modules(*PACKAGES)
        if not module.startswith((*INSIDE, "evals/fuzz/worker.py"))
        for node in ast.walk(tree(module))
        if isinstance(node, ast.ExceptHandler)
        and names(node.type) & {"", "Exception", "BaseException"}
        and not (isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None)
    }
    assert found == set()


def test_outside_text_is_parsed_as_python_in_one_place() -> None:
    """Two parsers at once end in an error of the interpreter, so that no module calls one beside tools/python_source.py.

    What runs inside a sandbox is a process of its own; sandbox/compile/source.py reads a command line before anything runs.
    """
    alone = re.compile(r"/inside/|^sandbox/probes/|^tools/python_source\.py$|^sandbox/compile/source\.py$")
    calls = {
        module
        for module in modules("agent", "tools", "prompts", "sandbox")
        if not alone.search(module)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in {("ast", "parse"), ("ast", "literal_eval")}
    }
    assert calls == set()


def test_every_module_says_what_it_is_for() -> None:
    """A module that holds anything begins with a docstring."""
    silent = {module for module in modules(*PACKAGES, "tests") if (read := tree(module)).body and ast.get_docstring(read) is None}
    assert silent == set()


def test_every_test_states_its_rule() -> None:
    """A test function has a docstring."""
    silent = {
        (module, node.name)
        for module in modules("tests")
        for node in ast.walk(tree(module))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and ast.get_docstring(node) is None
    }
    assert silent == set()


def test_tests_are_flat() -> None:
    """No package below tests/, since one of a product package's name would be imported in its place."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def libraries(*paths: str) -> set[str]:
    """Distributions that the modules import, the standard library and what runs inside the sandbox left out."""
    named = {"bs4": "beautifulsoup4", "markdown_it": "markdown-it-py", "pydantic_core": "pydantic"}
    own = {Path(module).stem for module in modules("tests")} | {"tests", *PACKAGES} | set(sys.stdlib_module_names)
    roots = {name.partition(".")[0] for module in modules(*paths) if not module.startswith(INSIDE) for name in imports(module)}
    return {distribution(named.get(root, root)) for root in roots - own}


def declared(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {distribution(requirement) for requirement in requirements}


def test_what_is_imported_is_declared(project: dict[str, Any]) -> None:
    """Each library that a module imports is a dependency of its own, not one that another library happens to bring."""
    product, extras = declared(project["dependencies"]), project["optional-dependencies"]
    assert libraries(*PACKAGES) - product == declared(extras["fuzz"])
    assert libraries(*(package for package in PACKAGES if package != "evals")) - product == set()
    assert libraries("tests") - product - declared(extras["dev"]) == set()


def test_every_version_is_pinned(project: dict[str, Any]) -> None:
    """constraints.txt pins each dependency exactly, and names no host."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    for requirements in (project["dependencies"], *project["optional-dependencies"].values()):
        assert declared(requirements) - set(pins) == set()
    assert pins["torch"] == "2.13.0"
    assert "://" not in "".join(lines)


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter holds after the statement."""
    code = f"{statement}\nimport json, sys; print(json.dumps(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_help_loads_nothing_heavy() -> None:
    """`corrigenda --help` needs neither the graph, the network, a parser nor pydantic."""
    call = "import contextlib\nfrom agent.interfaces.cli import app\nwith contextlib.suppress(SystemExit): app(['--help'])"
    assert loaded_by(call) & {"torch", "langgraph", "langsmith", "httpx", "bs4", "lxml", "pydantic", "warcio"} == set()


def test_a_run_loads_no_torch() -> None:
    """All that a research loads, graph and stages included, is free of torch and numpy."""
    assert loaded_by("import agent.interfaces.terminal, agent.graph, agent.interfaces.doctor") & EXPERIMENTS_ALONE == set()


def test_langgraphs_own_tools_find_the_graph() -> None:
    """langgraph.json names a function that is there."""
    [[path, name]] = [entry.split(":") for entry in json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["graphs"].values()]
    assert name in {node.name for node in tree(path.removeprefix("./")).body if isinstance(node, ast.FunctionDef)}
