"""What a PDF/X-4 says of itself (ISO 15930-7), beside its OutputIntent and its boxes."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from typing import Any, Final

from django.utils import timezone
from pikepdf import Name, Pdf

X4_PDF: Final = "1.6"  # the version of PDF that it is built on
_VERSION: Final = "PDF/X-4"
_SPACE: Final = "http://www.npes.org/pdfx/ns/id/"


def declare_x4(metadata: Any, pdf: Pdf, faces: Iterable[bytes]) -> None:
    """Writes into a document's metadata which version of PDF/X it is, when it was made, that it is not trapped, and an
    identity that follows from its faces."""
    now = timezone.now().replace(microsecond=0).isoformat()
    digest = hashlib.sha256(b"".join(hashlib.sha256(face).digest() for face in faces)).digest()
    identity = uuid.UUID(bytes=digest[:16], version=5)
    metadata.register_xml_namespace(_SPACE, "pdfxid")
    metadata["pdfxid:GTS_PDFXVersion"] = _VERSION
    for name in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"):
        metadata[name] = now
    metadata["xmpMM:DocumentID"] = f"uuid:{identity}"
    metadata["xmpMM:VersionID"] = "1"
    metadata["xmpMM:RenditionClass"] = "default"
    metadata["pdf:Trapped"] = "False"
    pdf.docinfo["/Trapped"] = Name("/False")
