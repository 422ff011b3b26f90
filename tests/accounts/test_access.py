"""Who sees and who changes what: every kind of owned thing, every visibility, everybody who could ask."""

from __future__ import annotations

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owned, Owner, User, Visibility, new_token
from accounts.queries import readable
from tests.accounts.owned import MODELS, make_owned

pytestmark = pytest.mark.django_db

# A comment is public as soon as it is said, a line of a chat for those at its table: tests/grimoire/community and
# tests/tables/test_chat.py have who sees it.
SPOKEN = {"Comment", "ChatLine"}
NAMES = sorted(MODELS.keys() - SPOKEN)
WHO = ("owner", "account", "guest", "stranger", "staff")
# (visibility, hidden): who may read it besides its owner.
READERS = {
    (Visibility.PRIVATE, False): set(),
    (Visibility.UNLISTED, False): set(WHO),
    (Visibility.PUBLIC, False): set(WHO),
    (Visibility.PRIVATE, True): set(),
    (Visibility.UNLISTED, True): set(),
    (Visibility.PUBLIC, True): set(),
}


def make(name: str, owner: Owner | None, visibility: str, hidden: bool = False) -> Owned:
    return make_owned(name, owner, visibility=visibility, hidden_at=timezone.now() if hidden else None)


def people() -> dict[str, Owner | None]:
    return {
        "owner": Owner.objects.create(),
        "account": Owner.objects.create(user=User.objects.create_user("bob")),
        "guest": Owner.objects.create(),
        "stranger": None,
        "staff": Owner.objects.create(user=User.objects.create_superuser("root1")),
    }


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("visibility", list(Visibility))
@pytest.mark.parametrize("name", NAMES)
def test_who_reads_and_who_changes(name: str, visibility: Visibility, hidden: bool) -> None:
    model, who = MODELS[name], people()
    thing = make(name, who["owner"], visibility, hidden)
    listed = visibility == Visibility.PUBLIC and not hidden
    for label, owner in who.items():
        may_read = label == "owner" or label in READERS[visibility, hidden]
        assert thing.is_readable_by(owner) == may_read, label
        assert model._default_manager.readable_by(owner).filter(pk=thing.pk).exists() == may_read, label
        assert thing.is_owned_by(owner) == (label == "owner"), label
        assert model._default_manager.owned_by(owner).filter(pk=thing.pk).exists() == (label == "owner"), label
        in_lists = listed or label == "owner"
        assert model._default_manager.listed_or_owned(owner).filter(pk=thing.pk).exists() == in_lists, label
    assert model._default_manager.listed().filter(pk=thing.pk).exists() == listed


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_with_the_site_is_nobody_s(name: str) -> None:
    thing = make(name, None, Visibility.PUBLIC)
    for owner in people().values():
        assert thing.is_readable_by(owner)
        assert not thing.is_owned_by(owner)
        assert not MODELS[name]._default_manager.owned_by(owner).exists()


@pytest.mark.parametrize("name", NAMES)
def test_new_things_are_private(name: str) -> None:
    thing = make_owned(name, Owner.objects.create())
    assert thing.visibility == Visibility.PRIVATE
    assert not thing.is_readable_by(None)


@pytest.mark.parametrize("hidden", [False, True])
def test_a_comment_is_for_everybody_until_it_is_hidden(hidden: bool) -> None:
    who = people()
    comment = make_owned("Comment", who["owner"], hidden_at=timezone.now() if hidden else None)
    assert comment.visibility == Visibility.PUBLIC
    for label, owner in who.items():
        assert comment.is_readable_by(owner) == (label == "owner" or not hidden), label
        assert comment.is_owned_by(owner) == (label == "owner"), label


def test_addresses_cannot_be_guessed() -> None:
    tokens = {new_token() for _number in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {12}
    assert not any(token.startswith("-") for token in tokens)  # a command would take it for an option


def test_a_thing_is_found_by_kind_and_token() -> None:
    owner = Owner.objects.create()
    deck = make("Deck", owner, Visibility.PRIVATE)
    assert readable("deck", deck.token, owner) == deck
    for kind, token, who in (
        ("deck", deck.token, None),
        ("deck", deck.token, Owner.objects.create()),
        ("card", deck.token, owner),
        ("user", "1", owner),
        ("deck", "nothing", owner),
        ("picture", make("Picture", owner, Visibility.PUBLIC).token, owner),  # has no page
    ):
        with pytest.raises(Http404):
            readable(kind, token, who)


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED, Visibility.PUBLIC])
def test_pages_of_somebody_else_s_things(client: Client, visibility: Visibility) -> None:
    owner = Owner.objects.create()
    expected = 404 if visibility == Visibility.PRIVATE else 200
    for name in ("Card", "Deck", "CardSet"):
        thing = make(name, owner, visibility)
        assert client.get(thing.get_absolute_url()).status_code == expected, name
        kind = thing._meta.model_name
        assert client.get(reverse("accounts:report", args=[kind, thing.token])).status_code == expected, name
