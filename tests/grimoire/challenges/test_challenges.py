"""Open challenges: pages without a proof, solved by the same judge, each solution credited once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, Visibility
from accounts.services import adopt
from engine.decks.solving.result import NONE
from grimoire.attempt_state import state_of
from grimoire.authoring import services as authoring
from grimoire.authoring.upkeep import pages_to_prove
from grimoire.gate import gate_for, sealing_puzzle
from grimoire.models import Attempt, ChallengeFind, Proof, Puzzle, Solver
from grimoire.solving import services
from grimoire.solving.secrecy import can_hint
from grimoire.solving.services import ClientState
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"


def unproved(puzzle: Puzzle) -> Puzzle:
    """The puzzle with a proof for which the solver's time was not enough."""
    proof = Proof.objects.get(pk=puzzle.proof_id)
    proof.complete, proof.verdict = False, NONE
    proof.answer = {**proof.answer, "solutions": [], "stopped_by": "nodes"}
    proof.save()
    puzzle.refresh_from_db()
    return puzzle


@pytest.fixture
def draft(author: Owner) -> Puzzle:
    return unproved(make_puzzle(author, published=False, title="Hunt"))


@pytest.fixture
def challenge(draft: Puzzle) -> Puzzle:
    return authoring.publish(puzzle=draft, as_challenge=True)


def solve(owner: Owner, puzzle: Puzzle, line: tuple[str, ...] = (WIN,)) -> Attempt:
    attempt = services.load_attempt(owner=owner, puzzle=puzzle)
    if attempt.line:
        attempt = services.reset(
            owner=owner, puzzle=puzzle, client_state=ClientState(attempt.revision, tuple(attempt.line))
        )
    for place, action in enumerate(line):
        state = ClientState(attempt.revision, line[:place])
        attempt = services.play(owner=owner, puzzle=puzzle, client_state=state, action=action)
    return services.judge(owner=owner, puzzle=puzzle, client_state=ClientState(attempt.revision, line))


def test_a_draft_is_a_challenge_where_the_time_alone_was_not_enough(author: Owner, draft: Puzzle) -> None:
    with pytest.raises(authoring.NotReady):
        authoring.publish(puzzle=draft)
    proved = make_puzzle(author, published=False, position="damage")
    with pytest.raises(authoring.NotReady):
        authoring.publish(puzzle=proved, as_challenge=True)
    untitled = unproved(make_puzzle(author, published=False, position="destroy", title=" "))
    with pytest.raises(authoring.NotReady, match="no-title"):
        authoring.publish(puzzle=untitled, as_challenge=True)
    opened = authoring.publish(puzzle=draft, as_challenge=True, visibility=Visibility.PUBLIC)
    assert (opened.challenge, opened.visibility) == ("open", Visibility.UNLISTED)
    assert not Puzzle.objects.published().filter(pk=opened.pk).exists()  # no list of proved pages has it
    with pytest.raises(ValueError, match="public"):
        authoring.change_visibility(puzzle=opened, visibility=Visibility.PUBLIC)
    assert opened not in pages_to_prove()


def test_the_first_to_play_a_solution_is_credited_and_nobody_after(challenge: Puzzle) -> None:
    first, second = make_owner("first"), make_owner("second")
    assert solve(first, challenge).answer["verdict"] == "solved"
    solve(second, challenge)
    solve(first, challenge)
    find = ChallengeFind.objects.get()
    assert (find.owner, find.is_cook, find.is_proven) == (first, False, True)
    assert not Solver.objects.exists()  # no rating moves on what nobody has proved


def test_an_author_and_a_wrong_answer_find_nothing(author: Owner, challenge: Puzzle) -> None:
    solve(author, challenge)
    solve(make_owner("wrong"), challenge, ())
    assert not ChallengeFind.objects.exists()


def test_a_solution_that_the_author_did_not_mean_is_a_cook(draft: Puzzle) -> None:
    authoring.save(puzzle=draft, content={"intended": ["2 lower", "assault", "end-turn"]}, seen=None)
    authoring.publish(puzzle=draft, as_challenge=True)
    draft.refresh_from_db()
    solve(make_owner("first"), draft)
    assert ChallengeFind.objects.get().is_cook


def test_needless_plays_beside_a_known_solution_find_nothing_new(challenge: Puzzle) -> None:
    solve(make_owner("first"), challenge)
    attempt = services.play(owner=make_owner("second"), puzzle=challenge, client_state=ClientState(0, ()), action=WIN)
    more = state_of(attempt).line_state.legal[0]
    solve(make_owner("third"), challenge, (WIN, more))
    assert ChallengeFind.objects.count() == 1


def test_a_closed_challenge_keeps_its_finds_and_takes_no_more(author: Owner, challenge: Puzzle) -> None:
    solve(make_owner("first"), challenge)
    ChallengeFind.objects.update(plays=["another"])
    authoring.close_challenge(puzzle=challenge)
    challenge.refresh_from_db()
    solve(make_owner("late"), challenge)
    assert ChallengeFind.objects.count() == 1
    page = Client().get(challenge.get_absolute_url()).content.decode()
    assert "Closed challenge" in page
    assert "found by first" in page


def test_there_is_nothing_to_give_up_and_no_hint(challenge: Puzzle) -> None:
    owner = make_owner("reader")
    assert not can_hint(challenge)
    assert services.surrender(owner=owner, puzzle=challenge).state == Attempt.State.OPEN
    assert services.take_hint(owner=owner, puzzle=challenge, hint_level=1).hint_level == 0
    assert not gate_for(challenge, owner).is_open
    assert sealing_puzzle(challenge.position_key, owner, challenge.proof) is None  # may be asked of the solver


def test_what_was_found_is_told_to_who_has_solved_it(challenge: Puzzle) -> None:
    finder, reader = make_owner("finder"), make_owner("reader")
    solve(finder, challenge)
    address = challenge.get_absolute_url()
    closed = sign_in(Client(), reader).get(address).content.decode()
    opened = sign_in(Client(), finder).get(address).content.decode()
    assert "found by finder" in closed
    told = ChallengeFind.objects.get()
    assert told.line[0] == WIN
    assert 'class="found"' not in closed
    assert 'class="found"' in opened


def test_a_challenge_that_is_proved_becomes_a_page_like_all_others(author: Owner, challenge: Puzzle) -> None:
    solve(make_owner("finder"), challenge)
    with pytest.raises(authoring.NotReady):
        authoring.publish(puzzle=challenge)
    Proof.objects.filter(pk=challenge.proof_id).delete()
    challenge.refresh_from_db()
    assert authoring.prove(puzzle=challenge).complete
    client = sign_in(Client(), author)
    assert "Publish as puzzle" in client.get(reverse("grimoire:edit_puzzle", args=[challenge.token])).content.decode()
    client.post(reverse("grimoire:publish_puzzle", args=[challenge.token]))
    challenge.refresh_from_db()
    assert (challenge.challenge, challenge.visibility) == ("proved", Visibility.PUBLIC)
    assert Puzzle.objects.published().get() == challenge
    assert challenge.level
    assert "Proven challenge" in Client().get(challenge.get_absolute_url()).content.decode()


def test_its_author_alone_opens_and_closes_it(author: Owner, draft: Puzzle) -> None:
    stranger, own = sign_in(Client(), make_owner("stranger")), sign_in(Client(), author)
    publish = reverse("grimoire:publish_puzzle", args=[draft.token])
    close = reverse("grimoire:close_challenge", args=[draft.token])
    assert "Publish as open challenge" in own.get(reverse("grimoire:edit_puzzle", args=[draft.token])).content.decode()
    assert stranger.post(publish, {"action": "challenge"}).status_code == 404
    own.post(publish, {"action": "challenge"})
    draft.refresh_from_db()
    assert draft.challenge == "open"
    assert stranger.post(close).status_code == 404
    own.post(close)
    draft.refresh_from_db()
    assert draft.challenge == "closed"
    authoring.unpublish(puzzle=draft)
    draft.refresh_from_db()
    assert draft.challenge == ""


@pytest.mark.parametrize("kind", ["unsolved", "found", "closed", "proved", "nonsense", ""])
def test_challenges_are_listed_by_how_they_stand(author: Owner, challenge: Puzzle, kind: str) -> None:
    states: dict[str, dict[str, Any]] = {"closed": {"challenge": "closed"}, "proved": {"challenge": "proved"}}
    if kind == "found":
        solve(make_owner("first"), challenge)
    Puzzle.objects.filter(pk=challenge.pk).update(**states.get(kind, {}))
    address = reverse("grimoire:challenges")
    page = Client().get(address, {"kind": kind, "page": "x"}).content.decode()
    assert "Hunt" in page
    Puzzle.objects.filter(pk=challenge.pk).update(hidden_at=challenge.published_at)  # by a moderator
    assert "Hunt" not in Client().get(address, {"kind": kind}).content.decode()


def test_a_find_is_of_the_account_that_a_guest_becomes(challenge: Puzzle) -> None:
    guest, owner = make_owner(), make_owner("named")
    solve(guest, challenge)
    assert "found by a guest" in Client().get(challenge.get_absolute_url()).content.decode()
    assert owner.user is not None
    adopt(guest=guest, user=owner.user)
    assert "found by named" in Client().get(challenge.get_absolute_url()).content.decode()
