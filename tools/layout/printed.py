"""Values as Python prints them (`np.float64(28.0)`, `[ 92. 80. 100.]`, `'a'`, `<class 'int'>`), and where what was printed ends."""

from __future__ import annotations

import re

from tools.layout.opening import OPENERS, nouns_capitalised, opens_sentence, sentence_start

_ATOM = re.compile(
    r"[rbu]?'(?:[^'\\\n]|\\.){0,400}'|[rbu]?\"(?:[^\"\\\n]|\\.){0,400}\""
    r"|[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?[jJ]?"
    r"|[-+]?(?:True|False|None|NaN|nan|inf|NaT|Ellipsis|NotImplemented|<NA>)\b|0x[0-9a-fA-F]+|0b[01]+"
)
_CALLED = re.compile(r"[^\W\d][\w.]*(?=[(\[{])")
_NAMED = re.compile(r"[^\W\d][\w.]*(?=\()")
_STRING = re.compile(r"'(?:[^'\\\n]|\\.){0,400}'|\"(?:[^\"\\\n]|\\.){0,400}\"")
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_BRACKETED = 6_000
_PRINTED = 600
_FOOTER = re.compile(r"(?:Name|Length|Freq|Categories|Columns|Index)\b\s?[:(]")
LABEL = re.compile(
    r"(?:Table|Figure|Fig\.|Listing|Section|Chapter|Equation|Example|Exercise|Appendix|Tabelle|Tab\.|Abbildung|Abb\.|Abschnitt|Kapitel"
    r"|Gleichung|Beispiel|Anhang|Tableau|Chapitre|Équation|Exemple|Annexe|Tabla|Figura|Sección|Capítulo)\s+(?:\d|[A-Z]\.\d|\(\d)"
)
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.? [A-ZÄÖÜÀ-Ý][\w’'-]*,?\s+\S")
_CAPITAL = re.compile(r"[A-ZÄÖÜÀ-Ý][\w’'-]*,?(?=\s)")
_END = re.compile(r"[.?!]\s+(?=[A-ZÄÖÜÀ-Ý„“\"(])")


def value_end(text: str, at: int, stop: int) -> int | None:
    """Where the value that is printed at `at` ends; None where none stands there as a whole."""
    for called in (_CALLED.match(text, at, stop), None):
        begin = called.end() if called is not None and _NAMED.match(text, at, stop) else at
        if begin < stop and text[begin] in _PAIRS and (begin > at or text[begin] != "<" or text[begin + 1 : begin + 2].isalpha()):
            end = _closed(text, begin, stop)
            if end is not None and (end >= stop or not (text[end].isalnum() or text[end] in "([{.=")):
                return end
            return None
    found = _ATOM.match(text, at, stop)
    if found is None or (found.end() < stop and (text[found.end()].isalnum() or text[found.end()] in "_.([{%=/*:-²³°,")):
        return None
    return found.end()


def _closed(text: str, at: int, stop: int) -> int | None:
    """Behind the bracket that closes the one at `at`; strings are read over."""
    depth: list[str] = []
    stop = min(stop, at + _BRACKETED)
    while at < stop:
        mark = text[at]
        string = _STRING.match(text, at, stop) if mark in "'\"" else None
        if string is not None:
            at = string.end()
            continue
        if mark in "([{" or (mark == "<" and text[at + 1 : at + 2].isalpha()):
            depth.append(_PAIRS[mark])
        elif depth and mark == depth[-1]:
            depth.pop()
            if not depth:
                return at + 1
        elif mark in ")]}":
            return None
        at += 1
    return None


def values_end(text: str, at: int, stop: int) -> int | None:
    """Where a run of values parted by spaces (`1 2 3`, `(3, 4) float64` up to the name) ends; None where no value stands first."""
    end = None
    while (found := value_end(text, at, stop)) is not None:
        end = at = found
        while at < stop and text[at].isspace():
            at += 1
        if at >= stop or _NUMBERED.match(text, at, stop):
            break
    return end


def resumes(text: str, at: int, stop: int, counted: bool) -> bool:
    """True where prose begins at `at`, right behind values. counted: the value is one whole number, of which a noun may follow."""
    words = text[at : min(stop, at + 400)]
    if LABEL.match(words) or opens_sentence(words) or _NUMBERED.match(words):
        return True
    capital = _CAPITAL.match(words)
    if capital is None or _FOOTER.match(words):
        return False
    following = words[capital.end() :].lstrip()
    if not following or not (following[0].isalnum() or following[0] in "`“„\"'("):
        return False
    german = counted and nouns_capitalised(text[at : min(stop, at + 4000)])
    return not german and (capital.group().rstrip(",") in OPENERS or re.search(r"[.?!:…](?:\s|$)", words) is not None)


def printed_end(text: str, start: int, stop: int) -> int:
    """Where the output that follows an input ends in text[start:stop]: behind its values, or before the first sentence; never far off."""
    at = start
    while at < stop and text[at].isspace():
        at += 1
    if at >= stop or opens_sentence(text[at : at + 80]) or LABEL.match(text, at, stop):
        return start
    end = values_end(text, at, stop)
    if end is not None:
        following = end + len(text[end:stop]) - len(text[end:stop].lstrip())
        if following >= stop or resumes(text, following, stop, counted=False):
            return end
    return bounded(text, at, stop, eager=True)


def bounded(text: str, start: int, stop: int, eager: bool, most: int = _PRINTED) -> int:
    """Where a sentence begins behind what was printed at `start`; where none is seen, `stop` or the end of the first sentence, if near."""
    found = sentence_start(text, start, stop, eager)
    if found is not None and found - start <= most:
        return found
    if found is None and stop - start <= most:
        return stop
    sentence = _END.search(text, start, min(stop, start + most))
    if sentence is not None:
        return sentence.start() + 1
    cut = text.rfind(" ", start + 1, min(stop, start + most))
    return cut if cut > start else min(stop, start + most)
