"""Opening a document by its address, once a run: the door is asked, and what it brought lies in the evidence store."""

from __future__ import annotations

from agent.context import Context
from tools.fetch import Fetched


def fetched(context: Context, url: str, stage: str) -> Fetched:
    """What came of opening the address; the bytes are in the store under `sha256` where there are any."""

    def perform() -> Fetched:
        context.tell(stage, f"opening {url[:120]}")
        answer = context.door.fetch(url)
        if answer.record.state == "fetched":
            context.store.put(url, answer.body, answer.record.content_type or "application/octet-stream", date=answer.record.accessed)
        return answer.record

    return context.effects.once("fetch", {"url": url, "offline": context.settings.offline}, Fetched, perform)
