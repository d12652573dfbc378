"""Runs contrast sets: python -m evals.contrast FILE.toml... --home DIR [--kind KIND]... [--only ID]... [--details].

A contrast set (Gardner et al., "Evaluating Models' Local Decision Boundaries via Contrast Sets", Findings of EMNLP 2020) is made of
pairs: a passage with one fault, and the same passage with the fault put right. A pair is found where a verdict that an instrument or a
probe gave on the wrong passage is about the faulty words and says that they are wrong; any such verdict on the right passage is an
alarm.
Each passage is researched as a whole chapter of its own, offline.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from agent.interfaces.packs import make_pack
from agent.interfaces.runs import Given, Surroundings, perform, prepare
from evals.measure import environment
from evals.score import NOBODY, WRONG, speaks_of


class PairError(ValueError):
    """A contrast set breaks its form; the message says which pair and how."""


@dataclass(frozen=True)
class Pair:
    """One passage, the faulty words in it (once), and what stands there in the right passage."""

    id: str
    found_by: str
    packages: tuple[str, ...]
    text: str
    wrong: str
    right: str
    why: str


def read(path: Path) -> list[Pair]:
    """The pairs of one file; raises PairError."""
    pairs = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["pair"]:
        pair = Pair(
            id=entry["id"], found_by=entry["found_by"], packages=tuple(entry.get("packages", ())), text=entry["text"].strip(),
            wrong=entry["wrong"], right=entry["right"], why=entry["why"],
        )  # fmt: skip
        if pair.text.count(pair.wrong) != 1:
            raise PairError(f"{path}: {pair.id}: the wrong words stand {pair.text.count(pair.wrong)} times in the passage, not once")
        if pair.wrong == pair.right:
            raise PairError(f"{path}: {pair.id}: what is wrong and what is right are the same words")
        pairs.append(pair)
    if len({pair.id for pair in pairs}) != len(pairs):
        raise PairError(f"{path}: two pairs have one id")
    return pairs


def verdicts(text: str, home: Path, name: str, out: Path) -> list[tuple[tuple[int, int], str]]:
    """What instruments and probes hold to be wrong in a passage: the span of the words, and by whom and why."""
    pack = make_pack(text.encode(), "passage.md", book="Contrast", title="Passage", number="1")
    directory = prepare(Given(("passage", pack.encode())), {"offline": True, "environment": name}, out)
    perform(directory, Surroundings(home=home / "environments", tell=lambda stage, line: None, ask=lambda what: None))
    report = json.loads((directory / "report.json").read_bytes())
    shift = text.index(report["snapshot"]["chapter"]["text"]["untrusted"].strip())
    spans = {c["id"]: (c["span"]["start"] + shift, c["span"]["end"] + shift) for c in report["reading"]["claims"]}
    return [
        (spans[a["claim"]], f"{a['verdict']} by {a['by']}: {a['concern']['untrusted'][:200]}")
        for a in report["assessments"]
        if a["by"] != NOBODY and a["verdict"] in WRONG
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--home", type=Path, required=True, help="where experiment environments are kept")
    parser.add_argument("--kind", action="append", default=[], help="pairs of this kind alone")
    parser.add_argument("--only", action="append", default=[], help="this pair alone")
    parser.add_argument("--details", action="store_true", help="list what was missed and what was a false alarm")
    options = parser.parse_args()
    pairs = [pair for path in options.sets for pair in read(path)]
    chosen = [p for p in pairs if (not options.kind or p.found_by in options.kind) and (not options.only or p.id in options.only)]
    found: Counter[str] = Counter()
    every: Counter[str] = Counter()
    alarms = 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="contrast-") as scratch:
        for number, pair in enumerate(chosen):
            name = environment(options.home, list(pair.packages) or ["packaging"])
            start = pair.text.find(pair.wrong)
            on_wrong = verdicts(pair.text, options.home, name, Path(scratch) / f"{number}-wrong")
            on_right = verdicts(pair.text.replace(pair.wrong, pair.right), options.home, name, Path(scratch) / f"{number}-right")
            hit = any(speaks_of(span, (start, start + len(pair.wrong))) for span, _ in on_wrong)
            every[pair.found_by] += 1
            found[pair.found_by] += hit
            alarms += bool(on_right)
            if options.details:
                _tell(pair, hit, on_wrong, on_right)
    took = time.monotonic() - begun
    print(f"{sum(found.values())} of {sum(every.values())} faults found, {alarms} right passages with an alarm, {took:.0f} s")
    for kind, count in sorted(every.items()):
        print(f"  {kind:18} {found[kind]:3} of {count:3}")


def _tell(pair: Pair, hit: bool, on_wrong: list[tuple[tuple[int, int], str]], on_right: list[tuple[tuple[int, int], str]]) -> None:
    if not hit:
        print(f"MISSED {pair.id} [{pair.found_by}] {pair.wrong!r} for {pair.right!r}: {pair.why}", flush=True)
        for span, what in on_wrong:
            print(f"    elsewhere {pair.text[slice(*span)][:70]!r} {what}")
    for _, what in on_right:
        print(f"ALARM {pair.id} {what}", flush=True)


if __name__ == "__main__":
    main()
