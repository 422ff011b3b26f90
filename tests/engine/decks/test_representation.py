"""When two positions are equal, and how a position shows itself in Python."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given

from engine.decks.formats import notation
from engine.decks.formats.interchange import read_position
from tests.engine.decks.helpers import ROOT, play, read
from tests.engine.decks.profiles import QUICK
from tests.engine.decks.strategies import CATALOGUE, Walk, positions, walks

pytestmark = pytest.mark.slow("reads every position of a game back")


@given(positions())
@QUICK
def test_every_position_can_be_read_back_from_its_notation(data: object) -> None:
    position = read_position(data, CATALOGUE)
    again = notation.parse(notation.write(position), notation.references(position))
    assert again == position
    assert again.key() == position.key() and again.objective == position.objective
    assert [str(action) for action in again.legal_actions()] == [str(action) for action in position.legal_actions()]


@given(walks())
@QUICK
def test_and_every_position_that_a_game_comes_to(walk: Walk) -> None:
    last = [walk.position(), *(position for position, _ in walk.steps())][-1]
    again = notation.parse(notation.write(last), notation.references(last))
    again.seed, again.turn_limit = last.seed, last.turn_limit  # for which notation has no room
    assert again == last


@pytest.mark.parametrize("name", ["seed", "turn_limit"])
def test_a_games_own_terms_count(name: str) -> None:
    bare = read("A summoning m1 | A [B x] | B [B x]")
    position = bare.copy()
    setattr(position, name, 7)
    assert position == position.copy() != bare


def test_cards_behind_references_come_along() -> None:
    line = "cod1 duel A summoning m1 | A t1 [B @base/imp] | B t1 [B x(c1 1/1)]"
    position = notation.parse(line, CATALOGUE)
    assert notation.references(position) == {"base/imp": position.seats[0].hand[0].written_out()}
    assert position != notation.parse(line, {"base/imp": {**CATALOGUE["base/imp"], "cost": 9}})


def test_what_is_another_position_or_none_at_all_is_not_equal() -> None:
    position = read("A summoning m1 | A [B a(c1 1/1)] | B [B x]")
    assert position == position.copy()
    assert position != play(position, "1 upper")
    assert position != repr(position)
    with pytest.raises(TypeError, match=r"key\(\)"):
        hash(position)


def test_a_position_shows_whose_turn_it_is() -> None:
    assert repr(read("A summoning m1 | A t3 [B x] | B [B x]")) == "<Position duel season-2 A summoning m1 t3>"


def test_the_session_in_the_readme_runs() -> None:
    ran = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert ran.attempted >= 5 and ran.failed == 0
