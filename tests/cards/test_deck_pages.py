"""Parts of the pages of decks: reading addresses, links of the builder, lists, forms."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Visibility
from cards.decks.drafts import DeckDraft, apply_change, draft_of, is_change, read_draft
from cards.decks.forms import DeckForm, DeckTextForm
from cards.decks.pages import Builder, builder_page, deck_lists, kept_view, view_of
from cards.decks.services import save_deck
from cards.models import Card, Deck, DeckCard, Kind
from cards.queries import reference_of
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in

pytestmark = pytest.mark.django_db


def build(draft: DeckDraft, query: str = "", page: int = 1, **more: object) -> Builder:
    usual = {"path": "/decks/new/", "deck": None, "owner": None, "language": "en"}
    return builder_page(**{**usual, **more, "draft": draft, "query": query, "page": page})  # type: ignore[arg-type]


def asked(address: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(address).query, keep_blank_values=True).items()}


# Reading


def test_a_draft_is_read_as_it_was_written() -> None:
    pack = make_set("pack")
    cards = tuple(make_cards(9, pack))
    draft = DeckDraft(
        cards, make_card(card_set=pack, kind=Kind.STRONGHOLD), make_card(kind=Kind.CHAMPION), "Mine & yours"
    )
    again = read_draft(asked("?" + draft.query(q="a:rage")), None)
    assert again == draft and again.missing == ()
    assert (again.deck, again.laboratory) == (cards[:8], cards[8:])
    assert again.everything == [*cards, draft.stronghold, draft.champion]
    assert again.has(cards[0]) and draft.stronghold is not None and again.has(draft.stronghold)
    assert asked("?" + draft.query(q="a:rage", page=None))["q"] == "a:rage"


def test_cards_are_read_once_each_and_sixteen_at_most() -> None:
    cards = make_cards(20, make_set("pack"))
    twice = ",".join(card.reference for card in [*cards[:3], *cards[:3]])
    assert list(read_draft({"cards": twice}, None).cards) == cards[:3]
    many = read_draft({"cards": ",".join(card.reference for card in cards)}, None)
    assert len(many.cards) == 16 and len(many.missing) == 4


def test_cards_in_the_wrong_role_are_missing() -> None:
    pack = make_set("pack")
    wolf, keep = make_card("Wolf", pack), make_card("Keep", pack, kind=Kind.STRONGHOLD)
    spell, bridge = make_card("Spark", pack, kind=Kind.INCANTATION), make_card("Old", pack, kind=Kind.BRIDGE)
    draft = read_draft(
        {"cards": f"{keep.reference},{bridge.reference}", "stronghold": wolf.reference, "champion": spell.reference},
        None,
    )
    assert (draft.cards, draft.stronghold, draft.champion) == ((), None, None)
    assert len(draft.missing) == 4
    assert read_draft({"champion": wolf.reference}, None).champion == wolf


def test_a_kept_deck_is_read_in_its_order_without_what_is_gone() -> None:
    ada = make_owner("ada")
    first, second, gone = make_card(owner=ada), make_card(owner=ada), make_card(owner=ada)
    deck = make_deck("Hers", [second, gone, first], ada, champion=gone)
    gone.deleted_at = timezone.now()
    gone.save()
    draft = draft_of(deck, ada)
    assert list(draft.cards) == [second, first] and draft.champion is None and len(draft.missing) == 1
    assert read_draft({}, ada, deck) == draft
    assert read_draft({"cards": ""}, ada, deck).cards == ()


def test_a_deck_in_french_has_its_french_name() -> None:
    deck = make_deck("Tide", [], name_fr="Marée", about="Wet.", about_fr="Humide.")
    with override("fr"):
        assert draft_of(deck, None).name == "Marée"
        assert "About: Humide." in kept_view(deck, None, "fr").text
    assert draft_of(deck, None).name == "Tide"


def test_a_draft_s_address_can_be_handed_on(client: Client) -> None:
    ada = make_owner("ada")
    wolf, keep = make_card("Wolf", make_set("pack"), slug="wolf"), make_card("Keep", kind=Kind.STRONGHOLD)
    deck = make_deck("Hers & ours", [wolf], ada, stronghold=keep, about="Wet.", visibility=Visibility.PRIVATE)
    shown = sign_in(Client(), ada)
    for path in (f"/decks/{deck.token}/", f"/decks/{deck.token}/edit/"):
        share = shown.get(path).context["view"].draft.share
        assert f'="{share.replace("&", "&amp;")}"' in shown.get(path).content.decode()
        assert client.get(path).status_code == 404
        seen = client.get(share).context
        assert (seen["view"].draft.cards, seen["view"].draft.stronghold) == ((wolf,), keep)
        assert (seen["form"]["name"].value(), seen["form"]["about"].value()) == ("Hers & ours", "Wet.")
    deck.visibility = Visibility.UNLISTED
    deck.save()
    assert f'data-copy-address="{share[:12]}' not in shown.get(f"/decks/{deck.token}/").content.decode()


def test_a_search_that_cannot_be_read_is_marked_in_the_builder(client: Client) -> None:
    html = client.get("/decks/new/", {"q": "t:creature cost<=x"}).content.decode()
    assert "<code>t:creature cost&lt;=<mark>x</mark></code>" in html


# Changes in an address


@pytest.mark.parametrize("verb", ["add", "remove", "move", "champion-of"])
def test_every_change_is_known_by_its_word(verb: str) -> None:
    assert is_change({verb: "x"})
    assert apply_change(DeckDraft(), {verb: "nothing/there"}, None)[1]


def test_without_a_change_nothing_changes() -> None:
    assert not is_change({"cards": "a/b", "q": "add"})
    assert apply_change(DeckDraft(name="x"), {"cards": "a/b"}, None) == (DeckDraft(name="x"), "")


@pytest.mark.parametrize("place", ["", "x", "-1", "²", "99999999"])
def test_places_that_are_none_are_taken_calmly(place: str) -> None:
    first, second = make_cards(2, make_set("pack"))
    added, note = apply_change(DeckDraft((first,)), {"add": second.reference, "to": place}, None)
    assert added.cards == (first, second) and not note
    moved, _note = apply_change(added, {"move": second.reference, "to": place}, None)
    assert set(moved.cards) == {first, second}


def test_nobody_adds_what_they_may_not_see() -> None:
    ada = make_owner("ada")
    secret = make_card("Secret", None, ada, visibility=Visibility.PRIVATE)
    draft, note = apply_change(DeckDraft(), {"add": reference_of(secret)}, None)
    assert draft == DeckDraft() and "Secret" not in note
    assert apply_change(DeckDraft(), {"add": reference_of(secret)}, ada)[0].cards == (secret,)


# The builder's links


def test_every_link_holds_the_deck_and_the_search() -> None:
    card_1, card_2 = make_cards(2, make_set("pack"))
    built = build(DeckDraft((card_1, card_2)), "t:creature")
    first, second = built.places
    assert (first.left, second.right) == ("", "")
    assert asked(first.right) == {
        "cards": f"{card_1.reference},{card_2.reference}",
        "q": "t:creature",
        "move": card_1.reference,
        "to": "1",
    }
    assert asked(second.left)["to"] == "0" and asked(second.away)["remove"] == card_2.reference
    for _kind, _name, href, chosen in built.kinds:
        assert asked(href)["cards"] and chosen == (asked(href)["q"] == "t:creature")
    assert asked(built.hand) == {"cards": f"{card_1.reference},{card_2.reference}"}
    assert list(built.view.short) == [3, 4, 5, 6, 7, 8]


def test_offers_add_what_is_not_in_the_deck_and_remove_what_is() -> None:
    first, second = make_cards(2, make_set("pack"))
    offers = {tile.reference: (href, chosen) for tile, href, chosen in build(DeckDraft((first,))).offers}
    assert asked(offers[first.reference][0])["remove"] == first.reference and offers[first.reference][1]
    assert asked(offers[second.reference][0])["add"] == second.reference and not offers[second.reference][1]


def test_the_palette_begins_with_what_a_deck_is_made_of() -> None:
    pack = make_set("pack")
    make_card("Dear", pack, cost=9)
    make_card("Cheap", pack, cost=0, kind=Kind.INCANTATION)
    make_card("Keep", pack, kind=Kind.STRONGHOLD)
    assert [tile.card.name for tile in build(DeckDraft()).palette] == ["Cheap", "Dear"]
    assert [tile.card.name for tile in build(DeckDraft(), "t:stronghold").palette] == ["Keep"]


def test_the_palette_has_pages_of_its_own() -> None:
    make_cards(65, make_set("pack"))
    built = build(DeckDraft(), "", 2)
    assert len(built.palette) == 30
    assert (asked(built.before)["page"], asked(built.after)["page"], asked(built.here)["page"]) == ("1", "3", "2")
    assert build(DeckDraft()).before == build(DeckDraft(), "", 3).after == ""


def test_creatures_outside_the_deck_may_be_crowned() -> None:
    pack = make_set("pack")
    inside, outside = make_card("In", pack), make_card("Out", pack)
    make_card("Spark", pack, kind=Kind.INCANTATION)
    assert [tile.card for tile in build(DeckDraft((inside,))).crownable] == [outside]


def test_stronghold_and_champion_are_taken_away_by_link() -> None:
    keep, hero = make_card(card_set=make_set("pack"), kind=Kind.STRONGHOLD), make_card(kind=Kind.CHAMPION)
    built = build(DeckDraft((), keep, hero))
    for href, role in ((built.without_stronghold, "stronghold"), (built.without_champion, "champion")):
        draft, _note = apply_change(read_draft(asked(href), None), asked(href), None)
        assert getattr(draft, role) is None
    assert build(DeckDraft()).without_stronghold == build(DeckDraft()).without_champion == ""
    assert "t:stronghold" in asked("?" + built.stronghold_query)["q"]


# Lists and views


def test_lists_ask_the_database_little(django_assert_max_num_queries: object) -> None:
    ada = make_owner("ada")
    cards = make_cards(8, make_set("pack"))
    for number in range(12):
        make_deck(f"Deck {number}", cards, ada)
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        lists = deck_lists(None, "en")
    assert len(lists.others) == 12 and all(len(entry.tiles) == 8 for entry in lists.others)


def test_lists_show_no_card_that_the_reader_may_not_see() -> None:
    ada = make_owner("ada")
    secret = make_card("Secret", None, ada, visibility=Visibility.PRIVATE)
    make_deck("Hers", [secret, make_card("Open", None, ada)], ada)
    (entry,) = deck_lists(None, "en").others
    assert [tile.card.name for tile in entry.tiles] == ["Open"]
    (entry,) = deck_lists(ada, "en").own
    assert len(entry.tiles) == 2


def test_a_view_counts_only_the_deck_itself() -> None:
    cards = tuple(make_cards(12, make_set("pack"), cost=3))
    view = view_of(DeckDraft(cards), "en")
    assert view.figures.count == 8 and len(view.tiles) == 12
    assert view.beside == []


# Forms and saving


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, set()),
        ({"name": ""}, {"name"}),
        ({"name": "   "}, {"name"}),
        ({"name": "x" * 61}, {"name"}),
        ({"about": "x" * 401}, {"about"}),
        ({"visibility": "everybody"}, {"visibility"}),
        ({"visibility": ""}, {"visibility"}),
        ({"owner": "1", "token": "mine", "slug": "pre"}, set()),
    ],
)
def test_the_form_names_what_is_wrong(fields: dict[str, str], wrong: set[str]) -> None:
    form = DeckForm({"name": "Mine", "about": "", "visibility": "public", **fields})
    assert set(form.errors) == wrong
    assert set(form.fields) == {"name", "about", "visibility"}


def test_a_text_keeps_its_spaces_and_must_be_something() -> None:
    form = DeckTextForm({"text": "  Wolf\n\n"})
    assert form.is_valid() and form.cleaned_data["text"] == "  Wolf\n\n"
    assert not DeckTextForm({"text": ""}).is_valid()


def test_saving_again_replaces_the_places_at_once() -> None:
    ada = make_owner("ada")
    first, second, third = make_cards(3)
    deck = save_deck(owner=ada, draft=DeckDraft((first, second)), name="A", about="", visibility="private")
    token = deck.token
    again = save_deck(owner=ada, draft=DeckDraft((third, first)), name="B", about="x", visibility="public", deck=deck)
    assert (again.pk, again.token, again.name) == (deck.pk, token, "B")
    assert [(place.place, place.card) for place in deck.places.all()] == [(0, third), (1, first)]
    assert DeckCard.objects.count() == 2 and Deck.objects.count() == 1


def test_nobody_saves_cards_that_they_may_not_see() -> None:
    ada, eve = make_owner("ada"), make_owner("eve")
    secret = make_card("Secret", None, ada, visibility=Visibility.PRIVATE)
    client = sign_in(Client(), eve)
    data = {
        "name": "Mine",
        "about": "",
        "visibility": "private",
        "cards": reference_of(secret),
        "champion": reference_of(secret),
    }
    assert client.post("/decks/new/", data).status_code == 302
    deck = Deck.objects.get()
    assert not deck.places.exists() and deck.champion is None and Card.objects.count() == 1


def test_a_form_without_its_secret_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    deck = make_deck("Site's", make_cards(1))
    for path in ("/decks/new/", f"/decks/{deck.token}/duplicate/", "/decks/import/"):
        assert client.post(path, {"name": "x", "visibility": "private", "text": "x"}).status_code == 403
    assert Deck.objects.count() == 1


def test_too_many_decks_in_an_hour_are_refused_with_nothing_lost(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cards.decks import building
    from cards.views import decks as views

    limit = type(views.SAVES)("deck", times=1, seconds=3600)
    for module in (building, views):
        monkeypatch.setattr(module, "SAVES", limit)
    (card,) = make_cards(1, make_set("pack"))
    data = {"name": "Mine", "about": "", "visibility": "private", "cards": card.reference}
    assert client.post("/decks/new/", data).status_code == 302
    response = client.post("/decks/new/", {**data, "name": "Another"})
    html = response.content.decode()
    assert response.status_code == 422 and "Another" in html and card.reference in html
    saved = Deck.objects.get()
    assert client.post(f"/decks/{saved.token}/duplicate/")["Location"] == saved.get_absolute_url()
    assert Deck.objects.count() == 1
