"""Lines of a listing that prose names by their number: "the loop in line 4", "the file is opened in line 6", "line 3 removes it"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.references.meaning import Mistake
from tools.layout import sentences
from tools.records import Block, Span

#: What a word says of a line, and what a line has then.
_DOES: tuple[tuple[str, str], ...] = (
    (r"open(?:s|ed)?|geöffnet|ouvert", r"open|connect"),
    (r"close[sd]?|geschlossen|fermé", r"close|\bwith\b"),
    (r"return(?:s|ed)?|zurückgegeben|renvoyée?", r"\breturn\b|\byield\b"),
    (r"raise[sd]?|thrown?|throws|ausgelöst|levée", r"\braise\b|\bthrow\b|panic"),
    (r"caught|catches|abgefangen|interceptée", r"\bexcept\b|\bcatch\b|rescue"),
    (r"imports?|imported|importiert|importée?", r"\bimport\b|include|require|\buse\b"),
    (r"loops?|schleife|boucle", r"\bfor\b|\bwhile\b|\bloop\b|repeat|each|\bdo\b|until"),
    (
        r"condition|comparison|bedingung|vergleich|comparaison",
        r"\bif\b|\bwhile\b|\belif\b|\bwhen\b|\buntil\b|\bassert\b|\bfilter|[<>≤≥]|==|!=",
    ),
    (r"remove[sd]?|delete[sd]?|popped|entfernt|gelöscht|retirée?|supprimée?", r"remove|delete|\bdel\b|pop|discard|extract|drop|take|clear"),
    (r"append(?:s|ed)?|angehängt|ajoutée?", r"append|add|push|insert|\+|extend"),
    (r"print(?:s|ed)?|ausgegeben|affichée?", r"print|echo|puts|write|log|show|display"),
    (r"sort(?:s|ed)?|sortiert|triée?", r"sort|order"),
    (r"increment(?:s|ed)?|erhöht", r"\+"),
    (r"assign(?:s|ed|ment)|zugewiesen|zuweisung|affectation", r"(?<![=<>!])=(?!=)|<-|←|\bas\b|\bset\b|\bin\b"),
    (r"swap(?:s|ped)?|vertauscht", r"swap|,.*="),
    (r"square[sd]?|quadriert", r"\*\*|\^|²|square|pow|\*"),
)  # fmt: skip
_LINE = r"(?P<label>(?:line|zeile|ligne)[ \u00a0\n](?P<number>\d{1,3}))(?![\d.,]*\d|\s*(?:to|bis|à|and|und|et|–|-)\s*\d)"
_BEFORE = re.compile(rf"(?<![\w-])(?P<word>[^\W\d_]+)\s+(?:in|on|at|auf|à|dans)\s+(?:the\s+|la\s+)?{_LINE}", re.I)
_AFTER = re.compile(rf"(?<![\w-]){_LINE}\s+(?P<word>[^\W\d_]+)", re.I)
_GERMAN = re.compile(rf"\b(?:wird|werden|wurde|wurden|ist|sind|est|sont)\b[^.;,]{{0,40}}?\bin\s+{_LINE}\s+(?P<word>[^\W\d_]+)", re.I)
_OF_ANOTHER = re.compile(
    r"^\s+(?:of|in|from|von|des|der|aus|im|de|du|d['’])\s+(?!the (?:listing|program|code|function|script|loop|example)\b)", re.I
)
_OTHER_TEXT = re.compile(r"\b(?:listing|output|poem|would|could|should|if you|exercise|before|old|ausgabe|würde|sortie)\b", re.I)
_NUMBERED = re.compile(r"^\s*(\d{1,3})(?:[:.|]\s|\s+|$)")
_FLAT = r"(?<![\w.=+*/-])(?<![=+*/<>-] ){}(?=\s+[^\W\d]|\s+[@#}}])"
_KINDS = ("code", "output", "table", "diagram")


def lines_misnamed(blocks: tuple[Block, ...], text: str) -> Iterator[Mistake]:
    """Numbers of lines that have nothing of what is said of them, where another line has."""
    for index, block in enumerate(blocks):
        if block.kind != "prose" or not re.search(r"\b(?:line|zeile|ligne)\s\d", text[block.span.start : block.span.end], re.I):
            continue
        listing = _listing(index, blocks, text)
        for sentence in sentences(text, block.span) if listing is not None else ():
            words = text[sentence.start : sentence.end]
            for pattern in (_BEFORE, _AFTER, _GERMAN):
                for match in pattern.finditer(words):
                    around = words[max(0, match.start() - 60) : match.end() + 20]
                    if listing is not None and not (_OTHER_TEXT.search(around) or _OF_ANOTHER.match(words[match.end("number") :])):
                        yield from _mistake(match, sentence.start, *listing)


def _mistake(match: re.Match[str], start: int, lines: dict[int, str], ground: Span) -> Iterator[Mistake]:
    number = int(match["number"])
    sign = next((code for words, code in _DOES if re.fullmatch(words, match["word"], re.I)), None)
    if sign is None or number not in lines or number in _within_brackets(lines):
        return
    has = [n for n, line in lines.items() if re.search(sign, line, re.I)]
    if number in has or not has or (len(has) > 3 and len(has) * 2 > len(lines)):
        return
    span = Span(start=start + match.start("label"), end=start + match.end("label"))
    why = (
        f"Line {number} of the listing is {lines[number].strip()[:80]!r}; what the text says of it ({match['word']}) fits line "
        f"{', '.join(map(str, has))}: {lines[has[0]].strip()[:80]!r}."
    )
    yield Mistake(span, why, "lines of the listing before it, by the numbers that it shows or counted from one", ground)


def _within_brackets(lines: dict[int, str]) -> set[int]:
    """The lines of statements that go over several."""
    found: set[int] = set()
    depth = 0
    for number, line in sorted(lines.items()):
        before, depth = depth, depth + sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        if before > 0 or depth > 0 or line.rstrip().endswith("\\"):
            found.add(number)
    return found


def _listing(index: int, blocks: tuple[Block, ...], text: str) -> tuple[dict[int, str], Span] | None:
    """The numbered lines of the nearest listing before a block, under the same heading."""
    last = index - 1
    while last >= 0 and blocks[last].kind in ("prose", "quote") and index - last <= 4 and not _is_flat(blocks[last], text):
        last -= 1
    if last < 0 or (blocks[last].kind not in _KINDS and not _is_flat(blocks[last], text)):
        return None
    first = last
    while first and blocks[first - 1].kind in _KINDS:
        first -= 1
    end = blocks[last].span.end
    tail = blocks[last + 1] if last + 1 < index else None
    if tail is not None and len(tail.span) < 40 and not text[tail.span.start : tail.span.end].rstrip().endswith((".", "*", ":")):
        end = tail.span.end
    span = Span(start=blocks[first].span.start, end=end)
    rows = text[text.rfind("\n", 0, span.start) + 1 : end].split("\n")
    shown = {int(m[1]): row[m.end() :] for row in rows if (m := _NUMBERED.match(row))}
    if len(shown) >= 3 and len(shown) == sum(bool(row.strip()) for row in rows) and [*shown] == sorted(shown):
        return shown, span
    flat = _taken_apart(" ".join(rows))
    if flat is not None:
        return flat, span
    code = blocks[last]
    if first != last or code.kind != "code" or code.flattened or len(shown) > 2:
        return None
    return dict(enumerate(text[code.span.start : code.span.end].split("\n"), 1)), code.span


def _is_flat(block: Block, text: str) -> bool:
    return (
        block.kind == "prose"
        and re.match(r"\W*(?:listing|programm|extrait)\s[\d.-]+\W+1\s", text[block.span.start : block.span.end], re.I) is not None
    )


def _taken_apart(row: str) -> dict[int, str] | None:
    """The lines of a listing that ran into one, by the numbers that it shows: 1, 2, 3 and so on."""
    places: list[tuple[int, int]] = []
    position = 0
    for number in range(1, 60):
        match = re.compile(_FLAT.format(number)).search(row, position)
        if match is None or (number == 1 and match.start() > 30) or (places and match.start() - places[-1][0] > 160):
            break
        places.append(match.span())
        position = match.end()
    if len(places) < 4:
        return None
    ends = [start for start, _ in places[1:]] + [len(row)]
    return {n: row[begin:end] for n, ((_, begin), end) in enumerate(zip(places, ends, strict=True), 1)}
