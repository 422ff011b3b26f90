"""Moderators: they hide and show what people made, and do not write proofs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import report
from grimoire.models import Comment, Proof, Puzzle
from tests.grimoire.factories import make_book, make_owner, make_puzzle

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


def test_pages_are_narrowed_by_what_is_known_of_them(moderator: Client) -> None:
    easy, hard = make_puzzle(title="Easy door"), make_puzzle(title="Hard door", position="bastion")
    Puzzle.objects.filter(pk=easy.pk).update(level=1)
    Puzzle.objects.filter(pk=hard.pk).update(level=5)
    address = reverse("admin:grimoire_puzzle_changelist")
    both = {"Easy door", "Hard door"}
    for query, found in (
        ({"level__exact": "5"}, {"Hard door"}),
        ({"goal__exact": "win"}, {"Easy door"}),
        ({"level__exact": "9"}, both),
        ({"q": "door hard"}, {"Hard door"}),
        ({"q": easy.token}, {"Easy door"}),
        ({"flagged_at__isempty": "0"}, set()),
    ):
        content = moderator.get(address, query).content.decode()
        assert {title for title in both if f">{title}<" in content} == found, query


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
    told = report(thing=comment, reporter=None, reason="spam", text="")
    address = reverse("admin:accounts_report_changelist")
    moderator.post(address, {"action": "hide_and_settle", "_selected_action": [told.pk]})
    comment.refresh_from_db()
    assert comment.hidden_at is not None


def test_proofs_are_looked_at_and_not_written(moderator: Client) -> None:
    proof = Proof.objects.get(pk=make_puzzle().proof_id)
    assert moderator.get(reverse("admin:grimoire_proof_add")).status_code == 403
    changed = moderator.post(reverse("admin:grimoire_proof_change", args=[proof.pk]), {"verdict": "unique"})
    assert changed.status_code == 403
