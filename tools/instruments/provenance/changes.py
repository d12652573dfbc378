"""Changes that prose tells as measured: one time in place of another ("takes 0.4 s instead of 11 s", "from 41 minutes down to 6")."""

from __future__ import annotations

import re

from tools.instruments.provenance.figures import LONG, SOFTWARE, TIME

_BARE = r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w%]|[.,]\d)"
_LITTLE = (
    r"(?:(?:only|just|about|roughly|nearly|almost|barely|under|a mere|nur|noch|nur noch|etwa|knapp|gut|rund|environ|seulement|à peine)\s+)*"
)
_TAKES = re.compile(
    r"\b(?:takes?|took|needs?|needed|finish(?:es|ed)? in|(?:is|are|was|were) (?:done|ready|finished|there|up|over) (?:in|after|within)"
    r"|runs? in|ran in|loads? in|loaded in|answers? in|answered in|completes? in|starts? in|dauert|dauern|dauerte|braucht|brauchen"
    r"|brauchte|benötigt"
    r"|läuft in|ist (?:in|nach)|prend|prennent|prenait|met|mettent|dure|durent|s'exécute en|tourne en|demande)\b",
    re.I,
)
#: One time and the one that it stands in place of.
_REPLACED = re.compile(
    rf"{TIME},?\s+(?:now\s+)?(?:instead of|rather than|(?:down|up) from|(?:as )?(?:against|compared (?:with|to)|as opposed to)|where\b"
    rf"[^.;]{{0,40}}\b(?:took|take|needed)|statt(?: bisher| zuvor| vorher| früher)?|anstatt|gegenüber|au lieu de|contre)\s+{_LITTLE}"
    rf"(?:{TIME}|{_BARE})(?P<then>\s+(?:before|earlier|previously|formerly|vorher|zuvor|früher|auparavant|avant))?",
    re.I,
)
_USED_TO = re.compile(rf"\bused to (?:take|need|last|run for)\s+{_LITTLE}(?P<then>{TIME})", re.I)
_BEFORE_AFTER = re.compile(
    rf"{TIME}\s+(?P<then>before|earlier|vorher|zuvor|avant)\b[^.;]{{0,40}}\b(?:and|but|,|und|et)\s+{_LITTLE}(?:{TIME}|{_BARE})\s+(?:after"
    rf"|now|since|danach|nachher|après)",
    re.I,
)
_FROM = re.compile(rf"\b(?:from|von|de)\s+{_LITTLE}{TIME}\s+(?:(?:down|up|back)\s+)?(?:to|auf|à)\s+{_LITTLE}(?:{TIME}|{_BARE})", re.I)
#: What brings a time from one value to another.
_BROUGHT = re.compile(
    r"\b(?:brought|cut|reduced|lowered|shortened|trimmed|shaved|shrank|sped|accelerated|slashed|squeezed|pushed|dropped|fell|went|sank"
    r"|came down|verkürzte\w*|drückte\w*|senkte\w*|brachte\w*|sank|sanken|fiel|fielen|beschleunigte\w*|a raccourci|a ramené"
    r"|a réduit|a fait (?:passer|tomber)|est passée?|est tombée?|est descendue?)\b",
    re.I,
)
#: A sentence that tells what became of something, and not what a rule gives.
_TOLD = re.compile(
    r"\b(?:since|after|now|now,|once|thanks to|with (?:the|this|that|these|our|an?)|ever since|today|seit\w*|nach|nun|jetzt|mit (?:dem|der"
    r"|einem|einer)|dank|depuis|désormais|maintenant|après|avec (?:le|la|ce|cette|un|une)|grâce)\b",
    re.I,
)
_DERIVED = re.compile(
    r"\b(?:so that|so the|therefore|thus|hence|consequently|then|twice|half|double|share[sd]?|add up|in theory|ideally|rechnerisch|also"
    r"|somit|folglich"
    r"|daher|doppelt\w*|halb\w*|ainsi|donc|théorie|double|set|choose|pass|use|raise|lower|setze|wähle|choisir)\b|[=≈]|\?\s*$",
    re.I,
)
_PROGRAM = re.compile(
    r"\b(?:reports?|statements?|pages?|exports?|runs?|batch(?:es)?|pipelines?|services?|start-?ups?|cold starts?|requests?|responses?"
    r"|search(?:es)?|dashboards?|parsers?|loaders?|readers?|suites?|deploy\w*|rebuilds?|sync\w*|sort\w*|conversions?|render\w*|crawl\w*"
    r"|evaluations?|analys[ei]s|joins?|updates?|uploads?|downloads?|inferences?|benchmarks?|checks?|notebooks?|\w*berichte?\w*"
    r"|import\w*|export\w*|lauf|laufs|rapports?|pages?|importations?|exportations?|tâches?|recherches?)\b",
    re.I,
)


def is_change(words: str) -> bool:
    """Whether a clause tells of a program that its time went from one value to another."""
    if not (SOFTWARE.search(words) or _PROGRAM.search(words)):
        return False
    if _BEFORE_AFTER.search(words) or _USED_TO.search(words):
        return True
    if _FROM.search(words):
        return _BROUGHT.search(words) is not None
    replaced = _REPLACED.search(words)
    if replaced is None or not _TAKES.search(words[: replaced.start()]) or _DERIVED.search(words):
        return False
    then = replaced["then"] is not None or re.search(r"\b(?:down from|used to|bisher|zuvor|früher)\b", replaced.group(), re.I) is not None
    return then or (_TOLD.search(words) is not None and LONG.search(words) is not None)
