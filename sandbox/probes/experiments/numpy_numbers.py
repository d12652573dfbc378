# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""NumPy's numbers: the ranges of its types, overflow, promotion, and its random generators."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near
from sandbox.probes.records import Reading
from sandbox.probes.sentences import contradicts, supports
from sandbox.probes.vocabulary import (
    BOUND_HIGH,
    COPY,
    EXCLUDED,
    GROUPED,
    IN_PLACE,
    INCLUDED,
    LEFT_OUT,
    NOT_INCLUDED,
    RAISES,
    SILENTLY,
    integer,
)

SETUP = r"""
import inspect
import warnings
import numpy as np

warnings.simplefilter("ignore")
RAN_ON["numpy"] = np.__version__
rng = np.random.default_rng(0)

def limits(name):
    return [int(np.iinfo(name).min), int(np.iinfo(name).max)]

def shuffled():
    order = np.arange(20)
    return [rng.shuffle(order) is None, order.tolist() != list(range(20)), sorted(order.tolist()) == list(range(20))]

def permuted():
    order = np.arange(20)
    found = rng.permutation(order)
    return [order.tolist() == list(range(20)), found.tolist() != list(range(20))]

def refuses(action):
    try:
        action()
    except Exception as error:
        return type(error).__name__
    return ""

def warned(action):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = action()
    return [str(found), *sorted({each.category.__name__ for each in caught})]
"""

_RANGES = {
    name: (0 if unsigned else -(2 ** (bits - 1)), 2**bits - 1 if unsigned else 2 ** (bits - 1) - 1)
    for unsigned, prefix in ((False, "int"), (True, "uint"))
    for bits in (8, 16, 32, 64)
    for name in (f"{prefix}{bits}",)
}
_SPAN = r"(?:goes|ranges?|runs?|extends?|reicht|geht|läuft|umfasst|going|holds?|va|vont|couvre|values?|Werte|valeurs|integers|numbers)"
_SET_RANGE = r"\bdivid|\bclip|scal|random|rng|integers\(|pixel values|\bours?\b|percent|indices|columns?\b"


def _range_readings(name: str) -> tuple[Reading, ...]:
    """Sentences that give both ends of an integer type, or its largest value."""
    low, high = _RANGES[name]
    summary = f"{name} goes from {low:,} to {high:,}."
    pair = rf"\b{name}\b[^.;:]{{0,25}}?\b{_SPAN}\b[^.;:]{{0,20}}?\b(?:from|between|von|zwischen|de|entre)\b "
    to = r"\s?(?:to|and|bis|und|à|et|through)\s"
    wrong_pair = rf"{pair}(?!{integer(low)}{to}{integer(high)})(?:{GROUPED}){to}(?:{GROUPED})"
    top = rf"\b{name}\b[^.,;:]{{0,20}}?\b(?:ends at|stops at|goes up to|reicht bis|endet bei|s['’]arrête à|va jusqu['’]à|holds (?:values|numbers|integers) up to|maximum (?:value )?(?:is|of)|(?:largest|greatest) value (?:is|of)|größte Wert ist|plus grande valeur est)\s"
    reach = r"\b(?:reach(?:es)?|go(?:es)? up to|grow to|hold up to|up to|bis|jusqu['’]à|atteindre)\s(?:auf\s)?"
    flows = rf"\b(?:before|bevor|ehe|avant que?)\b[^.;:]{{0,25}}?\b{name}\b[^.;:]{{0,20}}?\b(?:overflows?|wraps?|überläuft|läuft|ne déborde|déborde)\b"
    return (
        contradicts(summary, rf"{reach}(?!{integer(high)})(?:{GROUPED})[^.;:\d]{{0,15}}{flows}", without=_SET_RANGE),
        supports(summary, rf"{reach}{integer(high)}[^.;:\d]{{0,15}}{flows}", without=_SET_RANGE),
        contradicts(summary, wrong_pair, without=_SET_RANGE),
        supports(summary, rf"{pair}{integer(low)}{to}{integer(high)}", without=_SET_RANGE),
        contradicts(summary, rf"{top}(?!{integer(high)})(?:{GROUPED})(?!\s*[-−^*·×])", without=_SET_RANGE),
        supports(summary, rf"{top}{integer(high)}", without=_SET_RANGE),
    )


def _ranges() -> tuple[Fact, ...]:
    return tuple(
        Fact(f"range_{name}", f"limits({name!r})", list(_RANGES[name]), f"{name} goes from and to {{value}}", rf"\b{name}\b", more=_range_readings(name))
        for name in _RANGES
    )  # fmt: skip


_RNG = r"\b(?:rng|generator|Generator|default_rng\(\)|np\.random)\.?\s?"
_SIGMA = r"\b(?:standard deviation|std|standardabweichung|écart[- ]type|σ|sigma)\b"
_SIGMA2 = r"\b(?:variance|varianz|σ²|sigma squared|σ\^2)\b"

FACTS = (
    *_ranges(),
    Fact("overflow", "warned(lambda: (np.array([200], dtype=np.uint8) + np.array([100], dtype=np.uint8))[0])", ["44"], "arithmetic between integer arrays wraps around without a word: uint8 200 + 100 is {value}", r"\b(?:integer|int8|int16|int32|int64|uint8|uint16|overflow\w*|Überl[aä]uf\w*|überläuft|débordement\w*)\b",
        right=rf"{SILENTLY}|\bmodulo\b|\bwraps\b", right_not=r"\b(?:without|no|ohne|sans)\b.{0,10}\b(?:warning|error|a word|Warnung|Fehler|Meldung|avertissement|erreur|un mot)\b",
        wrong=rf"\b(?:arrays?|Arrays?|Felder\w*|tableaux?)\b.{{0,40}}(?:{RAISES}|\bOverflowError\b|\bsaturat\w+|\bpromot\w+ to a (?:larger|wider)|\bgrößere\w* Typ)",
        without=r"python int|scalar|Skalar|scalaire|np\.int\d+\(|float|out[- ]of[- ]bound|NEP|assign|convert|np\.array\(|sum\b|accumulat|unless|OpenCV|errstate|seterr|power", context=r"\bnumpy\b|\bnp\."),
    Fact("small_sum", "int(np.array([200, 100], dtype=np.uint8).sum())", 300, "sum accumulates small integers in a wider type: uint8 200 and 100 give {value}", r"\b(?:np\.)?sum\b",
        right=r"\b(?:accumulat\w+|adds? up|sammelt|summiert|additionne|accumule)\b.{0,50}\b(?:wider|larger|64|breitere\w*|größere\w*|plus large)\b", wrong=r"\bsum\b.{0,40}\b(?:overflows?|wraps? around|läuft über|déborde)\b.{0,30}\b(?:u?int8|u?int16)\b|\bsum\b.{0,12}\bof (?:an? )?(?:u?int8|u?int16)\b.{0,25}\b(?:overflows?|wraps? around)\b", without="dtype ?=|torch"),
    Fact("promotion", "[str((np.float32(3) + 3.0).dtype), str((np.ones(2, dtype=np.float32) * 2.0).dtype), str((np.float32(3) + np.float64(3)).dtype)]", ["float32", "float32", "float64"], "a Python number takes the type of its NumPy partner: float32 + 3.0 is {value}", r"\bfloat32\b",
        right=r"\bPython(?:['’]s)? (?:float|number|scalar|int|zahl)\w*\b.{0,60}\b(?:weak|adapts?|stays?|keeps?|remains?|float32|schwach|passt sich)\b", wrong=r"\b(?:float32|np\.float32\(\d+\))\b.{0,25}(?:\+|\bplus\b|\band a\b|\bund einer?\b|\bet un\b) ?.{0,10}\bPython(?:['’]s|-)? ?(?:float|number|scalar|zahl)\w*\b.{0,25}\b(?:gives|becomes|yields|is|ergibt|wird|donne|devient)\b.{0,12}\bfloat64\b|\bPython(?:['’]s|-)? ?(?:floats?|numbers?|scalars?)\b.{0,30}\b(?:promotes?|upcasts?|turns?|hebt)\b.{0,40}\bfloat64\b",
        without=r"np\.float64|array of float64|math\.", verdict="outdated"),
    Fact("int_scalar", "[isinstance(np.int64(3), int), isinstance(np.float64(3), float), isinstance((np.ones(3) > 0).sum(), int)]", [False, True, False], "np.int64 is no int, while np.float64 is a float: isinstance gives {value}", r"\b(?:np|numpy)\.int64\b",
        right_not=r"\b(?:no|not an?|kein|pas un|n['’]est pas un|never an?)\b.{0,12}\b(?:int|subclass)\b", wrong=r"\b(?:is|inherits from|subclass\w* of|ist|est|hérite de|sous-classe de|Unterklasse von)\b.{0,15}(?:\b(?:an?|ein|un) )?(?:Python )?\bint\b(?!\w|32|64)", without=r"dtype|like|item\(\)|convert|equal|compatible|named|C long|wie"),
    Fact("float32_counts", "bool(np.float32(16777216) + np.float32(1) == np.float32(16777216))", True, "from 2**24 = 16,777,216 on float32 can no longer count by ones: {value}", r"\bfloat32\b",
        right=r"(?:2²⁴|2 ?\*\* ?24|2\^24|2\^\{24\}|16[,. ’']?777[,. ’']?216)", wrong=r"\b(?:every|all|each|jede|alle|toutes?|chaque) (?:the )?(?:integers?|whole numbers?|ganzen? Zahlen?|(?:les )?entiers?)\b.{0,30}\b(?:up to|bis|jusqu['’]à)\b.{0,8}(?:2³¹|2³²|2 ?\*\* ?(?:23|25|31|32|53)|2\^\{?(?:25|31|32|53)\}?|2⁵³)", without=r"float64"),
    Fact("astype_int", "np.array([1.9, -1.9]).astype(int).tolist()", [1, -1], "astype(int) cuts towards zero: 1.9 and -1.9 become {value}", r"\bastype\(int|\bastype\b.{0,30}\bint\w*|\bconversion to (?:an )?(?:int|integer)\w*|\bUmwandlung in (?:eine )?ganze|\bconversion en entier",
        right=r"\b(?:towards?|to) zero\b|\btruncat\w+|\bcuts?\b|\bschneidet\b|\babgeschnitten\b|\bRichtung null\b|\btronqu\w+|\bvers zéro\b", wrong=r"\brounds? (?:to the nearest|down|off|up)\b|\brundet\b|\bgerundet\b|\barrondit\b|\barrondie?s?\b|\bfloors?\b|\bnearest (?:integer|whole)\b", without=r"round\(|rint|first|pandas|Int64|torch", context=r"\bnumpy\b|\bnp\."),
    Fact("divide_zero", "warned(lambda: (np.array([1.0]) / np.array([0.0]))[0])", ["inf", "RuntimeWarning"], "1.0 / 0.0 in an array gives inf with a RuntimeWarning: {value}", r"\b(?:divi\w+ by zero|Division durch (?:null|0)|division par zéro)\b",
        right=r"\bRuntimeWarning\b|\binf\b", wrong=r"\bZeroDivisionError\b", without=r"python|int\b|scalar|math|plain|decimal|fraction|errstate|seterr|statistics|whereas|pure", context=r"\b(?:numpy|np)\b"),
    Fact("float16_max", "[float(np.finfo(np.float16).max), float(np.finfo(np.float16).eps)]", [65504.0, 0.0009765625], "float16 has the largest value and eps {value}", r"\bfloat16\b(?<!bfloat16)",
        right=rf"{integer(65504)}", wrong=rf"\bfloat16\b(?!.{{0,60}}(?:uint16|bfloat16)).{{0,45}}(?:{integer(65535)}|{integer(65536)}|{integer(32767)})", without=r"uint16|overflow|int16|beyond|above|über|exceed|more than|larger than"),
    Fact("eps", "[float(np.finfo(np.float32).eps), float(np.finfo(np.float64).eps)]", [1.1920928955078125e-07, 2.220446049250313e-16], "the machine epsilon of float32 and float64 is {value}", r"\b(?:eps|machine epsilon|Maschinengenauigkeit|epsilon machine)\b",
        right=r"\bfloat32\b.{0,25}1[.,](?:19|2)\d*(?:e-0?7| ?[·×x] ?10)|\bfloat64\b.{0,25}2[.,]2\d*(?:e-16| ?[·×x] ?10)", wrong=r"\bfloat64\b(?:(?!float32).){0,25}\b(?:1[.,]19\d*(?:e-0?7)|1[.,]1\d*e-16)|\bfloat32\b(?:(?!float64).){0,25}\b(?:2[.,]2\d*e-16|1e-8)", without=r"Adam|optimi|layer|norm|half|unit roundoff|tolerance"),
    Fact("float_digits", "[int(np.finfo(np.float32).precision), int(np.finfo(np.float64).precision), int(np.finfo(np.float16).precision)]", [6, 15, 3], "float32, float64 and float16 keep at least so many decimal digits: {value}", r"\bfloat(?:32|64)\b",
        right=r"\bfloat32\b.{0,35}\b(?:6|7|six|seven|sechs|sieben|sept)\b.{0,20}\b(?:digits|Stellen|Ziffern|chiffres)\b|\bfloat64\b.{0,35}\b(?:15|16|fifteen|sixteen|fünfzehn|sechzehn|quinze|seize)\b.{0,20}\b(?:digits|Stellen|Ziffern|chiffres)\b",
        wrong=r"\bfloat32\b(?:(?!float64|digits).){0,30}\b(?:15|16|sixteen|sechzehn|10|ten|zehn|12|twelve|3|three|drei)\b (?:significant |decimal |signifikante |Dezimal)?\s?(?:decimal )?(?:digits|Stellen|Ziffern|chiffres)\b|\bfloat64\b(?:(?!float32|digits).){0,30}\b(?:7|seven|sieben|20|twenty|zwanzig|32|30|10|ten)\b (?:significant |decimal )?(?:decimal )?(?:digits|Stellen|Ziffern|chiffres)\b", without=r"float16|agree|print|show|display|format"),
    Fact("integers_end", "[int(rng.integers(0, 3, size=500).min()), int(rng.integers(0, 3, size=500).max())]", [0, 2], "rng.integers leaves its upper bound out (endpoint=False): drawn from integers(0, 3) are {value}", rf"{_RNG}(?:integers|randint)\b|\brng\.integers\b|\bGenerator\.integers\b",
        right=rf"{near(BOUND_HIGH, EXCLUDED)}|{near(EXCLUDED, BOUND_HIGH)}|{LEFT_OUT}|\bhalf-open\b|\bendpoint(?: ?= ?| is | defaults to )False\b.{{0,15}}\bdefault", right_not=near(BOUND_HIGH, NOT_INCLUDED), wrong=rf"{near(BOUND_HIGH, INCLUDED)}|{near(INCLUDED, BOUND_HIGH)}|\bboth (?:ends|bounds|limits)\b.{{0,15}}{INCLUDED}|\bendpoint(?: ?= ?| is | defaults to )True (?:by default|unless)",
        without=r"endpoint ?= ?True|(?<!np\.)(?<!np\.random\.)\brandom\.randint|random_integers|with endpoint|mit endpoint|avec endpoint|\bif endpoint|wenn endpoint|si endpoint"),
    Fact("normal_scale", "round(float(rng.normal(0.0, 4.0, 40000).std()))", 4, "the scale of rng.normal is the standard deviation: draws with scale=4 have the standard deviation {value}", r"\bnormal\b",
        right=rf"\bscale\b[^.;:]{{0,30}}?\b(?:is|ist|est|means|meint|stands for|denotes|bezeichnet|désigne|takes|=)\b[^.;:]{{0,20}}?{_SIGMA}", wrong=rf"\b(?:ist|est|bezeichnet|désigne) scale\b[^.;:]{{0,12}}?{_SIGMA2}|\bscale\b[^.;:]{{0,30}}?\b(?:is|ist|est|means|meint|stands for|denotes|bezeichnet|désigne|takes|receives)\b[^.;:]{{0,20}}?{_SIGMA2}", without=rf"exponential|gamma|multivariate|square root|sqrt|√|Wurzel|racine|{_SIGMA}[^,;]{{0,15}}\bvarian", context=r"\b(?:numpy|np|rng)\b"),
    Fact("exponential_scale", "round(float(rng.exponential(4.0, 40000).mean()))", 4, "the scale of rng.exponential is the mean: draws with scale=4 have the mean {value}", r"\bexponential\b",
        right=r"\bscale\b[^.;:]{0,25}?\b(?:is|ist|est|=)\b[^.;:]{0,12}?\b(?:mean|Mittelwert|Erwartungswert|moyenne|inverse|Kehrwert)\b", wrong=r"\bscale\b[^.;:]{0,20}?\b(?:is|ist|est)\b (?:the |die |le |l['’]|its )?(?:rate|Rate|taux|intensity|λ|lambda)\b", without=r"1 ?/|inverse|Kehrwert|reciprocal", context=r"\b(?:numpy|np|rng)\b"),
    Fact("shuffle", "shuffled()", [True, True, True], "rng.shuffle shuffles in place and returns None: {value}", rf"{_RNG}shuffle\b|\bshuffle\b",
        right=rf"{IN_PLACE}|\breturns? None\b|\bgibt None\b|\brenvoie None\b", wrong=rf"\b(?:returns?|gibt|liefert|renvoie|retourne) (?:a |an |the |eine? |die |un |une )?(?:new |shuffled |neue\w* |gemischte\w* |permuted |nouvelle? )+(?:array|copy|list|Kopie|Liste|Array|copie|liste|tableau)?\b|\bshuffle\b[^.;]{{0,25}}\b(?:leaves|lässt|laisse)\b[^.;]{{0,30}}\b(?:unchanged|untouched|as it is|unverändert|intact)\b|\bshuffle\b[^.;]{{0,20}}\breturns? {COPY}",
        without=r"permutation|permuted\(|DataLoader|random\.sample|train_test_split|shuffle ?=|KFold|tf\.|dataset", context=r"\b(?:numpy|np|rng)\b"),
    Fact("permutation", "permuted()", [True, True], "rng.permutation returns a shuffled copy and leaves its argument: {value}", r"\bpermutation\b",
        right=rf"\bpermutation\b[^.;]{{0,30}}(?:{COPY}|\bnew array\b)", wrong=rf"\bpermutation\b(?:(?!\bshuffle\b)[^.;]){{0,30}}{IN_PLACE}", without=r"itertools|torch|permutation test|permutations", context=r"\b(?:numpy|np|rng)\b"),
    Fact("choice_replace", "len(set(rng.choice(50, 50).tolist())) < 50", True, "rng.choice draws with replacement by default: {value}", rf"{_RNG}choice\b|\brng\.choice\b",
        right=r"\bwith replacement\b|\bmit Zurücklegen\b|\bavec remise\b|\breplace(?: ?= ?| is )True\b.{0,10}\bdefault", wrong_not=r"\b(?:without replacement|ohne Zurücklegen|sans remise)\b(?=.{0,30}\b(?:unless|by default|default|standardmäßig|sofern|sauf|par défaut)\b)|\b(?:by default|standardmäßig|par défaut)\b.{0,40}\b(?:without replacement|ohne Zurücklegen|sans remise)\b", without=r"replace ?= ?False(?! by default)|random\.sample|torch|shuffle"),
    Fact("random_range", "[bool(rng.random(1000).min() >= 0), bool(rng.random(1000).max() < 1)]", [True, True], "rng.random draws from [0, 1): {value}", rf"{_RNG}(?:random|rand|uniform)\b\(?",
        right=r"\[ ?0[.,]?0?[,;] ?1[.,]?0?(?:\)|\[)|\bhalf[- ]open\b|\bhalboffen\w*|\bsemi[- ]ouvert", wrong=r"\bclosed interval\b|\babgeschlossene\w* Intervall|\bintervalle fermé\b|\[ ?0[,;] ?1 ?\](?!\))|\]0[,;] ?1\]|\(0, ?1\]", without=r"1 ?-|integers|torch"),
    Fact("default_generator", "type(rng.bit_generator).__name__", "PCG64", "np.random.default_rng uses {value}", r"\bdefault_rng\b",
        right=r"\bPCG-?64\b", wrong=r"\b(?:uses?|is based on|built on|nutzt|verwendet|beruht auf|utilise|repose sur)\b.{0,20}\b(?:Mersenne|MT19937|Philox|xoshiro)\w*", without=r"legacy|np\.random\.seed|RandomState|whereas|while|old|PCG"),
)  # fmt: skip

PROBE = facts_probe(
    "numpy-numbers",
    "Which ranges have NumPy's types, what happens at their edges, and what do its random generators draw?",
    (
        r"\b(?:u?int(?:8|16|32|64)|float(?:16|32|64))\b",
        r"\b(?:iinfo|finfo|overflow\w*|Überlauf|débordement)\b",
        r"\brng\.\w+|\bdefault_rng\b|\bnp\.random\b",
        r"\bastype\b",
    ),
    ("numpy",),
    SETUP,
    FACTS,
)
