"""Answers recorded from the real package index are read, and its two interfaces tell the same of every release."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from prompts.trust import measure
from tools.identity.registries import pypi

RECORDED = Path(__file__).parent / "recorded_index"


def _recorded(name: str) -> Any:
    return json.loads(gzip.decompress((RECORDED / f"{name}.json.gz").read_bytes()))


@pytest.mark.parametrize(
    ("name", "versions", "first", "last"),
    [
        ("arxiv", 47, "2015-11-25", "2026-10-26"),
        ("warcio", 25, "2017-03-07", "2026-03-31"),
        ("protego", 16, "2019-07-18", "2026-09-21"),
        ("publicsuffix2", 13, "2015-06-04", "2019-12-21"),
        ("typing-inspection", 11, "2025-02-13", "2026-11-04"),
    ],
)
def test_a_project_is_dated_by_its_uploads(name: str, versions: int, first: str, last: str) -> None:
    """From the first upload to the newest, in whatever order the index lists them; every release can be named."""
    answer = _recorded(f"{name}.simple")
    project = pypi.registered(answer)
    assert project is not None and (project.id, project.first, project.last) == (f"pypi:{name}", first, last)
    releases = [pypi.registered(answer, version) for version in answer["versions"]]
    assert len(releases) == versions and all(release is not None and release.first is not None for release in releases)
    assert pypi.registered(answer, "999") is None


@pytest.mark.parametrize("name", ["protego", "typing-inspection"])
def test_both_interfaces_tell_the_same(name: str) -> None:
    """Dates and standing of each release agree; what only one of them knows is missing in the other and not made up."""
    simple, project = _recorded(f"{name}.simple"), _recorded(f"{name}.project")
    for version in simple["versions"]:
        one, other = pypi.registered(simple, version), pypi.registered(project, version)
        assert one is not None and other is not None
        assert (one.id, one.first, one.last, one.retraction) == (other.id, other.first, other.last, other.retraction)
        assert one.subtitle is None and other.subtitle is not None and one.authors == other.authors == ()


def test_a_project_names_its_repository() -> None:
    """As its own word, which is no registry's."""
    found = pypi.registered(_recorded("protego.project"))
    assert found is not None and [(related.kind, related.id, related.certain) for related in found.related] == [
        ("code", "https://github.com/scrapy/protego", False)
    ]
    assert measure(found.title).lower() == "protego" and found.version == "0.7.0"
