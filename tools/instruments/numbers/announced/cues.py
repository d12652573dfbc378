"""The words by which texts announce what a figure is: a result, a total, a rest, a change, a share, a mean, one of many."""

from __future__ import annotations

import re


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(alternatives)})(?![^\W\d_])", re.IGNORECASE)


# Verbs between what is given and what it comes to.
VERB = _words(
    r"needs?|takes?|has|have|holds?|delivers?|costs?|contains?|occup(?:y|ies)|uses?|fits?|covers?|lasts?|moves?|gives?|"
    r"stores?|is|are|makes?|manages?|"
    r"carr(?:y|ies)|gains?|runs? for|requires?|com(?:e|es) to|sends?|reads?|writes?|produces?|processes|serves?|pays?|"
    r"pay|stands? for|costs?|name|names|number|exceed|"
    r"will have|wastes?|leaves?|turns? into|become|seats?|amounts?",
    r"braucht|brauchen|benötig\w+|hat|haben|enthält|enthalten|kostet|kosten|ist|sind|ergibt|ergeben|dauert|dauern|belegt|"
    r"belegen|liefert|passen|fasst",
    r"prend|prennent|occupent?|a|ont|contient|contiennent|coûtent?|est|sont|faut|dure|durent|compte|ocupan?|tiene|tienen|"
    r"cuestan?|es|son|tardan?|dura",
)
# What was measured need not be what its inputs come to.
MEASURED = _words(
    r"measured|observed|in practice|actual(?:ly)?|took|taken|recorded|saw|got|real|reported|even though|although|but|"
    r"only|instead|despite|however|yet",
    r"gemessen\w*|tatsächlich|beobachtet\w*|in der praxis|obwohl|aber|dauerte\w*|mesuré\w*|observé\w*|réel\w*|"
    r"en pratique|mais|medid\w*|pero",
)
# What follows from what was said before.
RESULT = _words(
    r"so(?! that)|therefore|thus|hence|consequently|that is(?: to say)?|that['’]s|i\.e\.|in other words|(?:which|this|that|it|"
    r"these|they) (?:is|are|was|were|"
    r"means?|makes?|made|gives?|gave|leaves?|left|comes? to|came to|amounts? to|corresponds? to|works? out (?:at|to)|adds? up to|"
    r"takes?)|"
    r"mak(?:es?|ing)|giv(?:es?|ing)|yields?|equals?|com(?:es?|ing) to|came to|amount(?:s|ing)? to|add(?:s|ing)? up to|"
    r"total(?:s|l?ing)|leav(?:es?|ing)|"
    r"means?|works? out|became|becomes?|or|(?:that|this|it) would be",
    r"also|somit|(?:sind|ist|macht|wären|ergibt|ergeben|kostet|kosten|braucht|entspricht) das|daher|folglich|demnach|"
    r"mithin|das (?:sind|ist|macht|ergibt|entspricht|wären)|d\. ?h\.|ergib\w*|ergeben|macht|beträgt|"
    r"beläuft|liegt bei|sodass|so dass|bleiben|entspricht",
    r"soit|donc|ainsi|c['’]est-à-dire|ce qui (?:fait|donne|représente|correspond)|(?:cela|ça) (?:fait|donne|représente)|"
    r"font|donne(?:nt)?|vaut|"
    r"équivaut|représentent?",
    r"es decir|o sea|por (?:lo )?tanto|así que|lo que (?:da|hace|supone|equivale)|(?:eso )?(?:son|suman|equivale\w*)|resulta\w*|"
    r"da|quedan",
)
STRICT = _words(
    r"so(?! that)|therefore|thus|hence|consequently|that is(?: to say)?|that['’]s|i\.e\.|in other words|which (?:is|are|was|were|"
    r"means?|makes?|made|gives?|gave|leaves?|left|comes? to|"
    r"amounts? to|corresponds? to)|com(?:es?|ing) to|came to|amount(?:s|ing)? to|add(?:s|ing)? up to|equals?|(?:that|"
    r"this) (?:makes|gives|would be)|leav(?:es|ing)|mak(?:es|ing)|giv(?:es|ing)|yields",
    r"also|somit|daher|folglich|demnach|mithin|(?:das )?(?:sind|macht|ergibt|entspricht|wären)(?: das)?|d\. ?h\.|"
    r"ergib\w*|ergeben|sodass|so dass",
    r"soit|donc|ainsi|c['’]est-à-dire|ce qui (?:fait|donne|représente|correspond)|es decir|o sea|por (?:lo )?tanto|"
    r"así que|lo que (?:da|hace|supone|equivale)",
)
SUM = _words(
    r"in all|in total|together|altogether|all told|overall|combined|in sum|totals?|total(?:l?ing)|the sum|sum of|add(?:s|"
    r"ing)? up|adds?|added",
    r"zusammen\w*|insgesamt|in summe|summe|gesamt\w*",
    r"en tout|au total|ensemble|totale?|somme|en total|suma[nr]?|en conjunto|juntos",
)
REST = _words(
    r"remaining|remains?|remained|left(?: over)?|leav(?:es|ing)|rest|free|still (?:open|missing)|neither|unused|"
    r"outstanding|go(?:es)? unused",
    r"übrig\w*|bleib\w*|verbleib\w*|frei\w*|rest\w*|fehlen",
    r"reste\w*|restant\w*|libres?|quedan?|restantes?|sobran",
)
LESS = _words(
    r"reduc\w+|decreas\w*|less|drop\w*|fewer|lower\w*|saving\w*|saves?|saved|cuts?|cutting|shr[iau]nk\w*|fall\w*|fell|declin\w*|"
    r"loss|lost|"
    r"loses?|smaller|shorter|shortens?|discount\w*|below|behind|down",
    r"weniger|rückgang|senk\w*|sank|sink\w*|gesunken|niedriger|kleiner|kürzer|verring\w*|reduz\w*|\w*spar\w*|ersparnis|verlust|minus",
    r"baisse\w*|réduc\w*|réduit\w*|diminu\w*|moins|économi\w*|épargn\w*|perte|inférieur\w*|menos|reducción|ahorr\w*|"
    r"baja\w*|descen\w*|caída",
)
MORE = _words(
    r"increas\w*|more|higher|growth|grows?|grew|gain\w*|rise[sn]?|rising|rose|larger|longer|bigger|raise[sd]?|ahead|extra|up|lifted|"
    r"additional|surplus|climb\w*",
    r"mehr|anstieg|steig\w*|stieg\w*|höher|größer|länger|wächst|wuchs\w*|gewachsen|zunahme|zuwachs|plus|erhöh\w*",
    r"hausse|augment\w*|croissance|supérieur\w*|plus|más|aument\w*|crec\w*|subid\w*|sube",
)
FAST = _words(
    r"faster|speed-?ups?|quicker|improve\w*|better|slower|slow-?downs?|acceler\w*",
    r"schneller|beschleunig\w*|verbesser\w*|langsamer|rapides?|accélér\w*|lente?s?|rápid\w*|lent[oa]s?|aceler\w*",
)
EACH = _words(
    r"each|apiece|per|every|an?|each of|times|a piece|daily|nightly|hourly|weekly|monthly|yearly|by",
    r"je|jeweils|pro|jede[rsnm]?|à|mal|täglich\w*|stündlich\w*",
    r"chacune?|chaque|par|fois|cada|por|veces",
)
EACH_ONE = _words(
    r"each|apiece|per|every|on average|average|mean|median|a piece",
    r"je|jeweils|pro|jede[rsnm]?|im mittel|durchschnitt\w*|chacune?|chaque|par|en moyenne|cada|por|promedio",
)
SHARED = _words(
    r"shared?|divided?|split|spread|distributed?|evenly|equally|average|mean|per|each|apiece|every|a piece|one for|needs?|takes?|"
    r"holds?|"
    r"fits?|ratio|load factor|out of|of|in|manage|pays?|stored|cut|grouped|packed|shards?|chunks?",
    r"verteilt|geteilt|aufgeteilt|durchschnitt\w*|mittel|pro|je|jeweils|réparti\w*|partag\w*|moyenne|par|chacune?|cada|"
    r"por|promedio|reparti\w*",
)
SHARE = _words(
    r"shares?|accura\w+|rates?|fraction|portion|proportion|percentage|precision|recall|of|utili[sz]\w*|busy|efficien\w+|"
    r"overhead|probability|"
    r"accounts? for|makes? up|hit rate|success|failed|passed|coverage|free|used|full",
    r"anteil\w*|quote|prozentsatz|genauigkeit|trefferquote|sind|wurden|part|taux|proportion|du|des|el|del|proporción|tasa|porcentaje",
)
POINTS = _words(r"points?|prozentpunkte\w*|puntos")
CONDITION = _words(
    r"target|budget|goal|deadline|time-?out|quota|sla|suppose|imagine|hypothetical\w*|promis\w+|claim(?:s|ed)|advertis\w+|forecast|"
    r"ziel|grenzwert|angenommen|nehmen wir|objectif|supposons|imaginons|objetivo|supongamos|roughly speaking|wrong(?:ly)?|"
    r"mistak\w+|not|"
    r"naive(?:ly)?|one might|falsch\w*|nicht|faux|no longer"
)
ROUNDED = _words(r"rounding|because .{0,40} rounded|gerundet|rundung\w*|arrondi\w*|redonde\w*")
# Several cases side by side: which figure belongs to which is a matter of reading.
CONTRAST = _words(r"respectively|beziehungsweise|bzw|respectivement|respectivamente|whereas|while|während|tandis que|mientras")
