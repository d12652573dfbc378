# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""NumPy's variances, covariances, quantiles, histograms, and what they make of missing values."""

from __future__ import annotations

from sandbox.probes.facts import Fact, either, facts_probe, near
from sandbox.probes.vocabulary import DIVIDE_N, DIVIDE_N_MINUS_1, POPULATION, SAMPLE

SETUP = r"""
import warnings
import numpy as np

warnings.simplefilter("ignore")
RAN_ON["numpy"] = np.__version__
x = np.array([2.0, 4.0, 4.0, 9.0])
grid = np.array([[1.0, 2.0, 4.0], [4.0, 9.0, 8.0]])
hole = np.array([2.0, np.nan, 7.0])

def divisor(found):
    squares = float(((x - x.mean()) ** 2).sum())
    return "N" if abs(found - squares / 4) < 1e-9 else "N - 1" if abs(found - squares / 3) < 1e-9 else "other"

def refuses(action):
    try:
        action()
    except Exception as error:
        return type(error).__name__
    return ""
"""

_VAR = r"(?:\b(?:np\.|numpy\.|ndarray\.)(?:nan)?(?:std|var)\b|\bnumpy(?:['’]s)?\b(?=.{0,40}\b(?:std|var|variance|varianz|standard deviation|standardabweichung|écart[- ]type)\b))"
_OTHERS = r"(?:\bpandas\b|\bDataFrame\b|\bSeries\b|\btorch\b|\bstatistics\b|\bstdev\b|\bcov\b|\bcorrcoef\b|\bnp\.cov|\bsqrt\b|\bR\b['’ ])"
_SET = r"\bddof ?= ?[1-9]|\bddof ?\(|with ddof|mit ddof|avec ddof|pass(?:ing)? ddof|set(?:ting)? ddof|unbiased ?="

FACTS = (
    Fact(
        "std_divides_by", "divisor(x.std() ** 2)", "N", "np.std and np.var divide by {value} by default (ddof=0)", _VAR,
        right=near(_VAR, either(DIVIDE_N, POPULATION, r"\bddof ?(?:= ?|is |ist |est |of )0\b"), _OTHERS),
        wrong=near(_VAR, either(DIVIDE_N_MINUS_1, SAMPLE, r"\bddof ?(?:= ?|defaults? to |is |ist |vaut )1 (?:by default|unless|standardmäßig|par défaut)"), _OTHERS),
        without=_SET,
    ),
    Fact(
        "var_divides_by", "divisor(x.var())", "N", "NumPy's variance divides by {value} by default (ddof=0)", r"\bNumPy\b",
        right=near(r"\bNumPy\b", DIVIDE_N, _OTHERS, 45), wrong=near(r"\bNumPy\b", DIVIDE_N_MINUS_1, _OTHERS, 45),
        without=_SET + r"|\bcov\b|\bcov[ao]r|\bKovarian|\bmean\b|\bmittelwert", context=r"\b(?:var|std|variance|varianz|standard deviation|standardabweichung|écart[- ]type)\b",
    ),
    Fact("std_ddof", "str(__import__('inspect').signature(np.std).parameters['ddof'].default)", "0", "np.std's ddof is {value} by default", r"\b(?:np|numpy)\.(?:std|var)\b",
        right=r"\bddof\b.{0,25}\b(?:defaults? (?:to|is)|default of|standardmäßig|par défaut|Vorgabe\w*|is|ist|vaut)\b.{0,10}\b(?:0|zero|null|zéro)\b",
        wrong=r"\bddof\b.{0,25}\b(?:defaults? (?:to|is)|default of|standardmäßig|par défaut|Vorgabe\w*|is 1 by default)\b.{0,10}\b(?:1|one|eins|un)\b", without=r"pandas|Series|DataFrame|cov"),
    Fact(
        "cov_divides_by", "divisor(float(np.cov(x)))", "N - 1", "np.cov divides by {value} by default", r"\b(?:np|numpy)\.cov\b",
        right=near(r"\b(?:np|numpy)\.cov\b", either(DIVIDE_N_MINUS_1, SAMPLE), r"\b(?:std|var)\b"),
        wrong=near(r"\b(?:np|numpy)\.cov\b", either(DIVIDE_N, POPULATION), r"\b(?:std|var)\b"), without=r"bias ?=|\bddof ?=|\bnp\.var\b|\bnp\.std\b",
    ),
    Fact(
        "corrcoef_shape", "list(np.corrcoef(grid).shape)", [2, 2], "np.corrcoef and np.cov take each row as a variable by default (rowvar=True); two rows of three give a matrix of shape {value}",
        r"\b(?:np|numpy)\.(?:corrcoef|cov)\b",
        right=r"\b(?:each|every|jede|chaque|the|die|les) (?:row|rows|zeilen?|lignes?)\b.{0,25}\b(?:variables?|sensor|variablen?|merkmal\w*)\b|\brows? (?:are|is|as) (?:the )?(?:an? )?variables?\b|\bZeilen? als Variablen?\b|\blignes? comme (?:des |une )?variables?\b|\browvar(?: ?= ?| is | ist | vaut )True\b",
        wrong=r"\b(?:each|every|jede|chaque|the|die|les) (?:columns?|spalten?|colonnes?)\b.{0,25}\b(?:variables?|variablen?|merkmal\w*)\b|\bcolumns? (?:are|is|as) (?:the )?(?:an? )?variables?\b|\bSpalten? als Variablen?\b|\bcolonnes? comme (?:des |une )?variables?\b|\browvar(?: ?= ?| is | defaults to )False (?:by default|unless|standardmäßig|par défaut)",
        without=r"\browvar ?= ?False(?! by default)|\bobservation\w*\b.{0,30}\bcolumn|\.T\b|transpos|pandas|\.corr\(",
    ),
    Fact(
        "percentile_scale", "[float(np.percentile(np.arange(101.0), 90)), refuses(lambda: np.percentile(x, 101))]", [90.0, "ValueError"], "np.percentile takes its q from 0 to 100: {value}",
        r"\b(?:np|numpy)\.(?:nan)?percentile\b",
        right=r"\b(?:0|zero|null)\b.{0,12}\b(?:to|and|bis|und|à|et)\b.{0,5}\b100\b",
        wrong=r"\b(?:between|from|zwischen|von|entre|de) (?:0|zero) (?:to|and|bis|und|à|et) (?:1|one|eins|un)\b(?![.,]?\d)|\b(?:as|als|comme) (?:a )?(?:fractions?|Bruchteil|Anteil|fraction)\b",
        without=r"quantile",
    ),
    Fact(
        "quantile_scale", "[float(np.quantile(np.arange(101.0), 0.9)), refuses(lambda: np.quantile(x, 90))]", [90.0, "ValueError"], "np.quantile takes its q from 0 to 1: {value}",
        r"\b(?:np|numpy)\.(?:nan)?quantile\b", right=r"\b(?:between|from|zwischen|von|entre|de) 0 (?:to|and|bis|und|à|et) 1\b(?![.,]?\d)",
        wrong=r"\b(?:between|from|zwischen|von|entre|de) 0 (?:to|and|bis|und|à|et) 100\b", without=r"percentile",
    ),
    Fact(
        "percentile_method", "float(np.percentile([1.0, 2.0, 3.0, 4.0], 50))", 2.5, "np.percentile and np.median interpolate linearly by default: the median of 1, 2, 3, 4 is {value}",
        r"\b(?:np\.(?:percentile|quantile|median)|percentile|quantile)\b",
        right=r"\blinear(?:ly)?\b.{0,20}\b(?:by default|interpolat\w+|interpolier\w*|default)\b|\binterpolat\w+ linearly\b|\binterpolier\w* .{0,12}linear\b|\binterpol\w+ linéaire\w*",
        wrong=r"\b(?:nearest|lower|higher|midpoint)\b.{0,20}\b(?:by default|is the default|unless)\b|\bby default,? .{0,30}\b(?:nearest|lower|higher|midpoint) (?:value|neighbou?r|observation|method|rank|data point)\b", without=r"method ?=|interpolation ?=|torch|pandas",
    ),
    Fact(
        "median_even", "float(np.median([1.0, 2.0, 3.0, 10.0]))", 2.5, "np.median of an even number of values is the mean of the two middle ones: {value}", r"\b(?:np|numpy)\.(?:nan)?median\b",
        right=r"\b(?:mean|average|midpoint|Mittel(?:wert)?|moyenne)\b.{0,30}\b(?:two|beiden|zwei|deux)\b", wrong=r"\b(?:lower|smaller|upper|larger|kleinere\w*|untere\w*|größere\w*|plus petite?|plus grande?)\b.{0,20}\b(?:two|middle|beiden|mittleren|deux)\b",
        without=r"torch|median_low|median_high",
    ),
    Fact(
        "nan_equal", "[bool(np.nan == np.nan), bool(np.nan != np.nan), bool((hole != np.nan).all())]", [False, True, True], "nan equals nothing, itself included: nan == nan, nan != nan and (array with a nan != nan).all() are {value}", r"\bnan\b",
        right=r"\b(?:equal to nothing|unequal to (?:everything|itself)|gleich nichts|differs from itself|diffère de lui-même)\b",
        right_not=r"\b(?:not|never|nicht|nie|pas|jamais|n['’]t)\b.{0,20}\b(?:equal|gleich|égale?)\b.{0,15}\b(?:itself|to itself|sich selbst|anything|lui-même|elle-même)|\bequals? (?:to )?nothing\b|\bequals? no\w*\b|\bgleich (?:keinem|nichts)\b|\bnan ?!= ?nan\b|\bnan == nan\b.{0,12}\bFalse\b",
        wrong=r"\b(?:np\.)?nan\b.{0,12}\b(?:equals|is equal to|compares equal to|ist gleich|est égale? à) (?:itself|sich selbst|lui-même|np\.nan|nan)\b|\bnan == (?:np\.)?nan\b.{0,12}\b(?:is|gives|ist|ergibt|est|vaut|donne) True\b",
        without=r"equal_nan|assert_array_equal|array_equal|identity|\bis np\.nan\b",
    ),
    Fact(
        "nan_check", "bool((hole != np.nan).all())", True, "each comparison with != nan is {value}, with a missing value as well: such a check cannot fail; np.isnan finds it",
        r"\b(?:assert\w*|check|test|loop|condition|guard\w*|Prüfung|Schleife|Zusicherung|Abfrage|Bedingung|boucle|vérification)\b",
        wrong=r"\b(?:guards?|guarantees?|ensures?|protects?|as long as it passes|passes only|stops?|fails? (?:as soon as|if|when)|catches|detects|finds|bricht\b.{0,40}\bab|bräche\b.{0,60}\bab|schlägt .{0,15}fehl|schlüge .{0,15}fehl|stellt sicher|findet|entdeckt|échoue\w*|s['’]arrête\w*|garantit|détecte)\b",
        wrong_not=r"\b(?:there is|es gibt|gibt es|il n['’]y a) (?:no|kein\w*|aucun\w*|pas de) (?:hole|missing|gap|nan|Lücke|NaN|fehlend\w*|trou|valeur manquante)\b",
        without=r"cannot fail|kann nicht|always|immer|toujours|isnan|isna|never fails|useless|nutzlos|inutile|vain",
        context=r"(?:assert|if|filter|while)\b[^\n]{0,80}(?:!=|==) ?(?:np\.nan|numpy\.nan|math\.nan|float\(['\"“”]nan['\"“”]\)|nan\b)", modal=True,
    ),
    Fact(
        "nan_mean", "[str(np.mean(hole)), float(np.nanmean(hole))]", ["nan", 4.5], "np.mean of values with a nan is nan, np.nanmean leaves it out: {value}", r"\bnp\.(?:mean|sum|std|var|max|min|median)\b|\bmean\(\)",
        right=r"\bnan\b.{0,60}\b(?:(?:becomes|gives|returns|yields|is|propagat\w+|wird|ergibt|liefert|devient|donne|renvoie) (?:also |itself |to |zu )?(?:nan)?|propagat\w+)\b",
        wrong=r"\b(?:ignores?|skips?|leaves? out|omits?|überspring\w*|ignorier\w*|lässt .{0,20}aus|ignore(?:nt)?|saute(?:nt)?)\b.{0,25}\b(?:nans?|missing values?|fehlende\w*|valeurs? manquantes?)\b",
        without=r"nan(?:mean|sum|std|var|max|min|median)|pandas|Series|DataFrame|skipna|where ?=",
    ),
    Fact(
        "nan_sorted_last", "str(np.sort(hole)[-1])", "nan", "np.sort puts nan last: the last entry is {value}", r"\b(?:np|numpy)\.sort\b", right=r"\bnans?\b.{0,25}\b(?:last|at the end|ans Ende|am Ende|à la fin|en dernier)\b",
        wrong=r"\bnans?\b.{0,25}\b(?:first|at the (?:beginning|start|front)|an den Anfang|am Anfang|au début|en premier)\b",
    ),
    Fact(
        "argmax_flat", "int(np.argmax(grid))", 4, "np.argmax without axis gives the index into the flattened array: {value}", r"\b(?:np|numpy)\.arg(?:max|min)\b|\.arg(?:max|min)\(\)",
        right=r"\bflat(?:tened)?\b|\bflach\w*|\babgeflacht\w*|\baplati\w*", wrong=r"\b(?:row and (?:the )?column|tuple|pair of (?:indices|indexes)|Zeile und Spalte|Tupel|ligne et (?:la )?colonne)\b",
        without=r"unravel|axis ?=|divmod|keepdims|nonzero|argwhere|flat.{0,40}axis",
    ),
    Fact(
        "argmax_first", "int(np.argmax([1, 7, 7]))", 1, "np.argmax gives the first of several greatest values: index {value}", r"\barg(?:max|min)\b", right=r"\bfirst (?:occurrence|of them|one|index|position|maximum)\b|\berste\w* (?:Vorkommen|Stelle|Index|Position)\b|\bpremière (?:occurrence|position)\b",
        wrong=r"\blast (?:occurrence|of them|one|index|position)\b|\bletzte\w* (?:Vorkommen|Stelle|Index|Position)\b|\bdernière (?:occurrence|position)\b", without=r"torch",
    ),
    Fact(
        "axis_zero", "grid.mean(axis=0).tolist()", [2.5, 5.5, 6.0], "axis=0 removes the rows and leaves one value per column: {value}", r"\baxis ?= ?0\b",
        right=r"\b(?:per|each|every|for each|of each|of the|je|pro|jeder?|par|de chaque|pour chaque) (?:columns?|Spalten?|colonnes?)\b|\b(?:along|over|across|down|über|entlang) (?:the )?(?:der |die )?(?:rows?|Zeilen?)\b|\bspaltenweise\b|\bcolumn ?-?wise\b",
        wrong=r"\b(?:mean|sum|average|maximum|std|variance|value|one \w+|Mittelwerte?|Summen?|moyennes?|sommes?)s? (?:per|of each|for each|of every|for every|je|pro|jeder|par|de chaque|pour chaque) (?:rows?|Zeilen?|lignes?)\b|\bzeilenweise\b|\brow-?wise\b",
        without=r"axis ?= ?1|dropna|drop\(|concat|pandas|DataFrame|apply|delete|insert|stack|sort|repeat|columns?.{0,30}rows?\b.{0,20}column|torch",
    ),
    Fact(
        "axis_one", "grid.sum(axis=1).tolist()", [7.0, 21.0], "axis=1 removes the columns and leaves one value per row: {value}", r"\baxis ?= ?1\b",
        right=r"\b(?:per|each|every|for each|of each|je|pro|jeder?|par|de chaque|pour chaque) (?:rows?|Zeilen?|lignes?)\b|\bzeilenweise\b|\brow-?wise\b",
        wrong=r"\b(?:mean|sum|average|maximum|std|variance|value|one \w+|Mittelwerte?|Summen?|moyennes?|sommes?)s? (?:per|of each|for each|of every|for every|je|pro|jeder|par|de chaque|pour chaque) (?:columns?|Spalten?|colonnes?)\b|\bspaltenweise\b|\bcolumn-?wise\b",
        without=r"axis ?= ?0|dropna|drop\(|concat|pandas|DataFrame|apply|delete|insert|stack|sort|repeat|torch",
    ),
    Fact(
        "histogram_bins", "len(np.histogram(x)[0])", 10, "np.histogram makes {value} bins by default", r"\bhistogram\b",
        right=r"\b(?:10|ten|zehn|dix) (?:equal(?:ly wide|-width)? )?(?:bins|Klassen|Intervalle|classes|intervalles)\b.{0,20}|\bbins(?: ?= ?| defaults to )10\b",
        wrong=r"\b(?:5|8|12|16|20|30|50|100|five|twenty|fifty|fünf|zwanzig|cinq|vingt) (?:equal(?:ly wide|-width)? )?(?:bins|Klassen|classes)\b.{0,15}\b(?:by default|unless|if nothing|without an argument|standardmäßig|par défaut)\b|\b(?:by default|standardmäßig|par défaut|without (?:an |any )?argument)\b.{0,40}\b(?:5|8|12|16|20|30|50|100|five|twenty|fifty|fünf|zwanzig|cinq|vingt) (?:bins|Klassen|classes)\b",
        without=r"matplotlib|plt\.|pandas|seaborn|torch|histc",
    ),
    Fact(
        "histogram_last_edge", "np.histogram([0.0, 1.0, 2.0], bins=[0.0, 1.0, 2.0])[0].tolist()", [1, 2], "the last bin of np.histogram includes its right edge, the others do not: {value}", r"\bhistogram\b|\bbins?\b",
        right=r"\blast bin\b.{0,40}\b(?:includes|closed|inclusive|contains)\b|\bletzte (?:Klasse|Intervall)\b.{0,40}\b(?:schließt|enthält|abgeschlossen)\b|\bdernier(?:e)? (?:classe|intervalle)\b.{0,30}\b(?:inclut|fermée?)\b",
        wrong=r"\b(?:all|every|each|alle|jede\w*|toutes?|chaque) (?:the )?(?:bins?|Klassen?|classes?)\b.{0,25}\b(?:half[- ]open|halboffen\w*|semi[- ]ouverte?s?)\b|\blast bin\b.{0,20}\b(?:excludes|half[- ]open)\b",
        without=r"but|except|aber|außer|sauf|pd\.cut|pandas|all but",
    ),
    Fact(
        "round_half", "np.round([0.5, 1.5, 2.5]).tolist()", [0.0, 2.0, 2.0], "np.round takes halves to the even neighbour: 0.5, 1.5, 2.5 become {value}", r"\bnp\.(?:round|around|rint)\b",
        right=r"\beven\b|\bgerade\w*\b|\bpaire?\b|\bbanker", wrong=r"\b(?:halves|half|ties|\.5|0[.,]5|Hälften|halbe|demi\w*)\b.{0,25}\b(?:away from zero|up(?:wards)?|auf(?:gerundet)?|vers le haut|au supérieur)\b",
    ),
    Fact(
        "allclose_tolerances", "[__import__('inspect').signature(np.allclose).parameters[k].default for k in ('rtol', 'atol')]", [1e-05, 1e-08], "np.allclose has rtol and atol {value} by default", r"\b(?:np|numpy)\.(?:allclose|isclose)\b",
        right=r"\brtol(?: ?= ?| of | is | von | de )1e-0?5\b|\batol(?: ?= ?| of | is | von | de )1e-0?8\b",
        wrong=r"\brtol(?: ?= ?| of | is | defaults to )(?:1e-0?[346789]|0)\b.{0,30}\b(?:by default|default)\b|\b(?:by default|default\w*|standardmäßig|par défaut)\b.{0,30}\brtol(?: ?= ?| of | is | von | de )1e-0?[346789]\b|\batol(?: ?= ?| of | is )(?:1e-0?[3456]|0)\b.{0,30}\bdefault\b|\b(?:by default|default\w*|standardmäßig|par défaut)\b.{0,50}\batol(?: ?= ?| of | is | von | de )(?:1e-0?[3456]|0)\b",
        without=r"torch|assert_allclose|math\.isclose",
    ),
    Fact(
        "allclose_nan", "bool(np.allclose([np.nan], [np.nan]))", False, "two nans count as different in np.allclose by default: {value}", r"\b(?:np|numpy)\.(?:allclose|isclose)\b|\ballclose\b",
        right=r"\bnans?\b.{0,30}\b(?:different|unequal|verschieden|ungleich|différents?)\b", wrong=r"\bnans?\b.{0,30}\b(?:count as|are|treated as|gelten als|sont|considérés comme) (?:equal|the same|gleich|égaux)\b",
        without=r"equal_nan ?= ?True|torch|if equal_nan|with equal_nan|assert_",
    ),
    Fact(
        "allclose_symmetric", "bool(np.allclose(1.0, 1.1, rtol=0.095, atol=0) == np.allclose(1.1, 1.0, rtol=0.095, atol=0))", False, "np.allclose is not symmetric: only its second argument scales the tolerance; equal both ways: {value}", r"\b(?:allclose|isclose)\b",
        right=r"\basymmetric\b|\bunsymmetrisch\b|\basymétrique\b|\bswapping\b.{0,40}\bchange", right_not=r"\b(?:not|nicht|pas|n['’]t) (?:\w+ )?symm", wrong=r"\b(?:is|ist|est) symm[eé]tri\w+\b|\border of (?:the|its) arguments\b.{0,15}\b(?:irrelevant|plays no)", without=r"math\.",
    ),
    Fact(
        "argument_order", "np.histogram([0.0, 1.0, 2.0], bins=2)[1].tolist()", [0.0, 1.0, 2.0], "np.histogram returns one edge more than bins: {value}", r"\bhistogram\b",
        right=r"\b(?:one more edge|edges? .{0,12}one more|eine Grenze mehr|un bord de plus)\b", wrong=r"\bas many edges as (?:bins|counts)\b|\bebenso viele Grenzen wie\b|\bautant de bords que\b",
    ),
    Fact(
        "average_equals_mean", "float(np.average([1.0, 3.0], weights=[3.0, 1.0]))", 1.5, "np.average divides by the sum of the weights: {value}", r"\b(?:np|numpy)\.average\b",
        right=r"\bsum of (?:the |its )?weights\b|\bSumme der Gewichte\b|\bsomme des poids\b", wrong=r"\bweights\b.{0,60}\bdivid\w+ by (?:the )?(?:N|number|count)\b|\bGewicht\w*\b.{0,50}\bdurch (?:N|die Anzahl)\b",
    ),
)  # fmt: skip

PROBE = facts_probe(
    "numpy-statistics",
    "By what do NumPy's variances divide, how are quantiles, axes and bins counted, and what does a nan do?",
    (
        r"\b(?:np|numpy)\.(?:nan)?(?:std|var|cov|corrcoef|percentile|quantile|median|mean|average|histogram|argmax|argmin|allclose|isclose|round|sort)\b",
        r"\bddof\b|\browvar\b",
        r"\b(?:np|numpy)\.nan\b|\bnan\b",
        r"\baxis ?= ?\d",
    ),
    ("numpy",),
    SETUP,
    FACTS,
)
