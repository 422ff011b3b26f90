"""Twins: puzzles beside a first one that differ by a small change."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Owner, Visibility
from accounts.services import hide
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import parse
from grimoire.authoring import services
from grimoire.authoring.checks import TWIN_ALONE, TWIN_NOT_READY, TWINS_ALIKE, what_is_missing
from grimoire.browsing.dump import dump_state
from grimoire.departing import delete_page
from grimoire.gate import sealing_puzzle
from grimoire.models import Attempt, Puzzle
from grimoire.proving.services import prove_now
from grimoire.twins import change_words
from tests.grimoire.factories import TWINS, make_owner, make_puzzle, make_twins

pytestmark = pytest.mark.django_db

FIRST = TWINS[0]


@pytest.fixture
def author() -> Owner:
    return make_owner("author")


def json_of(text: str) -> dict[str, Any]:
    return write_position(parse(text))


def client_of(owner: Owner) -> Client:
    client = Client()
    assert owner.user is not None
    client.force_login(owner.user)
    return client


def test_twins_are_made_on_the_page_of_a_draft(author: Owner) -> None:
    first = make_puzzle(author, position=json_of(FIRST), published=False)
    client = client_of(author)
    assert "Add twin" in client.get(reverse("grimoire:edit_puzzle", args=[first.token])).content.decode()
    answer = client.post(reverse("grimoire:new_puzzle"), {"twin_of": first.token})
    twin = Puzzle.objects.get(twin_of=first)
    assert answer["Location"] == reverse("grimoire:edit_puzzle", args=[twin.token])
    page = client.get(answer["Location"]).content.decode()
    assert "The same position so far." in page
    assert "Publish puzzle (a): its twins are published with it." in page
    for _ in range(5):
        client.post(reverse("grimoire:new_puzzle"), {"twin_of": twin.token})
    assert Puzzle.objects.filter(twin_of=first).count() == 4
    stranger = client_of(make_owner("stranger"))
    assert stranger.post(reverse("grimoire:new_puzzle"), {"twin_of": first.token}).status_code == 404


def test_twins_are_ready_together_and_have_different_solutions(author: Owner) -> None:
    first, twin = make_twins(author)
    assert what_is_missing(first) == []
    assert what_is_missing(twin) == [TWIN_ALONE]
    alike = services.place(puzzle=twin, position=parse(FIRST.replace("y(c9 1/1)", "y(c8 1/1)")))
    assert what_is_missing(first) == [TWIN_NOT_READY]
    services.take_up(puzzle=alike, proof=prove_now(position=parse(FIRST.replace("y(c9 1/1)", "y(c8 1/1)"))))
    assert what_is_missing(first) == [TWINS_ALIKE]
    with pytest.raises(services.NotReady):
        services.publish(puzzle=first)


def test_twins_are_published_and_withdrawn_with_the_first(author: Owner) -> None:
    first, twin = make_twins(author)
    services.publish(puzzle=first)
    twin.refresh_from_db()
    assert twin.is_published
    assert twin.visibility == Visibility.UNLISTED
    assert twin.title == "Ox"
    with pytest.raises(services.Fixed):
        services.add_twin(puzzle=first, owner=author)
    services.change_visibility(puzzle=twin, visibility=Visibility.PUBLIC)
    twin.refresh_from_db()
    assert twin.visibility == Visibility.UNLISTED
    found = Client().get(reverse("grimoire:search") + "?twins=1").content.decode()
    assert first.token in found
    assert twin.token not in found
    make_puzzle(author, position="win", title="Alone")
    assert "Alone" not in Client().get(reverse("grimoire:search") + "?twins=1").content.decode()
    services.unpublish(puzzle=first)
    twin.refresh_from_db()
    assert not twin.is_published


def test_a_twin_published_again_is_unlisted_and_differs(author: Owner) -> None:
    first, twin = make_twins(author)
    services.publish(puzzle=first)
    services.unpublish(puzzle=twin)
    services.publish(puzzle=Puzzle.objects.get(pk=twin.pk), visibility=Visibility.PUBLIC, content={})
    again = Puzzle.objects.get(pk=twin.pk)
    assert (again.is_published, again.visibility, again.announced_at) == (True, Visibility.UNLISTED, None)
    services.unpublish(puzzle=twin)
    alike = parse(FIRST.replace("y(c9 1/1)", "y(c8 1/1)"))
    services.place(puzzle=twin, position=alike)
    services.take_up(puzzle=twin, proof=prove_now(position=alike))
    assert what_is_missing(Puzzle.objects.get(pk=twin.pk)) == [TWINS_ALIKE]


def test_a_reader_solves_one_after_the_other(author: Owner) -> None:
    first, twin = make_twins(author)
    services.publish(puzzle=first)
    reader = make_owner("reader")
    client = client_of(reader)
    page = client.get(first.get_absolute_url()).content.decode()
    assert twin.get_absolute_url() in page
    assert "Ox moves to B&#x27;s upper line." in page or "Ox moves to B's upper line." in page
    for puzzle, action in ((first, "1 at B upper 0"), (twin, "1 at B lower 0")):
        assert sealing_puzzle(puzzle.position_key, reader) is not None
        change = reverse("grimoire:change_line", args=[puzzle.token])
        client.post(change, {"revision": "0", "line": "", "action": action})
        attempt = Attempt.objects.get(puzzle=puzzle)
        client.post(change, {"revision": str(attempt.revision), "line": action, "do": "judge"})
        assert Attempt.objects.get(puzzle=puzzle).state == Attempt.State.SOLVED
        assert sealing_puzzle(puzzle.position_key, reader) is None
        if puzzle is first:
            assert "Continue with (b)" in client.get(first.get_absolute_url()).content.decode()
    assert "Continue with" not in client.get(twin.get_absolute_url()).content.decode()
    assert "Jumeaux" not in client.get(f"/fr{first.get_absolute_url()}").content.decode()


@pytest.mark.parametrize(
    ("old", "new", "words", "french"),
    [
        ("Ox(c1 0/2)", "Ox(c1 1/3)", "Ox has attack value 1, 3 HP.", "Ox a maintenant"),
        ("Ox(c1 0/2)", "Cow(c1 0/2)", "Cow instead of Ox.", "Cow à la place de Ox."),
        ("m1", "m2", "You have 2 Mana.", "Vous avez 2 Mana."),
        ("x(c9 1/1) y(c9 1/1)", "y(c9 1/1) x(c9 1/1)", "B's hand: x is at place 3 instead of 2.", "x est à l"),
        (" lower Ox(c1 0/2)", "", "Ox is removed from B's lower line.", "Ox ne figure plus dans la ligne du bas de B."),
        ("Wall(c1 0/1)", "Wall(c1 0/1) Hut(c1 0/1)", "Hut is added to B's upper line.", "Hut est ajoutée à"),
        ("damage 1", "damage 2", "The objective: Deal 2 damage this turn.", "objectif"),
        (
            "upper Wall(c1 0/1) lower Ox(c1 0/2)",
            "upper Wall(c1 0/1) Ox(c1 0/2)",
            "Ox moves to B's upper line.",
            "Ox passe à",
        ),
    ],
)
def test_what_is_different_is_said_in_words(old: str, new: str, words: str, french: str) -> None:
    assert old in FIRST
    with override("en"):
        assert change_words(json_of(FIRST), json_of(FIRST.replace(old, new)), "en") == words
    with override("fr"):
        assert french in change_words(json_of(FIRST), json_of(FIRST.replace(old, new)), "fr")


def test_a_published_puzzle_is_told_with_its_twins(author: Owner) -> None:
    """To programs: and it has changed for them when a twin goes."""
    first, twin = make_twins(author)
    services.publish(puzzle=first)
    alone = make_puzzle(author, position="win")
    client = Client()
    (told,) = client.get(f"/api/v1/puzzles/{first.token}").json()["twins"]
    assert (told["letter"], told["token"]) == ("b", twin.token)
    assert told["position"] == twin.position and told["url"].endswith(twin.get_absolute_url())
    assert told["changes"]["en"] == "Ox moves to B's upper line. Wall moves to B's lower line."
    assert told["changes"]["fr"].startswith("Ox passe à")
    assert client.get(f"/api/v1/puzzles/{alone.token}").json()["twins"] == []
    lines = client.get("/api/v1/puzzles").json()["items"]
    assert {line["token"]: len(line["twins"]) for line in lines} == {first.token: 1, alone.token: 0}
    for change in (lambda: hide(thing=twin, reason="test"), lambda: delete_page(puzzle=twin)):
        Puzzle._base_manager.filter(pk=twin.pk).update(hidden_at=None)
        Puzzle._base_manager.update(updated=timezone.now() - timedelta(days=1))
        state = dump_state()
        since = (timezone.now() - timedelta(hours=1)).isoformat().replace("+00:00", "Z")
        change()
        (line,) = client.get(f"/api/v1/puzzles?since={since}").json()["items"]
        assert (line["token"], line["twins"]) == (first.token, [])
        assert dump_state() != state


def test_what_a_twin_keeps_to_itself_is_not_told(author: Owner) -> None:
    """A draft, a flagged one, one without a licence."""
    first, twin = make_twins(author)
    services.publish(puzzle=first)
    rows = Puzzle._base_manager.filter(pk=twin.pk)
    for change in ({"published_at": None}, {"flagged_at": timezone.now()}, {"licence": ""}):
        before = rows.values(*change).get()
        rows.update(**change)
        assert Client().get(f"/api/v1/puzzles/{first.token}").json()["twins"] == []
        rows.update(**before)
    assert Client().get(f"/api/v1/puzzles/{first.token}").json()["twins"]
