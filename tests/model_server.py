"""A scripted language model behind the real wire protocol, for tests: chat completions, responses, tools, streams and their failures.

`script` is asked with what arrived and says what to answer; everything that arrived is kept in `requests`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from agent.llm.records import Profile


@dataclass(frozen=True)
class Arrived:
    """One request. body: its JSON; path: with the query."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def instruction(self) -> str:
        if "instructions" in self.body:
            return str(self.body["instructions"])
        return str(self.body["messages"][0]["content"])

    @property
    def texts(self) -> str:
        """All that the model was shown, in order."""
        turns = self.body.get("messages") or [{"content": self.body["instructions"]}, *self.body["input"]]
        return "\n".join(str(turn.get("content") or turn.get("output") or "") for turn in turns)

    @property
    def form(self) -> str:
        """Name of the schema that the answer has to follow, "" for none."""
        if "response_format" in self.body:
            return str(self.body["response_format"]["json_schema"]["name"])
        if "text" in self.body:
            return str(self.body["text"]["format"]["name"])
        choice = self.body.get("tool_choice")
        return str(choice.get("name") or choice["function"]["name"]) if isinstance(choice, dict) else ""

    @property
    def tokens(self) -> int:
        """Of the prompt: bytes of messages, tools and schemas over four."""
        counted = [self.body.get(name) for name in ("messages", "instructions", "input", "tools", "response_format", "text")]
        return sum(len(json.dumps(part, ensure_ascii=False).encode()) for part in counted if part) // 4


@dataclass
class Said:
    """What the model answers. calls: (name, arguments as JSON text). The rest are ways of failing, and of thinking aloud."""

    text: str = ""
    calls: list[tuple[str, str]] = field(default_factory=list)
    reasoning: str = ""
    finish: str = ""
    status: int = 200
    error: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    pause: float = 0  # seconds between two events
    cut: bool = False  # the connection ends in the middle
    endless: bool = False
    usage: bool | dict[str, Any] = True  # whether tokens are counted, or what is said in the place of the count
    packed: str = ""  # a content-encoding
    pieces: list[dict[str, Any]] = field(default_factory=list)  # of calls, as deltas that come one after the other
    wire: tuple[bytes, bytes] | None = None  # bytes that are sent in the place of an answer, and bytes that are then sent without end


Script = Callable[[Arrived], Said]


def obedient(script: Script) -> Script:
    """A script that answers what `learn` asks, and hands everything else on."""

    def answer(arrived: Arrived) -> Said:
        if arrived.form == "ready":
            return Said('{"ready": true}')
        if any((tool.get("name") or tool.get("function", {}).get("name")) == "ready" for tool in arrived.body.get("tools", ())):
            return Said(calls=[("ready", "{}")])
        return script(arrived)

    return answer


class ModelServer:
    """Serves on loopback while it is entered."""

    def __init__(self, script: Script, model: str = "scripted-1", listed: dict[str, Any] | None = None) -> None:
        self.script, self.model = script, model
        self.listed = {"id": model, "object": "model", **(listed or {})}
        self.requests: list[Arrived] = []
        self.lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True

    def __enter__(self) -> ModelServer:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def profile(self, **settings: Any) -> Profile:
        return Profile(name="test", model=self.model, base_url=self.url, **settings)


def _handler(owner: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            if self.path.rstrip("/") == "/v1/models":
                self._json(200, {"object": "list", "data": [owner.listed]}, {})
            else:
                self._json(404, {"error": {"message": "no such path"}}, {})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", "0"))))
            arrived = Arrived(self.path, body, {name.lower(): value for name, value in self.headers.items()})
            with owner.lock:
                owner.requests.append(arrived)
            said = owner.script(arrived)
            time.sleep(said.delay)
            if said.wire is not None:
                self._forever(*said.wire, said.pause)
            elif said.status != 200:
                self._json(said.status, {"error": said.error or {"message": "refused"}}, said.headers)
            else:
                self._stream(arrived, said)

        def _json(self, status: int, value: object, headers: dict[str, str]) -> None:
            payload = json.dumps(value).encode()
            self.send_response(status)
            for name, text in {"content-type": "application/json", "content-length": str(len(payload)), **headers}.items():
                self.send_header(name, text)
            self.end_headers()
            self.wfile.write(payload)

        def _forever(self, first: bytes, again: bytes, pause: float) -> None:
            self.close_connection = True
            try:
                self.wfile.write(first)
                while True:
                    self.wfile.write(again)
                    self.wfile.flush()
                    time.sleep(pause)
            except (BrokenPipeError, ConnectionResetError):
                pass

        def _stream(self, arrived: Arrived, said: Said) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            if said.packed:
                self.send_header("content-encoding", said.packed)
            self.end_headers()
            self.close_connection = True
            events = _chat(owner.model, arrived, said) if "messages" in arrived.body else _responses(owner.model, arrived, said)
            try:
                for event in events:
                    data = event if isinstance(event, str) else json.dumps(event)
                    name = "" if isinstance(event, str) or "type" not in event else f"event: {event['type']}\n"
                    self.wfile.write(f"{name}data: {data}\n\n".encode())
                    self.wfile.flush()
                    time.sleep(said.pause)
            except (BrokenPipeError, ConnectionResetError):
                pass

    return Handler


def _pieces(text: str) -> list[str]:
    return [text[i : i + 400] for i in range(0, len(text), 400)]


def _chat(model: str, arrived: Arrived, said: Said) -> Any:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "c1", "object": "chat.completion.chunk", "created": 0, "model": model, "choices": [choice]}

    yield chunk({"role": "assistant"})
    for piece in _pieces(said.reasoning):
        yield chunk({"reasoning_content": piece})
    for piece in _pieces(said.text):
        yield chunk({"content": piece})
    while said.endless:
        yield chunk({"content": "and so on " * 50})
    for index, (name, arguments) in enumerate(said.calls):
        yield chunk(
            {"tool_calls": [{"index": index, "id": f"call_{index}", "type": "function", "function": {"name": name, "arguments": ""}}]}
        )
        yield chunk({"tool_calls": [{"index": index, "function": {"arguments": arguments}}]})
    for delta in said.pieces:
        yield chunk({"tool_calls": [delta]})
    if said.cut:
        return
    yield chunk({}, said.finish or ("tool_calls" if said.calls or said.pieces else "stop"))
    if said.usage and arrived.body.get("stream_options", {}).get("include_usage"):
        spent = {"prompt_tokens": arrived.tokens, "completion_tokens": len(said.text) // 4 + 1, "total_tokens": arrived.tokens + 1}
        spent = said.usage if isinstance(said.usage, dict) else spent
        yield {"id": "c1", "object": "chat.completion.chunk", "created": 0, "model": model, "choices": [], "usage": spent}
    yield "[DONE]"


def _responses(model: str, arrived: Arrived, said: Said) -> Any:
    output: list[dict[str, Any]] = []
    if said.reasoning:
        output.append({"type": "reasoning", "id": "r", "summary": [{"type": "summary_text", "text": said.reasoning}]})
    if said.text:
        content = [{"type": "output_text", "text": said.text, "annotations": []}]
        output.append({"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content})
    for index, (name, arguments) in enumerate(said.calls):
        output.append(
            {
                "type": "function_call",
                "id": f"f{index}",
                "call_id": f"call_{index}",
                "name": name,
                "arguments": arguments,
                "status": "completed",
            }
        )
    for piece in _pieces(said.text):
        yield {
            "type": "response.output_text.delta",
            "item_id": "m",
            "output_index": 0,
            "content_index": 0,
            "delta": piece,
            "sequence_number": 1,
            "logprobs": [],
        }
    while said.endless:
        yield {
            "type": "response.output_text.delta",
            "item_id": "m",
            "output_index": 0,
            "content_index": 0,
            "delta": "on " * 99,
            "sequence_number": 1,
            "logprobs": [],
        }
    if said.cut:
        return
    incomplete = {"reason": "max_output_tokens"} if said.finish == "length" else None
    usage = {
        "input_tokens": arrived.tokens, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": len(said.text) // 4 + 1, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": arrived.tokens + 1,
    }  # fmt: skip
    response = {
        "id": "resp", "object": "response", "created_at": 0, "model": model, "status": "incomplete" if incomplete else "completed",
        "output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "incomplete_details": incomplete, "usage": usage,
    }  # fmt: skip
    yield {"type": "response.incomplete" if incomplete else "response.completed", "response": response, "sequence_number": 9}
