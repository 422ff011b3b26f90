"""The guided first games of the games beside Clash of Decks: every moment is solved by what it asks for, and not by
doing nothing; their pages, and the real game that follows."""

from __future__ import annotations

import pytest
from django.test import Client

from contract.registry import GAMES
from contract.simple_moments import SimpleMoment
from engine.armies.formats.state_reading import read_state as read_armies
from engine.schools.formats.state_reading import read_state as read_schools
from tables.models import FirstGame, LiveGame
from tables.own_games.queries import games_of
from tables.states import forget_states, state_of
from tests.answers import text_of

pytestmark = pytest.mark.django_db
FORMATS = {"magic-schools": "magic-schools/1", "clash-of-the-cards": "clash-of-the-cards/1"}
EVERY = [moment for game in GAMES.values() for moment in game.moments() if isinstance(moment, SimpleMoment)]
# What the reader does at each moment to show its point, and what shows that it was something else.
SOLVED = {
    "magic-schools-move": (["move fire"], ["end"]),
    "magic-schools-assign": (["assign earth"], ["end"]),
    "magic-schools-start": (["pass dragombre"], ["assign water", "pass dragombre"]),
    "magic-schools-pass": (["pass blancgriffon"], ["end"]),
    "magic-schools-summon": (["summon water fire", "pass dragombre"], ["summon water fire", "end"]),
    "magic-schools-spell": (["cast 1 combustio"], ["cast 1 maleficio", "end"]),
    "magic-schools-steal": (["assign darkness", "cast 1 eversio"], ["end"]),
    "magic-schools-win": (["assign water", "pass blancgriffon"], ["end"]),
    "clash-of-the-cards-draw": (["draw"], ["battle 7.1", "champion 10.2", "end-turn"]),
    "clash-of-the-cards-battle": (["battle 7.1", "champion 10.6"], ["draw", "end-turn"]),
    "clash-of-the-cards-surrender": (["surrender"], ["stand"]),
    "clash-of-the-cards-castle": (["champion castle"], ["champion 2.5"]),
    "clash-of-the-cards-spy": (["join"], ["pass"]),
    "clash-of-the-cards-thief": (["thief bonus B"], ["draw", "end-turn"]),
    "clash-of-the-cards-chest": (["chest 2.1 2.2 2.4 2.6"], ["draw", "end-turn"]),
    "clash-of-the-cards-lay-down": (["lay-down"], ["draw", "end-turn"]),
}


def sit(browser: Client, moment: SimpleMoment) -> LiveGame:
    answer = browser.post(f"/play/first/moment/{moment.slug}/")
    assert answer.status_code == 302 and answer["Location"].endswith("/#table")
    game = FirstGame.objects.get().table
    assert game is not None
    return game


def play(browser: Client, game: LiveGame, actions: list[str]) -> str:
    """Does the actions that are still open to the reader, and answers the table then."""
    address = game.get_absolute_url()
    for action in actions:
        forget_states()
        state = state_of(LiveGame.objects.get(pk=game.pk))
        assert state.engine is not None
        if action in [str(legal_action) for legal_action in state.engine.legal_actions(0)]:
            browser.post(f"{address}act/", {"action": action, "version": state.version, "seat": state.seat_names[0]})
    return text_of(browser.get(address))


def test_there_are_eight_of_each() -> None:
    assert {name: len(game.moments()) for name, game in GAMES.items() if game.moments()} == {
        "clash-of-decks": 10,
        "magic-schools": 8,
        "clash-of-the-cards": 8,
    }
    assert [moment.slug for moment in EVERY] == list(SOLVED)


@pytest.mark.parametrize("moment", EVERY, ids=lambda moment: moment.slug)
def test_its_state_is_one_of_the_format(moment: SimpleMoment) -> None:
    start = moment.setup().written()["guide"]["start"]
    assert start["format"] == FORMATS[moment.game]
    if moment.game == "magic-schools":
        read_schools(start, "")
    else:
        read_armies(start)


@pytest.mark.parametrize("moment", EVERY, ids=lambda moment: moment.slug)
def test_its_point_is_shown_by_what_it_asks_for(moment: SimpleMoment) -> None:
    browser = Client()
    game = sit(browser, moment)
    table = text_of(browser.get(game.get_absolute_url()))
    assert moment.text("en", "task") in table and moment.text("en", "why") in table
    done = play(browser, game, SOLVED[moment.slug][0])
    assert "Well done" in done and moment.outcome_text("en", "done") in done
    assert 'name="action"' not in done.partition("data-says")[2].partition("What happened")[0]


@pytest.mark.parametrize("moment", EVERY, ids=lambda moment: moment.slug)
def test_another_way_is_told_as_such(moment: SimpleMoment) -> None:
    browser = Client()
    game = sit(browser, moment)
    text = play(browser, game, SOLVED[moment.slug][1])
    if moment.slug == "magic-schools-start":  # nothing else can be done first that would not come to it
        assert "Well done" in text
        return
    assert "Not quite" in text and moment.outcome_text("en", "nothing") in text


def test_texts_are_complete_and_different() -> None:
    for moment in EVERY:
        for name in ("title", "task", "why"):
            assert moment.text("en", name) != moment.text("fr", name)
        for outcome in ("done", "nothing"):
            english, french = moment.outcome_text("en", outcome), moment.outcome_text("fr", outcome)
            assert english != french and "'" not in english + french


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_the_contents_lead_on_from_what_is_done(name: str, prefix: str) -> None:
    browser = Client()
    first, second, *_rest = GAMES[name].moments()
    contents = f"{prefix}/play/first/of/{name}/"
    page = text_of(browser.get(contents))
    assert all(moment.text("fr" if prefix else "en", "title") in page for moment in GAMES[name].moments())
    assert f"/play/first/of/{name}/" in text_of(browser.get(f"{prefix}/play/new/{name}/"))
    play(browser, sit(browser, first), SOLVED[first.slug][0])
    page = text_of(browser.get(contents))
    assert 'class="is-done"' in page and f'action="{prefix}/play/first/moment/{second.slug}/"' in page
    assert "is-done" not in text_of(browser.get(f"{prefix}/play/first/"))
    sit(browser, second)
    assert FirstGame.objects.get().done == [first.slug] and LiveGame.objects.count() == 1


def test_there_is_no_first_game_of_another_name() -> None:
    browser = Client()
    assert browser.get("/play/first/of/clash-of-decks/").status_code == 404
    assert browser.post("/play/first/moment/magic-schools-nonsense/").status_code == 404


@pytest.mark.parametrize("moment", [EVERY[0], EVERY[9]], ids=lambda moment: moment.slug)
def test_a_moment_is_its_readers_alone(moment: SimpleMoment) -> None:
    browser = Client()
    game = sit(browser, moment)
    assert Client().get(game.get_absolute_url()).status_code == 404
    assert list(games_of(FirstGame.objects.get().owner)) == []
    assert browser.get(f"/api/v1/games/{game.token}/record").status_code == 404
    play(browser, game, SOLVED[moment.slug][0])
    replay = f"{game.get_absolute_url()}replay/"
    assert Client().get(replay).status_code == 404 and "The game is still on" in browser.get(replay).content.decode()


@pytest.mark.parametrize("name", FORMATS)
def test_the_real_game_explains_itself_against_a_mild_bot(name: str) -> None:
    browser = Client()
    last = GAMES[name].moments()[-1]
    done = play(browser, sit(browser, last), SOLVED[last.slug][0])
    assert f'action="/play/new/{name}/first/"' in done
    begun = browser.post(f"/play/new/{name}/first/")
    assert begun.status_code == 302
    game = LiveGame.objects.exclude(pk=FirstGame.objects.get().table_id).get()
    assert game.setup["explains"] and 'class="advice"' in text_of(browser.get(begun["Location"]))
