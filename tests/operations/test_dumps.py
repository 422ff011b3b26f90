"""Dumps that ``dumpdata`` writes are read by ``loaddata``, whatever has been thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Owner
from cards.models import Card, CardVersion
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

PLACES = {"exclude": ["contenttypes", "auth.permission", "sessions"], "use_natural_foreign_keys": True}


@pytest.mark.django_db(transaction=True)
def test_round_trip_with_a_card_in_the_trash(tmp_path: Path) -> None:
    ada = make_owner("ada")
    puzzle = make_puzzle(ada)
    card = Card.objects.create(owner=ada, name="Blown Out", deleted_at=timezone.now())
    CardVersion.objects.create(card=card, number=1, content={"name": "Blown Out"}, made=timezone.now())
    path = str(tmp_path / "dump.json")
    call_command("dumpdata", output=path, **PLACES)
    call_command("flush", interactive=False, verbosity=0)
    assert not Owner.objects.exists()
    call_command("loaddata", path, verbosity=0)
    assert list(Owner.objects.all()) == [ada]
    assert Card.everything.get().deleted_at is not None
    assert CardVersion.objects.get().card_id == card.pk
    puzzle.refresh_from_db()
    assert puzzle.owner == ada
