"""Drafts, publishing, taking back, remixing: the rules of an author's work."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Visibility
from accounts.quotas import QuotaExceeded
from accounts.revisions import StaleRevision
from engine.decks.formats.interchange import read_position
from engine.kernel.errors import EngineError
from grimoire import departing
from grimoire.authoring import checks, services, upkeep
from grimoire.authoring.authoring_text import flag_text
from grimoire.authoring.checks import what_is_missing
from grimoire.authoring.queries import anticipating
from grimoire.goals import goal_short
from grimoire.models import Attempt, Departed, Proof, Puzzle
from grimoire.proving.services import prove_now
from tests.grimoire.factories import make_owner, make_puzzle, names_of_positions, position_json, position_of

pytestmark = pytest.mark.django_db

WIN_LINE = ["3 at A upper 0", "assault"]


def draft(name: str = "win", **content: Any) -> Puzzle:
    return services.create_draft(owner=make_owner(), position=position_of(name), **content)


def proved(name: str = "win", **content: Any) -> Puzzle:
    return made(position_json(name), **content)


def easy_win() -> dict[str, Any]:
    """Three ways lead to it."""
    data = position_json("destroy")
    data["objective"]["goal"] = {"damage": 1}
    return data


def hopeless() -> dict[str, Any]:
    data = position_json("damage-two")
    data["objective"]["goal"] = {"damage": 99}
    return data


def made(data: dict[str, Any], **content: Any) -> Puzzle:
    position = read_position(data)
    puzzle = services.create_draft(owner=make_owner(), position=position, **content)
    return services.take_up(puzzle=puzzle, proof=prove_now(position=position))


@pytest.mark.parametrize("name", names_of_positions())
def test_a_draft_is_private_and_says_its_objective(name: str) -> None:
    puzzle = draft(name)
    assert puzzle.visibility == Visibility.PRIVATE
    assert not puzzle.is_published
    assert puzzle.title
    assert puzzle.title_fr == ""
    assert puzzle.position == position_json(name)
    assert (puzzle.kind == Puzzle.Kind.FORETELL) == (puzzle.goal == "predict")
    assert puzzle.level is None
    assert checks.NO_PROOF in what_is_missing(puzzle)


def test_what_lists_need_is_worked_out() -> None:
    puzzle = proved("win-hard")
    assert (puzzle.goal, puzzle.turns, puzzle.mode, puzzle.edition) == ("win", 1, "duel", "season-2")
    assert puzzle.level == 5
    at_work = set(puzzle.abilities.filter(at_work=True).values_list("slug", flat=True))
    seen = set(puzzle.abilities.filter(seen=True).values_list("slug", flat=True))
    assert at_work == {"immolation", "reinforcement", "sharpening", "vulnerability"}
    assert at_work < seen
    assert "spare wings" in puzzle.search_text


def test_the_search_text_knows_both_languages_and_the_author() -> None:
    owner = make_owner("Élodie")
    puzzle = make_puzzle(owner, position="win-hard", title="Ça brûle")
    assert "elodie" in puzzle.search_text
    assert "ca brule" in puzzle.search_text
    assert len(puzzle.search_text) <= 600


def test_the_site_s_own_pages_know_what_they_are_like() -> None:
    assert make_puzzle(None, position="win-hard").fingerprint.startswith("win 1 | immolation,")
    assert make_puzzle(make_owner(), position="win-hard").fingerprint == ""


@pytest.mark.parametrize("change", [{"objective": None}, {"active": "A"}])
def test_a_draft_needs_an_objective_that_means_something(change: dict[str, Any]) -> None:
    data = {key: value for key, value in {**position_json("win"), **change}.items() if value is not None}
    with pytest.raises(EngineError):
        services.create_draft(owner=make_owner(), position=read_position(data))
    assert not Puzzle.objects.exists()


def test_an_owner_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_PAGES", 1)
    owner = make_owner()
    services.create_draft(owner=owner, position=position_of())
    with pytest.raises(QuotaExceeded):
        services.create_draft(owner=owner, position=position_of())
    services.create_draft(owner=make_owner(), position=position_of())


# Titles that nobody has written


def with_goal(puzzle: Puzzle, goal: Any) -> Any:
    data = json.loads(json.dumps(puzzle.position))
    data["objective"]["goal"] = goal
    return read_position(data)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_title_that_says_the_objective_goes_on_saying_it(language: str) -> None:
    with override(language):
        puzzle = draft("damage-two")
    puzzle = services.save(puzzle=puzzle, content={"title_fr": goal_short(puzzle, "fr")}, seen=None)
    with override("en"):  # whoever changes it may read another language
        placed = services.place(puzzle=puzzle, position=with_goal(puzzle, {"damage": 3}))
    assert goal_short(placed, language) != goal_short(puzzle, language)
    assert (placed.title, placed.title_fr) == (goal_short(placed, language), goal_short(placed, "fr"))


def test_a_title_of_the_author_s_stays() -> None:
    puzzle = draft("damage-two", title="Two Sparks")
    placed = services.place(puzzle=puzzle, position=with_goal(puzzle, {"damage": 3}))
    assert (placed.title, placed.title_fr) == ("Two Sparks", "")


# Saving


def test_saving_counts_revisions_and_nothing_is_saved_over() -> None:
    puzzle = draft()
    first = services.save(puzzle=puzzle, content={"title": "One"}, seen=puzzle.revision)
    assert (first.title, first.revision) == ("One", puzzle.revision + 1)
    with pytest.raises(StaleRevision) as conflict:
        services.save(puzzle=puzzle, content={"title": "Two"}, seen=puzzle.revision)
    assert conflict.value.current.title == "One"
    assert services.save(puzzle=puzzle, content={"title": "Two"}, seen=None).title == "Two"


def test_saving_the_same_changes_nothing() -> None:
    puzzle = draft()
    again = services.save(puzzle=puzzle, content={"title": puzzle.title}, seen=puzzle.revision)
    assert again.revision == puzzle.revision


def test_a_published_page_keeps_its_position_and_what_it_asks() -> None:
    puzzle = services.publish(puzzle=proved())
    saved = services.save(puzzle=puzzle, content={"title": "New", "allows_several": True}, seen=None)
    assert (saved.title, saved.allows_several) == ("New", False)
    with pytest.raises(services.Fixed):
        services.place(puzzle=puzzle, position=position_of("damage"))


# The position


def test_another_position_is_another_puzzle() -> None:
    puzzle = proved("win", intended=WIN_LINE)
    placed = services.place(puzzle=puzzle, position=position_of("damage"))
    assert placed.goal == "damage"
    assert placed.proof is None
    assert placed.level is None
    assert placed.position_key != puzzle.position_key
    assert placed.intended == [] or placed.intended == WIN_LINE


def test_a_line_that_can_no_longer_be_played_is_forgotten() -> None:
    puzzle = proved("win", intended=WIN_LINE)
    assert services.place(puzzle=puzzle, position=position_of("predict")).intended == []


def test_a_position_that_somebody_has_proven_before_brings_its_proof() -> None:
    proof = proved("damage").proof
    assert services.place(puzzle=draft("win"), position=position_of("damage")).proof == proof
    assert draft("damage").proof == proof


def test_the_same_position_changes_nothing() -> None:
    puzzle = proved()
    assert services.place(puzzle=puzzle, position=position_of()).revision == puzzle.revision


def test_a_position_that_others_have_tried_stays() -> None:
    puzzle = services.unpublish(puzzle=services.publish(puzzle=proved()))
    Attempt.objects.create(owner=puzzle.owner, puzzle=puzzle)
    placed = services.place(puzzle=puzzle, position=position_of("damage"))
    assert not placed.attempts.exists()  # one's own, of the position before
    Attempt.objects.create(owner=make_owner(), puzzle=puzzle)
    with pytest.raises(services.Fixed):
        services.place(puzzle=puzzle, position=position_of("destroy"))


def test_a_proof_that_comes_too_late_is_not_taken_up() -> None:
    puzzle = draft("win")
    services.place(puzzle=puzzle, position=position_of("damage"))
    services.prove(puzzle=puzzle)  # of another tab, in which the old position stands
    now = Puzzle.objects.get(pk=puzzle.pk)
    assert now.proof is None


# Publishing


def test_a_sound_page_is_published() -> None:
    puzzle = services.publish(puzzle=proved())
    assert puzzle.is_published
    assert puzzle.is_open_to_all
    assert puzzle in Puzzle.objects.published()
    assert services.publish(puzzle=puzzle).revision == puzzle.revision  # a second press


def test_an_unlisted_page_is_published_but_not_listed() -> None:
    puzzle = services.publish(puzzle=proved(), visibility=Visibility.UNLISTED)
    assert puzzle.is_open_to_all
    assert puzzle not in Puzzle.objects.published()
    services.change_visibility(puzzle=puzzle, visibility=Visibility.PUBLIC)
    assert puzzle in Puzzle.objects.published()


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, "nonsense"])
def test_a_page_for_nobody_is_none(visibility: str) -> None:
    puzzle = proved()
    with pytest.raises(ValueError, match=visibility):
        services.publish(puzzle=puzzle, visibility=visibility)
    with pytest.raises(ValueError, match=visibility):
        services.change_visibility(puzzle=services.publish(puzzle=puzzle), visibility=visibility)
    with pytest.raises(ValueError, match="public"):
        services.change_visibility(puzzle=draft(), visibility=Visibility.PUBLIC)


def refused(puzzle: Puzzle) -> list[str]:
    with pytest.raises(services.NotReady) as wrong:
        services.publish(puzzle=puzzle)
    assert not Puzzle.objects.get(pk=puzzle.pk).is_published
    return wrong.value.reasons


def test_what_is_not_proven_is_not_published() -> None:
    assert refused(draft()) == [checks.NO_PROOF]
    puzzle = proved("damage")
    for state, reason in ((Proof.State.RUNNING, checks.BUSY), (Proof.State.CANCELLED, checks.NO_PROOF)):
        Proof.objects.update(state=state)
        assert refused(puzzle) == [reason]
    Proof.objects.update(state=Proof.State.DONE, complete=False, verdict="unproven")
    assert refused(puzzle) == [checks.UNFINISHED]


def test_a_proof_of_older_rules_does_not_count() -> None:
    puzzle = proved()
    Proof.objects.update(key="0" * 64, rules_version=0)
    assert refused(puzzle) == [checks.OUTDATED]


def test_a_page_without_a_title() -> None:
    assert refused(proved(title=" ")) == [checks.NO_TITLE]


def test_what_cannot_be_solved() -> None:
    assert refused(made(hopeless())) == [checks.NO_SOLUTION]


def cooked() -> dict[str, Any]:
    """What is reached too soon."""
    data = position_json("damage-two")
    data["objective"]["turns"] += 1
    return data


@pytest.mark.parametrize(
    ("position", "verdict", "reason"), [(easy_win, "several", checks.TOO_MANY), (cooked, "cooked", checks.IS_COOKED)]
)
def test_several_and_sooner_solutions_have_to_be_meant(
    position: Callable[[], dict[str, Any]], verdict: str, reason: str
) -> None:
    puzzle = made(position())
    assert puzzle.proof is not None
    assert puzzle.proof.verdict == verdict
    assert refused(puzzle) == [reason]
    services.save(puzzle=puzzle, content={"allows_several": True}, seen=None)
    assert services.publish(puzzle=puzzle).is_published


def test_what_is_reached_without_a_play() -> None:
    data = position_json("win-in-two")
    data["phase"] = "end"
    data["objective"] = {"player": "A", "goal": "survive", "turns": 1}
    puzzle = made(data)
    assert refused(puzzle) in ([checks.TRIVIAL], [checks.NO_SOLUTION])


def idle(goal: Any, turns: int = 1) -> dict[str, Any]:
    """A striker faces an empty line, and a hand offers things to play that are not needed."""
    data = position_json("survive")
    data["players"]["B"]["lower"] = [{"card": card("Striker", av=9, hp=9)}]
    data["players"]["A"]["lower"] = []
    data["objective"] = {"player": "B", "goal": goal, "turns": turns}
    return data


def card(name: str, av: int, hp: int) -> dict[str, Any]:
    return {"name": name, "type": "creature", "cost": 1, "av": av, "hp": hp, "abilities": []}


@pytest.mark.parametrize(
    ("goal", "turns"),
    [("win", 2), ({"damage": 1}, 1), ({"damage": 1}, 2), ("bastion", 1), ("survive", 1), ("survive", 2)],
)
def test_what_is_solved_by_doing_nothing_is_not_published(goal: Any, turns: int) -> None:
    """The solver finds one solution, and calls it sound."""
    puzzle = made(idle(goal, turns))
    assert refused(puzzle) == [checks.NO_PLAY]
    services.save(puzzle=puzzle, content={"allows_several": True}, seen=None)
    assert refused(puzzle) == [checks.NO_PLAY]


def test_one_that_is_published_already_is_flagged_and_told_of() -> None:
    puzzle = made(idle({"damage": 1}))
    Puzzle.objects.filter(pk=puzzle.pk).update(published_at=timezone.now(), visibility=Visibility.PUBLIC)
    puzzle.refresh_from_db()
    assert upkeep.prove_again(puzzle=puzzle) == checks.NO_PLAY
    puzzle.refresh_from_db()
    assert puzzle.is_open_to_all
    assert "without playing a card" in flag_text(puzzle.flag_reason)
    assert puzzle not in Puzzle.objects.published()


@pytest.mark.parametrize(
    ("prefix", "heading", "why"),
    [
        ("", "Nothing to solve", "the objective is met without playing a card"),
        ("/fr", "Rien à résoudre", "objectif est atteint sans jouer de carte"),
    ],
)
def test_a_draft_that_is_solved_by_doing_nothing_says_so(client: Client, prefix: str, heading: str, why: str) -> None:
    puzzle = made(idle({"damage": 1}))
    Puzzle.objects.filter(pk=puzzle.pk).update(owner=(owner := make_owner("mirabel")))
    client.force_login(owner.user)
    body = client.get(f"{prefix}/grimoire/mine/{puzzle.token}/").content.decode()
    assert heading in body
    assert why in body
    assert "Sound" not in body


@pytest.mark.parametrize(
    ("line", "reaches"),
    [
        (WIN_LINE, True),
        (["3 at A upper 0"], True),
        (["assault"], False),
        (["9 upper", "assault"], False),
        (["nonsense"], False),
    ],
)
def test_the_author_s_own_line_has_to_work(line: list[str], reaches: bool) -> None:
    puzzle = proved(intended=line)
    if reaches:
        assert services.publish(puzzle=puzzle).is_published
    else:
        assert refused(puzzle) == [checks.LINE_FAILS]


@pytest.mark.parametrize("name", names_of_positions())
def test_every_composed_position_can_be_published_with_its_solution(name: str) -> None:
    puzzle = proved(name)
    assert what_is_missing(puzzle) == []
    assert services.publish(puzzle=puzzle).is_published


def test_publishing_in_one_tab_while_another_saves() -> None:
    puzzle = proved()
    services.save(puzzle=puzzle, content={"title": "Changed elsewhere"}, seen=None)
    with pytest.raises(StaleRevision):
        services.publish(puzzle=puzzle, seen=puzzle.revision)


def test_taking_back_makes_it_a_draft_and_keeps_what_others_did() -> None:
    puzzle = services.publish(puzzle=proved())
    Attempt.objects.create(owner=make_owner(), puzzle=puzzle, state=Attempt.State.SOLVED)
    taken = services.unpublish(puzzle=puzzle)
    assert not taken.is_published
    assert taken.visibility == Visibility.PRIVATE
    assert taken.attempts.count() == 1
    assert services.publish(puzzle=taken).is_published


def test_a_position_that_is_there_already_is_pointed_out() -> None:
    first = services.publish(puzzle=proved("win"))
    second = proved("win")
    assert anticipating(second) == first
    published = services.publish(puzzle=second)
    assert anticipating(published) == first
    assert anticipating(first) is None
    services.change_visibility(puzzle=first, visibility=Visibility.UNLISTED)
    assert anticipating(published) is None


def test_a_remix_brings_credit_and_nothing_of_the_solution() -> None:
    page = make_puzzle(
        make_owner("mirabel"), position="win", intended=WIN_LINE, afterword="Because of the knife.", words="Look up."
    )
    remix = services.remix(puzzle=page, owner=make_owner())
    assert remix.remixed_from == page
    assert remix.position == page.position
    assert (remix.intended, remix.afterword, remix.words) == ([], "", "")
    assert remix.visibility == Visibility.PRIVATE
    assert not remix.abilities.filter(at_work=True).exists()


def test_deleting_leaves_remixes_alone() -> None:
    page = make_puzzle(make_owner("mirabel"))
    remix = services.remix(puzzle=page, owner=make_owner())
    services.delete(puzzle=page)
    Departed.objects.update(at=timezone.now() - departing.UNDO)
    departing.sweep_deleted()
    remix.refresh_from_db()
    assert remix.remixed_from is None
