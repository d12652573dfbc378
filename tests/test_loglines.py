"""Log lines and messages that a chapter quotes are found in the source of the packages, or the text that is there now."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import chapter_of
from package_sites import LIBRARY, distribution, torch_environment

from prompts.trust import Untrusted, measure
from tools.instruments.identifiers import Identifiers
from tools.instruments.loglines import LogLines
from tools.layout import lay_out
from tools.packages import InstalledPackages
from tools.records import Chapter, Examination, Facts, Packages, QuotedEvidence

PACK = Path(__file__).parents[2] / "shared" / "packs" / "pytorch-from-first-principles-13.txt"
OLD, NEW = "toy engine hit config.old_limit (8)", "toy engine hit config.row_limit (8)"
TOO_OFTEN = "the engine must not be turned more than 99 times in 4 seconds"
TOY = {
    "toy/__init__.py": "from toy import config\n",
    "toy/_make.py": "def Config(**given): return given\n",
    "toy/config.py": "from toy._make import Config\nrow_limit = 8\nold_limit: int = Config(alias='toy.config.row_limit')\n",
    "toy/sizes.py": "def exceeded(n):\n    return True, 'row_limit'\n",
    "toy/engine.py": (
        "import logging, warnings\n"
        "from toy import config\n"
        "log = logging.getLogger(__name__)\n"
        "def turn(n, kind):\n"
        "    log.warning(\n"
        "        'toy engine hit config.%s (%s)\\n'\n"
        "        '   last reason: %s\\n',\n"
        "        kind, getattr(config, kind), n)\n"
        "    if n < 0:\n"
        "        raise ValueError(f'Invalid number of turns: {n}')\n"
        "    if n > 99:\n"
        "        raise ValueError('the engine cannot be turned more than {} times in {} seconds'.format(99, n))\n"
        "    warnings.warn('Turning the engine twice is '\n"
        "                  'slower than turning it once with a longer handle', UserWarning)\n"
    ),
    "toy/fast.so": "\0rows and columns cannot be joined here\0",
}


@pytest.fixture
def packages(tmp_path: Path) -> InstalledPackages:
    distribution(tmp_path / "site", "toy", "1.0", TOY)
    return InstalledPackages(tmp_path / "site", LIBRARY)


def looked(text: str, packages: Packages) -> Examination:
    return LogLines().examine(
        chapter_of("We use `toy.run`.\n\n```python\nimport toy\n```\n\n" + text), Facts(packages, False, "2026-01-31")
    )


def output(*lines: str) -> str:
    return "```output\n" + "\n".join(lines) + "\n```\n"


@pytest.mark.parametrize(
    "text",
    [
        output("toy.engine: toy engine hit config.row_limit (8)"),
        output("WARNING:toy.engine:toy engine hit config.row_limit (8)"),
        output("ValueError: Invalid number of turns: -3"),
        output("ValueError: the engine cannot be turned more than 99 times in 4 seconds"),
        output("run.py:3: UserWarning: Turning the engine twice is slower than turning it once with a longer handle"),
        output("UserWarning: Turning the engine twice is slower than"),
        "It raises `ValueError: Invalid number of turns: -3` on that.",
        "The warning says “Turning the engine twice is slower than turning it once with a longer handle”.",
        "```python\ntoy.turn(-3)  # ValueError: Invalid number of turns: -3\n```\n",
    ],
    ids=[
        "percent",
        "logger-colons",
        "f-string",
        "format",
        "implicit-concatenation",
        "broken-off",
        "in-a-sentence",
        "quoted",
        "in-a-comment",
    ],
)
def test_a_message_is_found_with_its_placeholders(text: str, packages: InstalledPackages) -> None:
    """The text of the source with values in its holes is the message, whatever way it is put together there."""
    findings = looked(text, packages).findings
    assert [each.verdict for each in findings] == ["supported"]
    ground = findings[0].grounds[0]
    assert isinstance(ground, QuotedEvidence) and ground.quotation.source == "pypi:toy==1.0/toy/engine.py"


@pytest.mark.parametrize(
    ("text", "words", "now"),
    [
        (output(f"toy.engine: {OLD}"), OLD, NEW),
        (output(f"toy.engine: {OLD} last reason: 3"), OLD, NEW),
        (
            output("UserWarning: Turning the engine twice is slower than turning it once with a longer stick"),
            "Turning the engine twice is slower than turning it once with a longer stick",
            "Turning the engine twice is slower than turning it once with a longer handle",
        ),
        (output(f"ValueError: {TOO_OFTEN}"), TOO_OFTEN, None),
    ],
    ids=["alias-in-the-hole", "alias-and-more", "changed-word", "changed-with-holes"],
)  # fmt: skip
def test_a_text_that_changed_is_outdated(text: str, words: str, now: str | None, packages: InstalledPackages) -> None:
    """The closest text that is there now is quoted; a replacement is given where it is certain."""
    chapter = "We use `toy.run`.\n\n```python\nimport toy\n```\n\n" + text
    findings = looked(text, packages).findings
    assert [(each.verdict, chapter[each.span.start : each.span.end]) for each in findings] == [("outdated", words)]
    replaced = findings[0].replacement
    assert (measure(replaced.text) if replaced else None) == now
    assert replaced is None or not replaced.certain, "the rest of the recorded line may differ, too"


@pytest.mark.parametrize(
    "text",
    [
        output("RuntimeError: rows and columns cannot be joined here"),
        output("ValueError: something that nobody ever wrote in this package"),
        output("loss 0.31 after 20 steps", "eager total: 0.148 s compiled total: 68.838 s"),
        "He says “the engine is a fine thing to have at home” and goes.",
        "The error is plain: one must not turn the engine more than needed.",
        output("TypeError: unsupported operand type(s) for +: 'int' and 'str'"),
        output("Traceback (most recent call last):", '  File "run.py", line 3, in <module>', "KeyError: 'a'"),
    ],
    ids=["compiled", "nowhere", "own-figures", "speech", "prose", "interpreter", "traceback"],
)
def test_a_message_that_cannot_be_told_is_no_fault(text: str, packages: InstalledPackages) -> None:
    """Compiled code, other programs and figures print as well: absence says nothing."""
    result = looked(text, packages)
    assert not [each for each in result.findings if each.verdict != "supported"]


def test_what_the_chapters_own_code_prints_is_not_looked_for(packages: InstalledPackages) -> None:
    """A text that a block of the chapter raises or prints is the chapter's, even where the package has one like it."""
    own = '```python\ndef check(n):\n    raise ValueError(f"Invalid number of turning points: {n}")\n```\n\n'
    assert not looked(own + output("ValueError: Invalid number of turning points: 3"), packages).findings


def test_a_message_under_a_modules_name_that_is_nowhere_is_a_gap(packages: InstalledPackages) -> None:
    """Only what the chapter itself puts under an installed module is told as not found."""
    result = looked(output("toy.engine: rows are being counted by somebody else"), packages)
    assert not result.findings and len(result.gaps) == 1


def test_the_standard_library_is_searched_too(packages: InstalledPackages) -> None:
    """A message of a library module is cited from the interpreter's own files."""
    findings = looked(
        "```python\nimport json\n```\n\n" + output("json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes"),
        packages,
    )
    assert [each.verdict for each in findings.findings] == ["supported"]


def test_without_packages_nothing_is_said() -> None:
    """There is nothing to search."""
    assert (
        LogLines().examine(chapter_of(output("ValueError: Invalid number of turns: 3")), Facts(None, False, "2026-01-31")) == Examination()
    )


@pytest.mark.torch
def test_the_real_packs_log_line_is_outdated_and_its_call_exists() -> None:
    """The line of the recompile limit prints the new name today; config.py and convert_frame.py are cited; torch.compile is there."""
    if not PACK.exists():
        pytest.skip("the real pack is not beside the repository")
    packages, _ = torch_environment()
    whole = PACK.read_text(encoding="utf-8")
    text = whole[whole.index("== 2. Chapter text ==") + 22 : whole.index("[... end of excerpt")]
    nothing = Untrusted("", "test")
    chapter = Chapter(
        document="pack", offset=0, text=Untrusted(text, "pack"), whole=False, title=nothing, number="13", blocks=lay_out(text)
    )
    facts = Facts(packages, False, "2026-01-31")
    findings = LogLines().examine(chapter, facts).findings
    assert [each.verdict for each in findings] == ["outdated"]
    paths = {each.quotation.source.partition("/")[2] for each in findings[0].grounds if isinstance(each, QuotedEvidence)}
    assert {"torch/_dynamo/config.py", "torch/_dynamo/convert_frame.py"} <= paths
    assert findings[0].replacement is not None and "config.recompile_limit (8)" in measure(findings[0].replacement.text)
    named = Identifiers().examine(chapter, facts).findings
    assert "torch.compile" in {text[each.span.start : each.span.end] for each in named if each.verdict == "supported"}
    assert not [each for each in named if each.verdict == "contradicted"]
