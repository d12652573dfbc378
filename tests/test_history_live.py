"""Release history on the index that pip is configured for: changes whose right answer was read beforehand in every release's file.

The answers were found by loading each release's wheel whole and matching its text, for torch by reading four wheels of another platform.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from agent.report.verify import verify
from prompts.trust import measure
from tests.package_sites import torch_environment
from tests.test_desk import NOW
from tools.fetch import Door
from tools.fetch.index import configured
from tools.history import History, of_name, of_words, quotations, told
from tools.policy import Policy

pytestmark = pytest.mark.live
PACK = Path(__file__).parents[2] / "shared" / "packs" / "pytorch-from-first-principles-13.txt"

# package, name, the release before and the one after, the kind, words of each line (None where it is absent), a part of the sentence.
ANSWERS: list[tuple[str, str, str, str, str, str | None, str | None, str]] = [
    (
        "torch", "torch._dynamo.config.cache_size_limit", "2.6.0", "2.7.0", "alias", "cache_size_limit = 8",
        'Config(alias="torch._dynamo.config.recompile_limit")', "it became an alias of torch._dynamo.config.recompile_limit",
    ),
    (
        "torch", "torch._dynamo.config.cache_size_limit", "2.1.2", "2.2.0", "default", "cache_size_limit = 64", "cache_size_limit = 8",
        "it is 8, before 64",
    ),
    ("httpx", "httpx._types.ProxyTypes", "0.25.2", "0.26.0", "appeared", None, "ProxyTypes = Union[", "present in 0.26.0"),
    ("httpx", "httpx.Proxy", "0.24.1", "0.25.0", "signature", None, "ssl_context", "it takes ssl_context as well"),
    ("httpx", "httpx.Proxy", "0.18.2", "0.19.0", "signature", "mode", None, "it takes mode no more"),
    ("packaging", "packaging.version.LegacyVersion", "21.3", "22.0", "disappeared", "class LegacyVersion", None, "absent in 22.0"),
    (
        "packaging", "packaging.utils.canonicalize_version", "21.3", "22.0", "signature", None, "strip_trailing_zero",
        "it takes strip_trailing_zero as well",
    ),
    (
        "tenacity", "tenacity.wait_exponential_jitter", "8.0.1", "8.1.0", "appeared", None, "class wait_exponential_jitter",
        "present in 8.1.0",
    ),
    (
        "tenacity", "tenacity.before_sleep.before_sleep_log", "6.1.0", "6.2.0", "signature", None, "exc_info=False",
        "it takes exc_info as well",
    ),
    ("attrs", "attr.validators.not_", "22.1.0", "22.2.0", "appeared", None, "def not_(validator", "present in 22.2.0"),
    ("attrs", "attr.validators.provides", "23.2.0", "24.1.0", "disappeared", "def provides(interface)", None, "absent in 24.1.0"),
    ("attrs", "attr._make.attrib", "25.3.0", "25.4.0", "default", "kw_only=False", "kw_only=None", "kw_only is None, before False"),
    (
        "typer", "typer.main.Typer", "0.12.4", "0.12.5", "default", "rich_markup_mode: MarkupMode = None",
        "rich_markup_mode: MarkupMode = Default(DEFAULT_MARKUP_MODE)", "rich_markup_mode is Default(DEFAULT_MARKUP_MODE), before None",
    ),
    ("pydantic", "pydantic.main.BaseModel.model_dump", "2.10.6", "2.11.0", "signature", None, "fallback", "it takes fallback as well"),
    ("numpy", "numpy.lib.function_base.trapz", "1.26.4", "2.0.0", "disappeared", "def trapz(y", None, "absent in 2.0.0"),
]  # fmt: skip


def opened() -> Door:
    """The door to the real index; skips where there is none or it is not reached."""
    index = configured()
    if not index.url:
        pytest.skip(f"no package index: {index.note}")
    door = Door(Policy(own_origins=frozenset({index.origin})), lambda: NOW, index=index)
    reached = door.fetch(f"{index.url}/packaging/", own=True).record
    if reached.state != "fetched":
        pytest.skip(f"the package index is not reached: {reached.state}, {reached.reason}")
    return door


@pytest.fixture(scope="module")
def histories() -> dict[str, History]:
    """Every name of the answers, asked once."""
    door = opened()
    names = dict.fromkeys((package, name) for package, name, *_ in ANSWERS)
    return {name: of_name(door, package, name) for package, name in names}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "name", "before", "after", "kind", "was", "stands", "says"), ANSWERS, ids=[f"{each[1]} {each[3]}" for each in ANSWERS]
)
def test_the_real_releases_are_read_rightly(
    histories: dict[str, History], package: str, name: str, before: str, after: str, kind: str, was: str | None, stands: str | None,
    says: str,
) -> None:  # fmt: skip
    """The change lies between the two releases between which it was read to lie, with lines of both."""
    history = histories[name]
    found = [change for change in history.changes if (change.before.version, change.after.version) == (before, after)]
    assert len(found) == 1 and kind in found[0].kinds and not history.ended, history.ended
    assert says in measure(told(name, package, found[0]))
    for expected, quotation in zip((was, stands), quotations(found[0]), strict=True):
        if expected is not None:
            assert quotation is not None and expected in measure(quotation.text)


def test_a_message_of_the_real_releases_is_found() -> None:
    """The text of packaging's error for a version took another form in 21.0, as reading all releases showed."""
    history = of_words(opened(), "packaging", "packaging/version.py", "Invalid version: '{0}'")
    assert ("20.9", "21.0", ("disappeared",)) in [(each.before.version, each.after.version, each.kinds) for each in history.changes]


@pytest.mark.slow
def test_of_large_wheels_little_is_read(histories: dict[str, History]) -> None:
    """torch's releases are some hundred megabytes each; their history costs less than half of one, in less than a hundred requests."""
    history = histories["torch._dynamo.config.cache_size_limit"]
    assert history.releases > 40 and history.bytes < 40_000_000 and history.requests < 100


@pytest.mark.slow
@pytest.mark.torch
def test_the_real_pack_names_the_release_of_the_alias(tmp_path: Path) -> None:
    """Without a model the report names the release in which the setting became an alias, with the lines of both releases, and holds."""
    if not PACK.is_file():
        pytest.skip("the real pack lies in ../shared, which is not here")
    torch_environment()
    opened()
    words = [sys.executable, "-m", "agent", "research", str(PACK), "--out", str(tmp_path), "--model", "none", "--no-experiments"]
    done = subprocess.run(words, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=300)
    (report,) = tmp_path.rglob("report.md")
    text = report.read_text(encoding="utf-8")
    assert done.returncode in (0, 3), done.stderr
    assert "changed in torch 2.7.0 (2025-04-23), against 2.6.0: it became an alias of" in text
    assert '`cache_size_limit: int = Config(alias="torch._dynamo.config.recompile_limit")`' in text and "`cache_size_limit = 8`" in text
    assert "`pypi:torch==2.7.0/torch/_dynamo/config.py`" in text and "`pypi:torch==2.6.0/torch/_dynamo/config.py`" in text
    assert verify(report.parent) == ()
