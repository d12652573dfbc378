"""What a chapter says twice of how its results were made: a version, a card, a date, a number of runs; the two have to agree.

Only what is said to hold for all of a chapter or section, or stands in a caption or in what a program prints of itself, is held
against another statement that something was used; where releases or machines are compared, or one is said to be older, nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tools.layout import sentences
from tools.quantities import Writing, quantities_of
from tools.records import Block, Span

_GENERAL = re.compile(
    r"(?<![^\W\d_])(?:all|every|everything|throughout|everywhere|this (?:chapter|book|section|edition|experiment)|"
    r"the version used|versions? used|"
    r"we (?:use|used|ran|run|work|tested|measured)|was run|were run|were made|was made|measured|using|used here|host|setup|"
    r"environment|refer to|"
    r"alle\w*|durchweg|überall|dieses? (?:kapitel|buch|abschnitt)\w*|wir (?:verwenden|nutzen|benutzen|arbeiten)|gemessen|verwendet\w*|"
    r"tous|toutes|partout|ce (?:chapitre|livre)|nous (?:utilisons|avons)|mesuré\w*|utilis\w+)(?![^\W\d_])",
    re.IGNORECASE,
)
_USED = re.compile(
    r"(?<![^\W\d_])(?:use[ds]?|using|made with|measured|ran|run|recorded|saw|based on|tested|timed|built|compiled|refer|"
    r"verwende\w*|benutz\w*|nutzen|gemacht|faites|"
    r"gemessen|utilis\w+|mesur\w+)(?![^\W\d_])",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"(?<![^\W\d_])(?:older|old|newer|earlier|later|before|after|since|until|from|previous\w*|former\w*|first edition|"
    r"last edition|upgrad\w+|updat\w+|"
    r"migrat\w+|requires?|required|needs?|supports?|supported|introduced|added|removed|deprecated|arrived|appeared|changed|new in|"
    r"as of|at least|or (?:later|newer|"
    r"higher|above)|and (?:later|newer|above)|unlike|instead|whereas|than|versus|vs|against|compared?|both|either|"
    r"other|another|"
    r"also|again on|repeat\w*|release[ds]?|will|would|could|might|came|comes|ältere\w*|neuere\w*|früher\w*|später\w*|vor|seit|"
    r"bis|ab|bisher\w*|statt|anders|"
    r"im gegensatz|beide\w*|benötig\w*|verlangt|unterstützt|eingeführt|auch|ancienne?s?|récente?s?|antérieure?s?|"
    r"depuis|jusqu\w*|à partir|"
    r"avant|après|requiert|exige|ajouté\w*|contre|contrairement|deux|aussi)(?![^\W\d_])",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"^\W*(?:table|figure|listing|tabelle|abbildung|tableau|means?|medians?|averages?|mittelwerte?|"
    r"moyennes?)(?![^\W\d_])",
    re.IGNORECASE,
)
_CAPTION_LENGTH = 300
_VERSION = re.compile(
    r"(?<![\w./-])(?P<name>[A-Z][A-Za-z+#]*(?:[ -][A-Z][A-Za-z+#]*)?|kernel|torch|numpy|pandas|scipy|[a-z]+-learn)(?:\s(?:version|"
    r"release|kernel))?[\s=]{1,3}v?"
    r"(?P<number>\d+(?:\.\d+)+)(?![\w%]|[.,]\d|['’]s\b)"
)
_NO_PRODUCT = re.compile(
    r"(?:table|figure|fig|section|chapter|equation|eq|listing|appendix|step|version|about|the|at|in|of|tabelle|abbildung|kapitel|"
    r"abschnitt|gleichung|"
    r"tableau|chapitre|équation|release|and|or|is|was|from|to|only|with|on|for|mean|total|edition|part|volume|example|exercise|"
    r"rule|note)",
    re.IGNORECASE,
)
_BANNER = re.compile(r"(?P<name>[A-Za-z]+)[_ ]version['\"]?\s*[:=]\s*['\"]?v?(?P<number>\d+(?:\.\d+)+)", re.IGNORECASE)
_VERSION_HERE = re.compile(
    r"(?<![^\W\d_])(?:the version (?:used|installed|employed)(?: here| throughout| in this (?:book|chapter))?|our version|"
    r"die (?:hier )?verwendete version|la version utilisée(?: ici)?)"
    r"\s(?:is|was|ist|est)\s(?:[A-Z]\w+\s)?(?P<number>\d+(?:\.\d+)+)",
    re.IGNORECASE,
)
_CARD = re.compile(
    r"(?<![\w-])(?P<name>(?:RTX|GTX|GeForce|Quadro|Tesla|MI|Radeon)\s?\d{3,4}X?(?:\s?Ti)?|[AHVTBLP]\d{1,3}S?(?=[\s,.;:)])|"
    r"(?:Core )?i[3579]-\d{4,5}\w*|"
    r"Ryzen \d \d{4}\w*|EPYC \d{4}\w*|Xeon [\w-]+\d\w*|M[1-4](?: Pro| Max| Ultra)?(?=[\s,.;:)]))"
)
_RUNS = re.compile(
    r"(?<![^\W\d_])(?:means?|medians?|averages?|best|fastest|mittel(?:wert)?e?|moyennes?|médianes?)\s(?:of|over|out of|aus|von|"
    r"über|de|sur)\s(?:the\s)?(?P<a>\w+)\s"
    r"(?:runs|repetitions|repeats|trials|measurements|läufen|wiederholungen|messungen|exécutions|essais|mesures)(?![^\W\d_])"
    r"|(?<![^\W\d_])(?:ran|run|repeated|executed|measured|started)\s(?:each|every|the|it|them|"
    r"all)?\s?(?:[^\W\d_]+\s){0,3}?(?P<b>\w+)\stimes(?![^\W\d_])"
    r"|(?<![^\W\d_])(?P<c>\w+)-?mal\s(?:gemessen|ausgeführt|wiederholt|gestartet)(?![^\W\d_])",
    re.IGNORECASE,
)
_MONTHS = (
    "january janvier januar|february février februar|march mars märz|april avril|may mai|june juin juni|july juillet juli|august août|"
    "september septembre|october octobre oktober|november novembre|december décembre dezember"
)
_MONTH = {word: n for n, words in enumerate(_MONTHS.split("|"), 1) for word in words.split()}
_DATE = re.compile(
    rf"(?<![\w.])(?P<day>\d{{1,2}})\.?\s(?P<month>{'|'.join(_MONTH)})\s(?P<year>(?:19|20)\d\d)(?!\d)|"
    rf"(?<![^\W\d_])(?P<month2>{'|'.join(_MONTH)})\s(?P<day2>\d{{1,2}}),\s(?P<year2>(?:19|20)\d\d)(?!\d)|(?<![\d-])(?P<y>(?:19|"
    rf"20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)(?![\d-])",
    re.IGNORECASE,
)
_EVENTS = re.compile(
    r"(?<![^\W\d_])(?:surveys?|measure\w*|copied|taken|list|prices?|snapshot|download\w*|crawl\w*|experiment|run|test\w*|census|"
    r"export\w*|"
    r"accessed|retrieved|connected|noted|data|erhebung|gemessen|messung\w*|abgerufen|preis\w*|enquête|relev\w+|mesur\w+|"
    r"consult\w+|prix)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Said:
    """One statement of what something was made with. what: product, card, date or runs; value: as compared; general: it holds for more
    than its sentence."""

    what: str
    value: str
    span: Span
    sentence: Span
    general: bool


@dataclass(frozen=True)
class Spoken:
    """A sentence; caption: it stands in the caption of a table or figure."""

    span: Span
    caption: bool


@dataclass(frozen=True)
class Disagreement:
    """Two statements that cannot both hold."""

    span: Span
    other: Span
    why: str


def disagreements(blocks: tuple[Block, ...], text: str) -> Iterator[Disagreement]:
    """What a chapter states two ways of how its results were made; the place that says it of less, or later, is named."""
    spoken = [
        Spoken(span, _is_caption(block, text) or _CAPTION.match(text[span.start : span.end]) is not None)
        for block in blocks
        if block.kind in ("prose", "quote", "heading")
        for span in sentences(text, block.span)
    ]
    said = [*_versions(spoken, text), *_cards(spoken, text), *_dates(spoken, text), *_runs(spoken, text)]
    banners = list(_banners(blocks, text))
    seen: set[Span] = set()
    groups: dict[str, list[Said]] = {}
    for one in (*said, *banners):
        groups.setdefault(one.what, []).append(one)
    for what, own in groups.items():
        if len({one.value for one in own}) > 3:
            continue
        for one, other in combinations(own, 2):
            if one.sentence == other.sentence or not (one.general or other.general) or _agree(what, one.value, other.value):
                continue
            first, last = sorted((one, other), key=lambda own: (own not in banners, not own.general, own.span.start), reverse=False)
            if last.span not in seen and last not in banners:
                seen.add(last.span)
                yield Disagreement(last.span, first.span, f"{_shown(last, text)} here, {_shown(first, text)} elsewhere in the chapter.")


def _is_caption(block: Block, text: str) -> bool:
    return len(block.span) < _CAPTION_LENGTH and _CAPTION.match(text[block.span.start : block.span.end]) is not None


def _shown(said: Said, text: str) -> str:
    return " ".join(text[said.span.start : said.span.end].split())


def _agree(what: str, one: str, other: str) -> bool:
    if one == other:
        return True
    if what.startswith("version"):
        short, long = sorted((one, other), key=len)
        return long.startswith(f"{short}.")
    if what == "date":  # of two whole dates that differ in one part, one is a slip; others are two days
        return sum(a != b for a, b in zip(one.split("-"), other.split("-"), strict=True)) != 1
    return False


def _versions(spoken: Sequence[Spoken], text: str) -> Iterator[Said]:
    names: list[str] = []
    for span, caption in ((own.span, own.caption) for own in spoken):
        words = text[span.start : span.end]
        found = [m for m in _VERSION.finditer(words) if not _NO_PRODUCT.fullmatch(m["name"].split()[-1])]
        names += [_product(m["name"]) for m in found]
        here = _VERSION_HERE.search(words)
        if here is not None and names:
            place = Span(start=span.start + here.start(), end=span.start + here.end())
            yield Said(f"version of {names[0]}", here["number"], place, span, True)
            continue
        for match in found:
            numbers = {m["number"] for m in found if _product(m["name"]) == _product(match["name"])}
            around = words[max(0, match.start() - 60) : match.end() + 60]
            if len(numbers) > 1 or (_ANOTHER.search(around) and not caption) or not (_USED.search(words) or caption):
                continue
            place = Span(start=span.start + match.start(), end=span.start + match.end())
            yield Said(f"version of {_product(match['name'])}", match["number"], place, span, caption or bool(_GENERAL.search(words)))


def _product(name: str) -> str:
    """A product by its last word ("Linux kernel" and "kernel" are one)."""
    return name.lower().split()[-1].replace("cpython", "python").replace("linux", "kernel")


def _banners(blocks: tuple[Block, ...], text: str) -> Iterator[Said]:
    """The version that a program prints of itself."""
    for block in blocks:
        if block.kind in ("output", "code"):
            for match in _BANNER.finditer(text[block.span.start : min(block.span.end, block.span.start + 4000)]):
                place = Span(start=block.span.start + match.start(), end=block.span.start + match.end())
                yield Said(f"version of {_product(match['name'])}", match["number"], place, block.span, True)


def _cards(spoken: Sequence[Spoken], text: str) -> Iterator[Said]:
    everywhere = {re.sub(r"\s+", " ", m["name"]) for m in _CARD.finditer(text)}
    if len(everywhere) != 2:
        return
    for span, caption in ((own.span, own.caption) for own in spoken):
        words = text[span.start : span.end]
        found = list(_CARD.finditer(words))
        if len(found) != 1 or (_ANOTHER.search(words) and not caption):
            continue
        match = found[0]
        place = Span(start=span.start + match.start(), end=span.start + match.end())
        family = "processor" if re.match(r"(?:Core|i\d|Ryzen|EPYC|Xeon)", match["name"]) else "card"
        if caption or _USED.search(words):
            yield Said(family, re.sub(r"\s+", " ", match["name"]), place, span, caption or bool(_GENERAL.search(words)))


def _dates(spoken: Sequence[Spoken], text: str) -> Iterator[Said]:
    for span in (own.span for own in spoken):
        words = text[span.start : span.end]
        found = list(_DATE.finditer(words))
        if len(found) != 1 or not _EVENTS.search(words):
            continue
        match = found[0]
        month = match["month"] or match["month2"]
        parts = (
            match["day"] or match["day2"] or match["d"],
            str(_MONTH[month.lower()]) if month else match["m"],
            match["year"] or match["year2"] or match["y"],
        )
        place = Span(start=span.start + match.start(), end=span.start + match.end())
        yield Said("date", "-".join(str(int(part)) for part in parts), place, span, True)


def _runs(spoken: Sequence[Spoken], text: str) -> Iterator[Said]:
    for span in (own.span for own in spoken):
        words = text[span.start : span.end]
        found = list(_RUNS.finditer(words))
        if len(found) != 1 or _SOME.search(words):
            continue
        match = found[0]
        group = next(name for name in ("a", "b", "c") if match[name])
        read = quantities_of(match[group], Writing("de" if group == "c" else "en", "."))
        if len(read) == 1 and read[0].value > 1:
            place = Span(start=span.start + match.start(), end=span.start + match.end())
            yield Said("runs", str(read[0].value), place, span, True)


_SOME = re.compile(
    r"(?<![^\W\d_])(?:warm-?up|discard\w*|first|last|outliers?|each time|except|instead|again|verworfen\w*|ersten|aufwärm\w*|"
    r"premières?|écart\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
