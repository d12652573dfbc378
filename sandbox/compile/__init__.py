"""The torch.compile runner: code and a matrix of settings in, counts, times, differences and the five levels out.

    request.code --> eager run (a process of its own) ------------------\\
                 \\-> compiled run: cold process [, warm process] --------> compared, counted, judged outside of both

records.py has the question and the answer; inside/ are the programs that run in the sandbox, read as text here.
"""

from sandbox.compile.experiment import Keep, run_experiment
from sandbox.compile.matrix import parse, variants
from sandbox.compile.records import ExperimentResult, Variant
from sandbox.compile.request import Argument, ExperimentRequest, RequestError, Settings
from sandbox.compile.schema import request_from, schema

__all__ = [
    "Argument",
    "ExperimentRequest",
    "ExperimentResult",
    "Keep",
    "RequestError",
    "Settings",
    "Variant",
    "parse",
    "request_from",
    "run_experiment",
    "schema",
    "variants",
]
