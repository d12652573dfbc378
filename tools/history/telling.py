"""A change between two releases in words: names and versions are told, and values of the source as outside text."""

from __future__ import annotations

from prompts.trust import Untrusted, derived, measure
from tools.history.records import Change, Named, Taken

_SHOWN = 80  # characters of a default


def summary(change: Change) -> str:
    """Versions and the way in which it changed, with no word of the source beside names that are identifiers."""
    before, after = change.before.version, change.after.version
    if change.kinds[0] == "appeared":
        said = f"absent in {before}, present in {after}"
    elif change.kinds[0] == "disappeared":
        said = f"present in {before}, absent in {after}"
    else:
        said = f"{' and '.join(change.kinds)} changed: {before} before, {after} after"
        if change.after.named is not None and change.after.named.alias and "alias" in change.kinds:
            said = f"became an alias of {change.after.named.alias} in {after}, and was none in {before}"
    return said + _between(change)


def told(name: str, package: str, change: Change) -> Untrusted:
    """One sentence for the author."""
    before, after = change.before, change.after
    since = f"{package} {after.version}" + (f" ({after.uploaded})" if after.uploaded else "")
    if before.named is None or after.named is None:
        absent = before if before.named is None else after
        how = "" if absent.certain else "; what makes names as it runs may still have it there"
        return derived(f"{name} is {summary(change)}{f', uploaded {after.uploaded}' if after.uploaded else ''}{how}.")
    parts = [part for kind in change.kinds for part in _parts(kind, before.named, after.named)]
    return derived(f"{name} changed in {since}, against {before.version}: {'; '.join(parts)}{_between(change)}.")


def _between(change: Change) -> str:
    """Of releases between the two of which nothing is known."""
    parts = ((change.unread, "could not be read"), (change.left, "were not looked at"))
    said = [f"{len(each)} between them {why}" for each, why in parts if each]
    return f" ({'; '.join(said)})" if said else ""


def _parts(kind: str, before: Named, after: Named) -> list[str]:
    if kind == "alias":
        return [f"it became an alias of {after.alias}" if after.alias else f"it is no alias of {before.alias} any more"]
    if kind == "deprecated":
        return [f"in its source it {_MARKS[after.marked]}, before it {_WAS[before.marked]}"]
    if kind == "kind":
        return [f"a {after.kind}, before a {before.kind}"]
    if kind == "moved":
        return [f"it is defined in {after.path}, before in {before.path}"]
    if kind == "signature":
        return _signature(before.takes, after.takes)
    return _values(before, after)


_WAS = {"": "had no such mark", "warns": "was marked as deprecated", "always raises": "always raised"}
_MARKS = {"": "has no such mark", "warns": "is marked as deprecated", "always raises": "always raises"}


def _signature(before: tuple[Taken, ...] | None, after: tuple[Taken, ...] | None) -> list[str]:
    if before is None or after is None:
        return ["its source no longer shows its signature" if after is None else "its source shows its signature"]
    old, new = {each.name for each in before}, {each.name for each in after}
    came = [each.name for each in after if each.name not in old]
    went = [each.name for each in before if each.name not in new]
    said = [f"it takes {', '.join(came)} as well"] if came else []
    said += [f"it takes {', '.join(went)} no more"] if went else []
    return said or ["its parameters are in another order, or passed in another way"]


def _values(before: Named, after: Named) -> list[str]:
    pairs = [("it", before.default, after.default)] if before.default != after.default else []
    old = {each.name: each.default for each in before.takes or ()}
    pairs += [
        (each.name, old[each.name], each.default) for each in after.takes or () if each.name in old and old[each.name] != each.default
    ]
    return [f"{name} is {_shown(new)}, before {_shown(was)}" for name, was, new in pairs]


def _shown(value: Untrusted | None) -> str:
    return measure(value)[:_SHOWN] if value is not None else "without a default"
