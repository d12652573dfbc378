# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Tasks, threads and processes of the standard library, context managers, logging and subprocesses."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe
from sandbox.probes.vocabulary import RAISES

SETUP = r"""
import asyncio
import concurrent.futures
import contextlib
import inspect
import logging
import queue
import subprocess
import sys
import threading
import time

def refuses(action):
    try:
        action()
    except BaseException as error:
        return type(error).__name__
    return ""

async def fail(after=0.0):
    await asyncio.sleep(after)
    raise KeyError("x")

async def mark(done, name, after):
    try:
        await asyncio.sleep(after)
        done.append(name)
    except asyncio.CancelledError:
        done.append("cancelled")
        raise
    return name

async def gathering(**options):
    done = []
    try:
        found = await asyncio.gather(fail(), mark(done, "slow", 0.02), **options)
        answer = [type(item).__name__ for item in found]
    except KeyError:
        answer = "KeyError"
    await asyncio.sleep(0.04)
    return [answer, done]

async def grouping():
    done = []
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(mark(done, "slow", 5))
            group.create_task(fail())
    except BaseException as error:
        return [type(error).__name__, done]

async def ordered():
    done = []
    return [await asyncio.gather(mark(done, "slow", 0.02), mark(done, "fast", 0.0)), done]

async def waiting():
    done = []
    tasks = [asyncio.create_task(mark(done, "slow", 0.02)), asyncio.create_task(fail())]
    finished, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    states = [len(finished), len(pending), all(not task.cancelled() for task in pending)]
    await asyncio.wait(pending)
    [task.exception() for task in tasks]
    return [*states, done]

async def waiting_for_coroutines():
    slow = asyncio.sleep(0)
    try:
        await asyncio.wait([slow])
    except TypeError:
        slow.close()
        return "TypeError"
    return ""

async def timing_out():
    done = []
    try:
        await asyncio.wait_for(mark(done, "slow", 5), 0.01)
    except BaseException as error:
        return [type(error).__name__, done]

async def blocked():
    ticks = []
    async def tick():
        for _ in range(3):
            ticks.append(1)
            await asyncio.sleep(0)
    task = asyncio.create_task(tick())
    time.sleep(0.01)
    before = len(ticks)
    await task
    return [before, len(ticks)]

async def unawaited():
    ran = []
    async def work():
        ran.append(1)
    made = work()
    await asyncio.sleep(0.01)
    before = len(ran)
    await made
    return [before, len(ran)]

def pool_error():
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        future = pool.submit(lambda: 1 / 0)
        return [refuses(lambda: None), refuses(future.result)]

def pool_order():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda x: (time.sleep(0.02 if x == 0 else 0), x)[1], range(3)))

def thread_error():
    kept = threading.excepthook
    threading.excepthook = lambda arguments: None
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    found = refuses(thread.join)
    threading.excepthook = kept
    return found

def suppressed():
    steps = []
    with contextlib.suppress(KeyError):
        steps.append("before")
        {}["x"]
        steps.append("after")
    return steps

def returned(value):
    @contextlib.contextmanager
    def manager():
        try:
            yield
        finally:
            value.append("closed")
    try:
        with manager():
            raise KeyError
    except KeyError:
        value.append("raised")
    return value

def logged():
    logger = logging.getLogger("probe")
    return [logging.getLogger().level, logger.isEnabledFor(logging.INFO), logger.isEnabledFor(logging.WARNING)]

def child(check):
    return refuses(lambda: subprocess.run([sys.executable, "-c", "raise SystemExit(3)"], check=check))
"""

_GATHER = r"\b(?:asyncio\.)?gather\b"
_GROUP = r"\bTaskGroup\b"
_CANCEL = r"\bcancel(?:s|led|ed|ling|ing)?\b|\babgebrochen\b|\bbricht\b.{0,25}\bab\b|\babbrechen\b|\bannul\w+\b|\binterromp\w+\b"
_OTHERS = r"\b(?:the )?(?:others?|rest|remaining|siblings?|anderen?|übrigen?|restlichen|autres)\b"
_NO_CANCEL = r"\b(?:not|never|n['’]t|nicht|nie|ne|pas)\b.{0,20}(?:\bcancel\w*|\babgebrochen\b|\bannul\w+)|\b(?:run|runs|go|continue|keep|carry) (?:on|running)\b|\bcontinue\b|\bkeep running\b|\blaufen weiter\b|\bcontinuent\b"

FACTS = (
    Fact("gather_error", "asyncio.run(gathering())", ["KeyError", ["slow"]], "gather hands the first exception to the caller, and the other awaitables run on: {value}", _GATHER,
        right=r"\b(?:others?|rest|remaining|anderen?|übrigen?|autres)\b.{0,30}\b(?:run on|continue|keep running|go on|carry on|laufen weiter|weiterlaufen|continuent)\b", right_not=r"\b(?:others?|rest|remaining|anderen?|übrigen?|autres)\b.{0,30}\b(?:not|never|n['’]t|nicht|nie|ne|pas)\b.{0,15}(?:\bcancel\w*|\babgebrochen\b|\bannul\w+)",
        wrong=rf"{_OTHERS}[^.;]{{0,40}}(?:{_CANCEL})|(?:{_CANCEL})[^.;]{{0,30}}{_OTHERS}", without=r"TaskGroup|return_exceptions|if gather (?:itself )?is cancel|cancell?ing gather|outer|\bgather\(\)? (?:itself )?is cancel|run on|continue|keep running|laufen weiter"),
    Fact("gather_return", "asyncio.run(gathering(return_exceptions=True))", [["KeyError", "str"], ["slow"]], "with return_exceptions=True gather returns exceptions among the results: {value}", r"\breturn_exceptions\b", right=r"\b(?:among|in|as|like|within|unter|als|parmi|comme)\b.{0,20}\b(?:results?|list|Ergebnisse\w*|Ergebnis|résultats?)\b", wrong=r"\breturn_exceptions(?: ?= ?| is | defaults to )True (?:by default|is the default)|\breturn_exceptions ?= ?True\b[^.;]{0,50}\b(?:drops?|swallows?|discards?|verwirft|ignore) (?:the )?(?:exceptions?|errors?|Ausnahmen|exceptions)\b|\breturn_exceptions ?= ?True\b[^.;]{0,40}\bcancels?\b"),
    Fact("gather_order", "asyncio.run(ordered())", [["slow", "fast"], ["fast", "slow"]], "gather gives results in the order of its arguments, not of completion: {value}", _GATHER,
        right=r"\border (?:of|in which)\b.{0,30}\b(?:arguments|awaitables|passed|given|inputs|calls)\b|\bReihenfolge der (?:Argumente|Aufrufe|Übergabe)\b|\bordre des arguments\b|\bsame order\b", wrong=r"\b(?:in (?:the )?order (?:of|in which)[^.;]{0,25}(?:complet\w+|finish\w*|are done)|as they (?:finish|complete)|first come first|in der Reihenfolge[^.;]{0,20}(?:Fertigstellung|fertig)|dans l['’]ordre[^.;]{0,20}(?:d['’]achèvement|se terminent))\b", without=r"as_completed|arguments|rather|TaskGroup"),
    Fact("taskgroup_error", "asyncio.run(grouping()) if hasattr(asyncio, 'TaskGroup') else 'missing'", ["ExceptionGroup", ["cancelled"]], "a TaskGroup cancels the other tasks when one fails and raises an ExceptionGroup: {value}", _GROUP,
        right=rf"(?:{_CANCEL})|\bExceptionGroup\b", wrong=r"\b(?:others?|rest|remaining|siblings?|anderen?|übrigen?|autres)\b[^.;]{0,30}\b(?:run on|continue|keep running|go on|laufen weiter|continuent)\b|\braises (?:the )?(?:first|original|bare) exception (?:itself|alone|unchanged)\b", wrong_not=rf"{_GROUP}[^.;]{{0,90}}\b(?:does not|doesn['’]t|never|nicht|ne)\b[^.;]{{0,12}}(?:{_CANCEL})", without=r"gather"),
    Fact("wait_error", "asyncio.run(waiting())", [1, 1, True, ["slow"]], "asyncio.wait raises nothing and cancels nothing: finished, pending, none cancelled, and later done: {value}", r"\basyncio\.wait\b(?!_for)",
        right_not=r"\b(?:not|never|n['’]t|nicht|ne|without|no)\b.{0,25}\b(?:cancel\w*|raise\w*|abgebrochen|annul\w+)", wrong=rf"\b(?:cancels?|bricht|annule)\b[^.;]{{0,30}}\b(?:pending|others?|rest|remaining|übrigen|anderen|restantes|autres)\b|\basyncio\.wait\b(?!_for)[^.;]{{0,30}}(?:{RAISES})[^.;]{{0,20}}\b(?:first exception|TimeoutError|exception of)\b", without=r"wait_for|we cancel|should|afterwards|TypeError|coroutine"),
    Fact("wait_coroutines", "asyncio.run(waiting_for_coroutines())", "TypeError", "asyncio.wait refuses coroutines with a {value}; it wants tasks", r"\basyncio\.wait\b(?!_for)", right=r"\bTypeError\b|\btasks?\b.{0,20}\b(?:only|explicitly)\b|\b(?:only|nur) (?:tasks|Tasks)\b", wrong=r"\b(?:accepts?|takes?|wraps?|turns?|nimmt|accepte)\b[^.;]{0,25}\b(?:coroutines|Koroutinen|bare coroutines)\b", verdict="outdated", without=r"gather|wait_for|refus|forbid"),
    Fact("wait_for", "asyncio.run(timing_out())", ["TimeoutError", ["cancelled"]], "wait_for cancels what it waited for and raises TimeoutError: {value}", r"\bwait_for\b", right=rf"\bTimeoutError\b|(?:{_CANCEL})", wrong=r"\bwait_for\b[^.;]{0,60}\b(?:returns? None|gibt None|renvoie None|leaves? (?:the )?task running|lets? (?:the )?task (?:run|continue)|läuft (?:im Hintergrund )?weiter)\b", without=r"shield|threading|Condition|Event"),
    Fact("blocking", "asyncio.run(blocked())", [0, 3], "time.sleep blocks the event loop: ticks of another task during and after it: {value}", r"\btime\.sleep\b", right=r"\bblock\w*\b|\bblockier\w*\b|\bbloque\w*\b", wrong=r"\b(?:time\.sleep)\b[^.;]{0,40}\b(?:lets? (?:the )?other (?:tasks|coroutines)|yields? (?:control )?to (?:the )?(?:event )?loop|gives? (?:the )?(?:event )?loop|lässt andere (?:Tasks|Aufgaben)|rend la main)\b", without=r"to_thread|executor|asyncio\.sleep", context=r"\basyncio\b|\bawait\b"),
    Fact("coroutine_call", "asyncio.run(unawaited())", [0, 1], "calling a coroutine function runs nothing until it is awaited: runs before and after: {value}", r"\bcoroutines?(?: functions?)?\b|\bKoroutinen?\b|\basync def\b", right=r"\b(?:coroutine object|until|awaited|nothing)\b|\berst\b", wrong=r"\b(?:calling|the call of|call to|Aufruf|appel)\b[^.;]{0,40}\b(?:starts?|runs?|executes?|schedules?|startet|führt|lance|exécute)\b[^.;]{0,25}\b(?:at once|immediately|in the background|straight away|sofort|im Hintergrund|immédiatement|en arrière-plan)\b", without=r"create_task|TaskGroup|gather|ensure_future|eager"),
    Fact("pool_error", "pool_error()", ["", "ZeroDivisionError"], "an exception in a pool is raised by result(): {value}", r"\b(?:submit|Future|future|ThreadPoolExecutor|ProcessPoolExecutor)\b", right=r"\bresult\(\)|\bresult\b.{0,30}\brais\w+", wrong=r"\bsubmit\b[^.;]{0,30}\braises the exception\b|\bexceptions?\b[^.;]{0,40}\b(?:printed|logged|geht verloren|is lost)\b[^.;]{0,20}\bpool\b", without=r"asyncio|map\(", context=r"\bconcurrent\.futures\b|\bExecutor\b"),
    Fact("pool_order", "pool_order()", [0, 1, 2], "Executor.map gives results in the order of its inputs: {value}", r"\b(?:executor|pool|Executor|ThreadPoolExecutor|ProcessPoolExecutor)\.map\b", right=r"\border of (?:the |its )?(?:inputs?|arguments|items|iterable)\b|\bsame order\b|\bReihenfolge der (?:Eingaben|Argumente)\b|\bordre des (?:entrées|arguments)\b", wrong=r"\b(?:as they (?:finish|complete)|order (?:of completion|in which they (?:finish|complete))|Reihenfolge (?:der|ihrer) Fertigstellung|ordre d['’]achèvement)\b", without=r"as_completed|imap_unordered"),
    Fact("thread_error", "thread_error()", "", "an exception in a thread does not reach join: it raises {value}(nothing)", r"\bthreads?\b", right_not=r"\b(?:not|never|n['’]t|nicht|nie|ne)\b.{0,25}\b(?:reach|propagate|re-?raise\w*|weiterge\w+|propag\w+)\b", wrong=r"\bjoin(?:\(\))?\b[^.;]{0,25}\b(?:re-?raises?|raises? the exception|löst .{0,20}aus|wirft die|relève|lève l['’]exception)\b", without=r"concurrent|result\(|asyncio|TaskGroup|excepthook|pool|torch"),
    Fact("daemon", "[threading.Thread().daemon, threading.Lock().acquire(), type(threading.RLock()).__name__]", [False, True, "RLock"], "a thread of the main thread is no daemon by default: {value}", r"\bdaemon\w*\b", right_not=r"\b(?:not|no|n['’]t|nicht|kein\w*|pas) (?:an? )?(?:daemon|Daemon|démon)\w*\b", right=r"\bdaemon(?: ?= ?| is | defaults to )False\b", wrong=r"\bthreads? (?:are|is) (?:a )?daemons?\b[^.;]{0,15}\b(?:by default|unless)\b|\bdaemon(?: ?= ?| is | defaults to )True (?:by default|is the default)", without=r"daemon ?= ?True(?! by| is the)|systemd|docker"),
    Fact("suppress", "suppressed()", ["before"], "suppress leaves the block at the exception, it does not resume it: steps {value}", r"\bsuppress\b", right=r"\b(?:skips?|leaves?|abandons?|ends?|rest of the block|verlässt|überspringt|quitte|saute)\b", wrong=r"\bsuppress\b[^.;]{0,60}\b(?:continues? with the next (?:line|statement) (?:of|in) the block|resumes? (?:the block|after the line)|fährt mit der nächsten Zeile (?:des|im) Block)\b", without=r"after the block|torch", context=r"\bcontextlib\b"),
    Fact("manager_finally", "returned([])", ["closed", "raised"], "an exception passes a context manager with finally after the clean-up: {value}", r"\bcontextmanager\b", right=r"\bfinally\b", wrong=r"\bcontextmanager\b[^.;]{0,60}\b(?:swallows?|suppresses|hides|schluckt|avale)\b[^.;]{0,12}\b(?:every |all |the )?(?:exceptions?|errors?|Ausnahmen?)\b", without=r"unless|if (?:it|the generator)|return True"),
    Fact("queue_fifo", "(lambda q: [q.put(1), q.put(2), q.get()][2])(queue.Queue())", 1, "queue.Queue is first in, first out, without a bound by default: {value}", r"\bqueue\.Queue\b", right=r"\bFIFO\b|\bfirst[- ]in,? first[- ]out\b", wrong=r"\bLIFO\b|\blast[- ]in,? first[- ]out\b|\bstack\b", without=r"LifoQueue|PriorityQueue"),
    Fact("logging_level", "logged()", [30, False, True], "the root logger's level is WARNING (30) by default, so that info is dropped: {value}", r"\blogg(?:ing|er|ers)\b", right=r"\bWARNING\b", wrong=r"\b(?:default|by default|unless|standardmäßig|Voreinstellung|par défaut)\b[^.;]{0,40}\b(?:level|Stufe|niveau)?\b[^.;]{0,15}\b(?-i:INFO|DEBUG|ERROR|NOTSET)\b|\b(?-i:INFO|DEBUG|ERROR)\b[^.;]{0,20}\b(?:by default|is the default|standardmäßig|par défaut)\b|\b(?:info|debug)\(?\)?\b[^.;]{0,25}\b(?:printed|shown|written|ausgegeben|affichée?s?)\b[^.;]{0,15}\b(?:by default|standardmäßig|par défaut)\b", without=r"WARNING|basicConfig\(|setLevel|new logger|child|torch|Dynamo|NOTSET|lower|below", context=r"\blogging\b"),
    Fact("logging_stream", "inspect.signature(logging.StreamHandler.__init__).parameters['stream'].default is None and logging.StreamHandler().stream is sys.stderr", True, "a StreamHandler writes to stderr by default: {value}", r"\b(?:StreamHandler|basicConfig|logging)\b", right=r"\bstderr\b|\bstandard error\b|\bStandardfehler\w*|\berreur standard\b", wrong=r"\b(?:writes?|goes|logs?|schreibt|écrit|sends?)\b[^.;]{0,25}\b(?:to|on|auf|nach|sur|vers)\b[^.;]{0,12}\b(?:stdout|standard output|Standardausgabe|sortie standard)\b[^.;]{0,20}\b(?:by default|unless|standardmäßig|par défaut)\b", without=r"print|stream ?=|stderr", context=r"\blogging\b"),
    Fact("subprocess_check", "[child(False), child(True), inspect.signature(subprocess.run).parameters['check'].default]", ["", "CalledProcessError", False], "subprocess.run ignores a failing status unless check=True: {value}", r"\bsubprocess\.run\b|\bcheck ?= ?(?:True|False)\b|\bsubprocess\b", right=r"\bcheck ?= ?True\b|\bCalledProcessError\b.{0,30}\bcheck\b|\breturncode\b", right_not=r"\b(?:does not|doesn['’]t|never|no|nicht|keine|ne)\b.{0,15}\b(?:raise|error|exception|Ausnahme|lève)\b", wrong=r"\bsubprocess\.run\b[^.;]{0,30}\b(?:raises?|throws?|löst|wirft|lève)\b[^.;]{0,40}\b(?:non-?zero|fail\w*|exit (?:status|code)|status|Status|Rückgabewert|code de retour|CalledProcessError)\b", without=r"check ?=|check_call|check_output|not found|FileNotFound|Timeout|if check|with check"),
    Fact("subprocess_text", "type(subprocess.run([sys.executable, '-c', 'print(1)'], capture_output=True).stdout).__name__", "bytes", "captured output is {value} unless text=True", r"\bsubprocess\b|\bcapture_output\b|\bstdout\b", right=r"\bbytes\b", wrong=r"\b(?:captured|capture_output|stdout)\b[^.;]{0,50}\b(?:is|as|are|ist|als|est|comme) (?:a |an |eine? |une )?(?:str|strings?|text|Zeichenkette|Text|chaîne)\b[^.;]{0,12}\b(?:by default|unless|standardmäßig|par défaut)\b", without=r"text ?=|encoding ?=|universal", context=r"\bsubprocess\b"),
    Fact("shell", "inspect.signature(subprocess.Popen.__init__).parameters['shell'].default", False, "subprocess starts no shell by default: shell={value}", r"\bshell\b", right_not=r"\b(?:no|without|not|keine?|ohne|sans|pas)\b.{0,15}\b(?:a )?[Ss]hell\b", right=r"\bshell(?: ?= ?| is )False\b", wrong=r"\bshell(?: ?= ?| is | defaults to )True (?:by default|is the default)|\bsubprocess\.run\b[^.;]{0,40}\b(?:passes|hands|runs|übergibt|passe)\b[^.;]{0,25}\b(?:to|through|via|an|durch|à) (?:the |a |die |eine |le )?[Ss]hell\b[^.;]{0,15}\b(?:by default|unless|standardmäßig|par défaut)\b", context=r"\bsubprocess\b", without=r"shell ?= ?True(?! by| is the)"),
)  # fmt: skip

PROBE = facts_probe(
    "stdlib-concurrency",
    "What happens to exceptions, cancelled tasks and orders in asyncio, threads and subprocesses, and what are logging's defaults?",
    (
        r"\basyncio\b|\bTaskGroup\b|\bawait\b",
        r"\bconcurrent\.futures\b|\bThreadPoolExecutor\b|\bthreading\b",
        r"\bcontextlib\b|\bcontextmanager\b",
        r"\bsubprocess\b",
        r"\blogging\b",
    ),
    (),
    SETUP,
    FACTS,
)
