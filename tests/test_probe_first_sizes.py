# ruff: noqa: E501 - a sentence of a chapter stands in one piece
"""Sentences on the first sizes, on a size of one, on the call beyond the limit and on what a new size costs, against recorded results."""

from __future__ import annotations

import pytest
from probing import observed

from sandbox.probes import readings_of

AUTO = "torch.compile has an argument for it, dynamic, whose default is None; in that setting the compiler begins with static shapes. The first call fixes every size."
ONE = "The sizes 0 and 1 deserve a word, because many services begin with a single request."
LIM = "The entry torch._dynamo.config.recompile_limit is 8. A second bound holds for all the versions together. What happens at the end of the list?"
SER = "In a compiled model this shows. compiled = torch.compile(nn.Conv2d(3, 8, 3), backend=backend). The first call compiles for exactly the shape that it gets, and the second finds the result in the cache. The third brings a new batch size and compiles again."
STATIC = "We pass dynamic=False to torch.compile."

FALSE = [
    (
        AUTO,
        "When a second size arrives in the same dimension, Dynamo writes another static graph for it; only the third size makes it give up and treat the dimension as a symbol.",
    ),
    (AUTO, "The second size gets a static graph as well; only with the third does the dimension become symbolic."),
    (AUTO, "Only the third distinct size turns the dimension into a symbol."),
    (AUTO, "Not until a third size arrives does Dynamo make the dimension dynamic."),
    (AUTO, "It takes three different sizes before the compiler treats a dimension as dynamic."),
    (AUTO, "A second length is compiled as a constant too; the third one makes the dimension symbolic."),
    (AUTO, "After two static graphs, the third size is compiled with a symbolic dimension."),
    (AUTO, "The second length is compiled statically again."),
    (AUTO, "Erst die dritte Größe macht die Dimension symbolisch."),
    (AUTO, "Ce n'est qu'à la troisième taille que la dimension devient symbolique."),
    (ONE, "Under dynamic=True they are nothing special: the graph that was made for eight rows also serves a batch of one."),
    (ONE, "With dynamic=True a batch of one runs through the same graph as a batch of eight."),
    (ONE, "With dynamic=True the sizes 0 and 1 are treated like any other size."),
    (ONE, "Under dynamic=True one graph serves every batch, even a batch of one."),
    (ONE, "With dynamic=True the sizes 0 and 1 need no graph of their own."),
    (ONE, "Mit dynamic=True bedient derselbe Graph auch einen Batch der Größe 1."),
    (LIM, "When a ninth version would be needed, the call raises an error, and the service stops until somebody raises the limit."),
    (LIM, "A ninth size raises an exception."),
    (LIM, "The ninth shape makes the call fail with an error."),
    (LIM, "Once the limit is reached, the next new shape raises a RuntimeError."),
    (LIM, "If a ninth graph is needed, torch.compile raises an error."),
    (LIM, "As soon as the ninth size comes along, the program stops with an error."),
    (LIM, "When the list is full, the next call with a new size aborts with an exception."),
    (LIM, "Beyond the limit the call fails, and the service goes down."),
    (LIM, "Wird eine neunte Version gebraucht, bricht der Aufruf mit einem Fehler ab."),
    (LIM, "Quand une neuvième version est nécessaire, l'appel lève une erreur."),
    (SER, "Every further batch size costs one more compilation, until the limit of eight is reached and the function runs uncompiled."),
    (SER, "Each further size means one more compilation."),
    (SER, "Every later batch size adds a compilation."),
    (SER, "And so it goes on: each new batch size costs another compilation."),
    (SER, "Each additional batch size is compiled anew, until the limit is reached."),
    (SER, "Jede weitere Batchgröße kostet eine weitere Kompilierung."),
    (SER, "Chaque nouvelle taille coûte une compilation de plus."),
]
TRUE = [
    (
        AUTO,
        "When a second size arrives in the same dimension, Dynamo makes the dimension a symbol; the third size is served by the same graph.",
    ),
    (AUTO, "The third size finds the symbolic graph and compiles nothing."),
    (AUTO, "Only the third call with the same size runs without a compilation."),
    (AUTO, "The second size turns the dimension into a symbol, and the third reuses the symbolic graph."),
    (AUTO, "With dynamic=False only the third size makes us give up and treat the dimension as dynamic with mark_dynamic."),
    (AUTO, "Only when a second dimension varies is it made symbolic, too; that takes a third compilation."),
    (AUTO, "The third size is compiled in neither mode; the dimension is symbolic by then."),
    (AUTO, "It does not take three sizes to make the dimension symbolic."),
    (AUTO, "The first size is compiled statically; the second makes the dimension symbolic."),
    (AUTO, "If the second size differs in another dimension, only the third size makes the first one symbolic."),
    (AUTO, "The second call has the same size and finds the static graph."),
    (STATIC, "The second size gets a static graph as well, and so does the third."),
    (AUTO, "With dynamic=False the second size gets another static graph."),
    (ONE, "Under dynamic=True they are special: the graph that was made for eight rows does not serve a batch of one."),
    (ONE, "With dynamic=True a batch of one is compiled a second time."),
    (ONE, "With dynamic=True the sizes 0 and 1 get graphs of their own; every other size shares one graph."),
    (ONE, "With dynamic=False a batch of one is nothing special: it gets its own graph like any other size."),
    (ONE, "With dynamic=True the graph that was made for eight rows also serves a batch of one hundred."),
    (ONE, "With dynamic=True the graph also serves a batch of 16."),
    (LIM, "When a ninth version would be needed, the call runs eagerly and a warning is logged."),
    (LIM, "When a ninth version would be needed, no error is raised; the call runs eagerly."),
    (LIM, "Under fullgraph=True a ninth version raises an error, and the service stops."),
    (LIM, "With fail_on_recompile_limit_hit a ninth version raises an error."),
    (LIM, "A ninth argument raises an error."),
    (LIM, "A ninth size raises nothing."),
    (LIM, "When the list is full, our service raises an alarm."),
    (LIM, "One might expect that a ninth version raises an error; it does not."),
    (LIM, "A tensor of the wrong shape raises an error, whatever the limit."),
    (LIM, "If the ninth size is refused by our wrapper, an error is raised."),
    ("The queue holds eight jobs.", "When a ninth version would be needed, the call raises an error."),
    (
        "Under fullgraph=True the compiler is stricter. torch._dynamo.config.recompile_limit is 8.",
        "A ninth size raises an error, and the service stops.",
    ),
    (STATIC, "Every further batch size costs one more compilation, until the limit of eight is reached."),
    (SER, "With dynamic=False every further batch size costs one more compilation."),
    (SER, "No further batch size costs one more compilation."),
    (SER, "Every further dtype costs one more compilation."),
    (SER, "Every further batch size is served by the second graph."),
    (SER, "A further batch size costs nothing."),
    (SER, "In the other direction, each new rank costs another compilation."),
    ("The export writes a file for each shape.", "Every further batch size costs one more file."),
]


@pytest.mark.parametrize(("before", "statement"), FALSE)
def test_a_wrong_sentence_is_contradicted_in_any_words(before: str, statement: str) -> None:
    """What the recorded runs refute is contradicted, whoever wrote the sentence."""
    assert "contradicted" in [reading.verdict for _, reading in readings_of(observed(), statement, before)]


@pytest.mark.parametrize(("before", "statement"), TRUE)
def test_a_right_sentence_is_never_contradicted(before: str, statement: str) -> None:
    """Its twin, one under another policy or with another setting, and one about something else is never called wrong."""
    assert "contradicted" not in [reading.verdict for _, reading in readings_of(observed(), statement, before)]
