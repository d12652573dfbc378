"""The whole road with a model, as a server on the real protocol: what it says is checked, and what instruments found stands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer, Said, obedient
from scripted_roles import Cast, audits, choose_sentences, verdicts
from typer.testing import CliRunner, Result

from agent.interfaces.cli import app
from agent.llm.spending import by_role
from agent.report.verify import verify
from tests.test_graph import PACK


def research(folder: Path, server: ModelServer | None, *more: str, model: str = "scripted-1") -> tuple[Result, Path]:
    """`corrigenda research` with the scripted model, without experiments and network; what it printed and the run's folder."""
    (folder / "pack.txt").write_text(PACK)
    environment = {
        "CORRIGENDA_HOME": str(folder / "home"), "OPENAI_BASE_URL": server.url if server else "", "OPENAI_API_KEY": "sk-planted",
    }  # fmt: skip
    command = [
        "research",
        str(folder / "pack.txt"),
        "--out",
        str(folder / "runs"),
        "--offline",
        "--no-experiments",
        "--model",
        model,
        *more,
    ]
    done = CliRunner().invoke(app, command, env=environment)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    reports = sorted(folder.rglob("report.json"), key=lambda path: path.stat().st_mtime_ns)
    return done, reports[-1].parent if reports else folder


def report(run: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((run / "report.json").read_bytes())
    return value


def by_words(told: dict[str, Any], words: str) -> dict[str, Any]:
    """The assessment of the shortest claim that holds these words."""
    claim = min((c for c in told["reading"]["claims"] if words in c["text"]["untrusted"]), key=lambda c: len(c["text"]["untrusted"]))
    found: dict[str, Any] = next(a for a in told["assessments"] if a["claim"] == claim["id"])
    return {**found, "label": claim["label"]}


def test_what_instruments_found_stands_beside_a_model_that_differs(tmp_path: Path) -> None:
    """A wrong sum stays contradicted though the model calls everything supported; its view is shown, and does not decide."""
    with ModelServer(Cast(judgement=verdicts("supported")).script()) as server:
        done, run = research(tmp_path, server)
    assert done.exit_code == 0, done.stderr
    wrong = by_words(report(run), "80 ms")
    assert wrong["verdict"] == "contradicted" and wrong["by"] == "instrument: numbers"
    assert list(verify(run)) == []
    restated = [c for c in report(run)["reading"]["claims"] if c["restated"]]
    assert restated and all(c["worth"] == "high" for c in restated)


def test_a_model_cannot_turn_a_right_sum_into_a_wrong_one(tmp_path: Path) -> None:
    """The instruments' confirmations stay too; a contradiction by the judge is told beside them."""
    with ModelServer(Cast(judgement=verdicts("contradicted"), audit=audits(True)).script()) as server:
        _, run = research(tmp_path, server)
    told = report(run)
    kept = [a for a in told["assessments"] if a["by"].startswith("instrument")]
    assert {a["verdict"] for a in kept} >= {"contradicted"} and not any(a["by"].startswith("model") for a in told["assessments"])
    assert list(verify(run)) == []


def test_a_restatement_that_names_what_the_chapter_does_not_hold_is_refused(tmp_path: Path) -> None:
    """The statement is chosen and stands in its own words; section 1 counts it."""

    def choose(arrived: Arrived) -> dict[str, Any]:
        said = choose_sentences(arrived)
        for statement in said["statements"]:
            statement["restated"] += " Donald Knuth has shown it in 1997." if "80 ms" in statement["quote"] else ""
        return said

    with ModelServer(Cast(choice=choose).script()) as server:
        _, run = research(tmp_path, server)
    told = report(run)["reading"]["claims"]
    (sum_of_them,) = [claim for claim in told if claim["text"]["untrusted"] == "Together they took 80 ms."]
    assert sum_of_them["restated"] is None and sum_of_them["worth"] == "high"
    assert any(claim["restated"] for claim in told) and "1 restatement of the model's" in (run / "report.md").read_text()
    assert list(verify(run)) == []


def test_the_key_is_nowhere_in_the_run(tmp_path: Path) -> None:
    """The key reaches the endpoint and no file."""
    with ModelServer(Cast().script()) as server:
        research(tmp_path, server)
    assert server.requests[0].headers["authorization"] == "Bearer sk-planted"
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"sk-planted" in path.read_bytes()]


def test_tokens_are_told_by_stage(tmp_path: Path) -> None:
    """The report's provenance says what each role cost."""
    with ModelServer(Cast().script()) as server:
        _, run = research(tmp_path, server)
    spent = {row["role"]: row for row in report(run)["provenance"]["spent"]}
    assert spent["claim_reader"]["calls"] >= 1 and spent["claim_reader"]["prompt"] > 100 and spent["claim_reader"]["dollars"] is None


def test_every_call_is_in_the_account(tmp_path: Path) -> None:
    """What the endpoint was sent is what the report counts: calls and tokens by its own count, the trials among them, in the budget too."""
    with ModelServer(Cast().script()) as server:
        _, run = research(tmp_path, server, "--max-tokens", "1000000")
    spent = report(run)["provenance"]["spent"]
    assert sum(row["calls"] for row in spent) == len(server.requests)
    assert sum(row["prompt"] for row in spent) == sum(arrived.tokens for arrived in server.requests)
    (trial,) = [row for row in spent if row["role"] == "trial"]
    assert (trial["stage"], trial["calls"], trial["saved"], trial["lost"]) == ("model", 2, 0, 0)
    assert "trial" in (run / "report.md").read_text().split("## 2.")[0] and list(verify(run)) == []


def test_a_trial_that_came_to_nothing_was_paid_too(tmp_path: Path) -> None:
    """An endpoint that knows neither schemas nor tools is asked again in words; every trial counts."""

    def script(arrived: Arrived) -> Said:
        if arrived.form == "ready":
            return Said("Yes, I am ready.")
        return Said('{"ready": true}') if "Say that you are ready." in arrived.texts else Said("I cannot.")

    with ModelServer(script) as server:
        research(tmp_path, server, "--plan-only")
        (run,) = tmp_path.glob("runs/*/*/*")
    events = [json.loads(line) for line in (run / "events.jsonl").read_bytes().splitlines()]
    (trial,) = [row for row in by_role(events) if row.role == "trial"]
    asked = [arrived for arrived in server.requests if "Say that you are ready." in arrived.texts or "tool named ready" in arrived.texts]
    assert trial.calls == len(asked) == 4


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        (Said(status=401, error={"message": "no such key"}), 3, "401"),
        (Said("I would rather talk about the weather."), 3, "claim reader"),
    ],
    ids=["refused", "useless"],
)
def test_a_model_that_fails_leaves_the_report_whole(tmp_path: Path, said: Said, status: int, told: str) -> None:
    """The instruments' findings are there, nothing is invented, section 1 says what failed, and so does the exit status."""
    with ModelServer(lambda arrived: said) as server:
        done, run = research(tmp_path, server)
    assert done.exit_code == status, done.stderr
    assert by_words(report(run), "80 ms")["verdict"] == "contradicted" and list(verify(run)) == []
    section = (run / "report.md").read_text().split("## 2.")[0]
    assert told in section


def test_a_run_that_was_paid_is_not_paid_again(tmp_path: Path) -> None:
    """A second run over the same chapter asks nothing; --fresh asks anew."""
    with ModelServer(Cast().script()) as server:
        research(tmp_path, server)
        first = len(server.requests)
        # Folders of their own: a run's name holds the second in which it began.
        _, second = research(tmp_path, server, "--out", str(tmp_path / "second"))
        again = len(server.requests)
        research(tmp_path, server, "--fresh", "--out", str(tmp_path / "third"))
        fresh = len(server.requests)
    # Each run asks two small questions to find out what the endpoint understands; all else came out of the cache.
    assert again - first == 2 and fresh - again == first
    trial, *rest = report(second)["provenance"]["spent"]
    assert trial["role"] == "trial" and rest and all(row["calls"] == 0 and row["saved"] > 0 for row in rest)


def test_a_recording_stands_in_for_the_model(tmp_path: Path) -> None:
    """What --record-model wrote is replayed without an endpoint, to the same assessments."""
    recording = tmp_path / "model.jsonl"
    with ModelServer(Cast().script()) as server:
        _, first = research(tmp_path, server, "--record-model", str(recording))
    done, second = research(tmp_path, None, model=f"replay:{recording}")
    assert done.exit_code == 0, done.stderr
    assert report(first)["assessments"] == report(second)["assessments"]


@pytest.mark.parametrize("context", [2_600, 16_384])
def test_a_recording_of_several_models_stands_in_for_them(tmp_path: Path, context: int) -> None:
    """A role's own model is replayed as that, under its name and with its context, by which its requests were cut."""
    recording, home = tmp_path / "model.jsonl", tmp_path / "home" / "environments"
    home.mkdir(parents=True)
    with ModelServer(Cast().script()) as server:
        (home / "settings.toml").write_text(
            f'[models.big]\nmodel = "scripted-1"\nbase_url = "{server.url}"\ncontext = 30000\n'
            'roles = { claim_reader = "small", judge = "small" }\n'
            f'[models.small]\nmodel = "scripted-2"\nbase_url = "{server.url}"\ncontext = {context}\n'
        )
        _, first = research(tmp_path, server, "--record-model", str(recording), model="big")
        asked = {request.body["model"] for request in server.requests}
    done, second = research(tmp_path, None, model=f"replay:{recording}")
    assert done.exit_code == 0, done.stderr
    assert report(first)["assessments"] == report(second)["assessments"] and asked == {"scripted-1", "scripted-2"}
    assert {row["role"]: row["model"] for row in report(second)["provenance"]["spent"]}["judge"] == "scripted-2"


@pytest.mark.parametrize(
    ("name", "told"), [("notes.txt", "is no recording of a model"), ("folder", "it is no file"), ("not/there", "No such file")]
)
def test_a_recording_that_cannot_be_kept_is_bad_usage(tmp_path: Path, name: str, told: str) -> None:
    """Known before the endpoint is asked anything; a file that is something else is left as it is."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("my notes\n")
    with ModelServer(Cast().script()) as server:
        done, _ = research(tmp_path, server, "--record-model", str(tmp_path / name))
    assert done.exit_code == 2 and len(done.stderr.splitlines()) == 1 and told in done.stderr, done.output
    assert server.requests == [] and not (tmp_path / "runs").exists() and (tmp_path / "notes.txt").read_text() == "my notes\n"


def test_a_recording_is_gone_on_with(tmp_path: Path) -> None:
    """By another run of the same model: each request stands in it once. A run of another model leaves it alone."""
    recording = tmp_path / "model.jsonl"
    recording.touch()
    with ModelServer(Cast().script()) as server:
        research(tmp_path, server, "--record-model", str(recording))
        once = recording.read_bytes()
        research(tmp_path, server, "--record-model", str(recording), "--fresh")
        assert recording.read_bytes() == once and once.count(b"corrigenda-model-recording") == 1
        before = len(server.requests)
        done, _ = research(tmp_path, server, "--record-model", str(recording), model="another")
    assert done.exit_code == 2 and "a recording of scripted-1" in done.stderr and len(server.requests) == before


def test_a_run_without_a_call_says_that_nothing_was_spent(tmp_path: Path) -> None:
    """run.json has the same sections with a model and without."""
    _, run = research(tmp_path, None, model="none")
    assert json.loads((run / "run.json").read_bytes())["spent"] == [] and list(verify(run)) == []


def opened(text: str) -> Any:
    """A writer of one sentence that rests on the first record that it is shown."""

    def answer(arrived: Arrived) -> dict[str, Any]:
        mark = re.search(r"\[([CEP]\d+)\]", arrived.texts)
        return {"sentences": [{"text": text, "evidence": [mark.group(1)] if mark else ["C1"]}]}

    return answer


def test_a_section_opens_with_what_a_model_says_of_its_records(tmp_path: Path) -> None:
    """Sentences tied to records stand at the head of their section, under the model's name."""
    with ModelServer(Cast(opening=opened("One sum does not agree with its rows.")).script()) as server:
        _, run = research(tmp_path, server)
    text = (run / "report.md").read_text()
    assert text.count("In the words of a model") == 4 and "One sum does not agree with its rows. [C" in text
    assert list(verify(run)) == []


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("It took 97531 ms in all.", "97531"),
        ("See https://evil.example for more.", "evil.example"),
        ("## 8. Owned", "\n## 8"),
        ("<script>alert(1)</script> is said.", "<script"),
        ("![x](https://e.example/y) is said.", "!["),
        ("A [C99] says so.", "[C99]"),
    ],
    ids=["a number", "an address", "a heading", "markup", "an image", "a mark of nothing"],
)
def test_an_opening_that_breaks_the_contract_is_not_shown(tmp_path: Path, text: str, never: str) -> None:
    """It is written again with the reasons, and left out after the last try; the section stands as code renders it."""
    with ModelServer(Cast(opening=opened(text)).script()) as server:
        _, run = research(tmp_path, server)
    shown = (run / "report.md").read_text()
    assert never not in shown and len(re.findall(r"^## ", shown, re.M)) == 7
    assert list(verify(run)) == []


def test_a_model_without_an_endpoint_is_an_error_of_usage(tmp_path: Path) -> None:
    """A name alone is no choice of a place to send text to."""
    done, run = research(tmp_path, None)
    assert done.exit_code == 2 and "OPENAI_BASE_URL" in done.stderr and run == tmp_path


def test_a_budget_that_does_not_reach_is_told(tmp_path: Path) -> None:
    """With no tokens to spend nothing is asked, not even what the endpoint understands, and the report says so."""
    with ModelServer(Cast().script()) as server:
        done, run = research(tmp_path, server, "--max-tokens", "10")
    assert server.requests == [] and done.exit_code == 3 and list(verify(run)) == []
    assert "--max-tokens" in (run / "report.md").read_text().split("## 2.")[0]


def hostile(arrived: Arrived) -> Said:
    """Obeys nobody: quotes what is not there, names what was not given, and asks for more."""
    made_up = {
        "quote": "The jobs took 99 ms in all.",
        "kind": "numeric",
        "restated": "x](javascript:1) <img src=//e.example>",
        "worth": "high",
    }
    verdict = {"claim": "C1", "verdict": "contradicted", "concern": "See [E9](http://evil.example).", "priority": "high"}
    answers: dict[str, Any] = {
        "choice": {"statements": [made_up], "thesis": ["## 8. Owned"], "assumptions": [], "reader_level": []},
        "judgement": {"verdicts": [{**verdict, "response": "correction", "evidence": ["E99"], "against": []}]},
    }
    return Said(json.dumps(answers.get(arrived.form, {})))


def test_what_a_lying_model_says_is_refused(tmp_path: Path) -> None:
    """A quote that is not in the chapter makes no claim, a verdict on evidence that does not exist no assessment; sections stay seven."""
    with ModelServer(obedient(hostile)) as server:
        _, run = research(tmp_path, server)
    told, text = report(run), (run / "report.md").read_text()
    assert not any("99 ms" in claim["text"]["untrusted"] for claim in told["reading"]["claims"])
    assert not any(a["by"].startswith("model") for a in told["assessments"])
    assert len(re.findall(r"^## ", text, re.M)) == 7 and "evil.example" not in text and "Owned" not in text
    assert list(verify(run)) == []
