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
}
