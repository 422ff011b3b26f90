"""What a first game of Clash of the Cards says of each moment. It knows no more than the view of its seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from contract.advice import Advice
from games.armies import words
from games.armies.faces import CardFace

HIGH: Final = 8  # a champion of this number or more often wins
SOME: Final = 2  # cards of a number that make more of them worth a battle


def advice_of(view: Mapping[str, Any]) -> Advice | None:
    """The advice for the seat of a view; None while it is not to act."""
    actions: Sequence[str] = view["actions"]
    if not actions:
        return None
    return _MOMENTS[view["phase"]](view, actions)


def _turn(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    if "lay-down" in actions:
        text = _("You have enough armies. Lay them down: the hand ends, all players score, and you get 50 more points.")
        return _chosen(text, "C16.2", "lay-down")
    hand = view["players"][view["seat"]]["hand"]
    counts = Counter(CardFace(card).number for card in hand if CardFace(card).number)
    best = max(counts, key=lambda number: (counts[number], -number), default=0)
    battles = [action for action in actions if action.startswith("battle ") and action[7:].startswith(f"{best}.")]
    has_champion = any(card == "wild" or CardFace(card).number >= HIGH for card in hand)
    if battles and counts[best] >= SOME and has_champion:
        text = _(
            "You have %(n)d cards of number %(number)d; four make an army. Open a battle: all players "
            "who have that number must put theirs into the pile."
        )
        return _chosen(text % {"n": counts[best], "number": best}, "C6.3", battles[0])
    text = _("Draw two cards: four of one number make an army, and a high card is a good champion later.")
    return _chosen(text, "C5.1", "draw")


def _stand(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    hand = view["players"][view["seat"]]["hand"]
    if "stand" in actions and any(card in ("wild", "castle") or CardFace(card).number >= HIGH for card in hand):
        text = _("Fight: you have a strong champion, or a Castle that brings your cards back.")
        return _chosen(text, "C6.5", "stand")
    text = _("Surrender: your champions are weak. You lose the cards in the pile but keep your champion.")
    return _chosen(text, "C6.5", "surrender")


def _spy(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _(
        "A Spy lets you fight for a pile that isn't yours. All players outside the battle are asked, "
        "so having one stays secret."
    )
    return _chosen(text, "C6.9", "pass")


def _champion(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    def rank(action: str) -> tuple[int, int]:
        card = action.partition(" ")[2]
        return (3 if card == "castle" else 2 if card == "wild" else 1, CardFace(card).number)

    text = _("Champions stay face down until all are set. The highest wins; most are then discarded.")
    return _chosen(text, "C6.13", max(actions, key=rank))


def _guardian(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _("A Guardian returns your champion to your hand. Every player whose champion could be saved is asked.")
    return _chosen(text, "C13.1", "guard" if "guard" in actions else "decline")


def _theft(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _(
        "A Thief asks for something of yours, and you must tell the truth. A Castle stops it; "
        "otherwise you lose what it asks for."
    )
    return _chosen(text, "C12.6", "castle" if "castle" in actions else actions[0])


def _after(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    if "lay-down" in actions:
        return _turn(view, actions)
    text = _("Your turn is done: end it. All players then draw up to eight cards (the golden rule).")
    return _chosen(text, "C3.5", "end-turn")


def _deal(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _("You deal this hand: eight cards each. A Bonus is laid down at once and replaced.")
    return _chosen(text, "C2.3", "deal")


_MOMENTS: Final[dict[str, Callable[[Mapping[str, Any], Sequence[str]], Advice]]] = {
    "deal": _deal,
    "turn": _turn,
    "stand": _stand,
    "spy": _spy,
    "champion": _champion,
    "guardian": _guardian,
    "theft": _theft,
    "after": _after,
}


def _chosen(text: str, ruling: str, action: str) -> Advice:
    return Advice(text, ruling, action, words.action_words(action))
