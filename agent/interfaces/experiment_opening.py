"""The opening experiment of a chapter on torch.compile: the stream of sizes that a table of it lists, replayed.

The model that the chapter used is not in a pack, so that a small one of ours takes its place: which calls compile, reuse a graph or fall
back follows from the stream and the settings; seconds are those of our model on this machine, and no check of the chapter's.
"""

from __future__ import annotations

from dataclasses import replace

from agent.stages.pack import read
from agent.stages.plan import facts_of
from sandbox.compile import Argument, ExperimentRequest, RequestError
from sandbox.compile.request import LIMITS
from sandbox.probes import catalogue, parameters_from

# A transformer block on token ids of shape [1, T], as an inference service would have it.
MODEL = '''
import torch


class Model(torch.nn.Module):
    """A stand-in for the chapter's model: embeddings, causal attention, a feed-forward layer and a head."""

    def __init__(self, words=256, width=64, heads=4, longest=4096):
        super().__init__()
        self.heads = heads
        self.embedding = torch.nn.Embedding(words, width)
        self.position = torch.nn.Embedding(longest, width)
        self.before, self.after = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.joined = torch.nn.Linear(width, width)
        self.feed = torch.nn.Sequential(torch.nn.Linear(width, 4 * width), torch.nn.GELU(), torch.nn.Linear(4 * width, width))
        self.head = torch.nn.Linear(width, words)

    def forward(self, idx):
        batch, length = idx.shape
        x = self.embedding(idx) + self.position(torch.arange(length, device=idx.device))
        parts = self.qkv(self.before(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mixed = torch.nn.functional.scaled_dot_product_attention(parts[0], parts[1], parts[2], is_causal=True)
        x = x + self.joined(mixed.transpose(1, 2).reshape(batch, length, -1))
        return self.head(x + self.feed(self.after(x)))


model = Model().eval().requires_grad_(False)
'''
_PROBE = "recompile-limit"
_SECONDS = 1800  # eight compilations take half a minute on an idle core, and many times as long on a busy one


def requests(content: bytes, name: str, settled: bool = False) -> list[ExperimentRequest]:
    """The replay of a pack's opening experiment: static shapes with a cold and a warm cache, then automatic, marked and bucketed shapes.

    Bucketed shapes stay static, so that each bucket has a graph of its own. settled: the caller varies these settings itself, and one
    request is made. Raises RequestError where the chapter lists no stream.
    """
    calls = tuple((Argument(shape=(1, length), dtype="int64", high=256),) for length in stream(content, name))
    plain = ExperimentRequest(MODEL, function="model", calls=calls, limits=replace(LIMITS, seconds=_SECONDS, cpu_seconds=_SECONDS))
    matrices: tuple[dict[str, tuple[str, ...]], ...] = (
        {"dynamic": ("false",), "cache": ("cold", "warm")},
        {"shapes": ("as given", "marked")},
        {"dynamic": ("false",), "shapes": ("bucketed",)},
    )
    return [plain] if settled else [replace(plain, matrix=matrix) for matrix in matrices]


def stream(content: bytes, name: str) -> list[int]:
    """The sizes of successive calls that a table of the pack's chapter lists. Raises RequestError where none does."""
    facts = facts_of(read(content, name, "replayed").chapter)
    [probe] = [each for each in catalogue() if each.name == _PROBE]
    lengths = parameters_from(probe, facts)["lengths"]
    if not isinstance(lengths, list) or lengths == probe.parameters["lengths"].default:
        raise RequestError(f"no table of {name} lists the sizes of successive calls; write a request (.json) with them")
    return [size for size in lengths if isinstance(size, int)]
