"""The choices of the bots."""

from __future__ import annotations

import random
from itertools import count

import pytest

from engine.decks.bots import LEVELS, BotView, make_bot
from engine.decks.bots.bot_view import bot_view
from engine.decks.bots.evaluation import DEEP, LARGE, SMALL, Effort
from engine.decks.bots.players import GreedyBot, SearchBot
from engine.decks.game.drafts import RowDraft
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.terms import Terms
from engine.decks.rules.position import Position
from engine.kernel.chance import Chance
from engine.kernel.shares import clearly_more
from tests.engine.decks.bots.helpers import PLACES, setup_of, twin_of, under_way
from tests.engine.decks.game.helpers import mutation_draft
from tests.engine.decks.helpers import read

THINKING = LEVELS[1:]


def choice(level: str, position: Position) -> str:
    """The action of a bot in a position whose other hands it has never seen."""
    view = BotView(position, Knowledge(position), position.active)
    return str(make_bot(level).choose(view, Chance(1, "x")))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", PLACES)
def test_nobody_peeks(mode: str, level: str) -> None:
    """The same choice in games that differ only in what the seat cannot know."""
    for seed in range(3):
        game = under_way(mode, seed, 8 + seed, champions=seed == 2)
        if game.is_over:
            continue
        bot = make_bot(level, nodes=600)
        seat = game.active
        chosen = bot.choose(bot_view(game, seat), Chance(seed, "x"))
        assert chosen in game.legal_actions()
        for number in range(3):
            copy = twin_of(game, seat, random.Random(number))
            assert bot.choose(bot_view(copy, seat), Chance(seed, "x")) == chosen


@pytest.mark.parametrize("level", THINKING)
def test_it_takes_the_win(level: str) -> None:
    """B's Fort has 1 HP and nothing before it: the Assault wins, and so would playing first. It may do either."""
    position = read("A summoning m3 | A [B x a(c2 1/1)] upper w(c1 2/1) | B [x y F z]")
    chosen = choice(level, position)
    while chosen != "assault":
        position.apply(next(a for a in position.legal_actions() if str(a) == chosen))
        chosen = choice(level, position)
    position.apply(position.legal_actions()[-1])
    assert position.result is not None and position.result.winners == (0,)


@pytest.mark.parametrize("level", THINKING)
def test_it_does_not_play_its_last_life(level: str) -> None:
    """With one card to the right of the Fort, playing it loses at once (rulings 1.2, 1.4)."""
    assert choice(level, read("A summoning m9 | A [x(c1 0 cursed) F a(c1 9/9)] | B [B x y z]")) == "assault"


@pytest.mark.parametrize("level", THINKING)
def test_it_blocks_what_would_kill_it(level: str) -> None:
    """B's Ogre would bring down the Fort: only a Creature on the lower line stops it."""
    position = read("A summoning m2 | A [F a(c2 1/5) x y] | B [B x y z] lower o(c4 3/4)")
    assert choice(level, position) == "1 lower"


@pytest.mark.parametrize("level", THINKING[1:])
def test_a_search_finds_what_takes_two_plays(level: str) -> None:
    """Two Incantations, neither of any use alone, clear the way for the winning attack."""
    bolts = "p(c1 2) q(c1 2)"
    position = read(f"A summoning m2 | A [B {bolts} x x y] upper w(c1 3/1) | B [x F y] upper g(c6 0/4 regeneration)")
    assert choice(level, position).endswith("at B upper 0")


@pytest.mark.parametrize("level", ["search-large", "search-deep"])
@pytest.mark.parametrize("mode", ["duel", "coop", "teams"])
@pytest.mark.parametrize("nodes", [1, 7, 40, 500])
def test_the_budget_of_nodes_is_kept(mode: str, nodes: int, level: str) -> None:
    game = under_way(mode, 5, 8)
    bot = make_bot(level, nodes=nodes)
    assert isinstance(bot, SearchBot)
    assert bot.choose(bot_view(game, game.active), Chance(1, "x")) in game.legal_actions()
    assert 0 < bot.budget.spent <= nodes


def test_the_budget_of_time_is_kept() -> None:
    """The clock is one that goes on by a second at every look."""
    game = under_way("duel", 5, 8)
    ticks = count()
    bot = SearchBot(Effort(10**6, 10**6, 0.3, 6, 8, 3), seconds=10, clock=lambda: float(next(ticks)))
    bot.choose(bot_view(game, game.active), Chance(1, "x"))
    assert bot.budget.stopped_by == "time"
    assert bot.budget.spent <= 10 * 64 + 64  # the budget looks at every 64th node


@pytest.mark.parametrize(("mode", "nodes"), [("duel", SMALL.nodes), ("ffa", SMALL.nodes_of_four)])
def test_more_nodes_among_four(mode: str, nodes: int) -> None:
    """The search goes on until its nodes are spent, the plan of the moment that is left unfinished at most."""
    game = under_way(mode, 5, 8)
    bot = SearchBot(SMALL)
    bot.choose(bot_view(game, game.active), Chance(1, "x"))
    assert bot.budget.nodes == nodes
    assert SMALL.finding * nodes < bot.budget.spent <= nodes


def test_larger_searches_think_more() -> None:
    game = under_way("duel", 5, 8)
    spent = []
    for effort in (SMALL, LARGE, DEEP):
        bot = SearchBot(effort)
        bot.choose(bot_view(game, game.active), Chance(1, "x"))
        spent.append(bot.budget.spent)
    assert spent[0] < spent[1] < spent[2]


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_to_choose(level: str) -> None:
    game = under_way("duel", 3, 4)
    bot = make_bot(level)
    with pytest.raises(ValueError, match="nothing"):
        bot.choose(bot_view(game, 1 - game.active), Chance(1, "x"))
    draft = DecksGame(setup_of("duel", 1)).draft
    assert draft is not None
    with pytest.raises(ValueError, match="nothing"):
        bot.pick(draft, 1, Chance(1, "x"))


@pytest.mark.parametrize("level", LEVELS)
def test_a_draft_is_taken_from_what_lies_open(level: str) -> None:
    """Other cards to come, another choice never."""
    for seed in range(4):
        draft = DecksGame(setup_of("duel", seed)).draft
        assert isinstance(draft, RowDraft)
        copy = draft.copy()
        copy.stock.reverse()
        pick = make_bot(level).pick(draft, 0, Chance(seed, "x"))
        assert pick == make_bot(level).pick(copy, 0, Chance(seed, "x"))
        assert pick in draft.legal_actions()


@pytest.mark.parametrize("level", LEVELS)
def test_the_draft_of_a_mutation_session(level: str) -> None:
    game = DecksGame(mutation_draft(3))
    bot = make_bot(level)
    while not game.is_over:
        assert game.draft is not None
        for seat in game.draft.to_act():
            game.apply(seat, bot.pick(game.draft, seat, Chance(3, f"{seat} {len(game.draft_actions)}")))
    assert [len(deck) for deck in game.decks.players] == [8] * 4


def test_a_bot_takes_the_better_card() -> None:
    draft = DecksGame(setup_of("duel", 2), Terms()).draft
    assert isinstance(draft, RowDraft)
    weak, strong = read("A mana m0 | A [B a(c6 0/1 blackmail) b(c1 4/6 protection)] | B [B x]").seats[0].hand
    draft.row = [(weak,), (weak,), (strong,), (weak,)]
    assert GreedyBot().pick(draft, 0, Chance(1, "x")).at == 2


def test_there_is_no_such_level() -> None:
    with pytest.raises(ValueError, match="search-large"):
        make_bot("grandmaster")


@pytest.mark.parametrize(
    ("ours", "theirs", "clear"),
    [
        ([0.9] * 5, [0.1] * 5, False),  # too few
        ([0.9] * 6, [0.1] * 6, True),
        ([0.1] * 6, [0.9] * 6, False),
        ([0.5] * 6, [0.5] * 6, False),
        ([1, 0, 1, 0, 1, 1], [0, 1, 0, 1, 0, 0], False),
        ([1, 0.9, 1, 0.9, 1, 1], [0, 0.1, 0.5, 0.4, 0, 0.6], True),
    ],
)
def test_what_is_clearly_more(ours: list[float], theirs: list[float], clear: bool) -> None:
    assert clearly_more(ours, theirs) is clear
