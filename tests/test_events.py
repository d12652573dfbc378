"""The log says what happened, in an order that cannot be changed unseen; an effect happens once."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.effects import Effects
from agent.events import GENESIS, BrokenChain, EventLog
from agent.shelf import MissingRecord, Shelf
from tools.records import Record


class _Answer(Record):
    value: int


def _clock() -> str:
    return "2026-01-01T00:00:00Z"


@pytest.fixture
def log(tmp_path: Path) -> EventLog:
    log = EventLog(tmp_path / "events.jsonl", _clock)
    for n in range(3):
        log.append("stage", {"n": n})
    return log


def test_events_are_chained_by_hash(log: EventLog) -> None:
    """Each event carries the hash of the one before it, the first a fixed beginning."""
    events = EventLog(log.path, _clock).events
    assert [e["seq"] for e in events] == [0, 1, 2]
    assert [e["prev"] for e in events] == [GENESIS, events[0]["hash"], events[1]["hash"]]


@pytest.mark.parametrize("change", [("1}", "7}"), ('"stage"', '"stagf"'), ("2026", "2027")], ids=["data", "kind", "time"])
def test_a_changed_event_breaks_the_chain(log: EventLog, change: tuple[str, str]) -> None:
    """The line that was changed is named."""
    lines = log.path.read_text().splitlines(keepends=True)
    lines[1] = lines[1].replace(*change, 1)
    log.path.write_text("".join(lines))
    with pytest.raises(BrokenChain, match="line 2"):
        EventLog(log.path, _clock)


def test_a_missing_event_breaks_the_chain(log: EventLog) -> None:
    """An event cannot be taken out of the middle."""
    lines = log.path.read_text().splitlines(keepends=True)
    log.path.write_text(lines[0] + lines[2])
    with pytest.raises(BrokenChain, match="line 2"):
        EventLog(log.path, _clock)


def test_a_torn_last_line_is_cut_and_the_cut_is_an_event(log: EventLog) -> None:
    """A kill while an event was written loses that event alone."""
    with log.path.open("ab") as out:
        out.write(b'{"data":{"n":3},"ha')
    again = EventLog(log.path, _clock)
    assert [e["kind"] for e in again.events] == ["stage", "stage", "stage", "cut"]
    assert EventLog(log.path, _clock).events == again.events


def test_an_effect_is_performed_once(log: EventLog, tmp_path: Path) -> None:
    """A second run over the same inputs, in a new process, finds the stored result."""
    calls: list[int] = []

    def perform() -> _Answer:
        calls.append(1)
        return _Answer(value=7)

    for _ in range(2):
        effects = Effects(tmp_path / "effects", EventLog(log.path, _clock))
        assert effects.once("fetch", {"url": "https://a.example/"}, _Answer, perform).value == 7
    assert len(calls) == 1
    assert [e["kind"] for e in EventLog(log.path, _clock).events].count("effect") == 1


def test_other_inputs_are_another_effect(log: EventLog, tmp_path: Path) -> None:
    """The key is the whole of the inputs."""
    effects = Effects(tmp_path / "effects", log)
    assert [effects.once("fetch", {"url": url}, _Answer, lambda n=n: _Answer(value=n)).value for n, url in enumerate("ab")] == [0, 1]


def test_an_effect_whose_event_was_lost_is_told_but_not_repeated(log: EventLog, tmp_path: Path) -> None:
    """A kill between result and event: the result is used, and the log says that it was recovered."""
    before = log.path.read_bytes()
    Effects(tmp_path / "effects", log).once("run", 1, _Answer, lambda: _Answer(value=5))
    log.path.write_bytes(before)

    def never() -> _Answer:
        raise AssertionError("performed again")

    again = EventLog(log.path, _clock)
    assert Effects(tmp_path / "effects", again).once("run", 1, _Answer, never).value == 5
    assert again.events[-1]["data"]["recovered"] is True  # type: ignore[index, call-overload]


def test_a_record_comes_back_by_its_name(tmp_path: Path) -> None:
    """The name holds stage and hash, and the record is validated when it is read."""
    shelf = Shelf(tmp_path)
    name = shelf.put("plan", _Answer(value=3))
    assert name.startswith("plan-") and shelf.get(name, _Answer).value == 3


def test_a_changed_record_is_refused(tmp_path: Path) -> None:
    """A record that is not what its name says is never used."""
    shelf = Shelf(tmp_path)
    name = shelf.put("plan", _Answer(value=3))
    (tmp_path / f"{name}.json").write_text('{"value":4}')
    with pytest.raises(MissingRecord, match="not what it was"):
        shelf.get(name, _Answer)
