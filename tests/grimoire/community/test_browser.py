"""Below a page in a browser: in place and without script, by keyboard, and in a frame on somebody else's site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grimoire.community.embedding import embed_code
from grimoire.models import Comment, Favourite, Puzzle, Vote
from tests.browsing import eventually, lend
from tests.conftest import PHONE, NewPage
from tests.grimoire.community.people import attempted, member
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db(transaction=True)
Check = Callable[[Page], None]


@pytest.fixture
def puzzle() -> Puzzle:
    """A published page of somebody else."""
    return make_puzzle(make_owner("mirabel"), title="The lantern and the tide", title_fr="La lanterne et la marée")


def address(puzzle: Puzzle, name: str = "") -> str:
    return f"/grimoire/p/{puzzle.token}/{name}"


def sign_in(page: Page) -> None:
    """Where the page asks for it, on the way to the comments' page."""
    page.wait_for_url("**/accounts/login/**")
    page.locator("[name=login]").fill("corentin")
    page.locator("[name=password]").fill("hush-hush-42")
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/comment/")


@pytest.fixture
def solved(page: Page, puzzle: Puzzle, live_server: Any) -> Page:
    """A page open before a member who has solved it."""
    owner, client = member("corentin")
    attempted(owner, puzzle)
    lend(page, client, live_server)
    page.goto(address(puzzle))
    return page


@pytest.mark.long
def test_the_part_below_opens_when_the_solution_is_shown(page: Page, puzzle: Puzzle) -> None:
    Comment.objects.create(owner=make_owner("corentin"), puzzle=puzzle, text="The Bat has to come second.")
    page.goto(address(puzzle))
    expect(page.locator("#readers")).to_contain_text("Solve it to vote")
    assert "The Bat" not in page.content()
    page.get_by_text("Show solution").first.click()
    page.locator(".give-up").get_by_role("button").click()
    expect(page.locator("#comments")).to_contain_text("The Bat has to come second.")
    page.locator("#vote-up").click()
    expect(page.locator("#vote-up")).to_have_attribute("aria-pressed", "true")
    assert Vote.objects.get().value == 1


@pytest.mark.long
def test_voting_in_place(solved: Page, puzzle: Puzzle, assert_accessible: Check) -> None:
    score = solved.locator(".votes output")
    for button, pressed, shown in (("up", "true", "1"), ("down", "true", "-1"), ("down", "false", "0")):
        solved.locator(f"#vote-{button}").click()
        expect(solved.locator(f"#vote-{button}")).to_have_attribute("aria-pressed", pressed)
        expect(score).to_contain_text(re.compile(rf"^{shown}\b"))
        expect(solved.locator(f"#vote-{button}")).to_be_focused()
    assert solved.url.endswith(address(puzzle))
    assert_accessible(solved)


@pytest.mark.long
def test_a_favourite_by_keyboard(page: Page, puzzle: Puzzle) -> None:
    page.goto(address(puzzle))
    heart = page.locator("#favourite")
    heart.focus()
    for pressed in ("true", "false", "true"):
        page.keyboard.press("Enter")
        expect(heart).to_have_attribute("aria-pressed", pressed)
        expect(heart).to_be_focused()
    assert Favourite.objects.get().puzzle == puzzle
    page.reload()
    expect(heart).to_have_attribute("aria-pressed", "true")


def test_a_button_drawn_anew_is_live_at_once(page: Page, puzzle: Puzzle) -> None:
    """A press in the moment in which it is drawn does not load the page."""
    page.goto(address(puzzle))
    page.evaluate(
        """() => {
          globalThis.stays = true;
          new MutationObserver((_, observer) => {
            if (document.querySelector("#favourite[aria-pressed=true]")) {
              observer.disconnect();
              document.querySelector("#favourite").click();
              globalThis.pressedAgain = true;
            }
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    page.locator("#favourite").click()
    # Before that it is not pressed either; and the page forbids what `wait_for_function` does.
    eventually(lambda: page.evaluate("globalThis.pressedAgain"), True)
    expect(page.locator("#favourite")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("globalThis.stays") is True
    assert not Favourite.objects.exists()


@pytest.mark.long
def test_a_comment_is_written_changed_and_deleted(solved: Page, puzzle: Puzzle, assert_accessible: Check) -> None:
    field = solved.get_by_label("Your comment")
    field.fill("Neat kye!\n\n<b>Really</b>")
    solved.get_by_role("button", name="Comment", exact=True).click()
    said = solved.locator(".said > li")
    expect(said).to_contain_text("<b>Really</b>")
    expect(said).to_be_focused()
    expect(field).to_have_value("")
    solved.reload()
    expect(field).to_have_value("")
    said.get_by_role("link", name="Edit").click()
    expect(solved.get_by_role("button", name="Save")).to_be_visible()
    assert_accessible(solved)
    field.fill("Neat key!")
    solved.get_by_role("button", name="Save").click()
    expect(said).to_contain_text("Neat key!")
    said.get_by_role("link", name="Edit").click()
    solved.get_by_text("Delete this comment…").click()
    solved.get_by_role("button", name="Delete permanently").click()
    expect(solved.locator("#comments")).to_contain_text("No comments yet.")


def test_what_is_being_typed_outlives_a_reload_and_a_vote(solved: Page) -> None:
    field = solved.get_by_label("Your comment")
    field.fill("A thought that is not finished")
    solved.locator("#vote-up").click()
    expect(solved.locator("#vote-up")).to_have_attribute("aria-pressed", "true")
    expect(field).to_have_value("A thought that is not finished")
    solved.reload()
    expect(field).to_have_value("A thought that is not finished")
    assert not Comment.objects.exists()


@pytest.mark.long
def test_whoever_was_signed_out_meanwhile_loses_nothing(solved: Page, puzzle: Puzzle) -> None:
    """Signed out in another tab, the visitor signs in and finds the text where it is sent."""
    field = solved.get_by_label("Your comment")
    field.fill("Written before the session ended")
    solved.context.clear_cookies(name="sessionid")
    solved.get_by_role("button", name="Comment", exact=True).click()
    sign_in(solved)
    expect(field).to_have_value("Written before the session ended")
    solved.get_by_role("button", name="Comment", exact=True).click()
    expect(solved.locator(".said > li")).to_contain_text("Written before the session ended")


@pytest.mark.long
def test_a_guest_signs_in_and_sends_what_was_typed(page: Page, puzzle: Puzzle, live_server: Any) -> None:
    from tests.grimoire.community.people import guest

    owner, client = guest()
    attempted(owner, puzzle)
    make_owner("corentin")
    lend(page, client, live_server)
    page.goto(address(puzzle))
    page.get_by_label("Your comment").fill("Typed as a guest")
    page.get_by_role("button", name="Comment", exact=True).click()
    sign_in(page)
    expect(page.get_by_label("Your comment")).to_have_value("Typed as a guest")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator(".said > li")).to_contain_text("Typed as a guest")
    assert Comment.objects.count() == 1


@pytest.mark.long
def test_everything_works_without_script(new_page: NewPage, puzzle: Puzzle, live_server: Any) -> None:
    owner, client = member("corentin")
    attempted(owner, puzzle)
    page = new_page(java_script_enabled=False, viewport=PHONE)
    lend(page, client, live_server)
    page.goto(address(puzzle))
    for name in ("vote-down", "favourite"):
        page.locator(f"#{name}").click()
        expect(page.locator(f"#{name}")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Your comment").fill("Without script")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator(".said > li")).to_contain_text("Without script")
    expect(page.locator("#vote-down")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#favourite")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_hostile_comments_stay_in_their_box(solved: Page, puzzle: Puzzle, phone: Page, live_server: Any) -> None:
    owner, client = member("hostile")
    attempted(owner, puzzle)
    for text in ("x" * 1900, "Z" + "\u0335\u0321\u0336" * 500 + "!", "\u202eevil <script>alert(1)</script>"):
        client.post(address(puzzle, "comment/"), {"text": text})
    lend(phone, client, live_server)
    for page in (solved, phone):
        page.goto(address(puzzle))
        expect(page.locator(".said > li")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        heights = page.locator(".said > li").evaluate_all("items => items.map((item) => item.offsetHeight)")
        assert heights[1] < 140


@pytest.mark.long
def test_copying_the_link(solved: Page, puzzle: Puzzle, live_server: Any) -> None:
    solved.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = solved.locator("[data-copy=share-url]")
    button.click()
    expect(button).to_have_text("Copied")
    assert solved.evaluate("navigator.clipboard.readText()") == f"{live_server.url}{address(puzzle)}"
    solved.get_by_text("Embed", exact=True).click()
    solved.locator("[data-copy=share-code]").click()
    eventually(lambda: solved.evaluate("navigator.clipboard.readText()").startswith("<iframe src="), True)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "comment/", "embed/"])
def test_no_barriers(
    new_page: NewPage, puzzle: Puzzle, live_server: Any, assert_accessible: Check, scheme: str, path: str
) -> None:
    owner, client = member("corentin")
    attempted(owner, puzzle)
    client.post(address(puzzle, "comment/"), {"text": "A good one.\n\n\u05e9\u05dc\u05d5\u05dd"})
    page = new_page(viewport=PHONE, color_scheme=scheme, locale="fr-FR")
    lend(page, client, live_server)
    page.goto("/fr" + address(puzzle, path))
    assert_accessible(page)


# In a frame on another site


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of another site, and the folder in which its pages lie."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Nothing to say."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", tmp_path
    server.shutdown()
    server.server_close()


def test_another_site_shows_the_page(
    new_page: NewPage, puzzle: Puzzle, live_server: Any, elsewhere: tuple[str, Path]
) -> None:
    site, folder = elsewhere
    code = embed_code(puzzle, "fr", live_server.url)
    written = (
        f"<!doctype html><html lang=en><title>A blog</title><link rel=icon href=data:,><h1>My blog</h1>{code}</html>"
    )
    (folder / "index.html").write_text(written, encoding="utf-8")
    for width in (340, 1100):
        page = new_page(viewport={"width": width, "height": 900}, java_script_enabled=False)
        page.goto(f"{site}/index.html")
        frame = page.frame_locator("iframe")
        expect(frame.locator("h1")).to_contain_text("La lanterne et la marée")
        expect(frame.locator(".chip-card").first).to_be_visible()
        link = frame.get_by_role("link").last
        expect(link).to_be_visible()
        assert link.get_attribute("href") == f"{live_server.url}/fr{address(puzzle)}"
        assert link.get_attribute("target") == "_blank"
        assert page.context.cookies() == []


@pytest.mark.long
def test_the_frame_fits_from_320_pixels_on(new_page: NewPage, puzzle: Puzzle, assert_accessible: Check) -> None:
    for width, height in ((320, 320), (320, 700), (680, 700), (1400, 900)):
        page = new_page(viewport={"width": width, "height": height})
        for query in ("", "?do=judge"):  # the start, and a line that was judged
            page.goto(address(puzzle, f"embed/{query}"))
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
            box = page.locator(".embed-foot .button").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= max(height, 336)
            assert_accessible(page)


def test_no_other_page_can_be_put_into_a_frame(
    new_page: NewPage, puzzle: Puzzle, live_server: Any, elsewhere: tuple[str, Path], page_errors: list[str]
) -> None:
    site, folder = elsewhere
    frame = f'<iframe src="{live_server.url}{address(puzzle)}"></iframe>'
    (folder / "index.html").write_text(f"<!doctype html><link rel=icon href=data:,>{frame}", encoding="utf-8")
    page = new_page()
    with page.expect_event("console", lambda message: "frame" in message.text):
        page.goto(f"{site}/index.html")
    assert all("/grimoire/" not in inner.url for inner in page.frames)
    assert any("frame" in error for error in page_errors)
    page_errors.clear()
