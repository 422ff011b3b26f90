"""The next turn, laid down while the others play: it follows its cards, and says what no longer fits."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from engine.decks.game.game import DecksGame
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.table.next_turn import follow, lay_out_next
from games.decks.table.panel import PlayPanel
from games.decks.table.plans import lay_out
from tables.models import LiveGame
from tables.states import state_of
from tests.answers import text_of
from tests.engine.decks.bots.helpers import under_way
from tests.tables.clients import body_of, create, seats_of


def laid(game: DecksGame, seat: int, rng: random.Random) -> list[str]:
    """Up to three plays of a seat's next turn."""
    line: list[str] = []
    for _ in range(3):
        legal = lay_out_next(game, seat, line, "en").legal
        if legal:
            line.append(rng.choice(legal))
    return line


@pytest.mark.parametrize("mode", ["duel", "coop", "teams", "ffa"])
def test_cards_are_followed_to_where_they_lie_when_the_turn_comes(mode: str) -> None:
    kept = dropped = 0
    for number in range(40):
        rng = random.Random(number)
        game = under_way(mode, number, rng.randint(8, 60))
        people = [seat for seat in range(game.setup.mode.seats) if seat not in game.setup.mode.ai_seats]
        seat = rng.choice(people)
        if game.is_over or game.active == seat:
            continue
        before, line = game.copy(), laid(game, seat, rng)
        plan = lay_out_next(game, seat, line, "en")
        assert game.key() == before.key()  # nothing is done
        while not game.is_over and game.active != seat:
            game.apply(game.active, rng.choice(game.legal_actions()))
        if game.is_over:
            continue
        followed = follow(before, line, game, seat, "en")
        now = lay_out(game, seat, followed.line, "en")
        assert not now.dropped and all(why for _card, why in followed.dropped)
        if now.hidden_from is None:
            names = [told.what for told in now.sentences] + [card for card, _why in followed.dropped]
            assert sorted(names) == sorted(told.what for told in plan.sentences)
        kept += len(followed.line)
        dropped += len(followed.dropped)
    assert kept and (dropped or mode == "coop")


@pytest.mark.django_db
def test_a_seat_lays_down_its_next_turn_for_its_own_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = create(body_of("duel", "constructed", seed="1", first="A"))
    game, seats = LiveGame.objects.get(), seats_of(made)
    browsers = {letter: Client() for letter in "AB"}
    for letter, browser in browsers.items():
        browser.post(made["seats"][letter]["url"])
    address = game.get_absolute_url()
    assert '"view": "waiting"' in text_of(browsers["B"].get(address))
    engine = state_of(game).engine
    assert engine is not None
    play = lay_out_next(engine, SEAT_NAMES.index("B"), (), "en").legal[0]
    planned = text_of(browsers["B"].get(address, {"line": play, "version": game.version}))
    assert '"view": "planning"' in planned and f'"line": "{play}"' in planned and "Your next turn" in planned
    assert game.log.count() == game.version
    with monkeypatch.context() as patch:
        patch.setattr(PlayPanel, "stops", True)
        ends = text_of(browsers["B"].get(address, {"line": play, "version": game.version}))
    assert "your plan ends here" in ends and '<h2 id="coach-head">Your turn</h2>' not in ends
    for action in ("mana", "assault", "end-turn"):
        look = seats["A"].look()
        if look["waiting_for"] == ["A"] and action in look["view"]["actions"]:
            seats["A"].act(look["version"], action)
    ready = text_of(browsers["B"].get(address, {"line": play, "version": game.version}))
    assert '"view": "laying"' in ready and f'"line": "{play}"' in ready
    assert seats["B"].look()["waiting_for"] == ["B"]
