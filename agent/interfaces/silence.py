"""What libraries say on their own goes to no terminal: they repeat words of the archives, feeds and programs that they read."""

from __future__ import annotations

import logging
import sys
import warnings


def keep_quiet() -> None:
    """No log line or warning of a library is written to standard error; the interpreter's own -W brings warnings back."""
    logging.getLogger().addHandler(logging.NullHandler())
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
