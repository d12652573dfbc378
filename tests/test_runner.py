"""The torch.compile runner outside of the sandbox: requests, the matrix, notebooks, traces, comparisons and the five levels."""

from __future__ import annotations

import array
import hashlib
import json
import typing
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from prompts.trust import Untrusted, measure
from sandbox.compile import Argument, RequestError, Variant, parse, repeated, request_from, schema, variants
from sandbox.compile.changes import comparisons
from sandbox.compile.compare import Outputs, difference
from sandbox.compile.doubts import DOUBTS, doubted, table
from sandbox.compile.honesty import findings
from sandbox.compile.journal import Beside, Journal, Told
from sandbox.compile.levels import levels
from sandbox.compile.programs import Left
from sandbox.compile.reading import AccountError, number, spread, whole
from sandbox.compile.records import Call, Difference, Finding, FindingKind, Level, Steady
from sandbox.compile.request import CHOICES, Settings
from sandbox.compile.schema import tool
from sandbox.compile.source import calls_from, notebook_cells
from sandbox.compile.trace import read
from sandbox.records import RunResult

REQUEST = {
    "code": "def f(x): return x",
    "function": "f",
    "calls": [[{"shape": [1, 4], "dtype": "int64", "high": 7}, {"value": 2}], [{"expression": "torch.ones(3)"}]],
    "matrix": {"dynamic": ["auto", "false"], "cache": ["cold", "warm"]},
    "tolerance": [1e-3, 0],
}


def call(mode: str, index: int = 0, **given: Any) -> Call:
    """A call as the levels see it; one that ran a graph agrees with eager unless it is told otherwise."""
    agrees = Difference(0.0, 0.0, 4, 4, 1e-4, 1e-5, True)
    usual: dict[str, Any] = {
        "index": index, "callable": 0, "shapes": ((4,),), "mode": mode, "seconds": 1.0, "eager_seconds": 0.5, "device_seconds": None,
        "graphs_compiled": int(mode == "compiled"), "graphs_run": int(mode in ("compiled", "reused")), "breaks": 0, "break_reasons": (),
        "recompile_reasons": (), "disk_hits": 0, "disk_misses": 0, "log": (), "difference": agrees, "raised": None, "peak_memory_mb": 1.0,
    }  # fmt: skip
    return Call(**{**usual, **given})


def level(name: str, calls: list[Call], again: tuple[str, ...] = (), steady: tuple[Steady, ...] = (), workload: int | None = None) -> Level:
    return next(each for each in levels(calls, again, steady, workload) if each.name == name)  # type: ignore[arg-type]


def stream(modes: str) -> list[Call]:
    """One letter a call: c compiled, r reused, e eager, x raised."""
    names = {"c": "compiled", "r": "reused", "e": "eager", "x": "raised"}
    return [call(names[letter], index) for index, letter in enumerate(modes)]


# ---- the request -------------------------------------------------------------------------------------------------------


def test_a_request_that_the_schema_admits_is_read() -> None:
    """Every field arrives in the record, as its type."""
    jsonschema.validate(REQUEST, schema())
    request = request_from(REQUEST)
    assert request.calls[0] == (Argument(shape=(1, 4), dtype="int64", high=7), Argument(value=2))
    assert request.matrix == {"dynamic": ("auto", "false"), "cache": ("cold", "warm")} and request.tolerance == (1e-3, 0.0)


def test_the_schema_is_valid_and_leaves_out_what_the_program_alone_decides() -> None:
    """A model can set neither the interpreter nor the limits; what it can set is described."""
    jsonschema.Draft202012Validator.check_schema(schema())
    offered = tool()
    assert offered["name"] == "run_experiment" and offered["parameters"] == schema() and json.loads(json.dumps(offered)) == offered
    assert "high excluded" in schema()["properties"]["calls"]["items"]["items"]["properties"]["high"]["description"]
    assert schema()["properties"]["matrix"]["properties"]["cache"]["description"].startswith('"cold" is a private empty cache')
    assert {"environments", "limits"}.isdisjoint(schema()["properties"])
    with pytest.raises(RequestError, match="limits"):
        request_from({**REQUEST, "limits": {"seconds": 1e9}})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"form": "program"}, "form", id="unknown-form"),
        pytest.param({"calls": []}, "calls", id="no-calls"),
        pytest.param({"function": ""}, "function", id="no-function"),
        pytest.param({"form": "script"}, "leave", id="script-with-calls"),
        pytest.param({"repeats": 0}, "repeats", id="no-repeats"),
        pytest.param({"repeats": True}, "schema", id="bool-for-number"),
        pytest.param({"variables": {"LD_PRELOAD": "x"}}, "TORCH", id="foreign-variable"),
        pytest.param({"variables": {"TORCH_TRACE": "x"}}, "TORCH", id="own-variable"),
        pytest.param({"code": None}, "schema", id="no-text"),
        pytest.param({"calls": [[{"shape": "4"}]]}, r"calls, 0, 0, shape is to be a list, not '4'", id="shape-is-text"),
        pytest.param({"calls": [[{"shape": [4], "dtype": "float31"}]]}, "call 0, argument 0: dtype is one of float32", id="no-dtype"),
        pytest.param({"calls": [[], [{"shape": [-1]}]]}, "call 1, argument 0: a shape has sizes from 0 on", id="negative-size"),
        pytest.param({"calls": [[{"shape": [1 << 20, 1 << 20]}]]}, "numbers at most", id="huge-tensor"),
        pytest.param({"calls": [[{"shape": [2], "value": 3}]]}, "give one of them", id="shape-and-value"),
        pytest.param({"calls": [[{"value": 3, "expression": "x"}]]}, "give one of them", id="value-and-expression"),
        pytest.param({"calls": [[{"value": 3, "requires_grad": True}]]}, "only a tensor", id="gradient-of-a-number"),
        pytest.param({"calls": [[{"shape": [2], "low": 5, "high": 5}]]}, "not below high", id="empty-range"),
        pytest.param({"calls": [[3]]}, r"calls, 0, 0 is to be an object, not 3", id="argument-is-a-number"),
        pytest.param({"matrix": {"speed": ["1"]}}, "no setting 'speed'", id="unknown-setting"),
        pytest.param({"matrix": {"cache": ["hot"]}}, "cold, warm", id="unknown-value"),
        pytest.param({"matrix": {"cache": "cold"}}, "matrix, cache is to be a list, not 'cold'", id="value-without-list"),
        pytest.param({"workload_calls": "many"}, "workload_calls is to be a whole number, not 'many'", id="text-for-number"),
    ],
)
def test_a_request_that_does_not_fit_is_refused_with_the_place(change: dict[str, object], says: str) -> None:
    """The message names what is wrong."""
    with pytest.raises(RequestError, match=says):
        request_from({**REQUEST, **change})


@pytest.mark.parametrize(
    "change",
    [{"form": "program"}, {"code": None}, {"calls": [[{"shape": "4"}]]}, {"calls": [[3]]}, {"matrix": {"cache": ["hot"]}}, {"limits": {}}],
    ids=repr,
)
def test_the_schema_refuses_what_the_reader_refuses(change: dict[str, object]) -> None:
    """Who checks an argument against the schema first comes to the same answer."""
    assert not jsonschema.Draft202012Validator(schema()).is_valid({**REQUEST, **change})
    with pytest.raises(RequestError):
        request_from({**REQUEST, **change})


def test_the_arguments_of_a_call_are_read_as_python_writes_them() -> None:
    """Each is an expression of its own, evaluated beside the code."""
    assert calls_from("torch.ones(3, 4), [1, 2], 2 * n") == (
        Argument(expression="torch.ones(3, 4)"), Argument(expression="[1, 2]"), Argument(expression="2 * n")
    ) and calls_from("") == ()  # fmt: skip


@pytest.mark.parametrize("text", ["x=3", "*xs", "1)(2", "1; 2", "a b"], ids=repr)
def test_what_is_no_list_of_arguments_is_refused(text: str) -> None:
    """Keywords and stars included; nothing beside the arguments can be smuggled in."""
    with pytest.raises(RequestError, match="write"):
        calls_from(text)


def test_every_setting_has_its_choices() -> None:
    """The table of choices and the record of settings name the same, and each default is a choice."""
    assert list(CHOICES) == [each.name for each in fields(Settings)]
    assert all(choices is None or getattr(Settings(), name) in choices for name, choices in CHOICES.items())


def test_the_matrix_is_all_combinations_in_order() -> None:
    """The last setting varies fastest, and a value named twice counts once."""
    made = variants({"cache": ["cold", "warm"], "dynamic": ["auto", "false", "auto"]}, "script")
    assert [(each.dynamic, each.cache) for each in made] == [("auto", "cold"), ("auto", "warm"), ("false", "cold"), ("false", "warm")]


@pytest.mark.parametrize(
    "assignments", [["dynamic"], ["speed=1"], ["dynamic=maybe"], ["limit=0"], ["limit=x"], ["shapes=marked"], ["dtype=float64"]], ids=str
)
def test_a_matrix_that_cannot_be_run_is_refused(assignments: list[str]) -> None:
    """No unknown setting, no unknown value, and no inputs of a script changed."""
    with pytest.raises(RequestError):
        variants(parse(assignments), "script")


def test_a_matrix_has_a_greatest_size() -> None:
    """Nine limits times eight is more than a bench may take."""
    with pytest.raises(RequestError, match="64"):
        variants({"limit": [str(n) for n in range(1, 10)], "backend": [f"b{n}" for n in range(8)]}, "script")


# ---- notebooks ---------------------------------------------------------------------------------------------------------


def notebook(*cells: str, tags: dict[int, list[str]] | None = None, language: str = "python") -> bytes:
    """A notebook of code cells. tags: of the cells by their place."""
    written: list[dict[str, object]] = [
        {"cell_type": "code", "metadata": {"tags": (tags or {}).get(place, [])}, "outputs": [], "execution_count": None, "source": cell}
        for place, cell in enumerate(cells)
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {"language_info": {"name": language}}, "cells": written}).encode()


def test_a_notebook_is_its_code_cells_with_what_their_tags_say() -> None:
    """Each is code of its own; a cell may be allowed to raise, or be passed over."""
    cells, notes = notebook_cells(notebook("a = 3", "1 / 0", "b = 4", tags={1: ["raises-exception"], 2: ["skip-execution"]}))
    assert [(cell.code, cell.may_raise, cell.skip) for cell in cells] == [
        ("a = 3", False, False), ("1 / 0", True, False), ("b = 4", False, True)
    ] and notes == ()  # fmt: skip


def test_what_only_ipython_understands_is_left_out_and_told() -> None:
    """Magics, shell lines and foreign cells; a remainder over two lines is none, and what %time measures stays."""
    cells, notes = notebook_cells(
        notebook("%matplotlib inline\nx = 7", "%%bash\nls", "y = (x\n  % 4)", "if x:\n    !pip list\nz = 1", "%time w = 2")
    )
    names: dict[str, object] = {}
    for cell in cells:
        exec(cell.code, names)
    assert (names["x"], names["y"], names["z"], names["w"]) == (7, 3, 1, 2)
    assert notes == ("4 lines that only IPython understands were left out",)


@pytest.mark.parametrize(
    "data", [b"print(1)", b"[]", b'{"cells": [{"cell_type": "code", "source": 3}]}', b"\xff", b'{"cells": 3}'], ids=repr
)
def test_what_is_no_notebook_is_refused(data: bytes) -> None:
    """A damaged file is said to be one."""
    with pytest.raises(RequestError, match="no notebook"):
        notebook_cells(data)


def test_a_notebook_in_another_language_is_refused() -> None:
    """Its cells would not be Python."""
    with pytest.raises(RequestError, match="not in Python"):
        notebook_cells(notebook("print(1)", language="julia"))


# ---- the trace ---------------------------------------------------------------------------------------------------------

HEAD = b"V1129 20:22:24.203000 28637 torch/_dynamo/x.py:30] "
IDS = b'"frame_id": 0, "frame_compile_id": 1, "has_payload": "7"}\n'
TRACE = b"".join([
    HEAD, b'{"dynamo_start": {"stack": []}, "frame_id": 0, "frame_compile_id": 1}\n',
    HEAD, b'{"artifact": {"name": "dynamo_graph_break_reason"}, ', IDS,
    b"\tGraph break in user code\n\tUser code traceback:\n\t  elsewhere\n",
    HEAD, b'{"artifact": {"name": "recompile_reasons"}, ', IDS, b"\t0/0: size mismatch\n",
    HEAD, b'{"dynamo_cpp_guards_str": {}, ', IDS, b"\tTREE_GUARD_MANAGER:\n\t| +- DEFAULT_DEVICE: CURRENT_DEVICE == None    # x.py:3\n",
    b"\t| +- ID_MATCH: ___check_obj_id(L['f'], 140643263407088), type=<function f at 0x7f3a1c0>\n"
    b"\t| | +- GuardManager: source=L['x']\n\t| | +- TENSOR_MATCH: check_tensor(L['x'])  # y\n",
    HEAD, b'{"dynamo_output_graph": {"sizes": {}}, ', IDS, b"\tgraph\n",
])  # fmt: skip


def test_a_trace_is_read_by_compilation() -> None:
    """Graphs, guards and reasons belong to the compilation that its entry names, without comments, addresses and tracebacks."""
    [[where, found]] = read(TRACE).compilations.items()
    assert (where, found.graphs) == ("0/1", 1)
    assert [measure(guard) for guard in found.guards] == [
        "DEFAULT_DEVICE: CURRENT_DEVICE == None", "ID_MATCH: ___check_obj_id(L['f'], (address)), type=<function f at (address)>",
        "TENSOR_MATCH: check_tensor(L['x'])",
    ]  # fmt: skip
    assert [measure(reason) for reason in found.breaks] == ["Graph break in user code"]
    assert found.recompile_reasons == (Untrusted("0/0: size mismatch", "sandbox"),)


def test_reasons_that_a_release_lists_as_json_are_read() -> None:
    """Each reason is words of its own, without the place in the source of torch."""
    told = HEAD + b'{"artifact": {"name": "recompile_reasons"}, ' + IDS + b'\t["0/1: size  # guards.py", "0/0: other"]\n'
    assert [measure(reason) for reason in read(told).compilations["0/1"].recompile_reasons] == ["0/1: size", "0/0: other"]


def test_a_break_that_is_told_twice_is_one() -> None:
    """Every attempt at a frame writes the reason again; another line is another break."""
    told = [
        HEAD + b'{"artifact": {"name": "dynamo_graph_break_reason"}, ' + IDS + b"\tGraph break in user code at f.py:%d\n" % n
        for n in (3, 3, 4)
    ]
    assert len(read(b"".join(told)).compilations["0/1"].breaks) == 2


@pytest.mark.parametrize("data", [b"\x00\xff\n\n", b"V1129 x 1 y] {broken}\n\tpayload", b"\tpayload of nothing", TRACE[200:]], ids=repr)
def test_a_broken_trace_gives_what_can_be_read_of_it(data: bytes) -> None:
    """Nothing is raised, and lines that are no entry are counted."""
    assert read(data).unread >= 0 and read(b"no entry\n").unread == 1


# ---- comparisons -------------------------------------------------------------------------------------------------------


def outputs(numbers: list[float], dtype: str = "torch.float32", shape: list[int] | None = None) -> tuple[Outputs, list[dict[str, object]]]:
    content = array.array("d", numbers).tobytes()
    described = {"kind": "float", "dtype": dtype, "shape": shape or [len(numbers)], "offset": 0, "count": len(numbers)}
    return Outputs(content, hashlib.sha256(content).hexdigest()), [{**described, "elements": len(numbers)}]


@pytest.mark.parametrize(
    ("left", "right", "within"),
    [
        pytest.param([1.0, 2.0], [1.0, 2.0], True, id="equal"),
        pytest.param([1.0, 2.0], [1.0, 2.0001], True, id="within"),
        pytest.param([1.0, 2.0], [1.0, 2.001], False, id="beyond"),
        pytest.param([0.0], [2e-5], False, id="beyond-at-zero"),
        pytest.param([float("nan")], [float("nan")], True, id="nan-alike"),
        pytest.param([float("nan")], [0.0], False, id="nan-for-a-number"),
        pytest.param([float("inf")], [float("inf")], True, id="infinity-alike"),
        pytest.param([float("inf")], [float("-inf")], False, id="infinities-apart"),
    ],
)
def test_a_difference_is_judged_as_torch_testing_does(left: list[float], right: list[float], within: bool) -> None:
    """|eager - compiled| <= atol + rtol * |eager|, with equal special values agreeing."""
    assert difference(outputs(left), outputs(right), None).within is within


def test_results_of_another_type_or_shape_do_not_agree() -> None:
    """Equal numbers are not enough."""
    assert not difference(outputs([1.0]), outputs([1.0], "torch.float64"), None).within
    assert not difference(outputs([1.0, 2.0]), outputs([1.0, 2.0], shape=[2, 1]), None).within


def test_an_output_outside_of_what_was_left_is_an_error() -> None:
    """A description cannot point beyond the file."""
    left, [described] = outputs([1.0])
    with pytest.raises(ValueError, match="outside"):
        difference((left, [described]), (left, [{**described, "offset": 8}]), None)


def test_numbers_that_were_changed_are_not_intact() -> None:
    """The hash that the account gives is that of the file, or nothing is believed."""
    left, _ = outputs([1.0])
    assert left.intact and not Outputs(left.content + b"\0" * 8, left.digest).intact


@pytest.mark.parametrize("value", ["1", True, None, float("nan"), float("inf"), [1]], ids=repr)
def test_what_is_no_number_is_not_read_as_one(value: object) -> None:
    """Text in the place of a number ends the reading of an account."""
    with pytest.raises(AccountError):
        number(value)
    with pytest.raises(AccountError):
        whole(value)


# ---- where variants differ ---------------------------------------------------------------------------------------------


def measured(modes: str, torch: str = "", problem: str = "", **given: Any) -> Variant:
    settings = Settings(torch=torch, **given)
    return Variant(
        settings, problem, "exited", "tier", calls=() if problem else tuple(stream(modes)), levels=levels(stream(modes), (), (), None)
    )


def test_versions_are_compared_within_each_combination_of_the_other_settings() -> None:
    """A row for each thing in which the releases differ, values in the order of the variants; what they share is left out."""
    found = [
        measured(modes, torch, dynamic=dynamic) for dynamic, modes in (("false", "cce"), ("auto", "ccr")) for torch in ("2.9.1", "2.13.0")
    ]
    found[1] = measured("ccc", "2.13.0", dynamic="false")
    static, automatic = comparisons(found)
    assert (static.by, static.variants, automatic.variants, automatic.rows) == ("torch", (0, 1), (2, 3), ())
    told = {row.aspect: [measure(value) for value in row.values] for row in static.rows}
    assert told["calls (c compiled, r reused, e eager, x raised)"] == ["cce", "ccc"] and told["call 2, graphs run"] == ["0", "1"]
    assert not any(row.aspect.startswith(("call 0", "call 1")) for row in static.rows)


def test_a_variant_that_was_not_measured_differs_in_that_alone() -> None:
    """Its reason stands beside the others, and what these have in common is still left out."""
    [found] = comparisons([measured("cr", "2.13.0"), measured("cr", "2.9.1"), measured("", "2.5.1", "wall time: ended")])
    [row] = found.rows
    assert row.aspect == "not measured" and [measure(value) for value in row.values] == ["-", "-", "wall time: ended"]


def test_without_versions_all_variants_are_compared_and_one_alone_with_nothing() -> None:
    """The settings are what differs then."""
    assert [each.by for each in comparisons([measured("cr"), measured("cc", dynamic="false")])] == ["settings"]
    assert comparisons([measured("cr")]) == ()


# ---- what limits belief ------------------------------------------------------------------------------------------------


ENTRY: dict[str, Any] = {"graphs_compiled": 1, "unique_graphs": 1, "seconds": 0.1, "outputs": []}


def account(**given: Any) -> dict[str, Any]:
    """A process's account with nothing against it."""
    usual = {"seconds": 8.0, "calls": [ENTRY], "replaced": [], "taken_over": [], "scalar": False, "machine": {}, "handed": 0, "made": 0}
    return {**usual, "unrecorded": 0, **given}


def left(name: str, given: dict[str, Any], parent: float = 10.0, trace: bytes = b"", **told: Any) -> Left:
    """A run with one process; its calls lie between marks that fit them and its trace, unless told otherwise."""
    nothing = Untrusted("", "sandbox")
    files = {f"trace-{name}/trace.log": trace} if trace else {}
    result = RunResult("exited", 0, "", "none", (), nothing, nothing, False, files, (), parent, None, None)
    changed = told.pop("trace_changed", False)
    fitting = {
        "gaps": [each.get("seconds", 0.0) + 0.001 for each in given["calls"]],
        "grown": [{"trace.log": (0, len(trace))} for _ in given["calls"]],
        "steady_gaps": [sum(each["seconds"]) + 0.001 for each in given.get("steady", ())],
    }
    beside = Beside(0, parent, Told(given, **{**fitting, **told}), "", {"trace.log": hashlib.sha256(trace).hexdigest()}, changed)
    return Left(result, Journal({name: beside}, {}))


def found_in(given: dict[str, Any], eager: dict[str, Any] | None = None, parent: float = 10.0, trace: bytes = b"", **told: Any) -> set[str]:
    run = left("cold", given, parent, trace, **told)
    return {finding.kind for finding in findings(run, "cold", None if eager is None else left("eager", eager), read(trace))}


@pytest.mark.parametrize(
    ("given", "kinds"),
    [
        pytest.param({}, set(), id="nothing"),
        pytest.param({"seconds": 0.008, "calls": [{**ENTRY, "seconds": 0.001}]}, {"clocks disagree"}, id="slowed-clock"),
        pytest.param({"calls": [{**ENTRY, "compilations": [{"seconds": 2.0}]}]}, {"times disagree"}, id="shorter-than-its-compilation"),
        pytest.param({"calls": [{**ENTRY, "compilations": [{"seconds": 0.09}]}]}, set(), id="compilation-within"),
        pytest.param({"seconds": 80.0}, {"clocks disagree"}, id="hastened-clock"),
        pytest.param({"replaced": ["time.perf_counter"]}, {"replaced function"}, id="timer"),
        pytest.param({"taken_over": ["Observer.call"]}, {"runner replaced"}, id="runner"),
        pytest.param({"calls": [{**ENTRY, "graphs_run": 1}]}, {"counts disagree"}, id="run-without-graph"),
        pytest.param({"calls": [{**ENTRY, "graphs_run": 1}], "made": 1}, set(), id="run-of-a-graph"),
        pytest.param({"identity": "yes"}, {"cached answer"}, id="identity"),
        pytest.param({"identity": "no tensor among the arguments"}, set(), id="identity-unknown"),
        pytest.param({"overwritten": [0]}, {"overwritten result"}, id="buffer"),
        pytest.param({"calls": [{**ENTRY, "rewritten": 1}]}, {"overwritten result"}, id="buffer-of-a-script"),
        pytest.param({"calls": [{**ENTRY, "returned_again": 1}]}, {"returned again"}, id="old-answer"),
        pytest.param({"unrecorded": 3}, {"not all recorded"}, id="many-calls"),
        pytest.param({"scalar": True}, {"scalar code"}, id="scalar"),
        pytest.param({"machine": {"hidden": "/proc/cpuinfo"}}, {"hidden"}, id="hidden"),
        pytest.param(
            {"calls": [{"graphs_compiled": 3, "unique_graphs": 1, "seconds": 0.1, "outputs": []}]}, {"counts disagree"}, id="counts"
        ),
        pytest.param({"calls": [{**ENTRY, "device_seconds": 0.01, "other_streams_seconds": 0.5}]}, {"another stream"}, id="stream"),
        pytest.param({"calls": [{**ENTRY, "outputs": [{"type": "Lazy"}]}]}, {"no plain tensor"}, id="lazy"),
    ],
)
def test_each_known_way_to_look_better_is_found(given: dict[str, Any], kinds: set[str]) -> None:
    """By its own name, and nothing else with it."""
    assert found_in(account(**given)) == kinds


def test_graphs_that_the_trace_does_not_know_are_a_disagreement() -> None:
    """Three counts of one thing must agree."""
    assert found_in(account(), trace=TRACE) == set()
    twice = [*account()["calls"], *account()["calls"]]
    assert found_in(account(calls=twice), trace=TRACE) == {"counts disagree"}


def test_a_graph_that_the_trace_got_in_another_call_is_a_disagreement() -> None:
    """The sums agree, and yet the first call says that it compiled, while the trace grew in the second."""
    none = {**ENTRY, "graphs_compiled": 0, "unique_graphs": 0}
    apart = [{"trace.log": (0, 0)}, {"trace.log": (0, len(TRACE))}]
    assert found_in(account(calls=[ENTRY, none]), trace=TRACE, grown=apart) == {"counts disagree"}
    assert found_in(account(calls=[ENTRY, none]), trace=TRACE, grown=[apart[1], {"trace.log": (len(TRACE),) * 2}]) == set()


@pytest.mark.parametrize(
    ("seconds", "gap", "kinds"),
    [
        pytest.param(1.0, 1.01, set(), id="fits"),
        pytest.param(1.0, 0.9, {"times disagree"}, id="longer-than-between-its-marks"),
        pytest.param(0.001, 0.6, {"times disagree"}, id="far-shorter"),
        pytest.param(0.001, 0.2, set(), id="within-what-marks-may-take"),
        pytest.param(4.0, 5.2, set(), id="within-its-share"),
    ],
)
def test_a_call_lies_between_the_marks_of_another_clock(seconds: float, gap: float, kinds: set[str]) -> None:
    """In the compiled run as in the eager one, which could be made to look slow."""
    told = account(calls=[{**ENTRY, "seconds": seconds}])
    assert found_in(told, gaps=[gap]) == kinds
    slow = left("eager", told, gaps=[gap])
    assert {each.kind for each in findings(left("cold", account()), "cold", slow, read(b""))} == kinds


def test_repeats_cannot_take_longer_than_all_of_them_did() -> None:
    """The sum of the repeated calls lies between their marks as well."""
    repeated = account(steady=[{"call": 0, "graphs_compiled": 0, "seconds": [0.5, 0.5], "device_seconds": [], "raised": ""}])
    assert found_in(repeated) == set() and found_in(repeated, steady_gaps=[0.6]) == {"times disagree"}


def test_what_is_changed_after_it_was_told_is_found() -> None:
    """A record, or a part of the trace."""
    assert found_in(account(), changed=1) == {"records changed"}
    assert found_in(account(), trace=TRACE, trace_changed=True) == {"trace changed"}


def test_an_eager_run_that_compiled_is_no_reference() -> None:
    """Code can reach the compiler by another door than torch.compile."""
    assert found_in(account(), eager=account(handed=1)) == {"eager run compiled"}


# ---- the levels --------------------------------------------------------------------------------------------------------


def test_a_call_that_raises_does_not_run() -> None:
    """RUNS counts calls."""
    assert level("RUNS", stream("cr")).reached is True
    assert level("RUNS", stream("cx")).reached is False
    assert level("RUNS", []).reached is None


def test_agreement_of_calls_that_fell_back_is_not_counted() -> None:
    """CORRECT is undecided where nothing compiled ran, and counts those that did."""
    assert level("CORRECT", stream("eee")).reached is None
    found = level("CORRECT", stream("cree"))
    assert found.reached is True and found.figures["compared"] == 2 and found.figures["fell back to eager, not counted"] == 2


def test_one_wrong_compiled_call_is_not_correct() -> None:
    """The greatest difference stands among the figures."""
    wrong = call("reused", 1, difference=Difference(0.5, 0.5, 4, 4, 1e-4, 1e-5, False))
    found = level("CORRECT", [*stream("c"), wrong])
    assert found.reached is False and found.figures["greatest difference"] == 0.5


@pytest.mark.parametrize(
    ("given", "reached"),
    [
        pytest.param({}, True, id="one-graph"),
        pytest.param({"graphs_run": 2, "graphs_compiled": 2, "breaks": 1}, False, id="two-graphs"),
        pytest.param({"breaks": 1}, False, id="break-without-second-graph"),
    ],
)
def test_captured_is_one_graph_without_a_break(given: dict[str, Any], reached: bool) -> None:
    """A break counts even where only one side of it became a graph."""
    assert level("CAPTURED", [call("compiled", **given)]).reached is reached


def test_nothing_captured_is_not_captured() -> None:
    """All calls ran, none in a graph."""
    assert level("CAPTURED", stream("ee")).reached is False


@pytest.mark.parametrize(
    ("modes", "again", "reached"),
    [
        pytest.param("ccrrrr", "r", True, id="settled"),
        pytest.param("ccccccrcceeee", "rrrrrrrreeee", False, id="limit-reached"),
        pytest.param("cccccc", "rrrrrr", False, id="every-shape-anew"),
        pytest.param("cr", "r", True, id="short-but-repeated"),
        pytest.param("cc", "c", False, id="compiles-again"),
        pytest.param("cr", "", None, id="too-short"),
        pytest.param("eeee", "e", None, id="nothing-compiled"),
    ],
)
def test_stable_is_no_compilation_and_no_fallback_in_steady_state(modes: str, again: str, reached: bool | None) -> None:
    """The later half of the stream, and the same inputs once more."""
    names = {"c": "compiled", "r": "reused", "e": "eager"}
    assert level("STABLE", stream(modes), tuple(names[letter] for letter in again)).reached is reached


def test_each_callable_has_a_later_half_of_its_own() -> None:
    """A second function that compiles when it is first called is no recurring recompilation."""
    second = [call("compiled" if number == 0 else "reused", 4 + number, callable=1) for number in range(4)]
    assert level("STABLE", [*stream("crrr"), *second]).reached is True


@pytest.mark.parametrize(
    ("eager", "compiled", "workload", "reached", "even"),
    [
        pytest.param(0.5, 0.25, 100, True, 3, id="pays"),
        pytest.param(0.5, 0.25, 2, False, 3, id="one-call-short"),
        pytest.param(0.5, 0.25, 3, True, 3, id="just-even"),
        pytest.param(0.25, 0.5, 10**9, False, None, id="never"),
    ],
)
def test_worth_it_is_break_even_within_the_workload(eager: float, compiled: float, workload: int, reached: bool, even: int | None) -> None:
    """Lost to compiling: 1 s less a steady call; saved by each: eager less compiled."""
    steady = (Steady(0, "reused", spread([eager]), spread([compiled])),)
    found = level("WORTH IT", stream("c"), steady=steady, workload=workload)
    assert (found.reached, found.figures["break-even calls"]) == (reached, even)


def test_a_gain_within_the_spread_is_undecided() -> None:
    """Medians that differ by less than the quartiles reach say nothing."""
    steady = (Steady(0, "reused", spread([0.5, 0.6, 0.7, 0.8]), spread([0.4, 0.5, 0.65, 0.9])),)
    assert level("WORTH IT", stream("c"), steady=steady, workload=10**9).reached is None


def test_a_stream_that_never_reuses_a_graph_did_not_pay() -> None:
    """All of its calls were slower than eager; for another workload than the stream itself nothing is known."""
    assert level("WORTH IT", stream("ccee")).reached is False
    assert level("WORTH IT", stream("ccee"), workload=1000).reached is None


def test_a_level_with_a_finding_against_it_is_undecided() -> None:
    """An answer that came from a cache shows no correctness, but a level that was missed stays missed."""
    found = doubted(levels(stream("crrr"), ("reused",), (), None), [Finding("cached answer", "an old answer came back")])
    told = {each.name: each.reached for each in found}
    assert told["CORRECT"] is None and told["CAPTURED"] is True and told["WORTH IT"] is False


def test_a_finding_may_stand_against_a_level_that_was_missed() -> None:
    """Scalar code is slow, so that a gain that was not reached shows nothing; where the runner was replaced nothing shows anything."""
    before = levels(stream("crrr"), ("reused",), (), None)
    slow = {each.name: each.reached for each in doubted(before, [Finding("scalar code", "")])}
    assert slow["WORTH IT"] is None and slow["CORRECT"] is True
    assert {each.reached for each in doubted(before, [Finding("runner replaced", "")])} == {None}


def test_findings_levels_and_documentation_are_one_list() -> None:
    """Every kind that a finding can have is in the list, and the page has the table that the list makes."""
    assert set(DOUBTS) == set(typing.get_args(FindingKind))
    page = (Path(__file__).parents[1] / "docs" / "experiment.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in page


def test_a_spread_tells_median_quartiles_and_ends() -> None:
    """Of one time they are that time."""
    found = spread([5.0, 1.0, 3.0, 2.0, 4.0])
    assert (found.count, found.median, found.low, found.high, found.least, found.greatest) == (5, 3.0, 2.0, 4.0, 1.0, 5.0)
    assert spread([2.0]).low == spread([2.0]).high == 2.0


# ---- several runs ------------------------------------------------------------------------------------------------------


def script(modes: str, seconds: list[float], **given: Any) -> dict[str, Any]:
    """A run's account of one callable with one set of shapes, a letter a call as in `stream`."""
    made = [
        {"callable": 0, "shapes": [[4]], "seconds": time, "raised": None, "graphs_compiled": int(letter == "c"), "graphs_run": 1, **given}
        for letter, time in zip(modes, seconds, strict=True)
    ]
    return {"calls": made}


def test_each_call_of_a_script_spreads_over_its_runs() -> None:
    """Its seconds in each; a call of another callable in its place is not the same call."""
    runs = [script("cr", [1.0, 0.1]), script("cr", [2.0, 0.3]), script("cr", [9.0, 0.2], callable=1)]
    first, second = repeated.spread_over(stream("cr"), runs, runs[:1])
    assert first.spread is not None and second.spread is not None
    assert (first.spread.count, first.spread.least, first.spread.greatest) == (2, 1.0, 2.0) and second.spread.median == 0.2
    assert first.eager_spread is None, "one run has no spread"


def test_the_steady_state_of_a_script_is_its_later_reuses_in_all_runs() -> None:
    """Neither the call that compiles nor the first that reuses its graph, which warms up."""
    compiled = [script("crrr", [5.0, 0.9, 0.1, 0.2]), script("crrr", [5.0, 0.8, 0.3, 0.4])]
    eager = [script("eeee", [0.5, 0.5, 0.5, 0.6])]
    [found] = repeated.steady(stream("crrr"), compiled, eager)
    assert (found.call, found.mode, found.compiled.count, found.compiled.median) == (0, "reused", 4, 0.25)
    assert found.eager is not None and found.eager.count == 2
    assert repeated.steady(stream("cr"), [script("cr", [1.0, 1.0])], eager) == ()


def test_runs_that_do_other_things_are_a_finding() -> None:
    """In what a call does, or in how many there are; times alone are no difference."""
    usual = script("cr", [1.0, 0.1])
    assert repeated.differing([usual, script("cr", [3.0, 0.2])]) == ()
    [found] = repeated.differing([usual, usual, script("cc", [1.0, 1.0])])
    assert found.kind == "runs differ" and "run 3 of 3 differs from the first from call 1 on" in found.text
    [found] = repeated.differing([usual, script("c", [1.0])])
    assert "number of calls" in found.text


@pytest.mark.parametrize("change", [{"runs": 0}, {"runs": 21}, {"runs": 2}], ids=str)
def test_a_function_is_not_run_over_and_a_script_not_without_end(change: dict[str, int]) -> None:
    """Its calls have repeats of their own."""
    with pytest.raises(RequestError, match="runs"):
        request_from({**REQUEST, **change})
    assert request_from({"code": "", "form": "script", "runs": 2}).runs == 2
