"""Drafts, and the choice among preconstructed decks: states with legal actions, like a game.

In a draft of rows some of the cards are revealed, the players take one after the other in the order of the round, and
what they leave goes to the AI; then the next row is revealed. All that is taken stays visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.decks.game.decks import Deck, in_order
from engine.decks.game.setup import DRAFT, PRECONSTRUCTED, Decks, SetUp, players_of
from engine.decks.rules.modes import SEAT_NAMES, Mode
from engine.kernel.chance import Chance
from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number

NOBODY: Final = -1

PICK: Final = "pick"
KEEP: Final = "keep"


class DraftPick:
    """A choice in a draft: a seat takes the card (or deck) at a place, counted from 0.

    ``verb`` is ``pick``, or ``keep`` for choosing a deck out of what was drafted (Mutation). The text form is
    ``A pick 2``.
    """

    __slots__ = ("at", "seat", "verb")

    def __init__(self, seat: int, at: int, verb: str = PICK) -> None:
        self.seat = seat
        self.at = at
        self.verb = verb

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DraftPick) and (self.seat, self.at, self.verb) == (other.seat, other.at, other.verb)

    def __hash__(self) -> int:
        return hash((self.seat, self.at, self.verb))

    def __str__(self) -> str:
        return f"{SEAT_NAMES[self.seat]} {self.verb} {self.at}"

    def __repr__(self) -> str:
        return f"parse_pick({str(self)!r})"


def parse_pick(text: str) -> DraftPick:
    """The action that a text form stands for. Raises ``ValueError`` with the text when it is none."""
    words = text.split()
    if len(words) == 3 and words[0] in tuple(SEAT_NAMES) and words[1] in (PICK, KEEP):
        number = whole_number(words[2], 3)
        if number is not None:
            return DraftPick(SEAT_NAMES.index(words[0]), number, words[1])
    raise ValueError(f"not an action of a draft: {text!r}")


MESSAGES: Final[dict[str, str]] = {
    "draft-over": "the draft is over: nothing is left to choose",
    "not-your-turn": "it is not for this seat to choose now",
    "no-such-card": "nothing that could be chosen lies there",
}


class Draft:
    """The base class of drafts; the interface is that of ``Position``.

    ``seats`` is the number of places at the table (an AI's included).
    """

    seats: int

    def to_act(self) -> tuple[int, ...]:
        """The seats that may choose now: one, or in a simultaneous choice all that have not chosen yet."""
        raise NotImplementedError

    def places(self, seat: int) -> list[int]:
        """The places from which a seat that is to act may choose."""
        raise NotImplementedError

    def copy(self) -> Draft:
        """An independent copy; cards are shared."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Equal exactly for drafts equal in all that matters for the future. Hashable."""
        raise NotImplementedError

    def decks(self) -> Decks:
        """The decks as far as they are drafted; complete when the draft is over."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The view of a seat, None for a spectator: part of ``DecksGame.view``."""
        raise NotImplementedError

    def push(self, action: DraftPick) -> None:
        """Carries out a choice that ``legal_actions`` has just given, without checking it again."""
        raise NotImplementedError

    @property
    def verb(self) -> str:
        return PICK

    @property
    def active(self) -> int:
        """The seat to choose, the first of those that may; ``NOBODY`` when the draft is over."""
        waiting = self.to_act()
        return waiting[0] if waiting else NOBODY

    @property
    def is_over(self) -> bool:
        """Whether all has been chosen."""
        return not self.to_act()

    def legal_actions(self, seat: int | None = None) -> list[DraftPick]:
        """Every legal action of a seat, of the active one by default; none when it has nothing to choose."""
        if seat is None:
            seat = self.active
        if seat not in self.to_act():
            return []
        return [DraftPick(seat, place, self.verb) for place in self.places(seat)]

    def apply(self, action: DraftPick) -> None:
        """Carries out a choice.

        Raises ``IllegalAction`` (``draft-over``, ``not-your-turn``, ``no-such-card``); the draft is then as it was.
        """
        waiting = self.to_act()
        code = None
        if not waiting:
            code = "draft-over"
        elif action.seat not in waiting:
            code = "not-your-turn"
        elif action.verb != self.verb or action.at not in self.places(action.seat):
            code = "no-such-card"
        if code is not None:
            raise IllegalAction(code, MESSAGES[code])
        self.push(action)


class DraftPlan(NamedTuple):
    """The order of a draft: how many lie in a row, and who takes in each round, a letter a take."""

    row: int
    rounds: tuple[str, ...]


PLANS: Final[dict[str, DraftPlan]] = {
    "duel": DraftPlan(4, ("ABBA", "BAAB", "ABBA", "BAAB")),
    "solo": DraftPlan(4, ("A",) * 8),
    "coop": DraftPlan(8, ("AC", "CA") * 4),
    "ffa": DraftPlan(8, ("ABCDDCBA", "BCDAADCB", "CDABBADC", "DABCCBAD")),
    "teams": DraftPlan(8, ("ABCDDCBA", "BCDAADCB", "CDABBADC", "DABCCBAD")),
}


class RowDraft(Draft):
    """A draft of rows. What is taken in one go is a parcel: a card, or a preconstructed deck.

    ``row`` holds the parcels that lie open, None where one was taken; ``taken`` what each seat has, ``left`` what was
    left in earlier rows; ``stock`` what is still to come, in order.
    """

    def __init__(self, mode: Mode, plan: DraftPlan, parcels: Sequence[Deck], pool: Deck = ()) -> None:
        self.mode = mode
        self.seats = mode.seats
        self.plan = plan
        self.pool = pool
        self.stock = list(parcels)
        self.row: list[Deck | None] = []
        self.taken: list[list[Deck]] = [[] for _ in range(mode.seats)]
        self.left: list[Deck] = []
        self.round = 0
        self.take = 0
        self._reveal()

    def _reveal(self) -> None:
        self.row = list(self.stock[: self.plan.row])
        del self.stock[: self.plan.row]

    def to_act(self) -> tuple[int, ...]:
        if self.round == len(self.plan.rounds):
            return ()
        return (SEAT_NAMES.index(self.plan.rounds[self.round][self.take]),)

    def places(self, seat: int) -> list[int]:
        """See ``Draft``: the places of the row where something lies; they stay the same throughout a round."""
        return [place for place, parcel in enumerate(self.row) if parcel is not None]

    def push(self, action: DraftPick) -> None:
        parcel = self.row[action.at]
        assert parcel is not None
        self.row[action.at] = None
        self.taken[action.seat].append(parcel)
        self.take += 1
        if self.take == len(self.plan.rounds[self.round]):
            self.left += [other for other in self.row if other is not None]
            self.take = 0
            self.round += 1
            self._reveal()

    def copy(self) -> RowDraft:
        copy = object.__new__(RowDraft)
        copy.__dict__.update(self.__dict__)
        copy.stock = self.stock[:]
        copy.row = self.row[:]
        copy.taken = [parcels[:] for parcels in self.taken]
        copy.left = self.left[:]
        return copy

    def key(self) -> tuple[object, ...]:
        """See ``Draft``; in what order a seat took its cards does not matter."""
        return (
            self.mode.name,
            self.plan,
            self.round,
            self.take,
            tuple([_key(parcel) for parcel in self.stock]),
            tuple([None if parcel is None else _key(parcel) for parcel in self.row]),
            tuple([tuple(sorted(_key(parcel) for parcel in parcels)) for parcels in self.taken]),
            tuple(sorted(_key(parcel) for parcel in self.left)),
        )

    def decks(self) -> Decks:
        players = tuple(_cards(self.taken[seat]) for seat in players_of(self.mode))
        last = SEAT_NAMES.index(self.plan.rounds[-1][-1])
        return Decks(players, _cards(self.left) if self.mode.ai_seats else (), last)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """See ``Draft``: all that was ever revealed, and of the rest only which cards of the pool it may be."""
        shown = {card for parcel in self.row if parcel is not None for card in parcel}
        for parcels in (*self.taken, self.left):
            shown.update(_cards(parcels))
        return {
            "round": self.round,
            "row": [None if parcel is None else _write(parcel) for parcel in self.row],
            "taken": {SEAT_NAMES[s]: [_write(parcel) for parcel in self.taken[s]] for s in players_of(self.mode)},
            "left": [_write(parcel) for parcel in self.left],
            "stock": len(self.stock),
            "unseen": [card.to_json() for card in self.pool if card not in shown],
        }


def new_draft(setup: SetUp) -> Draft | None:
    """The draft or the choice of decks that a set-up begins with; None in Constructed, and where decks are given.

    (The draft of a Mutation session is made in ``mutation``.)
    """
    mode = setup.mode
    if setup.format == DRAFT:
        plan = PLANS[mode.name]
        pool = tuple(in_order(setup.pool))
        stock = list(pool)
        Chance(setup.seed, "draft").shuffle(stock)
        return RowDraft(mode, plan, [(card,) for card in stock[: setup.cards_needed]], pool)
    if setup.format == PRECONSTRUCTED:
        order = "".join(SEAT_NAMES[seat] for seat in players_of(mode))
        return RowDraft(mode, DraftPlan(len(setup.decks), (order,)), setup.decks)
    return None


def _cards(parcels: Sequence[Deck]) -> Deck:
    return tuple(card for parcel in parcels for card in parcel)


def _key(parcel: Deck) -> tuple[str, ...]:
    return tuple(card.key for card in parcel)


def _write(parcel: Deck) -> Any:
    data = [card.to_json() for card in parcel]
    return data[0] if len(data) == 1 else data
