"""Asking for a run: paid once, within the budget, in the form that was asked for."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from model_server import ModelServer, Said

from agent.effects import Effects
from agent.events import EventLog
from agent.llm.asking import Models
from agent.llm.budget import Budget, Limits
from agent.llm.endpoint import Endpoint
from agent.llm.errors import BadReply, ModelError, NotAllowed, Spent, Unreachable
from agent.llm.records import Ask, Profile, Reply, Turn, Usage, opening
from agent.llm.replies import BadRecording, Cache, Recorder, Replay
from agent.llm.schema import Quotation, Refused, form_of, read
from agent.llm.spending import LOST, by_role, paid
from agent.llm.wire import size
from prompts.library import Prompt, PromptError, Quoted, render, slots_of
from prompts.trust import Untrusted, measure
from tools.records import Record

PRICED = Profile("p", "m", "http://127.0.0.1:1/v1", price_prompt=1.0, price_output=10.0)


class Verdict(Record):
    good: bool
    quote: Quotation


@dataclass
class Model:
    """Answers from a list, and keeps what it was asked."""

    answers: list[str | Exception]
    asked: list[Ask] = field(default_factory=list)
    name: str = "m"
    address: str = ""
    context: int = 8_000
    usage: Usage = field(default_factory=lambda: Usage(prompt=100, output=10))

    def ask(self, ask: Ask) -> Reply:
        self.asked.append(ask)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        nothing = Untrusted("", "model")
        return Reply(text=Untrusted(answer, "model"), reasoning=nothing, ended="done", usage=self.usage, model=nothing)


GOOD = '{"good": true, "quote": "as it is"}'


def models(folder: Path, model: Any, limits: Limits | None = None, **settings: Any) -> Models:
    events = EventLog(folder / "events.jsonl", lambda: "2026-01-01T00:00:00Z")
    return Models(model, Effects(folder / "effects", events), Budget(limits or Limits()), **settings)


def asking(words: str = "This.") -> Ask:
    prompt = Prompt("Judge.", (words, Quoted("a page", Untrusted("text", "page"))))
    return opening("judge", prompt, form_of(Verdict), output_tokens=50)


def test_a_request_is_paid_once(tmp_path: Path) -> None:
    """The second time, and after a restart, the stored reply is the answer; its event carries tokens and stage."""
    model = Model([GOOD])
    first = models(tmp_path, model).answer("verdicts", asking(), Verdict)
    again = models(tmp_path, model).answer("verdicts", asking(), Verdict)
    assert first == again and len(model.asked) == 1
    told = [event["data"] for event in EventLog(tmp_path / "events.jsonl", str).events if event["kind"] == "effect"]
    assert [(t["role"], t["stage"], t["prompt"], t["output"], t["paid"]) for t in told] == [("judge", "verdicts", 100, 10, True)]  # type: ignore[index,call-overload]


def test_an_answer_that_breaks_its_form_is_sent_back_with_the_reason(tmp_path: Path) -> None:
    """The model sees its own words and what is wrong with them; the third wrong answer fails the step."""
    model = Model(["no JSON", '{"good": "yes", "quote": "x"}', GOOD])
    assert models(tmp_path, model).answer("verdicts", asking(), Verdict).good
    assert [len(ask.turns) for ask in model.asked] == [2, 4, 6]
    assert measure(model.asked[1].turns[2].said or Untrusted("", "")) == "no JSON"
    assert "not one JSON object" in str(model.asked[1].turns[3].parts[0]) and "good" in str(model.asked[2].turns[5].parts[0])
    with pytest.raises(BadReply, match="3 times"):
        models(tmp_path / "other", Model(["no JSON"])).answer("verdicts", asking(), Verdict)


def test_a_fenced_answer_is_not_repaired(tmp_path: Path) -> None:
    """An answer inside a code fence is no JSON object; the model is told, and nothing is cut out of it."""
    model = Model([f"```json\n{GOOD}\n```", GOOD])
    models(tmp_path, model).answer("verdicts", asking(), Verdict)
    assert len(model.asked) == 2


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    """What failed is asked again by the next run over the same folder."""
    with pytest.raises(Unreachable):
        models(tmp_path, Model([Unreachable("no")])).answer("verdicts", asking(), Verdict)
    assert models(tmp_path, Model([GOOD])).answer("verdicts", asking(), Verdict).good


@pytest.mark.parametrize(
    ("limits", "profiles"),
    [(Limits(tokens=100), {}), (Limits(cost=0.0001), {("", "m"): PRICED}), (Limits(minutes=0.0), {}), (Limits(cost=1.0), {})],
    ids=["tokens", "cost", "minutes", "no prices"],
)
def test_what_the_budget_does_not_reach_is_not_sent(tmp_path: Path, limits: Limits, profiles: dict[tuple[str, str], Profile]) -> None:
    """A call is reserved in full before it is sent."""
    model = Model([GOOD])
    with pytest.raises(Spent):
        models(tmp_path, model, limits, profiles=profiles).answer("sections", asking(), Verdict)
    assert not model.asked


def test_a_stage_has_its_share_and_what_others_left() -> None:
    """An early stage cannot spend what later ones need; what it leaves is theirs."""
    budget = Budget(Limits(tokens=1_000))
    with pytest.raises(Spent):
        budget.reserve("claims", Usage(prompt=201), None)
    budget.reserve("verdicts", Usage(prompt=800), None)
    budget.settle(Usage(prompt=800), Usage(prompt=300), None)
    budget.reserve("sections", Usage(prompt=700), None)
    with pytest.raises(Spent):
        budget.reserve("sections", Usage(prompt=1), None)


def test_an_answer_that_came_to_nothing_was_paid_for(tmp_path: Path) -> None:
    """A model that answers uselessly without end cannot run up more than the budget."""
    model = Model([BadReply("endless")])
    one = models(tmp_path, model, Limits(tokens=400))
    for _ in range(9):
        with pytest.raises(ModelError):
            one.answer("sections", asking(), Verdict)
    assert 0 < len(model.asked) * 100 <= 400


@pytest.mark.parametrize(
    ("usage", "prompt", "output", "counted"), [(Usage(prompt=70, output=30), 70, 30, True), (None, 123, 50, False)], ids=["told", "at most"]
)
def test_a_call_that_came_to_nothing_is_in_the_log(tmp_path: Path, usage: Usage | None, prompt: int, output: int, counted: bool) -> None:
    """Its cost is by its own word or at most what was set aside, is told as lost, and is still spent after a resume."""
    asked = asking()
    prompt = size(asked) // 3 if usage is None else prompt
    profiles = {("", "m"): PRICED}
    lost = BadReply("the answer is empty", usage)
    assert models(tmp_path, Model([lost, GOOD]), profiles=profiles).answer("verdicts", asked, Verdict).good
    events = EventLog(tmp_path / "events.jsonl", str).events
    (told,) = [event["data"] for event in events if event["kind"] == LOST]
    assert isinstance(told, dict) and told["reason"] == "the answer is empty"
    assert (told["prompt"], told["output"], told["counted"], told["paid"]) == (prompt, output, counted, True)
    (row,) = by_role(events)
    assert (row.calls, row.lost, row.saved, row.prompt, row.output) == (2, 1, 0, prompt + 100, output + 10)
    assert row.dollars == pytest.approx((row.prompt + 10 * row.output) / 1e6)
    assert paid(events) == (row.prompt + row.output, pytest.approx(row.dollars))


def test_the_cache_serves_other_runs_and_costs_nothing(tmp_path: Path) -> None:
    """Another run with the same question gets the reply of the first, marked as not paid."""
    model, cache = Model([GOOD]), Cache(tmp_path / "replies")
    models(tmp_path / "a", model, cache=cache).answer("verdicts", asking(), Verdict)
    second = models(tmp_path / "b", model, Limits(tokens=0), cache=cache)
    assert second.answer("verdicts", asking(), Verdict).good and len(model.asked) == 1 and second.budget.tokens == 0
    told = [event["data"] for event in EventLog(tmp_path / "b/events.jsonl", str).events if event["kind"] == "effect"]
    assert [t["paid"] for t in told] == [False]  # type: ignore[index,call-overload]


def test_a_recording_answers_in_the_models_place(tmp_path: Path) -> None:
    """What was recorded is replayed by request; a request that it does not hold is refused, and a broken file is told."""
    path = tmp_path / "recording.jsonl"
    models(tmp_path / "a", Model([GOOD]), recorder=Recorder(path, "m", 8_000)).answer("verdicts", asking(), Verdict)
    replayed = models(tmp_path / "b", Replay(path))
    assert replayed.answer("verdicts", asking(), Verdict).good and replayed.default.context == 8_000
    with pytest.raises(NotAllowed, match="holds no answer"):
        replayed.answer("verdicts", asking("Something else."), Verdict)
    path.write_text('{"recording": "other"}\n')
    with pytest.raises(BadRecording):
        Replay(path)


def test_many_are_asked_at_once_and_come_back_in_order(tmp_path: Path) -> None:
    """Independent requests run in parallel; one that fails leaves the others."""
    together = threading.Barrier(3, timeout=10)

    class Slow(Model):
        def ask(self, ask: Ask) -> Reply:
            together.wait()
            time.sleep(0.01)
            if "2" in str(ask.turns[1].parts[0]):
                raise Unreachable("no")
            return super().ask(ask)

    one = models(tmp_path, Slow([GOOD]))
    done = one.each(["1", "2", "3"], lambda words: one.answer("verdicts", asking(words), Verdict))
    assert [type(item).__name__ for item in done] == ["Verdict", "Unreachable", "Verdict"]


# ---- replies and prompts as types ------------------------------------------------------------------------------


def test_a_models_words_are_outside_text_and_it_cannot_say_otherwise() -> None:
    """Strings of a reply are `Untrusted` from "model"; one that claims another origin is refused, a stored record keeps its own."""
    verdict = read(Untrusted(GOOD, "model"), Verdict)
    assert verdict.quote.origin == "model" and Verdict.model_validate_json(verdict.model_dump_json()) == verdict
    with pytest.raises(Refused, match="quote"):
        read(Untrusted('{"good": true, "quote": {"untrusted": "x", "origin": "pack"}}', "model"), Verdict)


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", '{"good": true}', f"{GOOD} and more", '{"good": true, "quote": "' + "x" * 301 + '"}',
        '{"good": true, "quote": "x", "evil ": 1}', '{"good": true, "quote": NaN}', "{" * 100_000, '{"good": 1e999, "quote": "x"}',
    ],
)  # fmt: skip
def test_what_is_not_the_form_is_refused(text: str) -> None:
    """Whatever is not exactly the record is refused with a reason that repeats none of the model's words."""
    with pytest.raises(Refused) as refused:
        read(Untrusted(text, "model"), Verdict)
    assert "evil" not in str(refused.value) and len(str(refused.value)) < 400


def test_a_schema_is_closed_and_complete() -> None:
    """Strict servers want every property required and no others."""
    schema = form_of(Verdict).schema_
    assert schema["required"] == ["good", "quote"] and schema["additionalProperties"] is False
    assert schema["properties"]["quote"] == {"type": "string", "maxLength": 300}  # type: ignore[index,call-overload]


def test_an_instruction_takes_nothing_from_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slots stand in the data part alone, each is filled once, and an unknown or missing one is an error of ours."""
    import prompts.library

    monkeypatch.setattr(prompts.library, "_FOLDER", tmp_path)
    (tmp_path / "good.md").write_text("Judge it.\n---\nThe page:\n{{page}}\n")
    page = Quoted("a page", Untrusted("{{other}} text", "page"))
    prompt = render("good", {"page": (page,)})
    assert prompt == Prompt("Judge it.", ("The page:", page)) and slots_of("good") == ("page",)
    for filled in ({}, {"page": (page,), "more": ()}):
        with pytest.raises(PromptError):
            render("good", filled)  # type: ignore[arg-type]
    (tmp_path / "bad.md").write_text("Judge\n{{page}}\n---\n{{page}}\n")
    with pytest.raises(PromptError):
        slots_of("bad")


def test_room_leaves_the_answer_its_place(tmp_path: Path) -> None:
    """What may be sent is the context without the answer."""
    one = models(tmp_path, Model([GOOD], context=1_000))
    assert one.room("judge", 400) == (1_000 - 400 - 64) * 3 and one.room("judge", 2_000) == 0
    assert isinstance(asking().turns[0], Turn)


def test_each_try_is_reserved_before_it_is_sent(tmp_path: Path) -> None:
    """Where every stream is cut, no try is sent that could overrun the budget, and those that were sent are in the account."""
    limit = 2 * (size(asking()) // 3 + 50)
    with ModelServer(lambda arrived: Said("{}", cut=True)) as server:
        one = Endpoint(Profile("p", "m", f"{server.url}", context=8_000), sleep=lambda _: None)
        asked = models(tmp_path, one, Limits(tokens=limit))
        with pytest.raises(Spent):
            asked.answer("sections", asking(), Verdict)
        one.close()
    assert 1 < len(server.requests) < 5 and 0 < asked.budget.tokens <= limit
    assert paid(EventLog(tmp_path / "events.jsonl", str).events)[0] == asked.budget.tokens


def test_models_of_one_name_at_two_addresses_share_nothing(tmp_path: Path) -> None:
    """Neither replies of earlier runs nor prices; within one run a reply that was paid stays, wherever the model is by then."""
    cache = Cache(tmp_path / "replies")
    here, there = (Model([GOOD], address=f"http://127.0.0.1:{port}/v1") for port in (1, 2))
    dear = Profile("q", "m", "http://127.0.0.1:2/v1", price_prompt=50.0, price_output=50.0)
    profiles = {(profile.address, "m"): profile for profile in (PRICED, dear)}
    for name, model in (("one", here), ("two", there), ("three", there), ("one", there)):
        (tmp_path / name).mkdir(exist_ok=True)
        assert models(tmp_path / name, model, cache=cache, profiles=profiles).answer("verdicts", asking(), Verdict).good
    assert (len(here.asked), len(there.asked)) == (1, 1)
    spent = {name: by_role(EventLog(tmp_path / name / "events.jsonl", str).events)[0].dollars for name in ("one", "two", "three")}
    assert spent == {"one": pytest.approx(2e-4), "two": pytest.approx(55e-4), "three": 0.0}


@pytest.mark.parametrize(
    ("one", "other"),
    [("HTTP://Host.example:8080/v1/", "http://host.example:8080/v1"), ("https://me:word@host.example/v1", "https://host.example/v1")],
    ids=["writing", "password"],
)
def test_an_address_is_told_by_its_origin_and_path(one: str, other: str) -> None:
    """However it is written, and without what is secret in it."""
    assert Profile("p", "m", one).address == Profile("q", "m", other).address == other
    assert Profile("p", "m", "https://host.example/team/v1").address != "https://host.example/v1"


def test_a_damaged_reply_in_the_cache_is_as_none(tmp_path: Path) -> None:
    """A file that was cut off is asked for again and replaced, and an event says so."""
    cache = Cache(tmp_path / "replies")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    models(tmp_path / "one", Model([GOOD]), cache=cache).answer("verdicts", asking(), Verdict)
    (kept,) = cache.folder.rglob("*.json")
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    again = Model([GOOD])
    assert models(tmp_path / "two", again, cache=cache).answer("verdicts", asking(), Verdict).good
    assert len(again.asked) == 1 and kept.read_bytes() == whole
    events = EventLog(tmp_path / "two" / "events.jsonl", str).events
    assert [kept.name in str(event["data"]) for event in events if event["kind"] == "damaged reply"] == [True]
