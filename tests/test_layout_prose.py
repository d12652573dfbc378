"""Prose that must stay prose, and the sentences in it. A false recovery is worse than a miss."""

from __future__ import annotations

import pytest
from layout_reading import kinds

from tools.layout import sentences
from tools.records import Span

PROSE = [
    "We loop for x in the list of 3 4 5 items and stop.",
    "for x in the list of 3 4 5 items we do nothing at all.",
    "When x = 3 and y = 4, the sum is 7. If a = b then f(a) = f(b).",
    "Set n = 5, m = 6 and k = 7 before you begin.",
    "x = 3, y = 4",
    "a = b is an equation and not a program.",
    "y = w * x + b",
    "In PyTorch 2.6, torch.compile(model) returns a wrapper; torch.nn.Linear(3, 4) has 16 parameters.",
    "import torch and you are done; from there on everything is easy.",
    "You import torch first. Then import numpy as np, and so on.",
    "with torch.no_grad(): the output is the same, but nothing is recorded.",
    "Use model.eval() before you call model(x). Otherwise dropout is active.",
    "print(x) writes x to the terminal.",
    "The call `x = torch.ones(3)` makes a tensor of ones. `y = x + 1` adds one.",
    "The sequence 1 2 3 4 5 6 7 8 is arithmetic.",
    "Fibonacci numbers 1 1 2 3 5 8 13 21 grow fast.",
    "In 2019 12 models were tried, in 2020 15 models, in 2021 18 models.",
    "The first took 3 4 times as long, the second 5 6 times, the third 7 8 times.",
    "The batch of 32 took 1.2 s, the batch of 64 took 2.4 s, and the batch of 128 took 4.8 s.",
    "Chapter 3 explains it. Chapter 4 extends it. Chapter 5 ends it.",
    "Step 1 is to load the data. Step 2 is to train. Step 3 is to measure.",
    "Level 1 means that it runs, Level 2 that it is correct, and Level 3 that it is captured.",
    "a → b → c is the order of the calls.",
    "The options are: speed, memory, accuracy. Choose two.",
    "Note: this is important. Warning: that is not.",
    "WARNING: Do not use this on a shared machine.",
    "A ValueError: that is what you get. TypeError: that is what you do not.",
    "torch.compile: a function that wraps a model.",
    "git is a tool, and pip install is a command.",
    "python is a language; make is a program.",
    "class and def are keywords, return is one too.",
    "The class Foo: a study in naming. The def of it comes later.",
    "while the model trains: watch the loss.",
    "if x > 0: the branch is taken.",
    "e.g. f(x) = x + 1, g(x) = 2 * x and h(x) = f(g(x)).",
    "loss = mean((y - yhat) ** 2)",
    "Der Wert x = 3 ist größer als y = 2,5, und die Summe ist 5,5.",
    "Die Messung dauerte 1,2 s bei 32 und 2,4 s bei 64 Beispielen.",
    "Für x in der Liste 3 4 5 gilt: der Wert steigt.",
    "La boucle for x in y parcourt 3 4 5 éléments.",
    "El bucle termina con x = 3 y el resultado es 4.",
    "It costs $ 5 today and $ 6 tomorrow.",
    'He said: "x = f(1)" and left.',
    "Mr. Smith has 3 4-core machines and 2 8-core ones.",
    "Add {x} to the set {1, 2, 3}, or [1, 2] to the list.",
    'The map {"a": 1} is small.',
    "SELECT is a keyword of SQL; FROM follows it.",
    "Accuracy rose from 91.2 % to 93.4 % with 11.7M parameters.",
    "Results on A: 1.2. Results on B: 3.4. Results on C: 5.6.",
    "Using The Pile we train a model of 3 4 5 layers.",
    "Return the string input If the dialog is cancelled, return None.",
    "assert that x is positive; raise your hand if not.",
    "model = the thing that we train, data = the thing that we train it on.",
    "Versions: Python 3.11, PyTorch 2.6, CUDA 12.4.",
    "Python 3.11 and PyTorch 2.6 were used on CUDA 12.4.",
    "See Fig. 3, Eq. 4 and Sec. 5 for x = y = z.",
    "x += 1 increments x.",
    "lambda x: x + 1 is a function without a name.",
    "try this: except for the last case, finally it works.",
    "The time is 12:30, the ratio 3:1, the range a:b.",
    "yes no yes no 1 2 1 2",
    "A b c 1 d e f 2 g h i 3",
    "> is greater, < is less.",
    "The table below has 3 columns and 4 rows 5 6 7.",
    "1830*10**6 * 512 * 2 * 528 / 10**12 = 989.430",
    "Each token needs 4 x 768 x 2 bytes = 8 KiB.",
    "Storage comes to 12 x 7 x 24 x 60 = 120960 rows, that is 1.2 MB.",
    "Energy used 3 × 40 W + 2 × 15 W + 1 × 5 W = 155 W",
    "Pro Tag 24 · 60 · 60 = 86 400 s und pro Woche 7 · 86 400 = 604 800 s",
    "Par jour 24 × 60 × 60 = 86 400 secondes",
]


@pytest.mark.parametrize("text", [text for text in PROSE if not text.startswith(">")])
def test_sentence_with_code_and_numbers_in_it_stays_prose(text: str) -> None:
    """No sentence is taken for a program, a table, output or a heading because of what it mentions."""
    assert set(kinds(text)) == {"prose"}


@pytest.mark.parametrize("text", [text for text in PROSE if not text.startswith(">")])
def test_sentence_stays_prose_amid_others(text: str) -> None:
    """The same holds where it stands between other sentences on one long line."""
    line = f"We begin with an ordinary sentence that says little. {text} After this, another sentence goes on for a while, as they do."
    assert set(kinds(line)) == {"prose"}


@pytest.mark.parametrize("text", PROSE)
def test_list_item_stays_prose(text: str) -> None:
    """A list's items are prose as well, their marks left out."""
    assert set(kinds(f"Text.\n\n- {text}\n- Another item of the list.\n")) == {"prose"}


def test_wrapped_prose_with_numbers_stays_prose() -> None:
    """A paragraph wrapped by hand is no table, though its lines hold numbers and are of one length."""
    text = "In the first run 3 of 10 requests took 1.2 s and\nin the second 4 of 10 took 2.3 s which is to say\n"
    text += "that nothing was cached at 5 of 10 and 3.4 s.\n"
    assert kinds(text) == ["prose"]


def test_double_spaces_behind_full_stops_make_no_table() -> None:
    """Two spaces behind a full stop part sentences and no columns."""
    text = "One is 1.  Two is 2.  Three is 3.\nFour is 4.  Five is 5.  Six is 6.\nSeven is 7.  Eight is 8.  Nine is 9.\n"
    assert kinds(text) == ["prose"]


@pytest.mark.parametrize(
    "parts",
    [
        ["It takes 0.15 s.", "That is fast."],
        ["See e.g. Smith et al. 2019 for more.", "It is long."],
        ["See Fig. 3 and Eq. 4.", "Both agree."],
        ["The call torch.compile(model).eval() works.", "torch.nn.Linear does too."],
        ['He asked "Why?" and left.', "Nobody knew."],
        ["“It works.”", "She smiled."],
        ["Version 2.6.0 is out.", "Version 2.7 is not."],
        ["Das dauert z. B. 3,5 s.", "Danach ist es schnell."],
        ["Am 3. Mai lief es ca. 2 Stunden.", "Es war d. h. zu lang."],
        ["Cela prend p. ex. 3,5 s.", "Ensuite, c’est rapide."],
        ["Is it so?", "Yes!", "It is."],
        ["« Est-ce juste ? » demande Mme. Durand.", "Oui !", "La suite est simple : on compte 3,5 s."],
        ["On lit : « La somme est exacte. »", "Puis on passe à la sect. 4 ; elle est courte."],
        ["Il y a 1 234,5 lignes, p. ex. 3.", "C’est peu…", "Mais c’est là."],
        ["»Stimmt das?« fragt er.", "Ja."],
        ["J. Smith and A. B. Jones wrote it.", "We read it."],
        ["1. Load the model.", "It is large."],
        ["The value is 3.", "The other is 4."],
        ["速度は速い。", "結果は正しい。"],
        ["It was (as they say) slow.", "(This run was cold.)", "The next was not."],
        ["It ends with etc.", "The next begins."],
        ["The U.S. model, i.e. the large one, is vs. the small one.", "It wins."],
        ["One thing…", "Another thing."],
    ],
    ids=lambda parts: parts[0][:30],
)
def test_sentences_are_parted_at_their_ends_alone(parts: list[str]) -> None:
    """Abbreviations, numbers, names with dots, ordinals and quotations end no sentence."""
    text = ("" if parts[0][-1] == "。" else " ").join(parts)
    assert [text[span.start : span.end] for span in sentences(text, Span(start=0, end=len(text)))] == parts


def test_sentences_are_places_in_the_whole_text() -> None:
    """Spans of sentences count from the start of the text, and only the piece asked for is read."""
    text = "Before. One here. Two here. After."
    found = sentences(text, Span(start=8, end=27))
    assert [text[span.start : span.end] for span in found] == ["One here.", "Two here."]


def test_blank_line_ends_a_sentence_without_a_full_stop() -> None:
    """A paragraph's end is a sentence's end."""
    text = "A title\n\nA sentence that\nis wrapped."
    assert [text[span.start : span.end] for span in sentences(text, Span(start=0, end=len(text)))] == [
        "A title",
        "A sentence that\nis wrapped.",
    ]
