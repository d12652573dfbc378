"""`python -m evals.attacks.table`: the table of roles in docs/security.md, drawn from the code that enforces it."""

from __future__ import annotations

import sys
from pathlib import Path

from agent.roles.table import ROLES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "security.md"
BEGIN, END = "<!-- the table of roles: begin -->", "<!-- the table of roles: end -->"


def drawn() -> str:
    """One row a role: what it sees, does and gives."""
    rows = ["| role | sees | can do | gives |", "| --- | --- | --- | --- |"]
    for role in ROLES.values():
        sees = "; ".join(f"{slot}: {what}" for slot, what in role.sees.items())
        does = ", ".join(f"`{tool}`" for tool in role.does) or "nothing"
        rows.append(f"| {role.name.replace('_', ' ')} | {sees} | {does} | {role.gives} |")
    return "\n".join(rows)


def renewed(page: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{drawn()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.exit(0)
