# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Numbers of the standard library: statistics, random, rounding, float sums, decimals, dates and times, timing."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near
from sandbox.probes.vocabulary import BOUND_HIGH, DIVIDE_N, DIVIDE_N_MINUS_1, EXCLUDED, IN_PLACE, INCLUDED, NOT_INCLUDED, POPULATION, SAMPLE

SETUP = r"""
import datetime as dt
import decimal
import fractions
import inspect
import math
import random
import statistics
import time
import timeit

values = [2.0, 4.0, 4.0, 9.0]
mean = sum(values) / 4
squares = sum((value - mean) ** 2 for value in values)

def divisor(found):
    return "N" if abs(found - squares / 4) < 1e-9 else "N - 1" if abs(found - squares / 3) < 1e-9 else "other"

def loop_sum(items):
    total = 0.0
    for item in items:
        total += item
    return total

def refuses(action):
    try:
        action()
    except Exception as error:
        return type(error).__name__
    return ""

def shuffled():
    order = list(range(20))
    return [random.shuffle(order) is None, order != list(range(20))]

def timed():
    total = timeit.timeit(lambda: time.sleep(0.002), number=10)
    return total > 0.015

def sleeping(clock):
    start = clock()
    time.sleep(0.05)
    return clock() - start

def folded(fold):
    import zoneinfo
    return dt.datetime(2024, 10, 27, 2, 30, fold=fold, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")).utcoffset()

def keeping():
    with decimal.localcontext() as context:
        context.prec = 4
        return str(decimal.Decimal("12.34567"))

naive = dt.datetime(2024, 1, 1, 12)
aware = naive.replace(tzinfo=dt.timezone.utc)
"""

_PER_RUN = r"\b(?:mean|average|mittlere\w*|durchschnittliche\w*|moyenne?|best|shortest|time|duration|Dauer|Zeit|durée|temps|seconds|Sekunden)\b[^.;]{0,30}\b(?:per|of (?:one|a single|each)|for (?:one|a single|each)|eines (?:einzelnen )?|pro|je|d['’]une|par)\s?(?:single |einzelnen )?(?:run|call|execution|repetition|iteration|loop|pass|statement|Durchlaufs?|Durchgangs?|Aufrufs?|Laufs?|exécution|appel|passage|itération)\b|\bmean (?:time|duration)\b|\bmittlere Dauer\b|\bdurée moyenne\b|\btemps moyen\b"
_TOTAL = r"\b(?:total|overall|altogether|gesamt\w*|insgesamt|cumulative|totale?s?|whole)\b|\b(?:all|aller|toutes les|tous les) (?:runs|calls|repetitions|executions|iterations|Durchläufe|Aufrufe|exécutions|appels)\b|\btogether\b|\bzusammen\b"
_COLLECTOR = r"\b(?:garbage collect\w*|Speicherbereinigung|Garbage Collector|ramasse-miettes|gc)\b"
_ROUNDS = r"(?:times|rounds|repetitions|runs|Mal|mal|Durchgänge|Wiederholungen|fois|tours|répétitions)\b"
_UNASKED = r"\b(?:by default|unless|standardmäßig|sofern|wenn nichts|par défaut|sauf|à moins|si l['’]on ne)\b"
_NOT_FIVE = r"(?:[1-46-9]|10|three|four|six|seven|ten|drei|vier|sechs|sieben|zehn|trois|quatre|six|sept|dix)"
_OTHERS = r"(?:\bNumPy\b|\bnp\.|\bpandas\b|\bpstdev\b|\bpvariance\b)"

FACTS = (
    Fact("stdev", "[divisor(statistics.stdev(values) ** 2), divisor(statistics.variance(values))]", ["N - 1", "N - 1"], "statistics.stdev and variance divide by {value}", r"\b(?:statistics\.)?(?:stdev|variance)\b(?<!pstdev)(?<!pvariance)",
        right=near(r"\b(?:stdev|statistics\.variance)\b", rf"(?:{DIVIDE_N_MINUS_1}|{SAMPLE})", _OTHERS), wrong=near(r"\b(?:stdev|statistics\.variance)\b", rf"(?:{DIVIDE_N}|{POPULATION})", _OTHERS)),
    Fact("pstdev", "[divisor(statistics.pstdev(values) ** 2), divisor(statistics.pvariance(values))]", ["N", "N"], "statistics.pstdev and pvariance divide by {value}", r"\bp(?:stdev|variance)\b",
        right=near(r"\bp(?:stdev|variance)\b", rf"(?:{DIVIDE_N}|{POPULATION})", r"(?:\bstdev\b|\bvariance\b)"), wrong=near(r"\bp(?:stdev|variance)\b", rf"(?:{DIVIDE_N_MINUS_1}|{SAMPLE})", r"(?:\bstdev\b|\bvariance\b)")),
    Fact(
        "quantiles_method", "[inspect.signature(statistics.quantiles).parameters['method'].default, statistics.quantiles([1, 2, 3, 4, 5])]", ["exclusive", [1.5, 3.0, 4.5]], "statistics.quantiles uses the method exclusive by default: {value}", r"\bmethod\b|\bMethode\b|\bméthode\b|\bquantiles\b|\bit\b",
        right=r"\bmethod\b[^.;]{0,15}\b(?:is |defaults to )\W?exclusive\b(?! if)|\b(?:by default|defaults? (?:to|is)|default method is|standardmäßig|par défaut)\b[^.;]{0,25}\bexclusive\b",
        wrong=r"\binclusive\W{0,2}\s?(?:method |Methode )?(?:by default|is the default|unless|standardmäßig|ist (?:die )?(?:Voreinstellung|Vorgabe)|par défaut|sauf|à moins|sofern|wenn nicht)\b|\b(?:by default|defaults? (?:to|is)|default method is|standardmäßig|par défaut)\b[^.;]{0,25}\binclusive\b",
        context=r"\bquantiles\b", without=r"pandas|numpy"),
    Fact("quantiles_n", "len(statistics.quantiles(range(20)))", 3, "statistics.quantiles cuts into four by default and returns {value} cut points (n - 1)", r"\bquantiles\b",
        right=r"\b(?:three|3|drei|trois|n ?[-−] ?1) (?:cut points|values|Schnitt\w*|Werte|points de coupure|valeurs)\b", wrong=r"\b(?:returns?|gives?|liefert|gibt|renvoie) (?:four|4|five|5|vier|fünf|quatre|cinq) (?:cut points|values|numbers|Schnitt\w*|Werte|points|valeurs)\b", without=r"n ?= ?\d"),
    Fact("median_even", "[statistics.median([1, 2, 3, 4]), statistics.median_low([1, 2, 3, 4]), statistics.median_high([1, 2, 3, 4])]", [2.5, 2, 3], "statistics.median of 1, 2, 3, 4, median_low and median_high are {value}", r"\bstatistics\.median\b(?!_)|\bmedian\(",
        right=r"\b(?:mean|average|Mittel(?:wert)?|moyenne)\b.{0,30}\b(?:two|beiden|deux)\b", wrong=r"\b(?:lower|smaller|upper|larger|kleinere\w*|größere\w*|plus petite?)\b.{0,20}\b(?:two|middle|beiden|mittleren|deux)\b", without=r"median_|torch|numpy|np\.", context=r"\bstatistics\b"),
    Fact("mode_ties", "statistics.mode([2, 1, 1, 2])", 2, "statistics.mode gives the first of several most frequent values: {value}", r"\b(?:statistics\.)?mode\b", right=r"\bfirst\b.{0,20}\b(?:encountered|met|of them|mode)|\bzuerst\b|\bpremière? rencontrée?", wrong=r"\bStatisticsError\b.{0,50}\b(?:several|more than one|two|ties?|unique|mehrere|plusieurs)\b|\b(?:several|more than one|ties?|mehrere|plusieurs)\b.{0,60}\bStatisticsError\b", without=r"empty|multimode|leer|vide", context=r"\bstatistics\b", verdict="outdated"),
    Fact("round_half", "[round(0.5), round(1.5), round(2.5), round(2.675, 2)]", [0, 2, 2, 2.67], "round takes halves to the even neighbour: round of 0.5, 1.5, 2.5 and 2.675 (to 2 digits) gives {value}", r"(?<!np\.)(?<!torch\.)(?<!math\.)\bround(?:\(|\b(?= takes| rounds| sends)|s halves)|\bbuilt-in round\b|\bPython rounds\b|\bPython rundet\b|\bPython arrondit\b|\bFunktion round\b|\bfonction round\b",
        right=r"\beven\b|\bbanker|\bgerade\w*\b|\bpaire?\b", wrong=r"\b(?:halves|half|ties|\.5|0[.,]5|2[.,]5|Hälften|halbe|demi\w*)\b.{0,30}\b(?:away from zero|up(?:wards)?|auf(?:gerundet|rundet)?|vers le haut|au supérieur)\b|\bround\(2\.5\)\W{0,3}(?:is|gives|returns|ergibt|ist|vaut|donne) 3\b|\bround\(0\.5\)\W{0,3}(?:is|gives|returns|ergibt|ist|vaut|donne) 1\b", without=r"ROUND_|decimal|numpy|np\.|JavaScript|school|Schule|pandas"),
    Fact("float_sum", "[0.1 + 0.2 == 0.3, loop_sum([0.1] * 10) == 1.0, math.fsum([0.1] * 10) == 1.0]", [False, False, True], "0.1 + 0.2 == 0.3, a loop over ten times 0.1 and fsum being 1.0: {value}", r"\b0[.,]1 ?\+ ?0[.,]2\b|\bfsum\b",
        right=r"\bfsum\b.{0,50}\b(?:exact\w*|correctly rounded|without loss|genau|exakt|sans perte|exacte\w*)\b|\b0[.,]30000000000000004\b", right_not=r"\b0[.,]1 ?\+ ?0[.,]2\b.{0,30}\b(?:not|nicht|pas)\b.{0,20}\b0[.,]3\b", wrong=r"\b0\.1 ?\+ ?0\.2 ?== ?0\.3\W{0,3}(?:is|gives|returns|ist|ergibt|est|vaut) True\b|\bfsum\b.{0,40}\b(?:slower but no more|same result as|dasselbe wie|no more exact)\b", without=r"decimal|isclose|approximately"),
    Fact("isclose_abs", "[math.isclose(1e-12, 0.0), inspect.signature(math.isclose).parameters['rel_tol'].default, inspect.signature(math.isclose).parameters['abs_tol'].default]", [False, 1e-09, 0.0], "math.isclose compares relatively (rel_tol, abs_tol are the last two of {value}), so that nothing but 0 is close to 0", r"\bmath\.isclose\b", right=r"\brel_tol(?: ?= ?| of | is )1e-0?9\b|\babs_tol(?: ?= ?| of | is )0(?:\.0)?\b", wrong=r"\b(?:by default|default\w*|standardmäßig|par défaut)\b.{0,30}\b(?:abs_tol(?: ?= ?| of | is )1e|rel_tol(?: ?= ?| of | is )1e-0?[5678]\b)|\b1e-0?[5678] (?:by default|standardmäßig|par défaut)\b"),
    Fact("floor_division", "[-7 // 2, -7 % 3, int(-3.5), math.floor(-3.5), divmod(-7, 2)[1]]", [-4, 2, -3, -4, 1], "-7 // 2, -7 % 3, int(-3.5), math.floor(-3.5) and the remainder of -7 by 2 are {value}", r"(?://|\bfloor division\b|\bganzzahlige Division\b|\bdivision entière\b|\bmodulo\b|%(?= operator)|\boperator %)",
        right=r"\b(?:towards?|gegen|nach|vers) (?:negative infinity|minus infinity|minus unendlich|moins l['’]infini|unten)\b|\brounds? down\b|\bfloors?\b(?! division)|\brundet ab\b|\bsign of the divisor\b|\bVorzeichen des Divisors\b|\bsigne du diviseur\b|-7 // 2\W{1,4}(?:is|gives|ist|ergibt|vaut|==?) ?-4", wrong=r"\b(?://|floor division|ganzzahlige Division|division entière)[^.;]{0,40}\b(?:truncates?|towards? zero|gegen null|vers zéro|schneidet)\b|\bsign of the dividend\b|\bVorzeichen des Dividenden\b|\bsigne du dividende\b|[-−]7 // 2\W{1,3}(?:is|gives|ist|ergibt|vaut|donne) [-−]3\b", without=r"C\b|Java|Rust|fmod|remainder\(|torch|numpy|Decimal|math\.trunc|decimal"),
    Fact("int_truncates", "[int(-3.7), int(3.7)]", [-3, 3], "int cuts towards zero: int(-3.7) and int(3.7) are {value}", r"\bint\([-−]?\d+\.\d+\)|\bint\(x\)|\bint\b(?= (?:cuts|truncates|rounds|schneidet|rundet|arrondit|tronque))", right=r"\b(?:towards?|gegen|Richtung|vers) (?:zero|null|zéro)\b|\btruncat\w+|\bschneidet\b|\btronque\b|\bcuts\b", wrong=r"\brounds? (?:to the nearest|down|off|up)\b|\brundet\b|\barrondit\b", without=r"numpy|np\.|astype|round\(|floor\("),
    Fact("decimal_float", "[str(decimal.Decimal('0.1') + decimal.Decimal('0.2')), decimal.Decimal(0.1) == decimal.Decimal('0.1'), decimal.getcontext().prec, decimal.getcontext().rounding]", ["0.3", False, 28, "ROUND_HALF_EVEN"], "Decimal('0.1') + Decimal('0.2'), Decimal(0.1) == Decimal('0.1'), the precision and the rounding of the default context are {value}", r"\bdecimal\b",
        right=r"\b28 (?:significant |decimal |signifikante\w* )?(?:digits|places|Stellen|Ziffern|chiffres)\b|\bROUND_HALF_EVEN\b.{0,20}\bdefault\b", wrong=r"\bdefault\w*\b.{0,40}\b(?:precision|prec)\b.{0,15}\b(?:16|17|20|30|32|50|64|100)\b(?! bit)|\b(?:16|17|20|30|32|50|64|100) (?:significant |decimal |signifikante\w* )?(?:digits|Stellen|Ziffern|chiffres)\b.{0,20}\b(?:by default|standardmäßig|par défaut)\b|\bROUND_HALF_UP\b.{0,20}\b(?:is the default|by default|standardmäßig|par défaut)\b|\bDecimal\(0\.1\) is exactly 0\.1\b", without=r"prec ?=|float64|localcontext"),
    Fact("decimal_mix", "refuses(lambda: decimal.Decimal(1) + 0.5)", "TypeError", "Decimal + float raises {value}", r"\bDecimal\b", right=r"\bTypeError\b", wrong=r"\bDecimal\b[^.;]{0,20}(?:\+|\bplus\b|\band\b|\bund\b|\bet\b)[^.;]{0,15}\bfloats?\b[^.;]{0,25}\b(?:gives|yields|returns|becomes|are added|ergibt|wird|donne) (?:as |a |to |ein\w* |un )?(?:Decimal|float)\b", without=r"int\b|compar"),
    Fact("randint_end", "[max(random.randint(0, 3) for _ in range(500)), max(random.randrange(0, 3) for _ in range(500))]", [3, 2], "random.randint includes both ends, randrange leaves its end out: greatest of randint(0, 3) and randrange(0, 3) are {value}", r"\brandint\b",
        right=rf"{near(BOUND_HIGH, INCLUDED)}|\bboth (?:ends|bounds|endpoints|limits)\b|\bbeide (?:Grenzen|Enden)\b|\bdeux bornes\b|\binclusive\b", wrong=rf"\brandint\b(?:(?!randrange)[^.;]){{0,40}}(?:{near(BOUND_HIGH, EXCLUDED)}|{near(EXCLUDED, BOUND_HIGH)})", wrong_not=rf"\brandint\b(?:(?!randrange)[^.;]){{0,30}}{near(BOUND_HIGH, NOT_INCLUDED)}", without=r"numpy|np\.|rng\b|torch"),
    Fact("sample_unique", "[len(set(random.sample(range(10), 10))), len(random.choices([1, 2], k=5))]", [10, 5], "random.sample draws without replacement, random.choices with: {value}", r"\brandom\.(?:sample|choices)\b|\b(?:sample|choices)\b",
        right=r"\bchoices\b(?:(?!sample)[^.;]){0,40}\b(?:with replacement|mit Zurücklegen|avec remise)\b", right_not=r"\bsample\b(?:(?!choices)[^.;]){0,40}\b(?:without replacement|ohne Zurücklegen|sans remise)\b", wrong=r"\bsample\b(?:(?!choices)[^.;]){0,40}\b(?:with replacement|mit Zurücklegen|avec remise)\b", wrong_not=r"\bchoices\b(?:(?!sample)[^.;]){0,40}\b(?:without replacement|ohne Zurücklegen|sans remise)\b", without=r"numpy|np\.|rng\b|pandas|torch|\.sample\(frac", context=r"\brandom\b"),
    Fact("shuffle", "shuffled()", [True, True], "random.shuffle shuffles in place and returns None: {value}", r"\brandom\.shuffle\b", right=rf"{IN_PLACE}|\bNone\b", wrong=r"\breturns? (?:a |the )(?:new |shuffled )+(?:list|copy)?\b|\bgibt (?:ein|eine|die) (?:neue\w* |gemischte\w* )+(?:Liste|Kopie)\b|\brenvoie (?:une nouvelle|une liste|la liste)\b", without=r"sample"),
    Fact("random_range", "[min(random.random() for _ in range(1000)) >= 0, max(random.random() for _ in range(1000)) < 1]", [True, True], "random.random lies in [0, 1): {value}", r"\brandom\.random\b", right=r"\[ ?0[.,]?0?[,;] ?1[.,]?0?(?:\)|\[)|\bhalf[- ]open\b|\bhalboffen\w*|\bsemi[- ]ouvert", wrong=r"\bclosed interval\b|\babgeschlossene\w* Intervall|\bintervalle fermé\b|\[ ?0[,;] ?1 ?\]", without=r"numpy|np\."),
    Fact("timeit_total", "[timed(), inspect.signature(timeit.timeit).parameters['number'].default, inspect.signature(timeit.repeat).parameters['repeat'].default]", [True, 1000000, 5], "timeit.timeit returns the total time of all runs, a million by default; ten sleeps of 2 ms came to more than 15 ms: {value}", r"\btimeit\b",
        right=_TOTAL, wrong=_PER_RUN, without=r"divid\w+|geteilt|teilt|teilen|divis\w+|IPython|%timeit|%%timeit|command line|Kommandozeile|python -m|autorange"),
    Fact("timeit_number", "inspect.signature(timeit.timeit).parameters['number'].default", 1000000, "timeit runs its statement {value} times by default", r"\btimeit\b", right=r"\b(?:one|a|1) million\b|\b1[,. ]?000[,. ]?000\b|\beine Million\b|\bun million\b",
        wrong=r"\b(?:1,000|10,000|100,000|1\.000|10\.000|100\.000|a thousand|ten thousand|one hundred thousand|tausend|zehntausend|mille|dix mille) (?:times|runs|Mal|mal|fois)\b[^.;]{0,30}\b(?:by default|unless|standardmäßig|par défaut|wenn number|if number|without)\b|\b(?:by default|standardmäßig|par défaut)\b[^.;]{0,25}\b(?:1,000|10,000|100,000|1\.000|10\.000|100\.000|a thousand|ten thousand|tausend|zehntausend|mille|dix mille) (?:times|Mal|mal|fois)\b", without=r"number ?= ?1|IPython|python -m"),
    Fact("timeit_gc", "'gc.disable' in inspect.getsource(timeit.Timer.timeit)", True, "timeit switches the garbage collector off while it measures: {value}", r"\btimeit\b", right=r"\b(?:garbage collect\w*|Speicherbereinigung|ramasse-miettes|gc)\b.{0,30}\b(?:off|disabled?|abgeschaltet|aus|désactiv\w+)\b|\b(?:disables?|switches? off|turns? off|schaltet|désactive)\b.{0,30}\b(?:garbage collect\w*|Speicherbereinigung|ramasse-miettes|gc)\b", wrong=rf"{_COLLECTOR}\b.{{0,20}}\b(?:stays|remains|is left|is kept|keeps) (?:on|enabled|active|running)\b|\b(?:leaves|keeps)\b.{{0,12}}{_COLLECTOR}.{{0,12}}\b(?:on|enabled|active|running)\b|\b(?:lässt|belässt)\b.{{0,12}}{_COLLECTOR}.{{0,15}}\b(?:an|eingeschaltet|aktiv|laufen|angeschaltet)\b|{_COLLECTOR}.{{0,12}}\bbleibt\b.{{0,20}}\b(?:an|eingeschaltet|aktiv|angeschaltet)\b|\b(?:laisse|garde|maintient)\b.{{0,12}}{_COLLECTOR}.{{0,12}}\b(?:actif|activé|en marche|en route)\b|{_COLLECTOR}.{{0,12}}\breste\b.{{0,12}}\b(?:actif|activé|en marche)\b", without=r"setup|gc\.enable|\bonly\b|before|after|avant|après|vorher|danach|\bcan\b|\bkann\b|\bpeut\b|\bmust\b|\bmuss\b|\bdoit\b", modal=True),
    Fact("timeit_repeat", "inspect.signature(timeit.repeat).parameters['repeat'].default", 5, "timeit.repeat makes {value} rounds by default", r"\brepeat\b",
        right=rf"\b(?:5|five|fünf|cinq) {_ROUNDS}[^.;]{{0,30}}{_UNASKED}|{_UNASKED}(?:[^.;]|\.(?=\w)){{0,40}}\b(?:5|five|fünf|cinq) {_ROUNDS}",
        wrong=rf"\b{_NOT_FIVE} {_ROUNDS}[^.;]{{0,30}}{_UNASKED}|{_UNASKED}(?:[^.;]|\.(?=\w)){{0,40}}\b{_NOT_FIVE} {_ROUNDS}", without=r"repeat ?= ?\d|number ?=|IPython|python -m|command line|Kommandozeile|itertools|numpy|np\.", context=r"\btimeit\b"),
    Fact("decimal_constructor", "str(decimal.Context(prec=4).create_decimal('12.34567')) + ' ' + keeping()", "12.35 12.34567", "with prec=4, create_decimal and the constructor Decimal make of '12.34567': {value}", r"\bDecimal\b",
        right=r"\b(?:constructor|Konstruktor|constructeur|Decimal\([^)]*\))\b[^.;]{0,40}\b(?:keeps?|takes?|behält|bewahrt|garde|conserve)\b[^.;]{0,20}\b(?:all|every|alle|sämtliche|tou(?:te)?s)\b",
        wrong=r"\b(?:constructor|Konstruktor|constructeur)\b[^.;]{0,50}\b(?:already|immediately|rounds?|cuts?|truncates?|applies|bereits|schon|sofort|rundet|kürzt|schneidet|déjà|arrondit|coupe|tronque|applique)\b|\bprec\b[^.;]{0,40}\bDecimal\([\"']\d+\.\d+[\"']\)[^.;]{0,15}\b(?:already|bereits|schon|déjà) (?:yields|gives|is|returns|ergibt|liefert|ist|donne|rend|vaut)\b", without=r"create_decimal|quantize|arithmetic first|float\b", context=r"\bprec(?:ision)?\b|\bPräzision\b|\bGenauigkeit\b|\bprécision\b"),
    Fact("perf_counter", "[0.04 < sleeping(time.perf_counter) < 5, sleeping(time.process_time) < 0.04]", [True, True], "time.perf_counter counts seconds, process_time leaves sleeping out: {value}", r"\b(?:perf_counter|process_time)\b(?!_ns)",
        right=r"\bperf_counter\b(?:(?!process_time)[^.;]){0,40}\b(?:seconds|Sekunden|secondes)\b", wrong=r"\bsleep\b[^.;]{0,40}\bin process_time (?:enthalten|included|contained)\b|\b(?:included|contained|enthalten|compris) (?:in|dans) process_time\b|\bprocess_time (?:also |auch )?(?:zählt|enthält|umfasst|misst|compte|inclut)\b[^.;]{0,30}\b(?:sleep\w*|Schlafen|Wartezeit\w*|Pausen?|sommeil|attente)\b|\b(?:perf_counter|process_time)\b(?!_ns)[^.;]{0,25}\b(?:returns?|gives?|counts?|measures? in|in|liefert|zählt|renvoie|compte)\b[^.;]{0,12}\b(?:milli|nano|micro|mikro)(?:seconds?|sekunden|secondes?)\b|\bprocess_time\b(?:(?!perf_counter|except|but)[^.;]){0,30}\b(?:includes?|counts?) (?:the time spent )?sleep\w*", wrong_not=r"\bsleep\b[^.;]{0,40}\bin process_time (?:enthalten|included|contained)\b[^.;]{0,15}\bperf_counter\b|\bperf_counter (?:does not|doesn['’]t|zählt nicht|ne compte pas)\b[^.;]{0,20}\b(?:sleep\w*|Wartezeit\w*)", without=r"_ns|\* ?1_?000|1000|resolution|Auflösung|précision|convert"),
    Fact("naive_compare", "refuses(lambda: naive < aware)", "TypeError", "comparing a naive with an aware datetime by < raises {value}", r"\bnaive\b|\bnaiv\w*\b|\bnaïf\w*\b|\bnaïve\w*\b", right=r"\bTypeError\b|\bcannot be compared\b|\bn['’]t be compared\b", wrong=r"\b(?:naive|naiv\w*|naïf|naïve)\b.{0,60}\b(?:compares?|compared|comparison|subtract\w*|verglichen|comparée?s?|difference)\b.{0,50}\b(?:local time|UTC|treated as|assumed|Ortszeit|heure locale)\b", without=r"timestamp\(|astimezone|bayes|==|equal", context=r"\bdatetime\b"),
    Fact("timedelta_seconds", "[dt.timedelta(days=1, seconds=5).seconds, dt.timedelta(days=1, seconds=5).total_seconds(), dt.timedelta(seconds=-1).days]", [5, 86405.0, -1], "timedelta.seconds leaves the days out, total_seconds() does not: of 1 day and 5 s they are the first two of {value}", r"(?<!total_)\bseconds\b(?= attribute)|\.seconds\b|\bAttribut seconds\b|\battribut seconds\b",
        right=r"\b(?:leaves? out|ignores?|drops?|omits?|only|remainder|less than a day|0 to 86,?399|lässt .{0,20}aus|nur|Rest|ignore|seulement)\b", wrong=r"(?:\.seconds\b|\bseconds attribute\b|\bAttribut seconds\b|\battribut seconds\b)(?:(?!total_seconds)[^.;]){0,30}\b(?:whole|total|entire|complete|full|gesamte\w*|ganze\w*|totale?|entière?)\b[^.;]{0,20}\b(?:duration|difference|length|time|interval|seconds|Dauer|Differenz|Spanne|durée|intervalle)\b", without=r"total_seconds", context=r"\btimedelta\b|\bdatetime\b"),
    Fact("fold", "[str(folded(0)), str(folded(1))]", ["2:00:00", "1:00:00"], "in the hour that comes twice fold=0 is the first pass (summer time), fold=1 the second: their distances from UTC in Berlin are {value}", r"\bfold ?= ?[01]\b",
        right=r"\bfold ?= ?1\b(?:(?!fold)[^.;]){0,30}\b(?:second|later|zweite\w*|spätere\w*|seconde?|deuxième)\b|\bfold ?= ?0\b(?:(?!fold)[^.;]){0,30}\b(?:first|earlier|erste\w*|frühere\w*|premi\w+)\b",
        wrong=r"\bfold ?= ?1\b(?:(?!fold)[^.;]){0,30}\b(?:first|earlier|erste\w*|frühere\w*|premi\w+|summer time|Sommerzeit)\b|\bfold ?= ?0\b(?:(?!fold)[^.;]){0,30}\b(?:second|later|zweite\w*|spätere\w*|seconde?|deuxième)\b", context=r"\bdatetime\b|\btime ?zone\b|\bzoneinfo\b|\bZeitzone\b"),
    Fact("utcnow", "dt.datetime.utcnow().tzinfo is None", True, "datetime.utcnow() returns a naive datetime: {value}", r"\butcnow\b", right=r"\bnaive\b|\bnaiv\w*\b|\bnaïf|\bno time ?zone\b|\bwithout (?:a )?time ?zone\b", wrong=r"\b(?:returns?|gives?|is|liefert|renvoie) (?:an? |ein\w* |une? )?(?:time ?zone[- ])?aware\b|\bwith (?:the )?tzinfo\b.{0,12}\bUTC\b"),
    Fact("weekday", "[dt.date(2024, 1, 1).weekday(), dt.date(2024, 1, 1).isoweekday()]", [0, 1], "weekday() counts from Monday as 0, isoweekday() from Monday as 1: {value}", r"\b(?:iso)?weekday\b", right=r"\bweekday\b(?<!isoweekday).{0,40}\b(?:Monday|Montag|lundi)\b.{0,12}\b(?:0|zero|null)\b", wrong=r"(?<!iso)\bweekday\b(?:(?!isoweekday)[^.;]){0,30}\b(?:Sunday|Sonntag|dimanche)\b.{0,12}\b(?:0|zero|null)\b|(?<!iso)\bweekday\b(?:(?!isoweekday)[^.;]){0,25}\b(?:Monday|Montag|lundi)\b.{0,6}\b(?:is|as|ist|als|est|=) (?:1|one|eins)\b", without=r"strftime|%w|isoweekday|JavaScript|cron|pandas"),
    Fact("float_repr", "[0.1 + 0.2, float('1e400') == math.inf, str(1e16)]", [0.30000000000000004, True, "1e+16"], "0.1 + 0.2, float('1e400') == inf and str(1e16) are {value}", r"\bfloat\('1e400'\)", wrong=r"\bOverflowError\b"),
    Fact("int_unbounded", "2**64 * 2**64 == 2**128", True, "Python's int has no upper bound: {value}", r"\bPython(?:['’]s)? (?:int\w*|ganze\w* Zahl\w*|entiers?)\b|\bGanzzahlen in Python\b", right=r"\barbitrar\w+\b|\bunbounded\b|\bunlimited\b|\bbeliebig\b|\barbitraires?\b", right_not=r"\b(?:no|never|not|nie|nicht|ne)\b.{0,20}\b(?:overflows?|limit|bound|upper|über|déborde\w*)\b", wrong=r"\b(?:overflows?|wraps? around|läuft über|déborde)\b.{0,25}\b(?:2\*\*63|64 bits?|2³¹|2⁶³|beyond)|\b(?:are|is|sind|sont) (?:stored in |limited to )?(?:64|32)[- ]bits?\b", without=r"numpy|np\.|torch|C long|float|small"),
)  # fmt: skip

PROBE = facts_probe(
    "stdlib-numbers",
    "How do the standard library's statistics, random numbers, rounding, sums, decimals, dates and timers count?",
    (
        r"\bstatistics\b.{0,200}\b(?:stdev|variance|quantiles|median|mode)\b|\b(?:pstdev|stdev|pvariance)\b|\bstatistics\.\w+",
        r"\brandom\.(?:randint|sample|choices|shuffle|random)\b|\brandint\b",
        r"\b(?:fsum|isclose)\b|\bround\(|\bDecimal\b",
        r"\b(?:timeit|perf_counter|process_time)\b",
        r"\b(?:timedelta|utcnow|datetime)\b",
        r"\bfloor division\b|\bdivision entière\b|\bganzzahlige Division\b",
    ),
    (),
    SETUP,
    FACTS,
)
