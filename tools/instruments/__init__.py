"""The instruments: each checks one aspect of a chapter mechanically, by reading alone or by asking for a run.

An instrument is listed here and nowhere else; the order is that in which their findings are shown.
"""

from __future__ import annotations

from tools.records import Instrument


def instruments() -> tuple[Instrument, ...]:
    """One of each, in the order of the report."""
    from tools.instruments.code import Code
    from tools.instruments.equations import Equations
    from tools.instruments.identifiers import Identifiers
    from tools.instruments.loglines import LogLines
    from tools.instruments.numbers import Numbers
    from tools.instruments.provenance import Provenance
    from tools.instruments.references import References
    from tools.instruments.wording import Wording

    return (Numbers(), Wording(), Equations(), Identifiers(), LogLines(), Code(), References(), Provenance())
