"""One endpoint that speaks OpenAI's protocol; the only importer of the openai package.

What the endpoint understands is found out by asking it once. Answers are read as a stream, so that silence and endlessness each have
their own bound; slowness and size have theirs below it (`connections`). What is worth another try is named; the server's own delay is
respected.
"""

from __future__ import annotations

import copy
import math
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx2
import openai
from pydantic import JsonValue
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, stop_before_delay, wait_random_exponential

from agent.llm import stream, wire
from agent.llm.connections import Connections
from agent.llm.dialect import Dialect, express, understand
from agent.llm.errors import BadReply, Cut, ModelError, NotAllowed, Rejected, TooLong, Unreachable
from agent.llm.records import Ask, Profile, Reply, Usage
from prompts.inert import one_line
from prompts.trust import Untrusted, measure
from tools.loose import items, number, text

TRIES = 5
# What the library would take from the environment for OpenAI's own servers, and send to any other as well.
_NOT_SENT: Any = {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}
_CONTEXT_NAMES = ("max_model_len", "context_length", "max_context_length", "context_window")  # vLLM, gateways, LM Studio, others
_SECONDS = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?")
_LARGEST_CONTEXT = 10**9
_SHORTEST_KEY = 8  # characters
_OVER = "the time of the run (--max-minutes) was over before the answer was whole"
LONGEST_DELAY = 60.0  # of a server's own delay, in seconds; a longer one is not waited for, and ends the step


class Endpoint:
    """A model behind an address. sleep: handed in; certificates: a CA bundle's path, "" for the system's."""

    def __init__(
        self, profile: Profile, dialect: Dialect | None = None, certificates: str = "", sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.profile, self.dialect, self._sleep = profile, dialect or Dialect(), sleep
        self._secrets: dict[str, bytes] = {}
        self._connections = Connections(profile.idle_seconds, certificates)
        self._client = openai.OpenAI(
            api_key=profile.key or "none", base_url=profile.base_url, max_retries=0, http_client=self._connections.client,
            timeout=self._connections.timeout, default_headers=_NOT_SENT,
        )  # fmt: skip

    def speaking(self, dialect: Dialect) -> Endpoint:
        """The same endpoint, over the same connections, addressed in another dialect."""
        other = copy.copy(self)
        other.dialect = dialect
        return other

    def close(self) -> None:
        self._connections.close()

    @property
    def name(self) -> str:
        return self.profile.model

    @property
    def address(self) -> str:
        return self.profile.address

    @property
    def context(self) -> int:
        return self.profile.context or self.dialect.context

    def ask(self, ask: Ask) -> Reply:
        """The answer of the model; raises ModelError."""
        return self.ask_within(ask, lambda _: None)

    def ask_within(self, ask: Ask, again: Callable[[Usage], None], seconds: float = math.inf) -> Reply:
        """The answer of the model. again: called before each try after one that was cut, with what those cost, and may raise Spent.

        seconds: that the run has left; what is not whole by then is given up.
        """
        put = express(ask, self.dialect)
        secret = self._secret(ask)
        body = getattr(wire, self.dialect.api)(ask, put, self.dialect, secret)
        reply = self.send(body, ask, again, seconds)
        return understand(reply, ask, self.dialect)

    def _secret(self, ask: Ask) -> bytes:
        """The secret of this request's fences: of its own, or of the conversation that it goes on with."""
        if len(ask.turns) <= 2:
            return secrets.token_bytes(32)
        opening = ask.model_copy(update={"turns": ask.turns[:2]}).key(self.name)
        return self._secrets.setdefault(opening, secrets.token_bytes(32))

    def listed(self) -> list[str]:
        """Names of the models that the server lists, each on one line; none where it has no list."""
        return [one_line(Untrusted(name[:80], "model endpoint")) for model in self._models() if (name := text(model, "id"))]

    def _models(self) -> list[JsonValue]:
        """The server's list as the JSON that it is, [] where it has none; what is then assumed is said by whoever asked."""
        self._connections.begin(self.profile.idle_seconds, "the endpoint's list of models was not whole in time")
        try:
            return items(self._client.models.list().model_dump(warnings=False), "data")
        except (openai.APIError, BadReply, ValueError, RecursionError, AttributeError):  # the last where the answer is no object
            return []

    def stated_context(self) -> int:
        """Tokens that the server's own list of models states for this one; 0 where it does not."""
        every = self._models()
        # A server of one model often takes any name for it.
        listed = every if len(every) == 1 else [model for model in every if text(model, "id") == self.profile.model]
        stated = [number(model, *path) for model in listed[:1] for path in (*((name,) for name in _CONTEXT_NAMES), ("meta", "n_ctx"))]
        return next((value for value in stated if value is not None and 0 < value < _LARGEST_CONTEXT), 0)

    def send(self, body: dict[str, Any], ask: Ask, before: Callable[[Usage], None] = lambda _: None, seconds: float = math.inf) -> Reply:
        """One request with its tries, which end within the seconds."""
        begun, lost = time.monotonic(), Usage()
        again = Retrying(
            retry=retry_if_exception(_worth_another),
            stop=stop_after_attempt(TRIES) | stop_before_delay(seconds), wait=_delay, sleep=self._sleep, reraise=True,
        )  # fmt: skip

        def once() -> Reply:
            nonlocal lost
            if lost.prompt or lost.output:
                before(lost)
            try:
                return self._once(body, ask, begun + seconds - time.monotonic())
            except Cut as error:
                lost = lost.plus(error.usage or Usage())
                raise

        try:
            reply: Reply = again(once)
        except Cut as error:
            error.usage = lost
            raise
        except openai.APIConnectionError as error:
            waited = f"{time.monotonic() - begun:.0f} s"
            why = _shown(str(error.__cause__ or type(error).__name__), self.profile)
            raise Unreachable(
                f"the model's endpoint gave no answer in {_tries(again)} ({why}, {waited}); see that its server runs, and that the address "
                "is its own (OPENAI_BASE_URL, or base_url of the profile)"
            ) from error
        except openai.APIStatusError as error:
            raise _told(error, self.profile, _tries(again)) from error
        except openai.APIError as error:
            raise BadReply("the endpoint broke off its answer with an error") from error
        return reply.model_copy(update={"usage": reply.usage.plus(lost)})

    def _once(self, body: dict[str, Any], ask: Ask, left: float) -> Reply:
        """One request. left: seconds of the run."""
        own = self.profile.total_seconds
        late = f"the answer was not whole after {own:g} s (total_seconds of the profile)" if own <= left else _OVER
        self._connections.begin(min(own, left), late)
        extra = {} if self.profile.temperature is None else {"temperature": self.profile.temperature}
        create: Any = self._client.chat.completions.create if self.dialect.api == "chat" else self._client.responses.create
        with create(model=self.profile.model, **body, **extra) as events:
            gather = stream.chat if self.dialect.api == "chat" else stream.responses
            reply: Reply = gather(events, stream.Bounds(ask.output_tokens, wire.size(ask)))
        if _secret(self.profile) and _repeats(reply, self.profile.key):
            raise BadReply("the answer repeats the key that was sent with the request, so that it is not kept", reply.usage)
        return reply


def _delay(state: RetryCallState) -> float:
    """The server's own delay where it names one, else a random one that grows."""
    named = _named_delay(state.outcome.exception() if state.outcome else None)
    return float(wait_random_exponential(multiplier=0.5, max=20)(state)) if named is None else named


def _named_delay(error: BaseException | None) -> float | None:
    """Seconds that the server asks to wait, None where it names none."""
    if isinstance(error, openai.APIStatusError):
        named = error.response.headers.get("retry-after-ms"), error.response.headers.get("retry-after")
        for text, unit in zip(named, (0.001, 1.0), strict=True):
            if text and _SECONDS.fullmatch(text):
                return float(text) * unit
    return None


def _worth_another(error: BaseException) -> bool:
    """Whether the same request may be answered if it is sent again, and soon enough."""
    tried = (openai.RateLimitError, openai.InternalServerError, openai.APIConnectionError, Cut)
    never = (httpx2.LocalProtocolError, httpx2.UnsupportedProtocol)  # it is the request that is wrong, and it stays so
    return isinstance(error, tried) and not isinstance(error.__cause__, never) and (_named_delay(error) or 0) <= LONGEST_DELAY


def _tries(again: Retrying) -> str:
    """How often a request was sent, in words."""
    times = int(again.statistics["attempt_number"])
    return "one try" if times == 1 else f"{times} tries"


def _secret(profile: Profile) -> bool:
    """Whether the profile has a key that is one, and no word that stands for none ("none", "ollama") and in any answer."""
    return len(profile.key) >= _SHORTEST_KEY


def _shown(said: str, profile: Profile) -> str:
    """Words of an error as outside text: one inert line without the key, as it is or as a library writes it down."""
    for written in (profile.key, repr(profile.key)[1:-1], repr(profile.key.encode())[2:-1]) if _secret(profile) else ():
        said = said.replace(written, "(the key)")
    return one_line(Untrusted(said[:300], "model endpoint"))


def _repeats(reply: Reply, key: str) -> bool:
    """Whether a reply holds the key: a server knows it from the request, and what a server says is kept with the run."""
    said = (reply.text, reply.reasoning, reply.model, *(call.arguments for call in reply.calls))
    return any(key in measure(words) for words in said) or any(key in call.name or key in call.id for call in reply.calls)


_SEE = {
    401: "see that the key is right (OPENAI_API_KEY, or the variable that key_env of the profile names)",
    403: "the key is known and may not do this; see what it is allowed, and the model's name",
    404: "see that the model is one of the endpoint's, and that the address is that of its API, which mostly ends in /v1",
}


def _told(error: openai.APIStatusError, profile: Profile, tries: str) -> ModelError:
    """A status of the endpoint as what it means for us."""
    said = _shown(error.message, profile)
    code = str(error.code or "")
    if error.status_code in _SEE:
        keyless = error.status_code in (401, 403) and not profile.key
        lacking, see = (", and no key was sent", _SEE[401]) if keyless else ("", _SEE[error.status_code])
        return NotAllowed(f"the model's endpoint answered {error.status_code} ({said}){lacking}; {see}", error.status_code)
    if code == "context_length_exceeded" or (error.status_code in (400, 413, 422) and _speaks_of_context(error.message)):
        return TooLong(f"the request is larger than the model's context ({said}); give its size with --context")
    delay = _named_delay(error)
    if delay is not None and delay > LONGEST_DELAY and (error.status_code == 429 or error.status_code >= 500):
        return Unreachable(
            f"the endpoint answered {error.status_code} and asks to wait {delay:.0f} s ({said}); more than {LONGEST_DELAY:.0f} s are not "
            "waited for: run again then, and what was answered is not asked twice"
        )
    if error.status_code == 429:
        return Unreachable(f"the endpoint's limit was not lifted in {tries} ({said})")
    if error.status_code >= 500:
        return Unreachable(f"the endpoint answered {error.status_code} in {tries} ({said})")
    if error.status_code < 400:
        return NotAllowed(
            f"the model's endpoint answered {error.status_code}, which sends elsewhere; redirects are not followed: see that the address "
            "is that of its API itself (https:// or http://, and mostly /v1 at its end)",
            error.status_code,
        )  # fmt: skip
    return Rejected(
        f"the endpoint answered {error.status_code} ({said})", error.status_code, f"{error.param or ''} {error.message}".lower()
    )


def _speaks_of_context(message: str) -> bool:
    words = message.lower()
    return "context" in words and any(word in words for word in ("length", "size", "window", "exceed", "maximum", "too long"))
