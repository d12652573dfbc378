"""Rules of the instrument that redoes a chapter's arithmetic."""

from __future__ import annotations

from chapter_pieces import FACTS, alarms, chapter_of, corrected, words_of
from tools.instruments.numbers import Numbers
from tools.records import Examination

STALLS = """
Thirteen requests. Every compiled output agrees with the eager model to a maximum absolute difference of 7e-7. Nothing raises.

| req | seqlen | eager (ms) | compiled |
| 0 | 60 | 112.45 | 11.42 s | <- compiling
| 1 | 63 | 2.08 | 8.49 s | <- compiling
| 2 | 69 | 1.95 | 8.61 s | <- compiling
| 3 | 16 | 4.42 | 5.92 s | <- compiling
| 4 | 19 | 6.03 | 8.91 s | <- compiling
| 5 | 75 | 2.63 | 8.40 s | <- compiling
| 6 | 19 | 2.40 | 2.1 ms | <- reuse (seq length 19 seen at request 4)
| 7 | 55 | 2.03 | 8.68 s | <- compiling
| 8 | 25 | 2.07 | 8.39 s | <- compiling
| 9 | 35 | 1.95 | 7.8 ms
| 10 | 37 | 5.15 | 1.6 ms
| 11 | 66 | 3.08 | 1.9 ms
| 12 | 52 | 1.80 | 5.1 ms

```
eager total: 0.148 s compiled total: 68.838 s (465x) output agreement with eager (max |Δ|): 7.15e-07
```

The eager service answered all thirteen requests in 0.15 seconds. The compiled service took sixty-nine seconds.

The first eight distinct sequence lengths each had an eight-to-eleven-second compile stall. At request 9, the ninth distinct length (T=35) failed.
"""


def examined(text: str) -> Examination:
    return Numbers().examine(chapter_of(text), FACTS)


def test_a_row_outside_a_stated_range_is_found_with_the_right_range() -> None:
    """Only rows whose note speaks of the same thing count, and the words of the range are replaced by words."""
    chapter = chapter_of(STALLS)
    (alarm,) = alarms(Numbers().examine(chapter, FACTS))
    assert words_of(chapter, alarm) == "eight-to-eleven-second"
    assert (alarm.rule, alarm.priority) == ("range", "high")
    assert "a six-to-eleven-second compile stall" in corrected(chapter, alarm)


def test_totals_in_mixed_units_are_confirmed() -> None:
    """Cells in seconds and in milliseconds are added in one unit."""
    chapter = chapter_of(STALLS)
    sums = [words_of(chapter, finding) for finding in examined(STALLS).findings if finding.rule == "sum" and finding.verdict == "supported"]
    assert sums == ["0.148 s", "68.838 s", "0.15 seconds", "sixty-nine seconds"]
