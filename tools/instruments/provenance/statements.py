"""Measurements that a sentence states as its author's own result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.provenance.changes import is_change
from tools.instruments.provenance.figures import (
    CHANGED,
    FIGURE,
    FROM_TO,
    LONG,
    NOT_MEASURED,
    PACE,
    RESULT,
    SETTING,
    SOFTWARE,
    SPEED,
    TAKES,
    TOOK,
    USED,
    WORKLOAD,
    figures_of,
)
from tools.layout import sentences
from tools.records import Block, Span

_PLACE = (
    r"servers?|clusters?|machines?|laptops?|workstations?|desktops?|box(?:es)?|rigs?|nodes?|hosts?|fleet|phones?|GPUs?|CPUs?"
    r"|instances?|hardware"
    r"|servern?|cluster|rechnern?|maschinen?|notebook|knoten|grafikkarten?|anlagen?|prüfstand|handys?"
    r"|serveurs?|grappes?|ordinateurs?|portables?|postes?|nœuds?|cartes?"
)
_WORK = (
    r"service|services|system|systems|setup|pipelines?|deployment|production|staging|team|benchmarks?|tests?|measurements?|runs?"
    r"|experiments?|trials"
    r"|database|application|app|site|build|builds|jobs?|training|evaluation|analysis|models?|prototype|infrastructure|lab|office|data"
    r"|dataset|logs?"
    r"|project|version|code|script|parser|import|loader|report|company|shop|workload|case|hands|archive|dienste?n?|systems?"
    r"|auswertung(?:en)?|läufen?|lauf"
    r"|messung(?:en)?|tests?|versuche?n?|datenbank|anwendung|modelle?|betrieb|produktion|skript|programm|projekt|daten|import|bericht"
    r"|fassung"
    r"|umstellung|archiv|services?|systèmes?|analyses?|traitements?|mesures?|essais?|expériences?|base|applications?|modèles?"
    r"|entraînement|calculs?"
    r"|script|programme|projet|données|production|archive|chaîne|cas|laboratoire|équipe"
)
_MINE = r"(?:our|my|unser(?:e[mnrs]?)?|mein(?:e[mnrs]?)?|notre|nos|mon|ma|mes)"
_OWN_WORK = re.compile(rf"\b{_MINE}\s+(?:own\s+|eigene\w*\s+)?(?:[\w-]+\s+){{0,3}}?(?P<place>{_WORK})\b", re.I)
#: Whatever is theirs.
_OWN = re.compile(rf"\b{_MINE}\s+[^\W\d]\w+", re.I)
_DID = re.compile(
    r"\b(?:handled|served|reached|achieved|processed|managed|sustained|answered|held|measured|timed|clocked|verarbeitete\w*|erreichte\w*"
    r"|schaffte\w*|bediente\w*|lieferte\w*|traitait|atteignait|servait|a (?:traité|atteint|servi|tenu))\b",
    re.I,
)
#: What takes time without being run, and what was run on no machine of theirs.
_NO_PROGRAM = re.compile(
    r"\b(?:trains?(?= (?:reach|arriv|left|leav|need|takes?|took|from|to|is|was)\w*)|(?<!wall )(?<!wall-)clocks?|pendul\w+|patients?"
    r"|(?<!test )(?<!task )(?<!job )runners?|clerks?|ovens?|cars?|flights?|planets?|swings?|athletes?|laps?|reaction times?|journeys?"
    r"|bicycles?|(?:customers?|visitors?|people|persons?|humans?) (?:takes?|took|needs?|needed|stay\w*|wait\w*|arriv\w*|per)"
    r"|in (?:our|this|the) (?:example|model|simulation)|(?:delays?|pauses?|sleeps?) of|the bus (?:is|was|takes|took|needs)"
    r"|zug|züge|uhr(?:en)?|pendel|kunden? (?:braucht|brauchen|wartet)|läufer\w*|fahrt(?:en)?|flug|strecke"
    r"|horloges?|pendules?|clients? (?:prend|met)|coureurs?|trajets?|(?:notre|le|un) train)\b|\b(?:period|swing) rose\b"
    r"|\beach (?:run|trial|repetition|recording|session|round) (?:lasted|lasts|took|takes)\b"
    r"|\b(?:hours?|minutes?) (?:a|per|on each|each|every|of each) (?:of \d+ )?(?:working )?(?:days?|week|month)\b"
    r"|\bof \d+ (?:working )?days\b"
    r"|\d ?k?Hz\b|\bsamples (?:per|a) second\b|\bAbtastrate\b|\bsampling rate\b",
    re.I,
)
_ASKED = re.compile(r"\b(?:which|whether|welche\w*|ob|quelle?|lequel|laquelle)\b[^.]{0,40}|\?\s*$", re.I)
_ON = re.compile(rf"\b(?:on|auf|sur) {_MINE}\b", re.I)
_FASTEST = re.compile(
    r"\b(?:fast|slow|quick)(?:er|est)\b|\b(?:schneller|langsamer|(?:schnellste|langsamste)[nrs]?)\b|\b(?:plus|moins) (?:rapide|lente?)s?\b",
    re.I,
)
_OWN_MACHINE = re.compile(
    rf"\b{_MINE}\s+(?:own\s+|eigene\w*\s+)?(?:[\w-]+\s+){{0,2}}?(?P<place>{_PLACE})\b|\b(?:on|in|auf|sur) {_MINE} (?:staging"
    rf"|production|fleet)\b",
    re.I,
)
_ANOTHER = re.compile(
    rf"\b(?:another|a different|a second|an? (?:older|newer|faster|slower|larger|bigger|smaller)|(?:the )?other|the (?:old|new|second"
    rf"|staging|production)"
    rf"|(?:eine[mnr]|der|dem) (?:anderen|zweiten|älteren|neueren|schnelleren|langsameren|größeren|kleineren|alten|neuen)"
    rf"|(?:une? |l['’])(?:autre|second|seconde|ancienne?|nouvelle|nouveau)|une? (?:vieille"
    rf"|vieux))\s+(?:[\w-]+\s+){{0,2}}?(?P<place>{_PLACE})\b"
    r"|\b(?:elsewhere|in production|in staging|bei uns|anderswo|andernorts|im (?:produktiv)?betrieb|chez nous|ailleurs"
    r"|en production)\b",
    re.I,
)
#: What runs elsewhere than on the bench of a chapter.
_SERVICE = re.compile(
    r"services?|systems?|pipelines?|deployment|production|staging|applications?|app|site|infrastructure|company|shop|database|archive"
    r"|dienste?n?|datenbank|anwendung|betrieb|produktion|systèmes?|base|chaîne",
    re.I,
)
#: Places and people that are not the chapter's bench, without "our".
_OFFICE = re.compile(
    rf"\b(?:on|in|at) the (?:\w+ )?(?P<place>{_PLACE}) (?:in|at|of|under) (?:the|an?|my|our)\b|\b(?:in|at) the office\b|\bat work\b"
    r"|\b(?:an?|one|another|the) (?:earlier|previous|former|older|last) (?:project|job|company|employer|book|team)\b"
    r"|\b(?:a|one|another) (?:reader|colleague|friend|customer|client|user|company|team)\b|\bim Büro\b|\bbei der Arbeit\b"
    r"|\bein(?:e|er|em|es)? (?:Leser|Kolleg|Kund|Firma)\w*|\bau bureau\b|\bune? (?:lecteur|lectrice|collègue|cliente?|entreprise)\b",
    re.I,
)
_BY_US = re.compile(
    r"\b(?:we|i)\s+(?:\w+\s+)?(?:measured|benchmarked|timed|clocked|observed|saw|recorded|achieved|reached|got)\b"
    r"|\b(?:wir|ich)\s+(?:\w+\s+)?(?:maßen|maß|beobachteten|erreichten|sahen)\b|\b(?:haben|habe) (?:wir|ich) .{0,60}\b(?:gemessen"
    r"|beobachtet|erreicht)"
    r"|\b(?:wir|ich) habe[n]? .{0,80}\b(?:gemessen|beobachtet|erreicht)|\bgemessen (?:wurden|haben (?:wir|ich))\b"
    r"|\b(?:nous avons|j['’]ai)\s+(?:\w+\s+)?(?:mesuré|chronométré|observé|obtenu|constaté|relevé|gagné|atteint)\b",
    re.I,
)
_DEFAULT = re.compile(r"^(?:machines?|laptops?|rechnern?|maschinen?|ordinateurs?|postes?|notebook|portables?|CPUs?|hardware)$", re.I)
_COMPARED = re.compile(r"\b(?:fast|quick|slow|schnell|langsam|rapide|lente?)\b", re.I)
_CHAPTER = re.compile(r"\b(?:chapters?|kapiteln?|kapitels|chapitres?)\s+\d", re.I)
_FOR_EACH = re.compile(r"\b(?:each|apiece|per|pro|je|jeweils|chacune?|par|repeated|repeats|wiederholt\w*|répétée?s?)\b", re.I)
_EXACT = re.compile(r"\d[.,]\d")
_CLAUSE = re.compile(r";\s+|\s[—–]\s")


@dataclass(frozen=True)
class Statement:
    """A measurement in prose. place: the other machine that it was made on, as the text names it ("" where it is the chapter's own).

    elsewhere: it was made on another machine than the rest of the chapter. another: the chapter's versions need not hold there.
    """

    span: Span
    elsewhere: bool
    another: bool
    place: str
    figures: frozenset[str]


def statements(blocks: tuple[Block, ...], text: str) -> Iterator[Statement]:
    """The measurements that sentences of a text state."""
    for block in blocks:
        if block.kind in ("prose", "quote") or (block.kind == "output" and len(block.span) > 800):
            for sentence in sentences(text, block.span):
                found = _statement(sentence, text)
                if found is not None:
                    yield found


def _statement(sentence: Span, text: str) -> Statement | None:
    words = text[sentence.start : sentence.end]
    if _CHAPTER.search(words) or not (FIGURE.search(words) or _is_fastest(words)):
        return None
    for clause in [*_clauses(sentence, text), sentence]:
        part = text[clause.start : clause.end]
        if NOT_MEASURED.search(part) or not _is_measured(part):
            continue
        own, another = _OWN_MACHINE.search(words), _ANOTHER.search(words) or _OFFICE.search(words)
        work = next((m for m in _OWN_WORK.finditer(words) if _SERVICE.fullmatch(m["place"])), None)
        place = next((m.groupdict().get("place") or "" for m in (another, own, work) if m is not None), "")
        elsewhere = bool(another) or work is not None or bool(own and not _DEFAULT.match(place))
        return Statement(clause, elsewhere, bool(another), place if elsewhere else "", frozenset(figures_of(part)))
    return None


def _clauses(sentence: Span, text: str) -> Iterator[Span]:
    """The parts of a sentence at semicolons and dashes, where there are several."""
    start = sentence.start
    marks = list(_CLAUSE.finditer(text, sentence.start, sentence.end))
    for match in marks:
        yield Span(start=start, end=match.start())
        start = match.end()
    if marks:
        yield Span(start=start, end=sentence.end)


def _is_measured(words: str) -> bool:
    """Whether a clause gives a figure, or a rank on a machine of theirs, as what its author got."""
    if not FIGURE.search(words):
        return _is_fastest(words)
    changed = bool(CHANGED.search(words) and FROM_TO.search(words))
    took = TOOK.search(words)
    if _NO_PROGRAM.search(words) or (SETTING.search(words) and not (changed or took)):
        return False
    if is_change(words):
        return True
    if any(p.search(words) for p in (_OWN_WORK, _OWN_MACHINE, _ANOTHER, _OFFICE, _BY_US)):
        return bool(changed or took or _is_result(words))
    if changed or took:
        return bool(LONG.search(words) or SOFTWARE.search(words))
    takes = TAKES.search(words)
    if _OWN.search(words) and PACE.search(words) and not takes:
        return bool(_DID.search(words))
    whose = WORKLOAD.search(words) or _OWN.search(words)
    exact = takes is not None and _EXACT.search(takes.group()) and (WORKLOAD.search(words) or LONG.search(takes.group()))
    return bool(exact and whose and not _FOR_EACH.search(words))


def _is_fastest(words: str) -> bool:
    """Whether a clause ranks something by speed on a machine of its author's."""
    return bool(_FASTEST.search(words) and _OWN_MACHINE.search(words) and _ON.search(words) and not _ASKED.search(words))


def _is_result(words: str) -> bool:
    """Whether a figure in the words of an owner is a time, a rate or a ratio that came out, or a share or an amount that was saved."""
    if SPEED.search(words):
        return bool(RESULT.search(words) or CHANGED.search(words) or _COMPARED.search(words))
    return bool(CHANGED.search(words) or USED.search(words))
