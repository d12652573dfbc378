"""The sandbox and the runner are carried to machines that have Python and torch alone."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Programs that run inside the sandbox: with torch, and on Pythons as old as what a torch of another machine comes with.
INSIDE = sorted([*(ROOT / "sandbox" / "compile" / "inside").glob("*.py"), *(ROOT / "sandbox" / "probes").glob("harness*.py")])
WITH_TORCH = {"sandbox.compile.inside", "sandbox.probes.harness_torch", "sandbox.probes.harness"}
OLDEST = (3, 9)
IMPORT = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
import sandbox
for found in pkgutil.walk_packages(sandbox.__path__, "sandbox."):
    if not found.name.startswith(tuple(json.loads(sys.argv[2]))):
        importlib.import_module(found.name)
from sandbox.compile import request_from, schema
schema()
request_from({"code": "f = abs", "function": "f", "calls": [[{"value": 1}]]})
print(json.dumps(sorted({name.partition(".")[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names))))
"""


def test_the_sandbox_needs_the_standard_library_alone(tmp_path: Path) -> None:
    """Copied with the type of outside text beside it, all of it is imported by an interpreter without any package."""
    shutil.copytree(ROOT / "sandbox", tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "prompts").mkdir()
    for name in ("__init__.py", "trust.py"):
        shutil.copy(ROOT / "prompts" / name, tmp_path / "prompts" / name)
    command = [sys.executable, "-I", "-S", "-c", IMPORT, str(tmp_path), json.dumps(sorted(WITH_TORCH))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["prompts", "sandbox"]


@pytest.mark.parametrize("path", INSIDE, ids=lambda path: path.name)
def test_what_runs_inside_is_read_by_an_older_python(path: Path) -> None:
    """No syntax, and no argument of zip, that Python 3.9 lacks."""
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=OLDEST)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip"]
    assert not [node.lineno for node in calls if any(keyword.arg == "strict" for keyword in node.keywords)]
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Match)]
