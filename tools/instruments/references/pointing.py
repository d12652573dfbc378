"""References whose words weigh for another thing: a short phrase, what a clause says of it, its figures, a name of a listing's code.

Where `meaning` wants the thing named to have none of the words, here the other has to outweigh it: the phrase is its title, or stands in
it whole and often, or has a word that the one named has in no form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.references.kinds import ANY, WORDS
from tools.instruments.references.labels import Mention, Target
from tools.instruments.references.meaning import Mistake, block_of, sentence_of
from tools.instruments.references.pages import Pages
from tools.instruments.references.words import content
from tools.records import Block

_ARTICLE = r"(?:the|our|its|this|these|those|der|die|das|dem|den|des|unsere\w*|le|la|les|du|notre|nos|cette?|ces)"
_NOUNS = r"(?P<words>(?:[\w’-]+\s+){0,2}[\w’-]+)"
_BRACKETED = re.compile(rf"\b{_ARTICLE}\s+{_NOUNS}\s+\($", re.I)
_OF = re.compile(
    rf"\b(?:{_ARTICLE}|in|of|with|by|for|from|mit|für|von|avec|pour)\s+{_NOUNS}\s+(?:of|in|from|aus|von|in|im|de|dans)\s+"
    r"(?:the |der |la |le )?$",
    re.I,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|can|we|you|they|wir|man|sie|ist|sind|hat|nous|vous|on|est|sont|a|and|or|und|oder|et|ou|of|in"
    r"|with|for|from|to|mit|von|für|de|dans|pour|not|that|which|than)\b",
    re.I,
)
_SHOWN = re.compile(r"\b(?:as|wie|comme le)\s+$|^\s*(?:shows?|says|tells us|makes (?:it )?clear|zeigt|montre)\s+(?:that|dass|que)\b", re.I)
_IS = re.compile(
    r"\b(?:is|are|was|were|becomes?|gets|ist|sind|war|waren|wird|werden|est|sont|était|étaient)\s+(?P<words>[^,.;:()\d]{3,60}?)"
    r"(?=[,.;:()]|\s+(?:by|than|when|if|because|um|als|wenn|de|que|quand)\b|$)",
    re.I,
)
_GIVES = re.compile(r"\b(?:as|according to|in|by|from|wie|laut|nach|in|aus|selon|d['’]après|dans|comme le)\s+(?:the |le |la |der )?$", re.I)
_HOLDS = re.compile(r"^\s*(?:shows?|gives?|has|lists?|prints|reports?|zeigt|nennt|gibt|hat|montre|donne)\b", re.I)
_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w]|[.,]\d)")
_NAMED = re.compile(
    r"`(?P<name>[A-Za-z_][\w.]*)(?:\(\))?`,?\s+(?:in|of|from|aus|in|von|dans|de|du)\s+(?:the\s+|le\s+|la\s+)?$"
    r"|`(?P<bracketed>[A-Za-z_][\w.]*)(?:\(\))?`\s+\($",
    re.I,
)
_DEFINES = re.compile(
    r"^\s*(?:defines|introduces|implements|shows|definiert|zeigt|enthält|définit|montre)\s+(?:the |die |la )?"
    r"`(?P<name>[A-Za-z_]\w*)(?:\(\))?`"
)
_PLANNED = re.compile(
    r"\b(?:add|call|put|insert|write|would|could|should|if|replace|use|try|ergänze|füge|würde|sollte|wenn|ajout\w+|appel\w+|si|devrait)\b|"
    r"\b(?:with|mit|avec) (?=`)",
    re.I,
)


_NOUN = r"(?:the |le |la |les |l['’]|der |die |das |den |dem )?(?P<words>(?:[^\W\d_][\w’-]*\s+){0,4}?[^\W\d_][\w’-]*)"
_WANTED = re.compile(
    rf"\b(?:wants?|needs?|looks? for|looking for|interested in|cares? (?:only )?(?:about|for)|cherchent?|sucht|suchen|braucht|brauchen)\s+"
    rf"(?:only |nur |que )?{_NOUN}\s+(?:may|can|should|will find|peut|peuvent|kann|können|darf)\b[^.;]{{0,60}}$",
    re.I,
)
_SEE = re.compile(r"\b(?:see|turn to|consult|go (?:back )?to|read|siehe|voir|consulter)\s+(?:the |la |le )?$", re.I)
_FOR = re.compile(rf"^\s*,?\s*(?P<on>for|pour|für|on|about|über|zu|sur)\s+{_NOUN}(?=[.,;)]|$)", re.I)
_CELL = re.compile(
    r"\b(?:rows?|columns?|lines?|zeilen?|spalten?|lignes?|colonnes?)\s+[`\"“„«'*]+\s?(?P<words>[^`\"”“»*]{2,40}?)\s?[`\"”“»'*]+\s+"
    r"(?:of|in|from|von|in|aus|de|du|dans)\s+(?:the |le |la |der )?$",
    re.I,
)
_SAYS = re.compile(r"^\s+(?:that|which)\s+(?:says?|reads?|are marked|is marked)\s+[`\"“'*]*(?P<words>[\w-]+)", re.I)
_ROW = re.compile(r"\b(?:rows?|lines?|columns?|cells?|entries|entry)\s+(?:of|in)\s+$", re.I)
_SYMBOL = r"\$?(?P<{}>[a-zA-Z])\$?\s*=\s*\$?-?\d[\d.,]*\$?"
_PUT_IN = rf"(?:for|with|at|für|mit|bei|pour|avec)\s+{_SYMBOL.format('a')}(?:(?:,|\s+and|,\s+and|\s+und|\s+et)\s+{_SYMBOL.format('b')})?"
_PUT_BEFORE = re.compile(rf"\b{_PUT_IN}\s*,?\s*$", re.I)
_PUT_AFTER = re.compile(rf"^\)?\s*,?\s*{_PUT_IN}", re.I)


def outweighed(mention: Mention, blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Mistake | None:
    """What is wrong with a reference to which something else of its kind fits far better than what it names."""
    same = [t for t in targets if t.kind == mention.kind]
    named = next((t for t in same if t.number == mention.number), None)
    block = block_of(mention.span, blocks)
    if named is None or block is None or len(same) < 2 or mention.kind not in ("section", "table", "figure", "listing", "equation"):
        return None
    sentence = sentence_of(mention.span, block, text)
    before, after = text[max(sentence.start, mention.span.start - 200) : mention.span.start], text[mention.span.end : sentence.end]
    said = list(_said(mention, before, after, text[sentence.start : sentence.end]))
    if not said:
        return None
    pages = [Pages(t, same, blocks, text, sentence) for t in same]
    mine = next(p for p in pages if p.target is named)
    others = [p for p in pages if p.target.number != named.number and not p.own]
    if mine.own or not others:
        return None
    if mention.kind != "section":
        mine.forget(others)
    for how, words in said:
        if not words:
            continue
        fits = _FITS[how](words, mine, others)
        if fits is not None:
            shown = ", ".join(words)
            why = (
                f"The text says {shown[:100]!r} of {mention.kind} {named.number} ({named.words[:60]!r}), which fits {mention.kind} "
                f"{fits.target.number} instead: {fits.target.words[:80]!r}."
            )
            return Mistake(
                mention.span, why, f"looked for {shown} in all of the kind: it is {fits.target.number} that has it", fits.target.span
            )
    return None


def _said(mention: Mention, before: str, after: str, sentence: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(in which way, words) of what a sentence says of the thing that it names."""
    if mention.kind != "listing":
        for phrase in _phrases(mention.kind, before, after):
            if not _VERB.search(phrase) and 1 <= len(words := content(phrase)) <= 3:
                yield ("section" if mention.kind == "section" else "phrase"), words
    if mention.kind == "equation":
        for match in (_PUT_BEFORE.search(before), _PUT_AFTER.match(after)):
            if match is not None:
                yield "symbols", tuple(name for name in (match["a"], match["b"]) if name and name not in "aI")
    if mention.kind == "table":
        shown = _SHOWN.search(before) or _SHOWN.match(after)
        clause = _IS.search(after) if shown else None
        if clause is not None and 1 <= len(words := content(clause["words"])) <= 3:
            yield "clause", words
        if (_GIVES.search(before) or _HOLDS.match(after)) and _alone(sentence):
            yield "figures", _figures(before + " " + after)
        cell = _CELL.search(before) or (_SAYS.match(after) if _ROW.search(before) else None)
        if cell is not None:
            yield "cell", (cell["words"].lower(),)
    if mention.kind in ("listing", "section") and not _PLANNED.search(sentence):
        name = _NAMED.search(before)
        bare = name["name"] or (name["bracketed"] if after.startswith(")") else None) if name is not None else None
        defined = _DEFINES.match(after)
        if bare or defined:
            yield "name", (bare or (defined["name"] if defined else ""),)


def _phrases(kind: str, before: str, after: str) -> Iterator[str]:
    """The nouns that a sentence gives for the thing that it names."""
    bracketed = _BRACKETED.search(before) if after.startswith(")") else None
    wanted = _WANTED.search(before) if kind == "section" else None
    on = _FOR.match(after) if kind == "section" else None
    if on is not None and on["on"].lower() in ("for", "pour", "für") and not _SEE.search(before):
        on = None
    for match in (bracketed, _OF.search(before)):
        if match is not None:
            yield match["words"]
    for match in (wanted, on):  # nouns of nouns: "the writing of files"
        if match is not None:
            yield re.sub(r"\b(?:of|the|des|de|der|du|les)\b", " ", match["words"])


def _alone(sentence: str) -> bool:
    """Whether a sentence names a single table."""
    return len(re.findall(rf"\b(?:{WORDS['table']})\b", sentence, re.I)) == 1 and not re.search(
        r"\b(?:tables|tabellen|tableaux)\b", sentence, re.I
    )


def _figures(words: str) -> tuple[str, ...]:
    """The figures of a sentence that tell something: of two digits or more, without the numbers of what it refers to."""
    plain = re.sub(rf"\b(?:{ANY})\s*\(?\d+(?:\.\d+)*", " ", words, flags=re.I)
    return tuple(dict.fromkeys(m.group() for m in _FIGURE.finditer(plain) if len(re.sub(r"\D", "", m.group()).strip("0")) >= 2))


def _section(words: tuple[str, ...], mine: Pages, others: list[Pages]) -> Pages | None:
    """The section that has the words' noun in its title, or all of them many times."""
    head = words[-1]
    if any(mine.titled(w) for w in words):
        return None
    titled = [p for p in others if p.titled(head)]
    if len(titled) == 1 and all(titled[0].count(w) or titled[0].titled(w) for w in words):
        return titled[0] if titled[0].count(head) >= max(1, 2 * mine.count(head)) else None
    if len(words) < 2 or not any(mine.count(w) == 0 and not mine.may_have(w) for w in words):
        return None
    whole = [p for p in others if all(p.count(w) for w in words)]
    total = sum(mine.count(w) for w in words)
    return whole[0] if len(whole) == 1 and sum(whole[0].count(w) for w in words) >= 3 * total + 4 else None


def _phrase(words: tuple[str, ...], mine: Pages, others: list[Pages]) -> Pages | None:
    """The one that has all the words, one of them in its caption or cells that the one named has in no form."""
    apart = [w for w in words if not mine.may_have(w) and not mine.count(w)]
    found = [p for p in others if all(p.count(w) or p.may_have(w) for w in words) and any(p.count(w) for w in apart)]
    return found[0] if len(found) == 1 else None


def _clause(words: tuple[str, ...], mine: Pages, others: list[Pages]) -> Pages | None:
    """The one that has a word of the clause in its caption or cells, where the one named has none in any form."""
    if any(mine.may_have(w) or mine.count(w) for w in words):
        return None
    found = [p for p in others if any(p.count(w) for w in words)]
    return found[0] if len(found) == 1 else None


def _printed(words: tuple[str, ...], mine: Pages, others: list[Pages]) -> Pages | None:
    """The table that prints two or more of the figures, where the one named prints none."""
    said = {_value(w) for w in words}
    if said & _values(mine.strict + " " + mine.wide):
        return None
    found = [p for p in others if len(said & _values(p.strict)) >= 2]
    return found[0] if len(found) == 1 else None


def _values(words: str) -> set[str]:
    return {_value(m.group()) for m in _FIGURE.finditer(words)}


def _value(figure: str) -> str:
    """A figure as it is compared: without marks of thousands and without zeros at its end."""
    plain = re.sub(r",(?=\d{3}(?:\D|$))", "", figure).replace(",", ".")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _cell(words: tuple[str, ...], mine: Pages, others: list[Pages]) -> Pages | None:
    """The table that has a cell's words."""
    cell = re.compile(rf"(?<!\w){re.escape(words[0])}(?!\w)", re.I)
    found = [p for p in others if cell.search(p.strict)]
    return found[0] if len(found) == 1 and not cell.search(mine.strict + mine.wide) else None


def _symbols(words: tuple[str, ...], mine: Pages, others: list[Pages]) -> Pages | None:
    """The equation that has all the symbols, where the one named has none of them."""
    if any(_has(w, mine.strict) for w in words):
        return None
    found = [p for p in others if all(_has(w, p.strict) for w in words)]
    return found[0] if len(found) == 1 else None


def _has(symbol: str, formula: str) -> bool:
    return re.search(rf"(?<![a-zA-Z\\]){re.escape(symbol)}(?![a-zA-Z])", formula) is not None


def _code(words: tuple[str, ...], mine: Pages, others: list[Pages]) -> Pages | None:
    """The listing that defines a name, where the one named does not have it."""
    last = words[0].rpartition(".")[2]
    shown = mine.target.kind == "section" or re.search(r"[=(:{]", mine.strict) is not None
    if not shown or re.search(rf"(?<!\w){re.escape(last)}(?!\w)", mine.strict):
        return None
    defined = re.compile(rf"\b(?:def|class|fn|func|function)\s+{re.escape(last)}\b|(?<![\w.,(] )(?<![\w.(,]){re.escape(last)}\s+=\s")
    found = [p for p in others if defined.search(p.strict)]
    return found[0] if len(found) == 1 else None


_FITS = {"section": _section, "phrase": _phrase, "clause": _clause, "figures": _printed, "name": _code, "cell": _cell, "symbols": _symbols}
