"""When the solution of one position gives away that of another, although the positions differ.

A proof is *near* a published puzzle when it shows a line that plays all that a solution of the puzzle plays in the
first turn (Creatures onto the same lines, Incantations at the same lines of the same player, in any order, other plays
beside them or not), and the cards that count for this, those played and those in play, are nearly the same: three
quarters of the puzzle's have their like at the same place, and half of them are equal. A card is like another of its
type that differs in one of AV, HP, abilities and, of those played, cost. The board may be turned round or mirrored.
Names, hands, Mana, objective, mode, edition and turns are not looked at. The turn may have begun: own Creatures in play
count as played too, if their cards are like all that the puzzle plays and the line plays some of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from board.naming import written_out
from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import ASSAULT, END_TURN, PLAY_LINE, PLAY_ONTO, Action, parse_action
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from grimoire.models import Proof, PuzzleSolution

MAX_PLAYS: Final = 5  # of a part of a line that is looked for; longer lines are looked for as a whole
MAX_SIGNATURES: Final = 5000  # that are asked for at once; SQLite takes some 30,000
PLAYED: Final = "played"
_SEATS: Final = {2: "oe", 4: "opqr"}  # counted from the active seat, which is "o"
_MIRRORED: Final = str.maketrans("01pr", "10rp")  # of a place: in a ring the two neighbours change places too

Values = tuple[str, bool, int, int, int, tuple[str, ...]]  # where, whether a Creature, cost, AV, HP, abilities


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """The plays of a line's first turn: ``plays`` are words for where, sorted, ``cards`` those that count.

    Of a turn that may have begun, ``shown`` are those plays that the line shows; the others are Creatures in play.
    """

    plays: tuple[str, ...]
    cards: tuple[Values, ...]
    shown: tuple[str, ...] = ()

    def mirrored(self) -> FirstTurn:
        """The same with upper and lower line exchanged."""
        plays = tuple(sorted(map(_mirrored, self.plays)))
        cards = tuple((_mirrored(values[0]), *values[1:]) for values in self.cards)
        return FirstTurn(plays, cards, tuple(map(_mirrored, self.shown)))

    def begun_before(self, played: Sequence[tuple[str, Values]]) -> FirstTurn:
        """The same turn with plays that may have come before."""
        words, cards = [word for word, _ in played], [card for _, card in played]
        return FirstTurn(tuple(sorted((*self.plays, *words))), (*cards, *self.cards), self.plays)

    def righted(self) -> FirstTurn:
        """This or its mirror image, the same of both."""
        return min(self, self.mirrored(), key=lambda way: way.plays)

    @property
    def signature(self) -> str:
        return " ".join(self.plays)


def shown_by(proof: Proof) -> list[FirstTurn]:
    """All lines that a proof shows, solutions or not, as far as they play something."""
    answer = proof.answer
    tries = (attempt["line"] for attempt in answer.get("tries", ()))
    ways = ways_of(proof.position, [*answer.get("solutions", ()), answer.get("cook", ()), *tries])
    played = _perhaps_played(read_position(written_out(proof.position)))
    return [*ways, *(way.begun_before(played) for way in ways if played)]


def ways_of(position: Mapping[str, Any], lines: Iterable[Sequence[Any]]) -> list[FirstTurn]:
    """The first turns of lines, each once: actions as ``clash-position/1`` writes them, or in text form."""
    start = read_position(written_out(position))
    standing = tuple(_standing(start))
    ways: dict[FirstTurn, None] = {}
    for line in lines:
        plays, cards = _played(start.copy(), line)
        if plays:
            ways[FirstTurn(tuple(sorted(plays)), (*cards, *standing))] = None
    return list(ways)


def begun_turn(start: Position, actions: Sequence[str]) -> tuple[Position, Sequence[str]]:
    """Where the turn began that these actions lead into, and those of them that are done in it."""
    ended = max((number for number, action in enumerate(actions, start=1) if action == str(END_TURN)), default=0)
    position = start.copy()
    for action in actions[:ended]:
        position.apply(parse_action(action))
    return position, actions[ended:]


def near_puzzles(proof: Proof) -> set[int]:
    """The primary keys of the puzzles whose solution a proof would give away."""
    return near_puzzles_of([proof])[0]


def near_puzzles_of(proofs: Sequence[Proof]) -> list[set[int]]:
    """The near puzzles of each proof, as ``near_puzzles``, with one query for thousands of shapes."""
    shown = [shown_by(proof) for proof in proofs]
    signatures = [{signature for way in ways for signature in _signatures_within(way.plays)} for ways in shown]
    kept: dict[str, list[tuple[int, list[Values]]]] = {}
    wanted = sorted(set().union(*signatures))
    for start in range(0, len(wanted), MAX_SIGNATURES):
        rows = PuzzleSolution.objects.filter(signature__in=wanted[start : start + MAX_SIGNATURES])
        for puzzle, cards, signature in rows.values_list("puzzle_id", "cards", "signature"):
            kept.setdefault(signature, []).append((puzzle, [_values_of(card) for card in cards]))
    return [
        _given_away(ways, {signature: kept[signature] for signature in some & kept.keys()})
        for ways, some in zip(shown, signatures, strict=True)
    ]


def _given_away(shown: Sequence[FirstTurn], kept: Mapping[str, Sequence[tuple[int, Sequence[Values]]]]) -> set[int]:
    """The puzzles among those ``kept`` by signature, each with the cards that count, whose solution these ways show."""
    found: set[int] = set()
    for side in (side for way in shown for side in (way, way.mirrored())):
        plays, there = Counter(side.plays), Counter(side.cards)
        for signature, puzzles in kept.items():
            words = Counter(signature.split())
            if words <= plays and (not side.shown or words & Counter(side.shown)):
                found.update(
                    puzzle
                    for puzzle, cards in puzzles
                    if puzzle not in found
                    and _is_like(cards, side.cards, there)
                    and (not side.shown or _are_played(cards, side.cards))
                )
    return found


def _are_played(wanted: Sequence[Values], among: Sequence[Values]) -> bool:
    """Whether all cards that are played have their like ``among`` others that are."""
    wanted = [card for card in wanted if card[0] == PLAYED]
    return sum(_in_common(wanted, among)) == len(wanted)


def _is_like(wanted: Sequence[Values], among: Sequence[Values], counted: Counter[Values]) -> bool:
    """Whether enough of the cards that are wanted are ``among`` others, which are ``counted`` too."""
    if 2 * (Counter(wanted) & counted).total() < len(wanted):  # hardly any puzzle comes further
        return False
    equal, alike = _in_common(wanted, among)
    return 4 * (equal + alike) >= 3 * len(wanted)


def _in_common(wanted: Sequence[Values], there: Iterable[Values]) -> tuple[int, int]:
    """How many cards are equal, and how many others alike."""
    left: dict[tuple[str, bool], list[Sequence[Any]]] = {}
    for where, is_creature, *printed in there:
        left.setdefault((where, is_creature), []).append(printed)
    counts = []
    for max_differences in (0, 1):
        missed = []
        for card in wanted:
            if not _take_like(card[2:], left.get(card[:2], []), max_differences):
                missed.append(card)
        counts.append(len(wanted) - len(missed))
        wanted = missed
    return counts[0], counts[1]


def _take_like(printed: Sequence[Any], among: list[Sequence[Any]], max_differences: int) -> bool:
    for number, candidate in enumerate(among):
        if sum(mine != its for mine, its in zip(printed, candidate, strict=True)) <= max_differences:
            del among[number]
            return True
    return False


def _values_of(card: Sequence[Any]) -> Values:
    """A card as it was before it was written as JSON."""
    where, is_creature, cost, av, hp, slugs = card
    return where, is_creature, cost, av, hp, tuple(slugs)


def _standing(position: Position) -> Iterator[Values]:
    for row, creatures in enumerate(position.rows):
        where = f"{_seen_from(position, row >> 1)}{row & 1}"
        for creature in creatures:
            for card in (creature.body.card, creature.body.symbiote):
                if card is not None:
                    yield _values(where, card)


def _perhaps_played(position: Position) -> list[tuple[str, Values]]:
    """Own Creatures in play as if they had been played this turn, each with its word."""
    return [
        (f"{what}:{line}", _values(PLAYED, card))
        for line in (0, 1)
        for creature in position.rows[2 * position.active + line]
        for what, card in (("creature", creature.body.card), ("onto", creature.body.symbiote))
        if card is not None
    ]


def _played(at: Position, line: Sequence[Any]) -> tuple[list[str], list[Values]]:
    """Words for what a line plays in the first turn, as far as it can be played, and the cards."""
    plays: list[str] = []
    cards: list[Values] = []
    try:
        for text in line:
            action = parse_action(text) if isinstance(text, str) else read_action(at, text)
            if action in (ASSAULT, END_TURN):
                break
            if action.kind >= PLAY_LINE:
                plays.append(_word(at, action))
                cards.append(_values(PLAYED, at.card_at(action.place)))
            at.apply(action)
    except (EngineError, ValueError, IndexError):  # a line of other rules
        pass
    return plays, cards


def _word(at: Position, action: Action) -> str:
    if action.kind == PLAY_LINE:
        return f"creature:{action.line}"
    if action.kind == PLAY_ONTO:
        return f"onto:{action.line}"
    return f"at:{_seen_from(at, action.seat)}{action.line}"


def _values(where: str, card: Card) -> Values:
    cost = card.cost if where == PLAYED else 0
    return (where, card.is_creature, cost, card.av, card.hp, tuple(sorted(card.slugs)))


def _seen_from(position: Position, seat: int) -> str:
    seats = len(position.seats)
    return _SEATS[seats][(seat - position.active) % seats]


def _mirrored(word: str) -> str:
    if word == PLAYED:
        return word
    what, colon, place = word.rpartition(":")
    return what + colon + place.translate(_MIRRORED)


def _signatures_within(plays: Sequence[str]) -> set[str]:
    """The shapes of all parts of a line, and of the whole."""
    parts: list[tuple[str, ...]] = [()]
    for word, count in Counter(plays).items():
        parts = [(*part, *(word,) * more) for part in parts for more in range(min(count, MAX_PLAYS - len(part)) + 1)]
    return {FirstTurn(tuple(sorted(part)), ()).righted().signature for part in (*parts, tuple(plays)) if part}
