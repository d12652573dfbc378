# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Objects of the language and the standard library: defaults, closures, copies, data classes, caches, containers, iterators, sorting."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near
from sandbox.probes.vocabulary import BOUND_HIGH, EXCLUDED, IN_PLACE, INCLUDED, NOT_INCLUDED, RAISES

SETUP = r"""
import bisect
import collections
import copy
import dataclasses
import enum
import functools
import heapq
import inspect
import itertools
import pickle

def refuses(action):
    try:
        action()
    except Exception as error:
        return type(error).__name__
    return ""

def kept(item, into=[]):
    into.append(item)
    return list(into)

def refused_default(default):
    def make():
        space = {"__annotations__": {"field": object}, "field": default}
        dataclasses.dataclass(type("Made", (), space))
    return refuses(make)

class Unhashable:
    __hash__ = None

class Hashable:
    pass

@dataclasses.dataclass
class Plain:
    x: int
    y: list = dataclasses.field(default_factory=list)

@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int

def assigned(target):
    target.x = 9

def cached(**options):
    calls = []
    @functools.lru_cache(**options)
    def f(x, y):
        calls.append(x)
        return x
    f(3, 2)
    f(3.0, 2)
    return len(calls)

def evicted():
    @functools.lru_cache(maxsize=2)
    def f(x):
        return x
    for x in (1, 2, 1, 3):
        f(x)
    before = f.cache_info().hits
    f(1)
    return f.cache_info().hits - before

def consumed():
    it = (x for x in range(3))
    return [sum(it), sum(it)]

def order_of_equal():
    return sorted(["bb", "a", "cc", "d"], key=len)

nameless = lambda: 1

class Colour(enum.Enum):
    RED = enum.auto()
    GREEN = enum.auto()

def deep():
    outer = [[1], [2]]
    shallow, whole = copy.copy(outer), copy.deepcopy(outer)
    outer[0].append(9)
    return [shallow[0], whole[0]]

def changed():
    d = {1: 1, 2: 2}
    for key in d:
        d[key + 10] = 0
"""

_TYPES = r"\b(?:types? of (?:the |its )?arguments?|argument types?|Typen? der Argumente|Argumenttyp\w*|types? des arguments?)\b"
_APART = r"\b(?:separate|distinct|different|own|two) (?:entr(?:y|ies)|results?)\b|\bcount (?:as well|too)\b|\bcached separately\b|\b(?:getrennte|verschiedene|eigene|zwei) (?:Einträge|Ergebnisse)\b|\bzählen (?:auch|mit)\b|\b(?:distinctes?|séparées?|différentes?)\b|\bmatters?\b|\bare (?:taken into account|distinguished)\b|\bcomptent\b"
_SAME = r"\bshare (?:one|an|the same) (?:entry|result)\b|\bsame (?:entry|result)\b|\bone entry\b|\btyped(?: ?= ?| is | defaults to )False\b|\bderselbe\w* Eintrag\b|\bein(?:en)? Eintrag\b|\bmême entrée\b"

FACTS = (
    Fact("mutable_default", "[kept(1), kept(2)]", [[1], [1, 2]], "a mutable default argument is made once and shared by all calls: {value}", r"\bdefault (?:argument|value|parameter)s?\b|\bVorgabewert\w*\b|\bStandardwert\w*\b|\bDefault-?(?:argument|wert|parameter)\w*\b|\b(?:valeur|argument)s? par défaut\b",
        right=r"\b(?:evaluated|created|made|computed|ausgewertet|erzeugt|angelegt|évaluée?s?|créée?s?)\b.{0,30}\b(?:once|at definition|when the function is defined|einmal|bei der Definition|une (?:seule )?fois|à la définition)\b|\bshared\b", wrong=r"\bbei jedem (?:neuen )?Aufruf (?:neu |frisch )?(?:erzeugt|angelegt|ausgewertet|erstellt)\b|\bà chaque appel\b.{0,20}\b(?:créée?|évaluée?)\b|\b(?:evaluated|created|made|computed|built|ausgewertet|erzeugt|angelegt|évaluée?s?|créée?s?)\b.{0,20}\b(?:anew|afresh|again|new|at|on|for|with|neu|bei|à|pour)?.{0,8}\b(?:each|every|jedem|jeden|chaque) (?:new )?(?:call|time|Aufruf|appel)\b", without=r"default_factory|None|field\(|factory|pydantic|lambda|closure|loop", context=r"\b(?:list|dict|mutable|def |veränderlich|modifiable|Liste|liste|\[\])"),
    Fact("late_binding", "[f() for f in [lambda: i for i in range(3)]]", [2, 2, 2], "closures look a loop variable up when they are called: three of them give {value}", r"\b(?:closures?|lambdas?|Closures?|fermetures?|Funktionsabschlüsse)\b",
        right=r"\b(?:late|when (?:it is|they are) called|at call time|last value|same value|beim Aufruf|spät\w*|letzten Wert|à l['’]appel|dernière valeur|tardive)\b", wrong=r"\b(?:remembers?|captures?|keeps?|stores?|freezes?|merkt sich|speichert|retient|capture)\b[^.;]{0,25}\b(?:value|Wert|valeur)\b[^.;]{0,40}\b(?:at (?:its|their|the) (?:creation|definition|time)|when (?:it|they) (?:was|were|is|are) (?:created|defined|made)|of (?:its|their) (?:own )?iteration|bei (?:ihrer|der) (?:Definition|Erzeugung)|à sa (?:création|définition))\b", without=r"default argument|partial|i ?= ?i|factory|variable, not|rust|javascript|let\b"),
    Fact("dataclass_default", "[refused_default([]), refused_default({}), refused_default(set()), refused_default(collections.deque()), refused_default(Unhashable()), refused_default(bytearray()), refused_default(Hashable()), refused_default(())]", ["ValueError", "ValueError", "ValueError", "ValueError", "ValueError", "ValueError", "", ""], "a data class refuses every default whose class is unhashable, not only list, dict and set; for list, dict, set, deque, a class without hash, bytearray, a hashable one and a tuple it raises {value}",
        r"\b(?:check|default\w*|dataclass\w*|Prüfung|Vorgabewert\w*|Datenklasse\w*|vérification|classe\w* de données|test|it|decorator)\b", right=r"\bunhashable\b|\bnicht hashbar\w*|\bnon hachables?\b|\b__hash__\b", wrong=r"\b(?:only|exactly|just|solely|nur|genau|lediglich|seulement|uniquement|exactement|three types|drei Typen|trois types)\b[^.;]{0,40}\blist\b,? ?(?:and|und|et|,)? ?\bdict\b,? ?(?:and|or|und|oder|et|ou) ?\bset\b",
        context=r"\bdata ?class\w*\b|\bDatenklasse\w*|\bclasses? de données\b", verdict="outdated"),
    Fact("frozen", "[refuses(lambda: assigned(Frozen(1))), hash(Frozen(1)) == hash(Frozen(1)), refuses(lambda: hash(Plain(1))), Plain(1) == Plain(1), refuses(lambda: Plain(1) < Plain(2))]", ["FrozenInstanceError", True, "TypeError", True, "TypeError"], "assignment to a frozen data class, its hash, the hash of a plain one, equality and order of plain ones: {value}", r"\b(?:data ?class\w*|Datenklasse\w*|classes? de données|frozen)\b",
        right=r"\bFrozenInstanceError\b|\bfrozen ?= ?True\b.{0,60}\bhash\w*|\border ?= ?True\b|\b__eq__\b|\bunhashable\b", wrong=r"\b(?:data ?class\w*|Datenklasse\w*|classes? de données)\b[^.;]{0,40}\b(?:are|is|sind|ist|sont|est) (?:immutable|frozen|hashable|ordered|unveränderlich|hashbar|immuables?|hachables?|sortable|comparable with <)\b[^.;]{0,15}\b(?:by default|standardmäßig|par défaut|automatically)\b|\b(?:by default|standardmäßig|par défaut|automatically)\b[^.;]{0,35}\b(?:data ?class\w*|Datenklasse\w*)\b[^.;]{0,30}\b(?:immutable|frozen|hashable|__lt__|__hash__|unveränderlich|hashbar|sortable)\b|\b@?dataclass\b[^.;]{0,30}\b(?:generates?|adds?|writes?|erzeugt|génère)\b[^.;]{0,60}(?:__lt__|\bordering\b)", without=r"frozen ?=|order ?=|eq ?=|unsafe_hash|unless|only if|with (?:frozen|order)|NamedTuple|namedtuple|attrs|pydantic"),
    Fact("lru_typed", "[cached(), cached(typed=True)]", [1, 2], "lru_cache keeps one entry for f(3, 2) and f(3.0, 2) by default (typed=False); calls made with the default and with typed=True: {value}", rf"{_TYPES}|\b\w+\(3, ?\d\)|\btyped\b",
        right=_SAME, wrong=rf"{_APART}|\btyped(?: ?= ?| is | defaults to )True\b", without=r"typed ?= ?True(?! by default| is the default)|\b\w+\(\d\)|if typed|with typed|mit typed|avec typed|set(?:ting)? typed|str\b", context=r"\blru_cache\b|\bfunctools\.cache\b"),
    Fact("lru_maxsize", "[functools.lru_cache(lambda x: x).cache_parameters()['maxsize'], functools.cache(lambda x: x).cache_parameters()['maxsize']]", [128, None], "maxsize of lru_cache and of functools.cache is {value}", r"\blru_cache\b|\bmaxsize\b",
        right=r"\b128\b|\bmaxsize ?= ?None\b|\bunbounded\b|\bunlimited\b|\bunbegrenzt\b|\bnon bornée?\b", wrong=r"\b(?:maxsize(?: ?= ?| is | defaults to | of )|up to |bis zu |jusqu['’]à |(?:default|Vorgabe|Voreinstellung)[^.;]{0,20}(?:is|ist|of|von) )(?:64|100|256|512|1,?000|1,?024|None)\b[^.;]{0,30}\b(?:by default|without parentheses|unless|standardmäßig|ohne Klammern|par défaut|is the default)\b|\blru_cache\b[^.;]{0,40}\b(?:unbounded|unlimited|unbegrenzt|without (?:a )?limit)\b[^.;]{0,10}\b(?:by default|standardmäßig|par défaut)\b|\b(?:by default|without parentheses|ohne Klammern|standardmäßig|par défaut)\b[^.;]{0,50}\b(?:64|100|256|512|1,?000|1,?024) (?:results?|entries|of them|Einträge|Ergebnisse|entrées|résultats|calls)\b|\b(?:keeps?|holds?|stores?|behält|speichert|garde|conserve)\b[^.;]{0,20}\b(?:64|100|256|512|1,?000|1,?024) (?:results?|entries|calls|Einträge|Ergebnisse|entrées|résultats)\b[^.;]{0,12}\b(?:by default|standardmäßig|par défaut)\b", without=r"maxsize ?= ?\d+\)|cost\b"),
    Fact("lru_evicts", "evicted()", 1, "lru_cache drops the least recently used entry: after 1, 2, 1, 3 with two places the hits of 1 are {value}", r"\blru_cache\b|\bLRU\b", right=r"\bleast[- ]recently[- ]used\b|\bam längsten (?:nicht|un)\w*|\bmoins récemment utilisée?\b", wrong=r"\b(?:oldest|first inserted|least frequently|most recently|älteste\w*|zuerst eingefügte\w*|plus ancienne?|moins fréquemment)\b[^.;]{0,30}\b(?:entr\w+|result\w*|one|Eintrag\w*|Ergebnis\w*|entrée|résultat)\b", without=r"recently used|used longest|LFU|FIFO|OrderedDict|call\b", context=r"\blru_cache\b"),
    Fact("cache_hashable", "refuses(lambda: functools.lru_cache(lambda x: x)([1]))", "TypeError", "arguments of a cached function have to be hashable: a list raises {value}", r"\blru_cache\b|\bfunctools\.cache\b", right=r"\bhash\w+\b|\bTypeError\b|\bhachables?\b", wrong=r"\b(?:lists?|dicts?|Listen|listes) (?:as|may be|can be|werden als|comme) (?:used as )?arguments?\b[^.;]{0,25}\b(?:fine|works?|accepted|allowed|erlaubt)\b", modal=True),
    Fact("reduce_left", "functools.reduce(lambda a, b: f'({a}{b})', 'abc')", "((ab)c)", "reduce folds from the left: {value}", r"\b(?:functools\.)?reduce\b", right=r"\b(?:from the left|left to right|von links|de gauche)\b", wrong=r"\b(?:from the right|right to left|von rechts|de droite)\b", without=r"MapReduce|torch|all_reduce"),
    Fact("groupby_runs", "[k for k, _ in itertools.groupby('aaba')]", ["a", "b", "a"], "itertools.groupby groups runs of equal keys alone: {value}", r"\bgroupby\b", right=r"\b(?:consecutive|adjacent|neighbou?ring|runs? of|sorted|aufeinander ?folgende\w*|benachbarte\w*|sortiert\w*|consécutive?s?|contigu\w+|triée?s?)\b", wrong=r"\b(?:regardless of|whatever|independent\w* of|irrespective of|unabhängig von|quel que soit) (?:the |their |its |der |ihrer |l['’])?(?:order|Reihenfolge|ordre)\b|\bgroupby\b[^.;]{0,40}\b(?:collects|gathers|sammelt|rassemble) (?:all|every|alle|toutes?)\b|\bsorts? (?:the )?(?:data|records|items|input) (?:itself|first)\b", wrong_not=r"\b(?:need not|needn['’]t|does not (?:have|need) to|müssen nicht|muss nicht|brauch\w* nicht|n['’]ont pas besoin)\b[^.;]{0,20}\b(?:sorted|sortiert|triée?s?)\b", without=r"pandas|DataFrame|df\b|SQL", context=r"\bitertools\b", modal=True),
    Fact("zip_short", "[list(zip('ab', 'abc')), refuses(lambda: list(zip('ab', 'abc', strict=True)))]", [[["a", "a"], ["b", "b"]], "ValueError"], "zip stops at the shortest, strict=True raises: {value}", r"\bzip\b", right=r"\b(?:stops?|ends?|endet|stoppt|s['’]arrête)\b[^.;]{0,30}\b(?:shortest|shorter|kürzeste\w*|kürzere\w*|plus court\w*)\b|\bsurplus\b|\büberzählig\w*", wrong=r"\bzip\b[^.;]{0,40}\b(?:fills?|pads?|füllt|complète)\b|\bzip\b[^.;]{0,20}\braises\b[^.;]{0,30}\b(?:unless|by default)\b|\bzip\b[^.;]{0,25}\b(?:until the longest|to the longest|bis zur längsten|jusqu['’]au plus long)\b", without=r"strict|zip_longest|zipfile|gzip|archive"),
    Fact("itertools_counts", "[len(list(itertools.permutations('abcd', 2))), len(list(itertools.combinations('abcd', 2))), len(list(itertools.product('ab', repeat=3))), len(list(itertools.combinations_with_replacement('abcd', 2)))]", [12, 6, 8, 10], "permutations and combinations of 2 out of 4, product of 2 in 3 places, combinations with replacement: {value}", r"\b(?:permutations|combinations)\b", right=r"\bcombinations\b[^.;]{0,40}\b(?:order does not matter|regardless of order)\b", wrong=r"\bcombinations\b(?:(?!permutations|with_replacement|with replacement)[^.;]){0,40}\b(?:every order|all orders|both orders|in which order matters|counts the order)\b", context=r"\bitertools\b"),
    Fact("iterator_once", "consumed()", [3, 0], "an iterator is used up after one pass: {value}", r"\b(?:iterators?|generators?|generator expressions?|Iterator\w*|Generator\w*|itérateurs?|générateurs?)\b", right=r"\b(?:once|exhausted|used up|consumed|einmal|erschöpft|verbraucht|une (?:seule )?fois|épuisée?s?)\b", wrong=r"\b(?:as often as|any number of times|again and again|several times|beliebig oft|mehrfach|mehrmals|autant de fois|plusieurs fois)\b[^.;]{0,20}\b(?:iterated|traversed|read|looped|durchlaufen|gelesen|parcouru\w*)?", without=r"random|rng|call\w* the function|new iterator|tee|list\(|seed|torch|DataLoader|re-?create", modal=True),
    Fact("sorted_stable", "order_of_equal()", ["a", "d", "bb", "cc"], "sorted is stable: words by length are {value}", r"\b(?:sorted|list\.sort|sort\(\)|Timsort|sorting|Sortier\w+|tri)\b", right=r"\bstable\b(?<!unstable)|\bstabil\w*\b|\bkeeps? (?:the|their) (?:original |relative )?order\b", wrong=r"\bunstable\b|\binstabil\b|\binstable\b|\b(?:equal|tied) (?:items|elements|keys)\b[^.;]{0,25}\b(?:any|arbitrary|random|undefined) order\b", wrong_not=r"\b(?:not|nicht|pas|n['’]t) (?:guaranteed to be |guaranteed |necessarily )?(?:a )?stab\w+", without=r"numpy|np\.|pandas|sort_values|torch|heap|quicksort|selection|heapq|argsort", context=r"\bPython\b|\bsorted\b|\blist\.sort\b"),
    Fact("list_sort_none", "(lambda v: [v.sort() is None, v])([2, 1])", [True, [1, 2]], "list.sort sorts in place and returns None, sorted returns a new list: {value}", r"\blist\.sort\b|(?<!np)(?<!\w)\.sort\(\)|\bsorted\b", right=rf"\bsort\b(?:(?!sorted)[^.;]){{0,30}}(?:{IN_PLACE}|\bNone\b)|\bsorted\b[^.;]{{0,30}}\bnew list\b|\bsorted\b[^.;]{{0,30}}\b(?:neue Liste|nouvelle liste)\b", wrong=rf"\blist\.sort\b[^.;]{{0,30}}\b(?:returns? (?:a|the) (?:new |sorted )*list|gibt (?:die|eine) (?:neue |sortierte )*Liste|renvoie (?:la|une) (?:nouvelle )?liste)\b|\bsorted\b(?:(?!\.sort|list\.sort)[^.;]){{0,25}}{IN_PLACE}|\bsorted\b(?:(?!\.sort|list\.sort)[^.;]){{0,15}}\breturns? None\b", without=r"numpy|np\.|pandas|array|torch"),
    Fact("dict_order", "list({'b': 1, 'a': 2, 'c': 3})", ["b", "a", "c"], "a dict keeps the order of insertion: {value}", r"\b(?:dict\w*|dictionar\w+|Wörterbuch|Wörterbücher|dictionnaires?)\b", right=r"\b(?:insertion order|order of insertion|order in which|Einfügereihenfolge|Reihenfolge des Einfügens|ordre d['’]insertion)\b", wrong=r"\b(?:dicts?|dictionar(?:y|ies)|Wörterbücher|dictionnaires?)\b[^.;]{0,20}\b(?:are|is|sind|ist|sont|est) (?:unordered|ungeordnet|unsortiert|non ordonnés?)\b|\b(?:sorted by|order of) (?:their |its )?keys?\b[^.;]{0,10}\b(?:automatically|by default)\b", wrong_not=r"\b(?:dicts?|dictionar(?:y|ies)|Wörterbücher)\b[^.;]{0,25}\b(?:has no|have no|does not (?:keep|guarantee|preserve)|do not (?:keep|guarantee|preserve)|keine (?:feste )?) ?(?:order|insertion order|Reihenfolge)\b", without=r"OrderedDict|compar|equal|==|set\b|sets\b|json|3\.[5-7]"),
    Fact("setdefault", "(lambda d: [d.get('x'), 'x' in d])({})", [None, False], "dict.get returns None for a missing key and adds nothing: {value}", r"\b(?:dict\.)?get\b", right=r"\bNone\b", wrong=r"\b(?:d|dict)\.get\b[^.;]{0,40}\bKeyError\b|\bget\b[^.;]{0,25}\b(?:inserts?|adds?|stores?|fügt|ajoute)\b[^.;]{0,20}\b(?:key|default|Schlüssel|clé)\b", without=r"setdefault|defaultdict|instead of|avoid|requests|queue|Queue|KeyError is|environ|statt", context=r"\bdict"),
    Fact("defaultdict", "(lambda d: [d['x'], 'x' in d, d.get('y'), 'y' in d])(collections.defaultdict(int))", [0, True, None, False], "reading d[key] of a defaultdict adds the key, d.get(key) does not: {value}", r"\bdefaultdict\b", right=r"\b(?:adds?|inserts?|creates?|stores?|fügt|legt|ajoute|crée)\b", wrong=r"\bget\b[^.;]{0,40}\b(?:calls the (?:default )?factory|inserts?|creates?)\b", wrong_not=r"\b(?:lookup|reading|access\w*|d\[\w+\]|Zugriff|Lesen|lecture)\b[^.;]{0,30}\b(?:does not|never|without|nicht|ohne|ne|sans)\b[^.;]{0,15}\b(?:add\w*|insert\w*|creat\w*|chang\w*|fügt|anzulegen|ajoute)\b", without=r"get\b.{0,20}not|in d"),
    Fact("deque_maxlen", "(lambda d: (d.append(4), list(d))[1])(collections.deque([1, 2, 3], maxlen=3))", [2, 3, 4], "a full deque drops an item at the opposite end: append leaves {value}", r"\bdeque\b|\bmaxlen\b", right=r"\b(?:opposite|other|left|oldest|first|anderen|linken|älteste\w*|opposée?|autre|gauche|plus ancien\w*)\b", wrong=rf"\b(?:append\w*|full|maxlen|volle\w*|pleine?)\b[^.;]{{0,50}}(?:{RAISES}|\b(?:IndexError|refuses|rejects|ignores? the new|newest|last|neueste\w*|letzte\w*|plus récent\w*|dernier)\b)", without=r"appendleft|insert|unbounded|Queue|rotate|None", context=r"\bdeque\b"),
    Fact("counter_missing", "[collections.Counter('bcab').most_common(), collections.Counter()['x']]", [[["b", 2], ["c", 1], ["a", 1]], 0], "most_common sorts by descending count, equal ones in the order met; a missing key counts 0: {value}", r"\b(?:Counter|most_common)\b", right=r"\b(?:most (?:frequent|common)|descending|häufigste\w*|absteigend|décroissant|plus fréquents?)\b|\b(?:missing|unknown|fehlende\w*)\b.{0,25}\b(?:0|zero|null)\b", wrong=r"\bCounter\b[^.;]{0,40}\b(?:missing|unknown|absent|fehlende\w*|unbekannte\w*)\b[^.;]{0,20}\bKeyError\b|\bmost_common\b[^.;]{0,30}\b(?:ascending|alphabetical\w*|aufsteigend|alphabetisch|croissant(?<!dé))\b", without=r"unlike|torch|while a dict|del\b"),
    Fact("heap_min", "(lambda h: (heapq.heapify(h), heapq.heappop(h))[1])([5, 1, 3])", 1, "heapq keeps a min-heap: the first popped of 5, 1, 3 is {value}", r"\bheap(?:q|pop|ify|push)\b", right=r"\bmin[- ]?heap\b|\b(?:smallest|least|minimum|kleinste\w*|plus petite?)\b", wrong=r"\bmax[- ]?heap\b|\b(?:heappop|heapq)\b[^.;]{0,40}\b(?:largest|greatest|maximum|größte\w*|plus grande?)\b|\bheap\b[^.;]{0,15}\bis (?:fully )?sorted\b", without=r"nlargest|negat\w+|_max|invert|merge|-x|- ?priority"),
    Fact("bisect", "[bisect.bisect([1, 2, 2, 3], 2), bisect.bisect_left([1, 2, 2, 3], 2), bisect.bisect_right([1, 2, 2, 3], 2)]", [3, 1, 3], "bisect is bisect_right, after equal values; bisect_left is before them: {value}", r"\bbisect(?:_left|_right)?\b", right=r"\bbisect_left\b[^.;]{0,40}\b(?:before|left of|vor|avant)\b|\bbisect(?:_right)?\b(?!_left)[^.;]{0,40}\b(?:after|behind|right of|hinter|nach|après)\b", wrong=r"\bbisect_left\b(?:(?!bisect_right)[^.;]){0,30}\b(?:after|behind|to the right|hinter|après)\b|\bbisect_right\b(?:(?!bisect_left)[^.;]){0,30}\b(?:before|to the left|vor|avant)\b[^.;]{0,15}\b(?:equal|existing|gleiche\w*|égaux)\b|\bbisect is (?:short for|an alias of|the same as) bisect_left\b", without=r"git"),
    Fact("deepcopy", "deep()", [[1, 9], [1]], "copy.copy shares inner objects, deepcopy does not: {value}", r"\b(?:copy\.copy|deepcopy|shallow cop(?:y|ies)|flache Kopien?|tiefe Kopien?|copies? superficielles?|copies? profondes?|list\(\)|\.copy\(\))", right=r"\b(?:shallow|copy\.copy|flache)\b(?:(?!deep)[^.;]){0,50}\b(?:share|same|outer|top level|teil\w*|selben|äußere)\b|\bdeepcopy\b[^.;]{0,40}\b(?:recursive\w*|inner|nested|everything|rekursiv|verschachtelt\w*|récursi\w+)\b", wrong=r"\b(?:shallow cop(?:y|ies)|copy\.copy|flache Kopie|copie superficielle)\b(?:(?!deep|tief)[^.;]){0,30}\b(?:copies|duplicates|kopiert|copie) (?:also |auch )?(?:the |die |les )?(?:inner|nested|inneren|verschachtelten|internes|imbriqués)\b|\bdeepcopy\b(?:(?!shallow|copy\.copy)[^.;]){0,30}\b(?:shares?|teilt|partage)\b[^.;]{0,15}\b(?:inner|nested|innere\w*|internes)\b", without=r"numpy|np\.|pandas|torch|tensor|memo|DataFrame"),
    Fact("identity", "[[1] == [1], [1] is [1], 1 == 1.0, True == 1, None is None]", [True, False, True, True, True], "== compares values, `is` identity: {value}", r"\bis\b(?=.{0,40}\b(?:operator|==|compares|vergleicht|compare)\b)|\b(?:operator|Operator|opérateur) is\b|==", right=r"\bidentit\w+\b|\bsame object\b|\bIdentität\b|\bselbe Objekt\b|\bmême objet\b", wrong=r"\b(?:operator is|is operator|Operator is|opérateur is)\b[^.;]{0,30}\b(?:compares? (?:the )?values|equality|vergleicht (?:die )?Werte|compare les valeurs|contents)\b|==[^.;]{0,20}\b(?:compares? identit\w+|same object in memory|vergleicht (?:die )?Identität)\b", without=r"\bis not equality|JavaScript|Java\b|===|numpy|pandas"),
    Fact("empty_all", "[all([]), any([]), refuses(lambda: max([])), max([], default=0), sum([])]", [True, False, "ValueError", 0, 0], "all([]), any([]), max([]), max([], default=0) and sum([]) are {value}", r"\b(?:all|any|max|min)(?:\(\[\]\)|\(\)|\b)", right=r"\ball\(\[\]\)\W{0,3}\s?(?:is|gives|returns|ist|ergibt|vaut|est|donne) True\b|\bany\(\[\]\)\W{0,3}\s?(?:is|gives|returns|ist|ergibt|vaut|est|donne) False\b|\bmax\b[^.;]{0,40}\bempty\b[^.;]{0,40}\bValueError\b", wrong=r"\ball\(\[\]\)\W{0,3}\s?(?:is|gives|returns|yields|ist|ergibt|liefert|vaut|est|donne|renvoie) False\b|\bany\(\[\]\)\W{0,3}\s?(?:is|gives|returns|yields|ist|ergibt|liefert|vaut|est|donne|renvoie) True\b|\bmax\(\[\]\)\W{0,3}\s?(?:is|gives|returns|ist|ergibt|vaut|est|donne) (?:None|0|-inf)\b|\ball\b of an empty (?:list|sequence|iterable) (?:is|gives|returns) False\b|\b(?:max|min) of an empty (?:list|sequence|iterable) (?:is|gives|returns) (?:None|0)\b", without=r"default ?=|numpy|np\.|pandas|torch"),
    Fact("range_end", "[list(range(3)), list(range(1, 4)), list(enumerate('ab')), list(range(5, 0, -2))]", [[0, 1, 2], [1, 2, 3], [[0, "a"], [1, "b"]], [5, 3, 1]], "range leaves its end out, enumerate begins at 0: {value}", r"\b(?:range|enumerate)\b(?:\(|\b)", right=near(r"\brange\b", EXCLUDED) + r"|\benumerate\b[^.;]{0,40}\b(?:0|zero|null)\b", right_not=near(r"\brange\b[^.;]{0,20}" + BOUND_HIGH, NOT_INCLUDED), wrong=rf"\brange\([^)]*\)[^.;]{{0,15}}(?:{near(BOUND_HIGH, INCLUDED)}|\bboth ends included\b)|\brange\b[^.;]{{0,12}}\bincludes (?:its|the) (?:upper |last |right )?(?:end|stop|bound)\b|\brange\b[^.;]{{0,10}}\bschließt (?:das|sein|den) (?:Ende|Endwert) ein\b|\benumerate\b[^.;]{{0,25}}\b(?:starts?|begins?|counts?|beginnt|zählt|commence|compte)\b[^.;]{{0,10}}\b(?:at|from|with|mit|bei|ab|à|par) (?:1|one|eins|un)\b", without=r"start ?=|enumerate\(\w+, ?1\)|pandas|\bR\b|half-open|date_range|Julia|arange|interval|dynamic range|numeric range"),
    Fact("hash_random", "[hash(1) == 1, hash(1) == hash(1.0), isinstance(hash('a'), int)]", [True, True, True], "hash(1) is 1 and equal numbers have equal hashes: {value}", r"\bhash\b", wrong=r"\bhash\('?\w+'?\)[^.;]{0,30}\b(?:same|identical|gleich|identique)\b[^.;]{0,25}\b(?:every|each|all|across|jedem|jeder|chaque)\b[^.;]{0,12}\b(?:run|process|start|machine|Lauf|Prozess|exécution|processus)", right=r"\bPYTHONHASHSEED\b", without=r"int\b|number|PYTHONHASHSEED|hashlib|sha|md5|tuple of int"),
    Fact("dict_changed", "refuses(changed)", "RuntimeError", "a dict that grows under its own loop raises {value}", r"\b(?:dict\w*|dictionary|Wörterbuch|dictionnaire)\b", right=r"\bRuntimeError\b", wrong=r"\b(?:adding|adds?|inserting|growing|hinzufügen|einfügen|ajouter)\b[^.;]{0,40}\b(?:while|during|beim|während|pendant)\b[^.;]{0,30}\b(?:is (?:safe|fine|allowed)|ist (?:erlaubt|unproblematisch)|est (?:permis|sans danger))\b", without="list\\("),
    Fact("pickle", "[refuses(lambda: pickle.dumps(nameless)), pickle.loads(pickle.dumps({1: (2, {3})}))== {1: (2, {3})}]", ["PicklingError", True], "pickle refuses a lambda and keeps tuples and sets: {value}", r"\bpickle\b", right=r"\b(?:lambdas?|unsafe|trust\w*|arbitrary code)\b", wrong=r"\bpickle\b[^.;]{0,30}\b(?:safe|secure|sicher|sûr)\b[^.;]{0,25}\b(?:untrusted|unknown|foreign|fremde\w*|inconnue\w*)\b|\blambdas? (?:are|is) pickled\b", without=r"cloudpickle|dill|unsafe|never"),
    Fact("enum_auto", "[Colour.RED.value, Colour.RED == 1, list(Colour)[0].name]", [1, False, "RED"], "auto() counts from 1, and a member does not equal its value: {value}", r"\b(?:enum\w*|Enum|auto\(\))", right=r"\bauto\(\)[^.;]{0,30}\b(?:1|one|eins|un)\b", wrong=r"\bauto\(\)[^.;]{0,30}\b(?:starts?|begins?|counts?|beginnt|zählt|commence)\b[^.;]{0,12}\b(?:0|zero|null|zéro)\b|\b(?:member|Mitglied|membre)\b[^.;]{0,30}\b(?:equals|compares equal to|ist gleich)\b[^.;]{0,12}\b(?:value|integer|Wert|valeur)\b", without=r"IntEnum|StrEnum|IntFlag|Flag"),
    Fact("bool_int", "[isinstance(True, int), True + True, '1' + '1', bool('False'), bool(0.0), [] or 'x']", [True, 2, "11", True, False, "x"], "isinstance(True, int), True + True, '1' + '1', bool('False'), bool(0.0) and [] or 'x' are {value}", r"\bbool\b|\bTrue\b", right=r"\bsubclass of int\b|\bUnterklasse von int\b|\bsous-classe d['’]int\b", wrong=r"\bbool\(['\"“”]False['\"“”]\)\W{0,3}\s?(?:is|gives|returns|ist|ergibt|vaut|est) False\b|\bisinstance\(True, int\)\W{0,3}\s?(?:is|gives|returns|ist|ergibt|vaut|est) False\b", wrong_not=r"\bbool is (?:no|not an?) (?:subclass of |kind of )?int\b", without=r"numpy|np\.|torch"),
    Fact("slices", "[[1, 2, 3][5:], refuses(lambda: [1, 2, 3][5]), [1, 2, 3][-1], [1, 2, 3][:2]]", [[], "IndexError", 3, [1, 2]], "a slice beyond the end is empty while an index raises: {value}", r"\bslic(?:e|es|ing)\b|\bAusschnitt\w*\b|\btranche\w*\b", right=r"\bempty\b|\bleer\w*\b|\bvides?\b|\bclipped\b|\bsilently\b", wrong=r"\bslic(?:e|es|ing)\b[^.;]{0,30}\b(?:beyond|past|outside|out of range)\b[^.;]{0,30}\bIndexError\b", without=r"index raises|numpy|np\.|pandas|while"),
)  # fmt: skip

PROBE = facts_probe(
    "stdlib-objects",
    "What do defaults, closures, copies, data classes, caches, containers and iterators of Python do?",
    (
        r"\b(?:data ?class\w*|default_factory|frozen ?=)\b",
        r"\b(?:lru_cache|functools\.\w+|cached_property)\b",
        r"\b(?:itertools|groupby)\b|\bzip\(|\bstrict=True\b",
        r"\b(?:defaultdict|deque|Counter|heapq|heappop|bisect\w*|deepcopy|namedtuple)\b",
        r"\bmutable default|\bclosures?\b|\bdefault arguments?\b|\bVorgabewert|\bveränderliche\w* Standard",
        r"\bsorted\(|\blist\.sort\b|\benumerate\(|\ball\(\[\]\)|\bpickle\b",
        r"\b(?:dict|dictionary|dictionaries)\b.{0,60}\border",
    ),
    (),
    SETUP,
    FACTS,
)
