"""Documentation in the source of packages, the arguments that the source warns about, and names bound to an object's methods."""

from __future__ import annotations

from pathlib import Path

import pytest
from documented_site import NUMPY, PANDAS, TORCH
from package_sites import LIBRARY, distribution

from prompts.trust import measure
from tools.packages import Found, InstalledPackages, Names, holds_compiled, search
from tools.packages.arguments import deprecated_arguments
from tools.packages.documents import Told, document


@pytest.fixture
def names(tmp_path: Path) -> Names:
    for name, files in (("numpy", NUMPY), ("pandas", PANDAS), ("torch", TORCH)):
        distribution(tmp_path / "site", name, "9.0", files)
    return Names(InstalledPackages(tmp_path / "site", LIBRARY))


def resolved(names: Names, name: str) -> Found:
    found = names.resolve(name)
    assert isinstance(found, Found)
    return found


@pytest.mark.parametrize(
    ("name", "parameter", "words"),
    [
        ("numpy.cov", "rowvar", "each row represents a"),
        ("pandas.DataFrame.dropna", "how", "default 'any'"),
        ("torch.nn.functional.attend", "attn_mask", "*should* take part"),
        ("torch.nn.MultiheadAttention", "batch_first", "Default: ``False``"),
    ],
)
def test_the_entry_of_a_parameter_is_cut_out(names: Names, name: str, parameter: str, words: str) -> None:
    """It holds the parameter's lines and ends before the next entry, for docstrings of functions, classes and compiled functions."""
    doc = document(names, resolved(names, name))
    entry = doc.entry(parameter) if doc is not None else None
    assert entry is not None
    quotation = entry.quote()
    assert words in entry.text and quotation is not None and words in measure(quotation.text)
    assert not entry.text.rstrip().endswith('"""')


def test_a_parameter_without_an_entry_has_none(names: Names) -> None:
    """A word that only stands in a sentence is no entry."""
    doc = document(names, resolved(names, "numpy.cov"))
    assert doc is not None and doc.entry("variable") is None


def test_a_summary_is_the_first_paragraph_and_no_signature() -> None:
    """What an interpreter tells begins with the signature, and its lines are in no file."""
    doc = Told("choice(a, size=None)\n\nDraw items\nfrom a.\n\nMore.").document()
    assert doc.summary == "Draw items from a." and doc.quote() is None


def test_an_argument_that_is_warned_about_is_old(names: Names) -> None:
    """The test for its being passed has to do nothing but warn; other arguments are not meant."""
    marks = deprecated_arguments(resolved(names, "pandas.DataFrame.fillna"))
    assert set(marks) == {"method"} and "ffill()" in marks["method"].words


def test_a_name_bound_to_the_method_of_an_object_is_followed(names: Names) -> None:
    """`random.randint` is a method of the object that the module makes."""
    assert resolved(names, "random.randint").name == "random.Random.randint"


def test_files_that_are_left_out_are_not_read(tmp_path: Path) -> None:
    """A search says nothing of them."""
    distribution(tmp_path / "site", "toy", "1.0", {"toy/a.py": "word = 1\n", "toy/tests/b.py": "word = 1\n"})
    packages = InstalledPackages(tmp_path / "site")
    assert [hit.path for hit in search(packages, "toy", ["word"], leave=lambda path: "/tests/" in path)] == ["toy/a.py"]


def test_words_over_the_edge_of_a_piece_are_found(tmp_path: Path) -> None:
    """Compiled files are read in pieces; what stands over an edge counts."""
    distribution(tmp_path / "site", "toy", "1.0", {"toy/fast.so": "\0" * ((1 << 22) - 4) + "over the edge", "toy/__init__.py": ""})
    packages = InstalledPackages(tmp_path / "site")
    assert holds_compiled(packages, "toy", "over the edge")
    assert not holds_compiled(packages, "toy", "over the ledge")
