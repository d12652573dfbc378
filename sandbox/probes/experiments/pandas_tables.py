# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""pandas: how tables are joined, grouped, sorted, reshaped and resampled."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near

SETUP = r"""
import warnings
import numpy as np
import pandas as pd

warnings.simplefilter("ignore")
RAN_ON["pandas"] = pd.__version__
left = pd.DataFrame({"k": [3, 1, 2], "a": [30, 10, 20]})
right = pd.DataFrame({"k": [1, 1, 4], "b": [11, 12, 40]})
groups = pd.DataFrame({"g": ["b", "a", None, "b"], "v": [1, 2, 3, 4]})
"""

_PD = r"\bpandas\b|\bpd\.|\bDataFrame\b|\bdf\b"
_HOW = {
    "inner": r"(?:\binner\b|\binnere\w*\b|\binterne\b|\bintersection\b)",
    "left": r"(?:\bleft\b|\blinke\w*\b|\bLeft[- ]Join\b|\bà gauche\b)",
    "outer": r"(?:\bouter\b|\bäußere\w*\b|\bexterne\b|\bunion\b)",
}
_DEFAULT = r"(?:\bby default\b|\bdefaults? (?:to|is)\b|\bis the default\b|\bunless\b|\bdefault (?:join|how)\b|\bstandardmäßig\b|\bVoreinstellung\b|\bVorgabe\b|\bsofern\b|\bohne (?:how|Angabe|weitere)\b|\bpar défaut\b|\bsans (?:how|précision)\b|\bwithout (?:how|an? argument)\b)"


def _kinds(owner: str, value: str, rival: str) -> tuple[str, str]:
    """Right and wrong patterns of the kind of join that a method makes by default."""
    others = "|".join(pattern for name, pattern in _HOW.items() if name != value)

    def forms(kind: str) -> str:
        after = rf"{_DEFAULT}(?:(?!{rival})[^.;]){{0,25}}{owner}(?:(?!{rival})[^.;]){{0,40}}{kind}"
        return rf"(?=.*{_DEFAULT}){near(owner, kind, rival, 70)}|{after}"

    return forms(_HOW[value]), forms(rf"(?:{others})")


_MERGE = _kinds(r"\bmerge\b", "inner", r"\b(?:join|concat)\(|\.join\b|\bconcat\b")
_JOIN = _kinds(
    r"(?:\bDataFrame\.join\b|\bdf\.join\b|\bmethod join\b|\bMethode join\b|\bméthode join\b|\.join\(\))", "left", r"\b(?:merge|concat)\b"
)
_CONCAT = _kinds(r"\bconcat\b", "outer", r"\b(?:merge|join)\(|\bmerge\b")

FACTS = (
    Fact("merge_how", "sorted(left.merge(right)['k'].tolist())", [1, 1], "merge joins how='inner' by default; the keys that are left are {value}", r"\bmerge\b", right=_MERGE[0], wrong=_MERGE[1], without=r"how ?= ?\W?(?:left|outer|right)\W?\)|merge_asof|merge_ordered|git\b|heapq", context=_PD),
    Fact("join_how", "left.set_index('k').join(right.set_index('k').loc[[4]])['a'].tolist()", [30, 10, 20], "DataFrame.join joins how='left' by default: {value}", r"\bjoin\b", right=_JOIN[0], wrong=_JOIN[1], without=r"str\.join|os\.path|SQL", context=_PD),
    Fact("concat_join", "sorted(pd.concat([left, right]).columns)", ["a", "b", "k"], "concat keeps all columns by default (join='outer'): {value}", r"\bconcat\b", right=_CONCAT[0] + r"|\bunion of (?:the )?columns\b", wrong=_CONCAT[1], without=r"axis ?= ?1|torch|concatenate|itertools", context=_PD),
    Fact("concat_index", "pd.concat([left, right]).index.tolist()", [0, 1, 2, 0, 1, 2], "concat keeps the indices as they are unless ignore_index=True: {value}", r"\bconcat\b",
        right=r"\b(?:keeps?|retains?|preserves?|behält|conserve)\b.{0,20}\b(?:index|indices|indexes|labels|Indizes)\b|\brepeated (?:index|labels)\b|\bdoppelte\w* Ind\w+", wrong=r"\b(?:renumbers?|resets?|creates a (?:new|fresh)|numeriert|nummeriert|setzt .{0,20}zurück|renumérote|réinitialise)\b.{0,20}\b(?:index|rows|labels|Zeilen|Indizes|lignes)\b", without=r"ignore_index|reset_index|keys ?=", context=_PD),
    Fact("append_gone", "[hasattr(left, 'append'), hasattr(left['k'], 'append')]", [False, False], "DataFrame.append and Series.append do not exist any more: {value}; concat replaces them", r"\b(?:DataFrame|Series|df)\.append\b",
        right=r"\b(?:removed|gone|entfernt|supprimée?|retirée?)\b|\bAttributeError\b", wrong=r"\b(?:appends?|adds?|attaches|hängt|fügt|ajoute)\b.{0,40}\b(?:rows?|frame|Zeilen?|lignes?|elements?)\b|\bis deprecated\b|\bist veraltet\b|\best (?:dépréciée?|obsolète)\b", without=r"AttributeError|concat|list", verdict="outdated"),
    Fact("groupby_sort", "list(groups.groupby('g')['v'].sum().index)", ["a", "b"], "groupby sorts the groups by key by default and leaves missing keys out: {value}", r"\bgroupby\b",
        right=r"\bsort(?:s|ed|iert|iert\w*|ées?)\b.{0,30}\b(?:keys?|groups?|Schlüssel\w*|Gruppen|clés?|alphabet\w*)|\b(?:keys?|groups?|Gruppen|clés)\b.{0,25}\b(?:sorted|sortiert|triée?s?)\b", wrong=r"\b(?:groups?|keys?|Gruppen?|Schlüssel\w*|groupes?|clés?)\b[^.;]{0,40}(?:\border of (?:their |its )?(?:first )?(?:appearance|occurrence)\b|\bReihenfolge (?:ihres|des|seines) (?:ersten )?(?:Auftretens|Vorkommens)\b|\bordre d['’]apparition\b)", without=r"sort ?= ?False|itertools|within|innerhalb|à l['’]intérieur|polars", context=_PD),
    Fact("groupby_dropna", "[int(groups.groupby('g')['v'].sum().sum()), int(groups.groupby('g', dropna=False)['v'].sum().sum())]", [7, 10], "groupby leaves rows with a missing key out by default (dropna=True): sums with and without that are {value}", r"\bgroupby\b",
        right=r"\b(?:missing|nan|fehlende\w*|manquante?s?)\b.{0,40}\b(?:dropped|left out|excluded|ignored|omitted|ausgelassen|weggelassen|fallen .{0,8}weg|ignorée?s?|exclue?s?)\b|\b(?:drops?|leaves? out|excludes?|omits?)\b.{0,40}\b(?:missing|nan)\b.{0,8}\bkeys?\b",
        wrong=r"\b(?:missing|nan|fehlende\w*) (?:keys?|Schlüssel)\b.{0,30}\b(?:form|are|get|bilden|erhalten) (?:a group of their own|their own group|eine eigene Gruppe)\b|\b(?:own|eigene|propre) (?:group|Gruppe|groupe)\b.{0,25}\b(?:nan|missing|fehlende\w*|manquantes)", without=r"dropna ?= ?False", context=_PD),
    Fact("groupby_as_index", "groups.groupby('g')['v'].sum().index.name", "g", "groupby makes the key the index of the result (as_index=True): its name is {value}", r"\bgroupby\b",
        right=r"\b(?:keys?|Schlüssel|clés?)\b.{0,25}\b(?:become|becomes|form|as|wird|werden|bilden|deviennent|devient)\b.{0,12}\bindex\b", wrong=r"\b(?:keys?|Schlüssel|clés?)\b.{0,25}\b(?:stays?|remains?|bleibt|bleiben|reste|restent)\b.{0,15}\b(?:an? |als |eine |une )?(?:ordinary |normal )?(?:column|Spalte|colonne)s?\b", without=r"as_index ?= ?False|reset_index", context=_PD),
    Fact("sort_returns", "[left.sort_values('k')['k'].tolist(), left['k'].tolist()]", [[1, 2, 3], [3, 1, 2]], "sort_values returns a sorted copy and leaves the frame: {value}", r"\bsort_values\b",
        right=r"\breturns? a (?:new|sorted|copy)\b|\b(?:neue|sortierte)\w* (?:Kopie|DataFrame|Tabelle)\b|\brenvoie (?:une copie|un nouveau)\b", wrong=r"\bsorts? (?:the )?(?:frame |DataFrame |table )?in[- ]place\b|\bsortiert\b.{0,20}\b(?:an Ort und Stelle|direkt)\b|\btrie\b.{0,20}\b(?:sur place|en place)\b", without=r"inplace"),
    Fact("sort_stable", "__import__('inspect').signature(pd.DataFrame.sort_values).parameters['kind'].default", "quicksort", "sort_values takes kind={value} by default, which is not stable", r"\bsort_values\b",
        right=r"\bquicksort\b|\bunstable\b", right_not=r"\b(?:not|nicht|pas|n['’]t)\b.{0,15}\bstab\w+", wrong=r"\b(?:is|ist|est) (?:a )?stabl?e?\b|\b(?:stable|stabil) (?:by default|standardmäßig)\b|\bkeeps? (?:the )?(?:original |relative )?order of (?:equal|tied)\b|\bmergesort\b.{0,12}\bdefault\b", without=r"kind ?=|stable ?=|several (?:columns|keys)|multiple"),
    Fact("sort_nan", "pd.Series([2.0, np.nan, 1.0]).sort_values().tolist()[:2]", [1.0, 2.0], "sort_values puts missing values last: first come {value}", r"\bsort_values\b",
        right=r"\b(?:nan|missing|fehlende\w*|manquantes)\b.{0,25}\b(?:last|end|Ende|Schluss|fin)\b", wrong=r"\b(?:nan|missing|fehlende\w*|manquantes)\b.{0,25}\b(?:first|beginning|top|Anfang|oben|zuerst|début|en premier)\b", without=r"na_position"),
    Fact("duplicates", "[left.assign(k=1).drop_duplicates('k')['a'].tolist()]", [[30]], "drop_duplicates keeps the first of equal rows: {value}", r"\bdrop_duplicates\b",
        right=r"\b(?:first|erste\w*|première?)\b", wrong=near(r"\bdrop_duplicates\b", r"\b(?:keeps|retains|behält|lässt|garde|conserve)\b[^.;]{0,25}\b(?:last|letzte\w*|dernière?)\b", "", 30), without=r"keep ?= ?\W?(?:last|False)"),
    Fact("apply_axis", "left.apply(lambda c: c.sum()).index.tolist()", ["k", "a"], "apply hands over columns by default (axis=0): the result is labelled by {value}", r"(?:\bDataFrame\.apply\b|\bdf\.apply\b|\bapply\b)",
        right=r"\b(?:each|every|one|whole|jede|ganze|chaque) (?:column|Spalte|colonne)\b|\bcolumn by column\b|\bspaltenweise\b", wrong=r"\bapply\b[^.;:]{0,15}\b(?:hands|passes|calls|gives|übergibt|reicht|ruft|passe|transmet|appelle)\b[^.;]{0,40}\b(?:each|every|jede|chaque) (?:row|Zeile|ligne)\b(?! or| and| oder| ou)|\brow by row by default\b|\bstandardmäßig zeilenweise\b", without=r"axis ?= ?1|axis ?= ?\W?columns|Series\.apply|groupby|map\b|axis", context=_PD),
    Fact("shift_first", "[str(v) for v in pd.Series([1.0, 2.0]).shift().tolist()]", ["nan", "1.0"], "shift moves values one row down: {value}", r"\bshift\b", right=r"\b(?:down|forward|nach unten|vers le bas)\b|\bprevious (?:row|value)\b", wrong=r"\bshift\(\)[^.;]{0,25}\b(?:up|upwards|nach oben|vers le haut)\b|\bshift\(\)[^.;]{0,30}\bnext (?:row|value)\b", without=r"shift\(-|\-1|shifts? up", context=_PD),
    Fact("cut_right", "str(pd.cut([1], [0, 1, 2])[0])", "(0, 1]", "pd.cut makes intervals that are closed on the right: {value}", r"\b(?:pd\.)?cut\b",
        right=r"\b(?:closed on the right|right[- ](?:closed|inclusive)|right edge (?:is|belongs)|rechts abgeschlossen\w*|fermés? à droite)\b|\(\d+, ?\d+\]", wrong=r"\b(?:closed on the left|left[- ](?:closed|inclusive)|links abgeschlossen\w*|fermés? à gauche)\b|\[\d+, ?\d+\)", without=r"right ?= ?False|shortcut|qcut|cut off", context=_PD),
    Fact("resample_label", "[str(pd.Series([1, 2, 3], index=pd.to_datetime(['2024-01-01 00:10', '2024-01-01 00:50', '2024-01-01 01:10'])).resample('h').sum().index[0].time()), str(pd.Series([1, 2], index=pd.to_datetime(['2024-01-10', '2024-02-10'])).resample('ME').sum().index[0].date())]", ["00:00:00", "2024-01-31"], "resample labels an hour by its beginning and a month (ME) by its end: {value}", r"\bresample\b",
        right=r"\b(?:hour|day|minute|Stunde|Tag|heure|jour)\w*\b.{0,40}\b(?:beginning|start|left|Anfang|Beginn|début)\b", wrong=r"\b(?:hourly|hours?|Stunden?|heures?)\b.{0,25}\b(?:labell?ed|label|beschriftet|étiquet\w+)\b.{0,25}\b(?:end|right|Ende|fin)\b", without=r"label ?=|closed ?=|month|week|Monat|Woche|mois"),
    Fact("iterrows_dtype", "str(pd.DataFrame({'a': [1], 'b': [1.5]}).iterrows().__next__()[1]['a'].dtype)", "float64", "iterrows makes one Series of a row, so that an int beside a float becomes {value}", r"\biterrows\b", right=r"\b(?:float|upcast|dtype)\b", wrong=r"\bpreserv\w+ (?:the )?dtypes?\b|\bbehält (?:die|den) (?:Datentyp|dtype)\w*|\bkeeps (?:the|each) (?:columns?['’]s? )?(?:dtypes?|types?)\b", without="itertuples"),
    Fact("to_csv_index", "left.to_csv().splitlines()[0]", ",k,a", "to_csv writes the index by default: its first line is {value}", r"\bto_csv\b",
        right=r"\bwrites the index\b|\bschreibt (?:auch )?den Index\b|\bécrit (?:aussi )?l['’]index\b|\bindex ?= ?False\b", wrong_not=r"\b(?:does not|never|nicht|ne|without|ohne|sans)\b.{0,20}\b(?:write|index|l['’]index)\b.{0,20}\b(?:by default|unless|standardmäßig|par défaut)\b", without=r"pass|index_label"),
    Fact("alignment", "[str(v) for v in (pd.Series([1, 2], index=[0, 1]) + pd.Series([10, 20], index=[1, 2])).tolist()]", ["nan", "12.0", "nan"], "arithmetic between Series aligns by index label: {value}", r"\bSeries\b", right=r"\balign\w*\b|\bausgerichtet\b|\baligne\w*\b", wrong=r"\b(?:adds?|added|addition|sum|addiert|summed)\b.{0,40}\b(?:by|in order of|nach) (?:their )?position\b", without=r"values|to_numpy|reset_index"),
)  # fmt: skip

PROBE = facts_probe(
    "pandas-tables",
    "How do pandas' merge, join, concat, groupby, sort and resample behave by default?",
    (
        r"\b(?:merge|concat|groupby|sort_values|drop_duplicates|resample|iterrows|to_csv|apply)\b\(?",
        r"\b(?:DataFrame|Series|df)\.(?:append|join)\b",
        r"\bpd\.cut\b|\.shift\(",
    ),
    ("pandas",),
    SETUP,
    FACTS,
)
