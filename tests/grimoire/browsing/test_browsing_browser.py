"""Finding pages in a real browser: search in place, a book put in order by keys, buttons and drags, the phone, axe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Visibility
from grimoire.models import Attempt, Book, BookPage, Puzzle
from tests.browsing import arrive, box_of, come_to_rest
from tests.conftest import PHONE, NewPage
from tests.grimoire.factories import make_owner, make_puzzle, names_of_positions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pages(live_server: object) -> list[Puzzle]:
    names = names_of_positions()
    titles = ("Ant", "Bee", "Cat", "Dog", "Eel")
    return [make_puzzle(title=title, position=names[at % len(names)]) for at, title in enumerate(titles)]


@pytest.fixture
def shelf(pages: list[Puzzle]) -> Book:
    book = Book.objects.create(title="First Book", title_fr="Premier livre", slug="first", visibility=Visibility.PUBLIC)
    BookPage.objects.bulk_create(BookPage(book=book, puzzle=page, number=at) for at, page in enumerate(pages, 1))
    return book


def begin_book(page: Page, pages: list[Puzzle]) -> str:
    """Makes a book of these pages as a guest, by the forms; returns the address where it is edited."""
    page.goto(f"/grimoire/books/add/{pages[0].token}/")
    page.get_by_label("Title of a new book").fill("Evenings")
    page.get_by_role("button", name="Create book with this puzzle").click()
    expect(page.get_by_role("link", name="Order puzzles")).to_be_visible()
    for puzzle in pages[1:]:
        page.goto(f"/grimoire/books/add/{puzzle.token}/")
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_text("already in it")).to_be_visible()
    page.get_by_role("link", name="Order puzzles").click()
    expect(page.locator(".order-row")).to_have_count(len(pages))
    come_to_rest(page)
    return page.url


def expect_order(page: Page, *titles: str) -> None:
    rows = page.locator(".order-row .order-name a")
    expect(rows).to_have_text(list(titles))


@pytest.mark.long
def test_filters_find_pages_in_place(
    page: Page, pages: list[Puzzle], assert_accessible: Callable[[Page], None]
) -> None:
    page.goto("/grimoire/search/")
    expect(page.locator(".page-tile")).to_have_count(5)
    page.locator("#goal-bastion").check()
    expect(page).to_have_url(re.compile(r"/grimoire/search/\?goal=bastion$"))
    expect(page.locator("#goal-bastion")).to_be_checked()
    expect(page.locator(".page-tile")).not_to_have_count(5)
    expect(page.locator(".page-tile")).not_to_have_count(0)
    expect(page.locator(".languages a[lang=fr]")).to_have_attribute("href", re.compile(r"goal=bastion"))
    assert_accessible(page)
    page.get_by_role("link", name="Remove: Bring down the Bastion").click()
    expect(page.locator(".page-tile")).to_have_count(5)
    page.keyboard.press("/")
    page.keyboard.insert_text("bee")  # at once, so that it is one step back
    expect(page.locator(".page-title")).to_have_text(["Bee"])
    expect(page).to_have_url(re.compile(r"q=bee"))
    page.go_back()
    expect(page.locator(".page-tile")).to_have_count(5)


@pytest.mark.long
def test_the_search_works_without_script(new_page: NewPage, pages: list[Puzzle]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/grimoire/search/")
    page.locator("#q").fill("cat")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".page-title")).to_have_text(["Cat"])
    expect(page).to_have_url(re.compile(r"/grimoire/search/\?q=cat$"))
    page.locator("#sort").select_option("hardest")
    page.get_by_role("button", name="Sort").click()
    expect(page).to_have_url(re.compile(r"q=cat&sort=hardest"))


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_shelf_keeps_nobody_out(
    new_page: NewPage, shelf: Book, assert_accessible: Callable[[Page], None], scheme: str
) -> None:
    page = new_page(viewport={"width": 1280, "height": 800}, color_scheme=scheme)
    page.goto("/grimoire/")
    expect(page.locator(".first-row")).to_be_visible()
    assert_accessible(page)
    page.locator(".bookshelf").get_by_role("link", name=re.compile("First Book")).click()
    expect(page.get_by_role("heading", name="First Book")).to_be_visible()
    assert_accessible(page)
    page.goto("/grimoire/progress/")
    assert_accessible(page)
    page.goto("/grimoire/daily/")
    assert_accessible(page)
    page.goto("/grimoire/download/")
    assert_accessible(page)


@pytest.mark.long
def test_a_book_is_put_in_order_by_keys(
    page: Page, pages: list[Puzzle], assert_accessible: Callable[[Page], None]
) -> None:
    begin_book(page, pages[:4])
    assert_accessible(page)
    page.locator('.order-row[data-number="1"] [data-grip]').focus()
    page.keyboard.press("ArrowDown")
    expect_order(page, "Bee", "Ant", "Cat", "Dog")
    expect(page.locator('.order-row[data-number="2"] [data-grip]')).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")  # at once: neither is lost
    expect_order(page, "Bee", "Cat", "Dog", "Ant")
    expect(page.locator('.order-row[data-number="4"] [data-grip]')).to_be_focused()
    page.keyboard.press("Home")
    expect_order(page, "Ant", "Bee", "Cat", "Dog")
    page.locator('.order-row[data-number="3"] [data-act=up]').click()
    expect_order(page, "Ant", "Cat", "Bee", "Dog")
    expect(page.locator('.order-row[data-number="2"] [data-act=up]')).to_be_focused()
    page.locator('.order-row[data-number="4"] [data-grip]').focus()
    page.keyboard.press("Delete")
    expect_order(page, "Ant", "Cat", "Bee")
    page.reload()
    expect_order(page, "Ant", "Cat", "Bee")


@pytest.mark.long
def test_a_book_is_put_in_order_by_dragging(page: Page, pages: list[Puzzle]) -> None:
    begin_book(page, pages[:4])

    def drag(number: int, onto: int) -> None:
        start = box_of(page.locator(f'.order-row[data-number="{number}"] [data-grip]'))
        end = box_of(page.locator(f'.order-row[data-number="{onto}"]'))
        page.mouse.move(start["x"] + 8, start["y"] + 8)
        page.mouse.down()
        page.mouse.move(end["x"] + 60, end["y"] + end["height"] / 2, steps=6)
        expect(page.locator(".over-above, .over-below")).to_have_count(1)
        page.mouse.up()

    drag(4, 1)
    expect_order(page, "Dog", "Ant", "Bee", "Cat")
    drag(1, 3)
    expect_order(page, "Ant", "Bee", "Dog", "Cat")
    page.reload()
    expect_order(page, "Ant", "Bee", "Dog", "Cat")


@pytest.mark.long
def test_a_title_that_was_typed_is_kept_by_the_next_move(page: Page, pages: list[Puzzle]) -> None:
    begin_book(page, pages[:3])
    row = page.locator('.order-row[data-number="2"]')
    row.get_by_text("A chapter starts here").click()
    row.get_by_placeholder("Chapter title").fill("Harder ones")
    page.locator('.order-row[data-number="3"] [data-act=down]').is_disabled()
    page.locator('.order-row[data-number="1"] [data-grip]').focus()
    page.keyboard.press("ArrowDown")
    expect_order(page, "Ant", "Bee", "Cat")  # past the title, into the part
    expect(page.locator('.order-row[data-number="1"]').get_by_placeholder("Chapter title")).to_have_value("Harder ones")


@pytest.mark.long
def test_a_book_is_put_in_order_without_script(new_page: NewPage, pages: list[Puzzle]) -> None:
    page = new_page(java_script_enabled=False, viewport=PHONE)
    begin_book(page, pages[:3])
    page.get_by_role("button", name="Move “Ant” down").click()
    expect_order(page, "Bee", "Ant", "Cat")
    page.get_by_role("button", name="Remove “Bee” from the book").click()
    expect_order(page, "Ant", "Cat")


@pytest.mark.long
def test_the_cover_is_chosen_and_the_link_shared(page: Page, pages: list[Puzzle]) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin_book(page, pages[:1])
    page.locator('input[name="symbol"][value="wolf-head"]').check()
    page.get_by_role("radio", name=re.compile("Unlisted")).check()
    page.get_by_role("button", name="Save the cover").click()
    expect(page.get_by_text("is saved")).to_be_visible()
    page.get_by_role("link", name="View book").click()
    arrive(page, r"/grimoire/books/[\w-]+/$")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    book = Book.objects.get(title="Evenings")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/grimoire/books/{book.token}/")
    assert (book.symbol, book.visibility) == ("wolf-head", Visibility.UNLISTED)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/grimoire/", "/fr/grimoire/", "/fr/grimoire/search/", "/fr/grimoire/books/first/"])
def test_nothing_scrolls_sideways_on_a_phone(phone: Page, shelf: Book, path: str) -> None:
    make_puzzle(make_owner("somebody-with-a-long-name"), title="W" * 80)
    phone.goto(path)
    expect(phone.locator("main")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.locator(".top .menu-button").click()
    menu = phone.locator(".top > nav")
    expect(menu).to_be_visible()
    assert menu.evaluate("menu => menu.scrollWidth <= menu.clientWidth")
    links = menu.locator("a").all()
    assert links
    for link in links:
        box = link.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


@pytest.mark.smoke
def test_filters_fold_on_a_phone(phone: Page, shelf: Book, assert_accessible: Callable[[Page], None]) -> None:
    phone.goto("/grimoire/search/")
    expect(phone.locator("#goal-bastion")).to_be_hidden()
    phone.locator("#filters").get_by_text("Filters", exact=True).click()
    phone.locator("#goal-bastion").check()
    expect(phone).to_have_url(re.compile(r"goal=bastion"))
    expect(phone.locator("#goal-bastion")).to_be_visible()
    assert_accessible(phone)


@pytest.mark.long
def test_a_page_is_put_into_a_book_from_a_list(page: Page, shelf: Book) -> None:
    page.goto("/grimoire/books/first/")
    page.get_by_role("link", name="Add “Cat” to a book").click()
    page.get_by_label("Title of a new book").fill("Cats")
    page.keyboard.press("Enter")
    expect(page.get_by_text("is now in “Cats”")).to_be_visible()
    page.goto("/grimoire/books/")
    page.locator(".bookshelf").get_by_role("link", name=re.compile("Cats")).click()
    expect(page.locator(".page-title")).to_have_text(["1Cat"])


@pytest.mark.long
def test_a_page_that_went_wrong_is_tried_again(page: Page, shelf: Book, pages: list[Puzzle]) -> None:
    begin_book(page, pages[:1])  # which makes the guest
    owner = Book.objects.get(title="Evenings").owner
    for puzzle in pages[:2]:
        Attempt.objects.create(owner=owner, puzzle=puzzle, state="shown", first_try=False, tries=1)
    page.goto("/grimoire/progress/")
    page.get_by_role("link", name="Retry these puzzles").click()
    expect(page.locator(".page-title")).to_have_text(["Ant", "Bee"])
    page.get_by_role("link", name="Start with the first puzzle").click()
    expect(page.get_by_role("heading", name="Ant", level=1)).to_be_visible()
    page.locator(".trail").get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Bee", level=1)).to_be_visible()
    expect(page.locator(".trail")).to_contain_text("2 of 2")


@pytest.mark.long
def test_pages_are_turned_by_keys(page: Page, live_server: object) -> None:
    puzzle = make_puzzle(title="Page 0")
    fields = {"position": puzzle.position, "goal": "win", "mode": "duel", "edition": "season-2", "level": 1}
    Puzzle.objects.bulk_create(
        Puzzle(title=f"Page {n}", published_at=puzzle.published_at, visibility=Visibility.PUBLIC, **fields)
        for n in range(1, 30)
    )
    page.goto("/grimoire/search/")
    expect(page.locator(".page-tile")).to_have_count(24)
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile(r"page=2"))
    expect(page.locator(".page-tile")).to_have_count(6)
    page.keyboard.press("[")
    expect(page).to_have_url(re.compile(r"/search/$"))
    expect(page.locator(".page-tile")).to_have_count(24)
    page.locator("#level-1").check()
    expect(page.get_by_text("29 puzzles")).to_be_visible()


@pytest.mark.long
def test_a_book_is_put_in_order_with_a_finger(phone: Page, pages: list[Puzzle]) -> None:
    address = begin_book(phone, pages[:3])
    phone.goto(address.replace("/grimoire/", "/fr/grimoire/"))
    grip, target = phone.locator("[data-grip]").nth(2), phone.locator(".order-row").nth(0)
    start, end = box_of(grip), box_of(target)
    assert start["width"] >= 24
    assert start["height"] >= 24
    phone.mouse.move(start["x"] + 8, start["y"] + 8)
    phone.mouse.down()
    phone.mouse.move(end["x"] + 80, end["y"] + 30, steps=5)
    phone.mouse.up()
    expect_order(phone, "Cat", "Ant", "Bee")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
