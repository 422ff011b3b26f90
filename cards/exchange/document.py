"""Bytes and JSON text as they come from outside: decoded with care, or refused in words."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from django.utils.translation import gettext as _

from cards.exchange.faults import CardsRefused, ImportFault

MAX_BYTES: Final = 1_000_000
_FOREIGN: Final = ("Cc", "Cf", "No", "Sc", "Sk", "Sm")  # classes of signs that stand in no name and no flavour line
_OTHER_MARKS: Final = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"PK\x03\x04": "XLSX", b"\xd0\xcf\x11\xe0": "XLS"}


def text_of(content: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark, or as spreadsheets of Western Europe write tables
    (Windows-1252). Raises ``CardsRefused``."""
    if len(content) > MAX_BYTES:
        refuse(_("The file is too large: at most %(most)d KB are read.") % {"most": MAX_BYTES // 1000})
    for mark, name in _OTHER_MARKS.items():
        if content.startswith(mark):
            refuse(_("This is a file in %(name)s. Save it as “CSV UTF-8” or as JSON in UTF-8.") % {"name": name})
    try:
        text = content.decode("utf-8").lstrip("\ufeff")
    except UnicodeDecodeError as error:
        text = _of_windows(content)
        if not text:
            row = content.count(b"\n", 0, error.start) + 1
            message = _("This file is not in UTF-8. In a spreadsheet, choose “CSV UTF-8” when you save it.")
            raise CardsRefused([ImportFault(message, row=row)]) from None
    if "\0" in text:
        refuse(_("This is not a text file."))
    return text


def _of_windows(content: bytes) -> str:
    """The text of a table in Windows-1252; empty for what is none: for JSON, and where letters come out that no name
    has (which is what other encodings look like in this one)."""
    if content.lstrip()[:1] in (b"{", b"["):
        return ""
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        return ""
    return (
        ""
        if any(letter > "\x7f" and letter != "€" and unicodedata.category(letter) in _FOREIGN for letter in text)
        else text
    )


def refuse(message: str, **place: Any) -> NoReturn:
    """Raises ``CardsRefused`` with one fault."""
    raise CardsRefused([ImportFault(message, **place)])


def data_of(text: str) -> Any:
    """The value of JSON text. Raises ``CardsRefused``: also for a key that is there twice, and for NaN."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = _("Line %(line)d, character %(column)d") % {"line": error.lineno, "column": error.colno}
        refuse(_("%(where)s: this is not JSON.") % {"where": where})
    except RecursionError:
        refuse(_("This is nested too deeply."))
    except CardsRefused:
        raise
    except ValueError:  # a number of thousands of digits
        refuse(_("It contains a number that cannot be read."))


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            refuse(_("The key “%(key)s” is there twice in one object.") % {"key": key[:40]})
        found[key] = value
    return found


def _no_number(name: str) -> NoReturn:
    refuse(_("“%(name)s” is not a number in JSON.") % {"name": name})
