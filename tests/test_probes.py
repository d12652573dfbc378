"""The catalogue of probes: what is in it, what makes one relevant, what a chapter feeds it with, what its results show."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from probing import INPUTS, RECORDED, STREAM, environment_with, probe, recorded, run, steady, torch_environment

from sandbox.probes import (
    ChapterFacts,
    Probe,
    ProbeError,
    at,
    catalogue,
    experiments,
    fits,
    observations,
    parameters_from,
    readings_of,
    relevant,
)
from sandbox.probes.expressions import ExpressionError, evaluate
from sandbox.records import Environment

NAMES = [each.name for each in catalogue()]
# They generate code, which takes minutes on a busy machine.
SLOW = {"backends", "caches", "compile-cost", "precision", "randomness"}
LONE = """
from sandbox.probes import Observation, Probe
PROBE = Probe("lone", "?", "yes", "no", (r"\\bsolitude\\b",), {}, "pass", lambda result: (), packages=())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder whose files count as files of the catalogue."""
    experiments.__path__.append(str(tmp_path))
    catalogue.cache_clear()
    yield tmp_path
    experiments.__path__.remove(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("sandbox.probes.experiments.dropped_")]:
        del sys.modules[name]
    catalogue.cache_clear()


@pytest.fixture(scope="module")
def environment() -> Environment:
    found = torch_environment()
    if found is None:
        pytest.skip("needs an experiment environment with torch; make one with: corrigenda env add torch")
    return found


# ---- the catalogue ---------------------------------------------------------------------------------------------


def test_the_catalogue_is_sorted_and_has_the_promised_number() -> None:
    """At least twenty-five probes, and the two general forms, in the order of their names."""
    assert sorted(NAMES) == NAMES
    assert len(NAMES) >= 25
    assert {"two-settings", "grid-against-formula"} == {each.name for each in catalogue() if each.general}


def test_a_probe_is_added_by_dropping_in_a_file(folder: Path) -> None:
    """A file with a PROBE is in the catalogue, and its trigger makes it relevant."""
    (folder / "dropped_lone.py").write_text(LONE)
    assert "lone" in [each.name for each in catalogue()]
    assert [each.name for each in relevant("A chapter on solitude.")] == ["lone"]


def test_a_file_without_a_probe_is_an_error_that_names_it(folder: Path) -> None:
    """A file dropped into the folder defines a probe, or the error says which one does not."""
    (folder / "dropped_empty.py").write_text("")
    with pytest.raises(ProbeError, match=r"dropped_empty\.py defines no PROBE"):
        catalogue()


def test_two_probes_of_one_name_are_an_error(folder: Path) -> None:
    """A name tells one probe from all others."""
    (folder / "dropped_lone.py").write_text(LONE)
    (folder / "dropped_twin.py").write_text(LONE)
    with pytest.raises(ProbeError, match="one name"):
        catalogue()


@pytest.mark.parametrize("name", NAMES)
def test_a_program_stands_alone(name: str) -> None:
    """It compiles without a warning, imports nothing of ours, and does not overwrite what it begins with."""
    script = probe(name).script
    tree = ast.parse(script)
    compile(script, "main.py", "exec")
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(module.startswith(("sandbox", "tools", "agent", "prompts")) for module in imported)
    start = script.partition("# ---- the probe itself ----")[0].count("\n")
    defined: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            assert node.name not in defined or defined[node.name] > start, f"{node.name} is defined twice"
            defined[node.name] = node.lineno
    own = {
        name.id for node in tree.body if node.lineno > start for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }  # fmt: skip
    assert not own & {name for name, line in defined.items() if line <= start}


@pytest.mark.parametrize("name", NAMES)
def test_defaults_lie_within_their_own_bounds(name: str) -> None:
    """A default is a value that a chapter could have given."""
    for parameter in probe(name).parameters.values():
        assert parameter.default in (None, []) or fits(parameter, parameter.default)


# ---- relevance -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The PyTorch setting recompile_limit", "recompile-limit"),
        ("torch.compile(model, dynamic=False)", "shape-policies"),
        ("In PyTorch a graph break is costly.", "graph-breaks"),
        ("Set TORCH_LOGS in the environment", "what-is-logged"),
        ("torch.compiler.set_stance('force_eager')", "stances"),
        ("torch.optim.AdamW", "optimizers"),
        ("nn.BatchNorm2d in PyTorch", "normalization"),
        ("torch.nn.functional.scaled_dot_product_attention", "attention"),
        ("torch.export.export(model, args)", "export"),
        ("NumPy's np.percentile(x, 90)", "numpy-statistics"),
        ("With numpy, np.linspace(0, 1, 5)", "numpy-arrays"),
        ("rng = np.random.default_rng(1) of NumPy", "numpy-numbers"),
        ("In pandas, df.dropna()", "pandas-frames"),
        ("pandas: left.merge(right)", "pandas-tables"),
        ("statistics.quantiles(data)", "stdlib-numbers"),
        ("re.sub(pattern, new, text)", "stdlib-text"),
        ("@lru_cache", "stdlib-objects"),
        ("asyncio.gather(a(), b())", "stdlib-concurrency"),
        ("torch.nn.utils.clip_grad_norm_(w, 1.0)", "torch-facts"),
        ("dynamo.mark_dynamic(x, 0) in torch", "compile-facts"),
    ],
)
def test_what_a_chapter_names_makes_a_probe_relevant(text: str, name: str) -> None:
    """The words of a chapter choose the probes."""
    assert name in [each.name for each in relevant(text)]


@pytest.mark.parametrize("text", ["df['price'].std() of a pandas frame", "The dropout rate of pupils", "np.median(x) and softmax", ""])
def test_a_chapter_that_never_names_torch_asks_for_no_probe_on_it(text: str) -> None:
    """Words that other libraries share make no probe on torch relevant."""
    assert not [each.name for each in relevant(text) if "torch" in each.packages]


@pytest.mark.parametrize(
    "text", ["The dropout rate of pupils", "A rolling stone", "The mean of three runs was 4.", "Axis powers", "She sorted the mail.", ""]
)
def test_a_chapter_on_something_else_asks_for_no_probe(text: str) -> None:
    """Everyday words that libraries share make none relevant."""
    assert relevant(text) == ()


@pytest.mark.parametrize("each", catalogue(), ids=lambda each: each.name)
def test_a_probe_has_a_cost_for_a_planner(each: Probe) -> None:
    """An idle core needs at most the wall-clock limit; what generates code costs more than what runs a few expressions."""
    assert 0 < each.cost <= each.seconds
    assert (each.cost >= 20) == (each.name in SLOW)


def test_the_order_is_by_triggers_met_and_then_by_name() -> None:
    """The same text gives the same order; the probe that the text says most about is first."""
    text = "torch.compile with dynamic=False, recompile_limit, cache-size limit and FailOnRecompileLimitHit, all recompile."
    names = [each.name for each in relevant(text)]
    assert names[0] == "recompile-limit"
    assert names == [each.name for each in relevant(text)]


# ---- parameters ------------------------------------------------------------------------------------------------


def given(text: str = "", columns: dict[str, list[float]] | None = None, **keywords: Any) -> dict[str, Any]:
    return parameters_from(probe("recompile-limit"), ChapterFacts(text, columns or {}, keywords))


@pytest.mark.parametrize("header", ["seqlen", "sequence length", "T", "rows", "batch size", "input shape"])
def test_lengths_come_from_the_column_that_names_them(header: str) -> None:
    """A column of a table supplies a list, whichever of its usual headers it has."""
    assert given(columns={"time (ms)": [1.5, 2.5, 3.5], header: [32.0, 48.0, 32.0]})["lengths"] == [32, 48, 32]


def test_requests_keep_the_names_that_the_table_gives_them() -> None:
    """Labels are those of the table, so that a statement about a request can be found."""
    assert given(columns={"req": [1.0, 2.0, 3.0], "len": [8.0, 9.0, 8.0]})["labels"] == [1, 2, 3]


@pytest.mark.parametrize(
    "values", [[1.5, 2.0, 3.0], [8.0, 9.0], [8.0, 9.0, 100_000.0], [8.0, -1.0, 9.0], [float("nan"), 8.0, 9.0], [8.0] * 200]
)
def test_a_column_that_cannot_be_lengths_is_left_alone(values: list[float]) -> None:
    """Fractions, too few or too many values and values beyond the bounds leave the default."""
    assert given(columns={"length": values})["lengths"] == probe("recompile-limit").parameters["lengths"].default


@pytest.mark.parametrize(
    ("text", "dynamic"),
    [
        ("torch.compile(model, dynamic=False)", False),
        ("torch.compile(model, dynamic = True)", True),
        ("torch.compile(model, dynamic=False), and later dynamic=True", False),
        ("dynamic=True is compared with dynamic=False", None),
        ("torch.compile(model)", None),
    ],
)
def test_the_policy_is_that_of_the_chapters_own_call(text: str, dynamic: bool | None) -> None:
    """The chapter's own call decides how shapes are treated, whatever else its text names."""
    assert given(text)["dynamic"] is dynamic


@pytest.mark.parametrize(
    ("text", "limit", "named"),
    [
        ("torch._dynamo.config.recompile_limit = 4", 4, [4]),
        ("torch._dynamo hit config.cache_size_limit (8)", 8, [8]),
        ("recompile_limit = 4 and then cache_size_limit=16", None, [4, 16]),
        ("recompile_limit = 100000000", None, []),
        ("recompile_limit == 4", None, []),
    ],
)
def test_the_limit_is_what_the_chapter_sets(text: str, limit: int | None, named: list[int]) -> None:
    """Where it sets several, none is taken, and all are known."""
    found = given(text)
    assert (found["limit"], found["limits_named"]) == (limit, named)


def test_settings_that_only_the_caller_knows_are_taken() -> None:
    """A setting handed in by name is used as it stands."""
    assert given(recompile_limit=3)["limit"] == 3


# ---- results ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_each_observation_tells_what_stands_at_its_pointer(name: str) -> None:
    """Every recorded result is read, and value and pointer of each observation agree."""
    result = recorded(name)
    seen = observations(probe(name), result)
    assert seen
    assert all(item.value == at(result, item.pointer) and item.statement for item in seen)
    assert seen == observations(probe(name), result)


@pytest.mark.parametrize("name", NAMES)
def test_relation_and_verdict_of_a_reading_agree(name: str) -> None:
    """A reading that supports never carries a verdict against the statement, and the other way round."""
    allowed = {"SUPPORTS": {"supported"}, "CONTRADICTS": {"contradicted", "outdated"}, "QUALIFIES": {"qualified", "outdated"}}
    readings = [reading for item in observations(probe(name), recorded(name)) for reading in item.readings]
    assert all(reading.verdict in allowed[reading.relation] and reading.summary.endswith(".") for reading in readings)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("result", [{}, [], None, {"inputs": {}}], ids=["empty", "list", "none", "inputs alone"])
def test_a_result_of_another_form_is_a_probe_error(name: str, result: Any) -> None:
    """What comes from the sandbox may be anything."""
    with pytest.raises(ProbeError, match=name):
        observations(probe(name), result)


def test_the_stream_of_the_opening_experiment_is_told_apart_call_by_call() -> None:
    """Eight compilations, one reuse, four eager calls, and the limit's own line."""
    result = recorded("recompile-limit")
    assert result["own"]["modes"] == [*["compiled"] * 6, "reused", *["compiled"] * 2, *["eager"] * 4]
    assert result["own"]["compilations"] == 8
    assert result["at_limit"]["first_line"] == "torch._dynamo hit config.recompile_limit (8)"
    assert result["after"] == {
        "first_again": "reused", "last_again": "reused", "refused_again": "eager", "entries": 8, "repeated_warning": False
    }  # fmt: skip


def test_the_policies_differ_as_counted_by_hand() -> None:
    """Twelve distinct lengths; powers of two give the buckets 16, 32, 64 and 128."""
    stream = recorded("shape-policies")["stream"]
    counts = {key: each["compilations"] for key, each in stream.items()}
    assert counts == {"static": 12, "automatic": 2, "dynamic": 1, "marked": 1, "bucketed": 4}


def relations(name: str, result: dict[str, Any], statement: str) -> set[str]:
    return {reading.relation for _, reading in readings_of(observations(probe(name), result), statement)}


NINTH = "When the limit is reached, a ninth graph is compiled."


def test_figures_in_readings_follow_the_limit_in_force() -> None:
    """With a limit of eight no ninth graph is compiled; with four nothing is said of a ninth."""
    result = recorded("recompile-limit")
    assert relations("recompile-limit", result, NINTH) == {"CONTRADICTS"}
    assert relations("recompile-limit", {**result, "limit": 4, "default_limit": 4}, NINTH) == set()


def test_a_chapter_with_several_limits_gets_no_reading_of_figures() -> None:
    """Nobody knows which of them a sentence is about."""
    result = recorded("recompile-limit")
    plural = {**result, "inputs": {**result["inputs"], "limits_named": [8, 16]}}
    assert relations("recompile-limit", plural, NINTH) == set()


def test_a_result_that_shows_the_opposite_withdraws_the_readings() -> None:
    """Where a release did evict its entries, nothing would call that wrong."""
    result = recorded("recompile-limit")
    evicting = {**result, "after": {**result["after"], "first_again": "compiled"}}
    statement = "When the recompile limit is reached, Dynamo evicts the oldest entry."
    assert relations("recompile-limit", result, statement) == {"CONTRADICTS"}
    assert relations("recompile-limit", evicting, statement) == set()


def test_a_statement_that_is_confirmed_and_refuted_gets_neither() -> None:
    """Silence where two readings of one statement disagree."""
    statement = "At the limit Dynamo evicts the oldest entry, and the first eight distinct shapes each compiled a specialization."
    assert relations("recompile-limit", recorded("recompile-limit"), statement) == set()


# ---- expressions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(n + 2*p - k) // s + 1", 3),
        ("sqrt(16) + abs(-1)", 5.0),
        ("n if k > 2 else 0", 8),
        ("2 <= k < 9 and not k == 4", True),
        ("[n, k][1]", 3),
        ("{'a': n}['a']", 8),
        ("max(sorted((3, 1)))", 3),
        ("-n % 3", 1),
        ("'x' * 3", "xxx"),
    ],
)
def test_an_expression_has_the_value_that_python_gives_it(text: str, value: object) -> None:
    """A stated formula is evaluated by the rules of Python."""
    assert evaluate(text, {"n": 8, "p": 0, "k": 3, "s": 2}) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')", "().__class__", "open('x')", "lambda: 1", "[x for x in (1,)]", "n ^ 2", "10 ** 10 ** 10",
        "'x' * 10 ** 9", "unknown", "n.real.imag.conjugate", "(n := 2)", "f'{n}'", "n @ n", "*n", "n; n", "import os", "b'x'", "max(*[1])",
        "1" * 600, "len(**{})", "n is n", "'{0.__class__}'.format(n)",
    ],
)  # fmt: skip
def test_an_expression_reaches_nothing_beyond_what_it_is_given(text: str) -> None:
    """Attributes, foreign names, comprehensions, immense powers and statements are refused with a reason."""
    with pytest.raises(ExpressionError):
        evaluate(text, {"n": 2})


# ---- the two general forms -------------------------------------------------------------------------------------


def answered(name: str, folder: Path, **inputs: Any) -> dict[str, Any]:
    """The result of a general probe on the standard library, by this interpreter."""
    defaults = {key: parameter.default for key, parameter in probe(name).parameters.items()}
    (folder / "inputs.json").write_text(json.dumps({**defaults, **inputs}))
    (folder / "main.py").write_text(probe(name).script)
    subprocess.run([sys.executable, "-I", "main.py"], cwd=folder, check=True, timeout=60)
    result: dict[str, Any] = json.loads((folder / "result.json").read_text())
    return result


def test_the_reading_that_predicts_every_case_is_met(tmp_path: Path) -> None:
    """round() of halves goes to even; one of three cases tells nothing."""
    result = answered(
        "two-settings",
        tmp_path,
        call={"function": "builtins.round", "arguments": ["x"]},
        readings={"even": "halves go to the even neighbour", "up": "halves go up"},
        cases=[
            {"names": {"x": 0.5}, "predicted": {"even": "0", "up": "1"}},
            {"names": {"x": 1.5}, "predicted": {"even": "2", "up": "2"}},
            {"names": {"x": 2.5}, "predicted": {"even": "2", "up": "3"}},
        ],
    )
    assert (result["met"], result["telling"]) == ("even", 2)


def test_no_reading_is_met_where_each_fails_a_case(tmp_path: Path) -> None:
    """A reading is met by all cases or not at all."""
    cases = [
        {"names": {"x": 0.5}, "predicted": {"a": "0", "b": "1"}},
        {"names": {"x": 2.5}, "predicted": {"a": "3", "b": "2"}},
    ]
    result = answered(
        "two-settings", tmp_path, call={"function": "builtins.round", "arguments": ["x"]}, readings={"a": "", "b": ""}, cases=cases
    )
    assert result["met"] is None


def test_a_prediction_may_be_an_exception(tmp_path: Path) -> None:
    """A reading may say that the call raises, and which class."""
    cases = [{"predicted": {"raises": "raises StatisticsError", "zero": "0"}}]
    call = {"function": "statistics.stdev", "arguments": ["[1]"]}
    assert answered("two-settings", tmp_path, call=call, readings={"raises": "", "zero": ""}, cases=cases)["met"] == "raises"


def test_a_formula_is_held_against_every_setting(tmp_path: Path) -> None:
    """The wrong formula agrees in some settings alone, and the others are shown; refused settings are counted apart."""
    grid = {"n": [1, 2, 3, 4], "k": [-1, 1, 2]}
    right = answered("grid-against-formula", tmp_path, grid=grid, formula="n if k == 1 else n * (n - 1) / 2")
    wrong = answered("grid-against-formula", tmp_path, grid=grid, formula="n * k / (k if k == 1 else 1)")
    assert (right["points"], right["agreed"], right["apart"], right["raised"]) == (12, 8, 0, 4)
    assert wrong["agreed"] < 8
    assert {"names", "returned", "stated"} == set(wrong["examples"][0])


def test_a_reading_may_be_a_setting_of_the_call_itself(tmp_path: Path) -> None:
    """What the call does under each reading's keywords is its prediction; the plain call meets one of them."""
    result = answered(
        "two-settings",
        tmp_path,
        call={"function": "statistics.quantiles", "arguments": ["x"]},
        readings={"exclusive": "leaves the ends out", "inclusive": "takes the ends in"},
        settings={"exclusive": {"keywords": {"method": "'exclusive'"}}, "inclusive": {"keywords": {"method": "'inclusive'"}}},
        cases=[{"names": {"x": [1.0, 2.0, 4.0, 8.0]}}],
    )
    assert result["met"] == "exclusive" and result["cases"][0]["predicted"]["inclusive"] != result["cases"][0]["value"]
    assert "behaves as" in observations(probe("two-settings"), result)[0].statement


def test_a_prediction_that_has_no_value_is_not_met(tmp_path: Path) -> None:
    """A reading's expression may be nonsense; the other one is judged all the same."""
    cases = [{"predicted": {"wrong": "1 / 0", "right": "3"}}]
    call = {"function": "builtins.abs", "arguments": ["-3"]}
    assert answered("two-settings", tmp_path, call=call, readings={"wrong": "", "right": ""}, cases=cases)["met"] == "right"


@pytest.mark.parametrize(("stated", "agreed"), [("4", 1), ("5", 0)], ids=["right", "wrong"])
def test_a_stated_default_is_held_against_the_signature(tmp_path: Path, stated: str, agreed: int) -> None:
    """The default of a parameter is one setting, and nothing is called."""
    call = {"function": "statistics.quantiles", "default": "n"}
    result = answered("grid-against-formula", tmp_path, call=call, grid={}, formula=stated)
    assert (result["points"], result["agreed"], result["apart"]) == (1, agreed, 1 - agreed)
    assert observations(probe("grid-against-formula"), result)[0].statement.startswith("the default of n of statistics.quantiles is")


def test_settings_for_which_a_formula_has_no_value_are_counted_apart(tmp_path: Path) -> None:
    """A division by zero in the formula is no disagreement of the library."""
    result = answered("grid-against-formula", tmp_path, grid={"n": [0, 2], "k": [1]}, formula="n * n / n")
    assert (result["agreed"], result["apart"], result["unclear"]) == (1, 0, 1)


@pytest.mark.parametrize("function", ["os._exit", "no.such.thing", "a b", ""])
def test_a_call_that_does_not_exist_is_recorded_as_raised(tmp_path: Path, function: str) -> None:
    """A wrong name is an outcome of the run, no failure of the probe."""
    cases = [{"predicted": {"a": "0", "b": "1"}}]
    result = answered("two-settings", tmp_path, call={"function": function}, readings={"a": "", "b": ""}, cases=cases)
    assert result["cases"][0]["raised"] == "ValueError"


# ---- with torch ------------------------------------------------------------------------------------------------


TORCH = [name for name in NAMES if "torch" in probe(name).packages]


@pytest.mark.torch
@pytest.mark.sandbox
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in TORCH])
@pytest.mark.timeout(400)
def test_a_run_gives_what_was_recorded(name: str, environment: Environment) -> None:
    """Counts, modes, classes and defaults are exact: a fresh run in the sandbox repeats the recorded ones."""
    result = run(name, environment)
    if result["ran_on"].get("torch", "").partition("+")[0] != recorded("recompile-limit")["ran_on"]["torch"].partition("+")[0]:
        pytest.skip(f"the results were recorded with {recorded('recompile-limit')['ran_on']['torch']}")
    assert steady(result) == steady(recorded(name))


@pytest.mark.slow
@pytest.mark.torch
@pytest.mark.sandbox
@pytest.mark.timeout(400)
def test_what_breaks_a_graph_is_counted_without_numpy_too(environment: Environment) -> None:
    """torch does without NumPy; only the case that needs it is left out."""
    result = run("graph-breaks", environment, without="numpy")
    assert result["cases"].keys() == recorded("graph-breaks")["cases"].keys() - {"numpy_call"}


@pytest.mark.sandbox
@pytest.mark.parametrize("name", [name for name in NAMES if name not in TORCH and not probe(name).general])
def test_a_run_without_torch_gives_what_was_recorded(name: str) -> None:
    """Facts of NumPy, pandas and the standard library repeat with the releases that they were recorded with."""
    found = environment_with(probe(name).packages)
    if found is None:
        pytest.skip(f"needs an experiment environment with {' and '.join(probe(name).packages) or 'anything'}")
    result = run(name, found)
    releases = [{**each["ran_on"], "python": each["ran_on"]["python"].rpartition(".")[0]} for each in (result, recorded(name))]
    if releases[0] != releases[1]:
        pytest.skip(f"the results were recorded with {releases[1]}")
    assert steady(result) == steady(recorded(name))


@pytest.mark.torch
@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_counts_repeat_over_several_runs(environment: Environment) -> None:
    """Three runs of the recompile limit on one stream are one result."""
    results = [steady(run("recompile-limit", environment)) for _ in range(3)]
    assert results[0] == results[1] == results[2]


def test_results_are_recorded_for_every_probe_and_no_other() -> None:
    """Each probe has its recorded result, and no record outlives its probe."""
    assert sorted(path.stem for path in RECORDED.glob("*.json")) == NAMES
    assert set(INPUTS) <= set(NAMES)
    assert len(STREAM) == 13


def test_recorded_results_name_no_path_of_the_machine_they_were_made_on() -> None:
    """A recorded result can be published."""
    for path in RECORDED.glob("*.json"):
        assert not re.search(r"/(?:tmp|home|root|work|usr)/", path.read_text(encoding="utf-8")), path.name
