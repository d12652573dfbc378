"""What a chapter says twice of a run: a duration that a log has, the host's counts, a reference by name, an end of a table's column."""

from __future__ import annotations

import pytest
from handmade import FACTS, chapter_of

from prompts.trust import measure
from tools.instruments.provenance import Provenance

LOG = (
    "```output\n02:11:40 INFO stage 2 finished in 640 s\n02:11:40 INFO stage 3 finished in 5210 s\n02:11:41 INFO rows written: 86400000\n"
    "02:11:41 INFO job finished in 14400 s\n```\n\n"
)
EPOCHS = "```output\nepoch 1 took 91.4 s\nepoch 2 took 30.5 s\nepoch 3 took 30.4 s\n```\n\n"
HOST = "Host: Ryzen 7 5800X, 8 cores, 16 threads, 32 GB; Linux 6.6; GCC 13.2.\n\n"
READS = "Reads were aligned with BWA 0.7.17 to the reference ASMb38 on a server with 32 cores (AMD EPYC 7313).\n\n"
TABLE = (
    "PyTorch 2.5.1 on one A100.\n\n| setting | seconds | memory |\n|---|---|---|\n| eager | 41.8 | 18.2 |\n| compiled | 30.5 | 16.9 |\n"
    "| both | 17.6 | 10.4 |\n\n"
)

#: Name -> what stands before, right words, the part of them that is right, and what stands there once it is wrong.
TWINS: dict[str, tuple[str, str, str, str]] = {
    "ran for": (LOG, "Stage 3 alone, the join, ran for 5,210 seconds.", "5,210 seconds", "4,870 seconds"),
    "took": (LOG, "In the log stage 2 took 640 s.", "640 s", "460 s"),
    "a log in one line": (
        f"It reads: ``` {' '.join(LOG.split()[1:-1])} ``` It took hours. ", "Stage 3, a join, took 5,210 s.", "5,210", "4,870",
    ),
    "an epoch": (EPOCHS, "Epoch 1 took 91.4 s, since it compiles.", "91.4 s", "94.1 s"),
    "dauerte": (EPOCHS.replace("epoch", "Epoche"), "Die Epoche 2 dauerte 30,5 s.", "30,5 s", "35,0 s"),
    "its cores": (HOST, "The rule holds on this machine with its 8 cores.", "8 cores", "16 cores"),
    "all threads": (HOST, "With one job for all 16 threads the time is best.", "16 threads", "12 threads"),
    "in words": (HOST, "The build kept all eight cores busy.", "eight cores", "six cores"),
    "the reference": (READS, "All coordinates refer to ASMb38, the reference to which the reads were aligned.", "ASMb38", "ASMb37"),
    "a starting value": (TABLE, "Compilation takes an epoch from 41.8 to 30.5 seconds, and we end at 17.6.", "41.8", "43.1"),
    "an end value": (TABLE, "Memory falls from 18.2 to 10.4 GB.", "10.4", "10.9"),
}  # fmt: skip

RIGHT: dict[str, str] = {
    "what a release has": "Using Python 3.4's library is easy in all of this chapter.\n\nPython 3.5's coroutines are used there.",
    "rounded": f"{EPOCHS}Epoch 1 took 91 s.",
    "about": f"{LOG}Stage 3 ran for about 5,000 seconds.",
    "another unit": f"{LOG}Stage 3 ran for 87 minutes.",
    "another stage": f"{LOG}Stage 4 ran for 4,870 seconds.",
    "another run": f"{LOG}In the run before, stage 3 took 4,870 seconds.",
    "a wish": f"{LOG}Stage 3 would take 700 seconds on ten workers.",
    "two stages": f"{LOG}Stages 2 and 3 took 5,850 s together.",
    "a part of it": f"{LOG}In stage 3 the shuffle took 3,100 seconds.",
    "cores of another": f"{HOST}A laptop with its 4 cores is slower.",
    "threads of a pool": f"{HOST}The pool and all 4 threads of it are started at once.",
    "some cores": f"{HOST}With 4 cores the time is 140 s, and with 6 cores 100 s.",
    "two machines": f"{HOST}The second host, a Xeon, has 12 cores and 24 threads, and it uses all 12 cores.",
    "two references": f"{READS}The older ASMb37 is still used by many, and positions differ between the two.",
    "lifted over": f"{READS}All coordinates of the panel refer to ASMb37 and were converted before reads were aligned to the reference.",
    "names of kinds": "All keys were hashed with SHA256 here.\n\nFor the signature we used SHA512, which is slower.",
    "another starting value": f"{TABLE}On the old card an epoch went from 93.1 to 64.5 seconds.",
    "a value that is explained": f"{TABLE}From 41.8 to 30.5 seconds is a gain of 27 %; the first epoch took from 43.1 to 44.9 seconds.",
    "rounded values": f"{TABLE}Compilation takes an epoch from 42 to 30.5 seconds.",
    "differences": f"{TABLE}From 41.8 s we come to 17.6 s, a gain of 24.2 s.",
}  # fmt: skip


def wrong(text: str) -> list[tuple[int, int, str]]:
    found = Provenance().examine(chapter_of(text, number="13"), FACTS).findings
    return [(f.span.start, f.span.end, measure(f.summary)) for f in found if f.verdict == "contradicted"]


@pytest.mark.parametrize("name", TWINS)
def test_what_is_said_twice_of_a_run_has_to_agree(name: str) -> None:
    """The same twice raises nothing; another figure or name is found where it is said the second time."""
    before, sentence, right, other = TWINS[name]
    text = before + sentence
    assert wrong(text) == []
    place = text.rindex(right)
    found = wrong(text[:place] + other + text[place + len(right) :])
    assert [start < place + len(other) and place < end for start, end, _ in found] == [True], found


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_may_be_of_another_run_raises_no_alarm(text: str) -> None:
    """Rounded and vague figures, other runs, machines and parts are left alone."""
    assert wrong(text) == []
