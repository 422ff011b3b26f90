"""Upkeep: what nobody needs any more goes by itself, and only that; and moderators get rid of a spammer in one go."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner, Report, User, Visibility
from accounts.upkeep import EMPTY_FOR, sweep_guests
from background import upkeep
from background.tasks import prune
from cards.models import Card, Deck, Picture, PrintJob
from cards.printing.services import KEPT_FOR
from cards.workshop.uploads import small_name
from grimoire.models import Attempt, Favourite
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db(transaction=True)


def long_ago(owner: Owner) -> Owner:
    Owner.objects.filter(pk=owner.pk).update(created=timezone.now() - 2 * EMPTY_FOR)
    return owner


def test_sessions_that_are_over_go() -> None:
    now = timezone.now()
    for key, days in (("over", -1), ("open", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=days))
    prune.call()
    assert [session.session_key for session in Session.objects.all()] == ["open"]


def test_guests_who_left_nothing_go() -> None:
    puzzle = make_puzzle(make_owner("ada"))
    thrown, solver, reader, reporter, empty = (long_ago(make_owner()) for _ in range(5))
    Card.objects.create(owner=thrown, name="Blown Out", deleted_at=timezone.now())
    Attempt.objects.create(owner=solver, puzzle=puzzle)
    Favourite.objects.create(owner=reader, puzzle=puzzle)
    Report.objects.create(about=puzzle, reporter=reporter, reason="spam")
    new, account = make_owner(), long_ago(make_owner("bob"))
    assert sweep_guests() == 1
    left = set(Owner.objects.values_list("pk", flat=True))
    assert left == {owner.pk for owner in (puzzle.owner, thrown, solver, reader, reporter, new, account)}
    assert empty.pk not in left


def test_prints_go_after_their_day() -> None:
    owner = make_owner()
    old, new = (PrintJob.objects.create(owner=owner, title=title) for title in ("old", "new"))
    PrintJob.objects.filter(pk=old.pk).update(created=timezone.now() - 2 * KEPT_FOR)
    prune.call()
    assert list(PrintJob.objects.all()) == [new]


def test_files_that_belong_to_nothing_go(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    owner = make_owner()
    name = "pictures/known.jpg"
    Picture.objects.create(owner=owner, sha256="a", file=name, width=1, height=1, size=1)
    PrintJob.objects.create(owner=owner, title="kept", file="prints/known.pdf")
    old = [name, small_name(name), "prints/known.pdf", "pictures/orphan.jpg", "prints/orphan.pdf"]
    for path_in_store in [*old, "pictures/young.jpg"]:
        path = tmp_path / path_in_store
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    for path_in_store in old:
        os.utime(tmp_path / path_in_store, (time.time() - 3 * 24 * 3600,) * 2)
    prune.call()
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("p*/*")}
    assert left == {name, small_name(name), "prints/known.pdf", "pictures/young.jpg"}


def test_one_sweep_that_fails_keeps_no_other_from_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    sweeps = {"first": lambda: 1 // 0, "second": lambda: done.append(1) or 1}
    monkeypatch.setattr(upkeep, "_sweeps", sweeps)
    upkeep.sweep_all()
    assert done == [1]


def act(client: Client, action: str, *owners: Owner) -> None:
    path = reverse("admin:accounts_owner_changelist")
    response = client.post(path, {"action": action, "_selected_action": [owner.pk for owner in owners]}, follow=True)
    assert response.status_code == 200


def test_moderators_hide_all_that_somebody_made(moderator: Client) -> None:
    spammer, other = make_owner("spam"), make_owner("ada")
    for owner in (spammer, other):
        Deck.objects.create(owner=owner, name="Deck", visibility=Visibility.PUBLIC)
        Card.objects.create(owner=owner, name="Card", visibility=Visibility.PUBLIC, deleted_at=timezone.now())
        make_puzzle(owner)
    act(moderator, "hide_all_of", spammer)
    for model in (Deck.objects, Card.everything, type(make_puzzle(other)).objects):
        assert not model.filter(owner=spammer, hidden_at__isnull=True).exists()
        assert model.filter(owner=spammer).exists()
        assert not model.filter(owner=other, hidden_at__isnull=False).exists()


def test_moderators_delete_all_that_somebody_made_and_shut_them_out(moderator: Client) -> None:
    spammer, guest, other = make_owner("spam"), make_owner(), make_owner("ada")
    staff = Owner.objects.create(user=User.objects.get(username="judge"))
    for owner in (spammer, guest, other, staff):
        Deck.objects.create(owner=owner, name="Deck", visibility=Visibility.PUBLIC)
    act(moderator, "delete_all_of", spammer, guest, staff)
    assert {deck.owner for deck in Deck.objects.all()} == {other, staff}
    assert dict(User.objects.values_list("username", "is_active")) == {"spam": False, "ada": True, "judge": True}
