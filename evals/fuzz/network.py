"""What reads hostile answers of the network, as the product calls it: searches and registries, sites, streams of a model, addresses."""

# ruff: noqa: E501 (inputs and the page of results stand in one piece)

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import urlsplit

from agent.llm.dialect import Dialect
from agent.llm.endpoint import Endpoint
from agent.llm.errors import ModelError
from agent.llm.records import Ask, Profile, Tool, Turn
from evals.fuzz import mutation
from evals.fuzz.replies import split
from evals.fuzz.targets import Target
from prompts import inert
from prompts.trust import measure
from tests import registry_answers, search_answers
from tools.exchange import Response, TooLarge, Unpackable, unpacked
from tools.fetch.answers import judged
from tools.fetch.index import FileHosts, PackageIndex
from tools.fetch.records import Answer, Fetched
from tools.fetch.robots import Robots
from tools.identity import ids, independence, titles
from tools.policy import Policy, origin_or_none
from tools.search import brave, crossref, datacite, github, hacker_news, hf_papers, openalex, searxng, semantic_scholar, tavily
from tools.search.arxiv_api import ArxivApi
from tools.search.follow import Opened, leads
from tools.search.inventories import NotAnInventory, inventory, word_index
from tools.search.package_index import PackageIndexProjects
from tools.search.records import link

DATE = "2026-01-01T00:00:00Z"


@dataclass(frozen=True)
class Fixed:
    """A door that brings the same body for every address."""

    body: bytes

    def fetch(self, url: str, **_: Any) -> Answer:
        record = Fetched(url=url, state="fetched", reason="", status=200, hops=(url,), kind="json", accessed=DATE)
        return Answer(record, self.body, self.body, {})


# ---- searches and registries -------------------------------------------------------------------------------------------

Made = Callable[[Any], Any]
PROVIDERS: dict[str, Made] = {
    "arxiv": ArxivApi, "crossref": crossref.Crossref, "datacite": datacite.DataCite, "openalex": openalex.OpenAlex,
    "semantic-scholar": semantic_scholar.SemanticScholar, "hacker-news": hacker_news.HackerNews, "hf-papers": hf_papers.HuggingFacePapers,
    "searxng": lambda door: searxng.SearXNG(door, "https://search.example"), "brave": lambda door: brave.Brave(door, key=True),
    "tavily": lambda door: tavily.Tavily(door, key=True),
    "package-index": lambda door: PackageIndexProjects(door, "https://index.example/simple"),
    "github-issues": lambda door: github.GitHubIssues(github.endpoint(door)),
    "github-code": lambda door: github.GitHubCode(github.endpoint(door), token=True),
    "github-releases": lambda door: github.GitHubReleases(github.endpoint(door), ("a/b",)),
    "github": lambda door: github.GitHubRegister(github.endpoint(door)),
}  # fmt: skip
LOOKED_UP = {
    "arxiv": ("arxiv:2401.00001",), "crossref": ("doi:10.1000/x",), "datacite": ("doi:10.5555/x",), "openalex": ("doi:10.1000/x",),
    "semantic-scholar": ("arxiv:2401.00001",), "package-index": ("pypi:made", "pypi:made==1.0"),
    "github": ("https://github.com/a/b", f"git:github.com/a/b@{'a' * 40}"),
}  # fmt: skip


def read_answer(data: bytes) -> None:
    """The answer of a search or of a registry, as its provider reads it."""
    name, given = split(data, list(PROVIDERS))
    provider = PROVIDERS[name](Fixed(given))
    if hasattr(provider, "search"):
        for hit in provider.search("a queue of jobs").hits:
            json.dumps(hit.model_dump(mode="json")).encode()
            Policy().refuse_url(hit.url)
            inert.one_line(hit.title)
    for id in LOOKED_UP.get(name, ()):
        found = provider.look_up(id)
        json.dumps(found.model_dump(mode="json")).encode()


# ---- what a site says --------------------------------------------------------------------------------------------------


def read_site(data: bytes) -> None:
    """A response with its headers, and the files that a site keeps for programs: rules, inventories, listings."""
    head, _, body = data.partition(b"\n\n")
    pairs = tuple((n.strip(), v.strip()) for n, _, v in (line.partition(":") for line in head.decode("latin-1").split("\n")))
    for status in (200, 206, 403, 404, 429, 503):
        response = Response(status, "OK", pairs, body, DATE)
        told = judged("https://site.example/a/b", "https://site.example/", response, body, ("html",), (0, 10), ours=False)
        Fetched(url="https://site.example/", state=told.state, reason=told.reason, kind=told.kind, accessed=DATE)
    for coding in ("gzip", "deflate", response.header("content-encoding")):
        try:
            unpacked(body, coding, 5_000_000)
        except (Unpackable, TooLarge):
            continue
    text = Fetched(url="https://site.example/robots.txt", state="fetched", reason="", kind="text", accessed=DATE)
    rules = Robots(lambda url: Answer(text, body)).rules("https://site.example/a")
    rules.refuse("https://site.example/a?b=c")
    assert rules.delay >= 0
    for reads in (inventory, word_index):
        try:
            reads(body)
        except NotAnInventory:
            continue
    hosts = FileHosts(lambda: PackageIndex("https://index.example/simple"))
    hosts.learn("https://index.example/simple/x/", body)
    hosts.neutral("https://index.example/simple/x/")


def read_address(data: bytes) -> None:
    """Addresses and identifiers as texts of outside hold them, one a line."""
    text = data.decode("utf-8", "replace")
    for line in text.split("\n")[:60]:
        Policy().refuse_url(line)
        Policy().refuse_address(line[:200])
        origin_or_none(line)
        ids.parse(line)
        ids.of_url(line)
        titles.plain(line)
        if (url := link(line)) is not None:
            ids.of_url(url)
            Policy().refuse_url(url)
            independence.registered_domain(urlsplit(url).hostname or "")
        independence.origin_of(line)
    opened = Opened(id="https://site.example/a", url="https://site.example/a", text=text, links=tuple(text.split("\n")[:60]))
    leads(opened, "2.13.0")


# ---- a model's stream --------------------------------------------------------------------------------------------------


@cache
def _endpoint(api: str) -> tuple[list[bytes], Endpoint]:
    """A server of ours that says what stands in the list, and an endpoint that asks it."""
    says: list[bytes] = [b""]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", "0")))
            kind, _, body = says[0].partition(b"\n")
            status = {b"4": 400, b"5": 500, b"3": 302}.get(kind[:1], 200)
            self.send_response(status)
            self.send_header("content-type", "text/event-stream" if status == 200 else "application/json")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    profile = Profile("p", "m", f"http://127.0.0.1:{server.server_port}/v1", key="sk-x", idle_seconds=5, total_seconds=5)
    dialect = Dialect(api="responses" if api == "responses" else "chat")
    return says, Endpoint(profile, dialect, sleep=lambda _: None)


_TOOL = Tool(name="open_source", description="Opens.", parameters={"type": "object", "properties": {}})


def read_stream(data: bytes) -> None:
    """What an endpoint sends as its answer: events, errors, or neither."""
    for api in ("chat", "responses"):
        says, endpoint = _endpoint(api)
        says[0] = data
        try:
            ask = Ask(
                role="planner", turns=(Turn(role="system", parts=("x",)), Turn(role="user", parts=("y",))), tools=(_TOOL,), output_tokens=50
            )
            reply = endpoint.ask(ask)
            reply.model_dump_json()
            measure(reply.text).encode()
        except ModelError as error:
            str(error).encode()


# ---- seeds -------------------------------------------------------------------------------------------------------------


def _answers() -> Iterable[bytes]:
    r, s = registry_answers, search_answers
    given: list[tuple[str, Any]] = [
        ("hacker-news", s.hacker_news(s.story("1", "t", "https://x.example", "a", "text"), s.comment("2", "<p>x <a href='https://y.example'>y</a>", "b"))),
        ("hf-papers", [s.daily_paper("2401.00001", "t", "summary", "https://github.com/a/b")]),
        ("github-issues", s.github_list(s.issue("a/b", 1, "t", "body ```x```"))),
        ("github-code", s.github_list(s.code("a/b", "a" * 40, "x.py", "queue"))),
        ("searxng", s.searxng(s.searxng_result("https://x.example", "t", "c"), silent=[["a", "b"]])),
        ("brave", s.brave(s.brave_result("https://x.example", "t", "d"))), ("tavily", s.tavily(s.tavily_result("https://x.example", "t", "c"))),
        ("github-releases", [r.github_release("a/b", "v1", "2024-01-01T00:00:00Z", "a queue of jobs")]),
        ("github", r.github_repository("a/b", "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z")),
        ("github", r.github_commit("a" * 40, "m", "a", "2024-01-01T00:00:00Z")),
        ("package-index", r.simple("made", [("made-1.0-py3-none-any.whl", "2024-01-01T00:00:00Z", False)], ["1.0"])),
    ]  # fmt: skip
    yield from (json.dumps(pair).encode() for pair in given)
    for name in ("crossref", "datacite", "openalex", "semantic-scholar"):
        yield json.dumps([name, _SAMPLES[name]]).encode()
    yield json.dumps(["arxiv", _FEED]).encode()


_SAMPLES: dict[str, Any] = {
    "crossref": {"status": "ok", "message": {"items": [{"DOI": "10.1000/x", "title": ["A queue"], "type": "journal-article", "author": [{"family": "F", "given": "G"}], "issued": {"date-parts": [[2024, 1, 1]]}, "relation": {"is-preprint-of": [{"id": "10.1000/y", "id-type": "doi"}]}, "updated-by": [{"type": "retraction"}]}]}},
    "datacite": {"data": [{"id": "10.5555/x", "attributes": {"doi": "10.5555/x", "titles": [{"title": "A queue"}], "creators": [{"name": "F, G", "nameType": "Personal"}], "publicationYear": 2024, "dates": [{"date": "2024-01-01", "dateType": "Issued"}], "types": {"resourceTypeGeneral": "Preprint"}, "relatedIdentifiers": [{"relatedIdentifier": "10.1000/x", "relationType": "IsVersionOf", "relatedIdentifierType": "DOI"}], "descriptions": [{"descriptionType": "Abstract", "description": "x"}]}}]},
    "openalex": {"results": [{"id": "https://openalex.org/W1", "doi": "https://doi.org/10.1000/x", "title": "A queue", "display_name": "A queue", "type": "article", "publication_date": "2024-01-01", "publication_year": 2024, "authorships": [{"author": {"display_name": "G F"}}], "is_retracted": False, "locations": [{"landing_page_url": "https://arxiv.org/abs/2401.00001", "source": {"display_name": "J"}}], "abstract_inverted_index": {"a": [0], "queue": [1, 2]}}]},
    "semantic-scholar": {"data": [{"paperId": "x", "title": "A queue", "abstract": "x", "year": 2024, "publicationDate": "2024-01-01", "authors": [{"name": "G F"}], "externalIds": {"DOI": "10.1000/x", "ArXiv": "2401.00001"}, "venue": "J", "publicationTypes": ["JournalArticle"]}]},
}  # fmt: skip
_FEED = (
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
    "<opensearch:totalResults>1</opensearch:totalResults><entry><id>http://arxiv.org/abs/2401.00001v2</id><title>A queue</title>"
    "<summary>x</summary><published>2024-01-01T00:00:00Z</published><updated>2024-01-02T00:00:00Z</updated><author><name>G F</name></author>"
    '<link href="http://arxiv.org/abs/2401.00001v2" rel="alternate" type="text/html"/></entry></feed>'
)


def _sites() -> Iterable[bytes]:
    yield b"Content-Type: text/html\nRetry-After: 3\n\n<html><title>Sign in</title><input type=password><script>x</script></html>"
    yield b"Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\nContent-Range: bytes 0-9/20\n\n0123456789"
    yield b"a: b\n\nUser-agent: *\nDisallow: /a*b$\nCrawl-delay: 3\nRequest-rate: 1/5 1200-1300\nSitemap: https://x\nUser-agent: corrigenda\nAllow: /"
    yield b"a: b\n\n" + search_answers.inventory([("made.f", "py:function", "a.html#$", "-")])
    yield b"a: b\n\n" + search_answers.word_index([("a", "A")], {"queue": 0, "jobs": [0, 1]}, {"queue": 0})
    yield b'a: b\n\n<a href="https://files.example/x-1.whl#sha256=1">x</a>'
    yield b'a: b\n\n{"files": [{"url": "../x-1.whl"}]}'
    yield b"content-encoding: gzip\n\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff+H,.\x06\x00\x8c\xe1\x98C\x04\x00\x00\x00"


def _addresses() -> Iterable[bytes]:
    yield (
        b"https://arxiv.org/abs/2401.00001v2\nhttps://doi.org/10.1000/x\nhttps://pypi.org/project/torch/2.0/\n"
        b"https://github.com/a/b/blob/"
        + b"a" * 40
        + b"/x.py#L3\nhttps://[::ffff:10.0.0.1]:443/\nhttp://0x7f.1/\nhttps://x.example:99/%2e%2e/?utm_source=x"
    )
    yield b"doi:10.1000/(x)\narXiv:cs/0101001\ngit:github.com/a/b@v1/x\npypi:torch==2.13.0/torch/a.py\nhttps://colab.research.google.com/github/a/b/blob/main/x.ipynb"
    yield "https://münchen.example/ä\nhttps://xn--mnchen-3ya.example\nhttps://a@b.example\nhttps://docs.pytorch.org/docs/stable/_modules/torch/nn.html#x".encode()


def _streams() -> Iterable[bytes]:
    def event(**more: Any) -> str:
        return "data: " + json.dumps({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", **more}) + "\n\n"

    call = {"index": 0, "id": "c", "type": "function", "function": {"name": "open_source", "arguments": '{"handle": "H0.1"}'}}
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3, "prompt_tokens_details": {"cached_tokens": 0}}
    chunks = [
        event(choices=[{"index": 0, "delta": {"role": "assistant", "content": "<think>x</think>{}", "reasoning_content": "hm"}}]),
        event(choices=[{"index": 0, "delta": {"tool_calls": [call]}}]),
        event(choices=[{"index": 0, "delta": {}, "finish_reason": "stop"}]), event(choices=[], usage=usage), "data: [DONE]\n\n",
    ]  # fmt: skip
    yield ("2\n" + "".join(chunks)).encode()
    yield ("2\n" + "".join(chunks[:2])).encode()
    item = {
        "type": "message",
        "id": "i",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "{}", "annotations": []}],
    }
    tool = {"type": "function_call", "call_id": "c", "id": "f", "name": "open_source", "arguments": "{}", "status": "completed"}
    response = {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": [item, tool],
                "usage": {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}}  # fmt: skip
    done = {"type": "response.completed", "sequence_number": 1, "response": response}
    yield f"2\nevent: response.completed\ndata: {json.dumps(done)}\n\n".encode()
    yield b'4\n{"error": {"message": "context length exceeded", "code": "context_length_exceeded", "param": null}}'
    yield b'5\n{"error": "no"}'


NETWORK = (
    Target("answer", "searches and registries", read_answer, _answers, mutation.of_json),
    Target("site", "responses with headers, robots.txt, inventories, listings", read_site, _sites, mutation.of_bytes),
    Target("address", "addresses and identifiers", read_address, _addresses, mutation.of_text, largest=4_000),
    Target("stream", "streams and errors of a model's endpoint", read_stream, _streams, mutation.of_text, slow=30),
)
