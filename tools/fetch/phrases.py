"""What pages say that stand in the place of a document, as patterns.

Titles and sentences are held against them whole: a text about a missing page has "not found" in its sentences, and the page that stands
in the place of a missing one says nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_EDGES = " \t\n\r.,!?:;'\"()[]{}<>*_#|/\\-–—…·•«»→←©™®\u00a0"


def parts(title: str) -> list[str]:
    """A title whole and piece by piece, where it also names the site."""
    whole = " ".join(title.split())
    pieces = re.split(r"\s+[-–—:]+\s+|\s*[|·•»«→]+\s*|:\s+", whole)
    return [part for part in dict.fromkeys(each.strip(_EDGES) for each in (whole, *pieces)) if part]


def sentences(blocks: Iterable[str]) -> Iterator[str]:
    for block in blocks:
        for each in re.split(r"(?<=[.!?])\s+", block):
            if bare := each.strip(_EDGES):
                yield bare


def _whole(*forms: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(forms)})", re.I)


_THING = r"(?:page|file|document|article|site|resource|content|url|link|address|item|entry|topic)"
_NOT = (
    r"(?:not|no longer|n['’]t|cannot|can['’]t|couldn['’]t|could not|doesn['’]t|does not|isn['’]t|is not|wasn['’]t|was not) (?:\w+ ){0,2}?"
    r"(?:found|exists?|available|located)"
)
_MARKED = r"(?:http )?(?:error )?(?:code )?(?:404|410)(?: error)?"
_GONE = (
    rf"(?:(?:oops|sorry|error|whoops|uh[- ]?oh|hmm+)\W+)?(?:but )?(?:(?:the|this|that|your|requested"
    rf"|web) ){{0,3}}{_THING}\b[\w\s,'’]{{0,60}}?\b{_NOT}"
    r"(?: (?:here|any ?more|on this (?:server|site)|at this (?:address|url)|in our \w+))?"
)
MISSING = _whole(
    rf"{_MARKED}(?:\W+(?:{_GONE}|not found|gone|error|page|file|oops|sorry))*", rf"(?:{_GONE}|not found|gone)\W+\(?{_MARKED}\)?", _GONE,
    r"(?:sorry\W+)?(?:not found|nothing (?:was )?found(?: here)?|nothing here|no such (?:page|file|document))",
    r"(?:this |the )?(?:page|file|document|article) (?:is |was |has been |has )?(?:missing|removed|unavailable|deleted|gone|moved)",
    r"(?:fehler )?(?:404 )?(?:die )?(?:angeforderte |gewünschte |gesuchte )?seite (?:wurde "
    r"|konnte )?(?:leider )?nicht gefunden(?: werden)?",
    r"(?:erreur )?(?:404 )?(?:la )?page (?:demandée )?(?:est )?(?:non trouvée|introuvable|inexistante)",
    r"(?:error )?(?:404 )?página no encontrada", r"pagina non trovata",
)  # fmt: skip
# Said to who came for a page that is not there; a text about such pages speaks of them in another person.
LOOKED_FOR = re.compile(
    rf"\b{_THING} (?:that |which )?you(?:['’]re| are| were|['’]ve| have)? (?:looking|trying|requested|search|seek|follow|clicked|asked"
    rf"|tried)"
    rf"|\bwe (?:can ?not|can['’]t|could(?:n['’]t| not)|were unable to|are unable to) (?:find|locate) (?:the|that|this|what|your|a)\b"
    rf"|\b(?:sorry|oops|whoops)\b|\bthe requested (?:page|url|address|resource)\b|\btry (?:the )?search|\b(?:go|back"
    rf"|return) (?:back )?(?:to the )?home",
    re.I,
)  # fmt: skip
# What only a text about errors says.
ABOUT = re.compile(
    r"\bindicat(?:e|es|ing) that\b|\bRFC \d{4}\b|\b(?:is|are) (?:returned|sent|raised|thrown) (?:when|if|by)\b|\bmeans that\b", re.I
)

TROUBLE = _whole(
    r"(?:http )?(?:error )?(?:code )?50[0-4](?: error)?(?:\W+(?:internal server error|bad gateway|service (?:temporarily )?unavailable"
    r"|gateway time-?out"
    r"|error|server error))*",
    r"(?:internal )?server error(?:\W+50\d)?", r"bad gateway", r"(?:the )?(?:service|site|server) (?:is )?(?:temporarily "
    r"|currently )?unavailable",
    r"gateway time-?out", r"error establishing a database connection", r"application error",
)  # fmt: skip
# Titles of pages about such things too, so that the text has to say it of itself.
TROUBLE_PERHAPS = _whole(
    r"(?:(?:the |our |this )?(?:web)?site (?:is )?(?:currently )?|we(?:['’]re| are) (?:currently )?)?(?:down |closed )?(?:under|for"
    r"|undergoing)? ?"
    r"(?:scheduled |planned )?maintenance(?: mode| break)?",
    r"we(?:['’]ll| will) be (?:right )?back(?: soon| shortly)?", r"(?:temporarily|currently) (?:down|unavailable|offline|closed)",
    r"(?:oops\W+)?something went wrong", r"(?:an |unexpected )*(?:error|problem)(?: has)?(?: occurred)?", r"be right back",
)  # fmt: skip
OURSELVES = re.compile(
    r"\bwe(?:['’](?:ll|re)| will| are) (?:be )?(?:right )?(?:back|currently|performing|working|undergoing|down|sorry)|\b(?:try|check"
    r"|come|visit us) (?:again|back)\b"
    r"|\bsorry\b|\btemporarily (?:unavailable|down|offline|closed)|\b(?:server|we) encountered an\b|\bwill be back\b|\bback (?:soon"
    r"|shortly|online)\b",
    re.I,
)  # fmt: skip

DENIED = _whole(
    r"(?:error )?(?:403\W*)?(?:access (?:is |was |has been )?(?:denied|forbidden|blocked)|forbidden)(?:\W*403)?",
    r"(?:http )?(?:error )?403(?: error)?",
    r"(?:you are )?not authori[sz]ed", r"unauthori[sz]ed", r"(?:your )?request (?:was |has been )?(?:blocked|rejected|denied)",
    r"(?:sorry\W+)?you (?:have been|are) blocked", r"blocked",
)  # fmt: skip
KEPT_OUT = re.compile(
    r"\byou (?:do not|don['’]t|are not|aren['’]t) (?:currently )?(?:have (?:permission|access|authori)|allowed|authori[sz]ed|permitted"
    r"|able)"
    r"|\byou have been (?:blocked|denied)|\byour (?:request|access|ip)\b.{0,40}\b(?:blocked|denied|rejected|flagged)"
    r"|\baccess to this (?:page|site|resource|website|url) (?:is|was|has been) (?:denied|forbidden|blocked|restricted)"
    r"|\breference\s*#|\b(?:ray|incident|support|request|event) id\b|\bunable to access\b",
    re.I,
)  # fmt: skip

_ASK = r"(?:please|you (?:must|need to|have to|should)|you(?:'|’)ll need to) (?:first )?(?:be )?(?:log(?:ged)?|sign(?:ed)?)[\s-]?(?:in|on)"
_READ = r"(?:read|view|access|see|download|open|watch)"
_HERE = r"(?:this|our|more|it|the (?:full|rest|complete|whole|entire|requested|page|content|article|chapter|document|paper|file|text|site))"
LOGIN_TITLE = _whole(
    r"(?:please |you (?:must|need to|have to) )?(?:log|sign)[\s-]?(?:in|on)(?: or (?:register|sign up|join|create (?:an )?account))?"
    r"(?: (?:to|with|into) [\w.'’&-]+(?: [\w.'’&-]+){0,4})?(?: required)?",
    r"login(?: page| form| required| to [\w.'’-]+(?: [\w.'’-]+)?)?", r"(?:user|member|account|customer|client) (?:log[\s-]?in"
    r"|sign[\s-]?in)",
    r"single sign-on(?: \(?sso)?", r"authentication required", r"access restricted", r"anmelden", r"anmeldung", r"connexion",
    r"se connecter",
)  # fmt: skip
# Many sites ask in passing for an account, to comment or to be told of news: the purpose to read counts, or that nothing else is said.
LOGIN_TO_READ = re.compile(
    rf"(?:\b{_ASK}|\b(?:log|sign)[\s-]?in\b)[\w\s]{{0,30}} to (?:(?:continue|proceed)(?= reading\b|\W*$|[.!])|{_READ} {_HERE}\b)", re.I
)
LOGIN_ALONE = _whole(
    rf"{_ASK}(?: or (?:register|sign up|create an account))?(?: (?:first|now|here))?(?: to (?:continue|proceed|use|join|{_READ})\b.*)?",
    rf"(?:log|sign)[\s-]?in to (?:continue|proceed|{_READ} {_HERE}\b.*)",
)  # fmt: skip

_WORK = r"(?:article|chapter|content|paper|story|post|book|issue|journal|document|page|text|pdf|publication|version|essay|report)"
_THIS = (
    r"(?:this|the (?:full|rest|whole|complete|entire)(?: (?:of )?(?:this |the )?)?|all (?:of )?our|our|unlimited"
    rf"|more)(?: \w+)?(?: {_WORK}s?)?"
)
_JOIN = r"(?:subscribe|sign up|become an? (?:\w+ )?(?:member|subscriber)|upgrade|register|join|start (?:a |your )?(?:free )?trial)"
# Calls to pay, as sentences begin with them; a sentence that only holds such words speaks of something.
WALL = re.compile(
    rf"(?:please |to (?:continue|keep) reading,? (?:please )?|or )?(?:"
    rf"{_JOIN} (?:now |today )?(?:to|and) (?:(?:continue|keep) (?:on )?reading|(?:read|view|access|unlock|see|get access to) {_THIS}\b"
    rf"|unlock\b)"
    rf"|(?:purchase|buy|rent)(?: or (?:buy|rent|purchase))? (?:this|the full|full|article|chapter|pdf|instant)?\s?(?:{_WORK}"
    rf"|access)(?: pdf)?s?\b"
    rf"(?!\s+(?:to|from|of|with)\b)"
    rf"|(?:get|gain|check) (?:(?:full|institutional|instant|immediate|unlimited) )?access(?: to (?:this|the full) {_WORK}\b|$|\s?[>»→])"
    rf"|access (?:this {_WORK} )?(?:through|via) your (?:institution|organi[sz]ation|library)\b"
    rf"|(?:log|sign) in (?:through|via) your institution\b"
    rf")",
    re.I,
)  # fmt: skip
WALL_SAID = re.compile(
    rf"\b(?:this|the rest of this) {_WORK} is (?:for|only (?:for|available to)|reserved for|available (?:only )?to|exclusive to)"
    r" (?:paying |paid |our |registered )?(?:subscribers|members)( only)?\b"
    rf"|\b(?:remaining|rest of) (?:the |this )?{_WORK}[\w\s]{{0,20}}(?:subscribers|members)\b|\bmember-only story\b"
    rf"|\byou (?:do not|don['’]t) (?:currently )?have access to this {_WORK}\b",
    re.I,
)  # fmt: skip
FREE = re.compile(r"\bfree of charge\b|\bopen access\b|\b(?:read|available) (?:it |here |online )*(?:for )?free\b", re.I)

CONSENT = _whole(
    r"before you (?:continue|proceed|go on)(?: to .{1,60})?", r"(?:we (?:value|care about|respect) )?your privacy(?: choices| matters"
    r"| settings)?",
    r"(?:cookie|privacy) (?:consent|preferences|settings|choices)", r"(?:your )?consent(?: required)?", r"bevor (?:sie|du) .{0,40}",
)  # fmt: skip
ACCEPT = re.compile(
    r"(?:yes,? )?(?:i )?(?:accept|agree|allow|consent)\b(?: (?:to )?(?:all|cookies|and \w+).*)?|alle(?:s)? (?:akzeptieren|zulassen)"
    r"|(?:tout )?accepter",
    re.I,
)

CHALLENGE_TITLE = re.compile(
    r"\W*(?:just a moment|attention required|checking (?:your browser|if the site connection is secure)"
    r"|(?:please )?verif(?:y|ying) (?:that )?you(?: are|['’]re) (?:not a robot|(?:a )?human)|are you a robot|human verification"
    r"|security (?:check|verification)"
    r"|ddos-guard|one moment,? please|client challenge|access to this page has been denied|bot verification)\b",
    re.I,
)  # fmt: skip
NO_PROGRAMS = re.compile(
    r"\b(?:enable|requires?|needs?|turn on|without|activate)\b.{0,30}\bjava-?script\b"
    r"|\bjava-?script\b.{0,40}\b(?:disabled|required|enabled)",
    re.I | re.S,
)
