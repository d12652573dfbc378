"""Which sentences of a book the observations of probes confirm or refute, on results that were recorded with torch 2.13.0."""

from __future__ import annotations

import pytest
from probing import observed

from sandbox.probes import readings_of

TRUE = [
    "For one code object Dynamo keeps at most eight compiled entries, which is the recompile limit.",
    "The default of `recompile_limit` is 8.",
    "By default, torch._dynamo.config.cache_size_limit is 8; it is an alias of recompile_limit.",
    "The first eight distinct sequence lengths each produced a cached static specialization.",
    "Request 6 reused the already-seen T=19 specialization in milliseconds.",
    "At request 9, the ninth distinct length failed all eight cached guards and did not create a ninth specialization.",
    "A later request matching one of the eight existing guard sets could still reuse its compiled graph.",
    "When the recompile limit is reached, the call falls back to eager and Dynamo logs a warning.",
    "Nothing is evicted when the recompile limit is hit.",
    "Entries that were already compiled stay in use for the calls whose inputs satisfy them.",
    "Under `fullgraph=True` the call beyond the limit raises FailOnRecompileLimitHit.",
    "torch._dynamo hit config.recompile_limit (8)",
    "With dynamic=False, each distinct shape triggers a recompilation.",
    "With `dynamic=None` the first size is assumed static and becomes symbolic once it is seen to change.",
    "Under dynamic=True one graph serves all the sizes.",
    "Two sizes stay special: the sizes 0 and 1 get their own graphs even under dynamic=True.",
    "A print between two operations causes a graph break.",
    "A call to .item() causes a graph break.",
    "With fullgraph=True, a graph break raises an Unsupported error.",
    "The default value of `dynamic` is None, so `dynamic=None` is the default.",
    "A recompilation is silent: it prints nothing by default.",
    'TORCH_LOGS="recompiles" prints the reason of each recompilation.',
    "A call under torch.no_grad() after a call outside it compiles a second graph.",
    "A different dtype makes Dynamo recompile.",
    "The stance fail_on_recompile turns a recompilation into an error.",
    "The stance eager_on_recompile reuses what is cached and runs the rest eagerly.",
    "torch.compile returns at once: the work starts when the function is first called.",
    "The keys in the state_dict carry the prefix _orig_mod.",
    "The default backend is inductor.",
    "A warm on-disk cache does not prevent recompilations; it makes each of them cheaper.",
    "The FX graph cache is on by default.",
    "Side effects are replayed on every call of the compiled bytecode.",
    "Dynamo unrolls a Python loop of fixed length into the graph.",
    "Under inductor, the same seed gives random numbers that differ from eager mode.",
    "With fallback_random inductor draws the same numbers as eager mode.",
    "Gradients still flow through a graph break.",
    "For torch.export, strict=False is the default.",
    'The default float32_matmul_precision is "highest".',
    "Adam's weight decay has its counterpart in AdamW, where the decay is decoupled from the gradient.",
    "In Adam, eps defaults to 1e-8.",
    "AdamW's weight_decay defaults to 0.01.",
    "BatchNorm's momentum defaults to 0.1.",
    "Batch normalization updates running_var with the unbiased variance.",
    "torch.std divides by N - 1 by default.",
    "CrossEntropyLoss expects logits and applies log_softmax itself.",
    "In training, dropout scales the kept elements by 1/(1 - p).",
    "Dropout is a no-op in eval mode.",
    "Gradients accumulate: each backward call adds to .grad.",
    "An in-place change of a leaf that requires grad raises a RuntimeError.",
    "A tensor made in inference_mode cannot be saved for backward.",
    "detach() shares storage with the original tensor.",
    "DataLoader's shuffle defaults to False.",
    "The weight of nn.Linear has shape (out_features, in_features).",
    "In key_padding_mask, True marks the keys that are ignored.",
    "For scaled_dot_product_attention a boolean mask with True means that the position takes part in attention.",
]

FALSE = [
    "When the recompile limit is reached, Dynamo evicts the oldest entry.",
    "At the limit the least recently used graph is discarded and Dynamo compiles a new one.",
    "When the limit is reached, a ninth graph is compiled in its place.",
    "After the limit is hit, every call runs eagerly from then on.",
    "Once the limit is hit, the whole function runs eagerly for good.",
    "When the recompile limit is hit, torch.compile raises an exception.",
    "There are eight recompilations after the first compilation before Dynamo gives up.",
    "The limit counts recompilations and leaves the first compilation out, so nine graphs of one function can live side by side.",
    "The default of recompile_limit is 64.",
    "The default recompile_limit is 64.",
    "The cache_size_limit defaults to 64.",
    "`accumulated_recompile_limit`, which is 64 by default",
    "cache_size_limit was removed, and setting it raises an AttributeError.",
    "A warm on-disk cache avoids recompilation altogether.",
    "With a warm Inductor cache (TORCHINDUCTOR_CACHE_DIR) there are no recompilations.",
    "fullgraph=True silently falls back to eager when it meets something unsupported.",
    "A print does not cause a graph break.",
    "The call print() causes no graph break.",
    "With dynamic=None the function compiles once for all shapes.",
    "Setting `dynamic=False` makes the compiler try a symbolic size first and specialize only when an operator forces it to.",
    "`dynamic=False` is the default.",
    "With dynamic=True every new size triggers a recompilation.",
    "The limit is hit silently: Dynamo falls back without any message at the recompile limit, so it logs nothing.",
    "A recompilation prints a warning by default.",
    "torch.compile returns a ScriptModule.",
    "torch.compile compiles the model immediately, when it is wrapped.",
    "The default backend of torch.compile is aot_eager.",
    'backend="eager" disables Dynamo.',
    "A different dtype does not trigger a recompilation.",
    "fail_on_recompile falls back to eager.",
    "Under torch.compile one seed gives the same random numbers as in eager mode.",
    "A graph break cuts off the gradient: autograd stops there.",
    "For torch.export, strict=True is the default.",
    'float32_matmul_precision is "high" by default: its default is "high".',
    "Adam's weight_decay defaults to 0.01.",
    "Adam's eps defaults to 1e-7.",
    "In AdamW the weight_decay defaults to 0.",
    "BatchNorm's momentum defaults to 0.9.",
    "Batch normalization updates running_var with the biased variance.",
    "torch.std computes the population standard deviation by default.",
    "CrossEntropyLoss expects softmax probabilities.",
    "CrossEntropyLoss expects probabilities.",
    "Dropout multiplies the activations by 1 - p at inference time.",
    "In nn.Dropout, p is the probability of keeping an element.",
    "Each call of backward() overwrites the previous gradients.",
    "requires_grad is True by default for tensors: a tensor has requires_grad=True by default.",
    "An in-place change of a leaf tensor is always allowed.",
    "inference_mode is just an alias of no_grad.",
    "detach() returns a copy of the tensor.",
    "DataLoader's shuffle defaults to True.",
    "The weight of nn.Linear has shape (in_features, out_features).",
    "In key_padding_mask, True marks positions that take part in attention.",
    "model.eval() disables gradient tracking.",
    "optimizer.zero_grad() by default sets the gradients to zeros.",
    "clip_grad_norm_ returns the norm after clipping.",
    "With class weights the mean of CrossEntropyLoss is divided by the number of samples, whatever the weights.",
    "By default, exceeding the recompile limit raises an error.",
    "By default Dynamo allows 16 recompilations.",
    "The option cache_size_limit has been removed.",
    "With the disk cache warm, no recompilation takes place.",
    "With fullgraph=True, unsupported code silently runs in eager mode.",
    "By default, torch.compile recompiles for every new shape.",
    "dynamic=True also covers sizes 0 and 1 with the same graph.",
    "The recompile limit is hit silently: no warning is printed.",
    "eager_on_recompile raises an error when a recompilation is needed.",
    "By default, Adam uses a learning rate of 0.01.",
    "By default, the DataLoader shuffles the data.",
    "torch.median returns the mean of the two middle values for an even number of values.",
    "torch.no_grad() disables dropout.",
    "Guards check the values of input tensors.",
    "torch._dynamo.config.log_level = logging.INFO",
]

LOOK_ALIKES = [
    # another mechanism
    "The KV cache evicts the oldest entry when its limit is reached.",
    "When the LRU limit of functools.lru_cache is reached, the least recently used entry is discarded.",
    "The memory limit evicts the oldest page from the buffer.",
    "The allocator drops the oldest cached block when the limit is hit.",
    "In JAX, jit compiles once for every new shape.",
    "In TensorFlow, tf.function compiles a ninth graph when it meets another shape.",
    # hedges, history, suppositions
    "A common misconception is that Dynamo evicts the oldest entry at the limit.",
    "In PyTorch 1.13 the default of recompile_limit was 64.",
    "Early versions kept 64 entries; their default cache_size_limit was 64.",
    "You might expect the oldest graph to be evicted at the limit.",
    "Does Dynamo evict the oldest graph at the limit?",
    "If it were otherwise, Dynamo would have evicted the oldest graph at the limit.",
    "Contrary to a widespread belief, at the limit the oldest graph is discarded by nobody.",
    # conditions
    "With the limit raised to 16, a ninth graph is compiled.",
    "If you set recompile_limit to 64, more graphs are cached.",
    "We set recompile_limit = 64 in place of the default.",
    "With fail_on_recompile_limit_hit the recompile limit raises an exception.",
    "The remaining previously unseen lengths then ran eagerly in milliseconds.",
    "After the limit is hit, every call with a new shape runs eagerly.",
    "Past the limit all later requests whose shapes are unknown run eagerly.",
    "This cache allows Inductor to avoid recompilation across process boundaries.",
    "A warm cache avoids recompiling the kernels of the same graph in another process.",
    "If a print is removed, there is no graph break.",
    "Printing only once does not matter here.",
    "With torch._dynamo.config.reorderable_logging_functions a print does not cause a graph break.",
    "Unlike plain compilation, fullgraph=True raises an error where torch.compile falls back.",
    "With dynamic=None and one shape alone, the function compiles once.",
    "dynamic=False avoids symbolic shapes.",
    "A static service compiles once per shape.",
    # other owners and other values
    "In Keras, Adam's epsilon defaults to 1e-7.",
    "We use Adam with eps=1e-6.",
    "Adam's eps defaults to 10^-8.",
    "Adam's eps defaults to 1 \u00d7 10\u207b\u2078.",
    "Unlike AdamW, where weight_decay defaults to 0.01, Adam's weight_decay is 0 by default.",
    "Keras' BatchNormalization has momentum 0.99 by default.",
    "np.std divides by N by default, torch.std by N - 1.",
    "The original paper multiplies by p at test time in dropout.",
    "Soft targets of CrossEntropyLoss may be class probabilities.",
    "CrossEntropyLoss accepts class probabilities as target.",
    "A softmax before CrossEntropyLoss is a mistake.",
    "Our own linear layer stores its weight with shape (in_features, out_features).",
    "nn.Linear computes x @ W.T, so the transposed weight has shape (in_features, out_features).",
    "zero_grad(set_to_none=False) fills the gradients with zeros.",
    "Parameters have requires_grad=True by default.",
    "Under no_grad an in-place change of a leaf is allowed.",
    "detach().clone() returns a copy.",
    "model.eval() and torch.no_grad() together disable gradient tracking.",
    "In the float mask, True values are converted to -inf and so masked out.",
    "The training data are shuffled by default in our pipeline.",
    "The service answered all thirteen requests in 0.15 seconds.",
    "Kernels were generated.",
    "A compiled program that produces correct numbers has proved only that it is correct.",
    "one backend works and another fails",
    "the logs mention recompilation and you cannot tell what invalidated the graph",
    "silent fallback to eager",
    "No GPT is built here.",
    "Without any limit the stalls would take 20 minutes; with a limit of 8 every further new size is served by eager code.",
    "The limit makes the bill smaller and the symptom quieter.",
    "x.grad.zero_()  # Reset the gradient\ny = x.sum()\ny.backward()",
    "Since inference_mode is equivalent to no_grad with some optimizations, we turn on no_grad here.",
    "A wrapped module is easy to confuse with the module inside it.",
    "compiled outputs agree with eager to a maximum absolute difference of 7e-7",
]  # fmt: skip


CONFIRMED_NOWHERE = [
    "After a bounded number of recompiles, the recompile_limit, the compiler gives up on that function and runs it eager from then on.",
    "graph reuse, recompilation, silent fallback to eager",
    "whether to decouple the weight decay as in AdamW to obtain NAdamW",
    "Prints whenever Dynamo decides that it needs to graph break",
    "If we hit recursion limits, fall back to a no-op replace function.",
    "Request 6 took 2.1 ms, request 7 compiled.",
]


def relations(statement: str) -> set[str]:
    return {reading.relation for _, reading in readings_of(observed(), statement)}


@pytest.mark.parametrize("statement", TRUE)
def test_a_true_statement_is_never_contradicted_and_these_are_confirmed(statement: str) -> None:
    """A statement that the runs bear out is confirmed by one of them."""
    assert relations(statement) == {"SUPPORTS"}


@pytest.mark.parametrize("statement", FALSE)
def test_a_false_statement_is_contradicted(statement: str) -> None:
    """A statement that a run refutes is contradicted, and nothing confirms it."""
    assert "CONTRADICTS" in relations(statement)


@pytest.mark.parametrize("statement", LOOK_ALIKES)
def test_a_look_alike_is_not_contradicted(statement: str) -> None:
    """Hedged, conditional, historical and foreign statements are left alone, for a wrong contradiction costs more than a miss."""
    assert "CONTRADICTS" not in relations(statement)


@pytest.mark.parametrize("statement", CONFIRMED_NOWHERE)
def test_words_in_common_are_no_confirmation(statement: str) -> None:
    """A statement that says something else, or something false, in the same words is not confirmed."""
    assert "SUPPORTS" not in relations(statement)
