"""No kind of page is wider than a phone: what does not fit scrolls inside of it, or breaks."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import Owner
from board.links import board_address, editor_address
from cards.models import Card, Deck, Kind
from grimoire.models import Attempt, Book, Puzzle
from mutation.tokens import invitation
from tables.reviewing import services as reviewing
from tests.browsing import come_to_rest, lend
from tests.cards.factories import browser_of, make_card, make_deck
from tests.conftest import NewPage
from tests.crowded import crowded_site, pages_of
from tests.grimoire.community.people import attempted, member
from tests.grimoire.factories import make_book, make_puzzle, names_of_positions, position_of
from tests.mutation.sessions import in_games, make_session, mutate, play_games, put
from tests.tables.factories import finish, make_game

WIDTHS = (390, 360)
ARROWS = ('"\u203a"', '"\u2039"')

# How wide a page is, how wide it should be, and what stands out.
MEASURED = """() => {
  const wide = document.scrollingElement;
  const isOut = (node) => node.getBoundingClientRect().right > wide.clientWidth + 1;
  const out = [...document.querySelectorAll("body *")].filter(isOut);
  const names = out.map((node) => `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""}`);
  return [wide.scrollWidth, wide.clientWidth, [...new Set(names)].slice(0, 8)];
}"""


@pytest.fixture
def site(transactional_db: None) -> None:
    """The site's own cards and books."""
    call_command("load_sets", verbosity=0)
    call_command("load_books", verbosity=0)


def of_the_site() -> list[str]:
    """Addresses of pages that anybody may see, one of each kind or more."""
    card = Card.objects.filter(set__slug="initiation", kind=Kind.CREATURE).first() or Card.objects.all()[0]
    named = {
        "home": "home releases bots",
        "board": "board",
        "play": "index lobby mine statistics first_game",
        "grimoire": "editor index search challenges contests championships daily progress to_retry training"
        " download books drafts",
        "cards": "catalogue sets decks new_deck import_deck workshop new_card icon_credits print import backup",
        "rulings": "index rules glossary abilities matrix questions",
        "champions": "gallery",
        "mutation": "index begin",
        "tournaments": "index new",
        "scores": "index",
        "analysing": "index from_board",
        "accounts": "me",
        "api_guide": "guide",
    }
    paths = [reverse(f"{room}:{name}") for room, names in named.items() for name in names.split()]
    paths += [reverse(name) for name in ("account_login", "account_signup", "account_reset_password")]
    paths += [
        reverse("rulings:ability", args=["rage"]),
        reverse("rulings:chapter", args=["cards"]),
        reverse("rulings:cell", args=["aura", "rage"]),
        card.get_absolute_url(),
        card.set.get_absolute_url() if card.set else "",
        Card.objects.filter(kind=Kind.CHAMPION)[0].get_absolute_url(),
        "/cards/?q=t:creature+cost%3C%3D3",
        reverse("cards:compare") + "?cards=" + ",".join(card.reference for card in Card.objects.all()[:3]),
        Deck.objects.filter(owner=None)[0].get_absolute_url(),
        "/rulings/?q=fly",
        "/play/?mode=teams&format=draft",
        "/play/?mode=solo&ai=custom",
        "/mutation/new/?way=drafted",
        "/play/custom/?mode=solo&ai=custom&level=8&kept=1",
        "/nowhere/",
    ]
    paths += of_games()
    for book in Book.objects.all():
        first = Puzzle.objects.filter(book_pages__book=book).order_by("book_pages__number")[0]
        paths += [book.get_absolute_url(), first.get_absolute_url()]
    booklets = Book.objects.filter(game=Puzzle.objects.all()[0].game)
    paths.append(reverse("grimoire:booklet", args=[booklets[0].address]))
    return paths


def of_games() -> list[str]:
    """A table of each number of seats, before and after; replay and review of a game that is over."""
    four = {letter: {"kind": "me"} for letter in "ABCD"}
    over = finish(make_game(mode="teams", seats=four), "random")
    review = reviewing.ask(over)
    while review.is_busy:
        reviewing.work(review.pk)
        review.refresh_from_db()
    games = [make_game(mode="teams", seats=four), make_game(mode="ffa", format="draft", seats=four), make_game(), over]
    paths = [game.get_absolute_url() for game in games]
    afterwards = [reverse(f"play:{name}", args=[over.token]) for name in ("replay", "continue_game", "review")]
    return [*paths, *afterwards, f"{afterwards[0]}?at=2"]


def of_ones_own(owner: Owner) -> list[str]:
    """Addresses of one who has made and solved something: every kind of position, before and after."""
    book = make_book(owner, title="A book with a rather long title that has to break somewhere")
    draft = make_puzzle(owner, published=False, title="Supercalifragilisticexpialidocious" * 2)
    card = make_card(owner=owner, name="A card of my own")
    deck = make_deck(owner=owner, cards=[card])
    paths = [
        book.get_absolute_url(),
        reverse("grimoire:edit_book", args=[book.token]),
        reverse("grimoire:edit_puzzle", args=[draft.token]),
        reverse("grimoire:author", args=[owner.name]),
        reverse("accounts:delete"),
        reverse("accounts:sessions"),
        reverse("cards:edit", args=[card.token]),
        deck.get_absolute_url(),
        reverse("cards:edit_deck", args=[deck.token]),
        reverse("cards:mutations", args=[deck.token]),
        reverse("grimoire:add_to_book", args=[draft.token]),
        reverse("grimoire:proof", args=[draft.proof.key]),
    ]
    for name in names_of_positions():
        position = position_of(name)
        before, after, given_up = (make_puzzle(None, position=name, title=f"{name} {n}") for n in range(3))
        attempted(owner, after)
        attempted(owner, given_up, state=Attempt.State.SHOWN, first_try=False, solved_at=None)
        paths += [page.get_absolute_url() for page in (before, after, given_up)]
        paths += [board_address(position, ()), editor_address(position)]
    return paths + of_sessions(owner)


def of_sessions(owner: Owner) -> list[str]:
    """A Mutation session in each phase, with names as long as they may be."""
    alone, long = dict.fromkeys("ABCD", "me"), {letter: letter + "w" * 59 for letter in "ABCD"}
    draft, choice = make_session(owner, players=long, name="w" * 60), make_session(owner, "dealt", players=long)
    games = in_games(owner, players=long, seats=alone)
    mutate(games, "A", 1)
    play_games(games, "A", "B")
    over = in_games(owner, players=long, seats=alone)
    play_games(over, "A", "B")
    put(over, {"by": "organiser", "kind": "end", "reason": "w" * 400})
    paths = [draft.get_absolute_url() + "?seat=A", choice.get_absolute_url(), over.get_absolute_url()]
    paths += [reverse("mutation:join", args=[draft.token, invitation(draft)])]
    pages = ["session", "decks", "ledger", "history", "story", "prices", "papers"]
    paths += [reverse(f"mutation:{page}", args=[games.token]) for page in pages]
    bench = reverse("mutation:bench", args=[games.token, "A"])
    return [*paths, reverse("mutation:correct", args=[games.token, 5]), bench, f"{bench}?sets=1"]


def too_wide(page: Page, paths: list[str]) -> list[str]:
    faults = []
    for path in paths:
        page.goto(path)
        come_to_rest(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            is_wide, should, standing_out = page.evaluate(MEASURED)
            if is_wide > should:
                faults.append(f"{path}: {is_wide} instead of {should}, {standing_out}")
    return faults


def narrow(new_page: NewPage) -> Page:
    return new_page(viewport={"width": WIDTHS[0], "height": 800}, has_touch=True, is_mobile=True, locale="en-GB")


@pytest.mark.long
def test_no_page_of_the_site_is_wider_than_a_phone(site: None, new_page: NewPage, page_errors: list[str]) -> None:
    assert too_wide(narrow(new_page), of_the_site()) == []
    assert all("/nowhere/" in error for error in page_errors)
    page_errors.clear()


@pytest.mark.long
def test_no_page_of_one_s_own_is_wider_than_a_phone(
    transactional_db: None, new_page: NewPage, live_server: Any
) -> None:
    owner, client = member("mirabel")
    page = narrow(new_page)
    lend(page, client, live_server)
    assert too_wide(page, of_ones_own(owner)) == []


@pytest.mark.long
def test_no_kind_of_page_is_wider_than_a_phone(transactional_db: None, new_page: NewPage, live_server: Any) -> None:
    """Each address of ours, with the most that can be on it, in both languages: what `crowded` knows misses none."""
    site = crowded_site()
    client = browser_of(site)
    own, strangers = narrow(new_page), narrow(new_page)
    lend(own, client, live_server)
    for page in (own, strangers):
        page.route("**/files/pictures/**", lambda route: route.fulfill(status=204))  # there are no files of them
    kinds = pages_of(site)
    assert too_wide(own, [address for kind in kinds if kind.is_own for address in kind.addresses]) == []
    assert too_wide(strangers, [address for kind in kinds if not kind.is_own for address in kind.addresses]) == []


def test_a_long_line_says_that_it_scrolls(site: None, new_page: NewPage) -> None:
    """Of six Creatures a phone shows four: an arrow lies over the edge that has more behind it."""
    lines = [
        (puzzle, f"{seat}")
        for puzzle in Puzzle.objects.of_decks()
        for seat in "AB"
        for line in ("upper", "lower")
        if len(puzzle.position["players"][seat][line]) >= 6
    ]
    puzzle, seat = lines[0]
    page = narrow(new_page)
    page.goto(puzzle.get_absolute_url())
    come_to_rest(page)
    line = page.locator(f'.kingdom[data-seat="{seat}"]:has(> :nth-child(6))').first
    assert line.evaluate("(line) => line.scrollWidth > line.clientWidth")
    assert line.evaluate("(line) => getComputedStyle(line, '::after').content") in ARROWS
    assert line.evaluate("(line) => getComputedStyle(line, '::after').position") == "sticky"
