"""The forms of sentences on two pieces of code, or on the form of one, as patterns over a sentence with marks (marks.py)."""

from __future__ import annotations

import re

from tools.instruments.code.told.words import ADVERB, ARTICLE, CLOSED, COUNTED, NUMERAL

_GAP = rf"(?:[\s,]+(?:{ADVERB})\b)*,?\s+"
_THING = r"(?:(?:the|of|der|die|das|des|la|le|l['’])\s+)?"
_THING += r"(?:(?:original|array|list|tensor|matrix|variable|name|Liste|Feld|Tensor|liste|tableau)\s+)*"
_S = r"⟦(?P<s>\d+)⟧"
_O = rf"{_THING}⟦(?P<o>\d+)⟧"
_BOTH = r"⟦(?P<s>\d+)⟧\s+(?:and|und|et)\s+(?:the\s+)?⟦(?P<o>\d+)⟧"
_IS = r"(?:n['’])?(?:is|are|ist|sind|est|sont|remains?|stays?|bleibt)"
_GIVES = r"(?:returns?|gives?|yields?|produces?|creates?|makes?|hands back|liefert|gibt|erzeugt|ergibt|renvoie|retourne|donne|crée|produit)"
_NOT = r"(?P<not>n['’]t|\s+(?:not|never|no longer|no|nicht|nie|keine?n?|pas)\b)?"
_DOES_NOT = r"(?P<not>(?:do|does)(?:n['’]t|\s+not)\s+|never\s+|ne\s+|n['’])?"
_DATA = (
    r"(?:(?:the|its|their|this|that|seiner?|der|ses|sa|du|des)\s+(?:original\s+|same\s+|underlying\s+)?(?:data|input"
    r"|argument|original|memory"
    r"|elements|array|tensor|list|matrix|values|Daten|Elemente|données))"
)
VIEW = re.compile(
    rf"{_S}{_GAP}(?:{_IS}|{_GIVES}){_NOT}(?:{_GAP})(?:only\s+|just\s+|merely\s+|nur\s+)?(?P<none>no\s+|keine\s+)?{ARTICLE}?"
    r"(?!(?:not|no)\b)(?:[\w-]+\s+)?(?P<what>view|copy|Sicht|Ansicht|Kopie|vue|copie)\b(?!\s+(?:object|or|oder|ou)\b)"
    rf"(?:\s+(?:of|on|onto|into|von|auf|de|sur)\s+(?:{_DATA}(?!\s*⟦)|{_O}))?(?P<rest>\s+(?:of|on|onto|into|von|auf|de|sur)\b)?",
    re.I,
)
SHARES = re.compile(
    rf"(?:{_BOTH}|{_S.replace('<s>', '<t>')}){_GAP}{_DOES_NOT}(?:shares?|teil(?:t|en)(?:\s+sich)?"
    rf"|partage(?:nt)?){_NOT.replace('<not>', '<late>')}\s+"
    r"(?P<none>no\s+|keinen\s+)?(?:(?:its|their|the|the same|one|some|all|seinen|den|denselben|sa|leur|la)\s+)?(?:underlying\s+)?"
    r"(?:memory|data|storage|buffer|Speicher|Daten|mémoire|données)(?:\s+(?P<later>nicht))?"
    rf"(?:\s+(?:with|mit|avec)\s+{_O.replace('<o>', '<u>')})?",
    re.I,
)
COPIES = re.compile(rf"{_S}{_GAP}{_DOES_NOT}(?:copy|copies)\s+(?:{_DATA}|(?P<none>nothing)|any\s+data|data){CLOSED}", re.I)
OBJECT = re.compile(
    rf"{_BOTH}{_GAP}(?:{_IS}|refers?\s+to|names?|points?\s+to|denotes?|bezeichnen|désignent){_NOT}\s+(?:two\s+names\s+(?:for|of)\s+)?"
    r"(?:the|one and the|das|dieselbe|derselbe|dasselbe|le)\s*(?:very\s+)?(?:same|même)?\s*(?:object|list|array|tensor"
    r"|dictionary|dict|Objekt|Liste|objet|liste)\b",
    re.I,
)
LARGER = re.compile(
    rf"{_S}{_GAP}{_IS}{_NOT}\s+(?:(?:exactly|always|still|genau|exactement)\s+)?(?:(?P<count>\d+|{NUMERAL})\s+(?:(?:{COUNTED})\s+)?)?"
    rf"(?:(?:much|far|even|slightly|a little|clearly|strictly|viel|etwas|plus|moins)\s+)?"
    r"(?P<more>longer|shorter|larger|greater|bigger|higher|smaller|less|lower|länger|kürzer|größer|kleiner|longue?"
    r"|courte?|grande?|petite?)"
    rf"\s+(?:than|als|que)\s+{_O}",
    re.I,
)
MORE = re.compile(
    rf"{_S}{_GAP}(?:has|holds|contains|hat|enthält)\s+(?:exactly\s+|genau\s+)?(?:(?P<count>\d+|{NUMERAL})\s+)?"
    rf"(?:(?:{COUNTED})\s+)?(?P<more>more|fewer|less|mehr|weniger|weitere)\s+(?:(?:{COUNTED})\s+)?(?:than|als)\s+{_O}",
    re.I,
)
AS = re.compile(
    rf"{_S}{_GAP}{_IS}{_NOT}\s+(?:exactly\s+|genau\s+)?(?:(?P<factor>twice|half|three times|four times|ten times|doppelt"
    rf"|halb|dreimal)\s+)?(?:exactly\s+)?"
    rf"(?:(?:just\s+)?(?:as|so|aussi)\s+(?P<adjective>long|large|big|great|high|many|lang|groß|longue?|grande?)\s+(?:as"
    rf"|wie|que)\s+|of\s+|(?=⟦))(?:of\s+)?{_O}(?=\s*(?:$|[.,;:)]|\s(?:and|because|since)\b))",
    re.I,
)
ALIKE = re.compile(
    rf"{_BOTH}{_GAP}(?:{_DOES_NOT}(?:have|has|share|show|haben|ont)|{_IS}\s+of)\s+(?:exactly\s+)?(?P<how>the same|equal"
    rf"|identical|different|unequal|dieselbe|denselben"
    r"|dasselbe|die gleiche|den gleichen|das gleiche|verschiedene|la même|le même|des)\s+(?P<what>lengths?|shapes?"
    r"|dtypes?|data types?|element types?|types?|sizes?|number of"
    rf" (?:{COUNTED}|dimensions|axes)|sums?|means?|medians?|minimum|maximum|hash(?:es| value)?|Länge|Form|Typ|Datentyp"
    rf"|longueur|forme|type)\b",
    re.I,
)
LIKE = re.compile(
    rf"{_S}{_GAP}(?:has|keeps|preserves|hat|behält|garde)\s+(?:exactly\s+)?(?P<how>the same|the|another|a different"
    rf"|dieselbe|die gleiche|la même|la)\s+"
    rf"(?P<what>length|shape|dtype|data type|type|number of (?:{COUNTED}|dimensions|axes)|Länge|Form|longueur"
    rf"|forme)\s+(?:as|of|wie|von|que|de)\s+{_O}",
    re.I,
)
EQUAL = re.compile(
    rf"{_BOTH}{_GAP}{_IS}{_NOT}\s+(?P<how>equal|identical|the same|different|unequal|gleich|verschieden|ungleich|égaux"
    rf"|égales|différents){CLOSED}",
    re.I,
)
AGREE = re.compile(
    rf"{_BOTH}{_GAP}{_DOES_NOT}(?P<how>agree|coincide|match|differ|disagree|stimmen\s+(?:\w+\s+)?überein|unterscheiden\s+sich|coïncident"
    rf"|concordent|diffèrent)"
    r"(?P<late>\s+nicht)?(?P<degree>\s+(?:only|slightly|in|by|nur|um|par|up to|within)\b)?",
    re.I,
)
HOLDS = re.compile(rf"{_S}{_GAP}{_DOES_NOT}(?P<verb>holds?|gilt)(?P<late>\s+nicht)?{CLOSED}", re.I)
LEAVES = re.compile(
    rf"{_S}{_GAP}(?:leaves?|lässt|laisse)\s+{_O}\s+(?:(?:itself|completely|entirely)\s+)?(?:unchanged|untouched|alone"
    rf"|as it is|intact|unmodified|unverändert|inchangée?|intacte?)\b",
    re.I,
)
CHANGES = re.compile(
    rf"{_S}{_GAP}{_DOES_NOT}(?:(?:also|itself)\s+)?(?:changes?|modif(?:y|ies)|mutates?|alters?|touch(?:es)?|affects?"
    rf"|overwrites?|verändert|ändert|modifie)"
    rf"(?P<late>\s+(?:not|nicht|pas))?\s+{_O}(?:\s+(?P<last>nicht|pas))?",
    re.I,
)
THROUGH = re.compile(
    rf"\b(?:writing|assigning|a change|changes|a write|an assignment|changing|modifying|filling"
    rf"|(?<!⟧ )writes)\s+(?:(?:to|of|in|into|through|on)\s+)?(?:(?:an element|elements|a row)\s+of\s+)?{_S}"
    rf"{_GAP}{_DOES_NOT}(?:(?:also|therefore|thus)\s+)?(?P<verb>changes?|modif(?:y|ies)|alters?|affects?|touch(?:es)?"
    rf"|leaves?|(?:is|are)(?P<no>n['’]t|\s+not)?\s+(?:also\s+)?visible\s+in"
    rf"|shows?\s+(?:up\s+)?in|appears?\s+in)\s+{_O}(?:\s+(?:unchanged|untouched|alone|as it is|intact)\b)?",
    re.I,
)
TRAITS = {
    "contiguous": "contiguous",
    "c-contiguous": "contiguous",
    "f-contiguous": "fortran",
    "zusammenhängend": "contiguous",
    "contigu": "contiguous",
    "writeable": "writeable",
    "writable": "writeable",
    "read-only": "-writeable",
    "hashable": "hashable",
    "unhashable": "-hashable",
    "callable": "callable",
    "iterable": "iterable",
    "sorted": "sorted",
    "sortiert": "sorted",
    "symmetric": "symmetric",
    "symmetrisch": "symmetric",
    "symétrique": "symmetric",
    "orthogonal": "orthogonal",
    "orthogonale": "orthogonal",
    "singular": "singular",
    "singulär": "singular",
    "singulière": "singular",
    "invertible": "invertible",
    "invertierbar": "invertible",
    "inversible": "invertible",
    "square": "square",
    "quadratisch": "square",
    "diagonal": "diagonal",
    "upper triangular": "upper triangular",
    "lower triangular": "lower triangular",
    "a leaf": "leaf",
    "a leaf tensor": "leaf",
    "ein Blatt": "leaf",
    "une feuille": "leaf",
    "the identity matrix": "identity",
    "the identity": "identity",
    "an orthogonal matrix": "orthogonal",
    "a square matrix": "square",
    "a diagonal matrix": "diagonal",
    "a symmetric matrix": "symmetric",
}
TRAIT = re.compile(rf"{_S}{_GAP}{_IS}{_NOT}{_GAP}(?P<word>{'|'.join(sorted(map(re.escape, TRAITS), key=len, reverse=True))}){CLOSED}", re.I)
BYTES = re.compile(
    rf"{_S}{_GAP}(?:takes?(?:\s+up)?|occup(?:y|ies)|needs?|uses?|belegt|braucht"
    rf"|occupe)\s+(?:exactly\s+)?(?P<count>\d[\d,]*|{NUMERAL})\s+(?:bytes|Bytes|octets)\b(?!\s+(?:per|each|for each|pro|par)\b)",
    re.I,
)
EXTREME = re.compile(
    rf"\b(?:the|das|die|der|la|le)\s+(?P<which>largest|greatest|smallest|maximum|minimum|mean|average|median|größte\w*"
    rf"|kleinste\w*|maximale?|minimale?)\s*"
    rf"(?:{COUNTED}|element|value|Wert)?\s+(?:of|in|von|de)\s+{_S}\s+(?:is|ist|est)\s+(?P<value>-?\d+(?:\.\d+)?)(?![\w%])(?!\s+(?:in|per"
    rf"|along|over|for|pro|par|dans|across)\b){CLOSED}",
    re.I,
)
TOTAL = re.compile(
    rf"(?:(?:{COUNTED})\s+(?:of|in)\s+)?{_S}\s+(?:add\s+up|adds\s+up|sum"
    rf"|sums)\s+(?:up\s+)?to\s+(?:exactly\s+)?(?P<value>-?\d+(?:\.\d+)?|one)(?![\w%])(?!\s+(?:in|per|along|over|for|pro|par|dans"
    rf"|across)\b){CLOSED}",
    re.I,
)
WHAT = {
    "dtype": "dtype",
    "data type": "dtype",
    "element type": "dtype",
    "datentyp": "dtype",
    "type": "type",
    "typ": "type",
    "shape": "shape",
    "form": "shape",
    "forme": "shape",
    "hash": "hash",
    "size": "size",
    "sum": "sum",
    "mean": "mean",
    "median": "median",
    "minimum": "min",
    "maximum": "max",
}
FACTORS = {
    "twice": 2.0,
    "doppelt": 2.0,
    "half": 0.5,
    "halb": 0.5,
    "three times": 3.0,
    "dreimal": 3.0,
    "four times": 4.0,
    "ten times": 10.0,
}
LENGTHS = ("longer", "shorter", "länger", "kürzer", "longue", "long", "courte", "court")
SMALLER = ("shorter", "smaller", "less", "lower", "fewer", "kürzer", "kleiner", "weniger", "court", "courte", "petit", "petite")
NEGATIONS = ("not", "none", "late", "later", "last", "no")
