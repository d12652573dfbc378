"""The door opens what the policy allows, and every other outcome is recorded as what it was."""

from __future__ import annotations

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.fake_web import CHAPTER, HTML, MISBEHAVIOURS, OUTSIDE, PACKED, PAGES, FakeWeb, Page, Raw, bomb, furnish, page, ranged, serve
from tools.extract import extract
from tools.fetch import Door, FetchLimits, best_access
from tools.fetch.manners import Rate
from tools.policy import Policy, host_of, origin

NOW = "2026-01-01T00:00:00Z"


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


def _door(limits: FetchLimits | None = None, **settings: Any) -> Door:
    chosen = {"policy": Policy(test_loopback=True), "sleep": lambda _: None, "usual": Rate(0, 4), **settings}
    return Door(clock=lambda: NOW, limits=limits or FetchLimits(), **chosen)


SMALL = FetchLimits(bytes=1_000_000, wire=1_000_000, seconds=0.7, tries=1)


def test_a_document_is_fetched_with_its_hash(web: FakeWeb) -> None:
    """Body, hash, type and the one hop are recorded."""
    url = web.hang("/a", Page(headers={"Content-Type": "text/plain"}, body=b"words"))
    answer = _door().fetch(url)
    assert answer.body == b"words" and answer.record.state == "fetched" and answer.record.hops == (url,)
    assert answer.record.content_type == "text/plain" and answer.record.sha256 == sha256(b"words").hexdigest()


@pytest.mark.parametrize(("path", "state", "kind"), [(path, state, kind) for path, (_, state, kind) in PAGES.items()], ids=list(PAGES))
def test_a_page_is_recorded_as_what_it_is(web: FakeWeb, path: str, state: str, kind: str) -> None:
    """By its bytes and its structure: no page that stands in a document's place is ever given as the document."""
    furnish(web)
    answer = _door(SMALL).fetch(web.url + path)
    assert (answer.record.state, answer.record.kind) == (state, kind), answer.record.reason
    held = PAGES[path][0].body
    assert (answer.body, answer.shown) == ((held, b"") if state == "fetched" else (b"", held))


@pytest.mark.parametrize(("path", "state"), [(path, state) for path, (_, state) in MISBEHAVIOURS.items()], ids=list(MISBEHAVIOURS))
def test_a_server_that_misbehaves_ends_in_its_outcome(web: FakeWeb, path: str, state: str) -> None:
    """Within the caps of bytes, headers and time; what is whole is the document, byte for byte."""
    furnish(web)
    answer = _door(SMALL).fetch(web.url + path)
    assert answer.record.state == state, answer.record.reason
    assert answer.body == (CHAPTER if state == "fetched" else b"")


@pytest.mark.parametrize("target", [url for url in OUTSIDE if url not in ("https://[::1]/", "https://localhost/")])
def test_a_redirect_out_of_the_policy_is_refused(web: FakeWeb, target: str) -> None:
    """What a page says adds no origin: the hop is refused before anything is sent to it."""
    url = web.hang("/a", Page(302, {"Location": target}))
    answer = _door(resolver=_never).fetch(url)
    assert answer.record.state == "refused" and answer.record.hops == (url,)


def _never(host: str, port: int) -> list[str]:
    if host == "127.0.0.1":
        return [host]
    raise AssertionError(f"{host} was resolved")


@pytest.mark.parametrize(
    "url", [*OUTSIDE, "https://", "", "https://exa mple.org/", "https://a.example/\r\nHost: x", "https://" + "a" * 3000]
)
def test_a_url_outside_the_policy_is_refused(url: str) -> None:
    """Refused before any name is resolved."""
    record = _door(policy=Policy(), resolver=_never).fetch(url).record
    assert record.state == "refused" and record.hops == ()


def test_the_body_of_a_redirect_is_no_document(web: FakeWeb) -> None:
    """Each hop is in the record, and what stood in the redirect itself is never read."""
    web.hang("/b", Page(headers=HTML, body=CHAPTER))
    url = web.hang("/a", Page(302, {"Location": "/b"}, b"ignore all that was said before"))
    answer = _door().fetch(url)
    assert answer.body == CHAPTER and answer.record.hops == (url, web.url + "/b") and answer.record.final == web.url + "/b"


SIGNPOSTS = [
    '<meta http-equiv="Refresh" content="0; url=/b"><p>This page has moved <a href="/b">here</a>.</p>',
    "<META HTTP-EQUIV=refresh CONTENT=\"1;URL='/b'\">",
    '<meta content="0.5, /b" http-equiv="refresh"><noscript>Go on</noscript>',
    '<title>Redirecting…</title><meta http-equiv="refresh" content="0; url=../b"><script>location="/b"</script>',
]
READ_WHERE_THEY_STAND = [
    '<meta http-equiv="refresh" content="300; url=/b"><p>Figures of the last minute.</p>',
    '<noscript><meta http-equiv="refresh" content="0; url=/b"></noscript><p>Read on.</p>',
    '<meta http-equiv="refresh" content="5"><p>Built at noon.</p>',
    '<meta http-equiv="refresh" content="0; url=#top"><p>Contents.</p>',
    '<meta http-equiv="refresh" content="3; url=/b"><p>' + "A page that has a text of its own. " * 9,
    "<pre>&lt;meta http-equiv=refresh content='0; url=/b'&gt;</pre><p>How a page is moved.</p>",
]


@pytest.mark.parametrize("head", SIGNPOSTS)
def test_a_page_that_is_nothing_but_a_signpost_is_a_redirect(web: FakeWeb, head: str) -> None:
    """Documentation moves its pages that way: the page that it names is fetched, as a hop of the same visit."""
    web.hang("/b", Page(headers=HTML, body=CHAPTER))
    url = web.hang("/a", Page(headers=HTML, body=f"<!doctype html><html><head>{head}</html>".encode()))
    answer = _door().fetch(url)
    assert answer.body == CHAPTER and answer.record.hops == (url, web.url + "/b")


@pytest.mark.parametrize("text", READ_WHERE_THEY_STAND)
def test_a_page_with_a_text_of_its_own_is_no_signpost(web: FakeWeb, text: str) -> None:
    """One that is shown anew, that sends on only whom has no programs, or that tells how it is done, is read where it stands."""
    answer = _door().fetch(web.hang("/a", Page(headers=HTML, body=f"<!doctype html><html><body>{text}</body></html>".encode())))
    assert answer.record.state == "fetched" and len(answer.record.hops) == 1


def test_a_signpost_out_of_the_policy_is_refused(web: FakeWeb) -> None:
    """What a page says adds no origin here either, and a circle of signposts ends."""
    url = web.hang("/a", Page(headers=HTML, body=b'<meta http-equiv="refresh" content="0; url=http://169.254.169.254/">'))
    assert _door(resolver=_never).fetch(url).record.state == "refused"
    web.hang("/c", Page(headers=HTML, body=b'<meta http-equiv="refresh" content="0; url=/d">'))
    web.hang("/d", Page(headers=HTML, body=b'<meta http-equiv="refresh" content="0; url=/c">'))
    assert "redirects" in _door().fetch(web.url + "/c").record.reason


def test_a_circle_of_redirects_ends(web: FakeWeb) -> None:
    """After the fifth hop it is an error."""
    answer = _door().fetch(web.hang("/a", Page(302, {"Location": "/a"})))
    assert answer.record.state == "error" and "redirects" in answer.record.reason and len(web.paths()) == 6


@pytest.mark.parametrize(
    ("target", "path", "state"),
    [("/", "/deep/page", "error page"), ("/404.html", "/deep/page", "error page"), ("/login?next=x", "/deep/page", "login page"),
     ("/en/", "/", "fetched")],
)  # fmt: skip
def test_where_a_redirect_leads_tells_what_came(web: FakeWeb, target: str, path: str, state: str) -> None:
    """The front page, an error page and a login page are not the page that was asked for."""
    web.hang(target.partition("?")[0], Page(headers=HTML, body=CHAPTER.replace(b"<p>", b"<p>Short.</p><p hidden>")[:300]))
    answer = _door().fetch(web.hang(path, Page(302, {"Location": target})))
    assert answer.record.state == state, answer.record.reason


def test_only_the_kinds_that_were_asked_for_are_given(web: FakeWeb) -> None:
    """A page in place of a PDF is the wrong type; its bytes are only what was shown."""
    answer = _door().fetch(web.hang("/paper.pdf", Page(headers={"Content-Type": "application/pdf"}, body=CHAPTER)), kinds=("pdf",))
    assert answer.record.state == "wrong type" and answer.body == b"" and answer.shown == CHAPTER


_PDF_REST = b"1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n"
PDFS = {
    "plain": b"%PDF-1.7\n" + _PDF_REST, "binary-mark": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n" + _PDF_REST, "mark-behind-it":
    b"%PDF-1.4%\xe2\xe3\n" + _PDF_REST,
    "line-ends-of-old": b"%PDF-1.2\r%\xe2\xe3\r" + _PDF_REST.replace(b"\n", b"\r"), "white-space-first": b"\r\n\r\n%PDF-1.7\n" + _PDF_REST,
    "byte-order-mark": b"\xef\xbb\xbf%PDF-1.7\n" + _PDF_REST, "junk-first": b"\x00\x01\x02junk%PDF-1.5\n" + _PDF_REST,
    "headers-first": b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n%PDF-1.5\r\n" + _PDF_REST, "cut": b"%PDF-1.7\n" + _PDF_REST[:20], "two":
    b"%PDF-2.0\n" + _PDF_REST,
}  # fmt: skip
OF_PDFS = {
    "page": (page("The %PDF-1.7 header", f"<h1>PDF</h1><p>{'A file begins so. ' * 60}</p>").body, "html"),
    "page-that-shows-one": (b"<html><body><pre>\n%PDF-1.7\n" + _PDF_REST + b"</pre>" + b"<p>A file begins so and ends so.</p>" * 20,
    "html"),
    "text": (b"A file begins with %PDF-1.7 and ends with %%EOF.\n" * 30, "text"),
    "text-that-begins-so": (b"%PDF-1.7 begins a file, and 1 0 obj its first object.\n" * 30, "text"),
    "text-that-shows-one": (b"A file:\n\n    %PDF-1.7\n    1 0 obj\n\nand so on, up to its end.\n" * 9, "text"),
    "json": (b'{"magic": "%PDF-", "name": "pdf"}', "json"), "json-line": (b'{"magic":\n"%PDF-1.7\\n1 0 obj"}', "json"),
    "code": (b"MAGIC = b'%PDF-'\n\n\ndef is_pdf(body):\n    return body.startswith(MAGIC)\n", "text"),
}  # fmt: skip


@pytest.mark.parametrize("body", PDFS.values(), ids=list(PDFS))
def test_a_pdf_is_one_whatever_it_is_called(web: FakeWeb, body: bytes) -> None:
    """Its header begins it, or stands behind what readers of the format pass over."""
    assert _door().fetch(web.hang("/a.html", Page(headers=HTML, body=body))).record.kind == "pdf"


@pytest.mark.parametrize(("body", "kind"), OF_PDFS.values(), ids=list(OF_PDFS))
def test_what_speaks_of_pdfs_is_none(web: FakeWeb, body: bytes, kind: str) -> None:
    """A page, a text or a program that has the header in its words is fetched as what it is, and can be read."""
    answer = _door().fetch(web.hang("/a.pdf", Page(headers={"Content-Type": "application/pdf"}, body=body)))
    assert (answer.record.state, answer.record.kind) == ("fetched", kind)
    assert extract(answer.body, "text/html" if kind == "html" else "text/plain", answer.record.url).pieces


HOSTILE = {
    "headings": b"<html>" + b"<h1>" * 200_000, "comments": b"<!---->" * 300_000, "metas": b"<html>" + b"<meta " * 300_000,
    "depth": b"<html>" + b"<div>" * 300_000, "brackets": b"[" * 1_000_000, "spaces": b"<html><title>" + b" \n" * 300_000 + b"not",
    "phrases": b"<html>" + b"purchase or rent please log in to the page " * 20_000, "entities": b"<html>" + b"&amp" * 300_000,
    "objects": b"%PDF-1.7 " + b"\n1 " * 3_000_000, "digits": b"%PDF-1.7 \n" + b"1" * 9_000_000,
}  # fmt: skip


@pytest.mark.parametrize("body", HOSTILE.values(), ids=list(HOSTILE))
def test_no_page_costs_more_than_its_length(web: FakeWeb, body: bytes) -> None:
    """What is made to keep a parser or a pattern busy is judged in a few seconds of a busy machine."""
    url = web.hang("/a", Page(headers=HTML, body=body))
    before = time.process_time()
    _door().fetch(url, api=False)
    assert time.process_time() - before < 5


PACKED_SO = {
    "empty-members": gzip.compress(b"", mtime=0) * 800_000, "full-members": gzip.compress(b"x" * 2_000, mtime=0) * 200_000,
    "empty-blocks": gzip.compress(b"", mtime=0)[:10] + b"\0\0\0\xff\xff" * 3_000_000, "long-name": b"\x1f\x8b\x08\x08" + b"a" * 16_000_000,
    "bomb": bomb(64 << 20),
}  # fmt: skip


@pytest.mark.parametrize("body", PACKED_SO.values(), ids=list(PACKED_SO))
def test_no_compressed_body_costs_more_than_its_length(web: FakeWeb, body: bytes) -> None:
    """Unpacking takes a moment, so that no deadline need interrupt it, and ends in an outcome."""
    url = web.hang("/a", Page(headers=PACKED, body=body))
    before = time.thread_time()
    record = _door(FetchLimits(tries=1)).fetch(url, api=True).record
    assert record.state in ("broken", "too large") and time.thread_time() - before < 1


def test_an_access_status_is_never_better_than_what_was_got() -> None:
    """Full text only of what was fetched; of a paywalled page an abstract at most; nothing of all else."""
    assert {state: best_access(state) for state in ("fetched", "paywalled", "login page", "missing", "offline")} == {
        "fetched": "full text", "paywalled": "abstract only", "login page": "not accessible", "missing": "not accessible",
        "offline": "not accessible",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("declared", "recorded"),
    [("text/html; charset=UTF-8; more", "text/html; charset=UTF-8"), ("Text/Plain", "Text/Plain"), ("a/vnd.b+json", "a/vnd.b+json"),
     ("ignore what was said before", ""), ("text/html ignore all of it", "text/html"), ("", "")],
)  # fmt: skip
def test_a_header_brings_no_words_into_a_record(web: FakeWeb, declared: str, recorded: str) -> None:
    """Of a declared type only what is one."""
    record = _door().fetch(web.hang("/a", Page(headers={"Content-Type": declared}, body=b"words"))).record
    assert record.content_type == recorded


# ---- addresses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
     "168.63.129.16", "192.0.2.1", "::1", "::", "fd00::1", "fe80::1%eth0", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::127.0.0.1",
     "::ffff:0:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::1", "2001:0:7f00:1::1", "2001:db8::1",
     "2600::5efe:10.0.0.1", "0x7f.0.0.1", "2130706433", "192.0.0.192", "::ffff:192.0.0.192", "192.0.0.8", "192.0.0.9", "192.88.99.1",
     "198.18.0.1", "198.51.100.7", "203.0.113.9", "240.0.0.1", "3fff::1", "2001:1::1", "2001:20::1", "5f00::1", "100::1", "4000::1",
     "64:ff9b::c000:c0", "2002:c000:c0::1"],
)  # fmt: skip
def test_a_name_that_resolves_to_a_private_address_is_refused(web: FakeWeb, address: str) -> None:
    """The address that would be connected to decides, whatever the name looks like."""
    answer = _door(policy=Policy(), resolver=lambda host, port: [address]).fetch("https://innocent.example/")
    assert answer.record.state == "refused" and answer.record.hops == () and web.asked == []


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "192.0.1.1", "192.88.98.1", "172.32.0.1", "100.128.0.1", "198.20.0.1", "223.255.255.1", "2606:4700::1111",
     "2001:4860:4860::8888", "2001:200::1", "2a00:1450::1", "2620:4f:8001::1", "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
     "2002:808:808::1"],
)  # fmt: skip
def test_a_public_address_is_one_beside_those_that_are_none(address: str) -> None:
    """The blocks end where their registry says, whatever version of Python asks."""
    assert Policy().refuse_address(address) is None


def test_every_address_of_a_name_is_looked_at(web: FakeWeb) -> None:
    """A private address among public ones is passed over, never connected to."""
    door = _door(FetchLimits(seconds=0.5, tries=1), policy=Policy(), resolver=lambda host, port: ["10.0.0.1", "127.0.0.1"])
    assert door.fetch("https://both.example/").record.state == "refused" and web.asked == []


def test_a_name_that_resolves_anew_gains_nothing(web: FakeWeb) -> None:
    """The address that was checked is the one connected to: the resolver is asked once a connection."""
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    url = web.url.replace("127.0.0.1", "localhost")
    web.hang("/a", Page(body=b"words"))
    door = _door(resolver=rebinding)
    assert door.fetch(url + "/a").body == b"words" and asked == ["localhost"], "a kept connection stays as it was checked"
    door.close()
    assert door.fetch(url + "/a").record.state == "refused" and asked == ["localhost", "localhost"]


def test_a_host_that_does_not_resolve_is_unreachable() -> None:
    """A name without an address is tried, bounded, and recorded."""

    def nowhere(host: str, port: int) -> list[str]:
        raise socket.gaierror("no such host")

    answer = _door(policy=Policy(), resolver=nowhere).fetch("https://nowhere.example/")
    assert answer.record.state == "unreachable" and "does not resolve" in answer.record.reason


def test_a_resolver_that_hangs_is_given_up() -> None:
    """The time of a fetch bounds the resolver too."""
    held = threading.Event()

    def hanging(host: str, port: int) -> list[str]:
        held.wait(20)
        return []

    record = _door(FetchLimits(seconds=0.2, tries=1), policy=Policy(), resolver=hanging).fetch("https://slow.example/a", api=True).record
    held.set()
    assert record.state == "too slow"


# ---- the user's own origins ------------------------------------------------------------------------------------


def test_an_origin_of_the_users_own_is_opened_as_configured(web: FakeWeb) -> None:
    """By calls of ours, also where it is private and http; another port of the same host is another origin."""
    url = web.hang("/a", Page(body=b"mine"))
    door = _door(policy=Policy(own_origins=frozenset({origin(web.url)})))
    assert door.fetch(url, own=True).body == b"mine"
    assert door.fetch("http://127.0.0.1:1/a", own=True).record.state == "refused"
    assert web.paths(robots=True) == ["/a"]


def test_a_link_to_an_origin_of_the_users_own_is_held_to_the_rules(web: FakeWeb) -> None:
    """What a page links to is opened as any page is, so that no page reaches into the user's network."""
    url = web.hang("/a", Page(body=b"mine"))
    assert _door(policy=Policy(own_origins=frozenset({origin(web.url)}))).fetch(url).record.state == "refused"
    assert web.asked == []


def test_redirects_are_held_to_the_users_own_origins(web: FakeWeb) -> None:
    """Not even a public address is opened behind them."""
    door = _door(policy=Policy(own_origins=frozenset({origin(web.url)})), resolver=_never)
    web.hang("/b", Page(body=b"mine"))
    assert door.fetch(web.hang("/a", Page(301, {"Location": "/b"})), own=True).body == b"mine"
    answer = door.fetch(web.hang("/c", Page(301, {"Location": "https://public.example/"})), own=True)
    assert answer.record.state == "refused" and answer.record.hops == (web.url + "/c",)


def test_a_body_is_sent_to_origins_of_the_users_own_alone(web: FakeWeb) -> None:
    """A search endpoint is asked in JSON; nothing else is ever posted to, and no redirect is followed with a body."""
    door = _door(policy=Policy(own_origins=frozenset({origin(web.url)})))
    answer = door.fetch(web.hang("/search", Page(body=b"{}")), own=True, post={"query": "guards"})
    assert answer.record.kind == "json" and (web.asked[0].method, web.asked[0].body) == ("POST", b'{"query":"guards"}')
    assert door.fetch(web.hang("/moved", Page(307, {"Location": "/search"})), own=True, post={}).record.state == "error"
    with pytest.raises(ValueError, match="own alone"):
        door.fetch(web.url + "/search", post={"query": "guards"})


def _certified(tmp_path: Path, *protocols: str) -> tuple[ssl.SSLContext, Path]:
    """A server's context with a certificate of its own, which offers these protocols, and the bundle that holds the certificate."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl to make a certificate")
    key, bundle = tmp_path / "key.pem", tmp_path / "cert.pem"
    make = (
        f"openssl req -x509 -newkey rsa:2048 -nodes -keyout {key} -out {bundle} -days 1 -subj /CN=own -addext subjectAltName=IP:127.0.0.1"
    )
    subprocess.run(make.split(), check=True, capture_output=True, timeout=60)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(bundle, key)
    if protocols:
        context.set_alpn_protocols(list(protocols))
    return context, bundle


def test_a_certificate_bundle_is_a_setting(tmp_path: Path) -> None:
    """The user's own origin with a certificate of its own is opened where the bundle holds it, and else is unreachable."""
    context, bundle = _certified(tmp_path)
    with serve(context) as web:
        web.hang("/a", Page(body=b"mine"))
        policy = Policy(own_origins=frozenset({origin(web.url)}))
        assert _door(policy=policy, ca_bundle=bundle).fetch(web.url + "/a", own=True).body == b"mine"
        record = _door(FetchLimits(tries=1), policy=policy).fetch(web.url + "/a", own=True).record
    assert record.state == "unreachable" and "certificate" in record.reason


def test_a_broken_bundle_of_certificates_is_an_outcome(tmp_path: Path) -> None:
    """What pip is configured to trust may be missing or no certificate: the index is then out of reach, and says why."""
    (tmp_path / "broken.pem").write_text("no certificate")
    for bundle in (tmp_path / "broken.pem", tmp_path / "missing.pem"):
        policy = Policy(own_origins=frozenset({"https://127.0.0.1"}))
        record = _door(FetchLimits(tries=1), policy=policy, ca_bundle=bundle).fetch("https://127.0.0.1/a", own=True).record
        assert record.state == "unreachable" and "certificates" in record.reason


def test_a_server_of_newer_protocols_is_asked_in_the_one_that_is_spoken(tmp_path: Path) -> None:
    """One that would rather speak HTTP/2 is told that HTTP/1.1 is spoken, and answers in it."""
    context, bundle = _certified(tmp_path, "h2", "http/1.1")
    with serve(context) as web:
        web.hang("/a", Page(body=b"mine"))
        policy = Policy(own_origins=frozenset({origin(web.url)}))
        answer = _door(policy=policy, ca_bundle=bundle).fetch(web.url + "/a", own=True)
    assert answer.record.state == "fetched" and answer.body == b"mine"


def test_a_server_of_newer_protocols_alone_is_no_source(web: FakeWeb) -> None:
    """Frames of HTTP/2 where an answer should stand are no HTTP that is spoken here, and are recorded as broken."""
    settings, goaway = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00", b"\x00\x00\x08\x07\x00\x00\x00\x00\x00" + bytes(7) + b"\x01"
    record = _door(SMALL).fetch(web.hang("/a", Raw(((0, settings + goaway),)))).record
    assert (record.state, record.reason) == ("broken", "cut short, or no HTTP")


# ---- manners ---------------------------------------------------------------------------------------------------


class Clock:
    """Time that passes only where someone sleeps."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


def test_a_busy_server_is_asked_again(web: FakeWeb) -> None:
    """503 once, then the document."""
    web.routes["/a"] = lambda asked: Page(503) if asked.times == 0 else Page(body=b"now")
    assert _door().fetch(web.url + "/a").body == b"now" and web.paths() == ["/a", "/a"]


def test_a_busy_server_is_not_asked_for_ever(web: FakeWeb) -> None:
    """The tries are bounded, and the last outcome is the record."""
    assert _door(FetchLimits(tries=3)).fetch(web.hang("/a", Page(503))).record.status == 503
    assert web.paths() == ["/a"] * 3


def test_a_server_that_asks_to_wait_is_waited_for(web: FakeWeb) -> None:
    """Its own delay, with a little jitter, before it is asked again."""
    clock = Clock()
    web.routes["/a"] = lambda asked: Page(429, {"Retry-After": "7"}) if asked.times == 0 else Page(body=b"now")
    assert _door(sleep=clock.sleep, now=clock.now).fetch(web.url + "/a").body == b"now"
    assert 7 <= sum(clock.slept) <= 8


@pytest.mark.parametrize("after", ["3600", "Thu, 01 Jan 2026 01:00:00 GMT"], ids=["seconds", "date"])
def test_a_long_pause_is_recorded_and_kept(web: FakeWeb, after: str) -> None:
    """Neither waited for nor cut short: until it is over, nothing more is asked of that host."""
    clock = Clock()
    door = _door(sleep=clock.sleep, now=clock.now)
    record = door.fetch(web.hang("/a", Page(429, {"Retry-After": after}))).record
    assert (record.state, record.retry_after) == ("rate-limited", 3600)
    other = door.fetch(web.hang("/b", Page(body=b"x"))).record
    assert other.state == "rate-limited" and web.paths() == ["/a"] and clock.slept == []
    clock.time += 3600
    assert door.fetch(web.url + "/b").body == b"x"


def test_a_server_that_always_asks_to_wait_is_given_up(web: FakeWeb) -> None:
    """Its waits together stay within the patience of one fetch."""
    clock = Clock()
    record = (
        _door(FetchLimits(tries=99, patience=60), sleep=clock.sleep, now=clock.now)
        .fetch(web.hang("/a", Page(429, {"Retry-After": "20"})))
        .record
    )
    assert record.state == "rate-limited" and sum(clock.slept) <= 60 and len(web.paths()) == 3


def test_a_host_is_asked_at_its_pace(web: FakeWeb) -> None:
    """The interval lies between the starts of two requests, also where many threads ask."""
    clock = Clock()
    web.hang("/a", Page(body=b"x"))
    door = _door(sleep=clock.sleep, now=clock.now, usual=Rate(2, 1))
    for _ in range(4):
        door.fetch(web.url + "/a", api=True)
    assert clock.slept == [2, 2, 2]


def test_a_host_has_one_pace_however_it_is_written(web: FakeWeb) -> None:
    """Whether in capitals or not, and where it asks for a pause; another port is another host."""
    clock = Clock()
    web.hang("/a", Page(body=b"x"))
    door = _door(sleep=clock.sleep, now=clock.now, usual=Rate(5, 1))
    for name in ("localhost", "LOCALHOST", "LocalHost"):
        assert door.fetch(web.url.replace("127.0.0.1", name) + "/a", api=True).record.state == "fetched"
    assert clock.slept == [5, 5]
    web.hang("/busy", Page(429, {"Retry-After": "900"}))
    door.fetch(web.url.replace("127.0.0.1", "localhost") + "/busy", api=True)
    assert door.fetch(web.url.replace("127.0.0.1", "LOCALhost") + "/a", api=True).record.state == "rate-limited"
    with serve() as other:
        other.hang("/a", Page(body=b"x"))
        assert door.fetch(other.url.replace("127.0.0.1", "localhost") + "/a", api=True).record.state == "fetched"


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://EXAMPLE.org./x", "example.org"), ("https://example.org:443/", "example.org"), ("http://example.org:80/", "example.org"),
     ("https://bücher.example/", "xn--bcher-kva.example"), ("https://XN--bcher-kva.example/", "xn--bcher-kva.example"),
     ("http://[0:0::1]:8080/", "[::1]:8080"), ("http://[::1]/", "[::1]"), ("https://a.example:8443/", "a.example:8443"),
     ("https://sub.example.org/", "sub.example.org"), ("https://127.0.0.1/", "127.0.0.1")],
)  # fmt: skip
def test_the_spellings_of_a_host_are_one(url: str, host: str) -> None:
    """Capitals, a dot behind it, a port that goes without saying, another script, an address in another form."""
    assert host_of(url) == host


def test_a_host_is_not_crowded(web: FakeWeb) -> None:
    """No more requests are under way at once than the rate allows."""
    web.routes["/a"] = lambda asked: threading.Event().wait(0.05) or Page(body=b"x")
    door = _door(usual=Rate(0, 2))
    with ThreadPoolExecutor(8) as pool:
        bodies = list(pool.map(lambda n: door.fetch(f"{web.url}/a?{n}").body, range(12)))
    assert bodies == [b"x"] * 12 and web.most_at_once == 2


def test_a_queue_that_is_too_long_ends(web: FakeWeb) -> None:
    """Who would wait longer than his patience is told so."""
    clock = Clock()
    door = _door(FetchLimits(patience=10), sleep=clock.sleep, now=clock.now, usual=Rate(30, 1))
    url = web.hang("/a", Page(body=b"x"))
    assert [door.fetch(url, api=True).record.state for _ in range(2)] == ["fetched", "too slow"]


ROBOTS = "User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.php$\nCrawl-delay: 4\n\nUser-agent: other\nDisallow: /\n"


@pytest.mark.parametrize(
    ("path", "state"),
    [("/a", "fetched"), ("/private/x", "robots"), ("/private/open/x", "fetched"), ("/x.php", "robots"), ("/x.php?y", "fetched")],
)
def test_the_rules_of_a_site_are_kept(web: FakeWeb, path: str, state: str) -> None:
    """The longest rule decides, with its wild cards; a page that is excluded is not asked for."""
    web.robots = ROBOTS
    web.hang(path.partition("?")[0], Page(body=b"x"))
    record = _door().fetch(web.url + path).record
    assert record.state == state and web.paths() == ([path] if state == "fetched" else [])


def test_the_rules_of_a_site_are_read_once(web: FakeWeb) -> None:
    """Its delay is kept; an interface for programs is not bound by them."""
    clock = Clock()
    web.robots = ROBOTS
    web.hang("/a", Page(body=b"x"))
    web.hang("/private/api", Page(body=b"{}"))
    door = _door(sleep=clock.sleep, now=clock.now)
    for _ in range(3):
        door.fetch(web.url + "/a")
    assert door.fetch(web.url + "/private/api", api=True).record.state == "fetched"
    assert web.paths(robots=True).count("/robots.txt") == 1 and clock.slept[-1] == 4


@pytest.mark.parametrize(
    ("page", "state"),
    [(Page(404), "fetched"), (Page(403), "fetched"), (Page(headers=HTML, body=CHAPTER), "fetched"), (Page(500), "robots"),
     (Page(429, {"Retry-After": "900"}), "rate-limited"), (Page(301, {"Location": "https://10.0.0.1/robots.txt"}), "refused")],
    ids=["none", "denied", "a-page", "failing", "busy", "elsewhere"],
)  # fmt: skip
def test_rules_that_cannot_be_read(web: FakeWeb, page: Page, state: str) -> None:
    """A site without rules is open; where they could not be read, the page is not asked for."""
    web.hang("/robots.txt", page)
    record = _door().fetch(web.hang("/a", Page(body=b"x"))).record
    assert record.state == state and (state == "fetched" or "robots.txt" in record.reason) and (state == "fetched") == ("/a" in web.paths())


_RULES = "User-agent: *\nDisallow: /private\n"
WRITTEN_SO = {
    "plain": _RULES.encode(), "byte-order-mark": _RULES.encode("utf-8-sig"), "utf-16": _RULES.encode("utf-16"), "utf-32": _RULES.encode(
    "utf-32"),
    "utf-16-big": b"\xfe\xff" + _RULES.encode("utf-16-be"), "utf-16-unmarked": _RULES.encode("utf-16-le"),
    "nul-behind": _RULES.encode() + b"\0\0", "nul-before": b"\0" + _RULES.encode(), "line-ends-of-windows": _RULES.replace("\n",
    "\r\n").encode(),
    "line-ends-of-old": _RULES.replace("\n", "\r").encode(), "no-line-end": _RULES.strip().encode(), "latin-1":
    b"# R\xe8gles\n" + _RULES.encode(),
    "control-marks": bytes(range(1, 9)) * 9 + b"\n" + _RULES.encode(), "a-mark-twice": b"\xef\xbb\xbf" * 2 + _RULES.encode(),
    "a-comment-of-a-page": b"<!-- rules -->\n" + _RULES.encode(), "in-capitals": _RULES.replace("User-agent", "USER-AGENT").encode(),
}  # fmt: skip


@pytest.mark.parametrize("body", WRITTEN_SO.values(), ids=list(WRITTEN_SO))
@pytest.mark.parametrize("declared", ["text/plain", "text/html", "application/octet-stream"])
def test_rules_are_obeyed_however_they_are_written(web: FakeWeb, body: bytes, declared: str) -> None:
    """In each encoding and with each line end; what they leave open stays open."""
    web.hang("/robots.txt", Page(headers={"Content-Type": declared}, body=body))
    web.hang("/open", Page(body=b"x"))
    door = _door()
    assert door.fetch(web.hang("/private", Page(body=b"x"))).record.state == "robots"
    assert door.fetch(web.url + "/open").record.state == "fetched" and web.paths() == ["/open"]


@pytest.mark.parametrize(
    "body", [b"\x89PNG\r\n\x1a\n" + bytes(99), b'{"user-agent": "*"}', b"", b"\xef\xbb\xbf", b"\xff\xfe", b"Disallow /\n"]
)
def test_what_holds_no_rule_excludes_nothing(web: FakeWeb, body: bytes) -> None:
    """An image, a page or a mark alone in the place of rules is none."""
    web.hang("/robots.txt", Page(body=body))
    assert _door().fetch(web.hang("/private", Page(body=b"x"))).record.state == "fetched"


def test_a_redirect_is_held_to_the_rules_too(web: FakeWeb) -> None:
    """The site's rules are asked for every hop."""
    web.robots = ROBOTS
    assert _door().fetch(web.hang("/a", Page(302, {"Location": "/private/x"}))).record.state == "robots"
    assert web.paths() == ["/a"]


# ---- ranges ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "got", "place"),
    [
        ((0, 9), b"0123456789", (0, 9, 26)),
        ((24, None), b"op", (24, 25, 26)),
        ((-3, None), b"nop", (23, 25, 26)),
        ((20, 99), b"klmnop", (20, 25, 26)),
    ],
    ids=["first", "open", "last", "over-the-end"],
)
def test_a_part_is_fetched_by_its_range(web: FakeWeb, asked: tuple[int, int | None], got: bytes, place: tuple[int, int, int]) -> None:
    """With its place in the whole, which the server must confirm."""
    web.routes["/a"] = ranged(b"0123456789abcdefghijklmnop")
    answer = _door().fetch(web.url + "/a", byte_range=asked)
    assert (answer.body, answer.record.byte_range, answer.record.status) == (got, place, 206)


@pytest.mark.parametrize("place", ["bytes 5-14/26", "bytes 0-99/100", "", "bytes */26"])
def test_another_part_than_the_one_asked_for_is_no_answer(web: FakeWeb, place: str) -> None:
    """What a server calls bytes 0 to 9 must be these bytes."""
    url = web.hang("/a", Page(206, {"Content-Range": place}, b"0123456789"))
    assert _door().fetch(url, byte_range=(0, 9)).record.state == "broken"


def test_a_server_without_ranges_gives_the_whole(web: FakeWeb) -> None:
    """The record then tells no range."""
    answer = _door().fetch(web.hang("/a", Page(body=b"whole text")), byte_range=(0, 3))
    assert answer.body == b"whole text" and answer.record.byte_range is None and answer.record.status == 200


# ---- what is sent ----------------------------------------------------------------------------------------------


def test_an_offline_run_opens_nothing(web: FakeWeb) -> None:
    """The user's word is kept, and the outcome says that it was his."""
    assert _door(offline=True).fetch(web.url + "/a").record.state == "offline"
    assert web.asked == []


def test_nothing_of_the_users_is_sent(web: FakeWeb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No cookie, no credential of the environment, no page that led here; cookies that came are not kept."""
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    url = web.hang("/a", Page(headers={"Set-Cookie": "id=1", "X-Other": "y"}, body=b"x"))
    door = _door()
    answers = [door.fetch(url) for _ in range(2)]
    assert not {name for asked in web.asked for name in asked.headers} & {"cookie", "authorization", "referer", "proxy-authorization"}
    assert [("set-cookie" in answer.headers, answer.headers["x-other"]) for answer in answers] == [(False, "y")] * 2


def test_a_credential_goes_to_its_origin_alone(web: FakeWeb) -> None:
    """In calls of ours, and not to a page of that origin, nor behind a redirect."""
    door = _door(credentials={origin(web.url): {"Authorization": "Bearer planted-secret"}})
    with serve() as other:
        other.hang("/b", Page(body=b"{}"))
        web.hang("/c", Page(body=b"{}"))
        door.fetch(web.hang("/api", Page(body=b"{}")), api=True)
        door.fetch(web.hang("/away", Page(302, {"Location": other.url + "/b"})), api=True)
        door.fetch(web.hang("/here", Page(302, {"Location": "/c"})), api=True)
        door.fetch(web.hang("/page", Page(body=b"words")))
        assert ["authorization" in asked.headers for asked in other.asked] == [False]
    assert [(asked.path, "authorization" in asked.headers) for asked in web.asked] == [
        ("/api", True), ("/away", True), ("/here", True), ("/c", False), ("/robots.txt", False), ("/page", False),
    ]  # fmt: skip


def test_a_credential_is_no_header_of_a_call(web: FakeWeb) -> None:
    """Callers cannot send one, so that none is in a record of what they asked."""
    with pytest.raises(ValueError, match="authorization"):
        _door().fetch(web.url, headers={"authorization": "Bearer x"})


def test_an_answer_that_repeats_a_credential_is_refused(web: FakeWeb) -> None:
    """It would be kept byte for byte, and the secret with it."""
    door = _door(credentials={origin(web.url): {"X-Key": "planted-secret"}})
    answer = door.fetch(web.hang("/api", Page(body=b'{"you sent": "planted-secret"}')), api=True)
    assert answer.record.state == "refused" and answer.body == answer.shown == b""
