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
}
