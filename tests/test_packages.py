"""Installed packages are read as text: what is there, where a name is defined, and when its absence is certain."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from package_sites import LIBRARY, distribution

from prompts.trust import measure
from tools.packages import Found, InstalledPackages, Missing, Names, Unknown, deprecation, holds_compiled, search, signature

TOY = {
    "toy/__init__.py": (
        '"""A toy package."""\n'
        "from toy._core import *\n"
        "from toy._core import run as start\n"
        "from toy import settings\n"
        "VERSION = '1.0'\n"
        "_gone = {'ancient': 'Use `toy.run` instead.'}\n"
        "def __getattr__(name):\n"
        "    if name in _gone:\n"
        "        raise AttributeError(_gone[name])\n"
        "    raise AttributeError(name)\n"
    ),
    "toy/_core.py": (
        "from typing import overload\n"
        "from typing_extensions import deprecated\n"
        "import warnings\n"
        "def run(data, *, depth: int = 3, mode=None):\n"
        "    '''Runs.'''\n"
        "    return data\n"
        "@deprecated('use run')\n"
        "def walk(data): return run(data)\n"
        "def crawl(data):\n"
        "    warnings.warn('crawl is deprecated', DeprecationWarning)\n"
        "    return data\n"
        "def creep(data):\n"
        "    raise RuntimeError('creep was removed; use run')\n"
        "class Base:\n"
        "    def close(self): self.closed = True\n"
        "class Engine(Base):\n"
        "    def __init__(self, size, speed=2):\n"
        "        self.size = size\n"
        "    def spin(self, times=1): return times\n"
        "_hidden = 1\n"
    ),
    "toy/settings.py": "from toy._config import Config\nrow_limit = 8\nold_limit = Config(alias='toy.settings.row_limit')\n",
    "toy/_config.py": "def Config(**given): return given\n",
    "toy/plain.py": "def only(a, b=1): return a\n",
    "toy/fast.pyi": "def quick(x: int, *, level: int = 2) -> int: ...\n",
    "toy/open.py": "globals().update(more=1)\ndef here(): ...\n",
    "toy/broken.py": "def (:\n",
}


@pytest.fixture
def packages(tmp_path: Path) -> InstalledPackages:
    distribution(tmp_path, "toy", "1.0+local", TOY, "[console_scripts]\ntoyrun = toy.plain:only\n")
    return InstalledPackages(tmp_path, LIBRARY)


@pytest.fixture
def names(packages: InstalledPackages) -> Names:
    return Names(packages)


def test_distributions_and_the_interpreter_are_listed_with_their_versions(packages: InstalledPackages) -> None:
    """The standard library stands beside the distributions as "python" with the full version of its interpreter."""
    assert packages.installed() == {"toy": "1.0+local", "python": ".".join(map(str, sys.version_info[:3]))}


def test_a_file_has_a_canonical_source_without_the_local_build_label(packages: InstalledPackages) -> None:
    """The build label of a version stays out of the id; the hash tells builds apart."""
    file = packages.read("toy", "toy/settings.py")
    assert file is not None and file.source == "pypi:toy==1.0/toy/settings.py" and len(file.sha256) == 64
    encoder = packages.read("python", "json/encoder.py")
    assert encoder is not None and encoder.source.startswith("python:") and encoder.source.endswith("/json/encoder.py")


@pytest.mark.parametrize(
    ("module", "owner"),
    [("toy", "toy"), ("json", "python"), ("sys", "python"), ("math", "python"), ("nowhere", None)],
    ids=["site", "library", "built-in", "compiled", "absent"],
)
def test_a_module_belongs_to_its_distribution(packages: InstalledPackages, module: str, owner: str | None) -> None:
    """Top-level modules are found by the files that the distribution recorded."""
    assert packages.distribution_of(module) == owner


@pytest.mark.parametrize(
    "path", ["../secret.py", "/etc/passwd", "toy/link.py", "toy/huge.py"], ids=["up", "absolute", "link-out", "above-the-cap"]
)
def test_a_record_cannot_lead_outside_or_beyond_the_cap(tmp_path: Path, path: str) -> None:
    """A hostile RECORD names any path; none outside the folder is opened, and no file above the cap is read."""
    site = tmp_path / "site"
    distribution(site, "toy", "1", {"toy/__init__.py": "x = 1\n"})
    (tmp_path / "secret.py").write_text("secret = 1\n")
    (site / "toy" / "link.py").symlink_to(tmp_path / "secret.py")
    (site / "toy" / "huge.py").write_text("#" * 4_000_001)
    with (site / "toy-1.dist-info" / "RECORD").open("a") as record:
        record.write(f"{path},,\n")
    assert InstalledPackages(site).read("toy", path) is None


def test_what_is_not_text_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    """Bytes that are no source in their declared encoding give no file."""
    distribution(tmp_path, "toy", "1", {"toy/__init__.py": "x = 1\n"})
    (tmp_path / "toy" / "__init__.py").write_bytes(b"\xff\xfe\x00x")
    assert InstalledPackages(tmp_path).read("toy", "toy/__init__.py") is None


@pytest.mark.parametrize(
    ("name", "path", "line"),
    [
        ("toy.run", "toy/_core.py", "line 4"),
        ("toy.start", "toy/_core.py", "line 4"),
        ("toy.Engine", "toy/_core.py", "line 16"),
        ("toy.Engine.spin", "toy/_core.py", "line 19"),
        ("toy.Engine.close", "toy/_core.py", "line 15"),
        ("toy.Engine.size", "toy/_core.py", "line 18"),
        ("toy.settings.row_limit", "toy/settings.py", "line 2"),
        ("toy.VERSION", "toy/__init__.py", "line 5"),
        ("toy.fast.quick", "toy/fast.pyi", "line 1"),
        ("collections.OrderedDict", "collections/__init__.py", None),
        ("os.path.join", None, None),
        ("json.JSONEncoder.encode", "json/encoder.py", None),
    ],
    ids=["star", "import-as", "class", "method", "inherited", "set-on-self", "submodule", "constant", "stub",
         "library-class", "conditional-import", "library-method"],
)  # fmt: skip
def test_a_name_is_followed_to_its_definition(names: Names, name: str, path: str | None, line: str | None) -> None:
    """Imports, star imports, aliases, bases and stubs are followed to the line that defines the name."""
    found = names.resolve(name)
    assert isinstance(found, Found)
    assert path is None or found.module.file.path == path
    assert line is None or found.quote().locator == line


@pytest.mark.parametrize(
    ("name", "closest"),
    [("toy.settings.row_limits", "row_limit"), ("toy.plain.onyl", "only"), ("json.dump_s", "dumps"), ("toy.Engine.spinn", "spin"),
     ("collections.Sequence", None)],
    ids=["setting", "function", "library", "method", "removed"],
)  # fmt: skip
def test_an_absence_is_certain_where_all_ways_were_seen(names: Names, name: str, closest: str | None) -> None:
    """A module or class that makes no names as it runs has no others than those that are seen."""
    missing = names.resolve(name)
    assert isinstance(missing, Missing | Unknown)
    if closest is not None:
        assert isinstance(missing, Missing) and missing.closest[0] == closest


@pytest.mark.parametrize(
    "name", ["toy.open.anything", "math.sqrtt", "re.I", "toy.VERSION.thing", "nowhere.thing", "toy.broken.x"],
    ids=["globals", "compiled", "global-enum", "attribute-of-a-value", "not-installed", "syntax-error"],
)  # fmt: skip
def test_what_the_text_cannot_tell_is_unknown(names: Names, name: str) -> None:
    """Names that may come about as a module runs are never called missing."""
    assert isinstance(names.resolve(name), Unknown)


def test_a_name_that_getattr_refuses_is_missing_with_its_advice(names: Names) -> None:
    """The line that lists a removed name and the advice beside it are told."""
    missing = names.resolve("toy.ancient")
    assert isinstance(missing, Missing) and missing.advice == "Use `toy.run` instead." and missing.note is not None


def test_imports_in_a_circle_end(tmp_path: Path) -> None:
    """Modules that import a name from each other give no answer, and give it soon."""
    ring = {
        f"ring/m{number}.py": f"from ring.m{(number + 1) % 9} import *\nfrom ring.m{(number + 2) % 9} import thing\n" for number in range(9)
    }
    distribution(tmp_path, "ring", "1", {"ring/__init__.py": "from ring.m0 import *\n", **ring})
    assert not isinstance(Names(InstalledPackages(tmp_path)).resolve("ring.thing"), Found)


def test_a_star_import_stands_over_the_submodule_of_its_name(tmp_path: Path) -> None:
    """`from .memo import *` that brings a class memo hides the module memo."""
    distribution(tmp_path, "pack", "1", {"pack/__init__.py": "from .memo import *\n", "pack/memo.py": "class memo:\n    size = 1\n"})
    found = Names(InstalledPackages(tmp_path)).resolve("pack.memo")
    assert isinstance(found, Found) and found.kind == "class"


def test_a_signature_states_kinds_and_defaults(names: Names) -> None:
    """Defaults are the source's own words, each with its line; self is taken off."""
    run, engine = names.resolve("toy.run"), names.resolve("toy.Engine")
    assert isinstance(run, Found) and isinstance(engine, Found)
    stated, made = signature(names, run), signature(names, engine)
    assert stated is not None and stated.certain
    assert [(each.name, each.kind, each.default) for each in stated.parameters] == [
        ("data", "either", None), ("depth", "keyword", "3"), ("mode", "keyword", "None")]  # fmt: skip
    assert made is not None and [each.name for each in made.parameters] == ["size", "speed"]


@pytest.mark.parametrize("name", ["heapq.heapify", "operator.add", "toy.fast.quick"], ids=["accelerated", "accelerated-too", "stub"])
def test_a_signature_that_compiled_code_may_replace_is_not_certain(names: Names, name: str) -> None:
    """A Python definition with a compiled stand-in says nothing certain of the parameters."""
    found = names.resolve(name)
    stated = signature(names, found) if isinstance(found, Found) else None
    assert stated is None or not stated.certain


@pytest.mark.parametrize(
    ("name", "words", "gone", "successor"),
    [
        ("toy.walk", "use run", False, ""),
        ("toy.crawl", "crawl is deprecated", False, ""),
        ("toy.creep", "creep was removed; use run", True, ""),
        ("toy.settings.old_limit", "", False, "toy.settings.row_limit"),
    ],
    ids=["decorator", "warning", "refusal", "alias"],
)
def test_a_mark_of_deprecation_is_read(names: Names, name: str, words: str, gone: bool, successor: str) -> None:
    """Decorators, warnings at every call, unconditional refusals and aliases of settings are told with their line."""
    found = names.resolve(name)
    assert isinstance(found, Found)
    mark = deprecation(names, found)
    assert mark is not None and (mark.words, mark.gone, mark.successor) == (words, gone, successor)


def test_search_ranks_files_by_what_they_hold(packages: InstalledPackages) -> None:
    """Files with more of the needles come first; nothing outside the distribution is looked at."""
    hits = search(packages, "toy", ["row_limit", "Config(alias"])
    assert hits[0].path == "toy/settings.py" and hits[0].needles == {"row_limit", "Config(alias"}


def test_compiled_files_are_searched_as_bytes(tmp_path: Path) -> None:
    """A message on the C side is seen in the compiled file that holds it."""
    distribution(tmp_path, "toy", "1", {"toy/__init__.py": "", "toy/_fast.so": "\0shapes cannot be multiplied\0"})
    packages = InstalledPackages(tmp_path)
    assert holds_compiled(packages, "toy", "shapes cannot be multiplied") and not holds_compiled(packages, "toy", "shapes can be")


def test_nothing_of_a_package_is_run(tmp_path: Path, names: Names) -> None:
    """Reading a package whose import would write a file writes none."""
    mark = tmp_path / "ran"
    distribution(tmp_path / "s", "trap", "1", {"trap/__init__.py": f"open({str(mark)!r}, 'w')\ndef f(a=1): ...\n"})
    inside = Names(InstalledPackages(tmp_path / "s"))
    found = inside.resolve("trap.f")
    assert isinstance(found, Found) and signature(inside, found) is not None and not mark.exists()
    assert "trap" not in sys.modules and measure(found.module.file.text).startswith("open(")
