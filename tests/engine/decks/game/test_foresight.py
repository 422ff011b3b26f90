"""Foresight of a seat depends on nothing that it cannot see, and is what then happens."""

from __future__ import annotations

import pytest

from engine.decks.game.foresight import first_hidden, foresee, known_to
from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, MODES, SOLO, TEAMS, Mode
from engine.kernel.chance import Chance
from tests.engine.decks.game.hidden_cards import another, games

pytestmark = pytest.mark.slow("plays whole games")


def check(mode: Mode, count: int, exhaustion: bool = False) -> tuple[int, int]:
    """Compares; how many lists of actions ended at something hidden, and how many did not."""
    hidden = open_to_all = 0
    for number, (game, rng) in enumerate(games(mode, count, exhaustion)):
        seat = game.active
        other = another(game, seat, Chance(number, "another"))
        assert known_to(game, seat).view(seat) == game.view(seat)
        tried, actions = game.copy(), []
        wanted = rng.randrange(1, 6)
        while len(actions) < wanted and tried.stage == AT_PLAY and tried.active == seat:
            actions.append(str(rng.choice(tried.legal_actions(seat))))
            tried.apply(seat, actions[-1])
        foreseen = foresee(game, seat, actions)
        elsewhere = foresee(other, seat, actions)
        assert (elsewhere.steps, elsewhere.hidden_from) == (foreseen.steps, foreseen.hidden_from)
        assert elsewhere.view == foreseen.view
        real, world = game.copy(), other
        for step, action in enumerate(actions):
            before, before_world = real.copy(), world.copy()
            events, events_world = real.apply(seat, action), world.apply(seat, action)
            end = first_hidden(before.knowledge, seat, events)
            assert first_hidden(before_world.knowledge, seat, events_world) == end
            shown, shown_world = real.view_of_events(seat), world.view_of_events(seat)
            assert shown[:end] == shown_world[:end] == foreseen.steps[step][1]
            if end is not None:
                assert foreseen.hidden_from == step and foreseen.view == before.view(seat)
                hidden += 1
                break
            assert shown == shown_world
            assert real.view(seat) == world.view(seat)
        else:
            assert foreseen.hidden_from is None and foreseen.view == real.view(seat)
            open_to_all += 1
    return hidden, open_to_all


@pytest.mark.parametrize("mode", [DUEL, SOLO, CO_OP, FREE_FOR_ALL, TEAMS], ids=lambda mode: mode.name)
@pytest.mark.parametrize("exhaustion", [False, True])
def test_nothing_hidden_is_foreseen(mode: Mode, exhaustion: bool) -> None:
    hidden, open_to_all = check(mode, 6, exhaustion)
    assert hidden > 3 and open_to_all > 10


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES.values(), ids=lambda mode: mode.name)
def test_nothing_hidden_is_foreseen_in_many_games(mode: Mode) -> None:
    check(mode, 300)
    check(mode, 100, exhaustion=True)
