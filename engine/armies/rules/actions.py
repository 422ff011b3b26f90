"""Actions: small values with the contract's text as their text form."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.armies.pack.cards import BONUS, CARD_NAMES, CARD_OF_NAME, SEAT_NAMES, WANTED_NAMES, WANTED_OF_NAME, WILD
from engine.kernel.errors import IllegalAction

NO_CARD: Final = -1

DEAL: Final = "deal"
DRAW: Final = "draw"
BATTLE: Final = "battle"
BATTLE_SPY: Final = "battle spy"
THIEF_BONUS: Final = "thief bonus"
THIEF_ASK: Final = "thief ask"
CHEST: Final = "chest"
GRAVEDIGGER: Final = "gravedigger"
LAY_DOWN: Final = "lay-down"
END_TURN: Final = "end-turn"
STAND: Final = "stand"
SURRENDER: Final = "surrender"
JOIN: Final = "join"
PASS: Final = "pass"
CHAMPION: Final = "champion"
GUARD: Final = "guard"
DECLINE: Final = "decline"
ALLOW: Final = "allow"
CASTLE: Final = "castle"
GIVE: Final = "give"

_BARE: Final = frozenset(
    {DEAL, DRAW, LAY_DOWN, END_TURN, STAND, SURRENDER, JOIN, PASS, GUARD, DECLINE, ALLOW, CASTLE}
)  # fmt: skip
_WITH_CARD: Final = frozenset({BATTLE, GRAVEDIGGER, CHAMPION, GIVE})


class Action(NamedTuple):
    """Something to do: a verb, and as the verb needs it a card, what is wanted or named, a victim, cards."""

    verb: str
    card: int = NO_CARD
    wanted: int = 0  # the number that a Spy names, or what a Thief asks for
    victim: int = -1
    cards: tuple[int, ...] = ()

    def __str__(self) -> str:
        verb = self.verb
        if verb in _WITH_CARD:
            return f"{verb} {CARD_NAMES[self.card]}"
        if verb == BATTLE_SPY:
            return f"{verb} {self.wanted}"
        if verb == THIEF_BONUS:
            return f"{verb} {SEAT_NAMES[self.victim]}"
        if verb == THIEF_ASK:
            return f"{verb} {SEAT_NAMES[self.victim]} {WANTED_NAMES[self.wanted]}"
        if verb == CHEST:
            return " ".join((verb, *[CARD_NAMES[card] for card in self.cards]))
        return verb


def parse_action(text: object) -> Action:
    """The action of a text. Raises ``IllegalAction`` (``bad-action``) for one that is none."""
    action = _parsed(text.split(" ")) if isinstance(text, str) else None
    if action is None:
        raise IllegalAction("bad-action", f"this is no action: {str(text)[:60]!r}")
    return action


def _parsed(words: list[str]) -> Action | None:
    verb, rest = words[0], words[1:]
    if verb in _BARE:
        return None if rest else Action(verb)
    if verb == "thief":
        return _thief(rest)
    if verb == CHEST:
        cards = [CARD_OF_NAME.get(word, NO_CARD) for word in rest]
        return Action(CHEST, cards=tuple(sorted(cards))) if cards and NO_CARD not in cards else None
    if verb == BATTLE and len(rest) == 2 and rest[0] == "spy":
        number = WANTED_OF_NAME.get(rest[1], WILD)
        return Action(BATTLE_SPY, wanted=number) if number < WILD else None
    if verb not in _WITH_CARD or len(rest) != 1 or rest[0] not in CARD_OF_NAME:
        return None
    card = CARD_OF_NAME[rest[0]]
    return None if verb == BATTLE and card >= WILD else Action(verb, card)


def _thief(rest: list[str]) -> Action | None:
    if len(rest) < 2 or len(rest[1]) != 1 or rest[1] not in SEAT_NAMES:
        return None
    victim = SEAT_NAMES.index(rest[1])
    if rest[0] == "bonus" and len(rest) == 2:
        return Action(THIEF_BONUS, wanted=BONUS, victim=victim)
    if rest[0] != "ask" or len(rest) != 3:
        return None
    wanted = WANTED_OF_NAME.get(rest[2], BONUS)
    return None if wanted == BONUS else Action(THIEF_ASK, wanted=wanted, victim=victim)
