# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Words for the answers that several questions share: synonyms in English, and the commonest in German and French."""

from __future__ import annotations

_GRAPH = r"(?:graph|version|entry|kernel|code|speciali[sz]ation|artifact|Graph\w*|graphe|compiled function)s?"
_ONE_MORE = r"(?:one more|another|a further|an additional|an extra|yet another|a new|a second|a third|its own|their own|a separate|separate|a fresh|one|a|noch eine\w*|eine weitere|eine neue|eine eigene|une autre|une nouvelle|sa propre)"
RECOMPILED = (
    r"(?:\brecompil(?:es?|ed|ing)\b|\b(?:triggers?|causes?|forces?|costs?|needs?|leads? to|means?|adds?|there is|brings?|requires?) (?:\w+ )?(?:re)?compilations?\b"
    r"|(?<!\buntil you )(?<!\bunless you )(?<!\buntil we )(?<!\buntil one )\b(?:compil\w+|traced) (?:\w+ ){0,3}(?:again|anew|afresh|once more|a (?:second|third) time|separately|every time|each time|for (?:each|every)|per)\b"
    rf"|\b{_ONE_MORE} (?:\w+ )?(?:re)?(?:compilation|Kompilierung|Übersetzung|compilation)\b|\b(?:own|separate|another|new|second|third|further|additional) {_GRAPH}\b"
    r"|\bcosts? (?:one|another) more\b|\b(?:one|a) (?:graph|version|compilation) (?:each|apiece|per|for each|for every)\b"
    r"|\b(?:erneut|neu|noch einmal|nochmals|wieder) (?:kompiliert|übersetzt)\b|\brecompilée?s?\b|\bcompilée?s? (?:à nouveau|de nouveau)\b)"
)
REUSED = (
    rf"(?:\breus(?:es?|ed|ing)\b|\b(?:same|existing|cached|old|first|one|single|that) (?:compiled |symbolic |dynamic )?{_GRAPH}\b[^.;:]{{0,20}}\b(?:is|are|gets|was) (?:\w+ )?(?:used|run|taken|called|shared|executed)\b"
    rf"|\b(?:served|answered|handled|covered) by (?:the |that |this |it\b|one )?(?:same |existing |first |cached |single |symbolic )?(?:{_GRAPH})?|\bshar(?:e|es|ed|ing) (?:the |one |a |its |that )?(?:same |single |existing |compiled )*{_GRAPH}\b"
    rf"|\b(?:one|a single|the same|the existing|the first|the symbolic) {_GRAPH} (?:\w+ ){{0,2}}(?:serves?|covers?|handles?|answers?|suffices|is enough|for (?:all|both|every))\b"
    r"|\b(?:compiled|compiles|compile) (?:just |only |exactly )?once\b|\b(?:just|only|exactly) (?:one|a single) (?:compilation|graph)\b"
    r"|\bwiederverwendet\b|\bderselbe Graph\b|\bréutilisée?s?\b|\bmême graphe\b)"
)
RAISED = (
    r"(?:\brais(?:es?|ed|ing)\b(?! (?:the |its |this |that |our |your |a )?(?:\w+ )?(?:limits?|budgets?|thresholds?|bounds?|values?|number|ceiling|rates?|costs?)\b)|\bthrow(?:s|n)?\b|\b(?:an?|the|with an?|ends in an?) (?:\w*[Ee]rror|\w*[Ee]xception)\b(?! (?:message )?is (?:swallowed|ignored))|\b(?:is|are|will be) (?:refused|rejected|forbidden|not allowed|illegal|an error)\b|\b(?:fails|aborts|crashes|errors out|stops with)\b"
    r"|\b[A-Z][A-Za-z]*(?:Error|Exception|Violation|Unsupported)\b|\bwirft\b|\blöst\b[^.;]{0,30}\baus\b|\bFehler(?:meldung)?\b|\bAusnahme\b|\blève\b|\bdéclenche\b|\berreur\b)"
)
ACCEPTED = (
    r"(?:\b(?:is|are|gets) (?:\w+ )?(?:accepted|allowed|permitted|tolerated|ignored|dropped|legal|fine|all right|harmless)\b|\b(?:it|call|this|that|which|line|code|assignment|everything) (?:then )?(?:goes|passes|runs|carries|comes) (?:through|on)\b|\b(?:works?|succeeds?)\b|\b(?:silently|quietly)\b|\bwithout (?:an? |any )?(?:error|exception|complaint|protest)\b"
    r"|\bist (?:erlaubt|zulässig|unproblematisch)\b|\bstillschweigend\b|\best (?:permis|autorisé)\w*\b|\bsilencieusement\b)"
)
COPIED = (
    r"(?:\b(?:a|an|the|new|independent|own|fresh|separate|deep|full|always|real|true|makes?|gives?|returns?|is|are|in|into) (?:\w+ )?cop(?:y|ies)\b|\bcopies (?:the|its|all|every|them|out|each|only)\b|\b(?:is|are|be|gets?|data|elements|values|memory|always) (?:\w+ )?copied\b|\bown (?:memory|storage|buffer|data)\b|\b(?:new|fresh) (?:memory|storage|buffer)\b"
    r"|\bKopien?\b|\bkopiert\b|\bcopies?\b(?= (?:indépendante|du|de|des))|\bune copie\b)"
)
SHARED = (
    r"(?:(?<![.\w])views?\b(?!\(|\.\w)|\bshar(?:es?|ed|ing) (?:\w+ ){0,3}(?:memory|storage|data|buffer|elements|values)\b|\b(?:same|original(?:['’]s)?) (?:memory|storage|buffer|data)\b|\b(?:window|windows) (?:on|onto|into)\b"
    r"|\bshows? (?:up )?in (?:the )?(?:original|source|array|base|tensor|[a-z])\b|\bSicht(?:en)?\b|\bdenselben Speicher\b|\bvues?\b|\bmême mémoire\b|\balias(?:es)?\b)"
)
ORDER_KEPT = r"(?:\b(?:keep|keeps|kept|keeping|retains?|preserv\w+|maintains?|stays? in|stands? in|remains? in|come out in|appear in|in|behält|behalten|garde(?:nt)?|conserve(?:nt)?) (?:(?!opposite|reverse|inverse)\w+ ){0,4}(?:(?:former|original|old|previous|relative|same|input|initial|insertion|given|first|ursprüngliche\w*|d['’]origine) )+(?:order|positions?|sequence|Reihenfolge|ordre)\b|\border (?:of \w+ )?(?:is|stays|remains) (?:preserved|kept|retained|unchanged|the same)\b|\bstays? stable\b|\bremains? stable\b|\bstability (?:is|stays) (?:kept|preserved)\b)"
ORDER_LOST = r"(?:\b(?:opposite|reverse|reversed|inverse|inverted|turned|contrary|umgekehrte\w*|inverse) (?:of (?:their |the )?)?(?:\w+ )?(?:order|sequence|Reihenfolge)?\b(?=\W|$)|\bturned (?:over|round|around)\b|\b(?:any|an? arbitrary|no particular|an? undefined|random|beliebige\w*|quelconque) order\b|\border (?:\w+ ){0,4}(?:is|gets) (?:lost|reversed|undefined|arbitrary|not preserved)\b|\b(?:not|no longer) stable\b|\bunstable\b)"
DEFAULT_WORDS = r"\b(?:by default|default|unless|out of the box|standardmäßig|Voreinstellung|par défaut)\b"
# A second meeting, where both answers have been seen already, is another case.
SEEN_BEFORE = r"\b(?:afterwards|from then on|thereafter|later|back|again and again|alternat\w+|once (?:both|each|all|every)|already|previously|warm\w*|first graph|after (?:both|that|each)|danach|später|hin und her|ensuite)\b"
