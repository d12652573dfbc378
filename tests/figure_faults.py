"""Texts of our own writing with one wrong figure each: name, text, the words that the alarm must stand on, and what is right."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """instrument: who must find it. words: within the text of the alarm's span. right: within its summary or replacement, "" where open."""

    name: str
    instrument: str
    text: str
    words: str
    right: str = ""


STORES = """
| store | read (ms) | write (ms) | size |
|---|---|---|---|
| Postgres | 4.1 | 7.9 | 120 MB |
| SQLite | 1.2 | 15.3 | 80 MB |
| MySQL | 3.8 | 8.4 | 140 MB |

"""
SPEEDS = """
| batch | eager (ms) | compiled (ms) | speedup |
|---|---|---|---|
| 1 | 2.04 | 1.51 | 1.35x |
| 8 | 6.10 | 3.02 | {} |
| 64 | 30.0 | 8.0 | 3.75x |

"""
GERMAN = """
Wir haben drei Verfahren auf demselben Rechner verglichen, und die Zeiten sind nicht weit auseinander.

| Verfahren | Zeit (ms) | Genauigkeit (%) |
|---|---|---|
| Baum | 12,5 | 88,1 |
| Wald | 48,0 | 93,4 |
| Netz | 75,2 | 95,0 |

"""
FRENCH = """
Les mesures sont faites sur la même machine que dans le chapitre sur les bases de données.

| méthode | temps (s) | mémoire (Go) |
|---|---|---|
| naïve | 12,4 | 1,2 |
| rapide | 3,1 | 2,4 |
| exacte | 20,5 | 2,0 |

"""
GROWTH = """
| n | eager (ms) | compiled (ms) | loss |
|---|---|---|---|
| 1 | 2.0 | 1.0 | 0.9 |
| 2 | 4.0 | 1.8 | 0.7 |
| 4 | 8.1 | 9.5 | 0.8 |
| 8 | 16.0 | 10.1 | 0.5 |

"""
REQUESTS = """
| request | length | time |
|---|---|---|
| 0 | 60 | 8.4 s |
| 1 | 63 | 8.5 s |
| 2 | 60 | 2.1 ms |
| 3 | 75 | 8.8 s |

"""
PRINTED = """
```
final loss: 0.6931
accuracy = 93.4 %
elapsed: 12.4 s
misses: 3
```

"""

JOBS = """
| job | size | plain (ms) | cached (ms) | cache |
|---|---|---|---|---|
| 1 | 10 | 4.0 | 900 | miss |
| 2 | 12 | 4.4 | 950 | miss |
| 3 | 10 | 4.2 | 0.6 | hit |
| 4 | 15 | 5.0 | 640 | miss |
| 5 | 12 | 4.5 | 0.8 | hit |
| 6 | 18 | 5.5 | 910 | miss |
| 7 | 15 | 4.9 | 1.0 | hit |

"""

FAULTS = [
    Fault("difference of rows", "numbers", STORES + "For a read, MySQL is 3.6 ms slower than SQLite.", "3.6 ms", "2.6"),
    Fault("difference german", "numbers", GERMAN + "Der Wald ist 45,5 ms langsamer als der Baum.", "45,5 ms", "35"),
    Fault("range of counted rows", "numbers", JOBS + "Four of the seven jobs met a new size, and each of them took between 890 and "
                                                     "960 ms.", "890 and 960", "640"),
    Fault("mean of a group", "numbers", JOBS + "The hits are cheap. They took 0.95 ms on average.", "0.95 ms", "0.8"),
    Fault("mean german", "numbers", GERMAN + "Im Mittel liegt die Genauigkeit bei 92 %, also im Schnitt gut. Die mittlere Genauigkeit "
                                             "beträgt 97,2 %.", "97,2 %", "92"),
    Fault("factor", "numbers", "The old code takes 8.1 ms and the new one 3.0 ms, a speedup of 3.7.", "3.7", "2.7"),
    Fault("two changes", "numbers", "Latency fell from 120 ms to 80 ms, a 33 % reduction, and throughput rose from 200 to 300 requests "
                                    "per second, 60 % more.", "60 %", "50"),
    Fault("bits in one sentence", "wording", "The largest difference between the scores was 4.8e-07, so both return bit-for-bit the same "
                                             "scores.", "bit-for-bit", "4.8e-07"),
    Fault("epochs", "numbers", "With 50,000 images and a batch size of 128, an epoch has 391 steps; 10 epochs have 4,910 "
                               "steps.", "4,910", "3,910"),
    Fault("others", "numbers", "Of the 200 requests, 30 (15 %) failed; the other 160 succeeded.", "160", "170"),
    Fault("each with", "numbers", "Two nodes with 4 GPUs each give 9 GPUs in total.", "9", "8"),
    Fault("cell", "numbers", STORES + "SQLite reads in 2.1 ms.", "2.1 ms", "1.2"),
    Fault("cell of named column", "numbers", STORES + "For a write MySQL needs 9.4 ms.", "9.4 ms", "8.4"),
    Fault("cell by only unit", "numbers", STORES + "Postgres occupies 160 MB.", "160 MB", "120"),
    Fault("cell by key", "numbers", SPEEDS.format("2.02x") + "At batch 64 the compiled model takes 9 ms.", "9 ms", "8"),
    Fault("cell german", "numbers", GERMAN + "Der Wald braucht 58 ms.", "58 ms", "48"),
    Fault("cell german percent", "numbers", GERMAN + "Das Netz erreicht eine Genauigkeit von 97 %.", "97 %", "95"),
    Fault("cell french", "numbers", FRENCH + "La méthode exacte prend 25,5 s.", "25,5 s", "20,5"),
    Fault("extreme label", "numbers", STORES + "MySQL is the fastest for reads.", "fastest", "SQLite"),
    Fault("extreme value", "numbers", STORES + "The slowest write took 8.4 ms.", "8.4 ms", "15.3"),
    Fault("extreme size", "numbers", STORES + "The largest size is 120 MB.", "120 MB", "140"),
    Fault("extreme german", "numbers", GERMAN + "Der Wald ist das langsamste Verfahren.", "langsamste", "Netz"),
    Fault("extreme french", "numbers", FRENCH + "La méthode naïve est la plus lente.", "plus lente", "exacte"),
    Fault("range", "numbers", STORES + "Every read takes between 2 and 5 ms.", "between 2 and 5 ms", "1.2"),
    Fault("range words", "numbers", REQUESTS + "Each of the requests took eight to nine seconds.", "eight to nine seconds", "2.1 ms"),
    Fault("range german", "numbers", GERMAN + "Die Genauigkeit liegt zwischen 90 und 95 %.", "zwischen 90 und 95 %", "88"),
    Fault("bound never", "numbers", STORES + "Writes never take more than 10 ms.", "more than 10 ms", "15.3"),
    Fault("bound all below", "numbers", STORES + "All reads finish in under 4 ms.", "under 4 ms", "4.1"),
    Fault("bound at least", "numbers", STORES + "Every store needs at least 100 MB.", "at least 100 MB", "80"),
    Fault("bound german", "numbers", GERMAN + "Alle Verfahren erreichen mindestens 90 % Genauigkeit.", "mindestens 90 %", "88.1"),
    Fault("count rows", "numbers", REQUESTS + "All five requests were answered.", "five requests", "4"),
    Fault("count distinct", "numbers", REQUESTS + "There are four distinct lengths.", "four distinct", "3"),
    Fault("ordinal", "numbers", REQUESTS + "The second distinct length (length=75) compiles last.", "second distinct length", "3"),
    Fault("speedup cell", "numbers", SPEEDS.format("3.02x"), "3.02x", "2.02"),
    Fault("speedup prose", "numbers", "The kernel went from 30 ms to 8 ms, a speedup of 4.75x.", "4.75x", "3.75"),
    Fault("total row", "numbers", "| month | income |\n|---|---|\n| January | 1,200 |\n| February | 1,350 |\n| March | 990 |\n| Total | "
                                  "3,640 |\n", "3,640", "3,540"),
    Fault("mean row", "numbers", "| fold | accuracy (%) |\n|---|---|\n| 1 | 91.2 |\n| 2 | 92.0 |\n| 3 | 90.4 |\n| mean | "
                                 "91.8 |\n", "91.8", "91.2"),
    Fault("share column", "numbers", "| part | cost (€) | share (%) |\n|---|---|---|\n| rent | 500 | 50 |\n| food | 300 | 35 |\n| other "
                                     "| 200 | 20 |\n", "35", "30"),
    Fault("share total", "numbers", "| part | share (%) |\n|---|---|\n| rent | 50.0 |\n| food | 35.0 |\n| other | 20.0 |\n| total | "
                                    "100.0 |\n", "100.0", "105"),
    Fault("difference column", "numbers", "| quarter | revenue ($) | cost ($) | profit ($) |\n|---|---|---|---|\n| Q1 | 120 | 90 | 30 "
                                          "|\n| Q2 | 150 | 100 | 60 |\n| Q3 | 95 | 90 | 5 |\n| Q4 | 200 | 130 | 70 |\n", "60", "50"),
    Fault("product column", "numbers", "| item | units | price (€) | amount (€) |\n|---|---|---|---|\n| bolt | 10 | 1.50 | 15.00 |\n| "
                                       "nut | 5 | 0.75 | 3.75 |\n| nail | 100 | 0.10 | 12.00 |\n", "12.00", "10"),
    Fault("cumulative column", "numbers", "| epoch | samples | cumulative |\n|---|---|---|\n| 1 | 100 | 100 |\n| 2 | 150 | 250 |\n| 3 | "
                                          "120 | 390 |\n| 4 | 130 | 500 |\n", "390", "370"),
    Fault("change column", "numbers", "| model | old (MB) | new (MB) | reduction (%) |\n|---|---|---|---|\n| a | 100 | 80 | 20 |\n| b | "
                                      "200 | 150 | 25 |\n| c | 400 | 100 | 65 |\n", "65", "75"),
    Fault("row sum", "numbers", "| team | Q1 | Q2 | Q3 | total |\n|---|---|---|---|---|\n| red | 10 | 12 | 9 | 31 |\n| blue | 8 | 7 | 11 "
                                "| 28 |\n| green | 14 | 3 | 6 | 23 |\n", "28", "26"),
    Fault("rate column", "numbers", "| file | size (MB) | time (s) | speed (MB/s) |\n|---|---|---|---|\n| a | 100 | 2.0 | 50 |\n| b | "
                                    "300 | 4.0 | 85 |\n| c | 90 | 3.0 | 30 |\n", "85", "75"),
    Fault("output total", "numbers", "| req | eager (ms) | compiled |\n|---|---|---|\n| 0 | 10.2 | 3.1 s |\n| 1 | 9.8 | 2.9 s |\n| 2 | "
                                     "10.0 | 4.1 ms |\n\n```\neager total: 0.030 s\ncompiled total: 7.004 s\n```\n", "7.004 s", "6.0041"),
    Fault("output ratio", "numbers", "| req | eager (ms) | compiled |\n|---|---|---|\n| 0 | 10.2 | 3.1 s |\n| 1 | 9.8 | 2.9 s |\n| 2 | "
                                     "10.0 | 4.1 ms |\n\n```\neager total: 0.030 s\ncompiled total: 6.004 s (250x)\n```\n", "250x", "200"),
    Fault("printed value", "numbers", PRINTED + "The final loss is 0.73.", "0.73", "0.69"),
    Fault("printed percent", "numbers", PRINTED + "The accuracy reaches 97 %.", "97 %", "93"),
    Fault("printed time", "numbers", PRINTED + "Elapsed is 22.4 s.", "22.4 s", "12.4"),
    Fault("percent change", "numbers", "After the rewrite the latency fell from 120 ms to 80 ms, a 50 % reduction.", "50 %", "33"),
    Fault("percent increase", "numbers", "Throughput grew from 200 to 300 requests per second, an increase of 33 %.", "33 %", "50"),
    Fault("percent german", "numbers", "Die Laufzeit sank von 1,5 auf 1,2 Sekunden, also um 30 %.", "30 %", "20"),
    Fault("percent french", "numbers", "Le temps passe de 120 à 80 ms, soit une baisse de 40 %.", "40 %", "33"),
    Fault("points", "numbers", "Accuracy rises from 91.2 % to 93.4 %, a gain of 3.2 percentage points.", "3.2 percentage points", "2.2"),
    Fault("halved", "numbers", "Quantization halves the memory, from 16 GB to 12 GB.", "halves"),
    Fault("doubled", "numbers", "The throughput doubled, from 200 req/s to 300 req/s.", "doubled", "1.5"),
    Fault("verdoppelt", "numbers", "Der Speicher hat sich verdoppelt, von 2,5 GB auf 4 GB.", "verdoppelt", "1.6"),
    Fault("times faster than the sentence before", "numbers", "Without the index the query ran for 960 ms; with it, for 320 ms. The index "
                                     "makes the query four times faster.", "four times", "three"),
    Fault("times faster", "numbers", "The old parser needed 12.0 s for the file, the new one 3.0 s: six times "
                                     "faster.", "six times", "four"),
    Fault("times across sentences", "numbers", "The eager service needed 0.15 seconds. The compiled one took sixty-nine seconds, six "
                                               "hundred times slower.", "six hundred times", "460"),
    Fault("share of whole", "numbers", "Of the 200 requests, 30 (20 %) failed.", "20 %", "15"),
    Fault("share of", "numbers", "30 of the 120 requests (30 %) failed.", "30 %", "25"),
    Fault("share german", "numbers", "30 von 120 Anfragen (30 %) sind gescheitert, und das ist nicht gut.", "30 %", "25"),
    Fault("percent of", "numbers", "We keep 25 % of 120 rows, i.e. 40.", "40", "30"),
    Fault("remaining percent", "numbers", "Attention takes 40 % of the time, the remaining 50 % goes to the MLP.", "50 %", "60"),
    Fault("remaining count", "numbers", "Eight of the 13 requests compile; the other 4 do not.", "4", "5"),
    Fault("sum list", "numbers", "Loading takes 3 ms, parsing 4 ms and rendering 5 ms, 15 ms in total.", "15 ms", "12"),
    Fault("sum french", "numbers", "La lecture prend 3 s, le calcul 4 s et l'écriture 5 s, 14 s au total.", "14 s", "12"),
    Fault("mean list", "numbers", "The average of 3, 4 and 8 is 6.", "6", "5"),
    Fault("median list", "numbers", "The values 2, 4, 4, 5 and 10 have a median of 5.", "5", "4"),
    Fault("product", "numbers", "Its 12 layers of 7.1 M parameters make 95 M.", "95 M", "85"),
    Fault("product bytes", "numbers", "A model of 7 billion parameters at 2 bytes each takes 28 GB.", "28 GB", "14"),
    Fault("rate", "numbers", "The server handled 1,000 requests in 4 s, 400 requests per second.", "400 requests per second", "250"),
    Fault("bandwidth", "numbers", "Reading 10 GB took 4.0 s, a rate of 4.0 GB/s.", "4.0 GB/s", "2.5"),
    Fault("steps", "numbers", "With 50,000 images and a batch size of 128, an epoch has 491 steps.", "491", "391"),
    Fault("arithmetic bytes", "numbers", "Per token, that makes 4 x 768 x 2 bytes = 8 KiB.", "4 x 768 x 2 bytes = 8 KiB", "6"),
    Fault("arithmetic plain", "numbers", "The cache holds 32 * 1024 = 32,678 tokens.", "32 * 1024 = 32,678", "32,768"),
    Fault("arithmetic power", "numbers", "There are 2^16 = 65,356 values.", "2^16 = 65,356", "65,536"),
    Fault("arithmetic words", "numbers", "Das sind also 3 mal 4 gleich 12, und 3 mal 5 ergibt 16.", "3 mal 5 ergibt 16", "15"),
    Fault("inequality", "numbers", "Because 0.3 < 0.25, the test passes.", "0.3 < 0.25"),
    Fault("conversion", "numbers", "The log has 1536 MiB (1.6 GiB).", "1.6 GiB", "1.5"),
    Fault("conversion time", "numbers", "The job ran for 90 s, i.e. 2.5 minutes.", "2.5 minutes", "1.5"),
    Fault("identical", "wording", "```\nmax abs difference: 1.19e-07\n```\n\nBoth versions give identical "
                                  "results.", "identical results", "1.19e-07"),
    Fault("bit for bit", "wording", "The outputs agree bit for bit.\n\n```\nmax |a - b| = 2.4e-06\n```\n", "bit for bit", "2.4e-06"),
    Fault("identisch", "wording", "Die beiden Läufe liefern identische Ergebnisse, und das ist für den Test nicht wichtig.\n\n```\nmax "
                                  "abs diff: 3.1e-06\n```\n", "identische Ergebnisse", "3.1e-06"),
    Fault("no difference", "wording", "```\nmax difference: 0.002\n```\n\nThere is no difference between the "
                                      "outputs.", "no difference", "0.002"),
    Fault("always faster", "wording", GROWTH + "The compiled version is always faster than the eager one.", "faster than", "4"),
    Fault("falls every step", "wording", GROWTH + "The loss decreases with every step.", "decreases with every", "0.8"),
    Fault("constant", "wording", GROWTH + "The eager time stays constant.", "stays constant"),
    Fault("quadratic", "wording", GROWTH + "The eager time grows quadratically.", "grows quadratically", "1.00"),
    Fault("no misses", "wording", PRINTED + "There were no misses.", "no misses", "3"),
    Fault("silent", "wording", "The old name is still accepted, and nothing is printed:\n\n```\nDeprecationWarning: use "
                               "recompile_limit\n```\n", "nothing is printed"),
    Fault("all pass", "wording", "All tests pass.\n\n```\n12 passed, 1 failed in 0.4s\n```\n", "All tests pass", "1 failed"),
    Fault("single line", "wording", "It prints a single line:\n\n```\nloading\ndone\n```\n", "a single line", "2"),
    Fault("formula", "equations", "The model has d_model = 768 and n_heads = 12, so `head_dim = d_model / n_heads "
                                  "= 96`.", "head_dim", "64"),
    Fault("formula latex", "equations", r"With $d = 768$ and $L = 12$ we get $N = 12 \cdot L \cdot d^2 \approx 65$ "
                                        r"million.", "N = 12", "84934656"),
    Fault("formula elsewhere", "equations", "We use `n_heads = 12` and `head_dim = 64`.\n\nThe width is `d_model = n_heads * head_dim`, "
                                            "and d_model = 512.", "d_model = n_heads * head_dim", "768"),
    Fault("formula code", "equations", "```python\nwidth = 3\nheight = 4\n```\n\nThe diagonal is `sqrt(width^2 + height^2) "
                                       "= 7`.", "sqrt(width^2 + height^2) = 7", "5"),
    Fault("formula fraction", "equations", r"With $m = 4$ and $v = 3$ the energy is $E = \frac{1}{2} m v^2 = 36$.", "E =", "18"),
]  # fmt: skip
