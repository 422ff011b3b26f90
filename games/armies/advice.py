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
        text = _("You have armies enough. Lay them down: the hand ends, all score, and you get 50 points more.")
        return _chosen(text, "C16.2", "lay-down")
    hand = view["players"][view["seat"]]["hand"]
    counts = Counter(CardFace(card).number for card in hand if CardFace(card).number)
    best = max(counts, key=lambda number: (counts[number], -number), default=0)
    battles = [action for action in actions if action.startswith("battle ") and action[7:].startswith(f"{best}.")]
    has_champion = any(card == "wild" or CardFace(card).number >= HIGH for card in hand)
    if battles and counts[best] >= SOME and has_champion:
        text = _(
            "You hold %(n)d cards of number %(number)d, and four make an army. Battle for them: all who have that"
            " number must put theirs into the pile."
        )
        return _chosen(text % {"n": counts[best], "number": best}, "C6.3", battles[0])
    text = _("Draw two cards: an army is four of a number, and a high card is a good champion for a battle later.")
    return _chosen(text, "C5.1", "draw")


def _stand(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    hand = view["players"][view["seat"]]["hand"]
    if "stand" in actions and any(card in ("wild", "castle") or CardFace(card).number >= HIGH for card in hand):
        text = _("You have a strong champion, or a Castle that brings your cards home. Fight.")
        return _chosen(text, "C6.5", "stand")
    text = _("Your champions are weak: whoever surrenders loses the cards in the pile and keeps the champion.")
    return _chosen(text, "C6.5", "surrender")


def _spy(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _("A Spy lets you fight for a pile that is not yours. Everybody is asked, so nobody learns who has one.")
    return _chosen(text, "C6.9", "pass")


def _champion(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    def rank(action: str) -> tuple[int, int]:
        card = action.partition(" ")[2]
        return (3 if card == "castle" else 2 if card == "wild" else 1, CardFace(card).number)

    text = _("Champions lie face down until all are set. The highest wins, and most of them are discarded then.")
    return _chosen(text, "C6.13", max(actions, key=rank))


def _guardian(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _("A Guardian brings your champion back into your hand. All whose champion could be saved are asked.")
    return _chosen(text, "C13.1", "guard" if "guard" in actions else "decline")


def _theft(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _(
        "A Thief asks you what you hold, and you must tell the truth. A Castle keeps it away; otherwise "
        "what it asks for is gone."
    )
    return _chosen(text, "C12.6", "castle" if "castle" in actions else actions[0])


def _after(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    if "lay-down" in actions:
        return _turn(view, actions)
    text = _("Your turn is done. End it: everybody then draws up to eight cards, which is the golden rule.")
    return _chosen(text, "C3.5", "end-turn")


def _deal(view: Mapping[str, Any], actions: Sequence[str]) -> Advice:
    text = _("You are the dealer of this hand: eight cards for everybody. A Bonus is laid down at once and replaced.")
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
