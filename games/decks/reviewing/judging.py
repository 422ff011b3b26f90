"""Looking at a turn that was played: the better plan that was there, and the win that was missed.

Both go by what the player knew: plans are tried on samples of the hidden cards, all on the same ones, as the strongest
bot does it, and a win counts only where nothing in it depends on a card that the player could not see. Chance is drawn
from the turn's number alone, so a turn is judged alike however often that is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from contract.reviews import JudgedTurn
from engine.decks.bots.bot_view import BotView, bot_view
from engine.decks.bots.evaluation import DEEP, points_of_turn
from engine.decks.bots.outlook import outlook
from engine.decks.bots.planning import plans
from engine.decks.game.foresight import foresee, known_to
from engine.decks.game.game import DecksGame
from engine.decks.rules.actions import ASSAULT, PLAY_LINE, Action, parse_action
from engine.decks.rules.board import MANA, SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving import solve
from engine.kernel.budget import Budget, OutOfBudget
from engine.kernel.chance import Chance
from engine.kernel.errors import IllegalAction
from engine.kernel.shares import clearly_more
from games.decks.replaying.turns import MANA as BEGIN
from games.decks.replaying.turns import PlayedTurn, win_in_one

SOLVING: Final = 30_000  # positions for the win in one turn
FINDING: Final = 1_500  # nodes for finding plans
TRYING: Final = 60_000  # nodes for trying them
CANDIDATES: Final = 6
FIRST_SAMPLES: Final = 3  # on which the best of all plans is chosen
SAMPLES: Final = 10  # others, on which it is compared with what was played
MAX_SAMPLES: Final = 40  # that are drawn until the plan that was played can be carried out on so many
MIN_GAIN: Final = 0.04  # in the outlook, below which a plan is not called better
MAX_LINES: Final = 4  # solutions that are tried for one which depends on nothing hidden


def judge(turn: PlayedTurn) -> JudgedTurn:
    """Looks at a turn of a person's seat."""
    said = JudgedTurn(turn=turn.number, seat=turn.letter, missed=None, plan=None, best=None, played=None)
    game, actions = turn.start.copy(), list(turn.actions)
    if game.position is not None and game.position.phase == MANA:
        game.apply(turn.seat, BEGIN)
        actions.remove(BEGIN)
    if game.position is None or game.position.phase != SUMMONING or _is_won(game, turn.seat, actions):
        return said
    said["missed"] = missed_win(game, turn.seat)
    plays = tuple(action for action in map(parse_action, actions) if action.kind >= PLAY_LINE)
    if len(plays) < len(actions):  # a turn in which somebody gave up is no plan
        better = better_plan(game, turn.seat, plays, turn.number)
        if better is not None:
            said["plan"], said["best"], said["played"] = better
    return said


def _is_won(game: DecksGame, seat: int, actions: Sequence[str]) -> bool:
    copy = game.copy()
    for action in actions:
        copy.apply(seat, action)
    return copy.result is not None and seat in copy.result.winners


def missed_win(game: DecksGame, seat: int) -> list[str] | None:
    """A line that wins in this turn whatever the hidden cards are, as far as the search finds one."""
    position = known_to(game, seat).position
    assert position is not None
    position.objective = win_in_one(seat)
    for line in solve(position, budget=Budget(SOLVING)).solutions[:MAX_LINES]:
        written = [str(action) for action in line]
        if foresee(game, seat, written).hidden_from is None:
            return written
    return None


def better_plan(
    game: DecksGame, seat: int, played: tuple[Action, ...], number: int
) -> tuple[list[str], float, float] | None:
    """A plan that is clearly better than the plays that were made, with the outlooks of both; None if none is found."""
    view, chance = bot_view(game, seat), Chance(0, f"review {number}")
    best_plans = plans(view.sample(chance), Budget(FINDING), CANDIDATES, outlook)[:CANDIDATES]
    candidates = [plan.plays for plan in best_plans if plan.plays != played]
    budget = Budget(TRYING)
    try:
        best = _best(view, seat, candidates, chance, budget)
    except OutOfBudget:
        return None
    if best is None or not _is_legal(game.position, best):
        return None
    ours: list[float] = []
    theirs: list[float] = []
    try:
        for _ in range(MAX_SAMPLES):
            sample = view.sample(chance)
            if not _is_legal(sample, played) or not _is_legal(sample, best):
                continue
            pair = [points_of_turn(sample, plays, seat, budget, DEEP) for plays in (best, played)]
            ours.append(pair[0])
            theirs.append(pair[1])
            if len(ours) == SAMPLES:
                break
    except OutOfBudget:
        pass
    if not clearly_more(ours, theirs):
        return None
    outlooks = [min(1.0, max(0.0, sum(points) / len(points))) for points in (ours, theirs)]
    if outlooks[0] - outlooks[1] < MIN_GAIN:
        return None
    return [str(action) for action in (*best, ASSAULT)], round(outlooks[0], 3), round(outlooks[1], 3)


def _best(
    view: BotView, seat: int, candidates: Sequence[tuple[Action, ...]], chance: Chance, budget: Budget
) -> tuple[Action, ...] | None:
    """The plan that comes out best on a few samples. Raises ``OutOfBudget``."""
    samples = [view.sample(chance) for _ in range(FIRST_SAMPLES)]

    def points(plays: tuple[Action, ...]) -> float:
        return sum(points_of_turn(sample, plays, seat, budget, DEEP) for sample in samples)

    return max(candidates, key=points, default=None)


def _is_legal(position: Position | None, plays: Sequence[Action]) -> bool:
    """Whether the plays of a plan can all be made, one after the other."""
    assert position is not None
    copy = position.copy()
    try:
        for play in plays:
            copy.apply(play)
    except IllegalAction:
        return False
    return True


def outlook_for(position: Position, seat: int) -> float | None:
    """About how likely a seat is to win, at the beginning of a turn; None where that cannot be said in this turn."""
    if position.active == seat:
        return round(outlook(position, seat), 3)
    if position.mode.seats == 2 and not position.mode.ai_seats:
        return round(1.0 - outlook(position, position.active), 3)
    return None
