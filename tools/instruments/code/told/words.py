"""The words by which sentences say what code gives, in English, German and French, as parts of regular expressions."""

from __future__ import annotations

import re

NUMERALS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "null": 0, "ein": 1, "eine": 1, "eins": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4,
    "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12,
}  # fmt: skip
NUMERAL = "|".join(sorted(NUMERALS, key=len, reverse=True))
ORDINALS = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "final": -1, "erste": 0, "ersten": 0, "erstes": 0,
    "zweite": 1, "zweiten": 1, "dritte": 2, "dritten": 2, "vierte": 3, "letzte": -1, "letzten": -1, "letztes": -1, "premier": 0,
    "première": 0, "deuxième": 1, "second élément": 1, "troisième": 2, "dernier": -1, "dernière": -1,
}  # fmt: skip
ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
ARTICLE = r"(?:(?:the|an?|der|die|das|den|dem|eine?[mnrs]?|les?|la|une?)\s+)"
#: Between a subject and its verb, or a verb and its object, without a meaning of their own.
ADVERB = (
    r"(?:now|then|still|also|again|here|there|thus|therefore|hence|simply|just|only|always|actually|itself|alone|too|indeed|consequently"
    r"|accordingly|in turn|of course|for example|for instance|in contrast|by contrast|on the other hand|however|would|will|does|did|must"
    r"|already|at once|immediately|afterwards|instead|likewise|finally|exactly|both|all|each|once more|by itself|back|out|even|though|as"
    r" well|as expected|as promised|as announced|correctly|rightly|in fact|again and again|after (?:that|this)|from now on"
    r"|jetzt|nun|dann|also|hier|damit|somit|dagegen|hingegen|danach|schließlich|wieder|nur|immer noch|noch|bereits|schon|daher|deshalb"
    r"|allein|würde|genau|einfach|beide|beides|zurück|weiterhin|immer|tatsächlich|jedoch|sofort|stets"
    r"|maintenant|alors|donc|aussi|encore|toujours|ici|seulement|déjà|lui|elle|elles|eux|en revanche|par contre|ensuite|ainsi|bien|tous"
    r"|toutes|exactement|simplement|quant à (?:lui|elle)|immédiatement)"
)
BE = r"(?:is|are|be|becomes?|stays?|remains?|ist|sind|bleibt|bleiben|wird|est|sont|reste|restent|devient|vaut|valent|lautet)"
GIVE = (
    r"(?:returns?|gives?|yields?|equals?|evaluates? to|comes? (?:out )?(?:to|as)|amounts? to|produces?|results? in|prints?|shows?|displays?"
    r"|outputs?|reads?|has the value|reports?|hands? (?:back|out)|delivers?|ends? (?:up )?as|liefert|liefern|ergibt|ergeben|gibt|geben"
    r"|druckt|drucken|zeigt|zeigen|hat den Wert|haben den Wert|renvoie(?:nt)?|retourne(?:nt)?|donne(?:nt)?|affiche(?:nt)?|imprime|produit"
    r"|rend(?:ent)?|finds?|leaves?|findet|trouve|rounds? to|is (?:reduced|rounded) to|simplifies to|starts? out as)"
)
HAVE = (
    r"(?:has|have|contains?|holds?|counts?|consists? of|keeps?|begins? with|starts? with|ends? with|hat|haben|enthält|enthalten|besitzt"
    r"|umfasst|besteht aus|beginnt(?: (?:also|daher|somit|nun|jetzt|damit|dann|deshalb|hier))? mit|endet(?: (?:also|daher|somit|nun"
    r"|jetzt|damit|dann|deshalb|hier))? (?:mit|auf)|a|ont|contient|contiennent|possède|compte|comporte|commence par"
    r"|finit par|se termine par)"
)
RAISE = (
    r"(?:raises?|throws?|fails? with|ends? (?:in|with)|leads? to|stops? with|causes?|triggers?|aborts? with|dies? with|breaks? with"
    r"|crash(?:es)? with|is (?:answered|rejected|refused|greeted|met|punished|rewarded) (?:by|with)|results? in|provokes?|sets? off"
    r"|wirft|werfen|löst|lösen|führt zu|führen zu|scheitert mit|scheitern mit|endet (?:mit|in)|bricht mit|meldet|erzeugt"
    r"|lève(?:nt)?|lance(?:nt)?|déclenche(?:nt)?|provoque(?:nt)?|échoue avec|se solde par|se termine par|aboutit à)"
)
#: Of the order in which something stands.
ORDER = (
    r"(?:lists?|arranges?|ranks?|orders?|sorts?|enumerates?|runs?|goes|comes?|stands?|listet|ordnet|sortiert|steht|stehen|range|trie"
    r"|classe)"
)
#: At the end of a German clause.
FINAL = r"(?:liefert|ergibt|zurückgibt|gibt|ist|sind|hat|enthält|auslöst|wirft|druckt|ausgibt|zeigt|scheitert|bleibt|wird|führt)"
#: Verbs with which a German clause may begin before its subject.
FRONTED = r"(?:liefert|ergibt|ist|sind|hat|haben|enthält|enthalten|gibt|druckt|zeigt|wirft|löst|bleibt|besitzt|umfasst)"
ERROR = (
    r"(?:[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Warning|Violation)|StopIteration|StopAsyncIteration|GeneratorExit|SystemExit"
    r"|(?:[a-z]\w*\.)+(?:error|Empty|Full))"
)
COUNTED = (
    r"(?:elements?|items?|entr(?:y|ies)|keys?|characters?|values?|members?|strings?|tuples?|pairs?|numbers?|bytes?|rows?|letters?|digits?"
    r"|names?|words?|lines?|lists?|parameters?|fields?|integers?|floats?|parts?|pieces?|arrays?|tensors?|points?|samples?|groups?"
    r"|Elementen?|Einträgen?|Einträge|Zeichen|Werten?|Schlüsseln?|Zeichenketten|Zahlen|Zeilen|Paaren?|Tupeln?|Teilen?|Listen"
    r"|éléments?|entrées?|clés?|caractères?|valeurs?|chaînes?|nombres?|lignes?|paires?|octets?|listes?)"
)
#: What a value is called -> the class, or a way of its own (see holds.py).
TYPES = {
    "list": "list", "tuple": "tuple", "pair": "tuple", "dict": "dict", "dictionary": "dict", "set": "set", "frozenset": "frozenset",
    "string": "str", "str": "str", "int": "int", "integer": "int", "float": "float", "bool": "bool", "boolean": "bool", "bytes": "bytes",
    "generator": "generator", "coroutine": "coroutine", "iterator": "+__next__", "array": "ndarray", "tensor": "Tensor",
    "number": "+number",
    "match object": "Match", "match": "Match", "complex number": "complex", "function": "+__call__", "callable": "+__call__",
    "Liste": "list", "Tupel": "tuple", "Paar": "tuple", "Wörterbuch": "dict", "Menge": "set",
    "Zeichenkette": "str", "Generator": "generator",
    "Iterator": "+__next__", "Feld": "ndarray", "Array": "ndarray", "Tensor": "Tensor", "Funktion": "+__call__", "Coroutine": "coroutine",
    "liste": "list", "couple": "tuple", "paire": "tuple", "dictionnaire": "dict", "ensemble": "set", "chaîne": "str", "entier": "int",
    "flottant": "float", "booléen": "bool", "générateur": "generator", "itérateur": "+__next__", "tableau": "ndarray",
    "fonction": "+__call__", "tenseur": "Tensor", "n-uplet": "tuple", "named tuple": "+named", "view object": "+view",
}  # fmt: skip
PLURALS = {"lists": "list", "tuples": "tuple", "strings": "str", "pairs": "tuple", "dictionaries": "dict", "sets": "set"}
TYPE = "|".join(sorted((re.escape(t) for t in TYPES), key=len, reverse=True))
QUALITY = (
    r"(?:(?:new|sorted|plain|fresh|single|one|ordinary|nested|flat|short|long|simple|whole|Python|NumPy|PyTorch|two-dimensional"
    r"|one-dimensional|regular|separate|different|another|neue[mnrs]?|einfache[mnrs]?|sortierte[mnrs]?|nouve(?:au|lle)|simple|seule?)\s+)"
)
EMPTY = r"(?:empty|leer\w*|vides?)"
TRUE = r"(?:true|wahr|vraie?)"
FALSE = r"(?:false|falsch|fausse|faux|unwahr)"
NEAR = r"(?:about|around|roughly|approximately|nearly|close to|some|etwa|ungefähr|rund|circa|ca\.|environ|à peu près|presque|≈|~)"
#: After a value: what may follow it without making it a part of something longer.
CLOSED = (
    r"(?=\s*(?:$|[.,;:!?)—–]|\s-\s|\((?!\d+\))|(?:and|und|et|because|since|as|weil|da|denn|car|puisque|but|aber|mais|while|whereas|während|"
    r"alors|for|so|which|who|in both|in each|in every|in every case|here|again|instead|at|on|too|rather|not|nicht|for both|once more"
    r"|although|though|obwohl|just|by|after|before|when|whatever|regardless|even|like|aus|zurück|ab|an|und nicht|wie|comme|et non|pas"
    r"|ist|sind|hat|liefert|endet|beginnt|ends|begins"
    r"|ergibt|zurückgibt|auslöst|enthält|from|through|thanks|despite"
    r"|without|unless|sofern|sauf|with|of the|and not|or rather|dagegen|hingegen|instead of)\b))"
)
#: Words that make the whole of a sentence a supposition, a memory or a mistake.
DOUBTED = re.compile(
    r"\b(?:expect\w*|hop(?:e|es|ed|ing)|thinks?|thought|believ\w*|guess\w*|seems?|might|may|could|Python 2|older|earlier|formerly"
    r"|originally|initially|at first|previously|used to|suppose\w*|imagine\w*|pretend\w*|wrong\w*|mistak\w*|almost|usually|often"
    r"|sometimes|typically|depend\w*|randomly|wish\w*|intend\w*|tempt\w*|naive\w*|assum\w+|should|shall|want\w*|need\w*|let's|"
    r"erwart\w*|hoff\w*|glaub\w*|denkt|meint|scheint|könnte\w*|dürfte\w*|sollte\w*|früher|ursprünglich|anfangs|zunächst|zuerst|manchmal"
    r"|oft|meist\w*|üblicherweise|angenommen|fast|hängt|"
    r"attend\w*|croi\w*|pens\w*|semble\w*|pourrait|devrait|parfois|souvent|auparavant|d'abord|au début|jadis|supposons|supposez|dépend)\b",
    re.I,
)
CONDITION = re.compile(
    r"\b(?:if|when|whenever|until|once|as long as|wherever|whether|in case|wenn|falls|sobald|bevor|solange|sofern|si|quand|lorsque|lorsqu"
    r"|avant|tant que|where|before (?:that|this|it)|until then|davor|vorher|in a loop|inside the|within|each time|every time|first time"
    r"|the first|for every|for each|für jede\w*"
    r"|pour chaque|per|at the start|at the beginning|while)\b",
    re.I,
)
SETTING = re.compile(
    r"(?:after|once|with|given|following|nach|nachdem|mit|après|avec|setting|calling|for|für|pour|bei)\b[^⟦⟧]{0,40}$", re.I
)
