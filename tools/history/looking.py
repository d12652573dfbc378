"""One release read for one question: its files tried in order, what stands there, and the quoted file kept."""

from __future__ import annotations

from collections.abc import Callable

from tools.history.listing import Release
from tools.history.members import members_of
from tools.history.ranged import Meter, Unreadable
from tools.history.records import Looked
from tools.history.release import ReleaseFiles
from tools.history.states import State

_TRIES = 2  # files of one release that are tried

Question = Callable[[ReleaseFiles], State]
Keep = Callable[[str, bytes], object]


def look(meter: Meter, package: str, release: Release, question: Question, keep: Keep) -> Looked:
    """The answer of a release. keep: takes the source id and the bytes of the file that is quoted."""
    reasons: list[str] = []
    for file in release.files[:_TRIES]:
        try:
            files = ReleaseFiles(package, release.version, members_of(meter, file))
        except Unreadable as error:
            reasons.append(f"{file.name}: {error}")
            continue
        state = question(files)
        if state.named is None and files.unread:
            # What a file that could not be read would have said is not known, so nothing is said to be absent.
            reasons += [f"{file.name}: {reason}" for reason in list(files.unread.values())[:2]]
            continue
        kept: dict[str, bytes] = {}
        for quotation in (state.quotation, state.marking, *state.parameters.values()):
            if quotation is None:
                continue
            content = files.bytes_of(package, quotation.source.partition("/")[2])
            assert content is not None, "what is quoted was read"
            kept[quotation.source] = content
        for source, content in kept.items():
            keep(source, content)
        return Looked(
            version=str(release.version), uploaded=release.uploaded, file=file.name, state="absent" if state.named is None else "present",
            named=state.named, certain=state.certain, quotation=state.quotation, marking=state.marking, parameters=state.parameters,
        )  # fmt: skip
    return Looked(version=str(release.version), uploaded=release.uploaded, state="unread", reason="; ".join(reasons) or "it has no files")
