"""Sentences on later sizes, on a size of one and on what serves at the limit, in pairs, held against recorded results."""

from __future__ import annotations

import pytest
from probing import observed

from sandbox.probes import readings_of

COMPILED = "torch.compile looks at the shapes of the first call."
NONE = "Left at its default, dynamic is None: the first length is compiled as a constant, a second one makes it a symbol."
STATIC = "We pass dynamic=False to torch.compile."
LIMIT = "torch._dynamo.config.recompile_limit is 8, and the compiler says so once, in a warning. Twelve lengths, eight graphs."
SYMBOL = "The second size turns the dimension into a symbol; so torch.compile does by default."

SMALL = "What of the smallest batches? maybe_mark_dynamic is the forgiving version; the compiler specializes without complaint."

FALSE = [
    (SMALL, "They need no care: once a batch dimension is symbolic, a batch of one is served by the same graph as a batch of two."),
    (SMALL, "There is nothing to fear; a batch of one is served by the symbolic graph."),
    (COMPILED, "A second batch size leads to a second compilation, and so does every new size after it, so a loop fills the cache."),
    (COMPILED, "The second length recompiles the function, and so does each further one."),
    (NONE, "The third new length compiles again, and so does every one after it."),
    (NONE, "Every further length after that costs another compilation."),
    (NONE, "From the third size on, each new size needs a compilation of its own."),
    (NONE, "Eine dritte Länge wird wieder kompiliert, und ebenso jede weitere danach."),
    (NONE, "Une troisième longueur est compilée à nouveau, et il en va de même pour chaque longueur suivante."),
    (SYMBOL, "Once a batch dimension is symbolic, a batch of one is served by the same graph as a batch of two or two hundred."),
    (SYMBOL, "As soon as the size is a symbol, the same graph also serves a batch of one."),
    (SYMBOL, "The symbolic graph covers all lengths, a length of one included."),
    (SYMBOL, "A batch of size 1 reuses the dynamic graph as well."),
    (SYMBOL, "Sobald die Dimension symbolisch ist, bedient derselbe Graph auch einen Batch der Größe 1."),
    (SYMBOL, "Le graphe symbolique sert aussi un lot de taille 1."),
    (LIMIT, "The eight graphs stay in memory, but no later call is answered by them."),
    (
        LIMIT,
        "After the warning, the function is handed back to Python for good: the graphs stay, but no later call is answered by them.",
    ),
    (LIMIT, "After the warning the function is handed back to the interpreter for good."),
    (LIMIT, "From then on none of the compiled graphs is used any more."),
    (LIMIT, "The graphs that were compiled before the limit are never used again."),
    (LIMIT, "Danach wird keiner der acht Graphen mehr benutzt."),
    (LIMIT, "Ensuite, aucun des huit graphes n’est plus utilisé."),
    (LIMIT, "The limit holds under `fullgraph=True` as well, and there too the late sizes quietly run in eager mode."),
    (LIMIT, "The limit applies with fullgraph=True, too: surplus shapes are run eagerly."),
    (LIMIT, "Under fullgraph=True the remaining lengths silently fall back to eager mode, just as they do without it."),
    (LIMIT, "When a ninth version is needed, the oldest of the eight is dropped to make room for it."),
    (LIMIT, "When another version is needed, the least recently used of the eight makes room for it."),
]
TRUE = [
    (SMALL, "It is not true: a batch of one is served by the symbolic graph."),
    (SMALL, "They need care: once a batch dimension is symbolic, a batch of one is not served by the same graph."),
    (SMALL, "Do not rely on this: that a batch of one is served by the symbolic graph is no rule."),
    (COMPILED, "A second batch size leads to a second compilation; sizes after it share its graph."),
    (COMPILED, "A new dtype leads to a second compilation, and so does every new device after it."),
    (STATIC, "A second batch size leads to a second compilation, and so does every new size after it."),
    (STATIC, "The third new length compiles again, and so does every one after it."),
    (STATIC, "Every further length after that costs another compilation."),
    (NONE, "With dynamic=False the third new length compiles again, and so does every one after it."),
    (NONE, "The third new length does not compile again, and neither does any one after it."),
    (NONE, "Every further length after that is served by the second graph."),
    (NONE, "Every new dtype after that costs another compilation."),
    ("We export each shape.", "The third new length compiles again, and so does every one after it."),
    (SYMBOL, "Once a batch dimension is symbolic, a batch of one still needs a graph of its own."),
    (SYMBOL, "Once a batch dimension is symbolic, a batch of ten is served by the same graph as a batch of two or two hundred."),
    (SYMBOL, "As soon as the size is a symbol, one graph serves all batches from two upwards."),
    (SYMBOL, "The symbolic graph covers all lengths except a length of one."),
    (SYMBOL, "A batch of one compiles a third graph; the batch of six reuses the symbolic one."),
    (SYMBOL, "The symbolic graph serves a batch of one thousand as well."),
    (SYMBOL, "A batch of one is served by a graph of its own, not by the symbolic one."),
    (SYMBOL, "A batch of one hundred is served by the same symbolic graph."),
    (SYMBOL, "If both batches were of size 1, the same static graph serves both."),
    (SYMBOL, "With mark_unbacked the symbolic graph also serves a batch of one."),
    (LIMIT, "The eight graphs stay in memory, and later calls that match are answered by them."),
    (LIMIT, "The eight graphs stay in memory, but no new length is answered by them."),
    (LIMIT, "After torch.compiler.reset none of the compiled graphs is used any more."),
    (LIMIT, "With fail_on_recompile_limit_hit the call raises, and no graph is used again."),
    (LIMIT, "Under the stance force_eager none of the compiled graphs is used any more."),
    (LIMIT, "For new lengths the function is handed back to the interpreter for good."),
    (LIMIT, "The limit holds under `fullgraph=True` as well, and there the late sizes raise FailOnRecompileLimitHit."),
    (LIMIT, "The limit applies without fullgraph=True, too: surplus shapes are run eagerly."),
    (LIMIT, "The limit is per function; the late sizes quietly run in eager mode."),
    (LIMIT, "When a ninth version is needed, none of the eight is dropped to make room for it."),
    ("Our page store keeps eight.", "When a ninth version is needed, the oldest of the eight is dropped to make room for it."),
    ("The backup keeps eight versions.", "When another version is needed, the oldest of the eight makes room for it."),
]


@pytest.mark.parametrize(("before", "statement"), FALSE)
def test_a_wrong_sentence_is_contradicted(before: str, statement: str) -> None:
    """What the recorded runs refute is contradicted, whatever its wording."""
    assert "contradicted" in [reading.verdict for _, reading in readings_of(observed(), statement, before)]


@pytest.mark.parametrize(("before", "statement"), TRUE)
def test_a_right_sentence_is_not_contradicted(before: str, statement: str) -> None:
    """Its twin, one under another setting, or one about something else is never called wrong."""
    assert {reading.verdict for _, reading in readings_of(observed(), statement, before)} <= {"supported"}
