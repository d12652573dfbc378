"""Sentences on small sizes, on eviction and on fullgraph at the limit, in pairs, held against results recorded with torch 2.13.0."""

from __future__ import annotations

import pytest
from probing import observed

from sandbox.probes import readings_of

LIMIT = "The tag `[0/8]` is the ninth compilation of `torch.compile`; recompile_limit is 8."

FALSE = [
    ("", "With dynamic=True one graph serves all lengths, including a length of one."),
    ("", "With `dynamic=True` the first compilation is symbolic already, and a single graph then serves every size, 1 included."),
    ("", "Under dynamic=True the same graph handles every batch, even a batch of one."),
    ("", "With dynamic=True a single graph covers all sizes, down to size 0."),
    ("", "With dynamic=True one graph serves everything; a length of one is no exception."),
    (LIMIT, "After that the oldest entry is dropped whenever a new size comes in."),
    (LIMIT, "Each new shape pushes out an entry: the oldest graph has to go, and it is evicted."),
    (LIMIT, "From there on a further length takes the place of the oldest entry, which is removed."),
    (LIMIT, "The least recently used graph makes room for each new length."),
    ("", "With fullgraph=True the ninth size falls back to eager mode in silence."),
    ("", "Under `fullgraph=True` the ninth length runs eagerly as well."),
    ("", "With fullgraph=True, too, a call beyond the limit falls back to eager code without an error."),
    ("", "With fullgraph=True the ninth shape is quietly executed by Python."),
    ("", "A wider limit, accumulated_recompile_limit, counts over all entries and stands at 128."),
    ("", "The option `recompile_limit` counts the entries of one code object and sits at 32."),
]
TRUE = [
    ("", "A wider limit, accumulated_recompile_limit, counts over all entries and stands at 256."),
    ("We run torch._dynamo.config.recompile_limit = 32 first.", "The option `recompile_limit` now sits at 32."),
    ("", "With dynamic=True one graph serves all lengths from two upwards; a length of one gets its own graph."),
    ("", "Under dynamic=True a single graph serves every size except 1."),
    ("", "With dynamic=True one graph serves all of them, and even one more length does not compile."),
    ("", "With dynamic=True the same graph handles every batch, even one of 1,000 rows."),
    ("", "With dynamic=True a single graph serves all lengths; even 0.5 s of waiting are saved."),
    (LIMIT, "After that nothing is dropped, not even the oldest entry, when a new size comes in."),
    (LIMIT, "After that a new size runs eagerly, and the entries stay."),
    ("Our page store keeps eight entries.", "The oldest entry is dropped whenever a new size comes in."),
    ("We use functools.lru_cache beside torch.compile.", "The oldest entry is dropped whenever a new size comes in."),
    ("", "With fullgraph=True the ninth size raises FailOnRecompileLimitHit instead of falling back quietly."),
    ("", "Without fullgraph the ninth length falls back to eager mode quietly."),
    ("", "With fullgraph=False the ninth length falls back to eager mode quietly."),
    ("", "With fullgraph=True the ninth length does not fall back to eager mode."),
    ("", "With fullgraph=True the eighth length still compiles."),
]


@pytest.mark.parametrize(("before", "statement"), FALSE)
def test_a_wrong_sentence_is_contradicted(before: str, statement: str) -> None:
    """What the recorded runs refute is contradicted, whatever its wording."""
    assert "contradicted" in [reading.verdict for _, reading in readings_of(observed(), statement, before)]


@pytest.mark.parametrize(("before", "statement"), TRUE)
def test_a_right_sentence_is_not_contradicted(before: str, statement: str) -> None:
    """Its twin, or one about another cache, is never called wrong."""
    assert {reading.verdict for _, reading in readings_of(observed(), statement, before)} <= {"supported"}
