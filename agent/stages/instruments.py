"""Every instrument reads the chapter; what they quote of packages is kept in the evidence store before it is cited."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor

from agent.citing import keep_quoted, notebooks
from agent.context import Context
from agent.fetching import fetched
from agent.records import Examined, Material, Obtained, Pack, Snapshot
from prompts.trust import Untrusted, measure
from tools.instruments import instruments
from tools.legible import legible_chapter
from tools.records import Examination, Facts
from tools.search.follow import notebook_file, raw_file
from tools.search.records import link
from tools.text import NotText


def examine(context: Context, facts: Facts, pack: Pack, snapshot: Snapshot) -> Examined:
    """What can be found by reading alone, and the runs that are wanted."""
    chapter = legible_chapter(snapshot.chapter)
    results: list[Examination] = []
    obtained = tuple(_obtained(context, pack))
    for instrument in instruments(notebooks(context, obtained)):
        context.tell("instruments", instrument.name)
        results.append(context.ahead.examine(instrument, chapter, facts))
    findings = tuple(finding for result in results for finding in result.findings)
    keep_quoted(context, findings)
    return Examined(
        findings=findings,
        runs=tuple(run for result in results for run in result.runs),
        gaps=tuple(gap for result in results for gap in result.gaps),
        notebooks=obtained,
    )


def begin(context: Context, beside: Executor, pack: Pack, facts: Facts) -> None:
    """Examine the chapter as the pack holds it, which is mostly the one that is read, before it is this stage's turn."""
    context.ahead.begin(beside, legible_chapter(pack.chapter), facts, instruments())


def _obtained(context: Context, pack: Pack) -> Iterator[Obtained]:
    """The notebooks that the pack names and the user did not supply; none where nothing may be opened, or a person is asked first."""
    if context.settings.offline or context.settings.approve:
        return
    supplied = {material.name for material in context.settings.materials}
    for material in pack.materials:
        url = measure(material.url) if material.url is not None else ""
        if material.kind == "notebook" and link(url) is not None and url.rpartition("/")[2] not in supplied:
            yield _fetched(context, material, url)


def _fetched(context: Context, material: Material, url: str) -> Obtained:
    assert material.url is not None, "it has a link"
    address = notebook_file(url) or raw_file(url)
    name = Untrusted(address.partition("?")[0].rpartition("/")[2], "pack")
    record = fetched(context, address, "instruments")
    content, reason = "", f"{record.state}: {record.reason}"
    if record.state == "fetched":
        content, reason = _read(context, record.sha256) if record.kind == "notebook" else ("", f"it is {record.kind}, and no notebook")
    return Obtained(url=material.url, address=address, name=name, sha256=content, reason=reason, accessed=record.accessed)


def _read(context: Context, content: str) -> tuple[str, str]:
    try:
        context.store.text(content)
    except NotText as error:
        return "", f"it is no text: {error}"
    return content, ""
