"""Which sentences the facts of NumPy, pandas, the standard library and torch confirm or refute, on recorded results."""

from __future__ import annotations

import pytest
from probing import observed, probe, recorded

from sandbox.probes import catalogue, observations, readings_of

FACTS = ("numpy-", "pandas-", "stdlib-", "torch-facts", "compile-facts")
NAMES = [each.name for each in catalogue() if each.name.startswith(FACTS) and each.name != "numpy-grids"]

FALSE_NUMPY = [
    "np.var divides by N − 1 unless ddof is given.",
    "By default np.std divides by N - 1.",
    "np.std berechnet standardmäßig die Stichprobenstandardabweichung.",
    "Par défaut, np.std divise par N − 1.",
    "np.cov divides by N by default.",
    "np.corrcoef treats every column as a variable.",
    "np.corrcoef betrachtet standardmäßig jede Spalte als Variable.",
    "Par défaut, np.corrcoef considère chaque colonne comme une variable.",
    "np.percentile takes a value between 0 and 1.",
    "np.quantile erwartet einen Wert zwischen 0 und 100.",
    "np.nan is equal to itself.",
    "np.mean skips missing values.",
    "np.sort puts nan first.",
    "With axis=0, mean gives one mean per row.",
    "Mit axis=1 erhält man eine Summe je Spalte.",
    "np.histogram makes 20 bins by default.",
    "np.round rounds halves up.",
    "An int16 goes from -32,767 to 32,768.",
    "Ein int8 reicht von -127 bis 128.",
    "Un uint8 va de 1 à 256.",
    "A uint16 stops at 65,536.",
    "An int32 ranges from −2,147,483,647 to 2,147,483,647.",
    "A slice of an array is a copy.",
    "Indexing with a list of positions gives a view.",
    "Un découpage est une copie du tableau.",
    "flatten returns a view where it can.",
    "np.append extends the array in place.",
    "np.concatenate joins arrays along a new axis.",
    "np.stack joins the arrays along an existing axis.",
    "np.linspace leaves the endpoint out.",
    "np.linspace makes 100 points by default.",
    "np.arange includes its stop value.",
    "Bei np.arange ist der Endwert eingeschlossen.",
    "np.unique keeps the order of first appearance.",
    "np.zeros gives integers by default.",
    "rng.integers(0, 10) includes the upper bound.",
    "Bei rng.integers(low, high) gehört die obere Grenze dazu.",
    "Avec rng.integers(low, high), la borne supérieure est incluse.",
    "In rng.normal, scale is the variance.",
    "In rng.normal ist scale die Varianz.",
    "Dans rng.normal, scale est la variance.",
    "rng.shuffle returns a shuffled copy of the array.",
    "rng.permutation shuffles the array in place.",
    "rng.choice draws without replacement by default.",
    "np.random.default_rng uses the Mersenne Twister.",
    "An overflow in integer arrays raises an OverflowError in NumPy.",
    "The largest float16 is 65,535.",
    "np.float64 conversions aside, astype(int) rounds to the nearest integer in NumPy.",
]
RIGHT_NUMPY = [
    "np.std and np.var divide by N, np.cov by N − 1.",
    "np.var(x, ddof=1) divides by N − 1.",
    "To divide by N − 1, np.std needs ddof=1.",
    "pandas divides by N − 1, NumPy by N.",
    "pandas, unlike NumPy, divides by N − 1.",
    "Dividing by N - 1 makes the estimate of the variance unbiased.",
    "np.cov divides by N − 1, while np.var divides by N.",
    "np.corrcoef treats each row as a variable and each column as an observation.",
    "With rowvar=False, np.corrcoef treats each column as a variable.",
    "By default the lower percentile of describe is 25 and the upper percentile is 75.",
    "np.percentile takes values from 0 to 100, np.quantile from 0 to 1.",
    "nan is not equal to itself.",
    "np.nanmean leaves missing values out.",
    "pandas skips missing values, whereas np.mean becomes nan.",
    "axis=0 runs down the rows and leaves one value per column.",
    "axis=1 gives one mean per row.",
    "np.histogram makes ten bins unless told otherwise.",
    "An int16 goes from −32,768 to 32,767.",
    "Ein int8 reicht von -128 bis 127.",
    "A uint8 ends at 255, an int32 stops at 2,147,483,647, which is 2³¹ − 1.",
    "A uint8 holds values from 0 to 255.",
    "A colour in a uint8 image goes from 0 to 100 after scaling.",
    "A slice is a view, indexing with a list makes a copy.",
    "A slice of a Python list is a copy, a slice of an array a view.",
    "A slice.copy() is independent.",
    "ravel gives a view where it can, flatten always a copy.",
    "np.stack makes a new axis; np.concatenate joins along an existing one.",
    "np.linspace(0, 1, 5) contains both ends, np.arange(0, 1, 0.25) stops before 1.",
    "With endpoint=False np.linspace leaves the end out.",
    "In rng.integers(low, high) the upper bound is excluded.",
    "With endpoint=True, rng.integers includes the upper bound.",
    "random.randint includes both ends, rng.integers does not include its upper bound.",
    "In rng.normal, scale is the standard deviation, not the variance.",
    "In rng.exponential, scale is the mean, the inverse of the rate.",
    "rng.shuffle works in place and returns None; rng.permutation returns a copy.",
    "rng.choice draws with replacement unless replace=False.",
    "default_rng uses PCG64, while the legacy interface is built on the Mersenne Twister.",
    "Arithmetic between integer arrays wraps around silently in NumPy.",
    "The largest float16 is 65,504.",
    "float16 overflows above 65,504, a uint16 ends at 65,535.",
    "Until NumPy 1.26, np.float32(3) plus a Python float gave float64.",
    "If np.std divided by N − 1, the result would be larger.",
    "You might think that np.std divides by N - 1.",
    "astype(int) cuts towards zero.",
    "torch.std divides by N − 1, np.std by N.",
    "Der Median von 1, 2, 3 und 4 ist 2,5.",
    "np.sort returns a copy, the method sort works in place in NumPy.",
]
FALSE_PANDAS = [
    "The std of a pandas Series divides by N.",
    "Die Standardabweichung std von pandas teilt durch N.",
    "La méthode std de pandas divise par N.",
    "dropna removes a row only if all its values are missing.",
    "dropna entfernt eine Zeile nur, wenn alle Werte fehlen.",
    "dropna supprime une ligne seulement si toutes les valeurs sont manquantes.",
    "By default, dropna removes columns with missing values.",
    "dropna changes the frame in place.",
    "With inplace=True, the method returns the modified DataFrame.",
    'fillna(method="ffill") is the recommended way to carry values forward.',
    "value_counts counts missing values as well.",
    "value_counts zählt auch fehlende Werte.",
    "value_counts compte aussi les valeurs manquantes.",
    "In pandas, merge makes a left join by default.",
    "merge verwendet standardmäßig einen äußeren Join in pandas.",
    "DataFrame.join is an inner join by default.",
    "In pandas, concat keeps the intersection of the columns by default, an inner join.",
    "With pandas, concat renumbers the index of the rows.",
    "DataFrame.append adds rows to the frame.",
    "In pandas, groupby keeps the groups in the order of first appearance.",
    "In pandas rows with missing keys form a group of their own in groupby.",
    "sort_values sorts the frame in place.",
    "sort_values is stable by default.",
    "drop_duplicates keeps the last of equal rows.",
    "In pandas, Series.quantile takes values between 0 and 100.",
    "In pandas the end of a loc slice is excluded.",
    "In pandas schließt iloc das Ende ein, der Endpunkt ist also enthalten.",
    "By default DataFrame.apply hands every row to the function in pandas.",
    "to_csv does not write the index by default.",
    "read_csv recognises dates automatically.",
]
RIGHT_PANDAS = [
    "pandas divides by N − 1 in std and var.",
    "With ddof=0, the std of a Series divides by N.",
    "NumPy's std divides by N, whereas pandas' std divides by N − 1.",
    "dropna removes a row as soon as one value is missing.",
    'dropna(how="all") removes a row only if all its values are missing.',
    "With thresh=2 dropna keeps rows with two values.",
    "dropna(axis=1) removes columns.",
    "dropna(inplace=True) changes the frame in place and returns None.",
    'fillna(method="ffill") is deprecated; use ffill().',
    "value_counts(dropna=False) counts missing values, too.",
    "value_counts leaves missing values out.",
    "merge makes an inner join by default, join a left one, in pandas.",
    'merge(right, how="left") makes a left join.',
    "git merge is a left-handed command by default.",
    "concat(ignore_index=True) renumbers the rows.",
    "list.append adds an element.",
    "DataFrame.append was removed; use concat.",
    "itertools.groupby keeps the groups in the order of appearance.",
    "With sort=False, groupby keeps the order of first appearance.",
    'sort_values(kind="stable") is stable.',
    "In pandas, a slice of loc includes its end, while one of iloc does not.",
    "apply(axis=1) hands every row to the function.",
    "In read_csv a hyphen has to be listed in na_values to count as missing.",
    "read_csv needs parse_dates to recognise dates.",
    "Without numeric_only=True the mean of a frame with text columns raises a TypeError.",
]
FALSE_LIBRARY = [
    "statistics.stdev divides by N.",
    "statistics.pstdev divides by N − 1.",
    "statistics.quantiles uses the inclusive method by default.",
    "statistics.quantiles: the method is inclusive unless another one is chosen.",
    "statistics.quantiles verwendet standardmäßig die Methode inclusive.",
    "timeit.timeit returns the mean time of one run.",
    "timeit.timeit gibt die durchschnittliche Zeit pro Durchlauf zurück.",
    "timeit.timeit renvoie la durée moyenne d'une exécution.",
    "timeit runs the statement 1,000 times by default.",
    "Ein sleep ist in process_time enthalten, in perf_counter nicht.",
    "process_time also counts the time spent sleeping: process_time includes sleeping.",
    "random.randint excludes the upper bound.",
    "random.sample draws with replacement.",
    "random.shuffle returns a new shuffled list.",
    "The seconds attribute of a timedelta is the whole duration in seconds.",
    "datetime.utcnow() returns an aware datetime.",
    "Python rounds halves away from zero.",
    "round(2.5) is 3.",
    "-7 // 2 is -3 with floor division.",
    "re.match looks for the pattern anywhere in the string.",
    "re.sub replaces only the first match unless told otherwise.",
    "json.dumps writes umlauts unchanged by default.",
    "json.dumps turns nan into null: with json.dumps a nan becomes null.",
    "With json, sets are written as arrays.",
    "csv.reader converts numbers to floats.",
    "In pathlib, Path.stem removes all suffixes.",
    "Path.mkdir creates missing parent folders as well.",
    "In sqlite3, rows come as dictionaries.",
    "In sqlite3, the with statement closes the connection.",
    "A default argument is evaluated anew at each call, so a list is safe.",
    "Ein Vorgabewert wie eine Liste wird bei jedem Aufruf neu erzeugt.",
    "A lambda captures the value of the loop variable at its creation.",
    "Data classes are hashable by default.",
    "For a dataclass only list, dict and set are refused as defaults; the check knows exactly list, dict and set.",
    "lru_cache keeps 256 results by default.",
    "By default lru_cache distinguishes calls by argument types, which count as well.",
    "functools.reduce folds from the right.",
    "itertools.groupby collects all equal keys regardless of the order of the items.",
    "zip fills the shorter sequence with None.",
    "A dict is unordered: dicts are unordered.",
    "sorted is not stable.",
    "list.sort returns the sorted list.",
    "A full deque raises an IndexError when something is appended.",
    "heapq keeps a max-heap.",
    "bisect_left returns the position after equal values.",
    "copy.copy copies the inner lists as well as a shallow copy copies the inner objects.",
    "all([]) is False.",
    "enumerate counts from 1.",
    "If one awaitable of gather fails, the other ones are cancelled.",
    "Schlägt bei gather eine Aufgabe fehl, werden die anderen abgebrochen.",
    "Si une tâche de gather échoue, les autres sont annulées.",
    "gather returns the results in the order in which they finish.",
    "In a TaskGroup the others keep running when one fails.",
    "asyncio.wait cancels the pending tasks at the first exception.",
    "wait_for leaves the task running after the timeout.",
    "subprocess.run raises an exception when the exit status is non-zero.",
    "The logging module has the level INFO by default.",
    "textwrap wraps at 80 characters by default.",
]
RIGHT_LIBRARY = [
    "statistics.stdev divides by N − 1, statistics.pstdev by N.",
    "statistics.quantiles uses the exclusive method by default.",
    'quantiles(data, method="inclusive") treats the data as the whole population.',
    "The total that timeit returns, divided by number, is the time per run.",
    "timeit.timeit returns the total time of a million runs.",
    "python -m timeit prints the best time per loop.",
    "A sleep is included in perf_counter, but not in process_time.",
    "Ein sleep ist in perf_counter enthalten, in process_time nicht.",
    "random.randint includes both ends.",
    "random.sample draws without replacement, random.choices with replacement.",
    "timedelta.seconds leaves the days out; total_seconds() gives the whole duration.",
    "round(2.5) is 2, since halves go to the even neighbour.",
    "JavaScript's Math.round rounds halves up, Python rounds to even.",
    "re.match matches only at the beginning, re.search anywhere.",
    "If method is set to inclusive, quantiles treats the data as the population.",
    "With re.MULTILINE, ^ matches at each line.",
    "re.sub replaces every occurrence; count=1 limits it to the first match.",
    "json.dumps(x, ensure_ascii=False) writes umlauts unchanged.",
    "json.dumps refuses sets with a TypeError.",
    "csv.reader gives strings; pandas converts numbers.",
    "Path.stem removes only the last suffix.",
    "mkdir(parents=True) creates missing parent folders as well.",
    "With row_factory set to sqlite3.Row, rows come as mappings in sqlite3.",
    "A default argument is evaluated once, when the function is defined.",
    "default_factory makes a new list at each call of the constructor of a dataclass.",
    "A frozen data class is hashable.",
    "With eq=True and frozen=True data classes are hashable by default.",
    "lru_cache keeps up to 128 results by default; with typed=True the types of arguments count as well.",
    "f(3) and f(3.0) can be separate entries of lru_cache.",
    "itertools.groupby only groups consecutive equal keys, so the input has to be sorted.",
    "zip stops at the shortest; zip_longest fills the rest.",
    "Dicts keep the order of insertion, sets do not.",
    "sorted is stable; heapsort is not.",
    "list.sort returns None, sorted returns a new list.",
    "A deque with maxlen drops the item at the opposite end.",
    "heapq is a min-heap; negate the values for a max-heap.",
    "gather does not cancel the others; they run on.",
    "If gather itself is cancelled, all the others are cancelled, too.",
    "A TaskGroup cancels the other tasks when one fails.",
    "Unlike gather, a TaskGroup cancels the others.",
    "gather gives results in the order of its arguments, as_completed as they finish.",
    "After asyncio.wait we cancel the pending tasks ourselves.",
    "subprocess.run(check=True) raises CalledProcessError for a non-zero status.",
    "The root logger's level is WARNING by default, so INFO is dropped.",
    "With `logging.raiseExceptions` true, as it is by default, the error is printed to standard error and the program goes on.",
    "torch.all of an empty tensor is True, as all([]) is True.",
    "In our log, all others were cancelled after the operator pressed the button.",
    "The test stops as soon as one line does not fit.",
    "Our assertion catches every hole in the column.",
]
FALSE_TORCH = [
    "Cross entropy with class weights multiplies by the weight and divides by the number of samples.",
    "Mit Gewichten teilt cross_entropy die Summe durch die Anzahl der Beispiele.",
    "Avec des poids, cross_entropy divise par le nombre d'exemples.",
    "clip_grad_norm_ returns the norm after clipping.",
    "clip_grad_norm_ gibt die Norm nach dem Kappen zurück.",
    "clip_grad_norm_ renvoie la norme après l'écrêtage.",
    "Dropout with p=0.5 scales the surviving units by 1 - p.",
    "Dropout mit p=0.2 multipliziert die übrigen mit 0,8: die übrigen werden mit 0,8 multipliziert.",
    "Batch normalization normalizes with the unbiased variance.",
    "Batch normalization stores the biased variance in running_var.",
    "With scaled_dot_product_attention, is_causal=True aligns the mask at the lower right.",
    "dropout_p is ignored in evaluation mode by scaled_dot_product_attention.",
    "Im Auswertungsmodus hat dropout_p keine Wirkung.",
    "In scaled_dot_product_attention, True marks a position that is masked out.",
    "bfloat16 has 10 bits of mantissa.",
    "float16 hat 7 Mantissenbits.",
    "float16 goes up to 65,536.",
    "AdamW's weight_decay is 0 by default.",
    "By default, MultiheadAttention has batch_first=True by default.",
    "The DataLoader drops the last incomplete batch by default.",
    "detach() returns an independent copy.",
    "A size of 1 shares the symbolic graph under torch.compile.",
    "dynamo.reset() also clears the cache on disk.",
    "With mark_dynamic and max=64, a later tensor of 70 rows raises an error.",
    "An integer attribute of a module becomes symbolic at its second value: integers on an nn.Module become symbolic when they change.",
    "torch.compiler.save_cache_artifacts returns a bytes object.",
]
RIGHT_TORCH = [
    "With class weights, cross_entropy divides by the sum of the weights of the targets.",
    "Without weights, cross_entropy divides by the number of samples.",
    "MSE divides by the number of elements.",
    "clip_grad_norm_ returns the norm before clipping; after clipping it is at most max_norm.",
    "Dropout multiplies the survivors by 1/(1 - p), with p=0.2 by 1.25.",
    "In the original paper the weights are scaled by 1 - p at test time in dropout.",
    "Batch normalization normalizes with the biased variance and stores the unbiased one in running_var.",
    "is_causal=True aligns the mask at the top left in scaled_dot_product_attention.",
    "causal_lower_right aligns the mask at the bottom right, is_causal=True does not, in torch.",
    "dropout_p acts in evaluation mode as well; pass 0.0 there.",
    "nn.Dropout has no effect in evaluation mode.",
    "MultiheadAttention blocks where attn_mask is True; in scaled_dot_product_attention True takes part.",
    "bfloat16 has 7 bits of fraction, float16 has 10.",
    "float16 has 5 bits of exponent and 10 of fraction.",
    "bfloat16 has 8 bits of precision.",
    "Adam's weight_decay is 0 by default, AdamW's is 0.01.",
    "We use AdamW with a weight_decay of 0.1.",
    "DataLoader(drop_last=True) drops the last incomplete batch.",
    "detach().clone() returns an independent copy.",
    "The sizes 0 and 1 get their own graphs under torch.compile.",
    "dynamo.reset() leaves the cache on disk.",
    "Marking a batch of 100 rows with a maximum of 64 is a ConstraintViolationError at compile time with mark_dynamic.",
    "torch.export refuses later inputs that violate its guards with an error.",
    "An integer argument becomes symbolic at its second value.",
]


FALSE_CALLS = [
    "With np.linspace(0, 10, num=10) the step is exactly 1.",
    "Bei np.linspace(0, 10, num=10) beträgt der Abstand genau 1.",
    "Avec np.linspace(0, 10, num=10), le pas est de 1.",
    "np.linspace(0, 1, 5) has a step of 0.2.",
    "np.arange(0, 1, 0.25) gives 5 values.",
]
RIGHT_CALLS = [
    "np.linspace(0, 1, 5) contains both ends and has a step of 0.25, whereas np.arange(0, 1, 0.25) stops before 1 and has 4 values.",
    "With np.linspace(0, 10, num=10) the step is 1.11.",
    "Bei np.linspace(0, 10, num=10) ist der Abstand 1,1.",
    "np.linspace(0, 1, 4, endpoint=False) has a step of 0.25.",
    "With np.linspace(0, 10, num=10) the step is about 1; with np.linspace(0, 10, num=11) it would be 1.",
    "np.linspace(0, 10, num=10) has 9 gaps.",
]


def relations(statement: str, before: str = "") -> set[str]:
    return {reading.relation for _, reading in readings_of(observed(), statement, before)}


@pytest.mark.parametrize("name", NAMES)
def test_each_fact_was_measured_as_its_readings_presuppose(name: str) -> None:
    """With the recorded releases no fact is silent because it gave another value than the expected one."""
    silent = [item.pointer for item in observations(probe(name), recorded(name)) if not item.readings]
    assert set(silent) <= SILENT, silent


SILENT = {f"/facts/{name}_max" for name in ("float16", "bfloat16", "float32", "float64")}


@pytest.mark.parametrize("statement", [*FALSE_NUMPY, *FALSE_PANDAS, *FALSE_LIBRARY, *FALSE_TORCH, *FALSE_CALLS])
def test_a_false_statement_is_contradicted(statement: str) -> None:
    """In English, German and French, with the commonest wordings."""
    assert "CONTRADICTS" in relations(statement)


@pytest.mark.parametrize("statement", [*RIGHT_NUMPY, *RIGHT_PANDAS, *RIGHT_LIBRARY, *RIGHT_TORCH, *RIGHT_CALLS])
def test_a_right_statement_is_not_contradicted(statement: str) -> None:
    """Whatever it sets, supposes or contrasts."""
    assert "CONTRADICTS" not in relations(statement)


@pytest.mark.parametrize(
    ("before", "statement"),
    [
        ("AdamW differs from Adam in how it decays.", "Its weight_decay is 0 by default, so that the two take the same steps."),
        ("functools.lru_cache keeps results.", "By default the types of the arguments count as well."),
        ("std and var of pandas and NumPy differ: pandas divides by N − 1.", "NumPy, by contrast, divides by N − 1, too."),
        ("assert (column != np.nan).all()", "As long as the assertion passes it guards the lines below."),
        ("for x in data:\n    assert x != float('nan')", "Stünde ein NaN in den Daten, bräche die Schleife ab."),
        (
            "assert all(P.search(line) is not False for line in text)",
            "The assertion stops the program at the first line that does not fit.",
        ),
        ("Class weights change the mean of F.cross_entropy.", "With a weight tensor it divides by the number of samples."),
    ],
)
def test_what_stands_before_a_statement_tells_what_it_is_about(before: str, statement: str) -> None:
    """A pronoun, a contrast or the code above names the subject; alone, the statement is not read."""
    assert "CONTRADICTS" in relations(statement, before)
    assert "CONTRADICTS" not in relations(statement)


@pytest.mark.parametrize(
    ("before", "statement"),
    [
        ("Adam is the common choice.", "Its weight_decay is 0 by default."),
        ("A dictionary keeps results.", "By default the types of the arguments count as well."),
        ("assert not np.isnan(column).any()", "As long as the assertion passes it guards the lines below."),
        ("assert P.search(line) is not None", "The assertion stops the program at the first line that does not fit."),
        ("The mean squared error is simpler.", "With a weight tensor it divides by the number of samples."),
    ],
)
def test_another_subject_before_a_statement_is_not_mistaken(before: str, statement: str) -> None:
    """Only the subject that a reading is about makes it read."""
    assert "CONTRADICTS" not in relations(statement, before)


def test_a_wrong_half_is_found_beside_a_right_one() -> None:
    """Facts are read one by one: what is right of one does not excuse another."""
    statement = "drop_duplicates keeps the first of equal rows, and dropna removes a row only if all its values are missing."
    assert relations(statement) == {"CONTRADICTS", "SUPPORTS"}
    assert readings_of(observed(), statement)[0][1].relation == "CONTRADICTS"


@pytest.mark.parametrize("name", NAMES)
def test_a_fact_with_another_value_is_told_and_reads_nothing(name: str) -> None:
    """Where a release behaves otherwise, no sentence is called wrong by it."""
    other = {**recorded(name), "facts": dict.fromkeys(recorded(name)["facts"], "something else")}
    assert not [reading for item in observations(probe(name), other) for reading in item.readings]
