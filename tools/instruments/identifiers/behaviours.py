"""What a parameter's default does, in the words of books: two opposite behaviours, each with the default that brings it about.

The table names parameters and never a function, so it holds for whatever callable of any package has such a parameter. Words are
English, German and French; a behaviour that many sentences mention by the way wants a word such as "by default" beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

Values = tuple[object, ...]


@dataclass(frozen=True)
class Way:
    """One of two opposite behaviours. says: for a sentence of ours. words: how a text says it."""

    says: str
    words: re.Pattern[str]


@dataclass(frozen=True)
class Behaviour:
    """parameters: name -> the defaults that mean the first way, and those that mean the second. marked: needs "by default"."""

    name: str
    parameters: dict[str, tuple[Values, Values]]
    ways: tuple[Way, Way]
    marked: bool = False

    def way_of(self, parameter: str, value: object) -> int | None:
        """Which way a default goes, None where neither."""
        for number, values in enumerate(self.parameters[parameter]):
            if any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in values):
                return number
        return None


_YES: tuple[Values, Values] = ((True,), (False,))
_NO: tuple[Values, Values] = ((False,), (True,))
_MISSING = r"(?:missing|NaNs?|NAs?|null\w*|empty|fehl\w+|leer\w*|manqu\w+)"
_FEW = r"\W+(?:[\w`]+\W+){0,4}?"
_MINUS = r"\s*[-−–]\s*1"
_BY = r"(?:divid\w*|normali[sz]e\w*)\s+(?:\w+\s+){0,4}?by|(?:geteilt|teil\w*|dividier\w*)\s+(?:\w+\s+){0,4}?durch|divis\w+\s+(?:\w+\s+){0,3}?par"
_UPPER = (
    r"(?:(?:upper|right|last)\s+(?:bound|limit|end|endpoint|edge|value)|end\s?point|`?\b(?:stop|high|end)\b`?|both\s+ends"
    r"|ober\w+\s+(?:Grenze|Schranke|Ende)|Endwert|Endpunkt|Obergrenze|borne\s+sup\w+|deux\s+bornes)"
)


def _way(says: str, *words: str) -> Way:
    return Way(says, re.compile("|".join(f"(?:{each})" for each in words), re.IGNORECASE))


BEHAVIOURS = (
    Behaviour(
        "denominator",
        {"ddof": ((0,), (1,)), "correction": ((0,), (1,)), "unbiased": _NO},
        (
            _way(
                "the sum is divided by N",
                rf"(?:{_BY})\s+(?:the\s+number\s+of\s+(?:values|elements|observations)|die\s+(?:An)?[Zz]ahl\s+der\s+\w+|[`*]?N[`*]?\b(?!{_MINUS}))",
                r"\bpopulation\s+(?:variance|standard\s+deviation)",
                r"(?<!un)\bbiased\b",
                r"Varianz\s+der\s+Grundgesamtheit",
            ),
            _way(
                "the sum is divided by N - 1",
                rf"(?:{_BY})\s+[`*(]*N{_MINUS}",
                r"\bsample\s+(?:variance|standard\s+deviation)",
                r"\bunbiased\b|Bessel",
                r"erwartungstreu|unverzerrt|Stichproben(?:varianz|standardabweichung)|(?:sans|non)\s+biais",
            ),
        ),
    ),
    Behaviour(
        "types",
        {"typed": _YES},
        (
            _way(
                "arguments of different types are kept apart",
                r"types?\s+of\s+(?:the\s+|its\s+|each\s+)?arguments?\s+(?:also\s+|too\s+)?(?:counts?|matters?|is|are)\b(?!\s+not|\s+ignored)",
                r"Typ(?:en)?\s+der\s+Argumente\s+(?:zähl\w+|spiel\w+)(?!\s+nicht|\s+keine)",
                r"types?\s+des\s+arguments?\s+(?:compte|est\s+pris)",
            ),
            _way(
                "arguments that are equal share an entry, whatever their types",
                r"types?\s+of\s+(?:the\s+|its\s+)?arguments?\s+(?:(?:does|do)(?:\s+not|n['’]t)\s+(?:count|matter)|(?:is|are)\s+(?:ignored|not))",
                r"(?:whatever|regardless\s+of)\s+(?:their|the)\s+types?",
            ),
        ),
    ),
    Behaviour(
        "end",
        {"endpoint": _YES},
        (
            _way(
                "the upper end belongs to the range",
                rf"{_UPPER}\s+(?:\w+\s+){{0,2}}?(?:belongs?|included|inclusive|part|gehör\w+(?!\s+nicht)|eingeschlossen|enthalten|inclus\w*|comprise?s?)\b",
                rf"(?:includ\w+|contains?|enthält|inclut)\s+(?:the\s+|die\s+|den\s+|das\s+|la\s+)?{_UPPER}",
            ),
            _way(
                "the upper end is left out",
                rf"{_UPPER}\s+(?:\w+\s+){{0,2}}?(?:excluded|exclusive|left\s+out|never\s+\w+|ausgeschlossen|exclu\w*)\b",
                rf"(?:exclud\w+|omits?|leaves\s+out)\s+(?:the\s+)?{_UPPER}",
                r"\bhalf-open|halboffen|semi-ouvert|demi-ouvert",
            ),
        ),
    ),
    Behaviour(
        "variables",
        {"rowvar": _YES},
        (
            _way(
                "each row is a variable, each column an observation",
                r"\brows?\s+(?:\w+\s+){0,3}?(?:as|is|are|represents?|stands?\s+for)\s+(?:an?\s+|one\s+|the\s+)?variables?",
                r"variables?\s+(?:are|stand)\s+(?:in\s+)?(?:the\s+)?rows",
                r"Zeilen?\s+(?:\w+\s+){0,3}?(?:als|ist|sind|für)\s+(?:je\s+)?(?:eine?\s+)?(?:Variablen?|Merkmale?)",
                r"lignes?\s+(?:\w+\s+){0,3}?(?:comme|est|sont|représente)\s+(?:une\s+|des\s+)?variables?",
            ),
            _way(
                "each column is a variable, each row an observation",
                r"\bcolumns?\s+(?:\w+\s+){0,3}?(?:as|is|are|represents?|stands?\s+for)\s+(?:an?\s+|one\s+|the\s+)?variables?",
                r"variables?\s+(?:are|stand)\s+(?:in\s+)?(?:the\s+)?columns",
                r"Spalten?\s+(?:\w+\s+){0,3}?(?:als|ist|sind|für)\s+(?:je\s+)?(?:eine?\s+)?(?:Variablen?|Merkmale?)",
                r"colonnes?\s+(?:\w+\s+){0,3}?(?:comme|est|sont|représente)\s+(?:une\s+|des\s+)?variables?",
            ),
        ),
    ),
    Behaviour(
        "any-or-all",
        {"how": (("any",), ("all",))},
        (
            _way(
                "one missing value is enough",
                rf"\b(?:any|at\s+least\s+one|(?:even|just)\s+(?:a\s+single|one)|a\s+single){_FEW}{_MISSING}",
                rf"\b(?:mindestens\s+ein|irgendein|schon\s+ein|ein\s+einzig)\w*{_FEW}{_MISSING}",
                rf"\bau\s+moins\s+une?{_FEW}{_MISSING}",
                rf"\b{_MISSING}\s+values?\s+is\s+enough",
            ),
            _way(
                "only where all values are missing",
                rf"\b(?:only|solely){_FEW}(?:all|every|each|entire\w*|nothing\s+but)\b{_FEW}{_MISSING}",
                rf"\b(?:nur|ausschließlich){_FEW}(?:alle?|sämtliche|jede\w*)\b{_FEW}{_MISSING}",
                rf"\b(?:seulement|uniquement|que\s+si){_FEW}(?:toutes?|tous)\b{_FEW}{_MISSING}",
                rf"\b(?:only|nur){_FEW}(?:entirely|completely|ganz|vollständig)\s+{_MISSING}",
            ),
        ),
    ),
    Behaviour(
        "which-is-kept",
        {"keep": (("first",), ("last",))},
        (
            _way("the first of them is kept", rf"\b(?:keep|kept|behäl|behalt|gard|conserv)\w*{_FEW}(?:first|erste\w*|premi\w+)\b"),
            _way("the last of them is kept", rf"\b(?:keep|kept|behäl|behalt|gard|conserv)\w*{_FEW}(?:last|letzte\w*|derni\w+)\b"),
        ),
    ),
    Behaviour(
        "in-place",
        {"inplace": _YES},
        (
            _way(
                "the object itself is changed",
                r"\bin[- ]place\b(?!\s*=)",
                r"\b(?:changes|modifies|alters)\s+(?:the\s+)?(?:original|frame|DataFrame|Series|object|table)\b",
                r"\b(?:verändert|ändert)\s+(?:das|die|den)\s+(?:Original|ursprünglich\w*|Tabelle|DataFrame)|an\s+Ort\s+und\s+Stelle",
                r"\bsur\s+place\b|modifie\s+(?:le|la|l['’])\s*(?:tableau|original|objet|table|DataFrame)",
            ),
            _way(
                "a new object is returned and the old one is left alone",
                r"\breturns?\s+(?:a\s+|an\s+)?(?:new|copy|modified\s+copy|changed\s+copy)",
                r"\bleaves?\s+(?:the\s+)?(?:original|frame|DataFrame|Series|input|table)\s+(?:\w+\s+)?(?:alone|unchanged|untouched|as\s+it)",
                r"\bliefert\s+(?:eine?\s+)?(?:neue\w*|Kopie)|lässt\s+(?:das|die|den)\s+\w+\s+unverändert",
                r"\brenvoie\s+une?\s+(?:copie|nouve\w+)",
            ),
        ),
    ),
    Behaviour(
        "order",
        {"ascending": _YES, "reverse": _NO, "descending": _NO},
        (
            _way(
                "the smallest comes first",
                r"\bascending|increasing\s+order|(?:smallest|lowest)\s+(?:\w+\s+)?first|aufsteigend|kleinste\w*\s+zuerst|(?<!dé)(?<!de)croissant",
            ),
            _way(
                "the largest comes first",
                r"\bdescending|decreasing\s+order|(?:largest|greatest|highest|most\s+\w+)\s+(?:\w+\s+)?first|absteigend|(?:größte|häufigste)\w*\s+zuerst|décroissant",
            ),
        ),
    ),
    Behaviour(
        "shuffling",
        {"shuffle": _YES},
        (
            _way(
                "the order is shuffled",
                r"\bshuffling\s+is\s+on\b|\bshuffles\s+(?:the|its|your)|\b(?:is|are|gets?)\s+shuffled|(?:wird|werden)\s+(?:\w+\s+){0,3}gemischt|(?:est|sont)\s+mélangé",
            ),
            _way(
                "the order stays as it is",
                r"\bshuffling\s+is\s+off\b|\b(?:is|are)\s+not\s+shuffled|\bin\s+(?:the|their)\s+(?:given|original|stored)\s+order|nicht\s+gemischt|ne\s+(?:sont|est)\s+pas\s+mélangé",
            ),
        ),
    ),
    Behaviour(
        "last-batch",
        {"drop_last": _YES},
        (
            _way(
                "an incomplete last batch is dropped",
                rf"\b(?:last|incomplete|final|leftover|letzte|unvollständige|dernier){_FEW}(?:dropped|discarded|left\s+out|thrown\s+away|skipped|verworfen|weggelassen|abandonné|ignoré)",
                r"\b(?:drops|discards|throws\s+away|skips|verwirft)\s+(?:the\s+|an\s+|den\s+)?(?:last|incomplete|final|letzten|unvollständigen)\b",
            ),
            _way(
                "an incomplete last batch is kept",
                rf"\b(?:last|incomplete|final|leftover|letzte|unvollständige|dernier){_FEW}(?:kept|retained|delivered|behalten|gardé|conservé)",
                r"\b(?:keeps|behält)\s+(?:the\s+|an\s+|den\s+)?(?:last|incomplete|final|letzten|unvollständigen)\b",
            ),
        ),
    ),
    Behaviour(
        "batch-first",
        {"batch_first": _YES},
        (
            _way("the batch is the first dimension", r"\bbatch(?:\s+(?:dimension|axis))?(?:\s+(?:is|comes|to\s+be))?(?:\s+the)?\s+first\b"),
            _way(
                "the sequence is the first dimension",
                r"\b(?:sequence|time|length)(?:\s+(?:dimension|axis|length))?(?:\s+(?:is|comes|to\s+be))?(?:\s+the)?\s+first\b",
            ),
        ),
    ),
    Behaviour(
        "replacement",
        {"replace": _YES, "replacement": _YES},
        (
            _way("draws are made with replacement", r"\bwith\s+replacement|mit\s+Zurücklegen|avec\s+remise"),
            _way("draws are made without replacement", r"\bwithout\s+replacement|ohne\s+Zurücklegen|sans\s+remise"),
        ),
    ),
    Behaviour(
        "reduction",
        {"reduction": (("mean", "elementwise_mean"), ("sum",))},
        (
            _way("the mean is taken", r"\b(?:mean|averages?|averaged|averaging|gemittelt|mittelt|Mittelwert|moyenne)\b"),
            _way("the sum is taken", r"\b(?:sums?|summed|adds?\s+up|total|summiert|Summe|somme)\b"),
        ),
        marked=True,
    ),
    Behaviour(
        "ascii",
        {"ensure_ascii": _YES},
        (
            _way(
                "everything outside of ASCII is escaped",
                r"\bescapes?\s+(?:all\s+|every\s+)?(?:non-ASCII|umlauts|accent|character\w*\s+outside)",
                rf"\b(?:non-ASCII|umlauts){_FEW}escaped\b|\b(?:pure|only)\s+ASCII",
                r"maskiert\s+(?:\w+\s+){0,3}(?:Umlaute|Nicht-ASCII)|échappe\s+(?:\w+\s+){0,3}(?:accent|non\s+ASCII)",
            ),
            _way(
                "characters outside of ASCII are written as they are",
                rf"\b(?:non-ASCII|umlauts|accented){_FEW}(?:as\s+they\s+are|unchanged|as\s+is|unescaped|untouched|alone)\b",
                r"\bUmlaute\s+(?:\w+\s+){0,3}(?:unverändert|wie\s+sie\s+sind)|\baccents?\s+(?:\w+\s+){0,3}tels\s+quels",
            ),
        ),
    ),
    Behaviour(
        "sorted-keys",
        {"sort_keys": _YES},
        (
            _way("keys are sorted", r"\bkeys\s+(?:are\s+)?sorted|\bsorts\s+(?:the\s+|its\s+)?keys|sortiert\s+die\s+Schlüssel|trie\s+les\s+clés"),
            _way("keys stay in their order", rf"\bkeys{_FEW}(?:insertion\s+order|order\s+of\s+insertion|order\s+in\s+which)|keys\s+are\s+not\s+sorted"),
        ),
    ),
    Behaviour(
        "missing-in-reductions",
        {"skipna": _YES},
        (
            _way(
                "missing values are left out",
                rf"\b(?:skip|ignor|leav\w+\s+out|exclud|omit|übergeh|überspr)\w*{_FEW}{_MISSING}",
                rf"\b{_MISSING}{_FEW}(?:skipped|ignored|left\s+out|excluded|omitted|ausgelassen|übergangen|übersprungen|ignoriert)",
            ),
            _way(
                "one missing value makes the result missing",
                rf"\b{_MISSING}{_FEW}(?:propagat\w+|makes?\s+the\s+(?:\w+\s+)?NaN|macht\s+(?:\w+\s+){{0,3}}NaN)",
                r"\bpropagat\w+\s+(?:missing|NaN)",
            ),
        ),
    ),
    Behaviour(
        "missing-as-keys",
        {"dropna": _YES},
        (
            _way(
                "missing values are left out",
                rf"\b{_MISSING}{_FEW}(?:dropped|left\s+out|excluded|not\s+counted|lost|ignored|skipped|weggelassen|nicht\s+(?:mit)?gezählt|ignoriert)",
                rf"\b(?:drop|exclud|ignor|leav\w+\s+out|skip)\w*{_FEW}{_MISSING}",
            ),
            _way(
                "missing values are counted or grouped as well",
                rf"\b{_MISSING}{_FEW}(?<!not )(?<!nicht )(?:counted|kept|included|a\s+group|their\s+own|mitgezählt|mit\s+gezählt|eigene\s+Gruppe)",
                rf"\b(?:counts?|includes?|keeps?|zählt)\s+(?:also\s+|auch\s+)?(?:the\s+|die\s+)?{_MISSING}",
            ),
        ),
    ),
    Behaviour(
        "both-bounds",
        {"inclusive": (("both",), ("neither", "left", "right")), "closed": (("both",), ("neither", "left", "right"))},
        (
            _way("both bounds belong to it", r"\bboth\s+(?:ends|bounds|limits|endpoints|edges)\s+(?:\w+\s+)?(?:included|inclusive|belong|count)", r"\bbeide\s+Grenzen\s+(?:\w+\s+)?(?:eingeschlossen|gehören)"),
            _way(
                "a bound is left out",
                r"\bboth\s+(?:ends|bounds|limits|endpoints|edges)\s+(?:\w+\s+)?(?:excluded|exclusive|left\s+out)",
                r"\b(?:upper|right|lower|left)\s+(?:end|bound|limit|edge)\s+(?:\w+\s+)?(?:excluded|exclusive|left\s+out)",
                r"\bbeide\s+Grenzen\s+(?:\w+\s+)?ausgeschlossen",
            ),
        ),
    ),
    Behaviour(
        "inclusive-quantiles",
        {"method": (("inclusive",), ("exclusive",))},
        (_way("the method is inclusive", r"\binclusive\b"), _way("the method is exclusive", r"\bexclusive\b")),
        marked=True,
    ),
    Behaviour(
        "interpolation",
        {"method": (("linear",), ("lower", "higher", "nearest", "midpoint")), "interpolation": (("linear",), ("lower", "higher", "nearest", "midpoint"))},
        (
            _way("it interpolates linearly", r"\binterpolat\w+\s+(?:\w+\s+)?linear|\blinear(?:ly|e)?\s+[Ii]nterpol|interpoliert\s+(?:\w+\s+){0,3}linear"),
            _way("it takes a value that is there", r"\b(?:nearest|closest|lower|higher)\s+(?:value|observation|rank|data\s+point)|nächstgelegen\w*\s+Wert"),
        ),
        marked=True,
    ),
    Behaviour(
        "strict-keys",
        {"strict": _YES},
        (
            _way("a mismatch is an error", rf"\b(?:missing|unexpected|extra|unknown){_FEW}(?:an\s+error|raises?|refused|RuntimeError|ValueError)"),
            _way("a mismatch is let pass", rf"\b(?:missing|unexpected|extra|unknown|surplus){_FEW}(?:ignored|skipped|tolerated|dropped|silent\w*)"),
        ),
        marked=True,
    ),
    Behaviour(
        "norm-order",
        {"norm_first": _YES},
        (
            _way("norms come before the sublayers", r"\bpre-?norm\b|\bnorm\w*\s+(?:\w+\s+){0,3}before\b"),
            _way("norms come after the residual additions", r"\bpost-?norm\b|\bnorm\w*\s+(?:\w+\s+){0,3}after\b"),
        ),
    ),
    Behaviour(
        "existing-folder",
        {"exist_ok": _YES},
        (
            _way("a folder that is there already is accepted", rf"\b(?:exist\w*|already\s+there){_FEW}(?:ignored|accepted|no\s+error|silently|kein\s+Fehler)"),
            _way("a folder that is there already is an error", rf"\b(?:exist\w*|already\s+there){_FEW}(?:an\s+error|raises?|FileExistsError|refused|Fehler)"),
        ),
        marked=True,
    ),
    Behaviour(
        "parents",
        {"parents": _YES},
        (
            _way("missing parents are made", r"\b(?:creates?|makes?)\s+(?:all\s+|any\s+|the\s+)?(?:missing\s+)?(?:parents?|intermediate)\b"),
            _way("missing parents are an error", r"\bparents?\s+(?:\w+\s+)?(?:must|have\s+to|has\s+to)\s+exist|parents?\s+are\s+not\s+(?:created|made)"),
        ),
    ),
    Behaviour(
        "joined-columns",
        {"join": (("outer",), ("inner",))},
        (
            _way("the union is kept", r"\bunion\s+of|\bouter\b|Vereinigung"),
            _way("the intersection is kept", r"\bintersection\s+of|\binner\b|\b(?:common|shared)\s+columns|Schnittmenge"),
        ),
        marked=True,
    ),
    Behaviour(
        "joined-keys",
        {"how": (("inner",), ("left", "right", "outer"))},
        (
            _way("only keys of both sides stay", r"\binner\s+join|\bkeys?\s+(?:\w+\s+){0,5}(?:in\s+)?both\b|\bSchlüssel\w*,?\s+(?:\w+\s+){0,4}beiden"),
            _way(
                "keys of one side stay as well",
                r"\b(?:outer|left|right)\s+join|\b(?:all|every)\s+(?:keys?|rows?)\s+of\s+(?:both|the\s+left|the\s+right)|\balle\s+(?:Schlüssel|Zeilen)\s+(?:\w+\s+)?(?:linken|rechten|beider)",
            ),
        ),
        marked=True,
    ),
    Behaviour(
        "equal-nan",
        {"equal_nan": _YES},
        (
            _way("two NaN count as equal", r"\bNaNs?\s+(?:\w+\s+){0,3}(?:are|count\s+as|compare\s+as|treated\s+as)\s+equal"),
            _way("two NaN count as different", r"\bNaNs?\s+(?:\w+\s+){0,3}(?:are|count\s+as|compare\s+as|treated\s+as)\s+(?:unequal|different|not\s+equal)"),
        ),
    ),
    Behaviour(
        "which-axis",
        {"axis": ((0,), (-1,)), "dim": ((0,), (-1,))},
        (
            _way("the first axis is taken", r"\b(?:first|leading)\s+(?:axis|dimension)|\berste\w*\s+(?:Achse|Dimension)|\bpremi\w+\s+(?:axe|dimension)"),
            _way("the last axis is taken", r"\blast\s+(?:axis|dimension)|\bletzte\w*\s+(?:Achse|Dimension)|\bderni\w+\s+(?:axe|dimension)"),
        ),
        marked=True,
    ),
    Behaviour(
        "captured",
        {"capture_output": _YES},
        (
            _way("output is captured", r"\bcaptures?\s+(?:the\s+|its\s+|all\s+)?output|\boutput\s+is\s+captured"),
            _way("output is not captured", r"\boutput\s+(?:is\s+not\s+captured|goes\s+to\s+the\s+terminal|is\s+inherited)"),
        ),
    ),
    Behaviour(
        "failing-command",
        {"check": _YES},
        (
            _way("a failing command raises", r"\braises?\s+(?:an?\s+)?[`\w]+\s+(?:\w+\s+){0,4}(?:non-?zero|fails|exit\w*|return\s+code)"),
            _way("a failing command raises nothing", r"\b(?:non-?zero|failing)\s+(?:\w+\s+){0,4}(?:is\s+ignored|no\s+exception|passes\s+unnoticed)"),
        ),
    ),
)  # fmt: skip
