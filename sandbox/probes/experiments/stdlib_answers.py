# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What sorting, containers, caches, text, files, processes and threads of the standard library do where books put it in words alone."""

from __future__ import annotations

from sandbox.probes.answer_words import COPIED, ORDER_KEPT, ORDER_LOST, RAISED, SHARED
from sandbox.probes.questions import Question, questions_probe

SETUP = r"""
import asyncio
import collections
import concurrent.futures
import contextlib
import copy
import dataclasses
import datetime
import functools
import io
import itertools
import json
import logging
import pathlib
import re
import statistics
import subprocess
import tempfile
import threading

def either(truth, yes, no):
    return yes if truth else no

def raised(action, kind=Exception):
    try:
        action()
    except kind:
        return "raises an error"
    return "is accepted"

def reverse_stable():
    return either(sorted([(1, "a"), (1, "b"), (0, "c")], key=lambda pair: pair[0], reverse=True)[:2] == [(1, "a"), (1, "b")], "keep their order", "come out in the opposite order")

def stable():
    return either(sorted([(1, "b"), (1, "a")], key=lambda pair: pair[0]) == [(1, "b"), (1, "a")], "keep their order", "may change places")

def cached_error():
    calls = []
    @functools.lru_cache
    def failing(n):
        calls.append(n)
        raise ValueError
    for _ in range(2):
        with contextlib.suppress(ValueError):
            failing(1)
    return either(len(calls) == 2, "is not stored", "is stored")

def cached_none():
    calls = []
    @functools.lru_cache
    def nothing(n):
        calls.append(n)
    nothing(1), nothing(1)
    return either(len(calls) == 1, "is stored", "is not stored")

def cached_object():
    @functools.lru_cache
    def f():
        return [1]
    f().append(2)
    return either(f() == [1, 2], "the object itself", "a copy")

def subtracted():
    counts = collections.Counter(a=1)
    counts.subtract({"a": 2})
    return either(counts["a"] == -1, "below zero", "no lower than zero")

def missing():
    counts = collections.Counter()
    counts["x"]
    return either("x" in counts, "creates the key", "creates no key")

def default_missing():
    found = collections.defaultdict(list)
    found["x"]
    return either("x" in found, "creates the key", "creates no key")

def default_get():
    found = collections.defaultdict(list)
    found.get("x")
    return either("x" in found, "creates the key", "creates no key")

def grouped():
    return either([key for key, _ in itertools.groupby("aba")] == ["a", "b", "a"], "are separate groups", "are one group")

def executor_prints():
    with contextlib.redirect_stderr(io.StringIO()) as seen, concurrent.futures.ThreadPoolExecutor(1) as pool:
        future = pool.submit(lambda: 1 / 0)
        concurrent.futures.wait([future])
    return either(seen.getvalue() == "" and isinstance(future.exception(), ZeroDivisionError), "is kept in the future", "is printed")

def worker_survives():
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: 1 / 0)
        return either(pool.submit(lambda: 7).result() == 7, "stays", "ends")

def thread_error():
    kept, threading.excepthook = threading.excepthook, lambda args: None
    try:
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        return raised(thread.join)
    finally:
        threading.excepthook = kept

def mapped_order():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        import time
        return either(list(pool.map(lambda n: (time.sleep(n / 100), n)[1], [3, 1, 2])) == [3, 1, 2], "the order of the inputs", "the order of completion")

def gathered_order():
    async def one(n):
        await asyncio.sleep(n / 100)
        return n
    async def main():
        return await asyncio.gather(one(3), one(1), one(2))
    return either(asyncio.run(main()) == [3, 1, 2], "the order of the arguments", "the order of completion")

def process(**options):
    import sys
    return subprocess.run([sys.executable, "-c", "raise SystemExit(3)"], **options)

def formatted():
    return either(f"{2.5:.0f}" == "2", "to even", "up")

def gone_through():
    numbers = (n for n in [1, 2])
    list(numbers)
    return either(list(numbers) == [], "is empty", "starts again")

def zipped():
    return either(len(list(zip([1, 2, 3], [1, 2]))) == 2, "stops at the shortest", "raises an error")

def copied_inner(function):
    inner = [1]
    return either(function([inner])[0] is inner, "shares the inner objects", "copies the inner objects")

def mutable_default():
    def f(items=[]):
        items.append(1)
        return items
    f()
    return either(f() == [1, 1], "once", "in each call")

def late_binding():
    return either([f() for f in [lambda: i for i in range(3)]] == [2, 2, 2], "its last value", "the value of its turn")

def regex_greedy():
    return either(re.match(".*b", "abab").group() == "abab", "as much as possible", "as little as possible")

def exit_called():
    seen = []
    class Manager:
        def __enter__(self):
            return self
        def __exit__(self, *details):
            seen.append(details[0])
            return False
    with contextlib.suppress(ValueError):
        with Manager():
            raise ValueError
    return either(len(seen) == 1, "is called", "is skipped")

def frozen():
    @dataclasses.dataclass(frozen=True)
    class Point:
        x: int
    def change():
        Point(1).x = 2
    return raised(change)

def data_equal():
    @dataclasses.dataclass
    class Point:
        x: int
    return either(Point(1) == Point(1), "by their fields", "by identity")

def data_hash():
    @dataclasses.dataclass
    class Point:
        x: int
    return raised(lambda: hash(Point(1)))

def root_level():
    return either(logging.getLogger().getEffectiveLevel() == logging.WARNING, "WARNING", "another one")

def json_tuple():
    return either(isinstance(json.loads(json.dumps((1, 2))), list), "a list", "a tuple")

def json_keys():
    return either(list(json.loads(json.dumps({1: 2}))) == ["1"], "strings", "integers")

def popped():
    d = {"a": 1, "b": 2}
    return either(d.popitem()[0] == "b", "the last", "the first")

def updated_order():
    d = {"a": 1, "b": 2}
    d["a"] = 3
    return either(list(d) == ["a", "b"], "keeps its place", "moves to the end")

def deque_full():
    d = collections.deque([1, 2, 3], maxlen=3)
    d.append(4)
    return either(list(d) == [2, 3, 4], "the oldest", "the new one")

def shuffled():
    import random
    return either(random.shuffle([1, 2]) is None, "None", "a new list")

def splits():
    return either("a  b ".split() == ["a", "b"], "no empty strings", "empty strings")

def split_at():
    return either("a,,b".split(",") == ["a", "", "b"], "keeps empty strings", "drops empty strings")

def stripped():
    return either("abcxba".strip("ab") == "cx", "any of these characters", "the whole text")

def sample_deviation():
    return either(statistics.stdev([1, 2, 3, 4]) > statistics.pstdev([1, 2, 3, 4]), "n - 1", "n")

def removing():
    values = [2, 4, 6, 8]
    for value in values:
        values.remove(value)
    return either(values == [4, 8], "skips elements", "visits all elements")

def naive_compare():
    return raised(lambda: datetime.datetime(2020, 1, 1) < datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc))

def path_join():
    return either(str(pathlib.PurePosixPath("/a") / "/b") == "/b", "replaces", "is appended")

def file_opened():
    folder = pathlib.Path(tempfile.mkdtemp())
    target = folder / "x"
    target.write_text("old")
    open(target, "w").close()
    return either(target.read_text() == "", "is emptied at once", "is kept until something is written")
"""

_SORT = r"\b(?:sort(?:ed|s|ing)?|list\.sort|\.sort)\b"
_STORED = r"\b(?:is|are|gets?) (?:\w+ )?(?:stored|cached|remembered|kept|memoi[sz]ed)\b|\b(?:stor|cach|remember|memoi[sz])\w* (?:the |its |every )?(?:exception|error|failure)\w*\b|\b(?:stored|cached|remembered|same|old) (?:exception|error) (?:is|comes|gets)\b"
_PLAIN = r"\b(?:numpy|np\.|pandas|torch|tensor|javascript|java\b|ruby|perl|excel)\b"

FACTS = (
    Question("sort_reverse", "reverse_stable()", "With reverse=True elements that compare equal {value}.",
        (r"\b(?:equal|ties?|tied|same (?:key|age|value|score|length|rank|name)|stab\w+)\b",), {"keep their order": rf"{ORDER_KEPT}|\b(?:is|stays|remains) stable\b", "come out in the opposite order": ORDER_LOST}, about=r"\breverse ?= ?True\b", without=rf"{_PLAIN}|reversed\(|\[::-1\]|\.reverse\(|without reverse"),
    Question("sort_stable", "stable()", "Python's sort is stable: elements that compare equal {value}.",
        (_SORT, r"\b(?:equal|ties?|tied|same key|stab\w+|unstable)\b"), {"keep their order": rf"{ORDER_KEPT}|\b(?:is|are|stays|remains|guaranteed to be) (?:\w+ )?stable\b", "may change places": ORDER_LOST}, without=rf"{_PLAIN}|reverse|heap\w*|kind|quick\w*|nlargest|SQL|\bsort -"),
    Question("lru_exception", "cached_error()", "An exception of a function under lru_cache {value}.",
        (r"\b(?:exceptions?|errors?|failures?|fails?|raises?|raised)\b",), {"is stored": _STORED, "is not stored": r"\b(?:is|gets) (?:\w+ )?(?:asked|called|computed|run|tried|executed) (?:once more|again|anew|a second time)\b|\bcalls? the function again\b"}, about=r"\b(?:lru_cache|functools\.cache)\b", without=r"unhashable|TypeError|None\b|KeyError|list"),
    Question("lru_none", "cached_none()", "None as a result under lru_cache {value}.", (r"\bNone\b",), {"is stored": _STORED + r"|\b(?:cached|stored) like any\b", "is not stored": r"\b(?:computed|called|asked) (?:again|anew|each time|every time)\b"}, about=r"\b(?:lru_cache|functools\.cache)\b", without=r"maxsize|exception"),
    Question("lru_object", "cached_object()", "What lru_cache gives back is {value}.", (r"\b(?:list|mutable|object|result)\b", r"\b(?:stor\w+|return\w*|gives?|hands?|cache\w*)\b"), {"the object itself": r"\b(?:object itself|same object|same list|everyone sees|shared by all)\b", "a copy": COPIED}, about=r"\b(?:lru_cache|functools\.cache)\b", without=r"lock|deepcopy|key|argument"),
    Question("counter_subtract", "subtracted()", "Counter.subtract lets a count fall {value}.",
        (r"\b(?:subtract\w*|left|counts?|numbers?|method)\b",), {"below zero": r"[-−]\d\b|\b(?:negative|below zero|minus)\b", "no lower than zero": r"\b(?:stops?|ends?|clipp?ed|capped|bounded|held|cut off) (?:\w+ )?at (?:zero|0)\b|\bnever (?:falls? |goes? )?below (?:zero|0)\b|\bno lower than (?:zero|0)\b|\b(?:drops|discards|removes|leaves out) (?:what is |whatever is )?(?:negative|zero\w*|non-?positive)\b"}, about=r"\.subtract\b|\bsubtract\(", without=r"operator|have - used|\bhave\b.{0,5}-|addition|\+|unlike|elements\(\)|drops whatever"),
    Question("counter_missing", "missing()", "Asking a Counter for a missing key {value}.", (r"\bCounter\b|\bmissing\b", r"\bkeys?\b|\bentry\b|\basking\b"), {"creates the key": r"\b(?:creates?|adds?|inserts?|stores?) (?:the|a|an|it|that)\b(?: \w+)?(?: key| entry| zero| element)?", "creates no key": r"\bleaves (?:it|the Counter) as it is\b"}, about=r"\bCounter\b", without=r"defaultdict|update|adding|assign|set|KeyError|elements"),
    Question("defaultdict", "default_missing()", "Reading a missing key of a defaultdict {value}.", (r"\bdefaultdict\b", r"\b(?:missing|unknown|absent|read\w*|look\w*|access\w*|ask\w*)\b"), {"creates the key": r"\b(?:creates?|adds?|inserts?|stores?|made|created|inserted|calls the factory)\b", "creates no key": r"\bleaves (?:it|the dictionary) (?:as it is|unchanged|alone)\b"}, without=r"\.get|\bin\b (?:operator|does)|setdefault|Counter"),
    Question("defaultdict_get", "default_get()", "get() of a defaultdict {value}.", (r"\bdefaultdict\b", r"\bget\b"), {"creates the key": r"\b(?:creates?|adds?|inserts?|calls? the factory)\b", "creates no key": r"\breturns? None\b|\bleaves (?:it|the dictionary) (?:as it is|unchanged|alone)\b"}, without=r"setdefault|\bindexing\b|square"),
    Question("groupby", "grouped()", "itertools.groupby starts a group where the key changes: equal keys that stand apart {value}.",
        (r"\b(?:keys?|elements?|values?|rows?|items?)\b", r"\b(?:apart|elsewhere|far|separated|not adjacent|non-?adjacent|scattered|anywhere|regardless|wherever|later|unsorted|not consecutive|not neighbou?rs?)\b"), {"are one group": r"\b(?:same|one|single|common|a) group\b|\btogether\b|\bmerged\b|\bcollected\b", "are separate groups": r"\b(?:separate|several|different|two|distinct|own|new|another) groups?\b"}, about=r"\bgroupby\b", without=rf"{_PLAIN}|\bsort\w*|defaultdict"),
    Question("json_keys", "json_keys()", "Integer keys come back from JSON as {value}.",
        (r"\b(?:keys?|years?|numbers?|integers?|ids?|indices)\b", r"\b(?:come|comes|came|return|returns|are|become|becomes|turn|turns|read|restored|survive|survives|get|back)\b"), {"integers": r"\b(?:as|are|remain|stay|survive as|still|back) (?:the |plain |again |as )*(?:int(?:eger)?s?|numbers)\b", "strings": r"\b(?:as|are|become|to|into) (?:the |plain )*(?:strings?|str|text)\b"}, about=r"(?=.*\bjson\b)(?=.*\b(?:keys?|\{\d+:))", without=r"values?\b(?!.{0,20}key)|float|big|2 \*\*|\bsort_keys|list|tuple|object_hook|pickle|yaml"),
    Question("json_tuple", "json_tuple()", "A tuple comes back from JSON as {value}.", (r"\btuples?\b",), {"a list": r"\b(?:as|is|a|become\w*|into|to|the) (?:a |the )?(?:lists?|arrays?)\b", "a tuple": r"\b(?:as|is|remains|stays|still|comes back) (?:a |again a |as a )?tuple\b"}, about=r"\bjson\b", without=r"pickle|keys?\b|namedtuple|yaml"),
    Question("json_nan", "raised(lambda: json.dumps(float('nan')))", "json.dumps of a NaN {value}.", (r"\b(?:nan|NaN|infinity)\b", r"\b(?:dumps?|json|encod\w+|serializ\w+)\b"), {"is accepted": r"\bwrit\w+ (?:as )?NaN\b|\b(?:outputs?|produces?|gives?|emits?) (?:an? )?(?:invalid|NaN)\b|\bby default (?:it )?(?:is )?(?:accepted|allowed|written)", "raises an error": RAISED}, about=r"\bjson\.dumps?\b|\bjson\b", without=r"allow_nan ?= ?False|strict|orjson|null"),
    Question("json_set", "raised(lambda: json.dumps({1}))", "json.dumps of a set {value}.", (r"\bsets?\b", r"\b(?:dumps?|json|encod\w+|serializ\w+)\b"), {"is accepted": r"\b(?:as|becomes?|into|to) (?:an? )?(?:list|array)\b", "raises an error": RAISED}, about=r"\bjson\b", without=r"default ?=|sets? (?:the|up|it)|is set|character set"),
    Question("executor_error", "executor_prints()", "An exception of a task in an executor {value}.",
        (r"\b(?:exceptions?|errors?|task|it)\b",), {"is kept in the future": r"\b(?:stored|kept|held|captured|saved) (?:in|by|with) (?:the|its) future\b|\bnothing is printed\b|\bwithout a (?:sound|trace)\b|\bsilent\w*\b", "is printed": r"\b(?:is|gets) (?:\w+ )?printed\b|\bprints? (?:the|a|its) (?:traceback|exception|error)\b|\btraceback (?:is|appears|shows)\b|\bends the worker\b|\bkills the (?:worker|thread|pool)\b|\braised (?:at once|immediately) (?:in|by) (?:the main|submit)"}, about=r"\b(?:submit|ThreadPoolExecutor|ProcessPoolExecutor|Future)\b", without=r"excepthook|bare|threading\.Thread|\bresult\(\)|\.exception\(\)|asyncio|BrokenProcessPool|add_done_callback|log"),
    Question("thread_join", "thread_error()", "join() of a thread that ended with an exception {value}.", (r"\bjoin\b", r"\b(?:exception|error|fail\w*|raises?|re-?raise\w*)\b"), {"raises an error": r"\b(?:re-?)?raises?\b", "is accepted": r"\b(?:returns normally|silently|as usual)\b"}, about=r"\bthread", without=r"os\.path|str|timeout|queue|result\(\)|already|itself|deadlock|current|started|daemon"),
    Question("map_order", "mapped_order()", "Executor.map gives its results in {value}.", (r"\b(?:map|pool\.map|executor\.map)\b", r"\border\b"), {"the order of the inputs": r"\border (?:of|in which) (?:\w+ ){0,3}(?:inputs?|arguments|submi\w+|calls?|items?|given|tasks)\b|\b(?:input|same|original|submission|their) order\b|\border of the (?:list|iterable)", "the order of completion": r"\border of (?:their )?completion\b|\bcompletion order\b|\b(?:as|in which|when) they (?:finish|complete|are done)\b"}, about=r"\b(?:Executor|pool|executor)\b", without=r"as_completed|imap_unordered|imap"),
    Question("gather_order", "gathered_order()", "asyncio.gather gives its results in {value}.", (r"\bgather\b", r"\b(?:order|results?)\b"), {"the order of the arguments": r"\border (?:of|in which) (?:\w+ ){0,3}(?:inputs?|arguments?|awaitables|coroutines|given|passed|tasks)\b|\b(?:input|same|original|argument) order\b", "the order of completion": r"\border of (?:their )?completion\b|\bcompletion order\b|\b(?:as|in which|when) they (?:finish|complete|are done)\b"}, without=r"as_completed|TaskGroup|wait"),
    Question("check", "raised(process)", "subprocess.run with a failing command {value} by default.", (r"\b(?:subprocess\.run|run\()", r"\b(?:exit|status|return code|returncode|fail\w*|non-?zero)\b"), {"raises an error": RAISED, "is accepted": r"\b(?:returns|silently|quietly|ignored?|goes on|only (?:sets|records)|sets returncode)\b"}, about=r"\bsubprocess\b", without=r"check ?= ?True|check_call|check_output|timeout|FileNotFound|not found|shell|unless", by_default=True),
    Question("generator", "gone_through()", "A generator that has been gone through {value}.", (r"\b(?:generators?|iterators?)\b", r"\b(?:second|again|twice|exhausted|afterwards|once more)\b"), {"is empty": r"\b(?:empty|exhausted|nothing|yields? no|no (?:more )?(?:elements|values|items))\b", "starts again": r"\b(?:starts?|begins?) (?:again|afresh|anew|from the (?:start|beginning))\b|\brestarts?\b|\brewinds?\b|\byields? the same (?:values|elements)\b"}, without=rf"{_PLAIN}|\blist\(|tee|cycle|function again|call(?:ing|ed)? the (?:generator )?function|random|range|new generator"),
    Question("zip", "zipped()", "zip of sequences of unequal length {value}.", (r"\bzip\b", r"\b(?:unequal|different|shorter|shortest|longer|longest|lengths?|leftover|surplus|end)\b"), {"stops at the shortest": r"\b(?:stops?|ends?|truncat\w+|cuts?|as long as|drops|ignores|discards?) (?:\w+ ){0,4}(?:shortest|shorter|rest|surplus|longer|leftover|first)\b|\bsilently\b", "raises an error": RAISED, "fills up": r"\b(?:fills?|pads?|padded|filled) (?:\w+ ){0,3}None\b|\bgoes on to the longest\b"}, without=rf"{_PLAIN}|strict|zip_longest|zipfile|file|archive"),
    Question("shallow", "copied_inner(copy.copy)", "A shallow copy {value}.", (r"\b(?:shallow cop(?:y|ies)|copy\.copy|\.copy\(\)|list\(\w*\)|\[:\])",), {"shares the inner objects": r"\b(?:shares?|same|refer\w*)\b[^.;]{0,30}\b(?:inner|nested|elements?|objects?|contents?|lists?)\b|\b(?:only|just) the (?:outer|top)\b", "copies the inner objects": r"\b(?:copies|duplicates|clones) (?:\w+ ){0,3}(?:inner|nested)\b|\b(?:inner|nested) (?:\w+ )?(?:are|is) (?:\w+ )?(?:copied|duplicated|independent)\b|\bfully independent\b|\bindependent (?:of the original )?at (?:all|every) levels?\b"}, without=rf"{_PLAIN}|deepcopy|deep copy|immutable"),
    Question("deep", "copied_inner(copy.deepcopy)", "A deep copy {value}.", (r"\b(?:deep cop(?:y|ies)|deepcopy)\b",), {"shares the inner objects": r"\bshares?\b[^.;]{0,30}\b(?:inner|nested|elements|objects)\b|\b(?:only|just) the (?:outer|top)\b", "copies the inner objects": r"\b(?:recursiv\w*|copies everything|(?:inner|nested) (?:\w+ )?(?:too|as well|also)|fully independent|all levels|every level)\b"}, without=rf"{_PLAIN}|shallow|copy\.copy|memo|tuple|immutable"),
    Question("mutable_default", "mutable_default()", "A default value is made {value}.", (r"\bdefault\b", r"\b(?:list|dict\w*|mutable|argument|value|expression)\b", r"\b(?:call|evaluated|created|made|definition|defined|shared)\b"), {"once": r"\b(?:evaluated|created|made|built|computed) (?:only |just |exactly )?(?:once|when (?:the )?(?:function|def)\w*|at (?:the )?(?:definition|def))\b|\bshared (?:by|between|among) (?:all )?calls\b", "in each call": r"\b(?:evaluated|created|made|built|computed) (?:\w+ )?(?:at|in|for|on|with|during) (?:each|every) call\b|\b(?:each|every) call (?:gets|receives|starts with|creates|makes) (?:a |its )?(?:new|fresh|own|empty)\b"}, without=r"default_factory|field\(|None\b|defaultdict|dataclass|sentinel"),
    Question("closure", "late_binding()", "A function made in a loop sees of the loop variable {value}.", (r"\b(?:lambdas?|closures?|functions?)\b", r"\b(?:loop|loop variable|iteration)\b"), {"its last value": r"\b(?:last|final) value\b|\bwhen (?:it is|they are) called\b|\blate binding\b|\ball (?:give|return|print|see)\b", "the value of its turn": r"\b(?:value (?:of|at) (?:its|their|that|the) (?:own )?(?:turn|iteration|creation|definition|moment)|(?:each|every) (?:\w+ )?(?:keeps|captures|remembers|freezes) (?:its|the) (?:own |current )?(?:value|number|copy))\b"}, without=r"default argument|i ?= ?i|partial|n ?= ?n|comprehension variable|compil|graph"),
    Question("greedy", "regex_greedy()", "The quantifiers * and + of re match {value}.", (r"\b(?:quantifiers?|regex\w*|regular expressions?|pattern|\.\*|greedy)", r"\b(?:match\w*|greedy|take|takes|grab\w*)\b"), {"as much as possible": r"\b(?:as much as|as many \w* ?as|longest|up to the last|greedy by default|are greedy|is greedy)\b", "as little as possible": r"\b(?:as little as|as few \w* ?as|shortest|lazy by default|are lazy|is lazy|up to the first|non-?greedy by default)\b"}, about=r"\bre\.|\bregex|\bregular expression", without=r"\*\?|\+\?|\?|alternat|\||question mark|followed by|possessive"),
    Question("exit", "exit_called()", "__exit__ of a context manager {value} when the block raises.", (r"\b__exit__\b|\bcontext manager\b|\bwith block\b", r"\b(?:exception|error|raises?|fails?)\b"), {"is called": r"\b(?:is|gets|still|always|also) (?:\w+ )?(?:called|run|runs|executed|closed|released)\b|\bin (?:any|either|both) cases?\b", "is skipped": r"\b(?:skipped|bypassed|left open|not reached)\b"}, without=r"suppress|returns? (?:True|a true)|__enter__|swallow"),
    Question("frozen", "frozen()", "Assigning to a field of a frozen data class {value}.", (r"\bfrozen\b",), {"raises an error": RAISED, "is accepted": r"\b(?:silently|ignored|quietly|no effect)\b"}, about=r"\bdata ?class", without=r"object\.__setattr__|list|mutable|inner|hash|replace|default|inherit|layer|torch"),
    Question("data_equal", "data_equal()", "Two objects of one data class are compared {value}.", (r"\bdata ?class\w*|\b__eq__\b|\binstances?\b|\bobjects?\b", r"\b(?:equal\w*|compar\w+|==)"), {"by their fields": r"\b(?:field by field|by (?:their |its |the |all )?(?:fields|values|contents)|fields? agree|as tuples)\b|\bare equal\b", "by identity": r"\bby identity\b|\bidentity\b|\bsame object\b|\bare (?:un|not )equal\b|\bunequal\b"}, about=r"\bdata ?class", without=r"eq ?= ?False|compare ?= ?False|order|hash|different class|subclass|nan|NaN|array"),
    Question("data_hash", "data_hash()", "hash() of an object of a plain data class {value}.", (r"\bhash\w*|\bunhashable\b|\bdict(?:ionary)? keys?\b|\bset\b",), {"raises an error": rf"{RAISED}|\bunhashable\b", "is accepted": r"\b(?:is|are|stays|remains) (?:\w+ )?hashable\b|\bhashed by\b"}, about=r"\A(?!.*(?:frozen|unsafe_hash|eq ?= ?False|__hash__)).*(?:@dataclass(?!\()|@dataclass\(\)|\bplain data ?class)", without=r"frozen|unsafe_hash|eq ?= ?False|list|field"),
    Question("root_level", "root_level()", "The level of the root logger is {value} by default.", (r"\b(?:root|logger|logging|level)\b", r"\b(?:by default|default|unless|out of the box|without (?:any )?configuration)\b", r"\b(?-i:INFO|WARNING|DEBUG|ERROR)\b"), {"WARNING": r"\b(?-i:WARNING)\b", "another one": r"\b(?-i:INFO|DEBUG|ERROR)\b"}, about=r"\blogging\b", without=r"basicConfig\(level|setLevel|handler|torch|below|not shown|dropped|lost|hidden|appear|TORCH_LOGS|only|invisible|library|swallow\w*", by_default=True),
    Question("dict_update", "updated_order()", "A key of a dict that is assigned anew {value}.", (r"\b(?:dict\w*|keys?)\b", r"\b(?:assign\w*|updat\w+|overwrit\w+|chang\w+|again|existing|new value)\b", r"\b(?:order|place|position|end)\b"), {"keeps its place": r"\b(?:keeps?|retains?|stays?|remains?|leaves?|preserves?) (?:\w+ ){0,3}(?:place|position|order|where)\b|\bnot (?:move|change the order)\b", "moves to the end": r"\b(?:moves?|goes|put|comes|jumps?|appended) (?:\w+ ){0,3}(?:end|last|back)\b"}, without=rf"{_PLAIN}|OrderedDict|move_to_end|delet\w+|pop|removed|insert|lru"),
    Question("popitem", "popped()", "popitem of a dict takes {value} pair.", (r"\bpopitem\b",), {"the last": r"\b(?:last|newest|latest|most recent\w*|LIFO)\b", "the first": r"\b(?:first|oldest|earliest|FIFO|random|arbitrary)\b"}, without=r"last ?= ?|OrderedDict|before 3"),
    Question("deque_full", "deque_full()", "append to a full deque with maxlen drops {value}.", (r"\b(?:full|maxlen|bounded)\b", r"\b(?:append\w*|add\w*|new|further|drop\w*|discard\w*|push\w*)\b"), {"the oldest": r"\b(?:oldest|first|left|opposite end|other end|earliest|front)\b", "the new one": r"\b(?:new(?:est)?|added|appended|incoming|latest) (?:element|item|value|one)?\b[^.;,]{0,20}\b(?:is|are|gets) (?:\w+ )?(?:dropped|ignored|discarded|rejected|refused|lost)\b|\braises?\b|\bIndexError\b"}, about=r"\bdeque\b", without=r"appendleft|extendleft|Queue|insert|rotate|torch|recompil"),
    Question("deque_insert", "raised(lambda: collections.deque([1], maxlen=1).insert(0, 2))", "insert into a full deque with maxlen {value}.", (r"\binsert\b", r"\bfull\b|\bmaxlen\b"), {"raises an error": RAISED, "is accepted": r"\b(?:drops|discards|pushes out)\b"}, about=r"\bdeque\b", without=r"append"),
    Question("split", "splits()", "str.split without an argument gives {value}.", (r"\bsplit\(\)|\bsplit without\b", r"\b(?:spaces?|whitespace|blanks?|empty)\b"), {"no empty strings": r"\bruns? of\b|\bno empty\b|\bas one\b|\bcollaps\w+|\bany (?:amount|run|sequence)\b", "empty strings": r"\b(?:gives?|leaves?|yields?|produces?|returns?|contains?|with|including) (?:an? |some )?empty (?:strings?|pieces?|fields?)\b|\beach (?:single )?space\b"}, without=r"split\([\"']|sep ?=|unlike|numpy|re\.split|torch|split\(\" \"\)"),
    Question("split_comma", "split_at()", "str.split with a separator {value}.", (r"\bsplit\(['\"“”‘’],?['\"“”‘’]?|\bsplit with a separator\b", r"\bempty\b"), {"keeps empty strings": r"\b(?:keeps?|gives?|leaves?|yields?|contains?|includes?|returns?|produces?) (?:\w+ ){0,2}empty\b", "drops empty strings": r"\b(?:drops?|skips?|removes?|ignores?|discards?|omits?) (?:\w+ ){0,2}empty\b"}, without=r"split\(\)|re\.split|csv"),
    Question("strip", "stripped()", "str.strip with an argument removes {value}.", (r"\b[lr]?strip\(?", r"\b(?:characters?|chars?|set|prefix|suffix|substring|text|word|string)\b"), {"any of these characters": r"\b(?:any (?:of|combination)|set of characters|each of|characters? in|all (?:the )?characters)\b", "the whole text": r"\b(?:removes?|strips?|cuts? off) (?:\w+ ){0,2}(?:exact |whole |entire |given )+(?:text|string|substring|prefix|suffix|word)\b|\bas a whole\b"}, about=r"\bstr\b|\bstrings?\b|strip\(", without=r"removeprefix|removesuffix|whitespace|stdlib|unlike|torch"),
    Question("stdev", "sample_deviation()", "statistics.stdev divides by {value}.", (r"\bstatistics\.stdev\b|(?<!p)\bstdev\b",), {"n - 1": r"\b[nN] ?[-−–] ?1\b|\bsample (?:standard|variance)\b|\bBessel\w*", "n": r"\bdivid\w+ by (?:the )?(?:[nN]\b(?! ?[-−–])|number of values)|\bpopulation standard\b"}, about=r"\bstatistics\b", without=r"pstdev|pvariance|numpy|np\."),
    Question("loop_removal", "removing()", "A loop that removes from the list that it goes through {value}.", (r"\b(?:remov\w+|delet\w+|shrink\w*)\b", r"\b(?:loop\w*|iterat\w+|while)\b", r"\blists?\b"), {"skips elements": r"\b(?:skip\w*|miss\w*|jumps? over|leaves? out|every (?:second|other))\b", "visits all elements": r"\b(?:visits|sees|reaches) (?:all|every|each)\b|\bis safe\b|\bRuntimeError\b|\braises\b"}, without=rf"{_PLAIN}|copy|\[:\]|backwards|reversed|dict|set\b|compil"),
    Question("naive_aware", "naive_compare()", "Comparing a naive with an aware datetime by < {value}.", (r"\bnaive\b", r"\baware\b"), {"raises an error": RAISED, "is accepted": r"\b(?:compar\w+|works|treated|assumed)\b[^.;]{0,30}\b(?:UTC|local|silently|fine|without)\b"}, about=r"\bdatetime", without=r"==|equal|convert|astimezone|replace"),
    Question("absolute_join", "path_join()", "An absolute second part {value} the first in a join of paths.", (r"\babsolute\b", r"\b(?:join\w*|/|path|parts?)\b"), {"replaces": r"\b(?:replac\w+|discard\w*|throws? away|forget\w*|drops?|wins|ignores? (?:the|what))\b", "is appended": r"\b(?:append\w*|attach\w*|glued|below|under) (?:to|the|it)\b|\bslash (?:is|gets) (?:dropped|removed|ignored)\b"}, about=r"\bpathlib\b|\bos\.path\b|\bPath\b", without=r"resolve|relative_to|absolute\(\)"),
    Question("open_w", "file_opened()", 'A file that is opened with "w" {value}.', (r"[\"'“‘]w[\"'”’]|\bfor writing\b|\bmode w\b", r"\b(?:file|content\w*|it|open\w*)\b"), {"is emptied at once": r"\b(?:emptied|truncat\w+|empties|erased|lost|cleared|wiped)\b", "is kept until something is written": r"\b(?:kept|stays|remains|untouched|intact) (?:\w+ ){0,3}until\b|\buntil the first write\b|\bonly when (?:something|data) is written\b"}, without=r"[\"'“‘](?:a|x|r\+|a\+)[\"'”’]|append|atomic|temporary|os\.replace"),
    Question("shuffle", "shuffled()", "random.shuffle returns {value}.", (r"\b(?:random\.)?shuffle\b", r"\b(?:returns?|in place|copy|new list|gives?)\b"), {"None": r"\bNone\b|\bin place\b", "a new list": r"\breturns? (?:a |the )?(?:new |shuffled )+(?:list|copy|sequence)?\b|\b(?:original|list) (?:stays|is left|remains) (?:as it is|unchanged|untouched)\b|\bshuffled copy\b"}, about=r"\brandom\b", without=rf"{_PLAIN}|rng|sample|loader|DataLoader"),
    Question("string_format", "formatted()", "Formatting with .0f rounds a half {value}.", (r"\.0f\b|\bformat\w*\b", r"\bhal(?:f|ves)\b|2\.5|0\.5"), {"to even": r"\beven\b|\bgives? 2\b|\bbanker", "up": r"\bup\b|\bgives? 3\b|\baway from zero\b"}, without=rf"{_PLAIN}|Decimal|quantize|ROUND_|math\.floor"),
    Question("set_index", "raised(lambda: set([1, 2])[0])", "Indexing a set {value}.", (r"\bsets?\b", r"\bindex\w*\b|\[0\]"), {"raises an error": RAISED, "is accepted": r"\breturns? the (?:first|smallest)\b"}, without=rf"{_PLAIN}|set (?:the|up|an|it)|is set|frozen|train|test|data|training"),
    Question("slice_list", "either((lambda a: (lambda b: (b.append(9), a)[1])(a[:]))([1]) == [1], 'is a copy', 'shares memory')", "A slice of a list {value}.", (r"\bslic(?:e|es|ing)\b", r"\b(?:Python )?lists?\b"), {"is a copy": COPIED + r"|\bnew list\b", "shares memory": SHARED}, without=r"numpy|np\.|tensor|torch|array|memoryview|assign|deep|shallow|nested|buffer"),
)  # fmt: skip

PROBE = questions_probe(
    "stdlib-answers",
    "What do sorting, containers, caches, JSON, text, files, processes and threads of Python do where a chapter puts it in words?",
    (
        r"\bsorted\(|\.sort\b|\bPython\W{0,2}s sort\b|\breverse ?= ?True\b|\bstable sort\w*",
        r"\b(?:lru_cache|functools)\b",
        r"\b(?:Counter|defaultdict|deque|maxlen|groupby|itertools|zip)\b",
        r"\bjson\b",
        r"\b(?:ThreadPoolExecutor|ProcessPoolExecutor|Executor|asyncio|gather|threading|subprocess)\b",
        r"\b(?:generators?|deepcopy|shallow cop\w+|copy\.copy|closures?|lambdas?|mutable default|context manager|__exit__)\b",
        r"\b(?:dataclass\w*|data class\w*|logging|regular expressions?|re\.\w+)\b",
        r"\b(?:split|strip|popitem|shuffle|stdev|pathlib|os\.path|datetime|open\()",
        r"\bdict(?:s|ionary|ionaries)?\b|\blists?\b.{0,200}\b(?:Python|slice)",
    ),
    (),
    SETUP,
    FACTS,
)
