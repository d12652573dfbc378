"""Whether what the chapter names is there: found, missing, renamed or an alias, deprecated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import derived, measure
from tools.instruments.identifiers.hedges import sentence
from tools.instruments.identifiers.mentions import Mention
from tools.instruments.identifiers.releases import awaits_later
from tools.instruments.identifiers.survey import NAME, Judgement, Survey, at, elsewhere, finding, quoted
from tools.packages.resolution import Found, Missing
from tools.packages.signatures import Deprecation, deprecation
from tools.records import Finding, Ground, Replacement, Span

_EXISTS = Judgement("exists", "supported", "low", "no change")
_MISSING = Judgement("missing", "contradicted", "high", "correction")
_REMOVED = Judgement("removed", "outdated", "high", "correction")
_ALIAS = Judgement("alias", "outdated", "medium", "correction")
_DEPRECATED = Judgement("deprecated", "outdated", "medium", "correction")
_SAYS_SO = re.compile(
    r"deprecat|veraltet|alias|renamed|umbenannt|formerly|früher|old(?:er)? name|obsol|déprécié|legacy|now called",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Group:
    """All mentions of one dotted name."""

    name: str
    mentions: tuple[Mention, ...]

    @property
    def first(self) -> Mention:
        """The mention that a finding is put at: one in a sentence before one in code, a sure one before an unsure one."""
        return min(self.mentions, key=lambda mention: (not mention.sure, mention.span.start))


# The first step of the working of each finding names what was looked up, in full.
_LOOKED_UP = "looked up {}: "
_READ = re.compile(r"looked up ([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+): ")
OLD = frozenset({_REMOVED.rule, _ALIAS.rule, _DEPRECATED.rule})


def old_name(finding: Finding) -> str | None:
    """The full name that a finding calls renamed, deprecated or removed; None for every other finding."""
    if finding.instrument != NAME or finding.rule not in OLD or not finding.working:
        return None
    match = _READ.match(measure(finding.working[0]))
    return match[1] if match is not None else None


def groups(found: Survey) -> list[Group]:
    """Mentions by name, names that the chapter itself sets left out."""
    stored = {mention.name for mention in found.mentions if mention.stored and mention.name.split(".")[-2:-1] != ["config"]}
    by_name: dict[str, list[Mention]] = {}
    for mention in found.mentions:
        if not any(mention.name == name or mention.name.startswith(name + ".") for name in stored):
            by_name.setdefault(mention.name, []).append(mention)
    return [Group(name, tuple(each)) for name, each in by_name.items()]


def existence(found: Survey, group: Group) -> Iterator[Finding]:
    resolved = found.resolve(group.name)
    if isinstance(resolved, Found):
        mark = deprecation(found.names, resolved)
        if mark is None:
            yield _exists(found, group, resolved)
        else:
            yield from _outdated(found, group, resolved, mark)
    elif isinstance(resolved, Missing):
        yield from _missing(found, group, resolved)


def _exists(found: Survey, group: Group, resolved: Found) -> Finding:
    written = group.first.written
    same = "" if resolved.name == group.name else f", defined as {resolved.name}"
    summary = f"{written} exists in {found.release(group.name)}{same} ({at(resolved)})."
    working = (_LOOKED_UP.format(group.name) + f"{resolved.kind} at {at(resolved)}",)
    limits = "The type stub shows it; the compiled function itself was not run." if resolved.module.stub else ""
    return finding(_EXISTS, group.first.span, summary, working, (quoted("SUPPORTS", resolved.quote()),), limits=limits)


def _missing(found: Survey, group: Group, resolved: Missing) -> Iterator[Finding]:
    blamed = [mention for mention in group.mentions if mention.sure and not mention.hedged]
    if not blamed or awaits_later(found, group.name):
        return
    release, parent = found.release(group.name), resolved.parent
    nearest = resolved.closest[0] if resolved.closest else None
    grounds: list[Ground] = []
    working = [_LOOKED_UP.format(resolved.name) + f"{parent.module.file.path} binds no {resolved.member}"]
    advice = f" The source advises: {resolved.advice}" if resolved.advice else ""
    if resolved.note is not None:
        grounds.append(quoted("CONTRADICTS", resolved.note))
        working.append(f"{parent.module.name}.__getattr__ refuses it; it is listed in {resolved.note.source}, {resolved.note.locator}")
    elif nearest is not None:
        near = found.names.member(parent, nearest)
        advice = f" The closest name there is {nearest}."
        working.append(f"names spelled alike: {', '.join(resolved.closest)}")
        if isinstance(near, Found):
            grounds.append(quoted("CONTRADICTS", near.quote()))
    judged = _REMOVED if resolved.note is not None else _MISSING
    if not grounds:
        # That something is nowhere no line can say: where it was looked for is told, and its first line says no more than that.
        grounds.append(quoted("BACKGROUND", parent.quote()))
        working.append(f"searched all names that {parent.module.file.path} binds or imports")
    what = "was removed; it is not in" if judged is _REMOVED else "does not exist in"
    replaced = _advised(found, resolved.advice)
    for mention, others in _each(blamed):
        summary = f"{mention.written} {what} {release}.{advice}"
        proposal = _replacement(mention, replaced, f"{resolved.name} was removed") if replaced else None
        yield finding(judged, mention.span, summary, tuple(working), (*grounds, *elsewhere(others)), proposal)


def _advised(found: Survey, advice: str) -> str | None:
    """The one name that a source advises instead, as it writes it, where that name is really there."""
    named = re.fullmatch(r"Use `(?:([A-Za-z_][\w.]*))` instead\.?", advice.strip())
    if named is None:
        return None
    full = found.bound.full(named.group(1))
    return named.group(1) if full is not None and not isinstance(found.resolve(full), Missing) else None


def _outdated(found: Survey, group: Group, resolved: Found, mark: Deprecation) -> Iterator[Finding]:
    blamed = [mention for mention in group.mentions if mention.sure and not mention.hedged and not says_so(found, mention)]
    release = found.release(group.name)
    target = found.resolve(mark.successor) if mark.successor else None
    grounds: list[Ground] = [quoted("SUPERSEDES" if mark.successor else "CONTRADICTS", mark.quotation)]
    working = [_LOOKED_UP.format(group.name) + at(resolved)]
    if isinstance(target, Found):
        grounds.append(quoted("SUPERSEDES", target.quote()))
        working.append(f"it is declared as an alias of {mark.successor}, which is at {at(target)}")
    if not blamed:
        summary = f"{group.first.written} is there in {release}, as the chapter says, as an old name ({at(resolved)})."
        yield finding(_EXISTS, group.first.span, summary, tuple(working), tuple(grounds))
        return
    for mention, others in _each(blamed):
        summary = _outdated_words(mention, mark, release)
        proposal = _replacement(mention, _renamed(group.name, mention.written, mark.successor), "renamed") if mark.successor else None
        judged = _ALIAS if mark.successor else _REMOVED if mark.gone else _DEPRECATED
        yield finding(judged, mention.span, summary, tuple(working), (*grounds, *elsewhere(others)), proposal)


def _outdated_words(mention: Mention, mark: Deprecation, release: str) -> str:
    if mark.successor:
        return f"{mention.written} still works in {release}, as an alias; the name today is {mark.successor}."
    words = re.sub(r"\s+", " ", mark.words).strip()[:200]
    if mark.gone:
        return f"{mention.written} is still bound in {release}, but calling it always raises: {words}"
    return f"{mention.written} works in {release} but is deprecated{': ' + words if words else '.'}"


def says_so(found: Survey, mention: Mention) -> bool:
    """Whether the chapter itself says beside the name that it is old or an alias."""
    within = next((block.span for block in found.chapter.blocks if mention.span.within(block.span)), None)
    if within is None or mention.code:
        return False
    around = sentence(found.text, mention.span, within)
    return bool(_SAYS_SO.search(found.text[around.start : around.end]))


def _each(blamed: list[Mention]) -> Iterator[tuple[Mention, list[Span]]]:
    """One finding a block of the chapter would repeat itself: the first mention in words and the first in code stand for the rest."""
    kinds: dict[bool, list[Mention]] = {}
    for mention in blamed:
        kinds.setdefault(mention.code, []).append(mention)
    for each in kinds.values():
        yield each[0], [mention.span for mention in each[1:]]


def _renamed(name: str, written: str, successor: str) -> str:
    """The new name as the chapter would write it: with the same short prefix where only the last part changed."""
    if name.rpartition(".")[0] == successor.rpartition(".")[0] and "." in written:
        return f"{written.rpartition('.')[0]}.{successor.rpartition('.')[2]}"
    return successor


def _replacement(mention: Mention, new: str, reason: str) -> Replacement:
    return Replacement(span=mention.span, text=derived(new), reason=reason)
