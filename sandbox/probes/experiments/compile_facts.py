# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What books on torch.compile most often state wrongly: special sizes, bounds of marks, integers of modules, what a reset empties."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near
from sandbox.probes.vocabulary import RAISES

SETUP = r"""
import inspect
import torch._inductor.config

config = torch._dynamo.config

def counted(function, calls, **options):
    fresh()
    backend = Backend()
    run = torch.compile(function, backend=backend, **options)
    found = []
    for arguments in calls:
        try:
            run(*arguments)
        except Exception as error:
            found.append(type(error).__name__)
            continue
        found.append(backend.compiled)
    return found

def wave(x): return x.sin() + x
def scaled(x, n): return x * n
def branching(x): return x.sin() if x.shape[0] > 16 else x.cos()

class Level(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.level = 0

    def forward(self, x):
        return x * self.level

def module_integers():
    fresh()
    backend = Backend()
    module = Level()
    run = torch.compile(module, backend=backend)
    found = []
    for module.level in (2, 3, 4, 5):
        run(torch.ones(3))
        found.append(backend.compiled)
    return found

def marked(bound, later):
    fresh()
    backend = Backend()
    run = torch.compile(wave, backend=backend)
    first = torch.ones(8, 2)
    torch._dynamo.mark_dynamic(first, 0, min=2, max=bound)
    found = []
    for x in (first, torch.ones(later, 2)):
        try:
            run(x)
            found.append(backend.compiled)
        except Exception as error:
            found.append(type(error).__name__)
    return found

def marked_beyond():
    fresh()
    x = torch.ones(100, 2)
    torch._dynamo.mark_dynamic(x, 0, min=2, max=64)
    return attempt(lambda: torch.compile(wave, backend="eager")(x))["raised"]

def reset_keeps_files():
    folder = Path(os.environ["TORCHINDUCTOR_CACHE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kept").write_text("x")
    torch._dynamo.reset()
    return (folder / "kept").is_file()

def parameters_static():
    return config.force_parameter_static_shapes
"""

_ONE = r"(?:1|one|eins|un)\b(?![.,]?\d|[- ](?:hundred|thousand|million|more|size|graph|or|to|each|two|other|kind|sort|run|process)\b)"
_SIZE_ONE = (
    rf"(?:\b(?:sizes?|lengths?|[Bb]atch(?: sizes?)?) (?:of (?:size |length )?)?(?:0 and |0 or |zero and )?{_ONE}|\bsingle (?:element|row|item)\b|\b(?:Größe|Länge) (?:von )?(?:1|eins)\b"
    r"|\beinzelne\w* (?:Element|Zeile)\b|\b(?:taille|longueur) (?:de )?(?:1|un)\b)"
)
_SYMBOLIC = r"(?:the |that |this |one |der |derselbe |dasselbe |le |la )*(?:symbolic|dynamic|same|general|symbolische\w*|dynamische\w*|gleiche\w*|selbe\w*|dynamique|même) (?:graph\w*|Graph\w*|graphe|kernel)\b(?: symbolique| dynamique)?"
_SERVED = (
    r"\b(?:fits?|shares?|reuses?|uses|(?:is|are) (?:also |then )?(?:served|covered|handled|answered) by|passt|teilt|partage|covered by)\b"
)
_OWN = r"\b(?:own|separate|extra|special\w*|another) (?:graph|entry|compilation)?\b|\bspeciali[sz]\w+\b|\beigene\w* Graph\w*|\bpropre graphe\b|\brecompil\w+"
_MODULE_INT = r"\b(?:integers?|ints?|ganze Zahl\w*|Ganzzahl\w*|entiers?)\b[^.;]{0,40}\b(?:on|of|in|stored on|attribute of|auf|am|eines|sur|d['’]un)\b[^.;]{0,20}\b(?:nn\.)?(?:modules?|Moduls?|modules?)\b|\b(?:module(?:['’]s)?|nn\.Module) (?:integer |int )?attributes?\b"

FACTS = (
    Fact("size_one", "counted(wave, [(torch.ones(8),), (torch.ones(9),), (torch.ones(1),)])", [1, 2, 3], "a size of 1 gets a graph of its own; graphs after the sizes 8, 9 and 1: {value}", _SIZE_ONE,
        right=rf"{_OWN}", wrong=rf"{_SERVED}[^.;]{{0,30}}{_SYMBOLIC}|(?:{_SYMBOLIC}|\bderselbe Graph|\bgraphe symbolique\b) (?:\w+ )?(?:serves?|covers?|handles?|answers?|fits?|bedient|deckt|sert|couvre)\b|\b(?:bedient|deckt) (?:derselbe|{_SYMBOLIC})", without=r"batch_size|export|dynamic_shapes|stride|mark_unbacked|backed_size_oblivious|\bexcept\b|\bapart from\b|\bbut (?:not )?(?:a|the|for)\b|\bonly\b|\bboth\b.{0,30}\bsize|static|\baußer\b|\bsauf\b|\bfrom two\b|upwards|dynamic ?= ?False|\bif (?:both|all)\b", context=r"\b(?:torch\.compile|Dynamo|dynamo|recompil\w*|compiler|compiled?|mark_dynamic)\b"),
    Fact("guard_fails", "marked(64, 65)", [1, 2], "a size beyond the bounds of mark_dynamic is compiled anew, not refused; graphs after sizes 8 and 65 with max=64: {value}", r"\b(?:bounds?|outside|beyond|larger|above|rows?|Grenzen?|außerhalb|Schranken?|Zeilen|bornes?|au-delà|hors|lignes|min ?=|max ?=)\b",
        right=r"\b(?:recompil\w+|compiled (?:again|anew)|new graph|neu (?:übersetzt|kompiliert)|neuer Graph|recompilée?|nouveau graphe)\b", wrong=rf"\b(?:later|subsequent|next|another|second|spätere\w*|nachfolgende\w*|weitere\w*|ultérieure?\w*|suivante?\w*)\b[^.;]{{0,80}}(?:\brejected\b|\brefused\b|{RAISES}|\bfails with\b|\bwith an error\b|\babgelehnt\b|\babgewiesen\b|\bzurückgewiesen\b|\bmit einem Fehler\b|\brefusée?s?\b|\brejetée?s?\b)", without=r"export|marked|marking|ConstraintViolation|fail_on_recompile|fullgraph|recompile_limit|tensor that is marked", context=r"\bmark_dynamic\b"),
    Fact("guard_recompiles", "counted(wave, [(torch.ones(8, 2),), (torch.ones(8, 2).double(),)])", [1, 2], "a guard that fails makes Dynamo compile again; it raises nothing: {value}", r"\bguards?\b|\bWächter\w*\b|\bgardes?\b",
        right=r"\b(?:recompil\w+|compile\w* (?:again|anew)|neu (?:übersetzt|kompiliert)|another (?:graph|entry))\b", wrong=rf"\b(?:failing|failed|violated|fails|violates|schlägt|verletzt\w*|fehlschl\w+|échoue|échouée?|violée?)\b[^.;]{{0,40}}(?:{RAISES}|\b(?:stops the program|aborts|bricht .{{0,15}}ab|arrête le programme)\b)", without=r"export|fail_on_recompile|fullgraph|recompile_limit|FailOnRecompile|limit|all (?:cached )?guards|assert", context=r"\b(?:torch\.compile|Dynamo|dynamo)\b"),
    Fact("mark_violated", "marked_beyond()", "ConstraintViolationError", "a marked tensor whose own size is beyond max raises {value} or the like", r"\bmark_dynamic\b", right=r"\bConstraintViolation\w*\b"),
    Fact("module_integer", "[module_integers(), config.allow_unspec_int_on_nn_module]", [[1, 2, 3, 4], False], "an integer on an nn.Module is a constant of the graph, each new value compiles again (allow_unspec_int_on_nn_module is the last): {value}", _MODULE_INT,
        right=r"\b(?:each|every|jeder|chaque) (?:new |neue\w* |nouvelle )?(?:value|Wert|valeur)\b[^.;]{0,40}\b(?:recompil\w+|compiles?|übersetzt|compil\w+)\b|\bconstant of the graph\b|\bspeciali[sz]ed\b|\ballow_unspec_int_on_nn_module\b", wrong=r"\b(?:symbolic|dynamic|symbolisch|dynamisch|symbolique|dynamique)\b[^.;]{0,50}\b(?:second|other|another|new|change\w*|zweiten?|anderen?|deuxième|second\w*)\b|\bjust as (?:an )?(?:integer|int) arguments?\b|\bwie ein (?:ganzzahliges )?Argument\b|\bcomme un argument\b|\bcompil\w+ once for all values\b", without=r"allow_unspec|static"),
    Fact("integer_argument", "counted(scaled, [(torch.ones(3), 2), (torch.ones(3), 3), (torch.ones(3), 4)])", [1, 2, 2], "an integer argument becomes symbolic at its second value: {value}", r"\b(?:integer|int|ganzzahlige\w*) (?:argument|parameter|Argument)\w*\b", right=r"\b(?:symbolic|dynamic|symbolisch|dynamisch|symbolique)\b[^.;]{0,40}\b(?:second|change\w*|zweiten|deuxième)\b", wrong=r"\b(?:each|every|jeder|chaque) (?:new |other |distinct |neue\w* |nouvelle )?(?:value|Wert|valeur)\b[^.;]{0,40}\b(?:recompil\w+|compiles? (?:again|anew)|neu übersetzt|recompilation)\b", without=r"module|attribute|dynamic ?= ?False|specialize_int|float|Modul|string"),
    Fact("reset_disk", "reset_keeps_files()", True, "torch._dynamo.reset() leaves the folder of the on-disk cache as it is: files kept: {value}", r"\b(?:_?dynamo\.reset|compiler\.reset)\b",
        right=r"\b(?:in memory|process|im Speicher|en mémoire)\b[^.;]{0,10}\bonly\b", right_not=r"\b(?:not|n['’]t|nicht|pas|leaves?)\b[^.;]{0,40}\b(?:disk|on-disk|Platte|Festplatte|disque)\b", wrong=r"\b(?:empties|clears?|deletes?|removes?|wipes?|leert|löscht|entfernt|vide|efface|supprime)\b[^.;]{0,50}\b(?:on (?:the )?disk|on-disk|disk cache|auf (?:der )?(?:Fest)?[Pp]latte|Plattencache|sur (?:le )?disque|cache folder|cache directory|Cache-Verzeichnis)\b", without=r"force_disable|rm -r|shutil|in addition|together with a|leaves|fresh_inductor_cache"),
    Fact("branch_bounds", "counted(branching, [(torch.ones(20),), (torch.ones(12),), (torch.ones(16),), (torch.ones(17),)], dynamic=True)", [1, 2, 2, 2], "a branch on x.shape[0] > 16 splits at 16, which belongs to the lower graph; graphs after 20, 12, 16, 17: {value}", r"\bshape\[0\] > 16\b", wrong=r"\b(?:every|all|jede|toutes?)\b[^.;]{0,20}\bbelow 16\b", right=r"\bup to (?:and including )?16\b"),
    Fact("parameter_static", "parameters_static()", True, "force_parameter_static_shapes is {value}: sizes of parameters stay constants of the graph", r"\b(?:nn\.)?[Pp]arameters?\b|\bforce_parameter_static_shapes\b", right=r"\bforce_parameter_static_shapes\b[^.;]{0,20}\bTrue\b|\b(?:sizes?|shapes?) of (?:an? )?(?:nn\.)?[Pp]arameters?\b[^.;]{0,30}\b(?:constants?|static|stays?)\b", wrong=r"\bforce_parameter_static_shapes\b[^.;]{0,20}\bFalse\b[^.;]{0,12}\bdefault|\b(?:sizes?|shapes?) of (?:an? )?(?:nn\.)?[Pp]arameters?\b[^.;]{0,30}\b(?:becomes?|is made|are made) (?:symbolic|dynamic)\b"),
    Fact("frame_first", "[counted(wave, []), counted(wave, [(torch.ones(3),)])]", [[], [1]], "torch.compile compiles at the first call, not when it wraps: {value}", r"\btorch\.compile\b", right=near(r"\btorch\.compile\b", r"\b(?:first call|erster?n? Aufruf|premier appel)\b"), wrong=r"\b(?:übersetzt|kompiliert|compile)\b[^.;]{0,30}\b(?:sofort|schon beim Einpacken|immédiatement|dès l['’]emballage)\b"),
    Fact("disable_name", "[hasattr(torch._inductor.config, 'force_disable_caches'), any('TORCHINDUCTOR_FORCE_DISABLE_CACHES' in Path(module.__file__).with_name('config.py').read_text() for module in (torch._inductor, torch.compiler))]", [True, True], "the variable that switches the caches off is TORCHINDUCTOR_FORCE_DISABLE_CACHES: {value}", r"\bTORCHINDUCTOR_\w*DISABLE_CACHES\b", right=r"\bTORCHINDUCTOR_FORCE_DISABLE_CACHES\b", wrong=r"\bTORCHINDUCTOR_DISABLE_CACHES\b"),
    Fact("artifacts", "[word in str(inspect.signature(torch.compiler.save_cache_artifacts).return_annotation) for word in ('tuple', 'bytes', 'CacheInfo')]", [True, True, True], "torch.compiler.save_cache_artifacts returns a tuple of bytes and CacheInfo, or None: {value}", r"\bsave_cache_artifacts\b", right=r"\btuple\b|\bTupel\b|\bn-uplet\b", wrong=r"\b(?:as|is|returns?|one|gibt|liefert|renvoie) (?:a |one |an |single |ein\w* |un )?(?:bytes object|bytes-Objekt|bytes string|objet bytes|blob of bytes)\b", without=r"tuple|pair|first"),
)  # fmt: skip

PROBE = facts_probe(
    "compile-facts",
    "Which sizes are special for torch.compile, what happens beyond a mark's bounds, and what does a reset empty?",
    (
        r"\bmark_dynamic\b",
        r"\b(?:dynamo|compiler)\.reset\b|\bsave_cache_artifacts\b|\bDISABLE_CACHES\b",
        r"\btorch\.compile\b.{0,400}\b(?:guards?|symbolic|recompil\w+)\b",
        r"\b(?:recompil\w+|symbolic (?:graph|size|shape))\b",
    ),
    ("torch",),
    SETUP,
    FACTS,
)
