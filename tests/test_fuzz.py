"""What reads hostile input takes anything: the targets of `evals/fuzz` for a few seconds, and every input that broke one of them once."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.stages import pack
from evals.fuzz.all import TARGETS
from evals.fuzz.targets import PACKS
from prompts.trust import measure
from tools.store import Damaged, EvidenceStore, warc

INPUTS = Path(__file__).parent / "fuzz_inputs"
BROKE = sorted(INPUTS.iterdir())
# Changed inputs a target takes in `make test`, where it is not the usual number.
FEW = {"chapter": 12, "outcome": 20, "pdf": 6, "stream": 15, "page": 30, "document": 30}
SEEDS = {name: list(target.seeds()) for name, target in TARGETS.items() if name != "outcome"}


def seeds_of(name: str) -> list[bytes]:
    """Those of results take programs that run, and are made where they are asked for."""
    if name not in SEEDS:
        SEEDS[name] = list(TARGETS[name].seeds())
    return SEEDS[name]


@pytest.mark.parametrize("path", BROKE, ids=lambda path: path.name)
def test_what_broke_a_reader_once_is_taken(path: Path) -> None:
    """The name says which target and what was wrong with the input."""
    TARGETS[path.name.partition("-")[0]].run(path.read_bytes())


@pytest.mark.parametrize("name", [name for name in TARGETS if name not in ("chapter", "outcome")])
def test_harmless_inputs_are_taken(name: str) -> None:
    """The inputs that fuzzing begins from."""
    for data in seeds_of(name):
        TARGETS[name].run(data)


@pytest.mark.parametrize("path", sorted(PACKS.glob("*/pack.txt")), ids=lambda path: path.parent.name)
def test_an_excerpt_cut_anywhere_is_taken(path: Path) -> None:
    """A passage that begins and ends within a block, as excerpts do: code without its beginning, sentences about what is not there."""
    words = measure(pack.read(path.read_bytes(), "pack.txt", "pack").chapter.text)
    TARGETS["chapter"].run(words[5_000:7_500].encode())


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_are_taken(name: str) -> None:
    """Inputs that were changed a few times within their form."""
    target, seeds = TARGETS[name], seeds_of(name)

    @settings(max_examples=FEW.get(name, 60), derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(seeds), st.integers(0, 2**32), st.integers(1, 3))
    def taken(data: bytes, seed: int, times: int) -> None:
        rnd = random.Random(seed)
        for _ in range(times):
            data = target.mutate(data, rnd)[: target.largest]
        target.run(data)

    taken()


@pytest.mark.parametrize("name", [name for name in TARGETS if name not in ("chapter", "outcome", "pdf", "stream")])
@settings(max_examples=25, derandomize=True, deadline=None, database=None)
@given(data=st.binary(max_size=600))
def test_any_bytes_are_taken(name: str, data: bytes) -> None:
    """Bytes of no form at all."""
    TARGETS[name].run(data)


def test_a_member_that_unpacks_without_end_is_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A45: an archive whose small member makes more bytes than any record holds is damaged before they are made."""
    monkeypatch.setattr("tools.store.reading.MOST", 5_000_000)
    path = tmp_path / "evidence.warc.gz"
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    path.write_bytes(packer.compress(b"WARC/1.1\r\n" + bytes(60_000_000)) + packer.flush())
    with pytest.raises(Damaged, match="unpacks to more"):
        EvidenceStore(path)
    assert warc.MOST <= 1 << 28
