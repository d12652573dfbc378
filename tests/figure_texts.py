"""Texts of our own writing whose figures are right, in several fields, styles and languages: none may raise an alarm."""

from __future__ import annotations

RIGHT: dict[str, str] = {}


def right(name: str, text: str) -> None:
    assert name not in RIGHT, name
    RIGHT[name] = text


right(
    "benchmark table",
    """
We timed three stores on the same machine.

| store | read (ms) | write (ms) | size |
|---|---|---|---|
| Postgres | 4.1 | 7.9 | 120 MB |
| SQLite | 1.2 | 15.3 | 80 MB |
| MySQL | 3.8 | 8.4 | 140 MB |

SQLite reads fastest, at 1.2 ms, and writes slowest, at 15.3 ms. Postgres takes nearly 8 ms for a write. MySQL needs twice as
long to write as to read, 8.4 ms against 3.8 ms. All reads finish in under 5 ms. With a warm cache SQLite drops to 0.3 ms.
The Postgres write budget of 10 ms is met.
""",
)
right(
    "speedup column",
    """
| batch | eager (ms) | compiled (ms) | speedup |
|---|---|---|---|
| 1 | 2.04 | 1.51 | 1.35x |
| 8 | 6.10 | 3.02 | 2.02x |
| 64 | 30.0 | 8.0 | 3.75x |

At batch 64 the compiled model takes 8 ms instead of 30 ms, a speedup of 3.75x. The gain is between 1.3x and 3.8x.
""",
)
right(
    "typical values",
    """
| run | time (ms) |
|---|---|
| 1 | 140 |
| 2 | 11 |
| 3 | 12 |
| 4 | 10 |

Apart from the first run, which took 140 ms, the runs take between 10 and 12 ms. Typically a run stays below 13 ms.
The median is about 11.5 ms. Run 1 includes the compilation.
""",
)
right(
    "share with rounding",
    """
| part | time (s) | share (%) |
|---|---|---|
| load | 1.0 | 33.3 |
| train | 1.0 | 33.3 |
| save | 1.0 | 33.3 |
| total | 3.0 | 100 |

Each part takes a third of the time.
""",
)
right(
    "total row",
    """
| month | income | cost |
|---|---|---|
| January | 1,200 | 900 |
| February | 1,350 | 1,010 |
| March | 990 | 870 |
| Total | 3,540 | 2,780 |

Income exceeds cost in every month. The quarter ends with 760 left.
""",
)
right(
    "mean row",
    """
| fold | accuracy (%) |
|---|---|
| 1 | 91.2 |
| 2 | 92.0 |
| 3 | 90.4 |
| mean | 91.2 |

The mean accuracy is 91.2 %, with the best fold at 92.0 %.
""",
)
right(
    "max row is no sum",
    """
| worker | memory (GB) |
|---|---|
| a | 2.1 |
| b | 3.4 |
| peak | 3.4 |
""",
)
right(
    "overall is no sum",
    """
| split | accuracy (%) |
|---|---|
| easy | 95.0 |
| hard | 71.0 |
| overall | 88.0 |
""",
)
right(
    "percent change",
    "After the rewrite the latency fell from 120 ms to 80 ms, a 33 % reduction, and throughput rose from 200 to 300 requests per second, "
    "50 % more.",
)
right("faster is ambiguous", "The kernel went from 30 ms to 20 ms and is thus 50 % faster. Put differently, it takes 33 % less time.")
right("fraction of original", "The checkpoint shrank from 400 MB to 100 MB, 25 % of its original size.")
right("to percent", "The share of cache hits rose from 60 % to 90 %, a gain of 30 percentage points.")
right("times", "The old parser needed 12 s for the file, the new one 3 s: four times faster.")
right("halved", "Quantization halves the memory from 16 GB to 8 GB. It doubles the batch from 8 to 16 images.")
right("roughly halved", "The time was roughly halved, from 9.8 s to 5.1 s.")
right("sum list", "Loading takes 3 ms, parsing 4 ms and rendering 5 ms, 12 ms in total.")
right("two nodes each", "Two nodes with 4 GPUs each give 8 GPUs in total.")
right("products", "A model of 7 billion parameters at 2 bytes each takes 14 GB. Its 32 layers hold 32 * 128 = 4096 vectors of 128 numbers.")
right("kib", "Each token needs 4 x 768 x 2 bytes = 6 KiB, so 1024 tokens fill 6 MiB.")
right("powers", "2^10 = 1024, 2^20 = 1,048,576, and 10^6 is a little less than 2^20.")
right("epochs", "With 50,000 images and a batch size of 128, an epoch has 391 steps; 10 epochs have 3,910 steps.")
right("drop last", "With 50,000 images and a batch size of 128 we take 390 steps, because the last, smaller batch is dropped.")
right("percent of", "Of the 200 requests, 30 (15 %) failed; the other 170 succeeded.")
right("of which", "60 % of the users are new. Of the remaining 40 %, half came back twice. Some 25 % of 120 rows, i.e. 30, were dropped.")
right("uncertainty", "The mean is 3.2 ± 0.4 ms over 20 runs, and 95 % of them lie within 2.4 and 4.0 ms.")
right("float sum", "In floating point 0.1 + 0.2 = 0.30000000000000004, which is why 0.1 + 0.2 == 0.3 is False.")
right("versions", "This was measured with Python 3.11.7 and torch 2.13.0 on 2026-11-29 at 14:05, see section 4.2 and Figure 3.")
right("years", "Between 1998 and 2003 the field grew; LeNet (1998) has 60,000 parameters, AlexNet (2012) 60 million.")
right(
    "hypothetical",
    "Suppose a request took 5 s. Then 100 requests would take 500 s, and from 5 s to 4 s would be a 50 % gain only on paper.",
)
right(
    "identical with tolerance",
    """
The two kernels agree up to rounding.

```
max abs difference: 1.19e-07
```

The results are not identical, but identical to within rounding error.
""",
)
right(
    "identical files",
    """
```
max abs difference: 1.19e-07
```

Both scripts read the identical file and use the same seed.
""",
)
right(
    "identical zero",
    """
```
max abs difference: 0.0
```

The two versions give identical results.
""",
)
right("tolerance in code", "With atol = 1e-6 the outputs are identical as far as the test can tell. The tolerance is 1e-6.")
right(
    "german benchmark",
    """
Wir haben drei Verfahren auf demselben Rechner verglichen, und die Zeiten sind nicht weit auseinander.

| Verfahren | Zeit (ms) | Genauigkeit (%) |
|---|---|---|
| Baum | 12,5 | 88,1 |
| Wald | 48,0 | 93,4 |
| Netz | 75,2 | 95,0 |

Der Wald braucht 48 ms, das Netz rund 75 ms und ist damit das langsamste Verfahren. Die Genauigkeit liegt zwischen 88 und 95 %.
Im Vergleich zum Baum ist das Netz sechsmal langsamer.
""",
)
right(
    "german prose",
    "Die Laufzeit sank von 1,5 auf 1,2 Sekunden, also um 20 %. Von 200 Anfragen scheiterten 30 (15 %), die übrigen 170 nicht. Das sind 3 "
    "mal 4 gleich 12.",
)
right(
    "german thousands", "Die Datei hat 1.048.576 Bytes, also 1 MiB. Der Speicher wuchs von 2,5 GB auf 5 GB und hat sich damit verdoppelt."
)
right(
    "french prose",
    "Le temps passe de 120 à 80 ms, soit une baisse de 33 %. Sur 120 requêtes, 30 (25 %) échouent, et les 90 autres réussissent.",
)
right(
    "french table",
    """
Les mesures sont faites sur la même machine que dans le chapitre sur les bases de données.

| méthode | temps (s) | mémoire (Go) |
|---|---|---|
| naïve | 12,4 | 1,2 |
| rapide | 3,1 | 2,4 |

La méthode rapide est quatre fois plus rapide : 3,1 s au lieu de 12,4 s.
""",
)
right(
    "finance",
    """
| quarter | revenue ($) | cost ($) | profit ($) |
|---|---|---|---|
| Q1 | 120 | 90 | 30 |
| Q2 | 150 | 100 | 50 |
| Q3 | 90 | 95 | -5 |
| Q4 | 200 | 130 | 70 |
| Total | 560 | 415 | 145 |

Revenue in Q3 fell by 40 % against Q2, from $150 to $90. Profit is largest in Q4, at $70.
""",
)
right("interest", "At 5 % a year, $1,000 grows to $1,050 after one year and to $1,102.50 after two.")
right("physics", "A mass of 2 kg at 3 m/s has a kinetic energy of 0.5 * 2 * 3^2 = 9 J. In 4 s it moves 12 m.")
right("physics speed", "The train covers 90 km in 2 h, an average of 45 km/h, that is, 12.5 m/s.")
right("statistics", "The values 2, 4, 4, 5 and 10 have a mean of 5 and a median of 4. Their range is 8.")
right("mean of", "The average of 3, 4 and 8 is 5.")
right(
    "cumulative",
    """
| epoch | samples | cumulative |
|---|---|---|
| 1 | 100 | 100 |
| 2 | 150 | 250 |
| 3 | 120 | 370 |
""",
)
right(
    "constant column",
    """
| n | time (ms) | memory (MB) |
|---|---|---|
| 1 | 10 | 512 |
| 2 | 19 | 512 |
| 4 | 41 | 513 |
| 8 | 80 | 512 |

The memory stays constant while the time grows linearly with n. The time doubles every time n doubles.
""",
)
right(
    "always with exception",
    """
| size | old (ms) | new (ms) |
|---|---|---|
| 1 | 1.0 | 1.4 |
| 10 | 9.0 | 4.0 |
| 100 | 95.0 | 30.0 |

Except at size 1, the new version is always faster than the old one. It is faster than the old one at most sizes.
""",
)
right(
    "subset of rows",
    """
| request | length | time |
|---|---|---|
| 0 | 60 | 8.4 s |
| 1 | 63 | 8.5 s |
| 2 | 60 | 2.1 ms |
| 3 | 75 | 8.8 s |

Three of the four requests compile, each for eight to nine seconds; request 2 reuses the code for length 60 in 2.1 ms.
There are three distinct lengths.
""",
)
right(
    "output totals",
    """
| req | eager (ms) | compiled |
|---|---|---|
| 0 | 10.2 | 3.1 s |
| 1 | 9.8 | 2.9 s |
| 2 | 10.0 | 4.1 ms |

```
eager total: 0.030 s
compiled total: 6.004 s (200x)
```

The compiled run took six seconds, two hundred times longer than the eager run.
""",
)
right(
    "printed loss",
    """
```
epoch 1 loss 0.912
epoch 2 loss 0.655
epoch 3 loss 0.481
final accuracy: 0.874
```

The loss falls from 0.91 to 0.48 in three epochs, and the final accuracy is 0.87.
""",
)
right(
    "other machine",
    """
```
elapsed: 12.4 s
```

On an older laptop the elapsed time was 31 s. On a server, elapsed is lower still, as expected.
""",
)
right("quoted limits", "The timeout is 30 s. A limit of 8 entries applies, at most 8 are kept, and the budget is 100 ms per frame.")
right("formula", "The model has d_model = 768 and n_heads = 12, so `head_dim = d_model / n_heads = 64`.")
right("formula latex", r"With $d = 768$ and $L = 12$ we get $N = 12 \cdot L \cdot d^2 \approx 85$ million.")
right("formula several values", "First `n = 4` and later `n = 8`. In general `m = 2 * n`, and `m = 16` at the end.")
right("formula with functions", "The loss is `loss = criterion(output, target)` and `lr = 0.1 * scale`.")
right("geometry", "We have `w = 3` and `h = 4`, so the diagonal is `sqrt(w^2 + h^2) = 5`.")
right("modulo", "On a clock, 9 + 5 = 2 (mod 12), and in binary 1 + 1 = 10.")
right("inequality", "Because 0.25 < 0.3, the test passes; if 3 > 5 held, it would not.")
right(
    "range exact",
    """
| city | temperature (°C) |
|---|---|
| Oslo | 4.2 |
| Rome | 17.9 |
| Cairo | 28.3 |

The temperatures range from 4 to 28 °C. Cairo is the warmest and has the highest temperature, 28.3 °C.
""",
)
right("confidence", "The 95 % interval runs from 0.42 to 0.58; 5 % of the samples lie outside it.")
right("batch shapes", "The tensor has shape 3 x 224 x 224, the kernel is 3 x 3, and the stride is 2.")
right("colon ratio", "The train/test split is 80/20, or 4:1: of 1,000 rows, 800 (80 %) train the model and the remaining 200 test it.")
right("bandwidth", "Reading 10 GB in 4 s needs 2.5 GB/s. The bus peaks at 32 GB/s, and in 2 s we moved 40 GB.")
right("storage", "The log has 1536 MiB (1.5 GiB). A page is 4 KiB (4096 bytes), so 1 GiB holds 262,144 pages.")
right("duration", "The job ran for 90 min (1.5 h); a day has 86,400 s, i.e. 24 h.")
right(
    "silent",
    """
The old name is accepted but warns:

```
DeprecationWarning: use recompile_limit
```

It does not stay silent.
""",
)
right("counts of steps", "There are three steps: load, transform, and store. Five of the seven tests pass, and two fail.")
right("approximate words", "It took about a second, then nearly two minutes, then more than an hour; some 40 % of that was waiting.")
right("nested percentages", "Attention takes 40 % of the time and the MLP 35 %; the rest is spent in the embeddings.")
right(
    "respectively",
    """
| model | size (MB) | time (ms) |
|---|---|---|
| small | 50 | 4.0 |
| large | 800 | 61.0 |

The small and the large model need 4 ms and 61 ms, respectively, so the large one is about fifteen times slower.
""",
)
right(
    "difference",
    """
| model | time (ms) |
|---|---|
| old | 14.0 |
| new | 9.5 |

The new model is 4.5 ms faster than the old one and saves 32 %. The old one is slower by 4.5 ms.
""",
)
right(
    "ordinal runs",
    """
| trial | length | note |
|---|---|---|
| 1 | 10 | new |
| 2 | 12 | new |
| 3 | 10 | seen |
| 4 | 15 | new |

The third distinct length (length=15) appears in trial 4.
""",
)
right(
    "chapter numbers",
    "Chapter 12 asked one question, this chapter asks five, and Chapter 10 measured at four levels. Step 3 of 5 follows in section 2.1.",
)
right(
    "code and prose",
    """
```python
batch_size = 32
steps = 100
```

With a batch size of 32 and 100 steps the model sees 32 * 100 = 3,200 samples.
""",
)
right(
    "groups",
    """
| job | size | plain (ms) | cached (ms) | cache |
|---|---|---|---|---|
| 1 | 10 | 4.0 | 900 | miss |
| 2 | 12 | 4.4 | 950 | miss |
| 3 | 10 | 4.2 | 0.6 | hit |
| 4 | 15 | 5.0 | 940 | miss |
| 5 | 12 | 4.5 | 0.8 | hit |
| 6 | 18 | 5.5 | 910 | miss |
| 7 | 15 | 4.9 | 1.0 | hit |

Four of the seven jobs met a new size, and each of them took between 890 and 960 ms. The hits took 0.8 ms on average. The mean of
the misses is 925 ms. Plain, the jobs take 4.64 ms on average.
""",
)
right(
    "sum of two rows",
    """
| stage | share (%) |
|---|---|
| parse | 8.4 |
| trace | 13.2 |
| lower | 32.6 |
| compile | 45.8 |

The two heavy stages, lowering and the compile step, account for 78.4 % of the time. Parse and trace take 21.6 %.
""",
)
right(
    "cause and effect", "Going from 8 bit to 16 bit multiplies the area by four. Raising the batch from 8 to 16 gives 40 % more throughput."
)
right("tflops", "We get `1830*10**6 * 512 * 2 * 528 / 10**12 = 989.430` TFLOPS, where $6 = 3 \\times 2 = 3!$ counts the orders.")
right(
    "rounded ratio column",
    """
| length | old | new | speedup |
|---|---|---|---|
| 8K | 141 | 167 | 1.19x |
| 32K | 324 | 441 | 1.36x |
| 64K | 400 | 520 | 1.30x |
""",
)
right("speed-up of", "The old code takes 8.1 ms and the new one 3.0 ms, a speedup of 2.7 and not of 3.")
