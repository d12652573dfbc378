"""Where a sentence begins after code, output or a diagram that was run together with it.

Nothing marks the place in a flattened text but a capital letter after a word that ends no sentence. Languages that
capitalise nouns give no such sign, so there only words that open sentences and never stand capitalised inside one count.
"""

from __future__ import annotations

import re

from tools.layout.vocabulary import listed

OPENERS = listed(
    """
    The This That These Those There Here It Its We You They He She A An In On At As If When Where While Since Because Although Every
    Each All Both Most Many Some Any No None One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Now Then Thus
    So But And Or Yet Note Notice Consider Let After Before During With Without For From By To Our Your Their His Her Only Even
    Nothing Everything What Which Who How Why Once First Second Third Finally Next Again However Therefore Instead Also Der Die Das
    Den Dem Des Ein Eine Einen Einem Einer Dieser Diese Dieses Jeder Jede Jedes Alle Es Wir Sie Er Man Hier Dort Wenn Weil Da Im Am
    Bei Beim Mit Nach Von Zur Zum Auf Aus Für Ohne Nur Auch Nun Dann Damit Danach Dabei Doch Und Aber Oder Beide Beides Kein Keine
    Le La Les Un Une Des Ce Cette Ces Cet Il Elle Ils Elles Nous Vous On Dans Pour Avec Sans Sur Chaque Tous Toutes Voici Ici Si
    Quand El Los Las Una Unos Este Esta Estos Estas Ese Esa Cada Todo Todos En Con Sin Por Para Aquí Cuando Como Pero Y Lo Gli Uno
    Questo Questa Questi Queste Ogni Tutti Qui Quando Per Ma Nel Nella O Os As Um Uma Esse Essa Isto Isso Aqui Todos Todas No Na De
    Zu Wer Jetzt Um Durch Vor Solange Sobald Bevor Statt Wie Was Ist Sind Comme Lorsque Depuis Après Avant Puis Enfin Mais Ainsi Donc
    Deux Trois Quatre Aucun Aucune Où Qui Het Een Dit Deze Elke Alle Hier Wanneer
    """
)
_WORD = re.compile(r"\S+")
_GERMAN = re.compile(r"\b(?:der|das|und|ist|nicht|mit|wird|werden|ein|eine|für|auf|von|dem|den|des|zu|wir|lädt|jede[rsn]?)\b|[äöüß]")
_BODY = re.compile(r"^[(\[“„\"'‘«]*([A-ZÄÖÜÀ-ÝÉÈ][\w’'-]*)")
_SENTENCE = re.compile(r"[.?!:…](?:[\"'”’)\]]|\s|$)")
_INNER = tuple(",;([{=+*/<>|&-–—:→")
_LOOK = 4000


def nouns_capitalised(words: str) -> bool:
    """True where the words look German: a capital inside a sentence says nothing there."""
    return len(_GERMAN.findall(words[:_LOOK])) >= 2


def opens_sentence(words: str) -> bool:
    """True where a sentence begins at the very start of `words`: a capitalised opener with an ordinary word after it."""
    found = _BODY.match(words)
    if found is None or found.group(1) not in OPENERS:
        return False
    after = words[found.end() : found.end() + 40].lstrip()
    return bool(after) and (after[0].isalnum() or after[0] in "`“\"'(")


def _proper_start(words: str, german: bool) -> bool:
    """A capitalised word of three letters and more, a lower-case word after it, and the end of a sentence later on."""
    found = re.match(r"[(“„\"]?([A-ZÄÖÜÀ-Ý][a-zß-ÿ’']{2,}),?\s+([a-zà-ÿ]{2,}|\d)", words)
    return found is not None and not german and _SENTENCE.search(words, found.end()) is not None


def sentence_start(text: str, start: int, stop: int, eager: bool = True) -> int | None:
    """First place in text[start:stop], past its first word, where a sentence begins; None where none is seen.

    eager: also count a capitalised word that is no usual opener; without it only usual openers count.
    """
    stop = min(stop, start + _LOOK)
    german = nouns_capitalised(text[start:stop])
    before = ""
    for word in _WORD.finditer(text, start, stop):
        if before and not before.endswith(_INNER) and _BODY.match(word.group()):
            rest = text[word.start() : min(stop, word.start() + 400)]
            bracketed = rest[0] == "("
            if before.endswith(":") and not eager:
                before = word.group()
                continue
            if opens_sentence(rest) and (before[-1].islower() or not before[-1].isupper() or len(before) > 2 or bracketed):
                return word.start()
            if eager and not before.endswith((".", "?", "!")) and _proper_start(rest, german):
                return word.start()
        before = word.group()
    return None


_AFTER_TITLE = listed(
    """
    The This These Those We You They Here There Every Each Der Die Das Diese Dieser Dieses Wir Wenn Hier Jede Jeder Jedes Le La Les
    Cette Nous Chaque El Los Las Este Esta Cada Il Questo Questa
    """
)
NO_TITLE_END = listed(
    """
    of to in on at by for from with and or but the a an as than like via per is are was were be that which who whose what how why
    when where if then called named see about into over under between der die das des dem den ein eine von mit und oder zu für auf
    our your my its their his her unser unsere no not aus bei nach im am
    de du des le la les et ou à en un une el los las y o con por para del di il e
    """
)
_LABELLED = listed("Table Tabelle Tableau Tabla Figure Abbildung Listing Equation Gleichung Example Beispiel Step Schritt Étape")
_TITLE_WORDS = 8


def run_in_title(text: str, start: int, stop: int) -> int | None:
    """End of a title that runs into the sentence behind it (`Introduction The model loads ...`), None unless it is certain."""
    words = list(_WORD.finditer(text, start, min(stop, start + 120)))[: _TITLE_WORDS + 2]
    if words and words[0].group() in _LABELLED and len(words) > 1 and words[1].group()[0].isdigit():
        return None
    for at, word in enumerate(words[: _TITLE_WORDS + 1]):
        if at and word.group() in _AFTER_TITLE and not words[0].group().isupper():
            after = words[at + 1].group() if at + 1 < len(words) else ""
            before = words[at - 1].group()
            whole = _SENTENCE.search(text, word.end(), min(stop, word.end() + 600))
            if not whole or not _plain_word(after, text) or before.lower() in NO_TITLE_END or before.endswith("ing"):
                return None
            titled = all(part.group()[0].isupper() for part in words[:at] if len(part.group()) > 3)
            return words[at - 1].end() if at <= 3 or titled else None
        if not re.fullmatch(r"[\w’'-]+", word.group()) or (at == 0 and not word.group()[0].isupper()) or (word.group() in OPENERS and at):
            return None
    return None


def _plain_word(word: str, text: str) -> bool:
    return len(word) > 1 and word.isalpha() and (word.islower() or nouns_capitalised(text))
