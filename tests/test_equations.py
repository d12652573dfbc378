"""Rules of the instrument that evaluates formulas, and holds library formulas against the library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from chapter_pieces import FACTS, alarms, chapter_of

from prompts.trust import Untrusted, measure
from tools.instruments.equations import Equations
from tools.instruments.equations.formulas import plain_math, tokens_of
from tools.quantities import Writing
from tools.quantities.expressions import ExpressionError, Value, evaluations
from tools.records import Examination, Facts, PackageFile, RunOutcome, RunWanted


class TorchThere:
    """Packages of an environment that holds torch and nothing to read."""

    def installed(self) -> dict[str, str]:
        return {"torch": "2.13.0"}

    def distribution_of(self, module: str) -> str | None:
        return "torch" if module == "torch" else None

    def files(self, distribution: str) -> Sequence[str]:
        return ()

    def read(self, distribution: str, path: str) -> PackageFile | None:
        return None


WITH_TORCH = Facts(packages=TorchThere(), experiments=True, today="2026-11-29")


def value(text: str, latex: bool = False, **names: int) -> float:
    tokens = tokens_of(text, frozenset(names), latex, Writing("en", "."))
    return float(evaluations(tokens, {name: Value.of(number) for name, number in names.items()})[0].exact)


@pytest.mark.parametrize(
    ("text", "latex", "expected"),
    [
        ("2 * a + b", False, 11),
        ("a ** 2 / b", False, 16 / 3),
        ("(a + b) * (a - b)", False, 7),
        ("floor((a + 2 * b - 1) / 2) + 1", False, 5),
        ("⌊(a + b) / 2⌋", False, 3),
        ("a // b", False, 1),
        (r"\frac{a}{b^2}", True, 4 / 9),
        (r"2 a b", True, 24),
        (r"ab^2", True, 36),
        (r"\sqrt{a + b + 2}", True, 3),
        (r"\left\lfloor \frac{a + 1}{b} \right\rfloor", True, 1),
        (r"a \times b \cdot 2", True, 24),
        (r"-a + b", True, -1),
    ],
    ids=str,
)
def test_an_expression_is_evaluated_as_it_is_written(text: str, latex: bool, expected: float) -> None:
    """Plain notation and LaTeX, powers, fractions, roots, rounding and products without a sign."""
    assert value(text, latex, a=4, b=3) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["a +", "f(a)", "a / 0", "c", "(a", "9^9^9", "10 ** 400 * a", "a b c words", "2 ms + a"], ids=str)
def test_what_cannot_be_evaluated_is_refused(text: str) -> None:
    """A missing operand, an unknown name or function, a division by zero, units that do not fit, or a number beyond all use."""
    with pytest.raises(ExpressionError):
        value(text, a=4)


def test_an_unknown_latex_command_is_refused() -> None:
    """What is not known is never guessed."""
    with pytest.raises(ExpressionError):
        plain_math(r"\mystery{a}")


@pytest.mark.parametrize(
    "text",
    [
        "We use `n = 4` and later `n = 8`; then `m = 2 * n = 16`.",
        "Here `y = w * x + b` with w and b learned.",
        "For a general n, `m = 2 * n` holds, and `k = n // 2`.",
        "Suppose `n = 4`. Then `m = 2 * n = 9` would be wrong.",
        "The update is `x = x + 1`, starting from `x = 0`.",
        "A call such as `f(n=4, m=5)` or `a == b * 2` is code.",
    ],
    ids=str,
)
def test_a_formula_without_certain_values_is_left_alone(text: str) -> None:
    """Names with no value or several, updates, calls and assumptions raise no alarm."""
    assert alarms(Equations().examine(chapter_of(text), FACTS)) == []


def test_a_formula_that_holds_is_confirmed_with_its_substitution() -> None:
    """The working shows the values that were put in."""
    (finding,) = (
        Equations()
        .examine(chapter_of("With `d_model = 768` and `n_heads = 12` we have `head_dim = d_model / n_heads = 64`."), FACTS)
        .findings
    )
    assert finding.verdict == "supported"
    assert measure(finding.working[0]) == "d_model = 768; n_heads = 12"


LENGTH = "The output of nn.Conv1d has the length `L_out = {}`."


def asked(formula: str, facts: Facts = WITH_TORCH) -> Examination:
    return Equations().examine(chapter_of(LENGTH.format(formula)), facts)


def answered(formula: str, wrong: bool = False) -> Examination:
    """What the instrument reads from a run in which the library answered as torch does."""
    (run,) = asked(formula).runs
    grid = run.inputs["grid"]
    assert isinstance(grid, list)
    values = [(s["n"] + 2 * s["p"] - s["d"] * (s["k"] - 1) - 1) // s["s"] + 1 for s in grid]  # type: ignore[index, operator, call-overload]
    nothing = Untrusted("", "sandbox")
    outcome = RunOutcome(key=run.key, state="ran", result={"values": values}, stdout=nothing, stderr=nothing)
    return Equations().read(run, outcome, chapter_of(LENGTH.format(formula)), WITH_TORCH)


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("floor((L_in + 2 * p - d * (k - 1) - 1) / s) + 1", "supported"),
        ("floor((L_in + 2 * p - k) / s) + 1", "supported"),
        ("(L_in + 2 * p - k) / s + 1", "qualified"),
        ("floor((L_in + p - k) / s) + 1", "contradicted"),
        ("floor((L_in + 2 * p - k) / s)", "contradicted"),
    ],
    ids=str,
)
def test_a_library_formula_is_held_against_the_library(formula: str, verdict: str) -> None:
    """The formula agrees at every setting, only when rounded, or not."""
    (finding,) = answered(formula).findings
    assert (finding.rule, finding.verdict) == ("library-formula", verdict)
    assert finding.grounds


@pytest.mark.parametrize(
    "text",
    [
        "A convolution has the length `L_out = (L_in - k) / s + 1`.",
        "For nn.Conv1d the cost is `c = 2 * k * L_in`.",
        "For nn.Conv1d `L_out = (L_in - k) / s + q`.",
        "nn.Conv1d takes a kernel; `x_out = a + b`.",
    ],
    ids=str,
)
def test_a_formula_that_is_not_surely_about_the_call_asks_for_no_run(text: str) -> None:
    """The call must be named, and every name of the formula must be one of its arguments."""
    assert Equations().examine(chapter_of(text), WITH_TORCH).runs == ()


def test_without_the_package_a_gap_names_the_remedy() -> None:
    """A formula that could be checked in an environment says how to get one."""
    examination = asked("(L_in - k) / s + 1", Facts(packages=None, experiments=True, today="2026-11-29"))
    assert [gap.remedy for gap in examination.gaps] == ["corrigenda env add torch"]


def test_without_experiments_nothing_is_asked() -> None:
    """Where no runs are wanted, none are asked for and none are missed."""
    examination = asked("(L_in - k) / s + 1", FACTS)
    assert (examination.runs, examination.gaps) == ((), ())


def test_a_run_that_failed_is_a_gap() -> None:
    """A failed run is never a verdict."""
    (run,) = asked("(L_in - k) / s + 1").runs
    nothing = Untrusted("", "sandbox")
    outcome = RunOutcome(key=run.key, state="failed", reason="the script failed", stdout=nothing, stderr=nothing)
    examination = Equations().read(run, outcome, chapter_of(""), WITH_TORCH)
    assert (examination.findings, len(examination.gaps)) == ((), 1)


def test_the_script_is_a_program(tmp_path: Path) -> None:
    """What the sandbox is asked to run compiles."""
    (run,) = asked("(L_in - k) / s + 1").runs
    assert isinstance(run, RunWanted)
    compile(run.script, str(tmp_path / "main.py"), "exec")
