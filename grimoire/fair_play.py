"""Fair play: who plays a game that is running may not have its position analysed or solved, nor who takes part in a
championship the positions of its puzzles, before it is over.

A position is that of a game when what a seat sees of the game (the Creatures in play, line by line, and its own hand)
is nearly all there, in that order, whatever else is: most cards have their like, another one of the same type that
differs in one value at most. What a Creature in play has cost does not count, nor HP that damage takes away again. The
board may be turned round or mirrored, and a few cards may have come, gone or moved, as after a turn.

What cannot be prevented: to ask in another browser without signing in, to ask somebody else, or to run the engine,
which is free software, at home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.utils import timezone

from accounts.models import Owner
from contract.log import Status
from engine.decks.game.game import DecksGame
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from grimoire.lines import stored_position
from grimoire.models import ChampionshipPuzzle
from grimoire.models.championships import not_over
from tables.faults import GameUnreadable
from tables.models import GameSeat, LiveGame
from tables.states import state_of

MAX_GAMES: Final = 100  # of one owner that are looked at, the latest
FEW: Final = 4  # cards: fewer lie in many positions


class Values(NamedTuple):
    """What counts of a card: its ``hp`` as printed and as damage leaves them, its ``cost`` while it is in a hand."""

    is_creature: bool
    cost: int
    av: int
    hp: tuple[int, int]
    slugs: tuple[str, ...]


Lists = tuple[Sequence[Values], ...]  # the lines from a seat, as it sees them, and its hand


class GameRunning(Exception):
    """The position is that of a game in which whoever asks has a seat, or, without ``game``, of a championship's puzzle
    that they are to solve alone."""

    def __init__(self, game: LiveGame | None) -> None:
        super().__init__(game.token if game else "")
        self.game = game


def check(owner: Owner | None, *positions: Position) -> None:
    """Raises ``GameRunning`` where one of these is nearly the position of a running game that an owner plays, or of a
    puzzle in a championship in which they take part."""
    if owner is None:
        return
    shown: list[Lists] = []
    for seen, game in _kept_from(owner):
        shown = shown or [lists for position in positions for lists in _all_ways(position)]
        if any(_is_like(seen, lists) for lists in shown if len(lists) == len(seen)):
            raise GameRunning(game)


def _kept_from(owner: Owner) -> Iterator[tuple[Lists, LiveGame | None]]:
    """What an owner sees of each position that they have to think about alone, and the game that it is of."""
    seats = GameSeat.objects.filter(owner=owner, game__status=Status.PLAY)
    for seat in seats.select_related("game").order_by("-game__updated")[:MAX_GAMES]:
        try:
            engine = state_of(seat.game).engine
        except (GameUnreadable, LiveGame.DoesNotExist):
            continue
        if not isinstance(engine, DecksGame) or engine.position is None:
            continue
        yield _seen(engine.position, SEAT_NAMES.index(seat.seat_name)), seat.game
    pages = ChampionshipPuzzle.objects.filter(
        not_over(timezone.now(), "championship__"), championship__runs__owner=owner
    )
    for page in pages.select_related("puzzle"):
        position = stored_position(page.puzzle.position)
        objective = position.objective
        yield _seen(position, SEAT_NAMES.index(objective["player"]) if objective else position.active), None


def _all_ways(position: Position) -> Iterator[Lists]:
    """The position as each seat sees it, and mirrored."""
    for seat in range(len(position.seats)):
        yield _seen(position, seat)
        yield _seen(position, seat, mirrored=True)


def _seen(position: Position, seat: int, mirrored: bool = False) -> Lists:
    """What a seat sees: from its own upper line around the table, and its hand."""
    count = len(position.seats)
    step = -1 if mirrored and count > 2 else 1  # in a ring the neighbours change places too
    lists: list[Sequence[Values]] = []
    for number in range(count):
        other = (seat + step * number) % count
        for line in (1, 0) if mirrored else (0, 1):
            creatures = position.rows[2 * other + line]
            lists.append([_values(creature.body.card, 0, creature.damage) for creature in creatures])
    return (*lists, [_values(card, card.cost) for card in position.seats[seat].hand])


def _values(card: Card, cost: int, damage: int = 0) -> Values:
    return Values(card.is_creature, cost, card.av, (card.hp, card.hp - damage), tuple(sorted(card.slugs)))


def _is_like(seen: Lists, lists: Lists) -> bool:
    """Whether three quarters of the cards seen are there, in their order; where those are few, of both."""
    alike = sum(_in_common(mine, theirs) for mine, theirs in zip(seen, lists, strict=True))
    count = sum(map(len, seen))
    if count < FEW:
        return count > 0 and 8 * alike >= 3 * (count + sum(map(len, lists)))
    return 4 * alike >= 3 * count


def _in_common(cards: Sequence[Values], others: Sequence[Values]) -> int:
    """The length of the longest sequence that both have in common, as far as cards are alike."""
    lengths = [0] * (len(others) + 1)
    for card in cards:
        before = 0
        for number, other in enumerate(others, start=1):
            here = lengths[number]
            lengths[number] = before + 1 if _alike(card, other) else max(here, lengths[number - 1])
            before = here
    return lengths[-1]


def _alike(card: Values, other: Values) -> bool:
    if card.is_creature != other.is_creature:
        return False
    is_hp_equal = any(mine == theirs for mine, theirs in zip(card.hp, other.hp, strict=True))
    differences = (card.cost != other.cost, card.av != other.av, not is_hp_equal, card.slugs != other.slugs)
    return sum(differences) <= 1
