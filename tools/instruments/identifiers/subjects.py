"""Which callables a sentence is about: by full name, by a method's name alone, or by "it" after they were named.

A method whose object is not known may be several classes' at once; whatever is said of it then has to hold for all of them.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.hedges import stops
from tools.instruments.identifiers.mentions import Mention
from tools.instruments.identifiers.parameters import parameters_of
from tools.instruments.identifiers.survey import Survey
from tools.packages.modules import dotted
from tools.packages.resolution import Found, Unknown
from tools.records import Block, Span

# Where a name that stands alone may belong, once its package is in use.
_HOMES = {
    "pandas": ("pandas", "pandas.DataFrame", "pandas.Series"),
    "numpy": ("numpy", "numpy.linalg", "numpy.random.Generator", "numpy.ndarray"),
    "torch": (
        "torch", "torch.nn", "torch.nn.functional", "torch.optim", "torch.optim.lr_scheduler", "torch.utils.data", "torch.nn.utils",
        "torch.nn.init", "torch.Tensor", "torch.nn.Module", "torch.optim.Optimizer",
    ),
}  # fmt: skip
# What an object is by its customary name.
_CUSTOMARY = {
    "df": "pandas.DataFrame", "frame": "pandas.DataFrame", "dataframe": "pandas.DataFrame", "DataFrame": "pandas.DataFrame",
    "ser": "pandas.Series", "series": "pandas.Series", "Series": "pandas.Series",
    "ndarray": "numpy.ndarray", "arr": "numpy.ndarray", "rng": "numpy.random.Generator", "Generator": "numpy.random.Generator",
    "optimizer": "torch.optim.Optimizer", "opt": "torch.optim.Optimizer", "tensor": "torch.Tensor", "Tensor": "torch.Tensor",
    "model": "torch.nn.Module", "net": "torch.nn.Module", "module": "torch.nn.Module",
    "Path": "pathlib.Path", "path": "pathlib.Path",
}  # fmt: skip
# Their methods are the interpreter's, whatever package has one of the same name.
_BUILTIN_TYPES = frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
_BUILTIN_NAMES = frozenset(dir(builtins)) | {
    name for each in (list, dict, str, set, tuple, bytes, int, float) for name in dir(each) if not name.startswith("_")
}
_TOKEN = re.compile(r"(?<![\w./@\\$=-])(?>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?![\w/@\\]|\s*=[^=])")
_CALLED_SO = re.compile(
    r"(?:methods?|functions?|class(?:es)?|decorators?|attributes?|Methoden?|Funktion(?:en)?|Klassen?|Dekorator|méthodes?|fonctions?|classes?|décorateur)\s+[`“\"]?$",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?<![\w.])([A-Za-z_]\w*\.[A-Za-z_][\w.]*\w)(?!\w)|(?<![\w.])([A-Za-z_]\w*)\(|`([A-Za-z_]\w*)`")
_IN_SENTENCE = re.compile(r"[A-Z][a-z]*[A-Z0-9]\w*|\w*_\w+")
_INSIDE = re.compile(r"[\w,;(] $")
_ACTS = re.compile(r"\s+(?:returns|raises|yields|accepts|takes|expects|liefert|wirft|renvoie|lève)\b")
_BEGINS = re.compile(r"(?:^|[.:;,(]\s|\b(?:and|but|while|whereas|und|et)\s)$")
# Names of functions that are words of their own: they count only with code marks, brackets or a word such as "method" beside them.
_ORDINARY = re.compile(
    r"abs|accumulate|all|any|append|apply|array|between|choice|chunk|clip|close|compile|copy|corr|count|cov|cross|cut"
    r"|describe|detach|diff|dot|drop|dump|empty|equal|exp|explode|fill|filter|find|flatten|float|format|full|gather|get|group"
    r"|head|histogram|index|insert|int|integers|isin|item|items|join|keys|kind|last|len|linear|list|load|log|loss|map|mask"
    r"|match|max|mean|median|melt|merge|min|mode|module|norm|normal|open|order|outer|parameter|partial|pivot|plot|pop|power"
    r"|print|product|quantile|query|random|range|rank|read|reduce|register|remove|repeat|replace|resample|reset|reshape"
    r"|rolling|round|sample|save|search|select|series|set|shape|shift|shuffle|size|sort|sorted|spawn|split|squeeze|stack|stat"
    r"|state|step|strip|sub|sum|switch|table|tail|take|tensor|test|time|total|trace|transform|transpose|tuple|type|uniform"
    r"|unique|update|values|view|wait|where|window|write|zeros|zip"
)


@dataclass(frozen=True)
class Subject:
    """written: as the chapter has it, at `span`. candidates: what it may stand for, all of them.

    unread: where there is none, the full name of something compiled.
    """

    written: str
    span: Span
    candidates: tuple[Found, ...]
    unread: str = ""

    @property
    def last(self) -> str:
        return self.written.rpartition(".")[2]


class Subjects:
    """Of one chapter. Names of a home are collected once."""

    def __init__(self, found: Survey) -> None:
        self._found = found
        self._names: dict[str, frozenset[str]] = {}
        self._known: dict[str, tuple[Found, ...]] = {}
        self._used = {
            node.attr if isinstance(node, ast.Attribute) else node.id
            for program in found.programs
            for call in ast.walk(program.tree)
            if isinstance(call, ast.Call)
            for node in (call.func,)
            if isinstance(node, ast.Attribute | ast.Name)
        }
        roots = {target.partition(".")[0] for target in found.bound.aliases.values()}
        self._homes = [home for root in sorted(roots) for home in _HOMES.get(root, (root,) if _is_module(found, root) else ())]
        self._homes += [target for target in found.bound.aliases.values() if target not in self._homes and "." in target]
        self._homes += [home for home in _spoken_modules(found) if home not in self._homes]
        self._everywhere: list[Subject] | None = None

    def named(self, within: Span) -> list[Subject]:
        """The callables that are named in a piece of text, in order."""
        return list(self._named(within))

    def before(self, block: Block, place: int, reach: int = 500) -> list[Subject]:
        """Those named in the same block before a place: sentence by sentence from the nearest, each in the order of its words.

        The part of its own sentence that stands before the place is the nearest.

        "It" is more often the first that the sentence before names than its last.
        """
        near = [
            Span(start=each.start, end=min(each.end, place))
            for each in sentences(self._found.text, block.span)
            if place - reach <= each.start < place
        ]
        return [subject for sentence in reversed(near) for subject in self.named(sentence)]

    def everywhere(self) -> list[Subject]:
        """All that the chapter names or calls, in the order of the text."""
        if self._everywhere is None:
            spans = [each.span for each in self._found.chapter.blocks if each.kind in ("prose", "quote", "heading", "table")]
            named = [subject for span in spans for subject in self._named(span)]
            self._everywhere = sorted([*named, *self._called()], key=lambda subject: subject.span.start)
        return self._everywhere

    def _called(self) -> Iterator[Subject]:
        """What the chapter's code calls: by its full name, else by the name of a method whose object is not known."""
        for program in self._found.programs:
            for node in ast.walk(program.tree):
                called = [node.func] if isinstance(node, ast.Call) else getattr(node, "decorator_list", [])
                for each in called:
                    written = dotted(each) or (each.attr if isinstance(each, ast.Attribute) else "")
                    candidates = self.candidates(written) if written else ()
                    if candidates:
                        yield Subject(written, program.span(each), candidates)

    def around(self, place: int, reach: int = 1500) -> list[Subject]:
        """What is named or called before a place, the nearest first, each once."""
        before = [each for each in self.everywhere() if place - reach <= each.span.start and each.span.end <= place]
        return list({each.written: each for each in reversed(before)}.values())

    def reaches(self, subject: Subject, place: int) -> bool:
        """Whether no other name of code stands between a subject and a place after it, parameters of the subject aside."""
        for token in _CODE.finditer(self._found.text, subject.span.end, place):
            word = next(each for each in token.groups() if each is not None)
            known = any(word in parameters_of(self._found, candidate) for candidate in subject.candidates)
            if not known and word not in ("True", "False", "None") and not self.candidates(word):
                return False
        return True

    def taking(self, parameter: str, place: int) -> Subject | None:
        """The callable that the chapter gave this keyword last before a place, else the one callable of the chapter that has it."""
        there = [each for each in self._found.mentions if each.span.start < place]
        given = next((each for each in reversed(there) if each.call is not None and parameter in each.call.keywords), None)
        having: dict[str, Mention] = {}
        for mention in [given] if given is not None else there:
            resolved = self._found.resolve(mention.name)
            if isinstance(resolved, Found) and resolved.kind != "module" and parameter in parameters_of(self._found, resolved):
                having.setdefault(resolved.name, mention)
        if len(having) != 1:
            return None
        mention = next(iter(having.values()))
        resolved = self._found.resolve(mention.name)
        return Subject(mention.written, mention.span, (resolved,)) if isinstance(resolved, Found) else None

    def _named(self, within: Span) -> Iterator[Subject]:
        text = self._found.text
        for token in _TOKEN.finditer(text, within.start, within.end):
            span = Span(start=token.start(), end=token.end())
            if "." in token.group() or self._marked(span):
                candidates = self.candidates(token.group())
                unread = self._unread(token.group()) if not candidates else ""
                if candidates or unread:
                    yield Subject(token.group(), span, candidates, unread)

    def _unread(self, written: str) -> str:
        """The full name of what an installed package has and its source does not show."""
        found = self._found
        first = written.partition(".")[0]
        full = found.bound.full(written)
        if full is None and "." in written and first not in found.bound.own and first in found.bound.aliases.values():
            full = written
        if full is None or "." not in full or found.distribution(full) is None or full.startswith("builtins."):
            return ""
        return full if isinstance(found.resolve(full), Unknown) else ""

    def _marked(self, span: Span) -> bool:
        text = self._found.text
        word = text[span.start : span.end]
        if text[span.start - 1 : span.start] == "`" or text[span.end : span.end + 1] == "(" or _IN_SENTENCE.fullmatch(word):
            return True
        if _CALLED_SO.search(text[max(0, span.start - 24) : span.start]):
            return True
        if self._acts(span):
            return True
        inside = _INSIDE.search(text[max(0, span.start - 2) : span.start]) is not None
        whole = len(word) >= 5 or not word.isalpha() or (len(word) == 4 and inside)
        return _ORDINARY.fullmatch(word.lower()) is None and whole and (word in self._used or word[:1].isupper())

    def _acts(self, span: Span) -> bool:
        """Whether a bare word does what only a function does: "wrap returns a list"."""
        text = self._found.text
        return _ACTS.match(text, span.end) is not None and _BEGINS.search(text[max(0, span.start - 12) : span.start]) is not None

    def candidates(self, written: str) -> tuple[Found, ...]:
        """All that a name may stand for; none where one of them is not a callable or cannot be told."""
        if written not in self._known:
            self._known[written] = tuple(self._candidates(written))
        return self._known[written]

    def _candidates(self, written: str) -> Iterator[Found]:
        found = self._found
        full = found.bound.full(written)
        if full is None and "." in written and found.packages.distribution_of(written.partition(".")[0]) is not None:
            full = written if written.partition(".")[0] not in found.bound.own else None
        if full is not None:
            resolved = found.resolve(full)
            if isinstance(resolved, Found) and resolved.kind != "module":
                yield resolved
            return
        owner, _, last = written.rpartition(".")
        if owner in _BUILTIN_TYPES:
            return
        known = self._object(owner) if owner else None
        if known is not None:
            if last in self._names_of(known):
                yield from self._member(known, last)
            return
        if written in found.bound.own or (not owner and written in _BUILTIN_NAMES):
            return
        seen: set[str] = set()
        for home in self._homes:
            if last in self._names_of(home) and not owner:
                for each in self._member(home, last):
                    if each.name not in seen:
                        seen.add(each.name)
                        yield each

    def _member(self, home: str, name: str) -> Iterator[Found]:
        resolved = self._found.resolve(f"{home}.{name}")
        if isinstance(resolved, Found) and resolved.kind in ("function", "class", "value"):
            yield resolved

    def _object(self, name: str) -> str | None:
        """The class of an object that the chapter makes, or that has a customary name."""
        callee = self._found.bound.made.get(name)
        full = self._found.bound.full(callee) if callee is not None else None
        resolved = self._found.resolve(full) if full is not None else None
        if isinstance(resolved, Found) and resolved.kind == "class":
            return resolved.name
        if name == "self":
            return self._base()
        if isinstance(resolved, Found) and isinstance(resolved.node, ast.FunctionDef):
            made = self._found.names.resolve_in(resolved.module, dotted(resolved.node.returns) or "?")
            if isinstance(made, Found) and made.kind == "class":
                return made.name
        customary = _CUSTOMARY.get(name)
        installed = customary is not None and self._found.packages.distribution_of(customary.partition(".")[0]) is not None
        return customary if installed and name not in self._found.bound.aliases else None

    def _base(self) -> str | None:
        """The one class of a package that the chapter's own classes derive from: what `self` is besides."""
        written = {
            dotted(base) for program in self._found.programs for node in ast.walk(program.tree) if isinstance(node, ast.ClassDef)
            for base in node.bases
        }  # fmt: skip
        full = {self._found.bound.full(each) for each in written if each is not None}
        resolved = [self._found.resolve(each) for each in full if each is not None]
        classes = [each for each in resolved if isinstance(each, Found) and each.kind == "class"]
        return classes[0].name if len(classes) == len(full) == 1 else None

    def _names_of(self, home: str) -> frozenset[str]:
        if home not in self._names:
            resolved = self._found.resolve(home)
            there = self._found.names.names_of(resolved) if isinstance(resolved, Found) and resolved.kind in ("module", "class") else set()
            self._names[home] = frozenset(there)
        return self._names[home]


def _is_module(found: Survey, root: str) -> bool:
    return found.names.module(root) is not None


def sentences(text: str, within: Span) -> Iterator[Span]:
    """The sentences of a block."""
    start = within.start
    for end, following in stops(text, within):
        yield Span(start=start, end=end)
        start = following
    yield Span(start=start, end=within.end)


_MODULE = re.compile(
    r"`(?P<marked>[a-z_]\w*(?:\.[a-z_]\w*)*)`"
    r"|\b(?:module|package|library|Modul|Paket|bibliothèque)\s+(?:called\s+)?`?(?P<called>[a-z_]\w*(?:\.[a-z_]\w*)*)"
)


def _spoken_modules(found: Survey) -> Iterator[str]:
    """The modules that the chapter's words name, and those of what it names in full: bare names may belong to them."""
    named = dict.fromkeys(
        match["marked"] or match["called"]
        for block in found.chapter.blocks
        if block.kind != "code"
        for match in _MODULE.finditer(found.text, block.span.start, block.span.end)
    )
    own = found.bound.own
    for name in named:
        for length in range(name.count(".") + 1):
            home = name.rsplit(".", length)[0]
            if home.partition(".")[0] not in own and found.distribution(home) is not None and _is_module(found, home):
                yield home
                break
