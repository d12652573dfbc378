"""Texts of our own about laws, pieces, margins, units and identities, each with one wrong statement; and right ones."""

from __future__ import annotations

from figure_faults import Fault


def code(*lines: str) -> str:
    """A chapter whose one listing has these lines."""
    return "A listing.\n\n```python\n" + "\n".join(lines) + "\n```\n\nIt prints the duration."


TANKS = """
| tank | volume (L) | height (cm) |
|---|---|---|
| red | 120 | 80 |
| blue | 75 | 95 |
| green | 45 | 60 |

"""
ROUTEN = """
Die Wege sind auf demselben Rechner gemessen, und die Zeiten sind die Mittelwerte von fünf Läufen.

| Weg | Dauer (s) | Speicher (MB) |
|---|---|---|
| Datei | 5,0 | 80 |
| Netz | 8,0 | 120 |
| Band | 10,0 | 40 |

"""
VOIES = """
Les voies sont mesurées sur la même machine, et les durées sont les moyennes de cinq essais dans la nuit.

| voie | durée (s) | mémoire (Mo) |
|---|---|---|
| fichier | 5,0 | 80 |
| réseau | 8,0 | 120 |
| bande | 10,0 | 40 |

"""
LOI = "La loi de Little relie le débit, le temps de séjour et le nombre de requêtes dans le système. "
LAW_FAULTS = [
    Fault("pieces of a page size", "numbers", "With a page size of 25, 260 results fill 10 pages.", "10", "11"),
    Fault("pieces per page", "numbers", "A file of 10,500 rows at 1,000 rows per page needs 10 pages.", "10", "11"),
    Fault(
        "break-even french", "numbers",
        "Le cache coûte 45 s et fait passer une requête de 20 ms à 5 ms ; il est amorti après 2 250 requêtes de ce genre.",
        "2 250", "3000",
    ),
    Fault(
        "little english", "numbers", "At 400 requests per second and 25 ms each, 100 are in flight, says Little's law.", "100", "10"
    ),
    Fault("product named", "numbers", "The product of 14 and 15 is 220.", "220", "210"),
    Fault("difference named", "numbers", "The difference between 95 ms and 60 ms is 45 ms.", "45 ms", "35"),
    Fault("difference french", "numbers", "L'écart entre 95 ms et 60 ms est de 45 ms, et il est dû à la mémoire.", "45 ms", "35"),
    Fault("mixed units", "numbers", "Four minutes and 30 seconds are 240 s.", "240 s", "270"),
    Fault("one of a unit", "numbers", "One GiB is 1,000 MiB.", "1,000 MiB", "1024"),
    Fault("sum german", "numbers", "Die Teile brauchen 12 ms, 30 ms und 8 ms, zusammen also 60 ms.", "60 ms", "50"),
    Fault(
        "german among section numbers", "numbers",
        "Die Werte stehen in Tabelle 8.1 und Tabelle 8.2, die Fehler in Abschnitt 8.3, 8.4 und 8.5, und mehr dazu in Abschnitt 8.6. Von"
        " 2,5 ms auf 2,0 ms sind es 25 % weniger.", "25 %", "20",
    ),
    Fault("all rows", "numbers", TANKS + "The three tanks hold 250 L.", "250 L", "240 L"),
    Fault("all rows german", "numbers", ROUTEN + "Die drei Wege brauchen 25,0 s.", "25,0 s", "23"),
    Fault("all rows french", "numbers", VOIES + "Les trois voies demandent 250 Mo.", "250 Mo", "240"),
    Fault("row by place", "numbers", ROUTEN + "Der zweite braucht 38 % mehr Zeit als der erste.", "38 %", "60"),
    Fault("row by place french", "numbers", VOIES + "La deuxième demande 38 % de temps de plus que la première.", "38 %", "60"),
    Fault(
        "row by place english", "numbers",
        "| way | seconds | MB |\n|---|---|---|\n| file | 5.0 | 80 |\n| net | 8.0 | 120 |\n\nThe second takes 38 % more time than the"
        " first.",
        "38 %", "60",
    ),
    Fault("pieces", "numbers", "The log has 1,000,050 lines. Cut into chunks of 50,000, it makes 20 chunks.", "20", "21"),
    Fault("pieces code", "numbers", "A dump of 250,000 rows is read with `chunk_size=60_000`; it arrives in 4 chunks.", "4", "5"),
    Fault(
        "pieces german", "numbers",
        "Das Archiv hat 10.500 Bilder, und die Bilder sind alle gleich groß. In Paketen zu 1.000 sind das 10 Pakete.", "10", "11",
    ),
    Fault(
        "pieces french", "numbers", "Le journal compte 10 500 lignes en un fichier. En blocs de 1 000, cela fait 10 blocs.", "10", "11"
    ),
    Fault("margin", "numbers", "The period is 2.45 ± 0.12 s, i.e. [2.33, 2.67].", "2.33, 2.67", "2.57"),
    Fault("margin german", "numbers", "Die Länge ist 20,4 ± 1,5 mm, also von 17,9 bis 21,9 mm.", "17,9 bis 21,9 mm", "18,9"),
    Fault("margin reversed", "numbers", "The interval [3.0, 5.2], that is 4.0 ± 1.0, is wide.", "3.0, 5.2", "5"),
    Fault("order", "numbers", "The geometric mean is never smaller than the arithmetic mean.", "geometric mean is never", "other way"),
    Fault(
        "order german", "numbers",
        "Das harmonische Mittel ist immer größer als das geometrische Mittel, wenn auch manchmal nur knapp.",
        "größer als das geometrische Mittel", "other way",
    ),
    Fault("order errors", "numbers", "The MAE is always at least as large as the RMSE.", "MAE is always", "other way"),
    Fault("little", "numbers", LOI + "À 500 requêtes par seconde et 20 ms, il y en a 100.", "100", "10"),
    Fault("rate slip", "numbers", "A pump of 30 L per minute runs for 20 minutes, which makes 60 L in the tank.", "60 L", "600"),
    Fault(
        "break-even", "numbers",
        "Building the index takes 90 s. A query takes 12 ms without it and 3 ms with it, so it pays for itself after 7,500 queries.",
        "7,500", "10,000",
    ),
    Fault(
        "break-even german", "numbers",
        "Der Umbau kostet 600 Euro. Eine Fahrt kostet vorher 8 Euro und danach 5 Euro, also ist er nach 75 Fahrten amortisiert.",
        "75", "200",
    ),
    Fault("conversion french", "numbers", "Dans ce cas, une lecture de 450 µs vaut 4,5 ms, et c'est la plus longue.", "4,5 ms", "0.45"),
    Fault("conversion german", "numbers", "Eine Strecke von 350 m entspricht 3,5 km auf der Karte, das ist nicht weit.", "3,5 km", "0.35"),
    Fault(
        "root french", "numbers",
        "Pour diviser l'erreur type de la moyenne par deux, il faut deux fois plus d'essais. C'est la loi des grands nombres.",
        "deux fois", "4",
    ),
    Fault("power beside a decimal", "numbers", "The machine epsilon of half precision is 2^-11, about 9.77e-4.", "2^-11", "0.00048828"),
    Fault("clock", "numbers", code("elapsed_us = (time.perf_counter_ns() - start) / 1_000_000"), "elapsed_us", "divide by 1000;"),
    Fault("clock label", "numbers", code("t = time.perf_counter()", 'print(f"{(time.perf_counter() - t) * 1e6:.0f} ms")'), "print", "1000"),
    Fault("clock comment", "numbers", code("dauer = (time.perf_counter() - t) * 1000  # in Sekunden"), "dauer", "change nothing"),
    Fault("clock unscaled", "numbers", code("wait_ms = time.monotonic() - begin"), "wait_ms", "multiply by 1000"),
    Fault("bytes", "numbers", code("size_mb = os.path.getsize(path) / 1024"), "size_mb", "1048576"),
    Fault("trait", "numbers", TANKS + "Of the two small ones, green has the larger height.", "larger height", "smallest"),
    Fault(
        "identity", "equations", "With the maximum m, log Σ exp(x_i) = m − log Σ exp(x_i − m), as is safe.", "log Σ exp(x_i)", "differ"
    ),
    Fault("identity of squares", "equations", "With the mean μ and the number n, Σ(x_i − μ)² = Σ x_i² + n μ².", "Σ x_i² + n μ²", "differ"),
]  # fmt: skip
LAW_RIGHT = {
    "operations right": (
        "The product of 14 and 15 is 210. The difference between 95 ms and 60 ms is 35 ms, about a third. The ratio of 95 ms to 60 ms is"
        " 1.58. Four minutes and 30 seconds are 270 s. The gap between 10 and 20 is 3 cm wide. One GiB is 1,024 MiB; 2 GiB is about 2,100"
        " MiB."
    ),
    "german among section numbers": (
        "Die Werte stehen in Tabelle 8.1 und Tabelle 8.2, die Fehler in Abschnitt 8.3, 8.4 und 8.5, und mehr dazu in Abschnitt 8.6. Von"
        " 2,5 ms auf 2,0 ms sind es 20 % weniger."
    ),
    "all rows right": TANKS + "The three tanks hold 240 L. The two tanks hold 200 L. The three tanks hold 80 L on average.",
    "all rows of another thing": TANKS + "The three tanks take 40 cm of the shelf each. The three pumps need 12 L.",
    "rows by place right": ROUTEN + "Der zweite braucht 60 % mehr Zeit als der erste. Der dritte braucht 25 % mehr Zeit als der zweite.",
    "places of something else": TANKS + "Of the two pumps the first is stronger. The second pump moves 30 % more water than the first.",
    "pieces right": (
        "The log has 1,000,050 lines. Cut into chunks of 50,000, it makes 21 chunks. Only 20 full chunks are sent. With chunks of 40,000"
        " it would be 25 chunks."
    ),
    "pieces of something else": "The log has 1,000,050 lines in chunks of 50,000. The other server keeps 7 chunks in memory.",
    "margins right": (
        "The period is 2.45 ± 0.12 s, i.e. [2.33, 2.57]. The range of all readings is 2.1 to 2.9 s. We write 4.0 ± 1.0 (3.0 to 5.0). The"
        " mass is 2.50 ± 0.05 kg, between 2 and 3 kg."
    ),
    "orders right": (
        "The harmonic mean is never larger than the arithmetic mean. The RMSE is always at least as large as the MAE. It is not true that"
        " the geometric mean is always larger than the arithmetic mean. The median may be larger than the arithmetic mean."
    ),
    "little right": LOI + "À 500 requêtes par seconde et 20 ms, il y en a 10. Dans un autre système, il y en a 100.",
    "figures of one clause": (
        "At 60 requests per second and 200 ms of patience, 5 clients gave up. In 4 s the pump moved 12 L, and there are 3 of them. A disk"
        " of 500 GB with 100 MB per second takes 5000 s."
    ),
    "break-even right": (
        "Building the index takes 90 s. A query takes 12 ms without it and 3 ms with it, so it pays for itself after 10,000 queries. Each"
        " run saves 3 s; the 60 s are earned back after 20 runs. The loan of 90 Euro was paid back after 12 months."
    ),
    "conversions right": (
        "Dans ce cas, une lecture de 450 µs vaut 0,45 ms. Un trajet de 350 m vaut 5 minutes de marche. Une boucle de 20 ms est 0,5 s plus"
        " courte que la pause de 3 s."
    ),
    "powers right": (
        "The machine epsilon is 2^-52, about 2.2e-16. There are 2^16, or about 65 thousand, keys. It has 2^10, about 9 a day."
    ),
    "clocks right": code(
        "start = time.perf_counter()",
        "elapsed_ms = (time.perf_counter() - start) * 1e3",
        "elapsed_us = (time.perf_counter_ns() - t) // 1_000  # us",
        'print(f"{elapsed_ms:.1f} ms, {elapsed_ms / 1000:.3f} s")',
        "size_mib = array.nbytes / 2**20",
        "size_kb = len(text) / 1024",
        "per_item_us = (time.perf_counter() - start) / n * 1e6",
        "rate_per_s = n / elapsed_ms",
        "timeout_ms = 30 * 1000",
        "limit_s = 60",
        "wait_ms = delay * 1000",
    ),
    "traits right": TANKS + "Red has the larger volume. Green has the smaller height. Blue has the greater height of the two.",
    "identities right": (
        "With the maximum m, log Σ exp(x_i) = m + log Σ exp(x_i − m). With the mean μ and the number n, Σ(x_i − μ)² = Σ x_i² − n μ². For"
        " weights, Σ w_i = 1. Here Σ x_i y_i = 3, and S = Σ x_i."
    ),
}  # fmt: skip
