# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Defaults of DataLoader, and what drop_last and shuffle do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.defaults import default
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import inspect
from torch.utils.data import DataLoader, TensorDataset

signature = inspect.signature(DataLoader.__init__)
defaults = {name: item.default for name, item in signature.parameters.items() if isinstance(item.default, (bool, int, float, str, type(None)))}
data = TensorDataset(torch.arange(10))
plain_order = [int(batch[0][0]) for batch in DataLoader(data)]
kept = DataLoader(data, batch_size=4)
dropped = DataLoader(data, batch_size=4, drop_last=True)
loader = DataLoader(data)
finish({
    "defaults": defaults, "shuffles": plain_order != list(range(10)), "prefetch": loader.prefetch_factor, "sampler": type(loader.sampler).__name__,
    "batches": [len(kept), len(dropped)], "last_batch": [len(batch[0]) for batch in kept][-1],
})
"""

_NAMES = {
    "shuffle": "shuffle",
    "batch_size": r"batch[_ ]size",
    "num_workers": r"(?:num_workers|number of workers)",
    "drop_last": "drop_last",
    "pin_memory": "pin_memory",
    "persistent_workers": "persistent_workers",
}


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    found = []
    for key, name in _NAMES.items():
        # The signature says shuffle=None, which acts as False; whoever writes either is right.
        value = False if key == "shuffle" and not result["shuffles"] else result["defaults"].get(key)
        said = f"DataLoader's {key}"
        readings = (
            default(r"\bDataLoader\b", name, value, said, "None" if key == "shuffle" else "") if isinstance(value, bool | int) else []
        )
        found.append(observe(result, f"/defaults/{key}", f"{said} is {result['defaults'].get(key)} by default", readings))
    whole, cut = result["batches"]
    text = f"10 items in batches of 4: {whole} batches, the last of {result['last_batch']}; with drop_last {cut}"
    return (
        *found,
        observe(result, "/batches", text),
        observe(
            result,
            "/shuffles",
            f"a DataLoader without arguments shuffles: {result['shuffles']}",
            _order() if not result["shuffles"] else (),
        ),
    )


def _order() -> tuple[Any, ...]:
    owner = r"\b(?:the |a |torch(?:\.utils\.data)?\.)?DataLoader\b"
    return (
        contradicts(
            "A DataLoader does not shuffle by default.",
            rf"\bby default,? {owner} (?:automatically )?(?:shuffles|randomi[sz]es)\b|{owner} (?:automatically )?(?:shuffles|randomi[sz]es) (?:\w+ ){{0,3}}by default\b",
            without=r"keras|fastai|our|custom|wrapper",
        ),
        supports(
            "A DataLoader does not shuffle by default.",
            owner,
            r"\b(?:does not|doesn['’]t) shuffle\b.{0,30}\bdefault|\bdefault\b.{0,30}\b(?:does not|doesn['’]t) shuffle\b",
            negated=True,
        ),
    )


PROBE = Probe(
    name="data-loading",
    question="What are DataLoader's defaults?",
    success="each default read from the signature, the order from one pass",
    failure="the pass contradicts the signature",
    triggers=(r"\bDataLoader\b",),
    parameters={},
    script=program(CODE),
    read=read,
)
