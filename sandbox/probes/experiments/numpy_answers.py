# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What NumPy's arrays do with types, views, division, missing values, order and shapes where books put it in words alone."""

from __future__ import annotations

from sandbox.probes.answer_words import COPIED, RAISED, SHARED
from sandbox.probes.questions import Question, questions_probe

SETUP = r"""
import warnings
import numpy as np

warnings.simplefilter("ignore")
RAN_ON["numpy"] = np.__version__
a = np.arange(6.0).reshape(2, 3)

def either(truth, yes, no):
    return yes if truth else no

def raised(action):
    return either(attempt(action)["raised"], "raises an error", "is accepted")

def shares(found, base=None):
    return either(np.shares_memory(found, a if base is None else base), "shares memory", "is a copy")

def warned(action):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        action()
    return either(seen, "draws a warning", "draws no warning")

def refcheck():
    b = np.arange(3)
    b.resize(5, refcheck=False)
    return either(b.tolist() == [0, 1, 2, 0, 0], "fills up with zeros", "repeats the data")

def counted_twice():
    b = np.zeros(2)
    b[[0, 0]] += 1
    return either(b[0] == 1.0, "once", "twice")

def assigned_mask():
    b = np.array([-1, 2])
    b[b < 0] = 0
    return either(b.tolist() == [0, 2], "changes the array", "leaves the array as it is")

def narrowed():
    b = np.zeros(2, dtype=int)
    b[0] = 1.9
    return either(b[0] == 1, "is cut off", "makes the array float")

def type_of(value):
    return str(np.asarray(value).dtype)

def both_branches():
    seen = []
    def branch():
        seen.append(1)
        return np.zeros(2)
    np.where([True, True], np.ones(2), branch())
    return either(seen, "are both computed", "are computed where needed")

def reshaped():
    return either(raised(lambda: a.reshape(4, 2)) == "raises an error", "raises an error", "is accepted")

def unstable_unique():
    values, counts = np.unique([3, 1, 3], return_counts=True)
    return either(values.tolist() == [1, 3], "sorted", "in the order of appearance")
"""

_NUMPY = r"\bnumpy\b|\bnp\.|\bndarray\b|\barrays?\b"
_APART = r"\btorch|\btensor|\bpandas|\bDataFrame|\bpython lists?\b|\bjax\b"

FACTS = (
    Question("floor_zero", "raised(lambda: np.array([7]) // 0)", "Floor division of an integer array by zero {value}: it gives 0 and a warning.",
        (r"(?://|\bfloor[- ]divi\w+|\binteger division\b|\bremainder\b|%)", r"\b(?:zero|0)\b"), {"raises an error": r"\brais(?:es?|ed)\b|\bZeroDivisionError\b|\bexception\b", "is accepted": r"\b(?:gives|returns|yields|results in|is) (?:\w+ )?(?:0|zero)\b|\bRuntimeWarning\b|\bonly (?:a )?warn\w*|\bwarning\b"}, about=_NUMPY, without=rf"{_APART}|errstate|seterr|Python(?:['’]s)? (?:raises|own|int\w*)|plain Python|FloatingPointError|in Python itself|(?<!as in )\bPython\b"),
    Question("divide_zero", "raised(lambda: np.array([1.0]) / 0)", "Division of a float array by zero {value}.", (r"\bdivi\w+|/ ?0\b", r"\b(?:zero|0)\b", r"\b(?:floats?|inf\w*|arrays?)\b"), {"raises an error": RAISED, "is accepted": r"\b(?:gives|returns|yields|is|are|becomes?|results in) (?:\w+ )?[`+−-]?inf\w*|\bRuntimeWarning\b|\bonly (?:a )?warn\w*"}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|errstate|seterr|Python|//|floor|FloatingPointError|integers? (?:zero|division)|%"),
    Question("fancy", "shares(a[[0, 1]])", "Selecting by a list of positions or by a mask gives what {value}.",
        (r"\b(?:fancy|advanced|boolean mask\w*|(?:by|with|through|using) (?:an? )?(?:\w+ )?mask|list of (?:positions|indices|integers)|array of (?:positions|indices|integers)|index arrays?|indices in a list)\b", r"\b(?:index\w*|select\w*|pick\w*|mask\w*|result|access\w*)\b"), {"shares memory": SHARED, "is a copy": COPIED}, about=_NUMPY, without=rf"{_APART}|assign\w*|np\.ma\b|Masked|nomask|hardmask|fill_value|attention|take\(|\bset\b|slic|on the left"),
    Question("slice", "shares(a[:, :2])", "A slice of an array {value}.", (r"\b(?:an?|the|every|each|any|this|such a|basic|plain|its) slice\b|\bslices (?:are|share|give|make|return|of an array)\b|\bslicing\b|\bbasic indexing\b",), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\bnumpy\b|\bnp\.|\bndarray\b", without=rf"{_APART}|\blist\b|string|\bstr\b|bytes|\.copy\(|fancy|mask|list of|advanced|make a copy|ask for|want"),
    Question("mask_assign", "assigned_mask()", "An assignment to a selection by a mask, a[a < 0] = 0, {value}.", (r"\b(?:assign\w*|= ?0\b)", r"\bmask\w*|a\[a|boolean|condition"), {"changes the array": r"\b(?:changes|writes|modif\w+|works|updates|in place|acts on) (?:\w+ ){0,3}(?:array|original|itself|as hoped|place|it)?\b", "leaves the array as it is": r"\b(?:array|original) (?:is left|stays|remains) (?:as it (?:is|was)|unchanged|untouched)\b|\bno effect\b|\bis lost\b|\bchanges (?:only )?(?:a|the) copy\b"}, about=_NUMPY, without=rf"{_APART}|chained|a\[.*\]\["),
    Question("repeated_index", "counted_twice()", "a[[0, 0]] += 1 adds {value} at the repeated place.", (r"\+=|\bin-place addition\b|\brepeated (?:index|indices|positions?)\b", r"\b(?:repeat\w*|twice|once|1|2|duplicat\w*)\b"), {"once": r"\b(?:only )?once\b|\badds 1\b|\b1 and not 2\b|\blast one wins\b", "twice": r"\b(?:twice|two times|adds 2|2 and not 1|accumulates|counts each)\b"}, about=r"\[\[0, 0\]\]|repeated (?:index|indices|positions?)", without=rf"{_APART}|add\.at|bincount"),
    Question("resize_function", "either(np.resize([1, 2, 3], 5).tolist() == [1, 2, 3, 1, 2], 'repeats the data', 'fills up with zeros')", "np.resize, the function, {value}.",
        (r"\bfunction\b|\bnp\.resize\b",), {"repeats the data": r"\brepeat\w*\b|\bstarts? (?:again|over)\b|\bfrom the (?:start|beginning)\b|\bcycl\w+", "fills up with zeros": r"\bzeros?\b|\bpads?\b"}, about=r"\bnp\.resize\b", without=r"\bmethod\b|\.resize\(|torch|image|picture|interpol|functions,"),
    Question("resize_method", "refcheck()", "The method resize {value}.", (r"\bmethod\b|\ba\.resize\b|\.resize\(", r"\b(?:zeros?|repeat\w*|fills?|pads?)\b"), {"repeats the data": r"\brepeats?\b|\bstarts? again\b", "fills up with zeros": r"\bzeros?\b"}, about=r"\bresize\b", without=r"np\.resize|function"),
    Question("uint8_sum", "type_of(np.uint8([200]) + np.uint8([100]))", "The sum of two uint8 arrays is {value}.", (r"\b(?:sums?|additions?|adding|added)\b|\b\w \+ \w\b", r"\b(?:uint8|uint16|int16|int64|widen\w*|wrap\w*|256|overflow\w*)\b"),
        {"uint8": r"\b(?:is|are|stays?|remains?|in|returns?|gives?) (?:\w+ ){0,3}uint8\b|\bwraps? (?:around|round)\b|\bmodulo 256\b", "a wider type": r"\b(?:widen\w*|promot\w+|upcast\w*|convert\w*|becomes?|is|gives?|in|returns?) (?:\w+ ){0,3}(?:u?int(?:16|32|64)|wider type)\b|\braises?\b|\bsaturat\w+|\bclipp?ed (?:to|at) 255\b"}, about=r"(?=.*\buint8\b)(?=.*(?:\bnumpy\b|\bnp\.|NumPy))", without=rf"{_APART}|a\.sum|\.sum\(|mean|reduc\w+|divi\w+|300|\d\d\d doesn|Python (?:int|number)|astype|cv2|OpenCV|int8 and|uint16 and"),
    Question("sum_uint8", "type_of(np.uint8([200, 100]).sum())", "sum() of a uint8 array is {value}.", (r"\bsum\(\)|\bnp\.sum\b", r"\b(?:uint8|small integers?|unsigned)\b"), {"uint64": r"\b(?:uint64|64-bit)\b|\bdoes not overflow\b", "uint8": r"\b(?:stays|remains|is|in|returns) (?:\w+ )?uint8\b|\bwraps? (?:around|round)\b|\boverflows\b"}, about=_NUMPY, without=rf"{_APART}|dtype ?=|\+|float"),
    Question("python_scalar", "raised(lambda: np.uint8([1]) + 300)", "A Python integer that does not fit, uint8 array + 300, {value}.", (r"\b(?:300|256|1000|-1|too large|does not fit|doesn['’]t fit|out of range|out of bounds)\b", r"\b(?:uint8|int8)\b"), {"raises an error": RAISED, "is accepted": r"\b(?:wraps?|promot\w+|becomes|widen\w*|upcast\w*|gives u?int16)\b"}, about=r"NumPy 2|numpy ?(?:==|>=)? ?2", without=rf"{_APART}|NumPy 1|before|astype|np\.uint8\(|NumPy scalar|assign"),
    Question("integer_assign", "narrowed()", "A fraction that is assigned to an integer array {value}.", (r"\bassign\w*|\bstor\w+|\bwrit\w+", r"\bint(?:eger)?s?\b", r"\b(?:float\w*|fraction\w*|decimal\w*|\d\.\d+)\b"), {"is cut off": r"\b(?:truncat\w+|cut off|dropped|lost|toward(?:s)? zero)\b", "makes the array float": r"\b(?:becomes?|turns? into|converted|promoted|upcast|changes? (?:its|the) (?:type|dtype)) (?:\w+ ){0,3}float\w*|\brounded\b|\braises?\b"}, about=_NUMPY, without=rf"{_APART}|astype|tensor|Decimal|casting"),
    Question("where_branches", "both_branches()", "The two values of np.where {value}.", (r"\bnp\.where\b|\bwhere\b", r"\b(?:branch\w*|both|values?|sides?|arguments?)\b", r"\b(?:comput\w+|evaluat\w+|calculat\w+)\b"), {"are both computed": r"\bboth\b|\bin full\b|\beverywhere\b", "are computed where needed": r"\b(?:only|just) (?:\w+ ){0,4}(?:where|chosen|selected|needed|for the)\b|\blazi\w+|\bskips?\b|\bshort-circuit\w*"}, about=r"\bnp\.where\b", without=rf"{_APART}|np\.divide|where ?=|ufunc"),
    Question("nan_equal", "either(np.nan == np.nan, 'is equal to itself', 'is not equal to itself')", "np.nan {value}.", (r"\bnan\b", r"\b(?:itself|each other|another|nan == )"), {"is equal to itself": r"(?<!un)\b(?:is|are) (?:\w+ )?equal (?:to )?(?:itself|each other|another nan|every other nan)\b|\bequals (?:itself|another)\b|(?:==|is|gives|returns) True\b", "is not equal to itself": r"\bunequal\b|\bdiffers? from itself\b|(?:is|gives|returns) False\b"}, about=_NUMPY, without=rf"{_APART}|equal_nan|isnan|assert_|array_equal|unique|\bis nan\b|!=|in a (?:list|set)|identity"),
    Question("nan_mean", "either(np.isnan(np.mean([1.0, np.nan])), 'is nan', 'skips it')", "The mean of an array that holds a nan {value}.", (r"\b(?:np\.)?(?:mean|sum|max|min|std|median)\b", r"\b(?:nan|missing)\b"), {"is nan": r"\b(?:is|becomes?|gives?|returns?|yields?|turns?|comes out as|makes) (?:\w+ ){0,3}nan\b|\bpropagat\w+|\bpoison\w+|\bspreads?\b", "skips it": r"\b(?:skips?|ignor(?:es?|ed|ing)|leaves? (?:it|them) out|left out|drops?|disregards?)\b"}, about=r"\A(?!.*(?:pandas|\bpd\.|DataFrame|Series)).*\b(?:numpy|np\.)", without=rf"{_APART}|nanm\w+|nansum|nanstd|where ?=|fmax|fmin|skipna|dropna"),
    Question("nan_sort", "either(np.isnan(np.sort([np.nan, 1.0])[-1]), 'last', 'first')", "np.sort puts nan {value}.", (r"\bsort\w*\b", r"\bnan\b"), {"last": r"\b(?:last|end|behind|bottom|right)\b", "first": r"\b(?:first|front|beginning|start|top|left)\b"}, about=_NUMPY, without=rf"{_APART}|reverse|\[::-1\]|descending|before sorting"),
    Question("std", "either(abs(np.std([1.0, 3.0]) - 1.0) < 1e-12, 'N', 'N - 1')", "np.std divides by {value} by default.", (r"\bnp\.(?:std|var)\b|\bnumpy\.(?:std|var)\b|\bddof\b",), {"N": r"\bpopulation\b|\bdivid\w+ by (?:the (?:number|count)|[nN]\b(?! ?[-−–]| minus))|\bddof ?(?:=|is|of) ?0\b", "N - 1": r"\b[nN] ?[-−–] ?1\b|\b[nN] minus (?:one|1)\b|\bsample (?:standard deviation|variance)\b|\bunbiased\b|\bBessel\w*|\bddof (?:is|of|defaults to) 1\b"}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|ddof ?= ?1|statistics\.|with ddof|np\.cov|stdev|set(?:s|ting)? ddof|\bpass", by_default=True),
    Question("percentile", "either(np.percentile([1, 2, 3, 4], 50) == 2.5, 'interpolates linearly', 'takes a value of the data')", "np.percentile {value} by default.", (r"\b(?:np\.)?(?:percentile|quantile)\b",), {"interpolates linearly": r"\binterpolat\w+|\blinear\w*\b", "takes a value of the data": r"\b(?:nearest|lower|actual (?:value|observation)|always (?:a|one) (?:value|member|element) of)\b"}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|method ?=|interpolation ?=|statistics|inverted_cdf|deciles?", by_default=True),
    Question("mean_axis", "either(np.mean(a).shape == (), 'all elements', 'each column')", "np.mean without axis is taken over {value}.", (r"\bnp\.(?:mean|sum|max|min|std|median)\b", r"\b(?:without|no|by default|unless|default|axis ?= ?None)\b", r"\b(?:axis|column\w*|all|whole|flatten\w*)\b"), {"all elements": r"\b(?:all|every|whole|entire|flatten\w*|single (?:number|value))\b", "each column": r"\b(?:column by column|per column|each column|axis 0|first axis|column[- ]wise|one value per)\b"}, without=rf"{_APART}|axis ?= ?\d|keepdims|pandas", by_default=True),
    Question("append", "either((lambda v: (np.append(v, 9), len(v))[1])(np.array([1])) == 1, 'a new array', 'the same array')", "np.append gives {value}.", (r"\bnp\.append\b",), {"a new array": rf"{COPIED}|\bnew array\b|\bevery time\b|\bquadratic\b", "the same array": r"\bin[- ]place\b|\bamortized\b|\bgrows? the (?:array|existing)|\bextends? (?:the|an) (?:existing )?array\b"}, without=r"list\.append|list append|unlike|instead of"),
    Question("reshape", "shares(a.reshape(3, 2))", "reshape of a contiguous array {value}.", (r"\breshape\b",), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|where possible|if possible|whenever|non-?contiguous|contiguous|otherwise|transpos|\.T\b|order|always|\.copy|may"),
    Question("reshape_size", "reshaped()", "reshape to another number of elements {value}.", (r"\breshape\b", r"\b(?:number of (?:elements|values)|size|fit|six|6 elements|count)\b"), {"raises an error": RAISED, "is accepted": r"\b(?:pads?|fills? up|truncat\w+|repeats?|cuts? off|drops)\b"}, about=_NUMPY, without=rf"{_APART}|resize|same number|-1"),
    Question("ravel_flatten", "shares(a.flatten())", "flatten {value}.", (r"\bflatten\b",), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|ravel|nn\.|start_dim|keras|layers"),
    Question("transpose", "shares(a.T)", "A transposed array {value}.", (r"\b(?:transpose|transposes|transposing|transposed (?:array|matrix|view))\b|\.T\b",), {"shares memory": rf"{SHARED}|\b(?:only|just) (?:the )?strides\b|\bmoves no (?:data|element)", "is a copy": COPIED}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|ascontiguous|\.copy|convol|layer"),
    Question("astype", "shares(a.astype(float))", "astype, even to the same type, {value}.", (r"\bastype\b",), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|copy ?= ?False|view\("),
    Question("unique", "unstable_unique()", "np.unique gives its values {value}.", (r"\bnp\.unique\b",), {"sorted": r"\bsorted\b|\bascending\b|\bin (?:increasing|sorted) order\b", "in the order of appearance": r"\border of (?:\w+ )?(?:appearance|occurrence)\b|\b(?:original|first-seen|insertion) order\b"}, without=rf"{_APART}|pd\.unique|return_index|dict\.fromkeys"),
    Question("int_overflow", "raised(lambda: np.array([2**63 - 1]) + 1)", "Integer overflow in an array {value}.", (r"\boverflow\w*\b|\btoo (?:large|big)\b|\bbeyond (?:its|the) (?:range|maximum|limit)\b", r"\b(?:int\w*|arrays?)\b"), {"raises an error": r"\braises?\b|\bOverflowError\b|\bexception\b", "is accepted": r"\bwraps? (?:around|round)\b|\bsilently\b|\bwithout (?:a |any )?(?:warning|error)\b|\bnegative\b"}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|Python int|scalar|float|300|does(?:n['’]t| not) fit|conver\w+|seterr|assign|object|Python(?:['’]s)? (?:own|integers)|cast|arbitrary"),
    Question("rng_integers", "either(max(np.random.default_rng(0).integers(0, 3, 500)) == 2, 'excluded', 'included')", "The upper bound of rng.integers is {value}.", (r"\bintegers\(|\brng\.integers\b", r"\b(?:upper|high|bound|end\w*|limit|last)\b"), {"excluded": r"\bexclu\w+|\bhalf-open\b|\bnever (?:drawn|returned)\b|\bleft out\b", "included": r"(?<!not )\binclu\w+|\bboth ends\b"}, about=r"default_rng|\brng\b", without=rf"{_APART}|endpoint|random\.randint|randint"),
    Question("shuffle", "either(np.random.default_rng(0).shuffle(np.arange(3)) is None, 'in place', 'a new array')", "rng.shuffle works {value}.", (r"\brng\.shuffle\b|\bshuffle\b", r"\b(?:rng|generator|array)\b"), {"in place": r"\bin[- ]place\b|\bNone\b", "a new array": r"\breturns? (?:a |the )?(?:new |shuffled )+(?:array|copy)\b|\b(?:original|array) (?:stays|is left|remains) (?:as it is|unchanged|untouched)\b"}, about=r"\bnumpy\b|\bnp\.|default_rng", without=rf"{_APART}|permutation|random\.shuffle|loader|list"),
    Question("choice", "either(len(set(np.random.default_rng(0).choice(5, 5).tolist())) < 5, 'with replacement', 'without replacement')", "rng.choice draws {value} by default.", (r"\bchoice\b", r"\breplacement\b"), {"with replacement": r"\bwith replacement\b|\breplace ?= ?True\b", "without replacement": r"\bwithout replacement\b|\breplace ?= ?False (?:is|by) default\b"}, about=r"\bnumpy\b|\bnp\.|default_rng", without=rf"{_APART}|replace ?= ?False(?! (?:is|by) default)|random\.choices|sample|\band\b", by_default=True),
    Question("broadcast_left", "raised(lambda: np.ones((3, 4)) + np.ones(3))", "Shapes (3, 4) and (3,) in one operation: the operation {value}.", (r"\(3, ?4\)", r"\(3,\)"), {"raises an error": RAISED + r"|\bincompatible\b|\bdo not fit\b", "is accepted": r"\b(?:works|fits?|broadcast\w* (?:fine|along)|are compatible|gives \(3, ?4\))\b"}, about=_NUMPY, without=r"reshape|\[:, None\]|newaxis|keepdims|\(4,\)|\(3, ?1\)"),
    Question("empty_mean", "warned(lambda: np.mean([]))", "The mean of an empty array {value} and is nan.", (r"\bempty\b", r"\bmean\b"), {"draws a warning": r"\bwarn\w*|\bnan\b", "draws no warning": r"\braises?\b|\bis (?:0|zero)\b|\bgives (?:0|zero)\b"}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|statistics|np\.empty|initial"),
    Question("round_half", "either(np.round([0.5, 1.5, 2.5]).tolist() == [0.0, 2.0, 2.0], 'to the even neighbour', 'up')", "np.round rounds a half {value}.", (r"\b(?:np\.)?(?:round|around|rint)\b", r"\bhal(?:f|ves)|2\.5|0\.5"), {"to the even neighbour": r"\beven\b|\bbanker", "up": r"\b(?:up|away from zero)\b"}, about=r"\bnumpy\b|\bnp\.", without=rf"{_APART}|floor|Decimal"),
)  # fmt: skip

PROBE = questions_probe(
    "numpy-answers",
    "What do arrays do with types, views, division by zero, missing values, order and shapes where a chapter puts it in words?",
    (
        r"\bnumpy\b|\bnp\.[a-z]",
        r"\b(?:uint8|int64|float64|astype|overflow)\b",
        r"\b(?:views?|cop(?:y|ies)|slic\w+|fancy|mask\w*|shares_memory)\b",
        r"\b(?:reshape|resize|ravel|flatten|broadcast\w*|transpos\w+)\b",
        r"\bnan\b|\bdivision\b|\bpercentile\b|\bstd\b",
        r"\bdefault_rng\b|\brng\b",
    ),
    ("numpy",),
    SETUP,
    FACTS,
)
