"""Holds an output block, or what prose says that a whole block prints, against all that the block printed."""

from __future__ import annotations

from typing import Any

from tools.instruments.code.compare import NUMBER, compare, shows_an_address, slip
from tools.instruments.code.expectations import Expectation
from tools.instruments.code.failures import ENVIRONMENT
from tools.instruments.code.foreseen import Judgement
from tools.instruments.code.forms import alike
from tools.instruments.code.runs import Figure, Runs


def whole_output(expected: Expectation, runs: Runs) -> Judgement | None:
    record = runs.record(expected.piece)
    if record is None or record.get("timeout"):
        return None
    if record.get("error") is not None:
        return _behind_a_failure(expected, runs, record)
    figure = runs.figure(expected.piece, _stdout)
    if figure is None:
        return None
    actual = str(figure.value)
    if not expected.shown:
        return Judgement("fails" if actual.strip() else "holds", figure, "nothing", actual if actual.strip() else "nothing")
    if compare(expected.shown, actual) == "same":
        return Judgement("holds", figure, expected.shown, actual)
    if expected.source == "prose" and "\n" in expected.shown and NUMBER.sub("", actual).split() == []:
        actual = "\n".join(NUMBER.findall(actual))
    said = [line.strip() for line in expected.shown.strip().splitlines() if line.strip()]
    did = [line.strip() for line in actual.strip().splitlines() if line.strip()]
    if expected.line_shown is None and _in_order(said, did):
        return Judgement("holds", figure, expected.shown, actual)
    if expected.line_shown is not None:
        return _one_line(expected, figure, did)
    if expected.source == "prose" and len(did) == len(said) == 1 and expected.marked and not shows_an_address(said[0] + did[0]):
        return None if "..." in said[0] or "…" in said[0] else Judgement("fails", figure, said[0], did[0])
    if expected.source == "prose" and len(did) != 1 and len(said) != len(did):
        return None
    if expected.source == "output" and len(said) != len(did) and expected.sure and not shows_an_address(expected.shown):
        return _never_printed(expected, figure, said, did)
    return _line_by_line(expected, figure, said, did)


def _behind_a_failure(expected: Expectation, runs: Runs, record: dict[str, Any]) -> Judgement | None:
    """The first line that is shown and was never reached, where a block printed all lines before it and then failed of itself."""
    printed, error = runs.figure(expected.piece, _printed), runs.error(expected.piece)
    if printed is None or error is None or expected.source != "output" or not expected.sure or _for_want_of_something(record["error"]):
        return None
    said = [line.strip() for line in expected.shown.strip().splitlines() if line.strip()]
    did = [line.strip() for line in str(printed.value).strip().splitlines() if line.strip()]
    reached = len(did) < len(said) and all(compare(a, b) == "same" for a, b in zip(said, did, strict=False))
    if not did or not reached or str(error.value) in expected.shown or "Traceback" in expected.shown or "..." in expected.shown:
        return None
    return Judgement("fails", error, said[len(did)], str(error.value))


def _for_want_of_something(error: dict[str, Any]) -> bool:
    """Whether a failure may be the sandbox's or an excerpt's, and not the code's own."""
    return bool({error["type"], *error["bases"]} & {*ENVIRONMENT, "NameError", "ImportError"})


def _printed(record: dict[str, Any]) -> tuple[str, Any] | None:
    return "/stdout", record["stdout"]


def _stdout(record: dict[str, Any]) -> tuple[str, Any] | None:
    """What a piece printed, or where it printed nothing, its last value as a notebook shows it."""
    if record["stdout"].strip() or not record["statements"]:
        return "/stdout", record["stdout"]
    last = record["statements"][-1]
    value = last.get("value")
    if value is None or value["repr"] in (None, "None"):
        return "/stdout", record["stdout"]
    return f"/statements/{len(record['statements']) - 1}/value/repr", value["repr"]


def _one_line(expected: Expectation, figure: Figure, did: list[str]) -> Judgement | None:
    """A line that prose gives by its place."""
    place = expected.line_shown
    if place is None or not did or place >= len(did) or shows_an_address(expected.shown + did[place]) or "..." in expected.shown:
        return None
    same = compare(expected.shown, did[place]) == "same"
    return Judgement("holds" if same else "fails", figure, expected.shown, did[place])


def _in_order(said: list[str], did: list[str]) -> bool:
    rest = iter(did)
    return bool(said) and all(any(compare(line, other) == "same" for other in rest) for line in said if line not in ("...", "…"))


def _never_printed(expected: Expectation, figure: Figure, said: list[str], did: list[str]) -> Judgement | None:
    """A line that was never printed, where every line shown has the form of printed ones: a part of the output may be shown, not other."""
    if "..." in expected.shown or "…" in expected.shown or len(said) < 2 or not did:
        return None
    likes = [[alike(line, other) for other in did] for line in said]
    if any(set(row) <= {"unsure"} for row in likes) or not any("same" in row for row in likes):
        return None
    wrong = next((i for i, row in enumerate(likes) if "same" not in row), None)
    if wrong is None:
        return Judgement("fails", figure, f"{len(said)} lines", f"{len(did)} lines") if len(said) > len(did) else None
    near = next(i for i, like in enumerate(likes[wrong]) if like != "unsure")
    return Judgement("fails", figure, said[wrong], did[near])


def _line_by_line(expected: Expectation, figure: Figure, said: list[str], did: list[str]) -> Judgement | None:
    """The first line that differs, where both have as many lines and all others agree in form."""
    if not expected.sure or len(said) != len(did) or shows_an_address(expected.shown):
        return None
    likes = [compare(a, b) for a, b in zip(said, did, strict=True)]
    wrong = [i for i, like in enumerate(likes) if like != "same"]
    agreed = len(said) - len(wrong)
    first = wrong[0]
    kept = agreed >= 1 and len(wrong) == 1 and expected.source == "output"
    if agreed >= 1 and len(wrong) == 1 and expected.source == "prose" and "..." not in expected.shown and "…" not in expected.shown:
        return Judgement("fails", figure, said[first], did[first])
    same_form = all(
        likes[i] == "different" or slip(said[i], did[i]) or alike(said[i], did[i]) in ("different", *(("words",) if kept else ()))
        for i in wrong
    )
    if same_form and (agreed >= len(wrong) or len(said) <= 2 or all(likes[i] == "different" for i in wrong)):
        return Judgement("fails", figure, said[first], did[first])
    return None
