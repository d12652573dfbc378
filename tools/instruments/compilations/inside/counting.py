"""Runs the code of a chapter and counts the graphs that torch's tracer hands to a backend, statement by statement.

It runs inside the sandbox with the packages of the experiment. It reads `inputs.json`:

- pieces: [{id, source}] programs, run in order in one namespace
- series: [{id, after, setup, calls: [source]}] calls that the text tells in words or in a table, made after everything compiled was
  forgotten, each series in the namespace as piece `after` left it
- functions: names of what the chapter compiles

and writes `result.json`: {steps, series, raised, printed}. A step is one execution of a statement: {piece, line, values, made, total,
counters: {name: {attribute: number}}}; made and total are the graphs made by this step and since the run began; counters are the
chapter's own. A series is {id, calls: [{graphs, raised}], total, failed}; printed is {piece: text}. Code from outside is executed here:
whatever it raises is recorded, which is why this module alone catches everything.
"""

import ast
import contextlib
import importlib
import io
import json
import os
from pathlib import Path
from typing import Any

Json = dict[str, Any]
_CAP = 400
_PLAIN = (int, float, str, bool, type(None))


class Count:
    """The graphs made so far."""

    def __init__(self) -> None:
        self.graphs = 0

    def attach(self) -> None:
        """Count where the tracer hands a graph to a backend; the default backend is left out, since only graphs are counted."""
        module = importlib.import_module("torch._dynamo.output_graph")
        original = module.OutputGraph.call_user_compiler

        def counted(graph: Any, gm: Any, *rest: Any, **named: Any) -> Any:
            self.graphs += 1
            if "inductor" in str(getattr(graph.compiler_fn, "compiler_name", "")) or "inductor" in repr(graph.compiler_fn):
                graph.compiler_fn = _eager
            return original(graph, gm, *rest, **named)

        module.OutputGraph.call_user_compiler = counted


def _eager(gm: Any, examples: Any) -> Any:
    return gm.forward


class _Marked(ast.NodeTransformer):
    """A call of the counter after every statement that is executed at the top of a program, inside loops and blocks too."""

    def block(self, body: list[ast.stmt], targets: tuple[str, ...]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            inner = targets
            if isinstance(node, ast.For):
                inner = (*targets, *(n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)))
            if isinstance(node, (ast.For, ast.While, ast.With, ast.If, ast.Try)):
                node.body = self.block(node.body, inner)
                node_else = getattr(node, "orelse", None)
                if node_else:
                    node.orelse = self.block(node_else, inner)  # type: ignore[union-attr]
                made.append(node)
                continue
            made.append(node)
            names = ast.Tuple([ast.Constant(name) for name in targets], ast.Load())
            call = ast.Expr(ast.Call(ast.Name("_counted_here", ast.Load()), [ast.Constant(node.lineno), names], []))
            made.append(ast.copy_location(call, node))
        return made


class Run:
    """One namespace in which everything is executed."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.steps: list[Json] = []
        self.raised: list[Json] = []
        self.space: Json = {"__name__": "__main__"}
        self.space["_counted_here"] = self.here
        self.piece = 0
        self.printed: dict[str, str] = {}

    def here(self, line: int, names: tuple[str, ...]) -> None:
        if len(self.steps) < _CAP:
            values = {name: self.space[name] for name in names if isinstance(self.space.get(name), _PLAIN)}
            total, before = self.count.graphs, self.steps[-1]["total"] if self.steps else 0
            step = {"piece": self.piece, "line": line, "values": values, "made": total - before, "total": total}
            self.steps.append({**step, "counters": self.counters()})

    def counters(self) -> dict[str, dict[str, int]]:
        """The numbers that the chapter's own counting backends hold."""
        return {
            name: {key: number for key, number in vars(value).items() if type(number) is int}
            for name, value in self.space.items()
            if type(value).__name__.startswith("CompileCounter")
        }

    def program(self, number: int, source: str) -> None:
        self.piece = number
        tree = ast.parse(source)
        tree.body = _Marked().block(tree.body, ())
        path = Path(f"piece_{number}.py")
        path.write_text(source, encoding="utf-8")
        output = io.StringIO()
        try:
            with contextlib.redirect_stdout(output):
                exec(compile(ast.fix_missing_locations(tree), str(path), "exec"), self.space)  # noqa: S102 - running the text is the purpose
        except BaseException as error:  # noqa: BLE001 - the text may raise anything
            self.raised.append({"piece": number, "type": type(error).__name__, "message": str(error)[:300]})
        self.printed[str(number)] = output.getvalue()[:2000]

    def series(self, each: Json) -> Json:
        """What each call of a series made, from a fresh start."""
        importlib.import_module("torch._dynamo").reset()
        calls: list[Json] = []
        space = dict(self.space)
        try:
            exec(compile(each["setup"], "<setup>", "exec"), space)  # noqa: S102 - running the text is the purpose
        except BaseException as error:  # noqa: BLE001 - the text may raise anything
            return {"id": each["id"], "calls": [], "total": 0, "failed": type(error).__name__}
        for source in each["calls"]:
            before = self.count.graphs
            raised = ""
            try:
                exec(compile(source, "<call>", "exec"), space)  # noqa: S102 - running the text is the purpose
            except BaseException as error:  # noqa: BLE001 - the text may raise anything
                raised = type(error).__name__
            calls.append({"graphs": self.count.graphs - before, "raised": raised})
        return {"id": each["id"], "calls": calls, "total": sum(call["graphs"] for call in calls), "failed": ""}


def main() -> None:
    inputs = json.loads(Path("inputs.json").read_text(encoding="utf-8"))
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(Path("cache").resolve()))
    count = Count()
    count.attach()
    run = Run(count)
    series: list[Json] = []
    for piece in inputs["pieces"]:
        run.program(piece["id"], piece["source"])
        series += [run.series(each) for each in inputs["series"] if each["after"] == piece["id"]]
    series += [run.series(each) for each in inputs["series"] if each["after"] is None]
    result = {"steps": run.steps, "series": series, "raised": run.raised, "printed": run.printed}
    Path("result.json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
