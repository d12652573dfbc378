"""Evidence is kept byte for byte, found again by hash, and damage is seen."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from prompts.trust import Untrusted, measure
from tools.store import Damaged, EvidenceStore
from tools.text import NotText, decode


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    store = EvidenceStore(tmp_path / "evidence.warc.gz")
    store.put("urn:a", b"first", "text/plain", date="2026-01-01T00:00:00Z")
    store.put("pypi:x==1/a.py", "zweite: ü\r\n".encode(), "text/plain", date="2026-01-01T00:00:00Z")
    return store


def test_a_document_is_read_back_byte_for_byte(store: EvidenceStore) -> None:
    """By its hash, in this process and in the next, as outside text with its source as origin."""
    content = sha256("zweite: ü\r\n".encode()).hexdigest()
    again = EvidenceStore(store.path)
    assert again.read(content) == "zweite: ü\r\n".encode()
    text = again.text(content)
    assert isinstance(text, Untrusted) and text.origin == "pypi:x==1/a.py" and measure(text) == "zweite: ü\r\n"
    assert again.find("urn:a") == sha256(b"first").hexdigest()


def test_a_content_is_stored_once(store: EvidenceStore) -> None:
    """The same bytes under a second id cost a line that refers to them, and are found under both, also in the next process."""
    payload = bytes(range(256)) * 400
    first = store.put("urn:large", payload, "text/plain")
    size = store.path.stat().st_size
    store.put("urn:mirror", payload, "text/plain")
    store.put("urn:mirror", payload, "text/plain")
    again = EvidenceStore(store.path)
    assert store.path.stat().st_size - size < 800 and not again.verify()
    assert store.find("urn:mirror") == again.find("urn:mirror") == again.find("urn:large") == first and again.read(first) == payload


def test_an_id_cannot_forge_a_field(store: EvidenceStore) -> None:
    """A line end in a name from outside begins no further field of the record."""
    content = store.put("urn:x\r\nWARC-Type: warcinfo\r\n\r\nfree", b"words", "text/plain\r\nWARC-Date: never")
    again = EvidenceStore(store.path)
    assert [entry.kind for entry in again.records()] == ["resource"] * 3 and again.read(content) == b"words" and not again.verify()


def test_equal_contents_make_equal_archives(store: EvidenceStore, tmp_path: Path) -> None:
    """But for the date nothing in the archive depends on when or where it was made."""
    other = EvidenceStore(tmp_path / "other.warc.gz")
    other.put("urn:a", b"first", "text/plain", date="2026-01-01T00:00:00Z")
    other.put("pypi:x==1/a.py", "zweite: ü\r\n".encode(), "text/plain", date="2026-01-01T00:00:00Z")
    assert other.path.read_bytes() == store.path.read_bytes()


def test_another_reader_opens_the_archive(store: EvidenceStore) -> None:
    """warcio's own reader sees both records with the right digests."""
    with store.path.open("rb") as archive:
        records = [
            (r.rec_type, r.rec_headers["WARC-Target-URI"], r.content_stream().read()) for r in ArchiveIterator(archive, check_digests=True)
        ]
    assert records == [("resource", "urn:a", b"first"), ("resource", "pypi:x==1/a.py", "zweite: ü\r\n".encode())]


@pytest.mark.parametrize("left", [1, 20, 200], ids=lambda n: f"{n}-bytes")
def test_a_torn_tail_is_cut_and_said(store: EvidenceStore, left: int) -> None:
    """What a kill left half-written at the end goes; what was whole stays."""
    whole = store.path.read_bytes()
    store.path.write_bytes(whole + whole[:left])
    again = EvidenceStore(store.path)
    assert again.repairs == (f"cut {left} bytes of an unfinished record at the end of evidence.warc.gz",)
    assert store.path.read_bytes() == whole and len(again.entries()) == 2


def test_a_changed_byte_of_a_record_is_seen(store: EvidenceStore) -> None:
    """Whichever byte of the compressed data is changed, opening or verifying says so."""
    whole = store.path.read_bytes()
    unseen = []
    for at in range(10, len(whole), 3):
        store.path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        try:
            again = EvidenceStore(store.path)
            if not again.verify() and not again.repairs:
                unseen.append(at)
        except Damaged:
            pass
    second = whole.index(b"\x1f\x8b\x08", 1)
    assert all(second <= at < second + 10 for at in unseen), "only a gzip header's clock and system bytes carry no content"


def test_changed_content_under_a_valid_member_is_seen(store: EvidenceStore, tmp_path: Path) -> None:
    """A record whose content was replaced, compressed properly, does not have the digest that it claims."""
    import gzip

    member = store.entries()[0]
    data = store.path.read_bytes()
    plain = gzip.decompress(data[member.offset : member.offset + member.length]).replace(b"first", b"worst")
    store.path.write_bytes(gzip.compress(plain, mtime=0) + data[member.offset + member.length :])
    again = EvidenceStore(store.path)
    assert any("content and digest differ" in problem for problem in again.verify())
    with pytest.raises(Damaged):
        again.read(member.sha256)


def test_threads_write_whole_records(tmp_path: Path) -> None:
    """Many writers of one process leave an archive in which everything is found."""
    store = EvidenceStore(tmp_path / "evidence.warc.gz")
    with ThreadPoolExecutor(8) as pool:
        hashes = list(pool.map(lambda n: store.put(f"urn:{n}", b"x" * n, "text/plain"), range(1, 60)))
    again = EvidenceStore(store.path)
    assert not again.verify() and all(len(again.read(h) or b"") == n for n, h in enumerate(hashes, start=1))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_text_is_decoded_by_its_byte_order_mark(encoding: str) -> None:
    """Characters are the same in each encoding that says which it is."""
    assert decode("Zahl: 1,5 µs\r\n".encode(encoding)) == "Zahl: 1,5 µs\r\n"


@pytest.mark.parametrize(
    "payload", [b"\xff\xfe\x00", b"caf\xe9", b"a\x00b", b"\x89PNG\r\n\x1a\n\x00"], ids=["odd-utf16", "latin-1", "nul", "png"]
)
def test_bytes_that_are_no_text_are_refused(payload: bytes) -> None:
    """Nothing is guessed: the error says at which byte it ended."""
    with pytest.raises(NotText):
        decode(payload)
