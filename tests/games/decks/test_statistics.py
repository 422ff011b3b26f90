"""The statistics of finished games, against games that were counted by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core.management import call_command
from django.test import Client

from cards.sets import read_set
from games.decks.replaying.going_on import ReplayMoment, go_on
from games.decks.replaying.turns import turns_of
from games.decks.statistics.counting import count
from games.decks.statistics.shares import MIN_SEATS, shares
from tables.models import CountedGame, LiveGame, OutcomeCount
from tables.services import bots, consent
from tables.services.log import apply_entries, commit
from tables.states import state_of
from tables.viewers import Viewer
from tests.tables.factories import finish, make_game

pytestmark = pytest.mark.django_db


def by_hand(games: list[LiveGame]) -> Counter[tuple[str, str]]:
    """Wins and seats by card, from the final states."""
    counts: Counter[tuple[str, str]] = Counter()
    for game in games:
        state = state_of(game)
        assert state.engine is not None and state.result is not None
        for seat, deck in zip(state.players(), state.engine.decks.players, strict=True):
            for card in deck:
                assert card.reference is not None
                counts[card.reference, "seats"] += 1
                counts[card.reference, "wins"] += "ABCD"[seat] in state.result["winners"]
    return counts


def counted() -> Counter[tuple[str, str]]:
    """The same from the sums."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in OutcomeCount.objects.filter(kind="card"):
        counts[row.name, "seats"] += row.seats
        counts[row.name, "wins"] += row.wins
    return counts


def test_games_are_counted_when_they_end_and_once() -> None:
    games = [finish(make_game(seed=str(seed))) for seed in (1, 2, 3)]
    assert CountedGame.objects.count() == 3
    expected = +by_hand(games)
    assert +counted() == expected
    for game in games:
        count(game, state_of(game))
    assert +counted() == expected
    decks = {f"initiation/{deck.slug}" for deck in read_set("initiation").decks}
    rows = OutcomeCount.objects.filter(kind="deck")
    assert {row.name for row in rows} <= decks and sum(row.seats for row in rows) == 6
    assert sum(row.wins for row in rows) == 3


def test_the_sums_can_be_made_anew_when_games_are_gone() -> None:
    games = [finish(make_game(seed=str(seed))) for seed in (1, 2)]
    before = sorted(OutcomeCount.objects.values_list("kind", "name", "mode", "seats", "wins", "draws"))
    games[0].delete()
    OutcomeCount.objects.update(seats=0, wins=99)
    call_command("recount_games")
    assert sorted(OutcomeCount.objects.values_list("kind", "name", "mode", "seats", "wins", "draws")) == before
    CountedGame.objects.all().delete()
    call_command("recount_games")
    assert CountedGame.objects.count() == 1 and +counted() == +by_hand(games[1:])


def test_what_does_not_count() -> None:
    game = make_game(format="draft")
    seats = tuple(game.seats.order_by("seat_name"))
    consent.resign(Viewer(game, seats, seats[0]))
    assert state_of(game).result is not None and not CountedGame.objects.exists()
    whole = finish(make_game(seed="1"))
    state = state_of(whole)
    assert state.engine is not None
    moment = ReplayMoment(turns_of(state.engine)[-1], 0, 0)
    finish(go_on(whole, state, moment, None, {"A": ("me", ""), "B": ("me", "")}))
    assert CountedGame.objects.count() == 1


def test_draws_champions_and_who_played() -> None:
    game = finish(make_game(seed="2", champions=True))
    names = {row.name for row in OutcomeCount.objects.filter(kind="champion")}
    assert len(names) in (1, 2) and all("/" not in name for name in names)
    drawn = make_game(seed="3")
    state = state_of(drawn)
    while state.status != "play":  # the decks are chosen
        after, rows = apply_entries(drawn, state, [bots.move(state, state.to_act()[0], "greedy")])
        commit(drawn, state, after, rows)
        state = after
    seats = tuple(drawn.seats.order_by("seat_name"))
    consent.draw(Viewer(drawn, seats, seats[0]))
    counted_game = CountedGame.objects.get(token=drawn.token)
    assert [seat["score"] for seat in counted_game.seats] == [0.5, 0.5] and counted_game.people_only
    with_a_bot = make_game(seed="1", seats={"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}})
    finish(with_a_bot)
    assert not CountedGame.objects.get(token=with_a_bot.token).people_only
    assert CountedGame.objects.get(token=game.token).people_only


def test_the_page_shows_shares_by_filters_and_marks_what_is_few() -> None:
    for seed in range(1, 4):
        finish(make_game(seed=str(seed)))
    row = OutcomeCount.objects.filter(kind="deck").order_by("-seats").first()
    assert row is not None
    OutcomeCount.objects.filter(pk=row.pk).update(seats=MIN_SEATS, wins=5, draws=10)
    (first, *_rest) = shares({}, "en")["deck"]
    assert (first.seats, first.share, first.is_few) == (MIN_SEATS, 0.5, False)
    page = Client().get("/play/statistics/", {"mode": "duel", "between": "people"})
    text = page.content.decode()
    assert page.context["games"] == 3 and "An even share would be 50" in text and "few games" in text
    french = Client().get("/fr/play/statistics/").content.decode()
    assert "3 parties terminées" in french
    assert Client().get("/play/statistics/", {"mode": "ffa"}).context["games"] == 0
    assert Client().get("/play/statistics/", {"mode": "nonsense"}).context["games"] == 3
