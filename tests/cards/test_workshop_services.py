"""Making, saving, copying, hiding and throwing away cards."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.http import Http404
from django.utils import timezone

from accounts.models import Owner, User, Visibility
from accounts.quotas import QuotaExceeded
from accounts.revisions import StaleRevision
from accounts.services import adopt
from cards.models import Card, CardSet, Kind, Picture
from cards.workshop import services, uploads
from cards.workshop.content import content_of
from cards.workshop.queries import deleted_cards, find_icons, own_cards, readable_picture
from tests.cards.workshops import content, made, photo

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> Owner:
    return Owner.objects.create(user=User.objects.create(username="ada"))


def test_a_new_card_is_private_and_has_a_version(owner: Owner) -> None:
    card = made(owner)
    assert (card.name, card.cost, card.av, card.hp, card.abilities) == ("Ember Fox", 3, 2, 3, ["rage"])
    assert card.visibility == Visibility.PRIVATE
    assert card.owner == owner
    assert [version.content for version in card.versions.all()] == [content_of(card)]


def test_an_incantation_has_no_health_points(owner: Owner) -> None:
    assert made(owner, kind="incantation", hp=4).hp is None


def test_saving_counts_revisions(owner: Owner) -> None:
    card = made(owner)
    saved = services.save_card(card=card, content=content(name="Ash Fox"), seen=card.revision)
    assert (saved.name, saved.revision) == ("Ash Fox", card.revision + 1)


def test_saving_the_same_changes_nothing(owner: Owner) -> None:
    card = made(owner)
    assert services.save_card(card=card, content=content(), seen=card.revision).revision == card.revision


def test_two_tabs_nobody_is_overwritten_unasked(owner: Owner) -> None:
    card = made(owner)
    services.save_card(card=card, content=content(name="From the first tab"), seen=card.revision)
    with pytest.raises(StaleRevision) as caught:
        services.save_card(card=card, content=content(name="From the second tab"), seen=card.revision)
    assert caught.value.current.name == "From the first tab"
    assert Card.objects.get(pk=card.pk).name == "From the first tab"


def test_who_overwrites_on_purpose_leaves_the_other_state_among_the_versions(owner: Owner) -> None:
    card = made(owner)
    services.save_card(card=card, content=content(name="First tab"), seen=card.revision)
    services.save_card(card=card, content=content(name="Second tab"), seen=None, apart=True)
    names = [version.content["name"] for version in card.versions.all()]
    assert names == ["Second tab", "First tab"]


def test_a_card_limit(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_CARDS", 1)
    made(owner)
    with pytest.raises(QuotaExceeded):
        made(owner)


# Sets


def test_a_card_in_a_set_has_a_number_and_an_address_of_its_own(owner: Owner) -> None:
    mine = services.create_set(owner=owner, name="My set")
    cards = [made(owner, set=mine.slug, name=name) for name in ("Fox", "Fox", "Élan d'été", "狐")]
    assert [card.number for card in cards] == [1, 2, 3, 4]
    assert [card.slug for card in cards] == ["fox", "fox-2", "elan-d-ete", "card"]


def test_a_deleted_card_keeps_its_place_in_the_set(owner: Owner) -> None:
    mine = services.create_set(owner=owner, name="My set")
    gone = made(owner, set=mine.slug, name="Fox")
    services.delete_card(card=gone)
    assert made(owner, set=mine.slug, name="Fox").slug == "fox-2"
    services.restore_card(card=gone)
    assert Card.objects.get(pk=gone.pk).slug == "fox"


def test_sets_of_one_name_are_one_for_an_owner_and_two_for_two(owner: Owner, other: Owner) -> None:
    assert services.create_set(owner=owner, name="My set") == services.create_set(owner=owner, name="My set")
    assert services.create_set(owner=owner, name="My set").slug != services.create_set(owner=other, name="My set").slug


def test_nobody_puts_cards_into_others_sets(owner: Owner, other: Owner) -> None:
    theirs = services.create_set(owner=other, name="Theirs")
    CardSet.objects.create(slug="site", name="The site's own")
    assert made(owner, set=theirs.slug).set is None
    assert made(owner, set="site").set is None


# Copies


def test_a_remix_says_where_it_comes_from(owner: Owner, other: Owner) -> None:
    card = made(other, name="Ash Fox")
    remix = services.copy_card(card=card, owner=owner)
    assert (remix.owner, remix.remixed_from, remix.credit) == (owner, card, "“Ash Fox” (ada)")
    assert remix.visibility == Visibility.PRIVATE
    assert content_of(remix) == content_of(card)


def test_the_credit_stays_when_what_it_came_from_goes(owner: Owner, other: Owner) -> None:
    card = made(other, name="Ash Fox")
    remix = services.copy_card(card=card, owner=owner)
    other.delete()
    remix.refresh_from_db()
    assert (remix.remixed_from, remix.credit) == (None, "“Ash Fox” (ada)")


def test_a_remix_of_a_remix_credits_both(owner: Owner, other: Owner) -> None:
    third = Owner.objects.create()
    site = Card.objects.create(name="Site Fox", hp=2)
    first = services.copy_card(card=site, owner=other, name="Ash Fox")
    assert services.copy_card(card=first, owner=third).credit == "“Ash Fox” (ada) ← “Site Fox” (Grimoire)"


def test_a_long_chain_of_credits_is_cut_at_its_oldest_end(owner: Owner) -> None:
    card = Card(name="F" * 40, credit="x" * 160)
    credit = services.credit_for(card)
    assert len(credit) == 160
    assert credit.startswith(f"“{'F' * 40}”")


def test_a_copy_of_ones_own_needs_no_credit(owner: Owner) -> None:
    mine = services.create_set(owner=owner, name="My set")
    copy = services.copy_card(card=made(owner, set=mine.slug), owner=owner)
    assert (copy.credit, copy.remixed_from, copy.set) == ("", None, mine)


@pytest.mark.parametrize("kind", [Kind.STRONGHOLD, Kind.BRIDGE])
def test_only_what_the_editor_makes_is_copied(owner: Owner, kind: str) -> None:
    with pytest.raises(ValueError, match="workshop"):
        services.copy_card(card=Card.objects.create(name="Stone", kind=kind), owner=owner)


# Throwing away


def test_a_deleted_card_is_nowhere_and_comes_back(owner: Owner) -> None:
    card = made(owner)
    services.delete_card(card=card)
    assert not own_cards(owner).exists()
    assert not Card.objects.readable_by(owner).filter(pk=card.pk).exists()
    assert list(deleted_cards(owner)) == [card]
    services.restore_card(card=card)
    assert list(own_cards(owner)) == [card]
    assert not deleted_cards(owner).exists()


def test_after_a_month_it_is_gone_for_good(owner: Owner) -> None:
    old, new = made(owner), made(owner)
    services.delete_card(card=old)
    Card.everything.filter(pk=old.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    assert not deleted_cards(owner).exists()
    services.delete_card(card=new)
    assert list(Card.everything.filter(owner=owner)) == [new]


def test_visibility(owner: Owner) -> None:
    card = made(owner)
    services.set_visibility(card=card, visibility="public")
    assert Card.objects.get(pk=card.pk).visibility == Visibility.PUBLIC
    with pytest.raises(ValueError, match="everybody"):
        services.set_visibility(card=card, visibility="everybody")


# Searching what is one's own


def test_searching(owner: Owner, other: Owner) -> None:
    mine = services.create_set(owner=owner, name="Marshes")
    fox = made(owner, name="Élan Fox", flavour="Out of the ashes", visibility="public")
    toad = made(owner, name="Toad", kind="champion", set=mine.slug)
    made(other, name="Their Fox")
    assert list(own_cards(owner)) == [toad, fox]
    assert list(own_cards(owner, "elan FOX")) == [fox]
    assert list(own_cards(owner, "ashes")) == [fox]
    assert list(own_cards(owner, "marsh")) == [toad]
    assert list(own_cards(owner, kind="champion")) == [toad]
    assert list(own_cards(owner, visibility="public")) == [fox]
    assert list(own_cards(None)) == []


def test_icons_are_found_by_their_words_best_first() -> None:
    assert find_icons("wolf head")[0] == "wolf-head"
    assert find_icons("Wolf")[0].split("-")[0] == "wolf"
    assert all("fox" in name for name in find_icons("fox"))
    assert find_icons("no such icon") == []
    assert len(find_icons("")) > 4000


# Pictures


def add(owner: Owner, **options: Any) -> Picture:
    return uploads.add_picture(owner=owner, file=BytesIO(photo(**options)), name="fox.jpg")


def test_a_picture_is_kept_under_a_name_of_ours(owner: Owner) -> None:
    picture = uploads.add_picture(owner=owner, file=BytesIO(photo()), name="../../etc/Höhle <b>.php.jpg")
    assert picture.file.name == f"pictures/{picture.token}.jpg"
    assert picture.name == "Höhle <b>.php"
    assert (picture.width, picture.height) == (400, 600)


@pytest.mark.parametrize(
    ("sent", "title"),
    [("C:\\photos\\fox.png", "fox"), ("a/b/../fox.jpg", "fox"), ("", ""), ("x\0y\n.jpg", "xy"), ("f" * 300, "f" * 120)],
)
def test_names_of_files_become_titles(sent: str, title: str) -> None:
    assert uploads.readable_name(sent) == title


def test_the_same_picture_is_kept_once(owner: Owner, other: Owner) -> None:
    assert add(owner) == add(owner)
    assert add(other) != add(owner)


@pytest.mark.parametrize("limit", ["MAX_PICTURES", "MAX_TOTAL"])
def test_quotas(owner: Owner, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    first = add(owner)
    monkeypatch.setattr(uploads, limit, 1 if limit == "MAX_PICTURES" else first.size + 10)
    if limit == "MAX_TOTAL":  # how many there are is asked before a picture is read
        assert add(owner) == first
    with pytest.raises(QuotaExceeded):
        add(owner, size=(500, 600))


def test_a_screen_copy_is_made_once(owner: Owner) -> None:
    picture = add(owner, size=(1500, 2000))
    first = uploads.screen_copy(picture)
    picture.file.storage.delete(picture.file.name)
    assert uploads.screen_copy(picture) == first


def test_a_deleted_picture_leaves_no_file_and_no_crop(owner: Owner, django_capture_on_commit_callbacks: Any) -> None:
    picture = add(owner)
    uploads.screen_copy(picture)
    crop = {"x": 0.5, "y": 0.5, "zoom": 2, "rotation": 0}
    card = made(owner, picture=picture.token, art=crop)
    composed = made(owner, picture=picture.token, art={"icon": "fox-head", "scene": "trees", "tint": "moss"})
    with django_capture_on_commit_callbacks(execute=True):
        uploads.delete_picture(picture=picture)
    card.refresh_from_db()
    composed.refresh_from_db()
    assert (card.picture, card.art) == (None, {})
    assert composed.art["icon"] == "fox-head"
    assert default_storage.listdir("pictures") == ([], [])


def test_an_owner_who_goes_takes_the_files_along(owner: Owner, django_capture_on_commit_callbacks: Any) -> None:
    add(owner)
    with django_capture_on_commit_callbacks(execute=True):
        owner.delete()
    assert default_storage.listdir("pictures") == ([], [])


def test_adoption_with_the_same_picture_on_both_sides(owner: Owner, other: Owner) -> None:
    add(owner)
    add(other)
    assert adopt(guest=owner, user=other.user) >= 1
    assert Picture.objects.owned_by(other).count() == 2


def test_a_picture_is_seen_by_whoever_sees_a_card_with_it(owner: Owner, other: Owner) -> None:
    picture = add(owner)
    card = made(owner, picture=picture.token, art={"x": 0.5, "y": 0.5, "zoom": 1, "rotation": 0})
    assert readable_picture(owner, picture.token) == picture
    for stranger in (other, None):
        with pytest.raises(Http404):
            readable_picture(stranger, picture.token)
    services.set_visibility(card=card, visibility="unlisted")
    assert readable_picture(None, picture.token) == picture
    services.delete_card(card=card)
    with pytest.raises(Http404):
        readable_picture(None, picture.token)


def test_a_remix_takes_the_picture_along_but_nobody_takes_any_other(owner: Owner, other: Owner) -> None:
    picture, secret = add(other), add(other, size=(500, 500))
    crop = {"x": 0.5, "y": 0.5, "zoom": 1, "rotation": 0}
    card = made(other, picture=picture.token, art=crop)
    remix = services.copy_card(card=card, owner=owner)
    assert remix.picture == picture
    stolen = services.save_card(card=remix, content=content(picture=secret.token, art=crop), seen=None)
    assert (stolen.picture, stolen.art) == (None, {})
    again = services.save_card(card=remix, content=content(picture=picture.token, art=crop), seen=None)
    assert again.picture == picture  # what it was remixed with stays within reach


def test_the_slug_of_an_own_set_can_be_read_back() -> None:
    for number in range(40):  # tokens hold - and _ by chance
        slug = services.create_set(owner=Owner.objects.create(), name=f"Œuvre_{number}").slug
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug), slug
