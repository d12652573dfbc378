"""Fuzzing of everything that reads hostile input: no traceback, no hang, no memory above the cap.

targets.py    what reads bytes of outside: packs, pages, documents, archives, package sources
replies.py    what reads JSON of outside: a model's answers and calls, searches, registries, results of programs
mutation.py   changes of an input that keep its form: of JSON by value, of text by line, of an archive within its members
worker.py     targets in processes of their own under atheris, guided by coverage
__main__.py   `python -m evals.fuzz --minutes N`: all of them, and their figures

The same targets run for a few seconds under hypothesis in `make test` (`tests/test_fuzz.py`). What was found and mended is an
input in `tests/fuzz_inputs`.
"""

MEMORY_MB = 2_048  # of the process of a target, the interpreter with all that it has imported included
HANG_SECONDS = 60  # of the processor, for one input
TURNS = 12  # processes of one target, where inputs end them
