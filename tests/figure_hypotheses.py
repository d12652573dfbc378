"""Passages of our own writing about tables, lists and laws, each as a pair: `{{right|wrong}}` marks where the twins differ."""

from __future__ import annotations

PAIRS: dict[str, str] = {
    "sharecat": """
| status | requests | bytes sent (MB) |
|---|---|---|
| 200 | 41,300 | 5,120 |
| 301 | 2,100 | 1 |
| 304 | 6,900 | 2 |
| 404 | 3,700 | 18 |
| 500 | 400 | 3 |

*Table 3.1. A day on the web server.* The server answered 54,400 requests. Of the 9,000 redirections and revalidations the 304s
are {{76.7|12.7}} %.
""",
    "meanrows": """
| kernel | Gflop/s |
|---|---|
| gemm | 412.0 |
| syrk | 355.5 |
| trsm | 301.0 |
| potrf | 250.3 |
| geqrf | 183.7 |

*Table 2.1. Rates on the test machine.* The mean rate of the five rows is {{300.5|329.7}} Gflop/s.
""",
    "cubic": """
The work of a Cholesky factorisation grows as n³/3. Hence doubling n multiplies the time by {{eight|six}}.
""",
    "quarterwidth": """
The standard error falls with the square root of the sample size. Whoever wants an interval a third as wide has to collect
{{nine|three}} times as many samples.
""",
    "macro": """
| class | precision | recall | support |
|---|---|---|---|
| cat | 0.91 | 0.88 | 400 |
| dog | 0.86 | 0.90 | 350 |
| bird | 0.70 | 0.65 | 50 |

The macro average of the precision is 0.823, that of the recall {{0.810|0.874}}.
""",
    "totalovertotal": """
| file | characters | bytes |
|---|---|---|
| english.txt | 5,000 | 5,000 |
| french.txt | 4,000 | 4,160 |
| greek.txt | 3,000 | 5,400 |

Over all three files a character costs {{1.21|1.28}} bytes. The Greek file holds 25 % of the characters and {{37.1|45.0}} % of the
bytes.
""",
    "colshare": """
| file | characters | bytes |
|---|---|---|
| english.txt | 5,000 | 5,000 |
| french.txt | 4,000 | 4,160 |
| greek.txt | 3,000 | 5,400 |

The Greek file has 25 % of the characters, but {{37|25}} % of the bytes belong to it.
""",
    "resid": """
```python
import numpy as np
x = np.array([1.0, 2.0, 3.0, 4.0])
y = np.array([2.1, 3.9, 6.2, 7.8])
r = y - 2 * x
print(r.round(2).tolist())        # [0.1, -0.1, 0.2, -0.2]
```

The residuals lie between {{-0.2|-0.1}} and 0.2.
""",
    "rms": """
```python
print(r.round(2).tolist())        # [0.1, -0.1, 0.2, -0.2]
```

The sum of the squared residuals is 0.10, the root mean square is therefore {{0.158|0.025}}.
""",
    "confcol": """
| actual | spam | ham | total |
|---|---|---|---|
| spam | 180 | 20 | 200 |
| ham | 60 | 740 | 800 |
| total | 240 | 760 | 1,000 |

Of the messages that were marked as spam, {{75|90}} % really were spam.
""",
    "fbeta": """
The score is defined by F_β = (1 + β²) · P · R / (β² · P + R). With a precision of 0.5 and a recall of 0.8 we have F₁ = 0.615 and
F₂ = {{0.714|0.541}}.
""",
    "amdahl": """
If 90 % of the work can be spread over 8 cores, Amdahl's law gives a speedup of {{4.7|7.2}}.
""",
    "little": """
Little's law relates the three. With 40 requests per second and a mean response time of 250 ms there are {{10|160}} requests in
the system at any time.
""",
    "params": """
A dense layer with 784 inputs and 128 outputs has {{100,480|100,352}} parameters, biases included.
""",
    "conv": """
A 3 × 3 convolution from 64 to 128 channels has {{73,856|73,728}} parameters with bias.
""",
    "memory": """
A float32 array of shape (1000, 1000, 3) occupies {{12|24}} MB.
""",
    "windows": """
With a window of 50 samples and a step of 25 a signal of 1,000 samples yields {{39|40}} windows.
""",
    "sig": """
The type float16 keeps 11 bits of significand, so it represents every whole number up to {{2,048|4,096}} exactly.
""",
    "predbelow": """
| bin | predicted | observed |
|---|---|---|
| 1 | 0.10 | 0.05 |
| 2 | 0.30 | 0.24 |
| 3 | 0.50 | 0.54 |
| 4 | 0.70 | 0.78 |
| 5 | 0.90 | 0.95 |

In the last three bins the predictions lie {{below|above}} the observed rates.
""",
    "mono": """
| epoch | train loss | validation loss |
|---|---|---|
| 1 | 0.92 | 0.95 |
| 2 | 0.61 | 0.70 |
| 3 | 0.45 | 0.58 |
| 4 | 0.33 | 0.61 |
| 5 | 0.25 | 0.66 |

The {{training|validation}} loss falls in every epoch.
""",
    "bestepoch": """
| epoch | train loss | validation loss |
|---|---|---|
| 1 | 0.92 | 0.95 |
| 2 | 0.61 | 0.70 |
| 3 | 0.45 | 0.58 |
| 4 | 0.33 | 0.61 |
| 5 | 0.25 | 0.66 |

The validation loss is smallest after epoch {{3|5}}, which is where we stop.
""",
    "sixof": """
| test | before (ms) | after (ms) |
|---|---|---|
| parse | 12 | 9 |
| plan | 4 | 5 |
| scan | 80 | 60 |
| join | 95 | 70 |
| sort | 40 | 41 |
| send | 7 | 6 |

{{Four|Five}} of the six steps became faster.
""",
    "above": """
| host | load |
|---|---|
| alpha | 0.92 |
| beta | 0.35 |
| gamma | 0.81 |
| delta | 0.77 |
| epsilon | 0.48 |

{{Three|Four}} of the five hosts have a load above 0.5.
""",
    "dof": """
A fit of 4 parameters to 20 points leaves {{16|20}} degrees of freedom.
""",
    "gap": """
| model | accuracy | parameters (M) |
|---|---|---|
| small | 0.71 | 5.3 |
| base | 0.78 | 22.1 |
| large | 0.81 | 86.6 |

The large model has {{16.3|3.9}} times as many parameters as the small one and is 10 points more accurate.
""",
    "overallrate": """
| day | visitors | orders |
|---|---|---|
| Mon | 1,200 | 36 |
| Tue | 1,500 | 60 |
| Wed | 900 | 45 |

Over the three days {{3.9|4.5}} % of the visitors placed an order.
""",
    "caption": """
| size | seconds |
|---|---|
| 1 GB | 12 |
| 2 GB | 25 |
| 4 GB | 49 |
| 8 GB | 101 |

*Table 5.1. Time to sort files of 1 to {{8|16}} GB.*
""",
    "listmean": """
```python
times = [12.1, 11.8, 12.4, 13.0, 11.7]
print(sorted(times)[2])
```

The five measurements average {{12.2|12.5}} seconds.
""",
    "listlen": """
```python
sizes = [64, 128, 256, 512, 1024, 2048]
for n in sizes:
    measure(n)
```

We measure at {{six|five}} sizes, from 64 to 2,048.
""",
    "bitsrate": """
A link of 100 Mbit/s moves a file of 750 MB in {{60|7.5}} seconds.
""",
    "ppv": """
A test finds 90 % of the sick and wrongly alarms for 10 % of the healthy. If 1 % are sick, an alarm is right with a probability of
{{8.3|9.0}} %.
""",
    "pairs20k": """
With 5,000 positives and 40,000 negatives the matrix of all pairs has {{200 million|2 billion}} entries.
""",
    "medianrow": """
| run | ms |
|---|---|
| 1 | 31 |
| 2 | 28 |
| 3 | 45 |
| 4 | 30 |
| 5 | 29 |

The median of the five runs is {{30|33}} ms; the mean is pulled up by the third.
""",
    "diagonal": """
| actual | cat | dog |
|---|---|---|
| cat | 45 | 5 |
| dog | 9 | 41 |

The diagonal holds {{86|88}} of the 100 animals, an accuracy of 86 %.
""",
    "meancol-2": """
Table 4.2 lists the decoding speed of five readers.

| reader | lines | seconds | MB |
|---|---|---|---|
| csv | 200,000 | 0.81 | 12.4 |
| json | 200,000 | 1.94 | 31.0 |
| yaml | 200,000 | 9.60 | 28.5 |
| toml | 200,000 | 3.15 | 27.1 |
| pickle | 200,000 | 0.25 | 9.0 |

On average the five readers take {{3.15|3.51}} s. YAML is by far the slowest. Together the files take up {{108.0|98.0}} MB.
""",
    "rowratio-2": """
| reader | lines | seconds | MB |
|---|---|---|---|
| csv | 200,000 | 0.81 | 12.4 |
| json | 200,000 | 1.94 | 31.0 |
| yaml | 200,000 | 9.60 | 28.5 |
| toml | 200,000 | 3.15 | 27.1 |
| pickle | 200,000 | 0.25 | 9.0 |

YAML takes {{almost five times|almost three times}} as long as JSON.
""",
    "perunit-2": """
| reader | lines | seconds | MB |
|---|---|---|---|
| csv | 200,000 | 0.81 | 12.4 |
| json | 200,000 | 1.94 | 31.0 |
| yaml | 200,000 | 9.60 | 28.5 |
| pickle | 200,000 | 0.25 | 9.0 |

A line of the JSON file has {{155|115}} bytes on average, one of the pickle file 45.
""",
    "share-2": """
| cause | incidents |
|---|---|
| configuration | 46 |
| hardware | 12 |
| network | 21 |
| deployment | 31 |
| unknown | 10 |

*Table 2.3. Causes of 120 incidents.* Configuration accounts for {{38|46}} % of the incidents, and hardware for 10 %.
""",
    "sharetwo-2": """
| cause | incidents |
|---|---|
| configuration | 46 |
| hardware | 12 |
| network | 21 |
| deployment | 31 |
| unknown | 10 |

Configuration and deployment together cause {{64|77}} % of all incidents.
""",
    "known-2": """
| cause | incidents |
|---|---|
| configuration | 46 |
| hardware | 12 |
| network | 21 |
| deployment | 31 |
| unknown | 10 |

Leaving out the unknown ones, {{110|100}} incidents remain.
""",
    "change-2": """
| year | users | servers |
|---|---|---|
| 2021 | 12,000 | 8 |
| 2022 | 15,600 | 10 |
| 2023 | 18,720 | 13 |
| 2024 | 24,336 | 15 |

From 2021 to 2022 the number of users grew by {{30|23}} %.
""",
    "growth-2": """
| year | users | servers |
|---|---|---|
| 2021 | 12,000 | 8 |
| 2022 | 15,600 | 10 |
| 2023 | 18,720 | 13 |
| 2024 | 24,336 | 15 |

Over the whole period the number of users has {{doubled|tripled}}, and the number of servers has almost doubled.
""",
    "ratiocol-2": """
| year | users | servers |
|---|---|---|
| 2021 | 12,000 | 8 |
| 2022 | 15,600 | 10 |
| 2023 | 18,720 | 13 |
| 2024 | 24,336 | 15 |

In 2022 there were {{1,560|1,650}} users for each server.
""",
    "monotone-2": """
| year | users per server | servers |
|---|---|---|
| 2021 | 1,500 | 8 |
| 2022 | 1,560 | 10 |
| 2023 | 1,440 | 13 |
| 2024 | 1,622 | 15 |

The number of {{servers|users per server}} has risen every year.
""",
    "count3-2": """
| library | licence | stars |
|---|---|---|
| alpha | MIT | 1,200 |
| beta | GPL | 800 |
| gamma | MIT | 4,300 |
| delta | BSD | 950 |
| omega | MIT | 300 |

{{Three|Two}} of the five libraries are under the MIT licence.
""",
    "countabove-2": """
| library | licence | stars |
|---|---|---|
| alpha | MIT | 1,200 |
| beta | GPL | 800 |
| gamma | MIT | 4,300 |
| delta | BSD | 950 |
| omega | MIT | 300 |

{{Two|Three}} libraries have more than 1,000 stars.
""",
    "median-2": """
| library | licence | stars |
|---|---|---|
| alpha | MIT | 1,200 |
| beta | GPL | 800 |
| gamma | MIT | 4,300 |
| delta | BSD | 950 |
| omega | MIT | 300 |

Half of them have fewer stars than the median of {{950|1,075}}.
""",
    "amdahl2-2": """
A fifth of the program is serial. However many cores we add, Amdahl's law limits the speedup to {{5|20}}.
""",
    "log-2": """
A balanced binary tree with a million leaves has a depth of about {{20|14}}, since 2^20 is 1,048,576.
""",
    "hash-2": """
A SHA-256 digest has 256 bits, which are {{64|32}} hexadecimal digits.
""",
    "jpeg-2": """
An image of 1920 × 1080 pixels with three bytes each has {{6.2|2.1}} MB uncompressed.
""",
    "audio-2": """
At 44,100 samples per second, two channels and 16 bits, a minute of audio takes {{10.6|5.3}} MB.
""",
    "avail-2": """
An availability of 99.9 % allows {{8.8|87.6}} hours of downtime a year.
""",
    "serial-2": """
Two services in series, each with an availability of 99 %, are both up {{98.0|99.0}} % of the time.
""",
    "parallel-2": """
If each of two replicas fails with a probability of 0.01, both fail at once with a probability of {{0.0001|0.001}}.
""",
    "cache-2": """
With a hit rate of 90 %, a hit costing 1 ms and a miss 50 ms, a lookup takes {{5.9|5.0}} ms on average.
""",
    "entropy-2": """
A fair coin carries one bit, a fair die {{2.58|2.32}} bits.
""",
    "sigma-2": """
The measured 10.6 lies {{three|two}} standard deviations above the mean of 10.0, the standard deviation being 0.2.
""",
    "ci-2": """
With a mean of 50 and a standard error of 2 the 95 % interval runs from {{46.1|48.0}} to 53.9.
""",
    "bitsbytes-2": """
A 64-bit address space has 2^64 bytes, or {{16|18}} EiB.
""",
    "inv-2": """
```python
sizes = [3, 5, 8, 13, 21, 34]
print(sum(sizes))      # 84
```

The six sizes add up to 84, so their mean is {{14|16.8}}.
""",
    "outtotal-2": """
```
parse     12 ms
plan       8 ms
execute  130 ms
```

All in all the query takes {{150|160}} ms, of which the execution is 87 %.
""",
    "outshare-2": """
```
parse     12 ms
plan       8 ms
execute  130 ms
```

The query takes 150 ms, {{87|78}} % of which are spent in the execution.
""",
    "de-mean-2": """
| Lauf | Zeit (ms) |
|---|---|
| 1 | 20 |
| 2 | 24 |
| 3 | 19 |
| 4 | 29 |

Im Mittel dauert ein Lauf {{23|25}} ms.
""",
    "allequal-2": """
| size | before | after |
|---|---|---|
| 1 | 5 | 4 |
| 2 | 11 | 9 |
| 3 | 14 | 15 |

{{Two|Three}} of the three sizes got faster.
""",
    "caption-2": """
| threads | seconds |
|---|---|
| 1 | 40 |
| 2 | 21 |
| 4 | 11 |
| 8 | 7 |

*Table 6.4. Running time with one to {{eight|sixteen}} threads.*
""",
    "speedup8-2": """
| threads | seconds |
|---|---|
| 1 | 40 |
| 2 | 21 |
| 4 | 11 |
| 8 | 7 |

With eight threads the speedup is {{5.7|6.5}}, an efficiency of 71 %.
""",
    "eff-2": """
| threads | seconds |
|---|---|
| 1 | 40 |
| 2 | 21 |
| 4 | 11 |
| 8 | 7 |

With eight threads the program runs 5.7 times as fast as with one, an efficiency of {{71|57}} %.
""",
    "epochs-2": """
There are 50,000 training images. With a batch size of 128 an epoch has {{391|500}} steps.
""",
}
