"""Release history: in which releases of a package a name changed, with the lines of the release before and of the one after."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from packaging.utils import canonicalize_name
from pydantic import JsonValue

from agent.acts.bench import Bench
from agent.inquiry import Act, Done, Opened, Said
from prompts.trust import Untrusted, derived, measure
from tools.history import Change, History, Keeping, Limits, Looked, of_name, quotations, summary, told
from tools.records import Quotation, Relation, Source, Span

BY = "the release history"
_TOLD = 3  # changes that are shown, the latest
_LIMITS = Limits(requests=120, seconds=60)  # of one call
_OLD = frozenset({"alias", "deprecated", "disappeared"})


def release_history(bench: Bench, act: Act) -> Done:
    """The changes of a name. `about`: words of the chapter that a finding of ours calls old, in place of statements: then the change

    that made them so is what is shown.
    """
    package, name = str(act.arguments["package"]), str(act.arguments["name"])
    if not _known(bench, package):
        return Done(act=act, answered=False, lines=("the package is neither installed nor named by the chapter, so it is not asked for",))
    bench.context.tell("plan", f"reading releases of {package} for {name}")
    history = of_name(bench.context.door, package, name, _keeping(bench), _LIMITS)
    if not any(looked.state != "unread" for looked in history.looked):
        return Done(act=act, answered=False, lines=(history.ended or "no release of it could be read",))
    about = act.arguments.get("about")
    span = Span.model_validate(about) if about is not None else None
    shown = _chosen(history, old=span is not None)
    claims = [claim.id for claim in bench.of(act.arguments["claims"])] if span is None else [""]
    opened = tuple(_opened(bench, history, shown, claims, span))
    return Done(act=act, answered=True, lines=tuple(_lines(history)), more=opened)


def _known(bench: Bench, package: str) -> bool:
    """Whether the chapter or the experiment environment names a package: what is asked of the index is no word of a model's own."""
    plain = canonicalize_name(package)
    if plain in {canonicalize_name(name) for name in bench.context.packages.installed()}:
        return True
    return plain in {canonicalize_name(word) for word in re.findall(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*", measure(bench.chapter))}


def _keeping(bench: Bench) -> Keeping:
    """Each quoted file is kept in the store, and each release is read once a run."""

    def keep(source: str, content: bytes) -> None:
        bench.context.store.put(source, content, "text/plain; charset=utf-8")

    def once(inputs: JsonValue, perform: Callable[[], Looked]) -> Looked:
        return bench.context.effects.once("release", inputs, Looked, perform)

    return Keeping(keep, once)


def _chosen(history: History, *, old: bool) -> list[Change]:
    """The changes that are shown, the latest first. old: of a name that is old today, the latest that made it so."""
    latest = [change for change in reversed(history.changes) if change.kinds != ("moved",)]
    made_old = [change for change in latest if _OLD & set(change.kinds)]
    return (made_old or latest)[:1] if old else latest[:_TOLD]


# ---- evidence --------------------------------------------------------------------------------------------------


def _opened(bench: Bench, history: History, shown: list[Change], claims: list[str], about: Span | None) -> Iterator[Opened]:
    for change in shown:
        before, after = quotations(change)
        relation: Relation = "BACKGROUND" if change.kinds == ("appeared",) else "SUPERSEDES"
        sides: tuple[tuple[Looked, Quotation | None, Relation, Untrusted], ...] = (
            (change.after, after, relation, told(history.name, history.package, change)),
            (change.before, before, "BACKGROUND", _before(history, change)),
        )
        for looked, quotation, relates, words in sides:
            if quotation is None or _installed_differs(bench, quotation):
                continue
            said = tuple(_said(claim, quotation, relates, words, _limits(history), about) for claim in claims)
            yield Opened(handle="", source=_source(bench, history, looked, quotation), passages=1, said=said)


def _before(history: History, change: Change) -> Untrusted:
    looked = change.before
    has = "it stood so" if looked.named is not None else "this is where it would stand, and it is absent"
    return derived(f"In {history.package} {looked.version}{f' ({looked.uploaded})' if looked.uploaded else ''} {has}.")


def _limits(history: History) -> Untrusted:
    """What was not looked at."""
    left = history.releases - len(history.looked)
    parts = ["one file a release", f"{left} of {history.releases} releases not looked at" if left else "", history.ended]
    return derived("; ".join(part for part in parts if part))


def _said(claim: str, quotation: Quotation, relation: Relation, words: Untrusted, limits: Untrusted, about: Span | None) -> Said:
    return Said(
        claim=claim, source=quotation.source, sha256=quotation.sha256, span=quotation.span, text=quotation.text, locator=quotation.locator,
        relation=relation, rationale=words, limits=limits, by=BY, about=about,
    )  # fmt: skip


def _installed_differs(bench: Bench, quotation: Quotation) -> bool:
    """Whether the installed build of the same release has other words in this file: one id may not name two contents."""
    owner, _, path = quotation.source.removeprefix("pypi:").partition("/")
    package, _, version = owner.partition("==")
    if bench.context.packages.installed().get(package, "").partition("+")[0] != version:
        return False
    file = bench.context.packages.read(package, path)
    return file is not None and file.sha256 != quotation.sha256


def _source(bench: Bench, history: History, looked: Looked, quotation: Quotation) -> Source:
    path = quotation.source.partition("/")[2]
    return Source(
        id=quotation.source, kind="package", title=derived(f"{history.package} {looked.version}, {path}"), url=None, version=looked.version,
        sha256=quotation.sha256, status="full text", note=f"read out of {looked.file} as the configured package index gives it",
        accessed=bench.context.started, verified=bench.context.started,
    )  # fmt: skip


# ---- what the planner is told ----------------------------------------------------------------------------------


def _lines(history: History) -> Iterator[str]:
    """Versions, kinds of change and locators; a name that it became an alias of is one, and no other word of a source is told."""
    unread = sum(looked.state == "unread" for looked in history.looked)
    read = len(history.looked) - unread
    yield f"{history.releases} releases, {read} read" + (f", {unread} could not be read" if unread else "")
    for change in history.changes:
        before, after = quotations(change)
        places = f"{_place(change.before, before)}; {_place(change.after, after)}"
        yield f"{', '.join(change.kinds)}: {summary(change)} ({places})"
    if not history.changes:
        states = {looked.state for looked in history.looked if looked.state != "unread"}
        yield f"{' and '.join(sorted(states))} in all that were read, unchanged"
    if history.left:
        yield f"not looked at: {', '.join(history.left[:8])}" + (
            f" and {len(history.left) - 8} more ranges" if len(history.left) > 8 else ""
        )
    if history.ended:
        yield f"ended early: {history.ended}"


def _place(looked: Looked, quotation: Quotation | None) -> str:
    return f"{looked.version}: {quotation.source.partition('/')[2]}, {quotation.locator}" if quotation is not None else looked.version
