"""Passages that read as instructions to whoever, or whatever, processes the text.

Found by rules and reported to the author with their place, so that a planted one does not go unnoticed; what stands in the text is
never obeyed either way, and no verdict depends on this.
"""

from __future__ import annotations

import re

from prompts.trust import Untrusted, measure
from tools.records import Span

_ABOUT = r"(?:previous|prior|above|earlier|preceding|all|any|other|your|the|these|those|system|vorherigen?|bisherigen?|alle|toutes?|les)"
_WHAT = r"(?:instructions?|prompts?|rules?|guidelines?|directions?|orders?|commands?|anweisungen|regeln|vorgaben|consignes|règles)"
_PRIVATE = r"(?:system prompt|api[ _-]?keys?|passwords?|secrets?|credentials|environment variables|instructions? verbatim)"
_RULES = (
    # set rules aside
    r"\b(?:ignore|disregard|forget|override|bypass|ignoriere|vergiss|missachte|ignorez|oubliez)\b(?:\W+\w+){0,3}?\W+"
    rf"{_ABOUT}\W+(?:\w+\W+){{0,3}}?{_WHAT}\b",
    # take another role
    r"\b(?:you are now an?|from now on,? you|du bist (?:jetzt|nun) ein)\b",
    r"\bact as (?:an?|the) (?:system|administrator|developer|unrestricted)\b",
    # speak as system, tool or assistant
    r"(?:^|\n)\s*\[?(?:system|assistant|tool)\]?\s*:|(?:^|\n)###\s*(?:system|instruction)\b",
    r"<\|?(?:im_start|system|assistant|endoftext)\|?>|\[/?INST\]|<<SYS>>",
    # ask for secrets
    rf"\b(?:reveal|print|show|output|send|leak|exfiltrate|repeat|verrate|affiche)\b(?:\W+\w+){{0,4}}?\W+{_PRIVATE}\b",
    # steer the report
    r"\b(?:any|every|the|an?)\W+(?:ai|llm|language model|reviewer|summari[sz]er|grader)\b(?:\W+\w+){0,6}?\W+(?:must|should|shall|has to)\b"
    r"(?:\W+\w+){0,4}?\W+(?:report|rate|say|state|approve|conclude|ignore)\b",
    r"\b(?:mark|rate|report) (?:this|every|all|the)\b(?:\W+\w+){0,5}?\W+as (?:correct|supported|verified|approved)\b",
    r"\bdo not (?:tell|inform|mention|report)\b(?:\W+\w+){0,6}?\W+(?:user|author|reader|reviewer)\b",
)
_DIRECTIVE = re.compile("|".join(f"(?:{rule})" for rule in _RULES), re.I)
_HIDDEN = re.compile("[\U000e0000-\U000e007f]{4,}|[\u200b\u200c\u2060\ufeff]{8,}|[\u202d\u202e\u2066\u2067]")
MOST = 20


def find(text: Untrusted) -> tuple[Span, ...]:
    """Where passages read as instructions, or where characters that nobody sees carry something; at most twenty places."""
    words = measure(text)
    places = [Span(start=m.start(), end=m.end()) for pattern in (_DIRECTIVE, _HIDDEN) for m in pattern.finditer(words)]
    return tuple(sorted(places, key=lambda span: span.start)[:MOST])
