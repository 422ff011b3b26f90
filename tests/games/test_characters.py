"""Bots with a name: who they are, that their temper changes how they play, and that they are at the table by name."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from cards.decks.preconstructed import preconstructed_deck
from cards.sets import decks
from contract.registry import GAMES
from engine.armies.bots.levels import make_bot as make_armies_bot
from engine.armies.bots.selfplay import choice_of
from engine.armies.game.game import ArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.decks.bots import make_bot
from engine.decks.bots.bot_view import bot_view
from engine.decks.bots.lookahead import after, points_in_peace
from engine.decks.bots.worth import points_of
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import PRECONSTRUCTED, SetUp
from engine.decks.game.stages import AT_DRAFT, AT_PLAY
from engine.decks.game.terms import Terms
from engine.decks.rules.actions import Action
from engine.decks.rules.board import Board
from engine.decks.rules.modes import DUEL
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget
from engine.kernel.chance import Chance
from engine.kernel.temper import AGGRESSIVE, CAREFUL, Temper
from engine.schools.bots import SchoolsBotView, make_schools_bot
from engine.schools.bots.worth import SPELLBOUND, STEADY
from engine.schools.game.game import SchoolsGame
from games.decks.cardpool import DEFAULT_SETS, decks_of_sets
from tables.models import LiveGame
from tables.naming import checked_name
from tables.states import state_of
from tests.tables.clients import API, Refused, Seat, body_of, create
from tests.tables.other_games import cards_body, schools_body

pytestmark = pytest.mark.django_db
CHARACTERS = [(game, character) for game in GAMES.values() for character in game.adapter.characters.values()]
NAMED = {"A": {"kind": "me"}, "B": {"kind": "bot", "character": "old-burr"}}


def test_each_is_somebody() -> None:
    assert len({character.slug for _game, character in CHARACTERS}) == len(CHARACTERS) >= 9
    assert len({character.name for _game, character in CHARACTERS}) == len(CHARACTERS)
    known = {deck.slug for deck in decks()}
    for game, character in CHARACTERS:
        adapter = game.adapter
        assert len(character.slug) <= 16 and character.slug not in adapter.levels
        assert character.level in adapter.levels and character.level != "random"
        assert (character.deck in known) == (game.name == "clash-of-decks")
        lines = []
        for language in ("en", "fr"):
            with translation.override(language):
                lines.append(str(character.line))
        assert lines[0] != lines[1]
        with pytest.raises(ValidationError):
            checked_name(character.name.upper(), "")
    for game in GAMES.values():
        if game.adapter.characters:
            tempers = {character.temper for character in game.adapter.characters.values()} - {None}
            assert len(tempers) >= 2


def points_left(position: Position, seat: int, action: Action) -> tuple[float, float]:
    """What a seat and its enemy have after an action, when both then only attack."""
    after_it = after(position, action, Budget())

    def points(board: Board, whose: int) -> float:
        return max(points_of(board, whose), -60.0)

    own = points_in_peace(after_it, seat, Budget(), points)
    return own, points_in_peace(after_it, seat, Budget(), lambda board, whose: points(board, 1 - whose))


def test_tempers_choose_otherwise_at_the_same_moments_of_a_duel() -> None:
    """The aggressive one leaves the enemy less, the careful one keeps more."""
    even, tempers = make_bot("greedy"), {temper: make_bot("greedy", temper=temper) for temper in (AGGRESSIVE, CAREFUL)}
    own, enemy = Counter[Temper](), Counter[Temper]()
    asked = different = 0
    for seed in range(3):
        game = DecksGame(SetUp(DUEL, PRECONSTRUCTED, seed, decks=decks_of_sets(DEFAULT_SETS)), Terms())
        while game.stage == AT_DRAFT:
            assert game.draft is not None
            game.apply(game.active, even.pick(game.draft, game.active, Chance(seed, "")))
        while game.stage == AT_PLAY and len(game.actions) < 150:
            seat, view = game.active, bot_view(game, game.active)
            if len(view.legal_actions()) > 1:
                choices = {temper: bot.choose(view, Chance(1, "")) for temper, bot in tempers.items()}
                different += choices[AGGRESSIVE] != choices[CAREFUL]
                asked += 1
                for temper, action in choices.items():
                    mine, theirs = points_left(view.sample(Chance(1, "")), seat, action)
                    own[temper] += mine
                    enemy[temper] += theirs
            game.apply(seat, even.choose(view, Chance(1, "")))
    assert different * 10 >= asked >= 50
    assert own[CAREFUL] > own[AGGRESSIVE] and enemy[CAREFUL] > enemy[AGGRESSIVE]


def test_tempers_choose_otherwise_at_the_same_moments_at_school() -> None:
    game, even = SchoolsGame("temper"), make_schools_bot("greedy")
    different = asked = 0
    while not game.is_over and len(game.actions) < 90:
        (seat,) = game.to_act()
        view = SchoolsBotView(game.state, seat)
        if len(game.actions) % 3 == 0:
            choices = [
                make_schools_bot("greedy", temper).choose(view, Chance(1, "")) for temper in (SPELLBOUND, STEADY)
            ]
            different += choices[0] != choices[1]
            asked += 1
        game.apply(seat, even.choose(view, Chance(1, "")))
    assert different * 10 >= asked >= 25


def test_tempers_choose_otherwise_at_the_same_moments_with_armies() -> None:
    game, even = ArmiesGame(ArmiesSetUp(3, "5")), make_armies_bot("greedy")
    different = 0
    for _ in range(60):
        seat = game.to_act()[0]
        choices = [choice_of(game, make_armies_bot("greedy", temper), seat, 5) for temper in (AGGRESSIVE, CAREFUL)]
        different += choices[0] != choices[1]
        game.apply(seat, choice_of(game, even, seat, 5))
    assert different >= 6


@pytest.mark.parametrize("slug", ["cinder", "old-burr", "marisol", "vesper"])
def test_they_take_their_deck(slug: str) -> None:
    made = create(
        {**body_of("duel", "preconstructed"), "seats": {**NAMED, "B": {"kind": "bot", "character": slug}}, "first": "B"}
    )
    game = LiveGame.objects.get(token=made["id"])
    adapter = GAMES["clash-of-decks"].adapter
    state = state_of(game)
    draft = state.engine.draft
    while 1 not in draft.to_act():
        draft.apply(
            next(pick for pick in draft.legal_actions() if _deck(draft, pick.at) != adapter.characters[slug].deck)
        )
    pick = str(adapter.move(state, "B", slug).action)
    assert _deck(draft, int(pick.split()[-1])) == adapter.characters[slug].deck


def _deck(draft: Any, at: int) -> str:
    deck = preconstructed_deck(draft.row[at])
    assert deck is not None
    return deck.slug


def test_a_bot_is_at_the_table_by_its_name() -> None:
    made = create({**body_of("duel", "preconstructed"), "seats": NAMED})
    assert made["seats"]["B"] == {"kind": "bot", "level": "greedy", "character": "old-burr"}
    seat = Seat(made["id"]).look()["seats"]["B"]
    assert (seat["name"], seat["level"], seat["character"]) == ("Old Burr", "greedy", "old-burr")
    page = Client().get(f"/play/{made['id']}/").content.decode()
    assert "Old Burr" in page and "old-burr" not in page.replace("/bots/#old-burr", "")
    for body in (schools_body(), cards_body(3)):
        named = {"clash-of-the-cards": "tallow", "magic-schools": "dean-pell"}[body["game"]]
        names = list(body["seats"])
        body["seats"] = {name: {"kind": "bot", "character": named} for name in names} | {names[0]: {"kind": "me"}}
        other = create(body)
        assert {part.get("character") for part in Seat(other["id"]).look()["seats"].values()} == {None, named}


def test_only_those_of_the_game_sit_down_and_none_with_a_level() -> None:
    body = body_of("duel", "preconstructed")
    for bot in ({"character": "tallow"}, {"character": "nobody"}, {"character": "cinder", "level": "greedy"}):
        with pytest.raises(Refused) as refused:
            create({**body, "seats": {**NAMED, "B": {"kind": "bot", **bot}}})
        assert refused.value.status == 400


def test_forms_offer_them_with_their_line() -> None:
    for path, slug, line in (
        ("/fr/play/", "cinder", "discute ensuite"),
        ("/fr/play/new/magic-schools/", "hexane", "dès qu"),
        ("/fr/play/new/clash-of-the-cards/", "tallow", "amasse sans bruit"),
    ):
        page = Client().get(path).content.decode()
        assert f'value="{slug}"' in page and line in page
    answer = Client().post("/play/", {"seat_B": "cinder"})
    game = LiveGame.objects.get(token=answer.headers["Location"].split("/")[-2])
    seat = game.seats.get(seat_name="B")
    assert (seat.level, seat.character, seat.player) == ("greedy", "cinder", "cinder")
    look = json.loads(Client().get(f"{API}/{game.token}").content)
    assert look["seats"]["B"]["name"] == "Cinder"
