"""Names that a chapter uses are held against the installed packages: faults are found, right text gives no alarm."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution, torch_environment

from prompts.trust import measure
from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Examination, Facts, Finding, MeasuredEvidence, QuotedEvidence, Relation

TOY = {
    "toy/__init__.py": "from toy.core import Engine, run\nfrom toy import config\n",
    "toy/core.py": (
        "import os\n"
        "LEVEL = 3\n"
        "def run(data, *, depth: int = 3, mode=None, rate=1e-3, level=LEVEL):\n"
        "    '''Run.\n\n    Args:\n        mode: how; by default (None), chosen by the size\n    '''\n"
        "    return os.environ.get('TOY_VERBOSE')\n"
        "class Engine:\n"
        "    def __init__(self, size, speed=2): self.size = size\n"
        "    def spin(self, times=1): return times\n"
        "def loose(a, **more): return more\n"
        "def late(a):\n    '''Late.\n\n    .. versionadded:: 0.7\n    '''\n"
    ),
    "toy/config.py": (
        "from toy._make import Config\nrow_limit = 8\nold_limit: int = Config(alias='toy.config.row_limit')\nfast = Config(default=True)\n"
    ),
    "toy/_make.py": "def Config(**given): return given\n",
    "toy/cli.py": "import argparse\ndef main():\n    p = argparse.ArgumentParser()\n    p.add_argument('--indent-width', type=int)\n",
}


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    site = tmp_path / "site"
    distribution(site, "toy", "1.0", TOY, "[console_scripts]\ntoyrun = toy.cli:main\n")
    return Facts(packages=InstalledPackages(site, LIBRARY), experiments=True, today="2026-01-31")


def code(words: str) -> str:
    return f"```python\n{words}\n```\n"


def found(text: str, facts: Facts, folder: Path) -> Examination:
    return examined(Identifiers(), chapter_of(text), folder / "runs", facts)


def shown(findings: list[Finding], text: str) -> list[tuple[str, str, str]]:
    return [(each.rule, each.verdict, text[each.span.start : each.span.end]) for each in findings]


FAULTS = [
    ("`toy.runn` runs it.", "missing", "toy.runn"),
    ("`toy.config.row_limits` is read.", "missing", "toy.config.row_limits"),
    ("`json.dump_s` writes text.", "missing", "json.dump_s"),
    ("We call `json.load_string(text)` on it.", "missing", "json.load_string"),
    ("`os.path.exist(p)` is true for files.", "missing", "os.path.exist"),
    ("The class `pathlib.Path.readtext` reads.", "missing", "pathlib.Path.readtext"),
    ("`itertools.chunked` cuts an iterable.", "missing", "itertools.chunked"),
    ("`math.squareroot(2)` is 1.41.", "missing", "math.squareroot"),
    (code("from collections import Mapping"), "missing", "Mapping"),
    (code("import json.decode"), "missing", "json.decode"),
    (code("from toy.core import Engin"), "missing", "Engin"),
    (code("import toy\ne = toy.Engine(3)\ne.spinn()"), "missing", "e.spinn"),
    (code("import toy\ne = toy.Engine(3)\ne.spin(time=2)"), "unknown-keyword", "e.spin"),
    (code("import toy as t\nt.core.rum(1)"), "missing", "t.core.rum"),
    (code("import shutil\nshutil.copyfile('a', 'b', follow_symlink=True)"), "unknown-keyword", "shutil.copyfile"),
    (code("import toy\ntoy.run(1, deph=3)"), "unknown-keyword", "toy.run"),
    (code("import toy\ntoy.run(1, 2)"), "too-many-arguments", "toy.run"),
    (code("import toy\ntoy.Engine()"), "missing-argument", "toy.Engine"),
    (code("import toy\ntoy.Engine(3, 4, 5)"), "too-many-arguments", "toy.Engine"),
    (code("import toy\ntoy.Engine(3, size=3)"), "argument-given-twice", "toy.Engine"),
    (code("sorted([3, 1], reversed=True)"), "unknown-keyword", "sorted"),
    (code('print("a", seperator="")'), "unknown-keyword", "print"),
    (code("import re\nre.sub('a', 'b', 'c', flag=0)"), "unknown-keyword", "re.sub"),
    ("`toy.run(deph=2)` goes two deep.", "unknown-keyword", "toy.run"),
    ("For `toy.run`, `depth` defaults to 4.", "default-value", "`depth` defaults to 4"),
    ("In `toy.run`, by default `rate` is 0.01.", "default-value", "by default `rate` is 0.01"),
    ("`toy.run` has a `level`, which defaults to 5.", "default-value", "`level`, which defaults to 5"),
    ("The default of `speed` in `toy.Engine` is 3.", "default-value", "default of `speed` in `toy.Engine` is 3"),
    ("`toy.run` and its `mode` (default: False).", "default-value", "`mode` (default: False)"),
    ("`toy.config.row_limit` defaults to 64.", "default-value", "`toy.config.row_limit` defaults to 64"),
    ("Set `toy.config.row_limit`; the limit defaults to 64.", "default-value", "limit defaults to 64"),
    ("With toy.run at hand, `row_limit` defaults to 16.", "default-value", "`row_limit` defaults to 16"),
    ("`toy.config.fast` is False by default.", "default-value", "`toy.config.fast` is False by default"),
    ("`json.dumps` has `ensure_ascii`, which defaults to False.", "default-value", "`ensure_ascii`, which defaults to False"),
    ("`textwrap.wrap` breaks at a `width` of 72 by default.", "default-value", "`width` of 72 by default"),
    ("`math.isclose` has `rel_tol`, which defaults to 1e-6.", "default-value", "`rel_tol`, which defaults to 1e-6"),
    ("Bei `toy.run` ist `rate` standardmäßig 0,01.", "default-value", "ist `rate` standardmäßig 0,01"),
    ("Der Standardwert von `depth` in `toy.run` ist 5.", "default-value", "Standardwert von `depth` in `toy.run` ist 5"),
    ("Par défaut, `depth` vaut 2 dans `toy.run`.", "default-value", "Par défaut, `depth` vaut 2"),
    ("En `toy.run`, `depth` es 5 por defecto.", "default-value", "`depth` es 5 por defecto"),
    ("`toy.config.old_limit` bounds the rows.", "alias", "toy.config.old_limit"),
    ("With toy.run, config.old_limit bounds the rows.", "alias", "config.old_limit"),
    (code("import toy\ntoy.config.old_limit = 64"), "alias", "toy.config.old_limit"),
    (code("import logging\nlogging.warn('x')"), "deprecated", "logging.warn"),
    ("`toy.core.late` was added in version 0.8.", "since", "toy.core.late` was added in version 0.8"),
    ("Set the environment variable `TOY_VERBOS` and call toy.run.", "environment-variable", "TOY_VERBOS"),
    ("Run `toyrun --indent-widht 2`.", "flag", "--indent-widht"),
    ("Run `python -m json.tool --indnt 2`.", "flag", "--indnt"),
]


@pytest.mark.parametrize(("text", "rule", "words"), FAULTS, ids=lambda each: str(each)[:40].strip())
def test_a_wrong_name_is_found(text: str, rule: str, words: str, facts: Facts, tmp_path: Path) -> None:
    """Each fault gives one alarm, at the words that are wrong, with evidence."""
    findings = alarms(found(text, facts, tmp_path))
    assert [(each[0], each[2]) for each in shown(findings, text)] == [(rule, words)]
    assert findings[0].grounds and findings[0].working


RIGHT = [
    "`toy.run` runs it and `toy.config.row_limit` bounds it.",
    "`json.dumps(ensure_ascii=False)` keeps umlauts.",
    "`toy.core.late` was added in version 0.7, and `toy.run` was added in 0.1.",
    "There is no `toy.walk`; use `toy.run`.",
    "`toy.walk` was removed in 0.9.",
    "In older releases it was called `toy.walk`.",
    "`json.parse` does not exist in Python, unlike in JavaScript.",
    "Imagine a `toy.fly` that flies.",
    "Calling `toy.walk` raises an AttributeError.",
    "`toy.config.old_limit` is an alias of `toy.config.row_limit`.",
    "`toy.walk` gibt es nicht mehr.",
    "The file `toy.py` and the host `json.org` are no modules.",
    "See www.json.parse.org/toy.walk and toy/walk.txt.",
    "Its `time.total` and `code.size` columns are printed.",
    "That is the end of the code.Then we go on.",
    "`model.fit` and `self.toy.walk` are methods of ours.",
    "`df.append` is unknown to us.",
    "For `toy.run`, `depth` defaults to 3.",
    "For `toy.run`, `depth` defaults to three.",
    "In `toy.run`, by default `rate` is 0.001.",
    "In `toy.run`, by default `rate` is 1e-3.",
    "Bei `toy.run` ist `rate` standardmäßig 0,001.",
    "Par défaut, `depth` vaut 3 dans `toy.run`.",
    "`toy.run` has `mode`, which defaults to `None`.",
    '`toy.run` has `mode`, which defaults to "auto".',
    "`toy.run` has a `level`, which defaults to 3.",
    "`toy.config.row_limit` defaults to 8.",
    "`toy.config.old_limit` is an alias; it defaults to 8.",
    "`toy.config.fast` is True by default.",
    "`toy.config.fast` is enabled by default.",
    "Set `toy.config.row_limit`; the limit defaults to 8.",
    "Before version 0.9, in `toy.run` the `depth` defaults to 9.",
    "The `depth` of our tree defaults to 7.",
    "`json.dumps` has `indent`, which defaults to None.",
    "`math.isclose` has `rel_tol`, which defaults to 1e-09.",
    "`textwrap.wrap` breaks at a `width` of 70 by default.",
    "`sorted(items, reverse=True)` and `zip(a, b, strict=True)` and `print(x, end='')`.",
    "The environment variable `TOY_VERBOSE` makes toy.run talk.",
    "The environment variable `MY_OWN_SETTING` is ours, and OMP_NUM_THREADS too.",
    "`PYTHONHASHSEED=0` fixes the seed.",
    "Run `toyrun --indent-width 2` and `toyrun --indent 2`.",
    "Run `toyrun main.py --lr 0.1`.",
    "Run `python train.py --epochs 3`.",
    "Run `python -m json.tool --indent 2`.",
    code("import toy\ntoy.run(1, depth=2, mode='x')"),
    code("import toy\ntoy.run(*parts, **settings)"),
    code("import toy\ntoy.run(..., depth=2)"),
    code("from toy.core import loose\nloose(1, anything=2)"),
    code("import toy\nclass Mine(toy.Engine):\n    pass\nMine(1, 2, 3, other=4)"),
    code("def run(data, deph): return data\nrun(1, deph=2)"),
    code("import json\njson = Mine()\njson.walk()"),
    code("import toy\ntry:\n    toy.walk()\nexcept AttributeError:\n    pass"),
    code("import toy\nif hasattr(toy, 'walk'):\n    toy.walk()"),
    code("import toy\ntoy.walk()  # AttributeError"),
    code("import toy\n# does not work: the name was removed\ntoy.walk()"),
    "The old call fails:\n\n" + code("import toy\ntoy.walk()"),
    code("import toy\ntoy.walk()")
    + "\n```output\nTraceback (most recent call last):\nAttributeError: module 'toy' has no attribute 'walk'\n```\n",
    code("import toy\ntoy.extra = 3\nprint(toy.extra)"),
    code("import toy\ne = toy.Engine(3)\ne.spin(2)\ne.size"),
    code("import toy\ntoy.Engine.spin(e, 2)\ne = toy.Engine(3)\ne.spin(times=2)"),
    code("import datetime, pathlib\ndatetime.datetime.strptime('1', '%d')\npathlib.Path.read_text(p, encoding='utf-8')\nstr.upper('a')"),
    code("import toy\ne = toy.Engine(3)\ne = make()\ne.anything()"),
    code("from model import GPT\nGPT(3, nothing=4)"),
    code(">>> import json\n>>> json.dumps([1], indent=2)\n'[1]'"),
    code("import re, math, os.path\nre.compile('a', re.I)\nmath.sqrt(2)\nos.path.join('a', 'b')"),
    code("import xml.etree.ElementTree as ET\nET.fromstring('<a/>')\nimport importlib.util\nimportlib.util.find_spec('a')"),
    code("this is no python at all"),
    code("import datetime\ndatetime.datetime.now().isoformat()\ndatetime.datetime.max"),
    code("from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int = field(default=1)\nP(x=2)"),
    code("import threading\nthreading.Thread(target=print, args=(1,), daemon=True).start()"),
    code("import subprocess, logging\nsubprocess.run(['a'], capture_output=True, text=True)\nlogging.basicConfig(level=logging.INFO)"),
]


@pytest.mark.parametrize("text", RIGHT, ids=lambda each: each.replace("```python\n", "")[:44].strip())
def test_right_text_gives_no_alarm(text: str, facts: Facts, tmp_path: Path) -> None:
    """Names that are there, that the chapter itself denies, that it defines, or that cannot be told are no fault."""
    assert shown(alarms(found(text, facts, tmp_path)), text) == []


def test_an_alias_is_outdated_and_cites_both_lines(facts: Facts, tmp_path: Path) -> None:
    """An old name that still works is outdated, not contradicted; both lines are quoted and the new name is proposed."""
    finding = alarms(found("`toy.config.old_limit` bounds the rows.", facts, tmp_path))[0]
    quoted = [measure(each.quotation.text) for each in finding.grounds if isinstance(each, QuotedEvidence)]
    assert finding.verdict == "outdated" and "still works" in measure(finding.summary)
    assert quoted == ["old_limit: int = Config(alias='toy.config.row_limit')", "row_limit = 8"]
    assert finding.replacement is not None and measure(finding.replacement.text) == "toy.config.row_limit"


def test_a_wrong_default_is_replaced_at_the_value(facts: Facts, tmp_path: Path) -> None:
    """The proposal covers the value alone."""
    text = "For `toy.run`, `depth` defaults to `4`."
    finding = alarms(found(text, facts, tmp_path))[0]
    assert finding.replacement is not None
    span = finding.replacement.span
    assert (text[span.start : span.end], measure(finding.replacement.text)) == ("`4`", "`3`")


def test_what_only_a_run_can_tell_cites_the_run(facts: Facts, tmp_path: Path) -> None:
    """A name of a compiled module is looked up in the interpreter; the finding points at the field of the result."""
    result = found("`math.squareroot(2)` is 1.41.", facts, tmp_path)
    ground = alarms(result)[0].grounds[0]
    assert len(result.runs) == 1 and isinstance(ground, MeasuredEvidence) and ground.field == "/names/0/error"


def test_without_experiments_what_cannot_be_read_stays_open(facts: Facts, tmp_path: Path) -> None:
    """Where runs are not allowed none is asked for, and nothing is said against a compiled name."""
    result = found("`math.squareroot(2)` is 1.41.", facts.__class__(facts.packages, False, facts.today), tmp_path)
    assert not result.runs and not alarms(result)


def test_a_package_that_is_not_installed_is_a_gap_with_its_remedy(facts: Facts, tmp_path: Path) -> None:
    """An import of a package that is not there is no fault; the command that would help is told."""
    result = found(code("import sklearn.linear_model\nfrom helpers import f\n") + "The file `helpers.py` is ours.", facts, tmp_path)
    assert [each.remedy for each in result.gaps] == ["corrigenda env add scikit-learn"] and not alarms(result)


def test_no_environment_is_a_gap(tmp_path: Path) -> None:
    """Without packages nothing is said of any name but that none was looked up."""
    result = found("`toy.walk` runs.", Facts(packages=None, experiments=False, today="2026-01-31"), tmp_path)
    assert len(result.gaps) == 1 and not result.findings


def test_a_result_that_is_not_the_scripts_gives_nothing(facts: Facts, tmp_path: Path) -> None:
    """What comes back from the sandbox is data: another shape is read as no answer."""
    chapter = chapter_of("`math.squareroot(2)` is 1.41.")
    instrument = Identifiers()
    wanted = instrument.examine(chapter, facts).runs[0]
    from prompts.trust import Untrusted
    from tools.records import RunOutcome

    nothing = Untrusted("", "sandbox")
    for result in (
        None,
        [],
        {"names": []},
        {"names": [3]},
        {"names": [{"state": "missing"}, {}]},
        {"names": [{"state": "found", "signature": [1]}]},
    ):
        outcome = RunOutcome(key=wanted.key, state="ran", result=result, stdout=nothing, stderr=nothing)
        assert not alarms(instrument.read(wanted, outcome, chapter, facts))


def test_a_confirmation_quotes_the_defining_line(facts: Facts, tmp_path: Path) -> None:
    """A name that is there is confirmed once, with the line that defines it."""
    result = found("`toy.run` is called, and `toy.run` again.", facts, tmp_path)
    expected: Relation = "SUPPORTS"
    assert len(result.findings) == 1
    ground = result.findings[0].grounds[0]
    assert isinstance(ground, QuotedEvidence) and ground.relation == expected
    assert measure(ground.quotation.text).startswith("def run(data") and ground.quotation.locator == "line 3"


# ---- torch and numpy -------------------------------------------------------------------------------------------

IMPORTS = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\nimport numpy as np\n"
TORCH_FAULTS = [
    ("`torch._dynamo.config.cache_size_limit` bounds it.", "alias"),
    ("`torch._dynamo.config.cache_size_limit` defaults to 64, as an alias.", "default-value"),
    ("For `torch.compile`, `dynamic` defaults to False.", "default-value"),
    ("`nn.Dropout` has `p`, which defaults to 0.1.", "default-value"),
    ("`np.std` divides by N - 1, since `ddof` defaults to 1.", "default-value"),
    ("The default of `lr` in `torch.optim.Adam` is 0.01.", "default-value"),
    ("`nn.LayerNorm` adds `eps` (default: 1e-6).", "default-value"),
    ("`np.float_` is a double.", "removed"),
    ("`torch.symeig` gives eigenvalues.", "removed"),
    ("`torch.cuda.amp.autocast` casts.", "deprecated"),
    ("`torch.nn.CrossEntropy` is the loss.", "missing"),
    ("`torch.foobar(2)` runs.", "missing"),
    ("Set `TORCHINDUCTOR_CACHE_DIRS=/tmp` for it.", "environment-variable"),
    ("Run `torchrun --nprocs_per_node=2 train.py`.", "flag"),
    (code(IMPORTS + "F.softmax(x, dimension=1)"), "unknown-keyword"),
    (code(IMPORTS + "torch.compile(m, dynamik=False)"), "unknown-keyword"),
    (code(IMPORTS + "nn.Linear(3, 4, biass=False)"), "unknown-keyword"),
    (code(IMPORTS + "torch.zeros(3, dtyp=torch.float32)"), "unknown-keyword"),
    (code(IMPORTS + "opt = torch.optim.Adam(p)\nopt.zero_grads()"), "missing"),
    (code(IMPORTS + "nn.Dropout(0.1, True, 3)"), "too-many-arguments"),
]
TORCH_RIGHT = [
    "`torch.compile(model, dynamic=False)` forces static shapes.",
    "For `torch.compile`, `dynamic` defaults to None and `fullgraph` defaults to False.",
    "`torch._dynamo.config.recompile_limit` defaults to 8.",
    "`nn.Dropout` has `p`, which defaults to 0.5.",
    "`np.std` divides by N, since `ddof` defaults to 0.",
    'For `torch.compile`, `backend` defaults to "inductor".',
    "`torch.cuda.FloatTensor`, `torch.Tensor.view`, `torch.float32` and `np.float64` are there.",
    "`torch.backends.cudnn.benchmark` and `torch.nn.Linear.weight` are there.",
    'Set `TORCH_LOGS="recompiles"` to see them.',
    "Run `torchrun --nproc_per_node=2 train.py --lr 3`.",
    code(IMPORTS + "torch.cat([a, b], axis=0)\ntorch.softmax(x, dim=-1)\ntorch.sum(x, axis=1, keepdims=True)"),
    code(IMPORTS + "x = torch.zeros(3, 4, device='cpu', requires_grad=True)\nnp.linalg.norm(x, 2, 0)\nnp.random.default_rng(0)"),
    code(IMPORTS + "opt = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)\nopt.zero_grad(set_to_none=True)\nopt.step()"),
]


@pytest.mark.torch
@pytest.mark.parametrize(("text", "rule"), TORCH_FAULTS, ids=lambda each: str(each)[-44:].strip())
def test_a_wrong_name_of_torch_or_numpy_is_found(text: str, rule: str, tmp_path: Path) -> None:
    """The same on the real packages of an experiment environment."""
    packages, python = torch_environment()
    result = examined(Identifiers(), chapter_of(text), tmp_path, Facts(packages, True, "2026-01-31"), python)
    assert [each.rule for each in alarms(result)] in ([rule], ["alias", rule])


@pytest.mark.torch
@pytest.mark.parametrize("text", TORCH_RIGHT, ids=lambda each: each[-44:].strip())
def test_right_text_on_torch_or_numpy_gives_no_alarm(text: str, tmp_path: Path) -> None:
    """The same on the real packages of an experiment environment."""
    packages, python = torch_environment()
    result = examined(Identifiers(), chapter_of(text), tmp_path, Facts(packages, True, "2026-01-31"), python)
    assert shown(alarms(result), text) == []
