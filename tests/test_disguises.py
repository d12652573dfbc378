"""A page that stands in the place of a document is told from the document, by its text and not by what stands beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.fake_web import FakeWeb, Page, page, serve
from tools.fetch import Door, best_access
from tools.fetch.disguises import unmasked
from tools.fetch.manners import Rate
from tools.policy import Policy

LINKS = "".join(f"<li><a href='/api/{n}'>torch module number {n}</a></li>" for n in range(120))
NAV = f"<nav><ul>{LINKS}</ul></nav>"
PROSE = "<p>" + "The cache keeps one entry for each guard that was seen and evicts none. " * 20 + "</p>"
LEGAL = "Cookies legal imprint terms of use for all readers of this journal. " * 40
FORM = "<form><input name=u><input type=password name=p><button>Go</button></form>"
# What a page says in its main part where the page that was asked for is not there.
GONE = "<main><h1>404</h1><p>Sorry, the page you are looking for was not found. Try the search box above.</p></main>"
SIGN_IN = f"<main><h1>Sign in</h1><p>You must sign in to view this page.</p>{FORM}</main>"
BESIDE = {
    "nothing": "", "a-nav": NAV, "a-role": f"<div role=navigation><ul>{LINKS}</ul></div>", "a-list-of-links":
    f"<div><ul>{LINKS}</ul></div>",
    "an-aside": f"<aside>{PROSE}</aside>", "a-footer": f"<footer>{LEGAL}</footer>", "a-bar-by-class": f"<div class='left "
    f"sidebar'>{PROSE}</div>",
    "a-footer-by-id": f"<div id=footer><div><div>{LEGAL}</div></div></div>", "a-header": f"<header><p>{LEGAL}</p></header>",
    "a-nav-in-a-nav": f"<nav><nav>{LINKS}</nav><p>{LEGAL}</p></nav>", "a-menu-of-languages": f"<select><option>{LEGAL}</option></select>",
    "navigation-never-closed": f"<div class=sidebar><ul>{LINKS}<p>{LEGAL}</div>",
}  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


@pytest.fixture
def web(server: FakeWeb) -> FakeWeb:
    server.routes.clear()
    return server


def _fetched(web: FakeWeb, shown: Page, at: str = "/docs/chapter.html") -> str:
    door = Door(Policy(test_loopback=True), lambda: "2026-01-01T00:00:00Z", sleep=lambda _: None, usual=Rate(0, 4))
    record = door.fetch(web.hang(at, shown)).record
    assert record.state == "fetched" or best_access(record.state) != "full text"
    return record.state


@pytest.mark.parametrize("beside", BESIDE.values(), ids=list(BESIDE))
def test_what_stands_beside_a_text_does_not_make_it_longer(web: FakeWeb, beside: str) -> None:
    """Hundreds of words of navigation, of a bar or of a footer hide no missing page and no login."""
    assert _fetched(web, page("Page not found - Docs", beside + GONE)) == "error page"
    assert _fetched(web, page("Sign in | Forum", SIGN_IN + beside)) == "login page"
    assert _fetched(web, page("Forum", beside + "<main><p>Please log in to read this chapter.</p></main>")) == "login page"
    # What a bar is called may be what a page is called: only its elements and roles count against a page without any other word.
    by_name = [BESIDE[name] for name in ("a-list-of-links", "a-bar-by-class", "a-footer-by-id", "navigation-never-closed")]
    shell = _fetched(web, page("App", beside + "<div id=root></div><script src=app.js></script>"))
    assert shell == ("fetched" if beside in by_name else "needs a browser")


@pytest.mark.parametrize("beside", BESIDE.values(), ids=list(BESIDE))
def test_what_stands_beside_a_text_does_not_make_it_another(web: FakeWeb, beside: str) -> None:
    """The document stays one, whatever its bars hold, a login form among it."""
    body = f"<main><h1>Guards</h1>{PROSE}</main>"
    assert _fetched(web, page("Guards", beside + body)) == "fetched"
    assert (
        _fetched(web, page("Guards", f"{beside}<header>{FORM}</header>{body}<footer>Sign in to continue reading this page.</footer>"))
        == "fetched"
    )
    short = (
        "<main><h1>Guards</h1><p>A guard is what a compiled function checks before it is used again, of which each has its own.</p></main>"
    )
    assert _fetched(web, page("Guards", f"<nav>{FORM}</nav>{short}")) == "fetched"


# title, heading and text, state
STANDING_IN = {
    "404": ("404", "<h1>404</h1><p>This is not the page that you were looking for.</p>", "error page"),
    "error-404": ("Error 404 - Site", "<h1>Oops!</h1><p>We can't find that page.</p>", "error page"),
    "404-whole": ("404 - Page not found | The Site", "<p>Go back to the home page.</p>", "error page"),
    "page-does-not-exist": ("Site", "<h1>The page does not exist</h1><p>It may have been moved.</p>", "error page"),
    "sorry-not-found": ("Site", "<h2>x</h2><p>Sorry, the page you requested could not be found.</p>", "error page"),
    "long-apology": ("Page not found", "<p>We could not find the page. " + "Perhaps you would like to read something else. " * 20 +
    "</p>", "error page"),
    "german": ("Seite nicht gefunden – Verlag", "<p>Die Adresse gibt es nicht.</p>", "error page"),
    "french": ("Erreur 404 : page introuvable", "<p>Retour.</p>", "error page"),
    "500": ("500 Internal Server Error", "<h1>Internal Server Error</h1><p>The server encountered an error.</p>", "error page"),
    "502": ("502 Bad Gateway", "<center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>", "error page"),
    "503": ("Service Unavailable", "<h1>Service Unavailable</h1><p>HTTP Error 503. The service is unavailable.</p>", "error page"),
    "database": ("Database Error", "<h1>Error establishing a database connection</h1>", "error page"),
    "maintenance": ("Site under maintenance", "<h1>We'll be back soon</h1><p>Service temporarily unavailable.</p>", "error page"),
    "maintenance-short": ("Maintenance", "<p>We are performing scheduled maintenance. Please check back in an hour.</p>", "error page"),
    "went-wrong": ("Something went wrong", "<p>Please try again in a few minutes.</p>", "error page"),
    "denied": ("Access Denied", "<h1>Access Denied</h1><p>You don't have permission to access this page. Reference #18.2</p>", "denied"),
    "forbidden": ("403 Forbidden", "<h1>Forbidden</h1><p>You are not authorized to view this page.</p>", "denied"),
    "forbidden-alone": ("403 Forbidden", "<center><h1>403 Forbidden</h1></center>", "denied"),
    "blocked": ("Access denied | site used Cloudflare", "<h1>Sorry, you have been blocked</h1><p>You are unable to access site. Ray ID: "
    "8f</p>", "denied"),
    "consent": ("Before you continue", "<h1>Before you continue to Site</h1><p>We use cookies.</p><button>Accept "
    "all</button><button>Reject all</button>",
                "needs a browser"),
    "consent-by-input": ("Your privacy", "<p>We and our partners store data.</p><form><input type=submit value='I agree'></form>",
    "needs a browser"),
    "consent-german": ("Bevor Sie zu Google weitergehen", "<p>Wir verwenden Cookies.</p><button>Alle akzeptieren</button>",
    "needs a browser"),
    "login-without-a-field": ("Sign in to GitHub", "<p>Please sign in to continue.</p><a href=/o>Google</a>", "login page"),
    "login-with-terms": ("Log in | Journal",
    f"<h1>Log in</h1>{FORM}<p>{'By going on you agree to the terms of the journal. ' * 25}</p>", "login page"),
    "login-of-two-steps": ("Login", "<h1>Welcome</h1><form><input name=email><button>Next</button></form>", "login page"),
    "human": ("Just a moment...", "<p>Checking your browser before you go on.</p><script>window._cf_chl_opt={}</script>",
    "needs a browser"),
    "human-by-frame": ("Site", "<p>Please wait.</p><iframe src='https://newassets.hcaptcha.com/captcha/v1/x'></iframe>", "needs a browser"),
    "wall-of-a-member": ("Guards", f"{PROSE}<p>This article is available to members only.</p><p>This article is for our subscribers "
    f"only.</p>", "paywalled"),
    "wall-by-a-button": ("Guards", f"<h1>Abstract</h1>{PROSE}<a href=/buy>Buy this article</a>", "paywalled"),
    "wall-in-an-aside": ("Guards", "<main><h1>Abstract</h1><p>Guards are kept.</p></main><aside><p>Buy article PDF</p></aside>",
    "paywalled"),
    "wall-at-its-end": ("Guards", f"{PROSE}<div><b>Subscribe</b> now to continue reading</div>", "paywalled"),
    "wall-by-data": ("Guards", f"{PROSE}<meta itemprop=isAccessibleForFree content=False>", "paywalled"),
}  # fmt: skip


@pytest.mark.parametrize(("title", "body", "state"), STANDING_IN.values(), ids=list(STANDING_IN))
def test_what_stands_in_the_place_of_a_document_is_recognized(web: FakeWeb, title: str, body: str, state: str) -> None:
    """Errors, refusals, logins, walls and questions that come with status 200, beside a site's navigation too."""
    assert _fetched(web, page(title, body)) == state
    assert _fetched(web, page(title, f"{NAV}<main>{body}</main><footer>{LEGAL}</footer>")) == state


DOCUMENTS = {
    "of-404": ("404 Not Found - HTTP | Docs", "<h1>404 Not Found</h1><p>The status indicates that the server cannot find the "
    "resource.</p>"),
    "of-handling-404": ("Handling 404 Not Found errors", "<h1>Handling pages that were not found</h1><p>Return a page of your own from "
    "the handler.</p>"),
    "notes-that-say-it": ("v1.2", "<h1>1.2</h1><p>Fixes a bug by which a page not found error was shown twice.</p>"),
    "errors-in-api": ("FileNotFoundError", "<h1>FileNotFoundError</h1><p>Raised when a file or directory is requested but does not "
    "exist.</p>"),
    "of-500": ("500 Internal Server Error", f"<h1>500</h1>{PROSE}"),
    "of-maintenance": ("Maintenance", "<h1>Maintenance</h1><p>Run the vacuum command each night, and the index stays small.</p>"),
    "of-errors": ("Error", "<h1>Error</h1><p>The base class of what this package raises.</p>"),
    "of-denial": ("Access denied", "<h1>Access denied</h1><p>If the client prints this, set the password of the account anew with the "
    "tool.</p>"),
    "of-logging": ("Logging in PyTorch", "<h1>Logging in PyTorch</h1><p>Set TORCH_LOGS to see what is compiled.</p>"),
    "of-login": ("Log in to a registry", f"<h1>Log in</h1><p>To push you need to log in to the registry before the build.</p>{PROSE}"),
    "of-login-in-short": ("docker login", "<h1>docker login</h1><p>Log in to a registry. You need to log in to push an image.</p>"),
    "of-a-login-form": ("A form to sign in", f"<h1>Forms</h1>{FORM}{PROSE}"),
    "of-signing-views": ("Quick start", "<h1>Quick start</h1><p>Sign in with your account to view runs in the table of your project.</p>"),
    "of-consent": ("Your privacy", f"<h1>Privacy</h1><p>We use cookies.</p>{PROSE}<button>Accept all</button>"),
    "with-a-banner": ("Guards", "<div class=cookie-banner>Your privacy. We use cookies.<button>Accept "
    "all</button></div><h1>Guards</h1><p>Kept.</p>"),
    "access-to-memory": ("untyped_storage", f"<h1>untyped_storage</h1><p>To get access to this tensor's memory call "
    f"untyped_storage().</p>{PROSE}"),
    "access-short": ("Memory", "<h1>Memory</h1><p>Get access to this tensor's memory by its storage.</p>"),
    "sold-in-print": ("Free book", f"<h1>3</h1>{PROSE}<p>You can buy the full book, or read it here free of charge. To buy access or "
    f"purchase "
                      "this chapter in print, write to us.</p>"),
    "sold-beside": ("Free book", f"<main><h1>3</h1>{PROSE * 3}</main><aside><p>Buy this book</p></aside>"),
    "sign-up-for-an-api": ("The API", f"<h1>API</h1>{PROSE}<p>Sign up to access the API. Register to view your quota. Upgrade to use it "
    f"more.</p>"),
    "shows-json-ld": ("Structured data", f'<h1>How</h1>{PROSE}<pre>{{"@type":"Article","isAccessibleForFree": false}}</pre>'),
    "free-by-json-ld": ("Guards", f'<h1>G</h1>{PROSE}<script type="application/ld+json">{{"isAccessibleForFree": true}}</script>'),
    "shows-a-wall": ("Walls", f"<h1>Walls</h1>{PROSE}<pre><code>Subscribe to continue reading.</code></pre><p>It prints “Subscribe to "
    f"continue "
                     "reading” below.</p>"),
    "of-hcaptcha": ("Widget", "<h1>hcaptcha</h1><p>Load https://js.hcaptcha.com/1/api.js and put a div of class h-captcha. It takes the "
    "site key, "
                    "the theme and the size.</p>"),
    "of-hcaptcha-in-code": ("Widget", '<h1>Widget</h1><p>Put this in a page:</p><pre>&lt;div class="h-captcha"&gt;&lt;/div&gt;</pre>'),
    "by-cloudflare": ("Guards", "<h1>Guards</h1><p>A guard is kept for each function that is "
    "compiled.</p><script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>"),
    "security-checklist": ("Security checklist", "<h1>Security checklist</h1><p>Turn on each of these before the release of a "
    "package.</p>"),
    "with-links-alone": ("Index", f"<h1>Index</h1><div><ul>{LINKS}</ul></div><script></script>"),
    "without-spaces": ("編譯", "<main><h1>編譯</h1><p>快取為每個見過的守衛保留一個項目而且從不清除任何項目</p></main><script></script>"),
    "in-a-header": ("Guards", "<article><header><h1>Guards</h1><p>What is checked before each call of a compiled function.</p></header>"
                    "</article><script></script>"),
    "with-a-link-to-it": ("Forms", "<h1>Forms</h1><p>Read <a href='https://www.google.com/recaptcha/about/'>about it</a> first.</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("title", "body"), DOCUMENTS.values(), ids=list(DOCUMENTS))
def test_a_document_that_speaks_of_such_things_is_one(web: FakeWeb, title: str, body: str) -> None:
    """Texts about errors, logins, walls and tests for humans, however short, beside a site's navigation too."""
    assert _fetched(web, page(title, body)) == "fetched"
    assert _fetched(web, page(title, f"{NAV}{body}<footer>{LEGAL}</footer>")) == "fetched"


@pytest.mark.parametrize(
    ("text", "state"),
    [("Internal Server Error", "error page"), ("404: Not Found\n", "error page"), ("error: 503 Service Unavailable", "error page"),
     ("Access denied", "denied"), ("403 Forbidden\n", "denied"), ("Please log in to continue.", "login page"),
     ("This page does not exist.", "error page"), ("v1.2: a page not found error is logged", "fetched"),
     ("Access denied for user root means that the password is another.", "fetched"), ("Log in before you push.", "fetched"),
     ("# guards\n\nInternal Server Error is what it raises.", "fetched")],
)  # fmt: skip
def test_a_few_words_of_plain_text_are_judged_too(web: FakeWeb, text: str, state: str) -> None:
    """Where nothing but the failure is said."""
    assert _fetched(web, Page(headers={"Content-Type": "text/plain"}, body=text.encode())) == state


def _moved(web: FakeWeb, asked: str, to: str) -> str:
    if to.startswith("/"):
        web.hang(to, page("Guards", f"<h1>Guards</h1>{PROSE}"))
    return _fetched(web, Page(301, {"Location": to}), asked)


@pytest.mark.parametrize(
    ("asked", "to", "state"),
    [("/deep/page", "/", "error page"), ("/deep/page", "/index.html", "error page"), ("/deep/page/", "/en/", "error page"),
     ("/page", "/", "fetched"), ("/en/page", "/en/", "fetched"), ("/docs/not-found", "/docs/not-found/", "fetched"),
     ("/docs/gone", "/docs/404", "error page"), ("/docs/old", "/docs/new", "fetched")],
)  # fmt: skip
def test_a_redirect_to_the_front_page_of_the_same_site_is_none_to_the_document(web: FakeWeb, asked: str, to: str, state: str) -> None:
    """In each form in which a site writes its front page; a folder above the page is another."""
    assert _moved(web, asked, to) == state


@pytest.mark.parametrize(
    ("asked", "state"),
    [("/project/", "fetched"), ("/project/docs/", "fetched"), ("/project/docs", "fetched"), ("/project/index.html", "fetched"),
     ("/project/2.0/api/guards.html", "error page"), ("/project/guards.html", "error page"), ("/a/b/c", "error page")],
)  # fmt: skip
def test_pages_that_moved_to_a_site_of_their_own_are_the_document(web: FakeWeb, asked: str, state: str) -> None:
    """The front page of another host is what a project's folder has become, and not what one page deep within it has."""
    with serve() as other:
        other.hang("/", page("Guards", f"<h1>Guards</h1>{PROSE}"))
        assert _moved(web, asked, other.url + "/") == state


@pytest.mark.parametrize(
    ("asked", "answered", "front"),
    [("https://www.a.example/docs/x/", "https://a.example/", True), ("http://a.example/docs/x/", "https://a.example/", True),
     ("https://docs.a.example/x/y/", "https://a.example/", True), ("https://docs.a.example/x/y/", "https://www.a.example/", True),
     ("https://a.example/docs/x/", "https://docs.a.example/", False), ("https://a.github.io/project/", "https://project.example/", False),
     ("https://ba.example/docs/x/", "https://a.example/", False), ("https://a.example/docs/x/", "https://a.example/?id=3", False)],
)  # fmt: skip
def test_one_site_has_several_names(asked: str, answered: str, front: bool) -> None:
    """With and without www, and a host whose parent answers; a part of the site, or another host, is where a project moves to."""
    told = unmasked(asked, answered, "html", page("Guards", f"<h1>Guards</h1>{PROSE}").body, {})
    assert told == (("error page", "the address redirects to the front page") if front else None)


HOSTILE = {
    "page-page": "the page " * 30_000, "sign-in": "sign in to " * 30_000, "purchase": "or please purchase or rent " * 15_000,
    "you-you": "you do not have " * 30_000, "error-404": "error 404 - " * 30_000, "tags": "<b>a</b>" * 40_000,
    "blocks": "<p>sorry, the page" * 20_000, "navs": "<nav>" * 50_000, "oops": "oops " * 50_000,
}  # fmt: skip


@pytest.mark.parametrize("words", HOSTILE.values(), ids=list(HOSTILE))
def test_no_words_keep_a_pattern_busy(words: str) -> None:
    """As title, as heading and as text: judged in time that grows with the length."""
    before = time.process_time()
    unmasked("https://a.example/", "https://a.example/", "html", page(words, f"<h1>{words}</h1>{words}").body, {})
    assert time.process_time() - before < 3
