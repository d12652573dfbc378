# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Autograd's rules: accumulation, leaves, in-place changes, no_grad and inference_mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
import warnings
warnings.simplefilter("ignore")

w = torch.ones(2, requires_grad=True)
(w * 3).sum().backward()
(w * 3).sum().backward()
accumulated = w.grad.tolist()
leaf = torch.ones(2, requires_grad=True)
def in_place(): leaf.add_(1)
def in_place_free():
    with torch.no_grad():
        leaf.add_(1)
hidden = leaf * 2
hidden.sum().backward()
def twice():
    y = torch.ones(2, requires_grad=True).exp().sum()
    y.backward()
    y.backward()
def vector(): (torch.ones(2, requires_grad=True) * 2).backward()
def integer(): torch.ones(2, dtype=torch.int64, requires_grad=True)
def saved():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    y.add_(1)
    y.sum().backward()
x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    quiet = x * 2
    inside = torch.nn.Linear(2, 2).weight.requires_grad
with torch.inference_mode():
    inferred = x * 2
detached = x.detach()
frozen = torch.nn.Linear(2, 2)
cloned = x.clone()
total = torch.nn.utils.clip_grad_norm_([w], 1.0)
def numpy_of(): x.numpy()
finish({
    "accumulated": accumulated, "tensor_requires_grad": torch.ones(1).requires_grad, "parameter_requires_grad": torch.nn.Parameter(torch.ones(1)).requires_grad,
    "in_place_on_leaf": attempt(in_place), "in_place_no_grad": attempt(in_place_free), "hidden_grad": hidden.grad is None, "twice": attempt(twice),
    "vector_backward": attempt(vector), "integer_leaf": attempt(integer), "in_place_saved": attempt(saved),
    "no_grad_requires": quiet.requires_grad, "parameter_made_in_no_grad": inside, "inference_later_use": attempt(lambda: (x * inferred).sum().backward()),
    "no_grad_later_use": attempt(lambda: (x * quiet).sum().backward()), "inference_in_place_later": attempt(lambda: inferred.add_(1)),
    "detach_shares": detached.data_ptr() == x.data_ptr(), "clone_in_graph": cloned.grad_fn is not None,
    "clip_returns": round(float(total), 4), "clipped_norm": round(float(w.grad.norm()), 4), "numpy": attempt(numpy_of),
    "eval_requires": frozen.eval().weight.requires_grad, "eval_grad_enabled": frozen.eval()(torch.ones(1, 2)).requires_grad,
})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    r = result
    return (
        observe(
            r,
            "/accumulated",
            f"two calls of backward leave .grad = {r['accumulated']}: gradients are added up",
            _accumulates() if r["accumulated"] == [6.0, 6.0] else (),
        ),
        observe(
            r,
            "/tensor_requires_grad",
            f"requires_grad of a tensor is {r['tensor_requires_grad']} by default, of a Parameter {r['parameter_requires_grad']}",
            _requires() if not r["tensor_requires_grad"] else (),
        ),
        observe(
            r,
            "/in_place_on_leaf/raised",
            f"an in-place change of a leaf that requires grad raises {r['in_place_on_leaf']['raised']}; under no_grad {r['in_place_no_grad']['raised']}",
            _leaf(r) if r["in_place_on_leaf"]["raised"] else (),
        ),
        observe(r, "/hidden_grad", f".grad of a tensor that is no leaf is None: {r['hidden_grad']}"),
        observe(
            r,
            "/twice/raised",
            f"a second backward through one graph raises {r['twice']['raised']}",
            _twice(r) if r["twice"]["raised"] else (),
        ),
        observe(r, "/vector_backward/raised", f"backward of a tensor with several elements raises {r['vector_backward']['raised']}"),
        observe(r, "/integer_leaf/raised", f"requires_grad on an integer tensor raises {r['integer_leaf']['raised']}"),
        observe(r, "/in_place_saved/raised", f"an in-place change of a saved result raises {r['in_place_saved']['raised']} at backward"),
        observe(
            r,
            "/inference_later_use/raised",
            f"a result of inference_mode used in autograd later raises {r['inference_later_use']['raised']}; one of no_grad {r['no_grad_later_use']['raised']}",
            _inference() if r["inference_later_use"]["raised"] and not r["no_grad_later_use"]["raised"] else (),
        ),
        observe(
            r,
            "/detach_shares",
            f"detach() shares storage: {r['detach_shares']}; clone() stays in the graph: {r['clone_in_graph']}",
            _detach() if r["detach_shares"] else (),
        ),
        observe(
            r,
            "/clip_returns",
            f"clip_grad_norm_ returns {r['clip_returns']}, the norm before clipping; afterwards it is {r['clipped_norm']}",
            _clip() if r["clip_returns"] > r["clipped_norm"] else (),
        ),
        observe(
            r,
            "/eval_grad_enabled",
            f"model.eval() leaves gradients on: the output requires grad: {r['eval_grad_enabled']}",
            _eval() if r["eval_grad_enabled"] else (),
        ),
    )


def _accumulates() -> tuple[Any, ...]:
    return (
        contradicts(
            "backward() adds to .grad; it does not replace it.",
            r"\bbackward\b(?:\(\))?,? (?:\w+ ){0,3}(?:overwrites|replaces|resets) (?:the )?(?:\w+ )?(?:gradients?|contents of)\b|"
            r"\bbackward\b.{0,30}\b(?:gradients? (?:is|are)|\.grad is) (?:overwritten|replaced|reset)\b",
            without=r"zero_grad|accumulat|add(?:s|ed)|\bset_to_none|hook|optimizer\.step",
        ),
        supports(
            "backward() adds to .grad.",
            r"\bgradients? (?:\w+ )?(?:accumulates?|(?:is|are) (?:accumulated|added|summed)|adds? up)\b|\bbackward(?:\(\))?\b.{0,25}\b(?:accumulates|adds)\b",
            r"\bbackward\b|\bby default\b|\bzero_grad\b",
            without=r"accumulation steps|micro|overwrit|\bdoes not accum",
        ),
    )


def _requires() -> tuple[Any, ...]:
    return (
        contradicts(
            "requires_grad of a tensor is False by default; of a Parameter it is True.",
            r"\btensors?\b",
            r"\brequires_grad`?\s*(?:=|is|defaults? to) ?`?True`? (?:by default|is the default)|\brequires_grad`? defaults? to `?True",
            without=r"[Pp]arameter|module|layer|weights|\bnn\.",
        ),
        supports(
            "requires_grad of a tensor is False by default.",
            r"\btensors?\b",
            r"\brequires_grad`?\s*(?:=|is|defaults? to|is set to) ?`?False`?(?: by default|\b.{0,8}default)?",
            r"\bdefault",
            without=r"[Pp]arameter",
        ),
    )


def _leaf(result: Mapping[str, Any]) -> tuple[Any, ...]:
    raised = result["in_place_on_leaf"]["raised"]
    return (
        supports(
            f"An in-place change of a leaf that requires grad raises {raised}.",
            r"\bin[- ]?place\b",
            r"\bleaf\b",
            r"\b(?:raises?|errors?|RuntimeError|forbidden|not allowed|illegal|prohibit\w*|cannot)\b",
            negated=True,
            without=r"non-leaf|not a leaf",
        ),
        contradicts(
            f"An in-place change of a leaf that requires grad raises {raised}.",
            r"\bin[- ]?place\b",
            r"(?<!non-)\bleaf (?:tensors?|variables?|parameters?)?\b",
            r"\b(?:is|are) (?:always )?(?:allowed|permitted|fine|safe|legal|supported)\b",
            without=r"no_grad|inference|requires_grad\s*=\s*False|optimizer|\.data|detach",
        ),
    )


def _twice(result: Mapping[str, Any]) -> tuple[Any, ...]:
    raised = result["twice"]["raised"]
    return (
        supports(
            f"A second backward through one graph raises {raised} unless retain_graph=True.",
            r"\bbackward\b",
            r"\b(?:twice|second time|second call|second backward|again)\b",
            r"\b(?:raises?|error\w*|RuntimeError|fails?|freed|retain_graph)\b",
            negated=True,
            without=r"\bno error|n['’]t raise|not raise",
        ),
        contradicts(
            "The graph is freed by backward(): a second call raises unless retain_graph=True.",
            r"\bbackward\(\)",
            r"\b(?:the )?(?:computation(?:al)? |autograd )?graph\b",
            r"\b(?:is|stays|remains) (?:kept|retained|alive|in memory)\b.{0,30}\b(?:after|by default)\b",
            without=r"retain_graph|until|freed|create_graph",
        ),
    )


def _inference() -> tuple[Any, ...]:
    return (
        contradicts(
            "Unlike those of no_grad, results of inference_mode cannot be saved for backward later: it raises.",
            r"\binference_mode\b",
            r"\b(?:can|may) (?:later |still |safely |freely )*(?:be used|take part|participate|be recorded|enter)\b.{0,30}\b(?:autograd|gradient|backward|training)",
            without=r"\bclone|no_grad tensors|\bwhile\b|\bbut\b|unlike",
        ),
        contradicts(
            "inference_mode is not the same as no_grad: its results cannot be saved for backward later.",
            r"\binference_mode\b",
            r"\bno_grad\b",
            r"\b(?:is|are) (?:just |merely |simply )?(?:an? )?(?:alias|interchangeable|synonym\w*|the same thing)\b",
            without=r"\bexcept|almost|nearly|mostly|for (?:most|many)|numerically|results are identical",
        ),
        supports(
            "Results of inference_mode cannot be saved for backward later.",
            r"\binference(?:_mode| tensors?| mode)\b",
            r"\b(?:cannot|can['’]t|not|never|raises?|error)\b",
            r"\b(?:autograd|backward|gradient|requires? grad|saved for backward)\b",
            negated=True,
        ),
    )


def _detach() -> tuple[Any, ...]:
    return (
        contradicts(
            "detach() shares storage with the tensor; it copies nothing.",
            r"\bdetach\(\)",
            r"\bdetach\(\)`? (?:\w+ ){0,2}(?:copies|makes a (?:deep )?copy|returns a (?:deep )?copy|clones|allocates)\b",
            without=r"clone\(\)|numpy|cpu\(\)|share|\.copy",
        ),
        supports(
            "detach() shares storage with the tensor.",
            r"\bdetach(?:\(\))?\b",
            r"\bshares?\b.{0,20}\b(?:storage|memory|data)\b|\bsame (?:storage|memory|data)\b",
            without=r"\bnot share|clone",
        ),
    )


def _clip() -> tuple[Any, ...]:
    return (
        contradicts(
            "clip_grad_norm_ returns the norm before clipping.",
            r"\bclip_grad_norm_\b",
            r"\breturns? (?:the )?(?:\w+ )?(?:clipped norm|norm (?:of the gradients )?after clipping|new norm|clipped gradients)\b",
            without="before",
        ),
        supports(
            "clip_grad_norm_ returns the norm before clipping.",
            r"\bclip_grad_norm_\b",
            r"\breturns?\b",
            r"\bnorm\b.{0,40}\b(?:before|prior to|unclipped)|\btotal norm\b",
            without="after clipping",
        ),
    )


def _eval() -> tuple[Any, ...]:
    return (
        contradicts(
            "model.eval() does not switch gradients off; torch.no_grad() does.",
            r"\b(?:model|module|net)?\.?eval\(\)",
            r"\beval\(\)`?(?: mode)? (?:also |automatically )?(?:disables?|turns? off|switches? off|stops?|prevents?)\b.{0,25}\b(?:gradients?|autograd|gradient (?:tracking|computation))\b",
            without=r"no_grad|dropout and",
        ),
        supports(
            "model.eval() does not switch gradients off.",
            r"\beval\(\)",
            r"\b(?:does not|doesn['’]t|not|never)\b.{0,25}\b(?:disable|turn off|switch off|stop|affect)\b.{0,25}\b(?:gradients?|autograd|grad mode)",
            negated=True,
        ),
    )


PROBE = Probe(
    name="gradients",
    question="How do gradients accumulate, which in-place changes raise, and how do no_grad, inference_mode, detach and eval differ?",
    success="each rule is decided by one call",
    failure="a rule cannot be decided",
    triggers=(
        r"\brequires_grad\b",
        r"\bno_grad\b|\binference_mode\b",
        r"\.backward\(|\bbackward\(\)",
        r"\bzero_grad\b",
        r"\bdetach\(\)",
        r"\bclip_grad_norm_\b",
        r"\bautograd\b",
        r"\bleaf (?:tensor|variable)",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
