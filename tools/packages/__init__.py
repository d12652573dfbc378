"""The packages of an experiment environment, read as text and never imported.

installed.py   which distributions there are, their files, their versions
search.py      where words stand in the files of a distribution
modules.py     what one file defines, without running it
names.py       what a dotted name stands for, followed through imports, aliases and stubs: a resolution.py
fallback.py    the names that a module's own __getattr__ refuses
messages.py    the texts that code prints or raises
signatures.py  parameters, defaults, deprecations
"""

from tools.packages.installed import InstalledPackages
from tools.packages.names import Names
from tools.packages.resolution import Found, Missing, Resolution, Unknown
from tools.packages.search import Hit, holds_compiled, search
from tools.packages.signatures import Parameter, Signature, deprecation, signature

__all__ = [
    "Found",
    "Hit",
    "InstalledPackages",
    "Missing",
    "Names",
    "Parameter",
    "Resolution",
    "Signature",
    "Unknown",
    "deprecation",
    "holds_compiled",
    "search",
    "signature",
]
