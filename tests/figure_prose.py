"""More texts of our own: statements without a table or about its rows, each with one wrong figure; and right ones."""

from __future__ import annotations

from figure_faults import Fault

DEPOTS = """
| depot | runs | parcels | distance (km) |
|---|---|---|---|
| north | 3 | 24 | 8.00 |
| south | 2 | 12 | 5.25 |
| east | 1 | 18 | 6.75 |

"""
STAGES = """
| stage | seconds | share (%) |
|---|---|---|
| read | 12.0 | 30.0 |
| decode | 20.0 | 50.0 |
| augment | 8.0 | 20.0 |
| total | 40.0 | 100.0 |

"""
LAEUFE = """
Die Zeiten der drei Läufe sind auf demselben Rechner gemessen, und sie liegen nicht weit auseinander.

| Lauf | Dauer (ms) | Speicher (MB) |
|---|---|---|
| kalt | 12,5 | 80 |
| warm | 5,0 | 120 |
| heiß | 4,0 | 160 |

"""
ETAPES = """
Les durées des étapes sont mesurées sur la même machine, et les valeurs sont dans le tableau.

| étape | durée (ms) | mémoire (Mo) |
|---|---|---|
| lecture | 12,5 | 80 |
| calcul | 25,0 | 120 |
| écriture | 37,5 | 160 |

"""
LENGTHS = """
```python
lengths = [60, 63, 69, 16, 19, 75, 55, 25, 35, 37]
padded = [bucket(n) for n in lengths]
```

"""
AMDAHL = """
Ist nur ein Teil p eines Programms um den Faktor s beschleunigt, so gilt für das Ganze

```python
S = 1 / ((1 - p) + p / s)    (8.1)
```

Mit p = 0,8 und s = 4 ist S = 2,5. """
COSINE = (
    "The schedule follows lr(t) = lr_min + (lr_max - lr_min) * (1 + cos(pi * t / T)) / 2. With lr_max = 0.2, lr_min = 0 and T = 80 it"
    " gives "
)
CLASSES = """
| latency | requests |
|---|---|
| under 5 ms | 300 |
| 5 to 20 ms | 500 |
| 20 to 100 ms | 150 |
| over 100 ms | 50 |

"""
CACHE = """
The cache occupies

```python
bytes = layers * kv_heads * head_dim * tokens * bytes_per_element
```

bytes. Take 24 layers, a head dimension of 64 and float16. With 4 key heads """

MORE_FAULTS = [
    Fault("rows times", "numbers", DEPOTS + "North moved one and a half times as many parcels as east.", "one and a half times", "1.33"),
    Fault(
        "rows times elliptic",
        "numbers",
        DEPOTS + "North moved twice as many parcels as south and three times as many as east.",
        "three times",
        "1.33",
    ),
    Fault("rows longer", "numbers", STAGES + "Decode takes 40 % longer than read.", "40 %", "66"),
    Fault("rows half", "numbers", STAGES + "Augment takes half as long as read.", "half", "0.66"),
    Fault("rows german", "numbers", LAEUFE + "Der Lauf kalt dauert doppelt so lange wie warm.", "doppelt", "2.5"),
    Fault("rows german fold", "numbers", LAEUFE + "heiß braucht beim Speicher das 3-Fache von kalt.", "3-Fache", "2"),
    Fault("rows french", "numbers", ETAPES + "L'étape écriture dure deux fois plus longtemps que lecture.", "deux fois", "3"),
    Fault(
        "together",
        "numbers",
        "| job | time |\n|---|---|\n| a | 10 ms |\n| b | 20 ms |\n| c | 40 ms |\n\nTogether they took 80 ms.",
        "80 ms",
        "70",
    ),
    Fault("in all", "numbers", DEPOTS + "In all the vans drove 25.0 km.", "25.0 km", "20"),
    Fault("together inflected", "numbers", STAGES + "Reading and augmenting together take 25 s.", "25 s", "20"),
    Fault("zusammen", "numbers", LAEUFE + "Zusammen brauchen sie 31,5 ms.", "31,5 ms", "21,5"),
    Fault("en tout", "numbers", ETAPES + "En tout, 85,0 ms sont passées dans les étapes.", "85,0 ms", "75"),
    Fault("factorial", "numbers", "There are 7!/5! = 56 ordered pairs.", "7!/5! = 56", "42"),
    Fault("decimal power", "numbers", "The chance that none of the ten fails is 0.9^10 = 0.45.", "0.9^10 = 0.45", "0.35"),
    Fault(
        "bytes a record", "numbers", "At 64 bytes a record, a file of two million records is 128 GB before compression.", "128 GB", "0.128"
    ),
    Fault("entries of a type", "numbers", "The matrix has 9·10⁸ entries, which in float64 is 7.2 MB.", "7.2 MB", "7200"),
    Fault("bits a weight", "numbers", "A model of 6 billion parameters takes 24 GB in float32 and, at 4 bits a weight, 6 GB.", "6 GB", "3"),
    Fault(
        "octets",
        "numbers",
        "Un tableau de 500 000 valeurs en float64 occupe 40 Mo, et c'est la taille du fichier sur le disque.",
        "40 Mo",
        "4",
    ),
    Fault(
        "stream", "numbers", "Each answer has 2.5 MiB; at 30 answers per second the network carries 75 KiB per second.", "75 KiB", "76800"
    ),
    Fault(
        "stream german",
        "numbers",
        "Werden je Anfrage 1,5 MiB übertragen, so sind das bei 20 Anfragen in der Sekunde 30 KiB in der Sekunde.",
        "30 KiB",
        "30720",
    ),
    Fault("things of so much", "numbers", "In this run, 40 requests of 1.5 MiB a second are 60 KiB a second.", "60 KiB", "61440"),
    Fault("transfer", "numbers", "Reading a 10 GB file at 200 MB/s takes 5 s.", "5 s", "50"),
    Fault("transfer french", "numbers", "La lecture de 10 Go à 200 Mo/s prend 5 s, et c'est la durée dans le tableau.", "5 s", "50"),
    Fault("samples", "numbers", "At 44,100 samples a second, ten seconds have 4,410,000 samples.", "4,410,000", "441"),
    Fault(
        "several workers",
        "numbers",
        "Each worker decodes 25 images a second, so eight workers decode 250 images a second.",
        "250 images",
        "200",
    ),
    Fault(
        "rounds",
        "numbers",
        "Twelve jobs of 0.5 s each, four at a time, need three rounds and 1.5 s. With six at a time it is two rounds and 0.8 s.",
        "0.8 s",
        "1",
    ),
    Fault("events an hour", "numbers", "In this system 7.2 million events an hour are 1,000 a second.", "1,000 a second", "2000"),
    Fault("whole first", "numbers", "Of the 656 tokens that are computed, 202 are padding, which is 44 % of the work.", "44 %", "31"),
    Fault("part of a row", "numbers", STAGES + "It saves 9.0 s, or 60 % of the read.", "60 %", "75"),
    Fault(
        "row of the whole",
        "numbers",
        DEPOTS + "East drove a lot; the distance of south is large. South is 35 % of the total distance.",
        "35 %",
        "26",
    ),
    Fault("saved and left", "numbers", "Sharing key heads in groups of four saves 25 % of the cache.", "25 %", "75"),
    Fault("saved types", "numbers", "Storing them as int8 instead of float32 saves 25 % of the memory.", "25 %", "75"),
    Fault("saved german", "numbers", "Wer von 120 ms auf 90 ms kommt, spart 33 %, und das ist nicht wenig.", "33 %", "25"),
    Fault("saved english", "numbers", "Going from 120 ms to 90 ms saves 33 %.", "33 %", "25"),
    Fault("before and after", "numbers", "The graph has 14 nodes before and 9 after fusion, a reduction by 50 %.", "50 %", "36"),
    Fault("these nine", "numbers", LENGTHS + "These nine requests fall into four buckets.", "nine", "10"),
    Fault("all eleven", "numbers", LENGTHS + "All eleven lengths differ.", "eleven", "10"),
    Fault("range of a list", "numbers", LENGTHS + "The lengths lie between 16 and 69.", "between 16 and 69", "75"),
    Fault(
        "range of a printed list",
        "numbers",
        '```python\nprint(gueltig["dauer"].tolist())  # [12.5, 11.5, 20.0, 12.0, 22.0]\n```\n\nDie gültigen '
        "Dauern liegen zwischen 11,5 und 21,0 ms, und das ist nicht viel.",
        "zwischen 11,5 und 21,0 ms",
        "22",
    ),
    Fault(
        "square root", "numbers", "The standard error of a mean falls slowly. To halve it, twice as many readings are needed.", "twice", "4"
    ),
    Fault(
        "square root german",
        "numbers",
        "Der Fehler des Mittels sinkt mit der Wurzel aus der Zahl der Läufe: Statt 10 Läufen braucht man 20, um ihn zu halbieren.",
        "20",
        "4",
    ),
    Fault(
        "square root french",
        "numbers",
        "L'erreur standard diminue avec le nombre de mesures. Pour la diviser par deux, il faut deux fois plus de mesures.",
        "deux fois",
        "4",
    ),
    Fault(
        "decay",
        "numbers",
        "Step decay with a step size of 10 and a factor of 0.1 takes a rate of 0.1 to 1e-5 by epoch 30.",
        "1e-5",
        "0.0001",
    ),
    Fault(
        "proportion",
        "numbers",
        "| tokens | small | large |\n|---|---|---|\n| 1,024 | 128 MiB | 512 MiB |\n| 4,096 | 512 MiB | 2 GiB |\n| 8,192 | 1 GiB | 4 "
        "GiB |\n| 32,768 | 4 GiB | 16 GiB |\n| 131,072 | 16 GiB | 32 GiB |\n",
        "32 GiB",
        "64",
    ),
    Fault(
        "kept batch",
        "numbers",
        "```python\nloader = DataLoader(data, batch_size=128, shuffle=True)\n```\n\nThe real set has 50,000 images; at the same "
        "batch size an epoch takes 390 steps.",
        "390",
        "391",
    ),
    Fault(
        "whole table",
        "numbers",
        "| sensor | first | second | third |\n|---|---|---|---|\n| A1 | 0.5 | 2.5 | 3.5 |\n| B1 | 0.5 | 0.5 | 1.5 |\n| C1 | 2.0 | "
        "2.0 | 2.0 |\n\nIn the table all nine lie between 0.5 and 2.5 °C.",
        "between 0.5 and 2.5",
        "3.5",
    ),
    Fault("percentile", "numbers", CLASSES + "The 90th percentile is between 5 and 20 ms.", "between 5 and 20 ms", "20 to 100"),
    Fault("shape", "numbers", "An array of shape (3, 4, 5) has 50 elements.", "50", "60"),
    Fault("shape of a type", "numbers", "A tensor of shape (32, 3, 224, 224) in float32 takes 1.9 MB.", "1.9 MB", "19.3"),
    Fault("deviation", "numbers", "The variance is 2.25, so the standard deviation is 1.6.", "1.6", "1.5"),
    Fault(
        "deviation french",
        "numbers",
        "L'écart type vaut 2,0 pour une variance de 5,0 et c'est la valeur qui est dans le tableau.",
        "2,0",
        "2.2",
    ),
    Fault("period", "numbers", "The sampling interval is 20 ms, so the sampling rate is 500 Hz.", "500 Hz", "50"),
    Fault("rest", "numbers", "100 rows in batches of 32 make three full batches and a rest of 6.", "6", "4"),
    Fault("window", "numbers", "A window of 5 over 100 values leaves 95 means.", "95", "96"),
    Fault("clock", "numbers", "Between 09:40 and 11:10 lie two hours.", "two hours", "1.5"),
    Fault(
        "two methods",
        "wording",
        "```\nloop        0.9999999999999999\nfsum        1.0\ndifference  1.11e-16\n```\n\nFor all that follows the two methods are "
        "identical, and the loop is easier to read.",
        "identical",
        "1.11e-16",
    ),
    Fault("applied german", "equations", AMDAHL + "Mit s = 8 wird daraus 3,6.", "3,6", "3,3"),
    Fault("applied at", "equations", COSINE + "0.1 at t = 40 and 0.15 at t = 20.", "0.15", "0.17"),
    Fault(
        "applied root",
        "equations",
        "The standard error is SE = s / √N (4.2) With s = 2.4 and N = 64 that is 0.3. With N = 16 it is 0.4.",
        "0.4",
        "0.6",
    ),
    Fault(
        "applied ceil",
        "equations",
        "The number of chunks is n = ceil(size / chunk). With size = 1000 and chunk = 64 that is 15.",
        "15",
        "16",
    ),
    Fault(
        "applied french",
        "equations",
        "La position suit v = a * t + b, où a et b sont des constantes. Avec a = 2, b = 1 et t = 3 on obtient 8.",
        "8",
        "7",
    ),
    Fault(
        "missing factor",
        "equations",
        CACHE + "a token costs 24,576 bytes, and the values are counted as well as the keys.",
        "bytes = layers",
        "2",
    ),
    Fault("instead", "numbers", "The new version takes 4 ms instead of 10 ms, 50 % less.", "50 %", "60"),
    Fault("rate first", "numbers", "The cache has a hit rate of 75 %: of 400 requests 280 were answered from it.", "75 %", "70"),
    Fault("apiece", "numbers", "The 64 images took 320 ms, that is 4 ms per image.", "4 ms per image", "5"),
    Fault(
        "apiece french", "numbers", "Les 64 images ont pris 320 ms, soit 4 ms par image, et c'est dans le tableau.", "4 ms par image", "5"
    ),
    Fault("clause", "numbers", "A generator saves memory: the list of 1,000,000 int64 values needs 8 GB.", "8 GB", "0.008"),
    Fault("left over", "numbers", "The graph of 12 nodes lost 4 in fusion, so 9 are left.", "9", "8"),
    Fault("absolute change", "numbers", "The temperature went from 18.4 °C to 19.9 °C, a rise of 2.5 °C.", "2.5 °C", "1.5"),
    Fault("of so much each", "numbers", "Three captures of 15 ms each cost 60 ms.", "60 ms", "45"),
    Fault(
        "listed",
        "numbers",
        "The rises were 0.5, 2.5, 3.5 and 1.5 °C, and all four lie between 0.5 and 2.5 °C.",
        "between 0.5 and 2.5",
        "3.5",
    ),
]

MORE_RIGHT = {
    "powers of ten in a formula": r"It reads $1.5\times10^{6}$, $4.0\times10^{6}$ and $104\times10^{6}$ bytes, or "
    r"$109.5\times10^{6}$ bytes in all.",
    "a ratio of two others": "The parser took 12 s and the printer 4 s. With the cache on, the run was twice as fast as without.",
    "months of growth": "The log grows by 10 % a month. After three months a log of 100 GB has reached 133.1 GB.",
    "rows compared": (
        DEPOTS + "North moved twice as many parcels as south and a third more parcels than east. South drove about 34 % less distance than "
        "north. Together they drove 20 km."
    ),
    "rows of stages": (
        STAGES + "Decode takes 2.5 times as long as augment. Reading and augmenting together take 20 s. Decoding takes half of the time. "
        "Augment takes a third less time than read. Read is 30 % of the total."
    ),
    "rows german": (
        LAEUFE
        + "Der Lauf kalt dauert 2,5-mal so lange wie warm. heiß braucht doppelt so viel Speicher wie kalt. Zusammen dauern sie 21,5 ms."
    ),
    "rows french": ETAPES + "L'étape calcul dure deux fois plus longtemps que lecture. En tout, 75 ms sont passées dans les étapes.",
    "sizes": (
        "A million float64 values are 8 MB, in float32 they are 4 MB. A model of 7 billion parameters takes 28 GB in float32, 14 GB in"
        " bfloat16 and, at 4 bits a weight, 3.5 GB. With gradients and two moments it takes 112 GB in float32. Compressed, a million int64"
        " values take 2.1 MB."
    ),
    "sizes of batches": "One image of 150,528 values takes 602 kB in float32; 32 images of 150,528 values take 19.3 MB in float32.",
    "rates": (
        "Each answer has 2.5 MiB; at 30 answers per second the network carries 75 MiB per second. Copying 2 TB at 500 MB/s takes 4000 s. At"
        " 44,100 samples a second, ten seconds have 441,000 samples. Each worker decodes 25 images a second, so eight workers decode 200"
        " images a second."
    ),
    "rounds right": (
        "Ten requests of 0.2 s each, three at a time, need four rounds and so 0.8 s. With five at a time two rounds and 0.4 s are enough."
    ),
    "savings": (
        "Going from 120 ms to 90 ms saves 25 %. Sharing in groups of four saves 75 %, and int8 instead of float32 saves 75 % as well."
        " Pruning in groups of four saves 20 % of the time."
    ),
    "list right": (
        LENGTHS
        + "The ten lengths lie between 16 and 75. These four buckets hold them. All ten lengths differ. The first three lengths are long."
    ),
    "laws right": (
        "The standard error of a mean falls slowly. To halve it, four times as many readings are needed. Twice as many readings take twice"
        " as long."
    ),
    "decay right": "Step decay with a step size of 10 and a factor of 0.1 takes a rate of 0.1 to 1e-4 by epoch 30.",
    "saturating": (
        "| workers | memory | images |\n|---|---|---|\n| 1 | 1.1 GB | 100 |\n| 2 | 2.0 GB | 200 |\n| 4 | 3.9 GB | 400 |\n| 8 | 7.9 GB | 800"
        " |\n| 16 | 12 GB | 1100 |\n"
    ),
    "classes right": CLASSES + "The median lies between 5 and 20 ms. The 90th percentile is between 20 and 100 ms.",
    "relations right": (
        "An array of shape (3, 4, 5) has 60 elements. A 4 x 4 matrix has 16 elements, 12 of them zero. The variance is 2.25, so the"
        " standard deviation is 1.5. The sampling interval is 20 ms, so the sampling rate is 50 Hz. Between 09:40 and 11:10 lies an hour"
        " and a half. A window of 5 over 100 values leaves 96 means. 100 rows in batches of 32 make three full batches and a rest of 4."
    ),
    "sections are labels": (
        "Section 8.1 reads the data, Section 8.2 cleans it, Section 8.3 sums up, and Section 8.4 measures. In all, this takes Sections 8.1"
        " to 8.4."
    ),
    "german among code": (
        "Das ist der Text, und die Werte sind nicht weit auseinander.\n\n```python\nx = 0.5\ny = 1.25\nz = 2.75\nw = 3.125\n```\n\nVon 2,5"
        " ms auf 2,0 ms sind es 20 % weniger, das ist der Unterschied."
    ),
    "applied right": AMDAHL + "Mit s = 8 wird daraus 3,33. Für s = 2 gibt das etwa 1,7.",
    "applied other": COSINE + "0.1 at t = 40 and 0.171 at t = 20. With other settings the run takes 5 epochs.",
    "factor right": CACHE + "a token costs 12,288 bytes, the values not counted.",
    "trend from to": DEPOTS + "From 2 to 3 runs the distance grows.",
    "doubling workers": (
        "| workers | images/s |\n|---|---|\n| 1 | 110 |\n| 2 | 215 |\n| 4 | 400 |\n| 8 | 520 |\n\nGoing from four to eight workers helps"
        " little."
    ),
    "instead right": (
        "The new version takes 4 ms instead of 10 ms, 60 % less. It needs 8 MB instead of 10 MB. The 64 images took 320 ms, that is 5 ms"
        " per image. The cache has a hit rate of 70 %: of 400 requests 280 were answered from it."
    ),
    "needed": DEPOTS + "To carry more, the distance of north has to be 6.00 km.",
    "a label that is a verb": (
        "Les mesures sont faites dans la salle, et le tableau les résume.\n\n| capteur | moyenne (°C) |\n|---|---|\n| nord | 20,5 |\n"
        "| sud | 24,5 |\n| est | 22,0 |\n\nLa moyenne des trois capteurs est de 22,3 °C."
    ),
}
