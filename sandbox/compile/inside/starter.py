"""Starts the measured processes one after another in one private folder, and takes their accounts by a clock that none of them can reach.

It reads plan.json: the order for each process, in which the second one finds the compiler's cache as the first has left it. Each process
gets its order on standard input, and its program afresh, so that what one leaves in the folder does not become part of the next. What it
took of them stands in journal.json, below a keyed hash, whose key was in plan.json and no process that is measured has seen.

A measured process has the same user as this one. That it cannot read or write this one's memory follows from its not being dumpable, and
that it cannot signal it from a Landlock domain of its own; where the kernel has either not, the journal says so.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from sandbox.compile.inside.journal import Clerk
from sandbox.inside import kernel

# The folder comes last on the path, but for our own package: a file that a measured process left there stands in for no module.
START = """
import sys
folder = sys.argv[1]
sys.path.insert(0, folder)
import sandbox
sys.path.remove(folder)
sys.path.append(folder)
from sandbox.compile.inside.observe import main
main()
"""
_SCOPES = 6  # the first version of Landlock under which a process cannot signal those outside of its domain


def start() -> None:
    plan = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    Path("plan.json").unlink()  # the key in it is not for the measured code
    programs = {name: Path(name).read_bytes() for name in plan["programs"]}
    held = {"memory": _closed(), "signals": kernel.landlock_abi() >= _SCOPES}
    processes = []
    for order in plan["orders"]:
        for name, content in programs.items():
            Path(name).unlink(missing_ok=True)
            Path(name).write_bytes(content)
        processes.append(_measured(order, held))
    body = json.dumps({"processes": processes, "held": held})
    mac = hmac.new(plan["key"].encode(), body.encode(), hashlib.sha256).hexdigest()
    Path("journal.json").unlink(missing_ok=True)
    Path("journal.json").write_text(f"{mac}\n{body}", encoding="utf-8")


def _closed() -> bool:
    try:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    except OSError:
        return False
    return True


def _measured(order: dict[str, Any], held: dict[str, bool]) -> dict[str, Any]:
    """Run one process to its end."""
    (out, theirs_out), (theirs_back, back) = os.pipe(), os.pipe()
    clerk = Clerk(f"trace-{order['name']}")
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", START, str(Path.cwd())],
        stdin=subprocess.PIPE,
        env={**os.environ, **order["variables"]},
        pass_fds=(theirs_out, theirs_back),
        preexec_fn=kernel.scope if held["signals"] else None,
    )
    for end in (theirs_out, theirs_back):
        os.close(end)
    with process:
        try:
            process.stdin.write(json.dumps({**order, "journal": [theirs_out, theirs_back]}).encode())  # type: ignore[union-attr]
            process.stdin.close()  # type: ignore[union-attr]
        except BrokenPipeError:
            pass
        clerk.serve(process, out, back)
        if clerk.flooded:
            process.kill()
        os.close(back)
    os.close(out)
    seconds = time.monotonic() - begun
    told = {"code": process.returncode, "seconds": seconds, "begun": begun, "lines": clerk.lines, "flooded": clerk.flooded}
    return {"name": order["name"], **told, "trace": clerk.seen.end()}


if __name__ == "__main__":
    start()
