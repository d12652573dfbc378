"""How fast words are found in stored text: python -m evals.bench.quotes

Three texts of 50 MB (UTF-8): plain ASCII prose, prose with typographic marks, and prose of which half is Cyrillic. For each: the time to
make the text searchable, and to search it for words that stand at its end, for the same words as a page would have them after copying,
and for words that do not stand in it, each first with and then without the making; in MB of stored
text a second of processor time.
"""

from __future__ import annotations

import random
import time

from prompts.trust import Untrusted
from tools.quotes import Searchable

SIZE = 50_000_000
PLAIN = "when the limit of compilations is hit, a frame runs eagerly from then on; its guards are kept, and (so far) nothing is lost."
TYPE = "it’s “kept” — so far… in the ﬁrst part of the caﬀeine–free café, naïve as it may be, where 5 − 3 is 2 and nothing else"
CYRILLIC = "когда предел достигнут, кадр выполняется как есть, и ничего не теряется, кроме времени"
LAST = "\nAt the very end stands “the first efficient flow”, which is what's sought.\n"
QUOTATIONS = {
    "as it stands": "stands “the first efficient flow”, which is what's sought",
    "as copied": 'stands "the ﬁrst eﬃcient\nflow", which is what’s sought',
    "one word changed": "stands “the second efficient flow”, which is what's sought",
}


def prose(words: str) -> str:
    """A text of SIZE bytes: a paragraph of a hundred kilobytes, shuffled, again and again."""
    chosen = random.Random(4).choices(words.split(), k=16_000)
    paragraph = "\n".join(" ".join(chosen[i : i + 14]) for i in range(0, len(chosen), 14)) + "\n"
    return paragraph * (SIZE // len(paragraph.encode())) + LAST


def main() -> None:
    for name, words in {
        "ASCII": PLAIN,
        "typographic": f"{PLAIN} {PLAIN} {PLAIN} {PLAIN} {TYPE}",
        "half Cyrillic": f"{PLAIN} {CYRILLIC} {CYRILLIC}",
    }.items():
        text = prose(words)
        megabytes = len(text.encode()) / 1e6
        begun = time.process_time()
        searchable = Searchable(Untrusted(text, "bench"))
        made = time.process_time() - begun
        for kind, quotation in QUOTATIONS.items():
            begun = time.process_time()
            span = searchable.find(Untrusted(quotation, "bench"))
            sought = time.process_time() - begun
            assert (span is None) == (kind == "one word changed")
            first, further = megabytes / (made + sought), megabytes / max(sought, 1e-6)
            print(f"{name:14} {kind:18} first search {first:5.0f} MB/s   further searches {further:6.0f} MB/s")


if __name__ == "__main__":
    main()
