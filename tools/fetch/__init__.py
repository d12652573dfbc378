"""The door: the only way to sources on the network. Every outcome is a record, and a refusal is one of them.

    door.fetch(url, accept=..., kinds=..., byte_range=..., headers=..., api=..., own=..., post=...) -> Answer(record, body, shown, headers)

- `records.py`    what came of it, and what each state means
- `door.py`       one fetch: policy, manners, redirects, retries, recognition, keeping
- `visits.py`     one call: what it asks for, and whether another try is worth it
- `wire.py`       one request on a checked connection; the only importer of httpx and httpcore
- `manners.py`    rates, concurrency and pauses of each host; `robots.py` beside it
- `answers.py`    what a response means; `kinds.py`: what a body is by its bytes; `disguises.py`: whether it is the document at all
- `cache.py`      answers of earlier runs, asked about again and not loaded again
- `index.py`      the package index that pip is configured for, and the file hosts that its own listing names
- `replay.py`     a recording in place of the network
"""

from tools.fetch.door import Door
from tools.fetch.records import Answer, Fetched, FetchLimits, State, best_access
from tools.fetch.wire import holds_certificates, resolve

__all__ = ["Answer", "Door", "FetchLimits", "Fetched", "State", "best_access", "holds_certificates", "resolve"]
