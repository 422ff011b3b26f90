"""Trials in the background: steps, cancelling, Champions that change meanwhile."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from accounts.models import Owner
from background import services as background
from cards.models import Card
from champions import services
from champions.models import Trial
from champions.trials import TrialTally
from tests.champions.conftest import make_champion

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sets")]
GAMES = 44


def play_out(trial: Trial) -> Trial:
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    trial.refresh_from_db()
    return trial


@pytest.mark.smoke
def test_a_trial_is_played_by_the_worker_to_its_end(champion: Card) -> None:
    trial = play_out(services.ask(champion=champion, games=GAMES))
    assert trial.state == Trial.State.DONE
    assert trial.played == GAMES
    tally = TrialTally.of_json(trial.tally)
    assert tally.pairs == GAMES // 2
    assert tally.crowned.summoned > 0
    assert trial.seconds > 0


def test_asking_again_for_the_same_gives_the_same(champion: Card) -> None:
    trial = play_out(services.ask(champion=champion, games=GAMES))
    again = services.ask(champion=champion, games=GAMES)
    assert again == trial
    assert again.state == Trial.State.DONE


def test_a_changed_champion_is_another_trial(champion: Card) -> None:
    first = play_out(services.ask(champion=champion, games=GAMES))
    champion = Card.objects.get(pk=champion.pk)
    champion.av = 9
    champion.save()
    second = services.ask(champion=champion, games=GAMES)
    assert second != first
    assert champion.trials.first() == second


def changed(champion: Card, **values: object) -> Card:
    """The Champion, saved with other values."""
    card = Card.objects.get(pk=champion.pk)
    for name, value in values.items():
        setattr(card, name, value)
    card.save()
    return card


def test_a_champion_that_is_again_what_it_was_has_its_trial_again(champion: Card) -> None:
    first = play_out(services.ask(champion=champion, games=GAMES))
    services.ask(champion=changed(champion, av=9), games=GAMES)
    again = changed(champion, av=champion.av)
    assert services.ask(champion=again, games=GAMES) == first
    assert again.trials.first() == first
    assert not services.is_outdated(trial=again.trials.first())


def test_only_what_counts_in_a_game_makes_a_trial_outdated(champion: Card) -> None:
    trial = services.ask(champion=champion, games=GAMES)
    changed(champion, visibility="unlisted", flavour="In the rain.")
    assert not services.is_outdated(trial=Trial.objects.get(pk=trial.pk))
    changed(champion, cost=9)
    assert services.is_outdated(trial=Trial.objects.get(pk=trial.pk))


def test_a_trial_whose_champion_changes_meanwhile_is_given_up(champion: Card) -> None:
    trial = services.ask(champion=champion, games=GAMES)
    Card.objects.filter(pk=champion.pk).update(av=9)
    assert play_out(trial).state == Trial.State.CANCELLED


def test_steps_go_on_where_the_last_one_stopped(champion: Card) -> None:
    trial = services.ask(champion=champion, games=GAMES)
    services.step(trial_id=trial.pk, clock=0)
    trial.refresh_from_db()
    assert (trial.state, trial.percent) == (Trial.State.WAITING, 90)
    assert trial.played == 2 * services.STEP < GAMES
    in_steps = TrialTally.of_json(play_out(trial).tally)
    copy = make_champion(champion.owner)
    at_once = services.ask(champion=copy, games=GAMES)
    services.step(trial_id=at_once.pk, clock=600)
    at_once.refresh_from_db()
    assert TrialTally.of_json(at_once.tally) == in_steps


def test_a_cancelled_trial_stops_and_can_go_on(champion: Card) -> None:
    trial = services.ask(champion=champion, games=GAMES)
    services.step(trial_id=trial.pk, clock=0)
    trial.refresh_from_db()
    background.cancel(job=trial)
    played = trial.played
    assert play_out(trial).state == Trial.State.CANCELLED
    assert trial.played == played
    services.ask(champion=champion, games=GAMES)
    assert play_out(trial).state == Trial.State.DONE


def test_a_champion_of_season_1_is_tried_in_season_1(owner: Owner) -> None:
    trial = play_out(services.ask(champion=make_champion(owner, abilities=["aim"]), games=8))
    assert trial.state == Trial.State.DONE


def test_without_cards_there_is_no_trial(champion: Card) -> None:
    Card.objects.filter(owner=None).delete()
    with pytest.raises(services.NotEnoughCards):
        services.ask(champion=champion)
