"""What a text's code writes, which of its lines are executed, what its functions return. Runs inside the sandbox."""

import inspect
import io
import sys
import types
from typing import Any

from tools.instruments.code.inside.accounts import PREFIX, Json, describe_shape

LOUDEST = 200_000


def line_in_text(frame: types.FrameType | None) -> tuple[str, int] | None:
    """(file name, line) of the innermost frame that belongs to the text, None where there is none."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(PREFIX):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None


class Stream(io.TextIOBase):
    """Keeps what is written, with the line of the text that wrote it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[list[Any]] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        spot = line_in_text(sys._getframe(1))
        line = spot[1] if spot else None
        if self.size < LOUDEST:
            if self.parts and self.parts[-1][0] == line:
                self.parts[-1][1] += text
            else:
                self.parts.append([line, text])
        self.size += len(text)
        return len(text)

    def text(self, start: int = 0) -> str:
        return "".join(part for _, part in self.parts)[start:]


class Tracer:
    """Counts the lines of the text that are executed and the types that its functions return."""

    def __init__(self, wanted: dict[str, dict[int, str]]) -> None:
        self.wanted = wanted
        self.last: dict[int, int] = {}
        self.inner: dict[str, list[Json]] = {}
        self.hits: dict[str, dict[int, int]] = {}
        self.returns: dict[str, dict[str, int]] = {}
        self.raised: set[int] = set()

    def __call__(self, frame: types.FrameType, event: str, argument: Any) -> "Tracer | None":
        code = frame.f_code
        if not code.co_filename.startswith(PREFIX):
            return None
        self.look(frame)
        if event == "line":
            self.last[id(frame)] = frame.f_lineno
            lines = self.hits.setdefault(code.co_filename, {})
            lines[frame.f_lineno] = lines.get(frame.f_lineno, 0) + 1
            self.raised.discard(id(frame))
        elif event == "exception":
            self.raised.add(id(frame))
        elif event == "return":
            self.returned(frame, argument)
        return self

    def look(self, frame: types.FrameType) -> None:
        """Write down the value of a name that the line before this one gave a value, where it is wanted."""
        file = frame.f_code.co_filename
        line = self.last.pop(id(frame), None)
        name = self.wanted.get(file, {}).get(line) if line is not None else None
        if name is None or name not in frame.f_locals:
            return
        found = self.inner.setdefault(f"{file}:{line}", [])
        if len(found) < 20:
            value = frame.f_locals[name]
            found.append({"shape": describe_shape(value), "type": type(value).__name__})

    def returned(self, frame: types.FrameType, value: Any) -> None:
        code = frame.f_code
        unfinished = code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR)
        if id(frame) in self.raised or unfinished or code.co_name.startswith("<"):
            self.raised.discard(id(frame))
            return
        kinds = self.returns.setdefault(f"{code.co_filename}:{code.co_firstlineno}:{code.co_name}", {})
        kinds[type(value).__name__] = kinds.get(type(value).__name__, 0) + 1
