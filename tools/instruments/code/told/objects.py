"""What a clause says of its subject, read from the words after the verb."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from tools import python_source
from tools.instruments.code.compare import literal
from tools.instruments.code.told.arrangements import QUOTED, conversion, order, rows, several
from tools.instruments.code.told.marks import Marked
from tools.instruments.code.told.predicates import Object, Predicate, Tail, number_of
from tools.instruments.code.told.words import (
    ARTICLE,
    BE,
    CLOSED,
    COUNTED,
    EMPTY,
    ERROR,
    FALSE,
    GIVE,
    HAVE,
    NEAR,
    NUMERAL,
    PLURALS,
    QUALITY,
    RAISE,
    TRUE,
    TYPE,
    TYPES,
)  # fmt: skip

_MARK = r"⟦(?P<mark>\d+)⟧"
_NUMBER = r"[-+−]?(?:\d{1,3}(?:,\d{3})+|\d[\d_]*)(?:\.\d+)?(?:[eE][-+]?\d+)?"
_DECIMAL = r"[-+−]?\d+,\d+"
_MINUS = r"(?:minus|moins)\s+"
_COUNT = rf"(?P<count>\d+|{NUMERAL})"


def object_of(text: Marked, at: int, verb: str) -> Object | None:
    """The object that begins at a place, None where it says nothing that can be held against an answer."""
    tail = Tail(text, at, verb)
    readers: tuple[Callable[[Tail], Object | None], ...] = (
        _exception, _nothing, rows, _length, _shape, conversion, _dtype, _edge, _caught, order, _typed, _empty, _numbers, several, _code,
        _number, _constant, _quoted, _truth,
    )  # fmt: skip
    return next((found for reader in readers if (found := reader(tail)) is not None), None)


def _exception(tail: Tail) -> Object | None:
    kind = r"(?:(?:exception|error|Ausnahme|Fehler|erreur)\s+(?:of\s+(?:type|class|kind)|vom Typ|der Klasse|de\s+(?:classe|type))\s+)?"
    match = tail.match(rf"{ARTICLE}?{kind}(?:{_MARK}|(?P<name>{ERROR}))(?!\s*(?:objects?|instances?|Objekte?)\b)")
    if match is None or (tail.is_verb(BE, HAVE) and not tail.is_verb(RAISE)):
        vague = tail.match(rf"{ARTICLE}(?:exception|error|Ausnahme|Fehler|exception|erreur)\b{CLOSED}")
        return Object(Predicate("raises", ""), vague.end()) if vague and tail.is_verb(RAISE) else None
    name = match["name"] or tail.text.code[int(match["mark"])]
    if not re.fullmatch(rf"{ERROR}(?:\(\))?", name) and not (tail.is_verb(RAISE) and re.fullmatch(r"(?:[a-z]\w*\.)*[A-Z]\w*", name)):
        return None
    if tail.is_verb("prints?", "shows?", "displays?", "affiche", "druckt") or re.match(
        r"\s*(?:or|oder|ou)\b", tail.text.words[match.end() :]
    ):
        return None
    if not tail.is_verb(RAISE) and not re.fullmatch(r"\w*Error(?:\(\))?", name.rpartition(".")[2]):
        return None
    return Object(Predicate("raises", name.removesuffix("()").rpartition(".")[2]), match.end())


def _nothing(tail: Tail) -> Object | None:
    if tail.is_verb(RAISE) and (match := tail.match(r"(?:no (?:error|exception)|nothing|keine?n? (?:Fehler|Ausnahme)|nichts|rien)\b")):
        return Object(Predicate("passes", ""), match.end())
    if tail.is_verb("returns?", "gives?", "renvoie") and (match := tail.match(rf"(?:nothing|nichts|rien)\b{CLOSED}")):
        return Object(Predicate("value", "None"), match.end())
    return None


def _length(tail: Tail) -> Object | None:
    if tail.is_verb(HAVE) and not tail.is_verb(".*(?:with|mit|auf|par)"):
        none = tail.match(
            rf"(?:(?:no|keine|aucune?) (?:elements?|items?|entr(?:y|ies)|keys?|members?|Elemente?|Einträge?|éléments?|entrées?)|nothing"
            rf"|nichts|rien)"
            rf"\b{CLOSED}"
        )
        if none:
            return Object(Predicate("length", "0"), none.end())
        axes = tail.match(rf"{_COUNT}\s+(?:dimensions?|axes|axis|Dimensionen|Achsen|axes?)\b")
        if axes:
            return Object(Predicate("ndim", number_of(axes["count"])), axes.end())
        match = tail.match(
            rf"{_COUNT}\s+(?:[\w-]+\s+)?(?P<noun>{COUNTED})\b"
            rf"(?!\s+(?:(?:per|each|in (?:each|every)|pro|par)\b|of\s+(?!type|length|size|shape|dtype)))"
        )
        if match:
            return Object(Predicate("length", number_of(match["count"])), match.end())
        match = tail.match(rf"{ARTICLE}?(?:length|size|Länge|longueur)\s+(?:of\s+|von\s+|de\s+)?(?:⟦(?P<mark>\d+)⟧|{_COUNT}\b)")
        if match and (said := number_of(match["count"] or tail.text.code[int(match["mark"])])).isdigit():
            return Object(Predicate("length", said), match.end())
    if tail.is_verb(GIVE) and not tail.is_verb("(?:print|show|display|output|read)s?", "druckt|drucken|zeigt|affiche|imprime"):
        match = tail.match(rf"(?!(?:one|ein|un)\b){_COUNT}\s+(?!digits|names|parameters|fields)(?:{COUNTED}){CLOSED}")
        if match:
            return Object(Predicate("length", number_of(match["count"])), match.end())
    if tail.is_verb(BE):
        match = tail.match(rf"{_COUNT}\s+{COUNTED}\s+(?:long|lang)\b") or tail.match(
            rf"(?:of|von|de)\s+(?:length|Länge|longueur)\s+{_COUNT}\b"
        )
        if match:
            return Object(Predicate("length", number_of(match["count"])), match.end())
        match = tail.match(rf"{_COUNT}[- ](?:dimensional|dimensionale?)\b")
        if match:
            return Object(Predicate("ndim", number_of(match["count"])), match.end())
    return None


def _shape(tail: Tail) -> Object | None:
    lead = rf"{ARTICLE}?(?:shape|Form|Gestalt|forme)\s+(?:of\s+|von\s+)?" if tail.is_verb(HAVE) else r"of (?:the )?shape\s+"
    match = tail.match(rf"{lead}(?:{_MARK}|(?P<plain>\([\d\s,]+\)|\[[\d\s,]+\]))")
    if match is None:
        return None
    said = match["plain"] or tail.text.code[int(match["mark"])]
    return shape_predicate(said, match.end())


def shape_predicate(said: str, end: int) -> Object | None:
    inner = re.fullmatch(r"(?:torch\.Size)?\(?([\[(]?[\d\s,]+[\])]?)\)?", said.strip())
    if inner is None:
        return None
    return Object(Predicate("shape", "(" + ", ".join(re.findall(r"\d+", inner.group(1))) + ",)"), end)


def _dtype(tail: Tail) -> Object | None:
    lead = (
        rf"{ARTICLE}?(?:dtype|data type|type|element type|Typ|Datentyp|type)\s+"
        if tail.is_verb(HAVE)
        else r"(?:of (?:data )?(?:type|dtype)|vom (?:Daten)?[Tt]yp|de type)\s+"
    )
    match = tail.match(rf"{lead}{_MARK}") or tail.match(rf"{lead}(?P<plain>(?:torch\.|np\.)?(?:u?int|float|bfloat|complex)\d+|bool)\b")
    if match is None:
        instance = tail.match(rf"(?:an\s+instance\s+of|eine\s+Instanz\s+von|une\s+instance\s+de)\s+{_MARK}") if tail.is_verb(BE) else None
        return None if instance is None else _class(tail.text.code[int(instance["mark"])], instance.end())
    said = match.groupdict().get("plain") or tail.text.code[int(match["mark"])]
    return Object(Predicate("dtype", said), match.end()) if re.fullmatch(r"[\w.]+", said) else None


def _edge(tail: Tail) -> Object | None:
    """ "begins with X", "ends with X", whose subject clauses.py turns to its first or last element."""
    if not tail.is_verb(
        r"begins? with|starts? with|ends? with|beginnt\b.* mit|endet\b.* (?:mit|auf)|commence par|finit par|se termine par"
    ):
        return None
    word = tail.match(rf"(?P<quoted>{QUOTED}){CLOSED}")
    if word is not None:
        return Object(Predicate("words", word["quoted"].strip("»«\"“”„'‘’ ")), word.end())
    return _code(tail) or _number(tail)


def _class(name: str, end: int) -> Object | None:
    return Object(Predicate("type", name.rpartition(".")[2]), end) if re.fullmatch(r"[A-Za-z_][\w.]*", name) else None


def _caught(tail: Tail) -> Object | None:
    """An exception that a name stands for: "`problem` is a ⟦1⟧ that ...", "`failure` holds a ⟦1⟧"."""
    if not tail.is_verb(BE, "holds?|keeps?|contains?|enthält|hält|contient"):
        return None
    noun = r"(?:(?:exception|error|Ausnahme|Fehler|erreur)\s+(?:of\s+(?:type|class)|vom Typ|der Klasse|de\s+(?:classe|type))\s+)?"
    match = tail.match(rf"{ARTICLE}{noun}(?:{_MARK}|(?P<name>{ERROR})\b)(?=\s*(?:$|[.,;:!?)—–]|\w))(?!\s*(?:or|oder|ou|class|handler)\b)")
    name = "" if match is None else match["name"] or tail.text.code[int(match["mark"])]
    if match is None or not re.fullmatch(rf"{ERROR}(?:\(\))?", name):
        return None
    return Object(Predicate("caught", name.removesuffix("()").rpartition(".")[2]), match.end())


def _typed(tail: Tail) -> Object | None:
    if not tail.is_verb(BE, GIVE):
        return None
    match = tail.match(rf"{ARTICLE}{QUALITY}*(?P<empty>{EMPTY}\s+)?(?:{QUALITY})*(?P<type>{TYPE})\b(?![\w-])", re.NOFLAG)
    if match is None:
        return _named_class(tail)
    words, end = tail.text.words, match.end()
    rest = words[end:]
    if re.match(
        r"\s*(?:or|oder|ou|-|like|view|subclass|object of|comprehension|expression|method|literal|index|display|slice|argument)\b", rest
    ):
        return None
    parts: list[Predicate] = []
    if match["empty"]:
        parts.append(Predicate("length", "0"))
    sized = re.compile(
        rf"\s+(?:of|with|von|mit|aus|de|à|avec|that has|holding)\s+(?:(?P<length>length|Länge|longueur)\s+)?{_COUNT}"
        rf"(?(length)\b|\s+(?:[\w-]+\s+)?(?:{COUNTED})\b)"
    ).match(rest)
    if sized:
        parts.append(Predicate("length", number_of(sized["count"])))
        end += sized.end()
    of = re.compile(rf"\s+(?:of|von|aus|de)\s+(?P<inner>{'|'.join(PLURALS)})\b").match(rest)
    if of:
        parts.append(Predicate("inner", PLURALS[of["inner"]]))
        end += of.end()
    return Object(Predicate("type", TYPES[match["type"]], tuple(parts)), end)


def _named_class(tail: Tail) -> Object | None:
    match = tail.match(rf"{ARTICLE}{QUALITY}*{_MARK}(?:\s+(?:objects?|instances?|Objekt|objet))?{CLOSED}")
    if match is None:
        return None
    name = tail.text.code[int(match["mark"])]
    if re.fullmatch(r"(?:\w+\.)*(?:[A-Z]\w*[a-z]\w*|list|dict|tuple|set|str|int|float|bool|bytes|range|complex|frozenset|slice)", name):
        return None if name in ("True", "False", "None") else _class(name, match.end())
    return None


def _empty(tail: Tail) -> Object | None:
    match = tail.match(rf"{EMPTY}{CLOSED}") if tail.is_verb(BE) else None
    return None if match is None else Object(Predicate("length", "0"), match.end())


def _code(tail: Tail) -> Object | None:
    if not tail.is_verb(BE, GIVE, HAVE):
        return None
    match = tail.match(
        rf"(?:(?:the|den|die|das|le|la)\s+)?(?:(?!(?:not|never|no|nicht|nie|kein\w*|pas|jamais)\b)\w+\s+)?{_MARK}(?!\s*(?:or|oder"
        rf"|ou)\s+⟦)(?!['’]s\b)"
    )
    if match is None:
        return None
    nouns = re.match(rf"\s+(?:{COUNTED}|objects?|method|argument|parameter|function|class)\b", tail.text.words[match.end() :])
    code = tail.text.code[int(match["mark"])]
    if nouns and not tail.is_verb(HAVE):
        return None
    if tail.is_verb(HAVE) and not tail.is_verb(".*(?:with|mit|auf|par)|holds?"):
        counted = re.match(rf"\s+{COUNTED}\b", tail.text.words[match.end() :])
        return Object(Predicate("length", code), match.end() + counted.end()) if counted and code.isdigit() else None
    return Object(_of_code(code), match.end())


def _of_code(code: str) -> Predicate:
    if literal(code)[0]:
        return Predicate("value", code)
    if re.fullmatch(r"<.*>", code) or code in ("nan", "inf", "-inf", "NaN"):
        return Predicate("value", code)
    try:
        tree = python_source.expression(code)
    except SyntaxError:
        return Predicate("words", code)
    if isinstance(tree, ast.Compare) or "..." in code:
        return Predicate("words", code)
    return Predicate("other", code)


def _numbers(tail: Tail) -> Object | None:
    """ "2, 5 and 8"; "a quotient of three and a remainder of two"."""
    each = rf"(?:(?:an?|eine?n?|une?)\s+[a-zäöüéè]+\s+(?:of|von|de)\s+)?(?:{_NUMBER}|(?:{_MINUS})?(?:{NUMERAL}))"
    match = tail.match(rf"(?P<all>{each}(?:,\s+{each})*,?\s+(?:and|und|et)\s+{each})(?![\w-]){CLOSED}")
    if match is None or not tail.is_verb(BE, GIVE, HAVE):
        return None
    found = re.findall(
        rf"{_NUMBER}|\b(?:{_MINUS})?(?:{NUMERAL})\b(?!\s+[a-zäöüéè]+\s+(?:of|von|de)\s)", match["all"].replace("−", "-"), re.I
    )
    return Object(Predicate("numbers", " ".join(number_of(f).replace(",", "") for f in found)), match.end())


def _number(tail: Tail) -> Object | None:
    if not tail.is_verb(BE, GIVE, r"holds?", r".*(?:with|mit|auf|par)"):
        return None
    match = tail.match(rf"(?P<near>{NEAR}\s*)?(?:(?P<number>{_NUMBER})|(?P<decimal>{_DECIMAL}))(?![\w%°]|[.,]\d){CLOSED}")
    if match:
        said = (match["number"] or match["decimal"].replace(",", ".")).replace("−", "-").replace(",", "")
        return Object(Predicate("near" if match["near"] else "value", said), match.end())
    told = tail.is_verb(BE, "equals?", "gives?", "returns?", "yields?", "holds?", "ergibt", "liefert", "donne", "renvoie")
    match = tail.match(rf"(?P<count>(?:{_MINUS})?(?:{NUMERAL})){CLOSED}") if told else None
    if match and not re.match(r"\s*(?:of|von|de|des)\b", tail.text.words[match.end() :]) and match["count"].lower() not in ("un", "une"):
        return Object(Predicate("value", number_of(match["count"])), match.end())
    return None


def _constant(tail: Tail) -> Object | None:
    match = tail.match(rf"(?P<said>True|False|None|NaN|nan|inf)\b{CLOSED}", re.NOFLAG) if tail.is_verb(BE, GIVE) else None
    return None if match is None else Object(Predicate("value", match["said"].replace("NaN", "nan")), match.end())


def _quoted(tail: Tail) -> Object | None:
    match = tail.match(r"(?:\"(?P<a>[^\"]+)\"|“(?P<b>[^”]+)”|„(?P<c>[^“”]+)[“”]|«\s?(?P<d>[^»]+?)\s?»)")
    if match is None or not tail.is_verb(GIVE, "is"):
        return None
    return Object(Predicate("words", next(g for g in match.groups() if g is not None and g != match.groupdict().get("mark"))), match.end())


def _truth(tail: Tail) -> Object | None:
    match = tail.match(rf"(?:(?P<true>{TRUE})|(?P<false>{FALSE})){CLOSED}") if tail.is_verb(BE, "evaluates? to") else None
    return None if match is None else Object(Predicate("truth", "True" if match["true"] else "False"), match.end())
