"""The inquiry, one round at a time: who plans says what is searched, opened and run; it is done; and what came of it is kept.

With a model the planner decides, within its tools, the budget and a number of rounds. Without one the rules open what the chapter and the
pack name themselves. Nothing else is ever opened: every address came out of the pack, the chapter, a search or a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pydantic import JsonValue

from agent.acts.bench import Bench, desk_of
from agent.acts.perform import perform
from agent.acts.searching import PROVIDERS
from agent.context import Context
from agent.inquiry import Act, Done, Handle, HandleKind, Inquiry
from agent.llm.errors import ModelError, Spent
from agent.records import Assessment, Claim, Limitation, Pack, Reading, Snapshot
from agent.roles import planner
from prompts.trust import Untrusted, derived, measure
from sandbox.probes import relevant
from tools.identity import ids
from tools.instruments.old_names import old_names
from tools.records import Finding
from tools.search import follow
from tools.search.desk import Desk
from tools.search.papers import address_of
from tools.search.records import link

ROUNDS = 10
_HANDLES = 40  # that the pack and the chapter bring
_OPENED = 8  # of them, by the rules
_FOLLOWED = 4  # primary sources at the ends of chains, by the rules
_HISTORIES = 3  # names, by the rules
_LINK = re.compile(r"https?://[^\s<>\"'`)\]}|\\^]+")
_ALWAYS = frozenset({"open_source", "find_in_source", "inspect_package", "run_probe", "run_experiment", "note_gap", "finish"})


def begin(context: Context, pack: Pack, snapshot: Snapshot) -> Inquiry:
    """An inquiry before its first round: with what the pack and the chapter name, and nothing done."""
    supplied = tuple(_supplied(context))
    handles = (*supplied, *_named(pack, snapshot, supplied))
    return Inquiry(by=context.models.of(planner.ROLE).name if context.models else "rules", handles=handles[:_HANDLES])


def advance(context: Context, pack: Pack, snapshot: Snapshot, reading: Reading, findings: tuple[Finding, ...], before: Inquiry) -> Inquiry:
    """The inquiry after one more round."""
    desk = desk_of(context, snapshot)
    bench = Bench(context, {claim.label: claim for claim in reading.claims}, desk, before, snapshot.chapter.text)
    if context.models is None:
        return _by_rules(bench, findings)
    if before.rounds >= ROUNDS:
        return before.model_copy(update={"ended": f"{ROUNDS} rounds were made"})
    claims = _worth(reading.claims)
    try:
        acts, refused = planner.plan(
            context.models, claims, _known(claims, findings), _history(pack), _probes(snapshot), before, _allowed(context, desk)
        )
    except Spent as error:
        return before.model_copy(update={"ended": str(error), "limitations": (*before.limitations, _stopped(str(error), failed=False))})
    except ModelError as error:
        nothing = not before.done
        return before.model_copy(update={"ended": str(error), "limitations": (*before.limitations, _stopped(str(error), failed=nothing))})
    if refused:
        context.events.append("refused", {"role": planner.ROLE, "round": before.rounds + 1, "calls": list(refused)})
    finish = any(act.tool == "finish" for act in acts)
    acts = tuple(act for act in acts if act.tool != "finish")
    ended = "the planner ended it" if finish else "the planner called for nothing that can be done" if not acts else ""
    after = _after(bench, acts, ended)
    return after.model_copy(update={"ended": "two rounds brought nothing new"}) if not after.ended and _idle(after) else after


def _by_rules(bench: Bench, findings: tuple[Finding, ...]) -> Inquiry:
    """Without a model: what is named is opened; then the primary sources to which the discussions among it led."""
    over = "what the chapter and the pack name was opened"
    if bench.inquiry.rounds:
        return _after(bench, tuple(_followed(bench)), over)
    after = _after(bench, (*_rules(bench), *_old_names(bench, findings)), "")
    further = tuple(_followed(replace(bench, inquiry=after)))
    return after if further else after.model_copy(update={"ended": over})


def _followed(bench: Bench) -> Iterator[Act]:
    ends = [handle for handle in bench.inquiry.handles if handle.chain and not handle.discovery]
    talk = [each for each in ends if follow.is_discussion(each.chain[0].source)]
    for index, handle in enumerate(talk[:_FOLLOWED], start=1):
        yield Act(key=f"2.{index}", tool="open_source", arguments={"handle": handle.label, "claims": []})


def _after(bench: Bench, acts: tuple[Act, ...], ended: str) -> Inquiry:
    before = bench.inquiry
    done = perform(bench, acts)
    handles = {handle.id: handle for each in done for handle in each.handles}
    new = tuple(handle for handle in handles.values() if handle.id not in {known.id for known in before.handles})
    return before.model_copy(
        update={
            "rounds": before.rounds + 1, "done": (*before.done, *done), "handles": (*before.handles, *new), "ended": ended,
            "limitations": (*before.limitations, *_untold(done)),
        }
    )  # fmt: skip


def _untold(done: tuple[Done, ...]) -> Iterator[Limitation]:
    """Release histories that could not be read."""
    for each in done:
        if each.act.tool == "release_history" and not each.answered:
            what = f"since when {each.act.arguments['name']} is as it is could not be read: {each.lines[0]}"
            yield Limitation(step="release history", what=derived(what), remedy="see: corrigenda doctor, and pip config list")


def _idle(inquiry: Inquiry) -> bool:
    """Whether the last two rounds brought no words, no handle and no run."""
    last = [done for done in inquiry.done if int(done.act.key.partition(".")[0]) > inquiry.rounds - 2]
    return inquiry.rounds >= 2 and not any(done.handles or done.runs or done.gaps or _said(done) for done in last)


def _said(done: Done) -> bool:
    return any(opened.said for opened in (done.opened, *done.more) if opened is not None)


def _stopped(why: str, *, failed: bool) -> Limitation:
    what = f"the planner stopped before the statements were covered: {why}"
    return Limitation(step="planner", what=derived(what), remedy="run again; what was done is not done twice", failed=failed)


# ---- what is there at the start --------------------------------------------------------------------------------


def _supplied(context: Context) -> Iterator[Handle]:
    """The documents that the user gave in place of what could not be opened."""
    for count, document in enumerate(context.settings.documents, start=1):
        kind: HandleKind = "paper" if document.id.startswith(("arxiv:", "doi:")) else "link"
        title = Untrusted(document.name, "person")
        yield Handle(label=f"H0.{count}", id=document.id, url=address_of(document.id), kind=kind, title=title, came="the user")


def _named(pack: Pack, snapshot: Snapshot, supplied: tuple[Handle, ...]) -> Iterator[Handle]:
    """What the pack and the chapter name by a link or an identifier, each once, the pack's own materials left out."""
    seen = {measure(url) for url in (pack.identity.chapter_url, pack.identity.pack_url, pack.identity.snapshot_url) if url is not None}
    seen |= {measure(material.url) for material in pack.materials if material.url is not None}
    seen |= {name for handle in supplied for name in (handle.id, handle.url)}
    count = len(supplied)
    texts = [("the pack's references", pack.references), ("the pack's evidence", pack.evidence), ("the pack's leads", pack.leads)]
    for came, words in (*texts, ("the chapter", (snapshot.chapter.text,))):
        for text in words:
            for kind, id, url in _mentioned(measure(text)):
                if id not in seen and url not in seen:
                    seen |= {id, url}
                    count += 1
                    title = Untrusted(measure(text)[:160], text.origin) if came != "the chapter" else Untrusted("", "none")
                    yield Handle(label=f"H0.{count}", id=id, url=url, kind=kind, title=title, came=came)


def _mentioned(text: str) -> Iterator[tuple[HandleKind, str, str]]:
    for mention in ids.mentions(text):
        id = str(mention.identifier)
        if mention.identifier.kind in ("arxiv", "doi"):
            yield "paper", id, address_of(id)
    for match in _LINK.finditer(text):
        url = link(match.group().rstrip(".,;:!?"))
        if url is not None:
            name = ids.of_url(url)
            yield ("paper" if name.kind in ("arxiv", "doi") else "link"), str(name), url


def _rules(bench: Bench) -> Iterator[Act]:
    """Without a model: what is named is opened, papers and pages alike, so that its state is known; offline what the user gave alone."""
    given = {document.id for document in bench.context.settings.documents}
    handles = [handle for handle in bench.inquiry.handles if handle.id in given or not bench.context.settings.offline]
    for index, handle in enumerate(handles[: max(_OPENED, len(given))], start=1):
        yield Act(key=f"1.{index}", tool="open_source", arguments={"handle": handle.label, "claims": []})


def _old_names(bench: Bench, findings: tuple[Finding, ...]) -> Iterator[Act]:
    """Without a model: of the names that an instrument calls renamed, deprecated or removed, a few are asked for since when."""
    if bench.context.settings.offline:
        return
    first = max(_OPENED, len(bench.context.settings.documents)) + 1
    for index, old in enumerate(old_names(findings)[:_HISTORIES], start=first):
        about: JsonValue = old.span.model_dump(mode="json")
        yield Act(
            key=f"1.{index}", tool="release_history", arguments={"package": old.package, "name": old.name, "claims": [], "about": about}
        )


# ---- what the planner is shown ---------------------------------------------------------------------------------


def _worth(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """The statements that the reader chose, those of most worth first; all where it chose none."""
    chosen = [claim for claim in claims if claim.worth is not None]
    order = {"high": 0, "medium": 1, "low": 2}
    return tuple(sorted(chosen or claims, key=lambda claim: (order.get(claim.worth or "low", 2), claim.span.start)))


def _known(claims: tuple[Claim, ...], findings: tuple[Finding, ...]) -> dict[str, Assessment]:
    """What instruments say by reading alone, for the planner to leave be or to seek sources for."""
    known = {}
    for claim in claims:
        found = next((f for f in findings if f.span.overlaps(claim.span) and f.verdict != "unverifiable"), None)
        if found is not None:
            known[claim.id] = Assessment(
                claim=claim.id, verdict=found.verdict, priority=found.priority, response=found.response, concern=found.summary,
                by=f"instrument: {found.instrument}",
            )  # fmt: skip
    return known


def _history(pack: Pack) -> tuple[Untrusted, ...]:
    every = (*pack.questions, *pack.history, *pack.evidence, *pack.leads, *pack.references)
    return tuple(Untrusted(measure(words)[:300], words.origin) for words in every[:12])


def _probes(snapshot: Snapshot) -> tuple[str, ...]:
    return tuple(probe.name for probe in relevant(measure(snapshot.chapter.text)))


def _allowed(context: Context, desk: Desk) -> frozenset[str]:
    """The tools that this run has: what cannot be done is not offered."""
    asked = {provider.name for provider in desk.providers}
    searches = frozenset(tool for tool, names in PROVIDERS.items() if asked & set(names))
    runs = frozenset({"run_probe", "run_experiment"}) if not context.settings.experiments or context.sandbox is None else frozenset()
    shut = context.settings.offline and not context.settings.documents
    door = frozenset({"open_source", "find_in_source"}) if shut else frozenset()
    index = not context.settings.offline and context.door.package_index().url
    return (_ALWAYS | searches | (frozenset({"release_history"}) if index else frozenset())) - runs - door
