"""In which ways what a name is differs between two releases, and the lines of both that show it."""

from __future__ import annotations

from prompts.trust import Untrusted, measure
from tools.history.records import Change, ChangeKind, Looked, Named
from tools.records import Quotation


def kinds(before: Named | None, after: Named | None) -> tuple[ChangeKind, ...]:
    """In which ways two states of a name differ, the gravest first."""
    if before is None or after is None:
        return ("appeared",) if before is None else ("disappeared",)
    differs: dict[ChangeKind, bool] = {
        "alias": before.alias != after.alias,
        "deprecated": before.marked != after.marked,
        "kind": before.kind != after.kind,
        "signature": _names(before) != _names(after),
        "default": bool(defaults(before, after)) and not (before.alias or after.alias),
        "moved": before.path != after.path,
    }
    return tuple(kind for kind, different in differs.items() if different)


def _names(named: Named) -> list[tuple[str, str]] | None:
    return [(each.name, each.kind) for each in named.takes] if named.takes is not None else None


def defaults(before: Named, after: Named) -> tuple[str, ...]:
    """The parameters whose default is another, and "" for a setting; a parameter that came or went is a matter of the signature."""
    own = ("",) if _plain(before.default) != _plain(after.default) else ()
    old = {each.name: _plain(each.default) for each in before.takes or ()}
    return (*own, *(each.name for each in after.takes or () if each.name in old and old[each.name] != _plain(each.default)))


def _plain(words: Untrusted | None) -> str | None:
    return measure(words) if words is not None else None


def quotations(change: Change) -> tuple[Quotation | None, Quotation | None]:
    """The lines of the release before and of the one after."""
    before, after = change.before, change.after
    if before.named is None or after.named is None:
        return before.quotation, after.quotation
    if {"alias", "deprecated"} & set(change.kinds):
        return before.marking or before.quotation, after.marking or after.quotation
    name = _parameter(change.kinds, before.named, after.named)
    return _of_parameter(before, name), _of_parameter(after, name)


def _parameter(found: tuple[ChangeKind, ...], before: Named, after: Named) -> str:
    """The parameter that shows the change best, "" where it is none."""
    old, new = [each.name for each in before.takes or ()], [each.name for each in after.takes or ()]
    came, went = [name for name in new if name not in old], [name for name in old if name not in new]
    other = [name for name in defaults(before, after) if name] if "default" in found else []
    return next(iter([*came, *went, *other]), "")


def _of_parameter(looked: Looked, name: str) -> Quotation | None:
    return looked.parameters.get(name, looked.quotation)
