"""The table's plan: what it shows, where it stops, what is kept of it when the game has gone on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.abilities import ability_brief
from cards.sets import SLUGS
from engine.decks.formats import notation
from engine.decks.game.game import DecksGame
from engine.decks.rules.board import Seat as PlayerSeat
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.table.plans import END_TURN, lay_out
from games.decks.table.reasons import reasons
from tables.models import LiveGame
from tables.states import state_of
from tests.answers import text_of
from tests.tables.clients import Seat, body_of, create, seats_of

pytestmark = pytest.mark.django_db


def begun(form: str = "constructed", **more: Any) -> tuple[dict[str, Any], LiveGame, dict[str, Client]]:
    """A Duel of two people, each in a browser of their own."""
    made = create(body_of("duel", form, **{"seed": "1", "first": "A", **more}))
    clients = {letter: Client() for letter in made["seats"]}
    for letter, seat in made["seats"].items():
        clients[letter].post(seat["url"])
    return made, LiveGame.objects.get(), clients


def engine_of(game: LiveGame) -> DecksGame:
    game.refresh_from_db()
    engine = state_of(game).engine
    assert engine is not None
    return engine


def test_a_plan_stops_at_the_first_hidden_card() -> None:
    """It says so, and what is played that far is looked at before the turn goes on."""
    made, game, clients = begun("draft", seed="8", sets=list(SLUGS))
    seats, rng = seats_of(made), random.Random(8)
    for _ in range(300):
        engine = engine_of(game)
        letter = SEAT_NAMES[engine.active]
        if engine.position is not None:
            legal = [str(action) for action in engine.legal_actions() if " " in str(action)]
            plans = {action: lay_out(engine, engine.active, [action], "en", END_TURN) for action in legal}
            hiding_play = next(
                (action for action, plan in plans.items() if plan.hidden_from is not None and not plan.closing), ""
            )
            if hiding_play:
                break
        seats[letter].act(game.version, rng.choice([str(item) for item in engine.legal_actions()]))
    assert hiding_play
    client, address = clients[letter], f"/play/{game.token}/"
    page = text_of(client.get(address, {"line": f"{hiding_play};1 upper", "view": "preview"}))
    assert "The rest depends on a hidden card." in page
    assert "Play up to here" in page and f'name="line" value="{hiding_play}"' in page
    version = game.version
    sent = {"line": f"{hiding_play};1 upper", "version": version, "do": "end", "seat": letter}
    assert client.post(f"{address}act/", sent).status_code == 302
    game.refresh_from_db()
    assert [item.action for item in game.log.filter(version__gt=version)] == [hiding_play]
    assert game.to_act == letter or game.status == "over"


def test_a_plan_of_an_old_page_is_kept_where_it_may_still_be_done() -> None:
    _made, game, clients = begun()
    address = f"/play/{game.token}/"
    line = next(str(play) for play in lay_out(engine_of(game), 0, [], "en").legal if play.endswith("upper"))
    sent = {"line": line, "version": game.version + 5, "do": "end", "seat": "A"}
    answer = clients["A"].post(f"{address}act/", sent)
    assert "line=" in answer.headers["Location"]
    page = text_of(clients["A"].get(answer.headers["Location"]))
    assert "The game has moved on. Nothing was changed." in page and f'name="line" value="{line}"' in page
    taken_out = text_of(clients["A"].get(address, {"line": f"{line};9 upper"}))
    assert "One play is no longer possible" in taken_out and f'name="line" value="{line}"' in taken_out
    game.refresh_from_db()
    assert game.version == 0
    twice = {**sent, "version": 0}
    clients["A"].post(f"{address}act/", twice)
    clients["A"].post(f"{address}act/", twice)
    assert game.log.filter(seat="A", action=line).count() == 1
    assert "It's your turn" not in clients["A"].get(address).content.decode()


def test_the_other_seat_sees_the_turn_step_by_step() -> None:
    _made, game, clients = begun()
    address = f"/play/{game.token}/"
    line = next(str(play) for play in lay_out(engine_of(game), 0, [], "en").legal if play.endswith("lower"))
    clients["A"].post(f"{address}act/", {"line": line, "version": 0, "do": "end", "seat": "A"})
    page = clients["B"].get(address)
    texts = [row.text for row in page.context["page"].rows]
    assert any("puts" in text and "lower line" in text for text in texts)
    assert page.context["page"].rows[-1].text.startswith("Player B gains")
    part = clients["B"].get(address, {"since": "0", "version": "0"}, headers={"HX-Request": "true"}).content.decode()
    assert 'id="side"' in part and 'hx-swap-oob="innerHTML"' in part and "<html" not in part
    game.refresh_from_db()
    same = {"since": "0", "version": str(game.version)}
    assert "hx-swap-oob" not in clients["B"].get(address, same, headers={"HX-Request": "true"}).content.decode()


def test_ones_own_side_is_near_and_the_board_can_be_turned() -> None:
    _made, game, clients = begun()
    address = f"/play/{game.token}/"
    for letter, far in (("A", "B"), ("B", "A")):
        board = clients[letter].get(address).context["page"]
        assert (board.seats_above, board.seats_below) == (far, letter)
        turned = clients[letter].get(address, {"turned": "1"}).context["page"]
        assert (turned.seats_above, turned.seats_below) == (letter, far)
        assert [line.left for line in turned.lines] == [line.right for line in reversed(board.lines)]


def test_in_a_game_of_four_ones_own_hand_and_lines_are_nearest() -> None:
    made = create(body_of("ffa", "constructed"))
    for letter, seat in made["seats"].items():
        client = Client()
        client.post(seat["url"])
        board = client.get(f"/play/{made['id']}/").context["page"]
        assert board.seats_below[-1] == letter
        assert all(letter in (line.left_seat, line.right_seat) for line in board.lines[-2:] if letter in "AC")


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (
            "m1 | A t2 [B Ox(c3 2/4) Hex(c1 1) Ant(c1 1/1) Ant(c1 1/1) Ant(c1 1/1)]",
            {"1": "You're 2 Mana short.", "2": "No target", "5": "Not available"},
        ),
        ("m9 | A t2 [B Ox(c3 2/4)]", {}),
    ],
)
def test_why_a_card_may_not_be_played(seats: str, expected: dict[str, str]) -> None:
    position = notation.parse(f"cod1 duel A summoning {seats} | B t1 [B Ant(c1 1/1)]")
    texts_by_place = {reason.place: reason.text for reason in reasons(position, 0)}
    assert texts_by_place.keys() == expected.keys()
    assert all(texts_by_place[place].startswith(text) for place, text in expected.items())
    legal = {str(action).split()[0] for action in position.legal_actions()}
    assert not legal & texts_by_place.keys()


def test_who_watches_cannot_lay_down_anything() -> None:
    _made, game, _clients = begun()
    watching = Client()
    page = watching.get(f"/play/{game.token}/", {"line": "1 upper", "view": "preview", "seat": "A"})
    assert page.context["side"].plan is None and "watching." in page.content.decode()
    sent = {"line": "1 upper", "version": 0, "do": "end", "seat": "A"}
    assert watching.post(f"/play/{game.token}/act/", sent).status_code == 302
    game.refresh_from_db()
    assert game.version == 0
    assert Seat(game.token).look()["version"] == 0


def test_two_seats_at_one_screen_choose_in_turn() -> None:
    made = create(body_of("duel", "draft"))
    client = Client()
    for seat in made["seats"].values():
        client.post(seat["url"])
    game = LiveGame.objects.get()
    address = f"/play/{game.token}/"
    while game.status == "draft":
        parcel = next(candidate for candidate in client.get(address).context["choosing"].row if candidate.action)
        assert parcel.action[0] == game.to_act
        sent = {"action": parcel.action, "version": game.version, "seat": game.to_act}
        address = client.post(f"/play/{game.token}/act/", sent).headers["Location"]
        game.refresh_from_db()
    assert game.status == "play"


def test_a_deck_is_chosen_by_its_plan() -> None:
    """It says how hard it is to play, too."""
    _made, game, clients = begun("preconstructed")
    decks = text_of(clients[game.to_act].get(f"/play/{game.token}/"))
    assert all(words in decks for words in ("Play Tide Watch", "Hold the Bridge: swimmers", "Easy", "Hard"))


def test_a_card_is_chosen_by_what_it_does() -> None:
    """What one has so far stays in sight, for nobody else."""
    _made, game, clients = begun("draft", seed="9")
    address, letter = f"/play/{game.token}/", game.to_act
    page = clients[letter].get(address)
    faces = [parcel.faces[0] for parcel in page.context["choosing"].row]
    abilities = [badge for face in faces for badge in face.abilities]
    assert abilities and all(ability_brief(badge.slug, "en") in text_of(page) for badge in abilities)
    assert f'data-button="Take {faces[0].name}"' in page.content.decode() and not page.context["choosing"].own
    sent = {"action": page.context["choosing"].row[0].action, "version": game.version}
    clients[letter].post(f"{address}act/", sent)
    assert [face.name for face in clients[letter].get(address).context["choosing"].own] == [faces[0].name]
    assert Client().get(address).context["choosing"].own == []


def test_a_game_that_ends_in_its_draft_says_so() -> None:
    _made, game, clients = begun("draft")
    address = f"/play/{game.token}/"
    assert clients["A"].post(f"{address}consent/", {"what": "resign"}).status_code == 302
    page = clients["B"].get(address).content.decode()
    assert "You won" in page and "A resigned." in page and 'value="rematch"' in page and 'name="action"' not in page
    assert 'value="rematch"' not in Client().get(address).content.decode()


def test_a_champion_says_what_it_costs_now() -> None:
    """A Creature of its own cost in play makes it cheaper: its card says so as a card of the hand does."""
    made, game, clients = begun(champions=True)
    champion = {"name": "Ada", "type": "creature", "cost": 2, "av": 2, "hp": 4, "abilities": ["rage"]}
    seats, address = seats_of(made), f"/play/{game.token}/"
    for letter in "AB":
        seats[letter].post("/terms", {"version": seats[letter].look()["version"], "champion": champion})

    def told(line: str, **more: str) -> Any:
        (item,) = clients["A"].get(address, {"line": line, **more}).context["page"].now.zones["champion-A"]
        return item.get("x")

    engine = engine_of(game)
    plan = lay_out(engine, 0, [], "en")
    assert plan.position is not None
    player = plan.position.seats[0]
    assert isinstance(player, PlayerSeat)
    costs = {
        str(player.place_of(index)): card.cost
        for index, card in enumerate(player.hand[: plan.position.window(0)])
        if card.is_creature
    }
    dear = next(play for play in plan.legal if play.endswith(" upper") and costs.get(play.split()[0]) == 2)
    other = next(play for play in plan.legal if play.endswith(" upper") and costs.get(play.split()[0], 2) != 2)
    assert (told(""), told(dear), told(other)) == (None, "costs 1", None)


def test_a_turn_without_a_play_is_ended_only_by_who_means_it() -> None:
    """Without scripts too: the first press leads to a question, which no reading of a page answers."""
    _made, game, clients = begun()
    address = f"/play/{game.token}/"
    sent = {"line": "", "version": 0, "do": "end", "seat": "A"}
    answer = clients["A"].post(f"{address}act/", sent)
    assert answer.headers["Location"] == f"{address}?end=1"
    page = text_of(clients["A"].get(f"{address}?end=1"))
    assert "You haven't played a card this turn." in page and 'name="sure"' in page
    assert 'name="sure"' not in text_of(clients["A"].get(address))
    assert 'name="sure"' not in text_of(clients["B"].get(f"{address}?end=1"))
    game.refresh_from_db()
    assert game.version == 0
    clients["A"].post(f"{address}act/", {**sent, "version": 3, "sure": "1"})
    clients["A"].post(f"{address}act/", {"line": "", "do": "end", "seat": "A", "sure": "1"})
    game.refresh_from_db()
    assert game.version == 0
    clients["A"].post(f"{address}act/", {**sent, "sure": "1"})
    game.refresh_from_db()
    assert game.to_act == "B"


def test_what_was_played_before_a_hidden_card_counts_as_a_play() -> None:
    """A turn that has begun is ended at once: it is not empty."""
    _made, game, clients = begun()
    line = next(str(play) for play in lay_out(engine_of(game), 0, [], "en").legal if play.endswith("upper"))
    state = state_of(game)
    seat = Seat(game.token, _made["seats"]["A"]["token"], "A")
    seat.act(state.version, "mana", line)
    game.refresh_from_db()
    sent = {"line": "", "version": game.version, "do": "end", "seat": "A"}
    assert "end=1" not in clients["A"].post(f"/play/{game.token}/act/", sent).headers["Location"]
    game.refresh_from_db()
    assert game.to_act == "B"


def test_an_answer_to_an_act_finds_its_game_once() -> None:
    _made, game, clients = begun()
    sent = {"line": "", "version": 0, "do": "end", "seat": "A", "sure": "1"}
    with CaptureQueriesContext(connection) as queries:
        side = clients["A"].post(f"/play/{game.token}/act/", sent, headers={"HX-Request": "true"})
    assert 'id="side"' in side.content.decode()
    assert len([query for query in queries if '"play_livegame"."token" =' in query["sql"]]) == 1
