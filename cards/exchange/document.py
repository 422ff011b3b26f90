"""Bytes and JSON text as they come from outside: decoded with care, or refused in words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from cards.exchange.encodings import decoded_file
from cards.exchange.faults import CardsRefused, ImportFault


def text_of(content: bytes) -> str:
    """The text of a file whose sender cannot be asked. Raises ``CardsRefused``, also where its encoding is in doubt."""
    decoded = decoded_file(content)
    if decoded.doubt:
        message = _("This file isn't in UTF-8, nor in %(name)s (“%(word)s” looks wrong).")
        row = decoded.text.count("\n", 0, max(decoded.text.find(decoded.doubt), 0)) + 1
        refuse(message % {"word": decoded.doubt, "name": decoded.name}, row=row)
    return decoded.text


def refuse(message: str, **place: Any) -> NoReturn:
    """Raises ``CardsRefused`` with one fault."""
    raise CardsRefused([ImportFault(message, **place)])


def data_of(text: str) -> Any:
    """The value of JSON text. Raises ``CardsRefused``: also for a key that is there twice, and for NaN."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = _("Line %(line)d, character %(column)d") % {"line": error.lineno, "column": error.colno}
        refuse(_("%(where)s: invalid JSON.") % {"where": where})
    except RecursionError:
        refuse(_("Nested too deeply."))
    except CardsRefused:
        raise
    except ValueError:  # a number of thousands of digits
        refuse(_("Contains an unreadable number."))


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            refuse(_("Key “%(key)s” appears twice in one object.") % {"key": key[:40]})
        members[key] = value
    return members


def _no_number(name: str) -> NoReturn:
    refuse(_("“%(name)s” isn't a JSON number.") % {"name": name})
