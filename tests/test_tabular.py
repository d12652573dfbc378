"""Rules of statements about the rows of a table: a row that is first, one before another, how many pass a mark, how a column goes."""

from __future__ import annotations

import pytest
from test_announced import findings_of

from prompts.trust import measure

SERVICE = """# Timings

The service was measured with Python 3.11.4 on a Ryzen 7950X.

| endpoint | calls | mean (ms) | p99 (ms) | errors |
|----------|------:|----------:|---------:|-------:|
| login    |   120 |      14.0 |       40 |      0 |
| search   |   900 |      52.0 |      310 |      4 |
| export   |    15 |     180.0 |      290 |      1 |
| health   |  2000 |       1.5 |        3 |      0 |

@@
"""
SERVICE_WRONG = (
    "More than half of all calls went to search.",
    "Search takes most of the calls.",
    "A third of the calls went to health.",
    "Less than half of all calls went to health.",
    "Export accounts for two thirds of the errors.",
    "At the 99th percentile, the worst one is `export`.",
    "The best mean is that of login.",
    "Search has the lowest error count.",
    "Login is slower than search.",
    "On average, export is faster than search.",
    "Search is called more often than health.",
    "Only export has errors.",
    "Every endpoint had errors.",
    "None of the endpoints exceeds 100 ms on average.",
    "All means are below 100 ms.",
    "All endpoints stay under 300 ms at the 99th percentile.",
    "Two endpoints had no calls at all, and three had no errors.",
    "Three endpoints have a mean above 50 ms.",
    "Only one endpoint has a p99 above 100 ms.",
    "The second slowest on average is login.",
    "The most frequently called endpoint is search.",
    "The least called endpoint is login.",
    "Health is called more than a hundred times as often as export; login is called ten times as often as export.",
    "Export has more errors than search.",
    "Login and search had no errors.",
    "Search is the only endpoint with a p99 above 200 ms.",
    "The mean grows with the number of calls.",
    "The slowest endpoint on average, search, is also the one with most errors.",
    "Both search and login exceed 100 ms at the 99th percentile.",
    "Neither login nor search made an error.",
    "Most endpoints have a mean above 50 ms.",
    "Export fails more often than any other endpoint.",
    "In all there were six errors.",
    "Login answers within 10 ms on average.",
    "Search needs less than 50 ms on average.",
)
SERVICE_RIGHT = (
    "More than half of all calls went to health.",
    "Two thirds of the calls went to health.",
    "Search spends half of its time waiting for the disk.",
    "More than half of the remaining calls went to search.",
    "Almost a third of all calls went to search.",
    "Search uses more than half of the memory.",
    "At the 99th percentile, the worst one is `search`.",
    "The best mean is that of health.",
    "Search has the highest error count.",
    "Login is faster than search.",
    "On average, export is slower than search.",
    "Search is called less often than health.",
    "Only search and export have errors.",
    "None of the endpoints exceeds 200 ms on average.",
    "All means are below 200 ms.",
    "All endpoints stay under 320 ms at the 99th percentile.",
    "Two endpoints have a mean above 50 ms.",
    "Two of the four are free of errors.",
    "The second slowest on average is search.",
    "The most frequently called endpoint is health.",
    "The least called endpoint is export.",
    "Search has more errors than export.",
    "Search and export are the only endpoints with a p99 above 200 ms.",
    "Apart from export, all endpoints have a mean below 60 ms.",
    "Both search and export exceed 100 ms at the 99th percentile.",
    "Neither login nor health made an error.",
    "More than half of all calls went to health.",
    "The error rate of export is higher than that of search.",
    "No other endpoint has more errors than search.",
    "In all there were five errors.",
    "The p99 of search exceeds that of export by 20 ms.",
    "Login answers within 20 ms on average.",
)

DEPTHS = """# Training

The runs were done with scikit-learn 1.5.1 on a Ryzen 7950X.

| depth | training error | test error | time (s) |
|------:|---------------:|-----------:|---------:|
|     2 |           0.31 |       0.33 |      1.2 |
|     4 |           0.22 |       0.27 |      2.1 |
|     8 |           0.12 |       0.24 |      4.4 |
|    16 |           0.03 |       0.27 |      8.9 |
|    32 |           0.00 |       0.29 |     17.6 |

@@
"""
DEPTHS_WRONG = (
    "The training error falls with depth, and so does the test error.",
    "The test error falls with the depth.",
    "The test error decreases steadily with every doubling of the depth.",
    "As the trees get deeper, the training error grows with the depth.",
    "The time falls with the depth.",
    "The deeper the tree, the lower the test error.",
    "The lowest test error is that of depth 16.",
    "The test error is lowest at a depth of 16.",
    "At depth 32 the test error is the highest of all.",
    "Depth 2 has a lower test error than depth 4.",
    "The test error stays below 0.3 at every depth.",
    "The time exceeds 10 s for depth 16.",
)
DEPTHS_RIGHT = (
    "The training error falls with depth, and the test error is lowest at a depth of 8.",
    "The training error decreases steadily with every doubling of the depth.",
    "The time grows with the depth.",
    "The deeper the tree, the lower the training error.",
    "The lowest test error is that of depth 8.",
    "The test error is lowest at a depth of 8.",
    "At depth 2 the test error is the highest of all.",
    "Depth 4 has a lower test error than depth 2.",
    "Only depth 8 has a test error below 0.25.",
    "The test error stays below 0.35 at every depth.",
    "The time exceeds 10 s for depth 32.",
    "From depth 8 on, the test error rises with depth.",
    "Up to depth 8 the test error falls with the depth.",
    "The gap between the two errors grows with the depth.",
    "The training error falls with depth, but the test error does not.",
    "The time grows by a factor of two with each row.",
)

VERFAHREN = """# Laufzeiten

Gemessen mit Python 3.11.4 auf einem Ryzen 7950X.

| Verfahren | Laufzeit (s) | Speicher (MB) | Fehler |
|-----------|-------------:|--------------:|-------:|
| zlib      |         12,4 |           210 |      0 |
| bz2       |         31,0 |            96 |      3 |
| lzma      |         58,7 |           640 |      0 |
| zstd      |          4,1 |           120 |      1 |

@@
"""
VERFAHREN_WRONG = (
    "Am schnellsten ist lzma.",
    "Das langsamste Verfahren ist bz2.",
    "zlib ist langsamer als bz2.",
    "bz2 braucht mehr Speicher als zlib.",
    "Den meisten Speicher braucht zlib.",
    "Nur bz2 hat Fehler.",
    "Alle Verfahren bleiben unter 50 s.",
    "Keines der Verfahren braucht mehr als 500 MB.",
    "Zwei Verfahren brauchen weniger als 10 s.",
    "Weder zlib noch zstd hatte Fehler.",
    "Die Laufzeit von zstd liegt unter 4 s.",
    "lzma macht mehr Fehler als zstd.",
    "Die meisten Fehler macht zstd.",
    "Mit 640 MB hat lzma den niedrigsten Speicherbedarf.",
)
VERFAHREN_RIGHT = (
    "zlib braucht mehr als die Hälfte des Speichers.",
    "Am schnellsten ist zstd.",
    "Das langsamste Verfahren ist lzma.",
    "zlib ist schneller als bz2.",
    "bz2 braucht weniger Speicher als zlib.",
    "Den meisten Speicher braucht lzma.",
    "Nur bz2 und zstd haben Fehler.",
    "Alle Verfahren bleiben unter 60 s.",
    "Keines der Verfahren braucht mehr als 700 MB.",
    "Zwei Verfahren brauchen weniger als 20 s.",
    "Weder zlib noch lzma hatte Fehler.",
    "Die Laufzeit von zstd liegt unter 5 s.",
    "zstd macht mehr Fehler als lzma.",
    "Die meisten Fehler macht bz2.",
    "Mit 640 MB hat lzma den höchsten Speicherbedarf.",
    "Auf einem älteren Rechner war zlib langsamer als bz2.",
    "Wäre zlib langsamer als bz2, so läge es an der Stufe.",
)

MODELES = """# Durées

Mesuré avec Python 3.11.4 sur un Ryzen 7950X.

| modèle | durée (s) | précision (%) | erreurs |
|--------|----------:|--------------:|--------:|
| A      |      12,4 |          88,1 |       0 |
| B      |      31,0 |          91,5 |       3 |
| C      |      58,7 |          92,7 |       0 |
| D      |       4,1 |          90,2 |       1 |

@@
"""
MODELES_WRONG = (
    "Le modèle le plus rapide est A.",
    "Seul le modèle C dépasse 90 %.",
    "Le modèle A est plus lent que le modèle B.",
    "Tous les modèles dépassent 90 %.",
    "Aucun modèle ne dépasse 50 s.",
    "Le modèle C est le moins précis.",
    "Deux modèles restent sous 10 s.",
    "Le modèle D a fait plus d'erreurs que le modèle B.",
    "La durée la plus courte est celle de B.",
    "Le modèle B est le plus précis.",
    "La plupart des modèles restent sous 10 s.",
)
MODELES_RIGHT = (
    "Le modèle le plus rapide est D.",
    "Seul le modèle A reste sous 90 %.",
    "Le modèle A est plus rapide que le modèle B.",
    "Tous les modèles dépassent 85 %.",
    "Aucun modèle ne dépasse 60 s.",
    "Le modèle A est le moins précis.",
    "Deux modèles restent sous 20 s.",
    "Le modèle B a fait plus d'erreurs que le modèle D.",
    "La durée la plus courte est celle de D.",
    "Le modèle C est le plus précis.",
    "La plupart des modèles restent sous 40 s.",
    "Le modèle B n'est pas le plus précis.",
    "Si le modèle A était plus lent que le modèle B, il faudrait le remplacer.",
)

QUERIES = """# Index

| query | before (ms) | after (ms) |
|---|---|---|
| Q1 orders of a customer | 84 | 3 |
| Q2 revenue per day | 610 | 595 |
| Q3 last 20 orders | 45 | 2 |
| Q4 bulk insert | 38 | 51 |
| Q5 open invoices | 120 | 40 |

@@
"""
QUERIES_WRONG = (
    "Every query got faster with the index in place.",
    "All queries became faster.",
    "Q4 got faster, too.",
    "Only Q1 became faster.",
    "None of the queries became slower.",
    "Three of the queries got faster.",
)
QUERIES_RIGHT = (
    "Every query but Q4 got faster with the index in place.",
    "Four of the five queries got faster.",
    "Four queries got faster.",
    "Four queries improved.",
    "Two queries barely changed.",
    "Q4 got slower.",
    "Only Q4 became slower.",
    "Most queries got faster.",
    "Every query could become faster.",
)

_SETS = {
    "QUERIES": (QUERIES, QUERIES_WRONG, QUERIES_RIGHT),
    "SERVICE": (SERVICE, SERVICE_WRONG, SERVICE_RIGHT),
    "DEPTHS": (DEPTHS, DEPTHS_WRONG, DEPTHS_RIGHT),
    "VERFAHREN": (VERFAHREN, VERFAHREN_WRONG, VERFAHREN_RIGHT),
    "MODELES": (MODELES, MODELES_WRONG, MODELES_RIGHT),
}


@pytest.mark.parametrize(("table", "sentence"), [(name, own) for name, (_, wrong, _) in _SETS.items() for own in wrong])
def test_a_statement_that_the_rows_belie_is_found(table: str, sentence: str) -> None:
    """It is false in each column that its words may mean; the finding lies within the sentence."""
    text = _SETS[table][0].replace("@@", sentence)
    wrong = [finding for finding in findings_of(text) if finding.verdict == "contradicted"]
    start = text.index(sentence)
    assert wrong
    assert all(start <= finding.span.start and finding.span.end <= start + len(sentence) for finding in wrong)


@pytest.mark.parametrize(("table", "sentence"), [(name, own) for name, (_, _, right) in _SETS.items() for own in right])
def test_a_statement_that_may_hold_is_left_alone(table: str, sentence: str) -> None:
    """Statements that are true, that are about another occasion, part of the rows, or what is reckoned from a column."""
    text = _SETS[table][0].replace("@@", sentence)
    assert [measure(finding.summary) for finding in findings_of(text) if finding.verdict != "supported"] == []
