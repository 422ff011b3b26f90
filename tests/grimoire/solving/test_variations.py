"""The variations of a solution, and lines in which the reader plays both sides."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import parse
from engine.decks.rules.actions import ASSAULT, END_TURN, parse_action
from engine.decks.solving.set_play import after_pass
from engine.decks.solving.states import Keys
from grimoire.authoring.contexts import report_of
from grimoire.book_files import all_volumes
from grimoire.gate import gate_for
from grimoire.lines import read_start, replay_line
from grimoire.models import Attempt, Puzzle
from grimoire.solving import services
from grimoire.solving.defence import Defender
from grimoire.solving.free_play import FreePlay
from grimoire.solving.secrecy import solution_of
from grimoire.solving.services import ClientState
from grimoire.solving.set_plays import open_set_play_of, set_play_of
from grimoire.solving.variations import variations_of
from tests.cards.factories import browser_of
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzle(author: Owner) -> Puzzle:
    return make_puzzle(author, position="win-in-two")


@pytest.fixture
def solver(puzzle: Puzzle) -> Owner:
    """Somebody who has played the right first turn, and been answered."""
    owner = make_owner("solver")
    play_key(owner, puzzle)
    return owner


def play_key(owner: Owner, puzzle: Puzzle) -> Attempt:
    way = solution_of(puzzle, gate_for(puzzle, puzzle.owner)).ways[0]
    attempt = services.load_attempt(owner=owner, puzzle=puzzle)
    for action in way[: way.index("assault")]:
        state = ClientState(attempt.revision, tuple(attempt.line))
        attempt = services.play(owner=owner, puzzle=puzzle, client_state=state, action=action)
    state = ClientState(attempt.revision, tuple(attempt.line))
    return services.judge(owner=owner, puzzle=puzzle, client_state=state)


def enemy_turns(puzzle: Puzzle, key: tuple[str, ...]) -> int:
    """How many different positions the turn after ``key`` can lead to, without plays that reach the goal for its
    player, counted without the solver."""
    line_state = replay_line(read_start(puzzle.position).position, key)
    walker, keys, ends, met = line_state.walker, Keys(), set(), set()
    waiting = [line_state.state]
    while waiting:
        state = waiting.pop()
        for action in state.position.legal_actions():
            after = walker.make(state, action)
            if action is ASSAULT:
                if not after.position.is_over:
                    after = walker.make(after, END_TURN)
                ends.add(keys.of(walker.unlabelled(after)))
            elif not after.reached and not after.position.is_over and keys.of(after) not in met:
                met.add(keys.of(after))
                waiting.append(after)
    return len(ends)


def test_every_reply_has_its_answer(author: Owner) -> None:
    """All puzzles of more turns of the site's books: no reply is left out, and the answers win, or hold for a turn."""
    pages = [page for volume in all_volumes() for page in volume.pages if page.position["objective"]["turns"] > 1]
    pages = [page for page in pages if page.position["mode"] not in ("solo", "coop")]  # an AI has no choice
    assert len(pages) > 40
    for page in pages:
        puzzle = make_puzzle(author, position=dict(page.position))
        start = read_start(puzzle.position)
        way = solution_of(puzzle, gate_for(puzzle, author)).ways[0]
        variations = variations_of(start, way)
        assert variations is not None, page.reference
        assert variations.complete
        assert variations.count == enemy_turns(puzzle, variations.key), page.reference
        assert sum(variation.count for variation in variations.listed) + variations.hidden == variations.count
        for variation in variations.listed:
            line_state = replay_line(start.position, (*variations.key, *variation.defences[0], *variation.answer))
            defender = Defender(line_state.walker)
            is_won = defender.replies.settled(line_state.state)
            if is_won is None and (page.position["objective"]["turns"] > 2 or page.goal == "survive"):
                is_won = defender.holds(line_state.state)
            assert is_won is True, page.reference


def address(puzzle: Puzzle) -> str:
    return reverse("grimoire:play_freely", args=[puzzle.token])


def sent(client: Client, puzzle: Puzzle, line: tuple[str, ...], **data: str) -> str:
    """The part of the page that answers."""
    attempt = Attempt.objects.get(puzzle=puzzle)
    kept = {"revision": str(attempt.revision), "line": ";".join(attempt.line), "a": ";".join(line)}
    response = client.post(address(puzzle), {**kept, **data}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    return response.content.decode()


def test_while_solving_a_reply_of_ones_own_tells_nothing_new(puzzle: Puzzle, solver: Owner) -> None:
    """It counts as help, is kept nowhere, and nobody says of a play whether it loses."""
    client = browser_of(solver)
    before = Attempt.objects.get(puzzle=puzzle)
    first = tuple(before.line[: before.line.index("end-turn") + 1])
    page = client.get(puzzle.get_absolute_url()).content.decode()
    assert "Play B's turn yourself" in page
    assert not before.saw_preview
    assert "Free play" not in client.get(f"{puzzle.get_absolute_url()}?view=free&a={';'.join(first)}").content.decode()
    side = sent(client, puzzle, first, do="start")
    assert "You play B&#x27;s turn. Nothing counts here." in side
    assert "Strongest reply" not in side
    side = sent(client, puzzle, first, do="end")
    assert "Still won: find the answer." in side
    freely = FreePlay(gate_for(puzzle, solver), (*first, "assault", "end-turn"))
    assert freely.change("undo") == first
    wrong = freely.legal[0]
    side = sent(client, puzzle, freely.line, action=wrong)
    assert "Nothing counts here." in side
    assert sent(client, puzzle, freely.line, do="best").count("phase-of") == side.count("phase-of")
    after = Attempt.objects.get(puzzle=puzzle)
    assert after.saw_preview
    assert (after.line, after.revision, after.tries, after.first_try) == (before.line, before.revision, 0, None)


def test_before_an_enemy_has_answered_nothing_is_played_freely(puzzle: Puzzle) -> None:
    client, owner = Client(), make_owner("early")
    client.force_login(owner.user)
    services.play(owner=owner, puzzle=puzzle, client_state=ClientState(0, ()), action="1 upper")
    for line in ("", "1 upper;assault;end-turn"):
        response = client.post(address(puzzle), {"a": line, "do": "end"}, headers={"HX-Request": "true"})
        assert response.status_code == 400
    assert not Attempt.objects.get(puzzle=puzzle).saw_preview


def test_with_the_solution_open_every_point_is_judged(puzzle: Puzzle, solver: Owner) -> None:
    services.surrender(owner=solver, puzzle=puzzle)
    gate = gate_for(puzzle, solver)
    way = solution_of(puzzle, gate).ways[0]
    assert FreePlay(gate, ()).holds
    assert FreePlay(gate, ("assault", "end-turn")).holds is False
    variations = variations_of(read_start(puzzle.position), way)
    assert variations is not None
    for variation in variations.listed:
        for defence in variation.defences:
            line = (*variations.key, *defence)
            assert FreePlay(gate, line).holds
            assert FreePlay(gate, FreePlay(gate, line).change("best")).is_reached
    client = browser_of(solver)
    page = client.get(puzzle.get_absolute_url()).content.decode()
    assert "Variations" in page
    assert "B has 1 reply." in page
    side = sent(client, puzzle, ("assault", "end-turn"), do="best")
    assert "No longer won." in side


def test_set_play_is_shown_with_the_solution_where_it_is_asked_for(puzzle: Puzzle, solver: Owner) -> None:
    client = browser_of(solver)
    asked = f"{puzzle.get_absolute_url()}?view=set-play"
    assert "Set play" not in client.get(asked).content.decode()
    services.surrender(owner=solver, puzzle=puzzle)
    page = client.get(puzzle.get_absolute_url()).content.decode()
    assert "Set play" in page
    assert "What follows if you pass first" not in page
    page = client.get(asked).content.decode()
    assert "What follows if you pass first: no card, no Assault." in page
    assert "no answer" in page
    replies = re.search(r'set-play">.*?</ol>', page, re.DOTALL)
    assert replies is not None
    assert "data-solve-get" not in replies.group()
    board = html.unescape(re.findall(r'href="(/board/[^"]+)"', replies.group())[0])
    assert "error" not in client.get(board).content.decode()
    assert "Ce qui suit si vous passez" in client.get(f"/fr{asked}").content.decode()


def test_set_play_of_a_proof_leaves_out_what_another_puzzle_asks(author: Owner) -> None:
    """Whoever sets up the turn before a puzzle would else read its solution in the set play."""
    position = parse(
        "cod1 duel A summoning m0 | A t2 [B Zap(c1 2) x(c9 1/1)] | B t2 [F x(c9 1/1)] upper Wall(c1 0/2)"
        " | objective A destroy B upper 0 in 1"
    )
    owner = make_owner("prover")
    draft = make_puzzle(owner, position=write_position(position), published=False)
    report = report_of(draft, owner, "en")
    assert report is not None
    assert report.set_play is not None
    shown = [variation for variation in report.set_play.listed if variation.answer]
    assert shown
    variations = set_play_of(read_start(draft.position))
    assert variations is not None
    end = after_pass(position)
    for text in next(variation.defences[0] for variation in variations.listed if variation.answer):
        end.apply(parse_action(text))
    end.objective = position.objective
    make_puzzle(author, position=write_position(end))
    sealed = report_of(draft, owner, "en")
    assert sealed is not None
    assert sealed.set_play is not None
    assert len([variation for variation in sealed.set_play.listed if variation.answer]) < len(shown)


@pytest.mark.parametrize("reply", [1, 2])
def test_set_play_leaves_out_what_another_puzzle_asks_after_any_reply(author: Owner, reply: int) -> None:
    position = parse(
        "cod1 duel A summoning m2 | A t2 [B Zap(c1 2) x(c9 1/1)] | B t3 [F x(c1 0/1) y(c1 0/2)] upper Wall(c1 0/2)"
        " | objective A destroy B upper 0 in 1"
    )
    owner = make_owner("prover")
    own = make_puzzle(owner, position=write_position(position), published=False)
    start = read_start(own.position)
    variations = open_set_play_of(start, owner)
    assert variations is not None
    answered = [variation for variation in variations.listed if variation.answer]
    assert set_play_on_page(own, owner).count("Zap, at Wall") == 1
    end = after_pass(position)
    for text in answered[0].defences[reply]:
        end.apply(parse_action(text))
    end.objective = position.objective
    make_puzzle(author, position=write_position(end))
    left = open_set_play_of(start, owner)
    assert left is not None
    assert [variation for variation in left.listed if variation.answer] == answered[1:]
    assert "Zap, at Wall" not in set_play_on_page(own, owner)


def set_play_on_page(puzzle: Puzzle, owner: Owner) -> str:
    """The replies with their answers on the page of a solution."""
    client = browser_of(owner)
    page = client.get(f"{puzzle.get_absolute_url()}?view=set-play").content.decode()
    replies = re.search(r'set-play">.*?</ol>', page, re.DOTALL)
    assert replies is not None
    return " ".join(html.unescape(replies.group()).split())
