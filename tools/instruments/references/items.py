"""Steps of lists, points of enumerations and stages of pipelines that prose names by their number with what they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.references.meaning import Mistake
from tools.instruments.references.words import akin, content, stem
from tools.layout import sentences
from tools.records import Block, Span

_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
    "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
)
_NUMBER_OF = {word: n for words in _ORDINALS for n, word in enumerate(words.split(), 1)} | {"première": 1}
_ORDINAL = "|".join(sorted(_NUMBER_OF, key=len, reverse=True))
#: Verbs that tell of one thing to do.
_ALIKE = (
    {"check", "inspect", "verify", "test", "validate", "examine"}, {"remove", "delete", "drop"}, {"build", "compile", "make"}, {"install"},
    {"start", "launch", "execute"}, {"upload", "publish", "push"}, {"copy", "duplicate"}, {"create", "generate"}, {"wait", "pause"},
    {"read", "load", "open"}, {"write", "save", "store"}, {"sort", "order"}, {"count", "tally"}, {"tag", "label", "mark"},
    {"restart"}, {"merge", "join"}, {"split", "divide"}, {"encrypt"}, {"compress"}, {"download", "fetch"}, {"train"}, {"normalize"},
)  # fmt: skip
_VAGUE = frozenset(content("error failure problem result output mistake time delay wait cost trouble value number work"))
_NUMBERED = re.compile(r"(?:(?<=\s)|^)(?P<number>\d{1,2})[.)][ \u00a0](?=[\"“`*]*[A-ZÄÖÜÉ])", re.M)
_BULLET = re.compile(r"^[ \t]*[-*•+][ \t]+(?P<words>\S.*)$", re.M)
_IN_STEP = re.compile(
    r"\b(?:the|der|die|das|le|la|l['’])\s*(?P<words>(?:[\w-]+ )?[\w-]+) (?:in|of|dans|à) (?:the )?"
    r"(?P<label>(?:step|schritt|l['’]étape|étape) (?P<number>\d{1,2}))(?![\d.])",
    re.I,
)
_STEP_DOES = re.compile(r"\b(?P<label>step (?P<number>\d{1,2})) (?P<verb>[a-z]{3,}s)\b(?!\s+(?:is|are|was))", re.I)
_POINT = re.compile(rf"\bthe (?P<label>(?P<ordinal>{_ORDINAL}))(?: [a-z]+)?, that (?P<words>[^,;:.]{{8,120}}),", re.I)
_STAGE = re.compile(
    rf"\b(?:the|der|die|das|la|le) (?P<label>(?P<ordinal>{_ORDINAL})n?) (?:command|stage|program|befehl|commande)"
    r"(?: of the pipeline)? (?P<verb>[a-zäöüé]+)",
    re.I,
)
_GAP = 500


@dataclass(frozen=True)
class _List:
    """items: the words of each, in order; span: of all of them."""

    items: tuple[str, ...]
    span: Span


def items_misnamed(blocks: tuple[Block, ...], text: str) -> Iterator[Mistake]:
    """Numbers of steps, points and stages that are not about what is said of them, where exactly one other is."""
    numbered, bullets, pipes = list(_steps(text)), list(_points(text)), list(_pipes(blocks, text))
    if not (numbered or bullets or pipes):
        return
    for block in blocks:
        if block.kind not in ("prose", "quote"):
            continue
        for sentence in sentences(text, block.span):
            words = text[sentence.start : sentence.end]
            for match in (*_IN_STEP.finditer(words), *_STEP_DOES.finditer(words)):
                yield from _step(match, sentence.start, _nearest(numbered, sentence.start + match.start()))
            for match in _POINT.finditer(words):
                yield from _point(match, sentence.start, _nearest(bullets, sentence.start + match.start()))
            for match in _STAGE.finditer(words):
                yield from _stage(match, sentence.start, _nearest(pipes, sentence.start + match.start()))


def _nearest(lists: list[_List], position: int) -> _List | None:
    """The last list before a place."""
    return next((one for one in reversed(lists) if one.span.end <= position), None)


def _step(match: re.Match[str], start: int, steps: _List | None) -> Iterator[Mistake]:
    number = int(match["number"])
    if steps is None or not 0 < number <= len(steps.items):
        return
    if "verb" in match.re.groupindex:
        verb = match["verb"].lower()
        group = next((g for g in _ALIKE if verb.removesuffix("s") in g or verb.removesuffix("es") in g), None)
        fits = [] if group is None else [n for n, item in enumerate(steps.items, 1) if _first(item) in group]
        if group is None or any(akin(w, stem(g)) for w in content(steps.items[number - 1]) for g in group):
            return
    else:
        said = [w for w in content(match["words"]) if w not in _VAGUE]
        said = [w for w in said if not any(w == stem(verb) for group in _ALIKE for verb in group)] or said
        fits = [n for n, item in enumerate(steps.items, 1) if any(akin(w, other) for w in said for other in content(item))]
    yield from _found(match, start, number, fits, steps, "step")


def _point(match: re.Match[str], start: int, points: _List | None) -> Iterator[Mistake]:
    number, said = _NUMBER_OF[match["ordinal"].lower()], content(match["words"])
    if points is None or number > len(points.items) or len(said) < 2:
        return
    hits = [sum(any(akin(w, other) for other in content(item)) for w in said) for item in points.items]
    if hits[number - 1] == 0:
        yield from _found(match, start, number, [n for n, hit in enumerate(hits, 1) if hit >= 2], points, "point")


def _stage(match: re.Match[str], start: int, pipe: _List | None) -> Iterator[Mistake]:
    number, verb = _NUMBER_OF[match["ordinal"].lower()], match["verb"].lower()
    if pipe is None or number > len(pipe.items):
        return
    fits = [n for n, stage in enumerate(pipe.items, 1) if stage.split()[0] in (verb.removesuffix("s"), verb.removesuffix("es"), verb)]
    if number not in fits and fits:
        yield from _found(match, start, number, fits[-1:], pipe, "stage")


def _found(match: re.Match[str], start: int, number: int, fits: list[int], among: _List, kind: str) -> Iterator[Mistake]:
    if number in fits or len(fits) != 1:
        return
    span = Span(start=start + match.start("label"), end=start + match.end("label"))
    mine, other = (" ".join(among.items[n - 1].split())[:80] for n in (number, fits[0]))
    said = " ".join(match.group().split())[:100]
    why = f"The text says {said!r}; {kind} {number} is {mine!r}, and what is said fits {kind} {fits[0]}: {other!r}."
    yield Mistake(span, why, f"each {kind} of the list before it, compared with these words", among.span)


def _first(item: str) -> str:
    word = re.search(r"[^\W\d_]+", item)
    return word.group().lower() if word else ""


def _steps(text: str) -> Iterator[_List]:
    """Lists numbered 1, 2, 3 and so on, each item on a line of its own or run into one paragraph."""
    run: list[re.Match[str]] = []
    for match in [*_NUMBERED.finditer(text), None]:
        number = int(match["number"]) if match is not None else 0
        if match is not None and run and number == len(run) + 1 and match.start() - run[-1].end() < _GAP:
            run.append(match)
            continue
        if len(run) >= 3:
            ends = [m.start() for m in run[1:]] + [_last_end(text, run[-1].end())]
            items = tuple(text[m.end() : end].strip() for m, end in zip(run, ends, strict=True))
            yield _List(items, Span(start=run[0].start(), end=ends[-1]))
        run = [match] if match is not None and number == 1 else []


def _last_end(text: str, start: int) -> int:
    """Where the last item of a list ends: with its line or its first sentence."""
    line = text.find("\n", start)
    stop = re.compile(r"[.!?](?=\s|$)").search(text, start)
    return min(line if line >= 0 else len(text), stop.end() if stop else len(text))


def _points(text: str) -> Iterator[_List]:
    run: list[re.Match[str]] = []
    for match in [*_BULLET.finditer(text), None]:
        if match is not None and run and not text[run[-1].end() : match.start()].strip():
            run.append(match)
            continue
        if len(run) >= 3:
            yield _List(tuple(m["words"] for m in run), Span(start=run[0].start(), end=run[-1].end()))
        run = [match] if match is not None else []


def _pipes(blocks: tuple[Block, ...], text: str) -> Iterator[_List]:
    """Pipelines of a shell, by their commands."""
    for block in blocks:
        words = text[block.span.start : block.span.end]
        if block.kind == "code" and block.language in ("bash", "sh", "shell", "console", "zsh", None) and words.count(" | ") >= 2:
            bare = re.sub(r"'[^']*'|\"[^\"]*\"", lambda m: "_" * len(m.group()), words)
            stages = tuple(stage.strip(" \\\n$") for stage in re.split(r"(?<!\|)\|(?!\|)", bare))
            if all(re.match(r"[a-z][\w.-]*\b", stage) for stage in stages):
                yield _List(stages, block.span)
