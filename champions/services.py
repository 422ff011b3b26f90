"""Services of trials: asking for one, and playing a step of it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from background import services as background
from background.lanes import lane_of_now
from cards.models import Card
from champions import trials
from champions.models import GAMES, Trial
from champions.queries import pool_for
from engine.decks.rules.cards import Card as EngineCard
from engine.decks.rules.version import RULES_VERSION

SEED: Final = 1  # all trials are played on the same deals, so that Champions can be compared
STEP: Final = 20  # pairs between two looks at the clock
SLICE: Final = 5.0  # seconds of play between two notes in the database


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
    if not is_new and trial != champion.trials.first():
        # It is as it was once before: that trial is the one to be shown again.
        trial.asked = timezone.now()
        trial.save(update_fields=["asked"])
    if is_new or not (trial.is_busy or trial.is_done):
        background.queue(job=trial)
    background.go_on(job=trial)
    return trial


def may_stop(*, trial: Trial, owner: Owner | None) -> bool:
    """Whether somebody may stop a trial: the Champion's owner, and whoever of this moment has asked for it."""
    return trial.champion.is_owned_by(owner) or (trial.lane != "" and trial.lane == lane_of_now())


def is_outdated(*, trial: Trial) -> bool:
    """Whether the Champion has changed since its trial was asked for, in what counts in a game."""
    champion = trial.champion
    if champion.updated <= trial.asked:
        return False
    pool, edition = pool_for(champion)
    return fingerprint(champion.printed, pool, edition, trial.games) != trial.fingerprint


def step(*, trial_id: int, clock: float = SLICE) -> None:
    """Plays on for some seconds, notes what came of it, and asks for the next step unless that was the last."""
    lease = background.claim(Trial.objects.select_related("champion__set"), trial_id)
    if lease is None:
        return
    with lease:
        _play_on(lease, clock)


def _play_on(lease: background.Lease[Trial], clock: float) -> None:
    trial = lease.job
    pool, edition = pool_for(trial.champion)
    printed = trial.champion.printed
    if fingerprint(printed, pool, edition, trial.games) != trial.fingerprint:
        lease.drop()  # the card has changed meanwhile
        return
    begun = time.monotonic()
    tally = trials.TrialTally.of_json(trial.tally)
    while tally.pairs * 2 < trial.games:
        upto = min(tally.pairs + STEP, (trial.games + 1) // 2)
        trials.play_pairs(printed, pool, edition, SEED, range(tally.pairs, upto), tally)
        if time.monotonic() - begun >= clock:  # looked at after playing: the busiest machine goes on too
            break
    end_step = lease.finish if tally.pairs * 2 >= trial.games else lease.requeue
    end_step(tally=tally.to_json(), played=tally.pairs * 2, seconds=trial.seconds + time.monotonic() - begun)


def fingerprint(champion: EngineCard, pool: Sequence[EngineCard], edition: str, games: int) -> str:
    """A hash of all that decides how a trial ends: equal for trials that need not be played twice."""
    values = (champion.cost, champion.av, champion.hp, sorted(champion.slugs))
    parts = [RULES_VERSION, trials.LEVEL, SEED, edition, games, values, *(card.key for card in pool)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()
