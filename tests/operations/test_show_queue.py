"""``manage.py show_queue``: what waits, for whoever looks after the site."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from background import services
from background.models import Heartbeat
from cards.models import PrintJob
from tests.cards.factories import make_owner

pytestmark = pytest.mark.django_db


def test_what_waits_and_who_works() -> None:
    services.queue(job=PrintJob.objects.create(owner=make_owner(), title="Embers", total=4))
    Heartbeat.objects.create(worker="here-1", heartbeat_at=timezone.now())
    said = StringIO()
    call_command("show_queue", stdout=said)
    lines = said.getvalue().splitlines()
    assert any(line.startswith("cards.PrintJob: 1 waiting") for line in lines)
    assert any(line.startswith("Tasks: 1 waiting in 1 lanes, the oldest since 20") for line in lines)
    assert any(line.startswith("Worker here-1: last seen ") for line in lines)
