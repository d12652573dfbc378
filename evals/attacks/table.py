"""`python -m evals.attacks.table`: the tables of docs/security.md: roles, from the code that enforces them, and classes of attacks."""

from __future__ import annotations

import sys
from pathlib import Path

from agent.roles.table import ROLES
from evals.attacks.classes import CLASSES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "security.md"


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- the table of {name}: begin -->", f"<!-- the table of {name}: end -->"


def drawn() -> str:
    """One row a role: what it sees, does and gives."""
    rows = ["| role | sees | can do | gives |", "| --- | --- | --- | --- |"]
    for role in ROLES.values():
        sees = "; ".join(f"{slot}: {what}" for slot, what in role.sees.items())
        does = ", ".join(f"`{tool}`" for tool in role.does) or "nothing"
        rows.append(f"| {role.name.replace('_', ' ')} | {sees} | {does} | {role.gives} |")
    return "\n".join(rows)


def attacks() -> str:
    """One row a class: what it is, which tests hold the product against it, and which show that it is an attack."""
    rows = ["| class | attack | held in | control in |", "| --- | --- | --- | --- |"]
    for name, known in CLASSES.items():
        rows.append(f"| {name} | {known.what} | {_short(known.held)} | {_short(known.control)} |")
    return "\n".join(rows)


def _short(tests: tuple[str, ...]) -> str:
    """Tests by file, each function without what all of them begin with."""
    by_file: dict[str, list[str]] = {}
    for test in dict.fromkeys(tests):
        file, _, function = test.partition("::")
        by_file.setdefault(file, []).append(function.removeprefix("test_").replace("_", " "))
    return "; ".join(f"`{file}`: {', '.join(functions)}" for file, functions in by_file.items())


def renewed(page: str) -> str:
    """The page with the tables as they are now."""
    for name, table in (("roles", drawn()), ("attacks", attacks())):
        begin, end = _marks(name)
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = f"{before}{begin}\n\n{table}\n\n{end}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.exit(0)
