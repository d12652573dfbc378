"""changes.patch applies to the author's file and changes nothing but what was proposed; what cannot be placed is listed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from report_samples import CHAPTER, at, change, sample

from agent.records import Change
from agent.report.patch import align, apply, patch_path, unified
from agent.report.proposal import aligned, patch, proposal
from prompts.trust import Untrusted, derived
from tools.records import Span

MARKDOWN = """# Caching

**Thirteen** requests were served. Every stall took eight to
eleven seconds. The total is 68.838 s,
465 times the eager 0.148 s.

The log says `config.cache_size_limit` (8). The answers are _identical_. Nobody
reads [the log](https://example.org/log). The default backend is inductor.
"""


def outside(text: str) -> Untrusted:
    return Untrusted(text, "person")


def changed(old: str, new: str, label: str = "P1", chapter: str = CHAPTER) -> Change:
    return change(1, 2, CHAPTER[:5], "x", 1).model_copy(
        update={"label": label, "old": derived(old), "new": derived(new), "span": at(old, chapter)}
    )


def made(file: str, *changes: Change, chapter: str = CHAPTER) -> str:
    alignment = align(changes, outside(chapter), outside(file))
    assert not alignment.left_out, alignment.left_out
    return apply(alignment.edits, outside(file))


def refused(file: str, *changes: Change, chapter: str = CHAPTER) -> str:
    return " ".join(align(changes, outside(chapter), outside(file)).left_out.values())


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("eight to eleven seconds", "six to eleven seconds", "took eight to", "took six to"),
        ("eight to eleven seconds", "eight to twelve seconds", "\neleven seconds", "\ntwelve seconds"),
        ("config.cache_size_limit (8)", "config.recompile_limit (8)", "`config.cache_size_limit`", "`config.recompile_limit`"),
        ("Thirteen requests were served.", "Twelve requests were served.", "**Thirteen**", "**Twelve**"),
        ("The answers are identical.", "The answers agree.", "are _identical_.", None),
        ("Nobody reads the log.", "Nobody opens the log.", "\nreads [the log](", "\nopens [the log]("),
        ("465 times the eager 0.148 s", "465 times the eager time of 0.148 s", "eager 0.148", "eager time of 0.148"),
        ("0.148 s. ", "0.148 s; ", "0.148 s.\n\n", "0.148 s;\n\n"),
        ("68.838 s, 465 times", "68.838 s,\n465 times", "68.838 s,\n465", "68.838 s,\n465"),
    ],
)
def test_words_are_found_across_marks_and_lines(old: str, new: str, before: str, after: str | None) -> None:
    """A change is placed whatever marks and line ends stand around it; one that would break marks is left out."""
    if after is None:
        assert "marks stand amid" in refused(MARKDOWN, changed(old, new))
    else:
        assert made(MARKDOWN, changed(old, new)) == MARKDOWN.replace(before, after)


def test_quotation_marks_and_dashes_may_differ() -> None:
    """The snapshot's straight marks find the author's typographic ones."""
    chapter = 'It\'s "cold" - so it compiles twice, and then reuses.'
    file = "It’s “cold” — so it compiles twice, and then reuses.\n"
    assert made(file, changed("compiles twice", "compiles once", chapter=chapter), chapter=chapter) == file.replace("twice", "once")
    assert made(file, changed('"cold"', '"warm"', chapter=chapter), chapter=chapter) == file.replace("“cold”", '"warm"')


def test_new_lines_take_the_file_s_line_ends() -> None:
    """Line ends in proposed words become those of the file."""
    file = MARKDOWN.replace("\n", "\r\n")
    expected = file.replace("backend is inductor", "backend is\r\nnamed inductor")
    assert made(file, changed("backend is inductor", "backend is\nnamed inductor")) == expected


def test_word_that_stands_twice_in_a_change_is_changed_once() -> None:
    """Of two equal words within the old text, the one that differs is replaced."""
    chapter = "It took eight seconds, not ten seconds in all."
    edit = changed("eight seconds, not ten seconds", "eight seconds, not ten minutes", chapter=chapter)
    assert made(chapter + "\n", edit, chapter=chapter) == "It took eight seconds, not ten minutes in all.\n"


def test_one_of_several_places_is_told_by_its_surroundings() -> None:
    """Words that stand more than once are changed where the snapshot has them."""
    chapter = "The first run took eight seconds in all. The other run took eight seconds as well."
    place = chapter.rindex("eight")
    second = changed("eight", "nine", chapter=chapter).model_copy(update={"span": Span(start=place, end=place + 5)})
    assert made(chapter + "\n", second, chapter=chapter) == chapter.replace("eight seconds as", "nine seconds as") + "\n"


def test_places_that_cannot_be_told_apart_are_left_out() -> None:
    """Without telling surroundings nothing is guessed."""
    assert "more than once" in refused(
        "eight. eight.\n", changed("eight", "nine", chapter="we say eight here"), chapter="we say eight here"
    )


@pytest.mark.parametrize(
    ("file", "changes", "said"),
    [
        ("Another text altogether.\n", (changed("eight to eleven seconds", "x"),), "not in the file"),
        (MARKDOWN, (changed("eight to eleven", "six to ten"), changed("eleven seconds", "ten minutes", "P2")), "same words as P1"),
        (MARKDOWN, (changed("eight to eleven", "six\u202e to ten"),), "cannot be seen"),
        (MARKDOWN, (changed("eight to eleven", "six").model_copy(update={"old": derived("other")}),), "do not stand at its place"),
    ],
)
def test_what_cannot_be_placed_is_listed(file: str, changes: tuple[Change, ...], said: str) -> None:
    """Each change that is left out has its reason."""
    assert said in refused(file, *changes)


@pytest.mark.parametrize("tool", ["git", "patch"])
@pytest.mark.parametrize("name", ["docs/13.md", "my chapter.md"])
@pytest.mark.parametrize("eol", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("ending", [True, False], ids=["", "no-newline-at-end"])
def test_patch_applies(tmp_path: Path, tool: str, name: str, eol: str, ending: bool) -> None:
    """git apply and patch turn the author's file into the proposed one, byte for byte, line ends kept."""
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    file = (MARKDOWN if ending else MARKDOWN.rstrip("\n")).replace("\n", eol)
    alignment = align(
        (changed("eight to eleven", "six to eleven"), changed("default backend is inductor", "default backend is called inductor", "P2")),
        outside(CHAPTER), outside(file),
    )  # fmt: skip
    payload = patch(alignment, outside(file), name)
    assert payload is not None
    target = tmp_path / name
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(file.encode())
    (tmp_path / "changes.patch").write_bytes(payload)
    command = ["git", "apply", "changes.patch"] if tool == "git" else ["patch", "-p1", "--binary", "-i", "changes.patch"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    expected = file.replace("took eight to", "took six to").replace("backend is inductor", "backend is called inductor")
    assert target.read_bytes() == expected.encode()


def test_unusual_line_ends_end_no_line() -> None:
    """Form feeds and Unicode line separators stay within their line, as patch tools have it."""
    text = unified("a.md", "one\x0ctwo\u2028three\nfour\n", "one\x0ctwo\u2028three\nfive\n")
    assert text.count("\n") == 6


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("docs/13.md", "docs/13.md"),
        ("/home/me/13.md", "13.md"),
        ("../13.md", "13.md"),
        ("a\n+++ b/x", "b-x.md"),
        ("Kapitel über.md", "kapitel-uber.md"),
        ("..", "chapter.md"),
        ('"q".md', "q.md"),
    ],
)
def test_header_holds_a_plain_path(name: str, path: str) -> None:
    """A file's name cannot write a line of the patch, nor lead out of its folder."""
    found = patch_path(name)
    assert "\n" not in found
    assert ".." not in found
    assert found == path or name.startswith("a\n")


def test_proposal_lists_old_and_new_words() -> None:
    """proposal.md holds both texts whole, and without a file of the author's nothing is called a patch."""
    report = sample()
    text = proposal(report, None)
    assert "eight to eleven seconds" in text
    assert "six to eleven seconds" in text
    assert "there is no patch" in text
    assert aligned(report, None) is None
    assert patch(None, None, "x.md") is None


def test_proposal_says_which_changes_the_patch_holds() -> None:
    """A change that could not be placed stands in proposal.md with the reason."""
    report = sample()
    file = outside(MARKDOWN.replace("cache_size_limit", "other_name"))
    text = proposal(report, aligned(report, file))
    assert "In changes.patch." in text
    assert "Not in changes.patch: its old words are not in the file." in text
