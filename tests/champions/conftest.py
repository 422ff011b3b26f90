"""Champions, decks and owners for the tests of this room."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Owner, User, Visibility
from cards.loading import load_sets
from cards.models import Card, Kind
from cards.sets import read_set


def load_three_sets() -> None:
    """Three of the site's own sets: enough for decks and drafts of both editions."""
    load_sets(files=[read_set("initiation"), read_set("breaching-in"), read_set("elusive")])


@pytest.fixture
def sets(db: None) -> None:
    load_three_sets()


@pytest.fixture
def owner(db: None) -> Owner:
    return Owner.objects.create(user=User.objects.create_user("mirabel", password="hush-hush-42"))


@pytest.fixture
def mine(client: Client, owner: Owner) -> Client:
    """A client that is signed in as the owner."""
    client.force_login(owner.user)
    return client


def make_champion(owner: Owner | None, **values: Any) -> Card:
    defaults = {"name": "Aldith", "cost": 4, "av": 3, "hp": 5, "abilities": ["rage", "aura:sprint"]}
    return Card.objects.create(
        owner=owner,
        kind=Kind.CHAMPION,
        visibility=values.pop("visibility", Visibility.PUBLIC),
        **{**defaults, **values},
    )


@pytest.fixture
def champion(owner: Owner) -> Card:
    """A public Champion."""
    return make_champion(owner)
