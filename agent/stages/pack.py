"""A research pack, read into a `Pack` record.

The pack is outside text: its sections say what to read, never what to do. Its nine headings are found by number and by title
together; where the chapter's text holds lines that look like headings of later sections, the last of each in order is the real one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

from agent.errors import BadInput
from agent.records import Identity, Limitation, Material, Pack
from agent.report.contract import HEADINGS
from prompts.trust import Untrusted, derived
from tools.legible import layout_of
from tools.records import Chapter
from tools.text import NotText, decode

MAX_BYTES = 4_000_000

# Title words by which each of the nine sections is known, whatever else its title says.
_SECTIONS: dict[int, re.Pattern[str]] = {
    1: re.compile(r"identity", re.I),
    2: re.compile(r"chapter|text", re.I),
    3: re.compile(r"reference|bibliograph", re.I),
    4: re.compile(r"evidence", re.I),
    5: re.compile(r"objective|question", re.I),
    6: re.compile(r"material", re.I),
    7: re.compile(r"history", re.I),
    8: re.compile(r"investigat|method", re.I),
    9: re.compile(r"output|report", re.I),
}
_NAMES = {
    1: "Identity", 2: "Chapter text", 3: "Existing references", 4: "Existing evidence", 5: "Research objective and questions",
    6: "Associated material", 7: "Research history", 8: "How to investigate", 9: "Required output",
}  # fmt: skip
_HEADING = re.compile(r"^[ \t]*(?:={2,}[ \t]*(\d)\.[ \t]*([^\r\n=]*?)[ \t]*={2,}|#{1,3}[ \t]+(\d)\.[ \t]*([^\r\n]*?))[ \t]*\r?$", re.M)
_EXCERPT_END = re.compile(r"\[\s*(?:\.\.\.|…)[^\]]{0,40}\bend of (?:the )?excerpt\b[^\]]*\]", re.I)
_EXCERPT = re.compile(r"\b(?:an?|is|only) excerpt\b|\bnot the (?:whole|complete|full) chapter\b", re.I)
_NOTHING = re.compile(r"^(?:none\b|nothing\b|no [\w -]{0,60}\b(?:recorded|known|given|available|supplied|yet)\b|keine\b)", re.I)
_URL = re.compile(r"https?://[^\s<>()\[\]\"']+")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")


@dataclass(frozen=True)
class _Section:
    number: int
    body: str
    start: int


def read(payload: bytes, name: str, document: str) -> Pack:
    """The pack in these bytes. name: what the user called it; document: its id in the evidence store.

    Raises BadInput, naming section and line, where there is no chapter to research; whatever else is missing or doubtful is a
    limitation of the pack.
    """
    text = _text_of(payload, name)
    sections, limitations = _split(text, name)
    identity = _identity(sections.get(1), name)
    if 1 not in sections:
        limitations.append(_missing(1))
    chapter, cut = _chapter(sections[2], identity, 1 in sections and bool(_EXCERPT.search(sections[1].body)), document, 3 in sections)
    if cut:
        limitations.append(cut)
    if len(chapter.text) == 0:
        line = text.count("\n", 0, sections[2].start) + 1
        raise BadInput(f"{name}: section 2 (Chapter text, line {line}) is empty; put the chapter's text there")
    limitations.extend(_compared(sections.get(9)))
    evidence, leads = _evidence(sections.get(4))
    objective, questions = _objective(sections.get(5))
    return Pack(
        document=document,
        sha256=sha256(payload).hexdigest(),
        identity=identity,
        chapter=chapter,
        references=_items(sections.get(3)),
        evidence=evidence,
        leads=leads,
        objective=objective,
        questions=questions,
        materials=_materials(sections.get(6)),
        history=_items(sections.get(7)),
        method=_items(sections.get(8)),
        required=_required(sections.get(9)),
        limitations=tuple(limitations),
    )


def identify(payload: bytes, name: str) -> Identity:
    """Section 1 of a pack alone, for the name of the run; raises BadInput as `read` does."""
    sections, _ = _split(_text_of(payload, name), name)
    return _identity(sections.get(1), name)


def is_pack(payload: bytes, name: str) -> bool:
    """Whether this is a pack and no plain chapter: section 2 is there, with section 1 or two of the others; raises BadInput for no text.

    A chapter may have a numbered heading that is like one of a pack's, but hardly several in their order.
    """
    found = _in_order(_marks(_text_of(payload, name)))
    return 2 in found and (1 in found or len(found) > 2)


def _text_of(payload: bytes, name: str) -> str:
    if len(payload) > MAX_BYTES:
        raise BadInput(f"{name} has {len(payload):,} bytes, more than the {MAX_BYTES:,} of a pack; give a pack of one chapter")
    if not payload.strip():
        raise BadInput(f"{name} is empty; give a research pack, or make one with: corrigenda pack CHAPTER.md")
    try:
        return decode(payload).removeprefix("\ufeff")
    except NotText as error:
        raise BadInput(f"{name} is no text: {error}; save it as UTF-8") from error


def _split(text: str, name: str) -> tuple[dict[int, _Section], list[Limitation]]:
    """The sections by number, and what is doubtful about them."""
    marks = _marks(text)
    chosen = _in_order(marks)
    if 2 not in chosen:
        found = ", ".join(str(n) for n in sorted(chosen)) or "none"
        raise BadInput(
            f'{name}: section 2 (a line such as "== 2. Chapter text ==") is missing among its {text.count(chr(10)) + 1} lines; '
            f"sections found: {found}. For a plain chapter, make a pack with: corrigenda pack CHAPTER.md"
        )
    order = sorted(chosen.items())
    sections: dict[int, _Section] = {}
    for (number, mark), following in zip(order, [m for _, m in order[1:]] + [None], strict=True):
        end = following.start() if following else len(text)
        sections[number] = _Section(number, text[mark.end() : end], mark.end())
    return sections, _doubts(text, marks, chosen)


def _marks(text: str) -> list[tuple[int, re.Match[str]]]:
    """The lines that look like a heading of one of the nine sections."""
    marks = [(int(m.group(1) or m.group(3)), m) for m in _HEADING.finditer(text)]
    return [(number, m) for number, m in marks if number in _SECTIONS and _SECTIONS[number].search(m.group(2) or m.group(4) or "")]


def _in_order(marks: list[tuple[int, re.Match[str]]]) -> dict[int, re.Match[str]]:
    """One mark a number: the first of sections 1 and 2, then from the end backwards the last of each that keeps the order."""
    chosen: dict[int, re.Match[str]] = {}
    for number in (2, 1):
        limit = chosen[2].start() if 2 in chosen else None
        chosen.update({n: m for n, m in reversed(marks) if n == number and (limit is None or m.start() < limit)})
    ceiling = None
    floor = chosen[2].end() if 2 in chosen else 0
    for number in range(9, 2, -1):
        fitting = [m for n, m in marks if n == number and m.start() >= floor and (ceiling is None or m.start() < ceiling)]
        if fitting:
            chosen[number] = fitting[-1]
            ceiling = fitting[-1].start()
    return chosen


def _doubts(text: str, marks: list[tuple[int, re.Match[str]]], chosen: dict[int, re.Match[str]]) -> list[Limitation]:
    def line(mark: re.Match[str]) -> int:
        return text.count("\n", 0, mark.start()) + 1

    doubts = [_missing(number) for number in range(3, 10) if number not in chosen]
    chapter_end = next((chosen[n].start() for n in range(3, 10) if n in chosen), len(text))
    for number, mark in marks:
        if mark is chosen.get(number) or number not in chosen or (9 in chosen and mark.start() > chosen[9].start()):
            continue  # section 9 names the headings of the report, which look like those of a pack
        inside = chosen[2].end() <= mark.start() < chapter_end
        what = (
            f"line {line(mark)} of the pack looks like the heading of section {number}; "
            + ("it stands inside the chapter's text and was read as part of it" if inside else "the section stands twice")
            + f", and line {line(chosen[number])} was taken as the heading"
        )
        doubts.append(Limitation(step="pack", what=derived(what), remedy="check the pack at these lines"))
    return doubts


def _missing(number: int) -> Limitation:
    what = f"section {number} ({_NAMES[number]}) of the pack is missing"
    return Limitation(
        step="pack", what=derived(what), remedy="the research went on without it; add the section to the pack if there is something to say"
    )


def _fields(section: _Section | None) -> dict[str, str]:
    pairs = re.findall(
        r"^[ \t]*(?:[-*][ \t]+)?\**([A-Za-z][\w ()/,-]{1,70}?)\**:\**[ \t]+(\S[^\r\n]*)", section.body if section else "", re.M
    )
    return {key.strip().lower(): value.strip() for key, value in reversed(pairs)}


def _identity(section: _Section | None, name: str) -> Identity:
    fields = _fields(section)

    def field(*keys: str) -> str | None:
        return next((fields[key] for key in keys if fields.get(key)), None)

    def link(value: str | None) -> Untrusted | None:
        match = _URL.search(value or "")
        return Untrusted(match.group(0).rstrip(".,;"), "pack") if match else None

    number = re.match(r"\d{1,4}[a-z]?|[A-Z]\b", field("chapter number", "number") or "")
    stable = re.sub(r"[^A-Za-z0-9._-]+", "-", field("stable id", "id") or "").strip("-.")[:100]
    declared = next((value for key, value in fields.items() if "fingerprint" in key or "sha256" in key), "")
    fingerprint = re.search(r"\b[0-9a-f]{64}\b", declared.lower())
    snapshot = next(
        (
            line
            for line in (section.body if section else "").splitlines()
            if re.search(r"snapshot|download", line, re.I) and _URL.search(line)
        ),
        None,
    )
    return Identity(
        book=Untrusted(field("book", "book title") or "UNVERIFIED: the pack names no book", "pack"),
        chapter=Untrusted(field("chapter", "chapter title", "title") or "UNVERIFIED: the pack names no chapter", "pack"),
        number=number.group(0) if number else None,
        stable_id=stable or "unnamed-" + sha256(name.encode()).hexdigest()[:8],
        chapter_url=link(field("chapter url", "url")),
        pack_url=link(field("research pack", "pack url", "pack")),
        snapshot_url=link(snapshot),
        fingerprint=fingerprint.group(0) if fingerprint else None,
    )


def _chapter(section: _Section, identity: Identity, said_excerpt: bool, document: str, ended: bool) -> tuple[Chapter, Limitation | None]:
    """The chapter, without the mark that ends an excerpt; a limitation where the pack breaks off within it."""
    mark = _EXCERPT_END.search(section.body)
    body = section.body[: mark.start()] if mark else section.body
    lead = len(body) - len(body.lstrip())
    text = body.strip()
    cut = None
    if not ended and not mark:
        cut = Limitation(
            step="pack",
            what=derived("the pack ends within section 2, or right after it, so the chapter's text may be cut off"),
            remedy="give the whole pack, or the whole chapter with --snapshot FILE",
        )
    chapter = chapter_of(text, identity, whole=not (said_excerpt or mark or cut), document=document, offset=section.start + lead)
    return chapter, cut


def chapter_of(text: str, identity: Identity, *, whole: bool, document: str, offset: int) -> Chapter:
    """A chapter's text with its layout recovered."""
    return Chapter(
        document=document, offset=offset, text=Untrusted(text, "chapter"), whole=whole, title=identity.chapter,
        number=identity.number, blocks=layout_of(text),
    )  # fmt: skip


def _items(section: _Section | None) -> tuple[Untrusted, ...]:
    """The list items of a section, or its paragraphs where it has no list; none where it says that there are none."""
    body = section.body.strip() if section else ""
    lines = [line for line in body.splitlines() if _BULLET.match(line)]
    parts = [_BULLET.sub("", line) for line in lines] or re.split(r"\n\s*\n", body)
    kept = (" ".join(part.split()) for part in parts)
    return tuple(Untrusted(part, "pack") for part in kept if part and not _NOTHING.match(part))


def _evidence(section: _Section | None) -> tuple[tuple[Untrusted, ...], tuple[Untrusted, ...]]:
    """Evidence, and leads: what stands after a line that calls the rest unverified."""
    if section is None:
        return (), ()
    parts = re.split(r"(?im)^.*\b(?:unverified|leads?|candidates|seeds)\b.*:[ \t]*\r?$", section.body, maxsplit=1)
    evidence = _items(_Section(4, parts[0], section.start))
    return evidence, _items(_Section(4, parts[1], section.start)) if len(parts) > 1 else ()


def _objective(section: _Section | None) -> tuple[Untrusted | None, tuple[Untrusted, ...]]:
    body = section.body.strip() if section else ""
    paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", body) if p.strip()]
    prose = [p for p in paragraphs if not _BULLET.match(p)]
    listed = [" ".join(_BULLET.sub("", line).split()) for line in body.splitlines() if _BULLET.match(line)]
    return (Untrusted(prose[0], "pack") if prose else None), tuple(Untrusted(q, "pack") for q in listed)


def _materials(section: _Section | None) -> tuple[Material, ...]:
    found = []
    for line in section.body.splitlines() if section else ():
        match = _URL.search(line)
        if match and _BULLET.match(line):
            url = match.group(0).rstrip(".,;")
            label = " ".join(_BULLET.sub("", line).replace(match.group(0), "").split()).strip(" :-") or "link"
            kind = "notebook" if ".ipynb" in url or "colab" in url else "link"
            found.append(Material(kind=kind, label=Untrusted(label, "pack"), url=Untrusted(url, "pack")))
    return tuple(found)


def _required(section: _Section | None) -> tuple[Untrusted, ...]:
    lines = re.findall(r"^[ \t]*#{1,3}[ \t]+(\d+\.[^\r\n]+)", section.body if section else "", re.M)
    return tuple(Untrusted(" ".join(line.split()), "pack") for line in lines)


def _compared(section: _Section | None) -> list[Limitation]:
    """Where section 9 asks for other headings than the seven of this tool, which stay as they are."""
    if section is None:
        return []
    asked = [re.split(r"\s+[—–-]+\s+", line)[0].strip() for line in re.findall(r"^[ \t]*#{1,3}[ \t]+(\d+\.[^\r\n]+)", section.body, re.M)]
    ours = [heading.removeprefix("## ") for heading in HEADINGS]
    if [a.casefold() for a in asked] == [o.casefold() for o in ours]:
        return []
    what = f"section 9 of the pack asks for {len(asked)} sections that differ from the seven of this report, which are always the same"
    return [Limitation(step="pack", what=derived(what), remedy="read the report by its own seven headings")]
