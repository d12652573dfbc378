# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""One stream of sizes under each policy for shapes: how often it compiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.experiments.recompile_limit import LENGTHS
from sandbox.probes.policies import first_sizes, further_sizes, one_is_special
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import contradicts, observe, supports
from sandbox.probes.sizes import later_sizes

CODE = r"""
def step(x):
    return (torch.sin(x) + x).sum(dim=-1)

def policy(sizes, prepare=lambda x: x, **settings):
    fresh()
    setattr(torch._dynamo.config, LIMIT, max(64, len(sizes) + 1))
    backend = Backend()
    compiled = torch.compile(step, backend=backend, **settings)
    calls = [call(compiled, (prepare(torch.ones(2, size)),), backend) for size in sizes]
    return {
        "compilations": backend.compiled,
        "modes": [each["mode"] for each in calls],
        "raised": next((each["raised"] for each in calls if each["raised"]), None),
    }

def marked(x):
    torch._dynamo.mark_dynamic(x, 1)
    return x

sizes = INPUTS["lengths"]
edges = INPUTS["buckets"] or [2 ** n for n in range(1, 14)]
padded = [min([edge for edge in edges if edge >= size] or [size]) for size in sizes]
pinned = torch.ones(2, 8)
torch._dynamo.mark_dynamic(pinned, 1)
fresh()
violation = attempt(lambda: torch.compile(lambda x: x + torch.ones(2, 8), backend="eager")(pinned))
kept = torch.ones(2, 8)
torch._dynamo.maybe_mark_dynamic(kept, 1)
fresh()
forgiving = attempt(lambda: torch.compile(lambda x: x + torch.ones(2, 8), backend="eager")(kept))
finish({
    "distinct": len(set(sizes)),
    "stream": {
        "static": policy(sizes, dynamic=False), "automatic": policy(sizes, dynamic=None), "dynamic": policy(sizes, dynamic=True),
        "marked": policy(sizes, marked), "bucketed": policy(padded, dynamic=False),
    },
    "padded": padded,
    # Sizes 0 and 1 apart from the chapter's own.
    "small": {
        "static": policy([8, 9, 10, 31, 8, 31], dynamic=False), "automatic": policy([8, 9, 10, 31, 8, 31]),
        "dynamic": policy([8, 9, 10, 31, 8, 31], dynamic=True), "marked": policy([8, 9, 10, 31, 8, 31], marked),
        "zero_one": policy([8, 9, 1, 0, 31], dynamic=True),
    },
    "violation": violation, "forgiving": forgiving,
})
"""

_ELSE = r"\bunless\b|mark_dynamic|bucket|pad(?:ded|ding)?\b|batch_size=1|export"
_TINY = (
    r"(?:(?:\b(?:0|1|zero|one|null|eins)\b,? (?:included|inclusive|too|as well)\b)"
    r"|(?:\b(?:including|even|also|down to|starting (?:at|with)|up from)\b (?:for |with |at |to )?(?:an? |the )?(?:(?:batch|sequence|row) )?"
    r"(?:(?:sizes?|lengths?|batch(?:es)?|dimensions?|shapes?) )?(?:of )?(?:0|1|zero|one)\b(?![.,]?\d| (?:and (?:1|one) )?(?:graph|compil|single|call|kernel|more|of\b))))"
)
_SERVES = r"\b(?:one|a single|the same|same|single|that|this) (?:dynamic |symbolic )?(?:graph|kernel|compilation|compiled (?:code|version|function))\b|\bcompiles? (?:only |just |exactly )?once\b"
_NONE = r"dynamic\s*=\s*None|\b(?:by default|default (?:setting|behaviou?r|policy|mode)|automatic dynamic)\b"
_EVERY = r"\b(?:every|each)\b.{0,20}\b(?:new|distinct|different|unseen|unique)\b.{0,20}\b(?:shape|size|length)\b"
_COMPILES = r"\b(?:recompil\w+|compil(?:es|ed|ation)|new graph)\b"


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    stream, small = result["stream"], result["small"]
    names = {
        "static": "dynamic=False",
        "automatic": "dynamic=None",
        "dynamic": "dynamic=True",
        "marked": "mark_dynamic on the varying dimension",
        "bucketed": "padding to buckets with dynamic=False",
    }
    own = [
        observe(
            result,
            f"/stream/{key}/compilations",
            f"{name}: {stream[key]['compilations']} compilations of {result['distinct']} distinct sizes",
        )
        for key, name in names.items()
    ]
    return (*own, _static(result, small), _automatic(result, small), _dynamic(result, small), _marked(result), *_zero_one(result, small))


def _static(result: Mapping[str, Any], small: Mapping[str, Any]) -> Observation:
    count = small["static"]["compilations"]
    readings = (
        contradicts(
            "dynamic=False never makes a size symbolic: every new size is compiled anew.",
            r"dynamic\s*=\s*False",
            r"\b(?:makes?|tries|uses?|generates?|produces?|assumes?|treats?|creates?|turns?)\b.{0,40}\b(?:symbolic|dynamic)\b.{0,12}\b(?:sizes?|shapes?|kernels?|dimensions?|symbols?)|"
            r"\b(?:one|a single) (?:graph|kernel) (?:for|serves?|covers?|handles?) (?:all|every|any)",
            without=rf"dynamic\s*=\s*(?:True|None)|{_ELSE}|disabl\w*|prevent\w*|turns? off|forbid\w*|avoid\w*|static",
        ),
        supports(
            "With dynamic=False every distinct size is compiled.",
            r"dynamic\s*=\s*False",
            rf"{_EVERY}|\balways speciali[sz]e\w*",
            rf"{_COMPILES}|speciali[sz]",
            without=rf"dynamic\s*=\s*(?:True|None)|{_ELSE}",
        ),
    )
    return observe(
        result,
        "/small/static/compilations",
        f"dynamic=False: the sizes 8, 9, 10, 31 compiled {count} times",
        readings if count == 4 else (),
    )


def _automatic(result: Mapping[str, Any], small: Mapping[str, Any]) -> Observation:
    count = small["automatic"]["compilations"]
    none = r"dynamic\s*=\s*None"
    readings = (
        contradicts(
            "With dynamic=None the first size is compiled as static and the second, different one compiles again, with a symbol: two compilations.",
            none,
            r"\b(?:all|every|any|whatever|regardless|varying|different|many)\b|\bfirst (?:call|compilation)",
            r"\b(?:compiles?|compiled) (?:only |just |exactly )?once\b|\b(?:a single|one|only one) compilation\b|\b(?:first|very first) (?:call|compilation) (?:is |produces |makes )?(?:already )?(?:a )?(?:fully )?(?:dynamic|symbolic)",
            without=rf"dynamic\s*=\s*(?:True|False)|{_ELSE}|\b(?:twice|second|again|per|each|then|after|same shape|static|if)\b",
        ),
        contradicts(
            "With dynamic=None the second distinct size makes the dimension symbolic; later sizes reuse that graph.",
            none,
            rf"{_EVERY}.{{0,30}}{_COMPILES}|{_COMPILES}.{{0,30}}{_EVERY}",
            without=rf"dynamic\s*=\s*(?:True|False)|{_ELSE}|\bonly\b|until|first|once|automatic|symbolic|\b0\b|zero|\bone\b",
        ),
        contradicts(
            "By default (dynamic=None) not every new size compiles: the second distinct size makes the dimension symbolic and later ones reuse its graph.",
            r"torch\.compile",
            r"\bby default\b",
            rf"{_EVERY}.{{0,20}}\b(?:triggers?|causes?|forces?|leads? to|results? in)\b.{{0,20}}{_COMPILES}|\brecompiles? (?:for|on|at|with) {_EVERY}",
            without=rf"dynamic|{_ELSE}|\bonly\b|until|first|once|automatic|symbolic|up to|limit|can|may|static",
        ),
        supports(
            "With dynamic=None the first size is taken as static, the second makes it symbolic.",
            rf"{none}|\bautomatic dynamic\b",
            r"\bstatic\b",
            r"\b(?:symbolic|dynamic shapes?|dynamic (?:graph|kernel)|made dynamic|as dynamic)\b",
            r"\b(?:then|once|second|again|recompil\w+|varies|var(?:y|ied)|differ\w*|change\w*)\b",
            without=rf"dynamic\s*=\s*(?:True|False)|{_ELSE}",
        ),
        *later_sizes(),
        *first_sizes(),
        *further_sizes(),
    )
    text = f"dynamic=None: the sizes 8, 9, 10, 31 compiled {count} times ({', '.join(small['automatic']['modes'])})"
    return observe(result, "/small/automatic/compilations", text, readings if count == 2 else ())


def _dynamic(result: Mapping[str, Any], small: Mapping[str, Any]) -> Observation:
    count = small["dynamic"]["compilations"]
    readings = (
        contradicts(
            "With dynamic=True the sizes 8, 9, 10 and 31 share one graph.",
            r"dynamic\s*=\s*True",
            rf"{_EVERY}.{{0,30}}{_COMPILES}|{_COMPILES}.{{0,30}}{_EVERY}|\balways speciali[sz]es\b",
            without=rf"dynamic\s*=\s*(?:None|False)|{_ELSE}|\bonly\b|avoid\w*|prevent\w*|instead|\b0\b|zero|\bone\b|except|stop\w*",
        ),
        supports(
            "With dynamic=True several sizes share one graph from the first call on.",
            r"dynamic\s*=\s*True",
            r"\b(?:one|a single|same) (?:dynamic |symbolic )?(?:graph|compilation|kernel)\b|\bcompiles? (?:only )?once\b",
            without=rf"dynamic\s*=\s*(?:None|False)|{_ELSE}|\b(?:0 and 1|zero and one)\b|\b(?:batch(?:es)?|sizes?|lengths?) (?:of )?(?:one|1|zero|0)\b|{_TINY}",
        ),
    )
    return observe(
        result,
        "/small/dynamic/compilations",
        f"dynamic=True: the sizes 8, 9, 10, 31 compiled {count} times",
        readings if count == 1 else (),
    )


def _marked(result: Mapping[str, Any]) -> Observation:
    count = result["small"]["marked"]["compilations"]
    readings = [
        supports(
            "With mark_dynamic the sizes 8, 9, 10 and 31 share one graph.",
            r"(?<!maybe_)mark_dynamic",
            r"\b(?:one|a single|same) graph\b|\bcompiles? (?:only )?once\b|\b(?:avoids?|prevents?|without) (?:the |a |any )?recompil",
            negated=True,
            without=r"\bmaybe_mark|\bnot\b|n['’]t\b|dynamic\s*=",
        )
    ]
    return observe(
        result, "/small/marked/compilations", f"mark_dynamic: the sizes 8, 9, 10, 31 compiled {count} times", readings if count == 1 else ()
    )


def _zero_one(result: Mapping[str, Any], small: Mapping[str, Any]) -> tuple[Observation, ...]:
    count, violation, forgiving = small["zero_one"]["compilations"], result["violation"], result["forgiving"]
    special = (
        supports(
            "Under dynamic=True the sizes 0 and 1 get graphs of their own.",
            r"\b(?:0|zero) and (?:1|one)\b|\b(?:0|zero) or (?:1|one)\b|0/1",
            r"\b(?:speciali[sz]\w+|special|own graphs?|recompil\w+)\b",
            r"\b(?:sizes?|shapes?|dimensions?|dynamic)\b",
        ),
        contradicts(
            "Sizes 0 and 1 get graphs of their own even under dynamic=True.",
            r"dynamic\s*=\s*True",
            r"\b(?:including|even|also)\b.{0,30}\b(?:0 and 1|zero and one|size (?:1|one)|sizes? 0)\b",
            r"\b(?:one|same|single) graph\b",
            without=r"own|special|except|separate|dedicated",
        ),
        contradicts(
            "Under dynamic=True, too, a size of 1 (and of 0) gets a graph of its own.",
            r"dynamic\s*=\s*True",
            _SERVES,
            _TINY,
            without=rf"dynamic\s*=\s*(?:None|False)|{_ELSE}|\bown\b|special|\bexcept\b|separate|dedicated|apart",
        ),
        contradicts(
            "Under dynamic=True, too, a size of 1 (and of 0) gets a graph of its own.",
            r"dynamic\s*=\s*True",
            _SERVES,
            r"\b(?:sizes?|lengths?|batch(?:es)?|dimensions?) (?:of )?(?:0|1|zero|one)\b[^.;]{0,12}\b(?:is|are|makes?) no (?:exceptions?|special case)",
            negated=True,
            without=rf"dynamic\s*=\s*(?:None|False)|{_ELSE}|\bown\b|separate|dedicated",
        ),
    )
    raises = violation["raised"]
    broken = supports(
        f"Pinning a marked dimension to a constant raises {raises}.",
        r"mark_dynamic|marked|\bmark\b",
        rf"\b{raises}\b",
        without="maybe_mark.{0,40}raises",
    )
    soft = supports(
        "maybe_mark_dynamic does not raise where the size is specialized.",
        r"maybe_mark_dynamic",
        r"\b(?:forgiving|lenient|tolera\w+|softer|hint|not raise|n['’]t raise|no error|without raising|silently)\b",
        negated=True,
    )
    hard = contradicts(
        "maybe_mark_dynamic does not raise where the size is specialized.",
        r"maybe_mark_dynamic",
        r"\braises?\b.{0,30}(?:error|exception|ConstraintViolation)",
        without=r"unlike|whereas|while|but|(?<!maybe_)mark_dynamic",
    )
    return (
        observe(
            result,
            "/small/zero_one/compilations",
            f"dynamic=True: the sizes 8, 9, 1, 0, 31 compiled {count} times",
            (*special, *one_is_special()) if count == 3 else (),
        ),
        observe(result, "/violation/raised", f"a marked dimension that the code pins to 8 raises {raises}", [broken] if raises else []),
        observe(
            result,
            "/forgiving/raised",
            f"the same with maybe_mark_dynamic raises {forgiving['raised']}",
            [soft, hard] if not forgiving["raised"] else [],
        ),
    )


PROBE = Probe(
    name="shape-policies",
    question="How often does one stream of sizes compile under dynamic=False, None and True, with a marked dimension and with padding to buckets?",
    success="each policy ends with a count, and the counts tell the policies apart",
    failure="a policy raises, or two that should differ do not",
    triggers=(
        r"\bdynamic\s*=\s*(?:True|False|None)",
        r"mark_dynamic",
        r"torch\.compile.*\bdynamic shapes?\b|\bdynamic shapes?\b.*torch\.compile",
        r"assume_static_by_default|automatic_dynamic_shapes|automatic dynamic",
        r"ConstraintViolationError",
        r"torch\.compile.*\b(?:sequence|batch|input) (?:length|size|shape)s?",
    ),
    parameters={
        "lengths": LENGTHS,
        "buckets": Parameter("ints", [], (1, 8192), "upper edges of the buckets, powers of two where empty"),
    },
    script=program(CODE),
    read=read,
)
