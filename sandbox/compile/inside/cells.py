"""A notebook's cells run one after another in one namespace, as a kernel runs them for nbclient."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import sys
from pathlib import Path
from typing import Any


class Loop:
    """One event loop for all cells, made when the first of them awaits."""

    def __init__(self) -> None:
        self.loop: Any = None

    def value(self, awaitable: Any) -> Any:
        if self.loop is None:
            self.loop = asyncio.new_event_loop()
        return self.loop.run_until_complete(awaitable)

    def close(self) -> None:
        if self.loop is not None:
            self.loop.close()


def run(module: Any, result: dict[str, Any], plain: Any) -> None:
    """Run the cells that cells.json lists; what each came to stands in result["cells"].

    The first error of a cell that may not raise is raised again, and the cells after it are not reached. The value of a cell's last
    expression is shown, as a notebook shows it; `await` may stand outside of functions.
    """
    listed = json.loads(Path("cells.json").read_text(encoding="utf-8"))
    told = result["cells"] = [{"outcome": "not reached", "raised": None} for _ in listed]
    module.__dict__["display"] = print
    loop = Loop()
    try:
        for cell, outcome in zip(listed, told):  # noqa: B905 - older Pythons lack strict
            _cell(cell, outcome, loop, module.__dict__, plain)
    finally:
        loop.close()


def _cell(cell: dict[str, Any], outcome: dict[str, Any], loop: Loop, names: dict[str, Any], plain: Any) -> None:
    code = Path(cell["file"]).read_text(encoding="utf-8")
    if cell["skip"] or not code.strip():
        outcome["outcome"] = "left out"
        return
    try:
        _execute(code, cell["file"], loop, names)
        outcome["outcome"] = "ran"
    except Exception as error:
        outcome["outcome"] = "raised as allowed" if cell["may_raise"] else "raised"
        outcome["raised"] = f"{type(error).__name__}: {plain(str(error))[:1000]}"
        if not cell["may_raise"]:
            raise


def _execute(code: str, file: str, loop: Loop, names: dict[str, Any]) -> None:
    tree = ast.parse(code, file)
    last = tree.body[-1] if tree.body else None
    shown = [ast.Expression(last.value)] if isinstance(last, ast.Expr) else []
    del tree.body[len(tree.body) - len(shown) :]
    _evaluate(compile(tree, file, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), loop, names)
    for expression in shown:
        value = _evaluate(compile(expression, file, "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), loop, names)
        if value is not None and not code.rstrip().endswith(";"):
            sys.displayhook(value)


def _evaluate(code: Any, loop: Loop, names: dict[str, Any]) -> Any:
    value = eval(code, names)  # noqa: S307 - in the sandbox; running this code is what the process is for
    return loop.value(value) if code.co_flags & inspect.CO_COROUTINE else value
