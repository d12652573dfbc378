"""What libraries would say on their own of words from outside reaches no terminal."""

from __future__ import annotations

import subprocess
import sys
import zlib
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOUD = """
import logging, sys, warnings
from agent.interfaces.silence import keep_quiet
if "quiet" in sys.argv:
    keep_quiet()
logging.getLogger("warcio.recordloader").warning("Replacing spaces in \\x1b[2J")
warnings.warn("invalid escape \\x1b[2J", SyntaxWarning)
"""


def _ran(*words: str) -> bytes:
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, check=False, timeout=60).stderr


def test_a_log_line_and_a_warning_are_not_shown() -> None:
    """The control, without the call, shows both with their escapes."""
    assert _ran("-c", LOUD).count(b"\x1b[2J") == 2
    assert _ran("-c", LOUD, "quiet") == b""


def test_warnings_that_a_person_asks_for_are_shown() -> None:
    """The interpreter's own -W is the user's choice."""
    assert b"invalid escape" in _ran("-W", "default", "-c", LOUD, "quiet")


def test_an_archive_says_nothing_on_the_terminal(tmp_path: Path) -> None:
    """A47: the reader of archives logs addresses as they stand in the file; the command line does not show them."""
    block = b"x"
    head = (
        "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: https://x.example/a b\x1b[2J\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Payload-Digest: sha256:{sha256(block).hexdigest()}\r\n"
        "Content-Type: text/plain\r\nContent-Length: 1\r\n\r\n"
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    path = tmp_path / "recording.warc.gz"
    path.write_bytes(packer.compress(head.encode() + block + b"\r\n\r\n") + packer.flush())
    read = f"from pathlib import Path\nfrom tools.store import EvidenceStore\nEvidenceStore(Path({str(path)!r}))"
    assert b"\x1b" in _ran("-c", read)
    pack = tmp_path / "pack.txt"
    pack.write_text("== 1. Identity ==\nBook: B\n\n== 2. Chapter text ==\n\nThree jobs took 10 ms.\n", encoding="utf-8")
    shown = _ran("-m", "agent", "research", str(pack), "--out", str(tmp_path / "runs"), "--replay", str(path), "--no-experiments")
    assert b"\x1b[2J" not in shown and b"Replacing" not in shown
