"""Tables of cards on the web: a set may name the address of one, which is read again when its owner asks.

Only the text is fetched; what it changes is shown and saved as with any other file (``cards.importing``).
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.exchange import CardsRefused, ImportFault
from cards.exchange.encodings import MAX_BYTES, DecodedText, decoded_file
from cards.importing import Plan
from cards.models import Card, CardSet
from web.outgoing import fetching, transport
from web.outgoing.fetching import fetch
from web.outgoing.transport import NotReached

NAMES_SHOWN: Final = 20
FAULTS: Final[dict[str, Promise]] = {
    transport.BAD_ADDRESS: _("This link can't be used."),
    transport.UNKNOWN_NAME: _("The link's host wasn't found."),
    transport.NOT_PUBLIC: _("The link leads to a private network."),
    transport.NO_CONNECTION: _("The link's host can't be reached."),
    transport.BAD_CERTIFICATE: _("The link's host has an invalid certificate."),
    transport.TOO_SLOW: _("The link's host takes too long to answer. Try again."),
    transport.NO_ANSWER: _("The link's host closed the connection without an answer."),
    fetching.TOO_LARGE: _("The table is too large: 1 MB at most."),
    fetching.NOT_THERE: _("There's no file at this link, or it isn't shared with everyone."),
    fetching.WEB_PAGE: _("This is a web page, not a table. In Google Sheets: Share, then “Anyone with the link”."),
    fetching.TOO_FAR: _("The link leads from one address to the next without end."),
    fetching.BUSY: _("Other tables are being read. Try again in a moment."),
}


def read_linked_table(address: str, encoding: str = "") -> DecodedText:
    """The text of a table on the web. Raises ``CardsRefused`` where there is none."""
    try:
        content = fetch(address, MAX_BYTES)
    except NotReached as why:
        raise CardsRefused([ImportFault(str(FAULTS[str(why)]))]) from None
    return decoded_file(content, encoding)


def host_of(card_set: CardSet) -> str:
    """Where the table of a set is, for people."""
    return urlsplit(card_set.table_address).hostname or ""


def link(card_set: CardSet, address: str) -> None:
    """Has a set read its cards again at this address, when its owner asks; "" at none."""
    if card_set.table_address != address:
        card_set.table_address = address
        card_set.save(update_fields=["table_address"])


def left_out(plan: Plan) -> str:
    """Which cards of a plan's set its file does not have, in words; empty where it has all."""
    if plan.card_set is None:
        return ""
    known = {line.card.pk for line in plan.lines if line.card is not None}
    names = [card.name for card in Card.objects.filter(set=plan.card_set).order_by("number") if card.pk not in known]
    shown = ", ".join(names[:NAMES_SHOWN]) + (" …" if len(names) > NAMES_SHOWN else "")
    return gettext("Not in the table, and left as they are: %(names)s.") % {"names": shown} if names else ""
