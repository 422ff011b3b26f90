"""An author's pages over HTTP: the list, the form, two tabs, hostile input, and who may do what."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import Visibility
from grimoire.authoring import services, views
from grimoire.models import Attempt, Puzzle
from grimoire.proving import services as proving
from tests.cards.factories import make_card
from tests.engine.decks.solving.positions import Maker
from tests.grimoire.factories import make_owner, make_puzzle, position_json, position_of

pytestmark = pytest.mark.django_db

MINE = "/grimoire/mine/"
NEW = "/grimoire/mine/new/"
JSON = {"Accept": "application/json"}


def edit(puzzle: Puzzle) -> str:
    return f"{MINE}{puzzle.token}/"


@pytest.fixture
def author(client: Client) -> Client:
    """Signed in."""
    client.force_login(make_owner("mirabel").user)
    return client


@pytest.fixture
def draft(author: Client) -> Puzzle:
    return made(author)


def made(client: Client, name: str = "win") -> Puzzle:
    answer = client.post(NEW, {"position": json.dumps(position_json(name))})
    assert answer.status_code == 302
    return Puzzle.objects.get(token=answer["Location"].split("/")[-2])


def words(puzzle: Puzzle, **changed: Any) -> dict[str, Any]:
    said = {"title": puzzle.title, "licence": puzzle.licence, "revision": puzzle.revision, "intended_text": ""}
    return {**said, **changed}


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_from_a_position_to_a_published_page(author: Client) -> None:
    puzzle = made(author)
    page = text_of(author, edit(puzzle))
    assert "Not proven yet" in page
    assert "Win the game this turn." in page
    assert author.post(f"{edit(puzzle)}prove/")["Location"] == f"{edit(puzzle)}#proof"
    page = text_of(author, edit(puzzle))
    assert "Ready to publish." in page
    assert "Correct: one solution" in page
    author.post(f"{edit(puzzle)}publish/", {"visibility": "public"})
    puzzle.refresh_from_db()
    assert puzzle.is_published
    assert puzzle.level == 2
    assert "Withdraw" in text_of(author, edit(puzzle))
    assert puzzle.get_absolute_url() in text_of(author, edit(puzzle))


def test_the_editor_s_one_press_proves_as_well(author: Client) -> None:
    author.post(NEW, {"position": json.dumps(position_json()), "then": "prove"})
    puzzle = Puzzle.objects.get()
    assert "Ready to publish." in text_of(author, edit(puzzle))
    author.post(edit(puzzle), {"position": json.dumps(position_json("damage")), "then": "prove"})
    assert "Ready to publish." in text_of(author, edit(puzzle))


def test_a_guest_makes_pages_too_and_takes_them_along(client: Client) -> None:
    puzzle = made(client)
    assert puzzle.heading in text_of(client, MINE)
    assert Client().get(edit(puzzle)).status_code == 404
    client.post(
        reverse("account_signup"), {"username": "newcomer", "password1": "hush-hush-42", "password2": "hush-hush-42"}
    )
    puzzle.refresh_from_db()
    assert puzzle.author == "newcomer"
    assert puzzle.heading in text_of(client, MINE)


def test_the_list_says_what_each_page_needs(author: Client) -> None:
    owner = Puzzle.objects.get(token=made(author).token).owner
    make_puzzle(owner, published=False, position="damage", title="Proven")
    make_puzzle(owner, position="destroy", title="Out there")
    make_puzzle(owner, position="predict", title="Broken", flagged_at=timezone.now(), flag_reason="several")
    page = text_of(author, MINE)
    for said in ("Not proven yet", "Ready", "Published", "Flagged", "several solutions"):
        assert said in page
    titles = [page.index(title) for title in ("Broken", "Proven", "Out there")]
    assert titles == sorted(titles)
    assert "/editor/?puzzle=" in page


def test_the_list_turns_its_pages(author: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PAGE", 1)
    made(author)
    made(author, "damage")
    assert 'rel="next"' in text_of(author, MINE)
    assert 'rel="prev"' in text_of(author, f"{MINE}?page=2")
    assert author.get(f"{MINE}?page=nonsense").status_code == 200


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_empty_lists_invite(client: Client, prefix: str) -> None:
    assert "/editor/" in text_of(client, f"{prefix}{MINE}")


# What is said about a page


def test_words_are_saved(author: Client, draft: Puzzle) -> None:
    said = words(
        draft,
        title=" Two  Knives ",
        title_fr="Deux couteaux",
        words="Look up.",
        afterword="It was the knife.",
        intended_text="3 at A upper 0; assault",
        allows_several="on",
        licence="CC0-1.0",
    )
    assert author.post(edit(draft), said).status_code == 302
    draft.refresh_from_db()
    assert (draft.title, draft.title_fr, draft.words) == ("Two Knives", "Deux couteaux", "Look up.")
    assert (draft.afterword, draft.licence, draft.allows_several) == ("It was the knife.", "CC0-1.0", True)
    assert draft.intended == ["3 at A upper 0", "assault"]
    assert "deux couteaux" in draft.search_text
    assert "Your solution on the board" in text_of(author, edit(draft))


def test_a_page_that_is_foretold_asks_how(author: Client) -> None:
    puzzle = made(author, "predict")
    page = text_of(author, edit(puzzle))
    assert "by choosing between outcomes" in page
    assert 'name="intended_text"' not in page
    author.post(edit(puzzle), words(puzzle, answer_by="board"))
    puzzle.refresh_from_db()
    assert puzzle.answer_by == "board"


def test_the_own_line_may_be_the_address_of_the_board(author: Client) -> None:
    """What the enemy does after the turn is left out."""
    draft = made(author, "damage")
    address = "https://example.org/fr/?p=xyz&a=3+at+A+lower+0;assault;end-turn;2+upper&step=3"
    author.post(edit(draft), words(draft, intended_text=address))
    draft.refresh_from_db()
    assert draft.intended == ["3 at A lower 0", "assault", "end-turn"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("9 upper", "Action 1"),
        ("3 at A upper 0; 3 at A upper 0; 7 upper", "Action"),
        ("nonsense", "unknown action"),
        ("http://[::1/?a=1", "unknown action"),
        (";".join(["assault"] * 300), "at most 100 actions"),
    ],
)
def test_a_line_that_cannot_be_played_is_told_and_kept(author: Client, draft: Puzzle, line: str, said: str) -> None:
    answer = author.post(edit(draft), words(draft, title="Kept", intended_text=line))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert 'value="Kept"' in page
    assert "data-unsaved" in page
    draft.refresh_from_db()
    assert draft.intended == []


def test_the_solver_s_line_is_noted_by_a_press(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}prove/")
    author.post(f"{edit(draft)}line/", {"number": 0})
    draft.refresh_from_db()
    assert draft.intended == ["3 at A upper 0", "assault"]
    for number in ("7", "-1", "x", ""):
        assert author.post(f"{edit(draft)}line/", {"number": number}).status_code == 302
    assert Puzzle.objects.get(pk=draft.pk).intended == draft.intended


def test_a_line_that_is_none_spoils_no_page(author: Client, draft: Puzzle) -> None:
    services.prove(puzzle=draft)
    Puzzle.objects.filter(pk=draft.pk).update(intended=["nonsense", "9 upper"])
    assert "Your own solution doesn&#x27;t reach the objective" in text_of(author, edit(draft))


def test_solutions_beside_the_own_one_are_cooks(author: Client) -> None:
    data = position_json("destroy")
    data["objective"]["goal"] = {"damage": 1}
    author.post(NEW, {"position": json.dumps(data), "then": "prove"})
    puzzle = Puzzle.objects.get()
    assert "Unintended solution</span>" not in text_of(author, edit(puzzle))
    author.post(f"{edit(puzzle)}line/", {"number": 1})
    page = text_of(author, edit(puzzle))
    assert page.count('<span class="badge bad">Unintended solution</span>') == 2
    assert page.count('<span class="badge good">Your own solution</span>') == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "x" * 81},
        {"words": "x" * 1001},
        {"licence": "WTFPL"},
        {"intended_text": "x" * 9000},
        {"title": "\x00"},
    ],
)
def test_what_does_not_fit_is_refused(author: Client, draft: Puzzle, changed: dict[str, str]) -> None:
    assert author.post(edit(draft), words(draft, **changed)).status_code == 422
    answer = author.post(edit(draft), words(draft, **changed), headers=JSON)
    assert list(answer.json()["problems"]) == list(changed)
    assert Puzzle.objects.get(pk=draft.pk).revision == draft.revision


def test_markup_is_shown_as_it_was_typed(author: Client, draft: Puzzle) -> None:
    author.post(edit(draft), words(draft, title="<script>alert(1)</script>", words="<b>x</b>"))
    for path in (edit(draft), MINE):
        page = text_of(author, path)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


# Two tabs


def test_two_tabs_do_not_overwrite_each_other(author: Client, draft: Puzzle) -> None:
    assert author.post(edit(draft), words(draft, title="First tab")).status_code == 302
    second = author.post(edit(draft), words(draft, title="Second tab"))
    assert second.status_code == 409
    page = second.content.decode()
    assert "First tab" in page
    assert 'value="Second tab"' in page
    author.post(edit(draft), words(draft, title="Second tab", action="mine"))
    draft.refresh_from_db()
    assert draft.title == "Second tab"


def test_the_script_is_told_the_same(author: Client, draft: Puzzle) -> None:
    first = author.post(edit(draft), words(draft, title="First tab"), headers=JSON)
    assert first.json() == {"revision": draft.revision + 1, "title": "First tab"}
    second = author.post(edit(draft), words(draft, title="Second tab"), headers=JSON)
    assert second.status_code == 409
    assert "saved elsewhere" in second.json()["conflict"]


# The position


def test_the_editor_changes_a_draft(author: Client, draft: Puzzle) -> None:
    answer = author.post(edit(draft), {"position": json.dumps(position_json("damage"))})
    assert answer["Location"] == edit(draft)
    draft.refresh_from_db()
    assert draft.goal == "damage"


def test_the_editor_makes_a_new_draft_of_a_page_that_is_published(author: Client, draft: Puzzle) -> None:
    page = make_puzzle(draft.owner, position="win", title="Known", afterword="So.")
    answer = author.post(edit(page), {"position": json.dumps(position_json("damage"))})
    fresh = Puzzle.objects.get(token=answer["Location"].split("/")[-2])
    assert fresh != page
    assert (fresh.title, fresh.afterword, fresh.goal, fresh.is_published) == ("Known", "So.", "damage", False)
    assert "This is a new draft" in text_of(author, edit(fresh))
    page.refresh_from_db()
    assert page.goal == "win"


@pytest.mark.parametrize(
    "typed",
    ["", "{", "null", "nonsense", "\x00", '{"format": "clash-position/1"}', '{"objective": "<script>"}'],
)
def test_a_position_that_is_none_is_refused_and_kept(author: Client, draft: Puzzle, typed: str) -> None:
    for path in (NEW, edit(draft)):
        answer = author.post(path, {"position": typed})
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
        assert "<script>&" not in answer.content.decode()
    assert Puzzle.objects.count() == 1


def test_a_position_without_an_objective_leads_back_to_the_editor(author: Client) -> None:
    data = {key: value for key, value in position_json("win").items() if key != "objective"}
    answer = author.post(NEW, {"position": json.dumps(data)})
    assert answer.status_code == 400
    assert "/editor/?p=" in answer.content.decode()


def test_new_pages_are_limited(author: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "NEW_PAGES", Limit("new-page", 1, 3600))
    made(author)
    assert author.post(NEW, {"position": json.dumps(position_json())}).status_code == 429
    assert author.get(NEW)["Location"] == reverse("grimoire:editor")


def test_an_owner_with_too_many_pages_is_told(author: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = made(author)
    monkeypatch.setattr(services, "MAX_PAGES", 1)
    answer = author.post(NEW, {"position": json.dumps(position_json())})
    assert "the limit of puzzles" in answer.content.decode()
    page = make_puzzle(puzzle.owner)
    assert author.post(edit(page), {"position": json.dumps(position_json("damage"))}).status_code == 400
    assert author.post(f"{MINE}remix/{page.token}/")["Location"] == page.get_absolute_url()


def test_a_position_too_long_for_an_address_is_kept(author: Client) -> None:
    position = Maker(5, "ffa", cards=20, creatures=6).puzzle("win")
    puzzle = services.create_draft(owner=made(author).owner, position=position)
    assert author.get(edit(puzzle)).status_code == 200
    assert author.get(MINE).status_code == 200


# Proving and publishing


def test_publishing_says_what_is_missing(author: Client, draft: Puzzle) -> None:
    page = author.post(f"{edit(draft)}publish/", {"visibility": "public"}, follow=True).content.decode()
    assert "Not proven yet" in page
    draft.refresh_from_db()
    assert not draft.is_published


def test_publishing_with_nonsense(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}prove/")
    author.post(f"{edit(draft)}publish/", {"visibility": "private"})
    draft.refresh_from_db()
    assert draft.visibility == Visibility.PUBLIC


def test_visibility_taking_back_and_deleting(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}visibility/", {"visibility": "public"})
    draft.refresh_from_db()
    assert draft.visibility == Visibility.PRIVATE  # a draft stays one
    author.post(f"{edit(draft)}prove/")
    author.post(f"{edit(draft)}publish/", {"visibility": "unlisted"})
    author.post(f"{edit(draft)}visibility/", {"visibility": "public"})
    draft.refresh_from_db()
    assert draft.visibility == Visibility.PUBLIC
    Attempt.objects.create(owner=make_owner(), puzzle=draft)
    author.post(f"{edit(draft)}take-back/")
    draft.refresh_from_db()
    assert (draft.is_published, draft.visibility) == (False, Visibility.PRIVATE)
    assert "1 other person has tried it" in text_of(author, f"{edit(draft)}delete/")
    assert author.post(f"{edit(draft)}delete/")["Location"] == MINE
    assert not Puzzle.objects.owned_by(draft.owner).exists() and not Puzzle.objects.open_to(None).exists()


def test_the_state_follows_the_proof(author: Client, draft: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    htmx = {"HX-Request": "true"}
    monkeypatch.setattr(proving, "QUICK_SECONDS", 0.0)
    answer = author.post(f"{edit(draft)}prove/", headers=htmx)
    assert "Queued." in answer.content.decode()
    assert "still working" in author.get(f"{edit(draft)}state/", headers=htmx).content.decode()
    assert "Being proven" in text_of(author, MINE)
    draft.refresh_from_db()
    assert draft.proof is not None
    proving.work(proof_id=draft.proof.pk)
    assert "Ready" in author.get(f"{edit(draft)}state/", headers=htmx).content.decode()
    assert author.get(f"{edit(draft)}state/")["Location"] == edit(draft)


def test_the_solver_s_limits_hold_here_too(author: Client, draft: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ASKS", Limit("proof", 0, 3600))
    assert "Try again in a few minutes" in author.post(f"{edit(draft)}prove/", follow=True).content.decode()
    fragment = author.post(f"{edit(draft)}prove/", headers={"HX-Request": "true"})
    assert "Try again in a few minutes" in fragment.content.decode()


def test_a_known_position_is_pointed_out(author: Client, draft: Puzzle) -> None:
    make_puzzle(make_owner("first"), title="The Original")
    page = text_of(author, edit(draft))
    assert "This position already exists:" in page
    assert "The Original" in page


# Who may what


@pytest.mark.parametrize("published", [False, True])
def test_only_the_author_changes_a_page(client: Client, published: bool) -> None:
    page = make_puzzle(make_owner("mirabel"), published=published)
    sites = make_puzzle(None, published=published)
    stranger, staff = make_owner("stranger"), make_owner("staff")
    staff.user.is_superuser = staff.user.is_staff = True
    staff.user.save()
    for who in (None, stranger, staff):
        client.logout()
        if who is not None:
            client.force_login(who.user)
        for puzzle in (page, sites):
            for path in ("", "state/", "delete/"):
                assert client.get(f"{edit(puzzle)}{path}").status_code == 404
            for path in ("", "prove/", "line/", "publish/", "take-back/", "visibility/", "delete/"):
                sent = {"title": "Mine now", "position": json.dumps(position_json("damage")), "number": 0}
                assert client.post(f"{edit(puzzle)}{path}", sent).status_code == 404, path
    for puzzle in (page, sites):
        before = puzzle.revision
        puzzle.refresh_from_db()
        assert (puzzle.revision, puzzle.is_published) == (before, published)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 302),
        ({"visibility": Visibility.UNLISTED}, 302),
        ({"visibility": Visibility.PRIVATE}, 404),
        ({"hidden_at": timezone.now()}, 404),
        ({"published_at": None, "visibility": Visibility.UNLISTED}, 404),
    ],
)
def test_what_can_be_remixed(author: Client, fields: dict[str, Any], status: int) -> None:
    page = make_puzzle(make_owner("other"), title="The Original", **fields)
    answer = author.post(f"{MINE}remix/{page.token}/")
    assert answer.status_code == status
    if status == 302:
        remix = Puzzle.objects.get(remixed_from=page)
        assert answer["Location"] == edit(remix)
        said = text_of(author, edit(remix))
        assert "Remix of" in said
        assert "The Original" in said


@pytest.mark.parametrize("path", ["prove/", "line/", "publish/", "take-back/", "visibility/"])
def test_changes_need_a_post(author: Client, draft: Puzzle, path: str) -> None:
    assert author.get(f"{edit(draft)}{path}").status_code == 405


def test_tokens_that_are_none(author: Client) -> None:
    for token in ("nothing", "%00", "x" * 300, "new-"):
        assert author.get(f"{MINE}{token}/").status_code == 404


def test_french_pages_are_whole(author: Client, draft: Puzzle) -> None:
    services.prove(puzzle=draft)
    for path in (MINE, edit(draft), f"{edit(draft)}delete/"):
        assert '<html lang="fr" ' in text_of(author, f"/fr{path}")
    assert position_of().objective is not None


# Publishing takes what is typed


def typed(puzzle: Puzzle, **more: Any) -> dict[str, Any]:
    said = {"title": "Four Sparks", "words": "Win.", "afterword": "All four of them.", "licence": "CC0-1.0"}
    return {**said, "visibility": "unlisted", "revision": puzzle.revision, "action": "publish", **more}


def test_publishing_says_what_is_typed_and_not_saved(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}prove/")
    author.post(f"{edit(draft)}publish/", typed(draft))
    draft.refresh_from_db()
    assert (draft.title, draft.words, draft.afterword) == ("Four Sparks", "Win.", "All four of them.")
    assert (draft.is_published, draft.visibility, draft.licence) == (True, Visibility.UNLISTED, "CC0-1.0")


def test_the_button_of_publishing_belongs_to_the_form_of_the_text(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}prove/")
    page = author.get(edit(draft)).content.decode()
    button = re.search(r'<button[^>]*value="publish"[^>]*>', page)
    assert button is not None
    assert 'form="page-form"' in button[0] and f'formaction="{edit(draft)}publish/"' in button[0]
    assert len(re.findall(r'<input type="radio" name="visibility"[^>]*form="page-form"', page)) == 2


def test_a_field_that_is_wrong_keeps_a_page_from_being_published(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}prove/")
    answer = author.post(f"{edit(draft)}publish/", typed(draft, title="x" * 81))
    page = answer.content.decode()
    assert answer.status_code == 422 and "Not published: fix" in page
    assert "x" * 81 in page and "All four of them." in page
    draft.refresh_from_db()
    assert not draft.is_published and draft.afterword == ""


def test_what_is_typed_is_kept_where_something_else_is_missing(author: Client, draft: Puzzle) -> None:
    page = author.post(f"{edit(draft)}publish/", typed(draft), follow=True).content.decode()
    assert "Not proven yet" in page and "All four of them." in page
    draft.refresh_from_db()
    assert not draft.is_published and draft.title == "Four Sparks"


def test_publishing_over_another_tab_asks_first(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}prove/")
    old = draft.revision
    services.save(puzzle=draft, content={"title": "Elsewhere"}, seen=None)
    answer = author.post(f"{edit(draft)}publish/", typed(draft, revision=old))
    assert answer.status_code == 409 and "saved elsewhere" in answer.content.decode()
    draft.refresh_from_db()
    assert not draft.is_published and draft.title == "Elsewhere"


def test_the_author_is_told_what_readers_see_of_a_private_card(author: Client, draft: Puzzle) -> None:
    author.post(f"{edit(draft)}prove/")
    assert "your own and private" not in author.get(edit(draft)).content.decode()
    position = position_json("win")
    card = next(
        candidate
        for candidate in position["players"]["A"]["hand"]
        if isinstance(candidate, dict) and not candidate["abilities"]
    )
    assert card["type"] == "creature"
    values = {name: card[name] for name in ("cost", "av", "hp")}
    make_card("Old Umbrella", owner=draft.owner, visibility=Visibility.PRIVATE, **values)
    card["name"] = "Old Umbrella"
    author.post(edit(draft), {"position": json.dumps(position), "then": "prove"})
    page = " ".join(author.get(edit(draft)).content.decode().split())
    assert "One card of the position is your own and private" in page and "Old Umbrella" in page
