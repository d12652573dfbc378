"""sources.bib and sources.csl.json: what was read and verified, with no word that a registry or our own bytes do not confirm."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from agent.records import Report
from agent.report.index import address
from prompts.inert import file_name, json_text, one_line
from prompts.trust import Untrusted, derived, measure
from tools.records import Source

_PACKAGE = re.compile(r"(?P<registry>pypi|python):(?:(?P<name>[A-Za-z0-9._-]+)==)?(?P<version>[^/]+)/(?P<path>.+)\Z")
_TEX = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "@": r"{\char64}", '"': r"\textquotedbl{}", **{sign: "\\" + sign for sign in "$&#_%"},
}  # fmt: skip
_CSL_TYPES = {"package": "software", "paper": "article", "page": "webpage", "notebook": "document", "document": "document"}


@dataclass(frozen=True)
class _Entry:
    """One work. files: of a package, those that were read. facts: fields that a registry verified, by name; no others."""

    key: str
    kind: str
    title: Untrusted
    version: str | None
    url: str | None
    accessed: str
    identifier: str
    files: tuple[str, ...] = ()
    facts: Mapping[str, Untrusted] = field(default_factory=dict)


def _entries(report: Report) -> list[_Entry]:
    """The verified sources beside the chapter and its pack; the files of one version of a package are one work."""
    works: dict[str, _Entry] = {}
    for source in report.sources:
        if source.verified is None or source.status == "not accessible" or source.kind in ("chapter", "pack"):
            continue
        entry = _entry(source)
        known = works.get(entry.identifier)
        works[entry.identifier] = entry if known is None else _joined(known, entry)
    return sorted(_named(works.values()), key=lambda entry: entry.key)


def _entry(source: Source) -> _Entry:
    package = _PACKAGE.match(source.id) if source.kind == "package" else None
    url, accessed = address(source.url), source.accessed[:10]
    if package is None:
        facts: dict[str, Untrusted] = {
            fact.name: fact.registered for fact in source.fields if fact.state == "verified" and fact.registered is not None
        }
        key = file_name(derived(source.id), "source")
        return _Entry(key, source.kind, source.title, source.version, url, accessed, source.id, facts=facts)
    name = package["name"] or "Python"
    identifier = f"{package['registry']}:{name}=={package['version']}"
    key = file_name(derived(f"{name} {package['version']}"), "package")
    return _Entry(key, "package", derived(name), package["version"], url, accessed, identifier, (package["path"],))


def _joined(known: _Entry, other: _Entry) -> _Entry:
    files = tuple(sorted({*known.files, *other.files}))
    return replace(known, url=known.url or other.url, accessed=max(known.accessed, other.accessed), files=files)


def _named(entries: Iterable[_Entry]) -> list[_Entry]:
    """Entries with keys made unique by a letter."""
    seen: dict[str, int] = {}
    named = []
    for entry in sorted(entries, key=lambda entry: entry.identifier):
        seen[entry.key] = count = seen.get(entry.key, 0) + 1
        key = entry.key if count == 1 else f"{entry.key}-{count}"
        named.append(replace(entry, key=key))
    return named


def bibtex(report: Report) -> str:
    """The sources as BibTeX (biblatex's types), braces balanced whatever the titles hold."""
    return "\n".join(_bibtex(entry) for entry in _entries(report))


def _bibtex(entry: _Entry) -> str:
    fields = {"title": _tex(entry.title), **_registered(entry)}
    if entry.version:
        fields["version"] = _tex(derived(entry.version))
    if entry.url:
        fields["url"] = entry.url
    fields["urldate"] = _tex(derived(entry.accessed))
    note = f"{entry.identifier}; read: {', '.join(entry.files)}" if entry.files else entry.identifier
    fields["note"] = _tex(derived(note))
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{_type(entry)}{{{entry.key},\n{body}}}\n"


def _type(entry: _Entry) -> str:
    """biblatex's type; `article` is for what a registry places in a journal or the like."""
    if entry.kind == "package":
        return "software"
    if entry.kind == "paper" and "doi" in entry.facts and "venue" in entry.facts:
        return "article"
    return "online" if "arxiv" in entry.facts else "misc"


_FACTS = {"first date": "date", "doi": "doi", "publisher": "publisher"}


def _registered(entry: _Entry) -> dict[str, str]:
    """The fields that a registry verified, in biblatex's names."""
    fields = {}
    if authors := _authors(entry):
        fields["author"] = " and ".join(f"{{{_tex(author)}}}" for author in authors)
    fields |= {name: _tex(entry.facts[fact]) for fact, name in _FACTS.items() if fact in entry.facts}
    if _type(entry) == "article":
        fields["journaltitle"] = _tex(entry.facts["venue"])
    if "arxiv" in entry.facts:
        fields |= {"eprint": _tex(entry.facts["arxiv"]), "eprinttype": "arxiv"}
    if (standing := entry.facts.get("retraction")) is not None and measure(standing) != "none registered":
        fields["addendum"] = _tex(standing)
    return fields


def _authors(entry: _Entry) -> list[Untrusted]:
    """The authors as the registry lists them, each whole; which part is the family name is not said again here."""
    listed = entry.facts.get("authors")
    return [Untrusted(name, listed.origin) for name in measure(listed).split("; ")] if listed is not None else []


def _tex(text: Untrusted) -> str:
    return "".join(_TEX.get(sign, sign) for sign in one_line(text))


def csl_json(report: Report) -> str:
    """The sources as CSL-JSON."""
    return json.dumps([_csl(entry) for entry in _entries(report)], indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def _csl(entry: _Entry) -> dict[str, object]:
    item: dict[str, object] = {"id": entry.key, "type": _CSL_TYPES.get(entry.kind, "document"), "title": json_text(entry.title)}
    if entry.version:
        item["version"] = json_text(derived(entry.version))
    if entry.url:
        item["URL"] = entry.url
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", entry.accessed):
        item["accessed"] = {"date-parts": [[int(part) for part in entry.accessed.split("-")]]}
    item |= _csl_facts(entry)
    item["note"] = json_text(derived(f"{entry.identifier}; read: {', '.join(entry.files)}" if entry.files else entry.identifier))
    return item


def _csl_facts(entry: _Entry) -> dict[str, object]:
    """The fields that a registry verified, in CSL's names."""
    names = {"doi": "DOI", "venue": "container-title", "publisher": "publisher"}
    facts: dict[str, object] = {name: json_text(entry.facts[fact]) for fact, name in names.items() if fact in entry.facts}
    if authors := _authors(entry):
        facts["author"] = [{"literal": json_text(author)} for author in authors]
    if (first := entry.facts.get("first date")) is not None and re.fullmatch(r"\d{4}(?:-\d{2}){0,2}", measure(first)):
        facts["issued"] = {"date-parts": [[int(part) for part in measure(first).split("-")]]}
    if (standing := entry.facts.get("retraction")) is not None and measure(standing) != "none registered":
        facts["status"] = json_text(standing)
    return facts
