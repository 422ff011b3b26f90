"""Moderators: they hide and show what people made, and do not write proofs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from accounts.models import User
from accounts.services import report
from grimoire.authoring.upkeep import pages_to_prove
from grimoire.book_files import other_volumes
from grimoire.book_loading import load_books
from grimoire.browsing.dump import dumped
from grimoire.browsing.fronts import shelf_page
from grimoire.models import Comment, Proof, Puzzle
from grimoire.models.puzzles import DECKS
from tests.grimoire.factories import make_book, make_owner, make_puzzle

MAGIC_SCHOOLS = "magic-schools"
pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("mod", password="hush-hush-42"))
    return client


def things() -> list[Any]:
    puzzle = make_puzzle(make_owner("mirabel"), title="Bold Claims")
    comment = Comment.objects.create(owner=make_owner("speaker"), puzzle=puzzle, text="So.")
    return [puzzle, make_book(make_owner("binder"), pages=1), comment, Proof.objects.get(pk=puzzle.proof_id)]


def test_every_list_and_every_page_opens(moderator: Client) -> None:
    for thing in things():
        name = thing._meta.model_name
        assert moderator.get(reverse(f"admin:grimoire_{name}_changelist"), {"q": "x"}).status_code == 200
        assert moderator.get(reverse(f"admin:grimoire_{name}_change", args=[thing.pk])).status_code == 200


def test_no_form_offers_all_rows_of_a_table() -> None:
    """A select of 100,000 puzzles takes 22 seconds."""
    selects = [
        f"{model.__name__}.{field.name}"
        for model, page in admin.site._registry.items()
        for field in model._meta.concrete_fields
        if field.is_relation and field.editable and field.name not in (*page.raw_id_fields, *page.readonly_fields)
    ]
    assert selects == []


def test_pages_are_narrowed_by_what_is_known_of_them(moderator: Client) -> None:
    easy, hard = make_puzzle(title="Easy door"), make_puzzle(title="Hard door", position="bastion")
    Puzzle.objects.filter(pk=easy.pk).update(level=1)
    Puzzle.objects.filter(pk=hard.pk).update(level=5)
    address = reverse("admin:grimoire_puzzle_changelist")
    both = {"Easy door", "Hard door"}
    for query, expected in (
        ({"level__exact": "5"}, {"Hard door"}),
        ({"goal__exact": "win"}, {"Easy door"}),
        ({"level__exact": "9"}, both),
        ({"q": "door hard"}, {"Hard door"}),
        ({"q": easy.token}, {"Easy door"}),
        ({"flagged_at__isempty": "0"}, set()),
    ):
        content = moderator.get(address, query).content.decode()
        assert {title for title in both if f">{title}<" in content} == expected, query


def test_lists_read_no_more_than_they_show(moderator: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(60):
        make_puzzle(title=f"Door {number}")
    with django_assert_max_num_queries(8):
        content = moderator.get(reverse("admin:grimoire_puzzle_changelist"), {"p": "2"}).content.decode()
    assert content.count(">Door ") == 10


def test_a_page_is_hidden_and_shown_again(moderator: Client) -> None:
    puzzle = make_puzzle(make_owner("mirabel"))
    for action, listed in (("hide_all", False), ("restore_all", True)):
        address = reverse("admin:grimoire_puzzle_changelist")
        moderator.post(address, {"action": action, "_selected_action": [puzzle.pk]})
        assert Puzzle.objects.published().filter(pk=puzzle.pk).exists() == listed


def test_a_reported_comment_is_hidden(moderator: Client) -> None:
    comment = next(thing for thing in things() if isinstance(thing, Comment))
    row = report(thing=comment, reporter=None, reason="spam", text="")
    address = reverse("admin:accounts_report_changelist")
    moderator.post(address, {"action": "hide_and_settle", "_selected_action": [row.pk]})
    comment.refresh_from_db()
    assert comment.hidden_at is not None


def test_proofs_are_looked_at_and_not_written(moderator: Client) -> None:
    proof = Proof.objects.get(pk=make_puzzle().proof_id)
    assert moderator.get(reverse("admin:grimoire_proof_add")).status_code == 403
    changed = moderator.post(reverse("admin:grimoire_proof_change", args=[proof.pk]), {"verdict": "unique"})
    assert changed.status_code == 403


def test_pages_of_every_game_are_listed_found_changed_and_hidden(moderator: Client) -> None:
    volume = other_volumes()[0]
    load_books(volumes=[replace(volume, pages=volume.pages[:2])])
    page, other = Puzzle.objects.filter(game=MAGIC_SCHOOLS).select_related("proof").order_by("pk")
    address = reverse("admin:grimoire_puzzle_changelist")
    assert f">{page.title}<" in moderator.get(address, {"q": page.title}).content.decode()
    for query, listed in (({}, True), ({"game__exact": MAGIC_SCHOOLS}, True), ({"game__exact": DECKS}, False)):
        assert (f">{page.title}<" in moderator.get(address, query).content.decode()) == listed
    change = moderator.get(reverse("admin:grimoire_puzzle_change", args=[page.pk]))
    assert change.status_code == 200
    form = change.context["adminform"].form
    fields = {name: "" if value is None else value for name, value in form.initial.items() if name in form.fields}
    if fields["published_at"]:
        moment = localtime(fields.pop("published_at"))
        fields |= {"published_at_0": moment.date().isoformat(), "published_at_1": moment.time().isoformat()}
    fields |= dict.fromkeys(("questions",), "[]") | {"title": "Renamed by hand", "remixed_from": other.pk}
    saved = moderator.post(reverse("admin:grimoire_puzzle_change", args=[page.pk]), fields)
    assert saved.status_code == 302, saved.context["errors"]
    page.refresh_from_db()
    assert (page.title, page.remixed_from_id) == ("Renamed by hand", other.pk)
    assert page.proof is not None
    assert list(page.proof.puzzles.all()) == [page]
    assert list(other.remixes.all()) == [page]
    reader = Client()
    assert reader.get(page.get_absolute_url()).status_code == 200
    moderator.post(address, {"action": "hide_all", "_selected_action": [page.pk]})
    assert reader.get(page.get_absolute_url()).status_code == 404
    assert reader.get(other.get_absolute_url()).status_code == 200


def test_what_is_proved_and_dumped_names_no_page_of_another_game(client: Client) -> None:
    def told() -> list[Any]:
        front = shelf_page(None, "en")
        return [
            [tile.puzzle.pk for tile in front.newest],
            [page.pk for page in dumped()],
            [page.pk for page in pages_to_prove()],
            client.get("/api/v1/puzzles").json(),
        ]

    make_puzzle(title="Only door")
    volume = other_volumes()[0]
    before = told()
    load_books(volumes=[replace(volume, pages=volume.pages[:2])])
    assert told() == before
    token = Puzzle.objects.get(game=MAGIC_SCHOOLS, book_pages__number=1).token
    for name in ("puzzle", "embed", "edit_puzzle", "booklet"):
        assert client.get(reverse(f"grimoire:{name}", args=[token])).status_code == 404, name
    assert client.get(f"/api/v1/puzzles/{token}").json()["game"] == MAGIC_SCHOOLS  # asked for by its own address
