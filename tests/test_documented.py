"""What a chapter says of defaults and meanings, in words of its own, is held against signatures and documentation."""

from __future__ import annotations

from pathlib import Path

import pytest
from documented_site import NUMPY, PANDAS, TORCH
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution

from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Examination, Facts, QuotedEvidence

NP, PD, TH = "import numpy as np\nrng = np.random.default_rng(1)", "import pandas as pd", "import torch\nimport torch.nn.functional as F"
PY = "import functools, json, statistics, textwrap, timeit, random, heapq, shutil, pathlib"


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    site = tmp_path / "site"
    for name, files in (("numpy", NUMPY), ("pandas", PANDAS), ("torch", TORCH)):
        distribution(site, name, "9.0", files)
    return Facts(packages=InstalledPackages(site, LIBRARY), experiments=False, today="2026-01-31")


def found(code: str, text: str, facts: Facts, folder: Path) -> Examination:
    return examined(Identifiers(), chapter_of(f"```python\n{code}\n```\n\n{text}\n"), folder / "runs", facts)


FAULTS = [
    (NP, "np.std divides by N − 1 unless it is told otherwise.", "default-behaviour"),
    (NP, "By default `np.var` gives the sample variance.", "default-behaviour"),
    (NP, "`np.cov` normalizes by the number of observations by default.", "default-behaviour"),
    (NP, "np.std und np.var teilen durch N − 1, wenn nichts anderes verlangt ist.", "default-behaviour"),
    (NP, "Par défaut, `np.std` divise par N − 1.", "default-behaviour"),
    (NP, "np.cov treats every column as a variable.", "default-behaviour"),
    (NP, "Bei np.cov ist jede Spalte eine Variable.", "default-behaviour"),
    (NP, "`np.linspace` leaves out the stop value.", "default-behaviour"),
    (NP, "In rng.integers(low, high) the upper bound is included.", "default-behaviour"),
    (NP, "In rng.integers(low, high) the upper bound counts unless endpoint=False is passed.", "excepted-default"),
    (NP, "rng.choice draws without replacement by default.", "default-behaviour"),
    (NP, "rng.choice zieht ohne Zurücklegen.", "default-behaviour"),
    (NP, "Two nans are equal for np.allclose unless `equal_nan=False`.", "excepted-default"),
    (NP, "In rng.normal the argument scale is the variance.", "documented-meaning"),
    (NP, "Bei rng.normal ist `scale` die Varianz.", "documented-meaning"),
    (NP, "`np.log` is the logarithm to base 10.", "documented-meaning"),
    (NP, "`np.sin` expects degrees.", "documented-meaning"),
    (NP, "`rng.shuffle` returns a new array.", "documented-meaning"),
    (PD + "\nrows.dropna()", "dropna removes a row only when all its values are missing.", "default-behaviour"),
    (PD, "`df.dropna` entfernt Zeilen nur, wenn alle Werte fehlen.", "default-behaviour"),
    (PD, "`drop_duplicates` keeps the last of equal rows.", "default-behaviour"),
    (PD, "`drop_duplicates()` garde la dernière des lignes égales.", "default-behaviour"),
    (PD, "By default df.sort_values sorts in descending order.", "default-behaviour"),
    (PD, "Without further arguments `sort_values` changes the frame in place.", "default-behaviour"),
    (PD, "`value_counts` puts the smallest count first, in ascending order.", "default-behaviour"),
    (PD, "`value_counts` counts missing values too.", "default-behaviour"),
    (PD, "The method var of pandas divides by N, not by the degrees of freedom.", "default-behaviour"),
    (PD, "By default `pd.concat` keeps only the common columns.", "default-behaviour"),
    (PD, '`fillna(method="ffill")` is the usual way to fill a series.', "deprecated-argument"),
    (PD + "\ndf = pd.DataFrame()\ndf.fillna(method='bfill')", "That fills the holes.", "deprecated-argument"),
    (TH, "`F.attend` is fast. In `F.attend` an entry that is `True` is blocked.", "documented-meaning"),
    (TH, "`F.attend` masks the places where the mask is True.", "documented-meaning"),
    (TH, "We call `F.attend`. `is_causal=True` aligns the mask at the lower right corner.", "documented-meaning"),
    (TH, "We call `F.attend`. `dropout_p` has no effect in evaluation mode.", "documented-meaning"),
    (TH + "\nF.attend(q, k, v, mask=m)", "It is masked.", "unknown-keyword"),
    (TH, "AdamW differs from Adam. Its weight_decay is 0 by default.", "default-value"),
    (TH, "`torch.optim.AdamW` entkoppelt den Zerfall. Sein `weight_decay` ist standardmäßig 0.", "default-value"),
    (TH, "`torch.nn.MultiheadAttention` expects the batch first, unless batch_first=False.", "excepted-default"),
    (TH, "By default `torch.nn.CrossEntropyLoss` sums the losses.", "default-behaviour"),
    (TH, "A `DataLoader` drops the last incomplete batch.", "default-behaviour"),
    (TH, "`DataLoader` shuffles the data, unless told not to.", "default-behaviour"),
    (TH, "`torch.nn.TransformerLayer` applies its norms before the attention.", "default-behaviour"),
    (TH + "\nimport torch.cache\nblob = torch.cache.save()  # the cache as one bytes object", "It is kept.", "result-type"),
    (TH, "`torch.cache.names` returns a tuple.", "result-type"),
    (PY, "`functools.lru_cache` remembers. By default the types of the arguments count as well.", "default-behaviour"),
    (PY, "`statistics.quantiles` cuts: its method is `inclusive` unless you say `exclusive`.", "default-value"),
    (PY, "`json.dumps` writes umlauts as they are.", "default-behaviour"),
    (PY, "`json.dumps` sorts the keys.", "default-behaviour"),
    (PY, "`timeit.timeit` returns the average time of one execution.", "documented-meaning"),
    (PY, "timeit.timeit führt die Anweisung oft aus und liefert die mittlere Dauer.", "documented-meaning"),
    (PY, "`statistics.pstdev` divides by N − 1.", "documented-meaning"),
    (PY, "In `random.randint(a, b)` the upper bound is excluded.", "documented-meaning"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "rule"), FAULTS, ids=lambda each: str(each)[:60].strip())
def test_a_false_statement_is_found(code: str, text: str, rule: str, facts: Facts, tmp_path: Path) -> None:
    """Each fault gives one alarm, with the words of the source that speak against it."""
    findings = alarms(found(code, text, facts, tmp_path))
    assert [each.rule for each in findings] == [rule]
    assert any(isinstance(ground, QuotedEvidence) for ground in findings[0].grounds)


RIGHT = [
    (NP, "np.std divides by N unless it is told otherwise, and np.cov by N − 1."),
    (NP, "With ddof=1, np.std divides by N − 1."),
    (NP, "When the sample is small, np.std should divide by N − 1."),
    (NP, "If you ask for it, `np.var` divides by N − 1."),
    (NP, "`np.std` does not divide by N − 1."),
    (NP, "Unlike pandas, np.std divides by N; pandas divides by N − 1."),
    (NP, "The variance of a sample is divided by N − 1. Use np.std with care."),
    (NP, "For `np.cov` each row is a variable. Otherwise, each column is a variable."),
    (NP, "In rng.integers(low, high) the upper bound is left out unless endpoint=True is passed."),
    (NP, "rng.choice draws with replacement unless replace=False."),
    (NP, "rng.choice can draw without replacement."),
    (NP, "`np.linspace` contains both ends; np.arange stops before the end."),
    (NP, "In rng.normal the argument scale is the standard deviation, whose square is the variance."),
    (NP, "The square of `scale` in rng.normal is the variance of what it draws."),
    (NP, "`np.log` is the natural logarithm, `np.log10` the logarithm to base 10."),
    (NP, "`rng.shuffle` works in place, while `rng.permutation` returns a new array."),
    (NP, "`rng.permutation` gives a copy and `own.sort()` sorts in place."),
    (PD, "dropna removes a row as soon as one value is missing."),
    (PD, "With how='all', dropna removes a row only when all its values are missing."),
    (PD, "dropna removes all missing values."),
    (PD, "`drop_duplicates` keeps the first of equal rows, with keep='last' the last."),
    (PD, "`df.sort_values` returns a new frame; the last of its rows is the largest."),
    (PD, "`df.dropna` has inplace: if set to `True`, it works in-place. Default: False."),
    (PD, "If set to do so, `df.dropna` works in-place, which is not the default."),
    (PD, "`value_counts` puts the most frequent first."),
    (PD, "Missing values are counted by `value_counts` only with dropna=False."),
    (PD, 'Since `fillna(method="ffill")` was deprecated, `ffill` is the way.'),
    (PD, "`fillna(method=None)` says that no method is meant."),
    (PD, "`fillna(value=0)` fills with zeros."),
    (TH, "In `F.attend` an entry that is `True` takes part."),
    (TH, "`torch.nn.MultiheadAttention` blocks where its `attn_mask` is `True`."),
    (TH, "`F.attend` always applies dropout."),
    (TH, "We call `F.attend`. `is_causal=True` aligns the mask at the upper left corner."),
    (TH + "\nF.attend(q, k, v, attn_mask=m)", "It is masked."),
    (TH, "Adam came first. Its weight_decay is 0 by default."),
    (TH, "AdamW differs from Adam. Its weight_decay is 0.01 by default."),
    (TH, "A `DataLoader` keeps an incomplete last batch by default; shuffling is off unless it is asked for."),
    (TH, "`DataLoader` with shuffle=True shuffles the data."),
    (TH, "`torch.nn.CrossEntropyLoss` takes the mean by default."),
    (TH + "\nimport torch.cache\nblob = torch.cache.save()  # a tuple, or None", "It is kept."),
    (TH + "\nimport torch.cache\nword = torch.cache.name()  # a string", "It is kept."),
    (TH, "`torch.cache.names` returns a list of strings."),
    (PY, "`functools.lru_cache` keeps types apart only with typed=True."),
    (PY, "By default, the types of the arguments do not count for `functools.lru_cache`."),
    (PY, "`json.dumps` escapes umlauts; `ensure_ascii=False` keeps them as they are."),
    (PY, "`json.dumps` sorts the keys if `sort_keys` is set."),
    (PY, "`timeit.timeit` returns the total time in seconds."),
    (PY, "Divide by the number to get the average time per call of `timeit.timeit`."),
    (PY, "`statistics.stdev` divides by N − 1 and `statistics.pstdev` divides by N."),
    (PY, "In `random.randint(a, b)` both ends are included."),
    (PY, "`statistics.quantiles` has the method `exclusive` unless you say `inclusive`."),
    (PY, "`heapq.heappop` returns the smallest item; the largest stays."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), RIGHT, ids=lambda each: str(each)[:60].strip())
def test_right_text_gives_no_alarm(code: str, text: str, facts: Facts, tmp_path: Path) -> None:
    """What is true, conditional, denied, of another name or only sounds alike is no fault."""
    assert [(each.rule, each.summary) for each in alarms(found(code, text, facts, tmp_path))] == []


def test_a_name_beside_a_fault_is_not_confirmed(facts: Facts, tmp_path: Path) -> None:
    """That a name exists is no comfort on a line that is wrong; it is confirmed where it stands elsewhere."""
    spoiled = found("import torch", "```python\ntorch.nn.functional.attend(q, k, v, mask=m)\n```", facts, tmp_path)
    assert not [each for each in spoiled.findings if each.rule == "exists" and each.span.start > 20]
    whole = found("import torch", "```python\ntorch.nn.functional.attend(q, k, v, attn_mask=m)\n```", facts, tmp_path)
    assert [each for each in whole.findings if each.rule == "exists" and each.span.start > 20]


def test_a_meaning_of_a_compiled_function_is_asked_of_the_interpreter(tmp_path: Path) -> None:
    """Where the source holds no documentation, that of the running interpreter is quoted."""
    facts = Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=True, today="2026-01-31")
    text = "`time.monotonic_ns` counts on. `time.sleep` waits for a number of milliseconds."
    findings = alarms(found("import time", text, facts, tmp_path))
    assert [each.rule for each in findings] == ["documented-meaning"]
