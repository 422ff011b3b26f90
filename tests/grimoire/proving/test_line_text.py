"""The words of a proof: lines that the board can play, what is lacking, how hard it is."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from board.services import resolve, split_actions
from engine.decks.formats import compact
from engine.decks.solving import Budget
from grimoire.goals import lack_text
from grimoire.models import Proof
from grimoire.proving.line_text import Move, Teller
from grimoire.proving.searching import abilities_seen, likeness_of, search
from grimoire.proving.verdict_text import VERDICTS, terms_of, total_of, unfinished_text, verdict_more, verdict_text
from tests.engine.decks.solving.positions import Maker
from tests.examples import examples
from tests.grimoire.factories import names_of_positions, position_of


def ends(moves: tuple[Move, ...]) -> None:
    """Every move leads to a board on which all moves up to it can be carried out."""
    for number, move in enumerate(moves):
        params = parse_qs(urlsplit(move.href).query)
        actions = split_actions(params["a"][0])
        assert actions[-1] == move.action
        assert actions[len(actions) - number - 1 :] == [earlier.action for earlier in moves[: number + 1]]
        assert resolve(compact.unpack(params["p"][0]), actions).stop is None


@pytest.mark.parametrize("name", names_of_positions())
def test_all_lines_of_a_proof_can_be_followed_on_the_board(name: str) -> None:
    position = position_of(name)
    answer = search(position, Budget()).answer
    teller = Teller(position)
    for solution in answer["solutions"]:
        moves = teller.line(solution)
        assert len(moves) == len(solution)
        ends(moves)
    for attempt in answer.get("tries", []):
        in_words = teller.failed(attempt)
        assert len(in_words.line) == len(attempt["line"])
        assert len(in_words.refutation) == len(attempt.get("refutation", []))
        assert len(in_words.best) == len(attempt.get("best", []))
        for moves in (in_words.line, in_words.refutation, in_words.best):
            ends(moves)


def test_a_solution_in_words() -> None:
    answer = search(position_of("win-hard"), Budget()).answer
    assert [move.text for move in Teller(position_of("win-hard")).line(answer["solutions"][0])] == [
        "Spare Wings, lower line",
        "Poisoned Cup, at Winged Bombardier (B)",
        "Knife in the Back, at Winged Bombardier (B)",
        "Assault",
    ]


def test_what_can_no_longer_be_played_is_left_out() -> None:
    teller = Teller(position_of("win"))
    assert teller.line([{"play": 90, "line": "upper"}]) == ()
    assert teller.line([{"do": "assault"}], before=[{"play": 90, "line": "upper"}]) == ()
    assert [move.action for move in teller.line([{"do": "assault"}, {"do": "assault"}])] == ["assault"]


@pytest.mark.parametrize(
    ("lack", "said"),
    [
        ({"part": "bastion", "player": "B", "left": 1}, "B's Bastion still has 1 HP."),
        ({"part": "fort", "player": "B", "left": 2}, "B's Fort still has 2 HP."),
        ({"part": "no-bastion", "player": "B", "left": 0}, "B has no Bastion left to bring down."),
        ({"part": "creature", "player": "B", "left": 3}, "B's Creature still has 3 HP."),
        ({"part": "damage", "player": "B", "left": 3}, "3 damage is still missing."),
        ({"part": "turns", "player": "B", "left": 2}, "2 enemy turns are still to come."),
        ({"part": "lost", "player": "A", "left": 0}, "The game is over and the objective wasn't reached."),
    ],
)
def test_what_is_lacking(lack: dict[str, Any], said: str) -> None:
    assert lack_text(lack) == said


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=examples(40))
@given(st.integers(0, 10**6), st.sampled_from(["duel", "solo", "coop", "ffa", "teams"]), st.integers(1, 2))
def test_whatever_is_proved_can_be_told(seed: int, mode: str, turns: int) -> None:
    position = Maker(seed, mode, cards=2, creatures=1).puzzle(None, turns)
    finding = search(position, Budget(nodes=3000))
    teller = Teller(position)
    for line in finding.answer["solutions"][:5]:
        assert len(teller.line(line)) == len(line)
    for attempt in finding.answer.get("tries", []):
        assert len(teller.failed(attempt).line) == len(attempt["line"])
    difficulty = finding.answer.get("difficulty")
    if difficulty:
        terms = terms_of(difficulty, "en")
        assert [term.points for term in terms] == list(difficulty["points"].values())
        assert all(term.name for term in terms)
        assert total_of(difficulty) == pytest.approx(sum(term.points for term in terms), abs=0.01)
    assert set(finding.abilities) <= set(abilities_seen(position))
    likeness = likeness_of(position, finding.answer, finding.abilities)
    assert bool(likeness) == bool(finding.answer["solutions"])


def proof(**fields: Any) -> Proof:
    return Proof(**{"state": "done", "complete": True, "verdict": "unique", "answer": {"difficulty": {}}, **fields})


def test_every_verdict_has_words() -> None:
    assert len({verdict_text(verdict) for verdict in VERDICTS}) == len(VERDICTS)
    several = proof(verdict="several", answer={"solutions": [[], []], "more": 3})
    assert "5 solutions" in verdict_more(several)
    assert "none reaches" in verdict_more(proof(verdict="none"))
    assert "Nothing to solve" in verdict_more(proof())
    assert "fewer turns" in verdict_more(proof(verdict="cooked"))
    assert "proven" in verdict_more(proof(answer={"difficulty": {"level": 1}}))


@pytest.mark.parametrize("limit", ["time", "nodes", "memory", "depth", ""])
def test_an_unfinished_search_claims_nothing(limit: str) -> None:
    assert "proves nothing" in unfinished_text(limit, 0)
    assert "there may be others" in unfinished_text(limit, 2)
    assert "there may be others" in verdict_more(proof(complete=False, answer={"stopped_by": limit, "solutions": [[]]}))
