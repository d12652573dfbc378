# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""NumPy's arrays: what is a view and what a copy, what happens in place, how arrays are joined, made and multiplied."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near
from sandbox.probes.vocabulary import BOUND_HIGH, COPY, EXCLUDED, IN_PLACE, INCLUDED, LEFT_OUT, NOT_INCLUDED, VIEW

SETUP = r"""
import inspect
import numpy as np

RAN_ON["numpy"] = np.__version__
a = np.arange(6.0).reshape(2, 3)
shares = lambda found: bool(np.shares_memory(found, a))

def in_place(name):
    values = np.array([3, 1, 2])
    return [getattr(values, name)() is None, values.tolist()]

def refuses(action):
    try:
        action()
    except Exception as error:
        return type(error).__name__
    return ""
"""

_SLICE = r"\b(?:slic(?:e|es|ing)|basic indexing|Ausschnitte?|Slices?|tranches?|découpage)\b"
_FANCY = r"(?:\bfancy index\w*\b|\badvanced index\w*\b|\b(?:index\w*|select\w*|pick\w*) (?:\w+ ){0,3}with an? (?:list|array|integer array|index array|(?:list|array) of (?:positions|indices|integers|indexes))|\b(?:list|array) of (?:positions|indices|indexes)\b|\bListe von (?:Indizes|Positionen)\b|\bliste d['’]indices\b|\bindexation avancée\b)"
_MASK = r"(?:\bboolean (?:mask\w*|index\w*|arrays?)\b|\bmask(?:s|ing)?\b|\bboolesche\w* (?:Maske\w*|Index\w*)\b|\bmasques? booléens?\b)"
_PYTHON_LIST = (
    r"\bPython(?:['’]s)? lists?\b|\bof a list\b|\bPython-Liste|\blistes? Python|\btorch|\btensor|\bpandas|\bDataFrame|\bstring|\bdetach"
)
_NEW_AXIS = r"\bnew (?:axis|dimension)\b|\bneue\w* (?:Achse|Dimension)\b|\bnouvel(?:le)? (?:axe|dimension)\b|\badditional (?:axis|dimension)\b|\bextra (?:axis|dimension)\b"
_OLD_AXIS = r"\bexisting (?:axis|dimension)\b|\bvorhandene\w* (?:Achse|Dimension)\b|\bbestehende\w* (?:Achse|Dimension)\b|\b(?:axe|dimension) existante?\b|\baxis that (?:already )?exists\b"


def _shared(key: str, code: str, value: bool, name: str, owner: str, without: str = "") -> Fact:
    said = f"{name} gives {'a view that shares memory with the array' if value else 'a copy'}; sharing memory: {{value}}"
    pole = {True: near(owner, VIEW, COPY, 70), False: near(owner, COPY, VIEW, 70)}
    out = f"{_PYTHON_LIST}|{without}" if without else _PYTHON_LIST
    return Fact(key, code, value, said, owner, right=pole[value], wrong=pole[not value], without=out)


FACTS = (
    _shared("slice_shares", "shares(a[:, :2])", True, "a slice of an array", _SLICE, rf"{_FANCY}|{_MASK}|\.copy\(|unless|slice of a (?:list|str)|\blist\b|\btuple\b|\bbytes\b|\bListe|\bliste\b|\bextended slic"),
    _shared("fancy_shares", "shares(a[[0, 1]])", False, "indexing with a list of positions", _FANCY, r"\bassign"),
    _shared("mask_shares", "shares(a[a > 1])", False, "a boolean mask", _MASK, r"\bassign|attention|attn|np\.ma\b"),
    _shared("ravel_shares", "shares(a.ravel())", True, "ravel of a contiguous array", r"\bravel\b", r"\bflatten\b.{0,10}\b(?:and|und|et)\b|non[- ]contiguous|\balways\b|where it can|if (?:it can|possible|needed|necessary)|wenn|soweit|si (?:possible|nécessaire)|only"),
    _shared("flatten_shares", "shares(a.flatten())", False, "flatten", r"\bflatten\b", r"torch|nn\.Flatten"),
    _shared("transpose_shares", "shares(a.T)", True, "a transpose", r"(?:\.T\b|\btranspose\b|\btransposed? array\b|\bTransponierte\b|\btransposée\b)", r"ascontiguous|\.copy\("),
    _shared("reshape_shares", "shares(a.reshape(3, 2))", True, "reshape of a contiguous array", r"\breshape\b", r"non[- ]contiguous|where it can|if (?:it can|possible|needed|necessary)|when\w*|whenever|wenn|soweit|möglich|si (?:possible|nécessaire)|otherwise|may|order ?=|\.T\b|\.copy\(|\bcopy ?=|only"),
    _shared("astype_shares", "shares(a.astype(float))", False, "astype by default", r"\bastype\b", r"copy ?= ?False|pandas|if (?:necessary|needed)"),
    _shared("broadcast_shares", "shares(np.broadcast_to(a, (4, 2, 3)))", True, "np.broadcast_to", r"\bbroadcast_to\b"),
    _shared("asarray_shares", "shares(np.asarray(a))", True, "np.asarray of an array", r"\bnp\.asarray\b", r"np\.array\b|\blists?\b|dtype ?=|torch"),
    _shared("array_shares", "shares(np.array(a))", False, "np.array of an array", r"\bnp\.array\b(?!\w)", r"asarray|copy ?= ?False"),
    Fact("reshape_order", "np.arange(6).reshape(2, 3).tolist()", [[0, 1, 2], [3, 4, 5]], "reshape fills row by row (order C): {value}", r"\breshape\b",
        right=r"\brow(?:s)?[- ](?:by[- ]row|major|wise)\b|\brow first\b|\bzeilenweise\b|\bligne par ligne\b|\bC order\b|\border ?= ?[\"'“]C",
        wrong=r"\bcolumn(?:s)?[- ](?:by[- ]column|major|wise)\b|\bcolumn first\b|\bspaltenweise\b|\bcolonne par colonne\b|\bFortran order\b.{0,20}\bdefault", without=r"order ?= ?[\"'“]?F|MATLAB|\.T\b"),
    Fact("method_sort", "in_place('sort')", [True, [1, 2, 3]], "an array's method sort sorts in place and returns None: {value}", r"(?<!np)(?<!numpy)\.sort\(\)|\bmethod sort\b|\bMethode sort\b|\bméthode sort\b",
        right=rf"{IN_PLACE}|\bNone\b", wrong=r"\breturns? (?:a |the )?(?:new |sorted )+(?:array|copy)\b|\bgibt (?:ein|eine) (?:neue\w*|sortierte\w*) (?:Array|Feld|Kopie)\b|\brenvoie (?:un nouveau|une copie)\b|\b(?:original|array) (?:stays|remains|is left) (?:as it is|unchanged|untouched)\b", without=r"np\.sort|numpy\.sort|pandas|Series|sorted\(|sort_values|\blist\b|\bListe\b|\bliste\b", context=r"\bnumpy\b|\bnp\."),
    Fact("function_sort", "[np.sort(np.array([3, 1, 2])).tolist(), (lambda v: (np.sort(v), v.tolist())[1])(np.array([3, 1, 2]))]", [[1, 2, 3], [3, 1, 2]], "np.sort returns a sorted copy and leaves its argument: {value}", r"\b(?:np|numpy)\.sort\b",
        right=rf"{COPY}|\bnew array\b|\bunchanged\b|\bunverändert\b|\binchangé\b", wrong=near(r"\b(?:np|numpy)\.sort\b", rf"(?:{IN_PLACE}|\breturns? None\b)", "", 30), without=r"\.sort\(\)|method|Methode|méthode|whereas|while|während|tandis"),
    Fact("append_copies", "(lambda v: [np.append(v, 9).tolist(), v.tolist()])(np.array([1, 2]))", [[1, 2, 9], [1, 2]], "np.append returns a new array and leaves its argument: {value}", r"\b(?:np|numpy)\.append\b",
        right=rf"{COPY}|\bnew array\b|\bneues (?:Array|Feld)\b|\bnouveau tableau\b", wrong=rf"{IN_PLACE}|\bextends? the (?:existing )?array\b|\bgrows the array\b|\bamortized\b|\blike list\.append\b"),
    Fact("concatenate_axis", "[list(np.concatenate([a, a]).shape), list(np.stack([a, a]).shape)]", [[4, 3], [2, 2, 3]], "np.concatenate joins along the existing first axis, np.stack makes a new axis: {value}", r"\bconcatenate\b",
        right=near(r"\bconcatenate\b", _OLD_AXIS, r"\bstack\b"), wrong=near(r"\bconcatenate\b", _NEW_AXIS, r"\bstack\b"), without=r"torch"),
    Fact("stack_axis", "list(np.stack([a, a]).shape)", [2, 2, 3], "np.stack makes a new axis, the first by default: two arrays of shape (2, 3) give {value}", r"\b(?:np|numpy)\.stack\b|\b[Ff](?:u|o)n[ck]\w+ stack\b",
        right=near(r"\bstack\b(?! np)", _NEW_AXIS, r"\bconcatenate\b"), wrong=near(r"\bstack\b(?! np)", _OLD_AXIS, r"\bconcatenate\b"), without=r"torch|call stack|pandas|unstack"),
    Fact("vstack_shape", "[list(np.vstack([a, a]).shape), list(np.hstack([a, a]).shape)]", [[4, 3], [2, 6]], "vstack puts arrays below one another, hstack side by side: {value}", r"\b[vh]stack\b",
        right=r"\bvstack\b.{0,30}\b(?:rows|vertical\w*|below|on top|untereinander|Zeilen)\b|\bhstack\b.{0,30}\b(?:columns|horizontal\w*|side by side|nebeneinander|Spalten)\b",
        wrong=r"\bvstack\b(?:(?!hstack).){0,40}\b(?:side by side|horizontal\w*|nebeneinander|next to each other)\b|\bhstack\b(?:(?!vstack).){0,40}\b(?:on top of|vertical\w*|untereinander|below)\b"),
    Fact("linspace_end", "[float(np.linspace(0, 1, 5)[-1]), float(np.linspace(0, 1, 5)[1])]", [1.0, 0.25], "np.linspace includes its end, so num points have num - 1 gaps: last value and step of linspace(0, 1, 5) are {value}", r"\blinspace\b",
        right=rf"\bboth ends\b|\bbeide (?:Enden|Grenzen)\b|\bdeux (?:extrémités|bornes)\b|{near(BOUND_HIGH, INCLUDED)}|{near(INCLUDED, BOUND_HIGH)}", wrong=rf"{near(BOUND_HIGH, EXCLUDED)}|{near(EXCLUDED, BOUND_HIGH)}|{LEFT_OUT}|\bstops? (?:just )?before\b", wrong_not=near(BOUND_HIGH, NOT_INCLUDED), without=r"endpoint ?= ?False|arange|range\(|torch"),
    Fact("linspace_num", "len(np.linspace(0, 1))", 50, "np.linspace makes {value} values by default", r"\b(?:np|numpy)\.linspace\b",
        right=r"\b(?:50|fifty|fünfzig|cinquante)\b.{0,20}\b(?:values|points|samples|numbers|elements|Werte|Punkte|valeurs|points)?", wrong=r"\b(?:10|100|ten|hundred|zehn|hundert|dix|cent) (?:values|points|samples|numbers|elements|Werte|Punkte|valeurs|points)\b.{0,20}\b(?:by default|unless|standardmäßig|par défaut)\b|\b(?:by default|standardmäßig|par défaut|without num)\b.{0,30}\b(?:10|100|ten|hundred|zehn|hundert|dix|cent) (?:values|points|samples|numbers|Werte|Punkte|valeurs)\b", without="torch"),
    Fact("arange_end", "np.arange(0, 1, 0.25).tolist()", [0.0, 0.25, 0.5, 0.75], "np.arange stops before its end: {value}", r"\barange\b",
        right=rf"{near(BOUND_HIGH, EXCLUDED)}|{LEFT_OUT}|\bstops? (?:short|before)\b|\bendet vor\b|\bs['’]arrête avant\b", right_not=near(BOUND_HIGH, NOT_INCLUDED), wrong=rf"{near(BOUND_HIGH, INCLUDED)}|{near(INCLUDED, BOUND_HIGH)}|\bboth (?:ends|endpoints)\b", without=r"linspace|rounding|Rundung|arrondi|sometimes|float\w* step|length"),
    Fact("zeros_dtype", "[str(np.zeros(2).dtype), str(np.array([1, 2]).dtype), str(np.array([1, 2.5]).dtype)]", ["float64", "int64", "float64"], "np.zeros gives float64, np.array of ints int64, of ints and floats float64: {value}", r"\bnp\.(?:zeros|ones|empty)\b",
        right=r"\bfloat64\b", wrong=r"\b(?:int64|int32|float32|integers?|ganze\w* Zahlen|entiers)\b", without=r"dtype ?=|torch|_like|astype|indices|\bfull\b"),
    Fact("where_one", "[len(np.where(a > 1)), np.where([False, True, True])[0].tolist()]", [2, [1, 2]], "np.where with one argument returns a tuple of index arrays, one per axis: {value}", r"\b(?:np|numpy)\.where\b",
        right=r"\btuple of (?:index )?(?:arrays|indices)\b|\bTupel\b.{0,20}\bInd\w+|\btuple (?:de|d['’])", wrong=r"\b(?:with|mit|avec) (?:only )?(?:one|a single|nur einem|einem einzigen|un seul) argument\b.{0,40}\b(?:boolean (?:array|mask)|the values themselves|boolesche\w*|die Werte selbst)\b"),
    Fact("unique_sorted", "np.unique([3, 1, 3, 2]).tolist()", [1, 2, 3], "np.unique returns sorted values: {value}", r"\b(?:np|numpy)\.unique\b",
        right=r"\bsort(?:ed|iert\w*)\b|\btriées?\b", wrong=r"\border of (?:first )?(?:appearance|occurrence)\b|\b(?:first[- ]seen|original|insertion) order\b|\bReihenfolge (?:des|ihres) (?:ersten )?(?:Auftretens|Vorkommens)\b|\bordre d['’]apparition\b|\bpreserv\w+ (?:the )?order\b", without=r"pandas|pd\.unique|return_index|Series|dict\.fromkeys|sorted=False"),
    Fact("elementwise", "[(np.array([[1, 2], [3, 4]]) * np.array([[1, 2], [3, 4]])).tolist(), (np.array([[1, 2], [3, 4]]) @ np.array([[1, 2], [3, 4]])).tolist()]", [[[1, 4], [9, 16]], [[7, 10], [15, 22]]], "* multiplies arrays element by element, @ is the matrix product: {value}", r"(?:\boperator \W?\*|\bthe \*|\bA \* B\b|\ba \* b\b|\bder Operator \*|\bl['’]opérateur \*)",
        right=r"\belement[- ]?(?:wise|by[- ]element)\b|\belementweise\b|\bélément par élément\b|\bterme à terme\b", wrong=r"\bmatrix (?:product|multiplication)\b|\bMatrixprodukt\b|\bMatrizenmultiplikation\b|\bproduit matriciel\b", without=r"@|matmul|np\.matrix|sparse|scipy|MATLAB", context=r"\bnumpy\b|\bnp\."),
    Fact("matmul_batches", "[list(np.matmul(np.ones((5, 2, 3)), np.ones((5, 3, 4))).shape), list(np.dot(np.ones((5, 2, 3)), np.ones((5, 3, 4))).shape)]", [[5, 2, 4], [5, 2, 5, 4]], "for stacks of matrices matmul multiplies pairs and dot pairs every matrix with every other: {value}", r"\b(?:np\.)?matmul\b", right=r"\b(?:batch\w*|stacks? of matrices|Stapel)\b", wrong=r"\b(?:np\.)?(?:dot|matmul)\b.{0,20}\b(?:always the same|identical|interchangeable|in every dimension)\b", without="torch|2-?D|two dimensions|matrices only"),
    Fact("broadcast_refused", "[refuses(lambda: np.ones((3, 4)) - np.ones(3)), list((np.ones((3, 1)) - np.ones(4)).shape)]", ["ValueError", [3, 4]], "shapes are compared from the right; (3, 4) and (3,) are refused, (3, 1) and (4,) give (3, 4): {value}", r"\b(?:broadcast\w*|shapes?|Formen|formes)\b",
        right=r"\bfrom the (?:right|end|last)\b|\btrailing (?:axes|dimensions|axis|dimension)\b|\bvon rechts\b|\bvon hinten\b|\bà partir de la (?:droite|fin|dernière)\b", wrong=r"\b(?:compared|aligned|matched|verglichen|ausgerichtet|comparées?|alignées?)\b.{0,20}\b(?:from the left|leading (?:axes|dimensions)|from the first|von links|von vorn|à partir de la gauche)\b", without=r"torch|reshape|padded", context=r"\bnumpy\b|\bnp\."),
    Fact("argsort_stable", "inspect.signature(np.argsort).parameters['kind'].default", None, "np.sort and np.argsort take kind={value} by default, which promises no stability; kind='stable' does", r"\b(?:np|numpy)\.(?:arg)?sort\b",
        right=r"\bunstable\b|\bquick\w*|\bintrosort\b", right_not=r"\b(?:not|n['’]t|nicht|pas|no)\b.{0,25}\b(?:stab\w+)\b", wrong=r"\b(?:is|are|ist|sind|est|always) (?:a )?stabl?e?\b|\bstable (?:sort )?by default\b", without=r"kind ?=|kind=|sorted\(|mergesort|timsort|stable ?="),
    Fact("repeat_tile", "[np.repeat([1, 2], 2).tolist(), np.tile([1, 2], 2).tolist()]", [[1, 1, 2, 2], [1, 2, 1, 2]], "np.repeat repeats each element, np.tile the whole: {value}", r"\bnp\.(?:repeat|tile)\b", right=r"\brepeat\b.{0,30}\b(?:each|every|jedes|chaque) (?:element|Element|élément)\b|\btile\b.{0,30}\b(?:whole|entire|ganze)\b",
        wrong=r"\bnp\.tile\b(?:(?!repeat).){0,30}\b(?:each|every|jedes|chaque) (?:element|Element|élément)\b|\bnp\.repeat\b(?:(?!tile).){0,30}\b(?:whole|entire|ganze)\b"),
    Fact("empty_values", "str(np.empty(3).shape)", "(3,)", "np.empty allocates shape {value} and sets no value", r"\bnp\.empty\b", right=r"\buninitiali[sz]ed\b|\barbitrary\b|\bwhatever\b|\bnicht initialisiert\b|\buninitialisiert\b|\bnon initialisée?s?\b|\bbeliebig\w*", wrong=r"\bnp\.empty\b.{0,40}\b(?:filled with|full of|consists of|gefüllt mit|enthält|remplie? de)\b.{0,10}\b(?:zeros|Nullen|nans?|NaN|zéros|ones)\b", without=r"empty_like"),
    Fact("mutable_slice", "(lambda v: (v[:2].__setitem__(0, 9), v.tolist())[1])(np.array([1, 2, 3]))", [9, 2, 3], "writing into a slice changes the array: {value}", _SLICE,
        right=r"\bchang\w+ (?:also )?(?:in |to )?the (?:original|array|base)\b|\bändert .{0,20}(?:Original|Array|Feld)\b|\bmodifie .{0,20}(?:original|tableau)\b|\bwrites? through\b",
        wrong=r"\b(?:original|array|base)\b.{0,20}\b(?:stays|remains|is left) (?:as it is|as it was|unchanged|untouched|intact)\b|\b(?:Original|Array|Feld)\b.{0,20}\bbleibt\b.{0,15}\bunverändert\b|\b(?:original|tableau)\b.{0,20}\breste\b.{0,12}\b(?:intact|inchangé)\b", wrong_not=r"\b(?:does not|doesn['’]t|never)\b.{0,15}\b(?:change|affect|touch|modify)\b.{0,15}\b(?:original|array|base)\b",
        without=rf"{_FANCY}|{_MASK}|{_PYTHON_LIST}|\.copy\(|\blist\b|\bstring|rebind|assigning a new|copy", context=r"\bnumpy\b|\bnp\."),
)  # fmt: skip

PROBE = facts_probe(
    "numpy-arrays",
    "What is a view and what a copy in NumPy, what happens in place, and how are arrays joined, made and multiplied?",
    (
        r"\b(?:np|numpy)\.(?:linspace|arange|concatenate|stack|[vh]stack|append|sort|argsort|where|unique|empty|zeros|repeat|tile|matmul|dot|broadcast_to|asarray|array)\b",
        r"\bbroadcast\w*\b",
        r"\bslic(?:e|es|ing)\b|\bviews?\b|\bfancy index",
        r"\b(?:ravel|flatten|reshape|astype)\b",
    ),
    ("numpy",),
    SETUP,
    FACTS,
)
