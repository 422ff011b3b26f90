"""Decks: composing, keeping, checking, drawing; who may do what."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Visibility
from cards.decks import services
from cards.decks.checks import checks_of, remarks_on
from cards.decks.drafts import DeckDraft, add, crown, move, remove
from cards.decks.figures import figures_of
from cards.decks.hands import draw_hand
from cards.models import Card, Deck, Kind
from cards.queries import reference_of
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in
from tests.examples import examples

pytestmark = pytest.mark.django_db


def names(draft: DeckDraft) -> list[str]:
    return [card.name for card in draft.cards]


def cards_in(location: str) -> list[str]:
    return parse_qs(urlsplit(location).query, keep_blank_values=True)["cards"][0].split(",")


def address(cards: list[Card]) -> str:
    return "/decks/new/?cards=" + ",".join(map(reference_of, cards))


# Changes to a draft


def test_cards_go_where_they_belong() -> None:
    wolf, ram = make_card("Wolf"), make_card("Ram")
    keep, hero = make_card("Keep", kind=Kind.STRONGHOLD), make_card("Hero", kind=Kind.CHAMPION)
    draft = DeckDraft()
    for card in (wolf, keep, hero, ram):
        draft, note = add(draft, card)
        assert not note
    assert (names(draft), draft.stronghold, draft.champion) == (["Wolf", "Ram"], keep, hero)
    draft, _note = move(draft, ram, 0)
    assert names(draft) == ["Ram", "Wolf"]
    assert names(move(draft, ram, 99)[0]) == ["Wolf", "Ram"]
    assert names(add(draft, make_card("New"), place=1)[0]) == ["Ram", "New", "Wolf"]
    draft, _note = remove(draft, ram)
    draft, _note = remove(draft, keep)
    assert (names(draft), draft.stronghold) == (["Wolf"], None)
    draft, _note = crown(draft, wolf)
    assert (names(draft), draft.champion) == ([], wolf)


def test_what_cannot_be_done_is_said_and_changes_nothing() -> None:
    wolf, bridge, spell = make_card("Wolf"), make_card(kind=Kind.BRIDGE), make_card(kind=Kind.INCANTATION)
    draft = DeckDraft((wolf,))
    for changed, note in (add(draft, wolf), add(draft, bridge), crown(draft, spell)):
        assert changed == draft and note
    full = DeckDraft(tuple(make_cards(16)))
    assert add(full, wolf)[0] == full


@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "move", "crown"]), st.integers(0, 9), st.integers(0, 12))))
@settings(max_examples=examples(100), deadline=None)
def test_cards_stay_different_whatever_is_done(changes: list[tuple[str, int, int]]) -> None:
    cards = [Card(pk=number, name=str(number), kind=Kind.CREATURE) for number in range(1, 11)]
    draft = DeckDraft()
    for verb, which, place in changes:
        card = cards[which]
        before = draft
        match verb:
            case "add":
                draft, _note = add(draft, card, place)
            case "remove":
                draft, _note = remove(draft, card)
            case "move":
                draft, _note = move(draft, card, place)
                assert set(draft.cards) == set(before.cards)
            case _:
                draft, _note = crown(draft, card)
        assert len(set(draft.cards)) == len(draft.cards) <= 16
        assert (
            draft.champion is None
            or draft.champion not in draft.cards
            or verb == "add"
            or draft.champion in before.cards
        )


# The builder's page


def test_the_address_holds_the_deck(client: Client) -> None:
    pack = make_set("pack")
    cards = make_cards(3, pack)
    keep = make_card("Keep", pack, kind=Kind.STRONGHOLD)
    page = client.get(f"{address(cards)}&stronghold={keep.reference}&name=Mine")
    assert names(page.context["view"].draft) == [card.name for card in cards]
    assert page.context["view"].draft.stronghold == keep
    assert page.context["form"].initial["name"] == "Mine"
    assert not Deck.objects.exists()


def test_changes_by_link_work_without_scripts(client: Client) -> None:
    first, second, third = make_cards(3, make_set("pack"))
    start = address([first, second])
    response = client.get(f"{start}&add={third.reference}&q=t:creature")
    assert cards_in(response["Location"]) == [first.reference, second.reference, third.reference]
    assert "q=t%3Acreature" in response["Location"]
    response = client.get(f"{start}&add={third.reference}&to=0")
    assert cards_in(response["Location"])[0] == third.reference
    assert cards_in(client.get(f"{start}&remove={first.reference}")["Location"]) == [second.reference]
    assert cards_in(client.get(f"{start}&move={second.reference}&to=0")["Location"]) == [
        second.reference,
        first.reference,
    ]
    response = client.get(f"{start}&champion-of={first.reference}")
    assert parse_qs(urlsplit(response["Location"]).query)["champion"] == [first.reference]
    response = client.get(f"{start}&add=pack/none", follow=True)
    assert "No card is called" in response.content.decode()


def test_changes_by_htmx_answer_with_the_true_address(client: Client) -> None:
    first, second = make_cards(2, make_set("pack"))
    response = client.get(f"{address([first])}&add={second.reference}", headers={"hx-request": "true"})
    assert response.status_code == 200
    assert cards_in(response["HX-Replace-Url"]) == [first.reference, second.reference]
    response = client.get(f"{address([first])}&add={first.reference}", headers={"hx-request": "true"})
    assert "already in the deck" in response.content.decode()


def test_references_that_lead_nowhere_are_counted_not_hidden(client: Client) -> None:
    private = make_card("Private", None, make_owner(), visibility=Visibility.PRIVATE)
    page = client.get(f"/decks/new/?cards=a/b,own/{private.token}&stronghold=x/y&champion=own/{private.token}")
    assert len(page.context["view"].draft.missing) == 4
    assert "Private" not in page.context["view"].text
    assert 'data-code="missing-cards"' in page.content.decode()


def test_a_bridge_is_offered_to_nobody(client: Client) -> None:
    make_card("Old Bridge", make_set(), kind=Kind.BRIDGE)
    assert client.get("/decks/new/?q=t:bridge").context["built"].palette == []


def test_an_unreadable_search_keeps_the_deck(client: Client) -> None:
    (card,) = make_cards(1, make_set("pack"))
    page = client.get(f"{address([card])}&q=(")
    assert page.context["built"].error and names(page.context["view"].draft) == [card.name]


# Keeping


def save(client: Client, path: str, cards: list[Card], **fields: str) -> object:
    data = {"name": "Mine", "about": "", "visibility": "private", "cards": ",".join(map(reference_of, cards)), **fields}
    return client.post(path, data)


def test_guests_keep_decks_and_change_them(client: Client) -> None:
    first, second, third = make_cards(3, make_set("pack"))
    keep = make_card("Keep", first.set, kind=Kind.STRONGHOLD)
    response = save(client, "/decks/new/", [second, first], stronghold=keep.reference, about="Of two.")
    deck = Deck.objects.get()
    assert response["Location"] == deck.get_absolute_url()  # type: ignore[index]
    assert deck.owner is not None and deck.owner.user is None
    assert [place.card for place in deck.places.all()] == [second, first] and deck.stronghold == keep
    assert client.get(deck.get_absolute_url()).status_code == 200
    assert Client().get(deck.get_absolute_url()).status_code == 404
    page = client.get(f"/decks/{deck.token}/edit/")
    assert (
        names(page.context["view"].draft) == [second.name, first.name]
        and page.context["form"]["about"].value() == "Of two."
    )
    assert names(client.get(f"/decks/{deck.token}/edit/?cards=").context["view"].draft) == []
    save(client, f"/decks/{deck.token}/edit/", [third], visibility="public")
    deck.refresh_from_db()
    assert [place.card for place in deck.places.all()] == [third] and deck.visibility == "public"
    assert Deck.objects.count() == 1


def test_what_cannot_be_saved_is_shown_again_with_nothing_lost(client: Client) -> None:
    (card,) = make_cards(1, make_set("pack"))
    response = save(client, "/decks/new/", [card], name="", about="Kept words")
    html = response.content.decode()  # type: ignore[attr-defined]
    assert response.status_code == 422 and "Kept words" in html and card.reference in html  # type: ignore[attr-defined]
    assert save(client, "/decks/new/", [card], visibility="everybody").status_code == 422  # type: ignore[attr-defined]
    assert save(client, "/decks/new/", [card], name="x" * 61).status_code == 422  # type: ignore[attr-defined]
    assert not Deck.objects.exists()


def test_a_failed_change_leaves_the_kept_deck_as_it_was() -> None:
    ada = make_owner("ada")
    (card,) = make_cards(1, make_set("pack"))
    deck = make_deck("Old name", [card], ada)
    response = save(sign_in(Client(), ada), f"/decks/{deck.token}/edit/", [], name=" ")
    assert "<h1>Old name</h1>" in response.content.decode()  # type: ignore[attr-defined]
    deck.refresh_from_db()
    assert deck.name == "Old name" and deck.places.count() == 1


@pytest.mark.parametrize("visibility", Visibility.values)
def test_nobody_changes_the_deck_of_another(client: Client, visibility: str) -> None:
    ada, eve = make_owner("ada"), make_owner()
    deck = make_deck("Hers", make_cards(2, make_set()), ada, visibility=visibility)
    for other in (client, sign_in(Client(), eve)):
        assert other.get(f"/decks/{deck.token}/edit/").status_code == 404
        assert save(other, f"/decks/{deck.token}/edit/", []).status_code == 404  # type: ignore[attr-defined]
        assert other.post(f"/decks/{deck.token}/delete/").status_code == 404
        seen = 404 if visibility == Visibility.PRIVATE else 200
        assert other.get(f"/decks/{deck.token}/").status_code == seen
        assert other.get(f"/decks/{deck.token}/text/").status_code == seen
        assert other.get(f"/decks/hand/?deck={deck.token}&seed=1").status_code == seen
        if seen == 404:
            assert other.post(f"/decks/{deck.token}/duplicate/").status_code == 404
    with pytest.raises(PermissionError):
        services.save_deck(owner=eve, draft=DeckDraft(), name="x", about="", visibility="private", deck=deck)
    with pytest.raises(PermissionError):
        services.delete_deck(deck=deck, owner=eve)
    assert deck.places.count() == 2


def test_the_site_s_decks_belong_to_nobody(client: Client) -> None:
    deck = make_deck("Preconstructed", make_cards(8, make_set()), slug="pre")
    owner = make_owner()
    assert sign_in(client, owner).get(f"/decks/{deck.token}/edit/").status_code == 404
    with pytest.raises(PermissionError):
        services.delete_deck(deck=deck, owner=owner)


def test_another_s_deck_is_copied_without_what_one_may_not_see(client: Client) -> None:
    ada = make_owner("ada")
    public, private = make_card("Public", None, ada), make_card("Secret", None, ada, visibility=Visibility.PRIVATE)
    deck = make_deck("Hers", [public, private], ada, about="Words")
    html = client.get(deck.get_absolute_url()).content.decode()
    assert "Public" in html and "Secret" not in html and private.token not in html
    assert private.token not in client.get(f"/decks/{deck.token}/text/").content.decode()
    assert client.get(f"/decks/{deck.token}/duplicate/").status_code == 405
    response = client.post(f"/decks/{deck.token}/duplicate/")
    copy = Deck.objects.exclude(pk=deck.pk).get()
    assert response["Location"] == f"/decks/{copy.token}/edit/"
    assert copy.visibility == Visibility.PRIVATE and copy.owner != ada and "Hers" in copy.name and copy.about == "Words"
    assert [place.card for place in copy.places.all()] == [public]


def test_a_deck_is_deleted_after_asking() -> None:
    ada = make_owner("ada")
    deck = make_deck("Hers", make_cards(1), ada)
    client = sign_in(Client(), ada)
    assert client.get(f"/decks/{deck.token}/delete/").status_code == 200 and Deck.objects.exists()
    client.post(f"/decks/{deck.token}/delete/")
    assert not Deck.objects.exists() and Card.objects.exists()


def test_lists_show_to_each_what_is_for_them(client: Client) -> None:
    ada = make_owner("ada")
    make_deck("Of the site", make_cards(8), slug="pre")
    make_deck("Public", [], ada)
    make_deck("Unlisted", [], ada, visibility=Visibility.UNLISTED)
    make_deck("Private", [], ada, visibility=Visibility.PRIVATE)
    lists = client.get("/decks/").context["lists"]
    assert [e.deck.name for e in lists.site] == ["Of the site"] and [e.deck.name for e in lists.others] == ["Public"]
    lists = sign_in(Client(), ada).get("/decks/").context["lists"]
    assert {e.deck.name for e in lists.own} == {"Public", "Unlisted", "Private"} and lists.others == []


# Formats


def codes(draft: DeckDraft, preconstructed: list[frozenset[int]] | None = None) -> dict[str, set[str]]:
    return {check.code: {p.code for p in check.problems} for check in checks_of(draft, preconstructed or [])}


def test_eight_cards_of_one_set_may_be_played_everywhere_but_in_mutation() -> None:
    problems = codes(DeckDraft(tuple(make_cards(8, make_set()))))
    assert problems.pop("mutation") == {"wrong-deck-size"}
    assert set().union(*problems.values()) == set()


def test_problems_have_names() -> None:
    first, second = make_set(), make_set()
    seven = make_cards(7, first)
    assert "wrong-deck-size" in codes(DeckDraft(tuple(seven)))["constructed-2"]
    assert "wrong-deck-size" in codes(DeckDraft(tuple(make_cards(9, first))))["constructed-2"]
    mixed = codes(DeckDraft((*seven, make_card(card_set=second))))
    assert (
        mixed["constructed-2"] == set() and mixed["draft"] == {"too-many-sets"} and mixed["solo"] == {"too-many-sets"}
    )
    assert codes(DeckDraft((*seven, make_card())))["draft"] == {"card-of-no-set"}
    aim, rage = make_card(card_set=first, abilities=["aim"]), make_card(card_set=first, abilities=["instinct"])
    assert codes(DeckDraft((*seven, aim)))["constructed-2"] == {"card-of-other-edition"}
    assert codes(DeckDraft((*seven, aim)))["constructed-1"] == set()
    assert codes(DeckDraft((*seven, rage)))["constructed-1"] == {"card-of-other-edition"}
    copy = make_card(seven[0].name, first)
    assert codes(DeckDraft((*seven, copy)))["constructed-2"] == {"duplicate-card"}
    assert "champion-in-deck" in codes(DeckDraft((*seven, aim), champion=aim))["constructed-1"]


def test_preconstructed_decks_may_face_an_ai() -> None:
    cards = [*make_cards(4, make_set()), *make_cards(4, make_set())]
    assert codes(DeckDraft(tuple(cards)))["solo"]
    assert not codes(DeckDraft(tuple(cards)), [frozenset(card.pk for card in cards)])["solo"]


def test_mutation_takes_sixteen_of_two_sets() -> None:
    first, second, third = make_set(), make_set(), make_set()
    assert codes(DeckDraft((*make_cards(8, first), *make_cards(8, second))))["mutation"] == set()
    assert codes(DeckDraft((*make_cards(8, first), *make_cards(7, second), *make_cards(1, third))))["mutation"] == {
        "too-many-sets"
    }


def test_remarks_say_what_is_missing() -> None:
    spells = tuple(make_cards(2, kind=Kind.INCANTATION))
    assert {remark.code for remark in remarks_on(DeckDraft(spells))} == {"no-stronghold", "no-creatures"}
    assert remarks_on(DeckDraft((make_card(),), make_card(kind=Kind.STRONGHOLD))) == []


# Figures and hands


def test_figures_add_up() -> None:
    cards = [
        make_card(cost=1, av=2, hp=3, abilities=["rage"]),
        make_card(cost=12, av=4, hp=5, abilities=["rage", "aura:aim"]),
        make_card(cost=1, av=9, kind=Kind.INCANTATION),
    ]
    figures = figures_of(cards, "en")
    assert (figures.count, figures.fighters, figures.incantations) == (3, 2, 1)
    assert (figures.total_cost, figures.average_cost, figures.attack, figures.health) == (14, 4.7, 6, 8)
    assert [(step.label, step.count, step.height, step.share) for step in figures.steps if step.count] == [
        ("1", 2, 100, 50),
        ("8+", 1, 50, 0),
    ]
    assert [(badge.name, count) for badge, count in figures.abilities] == [("Rage", 2), ("Aura: Aim", 1)]
    assert figures_of([], "en").average_cost == 0


def test_a_hand_is_the_whole_deck_in_an_order_that_the_seed_settles() -> None:
    cards = make_cards(8)
    hand = draw_hand(cards, 7)
    assert hand == draw_hand(list(reversed(cards)), 7)
    assert sorted(card.pk for card in hand.cards) == [card.pk for card in cards]
    assert len(hand.available) == 4 and (hand.mana, hand.later) == (6, 9)
    assert len({draw_hand(cards, seed).cards for seed in range(30)}) > 20


def test_a_hand_has_an_address_and_another_one_is_drawn(client: Client) -> None:
    cards = make_cards(8, make_set("pack"))
    path = address(cards).replace("new", "hand")
    first = client.get(path)["Location"]
    assert re.search(r"seed=\d+$", first)
    assert client.get(first).content == client.get(first).content
    for seed in ("", "-1", "x", "9" * 12, str(1 << 32)):
        assert client.get(f"{path}&seed={seed}").status_code == 302
    assert "No cards to draw" in client.get("/decks/hand/?seed=1").content.decode()
