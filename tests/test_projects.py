"""Where a package's project is at home is its own metadata's word: its repository is searched, and its pages and files are one source."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.acts.bench import desk_of, links_of, projects_of
from tests.test_inquiry import snapshot_of
from tests.world import world
from tools.packages import InstalledPackages
from tools.search.desk import Desk
from tools.search.profiles import SearchSettings, Subject, repositories_of, told

METADATA = """Metadata-Version: 2.4
Name: {name}
Version: 1.2
Home-page: https://wheels.example/
Project-URL: Repository, https://github.com/made/wheels.git
Project-URL: Issue Tracker, https://github.com/made/wheels/issues
Project-URL: Documentation, https://docs.wheels.example/stable
Project-URL: Funding, https://github.com/sponsors/made
Project-URL: Chat, https://chat.example/wheels
Project-URL: Source mirror, javascript:alert(1)

Project-URL: Repository, https://github.com/evil/body
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site-packages folder with one distribution whose name has a mark in it."""
    folder = tmp_path / "site" / "made_wheels-1.2.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(METADATA.format(name="made-wheels"))
    (folder / "RECORD").write_text("made_wheels/__init__.py,,\nmade_wheels-1.2.dist-info/METADATA,,\n")
    (tmp_path / "site" / "made_wheels").mkdir()
    (tmp_path / "site" / "made_wheels" / "__init__.py").write_text("SIZE = 1\n")
    return tmp_path / "site"


def test_a_project_is_where_its_metadata_says(site: Path) -> None:
    """Links that lead home and can be opened are taken, those to who pays or talks are not, and nothing out of the description."""
    packages = InstalledPackages(site)
    assert links_of(packages, "made-wheels") == (
        "https://github.com/made/wheels.git", "https://github.com/made/wheels/issues", "https://docs.wheels.example/stable",
        "https://wheels.example/",
    )  # fmt: skip
    assert projects_of(packages, ["made-wheels"]) == (("github.com/made", "pypi:made-wheels", "wheels.example"),)
    assert links_of(packages, "nowhere") == () == projects_of(packages, ["nowhere"])


def test_the_repositories_of_the_chapters_packages_are_searched(site: Path, tmp_path: Path) -> None:
    """A chapter that imports a package has its repository searched for releases, and says so before anything is asked."""
    asked: list[Subject] = []

    def desk_for(subject: Subject) -> Desk:
        asked.append(subject)
        return Desk((), ())

    context = replace(world(tmp_path / "world"), packages=InstalledPackages(site), desk_for=desk_for)
    _, snapshot = snapshot_of("```python\nimport made_wheels\n```\n\nThe wheel turns once.")
    desk_of(context, snapshot)
    assert asked[0].packages == ("made-wheels",) and asked[0].repositories == ("made/wheels",)
    assert any("github-releases: api.github.com" in line for line in told(SearchSettings(profile="docs"), asked[0]))
    assert any("no repository of the chapter's packages" in line for line in told(SearchSettings(profile="docs"), Subject()))


def test_pages_of_the_site_are_no_repositories() -> None:
    """GitHub's own pages have the form of a repository's address."""
    assert repositories_of(["https://github.com/sponsors/made", "https://github.com/made/wheels.git"]) == ("made/wheels",)
