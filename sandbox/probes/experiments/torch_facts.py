# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What books on training and on attention most often state wrongly: losses, clipping, dropout, normalization, masks, number types."""

from __future__ import annotations

from sandbox.probes.facts import Fact, facts_probe, near
from sandbox.probes.vocabulary import COPY, VIEW, integer

_OTHER_RANDOM = r"(?:\bPython['’]?s? (?:own )?random\b|\brandom module\b|\bNumPy\b|\bnumpy\b|\bmodule random\b|\bModul random\b)"
SETUP = r"""
import importlib.util
import inspect
import math

F = torch.nn.functional
torch.manual_seed(0)

def near(left, right):
    return bool(torch.allclose(torch.as_tensor(left, dtype=torch.float64), torch.as_tensor(right, dtype=torch.float64), rtol=1e-6, atol=1e-9))

def weighted():
    logits = torch.randn(4, 3, dtype=torch.float64)
    target = torch.tensor([0, 2, 1, 1])
    weight = torch.tensor([1.0, 2.0, 4.0], dtype=torch.float64)
    own = -logits.log_softmax(1)[torch.arange(4), target] * weight[target]
    found = F.cross_entropy(logits, target, weight=weight)
    return "sum of the weights" if near(found, own.sum() / weight[target].sum()) else "number of samples" if near(found, own.mean()) else "other"

class Crooked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 3

def seeding():
    import random
    found = []
    torch.manual_seed(0)
    first = random.random()
    torch.manual_seed(0)
    found.append(random.random() == first)
    if importlib.util.find_spec("numpy") is None:
        return [*found, False]
    import numpy
    torch.manual_seed(0)
    first = numpy.random.random()
    torch.manual_seed(0)
    return [*found, bool(numpy.random.random() == first)]

def clipped():
    w = torch.nn.Parameter(torch.zeros(4))
    w.grad = torch.full((4,), 3.0)
    return [round(float(torch.nn.utils.clip_grad_norm_([w], 1.0)), 3), round(float(w.grad.norm()), 3)]

def dropped(p):
    found = torch.nn.Dropout(p)(torch.ones(2000))
    return round(found[found != 0][0].item(), 4)

def normalized():
    x = torch.tensor([[1.0], [2.0], [3.0], [4.0]], dtype=torch.float64)
    layer = torch.nn.BatchNorm1d(1, eps=1e-12, dtype=torch.float64)
    out = layer(x)
    by = "biased" if near(out, (x - x.mean()) / x.var(correction=0).sqrt()) else "unbiased"
    kept = "unbiased" if near(layer.running_var, [0.9 + 0.1 * x.var().item()]) else "biased"
    return [by, kept]

def causal():
    q = torch.zeros(1, 1, 1, 1)
    v = torch.tensor([1.0, 2.0, 6.0]).reshape(1, 1, 3, 1)
    return F.scaled_dot_product_attention(q, torch.zeros(1, 1, 3, 1), v, is_causal=True).item()

class Attending(torch.nn.Module):
    def forward(self, q):
        return F.scaled_dot_product_attention(q, q, q, dropout_p=0.5)

def dropping_in_eval():
    layer = Attending().eval()
    q = torch.randn(1, 1, 8, 4)
    return torch.equal(layer(q), layer(q))

def masked(kind):
    q = torch.zeros(1, 1, 1, 1)
    v = torch.tensor([1.0, 5.0]).reshape(1, 1, 2, 1)
    mask = torch.tensor([[True, False]]) if kind is bool else torch.tensor([[0.0, -math.inf]])
    return F.scaled_dot_product_attention(q, torch.zeros(1, 1, 2, 1), v, attn_mask=mask).item()

def numbers(name):
    found = torch.finfo(getattr(torch, name))
    return [round(-math.log2(found.eps)), float(found.max)]

def adam_step(kind, **options):
    w = torch.nn.Parameter(torch.ones(1, dtype=torch.float64))
    optimizer = getattr(torch.optim, kind)([w], lr=0.1, **options)
    w.grad = torch.zeros(1, dtype=torch.float64)
    optimizer.step()
    return w.item() != 1.0

def unreached():
    w = torch.nn.Parameter(torch.ones(1))
    (torch.ones(1) * w.item()).requires_grad_().sum().backward()
    return w.grad is None

class Holding(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = torch.ones(2)
        self.register_buffer("kept", torch.ones(2))
        self.parts = [torch.nn.Linear(1, 1)]

def refuses(action):
    try:
        action()
    except Exception as error:
        return type(error).__name__
    return ""

def cosine(epochs):
    w = torch.nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([w], lr=0.1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=100)
    for _ in range(epochs):
        optimizer.step()
        schedule.step()
    return round(optimizer.param_groups[0]["lr"], 4)
"""

_CE = r"\b(?:cross[-_ ]?entropy\w*|CrossEntropyLoss|NLLLoss|nll_loss|Kreuzentropie|entropie croisée)\b"
_BY_SAMPLES = r"\b(?:divi\w+|teilt|geteilt|normali[sz]\w+|averag\w+|mittelt|divise|moyenn\w+)\b.{0,30}?\b(?:by|over|durch|über|par|sur) (?:the |die |le |l['’])?(?:batch size|number of (?:samples|examples|rows|elements|targets|items)|Anzahl der (?:Beispiele|Proben|Zeilen|Elemente|Samples)|Batchgröße|Losgröße|nombre d['’](?:échantillons|exemples|éléments)|nombre de lignes|N\b|taille du (?:lot|batch))"
_BY_WEIGHTS = r"\b(?:sum|total) of (?:the |all |its |their )?(?:\w+ )?(?:weights)\b|\bSumme (?:der|aller|ihrer) (?:\w+ )?Gewichte\b|\bsomme des poids\b|\bweighted (?:mean|average)\b|\bgewichtete\w* Mittel\w*"
_WEIGHT = r"\b(?:weight(?:s|ed)?(?: tensor)?|Gewicht\w*|Klassengewicht\w*|poids|weight ?=)\b"
_BEFORE = r"\b(?:before|prior to|vor|avant)\b.{0,20}\b(?:clip\w*|scal\w+|Kappen|Begrenz\w+|Abschneiden|Clipping|écrêtage|it (?:is|was)|they)\b|\bunclipped\b|\boriginal norm\b"
_AFTER = r"\b(?:after|nach|après)\b.{0,20}\b(?:clip\w*|scal\w+|dem Kappen|Begrenz\w+|Abschneiden|Clipping|l['’]écrêtage)\b|\bclipped norm\b|\bgekappte Norm\b|\bnorme écrêtée\b|\bleft after\b|\bresulting norm\b"
_KEEP = r"\b(?:survivors?|survivings?|surviving \w+|kept (?:elements|values|units)|remaining (?:elements|values|units|activations)|what (?:is left|remains)|rest|others|übrigen|verbleibenden|überlebenden|Rest|autres|restantes?|survivant\w*|conservée?s)\b"
_SDPA = r"\b(?:scaled_dot_product_attention|SDPA)\b"
_BATCH = r"\b(?:batch ?norm\w*|batch[- ]normali[sz]ation|Batch-?Normalisierung|Batchnormalisierung|normalisation par (?:lot|batch))\b"
_NORMAL = r"\b(?:normali[sz]es?|normali[sz](?:ed|ing)|divides?|scales?|teilt|normiert|normalisiert|divise|normalise)\b"
_BIASED = r"(?<!un)(?<!non )(?<!nicht )\bbiased\b|\bpopulation (?:variance|standard deviation)\b|\bverzerrte\w*|(?<!non )\bbiaisée?\b|\bdivisor N\b(?! ?[-−])"
_UNBIASED = r"\bunbiased\b|\bsample variance\b|\bBessel\w*|\bunverzerrte\w*|\berwartungstreue\w*|\bnon biaisée?\b|\bN ?[-−] ?1\b"
_RUNNING = (
    r"\b(?:running_var|running variance|stores?|stored|speichert|mémorise|conserve|stocke|keeps|running statistics|running estimate)\b"
)


def _types() -> tuple[Fact, ...]:
    """Bits of fraction and greatest value of the floating-point types."""
    known = {
        "float16": (10, 65504.0),
        "bfloat16": (7, 3.3895313892515355e38),
        "float32": (23, 3.4028234663852886e38),
        "float64": (52, 1.7976931348623157e308),
    }
    words = {
        7: "seven|sieben|sept",
        8: "eight|acht|huit",
        10: "ten|zehn|dix",
        11: "eleven|elf|onze",
        23: "23",
        24: "24",
        52: "52",
        53: "53",
    }
    facts = []
    for name, (bits, largest) in known.items():
        others = "|".join(rf"\b{other}\b" for other in known if other != name)
        owner = rf"(?<![\w.]){name}\b|\btorch\.{name}\b"
        unit = r"\s(?:explicit |stored |explizite |gespeicherte )?(?:bits? (?:of|for|in) (?:the |its |a )?(?:fraction|mantissa|significand|precision)|(?:fraction|mantissa|significand) bits?|(?:bit )?Bits? (?:Mantisse|Bruchteil)|Mantissenbits?|Bits? für die Mantisse|bits? de (?:mantisse|fraction))"
        count = rf"(?:{bits}|{bits + 1}|{words[bits]}|{words[bits + 1]})"
        facts.append(
            Fact(f"{name}_bits", f"numbers({name!r})[0]", bits, f"{name} has {{value}} bits of fraction", owner,
                right=near(rf"(?:{owner})", rf"\b(?:{bits}|{words[bits]}){unit}", others, 40), wrong=near(rf"(?:{owner})", rf"\b(?!{count}\b)(?:\d{{1,2}}|seven|ten|eight|sieben|zehn|acht|sept|dix|huit){unit}", others, 40),
                without=r"TensorFloat|\bTF32\b|exponent\w* and|uint|together|more bits|fewer bits|than|als\b")
        )  # fmt: skip
        facts.append(Fact(f"{name}_max", f"numbers({name!r})[1]", largest, f"the greatest number of {name} is {{value}}", owner))
    return tuple(facts)


FACTS = (
    Fact("weighted_mean", "weighted()", "sum of the weights", "with class weights the mean of cross entropy divides by the {value} of the targets", _WEIGHT,
        right=_BY_WEIGHTS, wrong=_BY_SAMPLES, without=r"label_smoothing|accumulat|optimi[sz]er|weight decay|sample weight|reduction\W{0,3}(?:=|is)?\W{0,3}sum|MSE|ignore_index", context=_CE),
    Fact("clip_returns", "clipped()", [6.0, 1.0], "clip_grad_norm_ returns the norm before clipping: returned, and left afterwards, are {value}", r"\bclip_grad_norm_?\b",
        right=rf"\b(?:returns?|gibt|liefert|renvoie|retourne|return value|Rückgabewert|valeur)\b.{{0,60}}(?:{_BEFORE})", wrong=rf"\b(?:returns?|gibt|liefert|renvoie|retourne|return value|Rückgabewert|valeur de retour)\b[^.;]{{0,60}}(?:{_AFTER})|\b(?:returned|logged|zurückgegebene\w*|returned value)\b.{{0,40}}\b(?:above|larger than|exceeds|over|über|supérieur\w*)\b.{{0,12}}\bmax_norm\b.{{0,30}}\b(?:bug|error|impossible|Fehler|erreur)\b", without=r"clip_grad_value|before", modal=True),
    Fact("clip_in_place", "clipped()[1]", 1.0, "clip_grad_norm_ changes the gradients in place; their norm is then {value}", r"\bclip_grad_norm_\b", right=r"\bin[- ]place\b|\ban Ort und Stelle\b|\bsur place\b", wrong=r"\breturns? (?:the |a list of )?(?:clipped|new) gradients\b|\bgibt die (?:gekappten|begrenzten|neuen) Gradienten zurück\b|\brenvoie les gradients\b"),
    Fact("dropout_scale", "[dropped(0.2), dropped(0.5), dropped(0.75)]", [1.25, 2.0, 4.0], "in training dropout multiplies what it keeps by 1/(1 - p): with p of 0.2, 0.5 and 0.75 by {value}", r"\bdropout\b",
        right=r"1 ?/ ?\(? ?1 ?[-−–] ?p ?\)?|\bdivid\w+ by \(?1 ?[-−–] ?p\b|\binverted dropout\b", wrong=rf"\b(?:multipl\w+|scales?|scaled|skaliert|multiplie)\b[^.;]{{0,20}}(?:{_KEEP})[^.;]{{0,25}}\b(?:by|with|mit|um|par)\b[^.;]{{0,8}}(?:\(?1 ?[-−–] ?p\b|\bp\b(?! ?/)|0[.,]\d+(?!\d| ?/|\s?\())|(?:{_KEEP})[^.;]{{0,25}}\b(?:are|is|werden|wird|sont|est) (?:then )?(?:multipl\w+|scaled|skaliert|mit)\b[^.;]{{0,10}}(?:\(?1 ?[-−–] ?p\b|\bp\b(?! ?/)|0[.,]\d+(?!\d| ?/))",
        without=r"1 ?/ ?\(|divid|original|paper|at test|test time|inference|geteilt|alpha|keras|keep_prob"),
    Fact("dropout_eval", "torch.equal(torch.nn.Dropout(0.5).eval()(torch.ones(50)), torch.ones(50))", True, "in evaluation nn.Dropout returns its input: {value}", r"\bnn\.Dropout\b|\bDropout-?(?:Schicht|layer)\b", right=r"\b(?:does nothing|identity|no-?op|nothing|tut .{0,10}nichts|Identität|ne fait rien|identité)\b", wrong=r"\b(?:in|during|at|im|en) (?:evaluation|eval|inference|test|Auswertung\w*|évaluation)\b[^.;]{0,40}\b(?:still drops|multiplies|scales|zeroes|skaliert|multipliziert|multiplie)\b", without=r"train|MC\b|monte|F\.dropout|functional|original|paper"),
    Fact("batch_norm", "normalized()", ["biased", "unbiased"], "batch normalization normalizes by the variance that is first and stores the one that is second in running_var: {value}", _BATCH,
        right=rf"{near(_NORMAL, _BIASED, _RUNNING, 50)}|{near(_RUNNING, _UNBIASED, _NORMAL, 50)}", wrong=rf"{near(_NORMAL, _UNBIASED, rf'(?:{_RUNNING}|{_BIASED})', 50)}|{near(_RUNNING, _BIASED, rf'(?:{_NORMAL}|{_UNBIASED})', 50)}", without=r"LayerNorm|layer norm|GroupNorm|InstanceNorm|keras|gamma"),
    Fact("causal_alignment", "causal()", 1.0, "is_causal=True aligns the mask at the top left: one query over values 1, 2, 6 gives {value}, the first", r"\bis_causal\b",
        right=r"\b(?:top|upper)[- ]left\b|\boben links\b|\blinks oben\b|\ben haut à gauche\b|\bfirst key only\b", wrong=r"\b(?:bottom|lower)[- ]right\b|\bunten rechts\b|\brechts unten\b|\ben bas à droite\b|\bsingle query\b[^.;]{0,25}\b(?:attends to|sees|sieht|beachtet|voit)\b[^.;]{0,12}\b(?:every|all|alle|jeden|toutes?|tous)\b", without=r"CausalBias|causal_lower_right|flash|varlen|instead", context=r"\btorch\b|scaled_dot_product"),
    Fact("sdpa_dropout", "dropping_in_eval()", False, "dropout_p of scaled_dot_product_attention acts in evaluation mode as well; two calls there are equal: {value}", r"\bdropout_p\b",
        right=r"\b(?:always|regardless|whatever|even in|also in|auch im|immer|toujours|même en)\b", right_not=r"\b(?:knows no|does not know|not (?:know|aware)|kennt (?:den Modus nicht|keinen Modus)|ignores? (?:the )?mode|ne connaît pas)\b", wrong=r"\b(?:ignored|inactive|disabled|switched off|turned off|automatically|ignoriert|abgeschaltet|wirkungslos|désactivée?|ignorée?)\b[^.;]{0,40}\b(?:eval\w*|inference|Auswertung\w*|évaluation)\b|\b(?:eval\w*|inference|Auswertungsmodus|évaluation)\b[^.;]{0,30}\b(?:switches? off|turns? off|disables?|ignores?|schaltet .{0,20}ab|désactive)\b[^.;]{0,15}\bdropout_p\b",
        wrong_not=r"\b(?:no|without|keine|ohne|sans|aucun)\b[^.;]{0,6}\b(?:effect|Wirkung|effet)\b[^.;]{0,40}\b(?:eval\w*|inference|Auswertung\w*|évaluation)\b|\b(?:eval\w*|inference|Auswertung\w*|évaluation)\b[^.;]{0,40}\b(?:no|keine|aucun) (?:effect|Wirkung|effet)\b", without=r"self\.training|if training|MultiheadAttention|0\.0 (?:in|at|during)", modal=True),
    Fact("sdpa_mask", "[masked(bool), masked(float)]", [1.0, 1.0], "in scaled_dot_product_attention True takes part and a float mask is added: with the second of two keys masked each way the values are {value}", _SDPA,
        right=r"\bTrue\b[^.;]{0,40}\b(?:takes? part|attend\w*|participat\w+|kept|allowed|nimmt teil|beteiligt|erlaubt|participe\w*|autorisée?)\b", wrong=r"\bTrue\b[^.;]{0,40}\b(?:blocked|masked(?: out)?|ignored|excluded|hidden|forbidden|gesperrt|maskiert|ausgeblendet|verdeckt|ignoriert|ausgeschlossen|masquée?|bloquée?|exclue?|ignorée?)\b", without=r"MultiheadAttention|key_padding|False|inverted|opposite|unlike|float|-inf|~|logical_not"),
    *_types(),
    Fact("float16_table", "numbers('float16')[1]", 65504.0, "the greatest number of float16 is {value}", r"(?<![\w])float16\b", right=integer(65504),
        wrong=rf"(?<![\w])float16\b(?:(?!bfloat16|uint16|float32)[^.;]){{0,40}}(?:{integer(65535)}|{integer(65536)}|{integer(65505)}|{integer(65500)}|{integer(32767)}|{integer(32768)})(?! (?:steps|tokens|values|entries|different|Werte))", without=r"uint16|overflow|above|beyond|über|exceed|more than|larger than|inf\b"),
    Fact("adamw_decay", "[adam_step('AdamW'), adam_step('Adam'), inspect.signature(torch.optim.AdamW.__init__).parameters['weight_decay'].default]", [True, False, 0.01], "AdamW decays by default and Adam does not; a zero gradient moves the weights of AdamW, of Adam, and AdamW's weight_decay is: {value}", r"\bAdamW\b",
        right=r"\bweight[_ ]decay\b[^.;]{0,30}\b0[.,]01\b(?!\d)", wrong=r"\bweight[_ ]decay\b(?:(?!\bAdam\b)[^.;]){0,15}\b(?:is|of|defaults? (?:to|is)|ist|beträgt|vaut|=)\W{0,3}(?:0(?:[.,]0+)?|zero|null|zéro|0[.,]1|0[.,]001|1e-[34])(?![\d.,]\d)(?!\d)[^.;]{0,25}\b(?:by default|unless|standardmäßig|par défaut|default)\b|\b(?:by default|standardmäßig|par défaut|default)\b[^.;]{0,30}\bweight[_ ]decay\b(?:(?!\bAdam\b)[^.;]){0,15}\b(?:is|of|ist|von|de|vaut|=)\W{0,3}(?:0(?:[.,]0+)?|zero|null|zéro|0[.,]1|0[.,]001)(?![\d.,]\d)(?!\d)",
        without=r"\bAdam['’]s\b|(?<!than )(?<!from )(?<!von )(?<!de )\bAdam (?:has|uses|hat|keeps)|SGD|set (?:it|weight_decay) to|optax|paper"),
    Fact("batch_first", "[torch.nn.MultiheadAttention(4, 1).batch_first, torch.nn.LSTM(1, 1).batch_first, torch.nn.TransformerEncoderLayer(4, 1).norm_first]", [False, False, False], "batch_first of MultiheadAttention and LSTM and norm_first are {value}", r"\bbatch_first\b", right=r"\bbatch_first(?: ?= ?| is | ist | vaut )False\b", wrong=r"\bbatch_first(?: ?= ?| is | ist | vaut )True (?:by default|standardmäßig|par défaut)|\b(?:by default|standardmäßig|par défaut)\b[^.;]{0,25}\bbatch_first(?: ?= ?| is | ist )True\b"),
    Fact("item_detaches", "unreached()", True, "item() takes a number out of the graph, so that no gradient reaches the parameter: {value}", r"\.?item\(\)", right=r"\b(?:out of the graph|detach\w*|no gradient|aus dem Graphen|kein\w* Gradient|hors du graphe)\b", wrong=r"\bgradients? (?:still )?(?:flows?|passes|reach\w*) (?:back )?through\b[^.;]{0,20}\bitem\(\)|\bitem\(\)[^.;]{0,30}\bkeeps? (?:the|its) (?:graph|gradient|connection)\b", without=r"graph break|compile"),
    Fact("plain_attribute", "[sorted(name for name, _ in Holding().named_buffers()), sorted(Holding().state_dict()), len(list(Holding().parameters()))]", [["kept"], ["kept"], 0], "a plain tensor is no buffer and layers in a Python list are not registered: buffers, state_dict and parameters are {value}", r"\b(?:attribute|self\.\w+ ?=|Attribut|attribut|plain tensor|Python list|list of (?:modules|layers)|Liste von (?:Modulen|Schichten)|liste de (?:modules|couches))\b",
        right=r"\bregister_buffer\b|\bModuleList\b", right_not=r"\b(?:no|not|n['’]t|kein\w*|nicht|pas|never)\b[^.;]{0,20}\b(?:buffers?|registered|Puffer|registriert|tampon|enregistrée?s?)\b", wrong=r"\b(?:plain (?:Python )?list|Python list|normal list|gewöhnliche\w* Liste|liste Python)\b[^.;]{0,50}\b(?:are|is|werden|wird|sont) (?:also |automatically |auch |automatisch )?(?:registered|found|tracked|registriert|enregistrée?s)\b|\bplain tensor (?:attribute )?[^.;]{0,30}\b(?:moves|follows|is moved|becomes a buffer|is saved)\b", without=r"ModuleList|register_buffer|nn\.Parameter", context=r"\bnn\.|\btorch\b"),
    Fact("softmax_dim", "[torch.ones(2, 5).softmax(dim=-1).sum(dim=-1).tolist(), torch.ones(2, 5).softmax(dim=0).sum(dim=0).tolist()]", [[1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]], "softmax(dim=d) makes the entries along d add up to 1: {value}", r"\bsoftmax\(dim ?= ?[-−]1\)|\bdim ?= ?[-−]1\b", right=r"\b(?:last (?:dimension|axis)|each row|rows? (?:sum|adds?)|letzte\w* (?:Dimension|Achse)|jede Zeile|dernière (?:dimension|axe)|chaque ligne)\b", wrong=r"\b(?:each|every|jede|chaque) (?:column|Spalte|colonne)\b[^.;]{0,20}\b(?:sums?|adds?|summiert|ergibt|fait|somme)\b|\bfirst (?:dimension|axis)\b", without=r"dim ?= ?0|transpos|keys? as columns", context=r"\bsoftmax\b"),
    Fact("view_shares", "(lambda x: [x.view(6).data_ptr() == x.data_ptr(), x[0].data_ptr() == x.data_ptr(), x[[0]].data_ptr() == x.data_ptr(), x.clone().data_ptr() == x.data_ptr(), torch.from_numpy is not None])(torch.zeros(2, 3))", [True, True, False, False, True], "view, and a slice, share memory with the tensor; an index list and clone copy: {value}", r"\b(?:tensor|torch|Tensor)\b", right=near(r"\b(?:view\(|slic\w+|detach\(\))", VIEW, COPY, 40), wrong=near(r"(?:\.view\(\)|\bview\(\)|\bmethod view\b|\bdetach\(\))", rf"(?:\breturns? (?:a )?{COPY}|\bcopies\b|\bkopiert\b|\bgibt eine Kopie\b|\brenvoie une copie\b)", VIEW, 30), without=r"clone|contiguous|reshape|numpy"),
    Fact("detach_shares", "(lambda w: [w.detach().data_ptr() == w.data_ptr(), w.detach().requires_grad])(torch.nn.Parameter(torch.ones(2)))", [True, False], "detach shares memory with its tensor and requires no gradient: {value}", r"\bdetach\(\)|\bdetach\b", right=r"\bshares? (?:the |its )?(?:memory|storage|data)\b|\bteilt (?:sich )?(?:den |seinen )?Speicher\b|\bpartage (?:la |sa )?mémoire\b", wrong=r"\b(?:makes|returns|gives|creates|takes|erzeugt|gibt|liefert|fait|renvoie|crée) (?:an? |eine? |une? )?(?:independent |separate |unabhängige |eigene |indépendante )?(?:copy|Kopie|copie)\b", without=r"clone|cpu\(\)|numpy|shares"),
    Fact("scheduler_cosine", "[cosine(50), cosine(25)]", [0.05, 0.0854], "CosineAnnealingLR from 0.1 over 100 epochs is at 50 and 25 {value}", r"\bCosineAnnealingLR\b", right=r"\bcosine\b.{0,40}\b(?:half|Hälfte|moitié)\b", wrong=r"\b(?:linear(?:ly)?|linéairement)\b[^.;]{0,25}\b(?:decreas\w+|decay\w*|falls?|sinkt|fällt|décroît)\b", without=r"warm|linear schedule|LinearLR|unlike"),
    Fact("loader_last", "[inspect.signature(torch.utils.data.DataLoader.__init__).parameters[k].default for k in ('drop_last', 'shuffle', 'batch_size')]", [False, None, 1], "DataLoader's drop_last, shuffle and batch_size are {value} by default", r"\bDataLoader\b", right=r"\bdrop_last(?: ?= ?| is )False\b|\b(?:keeps?|behält|garde)\b[^.;]{0,30}\b(?:incomplete|last|unvollständige\w*|letzte\w*|incomplet)\b", wrong=r"\b(?:drops?|discards?|leaves out|verwirft|lässt|abandonne|ignore)\b[^.;]{0,20}\b(?:the )?(?:last|incomplete|unvollständige\w*|letzte\w*|dernier|incomplet)\b[^.;]{0,25}\b(?:batch|Batch|Stapel|lot)\b[^.;]{0,20}\b(?:by default|unless|standardmäßig|par défaut)\b|\b(?:by default|standardmäßig|par défaut)\b[^.;]{0,40}\b(?:drops?|discards?|verwirft|abandonne)\b[^.;]{0,25}\b(?:last|incomplete|unvollständige\w*|letzte\w*|incomplet)\b", without=r"drop_last ?= ?True"),
    Fact("mean_reduction", "[torch.nn.MSELoss().reduction, torch.nn.CrossEntropyLoss().reduction, torch.nn.L1Loss().reduction]", ["mean", "mean", "mean"], "the losses MSELoss, CrossEntropyLoss and L1Loss reduce by {value}", r"\b(?:MSELoss|mse_loss|CrossEntropyLoss|cross_entropy|L1Loss)\b", right=r"\b(?:mean|average|Mittelwert|moyenne)\b", wrong=r"\b(?:sums?|adds? up|summiert|additionne)\b[^.;]{0,30}\b(?:by default|unless|standardmäßig|par défaut)\b|\b(?:by default|standardmäßig|par défaut)\b[^.;]{0,30}\b(?:sums?|the sum|summiert|die Summe|la somme)\b", without=r"reduction ?="),
    Fact("gradcheck_raises", "[refuses(lambda: torch.autograd.gradcheck(Crooked.apply, torch.ones(2, dtype=torch.float64, requires_grad=True))), torch.autograd.gradcheck(Crooked.apply, torch.ones(2, dtype=torch.float64, requires_grad=True), raise_exception=False)]", ["GradcheckError", False], "of a wrong gradient gradcheck by itself, and with raise_exception=False, makes: {value}", r"\bgradcheck\b|\b(?:gradient|Jacobian|Ableitung|Gradient)\w*\b",
        right=r"\b(?:raises?|throws|GradcheckError|wirft|löst .{0,20}aus|lève|déclenche)\b", wrong=r"\b(?:returns?|gives?|yields?|gibt|liefert|renvoie|rend|retourne)\b[^.;]{0,12}\bFalse\b", without=r"raise_exception", context=r"\bgradcheck\b"),
    Fact("seed_reach", "seeding()", [False, False], "torch.manual_seed sets Python's random, and NumPy's generator, anew: {value}", r"\bmanual_seed\b|\A\W*(?:it|the (?:call|function|seed)|sie|er|es|der Aufruf|elle|il|l['’]appel)\b",
        right=r"\bonly\b[^.;]{0,20}\btorch\b|\btorch['’]s (?:own )?generators? (?:only|alone)\b|\bnur\b[^.;]{0,20}\btorch\b|\bseulement\b[^.;]{0,20}\btorch\b", right_not=rf"\b(?:not|n['’]t|neither|nicht|weder|ne|pas|ni)\b[^.;]{{0,30}}{_OTHER_RANDOM}",
        wrong=rf"\b(?:seeds?|sets?|fixes|covers?|reaches|initiali[sz]es|setzt|legt|initialisiert|deckt|fixe|initialise|couvre|règle)\b[^.;]{{0,50}}{_OTHER_RANDOM}", without=r"random\.seed|default_rng|seed_everything|\bfollowed by\b|\bown\b|\btogether with (?:random|np)\.|\bonly\b|\bnur\b|\bseulement\b|our function|\bset_seed\b", context=r"\bmanual_seed\b"),
    Fact("argument_names", "refuses(lambda: F.scaled_dot_product_attention(torch.ones(1, 1, 1), torch.ones(1, 1, 1), torch.ones(1, 1, 1), mask=None))", "TypeError", "scaled_dot_product_attention knows no argument mask ({value}); it is attn_mask", r"\bscaled_dot_product_attention\b", right=r"\battn_mask\b", wrong=r"\b(?:argument|parameter|keyword|Argument|Parameter|paramètre) mask\b(?!_)|\bmask ?= ?\w+ (?:is passed|argument)\b", without=r"TypeError|attn_mask|is_causal"),
)  # fmt: skip

PROBE = facts_probe(
    "torch-facts",
    "What do torch's losses, clipping, dropout, normalization, attention and number types do that books often state otherwise?",
    (
        r"\b(?:cross_entropy|CrossEntropyLoss|clip_grad_norm_|Dropout|BatchNorm\w*|AdamW|DataLoader)\b",
        r"\b(?:scaled_dot_product_attention|is_causal|dropout_p|batch_first)\b",
        r"\b(?:bfloat16|float16|finfo)\b",
        r"\bgradcheck\b|\bmanual_seed\b",
        r"\b(?:detach|item)\(\)|\bregister_buffer\b|\bsoftmax\b",
    ),
    ("torch",),
    SETUP,
    FACTS,
)
