"""The first game's pages: the contents, a moment's table, the real game with its explanations, progress."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import Owner, User
from accounts.services import adopt
from board.samples import all_samples
from contract.moments import is_done
from engine.decks.bots.motives import ENEMY_FORCE, ENEMY_LIFE, LOSES, OWN_FORCE, OWN_LIFE, WINS, motive
from engine.decks.formats import notation
from engine.decks.rules.actions import parse_action
from games.decks.first_game import services as real_game
from games.decks.first_game.explaining import Prospect, hint, prospect
from games.decks.first_game.moments import all_moments
from games.decks.setups import DECKS
from tables.first_game import services
from tables.models import CountedGame, FirstGame, LiveGame
from tables.own_games.queries import games_of, waiting_games
from tables.states import forget_states, state_of
from tests.answers import text_of
from tests.tables.factories import finish

pytestmark = pytest.mark.django_db
SLUGS = [moment.slug for moment in all_moments()]


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same real game each time."""
    monkeypatch.setattr("games.decks.first_game.services._new_seed", lambda: 7)


def begin(client: Client, slug: str = "creature") -> LiveGame:
    answer = client.post(f"/play/first/moment/{slug}/")
    assert answer.status_code == 302 and answer["Location"].endswith("/#table")
    return table(client)


def table(client: Client) -> LiveGame:
    progress = FirstGame.objects.get(owner=owner_of(client))
    assert progress.table is not None
    return progress.table


def owner_of(client: Client) -> Owner:
    return Owner.objects.latest("created")


def end_turn(client: Client, game: LiveGame, line: str = "", **more: str) -> str:
    data = {"version": game.version, "seat": "A", "line": line, "do": "end", "sure": "1"}
    page = client.post(f"/play/{game.token}/act/", data, follow=True, **more)
    game.refresh_from_db()
    return page.content.decode()


def test_nobody_needs_an_account_and_looking_makes_nothing(client: Client) -> None:
    page = client.get("/play/first/").content.decode()
    assert not Owner.objects.exists() and not LiveGame.objects.exists()
    assert page.count("/play/first/moment/") == 11  # the button, and ten in the list
    assert page.count("/play/first/lesson/") == len(all_samples()) == 21
    for address in ("/play/first/moment/creature/", "/play/first/game/"):
        assert client.get(address).status_code == 405
    assert client.post("/play/first/moment/nonsense/").status_code == 404
    assert not LiveGame.objects.exists()


def test_a_moment_without_scripts(client: Client) -> None:
    """The task, an answer that is no reproach, the moment put back, then its point shown and the way on."""
    game = begin(client)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Choose a Creature from your hand" in page and "Moment 1 of 10" in page
    missed = end_turn(client, game)
    assert "Not quite" in missed and "This time, play one." in missed
    assert 'data-key="judge"' in missed and "Try again" in missed and "End the turn" not in missed
    again = begin(client)
    assert again != game and not LiveGame.objects.filter(pk=game.pk).exists()
    done = end_turn(client, again, "1 upper")
    assert "Well done" in done and 'action="/play/first/moment/hand/"' in done
    assert "Take back" not in done and "Rematch" not in done and "Resign" not in done


def test_a_moment_in_french(client: Client) -> None:
    page = client.post("/fr/play/first/moment/lines/", follow=True).content.decode()
    assert "B va attaquer avec Piquier du bac sur la ligne du haut" in page and "Moment 4 sur 10" in page


def test_where_one_was_is_kept_over_a_reload_and_a_restart(client: Client) -> None:
    game = begin(client)
    end_turn(client, game, "1 upper")
    forget_states()
    assert "Well done" in client.get(game.get_absolute_url()).content.decode()
    page = client.get("/play/first/").content.decode()
    assert "1 of 10 is done." in page and 'action="/play/first/moment/hand/"' in page
    game = begin(client, "hand")
    forget_states()
    page = client.get("/play/first/").content.decode()
    assert "1 of 10 is done." in page and f'href="{game.get_absolute_url()}">Continue' in page


def test_a_moment_can_be_repeated_and_stays_done(client: Client) -> None:
    end_turn(client, begin(client), "1 upper")
    end_turn(client, begin(client))
    assert services.done_by(FirstGame.objects.get()) == ["creature"]


def test_what_comes_next_is_the_first_that_is_not_done_after_this_one() -> None:
    moments = all_moments()
    assert services.next_moment(DECKS, []) == moments[0]
    assert services.next_moment(DECKS, ["creature"], moments[3]) == moments[4]
    assert services.next_moment(DECKS, SLUGS[1:], moments[3]) == moments[0]
    assert services.next_moment(DECKS, SLUGS) is None


def test_moments_are_no_games_of_ones_own_and_count_for_nothing(client: Client) -> None:
    game = begin(client, "fort")
    owner = owner_of(client)
    assert not games_of(owner).exists() and not waiting_games(owner).exists()
    end_turn(client, game, "0 at B upper 0")
    assert game.status == LiveGame.Status.OVER
    assert not CountedGame.objects.exists()
    call_command("recount_games")
    assert not CountedGame.objects.exists()
    assert "Now a real game" in client.get(game.get_absolute_url()).content.decode()
    for part in ("replay/", "replay/edit/", "replay/go-on/", "review/"):
        assert client.get(f"{game.get_absolute_url()}{part}").status_code == 404
    assert client.get(f"/api/v1/games/{game.token}/record").status_code == 404


def test_the_real_game_explains_itself_until_it_is_told_not_to(client: Client) -> None:
    answer = client.post("/play/first/game/")
    game = LiveGame.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert games_of(owner_of(client)).get() == game
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Choose one of the four ready-made decks" in page
    client.post(f"/play/{game.token}/act/", {"version": game.version, "seat": "A", "action": "A pick 0"})
    game.refresh_from_db()
    assert game.status == LiveGame.Status.PLAY
    page = client.get(game.get_absolute_url()).content.decode()
    assert "You could play" in page
    page = end_turn(client, game)
    assert re.search(r"B played [A-Z][\w ]+ on the (upper|lower) line", page)
    client.post(f"/play/first/explaining/{game.token}/", {"explains": "0"})
    page = client.get(game.get_absolute_url()).content.decode()
    assert "B played" not in page and "You could play" not in page and "Show explanations" in page
    client.post(f"/play/first/explaining/{game.token}/", {"explains": "1"})
    assert "B played" in client.get(game.get_absolute_url()).content.decode()
    assert "B played" not in Client().get(game.get_absolute_url()).content.decode()


def test_its_bot_plays_one_card_a_turn_at_most() -> None:
    game = finish(real_game.begin_game(Owner.objects.create()))
    assert most_cards_in_a_turn(game, 1) == 1
    assert not CountedGame.objects.exists()


def most_cards_in_a_turn(game: LiveGame, seat: int) -> int:
    """How many cards a seat played in the turn in which it played most."""
    plays: dict[Any, int] = {}
    for done in state_of(game).done:
        if done.seat == seat and " " in done.action and done.turn[0] == "play":
            plays[done.turn] = plays.get(done.turn, 0) + 1
    return max(plays.values())


@pytest.mark.parametrize("explains", [True, False])
def test_playing_again_keeps_the_explanations_as_they_are(client: Client, explains: bool) -> None:
    client.post("/play/first/game/")
    game = finish(LiveGame.objects.get())
    client.post(f"/play/first/explaining/{game.token}/", {"explains": str(int(explains))})
    page = text_of(client.get(game.get_absolute_url()))
    assert ("the bot stays easy and explains itself" in page) is explains
    assert ("plays as many cards as it likes" in page) is not explains
    client.post(f"/play/{game.token}/consent/", {"what": "rematch", "seat": "A"})
    again = LiveGame.objects.exclude(pk=game.pk).get()
    page = text_of(client.get(again.get_absolute_url()))
    assert {seat.seat_name: seat.is_person for seat in again.seats.all()} == {"A": False, "B": True}
    assert ("What the bot does" in page) is explains
    assert ("Hide explanations" in page) is explains
    progress = FirstGame.objects.get()
    assert progress.game == (again if explains else game)
    finish(again)
    assert (most_cards_in_a_turn(again, 0) == 1) is explains
    assert CountedGame.objects.count() == (not explains)


def test_lessons_are_ticked_off(client: Client) -> None:
    assert client.get("/play/first/lesson/nonsense/").status_code == 404
    assert client.get("/play/first/lesson/bastion-falls/")["Location"].endswith("sample=bastion-falls")
    assert not FirstGame.objects.exists()
    begin(client)
    client.get("/play/first/lesson/bastion-falls/")
    client.get("/play/first/lesson/bastion-falls/")
    assert FirstGame.objects.get().lessons == ["bastion-falls"]
    assert "You've seen 1 of them." in client.get("/play/first/").content.decode()


@pytest.mark.parametrize("has_begun", [False, True])
def test_who_signs_in_brings_along_what_is_done(has_begun: bool) -> None:
    user = User.objects.create(username="Ada")
    guest, account = Owner.objects.create(), Owner.objects.create(user=user)
    if has_begun:
        services.sit_down(account, all_moments()[1])
        FirstGame.objects.filter(owner=account).update(done=["hand"])
    services.sit_down(guest, all_moments()[0])
    FirstGame.objects.filter(owner=guest).update(done=["creature"], lessons=["bastion-falls"])
    adopt(guest=guest, user=user)
    progress = FirstGame.objects.get()
    assert progress.owner == account
    assert set(progress.done) == ({"hand", "creature"} if has_begun else {"creature"})
    assert progress.lessons == ["bastion-falls"]
    assert LiveGame.objects.get() == progress.table


def test_outcomes_that_are_done_are_named_so() -> None:
    assert is_done("done") and is_done("done-enemy") and not is_done("nothing") and not is_done("")


# What the bot is after


def position(text: str) -> Any:
    return notation.parse(f"cod1 duel B summoning m9 | {text}")


BLOCKED = (
    'A t3 [B "Own One"(c1 1/1) "Own Two"(c1 1/1) "Own Three"(c1 1/1)] lower "Wall"(c1 1/3) | '
    'B t3 [B "Bolt"(c1 3) "Guard"(c1 1/4) "Rider"(c1 2/2 rage) "Spare"(c1 1/1)] lower "Lancer"(c2 2/2)'
)


def motive_of(text: str, action: str) -> Any:
    before = position(text)
    after = before.copy()
    after.apply(parse_action(action))
    return motive(before, after)


def test_an_incantation_that_clears_the_way_is_for_the_damage_that_it_lets_through() -> None:
    text = (
        'A t3 [B "Own One"(c1 1/1) "Own Two"(c1 1/1) "Own Three"(c1 1/1)] lower "Wall"(c1 0/1) | '
        'B t3 [B "Bolt"(c1 1) "Spare"(c1 1/1) "Other"(c1 1/1)] lower "Lancer"(c5 4/4)'
    )
    motive = motive_of(text, "1 at A lower 0")
    assert (motive.kind, motive.lives) == (ENEMY_LIFE, 0)  # the Bastion falls, which no number of Health Points tells
    longer = text.replace("4/4", "3/4")
    motive = motive_of(longer, "1 at A lower 0")
    assert (motive.kind, motive.lives) == (ENEMY_LIFE, 3)  # the Wall comes back either way


def test_one_that_destroys_what_would_strike_is_for_having_it_off_the_table() -> None:
    assert motive_of(BLOCKED, "1 at A lower 0").kind == ENEMY_FORCE


def test_a_creature_in_the_way_is_for_what_it_spares() -> None:
    text = (
        'A t3 [B "Own One"(c1 1/1) "Own Two"(c1 1/1)] upper "Ogre"(c5 5/5) | '
        'B t3 [B "Guard"(c1 1/6) "Spare"(c1 1/1) "Other"(c1 1/1) "More"(c1 1/1) "Last"(c1 1/1) "End"(c1 1/1)]'
    )
    motive = motive_of(text, "1 upper")
    assert (motive.kind, motive.lives) == (OWN_LIFE, 4)  # five that the Ogre would take, less the card that was played
    assert motive_of(text, "1 lower").kind == OWN_FORCE


def test_a_play_that_wins_or_loses_says_so() -> None:
    text = (
        'A t9 [F "Own One"(c1 1/1)] lower "Wall"(c1 1/1) | B t9 ["Bolt"(c1 3) F "Spare"(c1 1/1)] lower "Lancer"(c2 3/2)'
    )
    assert motive_of(text, "0 at A lower 0").kind == WINS
    assert motive_of(text, "2 upper").kind == LOSES


def test_what_a_newcomer_is_going_to_meet() -> None:
    after = position(BLOCKED)
    after.apply(parse_action("2 lower"))
    assert prospect(after, 3, 1) == (Prospect.CREATURE, "Wall")
    after = position(BLOCKED)
    after.apply(parse_action("3 lower"))
    assert prospect(after, 3, 1) == (Prospect.AT_ONCE, "Wall")
    after = position(BLOCKED)
    after.apply(parse_action("2 upper"))
    assert prospect(after, 2, 0) == (Prospect.STRONGHOLD, "")
    assert prospect(after, 2, 5) == (Prospect.NONE, "")


def test_a_hint_is_for_the_first_turns_and_for_ones_own() -> None:
    words = hint(position(BLOCKED), 1)
    assert words.startswith("You could play")
    assert hint(position(BLOCKED), 0) == "" and hint(None, 1) == ""
    assert hint(position(BLOCKED.replace("B t3", "B t5")), 1) == ""
