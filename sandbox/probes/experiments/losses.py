# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What the loss functions take and how they average."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.defaults import default
from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import inspect
import warnings
warnings.simplefilter("ignore")
F = torch.nn.functional

def near(left, right):
    return abs(float(left) - float(right)) < 1e-9

torch.manual_seed(0)
logits = torch.randn(4, 3, dtype=torch.float64)
target = torch.tensor([0, 2, 1, 1])
logp = logits.log_softmax(dim=1)
own = -logp[torch.arange(4), target]
weight = torch.tensor([1.0, 2.0, 4.0], dtype=torch.float64)
w = weight[target]
weighted = F.cross_entropy(logits, target, weight=weight)
ignoring = F.cross_entropy(logits, torch.tensor([0, -100, 1, 1]))
kept = own[[0, 2, 3]]
p, q = torch.tensor([[0.2, 0.8], [0.5, 0.5]], dtype=torch.float64), torch.tensor([[0.4, 0.6], [0.3, 0.7]], dtype=torch.float64)
pointwise = q * (q.log() - p.log())
x, y = torch.tensor([0.0, 3.0], dtype=torch.float64), torch.tensor([0.5, 0.0], dtype=torch.float64)
def argument(name, key):
    return inspect.signature(getattr(torch.nn, name).__init__).parameters[key].default
finish({
    "cross_entropy_takes": "logits" if near(F.cross_entropy(logits, target), own.mean()) else "other",
    "on_probabilities": F.cross_entropy(logits.softmax(1), target).item(), "on_logits": F.cross_entropy(logits, target).item(),
    "weighted_mean": "sum of weights" if near(weighted, (w * own).sum() / w.sum()) else "N" if near(weighted, (w * own).mean()) else "other",
    "ignore_index": argument("CrossEntropyLoss", "ignore_index"), "label_smoothing": argument("CrossEntropyLoss", "label_smoothing"),
    "reduction": argument("CrossEntropyLoss", "reduction"), "ignored_mean": "kept" if near(ignoring, kept.mean()) else "all" if near(ignoring, kept.sum() / 4) else "other",
    "nll_takes": "log-probabilities" if near(F.nll_loss(logp, target), own.mean()) else "other",
    "bce_with_logits": near(F.binary_cross_entropy_with_logits(x, torch.tensor([1.0, 0.0], dtype=torch.float64)), F.binary_cross_entropy(x.sigmoid(), torch.tensor([1.0, 0.0], dtype=torch.float64))),
    "bce_on_logits": attempt(lambda: F.binary_cross_entropy(torch.tensor([3.0]), torch.tensor([1.0])))["raised"],
    "kl_takes": "log-probabilities" if near(F.kl_div(p.log(), q, reduction="sum"), pointwise.sum()) else "other",
    "kl_mean_divides_by": "elements" if near(F.kl_div(p.log(), q, reduction="mean"), pointwise.sum() / 4) else "batch" if near(F.kl_div(p.log(), q, reduction="mean"), pointwise.sum() / 2) else "other",
    "mse_reduction": "mean over elements" if near(F.mse_loss(logits, torch.zeros_like(logits)), logits.square().mean()) else "other",
    "smooth_l1_beta": argument("SmoothL1Loss", "beta"), "huber_delta": argument("HuberLoss", "delta"),
    "target_dtype": attempt(lambda: F.cross_entropy(logits, target.int()))["raised"],
})
"""

_CE = r"\b(?:nn\.|F\.|functional\.)?(?:CrossEntropyLoss|cross_entropy)\b(?!_with)"


_TAKES = (
    contradicts(
        "CrossEntropyLoss takes logits: it applies log_softmax itself.",
        _CE,
        r"\b(?:expects?|takes?|requires?|needs?|wants?|must be (?:given|fed)) (?:the )?(?:softmax(?:ed)?|normali[sz]ed|class )?\s?(?:probabilities|softmax outputs?|softmax-normali[sz]ed)\b",
        without=r"target|label|logits|class probabilities|\bsoft\b|unnormali[sz]ed|log-prob",
    ),
    contradicts(
        "CrossEntropyLoss applies log_softmax itself; a softmax before it is applied twice.",
        _CE,
        r"\b(?:apply|add|use|put|place|insert|append)\b.{0,12}\bsoftmax\b.{0,25}\bbefore\b",
        without=r"twice|mistake|bug|already|itself|internally|unnecessar|redundan",
    ),
    supports(
        "CrossEntropyLoss takes logits.",
        _CE,
        r"\b(?:logits|raw scores|unnormali[sz]ed scores|log[_-]?softmax (?:itself|internally)|combines? log[_-]?softmax)\b",
        r"\b(?:expects?|takes?|requires?|applies|wants?|needs?|combines?|accepts?|receives?|given)\b",
        negated=True,
        without=r"\bnot (?:\w+ )?logits|probabilities, not",
    ),
)
_WEIGHTED = (
    contradicts(
        "With class weights the mean of CrossEntropyLoss divides by the sum of the weights of the targets, not by N.",
        _CE,
        r"\bweights?\b",
        r"\b(?:mean|average\w*)\b",
        r"\bdivid\w+ by (?:the )?(?:`?N`?\b|`?n`?\b|batch size|number of (?:samples|examples|elements|targets))",
        without=r"sum of (?:the )?weights|label_smoothing|accumulat|sample weight",
    ),
    supports(
        "With class weights the mean divides by the sum of the weights.",
        _CE,
        r"\bweight\w*\b",
        r"\bdivid\w+ by (?:the )?sum of (?:the |their )?(?:\w+ )?weights|\bweighted (?:mean|average)\b",
    ),
)
_KL = (
    contradicts(
        'kl_div with reduction="mean" divides by the number of elements; "batchmean" divides by the batch size.',
        r"\b(?:KLDivLoss|kl_div)\b",
        r"[\"'“`]mean[\"'”`]",
        r"\bbatch size\b|\bnumber of (?:samples|distributions)\b",
        without=r"batchmean",
    ),
    contradicts(
        "The input of kl_div is expected as log-probabilities.",
        r"\b(?:KLDivLoss|kl_div)\b",
        r"\b(?:expects?|takes?)\b.{0,12}\b(?:two probability distributions|(?:the )?inputs? (?:to be|as) probabilities|probabilities for both)\b",
        without=r"log",
    ),
    supports(
        "The input of kl_div is expected as log-probabilities.",
        r"\b(?:KLDivLoss|kl_div)\b",
        r"\blog[- ](?:probabilit\w+|space)\b|\blog_softmax\b",
        r"\binput|first argument|expects?",
        without="target",
    ),
)
_NLL = (
    contradicts(
        "NLLLoss takes log-probabilities; it applies no logarithm.",
        r"\b(?:NLLLoss|nll_loss)\b",
        r"\b(?:expects?|takes?|requires?) (?:raw )?(?:logits|(?<!log-)(?<!log )probabilities)\b",
        without=r"CrossEntropy|log[-_ ]?(?:prob|soft)",
    ),
    supports(
        "NLLLoss takes log-probabilities.",
        r"\b(?:NLLLoss|nll_loss)\b",
        r"\blog[- ]probabilit\w+\b|\blog[-_]?softmax\b",
        r"\b(?:expects?|takes?|requires?|on|after|needs?)\b",
    ),
)


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    index, smooth, delta = result["ignore_index"], result["smooth_l1_beta"], result["huber_delta"]
    return (
        observe(
            result,
            "/cross_entropy_takes",
            f"cross_entropy takes {result['cross_entropy_takes']} ({result['on_logits']:.4g}; on probabilities it returns {result['on_probabilities']:.4g})",
            _TAKES if result["cross_entropy_takes"] == "logits" else (),
        ),
        observe(
            result,
            "/weighted_mean",
            f"with class weights its mean divides by the {result['weighted_mean']}",
            _WEIGHTED if result["weighted_mean"] == "sum of weights" else (),
        ),
        observe(
            result,
            "/ignore_index",
            f"its ignore_index is {index} by default; the mean is over the targets {result['ignored_mean']}",
            default(_CE, "ignore_index", index, "CrossEntropyLoss's ignore_index"),
        ),
        observe(
            result,
            "/label_smoothing",
            f"its label_smoothing is {result['label_smoothing']} by default",
            default(_CE, "label[_ ]smoothing", result["label_smoothing"], "CrossEntropyLoss's label_smoothing"),
        ),
        observe(result, "/reduction", f"its reduction is {result['reduction']} by default", _reduction(result["reduction"])),
        observe(result, "/nll_takes", f"nll_loss takes {result['nll_takes']}", _NLL if result["nll_takes"] == "log-probabilities" else ()),
        observe(
            result,
            "/bce_with_logits",
            f"binary_cross_entropy_with_logits applies the sigmoid itself: {result['bce_with_logits']}; binary_cross_entropy of 3.0 raises {result['bce_on_logits']}",
        ),
        observe(
            result,
            "/kl_mean_divides_by",
            f"kl_div takes {result['kl_takes']} and its mean divides by the number of {result['kl_mean_divides_by']}",
            _KL if (result["kl_takes"], result["kl_mean_divides_by"]) == ("log-probabilities", "elements") else (),
        ),
        observe(result, "/mse_reduction", f"mse_loss: {result['mse_reduction']} by default"),
        observe(
            result,
            "/smooth_l1_beta",
            f"SmoothL1Loss's beta is {smooth} by default",
            default(r"\bSmoothL1Loss\b", "beta", smooth, "SmoothL1Loss's beta"),
        ),
        observe(
            result,
            "/huber_delta",
            f"HuberLoss's delta is {delta} by default",
            default(r"\bHuberLoss\b", "delta", delta, "HuberLoss's delta"),
        ),
    )


def _reduction(value: str) -> tuple[Any, ...]:
    others = "|".join(word for word in ("sum", "none", "mean") if word != value)
    owner = r"\b(?:CrossEntropyLoss|cross_entropy|MSELoss|mse_loss|BCELoss|NLLLoss|L1Loss)\b"
    return (
        contradicts(
            f'The default reduction is "{value}".',
            owner,
            rf"\breduction`?\s*=\s*[\"'“`](?:{others})[\"'”`] by default|\breduction`? defaults? to [\"'“`]+(?:{others})\b|\bdefault reduction (?:(?:of|for|in) [\w.]+ )?is [\"'“`]*(?:{others})\b",
            without="batchmean",
        ),
        supports(
            f'The default reduction is "{value}".',
            owner,
            rf"\breduction`?\s*=\s*[\"'“`]{value}[\"'”`].{{0,5}}default|\breduction`? defaults? to [\"'“`]+{value}\b|\bdefault reduction (?:(?:of|for|in) [\w.]+ )?is [\"'“`]*{value}\b",
        ),
    )


PROBE = Probe(
    name="losses",
    question="Do the loss functions take logits, probabilities or log-probabilities, and by what does their mean divide?",
    success="each result agrees with one of the formulas to 1e-9",
    failure="a result agrees with none",
    triggers=(
        r"\bCrossEntropyLoss\b|\bcross_entropy\b",
        r"\bNLLLoss\b|\bnll_loss\b",
        r"\bKLDivLoss\b|\bkl_div\b",
        r"\bBCE\w*Loss\b|\bbinary_cross_entropy\w*",
        r"\bMSELoss\b|\bmse_loss\b",
        r"\bSmoothL1Loss\b|\bHuberLoss\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
