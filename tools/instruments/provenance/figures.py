"""Figures of performance in running text, and the words that make one made up, set, cited or derived."""

from __future__ import annotations

import re

_NUMBER = r"(?<![\w.,])\d+(?:[.,\u202f\u00a0' ]\d+)*"
_TIME = (
    r"(?:ms|µs|μs|us|ns|s|secs?|seconds?|sekunden?|secondes?|min|minutes?|minuten?|h|hours?|stunden?|heures?|milliseconds?"
    r"|millisekunden?"
    r"|millisecondes?|microseconds?|mikrosekunden?|microsecondes?)(?![\w/])"
)
_MEMORY = r"(?:(?-i:[kKMGT]i?[Bo])|bytes?|octets?)(?![\w])"
_RATE = (
    r"(?:\w+\s+)?(?:\w+/s|(?-i:[kMGT]i?[Bo])/s|rps|qps|fps|G?FLOPS|TFLOPS|\w+ (?:per|a|each|pro|je|par) (?:second|minute|hour|sekunde"
    r"|minute|stunde"
    r"|seconde|heure)|\w+ in der (?:sekunde|minute|stunde)|\w+ à la seconde)(?!\w)"
)
_SHARE = r"(?:%|per ?cent|percent|prozent|pour cent)"
_COUNT = (
    r"(?:\d+(?:[.,]\d+)?|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois"
    r"|quatre|cinq"
    r"|dix)"
)
_TIMES = (
    rf"\b{_COUNT}[\s\u00a0-]*(?:times (?:as|the|more|less|fewer|faster|slower|quicker|longer|shorter|higher|lower|larger|smaller"
    rf"|greater|better)"
    r"|mal (?:so|mehr|weniger|schneller|langsamer|länger|kürzer|höher|größer|kleiner)|-?fache\w*|-?fach (?:so|schneller|höher)"
    r"|fois (?:plus|moins|mieux|le|la|les))"
    r"|(?<![\w.,])\d+(?:[.,]\d+)?\s?[x×](?!\s*\d)|\b(?:factor|speed-?up) of \d|\bfaktor(?: von)? \d|\bfacteur (?:de )?\d"
    r"|\b(?:(?:twice|half) (?:as|the)|(?:doppelt|halb) so|deux fois plus|moitié moins)\b"
)
TIME = rf"{_NUMBER}[\s\u00a0\u202f-]?{_TIME}"
SPENT = rf"{_NUMBER}[\s\u00a0\u202f-]?(?:{_TIME}|{_MEMORY})"
_ANY = rf"(?:{_NUMBER}[\s\u00a0\u202f-]?(?:{_TIME}|{_MEMORY}|{_RATE}|{_SHARE})|{_TIMES})"
FIGURE = re.compile(_ANY, re.I)
FROM_TO = re.compile(
    rf"\b(?:from|von|de)\s+(?:\w+\s+){{0,2}}{SPENT}.{{0,40}}?\b(?:to|auf|à)\s+(?:\w+\s+){{0,2}}{SPENT}"
    rf"|{_NUMBER}\s+(?:\w+\s+)?(?:to|auf|à)\s+{SPENT}|\b(?:from|von|de)\s+{SPENT}\s+(?:to|auf|à)\s+{_NUMBER}",
    re.I,
)
_HEDGE = (
    r"(?:\s+(?:about|only|roughly|almost|nearly|just|around|some|a total of|under|over|less than|more than|us|me|it|them|on average"
    r"|etwa|rund|nur"
    r"|knapp|gut|ca\.|circa|fast|insgesamt|uns|noch|im mittel|im schnitt|environ|seulement|près de|à peine|plus de|moins de"
    r"|en moyenne|again|now|then|afterwards|still|danach|dann|jetzt|nun|ensuite|alors|désormais|plus que))*"
    r"\s+(?:of\s+|in\s+|for\s+)?"
)
_PAST = (
    r"(?:took|needed|required|lasted|(?:ran|finished|completed|ended|loaded|answered|returned|compiled|trained|was done|were done"
    r"|was ready)"
    r" (?:in|after|within|for)|used|peaked at|dauerte|dauerten|brauchte|brauchten|benötigte|benötigten|verbrauchte|belegte"
    r"|lief(?:en)? in"
    r"|war(?:en)? (?:in|nach)|endete nach|schaffte|a duré|ont duré|a pris|ont pris|a mis|ont mis|a demandé|ont demandé|a nécessité"
    r"|a exigé"
    r"|prenait|prenaient|mettait|durait|demandait|occupait|a occupé|a consommé|s'est terminée? en|tournait en|a tourné en"
    r"|s'exécutait en"
    r"|s'est exécutée? en)"
)
TOOK = re.compile(rf"\b{_PAST}{_HEDGE}{SPENT}|\bhat\w*\b.{{0,60}}{SPENT}\s+(?:gedauert|gebraucht|benötigt|gekostet)", re.I)
TAKES = re.compile(
    rf"\b(?:takes?|needs?|requires?|lasts?|costs?|kostet|kosten|coûte|coûtent"
    rf"|runs? (?:in|for)|finish(?:es)? in|dauert|dauern|braucht|brauchen|benötigt|benötigen|läuft in"
    rf"|laufen in|prend|prennent|met|mettent|dure|durent|demande|demandent|tourne en"
    rf"|s'exécute en){_HEDGE}{_NUMBER.replace('*', '+')}\s?{_TIME}",
    re.I,
)
WORKLOAD = re.compile(
    r"\b(?:millions?|millionen|milliards?|billions?|(?:hundred|ten|fifty) thousand|\d{1,3}(?:[.,\u202f\u00a0 ]\d{3})+"
    r"|\d{4,})\s+(?:\w+\s+){0,2}?"
    r"(?:lines?|rows?|records?|images?|samples?|tokens?|words?|files?|events?|users?|points?|values?|entries|documents?|requests?"
    r"|zeilen|sätze"
    r"|datensätzen?|bildern?|wörtern?|dateien|ereignisse\w*|werten?|punkten?|anfragen|einträgen?|dokumenten?|lignes|enregistrements"
    r"|images"
    r"|mots|fichiers|événements|valeurs|points|requêtes|entrées)\b|\b(?:a|one|ten|hundred) million \w+|\beine million \w+"
    r"|\b(?:un|dix|cent) millions? (?:de |d['’])\w+|\b(?:on|auf|sur) (?:the|our|a|der|einer|la|une|un|le) (?:\w+ )?(?:file|data ?set"
    r"|log|corpus"
    r"|table|database|datei|datensatz|tabelle|fichier|jeu|base|corpus)\b.{0,40}\d",
    re.I,
)
CHANGED = re.compile(
    r"\b(?:brought|cut|cuts|reduced|lowered|dropped|fell|went|shrank|sank|rose|grew|improved|decreased|increased|took|halved|doubled"
    r"|slashed|slowed|sped|made"
    r"|shortened|trimmed|shaved|lengthened|came down|climbed|sank|sanken|fiel|fielen|senkte|verkürzte|verkürzten|brachte|drückte"
    r"|reduzierte|verringerte|stieg|stiegen"
    r"|ging|gingen"
    r"|halbierte|verdoppelte|verkürzt|gesenkt|gesunken|gefallen|reduziert|gestiegen|gedrückt|verringert|est passée?|sont passée?s"
    r"|passait|passaient|a ramené|ont ramené|a réduit|a fait (?:passer|tomber|baisser)|est tombée?|est descendue?|a chuté|a baissé"
    r"|a diminué"
    r"|a gagné|a augmenté|est montée?)\b",
    re.I,
)
RESULT = re.compile(
    r"\b(?:took|takes|needed|needs|required|lasted|lasts|ran|runs|finished|finishes|completed|held|holds|served|serves|handled"
    r"|handles|reached"
    r"|reaches|achieved|achieves|saved|saves|gained|gains|sped|speeds|processed|processes|managed|manages|used|peaked|peaks|measured"
    r"|timed"
    r"|clocked|benchmarked|observed|saw|got|found|recorded|sustained|sustains|answered|loaded|compiled|trained|slower|faster"
    r"|lief|liefen|läuft|dauerte|dauerten|dauert|brauchte|brauchten|braucht|benötigte|erreichte\w*|erreicht|schaffte\w*|schafft"
    r"|verarbeitete\w*"
    r"|verarbeitet|sparte\w*|gespart|las|lasen|hielt|hielten|bediente\w*|gemessen|maß|maßen|beobachtet\w*|schneller|langsamer"
    r"|belegte\w*|verbrauchte\w*|gedauert|gebraucht|kam|kamen|konnte\w*|lieferte\w*"
    r"|a duré|ont duré|a pris|ont pris|a mis|a tenu|tenait|tient|a traité|traitait|traite|a atteint|atteignait|atteint|tourne"
    r"|tournait|a tourné"
    r"|mettait|met|demandait|demande|prend|prenait|dure|durait|mesuré\w*|chronométré\w*|observé\w*|constaté\w*|obtenu\w*|gagné\w*"
    r"|a servi|servait|sert|a supporté|supportait|plus (?:rapide|lent)\w*|a consommé|a demandé|a nécessité)\b",
    re.I,
)
NOT_MEASURED = re.compile(
    r"\b(?:suppose|imagine|hypothetical\w*|illustrat\w+|fictitious|made[- ]up|invented|toy numbers|pretend|assum\w+|let us say"
    r"|let's say|say,"
    r"|for the sake of|schematic\w*|not measured|estimate[sd]?|theoretical\w*|budget\w*|back-of-the-envelope|formula|computed from"
    r"|calculated"
    r"|deadlines?|targets?|requirements?|specification|data ?sheet|vendor|nominal|would|could|might|may|should|if|whoever|anyone"
    r"|unless|(?<!time )(?<!wait )(?<!delay )until"
    r"|according to|published|reported (?:by|in)|typical(?:ly)?|order of magnitude|for (?:example|instance)|e\.g|at most|at least"
    r"|by default"
    r"|defaults? to|time-?outs?|limits?|waits?|sleeps?|interval|retries|promis\w+|guarantee\w*|allow\w*|et al"
    r"|angenommen|erfunden\w*|beispielhaft\w*|fiktiv\w*|hypothetisch\w*|theoretisch\w*|geschätzt\w*|berechnet\w*|vorgabe\w*"
    r"|datenblatt\w*|laut"
    r"|größenordnung\w*|wäre\w*|würde\w*|hätte\w*|könnte\w*|bräuchte\w*|dürfte\w*|müsste\w*|wenn|falls|wer|zum beispiel|z\. ?b"
    r"|höchstens"
    r"|mindestens|standardmäßig|voreingestellt|wartet\w*|grenze|frist|soll|sollen|nehmen wir an|typisch\w*"
    r"|supposons|supposez|imaginons|imaginez|hypothétique\w*|théorique\w*|estimé\w*|calculé\w*|serait|seraient|pourrait|pourraient"
    r"|devrait"
    r"|prendrait|mettrait|durerait|si|s'il|par exemple|au plus|au moins|par défaut|délai|limite|attend\w*|selon|d'après|typique\w*)\b"
    r"|\[\d+\]"
    r"|\(\w+,? (?:19|20)\d\d\)",
    re.I,
)
SETTING = re.compile(
    r"\b(?:has|have|offers?|comes with|hat|haben|besitzt|possède|dispose de)\s+(?:only |nur |seulement )?"
    rf"{_NUMBER}\s?{_MEMORY}(?:\s+(?:of|an|de))?",
    re.I,
)
SPEED = re.compile(rf"{_NUMBER}[\s\u00a0\u202f-]?(?:{_TIME}|{_RATE})|{_TIMES}", re.I)
#: A time or a rate, no ratio.
PACE = re.compile(rf"{_NUMBER}[\s\u00a0\u202f-]?(?:{_TIME}|{_RATE})", re.I)
LONG = re.compile(rf"{_NUMBER}[\s\u00a0\u202f-]?(?:ms|µs|μs|us|ns|s|secs?|seconds?|sekunden?|secondes?|{_MEMORY})(?!\w)", re.I)
SOFTWARE = re.compile(
    r"\b(?:train\w*|epochs?|jobs?|builds?|quer(?:y|ies)|imports?|scripts?|compil\w*|program\w*|backups?|tests?|migrations?|index\w*"
    r"|loop\w*"
    r"|epoche\w*|abfrage\w*|skripte?\w*|schleife\w*|auswertung\w*|läufe?|kompil\w*|entraîne\w*|époques?|requêtes?|boucles?|traitements?"
    r"|calculs?|exécution\w*)\b",
    re.I,
)
USED = re.compile(
    r"\b(?:used|uses|peaked|peaks|consumed|consumes|read|wrote|saved|saves|belegte\w*|verbrauchte\w*|gespart|sparte|las|lasen"
    r"|schrieb\w*"
    r"|a consommé|occupait|consommait|économis\w+|memory|speicher|mémoire|faster|slower|schneller|langsamer|plus rapide\w*|plus lent\w*"
    r"|accuracy|genauigkeit|précision|latency|latenz|latence|throughput|durchsatz|débit)\b",
    re.I,
)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def numbers_of(words: str) -> set[str]:
    """The numbers of a passage, decimal commas written as points."""
    return {m.group().replace(",", ".") for m in _DIGITS.finditer(words)}


def figures_of(words: str) -> set[str]:
    """The numbers of its figures of performance."""
    return {n for m in FIGURE.finditer(words) for n in numbers_of(m.group())}
