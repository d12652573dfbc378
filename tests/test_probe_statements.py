"""Sentences about timing, exact numbers, integer ranges, export, gradcheck and seeds, held against recorded results."""

from __future__ import annotations

import pytest
from probing import observed

from sandbox.probes import readings_of

GRAD, SEED = "Test such code with torch.autograd.gradcheck on float64.", "Call torch.manual_seed(0) first."
TIMEIT, PREC = "The module timeit avoids mistakes.", "The context's prec is 28 in the module decimal."

WRITER = "writer = csv.writer(out); writer.writerow(row). The writer quotes only what needs it."

FALSE = [
    (WRITER, r"It ends each row with a single `\n` unless another `lineterminator` is given, so the files suit every Unix tool."),
    (WRITER, r"By default the writer ends every line with `\n`."),
    ("", "La fonction timeit.repeat recommence l'expérience 3 fois par défaut."),
    ("", "By default timeit.repeat makes three repetitions."),
    ("", "timeit.repeat misst standardmäßig in 10 Durchgänge."),
    ("", "Pendant la mesure, timeit laisse le ramasse-miettes actif."),
    ("", "While it measures, timeit leaves the garbage collector on."),
    ("", "Während der Messung lässt timeit die Speicherbereinigung eingeschaltet."),
    (PREC, 'After getcontext().prec = 4 the constructor call Decimal("12.34567") already yields 12.35.'),
    (PREC, "With a lower prec, the constructor of Decimal rounds its argument."),
    (PREC, "Bei prec = 4 rundet der Konstruktor von Decimal bereits."),
    ("", "A quantity may reach 65,535 before int16 overflows."),
    ("", "Die Zahl darf bis 65.535 wachsen, bevor int16 überläuft."),
    ("", "A counter goes up to 255 before int8 wraps."),
    ("", "Unless told otherwise, torch.export runs in strict mode."),
    ("", "By default export works in strict mode."),
    ("", "Standardmäßig läuft torch.export im strikten Modus."),
    (GRAD, "When the analytical and the numerical gradient disagree it returns False."),
    ("", "torch.autograd.gradcheck returns False if the two gradients differ."),
    ("", "Weichen die Gradienten ab, gibt gradcheck False."),
    (SEED, "It seeds Python's random and NumPy along with torch."),
    ("", "torch.manual_seed(0) also fixes the generator of NumPy."),
    ("", "torch.manual_seed setzt auch den Zustand von NumPy."),
    ("", "torch.manual_seed fixe aussi NumPy."),
    ("The module datetime knows it.", "`fold=1` selects the first pass, still on summer time."),
    ("Das Modul datetime kennt das.", "Mit fold=0 ist der zweite Durchlauf gemeint."),
    ("We use sqlite3.", "`with con:` opens no transaction: it commits when the body succeeds and in both cases closes the connection."),
    ("", r"`csv.writer` ends each row with a bare `\n` unless `lineterminator` says something else."),
    ("", r"csv.writer beendet jede Zeile mit \n, wenn nichts anderes angegeben ist."),
    ("", r"Par défaut, csv.writer termine chaque ligne par \n."),
]
RIGHT = [
    (WRITER, r"It ends each row with `\r\n` unless another `lineterminator` is given."),
    (WRITER, r"With `lineterminator='\n'` it ends each row with `\n`, and by default with more."),
    ("w = csv.writer(out, lineterminator='\\n').", r"By default it ends each row with `\n`."),
    ("We write to a text file.", r"By default it ends each row with `\n`."),
    ("", "La fonction timeit.repeat recommence l'expérience 5 fois par défaut."),
    ("", "With repeat=3, timeit.repeat makes three rounds, by default it makes five."),
    ("", "timeit runs the statement a million times by default."),
    ("", "timeit switches the garbage collector off while it measures."),
    ("", "Garbage collection stays on only if gc.enable() is in the setup of timeit."),
    ("", "After the measurement timeit leaves the garbage collector on, as before."),
    (PREC, 'After getcontext().prec = 4 the constructor call Decimal("12.34567") still keeps all digits.'),
    (PREC, "The sum of two numbers is rounded to prec digits."),
    ("", "A quantity may reach 32,767 before int16 overflows."),
    ("", "A quantity may reach 65,535 before uint16 overflows."),
    ("", "int32 cents suffice up to roughly 21.47 million euros."),
    ("", "Unless told otherwise, torch.export runs in non-strict mode."),
    ("", "With strict=True, torch.export runs in strict mode."),
    ("", "Export can run in strict mode, which is not the default."),
    (GRAD, "When the analytical and the numerical gradient disagree it raises GradcheckError."),
    (GRAD, "With raise_exception=False, gradcheck returns False."),
    ("", "torch.allclose returns False when the values disagree."),
    (SEED, "It seeds only torch; random and NumPy have generators of their own."),
    ("", "torch.manual_seed does not touch NumPy."),
    ("", "We call torch.manual_seed and set the seed of NumPy with np.random.default_rng(0)."),
    ("", r"`csv.writer` ends each row with `\r\n` unless `lineterminator` says something else."),
    ("", r"With lineterminator='\n', csv.writer ends each row with a bare \n."),
    ("The module datetime knows it.", "`fold=1` selects the second pass, on standard time; `fold=0` the first."),
    ("We use sqlite3.", "`with con:` commits when the body succeeds, and never closes the connection."),
    ("We use sqlite3.", "`with con:` commits; con.close() closes the connection."),
    ("", r"csv.reader accepts rows that end with \n."),
    ("", "[0/1] - 0/0: tensor 'x' size mismatch at index 0. expected 3, actual 4"),
    ("", "Our function calls torch.manual_seed and seeds NumPy as well."),
    ("", "`subprocess.run` raises `CalledProcessError` for a non-zero exit status, since `check` is `True` in our wrapper."),
    ("", "In my helper, timeit.repeat makes ten repetitions by default."),
]


def said(before: str, statement: str) -> set[str]:
    return {reading.relation for _, reading in readings_of(observed(), statement, before)}


@pytest.mark.parametrize(("before", "statement"), FALSE, ids=lambda each: each[:60])
def test_a_false_sentence_is_refuted(before: str, statement: str) -> None:
    """The run gives another answer than the sentence."""
    assert said(before, statement) == {"CONTRADICTS"}


def test_a_log_line_of_another_form_is_outdated() -> None:
    """A recorded reason that names the tensor L['x'] is qualified: the run names it by its plain name."""
    line = "[0/1] [__recompiles] - 0/0: tensor 'L['x']' size mismatch at index 0. expected 3, actual 4"
    found = [reading for _, reading in readings_of(observed(), line) if "plain name" in reading.summary]
    assert [(each.relation, each.verdict) for each in found] == [("QUALIFIES", "outdated")]


@pytest.mark.parametrize(("before", "statement"), RIGHT, ids=lambda each: each[:60])
def test_a_right_sentence_is_not_refuted(before: str, statement: str) -> None:
    """What is right, conditional or of something else is confirmed or left alone."""
    assert "CONTRADICTS" not in said(before, statement)
