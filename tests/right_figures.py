"""Right passages of many kinds, in which figures stand beside others that they do not follow from."""

RIGHT = {
    "tiers-side-by-side": """
Our gateway has three tiers. The proxy runs 8 workers and needs 20 ms per request; the checker runs 12 workers and needs 40 ms per
request; the writer runs 5 workers and needs 10 ms per request. The proxy can therefore take 400 requests a second, the checker 300 and
the writer 500, so that the whole gateway takes 300.
""",
    "grid-with-grouped-digits": """
A grid of 3,000 by 2,000 cells has six million cells. Each cell holds a float64, so the grid takes 48 MB; a mask of one byte per cell adds
6 MB.
""",
    "parts-in-words": """
A quarter of the weight updates are skipped. The skipped ones are a third of the remaining, or one in four of all of them. At a width of
64 the lookup is a ninth of the multiplication, or one part in ten of the total.
""",
    "single-calls-of-a-table": """
| stage | calls | time (ms) |
|---|---:|---:|
| load | 40 | 800 |
| parse | 60 | 600 |
| write | 20 | 900 |

An average write call, at 45 ms, takes more than twice as long as a load call, and four and a half times as long as a parse call. All in
all there are 120 calls in 2.3 s.
""",
    "days-of-the-week": """
In four weeks the shop counted 2,800 visits, 100 a day on average. The five weekdays take 60 % of them, so that a weekend day has 140
visits on average and a weekday 84. The Saturdays have 180 and the Sundays, therefore, 100.
""",
    "points-with-numbers-of-their-own": """
For each record the store keeps:

- a key (16 bytes)
- a hash and a length (12 bytes)
- the two timestamps, both as integers (16 bytes)
- a pointer (8 bytes)

That is 52 bytes a record. The two timestamps are the largest part beside the key.
""",
    "price-of-a-thousand": """
A worker costs $1.80 an hour and finishes 900 jobs in that time, so a thousand jobs cost $2.00. At night it costs a third less: $1.20 an
hour, and a thousand jobs come to $1.33.
""",
    "where-formats-end": """
From 2048 on, float16 cannot represent odd numbers: 2048 + 1 is 2048, and 2049 + 2 rounds to 2052. In int8 arithmetic 127 + 1 is -128, and
in uint8 255 + 1 gives 0. Modulo 7, 5 + 4 = 2.
""",
    "sorted-lists": """
The seven measurements, sorted, are 4, 5, 5, 6, 8, 9, 40. The median is 6 and the mean is 11. In ascending order the runs took 3, 3, 4, 7,
22. The largest value, 40, lies far from the rest.
""",
    "powers-in-words": """
A disk survives a year with a probability of 0.97. That none of 12 disks fails has a probability of 0.97 to the power of 12, about 0.69.
Ten fair coins all come up heads with 0.5^10, less than one in a thousand.
""",
    "powers-of-a-constant": """
At a learning rate of 0.1 the loss falls by the factor e every 10 steps; after 20 steps it has fallen by e² = 7.39, after 30 by e³ = 20.1.
With a rate of 0.2 the factor is reached after 5 steps.
""",
    "square-law-of-a-table": """
The time of the search falls with the square of the number of probes, t = 90 / k^2.

| k | t (ms) |
|---:|---:|
| 1 | 90 |
| 3 | 10 |
| 10 | 0.9 |

Three times as many probes make it nine times as fast, and ten times as many make it a hundred times as fast. To get from 10 ms to 0.9 ms,
more than three times the probes are needed.
""",
    "root-law-of-a-table": """
The variance of the mean falls inversely with the number of samples. Four times the samples halve the standard error; sixteen times the
samples bring it to a quarter.

| samples | standard error |
|---:|---:|
| 100 | 0.40 |
| 400 | 0.20 |
| 1600 | 0.10 |
""",
    "hit-rates-as-cases": """
A lookup that hits takes 1 ms, a miss 21 ms. At a hit rate of 95 % the mean is 2 ms, at 90 % it is 3 ms. Raising the hit rate from 90 % to
95 % halves the misses. From 95 % to 99 % the misses fall to a fifth, although the hits grow by only 4 percent.
""",
    "what-a-threshold-lets-through": """
The filter keeps 96 % of the good documents and drops 90 % of the spam. Raising its threshold lifts the second figure to 95 %, which
halves the spam that gets through, while the number of good documents lost doubles when the first figure falls from 96 % to 92 %.
""",
    "percentages-one-after-the-other": """
Prices went up by 20 % and then by 25 %, by 50 % in all. A discount of 20 % followed by one of 10 % is a discount of 28 %. Half of a half
is a quarter. If 30 % of the users open the mail and 10 % of those click, 3 % of the users click.
""",
    "harmonic-speed": """
The trip of 120 km takes two hours at 60 km/h and the way back three hours at 40 km/h, so the average speed is 48 km/h, not 50. For the
240 km the car needs five hours.
""",
    "load-beside-latency": """
Requests per second grew from 200 to 500, by 150 %; in other words they are two and a half times what they were. Latency went from 40 to
50 ms, by a quarter, although the load is 2.5 times as high.
""",
    "some-of-eleven": """
The table lists the four largest of the eleven services; together they use 68 GB, the other seven another 12 GB, for a total of 80 GB.

| service | memory (GB) |
|---|---:|
| search | 30 |
| feed | 18 |
| mail | 12 |
| ads | 8 |
""",
    "falling-stone": """
A heater of 2 kW for 3 hours uses 6 kWh; at 30 cents per kWh that costs $1.80. In a month of 30 days it comes to $54. A smaller one of 1.5
kW would need four hours for the same heat and cost the same.
""",
    "precision-and-recall": """
A batch of 32 takes 80 ms, so the throughput is 400 images a second. A batch of 64 takes 128 ms: 500 images a second. The step from 32 to
64 therefore buys a quarter more throughput for 60 percent more latency.
""",
    "steps-of-a-batch": """
The compressor shrinks logs to a tenth and images by 3 percent. A folder with 10 GB of logs and 10 GB of images comes out at 10.7 GB, a
little over half of what it was; the average ratio of the two kinds, 53.5 %, says the same only because both are of one size.
""",
    "two-pumps": """
A pump fills the tank in 6 hours and a second one in 3 hours. Together they need 2 hours, not 4.5: rates add, times do not. In one hour
the first fills a sixth and the second a third, half of the tank in all.
""",
    "percent-of-percent": """
Of the 360 participants 40 percent were women, and 25 percent of these were over 60. That makes 144 women, 36 of them over 60, or ten
percent of everyone.
""",
    "rates-of-three-nodes": """
| node | requests | errors |
|---|---:|---:|
| a | 12,000 | 60 |
| b | 8,000 | 80 |
| c | 20,000 | 60 |

Node b has twice the error rate of the three together: 1 % against 0.5 %. In all there were 200 errors in 40,000 requests. Node a and node
c have the same number of errors, although c has more traffic by two thirds. The mean of the three rates, 0.6 %, would be wrong, since the
nodes are not equally busy.
""",
    "heat-and-voltage": """
A resistor of 220 ohms at 5 V carries 23 mA and turns 0.11 W into heat. Twice the voltage means four times the heat, 0.45 W, and twice the
current.
""",
    "salaries-in-thousands": """
The median of the five salaries (30, 32, 35, 41 and 162 thousand) is 35 thousand, the mean 60 thousand. Four of the five earn less than
the mean. Without the highest one the mean would be 34.5 thousand.
""",
    "grown-by-ten-percent": """
Scores before: 60, 70, 80. Scores after: 66, 77, 88. Every one grew by ten percent, and so did the mean, from 70 to 77. The variance,
however, grew by 21 percent.
""",
    "halved-every-thirty": """
The optimizer halves the learning rate every 30 epochs, from 0.4 at the start to 0.05 after 90. Its momentum is 0.9, so that a gradient
counts for about ten steps.
""",
    "memory-of-a-cluster": """
The cluster has 6 nodes with 8 GPUs each, 48 in total, and each GPU has 80 GB. The model needs 70 GB for the weights, which leaves 10 GB
per GPU for the cache. Two replicas per GPU do not fit.
""",
    "three-of-ten-runs": """
In Table 4 we list three of the ten runs. They took 40, 44 and 48 minutes. The mean over all ten runs was 43.5 minutes, the shortest one
took 38.
""",
    "pitch-and-pixels": """
The pixel pitch went from 0.25 to 0.125 mm, which quadruples the number of pixels to 8.3 million. The bus had to be four times as fast, at
2 GB/s instead of 500 MB/s.
""",
    "rows-on-a-page": """
At 8 a.m. the queue held 1,200 jobs. Workers finish 100 an hour while 40 new ones come in, so it is empty after 20 hours. If nothing came
in, 12 hours would be enough.
""",
    "tails-of-services": """
| service | p50 (ms) | p99 (ms) | calls/s |
|---|---:|---:|---:|
| auth | 4 | 20 | 900 |
| cart | 12 | 48 | 300 |
| pay | 30 | 240 | 60 |

The tail of `pay` is eight times its median, that of the cart four times and that of `auth` five times. A third of the calls of `auth`
come to the cart, and a fifth of those go on to `pay`. At 900 calls a second `auth` spends 3.6 s of median time per second, which means
about four busy workers.
""",
    "clock-and-time": """
A colleague measured 40 ms where I had measured 50. Her machine has 3.5 GHz and mine 2.8, a difference of a quarter, and 50 / 40 is 1.25
as well, so the clock explains all of it.
""",
    "bill-of-october": """
The bill of October: 310 euros for compute, 120 for storage, 70 for traffic, 500 euros together. In November storage went up by 10 percent
and everything else stayed as it was, so the bill came to 512 euros, 2.4 percent more.
""",
    "answers-of-exercises": """
Exercise 4. A tank loses 2 % of its water a day. How much is left after 30 days? (Answer: 54.5 %, not 40 %.) Exercise 5. When is half of
it gone? (Answer: after 34.3 days.)
""",
    "other-bases": """
In binary 1010 is ten and 1111 is fifteen; their sum 11001 is twenty-five. In hexadecimal A + F is 19. In base seven 5 + 4 = 12.
""",
    "significant-bits": """
A `float32` has 24 significant bits, counting the hidden one; one part in 16.8 million, or about seven decimal digits. A `float16` has
eleven, one part in 2,048 or three digits.
""",
    "carts-of-visits": """
Of 10,000 visitors 300 put something into the cart (3 %) and 90 bought it. That is 30 % of the carts, but only 0.9 % of the visits. A
campaign that doubles the visitors at the same rates brings 180 sales.
""",
    "late-reviewers": """
Three of the nine reviewers were late, by 2, 5 and 11 days. The mean delay of the three is six days, that of all nine two days.
""",
    "waits-that-grow": """
| attempt | wait (s) | total (s) |
|---:|---:|---:|
| 1 | 1 | 1 |
| 2 | 3 | 4 |
| 3 | 9 | 13 |
| 4 | 27 | 40 |

Each wait is three times the one before. The four waits come to 40 s; a fifth would bring it to 121 s, three times as much and one more.
The total is always half of what the next wait would be, rounded down.
""",
    "batches-in-tokens": """
At a batch of 8 we get 80 tokens a second in total, at 16 we get 144 and at 32 only 192. Doubling the batch thus brings 80 percent the
first time and a third the second. Per sequence it is 10, 9 and 6.
""",
    "sensors-german": """
Wir haben 240 Sensoren, je 80 in drei Hallen. Jeder sendet alle 10 Sekunden 50 Byte; das sind 1.200 Byte pro Sekunde im Ganzen und knapp
104 MB am Tag. Fällt eine Halle aus, bleibt ein Drittel der Daten weg.
""",
    "workshop-french": """
L'atelier fabrique 480 pièces par jour avec 6 machines, soit 80 par machine. Une septième porterait le total à 560. En deux équipes on
double presque : 900 pièces, car la nuit chaque machine n'en fait que 70.
""",
    "sums-spanish": """
Sea $n = 20$. La suma de 1 a 20 es 210 y la de los cuadrados 2 870. La media es 10,5; la mediana, lo mismo. Con 21 números la media pasa a
11.
""",
    "epochs-that-halve": """
| epoch | loss | accuracy (%) | time (s) |
|---:|---:|---:|---:|
| 1 | 2.30 | 12.0 | 61 |
| 2 | 1.15 | 55.0 | 58 |
| 3 | 0.92 | 64.0 | 58 |
| 4 | 0.46 | 81.0 | 59 |

The loss halves from the first epoch to the second, and again from the third to the fourth. Over the four epochs it falls to a fifth,
while the accuracy rises by 69 points. An epoch takes 59 s on average, 236 s in all. The first one is slowest because the data are read
from disk.
""",
    "sales-per-store": """
| region | stores | sales (M€) |
|---|---:|---:|
| north | 40 | 120 |
| south | 60 | 150 |
| west | 25 | 100 |

West makes 4 million euros per store, more than north with 3 and south with 2.5. If south were as good as north, it would sell for 180
million, a fifth more. The three together have 125 stores and 370 million euros, not quite 3 million each.
""",
    "parabola": r"""
Let $f(x) = 3x^2 - 12x + 7$. Its minimum lies at $x = 2$, where $f(2) = -5$. At $x = 0$ and $x = 4$ it is 7, twelve above the minimum. The
distance of the roots is $2\sqrt{5/3} \approx 2.58$.
""",
    "code-of-three-symbols": """
```python
rates = [0.5, 0.25, 0.25]
assert sum(rates) == 1.0
entropy = 1.5   # bits
```

Three symbols with probabilities of a half and twice a quarter need 1.5 bits each. A thousand of them take 1,500 bits, where a fixed code
of two bits would take 2,000, a third more.
""",
    "lengths-of-vectors": """
The vector (3, 4) has length 5, and (6, 8) has length 10. Their sum is (9, 12) with length 15. The unit vector is (0.6, 0.8). For vectors
that are not parallel the length of the sum is smaller: (3, 0) and (0, 4) give 5, not 7.
""",
    "image-and-pulls": """
The container image shrank from 1.2 GB to 300 MB. A pull over 100 Mbit/s takes 24 s instead of 96, and the registry, which keeps ten
versions, gives back 9 GB.
""",
    "a-day-of-events": """
A day has 86,400 seconds and a week 604,800. One event per second fills 31.5 million rows a year. With 50 bytes per row this is 1.6 GB;
with an index of half that size, 2.4 GB.
""",
    "heads-and-groups": """
Each of the 16 attention heads has 64 dimensions, which makes 1,024. Grouped into four key-value heads, the cache holds 256 numbers per
token and layer for the keys and as many for the values. In 24 layers these are 12,288 numbers or, in bfloat16, 24 KiB.
""",
    "hot-keys": """
| shard | keys | hot keys |
|---|---:|---:|
| 0 | 25,100 | 130 |
| 1 | 24,700 | 90 |
| 2 | 25,300 | 610 |
| 3 | 24,900 | 170 |

The 100,000 keys are spread evenly, 25,000 a shard with at most 300 more or less. The 1,000 hot keys are not: shard 2 holds 61 % of them,
four and a half times shard 0's and more than the three others together.
""",
    "price-by-bands": """
The first 1,000 requests are free, the next 9,000 cost 0.2 cents each, and everything beyond 0.1 cents. For 50,000 requests one pays 18
dollars for the middle band and 40 for the rest, 58 in all, or 0.116 cents per request on average.
""",
    "average-of-speeds": """
Averages of rates deceive. We drove the first 30 km at 30 km/h and the next 30 km at 60 km/h: an hour and half an hour, 40 km/h over all.
Someone who averages 30 and 60 gets 45.
""",
    "price-by-plan": """
| plan | price (€) | requests | € per 1,000 |
|---|---:|---:|---:|
| A | 20 | 10,000 | 2.00 |
| B | 75 | 50,000 | 1.50 |
| C | 240 | 200,000 | 1.20 |

Per request plan C costs 40 % less than plan A, although its price is twelve times as high. With 100,000 requests two of plan B, 150
euros, are cheaper than one of plan C.
""",
    "solar-german": """
Die Anlage liefert im Sommer 30 kWh am Tag, im Winter 6. Über das Jahr sind es im Mittel 18 kWh, zusammen 6.570 kWh. Der Haushalt
verbraucht 4.000 kWh, also 61 % davon; weil Sommer und Winter sich nicht decken, stammen aber nur 45 % des Verbrauchs vom Dach.
""",
    "train-french": """
Le train met 2 h pour 400 km, soit 200 km/h en moyenne. Sur le premier quart du trajet il roule à 100 km/h, ce qui prend déjà une heure ;
les 300 km restants sont parcourus à 300 km/h.
""",
    "price-of-tiers": """
We paid 12 cents per gigabyte-month for the fast tier and 2 cents for the slow one. Moving 3 of our 4 terabytes to the slow tier cut the
monthly bill from $480 to $180, by 62.5 percent. Moving the last one would save only another $100.
""",
    "team-that-grew": """
In the first year the team grew from 4 to 10 people, in the second to 16. It therefore grew by 150 % and then by 60 %, and is four times
as large as at the start. Costs rose only threefold, since juniors were hired.
""",
    "memory-that-was-full": """
Out of memory at 23.9 of 24 GB: the allocator had asked for 512 MB when 100 MB were free. Of the 24 GB the model held 15, the cache 6 and
fragments 2.9.
""",
    "subscription-by-year": """
The subscription costs 9 euros a month; paid at once it is 90 euros. Whoever pays by the year saves 18 euros, two months' worth, or one
sixth. For a family of four the yearly price is 240 euros, 60 a head, a third less than single ones.
""",
    "days-over-plan": """
Step 1 took 3 days, step 2 five and step 3 two; we had planned 2, 4 and 2. That makes ten days instead of eight, 25 % over plan. Without
the two sick days in step 2 we would have been 8 days under way, exactly as planned.
""",
    "biased-coin": """
A coin with a bias of 0.6 shows heads six times in ten. Two heads in a row have a probability of 0.36, two tails 0.16, and the mixed
results share the other 0.48. The entropy is 0.971 bits, hardly less than the one bit of a fair coin.
""",
}
