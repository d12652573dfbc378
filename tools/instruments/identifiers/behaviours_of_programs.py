"""What a parameter's default does, in the words of books: training, files and commands.

The table names parameters and never a function, so it holds for whatever callable of any package has such a parameter. Words are
English, German and French; a behaviour that many sentences mention by the way wants a word such as "by default" beside it.
"""

from __future__ import annotations

from tools.instruments.identifiers.ways import FEW, SOME_BOUND, YES, Behaviour, way

_STORE = r"(?:caches?|queues?|deques?|buffers?|Zwischenspeicher|Warteschlange|Puffer|file|tampon|mémoire)"

IN_PROGRAMS = (
    Behaviour(
        "types",
        {"typed": YES},
        (
            way(
                "arguments of different types are kept apart",
                r"types?\s+of\s+(?:the\s+|its\s+|each\s+)?arguments?\s+(?:also\s+|too\s+)?(?:counts?|matters?|is|are)\b(?!\s+not|\s+ignored)",
                r"Typ(?:en)?\s+der\s+Argumente\s+(?:zähl\w+|spiel\w+)(?!\s+nicht|\s+keine)",
                r"types?\s+des\s+arguments?\s+(?:compte|est\s+pris)",
            ),
            way(
                "arguments that are equal share an entry, whatever their types",
                r"types?\s+of\s+(?:the\s+|its\s+)?arguments?\s+(?:(?:does|do)(?:\s+not|n['’]t)\s+(?:count|matter)|(?:is|are)\s+(?:ignored|not))",
                r"(?:whatever|regardless\s+of)\s+(?:their|the)\s+types?",
            ),
        ),
    ),
    Behaviour(
        "bound",
        {"maxsize": ((None, 0, -1), (SOME_BOUND,)), "maxlen": ((None,), (SOME_BOUND,))},
        (
            way(
                "there is no bound",
                rf"\b{_STORE}\s+(?:is|are|stays?|ist|bleibt|est|reste)\s+(?:unbounded|unlimited|without\s+(?:a\s+)?(?:bound|limit)|unbegrenzt|illimitée?)",
                r"\bgrows?\s+without\s+(?:any\s+)?(?:bound|limit)|\bwächst\s+unbegrenzt|\bcroît\s+sans\s+limite",
            ),
            way(
                "there is a bound",
                rf"\b{_STORE}\s+(?:is|are|ist|est)\s+(?:bounded|limited|begrenzt|limitée?|bornée?)\b",
            ),
        ),
        marked=True,
    ),
    Behaviour(
        "shuffling",
        {"shuffle": YES},
        (
            way(
                "the order is shuffled",
                r"\bshuffling\s+is\s+on\b|\bshuffles\s+(?:the|its|your)",
                r"\b(?:is|are|gets?)\s+shuffled",
                r"(?:wird|werden)\s+(?:\w+\s+){0,3}gemischt",
                r"(?:est|sont)\s+mélangé",
            ),
            way(
                "the order stays as it is",
                r"\bshuffling\s+is\s+off\b|\b(?:is|are)\s+not\s+shuffled",
                r"\bin\s+(?:the|their)\s+(?:given|original|stored)\s+order",
                r"nicht\s+gemischt|ne\s+(?:sont|est)\s+pas\s+mélangé",
            ),
        ),
    ),
    Behaviour(
        "last-batch",
        {"drop_last": YES},
        (
            way(
                "an incomplete last batch is dropped",
                rf"\b(?:last|incomplete|final|leftover|letzte|unvollständige|dernier){FEW}(?:dropped|discarded|left\s+out|thrown\s+away|skipped|verworfen|weggelassen|abandonné|ignoré)",
                r"\b(?:drops|discards|throws\s+away|skips|verwirft)\s+(?:the\s+|an\s+|den\s+)?(?:last|incomplete|final|letzten|unvollständigen)\b",
            ),
            way(
                "an incomplete last batch is kept",
                rf"\b(?:last|incomplete|final|leftover|letzte|unvollständige|dernier){FEW}(?:kept|retained|delivered|behalten|gardé|conservé)",
                r"\b(?:keeps|behält)\s+(?:the\s+|an\s+|den\s+)?(?:last|incomplete|final|letzten|unvollständigen)\b",
            ),
        ),
    ),
    Behaviour(
        "batch-first",
        {"batch_first": YES},
        (
            way(
                "the batch is the first dimension",
                r"\bbatch(?:\s+(?:dimension|axis))?(?:\s+(?:is|comes|to\s+be))?(?:\s+the)?\s+first\b",
                r"[(\[]\s*(?:batch|N|B)\s*,\s*(?:sequence|seq\w*|time|length|positions?|tokens?|L|T|S)\b[^)\]]*[)\]]",
            ),
            way(
                "the sequence is the first dimension",
                r"[(\[]\s*(?:sequence|seq\w*|time|length|positions?|tokens?|L|T|S)\s*,\s*(?:batch|N|B)\b[^)\]]*[)\]]",
                r"\b(?:sequence|time|length)(?:\s+(?:dimension|axis|length))?(?:\s+(?:is|comes|to\s+be))?(?:\s+the)?\s+first\b",
            ),
        ),
    ),
    Behaviour(
        "reduction",
        {"reduction": (("mean", "elementwise_mean"), ("sum",))},
        (
            way("the mean is taken", r"\b(?:mean|averages?|averaged|averaging|gemittelt|mittelt|Mittelwert|moyenne)\b"),
            way("the sum is taken", r"\b(?:sums?|summed|adds?\s+up|total|summiert|Summe|somme)\b"),
        ),
        marked=True,
    ),
    Behaviour(
        "ascii",
        {"ensure_ascii": YES},
        (
            way(
                "everything outside of ASCII is escaped",
                r"\bescapes?\s+(?:all\s+|every\s+)?(?:non-ASCII|umlauts|accent|character\w*\s+outside)",
                rf"\b(?:non-ASCII|umlauts){FEW}escaped\b",
                r"\b(?:pure|only)\s+ASCII",
                r"maskiert\s+(?:\w+\s+){0,3}(?:Umlaute|Nicht-ASCII)",
                r"échappe\s+(?:\w+\s+){0,3}(?:accent|non\s+ASCII)",
            ),
            way(
                "characters outside of ASCII are written as they are",
                rf"\b(?:non-ASCII|umlauts|accented){FEW}(?:as\s+they\s+are|unchanged|as\s+is|unescaped|untouched|alone)\b",
                r"\bUmlaute\s+(?:\w+\s+){0,3}(?:unverändert|wie\s+sie\s+sind)",
                r"\baccents?\s+(?:\w+\s+){0,3}tels\s+quels",
            ),
        ),
    ),
    Behaviour(
        "sorted-keys",
        {"sort_keys": YES},
        (
            way(
                "keys are sorted",
                r"\bkeys\s+(?:are\s+)?sorted|\bsorts\s+(?:the\s+|its\s+)?keys",
                r"sortiert\s+die\s+Schlüssel|trie\s+les\s+clés",
            ),
            way(
                "keys stay in their order",
                rf"\bkeys{FEW}(?:insertion\s+order|order\s+of\s+insertion|order\s+in\s+which)",
                r"keys\s+are\s+not\s+sorted",
            ),
        ),
    ),
    Behaviour(
        "strict-keys",
        {"strict": YES},
        (
            way(
                "a mismatch is an error",
                rf"\b(?:missing|unexpected|extra|unknown){FEW}(?:an\s+error|raises?|refused|RuntimeError|ValueError)",
            ),
            way(
                "a mismatch is let pass",
                rf"\b(?:missing|unexpected|extra|unknown|surplus){FEW}(?:ignored|skipped|tolerated|dropped|silent\w*)",
            ),
        ),
        marked=True,
    ),
    Behaviour(
        "norm-order",
        {"norm_first": YES},
        (
            way("norms come before the sublayers", r"\bpre-?norm\b|\bnorm\w*\s+(?:\w+\s+){0,3}before\b"),
            way("norms come after the residual additions", r"\bpost-?norm\b|\bnorm\w*\s+(?:\w+\s+){0,3}after\b"),
        ),
    ),
    Behaviour(
        "existing-folder",
        {"exist_ok": YES},
        (
            way(
                "a folder that is there already is accepted",
                rf"\b(?:exist\w*|already\s+there){FEW}(?:ignored|accepted|no\s+error|silently|kein\s+Fehler)",
            ),
            way(
                "a folder that is there already is an error",
                rf"\b(?:exist\w*|already\s+there){FEW}(?:an\s+error|raises?|FileExistsError|refused|Fehler)",
            ),
        ),
        marked=True,
    ),
    Behaviour(
        "parents",
        {"parents": YES},
        (
            way("missing parents are made", r"\b(?:creates?|makes?)\s+(?:all\s+|any\s+|the\s+)?(?:missing\s+)?(?:parents?|intermediate)\b"),
            way(
                "missing parents are an error",
                r"\bparents?\s+(?:\w+\s+)?(?:must|have\s+to|has\s+to)\s+exist",
                r"parents?\s+are\s+not\s+(?:created|made)",
            ),
        ),
    ),
    Behaviour(
        "captured",
        {"capture_output": YES},
        (
            way("output is captured", r"\bcaptures?\s+(?:the\s+|its\s+|all\s+)?output", r"\boutput\s+is\s+captured"),
            way("output is not captured", r"\boutput\s+(?:is\s+not\s+captured|goes\s+to\s+the\s+terminal|is\s+inherited)"),
        ),
    ),
    Behaviour(
        "failing-command",
        {"check": YES},
        (
            way("a failing command raises", r"\braises?\s+(?:an?\s+)?[`\w]+\s+(?:\w+\s+){0,4}(?:non-?zero|fails|exit\w*|return\s+code)"),
            way(
                "a failing command raises nothing",
                r"\b(?:non-?zero|failing)\s+(?:\w+\s+){0,4}(?:is\s+ignored|no\s+exception|passes\s+unnoticed)",
            ),
        ),
    ),
)
