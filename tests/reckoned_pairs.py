"""Passages whose figures follow from a formula, from rows of a table or from each other: `{{right|wrong}}` marks what a fault changes."""

PAIRS = {
    "formula-counts-rows": r"""
A valid filter of length k over a signal of length n with step s has

$$ m = \lfloor (n - k) / s \rfloor + 1 $$

places. For n = 40, k = 8 and s = 4 this gives {{9|10}} places and as many products.
""",
    "formula-counts-german": r"""
Ein Ring aus n Rechnern tauscht

$$ T = 2 (n - 1) $$

Nachrichten aus. Für n = 12 ergibt das {{22|24}} Nachrichten.
""",
    "formula-of-nouns": r"""
For a sine of full scale and $b$ bits the theory leads to

$$ \text{SNR} = 6.02\, b + 1.76 \ \text{dB}. \tag{2.3} $$

For 10 bits this gives 62.0 dB and for 14 bits {{86.0|84.3}} dB.
""",
    "formula-side-by-side": """
A handshake among n people needs h = n(n - 1)/2 pairs. With n = 9 that gives {{36|72}} pairs.
""",
    "formula-of-initials": """
The lens has a precision of 0.80 and a recall of 0.50 on our pictures.

Their harmonic mean, for precision and recall, is F = 2PR/(P + R). Here it is {{0.615|0.650}}.
""",
    "formula-with-units": """
A disk of latency w answers in t = w + s / r. With w = 5 ms, s = 4 MB and r = 200 MB/s this gives {{25 ms|205 ms}}.
""",
    "formula-with-units-behind": r"""
A cost is recovered after

$$ N = \frac{C}{a - b} $$

calls. With $C = 6$ s, $a = 2.5$ ms and $b = 0.5$ ms this gives {{3,000|300}} calls.
""",
    "formula-french": r"""
Un arbre de hauteur h compte

$$ F = 2^h $$

feuilles. Avec h = 7 on obtient {{128|256}} feuilles.
""",
    "formula-twice": r"""
A strip of n tiles has

$$ J = n - 1 $$

joints, where n counts the tiles. For n = 12 this gives 11 joints, and for n = 20 {{19|21}} joints.
""",
    "as-long-elided": """
| format | size (MB) | write (s) | read (s) |
|---|---|---|---|
| rows | 12.0 | 0.60 | 0.50 |
| lines | 34.0 | 2.40 | 1.80 |
| trees | 34.5 | 2.10 | 1.60 |

Lines need 2.8 times the space of rows and take {{3.6|4.0}} times as long to read.
""",
    "as-long-elided-and": """
| engine | memory (MB) | start (s) |
|---|---|---|
| beech | 400 | 2.0 |
| maple | 900 | 5.0 |

Maple needs 2.25 times the memory of beech and takes {{2.5|2.25}} times as long.
""",
    "bytes-each-worked-out": """
The file with 200,000 rows has 9.0 MB, that is {{45 bytes|450 bytes}} for each row.
""",
    "column-in-other-units": """
What a path holds, with rates in Mbit/s and results in bytes:

| path | rate | delay | in flight |
|---|---|---|---|
| hall | 1000 | 1 ms | 125,000 |
| town | 16 | 30 ms | 60,000 |
| ocean | 1000 | 80 ms | {{10,000,000|80,000,000}} |
| orbit | 20 | 600 ms | 1,500,000 |
""",
    "column-of-rates-by-size": """
| batch | latency (ms) | throughput (requests/s) | per request (ms) |
|---|---|---|---|
| 1 | 4.0 | 250 | 4.00 |
| 4 | 6.4 | 625 | 1.60 |
| 8 | 10.0 | 800 | 1.25 |
| 16 | 17.6 | {{909|1,009}} | 1.10 |
| 32 | 33.6 | 952 | 1.05 |
""",
    "column-of-hours": """
| ward | watts | minutes | kWh |
|---|---|---|---|
| north | 1500 | 40 | 1.000 |
| south | 2000 | 45 | 1.500 |
| east | 900 | 20 | {{0.300|0.450}} |
| west | 1200 | 35 | 0.700 |
""",
    "all-in-bold": """
| reason | rows | share |
|---|---|---|
| field missing | 412 | 41.2 % |
| not a number | 188 | 18.8 % |
| out of range | 240 | 24.0 % |
| unknown | 160 | 16.0 % |
| **all** | **{{1,000|1,100}}** | **100.0 %** |
""",
    "alle-am-ende": """
| Klasse | Bilder | Anteil |
|---|---|---|
| Hund | 240 | 40 % |
| Katze | 210 | 35 % |
| Vogel | 150 | 25 % |
| alle | {{600|640}} | 100 % |
""",
    "list-of-falls": """
| mode | p50 (ms) | p95 (ms) | p99 (ms) |
|---|---|---|---|
| old | 18.0 | 40.0 | 96.0 |
| new | 12.6 | 26.0 | 60.0 |

The new mode lowers the median by 30 %, the p95 by 35 % and the p99 by {{37.5 %|60 %}}.
""",
    "list-of-rises": """
| year | apples (t) | pears (t) | plums (t) |
|---|---|---|---|
| 2023 | 40 | 50 | 16 |
| 2024 | 50 | 55 | 20 |

From one year to the next apples rose by 25 %, pears by 10 % and plums by {{25 %|20 %}}.
""",
    "list-of-ratios-to-the-input": """
We packed one day of text, 1,200 MB of it, with four programs.

| program | size | time |
|---|---|---|
| ash | 150 MB | 24 s |
| birch | 100 MB | 96 s |
| cedar | 80 MB | 480 s |
| daphne | 120 MB | 6 s |

The ratio of the input to the output is 8 for ash, 12 for birch, 15 for cedar and {{10|12}} for daphne.
""",
    "liste-von-anteilen": """
| Posten | Betrag (EUR) | Tage |
|---|---|---|
| Miete | 400 | 30 |
| Strom | 250 | 31 |
| Wasser | 350 | 30 |

Auf die Miete entfallen 40 %, auf Strom 25 % und auf Wasser {{35 %|30 %}}.
""",
    "list-against-the-first-row": """
| depth | memory (MB) | step (ms) |
|---|---|---|
| plain | 800 | 20.0 |
| narrow | 400 | 26.0 |
| short | 200 | 30.0 |
| both | 100 | 45.0 |

The step takes 1.3 times as long for narrow, 1.5 times for short and {{2.25|2.5}} times for both.
""",
    "paid-back-in-two-sentences": """
| mode | first call (s) | request (ms) |
|---|---|---|
| plain | 0.4 | 18.0 |
| swift | 31.0 | 12.0 |
| fleet | 34.0 | 9.6 |
| heavy | 268.0 | 9.0 |

The swift mode breaks even after 5,167 requests, fleet after 4,048. For heavy it takes {{29,778|2,978}} requests.
""",
    "sum-with-one-unit": """
A random read takes 8.5 + {{4.17|8.33}} = 12.67 ms on this disk.
""",
    "summe-mit-einer-einheit": """
Der Aufruf dauert 12,5 + 3,2 = {{15,7 ms|16,7 ms}} im ganzen.
""",
    "percents-with-one-mark": """
The two groups make 62 + {{38|36}} = 100 % of the visitors.
""",
}

RIGHT = {
    "ratio-of-space-first": """
| format | size (MB) | bytes a row | write (s) | read (s) |
|---|---|---|---|---|
| rows | 12.0 | 24 | 0.60 | 0.50 |
| lines | 34.0 | 68 | 2.40 | 1.80 |

Lines need 2.8 times the space of rows, and reading is 3.6 times as slow.
""",
    "worst-by-a-ratio": """
| tool | loans | late | fees |
|---|---|---|---|
| drill | 312 | 39 | 1,404.00 |
| saw | 136 | 8 | 442.00 |
| sander | 104 | 26 | 598.00 |
| steamer | 64 | 4 | 256.00 |

The sander is the worst, with every fourth loan, and the saw the best with 5.9 %.
""",
    "best-with-a-share": """
| shop | visits | sales |
|---|---|---|
| north | 900 | 90 |
| south | 400 | 80 |
| west | 1,000 | 150 |

South is the best with 20 %, and north the worst with 10 %.
""",
    "bound-behind-a-formula": r"""
A sine of 50 Hz and amplitude 1, sampled 1,000 times a second, has $\max|f''| = (100\pi)^2 \approx 98{,}700$, and the bound is 0.0123.
""",
    "second-result-from-a-table": """
Four buckets at 31 s are 124 s for a cold machine, and with the warm starts of Table 8.2 they are 20.8 s.
""",
    "second-result-used-up": """
Six discs at 40 MB are 240 MB for the old set, and the new set has 31 MB.
""",
    "formula-then-another-noun": r"""
A filter has

$$ m = n - k + 1 $$

places. For n = 40 and k = 8 the program makes 12 copies, and this gives 33 places in each of them.
""",
    "formula-mixed-units": """
The break-even is N = C / (a - b). With C = 12 s, a = 4 ms and b = 1 ms this gives 4,000 calls.
""",
    "formula-in-another-section": r"""
## One

A tree has $$ F = 2^h $$ leaves.

## Two

For h = 7 our own tree gives 90 leaves, since it is not full.
""",
    "columns-near-a-product": """
| bucket | tokens | requests |
|---|---|---|
| 32 | 25 | 1 |
| 64 | 50 | 1 |
| 128 | 144 | 2 |
| 256 | 600 | 3 |
""",
    "columns-of-a-network": """
| layer | n | k | p | s | m |
|---|---|---|---|---|---|
| c1 | 224 | 7 | 3 | 2 | 112 |
| pool | 112 | 3 | 1 | 2 | 56 |
| c2 | 56 | 3 | 1 | 1 | 56 |
| c3 | 56 | 3 | 1 | 2 | 28 |
""",
    "all-features": """
| features | accuracy | rows |
|---|---|---|
| colour | 61.0 | 400 |
| shape | 70.5 | 400 |
| all | 88.2 | 400 |
""",
    "list-of-other-measurements": """
| mode | p50 (ms) | p95 (ms) | p99 (ms) |
|---|---|---|---|
| old | 18.0 | 40.0 | 96.0 |
| new | 12.6 | 26.0 | 60.0 |

On the small machine the new mode lowered the median by 22 %, the p95 by 31 % and the p99 by 45 %.
""",
    "list-quoted-from-the-rows": """
| program | size (MB) | threads |
|---|---|---|
| ash | 150 | 8 |
| birch | 100 | 12 |
| cedar | 80 | 16 |

We ran 8 threads for ash, 12 for birch and 16 for cedar.
""",
    "list-of-two-kinds": """
| year | apples (t) | pears (t) | plums (t) |
|---|---|---|---|
| 2023 | 40 | 50 | 16 |
| 2024 | 50 | 45 | 20 |

Apples rose by 25 %, pears fell by 10 % and plums rose by 25 %.
""",
    "list-with-one-by-chance": """
| stage | people | hours |
|---|---|---|
| plan | 2 | 10 |
| build | 4 | 40 |
| test | 3 | 12 |

In the end we needed 5 visits for plan, 10 for build and 7 for test.
""",
    "sum-in-a-larger-unit": """
The two talks take 30 + 45 = 75 minutes, that is 30 + 45 = 1.25 h with the break left out, and 0.3 + 0.2 = 50 % of the day.
""",
}
