"""What a first game of Clash of Magic Schools says of each moment. It knows no more than the view of its seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from contract.advice import Advice
from games.schools.board import words

PLENTY: Final = 6  # Students in an Arena: no Trial asks for more


def advice_of(view: Mapping[str, Any]) -> Advice | None:
    """The advice for the seat of a view; None while it is not to act."""
    actions: Sequence[str] = view["actions"]
    if not actions:
        return None
    if view["stage"] == "discard":
        text = _("Maleficio makes you discard half your hand. Keep the Elements you have several of.")
        return Advice(text, "M7.6")
    own = view["position"]["seats"][view["seat"]]
    if own["column"][-1:] == ["start"]:
        return _beginning(view["seat"], own, actions)
    return _later(own, actions)


def _beginning(seat: str, side: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    if f"pass {seat}" in actions:
        text = _("Pass your Starting Trial for your first point: level 1 needs one Student here.")
        return _chosen(text, "M4.1", f"pass {seat}")
    if side["emblem"] is None:
        commonest = max(side["hand"], key=side["hand"].__getitem__)
        text = _("Discard a Student: your Emblem leaves the blazon for the Arena of its Element.")
        return _chosen(text, "M5.1", f"move {commonest}")
    text = _("Assign a Student of any Element: you act in the Arena of your Emblem.")
    return _chosen(text, "M5.3", next((action for action in actions if action.startswith("assign")), actions[0]))


def _later(own: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    passes = [action for action in actions if action.startswith("pass")]
    if passes:
        text = _("Pass a Trial: it is one level above yours here, and you have enough Students. They stay.")
        return _chosen(text, "M5.8", passes[0])
    casts = [action for action in actions if action.startswith("cast")]
    if casts:
        text = _(
            "Cast a spell: the middle one of three equal Students in a row can, and is then discarded. "
            "Its spell %(effect)s."
        )
        spell = casts[0].split(" ")[2]
        return _chosen(text % {"effect": words.SPELL_EFFECTS[spell]}, "M6.1", casts[0])
    assigns = [action for action in actions if action.startswith("assign")]
    here = own["arenas"][own["emblem"]]["students"] if own["emblem"] else []
    if assigns and len(here) < PLENTY:
        text = _(
            "Assign more Students here: a Trial of level 3 needs three, and three of one Element in a row "
            "can cast a spell."
        )
        same = f"assign {here[-1]}" if here else ""
        return _chosen(text, "M5.9", same if same in assigns else assigns[0])
    text = _(
        "End the turn: there is nothing better to do. You announce two Trials, and both of you can pass the upper one."
    )
    return _chosen(text, "M8.1", "end" if "end" in actions else actions[0])


def _chosen(text: str, ruling: str, action: str) -> Advice:
    return Advice(text, ruling, action, words.action_words(action))
