# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What a compiled function does at the second call, beyond a mark, under another mode, with NumPy, with a break: one answer each."""

from __future__ import annotations

from sandbox.probes.answer_words import ACCEPTED, RAISED, RECOMPILED, REUSED, SEEN_BEFORE
from sandbox.probes.questions import Question, questions_probe
from sandbox.probes.sentences import number, other_number

SETUP = r"""
config = torch._dynamo.config

def counts(function, calls, **options):
    fresh()
    backend = Backend()
    run = torch.compile(function, backend=backend, **options)
    found = []
    for each in calls:
        around, arguments = each if callable(each[0]) else (contextlib.nullcontext, each)
        try:
            with around():
                run(*arguments)
        except Exception as error:
            return type(error).__name__
        found.append(backend.compiled)
    return found

def named(found, reused, recompiled):
    if isinstance(found, str):
        return "raises " + found
    return {tuple(reused): "reuses the graph", tuple(recompiled): "is compiled anew"}.get(tuple(found), "otherwise: " + str(found))

def raising(found):
    return "raises an error" if isinstance(found, str) else "is accepted"

one, two = torch.ones(4, 3), torch.ones(5, 3)
GAIN = 3
def gained(x):
    return x * GAIN

def global_changed():
    global GAIN
    fresh()
    GAIN = 3
    backend = Backend()
    run = torch.compile(gained, backend=backend)
    run(torch.ones(1))
    GAIN = 4
    second = run(torch.ones(1)).item()
    return "uses the new value after another compilation" if (second, backend.compiled) == (4.0, 2) else "keeps the old value" if second == 3.0 else "otherwise"

def global_integers():
    global GAIN
    fresh()
    backend = Backend()
    run = torch.compile(gained, backend=backend)
    for GAIN in (2, 3, 4, 5):
        run(torch.ones(1))
    return "is a constant" if backend.compiled == 4 else "becomes a symbol"

def train_mode():
    fresh()
    backend = Backend()
    module = torch.nn.Dropout(0.5)
    run = torch.compile(module, backend=backend)
    run(one)
    module.eval()
    run(one)
    return "is compiled anew" if backend.compiled == 2 else "reuses the graph"

def repeated(x, n):
    for _ in range(n):
        x = x + 1
    return x

def scaled(x, n): return x * n
def named_mode(x, mode): return x + 1 if mode == "a" else x - 1
def ignored(x, label): return x + 1
def listed(xs): return sum(xs)
def pair(x, y): return x + y
def sine(x): return x.sin()

def fixed_by_branch(mark):
    fresh()
    x = torch.ones(4, 3)
    mark(x, 0)
    try:
        torch.compile(lambda t: t * 2 if t.shape[0] == 4 else t + 1, backend="eager")(x)
    except Exception as error:
        return "raises an error"
    return "drops the mark"

@torch.compiler.disable
def helper(x):
    return x.cos()

def calling(x):
    return helper(x + 1) * 2

def beneath(x):
    return x.cos() + 1

def middle(x):
    return beneath(x.sin())

def disabled_alone():
    off = torch.compiler.disable(middle, recursive=False)
    found = counts(lambda x: off(x + 1) * 2, [(one,)])
    return "gets a graph of its own" if found == [3] else "is left out too"

def numpy_inside():
    import numpy
    def function(a):
        return numpy.sqrt((a ** 2).sum(axis=1))
    fresh()
    backend = Backend()
    try:
        torch.compile(function, backend=backend, fullgraph=True)(numpy.ones((2, 2)))
    except Exception as error:
        return "breaks the graph"
    return "is traced into the graph" if backend.compiled == 1 and backend.operations[0] > 1 else "otherwise"

def layers():
    fresh()
    backend = Backend()
    run = torch.compile(lambda layer, x: layer(x), backend=backend)
    found = []
    for _ in range(3):
        run(torch.nn.Linear(3, 3), torch.ones(2, 3))
        found.append(backend.compiled)
    return found

def optimized_keys():
    keys = list(torch.compile(torch.nn.Linear(2, 2)).state_dict())
    return "have the prefix _orig_mod" if all(key.startswith("_orig_mod.") for key in keys) else "are the same as before"

def in_place_keys():
    module = torch.nn.Linear(2, 2)
    module.compile()
    return "have the prefix _orig_mod" if any(key.startswith("_orig_mod.") for key in module.state_dict()) else "are the same as before"

def unknown_backend():
    try:
        run = torch.compile(sine, backend="no-such-backend")
    except Exception:
        return "is raised by torch.compile itself"
    return "is raised by the first call"

def wrapping_compiles():
    fresh()
    backend = Backend()
    run = torch.compile(sine, backend=backend)
    before = backend.compiled
    run(one)
    return "happens in the first call" if (before, backend.compiled) == (0, 1) else "happens at once"

def two_wrappers():
    fresh()
    backend = Backend()
    torch.compile(sine, backend=backend)(one)
    torch.compile(sine, backend=backend)(one)
    return named([1, backend.compiled], [1, 1], [1, 2])

def at_limit(**options):
    return counts(named_mode_many, [(one, str(i)) for i in range(10)], **options)

def named_mode_many(x, mode): return x + len(mode) if mode == "0" else x - 1

def limit_answer(found):
    if isinstance(found, str):
        return "raises an error"
    return "runs eagerly" if found[-1] == 8 else "is compiled"

def item_answer(**options):
    return counts(lambda x: x * x.sum().item(), [(torch.ones(3),)], **options)

def printing(x):
    y = x + 1
    print("here")
    return y * 2

def branching(x):
    y = x + 1
    return y * 2 if y.sum() > 0 else y * 3

def broken(function, **options):
    found = counts(function, [(torch.ones(3),)], **options)
    return "raises an error" if isinstance(found, str) else "is one graph" if found == [1] else "breaks the graph"

def stance_answer(name):
    fresh()
    backend = Backend()
    run = torch.compile(sine, backend=backend, dynamic=False)
    run(one)
    try:
        with torch.compiler.set_stance(name):
            run(two)
    except Exception:
        return "raises an error"
    return "runs eagerly" if backend.compiled == 1 else "is compiled"

def random_answer():
    import random
    fresh()
    run = torch.compile(lambda x: x + random.random(), backend="eager")
    return "is drawn anew in each call" if run(torch.zeros(1, dtype=torch.float64)).item() != run(torch.zeros(1, dtype=torch.float64)).item() else "is frozen into the graph"

def nested():
    fresh()
    inner, outer = Backend(), Backend()
    f = torch.compile(lambda x: x.sin(), backend=inner)
    torch.compile(lambda x: f(x) + 1, backend=outer)(one)
    return "is inlined into the caller's graph" if (inner.compiled, outer.compiled) == (0, 1) else "gets a graph of its own"

def print_runs():
    calls = []
    fresh()
    def function(x):
        calls.append(1)
        return x + 1
    run = torch.compile(function, backend="eager")
    run(one), run(one), run(one)
    return "acts in every call" if len(calls) == 3 else "acts while tracing only"
"""

_COMPILER = r"torch\.compile|\bdynamo\b|\bcompiled? (?:function|model|module)|\brecompil|\bguard(?:s|ed)?\b"
_BAKED = r"(?:\bbaked in\b|\bconstant\b[^.;]{0,20}\b(?:stays|remains|for ever|forever)\b|\b(?:still|keeps?|goes on|continues?) (?:\w+ ){0,3}(?:old|first|former|previous|by \d|multipl\w+|to use|using|with)\b|\b(?:old|first|former|previous|stale) value\b|\bunnoticed\b|\bfrozen\b|\bignor(?:es?|ed)\b)"
_SECOND = r"(?:another|second|new|different|other|next|changed|further|each|every)"

FACTS = (
    Question("global_changed", "global_changed()", "A global number that a compiled function reads is guarded: after a change the function {value}.",
        (r"\b(?:global\w*|module[- ]level)\b|\b[A-Z][A-Z_]+ = \d", r"\b(?:(?:re)?assign\w*|chang\w+|later|set to|rebind\w*|rebound|=)"), {"uses the new value after another compilation": rf"{RECOMPILED}|\bnew value\b|\bguarded\b", "keeps the old value": _BAKED}, about=_COMPILER, without=r"\btensor|\bstatic\b|skip_guard|\bthe same way\b"),
    Question("global_symbol", "global_integers()", "A global integer {value} of the graph.",
        (r"\bglobal\w* (?:integers?|ints?|numbers?|values?)\b",), {"is a constant": r"\bconstants?\b|\bspeciali[sz]ed\b|\beach (?:new )?value\b", "becomes a symbol": r"\b(?:becomes?|made|turns? into) (?:a )?(?:symbol\w*|dynamic)\b"}, about=_COMPILER, without=r"argument|parameter"),
    Question("grad_mode", "named(counts(sine, [(one,), (torch.no_grad, (one,)), (one,)]), [1, 1, 1], [1, 2, 2])", "Whether gradients are recorded is guarded: the first call under no_grad {value}.",
        (r"\b(?:no_grad|no[- ]grad|inference_mode|grad(?:ient)? mode)\b",), {"is compiled anew": rf"{RECOMPILED}|\b(?:belongs? to|is (?:one |part )?(?:of|among)) the guards\b|\bis guarded\b", "reuses the graph": rf"{REUSED}|\bnot (?:among|part of|one of) the guards\b"}, about=_COMPILER, without=SEEN_BEFORE + r"|\bagain\b|\bboth\b|same mode|\bif\b.{0,40}\bonly\b"),
    Question("train_mode", "train_mode()", "The flag training is guarded: after eval() a compiled module {value}.",
        (r"\b(?:eval\(\)|train\(\)|training (?:flag|mode)|evaluation mode|flag training)",), {"is compiled anew": RECOMPILED, "reuses the graph": REUSED}, about=_COMPILER, without=SEEN_BEFORE),
    Question("integer_argument", "named(counts(scaled, [(one, 2), (one, 3), (one, 4), (one, 5)]), [1, 2, 2, 2], [1, 2, 3, 4])", "An integer argument becomes a symbol at its second value: a third value {value}.",
        (r"\b(?:integer|ints?|value|values|number|numbers|whole number)\b", r"\b(?:from then on|after that|from the second|thereafter|afterwards|third|each (?:new|further|other)|every (?:new|further|other)|any (?:new|further|other|value))\b"), {"reuses the graph": rf"{REUSED}|\bany value\b|\bsymbol\w*\b", "is compiled anew": RECOMPILED},
        about=r"\b(?:Python|plain|integer|int)\b[^.]{0,30}\b(?:numbers?|integers?|arguments?|ints?)\b", without=r"module|attribute|loop|unroll\w*|range|global|string|bool\w*|float|flag|size|length|shape|batch|dynamic ?= ?False|list|dtype|tensor"),
    Question("loop_bound", "named(counts(repeated, [(one, 2), (one, 3), (one, 4)]), [1, 2, 2], [1, 2, 3])", "A loop over range(n) is unrolled: each new n {value}.",
        (r"\b(?:loops?|range\(n\)|unroll\w*|trip count)\b", r"\b(?:each|every|new|another|other|any|all)\b"), {"is compiled anew": RECOMPILED, "reuses the graph": rf"{REUSED}|\bserves (?:all|both|every|any)\b"}, about=_COMPILER, without=r"\b(?:batch|shape|size|tensor|scan|while_loop|epoch|over the data|training loop|warm)\b"),
    Question("string_argument", "named(counts(named_mode, [(one, 'a'), (one, 'b'), (one, 'c')]), [1, 2, 2], [1, 2, 3])", "A string argument is guarded by its value: each new one {value}.",
        (r"\bstrings?\b", r"\b(?:each|every|new|another|other|third|different)\b"), {"is compiled anew": RECOMPILED, "reuses the graph": rf"{REUSED}|\bone (?:that is )?shared by\b"}, about=_COMPILER, without=r"never read|not read|ignore|unused|numpy|array|first|dtype|" + SEEN_BEFORE),
    Question("unread_argument", "named(counts(ignored, [(one, 'a'), (one, 'b'), (one, None)]), [1, 1, 1], [1, 2, 3])", "An argument that the traced code does not read is not guarded: another value {value}.",
        (r"\b(?:never (?:read|used|looked at)|not (?:read|used|looked at)|unused|ignores? (?:it|its|the argument))\b",), {"reuses the graph": rf"{REUSED}|\bnot guarded\b|\bno guard\b", "is compiled anew": rf"{RECOMPILED}|\b(?:is|are) guarded (?:all the same|too|as well|anyway)\b"}, about=_COMPILER),
    Question("list_length", "named(counts(listed, [([one] * 2,), ([one] * 3,), ([one] * 4,)]), [1, 2, 2], [1, 2, 3])", "The length of a list is guarded: each new length {value}.",
        (r"\blists?\b", r"\b(?:length|how many|number of tensors|\d tensors|elements)\b"), {"is compiled anew": rf"{RECOMPILED}|\bgives? \d graphs\b|\bconstant in each\b", "reuses the graph": rf"{REUSED}|\b(?:becomes?|turns? into|made) (?:a )?symbol\w*|\bsymbol from the second\b"}, about=_COMPILER, without=r"append|print|log|size of the batch|\bback\b|\bagain\b"),
    Question("duplicate_inputs", "named(counts(pair, [(one, torch.ones(4, 3)), (one, one)]), [1, 1], [1, 2])", "Whether two inputs are one object is guarded: the first call with one tensor in both places {value}.",
        (r"\b(?:same (?:tensor|object) (?:twice|in both|for both|as both)|one tensor|both (?:places|arguments|parameters))\b",), {"is compiled anew": RECOMPILED, "reuses the graph": REUSED}, about=_COMPILER, without=r"wrapper|two (?:compiled|functions)|backend|module|code object|" + SEEN_BEFORE),
    Question("mark_dynamic", "fixed_by_branch(torch._dynamo.mark_dynamic)", "Where the code fixes a size that mark_dynamic declared, torch.compile {value}.",
        (r"\b(?:mark(?:ed)?|mark_dynamic|promise|declared)\b|\bthe call\b", r"\b(?:constant|fix(?:es|ed)?|speciali[sz]\w+|==|static|ConstraintViolationError|comparison|raises?|dropped)"), {"raises an error": RAISED, "drops the mark": r"\b(?:mark|promise|wish|hint) (?:is|gets) (?:\w+ )?(?:dropped|ignored|forgotten|given up|withdrawn|discarded|overruled)\b|\b(?:drops|ignores|forgets|gives up) the (?:mark|promise)\b|\bcompiles a (?:static|speciali[sz]ed) graph\b|\b(?:taken|treated|compiled) as (?:a )?constant\b|\bfalls back to a static\b|\bcarries on\b"},
        about=r"(?<!maybe_)\bmark_dynamic\b", without=r"maybe_mark|milder|wish|hint|mark_static|mark_unbacked|min ?=|max ?=|bounds"),
    Question("maybe_mark", "fixed_by_branch(torch._dynamo.maybe_mark_dynamic)", "Where the code fixes a size that maybe_mark_dynamic declared, torch.compile {value}.",
        (r"\bmaybe_mark_dynamic\b",), {"raises an error": RAISED, "drops the mark": r"\b(?:mark|promise|wish|hint) (?:is|gets) (?:\w+ )?(?:dropped|ignored|forgotten|given up)\b|\b(?:drops|ignores|forgets|gives up) the (?:mark|promise)\b|\bcompiles a static graph\b|\bwish\b|\bhint\b|\bgoes through\b"}, without=r"(?<!maybe_)mark_dynamic"),
    Question("disable_fullgraph", "raising(counts(calling, [(one,)], fullgraph=True))", "With fullgraph=True a call of a function that torch.compiler.disable left out {value}.",
        (r"\b(?:call|function|helper|disable\w*|fullgraph|decorator|break)\b",), {"raises an error": RAISED, "is accepted": ACCEPTED}, about=r"(?s)compiler\.disable\b.{0,500}\bfullgraph ?= ?True", without=r"custom_op|fullgraph ?= ?False|without fullgraph|allow_in_graph|register_fake|nonstrict_trace|recursive|\bone node\b"),
    Question("numpy_traced", "numpy_inside()", "A NumPy call in compiled code {value}.",
        (r"\bNumPy (?:calls?|functions?|code|operations?)\b|\bcalls? (?:of|to|into) NumPy\b", r"\b(?:torch\.compile|compiled?|compiler|Dynamo|graph|trac\w+)\b"), {"is traced into the graph": r"\b(?:traces?|traced|tracing) (?:\w+ ){0,2}(?:through|into|along|NumPy)\b|\b(?:maps?|mapped|mapping|translat\w+|turn\w*|convert\w*) (?:\w+ ){0,4}(?:PyTorch|torch|tensor)\b|\bno (?:graph )?break\b", "breaks the graph": r"\b(?:graph breaks?|breaks? the graph|causes? a break)\b|\b(?:leaves?|left|handed|hands|falls? back|passes?) (?:\w+ ){0,4}(?:to (?:the )?(?:Python|interpreter|eager|NumPy itself))\b|\b(?:run|executed|runs|executes) (?:by|in) (?:the )?(?:Python|interpreter|eager)\b|\bnot supported\b|\bunsupported\b"},
        without=r"random|object array|string array|trace_numpy|expect|would|\.numpy\(\)"),
    Question("layers_shared", "named(layers(), [1, 1, 1], [1, 2, 3])", "Layers of one class and shape are inputs like any other: a compiled function that is called with each of them {value}.",
        (r"\b(?:instances?|layers?|blocks?|modules?)\b", r"\b(?:compil\w+|graph)\b", r"\b(?:each|every|all|once|times|share\w*)\b"), {"reuses the graph": rf"{REUSED}|\b(?:all|the) (?:\w+ )?(?:instances|layers|blocks) share\b", "is compiled anew": rf"{RECOMPILED}|\bcompiled \d+ times\b|\b(?:compiled )?once (?:for|per) (?:each|every) (?:instance|layer|block)\b|\bonce for each of\b"},
        about=r"\b(?:parameters?|weights?)\b[^.]{0,30}\b(?:inputs?|passed)|nn\.Linear\(\d+, ?\d+\)[^.]{0,40}\bin turn\b", without=r"different (?:width|shape|size)|whole model|inline_inbuilt|width|missing|one behind the other"),
    Question("optimized_keys", "optimized_keys()", "The keys of the state dict of torch.compile(module) {value}.",
        (r"\b(?:state[_ ]dict\w*|keys)\b", r"\btorch\.compile\b|\bwrapped\b|\bOptimizedModule\b|\bits\b|\bcompiled (?:module|model)\b"), {"have the prefix _orig_mod": r"\b_orig_mod\b|\bprefix\w*\b", "are the same as before": r"\b(?:same|unchanged|identical|original|plain) (?:\w+ )?(?:keys|names)\b|\bkeys (?:\w+ ){0,3}(?:stay|are|remain) (?:the same|unchanged|identical)\b|\bsame keys as\b"}, about=r"torch\.compile\(|OptimizedModule", without=r"\.compile\(\)|in[- ]place|strip\w*|remov\w+|method|load"),
    Question("module_compile_keys", "in_place_keys()", "After module.compile() the keys of the state dict {value}.",
        (r"\b(?:state[_ ]dict\w*|keys)\b", r"\bmodule\.compile\(\)|\bmodel\.compile\(\)|\bcompiled by its own method\b|\b\w+\.compile\(\)"), {"have the prefix _orig_mod": r"\b_orig_mod\b|\bprefix\w*\b", "are the same as before": r"\b(?:same|unchanged|identical|original|plain) (?:\w+ )?(?:keys|names)\b|\bas before\b|\bkeys (?:\w+ ){0,3}(?:stay|are|remain) (?:the same|unchanged|identical)\b"}, without=r"torch\.compile"),
    Question("unknown_backend", "unknown_backend()", "The error for a backend that does not exist {value}.",
        (r"\b(?:backend|InvalidBackend|line|name)\b", r"\b(?:raises?|raised|error|InvalidBackend|fails?|looked up)\b"), {"is raised by torch.compile itself": r"\b(?:the|this time the) line itself raises\b|\bno call is needed\b|\bat once\b|\bimmediately\b|\bby torch\.compile itself\b", "is raised by the first call": r"\b(?:only )?(?:at|by|in|with|until) the first call\b|\bthe first call (?:of \w+ \w+ )?raises\b"}, about=r"(?:does not exist|unknown|misspelt|misspelled|no such|not exist|InvalidBackend)", without=r"BackendCompilerFailed|that fails|broken|ZeroDivision"),
    Question("lazy", "wrapping_compiles()", "The compilation {value}.",
        (r"\btorch\.compile\b|\bthe decorator\b|\bwrapping\b", r"\b(?:compil\w+|traces?|tracing)\b"), {"happens in the first call": r"\b(?:at|by|in|during|until|on|with|before) (?:the |its )?first (?:call|forward|forward pass|run|invocation|batch|input)\b|\bfirst (?:call|forward pass) (?:compiles|traces|triggers|pays)\b|\blazy\b|\blazily\b", "happens at once": r"(?<!torch\.)\b(?:compiles?|traces?|compiled|traced) (?!function|model|module)(?:\w+ ){0,3}(?:immediately|at once|right away|straight away|eagerly|ahead of time|as soon as (?:it is )?(?:wrapped|decorated|called))\b|\bat (?:decoration|wrapping|import) time\b|\bbefore (?:the|its) first call\b"}, without=r"export|aot_compile|\bbackend\b|InvalidBackend|AOT"),
    Question("two_wrappers", "two_wrappers()", "Two results of torch.compile for one function and one backend hang on one code object: the second {value}.",
        (r"\b(?:second|two|both|another)\b", r"\b(?:wrappers?|objects?|code object|`?second`?|results?)\b"), {"reuses the graph": rf"{REUSED}|\bfinds the entry\b|\bshared\b", "is compiled anew": rf"{RECOMPILED}|\bhas to compile\b|\bfor itself\b|\bcaches? of (?:its|their) own\b"}, about=r"\bcode object\b", without=r"different backends?|options|mode|resume|each with its own backend|recompile_limit|limit"),
    Question("limit", "limit_answer(at_limit())", "Once recompile_limit entries exist, a call that none of them fits {value}.",
        (r"\b(?:next|new|ninth|further|beyond|after that|limit|then|no more)\b", r"\b(?:limit|recompile_limit|cache_size_limit)\b"), {"runs eagerly": r"\b(?:runs?|executed?|falls? back|falling back|run|stays|handled|computed|continues?) (?:\w+ ){0,5}(?:eager\w*|uncompiled|interpreter|plain Python)\b", "raises an error": RAISED, "is compiled": r"\b(?:replaces|evicts) (?:the )?(?:oldest|least)\b|\bmakes? room\b"}, about=_COMPILER, without=r"fullgraph|fail_on|error_on|stance|accumulated|one_graph|strict|disk|raise the|raised? (?:the|it|this)|\bflag\b|\boption\b|from then on|for good|forever|gives? up|permanently|FailOnRecompile\w*|\bhard\b|\bor\b|set(?:ting)? |warning"),
    Question("limit_fullgraph", "limit_answer(at_limit(fullgraph=True))", "With fullgraph=True a call beyond recompile_limit {value}.",
        (r"\bfullgraph\b", r"\b(?:limit|ninth|retreat|beyond|fall\w* back)\b"), {"runs eagerly": r"\b(?:runs?|executed?|falls? back|falling back|stays|computed) (?:\w+ ){0,5}(?:eager\w*|uncompiled|interpreter|plain Python|silently|quietly)\b|\bjust as quietly\b", "raises an error": RAISED}, about=_COMPILER, without=r"without fullgraph|fullgraph ?= ?False|graph break"),
    Question("item_fullgraph", "broken(lambda x: x * x.sum().item(), fullgraph=True)", "With fullgraph=True a function with .item() {value}.",
        (r"\bfullgraph ?= ?True|\bstrict\b|\bfullgraph\b", r"\.item\(\)|\bitem\b|\bscalar outputs?\b|\bsame place\b"), {"is one graph": r"\bone graph\b|\ba single graph\b|\bcaptur\w+ (?:the )?scalar\b", "raises an error": RAISED, "breaks the graph": r"\bbreaks the graph\b|\bgraph break\b"}, about=r"\.item\(\)", without=r"capture_scalar_outputs ?= ?False|without fullgraph|fullgraph ?= ?False|branch|\bif\b|comparison|cause"),
    Question("item", "broken(lambda x: x * x.sum().item())", "Without fullgraph a call of .item() in compiled code {value}.",
        (r"\.item\(\)",), {"is one graph": r"\bone graph\b|\ba single graph\b|\bno (?:graph )?break\b", "breaks the graph": r"\bbreaks? the graph\b|\bgraph breaks?\b|\bsplits? the graph\b|\btwo graphs\b|\bends the graph\b"}, about=_COMPILER, without=r"fullgraph|capture_scalar_outputs|\bif\b|avoid|strict"),
    Question("print_breaks", "broken(printing)", "A call of print in compiled code {value}.",
        (r"\bprint(?:\(|s\b|ing\b|\b)", r"\b(?:graph|break\w*|fullgraph|trac\w+)\b"), {"is one graph": r"\b(?:one|a single|whole) graph\b|\bno (?:graph )?breaks?\b", "breaks the graph": r"\bbreaks? (?:the|a) graph\b|\bgraph breaks?\b|\bsplits? the graph\b|\b(?:cut|split)s? in two\b"}, about=_COMPILER, without=r"reorderable|TORCH_LOGS|printed|prints the|frame_count|\bwarning"),
    Question("data_branch", "broken(branching, fullgraph=True)", "With fullgraph=True a branch on a tensor's values {value}.",
        (r"\bfullgraph\b", r"\b(?:data[- ]dependent|branch\w*|if\b|condition|control flow)"), {"raises an error": RAISED, "breaks the graph": r"\bbreaks the graph\b|\bgraph break\b|\bfalls? back\b", "is one graph": r"\bone graph\b|\bboth branches\b"}, without=r"torch\.cond|without fullgraph|fullgraph ?= ?False|shape|size|limit"),
    Question("stance_recompile", "stance_answer('eager_on_recompile')", 'Under the stance "eager_on_recompile" a call that needs another graph {value}.',
        (r"\beager_on_recompile\b|\bunder (?:its|this|that) stance\b",), {"runs eagerly": r"\b(?:runs?|run|executed?) (?:\w+ ){0,4}(?:eager\w*|uncompiled)\b|\bnothing is compiled\b|\beager mode\b", "raises an error": RAISED, "is compiled": r"\b(?:graph|it|function|call) is (?:\w+ )?compiled\b|\bis compiled (?:again|anew)\b|\bcompiles\b|\bcompiled but not used\b"}, about=r"\beager_on_recompile\b", without=r"force_eager|fail_on_recompile|before|leaving|left the|once left|after the block"),
    Question("stance_fail", "stance_answer('fail_on_recompile')", 'Under the stance "fail_on_recompile" a call that needs another graph {value}.',
        (r"\bfail_on_recompile\b(?!_)",), {"runs eagerly": r"\b(?:runs?|run|executed?|falls? back) (?:\w+ ){0,4}(?:eager\w*|uncompiled)\b", "raises an error": RAISED, "is compiled": r"\bis compiled (?:again|anew)\b"}, without=r"eager_on_recompile|force_eager"),
    Question("random_module", "random_answer()", "A number from Python's random in compiled code {value}.",
        (r"\b(?:random\.random|random numbers?|number|draws?|drawn|generator)\b", r"\b(?:graph|trac\w+|call|compiled)\b"), {"is drawn anew in each call": r"\b(?:anew|afresh|again|fresh|new)\b[^.;]{0,20}\b(?:in |at |for |on )?(?:each|every) call\b|\bdiffer\b|\b(?:not|n['’]t) (?:frozen|baked)\b", "is frozen into the graph": r"\b(?:frozen|baked|stays|burnt|fixed) (?:in(?:to)? )?(?:in |into )?the graph\b|\bdrawn (?:once|while|when)\b[^.;]{0,40}\btrac\w+|\bare equal\b|\bconstant of the graph\b"}, about=r"random\.random\(\)|\bmodule random\b|\brandom module\b", without=r"numpy|np\.|torch\.rand|seed"),
    Question("nested", "nested()", "A compiled function that another compiled function calls {value}.",
        (r"\b(?:inner|callee|nested|compiled (?:helper|function))\b", r"\b(?:outer|caller|calls?|nest\w*|within|inside)\b"), {"is inlined into the caller's graph": r"\binlined?\b|\bpart of the (?:outer|caller)\w* graph\b|\bnever (?:called|used)\b|\bone graph\b", "gets a graph of its own": r"\b(?:own|separate|second) (?:graph|backend|compilation)\b|\bcompiled with its (?:own )?backend\b|\beach with its own\b"}, about=_COMPILER, without=r"disable|vmap|while_loop|recursive|break|resume"),
    Question("side_effects", "print_runs()", "An append to an outer list in compiled code {value}.",
        (r"\b(?:append\w*|side effects?|appending)\b",), {"acts in every call": r"\b(?:each|every) call\b|\breplayed\b|\bafter the graph\b", "acts while tracing only": r"\b(?:only|just)\b[^.;]{0,15}\b(?:while|when|during|at)\b[^.;]{0,15}\b(?:trac\w+|compil\w+|first call)\b|\bonly once\b|\bis lost\b"}, about=_COMPILER, without=r"export|jit|print"),
    Question("size_one", "named(counts(sine, [(torch.ones(16, 3),), (torch.ones(17, 3),), (torch.ones(1, 3),)], dynamic=True), [1, 1, 1], [1, 1, 2])", "Under dynamic=True, too, a batch of one {value}.",
        (r"\b(?:batch(?:es)?|size|length|row|request|dimension|axis|sequence)s? (?:of (?:size |length )?)?(?:one|1)\b(?! (?:hundred|thousand|million|or|to)|[.,]?\d)|\bsingle (?:row|request|element|example)\b|\bBatch (?:der Größe )?(?:eins|1)\b",), {"is compiled anew": RECOMPILED, "reuses the graph": REUSED}, about=r"\bdynamic ?= ?True\b|\bsymbolic (?:size|length|dimension|graph)", without=r"from two|except|every other|upwards|dynamic ?= ?False|unbacked|oblivious|warm up|broadcast\w*|\bif both\b|mark_"),
    Question("recursive_disable", "disabled_alone()", "With recursive=False a function that the disabled one calls {value}.",
        (r"\brecursive ?= ?False\b|\(False\)", r"\b(?:helper|callees?|calls?|inner|graph)\b"), {"gets a graph of its own": r"\b(?:own|separate|third) graph\b|\bis (?:still )?compiled\b|\bonly `?\w+`? itself\b", "is left out too": r"\btakes? (?:all|everything) (?:that )?(?:it|they) calls?\b|\b(?:skipped|left out|disabled) (?:as well|too|with it)\b"}, about=r"compiler\.disable"),
    Question("limit_default", "str(config.recompile_limit)", "torch._dynamo.config.recompile_limit is {value} by default.",
        (r"\b(?:function|code object|frame|recompile_limit|limit|cache)\b", r"\b(?:by default|default|limit)\b"), {"8": rf"{number(8)}(?: \w+){{0,2}} (?:versions|graphs|entries|compilations|variants|speciali[sz]ations)\b|\blimit (?:is|of|stands at) {number(8)}", "another number": rf"{other_number(8)} (?:\w+ )?(?:versions|graphs|entries|variants|speciali[sz]ations)\b (?:\w+ )?(?:are|is|may|of it|exist)?\b"}, about=rf"(?:{_COMPILER})(?s:.*)\b(?:limit|gives up|eager)", without=r"\bset\b|rais\w+|accumulated|all versions|together|two|three|handful|our|\bwe\b|loop|after|length|size|calls|config\.|second limit|256"),
)  # fmt: skip

PROBE = questions_probe(
    "compile-answers",
    "What does a compiled function do at its next call, and what do marks, modes, breaks and limits do to it?",
    (
        r"\btorch\.compile\b",
        r"\bDynamo\b|\bdynamo\b",
        r"\brecompil\w+",
        r"\bguard(?:s|ed)?\b.{0,300}\bgraphs?\b",
        r"\bcompil\w+\b.{0,300}\bgraphs?\b|\bdynamic ?= ?True\b",
        r"\bmark_dynamic\b|\bset_stance\b|\bcompiler\.disable\b",
        r"\bfullgraph\b",
    ),
    ("torch",),
    SETUP,
    FACTS,
    cost=8.0,
)
