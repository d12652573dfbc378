"""A web on loopback with everything that goes wrong on the real one: a real HTTP server whose routes say byte by byte what is sent.

`serve()` gives an empty one; `furnish(web)` hangs up the pages of `PAGES` and the misbehaviours of `MISBEHAVIOURS`. All pages are made up.
"""

from __future__ import annotations

import gzip
import json
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WORDS = "The cache keeps one entry for each guard that was seen, and evicts none. " * 40
CHAPTER = f"<!doctype html><html><head><title>Guards</title></head><body><main><h1>Guards</h1><p>{WORDS}</p></main></body></html>".encode()
HTML = {"Content-Type": "text/html; charset=utf-8"}
PACKED = HTML | {"Content-Encoding": "gzip"}
PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"


@dataclass(frozen=True)
class Asked:
    """times: how often this method and path were asked before."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    times: int


@dataclass(frozen=True)
class Page:
    """An answer with Content-Length, unless the headers give one."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Raw:
    """Bytes as they go over the wire, each after a pause in seconds; the connection is closed behind them."""

    pieces: tuple[tuple[float, bytes], ...]


Route = Callable[[Asked], Page | Raw]


@dataclass
class FakeWeb:
    """routes: path without its query -> what answers. asked: every request, in order. robots: text of robots.txt, None for 404."""

    url: str
    routes: dict[str, Route] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    robots: str | None = None
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def hang(self, path: str, page: Page | Raw) -> str:
        self.routes[path] = lambda _: page
        return self.url + path

    def paths(self, robots: bool = False) -> list[str]:
        """The paths that were asked for, requests for robots.txt left out."""
        return [asked.path for asked in self.asked if robots or asked.path != "/robots.txt"]

    def answer(self, asked: Asked) -> Page | Raw:
        route = self.routes.get(asked.path.partition("?")[0])
        if route is not None:
            return route(asked)
        if asked.path == "/robots.txt" and self.robots is not None:
            return Page(headers={"Content-Type": "text/plain"}, body=self.robots.encode())
        return Page(404, HTML, b"<html><title>Not found</title></html>")


@contextmanager
def serve(tls: ssl.SSLContext | None = None, looks: float = 0.01) -> Iterator[FakeWeb]:
    """tls: with the server's certificate, for https. looks: seconds between two looks whether it is to end; many servers that look often

    take time from what is measured beside them.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with web.lock:
                times = sum((asked.method, asked.path) == (self.command, self.path) for asked in web.asked)
                asked = Asked(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body, times)
                web.asked.append(asked)
                web.at_once += 1
                web.most_at_once = max(web.most_at_once, web.at_once)
            try:
                self.give(web.answer(asked))
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                with web.lock:
                    web.at_once -= 1

        do_POST = do_GET

        def give(self, answer: Page | Raw) -> None:
            if isinstance(answer, Raw):
                for pause, piece in answer.pieces:
                    ended.wait(pause)
                    self.wfile.write(piece)
                    self.wfile.flush()
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, value in {"Content-Length": str(len(answer.body)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A client that hangs up is no news."""

    ended = threading.Event()
    server = Server(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    web = FakeWeb(f"{'https' if tls else 'http'}://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": looks})
    thread.start()
    try:
        yield web
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


# ---- what the web holds ----------------------------------------------------------------------------------------


def page(title: str, body: str, head: str = "") -> Page:
    whole = f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    return Page(headers=HTML, body=whole.encode())


def bomb(size: int) -> bytes:
    """A gzip of `size` zeros, made without holding them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(size >> 20)), packer.flush()])


_FORM = '<form action="/session"><input name="user"><input type="password" name="pass"><button>Go</button></form>'
_LD = '<script type="application/ld+json">{"@type": "Article", "isAccessibleForFree": false}</script>'
_NOTEBOOK = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
# path -> the page, how its fetch ends, the kind of its bytes
PAGES: dict[str, tuple[Page, str, str]] = {
    "/document": (Page(headers=HTML, body=CHAPTER), "fetched", "html"),
    "/pdf-called-html": (Page(headers=HTML, body=PDF), "fetched", "pdf"),
    "/html-called.pdf": (Page(headers={"Content-Type": "application/pdf"}, body=CHAPTER), "fetched", "html"),
    "/json-called-text": (Page(headers={"Content-Type": "text/plain"}, body=b'{"a": [1, 2]}'), "fetched", "json"),
    "/notebook": (Page(headers={"Content-Type": "application/json"}, body=json.dumps(_NOTEBOOK).encode()), "fetched", "notebook"),
    "/feed": (Page(body=b'<?xml version="1.0"?><!-- a --><feed xmlns="http://www.w3.org/2005/Atom"></feed>'), "fetched", "feed"),
    "/xml": (Page(body=b'<?xml version="1.0"?><record><title>t</title></record>'), "fetched", "xml"),
    "/xhtml": (Page(body=b'<?xml version="1.0"?>\n<!DOCTYPE html>' + CHAPTER[15:]), "fetched", "html"),
    "/text": (Page(body="Prose with “quotes” and a < b.".encode()), "fetched", "text"),
    "/text-that-shows-tags": (Page(body=b"Use <html> and <body> in a page."), "fetched", "text"),
    "/latin-1": (Page(headers={"Content-Type": "text/plain"}, body="Übung macht den Meister".encode("latin-1")), "fetched", "text"),
    "/gzip-file": (Page(body=gzip.compress(b"x", mtime=0)), "fetched", "gzip"),
    "/zip": (Page(headers=HTML, body=b"PK\x03\x04" + bytes(30)), "fetched", "zip"),
    "/binary": (Page(headers={"Content-Type": "text/plain"}, body=bytes(range(256))), "fetched", "binary"),
    "/gone": (Page(410), "missing", ""),
    "/nothing-here": (Page(404, HTML, b"<title>no</title>"), "missing", "html"),
    "/soft-404": (page("Page not found | Site", "<h1>Oops</h1><p>Nothing to see.</p>"), "error page", "html"),
    "/soft-404-in-its-heading": (page("Site", "<h1>404 - Not Found</h1><p>Try the search.</p>"), "error page", "html"),
    "/soft-404-text": (Page(headers={"Content-Type": "text/plain"}, body=b"404: Not Found"), "error page", "text"),
    "/blank": (Page(headers=HTML, body=b" \n"), "error page", "empty"),
    "/wants-a-name": (Page(401, {"WWW-Authenticate": "Basic"}), "denied", ""),
    "/forbidden": (Page(403, HTML, b"<title>Forbidden</title>No."), "denied", "html"),
    "/withheld": (Page(451), "denied", ""),
    "/login": (page("Sign in", f"<h1>Welcome back</h1>{_FORM}"), "login page", "html"),
    "/login-without-a-form": (page("The Journal", "<p>Please log in to read this chapter of ours.</p>"), "login page", "html"),
    "/login-in-words": (Page(body=b"Please log in to read this chapter of ours."), "login page", "text"),
    "/wall": (page("Guards", f"<p>{WORDS[:400]}</p><p>Subscribe to continue reading.</p>"), "paywalled", "html"),
    "/wall-of-a-journal": (page("Guards", "<h1>Abstract</h1><p>Guards.</p><a>Access through your institution</a>"), "paywalled", "html"),
    "/declared-wall": (page("Guards", f"<p>{WORDS * 12}</p>", _LD), "paywalled", "html"),
    "/tier": (page("Guards", f"<p>{WORDS}</p>", '<meta property="article:content_tier" content="locked">'), "paywalled", "html"),
    "/pay": (Page(402, HTML, b"<title>Pay</title>"), "paywalled", "html"),
    "/programs": (page("App", '<div id="root"></div><script src="/app.js"></script>'), "needs a browser", "html"),
    "/programs-said": (
        page("App", "<noscript>You need to enable JavaScript to run this app.</noscript><p>Loading</p><script></script>"),
        "needs a browser", "html",
    ),
    "/challenge": (Page(403, HTML, b"<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"), "needs a browser", "html"),
    "/captcha": (page("Are you a robot?", '<div class="g-recaptcha"></div>'), "needs a browser", "html"),
    "/broken-server": (Page(500, HTML, b"<title>Error</title>"), "error", "html"),
    "/teapot": (Page(418), "error", ""),
    "/no-content": (Page(204), "error", ""),
    # Right pages that speak of errors, logins and subscriptions are the document.
    "/about-404": (page("How a 404 Not Found page is made", f"<h1>Page not found, and what to do</h1><p>{WORDS}</p>"), "fetched", "html"),
    "/forum": (page("Guards of a cache", f"<p>{WORDS[:600]}</p><p>You must be signed in to comment.</p>"), "fetched", "html"),
    "/newsletter": (page("Guards", f"<p>{WORDS}</p><p>Subscribe to our newsletter.</p>"), "fetched", "html"),
    "/short": (page("v2.7.0", "<h1>2.7.0</h1><script></script><p>Renames cache_size_limit. See the notes for the other changes.</p>"),
               "fetched", "html"),
}  # fmt: skip


def _head(more: str = "", status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{more}\r\n".encode()


def _chunked(*pieces: bytes, end: bool = True) -> bytes:
    body = b"".join(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for piece in pieces)
    return _head("Transfer-Encoding: chunked\r\n") + body + (b"0\r\n\r\n" if end else b"")


def _coded(*codings: bytes) -> bytes:
    return b"".join([_OK, b"Content-Type: text/html\r\n", *(b"Content-Encoding: " + each + b"\r\n" for each in codings), b"\r\n"])


_OK = b"HTTP/1.1 200 OK\r\n"
_DRIP = tuple((0.05, b"x") for _ in range(400))
# path -> what is sent, how its fetch ends
MISBEHAVIOURS: dict[str, tuple[Page | Raw, str]] = {
    "/chunked": (Raw(((0, _chunked(CHAPTER[:500], CHAPTER[500:])),)), "fetched"),
    "/until-closed": (Raw(((0, _head() + CHAPTER),)), "fetched"),
    "/packed": (Page(headers=PACKED, body=gzip.compress(CHAPTER, mtime=0)), "fetched"),
    "/packed-in-two": (Page(headers=PACKED, body=gzip.compress(CHAPTER[:99]) + gzip.compress(CHAPTER[99:])), "fetched"),
    "/packed-in-many": (Page(headers=PACKED, body=b"".join(gzip.compress(bytes([byte])) for byte in CHAPTER)), "fetched"),
    "/packed-and-padded": (Page(headers=PACKED, body=gzip.compress(CHAPTER) + bytes(99_000)), "fetched"),
    "/packed-in-nothing": (Page(headers=PACKED, body=gzip.compress(b"", mtime=0) * 40_000), "broken"),
    "/packed-twice": (Raw(((0, _coded(b"gzip", b"gzip") + gzip.compress(gzip.compress(CHAPTER))),)), "broken"),
    "/deflated": (Page(headers={**HTML, "Content-Encoding": "deflate"}, body=zlib.compress(CHAPTER)), "fetched"),
    "/raw-deflated": (Page(headers={**HTML, "Content-Encoding": "deflate"}, body=zlib.compress(CHAPTER)[2:-4]), "fetched"),
    "/cut-short": (Raw(((0, _head("Content-Length: 9000\r\n") + CHAPTER[:300]),)), "broken"),
    "/cut-chunks": (Raw(((0, _chunked(CHAPTER[:300], end=False)),)), "broken"),
    "/cut-gzip": (Page(headers=PACKED, body=gzip.compress(CHAPTER)[:-20]), "broken"),
    "/false-gzip": (Page(headers=PACKED, body=CHAPTER), "broken"),
    "/unasked-coding": (Page(headers={"Content-Encoding": "br"}, body=b"\x0b\x02\x80abc\x03"), "broken"),
    "/no-http": (Raw(((0, b"SSH-2.0-server\r\n\r\n"),)), "broken"),
    "/silent": (Raw(((0, b""),)), "unreachable"),
    "/two-lengths": (Raw(((0, _head("Content-Length: 4\r\nContent-Length: 9\r\n") + b"xxxxxxxxx"),)), "broken"),
    "/bomb": (Page(headers=PACKED, body=bomb(64 << 20)), "too large"),
    "/large": (Page(headers=HTML, body=b"x" * 2_000_000), "too large"),
    "/said-large": (Raw(((0, _head("Content-Length: 99999999999\r\n")),)), "too large"),
    "/endless": (Raw(((0, _head()), *((0, b"x" * 100_000) for _ in range(30)))), "too large"),
    "/headers-without-end": (Raw(((0, _OK), *((0, b"X-A: " + b"a" * 8_000 + b"\r\n") for _ in range(30)))), "too large"),
    "/one-long-header": (Raw(((0, _OK + b"X-A: "), *((0, b"a" * 8_000) for _ in range(30)))), "too large"),
    "/status-599": (Raw(((0, _head("Content-Length: 2\r\n", "599 Odd") + b"hi"),)), "error"),
    "/status-600": (Raw(((0, _head("Content-Length: 2\r\n", "600 Odder") + b"hi"),)), "error"),
    "/status-999": (Raw(((0, _head("Content-Length: 2\r\n", "999 Request denied") + b"hi"),)), "error"),
    "/status-999-alone": (Raw(((0, _head("Content-Length: 2\r\n", "999") + b"hi"),)), "error"),
    "/status-99": (Raw(((0, _head("Content-Length: 2\r\n", "99 Low") + b"hi"),)), "broken"),
    "/status-1000": (Raw(((0, _head("Content-Length: 2\r\n", "1000 High") + b"hi"),)), "broken"),
    "/late": (Raw(((5, _head() + CHAPTER),)), "too slow"),
    "/dripping-body": (Raw(((0, _head("Content-Length: 400\r\n")), *_DRIP)), "too slow"),
    "/dripping-headers": (Raw(((0, _OK + b"X-A: "), *_DRIP)), "too slow"),
}  # fmt: skip
OUTSIDE = (
    "http://10.0.0.1/", "http://127.0.0.1.example/", "https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a00:1]/", "https://0x7f000001/", "https://2130706433/", "https://017700000001/", "https://localhost/", "https://metadata/",
    "file:///etc/passwd", "ftp://files.example/", "data:text/html,x", "javascript:alert(1)", "gopher://a.example/", "//10.0.0.1/",
    "https://user:word@site.example/", "https://site.example:8443/", "https://site.example\\@10.0.0.1/", "https://si%74e.example/",
)  # fmt: skip


def furnish(web: FakeWeb) -> None:
    """Hang up everything that this module lists."""
    for path, (shown, _, _) in PAGES.items():
        web.hang(path, shown)
    for path, (sent, _) in MISBEHAVIOURS.items():
        web.hang(path, sent)


def ranged(body: bytes) -> Route:
    """A route that answers ranges as a file server does."""

    def route(asked: Asked) -> Page:
        wanted = asked.headers.get("range", "")
        if not wanted:
            return Page(headers={"Accept-Ranges": "bytes"}, body=body)
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        start = len(body) - int(last) if not first else int(first)
        end = len(body) - 1 if not first or not last else min(int(last), len(body) - 1)
        start = max(0, start)
        if start >= len(body):
            return Page(416, {"Content-Range": f"bytes */{len(body)}"})
        return Page(206, {"Content-Range": f"bytes {start}-{end}/{len(body)}"}, body[start : end + 1])

    return route


def slept(seconds: float) -> Callable[[Route], Route]:
    """A route that takes its time."""

    def make(route: Route) -> Route:
        def slow(asked: Asked) -> Page | Raw:
            time.sleep(seconds)
            return route(asked)

        return slow

    return make
