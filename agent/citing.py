"""What instruments are given beside the chapter, and what they cite of it: kept in the evidence store, and listed as sources."""

from __future__ import annotations

from collections.abc import Iterable

from agent.context import Context
from agent.errors import BadInput
from agent.records import Obtained, Pack
from prompts.trust import Untrusted, derived, measure
from tools.records import Facts, Finding, Packages, QuotedEvidence, Source
from tools.text import NotText


def notebooks(context: Context, fetched: Iterable[Obtained] = ()) -> list[tuple[str, Untrusted]]:
    """The notebooks that the user supplied, and those fetched, by name; raises BadInput for a file of the user's that is no text."""
    found = []
    for each in fetched:
        text = context.store.text(each.sha256) if each.sha256 else None
        found += [(measure(each.name), text)] if text is not None else []
    for supplied in context.settings.materials:
        if supplied.name.endswith(".ipynb"):
            try:
                text = context.store.text(supplied.sha256)
            except NotText as error:
                raise BadInput(f"{supplied.name} is no text: {error}; give the notebook as its .ipynb file") from error
            assert text is not None, "materials are stored before the graph starts"
            found.append((supplied.name, text))
    return found


def facts_of(context: Context, pack: Pack) -> Facts:
    """What the instruments may look at beside the chapter; they may always ask for runs, which the plan makes or lists as UNRUN."""
    return Facts(packages=context.packages, experiments=True, today=context.today, references=pack.references)


def keep_quoted(context: Context, findings: Iterable[Finding]) -> None:
    """Put every package file that a finding quotes into the evidence store, byte for byte."""
    for source, content in _quoted(findings):
        keep_file(context, source, content)


def keep_file(context: Context, source: str, content: str) -> None:
    """Put one package file into the evidence store, where it is not there yet."""
    if context.store.read(content) is None:
        context.store.put(source, _bytes(context.packages, source), "text/plain; charset=utf-8")


def _bytes(packages: Packages, source: str) -> bytes:
    """The bytes of `pypi:<distribution>==<version>/<path>` or `python:<version>/<path>`."""
    scheme, _, rest = source.partition(":")
    owner, _, path = rest.partition("/")
    distribution = "python" if scheme == "python" else owner.partition("==")[0]
    payload = packages.bytes_of(distribution, path)
    if payload is None:
        raise LookupError(f"an instrument quotes {source}, which the experiment environment does not hold")
    return payload


def package_sources(context: Context, findings: Iterable[Finding]) -> list[Source]:
    """One source a package file that a finding quotes."""
    return [package_source(context, source, content) for source, content in _quoted(findings)]


def package_source(context: Context, source: str, content: str) -> Source:
    """A file of an installed package as a source."""
    scheme, _, rest = source.partition(":")
    owner, _, path = rest.partition("/")
    name, _, version = owner.partition("==") if scheme == "pypi" else ("Python", "==", owner)
    return Source(
        id=source, kind="package", title=derived(f"{name} {version}, {path}"), url=None, version=version, sha256=content,
        status="full text", note="as installed in the experiment environment; a docstring is evidence, not proof",
        accessed=context.started, verified=context.started,
    )  # fmt: skip


def _quoted(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    """Source id and content hash of all that is quoted, each once."""
    grounds = (ground for finding in findings for ground in finding.grounds)
    return sorted({(g.quotation.source, g.quotation.sha256) for g in grounds if isinstance(g, QuotedEvidence)})
