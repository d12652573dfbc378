"""Evidence as a web archive: every document and every exchange byte for byte, once per content, found again by hash or by source id.

- `archive.py`  the archive itself
- `warc.py`     records as bytes; `reading.py`: read back, the only importer of warcio
- `cdx.py`      the index that other tools for web archives read

    ArchiveError     the archive cannot be used
      Damaged        a record is not what its digest says, or the file does not parse; says at which byte
"""

from tools.store.archive import EvidenceStore
from tools.store.warc import ArchiveError, Damaged, Stored

__all__ = ["ArchiveError", "Damaged", "EvidenceStore", "Stored"]
