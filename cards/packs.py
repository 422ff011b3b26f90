"""A ZIP of a table of cards with their art: known by its list of files, within bounds, and never unpacked to a disk.

The table is read first, and refused with all its faults before a picture is looked at. Then only those pictures are
decoded and kept that a card asks for, by the name in its column or by being called like the card.
"""

from __future__ import annotations

import io
import json
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import IO, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Owner
from accounts.quotas import QuotaExceeded
from cards.backup.archive import Archive
from cards.backup.writing import INDEX
from cards.exchange import MAX_BYTES, Beside, CardsRefused, ImportFault, read_file
from cards.exchange.beside import base_name, is_picture_name
from cards.exchange.encodings import DecodedText, decoded_file
from cards.exchange.spreadsheets import kind_of
from cards.pictures import MAX_BYTES as MAX_PICTURE
from cards.pictures import BadPicture
from cards.workshop.uploads import add_picture
from cards.workshop.workshop_text import quota_exceeded, why_no_picture

MAX_PICTURES: Final = 60  # that one ZIP brings in
MAX_TOLD: Final = 8  # names in a note
MAX_FIELD: Final = 20_000  # characters in which a form keeps which picture is which
_TABLES: Final = ("xlsx", "ods", "csv", "tsv", "json", "txt")  # the likeliest first


def is_pack(content: IO[bytes]) -> bool:
    """Whether a file is a ZIP that is no spreadsheet. The file is at its beginning again after that."""
    begins = content.read(4)
    content.seek(0)
    if begins != b"PK\x03\x04":
        return False
    whole = content.read(MAX_BYTES + 1)
    content.seek(0)
    return len(whole) > MAX_BYTES or not kind_of(whole)


@dataclass(frozen=True, slots=True)
class Pack:
    """The files of a ZIP that matter: the name of the table, and of pictures by their names without folders."""

    archive: Archive
    table: str
    pictures: Mapping[str, str]

    @classmethod
    def of(cls, archive: Archive) -> Pack:
        """Raises ``CardsRefused`` where no file is a table."""
        names = [entry.filename for entry in archive.zip.infolist() if _is_told(entry.filename, entry.external_attr)]
        if INDEX in names:
            raise CardsRefused([ImportFault(_("This is a backup. Restore it under “Backup with pictures”."))])
        if "xl/workbook.xml" in names or {"content.xml", "mimetype"} <= set(names):
            text = _("A spreadsheet has up to 1 MB. Put its pictures beside it, in a ZIP.")
            raise CardsRefused([ImportFault(text)])
        tables = [name for name in names if _ending(name) in _TABLES]
        if not tables:
            raise CardsRefused([ImportFault(_("No table in this ZIP. It needs a CSV, XLSX, ODS or JSON file."))])
        table = min(tables, key=lambda name: (_TABLES.index(_ending(name)), name.count("/"), name))
        pictures: dict[str, str] = {}
        for name in filter(is_picture_name, names):
            pictures.setdefault(base_name(name), name)
        return cls(archive, table, pictures)

    def text(self, encoding: str) -> DecodedText:
        """The text of the table. Raises ``CardsRefused`` and ``BackupRefused``."""
        return decoded_file(self.archive.read(self.table, MAX_BYTES), encoding)

    def wanted(self, text: str, beside: Beside) -> list[str]:
        """The names of the pictures that cards ask for. Raises ``CardsRefused`` with the faults of the table."""
        numbers = {name: f"p{number}" for number, name in enumerate(self.pictures)}
        asked = {card.picture for card in read_file(text, replace(beside, pictures=numbers)).cards}
        wanted = [name for name, number in numbers.items() if number in asked]
        if len(wanted) > MAX_PICTURES:
            text = _("A ZIP brings in up to %(most)d pictures; this one has %(count)d. Split it in two.")
            raise CardsRefused([ImportFault(text % {"most": MAX_PICTURES, "count": len(wanted)})])
        return wanted

    def keep(self, owner: Owner, names: list[str]) -> dict[str, str]:
        """Takes pictures in, one by one; the tokens by their names. Raises ``CardsRefused`` for one that cannot be."""
        tokens = {}
        for name in names:
            try:
                content = self.archive.read(self.pictures[name], MAX_PICTURE)
                tokens[name] = add_picture(owner=owner, file=io.BytesIO(content), name=name).token
            except BadPicture as bad:
                raise CardsRefused([ImportFault(f"{name}: {why_no_picture(bad)}")]) from bad
            except QuotaExceeded as full:
                raise CardsRefused([ImportFault(quota_exceeded())]) from full
        return tokens

    def note(self, used: list[str]) -> str:
        """Which pictures no card asks for; empty where there are none."""
        unused = [name for name in self.pictures if name not in used]
        text = ngettext("Unused picture: %(names)s.", "Unused pictures: %(names)s.", len(unused))
        names = ", ".join(unused[:MAX_TOLD]) + (" …" if len(unused) > MAX_TOLD else "")
        return text % {"names": names} if unused else ""


def _ending(name: str) -> str:
    return base_name(name).rpartition(".")[2].casefold()


def _is_told(name: str, attributes: int) -> bool:
    """Whether an entry is a file that somebody put there: no folder, no link, nothing that a system hides."""
    parts = name.replace("\\", "/").split("/")
    is_hidden = any(part.lstrip(".") != part and part not in (".", "..") for part in parts) or "__MACOSX" in parts
    return bool(parts[-1]) and not stat.S_ISLNK(attributes >> 16) and not is_hidden


def written_pictures(tokens: Mapping[str, str]) -> str:
    """Which picture is which, for a field of the form; pictures beyond its length are told by nothing."""
    return json.dumps(dict(tokens), ensure_ascii=False, separators=(",", ":"))


def pictures_of(text: str) -> dict[str, str]:
    """What ``written_pictures`` wrote; nothing for other texts. Whose the pictures are is looked at where cards get
    them (``cards.importing``)."""
    try:
        data = json.loads(text[:MAX_FIELD]) if text else {}
    except (ValueError, RecursionError):
        return {}
    items = data.items() if isinstance(data, dict) else ()
    return {name: token for name, token in items if isinstance(token, str) and len(token) <= 16}
