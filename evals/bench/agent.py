"""What a whole run with a model costs: python -m evals.bench.agent

On the real pack, with a web on loopback and a scripted model that opens fifteen sources, has five programs run (one of them written
twice) and gives a verdict on some fifty statements. Prints calls and prompt tokens by role, the greatest prompt, the longest chain of calls
that depend on each other, and with every reply taking one second how much longer than this chain the run lasts. Tokens are counted by the
server: UTF-8 bytes of messages, tools and schemas over four. A first run makes the experiments; the measured ones take their stored
results. Ends with status 1 where a bound is not kept, and does nothing where the pack is not there.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from agent.report.verify import verify
from evals.bench._agent_cast import PROGRAMS, SOURCES, Cast, labels, pages, role
from sandbox.environments import DEFAULT, home_of
from tests.loopback_run import Ended, begin, carry_through
from tests.model_server import Arrived, ModelServer

PACK = Path(__file__).parents[3] / "shared" / "packs" / "pytorch-from-first-principles-13.txt"
CALLS, TOKENS, GREATEST, CHAIN, LONGER = 60, 150_000, 12_000, 20, 1.3
SMALL = 8_192


@dataclass(frozen=True)
class Measured:
    """One run. seconds: of wall time, from its beginning to its report; cpu: of this process in it, the servers' part included."""

    ended: Ended
    arrived: list[Arrived]
    seconds: float
    cpu: float

    @property
    def tokens(self) -> int:
        return sum(each.tokens for each in self.arrived)

    @property
    def greatest(self) -> int:
        return max(each.tokens for each in self.arrived)


def measured(folder: Path, search: str, made: Ended | None = None, seconds: float = 0.0, context: int = 0) -> Measured:
    """One run in a home of its own. made: an earlier run whose experiments are taken."""
    home = folder / "home"
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(f'[search]\nsearxng = "{search}"\n')
    found = home_of(os.environ, Path.home()) / DEFAULT
    if found.is_dir():
        (home / DEFAULT).symlink_to(found.resolve())
    directory = begin(PACK.read_bytes(), folder / "runs", experiments=True, probe_seconds=20, model_context=context, fresh=True)
    if made is not None:
        (directory / "effects").mkdir(exist_ok=True)
        for path in (made.directory / "effects").glob("run-*.json"):
            shutil.copy(path, directory / "effects")
        shutil.copytree(made.directory / "experiments", directory / "experiments")
    cast = Cast(seconds, context)
    with ModelServer(cast.script()) as server:
        begun, worked = time.perf_counter(), time.process_time()
        ended = carry_through(directory, home, {"OPENAI_BASE_URL": server.url})
        return Measured(ended, cast.arrived, time.perf_counter() - begun, time.process_time() - worked)


def chain(arrived: list[Arrived]) -> int:
    """The longest chain of calls each of which needs the answer of the one before it, by what the roles are given.

    Calls of one stage are independent; what is sent back to be corrected, a planner's rounds, and the trials are not.
    """
    return sum(_depth(kind, list(calls)) for kind, calls in groupby(arrived, _stage))


def _stage(arrived: Arrived) -> str:
    name = role(arrived)
    if name == "experimenter" and "begin traceback" in arrived.texts:
        return "second program"
    return "round" if name in ("source reader", "experimenter") else name


def _depth(kind: str, calls: list[Arrived]) -> int:
    if kind in ("trial", "planner"):
        return len(calls)
    again = max((len(call.body["messages"]) - 2) // 2 for call in calls)
    if kind == "writer":  # its second try is a request of its own
        again = max(Counter(call.texts.partition("Section ")[2][:1] for call in calls).values()) - 1
    return 1 + again


def told(name: str, run: Measured) -> None:
    """The figures of one run, by role."""
    print(f"{name}: {len(run.arrived)} calls, {run.tokens} prompt tokens, greatest {run.greatest}, chain {chain(run.arrived)}")
    for kind in dict.fromkeys(map(role, run.arrived)):
        calls = [each for each in run.arrived if role(each) == kind]
        tokens = [each.tokens for each in calls]
        print(f"  {kind:14} {len(calls):3} calls  {sum(tokens):7} tokens  greatest {max(tokens):6}")


def bounds(run: Measured, slow: Measured, small: Measured) -> list[str]:
    """The bounds that are not kept."""
    report = json.loads((run.ended.directory / "report.json").read_bytes())
    judged = {label for each in run.arrived if role(each) == "judge" for label in labels(each)}
    opened = [each for each in report["sources"] if each["status"] == "full text" and "127.0.0.1" in each["id"]]
    programs = [each for each in report["experiments"] if each["wanted"]["instrument"] == "model: experimenter"]
    length = chain(slow.arrived)
    print(
        f"sources opened: {len(opened)}; programs: {len(programs)}; verdicts by the judge: {len(judged)}; changes: {len(report['changes'])}"
    )
    print(
        f"one second a reply: {slow.seconds:.1f} s for a chain of {length}, {slow.seconds / length:.2f} times; "
        f"overhead {slow.seconds - length:.1f} s, of the processor {slow.cpu:.1f} s; load of the machine {os.getloadavg()[0]:.1f}"
    )
    kept = {
        f"{SOURCES} sources are opened": len(opened) == SOURCES,
        f"{PROGRAMS} programs and a second one run": len(programs) == PROGRAMS + 1,
        "some fifty verdicts": len(judged) >= 40,
        f"at most {CALLS} calls": len(run.arrived) <= CALLS,
        f"at most {TOKENS} prompt tokens": run.tokens <= TOKENS,
        f"the greatest prompt under {GREATEST} tokens": run.greatest < GREATEST,
        f"a chain of at most {CHAIN} calls": length <= CHAIN,
        f"at most {LONGER} times the chain": slow.seconds <= LONGER * length,
        f"--context {SMALL} works": _failed(small) == _failed(run) and len(small.arrived) >= len(run.arrived),
        "every report holds": not [problem for each in (run, slow, small) for problem in verify(each.ended.directory)],
    }
    return [name for name, holds in kept.items() if not holds]


def _failed(run: Measured) -> list[str]:
    """The steps that failed; without a network the pack's link is one."""
    return [each.step for each in run.ended.report.limitations if each.failed]


def main() -> int:
    if not PACK.is_file():
        print(f"skipped: there is no {PACK.name} beside this clone")
        return 0
    with tempfile.TemporaryDirectory(prefix="corrigenda-bench-") as name, pages() as search:
        folder = Path(name)
        run = measured(folder / "first", search.url)
        told("a run", run)
        slow = measured(folder / "slow", search.url, run.ended, seconds=1.0)
        small = measured(folder / "small", search.url, run.ended, context=SMALL)
        told(f"with --context {SMALL}", small)
        broken = bounds(run, slow, small)
    for each in broken:
        print(f"NOT KEPT: {each}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
