# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What autograd, layers, optimizers, schedules, number types and loaders of torch do where books put it in words alone."""

from __future__ import annotations

from sandbox.probes.answer_words import ACCEPTED, COPIED, RAISED, SHARED
from sandbox.probes.questions import Question, questions_probe

SETUP = r"""
import inspect
import warnings
warnings.simplefilter("ignore")
F = torch.nn.functional
torch.manual_seed(0)

def close(left, right):
    return bool(torch.allclose(torch.as_tensor(left, dtype=torch.float64), torch.as_tensor(right, dtype=torch.float64), atol=1e-6))

def either(truth, yes, no):
    return yes if truth else no

def raised(action):
    return either(attempt(action)["raised"], "raises an error", "is accepted")

def non_leaf():
    w = torch.ones(2, requires_grad=True)
    h = w * w
    h.sum().backward()
    return either(h.grad is None, "is None", "holds its gradient")

def added_up():
    w = torch.ones(2, requires_grad=True)
    w.sum().backward()
    w.sum().backward()
    return either(w.grad.tolist() == [2.0, 2.0], "are added up", "are replaced")

def again(**options):
    y = torch.ones(2, requires_grad=True).exp().sum()
    y.backward(**options)
    y.backward()

def emptied(**options):
    w = torch.nn.Parameter(torch.ones(1))
    w.sum().backward()
    torch.optim.SGD([w], lr=0.1).zero_grad(**options)
    return either(w.grad is None, "None", "zeros")

def instance_norm():
    layer = torch.nn.InstanceNorm2d(3)
    x = torch.randn(2, 3, 4, 4)
    layer(x * 5)
    layer.eval()
    own = (x - x.mean((2, 3), keepdim=True)) / (x.var((2, 3), keepdim=True, correction=0) + layer.eps).sqrt()
    return either(close(layer(x), own), "those of the instance", "stored ones")

def cosine_beyond():
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1.0)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
    rates = []
    for _ in range(8):
        optimizer.step()
        schedule.step()
        rates.append(optimizer.param_groups[0]["lr"])
    return either(rates[-1] > 0.5, "climbs again", "stays at the minimum")

def collated(value):
    return str(torch.utils.data.default_collate([value, value]).dtype).removeprefix("torch.")

def autocast(action):
    with torch.autocast("cpu"):
        return str(action().dtype).removeprefix("torch.")

def integer_sum(kind):
    return str(torch.ones(3, dtype=kind).sum().dtype).removeprefix("torch.")

def momentum():
    layer = torch.nn.BatchNorm1d(1)
    layer(torch.full((8, 1), 10.0) + torch.randn(8, 1) * 1e-4)
    return either(close(layer.running_mean[0].item(), 1.0) or abs(layer.running_mean[0].item() - 1.0) < 0.01, "the new observation", "the old value")

def updates_in_eval():
    layer = torch.nn.BatchNorm1d(1).eval()
    layer(torch.full((8, 1), 10.0))
    return either(layer.running_mean[0].item() == 0.0, "stay as they are", "are updated")

def updates_in_no_grad():
    layer = torch.nn.BatchNorm1d(1)
    with torch.no_grad():
        layer(torch.full((8, 1), 10.0))
    return either(layer.running_mean[0].item() == 0.0, "stay as they are", "are updated")

def padded_embedding():
    layer = torch.nn.Embedding(4, 2, padding_idx=0)
    layer(torch.tensor([0, 1])).sum().backward()
    return either(layer.weight.grad[0].abs().sum().item() == 0.0, "gets no gradient", "is trained")

def ignored():
    logits, target = torch.randn(4, 3), torch.tensor([0, 1, -100, -100])
    return either(close(F.cross_entropy(logits, target), F.cross_entropy(logits[:2], target[:2])), "the targets that count", "all targets")

def decoupled(kind):
    w = torch.nn.Parameter(torch.ones(1, dtype=torch.float64))
    optimizer = getattr(torch.optim, kind)([w], lr=0.1, weight_decay=0.1)
    w.grad = torch.zeros(1, dtype=torch.float64)
    optimizer.step()
    return either(close(w.item(), 0.99), "shrinks the weights directly", "is added to the gradient")

def first_rate():
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1.0)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
    rates = []
    for _ in range(3):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return rates

def warm_restart():
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1.0)
    schedule = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=4)
    for _ in range(4):
        optimizer.step()
        schedule.step()
    return either(optimizer.param_groups[0]["lr"] == 1.0, "jumps back", "stays low")

def last_batch(**options):
    return len(list(torch.utils.data.DataLoader(list(range(10)), batch_size=4, **options)))

def shuffled():
    data = list(range(100))
    return either([x for b in torch.utils.data.DataLoader(data, batch_size=10) for x in b.tolist()] == data, "keeps the order", "shuffles")

def viewed(action):
    x = torch.arange(6.0).reshape(2, 3)
    return either(action(x).untyped_storage().data_ptr() == x.untyped_storage().data_ptr(), "shares memory", "is a copy")

def lstm_output():
    return either(tuple(torch.nn.LSTM(3, 4)(torch.ones(5, 2, 3))[0].shape) == (5, 2, 4), "the sequence", "the batch")

def rounded():
    return either(torch.tensor([0.5, 1.5, 2.5]).round().tolist() == [0.0, 2.0, 2.0], "go to the even neighbour", "go up")

class Module(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.ones(1))
        self.register_buffer("lost", torch.ones(1), persistent=False)
        self.plain = torch.ones(1)
        self.listed = [torch.nn.Linear(1, 1)]

KEYS = list(Module().state_dict())

def deterministic_dropout(training):
    return either(torch.equal(F.dropout(torch.ones(1000), 0.5, training=training), torch.ones(1000)), "is the identity", "drops")

def saved_input():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    y.add_(1)
    y.sum().backward()

def from_numpy():
    import numpy
    array = numpy.zeros(2)
    tensor = torch.from_numpy(array)
    array[0] = 1.0
    return either(tensor[0].item() == 1.0, "shares memory", "is a copy")

def stacked_argmax():
    return torch.tensor([1, 3, 3]).argmax().item()
"""

_AUTOGRAD = r"\b(?:backward|autograd|requires_grad|grad)\b"

FACTS = (
    Question("non_leaf", "non_leaf()", "After backward() .grad of a tensor that is no leaf {value}.",
        (r"(?:\bnon-?leaf\b|\bintermediate\b|\b(?:no|not a) leaf\b|\bin between\b|\b[a-z]\w*\.grad\b)", r"\bgrad"), {"is None": r"\bNone\b|\bnot (?:kept|stored|retained|populated)\b|\bempty\b", "holds its gradient": r"\.grad(?: is| holds| contains| equals| =)+ (?:the |\[|tensor\(|\(?[-−\d])|\b(?:is|are) (?:kept|stored|populated|filled) (?:as well|too)\b"}, about=r"\bnon-?leaf\b|\bintermediate\b|\bin between\b|\bnot (?:a )?lea(?:f|ves)\b", without=r"\bleaf(?<!non-leaf)(?<!no leaf)\b.{0,20}\.grad|\bw\.grad|\bweights?\.grad|retain_grad\(\) (?:was|is|has)|after retain_grad|second|\bx\.grad"),
    Question("accumulates", "added_up()", "Gradients of two backward passes {value}.",
        (r"\b(?:backward|gradients?|\.grad)\b", r"\b(?:second|twice|again|repeated|each|every|two|next|further)\b"), {"are added up": r"\b(?:add(?:s|ed)?(?: up| to)?|accumulat\w+|sum(?:s|med)?|doubl\w+)\b", "are replaced": r"\b(?:replac\w+|overwr\w+)\b|\bstarts? (?:afresh|from zero|anew)\b"}, about=_AUTOGRAD, without=r"zero_grad|set_to_none|hook|create_graph|retain_graph.{0,30}keeps|micro"),
    Question("backward_twice", "raised(again)", "A second backward() through one graph, without retain_graph, {value}.",
        (r"\bbackward\b", r"\bsecond (?:call|time|backward|pass)\b|\b(?:twice|again|once more)\b(?! the| as)|\bsecond \w*\.?backward"), {"raises an error": RAISED, "is accepted": ACCEPTED}, about=_AUTOGRAD, without=r"retain_graph ?= ?True|accumul|add|then the second|keeps|create_graph|two (?:losses|graphs)"),
    Question("zero_grad", "emptied()", "After zero_grad() every .grad is {value} by default.",
        (r"\bzero_grad\b", r"\b(?:None|zeros?|zero tensors?|0)\b"), {"None": r"\b(?:to|is|are|becomes?|be|=|sets?|holds?) (?:\w+ ){0,3}None\b|\bset_to_none ?= ?True\b", "zeros": r"\b(?:with|to|is|are|holds?|filled with|tensors? of) (?:\w+ ){0,2}(?:zeros?|zero tensors?|0)\b(?![.,]\d)|\bset_to_none ?= ?False (?:is|by) "}, without=r"set_to_none ?= ?False(?! is)|False|after .{0,20}backward|older|memory"),
    Question("leaf_in_place", "raised(lambda: torch.ones(2, requires_grad=True).add_(1))", "Changing a leaf that requires a gradient in place {value}.",
        (r"\bin[- ]place\b", r"\bleaf\b"), {"raises an error": RAISED, "is accepted": ACCEPTED}, without=r"no_grad|non-leaf|not a leaf|inference|detach|\.data"),
    Question("saved_in_place", "raised(saved_input)", "An in-place change of a value that backward needs {value}.",
        (r"\bin[- ]place\b", r"\b(?:saved|needed|needs|remembered|required) (?:\w+ ){0,3}(?:by|for|in)?\b"), {"raises an error": RAISED, "is accepted": r"\b(?:silently|quietly|unnoticed|undetected)\b|\bwrong gradients?\b"}, about=_AUTOGRAD, without=r"relu|\.data|detach|leaf"),
    Question("detach", "viewed(lambda x: x.detach())", "The result of detach() {value}.", (r"\bdetach\(\)",), {"shares memory": SHARED, "is a copy": COPIED}, without=r"clone|numpy|cpu\(\)|item"),
    Question("clone_graph", "either((torch.ones(1, requires_grad=True) * 1).clone().grad_fn is not None, 'stays in the graph', 'leaves the graph')", "The result of clone() {value}.", (r"\bclone\(\)",), {"stays in the graph": r"\b(?:stays|remains|part of|in) (?:\w+ ){0,2}graph\b|\bdifferentiable\b|\bgradients? flows?\b", "leaves the graph": r"\b(?:leaves|detach\w*|cut off|outside) (?:\w+ ){0,3}graph\b|\bdetached\b"}, about=_AUTOGRAD, without=r"detach\(\)"),
    Question("eval_grad", "either(torch.nn.Linear(1, 1).eval()(torch.ones(1)).requires_grad, 'leaves gradients on', 'switches gradients off')", "model.eval() {value}.",
        (r"\beval\(\)|\bevaluation mode\b", r"\b(?:gradients?|autograd|graph)\b"), {"switches gradients off": r"\b(?:switch\w*|turn\w*|disabl\w+|stop\w*|prevent\w*|suspend\w*)\b[^.;,]{0,25}\b(?:gradients?|autograd|graph)\b|\bgradients? (?:are|is) (?:\w+ )?(?:off|disabled|recorded)\b", "leaves gradients on": r"\b(?:gradients?|autograd|graph) (?:\w+ ){0,2}(?:recorded|still|on|built)\b|\bleaves (?:autograd|gradients)\b"}, without=r"no_grad|inference_mode|requires_grad_|frozen|checkpoint"),
    Question("buffer_saved", "either('kept' in KEYS, 'is in the state dict', 'is not in the state dict')", "A buffer {value}.", (r"\b(?:buffers?|register_buffer)\b", r"\bstate[_ ]dict\w*|\bcheckpoint\b"), {"is in the state dict": r"\b(?:is|are|gets?) (?:\w+ )?(?:in|part of|saved (?:in|with)|stored in|included in|written to) (?:the |a )?(?:state|checkpoint)\w*", "is not in the state dict": r"\b(?:left out of|absent from|omitted from)\b"}, without=r"persistent|gradient|plain|parameter(?:s)? only|optimi[sz]er"),
    Question("plain_attribute", "either('plain' in KEYS or any('listed' in key for key in KEYS), 'is in the state dict', 'is not in the state dict')", "A tensor or a plain list of layers as an attribute {value}.", (r"\b(?:plain|ordinary|Python|simple) (?:Python )?(?:list|tensor|attribute)\b",), {"is not in the state dict": r"\b(?:not|n['’]t|never) (?:\w+ )?(?:registered|found|seen|moved|trained|saved)\b|\b(?:invisible|unregistered|overlooked|missing|missed)\b", "is in the state dict": r"(?<!not )(?<!n['’]t )(?<!not be )(?<!never )\b(?:registered|found) (?:automatically|as well|too|all the same)\b|\bregisters? (?:them|it|its)\b"}, about=r"\bnn\.Module|ModuleList|state_dict|parameters\(\)", without=r"ModuleList (?:regist|makes)|ParameterList"),
    Question("instance_norm", "instance_norm()", "In evaluation mode InstanceNorm uses by default {value} as its statistics.",
        (r"\bInstanceNorm\w*|\binstance norm\w*",), {"those of the instance": r"\b(?:of (?:the|each|every|its) (?:instance|example|sample|image)|instance['’]s|own statistics|current (?:input|instance)|from the input)\b", "stored ones": r"\b(?:stored|running|saved|accumulated|recorded|tracked|moving) (?:\w+ )?(?:statistics|averages?|means?|estimates?|ones)\b"}, without=r"track_running_stats ?= ?True|batch ?norm|layer ?norm|group ?norm", by_default=True),
    Question("bn_momentum", "momentum()", "The momentum of batch normalization is the weight of {value} in the running mean.",
        (r"\bmomentum\b", r"\b(?:weight|share|fraction|multipl\w+|factor|contributes?|counts?)\b"), {"the new observation": r"\b(?:of|the|for|by) (?:\w+ )?(?:new|current|latest|incoming) (?:\w+ )?(?:batch\w*|observations?|statistics|value|mean|estimate)?\b", "the old value": r"\b(?:of|the|for|by) (?:\w+ )?(?:old|previous|running|past|existing|accumulated|former) (?:\w+ )?(?:value|mean|average|statistics|estimate)\b"}, about=r"\bbatch ?norm\w*|batch normali[sz]|running_mean", without=r"SGD|optimi[sz]er|velocity|1 ?[-−] ?momentum|0\.9|keras|\band\b"),
    Question("bn_eval", "updates_in_eval()", "In evaluation mode the running statistics of batch normalization {value}.",
        (r"\brunning (?:statistics|mean|averages?|estimates?|var\w*)|\brunning_mean\b", r"\beval\w*|\binference\b"), {"stay as they are": r"\b(?:stay|remain|left|kept|frozen|fixed|unchanged|untouched|no longer updated)\b", "are updated": r"\b(?:is|are|gets?|still|also|go on being|keeps? being) (?:\w+ )?updated\b|\b(?:still|also|goes on|continues?) (?:\w+ )?(?:updat\w+|chang\w+|mov\w+)\b"}, about=r"\bbatch ?norm\w*|batch normali[sz]|BatchNorm", without=r"no_grad|track_running_stats|train\(\)|training"),
    Question("bn_no_grad", "updates_in_no_grad()", "Under no_grad, in training mode, the running statistics of batch normalization {value}.",
        (r"\brunning (?:statistics|mean|averages?|estimates?)|\brunning_mean\b", r"\bno_grad\b"), {"stay as they are": r"\b(?:stay|remain|left|frozen|fixed|unchanged|untouched)\b|\bno_grad\b[^.;]{0,20}\b(?:stops|freezes|prevents|protects)\b", "are updated": r"\b(?:is|are|gets?|still|also) (?:\w+ )?updated\b|\b(?:still|also|goes on) (?:\w+ )?(?:updat\w+|chang\w+|mov\w+)\b"}, about=r"\bbatch ?norm\w*|batch normali[sz]|BatchNorm", without=r"eval"),
    Question("dropout_eval", "deterministic_dropout(False)", "With training=False dropout {value}.",
        (r"\bdropout\b", r"\b(?:eval\w*|inference|test(?: time)?|prediction)\b"), {"is the identity": r"\b(?:identity|does nothing|no[- ]op|inactive|switched off|turned off|disabled|passes? \w+ (?:through|on)|returns? its input|leaves? \w+ (?:input|values) (?:unchanged|alone))\b", "drops": r"\b(?:still|also|keeps? on|goes on|continues?) (?:\w+ )?(?:drop\w*|zero\w*|remov\w+)\b|\b(?:multipl\w+|scal\w+|weigh\w+)\b[^.;,]{0,30}\b(?:by|with|down) (?:the )?(?:\(?1 ?[-−] ?p|p\b|keep|0\.\d)|\bmust be (?:scaled|multiplied)\b"}, without=r"train|original|paper|monte|\bMC\b|bayes|scaled_dot|dropout_p|keras|surviv|F\.dropout|functional|factor"),
    Question("cosine", "cosine_beyond()", "After T_max steps the rate of CosineAnnealingLR {value}.",
        (r"\b(?:CosineAnnealingLR|T_max|it|schedule|rate|learning rate)\b", r"\b(?:after|beyond|past|then|longer|goes on|further|later)\b"), {"climbs again": r"\b(?:climb|ris|increas|grow|go(?:es)? (?:back )?up|swings? back|return)\w*\b", "stays at the minimum": r"\b(?:stays?|remains?|rests?|holds?|keeps?|is held|constant|clamped|flat)\b[^.;]{0,20}\b(?:minimum|eta_min|zero|0|bottom|there|lowest|floor|constant)\b|\bfrom then on (?:zero|0|constant)\b"}, about=r"\bCosineAnnealingLR\b", without=r"WarmRestarts|warm restarts|lambda|SequentialLR|\bT_mult\b|before"),
    Question("warm_restarts", "warm_restart()", "At the end of a period the rate of CosineAnnealingWarmRestarts {value}.",
        (r"WarmRestarts", r"\b(?:period|cycle|T_0|end|after|restart)\b"), {"jumps back": r"\b(?:jump|return|reset|start|goes back|restart(?!s\b))\w*\b", "stays low": r"\b(?:stays?|remains?) (?:\w+ ){0,3}(?:minimum|low|eta_min|zero)\b"}, without=r"CosineAnnealingLR"),
    Question("collate_floats", "collated(1.5)", "The default collate function turns Python floats into {value}.",
        (r"\bfloats?\b", r"\b(?:float(?:16|32|64)|double|single) ?(?:precision)?\b"), {"float64": r"\bfloat64\b|\bdouble\b", "float32": r"\bfloat32\b|\bsingle precision\b"}, about=r"\bcollat\w+", without=r"array|np\.|tensor of|\.float\(\)|convert|cast|image"),
    Question("collate_integers", "collated(1)", "The default collate function turns Python integers into {value}.",
        (r"\bint(?:eger)?s?\b", r"\bint(?:32|64)\b"), {"int64": r"\bint64\b", "int32": r"\bint32\b"}, about=r"\bcollat\w+"),
    Question("last_batch", "either(last_batch() == 3, 'is kept', 'is dropped')", "By default a DataLoader's last batch, where it is shorter, {value}.",
        (r"\b(?:last|final|incomplete|short\w*|partial|remaining)\b", r"\bbatch\b|\bdrop_last\b|\bexamples\b"), {"is kept": r"\b(?:kept|delivered|returned|yielded|smaller|shorter|has \d|holds \d|incomplete)\b", "is dropped": r"\b(?:dropped|discarded|thrown away|left out|skipped|omitted|lost)\b"}, about=r"\bDataLoader\b|\bdrop_last\b", without=r"drop_last ?= ?True|recompil|compil|DistributedSampler|shuffle|norm", by_default=False),
    Question("shuffle", "shuffled()", "By default a DataLoader {value}.", (r"\bDataLoader\b|\bloader\b", r"\b(?:by default|default|unless)\b", r"\b(?:shuffl\w+|order)\b"), {"keeps the order": r"\bshuffle ?(?:=|is) ?False\b|\bin (?:\w+ )?order\b|\bkeeps the order\b|\bsequential\w*\b", "shuffles": r"\bshuffle ?(?:=|is) ?True\b|\bshuffles\b|\bis shuffled\b|\brandom order\b"}, by_default=True, without=r"Distributed"),
    Question("autocast_sum", "autocast(lambda: torch.ones(2) + torch.ones(2))", "Under autocast on the CPU the sum of two float32 tensors is {value}.",
        (r"\b(?:sums?|additions?|adding)\b|\b\w \+ \w\b", r"\b(?:bfloat16|float32|float16|lower)\b"), {"float32": r"\b(?:is|stays|remains|gives|in|returns|yields) (?:\w+ )?float32\b", "bfloat16": r"\b(?:is|becomes|gives|in|returns|yields|to) (?:\w+ )?(?:bfloat16|lower precision)\b"}, about=r"\bautocast\b", without=r"float32 and bfloat16|bfloat16 and|mixed|matri|product|\bone of\b|promot|loss|accumul"),
    Question("autocast_matmul", "autocast(lambda: torch.ones(2, 2) @ torch.ones(2, 2))", "Under autocast on the CPU the product of two float32 matrices is {value}.",
        (r"\b(?:matrix (?:products?|multiplications?)|matmul|product of two (?:\w+ )?matrices|convolutions?|linear layers?)\b", r"\b(?:bfloat16|float32)\b"), {"float32": r"\b(?:is|stays|remains|gives|returns|run in|computed in) (?:\w+ )?float32\b", "bfloat16": r"\b(?:is|becomes|gives|in|returns|to|use) (?:\w+ )?(?:bfloat16)\b|\bbfloat16 matrix\b"}, about=r"\bautocast\b", without=r"cuda|float16|accumul|promot|loss|weights?|parameters?"),
    Question("autocast_parameters", "autocast(lambda: torch.nn.Linear(1, 1).weight)", "Under autocast the parameters are {value}.", (r"\bparameters?\b|\bweights?\b", r"\b(?:bfloat16|float32)\b"), {"float32": r"\b(?:is|are|stays?|remains?|keeps?|kept in|in) (?:\w+ ){0,2}float32\b", "bfloat16": r"\b(?:is|are|becomes?|converted to|cast to|turned into) (?:\w+ )?bfloat16\b"}, about=r"\bautocast\b", without=r"copy|copies|computed|compute|\.to\(|\.bfloat16\(\)|gradients?"),
    Question("sum_int32", "integer_sum(torch.int32)", "torch's sum of an int32 tensor is {value}.", (r"\b(?:sum|cumsum|prod|adding up|total)\b", r"\b(?:int32|int16|int8|uint8|smaller integers?)\b"), {"int64": r"\bint64\b", "int32": r"\b(?:stays|remains|is|in|returns|keeps) (?:\w+ )?(?:int32|(?:the|its|that) (?:own )?(?:type|dtype))\b|\bwraps? (?:around|round)\b|\boverflows?\b"}, about=r"\btorch\b|\btensors?\b", without=r"numpy|np\.|dtype ?=|\+|two int|max|min|float"),
    Question("sum_bool", "integer_sum(torch.bool)", "torch's sum of a boolean tensor is {value}.", (r"\bsum\b", r"\bbool\w*\b"), {"int64": r"\bint64\b|\bcounts?\b|\bnumber of (?:true|True)\b", "bool": r"\b(?:is|stays|returns) (?:again )?(?:a )?bool\w*\b"}, about=r"\btorch\b|\btensors?\b", without=r"numpy|np\."),
    Question("mean_int", "raised(lambda: torch.ones(2, dtype=torch.int64).mean())", "The mean of an integer tensor {value}.", (r"\bmean\b", r"\b(?:integers?|int64|int32|LongTensor|long)\b"), {"raises an error": RAISED, "is accepted": rf"{ACCEPTED}|\b(?:gives|returns|yields|is|converted to) (?:a |an )?(?:float\w*|integer|rounded)\b|\brounds?\b"}, about=r"\btorch\b|\btensors?\b", without=r"numpy|np\.|\.float\(\)|dtype ?=|call|convert"),
    Question("int_division", "str((torch.tensor([1]) / torch.tensor([2])).dtype).removeprefix('torch.')", "The quotient of two integer tensors by / is {value}.", (r"\b(?:true |real )?(?:division|quotient)\b|\bdivid\w+", r"\bint(?:eger|64|32)?s?\b"), {"float32": r"\bfloat32\b|\b(?:true|real) division\b", "int64": r"\b(?:stays?|remains?|gives?|is|are) (?:an? )?(?:integers?|int64)\b|\b(?:truncates?|floors?|rounds? (?:down|toward))\b"}, about=r"\btorch\b|\btensors?\b", without=r"//|floor_divide|rounding_mode|numpy|np\.|Python"),
    Question("round_half", "rounded()", "torch.round lets halves {value}.", (r"\btorch\.round\b|\bround\(\)", r"\bhal(?:f|ves)|0\.5|2\.5"), {"go to the even neighbour": r"\beven\b|\bbanker", "go up": r"\b(?:up|away from zero)\b"}, about=r"\btorch\b|\btensor"),
    Question("transpose", "viewed(lambda x: x.t())", "A transposed tensor {value}.", (r"\b(?:transpose|transposes|transposing|transposition|permute\w*|transposed (?:tensor|matrix|view))\b|\.t\(\)|\.T\b",), {"shares memory": rf"{SHARED}|\bonly (?:the )?strides\b|\bno(?:thing is)? cop", "is a copy": COPIED}, about=r"\btorch\b|\btensor", without=r"contiguous|reshape|clone|numpy|np\.|view\(|layer|convol"),
    Question("view_noncontiguous", "raised(lambda: torch.ones(2, 3).t().view(6))", "view on a transposed tensor {value}.", (r"\bview\(\)|\.view\(|\bview (?:on|of) (?:an? )?(?:transposed|non-?contiguous)\b|\bmethod view\b", r"\b(?:non-?contiguous|not contiguous|transpos\w+|permut\w+)\b"), {"raises an error": RAISED, "is accepted": rf"{ACCEPTED}|\b(?:makes?|returns?) a copy\b"}, about=r"\btorch\b|\btensor", without=r"reshape|contiguous\(\)|dtype|same number"),
    Question("reshape_noncontiguous", "viewed(lambda x: x.t().reshape(6))", "reshape of a transposed tensor {value}.", (r"\breshape\b", r"\b(?:non-?contiguous|not contiguous|transposed)\b"), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\btorch\b|\btensor", without=r"\bview\(\)|`view`|contiguous\(\)|view where|wherever|possible"),
    Question("expand", "viewed(lambda x: x[:1].expand(4, 3))", "The result of expand {value}.", (r"\bexpand\b",), {"shares memory": rf"{SHARED}|\bno (?:new )?memory\b|\bcopies nothing\b|\bstride (?:of )?(?:0|zero)\b", "is a copy": COPIED}, about=r"\btorch\b|\btensor", without=r"\brepeat\b|clone"),
    Question("repeat", "viewed(lambda x: x.repeat(2, 1))", "The result of repeat {value}.", (r"\brepeat\(|\.repeat\b|\bmethod repeat\b|\brepeat (?:copies|makes|returns|allocates|shares)\b",), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\btorch\b|\btensor", without=r"\bexpand\b|interleave|numpy|np\."),
    Question("from_numpy", "from_numpy()", "torch.from_numpy gives a tensor that {value}.", (r"\bfrom_numpy\b",), {"shares memory": SHARED, "is a copy": COPIED}, without=r"torch\.tensor\("),
    Question("torch_tensor", "viewed(lambda x: torch.tensor(x))", "torch.tensor gives a tensor that {value}.", (r"(?-i:torch\.tensor\b)(?!\.)",), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\barrays?\b|\bdata\b", without=r"from_numpy|as_tensor"),
    Question("fancy", "viewed(lambda x: x[[0, 1]])", "Indexing a tensor with a list or a mask gives what {value}.", (r"\b(?:fancy|advanced|boolean|mask|index tensor|list of (?:positions|indices))\b", r"\b(?:index\w*|select\w*|mask)\b"), {"shares memory": SHARED, "is a copy": COPIED}, about=r"\btorch\b|\btensor", without=r"attention|assign|numpy|np\.|slic"),
    Question("padding_idx", "padded_embedding()", "The row padding_idx of an embedding {value}.", (r"\bpadding_idx\b",), {"gets no gradient": r"\bno gradient\b|\bgradient (?:is|stays|remains) (?:zero|0)\b|\b(?:not|never) (?:updated|trained|learned)\b|\bstays? (?:zero|fixed)\b", "is trained": r"(?<!not )(?<!never )\b(?:updated|trained|learned) like\b|\b(?:is|are) (?:also |still )?(?:updated|trained)\b"}),
    Question("ignore_index", "ignored()", "With ignore_index the mean of cross entropy is taken over {value}.", (r"\bignore_index\b|-100|ignored? (?:targets?|tokens?|positions?)", r"\b(?:mean|average|divi\w+|denominator)\b"), {"the targets that count": r"\b(?:remaining|counted|other|valid|non-?ignored|not ignored|that count|left)\b|\bonly (?:over|by) the\b", "all targets": r"\b(?:over|by|of) (?:all|every|the whole|the full|the total|the batch size)\b"}, about=r"cross[-_ ]?entropy|CrossEntropy|NLL", without=r"sum"),
    Question("adam_decay", "decoupled('Adam')", "The weight_decay of Adam {value}.", (r"\bAdam\b", r"\bweight[_ ]decay\b|\bdecay\b"), {"is added to the gradient": r"\b(?:added to|in|into|part of|enters?|goes into|mixed into|coupled)\b[^.;,]{0,15}\b(?:gradient|moments?)?", "shrinks the weights directly": r"\bdecoupled\b|\b(?:shrinks?|multipl\w+|applied) (?:\w+ ){0,3}(?:weights|parameters) directly\b|\bdirectly to the (?:weights|parameters)\b"}, without=r"AdamW|decoupled_weight_decay"),
    Question("adamw_decay", "decoupled('AdamW')", "The weight_decay of AdamW {value}.", (r"\bAdamW\b", r"\bdecay\b"), {"is added to the gradient": r"\b(?:added to|into|part of|enters|goes into|mixed into)\b[^.;,]{0,15}\b(?:gradient|moments?)\b|\bcoupled\b", "shrinks the weights directly": r"\bdecoupled\b|\b(?:shrinks?|multipl\w+|applied) (?:\w+ ){0,3}(?:weights|parameters)\b|\bdirectly to the (?:weights|parameters)\b"}, without=r"\bAdam\b(?!W)|instead of"),
    Question("lstm_layout", "lstm_output()", "The first axis of an LSTM's input is {value} by default.", (r"\b(?:LSTM|GRU|RNN)s?\b", r"\b(?:first (?:axis|dimension)|batch_first)\b"), {"the sequence": r"\b(?:sequence|time|seq_len|length)\b[^.;,]{0,15}\bfirst\b|\bfirst (?:axis|dimension) is (?:the )?(?:sequence|time|length)|\bbatch_first ?= ?False\b|\bbatch_first (?:is|defaults to) False\b", "the batch": r"\bfirst (?:axis|dimension) is (?:the )?batch\b|\bbatch_first (?:is|defaults to) True (?:by default)?|\bbatch (?:axis|dimension)? ?(?:comes|stands|is) first by default\b"}, without=r"batch_first ?= ?True|Transformer|Multihead", by_default=True),
    Question("softmax_dim", "raised(lambda: F.softmax(torch.ones(2, 2)))", "softmax without dim {value}.", (r"\bsoftmax\b", r"\bdim\b"), {"is accepted": r"\b(?:warn\w*|implicit\w*|deprecated|guess\w*|chosen)\b", "raises an error": RAISED}, without=r"log_softmax|torch\.softmax|tensor\.softmax|\.softmax\(\)|dim ?= ?|sum", about=r"F\.softmax|nn\.Softmax|functional"),
    Question("argmax_tie", "either(stacked_argmax() == 1, 'the first', 'the last')", "Of equal maxima argmax gives {value} one (on this machine).", (r"\btorch\.argmax\b", r"\b(?:ties?|equal|several|twice)\b"), {"the first": r"\bfirst\b", "the last": r"\blast\b"}, without=r"undefined|guarante|any|arbitrary"),
    Question("parameter_default", "either(torch.nn.Parameter(torch.ones(1)).requires_grad and not torch.ones(1).requires_grad, 'False for tensors and True for parameters', 'otherwise')", "requires_grad is by default {value}.", (r"\bbuffers?\b", r"\b(?:gradients?|requires_grad|optimi[sz]er|trained|updated)\b"), {"False for tensors and True for parameters": r"\bno gradients?\b|\brequires_grad ?(?:=|is) ?False\b", "buffers too": r"\b(?:receives?|gets?|has|have) (?:a )?gradients?\b|\brequires_grad ?(?:=|is) ?True\b|\b(?:trained|updated) by the optimi[sz]er\b"}, about=r"register_buffer|nn\.Module", without=r"unlike|parameters?"),
)  # fmt: skip

PROBE = questions_probe(
    "torch-answers",
    "What do autograd, layers, optimizers, schedules, number types and loaders do where a chapter puts it in words?",
    (
        r"\b(?:backward|requires_grad|autograd|no_grad|zero_grad|detach|leaf)\b",
        r"\b(?:BatchNorm|InstanceNorm|LayerNorm|[Dd]ropout|eval\(\)|running_mean|register_buffer|state_dict)",
        r"\b(?:SGD|AdamW?|weight_decay|lr_scheduler|CosineAnnealing\w*|StepLR|T_max)\b",
        r"\b(?:DataLoader|collate\w*|drop_last)\b",
        r"\bautocast\b|\bint32\b|\bint64\b|\bbfloat16\b",
        r"\b(?:transpose|permute|reshape|contiguous|expand|from_numpy|storage|strides?)\b",
        r"\b(?:LSTM|GRU|Embedding|padding_idx|ignore_index|cross_entropy|softmax|argmax)\b",
    ),
    ("torch",),
    SETUP,
    FACTS,
)
