"""From what somebody says to the primary source, each step kept with its rule, and nothing opened that no link or identifier names."""

from __future__ import annotations

import pytest

from tests import search_answers as shown
from tests.identity_cases import records
from tests.registry_answers import crossref
from tools.identity.records import Related
from tools.search.follow import Follower, Opened, documented_source, is_primary, leads, notebook_file, published, raw_file
from tools.search.inventories import NotAnInventory, inventory, word_index

POST = "https://news.ycombinator.com/item?id=41"
BLOG = "https://blog.example/a"
SHA = "ab" * 20


class Pages:
    """A web of documents; opened: the URLs that were opened, in order."""

    def __init__(self, *pages: Opened) -> None:
        self.pages = {page.url: page for page in pages}
        self.opened: list[str] = []

    def __call__(self, url: str) -> Opened:
        self.opened.append(url)
        return self.pages.get(url, Opened(url, url, failed="the server answered 404"))


def test_a_post_leads_through_a_page_to_the_paper() -> None:
    """The chain names each step's rule; the paper itself is left to be opened by whoever reads it."""
    pages = Pages(Opened(BLOG, BLOG, text="As shown in arXiv:2404.99001v2, graphs break."))
    (chain,) = Follower(pages).follow(Opened(POST, POST, links=[BLOG]))
    assert [step.rule for step in chain.steps] == ["post to link", "page to paper"]
    assert chain.primary and chain.end == "arxiv:2404.99001v2" and chain.steps[1].source == BLOG and pages.opened == [BLOG]


def test_what_is_nearest_to_a_primary_source_comes_first() -> None:
    """Papers before code, code before releases, and these before other links."""
    links = [
        "https://other.example/x",
        "https://github.com/made/graphs/issues/7",
        "https://github.com/made/graphs/releases/tag/v2",
        BLOG,
        f"https://github.com/made/graphs/blob/{SHA}/a.py",
        "https://doi.org/10.5555/g.1",
    ]
    found = leads(Opened(POST, POST, links=links))
    assert [step.rule for step in found] == ["page to paper", "page to code", "page to release", "page to discussion"]
    assert (
        found[1].target == f"git:github.com/made/graphs@{SHA}/a.py"
        and found[1].url == f"https://raw.githubusercontent.com/made/graphs/{SHA}/a.py"
    )


def test_a_paper_leads_to_its_code_and_not_to_itself() -> None:
    """Other versions of the paper are the paper."""
    paper = Opened(
        "arxiv:2404.99001v2", "https://arxiv.org/abs/2404.99001v2", text="arXiv:2404.99001v1. Code: https://github.com/made/graphs."
    )
    (step,) = leads(paper)
    assert (step.rule, step.target) == ("paper to code", "https://github.com/made/graphs")


@pytest.mark.parametrize(
    ("url", "version", "id"),
    [
        ("https://docs.pytorch.org/docs/2.7/_modules/torch/_dynamo/config.html#x", None, "pypi:torch==2.7/torch/_dynamo/config.py"),
        ("https://docs.pytorch.org/docs/stable/_modules/torch/nn.html", "2.13.0", "pypi:torch==2.13.0/torch/nn.py"),
        ("https://docs.pytorch.org/docs/stable/_modules/torch/nn.html", None, None),
        ("https://docs.pytorch.org.evil.example/docs/2.7/_modules/torch/nn.html", None, None),
        ("https://docs.pytorch.org/docs/2.7/torch.html", None, None),
    ],
)
def test_documentation_leads_to_the_source_of_its_release(url: str, version: str | None, id: str | None) -> None:
    """A listing of source on a known site is the package's file, where the release is known."""
    found = documented_source(url, version)
    assert (str(found) if found else None) == id


def test_a_notebook_link_is_the_repositorys_file() -> None:
    """Colab and nbviewer show a file of a repository; other links to them show none."""
    file = "https://raw.githubusercontent.com/made/book/main/ch13/a.ipynb"
    assert (
        notebook_file("https://colab.research.google.com/github/made/book/blob/main/n/a.ipynb")
        == "https://raw.githubusercontent.com/made/book/main/n/a.ipynb"
    )
    assert notebook_file("https://nbviewer.org/github/made/book/blob/main/n/a.ipynb?flush=true") is not None
    assert notebook_file("https://colab.research.google.com/drive/1x") is None and notebook_file(file) is None
    assert raw_file("https://github.com/made/book/blob/v1.0/a.py#L3") == "https://raw.githubusercontent.com/made/book/v1.0/a.py"


def test_a_preprint_leads_to_what_its_registry_states() -> None:
    """An author's own word for a publication is no step."""
    (record,) = records(
        [
            (
                "crossref",
                crossref(
                    "10.5555/p.1",
                    "P",
                    [("A", "B")],
                    (2024,),
                    kind="posted-content",
                    relation={"is-preprint-of": [{"id-type": "doi", "id": "10.5555/q.1"}]},
                ),
            )
        ]
    )
    assert [step.target for step in published(record)] == ["doi:10.5555/q.1"]
    typed = record.model_copy(update={"related": (Related(kind="preprint of", id="doi:10.5555/q.1", certain=False),)})
    assert published(typed) == ()


def test_circles_end_and_budgets_hold() -> None:
    """Pages that link each other without end are opened at most as often as the budget says, each once."""
    ring = [
        Opened(f"https://{n}.example/", f"https://{n}.example/", links=[f"https://{n + 1}.example/", "https://github.com/made/graphs"])
        for n in range(9)
    ]
    pages = Pages(*ring)
    chains = Follower(pages, depth=3, budget=2).follow(Opened(POST, POST, links=[page.url for page in ring]))
    assert len(pages.opened) == 2 == len(set(pages.opened))
    assert all(not chain.primary and chain.reason for chain in chains)


def test_what_cannot_be_opened_is_told() -> None:
    """A chain that ends before a primary source says why."""
    (chain,) = Follower(Pages()).follow(Opened(POST, POST, links=["https://gone.example/x"]))
    assert not chain.primary and chain.reason == "the server answered 404"


@pytest.mark.parametrize(
    ("id", "primary"),
    [
        ("arxiv:2404.99001", True),
        ("pypi:torch==2.7.0/x.py", True),
        ("https://github.com/a/b/issues/3", True),
        ("https://github.com/a/b", False),
        ("https://docs.python.org/3/library/json.html", True),
        (BLOG, False),
        ("https://docs.python.org.evil.example/3/", False),
    ],
)
def test_a_primary_source_is_known_by_its_name(id: str, primary: bool) -> None:
    """Never by what a page says of itself."""
    assert is_primary(id) is primary


def test_an_inventory_is_read_in_both_versions() -> None:
    """Names, roles, places and shown titles; lines that do not parse are passed over."""
    found = inventory(
        shown.inventory(
            [("a.b", "py:function", "api.html#$", "-"), ("two words", "std:label", "g.html#x", "A Title: more"), ("broken", "line", "", "")]
        )
    )
    assert [(entry.name, entry.uri, entry.shown) for entry in found.entries] == [
        ("a.b", "api.html#a.b", "a.b"),
        ("two words", "g.html#x", "A Title: more"),
    ]
    old = inventory(b"# Sphinx inventory version 1\n# Project: Made\n# Version: 1.0\na mod a.html\na.b function a.html\n")
    assert [entry.uri for entry in old.entries] == ["a.html#module-a", "a.html#a.b"] and old.version == "1.0"


def test_an_inventory_that_unpacks_without_end_is_refused() -> None:
    """A compressed bomb is no inventory."""
    import zlib

    packed = zlib.compress(b"x" * 70_000_000, 9)
    with pytest.raises(NotAnInventory):
        inventory(shown.inventory([]).split(b"zlib.\n")[0] + b"zlib.\n" + packed)


@pytest.mark.parametrize("quoted", [True, False], ids=["keys quoted", "keys bare"])
def test_an_index_of_words_is_read_as_new_and_old_releases_write_it(quoted: bool) -> None:
    """Single pages stand as numbers, several as lists; words that look like keys in a title stay words."""
    body = shown.word_index(
        [("a", "Graph: breaks"), ("b", "terms: and titles")],
        {"graph": [0, 1], "cach": 1},
        {"break": 0},
        {"made": [[0, 0, 1, "", "graph_break"]]},
        quoted=quoted,
    )
    found = word_index(body)
    assert found.titles == ("Graph: breaks", "terms: and titles") and found.words == {"graph": (0, 1), "cach": (1,)}
    assert found.title_words == {"break": (0,)} and found.names == {"made.graph_break": (0, "made.graph_break")}


def test_an_index_that_is_no_index_is_refused() -> None:
    """Programs, other calls, and numbers of pages that do not exist."""
    for body in (b"alert(1)", b"Search.setIndex(alert(1))", b"Search.setIndex({})", b'Search.setIndex({"docnames":["a"],"titles":[]})'):
        with pytest.raises(NotAnInventory):
            word_index(body)
    assert word_index(b'Search.setIndex({"docnames":["a"],"titles":["A"],"terms":{"x":[7,-1,"0"],"y":0}})').words == {"x": (), "y": (0,)}
