"""The page on security says what the code does: its table is drawn from the code, and what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

from agent.roles.table import ROLES
from evals.attacks.invariants import CHECKS
from evals.attacks.table import PAGE, renewed

ROOT = Path(__file__).resolve().parent.parent
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_table_of_roles_is_current() -> None:
    """`python -m evals.attacks.table` would change nothing, and every role has its row."""
    assert renewed(TEXT) == TEXT
    assert all(f"| {name.replace('_', ' ')} |" in TEXT for name in ROLES)


def test_what_the_page_names_is_there() -> None:
    """Each file, test and check that a promise rests on exists."""
    for target in re.findall(r"\]\((\.\./[^)#]+)\)", TEXT):
        assert (ROOT / "docs" / target).resolve().exists(), target
    for name in re.findall(r"`(test_\w+\*?)`", TEXT):
        assert list((ROOT / "tests").glob(f"{name}.py")), name
    for names in re.findall(r"bench: ((?:\*[\w ]+\*(?:, )?)+)", TEXT):
        assert set(re.findall(r"\*([\w ]+)\*", names)) <= {*CHECKS, "instruments"}
