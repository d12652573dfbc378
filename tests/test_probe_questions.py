"""Sentences on what a small experiment settles, right and wrong and in several wordings, held against recorded results."""

from __future__ import annotations

import importlib

import pytest
from probing import observed, recorded

from sandbox.probes import catalogue, observations, readings_of
from sandbox.probes.questions import Answer, Question

NAMES = ("compile-answers", "numpy-answers", "stdlib-answers", "torch-answers")
COMPILED = "We wrap the step with torch.compile and count its graphs."
CLOSED = "functools.lru_cache keeps what the slow function returned."
ARRAY = "import numpy as np\n\na = np.arange(12.0)"
TORCH = "import torch"
REVERSE = "words.sort(key=len, reverse=True)"
POOL = "future = pool.submit(work, job)  # a ThreadPoolExecutor"
GROUP = "for key, rows in itertools.groupby(table, key=town):"
SUBTRACT = "stock = Counter(tea=2)\nstock.subtract(Counter(tea=5))"

FALSE = [
    (COMPILED, "In PyTorch 2.13.0 the first call under no_grad reuses the graph."),
    (COMPILED, "On the first call under no_grad the graph that exists is reused."),
    (COMPILED, "The first validation step, inside torch.no_grad(), reuses the training graph."),
    (COMPILED, "The grad mode is not among the guards."),
    (COMPILED, "If a global number such as RATE = 2 is changed later, the compiled function still multiplies by the old value."),
    (COMPILED, "A module-level constant that is reassigned afterwards goes unnoticed: the old value is used."),
    (COMPILED, "Each new string argument reuses the same graph."),
    (COMPILED, "A loop over range(n) is unrolled, yet every n reuses the same graph."),
    (COMPILED, "A call of print inside compiled code leaves the whole function in a single graph."),
    (COMPILED, "A NumPy call in a compiled function always causes a graph break."),
    (COMPILED, "The compiled function hands NumPy calls over to the Python interpreter, and NumPy calls run in the interpreter."),
    ("model = torch.compile(net)", "The keys of its state_dict are the same keys as before."),
    ("", "torch.compile compiles the function immediately, at decoration time."),
    ("Mark the axis with torch._dynamo.mark_dynamic(x, 0).", "If the code compares the size with a constant, the mark is ignored."),
    ("Under dynamic=True sizes are symbols from the start.", "A batch of one reuses the same graph."),
    ("@torch.compiler.disable\ndef log(x): ...\n\nThe step has fullgraph=True.", "The call of the helper is simply accepted."),
    ("The stance is eager_on_recompile.", "Under eager_on_recompile a call with a new size is compiled again."),
    ("", "With fullgraph=True a call beyond the recompile limit falls back to eager mode."),
    (TORCH, "In a graph without leaves in between, h is a non-leaf tensor, so after backward its h.grad is tensor([1., 1.])."),
    (TORCH, "A second call of backward replaces the gradients of the first."),
    (TORCH, "zero_grad() fills every gradient with zeros."),
    (TORCH, "Changing a leaf tensor in place is silently accepted."),
    (TORCH, "detach() returns a copy of the data."),
    (TORCH, "model.eval() disables gradients."),
    ("", "InstanceNorm2d uses its running statistics in evaluation mode."),
    ("schedule = CosineAnnealingLR(optimizer, T_max=10)", "After T_max steps the rate stays at the minimum."),
    ("schedule = CosineAnnealingLR(optimizer, T_max=10)", "Beyond that point the schedule remains at zero."),
    ("The default collate function stacks.", "Python floats become float32 tensors."),
    ("Within torch.autocast types change.", "The sum of two float32 tensors is bfloat16."),
    ("", "torch.from_numpy copies the array, so the tensor has its own memory."),
    ("The tensor lives on the CPU.", "The sum of an int32 tensor stays int32 and wraps around."),
    ("BatchNorm1d follows.", "In evaluation mode the running statistics are still updated."),
    (ARRAY, "Selecting with a boolean mask gives a view."),
    (ARRAY, "Indexing with a list of positions returns a view of the same memory."),
    (ARRAY, "A slice is a copy of the elements."),
    (ARRAY, "The function np.resize fills up with zeros."),
    (ARRAY, "Floor division by zero raises a ZeroDivisionError."),
    ("Two uint8 arrays of NumPy hold pixels.", "Their sum is promoted to uint16; the sum a + b is widened to uint16."),
    ("import numpy as np", "The mean of values with a nan ignores the nan."),
    ("import numpy as np", "np.where evaluates only the branch that is chosen for each element, so the computed values stay few."),
    ("import numpy as np", "np.std divides by n - 1 unless ddof says otherwise."),
    (REVERSE, "Words of equal length come out in the reverse of their original order."),
    ("", "Python's sort is not stable: equal elements may end up in any order."),
    (CLOSED, "An exception is cached like a result."),
    (CLOSED, "If the function fails, the error is stored as well."),
    (SUBTRACT, "The count of tea stops at zero."),
    (GROUP, "Rows with the same key that lie apart are collected in one group."),
    (GROUP, "Equal keys that are not adjacent end up in a single group."),
    ("text = json.dumps({7: 'a'})", "The integer keys come back as integers."),
    ("json.loads(json.dumps(x))", "A tuple comes back as a tuple."),
    (POOL, "The exception is printed at once."),
    (POOL, "An error in the task prints its traceback and kills the worker."),
    ("", "Executor.map of a pool yields the results in the order of completion."),
    ("", "asyncio.gather returns the results in the order in which they finish."),
    ("", "A generator that is used a second time starts again from the beginning."),
    ("", "zip raises a ValueError when the lengths are different."),
    ("", "A shallow copy duplicates the nested lists."),
    ("", "A default list is created in each call of the function."),
    ("Regular expressions of re:", "The pattern .* matches as little as possible, as it is lazy by default."),
    ("@dataclass\nclass Point: ...", "Two objects with equal fields are compared by identity."),
    ("from collections import deque", "When a deque with maxlen is full, append raises an IndexError."),
    ("", "A key of a dict that gets a new value by assignment moves to the end of the order."),
    ("from pathlib import Path", "If the second part is absolute, it is appended to the first path."),
]
RIGHT = [
    (COMPILED + "\nThe recompile limit is met by the ninth shape.", "Raising the recompile limit to 32 is legal and seldom a cure."),
    (COMPILED, "In PyTorch 1.13.0 the first call under no_grad reuses the graph."),
    (COMPILED, "On the first call under no_grad the function is compiled again."),
    (COMPILED, "Once both modes have been seen, changing to no_grad and back reuses the graphs."),
    (COMPILED, "The grad mode is one of the guards."),
    (COMPILED, "If a global number such as RATE = 2 is changed later, the function is recompiled and uses the new value."),
    (COMPILED, "A global tensor may change: the graph is reused and sees the new values."),
    (COMPILED, "Each new string costs a compilation."),
    (COMPILED, "A string that the function never reads is not guarded: every value reuses the graph."),
    (COMPILED, "Whether print breaks the graph can be seen with fullgraph=True."),
    (COMPILED, "A NumPy call is traced into the graph and causes no graph break."),
    (COMPILED, "Without tracing support a NumPy call would break the graph."),
    ("model = torch.compile(net)", "The keys of its state_dict begin with _orig_mod."),
    ("net.compile()", "The keys of its state_dict are the same as before."),
    ("", "torch.compile does not compile immediately; the first call does."),
    ("Mark the axis with torch._dynamo.mark_dynamic(x, 0).", "If the code compares the size with a constant, the call raises an error."),
    ("maybe_mark_dynamic(x, 0) is milder than mark_dynamic(x, 0).", "With maybe_mark_dynamic the mark is dropped in that case."),
    ("Under dynamic=True sizes are symbols from the start.", "A batch of one is compiled anew."),
    ("Under dynamic=True sizes are symbols from the start.", "Every batch from two upwards reuses the same graph."),
    ("@torch.compiler.disable\ndef log(x): ...\n\nThe step has fullgraph=True.", "The call of the helper raises an error."),
    (TORCH, "h is a non-leaf tensor, so h.grad is None after backward."),
    (TORCH, "After retain_grad() the non-leaf h has h.grad = tensor([1., 1.])."),
    (TORCH, "A second call of backward adds to the gradients of the first."),
    (TORCH, "zero_grad(set_to_none=False) fills every gradient with zeros."),
    (TORCH, "zero_grad() sets every gradient to None instead of filling it with zeros."),
    (TORCH, "Under torch.no_grad() changing a leaf in place is accepted."),
    (TORCH, "detach() shares memory with the tensor; clone() copies."),
    (TORCH, "model.eval() does not disable gradients."),
    ("", "InstanceNorm2d(track_running_stats=True) uses its running statistics in evaluation mode."),
    ("schedule = CosineAnnealingLR(optimizer, T_max=10)", "After T_max steps the rate rises again."),
    (
        "CosineAnnealingLR is one choice, a schedule of our own another.",
        "If the rate should stay at the minimum afterwards, use SequentialLR.",
    ),
    ("The default collate function stacks.", "Python floats become float64 tensors, arrays of float32 stay float32."),
    ("Within torch.autocast types change.", "The sum of two float32 tensors is float32."),
    ("Within torch.autocast types change.", "The matrix product of two float32 tensors is bfloat16, and the sum of it and a bias is, too."),
    (ARRAY, "Selecting with a boolean mask gives a copy."),
    (ARRAY, "A slice is a view, whereas a list of positions gives a copy."),
    (ARRAY, "Assigning through a mask changes the array itself, no copy is made."),
    (ARRAY, "The function np.resize repeats the data, the method resize fills up with zeros."),
    (ARRAY, "Floor division by zero gives 0 and a warning, where Python raises a ZeroDivisionError."),
    ("Two uint8 arrays of NumPy hold pixels.", "The sum a + b wraps around unless one of them is converted to uint16."),
    ("import numpy as np", "np.nanmean ignores the nan."),
    ("import pandas as pd\nimport numpy as np", "The mean of a column with a nan ignores the nan."),
    (REVERSE, "Words of equal length keep their original order."),
    (REVERSE, "The list is in descending order, the longest words first."),
    ("", "Python's sort is stable: equal elements keep their order."),
    ("", "heapq.nlargest aside, quicksort is not stable, so equal elements may change their order."),
    (CLOSED, "An exception is not cached: the function is called again."),
    (SUBTRACT, "The count of tea is now -3."),
    (SUBTRACT, "The operator - keeps positive counts alone, so it stops at zero."),
    (GROUP, "Rows with the same key that lie apart form separate groups."),
    (GROUP, "If the rows are sorted before, equal keys from anywhere end up in one group."),
    ("text = json.dumps({7: 'a'})", "The integer keys come back as strings."),
    ("text = json.dumps({7: 'a'})", "Integer values come back as integers."),
    (POOL, "The exception is stored in the future, and nothing is printed."),
    ("threading.Thread(target=work).start()", "The exception is printed at once by threading.excepthook."),
    ("", "as_completed yields the futures in the order of completion, pool.map of an Executor does not."),
    ("", "A generator is exhausted after one pass; the function makes a new generator that starts again."),
    ("", "With strict=True zip raises a ValueError when the lengths are different."),
    ("", "A shallow copy shares the nested lists; deepcopy duplicates them."),
    ("", "A default list is created once, when the function is defined."),
    ("", "With default_factory=list the default list is created in each call."),
    ("from collections import deque", "When a deque with maxlen is full, append drops the oldest element."),
    ("from collections import deque", "When a deque with maxlen is full, insert raises an IndexError."),
    ("", "| no_grad | reuses the graph | 1 |"),
]


def relations(before: str, statement: str) -> set[str]:
    return {reading.relation for _, reading in readings_of(observed(), statement, f"{before}\n\n")}


@pytest.mark.parametrize(("before", "statement"), FALSE)
def test_a_false_answer_is_contradicted(before: str, statement: str) -> None:
    """What was measured refutes it, in any of these words."""
    assert "CONTRADICTS" in relations(before, statement)


@pytest.mark.parametrize(("before", "statement"), RIGHT)
def test_a_right_statement_is_left_alone_or_supported(before: str, statement: str) -> None:
    """Negations, restrictions, contrasts and neighbours of the subject make no false alarm."""
    assert "CONTRADICTS" not in relations(before, statement)


@pytest.mark.parametrize("name", NAMES)
def test_each_question_was_answered_as_one_of_its_answers(name: str) -> None:
    """Every experiment settles its question on the release that the results were recorded with."""
    questions: tuple[Question, ...] = importlib.import_module(f"sandbox.probes.experiments.{name.replace('-', '_')}").FACTS
    found = recorded(name)["facts"]
    assert not [each.key for each in questions if found[each.key] not in each.answers]
    assert len({each.key for each in questions}) == len(questions)


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_that_was_not_foreseen_reads_nothing(name: str) -> None:
    """Where a release behaves otherwise, no sentence is called wrong by it."""
    probe = next(each for each in catalogue() if each.name == name)
    other = {**recorded(name), "facts": dict.fromkeys(recorded(name)["facts"], "raises Exception")}
    assert not [reading for item in observations(probe, other) for reading in item.readings]


DOOR = Question(
    "door", "'opens'", "The door {value}.", (r"\bdoor\b",), {"opens": r"\bopens\b", "stays shut": r"\bshut\b"}, without="window"
)


@pytest.mark.parametrize(
    "statement",
    [
        "After eval() the compiled model keeps its dropout until you compile it again.",
        "Unless you compile it again, the compiled module stays in training mode after eval().",
    ],
)
def test_what_somebody_would_have_to_do_is_not_what_happens(statement: str) -> None:
    """That something is compiled by hand confirms nothing of what the compiler does by itself."""
    assert "SUPPORTS" not in relations(COMPILED, statement)


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [
        ("The door opens.", "SUPPORTS"),
        ("The door stays shut.", "CONTRADICTS"),
        ("The door never opens.", "CONTRADICTS"),
        ("The door is not shut.", "SUPPORTS"),
        ("The door may stay shut.", ""),
        ("The door stays shut unless it is pushed.", ""),
        ("The door is shut only if the light is off; the door opens.", "SUPPORTS"),
        ("The door opens, but the gate stays shut.", "SUPPORTS"),
        ("The window beside the door stays shut.", ""),
        ("The gate stays shut.", ""),
        ("Does the door stay shut?", ""),
        ("The door opens and is shut.", ""),
    ],
)
def test_what_a_sentence_affirms_denies_and_leaves_open_is_told_apart(sentence: str, relation: str) -> None:
    """One clause after the other, with its negations, possibilities and restrictions."""
    found = [r.relation for r in DOOR.readings("opens") if isinstance(r.pattern, Answer) and r.pattern.search(sentence)]
    assert found == ([relation] if relation else [])
