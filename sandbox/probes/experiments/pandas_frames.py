# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""pandas: missing values, statistics, reading of files and selection."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near
from sandbox.probes.vocabulary import DIVIDE_N, DIVIDE_N_MINUS_1, EXCLUDED, IN_PLACE, INCLUDED, NOT_INCLUDED, POPULATION, SAMPLE

SETUP = r"""
import io
import warnings
import numpy as np
import pandas as pd

RAN_ON["pandas"] = pd.__version__
s = pd.Series([2.0, 4.0, 4.0, 9.0])
holes = pd.Series([3.0, np.nan, 3.0, 8.0])
df = pd.DataFrame({"a": [1.0, np.nan, np.nan], "b": [5.0, 6.0, np.nan]})

def divisor(found):
    squares = float(((s - s.mean()) ** 2).sum())
    return "N" if abs(found - squares / 4) < 1e-9 else "N - 1" if abs(found - squares / 3) < 1e-9 else "other"

def refuses(action):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            action()
    except Exception as error:
        return type(error).__name__
    return ""

def warned(action):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            action()
        except Exception as error:
            return ["raises " + type(error).__name__]
    return sorted({each.category.__name__ for each in caught})

def missing(word):
    return bool(pd.read_csv(io.StringIO("a,b\n" + word + ",1\n"), keep_default_na=True)["a"].isna().all())

def replaced_in_place():
    frame = df.copy()
    return [frame.dropna(inplace=True) is None, len(frame)]

def untouched():
    frame = df.copy()
    frame.dropna()
    return len(frame)

def copy_on_write():
    frame = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame[frame["a"] > 1]["b"] = 99
    return frame["b"].tolist()
"""

_PD = r"\b(?:pandas|DataFrame|Series|df\.\w+|Datenrahmen)\b"
_VAR = r"\b(?:var|std|variance|varianz|standard deviation|standardabweichung|écart[- ]type|Series\.std|Series\.var)\b"
_RIVAL = r"(?:\bNumPy|\bnp\.|\btorch|\bstatistics\b|\bpstdev)"
_SET = r"\bddof ?= ?0|with ddof|mit ddof|avec ddof|set(?:ting)? ddof|pass(?:ing)? ddof"
_CONTEXT = r"\bpandas\b|\bpd\.|\bDataFrame\b|\bdf\b"
_DROPNA = r"\bdropna\b"
_ANY = r"(?:\b(?:any|a single|at least one|one|some|contains a|with a) (?:\w+ )?(?:missing|nan|null|value)\b|\b(?:mindestens ein|ein einziger|ein|irgendein)\w* (?:\w+ )?(?:Wert fehlt|fehlende\w*|Lücke|NaN)\b|\bau moins une\b|\bune seule valeur manquante\b|\bhow ?= ?[\"'“]any\b)"
_ALL = r"(?:\b(?:all|every one) (?:of )?(?:the |its |their )?(?:values|entries|cells|columns)?\s?(?:are|is) (?:missing|nan|null)\b|\b(?:entirely|completely) (?:missing|empty|nan)\b|\ball (?:values )?missing\b|\ball-nan\b|\balle (?:ihre |seine |deren |die )?(?:Werte|Einträge|Spalten|Felder) fehlen\b|\b(?:vollständig|ganz|komplett) leer\b|\btoutes (?:les |ses |leurs )?valeurs (?:sont manquantes|manquent)\b|\bhow ?= ?[\"'“]all\b)"


def _word(key: str, word: str, value: bool, owner: str) -> Fact:
    """Whether read_csv takes a word for a missing value."""
    listed = r"\b(?:gehör(?:t|en)\b.{0,12}\bdazu|counts?|treated|taken|read|recogni[sz]ed|parsed|gilt|gelten|zähl(?:t|en)|become|becomes|wird|werden|sind|comptent|considérée?s?|reconnue?s?|font partie|includes?|interpret\w*|interpretiert)\b"
    missing = r"\b(?:nan|NA|missing|fehlende?\w*|Lücke|manquante?s?|dazu)\b"
    return Fact(key, f"missing({word!r})", value, f"read_csv takes {word!r} for a missing value by default: {{value}}", owner,
        wrong="" if value else rf"(?=.*{missing}){listed}", wrong_not=rf"(?=.*{missing})(?:{owner}.{{0,30}}\b(?:is not|are not|isn['’]t|not among|gehört nicht|zählt nicht|gilt nicht|n['’]est pas))" if value else "",
        without=r"na_values ?=|keep_default_na ?=|replace|to_numeric|astype|instead|statt|JSON|to_csv|na_rep|print|shown|displayed|index|axis", context=r"\bread_csv\b")  # fmt: skip


FACTS = (
    Fact("var_divides_by", "divisor(s.var())", "N - 1", "pandas' var and std divide by {value} by default (ddof=1)", _PD,
        right=near(_PD, rf"(?:{DIVIDE_N_MINUS_1}|{SAMPLE})", _RIVAL), wrong=near(_PD, rf"(?:{DIVIDE_N}|{POPULATION})", _RIVAL), without=_SET + r"|\bmean\b|Mittelwert|moyenne|cov", context=_VAR),
    Fact("std_ddof", "divisor(s.std() ** 2)", "N - 1", "the ddof of pandas' std and var is 1 by default; they divide by {value}", _PD + r"|\bSeries\.(?:std|var)\b",
        right=r"\bddof ?(?:= ?|is |ist |vaut |of )1\b", wrong=r"\bddof ?(?:= ?|is |ist |vaut |of |defaults? to )0\b.{0,20}\b(?:by default|unless|standardmäßig|par défaut)\b|\b(?:by default|default|standardmäßig|par défaut)\b.{0,25}\bddof ?(?:= ?|is |ist |of )0\b", without=r"NumPy|np\."),
    Fact("dropna_how", "[len(df.dropna()), len(df.dropna(how='all'))]", [1, 2], "dropna removes a row as soon as one value is missing (how='any'); of three rows dropna() and dropna(how='all') leave {value}", _DROPNA,
        right=near(_DROPNA, _ANY, r"\bdrop_duplicates\b", 90), wrong=near(_DROPNA, _ALL, r"\bdrop_duplicates\b", 90), without=r"how ?= ?[\"'“]all(?!.{0,20}default)|\bhow ?= ?\W?all\W?\)|\bthresh\b|with how|mit how|avec how|whereas"),
    Fact("dropna_axis", "list(df.dropna().columns)", ["a", "b"], "dropna removes rows by default: the columns {value} stay", _DROPNA,
        right=r"\b(?:removes?|drops?|entfernt|verwirft|supprime) (?:a |the |all |die |eine |alle |les |toutes les )?(?:rows?|Zeilen?|lignes?)\b", wrong=near(_DROPNA, r"\b(?:removes|drops|entfernt|verwirft|supprime) (?:a |the |all |die |eine |alle |les |toutes les )?(?:columns?|Spalten?|colonnes?)\b", "", 25), without=r"axis ?=|subset|rows?\b.{0,20}columns|thresh"),
    Fact("dropna_copy", "untouched()", 3, "dropna returns a new frame and leaves the old one: {value} rows are left in it", _DROPNA,
        right=r"\breturns? a (?:new|copy)\b|\bneue\w* (?:DataFrame|Tabelle|Rahmen)\b|\bnouveau DataFrame\b", wrong=rf"\bdropna(?:\(\))?[^.;]{{0,25}}{IN_PLACE}", without=r"inplace ?="),
    Fact("inplace_none", "replaced_in_place()", [True, 1], "with inplace=True a method returns None: {value}", r"\binplace ?= ?True\b",
        right=r"\bNone\b", wrong=r"\b(?:also )?returns? (?:the |a )(?:modified |changed |new |same )?(?:frame|DataFrame|object|Series)\b|\bgibt (?:den|das|die|ein\w*) (?:geänderte\w* |neue\w* )?(?:DataFrame|Tabelle|Rahmen|Series)\b|\brenvoie le DataFrame\b"),
    Fact("fillna_method", "warned(lambda: holes.fillna(method='ffill'))", ["FutureWarning"], "fillna(method=...) is deprecated and gives {value}; ffill() and bfill() replace it", r"\bfillna ?\(? ?method\b|\bfillna\b.{0,30}\bmethod ?=",
        right=r"\bdeprecated\b|\bFutureWarning\b|\bveraltet\b|\bobsolète\b|\bdéprécié\w*", wrong=r"\b(?:is|ist|est) (?:the |der |die |la |das )?(?:recommended|usual|idiomatic|standard|preferred|current|übliche|empfohlene|gängige|recommandée?|habituelle|usuelle)\b|\bthe usual way\b|\bder (?:übliche|empfohlene|gängige) Weg\b",
        wrong_not=r"\b(?:without (?:a |any )?warning|no warning|ohne (?:eine )?Warnung|sans avertissement)\b", verdict="outdated"),
    Fact("value_counts", "[int(holes.value_counts().sum()), int(holes.value_counts(dropna=False).sum())]", [3, 4], "value_counts leaves missing values out by default (dropna=True): counts with and without that add up to {value}", r"\bvalue_counts\b",
        right=r"\b(?:leaves? out|skips?|ignores?|omits?|excludes?|drops?|lässt .{0,30}aus|ignoriert|übergeht|ignore|omet|exclut)\b.{0,25}\b(?:nans?|missing|fehlende\w*|manquantes?)|\b(?:NaN|missing values|fehlende Werte)\b.{0,25}\b(?:ausgelassen|left out|ignored|excluded|ignoriert)",
        wrong=r"\b(?:counts?|includes?|zählt|enthält|compte|inclut)\b[^.;]{0,25}\b(?:nans?|missing (?:values|entries)|fehlende\w*|valeurs manquantes)\b(?! out)|\b(?:NaNs?|missing values|fehlende Werte|valeurs manquantes)\b[^.;]{0,15}\b(?:are|werden|sont) (?:also |auch |mit)?\s?(?:counted|mitgezählt|gezählt|comptées?|included)\b", without=r"dropna ?=|if |wenn |normalize"),
    Fact("value_counts_order", "pd.Series([1, 2, 2, 2, 1, 3]).value_counts().index.tolist()", [2, 1, 3], "value_counts puts the most frequent value first: {value}", r"\bvalue_counts\b",
        right=r"\b(?:most (?:frequent|common)|descending|häufigste\w*|absteigend|plus fréquente?s?|décroissant)\b", wrong=r"\b(?:ascending|rarest first|least frequent|sorted by value|aufsteigend|seltenste\w*|croissant(?<!dé)|order of appearance)\b(?<!décroissant)", without=r"sort ?=|ascending ?="),
    Fact("mean_skips", "[float(holes.mean()), int(holes.count()), len(holes)]", [14 / 3, 3, 4], "mean, sum and count of pandas leave missing values out: mean, count and length of 3, nan, 3, 8 are {value}", r"\b(?:pandas|Series|DataFrame)\b",
        right=r"\b(?:mean|sum|std|count)\b.{0,40}\b(?:skips?|ignores?|leaves? out|omits?|excludes?|überspring\w*|ignorier\w*|auslassen|ignore(?:nt)?)\b.{0,20}\b(?:nans?|missing|fehlende\w*|manquantes?)", wrong=r"\b(?:mean|sum)\b.{0,30}\b(?:of|with|von|avec|bei)\b.{0,40}\b(?:is|gives|becomes|returns|ist|ergibt|wird|donne|devient) (?:itself )?NaN\b|\bcount\b.{0,30}\b(?:includes?|zählt|compte)\b.{0,15}\b(?:nans?|missing values|fehlende\w*)", without=r"skipna|NumPy|np\.|all (?:values|entries)|only|empty|leer|value_counts|nunique|size|min_periods|rolling|pct_change"),
    Fact("numeric_only", "refuses(lambda: pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']}).mean())", "TypeError", "DataFrame.mean meets a text column with {value}, unless numeric_only=True", r"\b(?:DataFrame|df|frame|text columns?|non-numeric columns?|string columns?|Textspalten?|colonnes? (?:de texte|textuelles?|non numériques?))\b",
        right=r"\bTypeError\b|\bnumeric_only ?= ?True\b", wrong=r"\bmean\b.{0,70}\b(?:drops?|skips?|ignores?|leaves? out|omits?|lässt .{0,25}(?:aus|weg)|ignoriert|überspringt|ignore|omet)\b.{0,30}\b(?:text|non-numeric|string|nicht numerische\w*|Textspalten?|colonnes? (?:de texte|textuelles?|non numériques?))", context=_CONTEXT, without=r"numeric_only|groupby|describe|corr\b", verdict="outdated"),
    Fact("quantile_scale", "[float(s.quantile(0.5)), refuses(lambda: s.quantile(95))]", [4.0, "ValueError"], "Series.quantile takes q from 0 to 1; quantile(0.5) and quantile(95) give {value}", r"\bquantile\b",
        right=r"\b(?:between|from|zwischen|von|entre|de) 0 (?:to|and|bis|und|à|et) 1\b", wrong=r"\b(?:between|from|zwischen|von|entre|de) 0 (?:to|and|bis|und|à|et) 100\b|\bquantile\(9[05]\)", without=r"percentile|ValueError|np\.|NumPy", context=_CONTEXT),
    Fact("median_describe", "pd.Series([1, 2]).describe().index.tolist()", ["count", "mean", "std", "min", "25%", "50%", "75%", "max"], "describe gives {value}", r"\bdescribe\b", wrong=r"\bdescribe\b.{0,50}\b(?:the mode|the variance|skewness|Modus|Varianz|Schiefe|le mode|la variance)\b", without=r"include ?=|object|top|freq|categor"),
    _word("csv_na", "NA", True, r"(?<![\w/#])NA\b"),
    _word("csv_null", "null", True, r"\bnull\b"),
    _word("csv_n_a", "n/a", True, r"\bn/a\b"),
    _word("csv_none", "None", True, r"\bNone\b"),
    _word("csv_dash", "-", False, r"\b(?:single |lone |plain )?(?:hyphen|dash)(?:es)?\b|\bBindestrich\w*\b|\bMinuszeichen\b|\btirets?\b|\btrait d['’]union\b|[\"'„“]-[\"'“”]"),
    _word("csv_question", "?", False, r"\bquestion marks?\b|\bFragezeichen\b|\bpoints? d['’]interrogation\b"),
    _word("csv_missing", "missing", False, r"[\"'„“]missing[\"'“”]"),
    _word("csv_minus999", "-999", False, r"(?<![\w.])[-−]9{2,4}\b"),
    Fact("csv_dates", "str(pd.read_csv(io.StringIO('d\\n2024-01-02\\n'))['d'].dtype)", "object", "read_csv leaves dates as text by default, as dtype {value}", r"\bread_csv\b",
        right=r"\bdates?\b.{0,40}\b(?:strings?|text|object)\b|\b(?:Datum|Daten|Zeitstempel)\w*\b.{0,40}\b(?:Zeichenketten|Text|object)\b|\bparse_dates\b", wrong=r"\b(?:recogni[sz]es?|detects?|parses?|converts?|erkennt|wandelt|reconnaît|convertit)\b.{0,25}\b(?:dates|timestamps|Datumsangaben|Zeitstempel|les dates)\b.{0,30}\b(?:automatically|by itself|by default|von selbst|automatisch|automatiquement|par défaut)\b|\b(?:automatically|by default|automatisch|automatiquement|par défaut) (?:recogni[sz]es?|detects?|parses?|converts?)?.{0,12}\b(?:dates|timestamps|Datumsangaben|les dates)\b", without=r"parse_dates|date_format|engine|arrow"),
    Fact("csv_sep", "__import__('inspect').signature(pd.read_csv).parameters['header'].default", "infer", "read_csv's header is {value} by default: the first line gives the names", r"\bread_csv\b",
        right=r"\bfirst (?:line|row)\b.{0,30}\b(?:names|header)\b|\berste Zeile\b.{0,40}\bnamen\b|\bpremière ligne\b.{0,30}\bnoms\b", wrong=r"\b(?:numbers|numeriert|numériote) the columns\b|\bno header is (?:assumed|read) by default\b|\bfirst (?:line|row) is (?:treated as |read as )?data by default\b", without=r"header ?=|names ?="),
    Fact("loc_end", "[pd.Series([1, 2, 3, 4]).loc[1:2].tolist(), pd.Series([1, 2, 3, 4]).iloc[1:2].tolist()]", [[2, 3], [2]], "a slice of loc includes its end, a slice of iloc does not: {value}", r"(?<!i)\bloc\b",
        right=near(r"(?<!i)\bloc\b", rf"(?:{INCLUDED}|\bboth (?:ends|bounds)\b)", r"\biloc\b"), wrong=near(r"(?<!i)\bloc\b", EXCLUDED, r"\biloc\b"), wrong_not=near(r"(?<!i)\bloc\b", NOT_INCLUDED, r"\biloc\b"), without=r"\bcolumns?\b.{0,20}inclu|callable|boolean", context=_CONTEXT),
    Fact("iloc_end", "pd.Series([1, 2, 3, 4]).iloc[1:2].tolist()", [2], "a slice of iloc leaves its end out: {value}", r"\biloc\b", right=near(r"\biloc\b", EXCLUDED, r"(?<!i)\bloc\b"), right_not=near(r"\biloc\b", NOT_INCLUDED, r"(?<!i)\bloc\b"), wrong=near(r"\biloc\b", rf"(?:{INCLUDED}|\bboth (?:ends|bounds)\b)", r"(?<!i)\bloc\b"), without=r"boolean", context=_CONTEXT),
    Fact("chained", "copy_on_write()", [3, 4], "an assignment through two selections (df[mask][column] = value) does not reach the frame: {value}", r"\bchained (?:assignment|indexing)\b|\bverkettete\w* (?:Zuweisung|Indizierung)\b|\b(?:affectation|indexation) (?:chaînée|en chaîne)\b",
        right_not=r"\b(?:does not|never|nicht|ne)\b.{0,25}\b(?:change|reach|modify|update|ändert|verändert|erreicht|modifie|atteint)\b", wrong=r"\b(?:reliably|always|safely|zuverlässig|immer|toujours) (?:changes|updates|modifies|writes|ändert|modifie)\b|\b(?:is|ist|est) (?:safe|the recommended|unproblematisch|sicher|sûre)\b"),
    Fact("int_with_hole", "[str(pd.Series([1, 2, None]).dtype), str(pd.Series([1, 2, None], dtype='Int64').dtype)]", ["float64", "Int64"], "a whole-number column with a missing value becomes {value} (Int64 keeps whole numbers)", r"\b(?:integer|int64|whole[- ]number|Ganzzahl\w*|ganze\w* Zahlen|entiers?)\b.{0,40}\b(?:missing|nan|Lücke|fehlende\w*|manquante)|\b(?:missing|nan|fehlende\w*|manquante)\b.{0,60}\b(?:integer|int64|Ganzzahl\w*|entiers?)\b",
        right=r"\bfloat(?:64|s|ing)?\b", wrong=r"\b(?:stays?|remains?|keeps?|bleibt|behält|reste|garde)\b.{0,15}\b(?:int64|integer|ganzzahlig|entière?)\b", without=r"Int64|nullable|capital|pd\.NA|arrow|astype|großem", context=_CONTEXT),
    Fact("rolling_first", "s.rolling(3).mean().isna().sum().item()", 2, "rolling(3) gives its first value at the third row: {value} values are missing before it", r"\brolling\b|\bgleitende\w*\b|\bglissante?\b",
        right=r"\bfirst (?:two|n ?[-−] ?1|window ?[-−] ?1)\b.{0,25}\b(?:nan|missing|empty)|\berst ab dem (?:dritten|n-ten)\b|\bmin_periods\b", wrong=r"\bfirst (?:row|value)s?\b.{0,40}\b(?:uses?|averages?|computed from|based on)\b.{0,25}\b(?:available|fewer|so far|what is there)\b|\bmin_periods(?: ?= ?| is | defaults to )1 by default", without=r"min_periods ?= ?1\b(?! by)|expanding|center", context=_CONTEXT),
    Fact("sample_shift", "pd.Series([1, 4, 9]).diff().tolist()[1:]", [3.0, 5.0], "diff subtracts the row before: {value}", r"\bSeries\.diff\b|\bdf\.diff\b|\.diff\(\)", wrong=r"\b(?:minus|subtracts?)\b.{0,20}\b(?:the )?(?:next|following) (?:row|value)\b", right=r"\b(?:previous|preceding) (?:row|value)\b|\brow before\b|\bvorherige\w*\b|\bprécédente?\b", without="np\\.|NumPy|periods"),
)  # fmt: skip

PROBE = facts_probe(
    "pandas-frames",
    "By what do pandas' variances divide, what counts as missing, and what do selections and files give?",
    (
        r"\b(?:dropna|fillna|value_counts|read_csv|describe|quantile|rolling|isna|ffill)\b",
        r"\b(?:std|var|mean|median)\(",
        r"\bi?loc\[|\biloc\b|\binplace\b|\bddof\b",
        r"\bDataFrame\b|\bSeries\b",
    ),
    ("pandas",),
    SETUP,
    FACTS,
)
