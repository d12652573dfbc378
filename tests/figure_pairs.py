"""Passages of our own writing, each as a pair: `{{right|wrong}}` marks the one place where the twins differ."""

from __future__ import annotations

PAIRS: dict[str, str] = {
    "cost": """
A node costs $3.20 an hour. Eight nodes for a working week of 40 hours therefore come to {{$1,024|$1,280}}.
""",
    "relative": """
The word error rate fell from 8.0 % to 6.0 %, a relative reduction of {{25|33}} %.
""",
    "increase": """
The monthly bill rose from 40 to 50 euros, an increase of {{25|20}} %.
""",
    "median": """
The five runs took 12, 15, 11, 19 and 13 ms. Their median is {{13|14}} ms and their mean 14 ms.
""",
    "cidr": """
A /20 block holds {{4,096|2,048}} addresses, of which the first and the last cannot be given to hosts.
""",
    "stderr": """
The standard deviation of the latencies is 12 ms. With 36 observations the standard error of the mean is {{2|3}} ms.
""",
    "listing": """
The configuration file needs {{four|five}} keys: host, port, user and password.
""",
    "power": """
A megabyte in the binary sense is 2^20 or {{1,048,576|1,024,000}} bytes.
""",
    "share": """
The archive takes up 48 GB, and 12 GB of it are logs. In other words {{a quarter|a third}} of the archive is logs.
""",
    "formula": """
For a window of length w and a stride s the number of positions in a sequence of n elements is (n − w)/s + 1. With n =
100, w = 10 and s = 5 this gives {{19|18}}.
""",
    "cumulative": """
| month | new users | users so far |
|---|---|---|
| January | 120 | 120 |
| February | 150 | 270 |
| March | 90 | {{360|350}} |
| April | 210 | 570 |

The service opened on 1 January.
""",
    "saved": """
Caching cuts the median response time from 240 ms to 60 ms, a saving of {{75|25}} %. The cache itself needs 2 GB.
""",
    "order": """
The three encoders differ in speed: gzip takes 4.1 s, zstd 1.3 s and xz 19.8 s. {{zstd|gzip}} is the fastest of the
three.
""",
    "ratio": """
There are 18 teachers for 432 pupils, one for every {{24|26}} pupils.
""",
    "growth": """
The database grows by 15 GB a month. From 120 GB today it will have reached 300 GB in {{12|20}} months.
""",
    "double": """
| n | comparisons |
|---|---|
| 10 | 45 |
| 20 | 190 |
| 40 | 780 |
| 80 | 3160 |

Each time n doubles, the number of comparisons grows roughly {{fourfold|threefold}}.
""",
    "triangle": """
Among ten hosts there are {{45|90}} pairs, since n(n − 1)/2 = 45 for n = 10.
""",
    "bandwidth": """
At 30 frames per second and 6.2 MB per frame the camera delivers {{186|206}} MB per second.
""",
    "cpu": """
The job used 96 core-hours on 16 cores, so it ran for {{six|eight}} hours.
""",
    "range": """
The temperatures in the table range from {{17.2|18.2}} °C to 24.9 °C.

| day | temperature (°C) |
|---|---|
| Mon | 18.4 |
| Tue | 17.2 |
| Wed | 21.0 |
| Thu | 24.9 |
| Fri | 22.3 |
""",
    "bits": """
With 12 bits one can number {{4096|2048}} different states.
""",
    "percent-table": """
| browser | visits | share |
|---|---|---|
| Firefox | 300 | 30 % |
| Chrome | 550 | {{55|65}} % |
| other | 150 | 15 % |

Visits by machines were left out.
""",
    "kv": """
At 131,072 bytes per token, a context of 8,192 tokens takes {{1|2}} GiB.
""",
    "disk": """
The disk has 512 GB, of which 384 GB are used. {{25|33}} % of it is free.
""",
    "rms": """
The residuals are 3, −4, 0 and 5. Their sum of squares is {{50|48}}.
""",
    "variance": """
The sample 2, 4, 4, 4, 5, 5, 7, 9 has the mean 5 and the population variance {{4|2}}.
""",
    "second": """
| city | inhabitants |
|---|---|
| Aford | 84,000 |
| Beeton | 131,000 |
| Ceeham | 97,500 |

With 97,500 inhabitants Ceeham is the {{second-largest|largest}} of the three cities.
""",
    "gain": """
Raising the batch size from 32 to 64 lifted throughput from 410 to 656 images per second, a gain of {{60|37}} %.
""",
    "loss": """
The loss fell from 2.30 at the start to 0.46 at the end, to {{a fifth|a quarter}} of its first value.
""",
    "price": """
Storage costs 0.023 dollars per gigabyte and month. For 500 GB we pay {{11.50|1.15}} dollars a month.
""",
    "product-shape": """
A tensor of shape (4, 3, 224, 224) has {{602,112|150,528}} elements.
""",
    "de-anteil": """
Von den 1.200 Anfragen wurden 1.140 beantwortet, das sind {{95|93}} Prozent. Der Rest lief in die Zeitüberschreitung.
""",
    "de-tabelle": """
| Messung | Dauer (ms) |
|---|---|
| 1 | 12,4 |
| 2 | 11,8 |
| 3 | 13,1 |
| 4 | 12,3 |

Der Mittelwert der vier Messungen liegt bei {{12,4|12,7}} ms.
""",
    "de-halbiert": """
Durch den Index sinkt die Abfragezeit von 3,6 Sekunden auf 0,9 Sekunden, also auf {{ein Viertel|ein Drittel}}.
""",
    "de-preis": """
Ein Kilowattstunde kostet 0,32 Euro. Bei einem Verbrauch von 450 kWh sind das {{144|134}} Euro.
""",
    "de-zahl": """
Die Norm nennt {{drei|vier}} Stufen: gering, mittel und hoch.
""",
    "de-zuwachs": """
Die Zahl der Nutzer stieg von 2.400 auf 3.000, ein Plus von {{25|20}} Prozent.
""",
    "fr-part": """
Sur les 800 fichiers du dépôt, 120 sont des tests, soit {{15|12}} % du total.
""",
    "fr-moyenne": """
Les quatre mesures sont 10, 12, 15 et 11 ms ; leur moyenne vaut {{12|13}} ms.
""",
    "fr-gain": """
Le temps de réponse passe de 250 ms à 200 ms, soit une baisse de {{20|25}} %.
""",
    "es-parte": """
De los 640 registros, 160 estaban duplicados, es decir, el {{25|20}} %.
""",
    "es-suma": """
La factura incluye 120 euros de servidores, 35 euros de almacenamiento y 20 euros de tráfico, en total {{175|185}}
euros.
""",
    "pages": """
A page of memory is 4 KiB, so 1 GiB has {{262,144|256,000}} pages.
""",
    "errorbudget": """
Out of 2 million requests 500 failed. That is an error rate of {{0.025|0.25}} %.
""",
    "speedup-table": """
| workers | time (s) | speedup |
|---|---|---|
| 1 | 240 | 1.0 |
| 2 | 125 | 1.92 |
| 4 | 66 | {{3.64|3.46}} |
| 8 | 40 | 6.0 |

With eight workers the efficiency is 75 %.
""",
    "efficiency": """
| workers | time (s) |
|---|---|
| 1 | 240 |
| 8 | 40 |

With eight workers the program runs six times as fast, a parallel efficiency of {{75|60}} %.
""",
    "column-diff": """
| run | before (s) | after (s) | difference (s) |
|---|---|---|---|
| A | 12.0 | 9.5 | 2.5 |
| B | 15.2 | 11.1 | {{4.1|3.1}} |
| C | 9.8 | 8.0 | 1.8 |

All runs were repeated ten times.
""",
    "totalrow": """
| item | price (€) |
|---|---|
| board | 35.00 |
| case | 12.50 |
| power supply | 9.90 |
| total | {{57.40|56.40}} |

Shipping is not included.
""",
    "mean-wrong": """
In the second trial the values were 3, 5, 8 and 20. Their median is {{6.5|9}}, far below the mean of 9.
""",
    "quartile": """
Half of the observations lie between the quartiles 22 and 35. The interquartile range is {{13|12}}.
""",
    "zscore": """
A value of 85 with a mean of 70 and a standard deviation of 10 lies {{1.5|2.5}} standard deviations above the mean.
""",
    "degrees": """
Three groups with ten observations each leave 30 − 3 = {{27|28}} degrees of freedom.
""",
    "dice": """
Rolling two dice there are {{36|12}} possible outcomes, and six of them are doubles, a probability of 1/6.
""",
    "gridtime": """
Each of the 24 runs takes 40 minutes. One after another they would need {{16|18}} hours.
""",
    "ipv4": """
An IPv4 address has 32 bits, written as {{four|eight}} groups of 8 bits.
""",
    "base64": """
Base64 turns every three bytes into four characters, so 600 bytes become {{800|900}} characters.
""",
    "modem": """
At 56 kbit/s, a megabyte of 8 million bits takes about {{143|18}} seconds.
""",
    "queue": """
Requests arrive at 50 per second and stay 0.2 s on average, so about {{10|25}} are in the system at any time.
""",
    "util": """
A server that can handle 80 requests per second and receives 60 is {{75|80}} % busy.
""",
    "overhead": """
Of each 1,500-byte packet 60 bytes are headers, an overhead of {{4|6}} %.
""",
    "discount": """
With a discount of 15 % the licence costs 340 instead of {{400|391}} euros.
""",
    "vat": """
The net price is 200 euros. Adding 19 % tax gives {{238|219}} euros.
""",
    "per-token": """
At $2 per million tokens, a job that reads 350,000 tokens costs {{70 cents|7 cents}}.
""",
    "gpu-days": """
Training took 64 GPUs three and a half days, that is {{224|192}} GPU-days.
""",
    "conv": """
A 3 × 3 convolution from 64 to 128 channels has 3 · 3 · 64 · 128 = {{73,728|37,728}} weights and 128 biases.
""",
    "heads": """
A width of 768 divided among 12 heads leaves {{64|96}} dimensions per head.
""",
    "order-list": """
Sorted from the smallest to the largest, the files are a.log (12 kB), c.log ({{31|61}} kB) and b.log (48 kB).
""",
    "leadgap": """
| team | points |
|---|---|
| Red | 41 |
| Blue | 38 |
| Green | 44 |
| Gold | 29 |

Between the first and the last team lie {{15|12}} points.
""",
    "only-one": """
| region | latency (ms) | errors |
|---|---|---|
| north | 42 | 0 |
| south | 55 | 3 |
| east | 38 | 1 |
| west | 61 | 0 |

{{Two|Three}} of the four regions had no errors at all.
""",
    "mean-of-column": """
| region | latency (ms) | errors |
|---|---|---|
| north | 42 | 0 |
| south | 55 | 3 |
| east | 38 | 1 |
| west | 61 | 2 |

The mean latency of the four regions is {{49|52}} ms.
""",
    "threshold-count": """
| host | load |
|---|---|
| a1 | 0.42 |
| a2 | 0.91 |
| a3 | 0.77 |
| a4 | 0.95 |
| a5 | 0.30 |

{{Two|Three}} hosts are above 0.9.
""",
    "names-extreme": """
| host | load |
|---|---|
| a1 | 0.42 |
| a2 | 0.91 |
| a3 | 0.77 |
| a4 | 0.85 |
| a5 | 0.30 |

The busiest host is {{a2|a4}}; a5 has the least to do.
""",
    "twice-c": """
| format | size (MB) | load time (s) |
|---|---|---|
| csv | 640 | 8.4 |
| parquet | 160 | 1.2 |
| feather | 210 | 0.6 |

Switching from csv to feather saves {{430|450}} MB.
""",
    "cell-quote": """
| format | size (MB) | load time (s) |
|---|---|---|
| csv | 640 | 8.4 |
| parquet | 160 | 1.2 |
| feather | 210 | 0.6 |

A parquet file loads in {{1.2|2.1}} s.
""",
    "total-then": """
| step | time (ms) |
|---|---|
| parse | 30 |
| plan | 10 |
| execute | 160 |

A query takes {{200|190}} ms from end to end.
""",
    "tree": """
A complete binary tree of depth 5 has 2^5 = 32 leaves and {{63|64}} nodes in all.
""",
    "edges": """
A tree with 40 nodes has {{39|40}} edges.
""",
    "samples": """
At 44,100 samples per second, three minutes of sound are {{7,938,000|7,398,000}} samples.
""",
    "cycles": """
At 3 GHz, a wait of 100 ns costs {{300|30}} cycles.
""",
    "cache-lines": """
A matrix row of 1,024 floats of four bytes covers {{64|32}} cache lines of 64 bytes.
""",
    "struct": """
The header consists of a 4-byte magic number, a 2-byte version and a 6-byte length, {{12|14}} bytes together.
""",
    "seats": """
Each of the 14 tables seats six guests, enough for {{84|74}} people.
""",
    "fuel": """
The van used 54 litres on 600 km, {{9|11}} litres per 100 km.
""",
    "poll": """
Of 1,250 people asked, 575 were in favour, {{46|57}} %, and 40 % were against; the rest had no opinion.
""",
    "shares-100": """
The time is spent as follows: 45 % reading, 35 % computing and {{20|25}} % writing.
""",
    "shares-rest": """
About 45 % of the time goes into reading, 35 % into computing, and the remaining {{20|25}} % into writing.
""",
    "daily": """
The sensor writes a value every 5 minutes, {{288|240}} a day.
""",
    "payback": """
The faster card costs 600 euros more and saves 25 euros a month, so it pays for itself in {{24|20}} months.
""",
    "pct-of-pct": """
Of the visitors, 20 % register, and of those 15 % subscribe, so {{3|35}} % of all visitors subscribe.
""",
    "score-out": """
She answered 17 of the 20 questions correctly, {{85|80}} %.
""",
    "age-mean": """
The ages are 23, 27, 31, 35 and 44; the mean is {{32|31}} and the median 31.
""",
    "max-list": """
The peaks were at 310, 295, 342 and 318 Hz, the highest being {{342|318}} Hz.
""",
    "min-list": """
Response times of 83, 79, 91 and 86 ms were recorded; the shortest was {{79|83}} ms.
""",
    "step-seq": """
The page sizes double from one row to the next: 4, 8, 16, {{32|24}} and 64 KiB.
""",
    "squares": """
The first five squares are 1, 4, 9, {{16|14}} and 25.
""",
    "steps-num": """
The set-up takes {{four|five}} steps:

1. Create the database.
2. Load the schema.
3. Import the data.
4. Build the indexes.
""",
    "output-total": """
```text
passed: 182
failed: 14
skipped: 4
```

The suite has {{200|196}} tests in all.
""",
    "formula-c": """
The number of multiply-accumulates of a layer is k² · c_in · c_out · h · w. For k = 3, c_in = 16, c_out = 32 and h = w
= 14 that is {{903,168|301,056}}.
""",
    "formula-h": """
The memory M of the cache in bytes is M = 2 · L · d · T · b, where L is the number of layers, d the width, T the
number of tokens and b the bytes per value. With L = 24, d = 1024, T = 2048 and b = 2 we get {{192|96}} MiB.
""",
    "ms-us": """
A write takes 250 µs, that is {{0.25|2.5}} ms.
""",
    "percent-back": """
The 30 urgent tickets are 12 % of the {{250|360}} that came in.
""",
    "version": """
Between version 1 and version 4 the download grew from 12 MB to 42 MB, to {{3.5|2.5}} times its size.
""",
    "probability": """
The test flags 5 % of the healthy. Among 2,000 healthy people that gives {{100|10}} false alarms.
""",
    "throughput-lat": """
One worker handles a request in 40 ms, so it manages {{25|40}} requests per second.
""",
    "numbered": r"""
A dense layer with $m$ inputs holds

$$
P = n \left( m + b \right) \tag{3.2}
$$

weights, where $b$ is 1 with a bias and 0 without. With $m = 300$, $n = 50$ and a bias Equation (3.2) gives
{{15,050|15,000}} weights.
""",
    "numbered-units": r"""
The cost is recovered after

$$
N = \frac{C}{t_s - t_f} . \tag{6.1}
$$

calls. With $C = 12$ s, $t_s = 3.5$ ms and $t_f = 0.5$ ms Equation (6.1) gives {{4,000|400}} calls.
""",
    "numbered-series": r"""
The mean stay is

$$ T = \frac{1}{\mu - \lambda} \tag{4.1} $$

as long as $\lambda < \mu$. Our clerk serves 20 customers an hour. At 10 arrivals Equation 4.1 gives 0.1 hours, at 15 it
gives 0.2 hours, and at 18 {{half an hour|a whole hour}}.
""",
    "levels": r"""
A binary tree with $n$ nodes has at least

$$
h(n) = \lfloor \log_2 n \rfloor + 1
$$

levels. For 500 nodes that is 9 levels; a tree of 3,000 nodes has {{12|11}} of them.
""",
    "filled": r"""
The investment is paid back after

$$ N = \frac{C}{a - b} \tag{2.1} $$

trips, with $C$ the price and $a$ and $b$ the two times. On foot a trip takes 12 minutes.

| vehicle | preparation (hours) | trip (minutes) | N |
|---|---|---|---|
| bicycle | 2 | 8 | 30 |
| scooter | 3 | 6 | {{30|20}} |
| car | 9 | 3 | 60 |
| tram | 1 | 7 | 12 |
""",
    "first-to-last": """
| month | visitors | buyers |
|---|---|---|
| May | 400 | 31 |
| June | 430 | 36 |
| July | 480 | 38 |
| August | 500 | 40 |

From the first month to the last, attendance grew by {{25|20}} %.
""",
    "smallest-to-largest": """
| entries | scan (ms) | bisect (ms) |
|---|---|---|
| 100 | 0.2 | 0.10 |
| 1,000 | 2.1 | 0.15 |
| 10,000 | 22.0 | 0.21 |

Bisection is patient: between the smallest and the largest collection its time grows by a factor of {{2.1|1.5}}.
""",
    "against-none": """
| cache | request (ms) | hits |
|---|---|---|
| none | 20.0 | 0 |
| local | 25.0 | 610 |
| shared | 22.0 | 700 |

The local cache disappoints; compared with no cache it makes the request {{25|20}} % longer.
""",
    "share-of-column": """
| stage | cold (s) | warm (s) |
|---|---|---|
| parsing files | 2.0 | 2.0 |
| linking | 6.0 | 1.0 |
| writing | 12.0 | 1.0 |
| **total** | **20.0** | **4.0** |

One stage does not shrink: parsing makes up {{50|10}} % of a warm start.
""",
    "share-removed": """
| stage | items | seconds |
|---|---|---|
| read the mailbox | 2,000 | 3.6 |
| check addresses | 1,600 | 0.9 |
| send the letter | 1,500 | 4.5 |

The difference between the first two rows is what bounced: 400 letters, or {{20|25}} % of the messages in the mailbox.
""",
    "total-of-rates": """
| site | sown | failed | failed (%) |
|---|---|---|---|
| North | 400 | 20 | 5.0 |
| East | 100 | 15 | 15.0 |
| South | 300 | 30 | 10.0 |
| **total** | **800** | **65** | **{{8.1|10.0}}** |

The sites were sown in April.
""",
    "last-bit": """
We ran both versions on the same inputs. They printed a largest difference of 3.1e-07, {{which is tiny|so that the results
were equal to the last bit}}.
""",
    "ends-and-total": """
Three of the nine crates were weighed, 30.5 kg together; the three crates weighed between {{9.2 and 11.4|9.9 and 11.4}} kg.
""",
    "square-root": """
With 250 answers the standard error of the mean is 0.8 points. To halve it, {{1,000|500}} answers are needed.
""",
    "root-mean-square": """
| day | error |
|---|---|
| Monday | 3 |
| Tuesday | -4 |
| Wednesday | 5 |
| Thursday | 6 |

The squares add up to 86, hence the RMSE is {{4.64|5.35}} degrees.
""",
    "category": """
| request | time (ms) | outcome |
|---|---|---|
| 1 | 900 | stored |
| 2 | 20 | found |
| 3 | 1,000 | stored |
| 4 | 30 | found |
| 5 | 1,100 | stored |

{{Three|Two}} of the five requests wait, for 1.0 s on average.
""",
    "takes-most": """
| method | score | epoch (s) |
|---|---|---|
| none | 71 | 11.8 |
| group, 8 | 82 | 14.6 |
| instance | 78 | 14.3 |

The scores differ by little, and {{group|instance}} scaling takes the most time.
""",
    "bytes-each": """
The index keeps two offsets, that is 16 bytes for every record. For our own files this is nothing. For an archive with 2.5
billion records it is {{40 GB|40 MB}}.
""",
}
