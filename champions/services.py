"""What changes trials: asking for one, playing a step of it, going on with one that stood still, cancelling."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cards.models import Card
from champions import trials
from champions.models import GAMES, Trial
from champions.queries import pool_for
from engine.cards import Card as EngineCard
from engine.version import RULES_VERSION

SEED: Final = 1  # all trials are played on the same deals, so that Champions can be compared
STEP: Final = 20  # pairs between two looks at the clock
SLICE: Final = 5.0  # seconds of play between two notes in the database
STILL: Final = timedelta(seconds=90)  # a trial that has noted nothing for so long is not being played


class NotEnoughCards(Exception):
    """There are too few cards of the Champion's edition to draft from."""


@transaction.atomic
def ask(*, champion: Card, games: int = GAMES) -> Trial:
    """The trial of a Champion as it is now: the one that there is, gone on with if it stood still, or a new one.

    Raises ``NotEnoughCards``.
    """
    pool, edition = pool_for(champion)
    if len(pool) < trials.POOL:
        raise NotEnoughCards
    trial, is_new = Trial.objects.get_or_create(
        champion=champion, fingerprint=fingerprint(champion.printed, pool, edition, games), defaults={"games": games}
    )
    if is_new or trial.state in (Trial.State.CANCELLED, Trial.State.FAILED) or stands_still(trial):
        Trial.objects.filter(pk=trial.pk).update(state=Trial.State.WAITING, beat=timezone.now())
        trial.refresh_from_db()
        _enqueue(trial)
    return trial


def stands_still(trial: Trial) -> bool:
    """Whether a trial that is not done is not being played either: its worker was stopped."""
    if trial.state not in (Trial.State.WAITING, Trial.State.RUNNING):
        return False
    return trial.beat is None or timezone.now() - trial.beat > STILL


def cancel(*, trial: Trial) -> None:
    """Stops a trial; what was played stays counted, and ``ask`` goes on from there."""
    Trial.objects.filter(pk=trial.pk, state__in=(Trial.State.WAITING, Trial.State.RUNNING)).update(
        state=Trial.State.CANCELLED
    )


def step(*, trial_id: int, clock: float = SLICE) -> None:
    """Plays on for some seconds, notes what came of it, and asks for the next step unless that was the last.

    Two workers at once, or a step done twice, do no harm: only who found the tally as it still is may change it.
    """
    trial = Trial.objects.filter(pk=trial_id).select_related("champion__set").first()
    if trial is None or trial.state in (Trial.State.CANCELLED, Trial.State.DONE):
        return
    try:
        pool, edition = pool_for(trial.champion)
        printed = trial.champion.printed
        if fingerprint(printed, pool, edition, trial.games) != trial.fingerprint:
            Trial.objects.filter(pk=trial.pk).update(state=Trial.State.CANCELLED)  # the card has changed meanwhile
            return
        begun = time.monotonic()
        tally = trials.Tally.of_json(trial.tally)
        while tally.pairs * 2 < trial.games:
            upto = min(tally.pairs + STEP, (trial.games + 1) // 2)
            trials.play_pairs(printed, pool, edition, SEED, range(tally.pairs, upto), tally)
            if time.monotonic() - begun >= clock:  # looked at after playing: the busiest machine goes on too
                break
        _note(trial, tally, time.monotonic() - begun)
    except Exception:
        Trial.objects.filter(pk=trial.pk).update(state=Trial.State.FAILED)
        raise


def _note(trial: Trial, tally: trials.Tally, seconds: float) -> None:
    is_done = tally.pairs * 2 >= trial.games
    noted = Trial.objects.filter(
        pk=trial.pk, played=trial.played, state__in=(Trial.State.WAITING, Trial.State.RUNNING)
    ).update(
        tally=tally.to_json(),
        played=tally.pairs * 2,
        state=Trial.State.DONE if is_done else Trial.State.RUNNING,
        beat=timezone.now(),
        seconds=F("seconds") + seconds,
    )
    if noted and not is_done:
        _enqueue(trial)


def _enqueue(trial: Trial) -> None:
    from champions.tasks import play_on  # the task calls this module

    transaction.on_commit(lambda: play_on.enqueue(trial.pk))


def fingerprint(champion: EngineCard, pool: Sequence[EngineCard], edition: str, games: int) -> str:
    """A hash of all that decides how a trial ends: equal for trials that need not be played twice."""
    values = (champion.cost, champion.av, champion.hp, sorted(champion.slugs))
    parts = [RULES_VERSION, trials.LEVEL, SEED, edition, games, values, *(card.key for card in pool)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()
