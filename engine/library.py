"""The engine as a library: ``from engine.library import Board``. Names are those that users of chess libraries know.

A game of Clash of Decks from a position on::

    >>> board = Board("cod1 duel A summoning m4 | A t2 [B Ox(c3 2/4) Ant(c1 1/1)] | B t1 [B Hex(c2 1)]")
    >>> [str(action) for action in board.legal_actions]
    ['1 upper', '1 lower', '2 upper', '2 lower', 'assault']
    >>> events = board.push("1 upper")
    >>> events[0]["kind"], events[0]["rulings"], board.mana
    ('play', ['2.2'], 1)
    >>> board.pop()
    parse_action('1 upper')
    >>> board.mana
    4
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.bots.view_reading import read_view
from engine.decks.cli.bench import pool
from engine.decks.drawing.svg import draw_svg
from engine.decks.drawing.text import draw_text
from engine.decks.formats.card_reading import read_card
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import parse, write
from engine.decks.game.deal import deal
from engine.decks.game.decks import DECK_SIZE
from engine.decks.game.record_reader import read_record
from engine.decks.game.records import replay
from engine.decks.game.setup import CONSTRUCTED, Decks, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.actions import Action, parse_action
from engine.decks.rules.cards import Card
from engine.decks.rules.legality import check
from engine.decks.rules.modes import MODES, SEAT_NAMES
from engine.decks.rules.perft import perft
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace
from engine.decks.solving import Budget, solve
from engine.decks.solving.result import Answer
from engine.kernel.chance import SEED_BITS, Chance
from engine.kernel.errors import BadPosition, EngineError, IllegalAction
from engine.kernel.reading import Reader
from engine.kernel.requests import parse_json

__all__ = [
    "Action",
    "BadPosition",
    "Board",
    "EngineError",
    "IllegalAction",
    "Outcome",
    "boards_of_record",
    "parse_action",
]

# What python-chess calls otherwise: whoever asks for it is told the name here.
NAMES_OF_CHESS: Final = {
    **dict.fromkeys(("legal_moves", "generate_legal_moves"), "legal_actions"),
    **dict.fromkeys(("fen", "epd"), "notation()"),
    **dict.fromkeys(("set_fen", "from_epd"), "Board(text)"),
    **dict.fromkeys(("push_san", "push_uci"), "push(text)"),
    **dict.fromkeys(("parse_san", "parse_uci"), "engine.library.parse_action"),
    **dict.fromkeys(("san", "uci", "lan"), "str(action)"),
    **dict.fromkeys(("piece_at", "piece_map", "pieces"), "to_json()['players']"),
    "move_stack": "action_stack",
    "is_game_over": "is_over",
    "result": "outcome()",
    "unicode": "str(board)",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: ``winners`` are seats (``("A",)``), none when it is drawn; ``reason`` is the contract's."""

    winners: tuple[str, ...]
    reason: str


class Board:
    """A position and the actions that led to it from where the board began.

    ``position`` is the engine's own object, for whatever is not here. Actions are objects or their texts: ``mana``,
    ``2 upper``, ``2 onto upper 0``, ``2 at B upper 0``, ``champion upper``, ``assault``, ``end-turn``. Places count
    from 0 at the left of the hand, with the Stronghold.
    """

    def __init__(
        self,
        start: str | Mapping[str, Any] | Position,
        catalogue: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """``start`` is a line of notation (``cod1 ...``), a ``clash-position/1`` object, its JSON, or a position, which
        is copied.

        ``catalogue`` has the cards behind references. Raises ``BadPosition`` with all faults, or ``EngineError``.
        """
        if isinstance(start, str) and start.lstrip().startswith("{"):
            self.position = read_position(parse_json(start), catalogue)
        elif isinstance(start, str):
            self.position = parse(start, catalogue)
        elif isinstance(start, Position):
            self.position = start.copy()
        else:
            self.position = read_position(start, catalogue)
        self.action_stack: list[Action] = []
        self._before: list[Position] = []
        self._events: list[list[dict[str, Any]]] = []

    @classmethod
    def from_decks(
        cls,
        decks: Sequence[Sequence[Mapping[str, Any]]],
        mode: str = "duel",
        *,
        seed: int,
        first: str | None = None,
        edition: str = SEASON_2,
        exhaustion: bool = False,
    ) -> Board:
        """A game of Constructed about to begin: eight cards for each seat, written out as in ``clash-position/1``.

        ``seed`` (0 to 2**128 - 1) shuffles the hands and tosses for the first seat, unless ``first`` names it. Raises
        ``EngineError`` for what the rules do not allow, with its place.
        """
        reader = Reader()
        cards = tuple(_read_deck(reader, deck, f"/decks/{number}", edition) for number, deck in enumerate(decks))
        if mode not in MODES:
            reader.choice(mode, "/mode", MODES)
        if first is not None and (len(first) != 1 or first not in SEAT_NAMES):
            reader.choice(first, "/first", SEAT_NAMES)
        if reader.faults:
            raise BadPosition(reader.faults)
        seat = None if first is None else SEAT_NAMES.index(first)
        setup = SetUp(
            MODES[mode],
            CONSTRUCTED,
            seed,
            decks=cards,
            edition=edition,
            exhaustion=exhaustion,
            first=seat,
        )
        setup.check()
        return cls(deal(setup, Decks(cards), Terms()))

    @classmethod
    def from_view(
        cls, view: Mapping[str, Any], *, seed: int, catalogue: Mapping[str, Mapping[str, Any]] | None = None
    ) -> Board:
        """A game that a seat's ``view`` of a live one can be: the hidden cards dealt anew, each way as likely.

        ``view`` is as the site's API gives it, or its ``position``. Another ``seed`` deals otherwise. A bot of the
        engine takes what ``engine.decks.bots.view_reading.read_view`` makes of it. Raises ``BadPosition``.
        """
        return cls(read_view(view, catalogue).sample(Chance(seed, "view")))

    @classmethod
    def random(cls, seed: int) -> Board:
        """A Duel about to begin, with random cards that have all abilities: for tests and for trying things out."""
        rng = random.Random(seed)
        decks = [[card.written_out() for card in rng.sample(pool(rng), DECK_SIZE)] for _ in range(2)]
        return cls.from_decks(decks, seed=rng.getrandbits(SEED_BITS))

    def __repr__(self) -> str:
        return f"Board({self.notation()!r})"

    def __str__(self) -> str:
        return draw_text(self.position)

    def __getattr__(self, name: str) -> Any:
        here = NAMES_OF_CHESS.get(name)
        hint = f"; it is {here} here" if here else ""
        raise AttributeError(f"a Board has no {name!r}{hint}", name=name, obj=self)

    def svg(self) -> str:
        """The table as a picture, which notebooks show by themselves."""
        return draw_svg(self.position)

    _repr_svg_ = svg

    def __eq__(self, other: object) -> bool:
        """Whether the positions are alike: what is on the table and the objective, as ``notation`` writes it."""
        if not isinstance(other, Board):
            return False
        here, there = self.position, other.position
        return here.key() == there.key() and here.objective == there.objective

    __hash__ = None  # type: ignore[assignment]

    @property
    def turn(self) -> str:
        """The seat that is to act: ``A`` to ``D``."""
        return SEAT_NAMES[self.position.active]

    @property
    def mana(self) -> int:
        return self.position.mana

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        result = self.position.result
        return None if result is None else Outcome(tuple(SEAT_NAMES[seat] for seat in result.winners), result.reason)

    @property
    def legal_actions(self) -> list[Action]:
        """Every legal action, in the contract's order; none when the game is over."""
        return self.position.legal_actions()

    def is_legal(self, action: Action | str) -> bool:
        try:
            check(self.position, _action(action))
        except IllegalAction:
            return False
        return True

    def push(self, action: Action | str) -> list[dict[str, Any]]:
        """Carries out an action and returns its events, as ``resolve`` of the command line writes them.

        Raises ``IllegalAction`` with the contract's code, and leaves the board as it was.
        """
        before, trace, parsed = self.position.copy(), Trace(), _action(action)
        self.position.apply(parsed, trace)
        self.action_stack.append(parsed)
        self._before.append(before)
        self._events.append(trace.to_json())
        return self._events[-1]

    def pop(self) -> Action:
        """Undoes the last action and returns it. Raises ``IndexError`` where there is none."""
        action = self.action_stack.pop()
        self.position = self._before.pop()
        self._events.pop()
        return action

    def peek(self) -> Action:
        """The last action. Raises ``IndexError`` where there is none."""
        return self.action_stack[-1]

    @property
    def trace(self) -> list[list[dict[str, Any]]]:
        """The events of each action of ``action_stack``."""
        return self._events

    def ply(self) -> int:
        """How many actions were pushed."""
        return len(self.action_stack)

    def root(self) -> Board:
        """The board where it began, before all actions."""
        return Board(self._before[0] if self._before else self.position)

    def copy(self, *, stack: bool = True) -> Board:
        """An independent copy, with what can be undone unless ``stack`` is False."""
        copy = Board(self.position)
        if not stack:
            return copy
        copy.action_stack, copy._before, copy._events = self.action_stack[:], self._before[:], self._events[:]
        return copy

    __copy__ = copy

    def notation(self) -> str:
        """The position on one line, which ``Board`` reads again: what FEN is to chess."""
        return write(self.position)

    def to_json(self) -> dict[str, Any]:
        """The position as ``clash-position/1``."""
        return write_position(self.position)

    def perft(self, depth: int) -> int:
        """The number of action sequences of exactly this length."""
        return perft(self.position, depth)

    def solve(self, *, turns: int | None = None, seconds: float = 10.0) -> Answer:
        """The solutions of the position's objective, proved where ``complete``.

        Raises ``EngineError`` when there is no objective; ``docs/programmer/objectives.md`` says what one may ask.
        """
        return solve(self.position, turns=turns, budget=Budget(seconds=seconds, clock=time.monotonic))

    def play_randomly(self, seed: int, limit: int = 10_000) -> Outcome | None:
        """Pushes random legal actions until the game is over, or ``limit`` of them."""
        rng = random.Random(seed)
        for _ in range(limit):
            if self.is_over:
                break
            self.push(rng.choice(self.legal_actions))
        return self.outcome()


def boards_of_record(record: Mapping[str, Any]) -> Iterator[Board]:
    """The positions of a ``clash-record/1`` game, one after each action of the play, from the deal on.

    Raises ``EngineError`` for what is no record, or one that does not replay to what it says.
    """
    for step in replay(read_record(record), dict(record)):
        if step.game.position is not None:
            yield Board(step.game.position)


def _read_deck(reader: Reader, deck: Sequence[Mapping[str, Any]], at: str, edition: str) -> tuple[Card, ...]:
    cards = (
        read_card(reader, data, f"{at}/{place}", edition, optional=("abilities",)) for place, data in enumerate(deck)
    )
    return tuple(card for card in cards if card is not None)


def _action(action: Action | str) -> Action:
    """Raises ``IllegalAction`` (``bad-action``) for a text that is none."""
    if isinstance(action, Action):
        return action
    if not isinstance(action, str):
        raise TypeError(f"an Action or its text is wanted, not {type(action).__name__}")
    try:
        return parse_action(action)
    except ValueError as wrong:
        raise IllegalAction("bad-action", f"no action: {action}") from wrong
