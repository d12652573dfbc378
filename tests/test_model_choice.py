"""What a user gets wrong about models: settings and endpoints that cannot be used are told in a line that says what to do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from model_server import ModelServer, Said
from typer.testing import CliRunner

from agent.errors import BadInput
from agent.interfaces.cli import app
from agent.interfaces.models import choose
from agent.interfaces.settings import SETTINGS
from agent.llm.endpoint import Endpoint
from agent.llm.errors import BadReply, ModelError, NotAllowed, Unreachable
from agent.llm.learn import learn
from agent.llm.records import Profile
from tests.test_graph import PACK
from tests.test_model_run import research

AT = 'base_url = "http://127.0.0.1:9/v1"\n'


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ('[models.x]\nbase_ulr = "http://127.0.0.1:9/v1"', "base_ulr is no setting of a model; settings are api"),
        ("[models.x\n", "cannot be read: Expected ']'"),
        ("[model.x]\n" + AT, "model is nothing that is set there; its tables are [models.NAME] and [search]"),
        ("[models.y]\n" + AT, "The profiles there are: y"),
        ("[models.x]\n" + AT + 'context = "32k"', "context cannot be '32k': input should be a valid integer"),
        ("[models.x]\n" + AT + 'api = "chatt"', "api cannot be 'chatt': input should be 'auto', 'chat' or 'responses'"),
        ("[models.x]\n" + AT + "at_once = 0", "at_once cannot be '0': input should be greater than 0"),
        ("[models.x]\n" + AT + "price_prompt = 2026-01-01", "price_prompt cannot be '2026-01-01'"),
        ("[models.x]\n" + AT + 'roles = ["judge"]', "roles has to name a profile for each role"),
        ("[models.x]\n" + AT + 'roles = { jugde = "x" }', "jugde, which is no role; roles are claim_reader"),
        ("[models.x]\n" + AT + 'roles = { judge = "big" }', "there is no [models.big]"),
        ("[models.x]\n" + AT + 'key = "sk-planted"', "name the environment variable that holds it with key_env"),
        ("[models.x]\n" + AT + 'key_env = "NO_SUCH_KEY"', "the environment variable NO_SUCH_KEY of key_env is not set"),
        ("[models.x]\n" + AT + '[search]\nsearxn = "http://127.0.0.1:9"', "searxn is nothing that is set there"),
    ],
    ids=[
        "setting", "no toml", "table", "profile", "type", "choice", "range", "date", "roles", "role", "role's profile", "key", "key's name",
        "search",
    ],
)  # fmt: skip
def test_a_settings_file_with_a_mistake_is_bad_usage(tmp_path: Path, settings: str, told: str) -> None:
    """One line that names the file, the place and what may stand there; nothing is made, and no key is repeated."""
    home = tmp_path / "home" / "environments"
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(settings)
    (tmp_path / "pack.txt").write_text(PACK)
    command = ["research", str(tmp_path / "pack.txt"), "--model", "x", "--out", str(tmp_path / "runs")]
    done = CliRunner().invoke(app, command, env={"CORRIGENDA_HOME": str(tmp_path / "home"), "OPENAI_BASE_URL": ""})
    assert done.exit_code == 2 and len(done.stderr.splitlines()) == 1, done.output
    assert told in done.stderr and "settings.toml" in done.stderr and "sk-planted" not in done.stderr
    assert not (tmp_path / "runs").exists()


def test_a_file_that_is_no_recording_is_bad_usage(tmp_path: Path) -> None:
    """The line says which files are."""
    (tmp_path / "pack.txt").write_text(PACK)
    done, _ = research(tmp_path, None, model=f"replay:{tmp_path / 'pack.txt'}")
    assert done.exit_code == 2 and "give a file that --record-model wrote" in done.stderr


def test_a_model_that_is_not_used_is_told_at_once(tmp_path: Path) -> None:
    """Before the first stage, while there is time to stop; and again in the end."""
    with ModelServer(lambda arrived: Said(status=401, error={"message": "no such key"})) as server:
        done, _ = research(tmp_path, server)
    lines = done.stdout.splitlines()
    (first,) = (index for index, line in enumerate(lines) if line.startswith("model: it is not used, and the run goes on without it"))
    assert first < lines.index("pack") and "OPENAI_API_KEY" in lines[first]
    assert any(line.startswith("limited: the model scripted-1 was not used") and "key_env" in line for line in lines)


# ---- what is set --------------------------------------------------------------------------------------------------

A, B = "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"
DEAR, CHEAP = "price_prompt = 9.0\nprice_output = 90.0\n", "price_prompt = 1.0\nprice_output = 10.0\n"


def chosen(home: Path, settings: str, name: str, url: str = A) -> Profile:
    """The default profile of a choice."""
    home.mkdir(exist_ok=True)
    (home / SETTINGS).write_text(settings)
    profile = choose(name, {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": "sk-planted"}, home).default
    assert profile is not None
    return profile


@pytest.mark.parametrize(
    ("settings", "price"),
    [
        (f'[models.x]\nbase_url = "{A}"\nmodel = "m"\n{CHEAP}', 1.0),
        (f'[models.x]\nbase_url = "{B}"\nmodel = "m"\n{CHEAP}', None),
        (f'[models.x]\nmodel = "m"\n{CHEAP}', 1.0),
        (f'[models.x]\nmodel = "m"\n{CHEAP}[models.y]\nbase_url = "{A}/"\nmodel = "m"\n{DEAR}', 9.0),
        (f'[models.x]\nmodel = "m"\n{CHEAP}[models.y]\nmodel = "m"\n{DEAR}', None),
        (f'[models.x]\nmodel = "m"\n{CHEAP}[models.y]\nmodel = "m"\n{CHEAP}', 1.0),
        (f'[models.x]\nmodel = "other"\n{CHEAP}', None),
    ],
    ids=["its address", "another address", "the model alone", "address before model", "two that differ", "two that agree", "another model"],
)
def test_prices_are_those_of_the_model_at_its_address(tmp_path: Path, settings: str, price: float | None) -> None:
    """An entry that names the model alone says what it costs anywhere, as long as no other says otherwise."""
    assert chosen(tmp_path, settings, "m").price_prompt == price


def test_a_profile_without_an_address_is_asked_at_that_of_the_environment(tmp_path: Path) -> None:
    """It takes the key beside it as well; a profile with an address of its own is never sent that key."""
    profile = chosen(tmp_path, f'[models.m]\n{CHEAP}[models.y]\nbase_url = "{B}"\n', "m")
    assert (profile.base_url, profile.key, profile.price_output) == (A, "sk-planted", 10.0)
    assert chosen(tmp_path, f'[models.y]\nbase_url = "{B}"\n', "y").key == ""
    with pytest.raises(BadInput, match="base_url is missing"):
        chosen(tmp_path, f"[models.m]\n{CHEAP}", "m", url="")


# ---- endpoints ---------------------------------------------------------------------------------------------------


def refusal(profile: Profile) -> ModelError:
    """Why this endpoint cannot be used; waiting is left out."""
    one = Endpoint(profile, sleep=lambda seconds: None)
    try:
        with pytest.raises(ModelError) as failed:
            learn(profile, one)
    finally:
        one.close()
    return failed.value


@pytest.mark.parametrize("status", [401, 403])
def test_a_key_that_is_missing_or_wrong(status: int) -> None:
    """It is said whether one was sent, and where it belongs."""
    with ModelServer(lambda arrived: Said(status=status, error={"message": "no such key"})) as server:
        without, wrong = refusal(server.profile()), refusal(server.profile(key="sk-planted"))
    assert "no key was sent" in str(without) and "no key was sent" not in str(wrong) and "sk-planted" not in str(wrong)
    assert all(isinstance(error, NotAllowed) and "key" in str(error).partition(")")[2] for error in (without, wrong))
    assert "OPENAI_API_KEY" in str(without) and ("OPENAI_API_KEY" in str(wrong)) is (status == 401)


def test_a_model_that_is_not_there() -> None:
    """The models that are there are named."""
    with ModelServer(lambda arrived: Said(status=404, error={"message": "no such model"}), model="qwen3-32b") as server:
        error = refusal(Profile("test", "qwen", server.url))
    assert isinstance(error, NotAllowed) and "it lists the models qwen3-32b" in str(error)


def test_an_address_where_nothing_listens() -> None:
    """The reason is the system's own, with what to look at."""
    with ModelServer(lambda arrived: Said()) as server:
        gone = server.profile()
    error = refusal(gone)
    assert isinstance(error, Unreachable) and "Connection refused" in str(error) and "OPENAI_BASE_URL" in str(error)


@contextmanager
def page(body: bytes, kind: str) -> Iterator[str]:
    """A server that answers everything alike, with status 200."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"<!doctype html><html>Welcome</html>", "text/html"), (b'{"error": "Unexpected endpoint"}', "application/json")],
    ids=["a page", "another interface"],
)
def test_an_address_that_is_not_that_of_the_interface(body: bytes, kind: str) -> None:
    """What answers and speaks another language is told from a stream that was cut."""
    with page(body, kind) as address:
        error = refusal(Profile("test", "x", address))
    assert isinstance(error, BadReply) and "mostly ends in /v1" in str(error)


# ---- what no request could be made with --------------------------------------------------------------------------


def refused(folder: Path, *more: str, settings: str = "", **environment: str) -> str:
    """The line of a command that is bad usage, and that makes and asks nothing."""
    home = folder / "home"
    (home / "environments").mkdir(parents=True, exist_ok=True)
    (home / "environments" / SETTINGS).write_text(settings)
    (folder / "pack.txt").write_text(PACK)
    command = ["research", str(folder / "pack.txt"), "--out", str(folder / "runs"), *more]
    around = {"CORRIGENDA_HOME": str(home), "OPENAI_BASE_URL": A, "OPENAI_API_KEY": "sk-planted", **environment}
    done = CliRunner().invoke(app, command, env=around)
    assert done.exit_code == 2 and len(done.stderr.splitlines()) == 1, done.output
    assert not (folder / "runs").exists()
    return done.stderr


@pytest.mark.parametrize("key", ["sk-pla\nnted", "sk-pla\rnted", "sk-\u043a\u043b\u044e\u0447-planted", "sk-pla\x07nted"])
def test_a_key_that_cannot_be_sent_is_not_shown(tmp_path: Path, key: str) -> None:
    """A sign in it that no header may hold: the line names the variable alone."""
    line = refused(tmp_path, "--model", "m", OPENAI_API_KEY=key)
    assert "OPENAI_API_KEY" in line and "nted" not in line and "sk-" not in line


@pytest.mark.parametrize("around", [" {}", "{} ", "{}\r", "{}\n", "\t{}\r\n"])
def test_white_space_around_key_and_address_is_none_of_them(tmp_path: Path, around: str) -> None:
    """As a file with such an end, or a paste, gives them."""
    profile = choose("m", {"OPENAI_BASE_URL": around.format(A), "OPENAI_API_KEY": around.format("sk-planted")}, tmp_path).default
    assert profile is not None and (profile.base_url, profile.key) == (A, "sk-planted")
    settings = f'[models.x]\nbase_url = "{B} "\nkey_env = "OWN"\n'
    (tmp_path / SETTINGS).write_text(settings)
    profile = choose("x", {"OWN": around.format("sk-planted")}, tmp_path).default
    assert profile is not None and (profile.base_url, profile.key) == (B, "sk-planted")


@pytest.mark.parametrize(
    "address", ["http://[::1", "http://", "http://127.0.0.1:99999/v1", "http://127.0.0.1\n.example/v1", "127.0.0.1:80"]
)
def test_an_address_at_which_nothing_can_be_asked_is_bad_usage(tmp_path: Path, address: str) -> None:
    """Of the environment or of a profile, before anything is made."""
    assert "OPENAI_BASE_URL" in refused(tmp_path, "--model", "m", OPENAI_BASE_URL=address)
    (tmp_path / "other").mkdir()
    there = address.replace("\n", "\\n")
    assert "base_url" in refused(tmp_path / "other", "--model", "x", settings=f'[models.x]\nbase_url = "{there}"\n')


def test_a_password_in_an_address_is_not_shown(tmp_path: Path) -> None:
    """Where the address cannot be used."""
    line = refused(tmp_path, "--model", "m", OPENAI_BASE_URL="http://me:hidden@127.0.0.1:99999/v1")
    assert "hidden" not in line and "127.0.0.1:99999" in line


@pytest.mark.parametrize("bound", ["--max-cost", "--max-minutes"])
def test_a_bound_without_end_is_bad_usage(tmp_path: Path, bound: str) -> None:
    """It would bound nothing; no number is the same word to everybody."""
    assert bound in refused(tmp_path, "--model", "m", bound, "inf")


@pytest.mark.parametrize("number", ["inf", "nan", "-inf"])
@pytest.mark.parametrize("setting", ["price_prompt", "price_cached", "price_output", "temperature", "idle_seconds", "total_seconds"])
def test_a_setting_that_is_no_number_is_bad_usage(tmp_path: Path, setting: str, number: str) -> None:
    """The line names the setting."""
    assert setting in refused(tmp_path, "--model", "x", settings=f"[models.x]\n{AT}{setting} = {number}\n")


@pytest.mark.parametrize(
    ("table", "ours"), [(f"[models.x]\n{AT}", True), ('[search]\nsearxng = "http://127.0.0.1:9"\n', True), ("[tool]\n", False)]
)
def test_a_settings_file_that_is_not_read_is_told(tmp_path: Path, table: str, ours: bool) -> None:
    """One above the folder of the environments, with a model or none: both places are named. A file of another program is none of ours."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / SETTINGS).write_text(table)
    read = tmp_path / "home" / "environments" / SETTINGS
    if ours:
        line = refused(tmp_path)
        assert str(tmp_path / "home" / SETTINGS) in line and str(read) in line
    else:
        assert choose("m", {"OPENAI_BASE_URL": A}, read.parent).default is not None


def test_prices_that_are_wanted_are_asked_for_by_the_files_name(tmp_path: Path) -> None:
    """Where a bound on dollars needs them."""
    with ModelServer(lambda arrived: Said("{}")) as server:
        done, _ = research(tmp_path, server, "--max-cost", "1")
    assert f"in {tmp_path / 'home' / 'environments' / SETTINGS}" in done.stdout and server.requests == []


def test_checkpoints_that_cannot_be_kept_stop_the_run(tmp_path: Path) -> None:
    """As on a full disk: one line, status 5, and the run goes on where that is mended."""
    (tmp_path / "pack.txt").write_text(PACK)
    around = {"CORRIGENDA_HOME": str(tmp_path / "home")}
    plain = ["research", str(tmp_path / "pack.txt"), "--out", str(tmp_path / "runs"), "--offline", "--no-experiments"]
    CliRunner().invoke(app, [*plain, "--plan-only"], env=around)
    (run,) = (tmp_path / "runs").glob("*/*/*")
    kept = run / "checkpoints.sqlite"
    kept.rename(tmp_path / "kept")
    kept.mkdir()
    done = CliRunner().invoke(app, ["research", "--resume", str(run)], env=around)
    assert done.exit_code == 5 and len(done.stderr.splitlines()) == 1 and "stopped before the report" in done.stderr, done.output
    kept.rmdir()
    (tmp_path / "kept").rename(kept)
    assert CliRunner().invoke(app, ["research", "--resume", str(run)], env=around).exit_code == 0
