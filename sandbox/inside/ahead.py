"""An interpreter that waits for its program: what Python runs as `sitecustomize`, before it opens main.py.

It is started as for any run (`python main.py`, under all restrictions), imports what it is told on the channel, says that it is ready,
waits, and takes itself away. main.py, which was not there until then, is then run by Python itself: no frame of ours is below the program,
and its arguments, `__main__`, path and environment are those of an interpreter that was started for it.

On the channel: in, a line with the modules; out, a line with the CPU seconds so far and the top-level modules that are loaded; in, a line
with the CPU seconds that the program may use. What is imported here, the program finds imported: so nothing but what every interpreter has.
"""

import os
import sys
import time


def wait() -> None:
    """Return when the program may begin. The process ends here where there will be none."""
    channel = int(os.environ.pop("CORRIGENDA_CHANNEL"))
    os.set_inheritable(channel, False)
    _leave_path()
    _find_the_other()
    _import_unheard(_line(channel).split())
    loaded = sorted({name.partition(".")[0] for name in sys.modules if name.isprintable() and " " not in name})
    os.write(channel, f"{time.process_time()} {' '.join(loaded)}\n".encode())
    seconds = int(_line(channel))
    os.close(channel)
    _limit(seconds)


def _import_unheard(names: list[str]) -> None:
    """Import the modules; what that prints, also by C libraries and by processes that it leaves, is heard by nobody."""
    null = os.open("/dev/null", os.O_WRONLY)
    heard = {number: os.dup(number) for number in (1, 2)}
    for number in heard:
        os.dup2(null, number)
    for name in names:
        __import__(name)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with _Unseen():
        import ctypes

        ctypes.CDLL(None).fflush(None)
    for number, kept in heard.items():
        os.dup2(kept, number)
        os.close(kept)
    os.close(null)


class _Unseen:
    """Modules that are imported within are forgotten after it."""

    def __enter__(self) -> None:
        self.known = [(cache, set(cache)) for cache in (sys.modules, sys.path_importer_cache)]

    def __exit__(self, *_: object) -> None:
        for cache, names in self.known:
            for name in set(cache) - names:
                del cache[name]


def _leave_path() -> None:
    """This file's folder is on no path any more, and the variable that put it there says what the request says."""
    folder, _, rest = os.environ["PYTHONPATH"].partition(":")
    if rest:
        os.environ["PYTHONPATH"] = rest
    else:
        del os.environ["PYTHONPATH"]
    sys.path.remove(folder)
    sys.path_importer_cache.pop(folder, None)


def _find_the_other() -> None:
    """Give the name `sitecustomize` to the module that would have had it; the end of this file does so where there is none."""
    del sys.modules["sitecustomize"]
    try:
        __import__("sitecustomize")
    except ModuleNotFoundError as error:
        if error.name != "sitecustomize":
            raise


def _line(channel: int) -> str:
    received = b""
    while not received.endswith(b"\n"):
        part = os.read(channel, 1 << 16)
        if not part:
            os._exit(0)
        received += part
    return received.decode()


def _limit(seconds: int) -> None:
    """CPU seconds from now on; what the imports used is not the program's."""
    with _Unseen():
        import resource

        until = -int(-time.process_time() // 1) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (until, until + 1))


if __name__ == "sitecustomize":
    try:
        wait()
    except BaseException:  # noqa: BLE001 - `site` would go on to a program that was never handed over
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    if "sitecustomize" not in sys.modules:
        raise ImportError(name="sitecustomize")  # which `site` takes for what it is: there is none
