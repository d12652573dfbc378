"""Each provider reads its real format through the real door, and every other way in which a search can end is an outcome."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from prompts.trust import Untrusted, measure
from tests import registry_answers as made
from tests import search_answers as shown
from tests.fake_web import FakeWeb, Page, serve
from tools.fetch import Door, FetchLimits
from tools.fetch.index import index_at
from tools.fetch.manners import Rate
from tools.policy import Policy, origin
from tools.search.arxiv_api import ArxivApi
from tools.search.brave import Brave
from tools.search.crossref import Crossref
from tools.search.datacite import DataCite
from tools.search.endpoint import Endpoint
from tools.search.github import GitHubCode, GitHubIssues, GitHubReleases
from tools.search.hacker_news import HackerNews
from tools.search.hf_papers import HuggingFacePapers
from tools.search.openalex import OpenAlex
from tools.search.package_index import PackageIndexProjects
from tools.search.records import Found, Provider
from tools.search.searxng import SearXNG
from tools.search.semantic_scholar import SemanticScholar
from tools.search.sphinx_sites import Site, SphinxSites
from tools.search.tavily import Tavily

NOW = "2026-01-01T00:00:00Z"
SHA = "ab" * 20
AUTHORS: list[tuple[str, str] | str] = [("Ana", "Brook"), ("Bo", "Sørensen")]


@pytest.fixture(scope="module")
def server() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


@pytest.fixture
def web(server: FakeWeb) -> FakeWeb:
    """An empty web; what a test before hung up is taken down."""
    server.routes.clear()
    server.asked.clear()
    return server


def door(web: FakeWeb, **settings: Any) -> Door:
    chosen: dict[str, Any] = {
        "policy": Policy(own_origins=frozenset({origin(web.url)}), test_loopback=True),
        "sleep": lambda _: None,
        "usual": Rate(0, 4),
        "limits": FetchLimits(tries=1, seconds=5, patience=0),
        "index": index_at(web.url + "/simple"),
    }
    return Door(clock=lambda: NOW, **(chosen | settings))


@dataclass(frozen=True)
class Trial:
    """One provider. path: where it asks. body: an answer with hits; empty: one without. ids: of the hits. titles: their words."""

    name: str
    make: Callable[[Door, str], Provider]
    path: str
    body: Any
    empty: Any
    ids: tuple[str, ...]
    titles: tuple[str, ...]
    query: str = "graph breaks"
    shapeless: tuple[Any, ...] = ([], {}, {"message": None}, "words", 7)
    passed: int = 0
    extra: dict[str, Any] = field(default_factory=dict)


_TITLE = "Graphs That Break"
_ARXIV = made.arxiv_entry("2404.99001v2", _TITLE, ["Ana Brook"], "2024-04-03T17:00:00Z", summary="We break\n graphs.")
_INVENTORY = shown.inventory(
    [("made.graph_break", "py:function", "api.html#$", "-"), ("graphs", "std:label", "graphs.html#graphs", "Graph breaks")]
)

TRIALS = [
    Trial(
        "arxiv",
        ArxivApi,
        "/api/query",
        made.arxiv_feed(_ARXIV),
        made.arxiv_feed(),
        ("arxiv:2404.99001v2",),
        (_TITLE,),
        shapeless=(b"words", b"<html><body>maintenance</body></html>", b"{}", b"\x00\x01"),
    ),
    Trial(
        "crossref",
        Crossref,
        "/works",
        made.crossref_list(made.crossref("10.5555/G.1", _TITLE, AUTHORS, (2024, 4)), {"DOI": "10.5555/none"}),
        made.crossref_list(),
        ("doi:10.5555/g.1",),
        (_TITLE,),
        passed=1,
    ),
    Trial(
        "datacite",
        DataCite,
        "/dois",
        made.datacite_list(made.datacite("10.48550/arxiv.2404.99001", _TITLE, AUTHORS, 2024), {"id": None}),
        made.datacite_list(),
        ("arxiv:2404.99001",),
        (_TITLE,),
        passed=1,
    ),
    Trial(
        "openalex",
        OpenAlex,
        "/works",
        made.openalex_list(made.openalex("W1", _TITLE, ["Ana Brook"], "2024-04-03", doi="10.5555/g.1"), {"id": 3}),
        made.openalex_list(),
        ("doi:10.5555/g.1",),
        (_TITLE,),
        passed=1,
    ),
    Trial(
        "semantic-scholar",
        SemanticScholar,
        "/graph/v1/paper/search",
        made.semantic_scholar_list(made.semantic_scholar("s1", _TITLE, ["A. Brook"], 2024, arxiv="2404.99001"), {"title": None}),
        made.semantic_scholar_list(),
        ("arxiv:2404.99001",),
        (_TITLE,),
        passed=1,
    ),
    Trial(
        "hf-papers",
        HuggingFacePapers,
        "/api/papers/search",
        [shown.daily_paper("2404.99001", _TITLE, "We break graphs.", "https://github.com/made/graphs"), {"paper": {"id": "x"}}],
        [],
        ("arxiv:2404.99001",),
        (_TITLE,),
        passed=1,
        shapeless=({}, {"error": "x"}, "words", 7),
    ),
    Trial(
        "hacker-news",
        HackerNews,
        "/api/v1/search",
        shown.hacker_news(shown.story("41", "Graphs break", "https://blog.example/a?utm_source=hn", "ana"), {"objectID": 5}),
        shown.hacker_news(),
        ("https://news.ycombinator.com/item?id=41",),
        ("Graphs break",),
        passed=1,
    ),
    Trial(
        "github-issues",
        lambda door, base: GitHubIssues(Endpoint(door, base)),
        "/search/issues",
        shown.github_list(shown.issue("made/graphs", 7, "It breaks", "```\ntrace\n```"), {"html_url": "javascript:x", "title": "no"}),
        shown.github_list(),
        ("https://github.com/made/graphs/issues/7",),
        ("It breaks",),
        passed=1,
    ),
    Trial(
        "github-code",
        lambda door, base: GitHubCode(Endpoint(door, base), token=True),
        "/search/code",
        shown.github_list(shown.code("made/graphs", SHA, "a/b.py", "graph_break = 1"), {"path": "x"}),
        shown.github_list(),
        (f"git:github.com/made/graphs@{SHA}/a/b.py",),
        ("made/graphs: a/b.py",),
        passed=1,
    ),
    Trial(
        "github-releases",
        lambda door, base: GitHubReleases(Endpoint(door, base), ["made/graphs"]),
        "/repos/made/graphs/releases",
        [
            made.github_release("made/graphs", "v2.0", "2024-05-06T00:00:00Z", "Graph breaks are logged now."),
            made.github_release("made/graphs", "v1.0", "2023-05-06T00:00:00Z", "First."),
            made.github_release("made/graphs", "v3.0", "2025-05-06T00:00:00Z", "Graph breaks gone.", draft=True),
        ],
        [],
        ("https://github.com/made/graphs/releases/tag/v2.0",),
        ("v2.0",),
        shapeless=({}, "words", 7),
    ),
    Trial(
        "package-index",
        lambda door, base: PackageIndexProjects(door, base + "/simple"),
        "/pypi/graphs/json",
        made.project("graphs", "2.0", {"2.0": [made.upload("graphs-2.0.tar.gz", "2024-05-06T00:00:00Z")]}),
        None,
        ("pypi:graphs==2.0",),
        ("graphs",),
        query="graphs",
        shapeless=(),
    ),
    Trial(
        "searxng",
        SearXNG,
        "/search",
        shown.searxng(shown.searxng_result("https://arxiv.org/pdf/2404.99001", _TITLE, "We break.")),
        shown.searxng(),
        ("arxiv:2404.99001",),
        (_TITLE,),
        shapeless=({"results": {}}, {"results": "x"}),
    ),
    Trial(
        "brave",
        lambda door, base: Brave(door, base, key=True),
        "/res/v1/web/search",
        shown.brave(
            shown.brave_result("https://Example.org/a#b", "<strong>Graphs</strong> That Break", "They &amp; break."),
            shown.brave_result("ftp://example.org/a", "no", "no"),
        ),
        shown.brave(),
        ("https://example.org/a",),
        (_TITLE,),
        passed=1,
    ),
    Trial(
        "tavily",
        lambda door, base: Tavily(door, base, key=True),
        "/search",
        shown.tavily(
            shown.tavily_result("https://example.org/a", _TITLE, "They break."), shown.tavily_result("data:text/html,x", "no", "no")
        ),
        shown.tavily(),
        ("https://example.org/a",),
        (_TITLE,),
        passed=1,
    ),
    Trial(
        "documentation",
        lambda door, base: SphinxSites(door, [Site("made", base)]),
        "/objects.inv",
        _INVENTORY,
        shown.inventory([]),
        ("/api.html", "/graphs.html"),
        ("made.graph_break", "Graph breaks"),
        query='graph_break "graph breaks"',
        shapeless=(b"words", b"# Sphinx inventory version 9\n\n\n\n", _INVENTORY[:-9], _INVENTORY[:140] + b"\x00" * 20),
    ),
]


@pytest.fixture(params=TRIALS, ids=[trial.name for trial in TRIALS])
def trial(request: pytest.FixtureRequest) -> Trial:
    found: Trial = request.param
    return found


def _page(body: Any) -> Page:
    return Page(body=body if isinstance(body, bytes) else json.dumps(body).encode(), headers={"Content-Type": "application/json"})


def _searched(web: FakeWeb, trial: Trial, page: Page, opened: Door | None = None) -> tuple[Found, Provider]:
    web.hang(trial.path, page)
    provider = trial.make(opened or door(web), web.url)
    return provider.search(trial.query, 5), provider


def test_an_answer_in_the_real_format_is_read(web: FakeWeb, trial: Trial) -> None:
    """Hits have canonical ids and links, and their words are outside text; entries that cannot be read are counted."""
    found, provider = _searched(web, trial, _page(trial.body))
    ids = tuple(web.url + id if id.startswith("/") else id for id in trial.ids)
    assert (found.outcome, found.provider, provider.name) == ("found", trial.name, trial.name)
    assert tuple(hit.id for hit in found.hits) == ids and tuple(measure(hit.title) for hit in found.hits) == trial.titles
    assert found.passed_over == trial.passed
    assert all(isinstance(hit.snippet, Untrusted) and hit.url.startswith("http") and " " not in hit.url for hit in found.hits)


def test_an_empty_page_is_nothing_and_no_failure(web: FakeWeb, trial: Trial) -> None:
    """A search that worked and found nothing says so."""
    if trial.empty is None:
        found = trial.make(door(web), web.url).search("no-such-thing")
    else:
        found, _ = _searched(web, trial, _page(trial.empty))
    assert found.outcome == "nothing" and found.worked and found.hits == ()


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(401, "refused"), (403, "refused"), (429, "throttled"), (500, "not reached"), (503, "not reached"), (400, "refused")],
)
def test_a_refusal_limits_the_run_and_invents_nothing(web: FakeWeb, trial: Trial, status: int, outcome: str) -> None:
    """Whatever the status, there are no hits, and the outcome says what happened, in words."""
    body = b'{"message": "Bad <b>credentials</b>", "documentation_url": "https://docs.example"}'
    for path in ("/pypi/graphs/json", "/simple/graphs/", "/searchindex.js"):
        web.hang(path, Page(status, body=body))
    found, _ = _searched(web, trial, Page(status, {"Content-Type": "application/json"}, body))
    assert (found.outcome, found.hits) == (outcome, ()) and found.reason and "<" not in found.reason


def test_a_provider_that_refused_is_asked_no_more(web: FakeWeb, trial: Trial) -> None:
    """It finds out at its first use that it cannot be used; later searches say so without a request."""
    for path in ("/pypi/graphs/json", "/simple/graphs/", "/searchindex.js"):
        web.hang(path, Page(403))
    found, provider = _searched(web, trial, Page(403))
    before = len(web.asked)
    again = provider.search(trial.query, 5)
    assert found.outcome == "refused" and again.hits == () and len(web.asked) == before
    assert again.outcome in ("unusable", "refused") and again.reason


def test_a_used_up_allowance_is_no_refusal_for_good(web: FakeWeb) -> None:
    """GitHub answers 403 with no requests remaining; later it may be asked again."""
    web.hang("/search/issues", Page(403, {"X-RateLimit-Remaining": "0"}, b'{"message": "API rate limit exceeded for 203.0.113.9"}'))
    provider = GitHubIssues(Endpoint(door(web), web.url))
    assert provider.search("x").outcome == "throttled"
    web.hang("/search/issues", _page(shown.github_list(shown.issue("a/b", 1, "t", None))))
    assert provider.search("x").outcome == "found"


def test_a_server_that_asks_to_wait_is_waited_for(web: FakeWeb) -> None:
    """Retry-After is the door's to keep; within its patience the search succeeds."""
    slept: list[float] = []
    answers = iter([Page(429, {"Retry-After": "7"}), _page(made.crossref_list())])
    web.routes["/works"] = lambda _: next(answers)
    patient = door(web, limits=FetchLimits(tries=2, patience=30), sleep=slept.append, now=lambda: sum(slept))
    assert Crossref(patient, web.url).search("x").outcome == "nothing"
    assert sum(slept) >= 7


def test_an_answer_of_another_shape_is_malformed(web: FakeWeb, trial: Trial) -> None:
    """What is not the documented shape is never read as empty."""
    opened = door(web)
    for body in trial.shapeless:
        found, _ = _searched(web, trial, _page(body), opened)
        assert (found.outcome, found.hits) == ("malformed", ()), body


def test_an_answer_that_is_no_json_is_malformed(web: FakeWeb, trial: Trial) -> None:
    """A page of words, half an answer, or an answer nested without end."""
    if trial.name in ("arxiv", "documentation", "package-index"):
        pytest.skip("its answers are no JSON, or another interface is asked instead")
    opened = door(web)
    for body in (b"<html>sorry</html>", b'{"hits": [', b"[" * 100_000, b""):
        found, _ = _searched(web, trial, Page(body=body), opened)
        assert (found.outcome, found.hits) == ("malformed", ()), body[:20]


def test_entries_full_of_nulls_break_nothing(web: FakeWeb, trial: Trial) -> None:
    """Every value replaced by null, a number, a list: no exception, and no hit without a title or a link."""
    if isinstance(trial.body, bytes):
        pytest.skip("it answers with no JSON")
    opened = door(web)
    for junk in (None, 7, [], {}, "", True):
        spoiled = json.loads(json.dumps(trial.body), object_hook=lambda entry: {key: _spoil(value, junk) for key, value in entry.items()})  # noqa: B023
        found, _ = _searched(web, trial, _page(spoiled), opened)
        assert found.hits == ()


def _spoil(value: Any, junk: Any) -> Any:
    return value if isinstance(value, dict | list) else junk


def test_a_provider_out_of_reach_is_given_up(web: FakeWeb, trial: Trial) -> None:
    """After two silences in a row the run asks it no more."""
    provider = trial.make(door(web), web.url)
    for path in (trial.path, "/pypi/graphs/json", "/simple/graphs/", "/searchindex.js"):
        web.hang(path, Page(500))
    outcomes = [provider.search(trial.query).outcome for _ in range(4)]
    asked = len(web.asked)
    assert set(outcomes) <= {"not reached", "unusable"}
    provider.search(trial.query)
    assert len(web.asked) == asked


def test_offline_asks_nothing(web: FakeWeb, trial: Trial) -> None:
    """The user's word is kept, and each provider says why it has nothing."""
    found, _ = _searched(web, trial, _page(trial.body), door(web, offline=True))
    assert found.outcome == "unusable" and "--offline" in found.reason and web.asked == []


def test_nothing_leaves_the_policy(web: FakeWeb, trial: Trial) -> None:
    """A provider that redirects to a private address is refused there."""
    for path in ("/pypi/graphs/json", "/simple/graphs/", "/searchindex.js"):
        web.hang(path, Page(302, {"Location": "http://169.254.169.254/latest"}))
    found, _ = _searched(web, trial, Page(302, {"Location": "http://169.254.169.254/latest"}))
    assert (found.outcome, found.hits) == ("refused" if trial.name != "tavily" else "not reached", ())


def test_a_missing_key_is_told_and_nothing_is_asked(web: FakeWeb) -> None:
    """Without a key or an address a provider says what is missing."""
    opened = door(web)
    lacking = [
        Brave(opened, web.url),
        Tavily(opened, web.url),
        SearXNG(opened, ""),
        GitHubCode(Endpoint(opened, web.url)),
        GitHubReleases(Endpoint(opened, web.url)),
        SphinxSites(opened, []),
        PackageIndexProjects(opened, "", "pip has none"),
        HuggingFacePapers(opened, web.url, covered=False),
    ]
    for provider in lacking:
        found = provider.search("x")
        assert found.outcome == "unusable" and found.reason
    assert web.asked == []


def test_a_key_goes_to_its_own_origin_alone(web: FakeWeb) -> None:
    """The door adds it for the provider's origin; no URL, query or record holds it."""
    secret = "planted-secret"
    opened = door(web, credentials={origin(web.url): {"X-Subscription-Token": secret}})
    web.hang("/res/v1/web/search", _page(shown.brave()))
    found = Brave(opened, web.url, key=True).search("x")
    assert web.asked[0].headers["x-subscription-token"] == secret
    assert secret not in web.asked[0].path and secret not in found.model_dump_json() and secret not in repr(opened)


def test_the_words_of_a_query_are_no_operators(web: FakeWeb) -> None:
    """What is meant as words reaches no provider as its query language."""
    web.hang("/dois", _page(made.datacite_list()))
    web.hang("/api/query", Page(body=made.arxiv_feed()))
    DataCite(door(web), web.url).search('graphs OR (state:draft) client.uid:* "two words"')
    ArxivApi(door(web), web.url).search('graphs ANDNOT cat:cs.LG "two words"')
    first, second = (asked.path for asked in web.asked)
    assert "query=%22graphs%22+AND+%22state+draft%22+AND+%22client.uid%22+AND+%22two+words%22" in first
    assert "search_query=all%3Agraphs+AND+" in second and "all%3A%22two+words%22" in second and "ANDNOT" not in second


def test_arxiv_is_asked_through_the_door_alone(web: FakeWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    """No adapter of the package's session opens a connection, whatever proxies the environment names."""
    monkeypatch.setenv("HTTPS_PROXY", "http://203.0.113.1:1")
    monkeypatch.setenv("HTTP_PROXY", "http://203.0.113.1:1")
    web.hang("/api/query", Page(body=made.arxiv_feed(_ARXIV)))
    opened = door(web)
    assert ArxivApi(opened, web.url).search("graphs").outcome == "found"
    assert [url.partition("?")[0] for url in opened.asked] == [web.url + "/api/query"] and len(web.asked) == 1


def test_an_error_entry_of_arxiv_is_a_refusal(web: FakeWeb) -> None:
    """arXiv tells of an error as an entry of a feed; it is no paper."""
    web.hang("/api/query", Page(body=made.ARXIV_ERROR))
    found = ArxivApi(door(web), web.url).search("x")
    assert (found.outcome, found.hits) == ("refused", ())


def test_discovery_brings_links_and_who_says_what(web: FakeWeb) -> None:
    """A post's link and a comment's links are to be followed; commentary names its author and whether code is shown."""
    html = (
        'I measured it: <a href="https:&#x2F;&#x2F;gist.github.com&#x2F;ana&#x2F;1" rel="nofollow">here</a><p><pre><code>x = 1</code></pre>'
    )
    web.hang(
        "/api/v1/search",
        _page(
            shown.hacker_news(
                shown.story("41", "Graphs break", "https://blog.example/a?utm_source=hn", "ana"),
                shown.comment("42", html, "bo"),
                shown.comment("43", "It never breaks &amp; never did.", "cy", url=None),
            )
        ),
    )
    story, code, words = HackerNews(door(web), web.url).search("x").hits
    assert story.links == ("https://blog.example/a",) and story.standing == "" and story.discovery and code.discovery
    assert code.links == ("https://blog.example/a", "https://gist.github.com/ana/1") and code.standing == "shows code"
    assert code.by is not None and measure(code.by) == "bo" and (words.standing, words.kind) == ("asserts", "comment")
    assert measure(words.snippet) == "It never breaks & never did."


def test_papers_of_hugging_face_lead_to_the_archive_and_the_code(web: FakeWeb) -> None:
    """The hit is a link to the paper, with who submitted it; no machine's summary stands in it."""
    web.hang("/api/papers/search", _page([shown.daily_paper("2404.99001", _TITLE, "We break graphs.", "https://github.com/made/graphs")]))
    (hit,) = HuggingFacePapers(door(web), web.url).search("x").hits
    assert hit.links == ("https://arxiv.org/abs/2404.99001", "https://github.com/made/graphs") and hit.discovery and hit.record is None
    assert hit.by is not None and measure(hit.by) == "Ana Brook" and "machine" not in measure(hit.snippet)


def test_silent_engines_are_not_an_empty_web(web: FakeWeb) -> None:
    """A metasearch whose engines did not answer found nothing out."""
    web.hang("/search", _page(shown.searxng(silent=[["google", "CAPTCHA"], ["bing", "timeout"]])))
    found = SearXNG(door(web), web.url).search("x")
    assert found.outcome == "not reached" and "2 of its engines" in found.reason


def test_an_index_without_json_is_read_by_its_simple_interface(web: FakeWeb) -> None:
    """The JSON of PEP 691 gives names, versions and upload times; a project that neither has is nothing."""
    web.hang("/simple/graphs/", _page(made.simple("graphs", [("graphs-1.0.tar.gz", "2024-01-02T00:00:00Z", False)], ["1.0"])))
    projects = PackageIndexProjects(door(web), web.url + "/simple")
    (hit,) = projects.search("graphs").hits
    assert hit.date == "2024-01-02" and projects.look_up("pypi:graphs==1.0").outcome == "found"
    assert projects.look_up("pypi:graphs==9").outcome == "nothing" and projects.search("no-such").outcome == "nothing"
