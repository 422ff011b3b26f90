"""What a change does to a position, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from board.naming import localised, written_out
from engine.decks.composing.mending import ADD, HP_CHANGE, MANA_CHANGE, MOVE, REMOVE
from engine.decks.rules.modes import MODES, SEAT_NAMES

Json = Mapping[str, Any]


def change_text(change: Json, mode: str, language: str) -> str:
    """A change (``mending.Change.to_json``) as an instruction."""
    kind = change["kind"]
    if kind == MANA_CHANGE:
        return _("Set the Mana to %(amount)d") % change
    if kind == HP_CHANGE:
        return _("Set the Stronghold of %(seat)s to %(amount)d HP") % change
    facts = {
        "card": _name(change.get("card"), language),
        "new": _name(change.get("new"), language),
        "place": _place(change, mode),
    }
    if kind == REMOVE:
        return _("Remove %(card)s (%(place)s)") % facts
    if kind == ADD:
        return _("Add %(new)s (%(place)s, place %(number)d)") % {**facts, "number": change["at"] + 1}
    if kind == MOVE:
        to = change["to"]
        facts = {**facts, "place": _place(to, mode)}
        return _("Move %(card)s to: %(place)s, place %(number)d") % {**facts, "number": to["at"] + 1}
    return _("Replace %(card)s with %(new)s (%(place)s)") % facts


def _place(place: Json, mode: str) -> str:
    seat = place["seat"]
    if place["row"] is not None:
        text = _("lower line of %(seat)s") if place["row"] % 2 else _("upper line of %(seat)s")
    elif SEAT_NAMES.index(seat) not in MODES[mode].ai_seats:
        text = _("hand of %(seat)s")
    else:
        text = _("discard pile of %(seat)s") if place["discarded"] else _("pile of %(seat)s")
    return text % {"seat": seat}


def _name(card: Any, language: str) -> str:
    if card is None:
        return ""
    name: str = localised(written_out({"card": card}), language)["card"]["name"]
    return name
