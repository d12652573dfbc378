"""Calls are held against the comment or the sentence beside them where their arguments settle the matter."""

from __future__ import annotations

from pathlib import Path

import pytest
from documented_site import NUMPY
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution

from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Examination, Facts

TORCH = {
    "torch/__init__.py": "from torch import nn\n"
    "def randint(low, high, size):\n    '''Integers of [low, high).\n\n    high (int): one above, exclusive\n    '''\n",
    "torch/nn/__init__.py": "from torch.nn import functional\n",
    "torch/nn/functional.py": "def softmax(input, dim=None):\n    '''Rescale slices along dim.'''\n",
}
OLD = {
    "toy/__init__.py": (
        "import warnings\n"
        "def _old(how, interpolation):\n    warnings.warn('interpolation is deprecated', DeprecationWarning)\n    return interpolation\n"
        "def cut(data, how='linear', *, interpolation=None):\n"
        "    if interpolation is not None:\n        how = _old(how, interpolation)\n    return how\n"
        "def other(data, interpolation=None): return data\n"
    ),
}
NP = "import numpy as np\nrng = np.random.default_rng(1)\n"


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    for name, files in (("torch", TORCH), ("numpy", NUMPY), ("toy", OLD)):
        distribution(tmp_path / "site", name, "9.0", files)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=False, today="2026-01-31")


def fenced(code: str) -> str:
    return f"```python\n{code}\n```\n"


def found(text: str, facts: Facts, folder: Path) -> Examination:
    return examined(Identifiers(), chapter_of(text), folder / "runs", facts)


FAULTS = [
    (fenced("import torch\ndie = torch.randint(1, 6, (10,))  # faces 1 to 6"), "words-beside-a-call"),
    (fenced("import random\nmonth = random.randrange(1, 12)  # Monate 1 bis 12"), "words-beside-a-call"),
    (fenced(NP + "d = rng.integers(1, 20, size=3)  # les faces 1 à 20"), "words-beside-a-call"),
    (fenced("import torch\nw = scores.softmax(dim=0)  # each row now sums to one"), "words-beside-a-call"),
    (fenced("import torch\nw = torch.nn.functional.softmax(scores, dim=-1)  # die Spalten summieren sich zu 1"), "words-beside-a-call"),
    ("The bootstrap draws with replacement:\n\n" + fenced(NP + "m = rng.choice(x, size=9, replace=False).mean()"), "words-beside-a-call"),
    ("Le tirage avec remise donne un intervalle :\n\n" + fenced(NP + "m = rng.choice(x, size=9, replace=False)"), "words-beside-a-call"),
    (fenced("from datetime import timedelta\nold = age.seconds > 86_400  # older than one day"), "never-true"),
    (fenced("from datetime import timedelta\nif wait.seconds >= 24 * 3600:\n    stop()"), "never-true"),
    (fenced("import toy") + "\n`toy.cut` cuts. Whoever wants a value of the data passes `interpolation='lower'`.", "deprecated-argument"),
    (fenced("import toy") + '\nToy: toy.cut schneidet. Dazu gibt man interpolation="lower" an.', "deprecated-argument"),
]


@pytest.mark.parametrize(("text", "rule"), FAULTS, ids=lambda each: each[-50:].strip())
def test_words_that_a_call_belies_are_found(text: str, rule: str, facts: Facts, tmp_path: Path) -> None:
    """One alarm, with evidence."""
    findings = alarms(found(text, facts, tmp_path))
    assert [each.rule for each in findings] == [rule]
    assert findings[0].grounds and findings[0].working


RIGHT = [
    fenced("import torch\ndie = torch.randint(1, 7, (10,))  # faces 1 to 6"),
    fenced("import torch\ndie = torch.randint(1, 6, (10,))  # faces 1 to 6, without the 6"),
    fenced("import random\ndie = random.randint(1, 6)  # 1 to 6"),
    fenced(NP + "d = rng.integers(1, 6, endpoint=True)  # 1 to 6"),
    fenced("def randint(a, b): return b\ndie = randint(1, 6)  # 1 to 6"),
    fenced("import torch\nw = scores.softmax(dim=0)  # each column sums to one"),
    fenced("import torch\nw = scores.softmax(dim=-1)  # each row sums to one"),
    fenced("import torch\nw = scores.softmax(dim=1)  # with a batch in front, each column sums to one"),
    "The bootstrap draws with replacement:\n\n" + fenced(NP + "m = rng.choice(x, size=9, replace=True)"),
    "A permutation draws without replacement, unlike the bootstrap:\n\n" + fenced(NP + "m = rng.choice(x, size=9, replace=False)"),
    "The bootstrap came first.\n\nNow we split the data:\n\n" + fenced(NP + "m = rng.choice(x, size=9, replace=False)"),
    fenced("from datetime import timedelta\nold = age.seconds > 3600"),
    fenced("from datetime import timedelta\nold = age.total_seconds() > 86_400"),
    fenced("from datetime import timedelta\nclass Clock:\n    def __init__(self):\n        self.seconds = 0\nold = clock.seconds > 90_000"),
    fenced("old = clock.seconds > 90_000"),
    fenced("import toy") + "\n`toy.other` cuts and takes `interpolation='lower'`.",
    fenced("import toy") + "\n`toy.cut` once took `interpolation='lower'`, which was renamed.",
    fenced("import toy") + "\n`toy.cut` and `toy.other` are there.\n\nWe pass `interpolation='lower'`.",
    fenced("import toy") + "\n`toy.cut` takes `how='lower'`; our own plot has interpolation = None.",
]


@pytest.mark.parametrize("text", RIGHT, ids=lambda each: each[-60:].strip())
def test_words_that_agree_with_a_call_give_no_alarm(text: str, facts: Facts, tmp_path: Path) -> None:
    """What is right, denied, inclusive, of another axis or of the chapter's own is no fault."""
    assert [each.rule for each in alarms(found(text, facts, tmp_path))] == []
