"""Mutated decks: the list in the address, what may be put where, patches on faces, printing, hostile addresses."""

from __future__ import annotations

import io
from html import unescape
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from cards.decks.drafts import draft_of
from cards.decks.mutation_page import mutation_page
from cards.decks.mutations import MutatedDeck, MutationRequest, MutationsError, mutated, offers, read, written
from cards.models import Deck, Kind, PrintJob
from cards.printing import services
from cards.printing.selection import selection_of
from tests.cards.factories import make_card, make_cards, make_deck, make_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck() -> Deck:
    """In the deck a plain Creature, one with Cursed and Rage, an Incantation; in the Laboratory what can be cut."""
    cards = [
        make_card("Plain", av=2, hp=2, cost=3, abilities=[]),
        make_card("Cursed", av=1, hp=1, cost=2, abilities=["cursed", "rage"]),
        make_card("Spark", kind=Kind.INCANTATION, av=2, cost=2, hp=None, abilities=[]),
        *make_cards(5, av=9, hp=9, cost=1, abilities=[]),
        make_card("Giver", av=3, hp=4, cost=2, abilities=["sprint", "aura:aerial"]),
        make_card("Thief", av=4, hp=2, cost=9, abilities=["rage"]),
    ]
    return make_deck("Changed", cards)


def change(deck: Deck, text: str) -> MutatedDeck:
    return mutated(draft_of(deck, None), read(text))


mutation_requests = st.builds(
    MutationRequest,
    st.integers(1, 16),
    st.sampled_from(["cost", "av", "hp", "rage", "aura:aerial"]),
    st.integers(1, 8),
    st.lists(st.sampled_from(["rage", "cursed", "aura:rage"]), max_size=2, unique=True).map(tuple),
)


@given(st.lists(mutation_requests, max_size=10))
def test_a_list_is_read_as_it_was_written(several: list[MutationRequest]) -> None:
    assert list(read(written(several))) == several


@given(st.text(max_size=60))
def test_nonsense_is_refused_by_its_number(text: str) -> None:
    try:
        read(text)
    except MutationsError as wrong:
        assert wrong.number >= 1


def test_values_and_abilities_are_cut_and_laid_over(deck: Deck) -> None:
    mutant = change(deck, "1.av.1;1.hp.1;2.sprint.1.cursed")
    plain, cursed = mutant.mutants[0].card, mutant.mutants[1].card
    assert (plain.av, plain.hp, plain.cost) == (3, 4, 3)
    assert set(cursed.slugs) == {"rage", "sprint"}
    assert [mutation.price for mutation in mutant.done] == [1.0, 1.0, 2.5]  # Sprint 1.5, and 1 for covering Cursed
    assert mutant.points == 4.5
    assert [(patch.element, patch.source) for patch in mutant.patches(1)] == [("av", "Giver"), ("hp", "Giver")]
    face = mutant.face(2, "en")
    assert [badge.slug for badge in face.abilities] == ["sprint", "rage"]  # where Cursed was printed
    assert dict(face.patched)["ability-1"].source == "Giver"


@pytest.mark.parametrize(
    ("text", "number", "why"),
    [
        ("3.av.1", 1, "only Creatures"),
        ("1.av.1;1.av.2", 2, "never covers another"),
        ("1.av.1;2.av.1", 2, "or no longer"),  # cut once
        ("4.av.1", 1, "be lowered"),
        ("1.sprint.1", 1, "covers an existing one"),
        ("2.rage.2.cursed", 1, "already"),
        ("1.hp.2", 1, "price list"),
        ("1.rage.1.cursed", 1, "have it"),
        ("9.av.1", 1, "have it"),
        ("1.av.7", 1, "have it"),
        ("1.av", 1, "unreadable"),
        ("1.av.1;;x", 2, "unreadable"),
    ],
)
def test_what_cannot_be_says_which_and_why(deck: Deck, text: str, number: int, why: str) -> None:
    with pytest.raises(MutationsError, match=why) as wrong:
        change(deck, text)
    assert wrong.value.number == number


def test_what_is_offered_can_be_done_and_nothing_else(deck: Deck) -> None:
    mutant = change(deck, "1.av.1")
    for place in range(1, 9):
        for offer in offers(mutant, place):
            after = change(deck, written([*(done.request for done in mutant.done), offer.request]))
            assert after.points == mutant.points + offer.price
    assert offers(mutant, 3) == []
    kinds = {(offer.request.element, offer.request.covers) for offer in offers(mutant, 2)}
    assert ("aura:aerial", ("cursed", "rage")) in kinds
    assert ("rage", ("rage",)) in kinds  # cut from the Thief, over its own
    assert ("av", ()) not in {(offer.request.element, ()) for offer in offers(mutant, 1)}


def test_an_aura_is_never_offered_over_an_aura_and_an_ability() -> None:
    """Nor taken from an address."""
    cards = [
        make_card("Both", abilities=["rage", "aura:aerial"]),
        *make_cards(7),
        make_card("Aura", abilities=["aura:sprint"]),
    ]
    deck = make_deck("Auras", cards)
    covered = {offer.request.covers for offer in offers(change(deck, ""), 1) if offer.request.element == "aura:sprint"}
    assert covered == {("aura:aerial",)}
    with pytest.raises(MutationsError, match="two that aren't Auras"):
        change(deck, "1.aura:sprint.1.rage,aura:aerial")


def test_taking_one_off_takes_off_what_rests_on_it(deck: Deck) -> None:
    mutant = change(deck, "1.av.1;2.sprint.1.cursed;1.hp.1")
    assert mutant.without(mutant.done[0].request) == "2.sprint.1.cursed"
    assert mutant.without(mutant.done[2].request) == "1.av.1;2.sprint.1.cursed"


# The page


def address(deck: Deck, text: str = "") -> str:
    return reverse("cards:mutations", args=[deck.token]) + (f"?m={text}" if text else "")


def test_the_page_shows_the_deck_as_it_is_now(client: Client, deck: Deck) -> None:
    response = client.get(address(deck, "1.av.1;2.sprint.1.cursed"))
    text = unescape(response.content.decode())
    assert response.status_code == 200
    assert "Attack value 2 → 3" in text and "Sprint over Cursed" in text
    assert "3.5 Mutation Points spent; a session gives 15 in total" in text
    assert f"deck={deck.token}&m=1.av.1;2.sprint.1.cursed" in text


def test_a_wrong_list_is_told_and_the_rest_stays(client: Client, deck: Deck) -> None:
    response = client.get(address(deck, "1.av.1;1.av.2"))
    assert response.status_code == 422
    text = unescape(response.content.decode())
    assert "allowed: a mutation never covers another." in text
    assert "Attack value 2 → 3" in text
    for hostile in ("<script>", "1.av.1;" * 900, "99999.av.1", "%00", "1.av.1.<b>"):
        assert client.get(reverse("cards:mutations", args=[deck.token]), {"m": hostile}).status_code == 422


def test_every_link_of_the_page_works(client: Client, deck: Deck) -> None:
    page = mutation_page(deck, draft_of(deck, None), "1.av.1", "en")
    hrefs = [line.href for place in page.places for line in (*place.done, *place.offers)]
    assert len(hrefs) > 5
    for href in hrefs[:12]:
        assert client.get(href).status_code == 200


def test_a_deck_without_a_laboratory_says_so(client: Client) -> None:
    response = client.get(address(make_deck("Small", make_cards(8))))
    assert "No Laboratory yet" in response.content.decode()


def test_a_private_deck_stays_private(client: Client) -> None:
    mine = make_deck("Mine", make_cards(9), owner=make_owner(), visibility="private")
    assert client.get(address(mine)).status_code == 404


# Printing


@pytest.fixture
def folders(settings: Any, tmp_path: Path) -> None:
    settings.RENDER_CACHE, settings.MEDIA_ROOT = tmp_path / "rendered", tmp_path


def text_of(content: bytes) -> str:
    import pypdfium2

    with pypdfium2.PdfDocument(content) as document:
        return " ".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.mark.usefixtures("folders")
@pytest.mark.django_db(transaction=True)
def test_the_mutated_deck_and_its_laboratory_are_printed(
    client: Client, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_SECONDS_AT_ONCE", -1)
    params = {"deck": deck.token, "m": "1.av.1;2.sprint.1.cursed"}
    pieces = selection_of(params, None).pieces("en")
    assert len(pieces) == 10
    assert [len(piece.front.patches) for piece in pieces[:3]] == [1, 1, 0]
    response = client.post(reverse("cards:print"), {**params, "purpose": "home"})
    job = PrintJob.objects.get()
    assert response["Location"] == reverse("cards:print_job", args=[job.token])
    assert f"deck={deck.token}" in unescape(client.get(response["Location"]).content.decode()) or job.is_busy
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    job.refresh_from_db()
    assert (job.state, job.problem) == (PrintJob.State.DONE, "")
    content = b"".join(client.get(reverse("cards:print_file", args=[job.token])))
    with pikepdf.open(io.BytesIO(content)) as document:
        assert len(document.pages) == 1  # ten cards: one sheet on its side
    assert text_of(content).count("Giver") == 1  # its own card: scraps have no words that would cover others


def test_mutations_that_cannot_be_are_not_printed(client: Client, deck: Deck) -> None:
    response = client.get(reverse("cards:print"), {"deck": deck.token, "m": "3.av.1"})
    assert response.status_code == 422
    assert "allowed: " in response.content.decode()


def test_a_job_of_a_plain_deck_lists_its_cards(deck: Deck) -> None:
    from cards.printing.options import PrintOptions

    owner = make_owner()
    job = services.ask(owner=owner, selection=selection_of({"deck": deck.token}, owner), options=PrintOptions())
    assert len(job.cards) == 10
    assert "mutant" not in job.options
