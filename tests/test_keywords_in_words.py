"""Keywords that sentences pass, and defaults told by an argument that is left out, against the signature of the function at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import alarms, chapter_of, examined
from package_sites import LIBRARY, distribution

from prompts.trust import measure
from tools.instruments.identifiers import Identifiers
from tools.packages import InstalledPackages
from tools.records import Facts

TOY = {
    "toy/__init__.py": (
        "import warnings\nfrom toy import stance\n"
        "def smooth(data, mode='full', *, keep_edges=True): return data\n"
        "def spread(data, momentum=0.1): return data\n"
        "def opened(data, **options): return data\n"
        "class Norm:\n    def __init__(self, size, elementwise_gain=True, bias=True): ...\n"
        "class Batch:\n    def __init__(self, size, gain=True): ...\n"
        "def cut(data, how='linear', *, interpolation=None):\n"
        "    if interpolation is not None:\n        warnings.warn('interpolation is deprecated', DeprecationWarning)\n    return how\n"
    ),
    "toy/stance.py": "def set_stance(name, *, skip_checks_unsafe=False): ...\n",
    "toy/config.py": "row_limit = 8\ntotal_row_limit = 256\n",
}
#: A class that its package imports only once it is asked for, and an object of it.
POOL = "```python\nfrom concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n```\n\n"
OPENING = (
    "```python\nimport toy\nfrom toy import smooth, Norm\ntoy.stance.set_stance('default')\ntoy.Batch(4, gain=False)\n"
    "toy.spread([1, 2])\nprint(toy.config.row_limit)\n```\n\n"
)
#: A right sentence, its wrong twin, and the rule that finds it.
TWINS: dict[str, tuple[str, str, str]] = {
    "called it": (
        "`toy.smooth` evens out. It is quick. Where the ends matter, call it with `keep_edges=False`; otherwise leave it alone.",
        "`toy.smooth` evens out. It is quick. Where the ends matter, call it with `keep_rims_edges=False`; otherwise leave it alone.",
        "unknown-keyword",
    ),
    "its argument": (
        "The module has `toy.smooth`, and its argument `mode` says how far it reaches.",
        "The module has `toy.smooth`, and its argument `reach` says how far it reaches.",
        "unknown-keyword",
    ),
    "its argument in the next sentence": (
        "We begin with `toy.smooth`. Its `mode` argument says how far it reaches.",
        "We begin with `toy.smooth`. Its `span` argument says how far it reaches.",
        "unknown-keyword",
    ),
    "the argument of a function": (
        "The `momentum` argument of `spread` tells how much is kept.",
        "The `inertia` argument of `spread` tells how much is kept.",
        "unknown-keyword",
    ),
    "the argument of a function, in German": (
        "Das Argument `momentum` von `spread` sagt, wie viel bleibt.",
        "Das Argument `inertia` von `spread` sagt, wie viel bleibt.",
        "unknown-keyword",
    ),
    "the argument of a function, in French": (
        "L'argument `momentum` de `spread` dit ce qui reste.",
        "L'argument `inertia` de `spread` dit ce qui reste.",
        "unknown-keyword",
    ),
    "a genitive": (
        "`spread`'s parameter `momentum` tells how much is kept.",
        "`spread`'s parameter `inertia` tells how much is kept.",
        "unknown-keyword",
    ),
    "a call of a bare name": (
        '`set_stance("default", skip_checks_unsafe=True)` leaves checks out.',
        '`set_stance("default", skip_checks=True)` leaves checks out.',
        "unknown-keyword",
    ),
    "in a class": (
        "In `Norm` the gain is switched off with `elementwise_gain=False`, and the bias with `bias=False`.",
        "In `Norm` the gain is switched off with `gain=False`, and the bias with `bias=False`.",
        "unknown-keyword",
    ),
    "beside a function": (
        "`smooth` can leave the ends out: with `keep_edges=False` it does.",
        "`smooth` can leave the ends out: with `keep_ends=False` it does.",
        "unknown-keyword",
    ),
    "mit": (
        "`smooth` lässt die Ränder mit `keep_edges=False` weg.",
        "`smooth` lässt die Ränder mit `keep_rims=False` weg.",
        "unknown-keyword",
    ),
    "left out": (
        'If `mode` is not given, `smooth` uses `"full"` and returns more.',
        'If `mode` is not given, `smooth` uses `"same"` and returns more.',
        "default-value",
    ),
    "si": ('Si `mode` est omis, `smooth` utilise `"full"`.', 'Si `mode` est omis, `smooth` utilise `"same"`.', "default-value"),
    "named elsewhere": (
        "In this library the argument `momentum` is 0.1 by default.",
        "In this library the argument `momentum` is 0.9 by default.",
        "default-value",
    ),
    "counts and stands": (
        "A second limit, total_row_limit, counts across all rows of the page and stands at 256.",
        "A second limit, total_row_limit, counts across all rows of the page and stands at 64.",
        "default-value",
    ),
    "the argument": (
        "`toy.cut` takes the middle; the argument `how` selects another rule.",
        "`toy.cut` takes the middle; the argument `interpolation` selects another rule.",
        "deprecated-argument",
    ),
}
SILENT = (
    "`opened` takes all, and its argument `reach` says how far.",
    "`smooth` has no such thing: its argument `reach` does not exist.",
    "The argument `reach` of `smooth` was removed.",
    "`smooth` and `spread` differ, and its argument `reach` says how far.",
    "`Norm` is a layer, and its parameter `weight` is trained.",
    "Our loop calls `smooth`. The program reads its argument `path` from the command line of `run`.",
    "`smooth` is a helper. Our script takes `rows=3`; call it with `width=5`.",
    "We write `walk(tree)` ourselves; the argument `tree` of `walk` is a list.",
    "The argument `data` of `smooth` is a list.",
    "`smooth` was rewritten; before version 1.0 its argument `reach` said how far.",
    "`opened` takes all: with `keep_ends=False` it does something.",
    "`smooth` has no such thing: `keep_ends=False` is not available.",
    "`smooth` and `Norm` go together with `gain=False` in our code.",
    "Unlike in `Batch`, in `Norm` nothing is switched off with `gain=False`.",
    "`smooth` is called with `rows=3` in the loop of `main`.",
    "If `mode` is not given, our loop uses `same` words.",
    "If `depth` is not given, `smooth` uses 3 of them.",
    "Here the argument `momentum` of our own optimizer is 0.9.",
)


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    distribution(tmp_path / "site", "toy", "1.0", TOY)
    return Facts(packages=InstalledPackages(tmp_path / "site", LIBRARY), experiments=False, today="2026-01-31")


@pytest.mark.parametrize("name", TWINS)
def test_a_sentence_is_held_against_the_signature(name: str, facts: Facts, tmp_path: Path) -> None:
    """The right sentence is silent; its twin yields one alarm, with evidence."""
    right, wrong, rule = TWINS[name]
    said = alarms(examined(Identifiers(), chapter_of(OPENING + right), tmp_path / "right", facts))
    assert [measure(f.summary) for f in said] == []
    found = alarms(examined(Identifiers(), chapter_of(OPENING + wrong), tmp_path / "wrong", facts))
    assert [f.rule for f in found] == [rule]
    assert found[0].grounds and found[0].working


@pytest.mark.parametrize("sentence", SILENT)
def test_a_keyword_that_may_belong_elsewhere_raises_no_alarm(sentence: str, facts: Facts, tmp_path: Path) -> None:
    """Where any keyword is taken, the owner is open, or nothing like it is taken, nothing is said."""
    said = alarms(examined(Identifiers(), chapter_of(OPENING + sentence), tmp_path, facts))
    assert [measure(f.summary) for f in said] == []


def test_a_method_of_a_class_that_is_imported_late_is_known(facts: Facts, tmp_path: Path) -> None:
    """`concurrent.futures` imports its pools when they are asked for; their methods are read all the same."""
    words = "Call `shutdown` yourself: with `{}=True` it drops what has not begun."
    right, wrong = (chapter_of(POOL + words.format(keyword)) for keyword in ("cancel_futures", "cancel_pending"))
    assert alarms(examined(Identifiers(), right, tmp_path / "right", facts)) == []
    assert [f.rule for f in alarms(examined(Identifiers(), wrong, tmp_path / "wrong", facts))] == ["unknown-keyword"]
