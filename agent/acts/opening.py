"""Opening a handle: the door, what stands there, its text, what it says of statements, and what leads on from it."""

from __future__ import annotations

import re

from agent.acts.bench import Bench
from agent.acts.inspecting import told
from agent.acts.reading import Text, chosen_passages, read_for
from agent.documents import document_of
from agent.fetching import fetched
from agent.inquiry import Act, Done, Handle, Opened
from prompts.trust import Untrusted, measure
from tools import quotes
from tools.extract.records import CannotExtract, Document
from tools.fetch import Fetched
from tools.fetch.records import best_access
from tools.identity import ids
from tools.identity.independence import gives_back
from tools.records import AccessStatus, Source
from tools.search import follow

_LEADS = 6
_ABSTRACT = 40  # words
_FOLLOWED = 4  # documents that are opened on the way from one discussion to primary sources
_KINDS = {"arxiv": "paper", "doi": "paper", "pypi": "package", "git": "code"}


def open_source(bench: Bench, act: Act) -> Done:
    """A handle's document, read for the statements that the act names."""
    handle = bench.inquiry.handle(str(act.arguments["handle"]))
    assert handle is not None, "calls for handles that do not exist are refused before"
    claims = bench.of(act.arguments["claims"])
    record, document, reason = _found(bench, handle)
    if document is None:
        opened = Opened(handle=handle.label, source=_source(bench, handle, record, None, reason), failed=reason)
        return Done(act=act, answered=False, lines=(f"not opened: {reason}",), opened=opened)
    handle = _placed(handle, record)
    source = _source(bench, handle, record, document, "")
    if gives_back(measure(document.text), measure(bench.chapter)):
        opened = Opened(handle=handle.label, source=source, failed="it repeats the chapter's own text, and is no evidence for it")
        return Done(act=act, answered=False, lines=(opened.failed,), opened=opened)
    chosen = chosen_passages(document, claims)
    text = Text(source, document.text, document.locate, chosen)
    opened = read_for(bench, text, claims, handle.label, discovery=handle.discovery)
    part = ", the part before a paywall" if record.state == "paywalled" else ""
    lines = (f"{document.format}, {len(document.text)} characters{part}", *told(bench, opened.said, opened.failed))
    return Done(act=act, answered=True, lines=lines, opened=opened, handles=_leads(bench, act, handle, record, document))


def _found(bench: Bench, handle: Handle) -> _Found:
    """The user's own file, where one was supplied; else the first of the handle's addresses at which there is a text."""
    supplied = next((each for each in bench.context.settings.documents if each.id == handle.id), None)
    if supplied is not None:
        content = supplied.sha256
        record = Fetched(url=f"sha256:{content}", state="fetched", reason="", sha256=content, accessed=bench.context.started)
        return record, *_text(bench, content)
    *better, last = addresses(handle)
    for url in better:
        if (found := _opened(bench, url))[1] is not None:
            return found
    return _opened(bench, last)


def _placed(handle: Handle, record: Fetched) -> Handle:
    """The handle as what it is by where it lies: a discussion is one however it was come to."""
    talk = follow.is_discussion(handle.url) or follow.is_discussion(record.final)
    return handle.model_copy(update={"discovery": True}) if talk else handle


def addresses(handle: Handle) -> tuple[str, ...]:
    """Where the text of a handle is tried, the fullest first."""
    name = ids.parse(handle.id)
    if name is not None and name.kind == "arxiv":
        return tuple(f"https://arxiv.org/{form}/{name.value}" for form in ("html", "pdf", "abs"))
    return (follow.raw_file(handle.url),)


_Found = tuple[Fetched, Document | None, str]  # what came of an address, its text, and why there is none


def _opened(bench: Bench, url: str) -> _Found:
    record = fetched(bench.context, url, "plan")
    failed = f"{record.state}: {record.reason}"
    if record.state == "paywalled" and record.sha256:
        # What stands before a wall is an abstract only where it is more than an offer to pay.
        document, _ = _text(bench, record.sha256)
        enough = document is not None and len(measure(document.text).split()) >= _ABSTRACT
        return (record, document, "") if enough else (record, None, failed)
    return record, *(_text(bench, record.sha256) if record.state == "fetched" else (None, failed))


def _text(bench: Bench, content: str) -> tuple[Document | None, str]:
    try:
        return document_of(bench.context.store, content), ""
    except CannotExtract as error:
        return None, f"{error.status}: {error}"


def _source(bench: Bench, handle: Handle, record: Fetched, document: Document | None, reason: str) -> Source:
    name = ids.parse(handle.id)
    status: AccessStatus = best_access(record.state) if document is not None else "not accessible"
    if "/abs/" in record.final and name is not None and name.kind == "arxiv" and status == "full text":
        status = "abstract only"
    title = handle.title
    if document is not None and document.candidates.title is not None and not measure(title).strip():
        title = document.candidates.title
    by = "a discussion: commentary, and no ground of a verdict by itself" if handle.discovery else f"found {_how(handle)}"
    supplied = any(each.id == handle.id for each in bench.context.settings.documents)
    if supplied:
        reason = reason or "the user's file, under the name that the user gave it"
    return Source(
        id=handle.id, kind="paper" if name is not None and _KINDS.get(name.kind) == "paper" else "page", title=title,
        url=handle.url if handle.url.startswith("https://") else None, version=None, sha256=record.sha256 if document is not None else "",
        status=status, note=reason or f"{by}; its title is as it was found, UNVERIFIED by a registry", accessed=record.accessed,
        way=tuple(word for step in handle.chain for word in (step.source, step.rule)), supplied=supplied,
    )  # fmt: skip


def _how(handle: Handle) -> str:
    return "by following links" if handle.chain else f"by {handle.came}"


def _leads(bench: Bench, act: Act, handle: Handle, record: Fetched, document: Document) -> tuple[Handle, ...]:
    """What the document leads to by identifiers and links, never by what it says; a discussion is followed to primary sources."""
    shows = _shown(handle.id, record, document)
    if handle.discovery:
        follower = follow.Follower(lambda url: _further(bench, url), budget=_FOLLOWED)
        chains = [chain.steps for chain in follower.follow(shows) if chain.primary]
    else:
        chains = [(step,) for step in follow.leads(shows)]
    known = {each.id for each in bench.inquiry.handles}
    found = [steps for steps in chains if steps[-1].target not in known][:_LEADS]
    return tuple(
        Handle(
            label=f"H{act.key}.{index}", id=steps[-1].target, url=steps[-1].url,
            kind="paper" if re.match(r"arxiv:|doi:", steps[-1].target) else "link", title=Untrusted("", "none"), came=handle.label,
            chain=(*handle.chain, *steps), discovery=not follow.is_primary(steps[-1].target),
        )
        for index, steps in enumerate(found, start=1)
    )  # fmt: skip


def _shown(id: str, record: Fetched, document: Document) -> follow.Opened:
    return follow.Opened(
        id=id, url=record.final, links=[measure(link.target) for link in document.links], text=measure(document.text)
    )  # fmt: skip


def _further(bench: Bench, url: str) -> follow.Opened:
    """A page on the way from a discussion to a primary source; it is looked at for its links, and read for nothing."""
    record, document, reason = _opened(bench, url)
    id = str(ids.of_url(record.final))
    return _shown(id, record, document) if document is not None else follow.Opened(id=id, url=url, failed=reason)


def find(bench: Bench, act: Act) -> Done:
    """How often words stand in a source that was opened, and where; never the words around them."""
    label = str(act.arguments["handle"])
    opened = next((each for each in bench.inquiry.opened() if each.handle == label and each.source.sha256), None)
    if opened is None:
        return Done(act=act, answered=False, lines=("it was not opened",))
    document = document_of(bench.context.store, opened.source.sha256)
    spans = list(quotes.Searchable(document.text).find_all(Untrusted(str(act.arguments["words"]), "model")))
    places = ", ".join(document.locate(span) for span in spans[:5])
    return Done(act=act, answered=True, lines=(f"{len(spans)} times" + (f": {places}" if places else ""),))
