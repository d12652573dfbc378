"""Starts the measured processes one after another in one private folder, by a clock that none of them can reach.

It reads plan.json: the order for each process, in which the second one finds the compiler's cache as the first has left it. Each process
gets its order on standard input, and its program afresh, so that what one leaves in the folder does not become part of the next.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

START = "import sys; sys.path.insert(0, sys.argv[1]); from sandbox.compile.inside.observe import main; main()"


def start() -> None:
    plan = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    Path("plan.json").unlink()  # the token in it is not for the measured code
    programs = {name: Path(name).read_bytes() for name in plan["programs"]}
    folder = str(Path.cwd())
    processes = []
    for order in plan["orders"]:
        for name, content in programs.items():
            Path(name).write_bytes(content)
        variables = {**os.environ, **order["variables"]}
        begun = time.monotonic()
        done = subprocess.run([sys.executable, "-I", "-c", START, folder], input=json.dumps(order).encode(), env=variables, check=False)
        processes.append({"name": order["name"], "code": done.returncode, "seconds": time.monotonic() - begun})
    text = json.dumps({"token": plan["token"], "processes": processes})
    Path("clock.json").unlink(missing_ok=True)
    Path("clock.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    start()
