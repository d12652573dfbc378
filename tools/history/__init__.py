"""In which release of a package a name, a default, a message or a signature changed, with the lines of both releases.

    of_name(door, package, name) -> History          of_words(door, package, path, words) -> History

- `records.py`    what one release has under a name, a change between two, and what was not looked at
- `tracing.py`    the question asked of a package: releases, samples, bisection, and what came of it
- `bisection.py`  which releases are read, so that each change that is found lies between two that follow each other
- `looking.py`    one release read for one question; `states.py`: what its text says of a name
- `release.py`    the files of one release as `Packages`, each read when it is asked for
- `members.py`    files out of wheels and sdists; `ranged.py`: bytes of a remote file as they are needed
- `listing.py`    the releases that the index lists
- `differences.py` in which ways two releases differ, and the lines that show it
- `telling.py`    a change in words

All goes through the door to the package index that pip is configured for. A file of any release is so a source like any other:
`pypi:torch==2.7.0/torch/_dynamo/config.py`.
"""

from tools.history.differences import quotations
from tools.history.ranged import Limits
from tools.history.records import Change, History, Looked, Named
from tools.history.telling import summary, told
from tools.history.tracing import Keeping, of_name, of_words

__all__ = ["Change", "History", "Keeping", "Limits", "Looked", "Named", "of_name", "of_words", "quotations", "summary", "told"]
