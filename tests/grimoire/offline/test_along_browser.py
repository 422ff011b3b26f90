"""A book that is taken along: without a network its puzzles open and are solved, and each answer counts once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from grimoire.models import Attempt, Book, Puzzle
from tests.browsing import eventually, lend
from tests.grimoire.factories import make_book, make_owner, make_puzzle, position_json
from tests.grimoire.solving.table import NewPage, head, laid, place_card

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.service_workers]

WIN = "3 at A upper 0"
HARD = ("1 lower", "3 at B lower 1", "0 at B lower 1")
KEPT = "async (address) => (await caches.match(address, { ignoreVary: true })) !== undefined"
AGED = """async () => {
  const [address, name] = ["/grimoire/books/along/along/", "book/grimoire/books/along/along/"];
  const cache = await caches.open(name);
  const contents = await (await cache.match(address)).json();
  await cache.put(address, new Response(JSON.stringify({ ...contents, at: Date.now() - 2 * 24 * 60 * 60 * 1000 })));
}"""
AWAY = re.compile(
    r"htmx:sendError|\(Conflict\)|ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|-latin-ext-[a-z0-9-]+\.woff2"
)


@pytest.fixture(autouse=True)
def quiet(new_page: NewPage, page_errors: list[str]) -> Iterator[None]:
    """What cannot be fetched without a network is no error."""
    yield
    page_errors[:] = [error for error in page_errors if not AWAY.search(error)]


@pytest.fixture
def book(transactional_db: None) -> Book:
    asking = position_json("win")
    asking["objective"]["ask"] = "ways"
    pages = [
        make_puzzle(position="win", title="Moonrise", title_fr="Lever de lune"),
        make_puzzle(position="win-hard", title="Three at once"),
        make_puzzle(position="predict", kind=Puzzle.Kind.FORETELL, title="The bell"),
        make_puzzle(position=asking, title="How many"),
    ]
    return make_book(None, pages, slug="along", title="Along")


def take(page: Page, path: str = "/grimoire/books/along/", name: str = "Take this book along") -> None:
    page.goto(path)
    page.get_by_role("button", name=name).click()
    expect(page.locator("[data-is-kept]")).to_be_visible()


def away(page: Page) -> None:
    page.context.set_offline(True)


def back(page: Page) -> None:
    page.context.set_offline(False)


def test_a_book_is_solved_without_a_network_and_counts_once(
    phone: Page, book: Book, live_server: Any, client: Client, assert_accessible: Callable[[Page], None]
) -> None:
    ada = make_owner("ada")
    client.force_login(ada.user)
    lend(phone, client, live_server)
    take(phone)
    expect(phone.locator("[data-along] [data-state]")).to_have_text("On this device: 3 of 4 puzzles.")
    phone.locator("[data-left] summary").click()
    expect(phone.locator("[data-left] li")).to_have_text(["4 · How many: asks for a number"])
    assert_accessible(phone)
    away(phone)
    phone.goto("/grimoire/books/along/")
    expect(phone.locator("h1")).to_have_text("Along")
    phone.locator(".page-link", has_text="Moonrise").click()
    expect(phone.locator("h1")).to_have_text("Moonrise")
    place_card(phone, WIN)
    laid(phone, 1)
    expect(phone.locator("#side [data-part=note]")).to_contain_text("Offline")
    assert_accessible(phone)
    phone.get_by_role("button", name="Assault").click()
    head(phone).to_have_text("Well done")
    phone.get_by_role("link", name="Next puzzle").click()
    expect(phone.locator("h1")).to_have_text("Three at once")
    phone.get_by_role("button", name="Assault").click()
    head(phone).to_have_text("Not quite")
    expect(phone.locator(".coach .says")).not_to_be_empty()
    assert_accessible(phone)
    phone.get_by_role("button", name="Try again").click()
    head(phone).to_have_text("Your turn")
    for count, action in enumerate(HARD, start=1):
        place_card(phone, action)
        laid(phone, count)
    phone.get_by_role("button", name="Undo").click()
    laid(phone, 2)
    place_card(phone, HARD[2])
    laid(phone, 3)
    phone.get_by_role("button", name="Assault").click()
    head(phone).to_have_text("Well done")
    assert not Attempt.objects.exists()
    phone.goto("/grimoire/books/along/")
    expect(phone.locator("[data-along] [data-waiting]")).to_have_text("Answers to send: 3.")
    expect(phone.locator(".page-tile.is-solved .page-title")).to_have_text(["1Moonrise", "2Three at once"])
    expect(phone.get_by_role("link", name=re.compile("Moonrise.*solved, not sent yet"))).to_be_visible()
    expect(phone.locator(".page-tile.needs-network .page-title")).to_have_text("4How many")
    assert_accessible(phone)
    back(phone)
    phone.goto("/grimoire/books/along/")
    expect(phone.locator("[data-along] [data-waiting]")).to_have_text("Answers sent: 3, solved: 2.")
    phone.reload()
    told = Attempt.objects.order_by("puzzle_id").values_list("owner", "state", "first_try", "tries", "rated_at")
    assert list(told) == [(ada.pk, "solved", True, 1, None), (ada.pk, "solved", False, 2, None)]
    assert list(Puzzle.objects.order_by("pk").values_list("solved_count", flat=True)) == [1, 1, 0, 0]
    expect(phone.locator(".page-tile.is-first")).to_have_count(1)


def test_an_outcome_is_foretold_without_a_network(phone: Page, book: Book) -> None:
    take(phone)
    away(phone)
    phone.goto("/grimoire/books/along/")
    phone.locator(".page-link", has_text="The bell").click()
    questions = phone.locator(".foretell .part")
    for turn in range(4):
        for number in range(questions.count()):
            wrong = questions.nth(number).locator("label").nth(turn)
            if "is-right" not in (questions.nth(number).get_attribute("class") or ""):
                wrong.click()
        phone.evaluate("for (const grade of document.querySelectorAll('.foretell .grade')) grade.remove()")  # of before
        phone.get_by_role("button", name="Check answer").click()
        expect(phone.locator(".foretell .grade")).to_have_count(questions.count())
        if phone.locator("#coach-head").inner_text() == "Well done":
            break
    head(phone).to_have_text("Well done")
    back(phone)
    phone.goto("/grimoire/books/along/")
    eventually(lambda: list(Attempt.objects.values_list("state", flat=True)), ["solved"])


def test_a_puzzle_that_changed_meanwhile_counts_for_nothing(phone: Page, book: Book) -> None:
    take(phone)
    away(phone)
    phone.goto(f"{Puzzle.objects.get(title='Moonrise').get_absolute_url()}?book=along")
    place_card(phone, WIN)
    laid(phone, 1)
    phone.get_by_role("button", name="Assault").click()
    head(phone).to_have_text("Well done")
    puzzle = Puzzle.objects.get(title="Moonrise")
    puzzle.position["players"]["B"]["turn"] += 2
    puzzle.save()
    back(phone)
    expect(phone.locator("#side .note.bad")).to_contain_text("has changed")
    assert not Attempt.objects.filter(solved_at__isnull=False).exists()


def test_a_line_goes_on_where_the_network_was_lost(page: Page, book: Book) -> None:
    """And a pack that somebody has changed says nothing to the site."""
    take(page)
    page.goto(Puzzle.objects.get(title="Three at once").get_absolute_url())
    place_card(page, HARD[0])
    laid(page, 1)
    away(page)
    for count, action in enumerate(HARD[1:], start=2):
        place_card(page, action)
        laid(page, count)
    page.get_by_role("button", name="Assault").click()
    head(page).to_have_text("Well done")
    back(page)
    expect(page.locator("#side .note")).to_contain_text("was sent")
    eventually(lambda: Attempt.objects.get().state, "solved")


def test_in_french_and_removed_again(new_page: NewPage, book: Book) -> None:
    page = new_page(locale="fr-FR", viewport={"width": 390, "height": 844}, has_touch=True)
    take(page, "/fr/grimoire/books/along/", "Emporter ce livre")
    expect(page.locator("[data-along] [data-state]")).to_have_text("Sur cet appareil : 3 énigmes sur 4.")
    away(page)
    page.goto("/fr/grimoire/books/along/")
    page.locator(".page-link", has_text="Lever de lune").click()
    place_card(page, WIN)
    laid(page, 1)
    page.get_by_role("button", name="Assaut").click()
    head(page).to_have_text("Bien joué")
    page.goto("/grimoire/books/along/")
    expect(page.locator("h1")).to_have_text("No connection")  # it was taken along in French
    back(page)
    page.goto("/fr/grimoire/books/along/")
    page.get_by_role("button", name="Retirer de cet appareil").click()
    expect(page.get_by_role("button", name="Emporter ce livre")).to_be_visible()
    away(page)
    page.goto("/fr/grimoire/books/along/")
    expect(page.locator("h1")).to_have_text("Pas de connexion")


def test_a_book_that_is_taken_along_again_leaves_nothing_old(page: Page, book: Book) -> None:
    take(page)
    gone = Puzzle.objects.get(title="Moonrise")
    addresses = [gone.get_absolute_url(), f"{gone.get_absolute_url()}pack/"]
    assert [page.evaluate(KEPT, address) for address in addresses] == [True, True]
    book.pages.filter(puzzle=gone).delete()
    page.evaluate(AGED)
    page.goto("/grimoire/books/along/")
    expect(page.locator("[data-along] [data-state]")).to_have_text("On this device: 2 of 3 puzzles.")
    assert [page.evaluate(KEPT, address) for address in addresses] == [False, False]
    away(page)
    page.goto("/grimoire/books/along/")
    expect(page.locator(".page-link")).to_have_count(3)
