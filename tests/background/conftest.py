"""Every kind of job, waiting for a worker: what is said of jobs here is said of each of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from background import services
from background.models import Job
from cards.models import PrintJob
from champions.models import Trial
from games.decks.analysing.thinking_models import Thinking
from grimoire.models import Proof
from grimoire.models.compositions import Composition
from tables.models import BotTurn, GameReview, TimeoutCheck
from tests.cards.factories import make_card, make_owner
from tests.tables.factories import make_game

MAKERS: dict[str, Callable[[], Job]] = {
    "print": lambda: PrintJob.objects.create(owner=make_owner(), title="Embers", total=4),
    "trial": lambda: Trial.objects.create(champion=make_card("Ada", kind="champion"), fingerprint="f"),
    "bots": lambda: BotTurn.objects.create(game=make_game()),
    "time": lambda: TimeoutCheck.objects.create(game=make_game()),
    "review": lambda: GameReview.objects.create(game=make_game()),
    "thinking": lambda: Thinking.objects.create(key="k", position={}, wanted_at=timezone.now()),
    "composition": lambda: Composition.objects.create(kind="find"),
    "proof": lambda: Proof.objects.create(key="k", position={}, rules_version=1, engine_version="e"),
}


@pytest.fixture(params=MAKERS)
def job(request: pytest.FixtureRequest) -> Job:
    """A job that has been asked for."""
    made = MAKERS[request.param]()
    services.queue(job=made)
    return made
