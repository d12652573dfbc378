"""The instruments: each checks one aspect of a chapter mechanically, by reading alone or by asking for a run.

An instrument is listed here and nowhere else; the order is that in which their findings are shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from prompts.trust import Untrusted
from tools.records import Instrument, RunWanted


def instruments(notebooks: Iterable[tuple[str, Untrusted]] = ()) -> tuple[Instrument, ...]:
    """One of each, in the order of the report, and one for each notebook that was supplied (its name and its text)."""
    from tools.instruments.code import Code
    from tools.instruments.compilations import Compilations
    from tools.instruments.equations import Equations
    from tools.instruments.identifiers import Identifiers
    from tools.instruments.loglines import LogLines
    from tools.instruments.notebook import Notebook
    from tools.instruments.numbers import Numbers
    from tools.instruments.provenance import Provenance
    from tools.instruments.references import References
    from tools.instruments.wording import Wording

    own = (Numbers(), Wording(), Equations(), Identifiers(), LogLines(), Code(), Compilations(), References(), Provenance())
    return (*own, *(Notebook(name, text) for name, text in notebooks))


def reader_of(wanted: RunWanted, among: Iterable[Instrument]) -> Instrument | None:
    """The instrument that asked for a run, None where none of these did."""
    asked = [instrument for instrument in among if instrument.name == wanted.instrument]
    return next((i for i in asked if getattr(i, "key", wanted.key) == wanted.key), None)
