"""Files in a ZIP that is the same for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import Final

_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP can say
_SQUEEZED: Final = (".jpg", ".pdf", ".png", ".webp")


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP of (name, content); what is compressed in itself is stored as it is."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(_SQUEEZED) else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return written.getvalue()
