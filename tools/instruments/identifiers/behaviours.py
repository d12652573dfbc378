"""What a parameter's default does, in the words of books: numbers and tables.

The table names parameters and never a function, so it holds for whatever callable of any package has such a parameter. Words are
English, German and French; a behaviour that many sentences mention by the way wants a word such as "by default" beside it.
"""

from __future__ import annotations

from tools.instruments.identifiers.ways import FEW, NO, YES, Behaviour, way

_MISSING = r"(?:missing|NaNs?|NAs?|null\w*|empty|fehl\w+|leer\w*|manqu\w+)"
_MINUS = r"\s*[-−–]\s*1"
_BY = (
    r"(?:divid\w*|normali[sz]e\w*)\s+(?:\w+\s+){0,4}?by"
    r"|(?:geteilt|teil\w*|dividier\w*)\s+(?:\w+\s+){0,4}?durch|divis\w+\s+(?:\w+\s+){0,3}?par"
)
_UPPER = (
    r"(?:(?:upper|right|last)\s+(?:bound|limit|end|endpoint|edge|value)|end\s?point|`?\b(?:stop|high|end)\b`?|both\s+ends"
    r"|ober\w+\s+(?:Grenze|Schranke|Ende)|Endwert|Endpunkt|Obergrenze|borne\s+sup\w+|deux\s+bornes)"
)

_TIED = r"\b(?:tied|ties|equal\s+values|equals|gleiche\s+Werte|ex\s+æquo|valeurs\s+égales)\b"

IN_TABLES = (
    Behaviour(
        "denominator",
        {"ddof": ((0,), (1,)), "correction": ((0,), (1,)), "unbiased": NO},
        (
            way(
                "the sum is divided by N",
                rf"(?:{_BY})\s+(?:the\s+number\s+of\s+(?:values|elements|observations)|die\s+(?:An)?[Zz]ahl\s+der\s+\w+|[`*]?N[`*]?\b(?!{_MINUS}))",
                r"\bpopulation\s+(?:variance|standard\s+deviation)",
                r"(?<!un)\bbiased\b",
                r"Varianz\s+der\s+Grundgesamtheit",
            ),
            way(
                "the sum is divided by N - 1",
                rf"(?:{_BY})\s+[`*(]*N{_MINUS}",
                r"\bsample\s+(?:variance|standard\s+deviation)",
                r"\bunbiased\b|Bessel",
                r"erwartungstreu|unverzerrt",
                r"Stichproben(?:varianz|standardabweichung)",
                r"(?:sans|non)\s+biais",
            ),
        ),
    ),
    Behaviour(
        "end",
        {"endpoint": YES},
        (
            way(
                "the upper end belongs to the range",
                rf"{_UPPER}\s+(?:\w+\s+){{0,2}}?(?:belongs?|included|inclusive|part|gehör\w+(?!\s+nicht)|eingeschlossen|enthalten|inclus\w*|comprise?s?)\b",
                rf"(?:includ\w+|contains?|enthält|inclut)\s+(?:the\s+|die\s+|den\s+|das\s+|la\s+)?{_UPPER}",
            ),
            way(
                "the upper end is left out",
                rf"{_UPPER}\s+(?:\w+\s+){{0,2}}?(?:excluded|exclusive|left\s+out|never\s+\w+|ausgeschlossen|exclu\w*)\b",
                rf"(?:exclud\w+|omits?|leaves\s+out)\s+(?:the\s+)?{_UPPER}",
                r"\bhalf-open|halboffen|semi-ouvert|demi-ouvert",
            ),
        ),
    ),
    Behaviour(
        "variables",
        {"rowvar": YES},
        (
            way(
                "each row is a variable, each column an observation",
                r"\brows?\s+(?:\w+\s+){0,3}?(?:as|is|are|represents?|stands?\s+for)\s+(?:an?\s+|one\s+|the\s+)?variables?",
                r"variables?\s+(?:are|stand)\s+(?:in\s+)?(?:the\s+)?rows",
                r"(?:ist|sind|gilt)\s+(?:jede\s+|die\s+)?Zeilen?\s+(?:als\s+)?(?:je\s+)?(?:eine?\s+)?(?:Variablen?|Merkmale?)",
                r"Zeilen?\s+(?:\w+\s+){0,3}?(?:als|ist|sind|für)\s+(?:je\s+)?(?:eine?\s+)?(?:Variablen?|Merkmale?)",
                r"lignes?\s+(?:\w+\s+){0,3}?(?:comme|est|sont|représente)\s+(?:une\s+|des\s+)?variables?",
            ),
            way(
                "each column is a variable, each row an observation",
                r"\bcolumns?\s+(?:\w+\s+){0,3}?(?:as|is|are|represents?|stands?\s+for)\s+(?:an?\s+|one\s+|the\s+)?variables?",
                r"variables?\s+(?:are|stand)\s+(?:in\s+)?(?:the\s+)?columns",
                r"(?:ist|sind|gilt)\s+(?:jede\s+|die\s+)?Spalten?\s+(?:als\s+)?(?:je\s+)?(?:eine?\s+)?(?:Variablen?|Merkmale?)",
                r"Spalten?\s+(?:\w+\s+){0,3}?(?:als|ist|sind|für)\s+(?:je\s+)?(?:eine?\s+)?(?:Variablen?|Merkmale?)",
                r"colonnes?\s+(?:\w+\s+){0,3}?(?:comme|est|sont|représente)\s+(?:une\s+|des\s+)?variables?",
            ),
        ),
    ),
    Behaviour(
        "any-or-all",
        {"how": (("any",), ("all",))},
        (
            way(
                "one missing value is enough",
                rf"\b(?:any|at\s+least\s+one|(?:even|just)\s+(?:a\s+single|one)|a\s+single){FEW}{_MISSING}",
                rf"\b(?:mindestens\s+ein|irgendein|schon\s+ein|ein\s+einzig)\w*{FEW}{_MISSING}",
                rf"\bau\s+moins\s+une?{FEW}{_MISSING}",
                rf"\b{_MISSING}\s+values?\s+is\s+enough",
            ),
            way(
                "only where all values are missing",
                rf"\b(?:only|solely){FEW}(?:all|every|each|entire\w*|nothing\s+but)\b{FEW}{_MISSING}",
                rf"\b(?:nur|ausschließlich){FEW}(?:alle?|sämtliche|jede\w*)\b{FEW}{_MISSING}",
                rf"\b(?:seulement|uniquement|que\s+si){FEW}(?:toutes?|tous)\b{FEW}{_MISSING}",
                rf"\b(?:only|nur){FEW}(?:entirely|completely|ganz|vollständig)\s+{_MISSING}",
            ),
        ),
    ),
    Behaviour(
        "which-is-kept",
        {"keep": (("first",), ("last",))},
        (
            way("the first of them is kept", rf"\b(?:keep|kept|behäl|behalt|gard|conserv)\w*{FEW}(?:first|erste\w*|premi\w+)\b"),
            way("the last of them is kept", rf"\b(?:keep|kept|behäl|behalt|gard|conserv)\w*{FEW}(?:last|letzte\w*|derni\w+)\b"),
        ),
    ),
    Behaviour(
        "in-place",
        {"inplace": YES},
        (
            way(
                "the object itself is changed",
                r"\bin[- ]place\b(?!\s*=)",
                r"\b(?:changes|modifies|alters)\s+(?:the\s+)?(?:original|frame|DataFrame|Series|object|table)\b",
                r"\b(?:verändert|ändert)\s+(?:das|die|den)\s+(?:Original|ursprünglich\w*|Tabelle|DataFrame)",
                r"an\s+Ort\s+und\s+Stelle",
                r"\bsur\s+place\b",
                r"modifie\s+(?:le|la|l['’])\s*(?:tableau|original|objet|table|DataFrame)",
            ),
            way(
                "a new object is returned and the old one is left alone",
                r"\breturns?\s+(?:a\s+|an\s+)?(?:new|copy|modified\s+copy|changed\s+copy)",
                r"\bleaves?\s+(?:the\s+)?(?:original|frame|DataFrame|Series|input|table)\s+(?:\w+\s+)?(?:alone|unchanged|untouched|as\s+it)",
                r"\bliefert\s+(?:eine?\s+)?(?:neue\w*|Kopie)",
                r"lässt\s+(?:das|die|den)\s+\w+\s+unverändert",
                r"\brenvoie\s+une?\s+(?:copie|nouve\w+)",
            ),
        ),
    ),
    Behaviour(
        "order",
        {"ascending": YES, "reverse": NO, "descending": NO},
        (
            way(
                "the smallest comes first",
                r"\bascending|increasing\s+order",
                r"(?:smallest|lowest)\s+(?:\w+\s+)?first|aufsteigend",
                r"kleinste\w*\s+zuerst|(?<!dé)(?<!de)croissant",
            ),
            way(
                "the largest comes first",
                r"\bdescending|decreasing\s+order",
                r"(?:largest|greatest|highest|most\s+\w+)\s+(?:\w+\s+)?first",
                r"absteigend|(?:größte|häufigste)\w*\s+zuerst|décroissant",
            ),
        ),
    ),
    Behaviour(
        "replacement",
        {"replace": YES, "replacement": YES},
        (
            way("draws are made with replacement", r"\bwith\s+replacement|mit\s+Zurücklegen|avec\s+remise"),
            way("draws are made without replacement", r"\bwithout\s+replacement|ohne\s+Zurücklegen|sans\s+remise"),
        ),
    ),
    Behaviour(
        "missing-in-reductions",
        {"skipna": YES},
        (
            way(
                "missing values are left out",
                rf"\b(?:skip|ignor|leav\w+\s+out|exclud|omit|übergeh|überspr)\w*{FEW}{_MISSING}",
                rf"\b{_MISSING}{FEW}(?:skipped|ignored|left\s+out|excluded|omitted|ausgelassen|übergangen|übersprungen|ignoriert)",
            ),
            way(
                "one missing value makes the result missing",
                rf"\b{_MISSING}{FEW}(?:propagat\w+|makes?\s+the\s+(?:\w+\s+)?NaN|macht\s+(?:\w+\s+){{0,3}}NaN)",
                r"\bpropagat\w+\s+(?:missing|NaN)",
            ),
        ),
    ),
    Behaviour(
        "missing-as-keys",
        {"dropna": YES},
        (
            way(
                "missing values are left out",
                rf"\b{_MISSING}{FEW}(?:dropped|left\s+out|excluded|not\s+counted|lost|ignored|skipped|weggelassen|nicht\s+(?:mit)?gezählt|ignoriert)",
                rf"\b(?:drop|exclud|ignor|leav\w+\s+out|skip)\w*{FEW}{_MISSING}",
            ),
            way(
                "missing values are counted or grouped as well",
                rf"\b{_MISSING}{FEW}(?<!not )(?<!nicht )(?:counted|kept|included|a\s+group|their\s+own)",
                rf"\b{_MISSING}{FEW}(?<!nicht )(?:mitgezählt|mit\s+gezählt|eigene\s+Gruppe)",
                rf"\b(?:counts?|includes?|keeps?|zählt)\s+(?:also\s+|auch\s+)?(?:the\s+|die\s+)?{_MISSING}",
            ),
        ),
    ),
    Behaviour(
        "both-bounds",
        {"inclusive": (("both",), ("neither", "left", "right")), "closed": (("both",), ("neither", "left", "right"))},
        (
            way(
                "both bounds belong to it",
                r"\bboth\s+(?:ends|bounds|limits|endpoints|edges)\s+(?:\w+\s+)?(?:included|inclusive|belong|count)",
                r"\bbeide\s+Grenzen\s+(?:\w+\s+)?(?:eingeschlossen|gehören)",
            ),
            way(
                "a bound is left out",
                r"\bboth\s+(?:ends|bounds|limits|endpoints|edges)\s+(?:\w+\s+)?(?:excluded|exclusive|left\s+out)",
                r"\b(?:upper|right|lower|left)\s+(?:end|bound|limit|edge)\s+(?:\w+\s+)?(?:excluded|exclusive|left\s+out)",
                r"\bbeide\s+Grenzen\s+(?:\w+\s+)?ausgeschlossen",
            ),
        ),
    ),
    Behaviour(
        "ties",
        {"method": (("average",), ("min",))},
        (
            way("equal values share the mean of their places", rf"{_TIED}[^.;]{{0,50}}\b(?:mean|average|Mittel\w*|Durchschnitt|moyenne)\b"),
            way(
                "equal values all get the lowest of their places",
                rf"{_TIED}[^.;]{{0,50}}\b(?:smallest|lowest|minimum|kleinste\w*|plus\s+petit\w*)\b",
            ),
        ),
        marked=True,
    ),
    Behaviour(
        "inclusive-quantiles",
        {"method": (("inclusive",), ("exclusive",))},
        (way("the method is inclusive", r"\binclusive\b"), way("the method is exclusive", r"\bexclusive\b")),
        marked=True,
    ),
    Behaviour(
        "interpolation",
        {
            "method": (("linear",), ("lower", "higher", "nearest", "midpoint")),
            "interpolation": (("linear",), ("lower", "higher", "nearest", "midpoint")),
        },
        (
            way(
                "it interpolates linearly",
                r"\binterpolat\w+\s+(?:\w+\s+)?linear",
                r"\blinear(?:ly|e)?\s+[Ii]nterpol",
                r"interpoliert\s+(?:\w+\s+){0,3}linear",
            ),
            way(
                "it takes a value that is there",
                r"\b(?:nearest|closest|lower|higher)\s+(?:value|observation|rank|data\s+point)",
                r"nächstgelegen\w*\s+Wert",
            ),
        ),
        marked=True,
    ),
    Behaviour(
        "joined-columns",
        {"join": (("outer",), ("inner",))},
        (
            way("the union is kept", r"\bunion\s+of|\bouter\b|Vereinigung"),
            way("the intersection is kept", r"\bintersection\s+of|\binner\b|\b(?:common|shared)\s+columns", r"Schnittmenge"),
        ),
        marked=True,
    ),
    Behaviour(
        "joined-keys",
        {"how": (("inner",), ("left", "right", "outer"))},
        (
            way(
                "only keys of both sides stay",
                r"\binner\s+join|\bkeys?\s+(?:\w+\s+){0,5}(?:in\s+)?both\b",
                r"\bSchlüssel\w*,?\s+(?:\w+\s+){0,4}beiden",
            ),
            way(
                "keys of one side stay as well",
                r"\b(?:outer|left|right)\s+join",
                r"\b(?:all|every)\s+(?:keys?|rows?)\s+of\s+(?:both|the\s+left|the\s+right)",
                r"\balle\s+(?:Schlüssel|Zeilen)\s+(?:\w+\s+)?(?:linken|rechten|beider)",
            ),
        ),
        marked=True,
    ),
    Behaviour(
        "equal-nan",
        {"equal_nan": YES},
        (
            way("two NaN count as equal", r"\bNaNs?\s+(?:\w+\s+){0,3}(?:are|count\s+as|compare\s+as|treated\s+as)\s+equal"),
            way(
                "two NaN count as different",
                r"\bNaNs?\s+(?:\w+\s+){0,3}(?:are|count\s+as|compare\s+as|treated\s+as)\s+(?:unequal|different|not\s+equal)",
            ),
        ),
    ),
    Behaviour(
        "which-axis",
        {"axis": ((0,), (-1,)), "dim": ((0,), (-1,))},
        (
            way(
                "the first axis is taken",
                r"\b(?:first|leading)\s+(?:axis|dimension)",
                r"\berste\w*\s+(?:Achse|Dimension)",
                r"\bpremi\w+\s+(?:axe|dimension)",
            ),
            way(
                "the last axis is taken",
                r"\blast\s+(?:axis|dimension)",
                r"\bletzte\w*\s+(?:Achse|Dimension)",
                r"\bderni\w+\s+(?:axe|dimension)",
            ),
        ),
        marked=True,
    ),
)
