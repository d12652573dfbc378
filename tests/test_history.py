"""Release history: where a name changed, read out of the files of releases on an index of loopback, whatever these files are."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Iterator

import pytest
from pydantic import JsonValue

from prompts.trust import measure
from tests.fake_web import FakeWeb, Page, bomb, serve
from tests.released import Index, sdist, wheel
from tools.history import Change, History, Keeping, Limits, Looked, of_name, of_words, quotations, summary, told
from tools.history.bisection import changes
from tools.history.tracing import Considered

NAME = "demo.config.limit"


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with serve() as served:
        yield served


@pytest.fixture
def index(web: FakeWeb) -> Index:
    return Index(web)


def pairs(history: History) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(change.before.version, change.after.version, change.kinds) for change in history.changes]


def quoted(change: Change) -> list[str]:
    return [measure(quotation.text) if quotation is not None else "" for quotation in quotations(change)]


def only(history: History) -> Change:
    (change,) = history.changes
    return change


# ---- what changes ----------------------------------------------------------------------------------------------


def test_a_name_that_appears_is_found_between_neighbours(index: Index) -> None:
    """Absent in one release and present in the next, with the lines of both, and the quoted files are handed over byte for byte."""
    index.series(["# Settings.\nother = 1\n"] * 9 + ["# Settings.\nother = 1\nlimit = 8\n"] * 8)
    kept: dict[str, bytes] = {}
    history = of_name(index.door(), "demo", NAME, Keeping(kept.__setitem__))
    change = only(history)
    assert pairs(history) == [("1.8", "1.9", ("appeared",))] and summary(change) == "absent in 1.8, present in 1.9"
    assert quoted(change) == ["other = 1", "limit = 8"] and change.after.uploaded == "2025-01-10"
    before, after = quotations(change)
    assert after is not None and before is not None and after.source == "pypi:demo==1.9/demo/config.py" and after.locator == "line 3"
    assert kept[after.source] == b"# Settings.\nother = 1\nlimit = 8\n" and kept[before.source] == b"# Settings.\nother = 1\n"
    assert history.releases == 17 and len(history.looked) < 12 and history.left and not history.ended


CHANGES = [
    ("default", "limit = 64\n", "limit = 8  # fewer\n", ("default",), "it is 8, before 64"),
    ("alias", "limit = 8\n", 'limit: int = Config(alias="demo.config.most")\n', ("alias",), "it became an alias of demo.config.most"),
    ("removed", "limit = 8\n", "most = 8\n", ("disappeared",), "present in 1.4, absent in 1.5"),
    ("signature", "def limit(a):\n    pass\n", "def limit(a, *, b=1):\n    pass\n", ("signature",), "it takes b as well"),
    ("parameter gone", "def limit(a, b):\n    pass\n", "def limit(a):\n    pass\n", ("signature",), "it takes b no more"),
    ("parameter default", "def limit(a=1):\n    pass\n", "def limit(a=2):\n    pass\n", ("default",), "a is 2, before 1"),
    ("kind", "limit = 8\n", "def limit():\n    return 8\n", ("kind", "signature", "default"), "a function, before a value"),
    (
        "deprecated", "def limit():\n    pass\n",
        "import warnings\ndef limit():\n    warnings.warn('limit is deprecated', DeprecationWarning)\n",
        ("deprecated",), "it is marked as deprecated",
    ),
    (
        "deprecated when made", "class limit:\n    def __init__(self): ...\n",
        "class limit:\n    @deprecated('gone soon')\n    def __init__(self): ...\n",
        ("deprecated",), "it is marked as deprecated",
    ),
    (
        "class", "class limit:\n    def __init__(self, a): ...\n", "class limit:\n    def __init__(self, a, b=None): ...\n",
        ("signature",), "it takes b as well",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "kinds", "says"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_each_kind_of_change_is_told(index: Index, before: str, after: str, kinds: tuple[str, ...], says: str) -> None:
    """The kind, a sentence with the two versions, and a line of each release."""
    index.series([before] * 5 + [after] * 3, large=False)
    change = only(of_name(index.door(), "demo", NAME))
    assert (change.before.version, change.after.version, change.kinds) == ("1.4", "1.5", kinds)
    assert says in measure(told(NAME, "demo", change)) and all(quoted(change))


UNCHANGED = [
    ("comments and lines", "limit = 8\n", "# The limit.\n\n\nlimit = 8  # of entries\n"),
    ("quotation marks", "limit = 'a'\n", 'limit = "a"\n'),
    ("a body", "def limit(a=1):\n    return 1\n", "def limit(a=1):\n    return 2\n"),
    ("annotations", "def limit(a=1): ...\n", "def limit(a: int = 1) -> None: ...\n"),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in UNCHANGED], ids=[case[0] for case in UNCHANGED])
def test_what_stays_is_no_change(index: Index, before: str, after: str) -> None:
    """Comments, layout, annotations and bodies are none of a name's default or signature."""
    index.series([before] * 3 + [after] * 3, large=False)
    history = of_name(index.door(), "demo", NAME)
    assert not history.changes and not history.ended


def test_a_message_is_found_in_its_file(index: Index) -> None:
    """Words are looked for with white space apart, and told present or absent with a line of each release."""
    index.series(["raise ValueError('no such size')\n"] * 6 + ["raise ValueError(\n    'the size  is not known')\n"] * 6)
    change = only(of_words(index.door(), "demo", "demo/config.py", "the size is not known"))
    assert summary(change) == "absent in 1.5, present in 1.6" and quoted(change)[1] == "the size  is not known"


def test_several_changes_are_all_told(index: Index) -> None:
    """Each stretch whose ends differ is halved down to neighbours, so three changes give three pairs, in order."""
    index.series(["other = 1\n"] * 7 + ["limit = 1\n"] * 9 + ["limit = 2\n"] * 8 + ["other = 1\n"] * 6, large=False)
    history = of_name(index.door(), "demo", NAME)
    assert pairs(history) == [("1.6", "1.7", ("appeared",)), ("1.15", "1.16", ("default",)), ("1.23", "1.24", ("disappeared",))]


def test_what_was_not_looked_at_is_told(index: Index) -> None:
    """A default that changed and changed back between two samples is not found, and its release is among those not looked at."""
    index.series(["limit = 1\n"] * 13 + ["limit = 2\n"] + ["limit = 1\n"] * 16, large=False)
    history = of_name(index.door(), "demo", NAME)
    assert not history.changes and "1.11 to 1.13" in history.left
    assert pairs(of_name(index.door(), "demo", NAME, considered=Considered(samples=30))) == [
        ("1.12", "1.13", ("default",)), ("1.13", "1.14", ("default",)),
    ]  # fmt: skip


def test_a_module_that_is_renamed_is_followed(index: Index) -> None:
    """Where its module is gone, the name is found in the file of that name elsewhere in the release's own list, and told as moved."""
    for number in range(6):
        path = "demo/config.py" if number < 4 else "demo/_core/_config.py"
        index.release(f"1.{number}", {"demo/__init__.py": "", path: "limit = 8\n"})
    change = only(of_name(index.door(), "demo", NAME))
    assert change.kinds == ("moved",) and (change.before.version, change.after.version) == ("1.3", "1.4")
    assert "it is defined in demo/_core/_config.py, before in demo/config.py" in measure(told(NAME, "demo", change))


def test_a_name_is_followed_through_imports(index: Index) -> None:
    """A name of the package itself is read where it is really defined."""
    for number in range(6):
        index.release(
            f"1.{number}", {"demo/__init__.py": "from demo._make import *\n", "demo/_make.py": f"def limit(a={number // 3}): ...\n"}
        )
    change = only(of_name(index.door(), "demo", "demo.limit"))
    assert (
        change.kinds == ("default",) and change.after.version == "1.3" and quoted(change) == ["def limit(a=0): ...", "def limit(a=1): ..."]
    )


# ---- source that this Python does not know -------------------------------------------------------------------------

OLD = [
    ("print", "limit = 8\n\ndef show():\n    print 'shown'\n"),
    ("except", "limit = 8\ntry:\n    import json\nexcept ImportError, error:\n    json = None\n"),
    ("octal", "limit = 8\nmode = 0644\n"),
    ("a later Python's", "limit = 8\nfrozen class Later:\n    pass\n"),
]


@pytest.mark.parametrize("old", [case[1] for case in OLD], ids=[case[0] for case in OLD])
def test_source_in_a_syntax_that_is_not_known_is_unread_and_never_absent(index: Index, old: str) -> None:
    """A file of Python 2, or of a later Python, may bind the name: no change is told where it ends, and its releases are unread."""
    index.series([old] * 6 + ["limit = 8\n"] * 6, large=False)
    history = of_name(index.door(), "demo", NAME)
    assert not history.changes
    states = {looked.version: looked.state for looked in history.looked}
    assert states["1.0"] == "unread" and states["1.11"] == "present" and "absent" not in states.values()
    assert "demo/config.py is not in the syntax of a Python that is known here" in history.looked[0].reason


def test_a_change_across_unread_releases_says_how_many_they_are(index: Index) -> None:
    """What happened before and after a stretch of such releases is told with their number, and not laid on the last of them."""
    index.series(["limit = 1\n"] * 4 + [OLD[0][1]] * 3 + ["limit = 2\n"] * 4, large=False)
    change = only(of_name(index.door(), "demo", NAME))
    assert (change.before.version, change.after.version, change.unread) == ("1.3", "1.7", ("1.4", "1.5", "1.6"))
    assert "3 between them could not be read" in summary(change)


def test_a_name_in_such_a_file_is_not_said_to_have_moved(index: Index) -> None:
    """A file of the same name elsewhere does not stand in for the one that could not be read."""
    for number in range(6):
        own = OLD[0][1] if number < 3 else "limit = 8\n"
        index.release(f"1.{number}", {"demo/__init__.py": "", "demo/config.py": own, "demo/other/config.py": "limit = 1\n"}, large=False)
    assert not of_name(index.door(), "demo", NAME).changes


def test_a_star_import_from_such_a_file_leaves_the_name_unknown(index: Index) -> None:
    """A module that takes all names of a file of Python 2 may have each of them."""
    for number in range(6):
        made = OLD[0][1] if number < 3 else "limit = 8\n"
        index.release(f"1.{number}", {"demo/__init__.py": "from demo._make import *\n", "demo/_make.py": made}, large=False)
    history = of_name(index.door(), "demo", "demo.limit")
    assert not history.changes and history.looked[0].state == "unread"


def test_old_syntax_elsewhere_in_a_release_changes_nothing(index: Index) -> None:
    """A file of Python 2 that the name does not lead to leaves what is absent absent, and its words can be looked for."""
    for number in range(6):
        files: dict[str, str | bytes] = {
            "demo/__init__.py": "",
            "demo/old.py": OLD[0][1],
            "demo/config.py": "limit = 8\n" if number > 2 else "a = 1\n",
        }
        index.release(f"1.{number}", files, large=False)
    assert pairs(of_name(index.door(), "demo", NAME)) == [("1.2", "1.3", ("appeared",))]
    words = of_words(index.door(), "demo", "demo/old.py", "print 'shown'")
    assert not words.changes and {looked.state for looked in words.looked} == {"present"}


# ---- which releases, and how few bytes -------------------------------------------------------------------------


def test_only_parts_of_a_large_wheel_are_read(index: Index) -> None:
    """Of each release the end, and the one member: a tenth of the wheels' bytes at most."""
    index.series(["limit = 8\n"] * 4)
    history = of_name(index.door(), "demo", NAME)
    assert len(history.looked) == 4 and history.bytes < 4 * 80_000
    assert all("range" in asked.headers for asked in index.web.asked if asked.path.startswith("/files/"))


def test_an_index_without_ranges_gives_the_whole_file(web: FakeWeb) -> None:
    """The answer is then the file, held against the listed hash, where that is not too large; else the reason is told."""
    index = Index(web, lambda body: lambda asked: Page(body=body))
    index.series(["limit = 64\n"] * 2 + ["limit = 8\n"] * 2)
    assert pairs(of_name(index.door(), "demo", NAME)) == [("1.1", "1.2", ("default",))]
    history = of_name(index.door(), "demo", NAME, limits=Limits(file=100_000))
    assert {looked.state for looked in history.looked} == {"unread"} and "answers no ranges" in history.looked[0].reason
    assert history.ended == "none of the releases that were tried could be read"


def test_withdrawn_and_early_releases_are_left_out(index: Index) -> None:
    """A yanked release and a pre-release count only where they are asked for; both are counted as left out."""
    index.release("1.0", {"demo/config.py": "limit = 1\n"})
    index.release("1.1", {"demo/config.py": "limit = 2\n"}, yanked="broken")
    index.release("1.2rc1", {"demo/config.py": "limit = 3\n"})
    index.release("1.2", {"demo/config.py": "limit = 4\n"})
    history = of_name(index.door(), "demo", NAME)
    assert pairs(history) == [("1.0", "1.2", ("default",))] and history.left_out == 2 and not index.asked_for("1.1-py3")
    every = of_name(index.door(), "demo", NAME, considered=Considered(prereleases=True, yanked=True))
    assert [change.after.version for change in every.changes] == ["1.1", "1.2rc1", "1.2"]


def test_the_smallest_file_of_a_release_is_read(index: Index) -> None:
    """Of two wheels the smaller one, and an sdist only where there is no wheel."""
    index.add("demo-1.0-cp311-cp311-linux_x86_64.whl", wheel({"demo/config.py": "limit = 1\n"}))
    index.add("demo-1.0-py3-none-any.whl", wheel({"demo/config.py": "limit = 1\n"}, large=False))
    index.add("demo-1.0.tar.gz", sdist("demo-1.0", {"demo/config.py": "limit = 1\n"}))
    index.add("demo-1.1.tar.gz", sdist("demo-1.1", {"src/demo/config.py": "limit = 2\n"}))
    history = of_name(index.door(), "demo", NAME)
    assert [looked.file for looked in history.looked] == ["demo-1.0-py3-none-any.whl", "demo-1.1.tar.gz"]
    assert pairs(history) == [("1.0", "1.1", ("default",))]


# ---- files that are not what they should be --------------------------------------------------------------------


def central(content: bytes, field: int, value: bytes, name: bytes = b"demo/config.py") -> bytes:
    """The wheel with one field of a member's entry in the archive's list changed."""
    at = content.rindex(name) - 46
    assert content[at : at + 4] == b"PK\x01\x02"
    return content[: at + field] + value + content[at + field + len(value) :]


def twice(content: bytes) -> bytes:
    packed = io.BytesIO(content)
    with zipfile.ZipFile(packed, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("demo/config.py", "limit = 9\n")
    return packed.getvalue()


RIGHT = wheel({"demo/__init__.py": "", "demo/config.py": "limit = 8\n" * 50})
BOMB = wheel({"demo/__init__.py": "", "demo/config.py": bytes(30_000_000)})
LYING: list[tuple[str, bytes, str]] = [
    ("a bomb", BOMB, "larger than"),
    ("a bomb that says it is small", central(BOMB, 24, struct.pack("<L", 100)), "not what the archive's list says"),
    ("a wrong checksum", central(RIGHT, 16, b"\0\1\2\3"), "not what the archive's list says (BadZipFile)"),
    ("longer than it is", central(RIGHT, 24, struct.pack("<L", 900)), "archive's list says"),
    ("beyond the end", central(RIGHT, 42, struct.pack("<L", len(RIGHT) - 10)), "beyond its end"),
    ("at another member", central(RIGHT, 42, struct.pack("<L", 0)), "not what the archive's list says"),
    ("in an unknown compression", central(RIGHT, 10, struct.pack("<H", 99)), "not what the archive's list says"),
    ("encrypted", central(RIGHT, 8, struct.pack("<H", 1)), "not what the archive's list says"),
    ("a list that is longer than the file", RIGHT[:-10] + struct.pack("<L", 0x7FFFFFFF) + RIGHT[-6:], "no readable wheel"),
    ("a list elsewhere", RIGHT[:-6] + struct.pack("<L", 5) + RIGHT[-2:], "beyond its end"),
    ("no end", RIGHT[:-22] + bytes(22), "no readable wheel"),
    ("no zip", bytes(700_000), "no readable wheel"),
    ("a member twice", b"twice", "twice"),
]


@pytest.mark.parametrize(("content", "why"), [case[1:] for case in LYING], ids=[case[0] for case in LYING])
def test_an_archive_that_lies_is_unread_and_nothing_else(index: Index, content: bytes, why: str) -> None:
    """The release is told as unread with the reason, no change is made up of it, and a change around it says so."""
    index.release("1.0", {"demo/config.py": "limit = 1\n"})
    index.add("demo-1.1-py3-none-any.whl", twice(RIGHT) if content == b"twice" else content)
    index.release("1.2", {"demo/config.py": "limit = 2\n"})
    history = of_name(index.door(), "demo", NAME)
    assert [looked.state for looked in history.looked] == ["present", "unread", "present"] and why in history.looked[1].reason
    assert pairs(history) == [("1.0", "1.2", ("default",))] and only(history).unread == ("1.1",)
    assert "1 between them could not be read" in measure(told(NAME, "demo", only(history)))


def test_a_file_that_is_not_the_listed_one_is_unread(index: Index) -> None:
    """A whole file is held against the hash of the listing, and a part against its size."""
    index.release("1.0", {"demo/config.py": "limit = 1\n"}, large=False, hashes={"sha256": "0" * 64})
    index.release("1.1", {"demo/config.py": "limit = 1\n"}, size=650_001)
    history = of_name(index.door(), "demo", NAME)
    assert [looked.state for looked in history.looked] == ["unread", "unread"]
    assert "its hash is not the one" in history.looked[0].reason and "its size is not the one" in history.looked[1].reason


def test_an_sdist_is_read_where_it_is_small_alone(index: Index) -> None:
    """One that is too large is never asked for, one that unpacks to too much or is none is unread, each with its reason."""
    index.add("demo-1.0.tar.gz", sdist("demo-1.0", {"demo/config.py": "limit = 1\n"}), size=9_000_000)
    index.add("demo-1.1.tar.gz", bomb(100 << 20))
    index.add("demo-1.2.tar.gz", b"no archive")
    history = of_name(index.door(), "demo", NAME)
    assert [looked.reason.partition(": ")[2][:20] for looked in history.looked] == [
        "9000000 bytes, more ", "it unpacks to more t", "it is no readable sd",
    ]  # fmt: skip
    assert not index.asked_for("demo-1.0.tar.gz")


LISTINGS = [
    ("no JSON", Page(body=b"<html><body><a href='demo-1.0.tar.gz'>demo</a>"), "no JSON"),
    ("no files", Page(body=b'{"name": "demo"}'), "lists no files"),
    ("another package", Page(body=b'{"files": [{"filename": "other-1.0.tar.gz", "url": "x"}]}'), "no release of it"),
    ("odd entries", Page(body=b'{"files": [1, {"filename": 2}, {"filename": "demo-1.0.tar.gz", "url": "ftp://x"}]}'), "no release of it"),
    ("missing", Page(404), "gave no listing, missing"),
]


@pytest.mark.parametrize(("page", "why"), [case[1:] for case in LISTINGS], ids=[case[0] for case in LISTINGS])
def test_a_listing_that_is_none_ends_it_with_the_reason(index: Index, page: Page, why: str) -> None:
    """No release is made up where the index lists none."""
    index.web.hang("/simple/demo/", page)
    history = of_name(index.door(), "demo", NAME)
    assert why in history.ended and not history.looked


# ---- budget and resume -----------------------------------------------------------------------------------------


def test_a_budget_ends_it_and_is_told(index: Index) -> None:
    """No request beyond it is made; what was found so far is told, with the releases that were not looked at between."""
    index.series(["other = 1\n"] * 20 + ["limit = 1\n"] * 20, large=False)
    history = of_name(index.door(), "demo", NAME, limits=Limits(requests=9))
    assert history.ended == "the budget of 9 requests is spent" and len(index.web.asked) == 9 == history.requests
    change = only(history)
    assert change.left and "between them were not looked at" in measure(told(NAME, "demo", change))


def test_what_was_read_is_not_read_again(index: Index) -> None:
    """A history that was cut short goes on: only the listing and the releases that are new to it are asked for."""
    index.series(["other = 1\n"] * 10 + ["limit = 1\n"] * 10, large=False)
    kept: dict[str, Looked] = {}

    def once(inputs: JsonValue, perform: Callable[[], Looked]) -> Looked:
        assert isinstance(inputs, dict)
        version = str(inputs["version"])
        if version not in kept:
            kept[version] = perform()
        return kept[version]

    first = of_name(index.door(), "demo", NAME, Keeping(once=once), Limits(requests=5))
    before = len(index.web.asked)
    second = of_name(index.door(), "demo", NAME, Keeping(once=once))
    assert first.ended and not second.ended and pairs(second) == [("1.9", "1.10", ("appeared",))]
    assert len(index.web.asked) - before == 1 + len(second.looked) - len(first.looked)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8, 50])
def test_bisection_gives_neighbours_and_asks_once(count: int) -> None:
    """For one change at any place, of any number of places: the two neighbours, and no place is read twice."""

    class Seen:
        known = True

        def __init__(self, value: bool) -> None:
            self.value = value

        def same(self, other: object) -> bool:
            return isinstance(other, Seen) and self.value == other.value

    for where in range(1, count):
        asked: list[int] = []

        def read(place: int, where: int = where, asked: list[int] = asked) -> Seen:
            asked.append(place)
            return Seen(place >= where)

        assert list(changes(count, read)) == [(where - 1, where)] and len(asked) == len(set(asked)) <= 13
